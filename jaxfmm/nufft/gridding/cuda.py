"""Spreading and interpolation as CUDA kernels (custom_ops/cuda/gridding.cuh); see `reference`."""

import math
from typing import Any

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.native.signature import Signature
from jaxfmm.native.source import kernel_source
from jaxfmm.nufft.gridding import reference
from jaxfmm.nufft.gridding.grid import Grid, axes, table

_TILES = {1: (32,), 2: (16, 32), 3: (8, 8, 16)}  # nodes
_RUN = {1: 1, 2: 8, 3: 8}  # nodes along the first axis that a thread owns when it spreads
_BLOCK = 128  # threads of the other kernels
# Crowded tiles are spread in parts: at most about this many, of at least so many points.
_PARTS, _LEAST_PART = 2048, 1024
Placed = tuple[Array, Array, Array]  # order, starts and sorted points of `sort`

_NUMBERS = "i shape0 shape1 shape2 columns,d spacing"
_FIND_STARTS = Signature(
    "find_starts", operands="i keys", results="i starts", numbers="i n size within"
)
_SPREAD = Signature(
    "spread",
    operands="r points origin weights table,i starts extra",
    results="r nodes parts",
    numbers=f"{_NUMBERS},i part",
)
_ADD_PARTS = Signature(
    "add_parts", operands="i extra,r parts nodes", results="r nodes", numbers=_NUMBERS
)
_INTERPOLATE = Signature(
    "interpolate",
    operands="r nodes points origin table,i order",
    results="r result",
    numbers=f"{_NUMBERS},i n",
)


def _tiles(grid: Grid) -> tuple[int, ...]:
    """How many tiles there are, per dimension."""
    return tuple(-(-n // size) for n, size in zip(grid.shape, _TILES[len(grid.shape)]))


def _reach(grid: Grid) -> list[int]:
    """Per dimension, how many tiles before a tile may hold the first node of a point that touches
    it."""
    return [-(-(grid.width - 1) // size) for size in _TILES[len(grid.shape)]]


def _call(
    grid: Grid,
    call: str,
    signature: Signature,
    dtype: DTypeLike,
    arguments: dict[str, Any],
    blocks: int | tuple[int, int, int],
    threads: int,
) -> dict[str, Array]:
    """The results of a kernel on so many blocks of threads."""
    defines = {f"TILE_{axis}": nodes for axis, nodes in enumerate(axes(_TILES[len(grid.shape)]))}
    defines["RUN"] = _RUN[len(grid.shape)]
    source = kernel_source(["gridding.cuh"], call, signature, dtype, threads, defines)
    return signature.cuda(source, dtype, arguments, grid=blocks, block=threads)


def _numbers(grid: Grid, columns: int) -> dict[str, Any]:
    shape = {f"shape{axis}": nodes for axis, nodes in enumerate(axes(grid.shape))}
    return shape | {"columns": columns, "spacing": float(grid.spacing)}


def _table(grid: Grid, dtype: DTypeLike) -> Array:
    return jnp.asarray(table(grid)[:, : grid.width], dtype)


def sort(grid: Grid, origin: Array, points: Array) -> Placed:
    """The order of the points by tiles of the grid, and by the first nodes they touch within a
    tile, so that neighbours read the same memory; where each tile starts in it; and the points in
    that order."""
    n, tiles, sizes = points.shape[0], _tiles(grid), _TILES[len(grid.shape)]
    size, within = math.prod(tiles) + 1, math.prod(sizes)
    first = reference.first_nodes(grid, origin, points)
    key = jnp.zeros(n, jnp.int32)
    for axis, nodes in enumerate(sizes):
        key = key * tiles[axis] + first[:, axis] // nodes
    for axis, nodes in enumerate(sizes):
        key = key * nodes + first[:, axis] % nodes
    key, order = lax.sort((key.astype(jnp.uint32), lax.iota(jnp.int32, n)), num_keys=1)
    arguments = {
        "keys": key.astype(jnp.int32),
        "starts": (size,),
        "n": n,
        "size": size,
        "within": within,
    }
    blocks = -(-size // _BLOCK)
    results = _call(grid, "find_starts", _FIND_STARTS, points.dtype, arguments, blocks, _BLOCK)
    return order, results["starts"], points[order]


def _further_parts(grid: Grid, starts: Array, part: int) -> Array:
    """Blocks (tiles + 1) that the tiles before each tile need beyond their first, so that no block
    has more than `part` candidates: points in the tiles from which its tile can be reached."""
    counts = jnp.diff(starts).reshape(_tiles(grid))
    for axis, reach in enumerate(_reach(grid)):
        padded = jnp.pad(counts, [(reach * (a == axis), 0) for a in range(counts.ndim)])
        size = counts.shape[axis]
        shifted = (lax.slice_in_dim(padded, s, s + size, axis=axis) for s in range(reach + 1))
        counts = sum(shifted, jnp.zeros_like(counts))
    further = jnp.maximum(-(-counts.reshape(-1) // part) - 1, 0)
    return jnp.pad(jnp.cumsum(further, dtype=jnp.int32), (1, 0))


def spread(grid: Grid, origin: Array, placed: Placed, weights: Array) -> Array:
    """weights (n, columns) -> (columns, *shape)."""
    (order, starts, points), (n, columns), dtype = placed, weights.shape, weights.dtype
    dim, tiles, tile = len(grid.shape), math.prod(_tiles(grid)), math.prod(_TILES[len(grid.shape)])
    candidates = n * math.prod(reach + 1 for reach in _reach(grid))  # of all tiles, at most
    part = max(_LEAST_PART, -(-candidates // _PARTS))
    capacity = candidates // part + 1
    extra = _further_parts(grid, starts, part)
    together = 4 if columns > 2 else columns
    call = f"spread<REAL, {dim}, {grid.width}, {grid.degree}, {together}>"
    threads, numbers = tile // _RUN[dim], _numbers(grid, columns)
    arguments = {
        "points": points,
        "origin": origin,
        "weights": weights[order],
        "table": _table(grid, dtype),
        "starts": starts,
        "extra": extra,
        "nodes": (columns, *grid.shape),
        "parts": (capacity, columns, tile),
        "part": part,
        **numbers,
    }
    blocks = tiles + capacity, -(-columns // together), 1
    results = _call(grid, call, _SPREAD, dtype, arguments, blocks, threads)
    arguments, blocks = {"extra": extra, **results, **numbers}, (tiles, columns, 1)
    results = _call(grid, "add_parts<REAL>", _ADD_PARTS, dtype, arguments, blocks, threads)
    return results["nodes"]


def interpolate(grid: Grid, origin: Array, placed: Placed, grids: Array) -> Array:
    """grids (columns, *shape) -> (n, columns)."""
    (order, _, points), columns, dtype, n = placed, grids.shape[0], grids.dtype, placed[0].shape[0]
    call = f"interpolate<REAL, {len(grid.shape)}, {grid.width}, {grid.degree}, {_BLOCK}>"
    arguments = {
        "nodes": grids,
        "points": points,
        "origin": origin,
        "table": _table(grid, dtype),
        "order": order,
        "result": (n, columns),
        "n": n,
        **_numbers(grid, columns),
    }
    blocks = -(-n // _BLOCK)
    return _call(grid, call, _INTERPOLATE, dtype, arguments, blocks, _BLOCK)["result"]
