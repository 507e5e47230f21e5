"""Log-sum-exp sums with the potentials of a converged transport problem, and Sinkhorn's loop.

    python -m tests.benchmarks.bench_transport
    python -m tests.benchmarks.bench_transport --points 1000 10000 --dims 2

A cloud in a cube is sent to one in a ring; epsilon is a share of the squared extent, 1. The sums
are by float32 and compiled. Columns:

    sum      milliseconds of one log-sum-exp sum, tol 1e-3
    slope    milliseconds of its value and gradient in the targets
    pairs    milliseconds of the sum over all pairs in XLA, up to 20,000 points
    error    of the sum, absolute, at 200 targets against float64
    loop     seconds of `sinkhorn`, marginals to 1e-3; its iterations and its status
    divergence   seconds of `sinkhorn_divergence`"""

import argparse
import functools
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests.benchmarks.bench_tol import milliseconds

MOST_PAIRS = 20_000  # points


def clouds(n, dim):
    rng = np.random.default_rng(0)
    angle, radius = 2 * np.pi * rng.random(n), 0.2 + 0.1 * rng.random(n)
    ring = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    ring = np.concatenate([ring, 0.05 * rng.normal(size=(n, dim - 2))], axis=1) + 0.5
    return (jnp.asarray(a, jnp.float32) for a in (rng.random((n, dim)), ring))


def over_pairs(y, w, x, h):
    r2 = jnp.square(x[:, None] - y[None]).sum(2)
    return jax.nn.logsumexp(w[None] - r2 / (2 * h * h), axis=1)


def exact(y, w, x, h):
    y, w, x = (np.asarray(a, np.float64) for a in (y, w, x))
    exponents = w[None] - np.square(x[:, None] - y[None]).sum(2) / (2 * float(h) ** 2)
    top = exponents.max(1)
    return top + np.log(np.exp(exponents - top[:, None]).sum(1))


def seconds(function):
    start = time.perf_counter()
    value = jax.block_until_ready(function())
    return time.perf_counter() - start, value


def run(n, dim, epsilon):
    x, y = clouds(n, dim)
    solve = functools.partial(jaxfmm.transport.sinkhorn, x, y, epsilon=epsilon)
    jax.block_until_ready(solve())
    loop, found = seconds(solve)
    divergence = functools.partial(jaxfmm.transport.sinkhorn_divergence, x, y, epsilon=epsilon)
    jax.block_until_ready(divergence())
    apart, _ = seconds(divergence)
    h, w = jnp.sqrt(epsilon), jnp.log(found.b) + found.g / epsilon

    @jax.jit
    def total(x, y, w, h):  # arguments: XLA would fold constants of a million points for a minute
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=1e-3)

    slope = jax.jit(jax.value_and_grad(lambda *arrays: total(*arrays).sum()))
    some = slice(None, None, max(1, n // 200))
    error = np.abs(np.asarray(total(x, y, w, h))[some] - exact(y, w, x[some], h)).max()
    pairs = f"{'-':>9s}"
    if n <= MOST_PAIRS:
        pairs = f"{milliseconds(jax.jit(lambda x: over_pairs(y, w, x, h)), x)[1]:9.1f}"
    one, with_slope = (milliseconds(function, x, y, w, h)[1] for function in (total, slope))
    print(
        f"{n:9d} {dim}D {epsilon:7.0e} {one:9.1f} {with_slope:9.1f} {pairs} {error:9.1e} "
        f"{loop:8.2f} {int(found.iterations):5d} {int(found.status):6d} {apart:10.2f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", nargs="*", type=int, default=(1_000, 10_000, 100_000))
    parser.add_argument("--dims", nargs="*", type=int, default=(2, 3))
    parser.add_argument("--epsilon", nargs="*", type=float, default=(1e-2, 1e-3))
    options = parser.parse_args()
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}")
    print(
        f"{'points':>9s}    epsilon {'sum':>9s} {'slope':>9s} {'pairs':>9s} {'error':>9s} "
        f"{'loop':>8s} steps status divergence"
    )
    for n in options.points:
        for dim in options.dims:
            for epsilon in options.epsilon:
                run(n, dim, epsilon)


if __name__ == "__main__":
    main()
