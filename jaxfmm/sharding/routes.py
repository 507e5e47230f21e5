"""How rows of numbers travel from the order of the caller to that of the devices' domains, and
back.

Rows are dealt first (`partition.deal`), so that every device has about as many rows for each other
one, and one dense `all_to_all` with little room to spare takes them where they belong. All
functions run on each device."""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import pytrees
from jaxfmm.sharding.partition import collect, deal, partition


@functools.partial(
    pytrees.register,
    data_fields=["slot", "send", "received", "most"],
    meta_fields=["n", "axes", "devices"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Route:
    """Where the rows of a device go. slot (padded,): the place of each dealt row among those that
    are sent, devices * room. send (devices, room): which dealt row is at each such place. received
    (devices + 1,): how many rows came from the devices before each. most: the largest number of
    rows that any device sends to one. n: of the caller's rows."""

    slot: jax.Array
    send: jax.Array
    received: jax.Array
    most: jax.Array
    n: int
    axes: tuple[str, ...]
    devices: int

    @property
    def length(self):
        """How many rows each device has, those that pad among them."""
        return self.slot.shape[0]

    @property
    def capacity(self):
        return self.send.shape[1]

    def forward(self, points, weights=None):
        """Points (n, d) of the caller, with their weights (n, ...) behind them if given, to the
        devices of the points: rows (length, d or more). Points repeat where rows pad, with the
        weight zero."""
        rows = _padded(points, self.length)
        if weights is not None:
            behind = weights.reshape(len(weights), -1)
            behind = jnp.concatenate(
                [behind, jnp.zeros((self.length - self.n, behind.shape[1]), behind.dtype)]
            )
            rows = jnp.concatenate([rows, behind], axis=1)
        dealt = deal(rows, axes=self.axes, devices=self.devices)
        sent = dealt.at[self.send.reshape(-1)].get(mode="clip")
        came = lax.all_to_all(sent, self.axes, split_axis=0, concat_axis=0, tiled=True)
        row = lax.iota(jnp.int32, self.length)
        sender = (
            jnp.searchsorted(self.received, row, side="right", method="scan_unrolled").astype(
                jnp.int32
            )
            - 1
        )
        return came.at[
            sender * self.capacity + row - self.received.at[sender].get(mode="clip")
        ].get(mode="clip")

    def backward(self, rows):
        """Rows (length, ...) of the devices' points to the caller: (n, ...)."""
        place = self.received[:-1, None] + lax.iota(jnp.int32, self.capacity)[None]
        sent = rows.at[place.reshape(-1)].get(mode="clip")
        came = lax.all_to_all(sent, self.axes, split_axis=0, concat_axis=0, tiled=True)
        return collect(came.at[self.slot].get(mode="clip"), axes=self.axes, devices=self.devices)[
            : self.n
        ]


def padded_length(n, devices):
    """How many rows a device has of n, with those that pad: a multiple of the number of devices."""
    return -(-n // devices) * devices


def usual_capacity(n, devices):
    """How many rows of n, dealt, a device sends to another one, and some to spare."""
    mean = padded_length(n, devices) / devices
    return min(padded_length(n, devices), math.ceil(1.03 * mean + 7 * math.sqrt(mean) + 8))


def _padded(points, length):
    n = len(points)
    return points if length == n else jnp.concatenate([points, points[jnp.arange(length - n) % n]])


def route_of(points, *, capacity, axes, devices):
    """The `Route` of the points (n, d) that a device has."""
    n, length = points.shape[0], padded_length(points.shape[0], devices)
    dealt = deal(_padded(points, length), axes=axes, devices=devices)
    to = partition(dealt, axes=axes, devices=devices)
    chosen = to[:, None] == jnp.arange(devices, dtype=jnp.int32)[None]
    upto = jnp.cumsum(chosen, axis=0, dtype=jnp.int32)
    rank = jnp.sum(jnp.where(chosen, upto, 0), axis=1, dtype=jnp.int32) - 1
    counts = upto[-1]
    place = jnp.where(rank < capacity, to * capacity + rank, devices * capacity)
    send = (
        jnp.zeros(devices * capacity, jnp.int32)
        .at[place]
        .set(lax.iota(jnp.int32, length), mode="drop")
    )
    came = lax.all_to_all(counts, axes, split_axis=0, concat_axis=0, tiled=True)
    received = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(came, dtype=jnp.int32)])
    most = lax.pmax(counts.max(), axes)
    return Route(
        slot=place,
        send=send.reshape(devices, capacity),
        received=received,
        most=most,
        n=n,
        axes=axes,
        devices=devices,
    )
