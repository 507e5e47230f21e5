"""Straight-line CUDA code for the translations of `polyharmonic`, as `generate3d` for those of 1/r, and constants."""

import functools
import itertools
import math

import numpy as np

from jaxfmm.expansions.generate3d import arrays, frame, function, scaled, shift, steps
from jaxfmm.expansions.polyharmonic import (
    HARMONICS,
    along,
    degrees,
    derivative_matrices,
    factor,
    orders,
    places,
    products,
    size,
    slopes,
    starts,
)
from jaxfmm.expansions.programs import derivative_tables
from jaxfmm.expansions.tables3d import harmonic_constants

HEADER = 7  # integers


@functools.cache
def tables(order, raised, parameters):
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`: the places of the
    parts, and the parts, which are the derivative tables and the constants of the harmonics. Their places leave room
    for so many `parameters` of the kernel in front of the reals."""
    lower, raise_ = derivative_tables(HARMONICS, order + raised)
    first, rows = HEADER, len(lower[0])
    reals = [lower[1], raise_[1], harmonic_constants(order + raised)]
    header = [order, size(order + raised), first, first + rows, parameters, parameters + rows, parameters + 2 * rows]
    return np.concatenate([header, lower[0], raise_[0]]).astype(np.int32), np.concatenate(reals)


@functools.cache
def lane(order):
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b; a is lost."""
    given, blocks = degrees(order).tolist(), list(zip(orders(order), starts(order)))
    m2l = [
        *frame(order),
        "const S distance = length > 0 ? length : S(1), unit = length > 0 ? 1 / length : S(0);",
        *_slopes(order),
        *scaled(given, "a", "v", "S(1)", "(-source_radius * unit)"),
        *_with_factors(order, "a"),
        *steps(blocks, _between(order)),
        *_with_factors(order, "b"),
        *scaled(given, "b", "h", "S(1)", "(target_radius * unit)"),
    ]
    text = function("m2l", f"{arrays(size(order))}, S source_radius, S target_radius, const S* reals", m2l)
    for name, up in (("m2m", True), ("l2l", False)):
        text += shift(name, order, given, blocks, _along(order, up))
    return f"struct Lane {{\n{text}}};\n"


def _slopes(order):
    """Variables g<j>_<n> as `Polyharmonic.slopes`."""
    lines = [
        f"S p[Function::PARAMETERS + 1], f[{2 * order + 1}], factor = 1;",
        "for (int i = 0; i < Function::PARAMETERS; i++) p[i] = reals[i];",
        "Function::values(S(1), distance, p, f);",
        "for (int k = 0; k < Function::DEGREE; k++) factor *= distance;",
        "for (int k = 0; k > Function::DEGREE; k--) factor *= unit;",
    ]
    for j, n in slopes(order):
        value = f"S({3 + 2 * n}) * g{j - 1}_{n + 1} + g{j - 1}_{n + 2}" if j else f"factor * f[{n}]"
        lines.append(f"const S g{j}_{n} = {value};")
    return lines


def _with_factors(order, name):
    """Coefficients times the factors c of `polyharmonic`, which the products between them lack."""
    return [f"{name}[{i}] *= S({factor(k, l)!r});" for (k, l, _), i in places(order).items() if k or l]


def _between(order):
    """M2L along z. What coefficients of two l give each other is one number for all k with one sum, and for cosines and
    sines."""
    place = places(order)
    lines = [f"b[{i}] = 0;" for i in range(size(order))]
    for m in range(order + 1):
        rows = along(order, m)
        for (l, l2, kind), terms in products(order, m).items():
            value = " + ".join(f"S({value!r}) * g{j}_{n}" for (j, n), value in terms.items())
            pairs = {
                (one, other)
                for one, other in itertools.product(rows, rows)
                if (one[1], other[1]) in ((l, l2), (l2, l)) and one[0] + other[0] == kind
            }
            sums = [
                f"b[{place[*one, sign * m]}] += u * a[{place[*other, sign * m]}];"
                for sign in ((1, -1) if m else (1,))
                for one, other in sorted(pairs)
            ]
            lines.append(f"{{ const S u = {value}; {' '.join(sums)} }}")
    return lines


def _along(order, up):
    """M2M or L2L along z: exp(w D_z), whose entries are those of a power of D_z over its factorial."""
    lines, degree, step = [], degrees(order), derivative_matrices(order)[2]
    power, entries = np.eye(size(order)), {}
    for j in range(order + 1):
        for row, column in np.argwhere(np.abs(power) > 1e-13):
            entries[row, column] = float(power[row, column]) / math.factorial(j)
        power = power @ step
    for row in range(size(order)):
        terms = []
        for column in range(size(order)):
            value = entries.get((row, column) if up else (column, row))
            if value:
                apart = abs(degree[row] - degree[column])
                terms.append(f"S({value!r}){f' * w[{apart}]' if apart else ''} * a[{column}]")
        lines.append(f"b[{row}] = {' + '.join(terms)};")
    return lines
