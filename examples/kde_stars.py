"""The density of bright stars on the sky, with the bandwidth that best predicts each star.

    python examples/kde_stars.py
    python examples/kde_stars.py --stars 4000

Stars are points on the unit sphere, so there is no edge and no pole. There a Gaussian of the
distance through the sphere is a von Mises-Fisher density:

    exp(-|x - y|^2 / (2 h^2)) = exp((x.y - 1) / h^2)

Newton's method maximises the leave-one-out likelihood in the logarithm of the bandwidth: each star
is predicted from the others. Value, slope and curvature are one compiled call. With matplotlib
installed it also draws the map. It takes 15 s on two CPU cores.
"""

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm
from jaxfmm.kde import Density

FIRST = 0.05  # bandwidth of the first step, in radians
SPAN = (1 / 8, 2.0)  # range of bandwidths for which sums are fast, relative to FIRST
LONGEST_STEP = 0.5  # in the logarithm of the bandwidth
LAST_STEP = 1e-3  # Newton's method ends at a step this short


def read_stars(count: int) -> jax.Array:
    """Unit vectors (n, 3) of the first `count` stars in a random order."""
    table = np.loadtxt(pictures.DATA / "stars.csv.gz", delimiter=",", skiprows=1)
    chosen = np.random.default_rng(0).permutation(len(table))[:count]
    ascension, declination = np.radians(table[chosen, :2].T)
    return jnp.asarray(directions(ascension, declination), jnp.float32)


def directions(ascension: np.ndarray, declination: np.ndarray) -> np.ndarray:
    ring = np.cos(declination)
    x, y, z = ring * np.cos(ascension), ring * np.sin(ascension), np.sin(declination)
    return np.stack([x, y, z], axis=-1)


def on_sphere(bandwidth: jax.Array) -> jax.Array:
    """The term that turns log densities in space into log densities on the sphere.

    It is the logarithm of the integral of a Gaussian over space, divided by its integral over the
    sphere: (2 pi)^(3/2) h^3 / (2 pi h^2 (1 - exp(-2 / h^2))).
    """
    cap = jnp.log1p(-jnp.exp(-2 / jnp.square(bandwidth)))
    return jnp.log(jnp.sqrt(2 * jnp.pi) * bandwidth) - cap


@jax.jit
def likelihood(
    log_bandwidth: jax.Array, density: Density
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The mean log density of a star given the other stars, with its slope and its curvature."""

    def mean(log_bandwidth):
        bandwidth = jnp.exp(log_bandwidth)
        total = density.with_bandwidth(bandwidth).loo_log_likelihood()
        return total / len(density.points) + on_sphere(bandwidth)

    tangent = jnp.ones_like(log_bandwidth)
    primals, tangents = jax.jvp(jax.value_and_grad(mean), (log_bandwidth,), (tangent,))
    (value, slope), (_, curvature) = primals, tangents
    return value, slope, curvature


def climb(density: Density, steps: int) -> tuple[jax.Array, list[tuple[float, float]]]:
    """The bandwidth with the largest likelihood, and (bandwidth, likelihood) at each step."""
    log_bandwidth, path = jnp.log(density.bandwidth), []
    low, high = (math.log(FIRST * end) for end in SPAN)
    for _ in range(steps):
        value, slope, curvature = likelihood(log_bandwidth, density)
        path.append((math.exp(log_bandwidth), float(value)))
        newton = slope / jnp.maximum(
            -curvature, abs(slope) / LONGEST_STEP
        )  # uphill where it is not concave
        log_bandwidth = jnp.clip(log_bandwidth + newton, low, high)
        if abs(newton) < LAST_STEP:
            break
    return jnp.exp(log_bandwidth), path


def sky_map(density: Density, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ascensions (w,), declinations (w // 2,) and the density (w // 2, w), with the mean 1."""
    ascension = np.linspace(-math.pi, math.pi, width)
    declination = np.linspace(-math.pi / 2, math.pi / 2, width // 2)
    where = directions(*np.meshgrid(ascension, declination))
    log_density = density.log_density(jnp.asarray(where.reshape(-1, 3), jnp.float32))
    values = 4 * math.pi * jnp.exp(log_density + on_sphere(density.bandwidth))
    return ascension, declination, np.asarray(values).reshape(where.shape[:2])


def draw(
    path: Path,
    ascension: np.ndarray,
    declination: np.ndarray,
    values: np.ndarray,
    climbed: list[tuple[float, float]],
) -> None:
    """Saves the map and the climb, if matplotlib is there."""
    figure = pictures.figure(12, 4.6)
    if figure is None:
        return
    left, right = figure.subfigures(1, 2, width_ratios=[2, 1])
    sky = left.add_subplot(projection="mollweide")
    look = {"cmap": "magma", "shading": "nearest", "rasterized": True}
    mesh = sky.pcolormesh(ascension, declination, values, **look)
    sky.set(title="density of the stars, mean 1", xticklabels=[])
    sky.grid(alpha=0.2)
    left.colorbar(mesh, ax=sky, shrink=0.7, label="number of stars over the mean number")
    side = right.subplots()
    bandwidth, value = np.array(climbed).T
    side.plot(np.degrees(bandwidth), value, "o-", color=pictures.COLOURS[0])
    for number, place in enumerate(zip(np.degrees(bandwidth), value)):
        if number < 4:  # later steps lie upon each other
            side.annotate(f" {number}", place, va="top")
    side.set(title="steps of Newton's method", xlabel="bandwidth, degrees")
    side.set_ylabel("mean log density of a star given the others")
    pictures.save(figure, path)


def main(
    argv: Sequence[str] | None = None,
) -> tuple[float, list[tuple[float, float]], np.ndarray]:
    """Finds the bandwidth; returns it, (bandwidth, likelihood) at each step, and the map."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--stars", type=int, default=41_411, help="how many (default: all, %(default)s)"
    )
    parser.add_argument(
        "--steps", type=int, default=10, help="of Newton's method, at most (%(default)s)"
    )
    parser.add_argument("--width", type=int, default=360, help="of the map in pixels (%(default)s)")
    pictures.add_argument(parser, "kde_stars")
    options = parser.parse_args(argv)

    stars = read_stars(options.stars)
    density = jaxfmm.KernelDensity(FIRST, span=SPAN).fit(stars)
    start = time.perf_counter()
    bandwidth, climbed = climb(density, options.steps)
    seconds = time.perf_counter() - start
    print(
        f"{len(stars):,} stars, {len(climbed)} steps of Newton's method: {seconds:.1f} s, "
        "compilation included"
    )
    print(f"bandwidth {math.degrees(bandwidth):.2f} degrees")
    print(f"likelihood per star {climbed[0][1]:.4f} -> {climbed[-1][1]:.4f}")
    ascension, declination, values = sky_map(density.with_bandwidth(bandwidth), options.width)
    print(f"density over its mean: {values.min():.2f} to {values.max():.2f}")
    draw(options.picture, ascension, declination, values, climbed)
    return float(bandwidth), climbed, values


if __name__ == "__main__":
    main()
