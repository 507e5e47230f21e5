"""Particles flow to a target by the gradient of a maximum mean discrepancy: 1e5 on a laptop.

    python examples/mmd_flow.py
    python examples/mmd_flow.py --particles 2000 --steps 20

The squared discrepancy of particles x and samples y of a target, with a Gaussian kernel K of
bandwidth h, is

    D^2 = sum_ij c_i c_j K(z_i, z_j) ,    z = all x and y ,    c = 1/n for each x, -1/m for each y ,

so the particles repel each other and the target attracts them. One sum with charges of both signs
(`jaxfmm.energy`) keeps the digits of a small D^2; a difference of three sums loses them. The
particles go downhill with momentum, while h shrinks from the size of the picture to the size of its
details (Arbel, Korba, Salim & Gretton 2019).
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

BANDWIDTHS = (1.0, 0.3, 0.1)  # one after the other
TOL = 1e-4
HALF_WIDTH = 3.0  # of the square in which the particles stay
MOMENTUM = 0.9
STEP = 0.3  # in units of the bandwidth, for the particle with the largest force


def target_points(key: jax.Array, n: int) -> jax.Array:
    """Samples of two interlocked spirals."""
    where, noise = jax.random.split(key)
    t = jnp.sqrt(jax.random.uniform(where, (n,), minval=0.02)) * 3 * jnp.pi
    side = jnp.where(jnp.arange(n) % 2 == 0, 1.0, -1.0)
    direction = jnp.stack([jnp.cos(t), jnp.sin(t)], axis=1)
    spiral = side[:, None] * t[:, None] * direction / (1.5 * jnp.pi)
    return spiral + 0.05 * jax.random.normal(noise, (n, 2))


def discrepancy(x: jax.Array, y: jax.Array, bandwidth: float, plan: jaxfmm.Plan) -> jax.Array:
    """D^2. `energy` leaves out the pairs of a point with itself."""
    n, m = len(x), len(y)
    charges = jnp.concatenate([jnp.full(n, 1 / n), jnp.full(m, -1 / m)])
    kernel = jaxfmm.Gaussian(bandwidth)
    pairs = 2 * jaxfmm.energy(jnp.concatenate([x, y]), charges, kernel=kernel, plan=plan)
    return pairs + (1 / n + 1 / m)


def flow(x: jax.Array, y: jax.Array, bandwidth: float, steps: int) -> tuple[jax.Array, jax.Array]:
    """The particles after some steps, and the discrepancy at each step."""
    # A plan for the whole square: the corners stand for particles that may get there.
    corners = jnp.array([[-HALF_WIDTH] * 2, [HALF_WIDTH] * 2], x.dtype)
    kernel = jaxfmm.Gaussian(bandwidth)
    whole = jaxfmm.plan(jnp.concatenate([x.at[:2].set(corners), y]), kernel=kernel, tol=TOL)

    @jax.jit
    def run(x, y, whole):
        def step(state, _):
            x, velocity = state
            plan = whole.update(jnp.concatenate([x, y]))
            value, slope = jax.value_and_grad(discrepancy)(x, y, bandwidth, plan)
            fastest = jnp.sqrt(jnp.square(slope).sum(1).max())
            push = -STEP * bandwidth / fastest * slope
            velocity = MOMENTUM * velocity + (1 - MOMENTUM) * push
            return (jnp.clip(x + velocity, -HALF_WIDTH, HALF_WIDTH), velocity), value

        (x, _), values = jax.lax.scan(step, (x, jnp.zeros_like(x)), length=steps)
        return x, values

    return run(x, y, whole)


def draw(
    path: Path,
    snapshots: dict[str, jax.Array],
    y: jax.Array,
    values: dict[float, np.ndarray],
) -> None:
    """Saves the particles at the end of every bandwidth, if matplotlib is there."""
    figure = pictures.figure(13, 3.2)
    if figure is None:
        return
    *panels, last = figure.subplots(1, len(snapshots) + 2)
    clouds = {**snapshots, "target": y}
    for axes, (name, x) in zip(panels, clouds.items()):
        side = (-HALF_WIDTH, HALF_WIDTH)
        counts, *_ = np.histogram2d(*np.asarray(x).T, bins=200, range=[side] * 2)
        axes.imshow(np.log1p(counts.T), extent=side * 2, origin="lower", cmap="magma")
        axes.set(title=name, xticks=[], yticks=[])
    for (bandwidth, value), colour in zip(values.items(), pictures.COLOURS):
        last.plot(value, label=f"h = {bandwidth:g}", color=colour)
    last.set(xlabel="step", title="D²")
    last.set_yscale("log")
    last.legend()
    pictures.save(figure, path)


def main(
    argv: Sequence[str] | None = None,
) -> tuple[jax.Array, jax.Array, dict[float, np.ndarray]]:
    """Runs the flow; returns the particles, the target and {bandwidth: discrepancies}."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--particles", type=int, default=100_000, help="and samples of the target (%(default)s)"
    )
    parser.add_argument("--steps", type=int, default=60, help="for each bandwidth (%(default)s)")
    pictures.add_argument(parser, "mmd_flow")
    options = parser.parse_args(argv)

    start_key, target_key = jax.random.split(jax.random.key(0))
    x = 0.3 * jax.random.normal(start_key, (options.particles, 2))
    x = x + jnp.array([[1.5, -1.5]])
    y = target_points(target_key, options.particles)
    snapshots, values = {"start": x}, {}
    for bandwidth in BANDWIDTHS:
        begin = time.perf_counter()
        x, squares = jax.block_until_ready(flow(x, y, bandwidth, options.steps))
        seconds = time.perf_counter() - begin
        values[bandwidth] = np.asarray(squares)
        snapshots[f"h = {bandwidth:g}"] = x
        print(
            f"{options.particles:,} particles, h = {bandwidth:g}: "
            f"D² {squares[0]:.2e} -> {squares[-1]:.2e}, "
            f"{seconds / options.steps:.3f} s a step, compilation included"
        )
    draw(options.picture, snapshots, y, values)
    return x, y, values


if __name__ == "__main__":
    main()
