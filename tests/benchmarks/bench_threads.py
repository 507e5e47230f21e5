"""Times of sums on one core and on more: a process for each number of cores, bound to so many.

    python -m tests.benchmarks.bench_threads
    python -m tests.benchmarks.bench_threads --cores 1 2 4 --points 200000

Each number is the least of `--rounds` rounds, in which the processes take turns."""

import argparse
import json
import os
import subprocess
import sys

REPEATS = 5


def problems(n):
    """{name: a function without arguments that computes a sum}."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import jaxfmm

    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((n, 3)), jnp.float32)
    q = jnp.asarray(rng.normal(size=n), jnp.float32)
    few = min(n, 20_000)
    both = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
    update = jax.jit(lambda x, plan: plan.update(x))
    logs = jax.jit(lambda x, q: jaxfmm.log_sum_exp(x, q, bandwidth=0.02))
    cell = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
    plans = {
        "direct": (few, {"method": "direct"}),
        "FMM, order 4": (n, {"method": "fmm", "order": 4, "theta": 0.7}),
        "FMM, order 8": (n, {"method": "fmm", "order": 8, "theta": 0.7}),
        "softened, order 4": (n, {"kernel": jaxfmm.Laplace(0.01), "method": "fmm", "tol": 1e-3}),
        "Ewald": (n, {"kernel": cell, "method": "ewald", "tol": 1e-4}),
        "Gaussian, Fourier": (n, {"kernel": jaxfmm.Gaussian(0.1), "method": "fourier"}),
        "Gaussian, FGT": (n, {"kernel": jaxfmm.Gaussian(0.1), "method": "fgt"}),
    }
    made = {name: (m, jaxfmm.plan(x[:m], **how)) for name, (m, how) in plans.items()}
    out = {
        name: lambda m=m, plan=plan: both(x[:m], q[:m], plan) for name, (m, plan) in made.items()
    }
    out["update of a plan"] = lambda: update(x, made["FMM, order 4"][1])
    out["log_sum_exp"] = lambda: logs(x, q)
    return out


def child(n):
    """Prints {name: milliseconds}."""
    import time

    import jax

    found = {}
    for name, run in problems(n).items():
        jax.block_until_ready(run())
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            jax.block_until_ready(run())
            times.append(time.perf_counter() - start)
        found[name] = 1e3 * min(times)
    print(json.dumps(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.child])
        return child(options.points)
    least = {}
    for _ in range(options.rounds):
        for cores in options.cores:
            command = [sys.executable, "-m", "tests.benchmarks.bench_threads"]
            command += ["--points", str(options.points), "--child", str(cores)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            for name, time in json.loads(done.stdout.splitlines()[-1]).items():
                row = least.setdefault(name, {})
                row[cores] = min(time, row.get(cores, time))
    first = options.cores[0]
    print(
        f"{'ms':22s}" + "".join(f"{c:>4d} core{'s' * (c > 1):1s}" for c in options.cores),
        "  times as fast",
    )
    for name, row in least.items():
        times = "".join(f"{row[c]:10.2f}" for c in options.cores)
        print(
            f"{name:22s}{times}   "
            + "  ".join(f"{row[first] / row[c]:.2f}" for c in options.cores[1:])
        )


if __name__ == "__main__":
    main()
