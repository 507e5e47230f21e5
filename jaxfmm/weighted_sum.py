"""The one differentiable sum.

Everything is one primitive, linear in its weights, with static derivative orders at the sources
(set A) and at the targets (set B):

    out_b(x_i) = sum_j sum_{a in A} w_a(j) . d_y^a d_x^b K(x_i, y_j)         for every b in B.

It is closed under differentiation and transposition:
- JVP in the weights: the sum of dw.  In the targets: d out_b = out_{b+1} . dx, the same weights
  with one target order more.  In the sources: the weights w_a (x) dy at order a + 1.  In a kernel
  parameter: the sum with dK/dp, times dp, or what `_by_scaling` makes of sums of K.
- Transpose in the weights: sources and targets, A and B change places, and the arguments of K,
  which most are symmetric in.
- Batching over the weights makes more right-hand sides; over anything else one sum after the other.
So derivatives are those of the mathematical sum, computed to the tolerance of the plan, never of
the truncated series."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.interpreters import ad, batching

from jaxfmm.backends import registry as backends
from jaxfmm.kernels.base import (
    Kernel,
    ParameterDerivative,
    pack_weights,
    times_unit,
    unpack_results,
)
from jaxfmm.methods.table import DIRECT
from jaxfmm.native.platforms import one_by_one, primitive
from jaxfmm.passes.far_images import Lattice, far_sum
from jaxfmm.plan import Plan

einsum = functools.partial(jnp.einsum, precision=lax.Precision.HIGHEST)  # never TF32 on a GPU


def weighted_sum(
    kernel: Any,
    plan: Plan,
    targets: jax.Array,
    sources: jax.Array,
    weights: dict[int, jax.Array],
    target_orders: Iterable,
    *,
    lattice: Lattice | None = None,
    exact: bool = False,
) -> dict[int, jax.Array]:
    """{b: (m, k) + (d,) * b} from weights {a: (n, k) + (d,) * a}. lattice: of the images of a
    periodic kernel. `exact`: by the direct sum whatever the plan says."""
    orders = {
        "source_orders": tuple(sorted(weights)),
        "target_orders": tuple(sorted(target_orders)),
    }
    leaves, treedef = jax.tree.flatten((kernel, lattice, plan))
    arrays = [*(weights[a] for a in orders["source_orders"]), targets, sources, *leaves]
    out = sum_p.bind(*arrays, **orders, treedef=treedef, exact=exact)
    return dict(zip(orders["target_orders"], out))


def _open(args: tuple[Any, ...], source_orders: tuple[int, ...], treedef: Any) -> tuple[Any, ...]:
    """args -> weights {a: array}, targets, sources, kernel, lattice, plan."""
    count = len(source_orders)
    opened = jax.tree.unflatten(treedef, args[count + 2 :])
    return dict(zip(source_orders, args[:count])), args[count], args[count + 1], *opened


def _compute(
    *args,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
    platform: str,
) -> list[jax.Array]:
    """The sum in plain JAX, on arrays."""
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    dim, rhs = targets.shape[1], next(iter(weights.values())).shape[1]
    method = plan.choice.method.everywhere(DIRECT) if exact else plan.choice.method
    step = step_of(kernel, plan)
    packed = pack_weights(scaled(weights, step), dim)
    targets, sources = map(plan.in_unit, (targets, sources))
    if lattice is not None:
        lattice = lattice.in_unit(plan.unit, plan.shift)
        lists = plan.lists.moved(lattice.shifts())
        plan = dataclasses.replace(plan, lattice=lattice, images=lattice.shifts(), lists=lists)
    orders = source_orders, target_orders
    backend, _ = backends.choose(
        plan.request.backend, platform, kernel, *orders, rhs, dim, targets.dtype
    )
    arguments = (plan, kernel.in_unit(plan.unit), targets, sources, packed, *orders)
    out = method.compute(*arguments, backend=backend, platform=platform)
    results = unpack_results(out, target_orders, dim)
    return [times_unit(results[b], kernel, plan.unit, [step] * b) for b in target_orders]


def step_of(kernel: Any, plan: Plan) -> jax.Array:
    """The length by which the method of a plan counts derivatives, in its unit."""
    return (
        jnp.ones_like(plan.unit)
        if plan.choice.method.in_lengths
        else kernel.derivative_length(plan.unit)
    )


def scaled(weights: dict[int, jax.Array], step: jax.Array) -> dict[int, jax.Array]:
    return {a: functools.reduce(jnp.multiply, [step] * a, w) for a, w in weights.items()}


sum_p = primitive("jaxfmm_sum", _compute)


@sum_p.def_abstract_eval
def _(
    *args, source_orders: tuple[int, ...], target_orders: tuple[int, ...], treedef: Any, exact: bool
) -> list[Any]:
    weights, targets = args[0], args[len(source_orders)]
    (m, dim), k = targets.shape, weights.shape[1]
    return [jax.core.ShapedArray((m, k) + (dim,) * b, targets.dtype) for b in target_orders]


def _jvp(
    primals: tuple[Any, ...],
    tangents: tuple[Any, ...],
    *,
    source_orders: tuple[int, ...],
    target_orders: Any,
    treedef: Any,
    exact: bool,
) -> tuple[list[jax.Array], list[jax.Array]]:
    weights, targets, sources, kernel, lattice, plan = _open(primals, source_orders, treedef)
    count = len(source_orders)
    d_weights = dict(zip(source_orders, tangents[:count]))
    d_targets, d_sources = tangents[count], tangents[count + 1]
    first = count + 2 + len(jax.tree.leaves(kernel))
    d_parameters = tangents[count + 2 : first]
    d_lattice = tangents[first : first + len(jax.tree.leaves(lattice))]

    def moved(t):
        return type(t) is not ad.Zero

    def summed(weights, orders, kernel=kernel, exact=exact, lattice=lattice):
        return weighted_sum(
            kernel, plan, targets, sources, weights, orders, lattice=lattice, exact=exact
        )

    scaled = None
    if any(map(moved, d_parameters)) and not exact:
        scaled = plan.choice.method.scaled(plan, kernel)
    above = tuple(b + 1 for b in target_orders) if moved(d_targets) or scaled is plan else ()
    out = summed(weights, set(target_orders) | set(above))
    d_out = {b: [] for b in target_orders}
    if moved(d_targets):
        for b in target_orders:
            # out_{b+1} . dx, with the right-hand sides between the points and the tensor axes of
            # out
            d_out[b].append(einsum("mk...i,mi->mk...", out[b + 1], d_targets))
    linear = {a: t for a, t in d_weights.items() if moved(t)}
    if moved(d_sources):
        for a in source_orders:
            raised = einsum("nk...,ni->nk...i", weights[a], d_sources)
            linear[a + 1] = linear[a + 1] + raised if a + 1 in linear else raised
    if linear:
        for b, value in summed(linear, target_orders).items():
            d_out[b].append(value)
    if scaled is not None:
        known = out if scaled is plan else None
        slope = _by_scaling(kernel, scaled, targets, sources, weights, target_orders, known)
        for b in target_orders:
            d_out[b].append(slope[b] * d_parameters[0].astype(slope[b].dtype))
    for index, t in enumerate(d_parameters if scaled is None else ()):
        slopes = kernel.own_slopes(index) if moved(t) else None
        for side, changed in slopes or ():
            given = (
                {a: by_point(w, t) for a, w in weights.items()} if side == "sources" else weights
            )
            slope = summed(given, target_orders, changed, exact or needs_exact(changed, plan))
            for b in target_orders:
                d_out[b].append(slope[b] if side == "sources" else by_point(slope[b], t))
        if slopes is not None:
            continue
        for place in np.ndindex(jnp.shape(t)) if moved(t) else ():  # of an array, entry by entry
            changed = ParameterDerivative(kernel, index, _unit(t, place) if place else None)
            slope = summed(weights, target_orders, changed, exact or needs_exact(changed, plan))
            along = jnp.asarray(t[place] if place else t)
            for b in target_orders:
                d_out[b].append(slope[b] * along.astype(slope[b].dtype))
    if any(map(moved, d_lattice)):
        d_lattice = jax.tree.unflatten(jax.tree.structure(lattice), d_lattice)
        for b, value in lattice_tangent(
            lattice, d_lattice, moved, summed, targets, sources, weights, target_orders
        ):
            d_out[b].append(value)
    primal_out = [out[b] for b in target_orders]
    tangent_out = [
        sum(d[1:], d[0]) if d else ad.Zero.from_primal_value(p)
        for d, p in zip(d_out.values(), primal_out)
    ]
    return primal_out, tangent_out


ad.primitive_jvps[sum_p] = _jvp


def lattice_tangent(
    lattice: Lattice,
    tangents: Lattice,
    moved: Callable,
    summed: Callable,
    targets: jax.Array,
    sources: jax.Array,
    weights: dict[int, jax.Array],
    target_orders: Any,
) -> Iterable:
    """Pairs (b, tangent) of what the lattice's tangents, a `Lattice`, do; see `passes.far_images`.
    summed: the sum of this kernel and plan as a function of weights and orders."""
    if moved(tangents.rows):
        for row in range(len(lattice.rows)):
            out = summed(weights, tuple(b + 1 for b in target_orders), lattice=lattice.raised(row))
            step = tangents.rows[row] if lattice.turned else -tangents.rows[row]
            yield from ((b, einsum("mk...i,i->mk...", out[b + 1], step)) for b in target_orders)
    if lattice.sums is not None and moved(tangents.sums):
        order = lattice.order + max(max(weights) + max(target_orders) - 1, 0)
        far = far_sum(lattice, tangents.sums, order, targets, sources, weights, target_orders)
        yield from far.items()


def _by_scaling(kernel, plan, targets, sources, weights, target_orders, out):
    """{b: the derivative of the sums in the parameter of a kernel that `scales`}, by a sum of other
    weights and `out`, the sums of these orders and of one more, None if they are not known. Since
    K(x, y; p) = unit^degree K(x / unit, y / unit; p unit),

        p dD/dp = (x . grad_x + y . grad_y + |a| + |b| - degree) D          with D = d_y^a d_x^b K

    about any centre (Euler's identity).
    """
    x, y = (point - plan.center[None] for point in (targets, sources))
    given = {}
    for a, w in sorted(weights.items()):
        if a:
            given[a] = given.get(a, 0) + a * w
        given[a + 1] = einsum("nk...,ni->nk...i", w, y)
    if out is None:
        every = {*target_orders, *(b + 1 for b in target_orders)}
        out = weighted_sum(kernel, plan, targets, sources, weights, every)
    moved = weighted_sum(kernel, plan, targets, sources, given, target_orders)
    parameter, found = jnp.asarray(jax.tree.leaves(kernel)[0], x.dtype), {}
    for b in target_orders:
        along = einsum("mk...i,mi->mk...", out[b + 1], x)
        found[b] = (along + (b - kernel.degree) * out[b] + moved[b]) / parameter
    return found


def by_point(values, numbers):
    """Values (n, ...) times numbers (n,)."""
    return values * numbers.reshape((-1,) + (1,) * (values.ndim - 1)).astype(values.dtype)


def _unit(array, place):
    """An array of the same shape, one at a place and zero elsewhere."""
    unit = np.zeros(array.shape, array.dtype)
    unit[place] = 1
    return jnp.asarray(unit)


def needs_exact(slope: Kernel, plan: Plan) -> bool:
    """Whether the derivative in a parameter, which is another kernel, has no expansions."""
    return not plan.choice.method.sums_slopes(slope, plan.choice)


def _transpose(
    cotangents: list[Any],
    *args,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    treedef: Any,
    exact: bool,
) -> Any:
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    wanted = tuple(a for a in source_orders if ad.is_undefined_primal(weights[a]))
    back = {b: ct for b, ct in zip(target_orders, cotangents) if type(ct) is not ad.Zero}
    rest = (None,) * (len(args) - len(source_orders))
    if not back:
        return (
            tuple(ad.Zero(weights[a].aval) if a in wanted else None for a in source_orders) + rest
        )
    if lattice is not None:
        lattice, sign = lattice.transposed(plan.request.symmetric)
        back = {b: sign * ct for b, ct in back.items()}
    turned = kernel.transposed(), plan.transposed()
    out = weighted_sum(*turned, sources, targets, back, wanted, lattice=lattice, exact=exact)
    return tuple(out.get(a) for a in source_orders) + rest


ad.primitive_transposes[sum_p] = _transpose


def _batch(
    args: tuple[Any, ...], dims: tuple[int | None, ...], **params
) -> tuple[list[jax.Array], list[int]]:
    count = len(params["source_orders"])
    size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
    if all(d is None for d in dims[count:]):  # weights only: more right-hand sides
        folded = []
        for w, d in zip(args[:count], dims[:count]):
            w = (
                jnp.moveaxis(w, d, 1)
                if d is not None
                else jnp.broadcast_to(w[:, None], w.shape[:1] + (size,) + w.shape[1:])
            )
            folded.append(w.reshape(w.shape[:1] + (w.shape[1] * w.shape[2],) + w.shape[3:]))
        out = sum_p.bind(*folded, *args[count:], **params)
        return [o.reshape(o.shape[:1] + (size, w.shape[2]) + o.shape[2:]) for o in out], [1] * len(
            out
        )
    return one_by_one(sum_p)(args, dims, **params)


batching.primitive_batchers[sum_p] = _batch
