"""Constant tables of `operators` for the compiled operations (custom_ops/include/laplace2d.h)."""

import functools

import numpy as np

from jaxfmm.expansions.laplace2d.operators import HARMONICS, size
from jaxfmm.expansions.programs import Table, derivative_tables, flat, places

HEADER = 8  # integers


@functools.cache
def harmonic_constants(order: int) -> list[float]:
    """The constants of laplace2d.h's `harmonics`: 1 / sqrt(k) for k = 0, ..., order, 0 for k =
    0."""
    return [0.0, *(k**-0.5 for k in range(1, order + 1))]


@functools.cache
def tables(order: int, raised: int = 0) -> Table:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`.

    integers: order, size(order + raised), the places of the parts, and the columns of the
      derivative tables.
    reals: the values of the derivative tables, sqrt(k), and 1 / sqrt(k) (0 for k = 0), for k = 0,
      ..., order + raised. The places of the reals count from the kernel's offset, which goes before
      them.
    """
    highest = order + raised
    lower, raise_ = derivative_tables(HARMONICS, highest)
    integers = [lower[0], raise_[0]]
    reals = [lower[1], raise_[1], np.sqrt(np.arange(highest + 1)), harmonic_constants(highest)]
    header = [order, size(highest), *places(HEADER, integers), *places(1, reals)]
    return flat(header, integers, reals)
