"""The experiments of Goude & Engblom 2013 (section 5) and table 2 of Cruz, Layton & Barba 2011, on
any device.

    # all tables, of a size for the device
    python -m tests.benchmarks.bench_2d
    python -m tests.benchmarks.bench_2d --tables whole parts --n 2949120 --dtype float64
    # -log r, beside FMM2D and DMK
    python -m tests.benchmarks.bench_2d --tables laplace --n 100000

The kernel is 1 / (z_j - z) with random complex strengths, the tree balanced with 45 points a leaf
and theta 1/2, the order 17, unless a table says otherwise. Errors are against float64 sums at 200
points (40 of more than a million): TOL is the largest
|phi - exact| / |exact| (eq. 5.3), L2 the relative L2 error. Times are medians, of many calls in a row.

whole: potential with the plan given, plan.update, errors, on the three distributions.  parts: table
  1, time by part.
break: figure 6, the FMM against the direct sum.  spread: figure 10, nonuniform over uniform time.
m2l: translations per second at 8, 12, 16 terms and more.  tol: what `tol` alone gives.  laplace:
potential and gradient of -log r."""

import argparse
import functools

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace2d import compiled as compiled2d
from jaxfmm.kernels import Logarithm
from jaxfmm.kernels.pairs import components
from tests import cases
from tests.benchmarks.bench_ops import seconds

PAPER = {
    "kernel": jaxfmm.Cauchy(),
    "tree": "balanced",
    "order": 17,
    "theta": 0.5,
    "gradient": False,
}
PAPERS = ("square", "normal", "layer")


def points_of(name, n, dtype):
    rng = np.random.default_rng(0)
    x = cases.DISTRIBUTIONS_2D[name](rng, n)
    q = rng.normal(size=n) + 1j * rng.normal(size=n)
    return jnp.asarray(x, dtype), jnp.asarray(
        q, jnp.complex64 if dtype == "float32" else jnp.complex128
    )


