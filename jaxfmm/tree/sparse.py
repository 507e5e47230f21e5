"""Which nodes of at most `leaf_size` points are split all the same: those next to a crowd.

A few outliers share a leaf, which is as large as the space between them. If that leaf is next to a
cluster, it is near all leaves of the cluster: there are tens of thousands of P2P pairs of leaves,
and the walk of one leaf meets all nodes. So a node is sparse, and splits however few points it has,
if many points are within about its own size of it.

Keys alone decide that, before there are spheres, so every implementation finds the same integers.
Take the smallest cube of the grid that holds the node, and its neighbours of the same size, 3^d in
all. The node is sparse if one of them holds a crowd: two consecutive samples, which are every
(`CROWD` / 2 * leaf_size)-th key. A crowd has more than CROWD / 2 leaf sizes of points, and 3 CROWD
/ 2 leaf sizes of points always are a crowd. The cube of a leaf of a uniform distribution holds at
most 4 leaf sizes.

No node is sparse where the first two words of keys do not tell points apart, and in more than three
dimensions."""

import functools

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.tree.keys import BITS, WORDS, first_difference
from jaxfmm.tree.limits import CROWD, MOST_DIMENSIONS


@functools.cache
def _masks(dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Which bits of the first two words of a key belong to each axis, up to each level, and which
    of these is the lowest bit: (dim, levels, 2) each."""
    levels = BITS[dim] + 1
    masks, units = np.zeros((2, dim, levels, 2), np.uint32)
    for axis in range(dim):
        for level in range(1, levels):
            word, bit = divmod((level - 1) * dim + axis, 32)
            units[axis, level, word] = 1 << (31 - bit)
            masks[axis, level] = masks[axis, level - 1] | units[axis, level]
    return masks, units


def _step_along(key: Array, mask: Array, unit: Array, step: Array) -> tuple[Array, Array]:
    """The bits of a mask of keys (c, 2), which number a cube along an axis: the cube itself (step
    0), the next (1) or the previous one (2); and whether there is such a cube."""
    inside, filled = key & mask, key | ~mask
    next_low, previous_low = filled[:, 1] + unit[:, 1], inside[:, 1] - unit[:, 1]
    carry = (next_low < unit[:, 1]).astype(jnp.uint32)
    borrow = (inside[:, 1] < unit[:, 1]).astype(jnp.uint32)
    next_cube = jnp.stack([filled[:, 0] + unit[:, 0] + carry, next_low], axis=1)
    previous = jnp.stack([inside[:, 0] - unit[:, 0] - borrow, previous_low], axis=1)
    there = (step == 0) | jnp.where(step == 1, (inside != mask).any(1), (inside != 0).any(1))
    moved = jnp.where(step == 0, key, jnp.where(step == 1, next_cube, previous))
    return moved & mask, there


def _cube(key: Array, level: Array, side: Array, dim: int) -> tuple[Array, Array]:
    """The cube of a level that contains keys (c, 2), moved along the axes by the digits of `side`
    in base three; and whether there is such a cube."""
    masks, units = (jnp.asarray(x) for x in _masks(dim))
    cube, there = jnp.zeros_like(key), jnp.ones(len(key), bool)
    for axis in range(dim):
        step = side // 3**axis % 3
        moved, exists = _step_along(key, masks[axis, level], units[axis, level], step)
        cube, there = cube | moved, there & exists
    return cube, there


def sparse(keys: Array, first: Array, last: Array, leaf_size: int, dim: int) -> Array:
    """Whether the ranges [first, last) of sorted keys (n, WORDS) are sparse nodes. The result has
    no meaning for ranges of more than `leaf_size` keys, which split anyway."""
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
            low, high = bounds  # the sample at low is below the cube, the sample at high is not
            middle = (low + high) // 2
            sample = samples[jnp.maximum(middle, 0)]
            below = (sample[:, 0] < cube[:, 0]) | (
                (sample[:, 0] == cube[:, 0]) & (sample[:, 1] < cube[:, 1])
            )
            going = high - low > 1
            return jnp.where(going & below, middle, low), jnp.where(going & ~below, middle, high)

        bounds = jnp.full(len(cube), -1, jnp.int32), jnp.full(len(cube), count, jnp.int32)
        _, place = lax.fori_loop(0, (count + 1).bit_length(), halve, bounds)
        inside = (samples[jnp.minimum(place + 1, count - 1)] & top == cube).all(1)
        return before | (there & inside & (place + 1 < count))

    sides = jnp.where(possible.any(), 3**dim, 0)
    return possible & lax.fori_loop(0, sides, crowded, jnp.zeros_like(possible))
