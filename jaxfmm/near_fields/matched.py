"""Charges at the vertices of a mesh whose far fields are the fields of densities by vertex.

The density that is one at a vertex and linear, a hat, becomes charges at the vertex and at its
neighbours. The charges have the total charge of the hat and, as well as so many charges can, the
moments of the hat up to DEGREE: the sum of squares of

    REACH^-l (sum_j w_j R_lm(v_j - v) - int c(y) R_lm(y - v) dy)

is the least, in units of the largest distance of a neighbour, with the solid harmonics R_lm. What
remains of the moments gives the distance within which the field of the hat must be kept: thin
stencils, as at corners, and stencils on one side have a larger one."""

import functools
from typing import NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.scipy.linalg import cho_solve

from jaxfmm.elements import Elements, rule
from jaxfmm.expansions.laplace3d.operators import regular
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.near_fields.chunks import in_chunks
from jaxfmm.near_fields.coefficients import Parts, parts_of
from jaxfmm.near_fields.stencils import stencils_of

DEGREE = 4
REACH = 2.0  # 1.5 and 3 are as good
# The field of a hat is kept within so many distances of the farthest neighbour, at least.
LEAST = 1.6
# The error of the gradient where the field of a hat is kept no more, in units of the charge of a
# hat over the squared distance of its farthest neighbour. With these numbers gradients of random
# densities, of both signs, on a cube of 6 x 15^3 tetrahedra have an error of 7.2e-4 (95 vertices a
# target), 4.5e-4 where vertices are moved by 15% (177), 4.9e-4 by 30% (234), and 7.6e-4 on a mesh
# by Delaunay of random points (243).
ERROR = 4e-4
REGULAR = 1e-6  # added to the diagonal of the normal equations, whose entries are about 0.1


class Matched(NamedTuple):
    """neighbour: (w, v), as of `Stencils`. own: (v,), the charge of a hat at its vertex. given: (w,
    v), at each neighbour. taken: (w, v), at the vertex, from the hat of each neighbour."""

    neighbour: Array
    own: Array
    given: Array
    taken: Array

    def charges(self, densities: Array) -> Array:
        """The charges (v, k) at the vertices, of densities (v, k)."""
        total = self.own[:, None] * densities
        for neighbour, taken in zip(self.neighbour, self.taken, strict=True):
            total = total + taken[:, None] * densities[neighbour]
        return total

    def in_unit(self, unit: Array, sides: int) -> "Matched":
        """In a unit of length, for elements with so many dimensions."""
        own, given, taken = (a / unit**sides for a in (self.own, self.given, self.taken))
        return Matched(self.neighbour, own, given, taken)

    def fields(self, places: Array, size: Array, hats: Array, x: Array) -> Array:
        """Potential and gradient (pairs, 4) of the `Blunt` charges of hats, by their numbers
        (pairs,), at targets (pairs, 3). places, size: of the vertices."""

        def field(number: Array, charge: Array) -> Array:
            offset = x - places[number]
            square = jnp.sum(offset * offset, axis=1)
            inverse = inverse_distance(jnp.maximum(square, jnp.square(size[number])))
            value = charge * inverse
            slope = -(value * inverse * inverse)[:, None] * offset
            return jnp.concatenate([value[:, None], slope], axis=1)

        total = field(hats, self.own[hats])
        for neighbour, given in zip(self.neighbour, self.given, strict=True):
            total = total + field(neighbour[hats], given[hats])
        return total


