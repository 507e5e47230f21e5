"""Rates of the compiled operations over real lists, on whatever device JAX finds.

    python -m tests.benchmarks.bench_ops                      # every table
    python -m tests.benchmarks.bench_ops --tables p2p m2l --n 1e6 --dtype float32

p2p: pairs of particles per second, all of them real (no padding is counted). m2l: translations per
  second by order.
stages: plan.update, then the passes of one potential and gradient (figure 6 of Yokota & Barba
2011). Times are of many calls in a row, divided by their number."""

import argparse
import dataclasses
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace3d import compiled as compiled3d
from jaxfmm.gaussian import boxes, fgt, hermite as hermite_operations
from jaxfmm.kernels import Gaussian, Kernel, Laplace
from jaxfmm.kernels.pairs import components
from tests import cases


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class UserInverse(Kernel):
    """1 / r as a user would write it, with derivatives by JAX."""

    name = "user 1/r"
    singular = True
    dimensions = (3,)
    degree = -1

    def radial(self, r2, order):
        def f(s):
            r2 = 2 * s
            return jnp.where(r2 > 0, 1 / jnp.sqrt(jnp.where(r2 > 0, r2, 1.0)), 0.0)

        out = [f]
        for _ in range(order):
            out.append(jax.grad(out[-1]))
        return [g(r2 / 2) for g in out]


def seconds(function, *arguments, repeat=5, budget=0.3):
    """(seconds of the first call, median seconds of one call in a run of many, result)."""
    start = time.perf_counter()
    result = jax.block_until_ready(function(*arguments))
    first = time.perf_counter() - start
    start = time.perf_counter()
    jax.block_until_ready(function(*arguments))
    calls = max(1, min(50, int(budget / repeat / (time.perf_counter() - start + 1e-9))))
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(calls):
            out = function(*arguments)
        jax.block_until_ready(out)
        times.append((time.perf_counter() - start) / calls)
    return first, float(np.median(times)), result


def problem(n, dtype, distribution="cube", **options):
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.DISTRIBUTIONS[distribution](rng, n), dtype)
    return x, jaxfmm.plan(x, method="fmm", **options)


def p2p(ops, n, dtype):
    print("P2P              sum        leaf      pairs/n    first s   ms       pairs/s")
    for leaf in (32, 48, 64, 96, 128):
        x, plan = problem(n, dtype, order=5, theta=0.7, leaf_size=leaf)
        tree, pairs = plan.sources_tree, plan.pair_work()
        y = x[tree.order] / plan.unit
        sums = {"potential": (Laplace(), (0,), (0,)), "pot + grad": (Laplace(), (0,), (0, 1))}
        if leaf == 64:
            sums |= {
                "+ "
                "Hessian": (Laplace(), (0,), (0, 1, 2)), "dipoles, "
                                                         "p+g": (Laplace(), (0, 1), (0, 1)),
                "user p "
                "+ g": (UserInverse(), (0,), (0, 1)), "user pot": (UserInverse(), (0,), (0,)),
                "Gaussian p "
                "+ g": (Gaussian(0.1), (0,), (0, 1)), "Gaussian pot": (Gaussian(0.1), (0,), (0,)),
            }  # fmt: skip
        for name, (kernel, sources, targets) in sums.items():
            a, b = components(sources, 3), components(targets, 3)
            w = jnp.ones((n, len(a), 1), dtype)
            far = jnp.zeros((n, len(b), 1), dtype)

            def run(y, w, far, tree, near, a=a, b=b, kernel=kernel):
                targets, sources = Particles(tree, y, b), Particles(tree, y, a)
                return ops.p2p(kernel, targets, sources, w, near, far)

            first, t, _ = seconds(jax.jit(run), y, w, far, tree, plan.near)
            row = f"{dtype:8s} {name:>15s} {leaf:6d} {pairs / n:12.0f} {first:9.2f} "
            row += f"{1e3 * t:8.3f} {pairs / t:12.3e}"
            print(row, flush=True)


def m2l(ops, n, dtype, orders):
    print("M2L      order   pairs/n   first s   ms       M2L/s")
    for order in orders:
        size = n if order <= 10 else n // 4
        x, plan = problem(size, dtype, order=order, theta=0.7, leaf_size=64)
        tree, count = plan.sources_tree, int(plan.far.count)
        y = x[tree.order] / plan.unit
        w = jnp.ones((size, 1, 1), dtype)
        up = jax.jit(
            lambda y, w, tree, p=order: ops.upward(
                compiled3d.Compiled(), p, Particles(tree, y, components((0,), 3)), w
            )
        )
        multipoles = up(y, w, tree)
        run = jax.jit(
            lambda m, tree, far, p=order: ops.m2l(compiled3d.Compiled(), p, m, tree, tree, far)
        )
        first, t, _ = seconds(run, multipoles, tree, plan.far)
        print(
            f"{dtype:8s} {order:5d} {count / size:9.2f} {first:9.2f} {1e3 * t:8.3f} "
            f"{count / t:12.3e}",
            flush=True,
        )


