"""Interaction energies of points: half of a sum over all points, with a derivative rule whose
gradient needs no second sum."""

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import own_slopes, shared_slope
from jaxfmm.methods.images import half, over_points
from jaxfmm.pair_values import pair_values
from jaxfmm.passes.far_images import CellImages, far_energy
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import (
    Sum,
    Tensors,
    by_point,
    far_order,
    is_moved,
    row_tangents,
)


def pair_energy(
    kernel: Kernel,
    lattice: CellImages | None,
    points: Array,
    weights: Tensors,
    plan: Plan,
    status: Array,
) -> Array:
    """The energy by half of a sum, (k,) or (segments, k), without the background of a periodic
    cell. Differentiated by the rules of the sum."""
    here = _sum_of(kernel, lattice, points, weights, plan, status)
    fields = _without_self(here, kernel, here.of(weights, here.orders))
    return half(weights, fields, plan.kernel.segments)


def _sum_of(
    kernel: Kernel,
    lattice: CellImages | None,
    points: Array,
    weights: Tensors,
    plan: Plan,
    status: Array,
) -> Sum:
    return Sum(
        kernel, lattice, plan, points, points, weights, tuple(sorted(weights)), False, status
    )


def _without_self(here: Sum, kernel: Kernel, fields: Tensors) -> Tensors:
    """The fields {b: (n, k) + (d,) * b} without the contribution of each point to itself, which
    sums with smooth kernels include."""
    if kernel.singular:
        return fields
    points, every = here.targets, jnp.arange(len(here.targets))
    nowhere, orders = jnp.zeros_like(points), tuple(sorted(fields))
    pairs = every, every
    own = pair_values(kernel, here.plan, points, nowhere, pairs, here.weights, orders)
    return {b: fields[b] - own[b] for b in orders}


def folded_energy(
    kernel: Kernel,
    points: Array,
    sources: Array,
    weights: Tensors,
    plan: Plan,
    status: Array,
) -> Array:
    """The energy (k,) of points among sources, the first of which are these points; the others are
    their images."""
    orders = tuple(sorted(weights))
    fields = Sum(kernel, None, plan, points, sources, weights, orders, False, status)
    own = {a: weight[: len(points)] for a, weight in weights.items()}
    here = dataclasses.replace(fields, sources=points, weights=own)
    return half(own, _without_self(here, kernel, fields.of(weights, orders)))


symmetric_energy = jax.custom_jvp(pair_energy)


@functools.partial(symmetric_energy.defjvp, symbolic_zeros=True)
def _energy_jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    # U is quadratic, so one symmetric pass gives it and its derivative; the primitive's own rule
    # would need a second sum for the motion of the sources.
    kernel, lattice, points, weights, plan, status = primals
    d_kernel, d_lattice, d_points, d_weights, *_ = tangents
    here = _sum_of(kernel, lattice, points, weights, plan, status)
    above = {a + 1 for a in weights} if is_moved(d_points) else set()
    out = here.of(weights, above.union(weights))
    fields = _without_self(here, kernel, {a: out[a] for a in weights})
    segments = plan.kernel.segments
    energy = half(weights, fields, segments)
    terms: list[Array] = []
    if is_moved(d_points):
        tangents_at = _point_tangents(weights, out, d_points)
        terms.extend(over_points(tangent, segments) for tangent in tangents_at)
    for a, d_weight in d_weights.items():  # dU = sum_i f_a(i) . dw_a(i)
        if is_moved(d_weight):
            terms.append(2 * half({a: d_weight}, fields, segments))
    d_parameters = jax.tree.leaves(d_kernel, is_leaf=lambda leaf: not is_moved(leaf))
    for index, tangent in enumerate(d_parameters):
        if is_moved(tangent):
            terms.append(_parameter_tangent(here, index, tangent))
    if lattice is not None:
        for slopes in row_tangents(here, lattice, d_lattice):
            terms.extend(half(weights, {b: slope}, segments) for b, slope in slopes.items())
        if d_lattice.sums is not None and is_moved(d_lattice.sums):
            order = far_order(here, lattice)
            terms.append(far_energy(lattice, d_lattice.sums, order, points, weights))
    return energy, sum(terms, jnp.zeros_like(energy))


def _point_tangents(weights: Tensors, out: Tensors, d_points: Array) -> Iterator[Array]:
    """The terms of dU = sum_i w_a(i) . f_{a+1}(i) . dx_i, (n, k) for each order a. By symmetry the
    motion of the targets and of the sources give half of it each."""
    for a, weight in weights.items():
        axes = "ij"[:a]
        yield einsum(f"nk{axes},nk{axes}d,nd->nk", weight, out[a + 1], d_points)


def _parameter_tangent(here: Sum, index: int, tangent: Array) -> Array:
    """The energy with dK/dp, times dp, for the parameter leaf p of this index. A parameter of each
    point may be a parameter of targets and of sources; both give the same derivative."""
    by_points = own_slopes(here.kernel, index)
    slope = shared_slope(here.kernel, index)
    if by_points is not None:
        side, slope = by_points[0]
        if side == "sources":  # the energy is the same with targets and sources exchanged
            slope = slope.transposed()
    fields = _without_self(here, slope, here.of(here.weights, here.orders, kernel=slope))
    segments = here.plan.kernel.segments
    if by_points is None:
        energy = half(here.weights, fields, segments)
        return energy * jnp.asarray(tangent).astype(energy.dtype)
    moved = {a: by_point(w, tangent) for a, w in here.weights.items()}
    return len(by_points) * half(moved, fields, segments)
