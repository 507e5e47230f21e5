"""What a plan asks of points: their box, and whether two are so close that the square of their
distance underflows."""

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.tree.sorts import order_of, sort_key


class Box(NamedTuple):
    """The box of all points, (d,) each; its largest side, of which the unit is made; whether all
    points are finite."""

    low: jax.Array
    high: jax.Array
    extent: jax.Array
    finite: jax.Array


def box_of(sources: jax.Array, targets: jax.Array) -> Box:
    """The `Box` of points; its extent is positive, also of points that are one."""
    low, high = corners(sources, targets)
    finite = (
        jnp.isfinite(sources).all() & jnp.isfinite(targets).all()
    )  # XLA's minimum on CPUs may lose NaN
    extent = jnp.max(high - low, initial=0)
    extent = jnp.where(
        extent > 0, extent, jnp.maximum(jnp.abs(low).max(initial=0), jnp.abs(high).max(initial=0))
    )
    return Box(
        low, high, jnp.where(finite & jnp.isfinite(extent) & (extent > 0), extent, 1), finite
    )


def corners(sources: jax.Array, targets: jax.Array | None) -> tuple[jax.Array, jax.Array]:
    """Lowest and highest coordinates of all points."""
    low, high = sources.min(0, initial=jnp.inf), sources.max(0, initial=-jnp.inf)
    if targets is None or targets is sources:
        return low, high
    return jnp.minimum(low, targets.min(0, initial=jnp.inf)), jnp.maximum(
        high, targets.max(0, initial=-jnp.inf)
    )


def middle(sources: jax.Array, targets: jax.Array | None) -> jax.Array:
    """The middle of the box of all points, zero for none."""
    low, high = corners(*jax.tree.map(lax.stop_gradient, (sources, targets)))
    return jnp.where(low <= high, 0.5 * low + 0.5 * high, 0)


def underflowing(points: jax.Array) -> jax.Array:
    """The coordinates that are so small that two of them may differ by less than the root of the
    smallest number."""
    numbers = jnp.finfo(points.dtype)
    return jnp.abs(points) < 2 * math.sqrt(float(numbers.tiny)) / float(numbers.eps)


def suspected(points: jax.Array) -> jax.Array:
    """Whether points may be too close: a cheap test that clears most."""
    return ((points != 0) & underflowing(points)).any()


def too_close(points: jax.Array) -> jax.Array:
    """Whether two different points (n, d) are so close that the square of their distance may
    underflow: whether they share a cell of a grid of eight times that distance, in the coordinates
    that are small enough for it, or one of the same grid moved by half a cell."""
    side = 8 * math.sqrt(float(jnp.finfo(points.dtype).tiny))

    def share(cell):
        columns = jnp.where(underflowing(points), cell(points / side) * side, points)
        order = order_of(*(sort_key(column) for column in columns.T))
        same = (columns[order][1:] == columns[order][:-1]).all(1)
        return (same & (points[order][1:] != points[order][:-1]).any(1)).any()

    return share(jnp.round) | share(jnp.floor)
