"""Straight-line CUDA code for the translations of one order, one pair of cells in the registers of one lane.

The steps are those of `laplace3d.m2l`: a phase, X, a phase, X, T, X, a phase, X, a phase, with every constant an
immediate. custom_ops/cuda/translations.cuh calls what comes out.
"""

import functools

from jaxfmm.expansions.laplace3d import m2l_entry
from jaxfmm.expansions.tables3d import exchange_blocks, l2l_entry, m2m_entry


def turn(order, name, phase, sign, first=0):
    """A rotation about z of the coefficients that begin at `first`."""
    lines = []
    for l in range(1, order + 1):
        for m in range(1, l + 1):
            c, s = (f"{name}[{first + l * l + l + one}]" for one in (m, -m))
            cos, sin = f"{phase}c[{m}]", f"{phase}s[{m}]"
            minus, plus = ("-", "+") if sign > 0 else ("+", "-")
            lines.append(
                f"{{ const S t = {c}; {c} = {cos} * t {minus} {sin} * {s}; {s} = {cos} * {s} {plus} {sin} * t; }}"
            )
    return lines


def _sum(terms):
    return " + ".join(terms)


def exchange(order, source, target, first=0, rows_times=None, columns_times=None):
    """The exchange of y and z, as `turn`, with numbers by which coefficients are multiplied after it or before."""

    def entry(row, column, value):
        after = 1.0 if rows_times is None else rows_times[first + row]
        before = 1.0 if columns_times is None else columns_times[first + column]
        return f"S({after * value * before!r}) * {source}[{first + column}]"

    return [
        f"{target}[{first + row}] = " + _sum(entry(row, c, value) for c, value in zip(columns, values)) + ";"
        for rows, columns, matrix in exchange_blocks(order)
        for row, values in zip(rows, matrix.tolist())
    ]


def _along(order, source, target, entry, in_powers):
    lines = []
    for m in range(-order, order + 1):
        for l in range(abs(m), order + 1):
            terms = []
            for j in range(abs(m), order + 1):
                value = entry(l, j, abs(m))
                if value:
                    power = f" * w[{abs(l - j)}]" if in_powers and l != j else ""
                    terms.append(f"S({value!r}){power} * {source}[{j * j + j + m}]")
            lines.append(f"{target}[{l * l + l + m}] = {_sum(terms)};")
    return lines


def powers(order, name, first, factor):
    """`first` times factor^0, ..., factor^order, as an array."""
    return [f"S {name}[{order + 1}]; {name}[0] = {first};"] + [
        f"{name}[{l}] = {name}[{l - 1}] * {factor};" for l in range(1, order + 1)
    ]


def scaled(degrees, name, factors, first, factor):
    """Coefficients times `first` and the power of `factor` that is their degree."""
    each = [f"{name}[{i}] *= {factors}[{l}];" for i, l in enumerate(degrees)]
    return powers(max(degrees), factors, first, factor) + each


def frame(order):
    """The phases that turn d to the z axis, and its length."""
    return [
        f"S pc[{order + 1}], ps[{order + 1}], qc[{order + 1}], qs[{order + 1}], rho, length, c, s, C, D;",
        "direction(d[0], d[1], c, s, rho);",
        "direction(d[2], rho, C, D, length);",
        f"phases({order}, c, s, pc, ps, 1);",
        f"phases({order}, C, D, qc, qs, 1);",
    ]


def function(name, arguments, lines):
    """The text of a static member function."""
    inner = "\n".join("    " + line for line in lines)
    return f"  template <class S>\n  HD static void {name}({arguments}) {{\n{inner}\n  }}\n"


def steps(blocks, along, before=None, after=None):
    """From a to b: to the z axis, along it from a to b, and back. blocks: (order, first coefficient) of each set of
    harmonics. before, after: numbers by which coefficients are multiplied before and after the step along the axis."""

    def each(function, *given, **more):
        return [line for order, first in blocks for line in function(order, *given, first, **more)]

    return [
        *each(turn, "a", "p", -1),
        *each(exchange, "a", "b"),
        *each(turn, "b", "q", 1),
        *each(exchange, "b", "a", rows_times=before),
        *along,
        *each(exchange, "b", "a", columns_times=after),
        *each(turn, "a", "q", -1),
        *each(exchange, "a", "b"),
        *each(turn, "b", "p", 1),
    ]


def shift(name, order, degrees, blocks, along):
    """M2M or L2L, `along` the z axis from a to b with the powers w."""
    lines = [
        *frame(order),
        *powers(order, "w", "S(1)", "(length / radius)"),
        *scaled(degrees, "a", "g", "S(1)", "before"),
        *steps(blocks, along),
        *scaled(degrees, "b", "h", "S(1)", "after"),
    ]
    return function(name, f"{arrays(len(degrees))}, S radius, S before, S after", lines)


def arrays(size):
    return f"S (&a)[{size}], S (&b)[{size}], const S (&d)[3]"


@functools.cache
def lane(order):
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b, both (order + 1)^2 long; a is lost."""
    degrees, blocks = [l for l in range(order + 1) for _ in range(2 * l + 1)], [(order, 0)]
    m2l = [
        *frame(order),
        "const S inverse = length > 0 ? 1 / length : S(0);",
        *scaled(degrees, "a", "g", "S(1)", "(source_radius * inverse)"),
        *steps(blocks, _along(order, "a", "b", m2l_entry, False)),
        *scaled(degrees, "b", "h", "inverse", "(target_radius * inverse)"),
    ]
    text = function("m2l", f"{arrays(len(degrees))}, S source_radius, S target_radius, const S* reals", m2l)
    for name, entry in (("m2m", m2m_entry), ("l2l", l2l_entry)):
        text += shift(name, order, degrees, blocks, _along(order, "a", "b", entry, True))
    return f"struct Lane {{\n{text}}};\n"
