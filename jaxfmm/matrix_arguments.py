"""The arguments of a `KernelMatrix`, checked, with a plan where none was given."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import collocation, errors, foreign
from jaxfmm.elements import Elements
from jaxfmm.kernels.base import Kernel
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.terms import PlanOfTerms
from jaxfmm.user_points import check_points


class MatrixArguments(NamedTuple):
    """The fields of a `KernelMatrix`.

    points: of the columns; of a matrix of elements, the points of their quadrature rule.
    elements: None for a matrix of points.
    targets: the points of the rows, None for `points`.
    added: what is added to the diagonal, a number or (n,)."""

    points: jax.Array
    elements: Elements | None
    targets: jax.Array | None
    kernel: Kernel
    plan: Plan | PlanOfTerms
    added: jax.Array


def checked_arguments(
    points: ArrayLike | Elements,
    targets: ArrayLike | None,
    kernel: Kernel,
    diagonal: ArrayLike,
    plan: Plan | PlanOfTerms | None,
) -> MatrixArguments:
    """The arguments as arrays. Raises ValueError as `KernelMatrix` says."""
    kernel, elements = foreign.leaves(kernel), None
    if isinstance(points, Elements):
        elements = collocation.with_columns(points)
        tol = _default_tol(jnp.asarray(elements.vertices).dtype)
        points, kernel, plan = collocation.planned(elements, targets, kernel, plan, tol)
    columns, rows = check_points(kernel, points, targets)
    if plan is None:
        tol = _default_tol(columns.dtype)
        plan = make_plan(columns, rows, kernel=kernel, tol=float(tol), gradient=False)
    elif not isinstance(plan, Plan | PlanOfTerms):
        raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
    _check_kernel(plan.check_kernel(kernel), columns.shape[1], columns.dtype)
    plan.check_shapes(columns, rows)
    if rows is not None and (errors.is_traced(diagonal) or np.any(np.asarray(diagonal))):
        raise ValueError(
            "diagonal must be 0 for a matrix with targets, which has none; leave it out"
        )
    added = jnp.asarray(foreign.numbers("diagonal", diagonal)[0], columns.dtype)
    if added.shape not in ((), (len(columns),)):
        raise ValueError(
            f"diagonal must be a number or have shape ({len(columns)},), got shape {added.shape}"
        )
    return MatrixArguments(columns, elements, rows, kernel, plan, added)


def _default_tol(dtype: DTypeLike) -> errors.Default:
    return errors.Default(1e-6 if dtype == jnp.float64 else 1e-5)


def _check_kernel(kernel: Kernel, dim: int, dtype: DTypeLike) -> None:
    """Raises ValueError for kernels that have no matrix of numbers, and for sums of kernels with
    terms whose matrices are transposed in another way."""
    terms = kernel.addends(dim)
    for _, term in terms or [(None, kernel)]:
        _check_entries(term, dtype)
    for _, term in terms or []:
        if term.images.copies > 1 or term.extra_derivatives:
            raise ValueError(
                f"the matrix of {kernel.name} is transposed part by part: make a matrix of "
                f"{term.name} alone and add the products"
            )


def _check_entries(kernel: Kernel, dtype: DTypeLike) -> None:
    """Raises ValueError unless a kernel gives one number, real or complex, for a charge, or a
    vector for a vector."""
    if kernel.traits.vector or (entries := kernel.entries()) is None:
        return
    shape = jax.eval_shape(kernel.joined, [jax.ShapeDtypeStruct((1,), dtype)] * len(entries)).shape
    if len(shape) > 1:
        raise ValueError(
            f"kernel must give one number for a pair of points, got {kernel!r}, which gives "
            f"{shape[1]}; make a matrix of each with a kernel of its own, or use potential(...)"
        )
