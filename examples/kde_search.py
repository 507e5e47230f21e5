"""A search of scikit-learn over kernels and bandwidths, and what it found drawn by `plot`.

    python examples/kde_search.py
    python examples/kde_search.py --places 2000

The estimator is one of scikit-learn's: it stands in a pipeline behind a scaler, and five-fold
cross-validation says which kernel and which bandwidth predict the places of postal codes in the
United States best. The sums are direct, so that no plan depends on the points and all folds share
compiled code. Needs scikit-learn; with matplotlib installed it also draws the map and the density
of the longitudes, with two kernels."""

import argparse
import time

import jax.numpy as jnp
import numpy as np
import pictures
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import jaxfmm

BANDWIDTHS = (0.01, 0.02, 0.05, 0.1)  # in standard deviations


def read_places(count):
    """Places (n, 2), degrees of longitude and latitude, of the contiguous states."""
    table = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    inside = (table[:, 0] > -125) & (table[:, 0] < -66) & (table[:, 1] > 24) & (table[:, 1] < 50)
    table = np.unique(
        table[inside], axis=0
    )  # places with several codes would want no bandwidth at all
    return table[np.random.default_rng(0).permutation(len(table))[:count]].astype(np.float32)


def draw(path, density, places):
    """Saves the pictures, if matplotlib is there."""
    figure = pictures.figure(12, 4)
    if figure is None:
        return
    from matplotlib.colors import PowerNorm

    left, right = figure.subplots(1, 2)
    mesh = density.plot(
        left, cmap="magma", norm=PowerNorm(0.4)
    )  # or nothing but the cities would show
    figure.colorbar(mesh, ax=left, label="density")
    left.set(title="the best kernel and bandwidth")
    left.set(xlabel="longitude, standard deviations", ylabel="latitude, standard deviations")
    for kernel, colour in zip(("gaussian", "epanechnikov"), pictures.COLOURS):
        jaxfmm.KernelDensity(1.0, kernel=kernel).fit(places[:, :1]).plot(
            right, label=kernel, color=colour
        )
    right.set(title="bandwidth 1 degree", xlabel="longitude, degrees", ylabel="density per degree")
    right.legend()
    pictures.save(figure, path)


def main(argv=None):
    """Searches, prints what was found and returns (parameters, mean log density of each place,
    density)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=20_000, help="how many (default %(default)s)")
    pictures.add_argument(parser, "kde_search")
    options = parser.parse_args(argv)

    places = read_places(options.places)
    grid = {
        "kerneldensity__kernel": ["gaussian", "exponential"],
        "kerneldensity__bandwidth": BANDWIDTHS,
    }
    start = time.perf_counter()
    kde = jaxfmm.KernelDensity(method="direct")
    search = GridSearchCV(make_pipeline(StandardScaler(), kde), grid).fit(places)
    print(
        f"{len(places):,} places, {len(search.cv_results_['params'])} settings: {time.perf_counter() - start:.1f} s"
    )
    each = search.best_score_ / (len(places) / search.n_splits_)
    found = {name.split("__")[1]: value for name, value in search.best_params_.items()}
    print(f"best: {found}, mean log density of places left out {each:.3f}")

    density = search.best_estimator_[-1].density_
    east = (
        jaxfmm.KernelDensity(1.0, kernel="epanechnikov")
        .fit(places[:, :1])
        .integrate(-98.58, jnp.inf)
    )
    print(f"east of the middle of the country: {float(east):.1%} of them")
    draw(options.picture, density, places)
    return found, each, density


if __name__ == "__main__":
    main()