@functools.partial(jax.jit, static_argnames="width")
def match(elements: Elements, width: int) -> tuple[Matched, Array]:
    """`Matched` with so many neighbours, and the distances (v,) within which fields are kept."""
    vertices, cells = jnp.asarray(elements.vertices), jnp.asarray(elements.cells)
    v = len(vertices)
    stencils, parts = stencils_of(cells, v, width), parts_of(cells, v, "vertex")
    measures = elements.measures
    shares = jnp.zeros(v, measures.dtype).at[cells].add(measures[:, None]) / cells.shape[1]
    around = jnp.maximum(shares, shares[stencils.neighbour].max(axis=0, initial=0))

    def weights(vertex: Array) -> Array:
        place = vertices[vertex]
        offset = vertices[stencils.neighbour[:, vertex]] - place[None]
        length = jnp.sqrt(jnp.sum(offset * offset, axis=2).max(axis=0, initial=0))
        length = jnp.where(length > 0, length, 1)
        per_share = _over(shares[vertex])
        moments = per_share[None] * _moments(vertices, cells, measures, parts, vertex, length)
        weight, rest = _solve(offset / length[None, :, None], moments)
        wrong = rest * (shares[vertex] * _over(around[vertex]) / ERROR)[None]
        powers = [(wrong[l - 1] ** (1 / (l + 2))) for l in range(1, DEGREE + 1)]
        reach = jnp.maximum(jnp.stack(powers).max(axis=0), LEAST)
        radius = jnp.where(shares[vertex] > 0, length * reach, 0)
        return jnp.concatenate([weight, radius[None]]).T

    found = in_chunks(weights, lax.iota(jnp.int32, v)).T
    given = shares[None] * found[:-1]
    own = shares - given.sum(axis=0)
    taken = given.at[stencils.back, stencils.neighbour].get(mode="fill", fill_value=0)
    return Matched(stencils.neighbour, own, given, taken), found[-1]


def _over(a: Array) -> Array:
    return jnp.where(a > 0, 1 / jnp.where(a > 0, a, 1), 0)


def _moments(
    vertices: Array, cells: Array, measures: Array, parts: Parts, vertex: Array, length: Array
) -> Array:
    """The moments (harmonics, c) of hats around their vertices, in units of a length (c,). From the
    vertex to the opposite side an integral is known: of t^(l + d - 1) (1 - t) from 0 to 1."""
    corners = cells.shape[1]
    sides = corners - 1
    corner = cast(Array, parts.corner)
    places, shares = rule(sides, DEGREE)
    start, many = parts.start[vertex], parts.start[vertex + 1] - parts.start[vertex]
    degrees = _degrees()
    factor = sides / ((degrees + sides) * (degrees + sides + 1))
    dtype = vertices.dtype

    def add(i: Array, total: Array) -> Array:
        part = start + jnp.minimum(i, many - 1)
        cell = parts.cell[part]
        others = (corner[part][None] + 1 + lax.iota(jnp.int32, sides)[:, None]) % corners
        away = vertices[cells[cell[None], others]] - vertices[vertex][None]
        away = away / length[None, :, None]
        points = einsum("qk,kcd->dqc", jnp.asarray(places, dtype), away)
        mean = einsum(
            "hqc,q->hc",
            regular(points[0], points[1], points[2], DEGREE),
            jnp.asarray(shares, dtype),
        )
        return total + jnp.where((i < many)[None], mean * measures[cell][None], 0)

    total = jnp.zeros((len(degrees), len(vertex)), dtype)
    total = lax.fori_loop(0, many.max(initial=0), add, total)
    return jnp.asarray(factor, dtype)[:, None] * total


def _degrees() -> np.ndarray:
    """The degree of each harmonic."""
    return np.repeat(np.arange(DEGREE + 1), 2 * np.arange(DEGREE + 1) + 1)


def _solve(offset: Array, moments: Array) -> tuple[Array, Array]:
    """Weights (w, c) of neighbours at offsets (w, c, 3), and for each degree from 1 on the size of
    the gradient of what remains of the moments, at the distance one: (DEGREE, c)."""
    degrees = _degrees()[1:]
    scale = jnp.asarray(REACH ** -degrees.astype(float), offset.dtype)
    x, y, z = jnp.moveaxis(offset, 2, 0)
    harmonics = regular(x, y, z, DEGREE)[1:]  # (h, w, c)
    scaled, right = scale[:, None, None] * harmonics, scale[:, None] * moments[1:]
    normal = einsum("hjc,hkc->cjk", scaled, scaled)
    normal = normal + REGULAR * jnp.eye(len(offset), dtype=offset.dtype)[None]
    factor = jnp.linalg.cholesky(normal), True
    weight = cho_solve(factor, einsum("hjc,hc->cj", scaled, right)[:, :, None])[:, :, 0].T
    rest = jnp.square(einsum("hjc,jc->hc", harmonics, weight) - moments[1:])
    sizes = [jnp.sqrt((l + 1) * rest[degrees == l].sum(axis=0)) for l in range(1, DEGREE + 1)]
    return weight, jnp.stack(sizes)
