"""The one differentiable sum, which every potential, gradient and derivative goes through.

It is one JAX primitive, linear in its weights, with static sets of derivative orders at the sources
(A) and at the targets (B):

    out_b(x_i) = sum_j sum_{a in A} w_a(j) . d_y^a d_x^b K(x_i, y_j)         for every b in B.

Its derivatives and its transpose are again such sums, of other orders. So derivatives are
derivatives of the mathematical sum, computed to the tolerance of the plan, never of the truncated
series. Each rule of differentiation is a function below. A batch of weights becomes more right-hand
sides; a batch of points becomes one sum over the points of all members, or one sum after the other.
"""

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.custom_derivatives import SymbolicZero
from jax.interpreters import ad, batching

from jaxfmm.backends import registry as backends
from jaxfmm.errors import if_right
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.kernels.by_point import own_slopes, shared_slope
from jaxfmm.kernels.pairs import pack_weights, unpack_results
from jaxfmm.methods.joint_sums import SHARED, Batch, joint_sum
from jaxfmm.methods.table import DIRECT
from jaxfmm.native.platforms import member_first, one_by_one, primitive
from jaxfmm.passes.far_images import CellImages, far_sum
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan

Tensors = dict[int, Array]  # {order: (points, k) + (d,) * order}


def weighted_sum(
    kernel: Kernel,
    plan: Plan,
    targets: Array,
    sources: Array,
    weights: Tensors,
    target_orders: Iterable[int],
    *,
    lattice: CellImages | None = None,
    exact: bool = False,
) -> Tensors:
    """{b: (m, k) + (d,) * b} from weights {a: (n, k) + (d,) * a}.

    targets, sources: in the coordinates of the kernel (`Plan.placed`).
    lattice: the images of a periodic kernel.
    exact: sum all pairs directly, whatever the method of the plan."""
    source_orders, target_orders = tuple(sorted(weights)), tuple(sorted(target_orders))
    leaves, treedef = jax.tree.flatten((kernel, lattice, plan))
    arrays = [*(weights[a] for a in source_orders), targets, sources, *leaves]
    orders = {"source_orders": source_orders, "target_orders": target_orders}
    out = sum_p.bind(*arrays, **orders, treedef=treedef, exact=exact)
    return dict(zip(target_orders, out))


def _open(args: Any, source_orders: tuple[int, ...], treedef: Any) -> tuple[Any, ...]:
    """(weights {a: array}, targets, sources, kernel, lattice, plan) from the arrays of the
    primitive."""
    count = len(source_orders)
    opened = jax.tree.unflatten(treedef, args[count + 2 :])
    return dict(zip(source_orders, args[:count])), args[count], args[count + 1], *opened


def _compute(
    *args: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
    platform: str,
) -> list[Array]:
    """The sum by the method of the plan, when the primitive is lowered for a platform."""
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    dim, rhs = targets.shape[1], next(iter(weights.values())).shape[1]
    method = plan.choice.method.all_pairs(DIRECT) if exact else plan.choice.method
    step = step_of(kernel, plan)
    packed = pack_weights(scaled(weights, step), dim)
    targets, sources = map(plan.in_unit, (targets, sources))
    if lattice is not None:
        lattice = lattice.in_unit(plan.unit, plan.shift)
        lists = plan.lists.moved(lattice.shifts())
        plan = dataclasses.replace(plan, lattice=lattice, images=lattice.shifts(), lists=lists)
    orders = source_orders, target_orders
    inner = kernel.in_unit(plan.unit)
    backend, _ = backends.choose(
        plan.request.backend, platform, inner, *orders, rhs, dim, targets.dtype
    )
    summands = Summands(targets, sources, packed, *orders)
    out = method.compute(plan, inner, summands, backend=backend, platform=platform)
    results = unpack_results(out, target_orders, dim)
    return [times_unit(results[b], kernel, plan.unit, [step] * b) for b in target_orders]


def step_of(kernel: Kernel, plan: Plan) -> Array:
    """The factor from a derivative per unit of the plan, which most methods compute, to one per
    length of the kernel. It is 1 for methods that compute these (`Method.in_lengths`)."""
    if plan.choice.method.in_lengths:
        return jnp.ones_like(plan.unit)
    return kernel.frame.derivative_length(plan.unit)


def scaled(tensors: Tensors, step: Array) -> Tensors:
    """Each tensor of order a times step^a."""
    return {a: functools.reduce(jnp.multiply, [step] * a, t) for a, t in tensors.items()}


sum_p = primitive("jaxfmm_sum", _compute)


