"""Measures the rates by which plans choose order, opening parameter, leaf size and method, on the
device JAX finds.

    python -m jaxfmm.tune                          # into the user's own table (`jaxfmm.cost_model.rates.user_table`)
    python -m jaxfmm.tune --output rates.json      # into another, to be named in JAXFMM_RATES
    python -m jaxfmm.tune --quick --output t.json  # tiny sizes, to see that it works

Every backend that is available is measured in two and three dimensions and in float32 and float64,
on uniform points. What a stage takes is the difference between a whole sum
(`passes.tree_sum.tree_sum`) with its list and with a shorter one, which one compiled program does
both. Of Taylor series and polyharmonic expansions, in three dimensions, translations alone are
measured. What lists cost an update is not measured: the package's number is kept. Programs are
compiled side by side and then run in turns, round after round, and the shortest time of each
counts: what a machine does besides only ever adds, and medians lost M2L in it."""

import argparse
import dataclasses
import functools
import json
import math
import os
import re
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import progress
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.accuracy import Model
from jaxfmm.cost_model.rates import Rates, key, load, rates, user_table
from jaxfmm.kernels import Laplace
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Scheme, TreePair, expansions_of, tree_sum
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.sum import potential_and_gradient

DTYPES = ("float32", "float64")
LEAST, THETA = 2, 0.7  # order and opening parameter where they do not matter
SMALL, LARGE = (
    32,
    128,
)  # leaf sizes that tell what the passes cost per leaf from what they cost per point
MULTIPOLE = 6  # order of the multipoles that are evaluated
# points in a leaf over leaf size: far from both 1/2 and 1, where few more points would change the
# tree
FILLED = 0.72
FAR, NEAR, BOTH = ("far",), ("near",), ("far", "near")  # lists that are left out
LONG = 3e-3  # seconds: as many calls in a row as take that long are timed together
NOISE = 0.01  # of the time of a sum, which a stage takes at least


@dataclasses.dataclass(frozen=True)
class Workload:
    """points of a sum by trees, points of a direct sum, of a small sum; leaf sizes; orders by
    dimension; others: orders of other expansions, none for those of OTHERS."""

    points: int
    direct: int
    small: int
    leaves: tuple[int, ...]
    orders: Mapping[int, tuple[int, ...]]
    others: tuple[int, ...] = ()


LEAVES = (16, SMALL, 48, 64, 96, LARGE, 192, 512)
ORDERS = {3: (2, 4, 6, 8, 10, 12, 16, 20, 25, 30), 2: (2, 4, 8, 12, 17, 24, 32, 45, 60)}
FEW = {3: (2, 5, 9, 15), 2: (2, 8, 16, 32)}
COMPILED = {
    "cpu": Workload(100_000, 16_384, 4096, LEAVES, ORDERS),
    "gpu": Workload(8_000_000, 131_072, 16_384, LEAVES, ORDERS),
}
XLA = {
    "cpu": Workload(50_000, 8192, 4096, (SMALL, 64, LARGE), FEW),
    "gpu": Workload(500_000, 32_768, 8192, (SMALL, LARGE), FEW),
}
SOFTENING = 0.02  # of the box, of other expansions
# Their orders in 3D by backend.
OTHERS = {
    "cpu": {"radial": (2, 4, 6, 8, 10), "polyharmonic": (2, 4, 6, 8, 10)},
    "cuda": {"radial": (2, 4, 5, 6, 7, 8), "polyharmonic": (4, 5, 6, 7, 8, 9)},
    "xla": {"radial": (2, 4, 6, 8), "polyharmonic": (2, 4, 6, 8)},
}
BUDGET = {"cpu": 30.0, "gpu": 6.0}  # seconds of timing for a backend, a dimension and a precision
QUICK = Workload(1500, 512, 512, (SMALL, LARGE), {3: (LEAST,), 2: (LEAST,)}, (LEAST,))


