"""Points in the occupied boxes of a uniform grid, and which boxes are near each other.

Only boxes that hold points are stored, in the order of their cells (c_1, ..., c_d), the last the
fastest. A cell is packed into as few 32-bit words as the shape of the grid needs, so that a grid
may have any number of boxes: empty space costs nothing. All sizes of arrays are static, and too
little room shows in `n_boxes` or in the count of the pairs."""

import dataclasses
import functools
import itertools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import pytrees
from jaxfmm.tree.traverse import PairList

MOST_CELLS = 2**31 - 2  # along one axis


@dataclasses.dataclass(frozen=True, kw_only=True)
class Lattice:
    """Boxes of one side, shape of them per dimension. Their edges are whole multiples of the side,
    and that is a power of two times a small whole number: so floating point numbers hold edges and
    centres exactly."""

    shape: tuple[int, ...]
    side: float

    @classmethod
    def over(cls, extent: tuple[float, ...], side: float) -> Any:
        """For points in a box of this extent, wherever it lies; None if an axis has too many
        boxes."""
        shape = tuple(int(min(e / side, MOST_CELLS)) + 2 for e in extent)
        return cls(shape=shape, side=side) if max(shape) <= MOST_CELLS else None

    @property
    def words(self) -> list[list[int]]:
        """Runs of axes whose cells share a word, the slowest first."""
        runs = [[0]]
        for axis in range(1, len(self.shape)):
            joined = [*runs[-1], axis]
            if math.prod(self.shape[a] for a in joined) <= MOST_CELLS:
                runs[-1] = joined
            else:
                runs.append([axis])
        return runs

    def keys(self, cell: list[jax.Array]) -> list[jax.Array]:
        """cells, a list of arrays per axis -> the list of their words."""

        def word(run):
            return functools.reduce(
                lambda key, a: key * self.shape[a] + cell[a], run[1:], cell[run[0]]
            )

        return [word(run) for run in self.words]

    def origin(self, *points) -> jax.Array:
        """The corner (d,) of the first box of a lattice that holds all points, in units of the
        side."""
        low = functools.reduce(jnp.minimum, (jnp.min(x, axis=0) for x in points))
        return jnp.floor(low * (1 / self.side))

    def cell(self, origin: jax.Array, points: jax.Array) -> jax.Array:
        """The cells (n, d) of points; those outside the lattice are in its outermost ones, NaN in
        the first."""
        at = jnp.floor(points * (1 / self.side)) - origin[None]
        last = np.array(self.shape) - 1
        inside = jnp.where(at > 0, jnp.minimum(at, last.astype(at.dtype)[None]), 0).astype(
            jnp.int32
        )
        return jnp.minimum(
            inside, last.astype(np.int32)[None]
        )  # the last may be no number of the dtype

    def holds(self, origin: jax.Array, points: jax.Array) -> jax.Array:
        """Whether all points lie in the lattice, and near enough to zero for their dtype to hold
        centres of boxes."""
        at = jnp.floor(points * (1 / self.side)) - origin[None]
        shape = jnp.asarray(self.shape, points.dtype)
        exact = jnp.abs(origin) + shape < 2.0 ** (jnp.finfo(points.dtype).nmant - 1)
        return jnp.all((at >= 0) & (at < shape[None])) & jnp.all(exact)


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class Boxes:
    """Points in boxes. order (n,): the points as given, box by box. start, count (B,): the places
    of a box's points in that order. cell (B, d), center (B, d). n_boxes: how many there are; more
    than B means that the rest is missing.

    Some boxes are marked as full: full (E,), n_full of them, and slot (B,), the place of a box in
    that list or -1."""

    order: jax.Array
    start: jax.Array
    count: jax.Array
    cell: jax.Array
    center: jax.Array
    n_boxes: jax.Array
    slot: jax.Array
    full: jax.Array
    n_full: jax.Array

    @property
    def capacity(self) -> int:
        return self.start.shape[0]

    @property
    def leaves(self) -> Any:
        """For P2P every box is a leaf."""
        return lax.iota(jnp.int32, self.capacity)

    @property
    def n_leaves(self) -> jax.Array:
        return jnp.minimum(self.n_boxes, self.capacity)

    @property
    def leaf_size(self) -> int:
        """The largest number of points in a box: all may be in one."""
        return self.order.shape[0]

    def with_full(self, mask: jax.Array, capacity: int) -> "Boxes":
        """With the boxes of a mask (B,), at most `room` of them, marked as full."""
        rank = jnp.cumsum(mask, dtype=jnp.int32)
        slot = jnp.where(mask, rank - 1, -1)
        place = jnp.where(mask, slot, capacity)
        full = (
            jnp.zeros(capacity, jnp.int32)
            .at[place]
            .set(lax.iota(jnp.int32, self.capacity), mode="drop")
        )
        return dataclasses.replace(
            self, slot=slot, full=full, n_full=jnp.minimum(rank[-1], capacity)
        )


