"""The search for an FMM with expansions whose errors no table holds: they are predicted from a few
pairs of cells, where that can be done, or taken from other kernels."""

import dataclasses
import math

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.base import Candidate, MeasuredMethod
from jaxfmm.methods.costs import Problem, direct_time
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import measured_errors, predicted_errors
from jaxfmm.planning.capacity import TOO_SLOW, as_direct
from jaxfmm.planning.measured_errors import Measured
from jaxfmm.planning.probe_charges import SPARE, charges_for
from jaxfmm.planning.search import Search, slowest_worth_a_try, time_of_try

# At most this many FMMs are measured until one is good, and one more after it. Where the method was
# asked for, no direct sum follows but an error: so more of them are.
MOST_TRIES, MOST_ASKED_FOR = 3, 6
CAREFUL = 4.0  # A predicted error is at most tol / CAREFUL,
USUAL = 2.5  # and for kernels that have the usual errors of harmonic sums at most tol / USUAL.
# The first FEW draws of charges, one of them equal charges, are enough if they show that a plan is
# good: the largest error of all draws is taken to be at most DIFFER times as large.
FEW, DIFFER = 2, 10.0
# Taylor series of radial kernels need fewer draws, since their errors differ less: for ten kernels,
# uniform and clustered points, the largest error of eight draws was at most 3.2 times that of two,
# and 1.3 times that of four.
DRAWS_OF_RADIAL, DIFFER_OF_RADIAL = 4, 4.0


