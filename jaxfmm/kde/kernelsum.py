"""Logarithms of sums of the kernels of `kernels.KERNELS` other than the Gaussian,

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d k(|x_iI - y_j| / s_j)    in bandwidths,

where a target may stand for several points x_iI (its mirror images). The terms are positive, so
that a fast sum has digits wherever it is well above its own error; elsewhere, and where each source
has its own scale s_j, the terms are summed one by one, in logarithms."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kde import bounds, fast_sums
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.frame import framed, middle_of
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.plan import build
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.request import Choice
from jaxfmm.sum import potential

TARGETS, SOURCES = 256, 1024  # in a block of the sums in logarithms


def planned(
    d: Any, queries: None, span: tuple[float, float]
) -> tuple[tuple[tuple[float, ...], Choice], ...]:
    """What `Density.sums` holds: the choice of a plan for queries (m, d) or None, and bandwidths up
    to span[1] times that of the density. Empty with a scale for each point."""
    if d.scales is not None:
        return ()
    y, targets, h = _to_plan(lax.stop_gradient(d), queries)
    kind = KERNELS[d.kernel].kernel(h * span[1])
    return (
        ((0.0,), make_plan(y, targets, kernel=kind, tol=fast_sums.tol(d), method=d.method).choice),
    )


@jax.jit
def _to_plan(d: Any, queries: None) -> tuple[jax.Array, jax.Array, jax.Array]:
    x, y, h = _framed(d, d.points[:, None] if queries is None else bounds.images(d, queries))
    return y, fast_sums.targets(x, y, _reach(d, h))[0], h


def log_sums(
    d: Any, queries: jax.Array, chosen: jax.Array, share: jax.Array, own: Any
) -> jax.Array:
    """The L_i of a `Density`, with weights share (n,), at the chosen (m,) of the queries (m, d).
    own: (m,) int32 or None; differentiable."""
    kernel, limits = KERNELS[d.kernel], jnp.finfo(queries.dtype)
    x, y, h = _framed(d, bounds.images(d, queries))
    in_logs = functools.partial(
        _in_logs, kernel, x=x, y=y, h=h, weights=share, scales=d.scales, own=own
    )
    if d.scales is not None:
        return in_logs(chosen)
    ((_, choice),) = d.sums
    kind = kernel.kernel(h)

    def sum_at(targets):
        plan = build(choice.for_targets(len(targets)), kind, y, targets)
        return potential(y, share, targets, kernel=kind, plan=plan)

    exact = kernel.traits.compact or choice.method.exact
    values, enough = fast_sums.sums(
        d, x, y, _reach(d, h), sum_at, error=fast_sums.tol(d), to_rounding=exact
    )
    nowhere = jnp.zeros(len(x), bool)
    if own is not None:
        r2 = jnp.square(x - y[own][:, None]).sum(2)
        values = values - share[own] * kind.radial(r2, 0)[0].sum(1)
    elif kernel.traits.compact:  # and no term is so small that it is nothing
        least = jnp.where(share > 0, share, 1).min()
        nowhere = (values == 0) & (least * float(limits.eps) > float(limits.tiny))
    enough = values >= enough
    logs = in_logs(chosen & ~enough & ~nowhere)
    return jnp.where(
        nowhere, -jnp.inf, jnp.where(enough, jnp.log(jnp.where(enough, values, 1)), logs)
    )


def _reach(d: Any, h: jax.Array) -> Any:
    return KERNELS[d.kernel].reach(fast_sums.tol(d)) * h


def _framed(d: Any, x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """x (m, I, d) and the points (n, d) in coordinates in which all directions have one bandwidth
    h, and h.

    A bandwidth that is a number leaves coordinates as they are, and exact; its derivatives come by
    theirs: h_0 / h - 1 is 0 and has those of 1 / h."""
    if d.bandwidth.ndim == 2:
        return *framed(d, x)[:2], jnp.ones((), x.dtype)
    center, y = middle_of(d.points), d.points
    if d.bandwidth.ndim == 1:
        scaled = functools.partial(Gaussian(d.bandwidth).coordinates, center=center)
        return scaled(x.reshape(-1, y.shape[1])).reshape(x.shape), scaled(y), jnp.ones((), x.dtype)
    h = lax.stop_gradient(d.bandwidth)
    change = h / d.bandwidth - 1
    return x + (x - center[None, None]) * change, y + (y - center[None]) * change, h


def _in_logs(
    kernel: Any,
    chosen: jax.Array,
    *,
    x: jax.Array,
    y: jax.Array,
    h: jax.Array,
    weights: jax.Array,
    scales: None,
    own: None,
) -> jax.Array:
    """The L_i of the chosen targets (m, I, d), term by term, 0 for the others."""
    (m, images, dim), n = x.shape, len(y)
    own = jnp.full(m, -1, jnp.int32) if own is None else own
    some = weights > 0
    height = jnp.where(some, jnp.log(jnp.where(some, weights, 1)), -jnp.inf)
    inverse = jnp.broadcast_to(1 / h, (n,))
    if scales is not None:
        height, inverse = height - dim * jnp.log(scales), inverse / scales
    size = min(SOURCES, n)
    slot = lax.iota(jnp.int32, -(-n // size) * size)
    number = jnp.minimum(slot, n - 1).reshape(-1, size)
    sources = (
        y[number],
        jnp.where(slot < n, height[number.reshape(-1)], -jnp.inf).reshape(-1, size),
        inverse[number],
    )

    @jax.checkpoint
    def of_block(x, own, sources):
        x = x.reshape(-1, dim)
        which = jnp.repeat(own, images)

        @jax.checkpoint
        def more(carry, block):
            top, total = carry
            y, height, inverse, number = block
            u2 = sum(
                jnp.square((x[:, c, None] - y[None, :, c]) * inverse[None]) for c in range(dim)
            )
            terms = height[None] + kernel.log(u2)
            terms = jnp.where(number[None] == which[:, None], -jnp.inf, terms)
            new = jnp.maximum(top, lax.stop_gradient(terms.max(1)))
            origin = jnp.where(new > -jnp.inf, new, 0)
            there = terms > -jnp.inf
            shares = jnp.where(there, jnp.exp(jnp.where(there, terms - origin[:, None], 0)), 0)
            return (new, total * jnp.exp(top - origin) + shares.sum(1)), None

        start = (jnp.full(len(x), -jnp.inf, x.dtype), jnp.zeros_like(x[:, 0]))
        top, total = (a.reshape(-1, images) for a in lax.scan(more, start, (*sources, number))[0])
        most = top.max(1, keepdims=True)
        origin = jnp.where(most > -jnp.inf, most, 0)
        total = (total * jnp.exp(top - origin)).sum(1)
        return jnp.where(
            total > 0, jnp.log(jnp.where(total > 0, total, 1)) + origin[:, 0], -jnp.inf
        )

    order = jnp.argsort(~chosen, stable=True).astype(jnp.int32)
    rows = min(TARGETS, m)
    lane = order[jnp.minimum(lax.iota(jnp.int32, -(-m // rows) * rows), m - 1)].reshape(-1, rows)
    first = lax.iota(jnp.int32, len(lane)) * rows
    count = chosen.sum(dtype=jnp.int32)

    def where_chosen(block):
        lane, first = block
        return lax.cond(
            first < count,
            of_block,
            lambda x, own, _: jnp.zeros_like(x[:, 0, 0]),
            x[lane],
            own[lane],
            sources,
        )

    values = lax.map(where_chosen, (lane, first)).reshape(-1)[:m]
    return jnp.where(chosen, jnp.zeros(m, x.dtype).at[order].set(values, unique_indices=True), 0)
