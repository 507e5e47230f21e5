"""The Ewald sum over many periodic cells at once, a cell for each segment.

In each cell pairs are summed up to a distance R, as in `methods.ewald`, and the rest by the waves
of the cell: on a grid (`ewald.segment_grids`), or point by point in cells of few points
(`ewald.segment_sums`). Cells may be open along some axes, or lie in the plane
(`ewald.whole_cells`).

All cells have the same window and the same number of waves, or of nodes of the grid. R is the
smallest distance for which these suffice in the cell, so it follows from the cell alone, and a plan
is valid for new cells and new segments.

Measured errors of the potential / the gradient of each cell, in one sum with cells of other sizes
(by a factor of 10^6), float64, without grids:

    tol     200 at random   216 of a salt   a pair        100 in a cluster
    1e-3    2e-6 / 5e-6     5e-6 / 2e-4     3e-6 / 9e-5   2e-7 / 6e-8
    1e-4    2e-7 / 5e-7     7e-7 / 2e-5     1e-7 / 5e-6   1e-8 / 5e-9
    1e-6    2e-9 / 6e-9     1e-9 / 8e-8     2e-9 / 4e-8   2e-10 / 7e-11

The promise of tol includes the salt, whose fields are the weakest: its ions are displaced
from their lattice by a twentieth of the distance of neighbours (`ewald.parameters`)."""

import dataclasses
import itertools
import math
from collections.abc import Iterable
from typing import Any, ClassVar, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.times import met_within
from jaxfmm.errors import Status, bits
from jaxfmm.ewald.segment_parameters import ROOM, Shapes, grids as grids_of, waves as waves_of
from jaxfmm.ewald.whole_cells import (
    Cells,
    extents_across,
    fields_of_points,
    in_three,
    weights_in_three,
    whole_cells,
)
from jaxfmm.kernels.base import ROUNDED, Kernel
from jaxfmm.kernels.by_segment import BySegment
from jaxfmm.kernels.near_images import TooManyImages
from jaxfmm.kernels.screened import Screened, window_series
from jaxfmm.kernels.screened_logarithm import ScreenedLogarithm, logarithm_series
from jaxfmm.kernels.segmented_cells import (
    EXAMPLES,
    SegmentedCells,
    images_within,
    wave_distances,
)
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import Lengths, round_up
from jaxfmm.methods.costs import Problem, backend_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, duration_here, tree_work
from jaxfmm.methods.images import ImageSplit
from jaxfmm.methods.segments import leaf_size_of
from jaxfmm.methods.truncated import LOOSE, NearMethod
from jaxfmm.passes.far_images import CellImages
from jaxfmm.passes.segment_images import SegmentImages
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

SCREENED = 1.2  # the cost of a pair with the screened kernel, relative to a pair of 1/r
LEAF_SIZES = 16, 32, 64  # the leaf sizes that are compared
# The nanoseconds for a slot in the list of a cell that is unknown when the plan is made.
# Derivatives in the cell copy the whole list for each group of images, including slots that are not
# used.
SLOT = 20.0
PLACE = ".length"  # the place of the distance R among the parameters of the screened kernel


