"""Where the people of the United States get their mail: the density of all postal codes.

    python examples/kde_places.py
    python examples/kde_places.py --places 4000

One bandwidth is too wide for the cities or too narrow for the plains, and it takes no account of
the outliers in the Pacific. An adaptive bandwidth follows, point by point, a first estimate of the
density. Log densities are accurate everywhere: a place at the other end of the world has a large
negative log density, never -inf. With matplotlib installed it also draws both maps.
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

BOX = ((-125.0, -66.5), (24.0, 50.0))  # longitude and latitude of the picture


def read_places(count: int) -> tuple[jax.Array, jax.Array]:
    """Distinct places (n, 2), longitude and latitude, and how many codes each place has (n,)."""
    table = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    table = table[np.random.default_rng(0).permutation(len(table))[:count]]
    places, codes = np.unique(table, axis=0, return_counts=True)
    return jnp.asarray(places, jnp.float32), jnp.asarray(codes, jnp.float32)


def log_map(density: Density, width: int) -> np.ndarray:
    """The log density on a grid over BOX."""
    longitude = np.linspace(*BOX[0], width)
    latitude = np.linspace(*BOX[1], width // 2)
    where = np.stack(np.meshgrid(longitude, latitude), axis=-1).reshape(-1, 2)
    values = density.log_density(jnp.asarray(where, jnp.float32))
    return np.asarray(values).reshape(width // 2, width)


def draw(path: Path, maps: dict[str, np.ndarray]) -> None:
    """Saves the maps, if matplotlib is there."""
    figure = pictures.figure(12, 3.8)
    if figure is None:
        return
    for axes, (name, values) in zip(figure.subplots(1, len(maps)), maps.items()):
        look = {"cmap": "viridis", "vmin": -12, "vmax": values.max()}
        box = (*BOX[0], *BOX[1])
        image = axes.imshow(values, extent=box, origin="lower", aspect=1.28, **look)
        axes.set(title=name, xlabel="longitude, degrees", ylabel="latitude, degrees")
        figure.colorbar(image, ax=axes, label="log density per square degree", shrink=0.8)
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> dict[str, tuple[np.ndarray, float, np.ndarray]]:
    """Fits two densities; returns {name: (bandwidth, likelihood per place, map)}."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--places", type=int, default=42_049, help="codes (default: all, %(default)s)"
    )
    parser.add_argument("--width", type=int, default=400, help="of the map in pixels (%(default)s)")
    pictures.add_argument(parser, "kde_places")
    options = parser.parse_args(argv)

    places, codes = read_places(options.places)
    print(f"{int(codes.sum()):,} postal codes in {len(places):,} places, float32")
    towns = {
        "New York": (-74.0, 40.7),
        "Kansas": (-99.0, 38.5),
        "Hawaii": (-157.9, 21.3),
        "Perth": (115.9, -31.9),
    }
    results = {}
    settings = {
        "one bandwidth": jaxfmm.KernelDensity("isj"),
        "adaptive": jaxfmm.KernelDensity("isj", adaptive=0.5),
    }
    for name, kde in settings.items():
        start = time.perf_counter()
        density = kde.fit(places, codes)
        likelihood = float(density.loo_log_likelihood()) / len(places)
        values = log_map(density, options.width)
        seconds = time.perf_counter() - start
        at = density.log_density(jnp.asarray(list(towns.values()), jnp.float32))
        bandwidth = ", ".join(f"{h:.3f}" for h in np.asarray(density.bandwidth))
        print(f"{name}: bandwidth {bandwidth} degrees, {seconds:.1f} s in all")
        print(f"  likelihood per place {likelihood:.3f}")
        values_there = zip(towns, np.asarray(at))
        print("  log density " + ", ".join(f"{town} {value:.1f}" for town, value in values_there))
        results[name] = (jax.device_get(density.bandwidth), likelihood, values)
    draw(options.picture, {name: values for name, (_, _, values) in results.items()})
    return results


if __name__ == "__main__":
    main()
