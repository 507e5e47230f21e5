"""Quantiles of a density in one dimension: the inverse of its distribution function.

The root of P(-inf, x) - p lies in a bracket that bisections and Newton steps, in turn, make small.
Its derivatives are those of the implicit function, to every order."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.kde import integrals
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.fitted import FittedDensity

MOST_STEPS = 200  # Two for each bit of a float64 halve the bracket often enough.


@jax.jit
def quantile(density: FittedDensity, p: Array) -> Array:
    """The x (m,) with P(-inf, x) = p (m,); the ends of the axis for 0 and 1, NaN for p outside of
    [0, 1]."""
    limits = jnp.finfo(p.dtype)
    ends = (None, None) if density.bounds is None else density.bounds[0]
    low, high = _support(density)
    inside = (p > 0) & (p < 1)
    share = jnp.where(inside, p, 0.5)

    def rest(x: Array) -> Array:
        return integrals.mass(density, jnp.full_like(x, -limits.max), x) - share

    def solve(function: Callable[[Array], Array], start: Array) -> Array:
        return _root(function, jnp.full_like(start, low), jnp.full_like(start, high))

    def along(linear: Callable[[Array], Array], y: Array) -> Array:
        return y / linear(jnp.ones_like(y))

    x = lax.custom_root(rest, lax.stop_gradient(share), solve, along)
    first, last = (jnp.inf * sign if end is None else end for sign, end in zip((-1, 1), ends))
    x = jnp.where(p == 0, jnp.asarray(first, p.dtype), x)
    x = jnp.where(p == 1, jnp.asarray(last, p.dtype), x)
    return jnp.where((p >= 0) & (p <= 1), x, jnp.nan)


def _support(density: FittedDensity) -> tuple[Array, Array]:
    """Where the density is not negligible."""
    y, limits = density.points[:, 0], jnp.finfo(density.points.dtype)
    scales = 1 if density.scales is None else density.scales.max()
    reach = KERNELS[density.kernel].reach(float(limits.tiny) * float(limits.eps))
    reach = reach * density.standard_deviations.reshape(-1)[0] * scales
    low, high = lax.stop_gradient((y.min() - reach, y.max() + reach))
    if density.bounds is not None:
        low, high = (jnp.clip(x, *density.bounds[0]) for x in (low, high))
    return low, high


def _root(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """The root of an increasing function of each of many numbers, between low and high."""
    eps = jnp.finfo(low.dtype).eps

    def go_on(carry: tuple[Array, Array, Array, Array]) -> Array:
        low, high, _, count = carry
        wide = high - low > eps * jnp.maximum(jnp.abs(low), jnp.abs(high))
        return (count < MOST_STEPS) & wide.any()

    def step(carry: tuple[Array, Array, Array, Array]) -> tuple[Array, Array, Array, Array]:
        low, high, x, count = carry
        value, slope = jax.jvp(function, (x,), (jnp.ones_like(x),))
        exact = value == 0
        low = jnp.where((value < 0) | exact, x, low)
        high = jnp.where((value > 0) | exact, x, high)
        newton, middle = x - value / slope, low + 0.5 * (high - low)
        newton_fits = (newton > low) & (newton < high) & (count % 2 == 0)
        return low, high, jnp.where(newton_fits, newton, middle), count + 1

    start = low + 0.5 * (high - low)
    low, high, _, _ = lax.while_loop(go_on, step, (low, high, start, jnp.int32(0)))
    return low + 0.5 * (high - low)
