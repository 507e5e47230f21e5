"""The search for the parameters of expansions whose largest errors are in tables.

The tables hold the largest errors over all inputs. Most points and charges have a fifth to a
hundredth of these errors. So the errors of a plan are measured (`planning.measured_errors`), for
the given charges, or else for each of these:

- charges of one sign, of both signs, and of both signs where points are sparse,
- a few charges that outweigh all others, and charges by a power law,
- for points as even as in a crystal: charges that alternate between neighbours,
- for points in close pairs: charges that cancel in each pair, without their errors by rounding.

The measured errors of a finished plan are at most `tol` / 2. They are at most `tol` for a power
law, for equal charges in a cell, and for lengths far from the kernel's. The margin is for other
random charges, and for updates with points of the same kind.

A plan stores the least participation number of charges (`carriers`) that its measurements cover.
Fewer charges may have larger errors: a single charge in the corner of its cell had an error of
3 `tol` among uniform points, and of 26 `tol` in the outskirts of a Plummer sphere."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from jax import Array

from jaxfmm import errors
from jaxfmm.carriers import carriers
from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import measured_errors, periodic_reference
from jaxfmm.planning.arrangement import Arrangement, arrangement_of, even_as_given
from jaxfmm.planning.choose import Proposal
from jaxfmm.planning.measured_errors import Measured
from jaxfmm.planning.periodic_reference import InCell
from jaxfmm.planning.probe_charges import (
    SPARE,
    Probe,
    begin_alternating,
    cancel,
    few_of,
    of_one_sign,
    probes_of,
)
from jaxfmm.planning.sampled_sums import read
from jaxfmm.planning.search import (
    Search,
    parameters_of,
    slowest_worth_a_try,
    time_of_try,
    usual_try,
)
from jaxfmm.request import USES, Request

LEAST_POINTS = 20_000  # Plans of fewer points are not measured, unless charges are given.
MOST_TRIES = 4  # At most this many plans are measured,
MORE_TRIES = 2  # and this many more if the errors of all of them are too large.
# The first guess of errors, relative to the typical errors in the tables: given charges have errors
# this many times smaller, charges of crystals and equal charges in a cell this many times larger.
GIVEN = 2.0
UNKNOWN_CRYSTAL = 10.0
UNKNOWN_IN_CELL = 2.0
# Without images errors of 1 / r and of log r are at first taken to be this many times above the
# usual ones, so that most searches end with their first try: of 48 plans of points in cubes,
# Plummer spheres, clusters, squares and on spheres, at 1e-2 to 1e-5, 17 had larger errors than the
# usual ones, and 4 had errors of more than this many times these.
UNKNOWN_NEWTONIAN = 1.45
# The ratio of counted to expected pairs is clipped to this factor and its inverse.
MOST_COUNTED = 10.0
AIM = 0.85  # After a miss, multiply the target error by at most this,
LEAST_AIM = 0.5  # and by at least this.
# The search has reached the error of rounding if a plan whose target error was below this share of
# the best plan's target has an error above this share of the best plan's error.
STALLED = 0.8
USUAL_PROBES = 5  # A measurement takes about this many sums, besides those at other lengths.


def spare_of(request: Request, problem: Problem, charges: Array | None) -> float | None:
    """`Request.spare` for a plan that starts from the typical errors and is measured; None for
    plans that rely on the largest errors of the tables."""
    if errors.is_tracing() or errors.is_traced(*problem.arrays) or not request.promised:
        return None
    if request.segments is not None:  # errors are not measured by segment
        return None
    if charges is not None:
        return SPARE / GIVEN
    kernel, usual = problem.kernel, 1.0
    if kernel.has_images:
        usual = UNKNOWN_IN_CELL
        if _foreseen(request, problem):
            usual *= UNKNOWN_CRYSTAL
            begin_alternating(problem)
    elif kernel.summed().traits.newtonian:
        usual = UNKNOWN_NEWTONIAN
    return SPARE * usual if max(request.n, request.m) >= LEAST_POINTS else None


def _foreseen(request: Request, problem: Problem) -> bool:
    """Whether a first plan is for points as even as a crystal's. Without images, where tries take
    less, only the first plan tells."""
    enough = request.layout is None and max(request.n, request.m) >= LEAST_POINTS
    return enough and problem.kernel.has_images and even_as_given(problem)


def pays(by_tables: Proposal, measured: Proposal, problem: Problem) -> bool:
    """Whether `Request.uses` sums by a plan that starts from the typical errors save the time of
    its first try, relative to a plan by the largest errors. For the default number of uses a
    `usual_try` always pays."""
    choice, request = measured.choice, measured.choice.request
    method = choice.method.to_fit(request, problem.kernel)
    if method is None or choice.by_sum or problem.kernel.has_images:  # times are not comparable
        return True
    sums = USUAL_PROBES + len(measured_errors.lengths_of(problem.kernel, method))
    takes = time_of_try(request, problem, measured.nanoseconds, sums)
    takes -= usual_try(request, problem) if request.uses >= USES else 0.0
    return request.uses * (by_tables.nanoseconds - measured.nanoseconds) >= takes


def search_by_tables(
    plan: Plan,
    problem: Problem,
    charges: Array | None,
    by_tables: Callable[[], Plan],
    instead: Callable[[Plan, str], Plan],
) -> Plan:
    """A concrete plan whose order, opening parameter and leaf size follow from measured errors.

    plan: the start; it is the first plan that is tried if its request has a `spare`.
    charges: (n, k), those for which errors are measured; None for charges of every kind.
    by_tables: makes the plan by the largest errors of the tables. It is taken if the search saves
      no time.
    instead: makes the plan by another method, from the last plan and the reason. It is taken with
      method="auto" if no plan is accurate enough.

    Raises ValueError for other methods if no plan is accurate enough, for example because the error
    of rounding is larger than `tol`."""
    cell = None
    if problem.kernel.has_images:
        setup = periodic_reference.setup_of(plan.request, problem)
        if setup is None:
            return by_tables()
        points = both_inside(plan, problem.sources, problem.targets)
        inside = (read(plan.request.layout, x) for x in points)
        cell = periodic_reference.in_cell(plan, setup, *inside)
    return TableSearch(plan, problem, charges, cell, by_tables, instead).run()


class TableSearch(Search):
    """The search of `search_by_tables`.

    Attributes:
      method: the method whose parameters are searched.
      model: predicts errors and times.
      probes: the charges for which errors are measured.
      even: whether points turned out to be as even as a crystal's, which `Request.spare` does not
        know.
      safety: the typical error of the first plan is at most `tol` / safety.
      lenient: whether errors of up to `tol` are accepted if no plan has `tol` / 2.
      aim: the target error of the next plan, relative to `tol` / SPARE, until a plan is accepted.
      counted, ratios: of the tries, the ratios of counted to expected pairs and of measured to
        expected errors (`Model.choose`).
      fastest: the nanoseconds of the best plan.
      closest: (the smallest measured error, the plan with that error).
      too_slow: whether the search ended because another try would not save its own time.
    """

    def __init__(
        self,
        plan: Plan,
        problem: Problem,
        charges: Array | None,
        cell: InCell | None,
        by_tables: Callable[[], Plan],
        instead: Callable[[Plan, str], Plan],
    ) -> None:
        about = "" if charges is None else f"one sign: {of_one_sign(charges)}"
        super().__init__(plan, problem, about)
        kernel = problem.kernel
        method = plan.choice.method.to_fit(self.request, kernel)
        if method is None:
            raise ValueError(f"method={plan.method!r} does not fit parameters to measured errors")
        self.method = method
        self.model = method.capacity_model(plan.choice, kernel, problem.sources.dtype)
        self.by_tables, self.instead = by_tables, instead
        self.arrangement = Arrangement()
        if charges is None or cancel(charges):
            self.arrangement = arrangement_of(plan, problem)
        self.probes = self._probes(charges, cell)
        self.carried = min(probe.carried for probe in self.probes)
        self.safety, self.ratios = self._start(charges)
        foreseen = self.request.spare and charges is None and _foreseen(self.request, problem)
        self.even = self.arrangement.even and not foreseen
        if self.even:
            self.safety *= UNKNOWN_CRYSTAL
        self.lenient = kernel.has_images and (
            charges is None or bool(measured_errors.charged(self._read(charges)).any())
        )
        self.around = method.surroundings(self.request, problem)
        self.counted = {None: self._count(plan)}
        self.aim, self.fastest = 1.0, math.inf
        self.closest: tuple[float, Plan | None] = math.inf, None
        self.too_slow = False

    def _read(self, array: Array) -> np.ndarray:
        return read(self.request.layout, array)

    def _probes(self, charges: Array | None, cell: InCell | None) -> list[Probe]:
        """The `Probe`s of the given charges, or of charges of every kind for None."""
        if charges is None:
            probes = probes_of(self.first, self.problem, self.arrangement)
        else:
            few = float(carriers(charges)) < few_of(self.request.n)
            probes = [Probe(charges, local=few, usual=not self.problem.kernel.has_images)]
        if cell is None:
            return [self._with_rounding(probe) for probe in probes]
        cell.begin({measured_errors.kind_of(probe) for probe in probes})
        return [
            dataclasses.replace(
                probe, cell=(cell, cell.of(self._read(probe.charges), probe.few_at))
            )
            for probe in probes
        ]

    def _with_rounding(self, probe: Probe) -> Probe:
        """The probe with its error by rounding, which matters where charges cancel."""
        if not probe.local or not cancel(probe.charges):
            return probe
        rounding = measured_errors.rounding(self.first, self.problem, probe.charges)
        return dataclasses.replace(probe, rounding=rounding)

    def _start(self, charges: Array | None) -> tuple[float, dict]:
        """The first `safety` and `ratios`. For charges of one sign the model may know that errors
        are smaller."""
        known = self.model.of_one_sign(self.request.n)
        if charges is not None and known and of_one_sign(charges):
            return SPARE, {(theta, None, None): ratio for theta, ratio in known.items()}
        return self.request.spare or SPARE, {}

    def stopped(self) -> bool:
        enough = MOST_TRIES if self.best is not None else MOST_TRIES + MORE_TRIES
        return len(self.tries) >= enough or self._stalled()

    def _stalled(self) -> bool:
        """Whether the last try had a smaller target error but not a smaller error than the best:
        that is the error of rounding, which all plans have."""
        if not self.lenient or len(self.tries) < 3:
            return False
        *earlier, last = self.tries
        least = min(earlier, key=lambda one: one.error)
        return (
            least.error > self.request.tol / SPARE
            and last.aim < STALLED * least.aim
            and last.error > STALLED * least.error
        )

    def propose_next(self) -> tuple[Parameters, float] | None:
        aim = self.request.tol / (SPARE if self.tries else self.safety)
        aim *= self.aim if self.best is None else 1.0
        self.around = dataclasses.replace(self.around, counted=tuple(self.counted.items()))
        if self.tries or self.request.spare is None or self.ratios or self.even:
            aim, parameters = self._careful(aim)
        else:  # the first try is the plan that exists already
            parameters = parameters_of(self.first)
        if parameters is None or not self._saves(self._time(parameters)):
            self.too_slow = parameters is not None
            return None
        return parameters, aim

    def _careful(self, aim: float) -> tuple[float, Parameters | None]:
        """An error to aim at, and parameters for it. After a miss it is `LEAST_AIM` of what is
        allowed if the slower plan costs less in all sums than another try, should this one miss
        too."""
        how: dict[str, Any] = {"usual": True, "ratios": tuple(self.ratios.items())}
        parameters = self._choose(aim, **how)
        careful = min(aim, LEAST_AIM * self.request.tol / SPARE)
        if not self.tries or self.best is not None or careful == aim:
            return aim, parameters
        other = self._choose(careful, **how)
        more = self._time(other) - self._time(parameters)
        if self.request.uses * more < time_of_try(self.request, self.problem, 0.0, 0):
            return careful, other
        return aim, parameters

    def _saves(self, time: float) -> bool:
        """Whether a try of a plan with this expected time saves its own time. The first try does,
        and so does a `usual_try` as long as no plan is accepted, as in `pays`."""
        if not self.tries:
            return time < self._slowest()
        lengths = measured_errors.lengths_of(self.problem.kernel, self.method)
        sums, uses = len(self.probes) + len(lengths), self.request.uses
        takes = time_of_try(self.request, self.problem, time, sums)
        if self.best is None:
            return time < self._slowest() - (takes - usual_try(self.request, self.problem)) / uses
        return time < slowest_worth_a_try(self.fastest, takes, uses)

    def _choose(self, tol: float, **how: Any) -> Parameters | None:
        request = self.request
        how |= {"leaf_size": request.leaf_size, "around": self.around}
        points = max(request.n, request.m)
        return self.model.choose(tol, request.derivatives, points, **how)

    def _time(self, parameters: Parameters | None) -> float:
        """The expected nanoseconds of a plan with these parameters."""
        if parameters is None:
            return math.inf
        points = max(self.request.n, self.request.m)
        return self.model.expected_time(parameters, points, points, self.around)

    def _slowest(self) -> float:
        """The expected nanoseconds of a plan by the largest errors, which other plans must beat.
        Infinite unless `_known_by_tables`."""
        if not self._known_by_tables():
            return math.inf
        return self._time(self._choose(self.request.tol))

    def _known_by_tables(self) -> bool:
        """Whether the errors of tables are the largest for these points and for the rule of far
        pairs of the tries. Then their times compare, and a plan by tables needs no measurement."""
        special = any(self.arrangement) or self.problem.kernel.has_images
        return not special and not self.first.choice.by_sum

    def measure(self, plan: Plan) -> Measured:
        return measured_errors.largest_error(plan, self.problem, self.probes)

    def accept(self, plan: Plan, error: float) -> None:
        if (time := self._counted_time(plan)) < self.fastest:
            self.best, self.fastest = self.measured(plan, error, self.carried), time

    def learn(self, plan: Plan) -> None:
        last = self.tries[-1]
        if last.error < self.closest[0]:
            self.closest = last.error, plan
        # The miss of the first plan is in `ratios` now. If later plans miss too, ratios grow from
        # plan to plan, and the next plan is expected to miss by the same factor.
        missed = self.request.tol / SPARE / last.error if len(self.tries) > 1 else 1.0
        self.aim *= min(AIM, max(LEAST_AIM, missed))
        order, theta, size = dataclasses.astuple(last.parameters)
        self.counted[size] = self._count(plan)
        usual = self.model.usual_error(order, theta, self.request.derivatives)
        self.ratios[theta, size, order] = last.error / usual

    def _knows_pairs(self) -> bool:
        """Whether the time of a plan follows from its counted pairs."""
        return self.model.local and self.request.layout is None

    def _counted_time(self, plan: Plan) -> float:
        """The expected nanoseconds of a plan, by its counted pairs where these tell."""
        if not self._knows_pairs():
            return self._time(self.tries[-1].parameters)
        pairs = int(plan.near.count) + int(plan.far.count)
        return plan.choice.method.time(plan) + self.model.listed(pairs)

    def _count(self, plan: Plan) -> tuple[float, float]:
        """The ratios of near and of far pairs of a plan to the expected numbers."""
        if not self._knows_pairs():
            return 1.0, 1.0
        choice, points = plan.choice, max(self.request.n, self.request.m)
        expected = self.model.counts(choice.theta, choice.leaf_size, points, self.around)
        counts = plan.pair_work() / points, int(plan.far.count) / points
        near, far = (
            min(max(a / b, 1 / MOST_COUNTED), MOST_COUNTED) if b > 0 else 1.0
            for a, b in zip(counts, expected)
        )
        return near, far

    def without_errors(self) -> Plan:
        return self.by_tables()

    def give_up(self) -> Plan:
        """The plan where no try was accepted: the closest one if it is `lenient` and keeps `tol`,
        the plan by tables if that keeps `tol`, or the one `instead`."""
        tol, (error, plan) = self.request.tol, self.closest
        if self.lenient and plan is not None and error <= tol:
            return self.measured(plan, error, self.carried)
        last = self.by_tables()
        if last.far is None:
            return last  # by a method whose errors are not measured
        if last.is_direct or error <= tol and self.too_slow and self._known_by_tables():
            return last  # the tries show that the error of rounding is at most `tol`
        error_by_tables, self.at_target[parameters_of(last)] = self.measure(last)
        if plan is None or error_by_tables <= error:
            error, plan = error_by_tables, last
        if error <= tol:
            return self.measured(plan, error, self.carried)
        if self.lenient:
            return plan
        why = f"the least error measured for these points is {error:.0e}"
        if self.request.automatic:
            return self.instead(last, why)
        raise ValueError(
            f"method={self.first.method!r} cannot sum {self.problem.kernel.name} over these points "
            f"to tol={tol:g}: {why}; use a larger tol, float64, or method='auto' or 'direct'"
        )
