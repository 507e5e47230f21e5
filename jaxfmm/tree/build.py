"""The adaptive binary tree: split at spatial midpoints, nodes measured by their particles.

A binary radix tree over Morton keys (Karras, HPG 2012), cut where a node holds at most `leaf_size`
points and is not beside a crowd (`tree.sparse`): a node splits where its keys first differ, which
is the midpoint of the smallest dyadic cell that holds its points, so empty space costs no nodes.
Every array has a static capacity and the build is one XLA program; nodes are numbered level by
level, the two children of a node side by side, the leaves also from left to right along the points.
"""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import cpu as cpu, cuda
from jaxfmm.tree.keys import WORDS, first_difference, sort_by_key
from jaxfmm.tree.limits import EXACT_RADIUS, MAX_LEVELS
from jaxfmm.tree.sparse import sparse

OCCUPANCY = 0.68  # points in a leaf over leaf size, as a rule

_ARRAYS = (
    "order",
    "start",
    "count",
    "child",
    "parent",
    "center",
    "half",
    "radius",
    "level_start",
    "n_nodes",
    "leaves",
    "n_leaves",
    "leaf_of_point",
)


@functools.partial(pytrees.register, data_fields=_ARRAYS, meta_fields=["leaf_size"])
@dataclasses.dataclass(frozen=True, kw_only=True)
class Tree:
    """A binary tree over points, as arrays of static capacity.

    order (n,): sorted position -> index of the point as given. Nodes and leaves are ranges of
    sorted positions. start, count (nodes,): the range of a node.  child (nodes,): its left child,
    the right one follows; -1 at a leaf. parent (nodes,): -1 at the root.  center (nodes, d), radius
    (nodes,): a sphere around the points of the node, of positive radius even for a single point
    (scales of expansions divide by it).  half (nodes, d): the widths of their box from the centre.
    level_start (MAX_LEVELS + 1,): level l is the nodes level_start[l] to level_start[l + 1].
    n_nodes: how many nodes the points need; more than the capacity means that the tree is cut off
    and not to be used. leaves (leaf capacity,): node numbers of the leaves from left to right.
    leaf_of_point (n,): position in `leaves` of each point as given. leaf_size: the largest number
    of points in a leaf."""

    order: jax.Array
    start: jax.Array
    count: jax.Array
    child: jax.Array
    parent: jax.Array
    center: jax.Array
    half: jax.Array
    radius: jax.Array
    level_start: jax.Array
    n_nodes: jax.Array
    leaves: jax.Array
    n_leaves: jax.Array
    leaf_of_point: jax.Array
    leaf_size: int

    @property
    def capacity(self) -> int:
        return self.start.shape[0]

    def mean_radius(self) -> jax.Array:
        """Of all nodes."""
        return jnp.mean(self.radius, where=lax.iota(jnp.int32, self.capacity) < self.n_nodes)

    def points_in(self, leaves: ArrayLike) -> int:
        """How many points these leaves of a concrete tree, by their positions in `leaves`, hold: a
        leaf that comes several times counts as often."""
        return int(
            np.asarray(self.count)[np.asarray(self.leaves)[np.asarray(leaves)]].sum(dtype=np.int64)
        )

    def largest(self, values: jax.Array) -> jax.Array:
        """The largest of the values (n,), of points as given, among the points of each node:
        (nodes,)."""
        nodes, chunk = self.capacity, min(self.capacity, 1 << 14)
        of_leaves = (
            jnp.zeros(self.leaves.shape, values.dtype)
            .at[self.leaf_of_point]
            .max(values, mode="drop")
        )
        used = lax.iota(jnp.int32, len(self.leaves)) < self.n_leaves
        largest = (
            jnp.zeros(nodes, values.dtype)
            .at[jnp.where(used, self.leaves, nodes)]
            .set(of_leaves, mode="drop")
        )
        step = lax.iota(jnp.int32, chunk)

        def level(first, stop, largest):
            me = jnp.minimum(first + step, nodes - 1)
            inner = (first + step < stop) & (self.child[me] >= 0)
            child = jnp.where(inner, self.child[me], 0)
            value = jnp.maximum(largest[child], largest[child + 1])
            return largest.at[jnp.where(inner, me, nodes)].set(value, mode="drop")

        return self.walk(chunk, level, largest, upward=True)

    def walk(
        self,
        chunk: int,
        body: Any,
        carry: Any,
        *,
        upward: bool,
        first: jax.Array = 0,
        last: jax.Array | None = None,
    ) -> Any:
        """`level_chunks` of the nodes that are in use, or of those from `first` to before `last`,
        whole levels."""
        used = jnp.minimum(self.n_nodes, self.capacity) if last is None else last
        return level_chunks(self.level_start, used, chunk, body, carry, upward=upward, begin=first)


