r"""Sums of the irregular harmonics of `laplace3d` over a lattice, and what they do to a multipole.

For a lattice with the rows A of its cell, of volume V, the images n A that are farther than some near ones give

    T_lm = sum_{n far} I_lm(n A) = sum_{n} I_lm(n A) - sum_{n near, not 0} I_lm(n A) .

The sum over all n but 0 is split by a number beta, which changes nothing (Berman & Greengard, J. Math. Phys. 35 (1994)
6036; Challacombe, White & Head-Gordon, J. Chem. Phys. 107 (1997) 10131). With the regularised incomplete gamma
functions P and Q = 1 - P,

    T_lm = sum_{n far} Q(l + 1/2, beta^2 |n A|^2) I_lm(n A) - sum_{n near} P(l + 1/2, beta^2 |n A|^2) I_lm(n A)
           + pi^(3/2) (-1)^(l/2) 2^(2 - l) / (V Gamma(l + 1/2)) sum_{k != 0} R_lm(k) exp(-k^2 / 4 beta^2) / k^2

over the reciprocal lattice k, with 2 pi; T_00 has -2 beta / sqrt(pi) - pi / (beta^2 V) besides. Odd degrees vanish. It
is the sum in the convention of Ewald: a uniform background makes the cell neutral, and there is no surface term. The
field of the background is no harmonic function and is to be added apart.

Lengths are measured in a radius of the cell, of which every pair of points is at most two apart, and beta is sqrt(3) of
it: P keeps the terms of near images small at high degrees, so that nothing large is subtracted.
"""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.expansions import laplace3d

BETA = math.sqrt(3.0)
FARTHEST = 5.2  # images that count, in radii of the cell: beyond, Q is zero to rounding
SHORTEST = 27.0  # waves that count


@functools.cache
def _complex(order):
    """The unitary change to complex harmonics, Z_lm = (R_lm + i R_l-m) / sqrt(2) and Z_l-m = (-1)^m conj(Z_lm), as two
    columns and two values for every row: Z = a R[j] + b R[k]."""
    l = np.repeat(np.arange(order + 1), 2 * np.arange(order + 1) + 1)
    i = np.arange(len(l))
    m = i - l * l - l
    sign = (-1.0) ** m
    same = np.where(m == 0, 1, np.where(m < 0, -1j * sign, 1) / math.sqrt(2))
    other = np.where(m == 0, 0, np.where(m < 0, sign, 1j) / math.sqrt(2))
    return l, m, i - 2 * m, same, other


def _to_complex(real, order, *, conjugate=False):
    """Coefficients (..., n) of real harmonics as those of complex ones, by the matrix of `_complex`."""
    _, _, mirrored, same, other = _complex(order)
    if conjugate:
        same, other = same.conj(), other.conj()
    return same.astype(_complex_type(real)) * real + other.astype(_complex_type(real)) * real[..., mirrored]


def _to_real(values, order):
    """The real part of the conjugate transpose of that matrix, applied to (..., n)."""
    _, _, mirrored, same, other = _complex(order)
    same, other = same.conj().astype(values.dtype), other.conj().astype(values.dtype)
    return (same * values + (other * values)[..., mirrored]).real


def _complex_type(array):
    return jnp.complex64 if array.dtype == jnp.float32 else jnp.complex128


@functools.cache
def _coupling(order):
    """Where T_{l+j, m+k} stands and what it is multiplied by: two arrays (n, n), rows (l, m), columns (j, k)."""
    l, m, *_ = _complex(order)
    degree, number = l[:, None] + l[None], m[:, None] + m[None]
    ways = [
        math.sqrt(math.comb(d - k, a - b) * math.comb(d + k, a + b))
        for d, k, a, b in zip(degree.ravel(), number.ravel(), np.repeat(l, len(l)), np.repeat(m, len(m)), strict=True)
    ]
    return degree * degree + degree + number, (-1.0) ** l[:, None] * np.reshape(ways, degree.shape)