class WavesOfSegments(ImageSplit):
    """Sums near pairs with a screened kernel, whose length differs by segment, and the rest by
    waves."""

    def sums(self, kernel: Kernel) -> bool:
        return True

    def paired(self, choice: Choice, kernel: Kernel, lattice: CellImages | None) -> Kernel:
        cells = cast(SegmentImages, lattice)
        waves, inner = choice.setup, kernel.summed()
        kind, series = Screened, window_series
        if choice.request.dim == 2:
            kind, series = ScreenedLogarithm, logarithm_series
        polynomial = jnp.asarray(series(waves.shape, waves.terms), cells.radius.dtype)
        screened = kind(inner, cells.radius, polynomial)
        return BySegment.of(screened, (PLACE,), cells.of_targets, cells.of_sources)

    def rest(
        self,
        choice: Choice,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        weights: dict[int, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        images = cast(SegmentImages, lattice)
        of_sources = in_three(sources), images.of_sources
        of_targets = in_three(targets), images.of_targets
        weights = weights_in_three(weights)
        fields = choice.setup.rest(_cells(images), of_sources, weights, of_targets, orders)
        return fields_of_points(fields, choice.request.dim)

    def rest_energy(
        self, choice: Choice, lattice: CellImages | None, points: Array, weights: dict[int, Array]
    ) -> Array:
        images = cast(SegmentImages, lattice)
        segment, weights = images.of_sources, weights_in_three(weights)
        return choice.setup.energies(_cells(images), in_three(points), segment, weights)


@dataclasses.dataclass(frozen=True)
class EwaldBySegments(NearMethod):
    """The Ewald sum over the cells of all segments."""

    name = "ewald"
    images: ClassVar[ImageSplit] = WavesOfSegments()
    only_by_segments = True
    accumulates = False

    def applies(self, kernel: Kernel) -> bool:
        return kernel.images.has_waves and not kernel.images.only_waves

    def fits(self, kernel: Kernel, dim: int) -> bool:
        return dim in (2, 3)

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        kernel = cast(SegmentedCells, problem.kernel)
        rows = kernel.planned_rows(request.dim)
        rows = None if rows is None else np.asarray(rows, float)
        if request.order is not None or request.theta is not None:
            raise Unfit(
                "order and theta are options of expansions, and method='ewald' has none; tol is "
                "enough"
            )
        if rows is None or errors.is_traced(kernel.summed()):
            raise Unfit(
                "method='ewald' needs cells that are known when a plan is made; make the plan "
                "outside of jit and update it inside"
            )
        counts = _counts(kernel, request, len(rows))
        shapes = Shapes(rows, counts, _extents(kernel, rows, problem))
        sizes: Any = request.segments
        most = leaf_size_of(sizes.largest)
        leaf_sizes = {request.leaf_size or min(size, most) for size in LEAF_SIZES}
        rates = rates_of(request, kernel, problem.sources.dtype)
        with errors.known_results():
            least = float(np.max(kernel.kernel.near_length(request.tol)))
        best, lowest = None, math.inf
        backend = backend_of(request, kernel, problem.sources.dtype)
        setups = waves_of(request, shapes), grids_of(request, shapes, kernel.count)
        for setup in itertools.chain(*setups):
            distances = wave_distances(setup.waves, setup.phase, rows, np)
            if (distances < least).any():
                continue
            try:
                images = images_within(rows, distances, request.tol, setup[1:])
            except TooManyImages:
                continue
            costs = []
            for size in leaf_sizes:
                pairs = _pairs(images, shapes, distances, size) * kernel.count / len(rows)
                slots = _slots_of_unknown(request, images, size) if kernel.alone else 0
                costs.append((SCREENED * rates.pair_at(size) * pairs + SLOT * slots, size))
            near, leaf_size = min(costs)
            cost = near + request.columns * setup.of.nanoseconds(request, backend)
            if cost < lowest:
                choice = Choice(request=request, method=self, leaf_size=leaf_size, setup=setup.of)
                best, lowest = dataclasses.replace(choice, arranged=images), cost
        if best is None:
            raise Unfit(
                f"method='ewald' by segments has no waves for these cells, softened within "
                f"{least:.3g}, that keep tol={request.tol:g}; make a plan for each cell, without "
                "segments"
            )
        return best, lowest + rates.call

    def arranged(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Any:
        return choice.arranged

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        choice = super().with_capacity(choice, kernel, dtype)
        request, of = choice.request, cast(SegmentedCells, kernel)
        if of.alone:
            near = _slots_of_unknown(request, choice.arranged, choice.leaf_size)
            return choice.with_capacity(near=round_up(request.headroom * near))
        in_leaf = OCCUPANCY * choice.leaf_size
        rows, images = cast(np.ndarray, of.known_rows(request.dim)), choice.arranged
        counts = _counts(of, request, len(rows))
        distances = wave_distances(images.waves, images.shortest, rows, np)
        shapes = Shapes(rows, counts, images.room(distances) / ROOM)
        pairs = _pairs(images, shapes, distances, choice.leaf_size) / len(rows)
        count = cast(Any, request.segments).count  # of a device
        near = request.headroom * count * (pairs / in_leaf**2 + 2)
        return choice.with_capacity(near=max(choice.capacity.near, round_up(near)))

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        plan = super().prepare(plan, box, sources, targets)
        of, arranged = cast(SegmentedCells, plan.kernel), plan.choice.arranged
        rows = of.rows(plan.request.dim, plan.unit.dtype)
        if rows.shape[1] == rows.shape[2]:
            return plan
        distances = arranged.distances(rows)
        room = ROUNDED * arranged.room(distances)
        apart = extents_across(rows, _sides(of, sources, targets), of.count)
        return dataclasses.replace(
            plan, status=plan.status | bits([((apart > room).any(), Status.OPEN)])
        )

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        of = cast(SegmentedCells, plan.kernel)
        rows = of.rows(plan.request.dim, plan.unit.dtype)
        distances = plan.choice.arranged.distances(rows) / plan.unit
        targets, sources = (
            distances.at[of.numbered(x)].get(mode="clip") for x in (of.at_targets, of.of_sources)
        )
        return LOOSE, (targets, sources)

    def apart_of(self, choice: Choice) -> None:
        return None

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        rates = rates_of(plan.request, plan.kernel, plan.unit.dtype)
        pair = rates.pair_at(plan.choice.leaf_size)
        backend = backend_of(plan.request, plan.kernel, plan.unit.dtype)
        waves = plan.request.columns * plan.choice.setup.nanoseconds(plan.request, backend)
        return {"P2P": SCREENED * pair * pairs, "waves": waves, "call": rates.call}

    def how(self, plan: Plan, known: bool) -> list[str]:
        sizes: Any = plan.request.segments
        lines = []
        if known and not int(plan.status):
            time = self.time(plan)
            lines = [f"  about {duration_here(plan, time or 0.0)} for potential and gradient"]
        near = len(plan.choice.arranged.near)
        return [
            *lines,
            f"  {sizes.count:,} cells of up to {sizes.largest:,} points, leaf size "
            f"{plan.choice.leaf_size}, pairs in {near} images; the rest by {plan.choice.setup}",
            *accuracy_of(plan),
            *(tree_work(plan) if known else []),
        ]


def _cells(images: SegmentImages) -> Cells:
    heights = images.arranged.heights(images.radius)
    return whole_cells(images.rows, images.radius, heights)


def _slots_of_unknown(request: Request, images: Any, leaf_size: int) -> float:
    """The expected length of the near list of an unknown cell, by the worst of the example cells.
    Points may lie in clusters: each leaf counts the images of all leaves within the distance."""
    leaves = max(request.n, request.m) / (OCCUPANCY * leaf_size) + 1
    volumes = np.linalg.det(EXAMPLES)
    wide = 2 * np.cbrt(volumes / leaves)  # about the diagonal of a leaf of evenly spread points
    distances = wave_distances(images.waves, images.shortest, EXAMPLES, np) + wide
    met = 1 + 4 / 3 * math.pi * distances**3 / volumes
    return float(leaves**2 * np.minimum(met, len(images.near)).max())


def _counts(kernel: SegmentedCells, request: Request, cells: int) -> np.ndarray:
    """The number of sources in each of these cells; the mean number where segments are traced, and
    for the example cells of an unknown cell."""
    if kernel.alone or errors.is_traced(kernel.of_sources):
        return np.full(cells, request.n / kernel.count)
    return kernel.known_counts(kernel.of_sources)


def _pairs(images: Any, shapes: Shapes, distances: np.ndarray, leaf_size: int) -> float:
    """About how many pairs of points the near lists of these cells hold."""
    met = met_within(shapes.inside(distances), OCCUPANCY * leaf_size, shapes.dim)
    every = shapes.counts * len(images.near)
    return float(shapes.counts @ np.minimum(met, every))


def _extents(kernel: SegmentedCells, rows: np.ndarray, problem: Problem) -> np.ndarray:
    """The extent of the points of each cell across its periodic axes; the longest edge of the cell
    where the points are traced."""
    if rows.shape[1] == rows.shape[2]:
        return np.zeros(len(rows))
    if errors.is_traced(problem.points, kernel.of_sources, kernel.of_targets):
        return np.linalg.norm(rows, axis=2).max(axis=1)
    sides = _sides(kernel, problem.sources, problem.targets)
    with jax.ensure_compile_time_eval():
        return np.asarray(_known_extents(jnp.asarray(rows, problem.sources.dtype), sides), float)


def _sides(
    kernel: SegmentedCells, sources: Array, targets: Array | None
) -> list[tuple[Array, Array]]:
    """(points, segments) of the sources, and of the targets if there are any."""
    sides = [(sources, kernel.numbered(kernel.of_sources))]
    if targets is not None:
        sides.append((targets, kernel.numbered(kernel.at_targets)))
    return sides


@jax.jit
def _known_extents(rows: Array, sides: list[tuple[Array, Array]]) -> Array:
    return extents_across(rows, sides, len(rows))
