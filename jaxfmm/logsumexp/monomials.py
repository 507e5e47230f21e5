"""Monomials of a few variables, in the order in which all backends keep them."""

import functools

import numpy as np

Index = tuple[int, ...]  # the powers of the variables


@functools.cache
def monomials(variables: int, degree: int) -> tuple[Index, ...]:
    """The multi-indices of all monomials up to a degree: 1, the variables, products of two, ..."""
    indices = last = [(0,) * variables]
    for _ in range(degree):
        last = sorted({raised(a, c) for a in last for c in range(variables)}, reverse=True)
        indices = indices + last
    return tuple(indices)


def raised(index: Index, variable: int) -> Index:
    """The multi-index of a monomial times a variable."""
    return (*index[:variable], index[variable] + 1, *index[variable + 1 :])


def lowered(index: Index, variable: int) -> Index:
    """The multi-index of a monomial divided by a variable that it contains."""
    return (*index[:variable], index[variable] - 1, *index[variable + 1 :])


@functools.cache
def places(variables: int, degree: int) -> dict[Index, int]:
    """The place of each multi-index among `monomials`."""
    return {index: place for place, index in enumerate(monomials(variables, degree))}


@functools.cache
def program(variables: int, degree: int) -> np.ndarray:
    """(count, 2): each monomial is the product of an earlier one and a variable; the row of the
    first, which is 1, means nothing."""
    place_of = places(variables, degree)
    steps = [(0, 0)]
    for index in list(place_of)[1:]:
        variable = next(c for c, power in enumerate(index) if power)
        steps.append((place_of[lowered(index, variable)], variable))
    return np.array(steps, np.int32)
