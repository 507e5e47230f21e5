"""The matrices of M2L, M2M and L2L of 1/r for the tensor cores of GPUs
(custom_ops/cuda/translations_tensor_cores.cuh): X and T of `operators` in tiles of four rows k and
eight columns n, each in the order of the lanes, 4 n + k."""

import functools
from collections.abc import Callable, Iterator

import numpy as np

from jaxfmm.expansions.laplace3d.axis_swap import swap_matrix
from jaxfmm.expansions.laplace3d.operators import m2l_entry
from jaxfmm.expansions.laplace3d.tables import l2l_entry, m2m_entry

ROWS, COLUMNS = np.tile(np.arange(4), 8), np.repeat(np.arange(8), 4)  # by lane
# entries of T for unit radii and distance
ENTRIES = {"m2l": m2l_entry, "m2m": m2m_entry, "l2l": l2l_entry}


@functools.cache
def tensor_tiles(order: int, name: str) -> np.ndarray:
    """X of one degree after the other, then T of "m2l", "m2m" or "l2l" of one order m after the
    other, as a flat array in float64."""
    tiles = [tile for l in range(order + 1) for tile in _swap(l)]
    tiles += [tile for m in range(order + 1) for tile in _along_z(order, m, ENTRIES[name])]
    return np.concatenate(tiles)


def _swap(l: int) -> Iterator[np.ndarray]:
    """The tiles of each eight columns and each four rows. The columns are cosines, then sines, with
    l + m even, then odd."""
    matrix = swap_matrix(l)
    slots = l // 8 + 1  # fours of i, where m is 2 i or 2 i + 1

    def harmonics(sine, odd, i):
        """The numbers of harmonics in the degree, and whether they exist."""
        m = 2 * i + (odd ^ l % 2)
        exist = (m <= l) & (m >= sine)
        return np.where(exist, l - m if sine else l + m, 0), exist

    for sine in (0, 1):
        for odd in (0, 1):
            for eight in range((slots + 1) // 2):
                for four in range(slots):
                    i = COLUMNS // 2 + 4 * (2 * eight + COLUMNS % 2)
                    columns, column_exists = harmonics(sine, odd, i)
                    rows, row_exists = harmonics(odd, sine, ROWS + 4 * four)
                    yield np.where(column_exists & row_exists, matrix[columns, rows], 0.0)


def _along_z(order: int, m: int, entry: Callable[[int, int, int], float]) -> Iterator[np.ndarray]:
    """The tiles of each eight columns, degrees l of the result, and each four rows, degrees j."""
    fours = (order - m) // 4 + 1
    for eight in range((fours + 1) // 2):
        for four in range(fours):
            last = fours % 2 and four == fours - 1
            rows = 4 * four + ROWS if last else 8 * (four // 2) + 2 * ROWS + four % 2
            pairs = zip((m + COLUMNS + 8 * eight).tolist(), (m + rows).tolist())
            yield np.array([entry(l, j, m) if max(l, j) <= order else 0.0 for l, j in pairs])
