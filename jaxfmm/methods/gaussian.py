"""The methods of Gaussians by Fourier series, the fast Gauss transform and sums of exponentials.
Their parameters follow from the extent of the points in bandwidths."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any, ClassVar

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.errors import Status, bits
from jaxfmm.gaussian import exponential_sums, fgt, fourier
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.methods.base import Method, Unfit, suits
from jaxfmm.methods.costs import Problem, backend_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times
from jaxfmm.on_host import numbers_of
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box

# A sum over a grid or of a series has a rounding error of this many units in the last place.
ROUNDINGS = 2


def _extent(problem: Problem, h: Array) -> tuple[float, ...]:
    """The size in bandwidths `h` of the box of all points, in Python floats."""
    size = [length / float(h) for length in problem.extent]
    return tuple(s if math.isfinite(s) else 0.0 for s in size)


def _assumed_extent(points: int, dim: int) -> tuple[float, ...]:
    """The extent that a plan allows for where the points are not known: neighbours on a full grid
    are about one bandwidth apart."""
    return (min(64.0, max(8.0, 2 * points ** (1 / dim))),) * dim


def _bandwidth(kernel: Any) -> Array:
    """The bandwidth of a Gaussian, or of its derivative in a parameter."""
    return kernel.bandwidth


@np.errstate(all="ignore")  # as XLA does
def _least_bandwidth(kernel: Any) -> Array:
    """The least bandwidth for which a plan of this kernel must hold."""
    return numbers_of(kernel.summed().bandwidth) * kernel.span[0]


@dataclasses.dataclass(frozen=True)
class GaussianMethod(Method):
    """What these methods share. `Choice.setup` holds the parameters.

    Class attributes:
      module: its functions `choose_parameters`, `nanoseconds`, `prepare` and `fits`.
      further: each further column of charges takes this share of the time of the first. Measured
        for 2 to 8 columns of 50,000 points in one to three dimensions, on two cores.
      wrong: the status of points for which a plan does not hold."""

    module: ClassVar[Any] = None
    further: ClassVar[float] = 1.0
    wrong = Status.EXTENT

    def applies(self, kernel: Kernel) -> bool:
        return isinstance(kernel, Gaussian)

    def accurate(self, extent: tuple[float, ...], request: Request, dtype: DTypeLike) -> bool:
        """Whether rounding leaves the digits that are asked for, over this extent in bandwidths."""
        return True

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        kernel, dtype = problem.kernel, problem.sources.dtype
        h = _least_bandwidth(kernel)
        if errors.is_traced(problem.points, h):
            size = _assumed_extent(max(request.n, request.m), request.dim)
        else:
            size = _extent(problem, h)
        setup = None
        if self.accurate(size, request, dtype):
            setup = self.module.choose_parameters(size, request.tol, request.derivatives, dtype)
        if setup is None:
            raise Unfit(
                f"method={self.name!r} cannot sum Gaussians in {request.dim}D over "
                f"{max(size):.3g} bandwidths to tol={request.tol:g}; use method='auto'"
            )
        choice = Choice(request=request, method=self, setup=setup)
        backend = backend_of(request, kernel, dtype)
        return choice, self.nanoseconds(choice, request.n, request.m, backend)

    def nanoseconds(self, choice: Choice, n: int, m: int, backend: str) -> float:
        """The expected time of a sum of n sources at m targets."""
        one = self.module.nanoseconds(choice.setup, n, m, backend)
        return one * (1 + self.further * (choice.request.columns - 1))

    def inside(
        self,
        plan: Plan,
        kernel: Kernel,
        targets: Array,
        sources: Array,
        prepared: tuple[Array | None, Array | None],
    ) -> Array:
        """Whether the points, in the plan's unit, lie within the extent of the parameters, and what
        was prepared belongs to them."""
        h = jnp.asarray(_bandwidth(kernel.summed().in_unit(plan.unit)), targets.dtype)
        return self.module.fits(plan.choice.setup, *_scaled(h, targets, sources))

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        y = plan.in_unit(sources)
        x = y if targets is None else plan.in_unit(targets)
        source = self.module.prepare(plan.choice.setup, y)
        target = source if targets is None else self.module.prepare(plan.choice.setup, x)
        outside = box.finite & ~self.inside(plan, plan.kernel, x, y, (target, source))
        status = plan.status | bits([(outside, Status.EXTENT)])
        return dataclasses.replace(plan, prepared=(target, source), status=status)

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        y = plan.in_unit(kernel.frame.coordinates(sources, plan.center))
        x = (
            y
            if targets is sources
            else plan.in_unit(kernel.frame.coordinates(targets, plan.center))
        )
        wrong = [
            (~suits(plan, kernel), Status.PARAMETER),
            (~self.inside(plan, kernel, x, y, plan.prepared), self.wrong),
        ]
        return super().status(plan, kernel, sources, targets, own=own) | bits(wrong)

    def transposed(self, plan: Plan) -> Plan:
        return dataclasses.replace(plan, prepared=plan.prepared[::-1])

    def stages(self, plan: Plan) -> dict[str, float]:
        request, backend = plan.request, backend_of(plan.request, plan.kernel, plan.unit.dtype)
        return {"sum": self.nanoseconds(plan.choice, request.n, request.m, backend)}

    def how(self, plan: Plan, known: bool) -> list[str]:
        return [*times(plan, self.time(plan)), f"  {plan.choice.setup}", *accuracy_of(plan)]


@dataclasses.dataclass(frozen=True)
class OverBandwidths(GaussianMethod):
    """A method that takes points over the bandwidth, within a given extent. total: the sum, in
    bandwidths."""

    total: ClassVar[Callable[..., Array]]

    def accurate(self, extent: tuple[float, ...], request: Request, dtype: DTypeLike) -> bool:
        """Points over the bandwidth are rounded in proportion to their extent, which differences of
        raw points are not. Errors of grids and series are in proportion to the sum of the weights,
        and gradients to the extent too where that is below a bandwidth: such gradients need a
        smaller error, down to what rounding allows."""
        eps, tol = float(jnp.finfo(dtype).eps), request.tol
        flat = request.derivatives and 0 < tol * max(extent) / fgt.LEAST_EXTENT < ROUNDINGS * eps
        return (request.rounded or max(extent) * eps <= tol / 2) and not flat

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        targets, sources, *rest = summands
        points = self.in_bandwidths(kernel, targets, sources)
        return self.total(plan.choice.setup, *points, *rest, backend=backend)

    def in_bandwidths(self, kernel: Kernel, targets: Array, sources: Array) -> tuple[Array, Array]:
        """Points over the bandwidth, about the middle of the sources' box."""
        return _scaled(jnp.asarray(_bandwidth(kernel), targets.dtype), targets, sources)


