"""The kernels of custom_ops/cpu/{tree,balanced,lists}.cpp: the trees and lists of `build` and `traverse`, on CPUs."""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature
from jaxfmm.tree.limits import EXACT_RADIUS, MAX_LEVELS, MOST_DIMENSIONS

SIZES = sort.SIZES | {
    "TRANSPOSE_BLOCKS": 8, "MAX_LEVELS": MAX_LEVELS, "EXACT_RADIUS": EXACT_RADIUS, "MOST_DIMENSIONS": MOST_DIMENSIONS,
}  # fmt: skip
TREE = Signature(
    "tree",
    operands="r points extent",
    results="i order start count child parent,r center radius,i level_start n_nodes leaves n_leaves leaf_of_point",
    scratch=f"{sort.SCRATCH},r sorted box,i leaf_number,r block_box",
    numbers="i dim n leaf_size leaf_capacity",
)
BALANCED = Signature(
    "balanced",
    operands="r points extent,i start count child parent",
    results="i order,r center radius,i leaf_of_point",
    scratch="r buffer other keys sorted box",
    numbers="i dim n leaf_size levels",
)


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


def _run(signature, dtype, operands, **rest):
    """The results of a kernel; batches are done one by one, each on all cores."""
    return jax.custom_batching.sequential_vmap(lambda arrays: signature.cpu(dtype, {**arrays, **rest}))(operands)


def tree(points, extent, *, leaf_size, leaf_capacity):
    """The fields of the `Tree` of `points (n, d)` by name; its leaf_of_point are those of places in its order."""
    (n, dim), nodes = points.shape, 2 * leaf_capacity - 1
    return _run(
        TREE, points.dtype, {"points": points, "extent": extent},
        order=(n,), start=(nodes,), count=(nodes,), child=(nodes,), parent=(nodes,), center=(nodes, dim),
        radius=(nodes,), level_start=(MAX_LEVELS + 1,), n_nodes=(), leaves=(leaf_capacity,), n_leaves=(),
        leaf_of_point=(n,), **sort.scratch(n), sorted=(dim, n), box=(nodes, 2 * dim), leaf_number=(nodes,),
        block_box=(sort.SIZES["SORT_BLOCKS"], 2 * dim), dim=dim, n=n, leaf_size=leaf_size,
        leaf_capacity=leaf_capacity,
    )  # fmt: skip


def balanced(points, extent, start, count, child, parent, *, leaf_size, levels):
    """order, center, radius and leaf_of_point, of places in that order, of the balanced tree of `points (n, d)` with
    these nodes."""
    (n, dim), nodes = points.shape, len(start)
    nodal = {"start": start, "count": count, "child": child, "parent": parent}
    return _run(
        BALANCED, points.dtype, {"points": points, "extent": extent, **jax.tree.map(jnp.asarray, nodal)},
        order=(n,), center=(nodes, dim), radius=(nodes,), leaf_of_point=(n,), buffer=(n, dim + 1),
        other=(n, dim + 1), keys=(n,), sorted=(dim, n), box=(nodes, 2 * dim), dim=dim, n=n, leaf_size=leaf_size,
        levels=levels,
    )  # fmt: skip


def lists(
    targets, sources, rate, near_length, start, *, far_capacity, near_capacity, exchange_capacity,
    leaf_targets,
):  # fmt: skip
    """The far, the near and, with room for them, the outward and the inward list: (target, source, count, start)."""
    dtype, dim = targets.center.dtype, targets.center.shape[1]
    target_leaves, source_leaves = targets.leaves.shape[0], sources.leaves.shape[0]
    far_rows = target_leaves if leaf_targets else targets.capacity
    sizes = [(far_capacity, far_rows), (near_capacity, target_leaves)]
    if exchange_capacity:
        sizes += [(exchange_capacity, target_leaves), (exchange_capacity, targets.capacity)]
    results = [s for room, rows in sizes for s in _shapes(jnp.int32, (room,), (room,), (), (rows + 1,))]
    words = 4 + 8 // dtype.itemsize  # of a node: a sphere and two integers
    scratch = [
        *(s for room, rows in sizes for s in _shapes(jnp.int32, (rows,), (rows,), (room,))),
        *_shapes(dtype, (targets.capacity, words), (sources.capacity, words)),
        *_shapes(jnp.int32, (targets.capacity,), (2 * (1 + len(sizes)),)),
    ]
    fields = ("center", "radius", "start", "count", "child", "parent", "leaves", "n_leaves", "n_nodes")
    operands = [getattr(tree, field) for tree in (targets, sources) for field in fields]
    scalars = (
        dim, leaf_targets, target_leaves, source_leaves, far_capacity, near_capacity, exchange_capacity,
    )  # fmt: skip
    operands += [rate, near_length, start]
    out = _call(launch.typed("lists", dtype), operands, results, scratch, scalars)
    return [out[i : i + 4] for i in range(0, len(out), 4)]


def transpose(target, source, count, rows):
    """(target, source, start) of the list with the roles of target and source exchanged."""
    capacity = target.shape[0]
    results = _shapes(jnp.int32, (capacity,), (capacity,), (rows + 1,))
    scratch = _shapes(jnp.int32, (SIZES["TRANSPOSE_BLOCKS"], rows))
    return _call("transpose_list", (target, source, count), results, scratch, (capacity, rows))
