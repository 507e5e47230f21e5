"""Constant tables of `operators` for the compiled operations (custom_ops/include/polyharmonic.h and
_cpu.h).

Lists of terms are read one number after the other, integers and reals each in a stream of their
own."""

import functools
import itertools

import numpy as np

from jaxfmm.expansions.laplace3d.tables import harmonic_constants, swap_tables
from jaxfmm.expansions.polyharmonic.operators import (
    HARMONICS,
    along,
    factor,
    orders,
    places,
    products,
    shifts,
    size,
    slopes,
    starts,
)
from jaxfmm.expansions.programs import Table, derivative_tables, flat, places as places_of_parts

Stream = tuple[list[int], list[float]]  # integers and reals

HEADER = 18  # integers


@functools.cache
def tables(order: int, raised: int, parameters: int) -> Table:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`: the
    places of the parts, and the parts, which are the derivative tables, the constants of the
    harmonics, and for CPUs the swap of y and z, M2L, M2M and L2L along z, and the factors c_kl. The
    places of the reals count from the `parameters` numbers of the kernel that go before them."""
    highest = order + raised
    lower, raise_ = derivative_tables(HARMONICS, highest)
    swap, entries = _swap(order)
    (between, numbers), capacity = _between(order)
    up, down = _shift(order, True), _shift(order, False)
    factors = [factor(k, l) for k, l in along(order, 0)]
    integers = [lower[0], raise_[0], swap.ravel(), between, up[0], down[0]]
    constants = harmonic_constants(highest)
    reals = [lower[1], raise_[1], constants, entries, numbers, up[1], down[1], factors]
    at, real_at = places_of_parts(HEADER, integers), places_of_parts(parameters, reals)
    return flat([order, size(highest), len(swap), capacity, *at, *real_at], integers, reals)


def _swap(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The tiles of the swap of y and z, as in translations.h, and their entries, for all k."""
    tiles, entries = [], np.zeros(0)
    for top, first in zip(orders(order), starts(order)):
        of_k, values = swap_tables(top)
        tiles.append(of_k + np.array([0, 0, first, 0, first, 0, len(entries), 0]))
        entries = np.concatenate([entries, values])
    return np.concatenate(tiles), entries


def _between(order: int) -> tuple[Stream, int]:
    """M2L along z: the stream, and how many numbers M2L holds at once.

    The stream has the number of g_j,n; for each, 0 and which derivative of the kernel it is, or 1
    and the two from which it follows, the first of them times a real; and then `_between_of` every
    m."""
    place = {at: i for i, at in enumerate(slopes(order))}
    integers, reals, most = [len(place)], [], 0
    for j, n in place:
        integers += [1, place[j - 1, n + 1], place[j - 1, n + 2]] if j else [0, n, 0]
        reals += [3.0 + 2 * n] if j else []
    for m in range(order + 1):
        more_integers, more_reals = _between_of(m, order, place)
        integers += more_integers
        reals += more_reals
        most = max(most, len(products(order, m)))
    return (integers, reals), len(place) + most + 1


def _between_of(m: int, order: int, place: dict[tuple[int, int], int]) -> Stream:
    """M2L along z for one m: the number of rows, the coefficients of the cosines and, if there are
    any, of the sines; the numbers U, sorted by how many terms they have: the number of groups with
    equally many terms, and for each group the number of terms, the number of U, and the terms as
    places of g and reals; and for all rows and columns which U applies, the one behind the last
    where none does."""
    rows, coefficient = along(order, m), places(order)
    sums = sorted(products(order, m).items(), key=lambda item: len(item[1]))
    signs = (1, -1) if m else (1,)
    integers = [len(rows), *(coefficient[*row, sign * m] for sign in signs for row in rows)]
    groups = [list(group) for _, group in itertools.groupby((terms for _, terms in sums), len)]
    integers.append(len(groups))
    for group in groups:
        integers += [len(group[0]), len(group), *(place[at] for terms in group for at in terms)]
    reals = [value for _, terms in sums for value in terms.values()]
    number = {at: i for i, (at, _) in enumerate(sums)}
    for k, l in rows:
        for k2, l2 in rows:
            integers.append(number.get((min(l, l2), max(l, l2), k + k2), len(sums)))
    return integers, reals


def _shift(order: int, up: bool) -> Stream:
    """M2M or L2L along z: for every row the number of terms, as pairs of a column and a power, and
    reals."""
    entries, integers, reals = shifts(order, up), [], []
    for row in range(size(order)):
        columns = [column for column in range(size(order)) if (row, column) in entries]
        integers.append(len(columns))
        for column in columns:
            power, value = entries[row, column]
            integers += [column, power]
            reals.append(value)
    return integers, reals
