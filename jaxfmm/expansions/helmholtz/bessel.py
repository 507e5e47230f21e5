r"""Spherical Bessel functions of many degrees, and the scales in which expansions hold them.

j_l(x) and y_l(x) leave every range of numbers where l is larger than x. So they are divided by
products of

    a_i(z) = min(1, z / (2i + 1)) ,      A_l(z) = a_1 a_2 ... a_l ,

which is z^l / (2l + 1)!! for small z, like j_l, and 1 for large z: j_l(x) / A_l(z) is about one or
less for x <= z, and y_l(x) A_l(z) at most about 1 / x for x >= z.

Reference: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), sections 10.1 and 10.5
(Miller's method)."""

import jax.numpy as jnp
import numpy as np
from jax import Array, lax


def _degrees(first: int, last: int, x: Array) -> np.ndarray:
    """2l + 1 for l = first, ..., last, broadcasting with x behind."""
    l = np.arange(first, last + 1).reshape((-1,) + (1,) * x.ndim)
    return np.asarray(2 * l + 1, x.dtype)


def scales(z: Array, order: int) -> Array:
    """a_0, ..., a_order of z (...), (order + 1, ...); a_0 is not used."""
    return jnp.minimum(1, z[None] / _degrees(0, order, z))


def downward(x: Array, numbers: np.ndarray, a: Array, order: int) -> tuple[Array, Array, Array]:
    """Numbers in proportion to Bessel functions of x >= 0 over their scales, by Miller's method: of
    degrees 0 and 1, and of 0, ..., order.

    numbers: n_1, ..., n_top of the recurrence f_(l-1) + f_(l+1) = n_l / x f_l.  a: a_1, ..., a_(top
      + 1) of x."""
    # n_l / x times a_l
    factors = jnp.where(x[None] > 0, jnp.minimum(1, numbers / jnp.where(x > 0, x, 1)[None]), 1)

    def down(carry, step):
        here, above = carry  # of degrees l and l + 1
        factor, both = step
        return (factor * here - both * above, here), here

    one = jnp.ones_like(x)
    (first, second), values = lax.scan(
        down, (one, 0 * one), (factors, a[:-1] * a[1:]), reverse=True
    )
    return first, second, jnp.concatenate([first[None], values[:order]])


def spherical(x: Array, order: int) -> Array:
    """j_l(x) / A_l(x) for l = 0, ..., order and x >= 0: (order + 1, ...).

    Downward from a degree where j is much smaller than y, by Miller's method, for x <= order + 1,
    otherwise upward."""
    top = order + 10 + int(8 * (order + 1) ** (1 / 3))
    upward = x > order + 1
    small = jnp.where(upward, 1, x)
    a = scales(small, top + 1)
    first, second, values = downward(small, _degrees(1, top, x), a[1:], order)
    # x j_(-1) = cos x and x j_0 = sin x, up to a factor
    cosine, sine = first - small * a[1] * second, small * first
    factor = (sine * jnp.sin(small) + cosine * jnp.cos(small)) / (sine * sine + cosine * cosine)
    return jnp.where(
        upward[None], _upward(jnp.where(upward, x, order + 2), order), factor[None] * values
    )


def _upward(x: Array, order: int) -> Array:
    """`spherical` for x > order."""
    a = scales(x, order + 1)
    first = jnp.sin(x) / x

    def up(carry, step):
        below, here = carry
        odd, a_here, a_above = step
        return (here, (odd / x * here - below / a_here) / a_above), here

    start = a[0] * jnp.cos(x) / x, first  # whose recurrence begins with a_0 j_(-1)
    return lax.scan(up, start, (_degrees(0, order, x), a[: order + 1], a[1 : order + 2]))[1]


def terms(z: float, x: float, count: int) -> np.ndarray:
    """The terms (2l + 1) x |j_l(z) h_l(x)|, l = 0, ..., count - 1, of the series of exp(i k r) / r
    relative to 1 / r, (count,), for a source at z and a target at x > z > 0 on one line, both times
    the wavenumber."""
    l = np.arange(count + 40 + int(8 * z ** (1 / 3)) + int(z) + 2)
    a = np.minimum(1, z / (2 * l + 1))
    j, h = np.zeros(len(l)), np.zeros(len(l), complex)  # over A_l(z), and times it
    j[-2] = 1
    for i in l[-2:0:-1]:
        j[i - 1] = (2 * i + 1) / z * a[i] * j[i] - a[i] * a[i + 1] * j[i + 1]
    cosine, sine = j[0] - z * a[1] * j[1], z * j[0]
    j *= (sine * np.sin(z) + cosine * np.cos(z)) / (sine**2 + cosine**2)
    h[0] = -1j * np.exp(1j * x) / x
    h[1] = (h[0] / x - np.exp(1j * x) / x) * a[1]
    for i in l[1:-1]:
        h[i + 1] = a[i + 1] * ((2 * i + 1) / x * h[i] - a[i] * h[i - 1])
    return ((2 * l + 1) * x * np.abs(j * h))[:count]


def outgoing(wavenumber: Array, distance: Array, scale: Array, order: int) -> Array:
    """-k y_l(k d) b_1 ... b_l for l = 0, ..., order, (order + 1, ...), with k b_l = (2l + 1) b~_l
    and `scale` the lengths b~_l = min((2l + 1) / k, r) of `lengths`, (order + 2, ...). For k = 0 it
    is r^l / ((2l + 1) d^(l + 1))."""
    phase, square = wavenumber * distance, wavenumber * wavenumber
    first = jnp.cos(phase) / distance
    odd = _degrees(0, order + 1, distance)
    b = scale / odd  # over k

    def up(carry, step):
        below, here = carry
        odd, b_here, b_above = step
        return (here, b_above * (odd / distance * here - square * b_here * below)), here

    start = -jnp.sin(phase) * wavenumber / distance, first  # -k^2 y_(-1), with b_0 = 1 / k^2
    b = b.at[0].set(jnp.where(square > 0, 1 / jnp.where(square > 0, square, 1), 0))
    return lax.scan(up, start, (odd[: order + 1], b[: order + 1], b[1 : order + 2]))[1]
