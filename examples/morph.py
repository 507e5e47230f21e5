"""Two shapes morph: the gradient flow of a Sinkhorn divergence.

    python examples/morph.py
    python examples/morph.py --points 500 --steps 10

The points of a ring flow along the gradient of their divergence from a pair of spirals. The first
derivative costs one sum for each of the three costs, and no derivative of the loop. With matplotlib
installed it also draws the flow. It takes 45 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

BLUR = 0.05  # the square root of epsilon; the shapes are about 2 wide
STEP = 0.5  # of the flow: 1 would send every point to its target at once


def ring(count: int, rng: np.random.Generator) -> np.ndarray:
    """Points of a ring."""
    angle, radius = 2 * np.pi * rng.random(count), 0.7 + 0.25 * rng.random(count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def spirals(count: int, rng: np.random.Generator) -> np.ndarray:
    """Points of two spirals."""
    turn, arm = np.sqrt(rng.random(count)), np.pi * rng.integers(0, 2, count)
    angle = 3.5 * np.pi * turn + arm
    along = np.stack([turn * np.cos(angle), turn * np.sin(angle)], axis=1)
    return along + 0.02 * rng.normal(size=(count, 2))


def flow(x: jax.Array, y: jax.Array, steps: int) -> tuple[jax.Array, jax.Array]:
    """The places of the points at every step, (steps + 1, n, d), and the divergences (steps,)."""

    def divergence(x, y):
        return jaxfmm.transport.sinkhorn_divergence(x, y, epsilon=BLUR**2, tol=1e-2)

    @jax.jit
    def step(x, y):
        value, slope = jax.value_and_grad(divergence)(x, y)
        return x - STEP * len(x) * slope, value

    places, values = [x], []
    for _ in range(steps):
        x, value = step(x, y)
        places.append(x)
        values.append(value)
    return jnp.stack(places), jnp.stack(values)


def draw(path: Path, places: np.ndarray, y: np.ndarray, values: np.ndarray) -> None:
    """Saves the shapes along the flow and the divergence, if matplotlib is there."""
    figure = pictures.figure(14, 3)
    if figure is None:
        return
    *shapes, last = figure.subplots(1, 5)
    colours = np.arctan2(places[0][:, 1], places[0][:, 0])  # of the place in the ring
    for panel, at in zip(shapes, (0, 1, 3, len(places) - 1)):
        panel.plot(*y.T, ".", markersize=1, color="0.85", zorder=0)
        panel.scatter(*places[at].T, c=colours, s=1, cmap="twilight")
        panel.set(title=f"step {at}", aspect="equal", xticks=[], yticks=[])
    last.semilogy(values, color=pictures.COLOURS[0])
    last.set(title="divergence", xlabel="step")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Runs the flow; returns the places at every step and the divergences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=100_000, help="of each shape (%(default)s)")
    parser.add_argument("--steps", type=int, default=8, help="of the flow (%(default)s)")
    pictures.add_argument(parser, "morph")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(shape(options.points, rng), jnp.float32) for shape in (ring, spirals))
    start = time.perf_counter()
    places, values = map(np.asarray, flow(x, y, options.steps))
    seconds = time.perf_counter() - start
    print(
        f"{options.points:,} points, {options.steps} steps: {seconds:.1f} s, compilation included"
    )
    print(f"Divergence: {values[0]:.2e} at first, {values[-1]:.2e} at last")
    draw(options.picture, places, np.asarray(y), values)
    return places, values


if __name__ == "__main__":
    main()
