"""The base class of methods. A method is a way to compute a sum, such as the FMM: whether it fits a
problem, what it costs, how it prepares a plan, and how it computes.

`methods.table` holds one object of each. No other module asks for a method by its name.
"""

import abc
import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.cost_model.families import Parameters
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods import describe
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.images import ImageSplit
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import USES, Choice, Request
from jaxfmm.tree.points import Box

if TYPE_CHECKING:
    from jaxfmm.methods.by_expansions import ExpansionMethod


HOLDS = np.bool_(True)


class Unfit(ValueError):
    """A method cannot fulfil a request. With method="auto" another method is taken."""


@dataclasses.dataclass(frozen=True)
class Method(abc.ABC):
    """A method. Its functions take points in the coordinates of the kernel, and None as `targets`
    where these are the sources. A subclass gives a name, `applies`, `propose`, `compute` and `how`;
    everything else has defaults.

    Class attributes:
      name: what users call it.
      exact: whether it sums all pairs, so that its only errors are of rounding.
      automatic: whether method="auto" may take it.
      making: nanoseconds that XLA compiles until the first sum is done, beyond what it compiles
        for other methods.
      shifts: whether its points are shifted by the centre of their box (`Plan.shift`).
      in_lengths: whether `compute` takes and gives derivatives per length of the kernel. Otherwise
        they are per unit of the plan, and `weighted_sum` multiplies them by
        `Frame.derivative_length`.
      images: how it sums kernels that have images.
      by_segments: whether it can sum points that act only on points of their own segment.
      only_by_segments: whether it can sum only such points.
      settled: whether sums need nothing that only `settle` knows.
      accumulates: whether it can accumulate sums of float32 as in float64.
    """

    name = ""
    exact = False
    automatic = True
    making = 0.0
    shifts = False
    in_lengths = True
    images: ClassVar[ImageSplit] = ImageSplit()
    by_segments = False
    only_by_segments = False
    settled = True
    accumulates = False

    # the choice

    def making_of(self, request: Request) -> float:
        """`making`, divided among the sums that the plan is made for (`Request.uses`)."""
        return self.making / request.uses

    @abc.abstractmethod
    def applies(self, kernel: Kernel) -> bool:
        """Whether it can sum kernels of this class, with these traits."""

    def fits(self, kernel: Kernel, dim: int) -> bool:
        """Whether it can sum this kernel in `dim` dimensions. kernel: `Kernel.summed()` of one for
        which `applies` holds."""
        return True

    @abc.abstractmethod
    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        """The best choice for a request, without capacities, and the nanoseconds that potential and
        gradient are expected to take.

        Raises `Unfit` if it cannot keep the tolerance."""

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        """The choice with the capacities that are expected to suffice."""
        return choice

    # the plan

    def of_lists(self, choice: Choice) -> Choice:
        """The choice without what `prepare` does not read, so that few programs are compiled.
        Another theta than that of the choice goes into `Plan.theta`."""
        return choice.with_request(spare=None, uses=USES, columns=1)

    def of_sums(self, choice: Choice, kernel: Kernel) -> Choice:
        """The choice without what sums of a kernel, `summed()`, do not read."""
        return choice.with_request(spare=None, uses=USES, columns=1)

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        """The plan with its trees and lists, or with other data of the method; traceable."""
        return plan

    def needs(self, plan: Plan) -> dict[str, int]:
        """The capacities that the points of a concrete plan need, and those that it has."""
        return {}

    def larger_capacity(self, plan: Plan, status: Status) -> dict[str, int]:
        """Larger values for the fields of `Capacity` that are too small for a concrete plan, by the
        bits of `CAPACITY` in its status."""
        raise NotImplementedError(f"{self.name} has no capacities")

    def settle(self, plan: Plan) -> Choice:
        """The choice for a concrete plan whose capacities suffice: with static data that follows
        from the trees, or with smaller capacities.

        Raises `Unfit` if it cannot sum over these points."""
        return plan.choice

    def evened(self, plan: Plan, remake: Callable[[Choice, tuple[Any, Any]], Plan]) -> Plan:
        """A concrete, settled plan whose devices take about equally long. remake: the settled plan
        of other capacities and borders."""
        return plan

    def transposed(self, plan: Plan) -> Plan:
        """The plan with sources and targets exchanged, for a plan with separate targets."""
        return plan

    def bring_home(self, plan: Plan, rows: Any) -> tuple[Plan, Any]:
        """Moves the rows of arrays to the devices on which the plan has their points, so that sums
        with the returned plan move no points. For plans without targets.

        rows: a pytree of arrays (n, ...) and of scalars, which stay as they are. Returns (plan,
        rows)."""
        return plan, rows

    def all_pairs(self, direct: "Method") -> "Method":
        """The method that sums all pairs on the devices of this method; `direct` on one device."""
        return direct

    # the sum

    @abc.abstractmethod
    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        """The sum. The kernel and the points of `summands` are in the plan's unit."""

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        """The bits of `Status` of a sum over the user's points with this kernel, see
        `Plan.evaluation_status`."""
        points = () if own else (sources, targets)
        return bits((~jnp.isfinite(x).all(), Status.NOT_FINITE) for x in points)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        """Whether a plan of this choice can sum `slope`, the derivative of its kernel in a
        parameter. Otherwise the direct sum does."""
        return False

    def scaling_plan(self, plan: Plan) -> Plan | None:
        """The plan for sums from which the derivative in the parameter of a kernel that `scales`
        follows by Euler's identity; None where the derivative must be a sum of its own."""
        return None

    # measured errors

    def to_measure(self, request: Request, kernel: Kernel) -> "MeasuredMethod | None":
        """The method whose error must be measured when a plan of this request is made
        (`planning/search_by_prediction.py`); None if a table has it."""
        return None

    def sample(self, plan: Plan, targets: Array, sources: Array) -> tuple[Any, Array, Array]:
        """(trees, targets, sources) of a concrete plan, from which its errors are predicted; points
        are in the plan's unit."""
        return plan.trees, targets, sources

    def to_fit(self, request: Request, kernel: Kernel) -> "ExpansionMethod | None":
        """The method whose parameters are fitted to measured errors
        (`planning/search_by_tables.py`), None if plans of this request are not fitted."""
        return None

    def measured_order(self, choice: Choice, kernel: Kernel) -> int:
        """The order of expansions at which errors are measured. Only potentials and gradients are
        measured: a plan for second derivatives takes the order of a plan for the gradient."""
        return choice.order

    def measurement_holds(self, plan: Plan, kernel: Kernel) -> Any:
        """Whether the error measured for a plan holds for this kernel, whose parameters may differ
        from the plan's; traceable. HOLDS where nothing has to be compared."""
        return HOLDS

    # what `print(plan)` shows

    @abc.abstractmethod
    def how(self, plan: Plan, known: bool) -> list[str]:
        """Lines of `print(plan)`: how the sum is computed. known: whether the plan is concrete, so
        that its numbers can be shown."""

    def stages(self, plan: Plan) -> dict[str, float]:
        """{stage: its expected nanoseconds}; empty where these are unknown."""
        return {}

    def time(self, plan: Plan) -> float | None:
        """The expected nanoseconds of potential and gradient, None if unknown."""
        return sum(stages.values()) if (stages := self.stages(plan)) else None

    def screen(self, plan: Plan) -> str:
        """What `print(plan)` shows."""
        return describe.screen(plan)


