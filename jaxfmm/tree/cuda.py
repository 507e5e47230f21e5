"""Trees, interaction lists and the test of close points by the kernels of
custom_ops/cuda/{keys,tree,balanced,lists,close}.cuh, on NVIDIA GPUs."""

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source
from jaxfmm.tree.keys import BITS, WORDS, first_words, top_cell
from jaxfmm.tree.limits import (
    CROWD,
    EXACT_RADIUS,
    LISTS,
    MAX_LEVELS,
    MOST_DIMENSIONS,
    node_words,
    shapes_of_tree,
)
from jaxfmm.tree.points import close_side, smallest_apart
from jaxfmm.tree.sorts import order_of, sort_key, sorted_by
from jaxfmm.tree.structure import Nodes
from jaxfmm.tree.traversal_arguments import ListArrays, Traversal

_MOST_BLOCKS = 2048
# Numbers that each warp of `lists` stages in shared memory: pairs of its targets, and nodes that it
# has yet to visit.
_STAGED, _STACK = 192, 1024
_GATE = 64  # The `Gate` of grid.cuh has this many numbers.
# So many points of a balanced tree, by their dimensions, fit the shared memory of a block.
POINTS_OF_BLOCK = {1: 2048, 2: 2048, 3: 1024}
_LEVELS_OF_FEW = 7  # GPUs have about as many multiprocessors as this many halvings make nodes
# A multiprocessor must hold this many blocks of `lists` by its registers, unless its shared memory
# holds fewer. `Shares` of lists.cuh has at most _SHARES bytes.
_RESIDENT, _SHARES = 6, 2304


def usable(dtype: DTypeLike, dim: int) -> bool:
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    return dim <= MOST_DIMENSIONS and launch.cuda_reason() is None


def balanced_usable(dtype: DTypeLike, dim: int, leaf_size: int) -> bool:
    """The same for balanced trees, whose leaves must fit the shared memory of a block."""
    return usable(dtype, dim) and leaf_size <= POINTS_OF_BLOCK[dim]


# Blocks and threads that sort keys. A barrier of the grid takes as long as there are blocks, and a
# radix sort, of eight bits at a time, has many of them.
_KEY_BLOCKS, _KEY_THREADS, _DIGITS = 512, 512, 256
_DIVISION = ("--prec-div=false",)  # XLA divides like this on GPUs: keys must be the same to the bit

_KEYS = Signature(
    "keys",
    operands="r points,u high,i given,u low state",
    results="i order,u keys",
    scratch="u state third fourth start,i spare counts sums,r boxes",
    numbers="i n leaf_size flags",
)
_TREE = Signature(
    "tree",
    operands="r points,u keys,r extent,u gate",
    results="i start count child parent,r center half radius,"
    "i level_start n_nodes leaves n_leaves leaf_of_point",
    scratch="u gate,r boxes,i sums",
    numbers="i n leaf_size leaf_capacity",
)
_BALANCED = Signature(
    "balanced",
    operands="r points,i orders start count parent,r extent,u gate",
    results="i order leaf_of_point,r center half radius",
    scratch="u gate,r boxes sorted,i ranks lists spare counts",
    numbers="i n leaf_size levels top",
)
_LISTS = Signature(
    "lists",
    operands="r target_center target_half target_radius target_length,i target_child target_parent"
    " target_leaves n_target_leaves n_targets level_start,r source_center source_half source_radius"
    " source_length,i source_child source_leaves n_source_leaves n_sources,r images rate,b wanted,"
    "i target_roots source_roots,u state",
    results=",".join(f"i {x}_target {x}_source {x}_total {x}_start" for x in LISTS),
    scratch="u state,i rows,r target_nodes source_nodes,i left spare sums",
    numbers="i target_leaf_capacity source_leaf_capacity far_capacity near_capacity"
    " exchange_capacity levels n_images bits n_segments",
)
_CLOSE = Signature(
    "close",
    operands="b suspected,r points others unit,u gate",
    results="i found",
    scratch="u gate,i table",
    numbers="i n others_n slots",
)