@dataclasses.dataclass(frozen=True)
class _Setting:
    """Sums of a backend in a dimension and a precision, to be compiled and timed."""

    backend: str
    dim: int
    dtype: str
    sizes: Workload

    @property
    def where(self):
        return {
            "backend": self.backend,
            "platform": "cpu" if jax.default_backend() == "cpu" else "cuda",
        }

    @property
    def kernel(self):
        """In the unit of plans for points of a unit box."""
        return Laplace().simplified(self.dim).in_unit(jnp.ones((), self.dtype))

    def points(self, n):
        return jnp.asarray(np.random.default_rng(0).random((n, self.dim)), self.dtype)

    def problem(self, leaf_size):
        x = self.points(_filling(self.sizes.points, leaf_size))
        return x, make_plan(x, method="fmm", order=LEAST, theta=THETA, leaf_size=leaf_size)

    def program(self, x, plan, order, by, family=None):
        """A sum on a tree, compiled, as a function of lists; softened if a family of expansions is
        named."""
        softened = Laplace(jnp.full((), SOFTENING, self.dtype))
        scheme = Scheme(by=by, family=family, order=order, **self.where)

        def total(x, w, tree, lists):
            kernel = self.kernel if family is None else softened
            return tree_sum(
                kernel, scheme, TreePair(tree, tree, lists), Summands(x, x, w, (0,), (0, 1))
            )

        w = jnp.ones((len(x), 1, 1), self.dtype)
        compiled = jax.jit(total).lower(x, w, plan.sources_tree, _lists(plan, by)).compile()
        return functools.partial(compiled, x, w, plan.sources_tree)

    def small(self, method):
        x, q = self.points(self.sizes.small), jnp.ones(self.sizes.small, self.dtype)
        plan = make_plan(
            x, method=method, order=LEAST, theta=THETA, leaf_size=64, backend=self.backend
        )
        function = jax.jit(lambda x, q, plan: potential_and_gradient(x, q, plan=plan))
        return functools.partial(function.lower(x, q, plan).compile(), x, q, plan), plan

    def all_pairs(self, n):
        x, w, kernel = self.points(n), jnp.ones((n, 1, 1), self.dtype), self.kernel
        function = jax.jit(lambda x, w: direct(kernel, x, x, w, (0,), (0, 1), **self.where))
        return functools.partial(function.lower(x, w).compile(), x, w)


def _side_by_side(function, jobs):
    """{job: function(job)}."""
    x64 = jax.config.jax_enable_x64

    def one(job):
        with jax.enable_x64(x64):  # a setting of threads
            return function(job)

    with ThreadPoolExecutor(min(12, os.cpu_count() or 1)) as pool:
        return dict(zip(jobs, pool.map(one, jobs)))


def measure(backend, dim, dtype, sizes, *, budget):
    """The `Rates` of a backend ("cpu", "cuda" or "xla"), in float64 only where x64 is on."""
    setting = _Setting(backend, dim, dtype, sizes)
    orders = _with_cliffs(sizes.orders[dim], setting)
    problems = _side_by_side(setting.problem, sizes.leaves)

    def program(job):
        leaf_size, *how = job
        return setting.program(*problems[leaf_size], *how)

    @functools.cache
    def shortened(leaf_size, by, left):
        """The lists of a program, without some."""
        return _without(_lists(problems[leaf_size][1], by), *left)

    left_out = {(leaf, order, "m2l"): (NEAR, BOTH) for leaf in (SMALL, LARGE) for order in orders}
    left_out |= {(leaf, LEAST, "m2l"): (FAR, NEAR, BOTH) for leaf in sizes.leaves}
    left_out[SMALL, MULTIPOLE, "m2p"] = (NEAR, BOTH)
    others = (
        {family: sizes.others or orders for family, orders in OTHERS[backend].items()}
        if dim == 3
        else {}
    )
    left_out |= {
        (SMALL, order, "m2l", family): (NEAR, BOTH)
        for family, orders in others.items()
        for order in orders
    }
    programs = _side_by_side(program, left_out)
    sums, all_pairs = (
        _side_by_side(setting.small, ("fmm", "direct")),
        setting.all_pairs(sizes.direct),
    )

    runs = {"fmm": sums["fmm"][0], "small direct": sums["direct"][0], "direct": all_pairs}
    for job, run in programs.items():
        leaf, _, by, *_ = job
        runs |= {
            (*job, left): functools.partial(run, shortened(leaf, by, left))
            for left in left_out[job]
        }
    times = nanoseconds(runs, budget)

    def less(job, left):
        """What the list adds that is left out in the second case only."""
        return max(times[*job, left] - times[*job, BOTH], NOISE * times[*job, BOTH])

    pair = {
        leaf: less((leaf, LEAST, "m2l"), FAR) / plan.pair_work()
        for leaf, (_, plan) in problems.items()
    }
    both = [problems[leaf][1] for leaf in (SMALL, LARGE)]
    counts = np.array([(plan.request.n, int(plan.sources_tree.n_leaves)) for plan in both], float)
    far, short = (
        np.array([int(shortened(leaf, "m2l", left).far.count) for leaf in (SMALL, LARGE)])
        for left in (NEAR, BOTH)
    )
    translation, particle, cell = {}, {}, {}
    for order in orders:
        jobs = [(leaf, order, "m2l") for leaf in (SMALL, LARGE)]
        translation[order] = sum(less(job, NEAR) for job in jobs) / sum(far - short)
        passes = np.array([times[*job, BOTH] for job in jobs])
        particle[order], cell[order] = _split(
            counts, np.maximum(passes - translation[order] * short, NOISE * passes)
        )
    more = {
        family: _rising(
            {p: less((SMALL, p, "m2l", family), NEAR) / (far - short)[0] for p in orders}
        )
        for family, orders in others.items()
    }
    full, first = (
        _evaluations(both[0], shortened(SMALL, "m2p", left).far) for left in (NEAR, BOTH)
    )
    coefficients = (full - first) * Model(dim, "adaptive").coefficients(MULTIPOLE)
    found = Rates(
        pair=pair,
        translation=_rising(translation),
        particle=_rising(particle),
        cell=_rising(cell),
        multipole=less((SMALL, MULTIPOLE, "m2p"), NEAR) / coefficients,
        direct=times["direct"] / sizes.direct**2,
        call=1.0,
        **more,
    )

    plan = sums["fmm"][1]
    work = Model(dim, "adaptive", rates=found).work(
        LEAST,
        64,
        plan.pair_work(),
        int(plan.far.count),
        sizes.small,
        int(plan.sources_tree.n_leaves),
    )
    called = max(
        0.0, times["small direct"] - found.direct * sizes.small**2
    )  # one call has to be paid anyway
    return dataclasses.replace(found, call=max(1.0, times["fmm"] - work - called))


