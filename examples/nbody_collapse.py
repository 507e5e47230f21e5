"""A cold sphere of stars falls in on itself, bounces and settles: violent relaxation, as pictures and a film.

    python examples/nbody_collapse.py
    python examples/nbody_collapse.py --bodies 2000 --steps 200

Units are such that the gravitational constant, the mass and the first radius are 1: the sphere falls together within
pi / sqrt(8) = 1.11 units of time (van Albada 1982). One compiled call makes all steps and records frames on the way.
With matplotlib installed it also draws the frames, the energies and the error of their sum.
It takes 50 s on two CPU cores.
"""

import argparse
import time
from pathlib import Path

import jax
import numpy as np

from jaxfmm import nbody

DURATION = 4.0
SOFTENING = 0.03
VIRIAL_RATIO = 0.05  # at the start: nearly cold
FRAMES = 50
VIEW = 1.5  # half the width of the pictures


def simulate(bodies, steps, seed=0):
    """The state at the end and the history."""
    start = nbody.uniform_sphere(jax.random.key(seed), bodies, virial_ratio=VIRIAL_RATIO)
    return nbody.simulate(
        start, steps, DURATION / steps, softening=SOFTENING, record_every=steps // FRAMES, progress=True
    )


def half_mass_radius(positions):
    """Of equal masses around the origin; positions (..., n, 3) -> (...)."""
    return np.median(np.linalg.norm(positions, axis=-1), axis=-1)


def image(positions):
    """Logarithms of the numbers of stars in the pixels of a picture along z."""
    counts, *_ = np.histogram2d(positions[:, 1], positions[:, 0], bins=200, range=[(-VIEW, VIEW)] * 2)
    return np.log1p(counts)


def draw(path, film, history, frames):
    """Saves the pictures and the film; False without matplotlib."""
    try:
        from matplotlib.animation import PillowWriter
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return False
    times = np.linspace(0, DURATION, len(frames))
    look = {"extent": (-VIEW, VIEW) * 2, "origin": "lower", "cmap": "magma"}
    brightest = max(image(frame).max() for frame in frames)

    figure = Figure(figsize=(12, 6), layout="constrained")
    *snapshots, radius, energies, error = figure.subplots(2, 4).flat[:7]
    for axes, at in zip(snapshots, (0.0, 0.9, 1.1, DURATION)):
        nearest = abs(times - at).argmin()
        axes.imshow(image(frames[nearest]), vmax=brightest, **look)
        axes.set(title=f"time {times[nearest]:.2f}", xticks=[], yticks=[])
    radius.plot(times, half_mass_radius(frames))
    radius.set(title="radius of half the mass", xlabel="time", ylim=(0, None))
    for name in ("kinetic", "potential", "energy"):
        energies.plot(history.time, getattr(history, name), label=name if name != "energy" else "total")
    energies.set(title="energies", xlabel="time")
    energies.legend()
    error.plot(history.time, history.energy_error)
    error.set(title="relative error of the energy", xlabel="time")
    figure.axes[-1].set_visible(False)
    figure.savefig(path, dpi=120)

    figure = Figure(figsize=(4, 4))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xticks=[], yticks=[])
    shown = axes.imshow(image(frames[0]), vmax=brightest, **look)
    label = axes.text(0.04, 0.94, "", color="w", transform=axes.transAxes)
    writer = PillowWriter(fps=12)
    with writer.saving(figure, film, dpi=80):
        for at, frame in zip(times, frames):
            shown.set_data(image(frame))
            label.set_text(f"time {at:.2f}")
            writer.grab_frame()
    return True


def main(argv=None):
    """Runs the collapse; returns the history and the half-mass radii of the frames."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=10_000, help="how many (default %(default)s)")
    parser.add_argument("--steps", type=int, default=2000, help=f"a multiple of {FRAMES} (default %(default)s)")
    parser.add_argument(
        "--picture", type=Path, default=Path("nbody_collapse.png"), help="file to draw to (%(default)s)"
    )
    parser.add_argument("--film", type=Path, default=Path("nbody_collapse.gif"), help="file of the film (%(default)s)")
    options = parser.parse_args(argv)

    begin = time.perf_counter()
    _, history = jax.block_until_ready(simulate(options.bodies, options.steps))
    seconds = time.perf_counter() - begin
    frames = np.asarray(history.positions)
    radii = half_mass_radius(frames)
    virial = 2 * history.kinetic / -history.potential
    print(f"{options.bodies:,} bodies, {options.steps:,} steps in {seconds:.1f} s, compilation included")
    print(f"half-mass radius {radii[0]:.2f}, at the bounce {radii.min():.2f}, at the end {radii[-1]:.2f}")
    print(f"2 K / |U| {virial[0]:.2f}, at the bounce {virial.max():.2f}, at the end {virial[-1]:.2f}")
    print(f"largest relative error of the energy {abs(history.energy_error).max():.1e}")
    drawn = draw(options.picture, options.film, history, frames)
    print(f"Pictures: {options.picture}, {options.film}" if drawn else "No pictures: matplotlib is not installed")
    return history, radii


if __name__ == "__main__":
    main()
