"""A search of scikit-learn over kernels and bandwidths, and a map of the best density by `plot`.

    python examples/kde_search.py
    python examples/kde_search.py --places 2000

The estimator works as an estimator of scikit-learn: it stands in a pipeline behind a scaler, and
five-fold cross-validation finds the kernel and the bandwidth that best predict the places of postal
codes in the United States. The sums are direct, so no plan depends on the points and all folds
share compiled code. Needs scikit-learn. With matplotlib installed it also draws the map and the
density of the longitudes, with two kernels.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pictures
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import jaxfmm
from jaxfmm.kde import Density

BANDWIDTHS = (0.01, 0.02, 0.05, 0.1)  # in standard deviations


def read_places(count: int) -> np.ndarray:
    """Distinct places (n, 2) of the contiguous states, longitude and latitude in degrees."""
    table = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    longitude, latitude = table.T
    inside = (longitude > -125) & (longitude < -66) & (latitude > 24) & (latitude < 50)
    table = np.unique(table[inside], axis=0)  # repeated places would drive the bandwidth to zero
    return table[np.random.default_rng(0).permutation(len(table))[:count]].astype(np.float32)


def draw(path: Path, density: Density, places: np.ndarray) -> None:
    """Saves the pictures, if matplotlib is there."""
    figure = pictures.figure(12, 4)
    if figure is None:
        return
    from matplotlib.colors import PowerNorm

    left, right = figure.subplots(1, 2)
    # with a linear scale only the cities would show
    mesh = density.plot(left, cmap="magma", norm=PowerNorm(0.4))
    figure.colorbar(mesh, ax=left, label="density")
    left.set(title="the best kernel and bandwidth")
    left.set(xlabel="longitude, standard deviations", ylabel="latitude, standard deviations")
    for kernel, colour in zip(("gaussian", "epanechnikov"), pictures.COLOURS):
        longitudes = jaxfmm.KernelDensity(1.0, kernel=kernel).fit(places[:, :1])
        longitudes.plot(right, label=kernel, color=colour)
    right.set(title="bandwidth 1 degree", xlabel="longitude, degrees", ylabel="density per degree")
    right.legend()
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[dict[str, Any], float, Density]:
    """Searches; returns the best parameters, the mean log density of a place, and the density."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=20_000, help="how many (default %(default)s)")
    pictures.add_argument(parser, "kde_search")
    options = parser.parse_args(argv)

    places = read_places(options.places)
    kernels = ["gaussian", "exponential"]
    grid = {"kerneldensity__kernel": kernels, "kerneldensity__bandwidth": BANDWIDTHS}
    start = time.perf_counter()
    kde = jaxfmm.KernelDensity(method="direct")
    search = GridSearchCV(make_pipeline(StandardScaler(), kde), grid).fit(places)
    seconds, settings = time.perf_counter() - start, len(search.cv_results_["params"])
    print(f"{len(places):,} places, {settings} settings: {seconds:.1f} s")
    mean = search.best_score_ / (len(places) / search.n_splits_)
    best = {name.split("__")[1]: value for name, value in search.best_params_.items()}
    print(f"best: {best}, mean log density of places left out {mean:.3f}")

    density = search.best_estimator_[-1].density_
    longitudes = jaxfmm.KernelDensity(1.0, kernel="epanechnikov").fit(places[:, :1])
    east = float(longitudes.integrate(-98.58, jnp.inf))
    print(f"east of the middle of the country: {east:.1%} of the places")
    draw(options.picture, density, places)
    return best, mean, density


if __name__ == "__main__":
    main()
