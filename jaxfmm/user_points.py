"""The points of users: checks that a kernel can be summed over them, and weak references by which a
plan recognises the arrays that it was made for."""

import weakref
from typing import Any

import jax

from jaxfmm import errors, inputs, pytrees
from jaxfmm.kernels.base import Kernel


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
