"""The share of a device in a plan over a mesh: its points, their tree, and the sources that its
targets see. `Preparation` makes it on each device, within `shard_map`."""

import dataclasses
import functools
from typing import Any, NamedTuple, TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.errors import Status, bits
from jaxfmm.methods.by_trees import Checks, Lengths, TreeMethod
from jaxfmm.plan import Plan
from jaxfmm.request import Capacity
from jaxfmm.sharding.essential import Rule, choose_sent, gather_tops, top_of
from jaxfmm.sharding.exchange import NOBODY, exchange_of
from jaxfmm.sharding.gathered import FromOthers
from jaxfmm.sharding.layout import Layout
from jaxfmm.sharding.partition import Borders
from jaxfmm.sharding.received import Essential, hang, received
from jaxfmm.sharding.routes import Route, route_of
from jaxfmm.tree.pair_work import pair_work
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import Lists

# The capacities of what a device sends to another one.
SENT = ("sent_nodes", "sent_multipoles", "sent_points")

Needs = dict[str, Array]
T = TypeVar("T")


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Domain:
    """The points of a device, sources or targets: the route that brings them, and their tree.

    radius: the radii of the nodes for the walk (`TreeMethod.seen`), None for the tree's own.
    lengths: the near_length of the nodes for the walk, None if it is one for all."""

    route: Route
    tree: Tree
    radius: Array | None
    lengths: Array | None

    @property
    def seen(self) -> Tree:
        if self.radius is None:
            return self.tree
        return dataclasses.replace(self.tree, radius=self.radius)

    def rows(self, points: Array, *others: Array) -> list[Array]:
        """`Route.forward`. Rows without a point of the domain are copies of a point of the last
        leaf, and zeros in the other arrays: the tree has none of them."""
        points, *others = self.route.forward(points, *others)
        if not self.route.uneven:
            return [points, *others]
        present, last = self.route.present(), self.tree.order[self.tree.count[0] - 1]
        others = [jnp.where(_like(present, rows), rows, 0) for rows in others]
        return [jnp.where(present[:, None], points, points[last]), *others]

    @property
    def needs(self) -> Needs:
        return {"nodes": self.tree.n_nodes, "routed": self.route.most}

    def checks(self, capacity: Capacity) -> Checks:
        return [
            (self.tree.n_nodes > self.tree.capacity, Status.NODES),
            (self.route.most > capacity.routed, Status.EXCHANGE),
        ]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Walked:
    """The result of a walk: the sources that a device's targets see, and the lists."""

    essential: Essential
    lists: Lists


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Share:
    """The `routed.RoutedShare` of a plan with domains.

    targets: None where the targets are the sources.
    turned: the walk of the transposed sum, None where the targets are the sources."""

    targets: Domain | None
    sources: Domain
    walked: Walked
    turned: Walked | None

    @property
    def sides(self) -> tuple[Domain, Domain]:
        """(targets, sources)."""
        return (self.sources if self.targets is None else self.targets), self.sources

    @property
    def routes(self) -> tuple[Route, Route]:
        """The routes of targets and of sources."""
        targets, sources = self.sides
        return targets.route, sources.route

    def brought(self, side: int, points: Array, *others: Array) -> list[Array]:
        """`RoutedShare.brought`."""
        return self.sides[side].rows(points, *others)

    @property
    def trees(self) -> tuple[Tree, Tree]:
        """The trees of the targets and of the sources of this device."""
        targets, sources = self.sides
        return targets.tree, sources.tree

    def transposed(self) -> "Share":
        """The share of the transposed sum, for separate targets."""
        x, y = self.sides
        return Share(y, x, cast(Walked, self.turned), self.walked)

    def placed_in(self, plan: Plan) -> Plan:
        """The plan of a device with its trees and lists, and with the data from other devices."""
        essential, lists = self.walked.essential, self.walked.lists
        if plan.lattice is not None and plan.images is not None:
            lists = lists.moved(plan.images)
        return dataclasses.replace(
            plan,
            targets_tree=self.sides[0].tree,
            sources_tree=essential.tree,
            lists=lists,
            prepared=(None, FromOthers(essential, with_root=plan.images is not None)),
        )


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Report:
    """Numbers about all devices, which each device knows.

    needs: the largest need of any device, by the name of the capacity; (rounds,) of what is sent in
      rounds.
    migrants: the largest number of points that leave a device for another one.
    size: the smallest `Tree.mean_radius` of the sources.
    work (devices, 3): pairs of points, far pairs, and points that a device gets of others.
    distances: the smallest of `TreeMethod.distances`, or None.
    facts: the largest of `TreeMethod.facts`, or None."""

    needs: Needs
    migrants: Array
    size: Array
    work: Array
    status: Array
    distances: Array | None
    facts: Any


