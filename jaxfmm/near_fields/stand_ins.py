"""What stands for elements where their near fields are kept: points, and where these hold.

Densities of tetrahedra by vertex become charges at vertices (`matched`) if there are at least as
many elements as vertices, so that vertices have many neighbours. Other densities become charges at
the points of a rule. On a curved surface of triangles the charges at vertices would be off the
triangles, for every vertex on the same side: with densities of one sign that is a double layer,
whose error falls slowly (gradients on a sphere of 1,280 triangles: 5e-3)."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.elements import Elements
from jaxfmm.near_fields.matched import Matched, match
from jaxfmm.near_fields.points import (
    Geometry,
    Measures,
    charges_of,
    geometry,
    measures_of,
    point_rule,
    points_of,
)
from jaxfmm.near_fields.stencils import MOST, most_neighbours


class Amounts(NamedTuple):
    """What densities are multiplied by to become charges. matched: None for points of a rule."""

    measures: Measures
    matched: Matched | None

    def charges(self, cells: Array, densities: Array, degree: int, by: str) -> Array:
        """The charges (p, k) of points, of densities (n, k) or (v, k)."""
        if self.matched is not None:
            return self.matched.charges(densities)
        return charges_of(self.measures, cells, densities, degree, by)


class StandIns(NamedTuple):
    """of: elements and the points of their rule. places: (p, 3), the points that stand for them.
    size: (p,), of `Blunt` points. centers, radius: of densities; a target is near a density if it
    is within the radius. amounts: see `Amounts`."""

    of: Geometry
    places: Array
    size: Array
    centers: Array
    radius: Array
    amounts: Amounts


def neighbours_for(elements: Elements, degree: int, by: str) -> int:
    """How many neighbours of a vertex share the charge of its density; 0 for points of a rule."""
    n, corners = jnp.shape(elements.cells)
    vertices = jnp.shape(elements.vertices)[0]
    shared = by == "vertex" and point_rule(corners, degree, by).is_shared
    if not shared or corners != 4 or n < vertices:
        return 0
    return min(MOST, int(most_neighbours(jnp.asarray(elements.cells), vertices)))


@functools.partial(jax.jit, static_argnames=("degree", "by", "neighbours"))
def stand_ins(elements: Elements, degree: int, by: str, neighbours: int) -> StandIns:
    """The `StandIns` of elements. neighbours: by `neighbours_for`."""
    of, measures = geometry(elements, degree, by), measures_of(elements)
    places, size = points_of(elements, of, degree, by)
    if neighbours:
        vertices = jnp.asarray(elements.vertices)
        matched, radius = match(elements, neighbours)
        amounts = Amounts(measures, matched)
        return StandIns(of, vertices, size[: len(vertices)], vertices, radius, amounts)
    centers, radius = _of_densities(elements, of, by)
    return StandIns(of, places, size, centers, radius, Amounts(measures, None))


def _of_densities(elements: Elements, of: Geometry, by: str) -> tuple[Array, Array]:
    """The centres and the radii of densities by "cell" or "vertex". All targets that are near an
    element with a part in a density are near the density."""
    centers = elements.centers
    if by == "cell":
        return centers, of.radius
    vertices, cells = jnp.asarray(elements.vertices), jnp.asarray(elements.cells)
    apart = jnp.linalg.norm(of.corners - centers[:, None], axis=2)
    none = jnp.zeros(len(vertices), of.radius.dtype)
    return vertices, none.at[cells].max(apart + of.radius[:, None])
