"""Constant tables of `radial` for the compiled operations (custom_ops/include/radial.h)."""

import functools
from typing import Any

import numpy as np

from jaxfmm.expansions.programs import derivative_tables
from jaxfmm.expansions.taylor.operators import harmonics, indices, products, shifted, size, steps

HEADER = 10  # integers
# M2L on GPUs: how many local coefficients fit the registers together, and the last degree of the
# part made first
TOGETHER, HELD = 120, 3


def inverses(order: int) -> list[float]:
    """The constants of radial.h's `harmonics`: 1 / i for i = 0, ..., order + 1, 0 for 0."""
    return [0.0, *(1 / i for i in range(1, order + 2))]


@functools.cache
def tables(order: int, raised: int, dim: int, parameters: int) -> tuple[np.ndarray, np.ndarray]:
    """(integers, reals) for an order, with derivatives that raise the degree by up to `raised`.

    integers: order, size(order + raised), the places of the parts, and the parts: the columns of
    the derivative tables; `radial.steps`, at least one degree higher; for every axis the number of
    c - e_axis, -1 where there is none; of every b, `radial.products`.
    reals: the values of the derivative tables and `inverses`. Their places leave room for so many
    `parameters` of the kernel in front of them."""
    highest = order + raised
    n = size(highest, dim)
    lower, raise_ = derivative_tables(harmonics(dim), highest)
    down = [
        np.where((below := shifted(highest, dim, axis, -1)) < n, below, -1) for axis in range(dim)
    ]
    sums = [row for degree in range(order + 1) for row in products(order, dim, degree)]
    integers = [
        lower[0],
        raise_[0],
        steps(max(highest, order + 1), dim).ravel(),
        np.concatenate(down),
        np.concatenate(sums),
    ]
    reals = [lower[1], raise_[1], inverses(highest)]
    at, real_at = _places(HEADER, integers), _places(parameters, reals)
    header = [order, n, *at[:2], *real_at, *at[2:]]
    return np.concatenate([header, *integers]).astype(np.int32), np.concatenate(reals)


def _places(first: int, parts: Any) -> np.ndarray:
    return first + np.cumsum([0, *(len(part) for part in parts[:-1])])


@functools.cache
def lane(order: int, dim: int) -> str:
    """The struct `Lane` of custom_ops/cuda/translations_warps.cuh for one order: straight-line
    code, one pair of cells in the registers of one lane. M2L reads the multipole as it goes.
    `in_rows` it is in a row of shared memory once `wait()` returns, where the local expansion takes
    its place."""
    n = size(order, dim)
    arrays = f"S (&a)[{n}], S (&b)[{n}], const S (&d)[{dim}], S radius, S before, S after"
    given = f"const S (&d)[{dim}], S source_radius, S target_radius, const S* reals"
    if in_rows(order, dim):
        text = _function(
            "m2l", f"S* row, {given}, Wait wait", _m2l(order, dim), "class S, class Wait"
        )
    else:
        text = _function("m2l", f"const S* row, S (&b)[{n}], {given}", _m2l(order, dim))
    for name, sign in (("m2m", -1), ("l2l", 1)):
        text += _function(name, arrays, _shift(order, dim, sign))
    return f"struct Lane {{\n{text}}};\n"


def _function(name: str, arguments: str, lines: list[str], types: str = "class S") -> str:
    inner = "\n".join("    " + line for line in lines)
    return f"  template <{types}>\n  HD static void {name}({arguments}) {{\n{inner}\n  }}\n"


def _powers(name: str, factor: str, order: int) -> list[str]:
    """Variables name0, name1, ... for the powers of a factor."""
    return [f"const S {name}0 = 1;"] + [
        f"const S {name}{k} = {name}{k - 1} * {factor};" for k in range(1, order + 1)
    ]


