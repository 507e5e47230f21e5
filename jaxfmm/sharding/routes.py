"""How rows of numbers travel from the order of the caller to the order of the devices' domains, and
back.

Rows are dealt first (`partition.deal`), so that every device has about equally many rows for each
other device. Then one dense `all_to_all` with little padding takes them to their domains. All
functions run on each device."""

import dataclasses
import functools
import math

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.sharding.partition import collect, deal, partition


@functools.partial(
    pytrees.register,
    data_fields=["slot", "send", "received", "most"],
    meta_fields=["n", "axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Route:
    """Where the rows of a device go.

    slot (length,): the place of each dealt row among the devices * capacity that are sent.
    send (devices, capacity): the dealt row at each such place.
    received (devices + 1,): how many rows came from the devices before each.
    most: the largest number of rows that any device sends to another one.
    n: the number of the caller's rows."""

    slot: Array
    send: Array
    received: Array
    most: Array
    n: int
    axes: tuple[str, ...]
    devices: int

    @property
    def length(self) -> int:
        """How many rows each device has, with padding."""
        return self.slot.shape[0]

    @property
    def capacity(self) -> int:
        return self.send.shape[1]

    def forward(self, points: Array, weights: Array | None = None) -> Array:
        """The rows (length, d or more) of each device's domain from points (n, d) of the caller,
        with their weights (n, ...) behind them if there are any. Padding repeats points, with the
        weight zero."""
        rows = _pad(points, self.length)
        if weights is not None:
            flat = weights.reshape(len(weights), -1)
            padding = jnp.zeros((self.length - self.n, flat.shape[1]), flat.dtype)
            rows = jnp.concatenate([rows, jnp.concatenate([flat, padding])], axis=1)
        dealt = deal(rows, axes=self.axes, devices=self.devices)
        sent = dealt.at[self.send.reshape(-1)].get(mode="clip")
        came = lax.all_to_all(sent, self.axes, split_axis=0, concat_axis=0, tiled=True)
        row = lax.iota(jnp.int32, self.length)
        sender = jnp.searchsorted(self.received, row, side="right", method="scan_unrolled")
        sender = sender.astype(jnp.int32) - 1
        first = self.received.at[sender].get(mode="clip")
        return came.at[sender * self.capacity + row - first].get(mode="clip")

    def backward(self, rows: Array) -> Array:
        """The caller's rows (n, ...) from the rows (length, ...) of each device's domain."""
        place = self.received[:-1, None] + lax.iota(jnp.int32, self.capacity)[None]
        sent = rows.at[place.reshape(-1)].get(mode="clip")
        came = lax.all_to_all(sent, self.axes, split_axis=0, concat_axis=0, tiled=True)
        dealt = came.at[self.slot].get(mode="clip")
        return collect(dealt, axes=self.axes, devices=self.devices)[: self.n]


def padded_length(n: int, devices: int) -> int:
    """n rows of a device with padding: a multiple of the number of devices."""
    return -(-n // devices) * devices


def usual_capacity(n: int, devices: int) -> int:
    """The capacity for what a device sends to another one of n rows, once they are dealt."""
    mean = padded_length(n, devices) / devices
    return min(padded_length(n, devices), math.ceil(1.03 * mean + 7 * math.sqrt(mean) + 8))


def _pad(points: Array, length: int) -> Array:
    n = len(points)
    return points if length == n else jnp.concatenate([points, points[jnp.arange(length - n) % n]])


def route_of(points: Array, *, capacity: int, axes: tuple[str, ...], devices: int) -> Route:
    """The `Route` of the points (n, d) that a device has."""
    n, length = points.shape[0], padded_length(points.shape[0], devices)
    dealt = deal(_pad(points, length), axes=axes, devices=devices)
    to = partition(dealt, axes=axes, devices=devices)
    chosen = to[:, None] == jnp.arange(devices, dtype=jnp.int32)[None]
    upto = jnp.cumsum(chosen, axis=0, dtype=jnp.int32)
    rank = jnp.sum(jnp.where(chosen, upto, 0), axis=1, dtype=jnp.int32) - 1
    counts = upto[-1]
    place = jnp.where(rank < capacity, to * capacity + rank, devices * capacity)
    nothing = jnp.zeros(devices * capacity, jnp.int32)
    send = nothing.at[place].set(lax.iota(jnp.int32, length), mode="drop")
    came = lax.all_to_all(counts, axes, split_axis=0, concat_axis=0, tiled=True)
    received = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(came, dtype=jnp.int32)])
    return Route(
        slot=place,
        send=send.reshape(devices, capacity),
        received=received,
        most=lax.pmax(counts.max(), axes),
        n=n,
        axes=axes,
        devices=devices,
    )
