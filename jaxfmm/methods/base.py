"""What a method is: a way to compute a sum, with all that a plan must know of it.

`methods.table` holds one object of each. Nothing else asks for a method by its name.
"""

import abc
import dataclasses
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
    """A method cannot do what was asked for. With method="auto" it is left out."""


@dataclasses.dataclass(frozen=True)
class Method(abc.ABC):
    """A method. Points are in the coordinates of the kernel; `targets` is None where they are the
    sources. A subclass gives a name, `applies`, `propose`, `compute` and `how`; the rest has
    defaults.

    Class attributes:
      name: what users call it.
      exact: whether it sums all pairs.
      automatic: whether method="auto" may take it.
      making: the nanoseconds by which the first plan and sum take longer to compile than those of
        other methods.
      shifts: whether its points are shifted by the centre of their box (`Plan.shift`).
      in_lengths: whether `compute` takes and gives derivatives per length of the kernel; otherwise
        it has them per unit and the sum multiplies them by `Kernel.derivative_length`.
      images: how it sums kernels that have images.
      by_segments: whether it can sum points that act only on points of their own segment.
      only_by_segments: whether it sums nothing else.
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
    accumulates = False

    # the choice

    def making_of(self, request: Request) -> float:
        """The share of `making` that each of the sums bears for which a plan is made."""
        return self.making / request.uses

    @abc.abstractmethod
    def applies(self, kernel: Kernel) -> bool:
        """Whether it is a method for kernels of this kind."""

    def fits(self, kernel: Kernel, dim: int) -> bool:
        """Whether it can sum this kernel, `summed()` and of its kind, in so many dimensions."""
        return True

    @abc.abstractmethod
    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        """The best choice for a request, without capacities, and the nanoseconds that potential and
        gradient are expected to take.

        Raises `Unfit` if it cannot keep the tolerance."""

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        """The choice with the capacities that points usually need."""
        return choice

    # the plan

    def of_lists(self, choice: Choice) -> Choice:
        """The choice without what `prepare` does not read, so that few programs are compiled.
        Another theta than that of the choice goes into `Plan.theta`."""
        return choice.with_request(spare=None, uses=USES)

    def of_sums(self, choice: Choice, kernel: Kernel) -> Choice:
        """The choice without what sums of a kernel, `summed()`, do not read."""
        return choice.with_request(spare=None, uses=USES)

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        """The plan with its trees and lists, or what else it needs; traceable."""
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

    def transposed(self, plan: Plan) -> Plan:
        """The plan with sources and targets exchanged, of different ones."""
        return plan

    def bring_home(self, plan: Plan, rows: Any) -> tuple[Plan, Any]:
        """(the plan of the points, and the pytree of arrays (n, ...)) with the rows on the devices
        where the plan has their points, so that sums move none. For plans without targets. Scalars
        stay."""
        return plan, rows

    def all_pairs(self, direct: "Method") -> "Method":
        """The method that sums all pairs on the devices of this method; `direct` on one device."""
        return direct

    # the sum

    @abc.abstractmethod
    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        """The sum, of kernel and points in the plan's unit."""

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        """The bits of `Status` of a sum over the user's points with this kernel, see
        `Plan.evaluation_status`."""
        points = () if own else (sources, targets)
        return bits((~jnp.isfinite(x).all(), Status.NOT_FINITE) for x in points)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        """Whether it can sum the derivative of its kernel in a parameter, with a plan of this
        choice."""
        return False

    # measured errors

    def to_measure(self, request: Request, kernel: Kernel) -> "MeasuredMethod | None":
        """The method whose error a plan of this request must measure
        (`planning/search_by_prediction.py`), None if it need not."""
        return None

    def sample(self, plan: Plan, targets: Array, sources: Array) -> tuple[Any, Array, Array]:
        """(trees, targets, sources): points in the plan's unit and their trees, by which errors of
        a concrete plan are predicted."""
        return plan.trees, targets, sources

    def to_fit(self, request: Request, kernel: Kernel) -> "ExpansionMethod | None":
        """The method whose parameters are fitted to measured errors
        (`planning/search_by_tables.py`), None if plans of this request are not fitted."""
        return None

    def measured_order(self, choice: Choice, kernel: Kernel) -> int:
        """The order whose errors are measured. A plan for second derivatives is measured by its
        gradients, at the order that a plan for the gradient alone would have."""
        return choice.order

    def measurement_holds(self, plan: Plan, kernel: Kernel) -> Any:
        """Whether what was measured for a plan holds for this kernel, whose parameters may differ;
        traceable. HOLDS where nothing has to be compared."""
        return HOLDS

    # what `print(plan)` shows

    @abc.abstractmethod
    def how(self, plan: Plan, known: bool) -> list[str]:
        """Lines of `print(plan)`: how the sum is computed. known: whether the numbers of the plan
        are known."""

    def stages(self, plan: Plan) -> dict[str, float]:
        """{stage: the nanoseconds that it is expected to take}; empty where that is unknown."""
        return {}

    def time(self, plan: Plan) -> float | None:
        """The nanoseconds that potential and gradient are expected to take, None if unknown."""
        return sum(stages.values()) if (stages := self.stages(plan)) else None

    def screen(self, plan: Plan) -> str:
        """What `print(plan)` shows."""
        return describe.screen(plan)


class Candidate(NamedTuple):
    """Parameters that a measured plan may have, the nanoseconds that they are expected to take, and
    the relative error that they are expected to have. rate: the number k of the rule of
    `tree.traverse`, where a better expectation follows from pairs of cells
    (`planning/predicted_errors.py`); otherwise None."""

    parameters: Parameters
    nanoseconds: float
    error: float
    rate: float | None = None


@dataclasses.dataclass(frozen=True)
class MeasuredMethod(Method):
    """A method whose errors are measured when a plan is made (`planning/search_by_prediction.py`),
    because no table has them. The plan takes the cheapest candidate whose measured error is small
    enough.

    local: whether errors are largest near the edges of leaves, as with local expansions."""

    local = False

    @abc.abstractmethod
    def measures(self, request: Request, kernel: Kernel) -> bool:
        """Whether a plan must measure its error."""

    def to_measure(self, request: Request, kernel: Kernel) -> "MeasuredMethod | None":
        return self if self.measures(request, kernel) else None

    @abc.abstractmethod
    def candidates(self, request: Request, kernel: Kernel, dtype: DTypeLike) -> list[Candidate]:
        """The parameters among which a plan is searched, in any order."""

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
    """Whether the plan is good for this kernel, whose parameters may differ."""
    suited = plan.kernel.serves(kernel, plan.request.tol, plan.unit.dtype)
    if plan.measured_for is not None:
        return suited & plan.measured_for.close_to(kernel, plan.unit.dtype)
    return suited
