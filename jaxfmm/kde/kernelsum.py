"""Logarithms of sums of the kernels of `density_kernels.KERNELS` other than the Gaussian,

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d k(|x_iI - y_j| / s_j)    in bandwidths,

where a target may stand for several points x_iI (its mirror images). The terms are positive, so a
fast sum has digits wherever it is well above its own error. Elsewhere, and where each source has
its own scale s_j, the terms are summed one by one, in logarithms."""

import functools

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.kde import bounds, fast_sums
from jaxfmm.kde.blocks import in_blocks
from jaxfmm.kde.density_kernels import KERNELS, DensityKernel
from jaxfmm.kde.fitted import FittedDensity, Sums
from jaxfmm.kde.frame import middle_of, to_frame
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.logsumexp.logs import log
from jaxfmm.planning.make import plan as make_plan

TARGETS, SOURCES = 256, 1024  # in a block of the sums in logarithms


def plan_sums(density: FittedDensity, queries: Array | None, span: tuple[float, float]) -> Sums:
    """What `Density.sums` holds: the choice of a plan for queries (m, d) or None, and bandwidths up
    to span[1] times the bandwidth of the density. Empty with a scale for each point."""
    if density.scales is not None:
        return ()
    y, targets, h = _points_to_plan(lax.stop_gradient(density), queries)
    kernel, tol = KERNELS[density.kernel].kernel(h * span[1]), fast_sums.tolerance(density)
    plan = make_plan(y, targets, kernel=kernel, tol=tol, method=density.method)
    return (((0.0,), plan.choice),)


@jax.jit
def _points_to_plan(density: FittedDensity, queries: Array | None) -> tuple[Array, Array, Array]:
    points = density.points[:, None] if queries is None else bounds.images(density, queries)
    x, y, h = _to_scalar_frame(density, points)
    return y, fast_sums.targets(x, y, _reach(density, h))[0], h


def log_sums(
    density: FittedDensity, queries: Array, chosen: Array, share: Array, own: Array | None
) -> Array:
    """The L_i of a density with weights share (n,), at the chosen (m,) of the queries (m, d). own:
    (m,) int32 or None. Differentiable."""
    kernel, limits = KERNELS[density.kernel], jnp.finfo(queries.dtype)
    x, y, h = _to_scalar_frame(density, bounds.images(density, queries))
    in_logs = functools.partial(
        _sum_in_logs, kernel, x=x, y=y, h=h, weights=share, scales=density.scales, own=own
    )
    if density.scales is not None:
        return in_logs(chosen)
    ((_, choice),) = density.sums
    pair = kernel.kernel(h)
    values, least = fast_sums.sums(
        density,
        x,
        y,
        _reach(density, h),
        functools.partial(fast_sums.planned_sum, choice, pair, y, share),
        error=fast_sums.tolerance(density),
        to_rounding=kernel.compact or choice.method.exact,
    )
    nowhere = jnp.zeros(len(x), bool)
    if own is not None:
        r2 = jnp.square(x - y[own][:, None]).sum(2)
        values = values - share[own] * pair.radial(r2, 0)[0].sum(1)
    elif kernel.compact:  # A sum is zero only out of reach, if no term underflows.
        smallest = jnp.where(share > 0, share, 1).min()
        nowhere = (values == 0) & (smallest * float(limits.eps) > float(limits.tiny))
    enough = values >= least
    logs = in_logs(chosen & ~enough & ~nowhere)
    logs = jnp.where(enough, jnp.log(jnp.where(enough, values, 1)), logs)
    return jnp.where(nowhere, -jnp.inf, logs)


def _reach(density: FittedDensity, h: Array) -> Array:
    return KERNELS[density.kernel].reach(fast_sums.tolerance(density)) * h


def _to_scalar_frame(density: FittedDensity, x: Array) -> tuple[Array, Array, Array]:
    """x (m, I, d) and the points (n, d) in coordinates in which all directions have one bandwidth
    h, and h.

    A scalar bandwidth leaves coordinates unchanged, and exact; they carry its derivatives: h_0 / h
    - 1 is 0 and has the derivatives of 1 / h."""
    y, one = density.points, jnp.ones((), x.dtype)
    if density.bandwidth.ndim == 2:
        return *to_frame(density, x)[:2], one
    center = middle_of(y)
    if density.bandwidth.ndim == 1:
        scaled = functools.partial(Gaussian(density.bandwidth).frame.coordinates, center=center)
        return scaled(x.reshape(-1, y.shape[1])).reshape(x.shape), scaled(y), one
    h = lax.stop_gradient(density.bandwidth)
    change = h / density.bandwidth - 1
    return x + (x - center[None, None]) * change, y + (y - center[None]) * change, h


def _sum_in_logs(
    kernel: DensityKernel,
    chosen: Array,
    *,
    x: Array,
    y: Array,
    h: Array,
    weights: Array,
    scales: Array | None,
    own: Array | None,
) -> Array:
    """The L_i of the chosen targets (m, I, d), term by term, 0 for the others."""
    (m, images, dim), n = x.shape, len(y)
    own = jnp.full(m, -1, jnp.int32) if own is None else own
    height, inverse = log(weights), jnp.broadcast_to(1 / h, (n,))
    if scales is not None:
        height, inverse = height - dim * jnp.log(scales), inverse / scales
    number, exists = in_blocks(n, SOURCES)
    sources = (y[number], jnp.where(exists, height[number], -jnp.inf), inverse[number], number)

    @jax.checkpoint
    def of_block(x, own, sources):
        x = x.reshape(-1, dim)
        own = jnp.repeat(own, images)

        @jax.checkpoint
        def add(carry, block):
            top, total = carry
            y, height, inverse, number = block
            u2 = sum(
                jnp.square((x[:, c, None] - y[None, :, c]) * inverse[None]) for c in range(dim)
            )
            terms = height[None] + kernel.log(u2)
            terms = jnp.where(number[None] == own[:, None], -jnp.inf, terms)
            new = jnp.maximum(top, lax.stop_gradient(terms.max(1)))
            origin = jnp.where(new > -jnp.inf, new, 0)
            some = terms > -jnp.inf
            shares = jnp.where(some, jnp.exp(jnp.where(some, terms - origin[:, None], 0)), 0)
            return (new, total * jnp.exp(top - origin) + shares.sum(1)), None

        start = (jnp.full(len(x), -jnp.inf, x.dtype), jnp.zeros_like(x[:, 0]))
        top, total = (a.reshape(-1, images) for a in lax.scan(add, start, sources)[0])
        largest = top.max(1, keepdims=True)
        origin = jnp.where(largest > -jnp.inf, largest, 0)
        return log((total * jnp.exp(top - origin)).sum(1)) + origin[:, 0]

    order = jnp.argsort(~chosen, stable=True).astype(jnp.int32)
    lane = order[in_blocks(m, TARGETS)[0]]
    first = lax.iota(jnp.int32, len(lane)) * lane.shape[1]
    count = chosen.sum(dtype=jnp.int32)

    def zeros(x, own, sources):
        return jnp.zeros_like(x[:, 0, 0])

    def where_chosen(block):
        lane, first = block
        return lax.cond(first < count, of_block, zeros, x[lane], own[lane], sources)

    values = lax.map(where_chosen, (lane, first)).reshape(-1)[:m]
    return jnp.where(chosen, jnp.zeros(m, x.dtype).at[order].set(values, unique_indices=True), 0)
