"""P2M, L2P, M2P and P2L as CUDA kernels (custom_ops/cuda/particles.cuh)."""

from typing import Any

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends.compiled import LIST, constants, highest, listed
from jaxfmm.backends.protocol import Cells, Operators, Pairs, Particles
from jaxfmm.codegen.bodies import radial_function
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import TYPE, kernel_source

_CELLS = "i start count leaves n_cells,r center radius"
_MOMENTS = Signature(
    "moments",
    operands=f"i ints,r reals points weights,{_CELLS}",
    results="r out",
    numbers="i rhs row",
)
_FIELDS = Signature(
    "fields",
    operands=f"i ints,r reals,i steps,r coefficients points,{_CELLS}",
    results="r out",
    numbers="i rhs row",
)
_GATHER = Signature(
    "gather",
    operands=f"i ints,r reals,i steps,r points weights,{_CELLS},{LIST}",
    results="r out",
    numbers="i rhs row bits",
)
_DERIVED = Signature(
    "derived",
    operands="i ints,r reals,i steps,r coefficients radius,i n_nodes",
    results="r sets",
    numbers="i rhs row",
)
_EVALUATE = Signature(
    "evaluate",
    operands=f"i ints,r reals,i steps,r sets points,{_CELLS},{LIST}",
    results="r out",
    numbers="i rhs bits",
)
# In L2P, TEAM lanes take a leaf, and a block has TEAMS such teams. In P2M half as many lanes take a
# leaf. If coefficients take much shared memory, more lanes take a leaf in L2P, so that a
# multiprocessor still has LEAST_WARPS warps.
TEAM, TEAMS, LEAST_WARPS = 8, 16, 15
# L2P takes so many right-hand sides at a time, fewer if they have more than MOST_SETS sets of
# coefficients together.
L2P_COLUMNS, MOST_SETS = 4, 16
# A block of M2P has so many threads, and at most so many cells at a time, in so many bytes.
EVALUATING, CELLS, OF_CELLS = 128, 16, 24 * 1024
UNROLLED = 144  # P2M, L2P and M2P are unrolled up to this number of coefficients of 4 bytes.


def _run(
    signature: Signature,
    expansion: Operators,
    order: int,
    template: tuple[int | str, ...],
    arguments: dict[str, Any],
    *,
    unrolled: bool = False,
    raised: int = 0,
    top: int | None = None,
    **sizes: Any,
) -> Array:
    """A kernel of particles.cuh. raised: the highest derivative. top: the degree of the harmonics
    that it walks over, of the expansion by default. sizes: of `launch.Launch`."""
    dtype, top = arguments["radius"].dtype, order if top is None else top
    defines = {
        "ORDER": top if unrolled else -1,
        "SIZE": expansion.size(top),
        "NUMBER": TYPE[dtype.name],
    }
    if unrolled:
        defines["CONSTANTS"] = ",".join(map(repr, expansion.harmonic_constants(top)))
    headers = ["functions.h", f"{expansion.HEADER}.h", "particles.cuh"]
    call = f"{signature.name}<REAL, {', '.join(map(str, template))}>"
    struct = definitions(
        expansion, order + raised if signature in (_GATHER, _EVALUATE) else None, dtype
    )
    source = kernel_source(headers, call, signature, dtype, sizes["block"], defines, struct)
    arguments |= constants(expansion, order, dtype, raised)
    (result,) = signature.cuda(source, dtype, arguments, **sizes).values()
    return result


def definitions(expansion: Operators, degree: int | None, dtype: DTypeLike) -> str:
    """The text of an expansion in the source of a kernel. degree: the highest derivative of a
    radial kernel that it needs, None if it needs none."""
    if expansion.kernel is None or degree is None:
        return expansion.definitions(None)
    function = radial_function(expansion.kernel, degree, dtype)
    return function.text + expansion.definitions(function)


