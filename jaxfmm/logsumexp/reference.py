"""Sums of Gaussians relative to one of their terms, in plain XLA: what every backend computes.

A target x has an anchor a, some source with a large term for it. With offsets in bandwidths, u = (x
- a) / h and b_j = (y_j - a) / h, and the sharpness t = 1 / s^2 of sources with a scale s each, 1
without scales, the logarithm of the Gaussian of source j over that of the anchor is

    D_j = t_j b_j . (u - b_j / 2) - (t_j - t_a) u^2 / 2 .

b_j is a difference of sources, small and exact, so nothing cancels however far away the target is.
All sums are over these exponents, with monomials of b_j, and of t_j - t_a as one more variable
where there are scales:

    find:     the anchor, and N_m = sum_j exp(D_j) b_j^m v_j ;
    moments:  N_mk = sum_j exp(D_j - level) b_j^m v_jk ;
    spread:   v_jk = sum_i exp(D_ij - level_i) sum_m b_ij^m g_imk , its transpose.

Sources come in leaves of 32 slots, boxes of leaves and nodes in groups of 32 (`logsumexp.groups`).
What a node can give to a target is bounded by the exponent of the place in its box that is nearest
to the target, and a height; it is passed over where that is less than wanted."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.logsumexp.monomials import program

TARGETS = 256  # in a block; the leaves of a group are a block of sources


class Groups(NamedTuple):
    """Sources: points (leaves, d, 32), or (leaves, d + 1, 32) with their sharpness; boxes (groups,
    2 d [+ 1], 32) and height (groups, 32) of the nodes of all levels, and where the groups of each
    level begin, first (levels,) int32."""

    points: Array
    boxes: Array
    height: Array
    first: Array


class Targets(NamedTuple):
    """x (m, d); chosen (m,) int32: all others get zeros; own (m,) int32: the slot of a source to
    leave out, or -1; inverse (d,): one over the bandwidths."""

    x: Array
    chosen: Array
    own: Array
    inverse: Array


class Frames(NamedTuple):
    """anchor (m, d [+ 1]): its position and sharpness.  level (m,).  least (m,): lower bounds do
    not count."""

    anchor: Array
    level: Array
    least: Array


def row_sum(x: jax.Array) -> Any:
    """The sums (m,) of x (m, d). Few columns are added one by one: XLA sums along so short an axis
    on one core."""
    return sum(x[:, c] for c in range(x.shape[1])) if x.shape[1] <= 3 else x.sum(1)


def find(
    groups: Groups, values: jax.Array, targets: Targets, slack: float, gain: float, degree: int
) -> Any:
    """anchor (m,) int32, a slot, and the sums N (m, monomials) of values (leaves, 32) >= 0, at
    least of all nodes whose bound is above log N_0 - slack. gain: of an exponent, what makes it
    worth to look for another anchor."""
    blocks = _Blocks(groups, values[:, None])
    flat = blocks.points.swapaxes(1, 2).reshape(-1, blocks.points.shape[1])
    height = _log(blocks.values.reshape(-1))
    alike = jnp.where(blocks.height > -jnp.inf, 0, -jnp.inf).astype(
        height.dtype
    )  # all nodes with some height

    def of_block(targets):
        x, _, own, inverse = targets

        def nearer(anchor, frame, start):

            def body(carry, block):
                best, where = carry
                first, points, values = block
                e = jnp.where(values > 0, frame.exponents(points)[0], -jnp.inf)
                e = _without(own, first, e, -jnp.inf)
                most, place = e.max(1), first + e.argmax(1).astype(jnp.int32)
                return jnp.maximum(best, most), jnp.where(most > best, place, where)

            return blocks.visit(body, (start, anchor), frame, alike, start + gain)[1]

        itself = jnp.concatenate(
            [x, jnp.ones((len(x), flat.shape[1] - x.shape[1]), x.dtype)], axis=1
        )
        nothing = jnp.full(len(x), -jnp.inf, x.dtype)
        anchor = nearer(jnp.zeros(len(x), jnp.int32), _Frame(x, inverse, itself), nothing)
        left = (anchor == own) | (height[anchor] == -jnp.inf)
        anchor = nearer(anchor, _Frame(x, inverse, flat[anchor]), jnp.where(left, nothing, 0))
        frame = _Frame(x, inverse, flat[anchor])
        least = jnp.where(anchor == own, -jnp.inf, height[anchor]) - slack
        return anchor, blocks.moments(frame, 0.0, own, least, degree)[:, :, 0]

    return _by_blocks(of_block, targets)


def moments(
    groups: Groups, values: jax.Array, targets: Targets, frames: Frames, degree: int
) -> Any:
    """N (m, monomials, k) of values (leaves, k, 32)."""
    blocks = _Blocks(groups, values)

    def of_block(given):
        (x, _, own, inverse), (anchor, level, least) = given
        return blocks.moments(_Frame(x, inverse, anchor), level[:, None], own, least, degree)

    return _by_blocks(of_block, targets, frames)


def spread(groups, given, targets, frames, degree):
    """v (leaves, k, 32) of given (m, monomials, k)."""
    leaves = len(groups.points)
    blocks = _Blocks(groups, jnp.zeros((leaves, given.shape[2], 32), given.dtype))

    def add(total, part):
        (x, chosen, own, inverse), (anchor, level, least), given = part
        frame = _Frame(x, inverse, anchor)

        def body(block):
            first, points, _ = block
            e, b = frame.exponents(points)
            terms = _without(own, first, _exp(e - level[:, None]), 0.0) * (chosen > 0)[
                :, None
            ].astype(e.dtype)
            return sum(_dot(given[:, m].T, terms * power) for m, power in _powers(b, degree))

        return total + blocks.map(body, frame, jnp.where(chosen > 0, least, jnp.inf)), None

    total, _ = lax.scan(
        add, jnp.zeros_like(blocks.values), _targets_in_blocks(targets, frames, given)
    )
    count, k, size = total.shape
    return total.reshape(count, k, size // 32, 32).swapaxes(1, 2).reshape(-1, k, 32)[:leaves]


class _Frame:
    def __init__(self, x: jax.Array, inverse: jax.Array, anchor: jax.Array) -> None:
        self.dim = x.shape[1]
        far = math.sqrt(float(jnp.finfo(x.dtype).max)) / 100
        self.u = jnp.clip((x - anchor[:, : self.dim]) * inverse[None], -far, far)
        self.anchor, self.inverse, self.half = anchor, inverse, 0.5 * jnp.square(self.u).sum(1)
        self.scaled = anchor.shape[1] > self.dim

    def _summed(self, parts: list[jax.Array], sharpness: jax.Array) -> Any:
        e = sum(parts)
        if not self.scaled:
            return e
        return sharpness[None] * e - self.half[:, None] * (sharpness[None] - self.anchor[:, -1:])

    def exponents(self, points: jax.Array) -> tuple[jax.Array, list[jax.Array]]:
        """D (m, S) at points (d [+ 1], S), and the variables of monomials, each (m, S)."""
        b = [(points[c][None] - self.anchor[:, c, None]) * self.inverse[c] for c in range(self.dim)]
        e = self._summed(
            [b[c] * (self.u[:, c, None] - 0.5 * b[c]) for c in range(self.dim)], points[-1]
        )
        return e, b + [points[-1][None] - self.anchor[:, -1:]] * self.scaled

    def bounds(self, boxes: jax.Array) -> jax.Array:
        """The largest exponents (m, C) in boxes (2 d [+ 1], C)."""
        parts = []
        for c in range(self.dim):
            ends = [
                (boxes[2 * c + side][None] - self.anchor[:, c, None]) * self.inverse[c]
                for side in (0, 1)
            ]
            b = jnp.clip(self.u[:, c, None], *ends)
            parts.append(b * (self.u[:, c, None] - 0.5 * b))
        size = self._summed([jnp.abs(part) for part in parts], jnp.abs(boxes[-1]))
        rounding = (
            8
            * float(jnp.finfo(size.dtype).eps)
            * (jnp.abs(size) + self.half[:, None] * int(self.scaled))
        )
        return self._summed(parts, boxes[-1]) + rounding


class _Blocks:
    """Sources in blocks: points (C, d [+ 1], S), values (C, k, S)."""

    def __init__(self, groups: Groups, values: jax.Array) -> None:
        leaves = len(groups.points)
        size = min(32, leaves)
        self.points, self.values = (
            a.reshape(-1, size, *a.shape[1:]).swapaxes(1, 2).reshape(-1, a.shape[1], 32 * size)
            for a in (groups.points, values)
        )
        inner = groups.boxes[: len(self.points)]
        dim = inner.shape[1] // 2
        sides = [
            f(inner[:, 2 * c + i], axis=1)
            for c in range(dim)
            for i, f in ((0, jnp.min), (1, jnp.max))
        ]
        self.boxes = jnp.stack(sides + [inner[:, -1].min(1)] * (inner.shape[1] % 2))
        self.height = jax.nn.logsumexp(groups.height[: len(self.points)], axis=1)
        first = 32 * size * lax.iota(jnp.int32, len(self.points))
        self.arrays = (first, self.points, self.values)

    def needed(self, frame: _Frame, height: jax.Array, least: jax.Array) -> jax.Array:
        return (frame.bounds(self.boxes) + height[None] >= least[:, None]).any(0)

    def visit(
        self,
        body: Callable,
        carry: tuple[jax.Array, jax.Array] | jax.Array,
        frame: _Frame,
        height: jax.Array,
        least: jax.Array,
    ) -> tuple[jax.Array, jax.Array] | jax.Array:
        """carry = body(carry, block) over the blocks that may count where they have this height."""

        def step(carry, block):
            return lax.cond(block[0], body, lambda carry, _: carry, carry, block[1:]), None

        return lax.scan(step, carry, (self.needed(frame, height, least), *self.arrays))[0]

    def map(self, body, frame, least):
        """body(block) of the blocks that may count, zeros of the others: (C, k, S)."""

        def of(block):
            return lax.cond(block[0], body, lambda block: jnp.zeros_like(block[2]), block[1:])

        return lax.map(of, (self.needed(frame, self.height, least), *self.arrays))

    def moments(
        self, frame: _Frame, level: jax.Array, own: jax.Array, least: jax.Array, degree: int
    ) -> Any:
        count = len(program(frame.anchor.shape[1], degree))

        def body(sums, block):
            first, points, values = block
            e, b = frame.exponents(points)
            terms = _without(own, first, _exp(e - level), 0.0)
            # Slots without a value may hold a copy of the source that is left out, where a monomial
            # times the largest term overflows, and infinity times zero is NaN.
            terms = jnp.where((values != 0).any(0)[None], terms, 0.0)
            return sums + jnp.stack(
                [_dot(terms * power, values.T) for _, power in _powers(b, degree)], axis=1
            )

        start = jnp.zeros((len(own), count, self.values.shape[1]), self.values.dtype)
        return self.visit(body, start, frame, self.height, least)


def _powers(b: list[jax.Array], degree: int) -> list[tuple[int, jax.Array]]:
    """(number, value) of the monomials of b."""
    powers = [jnp.ones_like(b[0])]
    for parent, variable in program(len(b), degree)[1:]:
        powers.append(powers[parent] * b[variable])
    return list(enumerate(powers))


def _dot(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def _exp(e: jax.Array) -> jax.Array:
    return jnp.exp(jnp.minimum(e, 80.0 if e.dtype == jnp.float32 else 700.0))


def _log(x: jax.Array) -> jax.Array:
    return jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1)), -jnp.inf)


def _without(own: jax.Array, first: jax.Array, terms: jax.Array, nothing: float) -> jax.Array:
    """terms (m, S) of the slots from `first` on, `nothing` for a target's own source."""
    return jnp.where(
        own[:, None] - first == lax.iota(jnp.int32, terms.shape[1])[None], nothing, terms
    )


