"""Charges that are spread over segments, triangles and tetrahedra, as sources of sums.

An element becomes a few points of a quadrature rule. Their kernel (`kernels.element.ElementPoint`)
is the closed form of the element near it, and 1/r of the points beyond. So sums over elements are
sums over points: trees, plans and derivatives are the same."""

import dataclasses
import functools
import itertools
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.errors import Default
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.element import NAMES, ElementPoint, degree_of, has_elements

DENSITIES = (None, "cell", "vertex")
# Sums with at least this `tol` take rules of this degree. Measured on a sphere of 20,480 triangles
# with random linear densities, at its vertices, within 2 radii: the gradient has the errors 8e-4
# (degree 2), 2.2e-5 (5), 8.4e-7 (7), and 1.5e-9 (11).
DEGREES = ((1e-3, 2), (5e-5, 5), (2e-6, 7), (1e-7, 9), (4e-9, 11), (1e-11, 15), (0.0, 21))
MORE_FOR_SEGMENTS = 4  # degrees: an edge has few points at any degree
# The closed form holds within this many radii of an element; rules of degree 2 need more. All
# points of an element must agree whether a target is within: the numbers are such that vertices of
# regular meshes are not at this distance, where roundings would decide.
RADIUS, RADIUS_OF_TWO = 2.0371, 2.5173
GRAIN = 8.0  # in roundings of the largest coordinate


class Rule(NamedTuple):
    """Barycentric coordinates (q, corners) of points, and weights (q,) that add up to one."""

    places: np.ndarray
    weights: np.ndarray


