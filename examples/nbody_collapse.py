"""A cold sphere of stars collapses, bounces and settles (violent relaxation), with a film.

    python examples/nbody_collapse.py
    python examples/nbody_collapse.py --bodies 2000 --steps 200

The gravitational constant, the mass and the first radius are 1, so the sphere collapses within
pi / sqrt(8) = 1.11 units of time (van Albada 1982). One compiled call makes all steps and records
frames on the way. With matplotlib installed it also draws the frames, the energies and the error of
their sum. It takes 40 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import numpy as np
import pictures

from jaxfmm import nbody

DURATION = 4.0
SOFTENING = 0.03
VIRIAL_RATIO = 0.05  # at the start: nearly cold
FRAMES = 50
VIEW = 1.5  # half the width of the pictures


def simulate(bodies: int, steps: int, seed: int = 0) -> tuple[nbody.State, nbody.History]:
    """The state at the end and the history."""
    start = nbody.uniform_sphere(jax.random.key(seed), bodies, virial_ratio=VIRIAL_RATIO)
    return nbody.simulate(
        start, steps, DURATION / steps, softening=SOFTENING, record_every=steps // FRAMES
    )


def half_mass_radius(positions: np.ndarray) -> np.ndarray:
    """The radius of half the mass, of equal masses around the origin: (..., n, 3) -> (...)."""
    return np.median(np.linalg.norm(positions, axis=-1), axis=-1)


def image(positions: np.ndarray) -> np.ndarray:
    """log(1 + number of stars) in each pixel of a picture along z."""
    sides = [(-VIEW, VIEW)] * 2
    counts, *_ = np.histogram2d(positions[:, 1], positions[:, 0], bins=200, range=sides)
    return np.log1p(counts)


def draw(path: Path, film: Path, history: nbody.History, frames: np.ndarray) -> None:
    """Saves the pictures and the film, if matplotlib is there."""
    figure = pictures.figure(12, 6.4)
    if figure is None:
        return
    times = np.linspace(0, DURATION, len(frames))
    look = {"extent": (-VIEW, VIEW) * 2, "origin": "lower", "cmap": "magma"}
    unit = "time, free-fall time 1.11"
    brightest = max(image(frame).max() for frame in frames)

    above, below = figure.subfigures(2, 1, height_ratios=[1.15, 1])
    snapshots = above.subplots(1, 4, sharey=True)
    for axes, at in zip(snapshots, (0.0, 0.9, 1.1, DURATION)):
        nearest = abs(times - at).argmin()
        shown = axes.imshow(image(frames[nearest]), vmax=brightest, **look)
        axes.set(title=f"time {times[nearest]:.2f}", xlabel="x, first radius 1")
    snapshots[0].set_ylabel("y")
    above.colorbar(shown, ax=snapshots, label="log(1 + stars in a pixel)", shrink=0.9)
    radius, energies, error = below.subplots(1, 3)
    blue, orange, green = pictures.COLOURS[:3]
    radius.plot(times, half_mass_radius(frames), color=blue)
    radius.set(title="radius of half the mass", xlabel=unit, ylim=(0, None))
    for name, colour in (("kinetic", orange), ("potential", blue), ("energy", green)):
        label = "total" if name == "energy" else name
        energies.plot(history.time, getattr(history, name), label=label, color=colour)
    energies.set(title="energies, G = M = R = 1", xlabel=unit)
    energies.legend()
    error.plot(history.time, history.energy_error, color=green)
    error.set(title="relative error of the total energy", xlabel=unit)
    pictures.save(figure, path)

    from matplotlib.animation import PillowWriter

    figure = pictures.figure(4, 4)
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1), xticks=[], yticks=[])
    shown = axes.imshow(image(frames[0]), vmax=brightest, **look)
    label = axes.text(0.04, 0.94, "", color="w", transform=axes.transAxes)
    writer = PillowWriter(fps=12)
    with writer.saving(figure, film, dpi=80):
        for at, frame in zip(times, frames):
            shown.set_data(image(frame))
            label.set_text(f"time {at:.2f}")
            writer.grab_frame()
    print(f"Film: {film}")


def main(argv: Sequence[str] | None = None) -> tuple[nbody.History, np.ndarray]:
    """Runs the collapse; returns the history and the half-mass radii of the frames."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=10_000, help="how many (%(default)s)")
    parser.add_argument(
        "--steps", type=int, default=1500, help=f"a multiple of {FRAMES} (%(default)s)"
    )
    pictures.add_argument(parser, "nbody_collapse")
    pictures.add_argument(parser, "nbody_collapse", "file of the film", "gif")
    options = parser.parse_args(argv)

    begin = time.perf_counter()
    _, history = jax.block_until_ready(simulate(options.bodies, options.steps))
    seconds = time.perf_counter() - begin
    frames = np.asarray(history.positions)
    radii = half_mass_radius(frames)
    virial = 2 * history.kinetic / -history.potential
    sizes = f"{options.bodies:,} bodies, {options.steps:,} steps"
    print(f"{sizes} in {seconds:.1f} s, compilation included")
    first, bounce, last = radii[0], radii.min(), radii[-1]
    print(f"half-mass radius {first:.2f}, at the bounce {bounce:.2f}, at the end {last:.2f}")
    first, bounce, last = virial[0], virial.max(), virial[-1]
    print(f"2 K / |U| {first:.2f}, at the bounce {bounce:.2f}, at the end {last:.2f}")
    print(f"largest relative error of the energy {abs(history.energy_error).max():.1e}")
    draw(options.picture, options.film, history, frames)
    return history, radii


if __name__ == "__main__":
    main()