@sum_p.def_abstract_eval
def _(
    *args: Any,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
) -> list[Any]:
    weights, targets = args[0], args[len(source_orders)]
    (m, dim), k = targets.shape, weights.shape[1]
    return [jax.core.ShapedArray((m, k) + (dim,) * b, targets.dtype) for b in target_orders]


@dataclasses.dataclass(frozen=True)
class Sum:
    """A sum that is differentiated, with the arguments of `weighted_sum`.

    orders: the derivative orders at the targets.
    status: the sums are NaN unless it is 0; None where the caller makes them NaN."""

    kernel: Kernel
    lattice: CellImages | None
    plan: Plan
    targets: Array
    sources: Array
    weights: Tensors
    orders: tuple[int, ...]
    exact: bool = False
    status: Array | None = None

    def of(
        self,
        weights: Tensors,
        orders: Iterable[int],
        *,
        kernel: Kernel | None = None,
        lattice: CellImages | None = None,
    ) -> Tensors:
        """This sum with other weights and orders, and perhaps with another kernel or lattice."""
        exact = self.exact
        if kernel is not None:  # a derivative in a parameter may have no expansions
            exact = exact or not self.plan.choice.method.sums_slopes(kernel, self.plan.choice)
        if exact and self.plan.request.segments is not None and not self.plan.is_direct:
            raise ValueError(
                f"the derivative of {self.kernel.name} in this parameter has no expansions, and a "
                "plan by segments has no list of all pairs; give jaxfmm.plan(..., "
                "method='direct', segments=...)"
            )
        out = weighted_sum(
            self.kernel if kernel is None else kernel,
            self.plan,
            self.targets,
            self.sources,
            weights,
            orders,
            lattice=self.lattice if lattice is None else lattice,
            exact=exact,
        )
        if self.status is None:
            return out
        return if_right(self.status == 0, out)


def is_moved(tangent: Any) -> bool:
    """Whether a tangent, of a primitive or of a `jax.custom_jvp`, is not known to be zero."""
    return not isinstance(tangent, ad.Zero | SymbolicZero)


def _jvp(
    primals: Any,
    tangents: Any,
    *,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
) -> tuple[list[Array], list[Any]]:
    weights, targets, sources, kernel, lattice, plan = _open(primals, source_orders, treedef)
    d_weights, d_targets, d_sources, d_kernel, d_lattice, _ = _open(
        tangents, source_orders, treedef
    )
    here = Sum(kernel, lattice, plan, targets, sources, weights, target_orders, exact)
    # Without is_leaf, tangents that are known to be zero would be left out and not counted.
    d_parameters = jax.tree.leaves(d_kernel, is_leaf=lambda leaf: not is_moved(leaf))
    scaling = None
    if any(map(is_moved, d_parameters)) and not exact and kernel.traits.scales:
        scaling = plan.choice.method.scaling_plan(plan)
    above = {b + 1 for b in target_orders} if is_moved(d_targets) or scaling is plan else set()
    out = here.of(weights, above.union(target_orders))
    terms: list[Tensors] = []
    if is_moved(d_targets):
        terms.append(_target_tangents(here, out, d_targets))
    if linear := _moved_weights(here, d_weights, d_sources):
        terms.append(here.of(linear, target_orders))
    if scaling is not None:
        slopes = _by_scaling(here, scaling, out if scaling is plan else None)
        terms.append({b: s * d_parameters[0].astype(s.dtype) for b, s in slopes.items()})
    else:
        for index, tangent in enumerate(d_parameters):
            if is_moved(tangent):
                terms.extend(_parameter_tangents(here, index, tangent))
    if lattice is not None:
        terms.extend(_lattice_tangents(here, lattice, d_lattice))
    tangent_out = []
    for b in target_orders:
        first, *rest = [term[b] for term in terms if b in term] or [jnp.zeros_like(out[b])]
        tangent_out.append(sum(rest, first))
    return [out[b] for b in target_orders], tangent_out


ad.primitive_jvps[sum_p] = _jvp


def _target_tangents(here: Sum, out: Tensors, d_targets: Array) -> Tensors:
    """d out_b = out_{b+1} . dx, where out_{b+1} is the sum of the same weights with a target order
    one higher."""
    # right-hand sides stand between the points and the tensor axes of out
    return {b: einsum("mk...i,mi->mk...", out[b + 1], d_targets) for b in here.orders}


def _moved_weights(here: Sum, d_weights: Tensors, d_sources: Any) -> Tensors:
    """The weights whose sum is the tangent of weights and sources: dw_a at order a, and the
    weights w_a (x) dy at order a + 1."""
    linear = {a: tangent for a, tangent in d_weights.items() if is_moved(tangent)}
    if is_moved(d_sources):
        for a, weight in here.weights.items():
            raised = einsum("nk...,ni->nk...i", weight, d_sources)
            linear[a + 1] = linear[a + 1] + raised if a + 1 in linear else raised
    return linear


