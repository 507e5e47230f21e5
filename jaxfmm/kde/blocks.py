"""Queries, targets and sources in blocks of few sizes, so that few programs are compiled."""

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.run_once import run_once

Block = tuple[Array, Array | None, Array]  # queries, own, which of them exist


def in_blocks(n: int, size: int) -> tuple[Array, Array]:
    """(places, exists), each (blocks, size): 0 ... n - 1, the last one repeated to fill up."""
    size = min(size, n)
    slot = lax.iota(jnp.int32, -(-n // size) * size)
    return jnp.minimum(slot, n - 1).reshape(-1, size), (slot < n).reshape(-1, size)


def round_up(m: int) -> int:
    """The next size; there are four for each power of two."""
    step = 2 ** max(0, (m - 1).bit_length() - 3)
    return -(-m // step) * step


# Each of these is one program, where JAX would compile and start the operations one by one.


@run_once(static_argnames="size")
def fill_blocks(queries: Array, own: Array | None, *, size: int) -> list[Block]:
    """Blocks of `size` of all queries (m, d) and own (m,), the last one filled up."""
    m, rest = len(queries), -len(queries) % size
    queries = jnp.pad(queries, ((0, rest), (0, 0)), mode="edge")
    own = None if own is None else jnp.pad(own, (0, rest))
    exists = lax.iota(jnp.int32, m + rest) < m
    starts = range(0, m, size)
    return [jax.tree.map(lambda a, i=i: a[i : i + size], (queries, own, exists)) for i in starts]


@run_once(static_argnames="m")
def join_blocks(parts: list[Array], *, m: int) -> Array:
    return jnp.concatenate(parts)[:m]
