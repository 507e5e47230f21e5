"""Spreading and interpolation as C++ kernels on XLA's threads (custom_ops/cpu/gridding.cpp); see `reference`.

Points are visited in the order of tiles of nodes, which a parallel counting sort finds.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.native import launch
from jaxfmm.ops.gridding.grid import axes, table

_TILES = {1: (64,), 2: (4, 32), 3: (4, 8, 8)}  # nodes, so that what a tile's points touch fits the first-level cache
_MOST_TILES = 2**15
# Chunks of points to spread: as many as have halos of half the size of the grid, or of _HALOS nodes if that is more.
_CHUNK, _MOST_CHUNKS, _HALOS = 1024, 128, 2**21


def _tile(grid):
    """The tile, longer along the last dimensions where tiles would be too many."""
    tile, axis = list(_TILES[len(grid.shape)]), 0
    while math.prod(-(-n // t) for n, t in zip(grid.shape, tile)) > _MOST_TILES:
        axis = (axis - 1) % len(tile)
        if axis > 0 or len(tile) == 1:
            tile[axis] *= 2
    return tuple(tile)


def _call(name, grid, dtype, operands, results, scalars):
    head = (len(grid.shape), grid.lanes, *axes(grid.shape), *axes(_tile(grid)), grid.width, grid.degree)
    kernel = launch.typed(f"gridding_{name}", dtype)
    return launch.cpu(None, kernel, operands, results, scalars=(*head, float(grid.spacing), *scalars))


def _words(*shape):
    """Scratch for doubles, a type that JAX may have switched off."""
    return jax.ShapeDtypeStruct((*shape, 2), jnp.uint32)


def _table(grid):
    """The table of the window in double."""
    return jnp.asarray(table(grid).view(np.uint32))


def sort(grid, origin, points):
    """The rank (n,) of each point in an order by tiles, and the points in that order."""
    n = points.shape[0]
    tiles = math.prod(-(-size // t) for size, t in zip(grid.shape, _tile(grid)))
    blocks = min(32, -(-n // 8192))
    words = [jax.ShapeDtypeStruct(shape, jnp.uint32) for shape in ((n,), (blocks, tiles), (tiles,))]
    results = [words[0], jax.ShapeDtypeStruct(points.shape, points.dtype), *words[1:]]
    return tuple(_call("sort", grid, points.dtype, [points, origin], results, (n, blocks))[:2])


def spread(grid, origin, placed, weights):
    """weights (n, columns) -> (columns, *shape)."""
    (rank, points), (n, columns), dtype = placed, weights.shape, weights.dtype
    _, *plane = axes(grid.shape)
    height = 1 if len(grid.shape) == 1 else grid.width + _tile(grid)[0] - 1
    room = max(math.prod(grid.shape) // 2, _HALOS)  # nodes of all halos
    chunks = min(max(4, room // (height * math.prod(plane))), -(-n // _CHUNK), _MOST_CHUNKS)
    results = [
        jax.ShapeDtypeStruct((columns, *grid.shape), dtype),
        _words(1) if dtype == jnp.float64 else _words(columns, *grid.shape), _words(chunks, columns, height, *plane),
        jax.ShapeDtypeStruct((chunks,), jnp.int32), jax.ShapeDtypeStruct(weights.shape, dtype),
    ]  # fmt: skip
    operands = [points, origin, rank, weights, _table(grid)]
    return _call("spread", grid, dtype, operands, results, (n, columns, chunks, height))[0]


def interpolate(grid, origin, placed, grids):
    """grids (columns, *shape) -> (n, columns)."""
    rank, points = placed
    result = jax.ShapeDtypeStruct((points.shape[0], grids.shape[0]), grids.dtype)
    operands = [grids, points, origin, rank, _table(grid)]
    return _call("interpolate", grid, grids.dtype, operands, [result, result], result.shape)[0]
