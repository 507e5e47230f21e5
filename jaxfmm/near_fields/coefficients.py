"""What an element of density one adds to the sum over the points of its rule."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.elements import Rule
from jaxfmm.kernels.element_integrals import FIELDS
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.near_fields.points import Geometry


class Parts(NamedTuple):
    """The elements that have a part in each density: those of density i are the places start[i] to
    start[i + 1] of `cell` and `corner`, the corner where the density is one, in elements without
    others; None for densities that are one on their element."""

    start: Array
    cell: Array
    corner: Array | None


def parts_of(cells: Array, vertices: int, by: str) -> Parts:
    """The `Parts` of densities by "cell" or "vertex"."""
    n, corners = cells.shape
    if by == "cell":
        return Parts(lax.iota(jnp.int32, n + 1), lax.iota(jnp.int32, n), None)
    numbers = cells.reshape(-1)
    many = jnp.zeros(vertices, jnp.int32).at[numbers].add(1)
    places = lax.iota(jnp.int32, corners * n)
    _, order = lax.sort((numbers, places), num_keys=1)
    start = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(many, dtype=jnp.int32)])
    return Parts(start, order // corners, order % corners)


def coefficients(of: Geometry, parts: Parts, densities: Array, x: Array, rule: Rule) -> Array:
    """The closed form minus the sum over `Blunt` points, of potential and gradient, for pairs of
    densities, by their numbers (pairs,), and targets (pairs, 3): (pairs, 4)."""

    def one(cell: Array, corner: Array | None) -> Array:
        return _closed_form(of, cell, corner, x) - _points(of, cell, corner, x, rule)

    return _sum_over_elements(parts, densities, one)


def closed_forms(of: Geometry, parts: Parts, densities: Array, x: Array) -> Array:
    """The closed form alone, as `coefficients`."""
    return _sum_over_elements(
        parts, densities, lambda cell, corner: _closed_form(of, cell, corner, x)
    )


def _sum_over_elements(
    parts: Parts, densities: Array, one: Callable[[Array, Array | None], Array]
) -> Array:
    """The sum of a function (pairs, 4) of elements over all that have a part in densities."""
    start, many = parts.start[densities], parts.start[densities + 1] - parts.start[densities]
    corners = parts.corner
    if corners is None:
        return one(start, None)

    def add(i: Array, total: Array) -> Array:
        place = start + jnp.minimum(i, many - 1)
        value = one(parts.cell[place], corners[place])
        return total + jnp.where((i < many)[:, None], value, 0)

    first = jax.eval_shape(one, parts.cell[start], corners[start])
    return lax.fori_loop(0, many.max(initial=0), add, jnp.zeros(first.shape, first.dtype))


def _closed_form(of: Geometry, cell: Array, corner: Array | None, x: Array) -> Array:
    """The field (pairs, 4) of densities that are one at a corner of a cell, or on it."""
    corners = of.corners[cell] - x[:, None]
    count = corners.shape[1]
    if corner is None:
        density = [jnp.ones_like(x[:, 0])] * count
    else:
        density = [(corner == i).astype(x.dtype) for i in range(count)]
    vertices = [[corners[:, i, c] for c in range(3)] for i in range(count)]
    closed = FIELDS[count](vertices, density, of.grain[cell])
    return jnp.stack([closed.value, *closed.slope], axis=1)


def _points(of: Geometry, cell: Array, corner: Array | None, x: Array, rule: Rule) -> Array:
    """The field (pairs, 4) of the `Blunt` points of these densities."""
    points, share = x[:, None] - of.points[cell], of.weights[cell]
    if corner is not None:
        share = share * jnp.asarray(rule.places.T, x.dtype)[corner]
    square = jnp.sum(points * points, axis=2)
    inverse = inverse_distance(jnp.maximum(square, jnp.square(of.size[cell])))
    values = share * inverse
    slopes = (values * inverse * inverse)[:, :, None] * points
    return jnp.concatenate([values.sum(axis=1)[:, None], -slopes.sum(axis=1)], axis=1)
