"""Matter in a periodic box clusters under its own gravity, softened by splines: pictures of a
growing cosmic web.

    python examples/clustering.py
    python examples/clustering.py --edge 40 --steps 200

Bodies start near a lattice, moved by random waves of all lengths as by the approximation of
Zeldovich, without the expansion of the universe. Every image of the box attracts, the mean density
does not. Units: the box, its mass and the gravitational constant are 1, so that waves grow by e in
1 / sqrt(4 pi) = 0.28 units of time. With matplotlib installed it draws the box at some times. It
takes half a minute on two CPU cores."""

import argparse
import time

import jax.numpy as jnp
import numpy as np
import pictures

from jaxfmm import nbody

DURATION, FRAMES = 1.0, 4
LARGEST = 0.6  # root mean square of the displacements at the start, in spacings


def start(edge, seed=0):
    """edge^3 bodies: a `State`."""
    rng = np.random.default_rng(seed)
    number = np.fft.fftfreq(edge, 1 / edge)
    k = np.stack(np.meshgrid(number, number, number, indexing="ij"))
    k2 = np.where((k**2).sum(0) > 0, (k**2).sum(0), np.inf)
    density = np.fft.fftn(rng.normal(size=(edge,) * 3)) * k2**-0.5  # of a spectrum 1 / k
    moved = np.stack([np.fft.ifftn(1j * one / k2 * density).real for one in k], axis=-1).reshape(
        -1, 3
    )
    moved *= LARGEST / edge / np.sqrt((moved**2).sum(1).mean())
    lattice = (
        np.stack(np.meshgrid(*[np.arange(edge)] * 3, indexing="ij"), -1).reshape(-1, 3) + 0.5
    ) / edge
    growth = np.sqrt(4 * np.pi)
    return nbody.State(
        positions=jnp.asarray(lattice + moved, jnp.float32),
        velocities=jnp.asarray(growth * moved, jnp.float32),
        masses=jnp.full(edge**3, 1 / edge**3, jnp.float32),
    )


def clumpiness(positions, cells):
    """The mean square of the density over the square of its mean, in cells^3 boxes."""
    counts = np.histogramdd(positions % 1.0, bins=cells, range=[(0, 1)] * 3)[0]
    return (counts**2).mean() / counts.mean() ** 2


def main(arguments=None):
    """The clumpiness at FRAMES + 1 times and the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edge", type=int, default=24, help="bodies along an edge of the box")
    parser.add_argument("--steps", type=int, default=80)
    pictures.add_argument(parser, "clustering")
    options = parser.parse_args(arguments)
    begun = time.perf_counter()
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
    print(f"{options.edge**3} bodies, {options.steps} steps in {time.perf_counter() - begun:.0f} s")
    frames = np.asarray(history.positions, float)
    found = [clumpiness(frame, options.edge // 3) for frame in frames]
    print("mean square density: " + ", ".join(f"{value:.2f}" for value in found))
    total = np.asarray(history.kinetic + history.potential, float)
    print(
        f"the energy changed by {abs(total - total[0]).max() / float(history.kinetic.max()):.1e} of the kinetic energy"
    )
    draw(frames, options.picture)
    return found, history


def draw(frames, path):
    if (figure := pictures.figure(3 * len(frames), 3.3)) is None:
        return
    every = figure.subplots(1, len(frames))
    for number, (axes, frame) in enumerate(zip(every, frames % 1.0, strict=True)):
        slab = frame[frame[:, 2] < 0.3]
        axes.scatter(slab[:, 0], slab[:, 1], s=0.5, color="k", linewidths=0)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[], yticks=[])
        axes.set_title(f"t = {DURATION * number / FRAMES:.2f}")
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
