"""Pairs per second of kernels that users write with one function each: direct sums, compiled, all
pairs of 6,000 points. `exp` and `1/r` are what they compare with.

    python -m tests.benchmarks.bench_functions
    python -m tests.benchmarks.bench_functions --dtype float64 --functions exp erfc pow
"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests.benchmarks.bench_ops import seconds

N = 6000
FUNCTIONS = {
    "exp": lambda r: jnp.exp(-r),
    "1/r": lambda r: 1 / r,
    "log": jnp.log,
    "pow": lambda r: r**1.7,
    "sin": jnp.sin,
    "erf": jax.lax.erf,
    "erfc": jax.lax.erfc,
    "erfc / r": lambda r: jax.lax.erfc(r) / r,
    "expm1": lambda r: jnp.expm1(-r * r),
    "log1p": jnp.log1p,
    "exp2": lambda r: jnp.exp2(-r),
    "log2": jnp.log2,
    "sinh": jnp.sinh,
    "cosh": jnp.cosh,
    "tanh": jnp.tanh,
    "asinh": jnp.arcsinh,
    "acos": lambda r: jnp.arccos(r / 5),
    "atan": jnp.arctan,
    "cbrt": jnp.cbrt,
    "lgamma": lambda r: jax.lax.lgamma(r + 1),
}


def rates(name, dtype):
    """Pairs per second of the potential, and of potential and gradient."""
    function = FUNCTIONS[name]
    points = jnp.asarray(np.random.default_rng(0).random((N, 3)), dtype)
    kernel = jaxfmm.Custom(lambda r2: function(jnp.sqrt(r2)), singular=True, radial=True)
    plan = jaxfmm.plan(points, kernel=kernel, method="direct")
    for sums in (jaxfmm.potential, jaxfmm.potential_and_gradient):
        run = jax.jit(lambda x, q, plan, sums=sums: sums(x, q, plan=plan))
        yield N * N / seconds(run, points, jnp.ones(N, dtype), plan)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"])
    parser.add_argument("--functions", nargs="+", default=list(FUNCTIONS), choices=FUNCTIONS)
    options = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, {N} points, 1e9 pairs/s\n")
    print(f"{'dtype':8s} {'function':9s} {'potential':>9s} {'+ gradient':>10s}")
    for dtype in options.dtype:
        with jax.enable_x64(dtype == "float64"):
            for name in options.functions:
                alone, both = (rate / 1e9 for rate in rates(name, dtype))
                print(f"{dtype:8s} {name:9s} {alone:9.2f} {both:10.2f}", flush=True)


if __name__ == "__main__":
    main()
