"""Functions of arrays that NumPy computes where arrays are known, without compiling anything, and
JAX where they are traced."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

AnyArray = Array | np.ndarray


class Arrays(NamedTuple):
    """The functions of NumPy or of JAX.

    numpy: of arrays.  special: of `scipy.special`.  scan: `lax.scan`.  dot: matrix products with a
    constant on the left."""

    numpy: Any
    special: Any
    scan: Callable
    dot: Callable


def arrays_of(array: AnyArray) -> Arrays:
    """NumPy's functions for its own arrays, else those of JAX."""
    if not isinstance(array, np.ndarray):
        return Arrays(jnp, jax.scipy.special, lax.scan, dot)
    return Arrays(np, _Special, _scan, np.dot)


class _Special:
    """Functions of `scipy.special`, whose import takes longer than a loop over few numbers."""

    @staticmethod
    def erfc(x: np.ndarray) -> np.ndarray:
        return np.vectorize(math.erfc, otypes=[float])(x)

    @staticmethod
    def exp1(x: np.ndarray) -> np.ndarray:
        from scipy import special  # which JAX requires itself

        return special.exp1(x)


def dot(a: Any, b: Array) -> Array:
    """A matrix product; an array of NumPy takes the dtype of `b`. The product keeps its float64
    where a transform replays it and x64 is off: jnp.matmul would name its dtype again."""
    a = a.astype(b.dtype) if isinstance(a, np.ndarray) else a
    return lax.dot(a, b, precision=lax.Precision.HIGHEST)


def _scan(step: Callable, carry: Any, rows: tuple[np.ndarray, ...]) -> tuple[Any, np.ndarray]:
    """`lax.scan` for NumPy."""
    out = []
    for row in zip(*rows):
        carry, value = step(carry, row)
        out.append(value)
    return carry, np.stack(out)


def powers(x: Array, order: int) -> Array:
    """`x**0` to `x**order` along a new first axis, by doubling."""
    values = jnp.stack([jnp.ones_like(x), x])
    while len(values) <= order:
        values = jnp.concatenate([values, values[1:] * values[-1:]])
    return values[: order + 1]
