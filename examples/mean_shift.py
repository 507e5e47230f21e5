"""Metropolitan areas from postal codes alone: every place climbs to a peak of the density.

    python examples/mean_shift.py
    python examples/mean_shift.py --places 3000

Mean shift moves a point to the weighted mean of its neighbours. That is a step of h^2 along the
gradient of the log density (Fukunaga & Hostetler 1975; Cheng 1995):  x <- x + h^2 grad log f(x).
Places that end at the same peak form a cluster; the number of clusters is not given in advance.
Coordinates are kilometres on an equal-area map (Albers), so the bandwidth is a distance. With
matplotlib installed it also draws the clusters. It takes 20 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm
from jaxfmm.kde import Density

BANDWIDTH = 40.0  # kilometres
EARTH_RADIUS = 6371.0  # kilometres
MOST_STEPS = 400
PRINTED = 12  # peaks

# Longitude and latitude of some large cities, to compare peaks with.
CITIES = {
    "New York": (-74.0, 40.7),
    "Los Angeles": (-118.2, 34.1),
    "Chicago": (-87.6, 41.9),
    "Dallas": (-96.8, 32.8),
    "Houston": (-95.4, 29.8),
    "Washington": (-77.0, 38.9),
    "Boston": (-71.1, 42.4),
    "San Francisco": (-122.4, 37.8),
    "Atlanta": (-84.4, 33.7),
    "Pittsburgh": (-80.0, 40.4),
    "Miami": (-80.2, 25.8),
    "Seattle": (-122.3, 47.6),
    "Philadelphia": (-75.2, 39.95),
    "Detroit": (-83.0, 42.3),
    "Minneapolis": (-93.3, 45.0),
    "St. Louis": (-90.2, 38.6),
    "Kansas City": (-94.6, 39.1),
    "Nashville": (-86.8, 36.2),
    "Denver": (-105.0, 39.7),
    "Phoenix": (-112.1, 33.4),
    "Salt Lake City": (-111.9, 40.8),
}


def on_map(longitude: np.ndarray, latitude: np.ndarray) -> np.ndarray:
    """Kilometres (n, 2) on the equal-area map of Albers, with parallels 29.5 and 45.5 degrees."""
    longitude, latitude = np.radians(longitude), np.radians(latitude)
    low, high, origin, middle = np.radians([29.5, 45.5, 37.5, -96.0])
    n = (np.sin(low) + np.sin(high)) / 2
    c = np.cos(low) ** 2 + 2 * n * np.sin(low)
    radius, first = (np.sqrt(c - 2 * n * np.sin(angle)) / n for angle in (latitude, origin))
    turn = n * (longitude - middle)
    return EARTH_RADIUS * np.stack([radius * np.sin(turn), first - radius * np.cos(turn)], axis=-1)


def read_places(count: int) -> jax.Array:
    """Distinct places (n, 2) of the contiguous states, in kilometres."""
    table = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    longitude, latitude = table.T
    inside = (longitude > -125) & (longitude < -66) & (latitude > 24) & (latitude < 50)
    table = np.unique(table[inside], axis=0)
    table = table[np.random.default_rng(0).permutation(len(table))[:count]]
    return jnp.asarray(on_map(*table.T), jnp.float32)


@jax.jit
def climb(density: Density, points: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Moves points until no step is longer than a thousandth of the bandwidth.

    Returns the points, the length of the last step and the number of steps.
    """

    def unfinished(state):
        _, moved, steps = state
        return (moved > 1e-3 * density.bandwidth) & (steps < MOST_STEPS)

    def shift(state):
        x, _, steps = state
        step = jnp.square(density.bandwidth) * density.grad_log_density(x)
        return x + step, jnp.abs(step).max(), steps + 1

    return jax.lax.while_loop(unfinished, shift, (points, jnp.asarray(jnp.inf, points.dtype), 0))


def label(ends: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """The index (n,) of the peak of each point, and the peaks (k, 2), largest cluster first."""
    labels, peaks = np.full(len(ends), -1), []
    while (labels < 0).any():
        peak = ends[np.argmax(labels < 0)]
        near = (labels < 0) & (np.linalg.norm(ends - peak, axis=1) < reach)
        labels[near] = len(peaks)
        peaks.append(peak)
    order = np.argsort(-np.bincount(labels), kind="stable")
    return np.argsort(order)[labels], np.array(peaks)[order]


def nearest_city(peak: np.ndarray) -> tuple[str, float]:
    """The name of the nearest of CITIES, and its distance in kilometres."""
    cities = on_map(*np.array(list(CITIES.values())).T)
    distance = np.linalg.norm(cities - peak, axis=1)
    return list(CITIES)[distance.argmin()], distance.min()


def draw(path: Path, points: np.ndarray, labels: np.ndarray, peaks: np.ndarray) -> None:
    """Saves the clusters, if matplotlib is there."""
    figure = pictures.figure(10, 6.2)
    if figure is None:
        return
    axes = figure.subplots()
    colours = np.array(pictures.COLOURS[:-1])
    axes.scatter(*points.T, c=colours[labels % len(colours)], s=1, linewidth=0)
    axes.plot(*peaks.T, ".", color="k", markersize=3)
    for peak in peaks:
        name, distance = nearest_city(peak)
        if distance < BANDWIDTH:
            look = {"textcoords": "offset points", "weight": "bold", "fontsize": 9}
            axes.annotate(name, peak, xytext=(4, 4), **look)
    axes.set(xlabel="kilometres east of 96° W", ylabel="kilometres north of 37.5° N")
    axes.set(aspect="equal")
    clusters = f"{len(peaks)} clusters, bandwidth {BANDWIDTH:g} km"
    axes.set_title(f"{len(points):,} places with a post office, {clusters}")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Clusters the places; returns labels and peaks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--places", type=int, default=42_049, help="how many (default: all, %(default)s)"
    )
    pictures.add_argument(parser, "mean_shift")
    options = parser.parse_args(argv)

    points = read_places(options.places)
    density = jaxfmm.KernelDensity(BANDWIDTH).fit(points)
    start = time.perf_counter()
    ends, _, steps = jax.block_until_ready(climb(density, points))
    seconds = time.perf_counter() - start
    labels, peaks = label(np.asarray(ends), BANDWIDTH / 2)
    print(f"{len(points):,} places, {int(steps)} steps in {seconds:.1f} s, compilation included")
    print(f"{len(peaks)} peaks; the largest clusters:")
    for peak, size in zip(peaks[:PRINTED], np.bincount(labels)):
        name, distance = nearest_city(peak)
        print(f"  {size:6,} places around the peak {distance:4.0f} km from {name}")
    draw(options.picture, np.asarray(points), labels, peaks)
    return labels, peaks


if __name__ == "__main__":
    main()
