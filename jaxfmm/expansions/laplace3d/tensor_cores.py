"""The matrices of M2L, M2M and L2L of 1/r for the tensor cores of GPUs
(custom_ops/cuda/translations_tensor_cores.cuh): X and T of `laplace3d` in tiles of four rows k and
eight columns n, each in the order of the lanes, 4 n + k."""

import functools
from collections.abc import Callable, Iterable

import numpy as np

from jaxfmm.expansions.laplace3d import axis_swap as exchange
from jaxfmm.expansions.laplace3d.operators import m2l_entry
from jaxfmm.expansions.laplace3d.tables import l2l_entry, m2m_entry

ROWS, COLUMNS = np.tile(np.arange(4), 8), np.repeat(np.arange(8), 4)  # of the lanes
ENTRIES = {
    "m2l": m2l_entry,
    "m2m": m2m_entry,
    "l2l": l2l_entry,
}  # of T, for unit radii and distance


@functools.cache
def tensor_tiles(order: int, name: str) -> np.ndarray:
    """X of one degree after the other, then T of "m2l", "m2m" or "l2l" of one order m after the
    other, as a flat array in float64."""
    parts = [tile for l in range(order + 1) for tile in _exchange(l)]
    parts += [tile for m in range(order + 1) for tile in _along_z(order, m, ENTRIES[name])]
    return np.concatenate(parts)


def _exchange(l: int) -> Iterable:
    """The tiles of each eight columns and each four rows: of what becomes cosines, then sines, l +
    m even, then odd."""
    matrix = exchange.of_degree(l)
    slots = l // 8 + 1  # fours of i, where m is 2 i or 2 i + 1

    def harmonics(sine, odd, i):
        """Where they are in the degree, and whether they exist."""
        m = 2 * i + (odd ^ l % 2)
        exist = (m <= l) & (m >= sine)
        return np.where(exist, l - m if sine else l + m, 0), exist

    for sine in (0, 1):
        for odd in (0, 1):
            for eight in range((slots + 1) // 2):
                for four in range(slots):
                    out, is_out = harmonics(sine, odd, COLUMNS // 2 + 4 * (2 * eight + COLUMNS % 2))
                    given, is_given = harmonics(odd, sine, ROWS + 4 * four)
                    yield np.where(is_out & is_given, matrix[out, given], 0.0)


def _along_z(order: int, m: int, entry: Callable) -> Iterable:
    """The tiles of each eight columns, degrees l of what is made, and each four rows, degrees j."""
    fours = (order - m) // 4 + 1
    for eight in range((fours + 1) // 2):
        for four in range(fours):
            last = fours % 2 and four == fours - 1
            rows = 4 * four + ROWS if last else 8 * (four // 2) + 2 * ROWS + four % 2
            pairs = zip((m + COLUMNS + 8 * eight).tolist(), (m + rows).tolist())
            yield np.array([entry(l, j, m) if max(l, j) <= order else 0.0 for l, j in pairs])
