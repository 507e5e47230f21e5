"""Seconds to first results: each row in a process of its own, with empty caches; importing the
packages and starting the device are not counted.

    python -m tests.benchmarks.bench_first
    python -m tests.benchmarks.bench_first --rows atoms Custom --profile     # where the time goes

`again` is the same call once more in that process, `second` the first call of a second process that
finds the cache of jaxfmm, `cached` of a third one that finds the persistent cache of JAX, too."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import cases

ROWS = {}


def row(function):
    ROWS[function.__name__.replace("_", " ")] = function
    return function


def points(n, dim=3, seed=0):
    import jax.numpy as jnp
    import numpy as np

    return jnp.asarray(np.random.default_rng(seed).random((n, dim)), jnp.float32)


def charges(n):
    import jax.numpy as jnp
    import numpy as np

    return jnp.asarray(np.random.default_rng(1).normal(size=n), jnp.float32)


@row
def atoms():
    """The forces of 11,754 atoms without a plan."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    x = jnp.asarray(cases.actin(np.random.default_rng(0), 0), jnp.float32)
    return lambda: jax.grad(jaxfmm.energy)(x, jnp.ones(len(x)), tol=1e-3)


@row
def bodies():
    """A plan and forces of 100,000 bodies of a Plummer sphere."""
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    x = jnp.asarray(cases.plummer(np.random.default_rng(0), 100_000), jnp.float32)

    def run():
        plan = jaxfmm.plan(x, tol=1e-3)
        return jaxfmm.potential_and_gradient(x, jnp.ones(len(x)), plan=plan)

    return run


def ions(n):
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    x, q = points(n), jnp.asarray(np.where(np.arange(n) % 2, 1.0, -1.0), jnp.float32)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)

    def run():
        plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4)
        return jax.grad(jaxfmm.energy)(x, q, plan=plan)

    return run


@row
def ions_512():
    return ions(512)


@row
def ions_1000():
    return ions(1000)


@row
def stress():
    """The derivative of the energy of 512 ions in the cell."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    n = 512
    x, q = points(n), jnp.asarray(np.where(np.arange(n) % 2, 1.0, -1.0), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), jnp.eye(3)), tol=1e-4)

    def energy(cell):
        return jaxfmm.energy(x, q, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell), plan=plan)

    return lambda: jax.grad(energy)(jnp.eye(3))


def plan_and_sum(x, kernel, **options):
    import jaxfmm

    def run():
        plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, **options)
        return jaxfmm.potential_and_gradient(x, charges(len(x)), plan=plan)

    return run


@row
def Custom():
    """exp(-k r) / r^p of 60,000 points."""
    import jax.numpy as jnp

    import jaxfmm

    def function(r2, k, p):
        r = jnp.sqrt(jnp.where(r2 > 0, r2, 1))
        return jnp.where(r2 > 0, jnp.exp(-k * r) / r**p, 0)

    kernel = jaxfmm.Custom(function, 2.0, 1.5, radial=True, singular=True)
    return plan_and_sum(points(60_000), kernel)


@row
def Yukawa():
    import jaxfmm

    return plan_and_sum(points(20_000), jaxfmm.Yukawa(5.0))


@row
def Helmholtz():
    import jaxfmm

    return plan_and_sum(points(10_000), jaxfmm.Helmholtz(20.0))


@row
def Stokeslets():
    import jax.numpy as jnp

    import jaxfmm

    x = points(20_000)
    f = jnp.stack([charges(20_000)] * 3, axis=1)

    def run():
        plan = jaxfmm.plan(x, kernel=jaxfmm.Stokeslet(), tol=1e-4)
        return jaxfmm.potential(x, f, plan=plan)

    return run


@row
def density():
    """A density's fit, first query and first grid of 20,000 points in the plane."""
    import jaxfmm

    x, y = points(20_000, 2), points(1000, 2, 1)

    def run():
        kde = jaxfmm.KernelDensity(0.1).fit(x)
        return kde.log_density(y), kde.grid([(0, 1), (0, 1)], (50, 50))

    return run


@row
def simulation():
    """20,000 softened bodies, 10 steps."""
    import jax

    import jaxfmm

    state = jaxfmm.nbody.plummer(jax.random.key(0), 20_000)
    return lambda: jaxfmm.nbody.simulate(state, 10, 1e-3, softening=0.02)


def million(tol):
    import jax.numpy as jnp

    import jaxfmm

    x = points(1_000_000)

    def run():
        plan = jaxfmm.plan(x, tol=tol)
        return jaxfmm.potential_and_gradient(x, jnp.ones(len(x)), plan=plan)

    return run


@row
def million_3():
    """A plan and a sum of a million points, tol 1e-3."""
    return million(1e-3)


@row
def million_5():
    """The same, tol 1e-5."""
    return million(1e-5)


@row
def rock_salt():
    """A plan and forces of 262,144 ions near their places, by the derivative of the energy."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    edge = 64
    grid = np.stack(np.meshgrid(*[np.arange(edge)] * 3, indexing="ij"), -1).reshape(-1, 3)
    moved = grid + 0.05 * np.random.default_rng(0).normal(size=grid.shape)
    x = jnp.asarray(moved, jnp.float32)
    q = jnp.asarray(np.where(grid.sum(1) % 2, -1.0, 1.0), jnp.float32)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), float(edge))

    def run():
        plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4)
        return jax.grad(jaxfmm.energy)(x, q, plan=plan)

    return run


def measure(name, profile):
    import jax

    import jaxfmm  # noqa: F401

    jax.block_until_ready(jax.jit(lambda x: x + 1)(1.0))
    run, times = ROWS[name](), []
    if profile:
        import cProfile
        import pstats

        with cProfile.Profile() as counted:
            jax.block_until_ready(jax.tree.leaves(run()))
        pstats.Stats(counted).sort_stats("cumulative").print_stats(60)
        return
    for _ in range(2):
        start = time.perf_counter()
        jax.block_until_ready(jax.tree.leaves(run()))
        times.append(time.perf_counter() - start)
    print(*times)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", nargs="+", default=list(ROWS), choices=list(ROWS))
    parser.add_argument("--here", action="store_true", help="in this process")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args(argv)
    if given.here:
        measure(given.rows[0], given.profile)
        return
    print(f"{'':14s} {'first':>7s} {'again':>7s} {'second':>7s} {'cached':>7s}   seconds")
    for name in given.rows:
        command = [sys.executable, "-m", "tests.benchmarks.bench_first", "--here", "--rows", name]
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"JAXFMM_CACHE_DIR": folder}
            if given.profile:
                subprocess.run([*command, "--profile"], env=environment, check=True)
                continue
            of_jax = {
                "JAX_COMPILATION_CACHE_DIR": str(Path(folder) / "jax"),
                "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            }
            texts = [
                subprocess.run(command, env=environment | more, capture_output=True, text=True)
                for more in ({}, of_jax, of_jax)
            ]
        if any(text.returncode for text in texts):
            print(f"{name:14s} failed: {texts[0].stderr.strip().splitlines()[-1]}", flush=True)
            continue
        first, again = map(float, texts[0].stdout.split()[-2:])
        second, cached = (float(text.stdout.split()[-2]) for text in texts[1:])
        print(f"{name:14s} {first:7.2f} {again:7.2f} {second:7.2f} {cached:7.2f}", flush=True)


if __name__ == "__main__":
    main()