class Candidate(NamedTuple):
    """Parameters that a measured plan may have, with the expected nanoseconds and relative error.

    rate: the number k of the rule of `tree.traverse`, if `planning/predicted_errors.py` can predict
      the error better from pairs of cells; otherwise None."""

    parameters: Parameters
    nanoseconds: float
    error: float
    rate: float | None = None


@dataclasses.dataclass(frozen=True)
class MeasuredMethod(Method):
    """A method whose errors no table has. They are measured when a plan is made, which takes the
    cheapest candidate whose measured error is small enough (`planning/search_by_prediction.py`).

    local: whether it has local expansions, whose errors are largest near the edges of leaves."""

    local = False

    @abc.abstractmethod
    def measures(self, request: Request, kernel: Kernel) -> bool:
        """Whether a plan must measure its error."""

    def to_measure(self, request: Request, kernel: Kernel) -> "MeasuredMethod | None":
        return self if self.measures(request, kernel) else None

    @abc.abstractmethod
    def candidates(self, request: Request, kernel: Kernel, dtype: DTypeLike) -> list[Candidate]:
        """All parameters that a plan may take, in any order."""

    def measurement_holds(self, plan: Plan, kernel: Kernel) -> Any:
        if plan.measured_for is None:
            return HOLDS
        return plan.measured_for.close_to(kernel, plan.unit.dtype)

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        status = super().status(plan, kernel, sources, targets, own=own)
        return status | bits([(~suits(plan, kernel), Status.PARAMETER)])


def suits(plan: Plan, kernel: Kernel) -> Array:
    """Whether the plan keeps its tolerance for this kernel, whose parameters may differ from the
    plan's."""
    suited = plan.kernel.serves(kernel, plan.request.tol, plan.unit.dtype)
    if plan.measured_for is not None:
        return suited & plan.measured_for.close_to(kernel, plan.unit.dtype)
    return suited
