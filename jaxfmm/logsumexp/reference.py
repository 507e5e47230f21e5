"""Sums of Gaussians relative to one of their terms, in plain XLA: what every backend computes.

A target x has an anchor a, a source with a large term. With offsets in bandwidths, u = (x - a) / h
and b_j = (y_j - a) / h, and the sharpness t = 1 / s^2 of sources with a scale s each, 1 without
scales, and log weights l_j, the logarithm of the term of source j relative to that of the anchor is

    D_j = l_j - l_a + t_j b_j . (u - b_j / 2) - (t_j - t_a) u^2 / 2 .

b_j is a difference of sources, small and exact, so nothing cancels however far away the target is.
All sums are over these exponents, with monomials of b_j, and of t_j - t_a as one more variable
where there are scales:

    find:     the anchor, and N_m = sum_j exp(D_j) b_j^m v_j ;
    moments:  N_mk = sum_j exp(D_j + l_a - level) b_j^m v_jk ;
    spread:   v_jk = sum_i exp(D_ij + l_ai - level_i) sum_m b_ij^m g_imk , its transpose.

Sources come in leaves of 32 slots, boxes of leaves and nodes in groups of 32 (`logsumexp.groups`).
The largest term of a node at a target is bounded by a height plus the exponent at the place in the
box of the node that is nearest to the target; the node is passed over where that is too small."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.logsumexp.logs import log
from jaxfmm.logsumexp.monomials import program
from jaxfmm.tree import hilbert

TARGETS = 256  # in a block; the leaves of a group are a block of sources
# Targets that are more bandwidths than this from all sources walk alone on GPUs, and in packets on
# CPUs (packets.h).
APART = 64


class Groups(NamedTuple):
    """The tree of the sources.

    points: (leaves, d, 32), or (leaves, d + 1, 32) with their sharpness.
    logs: (leaves, 32) the log weights; (0, 32) where all are zero.
    boxes: (groups, 2 d [+ 1], 32), height: (groups, 32), mass: (groups, 32), the logarithm of the
    sum of values times weights, and top: (groups, 32), the largest log weight, of the nodes of all
    levels; these three are -inf for nodes without values.
    first: (levels,) int32, where the groups of each level begin."""

    points: Array
    logs: Array
    boxes: Array
    height: Array
    mass: Array
    top: Array
    first: Array


class Targets(NamedTuple):
    """x: (m, d).  chosen: (m,) int32; all others get zeros.  own: (m,) int32, the slot of a source
    to leave out, or -1.  inverse: (d,) one over the bandwidths.  number: (m,) int32, the targets in
    an order in which neighbours are close; None where no such order is known yet."""

    x: Array
    chosen: Array
    own: Array
    inverse: Array
    number: Array | None = None


class Frames(NamedTuple):
    """anchor: (m, d [+ 1]) its position and sharpness.  level: (m,).  least: (m,) nodes with lower
    bounds are passed over. Both include the log weight of the anchor."""

    anchor: Array
    level: Array
    least: Array


def along_curve(groups: Groups, targets: Targets) -> Array:
    """The order (m,) of targets along a curve, the chosen ones first, unless an order is known.
    Targets far from all sources count as nearer, and NaN as somewhere, so that they do not make the
    cells of the curve large."""
    if targets.number is not None:
        return targets.number
    dim = targets.x.shape[1]
    box = groups.boxes[-1, : 2 * dim]  # of the top group
    reach = 2 * APART / targets.inverse
    low, high = box[::2].min(1) - reach, box[1::2].max(1) + reach
    inside = jnp.clip(jnp.where(jnp.isnan(targets.x), low[None], targets.x), low[None], high[None])
    order = hilbert.order(inside)
    return order[jnp.argsort(targets.chosen[order], descending=True, stable=True)]


def row_sum(x: Array) -> Array:
    """The sums (m,) of x (m, d). Few columns are added one by one: XLA sums along so short an axis
    on one core."""
    if x.shape[1] > 3:
        return x.sum(1)
    return jnp.asarray(sum(x[:, c] for c in range(x.shape[1])))


def find(
    groups: Groups, values: Array, targets: Targets, slack: float, gain: float, degree: int
) -> tuple[Array, Array]:
    """The slots (m,) int32 of the anchors, and the sums N (m, monomials) of values (leaves, 32) >=
    0 over at least all nodes whose bound is above log N_0 - slack.

    gain: a bound that is higher by this exponent justifies the search for another anchor."""
    blocks = _Blocks(groups, values[:, None])
    flat = blocks.points.swapaxes(1, 2).reshape(-1, blocks.points.shape[1])
    height, logs = log(blocks.values.reshape(-1)), blocks.logs.reshape(-1)

    def of_block(targets):
        x, _, own, inverse, _ = targets

        def nearer(anchor, frame, start):
            def body(carry, block):
                best, where = carry
                first, points, logs, values = block
                e = jnp.where(values > 0, frame.exponents(points, logs)[0], -jnp.inf)
                e = _without(own, first, e, -jnp.inf)
                largest, place = e.max(1), first + e.argmax(1).astype(jnp.int32)
                return jnp.maximum(best, largest), jnp.where(largest > best, place, where)

            return blocks.visit(body, (start, anchor), frame, blocks.top, start + gain)[1]

        itself = jnp.concatenate(
            [x, jnp.ones((len(x), flat.shape[1] - x.shape[1]), x.dtype)], axis=1
        )
        nothing = jnp.full(len(x), -jnp.inf, x.dtype)
        zero = jnp.zeros(len(x), x.dtype)
        anchor = nearer(jnp.zeros(len(x), jnp.int32), _Frame(x, inverse, itself, zero), nothing)
        left_out = (anchor == own) | (height[anchor] == -jnp.inf)
        frame = _Frame(x, inverse, flat[anchor], logs[anchor])
        anchor = nearer(anchor, frame, jnp.where(left_out, nothing, 0))
        frame = _Frame(x, inverse, flat[anchor], logs[anchor])
        least = jnp.where(anchor == own, -jnp.inf, height[anchor]) - slack
        return anchor, blocks.moments(frame, own, least, degree)[:, :, 0]

    return _by_blocks(of_block, targets)


def moments(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    """N (m, monomials, k) of values (leaves, k, 32)."""
    blocks = _Blocks(groups, values)

    def of_block(block):
        (x, _, own, inverse, _), (anchor, level, least) = block
        return blocks.moments(_Frame(x, inverse, anchor, level), own, least - level, degree)

    return _by_blocks(of_block, targets, frames)


def spread(groups: Groups, values: Array, targets: Targets, frames: Frames, degree: int) -> Array:
    """v (leaves, k, 32) of values g (m, monomials, k)."""
    leaves = len(groups.points)
    blocks = _Blocks(groups, jnp.zeros((leaves, values.shape[2], 32), values.dtype))

    def add(total, block):
        (x, chosen, own, inverse, _), (anchor, level, least), g = block
        frame, is_chosen = _Frame(x, inverse, anchor, level), chosen > 0

        def body(block):
            first, points, logs, _ = block
            e, b = frame.exponents(points, logs)
            terms = _without(own, first, _exp(e), 0.0)
            terms = terms * is_chosen[:, None].astype(e.dtype)
            return sum(_dot(g[:, m].T, terms * power) for m, power in enumerate(_powers(b, degree)))

        return total + blocks.map(body, frame, jnp.where(is_chosen, least - level, jnp.inf)), None

    by_block = _in_blocks(targets, frames, values)
    total, _ = lax.scan(add, jnp.zeros_like(blocks.values), by_block)
    count, k, size = total.shape
    return total.reshape(count, k, size // 32, 32).swapaxes(1, 2).reshape(-1, k, 32)[:leaves]


class _Frame:
    """Coordinates relative to the anchors of targets: u, and the exponents and bounds in them.
    level: (m,) what is subtracted from log weights."""

    def __init__(self, x: Array, inverse: Array, anchor: Array, level: Array) -> None:
        self.dim = x.shape[1]
        far = math.sqrt(float(jnp.finfo(x.dtype).max)) / 100
        self.u = jnp.clip((x - anchor[:, : self.dim]) * inverse[None], -far, far)
        self.anchor, self.inverse, self.half = anchor, inverse, 0.5 * jnp.square(self.u).sum(1)
        self.level = level[:, None]
        self.scaled = anchor.shape[1] > self.dim

    def _sum(self, parts: list[Array], sharpness: Array) -> Any:
        e = sum(parts)
        if not self.scaled:
            return e
        return sharpness[None] * e - self.half[:, None] * (sharpness[None] - self.anchor[:, -1:])

    def _offset(self, places: Array, c: int) -> Array:
        return (places[None] - self.anchor[:, c, None]) * self.inverse[c]

    def exponents(self, points: Array, logs: Array) -> tuple[Array, list[Array]]:
        """D (m, S) at points (d [+ 1], S) with log weights (S,), and the variables of
        monomials, each (m, S)."""
        b = [self._offset(points[c], c) for c in range(self.dim)]
        parts = [b[c] * (self.u[:, c, None] - 0.5 * b[c]) for c in range(self.dim)]
        e = logs[None] - self.level + self._sum(parts, points[-1])
        return e, b + [points[-1][None] - self.anchor[:, -1:]] * self.scaled

    def bounds(self, boxes: Array) -> Array:
        """The largest exponents (m, C) in boxes (2 d [+ 1], C)."""
        parts = []
        for c in range(self.dim):
            ends = [self._offset(boxes[2 * c + side], c) for side in (0, 1)]
            b = jnp.clip(self.u[:, c, None], *ends)
            parts.append(b * (self.u[:, c, None] - 0.5 * b))
        size = self._sum([jnp.abs(part) for part in parts], jnp.abs(boxes[-1]))
        size = jnp.abs(size) + self.half[:, None] * int(self.scaled)
        rounding = 8 * float(jnp.finfo(size.dtype).eps) * size
        return self._sum(parts, boxes[-1]) + rounding


class _Blocks:
    """Sources in blocks: points (C, d [+ 1], S), logs (C, S), values (C, k, S)."""

    def __init__(self, groups: Groups, values: Array) -> None:
        leaves = len(groups.points)
        size = min(32, leaves)
        self.points, self.values = (
            a.reshape(-1, size, *a.shape[1:]).swapaxes(1, 2).reshape(-1, a.shape[1], 32 * size)
            for a in (groups.points, values)
        )
        logs = groups.logs if groups.logs.size else jnp.zeros((leaves, 32), groups.logs.dtype)
        self.logs = logs.reshape(-1, 32 * size)
        inner = groups.boxes[: len(self.points)]
        sides = [
            end(inner[:, 2 * c + side], axis=1)
            for c in range(inner.shape[1] // 2)
            for side, end in ((0, jnp.min), (1, jnp.max))
        ]
        self.boxes = jnp.stack(sides + [inner[:, -1].min(1)] * (inner.shape[1] % 2))
        self.height = jax.nn.logsumexp(groups.height[: len(self.points)], axis=1)
        self.top = groups.top[: len(self.points)].max(1)
        first = 32 * size * lax.iota(jnp.int32, len(self.points))
        self.arrays = (first, self.points, self.logs, self.values)

    def _needed(self, frame: _Frame, height: Array, least: Array) -> Array:
        bounds = frame.bounds(self.boxes) + (height[None] - frame.level)
        return (bounds >= least[:, None]).any(0)

    def visit(self, body: Callable, carry: Any, frame: _Frame, height: Array, least: Array) -> Any:
        """carry = body(carry, block) over the blocks whose bound, with this height, is not below
        `least`."""

        def step(carry, block):
            return lax.cond(block[0], body, lambda carry, _: carry, carry, block[1:]), None

        return lax.scan(step, carry, (self._needed(frame, height, least), *self.arrays))[0]

    def map(self, body: Callable, frame: _Frame, least: Array) -> Array:
        """body(block) of the blocks whose bound is not below `least`, zeros of the others: (C, k,
        S)."""

        def one(block):
            return lax.cond(block[0], body, lambda block: jnp.zeros_like(block[-1]), block[1:])

        return lax.map(one, (self._needed(frame, self.height, least), *self.arrays))

    def moments(self, frame: _Frame, own: Array, least: Array, degree: int) -> Array:
        count = len(program(frame.anchor.shape[1], degree))

        def body(sums, block):
            first, points, logs, values = block
            e, b = frame.exponents(points, logs)
            terms = _without(own, first, _exp(e), 0.0)
            # Slots without a value may hold a copy of the source that is left out. There a monomial
            # times the largest term overflows, and infinity times zero is NaN.
            terms = jnp.where((values != 0).any(0)[None], terms, 0.0)
            parts = [_dot(terms * power, values.T) for power in _powers(b, degree)]
            return sums + jnp.stack(parts, axis=1)

        start = jnp.zeros((len(own), count, self.values.shape[1]), self.values.dtype)
        return self.visit(body, start, frame, self.height, least)


def _powers(b: list[Array], degree: int) -> list[Array]:
    """The monomials of b."""
    powers = [jnp.ones_like(b[0])]
    for parent, variable in program(len(b), degree)[1:]:
        powers.append(powers[parent] * b[variable])
    return powers


def _dot(a: Array, b: Array) -> Array:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def _exp(e: Array) -> Array:
    return jnp.exp(jnp.minimum(e, 80.0 if e.dtype == jnp.float32 else 700.0))


def _without(own: Array, first: Array, terms: Array, nothing: float) -> Array:
    """terms (m, S) of the slots from `first` on, `nothing` for a target's own source."""
    slot = lax.iota(jnp.int32, terms.shape[1])[None]
    return jnp.where(own[:, None] - first == slot, nothing, terms)


