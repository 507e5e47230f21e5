"""Functions of many rows, for some rows at a time, so that memory suffices."""

from typing import Any

import jax.numpy as jnp
from jax import Array, lax

CHUNK = 2**16  # This many rows are computed at a time.


def in_chunks(function: Any, *arrays: Array, by: Array | None = None) -> Array:
    """A function from rows to rows, for CHUNK rows at a time; where the time for a row grows with
    `by`, rows with like numbers together."""
    rows = len(arrays[0])
    order = None
    if by is not None:
        _, order = lax.sort((by, lax.iota(jnp.int32, rows)), num_keys=1)
        arrays = tuple(array[order] for array in arrays)
    chunks = max(1, -(-rows // CHUNK))
    chunk = -(-rows // chunks)
    parts = [jnp.pad(array, (0, chunks * chunk - rows)).reshape(chunks, -1) for array in arrays]
    out = lax.map(lambda part: function(*part), tuple(parts))
    out = out.reshape(-1, *out.shape[2:])[:rows]
    return out if order is None else jnp.zeros_like(out).at[order].set(out, unique_indices=True)
