"""Constant tables of `laplace3d` for the compiled operations (custom_ops/include/translations.h,
laplace3d.h).

Everything is built once per order with numpy in float64: `integers` and `reals` are flat arrays,
and the first entries of `integers` say where the parts begin."""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from jaxfmm.expansions.laplace3d import axis_swap as exchange
from jaxfmm.expansions.laplace3d.operators import HARMONICS, m2l_entry, size
from jaxfmm.expansions.programs import derivative_tables

ROWS = 4  # of a matrix that are computed together
HEADER = 24  # integers
NAME = "laplace3d"  # of the compiled operations


def _index(l: int, m: int) -> int:
    return l * l + l + m


@functools.cache
def exchange_blocks(order: int) -> list[tuple[list[int], list[int], np.ndarray]]:
    """The exchange of y and z as dense blocks (rows, columns, matrix), rows and columns being
    evenly spaced indices.

    It maps what is even or odd in (y, z) to what is even or odd in (z, y): cosines are even in y, l
    + m even is even in z, so each degree has four blocks."""
    return [block for l in range(order + 1) for block in exchange_blocks_of(l)]


def exchange_blocks_of(degree: int) -> list[tuple[list[int], list[int], np.ndarray]]:
    """The same of one degree."""
    l, matrix, blocks = degree, exchange.of_degree(degree), []
    groups = {
        (sine, odd): [
            _index(l, -m if sine else m) for m in range(l + 1) if (l + m) % 2 == odd and m >= sine
        ]
        for sine in (0, 1)
        for odd in (0, 1)
    }
    for (sine, odd), columns in groups.items():
        rows = groups[odd, sine]
        if rows:
            blocks.append(
                (rows, columns, matrix[np.ix_(np.array(rows) - l * l, np.array(columns) - l * l)])
            )
    return blocks


def m2m_entry(l: int, j: int, m: int) -> float:
    """What M2M multiplies with t^(l - j) and a_jm: zero for j > l."""
    return math.sqrt(math.comb(l - m, l - j) * math.comb(l + m, l - j)) if j <= l else 0.0


def l2l_entry(l: int, j: int, m: int) -> float:
    return m2m_entry(j, l, m)


def _append(matrix: np.ndarray, entries: list[float]) -> int:
    """Appends a matrix column by column, from a place that is a multiple of four, which is
    returned."""
    at = len(_aligned(entries))
    entries.extend(matrix.T.ravel())
    return at


def _tiles(
    rows: int,
    columns: int,
    in_: int,
    in_step: int,
    out: int,
    out_step: int,
    matrix: np.ndarray,
    entries: list[float],
) -> Any:
    """Appends a block in tiles of ROWS rows to `entries`; returns their descriptions."""
    tiles = []
    for first in range(0, rows, ROWS):
        part = matrix[first : first + ROWS]
        at = _append(part, entries)
        tiles.append((len(part), columns, in_, in_step, out + first * out_step, out_step, at, 0))
    return tiles


def _step(indices: list[int]) -> int:
    return indices[1] - indices[0] if len(indices) > 1 else 0


def _along_z(order: int, entry: Callable, entries: list) -> Any:
    tiles = []
    for m in range(order + 1):
        degrees = range(m, order + 1)
        block = np.array([[entry(l, j, m) for j in degrees] for l in degrees])
        for first in range(0, len(degrees), ROWS):
            rows = block[first : first + ROWS]
            used = np.flatnonzero(rows.any(0))
            low, high = used[0], used[-1] + 1
            at = _append(rows[:, low:high], entries)
            for sign in (1, -1) if m else (1,):  # the cosines and the sines of m share one block
                tiles.append((len(rows), high - low, sign * m, m + low, m + first, 0, at, 0))
    return tiles


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
def exchange_tables(order: int) -> tuple[np.ndarray, np.ndarray]:
    """Tiles and their entries of the exchange of y and z."""
    tiles, entries = [], []
    for rows, columns, matrix in exchange_blocks(order):
        steps = (columns[0], _step(columns), rows[0], _step(rows))
        tiles += _tiles(len(rows), len(columns), *steps, matrix, entries)
    return _by_size(tiles), np.array(_aligned(entries))


@functools.cache
def tables(order: int, raised: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`."""
    tiles, entries = exchange_tables(order)
    header = [order, size(order + raised), len(tiles), len(entries)]
    integers, reals = [tiles], [entries]
    place, at = HEADER + integers[0].size, len(entries)
    for entry in (m2l_entry, m2m_entry, l2l_entry):
        entries = []
        tiles = _by_size(_along_z(order, entry, entries))
        header += [len(tiles), place, len(_aligned(entries)), at]
        integers.append(tiles)
        reals.append(entries)
        place, at = place + tiles.size, at + len(entries)
    lower, raise_ = derivative_tables(HARMONICS, order + raised)
    header += [
        place,
        place + lower[0].size,
        at,
        at + lower[1].size,
        at + lower[1].size + raise_[1].size,
    ]
    integers = [
        np.pad(header, (0, HEADER - len(header))),
        *(i.ravel() for i in integers),
        lower[0],
        raise_[0],
    ]
    reals += [lower[1], raise_[1], harmonic_constants(order + raised)]
    return np.concatenate(integers).astype(np.int32), np.concatenate(reals)


def table_bytes(order: int, real: int) -> int:
    """Room for the tiles and entries of the largest of the translations, with reals of so many
    bytes."""
    header = tables(order)[0]
    tiles = header[2] + max(header[4], header[8], header[12])
    return int(32 * tiles + real * (header[3] + max(header[6], header[10], header[14]))) + 32


def _by_size(tiles: list[tuple[int, ...]]) -> np.ndarray:
    """The largest first: workers take turns."""
    return np.array(sorted(tiles, key=lambda t: -t[0] * t[1]))


def _aligned(entries: list[float]) -> list[float]:
    """Padded in place to a multiple of four."""
    entries.extend([0.0] * (-len(entries) % 4))
    return entries
