"""The Laplace kernel of charges that a cubic spline spreads over balls, in three dimensions."""

import dataclasses
import functools
import math
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import SOFTENINGS, Kernel, Traits
from jaxfmm.kernels.pairs import (
    ByIndex,
    MultiIndex,
    Points,
    inverse_distance,
    pair_sums,
    squared_distance,
)
from jaxfmm.kernels.parameters import positive

SUPPORT = 2.8  # the radius of a ball in softenings; the potential at its centre is 1 / softening


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Spline(Kernel):
    """`Laplace` with profile="spline", whose docstring has the formula: 1 / r from h = SUPPORT
    softening on.

    With u = r / h, v = 1 - u and f_n = d^n K / d(r^2 / 2)^n,

        f_n = (-1)^n ((2n - 1)!! - 16/15 v^(5 - n) Q_n(u)) / r^(2n + 1)    for 1/2 <= u < 1

    with Q_0 = 1 + 2u, where no large terms cancel, neither near u = 1/2 nor near u = 1.

    softening: None for 1 / r everywhere."""

    softening: float | jax.Array | None

    name = "Laplace softened by splines"
    profile = "spline"  # as of Laplace
    singular = True
    dimensions = (3,)
    degree = -1
    lengths = ("softening",)
    traits = Traits(errors_known=True, slopes_end=True, branches=True, newtonian=True)
    plan_serves = SOFTENINGS

    def check(self, dim: int) -> None:
        positive("softening", self.softening, "it is a length, 0 or None for none", zero=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        apart = r2 > 0
        inverse = inverse_distance(r2)
        newton = [(-1.0) ** n * math.prod(range(1, 2 * n, 2)) for n in range(order + 1)]
        if self.softening is None:
            return [f * _power(inverse, 2 * n + 1) for n, f in enumerate(newton)]
        h = SUPPORT * jnp.asarray(self.softening, r2.dtype)
        softened = h > 0
        per_h = jnp.where(
            softened, 1 / jnp.where(softened, h, 1), 1 / jnp.sqrt(jnp.finfo(r2.dtype).tiny)
        )
        u = r2 * inverse * per_h
        u = jnp.where(u < 1, u, 1)
        inner = u < 0.5
        scale = jnp.where(inner, jnp.where(apart, 2 * per_h, 0), inverse)  # 1 / max(r, h / 2)
        out = []
        for n in range(order + 1):
            correction = _times_powers(1 - u, max(0, 5 - n), _outer(n), u)
            if n > 4:  # no power of 1 - u makes it vanish beyond
                correction = jnp.where(u < 1, correction, 0)
            outside = newton[n] - correction
            if n < 3:
                out.append(
                    _power(scale, 2 * n + 1)
                    * jnp.where(inner, _times_powers(u, 0, _inner(n), u), outside)
                )
            else:  # one term is left, of a negative power
                inside = _inner(n)[0] * _power(scale, 6) * _power(inverse, 2 * n - 5)
                out.append(jnp.where(inner, inside, _power(scale, 2 * n + 1) * outside))
        return out

    def nearness(self, x: Points, y: Points) -> jax.Array:
        r2 = squared_distance(x, y)
        return jnp.square(SUPPORT * jnp.asarray(self.softening, r2.dtype)) - r2

    def simple_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        return pair_sums(Spline(None), [a - b for a, b in zip(x, y, strict=True)], weights, targets)

    def far_length(self, tol: float) -> ArrayLike:
        return 0.0 if self.softening is None else SUPPORT * self.softening


def _power(x: jax.Array, n: int) -> jax.Array:
    return functools.reduce(jnp.multiply, [x] * n)


def _times_powers(x: jax.Array, n: int, coefficients: tuple[float, ...], u: jax.Array) -> Any:
    """x^n sum_m c_m u^m."""
    value = coefficients[-1]
    for c in coefficients[-2::-1]:
        value = value * u + c if c else value * u
    return value * _power(x, n) if n else value


@functools.cache
def _outer(n: int) -> tuple[float, ...]:
    """The coefficients c_m of 16/15 (-1)^n Q_n(u): by d/ds = (1 / r) d/dr the derivative of v^a P /
    u^b is v^(a - 1) (v (u P' - b P) - a u P) / u^(b + 2)."""
    p = np.polynomial.Polynomial([1, 2])
    u, v = (np.polynomial.Polynomial(c) for c in ([0, 1], [1, -1]))
    for i in range(n):
        a, below = max(0, 5 - i), u * p.deriv() - (2 * i + 1) * p
        p = v * below - a * u * p if a else below
    return tuple(16 / 15 * float(c) for c in p.coef)


@functools.cache
def _inner(n: int) -> tuple[float, ...]:
    """The coefficients of h^(2n + 1) f_n as a polynomial in u for u < 1/2, times 2^-(2n + 1). From
    n = 3 on the one term is u^(5 - 2n); its coefficient is times 2^-6."""
    terms = {0: 14 / 5, 2: -16 / 3, 4: 48 / 5, 5: -32 / 5}
    for _ in range(n):
        terms = {m - 2: m * c for m, c in terms.items() if m}
    if n > 2:
        return (terms[5 - 2 * n] / 2**6,)
    return tuple(terms.get(m, 0.0) / 2 ** (2 * n + 1) for m in range(max(terms) + 1))
