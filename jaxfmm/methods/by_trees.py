"""The base class of methods by trees and interaction lists: the FMM, the treecode and truncated
sums."""

import abc
import dataclasses
import math
from collections.abc import Callable
from typing import Any, ClassVar

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.times import CAPACITY, CAPACITY_THETA
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.costs import own_stages
from jaxfmm.methods.images import ImageSplit, ListsAndRoot
from jaxfmm.passes.lattice_sums import check_images
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Between, Scheme, TreePair, tree_sum
from jaxfmm.plan import Plan
from jaxfmm.request import Capacity, Choice
from jaxfmm.tree.balanced import build_balanced, leaf_count
from jaxfmm.tree.build import build
from jaxfmm.tree.partial import build_of_some
from jaxfmm.tree.points import Box
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import Lists, PairList, traverse

# A plan is stale when a point is farther than this many radii from the centre of its leaf.
STALE_MARGIN = 1.1
# A plan by segments is stale when an image has moved by more than this share of its distance.
MOST_MOVED = 1e-3
MOST_CAPACITY = 2**30  # A list has at most this many pairs.
# Leaf sizes are doubled up to this number of points where lists would be too long.
MOST_LEAF = 2048
LISTS = {Status.FAR: "far", Status.NEAR: "near", Status.EXCHANGED: "exchanged"}

Lengths = tuple[Array, Array] | Array | float  # `Traversal.near_length`
Checks = list[tuple[Array, Status]]  # pairs for `errors.bits`


def round_up(count: float) -> int:
    """`count` rounded up to 2^k or 3 * 2^(k-1), so that similar inputs share compiled code."""
    power = 1 << max(4, math.ceil(count) - 1).bit_length()
    return power * 3 // 4 if count <= power * 3 // 4 else power


