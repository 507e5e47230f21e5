r"""Sums of the irregular harmonics of `laplace3d` over a lattice, which turn a multipole into
a local expansion.

For a lattice with the rows A of its cell, of volume V, the images n A that are farther than some
near ones give

    T_lm = sum_{n far} I_lm(n A) = sum_{n} I_lm(n A) - sum_{n near, not 0} I_lm(n A) .

The sum over all n but 0 is split by a number beta, which changes nothing (Berman & Greengard, J.
Math. Phys. 35 (1994) 6036; Challacombe, White & Head-Gordon, J. Chem. Phys. 107 (1997) 10131). With
the regularised incomplete gamma functions P and Q = 1 - P,

    T_lm = sum_{n far} Q(l + 1/2, beta^2 |n A|^2) I_lm(n A)
           - sum_{n near} P(l + 1/2, beta^2 |n A|^2) I_lm(n A)
           + pi^(3/2) (-1)^(l/2) 2^(2 - l) / (V Gamma(l + 1/2))
             sum_{k != 0} R_lm(k) exp(-k^2 / 4 beta^2) / k^2

over the reciprocal lattice k, with 2 pi; T_00 has the further terms -2 beta / sqrt(pi) - pi /
(beta^2 V). Odd degrees vanish. This is Ewald's convention: a uniform background makes the cell
neutral, without a surface term. The field of the background is not harmonic and must be added
apart.

With two edges, of a cell of area S, the waves are k + (j + 1/2) h e for all k of its reciprocal
lattice in the plane, zero too, e normal to the plane and all whole numbers j: the integral over
waves across the plane by steps of h, where 1 / V stands for h / (2 pi S); it has no error beyond
rounding. T_00 belongs to the potential of neutral charges,

    K(x, y) = -2 pi / S |e . (x - y)|
              + 2 pi / S sum_{k != 0} exp(-k |e . (x - y)| + i k . (x - y)) / k ,

and has -2 beta / sqrt(pi) - 2 sqrt(pi) / (S beta) in addition to the waves k != 0. With one edge a,

    T_lm = 2 I_lm(a) sum_{n > N} n^-(l + 1)
    T_00 = -2 / |a| (sum_{0 < n <= N} 1 / n + log 2 - gamma)

for a potential that is -2 / |a| log(rho / |a|) at distances rho from the axis beyond some edges
(Parry, Surf. Sci. 49 (1975) 433; Lekner, Physica A 176 (1991) 485).

Lengths are in radii of the cell, in which every pair of points is at most two apart, and beta is
sqrt(3): P keeps the terms of near images small at high degrees, so that nothing large is
subtracted."""

import dataclasses
import functools
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.expansions.arrays import AnyArray, arrays_of, dot, powers
from jaxfmm.expansions.derivatives import derivative
from jaxfmm.expansions.laplace3d.axis_swap import complex_harmonics
from jaxfmm.expansions.laplace3d.harmonics_by_degree import scan_degrees
from jaxfmm.expansions.laplace3d.operators import HARMONICS
from jaxfmm.expansions.laplace3d.slots import degrees
from jaxfmm.expansions.lattice.special_functions import gamma_terms, zeta
from jaxfmm.full_precision import small_matmul
from jaxfmm.kernels.near_images import cross

BETA = math.sqrt(3.0)
FARTHEST = 5.2  # images count up to this many radii of the cell: beyond, Q is zero to rounding
SHORTEST = 27.0  # waves count up to this length of k
ACROSS = 1.25  # h, the step of waves across a plane
ROWS_ACROSS = math.ceil(SHORTEST / ACROSS)


@functools.cache
def _harmonics(order: int) -> tuple[np.ndarray, ...]:
    """l and m of every coefficient, and the unitary change to complex harmonics, Z = a R + b R[j]:
    j, a and b.

    Indices that are kept have 32 bits: JAX (0.10 to 0.12) keeps the type that an array of NumPy had
    when it was first met, and 64 bits that were met while they were on stay 64 bits after they are
    off."""
    l, m = degrees(order)
    return l, m, (np.arange(len(l)) - 2 * m).astype(np.int32), *complex_harmonics(m)


