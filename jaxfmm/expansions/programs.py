"""How compiled operations take derivatives of expansions, as integers and reals
(custom_ops/include/program.h).

Programs of derivatives for sets of coefficients, and the matrices of first derivatives as tables.
"""

import functools
from typing import Any

import numpy as np

from jaxfmm.expansions.derivatives import Harmonics, neighbours, parent


@functools.cache
def source_program(components: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """How the moments of weights, one set of coefficients for each multi-index, become one set."""
    sets = list(components)
    steps = []
    for order in range(max(map(sum, components)), 0, -1):
        for powers in [p for p in sets if sum(p) == order]:
            above, axis = parent(powers)
            if above not in sets:
                sets.append(above)
            steps.append((axis, sets.index(powers), sets.index(above)))
    return _program(components, sets, sets.index(_none(components)), steps)


@functools.cache
def target_program(components: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """How one set of coefficients becomes one for each multi-index."""
    sets, steps = [_none(components)], []

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


def _none(components: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The multi-index of no derivative."""
    return (0,) * len(components[0])


def _program(
    components: tuple[tuple[int, ...], ...],
    sets: list[tuple[int, ...]],
    root: int,
    steps: list[tuple[int, int, int]],
) -> np.ndarray:
    outputs = [sets.index(c) for c in components]
    raised = max(map(sum, components))
    header = [len(components), len(sets), root, raised, len(steps), *outputs]
    return np.array(header + [i for step in steps for i in step], np.int32)


def derivative_tables(harmonics: Harmonics, order: int) -> Any:
    """The matrices of the derivatives along all axes, of local coefficients (lower) and of
    multipoles (raise).

    Returns: ((columns, values) of lower, (columns, values) of raise), flat arrays of (axes, 2
    terms, n); a row without a second term repeats a column, with the value 0."""
    return tuple(_table(harmonics, order, raising) for raising in (False, True))


def _table(harmonics: Harmonics, order: int, raising: bool) -> tuple[np.ndarray, np.ndarray]:
    tables = [neighbours(harmonics, order, axis, raising) for axis in range(harmonics.dim)]
    columns, values = (np.stack(part) for part in zip(*tables))
    return columns.ravel(), values.ravel()