def _targets_in_blocks(targets: Targets, *more) -> tuple[Frames | Targets, ...]:
    """Every array of the targets as (blocks, TARGETS, ...), unchosen ones at the end."""
    m = len(targets.x)
    size = min(TARGETS, m)

    def blocks(array):
        rest = jnp.zeros((-m % size, *array.shape[1:]), array.dtype)
        return jnp.concatenate([array, rest]).reshape(-1, size, *array.shape[1:])

    count = -(-m // size)
    inverse = jnp.broadcast_to(targets.inverse, (count, len(targets.inverse)))
    x, chosen, own = map(blocks, targets[:3])
    return Targets(x, chosen, own, inverse), *jax.tree.map(blocks, more)


def _by_blocks(
    of_block: Callable, targets: Targets, *more
) -> tuple[jax.Array, jax.Array] | jax.Array:
    """of_block(targets, *more) for blocks of targets, zeros for those that are not chosen."""
    m = len(targets.x)
    arrays = _targets_in_blocks(targets, *more)
    arrays = arrays if more else arrays[0]
    shapes = jax.eval_shape(of_block, jax.tree.map(lambda a: a[0], arrays))

    def of(block):
        chosen = (block[0] if more else block).chosen > 0
        out = lax.cond(
            chosen.any(),
            of_block,
            lambda _: jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), shapes),
            block,
        )
        return jax.tree.map(lambda a: jnp.where(chosen.reshape(-1, *[1] * (a.ndim - 1)), a, 0), out)

    out = lax.map(of, arrays)
    return jax.tree.map(lambda a: a.reshape(-1, *a.shape[2:])[:m], out)
