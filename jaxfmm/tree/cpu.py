"""Trees and interaction lists by the kernels of custom_ops/cpu/{tree,balanced,lists}.cpp, on
CPUs."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature, fields
from jaxfmm.tree.keys import EVEN, FEWER, MARGIN, MORE
from jaxfmm.tree.limits import (
    CROWD,
    EXACT_RADIUS,
    LISTS as NAMES,
    MAX_LEVELS,
    MOST_DIMENSIONS,
    Shapes,
    node_words,
    shapes_of_tree,
)
from jaxfmm.tree.structure import Nodes
from jaxfmm.tree.traversal_arguments import ListArrays, Traversal

TRANSPOSE_BLOCKS = 8
SIZES: dict[str, int | float] = sort.SIZES | {
    "TRANSPOSE_BLOCKS": TRANSPOSE_BLOCKS,
    "MAX_LEVELS": MAX_LEVELS,
    "EXACT_RADIUS": EXACT_RADIUS,
    "MOST_DIMENSIONS": MOST_DIMENSIONS,
    "CROWD": CROWD,
    "EVEN_LEAF": EVEN,
    "FEWER_CUBES": FEWER,
    "CUBE_MARGIN": MARGIN,
    "MORE_CUBES": MORE,
}
TREE = Signature(
    "tree",
    operands="r points extent,i segments",
    results="i order start count child parent,r center half radius,"
    "i level_start n_nodes leaves n_leaves leaf_of_point roots",
    scratch=f"{sort.SCRATCH},r sorted box,i leaf_number,r block_box",
    numbers="i dim n leaf_size leaf_capacity n_segments",
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
    operands="r target_center target_half target_radius target_length,i target_count target_child"
    " target_leaves n_target_leaves n_targets,r source_center source_half source_radius"
    " source_length,i source_child source_leaves n_source_leaves n_sources,r images rate,b wanted,"
    "i target_roots source_roots",
    results=",".join(f"i {x}_target {x}_source {x}_total {x}_start" for x in NAMES),
    scratch=",".join(f"i {x}_place {x}_count {x}_pool" for x in NAMES)
    + ",r target_nodes source_nodes,i task state",
    numbers="i dim leaf_targets target_leaf_capacity source_leaf_capacity far_capacity"
    " near_capacity exchange_capacity n_images bits n_segments",
)
TRANSPOSE = Signature(
    "transpose",
    operands="i old_target old_source count",
    results="i target source start",
    scratch="i place",
    numbers="i capacity rows bits",
)


def usable(dtype: DTypeLike, dim: int) -> bool:
    """Whether this installation has the kernels for points of this dtype in `dim` dimensions."""
    kernels = (launch.typed(name, dtype) for name in ("tree", "balanced", "lists"))
    return dim <= MOST_DIMENSIONS and all(map(launch.built_in, kernels))


def _run(
    signature: Signature,
    dtype: DTypeLike,
    operands: dict[str, Array],
    rest: dict[str, Any],
    kernel: str | None = None,
) -> dict[str, Array]:
    """The results of a kernel. The members of a batch are done one by one, each on all cores."""
    run = jax.custom_batching.sequential_vmap(
        lambda arrays: signature.cpu(dtype, arrays | rest, kernel=kernel)
    )
    return run(operands)


def tree(
    points: Array,
    extent: Array,
    numbers: Array | None,
    *,
    leaf_size: int,
    leaf_capacity: int,
    segments: int,
) -> dict[str, Array]:
    """The fields of the `Tree` of `points (n, d)` by name. Its `leaf_of_point` are in the order of
    the tree. numbers, segments: as `build.build` takes them."""
    (n, dim), nodes = points.shape, 2 * leaf_capacity - 1
    shapes = shapes_of_tree(n, dim, leaf_capacity) | sort.scratch(n)
    shapes |= {"order": (n,), "sorted": (dim, n), "box": (nodes, 2 * dim), "leaf_number": (nodes,)}
    shapes |= {"block_box": (sort.SIZES["SORT_BLOCKS"], 2 * dim)}
    shapes["roots"] = (max(segments, 1),)
    sizes = {"dim": dim, "n": n, "leaf_size": leaf_size, "leaf_capacity": leaf_capacity}
    sizes["n_segments"] = segments
    if numbers is None:
        numbers = jnp.zeros(1, jnp.int32)
    operands = {"points": points, "extent": extent, "segments": numbers}
    fields_of_tree = _run(TREE, points.dtype, operands, shapes | sizes)
    if not segments:
        del fields_of_tree["roots"]
    return fields_of_tree


def balanced(
    points: Array, extent: Array, nodes: Nodes, *, leaf_size: int, levels: int
) -> dict[str, Array]:
    """order, center, half, radius and leaf_of_point, in the order of the tree, of the balanced tree
    of `points (n, d)` with these nodes."""
    (n, dim), capacity = points.shape, len(nodes.start)
    operands = {"points": points, "extent": extent} | fields(nodes, "start count child parent")
    shapes: Shapes = dict.fromkeys(("order", "leaf_of_point", "keys"), (n,))
    shapes |= {"center": (capacity, dim), "half": (capacity, dim), "radius": (capacity,)}
    shapes |= {"sorted": (dim, n), "box": (capacity, 2 * dim)}
    shapes |= {"buffer": (n, dim + 1), "other": (n, dim + 1)}
    numbers = {"dim": dim, "n": n, "leaf_size": leaf_size, "levels": levels}
    return _run(BALANCED, points.dtype, operands, shapes | numbers)


def lists(traversal: Traversal) -> list[ListArrays]:
    """The lists of a traversal."""
    shapes, rows = traversal.shapes(), traversal.rows
    for name, count in rows.items():
        shapes |= {f"{name}_place": (count,), f"{name}_count": (count,)}
        shapes[f"{name}_pool"] = shapes[f"{name}_target"]
    words = node_words(traversal.dtype)
    shapes |= {
        "target_nodes": (traversal.targets.capacity, words),
        "source_nodes": (traversal.sources.capacity, words),
        "task": (3 * traversal.targets.capacity,),
        "state": (2 * (1 + len(rows)),),
    }
    numbers = traversal.numbers() | fields(traversal, "dim leaf_targets")
    arrays = traversal.arrays() | {"target_count": traversal.targets.count}
    return traversal.lists_of(_run(LISTS, traversal.dtype, arrays, shapes | numbers))


def transpose(
    target: Array, source: Array, count: Array, rows: int, bits: int
) -> tuple[Array, Array, Array]:
    """(target, source, start) of the list with the roles of target and source exchanged."""
    operands = {"old_target": target, "old_source": source, "count": count}
    shapes = {"target": target.shape, "source": target.shape, "start": (rows + 1,)}
    shapes |= {"place": (TRANSPOSE_BLOCKS, rows)}
    numbers = {"capacity": len(target), "rows": rows, "bits": bits}
    results = _run(TRANSPOSE, jnp.float32, operands, shapes | numbers, "transpose_list")
    return results["target"], results["source"], results["start"]
