"""Points filled up to one of few numbers, so that other numbers of points need no other programs.

Fillers are copies of points that are spread evenly over the given ones, with weights of zero: they
change no sum, no box and no density of points, whatever the method."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.run_once import run_once

# Up to so many points a sum of all pairs takes less time than the call.
FEW = 2048
LEAST_STEP = 8  # Fewer points cost nothing: they share a vector of the processor.


def round_up(n: int) -> int:
    """The next of the few numbers: eight for each power of two, above `FEW` sixteen. No points stay
    none: there is nothing to copy."""
    if n == 0:
        return 0
    if n <= LEAST_STEP:
        return 1 << max(0, n - 1).bit_length()
    parts = 8 if n <= FEW else 16
    step = max(LEAST_STEP, (1 << (n - 1).bit_length()) // (2 * parts))
    return -(-n // step) * step


def are_known(*arrays: Any) -> bool:
    """Whether these are arrays on one device, None left out, outside of all traces but those of
    derivatives."""
    values = [lax.stop_gradient(a) if isinstance(a, jax.Array) else a for a in arrays]
    known = not isinstance(jnp.zeros(()), jax.core.Tracer)
    return known and all(_is_plain(value) for value in values if value is not None)


def _is_plain(array: Any) -> bool:
    if type(array) is np.ndarray:  # others are refused, or converted with care
        dtype = array.dtype
        same = dtype.kind in "fci" and dtype.isnative and dtype.itemsize <= 16
        return same and jax.dtypes.canonicalize_dtype(dtype) == dtype
    is_array = isinstance(array, jax.Array) and not isinstance(array, jax.core.Tracer)
    return is_array and len(array.devices()) == 1


@run_once(static_argnames=("size", "nothing"))
def fill(points: Any, weights: Any, *, size: int, nothing: float = 0.0) -> tuple[Any, Any]:
    """Trees of arrays with a row for each point, at most `size`: points with copies, weights with
    `nothing`."""

    def with_copies(rows: Array) -> Array:
        more = size - len(rows)
        if not more:
            return rows
        step = len(rows) // more
        first = (0,) * rows.ndim
        last = (step * (more - 1) + 1, *rows.shape[1:])
        return jnp.concatenate([rows, lax.slice(rows, first, last, (step,) + (1,) * len(last[1:]))])

    def with_nothing(rows: Array) -> Array:
        more = ((0, size - len(rows)),) + ((0, 0),) * (rows.ndim - 1)
        return jnp.pad(rows, more, constant_values=nothing)

    return jax.tree.map(with_copies, points), jax.tree.map(with_nothing, weights)


@run_once(static_argnames="n")
def cut(results: Any, *, n: int) -> Any:
    """The first n rows of a tree of arrays."""
    return jax.tree.map(lambda rows: rows[:n], results)
