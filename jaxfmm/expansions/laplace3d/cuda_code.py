"""CUDA code for the translations of one order, one pair of cells to a lane.

The steps are those of `SolidHarmonics.m2l`: a turn about z, X, a turn, X, T, X, a turn, X, a turn,
with every constant an immediate. A multiprocessor waits for the instructions of long code, so turns
and X are written once. In registers they are a loop over five steps with T as the third, unrolled
for low orders. At orders that the registers do not hold, the coefficients are in a column of shared
memory, and pass through the registers three times: degree by degree on the way to the z axis, order
m by order m along it, and degree by degree back. custom_ops/cuda/translations_warps.cuh calls the
functions."""

import functools
from collections.abc import Callable

from jaxfmm.expansions.cuda_code import function, lane_struct
from jaxfmm.expansions.laplace3d.operators import m2l_entry, size
from jaxfmm.expansions.laplace3d.tables import l2l_entry, m2m_entry, swap_blocks

Entry = Callable[[int, int, int], float]

UNROLLED = 7, 6  # loops are unrolled up to these orders, in float32 and float64


def _turn(blocks: list[tuple[range, int]]) -> list[str]:
    """A turn of `a` about z by the angle with the cosine x and the sine y. blocks: (degrees, place
    of degree 0, which may be absent) of each set of harmonics."""
    lines, top = ["S u = x, v = y;"], max(degrees[-1] for degrees, _ in blocks)
    for m in range(1, top + 1):
        for degrees, first in blocks:
            for l in (l for l in degrees if l >= m):
                c, s = (f"a[{first + l * l + l + order}]" for order in (m, -m))
                lines.append(
                    f"{{ const S t = {c}; {c} = u * t - v * {s}; {s} = u * {s} + v * t; }}"
                )
        if m < top:
            lines.append("{ const S t = u * x - v * y; v = v * x + u * y; u = t; }")
    return lines


def _swap(blocks: list[tuple[range, int]]) -> list[str]:
    """The swap of y and z."""
    lines = []
    for degrees, first in blocks:
        for l in degrees:
            values = {
                first + row: " + ".join(
                    f"S({value!r}) * a[{first + column}]" for column, value in zip(columns, entries)
                )
                for rows, columns, matrix in swap_blocks(l)
                for row, entries in zip(rows, matrix.tolist())
            }
            lines += in_place(values)
    return lines


def in_place(values: dict[int, str]) -> list[str]:
    """New values of coefficients of `a`, {number: text}. All texts are read before any coefficient
    is written."""
    names = [f"const S z{i} = {text};" for i, text in values.items()]
    return ["{", *names, *(f"a[{i}] = z{i};" for i in values), "}"]


def _along(order: int, entry: Entry, in_powers: bool) -> list[str]:
    """T, with the powers w of the shift if `in_powers`."""
    lines = []
    for m in range(-order, order + 1):
        values = {}
        for l in range(abs(m), order + 1):
            terms = []
            for j in range(abs(m), order + 1):
                if value := entry(l, j, abs(m)):
                    power = f" * w[{abs(l - j)}]" if in_powers and l != j else ""
                    terms.append(f"S({value!r}){power} * a[{j * j + j + m}]")
            values[l * l + l + m] = " + ".join(terms)
        lines += in_place(values)
    return lines


def powers(order: int, name: str, first: str, factor: str) -> list[str]:
    """`first` times factor^0, ..., factor^order, as an array."""
    return [f"S {name}[{order + 1}]; {name}[0] = {first};"] + [
        f"{name}[{l}] = {name}[{l - 1}] * {factor};" for l in range(1, order + 1)
    ]


def scaled(degrees: list[int], name: str, factors: str, first: str, factor: str) -> list[str]:
    """From a to another array: coefficients times `first` and the power of `factor` that is their
    degree."""
    each = [f"{name}[{i}] = {factors}[{l}] * a[{i}];" for i, l in enumerate(degrees)]
    return powers(max(degrees), factors, first, factor) + each


# the turns that take d to the z axis, and its length
FRAME = [
    "S rho, length, c, s, C, D;",
    "direction(d[0], d[1], c, s, rho);",
    "direction(d[2], rho, C, D, length);",
]


def steps(blocks: list[tuple[int, int]], along: list[str]) -> list[str]:
    """`a` turned to the z axis, translated along it, and turned back. blocks: (order, first
    coefficient) of each set of harmonics."""
    order, turned = blocks[0][0], [(range(order + 1), first) for order, first in blocks]
    return [
        "UNROLL_IF({} <= (sizeof(S) == 4 ? {} : {}))".format(order, *UNROLLED),
        "for (int i = 0; i < 5; i++) {",
        "if (i == 2) {",
        *along,
        "} else {",
        "const bool outer = i == 0 || i == 4;",
        "const S x = outer ? c : C, y = i == 0 ? -s : i == 1 ? D : i == 3 ? -D : s;",
        *_turn(turned),
        "}",
        "if (i < 4) {",
        *_swap(turned),
        "}",
        "}",
    ]


def shift(
    name: str, order: int, degrees: list[int], blocks: list[tuple[int, int]], along: list[str]
) -> str:
    """M2M or L2L, `along` the z axis with the powers w."""
    lines = [
        *FRAME,
        *powers(order, "w", "S(1)", "(length / radius)"),
        *scaled(degrees, "a", "g", "S(1)", "before"),
        *steps(blocks, along),
        *scaled(degrees, "b", "h", "S(1)", "after"),
    ]
    return function(name, f"{arrays(len(degrees))}, S radius, S before, S after", lines)


def arrays(size: int) -> str:
    """Arguments: the coefficients before and after, and the shift."""
    return f"S (&a)[{size}], S (&b)[{size}], const S (&d)[3]"


