"""Straight-line CUDA code for the translations of one order, one pair of cells in the registers of one lane.

The steps are those of `laplace3d.m2l`: a phase, X, a phase, X, T, X, a phase, X, a phase, with every constant an
immediate. custom_ops/cuda/translations.cuh calls what comes out.
"""

import functools

from jaxfmm.expansions.laplace3d import m2l_entry
from jaxfmm.expansions.tables3d import exchange_blocks, l2l_entry, m2m_entry


def _turn(order, name, phase, sign):
    lines = []
    for l in range(1, order + 1):
        for m in range(1, l + 1):
            c, s = f"{name}[{l * l + l + m}]", f"{name}[{l * l + l - m}]"
            cos, sin = f"{phase}c[{m}]", f"{phase}s[{m}]"
            minus, plus = ("-", "+") if sign > 0 else ("+", "-")
            lines.append(
                f"{{ const S t = {c}; {c} = {cos} * t {minus} {sin} * {s}; {s} = {cos} * {s} {plus} {sin} * t; }}"
            )
    return lines


def _sum(terms):
    return " + ".join(terms)


def _exchange(order, source, target):
    return [
        f"{target}[{row}] = " + _sum(f"S({value!r}) * {source}[{c}]" for c, value in zip(columns, values)) + ";"
        for rows, columns, matrix in exchange_blocks(order)
        for row, values in zip(rows, matrix.tolist())
    ]


def _along(order, source, target, entry, powers):
    lines = []
    for m in range(-order, order + 1):
        for l in range(abs(m), order + 1):
            terms = []
            for j in range(abs(m), order + 1):
                value = entry(l, j, abs(m))
                if value:
                    power = f" * w[{abs(l - j)}]" if powers and l != j else ""
                    terms.append(f"S({value!r}){power} * {source}[{j * j + j + m}]")
            lines.append(f"{target}[{l * l + l + m}] = {_sum(terms)};")
    return lines


def _powers(order, name, first, factor):
    return [f"S {name}[{order + 1}]; {name}[0] = {first};"] + [
        f"{name}[{l}] = {name}[{l - 1}] * {factor};" for l in range(1, order + 1)
    ]


def _scaled(order, name, powers, first, factor):
    """Coefficients of degree l times `first` and the power l of `factor`."""
    scale = [f"{name}[{i}] *= {powers}[{l}];" for l in range(order + 1) for i in range(l * l, (l + 1) ** 2)]
    return _powers(order, powers, first, factor) + scale


def _frame(order):
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


def _steps(order, entry, powers):
    return [
        *_turn(order, "a", "p", -1),
        *_exchange(order, "a", "b"),
        *_turn(order, "b", "q", 1),
        *_exchange(order, "b", "a"),
        *_along(order, "a", "b", entry, powers),
        *_exchange(order, "b", "a"),
        *_turn(order, "a", "q", -1),
        *_exchange(order, "a", "b"),
        *_turn(order, "b", "p", 1),
    ]


@functools.cache
def lane(order):
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b, both (order + 1)^2 long; a is lost."""
    arrays = f"S (&a)[{(order + 1) ** 2}], S (&b)[{(order + 1) ** 2}], const S (&d)[3]"
    m2l = [
        *_frame(order),
        "const S inverse = length > 0 ? 1 / length : S(0);",
        *_scaled(order, "a", "g", "S(1)", "(source_radius * inverse)"),
        *_steps(order, m2l_entry, False),
        *_scaled(order, "b", "h", "inverse", "(target_radius * inverse)"),
    ]
    text = function("m2l", f"{arrays}, S source_radius, S target_radius, const S* reals", m2l)
    for name, entry in (("m2m", m2m_entry), ("l2l", l2l_entry)):
        lines = [
            *_frame(order),
            *_powers(order, "w", "S(1)", "(length / radius)"),
            *_scaled(order, "a", "g", "S(1)", "before"),
            *_steps(order, entry, True),
            *_scaled(order, "b", "h", "S(1)", "after"),
        ]
        text += function(name, f"{arrays}, S radius, S before, S after", lines)
    return f"struct Lane {{\n{text}}};\n"
