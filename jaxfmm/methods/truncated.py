"""Truncated sums: pairs within the reach of a kernel, found by trees."""

import dataclasses
import math

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import suits
from jaxfmm.methods.by_trees import Lengths, TreeMethod
from jaxfmm.methods.costs import Problem, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times, tree_work
from jaxfmm.methods.gaussian import truncated_work
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box

LOOSE = 1e30  # An opening parameter that accepts every pair of cells.
LEAF_SIZE = 48  # points in a leaf, unless the user or the points say otherwise


@dataclasses.dataclass(frozen=True)
class NearMethod(TreeMethod):
    """A method that sums near pairs, and no far ones."""

    def capacity_model(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> accuracy.Model:
        return accuracy.Model(3, "adaptive")  # whatever the dimension, with theta = 0.7

    def far_capacity(self, choice: Choice, far: float) -> float:
        return 1

    def suits(self, plan: Plan, kernel: Kernel) -> jax.Array:
        return suits(plan, kernel)


@dataclasses.dataclass(frozen=True)
class Truncated(NearMethod):
    """The sum over pairs within the reach of a compact kernel, or of a Gaussian."""

    name = "truncated"

    def applies(self, kernel: Kernel) -> bool:
        return kernel.traits.compact

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        leaf_size, cost = request.leaf_size or LEAF_SIZE, math.inf
        kernel, points, dtype = problem.kernel, problem.points, problem.sources.dtype
        reach = jnp.asarray(
            kernel.summed().reach(request.tol, request.derivatives, request.dim), dtype
        )
        if not errors.is_traced(points, reach):
            leaf_size, pairs = truncated_work(points[-1], points[0], reach, request.leaf_size)
            rates = rates_of(request, kernel, dtype)
            cost = rates.pair_at(leaf_size) * pairs + rates.call
        return Choice(request=request, method=self, leaf_size=leaf_size), cost

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        request = plan.request  # farther pairs are left out
        return LOOSE, kernel.reach(request.tol, request.derivatives, request.dim)

    def apart_of(self, choice: Choice) -> None:
        return None

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        rates = rates_of(plan.request, plan.kernel, plan.unit.dtype)
        return {"P2P": rates.pair_at(plan.choice.leaf_size) * pairs, "call": rates.call}

    def how(self, plan: Plan, known: bool) -> list[str]:
        request = plan.request
        reach = plan.kernel.summed().reach(request.tol, request.derivatives, request.dim)
        length = f" {float(reach):.4g}" if known and not errors.is_traced(reach) else ""
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within the reach{length} of the kernel, leaf size {plan.choice.leaf_size}",
            *accuracy_of(plan),
            *(tree_work(plan) if known else []),
        ]
