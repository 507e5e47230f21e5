"""The Bessel functions J and Y of degrees 0 and 1.

For x <= 8 they are polynomials in x^2, plus log(x) J and 1 / x for Y; beyond, polynomials in
1 / x^2 times sine and cosine. Errors are a few roundings of the amplitude sqrt(J^2 + Y^2), so that
zeros of J or Y have no relative accuracy.

Reference: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), eq. 9.1.13 and 9.2.5 to
9.2.10, for the forms; the polynomials are our own (tests/benchmarks/calibrate_bessel.py)."""

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.kernels.bessel_tables import TABLE

MIDDLE = 8.0  # where the polynomials change


def _polynomials(kind: str, s: jax.Array, count: int, rolled: bool) -> list[jax.Array]:
    """The polynomials of degrees 0, ..., count - 1 at s, by Horner's rule."""
    tables = [TABLE[s.dtype.name][f"{kind}{degree}"] for degree in range(count)]
    if not rolled:
        return [
            functools.reduce(lambda value, c: value * s + c, t[-2::-1], jnp.full_like(s, t[-1]))
            for t in tables
        ]
    numbers = np.zeros((max(map(len, tables)), count, *(1,) * s.ndim), s.dtype)
    for degree, table in enumerate(tables):
        numbers[: len(table), degree, ...] = np.reshape(table, (-1,) + (1,) * s.ndim)
    start = jnp.zeros((count, *s.shape), s.dtype)
    return list(
        lax.scan(lambda value, c: (value * s[None] + c, None), start, numbers, reverse=True)[0]
    )


def _near(x: jax.Array, count: int, rolled: bool) -> tuple[list[jax.Array], jax.Array]:
    """J of the first degrees for x <= MIDDLE, and s."""
    s = x * x * (2 / MIDDLE**2) - 1
    return [
        value * x if degree else value
        for degree, value in enumerate(_polynomials("J", s, count, rolled))
    ], s


def _far(x: jax.Array, count: int, rolled: bool) -> list[tuple[jax.Array, jax.Array]]:
    """(J, Y) of the first degrees for x >= MIDDLE."""
    inverse = 1 / x
    ratio = MIDDLE * inverse
    s = 2 * ratio * ratio - 1
    sine, cosine = jnp.sin(x), jnp.cos(x)
    size = lax.sqrt(inverse * (1 / math.pi))
    plus, minus = (
        size * (sine + cosine),
        size * (sine - cosine),
    )  # the cosine and the sine of x - pi / 4, times sqrt(2)
    values = []
    for degree, (p, q) in enumerate(zip(*(_polynomials(kind, s, count, rolled) for kind in "PQ"))):
        along, across, q = (minus, -plus, q * ratio) if degree else (plus, minus, q * ratio)
        values.append((p * along - q * across, p * across + q * along))
    return values


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def j(x: jax.Array, count: int, rolled: bool = False) -> list[jax.Array]:
    """[J_0] or [J_0, J_1] of x >= 0. rolled: whether polynomials are loops, which compile in less
    time."""
    small = x <= MIDDLE
    near, _ = _near(jnp.where(small, x, 1), count, rolled)
    far = _far(jnp.where(small, MIDDLE, x), count, rolled)
    return [jnp.where(small, one, other) for one, (other, _) in zip(near, far)]


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def y(x: jax.Array, count: int, rolled: bool = False) -> list[jax.Array]:
    """[Y_0] or [Y_0, Y_1] of x > 0; rolled as in `j`."""
    small = x <= MIDDLE
    inside = jnp.where(small, x, 1)
    regular, s = _near(inside, count, rolled)
    logarithm, rest = lax.log(inside), _polynomials("Y", s, count, rolled)
    far, values = _far(jnp.where(small, MIDDLE, x), count, rolled), []
    for degree, (value, smooth, (_, other)) in enumerate(zip(regular, rest, far)):
        singular = value * logarithm - 1 / inside if degree else value * logarithm
        near = singular * (2 / math.pi) + (smooth * inside if degree else smooth)
        values.append(jnp.where(small, near, other))
    return values


def _with_slopes(function: Any, limit: float) -> None:
    """Z_0' = -Z_1 and Z_1' = Z_0 - Z_1 / x, which has a limit at x = 0."""

    @function.defjvp
    def _(count, rolled, primals, tangents):
        (x,), (dx,) = primals, tangents
        zero, one = function(x, 2, rolled)
        apart = x > 0
        slopes = [-one, jnp.where(apart, zero - one / jnp.where(apart, x, 1), limit)]
        return [zero, one][:count], [slope * dx for slope in slopes[:count]]


_with_slopes(j, 0.5)
_with_slopes(y, jnp.inf)
