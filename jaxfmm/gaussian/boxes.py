"""Points in the occupied boxes of a uniform grid, and the pairs of boxes that are near each other.

Only boxes that hold points are stored, ordered by their cells (c_1, ..., c_d), c_d fastest. A cell
is packed into as few 32-bit words as the shape of the grid needs, so a grid may have any number of
boxes. All array sizes are static; `n_boxes` and the count of pairs show whether they suffice."""

import dataclasses
import functools
import itertools
import math
from typing import ClassVar

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.tree.owners import owners
from jaxfmm.tree.traverse import PairList

MOST_CELLS = 2**31 - 2  # along one axis


@dataclasses.dataclass(frozen=True, kw_only=True)
class BoxGrid:
    """A grid of `shape` boxes, each a cube of this `side`.

    Edges are whole multiples of the side, which is a power of two times a small integer, so
    floating point numbers hold edges and centres exactly."""

    shape: tuple[int, ...]
    side: float

    @classmethod
    def over(cls, extent: tuple[float, ...], side: float) -> "BoxGrid | None":
        """The grid for points that extend this far, wherever they lie; None if an axis would have
        too many boxes."""
        shape = tuple(int(min(e / side, MOST_CELLS)) + 2 for e in extent)
        return cls(shape=shape, side=side) if max(shape) <= MOST_CELLS else None

    @property
    def words(self) -> list[list[int]]:
        """The axes whose cells share a word, for each word; the slowest axis comes first."""
        runs = [[0]]
        for axis in range(1, len(self.shape)):
            joined = [*runs[-1], axis]
            if math.prod(self.shape[a] for a in joined) <= MOST_CELLS:
                runs[-1] = joined
            else:
                runs.append([axis])
        return runs

    def keys(self, cell: list[Array]) -> list[Array]:
        """The words of cells, which are a list with an array for each axis."""

        def word(run):
            return functools.reduce(
                lambda key, a: key * self.shape[a] + cell[a], run[1:], cell[run[0]]
            )

        return [word(run) for run in self.words]

    def origin(self, *points: Array) -> Array:
        """The corner (d,) of the first box, in units of the side, of a grid about all points."""
        low = functools.reduce(jnp.minimum, (jnp.min(x, axis=0) for x in points))
        return jnp.floor(low * (1 / self.side))

    def cell(self, origin: Array, points: Array) -> Array:
        """The cells (n, d) of points. Points outside the grid are put into its outermost cells, and
        NaN into the first one."""
        at = jnp.floor(points * (1 / self.side)) - origin[None]
        last = np.array(self.shape) - 1
        inside = jnp.where(at > 0, jnp.minimum(at, last.astype(at.dtype)[None]), 0)
        # The dtype of the points may have rounded the last cell up, so clip the integers too.
        return jnp.minimum(inside.astype(jnp.int32), last.astype(np.int32)[None])

    def holds(self, origin: Array, points: Array) -> Array:
        """Whether all points lie in the grid, close enough to zero for their dtype to represent the
        centres of boxes."""
        at = jnp.floor(points * (1 / self.side)) - origin[None]
        shape = jnp.asarray(self.shape, points.dtype)
        exact = jnp.abs(origin) + shape < 2.0 ** (jnp.finfo(points.dtype).nmant - 1)
        return jnp.all((at >= 0) & (at < shape[None])) & jnp.all(exact)


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class Boxes:
    """Points in boxes. Some boxes are marked as full: these have a series.

    points: (n, d) box by box.  order: (n,) their numbers in the caller's order.
    start, count: (B,) where the points of each box begin, and how many there are.
    cell, center: (B, d).  n_boxes: how many boxes there are; if more than B, the rest is missing.
    full: (E,) the full boxes.  n_full: how many there are.
    slot: (B,) the place of each box in `full`, or -1."""

    points: Array
    order: Array
    start: Array
    count: Array
    cell: Array
    center: Array
    n_boxes: Array
    slot: Array
    full: Array
    n_full: Array

    @property
    def capacity(self) -> int:
        return self.start.shape[0]

    @property
    def leaves(self) -> Array:
        """P2P takes every box as a leaf."""
        return lax.iota(jnp.int32, self.capacity)

    @property
    def n_leaves(self) -> Array:
        return jnp.minimum(self.n_boxes, self.capacity)

    @property
    def leaf_size(self) -> int:
        """The largest possible number of points in a box: all of them."""
        return self.order.shape[0]

    def with_full(self, mask: Array, capacity: int) -> "Boxes":
        """Marks the first `capacity` boxes of a mask (B,) as full."""
        rank = jnp.cumsum(mask, dtype=jnp.int32)
        slot = jnp.where(mask, rank - 1, -1)
        place = jnp.where(mask, slot, capacity)
        boxes, empty = lax.iota(jnp.int32, self.capacity), jnp.zeros(capacity, jnp.int32)
        full = empty.at[place].set(boxes, mode="drop")
        n_full = jnp.minimum(rank[-1], capacity)
        return dataclasses.replace(self, slot=slot, full=full, n_full=n_full)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class PairRun:
    """The pairs of a `PairList` that are summed in one way: the sources of target box t are in
    places begin[t] to end[t]."""

    target: Array
    source: Array
    begin: Array
    end: Array
    images: Array
    bits: ClassVar[int] = ONE_IMAGE


