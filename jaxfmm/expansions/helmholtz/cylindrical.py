r"""Bessel functions of many degrees, and the scales in which expansions in the plane hold them.

As in `bessel`, J_m(x) and Y_m(x) are divided and multiplied by products of

    a_i(z) = min(1, z / 2i) ,      A_m(z) = a_1 a_2 ... a_m ,

which is (z / 2)^m / m! for small z, like J_m, and 1 for large z.

Reference: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), sections 9.1 and 9.12
(Miller's method)."""

import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.expansions.helmholtz.bessel import downward
from jaxfmm.kernels import bessel


def _twice(first: int, last: int, x: Array) -> np.ndarray:
    """2m for m = first, ..., last, broadcasting with x behind."""
    return np.asarray(2 * np.arange(first, last + 1).reshape((-1,) + (1,) * x.ndim), x.dtype)


def scales(z: Array, order: int) -> Array:
    """a_1, ..., a_order of z (...): (order, ...)."""
    return jnp.minimum(1, z[None] / _twice(1, order, z))


def inverse_scales(z: Array, order: int) -> Array:
    """1 / a_1, ..., 1 / a_order of z > 0."""
    return jnp.maximum(1, _twice(1, order, z) / z[None])


def regular(x: Array, order: int) -> Array:
    """J_m(x) / A_m(x) for m = 0, ..., order and x >= 0: (order + 1, ...).

    Downward from a degree where J is much smaller than Y, by Miller's method, for x <= order + 1,
    otherwise upward."""
    top = order + 10 + int(8 * (order + 1) ** (1 / 3))
    upward = x > order + 1
    small = jnp.where(upward, 1, x)
    a = scales(small, top + 1)
    first, second, values = downward(small, _twice(1, top, x), a, order)
    second = second * a[0]
    ends = bessel.j(x, 2, True)
    factor = (first * ends[0] + second * ends[1]) / (first * first + second * second)
    large = jnp.where(upward, x, order + 2)
    return jnp.where(upward[None], _upward(large, ends, order), factor[None] * values)


def _upward(x: Array, ends: list[Array], order: int) -> Array:
    """`regular` from J_0 and J_1 for x > order, where the a are nearly one."""
    first, second = ends[0], ends[1] / scales(x, 1)[0]
    return _recurrence(
        first, second, x, order, lambda a_here, a_above: (1 / a_above, 1 / (a_here * a_above))
    )


def singular(x: Array, order: int) -> Array:
    """Y_m(x) A_m(x) for m = 0, ..., order and x > 0: (order + 1, ...)."""
    first, second = bessel.y(x, 2, True)
    second = second * scales(x, 1)[0]
    return _recurrence(first, second, x, order, lambda a_here, a_above: (a_above, a_here * a_above))


def _recurrence(first: Array, second: Array, x: Array, order: int, factors: Callable) -> Array:
    """Z_0, ..., Z_order upward from the first two by Z_(m+1) = 2m / x Z_m - Z_(m-1), whose terms
    are multiplied by factors(a_m, a_(m+1))."""
    if order < 2:
        return jnp.stack([first, second][: order + 1])
    a = scales(x, order)

    def up(carry, step):
        below, here = carry
        two, a_here, a_above = step
        rising, falling = factors(a_here, a_above)
        above = rising * (two / x) * here - falling * below
        return (here, above), above

    _, rest = lax.scan(up, (first, second), (_twice(1, order - 1, x), a[:-1], a[1:]))
    return jnp.concatenate([jnp.stack([first, second]), rest])


def terms(z: float, x: float, count: int) -> np.ndarray:
    """The terms pi |J_m(z) H_m(x)|, m = 0, ..., count - 1, half of it for m = 0, of the series of
    pi/2 H_0 relative to its size, (count,), for a source at z and a target at x > z > 0 on one
    line, both times the wavenumber."""
    m = np.arange(count + 40 + int(8 * z ** (1 / 3)) + int(z) + 2)
    a = np.minimum(1, z / (2 * np.maximum(m, 1)))
    j, h = np.zeros(len(m)), np.zeros(len(m), complex)  # over A_m(z), and times it
    j[-2] = 1
    for i in m[-2:0:-1]:
        j[i - 1] = 2 * i / z * a[i] * j[i] - a[i] * a[i + 1] * j[i + 1]
    j /= j[0] + 2 * (np.cumprod(np.append(1, a[1:])) * j)[2::2].sum()
    with jax.ensure_compile_time_eval():
        single = jnp.float32(x)
        h[:2] = [complex(*both) for both in zip(bessel.j(single, 2), bessel.y(single, 2))]
    h[1] *= a[1]
    for i in m[1:-1]:
        h[i + 1] = a[i + 1] * (2 * i / x * h[i] - a[i] * h[i - 1])
    sizes = math.pi * np.abs(j * h)[:count] / min(1, math.pi / 2 * abs(h[0]))
    sizes[0] /= 2
    return sizes
