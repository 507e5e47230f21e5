"""The points that stand for elements where their near fields are kept.

Such a sum takes the rule of the elements, or, where `tol` allows it, a rule whose points elements
share: their vertices and their centres. That is a third of the points for a mesh of tetrahedra, and
half of them for one of triangles, and the fields of more elements are kept."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.elements import RADIUS, Elements, Rule, at_points, rule, sizes

BLUNT = 0.1  # The size of `Blunt` points, in radii within which the closed form holds.
# Radii of an element within which its field is kept, for rules of degree 2. Errors of gradients by
# the rule alone, in meshes of equal cells that are moved by 15%, for densities of both signs at
# random: 5e-4 for each.
SHARED = {("cell", 3): 3.23, ("vertex", 3): 2.23, ("vertex", 4): 1.83}
NOT_SHARED = {("cell", 4): 1.89}


class PointRule(NamedTuple):
    """rule: of an element. radii: of an element, within which its field is kept. is_shared: whether
    the points of the rule are the vertices, and behind them the centre."""

    rule: Rule
    radii: float
    is_shared: bool


@functools.cache
def point_rule(corners: int, degree: int, by: str) -> PointRule:
    """The rule for densities by "cell" or "vertex" that is exact for polynomials of a degree."""
    kind = by, corners
    if degree > 2 or kind not in SHARED:
        radii = NOT_SHARED.get(kind, RADIUS) if degree == 2 else RADIUS
        return PointRule(rule(corners, degree), radii, False)
    share = 1 / (corners * (corners + 1))
    places = np.concatenate([np.eye(corners), np.full((1, corners), 1 / corners)])
    weights = np.append(np.full(corners, share), 1 - corners * share)
    return PointRule(Rule(places, weights), SHARED[kind], True)


class Geometry(NamedTuple):
    """Elements and the points of their rule, all in one unit of length.

    corners: (n, corners, 3).  points: (n, q, 3).  weights: (n, q), of the points, with the length,
    area or volume.  size: (n, q), of the points, see `kernels.blunt`.  radius: (n,), within which
    the field of an element is kept.  grain: (n,), see `kernels.element.ElementPoint`."""

    corners: Array
    points: Array
    weights: Array
    size: Array
    radius: Array
    grain: Array


@functools.partial(jax.jit, static_argnames=("degree", "by"))
def geometry(elements: Elements, degree: int, by: str) -> Geometry:
    """The `Geometry` of elements, in the user's unit."""
    corners, measures = elements.corners, elements.measures
    n, count, _ = corners.shape
    (places, weights), radii, is_shared = point_rule(count, degree, by)
    radius, grain = sizes(corners)
    radius = radii * radius
    size = jnp.broadcast_to(BLUNT * radius[:, None], (n, len(weights)))
    if is_shared:
        # the smallest of all that share a point: beyond it each of them has the field 1 / r
        cells, v = jnp.asarray(elements.cells), jnp.shape(elements.vertices)[0]
        least = jnp.full(v, jnp.inf, size.dtype).at[cells].min(size[:, :count])
        size = jnp.concatenate([least[cells], size[:, -1:]], axis=1)
    shares = jnp.asarray(weights, measures.dtype)[None] * measures[:, None]
    points = at_points(places, corners)
    return Geometry(corners, points, shares, size, radius, grain)


def in_unit(of: Geometry, unit: Array) -> Geometry:
    """The geometry in a unit of length."""
    weights = of.weights
    for _ in range(of.corners.shape[1] - 1):
        weights = weights / unit
    lengths = {
        name: getattr(of, name) / unit for name in ("corners", "points", "size", "radius", "grain")
    }
    return of._replace(weights=weights, **lengths)


@functools.partial(jax.jit, static_argnames=("degree", "by"))
def points_of(elements: Elements, of: Geometry, degree: int, by: str) -> tuple[Array, Array]:
    """The points of a sum over elements, (p, 3), and their sizes (p,)."""
    cells = jnp.asarray(elements.cells)
    if not point_rule(cells.shape[1], degree, by).is_shared:
        return of.points.reshape(-1, 3), of.size.reshape(-1)
    vertices = jnp.asarray(elements.vertices)
    size = jnp.zeros(len(vertices), of.size.dtype).at[cells].set(of.size[:, :-1])
    points = jnp.concatenate([vertices, of.points[:, -1]])
    return points, jnp.concatenate([size, of.size[:, -1]])


class Measures(NamedTuple):
    """The lengths, areas or volumes of cells, (n,), and of the cells around each vertex together,
    (v,)."""

    of_cells: Array
    of_vertices: Array


@jax.jit
def measures_of(elements: Elements) -> Measures:
    """The `Measures` of elements."""
    of_cells = elements.measures
    none = jnp.zeros(jnp.shape(elements.vertices)[0], of_cells.dtype)
    return Measures(of_cells, none.at[jnp.asarray(elements.cells)].add(of_cells[:, None]))


def charges_of(measures: Measures, cells: Array, densities: Array, degree: int, by: str) -> Array:
    """The charges (p, k) of the points of a sum over elements with densities (n, k) or (v, k), by
    "cell" or "vertex"."""
    (places, weights), _, is_shared = point_rule(cells.shape[1], degree, by)
    of_cells = measures.of_cells[:, None]
    if not is_shared:
        at = at_points(places, densities[cells]) if by == "vertex" else densities[:, None]
        shares = of_cells * jnp.asarray(weights, of_cells.dtype)[None]
        return (shares[:, :, None] * at).reshape(-1, densities.shape[1])
    if by == "vertex":
        amounts = of_cells * at_points(places[-1:], densities[cells])[:, 0]
        at_vertices = measures.of_vertices[:, None] * densities
    else:
        amounts = of_cells * densities
        none = jnp.zeros((len(measures.of_vertices), densities.shape[1]), amounts.dtype)
        at_vertices = none.at[cells].add(amounts[:, None])
    return jnp.concatenate([float(weights[0]) * at_vertices, float(weights[-1]) * amounts])
