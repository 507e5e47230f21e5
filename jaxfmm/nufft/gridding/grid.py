"""A regular grid, and the window through which points and its nodes see each other.

Kaiser & Bessel's window of width w, in spacings H of the grid, is

    phi(t) = I_0(beta sqrt(1 - t^2)) / I_0(beta)  for |t| <= 1, else 0,    t = distance / (w H / 2),

with the Fourier transform (Jackson, Meyer, Nishimura & Macovski 1991)

    phihat(x) = integral phi(t) exp(-i x t) dt
              = 2 sinh(sqrt(beta^2 - x^2)) / (sqrt(beta^2 - x^2) I_0(beta)) .

I_0(beta sqrt(1 - t^2)) is entire in t, so on each of the w intervals of a spacing a polynomial of
low degree does as well (Barnett, Magland & af Klinteberg 2019, section 5.3); operations evaluate
these polynomials."""

import dataclasses
import functools

import numpy as np

FEW_LANES, MOST_WIDTH = 8, 16


@dataclasses.dataclass(frozen=True, kw_only=True)
class Grid:
    """The static data of a grid in 1, 2 or 3 dimensions.

    shape: nodes per dimension.  spacing: a multiple of SPACING_UNIT.  width, beta: of the window,
    in nodes.  degree: of its polynomials."""

    shape: tuple[int, ...]
    spacing: float
    width: int
    beta: float
    degree: int

    @property
    def lanes(self) -> int:
        """Nodes along the last dimension that operations touch for a point."""
        return reach(self.width, 1)[0]


# Nodes lie at whole multiples of the spacing, and that is a whole multiple of this: so float32
# holds their coordinates exactly (up to 2^24 units), and the distance of a point to a node near it
# has no rounding error of its size.
SPACING_UNIT = 2.0**-6


def reach(width: int, dim: int) -> tuple[int, ...]:
    """Nodes that operations touch for a point, per dimension: the width, along the last rounded up
    to whole vectors."""
    return (width,) * (dim - 1) + (FEW_LANES if width <= FEW_LANES else MOST_WIDTH,)


def axes(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Lengths along three axes, as compiled operations take them, from lengths in 1, 2 or 3
    dimensions; the second of two dimensions is the last axis."""
    *first, last = lengths
    return (*first, 1, 1)[:2] + (last,)


def transform(x: np.ndarray, beta: float | np.ndarray) -> np.ndarray:
    """phihat(x) in numpy; sinh(i r) / (i r) = sin(r) / r."""
    square = np.asarray(beta * beta - x * x)
    root = np.sqrt(np.maximum(np.abs(square), 1e-30))
    sine = np.where(square > 0, np.sinh(np.minimum(root, beta)), np.sin(root))
    return 2 * sine / (root * (_i0(float(beta)) if np.ndim(beta) == 0 else np.i0(beta)))


@functools.lru_cache(64)
def _i0(beta: float) -> float:
    """A number that searches for grids ask for several times one after the other: NumPy takes a
    tenth of a millisecond for it."""
    return float(np.i0(beta))


def _window(u: np.ndarray, width: int, beta: float) -> np.ndarray:
    """phi at places u in (-1, 1) of each of its intervals, (u, width)."""
    t = ((u[:, None] + 1) / 2 + np.arange(width)) * (2 / width) - 1
    return np.i0(beta * np.sqrt(np.maximum(1 - t * t, 0))) / np.i0(beta)


@functools.cache
def _pieces(width: int, beta: float, degree: int) -> np.ndarray:
    """Coefficients (degree + 1, width) of the powers of u on each interval: interpolation at
    Chebyshev's points."""
    u = np.cos(np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1))
    series = np.polynomial.chebyshev.chebfit(u, _window(u, width, beta), degree)
    return _chebyshev_in_powers(degree) @ series


@functools.cache
def _chebyshev_in_powers(degree: int) -> np.ndarray:
    """The coefficients of the powers, down, of Chebyshev's polynomials T_0, ..., T_degree."""
    matrix = np.eye(degree + 1)
    for k in range(2, degree + 1):
        matrix[1:, k] = 2 * matrix[:-1, k - 1]
        matrix[:, k] -= matrix[:, k - 2]
    return matrix


@functools.cache
def degree_for(width: int, beta: float, tol: float) -> int:
    """The lowest degree of polynomials that differ from the window by at most `tol` times its
    largest value."""
    u = np.linspace(-1, 1, 17)
    exact = _window(u, width, beta)
    for degree in range(2, 20):
        pieces = np.polynomial.polynomial.polyval(u, _pieces(width, beta, degree)).T
        if np.abs(pieces - exact).max() <= tol:
            return degree
    return 20


def table(grid: Grid) -> np.ndarray:
    """The polynomials in numpy (degree + 1, lanes): the coefficient of u^i on interval j at [i, j],
    zero beyond the width. On an interval u runs from -1 to 1 with increasing t."""
    pieces = _pieces(grid.width, grid.beta, grid.degree)
    return np.pad(pieces, ((0, 0), (0, grid.lanes - grid.width)))
