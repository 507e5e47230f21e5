"""The Bessel functions J and Y of degrees 0 and 1.

For x <= 8 they are polynomials in x^2, and of Y also log(x) J and 1 / x; beyond, polynomials in 1 / x^2 times sine and
cosine. Errors are a few roundings of sqrt(J^2 + Y^2), the length of the wave: zeros of J or Y are not resolved further.

Reference: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), eq. 9.1.13 and 9.2.5 to 9.2.10, for the
forms; the polynomials are our own (tests/benchmarks/calibrate_bessel.py).
"""

import functools
import math

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kernels.bessel_tables import TABLE

MIDDLE = 8.0  # where the polynomials change


def _polynomial(name, s):
    """By Horner's rule."""
    numbers = TABLE[s.dtype.name][name]
    value = jnp.full_like(s, numbers[-1])
    for number in numbers[-2::-1]:
        value = value * s + number
    return value


def _near(degree, x):
    """J of a degree for x <= MIDDLE, and s."""
    s = x * x * (2 / MIDDLE**2) - 1
    return (_polynomial("J1", s) * x if degree else _polynomial("J0", s)), s


def _far(degree, x):
    """(J, Y) of a degree for x >= MIDDLE."""
    inverse = 1 / x
    ratio = MIDDLE * inverse
    s = 2 * ratio * ratio - 1
    p, q = _polynomial(f"P{degree}", s), _polynomial(f"Q{degree}", s) * ratio
    sine, cosine = jnp.sin(x), jnp.cos(x)
    plus, minus = sine + cosine, sine - cosine  # of x - pi / 4: the cosine and the sine, times sqrt(2)
    along, across = (minus, -plus) if degree else (plus, minus)
    size = lax.sqrt(inverse * (1 / math.pi))
    return size * (p * along - q * across), size * (p * across + q * along)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def j(degree: int, x: jax.Array) -> jax.Array:
    """J_0 or J_1 of x >= 0."""
    small = x <= MIDDLE
    near, _ = _near(degree, jnp.where(small, x, 1))
    far, _ = _far(degree, jnp.where(small, MIDDLE, x))
    return jnp.where(small, near, far)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def y(degree: int, x: jax.Array) -> jax.Array:
    """Y_0 or Y_1 of x > 0."""
    small = x <= MIDDLE
    inside = jnp.where(small, x, 1)
    near, s = _near(degree, inside)
    near = near * lax.log(inside) - 1 / inside if degree else near * lax.log(inside)
    rest = _polynomial("Y1", s) * inside if degree else _polynomial("Y0", s)
    _, far = _far(degree, jnp.where(small, MIDDLE, x))
    return jnp.where(small, near * (2 / math.pi) + rest, far)


def _derivative(function, degree, x, limit):
    """-Z_1, or Z_0 - Z_1 / x, which has a limit at x = 0."""
    if degree == 0:
        return -function(1, x)
    apart = x > 0
    return jnp.where(apart, function(0, x) - function(1, x) / jnp.where(apart, x, 1), limit)


@j.defjvp
def _(degree, primals, tangents):
    (x,), (dx,) = primals, tangents
    return j(degree, x), _derivative(j, degree, x, 0.5) * dx


@y.defjvp
def _(degree, primals, tangents):
    (x,), (dx,) = primals, tangents
    return y(degree, x), _derivative(y, degree, x, jnp.inf) * dx
