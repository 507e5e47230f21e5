"""A sparse matrix from densities to potentials and gradients at targets, in lines of few entries.

A target with many near elements has several lines, so that lines hold little that is not used, even
where the numbers of near elements differ."""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.near_fields import cuda
from jaxfmm.tree.owners import owners

# Pairs in a line. A target should have LINES lines, of which the last is half empty on average.
WIDTHS, LINES = (8, 16, 32), 4


class Lines(NamedTuple):
    """Lines of pairs. pair: (width, lines), the number of each pair in a list sorted by target, its
    length for unused slots. target: (lines,), the number of targets for unused lines. needed: how
    many lines there are."""

    pair: Array
    target: Array
    needed: Array


def width_for(pairs: float) -> int:
    """The number of pairs in a line, where a target has so many pairs."""
    return max([width for width in WIDTHS if LINES * width <= pairs], default=WIDTHS[0])


@functools.partial(jax.jit, static_argnames=("m", "width"))
def count_lines(receivers: Array, m: int, width: int) -> Array:
    """How many lines hold the pairs of these receivers, sorted."""
    many, _ = _of_targets(receivers, m, width)
    return many.sum(dtype=jnp.int32)


def lines_of(receivers: Array, m: int, width: int, capacity: int) -> Lines:
    """The first `capacity` lines of pairs with these receivers, sorted and m for none."""
    many, start = _of_targets(receivers, m, width)
    first = jnp.cumsum(many, dtype=jnp.int32) - many
    target = owners(first, capacity)
    line = lax.iota(jnp.int32, capacity)
    place = (line - first[target]) * width + start[target]
    pair = place[None] + lax.iota(jnp.int32, width)[:, None]
    needed = many.sum(dtype=jnp.int32)
    used = line < needed
    within = used[None] & (pair < start[target + 1][None])
    pair = jnp.where(within, pair, len(receivers))
    return Lines(pair, jnp.where(used, target, m), needed)


def _of_targets(receivers: Array, m: int, width: int) -> tuple[Array, Array]:
    """How many lines each target has, and where its pairs start: (m,) and (m + 1,)."""
    numbers = lax.iota(jnp.int32, m + 1)
    start = jnp.searchsorted(receivers, numbers, method="scan_unrolled").astype(jnp.int32)
    return (start[1:] - start[:-1] + width - 1) // width, start


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class NearMatrix:
    """The sparse matrix: entry e of line l is for the density `column[e, l]`.

    column: (entries, lines) int32.
    values: (entries, lines, 4): of the potential and the gradient, zero for unused entries.
    target: (lines,), sorted; the number of targets for unused lines."""

    column: Array
    values: Array
    target: Array

    def product(self, densities: Array, m: int, backend: str = "xla") -> Array:
        """(m, 4, k) from densities (n, k). Only the product by "xla" can be transposed."""
        if backend == "cuda" and densities.shape[1] == 1:
            arrays = self.column, self.values, self.target, densities[:, 0]
            return cuda.product(*arrays, m)[:, :, None]
        # One entry of all lines at a time: XLA streams through the values, on CPUs in a third of
        # the time of a product that is reduced over the entries.
        total = jnp.zeros((len(self.target), self.values.shape[2], densities.shape[1]))
        total = total.astype(self.values.dtype)
        for column, values in zip(self.column, self.values, strict=True):
            total = total + values[:, :, None] * densities[column][:, None]
        return jax.ops.segment_sum(total, self.target, m, indices_are_sorted=True)
