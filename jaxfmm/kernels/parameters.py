"""Parameters of kernels: what users give, and what kernels keep of it."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import foreign


def parameter(name: str, value: Any) -> Any:
    """A parameter as kernels keep it. Integers become floats, which JAX can differentiate in. Lists
    of numbers become one array, so that they are one leaf. Arrays of other libraries become arrays
    that JAX takes. Everything else stays as it is."""
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
    """A length as kernels keep it that are another kernel without it: None for the number 0. An
    array is a length whatever its value, which may be traced."""
    return None if isinstance(value, float | np.floating) and value == 0 else value


def number(name: str, value: Any, fix: str) -> Any:
    """The parameter, in numpy as far as it is known. Raises ValueError unless it is one finite real
    number."""
    if isinstance(value, jax.core.Tracer | jax.ShapeDtypeStruct):
        given = value
    else:
        given = np.asarray(value)
        if given.dtype.kind not in "iuf" or given.shape == () and not np.isfinite(given):
            raise ValueError(f"{name} must be a number, got {value!r}; {fix}")
    if given.shape != ():
        raise ValueError(
            f"{name} must be a number, got shape {given.shape}; {fix}, the same for all points"
        )
    return given


def positive(name: str, value: Any, fix: str, *, zero: bool = False) -> Any:
    """Raises ValueError unless a parameter, as far as it is known, is one positive number, or
    `zero`."""
    given = number(name, value, fix)
    if isinstance(given, np.ndarray) and (given < 0 or given == 0 and not zero):
        allowed = "a number that is positive or zero" if zero else "a positive number"
        raise ValueError(f"{name} must be {allowed}, got {value!r}; {fix}")
