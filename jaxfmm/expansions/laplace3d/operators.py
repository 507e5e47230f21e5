r"""Expansions of the 3D Laplace kernel `K(x - y) = 1 / |x - y|` in real solid harmonics.

With `C_lm` the real Schmidt semi-normalised surface harmonics (`m > 0` cosine, `m < 0` sine, no
Condon-Shortley sign; `sum_m C_lm(a) C_lm(b) = P_l(a . b)`), coefficient `i = l*l + l + m` belongs
to the solid harmonics

    regular  R_lm(u) = |u|^l C_lm(u / |u|)         irregular  I_lm(u) = C_lm(u / |u|) / |u|^(l+1)

for `l <= p`, `|m| <= l`, hence `n = (p + 1)**2`, and `1 / |x - y| = sum_lm R_lm(y) I_lm(x)` for
`|y| < |x|`. Sources of a cell (centre `c_s`, radius `r_s`) give at a far `x`, and far sources give
in a cell (centre `c_t`, radius `r_t`) at `x`,

    phi(x) = sum_lm M_lm r_s^l I_lm(x - c_s)   with   M_lm = sum_j q_j R_lm((y_j - c_s) / r_s)
    phi(x) = sum_lm L_lm R_lm((x - c_t) / r_t)

Derivatives of any order, of sources or targets, are constant matrices acting on coefficients
(`derivative_matrices`). Translations turn the shift `d` to the z axis, where only equal `m` mix,
and back.

Reference: Wang and LeSar (1996) and Dehnen (2014), whose complex harmonics carry `1 / (l + m)!` and
`(l - m)!`; ours are their real and imaginary parts scaled so that all of them stay near `r^l` and
`1 / r^(l+1)` at any degree, which float32 needs."""

import dataclasses
import functools
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.base import Series
from jaxfmm.expansions.derivatives import Harmonics
from jaxfmm.expansions.laplace3d.axis_swap import lowering
from jaxfmm.expansions.laplace3d.slots import (
    Halves,
    Phase,
    apply_blocks,
    conjugate,
    dense_swap,
    direction,
    frame,
    from_axis,
    groups,
    merge,
    slots,
    split,
    spread,
    swap,
    to_axis,
    turn,
)
from jaxfmm.full_precision import matmul


def size(order: int) -> int:
    """The number of coefficients."""
    return (order + 1) ** 2


def regular(x: Array, y: Array, z: Array, order: int) -> Array:
    """Regular solid harmonics `R_lm(x, y, z)` up to degree `order`.

    `sqrt((l+1)^2 - m^2) R_{l+1,m} = (2l+1) z R_lm - sqrt(l^2 - m^2) r^2 R_{l-1,m}`, and `R_{m,m}`,
    `R_{m,-m}` are the real and imaginary part of `(x + iy)^m` times a constant.

    Args: x, y, z: coordinates, of one shape. order: the highest degree.
    Returns: `((order + 1)**2,) + x.shape`; the coefficient axis comes first, so that particles stay
    on the minor axis."""
    x, y, z = x[None], y[None], z[None]
    r2 = x * x + y * y + z * z

    def constant(values):
        return np.asarray(values, x.dtype).reshape((-1,) + (1,) * (x.ndim - 1))

    degrees = [jnp.ones_like(x), jnp.concatenate([y, z, x])]
    for l in range(1, order):
        m = np.arange(-l, l + 1)
        scale = 1 / np.sqrt((l + 1) ** 2 - m**2)
        lower = jnp.pad(degrees[-2], [(1, 1)] + [(0, 0)] * (x.ndim - 1))
        middle = constant((2 * l + 1) * scale) * (z * degrees[-1])
        middle = middle - constant(scale * np.sqrt(l**2 - m**2)) * (r2 * lower)
        sine, cosine = degrees[-1][:1], degrees[-1][-1:]
        top = constant(np.sqrt([(2 * l + 1) / (2 * l + 2)]))
        degree = jnp.concatenate(
            [top * (x * sine + y * cosine), middle, top * (x * cosine - y * sine)]
        )
        # One loop per degree: left alone, XLA cuts it into several, half as fast and four times as
        # long to compile.
        degrees.append(jax.lax.optimization_barrier(degree))
    return jnp.concatenate(degrees[: order + 1])


def irregular(x: Array, y: Array, z: Array, order: int) -> Array:
    """Irregular solid harmonics `I_lm(u) = R_lm(u / |u|^2) / |u|` up to degree `order`; zero at the
    origin. Arguments and result as in `regular`."""
    inverse = _inverse(direction(z, direction(x, y)[2])[2])
    x, y, z = ((c * inverse) * inverse for c in (x, y, z))
    return regular(x, y, z, order) * inverse[None]


def _inverse(x: Array) -> Array:
    """`1 / x`, and zero at zero."""
    return jnp.where(x > 0, 1 / jnp.where(x > 0, x, 1), 0)


@functools.cache
def derivative_matrices(order: int) -> np.ndarray:
    """Matrices of the derivatives: `d_k R_i(u) = sum_j D[k, i, j] R_j(u)`, `(3, n, n)`, float64, to
    be read only. They lower the degree by one."""
    matrices = np.zeros((3, size(order), size(order)))
    for l in range(1, order + 1):
        matrices[:, l * l : (l + 1) ** 2, (l - 1) ** 2 : l * l] = lowering(l)
    return matrices


HARMONICS = Harmonics(3, size, derivative_matrices, lowering=lowering)


# Translations, of coefficients in slots. The barriers make each step one loop over both halves.

# Above this order X, T, X as block-diagonal products, O(p^3), take over from X T X as one dense
# product, O(p^4); both take about the same time at orders 16 to 25 on two CPU cores.
DENSE_ORDER = 12


