"""Sums by trees over the devices of a mesh, each of which has a domain: a part of space, with the
tree of its points. It gets the multipoles and points that it needs from the other devices."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_trees import Lengths, round_up
from jaxfmm.passes.levels import Levels
from jaxfmm.plan import NO_BORDERS, Plan
from jaxfmm.request import Choice, Request
from jaxfmm.sharding import partners
from jaxfmm.sharding.describe import BANDWIDTH, LATENCY, bytes_sent, work_of
from jaxfmm.sharding.evenness import (
    EVEN,
    LEAST_EVENED,
    ROUNDS,
    SLACK,
    UNEVEN,
    WORTH,
    counts_by_work,
    unevenness,
)
from jaxfmm.sharding.partition import Border, Borders
from jaxfmm.sharding.ring import Ring
from jaxfmm.sharding.routed import REPLICATED, RoutedMethod, plan_of_device
from jaxfmm.sharding.routes import (
    Route,
    capacity_for,
    padded_length,
    round_finely,
    usual_capacity,
)
from jaxfmm.sharding.share import SENT, Preparation, Report, Rows, Share, unstacked
from jaxfmm.tree.points import Box

# The number of points of all devices must be smaller, since points are counted in int32.
MOST_POINTS = 2**31
# For evenly distributed points, a device sends these many times the nodes, multipoles and points of
# a layer of leaves at a face of its domain to another device.
NODES, MULTIPOLES, POINTS = 32.0, 10.0, 4.0
# A capacity is reduced if it is more than SPARE times what points need, but not below SMALL.
SPARE, SMALL = 1.5, 2**13
# The capacities of a round are larger by so many nodes, multipoles and leaves with points: a pair
# whose domains touch in a corner needs few, of which one leaf more is a large share.
MORE = {"nodes": 64, "multipoles": 32, "points": 4}
# Points are in place if no device sends more than this share of its points in random order to
# another device.
FEW = 1 / 4


@dataclasses.dataclass(frozen=True)
class Domains(RoutedMethod):
    """A method by trees over a mesh, each device of which has a domain."""

    def all_pairs(self, direct: Method) -> Method:
        return Ring(direct, self.layout)

    # the choice of a device

    def _local_request(self, choice: Choice) -> Request:
        def length(count: int) -> int:
            layout, capacity = self.layout, choice.capacity
            length = padded_length(layout.length(count), layout.size, capacity.dealt)
            return max(length, capacity.owned_points)

        request = choice.request
        n, m = length(request.n), length(request.m)
        return dataclasses.replace(request, n=n, m=m, layout=None)

    def _local(self, choice: Choice) -> Choice:
        request = self._local_request(choice)
        return dataclasses.replace(choice, method=self.inner, exchanges=False, request=request)

    def _plan_of_device(self, plan: Plan) -> Plan:
        return plan_of_device(plan, self._local(plan.choice), plan.kernel)

    # capacities

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        local = self.inner.with_capacity(self._local(choice), kernel, dtype)
        count = max(choice.request.n, choice.request.m)
        if count >= MOST_POINTS:
            raise ValueError(
                f"points on all devices together must be fewer than 2^31, got {count}; use fewer"
            )
        request, leaf_size = local.request, local.leaf_size
        points, nodes = max(request.n, request.m), _most_nodes(local)
        layer = _layer(local)
        return dataclasses.replace(
            choice,
            leaf_size=leaf_size,
            arranged=local.arranged,
            setup=local.setup,
            exchanges=False,
            capacity=dataclasses.replace(
                local.capacity,
                routed=choice.capacity.routed
                or usual_capacity(self.layout.length(count), self.layout.size),
                sent_nodes=min(nodes, round_finely(NODES * layer / leaf_size + 512)),
                sent_multipoles=min(nodes, round_finely(MULTIPOLES * layer / leaf_size + 256)),
                sent_points=min(points, round_finely(POINTS * layer + 64)),
                rounds=(),
            ),
        )

    def larger_capacity(self, plan: Plan, status: Status) -> dict[str, int]:
        request = self._local_request(plan.choice)
        choice = dataclasses.replace(plan.choice, request=request)
        larger = self.inner.larger_capacity(dataclasses.replace(plan, choice=choice), status)
        if not status & Status.EXCHANGE or status & Status.NODES:
            return larger
        needs, capacity = plan.needs(), plan.choice.capacity
        if needs["routed"] > capacity.routed:
            points = max(choice.request.n, choice.request.m)
            wanted = min(points, math.ceil(request.headroom * needs["routed"]))
            if capacity.owned_points:
                larger["routed"] = min(points, round_finely(wanted))
            else:
                larger |= capacity_for(wanted, points, self.layout.size)
        for name, most in self._most(plan).items():
            if needs[name] > getattr(capacity, name):
                larger[name] = min(most, round_finely(request.headroom * needs[name]))
        return larger

    def settle(self, plan: Plan) -> Choice:
        """The choice with smaller capacities where the points need far less, and with the rounds of
        an exchange, if these are asked for."""
        if int(plan.status) or plan.choice.capacity.rounds:
            return plan.choice
        needs, capacity, headroom = plan.needs(), plan.choice.capacity, plan.request.headroom
        settled = self.inner.settle_by(plan, plan.prepared[1].facts)
        fitting = {
            name: min(most, round_finely(headroom * needs[name]))
            for name, most in self._most(plan).items()
        }
        smaller = {
            name: count
            for name, count in fitting.items()
            if SPARE * max(count, SMALL) < getattr(capacity, name)
        }
        choice = settled.with_capacity(**smaller, **self._in_place(plan, needs["routed"]))
        return self._in_rounds(plan, choice) if plan.request.in_rounds else choice

    def _in_rounds(self, plan: Plan, choice: Choice) -> Choice:
        """The choice with rounds, if any devices need more of each other than roots.

        Multipoles by class (`by_class`) go by an exchange of all devices, since rounds have no
        capacities for classes."""
        if isinstance(choice.setup, Levels):
            return choice
        most, leaf_size = self._most(plan), choice.leaf_size
        spare = {
            name: count * leaf_size if name == "points" else count for name, count in MORE.items()
        }

        def capacity(kind: str, count: int) -> int:
            wanted = round_finely(plan.request.headroom * count + spare[kind])
            return min(most[f"sent_{kind}"], wanted)

        needs = partners.needs_of_pairs(plan)
        rounds = partners.rounds_of(needs, choice.leaf_size, capacity)
        return choice.with_capacity(rounds=tuple(rounds))

    def evened(self, plan: Plan, remake: Callable[[Choice, tuple[Any, Any]], Plan]) -> Plan:
        unmoved, usual = plan, self._unevenness(plan)
        if usual <= UNEVEN or not self._can_be_evened(plan):
            return plan
        best, slowest = plan, usual
        for _ in range(ROUNDS):  # not always downhill: trees of other domains have other leaves
            counts = counts_by_work(self._counts(plan), np.asarray(self.times(plan)))
            choice = self._with_counts(plan.choice, counts)
            if not self._pays(plan, choice):
                break
            # other domains have other partners
            choice = choice.with_capacity(rounds=())
            plan = remake(choice, (None, Borders((), jnp.asarray(counts, jnp.int32))))
            if int(plan.status):
                break
            if (now := self._unevenness(plan)) < slowest:
                best, slowest = plan, now
            if now <= EVEN:
                break
        return best if slowest <= usual - WORTH else unmoved

    def _can_be_evened(self, plan: Plan) -> bool:
        request, capacity = plan.request, plan.choice.capacity
        usual = request.symmetric and request.tree == "adaptive" and not capacity.dealt
        return usual and self.layout.length(request.n) >= LEAST_EVENED

    def _unevenness(self, plan: Plan) -> float:
        return 1.0 if int(plan.status) else unevenness(np.asarray(self.times(plan)))

    def _counts(self, plan: Plan) -> np.ndarray:
        """The number of points of each device, of a concrete plan."""
        if plan.choice.capacity.owned_points:
            return np.asarray(plan.borders[1].counts)
        return np.full(self.layout.size, self.layout.length(plan.request.n))

    def _with_counts(self, choice: Choice, counts: np.ndarray) -> Choice:
        """The choice with capacities for so many points of each device."""
        capacity, usual = choice.capacity, self.layout.length(choice.request.n)
        had = max(capacity.owned_points, usual)
        owned = max(capacity.owned_points, round_finely(SLACK * int(counts.max())))
        setup = choice.setup if self.inner.settled else None
        moving = 0 if capacity.owned_points else int(np.abs(counts - usual).max())
        sent = {name: math.ceil(getattr(capacity, name) * owned / had) for name in SENT}
        return dataclasses.replace(choice, setup=setup).with_capacity(
            **sent,
            owned_points=owned,
            source_leaves=round_up(capacity.source_leaves * owned / had),
            target_leaves=round_up(capacity.target_leaves * owned / had),
            routed=min(usual, round_finely(capacity.routed + SLACK * moving)),
        )

    def _pays(self, plan: Plan, choice: Choice) -> bool:
        """Whether the time that even work saves is more than further exchanges take."""
        if self.layout.mesh.devices.flat[0].platform == "cpu":
            return True
        times, local = self.times(plan), self._plan_of_device(plan)
        more = bytes_sent(dataclasses.replace(plan, choice=choice), local, moving=True)
        added = (more - bytes_sent(plan, local)) / BANDWIDTH
        if int(plan.prepared[1].migrants) == 0:
            added += 2 * LATENCY
        return max(times) - float(np.mean(times)) > added

    def _in_place(self, plan: Plan, most: int) -> dict[str, int]:
        """The capacities for points that are in place, {} for others. most: the largest number of
        points that a device sends to another one."""
        local = self._local(plan.choice)
        points, layer = max(local.request.n, local.request.m), round_finely(_layer(local) + 64)
        few = most <= min(layer, FEW * points / self.layout.size)
        capacity = plan.choice.capacity
        if not few or capacity.dealt or capacity.owned_points:
            return {}
        return {"routed": min(points, layer), "in_place": True}

    def _most(self, plan: Plan) -> dict[str, int]:
        """The largest capacities that any points can need."""
        local = self._local(plan.choice)
        points, nodes = max(local.request.n, local.request.m), _most_nodes(local)
        return dict(zip(SENT, (nodes, nodes, points)))

    def needs(self, plan: Plan) -> dict[str, int]:
        report: Report = plan.prepared[1]
        capacity = dataclasses.asdict(plan.choice.capacity) | {"nodes": _most_nodes(plan.choice)}
        needs: dict[str, int] = {}
        rounds = plan.choice.capacity.rounds
        for name, value in report.needs.items():
            need, has = np.asarray(value), capacity[name]
            if need.ndim:  # of the round that is fullest
                each = np.asarray([getattr(one, name.removeprefix("sent_")) for one in rounds])
                fullest = np.argmax(need / np.maximum(each, 0.5))
                need, has = need[fullest], int(each[fullest])
            needs |= {name: int(need), f"{name}_capacity": has}
        return needs

    # the plan

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        bare = self._plan_of_device(plan)
        rule, lengths = _lengths_by_point(plan, self.inner.rule_in_unit(plan, box))

        def rows(points: Array, lengths: Array | None) -> Rows:
            points = self.layout.split(jnp.where(box.finite, plan.in_unit(points), 0))
            return Rows(points, None if lengths is None else self.layout.split(lengths))

        points = [rows(sources, lengths[1])]
        if targets is not None:
            points.append(rows(targets, lengths[0]))

        def on_device(of_all: tuple, y: Rows, x: Rows | None = None) -> tuple:
            return Preparation(self.inner, self.layout, *of_all).run(y, x)

        def in_unit(borders: Borders | None) -> Borders | None:
            return borders and borders._replace(
                steps=tuple(
                    Border(along, (at - plan.shift[along]) / plan.unit)
                    for along, at in borders.steps
                )
            )

        def of_user(borders: Borders | None) -> Borders | None:
            return borders and borders._replace(
                steps=tuple(
                    Border(along, at * plan.unit + plan.shift[along]) for along, at in borders.steps
                )
            )

        borders = in_unit(plan.borders[0]), in_unit(plan.borders[1])
        of_all = bare, rule, box.extent / plan.unit, box.finite, borders
        specs = self.layout.rows, REPLICATED, REPLICATED
        run = self.layout.over(on_device, out=specs, replicated=1)
        share, report, borders = run(of_all, *points)
        kept = plan.choice.capacity.keeps_borders or plan.choice.capacity.rounds
        plan = dataclasses.replace(
            plan,
            prepared=(share, report),
            status=plan.status | report.status,
            borders=(of_user(borders[0]), of_user(borders[1])) if kept else NO_BORDERS,
        )
        wrong = bits(self.inner.unsuited_cells(plan, plan.kernel, report.facts))
        plan = dataclasses.replace(plan, status=plan.status | wrong)
        return self.inner.with_closest(plan, report.distances)

    def transposed(self, plan: Plan) -> Plan:
        share, report = plan.prepared
        request, capacity = plan.request, plan.choice.capacity
        choice = plan.choice.with_request(n=request.m, m=request.n).with_capacity(
            source_leaves=capacity.target_leaves, target_leaves=capacity.source_leaves
        )
        return dataclasses.replace(
            plan,
            prepared=(share.transposed(), report),
            homes=plan.homes[::-1],
            borders=plan.borders[::-1],
            choice=choice,
            marks=plan.marks[::-1],
        )

    def sample(self, plan: Plan, targets: Array, sources: Array) -> tuple[Any, Array, Array]:
        """The trees and points of the first device."""
        rows = [self.layout.split(sources)]
        if not plan.request.symmetric:
            rows.append(self.layout.split(targets))

        def on_device(share: Share, *rows: Array) -> tuple[Any, list[Array]]:
            x, y = unstacked(share).sides
            points = [domain.rows(part)[0] for domain, part in zip((y, x), rows)]
            return jax.tree.map(lambda array: array[None], ((x.tree, y.tree), points))

        def of_first(share: Share, *rows: Array) -> tuple[Any, list[Array]]:
            of_all = self.layout.over(on_device, out=self.layout.rows)(share, *rows)
            return jax.tree.map(lambda array: array[0], of_all)

        trees, points = jax.tree.map(
            self.layout.everywhere, jax.jit(of_first)(plan.prepared[0], *rows)
        )
        return trees, points[-1], points[0]

    def bring_home(self, plan: Plan, rows: Any) -> tuple[Plan, Any]:
        leaves, tree = jax.tree.flatten(rows)
        moving = [leaf for leaf in leaves if leaf.ndim]

        def here(route: Route) -> Route:
            return jax.tree.map(lambda array: array[0], route)

        def all_home(route: Route, *rows: Array) -> list[Array]:
            return here(route).move(rows)

        def in_pairs(route: Route, *rows: Array) -> tuple[Route, list[Array]]:
            rest, moved = here(route).exchanged(rows)
            return jax.tree.map(lambda array: array[None], rest), moved

        # the rest of the share stays outside: jaxlib 0.11.2 ends with a segmentation fault where
        # it compiles a `shard_map` that returns many of its arguments, and then a sum with them
        share, report = plan.prepared
        route, over = share.sources.route, functools.partial(self.layout.over, out=self.layout.rows)
        if route.uneven:
            route, moved = over(in_pairs)(route, *moving)
        else:
            route, moved = route.taken(), over(all_home)(route, *moving)
        share = dataclasses.replace(share, sources=dataclasses.replace(share.sources, route=route))
        moved = iter(moved)
        leaves = [next(moved) if leaf.ndim else leaf for leaf in leaves]
        plan = dataclasses.replace(plan, prepared=(share, report), marks=())
        return plan, jax.tree.unflatten(tree, leaves)

    # the sum

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        share, report = plan.prepared
        moved = self.inner.far_moved(plan, kernel, report.size)
        wrong = [*self.inner.unsuited(plan, kernel), (moved, Status.CELL)]
        wrong += self.inner.unsuited_cells(plan, kernel, report.facts)
        status = bits(wrong)
        return status if own else status | self._strayed(plan, sources, targets)

    def _on_device(
        self, bare: Plan, share: Share, sources: Array, weights: Array
    ) -> tuple[Plan, Array, Array]:
        # The barrier makes XLA gather once; it would gather anew for each device that gets rows.
        own = lax.optimization_barrier(tuple(map(share.sources.tree.in_order, (sources, weights))))
        seen, seen_weights = share.walked.essential.rows_of_points(*own)
        return share.placed_in(bare), seen, seen_weights

    # what `print(plan)` shows

    def how(self, plan: Plan, known: bool) -> list[str]:
        local = self._plan_of_device(plan)
        lines = [line for line in self.inner.how(local, False) if "about" not in line]
        lines += self.where(plan)
        if not known:
            return lines
        sent = [name for name in SENT if name != "sent_multipoles" or self.inner.by is not None]
        return lines + work_of(plan, local, sent)


def _lengths_by_point(
    plan: Plan, rule: tuple[float, Lengths]
) -> tuple[tuple[float, Any], tuple[Array | None, Array | None]]:
    """(the rule, with 0 as its length if points have their own; these lengths of the targets (m,)
    and of the sources (n,), else None)"""
    rate, lengths = rule
    if not isinstance(lengths, tuple):
        return rule, (None, None)
    request, (of_targets, of_sources) = plan.request, lengths
    if request.symmetric:  # one tree has both
        of_targets = of_sources = jnp.maximum(of_targets, of_sources)
    dtype = plan.unit.dtype
    of_targets, of_sources = (
        jnp.broadcast_to(x, (count,)).astype(dtype)
        for x, count in ((of_targets, request.m), (of_sources, request.n))
    )
    return (rate, jnp.zeros((), dtype)), (of_targets, of_sources)


def _layer(local: Choice) -> float:
    """About how many points of a device lie in the leaves at a face of its domain, if points are
    distributed evenly."""
    request = local.request
    points, share = max(request.n, request.m), 1 / request.dim
    return request.headroom * points ** (1 - share) * local.leaf_size**share


def _most_nodes(choice: Choice) -> int:
    """How many nodes the larger tree of a device can have."""
    return 2 * max(choice.capacity.source_leaves, choice.capacity.target_leaves) - 1
