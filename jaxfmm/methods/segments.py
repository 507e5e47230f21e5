"""The method that sums all pairs within segments."""

import dataclasses
from typing import Any, ClassVar

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.kernels.base import ROUNDED, Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_trees import Lengths
from jaxfmm.methods.costs import Problem, direct_time_of, rates_of
from jaxfmm.methods.describe import lasts
from jaxfmm.methods.images import ImageSplit, ListsOfSegments
from jaxfmm.methods.truncated import LOOSE, NearMethod
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box

LEAST_LEAF, MOST_LEAF = 16, 128  # points in a leaf
LEAF_PAIR = 100  # A pair of leaves costs as much as this many pairs of points.


@dataclasses.dataclass(frozen=True)
class DirectBySegments(NearMethod):
    """The sum over all pairs of points of one segment, of any kernel. All pairs of leaves of a
    segment are in the list of near pairs."""

    name = "direct"
    images: ClassVar[ImageSplit] = ListsOfSegments()
    exact = True
    only_by_segments = True

    def applies(self, kernel: Kernel) -> bool:
        return True

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        sizes: Any = request.segments
        leaf_size = request.leaf_size or leaf_size_of(sizes.largest)
        choice = Choice(request=request, method=self, leaf_size=leaf_size)
        costs = rates_of(request, problem.kernel, problem.sources.dtype)
        pairs = request.pairs + LEAF_PAIR * _pairs_of_leaves(request, choice.leaf_size)
        return choice, costs.pair_at(choice.leaf_size) * pairs + costs.call

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        if not plan.kernel.has_images:
            return LOOSE, float("inf")
        tol = plan.choice.arranged.tol
        reach = plan.kernel.images.reach_of_images(plan.request.dim, tol)
        return LOOSE, jnp.asarray(reach, plan.unit.dtype) / plan.unit

    def arranged(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Any:
        return kernel.images.arranged(choice.request.dim, None, float(jnp.finfo(dtype).eps))

    def suits(self, plan: Plan, kernel: Kernel) -> Array:
        if not plan.kernel.has_images:  # the lists hold all pairs
            return jnp.ones((), bool)
        tol = plan.choice.arranged.tol
        planned, asked = (
            jnp.asarray(k.images.reach_of_images(plan.request.dim, tol), plan.unit.dtype)
            for k in (plan.kernel, kernel)
        )
        return asked <= ROUNDED * planned

    def apart_of(self, choice: Choice) -> None:
        return None

    def all_pairs(self, direct: Method) -> Method:
        return self

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return True

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        rates = rates_of(plan.request, plan.kernel, plan.unit.dtype)
        return {"P2P": rates.pair_at(plan.choice.leaf_size) * pairs, "call": rates.call}

    def how(self, plan: Plan, known: bool) -> list[str]:
        sizes: Any = plan.request.segments
        return [
            *(f"  {line}" for line in lasts(plan, direct_time_of(plan))),
            f"  about {sizes.pairs:.3g} pairs in {sizes.count:,} segments of up to "
            f"{sizes.largest:,} points, error of rounding alone",
        ]


def leaf_size_of(largest: int) -> int:
    """The leaf size for segments of at most so many points."""
    return min(MOST_LEAF, max(LEAST_LEAF, largest))


def _pairs_of_leaves(request: Request, leaf_size: int) -> float:
    """How many pairs of leaves the lists have at least."""
    sizes: Any = request.segments
    return max(sizes.count, sizes.pairs / leaf_size**2)
