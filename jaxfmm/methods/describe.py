"""What `print(plan)` shows: one screen."""

import math
from typing import Any, TypeGuard

import jax
import numpy as np
from jax import Array

from jaxfmm import errors
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.rates import stand_in
from jaxfmm.methods.costs import backend_of, direct_time_of, measured_on, own_stages
from jaxfmm.methods.speed import slowness
from jaxfmm.plan import Plan

# Nanoseconds for each number of column of a kept matrix, by the memory that its entry takes: two
# cores measured, an H100 by its bandwidth.
ENTRY = {"cpu": 2.5, "cuda": 0.01}
OPERATORS = {  # on far pairs
    "m2l": "M2L (multipoles to local expansions)",
    "m2p": "M2P (multipoles at a point)",
    "p2l": "P2L (points to a local expansion)",
}


def screen(plan: Plan) -> str:
    """One screen about a plan. For a batch of plans, or inside `jit`, it says only what does not
    depend on the points."""
    every, batch = plan, plan.status.shape
    if batch:
        plan = jax.tree.map(lambda leaf: leaf[(0,) * len(batch)], plan)
    request, kernel, dtype = plan.request, plan.kernel, plan.unit.dtype
    known = not errors.is_traced(plan) and not batch
    backend, reason, timed = backends.expected(request.backend, kernel.summed(), request.dim, dtype)
    other = stand_in(timed, request.dim, dtype)
    n, m = request.n, request.m
    sides = f"{n} points onto themselves" if request.symmetric else f"{n} sources, {m} targets"
    lines = [
        f"jaxfmm plan: {kernel.name} in {request.dim}D, {sides}, {dtype}"
        + (f", a batch of {batch}" if batch else ""),
        f"  method {plan.method}, backend {backend}"
        + (f" (not faster: {reason})" if reason else "")
        + (f"; times are those of {other}" if other else ""),
        *plan.choice.method.how(plan, known),
        *_of_near_fields(plan, known),
        *(["  sums of float32 are accumulated as in float64"] if request.accurate else []),
        f"  memory of the plan {memory(every) / 2**20:.1f} MiB"
        + (f", made in {plan.making}" if plan.making else ""),
    ]
    if known:
        status = errors.Status(int(plan.status))
        lines.append(f"  status {int(status)} ({status.name if status else 'ok'})")
    elif not errors.is_traced(plan):
        bad = int(np.count_nonzero(every.status))
        ok = "  status 0 in all (ok)"
        lines.append(f"  status: {bad} of {every.status.size} plans not 0" if bad else ok)
    return "\n".join(lines)


def _of_near_fields(plan: Plan, known: bool) -> list[str]:
    """Lines about the fields of near elements that a plan keeps."""
    kept = plan.near_fields
    if kept is None or not known:
        return []
    points, entries = kept.points, float(kept.matrix.column.size)
    backend = backend_of(points.request, points.kernel, points.unit.dtype)
    entry = ENTRY[measured_on(backend)]
    a_target = float(kept.count) / plan.request.m
    near = "elements" if kept.by == "cell" else "vertices"
    lines = [f"  fields of {a_target:.3g} near {near} a target kept, for densities by {kept.by}"]
    time = None if int(points.status) else points.choice.method.time(points)
    if time is not None:
        took = duration_here(points, time + entry * entries)
        lines[0] += f"; charges then take about {took}"
    if _is_number(points.measured):
        lines.append(f"  error of their far field: {float(points.measured):.0e} (measured)")
    return lines


def memory(tree: Any) -> int:
    """The bytes of the arrays of a pytree."""
    arrays = [leaf for leaf in jax.tree.leaves(tree) if hasattr(leaf, "dtype")]
    return sum(array.size * array.dtype.itemsize for array in arrays)


def duration(nanoseconds: float) -> str:
    unit, size = next((u, s) for u, s in (("s", 1e9), ("ms", 1e6), ("us", 0)) if nanoseconds >= s)
    number = nanoseconds / (size or 1e3)
    return f"{number:.0f} {unit}" if number >= 100 else f"{number:.2g} {unit}"


