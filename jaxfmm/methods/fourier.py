"""Gaussian sums by a Fourier series: spread to a grid, FFT, multiply, inverse FFT, interpolate.

A sum of unit Gaussians G(u) = exp(-|u|^2 / 2) over points in a box is that of periodic Gaussians, if the period leaves the
copies of the box far enough apart. So, with Ghat(k) = (2 pi)^(d/2) exp(-|k|^2 / 2) and phi the window of `ops/gridding`,

    u = interpolate [ iFFT ( H^d Ghat(k) / phihat(k)^2 . FFT [ spread (w) ] ) ] ,

a fast Fourier transform at nonequispaced points and back (Dutt & Rokhlin 1993; for Gaussians Kunis, Potts & Steidl 2006).
Derivatives are factors (i k)^b at targets and (-i k)^a at sources, one grid each. `windows` says what the error is.

The error of a target is in proportion to the sum of all |w|, not to its own u: targets far from all sources have no
correct digits, and gradients that are small because all points lie within much less than the bandwidth have few.
"""

import dataclasses
import functools
import itertools
import math

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.kernels.base import components
from jaxfmm.methods.windows import windows
from jaxfmm.ops import gridding
from jaxfmm.ops.gridding.grid import Grid, degree_for, reach, transform

SAFETY = 8.0  # where points are crowded within less than the bandwidth, errors were up to four times the estimate
SMALLEST_TOL = {"float32": 5e-6, "float64": 2e-13}
ROUNDING = {"float32": 2e-7, "float64": 5e-15}
MOST_NODES = 2**28
TOGETHER = 2**22  # nodes of all grids that are made at a time; the rest one after the other

# Nanoseconds by backend: per point and dimension, per vector of eight nodes that a point touches, per node, of a call.
RATES = {
    "cpu": (4.5, 0.33, 12.0, 3e5),  # two cores with AVX-512
    "cuda": (0.1, 0.02, 0.05, 1e5),  # one H200, from counted operations
    "cpu xla": (60.0, 60.0, 20.0, 1e6),
    "gpu xla": (1.0, 0.5, 0.1, 3e5),
}


def nanoseconds(setup, n, m, backend):
    """What a sum is expected to take: the potential, and the gradient if the setup is for one."""
    grid = setup.grid
    point, vector, node, call = RATES[backend]
    dim, columns = len(grid.shape), 1 + len(grid.shape) * min(setup.derivatives, 1)
    touched = vector * grid.width ** (dim - 1) * grid.lanes / 8
    each = n * (point * dim + touched) + m * (point * dim + touched * columns)
    return call + each + node * math.prod(grid.shape) * (1 + columns) / 2


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setup:
    """The grid, the distance that periodic copies of the points must keep, and the derivatives that are accurate."""

    grid: Grid
    separation: float
    derivatives: int

    @property
    def room(self):
        """The largest extents of the points, per dimension. Two spacings go where the box begins between nodes."""
        g = self.grid
        margins = (max(r * g.spacing, self.separation) for r in reach(g.width, len(g.shape)))
        return tuple((n - 2) * g.spacing - margin for n, margin in zip(g.shape, margins))


def _separation(tol, derivatives):
    """The distance beyond which the derivatives of the Gaussian are below `tol`."""
    distance = 1.0
    for _ in range(20):
        distance = math.sqrt(2 * (math.log(1 / tol) + derivatives * math.log(max(distance, 1.0))))
    return distance


def _good_size(least):
    """The smallest even number without prime factors above 7 that is no less than `least`."""
    return next(n for n in itertools.count(2 * math.ceil(least / 2), 2) if pow(210, 32, n) == 0)


def setup(extent, tol, derivatives, dtype, *, points=2_000_000):
    """The cheapest Setup for points in a box of size `extent` (a tuple of floats, in bandwidths) that keeps the relative L2
    error over the targets of all derivatives up to order `derivatives` below `tol`; None if there is none.

    points: sources and targets together, about, which decides what is cheapest.
    """
    dim, dtype = len(extent), jnp.dtype(dtype).name
    if not 1 <= dim <= 3 or tol < SMALLEST_TOL[dtype]:
        return None
    # Over a box that is small beside the bandwidth weights of both signs may cancel, and gradients are small.
    tol = max(tol / SAFETY * min(1.0, max(0.3 * max(extent), 0.03)), ROUNDING[dtype])
    separation = _separation(tol, derivatives)
    choices = []
    for width, spacing, beta in windows(tol, derivatives, dim):
        margins = (max(r, separation / spacing) for r in reach(width, dim))
        shape = tuple(_good_size(e * (1 + 1e-6) / spacing + margin + 2) for e, margin in zip(extent, margins))
        if math.prod(shape) <= MOST_NODES:
            grid = Grid(shape=shape, spacing=spacing, width=width, beta=beta, degree=degree_for(width, beta, tol / 8))
            choices.append(Setup(grid=grid, separation=separation, derivatives=derivatives))
    return min(choices, key=lambda choice: nanoseconds(choice, points / 2, points / 2, "cpu"), default=None)


