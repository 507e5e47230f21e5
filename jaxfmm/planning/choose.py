"""Chooses the cheapest method for a request."""

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import TooManyImages
from jaxfmm.methods.base import Method, Unfit
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.passes.tree_sum import families
from jaxfmm.request import Choice, Request
from jaxfmm.sharding.table import OVER_MESH, OVER_MESH_BY_SEGMENTS, over_mesh

# Over a mesh, method="auto" sums up to this many pairs of points directly where one device would
# have another method.
MOST_PAIRS = 10**10
ON_ONE = "put the points on one device: jax.device_put(points, jax.devices()[0])"


class Proposal(NamedTuple):
    """A choice, without capacities, and the expected nanoseconds of a sum, including its share of
    `Method.making`."""

    choice: Choice
    nanoseconds: float


def most_order(kernel: Kernel, dim: int) -> int:
    """The highest order that expansions of the kernel can have."""
    kinds = families(kernel.summed(), dim) or ("harmonic",)
    return max(FAMILIES[kind].most_order(dim) for kind in kinds)


def choose(request: Request, problem: Problem, tried: Iterable[Method] = ()) -> Choice:
    """The choice with the least expected time, with capacities. tried: methods that are left out.

    Raises ValueError if the requested method cannot sum over these points, or if no method can."""
    kernel = problem.kernel
    if min(request.n, request.m) == 0:
        return Choice(request=dataclasses.replace(request, layout=None), method=DIRECT)
    for name in ("order", "theta"):
        if kernel.traits.compact and getattr(request, name) is not None:
            raise ValueError(
                f"{name} is an option of expansions, and sums with {kernel.name} have none; leave "
                "it out, tol is enough"
            )
    proposed = [one.choice for one in propose(request, problem, tried)]
    if request.pairs > MOST_PAIRS and (why := why_all_pairs(proposed[0], kernel)):
        raise ValueError(
            f"method='auto' would sum {request.pairs:.0e} pairs of points over "
            f"{request.layout.size} devices: {why}; {ON_ONE}, or plan with "
            "method='direct' to sum all pairs nevertheless"
        )
    reasons = []
    for choice in proposed:
        try:
            return choice.method.with_capacity(choice, kernel, problem.sources.dtype)
        except TooManyImages as reason:  # another method may need fewer
            reasons.append(reason)
    raise reasons[0]


def _possible(request: Request, kernel: Kernel, tried: Iterable[Method]) -> list[Method]:
    """The methods that can fulfil a request, without those that were tried."""
    methods, tried = methods_of(kernel), list(tried)
    if request.automatic:
        requested = [method for same in methods.values() for method in same if method.automatic]
    else:
        requested = methods[request.method]
    if request.accurate:
        requested = _accumulating(request, requested)
    summed = kernel.summed()
    fitting = [one for one in requested if one not in tried and one.fits(summed, request.dim)]
    if request.layout is not None:
        fitting = _over_mesh(request, kernel, fitting, tried)
    if not fitting:
        raise Unfit(
            f"method={request.method!r} has no expansions for {kernel.name} in {request.dim}D; use "
            "method='direct' or 'auto'"
        )
    return fitting


def _accumulating(request: Request, methods: list[Method]) -> list[Method]:
    """The methods among these that can accumulate sums of float32 as in float64. Raises ValueError
    if there are none, or over a mesh."""
    option = f"accumulate={request.accumulate!r}"
    if request.layout is not None:
        raise ValueError(f"{option} has no sums over several devices; leave it out, or {ON_ONE}")
    possible = [method for method in methods if method.accumulates]
    if not possible:
        raise ValueError(
            f"{option} has no sums by method={request.method!r}; leave it out, use method='auto', "
            "or give points of float64"
        )
    return possible


def propose(request: Request, problem: Problem, tried: Iterable[Method] = ()) -> list[Proposal]:
    """The proposals of all methods that can fulfil a request, by increasing time for `Request.uses`
    sums. Raises `Unfit` if there is none."""
    proposed, unfit = [], Unfit("")
    for method in _possible(request, problem.kernel, tried):
        try:
            choice, time = method.propose(request, problem)
            proposed.append(Proposal(choice, time + method.making_of(request)))
        except Unfit as reason:
            unfit = reason
    if not proposed:
        raise unfit
    return sorted(proposed, key=lambda one: one.nanoseconds)


def _over_mesh(
    request: Request, kernel: Kernel, methods: list[Method], tried: list[Method]
) -> list[Method]:
    """These methods over the mesh of a request, without those that cannot run over a mesh.

    Raises ValueError if none can."""
    if kernel.summed().traits.few_near:
        raise ValueError(f"jaxfmm.Elements are not split over several devices; {ON_ONE}")
    by_segments = kernel.segments is not None
    forms = [over_mesh(method, request.layout, by_segments=by_segments) for method in methods]
    possible: list[Method] = [
        method for method in forms if method is not None and method not in tried
    ]
    if not possible:
        known = OVER_MESH_BY_SEGMENTS if by_segments else OVER_MESH
        names = ", ".join(sorted({repr(method.name) for method in known}))
        raise ValueError(
            f"method={request.method!r} for {kernel.name} is not computed over several devices; "
            f"take one of the methods {names}, or {ON_ONE}"
        )
    return possible


def _faster(request: Request, kernel: Kernel) -> list[Method]:
    """The methods of method="auto" for a kernel on one device, without the direct sum."""
    return [
        method
        for same in methods_of(kernel).values()
        for method in same
        if method.automatic and not method.exact and method.fits(kernel.summed(), request.dim)
    ]


def why_all_pairs(choice: Choice, kernel: Kernel) -> str | None:
    """Why method="auto" sums all pairs over a mesh although one device has other methods for the
    kernel; None for other choices."""
    request = choice.request
    if request.layout is None or not (request.automatic and choice.method.exact):
        return None
    if kernel.segments is not None:  # a direct sum by segments has the pairs of each segment alone
        return None
    methods = _faster(request, kernel)
    on_one = [method for method in methods if over_mesh(method, request.layout) is None]
    names = sorted({repr(method.name) for method in on_one})
    if not names:
        return None
    others = sorted({repr(method.name) for method in methods} - set(names))
    slower = f", and {' and '.join(others)} would take longer" if others else ""
    runs = "run" if names[1:] else "runs"
    return f"{' and '.join(names)} for {kernel.name} {runs} on one device only{slower}"
