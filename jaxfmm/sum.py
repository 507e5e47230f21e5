"""The functions that users call: potentials, their derivatives and energies, by the one sum of
`weighted_sum`."""

import dataclasses
import functools
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, few_sizes, inputs, progress, pytrees
from jaxfmm.carriers import carriers
from jaxfmm.elements import Elements, as_points, degree_of_sum, refuse, refuse_points
from jaxfmm.energies import folded_energy, pair_energy, symmetric_energy
from jaxfmm.errors import DEFAULT_TOL, Status, bits
from jaxfmm.exclusions import Excluded, excluded
from jaxfmm.kept_sums import kept_sum, sums_by_near_fields
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.given_segments import by_segments, planned_segments, replaced
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.parts import total
from jaxfmm.methods.images import half, images_of, over_points
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan_once
from jaxfmm.pytrees import register
from jaxfmm.run_once import run_once
from jaxfmm.sharding.explicit import automatic, explicit_mesh
from jaxfmm.switches import library_code
from jaxfmm.terms import summed_by_terms
from jaxfmm.weighted_sum import weighted_sum

_DEFAULT_KERNEL = Laplace()


class _Asked(NamedTuple):
    """The options of a sum, as the user gave them."""

    kernel: Kernel
    tol: float
    plan: Plan | None
    exclude: Any
    scale: Any


class _Segments(NamedTuple):
    """The arguments about segments, as the user gave them."""

    segments: Any
    num_segments: int | None
    target_segments: Any


def _asked(
    kernel: Kernel,
    tol: float,
    plan: Plan | None,
    sources: Any,
    targets: Any,
    of: _Segments,
    exclude: Any = None,
    scale: Any = None,
) -> _Asked:
    """The options of a sum, with the segments in the kernel."""
    if isinstance(sources, Elements):
        refuse(**of._asdict(), exclude=exclude)
        return _Asked(kernel, tol, plan, None, scale)
    if explicit_mesh(exclude, scale, of.segments, of.target_segments) is not None:
        raise ValueError(
            "exclude, scale and segments must not lie on a mesh with explicit axes; give NumPy "
            "arrays"
        )
    planned = plan.kernel.segments if isinstance(plan, Plan) else None
    if isinstance(plan, Plan) and of.segments is not None:
        planned = planned_segments(plan.kernel)
        kernel = planned if kernel is _DEFAULT_KERNEL else kernel
        if of.num_segments is None:
            of = of._replace(num_segments=planned.count)
    elif planned is not None and kernel is not _DEFAULT_KERNEL and kernel.segments is None:
        kernel = replaced(planned, kernel)
    return _Asked(by_segments(kernel, sources, targets, *of), tol, plan, exclude, scale)


@register
@dataclasses.dataclass(frozen=True)
class _Problem:
    """The checked arguments of a sum, in the coordinates of the user. One compiled function does
    the rest.

    weights: {0: charges (n, k), 1: dipoles (n, k, d)}, perhaps complex. columns: whether they came
    with several right-hand sides."""

    kernel: Kernel
    sources: Array
    targets: Array | None
    weights: dict[int, Array]
    plan: Plan
    status: Array
    lattice: CellImages | None
    excluded: Excluded | None
    columns: bool = dataclasses.field(metadata={"static": True})

    @property
    def is_complex(self) -> bool:
        return any(jnp.issubdtype(w.dtype, jnp.complexfloating) for w in self.weights.values())


class _Placed(NamedTuple):
    """A problem as methods take it.

    kernel: of `ImageSplit.paired`.
    sources, targets: of `Plan.placed`.
    weights: of `weighted_sum`; the real parts of complex numbers come before the imaginary
      parts."""

    kernel: Kernel
    sources: Array
    targets: Array
    weights: dict[int, Array]


