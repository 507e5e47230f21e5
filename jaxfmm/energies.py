"""Energies of points among themselves: half a sum, with a rule of derivatives that needs no second
one."""

import functools
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm.kernels.base import (
    Kernel,
    ParameterDerivative,
    components,
    pack_weights,
    times_unit,
    unpack_results,
)
from jaxfmm.methods.base import half
from jaxfmm.passes.far_images import Lattice
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import (
    by_point,
    einsum,
    lattice_tangent,
    needs_exact,
    scaled,
    step_of,
    weighted_sum,
)


def _without_self(
    kernel: Kernel,
    points: jax.Array,
    weights: dict[int, jax.Array],
    fields: dict[int, jax.Array],
    plan: Plan,
) -> dict[int, jax.Array]:
    """The fields {b: (n, k) + (d,) * b} without what a point gives to itself, which sums with
    smooth kernels count."""
    if kernel.singular:
        return fields
    dim, orders = points.shape[1], sorted(fields)
    inner, points, step = kernel.in_unit(plan.unit), plan.in_unit(points), step_of(kernel, plan)
    numbered, _ = inner.with_numbers(points, points)
    packed = pack_weights(scaled(weights, step), dim)
    here, targets = [column[:, None] for column in numbered.T], components(orders, dim)
    given = dict(zip(components(sorted(weights), dim), jnp.moveaxis(packed, 1, 0)))
    own = inner.pair_sums(here, here, given, targets)
    own = unpack_results(
        jnp.stack([jnp.broadcast_to(own[b], packed[:, 0].shape) for b in targets], axis=1),
        orders,
        dim,
    )
    return {b: fields[b] - times_unit(own[b], kernel, plan.unit, [step] * b) for b in orders}


def _unless(status: jax.Array, fields: dict[int, jax.Array]) -> dict[int, jax.Array]:
    return {b: jnp.where(status == 0, value, jnp.nan) for b, value in fields.items()}


def pair_energy(
    kernel: Kernel,
    lattice: Lattice | None,
    points: jax.Array,
    weights: dict[int, jax.Array],
    plan: Plan,
    status: jax.Array,
) -> jax.Array:
    """(k,), without the background of a periodic cell."""
    out = _unless(
        status,
        weighted_sum(kernel, plan, points, points, weights, sorted(weights), lattice=lattice),
    )
    return half(weights, _without_self(kernel, points, weights, out, plan))


symmetric_energy = jax.custom_jvp(pair_energy)


@functools.partial(symmetric_energy.defjvp, symbolic_zeros=True)
def _energy_jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[jax.Array, jax.Array]:
    # U is quadratic, so one symmetric pass gives it and its derivative; the primitive's own rule
    # would need a second sum for the motion of the sources.
    kernel, lattice, points, weights, plan, status = primals
    d_kernel, d_lattice, d_points, d_weights, *_ = tangents

    def moved(t):
        return type(t) is not jax.custom_derivatives.SymbolicZero

    def summed(weights, orders, *, kernel=kernel, lattice=lattice, exact=False):
        out = weighted_sum(
            kernel, plan, points, points, weights, orders, lattice=lattice, exact=exact
        )
        return _unless(status, out)

    def without_self(kernel, fields):
        return _without_self(kernel, points, weights, {a: fields[a] for a in weights}, plan)

    out = summed(weights, set(weights) | ({a + 1 for a in weights} if moved(d_points) else set()))
    own = without_self(kernel, out)
    value = half(weights, own)
    tangent = jnp.zeros_like(value)
    if moved(d_points):
        for a, w in weights.items():
            axes = "ij"[:a]
            tangent = tangent + einsum(f"nk{axes},nk{axes}d,nd->k", w, out[a + 1], d_points)
    for a in weights:
        if moved(d_weights[a]):
            tangent = tangent + 2 * half({a: d_weights[a]}, own)
    for index, t in enumerate(jax.tree.leaves(d_kernel, is_leaf=lambda t: not moved(t))):
        if not moved(t):
            continue
        slopes = kernel.own_slopes(index)
        slope = ParameterDerivative(kernel, index) if slopes is None else slopes[0][1]
        fields = summed(weights, sorted(weights), kernel=slope, exact=needs_exact(slope, plan))
        fields = without_self(slope, fields)
        if slopes is None:
            tangent = tangent + half(weights, fields) * jnp.asarray(t).astype(tangent.dtype)
        else:  # those of targets and of sources give the same
            tangent = tangent + 2 * half({a: by_point(w, t) for a, w in weights.items()}, fields)
    if lattice is not None and any(map(moved, (d_lattice.rows, d_lattice.sums))):
        orders = sorted(weights)
        for b, slope in lattice_tangent(
            lattice, d_lattice, moved, summed, points, points, weights, orders
        ):
            tangent = tangent + half(weights, {b: slope})
    return value, tangent
