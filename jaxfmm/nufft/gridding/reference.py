"""Spreading and interpolation in plain XLA: the reference, which runs where compiled operations are
absent.

    spread        grid_c(l)   = sum_j weights_c(j) phi(l H - x_j)          over the points
    interpolate   result_c(j) = sum_l phi(l H - x_j) grid_c(l)             over the nodes

with phi the product over the dimensions of the windows of `nufft/gridding/grid.py`. Points (n, d),
weights and results (n, columns), grids (columns, *shape). Node l = 0 is half a window before
`origin`, which lies before all points: so ceil((x - origin) / H) is the first node that x touches,
and its window ends before it leaves the grid. Points beyond the grid touch its last nodes instead,
and mean nothing."""

import math
from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.nufft.gridding.grid import Grid, table


def first_nodes(grid: Grid, origin: Array, points: Array) -> Array:
    """The numbers (n, d) of the first nodes that points touch, per dimension; 0 for NaN."""
    last = jnp.array([size - grid.width for size in grid.shape], points.dtype)
    at = jnp.ceil((points - origin[None]) * (1 / grid.spacing))
    return jnp.where(at > 0, jnp.minimum(at, last[None]), 0).astype(jnp.int32)


def _windows(grid: Grid, origin: Array, points: Array, first: Array) -> list[Array]:
    """The values (n, width) of the window at the nodes of each point, for every dimension."""
    node = origin[None] + first.astype(points.dtype) * grid.spacing
    u = (2 * (node - points) * (1 / grid.spacing) - 1)[..., None]
    powers = jnp.asarray(table(grid), points.dtype)[:, None, None, : grid.width]
    value = powers[-1]
    for power in powers[-2::-1]:
        value = value * u + power
    return [value[:, a] for a in range(points.shape[1])]


def _rows(grid: Grid, origin: Array, points: Array) -> tuple[int, Callable]:
    """How many rows of nodes along the last dimension a point touches, and row(i): the numbers (n,
    width) of the nodes of the i-th row of each point, and the values of the window there."""
    first = first_nodes(grid, origin, points)
    *slow, fast = _windows(grid, origin, points, first)
    strides = np.array(
        [math.prod(grid.shape[axis + 1 :]) for axis in range(len(grid.shape))], np.int32
    )
    start = first @ jnp.asarray(strides)
    count = grid.width ** len(slow)
    offsets = np.indices((grid.width,) * len(slow), np.int32).reshape(len(slow), count).T
    offsets, steps = jnp.asarray(offsets), jnp.asarray(offsets @ strides[:-1])

    def row(i):
        factor = fast
        for axis, window in enumerate(slow):
            factor = factor * lax.dynamic_slice_in_dim(window, offsets[i, axis], 1, axis=1)
        return (start + steps[i])[:, None] + jnp.arange(grid.width, dtype=jnp.int32)[None], factor

    return count, row


def sort(grid: Grid, origin: Array, points: Array) -> Array:
    """The points in the form that `spread` and `interpolate` take: here unchanged."""
    return points


def spread(grid: Grid, origin: Array, points: Array, weights: Array) -> Array:
    """weights (n, columns) -> (columns, *shape). Nodes are sums one by one in the dtype: 1e6 points
    at one place cost float32 two or three digits, which the compiled operations do not lose."""
    count, row = _rows(grid, origin, points)

    def body(i, sums):
        index, factor = row(i)
        return sums.at[index].add(factor[..., None] * weights[:, None])

    sums = lax.fori_loop(
        0, count, body, jnp.zeros((math.prod(grid.shape), weights.shape[1]), weights.dtype)
    )
    return sums.T.reshape(-1, *grid.shape)


def interpolate(grid: Grid, origin: Array, points: Array, grids: Array) -> Array:
    """grids (columns, *shape) -> (n, columns)."""
    count, row = _rows(grid, origin, points)
    values = grids.reshape(grids.shape[0], -1).T

    def body(i, sums):
        index, factor = row(i)
        return sums + jnp.sum(factor[..., None] * values[index], axis=1)

    return lax.fori_loop(0, count, body, jnp.zeros((points.shape[0], grids.shape[0]), grids.dtype))
