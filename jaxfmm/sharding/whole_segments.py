"""Sums by segments over the devices of a mesh: every segment is summed by one device.

Segments in the order of their numbers are cut into as many stretches as there are devices, of about
equal work. Points travel to the device of their segment, if they are not there already, and results
travel back. Between devices nothing else is exchanged.
"""

import dataclasses
import functools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import of_numbers, shared, with_numbers
from jaxfmm.kernels.segmented import Segmented
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_trees import TreeMethod
from jaxfmm.methods.describe import duration
from jaxfmm.plan import Plan
from jaxfmm.request import Capacity, Choice, Request, SegmentSizes
from jaxfmm.sharding.describe import LATENCY
from jaxfmm.sharding.routed import REPLICATED, RoutedMethod, plan_of_device
from jaxfmm.sharding.routes import Route, round_finely, route_whole
from jaxfmm.sharding.share import Report, every_bit, stacked, unstacked
from jaxfmm.tree.pair_work import pair_work
from jaxfmm.tree.points import Box
from jaxfmm.tree.traverse import Lists

POINT = 64  # The work of a point without its pairs, in pairs of points.
NEAR_LEAVES = 32  # About this many leaves are near a leaf.
PADDING = -1  # the segment of rows without a point
EXCHANGES = 4  # A sum exchanges arrays between devices this often, however few points travel.
# The capacities for the points that a device gets. `Status.SHARE` says that one does not suffice.
SHARED = ("owned_points", "owned_segments", "routed")


@pytrees.register
@dataclasses.dataclass(frozen=True)
class _Share:
    """The `RoutedShare` of a plan by segments: the routes of points, and the trees and lists of the
    device's segments. to_targets, targets_tree: None where the targets are the sources.

    segments (owned segments,): the numbers of the device's segments."""

    to_targets: Route | None
    to_sources: Route
    targets_tree: Any
    sources_tree: Any
    lists: Lists
    segments: Array

    @property
    def routes(self) -> tuple[Route, Route]:
        """The routes of targets and of sources."""
        return (self.to_sources if self.to_targets is None else self.to_targets), self.to_sources

    def brought(self, side: int, points: Array, *others: Array) -> list[Array]:
        """`RoutedShare.brought`."""
        return self.routes[side].forward(points, *others)

    @property
    def trees(self) -> tuple[Any, Any]:
        """The trees of the targets and of the sources of this device."""
        targets = self.sources_tree if self.targets_tree is None else self.targets_tree
        return targets, self.sources_tree

    def placed_in(self, plan: Plan) -> Plan:
        """The plan of this device, within `shard_map`."""
        lists, lattice = self.lists, plan.lattice
        if lattice is not None:
            lattice = lattice.of_some(self.segments)
            plan = dataclasses.replace(plan, lattice=lattice, images=lattice.shifts())
            lists = lists.moved(lattice.shifts())
        return dataclasses.replace(
            plan, sources_tree=self.sources_tree, targets_tree=self.targets_tree, lists=lists
        )


class _Owners(NamedTuple):
    """Which device has which segment.

    owner: (segments,) the device of each segment.
    first, owned: the first segment of this device, and the number of its segments."""

    owner: Array
    first: Array
    owned: Array

    def device_of(self, numbers: Array, me: Array) -> Array:
        """The device of each point, by the segments of the points of a device `me`, where padding
        stays."""
        return jnp.where(numbers >= 0, self.owner.at[numbers].get(mode="clip"), me)

    def own_numbers(self, numbers: Array, me: Array) -> Array:
        """The segments of points, numbered from the first segment of the device `me`, and PADDING
        for points of other devices."""
        return jnp.where(
            (numbers >= 0) & (self.device_of(numbers, me) == me), numbers - self.first, PADDING
        )


def owners_of(sources: Array, targets: Array, devices: int, me: Array, most: float) -> _Owners:
    """The owners of segments with these numbers of sources and targets, so that devices have about
    equal work. most: a target is near at most this many sources of its segment."""
    points = (sources + targets).astype(jnp.float32)
    work = POINT * points + targets * jnp.minimum(sources.astype(jnp.float32), most)
    upto = jnp.cumsum(work)
    share = (upto - 0.5 * work) * (devices / jnp.maximum(upto[-1], 1.0))
    # rounding must not let a later segment have an earlier device
    owner = lax.cummax(jnp.clip(share.astype(jnp.int32), 0, devices - 1))
    edges = jnp.searchsorted(owner, jnp.stack([me, me + 1]), side="left").astype(jnp.int32)
    return _Owners(owner, edges[0], edges[1] - edges[0])


