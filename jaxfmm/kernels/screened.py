"""1 / r, softened or not, minus a smooth function of the distance: the difference ends at a
distance."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.compact import Compact
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.pairs import Points, squared_distance

BRANCHING = dataclasses.replace(Compact.traits, branches=True)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Screened(Compact):
    """A kernel that is 1 / r from some distance on, minus a smooth function, within a length R.

        K(x, y) = k(x, y) - p(u) / R    for r = |x - y| < R, else 0 ,        u = 2 (r / R)^2 - 1

    p is a polynomial that makes K small at r = R, as in Ewald sums (`ewald.sums`). Pairs at
    distance zero count with -p(-1) / R, the smooth function alone, which sums over waves hold.

    Args:
      kernel: k, 1 / r from a distance below R on.
      length: R.
      series: the coefficients of the powers of u in p, (terms,).
    """

    kernel: Kernel
    length: float | jax.Array
    series: jax.Array

    name = "screened Laplace"
    singular = True  # so that energies need not subtract a charge's action on itself
    dimensions = (3,)
    degree = -1
    lengths = ("length",)
    traits = BRANCHING

    def support(self) -> float | jax.Array:
        return self.length

    def radial(self, r2: Any, order: int) -> list[jax.Array]:
        inside, smooth = self.inside(r2), self.smooth(r2, order)
        return [
            jnp.where(inside, value - one, 0)
            for value, one in zip(self.kernel.radial(r2, order), smooth, strict=True)
        ]

    def inside(self, r2: Any) -> jax.Array:
        """Whether pairs at these squared distances count."""
        length = jnp.asarray(self.length, r2.dtype)
        return r2 < length * length

    def smooth(self, r2: Any, order: int) -> list[Any]:
        """The derivatives in r^2 / 2 of the smooth function p(u) / R, as of `radial`."""
        per_square, u = self._squares(r2)
        # Horner's rule for p, p', p'' / 2, ... together
        taylor: list[Any] = [jnp.asarray(self.series[-1], r2.dtype)] + [None] * order
        for c in range(len(self.series) - 2, -1, -1):
            for n in range(order, 0, -1):
                if taylor[n - 1] is not None:
                    taylor[n] = (
                        taylor[n - 1] if taylor[n] is None else taylor[n] * u + taylor[n - 1]
                    )
            taylor[0] = taylor[0] * u + jnp.asarray(self.series[c], r2.dtype)
        scale, out = self.scale(r2.dtype), []
        for n in range(order + 1):  # du / d(r^2 / 2) = 4 / R^2
            out.append(0 if taylor[n] is None else scale * taylor[n])
            scale = scale * (4 * (n + 1)) * per_square
        return out

    def scale(self, dtype: Any) -> Any:
        """What multiplies p."""
        return 1 / jnp.asarray(self.length, dtype)

    def _squares(self, r2: Any) -> tuple[Any, Any]:
        """(1 / R^2, u)"""
        length = jnp.asarray(self.length, r2.dtype)
        per_square = 1 / (length * length)
        return per_square, 2 * per_square * r2 - 1

    def smooth_distance(self, r2: Any) -> Any:
        """The smooth function E with E' = r p(u) / R that is r at r = R."""
        _, u = self._squares(r2)
        length = jnp.asarray(self.length, r2.dtype)
        rising = above = jnp.zeros_like(u)
        for c in range(len(self.series) - 1, -1, -1):  # int p du, at u and at 1
            coefficient = jnp.asarray(self.series[c], r2.dtype) / (c + 1)
            rising, above = rising * u + coefficient, above + coefficient
        return length * (1 + 0.25 * (rising * u - above))

    def nearness(self, x: Points, y: Points) -> jax.Array:
        r2 = squared_distance(x, y)
        return jnp.square(jnp.asarray(self.length, r2.dtype)) - r2


