"""Straight-line CUDA code for the translations of one order, one pair of cells in the registers of
one lane. custom_ops/cuda/translations_warps.cuh calls the functions."""

import functools

from jaxfmm.expansions.cuda_code import function, lane_struct
from jaxfmm.expansions.taylor.operators import degrees, products, shifted, size, steps

# M2L computes up to TOGETHER local coefficients in registers; otherwise parts of them, the first up
# to the degree HELD.
TOGETHER, HELD = 120, 3


@functools.cache
def lane(order: int, dim: int) -> str:
    """The struct `Lane` with m2l, m2m and l2l for one order. M2L reads the multipole as it goes. If
    `in_rows`, the multipole is in a row of shared memory once `wait()` returns, and the local
    expansion takes its place."""
    n = size(order, dim)
    pair = f"const S (&d)[{dim}], S source_radius, S target_radius, const S* reals"
    if in_rows(order, dim):
        m2l = function("m2l", f"S* row, {pair}, Wait wait", _m2l(order, dim), "class S, class Wait")
    else:
        m2l = function("m2l", f"const S* row, S (&b)[{n}], {pair}", _m2l(order, dim))
    shift = f"S (&a)[{n}], S (&b)[{n}], const S (&d)[{dim}], S radius, S before, S after"
    return lane_struct(
        [
            m2l,
            function("m2m", shift, _shift(order, dim, -1)),
            function("l2l", shift, _shift(order, dim, 1)),
        ]
    )


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
    for k in range(order + 1, -1, -1):  # t<k>_<c>: derivatives of f_k; M2L takes those of f_0
        lines.append(f"const S t{k}_0 = factor * f[{k}];")
        for c in range(1, size(order + 1 - k, dim)):
            axis, one, two, power = table[c - 1]
            rest = f" + S({power}) * t{k + 1}_{two}" if power else ""
            lines.append(f"const S t{k}_{c} = u[{axis}] * t{k + 1}_{one}{rest};")
    powers = degrees(order, dim).tolist()
    if not in_rows(order, dim):
        lines += _part(range(len(powers)), order, dim)
        return lines + [f"b[{i}] = y{i} * h{k};" for i, k in enumerate(powers)]
    lines.append("wait();")
    first, *others = _parts(order, dim)
    lines += _part(first, order, dim)
    for part in others:
        inner = [*_part(part, order, dim), *_put(part, powers)]
        lines += ["{", *("  " + line for line in inner), "}"]
    return lines + _put(first, powers)


def in_rows(order: int, dim: int) -> bool:
    """Whether a local expansion and the derivatives exceed the registers, so that M2L computes it
    in parts."""
    return size(order, dim) > TOGETHER


def _parts(order: int, dim: int) -> list[range]:
    """The parts, as ranges of coefficients. No part reads what an earlier one has overwritten; the
    first part is written last."""
    middle = [size(degree, dim) // 4 * 4 for degree in range(order - HELD, order)]
    ends = [0, size(HELD, dim), *middle, size(order, dim)]
    return [range(a, b) for a, b in zip(ends, ends[1:])]


def _part(part: range, order: int, dim: int) -> list[str]:
    """Sums over the multipole's coefficients, for the local ones of a range."""
    n, powers = size(order, dim), degrees(order, dim).tolist()
    sums = [row[: part.stop] for degree in range(order + 1) for row in products(order, dim, degree)]
    kept = "false" if in_rows(order, dim) else "true"
    lines = [f"S {', '.join(f'y{i} = 0' for i in part)};"]
    for first in range(0, n, 4):
        read = [a for a in range(first, min(first + 4, n)) if len(sums[a]) > part.start]
        if not read:
            break
        lines += ["{", "  S m[4];", f"  get<{kept}>(row + {first}, m);"]
        for a in read:
            lines.append(f"  m[{a - first}] *= g{powers[a]};")
            lines += [
                f"  y{b} += m[{a - first}] * t0_{c};"
                for b, c in enumerate(sums[a])
                if b >= part.start
            ]
        lines.append("}")
    return lines


def _put(part: range, powers: list[int]) -> list[str]:
    """Writes a range, which begins at a multiple of four."""
    values = [
        f"y{i} * h{powers[i]}" if i in part else "S(0)"
        for i in range(part.start, -(-part.stop // 4) * 4)
    ]
    return [
        f"put(row + {part.start + i}, {', '.join(values[i : i + 4])});"
        for i in range(0, len(values), 4)
    ]


def _shift(order: int, dim: int, sign: int) -> list[str]:
    """b_c = after^|c| sum_j t^j / j! before^|c + sign j| a_{c + sign j} for t = d / radius, one
    axis after the other, in variables of their own: NVRTC takes many times as long over arrays."""
    n, powers = size(order, dim), degrees(order, dim).tolist()
    lines = _powers("g", "before", order) + _powers("h", "after", order)
    lines += [f"S x{i} = a[{i}] * g{k};" for i, k in enumerate(powers)]
    for axis in range(dim):
        lines += ["{", f"const S t = d[{axis}] / radius;", "const S w1 = t;"]
        lines += [f"const S w{j} = w{j - 1} * (t * S({1 / j!r}));" for j in range(2, order + 1)]
        for c in range(n) if sign > 0 else range(n - 1, -1, -1):  # reads come before writes
            others = [(j, shifted(order, dim, axis, sign * j)[c]) for j in range(1, order + 1)]
            if terms := [f"w{j} * x{i}" for j, i in others if i < n]:
                lines.append(f"x{c} += {' + '.join(terms)};")
        lines.append("}")
    return lines + [f"b[{i}] = x{i} * h{k};" for i, k in enumerate(powers)]