def nanoseconds(runs, budget, clock=time.perf_counter):
    """The least time of one call of each, {name: ns}, in rounds in which all are called, at least
    3, for `budget` seconds."""
    least, calls = dict.fromkeys(runs, math.inf), dict.fromkeys(runs, 1)
    first, rounds = time.perf_counter(), 0
    while rounds < 3 or time.perf_counter() - first < budget:
        for name, run in runs.items():
            start = clock()
            for _ in range(calls[name]):
                out = run()
            jax.block_until_ready(out)
            least[name] = min(least[name], (clock() - start) / calls[name])
            calls[name] = max(1, min(50, int(LONG / least[name])))
        rounds += 1
    return {name: 1e9 * t for name, t in least.items()}


def _filling(n, leaf_size):
    """About n points, FILLED of the leaf size in each of 2^k cells."""
    return int(FILLED * leaf_size * 2 ** max(3, round(np.log2(n / (FILLED * leaf_size)))))


def _with_cliffs(orders, setting):
    """The orders, and those between which the compiled operations change to another way, where they
    do."""
    if setting.backend == "cuda":
        expansion = expansions_of(setting.kernel, setting.dim)["harmonic"].operators
        last = {
            e[setting.dtype] for e in (expansion.REGISTER_ORDER, expansion.REGISTER_SHIFT_ORDER)
        }
        last.add(expansion.COLUMN_ORDER)
        for tensor in (
            expansion.TENSOR_ORDERS[setting.dtype],
            expansion.TENSOR_SHIFT_ORDERS[setting.dtype],
        ):
            last |= {min(tensor) - 1, max(tensor)} if tensor else set()
        orders = {*orders, *(p for q in last for p in (q, q + 1) if 0 < q < max(orders))}
    return tuple(sorted(orders))


def _without(lists, *names):
    """The same lists, in the same shapes, without near pairs, and with the first far pair of each
    target alone: targets without any are another case for M2L on GPUs."""
    if "near" in names:
        start = jnp.zeros_like(lists.near.start)
        near = dataclasses.replace(lists.near, count=jnp.zeros_like(lists.near.count), start=start)
        lists = lists._replace(near=near)
    return lists._replace(far=_first(lists.far)) if "far" in names else lists


def _first(pairs):
    """A list with the first pair of each target."""
    target, source, rows = (np.asarray(a) for a in (pairs.target, pairs.source, pairs.start))
    found, first = np.unique(target[: int(pairs.count)], return_index=True)
    target, source = np.full_like(target, np.iinfo(np.int32).max), source.copy()
    target[: len(found)], source[: len(found)] = found, source[first]
    start = np.searchsorted(found, np.arange(len(rows))).astype(np.int32)
    count = np.int32(len(found))
    arrays = dict(target=target, source=source, count=count, start=start)
    return dataclasses.replace(
        pairs, **{name: jnp.asarray(array) for name, array in arrays.items()}
    )


