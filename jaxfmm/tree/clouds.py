"""The trees of a batch of clouds of points as one forest, and a forest as a batch of trees.

Kernels take one tree at a time, and a forest (`tree.forest`) costs as much as one tree of all the
points. So `jax.vmap` over clouds builds one forest, walks it once and sums with it once. Between
these steps each member of the batch has a tree and lists of its own, as `jax.vmap` promises. A
forest lists the nodes of a cloud in the same order as the tree of the cloud does, so that rows of
lists move as a whole, and only the nodes of a forest are sorted.

CPUs compute the members one after the other, each on all cores: one cloud stays in the cache."""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm.entries import UNUSED, number_of
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traversal_arguments import ListArrays

MOST_POINTS = 2**30  # A forest has at most this many points.


def pays(points: int) -> bool:
    """Whether a forest of this many points is faster than its trees one after the other, on the
    default platform of JAX."""
    return jax.default_backend() != "cpu" and points <= MOST_POINTS


class Numbers(NamedTuple):
    """The numbers that nodes (clouds, nodes) and leaves (clouds, leaves) of trees have in their
    forest. Unused places hold the forest's capacity, which is out of bounds."""

    nodes: Array
    leaves: Array


class Top(NamedTuple):
    """The nodes of a forest above the roots of its trees: a binary tree whose leaves are clouds.

    first, last: the clouds of each node, from `first` to `last` - 1.
    level: of each node.
    depth: the level of the root of each cloud.
    parent: the first cloud of the parent of each node, then of each root; the parent is one level
      above."""

    first: np.ndarray
    last: np.ndarray
    level: np.ndarray
    depth: np.ndarray
    parent: np.ndarray

    @classmethod
    @functools.cache
    def of(cls, clouds: int) -> "Top":
        nodes, depth, above = [], np.zeros(clouds, np.int32), np.zeros(clouds, np.int32)
        left = [(0, clouds, 0, 0)]
        for first, last, level, parent in left:  # which grows
            if last - first == 1:
                depth[first], above[first] = level, parent
                continue
            nodes.append((first, last, level, parent))
            middle = (first + last + 1) // 2
            left += [(first, middle, level + 1, first), (middle, last, level + 1, first)]
        first, last, level, parents = np.array(nodes, np.int32).reshape(-1, 4).T
        return cls(first, last, level, depth, np.concatenate([parents, above]))


def forest_of(trees: Tree) -> tuple[Tree, Numbers]:
    """The forest of trees whose arrays have a first axis of clouds. Its nodes are numbered like
    those of one tree: the k-th node with children, counted from 0, has the children 1 + 2 k and
    2 + 2 k."""
    clouds, capacity = trees.start.shape
    n, leaf_capacity = trees.order.shape[1], trees.leaves.shape[1]
    every, every_leaf = 2 * clouds * leaf_capacity - 1, clouds * leaf_capacity
    fits = trees.n_nodes <= capacity
    trees = _without_overflowing(trees, fits)
    cloud, top = lax.iota(jnp.int32, clouds)[:, None], Top.of(clouds)

    level_start, begin = _level_starts(trees, top)
    numbers = _numbers_of_nodes(trees, top, begin, every)
    numbers_above = begin[top.first, top.level]
    levels_of_children = np.concatenate([top.level, top.depth])
    parents = begin[top.parent, np.maximum(levels_of_children - 1, 0)]
    parents = jnp.where(levels_of_children > 0, parents, -1)

    there = jnp.minimum(trees.n_leaves, leaf_capacity)
    leaf = lax.iota(jnp.int32, leaf_capacity)[None]
    first_leaf = _before(there)[:, None]
    leaf_numbers = jnp.where(leaf < there[:, None], leaf + first_leaf, every_leaf)

    def number(node: Array) -> Array:
        known = jnp.take_along_axis(numbers, jnp.maximum(node, 0), axis=1, mode="clip")
        return jnp.where(node < 0, -1, known)

    def put(values: Array, of_top: ArrayLike, unused: int = 0) -> Array:
        out = jnp.full((every, *values.shape[2:]), unused, values.dtype)
        out = out.at[numbers].set(values, mode="drop")
        of_top = jnp.asarray(of_top, values.dtype)
        return out.at[numbers_above].set(of_top, mode="drop")

    # nodes above the roots are in no list, so one box around all clouds suffices for them
    low = (trees.center[:, 0] - trees.half[:, 0]).min(0)
    high = (trees.center[:, 0] + trees.half[:, 0]).max(0)
    half = 0.5 * (high - low)
    parent = number(trees.parent).at[:, 0].set(parents[len(top.first) :])
    radius = jnp.linalg.norm(half)
    roots = jnp.zeros((clouds, 1), jnp.int32) if trees.roots is None else trees.roots
    roots = jnp.where(fits[:, None], number(roots), -1)
    nodes = trees.n_nodes.sum(dtype=jnp.int32)
    whole = level_start[-1] == nodes + clouds - 1  # no tree is too deep for the forest's levels
    forest = Tree(
        order=(trees.order + n * cloud).reshape(-1),
        start=put(trees.start + n * cloud, n * top.first),
        count=put(trees.count, n * (top.last - top.first)),
        child=put(number(trees.child), begin[top.first, top.level + 1], -1),
        parent=put(parent, parents[: len(top.first)], -1),
        center=put(trees.center, (low + half)[None]),
        half=put(trees.half, half[None]),
        radius=put(trees.radius, jnp.where(radius > 0, radius, 1)),
        level_start=level_start,
        n_nodes=jnp.where(whole, level_start[-1], every + 1),
        leaves=jnp.zeros(every_leaf, jnp.int32)
        .at[leaf_numbers]
        .set(number(trees.leaves), mode="drop"),
        n_leaves=there.sum(dtype=jnp.int32),
        leaf_of_point=(trees.leaf_of_point + first_leaf).reshape(-1),
        leaf_size=trees.leaf_size,
        roots=roots.reshape(-1),
    )
    return forest, Numbers(numbers, leaf_numbers)


