"""The whole FMM on a GPU, stage by stage: gravity, error of the force against float64 at 1000
targets.

    # the settings below, 1e5 to 1.6e7 bodies
    python -m tests.benchmarks.bench_pipeline
    # also what each stage takes, by the profiler
    python -m tests.benchmarks.bench_pipeline --stages --n 1e6 1.6e7
    # jzfmm beside, which cannot do without softening
    python -m tests.benchmarks.bench_pipeline --softening 0.01 --jzfmm
    python -m tests.benchmarks.bench_pipeline --n 1e6 --dtype float64 --settings 6/0.6/48 12/0.5/64

Columns: milliseconds of the sum with a plan, of plan.update, of both in one call (medians of whole
calls); particles per second of the sum; relative L2 error of the force; far and near pairs per
particle; bytes of the plan per particle."""

import argparse
import collections
import glob
import statistics
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests import cases

SETTINGS = ("6/0.75/48", "7/0.85/48", "8/0.95/48")  # order / theta / leaf size
STAGES = {  # kernels of one name, in the order of their launches
    "sum": ("P2M", "M2M", "M2L", "L2L", "L2P", "P2P"),
    "update": ("tree", "lists"),
}


def milliseconds(function, *arguments, repeat=10):
    jax.block_until_ready(function(*arguments))
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        jax.block_until_ready(function(*arguments))
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


def bodies(distribution, n, dtype):
    x = cases.DISTRIBUTIONS[distribution](np.random.default_rng(1), n)
    return jnp.asarray(x, dtype), jnp.full(n, 1 / n, dtype)


def reference(x, q, softening, targets):
    """Gradients in float64 at some of the points, on the device."""
    with jax.enable_x64(True):
        x, q = jnp.asarray(np.asarray(x, np.float64)), jnp.asarray(np.asarray(q, np.float64))

        def one(t):
            d = t[None] - x
            r2 = jnp.sum(d * d, axis=1)
            inverse = jnp.where(r2 > 0, jax.lax.rsqrt(r2 + softening**2), 0)
            return -jnp.sum(d * (q * inverse**3)[:, None], axis=0)

        return np.asarray(jax.jit(lambda t: jax.lax.map(one, t))(x[targets]))


def stages(title, function, arguments, names, repeat=5):
    """Prints what each kernel takes, the library's own by the names of the stages."""
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            for _ in range(repeat):
                jax.block_until_ready(function(*arguments))
        path = glob.glob(f"{folder}/**/*.xplane.pb", recursive=True)[0]
        planes = jax.profiler.ProfileData.from_file(path).planes
        lines = [
            line
            for plane in planes
            if "GPU" in plane.name
            for line in plane.lines
            if "Stream" in line.name
        ]
        events = sorted((e.start_ns, e.duration_ns, e.name) for line in lines for e in line.events)
    total, own = collections.Counter(), 0
    for _, duration, name in events:
        if name == "entry":
            name, own = names[own % len(names)], own + 1
        elif name.startswith("void cub"):
            name = "sort (CUB)"
        total[name if name in names or name.startswith("sort") else "XLA: " + name] += (
            duration / repeat / 1e6
        )
    print(f"    {title}: {sum(total.values()):.3f} ms in {len(events) // repeat} kernels")
    rest = 0.0
    for name, ms in total.most_common():
        if ms >= 0.02 * sum(total.values()):
            print(f"      {ms:8.3f} ms  {name}")
        else:
            rest += ms
    print(f"      {rest:8.3f} ms  all others")


def row(distribution, n, dtype, settings, options, cache):
    x, q = bodies(distribution, n, dtype)
    order, theta, leaf_size = (float(s) for s in settings.split("/"))
    softening = options.softening * n ** (-1 / 3)
    kernel = jaxfmm.Laplace(softening or None)
    given = {"order": int(order), "theta": theta, "leaf_size": int(leaf_size)}
    plan = jaxfmm.plan(x, kernel=kernel, method="fmm", tol=options.tol, **given)
    evaluate = jax.jit(
        lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan)
    )
    update = jax.jit(lambda x, plan: plan.update(x))
    both = jax.jit(
        lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan.update(x))
    )
    times = [
        milliseconds(evaluate, x, q, plan),
        milliseconds(update, x, plan),
        milliseconds(both, x, q, plan),
    ]
    error = force_error(distribution, x, q, softening, evaluate(x, q, plan)[1], cache)
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(plan)) / n
    print(
        f"{distribution:8s} {n:9d} {dtype} {settings:10s} {times[0]:9.3f} {times[1]:8.3f} "
        f"{times[2]:9.3f} {n / times[0] * 1e3:9.2e} {error:.2e} {int(plan.far.count) / n:5.2f} "
        f"{plan.pair_work() / n:6.0f} {size:6.0f}",
        flush=True,
    )
    if options.stages:
        stages("sum", evaluate, (x, q, plan), STAGES["sum"])
        stages("update", update, (x, plan), STAGES["update"])


