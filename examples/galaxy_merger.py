"""Two galaxies fall onto each other, draw tails of stars out of each other, and merge.

    python examples/galaxy_merger.py
    python examples/galaxy_merger.py --bodies 8000      # 15 s

Each galaxy is a Hernquist sphere of stars and dark matter with a thin disk of stars in its middle,
the disks inclined to each other. They start on an eccentric orbit, pass at time 12, and are one
from time 28 on. Gravity is summed by an FMM, and leapfrog takes shared steps that follow the
largest acceleration. With matplotlib installed it also draws the stars of the disks at six times.
It takes 60 s on two CPU cores.
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

DISK = 0.15  # share of a galaxy's mass, and of its bodies 1/2
APART, PERICENTRE, ECCENTRICITY = 8.0, 0.8, 0.9
SOFTENING = 0.1
VIEW = 8.0


def galaxy(key: jax.Array, bodies: int, tilt: float) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Positions, velocities and masses of a galaxy of mass 1, its disk first."""
    for_disk, for_sphere = jax.random.split(key)
    stars = bodies // 2
    # The disk turns in the field of the sphere: its mass within 1 stands for a mass in the centre.
    sphere = nbody.hernquist(for_sphere, bodies - stars, mass=1 - DISK, edge=30.0)
    disk = nbody.disk(for_disk, stars, mass=DISK, scale=0.5, thickness=0.05)
    radius = jnp.linalg.norm(disk.positions[:, :2], axis=1)
    around = jnp.stack([-disk.positions[:, 1], disk.positions[:, 0]], axis=1) / radius[:, None]
    within = (1 - DISK) * radius / (1 + radius) ** 2  # of the sphere, over the radius
    speed = jnp.sqrt(jnp.square(disk.velocities[:, :2]).sum(1) + within)
    flat = speed[:, None] * around
    velocities = jnp.concatenate([flat, jnp.zeros((stars, 1))], axis=1)
    cos, sin = np.cos(tilt), np.sin(tilt)
    turn = jnp.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]], velocities.dtype)
    x, v = (value @ turn.T for value in (disk.positions, velocities))
    return (
        jnp.concatenate([x, sphere.positions]),
        jnp.concatenate([v, sphere.velocities]),
        jnp.concatenate([disk.masses, sphere.masses]),
    )


def start_of(bodies: int, seed: int) -> nbody.State:
    """Two galaxies on their way to each other."""
    orbit = nbody.binary(
        masses=(1.0, 1.0),
        axis=PERICENTRE / (1 - ECCENTRICITY),
        eccentricity=ECCENTRICITY,
        anomaly=-np.arccos((PERICENTRE * (1 + ECCENTRICITY) / APART - 1) / ECCENTRICITY),
    )
    parts = []
    for k, tilt in enumerate((0.3, 2.2)):
        x, v, m = galaxy(jax.random.fold_in(jax.random.key(seed), k), bodies // 2, tilt)
        parts.append((x + orbit.positions[k][None], v + orbit.velocities[k][None], m))
    positions, velocities, masses = (jnp.concatenate(pair) for pair in zip(*parts))
    return nbody.State(positions=positions, velocities=velocities, masses=masses)


def stars_of(values: np.ndarray) -> np.ndarray:
    """The rows of the stars of both disks."""
    first, second = np.split(values, 2)
    return np.concatenate([half[: len(half) // 2] for half in (first, second)])


def image(positions: np.ndarray) -> np.ndarray:
    """log(1 + number of stars) in each pixel of a picture along z."""
    sides = [(-VIEW, VIEW)] * 2
    counts, *_ = np.histogram2d(positions[:, 1], positions[:, 0], bins=160, range=sides)
    return np.log1p(counts)


def draw(path: Path, history: nbody.History) -> None:
    """Saves the picture, if matplotlib is there."""
    figure = pictures.figure(9, 6.2)
    if figure is None:
        return
    frames = np.asarray(history.positions)
    shown = np.linspace(0, len(frames) - 1, 6).round().astype(int)
    look = {"extent": (-VIEW, VIEW) * 2, "origin": "lower", "cmap": "magma"}
    for axes, frame in zip(figure.subplots(2, 3, sharey=True, sharex=True).flat, shown):
        axes.imshow(image(stars_of(frames[frame])), **look)
        axes.set_title(f"time {float(history.time[frame]):.0f}")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> nbody.History:
    """Runs the merger; returns the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=100_000, help="a multiple of 4 (%(default)s)")
    parser.add_argument("--until", type=float, default=32.0, help="time (%(default)s)")
    parser.add_argument("--eta", type=float, default=1.0, help="accuracy (%(default)s)")
    pictures.add_argument(parser, "galaxy_merger")
    options = parser.parse_args(argv)

    state = start_of(options.bodies, 0)
    times = jnp.linspace(0, options.until, 11)[1:]
    began = time.perf_counter()
    _, history = jax.block_until_ready(
        nbody.simulate(
            state,
            until=times,
            timestep="adaptive",
            eta=options.eta,
            softening=SOFTENING,
            profile="spline",
            tol=3e-3,
            headroom=6.0,
        )
    )
    seconds = time.perf_counter() - began
    print(f"{len(state.masses):,} bodies, {int(history.steps.sum()):,} steps in {seconds:.1f} s")
    print(f"largest relative error of the energy {float(abs(history.energy_error).max()):.1e}")
    draw(options.picture, history)
    return history


if __name__ == "__main__":
    main()
