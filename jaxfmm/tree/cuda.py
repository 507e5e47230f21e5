"""The kernels of custom_ops/cuda/{tree,lists}.cuh: the trees and lists of `build` and `traverse`,
on NVIDIA GPUs."""

from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import kernel_source
from jaxfmm.tree import limits
from jaxfmm.tree.cpu import lists_of, operands_of, results_of
from jaxfmm.tree.keys import WORDS
from jaxfmm.tree.limits import (
    CROWD,
    EXACT_RADIUS,
    MAX_LEVELS,
    MOST_DIMENSIONS,
    node_words,
    shapes_of_tree,
)

_MOST_BLOCKS = 2048
_STAGED, _STACK = (
    192,
    1024,
)  # numbers for each warp of `lists`: of what targets find, of what is to be visited
_GATE = 64  # numbers of the `Gate` of grid.cuh
_RESIDENT = 6  # blocks of `lists` for which a multiprocessor is to have registers


def usable(dtype: DTypeLike, dim: int) -> bool:
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    return dim <= MOST_DIMENSIONS and launch.cuda_reason() is None


_TREE = Signature(
    "tree",
    operands="r points,u keys,r extent,u gate",
    results="i start count child parent,r center half radius,i level_start n_nodes leaves n_leaves leaf_of_point",
    scratch="u gate,r boxes,i sums",
    numbers="i n leaf_size leaf_capacity",
)
_LISTS = Signature(
    "lists",
    operands="r target_center target_half target_radius target_length,i target_child target_parent target_leaves"
    " n_target_leaves n_targets level_start,r source_center source_half source_radius source_length,i source_child"
    " source_leaves n_source_leaves n_sources,r images rate,b wanted,u state",
    results=",".join(f"i {x}_target {x}_source {x}_total {x}_start" for x in limits.LISTS),
    scratch="u state,i rows,r target_nodes source_nodes,i left spare sums",
    numbers="i target_leaf_capacity source_leaf_capacity far_capacity near_capacity exchange_capacity levels n_images"
    " bits",
)


def tree(
    points: jax.Array, keys: jax.Array, extent: jax.Array, *, leaf_size: int, leaf_capacity: int
) -> dict[str, jax.Array]:
    """The fields of the `Tree` of `points (n, d)` in sorted order with their `keys (n, 4)` by name,
    but `order`; its leaf_of_point are those of places in that order."""
    (n, dim), nodes, threads = points.shape, 2 * leaf_capacity - 1, 256
    source = kernel_source(
        ["tree.cuh"],
        f"tree<REAL, {dim}, {threads}>",
        _TREE,
        points.dtype,
        threads,
        {"WORDS": WORDS, "EXACT_RADIUS": EXACT_RADIUS, "MAX_LEVELS": MAX_LEVELS, "CROWD": CROWD},
    )
    given = dict(
        points=points,
        keys=keys,
        extent=extent,
        gate=jnp.zeros(_GATE, jnp.uint32),
        **shapes_of_tree(n, dim, leaf_capacity),
        boxes=(nodes, 2 * dim),
        sums=(_MOST_BLOCKS,),
        n=n,
        leaf_size=leaf_size,
        leaf_capacity=leaf_capacity,
    )
    return _TREE.cuda(source, points.dtype, given, grid=_MOST_BLOCKS, block=threads, at_once=True)


def lists(
    targets: Any,
    sources: Any,
    images: jax.Array,
    rate: jax.Array,
    lengths: tuple[jax.Array, jax.Array],
    start: jax.Array,
    *,
    far_capacity: int,
    near_capacity: int,
    exchange_capacity: int,
    leaf_targets: bool,
    bits: int,
) -> list[tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    """The far, the near and, with room for them, the outward and the inward list: (target, source,
    count, start)."""
    dtype, dim, threads = targets.center.dtype, targets.center.shape[1], 128
    levels, nodes, words = targets.level_start.shape[0] - 1, targets.capacity, node_words(dtype)
    shapes, rows = results_of(targets, far_capacity, near_capacity, exchange_capacity, leaf_targets)
    template = (
        dim,
        4 if exchange_capacity else 2,
        "true" if leaf_targets else "false",
        threads,
        _STAGED,
        _STACK,
    )
    source = kernel_source(
        ["lists.cuh"],
        f"lists<REAL, {', '.join(map(str, template))}>",
        _LISTS,
        dtype,
        threads,
        {"MAX_LEVELS": MAX_LEVELS},
        blocks=_RESIDENT,
    )
    given = dict(
        **operands_of(targets, sources, lengths),
        target_parent=targets.parent,
        **shapes,
        level_start=targets.level_start,
        images=images,
        rate=rate,
        wanted=start,
        state=jnp.zeros(_GATE + 8 + 2 * levels, jnp.uint32),  # the `State` of lists.cuh
        rows=(2 * sum(rows.values()),),
        target_nodes=(nodes, words),
        source_nodes=(sources.capacity, words),
        left=(2, nodes),
        spare=(near_capacity if far_capacity < near_capacity else 1,),
        sums=(4, _MOST_BLOCKS),
        target_leaf_capacity=len(targets.leaves),
        source_leaf_capacity=len(sources.leaves),
        far_capacity=far_capacity,
        near_capacity=near_capacity,
        exchange_capacity=exchange_capacity,
        levels=levels,
        n_images=len(images),
        bits=bits,
    )
    out = _LISTS.cuda(source, dtype, given, grid=_MOST_BLOCKS, block=threads, at_once=True)
    return lists_of(out, exchange_capacity)
