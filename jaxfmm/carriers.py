"""How many charges carry a sum: the participation number (sum |q|)^2 / sum q^2, which is n for n
equal charges.

The errors of many charges average over their places in the cells of a tree. Where few charges carry
the sum, its error depends on the places of these few, and may be many times the usual one."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.on_host import numpy_of
from jaxfmm.run_once import run_once


def carriers(charges: jax.Array) -> Any:
    """The participation number of charges (n, k), real or complex, or of vectors (n, k, d): the
    least of all k columns. Columns of zeros do not count; if all are zero, it is infinite."""
    here = numpy_of(charges)
    return _compiled(charges) if here is None else _carriers(here[0], np)


def _carriers(charges: Any, xp: Any) -> Any:
    sizes = xp.abs(charges) if charges.ndim == 2 else xp.sqrt(xp.square(xp.abs(charges)).sum(2))
    largest = sizes.max(0, keepdims=True, initial=0)
    sizes = sizes / xp.where(largest > 0, largest, 1)  # whose squares neither overflow nor vanish
    total, squares = sizes.sum(0), xp.square(sizes).sum(0)
    return xp.where(squares > 0, xp.square(total) / xp.where(squares > 0, squares, 1), xp.inf).min(
        initial=xp.inf
    )


@run_once
def _compiled(charges: jax.Array) -> jax.Array:
    return _carriers(charges, jnp)