def m2l_entry(l: int, j: int, m: int) -> float:
    """`T_m[l, j] = (-1)^(l + m) (l + j)! / sqrt((l - m)! (l + m)! (j - m)! (j + m)!)`: the factor
    of a_jm in L_lm for M2L along z, for unit radii and distance."""
    return (-1) ** (l + m) * math.sqrt(math.comb(l + j, l - m) * math.comb(l + j, l + m))


@functools.cache
def _along_z(order: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """`T_m` on both halves, in blocks of groups of m, for rows from the left."""
    l, m = slots(order)

    def entry(row, column):
        return m2l_entry(l[column], l[row], m[row]) if m[row] == m[column] else 0.0

    return [
        (group, np.array([[[entry(i, j) for j in group] for i in group]] * 2))
        for group in groups(order, 1)
    ]


@functools.cache
def _conversion(order: int) -> np.ndarray:
    """X T X on both halves, `(2, N, N)`."""
    along_z = np.zeros_like(dense_swap(order))
    for group, block in _along_z(order):
        along_z[:, group[:, None], group] = block
    return dense_swap(order) @ along_z @ dense_swap(order)


def _apply(matrices: np.ndarray, slots: Halves) -> tuple[Array, Array]:
    """A constant matrix for each half: `(2, C, k, N)` to two arrays `(C, k, N)`."""
    return matmul(slots[0], matrices[0]), matmul(slots[1], matrices[1])


def swapped(order: int, slots: Halves) -> tuple[Array, Array]:
    """X, the swap of y and z, on both halves."""
    return _apply(dense_swap(order), slots) if order <= DENSE_ORDER else swap(order, slots)


def _convert(order: int, slots: Halves) -> tuple[Array, Array]:
    """X T X on both halves."""
    if order <= DENSE_ORDER:
        return _apply(_conversion(order), slots)
    return swap(order, apply_blocks(_along_z(order), swap(order, slots)))


def _scale(phase: Phase, factor: Array) -> Phase:
    cos, sin = phase
    return cos * factor, sin * factor


def _shift(
    coefficients: Array, shift: Array, radius: Array, along_z: Callable, order: int
) -> Array:
    """Turn to the z axis, apply `along_z(half, |shift| / radius)` to both halves, turn back."""
    to_z = frame(shift, order)
    t = (to_z.length / radius)[:, None, None]
    halves = [along_z(half, t) for half in to_axis(coefficients, to_z, order, swapped)]
    return from_axis(halves, to_z, order, swapped)


@dataclasses.dataclass(frozen=True)
class SolidHarmonics(Series):
    """The operators for 1/r."""

    harmonics = HARMONICS

    def regular(self, u: Array, order: int) -> Array:
        return regular(u[..., 0], u[..., 1], u[..., 2], order)

    def irregular(self, x: Array, radius: Array, order: int) -> Array:
        """r^(l + 1) I_lm."""
        x = x / radius[:, None, None]
        return irregular(x[..., 0], x[..., 1], x[..., 2], order)

    def p2l(self, y: Array, radius: Array, weights: dict[int, Array], order: int) -> Array:
        return super().p2l(y, radius, weights, order) / radius[:, None, None]

    def m2p(
        self, multipole: Array, x: Array, radius: Array, outputs: tuple[int, ...]
    ) -> dict[int, Array]:
        return super().m2p(multipole / radius[:, None, None], x, radius, outputs)

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole coefficients of a source cell,
        `(C, k, n)`; zero for the shift zero of padding.

        Turned to the z axis, `L_lm = (1/|d|) (r_t/|d|)^l sum_j T_m[l, j] (r_s/|d|)^j M_jm`. Both
        scalings commute with rotations, so the steps are: a phase, X, a phase, XTX, a phase, X, a
        phase. XTX is dense in each half, O(p^4), but one fast product in place of the three that X,
        T and X take."""
        l = slots(order)[0]
        length, azimuth, polar = frame(d, order)
        inverse = _inverse(length)
        source = spread(powers(r_s * inverse, order), l)
        target = spread(powers(r_t * inverse, order) * inverse[None], l)
        halves = turn(_scale(azimuth, source), split(multipole, order))
        halves = turn(polar, swapped(order, halves))
        halves = turn(conjugate(polar), _convert(order, halves))
        halves = turn(_scale(conjugate(azimuth), target), swapped(order, halves))
        return merge(halves, order)

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole coefficients that comes from its child, `(C, k, n)`; the
        shift may be zero.

        With `t = |shift| / r_parent`, along z, `M'_lm = sum_j sqrt(binom(l-m, l-j) binom(l+m, l-j))
        t^(l-j) (r_child/r_parent)^j M_jm`. That is `exp(t D_z)`, evaluated by Horner's rule:
        `order` steps with the one constant `sqrt(l^2 - m^2)`, safe for any `t`."""
        l, m = slots(order)

        def along_z(a, t):
            a = a * spread(powers(r_child / r_parent, order), l)
            b, raise_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
            for k in range(order, 0, -1):
                b = a + t / k * (raise_degree * jnp.pad(b[..., :-1], ((0, 0), (0, 0), (1, 0))))
            return b

        return _shift(multipole, shift, r_parent, along_z, order)

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent, `(C, k, n)`: the
        transpose of `m2m`."""
        l, m = slots(order)

        def along_z(a, t):
            b, lower_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
            for k in range(order, 0, -1):
                b = a + t / k * jnp.pad((lower_degree * b)[..., 1:], ((0, 0), (0, 0), (0, 1)))
            return b * spread(powers(r_child / r_parent, order), l)

        return _shift(local, shift, r_parent, along_z, order)
