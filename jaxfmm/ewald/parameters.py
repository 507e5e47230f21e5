"""The parameters of Ewald's split: how far pairs are summed, and the grid of the rest.

The kernel 1/r is split by a charge that is spread over a ball of radius R: beyond R nothing is left
of the kernel, and the potential of the spread charge is smooth. Ewald's charge is a Gaussian; a
window of Kaiser & Bessel needs about half as many modes per dimension for the same error (as
prolate functions do: Jiang & Greengard, arXiv:2308.00292).

Errors are for random charges of mean square one in a density n. With the mode k, y = k R, the
transform c(y) of the window and the share A(y) of the modes that the grid gets wrong (one where it
has none), they are integrals over the modes,

    du^2 = 8 n R int c(y)^2 A(y) / y^2 dy ,       dF^2 = 8 n / R int c(y)^2 A(y) dy ,

and of derivatives of order b with y^(2 b - 2) and R^(1 - 2 b). They are relative to `LEAST`[b]
n^((1 + b) / 3). The velocity by forces in a viscous fluid has h(y) (`kernels.vectors_in_cells`) in
place of c(y), and 8/3 of these squares."""

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
# larger ones. Second derivatives are of vectors alone.
POTENTIAL, FORCE = 1.0, 0.15
LEAST = (POTENTIAL, FORCE, 1.0)
TERMS = {13.5: 11, 19.0: 16, 40.0: 26}  # terms of the polynomial, up to a shape of the window
# The same where its second derivative counts.
TERMS_OF_SLOPES = {8.5: 11, 16.5: 16, 40.0: 26}
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
    modes = X + 2 * math.pi * np.array([0, -3, -2, -1, 1, 2, 3])[:, None]
    own, *images = transform(half * modes, beta) ** 2
    share = np.minimum(sum(images) / own, 1.0)
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


@dataclasses.dataclass(frozen=True)
class Asked:
    """What a split is accurate for.

    orders: of the derivatives of the smooth function.
    distance: whether the sum is a velocity by forces; `orders` are then derivatives of it."""

    orders: tuple[int, ...]
    distance: bool = False

    @property
    def factor(self) -> float:
        """The squares of errors, over those of 1/r."""
        return 8 / 3 if self.distance else 1.0

    def limits(self, tol: float, near: float) -> tuple[float, ...]:
        """The integrals, by order, with which errors are at most tol, for R = near n^(-1/3)."""
        most = [math.inf] * len(LEAST)
        for b in self.orders:
            most[b] = (tol * LEAST[b]) ** 2 * near ** (2 * b - 1) / (8 * self.factor)
        return tuple(most)

    @property
    def derivatives(self) -> int:
        """Up to which order results are differentiated."""
        return len(self.orders) - 1

    @property
    def slopes(self) -> bool:
        """Whether the second derivative of the polynomial counts."""
        return max(self.orders) + self.distance > 1


def asked_of_charges(derivatives: int) -> Asked:
    """Of the potential of charges, and with derivatives of the gradient."""
    return Asked((0, 1) if derivatives else (0,))


def _spread(y: np.ndarray, shape: float, distance: bool) -> np.ndarray:
    """c(y), or h(y) for a distance."""
    window = window_wave(y * y, shape, np)
    if not distance:
        return window
    step = 1e-3
    above, below = (window_wave((y * f) ** 2, shape, np) for f in (1 + step, 1 - step))
    return window - (above - below) / (4 * step)


@functools.cache
def _errors(distance: bool) -> np.ndarray:
    """The integrals by order, (shape, width, fineness, orders)."""
    errors = []
    for shape in SHAPES:
        farthest = 4 * max(shape, 4.0)
        y = (np.arange(400) + 0.5) * (farthest / 400)
        power = _spread(y, shape, distance) ** 2 * (y[1] - y[0])
        by_order = np.stack([power * y ** (2.0 * b - 2) for b in range(len(LEAST))], axis=1)
        errors.append(_wrong_up_to(float(farthest / shape)) @ by_order)
    return np.array(errors)


@functools.cache
def grids_within(
    limits: tuple[float, ...], distance: bool = False
) -> list[tuple[float, int, float]]:
    """[(shape, width, fineness)] of grids whose integrals are at most these, by order: the coarsest
    for every width and some shapes."""
    good = np.all(_errors(distance) <= np.array(limits), axis=3)
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
    asked: Asked,
    backend: str | None = None,
    reaches: np.ndarray = REACHES,
) -> list[EwaldParameters]:
    """The parameters with errors of at most `tol` for n charges in a cell with these rows, in
    numpy: for every reach and width the coarsest grid. reaches: R over n^(-1/3)."""
    spacing = (abs(np.linalg.det(rows)) / n) ** (1 / 3)
    radius = radius_of(rows)
    result = []
    for near in reaches:
        limits = asked.limits(tol, float(near))
        for shape, width, fineness in grids_within(limits, asked.distance):
            nodes = np.linalg.norm(rows, axis=1) * (fineness * shape / (math.pi * near * spacing))
            size = sizes_of(nodes, width)
            if math.prod(size) > MOST_NODES:
                continue
            grid = PeriodicGrid(shape=size, backend=backend, **window_of(width, fineness, tol))
            terms = terms_of(shape, slopes=asked.slopes)
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


def terms_of(shape: float, *, slopes: bool = False) -> int:
    """The terms of the polynomial of the spread charge's window. slopes: whether its second
    derivative counts."""
    table = TERMS_OF_SLOPES if slopes else TERMS
    return next(terms for most, terms in table.items() if shape <= most)


def nanoseconds(
    parameters: EwaldParameters, derivatives: int, n: float, m: float, backend: str
) -> float:
    """The predicted time of the smooth rest, for the potential and, with derivatives, the
    gradient."""
    return grid_nanoseconds(parameters.grid.extended, derivatives, n, m, backend)
