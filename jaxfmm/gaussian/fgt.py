"""The fast Gauss transform: boxes of a uniform grid, and four ways between two of them.

The ways of Greengard & Strain (1991), figure 3 of Cruz, Layton & Barba (2011): points to points
(`direct`), the Hermite series of the sources at the targets (`m2p`), a Taylor series for the
targets made from the sources (`p2l`), and both, the one translated into the other (`m2l`). Which
one a pair of boxes takes is decided by the numbers of points in them: each way has its counted
work, to which a series adds that of its own making, shared out among all points near its box.

Only boxes that hold points exist (gaussian/boxes.py), so empty space costs nothing; boxes that are
farther apart than `cutoff` are left out."""

import dataclasses
import functools
import math
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import pytrees
from jaxfmm.backends import registry as backends
from jaxfmm.cost_model.rates import gaussian_rates
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.gaussian import boxes, hermite_series
from jaxfmm.gaussian.boxes import Boxes
from jaxfmm.gaussian.hermite import operations, reference
from jaxfmm.kernels.base import components
from jaxfmm.kernels.gaussian import Gaussian, cutoff
from jaxfmm.tree.traverse import PairList

WAYS = ("direct", "m2p", "p2l", "m2l")
SIDES = (1.0, 1.25, 1.5, 1.75, 2.0)  # of boxes: up to here the error bound covers translated series
MOST_ORDER = 40
PAIR = 8  # the work of a pair of points; one coefficient at one point is 1
SMALLEST_TOL = {"float32": 5e-5, "float64": 5e-13}
ROWS = 2**24  # of near boxes, over all boxes, that a search may find
KERNEL = Gaussian(1.0)
LEAST_EXTENT = 3.0  # in bandwidths, from which on gradients are as large as sums


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setup:
    """lattice: the boxes. order: p of the series. cutoff: the distance of boxes beyond which
    nothing is summed. least: points in a box that may have a series. ways: those allowed."""

    lattice: boxes.Lattice
    order: int
    cutoff: float
    least: int
    ways: tuple[str, ...] = WAYS

    @property
    def dim(self) -> int:
        return len(self.lattice.shape)

    @property
    def size(self) -> Any:
        """Coefficients of a series."""
        return self.order**self.dim

    @property
    def translation(self) -> float:
        """The work of one translation: one dimension is translated for each box, the others for
        rows of boxes."""
        return _translation(self.order, self.dim)

    @property
    def reach(self) -> int:
        """Boxes along an axis that come within the cutoff."""
        return int(self.cutoff / self.lattice.side) + 1

    @property
    def neighbours(self) -> int:
        return boxes.neighbours(self.dim, self.lattice.side, self.cutoff)


def _translation(order: int, dim: int) -> float:
    return (1.25 if dim > 1 else 1) * order ** (dim + 1)


def setup(
    extent: tuple[float, ...],
    tol: float,
    derivatives: int,
    dtype: Any,
    *,
    points: int = 1_000_000,
    sides: tuple[float, ...] = SIDES,
) -> Setup | None:
    """The cheapest setup, for about so many points, that keeps `tol`; None above three dimensions
    and for tolerances to which rounding comes near: series of points far from a box's middle,
    against the bandwidth, lose a digit."""
    dim = len(extent)
    options = []
    if tol < SMALLEST_TOL[jnp.dtype(dtype).name]:
        return None
    small = derivatives and 0 < max(extent) < LEAST_EXTENT
    error = tol * max(extent) / LEAST_EXTENT if small else tol
    for side in sides if dim <= 3 else ():
        order = next(
            (p for p in range(2, MOST_ORDER) if _error(p, side / 2, dim, derivatives) <= error),
            None,
        )
        lattice = boxes.Lattice.over(extent, side)
        if order is not None and lattice is not None:
            least = max(1, round(math.sqrt(_translation(order, dim) / PAIR)))
            options.append(
                Setup(
                    lattice=lattice, order=order, cutoff=cutoff(tol, derivatives, dim), least=least
                )
            )
    return min(options, key=lambda s: nanoseconds(s, points, points, "cpu"), default=None)


def _error(order: int, radius: float, dim: int, derivatives: int) -> float:
    return max(hermite_series.error_bound(order, radius, dim, k) for k in range(derivatives + 1))


