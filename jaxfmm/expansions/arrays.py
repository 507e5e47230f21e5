"""Functions of arrays for formulas that NumPy computes where arrays are known, without compiling
anything, and JAX where they are traced."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


class Arrays(NamedTuple):
    """numpy: functions of arrays.  special: those of `scipy.special`.  scan: `lax.scan`.  dot:
    matrix products."""

    numpy: Any
    special: Any
    scan: Callable
    dot: Callable


def arrays_of(array: jax.Array) -> Arrays:
    """NumPy's functions for its own arrays, else those of JAX."""
    if not isinstance(array, np.ndarray):
        return Arrays(jnp, jax.scipy.special, lax.scan, _dot)
    from scipy import special  # which JAX requires itself

    return Arrays(np, special, _scan, np.dot)


def _dot(a: np.ndarray, b: jax.Array) -> jax.Array:
    # not by jnp.matmul: it names its dtype again when a transform replays it, where x64 may be off
    return lax.dot(np.asarray(a, b.dtype), b, precision=lax.Precision.HIGHEST)


def _scan(
    step: Callable, carry: tuple[np.ndarray, np.ndarray], rows: tuple[np.ndarray, ...]
) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
    out = []
    for row in zip(*rows):
        carry, value = step(carry, row)
        out.append(value)
    return carry, np.stack(out)
