"""What methods are proposed by: the points, and the cost model of a request, on the backend that will be used, for the
expansions that the kernel has."""

import dataclasses
import functools

import jax.numpy as jnp
from jax import Array

from jaxfmm import accuracy
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.fmm import families
from jaxfmm.ops import backends
from jaxfmm.rates import Rates, rates
from jaxfmm.tree.points import middle


def model_of(request, kernel, dtype, family) -> accuracy.Model:
    """The errors and costs of sums by trees with expansions of a family."""
    rates = rates_of(request, kernel, dtype, family)
    return accuracy.Model(request.dim, request.tree, family, rates, float(jnp.finfo(dtype).eps))


def rates_of(request, kernel, dtype, family=None) -> Rates:
    """The `Rates` of the backend that will be used. Expansions of families that are not timed cost about what 1/r does.
    family: None for the first that the kernel has."""
    kinds = [family] if family else families(kernel.summed(), request.dim)
    dim = request.dim if kinds and accuracy.FAMILIES[kinds[0]].timed else 3
    return rates(backend_of(request, kernel, dtype), dim, dtype)


def direct_time(request, kernel, dtype, *, call=False) -> float:
    """The nanoseconds that a direct sum is expected to take, with those of a `call` or, to be compared with others,
    without: `Rates.call` is what these cost besides."""
    cost = rates_of(request, kernel, dtype)
    return cost.direct * request.pairs + (cost.call if call else 0.0)


def backend_of(request, kernel, dtype) -> str:
    """Its name among `rates.BACKENDS`."""
    return backends.expected(request.backend, kernel.summed(), request.dim, dtype)[2]


@dataclasses.dataclass(frozen=True, eq=False)
class Given:
    """A kernel and the points of a plan that is to be made, with what methods ask of them, computed once. targets: None
    where they are the sources."""

    kernel: Kernel
    sources: Array
    targets: Array | None

    @functools.cached_property
    def center(self) -> Array:
        """The middle of all points."""
        return middle(self.sources, self.targets)

    @functools.cached_property
    def points(self) -> list[Array]:
        """[sources] or [sources, targets], in the coordinates of the kernel."""
        different = [x for x in (self.sources, self.targets) if x is not None]
        return [self.kernel.coordinates(x, self.center) for x in different]

    @functools.cached_property
    def extent(self) -> list[float]:
        """The size of the box of `points`, which are not traced."""
        low, high = ([f(x, 0) for x in self.points] for f in (jnp.min, jnp.max))
        return [float(size) for size in jnp.max(jnp.stack(high), 0) - jnp.min(jnp.stack(low), 0)]
