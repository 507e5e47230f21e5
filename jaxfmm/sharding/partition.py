"""Which device gets which points: recursive bisection along the longest side of the box of each
group.

Every device gets exactly the number of points that it is to have, the same for all unless borders
are placed by work: thresholds are found digit by digit from counts over all devices, and points
with equal coordinates are told apart by their number. So the arrays of all devices have one static
size, and no points can overflow it.

All functions run on each device, within `shard_map` over `axes`.
"""

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

DIGIT = 4  # bits of a threshold that are found at a time

Group = tuple[int, int]  # its first device, and how many devices it has


class Border(NamedTuple):
    """Where the groups of a step of the bisection are cut.

    along (groups,): the axis of each cut.
    at (groups,): the largest coordinate that goes left; infinite for a group of one device."""

    along: Array
    at: Array


class Borders(NamedTuple):
    """Where domains end.

    steps: of the bisection; () where only the counts are known.
    counts (devices,): how many points each device gets when borders are placed."""

    steps: tuple[Border, ...]
    counts: Array


def partition(
    points: Array,
    counts: Array | None = None,
    cuts: Sequence[Array] = (),
    *,
    axes: tuple[str, ...],
    devices: int,
) -> tuple[Array, Borders]:
    """The device (n,) int32 of each of the points (n, d) that this device has, and the borders
    between devices. All devices have n points before. counts (devices,): how many each gets, n if
    None. cuts: the axes of the cuts of each step, () for those along the longest sides."""
    n = len(points)
    counts = jnp.full(devices, n, jnp.int32) if counts is None else counts
    # by device: so points of equal coordinates that are in place stay there
    numbers = lax.iota(jnp.uint32, n) + jnp.uint32(n) * lax.axis_index(axes).astype(jnp.uint32)
    borders: list[Border] = []

    def cut(groups: list[Group], mine: Array) -> Array:
        if cuts:
            along = cuts[len(borders)]
        else:
            along = jnp.argmax(_extents(points, mine, len(groups), axes), axis=1)
        chosen = _coordinates(points, along, mine)
        # how many points go left; the points of a group of one device all do
        left = jnp.stack(
            [counts[first : first + max(1, size // 2)].sum() for first, size in groups]
        )
        splits = [size > 1 for _, size in groups]
        goes_left = _smallest([*_words(chosen), numbers], mine, left, splits, axes)
        inside = [goes_left & (mine == group) for group in range(len(groups))]
        largest = jnp.stack([jnp.max(jnp.where(here, chosen, -jnp.inf)) for here in inside])
        at = jnp.where(jnp.asarray(splits), lax.pmax(largest, axes), jnp.inf)
        borders.append(Border(along, at))
        return goes_left

    device = _bisected(n, devices, cut)
    return device, Borders(tuple(borders), counts)


def sides(points: Array, borders: Borders, devices: int) -> Array:
    """The device (n,) int32 of each point by borders that are known."""
    steps = iter(borders.steps)

    def cut(groups: list[Group], mine: Array) -> Array:
        along, at = next(steps)
        return _coordinates(points, along, mine) <= at[mine]

    return _bisected(len(points), devices, cut)


def _bisected(n: int, devices: int, cut: Callable[[list[Group], Array], Array]) -> Array:
    """The device (n,) of each point. cut(groups, mine): whether each point, of the group `mine`,
    goes left."""
    groups: list[Group] = [(0, devices)]
    mine = jnp.zeros(n, jnp.int32)  # the group of each point
    while any(size > 1 for _, size in groups):
        goes_left = cut(groups, mine)
        after = [part for first, size in groups for part in _halves(first, size)]
        index = {part: i for i, part in enumerate(after)}
        lower = jnp.asarray([index[_halves(*group)[0]] for group in groups], jnp.int32)
        upper = jnp.asarray([index[_halves(*group)[-1]] for group in groups], jnp.int32)
        # apart: XLA would compute the groups before anew for each of their uses
        groups = after
        mine = lax.optimization_barrier(jnp.where(goes_left, lower[mine], upper[mine]))
    return jnp.asarray([first for first, _ in groups], jnp.int32)[mine]


def _coordinates(points: Array, along: Array, mine: Array) -> Array:
    """The coordinate (n,) of each point along the axis of its group."""
    is_chosen = along[mine][:, None] == jnp.arange(points.shape[1])[None]
    return jnp.sum(jnp.where(is_chosen, points, 0), axis=1)


def _halves(first: int, size: int) -> list[Group]:
    if size == 1:
        return [(first, size)]
    return [(first, size // 2), (first + size // 2, size - size // 2)]


def _extents(points: Array, mine: Array, count: int, axes: tuple[str, ...]) -> Array:
    """The sides (count, d) of the boxes of groups."""
    lows, highs = [], []
    for group in range(count):
        inside = (mine == group)[:, None]
        lows.append(jnp.min(jnp.where(inside, points, jnp.inf), axis=0))
        highs.append(jnp.max(jnp.where(inside, points, -jnp.inf), axis=0))
    high, minus_low = lax.pmax(jnp.stack([jnp.stack(highs), -jnp.stack(lows)]), axes)
    return high + minus_low


def _words(numbers: Array) -> list[Array]:
    """Floating-point numbers as words of 32 bits, the highest first, that sort as the numbers
    do."""
    words = lax.bitcast_convert_type(numbers, jnp.uint32)
    words = [words] if words.ndim == 1 else [words[:, 1], words[:, 0]]
    negative = words[0] >> 31 == 1
    top = jnp.where(negative, ~words[0], words[0] | jnp.uint32(1 << 31))
    return [top, *(jnp.where(negative, ~word, word) for word in words[1:])]


class _Search(NamedTuple):
    """The search for the smallest numbers of each group. rank (groups,): how many of the alive
    points are among the smallest. alive (n,): whether a point has the digits of the threshold so
    far; below (n,): whether its digits are smaller."""

    rank: Array
    alive: Array
    below: Array


def _smallest(
    words: list[Array], mine: Array, counts: Array, splits: list[bool], axes: tuple[str, ...]
) -> Array:
    """Whether each point's number, made of words, is among the counts[g] smallest of its group g,
    over all devices. splits[g]: whether counts[g] is less than the group."""
    digits, steps = 1 << DIGIT, 32 // DIGIT
    keys = jnp.arange(len(counts) << DIGIT)

    def next_digit(word: Array, i: Array, search: _Search) -> _Search:
        rank, alive, below = search
        shift = (32 - DIGIT * (i + 1)).astype(jnp.uint32)
        digit = ((word >> shift) & jnp.uint32(digits - 1)).astype(jnp.int32)
        key = jnp.where(alive, (mine << DIGIT) + digit, -1)
        here = jnp.sum(key[:, None] == keys[None], axis=0, dtype=jnp.int32)
        upto = jnp.cumsum(lax.psum(here, axes).reshape(len(counts), -1), axis=1)
        # the digit of the first number that is not among the smallest, the highest digit if all are
        wanted = jnp.minimum(jnp.sum(upto <= rank[:, None], axis=1), digits - 1)
        before = jnp.take_along_axis(upto, jnp.maximum(wanted - 1, 0)[:, None], 1)[:, 0]
        return _Search(
            rank=rank - jnp.where(wanted > 0, before, 0),
            alive=alive & (digit == wanted[mine]),
            below=below | alive & (digit < wanted[mine]),
        )

    def unfinished(state: tuple[Array, _Search]) -> Array:
        return (state[0] < steps) & ((state[1].rank > 0) & jnp.asarray(splits)).any()

    nobody = jnp.zeros(mine.shape, bool)
    search = _Search(counts, ~nobody, nobody)
    search = lax.fori_loop(0, steps, functools.partial(next_digit, words[0]), search)
    # further words hardly ever matter: where a rank is zero, no alive point is among the smallest
    for word in words[1:]:

        def step(state: tuple[Array, _Search], word: Array = word) -> tuple[Array, _Search]:
            return state[0] + 1, next_digit(word, *state)

        search = lax.while_loop(unfinished, step, (jnp.int32(0), search))[1]
    # the alive points of a group whose rank is left all count
    return search.below | search.alive & (search.rank[mine] > 0)


def deal_rotation(blocks: int, devices: int) -> Array:
    """The pseudorandom rotation (blocks,) int32 of each block of `devices` rows before it is
    dealt."""
    value = lax.iota(jnp.uint32, blocks) * jnp.uint32(0x9E3779B9)
    value = (value ^ (value >> 15)) * jnp.uint32(0x85EBCA6B)
    value = (value ^ (value >> 13)) * jnp.uint32(0xC2B2AE35)
    return ((value ^ (value >> 16)) % jnp.uint32(devices)).astype(jnp.int32)


def deal(rows: Array, *, axes: tuple[str, ...], devices: int) -> Array:
    """Rows (n, ...), n a multiple of the number of devices, dealt to all devices in equal numbers,
    pseudorandomly. So every device has points from everywhere, in whatever order they came."""
    blocks = rows.shape[0] // devices
    turn = deal_rotation(blocks, devices)
    place = (jnp.arange(devices)[None] + turn[:, None]) % devices
    packed = _permute(rows.reshape(blocks, devices, *rows.shape[1:]), place)
    out = lax.all_to_all(packed, axes, split_axis=1, concat_axis=0, tiled=True)
    return out.reshape(rows.shape)


def collect(rows: Array, *, axes: tuple[str, ...], devices: int) -> Array:
    """The inverse of `deal`."""
    blocks = rows.shape[0] // devices
    turn = deal_rotation(blocks, devices)
    back = rows.reshape(devices * blocks, 1, *rows.shape[1:])
    packed = lax.all_to_all(back, axes, split_axis=0, concat_axis=1, tiled=True)
    place = (jnp.arange(devices)[None] - turn[:, None]) % devices
    return _permute(packed, place).reshape(rows.shape)


def _permute(blocks: Array, places: Array) -> Array:
    return jax.vmap(lambda block, place: block[place])(blocks, places)
