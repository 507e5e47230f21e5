"""Sums over elements by a plan that keeps the fields of near ones.

The sum is linear in densities, and computed from numbers that were kept. Its derivatives in
vertices and targets are the derivatives of the sum by closed forms. Both the sum and its transpose
are one primitive, so that this holds for derivatives of derivatives too."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.interpreters import ad, batching
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, pytrees
from jaxfmm.elements import Elements
from jaxfmm.native.platforms import one_by_one, primitive
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import is_moved, weighted_sum

Values = tuple[Array, ...]
# Derivatives of these orders of the potential, by a plan, elements, densities and targets.
ByClosedForms = Callable[[tuple[int, ...], Plan, Elements, Array, Array], Values]


def sums_by_near_fields(plan: Any, charges: Any, dipoles: Any, orders: tuple[int, ...]) -> bool:
    """Whether the fields that a plan keeps, if it does, are for this sum."""
    kept = isinstance(plan, Plan) and plan.near_fields is not None
    return kept and dipoles is None and charges is not None and max(orders) <= 1


def kept_sum(
    plan: Plan,
    elements: Elements,
    charges: ArrayLike,
    targets: ArrayLike | None,
    orders: tuple[int, ...],
    by_closed_forms: ByClosedForms,
) -> Values:
    """The derivatives of these orders, 0 and 1, of the potential of densities (n,) or (n, k), as
    `jaxfmm.potential` gives them. by_closed_forms: a function of a module, for derivatives in
    vertices and targets."""
    plan = pytrees.constant(plan)
    density, at = _checked(plan, elements, charges, targets)
    moved = plan.near_fields.moved(elements, at)
    status = plan.status | plan.near_fields.of_status() | moved
    if not errors.is_traced(status):
        errors.raise_status(plan, int(status))
    columns = density if density.ndim == 2 else density[:, None]
    is_complex = jnp.issubdtype(density.dtype, jnp.complexfloating)
    if is_complex:
        columns = jnp.concatenate([columns.real, columns.imag], axis=1)
    leaves, treedef = jax.tree.flatten((plan, status))
    static = {"treedef": treedef, "orders": orders, "by": by_closed_forms, "turned": False}
    values = kept_p.bind(columns, elements.vertices, at, *leaves, **static)
    if is_complex:
        values = [jax.lax.complex(*jnp.split(value, 2, axis=-1)) for value in values]
    return tuple(value if density.ndim == 2 else value[..., 0] for value in values)


def _checked(
    plan: Plan, elements: Elements, charges: ArrayLike, targets: ArrayLike | None
) -> tuple[Array, Array]:
    """(densities, targets) as arrays. Raises ValueError unless they are for the plan."""
    kept, dtype = plan.near_fields, plan.unit.dtype
    plan.kernel.check_numbers(0, None if targets is None else 0)
    at = inputs.points("targets", targets, (3,), dtype)
    rows = len(elements), jnp.shape(elements.vertices)[0]
    own = jnp.shape(kept.elements.cells)[0], jnp.shape(kept.elements.vertices)[0]
    if rows != own or at.shape != kept.targets.shape:
        raise ValueError(
            f"the plan was made for {own[0]} cells with {own[1]} vertices and "
            f"{len(kept.targets)} targets, got {rows[0]}, {rows[1]} and {len(at)}; make a new plan"
        )
    by = "vertex" if elements.is_by_vertex("charges", jnp.asarray(charges)) else "cell"
    if by != kept.by:
        raise ValueError(
            f"charges have a row for each {by}, and the plan keeps near fields for densities by "
            f"{kept.by}; make it with jaxfmm.plan(jaxfmm.Elements(..., densities={by!r}), ..., "
            "keep_near=True)"
        )
    density = inputs.charges("charges", charges, rows[by == "vertex"], dtype)
    return density, at


def _linear(
    orders: tuple[int, ...], plan: Plan, density: Array, platform: str | None = None
) -> Values:
    """The sum, as a linear function of densities (n, k): (m, k), and (m, 3, k) for order 1.
    platform: as of `NearFields.near`."""
    kept, inner = plan.near_fields, plan.near_fields.points
    points = inner.placed(inner.kernel, kept.places, None)
    targets = inner.placed(inner.kernel, kept.targets, None)
    out = weighted_sum(inner.kernel, inner, targets, points, {0: kept.charges(density)}, orders)
    near = kept.near(density, platform)
    fields = {0: lambda: out[0] + near[:, 0], 1: lambda: jnp.moveaxis(out[1], 2, 1) + near[:, 1:]}
    return tuple(fields[order]() for order in orders)


def _turned(linear: Callable[[Array], Values], plan: Plan, cotangents: Any) -> Values:
    """The transpose of a sum."""
    elements = plan.near_fields.elements
    rows = jnp.shape(elements.vertices if plan.near_fields.by == "vertex" else elements.cells)[0]
    density = jax.ShapeDtypeStruct((rows, cotangents[0].shape[-1]), cotangents[0].dtype)
    return jax.linear_transpose(linear, density)(tuple(cotangents))


def _open(args: Any, orders: tuple[int, ...], treedef: Any, turned: bool) -> tuple[Any, ...]:
    """args -> densities or cotangents, (vertices, targets), plan, status."""
    count = len(orders) if turned else 1
    plan, status = jax.tree.unflatten(treedef, args[count + 2 :])
    return args[:count], args[count : count + 2], plan, status


def _compute(
    *args: Array, orders: tuple[int, ...], treedef: Any, by: Any, turned: bool, platform: str
) -> list[Array]:
    weights, _, plan, status = _open(args, orders, treedef, turned)
    if turned:
        out = _turned(functools.partial(_linear, orders, plan), plan, weights)
    else:
        out = _linear(orders, plan, weights[0], platform)
    return [jnp.where(status == 0, value, jnp.nan) for value in out]


kept_p = primitive("jaxfmm_kept_sum", _compute)


@kept_p.def_abstract_eval
def _(
    *args: Any, orders: tuple[int, ...], treedef: Any, by: Any, turned: bool
) -> list[jax.core.ShapedArray]:
    weights, (_, targets), plan, _ = _open(args, orders, treedef, turned)
    k, dtype = weights[0].shape[-1], weights[0].dtype
    if turned:
        elements = plan.near_fields.elements
        of = elements.vertices if plan.near_fields.by == "vertex" else elements.cells
        return [jax.core.ShapedArray((of.shape[0], k), dtype)]
    return [jax.core.ShapedArray((targets.shape[0], *[3] * b, k), dtype) for b in orders]


def _jvp(primals: Any, tangents: Any, **static: Any) -> tuple[list[Array], list[Array]]:
    orders, turned = static["orders"], static["turned"]
    weights, places, plan, _ = _open(primals, orders, static["treedef"], turned)
    count = len(weights)
    out = kept_p.bind(*primals, **static)
    terms = [[jnp.zeros_like(value) for value in out]]
    if any(map(is_moved, tangents[:count])):
        moved = map(ad.instantiate_zeros, tangents[:count])
        terms.append(kept_p.bind(*moved, *primals[count:], **static))
    ways = tangents[count : count + 2]
    numbers = [i for i, way in enumerate(ways) if is_moved(way)]
    if numbers:
        without = dataclasses.replace(plan, near_fields=None)

        def along(*moving: Array) -> Values:
            vertices, targets = (dict(enumerate(places)) | dict(zip(numbers, moving))).values()
            elements = dataclasses.replace(plan.near_fields.elements, vertices=vertices)

            def linear(density: Array) -> Values:
                return static["by"](orders, without, elements, density, targets)

            return _turned(linear, plan, weights) if turned else linear(*weights)

        moving = tuple(places[i] for i in numbers)
        terms.append(list(jax.jvp(along, moving, tuple(ways[i] for i in numbers))[1]))
    return out, [functools.reduce(jnp.add, term) for term in zip(*terms, strict=True)]


ad.primitive_jvps[kept_p] = _jvp


def _transpose(cotangents: list[Any], *args: Any, **static: Any) -> tuple[Any, ...]:
    count = len(static["orders"]) if static["turned"] else 1
    back = map(ad.instantiate_zeros, cotangents)
    turned = static | {"turned": not static["turned"]}
    out = kept_p.bind(*back, *args[count:], **turned)
    wanted = (
        one if ad.is_undefined_primal(arg) else None
        for one, arg in zip(out, args[:count], strict=True)
    )
    return (*wanted, *[None] * (len(args) - count))


ad.primitive_transposes[kept_p] = _transpose


def _batch(args: Any, dims: Any, **static: Any) -> tuple[Any, list[int]]:
    """A batch of densities makes more columns; others are summed one by one."""
    count = len(static["orders"]) if static["turned"] else 1
    if any(dim is not None for dim in dims[count:]):
        return one_by_one(kept_p)(args, dims, **static)
    size = next(a.shape[dim] for a, dim in zip(args, dims, strict=True) if dim is not None)
    folded = []
    for array, dim in zip(args[:count], dims[:count], strict=True):
        array = array[None] if dim is None else jnp.moveaxis(array, dim, 0)
        array = jnp.broadcast_to(array, (size, *array.shape[1:]))
        array = jnp.moveaxis(array, 0, -2)  # (..., size, k)
        folded.append(array.reshape(*array.shape[:-2], -1))
    out = kept_p.bind(*folded, *args[count:], **static)
    unfolded = [value.reshape(*value.shape[:-1], size, -1) for value in out]
    return unfolded, [value.ndim - 2 for value in unfolded]


batching.primitive_batchers[kept_p] = _batch