def _m2l(order: int, dim: int) -> list[str]:
    lines = [
        f"S u[{dim}], p[Function::PARAMETERS + 1], f[{order + 2}];",
        "for (int i = 0; i < Function::PARAMETERS; i++) p[i] = reals[i];",
        f"const S distance = Radial<{dim}, Function, S>::in_units(d, u), unit = 1 / distance;",
        f"const S r2 = {' + '.join(f'u[{a}] * u[{a}]' for a in range(dim))};",
        "Function::values(r2, distance, p, f);",
        *_powers("g", "(-source_radius * unit)", order),
        *_powers("h", "(target_radius * unit)", order),
        "S factor = 1;",
        "for (int k = 0; k < Function::DEGREE; k++) factor *= distance;",
        "for (int k = 0; k > Function::DEGREE; k--) factor *= unit;",
    ]
    table = steps(order + 1, dim)
    for k in range(
        order + 1, -1, -1
    ):  # t<k>_<c>: derivatives of f_k, those of f_0 being the ones wanted
        lines.append(f"const S t{k}_0 = factor * f[{k}];")
        for c in range(1, size(order + 1 - k, dim)):
            axis, one, two, more = table[c - 1]
            rest = f" + S({more}) * t{k + 1}_{two}" if more else ""
            lines.append(f"const S t{k}_{c} = u[{axis}] * t{k + 1}_{one}{rest};")
    n, degrees = size(order, dim), [sum(c) for c in indices(order, dim)]
    if not in_rows(order, dim):
        return (
            lines
            + _part(range(n), order, dim)
            + [f"b[{i}] = y{i} * h{k};" for i, k in enumerate(degrees)]
        )
    lines.append("wait();")
    first, *others = _parts(order, dim)
    lines += _part(first, order, dim)
    for part in others:
        lines += [
            "{",
            *("  " + line for line in [*_part(part, order, dim), *_put(part, degrees)]),
            "}",
        ]
    return lines + _put(first, degrees)


def in_rows(order: int, dim: int) -> bool:
    """Whether registers do not hold a local expansion beside the derivatives, so that M2L makes it
    in parts."""
    return size(order, dim) > TOGETHER


def _parts(order: int, dim: int) -> list[range]:
    """The parts, as ranges of coefficients. What one overwrites no later one reads; the first is
    written last."""
    held = size(HELD, dim)
    ends = [
        held,
        *(size(degree, dim) // 4 * 4 for degree in range(order - HELD, order)),
        size(order, dim),
    ]
    return [range(held), *(range(a, b) for a, b in zip(ends, ends[1:]))]


def _part(part: range, order: int, dim: int) -> list[str]:
    """Sums over the multipole's coefficients, for the local ones of a range."""
    n, degrees = size(order, dim), [sum(c) for c in indices(order, dim)]
    sums = [row[: part.stop] for degree in range(order + 1) for row in products(order, dim, degree)]
    kept = "false" if in_rows(order, dim) else "true"
    lines = [f"S {', '.join(f'y{i} = 0' for i in part)};"]
    for first in range(0, n, 4):
        read = [a for a in range(first, min(first + 4, n)) if len(sums[a]) > part.start]
        if not read:
            break
        lines += ["{", "  S m[4];", f"  get<{kept}>(row + {first}, m);"]
        for a in read:
            lines.append(f"  m[{a - first}] *= g{degrees[a]};")
            lines += [
                f"  y{b} += m[{a - first}] * t0_{c};"
                for b, c in enumerate(sums[a])
                if b >= part.start
            ]
        lines.append("}")
    return lines


def _put(part: range, degrees: list[int]) -> list[str]:
    """Writes a range, which begins at a multiple of four."""
    values = [
        f"y{i} * h{degrees[i]}" if i in part else "S(0)"
        for i in range(part.start, -(-part.stop // 4) * 4)
    ]
    return [
        f"put(row + {part.start + i}, {', '.join(values[i : i + 4])});"
        for i in range(0, len(values), 4)
    ]


def _shift(order: int, dim: int, sign: int) -> list[str]:
    """b_c = after^|c| sum_j t^j / j! before^|c + sign j| a_{c + sign j} for t = d / radius, one axis after the other,
    in variables of their own: NVRTC takes many times as long over arrays."""
    n, degrees = size(order, dim), [sum(c) for c in indices(order, dim)]
    lines = _powers("g", "before", order) + _powers("h", "after", order)
    lines += [f"S x{i} = a[{i}] * g{k};" for i, k in enumerate(degrees)]
    for axis in range(dim):
        lines += ["{", f"const S t = d[{axis}] / radius;", "const S w1 = t;"]
        lines += [f"const S w{j} = w{j - 1} * (t * S({1 / j!r}));" for j in range(2, order + 1)]
        for c in range(n) if sign > 0 else range(n - 1, -1, -1):  # what is read comes later
            terms = [(j, shifted(order, dim, axis, sign * j)[c]) for j in range(1, order + 1)]
            terms = [f"w{j} * x{i}" for j, i in terms if i < n]
            if terms:
                lines.append(f"x{c} += {' + '.join(terms)};")
        lines.append("}")
    return lines + [f"b[{i}] = x{i} * h{k};" for i, k in enumerate(degrees)]
