"""Sums over the devices of a mesh, against one device in the same run: milliseconds of potential
and gradient, of `plan.update`, of both in one program, and of a step of `nbody.simulate`
(leapfrog).

    python -m tests.benchmarks.bench_mesh                                  # all parts, 1e6 points
    python -m tests.benchmarks.bench_mesh --n 1.6e7                        # on each GPU
    python -m tests.benchmarks.bench_mesh --n 1.6e7 --part place strong
    XLA_FLAGS=--xla_force_host_platform_device_count=2 python -m tests.benchmarks.bench_mesh --n 2e4

Parts:
  place: as many points on each device as on one (n), put in place by `jaxfmm.distribute`.
  order: the same points in random order.
  strong: a 16th, a quarter and four times n on all devices together, in place.
  grid: as place, Gaussians by Fourier sums and 1/r in a periodic cell by Ewald sums, tol 1e-4. Only
    when it is asked for.

Below each row stand the ratio to one device and what `print(plan)` says of the work of the devices
and of what they send. Order, theta and leaf size are given by hand, or follow from --tol.
"""

import argparse
import functools
import math
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm.nbody import State, forces, loop
from jaxfmm.nbody.loop import Course
from tests import cases
from tests.benchmarks.bench_tol import milliseconds

SAMPLES = 200


@jax.jit
def updated(x, q, plan):
    return jaxfmm.potential_and_gradient(x, q, plan=plan.update(x))


@jax.jit
def alone(x, q, plan):
    return jaxfmm.potential_and_gradient(x, q, plan=plan)


@jax.jit
def update(x, plan):
    return plan.update(x)


@functools.partial(jax.jit, static_argnames=("make", "n", "sharding"))
def points(make, n, sharding):
    return jax.lax.with_sharding_constraint(make(jax.random.key(0), n), sharding)


def cube(key, n):
    return jax.random.uniform(key, (n, 3))


def plummer(key, n):
    direction, mass = jax.random.split(key)
    direction = jax.random.normal(direction, (n, 3))
    mass = jax.random.uniform(mass, (n,), minval=1e-6, maxval=0.999)
    radius = 1 / jnp.sqrt(mass ** (-2 / 3) - 1)
    return radius[:, None] * direction / jnp.linalg.norm(direction, axis=1, keepdims=True)


