"""Logarithms that are -inf at zero, without NaN in derivatives."""

import jax.numpy as jnp
from jax import Array, lax


def log(x: Array) -> Array:
    """log x; -inf, with the derivative zero, where x is not positive."""
    positive = x > 0
    return jnp.where(positive, jnp.log(jnp.where(positive, x, 1)), -jnp.inf)


def log_sum(values: Array) -> Array:
    """log sum_I exp(values (m, I)); -inf, with the derivative zero, where all values are -inf."""
    largest = lax.stop_gradient(values.max(1, keepdims=True))
    largest = jnp.where(largest > -jnp.inf, largest, 0)
    exists = values > -jnp.inf
    total = jnp.where(exists, jnp.exp(jnp.where(exists, values - largest, 0)), 0).sum(1)
    return log(total) + largest[:, 0]
