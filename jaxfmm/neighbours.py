"""Neighbour pairs: the pairs of points within a cut-off, as arrays for the user's own functions."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, few_sizes, foreign, inputs, pytrees
from jaxfmm.errors import HARMLESS, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.compact import Wendland
from jaxfmm.kernels.given_segments import by_segments
from jaxfmm.kernels.near_images import combined
from jaxfmm.kernels.periodic import Periodic
from jaxfmm.methods.by_trees import round_up
from jaxfmm.neighbour_search import MOST_PAIRS, ROUNDING, Rows, listed, no_pairs, rows_within
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.switches import library_code

LEAF_SIZE = 16  # the fastest leaf size for 10 to 300 neighbours of a point
MOVED = 0.01  # Without a skin, points may move by this share of the cut-off.
MADE_AGAIN = "call jaxfmm.pairs(points, cutoff) outside of jit again"


@functools.partial(
    pytrees.register,
    data_fields=[
        *("senders", "receivers", "shifts", "count", "status", "cutoff", "skin"),
        *("cell", "segments", "reference", "plan"),
    ],
    meta_fields=["axes", "num_segments", "both_ways"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Pairs:
    """The pairs of points within a cut-off; made by `jaxfmm.pairs`. A pytree.

    Attributes:
      senders, receivers: (p,) int32, the points of each pair, sorted by receiver. p is the
        capacity. Slots without a pair hold the number of points, which `jax.ops.segment_sum` drops.
      mask: (p,) bools, which slots hold a pair.
      shifts: (p, axes) int32, the numbers of edges of the cell between the two points, None in open
        space. The displacement is x[receivers] - x[senders] + shifts @ cell.
      count: how many pairs there are.
      status: int32 scalar, 0 when the pairs can be used, else a combination of
        `jaxfmm.errors.Status` bits. Displacements and sums are then NaN everywhere.
      cutoff, skin, cell, axes, segments, num_segments, both_ways: the arguments of `jaxfmm.pairs`.

    Internal attributes:
      reference: the points for which the pairs were found, (n, d).
      plan: the plan of a sum over these pairs, whose trees and lists find them.
    """

    senders: Array
    receivers: Array
    shifts: Array | None
    count: Array
    status: Array
    cutoff: Array
    skin: Array
    cell: Any
    segments: Array | None
    reference: Array
    plan: Plan
    axes: tuple[int, ...] | None
    num_segments: int | None
    both_ways: bool

    @property
    def capacity(self) -> int:
        """The number of slots for pairs."""
        return self.senders.shape[0]

    @property
    def mask(self) -> Array:
        """Which slots hold a pair, (p,)."""
        return self.senders < len(self.reference)

    @library_code
    def update(
        self,
        points: ArrayLike,
        *,
        cell: ArrayLike | None = None,
        segments: ArrayLike | None = None,
    ) -> "Pairs":
        """The pairs of new points, with the same capacity. Works inside `jit`.

        Args:
          points: (n, d), as many as before.
          cell: the new cell; None for no change.
          segments: the new segments; None for no change.

        Raises:
          ValueError: for other shapes or dtypes. Outside of `jit` also if there are more pairs than
            the capacity; inside, the status of the result says so.
        """
        if cell is not None and self.cell is None:
            raise ValueError(f"cell must be None for pairs in open space, got {cell!r}")
        if segments is not None and self.segments is None:
            raise ValueError("segments must be None for pairs that were made without, got an array")
        array, same = self._points(points), cell is None and segments is None
        cell = self.cell if cell is None else _array("cell", cell)
        segments = self.segments if segments is None else _array("segments", segments)
        if not same:
            self._by_segments(array, cell, segments).check(array.shape[1])
        if not len(array):
            return dataclasses.replace(self, cell=cell, segments=segments)
        new = _updated(*pytrees.constant((self, array, cell, segments)))
        new = dataclasses.replace(new, cell=cell)  # with its derivatives
        return new if errors.is_traced(new.status) else new.check()

    @library_code
    def displacements(self, points: ArrayLike, cell: ArrayLike | None = None) -> Array:
        """x[receivers] - x[senders] + shifts @ cell, (p, d): the vectors from senders to receivers.

        They can be differentiated in both arguments. Slots without a pair have (cutoff, 0, ..), so
        that functions and their derivatives are finite there.

        Args:
          points: (n, d), those of the last `update`, moved by at most half the skin; without a skin
            by at most a hundredth of the cut-off.
          cell: None for the cell of the pairs, which has derivatives too. In another cell images
            may be elsewhere by as much as points may have moved.

        Raises:
          ValueError: outside of `jit`, if points or images have moved farther or the status is not
            0. Inside, displacements are NaN then.
        """
        x = self._points(points)
        cell = self.cell if cell is None else _array("cell", cell)
        moved = [(~self.holds(x), Status.STALE)]
        if cell is not self.cell:
            moved.append((~self._holds_in(cell, x), Status.CELL))
        wrong = self.status | bits(moved)
        if not errors.is_traced(wrong):
            self._raise(int(wrong))
        nothing = jnp.zeros(x.shape[1], x.dtype).at[0].set(lax.stop_gradient(self.cutoff))
        if not len(x):
            return nothing[None]
        offsets = x.at[self.receivers].get(mode="clip") - x.at[self.senders].get(mode="clip")
        if self.shifts is not None:
            offsets = offsets + self._moved(cell, x)
        offsets = jnp.where(self.mask[:, None], offsets, nothing[None])
        return errors.if_right(wrong == 0, offsets)

    @library_code
    def distances(self, points: ArrayLike, cell: ArrayLike | None = None) -> Array:
        """The lengths (p,) of `displacements`. The derivative at distance zero is zero."""
        square = jnp.sum(jnp.square(self.displacements(points, cell)), axis=1)
        apart = square != 0
        return jnp.where(apart, jnp.sqrt(jnp.where(apart, square, 1)), 0)

    @library_code
    def sum(self, values: ArrayLike) -> Array:
        """The sums of values (p, ...) of pairs over the pairs of each receiver, (n, ...).

        Raises:
          ValueError: for another number of values, and for pairs that are listed once, where the
            sums would miss the pairs of which a point is the sender.
        """
        values = jnp.asarray(values)
        if not self.both_ways:
            raise ValueError(
                "sum needs pairs both ways: make them with jaxfmm.pairs(..., both_ways=True), or "
                "add values at receivers and at senders yourself"
            )
        if values.shape[:1] != self.senders.shape:
            raise ValueError(
                f"values must have shape ({self.capacity}, ...), a row for each pair, got shape "
                f"{values.shape}"
            )
        n = len(self.reference)
        sums = jax.ops.segment_sum(values, self.receivers, n, indices_are_sorted=True)
        if not jnp.issubdtype(sums.dtype, jnp.inexact):
            return sums
        return errors.if_right(self.status == 0, sums)

    def holds(self, points: ArrayLike) -> Array:
        """Whether the list still holds for points: whether none has moved by more than half the
        skin, or a hundredth of the cut-off, since the last `update`. Scalar, traceable."""
        return self._are_near(jnp.asarray(points) - self.reference)

    def _holds_in(self, cell: Any, points: Array) -> Array:
        """Whether the list still holds for the images of points in another cell."""
        moved = self._moved(cell, points) - self._moved(self.cell, points)
        return self._are_near(jnp.where(self.mask[:, None], moved, 0))

    def _are_near(self, moved: Array) -> Array:
        most = jnp.maximum(self.skin / 2, MOVED * self.cutoff)
        return jnp.all(jnp.sum(jnp.square(lax.stop_gradient(moved) / most), axis=1) <= 1)

    @library_code
    def check(self) -> "Pairs":
        """Returns the pairs if their status is 0, else raises a ValueError with the reason and the
        fix. Not for `jit`."""
        if errors.is_traced(self.status):
            raise ValueError(
                "pairs.check() needs a known status, and inside jit there is none; return the "
                "pairs, or pairs.status, and check them outside"
            )
        self._raise(int(self.status))
        return self

    def __str__(self) -> str:
        count = "?" if errors.is_traced(self.count) else f"{int(self.count):,}"
        ways = "both ways" if self.both_ways else "each once"
        return (
            f"{count} pairs of {len(self.reference):,} points, {ways}, capacity {self.capacity:,}"
        )

    def _raise(self, status: int) -> None:
        """Raises the ValueError of a status that is not 0."""
        reasons = []
        if status & Status.PAIRS:
            reasons.append(
                f"there are {int(self.count)} pairs within the cut-off and the list has a capacity "
                f"of {self.capacity}; {MADE_AGAIN}, or with a larger headroom"
            )
        if status & Status.STALE:
            reasons.append(
                "points have moved by more than half the skin (without a skin, a hundredth of the "
                "cut-off) since the pairs were found; call pairs.update(points), and do not wrap "
                "points into the cell between updates"
            )
        if status & Status.CELL:
            reasons.append(
                "the cell has changed: call pairs.update(points, cell=cell), or where that is not "
                f"enough for a cell that has shrunk, {MADE_AGAIN}"
            )
        if status & errors.CAPACITY:
            reasons.append(f"the points need a larger tree or longer lists; {MADE_AGAIN}")
        known = Status.PAIRS | Status.STALE | Status.CELL | errors.CAPACITY
        if rest := status & ~int(known):
            errors.raise_status(self.plan, rest)
        if reasons:
            raise ValueError("; ".join(reasons))

    def _points(self, points: ArrayLike) -> Array:
        """Points as an array (n, d) like the reference. Raises ValueError for others."""
        old = self.reference
        array = inputs.points("points", points, None, old.dtype)
        if array.shape != old.shape or array.dtype != old.dtype:
            raise ValueError(
                f"points must be {old.dtype} of shape {old.shape} as those that the pairs were "
                f"made for, got {array.dtype} of shape {array.shape}; make new pairs with "
                "jaxfmm.pairs(points, cutoff)"
            )
        return array

    def _by_segments(self, points: Array, cell: Any, segments: Array | None) -> Kernel:
        """The kernel of the sum over these pairs."""
        kernel = _kernel(points, self.cutoff, cell, self.axes)
        return by_segments(kernel, points, None, segments, self.num_segments, None)

    def _moved(self, cell: Any, points: Array) -> Array:
        """shifts @ cell, (p, d)."""
        numbers = jnp.asarray(self.shifts, points.dtype)
        dim = points.shape[1]
        of = self._by_segments(points, cell, self.segments).simplified(dim)
        rows = of.images.rows(dim, points.dtype)
        if rows.ndim == 2:
            return combined(numbers, rows)
        segment = jnp.asarray(self.segments).at[self.receivers].get(mode="clip")
        return jnp.sum(numbers[:, :, None] * rows.at[segment].get(mode="clip"), axis=1)


@library_code
def pairs(
    points: ArrayLike,
    cutoff: float,
    *,
    cell: ArrayLike | None = None,
    axes: tuple[int, ...] | None = None,
    both_ways: bool = True,
    skin: float = 0.0,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    headroom: float = 1.25,
) -> Pairs:
    """The pairs of points closer than a cut-off, for functions of your own.

    Such functions are densities of smoothed particle hydrodynamics, networks that pass messages,
    and potentials that no kernel is for.

        |x_i - x_j + s A| < cutoff    with the receiver i, the sender j, whole numbers s and the
                                      rows A of the cell; not (i, i) with s = 0

    The pairs are found by trees, in a time that grows like the number of points and of pairs. Make
    them outside of `jit`, where they are counted; `update` finds those of new points inside of
    `jit` with the same shapes. In a cell every image counts, also images of the point itself, so
    the cut-off may be longer than the cell. Rounding may add pairs that are farther apart by a few
    units in the last place of the cut-off or, in a cell, of its size.

    Args:
      points: (n, d), d up to 3. In a cell they need not lie inside.
      cutoff: > 0, in the unit of the coordinates.
      cell, axes: None for open space, or as of `jaxfmm.Periodic`. With `segments` also rows for
        each segment, (num_segments, d, d).
      both_ways: whether each pair is listed as (i, j) and as (j, i), as message passing needs.
        Otherwise it is listed once, for energies: the receiver is the larger number.
      skin: >= 0. Pairs up to cutoff + skin are listed, which hold until a point has moved by
        skin / 2; see `Pairs.holds`. Functions must then vanish beyond the cut-off by themselves.
      segments, num_segments: as of `jaxfmm.potential`: only points of the same segment are pairs.
      headroom: the capacity, as a multiple of the number of pairs.

    Returns:
      `Pairs`.

    Raises:
      ValueError: for bad arguments, for points that are traced or split over devices, and for more
        than 2^30 pairs.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]])
      >>> near = jaxfmm.pairs(x, 1.5)
      >>> [round(float(u), 4) for u in near.sum(jnp.exp(-near.distances(x)))]
      [0.3679, 0.3679, 0.0]
      >>> numbers = near.update(2 * x).sum(jnp.ones(near.capacity))
      >>> [round(float(u), 4) for u in numbers]
      [0.0, 0.0, 0.0]
    """
    array = _checked_points(points)
    cutoff = inputs.number("cutoff", cutoff, 0, jnp.inf, "it is a length")
    if skin != 0:
        skin = inputs.number("skin", skin, 0, jnp.inf, "it is a length")
    inputs.choice("both_ways", both_ways, (False, True))
    if cell is None and axes is not None:
        raise ValueError(f"axes needs cell, the edges along these axes, got {axes!r}")
    cell = None if cell is None else _array("cell", cell)
    lengths = jnp.asarray(cutoff, array.dtype), jnp.asarray(skin, array.dtype)
    plan = make_plan(
        array,
        kernel=_kernel(array, lengths[0] + lengths[1], pytrees.constant(cell), axes),
        gradient=False,
        method="truncated" if cell is None or segments is None else "direct",  # with a reach, too
        leaf_size=LEAF_SIZE,
        headroom=headroom,
        segments=segments,
        num_segments=num_segments,
    )
    count = jnp.int32(0)
    if len(array):
        plan = _with_short_list(plan, headroom)
        rows = _rows(plan, array, lengths[0] + lengths[1], both_ways=both_ways)
        if (count := rows.total) > MOST_PAIRS:
            raise ValueError(
                f"cutoff={cutoff:g} has more than 2^30 pairs among {len(array)} points; use a "
                "smaller cut-off"
            )
        capacity = few_sizes.round_up(max(math.ceil(headroom * int(count)), len(array)))
        found = _listed(plan, rows, capacity=capacity)
    else:
        found = no_pairs(None if cell is None else len(axes or range(array.shape[1])))
    return Pairs(
        **found._asdict(),
        count=count,
        status=plan.status & ~int(HARMLESS),
        cutoff=lengths[0],
        skin=lengths[1],
        cell=cell,
        segments=None
        if segments is None
        else jnp.asarray(foreign.numbers("segments", segments)[0]),
        reference=array,
        plan=plan,
        axes=axes,
        num_segments=num_segments,
        both_ways=both_ways,
    )


def _checked_points(points: ArrayLike) -> Array:
    """The points as an array. Raises ValueError unless they are known and on one device."""
    array = pytrees.constant(inputs.points("points", points, (1, 2, 3)))
    if errors.is_tracing() or errors.is_traced(array):
        raise ValueError(
            "points must be known, since they say how many pairs there are, and inside jit they "
            "are not; call jaxfmm.pairs outside of jit, and pairs.update(points) inside"
        )
    if inputs.split_axes(array) or not array.is_fully_replicated:
        raise ValueError(
            "points must be on one device, got points that are split over several; put them on "
            "one: jax.device_put(points, jax.devices()[0])"
        )
    return array


def _with_short_list(plan: Plan, headroom: float) -> Plan:
    """The plan with a near list of hardly more than the needed capacity, with which the time of a
    search grows."""
    near = plan.near
    capacity = min(near.capacity, round_up(headroom * int(near.count)))
    target, source = near.target[:capacity], near.source[:capacity]
    near = dataclasses.replace(near, target=target, source=source)
    choice = plan.choice.with_capacity(near=capacity)
    return dataclasses.replace(plan, choice=choice, lists=plan.lists._replace(near=near))


def _array(name: str, value: Any) -> Any:
    """A cell or segments as an array, traced or not."""
    numbers, _ = foreign.numbers(name, value if hasattr(value, "shape") else jnp.asarray(value))
    return jnp.asarray(numbers)


def _kernel(points: Array, distance: Array, cell: Any, axes: tuple[int, ...] | None) -> Kernel:
    """A kernel that ends a little beyond this distance, since the nodes of trees are rounded
    too."""
    low, high = points.min(0, initial=jnp.inf), points.max(0, initial=-jnp.inf)
    extent = lax.stop_gradient(jnp.max(high - low, initial=0))
    extent = jnp.where(jnp.isfinite(extent), extent, 0)
    slack = 2 * ROUNDING * jnp.finfo(points.dtype).eps
    inner = Wendland(distance + slack * (distance + extent))
    return inner if cell is None else Periodic(inner, cell, axes)


_rows = jax.jit(rows_within, static_argnames="both_ways")
_listed = jax.jit(listed, static_argnames="capacity")


@jax.jit
def _updated(old: Pairs, points: Array, cell: Any, segments: Array | None) -> Pairs:
    """The pairs of new points, whether or not the capacities suffice."""
    distance = old.cutoff + old.skin
    plan = old.plan.update(
        points, kernel=_kernel(points, distance, cell, old.axes), segments=segments
    )
    rows: Rows = rows_within(plan, points, distance, both_ways=old.both_ways)
    found = listed(plan, rows, old.capacity)
    wrong = plan.status & ~int(HARMLESS)
    wrong = wrong | bits([(rows.total > old.capacity, Status.PAIRS)])
    # each point gets a pair, so that sums over pairs without the mask are NaN at every point
    every = jnp.minimum(lax.iota(jnp.int32, old.capacity), len(points) - 1)
    senders, receivers = (
        jnp.where(wrong == 0, array, every) for array in (found.senders, found.receivers)
    )
    return dataclasses.replace(
        old,
        senders=senders,
        receivers=receivers,
        shifts=found.shifts,
        count=rows.total,
        status=wrong,
        cell=cell,
        segments=segments,
        reference=points,
        plan=plan,
    )