def hermite_series(name, n, dtype, orders):
    """Evaluation of Hermite series at targets, by the operations that custom_ops/cuda/hermite.cuh
    counts for a pair of a target and a series: 2 p^3 + 2 p^2 + 2 p for the sums, 4 (p^2 + 2 p) for
    the recurrences."""
    print("Hermite order  targets  series/target   ms     1e12 operations/s")
    ops = hermite_operations.operations(name)
    value, x = ((0, 0, 0),), jnp.asarray(8 * np.random.default_rng(0).random((n, 3)), dtype)
    for order in orders:
        grid = boxes.BoxGrid.over((8.0,) * 3, 2.0)
        parameters = fgt.FGTParameters(grid=grid, order=order, cutoff=3.0, least=1, ways=("m2p",))
        t, s, runs, _ = jax.jit(fgt.make_lists, static_argnums=0)(parameters, x, x)
        w, far = jnp.ones((n, 1, 1), dtype), jnp.zeros((n, 1, 1), dtype)
        series = jax.jit(lambda s, w, p=order: ops.collect(p, s, s, w, None, value))(s, w)
        run = runs["m2p"]

        def evaluate(t, s, series, run, far, p=order):
            return ops.evaluate(p, t, s, series, run, value, far)

        _, seconds_, _ = seconds(jax.jit(evaluate), t, s, series, run, far)
        pairs = float(jnp.sum((run.end - run.begin)[: len(t.count)] * t.count.astype(jnp.float32)))
        each = 2 * order**3 + 2 * order**2 + 2 * order + 4 * (order**2 + 2 * order)
        rate = pairs * each / seconds_ / 1e12
        print(
            f"{dtype:8s} {order:3d} {n:9d} {pairs / n:10.1f} {1e3 * seconds_:9.3f} {rate:9.2f}",
            flush=True,
        )


def stages(ops, n, dtype, distribution, options):
    x, plan = problem(n, dtype, distribution, **options)
    tree, o = plan.sources_tree, plan.choice
    print(
        f"stages: {distribution} {n} {dtype} order {o.order} theta {o.theta:g} leaf {o.leaf_size}"
    )
    e, p, one, both = compiled3d.Compiled(), o.order, components((0,), 3), components((0, 1), 3)
    w = jnp.ones((n, 1, 1), dtype)
    total = 0.0

    def stage(name, function, *arguments):
        nonlocal total
        first, t, out = seconds(jax.jit(function), *arguments)
        total += t
        print(f"    {name:10s} {1e3 * t:9.3f} ms   (first call {first:.2f} s)", flush=True)
        return out

    stage("update", lambda x, plan: plan.update(x), x, plan)
    total = 0.0
    y = stage("gather", lambda x, tree: x[tree.order] / plan.unit, x, tree)
    multipoles = stage(
        "P2M, M2M", lambda y, w, tree: ops.upward(e, p, Particles(tree, y, one), w), y, w, tree
    )
    local = stage(
        "M2L", lambda m, tree, far: ops.m2l(e, p, m, tree, tree, far), multipoles, tree, plan.far
    )
    far = stage(
        "L2L, L2P",
        lambda v, y, tree: ops.downward(e, p, v, Particles(tree, y, both)),
        local,
        y,
        tree,
    )

    def p2p(y, w, far, tree, near):
        targets, sources = Particles(tree, y, both), Particles(tree, y, one)
        return ops.p2p(plan.kernel, targets, sources, w, near, far)

    stage("P2P", p2p, y, w, far, tree, plan.near)
    print(f"    sum        {1e3 * total:9.3f} ms")
    q = jnp.ones(n, dtype)
    evaluate = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
    first, t, (phi, grad) = seconds(evaluate, x, q, plan)
    sample = np.random.default_rng(1).choice(n, 300 if n <= 2e6 else 30, replace=False)
    reference = cases.direct(x, q, np.asarray(x)[sample], block=max(1, int(3e7 / n)))
    errors = [cases.error(np.asarray(a)[sample], b) for a, b in zip((phi, grad), reference)]
    print(f"    whole call {1e3 * t:9.3f} ms, first {first:.2f} s, {n / t:.3g} points/s", end=", ")
    print(f"errors {errors[0]:.1e} {errors[1]:.1e}")
    print(
        f"    per point: {int(plan.far.count) / n:.2f} M2L, {plan.pair_work() / n:.0f} P2P",
        flush=True,
    )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", nargs="+", default=["p2p", "m2l", "stages", "hermite"])
    parser.add_argument("--n", type=float, default=1e6)
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"])
    parser.add_argument("--orders", type=int, nargs="+", default=[3, 4, 5, 6, 8, 10, 12, 16, 20])
    parser.add_argument("--hermite", type=int, nargs="+", default=[8, 12, 16], help="orders")
    parser.add_argument("--distribution", nargs="+", default=["cube"])
    parser.add_argument("--order", type=int)
    parser.add_argument("--theta", type=float)
    parser.add_argument("--leaf-size", dest="leaf_size", type=int)
    options = parser.parse_args(argv)
    platform = "cpu" if jax.default_backend() == "cpu" else "cuda"
    ops = backends.operations(platform)
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    given = {
        k: getattr(options, k)
        for k in ("order", "theta", "leaf_size")
        if getattr(options, k) is not None
    }
    for dtype in options.dtype:
        jax.config.update("jax_enable_x64", dtype == "float64")
        if "p2p" in options.tables:
            p2p(ops, int(options.n), dtype)
        if "m2l" in options.tables:
            m2l(ops, int(options.n), dtype, options.orders)
        if "hermite" in options.tables:
            hermite_series(platform, int(options.n), dtype, options.hermite)
        if "stages" in options.tables:
            for distribution in options.distribution:
                stages(ops, int(options.n), dtype, distribution, given)


if __name__ == "__main__":
    main()
