"""The search for a plan with expansions whose errors are known from tables.

The tables hold the largest errors of all inputs; most points and charges have a fifth to a
hundredth of these. So the errors of a plan are measured (`planning.measured_errors`): for the
charges that are given, or for charges of one sign, of both, of a few bodies that are heavier than
all others, of a power law, and of both signs where points are sparse; for points as even as a
crystal's also for charges that alternate between neighbours, and for points in close pairs for
charges that cancel in each pair, whose errors by rounding do not count. The plan that is taken has
errors of at most half of `tol`, and of at most `tol` for a power law, for equal charges in a cell,
and for lengths far from the kernel's. The other half is for other draws of charges, and for points
of the same kind.

A plan stores the least participation number of charges (`carriers`) that its measurements cover.
Fewer charges may have larger errors: a single one in the corner of its cell had errors of three
times `tol` among uniform points, and of 26 times in the outskirts of a Plummer sphere."""

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
from jaxfmm.planning.arrangement import Arrangement, arrangement_of
from jaxfmm.planning.choose import Proposal
from jaxfmm.planning.measured_errors import Measured
from jaxfmm.planning.periodic_reference import InCell
from jaxfmm.planning.probe_charges import SPARE, Probe, cancel, few_of, of_one_sign, probes_of
from jaxfmm.planning.sampled_sums import read
from jaxfmm.planning.search import (
    TRY,
    Search,
    parameters_of,
    slowest_worth_a_try,
    time_of_try,
)
from jaxfmm.request import USES, Request

LEAST_POINTS = 20_000  # Plans of fewer points are not measured, unless charges are given.
MOST_TRIES = 4  # At most this many plans are measured
MORE_TRIES = 2  # and this many more if none of them is good.
GIVEN = 2.0  # The errors of given charges are at first taken to be this many times below the usual.
# The errors of charges of crystals are at first taken to be this many times above the usual ones.
UNKNOWN_CRYSTAL = 10.0
# The errors of equal charges in a cell are at first taken to be this many times above the usual.
UNKNOWN_IN_CELL = 2.0
# Without images errors of 1 / r and of log r are at first taken to be this many times above the
# usual ones, so that most searches end with their first try: of 48 plans of points in cubes,
# Plummer spheres, clusters, squares and on spheres, at 1e-2 to 1e-5, 17 had larger errors than the
# usual ones, and 4 had errors of more than this many times these.
UNKNOWN_NEWTONIAN = 1.45
MOST_COUNTED = 10.0  # Pairs count as at most this many times more or fewer than the model expects.
AIM = 0.85  # After a miss, multiply the error that is aimed at by at most this,
LEAST_AIM = 0.5  # and by at least this.
# Rounding is taken for the least error if a plan that aimed at less than this share of the aim of
# the best one has more than this share of its error.
STALLED = 0.8
USUAL_PROBES = 5  # A measurement takes about so many sums, and further ones at other lengths.


def spare_of(request: Request, problem: Problem, charges: Array | None) -> float | None:
    """The `spare` of a request whose plan begins from the usual errors and is measured, None for
    others."""
    if errors.is_traced(*problem.arrays, charges) or not request.promised:
        return None
    if request.segments is not None:  # errors are not measured by segment
        return None
    if charges is not None:
        return SPARE / GIVEN
    kernel, usual = problem.kernel, 1.0
    if kernel.has_images:
        usual = UNKNOWN_IN_CELL
    elif kernel.summed().traits.newtonian:
        usual = UNKNOWN_NEWTONIAN
    return SPARE * usual if max(request.n, request.m) >= LEAST_POINTS else None


