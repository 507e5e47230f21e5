"""Pairs per second of sums over all pairs, on whatever device JAX finds: whole calls, compiled,
targets = sources.

    # every sum, N = 1024 ... 1,048,576
    python -m tests.benchmarks.bench_direct
    python -m tests.benchmarks.bench_direct --n 4096 65536 --dtype float32 --sums "pot + grad" jerk
    # parts of the sources by hand
    python -m tests.benchmarks.bench_direct --n 4096 16384 --parts 1 4 16 32
    # table 2 of Hamada & Iitaka 2007
    python -m tests.benchmarks.bench_direct --errors

Rows with `parts` (the number of parts, 0 for what the library chooses) are sums without the checks
of public calls. Sizes that would take longer than --limit seconds, judged by the size before, are
left out."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.kernels import Laplace
from jaxfmm.nbody.jerk import jerk_sum
from jaxfmm.passes.all_pairs import direct
from tests import cases
from tests.benchmarks.bench_ops import UserInverse, seconds

SIZES = [2**k for k in range(10, 21)]


def whole(function, kernel):
    """A public call, with a plan."""

    def make(x, parts):
        plan = jaxfmm.plan(x, kernel=kernel, method="direct")
        return jax.jit(lambda x, v, q, plan: function(x, q, plan=plan)), (plan,)

    return make


def in_parts(x, parts):
    platform = "cpu" if jax.default_backend() == "cpu" else "cuda"

    def run(x, v, q):
        w, options = (
            q[:, None, None],
            {"backend": platform, "platform": platform, "parts": parts or None},
        )
        return direct(Laplace(None), x, x, w, (0,), (0, 1), **options)

    return jax.jit(run), ()


def inverse_distance(x, y):
    return 1 / jnp.sqrt(jnp.sum((x - y) ** 2))


def moving(softening):
    return lambda x, parts: (jax.jit(lambda x, v, q: jerk_sum(x, v, x, v, q, softening)), ())


SUMS = {
    "potential": whole(jaxfmm.potential, jaxfmm.Laplace()),
    "pot + grad": whole(jaxfmm.potential_and_gradient, jaxfmm.Laplace()),
    "softened p + g": whole(jaxfmm.potential_and_gradient, jaxfmm.Laplace(0.01)),
    "user pot": whole(jaxfmm.potential, UserInverse()),
    "user p + g": whole(jaxfmm.potential_and_gradient, UserInverse()),
    "Custom p + g": whole(
        jaxfmm.potential_and_gradient, jaxfmm.Custom(inverse_distance, singular=True)
    ),
    "jerk": moving(None),
    "softened jerk": moving(0.01),
}


def rates(name, make, dtype, options, parts=None):
    last = 0.0
    for n in map(int, options.n):
        if last * 20 > options.limit:  # four times the pairs, five runs of them
            break
        rng = np.random.default_rng(0)
        x, v = (jnp.asarray(a, dtype) for a in (cases.plummer(rng, n), rng.normal(size=(n, 3))))
        function, more = make(x, parts)
        first, last, _ = seconds(function, x, v, jnp.full(n, 1 / n, dtype), *more)
        label = name if parts is None else f"p + g, {parts} parts"
        print(
            f"{dtype:8s} {label:>15s} {n:9d} {first:9.2f} {1e3 * last:11.4f} {n * n / last:12.3e}",
            flush=True,
        )


def errors():
    """The largest relative error of the force in float32, |a - exact| / |exact|, on all targets:
    the median of three Plummer spheres and the three, with softening 0.1 in units where the scale
    of the sphere is 3 pi / 16."""
    print("N         median    three spheres")
    force = jax.jit(
        lambda x, q, e, plan: jaxfmm.potential_and_gradient(x, q, kernel=Laplace(e), plan=plan)[1]
    )
    for n in (2**k for k in range(11, 18)):
        worst = []
        for seed in range(3):
            x = (3 * np.pi / 16 * cases.plummer(np.random.default_rng(seed), n)).astype(np.float32)
            out = {}
            for dtype in ("float32", "float64"):
                with jax.enable_x64(dtype == "float64"):
                    y, e = jnp.asarray(x, dtype), jnp.asarray(np.float32(0.1), dtype)
                    plan = jaxfmm.plan(y, kernel=jaxfmm.Laplace(e), method="direct")
                    out[dtype] = np.asarray(
                        force(y, jnp.full(n, 1 / n, dtype), e, plan), np.float64
                    )
            difference = np.linalg.norm(out["float32"] - out["float64"], axis=1)
            worst.append(np.max(difference / np.linalg.norm(out["float64"], axis=1)))
        print(f"{n:7d} {np.median(worst):9.1e}   ", *(f"{a:.1e}" for a in worst), flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=SIZES)
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"])
    parser.add_argument("--sums", nargs="+", default=list(SUMS))
    parser.add_argument("--parts", type=int, nargs="+")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a row may take")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args(argv)
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    if options.errors:
        return errors()
    print("                    sum         n   first s          ms      pairs/s")
    for dtype in options.dtype:
        jax.config.update("jax_enable_x64", dtype == "float64")
        for parts in options.parts or ():
            rates("", in_parts, dtype, options, parts)
        for name in () if options.parts else options.sums:
            rates(name, SUMS[name], dtype, options)


if __name__ == "__main__":
    main()
