"""The kernels of custom_ops/cuda/{tree,lists}.cuh: the trees and lists of `build` and `traverse`, on NVIDIA GPUs."""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import kernel_source, signature
from jaxfmm.tree.keys import WORDS
from jaxfmm.tree.limits import EXACT_RADIUS, MAX_LEVELS, MOST_DIMENSIONS

_MOST_BLOCKS = 2048
_STAGED, _STACK = 192, 1024  # numbers for each warp of `lists`: of what targets find, of what is to be visited
_RESIDENT = 8  # blocks of `lists` for which a multiprocessor is to have registers


def usable(dtype, dim):
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    return dim <= MOST_DIMENSIONS and launch.cuda_reason() is None


def _shapes(dtype, *shapes):
    return [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]


_TREE = Signature(
    "tree",
    operands="r points,u keys,r extent,u arrived",
    results="i start count child parent,r center radius,i level_start n_nodes leaves n_leaves leaf_of_point",
    scratch="u arrived,r boxes,i sums",
    numbers="i n leaf_size leaf_capacity",
)


def _call(header, call, names, dtype, threads, operands, zeros, results, scratch, scalars, blocks=None):
    """The results of a kernel that runs as one grid. `zeros`: how many it starts from, behind the operands."""
    given = f"{names[0]},u zeros_in,U zeros,{names[1]}"
    source = kernel_source([header], call, signature(given), dtype, threads, blocks=blocks)
    out = launch.cuda(
        source, "entry", [*operands, jnp.zeros(zeros, jnp.uint32)],
        [*_shapes(jnp.uint32, (zeros,)), *results, *scratch], scalars=scalars, grid=_MOST_BLOCKS, block=threads,
        aliases={len(operands): 0}, at_once=True,
    )  # fmt: skip
    return out[1 : 1 + len(results)]


def tree(points, keys, extent, *, leaf_size, leaf_capacity):
    """The fields of the `Tree` of `points (n, d)` in sorted order with their `keys (n, 4)` by name, but `order`; its
    leaf_of_point are those of places in that order."""
    (n, dim), nodes, threads = points.shape, 2 * leaf_capacity - 1, 256
    source = kernel_source(
        ["tree.cuh"], f"tree<REAL, {dim}, {threads}>", _TREE, points.dtype, threads,
        {"WORDS": WORDS, "EXACT_RADIUS": EXACT_RADIUS, "MAX_LEVELS": MAX_LEVELS},
    )  # fmt: skip
    given = dict(
        points=points, keys=keys, extent=extent, arrived=jnp.zeros(1, jnp.uint32), start=(nodes,), count=(nodes,),
        child=(nodes,), parent=(nodes,), center=(nodes, dim), radius=(nodes,), level_start=(MAX_LEVELS + 1,),
        n_nodes=(), leaves=(leaf_capacity,), n_leaves=(), leaf_of_point=(n,), boxes=(nodes, 2 * dim),
        sums=(_MOST_BLOCKS,), n=n, leaf_size=leaf_size, leaf_capacity=leaf_capacity,
    )  # fmt: skip
    return _TREE.cuda(source, points.dtype, given, grid=_MOST_BLOCKS, block=threads, at_once=True)


def lists(
    targets, sources, rate, near_length, start, *, far_capacity, near_capacity, exchange_capacity,
    leaf_targets,
):  # fmt: skip
    """The far, the near and, with room for them, the outward and the inward list: (target, source, count, start)."""
    dtype, dim = targets.center.dtype, targets.center.shape[1]
    nodes, leaves, levels = targets.capacity, targets.leaves.shape[0], targets.level_start.shape[0] - 1
    sizes = [(far_capacity, leaves if leaf_targets else nodes), (near_capacity, leaves)]
    sizes += [(exchange_capacity, leaves), (exchange_capacity, nodes)] if exchange_capacity else [(1, 0), (1, 0)]
    results = [s for room, rows in sizes for s in _shapes(jnp.int32, (room,), (room,), (), (rows + 1,))]
    words = 4 + 16 // dtype.itemsize  # of a node: a sphere and two integers, in whole 16 bytes
    rows = 2 * sum(rows for _, rows in sizes)
    scratch = [
        *_shapes(jnp.int32, (rows,)),
        *_shapes(dtype, (nodes, words), (sources.capacity, words)),
        *_shapes(jnp.int32, (2, nodes), (near_capacity if far_capacity < near_capacity else 1,), (4, _MOST_BLOCKS)),
    ]
    names = (
        "r target_center,r target_radius,i target_child,i target_parent,i target_leaves,i n_target_leaves,i n_targets,"
        "i level_start,r source_center,r source_radius,i source_child,i source_leaves,i n_source_leaves,"
        "i n_sources,r rate,r near_length,b wanted",
        ",".join(f"I {name}_{part}" for name in ("far", "near", "outward", "inward")
                 for part in ("target", "source", "total", "start"))
        + ",I row_scratch,R target_words,R source_words,I left,I spare,I sums,"
        "n target_leaf_capacity,n source_leaf_capacity,n far_capacity,n near_capacity,n exchange_capacity,n levels",
    )  # fmt: skip
    fields = ("center", "radius", "child", "leaves", "n_leaves", "n_nodes")
    operands = [getattr(targets, name) for name in (*fields[:3], "parent", *fields[3:], "level_start")]
    operands += [*(getattr(sources, name) for name in fields), rate, near_length, start]
    count = 4 if exchange_capacity else 2
    call = f"lists<REAL, {dim}, {count}, {'true' if leaf_targets else 'false'}, 128, {_STAGED}, {_STACK}>"
    scalars = (leaves, sources.leaves.shape[0], far_capacity, near_capacity, exchange_capacity, levels)
    zeros = 10 + 2 * levels  # the `State` of lists.cuh
    out = _call("lists.cuh", call, names, jnp.dtype(dtype), 128, operands, zeros, results, scratch, scalars, _RESIDENT)
    return [out[i : i + 4] for i in range(0, 4 * count, 4)]