def force_error(distribution, x, q, softening, gradient, cache):
    key = distribution, len(x), x.dtype
    if key not in cache:
        targets = np.sort(np.random.default_rng(7).choice(len(x), min(len(x), 1000), replace=False))
        cache[key] = targets, reference(x, q, softening, targets)
    targets, expected = cache[key]
    return cases.error(np.asarray(gradient)[targets], expected)


def by_jzfmm(x, q, softening, order, theta, leaf_size, capacity):
    """(milliseconds of the sum on a tree that is there, of tree and sum, the force) by jzfmm (J.
    Stuecker)."""
    import jzfmm
    import jztree.tree
    from jzfmm.fmm import fast_multipole_method
    from jztree.config import TreeConfig
    from jztree.data import PosMass

    tree = TreeConfig(
        max_leaf_size=leaf_size,
        coarse_fac=4.0,
        alloc_fac_nodes=1.2,
        regularization=None,
        mass_centered=False,
    )
    config = jzfmm.FMMConfig(
        tree=tree, kernel=jzfmm.PlummerKernel(softening=softening), p=order,
        opening=jzfmm.OpeningByAngle(theta=theta), alloc_fac_ilist=capacity,
    )  # fmt: skip
    particles = PosMass(pos=x, mass=q)
    whole = milliseconds(lambda: fast_multipole_method.jit(particles, cfg_fmm=config).values)
    in_order, hierarchy = jztree.tree.zsort_and_tree.jit(particles, cfg_tree=config.tree)
    alone = milliseconds(
        lambda: (
            fast_multipole_method.jit(in_order, cfg_fmm=config, th=hierarchy, result="locz").values
        )
    )
    return alone, whole, fast_multipole_method.jit(particles, cfg_fmm=config).values[:, 1:4]


def jzfmm_row(distribution, n, dtype, softening, setting, cache):
    x, q = bodies(distribution, n, dtype)
    alone, whole, force = by_jzfmm(x, q, softening, *setting)
    error = force_error(distribution, x, q, softening, -force, cache)
    times = f"sum {alone:9.3f}, tree and sum {whole:9.3f}, error {error:.2e}"
    print(
        f"{distribution:8s} {n:9d} {dtype} jzfmm {'/'.join(map(str, setting[:3]))}: {times}",
        flush=True,
    )


# Order, theta, leaf size and room in its interaction list.
JZFMM = ((5, 0.8, 64, 128.0), (5, 0.8, 32, 256.0), (7, 0.6, 32, 384.0))


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, nargs="+", default=[1e5, 1e6, 1.6e7])
    parser.add_argument(
        "--distribution", nargs="+", default=["cube", "plummer"], choices=list(cases.DISTRIBUTIONS)
    )
    parser.add_argument("--dtype", default="float32", choices=["float32", "float64"])
    parser.add_argument("--settings", nargs="+", default=SETTINGS)
    parser.add_argument("--softening", type=float, default=0.0, help="over n^(-1/3)")
    parser.add_argument(
        "--tol", type=float, default=1e-4, help="up to which softening is left out far away"
    )
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--jzfmm", action="store_true")
    options = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", options.dtype == "float64")
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    print(
        "bodies           n dtype   p/theta/leaf    sum   update      both particles/s error     "
        "far   near bytes"
    )
    for n in options.n:
        for distribution in options.distribution:
            cache = {}
            for settings in options.settings:
                row(distribution, int(n), options.dtype, settings, options, cache)
            if options.jzfmm:
                for setting in JZFMM:
                    try:
                        softening = options.softening * n ** (-1 / 3)
                        jzfmm_row(distribution, int(n), options.dtype, softening, setting, cache)
                    except Exception as error:  # it says what it lacks, and the table goes on
                        print(
                            f"{distribution:8s} {int(n):9d} jzfmm {setting}: "
                            f"{str(error).splitlines()[0][:120]}"
                        )


if __name__ == "__main__":
    main()