def level_chunks(
    level_start: jax.Array,
    n_nodes: jax.Array,
    chunk: int,
    body: Callable,
    carry: tuple[jax.Array, jax.Array] | jax.Array,
    *,
    upward: bool,
    begin: jax.Array = 0,
) -> tuple[jax.Array, jax.Array] | jax.Array:
    """Runs `carry = body(first, last, carry)` over runs of at most `chunk` consecutive nodes that
    share a level, from the deepest level to the root (`upward`) or the other way; nodes before
    `begin`, the first of a level, are left out."""

    def up(state):
        stop, carry = state
        level = jnp.searchsorted(level_start, stop - 1, side="right", method="scan_unrolled") - 1
        first = jnp.maximum(level_start[level], stop - chunk)
        return first, body(first, stop, carry)

    def down(state):
        first, carry = state
        level = jnp.searchsorted(level_start, first, side="right", method="scan_unrolled") - 1
        stop = jnp.minimum(level_start[level + 1], first + chunk)
        return stop, body(first, stop, carry)

    if upward:
        return lax.while_loop(lambda s: s[0] > begin, up, (n_nodes, carry))[1]
    return lax.while_loop(lambda s: s[0] < n_nodes, down, (jnp.full_like(n_nodes, begin), carry))[1]


def _power_of_two(value: int, low: int, high: int) -> int:
    return min(high, max(low, 1 << max(0, int(value) - 1).bit_length()))


