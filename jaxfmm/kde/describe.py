"""The text of `print(density)`, on one screen."""

import collections

import numpy as np
from jax import Array

from jaxfmm import errors
from jaxfmm.kde.fitted import Ends, FittedDensity
from jaxfmm.methods.describe import memory

LARGEST_SHOWN = 4  # Bandwidths of at most this many dimensions are written out.


def describe(density: FittedDensity) -> str:
    """The text for a density, also under `vmap` or with traced values."""
    *batches, n, dim = np.shape(density.points)
    batch = f"{' x '.join(map(str, batches))} of " if batches else ""
    h, span, searched = density.bandwidth, density.span, density.searched
    lines = [
        f"jaxfmm density: {batch}{n} point{'s' * (n != 1)} in {dim}D, {density.points.dtype}",
        f"  {density.kernel} kernel, log densities to {density.tol:g}",
        f"  bandwidth {_range(h) if batch else _bandwidth(h)}"
        + f", span {span[0]:g} to {span[1]:g}" * (span != (1.0, 1.0))
        + f", of a likelihood at {searched} of the points" * (searched is not None),
        f"  weights {_range(density.weights)}",
    ]
    if density.scales is not None:
        lines.append(f"  adaptive, scales of the bandwidth {_range(density.scales)}")
    if density.bounds is not None:
        lines.append("  bounds " + ", ".join(map(_interval, density.bounds)))
    if density.periods is not None:
        lengths = ("none" if p is None else f"{p.length:g}" for p in density.periods)
        lines.append("  periods " + ", ".join(lengths))
    count: collections.Counter[str] = collections.Counter()
    for scales, choice in density.sums:
        count[choice.method.name] += len(scales)
    one = density.scales is None
    sums = ", ".join(name if one else f"{number} by {name}" for name, number in count.items())
    method = f"(method={density.method!r})"
    lines.append(f"  fast sums: {sums or 'none, a walk for each query'} {method}")
    if density.layout is not None:
        devices = density.layout.size
        lines.append(f"  queries are split over {devices} devices, each of which has all points")
    size = memory(density)
    large = size >= 2**20
    lines.append(f"  memory {size / (2**20 if large else 2**10):.1f} {'MiB' if large else 'KiB'}")
    return "\n".join(lines)


def _bandwidth(h: Array) -> str:
    shape = ("", f" of {h.shape}", f", a covariance matrix {h.shape}")[h.ndim]
    if errors.is_traced(h):
        return f"traced{shape}"
    if h.ndim and len(h) > LARGEST_SHOWN:
        deviations = np.sqrt(np.diagonal(h)) if h.ndim == 2 else h
        return f"{_range(deviations)} along the axes{shape}"
    return np.array2string(np.asarray(h), precision=4, separator=", ").replace("\n", "") + shape


def _range(values: Array | np.ndarray) -> str:
    if errors.is_traced(values):
        return "traced"
    known = np.asarray(values)
    low, high = float(known.min()), float(known.max())
    return f"all {low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"


def _interval(ends: Ends) -> str:
    low, high = ("open" if end is None else f"{end:g}" for end in ends)
    return "open" if low == high == "open" else f"{low} to {high}"
