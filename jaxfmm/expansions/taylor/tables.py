"""Constant tables of `operators` for the compiled operations (custom_ops/include/radial.h)."""

import functools

import numpy as np

from jaxfmm.expansions.programs import Table, derivative_tables, flat, places
from jaxfmm.expansions.taylor.operators import harmonics, products, shifted, size, steps

HEADER = 10  # integers


def inverses(order: int) -> list[float]:
    """The constants of radial.h's `harmonics`: 1 / i for i = 0, ..., order + 1, 0 for 0."""
    return [0.0, *(1 / i for i in range(1, order + 2))]


@functools.cache
def tables(order: int, raised: int, dim: int, parameters: int) -> Table:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`.

    integers: order, size(order + raised), the places of the parts, and the parts: the columns of
      the derivative tables; `steps`, at least one degree higher; for every axis the number of c -
      e_axis, -1 where there is none; of every b, `products`.
    reals: the values of the derivative tables and `inverses`. Their places count from the
      `parameters` numbers of the kernel that go before them."""
    highest = order + raised
    n = size(highest, dim)
    lower, raise_ = derivative_tables(harmonics(dim), highest)
    below = [shifted(highest, dim, axis, -1) for axis in range(dim)]
    integers = [
        lower[0],
        raise_[0],
        steps(max(highest, order + 1), dim).ravel(),
        np.concatenate([np.where(number < n, number, -1) for number in below]),
        np.concatenate(
            [row for degree in range(order + 1) for row in products(order, dim, degree)]
        ),
    ]
    reals = [lower[1], raise_[1], inverses(highest)]
    at, real_at = places(HEADER, integers), places(parameters, reals)
    return flat([order, n, *at[:2], *real_at, *at[2:]], integers, reals)
