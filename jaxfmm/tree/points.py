"""The box of points, and whether two points are so close that the square of their distance
underflows."""

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.tree.sorts import order_of, sort_key


class Box(NamedTuple):
    """The box of all points, (d,) each; its largest side, from which the unit follows; whether all
    points are finite."""

    low: Array
    high: Array
    extent: Array
    finite: Array


def box_of(sources: Array, targets: Array) -> Box:
    """The `Box` of points. Its extent is positive, also if all points are equal."""
    low, high = corners(sources, targets)
    # XLA's minimum on CPUs may lose NaN.
    finite = jnp.isfinite(sources).all() & jnp.isfinite(targets).all()
    extent = jnp.max(high - low, initial=0)
    farthest = jnp.maximum(jnp.abs(low).max(initial=0), jnp.abs(high).max(initial=0))
    extent = jnp.where(extent > 0, extent, farthest)
    usable = finite & jnp.isfinite(extent) & (extent > 0)
    return Box(low, high, jnp.where(usable, extent, 1), finite)


def corners(sources: Array, targets: Array | None) -> tuple[Array, Array]:
    """Lowest and highest coordinates of all points."""
    low, high = sources.min(0, initial=jnp.inf), sources.max(0, initial=-jnp.inf)
    if targets is None or targets is sources:
        return low, high
    lowest, highest = targets.min(0, initial=jnp.inf), targets.max(0, initial=-jnp.inf)
    return jnp.minimum(low, lowest), jnp.maximum(high, highest)


def middle(sources: Array, targets: Array | None) -> Array:
    """The middle of the box of all points, zero if there are none."""
    low, high = corners(*jax.tree.map(lax.stop_gradient, (sources, targets)))
    return jnp.where(low <= high, 0.5 * low + 0.5 * high, 0)


def smallest_apart(dtype: DTypeLike) -> float:
    """Coordinates below this may differ by less than the root of the smallest number."""
    numbers = jnp.finfo(dtype)
    return 2 * math.sqrt(float(numbers.tiny)) / float(numbers.eps)


def close_side(dtype: DTypeLike) -> float:
    """Eight times the distance whose square may underflow."""
    return 8 * math.sqrt(float(jnp.finfo(dtype).tiny))


def underflowing(points: Array) -> Array:
    """Which coordinates are below `smallest_apart`."""
    return jnp.abs(points) < smallest_apart(points.dtype)


def suspected(points: Array) -> Array:
    """Whether points may be too close: a cheap test, which most points pass."""
    return ((points != 0) & underflowing(points)).any()


def too_close(points: Array) -> Array:
    """Whether two different points (n, d) are so close that the square of their distance may
    underflow. They share a cell of a grid of eight times that distance, or of the grid moved by
    half a cell, in the coordinates that are small enough for it."""
    side = close_side(points.dtype)

    def share(cell):
        columns = jnp.where(underflowing(points), cell(points / side) * side, points)
        order = order_of(*(sort_key(column) for column in columns.T))
        same = (columns[order][1:] == columns[order][:-1]).all(1)
        return (same & (points[order][1:] != points[order][:-1]).any(1)).any()

    return share(jnp.round) | share(jnp.floor)
