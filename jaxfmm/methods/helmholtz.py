"""The FMM for Helmholtz kernels: degrees follow from the sizes of cells in wavelengths when a plan
is made."""

import dataclasses
import math
from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.families import FAMILIES, convergence, further_orders
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_expansions import FMM
from jaxfmm.methods.by_trees import Checks
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.levels import Facts, Levels, TooLarge, facts_of, level_of_nodes
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.points import Box
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import PairList

# The wavenumber times the radius of the largest cells that act. Where it is small, derivatives in
# the wavenumber by Euler's identity are differences of larger numbers: their errors are ENOUGH /
# size times as large as at ENOUGH, where they are about as large as the errors of gradients. Higher
# degrees make up for that, down to LEAST_SCALED.
ENOUGH, LEAST_SCALED = 3.0, 0.3


@dataclasses.dataclass(frozen=True)
class WaveFMM(FMM):
    """The fast multipole method for Helmholtz kernels. `Choice.setup` holds the `Levels` of a plan
    once its trees are known."""

    by_segments = False  # nodes of a level would differ in size
    settled = False
    making = FAMILIES["waves"].making

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        if errors.is_traced(problem.kernel, problem.points):
            raise Unfit(
                f"method={self.name!r} of {problem.kernel.name} needs to know the wavenumber and "
                "the points, and inside jit these are traced; make the plan outside, or use "
                "method='direct'"
            )
        return super().propose(request, problem)

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        return super().with_capacity(dataclasses.replace(choice, setup=None), kernel, dtype)

    def facts(self, plan: Plan) -> Facts:
        (x, y), gathered = plan.trees, plan.prepared[1]
        if gathered is None:
            return _facts(x, None if y is x else y, plan.far)
        levels = gathered.rows_of_nodes(level_of_nodes(gathered.own))
        return _facts(x, gathered.own, plan.far, levels)

    def settle_by(self, plan: Plan, facts: Facts) -> Choice:
        capacity = plan.choice.capacity
        try:
            setup = Levels.of(
                self.expansion(plan).operators.terms,
                facts,
                2 * max(capacity.source_leaves, capacity.target_leaves) - 1,
                float(_wavenumber(plan, plan.kernel)),
                plan.choice.order,
                self._rate(plan),
                max(1.0, plan.request.headroom),
            )
        except TooLarge as error:
            raise Unfit(
                f"method={self.name!r} cannot sum {plan.kernel.name} here: {error}; use 'direct'"
            ) from error
        return dataclasses.replace(plan.choice, setup=setup)

    def _rate(self, plan: Plan) -> float:
        return convergence(plan.choice.theta, plan.request.tree, self.family)

    def acting_order(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> Levels:
        raised = further_orders(plan.request.derivatives, *derivatives, family)
        return plan.choice.setup.raised(raised)

    def numbers_in(self, plan: Plan, multipoles: int) -> int:
        levels: Levels = plan.choice.setup
        size = self.expansion(plan).operators.size
        return sum(
            count * size(degree)
            for count, degree in zip(levels.of_nodes(multipoles), levels.degrees)
        )

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        plan = super().prepare(plan, box, sources, targets)
        if plan.choice.setup is None:
            return plan
        status = plan.status | bits(self.unsuited_cells(plan, plan.kernel, self.facts(plan)))
        return dataclasses.replace(plan, status=status)

    def unsuited_cells(self, plan: Plan, kernel: Kernel, facts: Facts) -> Checks:
        levels = plan.choice.setup
        if levels is None:
            return []
        wavenumber = jnp.asarray(_wavenumber(plan, lax.stop_gradient(kernel)), plan.unit.dtype)
        return [(~levels.suit(facts, wavenumber), Status.WAVES)]

    def scaling_plan(self, plan: Plan) -> Plan | None:
        # None where cells are too small
        levels = plan.choice.setup
        if levels.sizes[0] < LEAST_SCALED:
            return None
        missing = math.log(max(1.0, ENOUGH / levels.sizes[0]))
        added = math.ceil(missing / -math.log(self._rate(plan)))
        if added == 0:
            return plan
        choice = dataclasses.replace(plan.choice, setup=levels.raised(added))
        return dataclasses.replace(plan, choice=choice)

    def how(self, plan: Plan, known: bool) -> list[str]:
        lines, levels = super().how(plan, known), plan.choice.setup
        if levels is None:
            return lines
        degrees = [
            f"{degree} from level {first}" for first, degree in zip(levels.first, levels.degrees)
        ]
        return [*lines, f"  degrees of waves: {', '.join(degrees)}"]


@run_once
def _facts(x: Tree, y: Tree | None, far: PairList, levels: Array | None = None) -> Facts:
    """The `Facts` of the trees of targets x and sources y, None where these are the same. levels:
    of the sources of far pairs, if these are nodes of another tree than y."""
    trees, of_targets = (x,) if y is None else (x, y), level_of_nodes(x)
    if levels is None:
        levels = of_targets if y is None else level_of_nodes(y)
    highest = jnp.minimum(of_targets[far.target], levels[far.number])
    return facts_of(trees, jnp.where(far.used, highest, MAX_LEVELS))


def _wavenumber(plan: Plan, kernel: Any) -> Array:
    """The wavenumber of a Helmholtz kernel in the plan's unit."""
    return kernel.in_unit(plan.unit).wavenumber
