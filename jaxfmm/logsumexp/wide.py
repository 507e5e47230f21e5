"""Logarithms of sums of Gaussians in many dimensions: the L_i of `sums`, over all pairs and in
plain JAX.

There a tree finds nothing to leave out, and the monomials of `walks` are too many. As in
`reference`, exponents are relative to an anchor, the source with the largest term, so that they are
small and right however far away a target is: with b_j = (y_j - a) / h, u = (x - a) / h,
t_j = 1 / s_j^2 and logs l_j

    D_j = l_j - l_a + t_j b_j . (u - b_j / 2) - (t_j - t_a) u^2 / 2
    L = l_a - t_a u^2 / 2 + log sum_j w_j s_j^-d exp(D_j) .

The sum does not depend on the anchor, which has no derivative; JAX differentiates all else.
"""

import math

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.logsumexp.logs import log_sum

# `walks` is fast for at most this many monomials of degree 1, and of degree 2 with scales.
MOST_MONOMIALS = {1: 64, 2: 128}
SOURCES = 256  # in a block
NUMBERS = 2**20  # in the offsets of a block


def is_wide(dim: int, scaled: bool) -> bool:
    """Whether `log_sums` is faster in so many dimensions than the function of `sums`."""
    degree = 2 if scaled else 1
    return math.comb(dim + scaled + degree, degree) > MOST_MONOMIALS[degree]


def log_sums(
    chosen: Array,
    targets: Array,
    sources: Array,
    weights: Array,
    unit: Array,
    scales: Array | None = None,
    own: Array | None = None,
    logs: Array | None = None,
) -> Array:
    """The L_i of the chosen targets, 0 for the others; the arguments are those of `sums.log_sums`
    and `sums.make_tree`."""
    (m, images, dim), n = targets.shape, len(sources)
    nowhere = lax.stop_gradient(sources[:1, None])
    x = jnp.where(chosen[:, None, None], targets, nowhere).reshape(-1, dim)
    own = jnp.repeat(jnp.full(m, -1, jnp.int32) if own is None else own, images)
    scales = jnp.ones(n, x.dtype) if scales is None else scales
    inverse, largest = 1 / unit[None, None], 0.9 * math.log(float(jnp.finfo(x.dtype).max))

    def in_blocks(array, size, **padding):
        pad = ((0, -len(array) % size), *[(0, 0)] * (array.ndim - 1))
        return jnp.pad(array, pad, **padding).reshape(-1, size, *array.shape[1:])

    blocks = [in_blocks(a, SOURCES, mode="edge") for a in (sources, scales)]
    numbers = jnp.arange(n, dtype=jnp.int32)
    logs = jnp.zeros(n, x.dtype) if logs is None else lax.stop_gradient(logs)
    blocks += [in_blocks(logs, SOURCES), in_blocks(weights, SOURCES)]
    blocks += [in_blocks(numbers, SOURCES, constant_values=n)]

    @jax.checkpoint
    def of_targets(block):
        x, own = block
        anchor = _anchors(*lax.stop_gradient((x, blocks, inverse)), own)
        at, scale, base = lax.stop_gradient((sources[anchor], scales[anchor], logs[anchor]))
        u, sharp = (x - at) * inverse[0], 1 / jnp.square(scale)
        half = 0.5 * jnp.sum(u * u, axis=1)

        @jax.checkpoint
        def add(total, block):
            y, s, log_w, w, number = block
            b, t = (y[None] - at[:, None]) * inverse, 1 / jnp.square(s)
            e = t[None] * jnp.sum(b * (u[:, None] - 0.5 * b), axis=2)
            e = e - half[:, None] * (t[None] - sharp[:, None]) + log_w[None] - base[:, None]
            # Exponents are larger only where the weight is 0.
            e = jnp.minimum(e - dim * jnp.log(s[None] / scale[:, None]), largest)
            terms = jnp.where(number[None] == own[:, None], 0, w[None] * jnp.exp(e))
            return total + terms.sum(1), None

        total, _ = lax.scan(add, jnp.zeros(len(x), x.dtype), blocks)
        some = total > 0
        value = jnp.log(jnp.where(some, total, 1)) + base - sharp * half - dim * jnp.log(scale)
        return jnp.where(some, value, -jnp.inf)

    size = max(1, min(len(x), NUMBERS // (SOURCES * dim)))
    value = lax.map(of_targets, tuple(in_blocks(a, size, mode="edge") for a in (x, own)))
    value = value.reshape(-1)[: len(x)].reshape(m, images)
    return jnp.where(chosen, value[:, 0] if images == 1 else log_sum(value), 0)


def _anchors(x: Array, blocks: list[Array], inverse: Array, own: Array) -> Array:
    """The numbers (T,) of the sources with the largest terms at targets (T, d)."""
    dim = x.shape[1]

    def look(carry, block):
        best, anchor = carry
        y, s, log_w, w, number = block
        r2 = jnp.sum(jnp.square((x[:, None] - y[None]) * inverse), axis=2)
        height = jnp.log(jnp.where(w > 0, w, 1)) - dim * jnp.log(s) + log_w
        e = -0.5 * r2 / jnp.square(s[None]) + height[None]
        e = jnp.where((w[None] > 0) & (number[None] != own[:, None]), e, -jnp.inf)
        largest, place = e.max(1), number[e.argmax(1)]
        carry = jnp.maximum(best, largest), jnp.where(largest > best, place, anchor)
        return carry, None

    start = jnp.full(len(x), -jnp.inf, x.dtype), jnp.zeros(len(x), jnp.int32)
    return lax.scan(look, start, blocks)[0][1]
