"""The search for a plan by expansions: parameters are proposed, a plan is made with them, and its
errors are measured, until one is good enough."""

import abc
import dataclasses
import math

import jax.numpy as jnp

from jaxfmm import progress
from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan
from jaxfmm.planning.capacity import has_tree_of, with_parameters
from jaxfmm.planning.probe_charges import SPARE


@dataclasses.dataclass(frozen=True)
class Try:
    """A plan that was measured. error: the measured error.  aim: the error for which the parameters
    were proposed."""

    parameters: Parameters
    error: float
    aim: float

    def __str__(self) -> str:
        return f"an error of {self.error:.0e} at {_words(self.parameters)}"


def _words(parameters: Parameters) -> str:
    order, theta, size = dataclasses.astuple(parameters)
    return f"order {order}, theta {theta:.2g}, leaf size {size}"


class Search(abc.ABC):
    """The search for the fastest plan whose measured errors are at most `tol` / SPARE.

    Attributes:
      first: the concrete plan that the search begins with.
      plan: the last plan that was made.
      problem: the kernel and the points.
      tries: what was measured so far.
      best: the fastest good plan so far, None if there is none.
    """

    def __init__(self, plan: Plan, problem: Problem) -> None:
        self.first, self.plan, self.problem, self.request = plan, plan, problem, plan.request
        self.tries: list[Try] = []
        self.best: Plan | None = None

    def run(self) -> Plan:
        """The best plan; what `give_up` says if there is none."""
        while not self.stopped() and (proposal := self.propose_next()) is not None:
            parameters, aim = proposal
            before = f"; the last had {self.tries[-1]}" if self.tries else ""
            progress.tell(f"plan: try {len(self.tries) + 1}, {_words(parameters)}{before}")
            like = self.plan if has_tree_of(self.plan, parameters) else self.first
            self.plan = with_parameters(like, self.problem, parameters)
            if self.plan.is_direct:
                return self.best or self.plan
            error = self.measure(self.plan)
            if not math.isfinite(error):  # of sums that are zero, or not finite
                return self.without_errors()
            self.tries.append(Try(parameters, error, aim))
            if error <= self.request.tol / SPARE:
                self.accept(self.plan, error)
            self.learn(self.plan)
        plan = self.give_up() if self.best is None else self.best
        return dataclasses.replace(plan, making=f"plans tried: {len(self.tries)}")

    @abc.abstractmethod
    def stopped(self) -> bool:
        """Whether no other plan is tried."""

    @abc.abstractmethod
    def propose_next(self) -> tuple[Parameters, float] | None:
        """The parameters that are tried next and the error for which they are proposed; None if no
        others are worth it."""

    @abc.abstractmethod
    def measure(self, plan: Plan) -> float:
        """The error of a plan."""

    @abc.abstractmethod
    def accept(self, plan: Plan, error: float) -> None:
        """Takes a good plan for the `best` one, if it is."""

    @abc.abstractmethod
    def learn(self, plan: Plan) -> None:
        """Takes what the last try has shown into account."""

    @abc.abstractmethod
    def give_up(self) -> Plan:
        """The plan where none that was tried is good. Raises ValueError if there is none."""

    @abc.abstractmethod
    def without_errors(self) -> Plan:
        """The plan where errors cannot be measured."""

    def measured(self, plan: Plan, error: float, carried: float | None = None) -> Plan:
        """The plan, which knows its measured error and the least participation number of the
        charges for which it holds."""
        dtype = plan.unit.dtype
        return dataclasses.replace(
            plan,
            measured=jnp.asarray(error, dtype),
            measured_for=plan.kernel,
            carried=None if carried is None else jnp.asarray(carried, dtype),
        )
