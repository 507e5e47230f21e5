r"""Expansions of the 3D Laplace kernel `K(x - y) = 1 / |x - y|` in real solid harmonics.

With `C_lm` the real Schmidt semi-normalised surface harmonics (`m > 0` cosine, `m < 0` sine, no
Condon-Shortley sign; `sum_m C_lm(a) C_lm(b) = P_l(a . b)`), coefficient `i = l*l + l + m` belongs
to the solid harmonics

    regular    R_lm(u) = |u|^l C_lm(u / |u|)            irregular   I_lm(u) = C_lm(u / |u|) / |u|^(l+1)

for `l <= p`, `|m| <= l`, hence `n = (p + 1)**2`, and `1 / |x - y| = sum_lm R_lm(y) I_lm(x)` for `|y| < |x|`. Sources
of a cell (centre `c_s`, radius `r_s`) give at a far `x`, and far sources give in a cell (centre `c_t`, radius `r_t`)
at `x`,

    phi(x) = sum_lm M_lm r_s^l I_lm(x - c_s)   with   M_lm = sum_j q_j R_lm((y_j - c_s) / r_s)
    phi(x) = sum_lm L_lm R_lm((x - c_t) / r_t)

See `base` for shapes, weights and outputs. Derivatives of any order, of sources or targets, are
constant matrices acting on coefficients (`derivative_matrices`). Translations turn the shift `d` to
the z axis, where only equal `m` mix, and back.

Reference: Wang and LeSar (1996) and Dehnen (2014), whose complex harmonics carry `1 / (l + m)!` and
`(l - m)!`; ours are their real and imaginary parts scaled so that all of them stay near `r^l` and
`1 / r^(l+1)` at any degree, which float32 needs."""

import functools
import math
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.expansions.derivatives import Harmonics, evaluate, matmul, moments
from jaxfmm.expansions.laplace3d import slots as slots3d
from jaxfmm.expansions.laplace3d.axis_swap import lowering


def size(order: int) -> Any:
    """How many coefficients there are."""
    return (order + 1) ** 2


def regular(x: jax.Array, y: jax.Array, z: jax.Array, order: int) -> jax.Array:
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


def irregular(x: jax.Array, y: jax.Array, z: jax.Array, order: int) -> jax.Array:
    """Irregular solid harmonics `I_lm(u) = R_lm(u / |u|^2) / |u|` up to degree `order`; zero at the origin.

    Arguments and result as in `regular`.
    """
    rho = slots3d.direction(x, y)[2]
    length = slots3d.direction(z, rho)[2]
    inverse = _inverse(length)
    x, y, z = ((c * inverse) * inverse for c in (x, y, z))
    return regular(x, y, z, order) * inverse[None]


def _inverse(x: jax.Array) -> jax.Array:
    """`1 / x`, and zero at zero."""
    return jnp.where(x > 0, 1 / jnp.where(x > 0, x, 1), 0)


# Constants, in float64: built once per order with numpy.


@functools.cache
def derivative_matrices(order: int) -> np.ndarray:
    """Matrices of the derivatives: `d_k R_i(u) = sum_j D[k, i, j] R_j(u)`.

    They lower the degree by one. By duality `d_k I_j(u) = -sum_i D[k, i, j] I_i(u)`, which raises
    it. Returns: `(3, n, n)`, float64, to be read only."""
    matrices = np.zeros((3, (order + 1) ** 2, (order + 1) ** 2))
    for l in range(1, order + 1):
        matrices[:, l * l : (l + 1) ** 2, (l - 1) ** 2 : l * l] = lowering(l)
    return matrices


