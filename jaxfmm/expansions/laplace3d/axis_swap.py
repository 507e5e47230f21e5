"""The swap of y and z, by which turns about y are made of turns about z, on the solid harmonics of
`operators`, degree by degree."""

import functools

import numpy as np


@functools.cache
def swap_matrix(degree: int) -> np.ndarray:
    """The orthogonal matrix Q (2l + 1, 2l + 1) with R_l(x, z, y) = Q R_l(x, y, z), to be read only.

    The chain rule gives Q_l D_k = sum_j rotation_jk D_j Q_(l-1), and sum_k D_k D_k^T = l (2l - 1)
    on degree l."""
    if degree == 0:
        return np.ones((1, 1))
    d = lowering(degree)
    turned = np.stack([d[0], d[2], d[1]]) @ swap_matrix(degree - 1)
    return (turned @ d.transpose(0, 2, 1)).sum(0) / (degree * (2 * degree - 1))


@functools.cache
def lowering(degree: int) -> np.ndarray:
    """The derivatives of the harmonics of a degree in those of the next lower, (3, 2l + 1, 2l - 1):
    a block of `operators.derivative_matrices`, to be read only."""
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
    own, opposite = complex_harmonics(m)
    own, opposite = (numbers[None, :, None].conj() for numbers in (own, opposite[::-1]))
    d = own * d + opposite * d[:, ::-1]
    own, opposite = complex_harmonics(below)
    return np.ascontiguousarray((d * own + d[:, :, ::-1] * opposite[::-1]).real)


def complex_harmonics(m: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """a and b of the complex harmonics Z_m = a R_m + b R_-m: Z_m = (R_m + i R_-m) / sqrt(2) and
    Z_-m = (-1)^m conj(Z_m) for m > 0, a unitary change."""
    sign = (-1.0) ** m
    a = np.where(m == 0, 1, np.where(m < 0, -1j * sign, 1) / np.sqrt(2))
    b = np.where(m == 0, 0, np.where(m < 0, sign, 1j) / np.sqrt(2))
    return a, b
