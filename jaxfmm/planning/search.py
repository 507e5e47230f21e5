"""The search for a plan by expansions: parameters are proposed, a plan is made with them, and its
errors are measured, until one is good enough."""

import abc
import dataclasses
import math

import jax
import numpy as np

from jaxfmm import progress
from jaxfmm.backends.registry import COMPILED
from jaxfmm.cost_model.families import Parameters
from jaxfmm.cost_model.rates import platform_of
from jaxfmm.methods.costs import Problem, backend_of
from jaxfmm.plan import Plan
from jaxfmm.planning import known_searches
from jaxfmm.planning.capacity import has_tree_of, with_parameters
from jaxfmm.planning.measured_errors import Measured
from jaxfmm.planning.probe_charges import SPARE
from jaxfmm.request import Request

# Another plan is tried if it is expected to take less than this share of the time, and to save in
# `Request.uses` sums what the try takes.
GAIN = 0.92
# The nanoseconds of a try without its sums: about 0.5 s in compiled code with its lists; on GPUs,
# where XLA compiles trees, lists and sums anew, 2 s; and in plain XLA, which compiles passes too, 5
# to 12 s on two cores.
TRY, TRY_ON_GPU, TRY_IN_XLA = 1e9, 2e9, 8e9


def usual_try(request: Request, problem: Problem) -> float:
    """The nanoseconds of a try in compiled code without its sums. The default number of uses is
    taken to pay for one, since plans are often used more than a hundred times."""
    backend = backend_of(request, problem.kernel, problem.sources.dtype)
    return TRY_ON_GPU if backend in COMPILED and platform_of(backend) == "gpu" else TRY


def time_of_try(request: Request, problem: Problem, time: float, sums: int) -> float:
    """The nanoseconds that it takes to make a plan and to measure it by so many sums, each of which
    takes `time`."""
    backend = backend_of(request, problem.kernel, problem.sources.dtype)
    made = TRY_IN_XLA if backend.endswith("xla") else usual_try(request, problem)
    return made + sums * time


def slowest_worth_a_try(fastest: float, takes: float, uses: int) -> float:
    """The time of sums from which on another plan is not tried. takes: the time of the try."""
    return min(GAIN * fastest, fastest - takes / uses)


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


def parameters_of(plan: Plan) -> Parameters:
    made = plan.choice
    return Parameters(made.order, made.theta, made.leaf_size)


class Search(abc.ABC):
    """The search for the fastest plan whose measured errors are at most `tol` / SPARE.

    Attributes:
      first: the concrete plan that the search begins with.
      plan: the last plan that was made.
      problem: the kernel and the points.
      tries: what was measured so far.
      at_target: the largest errors at a target of what was measured so far.
      best: the fastest good plan so far, None if there is none.
      keys: of `known_searches`.
    """

    def __init__(self, plan: Plan, problem: Problem, charges: str = "") -> None:
        self.first, self.plan, self.problem, self.request = plan, plan, problem, plan.request
        self.tries: list[Try] = []
        self.at_target: dict[Parameters, tuple[float, ...]] = {}
        self.best: Plan | None = None
        self.keys = known_searches.keys_of(plan, problem, charges)

    def run(self) -> Plan:
        """The best plan; what `give_up` says if there is none. What an earlier search has found is
        tried first, and taken if it is good."""
        found, end = known_searches.recall(self.keys), None
        if found is not None and self.may_be(found):
            end = self._try(found, self.request.tol / SPARE)
        if self.best is None:
            while (
                end is None and not self.stopped() and (proposal := self.propose_next()) is not None
            ):
                end = self._try(*proposal)
        if end is None and self.best is not None:
            known_searches.keep(self.keys, parameters_of(self.best))
        plan = end or self.best or self.give_up()
        return dataclasses.replace(plan, making=f"plans tried: {len(self.tries)}")

    def _try(self, parameters: Parameters, aim: float) -> Plan | None:
        """Makes a plan with these parameters and measures it. Returns a plan where that ends the
        search."""
        before = f"; the last had {self.tries[-1]}" if self.tries else ""
        progress.tell(f"plan: try {len(self.tries) + 1}, {_words(parameters)}{before}")
        like = self.plan if has_tree_of(self.plan, parameters) else self.first
        self.plan = with_parameters(like, self.problem, parameters)
        if self.plan.is_direct:
            return self.best or self.plan
        error, self.at_target[parameters] = self.measure(self.plan)
        if not math.isfinite(error):  # of sums that are zero, or not finite
            return self.without_errors()
        self.tries.append(Try(parameters, error, aim))
        if error <= self.request.tol / SPARE:
            self.accept(self.plan, error)
        self.learn(self.plan)
        return None

    def may_be(self, parameters: Parameters) -> bool:
        """Whether parameters that an earlier search has found may be tried."""
        return True

    @abc.abstractmethod
    def stopped(self) -> bool:
        """Whether no other plan is tried."""

    @abc.abstractmethod
    def propose_next(self) -> tuple[Parameters, float] | None:
        """The parameters that are tried next and the error for which they are proposed; None if no
        others are worth it."""

    @abc.abstractmethod
    def measure(self, plan: Plan) -> Measured:
        """The errors of a plan."""

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
            measured=jax.device_put(np.asarray(error, dtype)),
            measured_for=plan.kernel,
            at_target=self.at_target.get(parameters_of(plan), ()),
            carried=None if carried is None else jax.device_put(np.asarray(carried, dtype)),
        )