def pays(by_tables: Proposal, measured: Proposal, problem: Problem) -> bool:
    """Whether a plan that begins from the usual errors saves the time of its first try, relative to
    one by tables, in `Request.uses` sums. For the usual number of sums a try of a second is always
    made: plans are often used more than a hundred times."""
    choice, request = measured.choice, measured.choice.request
    method = choice.method.to_fit(request, problem.kernel)
    if method is None or choice.by_sum or problem.kernel.has_images:  # times cannot be compared
        return True
    sums = USUAL_PROBES + len(measured_errors.lengths_of(problem.kernel, method))
    takes = time_of_try(request, problem, measured.nanoseconds, sums)
    takes -= TRY if request.uses >= USES else 0.0
    return request.uses * (by_tables.nanoseconds - measured.nanoseconds) >= takes


def search_by_tables(
    plan: Plan,
    problem: Problem,
    charges: Array | None,
    by_tables: Callable[[], Plan],
    instead: Callable[[Plan, str], Plan],
) -> Plan:
    """A concrete plan with an order, opening parameter and leaf size by what is measured, for
    charges (n, k) if given; where that saves no time the plan `by_tables`, measured too. plan: the
    first that is tried if its request has a `spare`.

    Raises ValueError if none that is tried is accurate enough, as where rounding is the least error
    that there can be; with method="auto" the plan is then the one `instead` of the last, for the
    reason why."""
    cell = None
    if problem.kernel.has_images:
        points = both_inside(plan, problem.sources, problem.targets)
        cell = periodic_reference.in_cell(plan, *(read(plan.request.layout, x) for x in points))
        if cell is None:
            return by_tables()
    return TableSearch(plan, problem, charges, cell, by_tables, instead).run()


