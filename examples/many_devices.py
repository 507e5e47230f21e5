"""Two star clusters collide, on all devices of this machine at once: every GPU, or four parts of
its CPU.

    python examples/many_devices.py
    python examples/many_devices.py --bodies 1000000 --steps 400        # a node of GPUs

The points lie on the devices of a mesh, split along their first axis. Nothing else is different
from one device: the plan, sums, derivatives and the simulation take arrays that are split so and
give such arrays back. With matplotlib installed it draws the clusters at some times. It takes half
a minute on two CPU cores."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures
from jax.sharding import AxisType, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm import nbody

DURATION, FRAMES, SOFTENING = 6.0, 3, 0.05


def clusters(bodies):
    """Two Plummer spheres that move towards each other and miss the centre: a `State`."""
    one, other = (nbody.plummer(key, bodies // 2) for key in jax.random.split(jax.random.key(0)))
    apart, speed = jnp.array([2.0, 0.5, 0.0]), jnp.array([0.4, 0.0, 0.0])
    return nbody.State(
        positions=jnp.concatenate([one.positions + apart, other.positions - apart]),
        velocities=jnp.concatenate([one.velocities - speed, other.velocities + speed]),
        masses=0.5 * jnp.concatenate([one.masses, other.masses]),
    )


def main(arguments=None):
    """The relative error of the accelerations beside one device, and the history."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bodies", type=int, default=16_000, help="a multiple of twice the number of devices"
    )
    parser.add_argument("--steps", type=int, default=60)
    pictures.add_argument(parser, "many_devices")
    options = parser.parse_args(arguments)

    devices = jax.devices()
    mesh = jax.make_mesh((len(devices),), ("bodies",), axis_types=(AxisType.Auto,))
    start = clusters(options.bodies)
    split = NamedSharding(mesh, PartitionSpec("bodies"))
    arrays = {"positions": start.positions, "velocities": start.velocities, "masses": start.masses}
    state = nbody.State(**jax.device_put(arrays, split))
    plan = jaxfmm.plan(state.positions, kernel=jaxfmm.Laplace(softening=SOFTENING), tol=1e-3)
    print(plan)

    _, gradient = jaxfmm.potential_and_gradient(state.positions, state.masses, plan=plan)
    print(
        f"The gradient is {'split as the points are' if len(devices) > 1 else 'on one device'}: {gradient.sharding}"
    )
    some = np.random.default_rng(0).choice(options.bodies, 200, replace=False)
    exact = jaxfmm.potential_and_gradient(
        start.positions,
        start.masses,
        start.positions[some],
        kernel=jaxfmm.Laplace(softening=SOFTENING),
        tol=1e-5,
    )[1]
    error = float(np.linalg.norm(np.asarray(gradient)[some] - exact) / np.linalg.norm(exact))
    print(f"Beside sums on one device its relative error is {error:.1e}")

    begun = time.perf_counter()
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
    print(
        f"{options.steps} steps in {time.perf_counter() - begun:.0f} s, energy to {energies.max():.0e}"
    )
    draw(np.asarray(history.positions), options.picture)
    return error, history


def draw(frames, path):
    if (figure := pictures.figure(3 * len(frames), 3.3)) is None:
        return
    half = frames.shape[1] // 2
    for number, (axes, frame) in enumerate(
        zip(figure.subplots(1, len(frames)), frames, strict=True)
    ):
        for colour, part in zip(pictures.COLOURS, (frame[:half], frame[half:])):
            axes.scatter(part[:, 0], part[:, 1], s=0.3, color=colour, linewidths=0)
        axes.set(xlim=(-4, 4), ylim=(-4, 4), aspect="equal", xticks=[], yticks=[])
        axes.set_title(f"t = {DURATION * number / FRAMES:g}")
    pictures.save(figure, path)


if __name__ == "__main__":
    jax.config.update(
        "jax_num_cpu_devices", 4
    )  # where there are GPUs, they are what `jax.devices` shows
    main()
