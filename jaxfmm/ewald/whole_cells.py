"""Cells with three edges for sums over waves, from cells that are open along some axes or lie in
the plane.

Waves need a period along every axis. Across the periodic axes it is a height P that is so large
that no image counts: for points that are at most P / 2 - R apart, where R is the radius of the
charge that the split spreads, the field is that of a kernel which ends at P / 2 (Vico, Greengard &
Ferrando, J. Comput. Phys. 323 (2016) 191). Such a kernel is continuous if its value at the end is
subtracted before and added everywhere after. With a wave of the vector k along the periodic axes
and 2 pi m / P across them, 4 pi / |K|^2 is then multiplied by

    one open axis:    1 - (-1)^m exp(-x) ,                                          x = |k| P / 2 ,
    two open axes:    1 - x K_1(x) J_0(pi |m|) - x^2 K_0(x) J_1(pi |m|) / (pi |m|)

and, with two open axes and m = 0, by 2 x^2 K_0(x) / pi more. The wave K = 0 has a value of its own,
which follows from the conventions of `kernels.periodic`.

The kernel -log r of the plane has the waves 2 pi / k^2, half of those of 1 / r. A cell in the plane
is one in space whose first edge is 1 and has no waves."""

import functools
from collections.abc import Iterable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.near_images import cross
from jaxfmm.kernels.periodic import inverse

NODES, STEP = 36, 0.19  # of the integrals that are K_0 and K_1


class Cells(NamedTuple):
    """The cells of segments about the origin, with three edges: first those that complete a cell of
    the plane or of open axes, then the periodic ones.

    rows (count, 3, 3).  distances (count,): R.  dim: of the points.  opened: how many axes are
    open."""

    rows: Array
    distances: Array
    dim: int = 3
    opened: int = 0


def whole_cells(rows: Array, distances: Array, heights: Array) -> Cells:
    """The cells of segments with the edges (count, p, d). distances, heights (count,): R and P."""
    _, edges, dim = rows.shape
    opened = dim - edges
    if opened:
        across = lax.stop_gradient(heights)[:, None, None] * jax.vmap(directions_across)(rows)
        rows = jnp.concatenate([across, rows], axis=1)
    if dim == 2:
        unit = jnp.zeros((len(rows), 1, 3), rows.dtype).at[:, 0, 0].set(1)
        rows = jnp.concatenate([unit, jnp.pad(rows, ((0, 0), (0, 0), (1, 0)))], axis=1)
    return Cells(rows, distances, dim, opened)


def directions_across(rows: Array) -> Array:
    """Unit vectors (d - p, d) that are orthogonal to the edges (p, d) and to each other."""
    edges, dim = rows.shape
    rows = rows / lax.stop_gradient(jnp.abs(rows).max())  # products of edges may leave float32
    if dim == 2:
        across = jnp.stack([-rows[0, 1], rows[0, 0]])[None]
    elif edges == 2:
        across = cross(rows[0], rows[1])[None]
    else:
        least = jnp.argmin(jnp.abs(lax.stop_gradient(rows[0])))
        first = cross(rows[0], jax.nn.one_hot(least, 3, dtype=rows.dtype))
        across = jnp.stack([first, cross(rows[0], first)])
    return across / jnp.linalg.norm(across, axis=1, keepdims=True)


def extents_across(rows: Array, sides: Iterable[tuple[Array, Array]], count: int) -> Array:
    """How far the points of each segment are apart across the periodic edges (count, p, d) of its
    cell, at most: (count,). sides: points (n, d) and their segments, `count` for padding."""
    across = jax.vmap(directions_across)(rows)
    low = jnp.full((count + 1, across.shape[1]), jnp.inf, rows.dtype)
    high = -low
    for points, segment in sides:
        along = einsum("nd,nod->no", points, across.at[segment].get(mode="clip"))
        low, high = low.at[segment].min(along), high.at[segment].max(along)
    return jnp.linalg.norm(jnp.maximum(high - low, 0)[:count], axis=1)


def in_three(points: Array) -> Array:
    """Points (n, d) in the coordinates of whole cells, (n, 3)."""
    return jnp.pad(points, ((0, 0), (3 - points.shape[1], 0)))


def weights_in_three(weights: dict[int, Array]) -> dict[int, Array]:
    """Weights {a: (n, k) + (d,) * a} for points in whole cells."""
    return {
        a: jnp.pad(w, [(0, 0)] * 2 + [(3 - d, 0) for d in w.shape[2:]]) for a, w in weights.items()
    }


