"""Sums over elements by a plan that keeps the fields of near ones."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, pytrees
from jaxfmm.elements import Elements
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import is_moved, weighted_sum

Values = tuple[Array, ...]
# Derivatives of the potential of these elements with densities at targets.
SumOfElements = Callable[[Elements, Array, Array], Values]


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
    by_closed_forms: SumOfElements,
) -> Values:
    """The derivatives of these orders, 0 and 1, of the potential of densities (n,) or (n, k), as
    `jaxfmm.potential` gives them.

    The sum is linear in the densities. Its derivatives in vertices and targets are those of the sum
    `by_closed_forms`."""
    plan = pytrees.constant(plan)
    density, at = _checked(plan, elements, charges, targets)
    moved = plan.near_fields.moved(elements, at)
    status = plan.status | plan.near_fields.of_status() | moved
    if not errors.is_traced(status):
        errors.raise_status(plan, int(status))
    if jnp.issubdtype(density.dtype, jnp.complexfloating):
        real, imaginary = (
            kept_sum(plan, elements, part, at, orders, by_closed_forms)
            for part in (density.real, density.imag)
        )
        return tuple(a + 1j * b for a, b in zip(real, imaginary, strict=True))

    @jax.custom_jvp
    def fields(elements: Elements, density: Array, targets: Array) -> Values:
        return _linear(plan, status, density, orders=orders)

    def rule(primals: Any, tangents: Any) -> tuple[Values, Values]:
        out, (_, density, _) = fields(*primals), primals
        d_elements, d_density, d_targets = tangents
        terms = [tuple(map(jnp.zeros_like, out))]
        if is_moved(d_density):
            terms.append(fields(primals[0], d_density, primals[2]))
        given = {"vertices": primals[0].vertices, "targets": primals[2]}
        ways = {"vertices": d_elements.vertices, "targets": d_targets}
        ways = {name: way for name, way in ways.items() if is_moved(way)}

        def along(moving: dict[str, Array]) -> Values:
            places = given | moving
            of = dataclasses.replace(primals[0], vertices=places["vertices"])
            return by_closed_forms(of, density, places["targets"])

        if ways:
            moving = {name: given[name] for name in ways}
            terms.append(jax.jvp(along, (moving,), (ways,))[1])
        return out, tuple(functools.reduce(jnp.add, term) for term in zip(*terms, strict=True))

    fields.defjvp(rule, symbolic_zeros=True)
    return fields(elements, density, at)


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


@functools.partial(jax.jit, static_argnames="orders")
def _linear(plan: Plan, status: Array, density: Array, *, orders: tuple[int, ...]) -> Values:
    """The sum, as a linear function of densities (n,) or (n, k)."""
    kept, columns = plan.near_fields, density if density.ndim == 2 else density[:, None]
    inner, (m, _) = kept.points, kept.targets.shape
    points = inner.placed(inner.kernel, kept.elements.points(kept.degree)[0], None)
    targets = inner.placed(inner.kernel, kept.targets, None)
    weights = kept.amounts(columns)
    out = weighted_sum(inner.kernel, inner, targets, points, {0: weights}, orders)
    near = kept.matrix.product(columns, m)
    values = []
    for order in orders:
        of_near = near[:, 1:] if order else near[:, 0]
        value = (jnp.moveaxis(out[1], 2, 1) if order else out[0]) + of_near
        value = jnp.where(status == 0, value, jnp.nan)
        values.append(value if density.ndim == 2 else value[..., 0])
    return tuple(values)
