"""Which item owns a place, where items own runs of places one after the other."""

import jax.numpy as jnp
from jax import Array


def owners(first: Array, capacity: int) -> Array:
    """For each place below `capacity`, the last item i with first[i] <= place."""
    marks = jnp.zeros(capacity, jnp.int32).at[first].add(1, mode="drop", indices_are_sorted=True)
    return jnp.cumsum(marks, dtype=jnp.int32) - 1
