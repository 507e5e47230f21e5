"""Gaussian sums by a Fourier series: spread to a grid, FFT, multiply, inverse FFT, interpolate.

A sum of unit Gaussians G(u) = exp(-|u|^2 / 2) over points in a box equals a sum of periodic
Gaussians if the period keeps the copies of the box far enough apart. So, with Ghat(k) =
(2 pi)^(d/2) exp(-|k|^2 / 2), H the spacing of a grid and phi the window of `nufft/gridding` in d
dimensions,

    u = interpolate [ iFFT ( H^d Ghat(k) / phihat(k)^2 . FFT [ spread (w) ] ) ] ,

a nonuniform fast Fourier transform from points to modes and one back (Dutt & Rokhlin 1993; for
Gaussians Kunis, Potts & Steidl 2006). Derivatives are factors (i k)^b at targets and (-i k)^a at
sources, with a grid for each. `nufft.windows` estimates the errors.

The error at a target is proportional to the weights around it, not to its own u: targets far from
all sources have no correct digits, and gradients that are small because all points lie within much
less than the bandwidth have few. Each order of derivatives beyond those asked for roughly doubles
the error (at most 12 times for three orders, measured)."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike, DTypeLike

from jaxfmm.backends.protocol import Components
from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.kernels.pairs import components
from jaxfmm.nufft import gridding
from jaxfmm.nufft.gridding.grid import Grid, degree_for, reach, transform
from jaxfmm.nufft.modes import TOGETHER, backward, forward
from jaxfmm.nufft.windows import windows

# The estimated error is that of scattered points; gradients within crowds smaller than the
# bandwidth had errors up to ten times larger.
SAFETY = 8.0
SMALLEST_TOL = {"float32": 5e-6, "float64": 2e-13}
ROUNDING = {"float32": 2e-7, "float64": 5e-15}  # No window needs a smaller error.
# `finest` takes this window. The error is twice what was measured, over the largest sum, at targets
# with less than a twentieth of it: positive weights of uniform points, lattices and single points
# in 1D, 2D and 3D.
FINEST_WINDOW, FINEST_ERROR = {"float32": 2e-8}, 3e-7
MOST_NODES = 2**28
# Grids of few nodes have few sizes, so that most bandwidths find the programs of others: powers of
# two, with about `LEAST_NODES` or more, up to `FEW_NODES` nodes. Their transforms take less than a
# millisecond. Grids of up to `MORE_NODES` have four sizes for each power of two along an axis.
LEAST_NODES, FEW_NODES, MORE_NODES = 2**12, 2**14, 2**16
SPACE_CALL = 1.5  # A call in space takes so many times as long: 5000 to 500,000 points on an H200.


def nanoseconds(parameters: "FourierParameters", n: float, m: float, backend: str) -> float:
    """The expected time of a potential, and of the gradient if the parameters are for one.

    The rates are times of a point and dimension, of eight nodes that a point touches (`vector`), of
    a node of a grid, and of a call."""
    return grid_nanoseconds(parameters.grid, parameters.derivatives, n, m, backend)


def grid_nanoseconds(grid: Grid, derivatives: int, n: float, m: float, backend: str) -> float:
    """`nanoseconds` with a grid."""
    rates = gaussian_rates(backend, "fourier")
    dim, columns = len(grid.shape), 1 + len(grid.shape) * min(derivatives, 1)
    touched = rates["vector"] * grid.width ** (dim - 1) * grid.lanes / 8
    point = rates["point"] * dim
    points = n * (point + touched) + m * (point + touched * columns)
    call = rates["call"] * (SPACE_CALL if dim == 3 else 1)
    return call + points + rates["node"] * math.prod(grid.shape) * (1 + columns) / 2


@dataclasses.dataclass(frozen=True, kw_only=True)
class FourierParameters:
    """separation: how far apart periodic copies of the points must be.  derivatives: the highest
    accurate order.  finest: whether all errors are rounding errors."""

    grid: Grid
    separation: float
    derivatives: int
    finest: bool = False

    @property
    def capacity(self) -> tuple[float, ...]:
        """The largest extent of the points along each axis. Two spacings are lost because the box
        begins between nodes."""
        g = self.grid
        margins = (max(r * g.spacing, self.separation) for r in reach(g.width, len(g.shape)))
        return tuple((n - 2) * g.spacing - margin for n, margin in zip(g.shape, margins))


def _separation(tol: float, derivatives: int) -> float:
    """The distance beyond which the derivatives of the Gaussian are below `tol`."""
    distance = 1.0
    for _ in range(20):
        distance = math.sqrt(2 * (math.log(1 / tol) + derivatives * math.log(max(distance, 1.0))))
    return distance


def good_size(least: float) -> int:
    """The smallest even number, not below `least`, without prime factors above 7."""
    return next(n for n in itertools.count(2 * math.ceil(least / 2), 2) if pow(210, 32, n) == 0)


def _few_size(least: float, steps: int) -> int:
    """The smallest of `steps` even numbers for each power of two that is not below `least`."""
    power = 2 ** math.ceil(math.log2(max(least, 2 * steps)))
    step = max(2, power // (2 * steps))
    return step * math.ceil(least / step) if steps > 1 else power


def _shape(least: list[float]) -> tuple[int, ...]:
    """The numbers of nodes of a grid with at least so many along each axis."""
    usual = round(LEAST_NODES ** (1 / len(least)))
    for steps, most in ((1, FEW_NODES), (4, MORE_NODES)):
        shape = tuple(_few_size(max(size, usual), steps) for size in least)
        if math.prod(shape) <= most:
            return shape
    return tuple(map(good_size, least))


def choose_parameters(
    extent: tuple[float, ...],
    tol: float,
    derivatives: int,
    dtype: DTypeLike,
    *,
    points: int = 2_000_000,
) -> FourierParameters | None:
    """The cheapest parameters for points in a box of this extent, in bandwidths, with relative L2
    errors over the targets below `tol` for all derivatives up to the order `derivatives`. None if
    there are none.

    points: about how many sources and targets there are."""
    dim, name = len(extent), jnp.dtype(dtype).name
    if not 1 <= dim <= 3 or tol < SMALLEST_TOL[name]:
        return None
    # Over a box much smaller than the bandwidth, weights of both signs may cancel and gradients are
    # small. Powers of two let other boxes have the same window.
    smaller = 2.0 ** math.floor(math.log2(min(1.0, max(0.3 * max(extent), 0.03))))
    tol = max(tol / SAFETY * smaller, ROUNDING[name])
    return _cheapest(extent, tol, derivatives, points)


def finest(parameters: FourierParameters, dtype: DTypeLike) -> FourierParameters:
    """Parameters for the same points with rounding errors alone, where the dtype has a window for
    that; otherwise the same parameters."""
    tol = FINEST_WINDOW.get(jnp.dtype(dtype).name)
    best = tol and _cheapest(parameters.capacity, tol, parameters.derivatives, 2_000_000)
    return dataclasses.replace(best, finest=True) if best else parameters


def _cheapest(
    extent: tuple[float, ...], tol: float, derivatives: int, points: int
) -> FourierParameters | None:
    """The cheapest parameters with windows of error `tol`."""
    dim, separation = len(extent), _separation(tol, derivatives)
    choices = []
    for width, spacing, beta in windows(tol, derivatives, dim):
        margins = (max(r, separation / spacing) for r in reach(width, dim))
        least = [e * (1 + 1e-6) / spacing + margin + 2 for e, margin in zip(extent, margins)]
        if math.prod(least) <= MOST_NODES:
            grid = Grid(
                shape=_shape(least),
                spacing=spacing,
                width=width,
                beta=beta,
                degree=degree_for(width, beta, tol / 8),
            )
            choices.append(
                FourierParameters(grid=grid, separation=separation, derivatives=derivatives)
            )
    return min(choices, key=lambda c: nanoseconds(c, points / 2, points / 2, "cpu"), default=None)


def _box(targets: Array, sources: Array) -> tuple[Array, Array]:
    low, high = jnp.min(targets, axis=0), jnp.max(targets, axis=0)
    if targets is sources:
        return low, high
    return jnp.minimum(low, jnp.min(sources, axis=0)), jnp.maximum(high, jnp.max(sources, axis=0))


def origin_of(grid: Grid, targets: Array, sources: Array) -> Array:
    """The last multiple of the spacing before all points, so that the grid does not move with
    them."""
    return jnp.floor(_box(targets, sources)[0] * (1 / grid.spacing)) * grid.spacing


def fits(parameters: FourierParameters, targets: Array, sources: Array) -> Array:
    """Whether the points extend no farther than the capacity of the grid."""
    return fits_within(np.array(parameters.capacity), targets, sources)


def fits_within(capacity: ArrayLike, targets: Array, sources: Array) -> Array:
    """Whether the points extend no farther than a capacity (d,)."""
    low, high = _box(targets, sources)
    return jnp.all(high - low <= jnp.asarray(capacity, low.dtype))


def prepare(parameters: FourierParameters, points: Array | None) -> None:
    """None: the places of points in the grid change with their scale."""
    return None


@functools.cache
def _modes(grid: Grid) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each dimension, the wave numbers k of FFTs and H Ghat / phihat^2, which is zero for the
    last mode: its wave number has no sign."""
    modes, half = [], grid.width * grid.spacing / 2
    for axis, size in enumerate(grid.shape):
        frequencies = np.fft.rfftfreq if axis == len(grid.shape) - 1 else np.fft.fftfreq
        number = frequencies(size, 1 / size)
        k = number * (2 * np.pi / (size * grid.spacing))
        gaussian = math.sqrt(2 * math.pi) * np.exp(-k * k / 2)
        factor = grid.spacing * gaussian / (half * transform(half * k, grid.beta)) ** 2
        modes.append((k, np.where(2 * np.abs(number) == size, 0, factor)))
    return modes


