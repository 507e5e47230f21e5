"""The parameters of Ewald sums over many cells at once: waves or grids that keep the tolerance in
each cell.

Errors are as in `ewald.parameters`, for charges that fill each cell evenly. Cells that are open
along some axes are as full as the box around their points. In the plane, with R and the density n
of random charges of mean square one, the waves that are left out are worth

    du^2 = 2 pi n R^2 int c(y)^2 / y^3 dy ,       dF^2 = 2 pi n int c(y)^2 / y dy ,

relative to `LEAST_IN_PLANE` n^(b / 2)."""

import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from jaxfmm.ewald import parameters
from jaxfmm.ewald.parameters import FORCE, POTENTIAL, SHAPES, EwaldParameters
from jaxfmm.ewald.segment_grids import SegmentGrid
from jaxfmm.ewald.segment_sums import SegmentWaves
from jaxfmm.kernels.screened import window_wave
from jaxfmm.nufft.stacked import StackedGrid
from jaxfmm.request import Request

# Waves along an edge of a cube that are tried; in the plane more may be.
MOST_WAVES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32)
MOST_IN_PLANE = (*MOST_WAVES, 40, 48, 56, 64, 80, 96, 112, 128)
# Errors are held this many times below the tolerance: after an update, cells may have more or fewer
# points than those for which a plan was made.
MARGIN = 1.5
# In the plane `tol` is promised where potentials and forces are at least this large.
LEAST_IN_PLANE = 0.5, 0.15
ROOM = 1.1  # points may be so many times farther apart across the periodic axes than now


class Shapes(NamedTuple):
    """The cells that parameters are for.

    rows (cells, p, d): the periodic edges.
    counts (cells,): how many sources each has.
    extents (cells,): how far points are apart across the periodic axes, zero without open axes."""

    rows: np.ndarray
    counts: np.ndarray
    extents: np.ndarray

    @property
    def dim(self) -> int:
        return self.rows.shape[2]

    @property
    def opened(self) -> int:
        return self.rows.shape[2] - self.rows.shape[1]

    @property
    def lengths(self) -> np.ndarray:
        """Roots of the volumes, areas or lengths of the periodic edges, (cells,)."""
        square = np.linalg.det(self.rows @ np.swapaxes(self.rows, 1, 2))
        return np.sqrt(np.abs(square)) ** (1 / self.rows.shape[1])

    @property
    def edges(self) -> np.ndarray:
        """The edges over these lengths, (cells, p)."""
        return np.linalg.norm(self.rows, axis=2) / self.lengths[:, None]

    @property
    def across(self) -> np.ndarray:
        """The measure of what points fill across the periodic axes, (cells,)."""
        return self.extents**self.opened / max(1, self.opened)

    @property
    def crowd(self) -> np.ndarray:
        """`lengths` over the distance of neighbours, (cells,)."""
        periodic, counts = self.rows.shape[1], np.maximum(self.counts, 1.0)
        single = counts ** (1 / periodic)  # of points in one layer
        if not self.opened:
            return single
        thin = self.lengths**self.opened >= self.across * single**self.opened
        across = np.where(thin, 1.0, self.across)
        several = (counts * self.lengths**self.opened / across) ** (1 / self.dim)
        return np.where(thin, single, several)

    def inside(self, distances: np.ndarray) -> np.ndarray:
        """How many sources are within these distances of a point, where they are even."""
        spacing = self.lengths / self.crowd
        ball = {2: math.pi * distances**2, 3: 4 / 3 * math.pi * distances**3}[self.dim]
        if self.opened:
            along = {1: 2 * distances, 2: math.pi * distances**2}[self.rows.shape[1]]
            ball = np.minimum(ball, along * np.maximum(self.across, spacing**self.opened))
        return ball * np.where(self.counts > 0, 1.0, 0.0) / spacing**self.dim

    def waves_across(self, phase: float, distances: np.ndarray) -> float:
        """How many waves are needed along open axes, up to this phase k R: the height of a cell is
        twice the extent of its points and R."""
        if not self.opened:
            return 0.0
        return float((phase / math.pi * (ROOM * self.extents / distances + 1)).max(initial=1.0))


class Setup(NamedTuple):
    """What all cells have.

    of: the waves or the grid.  phase: k R of the last wave along an edge.  waves: its numbers along
    the periodic edges.  across: and along open axes, 0 without them."""

    of: SegmentWaves | SegmentGrid
    phase: float
    waves: tuple[float, ...]
    across: float