def _split(keys: jax.Array, first: jax.Array, last: jax.Array) -> jax.Array:
    """Where the ranges [first, last) of sorted keys split: the position of the first key that has
    the bit in which the range's first and last keys differ first; the middle where all keys are
    equal."""
    n = keys.shape[0]
    place = first_difference(keys[first], keys[last - 1])
    word, shift = jnp.minimum(place // 32, WORDS - 1), (31 - place % 32).astype(jnp.uint32)

    def halve(_, bounds):
        low, high = bounds  # the bit is 0 at low, 1 at high
        middle = (low + high) // 2
        bit = (keys[middle, word] >> shift) & jnp.uint32(1)
        return jnp.where(bit == 1, low, middle), jnp.where(bit == 1, middle, high)

    _, split = lax.fori_loop(0, max(1, n.bit_length()), halve, (first, last - 1))
    return jnp.where(place < 32 * WORDS, split, (first + last) // 2)


def _topology(keys: jax.Array, leaf_size: int, capacity: int, dim: int) -> tuple[jax.Array, ...]:
    """start, stop, child, parent, level of the nodes and how many there are, in breadth-first
    order."""
    n = keys.shape[0]
    chunk = _power_of_two(n // 64, 128, 1 << 14)
    pad = capacity + chunk
    zeros = jnp.zeros(pad, jnp.int32)
    state = (
        jnp.int32(0),
        jnp.int32(1),
        zeros,
        zeros.at[0].set(n),
        jnp.full(pad, -1, jnp.int32),
        jnp.full(pad, -1, jnp.int32),
        zeros,
    )

    def grow(state):
        head, tail, start, stop, child, parent, level = state
        window = functools.partial(lax.dynamic_slice_in_dim, start_index=head, slice_size=chunk)
        node = head + lax.iota(jnp.int32, chunk)
        first, last = window(start), window(stop)
        exists = node < tail
        safe = jnp.where(exists, first, 0), jnp.where(exists, last, n)
        split = exists & ((last - first > leaf_size) | sparse(keys, *safe, leaf_size, dim))
        middle = _split(keys, jnp.where(split, first, 0), jnp.where(split, last, n))
        left = tail + 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        right = jnp.where(split, left + 1, pad)
        left = jnp.where(split, left, pad)
        start = start.at[left].set(first, mode="drop").at[right].set(middle, mode="drop")
        stop = stop.at[left].set(middle, mode="drop").at[right].set(last, mode="drop")
        parent = parent.at[left].set(node, mode="drop").at[right].set(node, mode="drop")
        below = window(level) + 1
        level = level.at[left].set(below, mode="drop").at[right].set(below, mode="drop")
        child = lax.dynamic_update_slice_in_dim(child, jnp.where(split, left, -1), head, 0)
        return (
            jnp.minimum(head + chunk, tail),
            tail + 2 * split.sum(dtype=jnp.int32),
            start,
            stop,
            child,
            parent,
            level,
        )

    def unfinished(state):
        return (state[0] < state[1]) & (state[1] <= capacity)

    _, n_nodes, *arrays = lax.while_loop(unfinished, grow, state)
    return n_nodes, *(a[:capacity] for a in arrays)


def spheres(
    points: jax.Array,
    extent: jax.Array,
    leaf_size: int,
    start: jax.Array,
    stop: jax.Array,
    child: jax.Array,
    parent: jax.Array,
    level_start: jax.Array,
    used: jax.Array,
    leaf_node: jax.Array,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Of each node's points the centre of their box, half its widths, and a radius around the
    centre that holds them, positive even for one point.

    points (n, d) in the order of the tree; leaf_node (n,): the leaf of each; used: how many of the
    nodes there are."""
    capacity, dim = start.shape[0], points.shape[1]
    infinity = jnp.full((capacity, dim), jnp.inf, points.dtype)
    low = infinity.at[leaf_node].min(points)
    high = (-infinity).at[leaf_node].max(points)

    chunk = _power_of_two(capacity // 16, 128, 1 << 14)
    node = lax.iota(jnp.int32, chunk)

    def unite(first, last, boxes):
        me = first + node
        left = child.at[me].get(mode="clip")
        inner = jnp.where((me < last) & (left >= 0), me, capacity)
        low, high = boxes
        low = low.at[inner].set(jnp.minimum(low[left], low[left + 1]), mode="drop")
        high = high.at[inner].set(jnp.maximum(high[left], high[left + 1]), mode="drop")
        return low, high

    low, high = level_chunks(level_start, used, chunk, unite, (low, high), upward=True)
    exists = (lax.iota(jnp.int32, capacity) < used)[:, None]
    center = jnp.where(exists, 0.5 * low + 0.5 * high, 0)
    # from the centre as it is rounded to the farther face: half the box would leave points outside
    half = jnp.where(exists, jnp.maximum(high - center, center - low), 0)
    radius = jnp.linalg.norm(half, axis=1)

    small = stop - start <= EXACT_RADIUS * leaf_size

    def measured(node):
        return (node >= 0) & small[jnp.maximum(node, 0)]

    def measure(state):
        node, radius = (
            state  # of each point the smallest node that has not been measured yet, -1 when done
        )
        distance = jnp.linalg.norm(points - center[node], axis=1)
        radius = radius.at[jnp.where(measured(node), node, capacity)].max(distance, mode="drop")
        return jnp.where(measured(node), parent[node], -1), radius

    def climbing(state):
        return measured(state[0]).any()

    _, radius = lax.while_loop(climbing, measure, (leaf_node, jnp.where(small, 0, radius)))
    radius = radius * (
        1 + 8 * jnp.finfo(points.dtype).eps
    )  # rounding may leave a point a little outside

    # A node of coincident points takes a quarter of its parent's radius as its scale, a root the
    # extent.
    radius = radius.at[0].set(
        jnp.where(radius[0] > 0, radius[0], jnp.where(extent > 0, 0.25 * extent, 1))
    )

    def point_like(radius):
        return exists[:, 0] & (radius == 0)

    radius = lax.while_loop(
        lambda r: point_like(r).any(),
        lambda r: jnp.where(point_like(r), 0.25 * r[jnp.maximum(parent, 0)], r),
        radius,
    )
    return center, half, radius


def build(
    points: jax.Array,
    *,
    leaf_size: int,
    leaf_capacity: int,
    extent: jax.Array,
    finite: jax.Array | bool = True,
    native: bool = False,
) -> Tree:
    """Builds the tree of `points (n, d)`, n >= 1.

    Args:
      leaf_size: the largest number of points in a leaf.
      leaf_capacity: how many leaves there is room for.
      extent: scalar, the size of the box of all points involved; the scale of a tree whose points
        all coincide.
      finite: whether all points are finite; the tree of others is of no use, but there is one.
      native: whether to use the native kernels where there are any; what differs is the order of
        points of equal keys.
    """
    extent = jnp.asarray(extent, points.dtype)
    return _build(
        points,
        extent,
        jnp.asarray(finite),
        leaf_size=leaf_size,
        leaf_capacity=leaf_capacity,
        native=native,
    )


@by_platform
def _build(
    points: jax.Array,
    extent: jax.Array,
    finite: jax.Array,
    *,
    leaf_size: int,
    leaf_capacity: int,
    native: bool,
    platform: str,
) -> Tree:
    same, usable = (
        {"leaf_size": leaf_size, "leaf_capacity": leaf_capacity},
        (points.dtype, points.shape[1]),
    )
    finite_points = jnp.where(finite, points, 0)
    if native and platform == "cpu" and cpu.usable(*usable):
        arrays = cpu.tree(finite_points, extent, **same)
    elif native and platform == "cuda" and cuda.usable(*usable):
        order, keys = sort_by_key(finite_points, leaf_size)
        # The points as they are, which a sum gathers too: XLA does it once where it compiles both.
        arrays = {"order": order, **cuda.tree(points[order], keys, extent, **same)}
    else:
        return _build_by_xla(finite_points, extent, **same)
    arrays["leaf_of_point"] = as_given(arrays["order"], arrays["leaf_of_point"])
    return Tree(**arrays, leaf_size=leaf_size)


def as_given(order: jax.Array, of_place: jax.Array) -> jax.Array:
    """Values of places in the order of a tree as values of the points as given."""
    return jnp.zeros_like(of_place).at[order].set(of_place, unique_indices=True)


def _build_by_xla(
    points: jax.Array, extent: jax.Array, *, leaf_size: int, leaf_capacity: int
) -> Tree:
    n = points.shape[0]
    capacity = 2 * leaf_capacity - 1
    order, keys = sort_by_key(points, leaf_size)
    sorted_points = points[order]
    n_nodes, start, stop, child, parent, level = _topology(
        keys, leaf_size, capacity, points.shape[1]
    )
    used = jnp.minimum(n_nodes, capacity)
    number = lax.iota(jnp.int32, capacity)
    exists = number < used
    per_level = (
        jnp.zeros(MAX_LEVELS, jnp.int32)
        .at[jnp.where(exists, level, MAX_LEVELS)]
        .add(1, mode="drop")
    )
    level_start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(per_level, dtype=jnp.int32)])

    is_leaf = exists & (child < 0)
    begins = jnp.zeros(n, jnp.int32).at[jnp.where(is_leaf, start, n)].set(number + 1, mode="drop")
    leaf_of_place = jnp.cumsum(begins > 0, dtype=jnp.int32) - 1
    n_leaves = leaf_of_place[-1] + 1
    leaves = (
        jnp.zeros(leaf_capacity, jnp.int32)
        .at[jnp.where(begins > 0, leaf_of_place, leaf_capacity)]
        .set(begins - 1, mode="drop")
    )
    leaf_node = leaves.at[leaf_of_place].get(mode="clip")

    nodal = start, stop, child, parent, level_start, used
    center, half, radius = spheres(sorted_points, extent, leaf_size, *nodal, leaf_node)
    return Tree(
        order=order,
        start=start,
        count=stop - start,
        child=child,
        parent=parent,
        center=center,
        half=half,
        radius=radius,
        level_start=level_start,
        n_nodes=n_nodes,
        leaves=leaves,
        n_leaves=n_leaves,
        leaf_of_point=as_given(order, leaf_of_place),
        leaf_size=leaf_size,
    )
