"""Times the sums of a backend, and finds by them what each stage takes."""

import dataclasses
import functools
import math
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import jax
import numpy as np
from jax import Array

from jaxfmm import cores
from jaxfmm.backends import cuda, registry as backends
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.rates import Rates
from jaxfmm.passes.tree_sum import expansions_of
from jaxfmm.tree.traverse import Lists
from jaxfmm.tune.programs import (
    LARGE,
    LEAST,
    SMALL,
    Setting,
    Workload,
    evaluations,
    lists_of,
    without,
)

MULTIPOLE = 6  # Multipoles of this order are evaluated.
FAR, NEAR, BOTH = ("far",), ("near",), ("far", "near")  # lists that are left out
LONG = 3e-3  # As many calls in a row are timed together as take this many seconds.
NOISE = 0.01  # A stage takes at least this share of the time of a sum.
# The orders of other expansions in 3D by backend; any other backend has those of "xla".
OTHERS: dict[str, dict[str, tuple[int, ...]]] = {
    "cpu": {"radial": (2, 4, 6, 8, 10), "polyharmonic": (2, 4, 6, 8, 10)},
    "cuda": {"radial": (2, 4, 5, 6, 7, 8), "polyharmonic": (4, 5, 6, 7, 8, 9)},
    "xla": {"radial": (2, 4, 6, 8), "polyharmonic": (2, 4, 6, 8)},
}

Job = TypeVar("Job", bound=Hashable)
Result = TypeVar("Result")


def measure(backend: str, dim: int, dtype: str, sizes: Workload, *, budget: float) -> Rates:
    """The `Rates` of a backend, in float64 only where x64 is on."""
    return _Times(Setting(backend, dim, dtype, sizes), budget).rates()