def _prepare(
    asked: _Asked,
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any,
    *,
    gradient: bool,
    slopes: bool,
) -> _Problem:
    """The `_Problem` of these arguments. gradient: whether a plan that is made here is for
    gradients too. slopes: whether the result is a gradient."""
    kernel, plan = asked.kernel, asked.plan
    same = plan is None or kernel is _DEFAULT_KERNEL  # the plan is of this very kernel
    if plan is None:
        # once, since a conversion may warn
        sources = inputs.points("sources", sources, None)
        if targets is not None:
            targets = inputs.points("targets", targets, None, sources.dtype)
        plan = plan_once(sources, charges, targets, kernel=kernel, tol=asked.tol, gradient=gradient)
        kernel = plan.kernel if plan.kernel.segments else kernel
    elif not isinstance(plan, Plan):
        raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
    else:
        plan.check_tol(asked.tol)
        kernel = plan.kernel if kernel is _DEFAULT_KERNEL else kernel
    kernel = plan.check_kernel(kernel)
    if plan.request.layout is not None and kernel.segments is not plan.kernel.segments:
        kernel = plan.request.layout.put_segments(kernel)
    alone = targets is None
    # another mirror has other images
    own = plan.is_of(sources, targets) and (same or kernel.images.copies == 1)
    sources, targets, weights, columns = _arrays(plan, kernel, sources, charges, targets, dipoles)
    n, pairs = len(sources), (asked.exclude, asked.scale)
    without = excluded(*pairs, kernel, n, sources.dtype, plan, alone=alone)
    plan = pytrees.constant(plan)
    slopes = targets is None and (slopes or dipoles is not None)
    kernel.check_at(sources, int(slopes))
    if targets is None and not slopes and errors.is_traced(sources):
        sources = _with_warning(kernel, sources)
    sources, targets = kernel.images.unfold(sources, targets)
    weights = kernel.images.strengths(weights)
    status = _checked_status(plan, kernel, sources, targets, weights.get(0), own=own, same=same)
    lattice = images_of(kernel, plan.choice, plan.center, sources.dtype, plan.cell, same=same)
    return _Problem(kernel, sources, targets, weights, plan, status, lattice, without, columns)


def _arrays(
    plan: Plan, kernel: Kernel, sources: Any, charges: Any, targets: Any, dipoles: Any
) -> tuple[Array, Array | None, dict[int, Array], bool]:
    """(sources, targets, weights, columns) as in `_Problem`, on the devices of the plan. Raises
    ValueError unless plan, kernel and arrays belong together."""
    dimensions = (plan.request.dim,)
    sources = inputs.points("sources", sources, dimensions)
    if targets is not None:
        targets = inputs.points("targets", targets, dimensions, sources.dtype)
        inputs.same_dtype("targets", targets, "sources", sources.dtype)
    plan.check_shapes(sources, targets)
    n, dim = sources.shape
    kernel.check(dim)
    kernel.check_numbers(n, None if targets is None else len(targets))
    read = inputs.vectors if kernel.traits.vector else inputs.weights
    weights, columns = read(charges, dipoles, n, dim, sources.dtype)
    plan.check_devices(sources, targets, *weights.values())
    if (layout := plan.request.layout) is not None:
        sources, targets = layout.put(sources), None if targets is None else layout.put(targets)
        weights = {order: layout.put(weight) for order, weight in weights.items()}
    return sources, targets, weights, columns


def _checked_status(
    plan: Plan,
    kernel: Kernel,
    sources: Array,
    targets: Array | None,
    charges: Array | None,
    *,
    own: bool,
    same: bool,
) -> Array:
    """The status of a sum: the plan's if points and kernel are its `own` and the `same`. Where it
    is known, raises ValueError, or warns for harmless bits."""
    charges = pytrees.constant(charges)
    known = None if plan.carried is None or errors.is_traced(charges) else charges
    if own and same and not errors.is_traced(plan):
        planned = np.asarray(plan.status) & ~int(errors.HARMLESS)
        few = known is not None and float(carriers(known)) < float(cast(Array, plan.carried))
        status = jax.device_put(planned)
        with_harmless = jax.device_put(planned | int(Status.DOMINATED)) if few else status
    else:
        at = sources if targets is None else targets
        status, with_harmless = _status(plan, kernel, sources, at, known, own=own)
    if kernel.images.neutral and charges is not None:
        net = _net_charge(charges, kernel.segments)
        status, with_harmless = status | net, with_harmless | net
    if not errors.is_traced(with_harmless) and (bits_set := int(with_harmless)):
        errors.heed(dataclasses.replace(plan, kernel=kernel), bits_set, sources, targets)
    return status


def _with_warning(kernel: Kernel, sources: Array) -> Array:
    """The sources. With a kernel without a gradient at distance zero they warn when they are
    differentiated."""
    try:
        kernel.check_at(sources, 1)
    except ValueError as reason:
        return _warns(
            f"derivatives in the points will be NaN: {reason}; or stop them: jax.lax.stop_gradient",
            sources,
        )
    return sources


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _warns(message: str, points: Array) -> Array:
    return points


