"""Sums over the images of a cell by Ewald's split: pairs within a distance R, and a smooth rest as
a Fourier series.

With A the rows of the cell, V its volume and c the transform of the charge that is spread over a
ball of radius R (`ewald.parameters`),

    K_cell(x, y) = sum_n K_R(x - y - n A) + 1/V sum_{k != 0} 4 pi / k^2 c(k R) exp(i k . (x - y))
                   - 2 pi R^2 t / V ,

where K_R is a `Screened` kernel, zero beyond R, and t the mean of (r / R)^2 along a line of the
spread charge: so the mean over the cell is zero (Ewald 1921; Essmann et al. 1995 for the grid).
Pairs are summed over the near images of a cell by lists; the series is plain JAX between two
transforms (`nufft.periodic`). R changes nothing but errors, and has no derivative. Plummer's kernel
has other modes and another mean (`ewald.softened`)."""

import functools
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.ewald.parameters import EwaldParameters
from jaxfmm.ewald.softened import softened_mean, softened_wave
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.near_images import combined
from jaxfmm.kernels.periodic import inverse
from jaxfmm.kernels.screened import (
    Screened,
    ScreenedPlummer,
    window_series,
    window_square,
    window_wave,
)
from jaxfmm.kernels.vectors_in_cells import InCell, SmoothModes
from jaxfmm.nufft.periodic import field, spectrum


class Cell(Protocol):
    """A periodic cell, as `passes.far_images.CellImages`."""

    @property
    def rows(self) -> Array:
        """The edges, (3, 3)."""
        ...

    @property
    def center(self) -> Array: ...

    @property
    def radius(self) -> Array: ...

    @property
    def softening(self) -> Array | None:
        """Plummer's softening, None without it."""
        ...


def modes(
    parameters: EwaldParameters, cell: Cell, sources: Array, weights: dict[int, Array]
) -> Array:
    """The Fourier modes (2, k, *modes) of the smooth rest, of weights {0: charges (n, k), 1:
    dipoles (n, k, d)}."""
    spectrum = charge_modes(parameters, cell, sources, weights)
    return factors(parameters, cell)[None, None] * spectrum


def evaluate(
    parameters: EwaldParameters, cell: Cell, targets: Array, modes: Array, orders: Iterable[int]
) -> dict[int, Array]:
    """The smooth rest, {b: (m, k) + (d,) * b}, by its modes."""
    back = inverse(cell.rows)
    fields = field(parameters.grid, _fractions(cell, targets), modes, orders)
    for b, value in fields.items():  # from derivatives in fractional coordinates, axis by axis
        for axis in range(2, 2 + b):
            value = jnp.moveaxis(combined(jnp.moveaxis(value, axis, -1), back.T), -1, axis)
        fields[b] = value
    return fields


def screened(parameters: EwaldParameters, kernel: Any, radius: Array) -> Screened | ScreenedPlummer:
    """The kernel of pairs, for a kernel `summed()` and a radius of the cell in the same unit."""
    radius = lax.stop_gradient(radius)
    series = jnp.asarray(window_series(parameters.shape, parameters.terms), radius.dtype)
    plain = kernel.traits.plummer or kernel.traits.distant
    of = Laplace(None) if plain else kernel
    inner = Screened(of, parameters.reach * radius, series)
    return ScreenedPlummer(inner, kernel.softening) if kernel.traits.plummer else inner


def _fractions(cell: Cell, points: Array) -> Array:
    return combined(points - cell.center[None], inverse(cell.rows))


def charge_modes(
    parameters: EwaldParameters, cell: Cell, sources: Array, weights: dict[int, Array]
) -> Array:
    """The Fourier modes (2, k, *modes) of weights {0: charges (n, k), 1: dipoles (n, k, d)}."""
    if 1 in weights:  # derivatives in fractional coordinates
        weights = weights | {1: combined(weights[1], inverse(cell.rows))}
    return spectrum(parameters.grid, _fractions(cell, sources), weights)


class _Waves(NamedTuple):
    """The modes of a grid. square: k^2, one for k = 0; zero: whether k = 0; kept: which modes
    count.

    The grid also has modes far from the axes at which the transform of the window is smaller than
    at the last modes of the axes. They are left out: they would be rounding errors alone, which
    grow when they are divided by so little."""

    square: Array
    zero: np.ndarray
    kept: np.ndarray


