"""The Pythagorean problem: three bodies meet again and again, until one is thrown out.

    python examples/three_bodies.py

Bodies of masses 3, 4 and 5 start at rest in the corners of a triangle with sides 3, 4 and 5 (Burrau
1913). They come as close as 0.0004, so steps must differ by a factor of 100,000. After time 59 the
lightest body leaves the others, which stay together as a binary (Szebehely & Peters, AJ 72 (1967)
876). Hermite's scheme with block time steps, without softening, in float64. With matplotlib
installed it also draws the orbits, distances and the error of the energy. It takes 10 s on two CPU
cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

from jaxfmm import nbody

MASSES = (3.0, 4.0, 5.0)
CORNERS = ((1.0, 3.0), (-2.0, -1.0), (1.0, -1.0))
ENDS = 70.0


def simulate(eta: float, outputs: int) -> nbody.History:
    """The history, with positions at equally spaced times up to ENDS."""
    positions = jnp.array(CORNERS, jnp.float64)
    zeros = jnp.zeros((3, 1), jnp.float64)
    positions = jnp.concatenate([positions, zeros], axis=1)  # in 3D: 2D has another law of gravity
    start = nbody.State(
        positions=positions,
        velocities=jnp.zeros_like(positions),
        masses=jnp.array(MASSES, jnp.float64),
    )
    times = jnp.linspace(0, ENDS, outputs + 1)[1:]
    return nbody.simulate(start, until=times, timestep="block", scheme="hermite", eta=eta)[1]


def distances(positions: np.ndarray) -> np.ndarray:
    """Of the pairs 4-5, 3-5 and 3-4, (..., 3, 3) -> (..., 3)."""
    pairs = ((1, 2), (0, 2), (0, 1))
    return np.stack(
        [np.linalg.norm(positions[..., i, :] - positions[..., j, :], axis=-1) for i, j in pairs], -1
    )


def draw(path: Path, history: nbody.History) -> None:
    """Saves the picture, if matplotlib is there."""
    figure = pictures.figure(12, 4)
    if figure is None:
        return
    orbits, apart, error = figure.subplots(1, 3)
    positions, times = np.asarray(history.positions), np.asarray(history.time)
    for k, (mass, colour) in enumerate(zip(MASSES, pictures.COLOURS)):
        orbits.plot(*positions[:, k, :2].T, color=colour, lw=0.6, label=f"mass {mass:g}")
        orbits.plot(*positions[0, k, :2], "o", color=colour)
    orbits.set(title="orbits", xlim=(-5, 5), ylim=(-6, 8), xlabel="x", ylabel="y")
    orbits.legend()
    for pair, colour, values in zip(
        ("4-5", "3-5", "3-4"), pictures.COLOURS, distances(positions).T
    ):
        apart.semilogy(times, values, color=colour, lw=0.8, label=pair)
    apart.set(title="distances", xlabel="time")
    apart.legend()
    error.semilogy(times[1:], np.abs(history.energy_error)[1:] + 1e-17, color=pictures.COLOURS[2])
    error.set(title="relative error of the energy", xlabel="time")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> nbody.History:
    """Runs the problem; returns the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eta", type=float, default=1e-4, help="accuracy (%(default)s)")
    parser.add_argument("--outputs", type=int, default=7000, help="recorded times (%(default)s)")
    pictures.add_argument(parser, "three_bodies")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        began = time.perf_counter()
        history = jax.block_until_ready(simulate(options.eta, options.outputs))
        seconds = time.perf_counter() - began
        steps = int(np.asarray(history.steps, np.int64).sum())
        print(f"{steps:,} steps in {seconds:.1f} s, compilation included")
        print(f"largest relative error of the energy {float(abs(history.energy_error).max()):.1e}")
        closest = distances(np.asarray(history.positions))
        print(f"closest recorded distance {closest.min():.1e}")
        print(f"at the end: distances 4-5 {closest[-1, 0]:.2f}, 3-5 {closest[-1, 1]:.1f}")
        draw(options.picture, history)
    return history


if __name__ == "__main__":
    main()
