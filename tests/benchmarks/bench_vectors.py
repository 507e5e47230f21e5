"""Stokeslets beside FMM3D on a CPU, in float64, in turns: velocities, tree included; and dipoles
beside charges.

    python -m tests.benchmarks.bench_vectors --n 1e5 --tol 1e-6

Each row: the shortest of several rounds in which all run one after the other, relative L2 errors of
the velocity at a thousand targets, the median of the ratios of the rounds. Dipoles beside charges
are timed in seconds of all processors, which other work on the machine disturbs less. What is timed
here is `plan.update` and a sum, by a plan that was made before; FMM3D (`stfmm3d`) builds its tree
in each call. FMM3D's tolerance is raised by factors of ten while its error stays below the one
asked for, so that both have about the same. Without the package fmm3dpy, which is no dependency of
this project, it says so and times jaxfmm alone."""

import argparse
import importlib.metadata
import math
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

TARGETS = 1000  # at which errors are measured


def problem(n):
    rng = np.random.default_rng(0)
    return jnp.asarray(rng.random((n, 3))), jnp.asarray(rng.normal(size=(n, 3)))


def peer():
    """stfmm3d as a function of points, forces and a tolerance, None where it is not installed. Its
    Stokeslet is half of ours, and from version 2.1 on over 4 pi."""
    try:
        import fmm3dpy
    except ImportError:
        print("fmm3dpy is not installed: no comparison with stfmm3d")
        return None
    version = tuple(int(part) for part in importlib.metadata.version("fmm3dpy").split(".")[:2])
    factor = 8 * math.pi if version >= (2, 1) else 2.0

    def sums(x, f, tol):
        given = {
            "sources": np.asfortranarray(np.asarray(x).T),
            "stoklet": np.asfortranarray(np.asarray(f).T),
        }
        return factor * fmm3dpy.stfmm3d(eps=tol, ifppreg=1, **given).pot.reshape(3, -1).T

    return sums


def error(x, f, u):
    some = np.random.default_rng(1).choice(len(x), min(TARGETS, len(x)), replace=False)
    there = jnp.asarray(np.asarray(x)[some])
    exact = jaxfmm.potential(
        x, f, there, plan=jaxfmm.plan(x, there, kernel=jaxfmm.Stokeslet(), method="direct")
    )
    return np.linalg.norm(np.asarray(u)[some] - exact) / np.linalg.norm(exact)


def in_turns(functions, rounds, clock=time.perf_counter):
    """{name: seconds of each round}."""
    times = {name: [] for name in functions}
    for _ in range(rounds + 1):
        for name, function in functions.items():
            start = clock()
            jax.block_until_ready(function())
            times[name].append(clock() - start)
    return {name: of_rounds[1:] for name, of_rounds in times.items()}


def ratio(times, a, b):
    return statistics.median(y / x for x, y in zip(times[a], times[b]))


def stokeslets(n, tol, rounds):
    x, f = problem(n)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Stokeslet(), tol=tol, gradient=False)
    print(plan)

    @jax.jit
    def ours(x, f, plan):
        return jaxfmm.potential(x, f, plan=plan.update(x))

    functions, errors, other = {"jaxfmm": lambda: ours(x, f, plan)}, {}, peer()
    if other is not None:
        eps = tol
        while eps < 0.05 and error(x, f, other(x, f, 10 * eps)) <= tol:
            eps *= 10
        functions["stfmm3d"] = lambda: other(x, f, eps)
    errors = {name: error(x, f, function()) for name, function in functions.items()}
    times = in_turns(functions, rounds)
    cells = [f"{name} {min(times[name]):7.3f} s @{errors[name]:.0e}" for name in functions]
    more = "" if other is None else f"   {ratio(times, 'jaxfmm', 'stfmm3d'):5.1f} times"
    print(f"Stokeslets {n:9,d} tol {tol:.0e}   {'   '.join(cells)}{more}", flush=True)


def dipoles(n, tol, rounds):
    x, p = problem(n)
    q, plan = p[:, 0], jaxfmm.plan(x, tol=tol)
    charges = jax.jit(lambda q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
    both = jax.jit(lambda q, p, plan: jaxfmm.potential_and_gradient(x, q, dipoles=p, plan=plan))
    functions = {"charges": lambda: charges(q, plan), "dipoles too": lambda: both(q, p, plan)}
    times = in_turns(functions, rounds, time.process_time)
    cells = [f"{name} {min(each):7.3f} CPU s" for name, each in times.items()]
    print(
        f"Laplace    {n:9,d} tol {tol:.0e}   {'   '.join(cells)}   {ratio(times, *times):5.2f} "
        "times",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=[1e5])
    parser.add_argument("--tol", type=float, nargs="+", default=[1e-6])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    print(f"jax {jax.__version__}, {jaxfmm.backends()['cpu']}, {time.strftime('%Y-%m-%d')}")
    for n in options.n:
        for tol in options.tol:
            stokeslets(int(n), tol, options.rounds)
            dipoles(int(n), tol, options.rounds)


if __name__ == "__main__":
    main()
