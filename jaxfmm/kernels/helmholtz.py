"""The Helmholtz kernel: waves of one frequency from point sources."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, positive, with_slopes
from jaxfmm.kernels.custom import joined


class _Waves(Kernel):
    """What waves in two and in three dimensions share. Their sums are those of two real kernels."""

    wavenumber: float | jax.Array

    name = "Helmholtz"
    singular = True
    usual_errors = True
    draws = 2  # whose errors differ by less than a factor of two, at most wavelengths
    pair_cost = 6.0  # of both parts
    plan_serves = "a plan serves wavenumbers within a tenth of the one for which its error was measured"

    def check(self, dim):
        positive("wavenumber", self.wavenumber, "it is 2 pi over the wavelength", zero=True)

    def in_unit(self, unit):
        return dataclasses.replace(self, wavenumber=jnp.asarray(self.wavenumber, unit.dtype) * unit)

    def joined(self, sums):
        return joined(*sums)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Helmholtz(_Waves):
    """The wave that a point source sends out, for the time dependence exp(-i omega t).

        K(x, y) = exp(i k r) / r                          for points (n, 3), r = |x - y|

    with the wavenumber k = 2 pi / wavelength. There is no 4 pi: the solution of `laplacian u + k^2 u = -delta` is
    `1 / (4 pi)` times K. Charges are real or complex, results complex. Pairs at distance zero are left out, so a sum
    over targets = sources has no self-term. With k = 0 the real part is `Laplace()`. Complex numbers have no `energy`.

    Args:
      wavenumber: k >= 0, in the inverse unit of the coordinates: a number or a traced scalar. It can be differentiated:
        dK / dk = i exp(i k r).

    Raises:
      ValueError: for a wavenumber that is negative, complex or not finite.

    Reference: Colton & Kress, Inverse Acoustic and Electromagnetic Scattering Theory (2013), eq. 2.1; Gumerov &
    Duraiswami, Fast Multipole Methods for the Helmholtz Equation in Three Dimensions (2004).

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
      >>> u = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Helmholtz(jnp.pi / 4))
      >>> [(round(float(a), 4), round(float(b), 4)) for a, b in zip(u.real + 0.0, u.imag)]
      [(-0.0, 0.5), (-0.0, 0.5)]
    """

    wavenumber: float | jax.Array

    dimensions = (3,)
    degree = -1

    def radial(self, r2, order):
        """Of the real part: sums take the `entries`."""
        return Wave(self.wavenumber).radial(r2, order)

    def entries(self):
        return [Wave(self.wavenumber), Wave(self.wavenumber, imaginary=True)]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Wave(_Waves):
    """The real part cos(k r) / r of `Helmholtz`, or its imaginary part sin(k r) / r; zero at r = 0."""

    wavenumber: float | jax.Array
    imaginary: bool = dataclasses.field(default=False, metadata={"static": True})

    dimensions = (3,)
    degree = -1

    def radial(self, r2, order):
        part = _sine if self.imaginary else _cosine
        return part(order, r2, jnp.asarray(self.wavenumber, r2.dtype))


def _inverse_and_phase(r2, wavenumber):
    """1 / r, zero at r = 0, and k r."""
    apart = r2 > 0
    inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, r2, jnp.ones_like(r2))), 0)
    return inverse, wavenumber * (r2 * inverse)


def _upwards(below, here, wavenumber, inverse, order):
    """f_0, ..., f_order from g_0 = `here` and k^2 g_(-1) = `below`: f_n = (-1)^n g_n with
    r^2 g_(n+1) = (2n + 1) g_n - k^2 g_(n-1)."""
    out = []
    for n in range(order + 1):
        out.append(-here if n % 2 else here)
        below, here = wavenumber * wavenumber * here, ((2 * n + 1) * here - below) * (inverse * inverse)
    return out


def _slopes(of_first, order, r2, wavenumber, f):
    """d f_n / dk = -k f_(n-1) for n > 0; of_first: d f_0 / dk as a function of k r."""
    inverse, phase = _inverse_and_phase(r2, wavenumber)
    first = jnp.where(r2 > 0, of_first(phase), 0)
    return [first, *(-wavenumber * below for below in f[:order])]


@with_slopes(functools.partial(_slopes, lambda phase: -jnp.sin(phase)))
def _cosine(order, r2, wavenumber):
    """f_0, ..., f_order of cos(k r) / r."""
    inverse, phase = _inverse_and_phase(r2, wavenumber)
    return _upwards(-wavenumber * jnp.sin(phase), jnp.cos(phase) * inverse, wavenumber, inverse, order)


@with_slopes(functools.partial(_slopes, jnp.cos))
def _sine(order, r2, wavenumber):
    """f_0, ..., f_order of sin(k r) / r, where k r is small by a series, since the terms of the recurrence cancel:
    f_n = (-1)^n k^(2n+1) / (2n+1)!! u_n(k r) with u_(n-1) = u_n - x^2 u_(n+1) / ((2n + 1) (2n + 3))."""
    inverse, phase = _inverse_and_phase(r2, wavenumber)
    above = _upwards(wavenumber * jnp.cos(phase), jnp.sin(phase) * inverse, wavenumber, inverse, order)
    if order == 0:
        return above
    small = phase < order
    square = jnp.square(jnp.where(small, phase, 0))
    u = [_series(n, square, order) for n in (order + 1, order)]
    for n in range(order, 0, -1):
        u.append(u[-1] - square * (u[-2] * (1 / ((2 * n + 1) * (2 * n + 3)))))
    out, factor = [], wavenumber
    for n, value in enumerate(u[:0:-1]):
        out.append(jnp.where(small & (r2 > 0), factor * value, above[n]))
        factor = factor * (-(wavenumber * wavenumber) * (1 / (2 * n + 3)))
    return out


def _series(n, square, most):
    """u_n(x) = sum_j (-x^2 / 2)^j (2n + 1)!! / (j! (2n + 2j + 1)!!) for x <= `most`, by Horner's rule."""
    eps, term, terms = float(jnp.finfo(square.dtype).eps), 1.0, 0
    while term > eps / 8 or terms < most:
        terms += 1
        term *= most * most / (2 * terms * (2 * n + 2 * terms + 1))
    value = jnp.ones_like(square)
    for j in range(terms, 0, -1):
        value = 1 - square * (value * (1 / (2 * j * (2 * n + 2 * j + 1))))
    return value
