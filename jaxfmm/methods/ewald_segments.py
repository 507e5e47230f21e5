"""The Ewald sum over many cells at once, a cell for each segment.

Pairs are summed as in `methods.ewald`, up to a distance R of each cell; the waves of each cell by a
grid (`ewald.segment_grids`), or without one in cells of few points (`ewald.segment_sums`). All
cells have the same window and the same numbers of waves or nodes, and R is the least for which
these suffice in a cell. So R follows from the cell alone, and a plan is valid for new cells and new
segments.

Measured errors of the potential / the gradient of each cell, in one sum with cells of other sizes
(by a factor of 10^6), float64, without grids:

    tol     200 at random   216 of a salt   a pair        100 in a cluster
    1e-3    2e-6 / 5e-6     5e-6 / 2e-4     3e-6 / 9e-5   2e-7 / 6e-8
    1e-4    2e-7 / 5e-7     7e-7 / 2e-5     1e-7 / 5e-6   1e-8 / 5e-9
    1e-6    2e-9 / 6e-9     1e-9 / 8e-8     2e-9 / 4e-8   2e-10 / 7e-11

tol is promised for the salt, whose fields are the weakest: its ions are a twentieth of the distance
of neighbours off their places (`ewald.parameters`)."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, cast

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.times import met_within
from jaxfmm.ewald import parameters
from jaxfmm.ewald.parameters import FORCE, POTENTIAL, SHAPES, EwaldParameters
from jaxfmm.ewald.segment_grids import SegmentGrid
from jaxfmm.ewald.segment_sums import Cells, SegmentWaves
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_segment import BySegment
from jaxfmm.kernels.near_images import TooManyImages
from jaxfmm.kernels.screened import Screened, window_series, window_wave
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
from jaxfmm.nufft.stacked import StackedGrid
from jaxfmm.passes.far_images import CellImages
from jaxfmm.passes.segment_images import SegmentImages
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

# Waves along an edge of a cube that are tried.
MOST_WAVES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32)
SCREENED = 1.2  # the cost of a screened pair over the cost of a pair of 1/r
LEAF_SIZES = 16, 32, 64  # that are tried
# The cost in nanoseconds of a slot in the list of an unknown cell. Derivatives in the cell copy the
# whole list for each group of images, with the slots that are not used.
SLOT = 20.0
# Errors are held this many times below the tolerance: after an update, cells may have more or fewer
# points than those for which a plan was made.
MARGIN = 1.5
PLACE = ".length"  # of the distance R in the kernel of pairs


class WavesOfSegments(ImageSplit):
    """Near pairs with a screened kernel for each segment, and the rest by waves."""

    def sums(self, kernel: Kernel) -> bool:
        return True

    def paired(self, choice: Choice, kernel: Kernel, lattice: CellImages | None) -> Kernel:
        cells = cast(SegmentImages, lattice)
        waves, of = choice.setup, kernel.summed()
        series = jnp.asarray(window_series(waves.shape, waves.terms), cells.radius.dtype)
        screened = Screened(of, cells.radius, series)
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
        of_sources, of_targets = (sources, images.of_sources), (targets, images.of_targets)
        return choice.setup.rest(_cells(images), of_sources, weights, of_targets, orders)

    def rest_energy(
        self, choice: Choice, lattice: CellImages | None, points: Array, weights: dict[int, Array]
    ) -> Array:
        images = cast(SegmentImages, lattice)
        return choice.setup.energies(_cells(images), points, images.of_sources, weights)


@dataclasses.dataclass(frozen=True)
class EwaldBySegments(NearMethod):
    """Ewald's split of many cells."""

    name = "ewald"
    images: ClassVar[ImageSplit] = WavesOfSegments()
    only_by_segments = True
    accumulates = False

    def applies(self, kernel: Kernel) -> bool:
        return kernel.images.has_waves and not kernel.images.only_waves

    def fits(self, kernel: Kernel, dim: int) -> bool:
        return dim == 3

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        kernel = cast(SegmentedCells, problem.kernel)
        rows = kernel.planned_rows(request.dim)
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
        sizes: Any = request.segments
        most = leaf_size_of(sizes.largest)
        leaf_sizes = {request.leaf_size or min(size, most) for size in LEAF_SIZES}
        rates = rates_of(request, kernel, problem.sources.dtype)
        least = float(np.max(kernel.kernel.near_length(request.tol)))
        best, lowest = None, math.inf
        backend = backend_of(request, kernel, problem.sources.dtype)
        setups = _waves(request, rows, counts), _grids(request, rows, counts, kernel.count)
        volumes = np.abs(np.linalg.det(rows))
        for setup, shortest, waves in itertools.chain(*setups):
            distances = wave_distances(waves, shortest, rows, np)
            if (distances < least).any():
                continue
            try:
                images = images_within(rows, distances, request.tol, waves, shortest)
            except TooManyImages:
                continue
            inside = _inside(distances, volumes, counts)
            costs = []
            for size in leaf_sizes:
                pairs = _pairs(images, inside, counts, size) * kernel.count / len(rows)
                slots = _slots_of_unknown(request, images, size) if kernel.alone else 0
                costs.append((SCREENED * rates.pair_at(size) * pairs + SLOT * slots, size))
            near, leaf_size = min(costs)
            cost = near + setup.nanoseconds(request, backend)
            if cost < lowest:
                choice = Choice(request=request, method=self, leaf_size=leaf_size, setup=setup)
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
        inside = _inside(distances, np.abs(np.linalg.det(rows)), counts)
        pairs = _pairs(images, inside, counts, choice.leaf_size)
        near = request.headroom * (pairs / in_leaf**2 + 2 * len(rows))
        return choice.with_capacity(near=max(choice.capacity.near, round_up(near)))

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
        waves = plan.choice.setup.nanoseconds(plan.request, backend)
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
    return Cells(images.rows, images.radius)


