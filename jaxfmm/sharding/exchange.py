"""Which parts of arrays go from which device to which: to all devices at once, or in rounds, to
those alone that need them.

An array holds the parts that go to others, or that come from them, one behind another. The kinds of
its slots, of which a part has a static number:

    parts        one,
    nodes        for the nodes of a tree, the root first,
    leaves       for the leaves among them,
    multipoles   for those that are asked for,
    points       for those that are asked for.

All functions run on each device, within `shard_map` over `axes`.
"""

import abc
import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.request import Capacity
from jaxfmm.sharding.slots import Slots

NOBODY = -1


class Round(NamedTuple):
    """An exchange in which a device sends to at most one other, and receives from at most one.

    to (devices,): the receiver of what each device sends, or NOBODY.
    nodes, multipoles, points: the capacities, of multipoles without the root's."""

    to: tuple[int, ...]
    nodes: int
    multipoles: int
    points: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """(sender, receiver) of all that send."""
        return [pair for pair in enumerate(self.to) if pair[1] != NOBODY]


@dataclasses.dataclass(frozen=True)
class Exchange(abc.ABC):
    """An exchange over a mesh. The parts that go have another order than those that come."""

    axes: tuple[str, ...]
    devices: int

    @property
    def others(self) -> Array:
        """The other devices (devices - 1,), the next one first."""
        return (
            lax.axis_index(self.axes) + 1 + lax.iota(jnp.int32, self.devices - 1)
        ) % self.devices

    @property
    @abc.abstractmethod
    def going(self) -> dict[str, Slots]:
        """The slots of what goes, by kind."""

    @property
    @abc.abstractmethod
    def coming(self) -> dict[str, Slots]:
        """The slots of what comes, by kind."""

    @property
    @abc.abstractmethod
    def receivers(self) -> Array:
        """The device that gets each part that goes, NOBODY if none does."""

    @property
    @abc.abstractmethod
    def senders(self) -> Array:
        """The places in `others` of the devices that each part comes from, devices - 1 where none
        comes."""

    @abc.abstractmethod
    def bring(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        """What comes of arrays (slots that go, ...) of one dtype, (slots that come, ...)."""

    @abc.abstractmethod
    def bring_back(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        """Arrays (slots that come, ...) of one dtype return to where these parts came from: (slots
        that go, ...)."""

    @property
    @abc.abstractmethod
    def asks_for_roots(self) -> bool:
        """Whether the multipoles of roots are among those that are asked for."""

    @abc.abstractmethod
    def roots(self, own: Sequence[Array], came: Sequence[Array]) -> list[Array]:
        """Rows (devices - 1, ...) of the roots of `others`, of one dtype. own: rows of the nodes of
        the device's tree; came: rows of the nodes that come."""

    def of_others(self, rows: Array, otherwise: int | bool) -> Array:
        """The numbers (devices - 1,) of `others` from numbers (parts that come,); `otherwise` where
        no part comes."""
        every = jnp.full(self.devices - 1, otherwise, rows.dtype)
        return every.at[self.senders].set(rows, mode="drop")

    @abc.abstractmethod
    def need(self, numbers: Array) -> Array:
        """What capacities are compared with, from the numbers (parts that go,) of what goes."""

    @abc.abstractmethod
    def capacities(self, kind: str) -> np.ndarray:
        """The capacities for `need`."""


@dataclasses.dataclass(frozen=True)
class AllToAll(Exchange):
    """With all other devices at once.

    nodes, multipoles, points: the capacities for each of them."""

    nodes: int
    multipoles: int
    points: int

    @property
    def going(self) -> dict[str, Slots]:
        return _slots([self] * self.devices)

    @property
    def coming(self) -> dict[str, Slots]:
        return _slots([self] * (self.devices - 1))

    @property
    def receivers(self) -> Array:
        device = lax.iota(jnp.int32, self.devices)
        return jnp.where(device == lax.axis_index(self.axes), NOBODY, device)

    @property
    def senders(self) -> Array:
        return lax.iota(jnp.int32, self.devices - 1)

    def bring(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        came = self._exchanged(_columns(arrays, self.devices))[self.others]
        return _arrays(came, arrays, self.devices)

    def bring_back(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        others = _columns(arrays, self.devices - 1)
        sent = jnp.zeros((self.devices, others.shape[1]), others.dtype)
        came = self._exchanged(sent.at[self.others].set(others))
        return _arrays(came, arrays, self.devices - 1)

    def _exchanged(self, rows: Array) -> Array:
        return lax.all_to_all(rows, self.axes, split_axis=0, concat_axis=0, tiled=True)

    @property
    def asks_for_roots(self) -> bool:
        return True

    def roots(self, own: Sequence[Array], came: Sequence[Array]) -> list[Array]:
        return [rows.reshape(self.devices - 1, -1, *rows.shape[1:])[:, 0] for rows in came]

    def need(self, numbers: Array) -> Array:
        return numbers.max()

    def capacities(self, kind: str) -> np.ndarray:
        return np.asarray(getattr(self, kind))


@dataclasses.dataclass(frozen=True)
class InRounds(Exchange):
    """Between the pairs of devices of each `Round`, by `ppermute`. All devices gather the roots of
    all trees."""

    rounds: tuple[Round, ...]

    @property
    def going(self) -> dict[str, Slots]:
        return _slots(self.rounds)

    @property
    def coming(self) -> dict[str, Slots]:
        return self.going

    @property
    def receivers(self) -> Array:
        return jnp.asarray([one.to for one in self.rounds], jnp.int32)[:, lax.axis_index(self.axes)]

    @property
    def senders(self) -> Array:
        table = np.full((len(self.rounds), self.devices), self.devices - 1)
        for row, one in zip(table, self.rounds):
            for sender, receiver in one.pairs:
                row[receiver] = (sender - receiver - 1) % self.devices
        return jnp.asarray(table, jnp.int32)[:, lax.axis_index(self.axes)]

    def bring(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        return self._permuted(arrays, kinds, [one.pairs for one in self.rounds])

    def bring_back(self, arrays: Sequence[Array], kinds: Sequence[str]) -> list[Array]:
        back = [[(b, a) for a, b in one.pairs] for one in self.rounds]
        return self._permuted(arrays, kinds, back)

    def _permuted(
        self, arrays: Sequence[Array], kinds: Sequence[str], pairs: list[list[tuple[int, int]]]
    ) -> list[Array]:
        parts = [self.going[kind].parts_of(array) for array, kind in zip(arrays, kinds)]
        came = []
        for rows, between in zip(zip(*parts), pairs):
            together = jnp.concatenate([array.reshape(1, -1) for array in rows], axis=1)
            if together.size:
                together = lax.ppermute(together, self.axes, between)
            came.append(_arrays(together, rows, 1))
        return [jnp.concatenate(rows) for rows in zip(*came)]

    @property
    def asks_for_roots(self) -> bool:
        return False

    def roots(self, own: Sequence[Array], came: Sequence[Array]) -> list[Array]:
        rows = [array[:1] for array in own]
        every = lax.all_gather(_columns(rows, 1)[0], self.axes)[self.others]
        return _arrays(every, rows, 1)

    def need(self, numbers: Array) -> Array:
        return numbers

    def capacities(self, kind: str) -> np.ndarray:
        return np.asarray([getattr(one, kind) for one in self.rounds])


def exchange_of(capacity: Capacity, axes: tuple[str, ...], devices: int) -> Exchange:
    if capacity.rounds:
        return InRounds(axes, devices, capacity.rounds)
    sent = capacity.sent_nodes, capacity.sent_multipoles, capacity.sent_points
    return AllToAll(axes, devices, *sent)


def _slots(parts: Sequence[Round | AllToAll]) -> dict[str, Slots]:
    sizes = {
        "parts": [1] * len(parts),
        "nodes": [one.nodes for one in parts],
        "leaves": [(one.nodes + 1) // 2 for one in parts],
        "multipoles": [one.multipoles for one in parts],
        "points": [one.points for one in parts],
    }
    return {kind: Slots(tuple(each)) for kind, each in sizes.items()}


def _columns(arrays: Sequence[Array], parts: int) -> Array:
    """(parts, numbers): the numbers of each of equal parts of all arrays."""
    return jnp.concatenate([array.reshape(parts, -1) for array in arrays], axis=1)


def _arrays(columns: Array, arrays: Sequence[Array], parts: int) -> list[Array]:
    """The inverse of `_columns`, for columns of another number of parts than the arrays have."""
    ends = np.cumsum([array.size // parts for array in arrays])[:-1]
    return [
        one.reshape(-1, *array.shape[1:])
        for one, array in zip(jnp.split(columns, ends, axis=1), arrays)
    ]