def slopes_of(kernel: Kernel, index: int, tangent: Array) -> Iterator[tuple[str, Kernel, Array]]:
    """(side, dK/dp, dp) for the parameter leaf p of the kernel with this index.

    A parameter that all pairs share has the side "all"; an array is differentiated entry by entry.
    A parameter with an entry for each point has the side "targets" or "sources". Then dp has an
    entry for each of these points, which multiplies the results of the targets or the weights of
    the sources (`kernels.by_point.own_slopes`)."""
    by_points = own_slopes(kernel, index)
    if by_points is not None:
        for side, slope in by_points:
            yield side, slope, tangent
        return
    for place in np.ndindex(jnp.shape(tangent)):
        direction = _basis_array(tangent, place) if place else None
        along = jnp.asarray(tangent[place] if place else tangent)
        yield "all", shared_slope(kernel, index, direction), along


def _parameter_tangents(here: Sum, index: int, tangent: Array) -> Iterator[Tensors]:
    """The sums with dK/dp, times dp, for the parameter leaf p of this index."""
    for side, slope, along in slopes_of(here.kernel, index, tangent):
        if side == "sources":
            moved = {a: by_point(weight, along) for a, weight in here.weights.items()}
            yield here.of(moved, here.orders, kernel=slope)
            continue
        out = here.of(here.weights, here.orders, kernel=slope)
        if side == "all":
            yield {b: value * along.astype(value.dtype) for b, value in out.items()}
        else:
            yield {b: by_point(value, along) for b, value in out.items()}


def _lattice_tangents(here: Sum, lattice: CellImages, tangents: CellImages) -> Iterator[Tensors]:
    """The tangents of the sum in the images of its cell; see `passes.far_images`."""
    yield from row_tangents(here, lattice, tangents)
    if tangents.sums is not None and is_moved(tangents.sums):
        points = here.targets, here.sources
        order = far_order(here, lattice)
        yield far_sum(lattice, tangents.sums, order, *points, here.weights, here.orders)


def far_order(here: Sum, lattice: CellImages) -> int:
    """The order of the expansions of far images at which the derivatives of the sum are as accurate
    as the potential is with `lattice.order`."""
    return lattice.order + max(max(here.weights) + max(here.orders) - 1, 0)


def row_tangents(here: Sum, lattice: CellImages, tangents: CellImages) -> Iterator[Tensors]:
    """The tangents of the sum in the edges of the cell, by near images."""
    if is_moved(tangents.rows):
        for row in range(lattice.edges):
            above = tuple(b + 1 for b in here.orders)
            out = here.of(here.weights, above, lattice=lattice.raised(row))
            step = lattice.at_targets(tangents.rows if lattice.turned else -tangents.rows, row)
            of_step = "i" if step.ndim == 1 else "mi"
            yield {b: einsum(f"mk...i,{of_step}->mk...", out[b + 1], step) for b in here.orders}


def _by_scaling(here: Sum, plan: Plan, out: Tensors | None) -> Tensors:
    """{b: the derivative of the sums in the parameter of a kernel that `scales`}, by a sum of other
    weights and `out`, the sums of these orders and of one more, None if they are not known. Since
    K(x, y; p) = unit^degree K(x / unit, y / unit; p unit),

        p dD/dp = (x . grad_x + y . grad_y + |a| + |b| - degree) D          with D = d_y^a d_x^b K

    about any centre (Euler's identity).
    """
    kernel, orders = here.kernel, here.orders
    x, y = (point - plan.center[None] for point in (here.targets, here.sources))
    moved: Tensors = {}
    for a, weight in sorted(here.weights.items()):
        if a:
            moved[a] = moved.get(a, 0) + a * weight
        moved[a + 1] = einsum("nk...,ni->nk...i", weight, y)
    scaling = dataclasses.replace(here, plan=plan, lattice=None, exact=False)
    if out is None:
        out = scaling.of(here.weights, {*orders, *(b + 1 for b in orders)})
    slopes = scaling.of(moved, orders)
    parameter = jnp.asarray(jax.tree.leaves(kernel)[0], x.dtype)
    for b in orders:
        along = einsum("mk...i,mi->mk...", out[b + 1], x)
        slopes[b] = (along + (b - kernel.degree) * out[b] + slopes[b]) / parameter
    return slopes


def by_point(values: Array, numbers: Array) -> Array:
    """Values (n, ...) times a number for each point (n,)."""
    return values * numbers.reshape((-1,) + (1,) * (values.ndim - 1)).astype(values.dtype)


