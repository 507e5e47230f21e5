"""What single pairs of points give to a sum, in plain JAX."""

import jax.numpy as jnp
from jax import Array

from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.kernels.by_point import with_numbers
from jaxfmm.kernels.pairs import components, pack_weights, unpack_results
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import Tensors, scaled, step_of


def pair_values(
    kernel: Kernel,
    plan: Plan,
    targets: Array,
    sources: Array,
    weights: Tensors,
    orders: tuple[int, ...],
    pairs: tuple[Array, Array] | None = None,
    offsets: Array | None = None,
) -> Tensors:
    """{b: (p, k) + (d,) * b}: what the source of each pair gives to its target, of weights {a: (n,
    k) + (d,) * a}, by a kernel of open space.

    pairs: the numbers of targets and of sources, (p,) each; None for each point with itself.
    offsets: (p, d), of the targets from the sources; None for those of the points."""
    dim, step = targets.shape[1], step_of(kernel, plan)
    inner = kernel.in_unit(plan.unit)
    x, y = with_numbers(inner, plan.in_unit(targets), plan.in_unit(sources))
    packed = pack_weights(scaled(weights, step), dim)
    if pairs is not None:
        x, y, packed = x[pairs[0]], y[pairs[1]], packed[pairs[1]]
    if offsets is not None:
        y = jnp.concatenate([x[:, :dim] - offsets / plan.unit, y[:, dim:]], axis=1)
    wanted = components(orders, dim)
    by_component = dict(zip(components(sorted(weights), dim), jnp.moveaxis(packed, 1, 0)))
    at, of = ([column[:, None] for column in points.T] for points in (x, y))
    values = inner.pair_sums(at, of, by_component, wanted)
    shape = packed[:, 0].shape
    stacked = jnp.stack([jnp.broadcast_to(values[b], shape) for b in wanted], axis=1)
    out = unpack_results(stacked, orders, dim)
    return {b: times_unit(out[b], kernel, plan.unit, [step] * b) for b in orders}
