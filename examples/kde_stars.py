"""The density of the bright stars on the sky, with the bandwidth that predicts each star best from the others.

    python examples/kde_stars.py
    python examples/kde_stars.py --stars 4000 --steps 10

Stars are points on the unit sphere, so there is no edge and no pole, and there a Gaussian of the distance through the
sphere is a von Mises-Fisher density: exp(-|x - y|^2 / (2 h^2)) = exp((x.y - 1) / h^2). Gradient ascent climbs the
leave-one-out likelihood in the logarithm of the bandwidth: one value and its derivative are one compiled call. Needs
optax; with matplotlib installed it also draws the map.
"""

import argparse
import math
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

import jaxfmm

HERE = Path(__file__).parent
FIRST = 0.05  # bandwidth to start from, in radians
SPAN = (1 / 8, 2.0)  # around it the plan serves


def read_stars(count):
    """Unit vectors (n, 3), the first `count` in a random order."""
    table = np.loadtxt(HERE / "data" / "stars.csv.gz", delimiter=",", skiprows=1)
    ascension, declination = np.radians(table[np.random.default_rng(0).permutation(len(table))[:count], :2].T)
    return jnp.asarray(directions(ascension, declination), jnp.float32)


def directions(ascension, declination):
    return np.stack(
        [np.cos(ascension) * np.cos(declination), np.sin(ascension) * np.cos(declination), np.sin(declination)], axis=-1
    )


def on_sphere(bandwidth):
    """What is added to log densities in space to make them densities on the sphere: the logarithm of the integral over
    space over that over the sphere, (2 pi)^(3/2) h^3 / (2 pi h^2 (1 - exp(-2 / h^2)))."""
    return jnp.log(jnp.sqrt(2 * jnp.pi) * bandwidth) - jnp.log1p(-jnp.exp(-2 / jnp.square(bandwidth)))


@jax.jit
def likelihood(log_bandwidth, density):
    """The mean over the stars of the log density that the other stars give to their places, and its derivative."""

    def mean(log_bandwidth):
        bandwidth = jnp.exp(log_bandwidth)
        return density.with_bandwidth(bandwidth).loo_log_likelihood() / len(density.points) + on_sphere(bandwidth)

    return jax.value_and_grad(mean)(log_bandwidth)


def climb(density, steps):
    """The bandwidth of the largest likelihood, and the (bandwidth, likelihood) on the way."""
    optimiser = optax.adam(optax.cosine_decay_schedule(0.25, steps))
    log_bandwidth = jnp.log(density.bandwidth)
    state, path = optimiser.init(log_bandwidth), []
    low, high = (math.log(FIRST * end) for end in SPAN)
    for _ in range(steps):
        value, slope = likelihood(log_bandwidth, density)
        path.append((math.exp(log_bandwidth), float(value)))
        update, state = optimiser.update(-slope, state)
        log_bandwidth = jnp.clip(optax.apply_updates(log_bandwidth, update), low, high)
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
    """Saves the map and the climb; False without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    sky = figure.add_subplot(1, 3, (1, 2), projection="mollweide")
    mesh = sky.pcolormesh(ascension, declination, values, cmap="magma", shading="nearest", rasterized=True)
    sky.set(title="density of the stars over its mean", xticks=[], yticks=[])
    figure.colorbar(mesh, ax=sky, shrink=0.7)
    side = figure.add_subplot(1, 3, 3)
    bandwidth, value = np.array(climbed).T
    side.plot(np.degrees(bandwidth), value, ".-")
    side.set(title="gradient ascent", xlabel="bandwidth, degrees", ylabel="leave-one-out log likelihood per star")
    figure.savefig(path, dpi=150)
    return True


def main(argv=None):
    """Finds the bandwidth and draws the map; returns bandwidth, the climb and the map."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stars", type=int, default=41_411, help="how many (default %(default)s, all of them)")
    parser.add_argument("--steps", type=int, default=30, help="of gradient ascent (default %(default)s)")
    parser.add_argument("--width", type=int, default=360, help="of the map in pixels (default %(default)s)")
    parser.add_argument("--picture", type=Path, default=Path("kde_stars.png"), help="file to draw to (%(default)s)")
    options = parser.parse_args(argv)

    stars = read_stars(options.stars)
    density = jaxfmm.KernelDensity(FIRST, span=SPAN).fit(stars)
    start = time.perf_counter()
    bandwidth, climbed = climb(density, options.steps)
    seconds = time.perf_counter() - start
    print(f"{len(stars):,} stars, {options.steps} steps of value and gradient: {seconds:.1f} s, compilation included")
    first, last = climbed[0][1], climbed[-1][1]
    print(f"bandwidth {math.degrees(bandwidth):.2f} degrees, likelihood per star {first:.4f} -> {last:.4f}")
    ascension, declination, values = sky_map(density.with_bandwidth(bandwidth), options.width)
    print(f"density over its mean: {values.min():.2f} to {values.max():.2f}")
    drawn = draw(options.picture, ascension, declination, values, climbed)
    print(f"Picture: {options.picture}" if drawn else "No picture: matplotlib is not installed")
    return float(bandwidth), climbed, values


if __name__ == "__main__":
    main()
