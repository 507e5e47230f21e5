"""The Ewald sum as a method: its cost, its lists of near pairs, its share of waves
(`jaxfmm.ewald.sums`)."""

import dataclasses
import math
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.ewald import parameters as split, sums
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import combined, heights, radius_of
from jaxfmm.kernels.periodic import inverse
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import round_up
from jaxfmm.methods.costs import Problem, backend_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times, tree_work
from jaxfmm.methods.gaussian import LEAF_PAIR, LEAF_SIZES
from jaxfmm.methods.images import ImageSplit
from jaxfmm.methods.truncated import LOOSE, NearMethod
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

SCREENED = {
    11: 1.1,
    16: 1.2,
    26: 1.5,
}  # what a pair costs by the terms of its polynomial, over one of 1/r
UNEVEN = 1.5  # times as many near leaves as even charges have
SAMPLE = (64, 30_000)  # targets and sources by which pairs are counted


class EwaldImages(ImageSplit):
    """Near pairs with a screened kernel, and the rest by waves on a grid."""

    def sums(self, kernel: Kernel) -> bool:
        return True

    def paired(self, choice: Choice, kernel: Kernel, lattice: CellImages) -> Kernel:
        return sums.screened(choice.setup, kernel.summed(), lattice.radius)

    def rest(
        self,
        choice: Choice,
        lattice: CellImages | None,
        targets: jax.Array,
        sources: jax.Array,
        weights: dict[int, jax.Array],
        orders: Iterable,
    ) -> dict[int, jax.Array]:
        waves = sums.waves(choice.setup, lattice, sources, weights)
        return sums.at(choice.setup, lattice, targets, waves, orders)

    def rest_energy(
        self,
        choice: Choice,
        lattice: CellImages | None,
        points: jax.Array,
        weights: dict[int, jax.Array],
    ) -> jax.Array:
        spectrum = sums.spread(choice.setup, lattice, points, weights)
        return 0.5 * jnp.sum(
            sums.factors(choice.setup, lattice)[None, None] * spectrum * spectrum, axis=(0, 2, 3, 4)
        )


