"""The grids of many periodic cells in one array, so that points of all cells are spread and
interpolated at a time.

All cells have as many nodes. The block of a cell holds its nodes, and those behind its last that
windows touch. Blocks are stacked along all axes. So the coordinates in the array are as large as in
the grid of one cell of all points, and as accurate."""

import dataclasses
import functools
import itertools
import math
from types import ModuleType
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.nufft.periodic import PeriodicGrid

APART = 2  # between the places of two cells, so that rounding moves no point to another cell


@dataclasses.dataclass(frozen=True)
class StackedGrid(PeriodicGrid):
    """The grids of `cells` cells. shape: nodes of each."""

    @functools.cached_property
    def blocks(self) -> tuple[int, ...]:
        """How many cells are stacked along each axis: as few in all as may be, and about as many
        along each."""
        dim = len(self.shape)
        most = 2 * math.ceil(self.cells ** (1 / dim))
        every = itertools.product(range(1, most + 1), repeat=dim - 1)
        filled = ((*first, -(-self.cells // math.prod(first))) for first in every)
        return min(filled, key=lambda blocks: (math.prod(blocks), max(blocks)))

    @property
    def whole(self) -> tuple[int, ...]:
        return tuple(n * b for n, b in zip(self.block, self.blocks))

    def placed(self, points: Array, numbers: Array) -> Array:
        """Where points (n, d) in fractional coordinates of their cells are in the array, as
        `spectrum` and `field` take them. numbers (n,): of the cells; points with other numbers
        are in some cell, and need weights of zero."""
        each = np.array(list(itertools.product(*map(range, self.blocks))))[: self.cells]
        corner = jnp.asarray(APART * each, points.dtype).at[numbers].get(mode="clip")
        return points - jnp.floor(points) + corner

    def sort(self, operations: ModuleType, points: Array) -> Any:
        number = jnp.floor(points / APART)
        inside = points - APART * number
        inside = jnp.where(inside >= 1, 0, inside) * jnp.asarray(self.shape, points.dtype)[None]
        inside = inside + number * jnp.asarray(self.block, points.dtype)[None]
        return operations.sort(self.extended, self.origin(points), inside)

    def folded(self, nodes: Array) -> Array:
        columns, dim = nodes.shape[0], len(self.shape)
        apart = nodes.reshape(columns, *itertools.chain(*zip(self.blocks, self.block)))
        order = (0, *range(1, 2 * dim, 2), *range(2, 2 * dim + 1, 2))
        apart = apart.transpose(order).reshape(columns, -1, *self.block)[:, : self.cells]
        return super().folded(apart.reshape(-1, *self.block))

    def unfolded(self, nodes: Array) -> Array:
        apart = super().unfolded(nodes)
        dim = len(self.shape)
        apart = apart.reshape(-1, self.cells, *self.block)
        unused = math.prod(self.blocks) - self.cells
        apart = jnp.pad(apart, [(0, 0), (0, unused)] + [(0, 0)] * dim)
        apart = apart.reshape(-1, *self.blocks, *self.block)
        order = itertools.chain(*zip(range(1, dim + 1), range(dim + 1, 2 * dim + 1)))
        return apart.transpose(0, *order).reshape(-1, *self.extended.shape)
