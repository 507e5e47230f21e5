"""The fields of near elements that a plan keeps."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm import pytrees
from jaxfmm.backends import registry
from jaxfmm.elements import Elements
from jaxfmm.errors import CAPACITY, HARMLESS, Status, bits
from jaxfmm.kernels.blunt import Blunt
from jaxfmm.near_fields.chunks import in_chunks
from jaxfmm.near_fields.coefficients import closed_forms, coefficients, parts_of
from jaxfmm.near_fields.matrix import NearMatrix, lines_of
from jaxfmm.near_fields.points import in_unit, point_rule
from jaxfmm.near_fields.stand_ins import Amounts, StandIns, stand_ins
from jaxfmm.neighbour_search import Rows, listed, rows_where
from jaxfmm.plan import Plan, build


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
        "amounts",
    ],
    meta_fields=["by", "width", "pairs", "degree", "neighbours"],
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
    amounts: what densities are multiplied by to become the charges of these points.
    by: "cell" or "vertex", whose densities are kept.
    width: the number of pairs in a line.
    pairs: the capacity of the list of pairs.
    degree: of the rule.
    neighbours: of a vertex, see `stand_ins.neighbours_for`."""

    points: Plan
    search: Plan
    matrix: NearMatrix
    count: Array
    status: Array
    elements: Elements
    targets: Array
    places: Array
    amounts: Amounts
    by: str
    width: int
    pairs: int
    degree: int
    neighbours: int

    def update(self, elements: Elements, targets: Array) -> "NearFields":
        """The fields of new elements and targets, with the same capacities; traceable."""
        elements, targets = pytrees.constant((elements, targets))
        elements = dataclasses.replace(elements, densities=self.by)
        stand = stand_ins(elements, self.degree, self.by, self.neighbours)
        points = build(self.points.choice, Blunt(stand.size), stand.places, targets)
        search = build(self.search.choice, Blunt(stand.radius), stand.centers, targets)
        rows = near_rows(search, stand, targets)
        return keep(
            points, search, rows, elements, targets, stand,
            by=self.by, width=self.width, pairs=self.pairs, lines=len(self.matrix.target),
            degree=self.degree, neighbours=self.neighbours,
        )  # fmt: skip

    def charges(self, densities: Array) -> Array:
        """The charges (p, k) of the points of the sum, of densities (n, k) or (v, k)."""
        cells = jnp.asarray(self.elements.cells)
        return self.amounts.charges(cells, densities, self.degree, self.by)

    def near(self, densities: Array, platform: str | None) -> Array:
        """What near elements add: (m, 4, k), of densities (n, k) or (v, k). platform: for which the
        sum is lowered; None for a function that can be transposed."""
        asked = self.points.request.backend
        backend = "xla" if platform is None else registry.available(asked, platform)
        return self.matrix.product(densities, len(self.targets), backend)

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


@jax.jit
def near_rows(search: Plan, stand: StandIns, targets: Array) -> Rows:
    """The near pairs of targets and densities."""
    of_targets, of_densities = search.trees
    radius = stand.radius
    x, y = (
        tree.in_order(search.inside(points))
        for tree, points in ((of_targets, targets), (of_densities, stand.centers))
    )
    square_radius = jnp.square(of_densities.in_order(radius / search.unit))
    padded = jnp.concatenate([square_radius, jnp.zeros(of_densities.leaf_size, radius.dtype)])

    def kept(square: Array, target: Array, source: Array, image: Array) -> Array:
        return square < padded[source][:, None, :]

    return rows_where(search, x, y, kept)


@functools.partial(
    jax.jit, static_argnames=("by", "width", "pairs", "lines", "degree", "neighbours")
)
def keep(
    points: Plan,
    search: Plan,
    rows: Rows,
    elements: Elements,
    targets: Array,
    stand: StandIns,
    *,
    by: str,
    width: int,
    pairs: int,
    lines: int,
    degree: int,
    neighbours: int,
) -> NearFields:
    """The fields of the near pairs in rows, with capacities for so many pairs and lines."""
    m, cells, vertices = len(targets), jnp.asarray(elements.cells), jnp.shape(elements.vertices)[0]
    found = listed(search, rows, pairs)
    held = lines_of(found.receivers, m, width, lines)
    used = (held.pair < pairs).reshape(-1)
    density = jnp.where(used, found.senders.at[held.pair].get(mode="clip").reshape(-1), 0)
    receiver = jnp.where(used, found.receivers.at[held.pair].get(mode="clip").reshape(-1), 0)
    unit, corners = points.unit, cells.shape[1]
    parts = parts_of(cells, vertices, by)
    scaled, x, matched = in_unit(stand.of, unit), targets / unit, stand.amounts.matched

    def of_pairs(density: Array, receiver: Array) -> Array:
        if matched is None:
            rule = point_rule(corners, degree, by).rule
            return coefficients(scaled, parts, density, x[receiver], rule)
        charges = matched.in_unit(unit, corners - 1)
        points = stand.places / unit, stand.size / unit
        found = closed_forms(scaled, parts, density, x[receiver])
        return found - charges.fields(*points, density, x[receiver])

    many = parts.start[density + 1] - parts.start[density]
    many = jnp.where(used, many, 0) if by == "vertex" else None
    values = in_chunks(of_pairs, density, receiver, by=many)
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
        places=stand.places,
        amounts=stand.amounts,
        by=by,
        width=width,
        pairs=pairs,
        degree=degree,
        neighbours=neighbours,
    )
