"""Measures the errors behind `jaxfmm/cost_model/errors.py` and writes them into
`jaxfmm/cost_model/errors.json`.

    python -m tests.benchmarks.calibrate_accuracy 2|3 adaptive|balanced [--n n] [--theta theta ...] [--treecode]
    python -m tests.benchmarks.calibrate_accuracy 1|2|3 interpolated|radial     # over several kernels
    python -m tests.benchmarks.calibrate_accuracy 2|3 adaptive|radial --usual --n 30000     # of measured plans

For every order and opening parameter, the largest relative L2 error over all distributions and
kinds of charges of `tests/cases.py`, of the potential and the gradient, in float64 against a direct
sum at 500 targets; in 2D that of the potential is over its deviation from the mean. Also the error,
at all targets, of charges of one sign in a small ball amid uniform targets, at several places:
nearly all far pairs are of a cell and a point then, and the nearest of them count most, so leaves
are small. Luck, for which `cost_model.errors.SAFETY` is, counts less there, and more in 2D, where
only some 30 cells see the ball: WEIGHT. What is printed says how many pairs of leaves and of cells
there are per leaf, over reach^d (`cost_model.times.WORK`)."""

import argparse
import dataclasses
import functools
import json
import math
import re
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.backends import cpu
from jaxfmm.cost_model.error_tables import TABLE
from jaxfmm.cost_model.families import convergence
from jaxfmm.cost_model.model import Model
from jaxfmm.kernels import Laplace
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.interpolated import rounded
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Scheme, TreePair, tree_sum
from jaxfmm.plan import build as build_plan
from jaxfmm.planning.arrangement import nearest_of
from jaxfmm.planning.capacity import grow_capacity
from jaxfmm.planning.measured_errors import measured_errors
from jaxfmm.planning.probe_charges import SPARE, random_charges, sparse_charges
from jaxfmm.tree.balanced import build_balanced
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse
from tests import cases

ORDERS = {
    3: (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25),
    2: (0, 1, 2, 3, 4, 6, 8, 10, 13, 17, 21, 26, 32, 38, 45, 52, 60),
}
THETAS = {
    "adaptive": (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9),
    "balanced": (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7),
    "interpolated": (0.5, 0.65, 0.8),
    "radial": (0.35, 0.4, 0.5, 0.6, 0.7, 0.8),
}
LEAF_SIZE = 48
# Around a ball: the smallest leaves that plans choose, the weight of errors by how little they vary
# with the place.
SMALL_LEAF = {(3, "adaptive"): 32, (3, "balanced"): 16, (2, "adaptive"): 16, (2, "balanced"): 16}
WEIGHT = {(3, "adaptive"): 0.5, (3, "balanced"): 0.6, (2, "adaptive"): 1.0, (2, "balanced"): 1.0}
BALL, PLACES = 1e-3, (0.5, 0.31, 0.37, 0.81, 0.97, 1.0)
# Of treecodes: beside small leaves of targets the cells of sources are as large as theta allows.
# The gradient at the targets of their transpose, whose expansions are derived, is that of the
# potential at the sources.
TREECODE_LEAF = 8


@functools.partial(jax.jit, static_argnames=("order", "by"))
def _sum(trees, lists, points, weights, order, by):
    kernel = Laplace(None).simplified(points[0].shape[1]).in_unit(jnp.ones((), points[0].dtype))
    scheme = Scheme(by=by, order=order, backend="xla" if cpu.reason() else "cpu", platform="cpu")
    summands = Summands(*points, weights, (0,), (0, 1))
    return tree_sum(kernel, scheme, TreePair(*trees, lists), summands)


