"""What an element of density one adds to the sum over the points of its rule."""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from jaxfmm.elements import Elements, rule
from jaxfmm.kernels.element_integrals import FIELDS
from jaxfmm.kernels.pairs import inverse_distance

BLUNT = 0.1  # The size of `Blunt` points, in radii within which the closed form holds.


class Geometry(NamedTuple):
    """Elements and the points of their rule, in the unit of a plan.

    corners: (n, corners, 3).  points: (n, q, 3).  weights: (n, q), of the points, with the length,
    area or volume.  radius, grain: (n,), see `kernels.element.ElementPoint`."""

    corners: Array
    points: Array
    weights: Array
    radius: Array
    grain: Array

    @property
    def size(self) -> Array:
        """The sizes (n,) of the points."""
        return BLUNT * self.radius


def geometry(elements: Elements, degree: int) -> Geometry:
    """The `Geometry` of elements, in the user's unit."""
    n, (_, weights) = len(elements), rule(elements.corners.shape[1], degree)
    points, kernel = elements.points(degree)
    radius, grain = (value.reshape(n, -1)[:, 0] for value in (kernel.radius, kernel.grain))
    measures = elements.measures
    shares = jnp.asarray(weights, measures.dtype)[None] * measures[:, None]
    return Geometry(elements.corners, points.reshape(n, -1, 3), shares, radius, grain)


def in_unit(of: Geometry, unit: Array) -> Geometry:
    """The geometry in a unit of length."""
    weights = of.weights
    for _ in range(of.corners.shape[1] - 1):
        weights = weights / unit
    return Geometry(of.corners / unit, of.points / unit, weights, of.radius / unit, of.grain / unit)


def coefficients(of: Geometry, cells: Array, x: Array, count: int, degree: int, by: str) -> Array:
    """The closed form minus the sum over `Blunt` points, of potential and gradient, for pairs of
    elements and targets: (pairs, columns, 4).

    cells: (pairs,).  x: the targets (pairs, 3).  count: of the vertices of an element.  by: "cell"
      for densities of one, with one column; "vertex" for densities that are one at one vertex, with
      a column for each."""
    corners = of.corners[cells] - x[:, None]
    points, weights = x[:, None] - of.points[cells], of.weights[cells]
    square = jnp.sum(points * points, axis=2)
    inverse = inverse_distance(jnp.maximum(square, jnp.square(of.size[cells])[:, None]))
    vertices = [[corners[:, i, c] for c in range(3)] for i in range(count)]
    places = rule(count, degree).places
    columns = []
    for column in range(count if by == "vertex" else 1):
        at_corners, share = [1.0] * count, weights
        if by == "vertex":
            at_corners = [float(i == column) for i in range(count)]
            share = weights * jnp.asarray(places[:, column], weights.dtype)[None]
        density = [jnp.full_like(x[:, 0], value) for value in at_corners]
        closed = FIELDS[count](vertices, density, of.grain[cells])
        value = closed.value - jnp.sum(share * inverse, axis=1)
        cubed = share * inverse * inverse * inverse
        slope = [
            along + jnp.sum(cubed * points[:, :, c], axis=1) for c, along in enumerate(closed.slope)
        ]
        columns.append(jnp.stack([value, *slope], axis=1))
    return jnp.stack(columns, axis=1)
