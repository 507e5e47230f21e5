"""The cost model of a request: on the backend that will be used, for the expansions that the kernel has."""

import jax.numpy as jnp

from jaxfmm import accuracy
from jaxfmm.methods.fmm import family
from jaxfmm.ops import backends
from jaxfmm.rates import Rates, rates
from jaxfmm.tree.points import middle


def model_of(request, kernel, dtype) -> accuracy.Model:
    """The errors and costs of sums by trees."""
    kind = family(kernel.summed(), request.dim) or "harmonic"
    return accuracy.Model(
        request.dim, request.tree, kind, rates_of(request, kernel, dtype), float(jnp.finfo(dtype).eps)
    )


def rates_of(request, kernel, dtype) -> Rates:
    """The `Rates` of the backend that will be used. Kernels without harmonics cost about what 1/r does."""
    harmonic = family(kernel.summed(), request.dim) == "harmonic"
    return rates(backend_of(request, kernel, dtype), request.dim if harmonic else 3, dtype)


def direct_time(request, kernel, dtype, *, call=False) -> float:
    """The nanoseconds that a direct sum is expected to take, with those of a `call` or, to be compared with others,
    without: `Rates.call` is what these cost besides."""
    cost = rates_of(request, kernel, dtype)
    return cost.direct * request.pairs + (cost.call if call else 0.0)


def backend_of(request, kernel, dtype) -> str:
    """Its name among `rates.BACKENDS`."""
    return backends.expected(request.backend, kernel.summed(), request.dim, dtype)[2]


def points_of(kernel, sources, targets):
    """The different sets of points, [sources] or [sources, targets], in the coordinates of the kernel."""
    given = [x for x in (sources, targets) if x is not None]
    center = middle(sources, targets)
    return [kernel.coordinates(x, center) for x in given]