class PredictionSearch(Search):
    """The search for the cheapest candidate of a method whose predicted error is small enough, and
    whose measured error is at most `tol` / SPARE. A cheaper one is tried where errors turn out
    smaller than predicted, if that saves the time of the try. With method="auto" the direct sum
    follows if there is none.

    `run` raises ValueError if there is none and the method was asked for.

    Attributes:
      candidates: what may be tried, the cheapest first.
      factor: how many times as large the last measured error was as its prediction.
      fastest: the expected nanoseconds of the best plan.
      draws: how many draws of charges are measured, unless the first few are enough.
      differ: how many times as large as those of the first few the errors of all are at most.
      why: the reason why no plan was found so far.
    """

    def __init__(self, plan: Plan, problem: Problem, method: MeasuredMethod) -> None:
        super().__init__(plan, problem)
        self.method = method
        kernel, dtype = problem.kernel, problem.sources.dtype
        self.careful = USUAL if kernel.traits.usual_errors else CAREFUL
        self.eps = float(jnp.finfo(dtype).eps)
        self.targets_and_sources = both_inside(plan, problem.sources, problem.targets)[::-1]
        direct = direct_time(self.request, kernel, dtype)
        self.candidates: list[Candidate] = [
            one
            for one in sorted(
                method.candidates(self.request, kernel, dtype), key=lambda one: one.nanoseconds
            )
            if not self.request.automatic
            or one.nanoseconds + method.making_of(self.request) < direct
        ]
        self.factor, self.fastest, self.why = 1.0, math.inf, ""
        self.times = {one.parameters: one.nanoseconds for one in self.candidates}
        by_tables = all(one.rate is None for one in self.candidates)
        radial = by_tables and not kernel.traits.usual_errors
        self.draws, self.differ = 1 + kernel.traits.draws, DIFFER
        if radial:
            self.draws, self.differ = min(self.draws, DRAWS_OF_RADIAL), DIFFER_OF_RADIAL

    def _predict(self) -> dict[Parameters, float]:
        """The errors of the candidates: with the tree of the last plan where they follow from pairs
        of cells and this tree is not too coarse to have far pairs, otherwise those that the method
        expects."""
        orders: dict[float, tuple[float, list[int]]] = {}
        for one in sorted(self.candidates, key=lambda one: one.parameters.order):
            if one.rate is not None:
                of_theta = orders.setdefault(one.parameters.theta, (one.rate, []))
                of_theta[1].append(self._measured_order(one))
        predicted = {}
        if orders:
            kernel = self.problem.kernel.summed().in_unit(self.plan.unit)
            method, points = self.plan.choice.method, self.targets_and_sources
            trees, targets, sources = method.sample(self.plan, *points)
            where = trees, targets, sources, self.request.derivatives
            predicted = predicted_errors.predict_errors(kernel, *where, orders)
        return {
            one.parameters: predicted.get(
                (one.parameters.theta, self._measured_order(one)), one.error
            )
            for one in self.candidates
        }

    def _measured_order(self, one: Candidate) -> int:
        choice = dataclasses.replace(self.plan.choice, order=one.parameters.order)
        return self.method.measured_order(choice, self.problem.kernel)

    def may_be(self, parameters: Parameters) -> bool:
        return parameters in [one.parameters for one in self.candidates]

    def stopped(self) -> bool:
        good = [one.error <= self.request.tol / SPARE for one in self.tries]
        most = MOST_TRIES if self.request.automatic else MOST_ASKED_FOR
        return len(good) >= most or any(good[:-1]) or not any(map(self._saves, self.times))

    def _saves(self, parameters: Parameters) -> bool:
        """Whether a plan with these parameters is worth the time of its try."""
        if self.best is None:
            return True
        time, request = self.times[parameters], self.request
        takes = time_of_try(request, self.problem, time, self.draws)
        return time < slowest_worth_a_try(self.fastest, takes, request.uses)

    def propose_next(self) -> tuple[Parameters, float] | None:
        predicted = self._predict()
        if self.tries:
            last = self.tries[-1]
            self.factor = last.error / max(predicted[last.parameters], self.eps)
        expected = {one: self.factor * error for one, error in predicted.items()}
        for one, error in expected.items():
            if self.careful * error <= self.request.tol:
                return (one, self.request.tol / self.careful) if self._saves(one) else None
        self.why = self._no_order_reason(expected)
        return None

    def _no_order_reason(self, expected: dict[Parameters, float]) -> str:
        """Why none of the candidates, with these errors, is accurate enough."""
        if not expected:
            return TOO_SLOW
        best = min(expected, key=lambda one: expected[one])
        error = expected[best]
        if not math.isfinite(error):
            return self._no_error_reason()
        cheap = "of those that cost less than the direct sum"
        return (
            f"the best FMM {cheap if self.request.automatic else 'of all'} has an error of "
            f"{error:.0e}, at order {best.order} and theta {best.theta:g}"
        )

    def _no_error_reason(self) -> str:
        return (
            f"sums of {self.problem.kernel.name} are zero or not finite at the targets, so that no "
            "error can be measured"
        )

    def measure(self, plan: Plan) -> Measured:
        request = self.request
        sources = self.problem.sources
        charges = charges_for(self.problem.kernel, request.n, request.dim, sources.dtype)
        points = self.targets_and_sources
        few, others = np.split(np.asarray(charges)[..., : self.draws], [FEW], axis=-1)

        def errors_of(some: np.ndarray) -> measured_errors.Errors:
            return measured_errors.measured_errors(plan, *points, jax.device_put(some))

        errors = errors_of(few)
        worst, equal_charges = float(errors.relative.max()), tuple(map(float, errors.at_target[0]))
        if others.size and not self.differ * worst <= request.tol / SPARE:
            worst = max(worst, float(errors_of(others).relative.max()))
        return Measured(worst, equal_charges)

    def accept(self, plan: Plan, error: float) -> None:
        if (time := self.times[self.tries[-1].parameters]) < self.fastest:
            self.best = self.measured(plan, max(error, self.eps))  # never less than rounding
            self.fastest = time

    def learn(self, plan: Plan) -> None:
        made = plan.choice
        self.why = (
            f"the FMM of order {made.order} and theta {made.theta:g} has an error of "
            f"{self.tries[-1].error:.0e}, more than was foreseen"
        )

    def without_errors(self) -> Plan:
        self.why = self._no_error_reason()
        return self.give_up()

    def give_up(self) -> Plan:
        if self.request.automatic:
            return as_direct(self.plan, self.problem, self.why)
        raise ValueError(
            f"method={self.request.method!r} cannot sum {self.problem.kernel.name} over these "
            f"points to tol={self.request.tol:g} with a measured error of at most half of that: "
            f"{self.why}; use method='auto' or 'direct', or a larger tol"
        )