def _to_complex(real: Array, order: int, *, conjugate: bool = False) -> Array:
    """Coefficients (..., n) of real harmonics as coefficients of complex ones, by the matrix of
    `_harmonics`."""
    _, _, mirrored, same, other = _harmonics(order)
    if conjugate:
        same, other = same.conj(), other.conj()
    same, other = (_like(v, real, _complex_type(real)) for v in (same, other))
    real = real.astype(same.dtype)
    return same * real + other * real[..., mirrored]


def _to_real(values: Array, order: int) -> Array:
    """The real part of the conjugate transpose of that matrix, applied to (..., n)."""
    _, _, mirrored, same, other = _harmonics(order)
    same, other = (_like(v.conj(), values, values.dtype) for v in (same, other))
    return (same * values + (other * values)[..., mirrored]).real


def _like(numbers: np.ndarray, array: Array, dtype: DTypeLike) -> np.ndarray:
    """The numbers (n,) of a dtype, with as many axes as an array (..., n)."""
    return numbers.astype(dtype).reshape((1,) * (array.ndim - 1) + numbers.shape)


def _complex_type(array: Array) -> DTypeLike:
    return jnp.complex64 if array.dtype == jnp.float32 else jnp.complex128


@functools.cache
def _coupling(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of T_{l+j, m+k} and their factors: two arrays (n, n), rows (l, m), columns (j,
    k)."""
    l, m = degrees(order)
    degree, number = l[:, None] + l[None], m[:, None] + m[None]
    choices = _binomials(4 * order)
    down = choices[degree - number, (l - m)[:, None]]
    up = choices[degree + number, (l + m)[:, None]]
    places = (degree * degree + degree + number).astype(np.int32)
    return places, (-1.0) ** l[:, None] * np.sqrt(down) * np.sqrt(up)


@functools.cache
def _binomials(most: int) -> np.ndarray:
    """The binomial coefficients of 0, ..., most, by Pascal's triangle: (most + 1, most + 1)."""
    rows = np.zeros((most + 1, most + 1))
    rows[:, 0] = 1
    for n in range(1, most + 1):
        rows[n, 1:] = rows[n - 1, 1:] + rows[n - 1, :-1]
    return rows


def convert(multipole: Array, sums: Array, order: int) -> Array:
    """The local expansion (k, n) of a multipole (k, n), both about the same centre in the same
    radius, in which `sums` are measured: `SolidHarmonics.m2l`, summed over images. sums: T of
    degrees up to any; zero beyond them."""
    return _to_real(_converted(_to_complex(multipole, order, conjugate=True), sums, order), order)


def _converted(moments: Array, sums: Array, order: int) -> Array:
    """`convert` of complex moments."""
    wanted = (2 * order + 1) ** 2
    sums = jnp.pad(sums, (0, max(0, wanted - len(sums))))[:wanted]
    places, factors = _coupling(order)
    between = _to_complex(sums, 2 * order)[places] * factors.astype(_complex_type(sums))
    return small_matmul(moments, between.T)


@functools.cache
def _splitting(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of Z_{l-j, m-k} and their factors, zero where there is none: two arrays (n, n),
    rows (l, m), columns (j, k)."""
    l, m = degrees(order)
    degree, number = l[:, None] - l[None], m[:, None] - m[None]
    inside = np.abs(number) <= degree
    choices = _binomials(2 * order)
    plus = choices[(l + m)[:, None], (l + m)[None]]
    minus = choices[(l - m)[:, None], (l - m)[None]]
    ways = np.where(inside, np.sqrt(plus) * np.sqrt(minus), 0)
    return np.where(inside, degree * degree + degree + number, 0).astype(np.int32), ways


@functools.cache
def _in_monomials(order: int) -> np.ndarray:
    """The factors of z^i rho^2j, rho^2 = x^2 + y^2, in R_lm over the part of (x + iy)^|m| that it
    has: (n, order + 1, order // 2 + 1), by the recurrence of `operators.regular`."""
    polynomials = np.zeros((order + 1, order + 1, order + 1, order // 2 + 1))  # of l and |m|
    for m in range(order + 1):
        top = np.sqrt(np.prod([(2 * l + 1) / (2 * l + 2) for l in range(1, m)]))
        polynomials[m, m, 0, 0] = top
        for l in range(m, order):
            up, right = np.zeros((2, order + 1, order // 2 + 1))
            up[1:] = (2 * l + 1) * polynomials[l, m, :-1]
            if l > m:
                below = math.sqrt(l * l - m * m) * polynomials[l - 1, m]
                right[2:] = below[:-2]
                right[:, 1:] += below[:, :-1]
            polynomials[l + 1, m] = (up - right) / math.sqrt((l + 1) ** 2 - m * m)
    l, m = degrees(order)
    return polynomials[l, abs(m)]


def _harmonics_at(points: Array, order: int) -> Array:
    """R_lm of few points (k, 3): (k, n). A product with a constant matrix: a loop over degrees
    takes long to compile where it is unrolled, and long to start on a GPU where it is not."""
    (x, y, z), (_, m) = points.T, degrees(order)
    along, across = powers(z, order), powers(x * x + y * y, order // 2)[: order // 2 + 1]
    around = powers(lax.complex(x, y), order)[abs(m)]
    monomials = (along[:, None] * across[None]).reshape(-1, len(points))
    factors = _in_monomials(order).reshape(len(m), -1).astype(points.dtype)
    part = jnp.where(m[:, None] < 0, around.imag, around.real)
    return (part * small_matmul(jnp.asarray(factors), monomials)).T


def between(multipole: Array, sums: Array, order: int, offsets: Array, scales: Array) -> Array:
    """`convert` between two centres: of a multipole (k, n) about a centre at offsets[0] in a radius
    scales[0], to the local expansion about offsets[1] in scales[1], all in the radius of `sums`
    about its centre: (2, 3) and (2,).

    Both shifts are dense products, which compile in a fraction of the time of `SolidHarmonics.m2m`
    and run in one step."""
    l, _ = degrees(order)
    places, ways = _splitting(order)
    around = _to_complex(_harmonics_at(offsets, order), order, conjugate=True)
    up, down = (a[places] * ways.astype(around.dtype) for a in around)
    powers = jnp.power(scales[:, None], l[None].astype(scales.dtype))
    moments = small_matmul(_to_complex(multipole * powers[:1], order, conjugate=True), up.T)
    return _to_real(small_matmul(_converted(moments, sums, order), down), order) * powers[1:]


def _weighed(points: AnyArray, weights: AnyArray, order: int) -> AnyArray:
    """sum_i weights[l, i] R_lm(points[i]) of all degrees: ((order + 1)^2,)."""

    def total(row: AnyArray, weight: AnyArray) -> AnyArray:
        return (row * weight[None]).sum(1)

    x, y, z = points.T
    return _of_degrees(scan_degrees(x, y, z, order, total, weights))


def multipole(points: Array, weights: dict[int, Array], order: int) -> Array:
    """The multipole (k, n) of charges {0: (n, k)} and dipoles {1: (n, k, 3)}, degree by degree: it
    compiles in a fraction of the time of `SolidHarmonics.p2m`."""

    def of_charges(points: Array, charges: Array) -> Array:
        def total(row: AnyArray) -> AnyArray:
            return dot(row, charges)

        x, y, z = points.T
        return jnp.asarray(_of_degrees(scan_degrees(x, y, z, order, total)))

    out = jnp.zeros((), points.dtype)
    if 0 in weights:
        out = out + of_charges(points, weights[0])
    if 1 in weights:  # sum_i p_i . grad R(y_i) is a derivative along the moments
        ones = jnp.ones((len(points), 1), points.dtype)

        def along(moments: Array) -> Array:
            return jax.jvp(lambda at: of_charges(at, ones), (points,), (moments,))[1][:, 0]

        out = out + jnp.stack([along(moments) for moments in weights[1].swapaxes(0, 1)], axis=1)
    return out.T


def _of_degrees(rows: AnyArray) -> AnyArray:
    """The coefficients ((order + 1)^2, ...) that stand in rows (order + 1, 2 order + 1, ...)."""
    order = len(rows) - 1
    l, m = degrees(order)
    return rows[l, order + m]


def _alternating(even: AnyArray, odd: AnyArray, order: int) -> AnyArray:
    """Rows of the degrees 0, ..., order from rows of the even and of the odd ones."""
    both = arrays_of(even).numpy.stack([even, odd], axis=1)
    return both.reshape(2 * len(even), -1)[: order + 1]


@dataclasses.dataclass(frozen=True)
class _Images:
    """The terms w_l R_lm(x / r^2), w_l = sign share_l(beta^2 r^2) / r, of images x. shares: P or Q
    of even degrees; rise: 1 for P and -1 for Q, whose derivatives differ by the sign alone."""

    points: AnyArray
    shares: Callable[[AnyArray, int], AnyArray]
    rise: float
    sign: float

    @property
    def r2(self) -> AnyArray:
        return (self.points * self.points).sum(1)

    @property
    def places(self) -> AnyArray:
        """Where the harmonics are taken, (count, 3)."""
        return self.points / self.r2[:, None]

    def weights(self, count: int) -> AnyArray:
        """w_l of so many even degrees, (count, images)."""
        r2 = self.r2
        return self.sign * self.shares(BETA**2 * r2, count) / (r2**0.5)[None]

    def slopes(self, count: int) -> tuple[AnyArray, AnyArray]:
        """(a, b) with d/dx (w_l R_lm) = a x R_lm + b (grad R_lm)."""
        r2, l = self.r2, 2.0 * np.arange(count)
        weights = self.weights(count)
        of_share = gamma_terms(BETA**2 * r2, l - 0.5) * (BETA**2 * self.sign * self.rise)
        by_r2 = of_share / (r2**0.5)[None] - weights / (2 * r2)[None]
        return 2 * (by_r2 - l[:, None] * weights / r2[None]), weights / r2[None]


@dataclasses.dataclass(frozen=True)
class _Waves:
    """The terms w_l R_lm(k / 8) of waves k. volume: the V of the sum over waves."""

    points: AnyArray
    volume: AnyArray
    edges: int

    @property
    def places(self) -> AnyArray:
        """As `_Images.places`."""
        return self.points / 8

    def weights(self, count: int) -> AnyArray:
        """As `_Images.weights`."""
        even, xp = 2.0 * np.arange(count), arrays_of(self.points).numpy
        k2 = (self.points * self.points).sum(1)
        gamma = np.array([math.lgamma(v + 0.5) for v in even])
        # powers of k / 8 stay numbers; the factor takes the rest
        growth = np.exp(even * math.log(4.0) + math.log(4.0) - gamma)
        factor = math.pi**1.5 * (-1.0) ** np.arange(count) * growth
        weights = factor[:, None] * (xp.exp(-k2 / (4 * BETA**2)) / k2 * (2 / self.volume))[None]
        if self.edges == 3:
            return weights
        # the integral takes the place of degree zero of waves across the plane alone, which come
        # first
        across = (even[:, None] == 0) & (np.arange(len(k2))[None] < ROWS_ACROSS)
        return xp.where(across, 0, weights)

    def slopes(self, count: int) -> tuple[AnyArray, AnyArray]:
        """As `_Images.slopes`."""
        weights, k2 = self.weights(count), (self.points * self.points).sum(1)
        return -2 * weights * (1 / (4 * BETA**2) + 1 / k2)[None], weights / 8


def _sum(terms: _Images | _Waves, order: int) -> AnyArray:
    """The sum of the terms, ((order + 1)^2,)."""
    weights = terms.weights(order // 2 + 1)
    even = _alternating(weights, arrays_of(weights).numpy.zeros_like(weights), order)
    return _weighed(terms.places, even, order)


def _sum_slopes(terms: _Images | _Waves, factors: AnyArray, order: int) -> AnyArray:
    """sum_i factors[i, a] d/dx_b of term i, ((order + 1)^2, a, b).

    The gradients of R_lm are harmonics of the degree below, so one pass over the harmonics is
    enough: even degrees for the first part of `slopes`, and odd ones for the second."""
    points, width, xp = terms.points, factors.shape[1], arrays_of(terms.points)
    own, within = terms.slopes(order // 2 + 1)
    above = xp.numpy.concatenate([within[1:], xp.numpy.zeros_like(within[:1])])
    rows = _alternating(own, above, order)
    moved = (factors[:, :, None] * points[:, None]).reshape(len(points), 3 * width)
    columns = xp.numpy.concatenate([moved, factors], axis=1)

    def total(row: AnyArray, weight: AnyArray) -> AnyArray:
        return xp.dot(row * weight[None], columns)

    x, y, z = terms.places.T
    sums = _of_degrees(scan_degrees(x, y, z, order, total, rows))
    odd = degrees(order)[0][:, None] % 2 == 1
    below = xp.numpy.where(odd, sums[:, 3 * width :], 0).T[None]
    gradients = [derivative(HARMONICS, below, axis, raising=True)[0].T for axis in range(3)]
    own_part = xp.numpy.where(odd, 0, sums[:, : 3 * width])
    return own_part.reshape(-1, width, 3) + xp.numpy.stack(gradients, axis=-1)


def _tails(x: AnyArray, degrees: int) -> AnyArray:
    """Q(l + 1/2, x) for even l < 2 degrees: (degrees, count), as sums of positive terms."""
    terms = gamma_terms(x, np.arange(2 * degrees) + 0.5)
    start = arrays_of(x).special.erfc(x**0.5)[None]
    return (start + terms.cumsum(0) - terms)[::2]


def _heads(x: AnyArray, degrees: int) -> AnyArray:
    """P(l + 1/2, x) for even l < 2 degrees, as sums of positive terms, for x of 60 at most."""
    terms = gamma_terms(x, np.arange(2 * degrees + 160) + 0.5)
    return terms[::-1].cumsum(0)[::-1][: 2 * degrees : 2]


def lattice_sums(
    cell: AnyArray, near: np.ndarray, far: np.ndarray, waves: np.ndarray, order: int
) -> AnyArray:
    """T of degrees up to an even `order`: ((order + 1)^2,) in float64.

    Args:
      cell: (3, 3), (2, 3) or (1, 3) float64, rows in radii of the cell; of NumPy, or traced.
      near, far, waves: whole numbers (count, p), one of n and -n: images without zero, and vectors
        of the reciprocal lattice.
    """
    if len(cell) == 1:
        return _along_one_axis(cell, int(np.abs(near).max(initial=0)), order)
    xp = arrays_of(cell)
    whole = _whole(cell)
    total = _sum(_waves(whole, waves, len(cell)), order)
    for numbers, share, rise, sign in _kinds(near, far):
        images = _Images(xp.dot(numbers, cell), share, rise, sign)
        total = total + _sum(images, order)
    return total + _constant(cell) * _only_first(total)


def lattice_slopes(
    cell: AnyArray, near: np.ndarray, far: np.ndarray, waves: np.ndarray, order: int
) -> AnyArray:
    """The derivatives of `lattice_sums` in the cell, ((order + 1)^2, p, 3). By NumPy for a known
    cell of three edges.

    The images n A move by n_a dA_a, and the waves by dk = -A^-1 dA k: of every term only the three
    derivatives in its place are computed, and summed with factors n_a or k_a."""
    if len(cell) == 1:
        return jax.jacfwd(lattice_sums)(cell, near, far, waves, order)
    xp, whole = arrays_of(cell), _whole(cell)
    inverse = xp.numpy.linalg.inv(whole)
    terms = _waves(whole, waves, len(cell))
    by_wave = _sum_slopes(terms, terms.points, order)  # (n, c, b)
    # products as sums, which keep their float64 where a transform replays them, as `dot` does
    total = -(by_wave[:, None] * inverse.T[None, :, None]).sum(-1)
    by_volume = _sum(terms, order)
    by_volume = by_volume + _background(terms.volume, len(cell)) * _only_first(by_volume)
    total = total - by_volume[:, None, None] * inverse.T[None]  # 1 / V has this factor
    if len(cell) == 2:
        total = (total[..., None, None] * jax.jacfwd(_whole)(cell)[None]).sum((1, 2))
    for numbers, share, rise, sign in _kinds(near, far):
        images = _Images(xp.dot(numbers, cell), share, rise, sign)
        total = total + _sum_slopes(images, xp.numpy.asarray(numbers, cell.dtype), order)
    return total


def _kinds(
    near: np.ndarray, far: np.ndarray
) -> list[tuple[np.ndarray, Callable[[AnyArray, int], AnyArray], float, float]]:
    """The numbers of far and near images, where there are any, and the rest of `_Images`."""
    kinds = [(far, _tails, -1.0, 2.0), (near, _heads, 1.0, -2.0)]
    return [kind for kind in kinds if len(kind[0])]


def _constant(cell: AnyArray) -> AnyArray:
    """The further terms of T_00."""
    volume = _volume(_whole(cell), len(cell))
    return -2 * BETA / math.sqrt(math.pi) + _background(volume, len(cell))


def _background(volume: AnyArray, edges: int) -> AnyArray:
    """The term of T_00 in 1 / V."""
    if edges == 3:
        return -math.pi / (BETA**2 * volume)
    return -2 * math.sqrt(math.pi) / (BETA * volume * ACROSS / (2 * math.pi))


def _only_first(sums: AnyArray) -> np.ndarray:
    """One for degree zero, else zero."""
    only = np.zeros(len(sums))
    only[0] = 1
    return only


def _whole(cell: AnyArray) -> AnyArray:
    """The cell as a matrix (3, 3), with the unit vector normal to two edges as the third."""
    if len(cell) == 3:
        return cell
    normal = cross(cell[0], cell[1])
    length = (normal * normal).sum() ** 0.5
    return arrays_of(cell).numpy.stack([cell[0], cell[1], normal / length])


def _volume(whole: AnyArray, edges: int) -> AnyArray:
    """The V of the sum over waves."""
    volume = abs(arrays_of(whole).numpy.linalg.det(whole))
    return volume if edges == 3 else volume * (2 * math.pi / ACROSS)


def _waves(whole: AnyArray, waves: np.ndarray, edges: int) -> _Waves:
    """The terms of one of k and -k; of two edges the waves across the plane come first."""
    xp = arrays_of(whole)
    if edges == 2:
        along = np.concatenate([np.zeros((1, 2)), waves, -waves])
        across = np.tile(ACROSS / (2 * math.pi) * (np.arange(ROWS_ACROSS) + 0.5), len(along))
        waves = np.concatenate([np.repeat(along, ROWS_ACROSS, axis=0), across[:, None]], axis=1)
    k = 2 * math.pi * xp.dot(waves, xp.numpy.linalg.inv(whole).T)
    return _Waves(k, _volume(whole, edges), edges)


def _along_one_axis(cell: AnyArray, near: int, order: int) -> AnyArray:
    """`lattice_sums` of one edge (1, 3)."""
    length2 = (cell * cell).sum()
    length = length2**0.5
    zetas = np.array([0.0 if l % 2 else 2 * zeta(l + 1, near + 1) for l in range(2, order + 1)])
    weights = np.concatenate([np.zeros(2), zetas]) / length
    total = _weighed(cell / length2, weights[:, None], order)
    harmonic = sum(1 / n for n in range(1, near + 1))
    return total + -2 / length * (harmonic + math.log(2) - np.euler_gamma) * _only_first(total)
