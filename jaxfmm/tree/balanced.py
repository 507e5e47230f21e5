"""The balanced binary tree of Goude & Engblom (2013, section 2): split at medians, all leaves of
equal size.

Every node is split at the median of its points along the longest side of their box. The left child
is the larger by at most one point. Leaves hold at most `leaf_size` points. This is a complete
binary tree, whose nodes, levels and ranges of points depend on the number of points alone. Of two
equal coordinates, the point with the lower index comes first, so coincident points split as well.
The paper splits twice per level, which makes four children; here these are two levels.

Points are sorted once along each axis. A node is the same range of each of these lists, so its box
and its median can be looked up. A level only moves the points of each list, in order, to the left
and right halves of their ranges. For n points in d dimensions there are d sorts, and per level d
cumulative sums, d scatters and 3 d gathers of n."""

import functools

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm.native.platforms import by_platform
from jaxfmm.tree import cpu, cuda
from jaxfmm.tree.build import as_given, spheres
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.sorts import order_of, sort_key
from jaxfmm.tree.structure import Nodes, Tree


def levels(n: int, leaf_size: int) -> int:
    """How many times n points are halved until a part holds at most `leaf_size`."""
    if leaf_size < 2:
        raise ValueError(
            "leaf_size must be at least 2 in a balanced tree, whose leaves all lie at one level "
            f"and would hold no point, got {leaf_size}"
        )
    return (-(-n // leaf_size) - 1).bit_length()


def leaf_count(n: int, leaf_size: int) -> int:
    """How many leaves the balanced tree of n points has."""
    return 2 ** levels(n, leaf_size)


@functools.lru_cache(maxsize=16)
def skeleton(n: int, leaf_size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """start, count, child, parent (nodes,) of the balanced tree of n points, numpy arrays: node k
    has the children 2 k + 1 and 2 k + 2, and the last 2^levels nodes are the leaves from left to
    right."""
    start, count = [np.zeros(1, np.int32)], [np.full(1, n, np.int32)]
    for _ in range(levels(n, leaf_size)):
        left = (count[-1] + 1) // 2
        start.append(np.stack([start[-1], start[-1] + left], axis=1).reshape(-1))
        count.append(np.stack([left, count[-1] - left], axis=1).reshape(-1))
    start, count = np.concatenate(start), np.concatenate(count)
    node = np.arange(len(start), dtype=np.int32)
    child = np.where(node < len(node) // 2, 2 * node + 1, -1).astype(np.int32)
    parent = (node - 1) // 2
    parent[0] = -1
    return start, count, child, parent


def build_balanced(
    points: Array, *, leaf_size: int, extent: ArrayLike, native: bool = False
) -> Tree:
    """Builds the balanced tree of `points (n, d)`, n >= 1, all finite.

    Args:
      leaf_size: the largest number of points in a leaf, at least 2.
      extent: scalar, the size of the box of all points involved. It is the scale of a tree whose
        points all coincide.
      native: whether to use the native kernel where there is one. On CPUs the order of points in
        a leaf differs.

    Returns: a `Tree` whose capacity is its number of nodes. Its `leaf_size` is the number of points
      in its largest leaf."""
    return _build(points, jnp.asarray(extent, points.dtype), leaf_size=leaf_size, native=native)


@by_platform
def _build(points: Array, extent: Array, *, leaf_size: int, native: bool, platform: str) -> Tree:
    n, dim = points.shape
    depth = levels(n, leaf_size)
    start, count, child, parent = skeleton(n, leaf_size)
    size, first_leaf = len(start), 2**depth - 1
    largest, leaves = int(count[first_leaf]), np.arange(first_leaf, size, dtype=np.int32)
    level_start = np.minimum(2.0 ** np.arange(MAX_LEVELS + 1) - 1, size).astype(np.int32)
    topology = start, count, child, parent, level_start, np.int32(size)
    nodes = Nodes(*map(jnp.asarray, topology))
    sizes = {"leaf_size": largest, "levels": depth}
    if native and platform == "cpu" and cpu.usable(points.dtype, dim):
        arrays = cpu.balanced(points, extent, nodes, **sizes)
        arrays["leaf_of_point"] = as_given(arrays["order"], arrays["leaf_of_point"])
    elif native and platform == "cuda" and cuda.balanced_usable(points.dtype, dim, largest):
        top = levels(n, cuda.POINTS_OF_BLOCK[dim])
        arrays = cuda.balanced(points, extent, nodes, top=top, **sizes)
    else:
        order, leaf_of_place = _split(points, nodes.start, nodes.count, depth)
        measured = spheres(points[order], extent, largest, nodes, leaf_of_place + first_leaf)
        arrays = dict(zip(("center", "half", "radius"), measured))
        arrays |= {"order": order, "leaf_of_point": as_given(order, leaf_of_place)}
    return Tree(
        **arrays,
        **vars(nodes),
        leaves=jnp.asarray(leaves),
        n_leaves=jnp.int32(len(leaves)),
        leaf_size=largest,
    )


def _split(points: Array, start: Array, count: Array, depth: int) -> tuple[Array, Array]:
    """order (n,) and the leaf (n,) of each place in it, of the tree with these ranges."""
    n, dim = points.shape
    place, axes = lax.iota(jnp.int32, n), np.arange(dim, dtype=np.int32)
    nodes = 2 ** max(depth - 1, 0)  # of the last level that is split

    lists = [order_of(sort_key(points[:, a])) for a in range(dim)]
    rank = jnp.stack([as_given(order, place) for order in lists], axis=1)

    def halve(level, state):
        # (dim, n): points in order along each axis; (n,): the node of each place, and its range
        lists, node, first, size = state
        level_begin = (1 << level) - 1
        begin, length = (lax.dynamic_slice_in_dim(x, level_begin, nodes) for x in (start, count))
        low, high = (points[lists[:, at], axes[:, None]] for at in (begin, begin + length - 1))
        axis = jnp.argmax(high - low, axis=0).astype(jnp.int32)
        pivot = rank[lists[axis, begin + (length + 1) // 2], axis]

        right = (rank[lists, axis[node][None]] >= pivot[node][None]).astype(jnp.int32)
        half = (size + 1) // 2
        before = jnp.cumsum(right, axis=1) - right  # of those that go right
        before = before - before[:, first]
        to = jnp.where(right == 1, (first + half)[None] + before, place[None] - before)
        lists = jnp.zeros_like(lists).at[axes[:, None], to].set(lists, unique_indices=True)

        right = place - first >= half
        first, size = jnp.where(right, first + half, first), jnp.where(right, size - half, half)
        return lists, 2 * node + right.astype(jnp.int32), first, size

    zero = jnp.zeros(n, jnp.int32)
    state = jnp.stack(lists), zero, zero, jnp.full(n, n, jnp.int32)
    by_axis, leaf, _, _ = lax.fori_loop(0, depth, halve, state)
    return by_axis[0], leaf
