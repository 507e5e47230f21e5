"""Draws docs/pictures/overview.png, and copies the pictures of the gallery.

    python docs/scripts/overview.py

Run the examples first: it takes their pictures from examples/pictures.
"""

import sys
from pathlib import Path

import jax
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from drawings import points  # noqa: E402
from small import save, shrink  # noqa: E402

import jaxfmm  # noqa: E402
from jaxfmm import draw, nbody  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
import kde_stars  # noqa: E402
import nbody_collapse  # noqa: E402


def overview() -> None:
    figure = plt.figure(figsize=(12, 3.6), layout="constrained")
    left, middle, right = figure.subfigures(1, 3, width_ratios=[1, 1, 1.35])

    x = points(3000)
    plan = jaxfmm.plan(x, method="fmm", order=8, theta=0.6, leaf_size=24)
    axes = left.subplots()
    draw.in_plane(axes, plan, draw.middle_leaf(plan), (None, np.asarray(x)))
    axes.set(xticks=[], yticks=[], xlabel="", ylabel="")
    axes.set_title("a tree, and what one leaf meets")

    ratio = nbody_collapse.VIRIAL_RATIO
    start = nbody.uniform_sphere(jax.random.key(0), 10_000, virial_ratio=ratio)
    end, _ = nbody.simulate(start, 300, 1.1 / 300, softening=nbody_collapse.SOFTENING)
    axes = middle.subplots()
    axes.imshow(nbody_collapse.image(np.asarray(end.positions)), cmap="magma", origin="lower")
    axes.set(xticks=[], yticks=[], title="10,000 stars at the bounce of a collapse")

    stars = kde_stars.read_stars(41_411)
    density = jaxfmm.KernelDensity(np.radians(4.6)).fit(stars)
    ascension, declination, values = kde_stars.sky_map(density, 240)
    axes = right.add_subplot(projection="mollweide")
    look = {"cmap": "magma", "shading": "nearest", "rasterized": True}
    axes.pcolormesh(ascension, declination, values, **look)
    axes.set(xticks=[], yticks=[], title="the density of the bright stars on the sky")
    save(figure, "overview")


if __name__ == "__main__":
    overview()
    for picture in sorted((EXAMPLES / "pictures").glob("*.png")):
        shrink(picture, picture.stem)
