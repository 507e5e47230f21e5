"""The pairs of points within a distance, from the near leaves of a truncated sum's plan.

Which points of a leaf are near a point is one word of bits: a row. So distances of all points of
two near leaves are computed, but only rows are stored, and only pairs are written."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.plan import Plan
from jaxfmm.tree.build import as_given
from jaxfmm.tree.owners import owners

WORD = 32  # bits of a row, so leaves have at most so many points
MOST_PAIRS = 2**30
CHUNK = 2**13  # pairs of leaves whose distances are computed at a time
ROUNDING = 8  # Pairs may be farther apart than asked by so many units in the last place.


class Rows(NamedTuple):
    """Rows in the order of their points, the targets, as given.

    word: uint32, bit b for point b of the source leaf.
    point: the point of each row, as given.
    pair: the place of its two leaves in the near list.
    begin: how many pairs all rows before hold.
    total: how many pairs there are; not more than 2^31 - 1, whatever there are."""

    word: Array
    point: Array
    pair: Array
    begin: Array
    total: Array


class Found(NamedTuple):
    """Pairs sorted by receiver, (capacity,) each, and the numbers (capacity, p) of edges between
    them, None in open space. Unused slots hold the numbers of sources and of targets."""

    senders: Array
    receivers: Array
    shifts: Array | None


def rows_within(plan: Plan, points: Array, distance: Array, *, both_ways: bool) -> Rows:
    """The rows of all points of a plan by a tree with leaves of at most `WORD` points.

    both_ways: whether there is (j, i) for each pair (i, j); otherwise the first of both is the
    smaller number, and of a point and its own images one of two opposite ones is left out."""
    _, tree = plan.trees
    given = _padded(tree.order, tree.leaf_size)
    inside = tree.in_order(plan.inside(points, plan.homes[1]))
    # differences of coordinates are exact in open space, and rounded to those of the cell else
    rounded = ROUNDING * float(jnp.finfo(points.dtype).eps)
    limit = (1 + rounded) * distance / plan.unit + (0 if plan.images is None else rounded)
    numbers = _numbers(plan)
    positive = None if both_ways else jnp.asarray(_are_positive(numbers))

    def kept(square: Array, target: Array, source: Array, image: Array) -> Array:
        unmoved = image % len(numbers) == 0
        itself = (target[:, :, None] == source[:, None, :]) & unmoved[:, None, None]
        near = (square < limit * limit) & ~itself
        if positive is not None:
            i, j = given[target][:, :, None], given[source][:, None, :]
            near = near & ((j < i) | ((j == i) & positive[image % len(numbers)][:, None, None]))
        return near

    return rows_where(plan, inside, inside, kept)


def rows_where(plan: Plan, targets: Array, sources: Array, kept: Callable[..., Array]) -> Rows:
    """The rows of the targets of a plan by trees with leaves of at most `WORD` points.

    targets, sources: in the plan's unit, in the order of its trees.
    kept: which pairs of leaves (c,) count, (c, t, s), from their squared distances (c, t, s), the
      places of their points in the orders, (c, t) and (c, s), and the images of sources (c,)."""
    (target_tree, source_tree), near = plan.trees, plan.near
    size, width = target_tree.leaf_size, source_tree.leaf_size
    padded = _padded(targets, size), _padded(sources, width)
    place_x, place_y = lax.iota(jnp.int32, size), lax.iota(jnp.int32, width)

    def words(leaf: Array, entry: Array, used: Array) -> Array:
        first, count = _range(target_tree, leaf)
        first_y, count_y = _range(source_tree, entry & ((1 << near.bits) - 1))
        i, j = first[:, None] + place_x[None], first_y[:, None] + place_y[None]
        x, y = padded[0][i], padded[1][j] + near.shift(entry)[:, None]
        square = functools.reduce(
            jnp.add,
            [jnp.square(x[:, :, None, k] - y[:, None, :, k]) for k in range(x.shape[2])],
        )
        there = (place_x[None] < count[:, None])[:, :, None]
        there = there & (place_y[None] < count_y[:, None])[:, None, :] & used[:, None, None]
        held = kept(square, i, j, entry >> near.bits) & there
        bits = jnp.asarray(np.uint32(1) << np.arange(width, dtype=np.uint32))
        return jnp.sum(jnp.where(held, bits[None, None], np.uint32(0)), axis=2, dtype=jnp.uint32)

    every = _in_chunks(words, size, near.count, near.target, near.source, near.used)
    # rows of a point are those of its leaf's pairs
    leaf = target_tree.leaf_of_point
    begin, end = near.start.at[leaf].get(mode="clip"), near.start.at[leaf + 1].get(mode="clip")
    many = jnp.clip(jnp.minimum(end, near.capacity) - begin, 0)
    first = jnp.cumsum(many, dtype=jnp.int32) - many
    slots = size * near.capacity
    point = owners(first, slots)
    pair = begin[point] + lax.iota(jnp.int32, slots) - first[point]
    used = lax.iota(jnp.int32, slots) < first[-1] + many[-1]
    places = lax.iota(jnp.int32, len(target_tree.order))
    within = as_given(target_tree.order, places) - _range(target_tree, leaf)[0]
    word = jnp.where(used, every.at[pair, within[point]].get(mode="clip"), np.uint32(0))
    counts = lax.population_count(word).astype(jnp.int32)
    begin = jnp.cumsum(counts, dtype=jnp.int32)
    # a sum of integers may wrap around, one of floating point numbers cannot
    many = jnp.sum(counts.astype(jnp.float32)) > MOST_PAIRS
    total = jnp.where(many, np.int32(2**31 - 1), begin[-1])
    return Rows(word, point, pair, begin - counts, total)


def listed(plan: Plan, rows: Rows, capacity: int) -> Found:
    """The first `capacity` pairs of rows."""
    (target_tree, tree), near = plan.trees, plan.near
    m, n = len(target_tree.order), len(tree.order)
    slot = lax.iota(jnp.int32, capacity)
    row = owners(rows.begin, capacity)
    entry = near.source.at[rows.pair[row]].get(mode="clip")
    bit = _place_of_bit(rows.word[row], slot - rows.begin[row])
    start, _ = _range(tree, entry & ((1 << near.bits) - 1))
    receivers, senders = rows.point[row], tree.order.at[start + bit].get(mode="clip")
    used = slot < rows.total
    shifts = None
    if (home := _home(plan)) is not None:
        numbers = _numbers(plan)
        image = jnp.asarray(numbers).at[(entry >> near.bits) % len(numbers)].get(mode="clip")
        shifts = jnp.where(used[:, None], home[senders] - home[receivers] - image, 0)
    return Found(jnp.where(used, senders, n), jnp.where(used, receivers, m), shifts)


def _range(tree: Any, leaf: Array) -> tuple[Array, Array]:
    """(first, count) of the points of leaves, given by their positions in `Tree.leaves`."""
    node = tree.leaves.at[leaf].get(mode="clip")
    return tree.start[node], tree.count[node]


def _padded(rows: Array, size: int) -> Array:
    """Rows with `size` more behind, so that as many can be read from every place."""
    return jnp.concatenate([rows, jnp.zeros((size, *rows.shape[1:]), rows.dtype)])


def _in_chunks(function: Any, size: int, count: Array, *arrays: Array) -> Array:
    """A function from chunks of arrays to rows of `size` words, for the first `count` entries."""
    entries = len(arrays[0])
    chunks = -(-entries // CHUNK)
    chunk = -(-entries // chunks)
    arrays = tuple(jnp.pad(array, (0, chunk * chunks - entries)) for array in arrays)

    def one(i: Array, words: Array) -> Array:
        parts = (lax.dynamic_slice_in_dim(array, i * chunk, chunk) for array in arrays)
        return lax.dynamic_update_slice_in_dim(words, function(*parts), i * chunk, 0)

    used = (jnp.minimum(count, entries) + chunk - 1) // chunk
    return lax.fori_loop(0, used, one, jnp.zeros((chunk * chunks, size), jnp.uint32))


def _place_of_bit(word: Array, rank: Array) -> Array:
    """The place of bit number `rank` of those that are set in a word."""
    place = jnp.zeros_like(rank)
    for width in (16, 8, 4, 2, 1):
        low = word & np.uint32((1 << width) - 1)
        below = lax.population_count(low).astype(jnp.int32)
        above = rank >= below
        place, rank = place + jnp.where(above, width, 0), rank - jnp.where(above, below, 0)
        word = jnp.where(above, word >> np.uint32(width), low)
    return place


def _numbers(plan: Plan) -> np.ndarray:
    """The whole numbers (k, p) of edges of the images of a cell, zeros first, (1, 0) in open space.
    Cells of segments have the same, one cell after the other."""
    if plan.images is None or plan.choice.arranged is None:
        return np.zeros((1, 0), np.int32)
    return np.asarray(plan.choice.arranged.near, np.int32)


def _are_positive(numbers: np.ndarray) -> np.ndarray:
    """Of which images (k, p) the first number that is not zero is positive, (k,)."""
    padded = np.pad(numbers, ((0, 0), (0, 1)))
    first = (padded != 0).argmax(1)
    return np.take_along_axis(padded, first[:, None], 1)[:, 0] > 0


def _home(plan: Plan) -> Array | None:
    """The whole numbers (n, p) of edges between a point and its image in the cell."""
    home = plan.homes[1]
    numbers = home[0] if isinstance(home, tuple) else home
    return None if numbers is None else numbers.astype(jnp.int32)


def no_pairs(edges: int | None) -> Found:
    """The pairs of no points, in a cell with so many edges, None for open space."""
    zeros = jnp.zeros(1, jnp.int32)
    return Found(zeros, zeros, None if edges is None else jnp.zeros((1, edges), jnp.int32))
