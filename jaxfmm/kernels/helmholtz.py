"""The Helmholtz kernel: waves of one frequency from point sources."""

import dataclasses
import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.circular import CircularHelmholtz
from jaxfmm.kernels.derived import with_slopes
from jaxfmm.kernels.waves import Waves, inverse_and_phase, slopes, smooth, upwards


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Helmholtz(Waves):
    """The wave that a point source sends out, for the time dependence exp(-i omega t).

        K(x, y) = exp(i k r) / r                          for points (n, 3), r = |x - y|
        K(x, y) = i pi / 2 H_0(k r)                       for points (n, 2)

    with the wavenumber `k = 2 pi / wavelength` and Hankel's function `H_0 = J_0 + i Y_0` of the
    first kind. There is no 4 pi and no 2 pi: the solution of `laplacian u + k^2 u = -delta` is `1 /
    (4 pi)` times K in three dimensions and `1 / (2 pi)` times K in two. The singularity is that of
    `Laplace()`: with k = 0 the real part is 1 / r, and in the plane, where k > 0, it is -log r -
    log(k / 2) - 0.5772... for small r. Charges are real or complex, results complex. Pairs at
    distance zero are left out, so a sum over targets = sources has no self-term. Complex numbers
    have no `energy`.

    Args:
      wavenumber: k >= 0, in the plane k > 0, in the inverse unit of the coordinates: a number or a
        traced scalar. It can be differentiated: `dK / dk = i exp(i k r)`, in the plane `-i pi / 2 r
        H_1(k r)`.

    Raises:
      ValueError: for a wavenumber that is negative, complex or not finite, and for zero in the
        plane.

    Reference: Colton & Kress, Inverse Acoustic and Electromagnetic Scattering Theory (2013), eq.
    2.1 and section 3.4; Gumerov & Duraiswami, Fast Multipole Methods for the Helmholtz Equation in
    Three Dimensions (2004); in two dimensions Rokhlin, J. Comput. Phys. 86 (1990) 414.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
      >>> u = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Helmholtz(jnp.pi / 4))
      >>> [(round(float(a), 4), round(float(b), 4)) for a, b in zip(u.real, u.imag)]
      [(-0.0, 0.5), (-0.0, 0.5)]
      >>> u = jaxfmm.potential(x[:, 1:], jnp.ones(2), kernel=jaxfmm.Helmholtz(1.0))
      >>> [(round(float(a), 4), round(float(b), 4)) for a, b in zip(u.real, u.imag)]
      [(-0.8017, 0.3517), (-0.8017, 0.3517)]
    """

    wavenumber: float | jax.Array

    dimensions = (2, 3)
    degree = -1

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """The real part in three dimensions: sums take the `entries`."""
        return Wave(self.wavenumber).radial(r2, order)

    def entries(self) -> list[Kernel]:
        return [Wave(self.wavenumber), Wave(self.wavenumber, imaginary=True)]

    def simplified(self, dim: int) -> Kernel:
        self.check(dim)
        return CircularHelmholtz(self.wavenumber) if dim == 2 else self


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Wave(Waves):
    """The real part cos(k r) / r of `Helmholtz`, or its imaginary part sin(k r) / r; zero at r =
    0."""

    wavenumber: float | jax.Array
    imaginary: bool = dataclasses.field(default=False, metadata={"static": True})

    dimensions = (3,)
    degree = -1

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        part = _sine if self.imaginary else _cosine
        return part(order, r2, jnp.asarray(self.wavenumber, r2.dtype))


def _in_wavenumber(
    of_first: Callable, order: int, r2: jax.Array, wavenumber: jax.Array, f: list[jax.Array]
) -> list[jax.Array]:
    """of_first: d f_0 / dk as a function of k r."""
    _, phase = inverse_and_phase(r2, wavenumber)
    return slopes(jnp.where(r2 > 0, of_first(phase), 0), wavenumber, f, order)


@with_slopes(functools.partial(_in_wavenumber, lambda phase: -jnp.sin(phase)))
def _cosine(order: int, r2: jax.Array, wavenumber: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order of cos(k r) / r."""
    inverse, phase = inverse_and_phase(r2, wavenumber)
    return upwards(
        -wavenumber * jnp.sin(phase), jnp.cos(phase) * inverse, wavenumber, inverse, order, 3
    )


@with_slopes(functools.partial(_in_wavenumber, jnp.cos))
def _sine(order: int, r2: jax.Array, wavenumber: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order of sin(k r) / r."""
    inverse, phase = inverse_and_phase(r2, wavenumber)
    above = upwards(
        wavenumber * jnp.cos(phase), jnp.sin(phase) * inverse, wavenumber, inverse, order, 3
    )
    return above if order == 0 else smooth(above, wavenumber, r2, wavenumber, phase, 3)
