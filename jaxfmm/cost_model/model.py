"""Which order, opening parameter and leaf size keep a tolerance at the least time: the choice by
the models of errors (`cost_model.errors`) and of times (`cost_model.times`)."""

import functools
import math

from jaxfmm.cost_model.errors import ErrorModel, Ratios, ratio_at_theta, ratios_of_leaves
from jaxfmm.cost_model.families import Parameters
from jaxfmm.cost_model.times import PLAIN, Surroundings, TimeModel
from jaxfmm.tree.build import OCCUPANCY

LEAF_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 512)
LARGE_LEAVES = (32, 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096)  # of interpolated kernels
LEAST_THETA = 0.6  # Sums with images have at least this opening parameter.
STEP = 0.0125  # Plans that measure their errors try opening parameters this far apart.
# This share of the sums with a plan is taken to have a derivative more than it promises. Plans have
# an order above which there are others for these, if that costs at most NEARLY times as much.
DERIVED, NEARLY = 0.1, 1.1
# The error by rounding of a sum of n numbers counts as this many times eps sqrt(n): twice the root
# mean square of what values of one sign have that are added one after the other.
ROUNDING = 0.25


class Model(ErrorModel, TimeModel):
    """Errors and times of sums by trees, and the choice of parameters."""

    @property
    def leaf_sizes(self) -> tuple[int, ...]:
        """The leaf sizes that plans may have."""
        return LARGE_LEAVES if self.kind.large_leaves else LEAF_SIZES

    def thetas(self, usual: bool) -> tuple[float, ...]:
        """The opening parameters that plans may have: those of the table of errors, and if these
        are measured also some between them."""
        if not usual:
            return tuple(self.errors.gradient)
        table = (self.usual or self.errors).gradient
        first, last = (round(theta / STEP) for theta in (min(table), max(table)))
        return tuple(round(i * STEP, 4) for i in range(first, last + 1))

    @functools.lru_cache(1024)  # noqa: B019
    def choose(
        self,
        tol: float,
        derivatives: int,
        n: int,
        *,
        usual: bool = False,
        ratios: Ratios = (),
        leaf_size: int | None = None,
        around: Surroundings = PLAIN,
    ) -> Parameters | None:
        """The fastest `Parameters` of those `sufficient`, None if there are none. Some of the sums
        are taken to have a derivative more than the plan is for.

        usual: whether plans measure their errors and begin from the usual ones. Sources with images
          then have even orders: equal charges have weak fields, since a background makes them
          neutral, and odd orders leave out what cells of one shape have in common.
        ratios: how many times the usual errors were measured, see `cost_model.errors`.
        leaf_size: the only one that is taken, None for any. Unless errors are measured, opening
          parameters are then not below that of the best one: where they are small, sums of the
          table are mostly of near pairs."""
        even = usual and around.images
        options = self.sufficient(
            tol, derivatives, usual=usual, ratios=ratios, leaf_size=leaf_size, even=even
        )
        least = LEAST_THETA if around.images else 0.0
        if leaf_size is not None and not usual:
            fastest = self.choose(tol, derivatives, n, ratios=ratios, around=around)
            least = max(least, fastest.theta if fastest else 0.0)
        largest = max((one.theta for one in options), default=0.0)

        possible = [one for one in options if one.theta >= min(largest, least)]
        further = self.kind.further if derivatives <= 1 else 0  # others promise these

        @functools.cache
        def cost(one: Parameters) -> float:
            where = one.theta, one.leaf_size, n, around
            here = self.cost(one.order, *where)
            if not further:
                return here
            return (1 - DERIVED) * here + DERIVED * self.cost(one.order + further, *where)

        best = min(possible, key=cost, default=None)
        if best is None or best.order + further <= (most := self.kind.most_order(self.dim)):
            return best
        lower = [one for one in possible if one.order + further <= most]
        lower = [one for one in lower if cost(one) <= NEARLY * cost(best)]
        return min(lower, key=cost, default=best)

    def sufficient(
        self,
        tol: float,
        derivatives: int,
        *,
        usual: bool = False,
        ratios: Ratios = (),
        leaf_size: int | None = None,
        even: bool = False,
    ) -> list[Parameters]:
        """For every opening parameter the order of `order_for`, with every leaf size, or the one
        that is given. ratios: as in `choose`.  even: as in `order_for`."""
        sizes = self.leaf_sizes if leaf_size is None else (leaf_size,)
        by_size = {size: ratios_of_leaves(ratios, size) for size in sizes}
        every = []
        for theta in self.thetas(usual):
            for size, by_order in by_size.items():
                known = tuple((p, ratio_at_theta(theta, at)) for p, at in by_order.items())
                tight = tol - self._lost(theta, size)
                how = {"usual": usual, "ratios": known, "even": even}
                order = self.order_for(tight, theta, derivatives, **how)
                if order is not None:
                    every.append(Parameters(order, theta, size))
        return every

    def _lost(self, theta: float, leaf_size: int) -> float:
        """The relative error by rounding of the sums over the near points of an interpolated
        kernel, whose leaves may be large."""
        if not self.kind.large_leaves:
            return 0.0
        near = self.near_leaves(theta) * OCCUPANCY * leaf_size
        return ROUNDING * self.rounding * math.sqrt(near)