@functools.cache
def rule(corners: int, degree: int) -> Rule:
    """A rule that is exact for polynomials of a degree, at least 2: for triangles and tetrahedra of
    degree 2 a point near each vertex, else the conical product of Gauss and Jacobi (Stroud,
    Approximate Calculation of Multiple Integrals (1971), section 2.4)."""
    sides = corners - 1
    if degree == 2 and sides > 1:
        inner = {2: 1 / 6, 3: (5 - 5**0.5) / 20}[sides]
        places = np.full((corners, corners), inner)
        np.fill_diagonal(places, 1 - sides * inner)
        return Rule(places, np.full(corners, 1 / corners))
    axes = [_jacobi(degree // 2 + 1, power) for power in range(sides - 1, -1, -1)]
    points: list[list[float]] = []
    weights: list[float] = []
    for point in itertools.product(*(list(zip(*axis, strict=True)) for axis in axes)):
        rest, place, weight = 1.0, [], 1.0
        for at, share in point:
            place.append(rest * at)
            rest, weight = rest * (1 - at), weight * share
        points.append([rest, *place])
        weights.append(weight)
    return Rule(np.array(points), np.array(weights))


def _jacobi(count: int, power: int) -> tuple[np.ndarray, np.ndarray]:
    """The Gauss rule on (0, 1) with the weight (1 - t)^power, whose weights add up to one, by the
    eigenvalues of its Jacobi matrix (Golub & Welsch, Math. Comp. 23 (1969) 221)."""
    n = np.arange(count, dtype=float)
    total = 2 * n + power
    middle = np.where(total > 0, -(power**2) / np.maximum(total * (total + 2), 1), 0.0)
    if power == 0:
        middle = np.zeros(count)
    k, both = n[1:], total[1:]
    squares = 4 * k**2 * (k + power) ** 2 / (both**2 * (both + 1) * (both - 1))
    values, vectors = np.linalg.eigh(
        np.diag(middle) + np.diag(np.sqrt(squares), 1) + np.diag(np.sqrt(squares), -1)
    )
    return (1 + values) / 2, vectors[0] ** 2


def degree_for(tol: float, corners: int) -> int:
    """The degree of the rule that keeps a tolerance."""
    degree = next(degree for least, degree in DEGREES if tol >= least)
    return degree + MORE_FOR_SEGMENTS if corners == 2 else degree


@functools.partial(pytrees.register, data_fields=["vertices", "cells"], meta_fields=["densities"])
@dataclasses.dataclass(frozen=True)
class Elements:
    """Segments, triangles or tetrahedra that carry densities, as `sources` of a sum.

        u(x) = sum_e int_e c(y) / |x - y| dy + m(y) n . grad_y 1 / |x - y| dy

    with the densities c of charges (a single layer) and m of dipoles (a double layer), over length,
    area or volume. Densities are constant on each cell, `(n,)`, or linear on it by their values at
    the vertices, `(v,)`. There is no 4 pi. Sums are in three dimensions with the kernel
    `jaxfmm.Laplace()` or a multiple of it.

    Where a target lies on an element the potential is its limit. Across a surface the normal
    derivative of a single layer and the value of a double layer jump: the result is the mean of
    both sides. On edges, the gradient of a single layer, and on a segment everything, is infinite:
    the infinite part is left out, which is right on edges between coplanar triangles of the same
    density. Results are never NaN. A target counts as on an edge or a plane within 8 roundings of
    the largest coordinate.

    Args:
      vertices: (v, 3), float32 or float64. Sums can be differentiated once in them.
      cells: (n, 2) for segments, (n, 3) for triangles, (n, 4) for tetrahedra: the integers of their
        vertices. The normal n of a triangle is along (v1 - v0) x (v2 - v0), so the vertices turn
        counterclockwise where the normal comes toward the viewer. Tetrahedra may have either
        orientation.
      densities: "cell" or "vertex", what the first axis of densities belongs to. None decides by
        its length, which is not possible if there are as many cells as vertices.

    Sums take `charges`, densities (n,) or (v,), or (n, k) or (v, k) for k of them, and `dipoles`:
    (n,) or (v,), densities along the normals of triangles, or (n, 3) or (v, 3), vector densities
    such as a magnetisation, on elements of any kind; (n, 3, k) or (v, 3, k) for k of them.

    Raises:
      ValueError: for arrays of other shapes, and for cells with vertices that are not there.

    Reference: Wilton et al., IEEE Trans. Antennas Propag. 32 (1984) 276; Graglia, ibid. 41 (1993)
    1448.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> square = jnp.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
      >>> plate = jaxfmm.Elements(square, [[0, 1, 2], [0, 2, 3]])
      >>> phi = jaxfmm.potential(plate, jnp.ones(2), jnp.array([[0.5, 0.5, 0.0]]))
      >>> round(float(phi[0]), 4)  # 4 log(1 + sqrt(2))
      3.5255
    """

    vertices: ArrayLike
    cells: ArrayLike
    densities: str | None = None

    def __post_init__(self) -> None:
        inputs.choice("densities", self.densities, DENSITIES)
        vertices = inputs.points("vertices", self.vertices, (3,))
        cells, _ = foreign.numbers("cells", self.cells)
        if cells.ndim != 2 or cells.shape[1] not in NAMES:
            kinds = ", ".join(f"(n, {count}) for {name}" for count, name in NAMES.items())
            raise ValueError(f"cells must have shape {kinds}, got shape {cells.shape}")
        if not jnp.issubdtype(cells.dtype, jnp.integer):
            raise ValueError(f"cells must be integers, the numbers of vertices, got {cells.dtype}")
        if not errors.is_traced(cells) and cells.size:
            known = np.asarray(cells)  # inside `jit` the minimum of a jax array would be traced
            low, high = int(known.min()), int(known.max())
            if low < 0 or high >= len(vertices):
                raise ValueError(
                    f"cells must be numbers of the {len(vertices)} vertices, from 0 to "
                    f"{len(vertices) - 1}, got {low if low < 0 else high}"
                )
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "cells", jnp.asarray(cells, jnp.int32))

    def __len__(self) -> int:
        """The number of cells."""
        return jnp.shape(self.cells)[0]

    @property
    def corners(self) -> Array:
        """The vertices of each cell, (n, corners, 3)."""
        return jnp.asarray(self.vertices)[jnp.asarray(self.cells)]

    @property
    def centers(self) -> Array:
        """The centroids of the cells, (n, 3)."""
        return self.corners.mean(axis=1)

    @property
    def measures(self) -> Array:
        """The lengths, areas or volumes of the cells, (n,)."""
        sides = self._sides()
        if sides.shape[1] == 1:
            return _length(sides[:, 0])
        if sides.shape[1] == 2:
            return _length(jnp.cross(sides[:, 0], sides[:, 1])) / 2
        product = jnp.cross(sides[:, 1], sides[:, 2]) * sides[:, 0]
        return jnp.abs(product.sum(axis=1)) / 6

    @property
    def normals(self) -> Array:
        """The unit normals of triangles, (n, 3); zero for one without an area."""
        sides = self._sides()
        if sides.shape[1] != 2:
            kind = NAMES[sides.shape[1] + 1]
            raise ValueError(f"only triangles have normals, got {kind}; give vectors (n, 3)")
        normal = jnp.cross(sides[:, 0], sides[:, 1])
        size = _length(normal)[:, None]
        return jnp.where(size > 0, normal / jnp.where(size > 0, size, 1), 0)

    def _sides(self) -> Array:
        corners = self.corners
        return corners[:, 1:] - corners[:, :1]

    def points(self, degree: int) -> tuple[Array, ElementPoint]:
        """The points of the rule of this degree, (n q, 3), and their kernel."""
        corners = self.corners
        count, dtype = corners.shape[1], corners.dtype
        places = rule(count, degree).places
        points = at_points(places, corners)  # (n, q, 3)
        vertices = corners[:, None] - points[:, :, None]  # (n, q, corners, 3)
        fixed = lax.stop_gradient((corners, points))
        center = fixed[0].mean(axis=1)
        size, grain = sizes(corners)
        radius = (RADIUS_OF_TWO if degree == 2 else RADIUS) * size
        shares = count * (count + 1) * (places - 1 / (count + 1))
        n, q = points.shape[:2]

        def column(values: Array) -> Array:
            return jnp.broadcast_to(values, (n, q)).reshape(-1)

        offset = center[:, None] - fixed[1]
        numbers = [column(offset[..., c]) for c in range(3)]
        numbers += [column(radius[:, None]), column(grain[:, None])]
        numbers += [column(jnp.asarray(shares[:, i], dtype)[None]) for i in range(count)]
        numbers += [column(vertices[:, :, i, c]) for i in range(count) for c in range(3)]
        return points.reshape(-1, 3), ElementPoint(tuple(numbers), None, count, degree)

    def amounts(self, name: str, density: Any, degree: int) -> Array:
        """The charges of the points of the rule, (n q, ...), of a density (n, ...) or (v, ...)."""
        density = jnp.asarray(foreign.numbers(name, density)[0])
        if not jnp.issubdtype(density.dtype, jnp.inexact):
            density = density.astype(jnp.asarray(self.vertices).dtype)
        places, weights = rule(jnp.shape(self.cells)[1], degree)
        measures = self.measures
        share = jnp.asarray(weights, measures.dtype)[None] * measures[:, None]  # (n, q)
        if self.is_by_vertex(name, density):
            values = at_points(places, density[jnp.asarray(self.cells)])
        else:
            values = jnp.broadcast_to(
                density[:, None], (len(density), len(weights), *density.shape[1:])
            )
        share = share.astype(values.dtype)
        values = values * share.reshape(*share.shape, *[1] * (values.ndim - 2))
        return values.reshape(-1, *values.shape[2:])

    def is_by_vertex(self, name: str, density: Array) -> bool:
        """Whether densities belong to vertices. Raises ValueError for other lengths."""
        n, v = len(self), jnp.shape(self.vertices)[0]
        rows = density.shape[0] if density.ndim else None
        if self.densities is not None:
            right = n if self.densities == "cell" else v
            if rows != right:
                raise ValueError(
                    f"{name} must have {right} rows, one for each {self.densities}, got shape "
                    f"{density.shape}"
                )
            return self.densities == "vertex"
        if rows not in (n, v):
            raise ValueError(
                f"{name} must have one row for each of the {n} cells or of the {v} vertices, got "
                f"shape {density.shape}"
            )
        if n == v:
            raise ValueError(
                f"{name} have {n} rows, and there are as many cells as vertices; say which: "
                "jaxfmm.Elements(..., densities='cell') or 'vertex'"
            )
        return rows == v

    def moments(self, density: Any, degree: int) -> Array:
        """The dipoles of the points of the rule, (n q, 3) or (n q, 3, k)."""
        shape = jnp.shape(density)
        if len(shape) == 1:
            normals = jnp.repeat(self.normals, len(rule(3, degree).weights), axis=0)
            return normals * self.amounts("dipoles", density, degree)[:, None]
        if len(shape) not in (2, 3) or shape[1] != 3:
            raise ValueError(
                "dipoles of elements must have shape (n,) or (v,), along the normals of triangles, "
                f"or (n, 3) or (v, 3), or one more axis k, got shape {shape}"
            )
        return self.amounts("dipoles", density, degree)


def sizes(corners: Array) -> tuple[Array, Array]:
    """Of elements with these corners, (n, corners, 3): the largest distance of a corner from the
    centroid, and the length below which targets count as on an edge; (n,), constants."""
    corners = lax.stop_gradient(corners)
    radius = jnp.linalg.norm(corners - corners.mean(axis=1)[:, None], axis=2).max(axis=1)
    grain = GRAIN * float(jnp.finfo(corners.dtype).eps) * jnp.abs(corners).max(axis=(1, 2))
    return radius, grain


def at_points(places: ArrayLike, at_corners: Array) -> Array:
    """The linear interpolation of values (n, corners, ...) to barycentric coordinates (q, corners):
    (n, q, ...).

    Term by term: XLA for CPUs (jax 0.10.2) compiles a product that is reduced over the corners of
    gathered values to wrong numbers."""
    places = jnp.asarray(places, at_corners.dtype)
    terms = [
        places[:, c].reshape(1, -1, *[1] * (at_corners.ndim - 2)) * at_corners[:, c, None]
        for c in range(places.shape[1])
    ]
    return functools.reduce(jnp.add, terms)


def _length(vectors: Array) -> Array:
    square = jnp.sum(vectors * vectors, axis=-1)
    apart = square > 0
    return jnp.where(apart, jnp.sqrt(jnp.where(apart, square, 1)), 0)


class AsPoints(NamedTuple):
    """The arguments of a sum over elements as those of a sum over points."""

    sources: Any
    charges: Any
    dipoles: Any
    kernel: Any


def degree_of_sum(sources: Elements, kernel: Any, tol: float, planned: Kernel | None) -> int:
    """The degree of the rule of a sum over elements. planned: the kernel of the plan, whose rule is
    taken. Raises ValueError for other kernels, and for a `tol` that this rule does not keep."""
    if not has_elements(kernel):
        raise ValueError(
            f"kernel must be jaxfmm.Laplace() where sources are jaxfmm.Elements, got {kernel!r}"
        )
    if planned is not None and degree_of(planned) is None:
        raise ValueError(
            f"the plan was made for points with {planned.name}, and sources are jaxfmm.Elements; "
            "make one with jaxfmm.plan(elements, targets)"
        )
    corners = jnp.shape(sources.cells)[1]
    asked, of_plan = degree_for(float(tol), corners), degree_of(planned, corners)
    if of_plan is not None and of_plan < asked and not isinstance(tol, Default):
        raise ValueError(
            f"tol must be at least that of the plan, whose rule of degree {of_plan} does not keep "
            f"{float(tol):g}; make the plan with tol={float(tol):g}"
        )
    return asked if of_plan is None else of_plan


def as_points(
    sources: Elements, charges: Any, dipoles: Any, kernel: Any, tol: float, planned: Kernel | None
) -> AsPoints:
    """`AsPoints` of elements. planned: the kernel of the plan, whose rule is taken."""
    degree = degree_of_sum(sources, kernel, tol, planned)
    points, of_elements = sources.points(degree)
    if charges is not None:
        charges = sources.amounts("charges", charges, degree)
    if dipoles is not None:
        dipoles = sources.moments(dipoles, degree)
    return AsPoints(points, charges, dipoles, of_elements)


def refuse(**options: Any) -> None:
    """Raises ValueError for options that sums over elements do not take, unless they are None."""
    for name, value in options.items():
        if value is not None:
            raise ValueError(
                f"{name} must be None where sources are jaxfmm.Elements; call the sum for each "
                "group of elements"
            )


def refuse_points(planned: Kernel | None) -> None:
    """Raises ValueError for sources that are points where the plan was made for elements."""
    if planned is not None and degree_of(planned) is not None:
        raise ValueError(
            "sources must be jaxfmm.Elements, for which the plan was made, got points; make a plan "
            "for points"
        )
