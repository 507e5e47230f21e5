"""Gaussian sums by each method: the whole sum and its stages, errors and memory, on whatever device
JAX finds.

    python -m tests.benchmarks.bench_gauss                                   # every method and case
    # whole calls of jaxfmm.potential
    python -m tests.benchmarks.bench_gauss --calls
    python -m tests.benchmarks.bench_gauss --method fourier --dim 3 --h 0.05 --n 1e6 --dtype float64 --tol 1e-6

Sources and targets are n points each in the unit cube, weights are random and positive. Times are
medians of runs of calls; the error is that of 200 targets against a float64 direct sum; memory is
what XLA sets aside beyond inputs and outputs. Stages are timed one by one, each as a call of its
own, so they add up to a little more than the sum."""

import argparse
import dataclasses
import functools
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.gaussian import exponential_sums, fourier
from jaxfmm.kernels.pairs import components
from jaxfmm.nufft import gridding, modes as spectra
from tests import cases
from tests.benchmarks.bench_ops import seconds


@dataclasses.dataclass(frozen=True)
class Case:
    """Points over the bandwidth, weights (n, 1, 1), and what is asked for."""

    targets: jax.Array
    sources: jax.Array
    weights: jax.Array
    h: float
    tol: float
    gradient: bool
    backend: str

    @property
    def orders(self):
        return (0, 1) if self.gradient else (0,)

    @property
    def extent(self):
        return (1 / self.h,) * self.sources.shape[1]


def fourier_sum(case):
    """The sum as a function of targets, sources and weights; a generator that yields its stages
    (name, function, arguments) and is sent their results; a note. None for what the method cannot
    do."""
    setup = fourier.choose_parameters(case.extent, case.tol, int(case.gradient), case.sources.dtype)
    if setup is None:
        return None
    grid, dim = setup.grid, case.sources.shape[1]
    ops, axes = gridding.operations(case.backend), tuple(range(1, dim + 1))
    run = functools.partial(
        fourier.fourier_sum, setup, source_orders=(0,), target_orders=case.orders, backend=case.backend,
    )  # fmt: skip
    derivatives = components(case.orders, dim)

    def multiply(waves):
        factors = spectra.multipliers(fourier._modes(grid), derivatives, 1, waves.real.dtype)
        return spectra.times(waves[None], factors)[:, 0]

    def stages():
        x, y, w = case.targets, case.sources, case.weights[:, :, 0]
        origin = yield "origin", lambda x, y: fourier.origin_of(grid, x, y), (x, y)
        placed = yield "sort", lambda o, y: ops.sort(grid, o, y), (origin, y)
        spread = yield "spread", lambda o, p, w: ops.spread(grid, o, p, w), (origin, placed, w)
        waves = yield "FFT", lambda g: jnp.fft.rfftn(g, axes=axes), (spread,)
        waves = yield "multiply", multiply, (waves,)
        grids = yield "inverse", lambda s: jnp.fft.irfftn(s, s=grid.shape, axes=axes), (waves,)
        yield "interpolate", lambda o, p, g: ops.interpolate(grid, o, p, g), (origin, placed, grids)

    return run, stages, f"grid {'x'.join(map(str, grid.shape))} width {grid.width}"


def exponentials_sum(case):
    """The same, with the orders of the points at hand: a plan sorts once."""
    setup = exponential_sums.choose_parameters(
        case.extent, case.tol, int(case.gradient), case.sources.dtype
    )
    if setup is None:
        return None

    def sort(x, y):
        return exponential_sums.prepare(setup, x), exponential_sums.prepare(setup, y)

    def stages():
        yield "sort of both sets, not in the sum", sort, (case.targets, case.sources)

    orders = jax.jit(sort)(case.targets, case.sources)

    def run(targets, sources, weights):
        x, y = zip((targets, sources), orders)
        return exponential_sums.exponentials_sum(
            setup, x, y, weights, (0,), case.orders, scale=1.0, backend=case.backend
        )

    return run, stages, f"{setup.rotations} rotations"


METHODS = {
    "fourier": fourier_sum,
    "exponentials": exponentials_sum,
}  # others: functions of a case that return the same


def direct(targets, sources, weights, gradient, block=10):
    """(m, 1 or 1 + d) in float64 by numpy."""
    x, y, w = (np.asarray(a, np.float64) for a in (targets, sources, weights.reshape(-1)))
    out = []
    for first in range(0, len(x), block):
        u = [x[first : first + block, None, c] - y[None, :, c] for c in range(x.shape[1])]
        g = np.exp(-0.5 * sum(c * c for c in u))
        out.append(np.stack([g @ w] + [-(g * c) @ w for c in u] * gradient, axis=1))
    return np.concatenate(out)


