"""Gaussian sums by a Fourier series: spread to a grid, FFT, multiply, inverse FFT, interpolate.

A sum of unit Gaussians G(u) = exp(-|u|^2 / 2) over points in a box is that of periodic Gaussians,
if the period leaves the copies of the box far enough apart. So, with Ghat(k) = (2 pi)^(d/2)
exp(-|k|^2 / 2), H the spacing of a grid and phi the window of `nufft/gridding` in d dimensions,

    u = interpolate [ iFFT ( H^d Ghat(k) / phihat(k)^2 . FFT [ spread (w) ] ) ] ,

a fast Fourier transform from points to waves and one back (Dutt & Rokhlin 1993; for Gaussians
Kunis, Potts & Steidl 2006). Derivatives are factors (i k)^b at targets and (-i k)^a at sources, a
grid each. `windows` says what errors are.

The error of a target is in proportion to the weights around, not to its own u: targets far from all
sources have no correct digits, and gradients that are small because all points lie within much less
than the bandwidth have few. Derivatives beyond those of the setup lose a factor of two or so per
order (at most 12 for three orders, measured)."""

import dataclasses
import functools
import itertools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.kernels.base import components
from jaxfmm.nufft import gridding
from jaxfmm.nufft.gridding.grid import Grid, degree_for, reach, transform
from jaxfmm.nufft.modes import TOGETHER, backward, forward
from jaxfmm.nufft.windows import windows

# Scattered points have the estimated error; gradients within crowds smaller than the bandwidth had
# up to ten times it.
SAFETY = 8.0
SMALLEST_TOL = {"float32": 5e-6, "float64": 2e-13}
ROUNDING = {"float32": 2e-7, "float64": 5e-15}  # no window needs to be better than that
# Of `finest`: the window, and twice the error of a target with less than a twentieth of the largest
# sum, over the largest sum, of weights that are all positive: uniform points, lattices and single
# points in 1D, 2D and 3D.
FINEST_WINDOW, FINEST_ERROR = {"float32": 2e-8}, 3e-7
MOST_NODES = 2**28


def nanoseconds(setup: "Setup", n: float, m: float, backend: str) -> float:
    """What a sum is expected to take: the potential, and the gradient if the setup is for one.

    Rates: of a point and dimension, of eight nodes that a point touches (`vector`), of a node of a
      grid, of a call."""
    return grid_nanoseconds(setup.grid, setup.derivatives, n, m, backend)


def grid_nanoseconds(grid: Grid, derivatives: int, n: float, m: float, backend: str) -> float:
    """`nanoseconds` with a grid."""
    rates = gaussian_rates(backend, "fourier")
    dim, columns = len(grid.shape), 1 + len(grid.shape) * min(derivatives, 1)
    touched = rates["vector"] * grid.width ** (dim - 1) * grid.lanes / 8
    point = rates["point"] * dim
    each = n * (point + touched) + m * (point + touched * columns)
    return rates["call"] + each + rates["node"] * math.prod(grid.shape) * (1 + columns) / 2


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setup:
    """The grid, the distance that periodic copies of the points must keep, and the derivatives that
    are accurate. finest: whether rounding alone makes errors."""

    grid: Grid
    separation: float
    derivatives: int
    finest: bool = False

    @property
    def capacity(self) -> tuple[float, ...]:
        """The largest extents of the points, per dimension. Two spacings go where the box begins
        between nodes."""
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
    """The smallest even number without prime factors above 7 that is no less than `least`."""
    return next(n for n in itertools.count(2 * math.ceil(least / 2), 2) if pow(210, 32, n) == 0)