def _level_starts(trees: Tree, top: Top) -> tuple[Array, Array]:
    """(`Tree.level_start` of the forest, and the number of the first node of each cloud in each
    level, (clouds, levels)).

    A level of the forest lists the nodes of the first cloud, then of the second, and so on. A cloud
    whose root is deeper may have a node above the roots in its place: the one whose first cloud it
    is."""
    clouds, levels = len(top.depth), trees.level_start.shape[1] - 1
    above = jnp.zeros((clouds, levels), jnp.int32).at[top.first, top.level].set(1)
    counts = jnp.diff(trees.level_start, axis=1)
    own_level = np.arange(levels, dtype=np.int32)[None] - top.depth[:, None]
    own = jnp.take_along_axis(counts, jnp.maximum(own_level, 0), axis=1)
    counts = jnp.where(own_level < 0, above, own)
    ends = jnp.cumsum(counts.sum(0), dtype=jnp.int32)
    level_start = jnp.concatenate([jnp.zeros(1, jnp.int32), ends])
    return level_start, level_start[None, :-1] + _before(counts)


def _numbers_of_nodes(trees: Tree, top: Top, begin: Array, unused: int) -> Array:
    """`Numbers.nodes`. begin: of `_level_starts`."""
    clouds, capacity = trees.start.shape
    cloud, levels = lax.iota(jnp.int32, clouds)[:, None], begin.shape[1]
    level = _levels(trees.level_start, capacity)
    place = jnp.broadcast_to(lax.iota(jnp.int32, capacity), (clouds, capacity))
    within = place - jnp.take_along_axis(trees.level_start, level, axis=1)
    number = begin[cloud, jnp.minimum(level + top.depth[:, None], levels - 1)] + within
    return jnp.where(place < trees.level_start[:, -1:], number, unused)


def _without_overflowing(trees: Tree, fits: Array) -> Tree:
    """The trees, with one empty leaf in place of each tree that exceeds its capacities: the status
    of that tree makes its own sums NaN, and the sums of other trees stay right."""
    first, columns = fits[:, None], trees.level_start.shape[1]
    one = jnp.minimum(lax.iota(jnp.int32, columns), 1)[None]
    return dataclasses.replace(
        trees,
        start=jnp.where(first, trees.start, 0),
        count=jnp.where(first, trees.count, 0),
        child=jnp.where(first, trees.child, -1),
        parent=jnp.where(first, trees.parent, -1),
        leaves=jnp.where(first, trees.leaves, 0),
        leaf_of_point=jnp.where(first, trees.leaf_of_point, 0),
        center=jnp.where(first[..., None], trees.center, 0),
        half=jnp.where(first[..., None], trees.half, 0),
        radius=jnp.where(first, trees.radius, 1),
        level_start=jnp.where(first, trees.level_start, one),
        n_nodes=jnp.where(fits, trees.n_nodes, 1),
        n_leaves=jnp.where(fits, trees.n_leaves, 1),
    )


