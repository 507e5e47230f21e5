"""Logarithms of sums of Gaussians, term by term: right however far the targets are from every source.

    L_i = log sum_I sum_{j != own_i} w_j exp(-sum_c (x_iIc - y_jc)^2 / (2 h_c^2 s_j^2))

for those targets i that are chosen; a target may stand for several points x_iI (its mirror images). The largest term is
taken out of each sum, so nothing underflows, and the gradients are means weighted by the terms' shares of the sum.

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
        self.log_weight = _log(weights.sum(1))
        self.smallest, self.largest = scales.min(1), scales.max(1)

    def log_sums(self, x, own, inverse, arrays, images):
        """x (B images, d), own (B images,) -> (B,). inverse and arrays: those of the sources."""
        still = [lax.stop_gradient(a) for a in (x, inverse, *arrays)]
        nearest, farthest = self._bounds(*still[:2], own)

        def over_images(values):
            return jnp.repeat(values.reshape(-1, images).max(1), images)

        def matters(floor):
            """Which blocks can add more than rounding to a sum that is at least exp(floor)."""
            threshold = floor + (math.log(jnp.finfo(x.dtype).eps) - math.log(len(self.low)))
            return _shared_max((nearest >= threshold[:, None]).any(0).astype(jnp.int32))

        def largest(best, block):
            y, weights, scales, number = block
            exponent = _exponents(still[0], still[1], y, scales)
            return jnp.maximum(best, (exponent + _log(_without_own(weights, number, own))).max(1))

        def total(sums, block):
            return sums + _sums(x, inverse, own, shift, *block)

        none = jnp.full(x.shape[:1], -jnp.inf, x.dtype)
        best = over_images(_over_blocks(largest, none, matters(over_images(farthest.max(1))), still[2:]))
        shift = jnp.where(best > -jnp.inf, best, 0)
        sums = _over_blocks(total, jnp.zeros_like(shift), matters(best), arrays).reshape(-1, images).sum(1)
        return shift.reshape(-1, images)[:, 0] + _log(sums)

    def _bounds(self, x, inverse, own):
        """For each target and block: the logarithm of the most and of the least that the block can give, (T, C)."""
        near, far = 0.0, 0.0
        for c in range(x.shape[1]):
            below, above = self.low[None, :, c] - x[:, c, None], x[:, c, None] - self.high[None, :, c]
            near = near + jnp.square(jnp.maximum(jnp.maximum(below, above), 0) * inverse[c])
            far = far + jnp.square(jnp.minimum(below, above) * inverse[c])
        most = self.log_weight[None] - 0.5 * near / jnp.square(self.largest)[None]
        least = self.log_weight[None] - 0.5 * far / jnp.square(self.smallest)[None]
        mine = self.block_of.at[own].get(mode="fill", fill_value=-1, wrap_negative_indices=False)
        is_mine = mine[:, None] == lax.iota(jnp.int32, len(self.low))[None]
        return most, jnp.where(is_mine, -jnp.inf, least)


def _exponents(x, inverse, y, scales):
    """(T, S)."""
    r2 = sum(jnp.square((x[:, c, None] - y[None, :, c]) * inverse[c]) for c in range(x.shape[1]))
    return -0.5 * r2 / jnp.square(scales)[None]


def _without_own(weights, number, own):
    return jnp.where(number[None] == own[:, None], 0, weights[None])


def _gaussians(x, inverse, own, shift, y, scales, number):
    """The terms over exp(shift) but for their weights, (T, S). A source without weight may be much nearer than those
    that the shift is made for; then the term is the largest number."""
    exponent = jnp.minimum(_exponents(x, inverse, y, scales) - shift[:, None], math.log(jnp.finfo(x.dtype).max) - 1)
    return _without_own(jnp.ones_like(scales), number, own) * jnp.exp(exponent)


@jax.custom_jvp
def _sums(x, inverse, own, shift, y, weights, scales, number):
    """The sums over a block of sources, over exp(shift): (T,)."""
    return (weights[None] * _gaussians(x, inverse, own, shift, y, scales, number)).sum(1)


@functools.partial(_sums.defjvp, symbolic_zeros=True)
def _(primals, tangents):
    # With u = x - y the derivative of a term is its value times -u.(dx - dy) / (h s)^2 and so on. Polynomials in u are
    # expanded in x and y, both from one of the targets, so that the sums over the sources are products of matrices.
    x, inverse, own, shift, y, weights, scales, number = primals
    d_x, d_inverse, _, _, d_y, d_weights, d_scales, _ = tangents
    gaussians = _gaussians(x, inverse, own, shift, y, scales, number)
    terms = weights[None] * gaussians
    origin = lax.stop_gradient(x[:1])
    x, y, over = x - origin, y - origin, 1 / jnp.square(scales)[:, None]
    inverse = inverse[None]

    def moved(t):
        return type(t) is not jax.custom_derivatives.SymbolicZero

    def summed(columns):
        return jnp.matmul(terms, columns, precision=lax.Precision.HIGHEST)

    def squares(z):
        """sum_j term_j (x - y_j)^2 z_j for z (S, 1)."""
        return jnp.square(x) * summed(z) - 2 * x * summed(y * z) + summed(jnp.square(y) * z)

    value, tangent = terms.sum(1), jnp.zeros_like(shift)
    if moved(d_x):
        tangent = tangent - (jnp.square(inverse) * d_x * (x * summed(over) - summed(y * over))).sum(1)
    if moved(d_y):
        tangent = tangent + (jnp.square(inverse) * (x * summed(d_y * over) - summed(y * d_y * over))).sum(1)
    if moved(d_inverse):
        tangent = tangent - (inverse * d_inverse[None] * squares(over)).sum(1)
    if moved(d_scales):
        tangent = tangent + (jnp.square(inverse) * squares(d_scales[:, None] * over / scales[:, None])).sum(1)
    if moved(d_weights):
        tangent = tangent + jnp.matmul(gaussians, d_weights, precision=lax.Precision.HIGHEST)
    return value, tangent


def _over_blocks(body, carry, needed, arrays):
    """carry = body(carry, block) over the blocks that are needed."""

    @jax.checkpoint
    def visit(carry, block):
        return lax.cond(block[0] > 0, body, lambda carry, _: carry, carry, block[1:]), None

    return lax.scan(visit, carry, (needed, *arrays))[0]


def _log(x):
    """log x, and -inf with derivative 0 at 0."""
    return jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1)), -jnp.inf)


@jax.custom_batching.custom_vmap
def _shared_max(x):
    """x; under vmap the largest of the batch for all of it, so that a condition on it stays one branch."""
    return x


@_shared_max.def_vmap
def _(size, batched, x):
    return (x.max(0), False) if batched[0] else (x, False)
