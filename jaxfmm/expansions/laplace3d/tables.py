"""Constant tables of `operators` for the compiled operations (custom_ops/include/translations.h,
laplace3d.h).

Everything is built once per order with numpy in float64: `integers` and `reals` are flat arrays,
and the first entries of `integers` say where the parts begin."""

import functools
import math
from collections.abc import Callable

import numpy as np

from jaxfmm.expansions.laplace3d.axis_swap import swap_matrix
from jaxfmm.expansions.laplace3d.operators import HARMONICS, m2l_entry, size
from jaxfmm.expansions.programs import Table, derivative_tables, flat, places

ROWS = 4  # rows of a matrix that are computed together
HEADER = 24  # integers


def swap_blocks(degree: int) -> list[tuple[list[int], list[int], np.ndarray]]:
    """The swap of y and z on a degree as dense blocks (rows, columns, matrix), rows and columns
    being evenly spaced indices.

    It maps harmonics that are even or odd in (y, z) to harmonics that are even or odd in (z, y):
    cosines are even in y, harmonics with even l + m are even in z, so each degree has four
    blocks."""
    l, middle, blocks = degree, degree * degree + degree, []
    groups = {
        (sine, odd): [
            middle + (-m if sine else m) for m in range(l + 1) if (l + m) % 2 == odd and m >= sine
        ]
        for sine in (0, 1)
        for odd in (0, 1)
    }
    for (sine, odd), columns in groups.items():
        rows = groups[odd, sine]
        if rows:
            matrix = swap_matrix(l)[np.ix_(np.array(rows) - l * l, np.array(columns) - l * l)]
            blocks.append((rows, columns, matrix))
    return blocks


def m2m_entry(l: int, j: int, m: int) -> float:
    """The factor of t^(l - j) a_jm in M2M along z: zero for j > l."""
    return math.sqrt(math.comb(l - m, l - j) * math.comb(l + m, l - j)) if j <= l else 0.0


def l2l_entry(l: int, j: int, m: int) -> float:
    return m2m_entry(j, l, m)


class _Tiles:
    """Matrices in tiles of at most ROWS rows, and the entries of the tiles."""

    def __init__(self) -> None:
        self.tiles: list[tuple[int, ...]] = []
        self.entries: list[float] = []

    def add(self, matrix: np.ndarray, *between: tuple[int, int, int, int]) -> None:
        """A matrix, column by column from a multiple of four; a tile for each of its uses.
        between: the first place and the step for reading, and for writing."""
        self._align()
        self.tiles += [(*matrix.shape, *use, len(self.entries), 0) for use in between]
        self.entries.extend(matrix.T.ravel())

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The tiles and the entries."""
        self._align()
        return np.array(self.tiles), np.array(self.entries)

    def sort(self) -> None:
        """Puts the largest tiles first, since workers take turns."""
        self.tiles.sort(key=lambda tile: -tile[0] * tile[1])

    def _align(self) -> None:
        self.entries += [0.0] * (-len(self.entries) % 4)


def _step(indices: list[int]) -> int:
    return indices[1] - indices[0] if len(indices) > 1 else 0


@functools.cache
def swap_tables(order: int) -> tuple[np.ndarray, np.ndarray]:
    """Tiles and their entries of the swap of y and z, by degree. The highest degree, whose tiles
    are the largest, comes first."""
    tiles = _Tiles()
    for degree in reversed(range(order + 1)):
        for rows, columns, matrix in swap_blocks(degree):
            for first in range(0, len(rows), ROWS):
                between = columns[0], _step(columns), rows[first], _step(rows)
                tiles.add(matrix[first : first + ROWS], between)
    return tiles.arrays()


def _along_z(order: int, entry: Callable[[int, int, int], float]) -> tuple[np.ndarray, np.ndarray]:
    """Tiles and their entries of a translation along z; the cosines and the sines of m share one
    block."""
    tiles = _Tiles()
    for m in range(order + 1):
        degrees = range(m, order + 1)
        block = np.array([[entry(l, j, m) for j in degrees] for l in degrees])
        for first in range(0, len(degrees), ROWS):
            rows = block[first : first + ROWS]
            used = np.flatnonzero(rows.any(0))
            low, high = used[0], used[-1] + 1
            signs = (1, -1) if m else (1,)
            tiles.add(rows[:, low:high], *((s * m, m + low, m + first, 0) for s in signs))
    tiles.sort()
    return tiles.arrays()


@functools.cache
def harmonic_constants(order: int) -> list[float]:
    """The constants of laplace3d.h's `harmonics`, in the order of its walk."""
    values = []
    for m in range(order + 1):
        values.append(math.sqrt((2 * m + 1) / (2 * m + 2)) if m else 1.0)
        for l in range(m, order + 1):
            scale = 1 / math.sqrt((l + 1) ** 2 - m * m)
            values += [(2 * l + 1) * scale, math.sqrt(l * l - m * m) * scale]
    return values


@functools.cache
def tables(order: int, raised: int = 0) -> Table:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`."""
    parts = [swap_tables(order)]
    parts += [_along_z(order, entry) for entry in (m2l_entry, m2m_entry, l2l_entry)]
    lower, raise_ = derivative_tables(HARMONICS, order + raised)
    integers = [*(tiles.ravel() for tiles, _ in parts), lower[0], raise_[0]]
    reals = [entries for _, entries in parts]
    reals += [lower[1], raise_[1], np.array(harmonic_constants(order + raised))]
    at, real_at = places(HEADER, integers), places(0, reals)
    header = [order, size(order + raised), *map(len, parts[0])]
    for i, (tiles, entries) in list(enumerate(parts))[1:]:
        header += [len(tiles), at[i], len(entries), real_at[i]]
    header += [*at[4:], *real_at[4:]]
    return flat([*header, *[0] * (HEADER - len(header))], integers, reals)


def table_bytes(order: int, real: int) -> int:
    """Bytes of the tiles and entries of the largest of the translations, with reals of so many
    bytes."""
    header = tables(order)[0]
    tiles = header[2] + max(header[4], header[8], header[12])
    return int(32 * tiles + real * (header[3] + max(header[6], header[10], header[14]))) + 32
