"""The kernels of custom_ops/cpu/{tree,balanced,lists}.cpp: the trees and lists of `build` and `traverse`, on CPUs."""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch

_BLOCKS, _BUCKETS = 64, 1024  # as in tree.cpp
_TRANSPOSE_BLOCKS = 8  # as in lists.cpp


MOST_DIMENSIONS = 3
NODE_BYTES = {"float32": 32, "float64": 48}  # of a node in lists.h: a sphere and two integers, in whole 16 bytes


def usable(dtype, dim):
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    kernels = (launch.typed(name, dtype) for name in ("tree", "balanced", "lists"))
    return dim <= MOST_DIMENSIONS and all(map(launch.built_in, kernels))


def _shapes(dtype, *shapes):
    return [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]


def _call(kernel, operands, results, scratch, scalars):
    """The results of a kernel; batches are done one by one, each on all cores."""

    @jax.custom_batching.sequential_vmap
    def call(*operands):
        return launch.cpu(None, kernel, operands, [*results, *scratch], scalars=scalars)[: len(results)]

    return call(*operands)


def tree(points, extent, *, leaf_size, leaf_capacity, max_levels):
    """The arrays of the tree of `points (n, d)`, in the order of the fields of `Tree`, but the last, the leaf of each
    place in the order of the tree."""
    n, dim = points.shape
    nodes, dtype = 2 * leaf_capacity - 1, points.dtype
    results = [
        *_shapes(jnp.int32, (n,), (nodes,), (nodes,), (nodes,), (nodes,)),
        *_shapes(dtype, (nodes, dim), (nodes,)),
        *_shapes(jnp.int32, (max_levels + 1,), (), (leaf_capacity,), (), (n,)),
    ]
    scratch = [
        *_shapes(jnp.uint32, (n, 4), (n, 4)),
        *_shapes(jnp.uint16, (n,)),
        *_shapes(dtype, (dim, n), (nodes, 2 * dim)),
        *_shapes(jnp.int32, (nodes,)),
        *_shapes(dtype, (_BLOCKS, 2 * dim)),
        *_shapes(jnp.uint32, (_BLOCKS, _BUCKETS), (_BUCKETS, 2)),
    ]
    scalars = (dim, n, leaf_size, leaf_capacity, max_levels)
    return _call(launch.typed("tree", dtype), (points, extent), results, scratch, scalars)


def balanced(points, extent, start, count, child, parent, *, leaf_size, levels):
    """(order, center, radius, leaf of each place in that order) of the balanced tree of `points (n, d)` with these
    nodes."""
    n, dim = points.shape
    nodes, dtype = len(start), points.dtype
    results = [
        *_shapes(jnp.int32, (n,)), *_shapes(dtype, (nodes, dim), (nodes,)), *_shapes(jnp.int32, (n,)),
    ]  # fmt: skip
    scratch = _shapes(dtype, (n, dim + 1), (n, dim + 1), (n,), (dim, n), (nodes, 2 * dim))
    scalars = (dim, n, leaf_size, levels)
    operands = (points, extent, *map(jnp.asarray, (start, count, child, parent)))
    return _call(launch.typed("balanced", dtype), operands, results, scratch, scalars)


def lists(
    targets,
    sources,
    images,
    rate,
    near_length,
    start,
    *,
    far_capacity,
    near_capacity,
    exchange_capacity,
    leaf_targets,
    bits,
):
    """The far, the near and, with room for them, the outward and the inward list: (target, source, count, start)."""
    dtype, dim = targets.center.dtype, targets.center.shape[1]
    target_leaves, source_leaves = targets.leaves.shape[0], sources.leaves.shape[0]
    far_rows = target_leaves if leaf_targets else targets.capacity
    sizes = [(far_capacity, far_rows), (near_capacity, target_leaves)]
    if exchange_capacity:
        sizes += [(exchange_capacity, target_leaves), (exchange_capacity, targets.capacity)]
    results = [s for room, rows in sizes for s in _shapes(jnp.int32, (room,), (room,), (), (rows + 1,))]
    words = NODE_BYTES[dtype.name] // dtype.itemsize
    scratch = [
        *(s for room, rows in sizes for s in _shapes(jnp.int32, (rows,), (rows,), (room,))),
        *_shapes(dtype, (targets.capacity, words), (sources.capacity, words)),
        *_shapes(jnp.int32, (targets.capacity,), (2 * (1 + len(sizes)),)),
    ]
    fields = ("center", "radius", "start", "count", "child", "parent", "leaves", "n_leaves", "n_nodes")
    operands = [getattr(tree, field) for tree in (targets, sources) for field in fields]
    scalars = (dim, leaf_targets, target_leaves, source_leaves)
    scalars += (far_capacity, near_capacity, exchange_capacity, len(images), bits)
    operands += [images, rate, near_length, start]
    out = _call(launch.typed("lists", dtype), operands, results, scratch, scalars)
    return [out[i : i + 4] for i in range(0, len(out), 4)]


def transpose(target, source, count, rows, bits):
    """(target, source, start) of the list with the roles of target and source exchanged."""
    capacity = target.shape[0]
    results = _shapes(jnp.int32, (capacity,), (capacity,), (rows + 1,))
    scratch = _shapes(jnp.int32, (_TRANSPOSE_BLOCKS, rows))
    return _call("transpose_list", (target, source, count), results, scratch, (capacity, rows, bits))
