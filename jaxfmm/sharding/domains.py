"""Sums by trees over the devices of a mesh: each has a domain, the tree of its points, and what it
needs of others."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.errors import HARMLESS, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.by_trees import round_up
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan, pair_work
from jaxfmm.request import Choice
from jaxfmm.sharding.describe import times_of, work_of
from jaxfmm.sharding.essential import Rule, chosen, gathered_tops, top_of
from jaxfmm.sharding.gathered import FromOthers
from jaxfmm.sharding.overmesh import OverMesh
from jaxfmm.sharding.received import Essential, hang, received
from jaxfmm.sharding.ring import Ring
from jaxfmm.sharding.routes import Route, padded_length, route_of, usual_capacity
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import Lists

REPLICATED = PartitionSpec()
MOST_POINTS = 2**31  # on all devices together, which are counted when they are dealt out
# Of even points, how much a device sends to another one, in layers of leaves.
NODES, MULTIPOLES, POINTS = 32.0, 10.0, 4.0
SPARE = 1.5  # times the room that points ask for, above which a plan gets less,
SMALL = 2**13  # if it is not small anyway
SENT = (
    "sent_nodes",
    "sent_multipoles",
    "sent_points",
)  # rooms of what a device sends to another one


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Domain:
    """The points of a device: their route, their tree, and the radii by which walks see its nodes,
    None for its own."""

    route: Route
    tree: Tree
    radius: jax.Array | None

    @property
    def seen(self):
        return (
            self.tree if self.radius is None else dataclasses.replace(self.tree, radius=self.radius)
        )


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Walked:
    """The sources of a device's targets, and the lists of its walk."""

    essential: Essential
    lists: Lists


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Share:
    """What a device has of a plan. targets: None where they are the sources. turned: of the
    transposed sum, for targets of their own. Outside of `shard_map` the arrays of all devices are
    stacked."""

    targets: Domain | None
    sources: Domain
    walked: Walked
    turned: Walked | None

    @property
    def sides(self):
        return (self.sources if self.targets is None else self.targets), self.sources


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Report:
    """What all devices know of each other. needs: {name: the most that a device needs}; size: the
    least `Tree.mean_radius` of the sources; work (devices, 3): pairs of points, far pairs, points
    that come from others. distances: the least of `interpolated.distances`, or None."""

    needs: dict[str, jax.Array]
    size: jax.Array
    work: jax.Array
    status: jax.Array
    distances: jax.Array | None


