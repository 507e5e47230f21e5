"""CUDA code for the translations of one order, as `laplace3d.cuda_code`."""

import functools
import itertools
import math

from jaxfmm.expansions.cuda_code import function, lane_struct
from jaxfmm.expansions.laplace3d.cuda_code import (
    FRAME,
    SHIFT_SWEEPS,
    arrays,
    column_struct,
    in_place,
    scaled,
    shift,
    steps,
    sweeps,
)
from jaxfmm.expansions.polyharmonic.operators import (
    along,
    degrees,
    factor,
    orders,
    places,
    products,
    shifts,
    size,
    slopes,
    starts,
)

DISTANCE = (
    "const S distance = length > 0 ? length : S(1), inverse = length > 0 ? 1 / length : S(0);"
)


@functools.cache
def lane(order: int) -> str:
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b; a is lost."""
    powers, blocks = degrees(order).tolist(), list(zip(orders(order), starts(order)))
    m2l = [
        *FRAME,
        DISTANCE,
        *scaled(powers, "a", "v", "S(1)", "(-source_radius * inverse)"),
        *steps(blocks, [*_slopes(order), *_between(order)]),
        *scaled(powers, "b", "h", "S(1)", "(target_radius * inverse)"),
    ]
    arguments = f"{arrays(size(order))}, S source_radius, S target_radius, const S* reals"
    return lane_struct(
        [
            function("m2l", arguments, m2l),
            shift("m2m", order, powers, blocks, _along(order, True)),
            shift("l2l", order, powers, blocks, _along(order, False)),
        ]
    )


@functools.cache
def columns(order: int) -> str:
    """As `laplace3d.cuda_code.columns`."""
    blocks = list(zip(orders(order), starts(order)))
    source, target = ("S(1)", "-source_radius * inverse"), ("S(1)", "target_radius * inverse")
    between = [*_slopes(order), *_between(order, in_column=True)]
    shifts = [
        (name, sweeps(blocks, *SHIFT_SWEEPS, _column_along(order, up)))
        for name, up in (("m2m", True), ("l2l", False))
    ]
    return column_struct(
        order, [DISTANCE, "ready();", *sweeps(blocks, source, target, between)], shifts
    )


def _double(n: int) -> int:
    """n!!"""
    return math.prod(range(n, 0, -2))


def _beta(n: int) -> float:
    """The factor of g_j,n in code: the first term of U for each l and l' is then g_j,n alone."""
    return math.factorial(n) / _double(2 * n - 1)


def _gamma(l: int, m: int) -> float:
    """The scale of coefficients along z: R_lm R_l'm has the part (-1)^m beta_n / (gamma_l gamma_l')
    of R_n,0 for n = l + l'."""
    return math.sqrt(math.factorial(l - m) * math.factorial(l + m)) / _double(2 * l - 1)


def _slopes(order: int) -> list[str]:
    """Variables g<j>_<n>: `Polyharmonic.slopes` times beta_n."""
    lines = [
        f"S p[Function::PARAMETERS + 1], f[{2 * order + 1}], factor = 1;",
        "for (int i = 0; i < Function::PARAMETERS; i++) p[i] = reals[i];",
        "Function::values(S(1), distance, p, f);",
        "for (int k = 0; k < Function::DEGREE; k++) factor *= distance;",
        "for (int k = 0; k > Function::DEGREE; k--) factor *= inverse;",
    ]
    for j, n in slopes(order):
        value = f"S({_beta(n)!r}) * (factor * f[{n}])"
        if j:
            one, two = (3 + 2 * n) * _beta(n) / _beta(n + 1), _beta(n) / _beta(n + 2)
            value = f"S({one!r}) * g{j - 1}_{n + 1} + S({two!r}) * g{j - 1}_{n + 2}"
        lines.append(f"const S g{j}_{n} = {value};")
    return lines