def measure(name, case):
    """Prints a row for the sum and one for its stages."""
    n, dim = case.sources.shape
    what = f"{name:12s} {dim}D {n:9d} {case.sources.dtype} h {case.h:<7g} tol {case.tol:.0e} "
    what += "with gradient" if case.gradient else "potential    "
    made = METHODS[name](case)
    if made is None:
        print(what, "cannot", flush=True)
        return
    run, stages, note = made
    compiled = jax.jit(run).lower(case.targets, case.sources, case.weights).compile()
    memory = compiled.memory_analysis().temp_size_in_bytes / 1e6
    _, t, out = seconds(compiled, case.targets, case.sources, case.weights)
    sample = np.random.default_rng(1).choice(n, min(n, 200), replace=False)
    value = np.asarray(out)[sample, :, 0]
    exact = direct(np.asarray(case.targets)[sample], case.sources, case.weights, case.gradient)
    orders = [slice(0, 1), slice(1, None)][: 1 + case.gradient]
    errors = " ".join(f"{cases.error(value[:, order], exact[:, order]):.0e}" for order in orders)
    print(f"{what} {1e3 * t:9.2f} ms  errors {errors}  {memory:5.0f} MB  {note}", flush=True)
    steps, out, parts = stages(), None, []
    try:
        while True:
            stage, function, arguments = steps.send(out)
            _, t, out = seconds(jax.jit(function), *arguments)
            parts.append(f"{stage} {1e3 * t:.2f}")
    except StopIteration:
        print(f"{'':14s}{', '.join(parts)}", flush=True)


def call(x, y, q, h, tol):
    """Prints a row of whole calls with plans by "auto": the potential; value and gradient of a
    function of it."""
    n, dim = x.shape
    plan = jaxfmm.plan(x, y, kernel=jaxfmm.Gaussian(h), tol=tol, gradient=False)
    potential = jax.jit(lambda x, q, y, plan: jaxfmm.potential(x, q, y, plan=plan))
    first, t, phi = seconds(potential, x, q, y, plan)

    def loss(x, y, q, plan):
        return jnp.sum(jnp.sin(jaxfmm.potential(x, q, y, plan=plan)))

    with_gradient = jaxfmm.plan(x, y, kernel=jaxfmm.Gaussian(h), tol=tol)
    _, both, _ = seconds(jax.jit(jax.value_and_grad(loss, (0, 1))), x, y, q, with_gradient)
    sample = np.random.default_rng(1).choice(n, min(n, 200), replace=False)
    exact = direct(np.asarray(y)[sample] / h, np.asarray(x) / h, np.asarray(q), False)[:, 0]
    print(
        f"call {dim}D {n:9d} {x.dtype} h {h:<7g} tol {tol:.0e} {plan.method:12s} first "
        f"{first:6.2f} s {1e3 * t:9.2f} ms  error "
        f"{cases.error(np.asarray(phi)[sample], exact):.0e}  value and gradient in x, y "
        f"{1e3 * both:9.2f} ms = {both / t:.2f} ({with_gradient.method})",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--method", nargs="+", default=list(METHODS), choices=list(METHODS))
    parser.add_argument("--n", type=float, nargs="+", default=[1e6])
    parser.add_argument("--dim", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--h", type=float, nargs="+", default=[0.2, 0.05, 0.01])
    parser.add_argument("--dtype", nargs="+", default=["float64"])
    parser.add_argument("--tol", type=float, nargs="+", default=[1e-6])
    parser.add_argument("--backend", help="xla, cpu or cuda; the fastest here by default")
    parser.add_argument(
        "--calls", action="store_true", help="whole calls of jaxfmm.potential instead"
    )
    options = parser.parse_args(argv)
    backend = options.backend or ("cpu" if jax.default_backend() == "cpu" else "cuda")
    print(
        f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {backend}, "
        f"{time.strftime('%Y-%m-%d')}"
    )
    for dtype in options.dtype:
        jax.config.update("jax_enable_x64", dtype == "float64")
        for dim in options.dim:
            for n in map(int, options.n):
                rng = np.random.default_rng(0)
                x, y, w = rng.random((n, dim)), rng.random((n, dim)), rng.random((n, 1, 1))
                for h in options.h:
                    if options.calls:
                        for tol in options.tol:
                            call(*(jnp.asarray(a, dtype) for a in (x, y, w[:, 0, 0])), h, tol)
                        continue
                    points = [jnp.asarray(a, dtype) for a in (x / h, y / h, w)]
                    for tol in options.tol:
                        for gradient in (False, True):
                            for name in options.method:
                                measure(name, Case(*points, h, tol, gradient, backend))


if __name__ == "__main__":
    main()
