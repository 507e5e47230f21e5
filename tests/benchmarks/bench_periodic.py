"""Sums over a periodic cube beside the same points in open space: milliseconds with and without a
new tree.

python -m tests.benchmarks.bench_periodic --points 100000 --tol 1e-4
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--tol", type=float, default=1e-4)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument(
        "--charges", action="store_true", help="fit plans to the charges, which add up to zero"
    )
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((options.points, 3)), jnp.float32)
    q = rng.normal(size=options.points)
    q = jnp.asarray(q - q.mean(), jnp.float32)
    kernels = {"open": jaxfmm.Laplace(), "periodic": jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)}
    how = {"tol": options.tol, "method": "fmm", "charges": q if options.charges else None}
    plans = {name: jaxfmm.plan(x, kernel=kernel, **how) for name, kernel in kernels.items()}
    for name, plan in plans.items():
        o = plan.choice
        print(f"{name}: {o.order} / {o.theta} / {o.leaf_size}")
    sums = {
        "sum": jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan)),
        "update and sum": jax.jit(
            lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan.update(x))
        ),
    }
    for what, function in sums.items():
        times = {name: [] for name in plans}
        for plan in plans.values():
            jax.block_until_ready(function(x, q, plan))
        for _ in range(options.repeats):  # in turn, so that both see the same machine
            for name, plan in plans.items():
                begun = time.perf_counter()
                jax.block_until_ready(function(x, q, plan))
                times[name].append(1e3 * (time.perf_counter() - begun))
        least = {name: min(values) for name, values in times.items()}
        ratio = least["periodic"] / least["open"]
        print(
            f"{what}: open {least['open']:.2f} ms, periodic {least['periodic']:.2f} ms, ratio "
            f"{ratio:.2f}"
        )


if __name__ == "__main__":
    main()
