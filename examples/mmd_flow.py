"""Particles that flow to a target by the gradient of a maximum mean discrepancy, with 1e5 particles
on a laptop.

    python examples/mmd_flow.py
    python examples/mmd_flow.py --particles 2000 --steps 20

The squared discrepancy of particles x and samples y of a target, with a Gaussian kernel K of
bandwidth h, is

    D^2 = sum_ij c_i c_j K(z_i, z_j) ,    z = all x and y ,    c = 1/n for each x, -1/m for each y ,

so the particles repel each other and are drawn to the target. One sum with charges of both signs
(`jaxfmm.energy`) has the digits of a small D^2, which a difference of three sums loses. The
particles go downhill with momentum, while h shrinks from the size of the picture to that of its
details (Arbel, Korba, Salim & Gretton 2019)."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

BANDWIDTHS = (1.0, 0.3, 0.1)  # one after the other
TOL = 1e-4
CAPACITY = 3.0  # half the size of the square that the particles stay in
MOMENTUM = 0.9
STEP = 0.3  # in units of the bandwidth, for the particle with the largest force


def target_points(key, n):
    """Samples of two interlocked spirals."""
    where, noise = jax.random.split(key)
    t = jnp.sqrt(jax.random.uniform(where, (n,), minval=0.02)) * 3 * jnp.pi
    side = jnp.where(jnp.arange(n) % 2 == 0, 1.0, -1.0)
    spiral = (
        side[:, None] * t[:, None] * jnp.stack([jnp.cos(t), jnp.sin(t)], axis=1) / (1.5 * jnp.pi)
    )
    return spiral + 0.05 * jax.random.normal(noise, (n, 2))


def discrepancy(x, y, bandwidth, plan):
    """D^2. `energy` leaves out the pairs of a point with itself."""
    n, m = len(x), len(y)
    charges = jnp.concatenate([jnp.full(n, 1 / n), jnp.full(m, -1 / m)])
    pairs = 2 * jaxfmm.energy(
        jnp.concatenate([x, y]), charges, kernel=jaxfmm.Gaussian(bandwidth), plan=plan
    )
    return pairs + (1 / n + 1 / m)


def flow(x, y, bandwidth, steps):
    """The particles after some steps, and the discrepancy at each."""
    # A plan for the whole square: the corners stand for particles that may get there.
    corners = jnp.array([[-CAPACITY, -CAPACITY], [CAPACITY, CAPACITY]], x.dtype)
    kernel = jaxfmm.Gaussian(bandwidth)
    whole = jaxfmm.plan(jnp.concatenate([x.at[:2].set(corners), y]), kernel=kernel, tol=TOL)

    @jax.jit
    def run(x, y, whole):
        def step(state, _):
            x, velocity = state
            plan = whole.update(jnp.concatenate([x, y]))
            value, slope = jax.value_and_grad(discrepancy)(x, y, bandwidth, plan)
            fastest = jnp.sqrt(jnp.square(slope).sum(1).max())
            velocity = MOMENTUM * velocity - (1 - MOMENTUM) * STEP * bandwidth / fastest * slope
            return (jnp.clip(x + velocity, -CAPACITY, CAPACITY), velocity), value

        (x, _), values = jax.lax.scan(step, (x, jnp.zeros_like(x)), length=steps)
        return x, values

    return run(x, y, whole)


def draw(path, snapshots, y, values):
    """Saves the particles at the end of every bandwidth, if matplotlib is there."""
    figure = pictures.figure(13, 3.2)
    if figure is None:
        return
    *panels, last = figure.subplots(1, len(snapshots) + 2)
    clouds = {**snapshots, "target": y}
    for axes, (name, x) in zip(panels, clouds.items()):
        counts, *_ = np.histogram2d(*np.asarray(x).T, bins=200, range=[(-CAPACITY, CAPACITY)] * 2)
        axes.imshow(
            np.log1p(counts.T), extent=(-CAPACITY, CAPACITY) * 2, origin="lower", cmap="magma"
        )
        axes.set(title=name, xticks=[], yticks=[])
    for (bandwidth, value), colour in zip(values.items(), pictures.COLOURS):
        last.plot(value, label=f"h = {bandwidth:g}", color=colour)
    last.set(xlabel="step", title="D²")
    last.set_yscale("log")
    last.legend()
    pictures.save(figure, path)


def main(argv=None):
    """Runs the flow; returns the particles, the target and {bandwidth: the discrepancies}."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--particles", type=int, default=100_000, help="and samples of the target (%(default)s)"
    )
    parser.add_argument(
        "--steps", type=int, default=60, help="for each bandwidth (default %(default)s)"
    )
    pictures.add_argument(parser, "mmd_flow")
    options = parser.parse_args(argv)

    start_key, target_key = jax.random.split(jax.random.key(0))
    x = 0.3 * jax.random.normal(start_key, (options.particles, 2)) + jnp.array([[1.5, -1.5]])
    y = target_points(target_key, options.particles)
    snapshots, values = {"start": x}, {}
    for bandwidth in BANDWIDTHS:
        begin = time.perf_counter()
        x, steps = jax.block_until_ready(flow(x, y, bandwidth, options.steps))
        seconds = time.perf_counter() - begin
        values[bandwidth] = np.asarray(steps)
        snapshots[f"h = {bandwidth:g}"] = x
        print(
            f"{options.particles:,} particles, h = {bandwidth:g}: D² {steps[0]:.2e} -> {steps[-1]:.2e}, "
            f"{seconds / options.steps:.3f} s a step, compilation included"
        )
    draw(options.picture, snapshots, y, values)
    return x, y, values


if __name__ == "__main__":
    main()