def build(grid: BoxGrid, origin: Array, points: Array, capacity: int) -> Boxes:
    """Sorts points (n, d) into at most `capacity` boxes, none of them marked as full."""
    n, dim = points.shape
    cell = grid.cell(origin, points)
    keys = grid.keys([cell[:, a] for a in range(dim)])
    *keys, order = lax.sort((*keys, lax.iota(jnp.int32, n)), num_keys=len(keys), is_stable=True)
    changes = (k[1:] != k[:-1] for k in keys)
    is_new = functools.reduce(jnp.logical_or, changes, jnp.zeros(n - 1, bool))
    number = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(is_new, dtype=jnp.int32)])
    first = jnp.where(jnp.concatenate([jnp.ones(1, bool), is_new]), number, capacity + 1)
    start = jnp.full(capacity + 1, n, jnp.int32).at[first].set(lax.iota(jnp.int32, n), mode="drop")
    cell = cell[order.at[start[:-1]].get(mode="clip")]
    none = jnp.full(capacity, -1, jnp.int32)
    return Boxes(
        points=points[order],
        order=order,
        start=start[:-1],
        count=start[1:] - start[:-1],
        cell=cell,
        center=(origin[None] + cell.astype(points.dtype) + 0.5) * grid.side,
        n_boxes=number[-1] + 1,
        slot=none,
        full=none[:1],
        n_full=jnp.int32(0),
    )


@functools.cache
def rows(dim: int, side: float, cutoff: float) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The boxes within `cutoff` of a box, in rows along the last axis: (offsets along the other
    axes, reach along the last one) for each row."""

    def gap(offset):
        return max(abs(offset) - 1, 0) * side

    reach = int(cutoff / side) + 1
    near = []
    for offset in itertools.product(range(-reach, reach + 1), repeat=dim - 1):
        rest = cutoff**2 - sum(gap(o) ** 2 for o in offset)
        if rest >= 0:
            near.append((offset, int(math.sqrt(rest) / side) + 1))
    return tuple(near)


def neighbours(dim: int, side: float, cutoff: float) -> int:
    """How many boxes are within `cutoff` of a box, itself included."""
    return sum(2 * reach + 1 for _, reach in rows(dim, side, cutoff))


def _count_before(keys: list[Array], n: Array, query: list[Array], *, or_equal: bool) -> Array:
    """For each query, how many of the first `n` sorted keys are less than it, or equal to it if
    `or_equal`."""
    shape, capacity = query[0].shape, keys[0].shape[0]

    def halve(_, bounds):
        low, high = bounds
        middle = low + (high - low) // 2
        before = jnp.full(shape, or_equal)
        for key, q in zip(reversed(keys), reversed(query)):
            k = key.at[middle].get(mode="clip")
            before = (k < q) | ((k == q) & before)
        before = before & (low < high)
        return jnp.where(before, middle + 1, low), jnp.where(before, high, middle)

    bounds = jnp.zeros(shape, jnp.int32), jnp.broadcast_to(jnp.minimum(n, capacity), shape)
    return lax.fori_loop(0, capacity.bit_length(), halve, bounds)[0]


def near_pairs(
    grid: BoxGrid, targets: Boxes, sources: Boxes, cutoff: float, capacity: int
) -> PairList:
    """The pairs of boxes within `cutoff` of each other, sorted by target, then by source."""
    dim = len(grid.shape)
    offsets = rows(dim, grid.side, cutoff)
    slow = np.array([offset for offset, _ in offsets], np.int32).reshape(len(offsets), dim - 1)
    reach = np.array([r for _, r in offsets], np.int32)
    used = lax.iota(jnp.int32, targets.capacity) < targets.n_boxes

    cell = [targets.cell[:, a, None] + slow[None, :, a] for a in range(dim - 1)]
    last = targets.cell[:, -1, None]
    low = jnp.maximum(last - reach[None], 0)
    high = jnp.minimum(last + reach[None], grid.shape[-1] - 1)
    inside = jnp.broadcast_to(used[:, None], low.shape)
    for c, size in zip(cell, grid.shape):
        inside = inside & (c >= 0) & (c < size)
    keys = grid.keys([sources.cell[:, a] for a in range(dim)])
    begin, end = (
        _count_before(keys, sources.n_boxes, grid.keys([*cell, corner]), or_equal=or_equal)
        for corner, or_equal in ((low, False), (high, True))
    )
    length = jnp.where(inside, jnp.maximum(end - begin, 0), 0)

    per_box = jnp.sum(length, axis=1, dtype=jnp.int32)
    start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(per_box, dtype=jnp.int32)])
    # The integer sum may wrap around, the floating point sum cannot.
    too_many = jnp.sum(per_box.astype(jnp.float32)) > 2.0**30
    total = jnp.where(too_many, np.int32(2**31 - 1), start[-1])

    length, begin = length.reshape(-1), begin.reshape(-1)
    first = jnp.cumsum(length, dtype=jnp.int32) - length
    item = owners(first, capacity)
    place = lax.iota(jnp.int32, capacity)
    valid = place < total
    return PairList(
        target=jnp.where(valid, item // len(offsets), np.int32(2**31 - 1)),
        source=jnp.where(valid, begin[item] + place - first[item], 0),
        count=total,
        start=jnp.clip(start, 0, capacity),
        images=jnp.zeros((1, dim), sources.center.dtype),
    )
