"""The Helmholtz kernel in the plane: circular waves of one frequency."""

import dataclasses
import functools
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.kernels import bessel
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.derived import with_slopes
from jaxfmm.kernels.waves import Waves, inverse_and_phase, slopes, smooth, upwards


@pytrees.register
@dataclasses.dataclass(frozen=True)
class CircularHelmholtz(Waves):
    """`Helmholtz` in two dimensions: i pi / 2 H_0(k r), H_0 Hankel's function of the first kind."""

    wavenumber: float | jax.Array

    dimensions = (2,)
    degree = 0

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """The real part alone: sums take the `entries`."""
        return CircularWave(self.wavenumber).radial(r2, order)

    def entries(self) -> list[Kernel]:
        return [CircularWave(self.wavenumber), CircularWave(self.wavenumber, imaginary=True)]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class CircularWave(Waves):
    """The real part -pi/2 Y_0(k r), or the imaginary part pi/2 J_0(k r); zero at r = 0."""

    wavenumber: float | jax.Array
    imaginary: bool = dataclasses.field(default=False, metadata={"static": True})

    dimensions = (2,)
    degree = 0

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        part = _regular if self.imaginary else _singular
        return part(order, r2, jnp.asarray(self.wavenumber, r2.dtype))


def _by_recurrence(
    function: Callable, factor: float, order: int, r2: jax.Array, wavenumber: jax.Array
) -> tuple[list[jax.Array], jax.Array]:
    """f_0, ..., f_order upwards from `factor` times J or Y, zero at r = 0, and k r."""
    apart = r2 > 0
    inverse, phase = inverse_and_phase(r2, wavenumber)
    values = function(jnp.where(apart, phase, 1), min(order + 1, 2))
    first, *second = (jnp.where(apart, factor * value, 0) for value in values)
    if order == 0:
        return [first], phase
    # the recurrence begins with Z_(-1) = -Z_1
    return upwards(-phase * second[0], first, wavenumber, inverse, order, 2), phase


def _in_wavenumber(
    part: Callable, order: int, r2: jax.Array, wavenumber: jax.Array, f: list[jax.Array]
) -> list[jax.Array]:
    """d f_0 / dk = r^2 f_1 / k."""
    second = f[1] if len(f) > 1 else part()(1, r2, wavenumber)[1]
    return slopes(r2 * second / wavenumber, wavenumber, f, order)


@with_slopes(functools.partial(_in_wavenumber, lambda: _singular))
def _singular(order: int, r2: jax.Array, wavenumber: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order of -pi/2 Y_0(k r)."""
    return _by_recurrence(bessel.y, -math.pi / 2, order, r2, wavenumber)[0]


@with_slopes(functools.partial(_in_wavenumber, lambda: _regular))
def _regular(order: int, r2: jax.Array, wavenumber: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order of pi/2 J_0(k r)."""
    above, phase = _by_recurrence(bessel.j, math.pi / 2, order, r2, wavenumber)
    return (
        above
        if order == 0
        else smooth(above, jnp.full_like(wavenumber, math.pi / 2), r2, wavenumber, phase, 2)
    )
