"""Sums of softened and of other radial kernels on a device: milliseconds with the plan's update and
without, and the errors of potential and gradient at some targets against direct sums.

    # a cube and a Plummer sphere of 1e6 bodies
    python -m tests.benchmarks.bench_softening
    python -m tests.benchmarks.bench_softening --n 1e5 --charges     # plans fitted to the masses
    python -m tests.benchmarks.bench_softening --profile spline
    python -m tests.benchmarks.bench_softening --jzfmm               # jzfmm beside, tree included

Softenings of the cube are in spacings n^(-1/3), those of the sphere in its scale radius.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests import cases
from tests.benchmarks.bench_pipeline import JZFMM, by_jzfmm
from tests.benchmarks.bench_tol import alone, milliseconds, updated

SOFTENINGS = {
    "cube": (0.0, 0.1, 0.3, 1.0, 3.0, 10.0),
    "plummer": (0.0, 0.001, 0.01, 0.03, 0.1, 0.3),
}
OTHERS = {
    "Yukawa(5)": jaxfmm.Yukawa(5.0),
    "Matern(0.2, 3/2)": jaxfmm.Matern(0.2, 1.5),
    "InverseMultiquadric(0.1)": jaxfmm.InverseMultiquadric(0.1),
}
SAMPLES = 1000


def uncut(rng, n):
    """A Plummer sphere with the outermost bodies."""
    radius = (rng.uniform(0, 0.999, n) ** (-2 / 3) - 1) ** -0.5
    directions = rng.normal(size=(n, 3))
    return radius[:, None] * directions / np.linalg.norm(directions, axis=1, keepdims=True)


def row(name, kernel, x, given):
    if not any(part in name for part in given.rows):
        return
    n, some = len(x), np.random.default_rng(1).choice(len(x), SAMPLES, replace=False)
    q = jnp.ones(n, x.dtype)
    start = time.perf_counter()
    plan = jaxfmm.plan(x, kernel=kernel, tol=given.tol, charges=q if given.charges else None)
    start = time.perf_counter() - start
    _, both = milliseconds(updated, x, q, plan, repeats=9)
    sums, once = milliseconds(alone, x, q, plan, repeats=9)
    direct = jaxfmm.plan(x, x[some], kernel=kernel, method="direct")
    exact = jaxfmm.potential_and_gradient(x, q, x[some], plan=direct)
    errors = " ".join(f"{cases.error(value[some], right):.1e}" for value, right in zip(sums, exact))
    o = plan.choice
    how = f"{getattr(o.method, 'family', plan.method)} {o.order} / {o.theta} / {o.leaf_size}"
    print(
        f"{name:34s} {both:9.2f} {once:9.2f}   {errors}   {how:26s} plan {start:.1f} s", flush=True
    )
    if given.jzfmm and kernel.plummer:
        for setting in JZFMM[:2]:
            once, both, force = by_jzfmm(x, q, kernel.softening, *setting)
            error = cases.error(-np.asarray(force)[some], exact[1])
            how = " / ".join(map(str, setting[:3]))
            print(
                f"{'  jzfmm':34s} {both:9.2f} {once:9.2f}           {error:.1e}   {how}", flush=True
            )


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=float, default=1e6)
    parser.add_argument("--tol", type=float, default=1e-3)
    parser.add_argument("--profile", default="plummer")
    parser.add_argument("--charges", action="store_true", help="fit plans to the masses")
    parser.add_argument(
        "--jzfmm", action="store_true", help="the same by jzfmm, beside Plummer's softening"
    )
    parser.add_argument(
        "--rows", nargs="+", default=[""], help="those whose name contains one of these"
    )
    given = parser.parse_args(argv)
    n = int(given.n)
    print(
        f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {n} bodies, float32, tol "
        f"{given.tol:g}"
    )
    print(f"{'':34s} {'ms':>9s} {'sum':>9s}   errors            order / theta / leaf size")
    places = {"cube": cases.cube, "plummer": uncut}
    for where, softenings in SOFTENINGS.items():
        x = jnp.asarray(places[where](np.random.default_rng(0), n), jnp.float32)
        for length in softenings:
            softening = length * n ** (-1 / 3) if where == "cube" else length
            row(
                f"{where}, softening {length:g}", jaxfmm.Laplace(softening, given.profile), x, given
            )
        for name, kernel in OTHERS.items() if where == "cube" else ():
            row(f"cube, {name}", kernel, x, given)


if __name__ == "__main__":
    main()
