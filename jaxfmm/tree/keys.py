"""Morton keys: the order in which a binary tree by spatial midpoints lists its points.

A point's key interleaves the bits of its integer coordinates in the bounding cube, most significant first, so that
sorting by key lists the leaves of every tree of midpoint splits from left to right, and a node is a range of points
whose keys begin alike. Two 32-bit words hold 63 bits (31 per axis in 1D and 2D, 63 / d in d dimensions); points that
one cell of that grid cannot tell apart are keyed anew inside their own bounding cube (two more words), which resolves
clusters a million times smaller than the box. What is still equal then is split by halves in `build`.
"""

import functools

import jax.numpy as jnp
import numpy as np
from jax import lax

WORDS = 4  # two rounds of two 32-bit words
BITS = {dim: min(31, 63 // dim) for dim in range(1, 64)}


@functools.cache
def _places(dim):
    """Where bit `b` (0 = most significant) of axis `a` goes: its position in the key counted from the top."""
    return np.arange(BITS[dim])[:, None] * dim + np.arange(dim)


def _interleave(cells, dim):
    """(n, dim) uint32 cell coordinates of BITS[dim] bits -> the two words of their keys."""
    words = [jnp.zeros(cells.shape[0], jnp.uint32) for _ in range(2)]
    for bit, row in enumerate(_places(dim)):
        for axis, place in enumerate(row):
            value = (cells[:, axis] >> np.uint32(BITS[dim] - 1 - bit)) & np.uint32(1)
            words[place // 32] = words[place // 32] | (value << np.uint32(31 - place % 32))
    return words


def _cells(points, low, width):
    """Integer coordinates of `points` in the cubes [low, low + width)."""
    dim = points.shape[1]
    top = 2 ** BITS[dim] - 1
    mantissa = jnp.finfo(points.dtype).nmant + 1
    top -= top % 2 ** max(0, BITS[dim] - mantissa)  # the largest cell that the dtype can name
    # times the reciprocal, which XLA makes of a division anyway: the native keys must be the same to the bit
    scale = 1 / jnp.where(width >= jnp.finfo(points.dtype).tiny, width, jnp.ones_like(width))
    scaled = jnp.clip((points - low) * scale * float(2 ** BITS[dim]), 0.0, float(top))
    return scaled.astype(jnp.uint32)


def sort_by_key(points, leaf_size):
    """Sorts points along the Morton curve.

    Returns (order, keys): `order (n,)` int32, sorted position -> original index; `keys (n, 4)` uint32 of the sorted
    points, each word only where more than `leaf_size` points share the words before it: no tree looks at the others.
    """
    n, dim = points.shape
    corner = points.min(0, keepdims=True)
    side = jnp.max(points.max(0, keepdims=True) - corner, axis=1, keepdims=True)
    first = _interleave(_cells(points, corner, side), dim)

    def sort(word, order):  # a word at a time, the lower first: sorts of one key are radix sorts on GPUs
        return lax.sort((word, order), num_keys=1, is_stable=True)

    def crowded(same):
        return same(slice(leaf_size, None), slice(None, -leaf_size)).any()

    def one_word(high, order):
        nothing = jnp.zeros_like(high)
        return order, jnp.stack([high, nothing, nothing, nothing], axis=1)

    def all_words(*_):
        _, order = sort(first[1], lax.iota(jnp.int32, n))
        high, order = sort(first[0][order], order)
        low = first[1][order]

        def same(i, j):
            return (high[i] == high[j]) & (low[i] == low[j])

        def refine(order):
            fresh = jnp.concatenate([jnp.zeros(1, bool), ~same(slice(1, None), slice(None, -1))])
            run = jnp.cumsum(fresh, dtype=jnp.int32)
            length = jnp.zeros(n, jnp.int32).at[run].add(1, indices_are_sorted=True)
            inside = points[order]
            empty = jnp.full((n, dim), jnp.inf, points.dtype)
            lows = empty.at[run].min(inside, indices_are_sorted=True)
            highs = (-empty).at[run].max(inside, indices_are_sorted=True)
            width = jnp.max(highs - lows, axis=1, keepdims=True)
            cells = _cells(inside, lows[run], width[run])
            cells = jnp.where((length[run] > leaf_size)[:, None], cells, np.uint32(0))
            third, fourth = _interleave(cells, dim)
            _, third, fourth, order = lax.sort((run, third, fourth, order), num_keys=3, is_stable=False)
            return order, third, fourth

        def keep(order):
            return order, jnp.zeros_like(low), jnp.zeros_like(low)

        order, third, fourth = lax.cond(crowded(same), refine, keep, order)
        return order, jnp.stack([high, low, third, fourth], axis=1)

    high, order = sort(first[0], lax.iota(jnp.int32, n))
    return lax.cond(crowded(lambda i, j: high[i] == high[j]), all_words, one_word, high, order)


def first_difference(a, b):
    """The place, counted from the top, of the first bit in which keys (..., WORDS) differ; 32 * WORDS if none does."""
    place = jnp.full(a.shape[:-1], 32 * WORDS, jnp.int32)
    for word in reversed(range(WORDS)):
        difference = a[..., word] ^ b[..., word]
        place = jnp.where(difference != 0, 32 * word + lax.clz(difference).astype(jnp.int32), place)
    return place