@dataclasses.dataclass(frozen=True)
class _Capacity:
    """Sizes of arrays: boxes and series of targets and sources, and pairs of boxes."""

    targets: int
    sources: int
    target_series: int
    source_series: int
    pairs: int

    @classmethod
    def of(cls, setup: Any, m: int, n: int) -> "_Capacity":
        rows = len(boxes.rows(setup.dim, setup.lattice.side, setup.cutoff))
        cells = math.prod(setup.lattice.shape)
        t, s = (max(1, min(points, cells, ROWS // rows)) for points in (m, n))
        series = (max(1, min(b, points // setup.least)) for b, points in ((t, m), (s, n)))
        pairs = min(t * min(s, setup.neighbours), s * setup.neighbours, 2**20 + 8 * (n + m))
        return cls(t, s, *series, pairs)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Run:
    """Those pairs of a `PairList` that go one way: the sources of target t are in places begin[t]
    to end[t]."""

    target: jax.Array
    source: jax.Array
    begin: jax.Array
    end: jax.Array
    images: jax.Array
    bits: ClassVar[int] = ONE_IMAGE


def _boxes(
    setup: Setup, targets: jax.Array, sources: jax.Array
) -> tuple[Boxes, Boxes, PairList, jax.Array]:
    """Boxes of targets and sources and their near pairs, and whether there is room for them."""
    lattice, capacity = setup.lattice, _Capacity.of(setup, targets.shape[0], sources.shape[0])
    origin = lattice.origin(targets, sources)
    s = boxes.build(lattice, origin, sources, capacity.sources)
    t = s if targets is sources else boxes.build(lattice, origin, targets, capacity.targets)
    pairs = boxes.near_pairs(lattice, t, s, setup.cutoff, capacity.pairs)
    fit = (
        (t.n_boxes <= capacity.targets)
        & (s.n_boxes <= capacity.sources)
        & (pairs.count <= capacity.pairs)
    )
    return t, s, pairs, fit & lattice.holds(origin, targets) & lattice.holds(origin, sources)


def _work(
    setup: Setup,
    targets: Any,
    sources: Any,
    near_targets: Any,
    near_sources: Any,
) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    """The work of each of WAYS between boxes with so many targets and sources. There are
    `near_sources` near the box of targets, in all, and `near_targets` near that of sources."""
    local = targets * setup.size * (sources / near_sources)
    series = sources * setup.size * (targets / near_targets)
    return (
        PAIR * targets * sources,
        targets * setup.size + series,
        sources * setup.size + local,
        setup.translation + series + local,
    )


def ways_of(
    setup: Setup,
    targets: jax.Array,
    sources: jax.Array,
    near_targets: jax.Array,
    near_sources: jax.Array,
) -> jax.Array:
    """The numbers in WAYS of the cheapest ways that are allowed, for arrays as in `_work`."""
    full_t, full_s = targets >= setup.least, sources >= setup.least
    possible = (jnp.full(targets.shape, True), full_s, full_t, full_t & full_s)
    work = _work(setup, targets, sources, near_targets, near_sources)
    work = [
        jnp.where(p if w in setup.ways else False, v, jnp.inf)
        for w, p, v in zip(WAYS, possible, work)
    ]
    return jnp.argmin(jnp.stack(work), axis=0).astype(jnp.int32)


def lists(
    setup: Setup, targets: jax.Array, sources: jax.Array
) -> tuple[Boxes, Boxes, dict[str, Run], jax.Array]:
    """(boxes of targets, boxes of sources, {way: `Run`}, whether all fit)."""
    capacity = _Capacity.of(setup, targets.shape[0], sources.shape[0])
    t, s, pairs, fit = _boxes(setup, targets, sources)
    used = lax.iota(jnp.int32, capacity.pairs) < jnp.where(fit, pairs.count, 0)
    target, source = jnp.minimum(pairs.target, t.capacity - 1), pairs.source
    n_t, n_s = (
        jnp.where(used, x, 0).astype(jnp.float32) for x in (t.count[target], s.count[source])
    )
    near_t = jnp.zeros(s.capacity, jnp.float32).at[source].add(n_t)[source]
    near_s = jnp.zeros(t.capacity, jnp.float32).at[target].add(n_s, indices_are_sorted=True)[target]
    way = ways_of(setup, n_t, n_s, jnp.maximum(near_t, 1.0), jnp.maximum(near_s, 1.0))
    way = jnp.where(used, way, len(WAYS))

    # the pairs of each target in runs of one way each
    begin, place, runs = pairs.start[:-1], jnp.full(capacity.pairs, capacity.pairs, jnp.int32), {}
    for number, name in enumerate(WAYS):
        before = jnp.concatenate(
            [jnp.zeros(1, jnp.int32), jnp.cumsum(way == number, dtype=jnp.int32)]
        )
        rank = before[:-1] - before[pairs.start[target]]
        place = jnp.where(way == number, begin[target] + rank, place)
        end = begin + before[pairs.start[1:]] - before[pairs.start[:-1]]
        runs[name] = (begin, end)
        begin = end
    source = jnp.zeros_like(source).at[place].set(source, mode="drop", unique_indices=True)
    runs = {name: Run(pairs.target, source, *ends, pairs.images) for name, ends in runs.items()}

    def any_of(side, capacity, ways):
        mask = functools.reduce(jnp.logical_or, (way == WAYS.index(w) for w in ways))
        return jnp.zeros(capacity, bool).at[jnp.where(mask, side, capacity)].set(True, mode="drop")

    t_full, s_full = (
        any_of(target, t.capacity, ("p2l", "m2l")),
        any_of(pairs.source, s.capacity, ("m2p", "m2l")),
    )
    return (
        t.with_full(t_full, capacity.target_series),
        s.with_full(s_full, capacity.source_series),
        runs,
        fit,
    )


def prepare(setup: Setup, points: jax.Array) -> None:
    """None: where points lie in boxes changes with their scale."""
    return None


def fits(setup: Setup, targets: jax.Array, sources: jax.Array) -> jax.Array:
    """Whether there is room for the occupied boxes and their near pairs."""
    return _boxes(setup, targets, sources)[3]


def fgt_sum(
    setup: Setup,
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    *,
    backend: str,
    platform: str,
) -> jax.Array:
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k)."""
    ops, p, dim = operations(backend), setup.order, setup.dim
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    t, s, runs, _ = lists(setup, targets, sources)
    x, y, w = targets[t.order], sources[s.order], weights[s.order]
    series = ops.p2m(hermite_series, p, s, y, w, at_source)
    local = ops.m2l(hermite_series, p, setup.lattice.side, setup.reach, t, s, series, runs["m2l"])
    local = local + ops.p2l(hermite_series, p, t, s, y, w, runs["p2l"], at_source)
    far = jnp.zeros((targets.shape[0], len(at_target), weights.shape[2]), targets.dtype)
    far = ops.l2p(hermite_series, p, t, x, local, at_target, far)
    far = ops.m2p(hermite_series, p, t, s, x, series, runs["m2p"], at_target, far)
    p2p = reference.p2p if ops is reference else backends.operations(backend).p2p
    return p2p(KERNEL, t, s, x, y, w, runs["direct"], far, at_source, at_target)


def nanoseconds(setup: Setup, n: int, m: int, backend: str) -> Any:
    """The expected time of a sum of n sources at m targets that fill the lattice evenly. Rates: of
    a unit of work, of a pair of boxes, of a point (sorting), of a call."""
    rates, cells = (
        gaussian_rates(backend, "fgt"),
        math.prod(max(1.0, size - 1.5) for size in setup.lattice.shape),
    )
    s_boxes, t_boxes = (max(1.0, cells * -math.expm1(-points / cells)) for points in (n, m))
    capacity = _Capacity.of(setup, m, n)
    near_s, near_t = (min(b, max(1.0, setup.neighbours * b / cells)) for b in (t_boxes, s_boxes))
    pairs, in_t, in_s = t_boxes * near_t, m / t_boxes, n / s_boxes
    if t_boxes > capacity.targets or s_boxes > capacity.sources or pairs > capacity.pairs:
        return math.inf
    work = min(_work(setup, in_t, in_s, near_s * in_t, near_t * in_s))
    return (
        rates["call"]
        + rates["point"] * (n + m)
        + pairs * (rates["box_pair"] + rates["work"] * work)
    )