def setup(
    extent: tuple[float, ...], tol: float, derivatives: int, dtype: Any, *, points: int = 2_000_000
) -> Setup | None:
    """The cheapest Setup for points in a box of size `extent` (a tuple of floats, in bandwidths)
    that keeps the relative L2 errors over the targets of all derivatives up to order `derivatives`
    below `tol`; None if none does.

    points: about how many sources and targets there are, which decides what is cheapest.
    """
    dim, dtype = len(extent), jnp.dtype(dtype).name
    if not 1 <= dim <= 3 or tol < SMALLEST_TOL[dtype]:
        return None
    # Over a box that is small beside the bandwidth weights of both signs may cancel, and gradients
    # are small.
    tol = max(tol / SAFETY * min(1.0, max(0.3 * max(extent), 0.03)), ROUNDING[dtype])
    return _cheapest(extent, tol, derivatives, points)


def finest(setup: Setup, dtype: DTypeLike) -> Setup:
    """The Setup for the same points whose errors are those of rounding; the same where there is
    none."""
    window = FINEST_WINDOW.get(jnp.dtype(dtype).name)
    found = window and _cheapest(setup.capacity, window, setup.derivatives, 2_000_000)
    return dataclasses.replace(found, finest=True) if found else setup


def _cheapest(extent: tuple[float, ...], tol: float, derivatives: int, points: int) -> Any:
    """The cheapest Setup with windows of error `tol`, None if there is none."""
    dim, separation = len(extent), _separation(tol, derivatives)
    choices = []
    for width, spacing, beta in windows(tol, derivatives, dim):
        margins = (max(r, separation / spacing) for r in reach(width, dim))
        least = [e * (1 + 1e-6) / spacing + margin + 2 for e, margin in zip(extent, margins)]
        if math.prod(least) <= MOST_NODES:
            shape = tuple(map(good_size, least))
            grid = Grid(
                shape=shape,
                spacing=spacing,
                width=width,
                beta=beta,
                degree=degree_for(width, beta, tol / 8),
            )
            choices.append(Setup(grid=grid, separation=separation, derivatives=derivatives))
    return min(
        choices, key=lambda choice: nanoseconds(choice, points / 2, points / 2, "cpu"), default=None
    )


