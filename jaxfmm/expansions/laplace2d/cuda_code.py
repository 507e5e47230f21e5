"""Straight-line CUDA code for the translations of one order, one pair of cells in the registers of
one lane.

Algorithms 3.4 to 3.6 of A. Goude and S. Engblom, "Adaptive fast multipole methods on the GPU", J.
Supercomput. 63 (2013) 897: sums with binomial coefficients are triangles of additions in place.
Where the paper divides by the shift of M2M and L2L, which may be zero, the triangles multiply by
it. Coefficients of degree k become the complex numbers

    alpha_k = (M_{2k-1} + i M_2k) / sqrt(k),  b_k = (L_{2k-1} - i L_2k) / sqrt(k),
    a_0 = M_0,  b_0 = L_0

held in variables x_k + i y_k of their own: NVRTC takes five times as long over arrays (6.3 s
against 1.2 s for M2L at order 60). custom_ops/cuda/translations_warps.cuh calls the functions."""

import functools
import math
from collections.abc import Iterable

from jaxfmm.expansions.cuda_code import function, lane_struct
from jaxfmm.expansions.laplace2d.operators import size


def _number(value: float) -> str:
    return f"S({value!r})"


def _product(a: str, b: str, c: str, d: str) -> tuple[str, str]:
    """The real and the imaginary part of (a + i b) (c + i d)."""
    return f"{a} * {c} - {b} * {d}", f"{a} * {d} + {b} * {c}"


def _times(a: str, b: str, c: str, d: str) -> str:
    """(a + i b) *= c + i d."""
    real, imaginary = _product("old", b, c, d)
    return f"{{ const S old = {a}; {a} = {real}; {b} = {imaginary}; }}"


def _variables(order: int) -> str:
    return "S " + ", ".join(f"x{k} = 0, y{k} = 0" for k in range(order + 1)) + ";"


def _read(order: int, sign: int, factor: str) -> list[str]:
    """x_k + i y_k = factor^k times the complex number of degree k = 1 ... order of a; sign: 1
    alpha_k, -1 b_k."""
    lines = ["S g = 1;"]
    for k in range(1, order + 1):
        root = 1 / math.sqrt(k)
        lines += [
            f"g *= {factor};",
            f"x{k} = g * ({_number(root)} * a[{2 * k - 1}]);",
            f"y{k} = g * ({_number(sign * root)} * a[{2 * k}]);",
        ]
    return lines


def _write(order: int, sign: int, factor: str) -> list[str]:
    """The inverse of `_read`, to b, times the powers of the factor."""
    lines = ["S h = 1;"]
    for k in range(1, order + 1):
        root = math.sqrt(k)
        lines += [
            f"h *= {factor};",
            f"b[{2 * k - 1}] = h * ({_number(root)} * x{k});",
            f"b[{2 * k}] = h * ({_number(sign * root)} * y{k});",
        ]
    return lines


def _triangle(
    steps: Iterable[range], other: int, factor: tuple[str, str] | None = None
) -> list[str]:
    """Adds `factor` times the number j + other to the number j, for the j of each step: in an order
    in which j + other comes after j, so that the additions of a step do not wait for each other."""
    lines = []
    for j in (j for step in steps for j in step):
        x, y = f"x{j + other}", f"y{j + other}"
        if factor:
            x, y = _product(*factor, x, y)
        lines.append(f"x{j} += {x}; y{j} += {y};")
    return lines


def _m2l(order: int) -> list[str]:
    """b_l = (-r_t / d)^l (a_0 / l + sum_k binom(k + l - 1, l) alpha_k (r_s / d)^k), b_0 with a_0
    times the kernel at d; algorithm 3.6, the sum over k beginning with alpha_1 in x_0. Zero for d =
    0."""
    lines = [
        _variables(order),
        "const bool tiny = abs_(d[0]) + abs_(d[1]) < S(0x1p-50);"
        "  // its square may underflow in float32",
        "const S lift = tiny ? S(0x1p75) : S(1), dx = lift * d[0], dy = lift * d[1],"
        " square = dx * dx + dy * dy;",
        "const S inverse = square > 0 ? 1 / square : S(0), ux = inverse * dx, uy = inverse * dy;",
        f"const S logarithm = S(0.5) * log_(square) - (tiny ? {_number(75 * math.log(2))} : S(0));",
        "const S r_s = lift * source_radius, wx = r_s * ux, wy = -r_s * uy;",
        "const S r_t = lift * target_radius, vx = -r_t * ux, vy = r_t * uy;",
        "S p = wx, q = wy, s = vx, t = vy;",
    ]
    for k in range(1, order + 1):
        real, imaginary = _product("p", "q", f"a[{2 * k - 1}]", f"a[{2 * k}]")
        root = _number(1 / math.sqrt(k))
        lines += [
            f"x{k - 1} = {root} * ({real}); y{k - 1} = {root} * ({imaginary});",
            _times("p", "q", "wx", "wy"),
        ]
    # binom(k + l - 1, l) = sum_m binom(l, m) binom(k - 1, m): the sum over k, then that over m
    lines += _triangle((range(order - k, order - 1) for k in range(2, order + 1)), 1)
    lines += _triangle((range(order, k - 1, -1) for k in range(1, order + 1)), -1)
    lines.append("b[0] = square > 0 ? x0 - a[0] * (logarithm + reals[0]) : S(0);")
    for l in range(1, order + 1):
        real, imaginary = _product("s", "t", f"x{l}", f"y{l}")
        root = math.sqrt(l)
        lines += [
            f"x{l} += {_number(1 / l)} * a[0];",
            f"b[{2 * l - 1}] = {_number(root)} * ({real});"
            f" b[{2 * l}] = {_number(-root)} * ({imaginary});",
            _times("s", "t", "vx", "vy"),
        ]
    return lines


def _m2m(order: int) -> list[str]:
    """alpha'_l = a_0 tau^l / l + sum_k binom(l - 1, k - 1) alpha_k tau^(l - k)."""
    lines = [_variables(order), _SHIFT, *_read(order, 1, "before")]
    lines += _triangle((range(order, k - 1, -1) for k in range(2, order + 1)), -1, ("u", "v"))
    lines += ["b[0] = a[0];", "S p = a[0], q = 0;"]
    for l in range(1, order + 1):
        lines += [
            _times("p", "q", "u", "v"),
            f"x{l} += {_number(1 / l)} * p; y{l} += {_number(1 / l)} * q;",
        ]
    return lines + _write(order, 1, "after")


def _l2l(order: int) -> list[str]:
    """The Taylor shift: b'_l = sum_k binom(k, l) b_k tau^(k - l)."""
    lines = [_variables(order), _SHIFT, "x0 = a[0];", *_read(order, -1, "before")]
    lines += _triangle((range(order - k, order) for k in range(1, order + 1)), 1, ("u", "v"))
    return [*lines, "b[0] = x0;", *_write(order, -1, "after")]


_SHIFT = "const S u = d[0] / radius, v = d[1] / radius;"


@functools.cache
def lane(order: int) -> str:
    """The struct `Lane` with m2l, m2m and l2l for one order: from a to b, both 2 order + 1 long."""
    arrays = f"const S (&a)[{size(order)}], S (&b)[{size(order)}], const S (&d)[2]"
    shift = f"{arrays}, S radius, S before, S after"
    return lane_struct(
        [
            function(
                "m2l", f"{arrays}, S source_radius, S target_radius, const S* reals", _m2l(order)
            ),
            function("m2m", shift, _m2m(order)),
            function("l2l", shift, _l2l(order)),
        ]
    )