def fields_of_points(fields: dict[int, Array], dim: int) -> dict[int, Array]:
    """Fields {b: (m, k) + (d,) * b} from those at points in whole cells."""
    return {b: u[(slice(None),) * 2 + (slice(3 - dim, None),) * b] for b, u in fields.items()}


def with_open_axes(factors: Array, cells: Cells, numbers: Iterable[np.ndarray]) -> Array:
    """The factors (count, *modes) of the modes of cells from 4 pi / (V K^2) c(K R) of modes in
    cells that are periodic along all axes. numbers: the numbers of the modes along each edge."""
    if cells.dim == 2:
        factors = 0.5 * factors
    if not cells.opened:
        return factors
    first = 3 - cells.dim
    last = first + cells.opened
    along = [
        np.expand_dims(m, [i for i in range(3) if i != axis]) for axis, m in enumerate(numbers)
    ]
    across = functools.reduce(np.add, [along[axis] ** 2 for axis in range(first, last)])
    origin = functools.reduce(np.logical_and, [m == 0 for m in along[last:]])
    dtype = cells.rows.dtype
    back = 2 * np.pi * jax.vmap(inverse)(cells.rows)[:, :, last:]
    terms = [
        back[:, :, i, None, None, None] * jnp.asarray(m, dtype)[None, None]
        for i, m in enumerate(along[last:])
    ]
    square = jnp.sum(jnp.square(functools.reduce(jnp.add, terms)), axis=1)
    height = lax.stop_gradient(jnp.linalg.norm(cells.rows[:, first], axis=1))[:, None, None, None]
    x = 0.5 * height * jnp.sqrt(jnp.where(origin[None], 1, square))
    # V / height^2; V itself may be too large or too small for float32
    volume = jnp.abs(jnp.linalg.det(cells.rows / height[:, :, 0])) * height[:, 0, 0, 0]
    volume = volume[:, None, None, None]
    if cells.opened == 1:
        sign = jnp.asarray((-1.0) ** along[first], dtype)[None]
        shares = 1 - sign * jnp.where(origin[None], 1, jnp.exp(-x))
        share_of_plane = 4 * np.pi if cells.dim == 3 else 2 * np.pi
        at_zero = -share_of_plane / (8 * volume)
    else:
        j0, j1 = (jnp.asarray(j, dtype)[None] for j in _bessel_of_waves(across))
        k0, k1 = _modified_bessel(x)
        inside = jnp.asarray(2 / np.pi * (across == 0), dtype)[None]
        shares = 1 - jnp.where(origin[None], j0, x * k1 * j0 + jnp.square(x) * k0 * (j1 - inside))
        edge = jnp.linalg.norm(cells.rows[:, 2], axis=1)[:, None, None, None]
        at_zero = np.pi / (4 * volume) - 2 * jnp.log(0.5 * height / edge) / edge
    zero = (across == 0) & origin
    return jnp.where(zero[None], at_zero, factors * shares)


@functools.lru_cache(maxsize=8)
def _tables(most: int) -> tuple[np.ndarray, np.ndarray]:
    """J_0(z) and J_1(z) / z at z = pi sqrt(s) for s = 0, ..., most, by their integrals over
    angles."""
    z = np.pi * np.sqrt(np.arange(most + 1))
    count = 64 + 2 * int(z[-1])
    angles = 2 * np.pi * np.arange(count) / count
    j0, j1 = np.zeros(len(z)), np.zeros(len(z))
    for angle in angles:  # one at a time: few numbers in memory
        phase = z * np.sin(angle)
        j0 += np.cos(phase)
        j1 += np.cos(angle - phase)
    return j0 / count, np.append(0.5, j1[1:] / (count * z[1:]))


def _bessel_of_waves(squares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`_tables` at the squares |m|^2 of the numbers of waves across the periodic axis."""
    whole = np.rint(squares).astype(int)
    j0, j1 = _tables(int(whole.max()))
    return j0[whole], j1[whole]


def _modified_bessel(x: Array) -> tuple[Array, Array]:
    """K_0 and K_1 of x > 0.1, by sums over t of exp(-x cosh t) cosh(nu t), whose errors are below
    rounding."""
    t = STEP * np.arange(NODES)
    cosines = np.cosh(t)
    weights = STEP * np.where(t > 0, 1.0, 0.5)
    k0, k1 = jnp.zeros_like(x), jnp.zeros_like(x)
    for cosine, weight in zip(cosines, weights):
        value = float(weight) * jnp.exp(-x * float(cosine))
        k0, k1 = k0 + value, k1 + float(cosine) * value
    return k0, k1