def _box(targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
    low, high = jnp.min(targets, axis=0), jnp.max(targets, axis=0)
    if targets is sources:
        return low, high
    return jnp.minimum(low, jnp.min(sources, axis=0)), jnp.maximum(high, jnp.max(sources, axis=0))


def _origin(grid: Grid, targets: jax.Array, sources: jax.Array) -> jax.Array:
    """The last multiple of the spacing before all points, so that the grid does not move with
    them."""
    return jnp.floor(_box(targets, sources)[0] * (1 / grid.spacing)) * grid.spacing


def fits(setup: Setup, targets: jax.Array, sources: jax.Array) -> jax.Array:
    """Whether the points lie in a box within the room of the grid."""
    low, high = _box(targets, sources)
    return jnp.all(high - low <= jnp.array(setup.capacity, low.dtype))


def prepare(setup: Setup, points: jax.Array | None) -> None:
    """None: where points lie in the grid changes with their scale."""
    return None


@functools.cache
def _waves(grid: Grid) -> list[tuple[np.ndarray, np.ndarray]]:
    """Per dimension the wave numbers k of FFTs and H Ghat / phihat^2, zero for the last wave, which
    has no sign."""
    out, half = [], grid.width * grid.spacing / 2
    for axis, size in enumerate(grid.shape):
        number = (
            np.fft.rfftfreq(size, 1 / size)
            if axis == len(grid.shape) - 1
            else np.fft.fftfreq(size, 1 / size)
        )
        k = number * (2 * np.pi / (size * grid.spacing))
        gaussian = math.sqrt(2 * math.pi) * np.exp(-k * k / 2)
        factor = grid.spacing * gaussian / (half * transform(half * k, grid.beta)) ** 2
        out.append((k, np.where(2 * np.abs(number) == size, 0, factor)))
    return out


def _forward(
    ops: Any,
    grid: Grid,
    origin: jax.Array,
    placed: tuple[jax.Array, ...] | jax.Array,
    weights: jax.Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> jax.Array:
    """weights (n, derivatives, k) -> (k, *waves), with the grids of all derivatives `together` or
    one after another."""
    axes = tuple(range(1, len(grid.shape) + 1))

    def spectra(weights):
        grids = ops.spread(grid, origin, placed, weights.reshape(weights.shape[0], -1))
        return jnp.fft.rfftn(grids, axes=axes).reshape(*weights.shape[1:], *grid.shape[:-1], -1)

    if not any(map(any, derivatives)):
        return spectra(weights)[0]
    undamped = [(k, np.ones_like(k)) for k, _ in _waves(grid)]
    return forward(spectra, undamped, weights, derivatives, together)


def _at_nodes(grid: Grid, waves: jax.Array) -> jax.Array:
    return jnp.fft.irfftn(waves, s=grid.shape, axes=tuple(range(1, len(grid.shape) + 1)))


def _backward(
    ops: Any,
    grid: Grid,
    origin: jax.Array,
    placed: tuple[jax.Array, ...],
    spectrum: jax.Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> jax.Array:
    """(k, *waves) -> (m, derivatives, k), with the grids of all derivatives `together` or one after
    another."""

    def values(waves):
        return ops.interpolate(grid, origin, placed, _at_nodes(grid, waves))

    return backward(values, _waves(grid), spectrum, derivatives, together)


def fourier_sum(
    setup: Setup,
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
    platform: str,
) -> jax.Array:
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k), all in
    bandwidths.

    The points are sorted once if `targets` is `sources`.
    """
    grid, ops, dim = setup.grid, gridding.operations(backend), targets.shape[1]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    origin = _origin(grid, targets, sources)
    placed_sources = ops.sort(grid, origin, sources)
    placed_targets = placed_sources if targets is sources else ops.sort(grid, origin, targets)
    most = math.prod(grid.shape) * max(
        len(at_source), len(at_target)
    )  # nodes of all grids of a right-hand side

    def of_columns(weights):
        spectrum = _forward(ops, grid, origin, placed_sources, weights, at_source, most <= TOGETHER)
        return _backward(ops, grid, origin, placed_targets, spectrum, at_target, most <= TOGETHER)

    if weights.shape[2] == 1 or most * weights.shape[2] <= TOGETHER:
        return of_columns(weights)
    each = lax.map(lambda w: of_columns(w[..., None])[..., 0], jnp.moveaxis(weights, 2, 0))
    return jnp.moveaxis(each, 0, 2)


class Waves(NamedTuple):
    """A sum for targets that come later: where its grid begins, its waves, and its values at the
    nodes (1, *shape)."""

    origin: jax.Array
    spectrum: jax.Array
    nodes: jax.Array


def waves(
    setup: Setup, low: jax.Array, sources: jax.Array, weights: jax.Array, *, backend: str
) -> Waves:
    """The `Waves` that `at` takes: the sum of weights (n,) at sources (n, d), for targets above the
    corner low (d,), in bandwidths."""
    grid, ops = setup.grid, gridding.operations(backend)
    origin, none = _origin(grid, low[None], sources), ((0,) * len(grid.shape),)
    spectrum = _forward(
        ops, grid, origin, ops.sort(grid, origin, sources), weights[:, None, None], none, True
    )
    nodes = backward(functools.partial(_at_nodes, grid), _waves(grid), spectrum, none, True)
    return Waves(origin, spectrum, nodes.reshape(1, *grid.shape))


def at(
    setup: Setup,
    waves: Waves,
    targets: jax.Array,
    derivatives: tuple[tuple[int, int], ...],
    *,
    backend: str,
) -> jax.Array:
    """(m, derivatives): these derivatives, each an order for every axis, of the sum `waves` at
    targets (m, d)."""
    grid, ops, (origin, spectrum, nodes) = setup.grid, gridding.operations(backend), waves
    together = math.prod(grid.shape) * len(derivatives) <= TOGETHER
    placed = ops.sort(grid, origin, targets)
    if not any(map(any, derivatives)):
        return ops.interpolate(grid, origin, placed, nodes)
    return _backward(ops, grid, origin, placed, spectrum, derivatives, together)[:, :, 0]