def build(lattice: Lattice, origin: jax.Array, points: jax.Array, capacity: Any) -> Boxes:
    """The `Boxes` of points (n, d), with room for `capacity` of them and none marked."""
    n, dim = points.shape
    cell = lattice.cell(origin, points)
    keys = lattice.keys([cell[:, a] for a in range(dim)])
    *keys, order = lax.sort((*keys, lax.iota(jnp.int32, n)), num_keys=len(keys), is_stable=True)
    fresh = functools.reduce(
        jnp.logical_or, (k[1:] != k[:-1] for k in keys), jnp.zeros(n - 1, bool)
    )
    number = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(fresh, dtype=jnp.int32)])
    first = jnp.where(jnp.concatenate([jnp.ones(1, bool), fresh]), number, capacity + 1)
    start = jnp.full(capacity + 1, n, jnp.int32).at[first].set(lax.iota(jnp.int32, n), mode="drop")
    cell = cell[order.at[start[:-1]].get(mode="clip")]
    center = (origin[None] + cell.astype(points.dtype) + 0.5) * lattice.side
    none = jnp.full(capacity, -1, jnp.int32)
    return Boxes(
        order=order,
        start=start[:-1],
        count=start[1:] - start[:-1],
        cell=cell,
        center=center,
        n_boxes=number[-1] + 1,
        slot=none,
        full=none[:1],
        n_full=jnp.int32(0),
    )


@functools.cache
def rows(dim: int, side: float, cutoff: float) -> Any:
    """Boxes that come within `cutoff` of a box, in rows along the last axis: [(offsets of the other
    axes, reach)]."""

    def gap(offset):
        return max(abs(offset) - 1, 0) * side

    reach = int(cutoff / side) + 1
    out = []
    for offset in itertools.product(range(-reach, reach + 1), repeat=dim - 1):
        rest = cutoff**2 - sum(gap(o) ** 2 for o in offset)
        if rest >= 0:
            out.append((offset, int(math.sqrt(rest) / side) + 1))
    return tuple(out)


def neighbours(dim: int, side: float, cutoff: float) -> int:
    """How many boxes come within `cutoff` of a box, itself included."""
    return sum(2 * reach + 1 for _, reach in rows(dim, side, cutoff))


def _first(
    keys: list[jax.Array], n: jax.Array, query: list[jax.Array], *, after: bool
) -> jax.Array:
    """For each query the number of the `n` keys, sorted, that come before it or, if `after`, are no
    greater."""
    capacity = keys[0].shape[0]
    low, high = (
        jnp.zeros(query[0].shape, jnp.int32),
        jnp.broadcast_to(jnp.minimum(n, capacity), query[0].shape),
    )

    def halve(_, bounds):
        low, high = bounds
        middle = low + (high - low) // 2
        before = jnp.full(query[0].shape, after)
        for key, q in zip(reversed(keys), reversed(query)):
            k = key.at[middle].get(mode="clip")
            before = (k < q) | ((k == q) & before)
        before = before & (low < high)
        return jnp.where(before, middle + 1, low), jnp.where(before, high, middle)

    return lax.fori_loop(0, capacity.bit_length(), halve, (low, high))[0]


def near_pairs(
    lattice: Lattice, targets: Boxes, sources: Boxes, cutoff: float, capacity: int
) -> PairList:
    """The pairs of boxes that come within `cutoff` of each other, a `PairList` sorted by target,
    then source."""
    dim, boxes = len(lattice.shape), targets.capacity
    offsets = rows(dim, lattice.side, cutoff)
    slow = np.array([offset for offset, _ in offsets], np.int32).reshape(len(offsets), dim - 1)
    reach = np.array([r for _, r in offsets], np.int32)
    used = lax.iota(jnp.int32, boxes) < targets.n_boxes

    cell = [targets.cell[:, a, None] + slow[None, :, a] for a in range(dim - 1)]
    last = targets.cell[:, -1, None]
    ends = [
        jnp.maximum(last - reach[None], 0),
        jnp.minimum(last + reach[None], lattice.shape[-1] - 1),
    ]
    inside = jnp.broadcast_to(used[:, None], ends[0].shape)
    for c, size in zip(cell, lattice.shape):
        inside = inside & (c >= 0) & (c < size)
    keys = lattice.keys([sources.cell[:, a] for a in range(dim)])
    begin, end = (
        _first(keys, sources.n_boxes, lattice.keys([*cell, e]), after=after)
        for e, after in zip(ends, (False, True))
    )
    length = jnp.where(inside, jnp.maximum(end - begin, 0), 0)

    per_box = jnp.sum(length, axis=1, dtype=jnp.int32)
    # in floating point, which cannot wrap around
    many = jnp.sum(per_box.astype(jnp.float32)) > 2.0**30
    start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(per_box, dtype=jnp.int32)])
    total = jnp.where(many, np.int32(2**31 - 1), start[-1])

    length, begin = length.reshape(-1), begin.reshape(-1)
    first = jnp.cumsum(length, dtype=jnp.int32) - length
    item = owners(first, capacity)
    place = lax.iota(jnp.int32, capacity)
    valid = place < total
    source = jnp.where(valid, begin[item] + place - first[item], 0)
    target = jnp.where(valid, item // len(offsets), np.int32(2**31 - 1))
    images = jnp.zeros((1, dim), sources.center.dtype)
    return PairList(
        target=target, source=source, count=total, start=jnp.clip(start, 0, capacity), images=images
    )


def owners(first: jax.Array, capacity: int) -> jax.Array:
    """For each place below `capacity` the number of the item that holds it: of the last i with
    first[i] <= place."""
    marks = jnp.zeros(capacity, jnp.int32).at[first].add(1, mode="drop", indices_are_sorted=True)
    return jnp.cumsum(marks, dtype=jnp.int32) - 1
