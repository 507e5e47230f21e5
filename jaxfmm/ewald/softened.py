"""The Fourier modes of Plummer's kernel in Ewald's split.

With s^2 = r^2 + eps^2 the kernel 1 / s is split like 1 / r: `kernels.screened` subtracts P(s), the
potential of the charge that a window spreads, and 1 / s - P(s) ends where s = R. P is a sum over
sin(q s) / (q s),

    P(s) = 2 / pi int_0^inf c(q R) sin(q s) / (q s) dq ,

and the transform of each of these in three dimensions follows from its transform in one dimension,
pi J_0(eps sqrt(q^2 - k^2)) / q for |k| < q, by -2 pi / k d/dk. So P(sqrt(r^2 + eps^2)) has the
transform 4 pi / k^2 C(k R), with e = eps / R and

    C(y) = c(y) - e y^2 int_0^inf c(sqrt(y^2 + t^2)) J_1(e t) / (y^2 + t^2) dt .

Without a window, c = 1, that is 4 pi eps K_1(eps k) / k, the transform of Plummer's kernel. C
depends on one number; it is read from a table, by polynomials through six of its values."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.kernels.screened import window_series, window_wave

FARTHEST = 2.0  # the window has no modes beyond this many of its shapes
NODES, TURNS = 224, 96  # nodes of the integrals over t, and of the integrals that are J_1
VALUES = 4096  # intervals of the table
NEAR = 6  # values that a polynomial goes through


@functools.cache
def _rule(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights on [0, 1], dense at 0: t = u^2."""
    u, w = np.polynomial.legendre.leggauss(count)
    u, w = (u + 1) / 2, w / 2
    return u * u, 2 * u * w


def _bessel(x: Array) -> Array:
    """J_1, by its integral over angles, whose error vanishes faster than any power for |x| < TURNS
    / 2."""
    angles = np.pi * (np.arange(TURNS) + 0.5) / TURNS
    sines = jnp.asarray(np.sin(angles), x.dtype)[None]
    return jnp.mean(jnp.cos(jnp.asarray(angles, x.dtype)[None] - x[:, None] * sines), axis=1)


def _table(shape: float, ratio: Array) -> Array:
    """C at y = i FARTHEST shape / VALUES."""
    t, w = (jnp.asarray(FARTHEST * shape * a, ratio.dtype) for a in _rule(NODES))
    y = jnp.asarray(np.arange(VALUES + 1) * (FARTHEST * shape / VALUES), ratio.dtype)
    factors = w * _bessel(ratio * t)
    square = jnp.square(y)[:, None] + jnp.square(t)[None]
    inner = jnp.where(square < (FARTHEST * shape) ** 2, window_wave(square, shape) / square, 0)
    inner = jnp.sum(inner * factors[None], axis=1)
    return window_wave(jnp.square(y), shape) - ratio * jnp.square(y) * inner


def softened_wave(square: Array, shape: float, ratio: Array) -> Array:
    """C at the squares y^2 of modes, for e = ratio."""
    place = jnp.sqrt(square) / (FARTHEST * shape / VALUES)
    first = jnp.clip(
        jnp.floor(jax.lax.stop_gradient(place)) - (NEAR // 2 - 1), 0, VALUES - NEAR + 1
    )
    along, values = place - first, _table(shape, ratio)
    total, numbers = jnp.zeros_like(place), first.astype(jnp.int32)
    for i in range(NEAR):
        others = [j for j in range(NEAR) if j != i]
        weight = functools.reduce(jnp.multiply, [(along - j) / (i - j) for j in others])
        total = total + weight * values[numbers + i]
    return jnp.where(place < VALUES, total, 0)


def softened_mean(shape: float, terms: int, ratio: Array) -> Array:
    """The integral of 1 / s - P(s) over space, over R^2."""
    most, softened = jnp.sqrt(1 - ratio * ratio), ratio > 0
    angle = jnp.where(softened, jnp.arcsinh(most / jnp.where(softened, ratio, 1)), 0)
    plain = 0.5 * (most - jnp.square(ratio) * angle)  # int r^2 / s dr up to s = 1
    nodes, weights = np.polynomial.legendre.leggauss(64)
    r, w = (most * jnp.asarray(a, ratio.dtype) for a in ((nodes + 1) / 2, weights / 2))
    u = 2 * (jnp.square(r) + jnp.square(ratio)) - 1
    smooth = jnp.polyval(jnp.asarray(window_series(shape, terms)[::-1].copy(), ratio.dtype), u)
    return 4 * np.pi * (plain - jnp.sum(w * jnp.square(r) * smooth))
