"""The mass of a density between two places, in one dimension.

    P(a, b) = sum_j w_j ( C((b - y_j) / (h s_j)) - C((a - y_j) / (h s_j)) ) / sum_j w_j

with C the distribution function of the kernel; each difference is taken between the smaller tails.
With bounds, the mirror images of an interval count too. Points and intervals are sorted and lie in
blocks. A block of points counts with its weight if the intervals contain it with all its reach, and
with nothing if they do not reach it, so the work is proportional to the points near the ends. The
reach is where a tail is less than the rounding error of the least sum."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign
from jaxfmm.kde.bandwidths import shares
from jaxfmm.kde.blocks import in_blocks
from jaxfmm.kde.bounds import images_of_intervals
from jaxfmm.kde.density_kernels import KERNELS, DensityKernel
from jaxfmm.kde.fitted import FittedDensity

TARGETS, SOURCES = 256, 1024  # in a block


def checked_interval(
    density: FittedDensity, low: ArrayLike, high: ArrayLike, name: str = "low"
) -> tuple[Array, Array]:
    """The ends of intervals in the dtype of the points, broadcast, infinite ones as the largest
    numbers. name: of the lower end, as errors say it."""
    if density.periods is not None:
        raise ValueError(
            "integrals are not known on a circle; sum the densities of a grid over the period"
        )
    if density.dim != 1:
        raise ValueError(
            f"integrals are known in one dimension, this density is in {density.dim}D; "
            "use marginal(axis)"
        )
    dtype = density.points.dtype
    most = float(jnp.finfo(dtype).max)
    ends = []
    for argument, x in ((name, low), ("high", high)):
        end = foreign.numbers(argument, x)[0]
        clip = jnp.clip if isinstance(end, Array) else np.clip
        ends.append(jnp.asarray(clip(end, -most, most), dtype))
    low, high = jnp.broadcast_arrays(*ends)
    if not errors.is_traced(low, high) and bool((low > high).any()):
        raise ValueError("low must not be greater than high; exchange them where it is")
    return low, high


@jax.jit
def mass(density: FittedDensity, low: Array, high: Array) -> Array:
    """P(low, high), for low and high (m,) -> (m,)."""
    if density.bounds is not None:
        low, high = (jnp.clip(x, *density.bounds[0]) for x in (low, high))
    lows, highs = images_of_intervals(density, low, high)
    weights = shares(density.weights)
    width = density.bandwidth.reshape(-1)[0]
    width = jnp.sqrt(width) if density.bandwidth.ndim == 2 else width
    scales = 1 if density.scales is None else density.scales
    widths = jnp.broadcast_to(width, weights.shape) * scales
    kernel, y = KERNELS[density.kernel], density.points[:, 0]
    masses = _masses(kernel, lows.reshape(-1), highs.reshape(-1), y, widths, weights)
    return masses.reshape(lows.shape).sum(1)


def _masses(
    kernel: DensityKernel, low: Array, high: Array, y: Array, widths: Array, weights: Array
) -> Array:
    n, m, limits = len(y), len(low), jnp.finfo(y.dtype)
    eps = float(limits.eps)
    negligible, widest = float(limits.tiny) * eps, lax.stop_gradient(widths).max()
    reach = kernel.reach(negligible) * widest
    least, most = lax.stop_gradient(y.min() - reach), lax.stop_gradient(y.max() + reach)
    order = jnp.argsort(y).astype(jnp.int32)
    places, exists = in_blocks(n, SOURCES)
    number = order[places]
    sources = (y[number], widths[number], jnp.where(exists, weights[number], 0))

    @jax.checkpoint
    def of_block(ends):
        low, high, floor = ends
        reach = kernel.reach(jnp.maximum(eps * floor.min(), negligible)) * widest

        @jax.checkpoint
        def add(total, block):
            y, width, weight = block
            first, last = lax.stop_gradient((y[0] - reach, y[-1] + reach))
            width = width[None]
            below, above = (low <= first).all(), (high >= last).all()
            missed = ((high <= first) | (low >= last)).all()

            def part(tail):
                def sum_terms():
                    a, b = (low[:, None] - y[None]) / width, (high[:, None] - y[None]) / width
                    return (weight[None] * tail(a, b)).sum(1)

                return sum_terms

            cases = (
                lambda: jnp.zeros_like(low),
                lambda: jnp.broadcast_to(weight.sum(), low.shape),
                part(lambda a, b: kernel.below(b)),
                part(lambda a, b: kernel.below(-a)),
                part(kernel.between),
            )
            which = jnp.where(below, 2, jnp.where(above, 3, 4))
            which = jnp.where(missed, 0, jnp.where(below & above, 1, which))
            return total + lax.switch(which, cases), None

        return lax.scan(add, jnp.zeros_like(low), sources)[0]

    low, high = (jnp.clip(x, least, most) for x in (low, high))  # finite, for derivatives
    # Each point inside contributes at least what it would from one of the ends.
    a, b, sorted_y, before = lax.stop_gradient((low, high, y[order], jnp.cumsum(weights[order])))
    before = jnp.concatenate([jnp.zeros(1, y.dtype), before])
    inside = before[jnp.searchsorted(sorted_y, b)] - before[jnp.searchsorted(sorted_y, a)]
    floor = jnp.maximum(inside - 64 * eps, 0) * kernel.between(jnp.zeros_like(a), (b - a) / widest)
    order = jnp.argsort(a + b).astype(jnp.int32)
    lane = order[in_blocks(m, TARGETS)[0]]
    values = lax.map(of_block, (low[lane], high[lane], floor[lane])).reshape(-1)[:m]
    return jnp.zeros(m, y.dtype).at[order].set(values, unique_indices=True)
