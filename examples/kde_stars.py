"""The density of the bright stars on the sky, with the bandwidth that predicts each star best from
the others.

    python examples/kde_stars.py
    python examples/kde_stars.py --stars 4000

Stars are points on the unit sphere, so there is no edge and no pole, and there a Gaussian of the
distance through the sphere is a von Mises-Fisher density: exp(-|x - y|^2 / (2 h^2)) = exp((x.y - 1)
/ h^2). Newton's method climbs the leave-one-out likelihood in the logarithm of the bandwidth:
value, slope and curvature are one compiled call. With matplotlib installed it also draws the map.
It takes 15 s on two CPU cores."""

import argparse
import math
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

FIRST = 0.05  # bandwidth to start from, in radians
SPAN = (1 / 8, 2.0)  # around it the plan serves
LONGEST = 0.5  # step of the logarithm of the bandwidth
CONVERGED = 1e-3  # a step this short is the last


def read_stars(count):
    """Unit vectors (n, 3), the first `count` in a random order."""
    table = np.loadtxt(pictures.DATA / "stars.csv.gz", delimiter=",", skiprows=1)
    ascension, declination = np.radians(
        table[np.random.default_rng(0).permutation(len(table))[:count], :2].T
    )
    return jnp.asarray(directions(ascension, declination), jnp.float32)


def directions(ascension, declination):
    return np.stack(
        [
            np.cos(ascension) * np.cos(declination),
            np.sin(ascension) * np.cos(declination),
            np.sin(declination),
        ],
        axis=-1,
    )


def on_sphere(bandwidth):
    """What is added to log densities in space to make them densities on the sphere: the logarithm
    of the integral over space over that over the sphere, (2 pi)^(3/2) h^3 / (2 pi h^2 (1 - exp(-2 /
    h^2)))."""
    return jnp.log(jnp.sqrt(2 * jnp.pi) * bandwidth) - jnp.log1p(
        -jnp.exp(-2 / jnp.square(bandwidth))
    )


@jax.jit
def likelihood(log_bandwidth, density):
    """The mean over the stars of the log density that the other stars give to their places, with
    its slope and its curvature."""

    def mean(log_bandwidth):
        bandwidth = jnp.exp(log_bandwidth)
        return density.with_bandwidth(bandwidth).loo_log_likelihood() / len(
            density.points
        ) + on_sphere(bandwidth)

    (value, slope), (_, curvature) = jax.jvp(
        jax.value_and_grad(mean), (log_bandwidth,), (jnp.ones_like(log_bandwidth),)
    )
    return value, slope, curvature


def climb(density, steps):
    """The bandwidth of the largest likelihood, and the (bandwidth, likelihood) on the way."""
    log_bandwidth, path = jnp.log(density.bandwidth), []
    low, high = (math.log(FIRST * end) for end in SPAN)
    for _ in range(steps):
        value, slope, curvature = likelihood(log_bandwidth, density)
        path.append((math.exp(log_bandwidth), float(value)))
        newton = slope / jnp.maximum(
            -curvature, abs(slope) / LONGEST
        )  # uphill where the likelihood is not concave
        log_bandwidth = jnp.clip(log_bandwidth + newton, low, high)
        if abs(newton) < CONVERGED:
            break
    return jnp.exp(log_bandwidth), path


def sky_map(density, width):
    """The density over that of evenly spread stars, on a grid of (width // 2, width) directions."""
    ascension = np.linspace(-math.pi, math.pi, width)
    declination = np.linspace(-math.pi / 2, math.pi / 2, width // 2)
    where = directions(*np.meshgrid(ascension, declination))
    log_density = density.log_density(jnp.asarray(where.reshape(-1, 3), jnp.float32))
    values = 4 * math.pi * jnp.exp(log_density + on_sphere(density.bandwidth))
    return ascension, declination, np.asarray(values).reshape(where.shape[:2])


def draw(path, ascension, declination, values, climbed):
    """Saves the map and the climb, if matplotlib is there."""
    figure = pictures.figure(12, 4.6)
    if figure is None:
        return
    left, right = figure.subfigures(1, 2, width_ratios=[2, 1])
    sky = left.add_subplot(projection="mollweide")
    mesh = sky.pcolormesh(
        ascension, declination, values, cmap="magma", shading="nearest", rasterized=True
    )
    sky.set(title="density of the stars, mean 1", xticklabels=[])
    sky.grid(alpha=0.2)
    left.colorbar(mesh, ax=sky, shrink=0.7, label="stars over their mean number")
    side = right.subplots()
    bandwidth, value = np.array(climbed).T
    side.plot(np.degrees(bandwidth), value, "o-", color=pictures.COLOURS[0])
    for number, place in enumerate(zip(np.degrees(bandwidth), value)):
        if number < 4:  # later ones lie upon each other
            side.annotate(f" {number}", place, va="top")
    side.set(title="steps of Newton's method", xlabel="bandwidth, degrees")
    side.set_ylabel("mean log density of a star given the others")
    pictures.save(figure, path)


def main(argv=None):
    """Finds the bandwidth and draws the map; returns bandwidth, the climb and the map."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--stars", type=int, default=41_411, help="how many (default %(default)s, all of them)"
    )
    parser.add_argument(
        "--steps", type=int, default=10, help="of Newton's method, at most (default %(default)s)"
    )
    parser.add_argument(
        "--width", type=int, default=360, help="of the map in pixels (default %(default)s)"
    )
    pictures.add_argument(parser, "kde_stars")
    options = parser.parse_args(argv)

    stars = read_stars(options.stars)
    density = jaxfmm.KernelDensity(FIRST, span=SPAN).fit(stars)
    start = time.perf_counter()
    bandwidth, climbed = climb(density, options.steps)
    seconds = time.perf_counter() - start
    print(
        f"{len(stars):,} stars, {len(climbed)} steps of Newton's method: {seconds:.1f} s, compilation included"
    )
    first, last = climbed[0][1], climbed[-1][1]
    print(
        f"bandwidth {math.degrees(bandwidth):.2f} degrees, likelihood per star {first:.4f} -> {last:.4f}"
    )
    ascension, declination, values = sky_map(density.with_bandwidth(bandwidth), options.width)
    print(f"density over its mean: {values.min():.2f} to {values.max():.2f}")
    draw(options.picture, ascension, declination, values, climbed)
    return float(bandwidth), climbed, values


if __name__ == "__main__":
    main()
