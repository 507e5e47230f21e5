"""Warns of fields that nearly cancel in a periodic cell, as those of equal masses that are hardly
displaced from a lattice: the initial conditions of cosmology.

In a cell `tol` is promised relative to the field of a salt whose ions are slightly off their places
(`ewald.parameters`). Weaker fields have larger relative errors. In a perfect crystal all forces
vanish, and relative errors mean nothing."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import errors
from jaxfmm.cost_model.errors import smallest_tol
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import measured_errors
from jaxfmm.planning.arrangement import CRYSTAL, arrangement_of, distances_of
from jaxfmm.planning.probe_charges import of_one_sign

# In a perfect crystal, distances to nearest neighbours deviate by less than this many roundings of
# coordinates.
PERFECT = 8


def warn_of_weak_fields(plan: Plan, problem: Problem, charges: Array | None) -> Plan:
    """The plan, with `faint` and a warning if the fields of charges (n, k), or of equal charges,
    are weaker than those for which `tol` is promised."""
    request, kernel = plan.request, problem.kernel
    in_cell = (  # the least fields are known of cells with three periodic axes
        kernel.images.has_waves
        and not kernel.images.neutral
        and not kernel.traits.vector
        and request.symmetric
        and request.layout is None
        and request.segments is None
    )
    gradient = request.derivatives > kernel.extra_derivatives
    if (
        not (in_cell and gradient and request.promised)
        or plan.is_direct
        or errors.is_traced(plan, charges)
    ):
        return plan
    if not _may_cancel(plan, problem, charges):
        return plan
    points, _ = both_inside(plan, problem.sources, None)
    whose = "equal charges" if charges is None else "these charges"
    if charges is None:
        charges = jax.device_put(np.ones((request.n, 1), points.dtype))
    faint = measured_errors.over_least_field(plan, points, charges)
    if faint >= 1:
        return plan
    smaller = request.tol * faint
    wider = "" if smaller > smallest_tol(points.dtype) else " and float64 points"
    errors.warn(
        f"the fields of {whose} nearly cancel at these points, as on a lattice: gradients have "
        f"errors of about {request.tol / faint:.2g} of their size, not tol={request.tol:g}; use "
        f"tol={smaller:.1g}{wider}, or, with method='fmm' and float64, subtract the gradient that "
        "the same plan gives for the points of the lattice, which is zero but for errors"
    )
    return dataclasses.replace(plan, faint=faint)


def _may_cancel(plan: Plan, problem: Problem, charges: Array | None) -> bool:
    """Whether the fields of charges may cancel at points in a cell: of charges of one sign where
    points are spread evenly, of others only on a crystal."""
    nearest = distances_of(plan, problem)
    if not PERFECT * jnp.finfo(plan.unit.dtype).eps < nearest.std() < CRYSTAL * nearest.mean():
        return False
    return charges is None or of_one_sign(charges) or arrangement_of(plan, problem).even
