"""How rows of numbers travel from the order of the caller to the domains of the devices, and back.

A row that belongs to the device that has it stays in its place. Others leave, and as many arrive,
which take the places of those that left. So rows that are in place cost no more than what crosses
the borders of domains, and where no row crosses one, nothing is exchanged. Where a device would
send far more rows to one device than to another, all rows are dealt first (`partition.deal`).

All functions run on each device."""

import dataclasses
import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.request import Capacity
from jaxfmm.sharding.partition import Borders, collect, deal, partition, sides

# Borders move when this share of the capacity for migrants would have to stay where it does not
# belong: such rows make the cells of a device larger.
HELD_BACK = 1 / 8
BEYOND = 2**31 - 1  # the number of no row


@functools.partial(
    pytrees.register,
    data_fields=["leaving", "arriving", "most", "migrants"],
    meta_fields=["n", "length", "axes", "devices", "dealt", "uneven"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Route:
    """Where the rows of a device go.

    leaving (devices, capacity): the row at each place that is sent to each device. Places without
      a row have a number beyond all rows.
    arriving (devices, capacity): the places of the rows that come from each device, likewise.
    most: the largest number of rows that any device sends to another one.
    migrants: the largest number of rows that any device sends.
    n: the number of the caller's rows.
    length: the number of rows of the device's domain, with padding.
    dealt: whether rows are dealt first.
    uneven: whether domains may have different numbers of rows, up to `length`."""

    leaving: Array
    arriving: Array
    most: Array
    migrants: Array
    n: int
    length: int
    axes: tuple[str, ...]
    devices: int
    dealt: bool
    uneven: bool = False

    def forward(self, points: Array, *others: Array) -> list[Array]:
        """The rows (length, ...) of each device's domain from the caller's points (n, d) and other
        arrays (n, ...). Padding repeats points, and has zeros in the others."""
        padding = [(0, self.length - self.n)]
        others = tuple(jnp.pad(a, padding + [(0, 0)] * (a.ndim - 1)) for a in others)
        return self.move([_padded(points, self.length), *others])

    def move(self, arrays: Sequence[Array]) -> list[Array]:
        """Rows (length, ...) of the caller, padded, in the domains."""
        if self.dealt:
            arrays = [deal(array, axes=self.axes, devices=self.devices) for array in arrays]
        return self._exchange(arrays, self.leaving, self.arriving)

    def backward(self, rows: Array) -> Array:
        """The caller's rows (n, ...) from the rows (length, ...) of each device's domain."""
        (rows,) = self._exchange([rows], self.arriving, self.leaving)
        if self.dealt:
            rows = collect(rows, axes=self.axes, devices=self.devices)
        return rows[: self.n]

    def taken(self) -> "Route":
        """The route of rows that have gone this way: they stay."""
        stay = jnp.full_like(self.leaving, BEYOND)
        none = jnp.zeros_like(self.most)
        return dataclasses.replace(
            self,
            leaving=stay,
            arriving=stay,
            most=none,
            migrants=none,
            length=self.n,
            dealt=False,
        )

    def present(self) -> Array:
        """Whether each of the rows (length,) of the device's domain has come or stayed: where rows
        have left and none has come, a copy is left."""
        here = lax.iota(jnp.int32, self.length) < self.n
        here = here.at[self.leaving.reshape(-1)].set(False, mode="drop")
        return here.at[self.arriving.reshape(-1)].set(True, mode="drop")

    def exchanged(self, arrays: Sequence[Array]) -> tuple["Route", list[Array]]:
        """The caller's rows (n, ...) after those have moved for good that devices exchange in
        pairs, and the route of the others. Rows in domains keep their places."""
        swap = self.leaving == self.arriving
        out = jnp.where(swap, self.leaving, BEYOND)
        moved = self._exchange(arrays, out, out)
        leaving, arriving = (jnp.where(swap, BEYOND, a) for a in (self.leaving, self.arriving))
        count = (leaving < self.n).sum(axis=1, dtype=jnp.int32)
        rest = dataclasses.replace(
            self,
            leaving=leaving,
            arriving=arriving,
            most=lax.pmax(count.max(), self.axes),
            migrants=lax.pmax(count.sum(), self.axes),
        )
        return rest, moved

    def _exchange(self, arrays: Sequence[Array], out: Array, into: Array) -> list[Array]:
        """Only rows that are sent are copied together: one exchange for each dtype, and none where
        all rows of all devices stay. Its size is that of the capacity for each other device."""

        def exchanged() -> list[Array]:
            sent = [array.at[out.reshape(-1)].get(mode="clip") for array in arrays]
            return sent_together(sent, self.axes)

        def nothing() -> list[Array]:
            return [jnp.zeros((out.size, *array.shape[1:]), array.dtype) for array in arrays]

        # all devices know the same number of migrants, so either all of them exchange or none
        came = lax.cond(self.migrants > 0, exchanged, nothing)
        place = into.reshape(-1)
        return [array.at[place].set(rows, mode="drop") for array, rows in zip(arrays, came)]


def sent_together(arrays: Sequence[Array], axes: tuple[str, ...]) -> list[Array]:
    """`all_to_all` of arrays (devices * capacity, ...) along their first axis, with one exchange
    for each dtype."""
    came = list(arrays)
    for dtype in dict.fromkeys(array.dtype for array in arrays):
        which = [i for i, array in enumerate(arrays) if array.dtype == dtype]
        columns = [arrays[i].reshape(len(arrays[i]), -1) for i in which]
        ends = np.cumsum([column.shape[1] for column in columns])[:-1]
        together = lax.all_to_all(
            jnp.concatenate(columns, axis=1), axes, split_axis=0, concat_axis=0, tiled=True
        )
        for i, part in zip(which, jnp.split(together, ends, axis=1)):
            came[i] = part.reshape(arrays[i].shape)
    return came


def padded_length(n: int, devices: int, dealt: bool) -> int:
    """n rows of a device with padding: rows are dealt in blocks of one for each device."""
    return -(-n // devices) * devices if dealt else n


def _padded(points: Array, length: int) -> Array:
    n = len(points)
    return points if length == n else jnp.concatenate([points, points[jnp.arange(length - n) % n]])


def usual_capacity(n: int, devices: int) -> int:
    """The capacity for what a device sends to another one of n rows in random order."""
    mean = padded_length(n, devices, dealt=True) / devices
    return min(n, math.ceil(1.03 * mean + 7 * math.sqrt(mean) + 8))


def capacity_for(most: int, n: int, devices: int) -> dict[str, Any]:
    """The capacities for n rows of a device, of which it sends so many to another one. Dealt rows
    take two exchanges, of evenly many."""
    if most * devices <= 2 * n:
        return {"routed": min(n, round_finely(most))}
    return {"routed": usual_capacity(n, devices), "dealt": True}


def round_finely(count: float) -> int:
    """The next of 16 sizes for each power of two, at least 16: few different ones, and little that
    is sent in vain."""
    step = 1 << max(0, math.ceil(count).bit_length() - 5)
    return max(16, math.ceil(count / step) * step)


class _Flow(NamedTuple):
    """to (n,): the device of each row; counts (devices,): how many rows this device has for each;
    out, into (devices,): how many of them it sends to and gets from each, the others stay; held:
    the largest number that stays on any device."""

    to: Array
    counts: Array
    out: Array
    into: Array
    held: Array


def _flow(to: Array, axes: tuple[str, ...], devices: int) -> _Flow:
    """As many rows must arrive as leave. If that holds for all rows that belong elsewhere, as after
    `partition`, all go; otherwise devices exchange equally many in pairs."""
    me, device = lax.axis_index(axes), jnp.arange(devices, dtype=jnp.int32)
    counts = jnp.sum(to[:, None] == device[None], axis=0, dtype=jnp.int32)
    counts = jnp.where(device == me, 0, counts)
    every = lax.all_gather(counts, axes)
    even = (every.sum(axis=0) == every.sum(axis=1)).all()
    sent = jnp.where(even, every, jnp.minimum(every, every.T))
    held = (every - sent).sum(axis=1).max()
    return _Flow(to, counts, sent[me], sent[:, me], held)


def route_of(
    points: Array,
    borders: Borders | None,
    *,
    capacity: Capacity,
    axes: tuple[str, ...],
    devices: int,
) -> tuple[Route, Borders]:
    """The `Route` of the points (n, d) that a device has, and the borders of the domains. borders:
    those of a plan whose points were in place, whose borders were placed by work, or that exchanges
    in rounds; None for new ones.

    Rounds keep the axes of all cuts: with other axes, devices would have other partners."""
    n, owned = len(points), capacity.owned_points
    if capacity.dealt:
        points = deal(
            _padded(points, padded_length(n, devices, dealt=True)), axes=axes, devices=devices
        )
    counts, steps = (None, ()) if borders is None else (borders.counts, borders.steps)
    cuts = [step.along for step in steps] if capacity.rounds else []

    def anew() -> tuple[Array, Borders]:
        return partition(points, counts, cuts, axes=axes, devices=devices)

    if borders is None or not steps or not capacity.keeps_borders:
        to, borders = anew()
    else:
        kept, old = sides(points, borders, devices), borders
        if owned:
            too_many = _counts(kept, axes, devices).max() > owned
        else:
            most = max(1, int(HELD_BACK * capacity.routed))
            too_many = _flow(kept, axes=axes, devices=devices).held > most
        to, borders = lax.cond(too_many, anew, lambda: (kept, old))
    if owned:
        return route_whole(to, capacity.routed, owned, axes=axes, devices=devices)[0], borders
    return route_to(to, n, capacity=capacity, axes=axes, devices=devices), borders


def _counts(to: Array, axes: tuple[str, ...], devices: int) -> Array:
    """How many rows of all devices each device (devices,) gets."""
    device = jnp.arange(devices, dtype=jnp.int32)
    return lax.psum(jnp.sum(to[:, None] == device[None], axis=0, dtype=jnp.int32), axes)


def route_to(
    to: Array, n: int, *, capacity: Capacity, axes: tuple[str, ...], devices: int
) -> Route:
    """The `Route` of a device's n rows, dealt if capacity says so, to the devices `to`."""
    flow = _flow(to, axes, devices)
    leaving = _leaving(flow, capacity.routed, axes, devices)
    return Route(
        leaving=leaving,
        arriving=_arriving(flow, leaving, n),
        most=lax.pmax(flow.out.max(), axes),
        migrants=lax.pmax(flow.out.sum(), axes),
        n=n,
        length=padded_length(n, devices, bool(capacity.dealt)),
        axes=axes,
        devices=devices,
        dealt=bool(capacity.dealt),
    )


def route_whole(
    to: Array, capacity: int, length: int, *, axes: tuple[str, ...], devices: int
) -> tuple[Route, Array]:
    """The `Route` of a device's n rows to the devices `to`, any number of which may go to one, and
    the largest number of rows of any device. Rows come to the places of those that left, and to
    the places from n to length. A row that left leaves a copy of itself in its place if no other
    comes there."""
    me, device = lax.axis_index(axes), jnp.arange(devices, dtype=jnp.int32)
    n = len(to)
    counts = jnp.sum(to[:, None] == device[None], axis=0, dtype=jnp.int32)
    out = jnp.where(device == me, 0, counts)
    into = lax.all_to_all(out, axes, split_axis=0, concat_axis=0, tiled=True)
    flow = _Flow(to, out, out, into, jnp.int32(0))
    leaving = _leaving(flow, capacity, axes, devices)
    route = Route(
        leaving=leaving,
        arriving=_arriving(flow, leaving, n),
        most=lax.pmax(out.max(), axes),
        migrants=lax.pmax(out.sum(), axes),
        n=n,
        length=length,
        axes=axes,
        devices=devices,
        dealt=False,
        uneven=True,
    )
    return route, lax.pmax(n + jnp.maximum(into.sum() - out.sum(), 0), axes)


def _leaving(flow: _Flow, capacity: int, axes: tuple[str, ...], devices: int) -> Array:
    """`Route.leaving`: the rows for each device in their order."""
    n, me = len(flow.to), lax.axis_index(axes)
    leaves = flow.to != me
    size = min(n, (devices - 1) * capacity)
    rank = jnp.cumsum(leaves, dtype=jnp.int32) - 1
    rows = jnp.zeros(size, jnp.int32)
    rows = rows.at[jnp.where(leaves, rank, size)].set(lax.iota(jnp.int32, n), mode="drop")
    used = lax.iota(jnp.int32, size) < flow.counts.sum()
    goes = jnp.where(used, flow.to[rows], devices)
    _, rows = lax.sort((goes, rows), num_keys=1, is_stable=True)
    first = jnp.cumsum(flow.counts, dtype=jnp.int32) - flow.counts
    slot = lax.iota(jnp.int32, capacity)[None]
    at = rows.at[first[:, None] + slot].get(mode="clip")
    return jnp.where(slot < flow.out[:, None], at, BEYOND)


def _arriving(flow: _Flow, leaving: Array, n: int) -> Array:
    """`Route.arriving`: rows that devices exchange in pairs take each other's places; the others
    the places of further rows that leave, one after another, and then those from n on."""
    devices, capacity = leaving.shape
    slot = lax.iota(jnp.int32, capacity)[None]
    swapped = jnp.minimum(flow.out, flow.into)
    out, into = flow.out - swapped, flow.into - swapped
    before = jnp.cumsum(into, dtype=jnp.int32) - into
    place = before[:, None] + slot - swapped[:, None]
    ends = jnp.cumsum(out, dtype=jnp.int32)
    to = jnp.searchsorted(ends, place, side="right", method="scan_unrolled").astype(jnp.int32)
    start = (ends - out - swapped).at[to].get(mode="clip")
    at = leaving.reshape(-1).at[to * capacity + place - start].get(mode="clip")
    at = jnp.where(place < ends[-1], at, n + place - ends[-1])
    at = jnp.where(slot < swapped[:, None], leaving, at)
    return jnp.where(slot < flow.into[:, None], at, BEYOND)