def _row(expansion: Operators, order: int) -> int:
    return -(-expansion.size(order) // 4) * 4


def _bytes(expansion: Operators, order: int, dtype: DTypeLike) -> int:
    """The size of the coefficients."""
    return expansion.size(order) * jnp.dtype(dtype).itemsize


def _set_bytes(sets: int, columns: int, dtype: DTypeLike) -> int:
    """Bytes of one coefficient of all sets in L2P; of several right-hand sides together they are an
    odd number of 16 bytes."""
    count = sets * columns * jnp.dtype(dtype).itemsize
    return count if columns == 1 else (-(-count // 16) | 1) * 16


def _leaves(cells: Cells) -> dict[str, Any]:
    """The leaves of a tree, and its nodes."""
    return fields(cells, "start count leaves center radius") | {"n_cells": cells.n_leaves}


def p2m(expansion: Operators, order: int, sources: Particles, weights: Array) -> Array:
    """The multipoles (nodes, k, row) of the leaves."""
    cells, components, k = sources.tree, sources.components, weights.shape[2]
    is_small = _bytes(expansion, order, weights.dtype) <= 4 * UNROLLED
    if len(components) > 1 or highest(components) or not is_small:
        none, arguments = jnp.zeros(1, jnp.int32), _leaves(cells)
        arguments |= {"list_start": none, "list_source": none}
        arguments |= {"images": cells.center, "bits": ONE_IMAGE}
        return _gather(expansion, order, sources, weights, arguments, len(cells.leaves))
    row, team, threads = _row(expansion, order), TEAM // 2, 128
    arguments = _leaves(cells) | {
        "points": sources.points,
        "weights": weights,
        "out": (len(cells.radius), k, row),
        "rhs": k,
        "row": row,
    }
    grid = (-(-len(cells.leaves) * team // threads), k, 1)
    template = (team, threads)
    return _run(
        _MOMENTS, expansion, order, template, arguments, unrolled=True, grid=grid, block=threads
    )


def p2l(
    expansion: Operators,
    order: int,
    targets: Cells,
    sources: Particles,
    weights: Array,
    far: Pairs,
) -> Array:
    arguments = fields(sources.tree, "start count leaves") | fields(targets, "center radius")
    arguments |= listed(far) | {"n_cells": targets.n_nodes}
    nodes = len(targets.radius)
    return _gather(expansion, order, sources, weights, arguments, nodes, by_list=True)


def _gather(
    expansion: Operators,
    order: int,
    sources: Particles,
    weights: Array,
    arguments: dict[str, Any],
    blocks: int,
    *,
    by_list: bool = False,
) -> Array:
    """P2M into leaves, or P2L by a list. arguments: the cells and the list; blocks: for so many
    cells."""
    dtype, k = weights.dtype, weights.shape[2]
    raised = highest(sources.components) if by_list else 0
    steps, row = expansion.source_program(sources.components), _row(expansion, order)
    arguments = arguments | {
        "steps": steps,
        "points": sources.points,
        "weights": weights,
        "out": (len(arguments["radius"]), k, row),
        "rhs": k,
        "row": row,
    }
    return _run(
        _GATHER,
        expansion,
        order,
        (len(sources.components), "true" if by_list else "false"),
        arguments,
        raised=raised,
        grid=(blocks, k, 1),
        block=32,
        shared=int(steps[1]) * _bytes(expansion, order + raised, dtype),
        static=32 * (33 * dtype.itemsize + 4),  # of `Moments`
    )


def l2p(expansion: Operators, order: int, local: Array, targets: Particles) -> Array:
    """The values (m, components, k) of the local expansions of the leaves at their points."""
    dtype, (_, k, row), leaves = local.dtype, local.shape, len(targets.tree.leaves)
    steps = expansion.target_program(targets.components)
    sets = int(steps[1])
    runs = -(-k // max(1, min(L2P_COLUMNS, MOST_SETS // sets)))
    columns = -(-k // runs)
    of_team = _set_bytes(sets, columns, dtype) * expansion.size(order)
    most = launch.most_shared()
    team = next((n for n in (TEAM, 16) if LEAST_WARPS * (32 // n) * of_team <= most), 32)
    least = 32 // team  # teams of a warp
    teams = max(least, min(TEAMS, 48 * 1024 // of_team // least * least))
    arguments = _leaves(targets.tree) | {
        "steps": steps,
        "coefficients": local,
        "points": targets.points,
        "out": (len(targets.points), len(targets.components), k),
        "rhs": k,
        "row": row,
    }
    return _run(
        _FIELDS,
        expansion,
        order,
        (sets, columns, team, team * teams),
        arguments,
        unrolled=_bytes(expansion, order, dtype) <= 4 * UNROLLED,
        grid=-(-leaves // teams) * -(-k // columns),
        block=team * teams,
        shared=-(-of_team * teams // 16) * 16,
    )


def m2p(
    expansion: Operators,
    order: int,
    multipoles: Array,
    targets: Particles,
    sources: Cells,
    far: Pairs,
) -> Array:
    (_, k, _), components, dtype = multipoles.shape, targets.components, multipoles.dtype
    steps, top = expansion.target_program(components), order + highest(components)
    sets, of_cell = int(steps[1]), int(steps[1]) * _bytes(expansion, top, dtype)
    cells = max(1, min(CELLS, OF_CELLS // of_cell))
    arguments = (
        _leaves(targets.tree)
        | fields(sources, "center radius")
        | listed(far)
        | {
            "steps": steps,
            "sets": _derived(expansion, order, top, steps, multipoles, sources),
            "points": targets.points,
            "out": (len(targets.points), len(components), k),
            "rhs": k,
        }
    )
    # functions of radial kernels are written for one number
    per = 2 if expansion.kernel is None and targets.tree.leaf_size > 32 else 1
    return _run(
        _EVALUATE,
        expansion,
        order,
        (sets, per, EVALUATING, cells),
        arguments,
        unrolled=_bytes(expansion, top, dtype) <= 4 * UNROLLED,
        raised=top - order,
        top=top,
        grid=(len(targets.tree.leaves), k, 1),
        block=EVALUATING,
        shared=max(cells * of_cell, EVALUATING * sets * dtype.itemsize),
    )


def _derived(
    expansion: Operators, order: int, top: int, steps: Any, multipoles: Array, sources: Cells
) -> Array:
    """The sets of coefficients (nodes, k, coefficients, sets) that M2P evaluates, of every cell."""
    nodes, k, row = multipoles.shape
    sets, of_cell = int(steps[1]), int(steps[1]) * _bytes(expansion, top, multipoles.dtype)
    warps = max(1, min(4, 48 * 1024 // of_cell))
    arguments = fields(sources, "radius n_nodes") | {
        "steps": steps,
        "coefficients": multipoles,
        "rhs": k,
        "row": row,
        "sets": (nodes, k, expansion.size(top), sets),
    }
    return _run(
        _DERIVED,
        expansion,
        order,
        (sets, warps),
        arguments,
        raised=top - order,
        top=top,
        grid=(-(-nodes // warps), k, 1),
        block=32 * warps,
        shared=warps * of_cell,
    )
