"""Waves in two and in three dimensions: their sums, and the recurrences of their derivatives.

With x = k r the parts of the wave in d dimensions have the derivatives in r^2 / 2

    f_n = (-1)^n g_n          r^2 g_(n+1) = (2n + d - 2) g_n - k^2 g_(n-1) ,

g_0 being cos(x) / r or sin(x) / r for d = 3, and a multiple of Y_0(x) or J_0(x) for d = 2.
"""

import jax
import jax.numpy as jnp

from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.custom import joined
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.kernels.parameters import positive


class Waves(Kernel):
    """A complex kernel, summed as two real kernels, or one of these."""

    wavenumber: float | jax.Array

    name = "Helmholtz"
    singular = True
    inverse_lengths = ("wavenumber",)
    # two draws are enough: at most wavelengths their errors differ by less than a factor of two
    traits = Traits(scales=True, usual_errors=True, draws=2)
    plan_serves = (
        "a plan works for wavenumbers within a tenth of the one for which its error was measured"
    )

    def check(self, dim: int) -> None:
        positive("wavenumber", self.wavenumber, "it is 2 pi over the wavelength", zero=dim != 2)

    def joined(self, sums: list[jax.Array]) -> jax.Array:
        return joined(*sums)


def inverse_and_phase(r2: jax.Array, wavenumber: jax.Array) -> tuple[jax.Array, jax.Array]:
    """1 / r, zero at r = 0, and k r."""
    inverse = inverse_distance(r2)
    return inverse, wavenumber * (r2 * inverse)


def upwards(
    below: jax.Array,
    here: jax.Array,
    wavenumber: jax.Array,
    inverse: jax.Array,
    order: int,
    dim: int,
) -> list[jax.Array]:
    """f_0, ..., f_order from g_0 = `here` and k^2 g_(-1) = `below`."""
    out = []
    for n in range(order + 1):
        out.append(-here if n % 2 else here)
        factor = (2 * n + dim - 2) * here - below if 2 * n + dim > 2 else -below
        below, here = wavenumber * wavenumber * here, factor * (inverse * inverse)
    return out


def smooth(
    above: list[jax.Array],
    first: jax.Array,
    r2: jax.Array,
    wavenumber: jax.Array,
    phase: jax.Array,
    dim: int,
) -> list[jax.Array]:
    """The derivatives of a part that is smooth at r = 0, from `above`, the result of `upwards`.

    Where k r is small, the terms of that recurrence cancel. There f_n is, with c = 2n + d,

        f_n = (-1)^n first k^(2n) / (d (d + 2) ... (c - 2)) u_n(x) ,
        u_(n-1) = u_n - x^2 u_(n+1) / (c (c - 2)) .
    """
    order = len(above) - 1
    small = phase < order
    square = jnp.square(jnp.where(small, phase, 0))
    u = [_series(n, square, order, dim) for n in (order + 1, order)]
    for n in range(order, 0, -1):
        u.append(u[-1] - square * (u[-2] * (1 / ((2 * n + dim - 2) * (2 * n + dim)))))
    out, factor = [], first
    for n, value in enumerate(u[:0:-1]):
        out.append(jnp.where(small & (r2 > 0), factor * value, above[n]))
        factor = factor * (-(wavenumber * wavenumber) * (1 / (2 * n + dim)))
    return out


def _series(n: int, square: jax.Array, most: int, dim: int) -> jax.Array:
    """u_n(x) = sum_j (-x^2 / 2)^j / (j! (c (c + 2) ... (c + 2j - 2))) for x <= `most`, by Horner's
    rule."""
    eps, term, terms, c = float(jnp.finfo(square.dtype).eps), 1.0, 0, 2 * n + dim
    while term > eps / 8 or terms < most:
        terms += 1
        term *= most * most / (2 * terms * (c + 2 * terms - 2))
    value = jnp.ones_like(square)
    for j in range(terms, 0, -1):
        value = 1 - square * (value * (1 / (2 * j * (c + 2 * j - 2))))
    return value


def slopes(
    first: jax.Array, wavenumber: jax.Array, f: list[jax.Array], order: int
) -> list[jax.Array]:
    """d f_n / dk for n = 0, ..., order: `first`, and -k f_(n-1)."""
    return [first, *(-wavenumber * below for below in f[:order])]