@dataclasses.dataclass(frozen=True)
class _Transforms:
    """Transforms from points to the modes of a grid and back.

    together: whether the grids of all derivatives are made at once, or one after another."""

    ops: ModuleType
    grid: Grid
    origin: Array
    together: bool

    @property
    def _axes(self) -> tuple[int, ...]:
        return tuple(range(1, len(self.grid.shape) + 1))

    def sort(self, points: Array) -> Any:
        return self.ops.sort(self.grid, self.origin, points)

    def forward(self, placed: Any, weights: Array, derivatives: Components) -> Array:
        """weights (n, derivatives, k) of sorted points -> (k, *modes)."""
        grid = self.grid

        def spectra(weights: Array) -> Array:
            columns = weights.reshape(weights.shape[0], -1)
            grids = self.ops.spread(grid, self.origin, placed, columns)
            modes = jnp.fft.rfftn(grids, axes=self._axes)
            return modes.reshape(*weights.shape[1:], *grid.shape[:-1], -1)

        if not any(map(any, derivatives)):
            return spectra(weights)[0]
        undamped = [(k, np.ones_like(k)) for k, _ in _modes(grid)]
        return forward(spectra, undamped, weights, derivatives, self.together)

    def at_nodes(self, spectrum: Array) -> Array:
        return jnp.fft.irfftn(spectrum, s=self.grid.shape, axes=self._axes)

    def backward(self, placed: Any, spectrum: Array, derivatives: Components) -> Array:
        """(k, *modes) -> (m, derivatives, k) at sorted points."""

        def values(spectrum):
            return self.ops.interpolate(self.grid, self.origin, placed, self.at_nodes(spectrum))

        return backward(values, _modes(self.grid), spectrum, derivatives, self.together)


