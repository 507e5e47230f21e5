"""Makes plans keep the fields of near elements.

The sum over elements is the sum over the points of a rule, as a plan of points has it, and what
near elements add: their closed forms minus the field of their points. These are numbers for each
near pair of a target and a density, of a cell or of a vertex, which do not depend on densities."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import errors, few_sizes
from jaxfmm.elements import Elements
from jaxfmm.kernels.blunt import Blunt
from jaxfmm.kernels.element import degree_of
from jaxfmm.methods.by_trees import MOST_CAPACITY, round_up
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.within import Within
from jaxfmm.near_fields.kept import NearFields, keep, near_rows
from jaxfmm.near_fields.matrix import count_lines, width_for
from jaxfmm.near_fields.stand_ins import StandIns, neighbours_for, stand_ins
from jaxfmm.neighbour_search import listed
from jaxfmm.plan import Plan, build
from jaxfmm.planning.capacity import grow_capacity
from jaxfmm.planning.sampled_sums import (
    backend_of,
    column,
    exact_at,
    platform_of,
    read,
    sums_of_plan,
)
from jaxfmm.request import Choice

LEAF_SIZE = 16  # of the trees that find near pairs
SAMPLES = 64  # targets where the error of the far field is measured
# Lists of elements with so many pairs more than they need are made anew: a model expects up to 40
# times as many pairs as there are.
SPARE_PAIRS = 2**24
SHARE = 0.5  # of `tol`, for the measured error of the sum over points


def check_keep_near(sources: Any, targets: Any) -> None:
    """Raises ValueError unless plans of these points can keep near fields."""
    if not isinstance(sources, Elements):
        raise ValueError("keep_near must be False for points: it is for jaxfmm.Elements")
    if errors.is_tracing() or errors.is_traced(sources, targets):
        raise ValueError(
            "keep_near=True needs known elements and targets, whose near pairs are counted, and "
            "inside jit they are not; make the plan outside of jit, and plan.update(elements, "
            "targets) inside"
        )


def keep_near_fields(
    plan: Plan,
    plan_of_points: Callable[[Array, Array | None], Plan],
    elements: Elements,
    targets: Array,
    densities: Any,
) -> Plan:
    """The plan of elements with its `near_fields`. plan_of_points: makes the plan of 1/r for points
    and charges. densities: for which it is made, or None."""
    if not len(elements) or not len(targets):
        return plan
    by, degree = elements.densities or "cell", cast(int, degree_of(plan.kernel))
    plan = _with_short_lists(plan, elements, targets)
    neighbours = neighbours_for(elements, degree, by)
    stand = stand_ins(elements, degree, by, neighbours)
    of_points = plan_of_points(stand.places, _charges(elements, densities, stand, degree, by))
    problem = Problem(Blunt(stand.size), stand.places, targets)
    search = _search(plan, Blunt(stand.radius), stand.centers, targets)
    rows = near_rows(search, stand, targets)
    headroom, m, count = plan.request.headroom, len(targets), int(rows.total)
    pairs = few_sizes.round_up(max(1, math.ceil(headroom * count)))
    if pairs > MOST_CAPACITY:
        raise ValueError(
            f"keep_near=True needs numbers for {count:.1e} near pairs of targets and elements, and "
            "lists count up to 2^30; use keep_near=False, a larger tol, or smaller elements"
        )
    width = width_for(count / m)
    found = jax.jit(listed, static_argnums=2)(search, rows, pairs)
    lines = int(count_lines(found.receivers, m, width))
    made = grow_capacity(build(of_points.choice, *problem.arrays), problem).check()
    kept = keep(
        made, search, rows, elements, targets, stand,
        by=by, width=width, pairs=pairs, degree=degree, neighbours=neighbours,
        lines=few_sizes.round_up(max(1, math.ceil(headroom * lines))),
    )  # fmt: skip
    if made.request.promised and not made.is_direct:
        kept = _within_tol(kept, plan, problem)
    return dataclasses.replace(plan, near_fields=kept)


def _with_short_lists(plan: Plan, elements: Elements, targets: Array) -> Plan:
    """The plan of elements, with lists that are about as long as they need be."""
    lists = {"near": plan.near, "far": plan.far}
    has = {name: pairs.capacity for name, pairs in lists.items() if pairs is not None}
    needs = {
        name: round_up(math.ceil(plan.request.headroom * max(1, int(lists[name].count))))
        for name in has
    }
    needs = {name: min(has[name], most) for name, most in needs.items()}
    if sum(has.values()) - sum(needs.values()) < SPARE_PAIRS:
        return plan
    shorter = dataclasses.replace(plan, choice=plan.choice.with_capacity(**needs))
    return dataclasses.replace(shorter.update(elements, targets), making=plan.making)


def _charges(
    elements: Elements, densities: Any, stand: StandIns, degree: int, by: str
) -> Array | None:
    """The charges (p, k) of densities; None for none, and for those that are not by `by`."""
    if densities is None:
        return None
    densities = jnp.asarray(densities)
    if elements.is_by_vertex("charges", densities) != (by == "vertex"):
        return None
    columns = densities.reshape(len(densities), -1)
    return stand.amounts.charges(jnp.asarray(elements.cells), columns, degree, by)


def _within_tol(kept: NearFields, plan: Plan, problem: Problem) -> NearFields:
    """The fields with a sum over points that keeps `tol`: the one they have, whose errors are
    measured, or one with the parameters of the plan of elements, by tables."""
    error = far_error(kept)
    if error <= SHARE * plan.request.tol or plan.is_direct:
        points = dataclasses.replace(kept.points, measured=jnp.asarray(error))
    else:
        request = kept.points.request
        choice = plan.choice.with_request(n=request.n, accumulate=request.accumulate)
        points = grow_capacity(build(choice, *problem.arrays), problem).check()
    return dataclasses.replace(kept, points=points)


def far_error(kept: NearFields) -> float:
    """The largest relative error of the sum over points, of potential and gradient, for random
    densities of one sign and of both; at some targets, relative to the whole sum."""
    plan, rng = kept.points, np.random.default_rng(0)
    kernel, derivatives = plan.kernel.in_unit(plan.unit), plan.request.derivatives
    sources, targets = plan.both_inside(kept.places, kept.targets)
    rows = np.shape(kept.elements.vertices if kept.by == "vertex" else kept.elements.cells)[0]
    dtype, m, platform = targets.dtype, len(targets), platform_of(targets)
    densities = jnp.asarray(np.stack([rng.random(rows), rng.normal(size=rows)], axis=1), dtype)
    charges, some = kept.charges(densities), rng.choice(m, min(m, SAMPLES), replace=False)
    exact = exact_at(kernel, some, targets, sources, charges, derivatives)[:, :, 0]
    unit = float(plan.unit)
    near = unit * np.asarray(kept.matrix.product(densities, m), np.float64)[some]
    near[:, 1:] *= unit
    worst = 0.0
    for one, right in enumerate(exact):
        where = derivatives, backend_of(plan, platform), platform
        found = sums_of_plan(plan, kernel, targets, sources, column(charges, one), *where)
        wrong = read(None, found)[some, 0] - right
        whole = right + near[:, : right.shape[1], one]
        for part in (slice(0, 1), slice(1, right.shape[1])):
            size = np.linalg.norm(whole[:, part])
            worst = max(worst, float(np.linalg.norm(wrong[:, part]) / size) if size > 0 else 0.0)
    return worst


def _search(plan: Plan, kernel: Blunt, centers: Array, targets: Array) -> Plan:
    """The plan that finds near pairs of targets and centres of elements."""
    problem, n, m = Problem(kernel, centers, targets), len(centers), len(targets)
    request = dataclasses.replace(
        plan.request, n=n, m=m, method=Within.name, leaf_size=LEAF_SIZE, derivatives=0,
        tree="adaptive", accumulate=None,
    )  # fmt: skip
    method = Within()
    choice = Choice(request=request, method=method, leaf_size=LEAF_SIZE)
    choice = method.with_capacity(choice, problem.kernel, problem.sources.dtype)
    made = grow_capacity(build(choice, *problem.arrays), problem).check()
    near = round_up(request.headroom * int(made.near.count))
    if near >= made.near.capacity:
        return made
    # the time of a search grows with the capacity of its list
    return build(made.choice.with_capacity(near=near), *problem.arrays)
