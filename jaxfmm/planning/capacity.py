"""Gives concrete plans the capacities that their points need: builds a plan anew, with larger
capacities, until its trees and lists fit."""

import dataclasses
from typing import Any

import jax.numpy as jnp

from jaxfmm.cost_model.families import Parameters
from jaxfmm.errors import CAPACITY, Status, raise_status
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import MOST_CAPACITY
from jaxfmm.methods.costs import Problem, direct_time
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.plan import NO_BORDERS, Plan, build
from jaxfmm.planning import warm_up
from jaxfmm.request import Choice

MOST_SPARE = 1.5  # Capacities may be this many times what is needed: `round_up` has such steps.
TOO_SLOW = "an FMM would take longer, as counted for these points"


def grow_capacity(plan: Plan, problem: Problem, *, compare: bool = True) -> Plan:
    """The concrete plan with capacities that suffice for its points.

    With method="auto", returns a plan of the direct sum if capacities would be too large, or, if
    `compare`, if the direct sum is faster than the lists of these points."""
    automatic, kernel = plan.request.automatic, problem.kernel

    def remake(choice: Choice, borders: tuple[Any, Any]) -> Plan:
        return _fitting(build(choice, *problem.arrays, borders=borders), problem)

    plan = _fitting(plan, problem)
    plan = plan.choice.method.evened(plan, remake)
    method = plan.choice.method
    counted = compare and automatic and plan.far is not None and not int(plan.status)
    if counted:
        time, making = method.time(plan), method.making_of(plan.request)
        direct = direct_time(plan.request, kernel, problem.sources.dtype)
        if direct < time + making:
            return as_direct(plan, problem, TOO_SLOW if direct < time else None)
    return plan


def _fitting(plan: Plan, problem: Problem) -> Plan:
    """A concrete plan with enough capacity, settled; the direct sum as `grow_capacity` says."""
    automatic = plan.request.automatic
    while status := Status(int(plan.status)) & CAPACITY:
        larger = plan.choice.method.larger_capacity(plan, status)
        if max(larger.values()) > MOST_CAPACITY:
            if not automatic or problem.kernel.images.only_waves:  # these have no direct sum
                raise_status(plan, int(status))
            return as_direct(plan, problem, "the lists of an FMM would be too long")
        plan = _rebuilt(plan, plan.choice.with_capacity(**larger), problem)
    return _settle(plan, problem)


def _rebuilt(plan: Plan, choice: Choice, problem: Problem) -> Plan:
    """The plan by another choice, with its borders where these are placed by work."""
    borders = plan.borders if choice.capacity.owned_points else NO_BORDERS
    return build(choice, *problem.arrays, borders=borders)


def _settle(plan: Plan, problem: Problem) -> Plan:
    """The plan with the choice of `Method.settle`. With method="auto", a plan of the direct sum if
    the method cannot sum over these points."""
    try:
        choice = plan.choice.method.settle(plan)
    except Unfit as reason:
        if not plan.request.automatic:
            raise
        return as_direct(plan, problem, str(reason.__cause__ or reason))
    if choice.capacity != plan.choice.capacity:
        return _rebuilt(plan, choice, problem)
    return dataclasses.replace(plan, choice=choice)


def has_tree_of(plan: Plan, parameters: Parameters) -> bool:
    """Whether a plan with these `Parameters` would have the same tree and lists as this plan."""
    theta, leaf_size = plan.choice.theta, plan.choice.leaf_size
    return (theta, leaf_size) == (parameters.theta, parameters.leaf_size)


def with_parameters(plan: Plan, problem: Problem, parameters: Parameters) -> Plan:
    """A concrete plan with other `Parameters`, and with enough capacity."""
    old = plan.choice
    choice = dataclasses.replace(old, **dataclasses.asdict(parameters))
    if has_tree_of(plan, parameters):
        # the number of degrees of a cell's lattice sums depends on the order
        warm_up.begin(choice, problem, tree=False)
        cell = old.method.images.cell(choice, plan.kernel, plan.unit.dtype)
        return _settle(dataclasses.replace(plan, choice=choice, cell=cell), problem)
    choice = old.method.with_capacity(choice, problem.kernel, problem.sources.dtype)
    if _holds_lists_of(plan, choice):  # no program is compiled anew for its sizes
        choice = dataclasses.replace(choice, capacity=old.capacity)
    warm_up.begin(choice, problem)
    return grow_capacity(_rebuilt(plan, choice, problem), problem).check()


def _holds_lists_of(plan: Plan, choice: Choice) -> bool:
    """Whether a concrete plan has the capacities that a choice with leaves of the same size is
    expected to need for these points, and little more."""
    old, new = plan.choice, choice
    same = (old.leaf_size, old.arranged) == (new.leaf_size, new.arranged)
    if not same or old.request.layout is not None or plan.far is None:
        return False
    model = old.method.capacity_model(choice, plan.kernel, plan.unit.dtype)
    longer = (model.reach(new.theta) / model.reach(old.theta)) ** old.request.dim
    lists = {"near": plan.near, "far": plan.far, "exchanged": plan.lists.outward}
    for name, pairs in lists.items():
        has, usual = getattr(old.capacity, name), getattr(new.capacity, name)
        needs = 0 if pairs is None else old.request.headroom * longer * int(pairs.count)
        if not needs <= has <= MOST_SPARE * max(usual, needs):
            return False
    return True


def as_direct(plan: Plan, problem: Problem, why: str | None) -> Plan:
    """The plan of the direct sum over the same points. why: becomes `Plan.why`, None for what
    follows from times."""
    kernel, dtype = plan.kernel, plan.unit.dtype
    if kernel.segments is not None:  # the direct sum by segments has lists of its own
        (method,) = methods_of(kernel)["direct"]
        choice, _ = method.propose(plan.request, problem)
        choice = method.with_capacity(choice, kernel, dtype)
        plan = grow_capacity(build(choice, *problem.arrays), problem)
        return dataclasses.replace(plan, why=why)
    method = plan.choice.method.all_pairs(DIRECT)
    choice = Choice(request=plan.request, method=method, leaf_size=plan.choice.leaf_size)
    choice = method.with_capacity(choice, kernel, dtype)
    images = None
    if kernel.has_images:
        images = kernel.images.shifts(plan.request.dim, dtype, choice.arranged) / plan.unit
    return Plan(
        kernel=kernel,
        unit=plan.unit,
        center=plan.center,
        shift=jnp.zeros_like(plan.shift),
        status=plan.status & int(Status.NOT_FINITE | Status.CLOSE | Status.RANGE | Status.OPEN),
        choice=choice,
        images=images,
        homes=plan.homes,
        why=why,
    )