@pytrees.register
@dataclasses.dataclass(frozen=True)
class ScreenedPlummer(Compact):
    """`Screened` of Plummer's kernel, with softened distances in both of its parts.

        K(x, y) = k(s),    s^2 = |x - y|^2 + eps^2,    k the `Screened` kernel of 1 / r

    Pairs at distance zero count with the smooth function at s = eps.

    Args:
      inner: k.
      softening: eps, below R.
    """

    inner: Screened
    softening: float | jax.Array

    name = "screened Plummer"
    singular = True
    dimensions = (3,)
    degree = -1
    lengths = ("softening",)
    traits = BRANCHING

    length = property(lambda self: self.inner.length)

    def support(self) -> float | jax.Array:
        return self.inner.length

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        softened = r2 + jnp.square(jnp.asarray(self.softening, r2.dtype))
        screened, own = (self.inner.radial(softened, order), Laplace(None).radial(softened, order))
        return [
            value - jnp.where(r2 > 0, 0, plain) for value, plain in zip(screened, own, strict=True)
        ]

    def nearness(self, x: Points, y: Points) -> jax.Array:
        return self.inner.nearness(x, y)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class ScreenedDistance(Compact):
    """The counterpart of r for forces in a viscous fluid, minus a smooth function, within a length.

        K(x, y) = g(x, y) - E(r) - sphere P(r)    for r < R, else 0 ,    E' = r P ,

    with the smooth function P of a `Screened` kernel of 1 / r. Since r' = r / r, the derivative of
    r - E in r^2 / 2 is that kernel itself. Pairs at distance zero count, with the smooth functions
    alone where g leaves them out.

    Args:
      kernel: g, which is r + sphere / r from a distance below R on.
      screened: the kernel of 1 / r.
      sphere: a number, None for 0.
    """

    kernel: Kernel
    screened: Screened
    sphere: jax.Array | None = None

    name = "screened distance"
    singular = True
    dimensions = (3,)
    degree = 1
    traits = BRANCHING

    def support(self) -> float | jax.Array:
        return self.screened.length

    def in_unit(self, unit: jax.Array) -> "ScreenedDistance":
        sphere = None if self.sphere is None else self.sphere / unit**2
        return dataclasses.replace(super().in_unit(unit), sphere=sphere)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        below = self.screened.smooth(r2, order)
        smooth = [self.screened.smooth_distance(r2), *below[:order]]
        if self.sphere is not None:
            sphere = jnp.asarray(self.sphere, r2.dtype)
            smooth = [one + sphere * other for one, other in zip(smooth, below, strict=True)]
        inside = self.screened.inside(r2)
        return [
            jnp.where(inside, value - one, 0)
            for value, one in zip(self.kernel.radial(r2, order), smooth, strict=True)
        ]

    def nearness(self, x: Points, y: Points) -> jax.Array:
        return self.screened.nearness(x, y)


@functools.cache
def window_series(shape: float, terms: int) -> np.ndarray:
    """The coefficients (terms,) of the powers in the polynomial p of a `Screened` kernel whose
    smooth function is the potential of a charge that a window of Kaiser & Bessel spreads over a
    ball of radius R:

        p(2 t^2 - 1) = 2 / t int_0^t psi ,    psi(t) = I_0(shape sqrt(1 - t^2)) / norm ,

    with integral one of psi.
    """
    t, w = np.polynomial.legendre.leggauss(64)

    def window(t):
        return np.i0(shape * np.sqrt(1 - t * t))

    u = np.cos(np.pi * (np.arange(4 * terms) + 0.5) / (4 * terms))
    values = window(np.sqrt((u[:, None] + 1) / 2) * (t + 1) / 2) @ w / (window(t) @ w)
    return np.polynomial.chebyshev.cheb2poly(np.polynomial.chebyshev.chebfit(u, values, terms - 1))


def window_wave(square: Any, shape: float, library: Any = jnp) -> Any:
    """The transform of the window, int psi(t) cos(x t) dt, at squares x^2. library: jax.numpy or
    numpy."""
    left = shape * shape - square
    root = library.sqrt(library.abs(library.where(left == 0, 1, left)))
    # sinh(root) / sinh(shape), whose exponents are subtracted first, and beyond sin(root) /
    # sinh(shape)
    rising = library.exp(-library.where(left > 0, square, 0) / (shape + root)) * (
        1 - library.exp(-2 * root)
    )
    falling = 2 * library.sin(root) * math.exp(-shape)
    return library.where(left > 0, rising, falling) * (shape / (1 - math.exp(-2 * shape))) / root


@functools.cache
def window_square(shape: float) -> float:
    """The mean of t^2 over the window."""
    t, w = np.polynomial.legendre.leggauss(64)
    window = np.i0(shape * np.sqrt(1 - t * t)) * w
    return float(t * t @ window / window.sum())
