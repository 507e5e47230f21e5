"""Fields that nearly cancel in a periodic cell. Equal masses that are hardly displaced from a
lattice, the initial conditions of cosmology, have such fields.

In a cell `tol` is promised relative to the field of a salt whose ions are slightly off their places
(`ewald.parameters`). Weaker fields have larger relative errors, of which the user is warned. In a
perfect crystal all forces vanish, and relative errors mean nothing."""

import dataclasses

import jax
import jax.numpy as jnp

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import Plan, both_inside
from jaxfmm.planning import measured_errors
from jaxfmm.planning.fit import of_one_sign
from jaxfmm.planning.probe_charges import CRYSTAL, arrangement, distances

# roundings of coordinates: distances to nearest neighbours differ by less in a perfect crystal
PERFECT = 8


def warned(made: Plan, given: Problem, charges: jax.Array | None) -> Plan:
    """The plan, which knows if the fields of charges (n, k), or of equal charges, are weaker than
    those for which `tol` is promised. Then there is a warning too."""
    request, kernel = made.request, given.kernel
    in_cell = (
        kernel.has_images
        and not kernel.images.neutral
        and request.symmetric
        and request.layout is None
    )
    gradient = request.derivatives > kernel.extra_derivatives
    if (
        not (in_cell and gradient and request.promised)
        or made.is_direct
        or errors.is_traced(made, charges)
    ):
        return made
    points, _ = both_inside(made, given.sources, None)
    if not _cancels(points, charges):
        return made
    whose = "equal charges" if charges is None else "these charges"
    charges = jnp.ones((request.n, 1), points.dtype) if charges is None else charges
    faint = measured_errors.over_least_field(made, points, charges)
    if faint >= 1:
        return made
    smaller = request.tol * faint
    fix = f"use tol={smaller:.1g}" + (
        "" if smaller > accuracy.smallest_tol(points.dtype) else " and float64 points"
    )
    errors.warn(
        f"the fields of {whose} nearly cancel at these points, as on a lattice: gradients have errors of about "
        f"{request.tol / faint:.2g} of their size, not tol={request.tol:g}; {fix}, or, with method='fmm' and float64, "
        "subtract the gradient that the same plan gives for the points of the lattice, which is zero but for errors",
    )
    return dataclasses.replace(made, faint=faint)


def _cancels(points: jax.Array, charges: jax.Array | None) -> bool:
    """Whether the fields of charges may cancel at points in a cell: those of one sign where points
    are spread evenly, others only on a crystal."""
    nearest = distances(points)
    if not PERFECT * jnp.finfo(points.dtype).eps < nearest.std() < CRYSTAL * nearest.mean():
        return False
    return charges is None or bool(of_one_sign(charges)) or arrangement(points).even
