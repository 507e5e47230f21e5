"""Spreading and interpolation as CUDA kernels (custom_ops/cuda/gridding.cuh); see `reference`."""

import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.native import launch
from jaxfmm.native.source import kernel_source, signature
from jaxfmm.ops.gridding import reference
from jaxfmm.ops.gridding.grid import SPACING_UNIT, axes, table

_TILES = {1: (32,), 2: (16, 32), 3: (8, 8, 16)}  # nodes, as in gridding.cuh
_THREADS = {1: 32, 2: 64, 3: 128}  # of a block that spreads, as in gridding.cuh
_BLOCK = 128  # threads of the other kernels
_PARTS, _LEAST_PART = 2048, 1024  # of crowded tiles, and points in each


def _tiles(grid):
    return tuple(-(-n // size) for n, size in zip(grid.shape, _TILES[len(grid.shape)]))


def _reach(grid):
    """Per dimension how many tiles before its own may hold the first node of a point that touches a tile."""
    return [-(-(grid.width - 1) // size) for size in _TILES[len(grid.shape)]]


def _call(call, names, dtype, operands, results, scalars, blocks, threads, aliases=None):
    source = kernel_source(["gridding.cuh"], call, signature(names), jnp.dtype(dtype), threads)
    return launch.cuda(
        source, "entry", operands, results, scalars=scalars, grid=blocks, block=threads, aliases=aliases
    )  # fmt: skip


def _table(grid, dtype):
    return jnp.asarray(table(grid)[:, : grid.width], dtype)


def _units(grid):
    return round(grid.spacing / SPACING_UNIT)


def sort(grid, origin, points):
    """The order of the points by tiles of the grid, and by the first nodes they touch within a tile, so that neighbours
    read the same memory; where each tile starts in it; and the points in that order."""
    n, tiles, sizes = points.shape[0], _tiles(grid), _TILES[len(grid.shape)]
    size, within = math.prod(tiles) + 1, math.prod(sizes)
    first = reference.first_nodes(grid, origin, points)
    key = jnp.zeros(n, jnp.int32)
    for axis, nodes in enumerate(sizes):
        key = key * tiles[axis] + first[:, axis] // nodes
    for axis, nodes in enumerate(sizes):
        key = key * nodes + first[:, axis] % nodes
    key, order = lax.sort((key.astype(jnp.uint32), lax.iota(jnp.int32, n)), num_keys=1)
    starts = _call(
        "find_starts", "i keys,I starts,n count,n size,n within", points.dtype, [key.astype(jnp.int32)],
        [jax.ShapeDtypeStruct((size,), jnp.int32)], (n, size, within), -(-size // _BLOCK), _BLOCK,
    )[0]  # fmt: skip
    return order, starts, points[order]


def _further_parts(grid, starts, part):
    """Blocks (tiles + 1) that all tiles before each need beyond their first, so that none has more than `part`
    candidates: points in the tiles from which it can be reached."""
    counts = jnp.diff(starts).reshape(_tiles(grid))
    for axis, reach in enumerate(_reach(grid)):
        padded = jnp.pad(counts, [(reach * (a == axis), 0) for a in range(counts.ndim)])
        size = counts.shape[axis]
        shifted = (lax.slice_in_dim(padded, s, s + size, axis=axis) for s in range(reach + 1))
        counts = sum(shifted, jnp.zeros_like(counts))
    further = jnp.maximum(-(-counts.reshape(-1) // part) - 1, 0)
    return jnp.pad(jnp.cumsum(further, dtype=jnp.int32), (1, 0))


def spread(grid, origin, placed, weights):
    """weights (n, columns) -> (columns, *shape)."""
    (order, starts, points), (n, columns), dtype = placed, weights.shape, weights.dtype
    dim, tiles, shape, units = len(grid.shape), math.prod(_tiles(grid)), axes(grid.shape), _units(grid)
    candidates = n * math.prod(reach + 1 for reach in _reach(grid))  # of all tiles, at most
    part = max(_LEAST_PART, -(-candidates // _PARTS))
    room = candidates // part + 1
    extra = _further_parts(grid, starts, part)
    together = 4 if columns > 2 else columns
    results = [
        jax.ShapeDtypeStruct((columns, *grid.shape), dtype),
        jax.ShapeDtypeStruct((room, columns, math.prod(_TILES[dim])), dtype),
    ]
    names = "r points,r origin,r weights,i starts,i extra,r table,R nodes,R parts,n n0,n n1,n n2,n units,n columns,"
    call = f"spread<REAL, {dim}, {grid.width}, {grid.degree}, {together}>"
    operands = [points, origin, weights[order], starts, extra, _table(grid, dtype)]
    blocks = (tiles + room, -(-columns // together), 1)
    nodes, parts = _call(
        call, names + "n part", dtype, operands, results, (*shape, units, columns, part), blocks, _THREADS[dim]
    )  # fmt: skip
    names = "i extra,r parts,r nodes_in,R nodes,n n0,n n1,n n2,n columns"
    return _call(
        f"add_parts<REAL, {dim}>", names, dtype, [extra, parts, nodes], results[:1], (*shape, columns),
        (tiles, columns, 1), _THREADS[dim], aliases={2: 0},
    )[0]  # fmt: skip


def interpolate(grid, origin, placed, grids):
    """grids (columns, *shape) -> (n, columns)."""
    (order, _, points), columns, dtype, n = placed, grids.shape[0], grids.dtype, placed[0].shape[0]
    names = "r nodes,r points,r origin,i order,r table,R out,n count,n n0,n n1,n n2,n units,n columns"
    scalars = (n, *axes(grid.shape), _units(grid), columns)
    call = f"interpolate<REAL, {len(grid.shape)}, {grid.width}, {grid.degree}, {_BLOCK}>"
    return _call(
        call, names, dtype, [grids, points, origin, order, _table(grid, dtype)],
        [jax.ShapeDtypeStruct((n, columns), dtype)], scalars, -(-n // _BLOCK), _BLOCK,
    )[0]  # fmt: skip