def waves(request: Request, shapes: Shapes) -> Iterator[Setup]:
    """Waves that keep the tolerance in each of the cells."""
    edges, crowd, counts = shapes.edges, shapes.crowd, shapes.counts
    typical = np.exp(np.log(edges).mean(axis=0))
    crowd = crowd[counts > 0] if counts.any() else np.ones(1)
    every = MOST_WAVES if shapes.dim == 3 else MOST_IN_PLANE
    for along in (1, *every) if shapes.opened else every:
        numbers = tuple(max(1, round(along * float(x))) for x in typical)
        share = (edges / np.array(numbers)).max(axis=1) / (2 * math.pi)  # R / length over k R
        phases = [
            _last_phase(request, shapes.dim, integrals, share, crowd)
            for *_, integrals in _windows()
        ]
        shortest, (shape, terms, _) = min(zip(phases, _windows()), key=lambda one: one[0])
        if not math.isfinite(shortest):
            continue
        across = math.ceil(shapes.waves_across(shortest, shortest * share * shapes.lengths))
        most = (0,) * (3 - shapes.dim) + (across,) * shapes.opened + numbers
        of_cells = SegmentWaves(most, shape, terms, request.layout)
        yield Setup(of_cells, shortest, numbers, across)


def grids(request: Request, shapes: Shapes, cells: int) -> Iterator[Setup]:
    """Grids that keep the tolerance in each of the cells (`ewald.parameters`). cells: how many
    grids there are."""
    if shapes.dim == 2:
        return
    edges, crowd, counts = shapes.edges, shapes.crowd, shapes.counts
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
            share = (edges / (nodes / 2)[None]).max(axis=1) / (2 * math.pi)
            across = shapes.waves_across(phase, phase * share * shapes.lengths)
            size = parameters.sizes_of(
                np.concatenate([np.full(shapes.opened, 2 * across), nodes]), width
            )
            grid = StackedGrid(
                shape=size,
                backend=request.backend,
                layout=request.layout,
                cells=cells,
                **parameters.window_of(width, fineness, tol),
            )
            if math.prod(grid.extended.shape) > parameters.MOST_NODES:
                continue
            terms = parameters.terms_of(shape)
            made = EwaldParameters(1.0, 4 / 3 * math.pi * near**3, shape, terms, grid)
            yield Setup(SegmentGrid(made), phase, tuple(float(x) for x in nodes / 2), across)


def _last_phase(
    request: Request, dim: int, integrals: np.ndarray, share: np.ndarray, crowd: np.ndarray
) -> float:
    """The phase k R of the last wave with which all cells keep the tolerance, infinite if there is
    none. integrals: see `_windows`."""
    near = integrals[0][:, None] * np.array([share.min() * crowd.min(), share.max() * crowd.max()])
    tol = request.tol / MARGIN
    if dim == 3:
        good = integrals[2] <= (tol * POTENTIAL) ** 2 / (8 * near[:, 1])
        forces = integrals[1] <= (tol * FORCE) ** 2 * near[:, 0] / 8
    else:
        least, slope = LEAST_IN_PLANE
        good = integrals[4] <= (tol * least / near[:, 1]) ** 2 / (2 * math.pi)
        forces = integrals[3] <= (tol * slope) ** 2 / (2 * math.pi)
    if request.derivatives:
        good &= forces
    if not good.any():
        return math.inf
    return round(float(integrals[0][np.argmax(good)]), 3)


@functools.cache
def _windows() -> list[tuple[float, int, np.ndarray]]:
    """[(shape, terms, (phases, int c^2, int c^2 / y^2, int c^2 / y, int c^2 / y^3 from these phases
    on))] for all windows; see `ewald.parameters`."""
    windows = []
    for shape in SHAPES:
        step = 0.05
        y = step * (np.arange(int(4 * max(shape, 4.0) / step)) + 0.5)
        power = window_wave(y * y, float(shape), np) ** 2 * step
        every = power, power / y**2, power / y, power / y**3
        tails = [np.cumsum(p[::-1])[::-1] for p in every]
        windows.append(
            (float(shape), parameters.terms_of(shape), np.stack([y - 0.5 * step, *tails])[:, 1:])
        )
    return windows