@dataclasses.dataclass(frozen=True)
class Ewald(NearMethod):
    """Ewald's split."""

    name = "ewald"
    images = EwaldImages()
    stale_margin = (
        1.02  # what strays farther may come within the distance of charges that no list has
    )

    def applies(self, kernel: Any) -> bool:
        return kernel.images.has_waves

    def fits(self, kernel: Any, dim: int) -> bool:
        return dim == 3

    def propose(self, request: Any, given: Problem) -> tuple[Choice, float]:
        kernel, dtype = given.kernel, given.sources.dtype
        if request.order is not None or request.theta is not None:
            raise Unfit(
                "order and theta are options of expansions, and method='ewald' has none; tol is enough"
            )
        if errors.is_traced(kernel.cell, kernel.summed()):
            raise Unfit(
                "method='ewald' needs a cell and a softening that are known when a plan is made; make the plan outside "
                "of jit and update it inside"
                + ("" if kernel.images.only_waves else ", or use method='fmm'")
            )
        if request.automatic and errors.is_traced(given.points):
            raise Unfit(
                "method='ewald' is for even charges, which points inside jit may not be; ask for it by name"
            )
        with jax.ensure_compile_time_eval():
            rows = np.asarray(kernel.images.rows(request.dim, dtype), float)
        softened = max(
            [float(np.max(x)) for x in jax.tree.leaves(kernel.images.near_length(request.tol))]
        )
        backend, rates = backend_of(request, kernel, dtype), rates_of(request, kernel, dtype)
        count = _counter(rows, given)
        best, least = None, math.inf
        reaches = split.reaches(rows, request.n, softened)
        for setup in split.setups(
            rows, request.n, request.tol, request.derivatives, request.backend, reaches
        ):
            if setup.reach * radius_of(rows) < softened:
                continue
            leaf_size, pairs = count(setup.reach * radius_of(rows), request.leaf_size)
            cost = SCREENED[setup.terms] * rates.pair_at(leaf_size) * pairs + rates.call
            cost += split.nanoseconds(setup, request.derivatives, request.n, request.m, backend)
            if cost < least:
                choice = Choice(request=request, method=self, leaf_size=leaf_size, setup=setup)
                best, least = choice, cost
        if best is None:
            raise Unfit(
                f"method='ewald' has no grid for {request.n} charges in this cell, softened within {softened:.3g}, "
                f"that keeps tol={request.tol:g}; "
                + (
                    "use a shorter softening or profile='spline'"
                    if kernel.images.only_waves
                    else "use method='fmm'"
                )
            )
        return best, least

    def apart_of(self, choice: Choice) -> float:
        return 1 + 0.5 * choice.setup.reach  # images count up to two radii and the reach

    def with_capacity(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Choice:
        choice = super().with_capacity(choice, kernel, dtype)
        o, in_leaf = choice.request, OCCUPANCY * choice.leaf_size
        near_leaves = accuracy.met_within(choice.setup.inside, in_leaf, 3) / in_leaf
        near = UNEVEN * o.headroom * max(o.n, o.m) / in_leaf * near_leaves
        return choice.with_capacity(near=max(choice.capacity.near, round_up(near)))

    def rule(
        self, plan: Any, kernel: Any, box: Box
    ) -> tuple[float, tuple[jax.Array, jax.Array] | jax.Array | float]:
        rows = plan.kernel.images.rows(plan.request.dim, plan.unit.dtype)
        return LOOSE, sums.screened(
            plan.choice.setup, kernel, plan.kernel.images.radius(rows) / plan.unit
        ).length

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        request, setup = plan.request, plan.choice.setup
        rates = rates_of(request, plan.kernel, plan.unit.dtype)
        backend = backend_of(request, plan.kernel, plan.unit.dtype)
        return {
            "P2P": SCREENED[setup.terms] * rates.pair_at(plan.choice.leaf_size) * pairs,
            "grid": split.nanoseconds(setup, request.derivatives, request.n, request.m, backend),
            "call": rates.call,
        }

    def how(self, plan: Any, known: bool) -> list[str]:
        setup, length = plan.choice.setup, ""
        if known:
            rows = plan.kernel.images.rows(plan.request.dim, plan.unit.dtype)
            length = f" {setup.reach * float(plan.kernel.images.radius(rows)):.4g}"
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within{length or ' a distance'}, leaf size {plan.choice.leaf_size}; the rest by {setup}",
            *accuracy_of(plan),
            *(tree_work(plan) if known else []),
        ]


def _counter(rows: np.ndarray, given: Problem) -> Callable:
    """A function of a distance and of a leaf size, None for the cheapest: (leaf size, about how
    many pairs of points the lists hold), by the distances of some targets from some sources where
    these are known."""
    n, m = len(given.sources), len(given.sources if given.targets is None else given.targets)
    volume, within, apart = abs(np.linalg.det(rows)), 0.5 * heights(rows).min(), None
    if not errors.is_traced(given.points):
        apart = np.asarray(
            _distances(jnp.asarray(rows, given.sources.dtype), given.points[-1], given.points[0])
        )

    def ball(distance):
        return 4 / 3 * math.pi * distance**3 / volume

    def count(distance, leaf_size):
        inside = np.full(1, ball(distance))
        if apart is not None:
            inside = (apart < min(distance, within)).mean(1) + max(
                0.0, ball(distance) - ball(within)
            )

        def pairs(leaf):
            return float(accuracy.met_within(inside * n, OCCUPANCY * leaf, 3).mean()) * m

        def cost(leaf):
            return pairs(leaf) * (1 + LEAF_PAIR / (OCCUPANCY * leaf) ** 2)

        best = min(LEAF_SIZES, key=cost) if leaf_size is None else leaf_size
        return best, pairs(best)

    return count


@jax.jit
def _distances(rows: jax.Array, targets: jax.Array, sources: jax.Array) -> jax.Array:
    """Of some of the targets from some of the sources, with images about the nearest."""
    some = [x[:: max(1, len(x) // size)] for x, size in zip((targets, sources), SAMPLE)]
    offset = some[0][:, None] - some[1][None]
    whole = jnp.round(combined(offset, inverse(rows)))
    return jnp.linalg.norm(offset - combined(whole, rows), axis=2)