def _sizes(numbers: Array, count: int, axes: tuple[str, ...]) -> Array:
    """The number of points of each segment, on all devices together."""
    place = jnp.where(numbers >= 0, numbers, count)
    return lax.psum(jnp.zeros(count, jnp.int32).at[place].add(1, mode="drop"), axes)


@dataclasses.dataclass(frozen=True)
class WholeSegments(RoutedMethod):
    """A method by trees over a mesh, for kernels with segments, each of which one device sums."""

    by_segments = True
    only_by_segments = True

    def all_pairs(self, direct: Method) -> Method:
        return self

    # capacities

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        segments: Any = kernel.segments
        headroom = choice.request.headroom
        needs = {name: int(value) for name, value in self._needs(choice, segments).items()}
        most = self.layout.length(max(choice.request.n, choice.request.m))
        sizes: Any = choice.request.segments
        # if points are sorted by segment, a device sends the segments that it shares with another
        overlap = sizes.largest + most // (2 * self.layout.size)
        capacity = dataclasses.replace(
            choice.capacity,
            owned_points=max(most, round_finely(headroom * needs["owned_points"])),
            owned_segments=min(segments.count, round_finely(headroom * needs["owned_segments"])),
            routed=min(most, round_finely(headroom * max(overlap, needs["routed"]))),
        )
        choice = dataclasses.replace(choice, capacity=capacity, exchanges=False)
        local = self.inner.with_capacity(self._local(choice), kernel, dtype)
        return dataclasses.replace(
            choice,
            leaf_size=local.leaf_size,
            arranged=local.arranged,
            capacity=_joined(local.capacity, capacity),
        )

    def _needs(self, choice: Choice, segments: Segmented) -> dict[str, Array]:
        """The capacities of `SHARED` that the segments need."""

        def on_device(*numbers: Array) -> dict[str, Array]:
            return _Placing(self, choice, segments.count).of(*numbers).needs

        run = self.layout.over(on_device, out=REPLICATED)
        return jax.jit(run)(*self._numbers(segments))

    def _numbers(self, segments: Segmented) -> list[Array]:
        """The segment of each source and of each target, if there are targets, split over the
        devices; PADDING for padding."""
        given = [segments.of_sources]
        if segments.of_targets is not None:
            given.append(segments.of_targets)
        split = []
        for numbers in given:
            inside = (numbers >= 0) & (numbers < segments.count)
            from_one = self.layout.split(jnp.where(inside, numbers + 1, 0), with_zeros=True)
            split.append(from_one - 1)
        return split

    def _local(self, choice: Choice) -> Choice:
        """The choice of a device."""
        request, capacity = choice.request, choice.capacity
        sizes: Any = request.segments
        segments = SegmentSizes(
            capacity.owned_segments, sizes.pairs / self.layout.size, sizes.largest
        )
        own = capacity.owned_points
        request = dataclasses.replace(request, n=own, m=own, segments=segments, layout=None)
        return dataclasses.replace(choice, method=self.inner, exchanges=False, request=request)

    def _local_request(self, choice: Choice) -> Request:
        return self._local(choice).request

    def larger_capacity(self, plan: Plan, status: Status) -> dict[str, int]:
        choice = dataclasses.replace(plan.choice, request=self._local_request(plan.choice))
        larger = self.inner.larger_capacity(dataclasses.replace(plan, choice=choice), status)
        if not status & Status.SHARE:
            return larger
        needs, headroom = plan.needs(), plan.request.headroom
        short = [name for name in SHARED if needs[name] > needs[f"{name}_capacity"]]
        return larger | {name: round_finely(headroom * needs[name]) for name in short}

    def needs(self, plan: Plan) -> dict[str, int]:
        needs = {name: int(value) for name, value in plan.prepared[1].needs.items()}
        capacity = dataclasses.asdict(plan.choice.capacity)
        capacity["nodes"] = 2 * max(capacity["source_leaves"], capacity["target_leaves"]) - 1
        return needs | {f"{name}_capacity": capacity[name] for name in needs}

    # the plan

    def _plan_of_device(self, plan: Plan) -> Plan:
        return plan_of_device(plan, self._local(plan.choice), plan.kernel.segments.kernel)

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        segments, layout = plan.kernel.segments, self.layout
        placing = _Placing(self, plan.choice, segments.count)
        numbers = self._numbers(segments)
        of_points = segments.kernel.summed()
        with_own = with_numbers(of_points, sources if targets is None else targets, sources)
        given = [with_own[1]] if targets is None else [with_own[1], with_own[0]]
        points = [layout.split(jnp.where(box.finite, x, 0)) for x in given]
        of_points = shared(of_points)
        if of_points.own_numbers:
            segments = segments.with_points(of_points)
        segments = dataclasses.replace(
            segments, of_sources=jnp.zeros(0, jnp.int32), of_targets=None
        )
        bare = dataclasses.replace(self._plan_of_device(plan), kernel=segments)

        def on_device(of_all: tuple[Plan, Box], *rows: Array) -> tuple[_Share, Report]:
            bare, box = of_all
            numbers, points = rows[: len(given)], rows[len(given) :]
            return self._prepare_on_device(
                bare, box, placing.of(*numbers), list(numbers), list(points)
            )

        run = layout.over(on_device, out=(layout.rows, REPLICATED), replicated=1)
        share, report = run((bare, box), *numbers, *points)
        return dataclasses.replace(
            plan, prepared=(share, report), status=plan.status | report.status
        )

    def _prepare_on_device(
        self, bare: Plan, box: Box, placed: "_Placed", numbers: list[Array], points: list[Array]
    ) -> tuple[_Share, Report]:
        axes, capacity = self.layout.axes, bare.choice.capacity
        me = lax.axis_index(axes)
        here: list[Any] = []
        own: list[Any] = []
        for route, x, segments in zip(placed.routes, points, numbers):
            x, segments = route.forward(x, segments + 1)
            here.append(x)
            own.append(placed.owners.own_numbers(segments - 1, me))
        owners = placed.owners
        segments = jnp.minimum(
            owners.first + lax.iota(jnp.int32, capacity.owned_segments), len(owners.owner) - 1
        )
        of_all: Any = bare.kernel
        kernel = of_all.of_some(segments, own[0], next(iter(own[1:]), None))
        of_points, targets, sources = of_numbers(kernel.kernel.summed(), here[-1], here[0])
        if of_points.own_numbers:
            kernel = kernel.with_points(of_points)
        bare = dataclasses.replace(bare, kernel=kernel)
        if bare.images is not None:
            request, dtype = bare.request, bare.unit.dtype
            images = kernel.shifts(request.dim, dtype, bare.choice.arranged) / bare.unit
            bare = dataclasses.replace(bare, images=images)
        local = self.inner.prepare(bare, box, sources, targets if here[1:] else None)
        needs = placed.needs | _largest_on_any(self.inner, local, axes)
        short = [needs[name] > getattr(capacity, name) for name in SHARED]
        status = bits([(jnp.stack(short).any(), Status.SHARE)]) | (local.status & ~bare.status)
        far = 0 if local.far is None else local.far.count
        pairs = pair_work(*local.trees, local.near)
        used = sum(((segments >= 0).sum() for segments in own), jnp.int32(0))
        work = [jnp.asarray(number, pairs.dtype) for number in (pairs, far, used)]
        routes: Any = placed.routes
        report = Report(
            needs=needs,
            migrants=functools.reduce(jnp.maximum, [route.migrants for route in routes]),
            size=lax.pmin(local.trees[1].mean_radius(), axes),
            work=lax.all_gather(jnp.stack(work), axes),
            status=every_bit(status, axes),
            distances=None,
            facts=None,
        )
        share = _Share(
            next(iter(routes[1:]), None),
            routes[0],
            local.targets_tree,
            local.sources_tree,
            local.lists,
            segments,
        )
        return stacked(share), report

    def transposed(self, plan: Plan) -> Plan:
        share, report = plan.prepared

        def on_device(bare: Plan, share: _Share) -> _Share:
            here = unstacked(share)
            turned = self.inner.transposed(here.placed_in(bare))
            x, y = here.routes
            return stacked(
                _Share(y, x, turned.targets_tree, turned.sources_tree, turned.lists, here.segments)
            )

        run = self.layout.over(on_device, out=self.layout.rows, replicated=1)
        share = run(self._plan_of_device(plan), share)
        method = dataclasses.replace(self, inner=self.inner.turned())
        return dataclasses.replace(
            plan,
            prepared=(share, report),
            choice=dataclasses.replace(
                plan.choice,
                method=method,
                turned=plan.choice.arranged is not None and not plan.choice.turned,
            ),
            homes=plan.homes[::-1],
            marks=plan.marks[::-1],
        )

    # the sum

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        moved = self.inner.far_moved(plan, kernel, plan.unit)
        wrong = [*self.inner.unsuited(plan, kernel), (moved, Status.CELL)]
        if plan.kernel.segments is not kernel.segments:
            wrong.append((~plan.kernel.segments.same_as(kernel.segments), Status.SEGMENTS))
        return bits(wrong) if own else bits(wrong) | self._strayed(plan, sources, targets)

    def _on_device(
        self, bare: Plan, share: _Share, sources: Array, weights: Array
    ) -> tuple[Plan, Array, Array]:
        return share.placed_in(bare), sources, weights

    # what `print(plan)` shows

    def how(self, plan: Plan, known: bool) -> list[str]:
        sizes: Any = plan.request.segments
        lines = [line for line in self.inner.how(self._plan_for_text(plan), False)]
        lines = [line for line in lines if "about" not in line]
        lines += self.where(plan)
        lines.append(
            f"  {sizes.count:,} segments of up to {sizes.largest:,} points, each summed by one "
            "device"
        )
        if not known:
            return lines
        needs, work = plan.needs(), np.asarray(plan.prepared[1].work, np.float64)
        times = self.times(plan)
        lines.append(
            f"  at most {int(plan.prepared[1].migrants)} points leave a device in a sum, to the "
            f"device of their segment; most points of a device {needs['owned_points']} (capacity "
            f"{needs['owned_points_capacity']})"
        )
        if np.mean(times) > 0:
            lines.append(
                f"  {work[:, 0].sum():.3g} near pairs of points; the slowest device takes "
                f"{max(times) / np.mean(times):.2f} times the mean"
            )
            lines += self._on_one_device(plan, work, max(times) + EXCHANGES * LATENCY)
        return lines

    def _on_one_device(self, plan: Plan, work: np.ndarray, split: float) -> list[str]:
        """A line where one device is expected to be faster. work: of each device; split: the
        nanoseconds of a sum over all of them."""
        local, request = self._plan_of_device(plan), plan.request
        of_all = local.choice.with_request(n=request.n, m=request.m)
        whole, (pairs, far, _) = dataclasses.replace(local, choice=of_all), work.sum(0)
        alone = sum(self.inner.stages_of(whole, pairs, int(far)).values(), 0.0)
        if alone >= split:
            return []
        return [
            f"  about {duration(split)} with what devices exchange; on one device "
            f"{duration(alone)}, which is better"
        ]

    def _plan_for_text(self, plan: Plan) -> Plan:
        return dataclasses.replace(self._plan_of_device(plan), kernel=plan.kernel)


