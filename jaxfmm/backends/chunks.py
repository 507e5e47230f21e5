"""Loops over the used part of an array of static capacity, a chunk at a time."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.entries import number_of


def over(
    count: jax.Array,
    capacity: int,
    chunk: int,
    body: Callable,
    carry: tuple[jax.Array, ...] | jax.Array,
) -> Any:
    """carry = body(index, valid, carry) for index (chunk,) = 0, 1, ..., count - 1 in runs; `valid`
    marks indices below `count`. The last run may reach past `capacity`."""
    chunk = min(chunk, max(capacity, 1))
    step = lax.iota(jnp.int32, chunk)

    def run(i, carry):
        index = i * chunk + step
        return body(index, index < count, carry)

    return lax.fori_loop(0, (count + chunk - 1) // chunk, run, carry)


def over_list(pairs: Any, chunk: int, body: Callable, carry: jax.Array) -> Any:
    """carry = body(target, source, shift, valid, carry) over the pairs of a `PairList`: the numbers
    of both, and what is added to the source in its image, (chunk, d)."""

    def run(index, valid, carry):
        t, s = (a.at[index].get(mode="clip") for a in (pairs.target, pairs.source))
        return body(t, number_of(s, pairs.bits), pairs.shift(s), valid, carry)

    return over(pairs.count, pairs.capacity, chunk, run, carry)