class Rows(NamedTuple):
    """The points of a device, with their near_length if they have one of their own."""

    points: Array
    lengths: Array | None


class _Walk(NamedTuple):
    """One walk with its checks and needs."""

    walked: Walked
    checks: Checks
    needs: Needs


@dataclasses.dataclass(frozen=True)
class Preparation:
    """The preparation of a plan on one device.

    plan: of the device's own points, not yet prepared.
    rule: of `TreeMethod.rule_in_unit`; with 0 as the length where points have their own.
    extent, finite: of the `Box` of all points, in the plan's unit.
    borders: of the domains of targets and of sources, None to find them."""

    method: TreeMethod
    layout: Layout
    plan: Plan
    rule: tuple[float, Lengths]
    extent: Array
    finite: Array
    borders: tuple[Borders | None, Borders | None]

    @property
    def _over(self) -> dict:
        """The arguments about the mesh for functions that run on each device."""
        return {"axes": self.layout.axes, "devices": self.layout.size}

    def run(
        self, sources: "Rows", targets: "Rows | None"
    ) -> tuple[Share, Report, tuple[Borders | None, Borders | None]]:
        """The share of this device, stacked, the report of all devices, and the borders of the
        domains of targets and sources."""
        plan, capacity = self.plan, self.plan.choice.capacity
        y, border_y = self._domain(sources, self.borders[1], capacity.source_leaves)
        x, border_x = None, None
        if targets is not None:
            x, border_x = self._domain(targets, self.borders[0], capacity.target_leaves)
        domains = [y] if x is None else [y, x]
        checks = [check for domain in domains for check in domain.checks(capacity)]
        start = self.finite & (lax.pmax(bits(checks), self.layout.axes) == 0)

        walks = [self._walk(plan, domains[-1], y, start)]
        if x is not None:
            back = plan if plan.images is None else dataclasses.replace(plan, images=-plan.images)
            walks.append(self._walk(back, y, x, start))
        share = Share(x, y, walks[0].walked, None if x is None else walks[-1].walked)
        checks += [check for walk in walks for check in walk.checks]
        needs = _largest([one.needs for one in domains]) | _largest([one.needs for one in walks])
        return stacked(share), self._report(share, bits(checks), needs), (border_x, border_y)

    def _domain(
        self, rows: "Rows", borders: Borders | None, leaf_capacity: int
    ) -> tuple[Domain, Borders]:
        points, capacity = rows.points, self.plan.choice.capacity
        route, borders = route_of(points, borders, capacity=capacity, **self._over)
        here, *lengths = route.forward(*(row for row in rows if row is not None))
        present = route.present() if route.uneven else None
        tree = self.method.build_tree(self.plan, self.extent, here, leaf_capacity, present=present)
        seen = self.method.seen(self.plan, tree)
        longest = None
        if lengths:
            there = lengths[0] if present is None else jnp.where(present, lengths[0], 0)
            longest = tree.largest(there)
        return Domain(route, tree, None if seen is tree else seen.radius, longest), borders

    def _walk(self, plan: Plan, targets: Domain, sources: Domain, start: Array) -> _Walk:
        """The walk of the device's targets over its own sources and those of the others.

        Nodes of the others come first, by a rule that needs the top of the targets alone. Then the
        walk tells which of their multipoles and points it needs."""
        capacity, axes, tree = plan.choice.capacity, self.layout.axes, sources.tree
        dim, dtype = tree.center.shape[1], tree.center.dtype
        images = jnp.zeros((1, dim), dtype) if plan.images is None else plan.images
        exchange = exchange_of(capacity, **self._over)
        to = exchange.receivers
        tops = jax.tree.map(lambda every: every[to], gather_tops(top_of(targets.seen), axes))
        # a tree that is cut off stays at home
        only_root = (to == NOBODY) | (tree.n_nodes > tree.capacity)
        rate, near_length = self.rule
        rule = Rule(rate, jnp.asarray(near_length), images)
        if sources.lengths is not None and targets.lengths is not None:
            longest = lax.all_gather(targets.lengths[0], axes)[to]
            rule = Rule(rate, sources.lengths, images, longest)
        sent = choose_sent(tree, sources.seen, tops, rule, only_root, exchange.going)
        most = lax.pmax(exchange.need(sent.n_nodes), axes)

        hung = hang(tree, sources.seen, sent, sources.lengths, exchange)
        start &= (most <= exchange.capacities("nodes")).all()
        if targets.lengths is not None and hung.lengths is not None:
            near_length = targets.lengths, hung.lengths
        rule_of_nodes = rate, near_length
        lists, checks = self.method.walk(plan, rule_of_nodes, targets.seen, hung.seen, start)
        essential, asked = received(hung, lists, tree, sent, exchange)
        needs = {"sent_nodes": most, "sent_multipoles": asked.nodes, "sent_points": asked.points}
        too_many = [
            (needs[name] > exchange.capacities(name.removeprefix("sent_"))).any() for name in SENT
        ]
        cut_off = functools.reduce(jnp.logical_or, [*too_many, asked.apart])
        checks += [(cut_off, Status.EXCHANGE), (asked.missing, Status.MISSING)]
        counts = {"near": lists.near, "far": lists.far}
        needs |= {name: pairs.count for name, pairs in counts.items() if pairs is not None}
        return _Walk(Walked(essential, lists), checks, needs)

    def _report(self, share: Share, status: Array, needs: Needs) -> Report:
        axes, (targets, sources), walked = self.layout.axes, share.sides, share.walked
        sources_seen = walked.essential.tree
        distances = self.method.distances(self.plan, targets.tree, sources_seen, walked.lists)
        return Report(
            needs=_largest_of_all(needs, axes),
            migrants=jnp.maximum(targets.route.migrants, sources.route.migrants),
            size=lax.pmin(sources.tree.mean_radius(), axes),
            work=lax.all_gather(_work(walked, targets.tree), axes),
            status=every_bit(status, axes),
            distances=None if distances is None else lax.pmin(distances, axes),
            facts=self._facts(share),
        )

    def _facts(self, share: Share) -> Any:
        """The largest facts of all devices, of the transposed sum too."""
        shares = [share] if share.turned is None else [share, share.transposed()]
        facts = [self.method.facts(one.placed_in(self.plan)) for one in shares]
        return lax.pmax(
            jax.tree.map(lambda *same: functools.reduce(jnp.maximum, same), *facts),
            self.layout.axes,
        )


