"""Spreading and interpolation as C++ kernels on XLA's threads (custom_ops/cpu/gridding.cpp); see
`reference`.

Points are visited in the order of tiles of nodes, which a parallel counting sort finds.
"""

import math
from typing import Any

import jax.numpy as jnp
from jax import Array

from jaxfmm.native.signature import Signature
from jaxfmm.nufft.gridding.grid import FEW_LANES, MOST_WIDTH, Grid, axes, table

# nodes; those that the points of a tile touch fit the first-level cache
_TILES = {1: (64,), 2: (4, 32), 3: (4, 8, 8)}
_MOST_TILES = 2**15
# The halos of all chunks of points that are spread at a time have half as many nodes as the grid,
# or _HALOS if that is more.
_CHUNK, _MOST_CHUNKS, _HALOS = 1024, 128, 2**21

SIZES = {"FEW_LANES": FEW_LANES, "MOST_LANES": MOST_WIDTH}
_NUMBERS = "i dim lanes shape0 shape1 shape2 tile0 tile1 tile2 width degree n,d spacing"

SORT = Signature(
    "gridding_sort",
    operands="r points origin",
    results="u rank,r sorted",
    scratch="u counts starts",
    numbers=f"{_NUMBERS},i blocks",
)
SPREAD = Signature(
    "gridding_spread",
    operands="r points origin weights,u rank,d table",
    results="r nodes",
    scratch="d sums halos,i edges,r sorted",
    numbers=f"{_NUMBERS},i columns chunks height",
)
INTERPOLATE = Signature(
    "gridding_interpolate",
    operands="r nodes points origin,u rank,d table",
    results="r result",
    scratch="r sorted",
    numbers=f"{_NUMBERS},i columns",
)


def _tile(grid: Grid) -> tuple[int, ...]:
    """The tile, longer along the last dimensions where tiles would be too many."""
    tile, axis = list(_TILES[len(grid.shape)]), 0
    while math.prod(-(-n // t) for n, t in zip(grid.shape, tile)) > _MOST_TILES:
        axis = (axis - 1) % len(tile)
        if axis > 0 or len(tile) == 1:
            tile[axis] *= 2
    return tuple(tile)


def _arguments(grid: Grid, origin: Array, points: Array) -> dict[str, Any]:
    """The arguments of all kernels."""
    shape, tile = axes(grid.shape), axes(_tile(grid))
    return {
        "points": points,
        "origin": origin,
        "n": points.shape[0],
        "dim": len(grid.shape),
        "lanes": grid.lanes,
        "width": grid.width,
        "degree": grid.degree,
        "spacing": float(grid.spacing),
        **{f"shape{axis}": nodes for axis, nodes in enumerate(shape)},
        **{f"tile{axis}": nodes for axis, nodes in enumerate(tile)},
    }


def sort(grid: Grid, origin: Array, points: Array) -> tuple[Array, Array]:
    """The rank (n,) of each point in an order by tiles, and the points in that order."""
    n = points.shape[0]
    tiles = math.prod(-(-size // t) for size, t in zip(grid.shape, _tile(grid)))
    blocks = min(32, -(-n // 8192))
    arguments = _arguments(grid, origin, points) | {"blocks": blocks}
    shapes = {"rank": (n,), "sorted": points.shape, "counts": (blocks, tiles), "starts": (tiles,)}
    results = SORT.cpu(points.dtype, arguments | shapes)
    return results["rank"], results["sorted"]


def spread(grid: Grid, origin: Array, placed: tuple[Array, Array], weights: Array) -> Array:
    """weights (n, columns) -> (columns, *shape)."""
    (rank, points), (n, columns), dtype = placed, weights.shape, weights.dtype
    _, *plane = axes(grid.shape)
    height = 1 if len(grid.shape) == 1 else grid.width + _tile(grid)[0] - 1
    capacity = max(math.prod(grid.shape) // 2, _HALOS)  # nodes of all halos
    chunks = min(max(4, capacity // (height * math.prod(plane))), -(-n // _CHUNK), _MOST_CHUNKS)
    arguments = _arguments(grid, origin, points) | {
        "rank": rank,
        "weights": weights,
        "table": table(grid),
        "nodes": (columns, *grid.shape),
        "sums": (1,) if dtype == jnp.float64 else (columns, *grid.shape),
        "halos": (chunks, columns, height, *plane),
        "edges": (chunks,),
        "sorted": weights.shape,
        "columns": columns,
        "chunks": chunks,
        "height": height,
    }
    return SPREAD.cpu(dtype, arguments)["nodes"]


def interpolate(grid: Grid, origin: Array, placed: tuple[Array, Array], grids: Array) -> Array:
    """grids (columns, *shape) -> (n, columns)."""
    (rank, points), columns = placed, grids.shape[0]
    shape = (points.shape[0], columns)
    arguments = _arguments(grid, origin, points) | {
        "nodes": grids,
        "rank": rank,
        "table": table(grid),
        "columns": columns,
        "result": shape,
        "sorted": shape,
    }
    return INTERPOLATE.cpu(grids.dtype, arguments)["result"]
