"""Plans by expansions whose order, opening parameter and leaf size follow from measured errors.

The tables of errors hold the worst of all inputs, and most points and charges are a fifth to a hundredth as wrong. What
a plan is wrong by is measured (`methods.measured`) for the charges that are given, or for those of one sign, of both,
of a few bodies that are heavier than all others, and of both signs where points are sparse; for points as even as a
crystal's also for charges that alternate between neighbours. The plan that is taken is wrong by at most half of what
was asked for, and by all of it for a few heavy bodies, for charges where points are sparse, and for lengths far from
the kernel's. The other half is for other draws of charges, and for points of the same kind.
"""

import dataclasses
import functools
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import errors
from jaxfmm.kernels.base import MOST_TIMES
from jaxfmm.methods import few, measured
from jaxfmm.methods.costs import Given
from jaxfmm.plan import Plan
from jaxfmm.planning.alternating import alternating
from jaxfmm.planning.grow import with_parameters
from jaxfmm.request import Request

LEAST = 20_000  # points from which a plan is worth its measurement
MOST_TRIES = 4  # plans that are measured
SPARE = 2.0  # times that the measured error is below what was asked for
GIVEN = 2.0  # times that the errors of given charges are below the usual ones, to begin with
UNKNOWN_CRYSTAL = 10.0  # times that charges of crystals are more wrong than usual, to begin with
NEUTRAL = 0.1  # of charges, the sum over the sum of magnitudes below which they cancel
LENGTHS = (1 / MOST_TIMES, 1 / 16, 1 / 4, 4, 16, MOST_TIMES)  # over the kernel's own, for which plans are to be good
MOST_COUNTED = 10.0  # times as many pairs as expected, or as few, that are believed
GAIN = 0.85  # of the time, above which another try is not worth its compilation


def spare_of(request: Request, given: Given, charges: jax.Array | None) -> float | None:
    """The `spare` of a request whose plan is to be measured from the first, None for others."""
    if errors.is_traced(given.kernel, given.sources, given.targets, charges) or not request.promised:
        return None
    if charges is not None:
        return SPARE / GIVEN
    return SPARE if max(request.n, request.m) >= LEAST else None


def even(made: Plan, given: Given) -> bool:
    """Whether sources that are the targets are spread as in a crystal, for whose charges the tables may not hold."""
    return made.request.symmetric and measured.even(_inside(made, given.sources, None)[0], made.request.layout)


def cancel(charges: jax.Array) -> bool:
    """Whether real charges (n, k) of some column add up to nearly nothing."""
    return bool(_cancel(charges))


@jax.jit
def _cancel(charges):
    return (jnp.abs(charges.sum(0)) < NEUTRAL * jnp.abs(charges).sum(0)).any()