def fourier_sum(
    parameters: FourierParameters,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
) -> Array:
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k), all in
    bandwidths. The points are sorted once if `targets` is `sources`."""
    origin = origin_of(parameters.grid, targets, sources)
    orders = source_orders, target_orders
    return sum_on_grid(parameters, origin, targets, sources, weights, *orders, backend=backend)


def sum_on_grid(
    parameters: FourierParameters,
    origin: Array,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
    total: Callable[[Array], Array] = lambda modes: modes,
) -> Array:
    """`fourier_sum` with the origin of the grid. total: adds the modes of the sources of several
    devices."""
    grid, dim, rhs = parameters.grid, targets.shape[1], weights.shape[2]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    nodes = math.prod(grid.shape) * max(len(at_source), len(at_target))  # per right-hand side
    ops = gridding.operations(backend)
    transforms = _Transforms(ops, grid, origin, nodes <= TOGETHER)
    at_sources = transforms.sort(sources)
    at_targets = at_sources if targets is sources else transforms.sort(targets)

    def of_columns(weights):
        spectrum = total(transforms.forward(at_sources, weights, at_source))
        return transforms.backward(at_targets, spectrum, at_target)

    if rhs == 1 or nodes * rhs <= TOGETHER:
        return of_columns(weights)
    columns = lax.map(lambda w: of_columns(w[..., None])[..., 0], jnp.moveaxis(weights, 2, 0))
    return jnp.moveaxis(columns, 0, 2)


class FourierSeries(NamedTuple):
    """A sum whose targets come later: the origin of its grid, its modes, and its values at the
    nodes (1, *shape)."""

    origin: Array
    spectrum: Array
    nodes: Array


def make_series(
    parameters: FourierParameters, low: Array, sources: Array, weights: Array, *, backend: str
) -> FourierSeries:
    """The sum of weights (n,) at sources (n, d), in bandwidths, for targets above the corner low
    (d,)."""
    grid, value = parameters.grid, ((0,) * len(parameters.grid.shape),)
    origin = origin_of(grid, low[None], sources)
    transforms = _Transforms(gridding.operations(backend), grid, origin, True)
    spectrum = transforms.forward(transforms.sort(sources), weights[:, None, None], value)
    nodes = backward(transforms.at_nodes, _modes(grid), spectrum, value, True)
    return FourierSeries(origin, spectrum, nodes.reshape(1, *grid.shape))


def evaluate_series(
    parameters: FourierParameters,
    series: FourierSeries,
    targets: Array,
    derivatives: Components,
    *,
    backend: str,
) -> Array:
    """These derivatives of the sum at targets (m, d) -> (m, derivatives)."""
    grid, ops = parameters.grid, gridding.operations(backend)
    together = math.prod(grid.shape) * len(derivatives) <= TOGETHER
    transforms = _Transforms(ops, grid, series.origin, together)
    placed = transforms.sort(targets)
    if not any(map(any, derivatives)):
        return ops.interpolate(grid, series.origin, placed, series.nodes)
    return transforms.backward(placed, series.spectrum, derivatives)[:, :, 0]