def _box(targets, sources):
    low, high = jnp.min(targets, axis=0), jnp.max(targets, axis=0)
    if targets is sources:
        return low, high
    return jnp.minimum(low, jnp.min(sources, axis=0)), jnp.maximum(high, jnp.max(sources, axis=0))


def _origin(grid, targets, sources):
    """The last multiple of the spacing before all points, so that the grid does not move with them."""
    return jnp.floor(_box(targets, sources)[0] * (1 / grid.spacing)) * grid.spacing


def fits(setup, targets, sources):
    """Whether the points lie in a box within the room of the grid."""
    low, high = _box(targets, sources)
    return jnp.all(high - low <= jnp.array(setup.room, low.dtype))


def prepare(setup, points):
    """None: where points lie in the grid changes with their scale."""
    return None


@functools.cache
def _waves(grid):
    """Per dimension the wave numbers k of FFTs and H Ghat / phihat^2, zero for the last wave of all, whose sign is none."""
    out, half = [], grid.width * grid.spacing / 2
    for axis, size in enumerate(grid.shape):
        number = np.fft.rfftfreq(size, 1 / size) if axis == len(grid.shape) - 1 else np.fft.fftfreq(size, 1 / size)
        k = number * (2 * np.pi / (size * grid.spacing))
        gaussian = math.sqrt(2 * math.pi) * np.exp(-k * k / 2)
        factor = grid.spacing * gaussian / (half * transform(half * k, grid.beta)) ** 2
        out.append((k, np.where(2 * np.abs(number) == size, 0, factor)))
    return out


def _times(spectra, grid, derivative, sign, damped):
    """spectra (k, *waves) times (sign i k)^derivative, and the multiplier of the Gaussian if `damped`."""
    dim, dtype = len(grid.shape), spectra.real.dtype
    factor = jnp.ones((1,) * (dim + 1), dtype)
    for axis, ((k, gaussian), order) in enumerate(zip(_waves(grid), derivative)):
        values = (sign * k) ** order * (gaussian if damped else 1)
        factor = factor * jnp.asarray(np.expand_dims(values, [a for a in range(dim + 1) if a != axis + 1]), dtype)
    real, imaginary = spectra.real * factor, spectra.imag * factor
    turns = ((real, imaginary), (-imaginary, real), (-real, -imaginary), (imaginary, -real))
    return lax.complex(*turns[sum(derivative) % 4])


def _after(value, others):
    """`value`, but not before `others` are done."""
    return lax.optimization_barrier((value, others))[0]


def _forward(ops, grid, origin, placed, weights, derivatives, step):
    """weights (n, derivatives, k) -> (k, *waves), `step` derivatives at a time."""
    axes, spectrum = tuple(range(1, len(grid.shape) + 1)), []
    for first in range(0, len(derivatives), step):
        columns = _after(weights[:, first : first + step], spectrum).reshape(weights.shape[0], -1)
        spectra = jnp.fft.rfftn(ops.spread(grid, origin, placed, columns), axes=axes)
        for one, a in zip(spectra.reshape(-1, weights.shape[2], *spectra.shape[1:]), derivatives[first:]):
            spectrum = [sum(spectrum, _times(one, grid, a, -1, False) if any(a) else one)]
    return spectrum[0]


def _backward(ops, grid, origin, placed, spectrum, derivatives, step):
    """(k, *waves) -> (m, derivatives, k), `step` derivatives at a time."""
    axes, results = tuple(range(1, len(grid.shape) + 1)), []
    for first in range(0, len(derivatives), step):
        waves = _after(spectrum, results)
        waves = jnp.concatenate([_times(waves, grid, b, 1, True) for b in derivatives[first : first + step]])
        results.append(ops.interpolate(grid, origin, placed, jnp.fft.irfftn(waves, s=grid.shape, axes=axes)))
    return jnp.concatenate(results, axis=1).reshape(results[0].shape[0], len(derivatives), -1)


def fourier_sum(
    setup, targets, sources, weights, source_orders, target_orders, *, prepared=(None, None), backend, platform
):
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k), all in bandwidths.

    The points are sorted once if `targets` is `sources`. Nothing is prepared.
    """
    grid, ops, dim = setup.grid, gridding.operations(backend), targets.shape[1]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    origin = _origin(grid, targets, sources)
    placed_sources = ops.sort(grid, origin, sources)
    placed_targets = placed_sources if targets is sources else ops.sort(grid, origin, targets)
    most = math.prod(grid.shape) * max(len(at_source), len(at_target))  # nodes of all grids of a right-hand side
    steps = (len(at_source), len(at_target)) if most <= TOGETHER else (1, 1)

    def of_columns(weights):
        spectrum = _forward(ops, grid, origin, placed_sources, weights, at_source, steps[0])
        return _backward(ops, grid, origin, placed_targets, spectrum, at_target, steps[1])

    if weights.shape[2] == 1 or most * weights.shape[2] <= TOGETHER:
        return of_columns(weights)
    each = lax.map(lambda w: of_columns(w[..., None])[..., 0], jnp.moveaxis(weights, 2, 0))
    return jnp.moveaxis(each, 0, 2)
