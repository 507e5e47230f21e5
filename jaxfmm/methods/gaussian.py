"""The methods of Gaussians, each with a setup that follows from the extent of the points in
bandwidths."""

import dataclasses
import math
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.errors import Status, bits
from jaxfmm.gaussian import exponential_sums, fgt, fourier
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.methods.base import Method, Unfit, suits
from jaxfmm.methods.costs import Problem, backend_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128)  # of truncated sums
LEAF_PAIR = 100
ROUNDINGS = 2  # of a sum over a grid or of a series, in units of the last place


def extent(given: Problem, h: jax.Array) -> tuple[float, ...]:
    """The size in bandwidths `h` of the box of all points, in Python floats."""
    size = [length / float(h) for length in given.extent]
    return tuple(s if math.isfinite(s) else 0.0 for s in size)


def assumed_extent(points: int, dim: int) -> tuple[float, ...]:
    """What to have room for where the points are not known: about one bandwidth between neighbours
    on a full grid."""
    return (min(64.0, max(8.0, 2 * points ** (1 / dim))),) * dim


def truncated_work(
    targets: jax.Array, sources: jax.Array, reach: jax.Array, leaf_size: Any = None
) -> tuple[int, float]:
    """(leaf size, about how many pairs of points its lists hold) of a sum over pairs within
    `reach`, by a sample.

    A pair of leaves costs as much as LEAF_PAIR pairs of points; the leaf size, unless given, is the
    cheapest."""
    inside, dim = np.asarray(_inside(targets, sources, reach), np.float64), sources.shape[1]
    found = inside * len(sources)

    def pairs(leaf):
        with np.errstate(over="ignore"):  # in hundreds of dimensions, where a leaf meets all others
            padded = accuracy.met_within(found, OCCUPANCY * leaf, dim)
        return float(np.minimum(padded, len(sources)).mean()) * len(targets)

    def cost(leaf):
        return pairs(leaf) * (1 + LEAF_PAIR / (OCCUPANCY * leaf) ** 2)

    best = min(LEAF_SIZES, key=cost) if leaf_size is None else leaf_size
    return best, pairs(best)


