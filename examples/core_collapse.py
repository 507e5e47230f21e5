"""Heavy stars sink to the centre of a star cluster, until its core collapses.

    python examples/core_collapse.py
    python examples/core_collapse.py --bodies 512 --until 12      # 5 s

2,048 stars in a Plummer sphere have masses between 1 and 100, distributed as m^-2.35 (Salpeter), so
that heavy stars sink to the centre within a few crossing times instead of hundreds (Portegies Zwart
& McMillan, ApJ 576 (2002) 899). The core is smallest at about time 19; then pairs of heavy stars
give energy to the others, and it grows again. Block time steps with Hermite's scheme: steps in the
core become thousands of times shorter than outside. Units are G = M = -4 E = 1. With matplotlib
installed it also draws the Lagrangian radii, that is radii that hold parts of the mass, and the
steps by level. It takes 45 s on two CPU cores.
"""

import argparse
import dataclasses
import math
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

from jaxfmm import nbody

SCALE = 3 * math.pi / 16  # of a Plummer sphere in these units
PARTS = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75)
AROUND = 9  # recorded times of a mean in the picture, where few stars make radii noisy
HEAVY = 100.0  # the ratio of the largest and the smallest mass


def cluster(bodies: int, seed: int) -> nbody.State:
    """A Plummer sphere of stars of unequal masses."""
    key, of_masses = jax.random.split(jax.random.key(seed))
    share = jax.random.uniform(of_masses, (bodies,))
    masses = (1 - share * (1 - HEAVY**-1.35)) ** (-1 / 1.35)  # of the density m^-2.35
    state = nbody.plummer(key, bodies, scale=SCALE)
    return dataclasses.replace(state, masses=masses / masses.sum())


def lagrangian_radii(positions: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Radii around the densest place that hold PARTS of the mass: (s, n, 3) -> (s, parts)."""
    rows = []
    for frame in positions:
        center = np.zeros(3)
        for width in (1.0, 0.5, 0.25, 0.15):  # closer and closer to the densest place
            weights = masses * np.exp(-np.square((frame - center) / width).sum(1))
            center = (weights[:, None] * frame).sum(0) / weights.sum()
        radii = np.linalg.norm(frame - center, axis=1)
        order = np.argsort(radii)
        within = np.cumsum(masses[order])
        rows.append(np.interp(PARTS, within / within[-1], radii[order]))
    return np.array(rows)


def draw(path: Path, history: nbody.History, radii: np.ndarray) -> None:
    """Saves the picture, if matplotlib is there."""
    figure = pictures.figure(11, 4)
    if figure is None:
        return
    left, right = figure.subplots(1, 2)
    width = min(AROUND, len(radii))
    weights = np.full(width, 1 / width)
    middle = np.convolve(history.time, weights, "valid")
    for part, column, colour in zip(PARTS, radii.T, pictures.COLOURS):
        smooth = np.exp(np.convolve(np.log(column), weights, "valid"))
        left.semilogy(history.time, column, color=colour, lw=0.5, alpha=0.5)
        left.semilogy(middle, smooth, color=colour, label=f"{part:.0%}")
    left.set(
        title="radii that hold parts of the mass",
        ylim=(radii.min() / 2, None),
        xlabel="time, G = M = -4E = 1",
    )
    left.legend(ncols=6, fontsize="small", loc="lower center")
    steps = np.asarray(history.steps, np.float64).sum(0)
    levels = np.flatnonzero(steps)
    right.bar(levels, steps[levels], color=pictures.COLOURS[0])
    right.set(
        title="steps of stars, by level",
        xlabel="k of steps of 2^-k of the time between outputs",
        yscale="log",
    )
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[nbody.History, np.ndarray]:
    """Runs the cluster; returns the history and the Lagrangian radii."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=2048, help="how many (%(default)s)")
    parser.add_argument("--until", type=float, default=24.0, help="time (%(default)s)")
    parser.add_argument("--outputs", type=int, default=96, help="recorded times (%(default)s)")
    parser.add_argument("--softening", type=float, default=0.002, help="length (%(default)s)")
    pictures.add_argument(parser, "core_collapse")
    options = parser.parse_args(argv)

    state = cluster(options.bodies, 0)
    times = jnp.linspace(0, options.until, options.outputs + 1)[1:]
    how = {"timestep": "block", "scheme": "hermite", "eta": 0.05}
    began = time.perf_counter()
    _, history = jax.block_until_ready(
        nbody.simulate(state, until=times, softening=options.softening, **how)
    )
    seconds = time.perf_counter() - began
    steps = np.asarray(history.steps, np.float64).sum(0)
    print(f"{options.bodies:,} stars, {steps.sum():,.0f} steps of stars in {seconds:.1f} s")
    print(f"largest relative error of the energy {float(abs(history.energy_error).max()):.1e}")
    radii = lagrangian_radii(np.asarray(history.positions), np.asarray(state.masses))
    for part, column in zip(PARTS, radii.T):
        print(
            f"radius of {part:.0%} of the mass: {column[0]:.3f} at first, {column[-1]:.3f} at last"
        )
    draw(options.picture, history, radii)
    return history, radii


if __name__ == "__main__":
    main()
