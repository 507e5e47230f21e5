"""A tree of which every node has 32 children, for walks without lists; its shapes depend on the
number of points alone.

Leaves are those of the balanced tree, of 17 to 32 points each where there are more than 32; 32
neighbouring leaves or nodes are a group, which is a node of the next level. Points and boxes of a
group lie side by side in rows of 32, slots."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.tree import balanced

SIZE = 32
MOST_AXES = 8  # along which points are split


class Layout(NamedTuple):
    """Of n points in order: place (leaves, 32) of the point in each slot, the leaf's last again
    where `there` (leaves, 32) is false; slot (n,) of each place."""

    place: np.ndarray
    there: np.ndarray
    slot: np.ndarray


@functools.lru_cache(maxsize=16)
def layout(n: int) -> Layout:
    start, count, _, _ = balanced.skeleton(n, SIZE)
    leaves = balanced.leaf_count(n, SIZE)
    start, count = (x[-leaves:, None] for x in (start, count))
    number = np.arange(SIZE, dtype=np.int32)[None]
    there = number < count
    return Layout(
        start + np.minimum(number, count - 1), there, np.flatnonzero(there).astype(np.int32)
    )


def first_groups(leaves: int) -> np.ndarray:
    """(levels,) int32: which group is the first of each level, the leaves' level first."""
    first, groups = [0], -(-leaves // SIZE)
    while groups > 1:
        first.append(first[-1] + groups)
        groups = -(-groups // SIZE)
    return np.array(first, np.int32)


def order(points: jax.Array) -> jax.Array:
    """The order (n,) of points (n, d) along the leaves."""
    if points.shape[1] > MOST_AXES:
        widest = lax.top_k(points.max(0) - points.min(0), MOST_AXES)[1]
        points = points[:, widest]
    return balanced.build_balanced(points, leaf_size=SIZE, extent=1.0, native=True).order


def in_slots(values: jax.Array, order: jax.Array) -> jax.Array:
    """values (n, k) -> (leaves, k, 32)."""
    return jnp.swapaxes(values[order[layout(len(order)).place]], 1, 2)


def _levels(nodes: jax.Array, reduce: Callable, rest: float | None) -> jax.Array:
    """All groups (groups, rows, 32) of the rows (leaves, rows) of leaves. reduce: (groups, rows,
    32) -> (groups, rows); rest: the value of nodes that are none, or None for the last one's."""
    levels = []
    while True:
        missing = -len(nodes) % SIZE
        filler = nodes[-1:] if rest is None else jnp.full_like(nodes[-1:], rest)
        nodes = jnp.concatenate([nodes, jnp.broadcast_to(filler, (missing, nodes.shape[1]))])
        groups = jnp.swapaxes(nodes.reshape(-1, SIZE, nodes.shape[1]), 1, 2)
        levels.append(groups)
        if len(groups) == 1:
            return jnp.concatenate(levels)
        nodes = reduce(groups)


def boxes(points: jax.Array, least: Any = None) -> jax.Array:
    """(groups, 2 d, 32): the lowest and the highest coordinates in turn of points (leaves, d, 32);
    with values `least` (leaves, 32) their smallest in one more row."""
    low, high = points.min(2), points.max(2)
    rows = [side[:, c] for c in range(points.shape[1]) for side in (low, -high)]
    rows += [] if least is None else [least.min(1)]
    found = _levels(jnp.stack(rows, axis=1), lambda groups: groups.min(2), None)
    sign = [1, -1] * points.shape[1] + [1] * (least is not None)
    return found * jnp.asarray(sign, found.dtype)[None, :, None]


def masses(values: jax.Array) -> jax.Array:
    """(groups, 32): the sums of values (leaves, 32) >= 0 in every node, 0 where there is none."""
    return _levels(values.sum(1)[:, None], lambda groups: groups.sum(2), 0.0)[:, 0]
