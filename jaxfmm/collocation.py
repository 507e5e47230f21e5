"""What the columns of matrices of elements are for, and the points behind them."""

import dataclasses
from typing import Any, cast

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm.elements import Elements, as_points
from jaxfmm.kernels.base import Kernel
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.terms import PlanOfTerms


def with_columns(elements: Elements) -> Elements:
    """The elements, with the densities that are the columns of a matrix: cells unless said
    otherwise. Raises ValueError where lengths of vectors cannot tell."""
    if elements.densities is not None:
        return elements
    if len(elements) == len(jnp.asarray(elements.vertices)):
        raise ValueError(
            f"there are {len(elements)} cells and as many vertices; say which ones the columns of "
            "the matrix are for: jaxfmm.Elements(..., densities='cell') or 'vertex'"
        )
    return dataclasses.replace(elements, densities="cell")


def columns(elements: Elements) -> int:
    """The number of columns, of elements `with_columns`."""
    by_vertex = elements.densities == "vertex"
    return len(jnp.asarray(elements.vertices)) if by_vertex else len(elements)


def check_rows(elements: Elements, vector: ArrayLike) -> None:
    """Raises ValueError unless a vector has a row for each column."""
    shape, rows = np.shape(vector), columns(elements)
    if shape and shape[0] == rows:
        return
    of, other = ("cell", "vertex")[:: 1 if elements.densities == "cell" else -1]
    raise ValueError(
        f"vector must have {rows} rows, one for each {of}, got shape {shape}; for one for each "
        f"{other} make the matrix of jaxfmm.Elements(..., densities={other!r})"
    )


def planned(
    elements: Elements, targets: ArrayLike | None, kernel: Any, plan: Any, tol: float
) -> tuple[Array, Kernel, Any]:
    """The points of the rule of elements, the kernel of the matrix, and its plan: the one that is
    given, or one for this tolerance. The kernel is the kernel of the points, or the multiple of 1/r
    that was given."""
    combined = isinstance(kernel, Kernel) and kernel.is_combination
    terms = combined and kernel.addends(3) or [(None, kernel)]
    if len(terms) > 1:
        raise ValueError(
            "kernel must be jaxfmm.Laplace(), or a multiple of it, where sources are "
            f"jaxfmm.Elements, got {kernel!r}; add the products"
        )
    if plan is None:
        options: Any = {"kernel": kernel, "tol": float(tol), "gradient": False}
        plan = make_plan(cast(Any, elements), targets, **options)
    first = plan.plans[0] if isinstance(plan, PlanOfTerms) else plan
    of_plan = first.kernel if isinstance(first, Plan) else None
    points, _, _, of_points = as_points(elements, None, None, terms[0][1], tol, of_plan)
    return points, kernel if combined else of_points, plan