def rotation_matrix(rotation: np.ndarray, order: int) -> np.ndarray:
    """The orthogonal `(n, n)` matrix `Q` with `R(rotation @ u) = Q @ R(u)` for a `(3, 3)`
    orthogonal `rotation`."""
    derivatives = derivative_matrices(order)
    matrix = np.zeros(derivatives.shape[1:])
    matrix[0, 0] = 1
    for l in range(1, order + 1):
        # The chain rule gives Q_l D_k = sum_j rotation_jk D_j Q_{l-1}, and sum_k D_k D_k^T = l (2l
        # - 1) on degree l.
        here, below = slice(l * l, (l + 1) ** 2), slice((l - 1) ** 2, l * l)
        d = derivatives[:, here, below]
        turned = np.einsum("jk,jab->kab", rotation, d) @ matrix[below, below]
        matrix[here, here] = (turned @ d.transpose(0, 2, 1)).sum(0) / (l * (2 * l - 1))
    return matrix


HARMONICS = Harmonics(3, slots3d.order_of, derivative_matrices, lowering=lowering)


def p2m(u: jax.Array, radius: jax.Array, weights: dict[int, jax.Array], order: int) -> jax.Array:
    """Multipole coefficients of sources: `M_lm = sum_j q_j R_lm(u_j)`, and derivatives of `R` for
    dipoles and beyond.

    Args:
      u: sources relative to the centre of their cell, divided by its radius, `(C, S, 3)`.
      radius: of the cells, `(C,)`.
      weights: of the sources by tensor order, see `base`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    return moments(
        HARMONICS, regular(u[..., 0], u[..., 1], u[..., 2], order), weights, radius, raising=True
    )


def p2l(y: jax.Array, radius: jax.Array, weights: dict[int, jax.Array], order: int) -> jax.Array:
    """Local coefficients of sources far from a cell: `L_lm = r^l sum_j q_j I_lm(y_j)`, derivatives
    as in `p2m`.

    Args: as `p2m`, but `y`, `(C, S, 3)`, is relative to the centre of the cell and not divided by
      `radius`.
    Returns: `(C, k, n)`.
    """
    # In units of -radius the derivatives of irregular harmonics have the signs of the regular ones.
    y = y / radius[:, None, None]
    basis = irregular(y[..., 0], y[..., 1], y[..., 2], order + max(weights))
    local = moments(HARMONICS, basis, weights, -radius, raising=False)
    return local[..., : (order + 1) ** 2] / radius[:, None, None]


def l2p(
    local: jax.Array, u: jax.Array, radius: jax.Array, outputs: tuple[int, ...]
) -> dict[int, jax.Array]:
    """Fields of local coefficients, `phi(u) = sum_lm L_lm R_lm(u)`, and their derivatives.

    Args:
      local: `(C, k, n)`.
      u: targets relative to the centre of their cell, divided by its radius, `(C, T, 3)`.
      radius: of the cells, `(C,)`.
      outputs: tensor orders wanted, see `base`.
    Returns: `{b: (C, T, k) + (3,) * b}`.
    """
    basis = regular(u[..., 0], u[..., 1], u[..., 2], slots3d.order_of(local))
    return evaluate(HARMONICS, basis, local, radius, outputs, raising=False)


def m2p(
    multipole: jax.Array, x: jax.Array, radius: jax.Array, outputs: tuple[int, int, int]
) -> dict[int, jax.Array]:
    """Fields of multipole coefficients, `phi(x) = sum_lm M_lm r^l I_lm(x)`, and their derivatives.

    Args: as `l2p`, but `x`, `(C, T, 3)`, is relative to the centre of the source cell and not
      divided by `radius`.
    Returns: `{b: (C, T, k) + (3,) * b}`.
    """
    x = x / radius[:, None, None]
    basis = irregular(x[..., 0], x[..., 1], x[..., 2], slots3d.order_of(multipole) + max(outputs))
    raised = jnp.pad(
        multipole / radius[:, None, None], [(0, 0), (0, 0), (0, len(basis) - multipole.shape[-1])]
    )
    return evaluate(HARMONICS, basis, raised, -radius, outputs, raising=True)


# Translations, of coefficients in the slots of `slots3d`. The barriers make each step one loop over
# both halves.

EXCHANGE = np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])  # of y and z


@functools.cache
def _exchange(order: int) -> np.ndarray:
    """The exchange of y and z on both halves, `(2, N, N)`; zero on the odd slots of `m = 0`."""
    exchange = rotation_matrix(EXCHANGE, order)
    halves = np.stack([exchange[np.ix_(index, index)] for index in slots3d.indices(order)])
    empty = slots3d.slots(order)[1] == 0
    halves[1, empty] = halves[1, :, empty] = 0
    return halves


def m2l_entry(l: int, j: int, m: int) -> float:
    """`T_m[l, j]` of `m2l`: what a_jm gives to L_lm along z, for unit radii and distance."""
    return (-1) ** (l + m) * math.sqrt(math.comb(l + j, l - m) * math.comb(l + j, l + m))


@functools.cache
def _along_z(order: int) -> np.ndarray:
    """M2L along z on both halves, `(2, N, N)`, block diagonal by `m`: see `_conversion`."""
    slots = list(zip(*slots3d.slots(order), strict=True))
    along_z = np.zeros((len(slots), len(slots)))
    for row, (j, m) in enumerate(slots):
        for l in range(m, order + 1):
            column = slots.index((l, m))
            along_z[row, column] = m2l_entry(l, j, m)
    return np.stack([along_z, along_z])


@functools.cache
def _conversion(order: int) -> np.ndarray:
    """M2L along y on both halves, `(2, N, N)`, for unit radii and distance: along z it is `T_m[l,
    j] = (-1)^(l + m) (l + j)! / sqrt((l - m)! (l + m)! (j - m)! (j + m)!)`, applied to rows from
    the right."""
    exchange = _exchange(order)
    return exchange @ _along_z(order) @ exchange


# Above this order X, T, X as block-diagonal products, O(p^3), take over from X T X as one dense
# product, O(p^4); both take about the same time at orders 16 to 25 on two CPU cores.
DENSE_ORDER = 12


def _apply_blocks(
    matrices: Any, slots: Any, groups: list[np.ndarray]
) -> tuple[jax.Array, jax.Array]:
    """`_apply` for matrices that are block diagonal in `groups` of slots."""
    back = np.argsort(np.concatenate(groups)).astype(np.int32)

    def half(slots, matrix):
        parts = [matmul(slots[..., group], matrix[np.ix_(group, group)]) for group in groups]
        return jnp.concatenate(parts, axis=-1)[..., back]

    return half(slots[0], matrices[0]), half(slots[1], matrices[1])


def exchanged(order: int, slots: Iterable) -> tuple[jax.Array, jax.Array]:
    """The exchange of y and z, on both halves."""
    if order <= DENSE_ORDER:
        return _apply(_exchange(order), slots)
    return _apply_blocks(_exchange(order), slots, slots3d.groups(order, 0))


def _convert(order: int, slots: jax.Array) -> tuple[jax.Array, jax.Array]:
    """`_conversion`, on both halves."""
    if order <= DENSE_ORDER:
        return _apply(_conversion(order), slots)
    return exchanged(
        order, _apply_blocks(_along_z(order), exchanged(order, slots), slots3d.groups(order, 1))
    )


def _apply(matrices: np.ndarray, slots: Any) -> tuple[jax.Array, jax.Array]:
    """A constant matrix for each half: `(2, C, k, N)` to two arrays `(C, k, N)`."""
    return matmul(slots[0], matrices[0]), matmul(slots[1], matrices[1])


def _scale(phase: tuple[jax.Array, jax.Array], factor: jax.Array) -> tuple[jax.Array, jax.Array]:
    cos, sin = phase
    return cos * factor, sin * factor


def m2l(
    multipole: jax.Array, d: jax.Array, r_s: jax.Array, r_t: jax.Array, order: int
) -> jax.Array:
    """Local coefficients of a target cell from the multipole coefficients of a source cell.

    Turned to the z axis, `L_lm = (1/|d|) (r_t/|d|)^l sum_j T_m[l, j] (r_s/|d|)^j M_jm` (`_conversion`). Both scalings
    commute with rotations, so the steps are: a phase, X, a phase, XTX, a phase, X, a phase. XTX is dense
    in each half, O(p^4), but one fast product in place of the three that X, T and X take.

    Args:
      multipole: of the source cells, `(C, k, n)`.
      d: centre of the target minus centre of the source, `(C, 3)`; zero, for padding, gives zero.
      r_s, r_t: radii of the source and target cells, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l = slots3d.slots(order)[0]
    length, azimuth, polar = slots3d.frame(d, order)
    inverse = _inverse(length)
    source = slots3d.spread(slots3d.powers(r_s * inverse, order), l)
    target = slots3d.spread(slots3d.powers(r_t * inverse, order) * inverse[None], l)
    slots = slots3d.turn(_scale(azimuth, source), slots3d.split(multipole))
    slots = slots3d.turn(polar, exchanged(order, slots))
    slots = slots3d.turn(slots3d.conjugate(polar), _convert(order, slots))
    slots = slots3d.turn(_scale(slots3d.conjugate(azimuth), target), exchanged(order, slots))
    return slots3d.merge(slots, order)


