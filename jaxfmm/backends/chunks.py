"""Loops over the used part of an array of static capacity, a chunk at a time."""

from collections.abc import Callable
from typing import TypeVar

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends.protocol import Pairs
from jaxfmm.entries import number_of

Carry = TypeVar("Carry")


def over(
    count: Array,
    capacity: int,
    chunk: int,
    body: Callable[[Array, Array, Carry], Carry],
    carry: Carry,
) -> Carry:
    """carry = body(index, valid, carry) for index (chunk,) = 0, 1, ..., count - 1 in runs; `valid`
    marks indices below `count`. The last run may reach past `capacity`."""
    chunk = min(chunk, max(capacity, 1))
    step = lax.iota(jnp.int32, chunk)

    def run(i: Array, carry: Carry) -> Carry:
        index = i * chunk + step
        return body(index, index < count, carry)

    return lax.fori_loop(0, (count + chunk - 1) // chunk, run, carry)


def over_list(
    pairs: Pairs,
    chunk: int,
    body: Callable[[Array, Array, Array, Array, Carry], Carry],
    carry: Carry,
) -> Carry:
    """carry = body(target, source, shift, valid, carry) over the pairs of a list: the numbers of
    both, and the shift (chunk, d) of the image of the source."""

    def run(index: Array, valid: Array, carry: Carry) -> Carry:
        t, s = (a.at[index].get(mode="clip") for a in (pairs.target, pairs.source))
        return body(t, number_of(s, pairs.bits), pairs.shift(s), valid, carry)

    return over(pairs.count, pairs.capacity, chunk, run, carry)
