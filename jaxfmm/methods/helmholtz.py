"""The FMM for waves: its degrees follow from the sizes of cells in wavelengths when a plan is
made."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_expansions import FMM
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.variable_order import Levels, TooLarge
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box

# The wavenumber times the radius of the largest cells that act. Derivatives in the wavenumber by
# Euler's identity are the difference of larger numbers where it is small: errors are ENOUGH / size
# times as large as at ENOUGH, where they are about as large as those of gradients. More degrees
# make up for that, down to LEAST_SCALED.
ENOUGH, LEAST_SCALED = 3.0, 0.3


@dataclasses.dataclass(frozen=True)
class WaveFMM(FMM):
    """The fast multipole method for waves. `Choice.setup` holds the `Levels` of a plan once its
    trees are known."""

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        if errors.is_traced(given.kernel, given.points):
            raise Unfit(
                f"method={self.name!r} of {given.kernel.name} needs to know the wavenumber and the points, and inside "
                "jit these are traced; make the plan outside, or use method='direct'"
            )
        return super().propose(request, given)

    def with_capacity(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Choice:
        return super().with_capacity(dataclasses.replace(choice, setup=None), kernel, dtype)

    def settle(self, plan: Plan) -> Choice:
        rate = accuracy.convergence(plan.choice.theta, plan.request.tree, self.family)
        wavenumber = float(plan.kernel.in_unit(plan.unit).wavenumber)
        try:
            terms, headroom = self.expansion(plan).operators.terms, max(1.0, plan.request.headroom)
            setup = Levels.of(
                terms, plan.trees, plan.far, wavenumber, plan.choice.order, rate, headroom
            )
        except TooLarge as error:
            raise Unfit(
                f"method={self.name!r} cannot sum {plan.kernel.name} here: {error}; use 'direct'"
            ) from error
        return dataclasses.replace(plan.choice, setup=setup)

    def acting_order(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> Levels | int:
        raised = accuracy.order_for_derivatives(0, plan.request.derivatives, *derivatives, family)
        return plan.choice.setup.raised(raised)

    def prepare(self, plan: Plan, box: Box, sources: jax.Array, targets: jax.Array | None) -> Plan:
        made = super().prepare(plan, box, sources, targets)
        return dataclasses.replace(
            made, status=made.status | bits(self._too_large(made, made.kernel))
        )

    def unsuited(self, plan: Plan, kernel: Any) -> Any:
        return [*super().unsuited(plan, kernel), *self._too_large(plan, kernel)]

    def _too_large(self, plan: Any, kernel: Any) -> list[tuple[jax.Array, Status]]:
        """Pairs for `errors.bits`: whether cells are larger, in wavelengths, than the plan has
        degrees for."""
        levels = plan.choice.setup
        if levels is None:
            return []
        wavenumber = jnp.asarray(
            lax.stop_gradient(kernel).in_unit(plan.unit).wavenumber, plan.unit.dtype
        )
        x, y = plan.trees
        good = [levels.serve(tree, wavenumber) for tree in ((x,) if x is y else (x, y))]
        good += [
            levels.hold(x, plan.far.target, plan.far.count),
            levels.hold(y, plan.far.number, plan.far.count),
        ]
        return [(~jnp.stack(good).all(), Status.WAVES)]

    def how(self, plan: Plan, known: bool) -> list[str]:
        lines = super().how(plan, known)
        if plan.choice.setup is None:
            return lines
        levels = plan.choice.setup
        degrees = ", ".join(
            f"{degree} from level {first}" for first, degree in zip(levels.first, levels.degrees)
        )
        return [*lines, f"  degrees of waves: {degrees}"]


def plan_for_scaling(plan: Plan, kernel: Kernel) -> Plan | None:
    """The plan for sums from which the derivative in the parameter of a kernel that `scales`
    follows by Euler's identity; None where the derivative must be a sum of its own."""
    levels = plan.choice.setup
    if not kernel.traits.scales or not isinstance(levels, Levels) or levels.sizes[0] < LEAST_SCALED:
        return None
    rate = accuracy.convergence(plan.choice.theta, plan.request.tree, plan.choice.method.family)
    added = math.ceil(math.log(max(1.0, ENOUGH / levels.sizes[0])) / -math.log(rate))
    if added == 0:
        return plan
    choice = dataclasses.replace(plan.choice, setup=levels.raised(added))
    return dataclasses.replace(plan, choice=choice)
