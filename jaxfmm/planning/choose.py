"""The cheapest method for a request."""

import dataclasses
from typing import Any

from jaxfmm.cost_model import accuracy
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import TooManyImages
from jaxfmm.methods.base import Method, Unfit, to_measure
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.passes.tree_sum import families
from jaxfmm.request import Choice, Request
from jaxfmm.sharding.table import OVER_MESH, over_mesh

# Pairs of points up to which method="auto" sums all pairs over a mesh where one device would have
# another method.
MOST_PAIRS = 10**10
ON_ONE = "put the points on one device: jax.device_put(points, jax.devices()[0])"


def most_order(kernel: Any, dim: int) -> int:
    """The highest order that expansions of the kernel can have."""
    kinds = families(kernel.summed(), dim) or ("harmonic",)
    return max(accuracy.FAMILIES[kind].most_order(dim) for kind in kinds)


def choose(request: Request, given: Problem, tried: list[Method] | tuple = ()) -> Choice:
    """The choice for a request, with room; leaves out the methods that were `tried`.

    Raises ValueError if the method that was asked for cannot do it."""
    kernel = given.kernel
    if min(request.n, request.m) == 0:
        return Choice(request=dataclasses.replace(request, layout=None), method=DIRECT)
    for name in ("order", "theta"):
        if kernel.traits.compact and getattr(request, name) is not None:
            raise ValueError(
                f"{name} is an option of expansions, and sums with {kernel.name} have none; leave it out, tol is enough"
            )
    methods = methods_of(kernel)
    if request.automatic:
        possible = [method for same in methods.values() for method in same if method.automatic]
    else:
        possible = methods[request.method]
    proposed, unfit = [], Unfit("")
    fitting = [
        method
        for method in possible
        if method not in tried and method.fits(kernel.summed(), request.dim)
    ]
    if request.layout is not None:
        fitting = _over_mesh(request, kernel, fitting, tried)
    for method in fitting:
        try:
            proposed.append(method.propose(request, given))
        except Unfit as reason:
            unfit = reason
    if not fitting:
        unfit = Unfit(
            f"method={request.method!r} has no expansions for {kernel.name} in {request.dim}D; use method='direct' or "
            "'auto'"
        )
    if not proposed:
        raise unfit
    proposed = [choice for choice, _ in sorted(proposed, key=lambda pair: pair[1])]
    if request.pairs > MOST_PAIRS and (why := why_all_pairs(proposed[0], kernel)):
        by_hand = (
            " or give order and theta,"
            if _measured(request, kernel, _faster(request, kernel))
            else ""
        )
        raise ValueError(
            f"method='auto' would sum {request.pairs:.0e} pairs of points over {request.layout.size} devices: {why}; "
            f"{ON_ONE},{by_hand} or plan with method='direct' to sum all pairs nevertheless"
        )
    reasons = []
    for choice in proposed:
        try:
            return choice.method.with_capacity(choice, kernel, given.sources.dtype)
        except TooManyImages as reason:  # which others may not need
            reasons.append(reason)
    raise reasons[0]


def _over_mesh(request: Request, kernel, methods: list[Method], tried) -> list[Method]:
    """Those of the methods that can be computed over the mesh of a request, so computed.

    Raises ValueError if there are none."""
    if kernel.summed().own_numbers:
        raise ValueError(
            f"kernel {kernel.name} has a parameter for each point, which is not split over several devices; {ON_ONE}"
        )
    possible = [
        over_mesh(method, request.layout)
        for method in methods
        if to_measure(method, request, kernel) is None
    ]
    found: list[Method] = [
        method for method in possible if method is not None and method not in tried
    ]
    if not found:
        names = ", ".join(sorted({repr(method.name) for method in OVER_MESH}))
        why = (
            f"it measures the errors of {kernel.name}, which is done on one device only; give order and theta"
            if _measured(request, kernel, methods)
            else f"those that can are {names}"
        )
        raise ValueError(
            f"method={request.method!r} is not computed over several devices: {why}, or {ON_ONE}"
        )
    return found


def _faster(request: Request, kernel: Kernel) -> list[Method]:
    """The methods for a kernel on one device, without the sum over all pairs."""
    every = [method for same in methods_of(kernel).values() for method in same]
    return [
        one
        for one in every
        if one.automatic and not one.exact and one.fits(kernel.summed(), request.dim)
    ]


def _measured(request: Request, kernel: Kernel, methods: list[Method]) -> bool:
    """Whether some of the methods could be computed over a mesh if their errors were not to be
    measured."""
    return any(
        type(method) in OVER_MESH and to_measure(method, request, kernel) for method in methods
    )


def why_all_pairs(choice: Choice, kernel: Kernel) -> str | None:
    """Why method="auto" sums all pairs over a mesh although one device has other methods for the
    kernel; None for other choices."""
    request = choice.request
    if request.layout is None or not (request.automatic and choice.method.exact):
        return None
    possible = _faster(request, kernel)
    if _measured(request, kernel, possible):
        return f"errors of {kernel.name} are measured on one device only, so expansions cannot promise tol here"
    names = sorted(
        {repr(method.name) for method in possible if over_mesh(method, request.layout) is None}
    )
    if not names:
        return None
    others = sorted({repr(method.name) for method in possible} - set(names))
    slower = f", and {' and '.join(others)} would take longer" if others else ""
    return f"{' and '.join(names)} for {kernel.name} {'run' if names[1:] else 'runs'} on one device only{slower}"
