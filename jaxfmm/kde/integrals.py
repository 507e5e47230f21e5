"""The mass of a density between two places, in one dimension.

    P(a, b) = sum_j w_j ( C((b - y_j) / (h s_j)) - C((a - y_j) / (h s_j)) ) / sum_j w_j

with C the distribution function of the kernel, each difference that of the smaller tails. Of a
density with bounds it is that of the interval and of its mirror images. Points and intervals are
sorted and lie in blocks. A block of points that the intervals hold with all their reach counts with
its weight, one that they do not reach with nothing, so that the work is that of the points about
the ends. The reach is where a tail is less than rounding of the least sum."""

import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kde.bandwidths import shares
from jaxfmm.kde.bounds import images_of_intervals
from jaxfmm.kde.density_kernels import KERNELS

TARGETS, SOURCES = 256, 1024  # in a block


@jax.jit
def mass(d, low, high):
    """P(low, high) of a `Density`, for low and high (m,) -> (m,)."""
    if d.bounds is not None:
        low, high = (jnp.clip(x, *d.bounds[0]) for x in (low, high))
    lows, highs = images_of_intervals(d, low, high)
    weights = shares(d.weights)
    width = d.bandwidth.reshape(-1)[0]
    width = jnp.sqrt(width) if d.bandwidth.ndim == 2 else width
    widths = jnp.broadcast_to(width, weights.shape) * (1 if d.scales is None else d.scales)
    kernel = KERNELS[d.kernel]
    return (
        _mass(kernel, lows.reshape(-1), highs.reshape(-1), d.points[:, 0], widths, weights)
        .reshape(lows.shape)
        .sum(1)
    )


def _mass(kernel, low, high, y, widths, weights):
    n, m, limits = len(y), len(low), jnp.finfo(y.dtype)
    nothing, widest = float(limits.tiny) * float(limits.eps), lax.stop_gradient(widths).max()
    reach = kernel.reach(nothing) * widest
    least, most = lax.stop_gradient(y.min() - reach), lax.stop_gradient(y.max() + reach)
    order = jnp.argsort(y).astype(jnp.int32)
    size = min(SOURCES, n)
    slot = lax.iota(jnp.int32, -(-n // size) * size)
    number = order[jnp.minimum(slot, n - 1)].reshape(-1, size)
    sources = (y[number], widths[number], jnp.where(slot.reshape(-1, size) < n, weights[number], 0))

    @jax.checkpoint
    def of_block(ends):
        low, high, floor = ends
        reach = kernel.reach(jnp.maximum(float(limits.eps) * floor.min(), nothing)) * widest

        @jax.checkpoint
        def more(total, block):
            y, width, weight = block
            first, last = lax.stop_gradient((y[0] - reach, y[-1] + reach))
            width = width[None]
            below, above = (low <= first).all(), (high >= last).all()
            missed = ((high <= first) | (low >= last)).all()

            def part(tail):
                return lambda: (
                    weight[None]
                    * tail((low[:, None] - y[None]) / width, (high[:, None] - y[None]) / width)
                ).sum(1)

            cases = (
                lambda: jnp.zeros_like(low),
                lambda: jnp.broadcast_to(weight.sum(), low.shape),
                part(lambda a, b: kernel.below(b)),
                part(lambda a, b: kernel.below(-a)),
                part(kernel.between),
            )
            which = jnp.where(
                missed, 0, jnp.where(below & above, 1, jnp.where(below, 2, jnp.where(above, 3, 4)))
            )
            return total + lax.switch(which, cases), None

        return lax.scan(more, jnp.zeros_like(low), sources)[0]

    low, high = (
        jnp.clip(x, least, most) for x in (low, high)
    )  # numbers, of which there are derivatives
    # each point inside gives at least what it would from one of the ends
    a, b, first, before = lax.stop_gradient((low, high, y[order], jnp.cumsum(weights[order])))
    before = jnp.concatenate([jnp.zeros(1, y.dtype), before])
    inside = (
        before[jnp.searchsorted(first, b)]
        - before[jnp.searchsorted(first, a)]
        - 64 * float(limits.eps)
    )
    floor = jnp.maximum(inside, 0) * kernel.between(jnp.zeros_like(a), (b - a) / widest)
    order = jnp.argsort(a + b).astype(jnp.int32)
    rows = min(TARGETS, m)
    lane = order[jnp.minimum(lax.iota(jnp.int32, math.ceil(m / rows) * rows), m - 1)].reshape(
        -1, rows
    )
    values = lax.map(of_block, (low[lane], high[lane], floor[lane])).reshape(-1)[:m]
    return jnp.zeros(m, y.dtype).at[order].set(values, unique_indices=True)
