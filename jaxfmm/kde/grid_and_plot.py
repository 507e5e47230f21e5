"""Densities on a lattice, and pictures of them."""

import numbers
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import errors
from jaxfmm.kde.density_kernels import KERNELS

AROUND = 3.0  # bandwidths about the points, of kernels that have no end
POINTS = {1: 512, 2: 256}  # along each axis of a picture
BLOCK = 2**18  # points of a lattice at a time


def lattice(d: Any, bounds: Any, shape: Any) -> list[jax.Array]:
    """The axes of a lattice, (shape[c],) each, checked; see `Density.grid`."""
    dim, dtype = d.points.shape[1], d.points.dtype
    shape = (shape,) * dim if isinstance(shape, numbers.Integral) else shape
    if not isinstance(shape, tuple | list) or len(shape) != dim:
        raise ValueError(
            f"shape must be an integer or {dim} of them, one for each axis, got {shape!r}"
        )
    shape = [
        errors.integer("shape", count, 1, 2**31 - 1, "it is the number of points along an axis")
        for count in shape
    ]
    wrong = ValueError(
        f"bounds must be {dim} pairs (low, high), one for each axis, None for the default, got {bounds!r}"
    )
    if bounds is None:
        bounds = [None] * dim
    if not isinstance(bounds, list | tuple | np.ndarray | jax.Array):
        raise wrong
    if dim == 1 and len(bounds) == 2:  # of the only axis
        bounds = [bounds]
    if len(bounds) != dim:
        raise wrong
    axes = []
    for pair, count, usual in zip(bounds, shape, _extent(d)):
        if pair is not None and np.shape(pair) != (2,):
            raise wrong
        low, high = (jnp.asarray(end, dtype) for end in (usual if pair is None else pair))
        known = not errors.is_traced(low, high)
        if known and not (np.isfinite(low) and np.isfinite(high) and low <= high):
            raise ValueError(f"bounds must be finite and have low <= high, got ({low}, {high})")
        axes.append(jnp.linspace(low, high, count, dtype=dtype))
    return axes


def values(d: Any, axes: list[jax.Array]) -> jax.Array:
    """log f on the lattice of these axes."""
    points = jnp.stack(jnp.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))
    blocks = [
        d.log_density(points[first : first + BLOCK]) for first in range(0, len(points), BLOCK)
    ]
    return jnp.concatenate(blocks).reshape([len(axis) for axis in axes])


def draw(d, ax, bounds, shape, options):
    """See `Density.plot`."""
    dim = d.points.shape[1]
    if dim > 2:
        raise ValueError(
            f"pictures are of densities in 1D or 2D, this one is in {dim}D; use marginal(axes).plot()"
        )
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from None
    ax = pyplot.gca() if ax is None else ax
    *axes, logs = d.grid(bounds, POINTS[dim] if shape is None else shape)
    axes, heights = [np.asarray(axis) for axis in axes], np.exp(np.asarray(logs))
    if dim == 1:
        return ax.plot(axes[0], heights, **options)[0]
    return ax.pcolormesh(*axes, heights.T, **{"shading": "gouraud"} | options)


def _extent(d: Any) -> list[tuple[jax.Array, jax.Array]]:
    """For each axis (low, high): a period, or the points and what is around them within the bounds
    of the density."""
    d = lax.stop_gradient(d)
    h = jnp.sqrt(jnp.diagonal(d.bandwidth)) if d.bandwidth.ndim == 2 else d.bandwidth
    reach = (
        (1.0 if KERNELS[d.kernel].compact else AROUND)
        * h
        * (1 if d.scales is None else d.scales.max())
    )
    low, high = d.points.min(0) - reach, d.points.max(0) + reach
    ends = ((None, None),) * len(low) if d.bounds is None else d.bounds
    found = [(jnp.clip(a, *pair), jnp.clip(b, *pair)) for a, b, pair in zip(low, high, ends)]
    whole = d.periods or (None,) * len(found)
    return [pair if period is None else (0.0, period.length) for pair, period in zip(found, whole)]
