"""A tree with 32 children for every node, for walks without lists; its shapes depend on the number
of points alone.

The leaves are the leaves of the balanced tree: more than 32 points make leaves of 17 to 32 points
each. 32 neighbouring leaves or nodes form a group, which is a node of the next level. Points and
boxes of a group lie side by side in rows of 32 slots."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.tree import balanced

SIZE = 32
MOST_AXES = 8  # Points are split along at most this many axes.


class Layout(NamedTuple):
    """The slots of n points in order.

    place: (leaves, 32) of the point in each slot.  there: (leaves, 32) false for slots without a
    point, which repeat the leaf's last one.  slot: (n,) of each point."""

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
    place = start + np.minimum(number, count - 1)
    return Layout(place, there, np.flatnonzero(there).astype(np.int32))


def first_groups(leaves: int) -> np.ndarray:
    """(levels,) int32: the first group of each level, beginning with the level of the leaves."""
    first, groups = [0], -(-leaves // SIZE)
    while groups > 1:
        first.append(first[-1] + groups)
        groups = -(-groups // SIZE)
    return np.array(first, np.int32)


def order(points: Array, leaf_size: int = SIZE) -> Array:
    """The order (n,) of points (n, d) along the leaves, or along smaller leaves of the same tree.
    Nodes of every level are ranges of it."""
    if points.shape[1] > MOST_AXES:
        widest = lax.top_k(points.max(0) - points.min(0), MOST_AXES)[1]
        points = points[:, widest]
    return balanced.build_balanced(points, leaf_size=leaf_size, extent=1.0, native=True).order


def in_slots(values: Array, order: Array) -> Array:
    """values (n, k) -> (leaves, k, 32)."""
    return jnp.swapaxes(values[order[layout(len(order)).place]], 1, 2)


def _levels(nodes: Array, reduce: Callable, rest: float | None) -> Array:
    """The groups (groups, rows, 32) of all levels, for rows (leaves, rows) of the leaves.

    reduce: (groups, rows, 32) -> (groups, rows).  rest: the value that pads a group, or None to
    repeat the last node."""
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


def boxes(points: Array, least: Array | None = None) -> Array:
    """(groups, 2 d, 32): in turn the lowest and the highest coordinates of points (leaves, d, 32);
    with values `least` (leaves, 32), their smallest in one more row."""
    low, high = points.min(2), points.max(2)
    rows = [side[:, c] for c in range(points.shape[1]) for side in (low, -high)]
    rows += [] if least is None else [least.min(1)]
    lowest = _levels(jnp.stack(rows, axis=1), lambda groups: groups.min(2), None)
    sign = [1, -1] * points.shape[1] + [1] * (least is not None)
    return lowest * jnp.asarray(sign, lowest.dtype)[None, :, None]


def log_masses(logs: Array) -> Array:
    """(groups, 32): the logarithms of the sums of exp(logs (leaves, 32)) in every node, -inf in
    padding."""
    leaves = jax.nn.logsumexp(logs, axis=1)[:, None]
    return _levels(leaves, lambda groups: jax.nn.logsumexp(groups, axis=2), -jnp.inf)[:, 0]


def largest(logs: Array) -> Array:
    """(groups, 32): the largest of logs (leaves, 32) in every node, -inf in padding."""
    return _levels(logs.max(1)[:, None], lambda groups: groups.max(2), -jnp.inf)[:, 0]
