"""What `print(density)` says, on one screen."""

import collections
from typing import Any

import jax
import numpy as np

from jaxfmm import errors
from jaxfmm.methods.describe import memory

LARGEST_SHOWN = 4  # of the dimensions of a bandwidth that is written out


def describe(d: Any) -> str:
    """The text for a `Density`, one under `vmap` or with traced values too."""
    *batch, n, dim = np.shape(d.points)
    batch = f"{' x '.join(map(str, batch))} of " if batch else ""
    searched = f", of a likelihood at {d.searched} of the points" * (d.searched is not None)
    lines = [
        f"jaxfmm density: {batch}{n} point{'s' * (n != 1)} in {dim}D, {d.points.dtype}",
        f"  {d.kernel} kernel, log densities to {d.tol:g}",
        f"  bandwidth {_range(d.bandwidth) if batch else _bandwidth(d.bandwidth)}"
        + (f", span {d.span[0]:g} to {d.span[1]:g}" * (d.span != (1.0, 1.0)))
        + searched,
        f"  weights {_range(d.weights)}",
    ]
    if d.scales is not None:
        lines.append(f"  adaptive, scales of the bandwidth {_range(d.scales)}")
    if d.bounds is not None:
        lines.append("  bounds " + ", ".join(_interval(pair) for pair in d.bounds))
    if d.periods is not None:
        lines.append(
            "  periods " + ", ".join("none" if p is None else f"{p.length:g}" for p in d.periods)
        )
    count = collections.Counter()
    for scales, choice in d.sums:
        count[choice.method.name] += len(scales)
    sums = [
        f"{number} by {name}" if d.scales is not None else name for name, number in count.items()
    ]
    lines.append(
        f"  fast sums: {', '.join(sums) or 'none, a walk for each query'} (method={d.method!r})"
    )
    if d.layout is not None:
        lines.append(
            f"  queries are split over {d.layout.size} devices, each of which has all points"
        )
    size = memory(d)
    lines.append(
        f"  memory {size / 2**20:.1f} MiB" if size >= 2**20 else f"  memory {size / 2**10:.1f} KiB"
    )
    return "\n".join(lines)


def _bandwidth(h: jax.Array) -> str:
    kind = ("", f" of {h.shape}", f", a covariance matrix {h.shape}")[h.ndim]
    if errors.is_traced(h):
        return f"traced{kind}"
    if h.ndim and len(h) > LARGEST_SHOWN:
        return f"{_range(np.sqrt(np.diagonal(h)) if h.ndim == 2 else h)} along the axes{kind}"
    return np.array2string(np.asarray(h), precision=4, separator=", ").replace("\n", "") + kind


def _range(values: jax.Array) -> str:
    if errors.is_traced(values):
        return "traced"
    low, high = float(np.min(values)), float(np.max(values))
    return f"all {low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"


def _interval(pair):
    low, high = ("open" if end is None else f"{end:g}" for end in pair)
    return "open" if low == high == "open" else f"{low} to {high}"
