"""3D Laplace sums beside FMM3D on a CPU, in float64, in turns: potential and gradient, tree
included.

    python -m tests.benchmarks.bench_fmm3d --n 2e5 --tol 1e-3 1e-6

Needs the package fmm3dpy, which is no dependency of this project. Each row: the shortest of several
rounds in which both run one after the other, the relative L2 errors of the gradient at 1000
targets, and the median of the ratios of the rounds. What is timed here is `plan.update` and a sum,
by a plan that was made before; FMM3D builds its tree in each call. Both reach smaller errors than
asked for, so compare rows by what they reached."""

import argparse
import importlib.metadata
import math
import statistics
import time

import jax
import numpy as np

import jaxfmm
from tests.benchmarks.bench_fmm import problem, sampled_errors


def fmm3d(x, q, tol):
    """(potential, gradient) by FMM3D, without its factor 1 / (4 pi)."""
    import fmm3dpy

    out = fmm3dpy.lfmm3d(
        eps=tol, sources=np.asfortranarray(np.asarray(x).T), charges=np.asarray(q), pg=2
    )
    version = tuple(int(part) for part in importlib.metadata.version("fmm3dpy").split(".")[:2])
    factor = 4 * math.pi if version >= (2, 1) else 1.0
    return factor * out.pot, factor * out.grad.T


def row(distribution, n, tol, rounds):
    x, q = problem(distribution, "both_signs", n, "float64")
    plan = jaxfmm.plan(x, tol=tol, method="fmm")

    @jax.jit
    def ours(x, q, plan):
        return jaxfmm.potential_and_gradient(x, q, plan=plan.update(x))

    sums = {
        "jaxfmm": lambda: jax.block_until_ready(ours(x, q, plan)),
        "FMM3D": lambda: fmm3d(x, q, tol),
    }
    errors = {name: sampled_errors(x, q, *function())[1] for name, function in sums.items()}
    times = {name: [] for name in sums}
    for _ in range(rounds):
        for name, function in sums.items():
            start = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - start)
    ratio = statistics.median(b / a for a, b in zip(*times.values()))
    cells = [f"{name} {min(times[name]):7.3f} s @{errors[name]:.0e}" for name in sums]
    print(
        f"{distribution:8s} {n:9,d} tol {tol:.0e}   {'   '.join(cells)}   {ratio:5.1f} times",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=[2e5])
    parser.add_argument("--tol", type=float, nargs="+", default=[1e-3, 1e-6])
    parser.add_argument("--distribution", nargs="+", default=["cube", "plummer"])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    version = importlib.metadata.version("fmm3dpy")
    print(
        f"fmm3dpy {version}, jax {jax.__version__}, {jaxfmm.backends()['cpu']}, "
        f"{time.strftime('%Y-%m-%d')}"
    )
    for n in options.n:
        for distribution in options.distribution:
            for tol in options.tol:
                row(distribution, int(n), tol, options.rounds)


if __name__ == "__main__":
    main()
