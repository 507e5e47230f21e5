"""Plans whose errors are measured, of kernels of which none is known: they are foreseen first."""

import dataclasses
import math

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Candidate, MeasuredMethod, to_measure
from jaxfmm.methods.costs import direct_time
from jaxfmm.plan import Plan
from jaxfmm.planning import measured_errors, predicted_errors
from jaxfmm.planning.capacity import TOO_DEAR, as_direct, with_parameters
from jaxfmm.request import Request

MOST_TRIES = 3  # FMMs that are measured
CAREFUL = 4.0  # times that a foreseen error is below what was asked for
USUAL = 2.5  # the same of the usual errors of harmonic sums


def certified(made: Plan, kernel: Kernel, sources: jax.Array, targets: jax.Array | None) -> Plan:
    """A plan by an FMM: the cheapest whose foreseen error is at most a quarter of what was asked
    for, or somewhat more where usual errors are known, and whose measured error is at most half;
    with method="auto" the direct sum if there is none.

    Raises ValueError if there is none and the FMM was asked for."""
    request, automatic, factor = made.request, made.request.automatic, 1.0
    method = to_measure(made.choice.method, request, kernel)
    candidates = _candidates(method, kernel, request, sources.dtype)
    tried = [candidate.parameters for candidate in candidates]
    wanted: dict[float, tuple[float, list[int]]] = {}
    for one in sorted(candidates, key=lambda one: one.parameters.order):
        if one.rate is not None:
            orders = wanted.setdefault(one.parameters.theta, (one.rate, []))[1]
            orders.append(one.parameters.order)
    inner = kernel.summed().in_unit(made.unit)

    y, x = made.both_inside(sources, targets)

    def foresee():
        """The errors of the candidates: of the tables where this tree is too coarse for a theta to
        have far pairs."""
        errors = {}
        if wanted:
            errors = predicted_errors.foreseen_errors(
                inner, made.trees, x, y, request.derivatives, wanted
            )
        known = {(one.parameters.theta, one.parameters.order): one.error for one in candidates}
        return {key: errors.get(key, error) for key, error in known.items()}

    expected_errors, eps = foresee(), float(jnp.finfo(sources.dtype).eps)
    careful = USUAL if kernel.traits.usual_errors else CAREFUL
    for _ in range(MOST_TRIES):
        expected = [factor * expected_errors[one.theta, one.order] for one in tried]
        best = next(
            (one for one, error in zip(tried, expected) if careful * error <= request.tol), None
        )
        if best is None:
            why = _no_order_reason(kernel, automatic, tried, expected)
            break
        made = with_parameters(made, kernel, sources, targets, best)
        if made.is_direct:
            return made
        order, theta = made.choice.order, made.choice.theta
        draws = measured_errors.draws_for(kernel, request.n, request.dim, sources.dtype)
        error = float(measured_errors.measured_errors(made, x, y, draws).max())
        if 2 * error <= request.tol:
            error = max(error, eps)  # never less than rounding
            return dataclasses.replace(
                made, measured=jnp.asarray(error, sources.dtype), measured_for=made.kernel
            )
        why = f"the FMM of order {order} and theta {theta:g} has an error of {error:.0e}, more than was foreseen"
        expected_errors = foresee()  # of the tree that was measured
        factor = error / max(expected_errors[theta, order], eps)
    if automatic:
        return as_direct(made, why)
    raise ValueError(
        f"method='fmm' cannot sum {kernel.name} over these points to tol={request.tol:g}, half of which is to be "
        f"measured: {why}; use method='auto' or 'direct', or a larger tol"
    )


def _candidates(
    method: MeasuredMethod, kernel: Kernel, request: Request, dtype: DTypeLike
) -> list[Candidate]:
    """The candidates of a method, the cheapest first. With method="auto" those that are expected to
    cost less than the direct sum."""
    candidates = sorted(method.candidates(request, kernel, dtype), key=lambda one: one.nanoseconds)
    direct = direct_time(request, kernel, dtype)
    return [one for one in candidates if not request.automatic or one.nanoseconds < direct]


def _no_order_reason(kernel, automatic, tried, expected):
    """Why none of the candidates, with these errors, is accurate enough."""
    if not tried:
        return TOO_DEAR
    error, best = min(zip(expected, tried), key=lambda pair: pair[0])
    if not math.isfinite(error):
        return f"sums of {kernel.name} are zero or not finite at the targets, so that no error can be measured"
    which = "of those that cost less than the direct sum" if automatic else "of all"
    return f"the best FMM {which} has an error of {error:.0e}, at order {best.order} and theta {best.theta:g}"