def _in_blocks(targets: Targets, *others: Any) -> tuple[Any, ...]:
    """The arrays of the targets, and of others, as (blocks, TARGETS, ...), padded by targets that
    are not chosen."""
    m = len(targets.x)
    size = min(TARGETS, m)

    def blocks(array):
        rest = jnp.zeros((-m % size, *array.shape[1:]), array.dtype)
        return jnp.concatenate([array, rest]).reshape(-1, size, *array.shape[1:])

    inverse = jnp.broadcast_to(targets.inverse, (-(-m // size), len(targets.inverse)))
    x, chosen, own = map(blocks, targets[:3])
    return Targets(x, chosen, own, inverse), *jax.tree.map(blocks, others)


def _by_blocks(of_block: Callable, targets: Targets, *others: Any) -> Any:
    """of_block(targets, *others) for blocks of targets, zeros for targets that are not chosen."""
    m = len(targets.x)
    arrays = _in_blocks(targets, *others)
    arrays = arrays if others else arrays[0]
    shapes = jax.eval_shape(of_block, jax.tree.map(lambda a: a[0], arrays))

    def zeros(_):
        return jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), shapes)

    def one(block):
        chosen = (block[0] if others else block).chosen > 0
        result = lax.cond(chosen.any(), of_block, zeros, block)
        return jax.tree.map(
            lambda a: jnp.where(chosen.reshape(-1, *[1] * (a.ndim - 1)), a, 0), result
        )

    return jax.tree.map(lambda a: a.reshape(-1, *a.shape[2:])[:m], lax.map(one, arrays))