def fitted(
    made: Plan,
    given: Given,
    charges: jax.Array | None,
    by_tables: Callable[[], Plan],
    instead: Callable[[Plan, str], Plan],
) -> Plan:
    """A concrete plan with an order, opening parameter and leaf size by what is measured, for charges (n, k) if given;
    where that saves no time the plan `by_tables`, measured too. made: the first that is tried if its request has a
    `spare`.

    Raises ValueError if none that is tried is accurate enough, as where rounding is the least error that there can be;
    with method="auto" the plan is the one `instead` of the last, for the reason why."""
    read = functools.partial(measured.read, made.request.layout)
    cell = None
    if given.kernel.has_images:
        cell = few.in_cell(made, *map(read, _inside(made, given.sources, given.targets)))
        if cell is None:
            return by_tables()
    request, method, crystal = (
        made.request,
        made.choice.method,
        (charges is None or cancel(charges)) and even(made, given),
    )
    model = method.room_model(made.choice, given.kernel, given.sources.dtype)
    plain = {"apart": method.apart(request, given), "images": given.kernel.has_images}
    around = dict(plain)
    first = request.spare or SPARE
    lenient = given.kernel.has_images and (charges is None or measured.charged(read(charges)).any())
    charges = draws_of(given.sources, crystal, made) if charges is None else [(charges, 1.0)]
    charges = [(q, weight, None if cell is None else (cell, cell.of(read(q)))) for q, weight in charges]

    def chosen(tol, **errors):
        found = model.choose(tol, request.derivatives, request.n, **around, **errors)
        if found is None or request.leaf_size is None:
            return found
        return dataclasses.replace(found, leaf_size=request.leaf_size)

    def time(parameters):
        return math.inf if parameters is None else model.expected_time(parameters, request.n, request.m, **around)

    def counted(plan):
        """How many times as many pairs there are as the model expects, `Model.cost`."""
        if not model.local or request.layout is not None:
            return 1.0, 1.0
        o, points = plan.choice, max(request.n, request.m)
        expected = model.counts(o.theta, o.leaf_size, request.n, **plain)
        found = plan.pair_work() / points, int(plan.far.count) / points
        return tuple(min(max(a / b, 1 / MOST_COUNTED), MOST_COUNTED) if b > 0 else 1.0 for a, b in zip(found, expected))

    def measured_plan(plan, error):
        return dataclasses.replace(plan, measured=jnp.asarray(error, plan.unit.dtype), measured_for=plan.kernel)

    best, least, nearest = None, math.inf, None  # the plan that is taken, the least error that was measured, and where
    fastest = None  # the parameters of that plan
    around["counted"] = counted(made)
    worse: dict[float, float] = {}  # by opening parameter, the errors over the usual ones
    for tried in range(MOST_TRIES):
        tol = request.tol / (SPARE if tried else first * (UNKNOWN_CRYSTAL if crystal else 1.0))
        parameters = chosen(tol, usual=True, worse=tuple(worse.items()))
        if fastest is not None:
            slowest = GAIN * time(fastest)
        else:
            slowest = math.inf if crystal else time(chosen(request.tol))
        if parameters is None or time(parameters) >= slowest:
            break
        points = given.kernel, given.sources, given.targets
        trial = with_parameters(made, *points, parameters)
        if trial.is_direct:
            return trial if best is None else best
        error = error_of(trial, given, charges)
        if not math.isfinite(error):  # of sums that are zero, or not finite, nothing can be said
            return by_tables()
        if error < least:
            least, nearest = error, trial
        if error <= request.tol / SPARE:
            best, fastest = measured_plan(trial, error), parameters
        around["counted"] = counted(trial)
        worse[parameters.theta] = error / model.usual_error(parameters.order, parameters.theta, request.derivatives)
    if best is not None:
        return best
    last = by_tables()
    if last.is_direct:
        return last
    error = error_of(last, given, charges)
    if error <= request.tol:
        return measured_plan(last, error)
    if lenient:
        return last if nearest is None or error <= least else nearest
    why = f"the least error measured for these points is {min(error, least):.0e}"
    if request.automatic:
        return instead(last, why)
    raise ValueError(
        f"method={method.name!r} cannot sum {given.kernel.name} over these points to tol={request.tol:g}: {why}; use a "
        "larger tol, float64, or method='auto' or 'direct'"
    )


def draws_of(sources, crystal, made):
    """[(charges (n, k), the weight of their errors)], the first for which a plan is to be good at all lengths, for a
    plan of these sources."""
    n, dtype, layout = sources.shape[0], sources.dtype, made.request.layout
    one_sign, both = map(jnp.asarray, np.split(np.asarray(measured.draws(n, dtype, 1)), 2, axis=1))
    every = [(both, 1.0), (one_sign, 1.0), (measured.sparse_draw(n, dtype), 1 / SPARE)]
    if layout is None:  # the devices of a mesh have trees of their own
        every.append((measured.outer_draw(made.sources_tree, dtype), 1 / SPARE))
    return [*every, (alternating(measured.read(layout, sources), dtype), 1.0)] if crystal else every


def error_of(plan, given, charges):
    """The largest of all charges, and of the first at the other lengths of the kernel for which the plan is to be good.
    charges: [(charges (n, k), weight, what `measured_errors` takes as `cell`)]."""
    kernel, (y, x) = given.kernel.summed(), _inside(plan, given.sources, given.targets)
    cases = [(kernel.in_unit(plan.unit), *some) for some in charges]
    if not plan.choice.method.kind.of_one_kernel and jax.tree.leaves(kernel):
        q, weight, _ = charges[0]
        cases += [(kernel.in_unit(plan.unit * times), q, weight / SPARE, None) for times in LENGTHS]
    found = [weight * measured.measured_errors(plan, x, y, q, inner, cell).max() for inner, q, weight, cell in cases]
    return max(float(jnp.finfo(y.dtype).eps), *map(float, found))


@jax.jit
def _inside(plan, sources, targets):
    """(sources, targets) as sums take them."""
    y = plan.inside(sources, plan.homes[1])
    return y, y if targets is None else plan.inside(targets, plan.homes[0])
