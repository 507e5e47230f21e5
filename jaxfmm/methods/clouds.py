"""Batches of sums as one sum over clouds of equal sizes, one behind the other. Trees of direct sums
are leaves alone and follow from the sizes; the trees of other sums become a forest."""

import dataclasses
import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.entries import can_number, image_bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.derived import ParameterDerivative
from jaxfmm.methods.by_trees import MOST_CAPACITY, TreeMethod
from jaxfmm.methods.segments import DirectBySegments, leaf_size_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, SegmentSizes
from jaxfmm.tree import clouds as batch
from jaxfmm.tree.limits import MAX_LEVELS
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import Lists, PairList

MOST_LEAF_PAIRS = 1 << 22  # Sums with longer lists are computed one after the other.


class EqualClouds(NamedTuple):
    """The segments of a plan that stand one behind the other and have equal numbers of sources and
    of targets."""

    number: int
    sources: int
    targets: int

    @property
    def leaf_size(self) -> int:
        return leaf_size_of(max(self.sources, self.targets))

    def fit(self) -> bool:
        """Whether one list for all of them is short enough."""
        targets, sources = (-(-size // self.leaf_size) for size in (self.targets, self.sources))
        return self.number * targets * sources <= MOST_LEAF_PAIRS


def clouds_of(plan: Plan, sources: int, targets: int) -> EqualClouds | None:
    """The clouds, one or several, that a direct sum by a plan is over; None for other plans.
    sources, targets: how many there are in the sum, which may be a transposed one."""
    choice, request = plan.choice, plan.request
    if isinstance(choice.setup, EqualClouds):
        number = choice.setup.number
        return EqualClouds(number, sources // number, targets // number)
    alone = plan.images is None and plan.lattice is None and request.layout is None
    plain = choice.method.exact and request.segments is None and not plan.kernel.own_numbers
    return EqualClouds(1, sources, targets) if alone and plain and sources * targets else None


def merged(plan: Plan, clouds: EqualClouds, unit: Array) -> Plan:
    """The plan of the direct sum over each of these clouds, in this unit. plan: for fewer such
    clouds."""
    request = plan.request
    sizes = clouds.sources, clouds.targets
    segments = SegmentSizes(clouds.number, float(clouds.number * math.prod(sizes)), max(sizes))
    count, n, m = clouds
    leaf = clouds.leaf_size
    choice = Choice(
        request=dataclasses.replace(request, n=count * n, m=count * m, segments=segments),
        method=DirectBySegments(),
        leaf_size=leaf,
        setup=clouds,
    )
    dim, dtype = request.dim, unit.dtype
    source, leaves_of_sources = _leaves_alone(count, n, leaf, dim, dtype)
    target, leaves_of_targets = source, leaves_of_sources
    if not request.symmetric:
        target, leaves_of_targets = _leaves_alone(count, m, leaf, dim, dtype)
    return dataclasses.replace(
        plan,
        unit=unit,
        shift=jnp.zeros((dim,), dtype),
        choice=choice,
        sources_tree=source,
        targets_tree=None if request.symmetric else target,
        lists=Lists(None, _all_pairs(count, leaves_of_targets, leaves_of_sources, dim, dtype)),
    )


def joins_trees(plan: Plan, kernel: Kernel, count: int) -> bool:
    """Whether so many sums by such plans should be a sum over a forest: derivatives in parameters
    of the kernel must have expansions too, since a forest has no list of all pairs."""
    choice, request = plan.choice, plan.request
    method = choice.method
    if not batch.pays(count * max(request.n, request.m)):
        return False
    if count * max(choice.capacity.far, choice.capacity.near) > MOST_CAPACITY:
        return False
    if not isinstance(method, TreeMethod) or not method.by_segments or method.exact:
        return False
    plain = kernel.segments is None and not kernel.own_numbers and plan.images is None
    if not plain or request.layout is not None or request.tree != "adaptive":
        return False
    slopes = [ParameterDerivative(kernel, i) for i in range(len(jax.tree.leaves(kernel)))]
    return all(method.sums_slopes(slope, choice) for slope in slopes)


def joins_cells(plan: Plan, count: int) -> bool:
    """Whether so many sums by such plans, of one cell each, should be a sum over a forest."""
    request, segments, images = plan.request, plan.kernel.segments, plan.images
    if segments is None or not segments.alone or images is None:
        return False
    if not batch.pays(count * max(request.n, request.m)):
        return False
    if count * plan.choice.capacity.near > MOST_CAPACITY:
        return False
    nodes = count * max(tree.capacity + 1 for tree in plan.trees)
    return can_number(nodes, count * len(images))


def joined(plan: Plan, every: Plan, unit: Array) -> Plan:
    """The plan of the sum over all clouds, in this unit, of points without the shifts of their
    clouds. plan: of one of them; every: of all, whose arrays have a first axis of clouds."""
    request, count = plan.request, len(every.unit)
    before = request.segments or SegmentSizes(1, request.pairs, max(request.n, request.m))
    segments = SegmentSizes(count * before.count, count * before.pairs, before.largest)
    n, m = count * request.n, count * request.m
    request = dataclasses.replace(request, n=n, m=m, segments=segments)
    choice = dataclasses.replace(plan.choice, request=request)
    targets, target = batch.forest_of(_in_unit(every, every.trees[0], unit))
    sources, source = batch.forest_of(_in_unit(every, every.trees[1], unit))
    by = choice.method.by

    def pairs(list_: PairList | None, *, leaves: tuple[bool, bool]) -> PairList | None:
        """leaves: whether targets are leaves, and whether sources are."""
        if list_ is None:
            return None
        rows = (target.leaves, len(targets.leaves))
        if not leaves[0]:
            rows = (target.nodes, targets.capacity)
        numbers = source.leaves if leaves[1] else source.nodes
        parts = list_.target, list_.number, list_.start, list_.count
        each = list_.images.shape[1]  # of one cloud
        of_all = len(every.unit) * each if each > 1 else 1
        bits = image_bits(max(sources.capacity, targets.capacity), of_all)
        cloud = lax.iota(jnp.int32, len(every.unit))[:, None]
        above = ((list_.source >> list_.bits) + each * cloud) << bits if each > 1 else 0
        joint, to, start, count = batch.lists_of_forest(parts, rows[0], numbers, rows[1], above)
        images = jnp.zeros((1, request.dim), unit.dtype)
        if each > 1:
            images = list_.images.reshape(-1, request.dim)
        return PairList(target=joint, source=to, start=start, count=count, images=images, bits=bits)

    return dataclasses.replace(
        plan,
        unit=unit,
        shift=jnp.zeros((request.dim,), unit.dtype),
        choice=choice,
        sources_tree=sources,
        targets_tree=None if request.symmetric else targets,
        lists=Lists(
            far=pairs(every.far, leaves=(by == "m2p", by == "p2l")),
            near=pairs(every.near, leaves=(True, True)),
        ),
    )


def _in_unit(every: Plan, trees: Tree, unit: Array) -> Tree:
    """Trees with a first axis of clouds in another unit."""
    factor = (every.unit / unit)[:, None]
    return dataclasses.replace(
        trees,
        center=trees.center * factor[..., None],
        half=trees.half * factor[..., None],
        radius=trees.radius * factor,
    )


def _leaves_alone(
    clouds: int, size: int, leaf_size: int, dim: int, dtype: DTypeLike
) -> tuple[Tree, int]:
    """(a tree of leaves alone, over clouds of equal sizes; the number of leaves of a cloud)."""
    each = -(-size // leaf_size)
    edges = (size * np.arange(each + 1) // each).astype(np.int32)
    of_place = np.repeat(np.arange(each, dtype=np.int32), np.diff(edges))
    leaves, leaf, place = clouds * each, _numbers(clouds * each), _numbers(clouds * size)
    none, zeros = jnp.full(leaves, -1, jnp.int32), jnp.zeros((leaves, dim), dtype)
    tree = Tree(
        order=place,
        start=leaf // each * size + jnp.asarray(edges)[leaf % each],
        count=jnp.asarray(np.diff(edges))[leaf % each],
        child=none,
        parent=none,
        center=zeros,
        half=zeros,
        radius=jnp.ones(leaves, dtype),
        level_start=jnp.minimum(_numbers(MAX_LEVELS + 1), 1) * leaves,
        n_nodes=jnp.int32(leaves),
        leaves=leaf,
        n_leaves=jnp.int32(leaves),
        leaf_of_point=place // size * each + jnp.asarray(of_place)[place % size],
        leaf_size=leaf_size,
    )
    return tree, each


def _all_pairs(clouds: int, targets: int, sources: int, dim: int, dtype: DTypeLike) -> PairList:
    """All pairs of the leaves of one cloud, which has so many leaves of targets and of sources."""
    pair = _numbers(clouds * targets * sources)
    return PairList(
        target=pair // sources,
        source=pair // (targets * sources) * sources + pair % sources,
        count=jnp.int32(len(pair)),
        start=_numbers(clouds * targets + 1) * sources,
        images=jnp.zeros((1, dim), dtype),
    )


def _numbers(count: int) -> Array:
    """0, 1, ..., computed where they are used: constants of this size would be part of programs."""
    return lax.iota(jnp.int32, count)
