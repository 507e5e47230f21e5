"""The waves of Ewald sums over many cells at once, by a grid for each cell: for cells of thousands
of points, where `segment_sums` would compute as many waves as points at each of them."""

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple, cast

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.ewald.parameters import EwaldParameters, nanoseconds
from jaxfmm.ewald.segment_sums import fractions, in_cell, in_space
from jaxfmm.ewald.sums import factors
from jaxfmm.ewald.whole_cells import Cells, with_open_axes
from jaxfmm.nufft.periodic import field, spectrum
from jaxfmm.nufft.stacked import StackedGrid
from jaxfmm.request import Request


class _Cell(NamedTuple):
    """One of the cells, as `sums.factors` takes it. radius: the distance R."""

    rows: Array
    center: Array
    radius: Array
    softening: Array | None = None


@dataclasses.dataclass(frozen=True)
class SegmentGrid:
    """parameters: of all cells. Their `reach` is 1, in units of the distance R of each cell, and
    their grid is a `StackedGrid`."""

    parameters: EwaldParameters

    @property
    def shape(self) -> float:
        return self.parameters.shape

    @property
    def terms(self) -> int:
        return self.parameters.terms

    def __str__(self) -> str:
        return f"{self.parameters} for each"

    def nanoseconds(self, request: Request, backend: str) -> float:
        """As `SegmentWaves.nanoseconds`."""
        return nanoseconds(self.parameters, request.derivatives, request.n, request.m, backend)

    def rest(
        self,
        cells: Cells,
        sources: tuple[Array, Array],
        weights: dict[int, Array],
        targets: tuple[Array, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        """As `SegmentWaves.rest`."""
        modes = self._spectrum(cells, *sources, weights)
        k = next(iter(weights.values())).shape[1]
        modes = modes * jnp.tile(self._factors(cells), (k, 1, 1, 1))[None]
        place, back = self._placed(cells, *targets)
        fields = field(self._grid, place, modes, orders)
        return {b: self._known(in_space(u, back, b), targets[1]) for b, u in fields.items()}

    def energies(
        self, cells: Cells, points: Array, segment: Array, weights: dict[int, Array]
    ) -> Array:
        """As `SegmentWaves.energies`."""
        modes = self._spectrum(cells, points, segment, weights)
        modes = modes.reshape(2, -1, self._grid.cells, *modes.shape[2:])
        each = self._factors(cells)[None, None] * jnp.square(modes)
        return 0.5 * each.sum(axis=(0, 3, 4, 5)).T

    @property
    def _grid(self) -> StackedGrid:
        return cast(StackedGrid, self.parameters.grid)

    def _spectrum(
        self, cells: Cells, points: Array, segment: Array, weights: dict[int, Array]
    ) -> Array:
        """The modes (2, k * cells, *modes) of weights {a: (n, k) + (3,) * a}."""
        place, back = self._placed(cells, points, segment)
        inside = {a: self._known(in_cell(w, back, a), segment) for a, w in weights.items()}
        return spectrum(self._grid, place, inside)

    def _known(self, rows: Array, segment: Array) -> Array:
        """Rows (n, ...) of points, zero for padding."""
        known = (segment >= 0) & (segment < self._grid.cells)
        return jnp.where(known.reshape(-1, *[1] * (rows.ndim - 1)), rows, 0)

    def _placed(self, cells: Cells, points: Array, segment: Array) -> tuple[Array, Array]:
        """The places of points in the grids, and A^-1 of the cell of each, (n, 3, 3)."""
        inside, back = fractions(cells, points, segment)
        return self._grid.placed(inside, segment), back

    def _factors(self, cells: Cells) -> Array:
        """Of the modes of each cell, (cells, *modes)."""

        def of_cell(rows: Array, distance: Array) -> Array:
            return factors(self.parameters, _Cell(rows, jnp.zeros_like(rows[0]), distance))

        return with_open_axes(
            jax.vmap(of_cell)(cells.rows, cells.distances), cells, self._grid.numbers
        )
