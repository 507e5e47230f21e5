"""Gives concrete plans the capacities that their points need: builds a plan anew, with larger
capacities, until its trees and lists fit."""

import dataclasses

import jax.numpy as jnp

from jaxfmm.cost_model.families import Parameters
from jaxfmm.errors import CAPACITY, Status, raise_status
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import MOST_CAPACITY
from jaxfmm.methods.costs import Problem, direct_time
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.plan import Plan, build
from jaxfmm.planning import warm_up
from jaxfmm.request import Choice

TOO_SLOW = "an FMM would take longer, as counted for these points"


def grow_capacity(plan: Plan, problem: Problem) -> Plan:
    """The concrete plan with capacities that suffice for its points.

    With method="auto", returns a plan of the direct sum if capacities would be too large, or if the
    direct sum is faster than the lists of these points."""
    automatic, kernel = plan.request.automatic, problem.kernel
    while status := Status(int(plan.status)) & CAPACITY:
        larger = plan.choice.method.larger_capacity(plan, status)
        if max(larger.values()) > MOST_CAPACITY:
            if not automatic or kernel.images.only_waves:  # such images have no direct sum
                raise_status(plan, int(status))
            return as_direct(plan, problem, "the lists of an FMM would be too long")
        plan = build(plan.choice.with_capacity(**larger), *problem.arrays)
    plan = _settle(plan, problem)
    method = plan.choice.method
    counted = automatic and plan.far is not None and not int(plan.status)
    if counted:
        time = method.time(plan) + method.making_of(plan.request)
        if direct_time(plan.request, kernel, problem.sources.dtype) < time:
            return as_direct(plan, problem, TOO_SLOW)
    return plan


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
        return build(choice, *problem.arrays)
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
        warm_up.begin(choice, *problem.arrays, tree=False)
        cell = old.method.images.cell(choice, plan.kernel, plan.unit.dtype)
        return _settle(dataclasses.replace(plan, choice=choice, cell=cell), problem)
    choice = old.method.with_capacity(choice, problem.kernel, problem.sources.dtype)
    warm_up.begin(choice, *problem.arrays)
    return grow_capacity(build(choice, *problem.arrays), problem).check()


def as_direct(plan: Plan, problem: Problem, why: str) -> Plan:
    """The plan of the direct sum over the same points. why: becomes `Plan.why`."""
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
