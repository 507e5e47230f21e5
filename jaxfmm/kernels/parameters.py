"""Parameters of kernels: what users give, and what kernels keep of it."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import foreign


def parameter(name: str, value: Any) -> Any:
    """A parameter as kernels keep it: integers as floats, in which JAX can differentiate; lists of
    numbers as one array, so that they are one leaf; arrays of other libraries as arrays that JAX
    takes. Everything else stays the same."""
    listed, value = isinstance(value, list | tuple), foreign.parameter(name, value)
    if listed:
        return array_of(name, value)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, np.ndarray | jax.Array) and jnp.issubdtype(value.dtype, jnp.integer):
        return array_of(name, value)
    return value


def array_of(name: str, numbers: Any) -> np.ndarray | jax.Array:
    """Numbers, which may be traced, as an array of floats of the default precision."""
    dtype = jnp.result_type(float)
    try:
        if not any(isinstance(x, jax.Array) for x in jax.tree.leaves(numbers)):
            return np.asarray(numbers, dtype)
        return jnp.asarray(numbers).astype(dtype)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} must be numbers, as many in each row of a matrix, got {numbers!r}"
        ) from None


def none_if_zero(value: Any) -> Any:
    """None for the number 0, for kernels that are another one without this length. An array is a
    length whatever its value, which may be traced."""
    return None if isinstance(value, float | np.floating) and value == 0 else value


def number(name: str, value: Any, fix: str) -> Any:
    """The parameter, as a numpy array if it is known. Raises ValueError unless it is one finite
    real number."""
    if isinstance(value, jax.core.Tracer | jax.ShapeDtypeStruct):
        known = value
    else:
        known = np.asarray(value)
        if known.dtype.kind not in "iuf" or known.shape == () and not np.isfinite(known):
            raise ValueError(f"{name} must be a number, got {value!r}; {fix}")
    if known.shape != ():
        raise ValueError(
            f"{name} must be a number, got shape {known.shape}; {fix}, the same for all points"
        )
    return known


def positive(name: str, value: Any, fix: str, *, zero: bool = False) -> None:
    """Raises ValueError unless a parameter, as far as it is known, is one positive number; with
    `zero`, also 0 and None will do."""
    if zero and value is None:
        return
    known = number(name, value, fix)
    if isinstance(known, np.ndarray) and (known < 0 or known == 0 and not zero):
        allowed = "a number that is positive or zero" if zero else "a positive number"
        raise ValueError(f"{name} must be {allowed}, got {value!r}; {fix}")
