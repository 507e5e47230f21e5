"""Linear systems that are solved by sums: interpolation by radial functions, and the likelihood of
a Gaussian process with its gradient. Seconds of everything, with compilation and plans.

    python -m tests.benchmarks.bench_solvers
    python -m tests.benchmarks.bench_solvers --points 100000 --only cubic
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

INTERPOLATION = {"cubic": 3, "linear": 3, "thin_plate_spline": 2}  # kernel: dimensions
LIKELIHOOD = {"Matern": 2, "Matern in space": 3}
LENGTH, NOISE, RANK = 0.2, 0.1, 200


def smooth(points):
    return np.sin(5 * points[:, 0]) * np.cos(4 * points[:, 1]) + points[:, -1] ** 2


def interpolate(name, n):
    with jax.enable_x64(True):
        points = np.random.default_rng(0).random((n, INTERPOLATION[name]))
        begin = time.perf_counter()
        fitted = jaxfmm.RBFInterpolator(points, smooth(points), kernel=name, tol=1e-6).check()
        print(
            f"{name:18s} {n:8d} points in {INTERPOLATION[name]}D, float64, to 1e-6: fit "
            f"{time.perf_counter() - begin:5.1f} s, {int(fitted.iterations)} iterations, ",
            f"residual {float(fitted.residual):.1e}", end="; ",
        )  # fmt: skip
        begin = time.perf_counter()
        fitted(points[::-1]).block_until_ready()
        print(f"{n} values {time.perf_counter() - begin:.1f} s", flush=True)


def likelihood(name, n):
    dim, rng = LIKELIHOOD[name], np.random.default_rng(0)
    points = jnp.asarray(rng.random((n, dim)), jnp.float32)
    values = jnp.asarray(smooth(points) + NOISE**0.5 * rng.normal(size=n), jnp.float32)
    plan = jaxfmm.plan(points, kernel=jaxfmm.Matern(LENGTH, 1.5), tol=1e-4, gradient=False)

    @jax.jit
    def of(parameters, key, plan):
        length, noise = parameters
        matrix = jaxfmm.KernelMatrix(
            points, kernel=jaxfmm.Matern(length, 1.5), diagonal=noise, plan=plan
        )
        found = matrix.log_marginal_likelihood(values, key, rank=RANK)
        return found.value, found

    run = jax.value_and_grad(of, has_aux=True)
    for what in ("first call", "second call"):
        begin = time.perf_counter()
        (value, found), _ = jax.block_until_ready(run((LENGTH, NOISE), jax.random.key(0), plan))
        print(
            f"{name:18s} {n:8d} points in {dim}D, float32: likelihood and gradient, {what} "
            f"{time.perf_counter() - begin:5.1f} s, {int(found.loop.steps)} steps, {float(value):.0f} +- "
            f"{float(found.standard_error):.0f}", flush=True,
        )  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--only", nargs="+", choices=[*INTERPOLATION, *LIKELIHOOD])
    options = parser.parse_args()
    print(jax.devices()[0].device_kind)
    for name in options.only or INTERPOLATION:
        if name in INTERPOLATION:
            interpolate(name, options.points)
    for name in options.only or LIKELIHOOD:
        if name in LIKELIHOOD:
            likelihood(name, options.points // 2)


if __name__ == "__main__":
    main()
