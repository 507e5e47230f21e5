"""The cheapest method for a request."""

from jaxfmm import accuracy
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.costs import Given
from jaxfmm.methods.fmm import families
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.request import Choice, Request


def most_order(kernel, dim) -> int:
    """The highest order that expansions of the kernel can have."""
    kinds = families(kernel.summed(), dim) or ("harmonic",)
    return max(accuracy.FAMILIES[kind].most_order(dim) for kind in kinds)


def choose(request: Request, given: Given, tried=()) -> Choice:
    """The choice for a request, with room; leaves out the methods that were `tried`.

    Raises ValueError if the method that was asked for cannot do it."""
    kernel = given.kernel
    if min(request.n, request.m) == 0:
        return Choice(request=request, method=DIRECT)
    for name in ("order", "theta"):
        if kernel.compact and getattr(request, name) is not None:
            raise ValueError(
                f"{name} is an option of expansions, and sums with {kernel.name} have none; leave it out, tol is enough"
            )
    methods = methods_of(kernel)
    if request.automatic:
        possible = [method for same in methods.values() for method in same if method.automatic]
    else:
        possible = methods[request.method]
    proposed, unfit = [], Unfit("")
    fitting = [method for method in possible if method not in tried and method.fits(kernel.summed(), request.dim)]
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
    choice, _ = min(proposed, key=lambda pair: pair[1])
    return choice.method.with_room(choice, kernel, given.sources.dtype)
