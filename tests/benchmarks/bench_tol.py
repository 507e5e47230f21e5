"""What users meet who give `tol` and nothing else: milliseconds of potential and gradient with a
plan, with `plan.update` before it, of the update alone, and of a call without a plan; and the
errors at some targets against direct sums, for charges of one sign, of both, and log-normal masses.

    # a cube and a Plummer sphere of 1e6 points
    python -m tests.benchmarks.bench_tol
    python -m tests.benchmarks.bench_tol --n 1.6e7 --tol 1e-3 1e-4 1e-5
    # plans for masses, which have less to promise
    python -m tests.benchmarks.bench_tol --charges
    python -m tests.benchmarks.bench_tol --n 1e5 --points student disk --dtype float64 --tol 1e-6
"""

import argparse
import functools
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests import cases

SAMPLES = 500


def milliseconds(function, *arguments, repeats=7):
    result = jax.block_until_ready(function(*arguments))
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        jax.block_until_ready(function(*arguments))
        times.append(time.perf_counter() - start)
    return result, 1e3 * statistics.median(times)


@jax.jit
def alone(x, q, plan):
    return jaxfmm.potential_and_gradient(x, q, plan=plan)


@jax.jit
def updated(x, q, plan):
    return jaxfmm.potential_and_gradient(x, q, plan=plan.update(x))


@jax.jit
def update(x, plan):
    return plan.update(x)


def row(name, n, dtype, tol, masses):
    rng = np.random.default_rng(0)
    x = jnp.asarray((cases.DISTRIBUTIONS | cases.HEAVY_TAILS)[name](rng, n), dtype)
    start = time.perf_counter()
    ones = jnp.ones(len(x), dtype)
    plan = jaxfmm.plan(x, tol=tol, method="fmm", charges=ones if masses else None)
    start = time.perf_counter() - start
    sums, times = milliseconds(alone, x, ones, plan)
    times = [times, milliseconds(updated, x, ones, plan)[1], milliseconds(update, x, plan)[1]]
    times.append(
        milliseconds(functools.partial(jaxfmm.potential_and_gradient, tol=tol), x, ones)[1]
    )
    some = rng.choice(len(x), SAMPLES, replace=False)
    direct, errors = jaxfmm.plan(x, x[some], method="direct"), []
    draws = ones, rng.choice([-1.0, 1.0], len(x)), rng.lognormal(0, 1.5, len(x))
    for q in draws[:: 2 if masses else 1]:
        q = jnp.asarray(q, dtype)
        out = alone(x, q, plan)
        exact = jaxfmm.potential_and_gradient(x, q, x[some], plan=direct)
        errors.append(max(cases.error(a[some], b) for a, b in zip(out, exact)))
    o = plan.choice
    numbers = " ".join(f"{error:.1e}" for error in errors)
    print(f"{name:11s} {tol:.0e}  {times[0]:8.2f} {times[1]:8.2f} {times[2]:8.2f} {times[3]:8.2f}  "
          f" {numbers}   {o.order:2d} / {o.theta} / {o.leaf_size:3d}  plan "
          f"{start:.1f} s", flush=True)  # fmt: skip


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, default=1e6)
    parser.add_argument("--points", nargs="+", default=["cube", "plummer"])
    parser.add_argument("--tol", type=float, nargs="+", default=[1e-3, 1e-4])
    parser.add_argument("--dtype", default="float32")
    parser.add_argument(
        "--charges", action="store_true", help="plans for charges of one sign, as of masses"
    )
    given = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", given.dtype == "float64")
    print(
        f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}, "
        f"{given}"
    )
    draws = "ones, log-normal" if given.charges else "ones, both, log-normal"
    print(
        f"points       tol       sum  with update  update  no plan   errors: {draws}   "
        "order/theta/leaf"
    )
    for name in given.points:
        for tol in given.tol:
            row(name, int(given.n), given.dtype, tol, given.charges)


if __name__ == "__main__":
    main()