def inputs(dim, n):
    """(name, targets, sources) with the box of all points of size 1."""
    every = cases.DISTRIBUTIONS if dim == 3 else cases.DISTRIBUTIONS_2D
    for name, distribution in every.items():
        x = distribution(np.random.default_rng(7), n)
        x = x / np.ptp(x, axis=0).max()
        yield name, x, x
    for place in PLACES:
        rng = np.random.default_rng(7)
        yield (
            f"ball {place}",
            rng.random((n, dim)),
            place + BALL * (rng.random((n // 8, dim)) - 0.5),
        )


# For boxes of size 1. Smooth kernels have no near field beside which errors look small: they are
# the worst where their length is that of leaves, or some times smaller, near a ball and at high
# orders.
WORST = jaxfmm.Yukawa(0.0), jaxfmm.InverseMultiquadric(0.3), jaxfmm.Matern(0.3, 0.5)
LENGTHS = {1: (0.001, 0.003, 0.01, 0.03, 0.1), 2: (0.02, 0.03, 0.1, 0.3), 3: (0.03, 0.1, 0.3)}
KERNELS = {
    dim: (*WORST, *(jaxfmm.Matern(length, 2.5) for length in lengths))
    for dim, lengths in LENGTHS.items()
}
for dim in (1, 2):
    KERNELS[dim] += jaxfmm.Matern(0.05, 0.5), jaxfmm.InverseMultiquadric(0.02)
INTERPOLATED = {
    1: (1, 2, 3, 4, 6, 8, 11, 15),
    2: (1, 2, 3, 4, 6, 8, 11, 15),
    3: (1, 2, 3, 4, 5, 6, 8, 10),
}
SPREAD = {3: ("cube", "line"), 2: ("square", "spiral", "pair", "line"), 1: ("square",)}
RADIAL, RADIAL_POINTS = tuple(range(1, 11)), 5000
FEW_POINTS = {1: 2000, 2: 2000, 3: 1200}
FEW_PLACES = (0.81, 0.5)
# in 3D, the order above which only the smallest theta is measured; the others have the errors of
# this one
SLOW = 8


def smooth(dim, family, thetas):
    """{(theta, order): largest errors} of the FMM by a family of expansions that serve many
    kernels: of the potential, the gradient and, but for 3D, second derivatives."""
    by_nodes = family == "interpolated"
    n, orders = FEW_POINTS[dim] if by_nodes else RADIAL_POINTS, (0, 1) if dim == 3 else (0, 1, 2)
    every, slow = (INTERPOLATED[dim], dim == 3) if by_nodes else (RADIAL, False)
    worst, backend = {}, "xla" if cpu.reason() else "cpu"
    where, ones = {"backend": backend, "platform": "cpu"}, jnp.ones(())
    grow = jax.jit(
        functools.partial(build, leaf_capacity=n, native=backend == "cpu"),
        static_argnames="leaf_size",
    )

    @jax.jit
    def walk(targets, sources, rate):
        capacities = {"far_capacity": 64 * n, "near_capacity": 32 * n}
        traversal = Traversal(targets, sources, rate=rate, near_length=0.0, **capacities)
        return traverse(traversal, native=backend == "cpu")

    @functools.partial(jax.jit, static_argnames="order")
    def fast(kernel, trees, lists, x, y, q, order):
        scheme = Scheme(by="m2l", family=family, order=order, **where)
        return tree_sum(kernel, scheme, TreePair(*trees, lists), Summands(x, y, q, (0,), orders))

    @jax.jit
    def exact(kernel, x, y, q):
        return direct(kernel, x, y, q, (0,), orders, **where)

    parts = [
        slice(first, first + math.comb(b + dim - 1, b)) for b, first in zip(orders, (0, 1, 1 + dim))
    ]
    for name, x, y in spread(dim, n) if by_nodes else everywhere(dim, n):
        rng = np.random.default_rng(7)
        q = jnp.asarray(np.stack([charge(rng, y) for charge in cases.CHARGES.values()], axis=1))[
            :, None
        ]
        points = jnp.asarray(x), jnp.asarray(y)
        trees = [grow(p, leaf_size=32, extent=ones) for p in points]
        seen = [rounded(tree) for tree in trees]
        for theta in thetas:
            lists = walk(*seen, convergence(theta, "adaptive", family))
            assert (
                int(lists.far.count) <= lists.far.capacity
                and int(lists.near.count) <= lists.near.capacity
            )
            for kernel in KERNELS[1 if name == "line" else dim]:
                if kernel.dimensions and dim not in kernel.dimensions:
                    continue
                inner = kernel.in_unit(ones)
                reference = exact(inner, *points, q)
                for order in every:
                    if slow and order > SLOW and theta > min(THETAS["interpolated"]):
                        worst[theta, order] = worst[theta, SLOW]
                        continue
                    out = fast(inner, trees, lists, *points, q, order)
                    errors = [
                        max(
                            cases.error(out[:, part, i], reference[:, part, i])
                            for i in range(2 if x is y else 1)
                        )
                        for part in parts
                    ]
                    text = " ".join(f"{error:.1e}" for error in errors)
                    print(
                        f"{name:10s} {kernel} theta {theta} order {order:2d} {text}",
                        file=sys.stderr,
                        flush=True,
                    )
                    weight = (
                        2.0 if x is not y and dim == 1 else 1.0
                    )  # only two cells of a level are next to the ball
                    worst[theta, order] = np.maximum(
                        worst.get((theta, order), 0), weight * np.array(errors)
                    )
    return worst


USUAL = {3: ("cube", "plummer", "clusters"), 2: ("square", "spiral", "pair")}
USUAL_THETAS = (0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.96)
# Of Taylor expansions: softenings of one distance between neighbours and of some, for which a plan
# may be half as good.
USUAL_RADIAL_THETAS = (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8)
USUAL_RADIAL = (1, 2, 3, 4, 5, 6, 7, 8, 10)
SOFTENINGS = {1: 1.0, 4: 1 / SPARE, 16: 1 / SPARE}


def usual_radial(dim, n, thetas):
    """As `usual`, of Taylor expansions, with the rule by the sum of radii that measured plans
    have."""
    found = {}
    for name in USUAL[dim][:1]:
        x = jnp.asarray(
            (cases.DISTRIBUTIONS | cases.DISTRIBUTIONS_2D)[name](np.random.default_rng(7), n)
        )
        charges = jnp.concatenate(
            [random_charges(n, x.dtype, 1), sparse_charges(n, x.dtype)[0]],
            axis=1,
        )
        weights = np.array([1.0, 1.0, 1 / SPARE])[:, None]
        spacing = 1.8 * float(np.median(nearest_of(x)[0]))
        kernel = jaxfmm.Laplace(spacing).simplified(dim)
        for theta in thetas:
            made = jaxfmm.plan(x, kernel=kernel, order=1, theta=theta, leaf_size=32, method="fmm")
            choice = dataclasses.replace(made.choice, by_sum=True)
            made = grow_capacity(build_plan(choice, kernel, x, None), Problem(kernel, x, None))
            y = made.inside(x)
            for order in USUAL_RADIAL:
                plan = dataclasses.replace(
                    made, choice=dataclasses.replace(made.choice, order=order)
                )
                errors = np.zeros(2)
                for times, weight in SOFTENINGS.items():
                    inner, some = (
                        kernel.in_unit(plan.unit * times**-1.0),
                        charges[:, : 3 if times == 1 else 2],
                    )
                    wrong = measured_errors(plan, y, y, some, inner).relative
                    errors = np.maximum(errors, weight * (weights[: len(wrong)] * wrong).max(0))
                print(
                    f"{name:10s} theta {theta} order {order:2d}",
                    errors,
                    file=sys.stderr,
                    flush=True,
                )
                found[theta, order] = np.maximum(found.get((theta, order), 0), errors)
    return found


def usual(dim, tree, n, thetas):
    """{(theta, order): errors}, the largest of a few usual distributions, as plans measure them."""
    found = {}
    for name in USUAL[dim]:
        x = jnp.asarray(
            (cases.DISTRIBUTIONS | cases.DISTRIBUTIONS_2D)[name](np.random.default_rng(7), n)
        )
        charges = jnp.concatenate(
            [random_charges(n, x.dtype, 1), sparse_charges(n, x.dtype)[0]],
            axis=1,
        )
        weights = np.array([1.0, 1.0, 1 / SPARE])[:, None]
        for theta in thetas:
            for order in ORDERS[dim]:
                plan = jaxfmm.plan(
                    x, order=order, theta=theta, leaf_size=32, method="fmm", tree=tree
                )
                y = plan.inside(x)
                errors = (weights * measured_errors(plan, y, y, charges).relative).max(0)
                print(
                    f"{name:10s} theta {theta} order {order:2d}",
                    errors,
                    file=sys.stderr,
                    flush=True,
                )
                found[theta, order] = np.maximum(found.get((theta, order), 0), errors)
    return found


def everywhere(dim, n):
    """`inputs` in so many dimensions, and those of interpolated kernels."""
    if dim > 1:
        yield from inputs(dim, n)
    yield from spread(dim, n)


def line(rng, n):
    """Along the first axis."""
    return rng.random((n, 1)) * np.array([1.0, 0.0, 0.0])


def spread(dim, n):
    """(name, targets, sources) for interpolated kernels, in boxes of size 1."""
    for name in SPREAD[dim]:
        x = (cases.DISTRIBUTIONS | cases.DISTRIBUTIONS_2D | {"line": line})[name](
            np.random.default_rng(7), n
        )[:, :dim]
        x = x / np.ptp(x, axis=0).max()
        yield name, x, x
    for place in FEW_PLACES[: 1 if dim == 3 else None]:
        rng = np.random.default_rng(7)
        yield f"ball {place}", rng.random((n, dim)), place + BALL * (rng.random((n, dim)) - 0.5)


def write(path, section, name, worst, orders, thetas):
    """Puts the errors into a section of the table of a file, in place of those of these thetas."""
    table = json.loads(path.read_text(encoding="utf-8"))
    old = table[section].get(name, {})
    entry = {"orders": list(orders)}
    for number, what in enumerate(("potential", "gradient")):
        rows = old.get(what, {}) if old.get("orders") == entry["orders"] else {}
        for theta in thetas:
            rows[str(theta)] = [float(f"{worst[theta, p][number]:.1e}") for p in orders]
        entry[what] = dict(sorted(rows.items(), key=lambda row: float(row[0])))
    table[section][name] = entry
    text = re.sub(
        r"\[[^\[\]]*\]",
        lambda row: "[" + " ".join(row.group()[1:-1].split()) + "]",
        json.dumps(table, indent=1),
    )
    path.write_text(text + "\n", encoding="utf-8")


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dim", type=int)
    parser.add_argument("kind", choices=THETAS)
    parser.add_argument("--n", type=int, default=12000)
    parser.add_argument("--theta", type=float, nargs="+")
    parser.add_argument("--treecode", action="store_true")
    parser.add_argument(
        "--usual",
        action="store_true",
        help="errors of usual points, from which measured plans begin",
    )
    parser.add_argument("--output", type=Path, default=TABLE, help="the table to write into")
    given = parser.parse_args(argv)
    jax.config.update("jax_enable_x64", True)
    dim, kind, n, treecode = given.dim, given.kind, given.n, given.treecode
    section = "usual" if given.usual else "treecode" if treecode else "largest"
    finish = functools.partial(write, given.output, section, f"{dim}D {kind}")
    if given.usual and kind == "radial":
        thetas = given.theta or USUAL_RADIAL_THETAS
        return finish(usual_radial(dim, n, thetas), USUAL_RADIAL, thetas)
    if kind in ("interpolated", "radial"):
        thetas = (
            given.theta or THETAS[kind][: 2 if dim == 1 and kind == "interpolated" else None]
        )  # enough in 1D
        orders = INTERPOLATED[dim] if kind == "interpolated" else RADIAL
        return finish(smooth(dim, kind, thetas), orders, thetas)
    if given.usual:
        thetas = given.theta or USUAL_THETAS
        return finish(usual(dim, kind, n, thetas), ORDERS[dim], thetas)
    thetas = given.theta or THETAS[kind]
    native = cpu.reason() is None
    if kind == "balanced":
        grow = functools.partial(build_balanced, native=native)
    else:
        grow = functools.partial(build, leaf_capacity=n, native=native)
    grow = jax.jit(grow, static_argnames="leaf_size")
    capacity = 512 if treecode else 64

    @jax.jit
    def walk(targets, sources, rate):
        capacities = {"far_capacity": capacity * n, "near_capacity": capacity * n}
        traversal = Traversal(
            targets, sources, rate=rate, near_length=0.0, leaf_targets=treecode, **capacities
        )
        return traverse(traversal, native=native)

    worst, work = {}, {}
    for name, x, y in inputs(dim, n):
        rng = np.random.default_rng(7)
        q = np.stack([charge(rng, y) for charge in cases.CHARGES.values()], axis=1)
        sample = rng.choice(len(x), 500, replace=False) if x is y else np.arange(len(x))
        phi, grad = cases.direct(y, q, x[sample])
        points, weights = (jnp.asarray(x), jnp.asarray(y)), jnp.asarray(q)[:, None]
        leaf_size = (TREECODE_LEAF if treecode else LEAF_SIZE) if x is y else SMALL_LEAF[dim, kind]
        trees = [grow(p, leaf_size=leaf_size, extent=jnp.ones(())) for p in points]
        for theta in thetas:
            lists = walk(*trees, convergence(theta, kind, "harmonic"))
            far, near = int(lists.far.count), int(lists.near.count)
            assert far <= lists.far.capacity and near <= lists.near.capacity
            reach = Model(dim, kind).reach(theta)
            if treecode and x is y:
                rows = trees[0].capacity, trees[0].leaves.shape[0]
                turned_lists = lists._replace(
                    far=lists.far.transposed(rows[0]), near=lists.near.transposed(rows[1])
                )
            work[name, theta] = np.array([near, far]) / int(trees[0].n_leaves) / reach**dim
            for order in ORDERS[dim]:
                out = np.asarray(
                    _sum(trees, lists, points, weights, order, "m2p" if treecode else "m2l")
                )[sample]
                turned = out
                if treecode and x is y:
                    turned = np.asarray(_sum(trees, turned_lists, points, weights, order, "p2l"))[
                        sample
                    ]
                for i, sign in enumerate(cases.CHARGES if x is y else ["one_sign"]):
                    slopes = [cases.error(part[:, 1:, i], grad[:, :, i]) for part in (out, turned)]
                    errors = cases.error(out[:, 0, i], phi[:, i]), max(slopes)
                    if (
                        dim == 2
                        # the unit of length adds a constant, which is not to make the error look
                        # small
                    ):
                        spread = np.linalg.norm(phi[:, i] - phi[:, i].mean()) / np.linalg.norm(
                            phi[:, i]
                        )
                        errors = errors[0] / min(1, spread), errors[1]
                    print(f"{name:10s} {sign:10s} theta {theta} order {order:2d} potential {errors[0]:.1e} "
                          f"gradient {errors[1]:.1e}", file=sys.stderr, flush=True)  # fmt: skip
                    key = theta, order
                    worst[key] = np.maximum(
                        worst.get(key, 0), np.array(errors) * (1.0 if x is y else WEIGHT[dim, kind])
                    )
    finish(worst, ORDERS[dim], thetas)
    for (name, theta), counts in work.items():
        print(f"# {name:10s} theta {theta}: near {counts[0]:.1f}, far {counts[1]:.1f}")


if __name__ == "__main__":
    main()
