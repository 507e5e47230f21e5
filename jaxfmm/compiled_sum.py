"""The compiled functions of a checked sum: derivatives of the potential at the targets, and
energies, in the coordinates of the user."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.checked_sum import Problem
from jaxfmm.energies import folded_energy, pair_energy, symmetric_energy
from jaxfmm.errors import if_right
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.parts import total
from jaxfmm.methods.images import half
from jaxfmm.weighted_sum import weighted_sum


class _Placed(NamedTuple):
    """A problem in the coordinates of its kernel.

    kernel: the kernel whose pairs are summed, see `ImageSplit.paired`.
    sources, targets: see `Plan.placed`.
    weights: see `weighted_sum`. Complex right-hand sides are real ones: first all real parts, then
      all imaginary parts."""

    kernel: Kernel
    sources: Array
    targets: Array
    weights: dict[int, Array]


def _place(problem: Problem) -> _Placed:
    kernel, plan, weights = problem.kernel, problem.plan, dict(problem.weights)
    targets = sources = plan.placed(kernel, problem.sources, plan.homes[1])
    if problem.targets is not None:
        targets = plan.placed(kernel, problem.targets, plan.homes[0])
    if problem.is_complex:
        weights = {a: jnp.concatenate([w.real, w.imag], axis=1) for a, w in weights.items()}
    if 1 in weights:
        weights[1] = kernel.frame.moment(weights[1])
    paired = plan.choice.method.images.paired(plan.choice, kernel, problem.lattice)
    return _Placed(paired, sources, targets, weights)


@functools.partial(jax.jit, static_argnames="orders")
def derivatives(problem: Problem, orders: tuple[int, ...]) -> dict[int, Array]:
    """{b: (m,) + (d,) * b}, or with k right-hand sides (m, k) + (d,) * b: derivatives in the user's
    coordinates. A kernel with r entries gives (m, r) + (d,) * b or (m, r, k) + (d,) * b. Axes of
    derivatives are last but for k."""
    placed = _place(problem)
    if (entries := placed.kernel.entries()) is not None:
        each = [
            _scalar_derivatives(problem, placed._replace(kernel=entry), orders) for entry in entries
        ]
        out = {b: placed.kernel.joined([entry[b] for entry in each]) for b in orders}
    elif problem.kernel.traits.vector:
        out = _vector_derivatives(problem, placed, orders)
    else:
        out = _scalar_derivatives(problem, placed, orders)
    return {b: _tensor(problem, value, b) for b, value in out.items()}


def _in_open_space(problem: Problem, kernel: Kernel) -> Kernel:
    """The kernel of pairs without images: `kernel`, the kernel of the sum, unless the user's kernel
    has images."""
    return problem.kernel.summed() if problem.kernel.has_images else kernel


def _scalar_derivatives(
    problem: Problem, placed: _Placed, orders: tuple[int, ...]
) -> dict[int, Array]:
    """{b: (m, k) + (d,) * b}, or without k, in the coordinates of the kernel."""
    choice, lattice, weights = problem.plan.choice, problem.lattice, placed.weights
    extra = problem.kernel.extra_derivatives
    higher = {b + extra for b in orders}
    points = placed.targets, placed.sources
    out = weighted_sum(placed.kernel, problem.plan, *points, weights, higher, lattice=lattice)
    for b, value in choice.method.images.rest(choice, lattice, *points, weights, higher).items():
        out[b] = out[b] + value
    if (pairs := problem.excluded) is not None:
        kernel = _in_open_space(problem, placed.kernel)
        excluded = pairs.fields(kernel, problem.plan, placed.sources, weights, higher, lattice)
        out = {b: value - excluded[b] for b, value in out.items()}
    return {b: _finish(problem, out[b + extra], axis=1) for b in orders}


def _vector_derivatives(
    problem: Problem, placed: _Placed, orders: tuple[int, ...]
) -> dict[int, Array]:
    """`_scalar_derivatives` of a kernel whose charges are vectors: {b: (m, c, k) + (d,) * b}."""
    plan, points = problem.plan, (placed.targets, placed.sources)
    kernel: Any = problem.kernel  # a kernel of vectors, which has parts
    choice, lattice, images = plan.choice, problem.lattice, plan.choice.method.images
    x, y = (point - plan.center[None] for point in points)

    def summed(kernel: Kernel, weights: dict[int, Array], orders: Any) -> dict[int, Array]:
        return weighted_sum(kernel, plan, *points, weights, orders, lattice=lattice)

    charges = jnp.moveaxis(placed.weights[0], 1, 2)
    parts = images.vector_parts(choice, kernel, placed.kernel)
    out = total(parts, charges, x, y, orders, summed)
    rest = images.vector_rest(choice, kernel, lattice, *points, charges, orders)
    out = {b: value + rest[b] if b in rest else value for b, value in out.items()}
    if (pairs := problem.excluded) is not None:

        def of_pairs(kernel: Kernel, weights: dict[int, Array], orders: Any) -> dict[int, Array]:
            return pairs.fields(kernel, plan, placed.sources, weights, orders, lattice)

        excluded = total(kernel.parts(True), charges, x, y, orders, of_pairs)
        out = {b: value - excluded[b] for b, value in out.items()}
    return {b: _finish(problem, value, axis=2) for b, value in out.items()}


def _finish(problem: Problem, value: Array, axis: int) -> Array:
    """The result of a sum in the user's form: complex numbers put together, and without the axis of
    right-hand sides if the user gave one. NaN unless the status is 0. axis: of the right-hand
    sides."""
    if problem.is_complex:
        value = lax.complex(*jnp.split(value, 2, axis=axis))
    if axis == 1:
        value = problem.kernel.frame.result(value)
    value = value if problem.columns else lax.index_in_dim(value, 0, axis, keepdims=False)
    return if_right(problem.status == 0, value)


def _tensor(problem: Problem, derivative: Array, order: int) -> Array:
    """A derivative in the user's coordinates: (m,) + (d,) * order, with k right-hand sides last."""
    for _ in range(order):  # each axis in turn becomes an axis of the user's coordinates
        derivative = jnp.moveaxis(problem.kernel.frame.gradient(derivative), -1, -order)
    return jnp.moveaxis(derivative, -1 - order, -1) if order and problem.columns else derivative


@jax.jit
def energy(problem: Problem) -> Array:
    """The interaction energy: a scalar, or (k,) with k right-hand sides; with segments
    (segments,) or (segments, k)."""
    (kernel, sources, targets, weights), lattice = _place(problem), problem.lattice
    if problem.targets is not None:  # images are sources of their own
        value = folded_energy(kernel, targets, sources, weights, problem.plan, problem.status)
        return value if problem.columns else value[0]
    by_pairs, choice = symmetric_energy if kernel.isotropic else pair_energy, problem.plan.choice
    value = by_pairs(kernel, lattice, sources, weights, problem.plan, problem.status)
    rest = choice.method.images.rest_energy(choice, lattice, sources, weights)
    value = value if rest is None else value + rest
    if (pairs := problem.excluded) is not None:
        inner, orders = _in_open_space(problem, kernel), sorted(weights)
        excluded = pairs.fields(inner, problem.plan, sources, weights, orders, lattice)
        value = value - half(weights, excluded, problem.plan.kernel.segments)
    if problem.kernel.segments is not None and problem.kernel.segments.alone:
        value = value[0]
    return value if problem.columns else value[..., 0]
