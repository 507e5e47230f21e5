"""The fast Gauss transform: boxes of a uniform grid, and four ways to sum from one box to another.

The ways are those of Greengard & Strain (1991), figure 3 of Cruz, Layton & Barba (2011): points to
points ("direct"), the Hermite series of the sources at the targets ("m2p"), a Taylor series of the
sources for the targets ("p2l"), and a Hermite series translated into a Taylor series ("m2l"). Each
pair of boxes takes the way with the least counted work, given its numbers of points. The work of
making or evaluating a series is shared among all points near its box.

Only boxes that hold points exist (gaussian/boxes.py), so empty space costs nothing. Boxes farther
apart than `cutoff` are left out."""

import dataclasses
import functools
import math
from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Particles
from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.gaussian import boxes, hermite_series
from jaxfmm.gaussian.boxes import Boxes, BoxGrid, PairRun
from jaxfmm.gaussian.hermite import operations, reference
from jaxfmm.kernels.gaussian import Gaussian, cutoff
from jaxfmm.kernels.pairs import components
from jaxfmm.tree.traverse import PairList

WAYS = ("direct", "m2p", "p2l", "m2l")
SIDES = (1.0, 1.25, 1.5, 1.75, 2.0)  # The error bound covers translated series up to side 2.
MOST_ORDER = 40
PAIR = 8  # The work of a pair of points; a coefficient at a point is 1.
SMALLEST_TOL = {"float32": 5e-5, "float64": 5e-13}
ROWS = 2**24  # A search finds at most this many rows of near boxes, over all boxes.
KERNEL = Gaussian(1.0)
LEAST_EXTENT = 3.0  # From this extent on, in bandwidths, gradients are as large as sums.


@dataclasses.dataclass(frozen=True, kw_only=True)
class FGTParameters:
    """order: p of the series.  cutoff: boxes farther apart than this are not summed.
    least: the number of points from which on a box may have a series.  ways: the allowed ones."""

    grid: BoxGrid
    order: int
    cutoff: float
    least: int
    ways: tuple[str, ...] = WAYS

    @property
    def dim(self) -> int:
        return len(self.grid.shape)

    @property
    def size(self) -> int:
        """The number of coefficients of a series."""
        return self.order**self.dim

    @property
    def reach(self) -> int:
        """How many boxes along an axis are within the cutoff."""
        return int(self.cutoff / self.grid.side) + 1

    @property
    def neighbours(self) -> int:
        return boxes.neighbours(self.dim, self.grid.side, self.cutoff)


def _translation_work(order: int, dim: int) -> float:
    """The work of one translation: one dimension is translated for each box, the others for rows of
    boxes."""
    return (1.25 if dim > 1 else 1) * order ** (dim + 1)


def choose_parameters(
    extent: tuple[float, ...],
    tol: float,
    derivatives: int,
    dtype: DTypeLike,
    *,
    points: int = 1_000_000,
    sides: tuple[float, ...] = SIDES,
) -> FGTParameters | None:
    """The cheapest parameters that keep `tol` for about this many points. None above three
    dimensions, and where rounding prevents `tol`: series lose a digit for points far from the
    middle of a box, relative to the bandwidth."""
    dim = len(extent)
    if dim > 3 or tol < SMALLEST_TOL[jnp.dtype(dtype).name]:
        return None
    small = derivatives and 0 < max(extent) < LEAST_EXTENT
    error = tol * max(extent) / LEAST_EXTENT if small else tol
    choices = []
    for side in sides:
        enough = (p for p in range(2, MOST_ORDER) if _error(p, side / 2, dim, derivatives) <= error)
        order, grid = next(enough, None), BoxGrid.over(extent, side)
        if order is not None and grid is not None:
            least = max(1, round(math.sqrt(_translation_work(order, dim) / PAIR)))
            distance = cutoff(tol, derivatives, dim)
            choices.append(FGTParameters(grid=grid, order=order, cutoff=distance, least=least))
    return min(choices, key=lambda c: nanoseconds(c, points, points, "cpu"), default=None)