def _slots_of_unknown(request: Request, images: Any, leaf_size: int) -> float:
    """How long the near list may be of a cell that is one of the examples, and whose points may be
    in clusters: each leaf meets itself and the images of all leaves within the distance."""
    leaves = max(request.n, request.m) / (OCCUPANCY * leaf_size) + 1
    volumes = np.linalg.det(EXAMPLES)
    wide = 2 * np.cbrt(volumes / leaves)  # the diagonal of a leaf of even points
    distances = wave_distances(images.waves, images.shortest, EXAMPLES, np) + wide
    met = 1 + 4 / 3 * math.pi * distances**3 / volumes
    return float(leaves**2 * np.minimum(met, len(images.near)).max())


def _counts(kernel: SegmentedCells, request: Request, cells: int) -> np.ndarray:
    """How many sources each of these cells has, as far as that is known; else equally many. An
    unknown cell has several examples."""
    if kernel.alone or errors.is_traced(kernel.of_sources):
        return np.full(cells, request.n / kernel.count)
    return kernel.known_counts(kernel.of_sources)


def _inside(distances: np.ndarray, volumes: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """How many points of each cell are within its distance R, where they are even."""
    return counts * 4 / 3 * math.pi * distances**3 / volumes


def _pairs(images: Any, inside: np.ndarray, counts: np.ndarray, leaf_size: int) -> float:
    """About how many pairs of points the lists hold."""
    met = met_within(inside, OCCUPANCY * leaf_size, 3)
    every = counts * len(images.near)
    return float(counts @ np.minimum(met, every))


# What all cells have, the phase k R of the last wave along an edge and the numbers of that wave.
_Setup = tuple[SegmentWaves | SegmentGrid, float, tuple[float, ...]]


def _crowds(rows: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The edges of each cell over the cube root of its volume, (count, 3), and this root over the
    distance of neighbours in the cell, of cells with points."""
    edges = np.linalg.norm(rows, axis=2) / np.cbrt(np.abs(np.linalg.det(rows)))[:, None]
    return edges, np.cbrt(np.maximum(counts, 1.0))


def _waves(request: Request, rows: np.ndarray, counts: np.ndarray) -> Iterator[_Setup]:
    """Waves that keep the tolerance in each of the cells."""
    edges, crowd = _crowds(rows, counts)
    typical = np.exp(np.log(edges).mean(axis=0))
    crowd = crowd[counts > 0] if counts.any() else np.ones(1)
    for along in MOST_WAVES:
        waves = tuple(max(1, round(along * float(x))) for x in typical)
        share = (edges / np.array(waves)).max(axis=1) / (2 * math.pi)  # R / V^(1/3) over k R
        phases = [_last_phase(request, integrals, share, crowd) for *_, integrals in _windows()]
        shortest, (shape, terms, _) = min(zip(phases, _windows()), key=lambda one: one[0])
        if math.isfinite(shortest):
            yield SegmentWaves(waves, shape, terms), shortest, waves


def _grids(request: Request, rows: np.ndarray, counts: np.ndarray, cells: int) -> Iterator[_Setup]:
    """Grids that keep the tolerance in each of the cells (`ewald.parameters`). cells: how many
    grids there are."""
    edges, crowd = _crowds(rows, counts)
    some = counts > 0 if counts.any() else np.ones(len(counts), bool)
    lengths = (edges * crowd[:, None])[some]  # over the distance of neighbours
    typical = np.exp(np.log(lengths).mean(axis=0))
    sizes = (lengths / typical).max(axis=1)  # of the cells
    tol = request.tol / MARGIN
    for near in parameters.REACHES:  # in the cell where it is the fewest distances of neighbours
        asked = parameters.asked_of_charges(request.derivatives)
        # forces are least accurate in this cell, potentials in the largest
        forces, potentials = (
            asked.limits(tol, float(r)) for r in (near, near * sizes.max() / sizes.min())
        )
        limits = (potentials[0], *forces[1:])
        for shape, width, fineness in parameters.grids_within(limits):
            phase = fineness * shape
            nodes = typical * sizes.min() * phase / (math.pi * near)
            size = parameters.sizes_of(nodes, width)
            grid = StackedGrid(
                shape=size,
                backend=request.backend,
                cells=cells,
                **parameters.window_of(width, fineness, tol),
            )
            if math.prod(grid.extended.shape) > parameters.MOST_NODES:
                continue
            terms = parameters.terms_of(shape)
            made = EwaldParameters(1.0, 4 / 3 * math.pi * near**3, shape, terms, grid)
            yield SegmentGrid(made), phase, tuple(float(x) for x in nodes / 2)


def _last_phase(
    request: Request, integrals: np.ndarray, share: np.ndarray, crowd: np.ndarray
) -> float:
    """The phase k R of the last wave with which all cells keep the tolerance, infinite if there is
    none. integrals: see `_windows`."""
    near = integrals[0][:, None] * np.array([share.min() * crowd.min(), share.max() * crowd.max()])
    tol = request.tol / MARGIN
    good = integrals[2] <= (tol * POTENTIAL) ** 2 / (8 * near[:, 1])
    if request.derivatives:
        good &= integrals[1] <= (tol * FORCE) ** 2 * near[:, 0] / 8
    if not good.any():
        return math.inf
    return round(float(integrals[0][np.argmax(good)]), 3)


@functools.cache
def _windows() -> list[tuple[float, int, np.ndarray]]:
    """[(shape, terms, (phases, int c^2, int c^2 / y^2 from these phases on))] for all windows; see
    `ewald.parameters`."""
    windows = []
    for shape in SHAPES:
        step = 0.05
        y = step * (np.arange(int(4 * max(shape, 4.0) / step)) + 0.5)
        power = window_wave(y * y, float(shape), np) ** 2 * step
        tails = [np.cumsum(p[::-1])[::-1] for p in (power, power / y**2)]
        windows.append(
            (float(shape), parameters.terms_of(shape), np.stack([y - 0.5 * step, *tails])[:, 1:])
        )
    return windows
