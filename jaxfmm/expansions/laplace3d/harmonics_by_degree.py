"""The regular solid harmonics degree by degree in a loop, which compiles fast at any order."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from jaxfmm.expansions.arrays import AnyArray, arrays_of


@functools.cache
def _factors(order: int) -> tuple[np.ndarray, ...]:
    """The recurrence of `operators.regular` in rows of 2 order + 1 numbers, m = 0 in the middle,
    for l = 0, ..., order: the factors of z R_l and of r^2 R_(l-1); where R_(l+1,l+1) and
    R_(l+1,-l-1) stand; and their factor, (order + 1,)."""
    l, m = np.arange(order + 1)[:, None], np.arange(-order, order + 1)
    inside = abs(m) <= l
    scale = np.where(inside, 1 / np.sqrt(np.maximum((l + 1) ** 2 - m**2, 1)), 0)
    fall = scale * np.sqrt(np.where(inside, l**2 - m**2, 0))
    top = np.where(l == 0, 1.0, np.sqrt((2 * l + 1) / (2 * l + 2)))
    return (2 * l + 1) * scale, fall, 1.0 * (m == l + 1), 1.0 * (m == -l - 1), top[:, 0]


def scan_degrees(
    x: AnyArray,
    y: AnyArray,
    z: AnyArray,
    order: int,
    result: Callable = lambda row: row,
    *rows: AnyArray,
) -> Any:
    """result(R_l, *values) for l = 0, ..., order, one behind the other: R_l (2 order + 1,
    *x.shape), m = 0 in the middle, zero where a harmonic is absent; values: of each of `rows`,
    whose first axis is l. By NumPy for its arrays."""
    xp = arrays_of(x)
    r2 = x * x + y * y + z * z
    first = np.zeros((2 * order + 1, *x.shape), x.dtype)
    first[order] = 1
    *wide, top = (factor.astype(x.dtype) for factor in _factors(order))
    wide = [factor.reshape(*factor.shape, *[1] * x.ndim) for factor in wide]

    def step(carry, row):
        below, here, cosine, sine = carry
        rise, fall, at_cosine, at_sine, top, *values = row
        cosine, sine = top * (x * cosine - y * sine), top * (x * sine + y * cosine)
        above = rise * (z[None] * here) - fall * (r2[None] * below)
        above = above + at_cosine * cosine[None] + at_sine * sine[None]
        return (here, above, cosine, sine), result(here, *values)

    zero = xp.numpy.zeros_like(first)
    start = zero, xp.numpy.asarray(first), xp.numpy.ones_like(x), xp.numpy.zeros_like(x)
    return xp.scan(step, start, (*wide, top, *rows))[1]