def convert(multipole, sums, order):
    """The local expansion (k, n) of a multipole (k, n), both about the same centre in the same radius, in which `sums`
    are measured: `laplace3d.m2l`, summed over images. sums: T of degrees up to any; zero for those beyond."""
    wanted = (2 * order + 1) ** 2
    sums = jnp.pad(sums, (0, max(0, wanted - len(sums))))[:wanted]
    places, factors = _coupling(order)
    between = _to_complex(sums, 2 * order)[places] * factors.astype(_complex_type(sums))
    moments = _to_complex(multipole, order, conjugate=True)
    local = jnp.matmul(moments, between.T, precision=jax.lax.Precision.HIGHEST)
    return _to_real(local, order)


def _tails(x, degrees):
    """Q(l + 1/2, x) for even l < 2 degrees: (degrees, count), as sums of positive terms."""
    a = np.arange(2 * degrees) + 0.5
    terms = _terms(x, a)
    start = jax.scipy.special.erfc(jnp.sqrt(x))[None]
    return (start + jnp.cumsum(terms, axis=0) - terms)[::2]


def _heads(x, degrees):
    """P(l + 1/2, x) for even l < 2 degrees, as sums of positive terms, for x of 60 at most."""
    a = np.arange(2 * degrees + 160) + 0.5
    return jnp.flip(jnp.cumsum(jnp.flip(_terms(x, a), 0), axis=0), 0)[: 2 * degrees : 2]


def _terms(x, a):
    """x^a exp(-x) / Gamma(a + 1)."""
    gamma = np.array([math.lgamma(v + 1) for v in a])
    return jnp.exp(a[:, None] * jnp.log(x)[None] - x[None] - gamma[:, None])


def lattice_sums(cell, near, far, waves, order):
    """T of degrees up to an even `order`: ((order + 1)^2,) in float64.

    Args:
      cell: (3, 3) float64, rows in radii of the cell; traced or not.
      near, far, waves: whole numbers (count, 3), one of n and -n: images without zero, and vectors of the reciprocal
        lattice.
    """
    degrees = order // 2 + 1
    spread = np.repeat(np.arange(degrees), 4 * np.arange(degrees) + 1)  # of even degrees
    rows = np.concatenate([np.arange(4 * l * l, (2 * l + 1) ** 2) for l in range(degrees)])

    def harmonics(points, power):
        """R_lm, divided by a length to the power 2 l + 1 or not."""
        x, y, z = points.T
        if power:
            return laplace3d.irregular(x, y, z, order)[rows]
        return laplace3d.regular(x, y, z, order)[rows]

    total = jnp.zeros(len(rows), cell.dtype)
    for numbers, share, sign in ((far, _tails, 2.0), (near, _heads, -2.0)):
        if len(numbers):
            points = jnp.matmul(np.asarray(numbers, cell.dtype), cell, precision=jax.lax.Precision.HIGHEST)
            part = share(BETA**2 * jnp.sum(points * points, axis=1), degrees)
            total = total + sign * jnp.sum(part[spread] * harmonics(points, True), axis=1)
    volume = jnp.abs(jnp.linalg.det(cell))
    k = 2 * math.pi * jnp.matmul(np.asarray(waves, cell.dtype), jnp.linalg.inv(cell).T, precision="highest")
    k2 = jnp.sum(k * k, axis=1)
    l = 2.0 * np.arange(degrees)
    gamma = np.array([math.lgamma(v + 0.5) for v in l])
    # harmonics of k / 8 stay numbers: exp(gamma) takes the rest
    factor = math.pi**1.5 * (-1.0) ** np.arange(degrees) * np.exp(l * math.log(8.0) + (2 - l) * math.log(2.0) - gamma)
    damped = jnp.exp(-k2 / (4 * BETA**2)) / k2
    sums = jnp.sum(harmonics(k / 8, False) * damped[None], axis=1) * (2 / volume)
    total = total + factor[spread] * sums
    total = total.at[0].add(-2 * BETA / math.sqrt(math.pi) - math.pi / (BETA**2 * volume))
    return jnp.zeros((order + 1) ** 2, cell.dtype).at[rows].set(total)