@_warns.defjvp
def _(message: str, primals: tuple[Array, ...], tangents: tuple[Array, ...]) -> tuple[Array, Array]:
    errors.warn(message)
    return primals[0], tangents[0]


# Charges are neutral if their sum is at most this many roundings of the sum of their sizes.
NEUTRAL = 64.0


@run_once
def _net_charge(charges: Array, segments: Any) -> Array:
    """The status of charges that must add up to zero, in each segment if there are any."""
    net, sizes = (over_points(values, segments) for values in (charges, jnp.abs(charges)))
    most = NEUTRAL * jnp.finfo(sizes.dtype).eps * sizes
    return bits([((jnp.abs(net) > most).any(), Status.CHARGE)])


@run_once(static_argnames="own")
def _status(
    plan: Plan,
    kernel: Any,
    sources: Array,
    targets: Array,
    charges: Array | None,
    *,
    own: bool,
) -> tuple[Array, Array]:
    """(The status of a sum, and the status with harmless bits about charges, if the charges are
    known.)"""
    kernel, sources, targets = pytrees.constant((kernel, sources, targets))
    status = plan.evaluation_status(kernel, sources, targets, own=own)
    return status, status if charges is None else status | plan.dominated(charges)


def _place(problem: _Problem) -> _Placed:
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


def _sum(
    asked: _Asked,
    orders: tuple[int, ...],
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any = None,
) -> tuple[Array, ...]:
    """The derivatives of these orders of the potential at the targets."""
    planned = asked.plan.kernel if isinstance(asked.plan, Plan) else None
    if isinstance(sources, Elements):
        if sums_by_near_fields(asked.plan, charges, dipoles, orders):
            return _sum_by_near_fields(asked, orders, sources, charges, targets)
        sources, charges, dipoles, kernel = as_points(
            sources, charges, dipoles, asked.kernel, asked.tol, planned
        )
        asked = asked._replace(kernel=kernel)
    else:
        refuse_points(planned)
    arrays = sources, charges, targets, dipoles
    if (full := _filled(asked, *arrays)) is not None:
        out = _derivatives(*full, asked, orders)
        return few_sizes.cut(out, n=len(sources if targets is None else targets))
    return automatic(_derivatives, arrays, asked.plan, [True] * len(orders), asked, orders)


def _sum_by_near_fields(
    asked: _Asked, orders: tuple[int, ...], elements: Elements, charges: Any, targets: Any
) -> tuple[Array, ...]:
    """The sum by a plan that keeps the fields of near elements."""
    plan = cast(Plan, asked.plan)
    degree_of_sum(elements, asked.kernel, asked.tol, plan.kernel)
    plan.check_tol(asked.tol)
    with _waiting():
        return kept_sum(plan, elements, charges, targets, orders, _by_closed_forms)


def _by_closed_forms(
    orders: tuple[int, ...], plan: Plan, elements: Elements, density: Array, targets: Array
) -> tuple[Array, ...]:
    """The sum of charges by a plan that keeps no fields."""
    asked = _Asked(_DEFAULT_KERNEL, DEFAULT_TOL, plan, None, None)
    return _sum(asked, orders, elements, density, targets)


def _filled(
    asked: _Asked, sources: Any, charges: Any, targets: Any, dipoles: Any
) -> tuple[Any, Any, Any, Any] | None:
    """The arrays of a sum that makes its own plan, filled up to `few_sizes`. None where they have
    such sizes, are not known, or are wrong, which the checks of the sum find."""
    arrays, kernel = (sources, charges, targets, dipoles), asked.kernel
    if asked.plan is not None or asked.exclude is not None or asked.scale is not None:
        return None
    if not isinstance(kernel, Kernel) or kernel.by_point or not few_sizes.are_known(*arrays):
        return None
    shapes = [None if array is None else np.shape(array) for array in arrays]
    of_sources, of_charges, of_targets, of_dipoles = shapes
    if not (of_sources and len(of_sources) == 2 and kernel.segments is None):
        return None
    n, dim = of_sources
    weights = [shape[:1] for shape in (of_charges, of_dipoles) if shape is not None]
    right = weights in ([(n,)], [(n,)] * 2) and (of_targets is None or of_targets[1:] == (dim,))
    m, vector = None if of_targets is None else of_targets[0], kernel.traits.vector
    if vector and of_charges is not None:
        right = right and of_charges[1:2] == (dim,)
    parameters = [np.shape(leaf) for leaf in jax.tree.leaves(kernel)]
    of_points = any(shape and (vector or shape[0] in (n, m)) for shape in parameters)
    if not right or of_points or 0 in (n, m, dim):
        return None
    size, targets_size = few_sizes.round_up(n), None if m is None else few_sizes.round_up(m)
    if (size, targets_size) == (n, m):
        return None
    if size > n:
        sources, (charges, dipoles) = few_sizes.fill(sources, (charges, dipoles), size=size)
    if targets_size != m:
        targets, _ = few_sizes.fill(targets, None, size=targets_size)
    return sources, charges, targets, dipoles


