"""Loops over the used part of an array of static capacity, a chunk at a time."""

import jax.numpy as jnp
from jax import lax


def over(count, capacity, chunk, body, carry):
    """carry = body(index, valid, carry) for index (chunk,) = 0, 1, ..., count - 1 in runs; `valid` marks indices below
    `count`. The last run may reach past `capacity`."""
    chunk = min(chunk, max(capacity, 1))
    step = lax.iota(jnp.int32, chunk)

    def run(i, carry):
        index = i * chunk + step
        return body(index, index < count, carry)

    return lax.fori_loop(0, (count + chunk - 1) // chunk, run, carry)


def over_list(pairs, chunk, body, carry):
    """carry = body(target, source, valid, carry) over the pairs of a list (target, source, count)."""
    target, source, count = pairs

    def run(index, valid, carry):
        t, s = target.at[index].get(mode="clip"), source.at[index].get(mode="clip")
        return body(t, s, valid, carry)

    return over(count, target.shape[0], chunk, run, carry)