def stacked(share: T) -> T:
    """The share of this device as `shard_map` returns it: with an axis for the devices."""
    return jax.tree.map(lambda array: array[None], share)


def unstacked(share: T) -> T:
    """The share of this device from what `shard_map` passes: the inverse of `stacked`."""
    return jax.tree.map(lambda array: array[0], share)


def every_bit(status: Array, axes: tuple[str, ...]) -> Array:
    """The bits that are set on any device."""
    return functools.reduce(jnp.bitwise_or, list(lax.all_gather(status, axes)))


def _largest(needs: list[Needs]) -> Needs:
    """The largest need of each name, of dicts with the same names."""
    return {name: functools.reduce(jnp.maximum, [one[name] for one in needs]) for name in needs[0]}


def _largest_of_all(needs: Needs, axes: tuple[str, ...]) -> Needs:
    """The largest needs of all devices, by one reduction."""
    largest = lax.pmax(jnp.concatenate([need.reshape(-1) for need in needs.values()]), axes)
    parts = jnp.split(largest, np.cumsum([need.size for need in needs.values()])[:-1])
    return {name: part.reshape(need.shape) for (name, need), part in zip(needs.items(), parts)}


def _like(flags: Array, rows: Array) -> Array:
    """Flags (n,) in a shape that goes with rows (n, ...)."""
    return flags.reshape(-1, *[1] * (rows.ndim - 1))


def _work(walked: Walked, targets: Tree) -> Array:
    """A row of `Report.work`."""
    sources, (far, near, *_) = walked.essential.tree, walked.lists
    pairs = pair_work(targets, sources, near)
    far_pairs = 0 if far is None else far.count
    of_others = sources.count.sum() - walked.essential.own.count[0]
    numbers = [pairs, far_pairs, of_others]
    return jnp.stack([jnp.asarray(number, pairs.dtype) for number in numbers])
