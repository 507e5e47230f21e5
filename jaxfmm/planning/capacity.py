"""Plans with the room that their points need, and little more, found by trying."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm.cost_model.accuracy import Parameters
from jaxfmm.errors import CAPACITY, Status, raise_status
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import MOST_CAPACITY
from jaxfmm.methods.costs import direct_time
from jaxfmm.methods.table import DIRECT
from jaxfmm.plan import Plan, build
from jaxfmm.planning import warm_up as kernels
from jaxfmm.request import Choice

TOO_DEAR = "an FMM would take longer, as counted for these points"


def grown(made: Plan, kernel: Any, sources: jax.Array, targets: jax.Array | None) -> Plan:
    """A concrete plan with enough room. With method="auto" the direct sum instead, if the room is
    too large or the direct sum is cheaper as counted for these points."""
    automatic = made.request.automatic
    while status := Status(int(made.status)) & CAPACITY:
        more = made.choice.method.larger_capacity(made, status)
        if max(more.values()) > MOST_CAPACITY:
            if not automatic or kernel.images.only_waves:  # of which there is no direct sum
                raise_status(made, int(status))
            return as_direct(made, "the lists of an FMM would be too long")
        made = build(made.choice.with_capacity(**more), kernel, sources, targets)
    made = _settled(made, kernel, sources, targets)
    counted = automatic and made.far is not None and not int(made.status)
    if counted and direct_time(made.request, kernel, sources.dtype) < made.choice.method.time(made):
        return as_direct(made, TOO_DEAR)
    return made


def _settled(made: Plan, kernel: Kernel, sources: jax.Array, targets: jax.Array | None) -> Plan:
    """The plan as its method settles it; with method="auto" the direct sum instead where the method
    cannot."""
    try:
        choice = made.choice.method.settle(made)
    except Unfit as reason:
        if not made.request.automatic:
            raise
        return as_direct(made, str(reason.__cause__ or reason))
    if choice.capacity != made.choice.capacity:
        return build(choice, kernel, sources, targets)
    return dataclasses.replace(made, choice=choice)


def with_parameters(
    made: Plan,
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    parameters: Parameters,
) -> Plan:
    """A concrete plan with other `accuracy.Parameters`, and with enough room."""
    o = made.choice
    choice = dataclasses.replace(o, **dataclasses.asdict(parameters))
    if (o.theta, o.leaf_size) == (
        parameters.theta,
        parameters.leaf_size,
    ):  # the same tree and lists
        kernels.begin(choice, kernel, sources, targets, tree=False)
        cell = o.method.images.cell(
            choice, made.kernel, made.unit.dtype
        )  # of as many degrees as the order needs
        return _settled(
            dataclasses.replace(made, choice=choice, cell=cell), kernel, sources, targets
        )
    choice = o.method.with_capacity(choice, kernel, sources.dtype)
    kernels.begin(choice, kernel, sources, targets)
    made = build(choice, kernel, sources, targets)
    return grown(made, kernel, sources, targets).check()


def as_direct(made: Plan, why: str) -> Plan:
    """The plan of the direct sum instead."""
    method = made.choice.method.all_pairs(DIRECT)
    choice = method.with_capacity(
        Choice(request=made.request, method=method, leaf_size=made.choice.leaf_size),
        made.kernel,
        made.unit.dtype,
    )
    images = None
    if made.kernel.has_images:
        images = (
            made.kernel.images.shifts(made.request.dim, made.unit.dtype, choice.arranged)
            / made.unit
        )
    return Plan(
        kernel=made.kernel,
        unit=made.unit,
        center=made.center,
        shift=jnp.zeros_like(made.shift),
        status=made.status & int(Status.NOT_FINITE | Status.CLOSE | Status.RANGE | Status.OPEN),
        choice=choice,
        images=images,
        homes=made.homes,
        why=why,
    )
