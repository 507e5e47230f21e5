"""Methods by trees and interaction lists: the FMM, the treecode and its transpose, truncated
sums."""

import dataclasses
import math
from typing import Any, ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.cost_model.accuracy import Family
from jaxfmm.errors import Status, bits
from jaxfmm.ewald import parameters as split
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method, Unfit, served
from jaxfmm.methods.costs import Problem, model_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, estimate, times
from jaxfmm.methods.gaussian import truncated_work
from jaxfmm.passes import interpolated
from jaxfmm.passes.far_images import check_images
from jaxfmm.passes.tree_sum import expansions_of, tree_sum
from jaxfmm.passes.variable_order import Levels
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.balanced import build_balanced, leaf_count
from jaxfmm.tree.build import OCCUPANCY, Tree, build
from jaxfmm.tree.points import Box
from jaxfmm.tree.traversal import Traversal
from jaxfmm.tree.traverse import Lists, traverse

LOOSE = 1e30  # an opening parameter that accepts every pair of cells
TRUNCATED_LEAF = 48  # points in a leaf of a truncated sum
STALE_MARGIN = (
    1.1  # how far points may stray from their cells, in cell radii, before the plan is stale
)
MANY = 1.5  # times the usual number of pairs, from which on a reason is given
MOST_CAPACITY = 2**30  # pairs of a list
MOST_LEAF = 2048  # points in a leaf whose size is doubled for the sake of shorter lists
OPERATIONS = {  # on far pairs, as `print(plan)` names them
    "m2l": "M2L (multipoles to local expansions)",
    "m2p": "M2P (multipoles at a point)",
    "p2l": "P2L (points to a local expansion)",
}
LISTS = {
    Status.FAR: "far",
    Status.NEAR: "near",
    Status.EXCHANGED: "exchanged",
}  # that may need more room


def round_up(count: float) -> int:
    """The next of 2^k and 3 * 2^(k-1): few different sizes, so that similar inputs share compiled
    code."""
    power = 1 << max(4, math.ceil(count) - 1).bit_length()
    return power * 3 // 4 if count <= power * 3 // 4 else power


