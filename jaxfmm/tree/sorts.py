"""Sorts by several words: by one after the other. GPUs have radix sorts by one word; sorts by
several at once take longer there, and XLA takes seconds to compile them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def sorted_by(word: jax.Array, order: jax.Array) -> Any:
    """The words in their order, and `order` (n,) in it; the order of equal words stays."""
    return lax.sort((word, order), num_keys=1, is_stable=True)


def order_of(*words) -> Any:
    """The order (n,) by words (n,) of integers, the most significant first; the order of equal ones
    stays."""
    _, order = sorted_by(words[-1], lax.iota(jnp.int32, len(words[-1])))
    for word in reversed(words[:-1]):
        _, order = sorted_by(word[order], order)
    return order


def sort_key(x: jax.Array) -> jax.Array:
    """Unsigned integers in the order of floating point numbers, -0 equal to 0; radix sorts want
    integers."""
    bits = jnp.finfo(x.dtype).bits
    unsigned = jnp.dtype(f"uint{bits}")
    sign = np.array(1 << (bits - 1), unsigned)
    key = lax.bitcast_convert_type(x, unsigned)
    return jnp.where((key & sign == 0) | (key == sign), key | sign, ~key)