def _on_axes(values: list[np.ndarray], dtype: DTypeLike) -> list[Any]:
    """An array for each axis, as arrays that broadcast to all modes."""
    return [
        np.expand_dims(v, [j for j in range(3) if j != i]).astype(dtype)
        for i, v in enumerate(values)
    ]


def _waves(parameters: EwaldParameters, cell: Cell) -> _Waves:
    """In units of the radius of the cell, as all that follows: V and k^4 themselves may be too
    large or too small for float32."""
    back = inverse(_rows(cell))
    metric = (2 * np.pi) ** 2 * combined(back.T, back)
    along = _on_axes(parameters.grid.numbers, back.dtype)
    k2 = functools.reduce(
        jnp.add, [along[i] * along[j] * metric[i, j] for i in range(3) for j in range(3)]
    )
    zero = functools.reduce(np.logical_and, [m == 0 for m in along])
    shares, least = parameters.grid.shares
    kept = functools.reduce(np.multiply, _on_axes(shares, back.dtype)) >= least
    return _Waves(jnp.where(zero, 1, k2), zero, kept)


def _rows(cell: Cell) -> Array:
    return cell.rows / lax.stop_gradient(cell.radius)


def _volume(cell: Cell) -> Array:
    return jnp.abs(jnp.linalg.det(_rows(cell)))


def factors(parameters: EwaldParameters, cell: Cell) -> Array:
    """4 pi / (V k^2) c(k R) of the modes, and at zero the number that makes the mean over the cell
    zero."""
    return _factors(parameters, cell, _waves(parameters, cell)) / lax.stop_gradient(cell.radius)


def _factors(parameters: EwaldParameters, cell: Cell, waves: _Waves) -> Array:
    """`factors` in units of the radius."""
    length = parameters.reach  # R
    if cell.softening is None:
        mean = -0.5 * window_square(parameters.shape) * length**2
        wave = window_wave(waves.square * length**2, parameters.shape)
    else:
        ratio = cell.softening / (length * lax.stop_gradient(cell.radius))
        mean = softened_mean(parameters.shape, parameters.terms, ratio)
        mean = -mean / (4 * np.pi) * length**2
        wave = softened_wave(waves.square * length**2, parameters.shape, ratio)
    factor = jnp.where(waves.zero, mean, jnp.where(waves.kept, wave / waves.square, 0))
    return factor * (4 * np.pi / _volume(cell))


def smooth_modes(parameters: EwaldParameters, cell: Cell) -> SmoothModes:
    """The transforms of the smooth functions of kernels of vectors, in units of the radius of the
    cell."""
    waves, length = _waves(parameters, cell), parameters.reach
    back, along = inverse(_rows(cell)), _on_axes(parameters.grid.numbers, cell.rows.dtype)
    k = [
        functools.reduce(jnp.add, [2 * np.pi * back[i, a] * along[a] for a in range(3)])[None, None]
        for i in range(3)
    ]
    potential = jnp.where(waves.zero, 0, _factors(parameters, cell, waves))[None, None]
    if cell.softening is not None:
        return SmoothModes(k, potential, None)

    def share(square: Array) -> Array:
        return window_wave(square * length**2, parameters.shape)

    window, slope = jax.jvp(share, (waves.square,), (waves.square,))  # c and k c' / 2
    distance = -2 * (window - slope) / jnp.square(waves.square)
    distance = jnp.where(waves.zero, 0, jnp.where(waves.kept, distance, 0))
    return SmoothModes(k, potential, distance[None, None] * (4 * np.pi / _volume(cell)))


def vector_modes(
    parameters: EwaldParameters, cell: Cell, in_cell: InCell, sources: Array, charges: Array
) -> Array:
    """`modes` of charges that are vectors (n, 3, k): (2, 3 k, *modes). in_cell: of the kernel in
    units of the radius of the cell."""
    count = charges.shape[2]
    flat = {0: charges.reshape(len(charges), 3 * count)}
    spectrum = charge_modes(parameters, cell, sources, flat)
    spectrum = spectrum.reshape(2, 3, count, *spectrum.shape[2:])
    smooth = in_cell.smooth(smooth_modes(parameters, cell), jnp.swapaxes(spectrum, 0, 1))
    real, imaginary = jnp.swapaxes(smooth, 0, 1).reshape(2, 3 * count, *smooth.shape[3:])
    for _ in range(in_cell.order):  # times i
        real, imaginary = -imaginary, real
    return jnp.stack([real, imaginary]) / lax.stop_gradient(cell.radius) ** (1 + in_cell.order)