def leaf_size(n, points=45):
    """Of a balanced tree whose leaves hold about `points`: eq. 5.2, with binary instead of
    quaternary levels."""
    levels = max(0, round(np.log2(n / points)))
    return -(-n // 2**levels)


@functools.partial(jax.jit, static_argnames="gradient")
def evaluate(plan, x, q, gradient=False):
    if gradient:
        return jaxfmm.potential_and_gradient(x, q, plan=plan)
    return jaxfmm.potential(x, q, plan=plan)


def errors(x, q, phi):
    """(TOL, relative L2 error) of Cauchy sums."""
    sample = np.random.default_rng(1).choice(
        len(x), min(len(x), 200 if len(x) <= 1e6 else 40), replace=False
    )
    z, q = np.asarray(x, float) @ np.array([1, 1j]), np.asarray(q, complex)
    exact = []
    for i in sample:
        d = z - z[i]
        exact.append(np.sum(np.divide(q, d, where=d != 0, out=np.zeros_like(d))))
    exact, phi = np.array(exact), np.asarray(phi)[sample]
    return np.max(np.abs(phi - exact) / np.abs(exact)), cases.error(phi, exact)


def whole(n, dtype, options):
    print(
        "whole    n        distribution  update ms   phi ms     Mpoints/s   TOL       L2        "
        "M2L/n  P2P/n  M2P+P2L"
    )
    for name in options.distributions:
        x, q = points_of(name, n, dtype)
        given = PAPER | {"order": options.order or (17 if dtype == "float64" else 10)}
        plan = jaxfmm.plan(
            x, method="fmm", leaf_size=leaf_size(n, options.leaf), backend=options.backend, **given
        )
        update = seconds(jax.jit(lambda p, x: p.update(x)), plan, x, repeat=3)[1]
        _, t, phi = seconds(evaluate, plan, x, q)
        tol, l2 = errors(x, q, phi)
        swapped = sum(int(pairs.count) for pairs in plan.lists[2:] if pairs is not None)
        print(
            f"{dtype:8s} {n:<9d} {name:12s} {1e3 * update:9.2f} {1e3 * t:9.3f} "
            f"{n / t / 1e6:11.1f}   {tol:.1e}   {l2:.1e} {int(plan.far.count) / n:8.2f} "
            f"{plan.pair_work() / n:6.0f} {swapped / n:8.3f}",
            flush=True,
        )


def parts(n, dtype, options):
    """Table 1: the passes one by one, with two right-hand sides (real and imaginary parts)."""
    name, _, _ = backends.expected(options.backend, Logarithm(), 2, jnp.dtype(dtype))
    ops, order = backends.operations(name), options.order or (17 if dtype == "float64" else 10)
    x, q = points_of("square", n, dtype)
    given = PAPER | {"order": order, "leaf_size": leaf_size(n, options.leaf), "method": "fmm"}
    plan = jaxfmm.plan(x, backend=options.backend, **given)
    tree, lists, e = plan.sources_tree, plan.lists, compiled2d.Compiled(jnp.zeros((), dtype))
    one, both = components((0,), 2), components((1,), 2)
    y = x[tree.order] / plan.unit
    w = jnp.stack([q.real, q.imag], axis=1)[:, None][tree.order]
    up = jax.jit(lambda y, w, t: ops.upward(e, order, Particles(t, y, one), w))
    across = jax.jit(lambda m, t, far: ops.m2l(e, order, m, t, t, far))
    down = jax.jit(lambda local, t, y: ops.downward(e, order, local, Particles(t, y, both)))
    kernel = Logarithm(None, jnp.zeros((), dtype))

    @jax.jit
    def near(y, w, t, pairs, far):
        targets, sources = Particles(t, y, both), Particles(t, y, one)
        return ops.p2p(kernel, targets, sources, w, pairs, far)

    times = {}
    times["tree and lists"] = seconds(jax.jit(lambda p, x: p.update(x)), plan, x, repeat=3)[1]
    _, times["P2M, M2M"], multipoles = seconds(up, y, w, tree)
    _, times["M2L"], local = seconds(across, multipoles, tree, lists.far)
    _, times["L2L, L2P"], far = seconds(down, local, tree, y)
    if lists.outward is not None:
        _, times["P2L"], _ = seconds(
            jax.jit(lambda t, y, w, p: ops.p2l(e, order, t, Particles(t, y, one), w, p)),
            tree,
            y,
            w,
            lists.inward,
        )
        _, times["M2P"], _ = seconds(
            jax.jit(lambda m, t, y, p: ops.m2p(e, order, m, Particles(t, y, both), t, p)),
            multipoles,
            tree,
            y,
            lists.outward,
        )
    _, times["P2P"], _ = seconds(near, y, w, tree, lists.near, far)
    _, times["whole potential"], _ = seconds(evaluate, plan, x, q)
    total = times["tree and lists"] + times["whole potential"]
    print(
        f"parts    n = {n}, {dtype}, order {order}, backend {name}; M2L {int(lists.far.count)}, "
        f"pairs {plan.pair_work():.3g}"
    )
    for part, t in times.items():
        print(f"         {part:16s} {1e3 * t:9.3f} ms  {100 * t / total:5.1f} %", flush=True)
    print(
        f"         P2P {plan.pair_work() / times['P2P']:.3e} pairs/s, M2L "
        f"{2 * int(lists.far.count) / times['M2L']:.3e} translations/s"
    )


def break_even(n, dtype, options):
    print("break    n         FMM ms     direct ms")
    for size in [int(2**k) for k in np.arange(9, 17.1, 0.5)]:
        x, q = points_of("square", size, dtype)
        given = PAPER | {"order": options.order or (17 if dtype == "float64" else 10)}
        fmm = jaxfmm.plan(
            x,
            method="fmm",
            leaf_size=leaf_size(size, options.leaf),
            backend=options.backend,
            **given,
        )
        direct = jaxfmm.plan(x, method="direct", kernel=PAPER["kernel"], backend=options.backend)
        times = [seconds(evaluate, plan, x, q, repeat=3)[1] for plan in (fmm, direct)]
        print(f"{dtype:8s} {size:<9d} {1e3 * times[0]:9.3f} {1e3 * times[1]:9.3f}", flush=True)


def spread(n, dtype, options):
    print("spread   n, distribution, deviation: time over that of uniform points")
    given = PAPER | {
        "order": options.order or (17 if dtype == "float64" else 10),
        "leaf_size": leaf_size(n, options.leaf),
    }

    def timed(x):
        plan = jaxfmm.plan(jnp.asarray(x, dtype), method="fmm", backend=options.backend, **given)
        return seconds(evaluate, plan, jnp.asarray(x, dtype), q, repeat=3)[1]

    x, q = points_of("square", n, dtype)
    uniform, rng = timed(x), np.random.default_rng(0)
    for deviation in (0.3, 0.1, 0.03, 0.01, 0.003):
        y = [cases._normal(rng, n, deviation) for _ in range(2)]
        for name, x in (("normal", np.stack(y, 1)), ("layer", np.stack([rng.random(n), y[1]], 1))):
            print(
                f"{dtype:8s} {n:<9d} {name:8s} {deviation:6.3f}  {timed(x) / uniform:.2f}",
                flush=True,
            )


def m2l(n, dtype, options):
    print("m2l      terms   translations  ms        translations/s")
    name, _, _ = backends.expected(options.backend, Logarithm(), 2, jnp.dtype(dtype))
    ops, e = backends.operations(name), compiled2d.Compiled(jnp.zeros((), dtype))
    for order in (8, 12, 16, 17, 24, 32, 45, 60):
        x, q = points_of("square", n, dtype)
        plan = jaxfmm.plan(
            x,
            method="fmm",
            backend=options.backend,
            **PAPER | {"order": order, "leaf_size": leaf_size(n, 24)},
        )
        tree, count = plan.sources_tree, int(plan.far.count)
        y, w = x[tree.order] / plan.unit, jnp.ones((n, 1, 1), dtype)
        up = jax.jit(
            lambda y, w, t, order=order: ops.upward(
                e, order, Particles(t, y, components((0,), 2)), w
            )
        )
        multipoles = up(y, w, tree)
        run = jax.jit(lambda m, t, far, order=order: ops.m2l(e, order, m, t, t, far))
        _, t, _ = seconds(run, multipoles, tree, plan.far)
        print(f"{dtype:8s} {order:5d} {count:12d} {1e3 * t:10.3f} {count / t:12.3e}", flush=True)


def tolerances(n, dtype, options):
    print(
        "tol      n        distribution  tree       tol     order theta leaf  ms         L2 of "
        "potential, gradient"
    )
    for tol in (1e-3, 1e-4, 1e-5) if dtype == "float32" else (1e-3, 1e-6, 1e-9, 1e-12):
        for name in options.distributions:
            for tree in ("adaptive", "balanced"):
                laplace_row(name, n, dtype, options, {"tol": tol, "tree": tree})


def laplace(n, dtype, options):
    print(
        "laplace  n        distribution  tree       tol     order theta leaf  ms         L2 of "
        "potential, gradient"
    )
    for name in options.distributions:
        for tree in ("adaptive", "balanced"):
            for given in (
                {"tol": 1e-6},
                {"tol": 1e-7},
                {"tol": 1e-6, "order": 14},
                {"tol": 1e-6, "order": 20},
            ):
                laplace_row(name, n, dtype, options, {"tree": tree} | given)


def laplace_row(name, n, dtype, options, given):
    x, _ = points_of(name, n, dtype)
    q = jnp.asarray(np.random.default_rng(2).random(n), dtype)
    plan = jaxfmm.plan(x, method="fmm", backend=options.backend, **given)
    _, t, out = seconds(functools.partial(evaluate, gradient=True), plan, x, q)
    sample = np.random.default_rng(1).choice(n, 300, replace=False)
    reference = cases.direct(x, q, np.asarray(x)[sample], block=max(1, int(1e7 / n)))
    found = [cases.error(np.asarray(a)[sample], b) for a, b in zip(out, reference)]
    o = plan.choice
    print(
        f"{dtype:8s} {n:<9d} {name:12s} {plan.request.tree:9s} {plan.request.tol:7.0e} "
        f"{o.order:5d} {o.theta:5.2f} {o.leaf_size:4d} {1e3 * t:10.3f}   {found[0]:.1e}  "
        f"{found[1]:.1e}   M2L/n {int(plan.far.count) / n:.2f} P2P/n {plan.pair_work() / n:.0f}",
        flush=True,
    )


TABLES = {
    "whole": whole, "parts": parts, "break": break_even, "spread": spread, "m2l": m2l, "tol": tolerances, "laplace": laplace
}  # fmt: skip


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    parser.add_argument(
        "--n", type=float, default=None, help="default: 45 * 2^16 on a GPU, 100,000 on a CPU"
    )
    parser.add_argument("--dtype", default="float64", choices=["float32", "float64"])
    parser.add_argument("--order", type=int, default=None)
    parser.add_argument("--leaf", type=int, default=45)
    parser.add_argument("--distributions", nargs="*", default=list(PAPERS))
    parser.add_argument("--backend", default=None)
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    n = int(options.n or (45 * 2**16 if jax.default_backend() != "cpu" else 100_000))
    print(f"jax {jax.__version__}, {jax.devices()[0].device_kind}")
    for table in options.tables:
        TABLES[table](n, options.dtype, options)


if __name__ == "__main__":
    main()
