"""Sorts by several words, one word after the other. GPUs have radix sorts by one word. Sorts by
several words at once take longer there, and XLA takes seconds to compile them."""

import jax.numpy as jnp
import numpy as np
from jax import Array, lax


def sorted_by(word: Array, order: Array) -> tuple[Array, Array]:
    """The words (n,) sorted, and `order` (n,) in the same order. The sort is stable."""
    word, order = lax.sort((word, order), num_keys=1, is_stable=True)
    return word, order


def order_of(*words: Array) -> Array:
    """The order (n,) by words (n,) of integers, the most significant first. The sort is stable."""
    _, order = sorted_by(words[-1], lax.iota(jnp.int32, len(words[-1])))
    for word in reversed(words[:-1]):
        _, order = sorted_by(word[order], order)
    return order


def sort_key(x: Array) -> Array:
    """Unsigned integers in the order of floating point numbers, -0 equal to 0. Radix sorts need
    integers."""
    bits = jnp.finfo(x.dtype).bits
    unsigned = jnp.dtype(f"uint{bits}")
    sign = np.array(1 << (bits - 1), unsigned)
    key = lax.bitcast_convert_type(x, unsigned)
    return jnp.where((key & sign == 0) | (key == sign), key | sign, ~key)
