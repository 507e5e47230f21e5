"""The Ewald sum as a method: its cost, its lists of near pairs, and the waves of its grid
(`jaxfmm.ewald.sums`)."""

import dataclasses
import functools
import math
from collections.abc import Callable, Iterable
from typing import ClassVar, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model.rates import Rates
from jaxfmm.cost_model.times import met_within
from jaxfmm.ewald import parameters, sums
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import combined, heights, radius_of
from jaxfmm.kernels.parts import Part
from jaxfmm.kernels.periodic import Periodic, inverse
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import Lengths, round_up
from jaxfmm.methods.costs import Problem, backend_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times, tree_work
from jaxfmm.methods.images import ImageSplit
from jaxfmm.methods.truncated import LOOSE, NearMethod, cheapest_leaf, sample
from jaxfmm.on_host import numpy_of
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.request import USES, Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.tree.build import OCCUPANCY
from jaxfmm.tree.points import Box

# The cost of a screened pair over the cost of a pair of 1/r, by the terms of its polynomial.
SCREENED = {11: 1.1, 16: 1.2, 26: 1.5}
UNEVEN = 1.5  # Lists hold this many times the near leaves of even charges.


class EwaldImages(ImageSplit):
    """Near pairs with a screened kernel, and the rest by waves on a grid."""

    def sums(self, kernel: Kernel) -> bool:
        return True

    def paired(self, choice: Choice, kernel: Kernel, lattice: CellImages | None) -> Kernel:
        return sums.screened(choice.setup, kernel.summed(), cast(CellImages, lattice).radius)

    def rest(
        self,
        choice: Choice,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        weights: dict[int, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        cell = cast(CellImages, lattice)
        modes = sums.modes(choice.setup, cell, sources, weights)
        return sums.evaluate(choice.setup, cell, targets, modes, orders)

    def vector_parts(self, choice: Choice, kernel: Kernel, paired: Kernel) -> list[Part]:
        return _periodic(kernel).in_cell().near(paired)

    def vector_rest(
        self,
        choice: Choice,
        kernel: Kernel,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        charges: Array,
        orders: Iterable[int],
    ) -> dict[int, Array]:
        cell = cast(CellImages, lattice)
        in_cell = _periodic(kernel.in_unit(lax.stop_gradient(cell.radius))).in_cell()
        modes = sums.vector_modes(choice.setup, cell, in_cell, sources, charges)
        fields = sums.evaluate(choice.setup, cell, targets, modes, orders)
        shape = len(targets), *charges.shape[1:]
        return {b: value.reshape(*shape, *value.shape[2:]) for b, value in fields.items()}

    def rest_energy(
        self, choice: Choice, lattice: CellImages | None, points: Array, weights: dict[int, Array]
    ) -> Array:
        cell = cast(CellImages, lattice)
        spectrum = sums.charge_modes(choice.setup, cell, points, weights)
        factors = sums.factors(choice.setup, cell)[None, None]
        return 0.5 * jnp.sum(factors * spectrum * spectrum, axis=(0, 2, 3, 4))


@dataclasses.dataclass(frozen=True)
class Ewald(NearMethod):
    """Ewald's split."""

    name = "ewald"
    images: ClassVar[ImageSplit] = EwaldImages()
    # charges that stray farther may come within the distance of charges that no list has
    stale_margin = 1.02

    by_segments = False
    accumulates = False

    def applies(self, kernel: Kernel) -> bool:
        return kernel.images.has_waves

    def fits(self, kernel: Kernel, dim: int) -> bool:
        return dim == 3

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        self._check(request, problem)
        same = dataclasses.replace(request, spare=None, uses=USES)  # which change nothing here
        choice, time = problem.once(("ewald", same), lambda: self._propose(same, problem))
        return dataclasses.replace(choice, request=request), time

    def _propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        kernel, dtype, asked = (
            problem.kernel,
            problem.sources.dtype,
            _asked(request, problem.kernel),
        )
        with errors.known_results():
            rows = np.asarray(kernel.images.rows(request.dim, dtype), float)
            lengths = jax.tree.leaves(kernel.images.near_length(request.tol))
            softened, radius = max(float(np.max(x)) for x in lengths), radius_of(rows)
        backend, rates = backend_of(request, kernel, dtype), rates_of(request, kernel, dtype)
        count, best, least = _counter(rows, problem), None, math.inf
        for setup in parameters.candidates(
            rows,
            request.n,
            request.tol,
            asked,
            request.backend,
            parameters.reaches(rows, request.n, softened),
        ):
            if setup.reach * radius < softened:
                continue
            leaf_size, pairs = count(setup.reach * radius, request.leaf_size)
            stages = _stages(request, kernel, setup, rates, backend, leaf_size, pairs)
            cost = sum(stages.values())
            if cost < least:
                choice = Choice(request=request, method=self, leaf_size=leaf_size, setup=setup)
                best, least = choice, cost
        if best is not None:
            grid = dataclasses.replace(best.setup.grid, layout=request.layout)
            best = dataclasses.replace(best, setup=dataclasses.replace(best.setup, grid=grid))
        if best is None:
            fix = "use a shorter softening or profile='spline'"
            raise Unfit(
                f"method='ewald' has no grid for {request.n} charges in this cell, softened within "
                f"{softened:.3g}, that keeps tol={request.tol:g}; "
                + (fix if kernel.images.only_waves else "use method='fmm'")
            )
        return best, least

    def _check(self, request: Request, problem: Problem) -> None:
        """Raises `Unfit` where the options or traced arrays rule the method out."""
        kernel = problem.kernel
        if request.order is not None or request.theta is not None:
            raise Unfit(
                "order and theta are options of expansions, and method='ewald' has none; tol is "
                "enough"
            )
        if errors.is_traced(_periodic(kernel).cell, kernel.summed()):
            raise Unfit(
                "method='ewald' needs a cell and a softening that are known when a plan is made; "
                "make the plan outside of jit and update it inside"
                + ("" if kernel.images.only_waves else ", or use method='fmm'")
            )
        if request.automatic and errors.is_traced(problem.points):
            raise Unfit(
                "method='ewald' is for even charges, which points inside jit may not be; make the "
                "plan outside of jit and update it inside, or ask for it by name"
            )

    def apart_of(self, choice: Choice) -> float:
        return 1 + 0.5 * choice.setup.reach  # images count up to two radii and the reach

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        choice = super().with_capacity(choice, kernel, dtype)
        request, in_leaf = choice.request, OCCUPANCY * choice.leaf_size
        near_leaves = met_within(choice.setup.inside, in_leaf, 3) / in_leaf
        near = UNEVEN * request.headroom * max(request.n, request.m) / in_leaf * near_leaves
        return choice.with_capacity(near=max(choice.capacity.near, round_up(float(near))))

    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        return LOOSE, sums.screened(plan.choice.setup, kernel, _radius(plan) / plan.unit).length

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        request, choice, dtype = plan.request, plan.choice, plan.unit.dtype
        rates = rates_of(request, plan.kernel, dtype)
        backend = backend_of(request, plan.kernel, dtype)
        setup, leaf_size = choice.setup, choice.leaf_size
        return _stages(request, plan.kernel, setup, rates, backend, leaf_size, pairs)

    def how(self, plan: Plan, known: bool) -> list[str]:
        setup, distance = plan.choice.setup, " a distance"
        if known:
            distance = f" {setup.reach * float(_radius(plan)):.4g}"
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within{distance}, leaf size {plan.choice.leaf_size}; the rest by {setup}",
            *accuracy_of(plan),
            *(tree_work(plan) if known else []),
        ]


def _asked(request: Request, kernel: Kernel) -> parameters.Asked:
    """What the split must be accurate for."""
    if not kernel.traits.vector:
        return parameters.asked_of_charges(request.derivatives)
    in_cell = _periodic(kernel).in_cell()
    derivatives = min(request.derivatives - kernel.extra_derivatives, 1)
    orders = tuple(in_cell.order + b for b in range(derivatives + 1))
    return parameters.Asked(orders, in_cell.distance)


def _periodic(kernel: Kernel) -> Periodic:
    """The kernel, which `Ewald.applies` to."""
    return cast(Periodic, kernel)


def _radius(plan: Plan) -> Array:
    """The radius of the cell, in the user's unit."""
    images = plan.kernel.images
    return images.radius(images.rows(plan.request.dim, plan.unit.dtype))


def _stages(
    request: Request,
    kernel: Kernel,
    setup: parameters.EwaldParameters,
    rates: Rates,
    backend: str,
    leaf_size: int,
    pairs: float,
) -> dict[str, float]:
    """{stage: nanoseconds} with so many near pairs of points."""
    columns = request.columns * (request.dim if kernel.traits.vector else 1)
    derivatives = _asked(request, kernel).derivatives
    grid = parameters.nanoseconds(setup, derivatives, request.n, request.m, backend) * columns
    near = SCREENED[setup.terms] * rates.pair_at(leaf_size) * pairs
    return {"P2P": near, "grid": grid, "call": rates.call}


def _counter(
    rows: np.ndarray, problem: Problem
) -> Callable[[float, int | None], tuple[int, float]]:
    """`cheapest_leaf` of pairs within a distance, as a function of the distance and a leaf size; by
    the distances of some targets from some sources where these are known."""
    targets = problem.sources if problem.targets is None else problem.targets
    n, m, shares = len(problem.sources), len(targets), shares_within(rows, problem)

    def count(distance: float, leaf_size: int | None) -> tuple[int, float]:
        inside = shares(distance)

        def pairs(leaf: int) -> float:
            return float(met_within(inside * n, OCCUPANCY * leaf, 3).mean()) * m

        return cheapest_leaf(pairs, leaf_size)

    return count


def shares_within(rows: np.ndarray, problem: Problem) -> Callable[[float], np.ndarray]:
    """A function of a distance: the share of the sources and their images that some targets have
    within it; of even charges where the points are traced."""
    return problem.once("shares", lambda: _shares_within(rows, problem))


def _shares_within(rows: np.ndarray, problem: Problem) -> Callable[[float], np.ndarray]:
    volume, within, apart = abs(np.linalg.det(rows)), 0.5 * heights(rows).min(), None
    if not errors.is_traced(problem.points):
        of_cell = rows.astype(problem.sources.dtype)
        apart = _distances(of_cell, problem.points[-1], problem.points[0])

    def ball(distance: float) -> float:
        return 4 / 3 * math.pi * distance**3 / volume

    @functools.cache  # grids of several widths have the same distances
    def shares(distance: float) -> np.ndarray:
        if apart is None:
            return np.full(1, ball(distance))
        beyond = max(0.0, ball(distance) - ball(within))
        return (apart < min(distance, within)).mean(1) + beyond

    return shares


def _distances(rows: np.ndarray, targets: Array, sources: Array) -> np.ndarray:
    """The distances of some targets from some sources, with images about the nearest. By NumPy
    where that reads them, which compiles nothing."""
    same = targets is sources  # which are copied from a GPU once
    here = numpy_of(sources) if same else numpy_of(targets, sources)
    if here is None:
        return np.asarray(_distances_on_device(rows, targets, sources))
    back = np.linalg.pinv(rows)
    x, y = (points @ back for points in sample(here[0], here[-1]))
    offsets = (y - one for one in x)  # a target at a time: all would not fit a cache
    return np.stack([np.linalg.norm((o - np.round(o)) @ rows, axis=1) for o in offsets])


@run_once
def _distances_on_device(rows: Array, targets: Array, sources: Array) -> Array:
    x, y = sample(targets, sources)
    offset = x[:, None] - y[None]
    whole = jnp.round(combined(offset, inverse(rows)))
    return jnp.linalg.norm(offset - combined(whole, rows), axis=2)