def times(plan: Plan, time: float | None) -> list[str]:
    """Lines: the expected time of a sum, None if it is unknown, and the time of a direct sum."""
    unknown = plan.kernel.traits.few_near and plan.near_pairs is None
    if time is None or unknown:
        return []
    columns = plan.request.columns
    whose = f" of {columns} columns of charges" if columns > 1 else ""
    line = f"  {lasts(plan, time)[0]}{whose}"
    if plan.kernel.images.only_waves:
        return [line]
    direct = direct_time_of(plan)
    if direct is None:
        return [line]
    direct += sum(own_stages(plan).values())
    return [f"{line}, where a direct sum takes {duration_here(plan, direct)}"]


def lasts(plan: Plan, time: float | None) -> list[str]:
    """How many nanoseconds a sum takes, in words; nothing if that is unknown."""
    return [] if time is None else [f"about {duration_here(plan, time)} for potential and gradient"]


def duration_here(plan: Plan, nanoseconds: float) -> str:
    """`duration` on the device of this process, of nanoseconds by the table of rates."""
    dtype = plan.unit.dtype
    slow = slowness(backend_of(plan.request, plan.kernel, dtype), dtype.name)
    return duration(slow * nanoseconds)


def estimate(model: Model) -> list[str]:
    """A line that says how times were estimated, where none were measured for the expansions of a
    model."""
    return [f"  (an estimate: {model.substitute})"] if model.substitute else []


def accuracy(plan: Plan, expected: float | None = None) -> list[str]:
    """Lines about the error. expected: the expected error where none is promised, None if it is
    unknown."""
    request = plan.request
    if not request.promised:
        text = f"  order or theta given by hand: tol {request.tol:g} is not promised"
        return [text + ("" if expected is None else f", expect about {expected:.0e}")]
    derivatives = request.derivatives - plan.kernel.extra_derivatives
    asked = ("potential", "potential and gradient")[min(derivatives, 1)]
    if derivatives > 1:
        asked += f", and of derivatives up to order {derivatives}"
    why = "promised" if plan.measured is None else "measured when the plan was made"
    if _is_number(plan.measured):
        why += f": {float(plan.measured):.0e}"
    lines = [f"  relative L2 error of {asked}: at most {request.tol:g} ({why})"]
    if known := [f"{error:.0e}" for error in plan.at_target if math.isfinite(error)]:
        whose = "potential and gradient" if len(known) > 1 else "potential"
        lines.append(
            f"  largest relative error measured at a target: {' and '.join(known)} ({whose})"
        )
    if _is_number(plan.carried):
        least = f"{float(plan.carried):.2g}"
        lines.append(f"  for charges with (sum |q|)^2 / sum q^2 of at least {least}")
    if plan.faint is not None:
        error = f"{request.tol / plan.faint:.2g}"
        lines.append(
            f"  fields nearly cancel at these points: gradients have errors of about {error}"
        )
    return lines


def _is_number(value: Array | None) -> TypeGuard[Array]:
    """Whether it is one number that is known."""
    return value is not None and not errors.is_traced(value) and not value.ndim


def tree_work(plan: Plan) -> list[str]:
    """Lines: the capacities and the counts of a concrete plan with trees and lists."""
    needs, request = plan.needs(), plan.request
    capacities = [
        f"{name if name == 'nodes' else f'{name} pairs'} {needs[name]} "
        f"(capacity {needs[f'{name}_capacity']})"
        for name in ("nodes", "far", "near", "exchanged")
        if name in needs
    ]
    lines = ["  " + ", ".join(capacities)]
    if int(plan.status):
        return lines
    counts = [
        f"{count / request.m:.2f} {OPERATORS[name]}" for name, count in _far_counts(plan).items()
    ]
    near = f"{plan.pair_work() / request.m:.0f} P2P (pairs of points)"
    return [*lines, f"  per target: {', '.join([*counts, near])}"]


def _far_counts(plan: Plan) -> dict[str, int]:
    """{name in OPERATORS: how often a sum with a concrete plan does that}. A multipole that acts on
    the points of a leaf is evaluated at each of them."""
    by, (target, source) = plan.choice.method.by, plan.trees
    _, _, outward, inward = plan.lists
    m2p = plan.far if by == "m2p" else outward
    p2l = plan.far if by == "p2l" else inward
    counts = {
        "m2l": int(plan.far.count) if by == "m2l" else 0,
        "m2p": 0 if m2p is None else target.points_in(m2p.target[: int(m2p.count)]),
        "p2l": 0 if p2l is None else source.points_in(p2l.number[: int(p2l.count)]),
    }
    return {name: count for name, count in counts.items() if count or name == by}
