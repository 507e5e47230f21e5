"""The fields of near elements that a plan keeps."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.elements import Elements
from jaxfmm.errors import CAPACITY, HARMLESS, Status, bits
from jaxfmm.kernels.blunt import Blunt
from jaxfmm.near_fields.coefficients import coefficients, parts_of
from jaxfmm.near_fields.matrix import NearMatrix, lines_of
from jaxfmm.near_fields.points import (
    Geometry,
    Measures,
    charges_of,
    geometry,
    in_unit,
    measures_of,
    point_rule,
    points_of,
)
from jaxfmm.neighbour_search import Rows, listed, rows_where
from jaxfmm.plan import Plan, build

CHUNK = 2**16  # This many pairs are computed at a time.


@functools.partial(
    pytrees.register,
    data_fields=[
        "points",
        "search",
        "matrix",
        "count",
        "status",
        "elements",
        "targets",
        "places",
        "measures",
    ],
    meta_fields=["by", "width", "pairs", "degree"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class NearFields:
    """The fields of near elements, and what sums over new densities take besides. A pytree.

    points: the plan of the points of the rule, of the kernel `Blunt`.
    search: the plan whose trees and near list find near pairs.
    matrix: what near elements add to the sum over points.
    count: how many near pairs of a target and a density there are.
    status: whether the list of pairs and the lines are long enough.
    elements, targets: those for which the fields hold.
    places: (p, 3), the points of the sum over points.
    measures: of the elements.
    by: "cell" or "vertex", whose densities are kept.
    width: the number of pairs in a line.
    pairs: the capacity of the list of pairs.
    degree: of the rule."""

    points: Plan
    search: Plan
    matrix: NearMatrix
    count: Array
    status: Array
    elements: Elements
    targets: Array
    places: Array
    measures: Measures
    by: str
    width: int
    pairs: int
    degree: int

    def update(self, elements: Elements, targets: Array) -> "NearFields":
        """The fields of new elements and targets, with the same capacities; traceable."""
        elements, targets = pytrees.constant((elements, targets))
        elements = dataclasses.replace(elements, densities=self.by)
        of = geometry(elements, self.degree, self.by)
        places, size = points_of(elements, of, self.degree, self.by)
        points = build(self.points.choice, Blunt(size), places, targets)
        centers, radius = of_densities(elements, of, self.by)
        search = build(self.search.choice, Blunt(radius), centers, targets)
        rows = near_rows(search, radius, centers, targets)
        return keep(
            points, search, rows, elements, targets, of, places,
            by=self.by, width=self.width, pairs=self.pairs, lines=len(self.matrix.target),
            degree=self.degree,
        )  # fmt: skip

    def charges(self, densities: Array) -> Array:
        """The charges (p, k) of the points of the sum, of densities (n, k) or (v, k)."""
        cells = jnp.asarray(self.elements.cells)
        return charges_of(self.measures, cells, densities, self.degree, self.by)

    def moved(self, elements: Elements, targets: Array) -> Array:
        """The status of sums over these elements and targets: whether they are others."""
        given = pytrees.constant((elements.vertices, elements.cells, targets))
        own = self.elements.vertices, self.elements.cells, self.targets
        same = [jnp.array_equal(a, b) for a, b in zip(given, own, strict=True)]
        return bits([(~functools.reduce(jnp.logical_and, same), Status.MOVED)])

    def of_status(self) -> Array:
        """The status of the fields and of the plans that they take."""
        of_plans = self.points.status | self.search.status
        short = [((of_plans & int(CAPACITY)) > 0, Status.PAIRS)]
        return self.status | bits(short) | of_plans & ~int(HARMLESS | CAPACITY)


@functools.partial(jax.jit, static_argnames="by")
def of_densities(elements: Elements, of: Geometry, by: str) -> tuple[Array, Array]:
    """The centres and the radii of densities by "cell" or "vertex". A target is near a density if
    it is within the radius, as are all targets that are near an element with a part in it."""
    centers = elements.centers
    if by == "cell":
        return centers, of.radius
    vertices, cells = jnp.asarray(elements.vertices), jnp.asarray(elements.cells)
    apart = jnp.linalg.norm(of.corners - centers[:, None], axis=2)
    none = jnp.zeros(len(vertices), of.radius.dtype)
    return vertices, none.at[cells].max(apart + of.radius[:, None])


@jax.jit
def near_rows(search: Plan, radius: Array, centers: Array, targets: Array) -> Rows:
    """The near pairs of targets and densities, with these centres and radii."""
    of_targets, of_densities = search.trees
    x, y = (
        tree.in_order(search.inside(points))
        for tree, points in ((of_targets, targets), (of_densities, centers))
    )
    square_radius = jnp.square(of_densities.in_order(radius / search.unit))
    padded = jnp.concatenate([square_radius, jnp.zeros(of_densities.leaf_size, radius.dtype)])

    def kept(square: Array, target: Array, source: Array, image: Array) -> Array:
        return square < padded[source][:, None, :]

    return rows_where(search, x, y, kept)


@functools.partial(jax.jit, static_argnames=("by", "width", "pairs", "lines", "degree"))
def keep(
    points: Plan,
    search: Plan,
    rows: Rows,
    elements: Elements,
    targets: Array,
    of: Geometry,
    places: Array,
    *,
    by: str,
    width: int,
    pairs: int,
    lines: int,
    degree: int,
) -> NearFields:
    """The fields of the near pairs in rows, with capacities for so many pairs and lines."""
    m, cells, vertices = len(targets), jnp.asarray(elements.cells), jnp.shape(elements.vertices)[0]
    found = listed(search, rows, pairs)
    held = lines_of(found.receivers, m, width, lines)
    used = (held.pair < pairs).reshape(-1)
    density = jnp.where(used, found.senders.at[held.pair].get(mode="clip").reshape(-1), 0)
    receiver = jnp.where(used, found.receivers.at[held.pair].get(mode="clip").reshape(-1), 0)
    unit, corners = points.unit, cells.shape[1]
    rule, parts = point_rule(corners, degree, by).rule, parts_of(cells, vertices, by)
    scaled, x = in_unit(of, unit), targets / unit
    many = parts.start[density + 1] - parts.start[density]
    values = _in_chunks(
        lambda density, receiver: coefficients(scaled, parts, density, x[receiver], rule),
        density, receiver, by=jnp.where(used, many, 0) if by == "vertex" else None,
    )  # fmt: skip
    # of the integral of 1 / r, and of its gradient
    powers = [unit ** (corners - 2)] + 3 * [unit ** (corners - 3)]
    values = jnp.where(used[:, None], values * jnp.stack(powers)[None], 0)
    matrix = NearMatrix(
        column=density.reshape(width, lines),
        values=values.reshape(width, lines, 4),
        target=held.target,
    )
    short = (rows.total > pairs) | (held.needed > lines)
    return NearFields(
        points=points,
        search=search,
        matrix=matrix,
        count=rows.total,
        status=bits([(short, Status.PAIRS)]),
        elements=dataclasses.replace(elements, densities=by),
        targets=targets,
        places=places,
        measures=measures_of(elements),
        by=by,
        width=width,
        pairs=pairs,
        degree=degree,
    )


def _in_chunks(function: Any, *arrays: Array, by: Array | None) -> Array:
    """A function from rows to rows, for CHUNK rows at a time; where the time for a row grows with
    `by`, rows with like numbers together."""
    rows = len(arrays[0])
    order = None
    if by is not None:
        _, order = lax.sort((by, lax.iota(jnp.int32, rows)), num_keys=1)
        arrays = tuple(array[order] for array in arrays)
    chunks = max(1, -(-rows // CHUNK))
    chunk = -(-rows // chunks)
    parts = [jnp.pad(array, (0, chunks * chunk - rows)).reshape(chunks, -1) for array in arrays]
    out = lax.map(lambda part: function(*part), tuple(parts))
    out = out.reshape(-1, *out.shape[2:])[:rows]
    return out if order is None else jnp.zeros_like(out).at[order].set(out, unique_indices=True)
