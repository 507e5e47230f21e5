"""Plans by expansions whose order, opening parameter and leaf size follow from measured errors.

The tables of errors hold the worst of all inputs, and most points and charges are a fifth to a
hundredth as wrong. What a plan is wrong by is measured (`planning.measured_errors`) for the charges
that are given, or for those of one sign, of both, of a few bodies that are heavier than all others,
of a power law, and of both signs where points are sparse; for points as even as a crystal's also
for charges that alternate between neighbours, and for points in close pairs for charges that cancel
in each pair, whose errors by rounding do not count. The plan that is taken has errors of at most
half of what was asked for, and of all of it for a power law, for equal charges in a cell, and for
lengths far from the kernel's. The other half is for other draws of charges, and for points of the
same kind.

A plan stores the least participation number of charges (`carriers`) that its measurements cover.
Fewer charges may have larger errors: a single one in the corner of its cell had errors of three
times `tol` among uniform points, and of 26 times in the outskirts of a Plummer sphere."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import errors
from jaxfmm.carriers import carriers
from jaxfmm.cost_model.accuracy import Parameters
from jaxfmm.kernels.base import MOST_TIMES
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import measured_errors, periodic_reference
from jaxfmm.planning.capacity import with_parameters
from jaxfmm.planning.probe_charges import Arrangement, alternating, arrangement, opposite
from jaxfmm.request import Request

LEAST = 20_000  # points from which a plan is worth its measurement
MOST_TRIES = 4  # plans that are measured
SPARE = 2.0  # times that the measured error is below what was asked for
GIVEN = 2.0  # times that the errors of given charges are below the usual ones, to begin with
UNKNOWN_CRYSTAL = 10.0  # times that charges of crystals are more wrong than usual, to begin with
UNKNOWN_IN_CELL = 2.0  # the same of equal charges beside their background
NEUTRAL = 0.1  # of charges, the sum over the sum of magnitudes below which they cancel
LENGTHS = (
    1 / MOST_TIMES,
    1 / 16,
    1 / 4,
    4,
    16,
    MOST_TIMES,
)  # over the kernel's own, for which plans are to be good
MOST_COUNTED = 10.0  # times as many pairs as expected, or as few, that are believed
# of the error that the last plan should have had, what the next is to have at most if it missed
# that
AIM = 0.85
LEAST_AIM = 0.5  # the same at least
# of the least error, above which one of a plan that aimed at less is that of rounding, which all
# have
STALLED = 0.8
MORE_TRIES = 2  # where none was good enough
LESS = 2  # orders below that of a plan, of sums that tell where its errors are
GAIN = 0.92  # of the time, above which another try is not worth its compilation


def spare_of(request: Request, given: Problem, charges: jax.Array | None) -> float | None:
    """The `spare` of a request whose plan is to be measured from the first, None for others."""
    if (
        errors.is_traced(given.kernel, given.sources, given.targets, charges)
        or not request.promised
    ):
        return None
    if charges is not None:
        return SPARE / GIVEN
    unknown = SPARE * (UNKNOWN_IN_CELL if given.kernel.has_images else 1.0)
    return unknown if max(request.n, request.m) >= LEAST else None


def even(made: Plan, given: Problem) -> bool:
    """Whether sources that are the targets are spread as in a crystal, for whose charges the tables
    may not hold."""
    return _arrangement(made, given).even


def _arrangement(made: Plan, given: Problem) -> Arrangement:
    """That of the sources; as even as a crystal only if they are the targets."""
    found = arrangement(both_inside(made, given.sources, None)[0], made.request.layout)
    return found._replace(even=found.even and made.request.symmetric)


def cancel(charges: jax.Array) -> bool:
    """Whether real charges (n, k) of some column add up to nearly nothing."""
    return bool(_cancel(charges))


@jax.jit
def _cancel(charges: jax.Array) -> jax.Array:
    return (jnp.abs(charges.sum(0)) < NEUTRAL * jnp.abs(charges).sum(0)).any()


@jax.jit
def of_one_sign(charges: jax.Array) -> jax.Array:
    """Whether no column of charges (n, k) has both signs."""
    return ((charges >= 0).all(0) | (charges <= 0).all(0)).all()


def fitted(
    made: Plan,
    given: Problem,
    charges: jax.Array | None,
    by_tables: Callable[[], Plan],
    instead: Callable[[Plan, str], Plan],
) -> Plan:
    """A concrete plan with an order, opening parameter and leaf size by what is measured, for
    charges (n, k) if given; where that saves no time the plan `by_tables`, measured too. made: the
    first that is tried if its request has a `spare`.

    Raises ValueError if none that is tried is accurate enough, as where rounding is the least error
    that there can be; with method="auto" the plan is the one `instead` of the last, for the reason
    why."""
    read = functools.partial(measured_errors.read, made.request.layout)
    cell = None
    if given.kernel.has_images:
        cell = periodic_reference.in_cell(
            made, *map(read, both_inside(made, given.sources, given.targets))
        )
        if cell is None:
            return by_tables()
    request, arranged = made.request, Arrangement(even=False, paired=False)
    method = made.choice.method.to_fit(request, given.kernel)
    if charges is None or cancel(charges):
        arranged = _arrangement(made, given)
    model = method.capacity_model(made.choice, given.kernel, given.sources.dtype)
    lists = (
        model.local and request.layout is None
    )  # whether what they cost is known from their pairs
    plain = {"apart": method.apart(request, given), "images": given.kernel.has_images}
    around = dict(plain)
    first = request.spare or SPARE
    worse: dict[
        tuple[float, int | None, int | None], float
    ] = {}  # errors over the usual ones, `Model.choose`
    if (
        charges is not None
        and (known := model.of_one_sign(request.n))
        and bool(of_one_sign(charges))
    ):
        first, worse = SPARE, {(theta, None, None): times for theta, times in known.items()}
    lenient = given.kernel.has_images and (
        charges is None or measured_errors.charged(read(charges)).any()
    )
    charges = draws_of(given.sources, arranged, made) if charges is None else [Draw(charges, 1.0)]
    carried = min(draw.carried for draw in charges)
    if cell is None:
        charges = [_with_rounding(made, given, draw) if draw.local else draw for draw in charges]
    else:
        cell.begin({draw.kind for draw in charges})
        charges = [
            draw._replace(cell=(cell, cell.of(read(draw.charges), draw.few_at))) for draw in charges
        ]

    def chosen(tol, **errors):
        return model.choose(
            tol, request.derivatives, request.n, leaf_size=request.leaf_size, **around, **errors
        )

    def time(parameters):
        return (
            math.inf
            if parameters is None
            else model.expected_time(parameters, request.n, request.m, **around)
        )

    def spent(plan, parameters):
        """The same of a plan whose pairs are counted."""
        if not lists:
            return time(parameters)
        return plan.choice.method.time(plan) + model.rates.listed * (
            int(plan.near.count) + int(plan.far.count)
        )

    def counted(plan):
        """How many times as many pairs there are as the model expects, `Model.cost`."""
        if not lists:
            return 1.0, 1.0
        o, points = plan.choice, max(request.n, request.m)
        expected = model.counts(o.theta, o.leaf_size, request.n, **plain)
        found = plan.pair_work() / points, int(plan.far.count) / points
        return tuple(
            min(max(a / b, 1 / MOST_COUNTED), MOST_COUNTED) if b > 0 else 1.0
            for a, b in zip(found, expected)
        )

    def measured_plan(plan, error):
        known = {
            "measured": jnp.asarray(error, plan.unit.dtype),
            "carried": jnp.asarray(carried, plan.unit.dtype),
        }
        return dataclasses.replace(plan, measured_for=plan.kernel, **known)

    best, least, nearest = (
        None,
        math.inf,
        None,
    )  # the plan that is taken, the least error that was measured, and where
    fastest = math.inf  # the nanoseconds of that plan
    aim, aimed = (
        1.0,
        math.inf,
    )  # what errors are to be over what they may be; what the plan with the least one aimed at
    pairs: dict[int | None, tuple[float, float]] = {
        None: counted(made)
    }  # over those expected, `Model.cost`
    for tried in range(MOST_TRIES + MORE_TRIES):
        if tried >= MOST_TRIES and best is not None:
            break
        tol = request.tol / (
            SPARE if tried else first * (UNKNOWN_CRYSTAL if arranged.even else 1.0)
        )
        tol *= aim if best is None else 1.0
        around["counted"] = tuple(pairs.items())
        if tried == 0 and request.spare is not None and not worse and not arranged.even:
            o = made.choice
            parameters = Parameters(o.order, o.theta, o.leaf_size)  # of the plan that there is
        else:
            parameters = chosen(tol, usual=True, worse=tuple(worse.items()))
        if best is not None:
            slowest = GAIN * fastest
        # plans by tables accept fewer pairs of cells than those by the sum of radii, whose costs
        # these are
        else:
            slowest = (
                math.inf
                if any(arranged) or made.choice.by_sum or cell is not None
                else time(chosen(request.tol))
            )
        if parameters is None or time(parameters) >= slowest:
            break
        points = given.kernel, given.sources, given.targets
        trial = with_parameters(made, *points, parameters)
        if trial.is_direct:
            return trial if best is None else best
        error = error_of(trial, given, charges)
        if not math.isfinite(error):  # of sums that are zero, or not finite, nothing can be said
            return by_tables()
        stalled = (
            lenient
            and tried > 1
            and best is None
            and tol < STALLED * aimed
            and error > STALLED * least
        )
        if error < least:
            least, nearest, aimed = error, trial, tol
        # By how much the first plan missed is known now, and counts in `worse`. If others miss,
        # that grows: the next is expected to miss by as much.
        aim *= min(AIM, max(LEAST_AIM, request.tol / SPARE / error)) if tried else AIM
        if error <= request.tol / SPARE and (taken := spent(trial, parameters)) < fastest:
            best, fastest = measured_plan(trial, error), taken
        pairs[parameters.leaf_size] = counted(trial)
        usual = model.usual_error(parameters.order, parameters.theta, request.derivatives)
        worse[parameters.theta, parameters.leaf_size, parameters.order] = error / usual
        if stalled:
            break
    if best is not None:
        return best
    if lenient and least <= request.tol:
        return measured_plan(nearest, least)
    last = by_tables()
    if last.is_direct:
        return last
    error = error_of(last, given, charges)
    if nearest is None or error <= least:
        least, nearest = error, last
    if least <= request.tol:
        return measured_plan(nearest, least)
    if lenient:
        return nearest
    why = f"the least error measured for these points is {least:.0e}"
    if request.automatic:
        return instead(last, why)
    raise ValueError(
        f"method={method.name!r} cannot sum {given.kernel.name} over these points to tol={request.tol:g}: {why}; use a "
        "larger tol, float64, or method='auto' or 'direct'"
    )


class Draw(NamedTuple):
    """Charges (n, k) for which errors are measured. weight: of these errors. local: whether a few
    targets may have most of the error. rounding: about the error by rounding, which does not count.
    cell, few_at: as of `measured_errors`."""

    charges: jax.Array
    weight: float
    local: bool = False
    rounding: float = 0.0
    cell: Any = None
    few_at: Any = None

    @property
    def kind(self) -> tuple[int, int, int]:
        """How many charges there are that are not known to be zero, in how many columns, and at how
        many targets their sums are measured."""
        count, columns = self.charges.shape
        return (
            count if self.few_at is None else len(self.few_at),
            columns,
            measured_errors.samples_of(self.few_at),
        )

    @property
    def carried(self) -> float:
        """The least participation number of charges that have errors of at most `tol` where those
        of the draw have tol / (SPARE weight): errors of few charges grow with the root of one over
        their number."""
        return float(carriers(self.charges)) / (SPARE * self.weight) ** 2


def _with_rounding(made, given, draw):
    y, x = both_inside(made, given.sources, given.targets)
    return draw._replace(rounding=measured_errors.rounding(made, x, y, draw.charges))


def draws_of(sources: jax.Array, arranged: Arrangement, made: Plan) -> list[Draw]:
    """The `Draw`s, of which a plan is to be good at all lengths for the first, for a plan of these
    sources."""
    n, dtype, layout = sources.shape[0], sources.dtype, made.request.layout
    one_sign, both = map(
        jnp.asarray, np.split(np.asarray(measured_errors.draws(n, dtype, 1)), 2, axis=1)
    )
    # in a cell charges of both signs have a neutral draw, since beside a net charge potentials have
    # fewer digits; equal charges have the weakest fields of all of one sign there, others are less
    # wrong
    cell = made.kernel.has_images
    every = [
        Draw(both - both.mean() if cell else both, 1.0),
        Draw(one_sign, 1 / SPARE if cell else 1.0),
    ]
    for (heavier, at), weight in (
        (measured_errors.sparse_draw(n, dtype), 1.0),
        (measured_errors.heavy_draw(n, dtype), 1 / SPARE),
    ):
        every.append(Draw(heavier, weight, few_at=at if layout is None else None))
    if layout is None:  # the devices of a mesh have trees of their own
        every.append(Draw(measured_errors.outer_draw(made.sources_tree, dtype), 1.0))
    if arranged.even:
        every.append(Draw(alternating(measured_errors.read(layout, sources), dtype), 1.0))
    if arranged.paired:
        every.append(Draw(opposite(measured_errors.read(layout, sources), dtype), 1.0, local=True))
    return every


def error_of(plan: Plan, given: Problem, draws: list[Draw]) -> float:
    """The largest of all `Draw`s, and of the first at the other lengths of the kernel for which the
    plan is to be good."""
    kernel, (y, x), order = (
        given.kernel.summed(),
        both_inside(plan, given.sources, given.targets),
        plan.choice.order,
    )
    cases = [(1.0, draw) for draw in draws]
    method = plan.choice.method.to_fit(plan.request, plan.kernel)
    if method is not None and not method.kind.of_one_kernel and jax.tree.leaves(kernel):
        cases += [
            (times, draws[0]._replace(weight=draws[0].weight / SPARE, cell=None))
            for times in LENGTHS
        ]
    found = [float(jnp.finfo(y.dtype).eps)]
    for times, draw in cases:
        beside = max(order - LESS, 0) if draw.local else None
        inner = kernel.in_unit(plan.unit * times)
        errors = measured_errors.measured_errors(
            plan, x, y, draw.charges, inner, draw.cell, beside, draw.few_at
        )
        error = float(errors.max())
        found.append(draw.weight * math.sqrt(max(0.0, error**2 - draw.rounding**2)))
    return max(found)
