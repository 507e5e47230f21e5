"""Plans whose errors are measured: for kernels of which none is known, where they are foreseen first, and for charges
that are given."""

import dataclasses
import math

import jax.numpy as jnp

from jaxfmm import accuracy
from jaxfmm.methods import measured
from jaxfmm.methods.costs import direct_time, model_of
from jaxfmm.plan import Plan, build
from jaxfmm.planning.grow import TOO_DEAR, as_direct, grown

MOST_TRIES = 3  # FMMs that are measured
CAREFUL = 30.0  # times that the error of charges of one sign is below that of the tables, to begin with


def certified(made: Plan, kernel, sources, targets) -> Plan:
    """A plan by an FMM: the cheapest whose foreseen error is at most a quarter and whose measured error is at most half
    of what was asked for; with method="auto" the direct sum if there is none.

    Raises ValueError if there is none and the FMM was asked for."""
    request, automatic, family = made.request, made.request.automatic, made.choice.method.family
    model, factor = model_of(request, kernel, sources.dtype, made.choice.method.family), 1.0
    tried = _candidates(model, request, direct_time(request, kernel, sources.dtype))
    wanted: dict[float, tuple[float, list[int]]] = {}
    for one in sorted(tried, key=lambda one: one.order):
        rate = accuracy.convergence(one.theta, request.tree, family)
        wanted.setdefault(one.theta, (rate, []))[1].append(one.order)
    inner = kernel.summed().in_unit(made.unit)

    y = made.inside(sources, made.homes[1])
    x = y if targets is None else made.inside(targets, made.homes[0])

    def foresee():
        """The errors of the candidates: of the tables where this tree is too coarse for a theta to have far pairs."""
        errors = {}
        if model.kind.foreseen:
            errors = measured.foreseen_errors(inner, made.trees, x, y, request.derivatives, wanted)
        keys = [(one.theta, one.order) for one in tried]
        return {key: errors.get(key, model.expected_error(key[1], key[0], request.derivatives)) for key in keys}

    foreseen, eps = foresee(), float(jnp.finfo(sources.dtype).eps)
    for _ in range(MOST_TRIES):
        expected = [factor * foreseen[one.theta, one.order] for one in tried]
        best = next((one for one, error in zip(tried, expected) if 4 * error <= request.tol), None)
        if best is None:
            why = _no_order_reason(kernel, automatic, tried, expected)
            break
        made = _with_parameters(made, kernel, sources, targets, best)
        if made.is_direct:
            return made
        order, theta = made.choice.order, made.choice.theta
        error = measured.measured_error(
            inner, order, family, made.trees, made.lists, x, y, request.derivatives, request.backend
        )
        if 2 * error <= request.tol:
            error = max(error, eps)  # never less than rounding
            return dataclasses.replace(made, measured=jnp.asarray(error, sources.dtype))
        why = f"the FMM of order {order} and theta {theta:g} has an error of {error:.0e}, more than was foreseen"
        foreseen = foresee()  # of the tree that was measured
        factor = error / max(foreseen[theta, order], eps)
    if automatic:
        return as_direct(made, why)
    raise ValueError(
        f"method='fmm' cannot sum {kernel.name} over these points to tol={request.tol:g}, half of which is to be "
        f"measured: {why}; use method='auto' or 'direct', or a larger tol"
    )


def fitted(made: Plan, given, charges) -> Plan:
    """A plan by an FMM of a kernel whose errors are known: the cheapest that is at most half as wrong as was asked for,
    as measured for these charges (n, k), or the plan as it is. given: `methods.costs.Given`."""
    method, request, kernel = made.choice.method, made.request, given.kernel
    sources, targets = given.sources, given.targets
    model = method.room_model(made.choice, kernel, sources.dtype)
    n, m, apart = request.n, request.m, method.apart(request, given)
    inner, eps = kernel.summed().in_unit(made.unit), float(jnp.finfo(sources.dtype).eps)
    y = made.inside(sources, made.homes[1])
    x = y if targets is None else made.inside(targets, made.homes[0])
    careful, least = CAREFUL, model.expected_time(made.choice, n, m, apart=apart)
    for _ in range(MOST_TRIES):
        best = model.choose(min(0.5, careful * request.tol), request.derivatives, n, apart=apart)
        if best is None or careful <= 1 or model.expected_time(best, n, m, apart=apart) >= least:
            return made
        if request.leaf_size is not None:
            best = dataclasses.replace(best, leaf_size=request.leaf_size)
        trial = _with_parameters(made, kernel, sources, targets, best)
        if trial.is_direct:
            return made
        where = trial.trees, trial.lists, x, y, request.derivatives, request.backend
        error = measured.measured_error(inner, best.order, method.family, *where, charges)
        if 2 * error <= request.tol:
            return dataclasses.replace(trial, measured=jnp.asarray(max(error, eps), sources.dtype))
        careful *= min(0.5, request.tol / (3 * error))
    return made


def _candidates(model, request, direct):
    """`accuracy.Parameters` of FMMs, of each opening parameter and order the leaf size that costs the
    least, the cheapest first. With method="auto" those that are expected to cost less than the `direct` sum."""
    n, m = request.n, request.m
    sizes = model.leaf_sizes if request.leaf_size is None else (request.leaf_size,)

    def time(one):
        return model.expected_time(one, n, m)

    every = [
        min((accuracy.Parameters(order, theta, size) for size in sizes), key=time)
        for theta in model.errors.gradient
        for order in range(1, model.errors.orders[-1] + 1)
    ]
    return [one for one in sorted(every, key=time) if not request.automatic or time(one) < direct]


def _no_order_reason(kernel, automatic, tried, expected):
    """Why none of the candidates, with these errors, is accurate enough."""
    if not tried:
        return TOO_DEAR
    error, best = min(zip(expected, tried), key=lambda pair: pair[0])
    if not math.isfinite(error):
        return f"sums of {kernel.name} are zero or not finite at the targets, so that no error can be measured"
    which = "of those that cost less than the direct sum" if automatic else "of all"
    return f"the best FMM {which} has an error of {error:.0e}, at order {best.order} and theta {best.theta:g}"


def _with_parameters(made, kernel, sources, targets, best):
    """The plan with an order, theta and leaf size."""
    o = made.choice
    choice = dataclasses.replace(o, **dataclasses.asdict(best))
    if (o.theta, o.leaf_size) == (best.theta, best.leaf_size):  # the same tree and lists
        return dataclasses.replace(made, choice=choice)
    made = build(o.method.with_room(choice, kernel, sources.dtype), kernel, sources, targets)
    return grown(made, kernel, sources, targets).check()
