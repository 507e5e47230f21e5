"""Logarithms of sums of Gaussians, term by term: right however far the targets are from every source.

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d exp(-sum_c (x_iIc - y_jc)^2 / (2 h_c^2 s_j^2))

for those targets i that are chosen; a target may stand for several points x_iI (its mirror images). Each sum is written
as its largest term, in logarithms, plus what the others are over it. Their exponents D_j are differences of squares
that may be a million times as large, so they are computed as products: with u = x - y and the largest term at 0,

    D_j = 1/2 sum_c (u_0 / s_0 - u_j / s_j)_c (u_0 / s_0 + u_j / s_j)_c / h_c^2 + d log(s_0 / s_j) ,

where the first factor is a difference of sources, small and exact. Value and derivatives of any order come from these
same D_j by automatic differentiation, so they belong to each other and nothing cancels.

Targets and sources lie in blocks along a Morton curve. A block of sources whose largest possible share in the sums of a
block of targets is below the rounding error is passed over, so that the work is that of the nearest terms only.
"""

import functools
import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.tree.keys import sort_by_key

TARGETS, SOURCES = 256, 1024  # in a block


def log_sums(chosen, targets, sources, weights, unit, scales=None, own=None):
    """The L_i of the chosen targets, 0 for the others. Differentiable any number of times, in both modes.

    Args:
      chosen: (m,) bool.  targets: (m, I, d).  sources: (n, d).  weights: (n,), none negative.  unit: (d,) the h_c.
      scales: (n,) the s_j; None for 1.  own: (m,) int32, for each target a source to leave out; None for none.

    Returns:
      (m,); -inf where no source is left.
    """
    m, images, dim = targets.shape
    size = min(TARGETS, m)
    rows = math.ceil(math.sqrt(m / size))  # of as many blocks, so that what is not chosen costs the root of its number
    place, lane = _chosen_first(chosen, lax.stop_gradient(targets[:, 0]), size * rows * rows)
    y = _Blocks(sources, weights, 1 / unit, scales)
    count = _shared_max(chosen.sum(dtype=jnp.int32))
    own = jnp.full(m, -1, jnp.int32) if own is None else own
    lane = lane.reshape(rows, rows, size)
    first = lax.iota(jnp.int32, rows * rows).reshape(rows, rows) * size

    def of_block(x, own, inverse, arrays):
        return y.log_sums(x.reshape(-1, dim), jnp.repeat(own, images), inverse, arrays, images)

    def of_row(x, own, inverse, arrays, first):
        blocks = (x, own, first)
        return lax.map(lambda block: where_chosen(of_block, *block[:2], inverse, arrays, first=block[2]), blocks)

    @functools.partial(jax.checkpoint, static_argnums=0)
    def where_chosen(body, x, own, inverse, arrays, *rest, first):
        """body of these targets, the first of which is number `first` of the chosen; zeros beyond."""
        reached = first.reshape(-1)[0] < count
        return lax.cond(reached, body, lambda x, own, *_: jnp.zeros(own.shape, x.dtype), x, own, inverse, arrays, *rest)

    blocks = (targets[lane], own[lane], first)
    values = lax.map(lambda row: where_chosen(of_row, *row[:2], y.inverse, y.arrays, row[2], first=row[2]), blocks)
    return jnp.where(chosen, values.reshape(-1)[place], 0)


def _chosen_first(chosen, points, room):
    """place (m,): where each target stands when the chosen come first, each kind along the Morton curve. lane (room,):
    which target to put there, one of the chosen everywhere if there is any."""
    m = chosen.shape[0]
    order = sort_by_key(points, TARGETS)[0]
    flag = chosen[order]
    rank = jnp.cumsum(flag, dtype=jnp.int32) - 1
    count = rank[-1] + 1
    rank = jnp.where(flag, rank, count + jnp.cumsum(~flag, dtype=jnp.int32) - 1)
    place = jnp.zeros(m, jnp.int32).at[order].set(rank, unique_indices=True)
    front = jnp.zeros(m, jnp.int32).at[rank].set(order, unique_indices=True)
    return place, front[jnp.minimum(lax.iota(jnp.int32, room), jnp.maximum(count - 1, 0))]


