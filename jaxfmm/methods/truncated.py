"""Truncated sums: pairs within the reach of a kernel, found by trees."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.times import idle_leaves, met_within
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import suits
from jaxfmm.methods.by_trees import Lengths, TreeMethod
from jaxfmm.methods.costs import Problem, backend_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times, tree_work
from jaxfmm.on_host import numbers_of, numpy_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

LOOSE = 1e30  # An opening parameter that accepts every pair of cells.
LEAF_SIZE = 48  # points in a leaf where the points are not known
LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128)
LEAF_PAIR = 100  # A pair of leaves costs as much as this many pairs of points.
SAMPLE = (64, 30_000)  # targets and sources by which pairs are counted


@dataclasses.dataclass(frozen=True)
class NearMethod(TreeMethod):
    """A method that sums near pairs, and no far ones."""

    def capacity_model(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Model:
        return Model(3, "adaptive")  # whatever the dimension, with theta = 0.7

    def far_capacity(self, choice: Choice, far: float) -> float:
        return 1

    def suits(self, plan: Plan, kernel: Kernel) -> Array:
        return suits(plan, kernel)


@dataclasses.dataclass(frozen=True)
class Truncated(NearMethod):
    """The sum over pairs within the reach of a compact kernel, or of a Gaussian."""

    name = "truncated"

    def applies(self, kernel: Kernel) -> bool:
        one_reach = not kernel.own_numbers or kernel.summed().traits.one_reach
        return kernel.traits.compact and one_reach

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        leaf_size, cost = request.leaf_size or LEAF_SIZE, math.inf
        kernel, points, dtype = problem.kernel, problem.points, problem.sources.dtype
        reach = jnp.asarray(_reach(kernel, request), dtype)
        if not errors.is_traced(points, reach):
            leaf_size, pairs = _work(points[-1], points[0], reach, request.leaf_size)
            cost = sum(_stages(request, kernel, dtype, leaf_size, pairs).values())
        return Choice(request=request, method=self, leaf_size=leaf_size), cost

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        return LOOSE, _reach(kernel, plan.request)

    def apart_of(self, choice: Choice) -> None:
        return None

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        leaf_size = plan.choice.leaf_size
        return _stages(plan.request, plan.kernel, plan.unit.dtype, leaf_size, pairs)

    def how(self, plan: Plan, known: bool) -> list[str]:
        reach = _reach(plan.kernel, plan.request)
        length = f" {float(reach):.4g}" if known and not errors.is_traced(reach) else ""
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within the reach{length} of the kernel, leaf size {plan.choice.leaf_size}",
            *accuracy_of(plan),
            *(tree_work(plan) if known else []),
        ]


def _stages(
    request: Request, kernel: Kernel, dtype: DTypeLike, leaf_size: int, pairs: float
) -> dict[str, float]:
    rates, gpu = rates_of(request, kernel, dtype), "cuda" in backend_of(request, kernel, dtype)
    idle = idle_leaves(request.m / (OCCUPANCY * leaf_size), gpu)
    return {"P2P": idle * rates.pair_at(leaf_size) * pairs, "call": rates.call}


def cheapest_leaf(pairs: Callable[[int], float], leaf_size: int | None = None) -> tuple[int, float]:
    """(leaf size, pairs of points in the P2P list) of the cheapest sum, or of one with a given leaf
    size. pairs: about how many pairs of points there are, by leaf size."""

    def cost(leaf: int) -> float:
        return pairs(leaf) * (1 + LEAF_PAIR / (OCCUPANCY * leaf) ** 2)

    best = min(LEAF_SIZES, key=cost) if leaf_size is None else leaf_size
    return best, pairs(best)


def sample(targets: Any, sources: Any) -> tuple[Any, Any]:
    """Some of the targets and some of the sources."""
    x, y = (x[:: max(1, len(x) // size)] for x, size in zip((targets, sources), SAMPLE))
    return x, y


@np.errstate(all="ignore")  # as XLA does; in hundreds of dimensions a leaf meets all others
def _work(targets: Array, sources: Array, reach: Array, leaf_size: int | None) -> tuple[int, float]:
    """`cheapest_leaf` of a sum over pairs within `reach`."""
    here = numpy_of(targets, sources)
    if here is None:
        within = np.asarray(_share_on_device(targets, sources, reach), np.float64)
    else:
        within = _share_within(here[0], here[1], np.asarray(reach))
    within = within * len(sources)

    def pairs(leaf: int) -> float:
        met = met_within(within, OCCUPANCY * leaf, sources.shape[1])
        return float(np.minimum(met, len(sources)).mean()) * len(targets)

    return cheapest_leaf(pairs, leaf_size)


@run_once
def _share_on_device(targets: Array, sources: Array, reach: Array) -> Array:
    return _share_within(targets, sources, reach)


def _share_within(targets: Any, sources: Any, reach: Any) -> Any:
    """The share of some sources that is within reach of each of some targets."""
    x, y = sample(targets, sources)
    offset = x[:, None] - y[None]
    return ((offset * offset).sum(2) <= reach * reach).mean(1)


@np.errstate(all="ignore")  # as XLA does
def _reach(kernel: Kernel, request: Request) -> Any:
    """The distance beyond which pairs are left out."""
    return numbers_of(kernel.summed()).reach(request.tol, request.derivatives, request.dim)
