"""The arrays of a binary tree over points, and loops over its levels."""

import dataclasses
from collections.abc import Callable
from typing import TypeVar

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import pytrees

Carry = TypeVar("Carry")


@dataclasses.dataclass(frozen=True)
class Nodes:
    """The nodes of a `Tree`, without the spheres around them: its fields of these names."""

    start: Array
    count: Array
    child: Array
    parent: Array
    level_start: Array
    n_nodes: Array


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class Tree:
    """A binary tree over n points in d dimensions, as arrays of static capacity. A node is a range
    of the points in the order of the tree.

    order (n,): the index of each point among the points as given; empty where these come in the
      order of the tree, which trees of sources alone may have.
    start, count (nodes,): the range of each node.
    child (nodes,): the left child, -1 at a leaf. The right child is the next node.
    parent (nodes,): -1 at the root.
    center (nodes, d), radius (nodes,): a sphere around the points of each node. The radius is
      positive even for a single point, because expansions divide by it.
    half (nodes, d): from the centre to the sides of the box around the points.
    level_start (MAX_LEVELS + 1,): level l has the nodes level_start[l] to level_start[l + 1] - 1.
    n_nodes: how many nodes the points need. If that exceeds the capacity, the tree is incomplete
      and must not be used.
    leaves (leaf capacity,): the nodes that are leaves, from left to right; `n_leaves` are used.
    leaf_of_point (n,): the position in `leaves` of each point as given.
    roots (segments,): the root of each segment's own tree, -1 for a segment without points; None
      for a tree without segments (`tree.forest`).
    leaf_size: the largest number of points in a leaf."""

    order: Array
    start: Array
    count: Array
    child: Array
    parent: Array
    center: Array
    half: Array
    radius: Array
    level_start: Array
    n_nodes: Array
    leaves: Array
    n_leaves: Array
    leaf_of_point: Array
    leaf_size: int = dataclasses.field(metadata={"static": True})
    roots: Array | None = None

    @property
    def capacity(self) -> int:
        return self.start.shape[0]

    def in_order(self, rows: Array) -> Array:
        """Rows (n, ...) of the points as given, in the order of the tree."""
        return rows[self.order] if len(self.order) else rows

    def mean_radius(self) -> Array:
        """The mean radius of all nodes."""
        return jnp.mean(self.radius, where=lax.iota(jnp.int32, self.capacity) < self.n_nodes)

    def points_in(self, leaves: ArrayLike) -> int:
        """How many points these leaves of a concrete tree hold, given by their positions in
        `leaves`. A leaf that comes several times counts as often."""
        nodes = np.asarray(self.leaves)[np.asarray(leaves)]
        return int(np.asarray(self.count)[nodes].sum(dtype=np.int64))

    def largest(self, values: Array) -> Array:
        """The largest of the values (n,) of the points as given, among the points of each node:
        (nodes,). Values are at least zero."""
        nodes, chunk = self.capacity, min(self.capacity, 1 << 14)
        leaf = self.leaves.at[self.leaf_of_point].get(mode="fill", fill_value=nodes)
        largest = jnp.zeros(nodes, values.dtype).at[leaf].max(values, mode="drop")
        step = lax.iota(jnp.int32, chunk)

        def level(first: Array, stop: Array, largest: Array) -> Array:
            me = jnp.minimum(first + step, nodes - 1)
            inner = (first + step < stop) & (self.child[me] >= 0)
            child = jnp.where(inner, self.child[me], 0)
            value = jnp.maximum(largest[child], largest[child + 1])
            return largest.at[jnp.where(inner, me, nodes)].set(value, mode="drop")

        return self.walk(chunk, level, largest, upward=True)

    def walk(
        self,
        chunk: int,
        body: Callable[[Array, Array, Carry], Carry],
        carry: Carry,
        *,
        upward: bool,
        first: Array | int = 0,
        last: Array | None = None,
    ) -> Carry:
        """`level_chunks` of the nodes in use, or of whole levels from node `first` to before node
        `last`."""
        stop = jnp.minimum(self.n_nodes, self.capacity) if last is None else last
        return level_chunks(self.level_start, stop, chunk, body, carry, upward=upward, first=first)


def level_chunks(
    level_start: Array,
    n_nodes: Array,
    chunk: int,
    body: Callable[[Array, Array, Carry], Carry],
    carry: Carry,
    *,
    upward: bool,
    first: Array | int = 0,
) -> Carry:
    """Runs `carry = body(begin, end, carry)` over runs of at most `chunk` consecutive nodes of one
    level, from the deepest level to the root (`upward`) or from the root downward. Nodes before
    `first`, which is the first of a level, are left out."""

    def level_of(node: Array) -> Array:
        return jnp.searchsorted(level_start, node, side="right", method="scan_unrolled") - 1

    def up(state: tuple[Array, Carry]) -> tuple[Array, Carry]:
        end, carry = state
        begin = jnp.maximum(level_start[level_of(end - 1)], end - chunk)
        return begin, body(begin, end, carry)

    def down(state: tuple[Array, Carry]) -> tuple[Array, Carry]:
        begin, carry = state
        end = jnp.minimum(level_start[level_of(begin) + 1], begin + chunk)
        return end, body(begin, end, carry)

    if upward:
        return lax.while_loop(lambda state: state[0] > first, up, (n_nodes, carry))[1]
    start = jnp.full_like(n_nodes, first)
    return lax.while_loop(lambda state: state[0] < n_nodes, down, (start, carry))[1]
