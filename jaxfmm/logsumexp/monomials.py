"""Monomials of a few variables, in the order in which all backends keep them."""

import functools

import numpy as np


@functools.cache
def monomials(variables: int, degree: int) -> tuple[tuple[int, ...], ...]:
    """Their multi-indices up to a degree: 1, the variables, products of two, ..."""
    found = last = [(0,) * variables]
    for _ in range(degree):
        last = sorted({raised(a, c) for a in last for c in range(variables)}, reverse=True)
        found = found + last
    return tuple(found)


def raised(index: tuple[int, ...], variable: int) -> tuple[int, ...]:
    """The multi-index of a monomial times a variable."""
    return (*index[:variable], index[variable] + 1, *index[variable + 1 :])


def lowered(index: tuple[int, ...], variable: int) -> tuple[int, ...]:
    """The multi-index of a monomial over a variable that it holds."""
    return (*index[:variable], index[variable] - 1, *index[variable + 1 :])


@functools.cache
def program(variables: int, degree: int) -> np.ndarray:
    """(count, 2): of each monomial an earlier one and the variable that makes it of that; nothing
    of the first."""
    places = {index: place for place, index in enumerate(monomials(variables, degree))}
    steps = [(0, 0)]
    for index in list(places)[1:]:
        variable = next(c for c, power in enumerate(index) if power)
        steps.append((places[lowered(index, variable)], variable))
    return np.array(steps, np.int32)
