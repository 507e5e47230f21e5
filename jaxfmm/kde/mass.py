"""The mass of a density between two places, in one dimension.

    P(a, b) = sum_j w_j ( C((b - y_j) / (h s_j)) - C((a - y_j) / (h s_j)) ) / sum_j w_j

with C the distribution function of the kernel, each difference that of the smaller tails. Of a density with bounds it
is that of the interval and of its mirror images. Points and intervals are sorted and lie in blocks. A block of points
that an interval holds with all their reach counts with its weight, one that it does not reach with nothing, so that the
work is that of the points about the ends; both are exact, since the terms that are left out are 1 and 0.
"""

import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kde.kernels import KERNELS

TARGETS, SOURCES = 256, 1024  # in a block


@jax.jit
def mass(d, low, high):
    """P(low, high) of a `Density`, for low and high (m,) -> (m,)."""
    first, last = (None, None) if d.bounds is None else d.bounds[0]
    low, high = (jnp.clip(x, first, last) for x in (low, high))
    ends = [end for end in (first, last) if end is not None]
    lows, highs = (
        jnp.concatenate([x] + [2 * end - mirrored for end in ends]) for x, mirrored in ((low, high), (high, low))
    )
    weights = d.weights / lax.stop_gradient(d.weights.max())
    weights = weights / weights.sum()
    width = d.bandwidth.reshape(-1)[0]
    width = jnp.sqrt(width) if d.bandwidth.ndim == 2 else width
    widths = jnp.broadcast_to(width, weights.shape) * (1 if d.scales is None else d.scales)
    return _mass(KERNELS[d.kernel], lows, highs, d.points[:, 0], widths, weights).reshape(1 + len(ends), -1).sum(0)


def _mass(kernel, low, high, y, widths, weights):
    n, m, limits = len(y), len(low), jnp.finfo(y.dtype)
    # a tail below the smallest number is none
    reach = kernel.reach(float(limits.tiny) * float(limits.eps)) * lax.stop_gradient(widths).max()
    least, most = lax.stop_gradient(y.min() - reach), lax.stop_gradient(y.max() + reach)
    order = jnp.argsort(y).astype(jnp.int32)
    size = min(SOURCES, n)
    slot = lax.iota(jnp.int32, -(-n // size) * size)
    number = order[jnp.minimum(slot, n - 1)].reshape(-1, size)
    sources = (y[number], widths[number], jnp.where(slot.reshape(-1, size) < n, weights[number], 0))

    @jax.checkpoint
    def of_block(ends):
        low, high = ends

        @jax.checkpoint
        def more(total, block):
            y, width, weight = block
            first, last = lax.stop_gradient((y[0] - reach, y[-1] + reach))
            held = ((low <= first) & (high >= last)).all()
            missed = ((high <= first) | (low >= last)).all()

            def summed():
                a, b = ((end[:, None] - y[None]) / width[None] for end in (low, high))
                return (weight[None] * kernel.between(a, b)).sum(1)

            def certain():
                return jnp.broadcast_to(jnp.where(held, weight.sum(), 0), low.shape)

            return total + lax.cond(held | missed, certain, summed), None

        return lax.scan(more, jnp.zeros_like(low), sources)[0]

    low, high = (jnp.clip(x, least, most) for x in (low, high))  # numbers, of which there are derivatives
    order = jnp.argsort(lax.stop_gradient(low + high)).astype(jnp.int32)
    rows = min(TARGETS, m)
    lane = order[jnp.minimum(lax.iota(jnp.int32, math.ceil(m / rows) * rows), m - 1)].reshape(-1, rows)
    values = lax.map(of_block, (low[lane], high[lane])).reshape(-1)[:m]
    return jnp.zeros(m, y.dtype).at[order].set(values, unique_indices=True)
