"""CUDA code for the translations of one order, one pair of cells in the registers of one lane.

The steps are those of `laplace3d.m2l`: a turn about z, X, a turn, X, T, X, a turn, X, a turn, with every constant an
immediate. Turns and X are written once, in a loop over the five steps with T as the third, since a multiprocessor waits
for the instructions of long code; code of low orders is unrolled. custom_ops/cuda/translations.cuh calls what comes
out.
"""

import functools
import math

from jaxfmm.expansions.laplace3d import m2l_entry
from jaxfmm.expansions.tables3d import exchange_blocks, l2l_entry, m2m_entry

UNROLLED = 7, 6  # the highest order whose loop is unrolled, in float32 and float64


def _turn(blocks):
    """A turn of `a` about z by the angle with the cosine x and the sine y."""
    lines, top = ["S u = x, v = y;"], max(order for order, _ in blocks)
    for m in range(1, top + 1):
        for order, first in blocks:
            for l in range(m, order + 1):
                c, s = (f"a[{first + l * l + l + one}]" for one in (m, -m))
                lines.append(f"{{ const S t = {c}; {c} = u * t - v * {s}; {s} = u * {s} + v * t; }}")
        if m < top:
            lines.append("{ const S t = u * x - v * y; v = v * x + u * y; u = t; }")
    return lines


def _exchange(blocks):
    """The exchange of y and z."""
    lines = []
    for order, first in blocks:
        degrees: dict[int, dict[int, str]] = {}
        for rows, columns, matrix in exchange_blocks(order):
            of_degree = degrees.setdefault(math.isqrt(rows[0]), {})
            for row, values in zip(rows, matrix.tolist()):
                of_degree[first + row] = _sum(f"S({x!r}) * a[{first + c}]" for c, x in zip(columns, values))
        for of_degree in degrees.values():
            lines += in_place(of_degree)
    return lines


def _sum(terms):
    return " + ".join(terms)


def in_place(values):
    """Coefficients of `a` by what they become, {number: text}, which is read before any of them is written."""
    names = [f"const S z{i} = {text};" for i, text in values.items()]
    return ["{", *names, *(f"a[{i}] = z{i};" for i in values), "}"]


def _along(order, entry, in_powers):
    lines = []
    for m in range(-order, order + 1):
        values = {}
        for l in range(abs(m), order + 1):
            terms = []
            for j in range(abs(m), order + 1):
                value = entry(l, j, abs(m))
                if value:
                    power = f" * w[{abs(l - j)}]" if in_powers and l != j else ""
                    terms.append(f"S({value!r}){power} * a[{j * j + j + m}]")
            values[l * l + l + m] = _sum(terms)
        lines += in_place(values)
    return lines


def powers(order, name, first, factor):
    """`first` times factor^0, ..., factor^order, as an array."""
    return [f"S {name}[{order + 1}]; {name}[0] = {first};"] + [
        f"{name}[{l}] = {name}[{l - 1}] * {factor};" for l in range(1, order + 1)
    ]


def scaled(degrees, name, factors, first, factor):
    """From a to another array: coefficients times `first` and the power of `factor` that is their degree."""
    each = [f"{name}[{i}] = {factors}[{l}] * a[{i}];" for i, l in enumerate(degrees)]
    return powers(max(degrees), factors, first, factor) + each


FRAME = [  # the turns that take d to the z axis, and its length
    "S rho, length, c, s, C, D;",
    "direction(d[0], d[1], c, s, rho);",
    "direction(d[2], rho, C, D, length);",
]


def function(name, arguments, lines):
    """The text of a static member function."""
    inner = "\n".join("    " + line for line in lines)
    return f"  template <class S>\n  HD static void {name}({arguments}) {{\n{inner}\n  }}\n"


def steps(blocks, along):
    """`a` turned to the z axis, taken along it, and turned back. blocks: (order, first coefficient) of each set of
    harmonics."""
    return [
        "UNROLL_IF({} <= (sizeof(S) == 4 ? {} : {}))".format(blocks[0][0], *UNROLLED),
        "for (int i = 0; i < 5; i++) {",
        "if (i == 2) {",
        *along,
        "} else {",
        "const bool outer = i == 0 || i == 4;",
        "const S x = outer ? c : C, y = i == 0 ? -s : i == 1 ? D : i == 3 ? -D : s;",
        *_turn(blocks),
        "}",
        "if (i < 4) {",
        *_exchange(blocks),
        "}",
        "}",
    ]


def shift(name, order, degrees, blocks, along):
    """M2M or L2L, `along` the z axis with the powers w."""
    lines = [
        *FRAME,
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
        *FRAME,
        "const S inverse = length > 0 ? 1 / length : S(0);",
        *scaled(degrees, "a", "g", "S(1)", "(source_radius * inverse)"),
        *steps(blocks, _along(order, m2l_entry, False)),
        *scaled(degrees, "b", "h", "inverse", "(target_radius * inverse)"),
    ]
    text = function("m2l", f"{arrays(len(degrees))}, S source_radius, S target_radius, const S* reals", m2l)
    for name, entry in (("m2m", m2m_entry), ("l2l", l2l_entry)):
        text += shift(name, order, degrees, blocks, _along(order, entry, True))
    return f"struct Lane {{\n{text}}};\n"
