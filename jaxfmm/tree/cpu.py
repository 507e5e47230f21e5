"""The kernels of custom_ops/cpu/{tree,balanced,lists}.cpp: the trees and lists of `build` and
`traverse`, on CPUs."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature
from jaxfmm.tree import limits
from jaxfmm.tree.keys import stretch
from jaxfmm.tree.limits import (
    CROWD,
    EXACT_RADIUS,
    MAX_LEVELS,
    MOST_DIMENSIONS,
    node_words,
    shapes_of_tree,
)

SIZES = sort.SIZES | {
    "TRANSPOSE_BLOCKS": 8,
    "MAX_LEVELS": MAX_LEVELS,
    "EXACT_RADIUS": EXACT_RADIUS,
    "MOST_DIMENSIONS": MOST_DIMENSIONS,
    "CROWD": CROWD,
}
TREE = Signature(
    "tree",
    operands="r points extent",
    results="i order start count child parent,r center half radius,i level_start n_nodes leaves n_leaves leaf_of_point",
    scratch=f"{sort.SCRATCH},r sorted box,i leaf_number,r block_box",
    numbers="i dim n leaf_size leaf_capacity,d stretched",
)
BALANCED = Signature(
    "balanced",
    operands="r points extent,i start count child parent",
    results="i order,r center half radius,i leaf_of_point",
    scratch="r buffer other keys sorted box",
    numbers="i dim n leaf_size levels",
)

LISTS = Signature(
    "lists",
    operands="r target_center target_half target_radius target_length,i target_count target_child target_leaves"
    " n_target_leaves n_targets,r source_center source_half source_radius source_length,i source_child source_leaves"
    " n_source_leaves n_sources,r images rate,b wanted",
    results=",".join(f"i {x}_target {x}_source {x}_total {x}_start" for x in limits.LISTS),
    scratch=",".join(f"i {x}_place {x}_count {x}_pool" for x in limits.LISTS)
    + ",r target_nodes source_nodes,i task state",
    numbers="i dim leaf_targets target_leaf_capacity source_leaf_capacity far_capacity near_capacity exchange_capacity"
    " n_images bits",
)
TRANSPOSE = Signature(
    "transpose",
    operands="i old_target old_source count",
    results="i target source start",
    scratch="i place",
    numbers="i capacity rows bits",
)


def usable(dtype: Any, dim: int) -> bool:
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    kernels = (launch.typed(name, dtype) for name in ("tree", "balanced", "lists"))
    return dim <= MOST_DIMENSIONS and all(map(launch.built_in, kernels))


def _run(
    signature: Signature,
    dtype: DTypeLike,
    operands: dict[str, jax.Array],
    *,
    kernel: str | None = None,
    **rest,
) -> dict[str, jax.Array]:
    """The results of a kernel; batches are done one by one, each on all cores."""
    run = jax.custom_batching.sequential_vmap(
        lambda arrays: signature.cpu(dtype, {**arrays, **rest}, kernel=kernel)
    )
    return run(operands)


def tree(
    points: jax.Array, extent: jax.Array, *, leaf_size: int, leaf_capacity: int
) -> dict[str, jax.Array]:
    """The fields of the `Tree` of `points (n, d)` by name; its leaf_of_point are those of places in
    its order."""
    (n, dim), nodes = points.shape, 2 * leaf_capacity - 1
    return _run(
        TREE,
        points.dtype,
        {"points": points, "extent": extent},
        order=(n,),
        **shapes_of_tree(n, dim, leaf_capacity),
        **sort.scratch(n),
        sorted=(dim, n),
        box=(nodes, 2 * dim),
        leaf_number=(nodes,),
        block_box=(sort.SIZES["SORT_BLOCKS"], 2 * dim),
        dim=dim,
        n=n,
        leaf_size=leaf_size,
        leaf_capacity=leaf_capacity,
        stretched=stretch(n, leaf_size, dim),
    )


def balanced(
    points: jax.Array,
    extent: jax.Array,
    start: np.ndarray,
    count: np.ndarray,
    child: np.ndarray,
    parent: np.ndarray,
    *,
    leaf_size: int,
    levels: int,
) -> dict[str, jax.Array]:
    """order, center, half, radius and leaf_of_point, of places in that order, of the balanced tree
    of `points (n, d)` with these nodes."""
    (n, dim), nodes = points.shape, len(start)
    nodal = {"start": start, "count": count, "child": child, "parent": parent}
    return _run(
        BALANCED,
        points.dtype,
        {"points": points, "extent": extent, **jax.tree.map(jnp.asarray, nodal)},
        order=(n,),
        center=(nodes, dim),
        half=(nodes, dim),
        radius=(nodes,),
        leaf_of_point=(n,),
        buffer=(n, dim + 1),
        other=(n, dim + 1),
        keys=(n,),
        sorted=(dim, n),
        box=(nodes, 2 * dim),
        dim=dim,
        n=n,
        leaf_size=leaf_size,
        levels=levels,
    )


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
    dtype, dim = targets.center.dtype, targets.center.shape[1]
    given = operands_of(targets, sources, lengths) | {"target_count": targets.count}
    given |= {"images": images, "rate": rate, "wanted": start}
    shapes, rows = results_of(targets, far_capacity, near_capacity, exchange_capacity, leaf_targets)
    for name, count in rows.items():
        shapes |= {
            f"{name}_place": (count,),
            f"{name}_count": (count,),
            f"{name}_pool": shapes[f"{name}_target"],
        }
    words = node_words(dtype)
    out = _run(
        LISTS,
        dtype,
        given,
        **shapes,
        target_nodes=(targets.capacity, words),
        source_nodes=(sources.capacity, words),
        task=(3 * targets.capacity,),
        state=(2 * (1 + len(rows)),),
        dim=dim,
        leaf_targets=leaf_targets,
        target_leaf_capacity=len(targets.leaves),
        source_leaf_capacity=len(sources.leaves),
        far_capacity=far_capacity,
        near_capacity=near_capacity,
        exchange_capacity=exchange_capacity,
        n_images=len(images),
        bits=bits,
    )
    return lists_of(out, exchange_capacity)


def operands_of(
    targets: Any, sources: Any, lengths: tuple[jax.Array, jax.Array]
) -> dict[str, jax.Array]:
    """What both backends read of two trees and of lengths for their nodes, by the names of their
    signatures."""
    fields = {name: f"{{}}_{name}" for name in ("center", "half", "radius", "child", "leaves")}
    fields |= {"n_leaves": "n_{}_leaves", "n_nodes": "n_{}s"}
    trees = {"target": targets, "source": sources}
    given = {
        name.format(side): getattr(tree, field)
        for side, tree in trees.items()
        for field, name in fields.items()
    }
    return given | {"target_length": lengths[0], "source_length": lengths[1]}


def results_of(targets: Any, far: int, near: int, exchanged: int, leaf_targets: bool) -> Any:
    """(shapes of the arrays of the lists with such room, rows of each list)."""
    leaves, nodes = len(targets.leaves), targets.capacity
    capacities = dict(zip(limits.LISTS, (far, near, exchanged, exchanged)))
    rows = dict(zip(limits.LISTS, (leaves if leaf_targets else nodes, leaves, leaves, nodes)))
    if not exchanged:
        rows |= {"outward": 0, "inward": 0}
    shapes = {}
    for name, capacity in capacities.items():
        shapes |= {
            f"{name}_target": (capacity,),
            f"{name}_source": (capacity,),
            f"{name}_total": (),
        }
        shapes[f"{name}_start"] = (rows[name] + 1,)
    return shapes, rows


def lists_of(
    results: dict[str, jax.Array], exchanged: int
) -> list[tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    """The arrays of each list that there is."""
    parts = ("target", "source", "total", "start")
    return [
        tuple(results[f"{name}_{part}"] for part in parts)
        for name in limits.LISTS[: 4 if exchanged else 2]
    ]


def transpose(
    target: jax.Array, source: jax.Array, count: jax.Array, rows: int, bits: int
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """(target, source, start) of the list with the roles of target and source exchanged."""
    (capacity,) = target.shape
    out = _run(
        TRANSPOSE,
        jnp.float32,
        {"old_target": target, "old_source": source, "count": count},
        kernel="transpose_list",
        target=(capacity,),
        source=(capacity,),
        start=(rows + 1,),
        place=(SIZES["TRANSPOSE_BLOCKS"], rows),
        capacity=capacity,
        rows=rows,
        bits=bits,
    )
    return out["target"], out["source"], out["start"]
