"""Batches of direct sums as one sum: clouds of equal sizes, one behind the other, whose trees are
leaves alone and follow from the sizes."""

import dataclasses
import math
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.methods.segments import DirectBySegments, leaf_size_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, SegmentSizes
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


def clouds_of(plan: Plan) -> EqualClouds | None:
    """The clouds that a plan of a direct sum is for, one or several; None for other plans."""
    choice, request = plan.choice, plan.request
    if isinstance(choice.setup, EqualClouds):
        return choice.setup
    alone = plan.images is None and plan.lattice is None and request.layout is None
    plain = choice.method.exact and request.segments is None and not plan.kernel.own_numbers
    return (
        EqualClouds(1, request.n, request.m) if alone and plain and request.n * request.m else None
    )


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
