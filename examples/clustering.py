"""Matter in a periodic box clusters under its own gravity: pictures of a growing cosmic web.

    python examples/clustering.py
    python examples/clustering.py --edge 40 --steps 200

Bodies start near a lattice, displaced by random waves of all lengths (Zeldovich's approximation),
without the expansion of the universe. Every image of the box attracts; the mean density does not.
Gravity is softened by splines. Units: the box, its mass and the gravitational constant are 1, so
waves grow by a factor e in 1 / sqrt(4 pi) = 0.28 units of time. With matplotlib installed it draws
the box at some times. It takes half a minute on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pictures

from jaxfmm import nbody

DURATION, FRAMES = 1.0, 4
DISPLACEMENT = 0.6  # root mean square at the start, in spacings


def start(edge: int, seed: int = 0) -> nbody.State:
    """edge^3 bodies, displaced from a lattice."""
    rng = np.random.default_rng(seed)
    number = np.fft.fftfreq(edge, 1 / edge)
    k = np.stack(np.meshgrid(number, number, number, indexing="ij"))
    k2 = np.where((k**2).sum(0) > 0, (k**2).sum(0), np.inf)
    density = np.fft.fftn(rng.normal(size=(edge,) * 3)) * k2**-0.5  # with the spectrum 1 / k
    moved = np.stack([np.fft.ifftn(1j * axis / k2 * density).real for axis in k], axis=-1)
    moved = moved.reshape(-1, 3)
    moved *= DISPLACEMENT / edge / np.sqrt((moved**2).sum(1).mean())
    lattice = np.stack(np.meshgrid(*[np.arange(edge)] * 3, indexing="ij"), -1).reshape(-1, 3)
    lattice = (lattice + 0.5) / edge
    growth = np.sqrt(4 * np.pi)
    return nbody.State(
        positions=jnp.asarray(lattice + moved, jnp.float32),
        velocities=jnp.asarray(growth * moved, jnp.float32),
        masses=jnp.full(edge**3, 1 / edge**3, jnp.float32),
    )


def clumpiness(positions: np.ndarray, cells: int) -> float:
    """The mean square of the density over the square of its mean, in cells^3 boxes."""
    counts = np.histogramdd(positions % 1.0, bins=cells, range=[(0, 1)] * 3)[0]
    return (counts**2).mean() / counts.mean() ** 2


def main(argv: Sequence[str] | None = None) -> tuple[list[float], nbody.History]:
    """Returns the clumpiness at FRAMES + 1 times and the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edge", type=int, default=24, help="bodies along an edge of the box")
    parser.add_argument("--steps", type=int, default=80)
    pictures.add_argument(parser, "clustering")
    options = parser.parse_args(argv)
    begin = time.perf_counter()
    _, history = nbody.simulate(
        start(options.edge),
        options.steps,
        DURATION / options.steps,
        softening=0.1 / options.edge,
        profile="spline",
        cell=1.0,
        tol=1e-3,
        record_every=options.steps // FRAMES,
        headroom=3.0,
    )
    print(f"{options.edge**3} bodies, {options.steps} steps in {time.perf_counter() - begin:.0f} s")
    frames = np.asarray(history.positions, float)
    squares = [clumpiness(frame, options.edge // 3) for frame in frames]
    print("mean square density: " + ", ".join(f"{value:.2f}" for value in squares))
    total = np.asarray(history.kinetic + history.potential, float)
    change = abs(total - total[0]).max() / float(history.kinetic.max())
    print(f"the energy changed by {change:.1e} of the kinetic energy")
    draw(frames, options.picture)
    return squares, history


def draw(frames: np.ndarray, path: Path) -> None:
    if (figure := pictures.figure(3 * len(frames), 3.3)) is None:
        return
    panels = figure.subplots(1, len(frames))
    for number, (axes, frame) in enumerate(zip(panels, frames % 1.0, strict=True)):
        slab = frame[frame[:, 2] < 0.3]
        axes.scatter(slab[:, 0], slab[:, 1], s=0.5, color="k", linewidths=0)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[], yticks=[])
        axes.set_title(f"t = {DURATION * number / FRAMES:.2f}")
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
