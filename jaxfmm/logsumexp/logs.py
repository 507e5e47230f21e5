"""Logarithms that are -inf at zero, without NaN in derivatives; weights by their logarithms."""

import jax.numpy as jnp
from jax import Array, lax

LOWEST = -1e30  # The logarithm of zero, where logarithms must be finite.


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


def split(log_weights: Array) -> tuple[Array, Array]:
    """(factors, logs) with factors exp(logs) = exp(log_weights): factors 1, or 0 for weights of
    -inf, which have the derivatives, and finite constants."""
    known = lax.stop_gradient(log_weights)
    some = known > -jnp.inf
    factors = jnp.where(some, jnp.exp(jnp.where(some, log_weights - known, 0)), 0)
    return factors, jnp.where(some, known, LOWEST)
