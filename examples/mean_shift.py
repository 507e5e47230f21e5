"""Clusters without being told how many: every point climbs to a peak of the density.

    python examples/mean_shift.py
    python examples/mean_shift.py --points 2000

Mean shift moves a point to the weighted mean of its neighbours, which is a step of h^2 along the gradient of the log
density (Fukunaga & Hostetler 1975; Cheng 1995):  x <- x + h^2 grad log f(x). Points that end at the same peak are a
cluster. With matplotlib installed it also draws them.
"""

import argparse
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

CENTRES = np.array([[0.0, 0.0], [4.0, 0.5], [1.5, 3.5], [-3.0, 2.5], [-2.5, -3.0], [3.0, -3.5]])
BANDWIDTH = 0.5


def blobs(n, seed=0):
    """Points (n, 2) in six clusters, and the cluster that each was drawn from (n,)."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(len(CENTRES), size=n)
    spread = np.array([0.4, 0.6, 0.5, 0.7, 0.5, 0.6])[truth, None]
    return jnp.asarray(CENTRES[truth] + spread * generator.normal(size=(n, 2)), jnp.float32), truth


@jax.jit
def climb(density, points):
    """The points after mean shift, until none moves more than a thousandth of the bandwidth, and the steps it took."""

    def unfinished(state):
        _, moved, steps = state
        return (moved > 1e-3 * density.bandwidth) & (steps < 300)

    def shift(state):
        x, _, steps = state
        step = jnp.square(density.bandwidth) * density.grad_log_density(x)
        return x + step, jnp.abs(step).max(), steps + 1

    return jax.lax.while_loop(unfinished, shift, (points, jnp.asarray(jnp.inf, points.dtype), 0))


def label(ends, reach):
    """The number of the peak (n,) at which each point ended, and the peaks (k, 2), the largest cluster first."""
    labels, peaks = np.full(len(ends), -1), []
    while (labels < 0).any():
        peak = ends[np.argmax(labels < 0)]
        near = (labels < 0) & (np.linalg.norm(ends - peak, axis=1) < reach)
        labels[near] = len(peaks)
        peaks.append(peak)
    order = np.argsort(-np.bincount(labels), kind="stable")
    return np.argsort(order)[labels], np.array(peaks)[order]


def draw(path, points, labels, peaks):
    """Saves the clusters; False without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    axes.scatter(*points.T, c=labels % 10, s=1, cmap="tab10", vmin=0, vmax=9)
    axes.plot(*peaks.T, "k+", markersize=14, markeredgewidth=2)
    axes.set(aspect="equal", title=f"{len(peaks)} clusters")
    figure.savefig(path, dpi=150)
    return True


def main(argv=None):
    """Clusters the points; returns labels, peaks and the cluster that each point was drawn from."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=20_000, help="how many (default %(default)s)")
    parser.add_argument("--picture", type=Path, default=Path("mean_shift.png"), help="file to draw to (%(default)s)")
    options = parser.parse_args(argv)

    points, truth = blobs(options.points)
    density = jaxfmm.KernelDensity(BANDWIDTH).fit(points)
    start = time.perf_counter()
    ends, _, steps = jax.block_until_ready(climb(density, points))
    seconds = time.perf_counter() - start
    labels, peaks = label(np.asarray(ends), BANDWIDTH / 2)
    print(f"{len(points):,} points, {int(steps)} steps in {seconds:.1f} s, compilation included")
    for peak, size in zip(peaks, np.bincount(labels)):
        print(f"  peak at ({peak[0]:6.2f}, {peak[1]:6.2f}) with {size:6,} points")
    drawn = draw(options.picture, np.asarray(points), labels, peaks)
    print(f"Picture: {options.picture}" if drawn else "No picture: matplotlib is not installed")
    return labels, peaks, truth


if __name__ == "__main__":
    main()
