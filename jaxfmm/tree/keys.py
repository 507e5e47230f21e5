"""Morton keys: the order in which a binary tree by spatial midpoints lists its points.

The key of a point interleaves the bits of its integer coordinates in the cube of the tree, the most
significant first. So sorting by key lists the leaves of every tree of midpoint splits from left to
right, and a node is a range of points whose keys begin alike. Two 32-bit words hold 63 bits (31 per
axis in 1D and 2D, 63 / d in d dimensions). Points in one cell of that grid get another key inside
their own bounding cube (two more words), which resolves clusters a million times smaller than the
box. `build` splits points whose keys are still equal by halves."""

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.tree.sorts import order_of, sorted_by

WORDS = 4  # two rounds of two 32-bit words
EVEN = 0.65  # A leaf of even points holds this share of the leaf size.
# Along an axis a tree may have FEWER cubes less than wanted, and at most MORE times as many. MORE /
# EVEN is not round: for sizes that are multiples of it rounding would decide.
FEWER, MORE = 0.25, 1.041
# The cube of a tree is wider by this, so that the outermost points lie in the last cubes, and not
# behind these: rounding decides less than this.
MARGIN = 2.0**-18
# Keys have at most this many axes. In more dimensions, these are the axes along which the points
# extend farthest.
MOST_AXES = 63
BITS = {dim: min(31, 63 // dim) for dim in range(1, MOST_AXES + 1)}


def _spread(value: Array, bits: int, apart: int) -> Array:
    """Moves bit b of uint32 numbers of so many bits to place apart * b: runs of bits are halved
    until each has one bit."""
    run = 2 ** max(0, (bits - 1).bit_length())
    while run > 1 and apart > 1:
        run //= 2
        mask = sum(1 << (apart * run * (b // run) + b % run) for b in range(bits))
        value = (value | (value << np.uint32(run * (apart - 1)))) & np.uint32(mask)
    return value


def interleaved(cells: Array, dim: int) -> list[Array]:
    """(n, dim) uint32 cell coordinates of BITS[dim] bits -> the two words of their keys. Bit b of
    axis a is at place b * dim + a of both words; bits and places are counted from the most
    significant."""
    bits = BITS[dim]
    words = [jnp.zeros(cells.shape[0], jnp.uint32) for _ in range(2)]
    for axis in range(dim):
        for word in range(2):
            inside = [b for b in range(bits) if (b * dim + axis) // 32 == word]
            if not inside:
                continue
            last = inside[-1]
            part = (cells[:, axis] >> np.uint32(bits - 1 - last)) & np.uint32(2 ** len(inside) - 1)
            place = np.uint32(31 - (last * dim + axis) % 32)
            words[word] = words[word] | (_spread(part, len(inside), dim) << place)
    return words


def top_cell(dtype: DTypeLike, dim: int) -> int:
    """The largest cell along an axis that the dtype can name."""
    top, mantissa = 2 ** BITS[dim] - 1, jnp.finfo(dtype).nmant + 1
    return top - top % 2 ** max(0, BITS[dim] - mantissa)


def cells_of(points: Array, low: Array, width: Array) -> Array:
    """Integer coordinates of `points` in the cubes [low, low + width)."""
    dim = points.shape[1]
    top = top_cell(points.dtype, dim)
    # The product with the reciprocal, which XLA computes for a division anyway: native keys must be
    # the same to the bit.
    scale = 1 / jnp.where(width >= jnp.finfo(points.dtype).tiny, width, jnp.ones_like(width))
    scaled = jnp.clip((points - low) * scale * float(2 ** BITS[dim]), 0.0, float(top))
    return scaled.astype(jnp.uint32)


def stretch(sizes: Array, widths: Array, leaf_size: int) -> Array:
    """How many times wider than its points the cube of a tree is, so that even points that fill
    their box have cubes as leaves. Otherwise cells would be up to twice as long as wide. Of all
    boxes, cubes have the smallest spheres around their points, and so the fewest near pairs.

    sizes: the numbers of points, of any shape, in the dtype of the points; widths: of their boxes,
    with an axis of coordinates at the end."""
    side = widths.max(axis=-1, keepdims=True)
    shares = jnp.sort(jnp.where((side > 0) & (side < jnp.inf), widths / side, 1), axis=-1)
    # cubes along the longest side, if the box is thinner than a cube along all axes but the k
    # longest. For a wrong k the number is larger, so the smallest is right.
    wanted, volume = sizes / (EVEN * leaf_size), jnp.ones_like(sizes)
    fewest = wanted
    for k in range(2, widths.shape[-1] + 1):
        volume = volume * shares[..., -k]
        fewest = jnp.minimum(fewest, (wanted / volume) ** (1 / k))
    along = jnp.minimum(jnp.ceil(fewest - FEWER), jnp.floor(MORE * fewest))
    along = jnp.maximum(along, 1).astype(jnp.int32)
    power = 1 << (32 - lax.clz(along - 1))
    return (1 + MARGIN) * (power.astype(sizes.dtype) / along.astype(sizes.dtype))


def first_words(points: Array, leaf_size: int) -> list[Array]:
    """The first two words (n,) uint32 of the keys of points (n, d), in a cube that is `stretch`
    times wider than they are."""
    n, dim = points.shape
    corner = points.min(0, keepdims=True)
    widths = points.max(0) - corner[0]
    side = widths.max() * stretch(jnp.asarray(n, points.dtype), widths, leaf_size)
    return interleaved(cells_of(points, corner, side), dim)


def sort_by_key(points: Array, leaf_size: int) -> tuple[Array, Array]:
    """Sorts points along the Morton curve.

    Returns (order, keys): `order (n,)` int32, sorted position -> original index; `keys (n, 4)`
    uint32 of the sorted points. A word is only computed where more than `leaf_size` points share
    the words before it: no tree reads the other words."""
    if points.shape[1] > MOST_AXES:
        points = points[:, lax.top_k(points.max(0) - points.min(0), MOST_AXES)[1]]
    n, dim = points.shape
    first = first_words(points, leaf_size)

    def crowded(same):
        return same(slice(leaf_size, None), slice(None, -leaf_size)).any()

    def one_word(high, order):
        nothing = jnp.zeros_like(high)
        return order, jnp.stack([high, nothing, nothing, nothing], axis=1)

    def all_words(high, _):  # the first word is in its order already
        order = order_of(*first)
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
            cells = cells_of(inside, lows[run], width[run])
            cells = jnp.where((length[run] > leaf_size)[:, None], cells, np.uint32(0))
            third, fourth = interleaved(cells, dim)
            place = order_of(run, third, fourth)
            return order[place], third[place], fourth[place]

        def keep(order):
            return order, jnp.zeros_like(low), jnp.zeros_like(low)

        order, third, fourth = lax.cond(crowded(same), refine, keep, order)
        return order, jnp.stack([high, low, third, fourth], axis=1)

    high, order = sorted_by(first[0], lax.iota(jnp.int32, n))
    return lax.cond(crowded(lambda i, j: high[i] == high[j]), all_words, one_word, high, order)


def first_difference(a: Array, b: Array) -> Array:
    """The place, counted from the top, of the first bit in which keys (..., WORDS) differ; 32 *
    WORDS for equal keys."""
    place = jnp.full(a.shape[:-1], 32 * WORDS, jnp.int32)
    for word in reversed(range(WORDS)):
        difference = a[..., word] ^ b[..., word]
        place = jnp.where(difference != 0, 32 * word + lax.clz(difference).astype(jnp.int32), place)
    return place