def sort_by_key(points: Array, leaf_size: int) -> tuple[Array, Array]:
    """The order and the keys of points (n, d), as `keys.sort_by_key` finds them. There is no
    condition of XLA, for which the host would wait."""
    n, dim = points.shape
    blocks, dtype = min(_MOST_BLOCKS, _KEY_BLOCKS, -(-n // _KEY_THREADS)), points.dtype
    first, low = first_words(points, leaf_size)
    high, given = sorted_by(first, lax.iota(jnp.int32, n))
    source = kernel_source(
        ["keys.cuh"],
        f"sort_by_key<REAL, {dim}, {_KEY_THREADS}>",
        _KEYS,
        dtype,
        _KEY_THREADS,
        {"BITS": BITS[dim], "TOP_CELL": top_cell(dtype, dim), "TINY": float(jnp.finfo(dtype).tiny)},
    )
    arguments = dict(
        points=points,
        high=high,
        given=given,
        low=low,
        state=jnp.zeros(_GATE + 2, jnp.uint32),
        order=(n,),
        keys=(n, WORDS),
        **dict.fromkeys(("third", "fourth", "start", "spare"), (n,)),
        counts=(_DIGITS * blocks,),
        sums=(blocks,),
        boxes=(-(-n // leaf_size), 2 * dim),
        n=n,
        leaf_size=leaf_size,
        flags=_GATE,
    )
    results = _KEYS.cuda(
        source,
        dtype,
        arguments,
        grid=blocks,
        block=_KEY_THREADS,
        at_once=True,
        options=_DIVISION,
    )
    return results["order"], results["keys"]


def tree(
    points: Array,
    keys: Array,
    extent: Array,
    *,
    leaf_size: int,
    leaf_capacity: int,
    by_segment: bool,
) -> dict[str, Array]:
    """The fields of the `Tree` of sorted `points (n, d)` with their `keys (n, 4)` by name, without
    `order` and `roots`. Its `leaf_of_point` are in the order of the tree. by_segment: whether the
    first word of a key is its segment."""
    (n, dim), nodes, threads = points.shape, 2 * leaf_capacity - 1, 256
    forest = "true" if by_segment else "false"
    source = kernel_source(
        ["tree.cuh"],
        f"tree<REAL, {dim}, {threads}, {forest}>",
        _TREE,
        points.dtype,
        threads,
        {"WORDS": WORDS, "EXACT_RADIUS": EXACT_RADIUS, "MAX_LEVELS": MAX_LEVELS, "CROWD": CROWD},
    )
    arguments = dict(
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
    return _TREE.cuda(
        source, points.dtype, arguments, grid=_MOST_BLOCKS, block=threads, at_once=True
    )


def balanced(
    points: Array,
    extent: Array,
    nodes: Nodes,
    *,
    leaf_size: int,
    levels: int,
    top: int,
) -> dict[str, Array]:
    """order, center, half, radius and leaf_of_point, of the points as given, of the balanced tree
    of `points (n, d)` with these nodes. top: how often points are halved until a part holds at most
    POINTS_OF_BLOCK[d]."""
    (n, dim), capacity, top = points.shape, len(nodes.start), min(levels, top)
    # few blocks have a multiprocessor each: more threads for each of them
    fitting, threads = POINTS_OF_BLOCK[dim], 1024 if top <= _LEVELS_OF_FEW else 256
    source = kernel_source(
        ["balanced.cuh"],
        f"balanced<REAL, {dim}, {threads}, {fitting}>",
        _BALANCED,
        points.dtype,
        threads,
        {"EXACT_RADIUS": EXACT_RADIUS},
    )
    tiles, others = -(-n // fitting), max(dim - 1, 1)
    arguments = dict(
        points=points,
        orders=jnp.stack([order_of(sort_key(points[:, axis])) for axis in range(dim)]),
        **fields(nodes, "start count parent"),
        extent=extent,
        gate=jnp.zeros(_GATE, jnp.uint32),
        order=(n,),
        leaf_of_point=(n,),
        center=(capacity, dim),
        half=(capacity, dim),
        radius=(capacity,),
        boxes=(capacity, 2 * dim),
        sorted=(n, dim),
        ranks=(dim, n),
        lists=(dim, others, n),
        spare=(dim, others, n),
        counts=(dim, tiles),
        n=n,
        leaf_size=leaf_size,
        levels=levels,
        top=top,
    )
    return _BALANCED.cuda(
        source, points.dtype, arguments, grid=_MOST_BLOCKS, block=threads, at_once=True
    )


def lists(traversal: Traversal) -> list[ListArrays]:
    """The lists of a traversal."""
    targets, dtype, threads = traversal.targets, traversal.dtype, 128
    levels, nodes, words = len(targets.level_start) - 1, targets.capacity, node_words(dtype)
    far, near = traversal.far_capacity, traversal.near_capacity
    leaf_targets = "true" if traversal.leaf_targets else "false"
    forest = "true" if traversal.n_segments else "false"
    n_lists = len(traversal.lists)
    template = (traversal.dim, n_lists, leaf_targets, forest, threads, _STAGED, _STACK)
    shared = threads // 32 * ((n_lists + 1) * _STAGED + _STACK) * 4 + _SHARES
    resident = min(_RESIDENT, launch.resident(threads, shared))
    source = kernel_source(
        ["lists.cuh"],
        f"lists<REAL, {', '.join(map(str, template))}>",
        _LISTS,
        dtype,
        (threads, resident),
        {"MAX_LEVELS": MAX_LEVELS},
    )
    arguments = dict(
        **traversal.arrays(),
        **traversal.shapes(),
        **traversal.numbers(),
        target_parent=targets.parent,
        level_start=targets.level_start,
        state=jnp.zeros(_GATE + 8 + 2 * levels, jnp.uint32),  # the `State` of lists.cuh
        rows=(2 * sum(traversal.rows.values()),),
        target_nodes=(nodes, words),
        source_nodes=(traversal.sources.capacity, words),
        left=(3 if traversal.n_segments else 2, nodes),
        spare=(near if far < near else 1,),
        sums=(4, _MOST_BLOCKS),
        levels=levels,
    )
    results = _LISTS.cuda(source, dtype, arguments, grid=_MOST_BLOCKS, block=threads, at_once=True)
    return traversal.lists_of(results)


def close(suspected: Array, points: Array, others: Array, unit: Array) -> Array:
    """Whether the union of `points (n, d)` and `others (m, d)`, divided by `unit`, has points that
    are too close, if they are `suspected` of it; otherwise False."""
    (n, dim), m, threads, dtype = points.shape, len(others), 256, points.dtype
    source = kernel_source(
        ["close.cuh"],
        f"close_points<REAL, {dim}>",
        _CLOSE,
        dtype,
        threads,
        {"SMALLEST_APART": smallest_apart(dtype), "CLOSE_SIDE": close_side(dtype)},
    )
    slots = 1 << (2 * (n + m)).bit_length()
    arguments = dict(
        suspected=suspected,
        points=points,
        others=others,
        unit=unit,
        gate=jnp.zeros(_GATE, jnp.uint32),
        found=(),
        table=(slots,),
        n=n,
        others_n=m,
        slots=slots,
    )
    result = _CLOSE.cuda(source, dtype, arguments, grid=_MOST_BLOCKS, block=threads, at_once=True)
    return result["found"] > 0
