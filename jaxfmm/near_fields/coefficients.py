"""What an element of density one adds to the sum over the points of its rule."""

from typing import NamedTuple

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
    start, many = parts.start[densities], parts.start[densities + 1] - parts.start[densities]
    corners = parts.corner
    if corners is None:
        return of_element(of, start, None, x, rule)

    def add(i: Array, total: Array) -> Array:
        place = start + jnp.minimum(i, many - 1)
        value = of_element(of, parts.cell[place], corners[place], x, rule)
        return total + jnp.where((i < many)[:, None], value, 0)

    return lax.fori_loop(0, many.max(initial=0), add, jnp.zeros((len(x), 4), x.dtype))


def of_element(of: Geometry, cell: Array, corner: Array | None, x: Array, rule: Rule) -> Array:
    """The coefficients (pairs, 4) for densities that are one at a corner of a cell, or on it."""
    corners, dtype = of.corners[cell] - x[:, None], x.dtype
    points, share = x[:, None] - of.points[cell], of.weights[cell]
    count = corners.shape[1]
    if corner is None:
        density = [jnp.ones_like(x[:, 0])] * count
    else:
        density = [(corner == i).astype(dtype) for i in range(count)]
        share = share * jnp.asarray(rule.places.T, dtype)[corner]
    square = jnp.sum(points * points, axis=2)
    inverse = inverse_distance(jnp.maximum(square, jnp.square(of.size[cell])))
    vertices = [[corners[:, i, c] for c in range(3)] for i in range(count)]
    closed = FIELDS[count](vertices, density, of.grain[cell])
    value = closed.value - jnp.sum(share * inverse, axis=1)
    cubed = share * inverse * inverse * inverse
    slope = [
        along + jnp.sum(cubed * points[:, :, c], axis=1) for c, along in enumerate(closed.slope)
    ]
    return jnp.stack([value, *slope], axis=1)
