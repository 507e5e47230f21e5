"""The rule by which two cells are far apart, so that they interact by expansions.

For a target node a and a source node b, let d = |c_a - c_b|, R the larger of their radii and r the
smaller one. The nodes are

    far      when R + rate r <= rate d, and their spheres or their boxes are at least `near_length`
             apart, the larger of the two lengths where nodes have their own.

The rule is that of Goude & Engblom (2013, equation 2.1): the larger radius is at most the rate
times the distance to the other sphere. So expansions converge equally fast for equal cells, for
unequal cells, and for a cell and a point. The roles of the radii may be exchanged (end of their
section 2): a pair of leaves that is not far may go

    outward  (W list, M2P) when r + rate R <= rate d, they are as far apart, and the source is the
             smaller: its multipole converges at all points of the target, though its local
             expansion does not,
    inward   (X list, P2L) when the same holds and the target is the smaller.

custom_ops/include/lists.h has the same rule for compiled code."""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array


class Related(NamedTuple):
    """Which lists a pair of nodes may go into, by its spheres and boxes; arrays of bools."""

    far: Array
    outward: Array
    inward: Array


class Shape(NamedTuple):
    """What the rule reads of nodes: radius (...) of their spheres, half (..., d) of their boxes,
    and `near_length` (...)."""

    radius: Array
    half: Array
    length: Array


def related(offset: Array, rate: Array, target: Shape, source: Shape) -> Related:
    """The lists that the rule allows. offset (..., d): from centre to centre."""
    distance = jnp.sqrt(jnp.sum(offset**2, axis=-1))
    length = jnp.maximum(target.length, source.length)
    smaller = jnp.minimum(target.radius, source.radius)
    larger = jnp.maximum(target.radius, source.radius)
    gap = jnp.maximum(jnp.abs(offset) - (target.half + source.half), 0)
    by_boxes = (length > 0) & (jnp.sum(gap**2, axis=-1) >= length**2)
    apart = (distance - (target.radius + source.radius) >= length) | by_boxes
    exchanged = (smaller + rate * larger <= rate * distance) & apart
    return Related(
        far=(larger + rate * smaller <= rate * distance) & apart,
        outward=exchanged & (source.radius < target.radius),
        inward=exchanged & (target.radius < source.radius),
    )
