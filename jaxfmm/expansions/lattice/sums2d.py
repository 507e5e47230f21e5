r"""Sums of the irregular harmonics of `laplace2d` over a lattice in the plane, which turn a
multipole into a local expansion.

With w = a_1 + i a_2 for a vector a, the images n A that are farther than some near ones give

    T_0 = sum_{n far} -log |w_n| ,        T_l = sum_{n far} w_n^-l ,   l > 0; odd ones vanish.

Along two axes the sums over all n but 0 are split as in `sums3d`, with the volume V of the cell,
the waves k as complex numbers, Q(l, x) the regularised incomplete gamma function, P = 1 - Q and E_1
the exponential integral:

    T_l = sum_{n far} Q(l, beta^2 |w|^2) w^-l - sum_{n near} P(l, beta^2 |w|^2) w^-l
          + pi (-1)^(l/2) 2^(2 - l) / (V Gamma(l))
            sum_{k != 0} conj(k)^l exp(-|k|^2 / 4 beta^2) / |k|^2
    T_0 = sum_{n far} E_1(beta^2 |w|^2) / 2 + sum_{n near} (E_1(beta^2 |w|^2) / 2 + log |w|)
          + 2 pi / V sum_{k != 0} exp(-|k|^2 / 4 beta^2) / |k|^2
          - gamma / 2 - log beta - pi / (2 beta^2 V)

in Ewald's convention: the mean over the cell is zero, a uniform background makes it neutral and is
added apart. Along one axis the sum over all n is -log |2 sin(pi z / w)|, so that

    T_l = 2 w^-l sum_{n > N} n^-l ,    T_0 = -log(2 pi / |w|) + 2 sum_{0 < n <= N} log(n |w|) ,

without any background.
"""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.expansions.arrays import AnyArray, arrays_of
from jaxfmm.expansions.laplace2d.operators import CircularHarmonics, conversion, to_complex, to_real
from jaxfmm.expansions.lattice.special_functions import gamma_terms, zeta
from jaxfmm.expansions.lattice.sums3d import BETA
from jaxfmm.full_precision import matmul
from jaxfmm.kernels.vortex import entire_integral