def _factor(k: int, l: int, m: int) -> float:
    """The factor of a coefficient in `_between`, before the sums and, times (-1)^m, after them."""
    return factor(k, l) / _gamma(l, abs(m))


def _between(order: int, *, in_column: bool = False) -> list[str]:
    """M2L along z for each m, of coefficients `a` in place, or of a column, read once for each m.
    Coefficients of two l have the same factor in each other for all k with one sum, and for cosines
    and sines."""
    place, lines = places(order), []
    name = "a{}" if in_column else "a[{}]"
    for m in range(order + 1):
        rows, signs = along(order, m), (1, -1) if m else (1,)
        factors = {place[*row, sign * m]: _factor(*row, m) for sign in signs for row in rows}
        lines.append("{")
        if in_column:
            lines += [f"S a{i} = S({value!r}) * column[{i}];" for i, value in factors.items()]
        else:
            lines += [f"a[{i}] *= S({value!r});" for i, value in factors.items()]
        lines += [f"S b{i} = 0;" for i in factors]
        for (l, l2, kind), terms in products(order, m).items():
            pairs = {
                (one, other)
                for one, other in itertools.product(rows, rows)
                if (one[1], other[1]) in ((l, l2), (l2, l)) and one[0] + other[0] == kind
            }
            sums = [
                f"b{place[*one, sign * m]} += u * {name.format(place[*other, sign * m])};"
                for sign in signs
                for one, other in sorted(pairs)
            ]
            u = _scaled_sum(l, l2, kind, m, terms)
            lines.append(f"{{ const S u = {u}; {' '.join(sums)} }}")
        target = "column[{}]" if in_column else "a[{}]"
        lines += [
            f"{target.format(i)} = S({(-1.0) ** m * value!r}) * b{i};"
            for i, value in factors.items()
        ]
        lines.append("}")
    return lines


def _scaled_sum(l: int, l2: int, kind: int, m: int, terms: dict[tuple[int, int], float]) -> str:
    """U without its factors c and gamma, where the first term has the factor one."""
    scale = (-1) ** m * _gamma(l, m) * _gamma(l2, m)
    values = {(j, n): value * scale / _beta(n) for (j, n), value in terms.items()}
    first = values.pop((kind, l + l2))
    if abs(first - 1) > 1e-9:
        raise ValueError(f"the first product for l = {l}, {l2} and m = {m} must be 1, got {first}")
    rest = [f"S({value!r}) * g{j}_{n}" for (j, n), value in values.items()]
    return " + ".join([f"g{kind}_{l + l2}", *rest])


def _along(order: int, up: bool) -> list[str]:
    """M2M or L2L along z."""
    entries, lines = shifts(order, up), []

    def term(column, power, value):
        return f"S({value!r}){f' * w[{power}]' if power else ''} * a[{column}]"

    for m in range(-order, order + 1):
        mixed = [i for (_, _, other), i in places(order).items() if other == m]
        values = {}
        for row in mixed:
            terms = {column: entries[row, column] for column in mixed if (row, column) in entries}
            values[row] = " + ".join(term(column, *entry) for column, entry in terms.items())
        lines += in_place(values)
    return lines


def _column_along(order: int, up: bool) -> list[str]:
    """M2M or L2L along z in a column, with the orders m and -m in turn."""
    entries, lines = shifts(order, up), []
    for m in range(order + 1):
        mixed = [i for (_, _, other), i in places(order).items() if other == m]
        lines += ["UNROLL_IF(false)", f"for (int m = 0; m >= {-2 * m}; m -= {2 * m or 1}) {{"]
        lines += [f"const S a{i} = column[{i} + m];" for i in mixed]
        for row in mixed:
            # powers times constants would be kept for the other sign, and fill the registers
            terms = [
                f"S({value!r}) * (w[{power}] * a{column})"
                for column in mixed
                for power, value in [entries.get((row, column), (0, 0.0))]
                if value
            ]
            lines.append(f"column[{row} + m] = {' + '.join(terms)};")
        lines.append("}")
    return lines
