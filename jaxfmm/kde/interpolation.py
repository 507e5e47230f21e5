"""Sums over points that have a bandwidth each, as a few sums with one bandwidth.

A Gaussian of scale s is interpolated between Gaussians of p scales s_c, the Chebyshev nodes in t =
log s:

    exp(-r^2 / (2 s^2)) ~ sum_c l_c(log s) exp(-r^2 / (2 s_c^2)) .

As a function of t it is at most 1 in modulus for |Im t| <= pi / 4, so on an interval of half-width
a the error is at most 4 rho^-p / (rho - 1) for rho with (rho - 1 / rho) a / 2 = pi / 4, at every
distance r (Trefethen, Approximation Theory and Approximation Practice, theorem 8.2)."""

import math

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.full_precision import matmul

SAFETY = 0.1


def nodes(low: float, high: float, tol: float) -> tuple[float, ...]:
    """The logarithms of the scales to sum at, for scales from exp(low) to exp(high)."""
    half = max(0.5 * (high - low), 1e-3)
    slope = math.pi / (4 * half)
    rho = slope + math.hypot(slope, 1)
    count = max(1, math.ceil(math.log(4 / (SAFETY * tol * (rho - 1))) / math.log(rho)))
    places = np.cos(math.pi * (np.arange(count) + 0.5) / count)
    return tuple(float(t) for t in 0.5 * (low + high) + half * places[::-1])


def weights(nodes: tuple[float, ...], t: Array) -> Array:
    """l_c(t_j), the share of each node in each point: (n, p)."""
    count = len(nodes)
    places = -np.cos(math.pi * (np.arange(count) + 0.5) / count)
    half = (nodes[-1] - nodes[0]) / float(places[-1] - places[0]) if count > 1 else 1.0
    middle = 0.5 * (nodes[0] + nodes[-1])
    degree = np.arange(count)
    cosines = np.cos(degree[:, None] * np.arccos(places)[None])
    at_nodes = cosines * (2 - (degree == 0)[:, None]) / count
    x = (t - middle) / half
    polynomials = [jnp.ones_like(x), x]
    for _ in range(2, count):
        polynomials.append(2 * x * polynomials[-1] - polynomials[-2])
    return matmul(jnp.stack(polynomials[:count], axis=1), at_nodes)