class _Times:
    """The times of the sums of a setting, and what stages take by them.

    Attributes:
      problems: (points, plan) by leaf size.
      orders: of harmonic expansions.  others: of others, by family.
      times: {(leaf size, order, by what far pairs are computed, family if not harmonic, lists that
        are left out): nanoseconds}, and those of the other sums by name.
    """

    def __init__(self, setting: Setting, budget: float) -> None:
        self.setting, self.sizes, self.dim = setting, setting.sizes, setting.dim
        self.orders = _with_cliffs(self.sizes.orders[self.dim], setting)
        others = OTHERS.get(setting.backend, OTHERS["xla"]) if self.dim == 3 else {}
        self.others = {name: self.sizes.others or orders for name, orders in others.items()}
        self.problems = _side_by_side(setting.problem, self.sizes.leaves)
        self.shortened = functools.cache(self._shortened)
        left_out = self._left_out()
        programs = _side_by_side(self._program, left_out)
        small = _side_by_side(setting.small, ("fmm", "direct"))
        self.small_plan = small["fmm"][1]
        runs: dict[Any, Callable] = {
            "fmm": small["fmm"][0],
            "small direct": small["direct"][0],
            "direct": setting.all_pairs(self.sizes.direct),
        }
        for job, run in programs.items():
            for left in left_out[job]:
                lists = self.shortened(job[0], job[2], left)
                runs[*job, left] = functools.partial(run, lists)
        self.times = nanoseconds(runs, budget)

    def _left_out(self) -> dict[tuple, tuple]:
        """{program: the lists that are left out in each of its runs}."""
        both: dict[tuple, tuple] = {
            (leaf, order, "m2l"): (NEAR, BOTH) for leaf in (SMALL, LARGE) for order in self.orders
        }
        both[SMALL, MULTIPOLE, "m2p"] = NEAR, BOTH
        both |= {
            (SMALL, order, "m2l", family): (NEAR, BOTH)
            for family, orders in self.others.items()
            for order in orders
        }
        return both | {(leaf, LEAST, "m2l"): (FAR, NEAR, BOTH) for leaf in self.sizes.leaves}

    def _program(self, job: tuple) -> Callable[[Lists], Array]:
        leaf_size, *how = job
        return self.setting.program(*self.problems[leaf_size], *how)

    def _shortened(self, leaf_size: int, by: str, left: tuple[str, ...]) -> Any:
        """The lists of a program, without some."""
        return without(lists_of(self.problems[leaf_size][1], by), *left)

    def _stage(self, job: tuple, left: tuple[str, ...]) -> float:
        """Nanoseconds that the list adds which is in one run with `left` left out, and not in one
        with BOTH left out."""
        bare = self.times[*job, BOTH]
        return max(self.times[*job, left] - bare, NOISE * bare)

    def rates(self) -> Rates:
        pair = {
            leaf: self._stage((leaf, LEAST, "m2l"), FAR) / plan.pair_work()
            for leaf, (_, plan) in self.problems.items()
        }
        translation, particle, cell = self._passes()
        found = Rates(
            pair=pair,
            translation=_rising(translation),
            particle=_rising(particle),
            cell=_rising(cell),
            multipole=self._multipole(),
            direct=self.times["direct"] / self.sizes.direct**2,
            call=1.0,
        )
        for family in self.others:
            translations = _rising(self._translations_of(family))
            found = dataclasses.replace(found, **{family: translations})  # type: ignore[arg-type]
        return dataclasses.replace(found, call=self._call(found))

    def _far_counts(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of far pairs in the trees of both leaf sizes: of all, and with the first pair
        of each target alone."""
        far, short = (
            np.array([int(self.shortened(leaf, "m2l", left).far.count) for leaf in (SMALL, LARGE)])
            for left in (NEAR, BOTH)
        )
        return far, short

    def _passes(self) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
        """{order: nanoseconds} per translation, per point and per leaf."""
        both = [self.problems[leaf][1] for leaf in (SMALL, LARGE)]
        counts = np.array([(p.request.n, int(p.trees[1].n_leaves)) for p in both], float)
        far, short = self._far_counts()
        translation, particle, cell = {}, {}, {}
        for order in self.orders:
            jobs = [(leaf, order, "m2l") for leaf in (SMALL, LARGE)]
            translation[order] = sum(self._stage(job, NEAR) for job in jobs) / sum(far - short)
            passes = np.array([self.times[*job, BOTH] for job in jobs])
            rest = np.maximum(passes - translation[order] * short, NOISE * passes)
            particle[order], cell[order] = _split(counts, rest)
        return translation, particle, cell

    def _translations_of(self, family: str) -> dict[int, float]:
        far, short = self._far_counts()
        return {
            p: self._stage((SMALL, p, "m2l", family), NEAR) / (far - short)[0]
            for p in self.others[family]
        }

    def _multipole(self) -> float:
        """Nanoseconds per coefficient of a multipole and point."""
        full, first = (
            evaluations(self.problems[SMALL][1], self.shortened(SMALL, "m2p", left).far)
            for left in (NEAR, BOTH)
        )
        coefficients = (full - first) * Model(self.dim, "adaptive").coefficients(MULTIPOLE)
        return self._stage((SMALL, MULTIPOLE, "m2p"), NEAR) / coefficients

    def _call(self, found: Rates) -> float:
        """Nanoseconds of a small FMM beyond what the rates say; one call has to be paid anyway."""
        plan, n = self.small_plan, self.sizes.small
        work = Model(self.dim, "adaptive", rates=found).work(
            LEAST, 64, plan.pair_work(), int(plan.far.count), n, int(plan.trees[1].n_leaves)
        )
        called = max(0.0, self.times["small direct"] - found.direct * n**2)
        return max(1.0, self.times["fmm"] - work - called)


def _side_by_side(function: Callable[[Job], Result], jobs: Iterable[Job]) -> dict[Job, Result]:
    """{job: function(job)}."""
    x64 = jax.config.jax_enable_x64  # type: ignore[attr-defined]  # threads do not inherit it
    jobs = list(jobs)

    def one(job):
        with jax.enable_x64(x64):
            return function(job)

    with ThreadPoolExecutor(min(12, cores.usable())) as pool:
        return dict(zip(jobs, pool.map(one, jobs)))


def nanoseconds(
    runs: Mapping[Any, Callable[[], Any]],
    budget: float,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[Any, float]:
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


def _with_cliffs(orders: Iterable[int], setting: Setting) -> tuple[int, ...]:
    """The orders, and for CUDA those between which its operations change to another algorithm."""
    if backends.COMPILED.get(setting.backend) is cuda:
        by_family: Any = expansions_of(setting.kernel, setting.dim)
        expansion = by_family["harmonic"].operators
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
    pools: list[list[float]] = []
    for ns in by_order.values():
        pools.append([ns])
        while len(pools) > 1 and np.mean(pools[-2]) >= np.mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return dict(zip(by_order, (float(np.mean(pool)) for pool in pools for _ in pool)))