def trees_of(forest: Tree, clouds: int) -> Tree:
    """The trees of a forest of clouds of equal sizes, with a first axis of clouds. A tree can hold
    its share of the leaves of the forest."""
    every, n = forest.capacity, len(forest.order) // clouds
    leaf_capacity = len(forest.leaves) // clouds
    capacity = 2 * leaf_capacity - 1
    number = lax.iota(jnp.int32, every)
    cloud, last = forest.start // n, (forest.start + forest.count - 1) // n
    own = (number < forest.n_nodes) & (cloud == last)  # else of several clouds, or of none
    cloud, members = lax.sort((jnp.where(own, cloud, clouds), number), num_keys=1, is_stable=True)
    first = _first(cloud, clouds)
    local = lax.iota(jnp.int32, every) - first[cloud]
    kept = (cloud < clouds) & (local < capacity)
    place = jnp.where(kept, cloud * capacity + local, clouds * capacity)
    local_of = jnp.full(every, -1, jnp.int32).at[members].set(jnp.where(kept, local, -1))

    def put(values: Array, unused: int = 0) -> Array:
        out = jnp.full((clouds * capacity, *values.shape[1:]), unused, values.dtype)
        out = out.at[place].set(values[members], mode="drop")
        return out.reshape(clouds, capacity, *values.shape[1:])

    def local_number(node: Array) -> Array:
        return jnp.where(node < 0, -1, local_of[jnp.maximum(node, 0)])

    level = _levels(forest.level_start[None], every)[0][members]
    depth = level - level[jnp.minimum(first, every - 1)][cloud]
    held = jnp.zeros((clouds, len(forest.level_start) - 1), jnp.int32)
    held = held.at[jnp.where(kept, cloud, clouds), depth].add(1, mode="drop")
    level_start = jnp.pad(jnp.cumsum(held, axis=1, dtype=jnp.int32), ((0, 0), (1, 0)))

    leaf = lax.iota(jnp.int32, len(forest.leaves))
    of_leaf = jnp.where(leaf < forest.n_leaves, forest.start[forest.leaves] // n, clouds)
    first_leaf = _first(of_leaf, clouds)
    local_leaf = leaf - first_leaf[of_leaf]
    kept_leaf = (of_leaf < clouds) & (local_leaf < leaf_capacity)
    leaf_place = jnp.where(kept_leaf, of_leaf * leaf_capacity + local_leaf, len(leaf))
    leaves = jnp.zeros(len(leaf), jnp.int32)
    # a leaf beyond the capacity of its tree, which then does not fit, has no number
    leaves = leaves.at[leaf_place].set(jnp.maximum(local_number(forest.leaves), 0), mode="drop")

    each = jnp.arange(clouds, dtype=jnp.int32)[:, None] * n
    return Tree(
        order=forest.order.reshape(clouds, n) - each,
        start=put(forest.start) - jnp.where(put(forest.count) > 0, each, 0),
        count=put(forest.count),
        child=put(local_number(forest.child), -1),
        parent=put(local_number(forest.parent), -1),
        center=put(forest.center),
        half=put(forest.half),
        radius=put(forest.radius),
        level_start=level_start,
        n_nodes=jnp.where(forest.n_nodes <= every, jnp.diff(first), capacity + 1),
        leaves=leaves.reshape(clouds, leaf_capacity),
        n_leaves=jnp.diff(first_leaf),
        leaf_of_point=forest.leaf_of_point.reshape(clouds, n) - first_leaf[:-1, None],
        leaf_size=forest.leaf_size,
    )


def lists_of_forest(
    pairs: ListArrays,
    rows: Array,
    sources: Array,
    total_rows: int,
    images: ArrayLike = 0,
) -> ListArrays:
    """The list of a forest from the lists of its trees, with a first axis of clouds. rows, sources:
    the numbers (clouds, rows) in the forest of what targets and sources are. images: of each pair
    the number of its image in the forest as entries of lists hold it, (clouds, capacity)."""
    target, source, start, count = pairs
    capacity = target.shape[1]
    slot, fits = lax.iota(jnp.int32, capacity)[None], (count <= capacity)[:, None]
    used = fits & (slot < count[:, None])  # a list that was cut off may hold anything
    at = jnp.where(used, target, 0)
    sizes = jnp.where(fits, jnp.diff(start, axis=1), 0)
    moved = _moved(
        used,
        jnp.take_along_axis(rows, at, axis=1, mode="clip"),
        slot - jnp.take_along_axis(start, at, axis=1, mode="clip"),
        jnp.take_along_axis(sources, jnp.where(used, source, 0), axis=1, mode="clip") + images,
        (rows, sizes, total_rows),
    )
    return *moved, used.sum(dtype=jnp.int32)


def lists_of_trees(
    pairs: ListArrays,
    rows: Array,
    sources: Array,
    shape: tuple[int, int, int, int],
    entries: tuple[int, int, int],
) -> ListArrays:
    """The lists of the trees, with a first axis of clouds, from the list of a forest. rows,
    sources: `places_of` the numbers of what targets and sources are. shape: how many clouds there
    are, how many rows and sources a cloud has, and the capacity of its list. entries: how many
    images a cloud has, and the bits of a number in the entries of the forest and of a tree."""
    target, source, start, count = pairs
    clouds, n_rows, n_sources, capacity = shape
    images, bits, bits_of_tree = entries
    total = len(target)
    slot = lax.iota(jnp.int32, total)
    used = slot < jnp.minimum(count, total)
    at = jnp.where(used, target, 0)
    of_one = sources[number_of(jnp.where(used, source, 0), bits)] % n_sources
    if images > 1:
        of_one = of_one + ((source >> bits) % images << bits_of_tree)
    moved_target, moved_source, moved_start = _moved(
        used,
        rows[at],
        slot - start[at],
        of_one,
        (rows, jnp.diff(start), clouds * n_rows),
    )
    cloud = lax.iota(jnp.int32, clouds)[:, None]
    begin = moved_start[::n_rows][:, None]
    here = begin[:-1] + lax.iota(jnp.int32, capacity)[None]
    there = here < begin[1:]
    here = jnp.minimum(here, total - 1)
    own_rows = lax.iota(jnp.int32, n_rows + 1)[None] + n_rows * cloud
    return (
        jnp.where(there, moved_target[here] - n_rows * cloud, UNUSED),
        jnp.where(there, moved_source[here], UNUSED),
        jnp.minimum(moved_start[own_rows] - begin[:-1], capacity),
        jnp.where(count <= total, jnp.diff(begin[:, 0]), capacity + 1),
    )


def places_of(numbers: Array, size: int) -> Array:
    """For every number of a forest, (size,), its flat index in the array `numbers` (clouds,
    capacity); the size of that array for unused ones."""
    place = lax.iota(jnp.int32, numbers.size).reshape(numbers.shape)
    return jnp.full(size, numbers.size, jnp.int32).at[numbers].set(place, mode="drop")


def _moved(
    used: Array, row: Array, within: Array, source: Array, of_rows: tuple[Array, Array, int]
) -> tuple[Array, Array, Array]:
    """(target, source, start) of a list whose rows have other numbers. used, row, within, source:
    of each slot whether it is used, its new row, its place in its row, its new source. of_rows: the
    new number of each row, its size, and how many rows the list gets."""
    numbers, sizes, count = of_rows
    each = jnp.zeros(count, jnp.int32).at[numbers].add(sizes, mode="drop")
    start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(each, dtype=jnp.int32)])
    slot = jnp.where(used, start.at[row].get(mode="clip") + within, used.size)
    target, sources = (
        jnp.full(used.size, UNUSED, jnp.int32).at[slot].set(values, mode="drop")
        for values in (row, source)
    )
    return target, sources, start


def _before(counts: Array) -> Array:
    """The sum of the counts before each, along the first axis."""
    return jnp.cumsum(counts, axis=0, dtype=jnp.int32) - counts


def _first(ordered: Array, count: int) -> Array:
    """Where 0, ..., count begin among sorted numbers up to `count`, (count + 1,)."""
    return _before(jnp.zeros(count + 1, jnp.int32).at[ordered].add(1))


def _levels(level_start: Array, capacity: int) -> Array:
    """The level of each node, (clouds, capacity), from where levels start, (clouds, levels + 1)."""
    clouds, levels = level_start.shape[0], level_start.shape[1] - 1
    row = lax.iota(jnp.int32, clouds)[:, None]
    marks = jnp.zeros((clouds, capacity), jnp.int32)
    marks = marks.at[row, level_start[:, 1:-1]].add(1, mode="drop")
    return jnp.minimum(jnp.cumsum(marks, axis=1, dtype=jnp.int32), levels - 1)