class _Blocks:
    """The sources in blocks of neighbours: arrays = points (C, S, d), weights (C, S), scales (C, S), number (C, S)."""

    def __init__(self, points, weights, inverse, scales):
        n, dim = points.shape
        size = min(SOURCES, n)
        order = sort_by_key(lax.stop_gradient(points), size)[0]
        slot = lax.iota(jnp.int32, -(-n // size) * size)
        number = order[jnp.minimum(slot, n - 1)]
        weights = jnp.where(slot < n, weights[number], 0).reshape(-1, size)
        scales = jnp.ones_like(weights) if scales is None else scales[number].reshape(-1, size)
        self.arrays = (points[number].reshape(-1, size, dim), weights, scales, number.reshape(-1, size))
        self.inverse = inverse
        self.block_of = jnp.zeros(n, jnp.int32).at[order].set(slot[:n] // size, unique_indices=True)
        y, weights, scales, _ = map(lax.stop_gradient, self.arrays)
        self.low, self.high = y.min(1), y.max(1)
        height = _log(weights) - dim * jnp.log(scales)
        self.height = height.max(1) + _log(jnp.exp(height - _finite(height.max(1, keepdims=True))).sum(1))
        self.smallest, self.largest = scales.min(1), scales.max(1)

    def log_sums(self, x, own, inverse, arrays, images):
        """x (B images, d), own (B images,) -> (B,). inverse and arrays: those of the sources."""
        still = [lax.stop_gradient(a) for a in (x, inverse, *arrays)]
        nearest, farthest = self._bounds(*still[:2], own)
        (rows, dim), size = x.shape, arrays[1].shape[1]

        def matters(floor):
            """Which blocks can add more than rounding to a sum that is at least exp(floor)."""
            eps = float(jnp.finfo(x.dtype).eps)
            threshold = floor - 16 * eps * jnp.abs(floor) + (math.log(eps) - math.log(len(self.low)))
            return _shared_max((nearest >= threshold[:, None]).any(0).astype(jnp.int32))

        def largest(carry, block):
            best, where = carry
            first, y, weights, scales, number = block
            exponent = _terms(still[0], still[1], own, y, weights, scales, number)
            place = exponent.argmax(1)
            value = exponent.max(1)
            return jnp.maximum(best, value), jnp.where(value > best, first + place.astype(jnp.int32), where)

        def total(sums, block):
            return sums + _shares(x, inverse, own, origin, *block)

        def of_images(values):
            return values.reshape(-1, images)

        first = lax.iota(jnp.int32, len(self.low)) * size
        start = (jnp.full(rows, -jnp.inf, x.dtype), jnp.zeros(rows, jnp.int32))
        floor = jnp.repeat(of_images(farthest.max(1)).max(1), images)
        best, where = map(of_images, _over_blocks(largest, start, matters(floor), (first, *still[2:])))
        image, some = best.argmax(1), best.max(1) > -jnp.inf
        best, where = best.max(1), jnp.take_along_axis(where, image[:, None], axis=1)[:, 0]
        # the largest term of each target, whose logarithm carries the derivatives that all terms share
        y, weights, scales, _ = (a.reshape(-1, *a.shape[2:])[where] for a in arrays)
        nearest_image = jnp.take_along_axis(x.reshape(-1, images, dim), image[:, None, None], axis=1)[:, 0]
        offset = (nearest_image - y) * (inverse[None] / scales[:, None])
        log_weight = _log(lax.stop_gradient(weights))
        top = -0.5 * jnp.square(offset).sum(1) - dim * jnp.log(scales) + log_weight
        origin = [jnp.repeat(a, images, axis=0) for a in (nearest_image, y, scales, _finite(log_weight))]
        matter = matters(jnp.repeat(best, images))
        sums = of_images(_over_blocks(total, jnp.zeros_like(x[:, 0]), matter, arrays)).sum(1)
        return jnp.where(some, top + _log(sums), -jnp.inf)

    def _bounds(self, x, inverse, own):
        """For each target and block: the logarithm of the most and of the least that the block can give, (T, C)."""
        near, far = 0.0, 0.0
        for c in range(x.shape[1]):
            below, above = self.low[None, :, c] - x[:, c, None], x[:, c, None] - self.high[None, :, c]
            near = near + jnp.square(jnp.maximum(jnp.maximum(below, above), 0) * inverse[c])
            far = far + jnp.square(jnp.minimum(below, above) * inverse[c])
        most = self.height[None] - _half(near / jnp.square(self.largest)[None])
        least = self.height[None] - _half(far / jnp.square(self.smallest)[None])
        mine = self.block_of.at[own].get(mode="fill", fill_value=-1, wrap_negative_indices=False)
        is_mine = mine[:, None] == lax.iota(jnp.int32, len(self.low))[None]
        return most, jnp.where(is_mine, -jnp.inf, least)


def _half(r2):
    """r2 / 2, at most a quarter of the largest number, so that the farthest terms keep an order."""
    return jnp.minimum(0.5 * r2, float(jnp.finfo(r2.dtype).max) / 4)


def _terms(x, inverse, own, y, weights, scales, number):
    """The logarithms of the terms of a block of sources, (T, S)."""
    r2 = sum(jnp.square((x[:, c, None] - y[None, :, c]) * inverse[c]) for c in range(x.shape[1]))
    height = _log(weights) - x.shape[1] * jnp.log(scales)
    return jnp.where(number[None] == own[:, None], -jnp.inf, height[None] - _half(r2 / jnp.square(scales)[None]))


def _shares(x, inverse, own, origin, y, weights, scales, number):
    """The sums of the terms of a block of sources over the largest of all, (T,). origin: that one's target (T, d),
    source (T, d), scale (T,) and the logarithm of its weight (T,)."""
    top_x, top_y, top_scale, top_log_weight = origin
    top, over = 1 / top_scale[:, None], 1 / scales[None]
    spread = (scales[None] - top_scale[:, None]) * top * over
    exponent = x.shape[1] * jnp.log(top_scale[:, None] * over) - top_log_weight[:, None]
    most = math.log(float(jnp.finfo(x.dtype).max)) - 1
    longest = math.exp(most / 2)  # so that products are no overflow
    for c in range(x.shape[1]):
        u, u_top = x[:, c, None] - y[None, :, c], (top_x[:, c] - top_y[:, c])[:, None]
        moved = (top_x[:, c] - x[:, c])[:, None] + (y[None, :, c] - top_y[:, c, None])
        difference, total = moved * top + u * spread, u_top * top + u * over
        exponent = exponent + 0.5 * (difference * inverse[c]) * jnp.clip(total * inverse[c], -longest, longest)
    # With a weight no term is much more than 1, but for rounding of the largest numbers. A source without one may be
    # much nearer: what its weight would add then is at most the largest number, and its own derivatives are none.
    some = weights > 0
    weighted = exponent + jnp.where(some, jnp.log(jnp.where(some, weights, 1)), 0)[None]
    bare = jnp.where(exponent < most / 2, exponent, lax.stop_gradient(jnp.minimum(exponent, most)))
    exponent = jnp.where(some[None], jnp.minimum(weighted, most / 2), bare)
    exponent = jnp.where(number[None] == own[:, None], -jnp.inf, exponent)
    return (jnp.where(some, 1, weights)[None] * jnp.exp(exponent)).sum(1)


def _over_blocks(body, carry, needed, arrays):
    """carry = body(carry, block) over the blocks that are needed."""

    @jax.checkpoint
    def visit(carry, block):
        return lax.cond(block[0] > 0, body, lambda carry, _: carry, carry, block[1:]), None

    return lax.scan(visit, carry, (needed, *arrays))[0]


def _log(x):
    """log x, and -inf with derivative 0 at 0."""
    return jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1)), -jnp.inf)


def _finite(x):
    """x, and 0 for -inf."""
    return jnp.where(x > -jnp.inf, x, 0)


@jax.custom_batching.custom_vmap
def _shared_max(x):
    """x; under vmap the largest of the batch for all of it, so that a condition on it stays one branch."""
    return x


@_shared_max.def_vmap
def _(size, batched, x):
    return (x.max(0), False) if batched[0] else (x, False)
