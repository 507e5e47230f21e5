"""Hermite and Taylor series of the unit Gaussian G(u) = exp(-|u|^2 / 2) in boxes, in any dimension.

With the scaled monomials and Hermite functions of one variable

    m_n(u) = u^n / sqrt(n!),     psi_n(t) = He_n(t) exp(-t^2 / 2) / sqrt(n!),
    |psi_n(t)| <= K exp(-t^2 / 4),     K = 1.0865 (Cramer's inequality),

G(x - y) = sum_n m_n(y - c) psi_n(x - c) about any centre c, and in d dimensions G is a product of
such sums. A Hermite series (P2M) holds A_n = sum_j w_j m_n(y_j - c) about the centre of sources, a
Taylor series (P2L) holds L_n = sum_j w_j psi_n(y_j - c) about the centre of targets, so that

    u(x) = sum_n A_n psi_n(x - c)  (M2P)     and     u(x) = sum_n L_n m_n(x - c)  (L2P),

and, one dimension after the other (M2L), with D = c_target - c_source,

    L_m = sum_n A_n (-1)^m sqrt((n + m)! / (n! m!)) psi_{n+m}(D) .

Each index runs over 0 <= n < p. All numbers stay near one, so float32 allows p > 20. Derivatives at
sources and targets are derivatives of the basis functions: d_y of m_n(y - c) in P2M, d_x of
psi_n(x - c) in M2P.

Greengard & Strain, SIAM J. Sci. Stat. Comput. 12 (1991) 79; the four ways are figure 3 of Cruz,
Layton & Barba (2011). The error bound first published is wrong in more than one dimension (Wan &
Karniadakis, J. Comput. Phys. 219 (2006) 7)."""

import functools
import math

import jax.numpy as jnp
import numpy as np
from jax import Array

CRAMER = 1.0865


def monomials(u: Array, p: int, derivative: int = 0) -> list[Array]:
    """The derivatives of m_0, ..., m_{p-1} at u: a list of p arrays."""
    values = [jnp.ones_like(u)]
    for n in range(1, p):
        values.append(values[-1] * u * (1 / math.sqrt(n)))
    return [
        values[n - derivative] * math.sqrt(math.perm(n, derivative))
        if n >= derivative
        else jnp.zeros_like(u)
        for n in range(p)
    ]


def hermite_functions(t: Array, p: int, derivative: int = 0) -> list[Array]:
    """The derivatives of psi_0, ..., psi_{p-1} at t: a list of p arrays.

    psi_n^(k) = (-1)^k sqrt((n + k)! / n!) psi_{n+k}"""
    values = [jnp.exp(t * t * (-0.5))]
    for n in range(1, p + derivative):
        below = values[-2] * math.sqrt((n - 1) / n) if n > 1 else 0
        values.append(t * values[-1] * (1 / math.sqrt(n)) - below)
    sign = -1 if derivative % 2 else 1
    return [
        values[n + derivative] * (sign * math.sqrt(math.perm(n + derivative, derivative)))
        for n in range(p)
    ]


def translation(distance: float, p: int) -> np.ndarray:
    """The matrix (n, m) of M2L in one dimension, in float64, for D = distance."""
    psi = [math.exp(-distance * distance / 2)]
    for n in range(1, 2 * p):
        below = math.sqrt(n - 1) * psi[-2] if n > 1 else 0
        psi.append((distance * psi[-1] - below) / math.sqrt(n))
    n = np.arange(p)
    return np.array(
        [[(-1) ** m * math.sqrt(math.comb(i + m, m)) * psi[i + m] for m in n] for i in n]
    )


@functools.cache
def translations(side: float, reach: int, p: int) -> np.ndarray:
    """`translation` for D = side times -reach, ..., reach: (2 reach + 1, n, m)."""
    return np.stack([translation(side * k, p) for k in range(-reach, reach + 1)])


def translate(coefficients: Array, matrices: list[Array]) -> Array:
    """M2L of coefficients (..., p^d) by a matrix (..., n, m) for each dimension, in O(d p^(d+1))
    operations."""
    dim, p = len(matrices), matrices[0].shape[-1]
    value = coefficients.reshape(*coefficients.shape[:-1], *(p,) * dim)
    names = "abc"[:dim]
    for name, matrix in zip(names, matrices):
        formula = f"...{names},...{name}z->...{names.replace(name, 'z')}"
        value = jnp.einsum(formula, value, matrix, precision="highest")
    return value.reshape(coefficients.shape)


def error_bound(p: int, radius: float, dim: int, derivative: int = 0) -> float:
    """The largest error of a series of order p in boxes of half side `radius`, for one source of
    weight one and a target anywhere:

        E <= (1 + T)^(d-1) (1 + T_k) - 1,   T_k = p! / ((p - k)! radius^k) T,
        T = K radius^p / sqrt(p!) / (1 - radius / sqrt(p + 1)),

    where `derivative` is k, along one axis. Term n of a series is at most K radius^n / sqrt(n!) in
    one dimension, and its k-th derivative is n! / ((n - k)! radius^k) times larger. For radius <= 1
    the bound holds for translated series too: they add the errors of two series, but the bound is
    about three times too large."""
    if radius >= math.sqrt(p + 1) or derivative > p:
        return math.inf
    tail = CRAMER * radius**p / math.sqrt(math.factorial(p)) / (1 - radius / math.sqrt(p + 1))
    raised = math.perm(p, derivative) / radius**derivative * tail
    return math.expm1((dim - 1) * math.log1p(tail) + math.log1p(raised))
