"""Where a fast sum of positive terms has enough digits for its logarithm."""

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

RELATIVE = 16  # The error of a large sum, in units of the last place.
ROUNDING = 100  # The error of a sum of all terms that matter, in units of the last place.
# Derivatives divide by powers of a sum, so sums below this power of the smallest number of the
# dtype are not trusted.
SMALLEST = 0.25


def smallest(dtype: DTypeLike) -> float:
    return float(jnp.finfo(dtype).tiny) ** SMALLEST


def least(tol: float, error: Array) -> Array:
    """The least sum whose logarithm is right to the tolerance, where small sums have this error."""
    left = tol - RELATIVE * float(jnp.finfo(error.dtype).eps)
    if left <= 0.5 * tol:
        return jnp.asarray(jnp.inf, error.dtype)
    return lax.stop_gradient(error / left) + smallest(error.dtype)


def least_of_all_pairs(tol: float, values: Array) -> Array:
    """`least` for each of the sums over all pairs with these values, which have all their
    digits."""
    eps = float(jnp.finfo(values.dtype).eps)
    return lax.stop_gradient(ROUNDING * eps * values / tol + smallest(values.dtype))