def _shift(
    coefficients: jax.Array, shift: jax.Array, radius: jax.Array, along_z: Callable, order: int
) -> jax.Array:
    """Turn to the z axis, apply `along_z(half, |shift| / radius)` to both halves, turn back."""
    length, azimuth, polar = slots3d.frame(shift, order)
    slots = slots3d.turn(azimuth, slots3d.split(coefficients))
    slots = slots3d.turn(polar, exchanged(order, slots))
    halves = [along_z(half, (length / radius)[:, None, None]) for half in exchanged(order, slots)]
    slots = exchanged(order, halves)
    slots = slots3d.turn(slots3d.conjugate(polar), slots)
    return slots3d.merge(slots3d.turn(slots3d.conjugate(azimuth), exchanged(order, slots)), order)


def m2m(
    multipole: jax.Array, shift: jax.Array, r_child: Any, r_parent: jax.Array, order: int
) -> Any:
    """What the multipole coefficients of a child add to those of its parent.

    With `t = |shift| / r_parent`, along z, `M'_lm = sum_j sqrt(binom(l-m, l-j) binom(l+m, l-j))
    t^(l-j) (r_child/r_parent)^j M_jm`. That is `exp(t D_z)`, evaluated by Horner's rule: `order`
    steps with the one constant `sqrt(l^2 - m^2)`, safe for any `t`.

    Args:
      multipole: of the children, `(C, k, n)`.
      shift: centre of the child minus centre of the parent, `(C, 3)`, may be zero.
      r_child, r_parent: radii, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l, m = slots3d.slots(order)

    def along_z(a, t):
        a = a * slots3d.spread(slots3d.powers(r_child / r_parent, order), l)
        b, raise_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
        for k in range(order, 0, -1):
            b = a + t / k * (raise_degree * jnp.pad(b[..., :-1], ((0, 0), (0, 0), (1, 0))))
        return b

    return _shift(multipole, shift, r_parent, along_z, order)


def l2l(
    local: jax.Array, shift: jax.Array, r_parent: jax.Array, r_child: jax.Array, order: int
) -> Any:
    """What the local coefficients of a parent add to those of its child: the transpose of `m2m`.

    Args:
      local: of the parents, `(C, k, n)`.
      shift: centre of the child minus centre of the parent, `(C, 3)`, may be zero.
      r_parent, r_child: radii, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l, m = slots3d.slots(order)

    def along_z(a, t):
        b, lower_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
        for k in range(order, 0, -1):
            b = a + t / k * jnp.pad((lower_degree * b)[..., 1:], ((0, 0), (0, 0), (0, 1)))
        return b * slots3d.spread(slots3d.powers(r_child / r_parent, order), l)

    return _shift(local, shift, r_parent, along_z, order)
