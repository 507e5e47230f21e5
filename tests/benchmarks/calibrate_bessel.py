"""Finds the polynomials of jaxfmm/kernels/bessel_tables.py, which it writes.

    python -m tests.benchmarks.calibrate_bessel

Chebyshev series of functions that are smooth on an interval, in 40 digits, cut off where what
remains is below a part of the rounding of the largest value, and written out in powers. Needs the
package mpmath, which is no dependency of this project."""

import pathlib
import textwrap

import mpmath

from jaxfmm.kernels import bessel, bessel_tables

EPS = {"float32": 2.0**-24, "float64": 2.0**-53}
SHARE = 1 / 16  # of the rounding, that is cut off
SAMPLES = 48
X = mpmath.mpf(bessel.MIDDLE)
HEAD = '''"""Polynomials of `bessel` in s, the lowest power first.

tests/benchmarks/calibrate_bessel.py writes them."""

TABLE: dict[str, dict[str, tuple[float, ...]]] = {
'''


def near(function):
    """Of a function of x in [0, X], even, as one of s = 2 (x / X)^2 - 1."""
    return lambda s: function(X * mpmath.sqrt((s + 1) / 2))


def far(degree, part):
    """P or Q of x in [X, inf) as functions of s = 2 (X / x)^2 - 1, Q over X / x:
    H_n(x) = sqrt(2 / (pi x)) exp(i (x - n pi / 2 - pi / 4)) (P + i Q)."""

    def function(s):
        x = X / mpmath.sqrt((s + 1) / 2)
        wave = mpmath.expj(x - (2 * degree + 1) * mpmath.pi / 4) * mpmath.sqrt(2 / (mpmath.pi * x))
        value = mpmath.hankel1(degree, x) / wave
        return value.real if part == "P" else value.imag * x / X

    return function


def rest(degree):
    """Y_0 - 2/pi log(x) J_0, and Y_1 - 2/pi (log(x) J_1 - 1 / x) over x."""

    def function(x):
        value = mpmath.bessely(degree, x) - 2 / mpmath.pi * mpmath.log(x) * mpmath.besselj(
            degree, x
        )
        return (value + 2 / (mpmath.pi * x)) / x if degree else value

    return function


FUNCTIONS = {
    "J0": near(lambda x: mpmath.besselj(0, x)),
    "J1": near(lambda x: mpmath.besselj(1, x) / x),
    "Y0": near(rest(0)),
    "Y1": near(rest(1)),
    "P0": far(0, "P"),
    "Q0": far(0, "Q"),
    "P1": far(1, "P"),
    "Q1": far(1, "Q"),
}


def chebyshev(function):
    nodes = [mpmath.pi * (2 * j + 1) / (2 * SAMPLES) for j in range(SAMPLES)]
    values = [function(mpmath.cos(node)) for node in nodes]
    series = [
        2 * sum(v * mpmath.cos(k * a) for v, a in zip(values, nodes)) / SAMPLES
        for k in range(SAMPLES)
    ]
    return [series[0] / 2, *series[1:]], max(map(abs, values))


def powers(series):
    """Coefficients of s^0, s^1, ... of a Chebyshev series."""
    below, here, total = (
        [mpmath.mpf(1)],
        [mpmath.mpf(0), mpmath.mpf(1)],
        [mpmath.mpf(0)] * len(series),
    )
    for coefficient in series:
        total = [t + coefficient * (below[i] if i < len(below) else 0) for i, t in enumerate(total)]
        above = [mpmath.mpf(0), *(2 * a for a in here)]
        above = [a - (below[i] if i < len(below) else 0) for i, a in enumerate(above)]
        below, here = here, above
    return total


def fitted(function, eps):
    series, largest = chebyshev(function)
    last = next(
        k for k in range(SAMPLES) if sum(map(abs, series[k + 1 :])) <= SHARE * eps * largest
    )
    return powers(series[: last + 1])


def main():
    mpmath.mp.dps = 40
    lines = [HEAD]
    for dtype, eps in EPS.items():
        lines.append(f'    "{dtype}": {{\n')
        for name, function in FUNCTIONS.items():
            numbers = ", ".join(repr(float(c)) for c in fitted(function, eps))
            indent = 12 * " "
            numbers = textwrap.fill(numbers, 100, initial_indent=indent, subsequent_indent=indent)
            lines.append(f'        "{name}": (\n{numbers},\n        ),\n')
        lines.append("    },\n")
    pathlib.Path(bessel_tables.__file__).write_text("".join([*lines, "}  # fmt: skip\n"]))


if __name__ == "__main__":
    main()
