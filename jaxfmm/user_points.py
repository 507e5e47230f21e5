"""The points of users: checks that a kernel can be summed over them and that they are those of a
plan, and weak references by which a plan recognises the arrays that it was made for."""

import weakref
from typing import Any

import jax
from jax.typing import DTypeLike

from jaxfmm import errors, inputs, pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.request import Request


def check_points(kernel: Any, sources: Any, targets: Any) -> tuple[jax.Array, jax.Array | None]:
    """(sources, targets) as arrays. Raises ValueError unless the kernel can be summed over them."""
    if not isinstance(kernel, Kernel):
        raise ValueError(
            f"kernel must be a kernel such as jaxfmm.Laplace(), got {kernel!r}{_kernel_fix(kernel)}"
        )
    sources = inputs.points("sources", sources, kernel.dimensions)
    kernel.check(sources.shape[1])
    if targets is not None:
        targets = inputs.points("targets", targets, kernel.dimensions, sources.dtype)
        if targets.shape[1] != sources.shape[1]:
            raise ValueError(
                f"targets {targets.shape} and sources {sources.shape} differ in dimension"
            )
        inputs.same_dtype("targets", targets, "sources", sources.dtype)
    counts, dim = (len(sources), None if targets is None else len(targets)), sources.shape[1]
    for _, term in kernel.addends(dim) or [(None, kernel)]:
        term.simplified(dim).check_numbers(*counts)
    return sources, targets


def check_same_shapes(
    request: Request,
    copies: int,
    dtype: DTypeLike,
    sources: jax.Array,
    targets: jax.Array | None,
) -> None:
    """Raises ValueError unless points have the numbers, the dimension and the dtype of the points
    of a plan. copies: `Images.copies` of its kernel."""
    if len(sources) * copies != request.n:
        raise ValueError(
            f"sources have {len(sources)} points and the plan was made for "
            f"{request.n // copies}; make a new plan with jaxfmm.plan(sources, ...)"
        )
    if sources.shape[1] != request.dim:
        raise ValueError(
            f"sources have {sources.shape[1]} dimensions and the plan was made for "
            f"{request.dim}; make a new plan with jaxfmm.plan(sources, ...)"
        )
    if targets is None and copies > 1:  # such plans always have targets
        targets = sources
    if (targets is None) != request.symmetric:
        separate = "separate targets", "none"
        planned, came = ("targets = sources", "targets") if request.symmetric else separate
        raise ValueError(
            f"the plan was made for {planned} and {came} came; pass the same kind or make a new "
            "plan"
        )
    if targets is not None and len(targets) != request.m:
        raise ValueError(
            f"targets have {len(targets)} points and the plan was made for {request.m}; make a "
            "new plan"
        )
    if sources.dtype != dtype:
        raise ValueError(
            f"sources are {sources.dtype} and the plan was made for {dtype}; make a new plan "
            f"with jaxfmm.plan(sources, ...), or convert: sources.astype('{dtype}')"
        )


def check_one_device(first: jax.Array, *others: jax.Array | None) -> None:
    """Raises ValueError for arrays that are split over devices. Inside `jit`, where automatic axes
    do not say whether arrays are split, warns instead."""
    for array in (first, *others):
        if array is None:
            continue
        whole = errors.is_traced(array) or array.is_fully_replicated
        if inputs.split_axes(array) or not whole:
            raise ValueError(
                "points or charges are split over several devices and the plan was made for "
                "points on one, so that each device would compute the whole sum; make a plan "
                "with jaxfmm.plan(points) of the split points, or put them on one device: "
                "jax.device_put(points, jax.devices()[0])"
            )
    fix = "make the plan outside of jit, with jaxfmm.plan(points), and pass it"
    inputs.warn_of_unknown_sharding(first, "sum", fix)


def _kernel_fix(kernel: Any) -> str:
    """The end of the message about a kernel that is a class or a function."""
    if isinstance(kernel, type):
        return f"; make one of it: {kernel.__name__}(...)"
    return "; for a function of your own write jaxfmm.Custom(function)" if callable(kernel) else ""


def marks_of(sources: Any, targets: Any) -> tuple[weakref.ref, ...]:
    """Weak references to the points of a plan (`Plan.marks`), () if they are not arrays of JAX."""
    points = [x for x in (sources, targets) if x is not None]
    if not all(isinstance(x, jax.Array) for x in points):
        return ()
    return tuple(weakref.ref(_without_tangents(x)) for x in points)


def _without_tangents(points: jax.Array) -> jax.Array:
    """The concrete array behind points that are differentiated outside of `jit`, since `jax.grad`
    wraps it anew in each call; points that are traced by `jit` or `vmap` themselves."""
    array = pytrees.constant(points)
    return points if errors.is_traced(array) else array