@dataclasses.dataclass(frozen=True)
class TreeMethod(Method):
    """A method whose plans have trees and interaction lists. The subclass `NearMethod` sums near
    pairs alone, `ExpansionMethod` also far pairs by expansions.

    Class attributes:
      by: how far pairs are computed, see `tree_sum.Scheme`.
      leaf_targets: whether the targets of far pairs are leaves.
      stale_margin: a plan is stale when a point is farther than this many radii from the centre of
        its leaf."""

    by: ClassVar[str | None] = None
    shifts = True
    images: ClassVar[ImageSplit] = ListsAndRoot()
    in_lengths = False
    leaf_targets = False
    by_segments = True
    accumulates = True
    stale_margin = STALE_MARGIN

    # what a subclass gives

    @abc.abstractmethod
    def rule(self, plan: Plan, kernel: Kernel, box: Box) -> tuple[float, Lengths]:
        """(rate, near_length) of `tree.traverse`, for the kernel in the plan's unit. For kernels
        with `own_numbers`, near_length is (of the targets, of the sources)."""

    @abc.abstractmethod
    def capacity_model(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Model:
        """The model that predicts the lengths of lists."""

    @abc.abstractmethod
    def far_capacity(self, choice: Choice, far: float) -> float:
        """The expected number of far pairs of this method, if an FMM has `far`."""

    @abc.abstractmethod
    def apart_of(self, choice: Choice) -> float | None:
        """Two cells of equal size form a far pair if their distance is at least this many times the
        sum of their radii; None if that is unknown."""

    def arranged(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Any:
        """The near images, by `Images.arranged`."""
        return kernel.images.arranged(choice.request.dim, self.apart_of(choice), choice.request.tol)

    @abc.abstractmethod
    def suits(self, plan: Plan, kernel: Kernel) -> Array:
        """Whether the plan keeps its tolerance for this kernel, whose parameters may differ from
        the plan's; traceable."""

    @abc.abstractmethod
    def stages_of(self, plan: Plan, pairs: float, far: int) -> dict[str, float]:
        """{stage: nanoseconds} for these numbers of near pairs of points and of far pairs of cells;
        empty where times are unknown."""

    def numbers_in(self, plan: Plan, multipoles: int) -> int:
        """How many numbers so many multipoles of nodes have."""
        model = self.capacity_model(plan.choice, plan.kernel, plan.unit.dtype)
        return multipoles * model.coefficients(plan.choice.order)

    def seen(self, plan: Plan, tree: Tree) -> Tree:
        """The tree with the radii that `rule` is for."""
        return tree

    def unsuited(self, plan: Plan, kernel: Kernel) -> Checks:
        """The checks whether a plan keeps its tolerance for this kernel."""
        return [(~self.suits(plan, kernel), Status.PARAMETER)]

    def facts(self, plan: Plan) -> Any:
        """What `settle_by` and `unsuited_cells` need to know of the trees and lists of a plan, on
        one device or on a device of a mesh: a pytree of arrays, of which the largest of all
        devices count. None for methods that need nothing."""
        return None

    def settle_by(self, plan: Plan, facts: Any) -> Choice:
        """`settle`, for a plan with these concrete facts."""
        return plan.choice

    def settle(self, plan: Plan) -> Choice:
        return self.settle_by(plan, self.facts(plan))

    def unsuited_cells(self, plan: Plan, kernel: Kernel, facts: Any) -> Checks:
        """The checks whether trees and lists with these facts suit the choice of the plan, with
        this kernel."""
        return []

    def distances(self, plan: Plan, targets: Tree, sources: Tree, lists: Lists) -> Array | None:
        """The distances of a walk that `with_closest` takes; None for methods that need none."""
        return None

    def with_closest(self, plan: Plan, distances: Array | None) -> Plan:
        """The plan with `Plan.closest`, from the smallest `distances` of its walks."""
        return plan

    def turned(self) -> "TreeMethod":
        """The method of the transposed sum."""
        return self

    # capacities

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        request = choice.request
        choice = dataclasses.replace(choice, arranged=self.arranged(choice, kernel, dtype))
        check_images(kernel, choice)
        while True:
            capacity = self._usual_capacity(choice, kernel, dtype)
            longest = max(capacity.near, capacity.far)
            if longest <= MOST_CAPACITY:
                return dataclasses.replace(choice, capacity=capacity)
            if request.leaf_size is not None or choice.leaf_size >= MOST_LEAF:
                raise ValueError(
                    f"theta={choice.theta:g} with leaf_size={choice.leaf_size} needs lists for "
                    f"some {longest:.0e} pairs of cells, and lists count up to 2^30; use a larger "
                    "theta or leaf_size, several devices, or method='direct'"
                )
            # larger leaves have shorter lists
            choice = dataclasses.replace(choice, leaf_size=2 * choice.leaf_size)

    def _usual_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Capacity:
        request, model = choice.request, self.capacity_model(choice, kernel, dtype)

        # each segment has at least one leaf, and so has the padding
        segments = 0 if request.segments is None else request.segments.count + 1

        def leaves(points: int, leaf_size: int) -> int:
            if request.tree == "balanced":
                return leaf_count(points, leaf_size)
            usual = request.headroom * (2 * points / leaf_size + 8)
            return min(points, round_up(usual + segments))

        target_leaves, source_leaves = map(leaves, (request.m, request.n), choice.leaf_sizes)

        expected = (
            request.headroom
            * model.reach(choice.theta) ** model.dim
            * (1.5 * max(request.n, request.m) / choice.leaf_size + 8)
            * self.longer_lists(choice, kernel)
        ) + segments
        near, far = (count * expected for count in CAPACITY[model.dim, model.tree])
        if model.tree == "adaptive":
            near *= CAPACITY_THETA / choice.theta
        far = self.far_capacity(choice, far * model.without_edges(kernel.has_images))
        images = 1
        if kernel.has_images:
            images = kernel.images.count_shifts(request.dim, dtype, choice.arranged)
        # no list is longer than all pairs, of leaves or of nodes
        every = images * source_leaves * target_leaves
        near = min(round_up(near), every)
        return dataclasses.replace(
            choice.capacity,
            source_leaves=source_leaves,
            target_leaves=target_leaves,
            far=min(round_up(far), 4 * every),
            near=near,
            exchanged=min(near, round_up(5 * expected)) if choice.exchanges else 0,
        )

    def longer_lists(self, choice: Choice, kernel: Kernel) -> float:
        """How many times longer lists are expected to be than those of a kernel whose expansions
        hold at all distances."""
        return 1.0

    def larger_capacity(self, plan: Plan, status: Status) -> dict[str, int]:
        request, needs, capacity = plan.request, plan.needs(), plan.choice.capacity
        if status & Status.NODES:
            return {
                "source_leaves": min(request.n, round_up(2 * capacity.source_leaves)),
                "target_leaves": min(request.m, round_up(2 * capacity.target_leaves)),
            }
        short = [name for bit, name in LISTS.items() if status & bit]
        return {name: round_up(request.headroom * needs[name]) for name in short}

    # trees and lists

    def build_tree(
        self,
        plan: Plan,
        extent: Array,
        points: Array,
        leaf_capacity: int,
        finite: Array | bool = True,
        segments: Array | None = None,
        leaf_size: int | None = None,
        present: Array | None = None,
    ) -> Tree:
        """The tree of points in the plan's unit.

        extent: the size of the box of all points, in that unit.
        finite: whether all points are finite.
        segments: the segment of each point; None for one tree of all points.
        leaf_size: None for the plan's.
        present: which points the tree has; None for all. Of adaptive trees without segments."""
        request, leaf_size = plan.request, leaf_size or plan.choice.leaf_size
        if request.tree == "balanced" and segments is None:
            points = jnp.where(finite, points, 0)
            return build_balanced(points, leaf_size=leaf_size, extent=extent, native=request.native)
        sizes: dict[str, Any] = {"leaf_size": leaf_size, "leaf_capacity": leaf_capacity}
        sizes |= {"extent": extent, "finite": finite, "native": request.native}
        if present is not None:
            return build_of_some(points, present, **sizes)
        return build(
            points,
            **sizes,
            numbers=None if segments is None else plan.kernel.segments.numbered(segments),
            segments=0 if segments is None else plan.kernel.segments.count,
        )

    def rule_in_unit(self, plan: Plan, box: Box) -> tuple[float, Lengths]:
        """`rule` for the plan's own kernel."""
        return self.rule(plan, plan.kernel.summed().in_unit(plan.unit), box)

    def walk(
        self, plan: Plan, rule: tuple[float, Lengths], targets: Tree, sources: Tree, start: Array
    ) -> tuple[Lists, Checks]:
        """The interaction lists of two trees, by a rule, and the checks whether lists are longer
        than their capacity.

        rule: of `rule`. targets, sources: the trees as they are `seen`. start: lists are empty
        unless it holds."""
        capacity = plan.choice.capacity
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
        lists = traverse(traversal, native=plan.request.native)
        if self.by is None:
            lists = lists._replace(far=None)
        limits = [
            (lists.near, capacity.near, Status.NEAR),
            (lists.far, capacity.far, Status.FAR),
            (lists.outward, capacity.exchanged, Status.EXCHANGED),
            (lists.inward, capacity.exchanged, Status.EXCHANGED),
        ]
        return lists, [
            (pairs.count > most, bit) for pairs, most, bit in limits if pairs is not None
        ]

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        capacity, extent = plan.choice.capacity, box.extent / plan.unit
        segments = plan.kernel.segments
        several = segments is not None and not segments.alone
        of_sources, of_targets = (
            (segments.of_sources, segments.at_targets) if several else (None,) * 2
        )
        at_targets, at_sources = plan.choice.leaf_sizes
        points = plan.in_unit(sources)
        source = self.build_tree(
            plan, extent, points, capacity.source_leaves, box.finite, of_sources, at_sources
        )
        target = source
        if targets is not None:
            points = plan.in_unit(targets)
            target = self.build_tree(
                plan, extent, points, capacity.target_leaves, box.finite, of_targets, at_targets
            )
        cut_off = (source.n_nodes > source.capacity) | (target.n_nodes > target.capacity)
        rate, near_length = self.rule_in_unit(plan, box)
        if isinstance(near_length, tuple):  # lengths of points
            near_length = target.largest(near_length[0]), source.largest(near_length[1])
        seen_source = self.seen(plan, source)
        seen_target = seen_source if targets is None else self.seen(plan, target)
        # A tree that is cut off cannot be walked, and points that are not finite need no lists.
        start = ~cut_off & box.finite
        lists, wrong = self.walk(plan, (rate, near_length), seen_target, seen_source, start)
        wrong.append((cut_off, Status.NODES))
        return dataclasses.replace(
            plan,
            sources_tree=source,
            targets_tree=None if targets is None else target,
            lists=lists,
            status=plan.status | bits(wrong),
        )

    def transposed(self, plan: Plan) -> Plan:
        method, (_, source) = self.turned(), plan.trees
        nodes, leaves = source.capacity, source.leaves.shape[0]
        turned = plan.choice.arranged is not None and not plan.choice.turned

        def exchanged(pairs: PairList | None, rows: int) -> PairList | None:
            return None if pairs is None else pairs.transposed(rows, native=plan.request.native)

        return dataclasses.replace(
            plan,
            sources_tree=plan.targets_tree,
            targets_tree=plan.sources_tree,
            lists=Lists(
                far=exchanged(plan.far, leaves if method.leaf_targets else nodes),
                near=exchanged(plan.near, leaves),
                outward=exchanged(plan.lists.inward, leaves),
                inward=exchanged(plan.lists.outward, nodes),
            ),
            choice=dataclasses.replace(plan.choice, method=method, turned=turned),
            homes=plan.homes[::-1],
            marks=plan.marks[::-1],
        )

    # the sum

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        """The sum over near pairs alone; `ExpansionMethod` adds far pairs."""
        accurate = plan.request.accurate
        scheme = Scheme(by=None, backend=backend, platform=platform, accurate=accurate)
        return sum_lists(plan, kernel, summands, scheme)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return slope.traits.compact

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        moved = self.far_moved(plan, kernel, plan.trees[1].mean_radius())
        wrong = [*self.unsuited(plan, kernel), (moved, Status.CELL)]
        wrong += self.unsuited_cells(plan, kernel, self.facts(plan))
        if plan.kernel.segments is not kernel.segments:
            wrong.append((~plan.kernel.segments.same_as(kernel.segments), Status.SEGMENTS))
        sides = list(zip(plan.trees, (targets, sources), plan.homes))
        for tree, points, home in [] if own else sides[1 if plan.request.symmetric else 0 :]:
            wrong += self.strayed(tree, plan.inside(points, home))
        return bits(wrong)

    def strayed(self, tree: Tree, points: Array) -> Checks:
        """The checks whether points, in the plan's unit, are finite and still in the leaves of
        their tree."""
        radius = self.stale_margin * tree.radius[:, None]
        spheres = jnp.concatenate([tree.center, radius], axis=1)[tree.leaves]
        # a row for each point, where XLA would gather each number by itself
        sphere = lax.optimization_barrier(spheres).at[tree.leaf_of_point].get(mode="clip")
        offset = points - sphere[:, :-1]
        strayed = jnp.linalg.norm(offset, axis=1) > sphere[:, -1]
        finite = jnp.isfinite(offset).all(axis=1)
        each = bits([(~finite, Status.NOT_FINITE), (strayed, Status.STALE)])
        every = lax.reduce_or(each, axes=(0,))  # both at once: one pass over the points
        return [((every & int(bit)) > 0, bit) for bit in (Status.NOT_FINITE, Status.STALE)]

    def far_moved(self, plan: Plan, kernel: Kernel, size: Array) -> Array:
        """Whether images have moved so far that the lists no longer hold. size: the mean radius of
        the sources' cells."""
        if plan.choice.arranged is None or plan.images is None:
            return jnp.bool_(False)
        dim, dtype = plan.request.dim, plan.unit.dtype
        moved = kernel.images.shifts(dim, dtype, plan.choice.arranged) / plan.unit - plan.images
        if kernel.segments is not None:  # whose cells differ in size
            size = jnp.linalg.norm(plan.images, axis=1)
            return (jnp.linalg.norm(moved, axis=1) > MOST_MOVED * size).any()
        return jnp.linalg.norm(moved, axis=1).max() > (self.stale_margin - 1) * size

    # what `print(plan)` shows

    def needs(self, plan: Plan) -> dict[str, int]:
        fullest = max(plan.trees, key=lambda tree: int(tree.n_nodes) / tree.capacity)
        needs = {"nodes": int(fullest.n_nodes), "nodes_capacity": fullest.capacity}
        needs |= {"near": int(plan.near.count), "near_capacity": plan.near.capacity}
        if plan.far is not None:
            needs |= {"far": int(plan.far.count), "far_capacity": plan.far.capacity}
        if exchanged := plan.choice.capacity.exchanged:
            both = (plan.lists.outward, plan.lists.inward)
            longest = max(int(pairs.count) for pairs in both if pairs is not None)
            needs |= {"exchanged": longest, "exchanged_capacity": exchanged}
        return needs

    def stages(self, plan: Plan) -> dict[str, float]:
        far = 0 if plan.far is None else int(plan.far.count)
        stages = self.stages_of(plan, plan.pair_work(), far)
        return stages and stages | own_stages(plan)


def sum_lists(
    plan: Plan,
    kernel: Kernel,
    summands: Summands,
    scheme: Scheme,
    at_root: Callable[[Array], Array] | None = None,
) -> Array:
    """The sum over the lists of a plan. at_root: see `Between`."""
    factors = None if plan.lattice is None else plan.lattice.factors
    between = Between(gathered=plan.prepared[1], factors=factors, at_root=at_root)
    targets, sources = plan.trees
    return tree_sum(kernel, scheme, TreePair(targets, sources, plan.lists), summands, between)
