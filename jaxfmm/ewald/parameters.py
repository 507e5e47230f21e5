"""The parameters of Ewald's split: how far pairs are summed, and the grid of the rest.

The kernel 1/r is split by a charge that is spread over a ball of radius R: beyond R nothing is left
of the kernel, and the potential of the spread charge is smooth. Ewald's charge is a Gaussian; a
window of Kaiser & Bessel needs about half as many modes per dimension for the same error (as
prolate functions do: Jiang & Greengard, arXiv:2308.00292).

Errors are for random charges of mean square one in a density n. With the mode k, y = k R, the
transform c(y) of the window and the share A(y) of the modes that the grid gets wrong (one where it
has none), they are integrals over the modes,

    du^2 = 8 n R int c(y)^2 A(y) / y^2 dy ,       dF^2 = 8 n / R int c(y)^2 A(y) dy ,

relative to potentials of `POTENTIAL` n^(1/3) and forces of `FORCE` n^(2/3)."""

import dataclasses
import functools
import math
from typing import Any

import numpy as np

from jaxfmm.gaussian.fourier import good_size, grid_nanoseconds
from jaxfmm.kernels.near_images import radius_of
from jaxfmm.kernels.screened import window_wave
from jaxfmm.nufft.gridding.grid import MOST_WIDTH, degree_for, reach, transform
from jaxfmm.nufft.periodic import PeriodicGrid

# The tolerance is promised for potentials and forces at least this large, as of a salt whose ions
# are off their places by a twentieth of the distance of neighbours; liquids and random charges have
# larger ones.
POTENTIAL, FORCE = 1.0, 0.15
TERMS = {13.5: 11, 19.0: 16, 40.0: 26}  # terms of the polynomial, up to a shape of the window
REACHES = 1.3 ** np.arange(-1.0, 9.0) * 1.5  # R that are tried, over n^(-1/3)
LONGEST = 40.0  # a softening beyond this R over n^(-1/3) is refused
# nodes per dimension that are tried, over the fewest that have all modes up to y = shape
FINENESS = np.arange(1.0, 3.01, 0.1)
SHAPES = np.arange(2.0, 40.1, 0.5)  # of the spread charge's window
WIDTHS = range(3, MOST_WIDTH + 1)  # of the grid's window, in nodes
MOST_NODES = 2**28
LEAST_TOL = 1e-10  # below, no grid has errors much smaller than the tolerance
X = np.linspace(0, math.pi, 49)  # modes in nodes, up to the last


@dataclasses.dataclass(frozen=True)
class EwaldParameters:
    """reach: R in radii of the cell.  inside: charges within R, where they are even.  shape: of the
    window of the spread charge.  terms: of the polynomial that is its potential.  grid: of the
    smooth rest."""

    reach: float
    inside: float
    shape: float
    terms: int
    grid: PeriodicGrid

    def __str__(self) -> str:
        nodes = " x ".join(map(str, self.grid.shape))
        return f"a grid of {nodes} nodes, windows of {self.grid.width} nodes"


def _window_shape(width: int, fineness: float) -> float:
    """The parameter of the grid's window (Beatty, Nishimura & Pauly 2005)."""
    return round(math.pi * math.sqrt(max((width * (1 - 0.5 / fineness)) ** 2 - 0.8, 0.1)), 3)


@functools.cache
def _wrong(width: int, fineness: float) -> np.ndarray:
    """A(y) at y = shape fineness X / pi, (49,): the share of the modes in a direction for which the
    grid takes other modes, at sources and at targets, along three axes, on average over
    directions."""
    beta, half = _window_shape(width, fineness), width / 2
    images = sum(transform(half * (X + 2 * math.pi * m), beta) ** 2 for m in (-3, -2, -1, 1, 2, 3))
    share = np.minimum(images / transform(half * X, beta) ** 2, 1.0)
    sums = np.concatenate([[0.0], np.cumsum(0.5 * (share[1:] + share[:-1]))])
    return np.minimum(6 * np.concatenate([share[:1], sums[1:] / np.arange(1, len(X))]), 1.0)


