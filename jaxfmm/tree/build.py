"""The adaptive binary tree: split at spatial midpoints, nodes measured by their particles.

A binary radix tree over Morton keys (Karras, HPG 2012), cut where a node holds at most `leaf_size`
points and is not next to a crowd (`tree.sparse`). A node splits where its keys first differ, which
is the midpoint of the smallest dyadic cell that holds its points, so empty space costs no nodes.
Every array has a static capacity, and the build is one XLA program. Nodes are numbered level by
level, the two children of a node side by side; leaves are also numbered from left to right."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import clouds as batch, cpu, cuda
from jaxfmm.tree.forest import roots_of, sort_by_segment
from jaxfmm.tree.keys import WORDS, first_difference, sort_by_key
from jaxfmm.tree.limits import EXACT_RADIUS, MAX_LEVELS
from jaxfmm.tree.sparse import sparse
from jaxfmm.tree.structure import Nodes, Tree, level_chunks

OCCUPANCY = 0.68  # A leaf usually holds this share of the leaf size.


def _power_of_two(value: int, low: int, high: int) -> int:
    return min(high, max(low, 1 << max(0, int(value) - 1).bit_length()))


def _split(keys: Array, first: Array, last: Array) -> Array:
    """Where the ranges [first, last) of sorted keys split: the position of the first key that has
    the bit in which the range's first and last keys differ first; the middle where all keys are
    equal."""
    n = keys.shape[0]
    place = first_difference(keys[first], keys[last - 1])
    word, shift = jnp.minimum(place // 32, WORDS - 1), (31 - place % 32).astype(jnp.uint32)

    def halve(_: Any, bounds: tuple[Array, Array]) -> tuple[Array, Array]:
        low, high = bounds  # the bit is 0 at low, 1 at high
        middle = (low + high) // 2
        bit = (keys[middle, word] >> shift) & jnp.uint32(1)
        return jnp.where(bit == 1, low, middle), jnp.where(bit == 1, middle, high)

    _, split = lax.fori_loop(0, max(1, n.bit_length()), halve, (first, last - 1))
    return jnp.where(place < 32 * WORDS, split, (first + last) // 2)


def _topology(
    keys: Array, leaf_size: int, capacity: int, dim: int, *, by_segment: bool = False
) -> Nodes:
    """The nodes in breadth-first order. by_segment: whether the first word of a key is its
    segment."""
    n = keys.shape[0]
    chunk = _power_of_two(n // 64, 128, 1 << 14)
    pad = capacity + chunk
    zeros, none = jnp.zeros(pad, jnp.int32), jnp.full(pad, -1, jnp.int32)
    state = (jnp.int32(0), jnp.int32(1), zeros, zeros.at[0].set(n), none, none, zeros)

    def grow(state):
        head, tail, start, stop, child, parent, level = state
        window = functools.partial(lax.dynamic_slice_in_dim, start_index=head, slice_size=chunk)
        node = head + lax.iota(jnp.int32, chunk)
        first, last = window(start), window(stop)
        exists = node < tail
        safe = jnp.where(exists, first, 0), jnp.where(exists, last, n)
        if by_segment:
            splits = keys[safe[0], 0] != keys[safe[1] - 1, 0]
        else:
            splits = sparse(keys, *safe, leaf_size, dim)
        split = exists & ((last - first > leaf_size) | splits)
        middle = _split(keys, jnp.where(split, first, 0), jnp.where(split, last, n))
        left = tail + 2 * (jnp.cumsum(split, dtype=jnp.int32) - 1)
        right = jnp.where(split, left + 1, pad)
        left = jnp.where(split, left, pad)

        def put(array: Array, of_left: Array, of_right: Array) -> Array:
            return array.at[left].set(of_left, mode="drop").at[right].set(of_right, mode="drop")

        below = window(level) + 1
        start, stop = put(start, first, middle), put(stop, middle, last)
        parent, level = put(parent, node, node), put(level, below, below)
        child = lax.dynamic_update_slice_in_dim(child, jnp.where(split, left, -1), head, 0)
        head, tail = jnp.minimum(head + chunk, tail), tail + 2 * split.sum(dtype=jnp.int32)
        return head, tail, start, stop, child, parent, level

    def unfinished(state):
        return (state[0] < state[1]) & (state[1] <= capacity)

    _, n_nodes, *arrays = lax.while_loop(unfinished, grow, state)
    start, stop, child, parent, level = (array[:capacity] for array in arrays)
    exists = lax.iota(jnp.int32, capacity) < n_nodes
    per_level = jnp.zeros(MAX_LEVELS, jnp.int32)
    per_level = per_level.at[jnp.where(exists, level, MAX_LEVELS)].add(1, mode="drop")
    level_start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(per_level, dtype=jnp.int32)])
    return Nodes(start, stop - start, child, parent, level_start, n_nodes)


def spheres(
    points: Array, extent: Array, leaf_size: int, nodes: Nodes, leaf_node: Array
) -> tuple[Array, Array, Array]:
    """The `center`, `half` and `radius` of each node's points, as `Tree` has them.

    points (n, d) in the order of the tree; leaf_node (n,): the leaf of each."""
    (capacity,), dim = nodes.start.shape, points.shape[1]
    child, parent, used = nodes.child, nodes.parent, jnp.minimum(nodes.n_nodes, capacity)
    infinity = jnp.full((capacity, dim), jnp.inf, points.dtype)
    low = infinity.at[leaf_node].min(points)
    high = (-infinity).at[leaf_node].max(points)

    chunk = _power_of_two(capacity // 16, 128, 1 << 14)
    step = lax.iota(jnp.int32, chunk)

    def unite(first: Array, last: Array, boxes: tuple[Array, Array]) -> tuple[Array, Array]:
        me = first + step
        left = child.at[me].get(mode="clip")
        inner = jnp.where((me < last) & (left >= 0), me, capacity)
        low, high = boxes
        low = low.at[inner].set(jnp.minimum(low[left], low[left + 1]), mode="drop")
        high = high.at[inner].set(jnp.maximum(high[left], high[left + 1]), mode="drop")
        return low, high

    low, high = level_chunks(nodes.level_start, used, chunk, unite, (low, high), upward=True)
    exists = (lax.iota(jnp.int32, capacity) < used)[:, None]
    center = jnp.where(exists, 0.5 * low + 0.5 * high, 0)
    # The centre is rounded: half the widths of the box would leave points outside.
    half = jnp.where(exists, jnp.maximum(high - center, center - low), 0)
    radius = jnp.linalg.norm(half, axis=1)

    small = nodes.count <= EXACT_RADIUS * leaf_size

    def is_measured(node: Array) -> Array:
        return (node >= 0) & small[jnp.maximum(node, 0)]

    def measure(state: tuple[Array, Array]) -> tuple[Array, Array]:
        # the smallest node of each point that is still to be measured, -1 when done
        node, radius = state
        measured, distance = is_measured(node), jnp.linalg.norm(points - center[node], axis=1)
        radius = radius.at[jnp.where(measured, node, capacity)].max(distance, mode="drop")
        return jnp.where(measured, parent[node], -1), radius

    _, radius = lax.while_loop(
        lambda state: is_measured(state[0]).any(), measure, (leaf_node, jnp.where(small, 0, radius))
    )
    # Rounding may leave a point a little outside.
    radius = radius * (1 + 8 * jnp.finfo(points.dtype).eps)

    # A node of coincident points gets a quarter of its parent's radius, a root a quarter of the
    # extent.
    of_root = jnp.where(extent > 0, 0.25 * extent, 1)
    radius = radius.at[0].set(jnp.where(radius[0] > 0, radius[0], of_root))

    def point_like(radius: Array) -> Array:
        return exists[:, 0] & (radius == 0)

    radius = lax.while_loop(
        lambda r: point_like(r).any(),
        lambda r: jnp.where(point_like(r), 0.25 * r[jnp.maximum(parent, 0)], r),
        radius,
    )
    return center, half, radius


def build(
    points: Array,
    *,
    leaf_size: int,
    leaf_capacity: int,
    extent: ArrayLike,
    finite: ArrayLike = True,
    native: bool = False,
    numbers: Array | None = None,
    segments: int = 0,
) -> Tree:
    """Builds the tree of `points (n, d)`, n >= 1.

    Args:
      leaf_size: the largest number of points in a leaf.
      leaf_capacity: how many leaves the tree can hold.
      extent: scalar, the size of the box of all points involved. It is the scale of a tree whose
        points all coincide.
      finite: whether all points are finite. The tree of other points is useless, but it exists.
      native: whether to use the native kernels where there are any. The order of points of equal
        keys differs, and for few sizes of a box rounding may choose another number of cells.
      numbers: for a forest the segments of the points, (n,) from 0 to `segments`, which is the
        padding; None for one tree.
      segments: how many segments there are, 0 for one tree.
    """
    return _build(
        points,
        jnp.asarray(extent, points.dtype),
        jnp.asarray(finite),
        numbers,
        leaf_size=leaf_size,
        leaf_capacity=leaf_capacity,
        segments=segments,
        native=native,
    )


def _build_together(
    points: Array,
    extent: Array,
    finite: Array,
    numbers: Array | None,
    *,
    leaf_size: int,
    leaf_capacity: int,
    segments: int,
    native: bool,
) -> Tree | None:
    """The trees of a batch of clouds (clouds, n, d), by their forest."""
    clouds, n, _ = points.shape
    if numbers is not None or not batch.pays(clouds * n):
        return None
    forest = build(
        jnp.where(finite[:, None, None], points, 0).reshape(clouds * n, -1),
        leaf_size=leaf_size,
        leaf_capacity=clouds * leaf_capacity,
        extent=extent.max(),
        native=native,
        numbers=lax.iota(jnp.int32, clouds * n) // n,
        segments=clouds,
    )
    return batch.trees_of(forest, clouds)


@functools.partial(by_platform, together=_build_together)
def _build(
    points: Array,
    extent: Array,
    finite: Array,
    numbers: Array | None,
    *,
    leaf_size: int,
    leaf_capacity: int,
    segments: int,
    native: bool,
    platform: str,
) -> Tree:
    sizes = {"leaf_size": leaf_size, "leaf_capacity": leaf_capacity}
    kind = points.dtype, points.shape[1]
    finite_points = jnp.where(finite, points, 0)
    if native and platform == "cpu" and cpu.usable(*kind):
        arrays = cpu.tree(finite_points, extent, numbers, segments=segments, **sizes)
    elif native and platform == "cuda" and cuda.usable(*kind):
        order, keys = _sorted(finite_points, numbers, segments, leaf_size, cuda.sort_by_key)
        # The points as given, which a sum gathers too: XLA does it once where it compiles both.
        by_segment = numbers is not None
        arrays = cuda.tree(points[order], keys, extent, by_segment=by_segment, **sizes)
        arrays["order"] = order
    else:
        return _build_by_xla(finite_points, extent, numbers, segments=segments, **sizes)
    arrays["leaf_of_point"] = as_given(arrays["order"], arrays["leaf_of_point"])
    tree = Tree(**arrays, leaf_size=leaf_size)
    if numbers is None or tree.roots is not None:
        return tree
    roots = roots_of(tree, numbers[tree.order], segments)
    return dataclasses.replace(tree, roots=roots)


def _sorted(
    points: Array,
    numbers: Array | None,
    segments: int,
    leaf_size: int,
    by_key: Callable[[Array, int], tuple[Array, Array]] = sort_by_key,
) -> tuple[Array, Array]:
    """(order, keys) of the points of a tree, or of a forest."""
    if numbers is None:
        return by_key(points, leaf_size)
    return sort_by_segment(points, numbers, segments, leaf_size)


def as_given(order: Array, values: Array) -> Array:
    """Values in the order of a tree, in the order of the points as given."""
    return jnp.zeros_like(values).at[order].set(values, unique_indices=True)


def _build_by_xla(
    points: Array,
    extent: Array,
    numbers: Array | None,
    *,
    leaf_size: int,
    leaf_capacity: int,
    segments: int,
) -> Tree:
    n, dim = points.shape
    order, keys = _sorted(points, numbers, segments, leaf_size)
    by_segment = numbers is not None
    nodes = _topology(keys, leaf_size, 2 * leaf_capacity - 1, dim, by_segment=by_segment)
    number = lax.iota(jnp.int32, len(nodes.start))
    is_leaf = (number < nodes.n_nodes) & (nodes.child < 0)
    begins = jnp.zeros(n, jnp.int32)
    begins = begins.at[jnp.where(is_leaf, nodes.start, n)].set(number + 1, mode="drop")
    leaf_of_place = jnp.cumsum(begins > 0, dtype=jnp.int32) - 1
    leaves = jnp.zeros(leaf_capacity, jnp.int32)
    leaves = leaves.at[jnp.where(begins > 0, leaf_of_place, leaf_capacity)].set(
        begins - 1, mode="drop"
    )
    leaf_node = leaves.at[leaf_of_place].get(mode="clip")
    center, half, radius = spheres(points[order], extent, leaf_size, nodes, leaf_node)
    return Tree(
        **vars(nodes),
        order=order,
        center=center,
        half=half,
        radius=radius,
        leaves=leaves,
        n_leaves=leaf_of_place[-1] + 1,
        leaf_of_point=as_given(order, leaf_of_place),
        leaf_size=leaf_size,
        roots=None if numbers is None else roots_of(nodes, numbers[order], segments),
    )
