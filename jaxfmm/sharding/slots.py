"""Parts of different sizes in one array, one behind another."""

import itertools
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax


class Slots(NamedTuple):
    """An array (total, ...) of parts, with static numbers of slots.

    Constants of XLA that are as long as the array are avoided: XLA would fold them for seconds."""

    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.sizes)

    @property
    def first(self) -> Array:
        """The first slot (parts,) of each part."""
        return jnp.asarray(self._ends[:-1], jnp.int32)

    @property
    def _ends(self) -> list[int]:
        return [0, *itertools.accumulate(self.sizes)]

    @property
    def _are_equal(self) -> bool:
        return len(set(self.sizes)) == 1

    @property
    def part(self) -> Array:
        """The part (total,) of each slot."""
        slot = lax.iota(jnp.int32, self.total)
        if self._are_equal:
            return slot // max(1, self.sizes[0])
        ends = lax.optimization_barrier(jnp.asarray(self._ends[1:], jnp.int32))
        part = jnp.searchsorted(ends, slot, side="right", method="scan_unrolled")
        return part.astype(jnp.int32)

    @property
    def place(self) -> Array:
        """The place (total,) of each slot in its part."""
        return lax.iota(jnp.int32, self.total) - self.spread(self.first)

    def spread(self, values: Array) -> Array:
        """Values (parts, ...) of the part of each slot."""
        if self._are_equal:
            return jnp.repeat(values, self.sizes[0], axis=0)
        return values[self.part]

    def totals(self, counts: Array) -> Array:
        """The sums (parts,) of counts (total,)."""
        upto = jnp.pad(jnp.cumsum(counts, dtype=jnp.int32), (1, 0))
        ends = jnp.asarray(self._ends, jnp.int32)
        return upto[ends[1:]] - upto[ends[:-1]]

    def before(self, counts: Array) -> Array:
        """The sum (total,) of the counts (total,) before each slot in its part."""
        upto = jnp.cumsum(counts, dtype=jnp.int32)
        return upto - counts.astype(jnp.int32) - self.spread(jnp.pad(upto, (1, 0))[self.first])

    def parts_of(self, rows: Array) -> list[Array]:
        """The rows of each part."""
        return jnp.split(rows, self._ends[1:-1])

    def packed(self, rows: Array) -> Array:
        """The array of parts from rows (parts, capacity, ...), the first slots of each."""
        if all(size == rows.shape[1] for size in self.sizes):
            return rows.reshape(-1, *rows.shape[2:])
        return jnp.concatenate([row[:size] for row, size in zip(rows, self.sizes)])