class TableSearch(Search):
    """The search of `search_by_tables`.

    Attributes:
      method: whose parameters are fitted.
      model: the errors and times that are expected.
      probes: the charges for which errors are measured.
      safety: how many times below `tol` the first plan's usual error is.
      lenient: whether errors of up to `tol` do where no plan has half of that.
      aim: the error that the next plan aims at, over tol / SPARE, until one is good.
      counted, ratios: how many times as many pairs, and how many times the errors, the tries had as
        the model expects (`Model.choose`).
      fastest: the nanoseconds of the best plan.
      closest: the plan with the least error and this error.
      too_slow: whether the search ended since another try would not save its own time.
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
            self.arrangement = arrangement_of(plan, problem.sources)
        self.probes = self._probes(charges, cell)
        self.carried = min(probe.carried for probe in self.probes)
        self.safety, self.ratios = self._start(charges)
        if self.arrangement.even:
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
        """The `Probe`s of given charges or of any, with what their errors need."""
        if charges is None:
            probes = probes_of(self.first, self.problem.sources, self.arrangement)
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
        """Rounding counts where charges cancel."""
        if not probe.local or not cancel(probe.charges):
            return probe
        rounding = measured_errors.rounding(self.first, self.problem, probe.charges)
        return dataclasses.replace(probe, rounding=rounding)

    def _start(self, charges: Array | None) -> tuple[float, dict]:
        """`safety` and `ratios` at the beginning: charges of one sign have smaller errors where
        that was measured."""
        known = self.model.of_one_sign(self.request.n)
        if charges is not None and known and of_one_sign(charges):
            return SPARE, {(theta, None, None): ratio for theta, ratio in known.items()}
        return self.request.spare or SPARE, {}

    def stopped(self) -> bool:
        enough = MOST_TRIES if self.best is not None else MOST_TRIES + MORE_TRIES
        return len(self.tries) >= enough or self._stalled()

    def _stalled(self) -> bool:
        """Whether the last try has about the least error although it aimed at less: then that is
        the error by rounding, which all plans have."""
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
        if self.tries or self.request.spare is None or self.ratios or self.arrangement.even:
            parameters = self._choose(aim, usual=True, ratios=tuple(self.ratios.items()))
        else:  # of the plan that there is
            parameters = parameters_of(self.first)
        if parameters is None or not self._saves(self._time(parameters)):
            self.too_slow = parameters is not None
            return None
        return parameters, aim

    def _saves(self, time: float) -> bool:
        """Whether a try of a plan with this time is worth its own time. The first one is, and where
        there is no good plan yet one of a second, as in `pays`."""
        if not self.tries:
            return time < self._slowest()
        lengths = measured_errors.lengths_of(self.problem.kernel, self.method)
        sums, uses = len(self.probes) + len(lengths), self.request.uses
        takes = time_of_try(self.request, self.problem, time, sums)
        if self.best is None:
            return time < self._slowest() - (takes - TRY) / uses
        return time < slowest_worth_a_try(self.fastest, takes, uses)

    def _choose(self, tol: float, **how: Any) -> Parameters | None:
        request = self.request
        how |= {"leaf_size": request.leaf_size, "around": self.around}
        points = max(request.n, request.m)
        return self.model.choose(tol, request.derivatives, points, **how)

    def _time(self, parameters: Parameters | None) -> float:
        """The nanoseconds that are expected."""
        if parameters is None:
            return math.inf
        points = max(self.request.n, self.request.m)
        return self.model.expected_time(parameters, points, points, self.around)

    def _slowest(self) -> float:
        """The time of a plan by tables: nothing is gained by plans that are expected to take as
        long. Where plans by tables have fewer far pairs of cells than the tries, or crystals or
        cells larger errors, no time is too long."""
        if not self._known_by_tables():
            return math.inf
        return self._time(self._choose(self.request.tol))

    def _known_by_tables(self) -> bool:
        """Whether the errors of tables are the largest for these points, by the rule of the tries
        too, so that times compare and a plan by tables needs no measurement."""
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
        # By how much the first plan missed is known now, and counts in `ratios`. If others miss,
        # that grows: the next is expected to miss by as much.
        missed = self.request.tol / SPARE / last.error if len(self.tries) > 1 else 1.0
        self.aim *= min(AIM, max(LEAST_AIM, missed))
        order, theta, size = dataclasses.astuple(last.parameters)
        self.counted[size] = self._count(plan)
        usual = self.model.usual_error(order, theta, self.request.derivatives)
        self.ratios[theta, size, order] = last.error / usual

    def _knows_pairs(self) -> bool:
        """Whether the time follows from the counted pairs of a plan."""
        return self.model.local and self.request.layout is None

    def _counted_time(self, plan: Plan) -> float:
        """The nanoseconds of a plan whose pairs are counted."""
        if not self._knows_pairs():
            return self._time(self.tries[-1].parameters)
        pairs = int(plan.near.count) + int(plan.far.count)
        return plan.choice.method.time(plan) + self.model.listed(pairs)

    def _count(self, plan: Plan) -> tuple[float, float]:
        """How many times as many near and far pairs a plan has as the model expects."""
        if not self._knows_pairs():
            return 1.0, 1.0
        made, points = plan.choice, max(self.request.n, self.request.m)
        expected = self.model.counts(made.theta, made.leaf_size, points, self.around)
        counts = plan.pair_work() / points, int(plan.far.count) / points
        near, far = (
            min(max(a / b, 1 / MOST_COUNTED), MOST_COUNTED) if b > 0 else 1.0
            for a, b in zip(counts, expected)
        )
        return near, far

    def without_errors(self) -> Plan:
        return self.by_tables()

    def give_up(self) -> Plan:
        """The closest plan if it keeps `tol` with nothing to spare, the plan by tables if that
        does, or what is done `instead`."""
        tol, (error, plan) = self.request.tol, self.closest
        if self.lenient and plan is not None and error <= tol:
            return self.measured(plan, error, self.carried)
        last = self.by_tables()
        if last.is_direct or error <= tol and self.too_slow and self._known_by_tables():
            return last  # the try shows that rounding is no larger than `tol`
        by_tables, self.at_target[parameters_of(last)] = self.measure(last)
        if plan is None or by_tables <= error:
            error, plan = by_tables, last
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
