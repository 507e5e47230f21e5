"""The fields of near elements that a plan keeps."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.elements import Elements
from jaxfmm.errors import HARMLESS, Status, bits
from jaxfmm.kernels.blunt import Blunt
from jaxfmm.near_fields.coefficients import Geometry, coefficients, geometry, in_unit
from jaxfmm.near_fields.matrix import NearMatrix, lines_of
from jaxfmm.neighbour_search import Rows, listed, rows_where
from jaxfmm.plan import Plan, build

CHUNK = 2**16  # This many pairs are computed at a time.


@functools.partial(
    pytrees.register,
    data_fields=["points", "search", "matrix", "count", "status", "elements", "targets", "weights"],
    meta_fields=["by", "width", "pairs", "degree"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class NearFields:
    """The fields of near elements, and what sums over new densities take besides. A pytree.

    points: the plan of the points of the rule, of the kernel `Blunt`.
    search: the plan whose trees and near list find near pairs.
    matrix: what near elements add to the sum over points.
    count: how many near pairs there are.
    status: whether the list of pairs and the lines are long enough.
    elements, targets: those for which the fields hold.
    weights: (n, q), of the points of the rule.
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
    weights: Array
    by: str
    width: int
    pairs: int
    degree: int

    def update(self, elements: Elements, targets: Array) -> "NearFields":
        """The fields of new elements and targets, with the same capacities; traceable."""
        elements, targets = pytrees.constant((elements, targets))
        elements = dataclasses.replace(elements, densities=self.by)
        of = _geometry(elements, self.degree)
        n, q = of.weights.shape
        blunt = Blunt(jnp.repeat(of.size, q))
        points = build(self.points.choice, blunt, of.points.reshape(-1, 3), targets)
        search = search_plan(self.search, elements, of, targets)
        rows = near_rows(search, of.radius, elements.centers, targets)
        lines = len(self.matrix.target)
        return keep(
            points, search, rows, elements, targets, of,
            by=self.by, width=self.width, pairs=self.pairs, lines=lines, degree=self.degree,
        )  # fmt: skip

    def amounts(self, densities: Array) -> Array:
        """The charges (n q, k) of the points of the rule, of densities (n, k) or (v, k)."""
        return self.elements.amounts("charges", densities, self.degree)

    def moved(self, elements: Elements, targets: Array) -> Array:
        """The status of sums over these elements and targets: whether they are others."""
        given = pytrees.constant((elements.vertices, elements.cells, targets))
        own = self.elements.vertices, self.elements.cells, self.targets
        same = [jnp.array_equal(a, b) for a, b in zip(given, own, strict=True)]
        return bits([(~functools.reduce(jnp.logical_and, same), Status.MOVED)])

    def of_status(self) -> Array:
        """The status of the fields and of the plans that they take."""
        return self.status | (self.points.status | self.search.status) & ~int(HARMLESS)


@functools.partial(jax.jit, static_argnames="degree")
def _geometry(elements: Elements, degree: int) -> Geometry:
    return geometry(elements, degree)


def search_plan(plan: Plan, elements: Elements, of: Geometry, targets: Array) -> Plan:
    """The plan that finds near pairs, with the choice of another one."""
    return build(plan.choice, Blunt(of.radius), elements.centers, targets)


@jax.jit
def near_rows(search: Plan, radius: Array, centers: Array, targets: Array) -> Rows:
    """The near pairs of targets and elements."""
    of_targets, of_elements = search.trees
    x, y = (
        tree.in_order(search.inside(points))
        for tree, points in ((of_targets, targets), (of_elements, centers))
    )
    square_radius = jnp.square(of_elements.in_order(radius / search.unit))
    padded = jnp.concatenate([square_radius, jnp.zeros(of_elements.leaf_size, radius.dtype)])

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
    *,
    by: str,
    width: int,
    pairs: int,
    lines: int,
    degree: int,
) -> NearFields:
    """The fields of the near pairs in rows, with capacities for so many pairs and lines."""
    m, cells = len(targets), jnp.asarray(elements.cells)
    found = listed(search, rows, pairs)
    held = lines_of(found.receivers, m, width, lines)
    used = held.pair < pairs
    cell = jnp.where(used, found.senders.at[held.pair].get(mode="clip"), 0)
    receiver = jnp.where(used, found.receivers.at[held.pair].get(mode="clip"), 0)
    unit, corners = points.unit, cells.shape[1]
    scaled, x = in_unit(of, unit), targets / unit
    values = _in_chunks(
        lambda cell, receiver: coefficients(scaled, cell, x[receiver], corners, degree, by),
        cell.reshape(-1), receiver.reshape(-1),
    )  # fmt: skip
    # of the integral of 1 / r, and of its gradient
    powers = [unit ** (corners - 2)] + 3 * [unit ** (corners - 3)]
    values = values.reshape(width, lines, -1, 4) * jnp.stack(powers)[None, None, None]
    values = jnp.where(used[:, :, None, None], values, 0)
    column = cells[cell] if by == "vertex" else cell[:, :, None]
    matrix = NearMatrix(
        column=jnp.moveaxis(column, 2, 1).reshape(-1, lines),
        values=jnp.moveaxis(values, 2, 1).reshape(-1, lines, 4),
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
        weights=of.weights,
        by=by,
        width=width,
        pairs=pairs,
        degree=degree,
    )


def _in_chunks(function: Any, *arrays: Array) -> Array:
    """A function from rows to rows, for CHUNK rows at a time."""
    rows = len(arrays[0])
    chunks = max(1, -(-rows // CHUNK))
    chunk = -(-rows // chunks)
    parts = [jnp.pad(array, (0, chunks * chunk - rows)).reshape(chunks, -1) for array in arrays]
    out = lax.map(lambda part: function(*part), tuple(parts))
    return out.reshape(-1, *out.shape[2:])[:rows]