@dataclasses.dataclass(frozen=True)
class Domains(OverMesh):
    """A method by trees over a mesh."""

    shifts = True

    def all_pairs(self, direct: Method) -> Method:
        return Ring(direct, self.layout)

    def _local(self, choice):
        """The choice of a device's own plan."""
        n, m = (self.layout.length(count) for count in (choice.request.n, choice.request.m))
        n, m = (padded_length(count, self.layout.size) for count in (n, m))
        return dataclasses.replace(choice, method=self.inner, exchanges=False).with_request(
            n=n, m=m, layout=None
        )

    def with_capacity(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Choice:
        local, devices = (
            self.inner.with_capacity(self._local(choice), kernel, dtype),
            self.layout.size,
        )
        if (count := max(choice.request.n, choice.request.m)) >= MOST_POINTS:
            raise ValueError(
                f"points on all devices together must be fewer than 2^31, got {count}; use fewer"
            )
        o, leaf, dim = local.request, local.leaf_size, local.request.dim
        most, leaves = (
            max(o.n, o.m),
            max(local.capacity.source_leaves, local.capacity.target_leaves),
        )
        # what lies within a leaf of a face of a domain: of even points, a few times that is sent
        layer = o.headroom * most ** (1 - 1 / dim) * leaf ** (1 / dim)
        capacity = dataclasses.replace(
            local.capacity,
            routed=usual_capacity(
                max(self.layout.length(choice.request.n), self.layout.length(choice.request.m)),
                devices,
            ),
            sent_nodes=min(2 * leaves - 1, finely(NODES * layer / leaf + 512)),
            sent_multipoles=min(2 * leaves - 1, finely(MULTIPOLES * layer / leaf + 256)),
            sent_points=min(most, finely(POINTS * layer + 64)),
        )
        same = {"leaf_size": local.leaf_size, "arranged": local.arranged}
        return dataclasses.replace(choice, capacity=capacity, exchanges=False, **same)

    def larger_capacity(self, plan, status):
        o, needs, capacity = plan.request, plan.needs(), plan.choice.capacity
        local = self._local(plan.choice).request
        if status & Status.NODES:
            return {
                "source_leaves": min(local.n, round_up(2 * capacity.source_leaves)),
                "target_leaves": min(local.m, round_up(2 * capacity.target_leaves)),
            }
        more = {}
        if status & Status.EXCHANGE:
            mosts = self._mosts(plan) | {"routed": max(local.n, local.m)}
            short = [name for name in mosts if needs[name] > getattr(capacity, name)]
            more = {name: min(mosts[name], finely(o.headroom * needs[name])) for name in short}
            if "sent_nodes" in more:  # that are counted up to the room
                more["sent_nodes"] = min(mosts["sent_nodes"], 4 * capacity.sent_nodes)
        lists = {Status.FAR: "far", Status.NEAR: "near"}
        return more | {
            name: round_up(o.headroom * needs[name])
            for bit, name in lists.items()
            if status & bit and needs[name]
        }

    def settle(self, plan: Plan) -> Choice:
        """The choice with less capacity where far more is left than points ask for."""
        if int(plan.status):
            return plan.choice
        needs, capacity = plan.needs(), plan.choice.capacity
        headroom = plan.request.headroom
        fit = {
            name: min(most, finely(headroom * needs[name]))
            for name, most in self._mosts(plan).items()
        }
        return plan.choice.with_capacity(
            **{
                name: smaller
                for name, smaller in fit.items()
                if SPARE * max(smaller, SMALL) < getattr(capacity, name)
            }
        )

    def _mosts(self, plan):
        """The largest rooms of SENT that there can be need of."""
        local, capacity = self._local(plan.choice).request, plan.choice.capacity
        nodes = 2 * max(capacity.source_leaves, capacity.target_leaves) - 1
        return {"sent_nodes": nodes, "sent_multipoles": nodes, "sent_points": max(local.n, local.m)}

    def needs(self, plan: Plan) -> dict:
        report, capacity = plan.prepared[1], plan.choice.capacity
        needs = {name: int(value) for name, value in report.needs.items()}
        leaves = max(capacity.source_leaves, capacity.target_leaves)
        capacities = {"nodes": 2 * leaves - 1} | {
            name: getattr(capacity, name) for name in needs if name != "nodes"
        }
        return needs | {f"{name}_capacity": capacities[name] for name in needs}

    def prepare(self, plan: Any, box: Any, sources: jax.Array, targets: jax.Array | None) -> Plan:
        inside = [
            None if x is None else jnp.where(box.finite, plan.in_unit(x), 0)
            for x in (sources, targets)
        ]
        y, x = (None if points is None else self.layout.split(points) for points in inside)
        bare = self._bare(plan)
        rule = self.inner.rule_in_unit(plan, box)
        given = bare, rule, box.extent / plan.unit, box.finite
        arguments = (y,) if x is None else (y, x)
        out = (self.layout.rows, REPLICATED)
        share, report = self.layout.over(self._prepared, out=out, replicated=1)(given, *arguments)
        made = dataclasses.replace(
            plan, prepared=(share, report), status=plan.status | report.status
        )
        return self.inner.with_closest(made, report.distances)

    def _bare(self, plan):
        """The plan of a device, without what it has of the points."""
        choice = self._local(plan.choice)
        none: dict[str, Any] = {
            "prepared": (None, None),
            "homes": (None, None),
            "marks": (),
            "why": None,
        }
        return dataclasses.replace(plan, choice=choice, **none)

    def _prepared(self, given, y, x=None):
        """(`Share`, `Report`) of a device, by its part of the points."""
        plan, rule, extent, finite = given
        capacity, axes, devices = plan.choice.capacity, self.layout.axes, self.layout.size

        def domain(points, leaves):
            route = route_of(points, capacity=capacity.routed, axes=axes, devices=devices)
            here = route.forward(points)
            tree = self.inner.build_tree(plan, extent, here, leaves)
            seen = self.inner.seen(plan, tree)
            return Domain(route, tree, None if seen is tree else seen.radius)

        sources = domain(y, capacity.source_leaves)
        targets = None if x is None else domain(x, capacity.target_leaves)
        share = Share(targets, sources, None, None)
        wrong, needs = [], {"nodes": jnp.int32(0), "routed": jnp.int32(0)}
        for side in {id(side): side for side in share.sides}.values():
            wrong.append((side.tree.n_nodes > side.tree.capacity, Status.NODES))
            wrong.append((side.route.most > capacity.routed, Status.EXCHANGE))
            needs["nodes"] = jnp.maximum(needs["nodes"], side.tree.n_nodes)
            needs["routed"] = jnp.maximum(needs["routed"], side.route.most)
        bad = lax.pmax(bits(wrong), axes)
        start = finite & (bad == 0)
        walked, found, more = self._walk(plan, rule, *share.sides, start)
        work, turned = self._work(plan, walked, share.sides[0].tree), None
        needs |= more
        if x is not None:
            back = plan if plan.images is None else dataclasses.replace(plan, images=-plan.images)
            turned, found_too, more = self._walk(back, rule, *share.sides[::-1], start)
            wrong += found_too
            needs |= {name: jnp.maximum(needs[name], value) for name, value in more.items()}
        wrong += found
        share = dataclasses.replace(share, walked=walked, turned=turned)
        every = lax.all_gather(bits(wrong), axes)
        status = functools.reduce(jnp.bitwise_or, list(every))
        distances = self.inner.distances(
            plan, share.sides[0].tree, walked.essential.tree, walked.lists
        )
        distances = None if distances is None else lax.pmin(distances, axes)
        needs = dict(zip(needs, lax.pmax(jnp.stack(list(needs.values())), axes)))
        size = lax.pmin(share.sources.tree.mean_radius(), axes)
        report = Report(needs, size, lax.all_gather(work, axes), status, distances)
        return jax.tree.map(lambda array: array[None], share), report

    def _walk(self, plan, rule, targets, sources, start):
        """(`Walked`, pairs for `errors.bits`, needs) of a device whose targets and sources these
        are."""
        capacity, axes, devices = plan.choice.capacity, self.layout.axes, self.layout.size
        dim, dtype = sources.tree.center.shape[1], sources.tree.center.dtype
        images = jnp.zeros((1, dim), dtype) if plan.images is None else plan.images
        tops = gathered_tops(top_of(targets.seen), axes)
        # a tree that is cut off is not walked
        mine = (jnp.arange(devices) == lax.axis_index(axes)) | (
            sources.tree.n_nodes > sources.tree.capacity
        )
        sent = chosen(
            sources.tree, sources.seen, tops, Rule(*rule, images), mine, capacity.sent_nodes
        )
        most = lax.pmax(sent.n_nodes.max(), axes)
        over = {"axes": axes, "devices": devices}
        hung = hang(sources.tree, sources.seen, sent, **over)
        lists, wrong = self.inner.walk(
            plan, rule, targets.seen, hung.seen, start & (most <= capacity.sent_nodes)
        )
        capacities = {
            "points_capacity": capacity.sent_points,
            "nodes_capacity": capacity.sent_multipoles,
        }
        whole, asked = received(hung, lists, sources.tree, sent, **capacities, **over)
        needs = {"sent_nodes": most, "sent_multipoles": asked.nodes, "sent_points": asked.points}
        needs |= {"near": lists.near.count}
        if lists.far is not None:
            needs |= {"far": lists.far.count}
        cut_off = functools.reduce(
            jnp.logical_or, [needs[name] > getattr(capacity, name) for name in SENT]
        )
        wrong += [(cut_off, Status.EXCHANGE), (asked.missing, Status.MISSING)]
        return Walked(whole, lists), wrong, needs

    def _work(self, plan, walked, targets):
        far = jnp.int32(0) if walked.lists.far is None else walked.lists.far.count
        pairs = pair_work(targets, walked.essential.tree, walked.lists.near)
        return jnp.stack(
            [
                pairs,
                far.astype(pairs.dtype),
                jnp.asarray(walked.essential.tree.count.sum(), pairs.dtype),
            ]
        )

    def status(
        self, plan: Any, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool
    ) -> jax.Array:
        moved = self.inner.far_moved(plan, kernel, plan.prepared[1].size)
        wrong = [*self.inner.unsuited(plan, kernel), (moved, Status.CELL)]
        if own:
            return bits(wrong)
        sides = (
            [(plan.inside(sources, plan.homes[1]), 1)]
            if plan.request.symmetric
            else [
                (plan.inside(targets, plan.homes[0]), 0),
                (plan.inside(sources, plan.homes[1]), 1),
            ]
        )
        points = [self.layout.split(x) for x, _ in sides]

        def check(share, *points):
            share = jax.tree.map(lambda array: array[0], share)
            found = []
            for x, (_, which) in zip(points, sides):
                domain = share.sides[which]
                finite = jnp.isfinite(x).all()
                here = domain.route.forward(jnp.where(jnp.isfinite(x), x, 0))
                found += [(~finite, Status.NOT_FINITE), *self.inner.strayed(domain.tree, here)]
            every = lax.all_gather(bits(found), self.layout.axes)
            return functools.reduce(jnp.bitwise_or, list(every))

        return bits(wrong) | self.layout.over(check, out=REPLICATED)(plan.prepared[0], *points)

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> jax.Array:
        targets, sources, weights, *_ = summands
        symmetric, m, bare = plan.request.symmetric, targets.shape[0], self._bare(plan)

        def local(given, share, y, w, x=None):
            plan, kernel = given
            share = jax.tree.map(lambda array: array[0], share)
            target, source = share.sides
            tree, whole = source.tree, share.walked.essential
            rows = source.route.forward(y, w)
            x = rows[:, : y.shape[1]] if x is None else target.route.forward(x)
            rows = whole.rows_of_points(rows[tree.order])
            y, w = rows[:, : y.shape[1]], rows[:, y.shape[1] :].reshape(len(rows), *w.shape[1:])
            lists = (
                share.walked.lists
                if plan.lattice is None
                else share.walked.lists.moved(plan.images)
            )
            trees = {"targets_tree": target.tree, "sources_tree": whole.tree, "lists": lists}
            gathered = FromOthers(whole, with_root=plan.images is not None)
            plan = dataclasses.replace(plan, **trees, prepared=(None, gathered))
            here = summands._replace(targets=x, sources=y, weights=w)
            out = self.inner.compute(plan, kernel, here, backend=backend, platform=platform)
            out = jnp.where((plan.status & ~int(HARMLESS)) == 0, out, jnp.nan)
            return target.route.backward(out)

        y, w = self.layout.split(sources), self.layout.split(weights, with_zeros=True)
        arguments = (y, w) if symmetric else (y, w, self.layout.split(targets))
        run = self.layout.over(local, out=self.layout.rows, replicated=1)
        return run((bare, kernel), plan.prepared[0], *arguments)[:m]

    def transposed(self, plan: Plan) -> Plan:
        share, report = plan.prepared
        turned = Share(share.sources, share.targets, share.turned, share.walked)
        homes, request = plan.homes[::-1], plan.request
        choice = plan.choice.with_request(n=request.m, m=request.n)
        capacity = choice.capacity
        choice = choice.with_capacity(
            source_leaves=capacity.target_leaves, target_leaves=capacity.source_leaves
        )
        return dataclasses.replace(
            plan, prepared=(turned, report), homes=homes, choice=choice, marks=plan.marks[::-1]
        )

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return self.inner.sums_slopes(slope, self._local(choice))

    def how(self, plan: Plan, known: bool) -> list[str]:
        lines = [line for line in self.inner.how(self._bare(plan), False) if "about" not in line]
        lines += self.where(plan)
        if not known:
            return lines
        sent = [name for name in SENT if name != "sent_multipoles" or self.inner.by is not None]
        return lines + work_of(plan, self._bare(plan), sent)

    def times(self, plan):
        """Nanoseconds of potential and gradient on each device, without exchanges, as counted for a
        concrete plan."""
        return times_of(plan, self._bare(plan))


def finely(count):
    """The next of 16 sizes for each power of two, at least 16: few different ones, and little that
    is sent in vain."""
    step = 1 << max(0, math.ceil(count).bit_length() - 5)
    return max(16, math.ceil(count / step) * step)