def _basis_array(array: Array, place: tuple[int, ...]) -> Array:
    """An array of this shape that is 1 at a place and 0 elsewhere."""
    basis = np.zeros(array.shape, array.dtype)
    basis[place] = 1
    return jnp.asarray(basis)


def _transpose(
    cotangents: list[Any],
    *args: Any,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
) -> tuple[Any, ...]:
    """The transpose in the weights: sources and targets, A and B, and the arguments of K change
    places."""
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    wanted = tuple(a for a in source_orders if ad.is_undefined_primal(weights[a]))
    back = {b: ct for b, ct in zip(target_orders, cotangents) if is_moved(ct)}
    rest = (None,) * (len(args) - len(source_orders))
    if not back:
        zeros = (ad.Zero(weights[a].aval) if a in wanted else None for a in source_orders)
        return (*zeros, *rest)
    if lattice is not None:
        lattice, sign = lattice.transposed(plan.request.symmetric)
        back = {b: sign * ct for b, ct in back.items()}
    turned = kernel.transposed(), plan.transposed()
    out = weighted_sum(*turned, sources, targets, back, wanted, lattice=lattice, exact=exact)
    return tuple(out.get(a) for a in source_orders) + rest


ad.primitive_transposes[sum_p] = _transpose


def _batch(
    args: tuple[Any, ...], dims: tuple[int | None, ...], **params: Any
) -> tuple[list[Array], list[int]]:
    """A batch of weights alone makes more right-hand sides of one sum. A batch of points is one sum
    over the points of all members where it can be."""
    count = len(params["source_orders"])
    if any(d is not None for d in dims[count:]):
        joint = _join_members(args, dims, **params)
        return one_by_one(sum_p)(args, dims, **params) if joint is None else joint
    size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
    folded = []
    for w, d in zip(args[:count], dims[:count]):
        w = w[:, None] if d is None else jnp.moveaxis(w, d, 1)
        w = jnp.broadcast_to(w, (w.shape[0], size, *w.shape[2:]))
        folded.append(w.reshape(w.shape[0], size * w.shape[2], *w.shape[3:]))
    out = sum_p.bind(*folded, *args[count:], **params)
    return [o.reshape(o.shape[0], size, w.shape[2], *o.shape[2:]) for o in out], [1] * len(out)


batching.primitive_batchers[sum_p] = _batch


def _join_members(
    args: tuple[Any, ...],
    dims: tuple[int | None, ...],
    *,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
) -> tuple[list[Array], list[int]] | None:
    """A batch of sums as one sum over the points of all members; None for sums that cannot be
    one."""
    size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
    if not size:
        return None
    first = [a if d is None else jnp.moveaxis(a, d, 0)[0] for a, d in zip(args, dims)]
    _, targets, sources, kernel, lattice, plan = _open(first, source_orders, treedef)
    axes = [SHARED if d is None else d for d in dims]
    *_, kernel_axes, _, plan_axes = _open(axes, source_orders, treedef)
    every = [member_first(a, d, size) for a, d in zip(args, dims)]
    _, _, _, kernels, lattices, plans = _open(every, source_orders, treedef)
    batch = Batch(size, kernel, lattice, plan, kernels, lattices, plans, kernel_axes, plan_axes)
    joint = joint_sum(batch, len(targets), len(sources), exact=exact)
    if joint is None:
        return None
    *weights, targets, sources = every[: len(source_orders) + 2]
    by_order = dict(zip(source_orders, weights))
    if joint.lengths is not None:
        by_order = jax.vmap(scaled)(by_order, joint.lengths)
    if joint.shifted:  # exact, see `Plan.shift`
        targets, sources = (points - plans.shift[:, None] for points in (targets, sources))
    targets, sources, by_order = jax.tree.map(
        lambda array: array.reshape(-1, *array.shape[2:]), (targets, sources, by_order)
    )
    out = weighted_sum(
        joint.kernel,
        joint.plan,
        targets,
        sources,
        by_order,
        target_orders,
        lattice=joint.lattice,
        exact=exact,
    )
    # in clouds that are this much smaller than the largest, powers of distances would underflow
    unit = joint.plan.unit
    alike = plans.unit.min() >= jnp.finfo(unit.dtype).tiny ** (1 / 3) * unit
    results = {b: jnp.where(alike, out[b], jnp.nan) for b in target_orders}
    results = {b: value.reshape(size, -1, *value.shape[1:]) for b, value in results.items()}
    if joint.lengths is not None:
        results = jax.vmap(scaled)(results, joint.lengths)
    return [results[b] for b in target_orders], [0] * len(results)