@functools.cache
def _hankel(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The numbers k + l and the factors of T_(k+l) in `convert`, (order + 1, order + 1)."""
    factors = conversion(order) * (-1.0) ** np.arange(order + 1)[None]
    factors[0, 0] = 1
    number = np.arange(order + 1, dtype=np.int32)  # 32 bits: as `sums3d._harmonics`
    return np.add.outer(number, number), factors


def convert(multipole: Array, sums: Array, order: int) -> Array:
    """The local expansion (k, n) of a multipole (k, n), both about the same centre in the same
    radius, in which `sums` (degrees, 2), real and imaginary parts of T, are measured:
    `CircularHarmonics.m2l`, summed over images."""
    degrees = 2 * order + 1
    sums = jnp.pad(sums, ((0, max(0, degrees - len(sums))), (0, 0)))[:degrees]
    places, factors = _hankel(order)
    factors = jnp.asarray(factors, sums.dtype)
    between = lax.complex(sums[places, 0] * factors, sums[places, 1] * factors)
    local = matmul(to_complex(multipole[None]), between[None])
    return to_real(jnp.conj(local))[0]


def between(multipole: Array, sums: Array, order: int, offsets: Array, scales: Array) -> Array:
    """As `sums3d.between`."""
    operators, one = CircularHarmonics(None), jnp.ones_like(scales[:1])
    moments = operators.m2m(multipole[None], offsets[:1], scales[:1], one, order)[0]
    local = convert(moments, sums, order)
    return operators.l2l(local[None], offsets[1:], one, scales[1:], order)[0]


def _tails(x: AnyArray, degrees: int) -> AnyArray:
    """Q(l, x) = sum_{j < l} x^j exp(-x) / j! for 0 < l < degrees."""
    return gamma_terms(x, np.arange(degrees - 1.0)).cumsum(0)


def _heads(x: AnyArray, degrees: int) -> AnyArray:
    """P(l, x) = sum_{j >= l} x^j exp(-x) / j! for 0 < l < degrees, for x of 60 at most."""
    return gamma_terms(x, np.arange(degrees + 160.0))[::-1].cumsum(0)[::-1][1:degrees]


def _weighed(w: AnyArray, weights: AnyArray) -> AnyArray:
    """sum_i weights[l, i] w_i^l for l = 1, ..., as (degrees, 2)."""
    xp, real, imaginary = arrays_of(w).numpy, w[:, 0], w[:, 1]
    length, angle = (real**2 + imaginary**2) ** 0.5, xp.arctan2(imaginary, real)
    l = np.arange(1.0, len(weights) + 1)[:, None]
    size = weights * xp.exp(l * xp.log(length)[None])
    return xp.stack([(size * of(l * angle[None])).sum(1) for of in (xp.cos, xp.sin)], 1)


def lattice_sums(
    cell: AnyArray, near: np.ndarray, far: np.ndarray, waves: np.ndarray, order: int
) -> AnyArray:
    """T of degrees up to an even `order`: (order + 1, 2), real and imaginary parts, in float64.

    Args:
      cell: (2, 2) or (1, 2) float64, rows in radii of the cell; of NumPy, or traced.
      near, far, waves: as in `sums3d.lattice_sums`.
    """
    if len(cell) == 1:
        return _along_one_axis(cell[0], int(np.abs(near).max(initial=0)), order)
    even, xp = np.arange(1, order + 1) % 2 == 0, arrays_of(cell)

    def half(x):
        if isinstance(x, np.ndarray):
            return 0.5 * xp.special.exp1(x)
        # JAX's exp1 has indices of 64 bits, of which JAX warns where x64 is off outside of this
        # trace
        return 0.5 * (entire_integral(x) - xp.numpy.log(x) - np.euler_gamma)

    volume = abs(xp.numpy.linalg.det(cell))
    powers = xp.numpy.zeros((order, 2), cell.dtype)
    constant = -np.euler_gamma / 2 - math.log(BETA) - math.pi / (2 * BETA**2 * volume)
    conjugate = np.array([[1.0, -1.0]])
    for numbers, share, sign in ((far, _tails, 2.0), (near, _heads, -2.0)):
        if len(numbers):
            points = xp.dot(numbers, cell)
            r2 = (points * points).sum(1)
            inverse = points * conjugate / r2[:, None]  # 1 / w
            weights = sign * even[:, None] * share(BETA**2 * r2, order + 1)
            powers = powers + _weighed(inverse, weights)
            logarithms = 0.5 * xp.numpy.log(r2) if sign < 0 else 0.0
            constant = constant + 2 * (half(BETA**2 * r2) + logarithms).sum()
    k = 2 * math.pi * xp.dot(waves, xp.numpy.linalg.inv(cell).T)
    k2 = (k * k).sum(1)
    damped = 2 / volume * xp.numpy.exp(-k2 / (4 * BETA**2)) / k2
    constant = constant + 2 * math.pi * damped.sum()
    l = np.arange(1, order + 1)
    # powers of k / 8 stay numbers; the factor takes the rest
    factor = (
        math.pi
        * np.cos(math.pi * l / 2)
        * np.exp(l * math.log(4.0) + math.log(4.0) - np.array([math.lgamma(v) for v in l]))
    )
    powers = powers + _weighed(k * conjugate / 8, (even * factor)[:, None] * damped[None])
    return _after(constant, powers)


# The derivatives of `lattice_sums` in the cell, along last axes (p, 2).
lattice_slopes = jax.jacfwd(lattice_sums)


def _after(constant: AnyArray, powers: AnyArray) -> AnyArray:
    """(degrees, 2) with degree zero, a real number, first."""
    xp = arrays_of(powers).numpy
    return xp.concatenate([xp.stack([constant, 0 * constant])[None], powers])


def _along_one_axis(edge: AnyArray, near: int, order: int) -> AnyArray:
    """T of a lattice with one edge (2,)."""
    length = (edge * edge).sum() ** 0.5
    logarithms = 2 * sum(math.log(n) for n in range(1, near + 1))
    constant = (2 * near + 1) * arrays_of(edge).numpy.log(length)
    constant = constant - math.log(2 * math.pi) + logarithms
    zetas = np.array([0.0 if l % 2 else 2 * zeta(l, near + 1) for l in range(1, order + 1)])
    inverse = edge * np.array([1.0, -1.0]) / length**2
    return _after(constant, _weighed(inverse[None], zetas[:, None]))