def _derivatives(
    sources: Any,
    charges: Any,
    targets: Any,
    dipoles: Any,
    asked: _Asked,
    orders: tuple[int, ...],
) -> tuple[Array, ...]:
    slopes = orders != (0,)
    problem = _prepare(asked, sources, charges, targets, dipoles, gradient=slopes, slopes=slopes)
    with _waiting():
        out = _compiled(problem, orders)
    return tuple(out[b] for b in orders)


def _waiting() -> Any:
    return progress.waiting("compiling and computing a sum")


@functools.partial(jax.jit, static_argnames="orders")
def _compiled(problem: _Problem, orders: tuple[int, ...]) -> dict[int, Array]:
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


def _in_open_space(problem: _Problem, kernel: Kernel) -> Kernel:
    """The kernel of pairs without images, where a sum takes `kernel`."""
    return problem.kernel.summed() if problem.kernel.has_images else kernel


def _scalar_derivatives(
    problem: _Problem, placed: _Placed, orders: tuple[int, ...]
) -> dict[int, Array]:
    """{b: (m, k) + (d,) * b}, or without k, in the coordinates of the placed points."""
    choice, lattice, weights = problem.plan.choice, problem.lattice, placed.weights
    extra = problem.kernel.extra_derivatives
    higher = {b + extra for b in orders}
    points = placed.targets, placed.sources
    out = weighted_sum(placed.kernel, problem.plan, *points, weights, higher, lattice=lattice)
    for b, value in choice.method.images.rest(choice, lattice, *points, weights, higher).items():
        out[b] = out[b] + value
    if (pairs := problem.excluded) is not None:
        kernel = _in_open_space(problem, placed.kernel)
        left = pairs.fields(kernel, problem.plan, placed.sources, weights, higher, lattice)
        out = {b: value - left[b] for b, value in out.items()}
    return {b: _finish(problem, out[b + extra], axis=1) for b in orders}


