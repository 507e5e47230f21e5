"""What outliers cost: lists, the walks that make them, and times, with and without the outliers.

    python -m tests.benchmarks.count_lists                          # heavy tails of 1e5 points
    python -m tests.benchmarks.count_lists --n 1e6 --settings 6/0.75/48 --distribution plummer_uncut

Without outliers means without the hundredth of the points that is farthest from the median.
Columns: leaves over what they would be if all were full; near pairs and far pairs per point; pairs
of nodes that the walks of the traversal visit, per target leaf, and the most of one walk, which is
of one target node; milliseconds of the sum of potential and gradient with a plan, and of
plan.update (the least of nine whole calls)."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.cost_model.families import convergence
from tests import cases, walks


def milliseconds(*calls, repeat=9):
    """The least time of each of the functions of no arguments, called in turn."""
    times = [[] for _ in calls]
    for _ in range(repeat):
        for call, found in zip(calls, times):
            start = time.perf_counter()
            jax.block_until_ready(call())
            found.append(time.perf_counter() - start)
    return [1e3 * min(found) for found in times]


def row(name, points, dtype, settings, timed):
    x, q = jnp.asarray(points, dtype), jnp.full(len(points), 1 / len(points), dtype)
    given = {}
    if settings != "tol":
        order, theta, leaf_size = (float(s) for s in settings.split("/"))
        given = {"order": int(order), "theta": theta, "leaf_size": int(leaf_size)}
    plan = jaxfmm.plan(x, method="fmm", tol=1e-3, **given)
    o, tree, n = plan.choice, plan.sources_tree, len(points)
    walked = walks.visits(tree, convergence(o.theta, "adaptive", "harmonic"))
    times = [float("nan")] * 2
    if timed:
        evaluate = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
        update = jax.jit(lambda x, plan: plan.update(x))
        times = milliseconds(lambda: evaluate(x, q, plan), lambda: update(x, plan))
    leaves = int(tree.n_leaves)
    print(
        f"{name:22s} {n:8d} {o.order:2d}/{o.theta:.2f}/{o.leaf_size:3d} "
        f"{leaves * o.leaf_size / n:6.2f} {plan.pair_work() / n:8.0f} "
        f"{int(plan.far.count) / n:7.2f} {walked.sum() / leaves:8.0f} {walked.max():8d} "
        f"{times[0]:9.1f} {times[1]:8.1f}",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=[1e5])
    every = cases.DISTRIBUTIONS | cases.HEAVY_TAILS
    parser.add_argument(
        "--distribution", nargs="+", default=list(cases.HEAVY_TAILS), choices=list(every)
    )
    parser.add_argument(
        "--settings",
        nargs="+",
        default=["6/0.75/48"],
        help='order/theta/leaf size, or "tol" for 1e-3',
    )
    parser.add_argument("--dtype", choices=["float32", "float64"], default="float32")
    parser.add_argument("--untimed", action="store_true")
    given = parser.parse_args(argv)
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    print(
        "points                        n  options    leaves   near/n   far/n   visits  longest    "
        "sum ms   update",
        flush=True,
    )
    with jax.enable_x64(given.dtype == "float64"):
        for n in map(int, given.n):
            for settings in given.settings:
                for name in given.distribution:
                    points = every[name](np.random.default_rng(1), n)
                    row(name, points, given.dtype, settings, not given.untimed)
                    if name in cases.HEAVY_TAILS:
                        row(
                            "  without outliers",
                            cases.without_outliers(points),
                            given.dtype,
                            settings,
                            not given.untimed,
                        )


if __name__ == "__main__":
    main()
