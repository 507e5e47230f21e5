"""The cheapest method for a request."""

from jaxfmm import accuracy
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.costs import Given
from jaxfmm.methods.fmm import family
from jaxfmm.methods.table import DIRECT, methods_of
from jaxfmm.request import Choice, Request


def most_order(kernel, dim) -> int:
    """The highest order that expansions of the kernel can have."""
    return accuracy.FAMILIES[family(kernel.summed(), dim) or "harmonic"].most_order(dim)


def choose(request: Request, given: Given, tried=()) -> Choice:
    """The choice for a request, with room; method="auto" leaves out the names that were `tried`.

    Raises ValueError if the method that was asked for cannot do it."""
    kernel = given.kernel
    if min(request.n, request.m) == 0:
        return Choice(request=request, method=DIRECT)
    for name in ("order", "theta"):
        if kernel.compact and getattr(request, name) is not None:
            raise ValueError(f"{name} belongs to expansions and not to {kernel.name}; leave it to tol")
    methods = methods_of(kernel)
    if request.automatic:
        possible = [method for name, method in methods.items() if method.automatic and name not in tried]
    else:
        possible = [methods[request.method]]
    proposed = []
    for method in possible:
        try:
            if not method.fits(kernel.summed(), request.dim):
                raise Unfit(
                    f"method={method.name!r} has no expansions for {kernel.name} in {request.dim}D; use "
                    "method='direct' or 'auto'"
                )
            proposed.append(method.propose(request, given))
        except Unfit:
            if not request.automatic:
                raise
    choice, _ = min(proposed, key=lambda pair: pair[1])
    return choice.method.with_room(choice, kernel, given.sources.dtype)