@dataclasses.dataclass(frozen=True)
class Fourier(OverBandwidths):
    """By a Fourier series."""

    name = "fourier"
    further: ClassVar[float] = 0.7
    module: ClassVar[Any] = fourier
    total = staticmethod(fourier.fourier_sum)


@dataclasses.dataclass(frozen=True)
class FGT(OverBandwidths):
    """By the fast Gauss transform."""

    name = "fgt"
    further: ClassVar[float] = 0.3
    module: ClassVar[Any] = fgt
    total = staticmethod(fgt.fgt_sum)


@dataclasses.dataclass(frozen=True)
class Exponentials(GaussianMethod):
    """By sums of exponentials, in one dimension. It takes points as they are, in the prepared
    order."""

    name = "exponentials"
    further: ClassVar[float] = 0.3
    module: ClassVar[Any] = exponential_sums
    wrong = Status.STALE

    def inside(
        self,
        plan: Plan,
        kernel: Kernel,
        targets: Array,
        sources: Array,
        prepared: tuple[Array | None, Array | None],
    ) -> Array:
        return exponential_sums.fits(plan.choice.setup, targets, sources, prepared)

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        return exponential_sums.exponentials_sum(
            plan.choice.setup,
            (summands.targets, plan.prepared[0]),
            (summands.sources, plan.prepared[1]),
            summands.weights,
            summands.source_orders,
            summands.target_orders,
            scale=1 / jnp.asarray(_bandwidth(kernel), summands.targets.dtype),
            backend=backend,
        )


def _scaled(h: Array, targets: Array, sources: Array) -> tuple[Array, Array]:
    """Both sets over the bandwidth, about the middle of the sources' box, so that no digits are
    lost."""
    middle = 0.5 * (sources.min(0, keepdims=True) + sources.max(0, keepdims=True))
    over = (sources - middle) / h
    return (over if targets is sources else (targets - middle) / h), over