INVERSE = "const S inverse = length > 0 ? 1 / length : S(0);"


@functools.cache
def lane(order: int) -> str:
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b, both (order + 1)^2 long;
    a is lost."""
    degrees, blocks = [l for l in range(order + 1) for _ in range(2 * l + 1)], [(order, 0)]
    m2l = [
        *FRAME,
        INVERSE,
        *scaled(degrees, "a", "g", "S(1)", "(source_radius * inverse)"),
        *steps(blocks, _along(order, m2l_entry, False)),
        *scaled(degrees, "b", "h", "inverse", "(target_radius * inverse)"),
    ]
    arguments = f"{arrays(size(order))}, S source_radius, S target_radius, const S* reals"
    return lane_struct(
        [
            function("m2l", arguments, m2l),
            shift("m2m", order, degrees, blocks, _along(order, m2m_entry, True)),
            shift("l2l", order, degrees, blocks, _along(order, l2l_entry, True)),
        ]
    )


def _of_degree(l: int, blocks: list[tuple[int, int]]) -> list[str]:
    """A sweep over one degree of all sets that have it: three turns with X between them. The first
    sweep omits the last turn, the second sweep the first one. blocks: as in `steps`; each set
    counts two powers more than the one before it."""
    count = 2 * l + 1
    firsts = [first for order, first in blocks if l <= order]
    places = [first + l * l + i for first in firsts for i in range(count)]
    scales = ["power", *(f"power * {' * '.join(['square'] * k)}" for k in range(1, len(firsts)))]
    turned = [(range(l, l + 1), k * count - l * l) for k in range(len(firsts))]
    turns = [
        "UNROLL_IF(false)",
        "for (int i = 0; i < 3; i++) {",
        "if (i != 2 * (1 - sweep)) {",
        "const S x = i == 1 ? C : c, y = i == 0 ? -s : i == 2 ? s : sweep ? -D : D;",
        *_turn(turned),
        "}",
        "if (i < 2) {",
        *_swap(turned),
        "}",
        "}",
    ]
    return [
        f"{{ S a[{len(places)}];",
        *(f"a[{i}] = {scales[i // count]} * column[{place}];" for i, place in enumerate(places)),
        *(turns if l else []),
        *(f"column[{place}] = a[{i}];" for i, place in enumerate(places)),
        "power *= factor; }",
    ]


def _column_along(order: int, entry: Entry, in_powers: bool) -> list[str]:
    """As `_along` in a column, with the orders m and -m in turn."""
    lines = []
    for m in range(order + 1):
        lines += [
            "UNROLL_IF(false)",
            f"for (int m = {m}; m >= {-m}; m -= {2 * m or 1}) {{",
            f"S a[{order + 1 - m}];",
        ]
        lines += [f"a[{j - m}] = column[{j * j + j} + m];" for j in range(m, order + 1)]
        for l in range(m, order + 1):
            entries = [(j, entry(l, j, m)) for j in range(m, order + 1)]
            # powers times constants would be kept for the other sign, and fill the registers
            terms = [
                f"S({value!r}) * "
                + (f"(w[{abs(l - j)}] * a[{j - m}])" if in_powers and l != j else f"a[{j - m}]")
                for j, value in entries
                if value
            ]
            total = " + ".join(terms)
            lines.append(f"column[{l * l + l} + m] = {total};")
        lines.append("}")
    return lines


def sweeps(
    blocks: list[tuple[int, int]], first: tuple[str, str], second: tuple[str, str], along: list[str]
) -> list[str]:
    """To the z axis and along it, then back. blocks: as in `steps`. first, second: for each sweep a
    number, and a factor to the power of the degree, by which coefficients are multiplied."""
    degrees = [line for l in range(blocks[0][0] + 1) for line in _of_degree(l, blocks)]
    square = ["const S square = factor * factor;"] if len(blocks) > 1 else []
    return [
        "UNROLL_IF(false)",
        "for (int sweep = 0; sweep < 2; sweep++) {",
        f"S power = sweep ? {second[0]} : {first[0]};",
        f"const S factor = sweep ? {second[1]} : {first[1]};",
        *square,
        *degrees,
        "if (sweep == 0) {",
        *along,
        "}",
        "}",
    ]


@functools.cache
def columns(order: int) -> str:
    """As `lane`, for coefficients in a column of shared memory, which are translated in place. m2l
    waits by ready() for the multipole."""
    blocks = [(order, 0)]
    source, target = ("S(1)", "source_radius * inverse"), ("inverse", "target_radius * inverse")
    between = _column_along(order, m2l_entry, False)
    shifts = [
        (name, sweeps(blocks, *SHIFT_SWEEPS, _column_along(order, entry, True)))
        for name, entry in (("m2m", m2m_entry), ("l2l", l2l_entry))
    ]
    return column_struct(
        order, [INVERSE, "ready();", *sweeps(blocks, source, target, between)], shifts
    )


SHIFT_SWEEPS = ("S(1)", "before"), ("S(1)", "after")  # of M2M and L2L


def column_struct(order: int, m2l: list[str], shifts: list[tuple[str, list[str]]]) -> str:
    """The struct of `columns`, of the lines of M2L, and of each shift by name."""
    pair = "const S (&d)[3], S source_radius, S target_radius, const S* reals"
    arguments = f"Column column, {pair}, Ready ready"
    types = "class Column, class S, class Ready"
    functions = [function("m2l", arguments, [*FRAME, *m2l], types)]
    for name, lines in shifts:
        lines = [*FRAME, *powers(order, "w", "S(1)", "(length / radius)"), *lines]
        arguments = "Column column, const S (&d)[3], S radius, S before, S after"
        functions.append(function(name, arguments, lines, "class Column, class S"))
    return lane_struct(functions)
