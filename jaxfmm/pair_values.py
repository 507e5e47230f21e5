"""What single pairs of points give to a sum, in plain JAX, with the derivatives of a sum.

JAX could differentiate these numbers itself. But a sum has rules of its own: the length by which
derivatives are counted (`Frame.derivative_length`), and the values of derivatives at distance
zero."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.kernels.by_point import with_numbers
from jaxfmm.kernels.pairs import components, pack_weights, unpack_results
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import Tensors, by_point, is_moved, scaled, slopes_of, step_of

Orders = tuple[tuple[int, int], ...]


def pair_values(
    kernel: Kernel,
    plan: Plan,
    points: Array,
    shifts: Array,
    pairs: tuple[Array, Array],
    weights: Tensors,
    orders: tuple[int, ...],
) -> Tensors:
    """{b: (p, k) + (d,) * b}: what the source of each pair gives to its target, for all orders b.

    Args:
      kernel: of open space.
      points: (n, d).
      shifts: (p, d), added to the sources.
      pairs: (p,) each, the indices of targets and of sources.
      weights: {a: (n, k) + (d,) * a}."""
    wanted = tuple((a, b) for a in sorted(weights) for b in orders)
    tensors = _tensors(wanted, kernel, points, shifts, *pairs, plan)
    of_pairs = {a: weight[pairs[1]] for a, weight in weights.items()}

    def value(b: int) -> Array:
        terms = [
            einsum(f"p{_axes(a)}...,pk{_axes(a)}->pk...", tensors[a, b], weight)
            for a, weight in of_pairs.items()
        ]
        return sum(terms[1:], terms[0])

    return {b: value(b) for b in orders}


def _axes(order: int) -> str:
    return "abcdefgh"[:order]


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _tensors(
    orders: Orders,
    kernel: Kernel,
    points: Array,
    shifts: Array,
    at: Array,
    of: Array,
    plan: Plan,
) -> dict[tuple[int, int], Array]:
    """{(a, b): (p,) + (d,) * (a + b)}: the derivatives of order a in the source, and b in the
    target, of each pair."""
    dim, step = points.shape[1], step_of(kernel, plan)
    inner, places = kernel.in_unit(plan.unit), plan.in_unit(points)
    x, y = with_numbers(inner, places, places)
    x, y = x[at], y[of]
    y = jnp.concatenate([y[:, :dim] + shifts / plan.unit, y[:, dim:]], axis=1)
    target, source = ([column[:, None] for column in place.T] for place in (x, y))
    out = {}
    for a in sorted({a for a, _ in orders}):
        targets = tuple(sorted(b for c, b in orders if c == a))
        # a column of weights for each derivative in the source
        unit = jnp.eye(dim**a, dtype=points.dtype).reshape(1, dim**a, *[dim] * a)
        packed = pack_weights(scaled({a: unit}, step), dim)
        by_component = dict(zip(components((a,), dim), jnp.moveaxis(packed, 1, 0)))
        wanted = components(targets, dim)
        values = inner.pair_sums(target, source, by_component, wanted)
        shape = len(at), dim**a
        stacked = jnp.stack([jnp.broadcast_to(values[b], shape) for b in wanted], axis=1)
        for b, value in unpack_results(stacked, targets, dim).items():
            value = times_unit(value, kernel, plan.unit, [step] * b)
            out[a, b] = value.reshape(len(at), *[dim] * (a + b))
    return out


@functools.partial(_tensors.defjvp, symbolic_zeros=True)
def _jvp(
    orders: Orders, primals: tuple[Any, ...], tangents: tuple[Any, ...]
) -> tuple[dict[tuple[int, int], Array], dict[tuple[int, int], Array]]:
    kernel, points, shifts, at, of, plan = primals
    d_kernel, d_points, d_shifts, *_ = tangents
    wanted = set(orders)
    if is_moved(d_points):
        wanted |= {(a, b + 1) for a, b in orders}
    if is_moved(d_points) or is_moved(d_shifts):
        wanted |= {(a + 1, b) for a, b in orders}
    out = _tensors(tuple(sorted(wanted)), *primals)
    terms: list[dict[tuple[int, int], Array]] = []
    if is_moved(d_points):
        moved = d_points[at]
        terms.append({(a, b): einsum("p...i,pi->p...", out[a, b + 1], moved) for a, b in orders})
    steps = [d_points[of]] if is_moved(d_points) else []
    steps += [d_shifts] if is_moved(d_shifts) else []
    if steps:
        step = sum(steps[1:], steps[0])
        terms.append(
            {
                (a, b): einsum(f"p{_axes(a)}i...,pi->p{_axes(a)}...", out[a + 1, b], step)
                for a, b in orders
            }
        )
    for index, tangent in enumerate(jax.tree.leaves(d_kernel, is_leaf=lambda x: not is_moved(x))):
        if is_moved(tangent):
            for side, slope, along in slopes_of(kernel, index, tangent):
                if side == "all":
                    factor = jnp.broadcast_to(along, at.shape)
                else:
                    factor = along[of if side == "sources" else at]
                values = _tensors(orders, slope, points, shifts, at, of, plan)
                terms.append({key: by_point(value, factor) for key, value in values.items()})
    zeros = {key: jnp.zeros_like(out[key]) for key in orders}
    return {key: out[key] for key in orders}, {
        key: sum((term[key] for term in terms), zeros[key]) for key in orders
    }