def _error(order: int, radius: float, dim: int, derivatives: int) -> float:
    return max(hermite_series.error_bound(order, radius, dim, k) for k in range(derivatives + 1))


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Capacity:
    """Sizes of arrays: boxes and series of targets and sources, and pairs of boxes."""

    targets: int
    sources: int
    target_series: int
    source_series: int
    pairs: int

    @classmethod
    def of(cls, parameters: FGTParameters, m: int, n: int) -> "_Capacity":
        grid, near = parameters.grid, parameters.neighbours
        rows = len(boxes.rows(parameters.dim, grid.side, parameters.cutoff))
        most = min(math.prod(grid.shape), ROWS // rows)
        t, s = (max(1, min(points, most)) for points in (m, n))
        return cls(
            targets=t,
            sources=s,
            target_series=max(1, min(t, m // parameters.least)),
            source_series=max(1, min(s, n // parameters.least)),
            pairs=min(t * min(s, near), s * near, 2**20 + 8 * (n + m)),
        )


def _boxes(
    parameters: FGTParameters, targets: Array, sources: Array
) -> tuple[Boxes, Boxes, PairList, Array]:
    """Boxes of targets and sources, their near pairs, and whether the capacities suffice."""
    grid, capacity = parameters.grid, _Capacity.of(parameters, targets.shape[0], sources.shape[0])
    origin = grid.origin(targets, sources)
    s = boxes.build(grid, origin, sources, capacity.sources)
    t = s if targets is sources else boxes.build(grid, origin, targets, capacity.targets)
    pairs = boxes.near_pairs(grid, t, s, parameters.cutoff, capacity.pairs)
    fit = (t.n_boxes <= capacity.targets) & (s.n_boxes <= capacity.sources)
    fit = fit & (pairs.count <= capacity.pairs)
    return t, s, pairs, fit & grid.holds(origin, targets) & grid.holds(origin, sources)


def _work(
    parameters: FGTParameters,
    targets: Array | float,
    sources: Array | float,
    near_targets: Array | float,
    near_sources: Array | float,
) -> tuple[Array | float, ...]:
    """The work of each of WAYS between boxes with so many targets and sources, where the box of
    targets has `near_sources` near it in all, and the box of sources `near_targets`."""
    local = targets * parameters.size * (sources / near_sources)
    series = sources * parameters.size * (targets / near_targets)
    return (
        PAIR * targets * sources,
        targets * parameters.size + series,
        sources * parameters.size + local,
        _translation_work(parameters.order, parameters.dim) + series + local,
    )


def cheapest_ways(
    parameters: FGTParameters,
    targets: Array,
    sources: Array,
    near_targets: Array,
    near_sources: Array,
) -> Array:
    """The number in WAYS of the cheapest allowed way, for each entry of arrays as in `_work`."""
    full_t, full_s = targets >= parameters.least, sources >= parameters.least
    possible = (jnp.full(targets.shape, True), full_s, full_t, full_t & full_s)
    work = [
        jnp.where(p if way in parameters.ways else False, w, jnp.inf)
        for way, p, w in zip(
            WAYS, possible, _work(parameters, targets, sources, near_targets, near_sources)
        )
    ]
    return jnp.argmin(jnp.stack(work), axis=0).astype(jnp.int32)


def make_lists(
    parameters: FGTParameters, targets: Array, sources: Array
) -> tuple[Boxes, Boxes, dict[str, PairRun], Array]:
    """(boxes of targets, boxes of sources, {way: its pairs}, whether the capacities suffice)."""
    capacity = _Capacity.of(parameters, targets.shape[0], sources.shape[0])
    t, s, pairs, fit = _boxes(parameters, targets, sources)
    used = lax.iota(jnp.int32, capacity.pairs) < jnp.where(fit, pairs.count, 0)
    target, source = jnp.minimum(pairs.target, t.capacity - 1), pairs.source
    n_t, n_s = (
        jnp.where(used, x, 0).astype(jnp.float32) for x in (t.count[target], s.count[source])
    )
    near_t = jnp.zeros(s.capacity, jnp.float32).at[source].add(n_t)[source]
    near_s = jnp.zeros(t.capacity, jnp.float32).at[target].add(n_s, indices_are_sorted=True)[target]
    way = cheapest_ways(parameters, n_t, n_s, jnp.maximum(near_t, 1.0), jnp.maximum(near_s, 1.0))
    way = jnp.where(used, way, len(WAYS))

    # Sort the pairs of each target by way.
    begin, place, ends = pairs.start[:-1], jnp.full(capacity.pairs, capacity.pairs, jnp.int32), {}
    for number, name in enumerate(WAYS):
        here = way == number
        before = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(here, dtype=jnp.int32)])
        rank = before[:-1] - before[pairs.start[target]]
        place = jnp.where(here, begin[target] + rank, place)
        end = begin + before[pairs.start[1:]] - before[pairs.start[:-1]]
        ends[name] = (begin, end)
        begin = end
    source = jnp.zeros_like(source).at[place].set(source, mode="drop", unique_indices=True)
    runs = {name: PairRun(pairs.target, source, *ends[name], pairs.images) for name in WAYS}

    def boxes_with(ways, box, boxes):
        mask = functools.reduce(jnp.logical_or, (way == WAYS.index(name) for name in ways))
        return jnp.zeros(boxes, bool).at[jnp.where(mask, box, boxes)].set(True, mode="drop")

    with_local = boxes_with(("p2l", "m2l"), target, t.capacity)
    with_series = boxes_with(("m2p", "m2l"), pairs.source, s.capacity)
    t = t.with_full(with_local, capacity.target_series)
    return t, s.with_full(with_series, capacity.source_series), runs, fit


def prepare(parameters: FGTParameters, points: Array) -> None:
    """None: the boxes of points change with their scale."""
    return None


def fits(parameters: FGTParameters, targets: Array, sources: Array) -> Array:
    """Whether the capacities suffice for the occupied boxes and their near pairs."""
    return _boxes(parameters, targets, sources)[3]


def fgt_sum(
    parameters: FGTParameters,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
) -> Array:
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k)."""
    ops, p, dim = operations(backend), parameters.order, parameters.dim
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    t, s, runs, _ = make_lists(parameters, targets, sources)
    w = weights[s.order]
    series = ops.collect(p, s, s, w, None, at_source)
    local = ops.m2l(p, parameters.grid.side, parameters.reach, t, s, series, runs["m2l"])
    local = local + ops.collect(p, t, s, w, runs["p2l"], at_source)
    far = jnp.zeros((targets.shape[0], len(at_target), weights.shape[2]), targets.dtype)
    far = ops.evaluate(p, t, t, local, None, at_target, far)
    far = ops.evaluate(p, t, s, series, runs["m2p"], at_target, far)
    if ops is reference:
        return reference.p2p(KERNEL, t, s, w, runs["direct"], far, at_source, at_target)
    boxes: tuple[Any, Any] = t, s  # P2P reads the points of leaves alone
    sides = [Particles(b, b.points, at) for b, at in zip(boxes, (at_target, at_source))]
    return backends.operations(backend).p2p(KERNEL, *sides, w, runs["direct"], far)


def nanoseconds(parameters: FGTParameters, n: int, m: int, backend: str) -> float:
    """The expected time of a sum of n sources at m targets that fill the grid evenly. The rates are
    times of a unit of work, of a pair of boxes, of a point (sorting), and of a call."""
    rates = gaussian_rates(backend, "fgt")
    cells = math.prod(max(1.0, size - 1.5) for size in parameters.grid.shape)
    s_boxes, t_boxes = (max(1.0, cells * -math.expm1(-points / cells)) for points in (n, m))
    capacity, near = _Capacity.of(parameters, m, n), parameters.neighbours
    near_s, near_t = (min(b, max(1.0, near * b / cells)) for b in (t_boxes, s_boxes))
    pairs, in_t, in_s = t_boxes * near_t, m / t_boxes, n / s_boxes
    if t_boxes > capacity.targets or s_boxes > capacity.sources or pairs > capacity.pairs:
        return math.inf
    work = float(min(_work(parameters, in_t, in_s, near_s * in_t, near_t * in_s)))
    return (
        rates["call"]
        + rates["point"] * (n + m)
        + pairs * (rates["box_pair"] + rates["work"] * work)
    )
