"""Constant tables of `polyharmonic` for the compiled operations (custom_ops/include/polyharmonic.h
and _cpu.h).

Lists of terms are read one number after the other, integers and reals each in a stream of their
own."""

import functools
import itertools

import numpy as np

from jaxfmm.expansions.laplace3d.tables import exchange_tables, harmonic_constants
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
from jaxfmm.expansions.programs import derivative_tables

HEADER = 18  # integers


@functools.cache
def tables(order: int, raised: int, parameters: int) -> tuple[np.ndarray, np.ndarray]:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`: the
    places of the parts, and the parts, which are the derivative tables, the constants of the
    harmonics, and for CPUs the exchange of y and z, M2L, M2M and L2L along z, and the factors c_kl.
    Their places leave room for so many `parameters` of the kernel in front of the reals."""
    lower, raise_ = derivative_tables(HARMONICS, order + raised)
    exchanged, entries = _exchange(order)
    capacity, between, numbers = _between(order)
    up, down = _shift(order, True), _shift(order, False)
    factors = [factor(k, l) for k, top in enumerate(orders(order)) for l in range(top + 1)]
    integers = [lower[0], raise_[0], exchanged.ravel(), between, up[0], down[0]]
    reals = [
        lower[1],
        raise_[1],
        harmonic_constants(order + raised),
        entries,
        numbers,
        up[1],
        down[1],
        factors,
    ]
    at = HEADER + np.cumsum([0, *map(len, integers[:-1])])
    real_at = parameters + np.cumsum([0, *map(len, reals[:-1])])
    header = [order, size(order + raised), len(exchanged), capacity, *at, *real_at]
    return np.concatenate([header, *integers]).astype(np.int32), np.concatenate(reals)


def _exchange(order: int) -> tuple[np.ndarray, np.ndarray]:
    """Tiles of translations.h and their entries, for all k."""
    tiles, entries = [], []
    for top, first in zip(orders(order), starts(order)):
        found, values = exchange_tables(top)
        tiles.append(found + np.array([0, 0, first, 0, first, 0, len(entries), 0]))
        entries += list(values)
    return np.concatenate(tiles), np.array(entries)


def _between(order: int) -> tuple[int, list[int], list[float]]:
    """M2L along z: (how many numbers it holds at once, integers, reals).

    How many g_j,n there are; of each, 0 and which derivative of the kernel it is, or 1 and the two
    from which it follows, the first of them times a real. Then for every m: how many rows there
    are, the coefficients of the cosines, and of the sines if there are any; the numbers U sorted by
    how many terms they have: how many kinds there are, and of each kind how many terms, how many
    numbers, and their terms as places of g and reals; and for all rows and columns which of these
    numbers it is, the one behind the last where it is none."""
    given, place = {at: i for i, at in enumerate(slopes(order))}, places(order)
    integers, reals, most = [len(given)], [], 0
    for j, n in given:
        integers += [1, given[j - 1, n + 1], given[j - 1, n + 2]] if j else [0, n, 0]
        reals += [3.0 + 2 * n] if j else []
    for m in range(order + 1):
        rows, found = (
            along(order, m),
            dict(sorted(products(order, m).items(), key=lambda one: len(one[1]))),
        )
        numbers = {at: i for i, at in enumerate(found)}
        integers += [
            len(rows),
            *(place[*row, sign * m] for sign in ((1, -1) if m else (1,)) for row in rows),
        ]
        kinds = [list(kind) for _, kind in itertools.groupby(found.values(), len)]
        integers.append(len(kinds))
        for kind in kinds:
            integers += [len(kind[0]), len(kind), *(given[at] for terms in kind for at in terms)]
            reals += [value for terms in kind for value in terms.values()]
        for k, l in rows:
            integers += [
                numbers.get((min(l, l2), max(l, l2), k + k2), len(found)) for k2, l2 in rows
            ]
        most = max(most, len(found))
    return len(given) + most + 1, integers, reals


def _shift(order: int, up: bool) -> tuple[list[int], list[float]]:
    """M2M or L2L along z, (integers, reals): for every row how many terms there are, as pairs of a
    column and a power, and reals."""
    entries, integers, reals = shifts(order, up), [], []
    for row in range(size(order)):
        terms = [
            (column, *found)
            for column in range(size(order))
            if (found := entries.get((row, column)))
        ]
        integers += [
            len(terms),
            *(number for column, power, _ in terms for number in (column, power)),
        ]
        reals += [value for *_, value in terms]
    return integers, reals
