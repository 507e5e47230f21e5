"""Two star clusters collide, on all devices of this machine: every GPU, or four parts of its CPU.

    python examples/many_devices.py
    python examples/many_devices.py --bodies 1000000 --steps 400        # a node of GPUs

The points are split over the devices of a mesh, along their first axis. Nothing else differs from
one device: plans, sums, derivatives and the simulation take arrays that are split, and return
arrays that are split in the same way. With matplotlib installed it draws the clusters at some
times. It takes half a minute on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures
from jax.sharding import AxisType, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm import nbody

DURATION, FRAMES, SOFTENING = 6.0, 3, 0.05


def clusters(bodies: int) -> nbody.State:
    """Two Plummer spheres that move towards each other and miss the centre."""
    keys = jax.random.split(jax.random.key(0))
    right, left = (nbody.plummer(key, bodies // 2) for key in keys)
    apart, speed = jnp.array([2.0, 0.5, 0.0]), jnp.array([0.4, 0.0, 0.0])
    return nbody.State(
        positions=jnp.concatenate([right.positions + apart, left.positions - apart]),
        velocities=jnp.concatenate([right.velocities - speed, left.velocities + speed]),
        masses=0.5 * jnp.concatenate([right.masses, left.masses]),
    )


def main(argv: Sequence[str] | None = None) -> tuple[float, nbody.History]:
    """Returns the error of the accelerations relative to one device, and the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bodies", type=int, default=16_000, help="a multiple of twice the number of devices"
    )
    parser.add_argument("--steps", type=int, default=60)
    pictures.add_argument(parser, "many_devices")
    options = parser.parse_args(argv)

    devices = jax.devices()
    mesh = jax.make_mesh((len(devices),), ("bodies",), axis_types=(AxisType.Auto,))
    start = clusters(options.bodies)
    split = NamedSharding(mesh, PartitionSpec("bodies"))
    names = ("positions", "velocities", "masses")
    arrays = {name: getattr(start, name) for name in names}
    state = nbody.State(**jax.device_put(arrays, split))
    kernel = jaxfmm.Laplace(softening=SOFTENING)
    plan = jaxfmm.plan(state.positions, kernel=kernel, tol=1e-3)
    print(plan)

    _, gradient = jaxfmm.potential_and_gradient(state.positions, state.masses, plan=plan)
    where = "split like the points" if len(devices) > 1 else "on one device"
    print(f"The gradient is {where}: {gradient.sharding}")
    sample = np.random.default_rng(0).choice(options.bodies, 200, replace=False)
    targets = start.positions[sample]
    _, exact = jaxfmm.potential_and_gradient(
        start.positions, start.masses, targets, kernel=kernel, tol=1e-5
    )
    error = float(np.linalg.norm(np.asarray(gradient)[sample] - exact) / np.linalg.norm(exact))
    print(f"Its error relative to sums on one device is {error:.1e}")

    begin = time.perf_counter()
    _, history = nbody.simulate(
        state,
        options.steps,
        DURATION / options.steps,
        softening=SOFTENING,
        tol=1e-3,
        record_every=options.steps // FRAMES,
        headroom=2.0,
    )
    energies = np.abs(np.asarray(history.energy_error))
    seconds = time.perf_counter() - begin
    print(f"{options.steps} steps in {seconds:.0f} s, energy error {energies.max():.0e}")
    draw(np.asarray(history.positions), options.picture)
    return error, history


def draw(frames: np.ndarray, path: Path) -> None:
    if (figure := pictures.figure(3 * len(frames), 3.3)) is None:
        return
    half = frames.shape[1] // 2
    panels = figure.subplots(1, len(frames))
    for number, (axes, frame) in enumerate(zip(panels, frames, strict=True)):
        for colour, part in zip(pictures.COLOURS, (frame[:half], frame[half:])):
            axes.scatter(part[:, 0], part[:, 1], s=0.3, color=colour, linewidths=0)
        axes.set(xlim=(-4, 4), ylim=(-4, 4), aspect="equal", xticks=[], yticks=[])
        axes.set_title(f"t = {DURATION * number / FRAMES:g}")
    pictures.save(figure, path)


if __name__ == "__main__":
    jax.config.update("jax_num_cpu_devices", 4)  # has no effect where there are GPUs
    main()
