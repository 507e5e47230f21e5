"""Which nodes of at most `leaf_size` points are split all the same: those that lie beside a crowd.

A few outliers share a leaf, which is as large as the space between them. Where that leaf is beside
a cluster it is near all leaves of it: tens of thousands of near pairs of leaves, and one walk that
meets all nodes. So a node is sparse, and splits however few points it has, if many points are
within about its own size of it.

That is decided by keys alone, before anything is known of spheres, so every implementation finds
the same integers. Take the smallest cube of the grid that holds the node, and its neighbours of the
same size, 3^d in all. The node is sparse if one of them holds a crowd: two neighbours among the
samples, which are every (`CROWD` / 2 * leaf_size)-th key. A crowd has more than CROWD / 2 leaf
sizes of points, and 3 CROWD / 2 leaf sizes are one for certain. The cube of a leaf of a uniform
distribution holds at most 4 leaf sizes.

Where the first two words of keys do not tell points apart, and in more than three dimensions, no
node is sparse."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.tree.keys import BITS, WORDS, first_difference
from jaxfmm.tree.limits import CROWD, MOST_DIMENSIONS


@functools.cache
def _masks(dim: int) -> tuple[np.ndarray, np.ndarray]:
    """By level, how many bits of each axis count: which bits of a key's first two words are those
    of each axis, and which is the lowest of them; (dim, levels, 2) each."""
    levels = BITS[dim] + 1
    masks, units = np.zeros((2, dim, levels, 2), np.uint32)
    for axis in range(dim):
        for level in range(1, levels):
            word, bit = divmod((level - 1) * dim + axis, 32)
            units[axis, level, word] = 1 << (31 - bit)
            masks[axis, level] = masks[axis, level - 1] | units[axis, level]
    return masks, units


def _moved(
    key: jax.Array, mask: jax.Array, unit: jax.Array, step: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """The bits of a mask of keys (c, 2), as the number of a cube: as they are (step 0), moved up
    (1) or down by one (2); and whether there is such a cube."""
    inside, filled = key & mask, key | ~mask
    more_low, less_low = filled[:, 1] + unit[:, 1], inside[:, 1] - unit[:, 1]
    carry, borrow = (
        (more_low < unit[:, 1]).astype(jnp.uint32),
        (inside[:, 1] < unit[:, 1]).astype(jnp.uint32),
    )
    more = jnp.stack([filled[:, 0] + unit[:, 0] + carry, more_low], axis=1)
    less = jnp.stack([inside[:, 0] - unit[:, 0] - borrow, less_low], axis=1)
    there = (step == 0) | jnp.where(step == 1, (inside != mask).any(1), (inside != 0).any(1))
    return jnp.where(step == 0, key, jnp.where(step == 1, more, less)) & mask, there


def _cube(
    key: jax.Array, level: jax.Array, side: jax.Array, dim: int
) -> tuple[jax.Array, jax.Array]:
    """Of keys (c, 2) the cube of their level that contains them, moved along the axes as the digits
    of `side` to base three say; and whether there is such a cube."""
    masks, units = (jnp.asarray(x) for x in _masks(dim))
    cube, there = jnp.zeros_like(key), jnp.ones(len(key), bool)
    for axis in range(dim):
        moved, exists = _moved(key, masks[axis, level], units[axis, level], side // 3**axis % 3)
        cube, there = cube | moved, there & exists
    return cube, there


def sparse(
    keys: jax.Array, first: jax.Array, last: jax.Array, leaf_size: int, dim: int
) -> jax.Array:
    """Whether the ranges [first, last) of sorted keys (n, WORDS) are those of sparse nodes; of
    ranges of more than `leaf_size` keys, which split anyway, it says nothing."""
    stride = CROWD // 2 * leaf_size
    count = len(keys) // stride
    if count < 2 or dim > MOST_DIMENSIONS:
        return jnp.zeros(first.shape, bool)
    samples = keys[::stride][:count, :2]
    key, end = keys[first], keys[last - 1]
    place = first_difference(key, end)
    level = jnp.minimum(place // dim, BITS[dim])
    words = jnp.pad(samples, ((0, 0), (0, WORDS - 2)))
    closest = first_difference(words[:-1], words[1:]).max()  # cubes of more bits hold no crowd
    possible = (
        (last - first > 1)
        & (last - first <= leaf_size)
        & (place < BITS[dim] * dim)
        & (level * dim <= closest)
    )
    top = jnp.asarray(np.bitwise_or.reduce(_masks(dim)[0], axis=0))[level]

    def crowded(side, before):
        cube, there = _cube(key[:, :2], level, side, dim)

        def halve(_, bounds):
            low, high = bounds  # the sample at low is below the cube, that at high is not
            middle = (low + high) // 2
            sample = samples[jnp.maximum(middle, 0)]
            below = (sample[:, 0] < cube[:, 0]) | (
                (sample[:, 0] == cube[:, 0]) & (sample[:, 1] < cube[:, 1])
            )
            going = high - low > 1
            return jnp.where(going & below, middle, low), jnp.where(going & ~below, middle, high)

        bounds = jnp.full(len(cube), -1, jnp.int32), jnp.full(len(cube), count, jnp.int32)
        _, found = lax.fori_loop(0, (count + 1).bit_length(), halve, bounds)
        inside = (samples[jnp.minimum(found + 1, count - 1)] & top == cube).all(1)
        return before | (there & inside & (found + 1 < count))

    sides = jnp.where(possible.any(), 3**dim, 0)
    return possible & lax.fori_loop(0, sides, crowded, jnp.zeros_like(possible))