@dataclasses.dataclass(frozen=True)
class _ByTrees(Method):
    """What methods by trees share. by: how far pairs are computed, see `fmm.tree_sum`."""

    by: ClassVar[str | None] = None
    shifts = True
    images = True
    in_lengths = False
    leaf_targets = False  # whether far targets are leaves
    stale_margin = STALE_MARGIN

    def rule(
        self, plan: Plan, kernel: Any, box: Box
    ) -> tuple[float, tuple[jax.Array, jax.Array] | jax.Array | float]:
        """(rate, near_length) of `tree.traverse`, for the kernel in the plan's unit; with
        `Kernel.own_numbers` lengths of the targets and of the sources."""
        raise NotImplementedError

    def seen(self, plan: Plan, tree: Tree) -> Tree:
        """The tree with the radii that `rule` is for."""
        return tree

    def capacity_model(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Any:
        """The `accuracy.Model` by which lists are as long as expected."""
        raise NotImplementedError

    def serves(self, plan: Plan, kernel: Any) -> jax.Array:
        """Whether the plan is good for this kernel, of other parameters perhaps; traceable."""
        return served(plan, kernel)

    def far_capacity_of(self, choice: Choice, far: float) -> float:
        """The room for far pairs, where an FMM has `far`."""
        return far

    def apart_of(self, choice: Choice) -> float | None:
        """From how many times the sum of their radii on equal cells are far from each other."""
        return None

    def with_capacity(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Choice:
        o, model = choice.request, self.capacity_model(choice, kernel, dtype)
        choice = dataclasses.replace(
            choice, arranged=kernel.arranged(o.dim, self.apart_of(choice), o.tol)
        )
        check_images(kernel, choice)

        def leaves(points):
            if o.tree == "balanced":
                return leaf_count(points, choice.leaf_size)
            return min(points, round_up(o.headroom * (2 * points / choice.leaf_size + 8)))

        expected = (
            o.headroom
            * model.reach(choice.theta) ** model.dim
            * (1.5 * max(o.n, o.m) / choice.leaf_size + 8)
        )
        near, far = (count * expected for count in accuracy.CAPACITY[model.dim, model.tree])
        if model.tree == "adaptive":
            near *= accuracy.CAPACITY_THETA / choice.theta
        far = self.far_capacity_of(choice, far * model.without_edges(kernel.has_images))
        images = len(kernel.images(o.dim, dtype, choice.arranged)) if kernel.has_images else 1
        every = (
            images * leaves(o.n) * leaves(o.m)
        )  # no list is longer than all pairs, of leaves or of nodes
        near, far = min(round_up(near), every), min(round_up(far), 4 * every)
        if max(near, far) > MOST_CAPACITY:
            if (
                o.leaf_size is None and choice.leaf_size < MOST_LEAF
            ):  # larger leaves have shorter lists
                return self.with_capacity(
                    dataclasses.replace(choice, leaf_size=2 * choice.leaf_size), kernel, dtype
                )
            raise ValueError(
                f"theta={choice.theta:g} with leaf_size={choice.leaf_size} needs room for some {max(near, far):.0e} "
                "pairs of cells, and lists count up to 2^30; use a larger theta or leaf_size, several devices, or "
                "method='direct'"
            )
        exchanged = min(near, round_up(5 * expected)) if choice.exchanges else 0
        return choice.with_capacity(
            source_leaves=leaves(o.n),
            target_leaves=leaves(o.m),
            far=far,
            near=near,
            exchanged=exchanged,
        )

    def larger_capacity(self, plan, status):
        o, needs, capacity = plan.request, plan.needs(), plan.choice.capacity
        if status & Status.NODES:
            return {
                "source_leaves": min(o.n, round_up(2 * capacity.source_leaves)),
                "target_leaves": min(o.m, round_up(2 * capacity.target_leaves)),
            }
        return {
            name: round_up(o.headroom * needs[name]) for bit, name in LISTS.items() if status & bit
        }

    def grow(
        self,
        plan: Plan,
        extent: jax.Array,
        points: Any,
        leaf_capacity: int,
        finite: Any = True,
    ) -> Tree:
        """The tree of points in the plan's unit; extent: of the box of all points, in that unit;
        finite: whether all are."""
        request = plan.request
        same = {"leaf_size": plan.choice.leaf_size, "extent": extent, "native": request.native}
        if request.tree == "balanced":
            return build_balanced(jnp.where(finite, points, 0), **same)
        return build(points, leaf_capacity=leaf_capacity, finite=finite, **same)

    def rule_in_unit(self, plan: Plan, box: Box) -> Any:
        """`rule` for the plan's own kernel."""
        return self.rule(plan, plan.kernel.summed().in_unit(plan.unit), box)

    def walk(
        self,
        plan: Plan,
        rule: Any,
        targets: Any,
        sources: Tree,
        start: jax.Array,
    ) -> tuple[Lists, list[tuple[jax.Array, Any]]]:
        """(lists, pairs for `errors.bits`): of two trees as they are `seen`, by a rule; none unless
        start."""
        request, capacity = plan.request, plan.choice.capacity
        rate, near_length = rule
        traversal = Traversal(
            targets,
            sources,
            rate=rate,
            near_length=near_length,
            images=plan.images,
            start=start,
            far_capacity=capacity.far,
            near_capacity=capacity.near,
            exchange_capacity=capacity.exchanged,
            leaf_targets=self.leaf_targets,
        )
        lists = traverse(traversal, native=request.native)
        far, near, outward, inward = lists
        wrong = [(near.count > capacity.near, Status.NEAR)]
        if self.by is None:
            lists = lists._replace(far=None)
        else:
            wrong.append((far.count > capacity.far, Status.FAR))
        if capacity.exchanged:
            longest = jnp.maximum(outward.count, inward.count)
            wrong.append((longest > capacity.exchanged, Status.EXCHANGED))
        return lists, wrong

    def prepare(self, plan: Plan, box: Box, sources: jax.Array, targets: jax.Array | None) -> Plan:
        capacity, extent = plan.choice.capacity, box.extent / plan.unit
        sources, targets = (None if x is None else plan.in_unit(x) for x in (sources, targets))
        source = self.grow(plan, extent, sources, capacity.source_leaves, box.finite)
        target = (
            source
            if targets is None
            else self.grow(plan, extent, targets, capacity.target_leaves, box.finite)
        )
        cut_off = (source.n_nodes > source.capacity) | (target.n_nodes > target.capacity)
        rate, near_length = self.rule_in_unit(plan, box)
        if plan.kernel.summed().own_numbers:
            near_length = tuple(
                tree.largest(lengths) for tree, lengths in zip((target, source), near_length)
            )
        seen = self.seen(plan, source)
        seen = (seen if targets is None else self.seen(plan, target)), seen
        # an incomplete tree has no lists; a plan of points that are not finite needs none
        lists, wrong = self.walk(plan, (rate, near_length), *seen, ~cut_off & box.finite)
        wrong.append((cut_off, Status.NODES))
        trees = {"sources_tree": source, "targets_tree": None if targets is None else target}
        return dataclasses.replace(plan, **trees, lists=lists, status=plan.status | bits(wrong))

    def status(
        self, plan: Plan, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool
    ) -> jax.Array:
        wrong = [
            *self.unsuited(plan, kernel),
            (self.far_moved(plan, kernel, plan.sources_tree.mean_radius()), Status.CELL),
        ]
        sides = list(zip(plan.trees, (targets, sources), plan.homes))[
            1 if plan.request.symmetric else 0 :
        ]
        for tree, points, home in [] if own else sides:
            wrong += self.strayed(tree, plan.inside(points, home))
        return bits(wrong)

    def unsuited(self, plan: Plan, kernel: Any) -> Any:
        """Pairs for `errors.bits`: whether a plan is not good for this kernel."""
        return [(~self.serves(plan, kernel), Status.PARAMETER)]

    def distances(self, plan: Plan, targets: Tree, sources: Tree, lists: Lists) -> jax.Array | None:
        """What `with_closest` is to know of each walk, None for nothing."""
        return None

    def with_closest(self, plan: Plan, distances: jax.Array | None) -> Any:
        """The plan with its `closest`, if it has one."""
        return plan

    def strayed(self, tree: Tree, points: jax.Array) -> list[tuple[jax.Array, Status]]:
        """Pairs for `errors.bits`: whether points in the plan's unit are no longer those of the
        tree."""
        spheres = jnp.concatenate([tree.center, self.stale_margin * tree.radius[:, None]], axis=1)[
            tree.leaves
        ]
        # a row for each point, where XLA would gather each number by itself
        sphere = lax.optimization_barrier(spheres).at[tree.leaf_of_point].get(mode="clip")
        offset = points - sphere[:, :-1]
        strayed = jnp.linalg.norm(offset, axis=1) > sphere[:, -1]
        each = bits(
            [(~jnp.isfinite(offset).all(axis=1), Status.NOT_FINITE), (strayed, Status.STALE)]
        )
        found = lax.reduce_or(each, axes=(0,))  # both at once: one pass over the points
        return [((found & int(bit)) > 0, bit) for bit in (Status.NOT_FINITE, Status.STALE)]

    def far_moved(self, plan: Plan, kernel: Any, size: jax.Array) -> Any:
        """Whether images have moved so much beside `size`, the mean radius of the sources' cells,
        that the lists do not serve."""
        if plan.choice.arranged is None:
            return jnp.bool_(False)
        dim, dtype = plan.request.dim, plan.unit.dtype
        moved = kernel.images(dim, dtype, plan.choice.arranged) / plan.unit - plan.images
        return jnp.linalg.norm(moved, axis=1).max() > (self.stale_margin - 1) * size

    def compute(
        self,
        plan: Any,
        kernel: Any,
        targets: jax.Array,
        sources: jax.Array,
        weights: jax.Array,
        source_orders: tuple[int, ...],
        target_orders: tuple[int, ...],
        *,
        backend: str,
        platform: str,
    ) -> jax.Array:
        points = (targets, sources, weights, source_orders, target_orders)
        by = None if kernel.compact else self.by  # far pairs of a slope may give nothing
        factors = None if plan.lattice is None else plan.lattice.factors
        where = {
            "by": by,
            "backend": backend,
            "platform": platform,
            "factors": factors,
            "gathered": plan.prepared[1],
        }
        order = 0
        if by is not None:
            where["family"] = family = self.family_of(kernel, plan.request.dim)
            derivatives = max(source_orders), max(target_orders)
            order = self.acting_order(plan, family, derivatives)
            if plan.images is not None:
                expansion = expansions_of(kernel, plan.request.dim)[family]
                acting = plan.kernel if plan.lattice is None else plan.lattice
                where["at_root"] = acting.at_root(expansion, order, *plan.trees, plan.unit)
        return tree_sum(kernel, order, *plan.trees, plan.lists, *points, **where)

    def acting_order(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> Levels | int:
        """The order of expansions for derivatives of these orders at source and target."""
        raise NotImplementedError

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return slope.compact

    def transposed(self, plan: Plan) -> Plan:
        method = self.turned()
        nodes, leaves = plan.sources_tree.capacity, plan.sources_tree.leaves.shape[0]

        def exchanged(pairs, rows):
            return None if pairs is None else pairs.transposed(rows, native=plan.request.native)

        lists = Lists(
            far=exchanged(plan.far, leaves if method.leaf_targets else nodes),
            near=exchanged(plan.near, leaves),
            outward=exchanged(plan.lists.inward, leaves),
            inward=exchanged(plan.lists.outward, nodes),
        )
        sides = {
            "sources_tree": plan.targets_tree,
            "targets_tree": plan.sources_tree,
            "lists": lists,
        }
        choice = dataclasses.replace(plan.choice, method=method)
        return dataclasses.replace(
            plan, **sides, choice=choice, homes=plan.homes[::-1], marks=plan.marks[::-1]
        )

    def turned(self) -> "_ByTrees":
        """The method of the transposed sum."""
        return self

    def work(self, plan: Plan) -> list[str]:
        """Lines: rooms and counts of a concrete plan."""
        needs, request = plan.needs(), plan.request
        kinds = ("nodes", "far", "near", "exchanged")
        names = {"nodes": "nodes"} | {kind: f"{kind} pairs" for kind in kinds[1:]}
        capacities = [
            f"{names[kind]} {needs[kind]} (room {needs[kind + '_capacity']})"
            for kind in kinds
            if kind in needs
        ]
        lines = ["  " + ", ".join(capacities)]
        if int(plan.status):
            return lines
        counts = {
            name: f"{count / request.m:.2f} {OPERATIONS[name]}"
            for name, count in self._far_counts(plan).items()
        }
        near = f"{plan.pair_work() / request.m:.0f} P2P (pairs of points)"
        return [*lines, f"  per target: {', '.join([*counts.values(), near])}"]

    def _far_counts(self, plan: Plan) -> dict[str, int]:
        """{name in OPERATIONS: how often a sum with a concrete plan does that}. A multipole that
        acts on the points of a leaf is evaluated at each of them."""
        target, source = plan.trees
        _, _, outward, inward = plan.lists
        m2p = plan.far if self.by == "m2p" else outward
        p2l = plan.far if self.by == "p2l" else inward
        counts = {
            "m2l": int(plan.far.count) if self.by == "m2l" else 0,
            "m2p": 0 if m2p is None else target.points_in(m2p.target[: int(m2p.count)]),
            "p2l": 0 if p2l is None else source.points_in(p2l.number[: int(p2l.count)]),
        }
        return {name: count for name, count in counts.items() if count or name == self.by}


@dataclasses.dataclass(frozen=True)
class _ByExpansions(_ByTrees):
    """What the FMM and the treecode share. family: of the expansions, one of
    `accuracy.FAMILIES`."""

    family: str
    local = True  # whether it has local expansions

    @property
    def kind(self) -> Family:
        return accuracy.FAMILIES[self.family]

    def applies(self, kernel: Any) -> bool:
        # errors are measured without images
        return not kernel.compact and (kernel.errors_known or not kernel.has_images)

    def fits(self, kernel: Any, dim: int) -> bool:
        return self.family in expansions_of(kernel, dim)

    def family_of(self, kernel: Any, dim: int) -> Any:
        """That of the sum of a kernel: a derivative of the plan's in a parameter may have
        others."""
        found = expansions_of(kernel, dim)
        return self.family if self.family in found else next(iter(found))

    def order_of(self, family: str, choice: Choice) -> Any:
        """The order of a family that has the accuracy of the choice's, None if none has."""
        if family == self.family:
            return choice.order
        o = choice.request
        return accuracy.Model(o.dim, o.tree, family, self.local).order_for(
            o.tol, choice.theta, o.derivatives
        )

    def acting_order(self, plan: Plan, family: str, derivatives: tuple[int, int]) -> Levels | int:
        order, planned = self.order_of(family, plan.choice), plan.request.derivatives
        anywhere = plan.kernel.extra_derivatives
        return accuracy.order_for_derivatives(order, planned, *derivatives, family, anywhere)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        if slope.compact:
            return True
        found = bool(expansions_of(slope, choice.request.dim))
        return (
            found and self.order_of(self.family_of(slope, choice.request.dim), choice) is not None
        )

    def capacity_model(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Any:
        return model_of(choice.request, kernel, dtype, self.family, local=self.local)

    def apart_of(self, choice: Choice) -> float:
        rate = accuracy.convergence(choice.theta, choice.request.tree, self.family)
        return (1 + rate) / (2 * rate)

    def _expansion(self, plan: Plan) -> Any:
        return expansions_of(plan.kernel.summed(), plan.request.dim)[self.family]

    def rule(
        self, plan: Plan, kernel: Any, box: Box
    ) -> tuple[float, tuple[jax.Array, jax.Array] | jax.Array | float]:
        rate = accuracy.convergence(plan.choice.theta, plan.request.tree, self.family)
        rate = 1.0 if plan.choice.by_sum else rate  # of radii as they are `seen`
        if self._expansion(plan).by_nodes:
            low, high = plan.in_unit(jnp.stack([box.low, box.high]))
            return rate, interpolated.resolved(low, high)
        return rate, kernel.far_length(plan.request.tol) if self.kind.of_one_kernel else 0.0

    def serves(self, plan: Plan, kernel: Any) -> jax.Array:
        if not plan.kernel.errors_known:
            return served(plan, kernel)
        if self.kind.of_one_kernel:
            return plan.kernel.serves(kernel, plan.request.tol, plan.unit.dtype)
        # the tables of the other families are the worst over lengths
        return self.kept(plan, kernel)

    def kept(self, plan: Plan, kernel: Kernel) -> jax.Array:
        if plan.measured is None or plan.kernel.errors_known and self.kind.of_one_kernel:
            return jnp.ones((), bool)
        near = plan.measured_for.like if plan.kernel.errors_known else plan.measured_for.close_to
        return near(kernel, plan.unit.dtype)

    def seen(self, plan: Plan, tree: Tree) -> Tree:
        if not self.kind.rounded:
            return tree
        tree, o = interpolated.rounded(tree), plan.choice
        return dataclasses.replace(tree, radius=tree.radius / o.theta) if o.by_sum else tree

    def measures(self, request: Request, kernel: Any) -> bool:
        return request.promised and not kernel.errors_known

    def fitted(self, request: Request, kernel: Any) -> bool:
        # what is measured is wrong as the potential and the gradient are
        possible = not kernel.has_images or kernel.has_waves and request.tol >= split.LEAST_TOL
        return request.promised and kernel.errors_known and possible and request.derivatives <= 1

    def propose(self, request: Any, given: Problem) -> tuple[Choice, float]:
        kernel = given.kernel
        # points that a jitted function takes from outside are no tracers, what is computed of them
        # is
        if self.measures(request, kernel) and errors.is_traced(kernel, given.points):
            raise Unfit(
                f"method={self.name!r} cannot promise tol={request.tol:g} for {kernel.name} inside jit, where no "
                "error is measured; make the plan outside, or give order and theta"
            )
        if request.order is not None and request.order > self.kind.most_order(request.dim):
            raise Unfit(
                f"order must be at most {self.kind.most_order(request.dim)} here, got {request.order}"
            )
        model = model_of(request, kernel, given.sources.dtype, self.family, local=self.local)
        apart = self.apart(request, given)
        tol = (
            request.tol if kernel.errors_known else request.tol / 3
        )  # foreseen errors choose again
        usual = request.spare is not None and self.fitted(request, kernel)
        tol = tol / request.spare if usual else tol
        around = {"apart": apart, "images": kernel.has_images}
        leaf_size = request.leaf_size if request.promised else None
        best = model.choose(
            tol, request.derivatives, request.n, usual=usual, leaf_size=leaf_size, **around
        )
        if best is None and None not in (
            request.order,
            request.theta,
        ):  # the leaf size of the highest accuracy
            best = accuracy.Parameters(request.order, request.theta, TRUNCATED_LEAF)
        if best is None:
            raise Unfit(
                f"method={self.name!r} cannot sum {kernel.name} to tol={request.tol:g}; use 'direct' or 'auto'"
            )
        given = {name: getattr(request, name) for name in ("order", "theta", "leaf_size")}
        best = dataclasses.replace(
            best, **{name: value for name, value in given.items() if value is not None}
        )
        by_sum = usual and self.kind.by_sum and self.local  # where errors are measured
        choice = Choice(request=request, method=self, by_sum=by_sum, **dataclasses.asdict(best))
        return choice, model.expected_time(best, request.n, request.m, **around)

    def apart(self, request: Request, given: Problem) -> Any:
        """The distance below which pairs are summed directly, over the size of the box; infinite
        where it is not known and there are other expansions."""
        kernel = given.kernel.summed()
        lengths = (
            jax.tree.leaves(kernel.far_length(request.tol)) if self.kind.of_one_kernel else [0.0]
        )
        if not errors.is_traced(lengths) and not any(np.any(length) for length in lengths):
            return 0.0
        if errors.is_traced(lengths, given.points):
            return math.inf if len(expansions_of(kernel, request.dim)) > 1 else 0.0
        size = max(given.extent)
        return max(float(jnp.mean(length)) for length in lengths) / size if size > 0 else 0.0

    def how(self, plan: Plan, known: bool) -> list[str]:
        o, request = plan.choice, plan.request
        usable = known and not int(plan.status)
        model, expected = self.capacity_model(o, plan.kernel, plan.unit.dtype), None
        lines = times(plan, self.time(plan) if usable else None)
        lines += estimate(model) if lines else []
        kind = f"{self.family} expansions of order {o.order}"
        lines.append(f"  {request.tree} tree, {kind}, theta {o.theta:g}, leaf size {o.leaf_size}")
        if plan.kernel.errors_known:
            expected = model.expected_error(o.order, o.theta, request.derivatives)
        lines += accuracy_of(plan, expected)
        if not known:
            return lines
        lines += self.work(plan)
        lengths = plan.kernel.summed().far_length(request.tol) if self.kind.of_one_kernel else 0.0
        length = max(float(jnp.max(x)) for x in jax.tree.leaves(lengths))
        usual = accuracy.WORK[request.dim, request.tree][0] * model.reach(o.theta) ** request.dim
        if (
            usable
            and length > 0
            and plan.pair_work() / request.m > MANY * usual * OCCUPANCY * o.leaf_size
        ):
            why = f"expansions serve from a distance of {length:.3g} on"
            lines.append(f"  so many because of the softening or core: {why}")
        return lines


@dataclasses.dataclass(frozen=True)
class FMM(_ByExpansions):
    """The fast multipole method."""

    name = "fmm"
    by = "m2l"
    counted = True

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        choice, cost = super().propose(request, given)
        expansion = expansions_of(given.kernel.summed(), request.dim)[self.family]
        if request.tree != "balanced" or not expansion.at_particles:
            return choice, cost
        pays = self.capacity_model(choice, given.kernel, given.sources.dtype).exchange_pays(
            choice, request.n
        )
        return dataclasses.replace(choice, exchanges=pays), cost

    def crowded(self, plan: Plan) -> bool:
        if not self.kind.of_one_kernel or errors.is_traced(plan):
            return False
        others = len(expansions_of(plan.kernel.summed(), plan.request.dim)) > 1
        return others and int(plan.near.count) > plan.choice.capacity.near

    def prepare(self, plan: Plan, box: Box, sources: jax.Array, targets: jax.Array | None) -> Plan:
        made = super().prepare(plan, box, sources, targets)
        return self.with_closest(made, self.distances(made, *made.trees, made.lists))

    def distances(self, plan: Plan, targets: Tree, sources: Tree, lists: Lists) -> jax.Array | None:
        """`interpolated.distances` of two trees, None where they do not matter."""
        if self.kind.of_one_kernel or plan.request.symmetric or not plan.kernel.is_radial:
            return None
        return interpolated.distances(targets, sources, lists)

    def with_closest(self, plan: Plan, distances: jax.Array | None) -> Any:
        """The plan with its `closest`, by the `distances` of all of its trees."""
        if distances is None:
            return plan
        plan = dataclasses.replace(plan, closest=interpolated.closest(distances))
        return dataclasses.replace(plan, status=plan.status | bits(_sharp(plan, plan.kernel)))

    def unsuited(self, plan: Plan, kernel: Any) -> Any:
        return [*super().unsuited(plan, kernel), *_sharp(plan, kernel)]

    def time(self, plan: Plan) -> float:
        return sum(self.stages(plan).values())

    def stages(self, plan: Any) -> dict[str, float]:
        return self.stages_of(plan, plan.pair_work(), int(plan.far.count))

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        """{stage: nanoseconds} with so many near pairs of points and far pairs of cells."""
        model, request = (
            self.capacity_model(plan.choice, plan.kernel, plan.unit.dtype),
            plan.request,
        )
        return model.stages(plan.choice, request.n, request.m, pairs, far)


def _sharp(plan: Plan, kernel: Any) -> list[tuple[jax.Array, Status]]:
    """Pairs for `errors.bits`: whether the kernel decays too fast to be interpolated between the
    points of the plan."""
    if plan.closest is None or not plan.request.promised:
        return []
    rate = jnp.asarray(
        lax.stop_gradient(kernel).summed().in_unit(plan.unit).decay(), plan.unit.dtype
    )
    return [(rate * plan.closest > interpolated.MOST_DECAY, Status.SHARP)]


@dataclasses.dataclass(frozen=True)
class Treecode(_ByExpansions):
    """The treecode: multipoles are evaluated at points."""

    name = "treecode"
    by = "m2p"
    automatic = False
    local = False
    leaf_targets = True

    def far_capacity_of(
        self, choice: Choice, far: float
    ) -> float:  # its lists grow with the depth of the tree
        points = max(choice.request.n, choice.request.m)
        return far * max(1.0, 1.5 * math.log2(points / choice.leaf_size))

    def turned(self) -> _ByTrees:
        return TransposedTreecode(self.family)


@dataclasses.dataclass(frozen=True)
class TransposedTreecode(Treecode):
    """The transpose of a treecode: points give to local expansions. Only plans that are transposed
    have it."""

    name = "transposed treecode"
    by = "p2l"
    leaf_targets = False

    def turned(self) -> _ByTrees:
        return Treecode(self.family)


@dataclasses.dataclass(frozen=True)
class Truncated(_ByTrees):
    """The sum over pairs within the reach of a compact kernel, or of a Gaussian."""

    name = "truncated"

    def applies(self, kernel: Any) -> bool:
        return kernel.compact

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        leaf_size, cost = request.leaf_size or TRUNCATED_LEAF, math.inf
        kernel, points, dtype = given.kernel, given.points, given.sources.dtype
        reach = jnp.asarray(
            kernel.summed().reach(request.tol, request.derivatives, request.dim), dtype
        )
        if not errors.is_traced(points, reach):
            leaf_size, pairs = truncated_work(points[-1], points[0], reach, request.leaf_size)
            rates = rates_of(request, kernel, dtype)
            cost = rates.pair_at(leaf_size) * pairs + rates.call
        return Choice(request=request, method=self, leaf_size=leaf_size), cost

    def rule(
        self, plan: Plan, kernel: Any, box: Box
    ) -> tuple[float, tuple[jax.Array, jax.Array] | jax.Array | float]:
        request = plan.request
        return LOOSE, kernel.reach(
            request.tol, request.derivatives, request.dim
        )  # farther pairs are left out

    def capacity_model(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Any:
        return accuracy.Model(3, "adaptive")  # whatever the dimension, with theta = 0.7

    def far_capacity_of(self, choice: Choice, far: float) -> float:
        return 1

    def time(self, plan: Plan) -> float:
        return sum(self.stages(plan).values())

    def stages(self, plan: Any) -> dict[str, float]:
        return self.stages_of(plan, plan.pair_work(), 0)

    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        """{stage: nanoseconds} with so many near pairs of points."""
        rates = rates_of(plan.request, plan.kernel, plan.unit.dtype)
        return {"P2P": rates.pair_at(plan.choice.leaf_size) * pairs, "call": rates.call}

    def how(self, plan: Plan, known: bool) -> list[str]:
        request = plan.request
        reach = plan.kernel.summed().reach(request.tol, request.derivatives, request.dim)
        length = f" {float(reach):.4g}" if known and not errors.is_traced(reach) else ""
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within the reach{length} of the kernel, leaf size {plan.choice.leaf_size}",
            *accuracy_of(plan),
            *(self.work(plan) if known else []),
        ]
