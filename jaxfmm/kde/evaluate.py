"""The logarithm of a density at queries: that of the sum of its kernels, over the volume of one."""

import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import ahead, errors
from jaxfmm.ahead import Programs
from jaxfmm.kde import gaussiansum, kernelsum
from jaxfmm.kde.bandwidths import shares, sums_of_others
from jaxfmm.kde.bounds import serve, within
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.frame import log_volume
from jaxfmm.logsumexp import wide
from jaxfmm.logsumexp.reference import row_sum


def sums_of(kernel: str) -> Any:
    """The module with `planned` and `log_sums` for the densities of this kernel."""
    return gaussiansum if kernel == "gaussian" else kernelsum


class Known(NamedTuple):
    """What is found once of a density whose arrays are known: whether they make one, and that of
    its sums."""

    valid: jax.Array
    sums: gaussiansum.Known


def known(d: Any, call: Programs | Callable = ahead.call) -> Known | None:
    """The `Known` of a `Density`; None of a traced one, and where sums share nothing or little."""
    if d.kernel != "gaussian" or errors.is_traced(d) or d.sums and gaussiansum.direct(d):
        return None
    if wide.is_wide(d.points.shape[1], d.scales is not None):
        return None
    # inside of a trace, where constants are traced too; elsewhere it would only compile operations
    # one by one
    now = (
        jax.ensure_compile_time_eval()
        if errors.is_traced(jnp.zeros(()))
        else contextlib.nullcontext()
    )
    with now:
        return Known(call(valid, d), gaussiansum.known(d, call))


def compile_ahead(
    d: Any,
    queries: jax.ShapeDtypeStruct,
    own: jax.ShapeDtypeStruct | None,
    there: jax.ShapeDtypeStruct,
) -> None:
    """Compiles at the same time the programs of `known` and of `log_density` at such queries."""
    programs = ahead.Programs()
    programs(log_density, d, queries, own, there, known(d, programs))
    programs.compile()


@jax.jit
def log_density(
    d: Any,
    queries: jax.Array,
    own: jax.Array | None,
    there: jax.Array | None = None,
    known: Known | None = None,
) -> jax.Array:
    """log f at queries (m, d), each without the source own_i if own (m,) is not None; -inf, with
    the gradient zero, for queries that are infinite or outside of the bounds; NaN, with its
    gradient, for queries that are NaN. there: (m,) which queries count, None for all; the others
    get zeros. known: of this density, which then is not differentiated."""
    there = jnp.ones(len(queries), bool) if there is None else there
    dim, share = queries.shape[1], shares(d.weights)
    unknown = jnp.isnan(queries).any(1) & there
    # the square has the derivative NaN where it is NaN
    nothing = jnp.square(row_sum(jnp.where(unknown[:, None], queries, 0)))
    allowed = jnp.isfinite(queries).all(1) & there
    if d.bounds is not None:
        allowed = allowed & within(queries, d.bounds)
    queries = jnp.where(allowed[:, None], queries, lax.stop_gradient(d.points[:1]))
    found = () if known is None else (known.sums,)
    log_sum = sums_of(d.kernel).log_sums(d, queries, allowed, share, own, *found)
    rest = 0 if own is None else jnp.log(sums_of_others(share)[own])
    value = log_sum - rest - KERNELS[d.kernel].log_mass(dim) - log_volume(d)
    right = valid(d) if known is None else known.valid
    value = jnp.where(unknown, nothing, jnp.where(allowed, value, jnp.where(there, -jnp.inf, 0)))
    return jnp.where(right | ~there, value, jnp.nan)


@jax.jit
def valid(d: Any) -> jax.Array:
    """Whether points, weights, bandwidth and order, which may be traced, make a density."""
    d = lax.stop_gradient(d)
    right = jnp.isfinite(d.points).all() & jnp.isfinite(d.bandwidth).all()
    right = (
        right
        & serve(d)
        & (jnp.isfinite(d.weights) & (d.weights >= 0)).all()
        & (d.weights > 0).any()
    )
    if d.order is None:
        return right
    found = jnp.zeros(len(d.points), bool).at[d.order.astype(jnp.int32)].set(True, mode="drop")
    return right & found.all()
