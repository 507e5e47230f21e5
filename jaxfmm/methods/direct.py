"""The method that sums all pairs."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.costs import Problem, direct_time, direct_time_of, model_of, own_stages
from jaxfmm.methods.describe import duration_here, lasts
from jaxfmm.methods.images import ImageSplit, ListsAndRoot
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.far_images import far_components
from jaxfmm.passes.lattice_sums import check_images
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import families
from jaxfmm.plan import Plan
from jaxfmm.plan_coordinates import open_status
from jaxfmm.request import Choice, Request

# The expansions of far images have only rounding errors at these orders.
EXACT_ORDER = {"float32": 10, "float64": 24}
# From so many times the number of sums on for which an FMM saves what it takes to compile, plans
# have it for sure: the choice counts the distances of points too, `_why` does not.
SURELY = 1.1


@dataclasses.dataclass(frozen=True)
class Direct(Method):
    """The direct sum, of any kernel."""

    name = "direct"
    exact = accumulates = True
    images: ClassVar[ImageSplit] = ListsAndRoot()
    in_lengths = False

    def applies(self, kernel: Kernel) -> bool:
        return True

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        choice = Choice(request=request, method=self, leaf_size=request.leaf_size or 1)
        return choice, direct_time(request, problem.kernel, problem.sources.dtype)

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        arranged = kernel.images.arranged(choice.request.dim, None, float(jnp.finfo(dtype).eps))
        order = 0 if arranged is None else EXACT_ORDER[jnp.dtype(dtype).name]
        choice = dataclasses.replace(choice, arranged=arranged, order=order)
        check_images(kernel, choice)
        return choice

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        status = super().status(plan, kernel, sources, targets, own=own)
        kept = kernel.images.keeps(plan.choice.arranged, plan.center.dtype)
        status = status | bits([(jnp.logical_not(kept), Status.CELL)])
        return status | open_status(kernel, plan.center, sources, targets)

    def transposed(self, plan: Plan) -> Plan:
        return dataclasses.replace(plan, homes=plan.homes[::-1])

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        def total(sources: Array, weights: Array) -> Array:
            some = summands._replace(sources=sources, weights=weights)
            accurate = plan.request.accurate
            return direct(kernel, *some, backend=backend, platform=platform, accurate=accurate)

        if plan.images is None:
            out = total(summands.sources, summands.weights)
        else:
            out = _over_images(plan, kernel, plan.images, summands, total)
        lattice = plan.lattice
        if lattice is None or lattice.sums is None or kernel.traits.compact:
            return out
        return out + far_components(lattice, lattice.sums, summands)

    def stages(self, plan: Plan) -> dict[str, float]:
        time = direct_time_of(plan)
        return {} if time is None else {"sum": time} | own_stages(plan)

    def how(self, plan: Plan, known: bool) -> list[str]:
        time = plan.choice.method.time(plan)  # a share of it over a mesh
        return [
            f"  {'; '.join([*lasts(plan, time), _why(plan)])}",
            f"  {plan.request.n * plan.request.m:.3g} pairs, error of rounding alone",
        ]


def _over_images(
    plan: Plan,
    kernel: Kernel,
    images: Array,
    summands: Summands,
    total: Callable[[Array, Array], Array],
) -> Array:
    """total(sources, weights) of the sources in all their images."""
    sources, weights = summands.sources, summands.weights
    factors = None if plan.lattice is None else plan.lattice.factors
    share = np.ones(len(images))
    if factors is not None:
        images, share = images[factors != 0], factors[factors != 0]
    share = jnp.asarray(share, weights.dtype)
    if kernel.own_numbers:  # which belong to n sources

        def add(sum_so_far: Array, image: tuple[Array, Array]) -> Any:
            shift, factor = image
            return sum_so_far + factor * total(sources + shift[None], weights), None

        start = jax.eval_shape(total, sources, weights)
        return lax.scan(add, jnp.zeros(start.shape, start.dtype), (images, share))[0]
    every = (images[:, None] + sources[None]).reshape(-1, sources.shape[1])
    shares = share[:, None, None, None] * weights[None]
    return total(every, shares.reshape(-1, *weights.shape[1:]))


def _from_how_many_sums(plan: Plan, time: float, making: float) -> str:
    """From how many sums on an FMM that takes this time, in nanoseconds, saves what XLA compiles
    for it, in words; "" where it saves nothing or compiles no more than others."""
    direct = direct_time_of(plan)
    if not making or direct is None or direct <= time:
        return ""
    sums = SURELY * making / (direct - time)
    digit = 10 ** max(0, math.floor(math.log10(sums)) - 1)
    return (
        f"; XLA compiles it for about {duration_here(plan, making)}, which it saves from "
        f"uses={digit * math.ceil(sums / digit)} on"
    )


def _why(plan: Plan) -> str:
    """Why the sum is direct."""
    request, kernel = plan.request, plan.kernel
    if min(request.n, request.m) == 0:
        return "there is nothing to sum"
    if plan.why:
        return plan.why
    if kernel.traits.compact:
        return (
            "pairs that matter are not few enough for another method, or direct sums were asked for"
        )
    kinds = families(kernel.summed(), request.dim)
    if not kinds:
        return f"{kernel.name} has no expansions in {request.dim}D"
    models = [model_of(request, kernel, plan.unit.dtype, kind) for kind in kinds]
    best = [(model, model.choose(request.tol, request.derivatives, request.n)) for model in models]
    possible = [
        (model.expected_time(parameters, request.n, request.m), parameters, model)
        for model, parameters in best
        if parameters is not None
    ]
    if not possible:
        return f"no order of its expansions keeps tol {request.tol:g}"
    time, parameters, model = min(possible, key=lambda one: one[0])
    where = "" if request.layout is None else " on one device"
    fmm = f"an FMM{where} would take about {duration_here(plan, time)}"
    if model.substitute:
        fmm += f" (an estimate: {model.substitute})"
    if not kernel.traits.errors_known:
        fmm += (
            f" if order {parameters.order} had the accuracy, which only a plan with method='fmm' "
            "measures for this kernel"
        )
    return fmm + _from_how_many_sums(plan, time, model.kind.making)
