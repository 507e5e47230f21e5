"""Particles that flow to a target by the gradient of a maximum mean discrepancy, with 1e5 particles on a laptop.

    python examples/mmd_flow.py
    python examples/mmd_flow.py --particles 2000 --steps 20

The squared discrepancy of particles x and samples y of a target, with a Gaussian kernel K of bandwidth h, is

    D^2 = 1/n^2 sum_ij K(x_i, x_j) - 2/(n m) sum_ij K(x_i, y_j) + const ,

so the particles repel each other (`jaxfmm.energy`) and are drawn to the target (`jaxfmm.potential`). They go downhill
with momentum, while h shrinks from the size of the picture to that of its details (Arbel, Korba, Salim & Gretton 2019).
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

BANDWIDTHS = (1.0, 0.3, 0.1)  # one after the other
TOL = 1e-4
ROOM = 3.0  # half the size of the square that the particles stay in
MOMENTUM = 0.9
STEP = 0.3  # in units of the bandwidth, for the particle with the largest force


def target_points(key, n):
    """Samples of two interlocked spirals."""
    where, noise = jax.random.split(key)
    t = jnp.sqrt(jax.random.uniform(where, (n,), minval=0.02)) * 3 * jnp.pi
    side = jnp.where(jnp.arange(n) % 2 == 0, 1.0, -1.0)
    spiral = side[:, None] * t[:, None] * jnp.stack([jnp.cos(t), jnp.sin(t)], axis=1) / (1.5 * jnp.pi)
    return spiral + 0.05 * jax.random.normal(noise, (n, 2))


def discrepancy(x, y, bandwidth, among, between):
    """D^2 without its constant, self-terms left out."""
    kernel = jaxfmm.Gaussian(bandwidth)
    n, m = len(x), len(y)
    repelled = 2 * jaxfmm.energy(x, jnp.full(n, 1 / n), kernel=kernel, plan=among)
    drawn = jaxfmm.potential(y, jnp.full(m, 1 / m), x, kernel=kernel, plan=between)
    return repelled - 2 * drawn.mean()


def flow(x, y, bandwidth, steps):
    """The particles after some steps, and the discrepancy at each."""
    # Plans with room for the whole square: the corners stand for particles that may get there.
    corners = jnp.array([[-ROOM, -ROOM], [ROOM, ROOM]], x.dtype)
    kernel = jaxfmm.Gaussian(bandwidth)
    among = jaxfmm.plan(x.at[:2].set(corners), kernel=kernel, tol=TOL)
    between = jaxfmm.plan(y, x.at[:2].set(corners), kernel=kernel, tol=TOL)

    @jax.jit
    def run(x, y, among, between):
        def step(state, _):
            x, velocity = state
            plans = among.update(x), between.update(y, x)
            value, slope = jax.value_and_grad(discrepancy)(x, y, bandwidth, *plans)
            fastest = jnp.sqrt(jnp.square(slope).sum(1).max())
            velocity = MOMENTUM * velocity - (1 - MOMENTUM) * STEP * bandwidth / fastest * slope
            return (jnp.clip(x + velocity, -ROOM, ROOM), velocity), value

        (x, _), values = jax.lax.scan(step, (x, jnp.zeros_like(x)), length=steps)
        return x, values

    return run(x, y, among, between)


def draw(path, snapshots, y, values):
    """Saves the particles at the end of every bandwidth, if matplotlib is there."""
    figure = pictures.figure(13, 3.2)
    if figure is None:
        return
    *panels, last = figure.subplots(1, len(snapshots) + 2)
    clouds = {**snapshots, "target": y}
    for axes, (name, x) in zip(panels, clouds.items()):
        counts, *_ = np.histogram2d(*np.asarray(x).T, bins=200, range=[(-ROOM, ROOM)] * 2)
        axes.imshow(np.log1p(counts.T), extent=(-ROOM, ROOM) * 2, origin="lower", cmap="magma")
        axes.set(title=name, xticks=[], yticks=[])
    for (bandwidth, value), colour in zip(values.items(), pictures.COLOURS):
        last.plot(value - value.min(), label=f"h = {bandwidth:g}", color=colour)
    last.set(xlabel="step", title="D² above its least")
    last.set_yscale("symlog", linthresh=1e-5)
    last.legend()
    pictures.save(figure, path)


def main(argv=None):
    """Runs the flow; returns the particles, the target and {bandwidth: the discrepancies}."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--particles", type=int, default=100_000, help="and samples of the target (%(default)s)")
    parser.add_argument("--steps", type=int, default=60, help="for each bandwidth (default %(default)s)")
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
            f"{options.particles:,} particles, h = {bandwidth:g}: D² + const {steps[0]:+.6f} -> {steps[-1]:+.6f}, "
            f"{seconds / options.steps:.3f} s a step, compilation included"
        )
    draw(options.picture, snapshots, y, values)
    return x, y, values


if __name__ == "__main__":
    main()