def _vector_derivatives(
    problem: _Problem, placed: _Placed, orders: tuple[int, ...]
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

        left = total(kernel.parts(True), charges, x, y, orders, of_pairs)
        out = {b: value - left[b] for b, value in out.items()}
    return {b: _finish(problem, value, axis=2) for b, value in out.items()}


def _finish(problem: _Problem, value: Array, axis: int) -> Array:
    """The result of a sum whose right-hand sides are along an axis, NaN unless the status is 0."""
    if problem.is_complex:
        value = lax.complex(*jnp.split(value, 2, axis=axis))
    if axis == 1:
        value = problem.kernel.frame.result(value)
    value = value if problem.columns else lax.index_in_dim(value, 0, axis, keepdims=False)
    return jnp.where(problem.status == 0, value, jnp.nan)


def _tensor(problem: _Problem, derivative: Array, order: int) -> Array:
    """A derivative of an order as users get it: (m,) + (d,) * order, with k right-hand sides
    last."""
    for _ in range(order):  # each axis in turn becomes an axis of the user's coordinates
        derivative = jnp.moveaxis(problem.kernel.frame.gradient(derivative), -1, -order)
    return jnp.moveaxis(derivative, -1 - order, -1) if order and problem.columns else derivative


@library_code
@summed_by_terms
def potential(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The potential of point charges.

        u_i = sum_j K(x_i, y_j) q_j + p_j . grad_y K(x_i, y_j)

    with K as the kernel defines it, without further factors. Singular kernels leave out pairs at
    distance zero, so that a source does not act on itself; smooth kernels count them.

    Args:
      sources: (n, d) positions y_j, float32 or float64; or `jaxfmm.Elements`, with densities as
        charges and dipoles, and targets.
      charges: (n,) or (n, k) for k right-hand sides; real, or complex of the same precision. None
        for dipoles alone. (n, d) or (n, d, k) for kernels of vectors such as `Stokeslet`.
      dipoles: (n, d) or (n, d, k), the moments p_j; None for charges alone. The gradient grad_y is
        in the source: for `Laplace()` in three dimensions a dipole gives `p . (x - y) / r^3`, the
        limit of a charge 1/h at y + h p and one -1/h at y.
      targets: (m, d) positions x_i; None for the sources themselves.
      kernel: the kernel, `jaxfmm.Laplace()` unless a plan says otherwise.
      tol: relative L2 error over the targets, for the plan that is made if none is given. A given
        plan has its own tolerance: a smaller tol is an error, a larger one a warning.
      plan: from `jaxfmm.plan`, made for these points. They may have moved by a tenth of the radius
        of their leaf.
      segments: (n,) integers, the segment of each source, in any order; None if all sources act on
        all targets. Points act on points of their own segment alone. Numbers outside of 0 to
        `num_segments` - 1 are padding: such points have no effect, and results of zero.
      num_segments: how many segments there are; not traced. A plan knows it.
      target_segments: (m,), the segment of each target, where there are targets.
      exclude: (p, 2) integers, the indices of pairs of points that do not act on each other, such
        as bonded atoms; each pair once, where the sources are the targets. In a periodic cell only
        the nearest image of each pair is left out; all other images still act. Pairs with an index
        outside of 0 to n - 1 are padding.
      scale: a number, or (p,), factors of these pairs, for example 0.5 for atoms three bonds apart;
        None means 0.

    Returns:
      (m,) or (m, k). For a kernel with r entries, or of vectors with r = d, (m, r) or (m, r, k).
      Complex if the charges or the kernel are.

    Raises:
      ValueError: for bad arguments. Outside of `jit` also when the plan's status is not 0; inside
        `jit` results are NaN then.

    Reference: Greengard & Rokhlin, J. Comput. Phys. 73 (1987) 325; Yokota & Barba, GPU Computing
      Gems (2011), eq. 1-3.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> jaxfmm.potential(x, jnp.ones(1000)).shape
      (1000,)
    """
    of = _Segments(segments, num_segments, target_segments)
    asked = _asked(kernel, tol, plan, sources, targets, of, exclude, scale)
    return _sum(asked, (0,), sources, charges, targets, dipoles)[0]


@library_code
@summed_by_terms
def potential_and_gradient(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """The potential and its gradient at the targets, in one pass.

        u_i = sum_j K(x_i, y_j) q_j ,        g_i = sum_j q_j grad_x K(x_i, y_j)

    for charges; dipoles p_j add `p_j . grad_y` of K and of grad_x K. The force on a charge in the
    potential of the others is `-q_i g_i`. Arguments, errors and reference are those of `potential`;
    `tol` holds for both results.

    Returns:
      (m,) and (m, d), or (m, k) and (m, d, k). For a kernel with r entries (m, r) and (m, r, d), or
      (m, r, k) and (m, r, d, k).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> phi, grad = jaxfmm.potential_and_gradient(x, jnp.ones(1000))
      >>> grad.shape
      (1000, 3)
    """
    of = _Segments(segments, num_segments, target_segments)
    asked = _asked(kernel, tol, plan, sources, targets, of, exclude, scale)
    value, slope = _sum(asked, (0, 1), sources, charges, targets, dipoles)
    return value, slope


@library_code
@summed_by_terms
def hessian(
    sources: ArrayLike | Elements,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The second derivatives of the potential at the targets, such as the tidal tensor.

        H_i = sum_j q_j grad_x grad_x K(x_i, y_j) + p_j . grad_y grad_x grad_x K(x_i, y_j)

    For the product of the Hessian of a function with a vector use `jax.jvp` of `jax.grad`, which
    needs no Hessian. Arguments, errors and reference are those of `potential`. The sum takes
    expansions of two orders more than the gradient, so that its error is about `tol` as well; `tol`
    is promised for potential and gradient alone.

    Returns:
      (m, d, d), or (m, d, d, k) with k right-hand sides. For a kernel with r entries (m, r, d, d)
      or (m, r, d, d, k).

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0]])
      >>> target = jnp.array([[1.0, 0.0, 0.0]])
      >>> print(jaxfmm.hessian(x, jnp.ones(1), target)[0].round(3) + 0.0)
      [[ 2.  0.  0.]
       [ 0. -1.  0.]
       [ 0.  0. -1.]]
    """
    of = _Segments(segments, num_segments, target_segments)
    asked = _asked(kernel, tol, plan, sources, targets, of, exclude, scale)
    return _sum(asked, (2,), sources, charges, targets, dipoles)[0]


@library_code
@summed_by_terms
def gradient(
    sources: ArrayLike | Elements,
    charges: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The gradient of `potential_and_gradient` alone."""
    of = _Segments(segments, num_segments, target_segments)
    asked = _asked(kernel, tol, plan, sources, targets, of, exclude, scale)
    return _sum(asked, (1,), sources, charges, targets)[0]


@library_code
@summed_by_terms
def energy(
    points: ArrayLike,
    charges: ArrayLike | None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    exclude: ArrayLike | None = None,
    scale: ArrayLike | None = None,
) -> Array:
    """The interaction energy of point charges, and of point dipoles.

        U = 1/2 sum_{i != j} q_i q_j K(x_i, x_j)
        U = 1/2 sum_{i != j} (q_i + p_i . grad_x) (q_j + p_j . grad_y) K(x_i, x_j)      with dipoles

    For symmetric kernels the gradient in positions and charges costs one `potential_and_gradient`,
    since `dU = sum_i q_i g_i . dx_i + u_i dq_i`. With dipoles that sum has second derivatives, too.
    For `Custom` kernels the gradient takes two sums.

    Args:
      points: (n, d).  charges: (n,), or (n, k) for k sets of charges, or None for dipoles alone.
        dipoles: (n, d) or (n, d, k).  kernel, tol, plan, segments, num_segments: as `potential`.
        exclude, scale: as `potential`; the energies of these pairs do not count.

    Returns:
      A scalar, or (k,). With segments the energy of each one, (num_segments,) or (num_segments, k).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> float(jaxfmm.energy(x, jnp.ones(2)))
      0.5
      >>> jax.grad(jaxfmm.energy)(x, jnp.ones(2)).tolist()
      [[0.25, 0.0, 0.0], [-0.25, 0.0, 0.0]]
    """
    if isinstance(points, Elements):
        raise ValueError(
            "points must be an array for an energy, got jaxfmm.Elements; sum half of the density "
            "times the potential at quadrature points, such as elements.centers"
        )
    of = _Segments(segments, num_segments, None)
    asked = _asked(kernel, tol, plan, points, None, of, exclude, scale)
    arrays = points, charges, None, dipoles
    if (full := _filled(asked, *arrays)) is not None:
        return _energy_of(*full, asked)
    return automatic(_energy_of, arrays, plan, [False], asked)


def _energy_of(points: Any, charges: Any, _: None, dipoles: Any, asked: _Asked) -> Array:
    problem = _prepare(asked, points, charges, None, dipoles, gradient=True, slopes=False)
    if problem.is_complex:
        raise ValueError(
            "charges must be real for an energy, and dipoles too, got complex numbers; use "
            "potential(...)"
        )
    if problem.kernel.traits.vector:
        raise ValueError(
            f"kernel {problem.kernel.name} has vectors and no energy; use potential(...)"
        )
    if problem.kernel.extra_derivatives:
        raise ValueError(
            f"kernel {problem.kernel.name} is antisymmetric and has no energy; use Laplace()"
        )
    if problem.kernel.summed().entries() is not None:
        raise ValueError(
            f"kernel {problem.kernel!r} is complex or a vector and has no energy; use "
            "potential(...)"
        )
    with _waiting():
        return _energy(problem)


@jax.jit
def _energy(problem: _Problem) -> Array:
    """A scalar, or (k,) with k right-hand sides."""
    (kernel, sources, targets, weights), lattice = _place(problem), problem.lattice
    if problem.targets is not None:  # images are sources of their own
        value = folded_energy(kernel, targets, sources, weights, problem.plan, problem.status)
        return value if problem.columns else value[0]
    energy, choice = symmetric_energy if kernel.isotropic else pair_energy, problem.plan.choice
    value = energy(kernel, lattice, sources, weights, problem.plan, problem.status)
    rest = choice.method.images.rest_energy(choice, lattice, sources, weights)
    value = value if rest is None else value + rest
    if (pairs := problem.excluded) is not None:
        inner, orders = _in_open_space(problem, kernel), sorted(weights)
        left = pairs.fields(inner, problem.plan, sources, weights, orders, lattice)
        value = value - half(weights, left, problem.plan.kernel.segments)
    if problem.kernel.segments is not None and problem.kernel.segments.alone:
        value = value[0]
    return value if problem.columns else value[..., 0]
