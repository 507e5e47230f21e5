"""What compiled operations read of an expansion, as integers and reals: programs of derivatives for
sets of coefficients (custom_ops/include/program.h), and flat tables."""

import functools
from typing import Any

import numpy as np

from jaxfmm.expansions.derivatives import Harmonics, Powers, parent, sparse_rows

Table = tuple[np.ndarray, np.ndarray]  # integers, reals


@functools.cache
def source_program(components: tuple[Powers, ...]) -> np.ndarray:
    """How the moments of weights, one set of coefficients for each multi-index, become one set."""
    sets = list(components)
    steps = []
    for order in range(max(map(sum, components)), 0, -1):
        for powers in [p for p in sets if sum(p) == order]:
            above, axis = parent(powers)
            if above not in sets:
                sets.append(above)
            steps.append((axis, sets.index(powers), sets.index(above)))
    return _program(components, sets, sets.index((0,) * len(components[0])), steps)


@functools.cache
def target_program(components: tuple[Powers, ...]) -> np.ndarray:
    """How one set of coefficients becomes one for each multi-index."""
    sets, steps = [(0,) * len(components[0])], []

    def place(powers):
        if powers not in sets:
            above, axis = parent(powers)
            source = place(above)
            sets.append(powers)
            steps.append((axis, source, len(sets) - 1))
        return sets.index(powers)

    for powers in components:
        place(powers)
    return _program(components, sets, 0, steps)


def _program(
    components: tuple[Powers, ...], sets: list[Powers], root: int, steps: list[tuple[int, int, int]]
) -> np.ndarray:
    outputs = [sets.index(c) for c in components]
    raised = max(map(sum, components))
    header = [len(components), len(sets), root, raised, len(steps), *outputs]
    return np.array(header + [i for step in steps for i in step], np.int32)


def derivative_tables(harmonics: Harmonics, order: int) -> tuple[Table, Table]:
    """The matrices of the derivatives along all axes, of local coefficients, whose degree they
    lower, and of multipoles, whose degree they raise.

    Returns: (columns, values) of both, flat arrays of (axes, terms, n); a row without a second term
    repeats a column, with the value 0."""

    def table(raising):
        rows = [sparse_rows(harmonics, order, axis, raising) for axis in range(harmonics.dim)]
        columns, values = (np.stack(part).ravel() for part in zip(*rows))
        return columns, values

    return table(False), table(True)


def places(first: int, parts: list[Any]) -> np.ndarray:
    """Where each of the parts begins, if they stand one after the other from `first` on."""
    return first + np.cumsum([0, *(len(part) for part in parts[:-1])])


def flat(header: list[Any], integers: list[Any], reals: list[Any]) -> Table:
    """The header and the parts one after the other."""
    return np.concatenate([header, *integers]).astype(np.int32), np.concatenate(reals)
