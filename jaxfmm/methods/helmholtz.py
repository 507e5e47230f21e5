"""The FMM for Helmholtz kernels: degrees follow from the sizes of cells in wavelengths when a plan
is made."""

import dataclasses
import math
from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.families import convergence, further_orders
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_expansions import FMM
from jaxfmm.methods.by_trees import Checks
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.levels import Levels, TooLarge
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box

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
    making = 2e10  # XLA compiles its passes, for the plan's measurement and for the sum

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

    def settle(self, plan: Plan) -> Choice:
        try:
            setup = Levels.of(
                self.expansion(plan).operators.terms,
                plan.trees,
                plan.far,
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

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        plan = super().prepare(plan, box, sources, targets)
        status = plan.status | bits(self._too_large(plan, plan.kernel))
        return dataclasses.replace(plan, status=status)

    def unsuited(self, plan: Plan, kernel: Kernel) -> Checks:
        return [*super().unsuited(plan, kernel), *self._too_large(plan, kernel)]

    def _too_large(self, plan: Plan, kernel: Kernel) -> Checks:
        """Whether cells are larger, in wavelengths, than the plan has degrees for."""
        levels = plan.choice.setup
        if levels is None:
            return []
        wavenumber = jnp.asarray(_wavenumber(plan, lax.stop_gradient(kernel)), plan.unit.dtype)
        x, y = plan.trees
        good = [levels.suit(tree, wavenumber) for tree in ((x,) if x is y else (x, y))]
        good.append(levels.hold(x, plan.far.target, plan.far.count))
        good.append(levels.hold(y, plan.far.number, plan.far.count))
        return [(~jnp.stack(good).all(), Status.WAVES)]

    def scaling_plan(self, plan: Plan) -> Plan | None:
        """The plan for sums from which the derivative in the wavenumber follows by Euler's
        identity, None where cells are too small for that."""
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


def _wavenumber(plan: Plan, kernel: Any) -> Array:
    """The wavenumber of a Helmholtz kernel in the plan's unit."""
    return kernel.in_unit(plan.unit).wavenumber


def plan_for_scaling(plan: Plan, kernel: Kernel) -> Plan | None:
    """The plan for sums from which the derivative in the parameter of a kernel that `scales`
    follows by Euler's identity; None where the derivative must be a sum of its own."""
    method = plan.choice.method
    if not kernel.traits.scales or not isinstance(method, WaveFMM):
        return None
    return method.scaling_plan(plan)