def _lists(plan, by):
    """The lists of a plan; for a treecode its near list as the far one, with a leaf's multipole for
    its points."""
    if by == "m2l":
        return plan.lists
    nodes = plan.sources_tree.leaves.at[plan.near.number].get(mode="clip")
    return plan.lists._replace(far=dataclasses.replace(plan.near, source=nodes))


def _evaluations(plan, pairs):
    """How many pairs of a point and a node a list of leaves and nodes holds."""
    return plan.sources_tree.points_in(pairs.target[: int(pairs.count)])


def _split(counts: np.ndarray, times: np.ndarray) -> tuple[float, float]:
    """(ns per point, ns per leaf), neither of them nothing, from the times of two trees with these
    (points, leaves)."""
    each = np.linalg.solve(counts, times)
    if min(each) < 0:
        only = counts[:, np.argmax(each)]
        each = np.where(each < 0, 0, only @ times / (only @ only))
    per_point, per_leaf = np.maximum(each, NOISE * (times[:, None] / counts).min(0)).tolist()
    return per_point, per_leaf


def _rising(by_order: dict[int, float]) -> dict[int, float]:
    """The nearest numbers that rise with the order: a higher order never takes less, but for noise.
    Neighbours that do not rise are pooled, at their mean."""
    pools = []
    for ns in by_order.values():
        pools.append([ns])
        while len(pools) > 1 and np.mean(pools[-2]) >= np.mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return dict(zip(by_order, (float(np.mean(pool)) for pool in pools for _ in pool)))


def entry(*, quick: bool = False):
    """The entry of this device for a table: {"date", "jax", "note", "rates"}."""
    platform = backends.default_platform()
    compiled = "cpu" if platform == "cpu" else "cuda"
    names = [name for name in (compiled, "xla") if backends.backends()[name] == "available"]
    measured = {name: {} for name in names}
    for name in names:
        sizes = QUICK if quick else (XLA if name == "xla" else COMPILED)[platform]
        for dim in (3,) if quick else (2, 3):
            for dtype in DTYPES[:1] if quick else DTYPES:
                start = time.perf_counter()
                with (
                    jax.enable_x64(dtype == "float64"),
                    progress.waiting(f"tune: {name} {key(dim, dtype)}"),
                ):
                    found = measure(
                        name, dim, dtype, sizes, budget=0.0 if quick else BUDGET[platform]
                    )
                    found = dataclasses.replace(found, listed=rates(name, dim, dtype).listed)
                measured[name][key(dim, dtype)] = _rounded(dataclasses.asdict(found))
                print(f"{name} {key(dim, dtype)} ({time.perf_counter() - start:.0f} s)")
                for what, numbers in measured[name][key(dim, dtype)].items():
                    print(f"    {what:12s} {numbers}".replace("'", ""), flush=True)
    cores = f" on {os.cpu_count()} cores" if platform == "cpu" else ""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "jax": jax.__version__,
        "note": f"by python -m jaxfmm.tune{cores}",
        "rates": measured,
    }


def _rounded(value):
    """As tables have it, without what was not measured."""
    if isinstance(value, dict):
        return {str(name): _rounded(v) for name, v in value.items() if v}
    return float(f"{value:.3g}")


def write(path: Path, device: str, entry: dict[str, dict[str, dict[str, Any]] | str]) -> None:
    """Puts the entry of a device into the table of a file, which may be there."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    table = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    table[device] = table.get(device, {}) | entry
    text = re.sub(
        r"\{[^{}]*\}", lambda row: " ".join(row.group().split()), json.dumps(table, indent=1)
    )
    path.write_text(text + "\n", encoding="utf-8")
    load(path)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--device-name", help="the name of the entry, JAX's for the kind of device if not given"
    )
    parser.add_argument("--output", default=user_table(), help="the table to write into")
    parser.add_argument(
        "--quick", action="store_true", help="3D in float32 alone, in tiny sizes: whether it works"
    )
    given = parser.parse_args(argv)
    device = given.device_name or jax.devices()[0].device_kind
    print(f"{device}, jax {jax.__version__}")
    write(given.output, device, entry(quick=given.quick))
    print(f"written to {given.output}")


if __name__ == "__main__":
    main()
