"""Waves beside FMM3D on a CPU, in float64, in turns, tree included.

    python -m tests.benchmarks.bench_helmholtz --n 1e5 --wavelengths 10 --tol 1e-6

Points fill a cube that is so many wavelengths wide; charges are complex. Each row: the shortest of
several rounds in which both run one after the other, in seconds by the clock and of all cores
together, relative L2 errors of the potential at some targets, and the medians of the ratios of the
rounds. On a machine that has other work to do the seconds of the cores tell more. What is timed
here is `plan.update` and a sum, by a plan that was made before; FMM3D (`hfmm3d`) builds its tree in
each call. FMM3D's tolerance is raised by factors of ten while its error stays below the one asked
for. Needs the package fmm3dpy, which is no dependency of this project."""

import argparse
import importlib.metadata
import math
import statistics
import time

import fmm3dpy
import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

TARGETS = 200  # at which errors are measured


def problem(n):
    rng = np.random.default_rng(0)
    return rng.random((n, 3)), rng.normal(size=n) + 1j * rng.normal(size=n)


def peer(x, q, k, tol, gradient):
    """hfmm3d. Its kernel is over 4 pi from version 2.1 on."""
    version = tuple(int(part) for part in importlib.metadata.version("fmm3dpy").split(".")[:2])
    factor = 4 * math.pi if version >= (2, 1) else 1.0
    given = {"sources": np.asfortranarray(x.T), "charges": q}
    return factor * fmm3dpy.hfmm3d(eps=tol, zk=complex(k), pg=1 + gradient, **given).pot


def error(x, q, k, u):
    wrong, size = 0.0, 0.0
    for i in np.random.default_rng(1).choice(len(x), TARGETS, replace=False):
        r = np.linalg.norm(x[i] - x, axis=1)
        r[i] = 1
        exact = (np.exp(1j * k * r) / r * q)[np.arange(len(x)) != i].sum()
        wrong, size = wrong + abs(u[i] - exact) ** 2, size + abs(exact) ** 2
    return math.sqrt(wrong / size)


def row(n, wavelengths, tol, gradient, rounds):
    k, (x, q) = 2 * math.pi * wavelengths, problem(n)
    points, charges = jnp.asarray(x), jnp.asarray(q)
    plan = jaxfmm.plan(points, kernel=jaxfmm.Helmholtz(k), tol=tol, gradient=gradient, method="fmm")
    print(plan, flush=True)

    @jax.jit
    def ours(x, q, plan):
        plan = plan.update(x)
        if gradient:
            return jaxfmm.potential_and_gradient(x, q, plan=plan)
        return (jaxfmm.potential(x, q, plan=plan),)

    eps = tol
    errors = {"jaxfmm": error(x, q, k, np.asarray(ours(points, charges, plan)[0]))}
    errors["hfmm3d"] = error(x, q, k, peer(x, q, k, eps, gradient))
    while eps < 0.05 and (next_error := error(x, q, k, peer(x, q, k, 10 * eps, gradient))) <= tol:
        eps, errors["hfmm3d"] = 10 * eps, next_error
    sums = {
        "jaxfmm": lambda: jax.block_until_ready(ours(points, charges, plan)),
        "hfmm3d": lambda: peer(x, q, k, eps, gradient),
    }
    times = {name: [] for name in sums}
    for _ in range(rounds):
        for name, function in sums.items():
            start = time.perf_counter(), time.process_time()
            function()
            times[name].append((time.perf_counter() - start[0], time.process_time() - start[1]))
    least = {name: tuple(map(min, zip(*of_rounds))) for name, of_rounds in times.items()}
    clock, cores = (
        statistics.median(b[i] / a[i] for a, b in zip(times["jaxfmm"], times["hfmm3d"]))
        for i in range(2)
    )
    cells = [
        f"{name} {a:6.2f} s, of cores {b:6.2f} s @{errors[name]:.0e}"
        for name, (a, b) in least.items()
    ]
    what = "potential and gradient" if gradient else "potential"
    print(
        f"{what:22s} {n:9,d} {wavelengths:g} wavelengths tol {tol:.0e}   {'   '.join(cells)}   "
        f"{clock:4.1f} times, of cores {cores:4.1f} times",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, default=1e5)
    parser.add_argument("--wavelengths", type=float, default=10.0)
    parser.add_argument("--tol", type=float, default=1e-6)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    version = importlib.metadata.version("fmm3dpy")
    print(
        f"fmm3dpy {version}, jax {jax.__version__}, {jaxfmm.backends()['cpu']}, "
        f"{time.strftime('%Y-%m-%d')}"
    )
    for gradient in (False, True):
        row(int(options.n), options.wavelengths, options.tol, gradient, options.rounds)


if __name__ == "__main__":
    main()
