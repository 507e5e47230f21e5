"""Densities on a grid, and plots of them."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors, inputs
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.run_once import run_once

AROUND = 3.0  # A grid extends so many bandwidths around the points, for kernels without an end.
POINTS = {1: 512, 2: 256}  # along each axis of a plot
BLOCK = 2**18  # grid points at a time


def grid_axes(density: FittedDensity, bounds: Any, shape: Any) -> list[Array]:
    """The axes of a grid, (shape[c],) each, checked; see `Density.grid`."""
    dim, dtype = density.dim, density.points.dtype
    sizes: Any = (shape,) * dim if isinstance(shape, int | np.integer) else shape
    if not isinstance(sizes, tuple | list) or len(sizes) != dim:
        raise ValueError(
            f"shape must be an integer or {dim} of them, one for each axis, got {shape!r}"
        )
    fix = "it is the number of points along an axis"
    sizes = [inputs.integer("shape", size, 1, 2**31 - 1, fix) for size in sizes]
    wrong = ValueError(
        f"bounds must be {dim} pairs (low, high), one for each axis, None for the default, "
        f"got {bounds!r}"
    )
    if bounds is None:
        bounds = [None] * dim
    if not isinstance(bounds, list | tuple | np.ndarray | Array):
        raise wrong
    if dim == 1 and len(bounds) == 2:  # of the only axis
        bounds = [bounds]
    if len(bounds) != dim:
        raise wrong
    usual: list[Any] = [None] * dim
    ends: list[tuple[Any, Any]] = []
    if any(pair is None for pair in bounds):
        usual = _extent(density)
    for pair, of_axis in zip(bounds, usual):
        if pair is not None and np.shape(pair) != (2,):
            raise wrong
        low, high = (_number(end, dtype) for end in (of_axis if pair is None else pair))
        known = not errors.is_traced(low, high)
        if known and not (np.isfinite(low) and np.isfinite(high) and np.less_equal(low, high)):
            raise ValueError(f"bounds must be finite and have low <= high, got ({low}, {high})")
        ends.append((low, high))
    return _even_axes(ends, tuple(sizes))


def _number(value: Any, dtype: DTypeLike) -> Array:
    """A number as an array, without compiling a conversion."""
    if isinstance(value, Array):
        return value.astype(dtype)
    return jax.device_put(np.asarray(value, dtype))


@run_once(static_argnums=1)
def _even_axes(ends: list[tuple[Any, Any]], sizes: tuple[int, ...]) -> list[Array]:
    return [jnp.linspace(*pair, size, dtype=pair[0].dtype) for pair, size in zip(ends, sizes)]


def grid_values(log_density: Callable, axes: list[Array]) -> Array:
    """log f on the grid of these axes."""
    blocks = _places(axes)
    return _joined([log_density(block) for block in blocks], tuple(map(len, axes)))


@run_once
def _places(axes: list[Array]) -> list[Array]:
    """The points of the grid of these axes, in blocks."""
    points = jnp.stack(jnp.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))
    return [points[first : first + BLOCK] for first in range(0, len(points), BLOCK)]


@run_once(static_argnums=1)
def _joined(blocks: list[Array], shape: tuple[int, ...]) -> Array:
    return jnp.concatenate(blocks).reshape(shape)


def plot(dim: int, grid: Callable, ax: Any, shape: Any, options: dict[str, Any]) -> Any:
    """Draws grid(shape) with matplotlib; see `Density.plot`."""
    if dim > 2:
        raise ValueError(
            f"plots are of densities in 1D or 2D, this one is in {dim}D; use marginal(axes).plot()"
        )
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from None
    ax = pyplot.gca() if ax is None else ax
    *axes, heights = map(np.asarray, grid(POINTS[dim] if shape is None else shape))
    heights = np.exp(heights)
    if dim == 1:
        return ax.plot(axes[0], heights, **options)[0]
    return ax.pcolormesh(*axes, heights.T, **{"shading": "gouraud"} | options)


def _extent(density: FittedDensity) -> list[tuple[Any, Any]]:
    """For each axis (low, high): a period, or the points and their surroundings within the bounds
    of the density."""
    density = lax.stop_gradient(density)
    widths = 1.0 if KERNELS[density.kernel].compact else AROUND
    scale = 1 if density.scales is None else density.scales.max()
    reach = widths * density.standard_deviations * scale
    lows, highs = density.points.min(0) - reach, density.points.max(0) + reach
    extent = []
    for low, high, ends, period in zip(lows, highs, *density.along_axes):
        around = (jnp.clip(low, *ends), jnp.clip(high, *ends))
        extent.append(around if period is None else (0.0, period.length))
    return extent
