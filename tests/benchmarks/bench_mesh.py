"""Sums over the devices of a mesh: milliseconds of potential and gradient with `plan.update` and
without, of the update alone and of the gradient of the energy, on one device, two, four and so on;
the error at some targets, how the work is balanced, and the bytes of a plan for each of a device's
points.

    # weak: 1e6 points on each device
    python -m tests.benchmarks.bench_mesh
    python -m tests.benchmarks.bench_mesh --n 1.6e7 --points cube plummer
    # so many points on all devices together
    python -m tests.benchmarks.bench_mesh --n 6.4e7 --strong
    XLA_FLAGS=--xla_force_host_platform_device_count=4 python -m tests.benchmarks.bench_mesh --n 5e4

Order, theta and leaf size are given by hand, or follow from --tol.
"""

import argparse
import functools
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
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


@jax.jit
def slope(x, q, plan):
    return jax.grad(lambda x: jaxfmm.energy(x, q, plan=plan.update(x)))(x)


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


def row(name, n, devices, options):
    mesh = Mesh(np.array(jax.devices()[:devices]), ("points",), axis_types=(AxisType.Auto,))
    sharding = NamedSharding(mesh, PartitionSpec("points"))
    n = n // devices**2 * devices**2
    x = points(DISTRIBUTIONS[name], n, sharding)
    q = jax.device_put(jnp.ones(n), sharding)
    plan = jaxfmm.plan(x, method="fmm", **options)
    (_, gradient), both = milliseconds(updated, x, q, plan)
    times = [both, milliseconds(alone, x, q, plan)[1], milliseconds(update, x, plan)[1]]
    times.append(milliseconds(slope, x, q, plan)[1])
    some = np.random.default_rng(0).choice(n, SAMPLES, replace=False)
    exact = jaxfmm.potential_and_gradient(
        x, q, x[some], plan=jaxfmm.plan(x, x[some], method="direct")
    )[1]
    error = cases.error(gradient[jnp.asarray(some)], exact)
    memory = sum(leaf.nbytes for leaf in jax.tree.leaves(plan)) / n
    o = plan.choice
    columns = [f"{devices:3d} {name:8s} {n:8.3g} ", *(f"{t:8.2f}" for t in times)]
    columns += [f"  {error:.1e}  {memory:5.0f}  ", f"{o.order:2d} / {o.theta} / {o.leaf_size:3d}"]
    print(*columns, flush=True)
    print(
        "".join(
            f"      {line}\n"
            for line in str(plan).splitlines()
            if "by device" in line or "slowest" in line
        ),
        end="",
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--n", type=float, default=1e6, help="points on a device, or with --strong on all"
    )
    parser.add_argument("--strong", action="store_true")
    parser.add_argument(
        "--points", nargs="+", default=["cube", "plummer"], choices=tuple(DISTRIBUTIONS)
    )
    parser.add_argument(
        "--devices", type=int, nargs="+", help="how many; powers of two unless given"
    )
    parser.add_argument("--tol", type=float, help="instead of order, theta and leaf size")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--theta", type=float, default=0.8)
    parser.add_argument("--leaf-size", type=int, default=64)
    given = parser.parse_args(argv)
    options = {"order": given.order, "theta": given.theta, "leaf_size": given.leaf_size}
    if given.tol is not None:
        options = {"tol": given.tol}
    every = len(jax.devices())
    print(
        f"jax {jax.__version__} on {every} x {jax.devices()[0].device_kind}, "
        f"{time.strftime('%Y-%m-%d')}, {given}"
    )
    print(
        "devices, points        update and sum      sum   update   slope     error   bytes   "
        "order/theta/leaf"
    )
    for name in given.points:
        for devices in given.devices or [2**i for i in range(every.bit_length())]:
            row(name, int(given.n) * (1 if given.strong else devices), devices, options)


if __name__ == "__main__":
    main()
