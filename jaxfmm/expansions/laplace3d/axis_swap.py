"""The exchange of y and z, by which turns about y are made of turns about z, on the real harmonics
of `laplace3d`, by degree."""

import functools

import numpy as np


@functools.cache
def of_degree(degree: int) -> np.ndarray:
    """The orthogonal matrix Q (2l + 1, 2l + 1) with R_l(x, z, y) = Q R_l(x, y, z), to be read only.

    The chain rule gives Q_l D_k = sum_j rotation_jk D_j Q_(l-1), and sum_k D_k D_k^T = l (2l - 1)
    on degree l."""
    if degree == 0:
        return np.ones((1, 1))
    d = lowering(degree)
    turned = np.stack([d[0], d[2], d[1]]) @ of_degree(degree - 1)
    return (turned @ d.transpose(0, 2, 1)).sum(0) / (degree * (2 * degree - 1))


@functools.cache
def lowering(degree: int) -> np.ndarray:
    """The derivatives of the harmonics of a degree in those of the next lower, (3, 2l + 1, 2l - 1):
    a block of `laplace3d.derivative_matrices`, to be read only."""
    m, below = np.arange(-degree, degree + 1), np.arange(1 - degree, degree)

    def lower(square, step):
        matrix = np.zeros((len(m), len(below)), complex)
        for row in np.flatnonzero(square):
            matrix[row, m[row] + step + degree - 1] = np.sqrt(square[row])
        return matrix

    # In complex harmonics Z_lm = sqrt((l-m)! (l+m)!) r^l P_l^m e^(im phi) / (l+m)! each derivative
    # has one term:
    minus = lower((degree + m) * (degree + m - 1), -1)  # d_x - i d_y
    plus = -lower((degree - m) * (degree - m - 1), 1)  # d_x + i d_y
    d = np.stack([(plus + minus) / 2, (plus - minus) / 2j, lower(degree * degree - m * m, 0)])
    own, other = (numbers[None, :, None].conj() for numbers in _unitary(m))
    d = own * d + other * d[:, ::-1]
    own, other = _unitary(below)
    return np.ascontiguousarray((d * own + d[:, :, ::-1] * other).real)


def _unitary(m: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From real to complex harmonics: Z_lm = (R_lm + i R_l-m) / sqrt(2), Z_l-m = (-1)^m conj(Z_lm)
    for m > 0, by the entries of the matrix in each column: on the diagonal, and in the row of
    -m."""
    sign = np.where(m < 0, (-1.0) ** m, 1)
    own = np.where(m == 0, 1, np.where(m < 0, -1j * sign, 1) / np.sqrt(2))
    other = np.where(m == 0, 0, np.where(m < 0, sign, 1j) / np.sqrt(2))
    return own, other[::-1]
