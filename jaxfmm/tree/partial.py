"""The tree of some of the points of an array: the others are padding, which no node holds."""

import dataclasses
from typing import Any

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.tree.build import build
from jaxfmm.tree.structure import Tree


def build_of_some(points: Array, used: Array, *, leaf_capacity: int, **options: Any) -> Tree:
    """The tree of those of the points (n, d) that are `used` (n,), one at least, which come first
    in its order. `leaf_of_point` of the others is the last leaf. options: of `build`.

    The capacity must suffice for the leaves of all points."""
    forest = build(
        points,
        leaf_capacity=leaf_capacity,
        numbers=jnp.where(used, 0, 1).astype(jnp.int32),
        segments=1,
        **options,
    )
    return _first_of(forest, used.sum(dtype=jnp.int32))


def _first_of(forest: Tree, count: Array) -> Tree:
    """The first tree of a forest of two, of so many points. Its nodes keep their order, a level
    higher if there is a second tree."""
    capacity, number = forest.capacity, lax.iota(jnp.int32, forest.capacity)
    own = (number < forest.n_nodes) & (forest.start + forest.count <= count)
    before = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(own, dtype=jnp.int32)])
    place = jnp.where(own, before[:-1], capacity)

    def put(values: Array, unused: int = 0) -> Array:
        out = jnp.full(values.shape, unused, values.dtype)
        return out.at[place].set(values, mode="drop")

    def new_number(nodes: Array) -> Array:
        return jnp.where(nodes < 0, -1, before.at[jnp.maximum(nodes, 0)].get(mode="clip"))

    levels = before[jnp.minimum(forest.level_start, capacity)]
    lower = jnp.concatenate([levels[1:], levels[-1:]])
    used = lax.iota(jnp.int32, len(forest.leaves)) < forest.n_leaves
    n_leaves = (used & (forest.start[forest.leaves] < count)).sum(dtype=jnp.int32)
    kept = lax.iota(jnp.int32, len(forest.leaves)) < n_leaves
    return dataclasses.replace(
        forest,
        start=put(forest.start),
        count=put(forest.count),
        child=put(new_number(forest.child), -1),
        parent=put(new_number(forest.parent), -1).at[0].set(-1),
        center=put(forest.center),
        half=put(forest.half),
        radius=put(forest.radius),
        level_start=jnp.where(own[0], levels, lower),
        n_nodes=jnp.where(forest.n_nodes > capacity, forest.n_nodes, before[-1]),
        leaves=jnp.where(kept, new_number(forest.leaves), 0),
        n_leaves=n_leaves,
        leaf_of_point=jnp.minimum(forest.leaf_of_point, n_leaves - 1),
        roots=None,
    )
