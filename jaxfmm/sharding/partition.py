"""Which device gets which points: recursive bisection along the longest side of the box of what is
to be split.

Every device gets equally many points, to the last: the thresholds are found digit by digit from
counts over all devices, and points of equal coordinates are told apart by their number. So the
arrays of all devices have one static size, and there is nothing that could overflow, whatever the
points are.

All functions run on each device, within `shard_map` over `axes`.
"""

import jax
import jax.numpy as jnp
from jax import lax

DIGIT = 4  # bits of a number that are found at a time


def partition(points, *, axes, devices):
    """The device of each of the points (n, d) of this one: (n,) int32. All devices have n points
    before and after."""
    n, dim = points.shape
    numbers = lax.iota(jnp.uint32, n) * jnp.uint32(devices) + jnp.uint32(lax.axis_index(axes))
    groups, mine = (
        [(0, devices)],
        jnp.zeros(n, jnp.int32),
    )  # (first device, how many) of each; the group of each point
    while any(size > 1 for _, size in groups):
        along = jnp.argmax(_extents(points, mine, len(groups), axes), axis=1)
        chosen = jnp.sum(
            jnp.where(along[mine][:, None] == jnp.arange(dim)[None], points, 0), axis=1
        )
        # how many points go left; those of a group of one device all do
        left = [n * (size // 2 if size > 1 else 1) for _, size in groups]
        splits = [size > 1 for _, size in groups]
        goes_left = _smallest([*_words(chosen), numbers], mine, left, splits, axes)
        after = [part for first, size in groups for part in _halves(first, size)]
        index = {part: i for i, part in enumerate(after)}
        lower = jnp.asarray([index[_halves(*group)[0]] for group in groups], jnp.int32)
        upper = jnp.asarray([index[_halves(*group)[-1]] for group in groups], jnp.int32)
        groups, mine = after, jnp.where(goes_left, lower[mine], upper[mine])
    return jnp.asarray([first for first, _ in groups], jnp.int32)[mine]


def _halves(first, size):
    return (
        [(first, size // 2), (first + size // 2, size - size // 2)] if size > 1 else [(first, size)]
    )


def _extents(points, mine, count, axes):
    """The sides (count, d) of the boxes of groups."""
    infinity = jnp.inf
    low, high = [], []
    for group in range(count):
        inside = (mine == group)[:, None]
        low.append(jnp.min(jnp.where(inside, points, infinity), axis=0))
        high.append(jnp.max(jnp.where(inside, points, -infinity), axis=0))
    high, below = lax.pmax(jnp.stack([jnp.stack(high), -jnp.stack(low)]), axes)
    return high + below


def _words(numbers):
    """Floating-point numbers as words of 32 bits, the highest first, whose order is that of the
    numbers."""
    words = lax.bitcast_convert_type(numbers, jnp.uint32)
    words = [words] if words.ndim == 1 else [words[:, 1], words[:, 0]]
    negative = words[0] >> 31 == 1
    top = jnp.where(negative, ~words[0], words[0] | jnp.uint32(1 << 31))
    return [top, *(jnp.where(negative, ~word, word) for word in words[1:])]


def _smallest(words, mine, counts, splits, axes):
    """Whether each point's number, made of words, is among the counts[g] smallest of its group g,
    over all devices; splits[g]: whether that is not all of them."""
    rank, alive, below = (
        jnp.asarray(counts, jnp.int32),
        jnp.ones(mine.shape, bool),
        jnp.zeros(mine.shape, bool),
    )
    one = jnp.arange(1 << DIGIT)
    combined = jnp.arange(len(counts) << DIGIT)

    def step(word):
        def find(i, state):
            rank, alive, below = state
            shift = (32 - DIGIT * (i + 1)).astype(jnp.uint32)
            digit = ((word >> shift) & jnp.uint32((1 << DIGIT) - 1)).astype(jnp.int32)
            key = jnp.where(alive, (mine << DIGIT) + digit, -1)
            found = jnp.sum(key[:, None] == combined[None], axis=0, dtype=jnp.int32)
            upto = jnp.cumsum(lax.psum(found, axes).reshape(len(counts), -1), axis=1)
            # the digit of the first number that is not among the smallest; the highest where all
            # are
            wanted = jnp.minimum(jnp.sum(upto <= rank[:, None], axis=1), len(one) - 1)
            before = jnp.where(
                wanted > 0,
                jnp.take_along_axis(upto, jnp.maximum(wanted - 1, 0)[:, None], 1)[:, 0],
                0,
            )
            below = below | alive & (digit < wanted[mine])
            return rank - before, alive & (digit == wanted[mine]), below

        return find

    steps, found = 32 // DIGIT, (rank, alive, below)
    found = lax.fori_loop(0, steps, step(words[0]), found)
    # further words hardly ever matter: where a rank is zero, none of the alive ones is among the
    # smallest
    for word in words[1:]:

        def unfinished(state):
            return (state[0] < steps) & ((state[1][0] > 0) & jnp.asarray(splits)).any()

        def find(state, word=word):
            return state[0] + 1, step(word)(*state)

        found = lax.while_loop(unfinished, find, (jnp.int32(0), found))[1]
    rank, alive, below = found
    return below | alive & (rank[mine] > 0)  # all that were smaller, and the last one where all are


def deal_rotation(blocks, devices):
    """By how much each of the blocks of `devices` rows is rotated before it is dealt: (blocks,)
    int32, as at random."""
    value = lax.iota(jnp.uint32, blocks) * jnp.uint32(0x9E3779B9)
    value = (value ^ (value >> 15)) * jnp.uint32(0x85EBCA6B)
    value = (value ^ (value >> 13)) * jnp.uint32(0xC2B2AE35)
    return ((value ^ (value >> 16)) % jnp.uint32(devices)).astype(jnp.int32)


def deal(rows, *, axes, devices):
    """Rows (n, ...), n a multiple of the number of devices, dealt to all devices, as many to each,
    as at random: so every device has points from everywhere, whatever the order in which they
    came."""
    blocks = rows.shape[0] // devices
    turn = deal_rotation(blocks, devices)
    place = (jnp.arange(devices)[None] + turn[:, None]) % devices
    packed = jax.vmap(lambda block, at: block[at])(
        rows.reshape(blocks, devices, *rows.shape[1:]), place
    )
    out = lax.all_to_all(packed, axes, split_axis=1, concat_axis=0, tiled=True)
    return out.reshape(rows.shape)


def collect(rows, *, axes, devices):
    """The inverse of `deal`."""
    blocks = rows.shape[0] // devices
    turn = deal_rotation(blocks, devices)
    back = rows.reshape(devices * blocks, 1, *rows.shape[1:])
    packed = lax.all_to_all(back, axes, split_axis=0, concat_axis=1, tiled=True)
    place = (jnp.arange(devices)[None] - turn[:, None]) % devices
    return jax.vmap(lambda block, at: block[at])(packed, place).reshape(rows.shape)