@functools.cache
def _wrong_up_to(farthest: float) -> np.ndarray:
    """A(y) of 400 modes up to y = shape * farthest, of grids of all widths and finenesses: (width,
    fineness, 400)."""
    modes = (np.arange(400) + 0.5) * (farthest * math.pi / 400)
    return np.array(
        [
            [np.interp(modes / f, X, _wrong(w, round(float(f), 3)), right=1.0) for f in FINENESS]
            for w in WIDTHS
        ]
    )


@functools.cache
def _errors() -> np.ndarray:
    """The integrals of forces and potentials, (shape, width, fineness, 2)."""
    errors = []
    for shape in SHAPES:
        farthest = 4 * max(shape, 4.0)
        y = (np.arange(400) + 0.5) * (farthest / 400)
        power = window_wave(y * y, shape, np) ** 2 * (y[1] - y[0])
        both = np.stack([power, power / y**2], axis=1)
        errors.append(_wrong_up_to(float(farthest / shape)) @ both)
    return np.array(errors)


@functools.cache
def grids_within(force: float, potential: float) -> list[tuple[float, int, float]]:
    """[(shape, width, fineness)] of grids whose integrals are at most these: the coarsest for every
    width and some shapes."""
    good = np.all(_errors() <= np.array([force, potential]), axis=3)
    fineness = np.where(np.any(good, axis=2), FINENESS[np.argmax(good, axis=2)], np.inf)
    nodes = SHAPES[:, None] * fineness
    coarsest = np.isfinite(nodes) & (nodes <= 1.0001 * nodes.min(axis=0))
    return [
        (float(SHAPES[s]), WIDTHS[w], round(float(fineness[s, w]), 3))
        for s, w in np.argwhere(coarsest)
    ]


def reaches(rows: np.ndarray, n: int, least: float) -> np.ndarray:
    """The R that are tried over n^(-1/3), with one that is not shorter than the length `least`."""
    needed = 1.01 * least / (abs(np.linalg.det(rows)) / n) ** (1 / 3)
    return np.append(REACHES, needed) if REACHES[-1] < needed < LONGEST else REACHES


def candidates(
    rows: np.ndarray,
    n: int,
    tol: float,
    derivatives: int,
    backend: str | None = None,
    reaches: np.ndarray = REACHES,
) -> list[EwaldParameters]:
    """The parameters with errors of at most `tol` for n charges in a cell with these rows, in
    numpy: for every reach and width the coarsest grid. reaches: R over n^(-1/3)."""
    spacing = (abs(np.linalg.det(rows)) / n) ** (1 / 3)
    radius = radius_of(rows)
    result = []
    for near in reaches:
        potential = (tol * POTENTIAL) ** 2 / (8 * near)
        force = (tol * FORCE) ** 2 * near / 8 if derivatives else math.inf
        for shape, width, fineness in grids_within(force, potential):
            nodes = np.linalg.norm(rows, axis=1) * (fineness * shape / (math.pi * near * spacing))
            size = sizes_of(nodes, width)
            if math.prod(size) > MOST_NODES:
                continue
            grid = PeriodicGrid(shape=size, backend=backend, **window_of(width, fineness, tol))
            terms = terms_of(shape)
            length, inside = float(near * spacing / radius), float(4 / 3 * math.pi * near**3)
            result.append(EwaldParameters(length, inside, shape, terms, grid))
    return result


def sizes_of(nodes: np.ndarray, width: int) -> tuple[int, ...]:
    """The nodes of a grid along each edge: good numbers, not below `nodes`."""
    least = max(reach(width, 3))
    return tuple(good_size(max(least, math.ceil(count))) for count in nodes)


def window_of(width: int, fineness: float, tol: float) -> dict[str, Any]:
    """The window of a grid, as `PeriodicGrid` takes it."""
    beta = _window_shape(width, fineness)
    return {"width": width, "beta": beta, "degree": degree_for(width, beta, tol / 64)}


def terms_of(shape: float) -> int:
    """The terms of the polynomial of the spread charge's window."""
    return next(terms for most, terms in TERMS.items() if shape <= most)


def nanoseconds(
    parameters: EwaldParameters, derivatives: int, n: float, m: float, backend: str
) -> float:
    """The predicted time of the smooth rest, for the potential and, with derivatives, the
    gradient."""
    return grid_nanoseconds(parameters.grid.extended, derivatives, n, m, backend)