def two(key, n):
    """Clusters of two sizes."""
    small, large = jax.random.split(key)
    return jnp.concatenate([plummer(large, n // 2), 5 + 0.1 * plummer(small, n - n // 2)])


DISTRIBUTIONS = {f.__name__: f for f in (cube, plummer, two)}


STEPS = 5  # of a simulation
COLUMNS = "sum", "update", "update + sum", "step"


def step(x, plan, numbers, alone):
    """Milliseconds of a step of a simulation. alone: of the sum before the first step."""
    n, key = len(x), jax.random.key(1)
    velocities = jax.device_put(jax.random.normal(key, x.shape), x.sharding)
    masses = jax.device_put(jnp.full(n, 1 / n), x.sharding)
    state = State(positions=x, velocities=velocities, masses=masses, time=jnp.zeros(()))
    force = forces.gravity_of(1.0, 0.0, "plummer", x)
    course = Course("leapfrog", STEPS, 1, None, 0, False)
    dt = jnp.float32(0.1 * n ** (-1 / 3))  # a tenth of the distance of neighbours

    def run(state, plan, numbers):
        return loop.run(state, dt, force, plan, numbers, course=course)

    made, time = milliseconds(run, state, plan, numbers, repeats=3)
    assert int(made.history.status) == 0
    return (time - alone) / STEPS


GRID = {
    "fourier": {"kernel": jaxfmm.Gaussian(0.05), "method": "fourier", "tol": 1e-4},
    "ewald": {"kernel": jaxfmm.Periodic(jaxfmm.Laplace(), 1.0), "method": "ewald", "tol": 1e-4},
}


def error_of(gradient, x, q, plan):
    """The error of some gradients; NaN in cells, whose direct sums take too long."""
    if plan.kernel.has_images:
        return math.nan
    some = np.random.default_rng(0).choice(len(x), SAMPLES, replace=False)
    direct = jaxfmm.plan(x, x[some], kernel=plan.kernel, method="direct")
    exact = jaxfmm.potential_and_gradient(x, q, x[some], plan=direct)[1]
    return cases.error(gradient[jnp.asarray(some)], exact)


def row(part, name, n, devices, options, wanted, one=None):
    """Prints and returns {column: milliseconds} of the `wanted` columns. one: those of one
    device."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("points",), axis_types=(AxisType.Auto,))
    sharding = NamedSharding(mesh, PartitionSpec("points"))
    n = n // devices**2 * devices**2
    x, numbers = points(DISTRIBUTIONS.get(name, cube), n, sharding), None
    if part != "order" and devices > 1:
        x, numbers = jaxfmm.distribute(x)
    signs = jnp.where(jnp.arange(n) % 2, -1.0, 1.0) if part == "grid" else jnp.ones(n)
    q = jax.device_put(signs, sharding)
    plan = jaxfmm.plan(x, **options)
    (_, gradient), both = milliseconds(updated, x, q, plan)
    times = {"update + sum": both}
    if {"sum", "step"} & set(wanted):
        times["sum"] = milliseconds(alone, x, q, plan)[1]
    if "update" in wanted:
        times["update"] = milliseconds(update, x, plan)[1]
    if "step" in wanted:
        times["step"] = step(x, plan, numbers, times["sum"])
    error = error_of(gradient, x, q, plan)
    memory = sum(leaf.nbytes for leaf in jax.tree.leaves(plan)) / n

    def cells(values):
        return " ".join(f"{values[c]:13.2f}" if c in values else " " * 13 for c in COLUMNS)

    print(
        f"{part:7s}{name:8s}{devices:7d}{n:9.3g} {cells(times)} {error:8.1e}{memory:7.0f}",
        flush=True,
    )
    if one is not None:
        ratios = {column: times[column] / one[column] for column in times if column in one}
        print(f"{'':17s}of one device {cells(ratios)}", flush=True)
        lines = str(plan).splitlines()
        words = "by device", "slowest", "sends", "leave a device"
        print(*(f"       {line}" for line in lines if any(w in line for w in words)), sep="\n")
    return times


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, default=1e6, help="points on a device")
    parts = ["place", "order", "strong"]
    parser.add_argument("--part", nargs="+", default=parts, choices=[*parts, "grid"])
    parser.add_argument(
        "--points", nargs="+", default=["cube", "plummer"], choices=tuple(DISTRIBUTIONS)
    )
    parser.add_argument("--devices", type=int, help="all unless given")
    parser.add_argument("--tol", type=float, help="instead of order, theta and leaf size")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--theta", type=float, default=0.8)
    parser.add_argument("--leaf-size", type=int, default=64)
    given = parser.parse_args(argv)
    options = {
        "method": "fmm",
        "order": given.order,
        "theta": given.theta,
        "leaf_size": given.leaf_size,
    }
    if given.tol is not None:
        options = {"method": "fmm", "tol": given.tol}
    devices, n = given.devices or len(jax.devices()), int(given.n)
    print(
        f"jax {jax.__version__} on {devices} x {jax.devices()[0].device_kind}, "
        f"{time.strftime('%Y-%m-%d')}, {given}; milliseconds"
    )
    heads = " ".join(f"{column:>13s}" for column in COLUMNS)
    print(f"part   points  devices        n {heads}    error  bytes")
    for name in given.points:
        # the first distribution with everything, the others with what tells most
        wanted = COLUMNS if name == given.points[0] else ("sum", "update + sum")
        one = None
        if {"place", "order"} & set(given.part):
            one = row("place", name, n, 1, options, wanted)
        for part in given.part:
            if part in ("place", "order"):
                columns = wanted if part == "place" else ()
                row(part, name, n * devices, devices, options, columns, one)
    for name, how in GRID.items() if "grid" in given.part else ():
        one = row("grid", name, n, 1, how, ("sum",))
        row("grid", name, n * devices, devices, how, ("sum",), one)
    for count in (n // 16, n // 4, 4 * n) if "strong" in given.part else ():
        how = options, ("sum",)
        try:
            one = row("strong", given.points[0], count, 1, *how)
        except jax.errors.JaxRuntimeError as reason:  # too many points for one device
            print(f"strong: {count:.3g} points on one device: {str(reason)[:200]}")
            one = None
        row("strong", given.points[0], count, devices, *how, one)


if __name__ == "__main__":
    main()