class _Placed(NamedTuple):
    """The owners of segments, the routes of sources and of targets (if there are any) to them, and
    the needs of `SHARED`."""

    owners: _Owners
    routes: list[Route]
    needs: dict[str, Array]


class _Placing(NamedTuple):
    """Decides, within `shard_map`, which device has which segment. segments: their number."""

    method: WholeSegments
    choice: Choice
    segments: int

    def of(self, *numbers: Array) -> _Placed:
        """numbers: the segments of the sources of a device, and of its targets."""
        layout, capacity = self.method.layout, self.choice.capacity
        axes, me = layout.axes, lax.axis_index(layout.axes)
        sizes = [_sizes(given, self.segments, axes) for given in numbers]
        most = math.inf if self.method.inner.exact else NEAR_LEAVES * self.choice.leaf_size
        owners = owners_of(sizes[0], sizes[-1], layout.size, me, most)
        routes, rows = [], []
        for given in numbers:
            route, held = route_whole(
                owners.device_of(given, me),
                max(1, capacity.routed),
                max(len(given), capacity.owned_points),
                axes=axes,
                devices=layout.size,
            )
            routes.append(route)
            rows.append(held)
        needs = {
            "owned_points": functools.reduce(jnp.maximum, rows),
            "owned_segments": lax.pmax(owners.owned, axes),
            "routed": functools.reduce(jnp.maximum, [route.most for route in routes]),
        }
        return _Placed(owners, routes, needs)


def _joined(local: Capacity, shared: Capacity) -> Capacity:
    return dataclasses.replace(local, **{name: getattr(shared, name) for name in SHARED})


def _largest_on_any(inner: TreeMethod, local: Plan, axes: tuple[str, ...]) -> dict[str, Array]:
    """The largest needs of any device, of trees and lists."""
    needs = {"nodes": functools.reduce(jnp.maximum, [tree.n_nodes for tree in local.trees])}
    needs["near"] = local.near.count
    if local.far is not None:
        needs["far"] = local.far.count
    return {name: lax.pmax(value, axes) for name, value in needs.items()}