@jax.jit
def _inside(targets: jax.Array, sources: jax.Array, reach: jax.Array) -> jax.Array:
    """Of some of the targets, what share of some of the sources is within reach."""
    some = [x[:: max(1, len(x) // size)] for x, size in ((targets, 64), (sources, 30_000))]
    offset = some[0][:, None] - some[1][None]
    return (jnp.sum(offset * offset, axis=2) <= reach * reach).mean(1)


@dataclasses.dataclass(frozen=True)
class _BySetup(Method):
    """What the methods with a `Setup` share. module: its functions `setup`, `nanoseconds`,
    `prepare` and `fits`. wrong: the status of points that a plan does not serve."""

    module: ClassVar[Any] = None
    wrong = Status.EXTENT

    def applies(self, kernel: Any) -> bool:
        return isinstance(kernel, Gaussian)

    def accurate(self, extent: tuple[float, ...], request: Request, dtype: DTypeLike) -> bool:
        """Whether rounding leaves the digits that are asked for, over this extent in bandwidths."""
        return True

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        kernel, dtype = given.kernel, given.sources.dtype
        h = kernel.summed().bandwidth * kernel.span[0]
        known = not errors.is_traced(given.points, h)
        size = extent(given, h) if known else assumed_extent(max(request.n, request.m), request.dim)
        setup = None
        if self.accurate(size, request, dtype):
            setup = self.module.choose_parameters(size, request.tol, request.derivatives, dtype)
        if setup is None:
            raise Unfit(
                f"method={self.name!r} cannot sum Gaussians in {request.dim}D over {max(size):.3g} bandwidths to "
                f"tol={request.tol:g}; use method='auto'"
            )
        choice = Choice(request=request, method=self, setup=setup)
        return choice, self.module.nanoseconds(
            setup, request.n, request.m, backend_of(request, kernel, dtype)
        )

    def inside(
        self,
        plan: Any,
        kernel: Any,
        targets: Any,
        sources: jax.Array,
        prepared: tuple[jax.Array | None, jax.Array | None],
    ) -> jax.Array:
        """Whether the points, in the plan's unit, lie within the setup's room and what was prepared
        is theirs."""
        h = jnp.asarray(kernel.summed().in_unit(plan.unit).bandwidth, targets.dtype)
        return self.module.fits(plan.choice.setup, *scaled(h, targets, sources))

    def prepare(self, plan: Plan, box: Box, sources: jax.Array, targets: jax.Array | None) -> Plan:
        y = plan.in_unit(sources)
        x = y if targets is None else plan.in_unit(targets)
        source = self.module.prepare(plan.choice.setup, y)
        target = source if targets is None else self.module.prepare(plan.choice.setup, x)
        outside = box.finite & ~self.inside(plan, plan.kernel, x, y, (target, source))
        status = plan.status | bits([(outside, Status.EXTENT)])
        return dataclasses.replace(plan, prepared=(target, source), status=status)

    def status(
        self, plan: Plan, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool
    ) -> jax.Array:
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
        return {"sum": self.module.nanoseconds(plan.choice.setup, request.n, request.m, backend)}

    def how(self, plan: Plan, known: bool) -> list[str]:
        return [*times(plan, self.time(plan)), f"  {plan.choice.setup}", *accuracy_of(plan)]


@dataclasses.dataclass(frozen=True)
class _OverBandwidths(_BySetup):
    """Methods that take points over the bandwidth, in a room of given extent."""

    def accurate(self, extent: tuple[float, ...], request: Request, dtype: DTypeLike) -> bool:
        """Points over the bandwidth are rounded in proportion to their extent, which differences of
        raw points are not. Errors of grids and series are in proportion to the sum of the weights,
        and gradients to the extent too where that is below a bandwidth: such gradients need a
        smaller error, down to what rounding allows."""
        eps, tol = float(jnp.finfo(dtype).eps), request.tol
        flat = request.derivatives and 0 < tol * max(extent) / fgt.LEAST_EXTENT < ROUNDINGS * eps
        return (request.rounded or max(extent) * eps <= tol / 2) and not flat

    def total(self, *arguments, **where):
        """The sum, in bandwidths."""
        raise NotImplementedError

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> jax.Array:
        targets, sources, *rest = summands
        points = scaled(jnp.asarray(kernel.bandwidth, targets.dtype), targets, sources)
        return self.total(plan.choice.setup, *points, *rest, backend=backend)


@dataclasses.dataclass(frozen=True)
class Fourier(_OverBandwidths):
    """By a Fourier series."""

    name = "fourier"
    module: ClassVar[Any] = fourier
    total = staticmethod(fourier.fourier_sum)


@dataclasses.dataclass(frozen=True)
class FGT(_OverBandwidths):
    """By the fast Gauss transform."""

    name = "fgt"
    module: ClassVar[Any] = fgt
    total = staticmethod(fgt.fgt_sum)


@dataclasses.dataclass(frozen=True)
class Exponentials(_BySetup):
    """By sums of exponentials, in one dimension. It takes points as they come, in the prepared
    order."""

    name = "exponentials"
    module: ClassVar[Any] = exponential_sums
    wrong = Status.STALE

    def inside(
        self,
        plan: Plan,
        kernel: Kernel,
        targets: jax.Array,
        sources: jax.Array,
        prepared: tuple[jax.Array | None, jax.Array | None],
    ) -> jax.Array:
        return exponential_sums.fits(plan.choice.setup, targets, sources, prepared)

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> jax.Array:
        targets, sources, *rest = summands
        return exponential_sums.exponentials_sum(
            plan.choice.setup,
            (targets, plan.prepared[0]),
            (sources, plan.prepared[1]),
            *rest,
            scale=1 / jnp.asarray(kernel.bandwidth, targets.dtype),
            backend=backend,
        )


def scaled(h: jax.Array, targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Both sets over the bandwidth, about the middle of the sources' box, so that no digits are
    lost."""
    middle = 0.5 * (sources.min(0, keepdims=True) + sources.max(0, keepdims=True))
    over = (sources - middle) / h
    return (over if targets is sources else (targets - middle) / h), over
