"""Functions of lattice sums, by NumPy for its arrays."""

import math

import numpy as np

from jaxfmm.expansions.arrays import AnyArray, arrays_of


def gamma_terms(x: AnyArray, a: np.ndarray) -> AnyArray:
    """x^a exp(-x) / Gamma(a + 1), (len(a), len(x)): the terms of incomplete gamma functions."""
    gamma, xp = np.array([math.lgamma(v + 1) for v in a]), arrays_of(x).numpy
    return xp.exp(a[:, None] * xp.log(x)[None] - x[None] - gamma[:, None])


def zeta(l: int, first: int) -> float:
    """sum_{n >= first} n^-l for l > 1, by the formula of Euler and Maclaurin."""
    x = float(first + 40)
    tail = x ** (1 - l) / (l - 1) + 0.5 * x**-l + l * x ** (-l - 1) / 12
    tail = tail - l * (l + 1) * (l + 2) * x ** (-l - 3) / 720
    return sum(float(n) ** -l for n in range(first, first + 40)) + tail
