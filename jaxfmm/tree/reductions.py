"""Reductions by number that do not make threads wait for each other."""

import jax.numpy as jnp
from jax import Array, lax

PLACES = 2**14  # that a reduction is written to


def uncontended(numbers: Array, count: int) -> tuple[Array, int]:
    """(place of each number, copies): where a reduction by `numbers`, from 0 to count - 1, is
    written, so that it is (copies, count) places and neighbours have other places. GPUs let threads
    that write to the same place wait for each other."""
    copies = max(1, PLACES // count)
    return lax.iota(jnp.int32, len(numbers)) % copies * count + numbers, copies


def boxes(low: Array, high: Array, numbers: Array, count: int) -> tuple[Array, Array]:
    """The box around the boxes (n, d) with each number from 0 to count - 1: (count, d) twice,
    infinite and turned inside out where there are none."""
    place, copies = uncontended(numbers, count)
    infinite = jnp.full((copies * count, low.shape[1]), jnp.inf, low.dtype)
    lows, highs = infinite.at[place].min(low), (-infinite).at[place].max(high)
    return lows.reshape(copies, count, -1).min(0), highs.reshape(copies, count, -1).max(0)
