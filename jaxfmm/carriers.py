"""How many charges carry a sum: the participation number (sum |q|)^2 / sum q^2, which is n for n
equal charges.

The errors of many charges average over their places in the cells of a tree. Where few charges carry
the sum, its error depends on the places of these few, and may be many times the usual one."""

import jax
import jax.numpy as jnp

from jaxfmm.run_once import run_once


@run_once
def carriers(charges: jax.Array) -> jax.Array:
    """The participation number of charges (n, k), real or complex, or of vectors (n, k, d): the
    least of all k columns. Columns of zeros do not count; if all are zero, it is infinite."""
    sizes = jnp.abs(charges) if charges.ndim == 2 else jnp.sqrt(jnp.square(jnp.abs(charges)).sum(2))
    largest = sizes.max(0, keepdims=True, initial=0)
    sizes = sizes / jnp.where(largest > 0, largest, 1)  # whose squares neither overflow nor vanish
    total, squares = sizes.sum(0), jnp.square(sizes).sum(0)
    return jnp.where(
        squares > 0, jnp.square(total) / jnp.where(squares > 0, squares, 1), jnp.inf
    ).min(initial=jnp.inf)
