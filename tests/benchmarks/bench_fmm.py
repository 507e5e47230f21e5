"""Time, work and error of the 3D Laplace sums, on whatever device JAX finds.

    python -m tests.benchmarks.bench_fmm                                     # the default table
    python -m tests.benchmarks.bench_fmm --n 1e5 1e6 --distribution plummer --dtype float64 --tol 1e-6
    python -m tests.benchmarks.bench_fmm --n 1e6 --derivatives               # what derivatives cost

Columns: seconds to plan (compilation included), of the first evaluation (compilation included), of
a plan.update and of an evaluation when all is compiled (medians); M2L and P2P per particle;
particles per second of the evaluation; relative L2 errors of potential and gradient at 1000 targets
(100 where n > 2e6) against float64."""

import argparse
import resource
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests import cases


def seconds(function, *arguments, repeat=5):
    """(seconds of the first call, median seconds of later ones, result)."""
    start = time.perf_counter()
    result = jax.block_until_ready(function(*arguments))
    first, later = time.perf_counter() - start, []
    for _ in range(repeat):
        start = time.perf_counter()
        result = jax.block_until_ready(function(*arguments))
        later.append(time.perf_counter() - start)
    return first, statistics.median(later), result


def problem(distribution, charge, n, dtype):
    rng = np.random.default_rng(0)
    x = cases.DISTRIBUTIONS[distribution](rng, n)
    q = cases.CHARGES[charge](rng, x)
    return jnp.asarray(x, dtype), jnp.asarray(q, dtype)


def sampled_errors(x, q, phi, grad):
    sample = np.random.default_rng(1).choice(
        len(x), min(len(x), 1000 if len(x) <= 2e6 else 100), replace=False
    )
    reference = cases.direct(x, q, np.asarray(x)[sample], block=max(1, int(3e7 / len(x))))
    return [cases.error(np.asarray(a)[sample], b) for a, b in zip((phi, grad), reference)]


def row(distribution, n, dtype, tol, options):
    x, q = problem(distribution, options.charges, n, dtype)
    given = {
        k: getattr(options, k)
        for k in ("order", "theta", "leaf_size")
        if getattr(options, k) is not None
    }
    start = time.perf_counter()
    plan = jax.block_until_ready(
        jaxfmm.plan(x, tol=tol, method=options.method, backend=options.backend, **given)
    )
    planned = time.perf_counter() - start
    evaluate = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
    first, steady, (phi, grad) = seconds(evaluate, x, q, plan, repeat=options.repeat)
    o, direct = plan.choice, plan.is_direct
    update = (
        0.0
        if direct
        else seconds(jax.jit(lambda x, plan: plan.update(x)), x, plan, repeat=options.repeat)[1]
    )
    errors = sampled_errors(x, q, phi, grad)
    far, near = (0, len(x)) if direct else (int(plan.far.count) / len(x), plan.pair_work() / len(x))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{distribution:9s} {len(x):9d} {x.dtype.name} {tol:7.0e} {plan.method:8s} {o.order:2d} "
        f"{o.theta:.2f} {o.leaf_size:4d} {planned:7.2f} {first:7.2f} {update:8.5f} {steady:8.5f} "
        f"{far:6.2f} {near:7.0f} {len(x) / steady:9.3g} {errors[0]:.1e} {errors[1]:.1e} "
        f"{memory:6.2f}",
        flush=True,
    )
    if options.derivatives:
        derivatives(x, q, plan, options.repeat)


def derivatives(x, q, plan, repeat):
    """Times of derivatives as multiples of the sum that they are derivatives of, in one run."""

    def loss(x, q):
        return jnp.sum(jnp.sin(jaxfmm.potential(x, q, plan=plan)))

    def hvp(x, q):
        return jax.jvp(lambda x: jax.grad(jaxfmm.energy)(x, q, plan=plan), (x,), (x,))[1]

    rows = {
        "potential": lambda x, q: jaxfmm.potential(x, q, plan=plan),
        "potential_and_gradient": lambda x, q: jaxfmm.potential_and_gradient(x, q, plan=plan),
        "grad(energy) in positions": jax.grad(lambda x, q: jaxfmm.energy(x, q, plan=plan)),
        "grad(energy) in positions and charges": jax.grad(
            lambda x, q: jaxfmm.energy(x, q, plan=plan), (0, 1)
        ),
        "grad(sum(sin(potential))) in positions": jax.grad(loss),
        "Hessian-vector product of energy": hvp,
    }
    times = {name: seconds(jax.jit(f), x, q, repeat=repeat)[1] for name, f in rows.items()}
    for name, t in times.items():
        print(
            f"    {name:40s} {1e3 * t:9.2f} ms = {t / times['potential']:.2f} potential = "
            f"{t / times['potential_and_gradient']:.2f} potential_and_gradient",
            flush=True,
        )


HEADER = (
    "points            n dtype       tol method    p theta leaf    plan   first   update   steady  "
    "M2L/n   P2P/n   points/s potential gradient GiB"
)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=[1e4, 1e5, 1e6])
    parser.add_argument(
        "--distribution", nargs="+", default=["cube", "plummer"], choices=list(cases.DISTRIBUTIONS)
    )
    parser.add_argument("--charges", default="one_sign", choices=list(cases.CHARGES))
    parser.add_argument("--dtype", nargs="+", default=["float32"], choices=["float32", "float64"])
    parser.add_argument("--tol", type=float, nargs="+", default=[1e-4])
    parser.add_argument("--method", default="fmm", choices=["auto", "fmm", "treecode", "direct"])
    parser.add_argument("--backend", help="cuda, cpu or xla; the fastest unless given")
    parser.add_argument("--order", type=int)
    parser.add_argument("--theta", type=float)
    parser.add_argument("--leaf-size", dest="leaf_size", type=int)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--derivatives", action="store_true", help="also the cost of derivatives")
    options = parser.parse_args(argv)
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    print(HEADER)
    for dtype in options.dtype:
        jax.config.update("jax_enable_x64", dtype == "float64")
        for distribution in options.distribution:
            for n in options.n:
                for tol in options.tol:
                    row(distribution, int(n), dtype, tol, options)


if __name__ == "__main__":
    main()
