"""The logarithm of a density at queries: the log of a sum of kernels, minus the log of the volume
of one."""

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import ahead, errors
from jaxfmm.ahead import Programs
from jaxfmm.kde import gaussiansum, kernelsum
from jaxfmm.kde.bandwidths import shares, sums_of_others
from jaxfmm.kde.bounds import enough_images, within
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.fitted import FittedDensity, without_sums
from jaxfmm.kde.frame import log_volume
from jaxfmm.logsumexp import wide
from jaxfmm.logsumexp.reference import row_sum
from jaxfmm.run_once import run_once


def sums_of(kernel: str) -> ModuleType:
    """The module with `plan_sums` and `log_sums` for the densities of this kernel."""
    return gaussiansum if kernel == "gaussian" else kernelsum


class Known(NamedTuple):
    """What all log densities share if the arrays of a density are known: whether these are `valid`,
    and what its sums share."""

    valid: Array
    sums: gaussiansum.Known


def known(density: FittedDensity, call: Programs | Callable = ahead.call) -> Known | None:
    """The `Known` of a density; None of a traced one, and where sums share nothing or little."""
    if density.kernel != "gaussian" or errors.is_traced(density):
        return None
    if density.sums and gaussiansum.is_direct(density):
        return None
    if wide.is_wide(density.dim, density.scales is not None):
        return None
    with errors.known_results():
        checked = call(valid, without_sums(density))
        return Known(checked, gaussiansum.known(density, call))


def compile_ahead(
    density: FittedDensity,
    queries: jax.ShapeDtypeStruct,
    own: jax.ShapeDtypeStruct | None,
    exists: jax.ShapeDtypeStruct,
) -> None:
    """Compiles the programs of `known` and of `log_density` at such queries at the same time."""
    programs = ahead.Programs()
    programs(log_density, density, queries, own, exists, known(density, programs))
    programs.compile()


@jax.jit
def log_density(
    density: FittedDensity,
    queries: Array,
    own: Array | None,
    exists: Array | None = None,
    known: Known | None = None,
) -> Array:
    """log f at queries (m, d), each without the source own_i if own (m,) is not None.

    It is -inf, with the gradient zero, for queries that are infinite or outside of the bounds, and
    NaN, with its gradient, for queries that are NaN.

    exists: (m,) which queries exist, None for all; the others get zeros.  known: of this density,
    which then is not differentiated."""
    exists = jnp.ones(len(queries), bool) if exists is None else exists
    dim, share = queries.shape[1], shares(density.weights)
    is_nan = jnp.isnan(queries).any(1) & exists
    # A square has the derivative NaN where it is NaN.
    nan_values = jnp.square(row_sum(jnp.where(is_nan[:, None], queries, 0)))
    allowed = jnp.isfinite(queries).all(1) & exists
    if density.bounds is not None:
        allowed = allowed & within(queries, density.bounds)
    queries = jnp.where(allowed[:, None], queries, lax.stop_gradient(density.points[:1]))
    shared = () if known is None else (known.sums,)
    log_sum = sums_of(density.kernel).log_sums(density, queries, allowed, share, own, *shared)
    rest = 0 if own is None else _logs_of_others(density, share)[own]
    value = log_sum - rest - KERNELS[density.kernel].log_mass(dim) - log_volume(density)
    right = valid(density) if known is None else known.valid
    outside = jnp.where(exists, -jnp.inf, 0)
    value = jnp.where(is_nan, nan_values, jnp.where(allowed, value, outside))
    return errors.if_right(right | ~exists, value)


def _logs_of_others(density: FittedDensity, share: Array) -> Array:
    """For each share the logarithm of the sum of all others."""
    if density.log_weights is None:
        return jnp.log(sums_of_others(share))
    logs = density.log_weights - jax.nn.logsumexp(density.log_weights)
    nothing = jnp.full(1, -jnp.inf, logs.dtype)
    before = lax.associative_scan(jnp.logaddexp, logs[:-1])
    after = lax.associative_scan(jnp.logaddexp, logs[1:], reverse=True)
    return jnp.logaddexp(jnp.concatenate([nothing, before]), jnp.concatenate([after, nothing]))


@run_once
def valid(density: FittedDensity) -> Array:
    """Whether points, weights, bandwidth and order, which may be traced, make a density."""
    density = lax.stop_gradient(density)
    points, weights, order = density.points, density.weights, density.order
    right = jnp.isfinite(points).all() & jnp.isfinite(density.bandwidth).all()
    right = right & enough_images(density)
    right = right & (jnp.isfinite(weights) & (weights >= 0)).all() & (weights > 0).any()
    if order is None:
        return right
    hit = jnp.zeros(len(points), bool).at[order.astype(jnp.int32)].set(True, mode="drop")
    return right & hit.all()
