"""Expansions of the derivative of a wave in its wavenumber.

The derivative of a sum of waves by expansions is that of the coefficients and of the functions that
they belong to. So every coefficient comes with its derivative, in further rows, and every operator
gives both."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm import pytrees


class OfWave:
    """What operators of waves say of their wavenumber. kernel: of the wave."""

    kernel: Any

    @property
    def wavenumber(self) -> jax.Array:
        return self.kernel.wavenumber

    def at(self, wavenumber):
        """The same for another wavenumber."""
        return dataclasses.replace(
            self, kernel=dataclasses.replace(self.kernel, wavenumber=wavenumber)
        )


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Slope:
    """The operators for d/dk times a number, from those of waves. Coefficients have the rows of the
    waves, and behind them as many with the derivatives."""

    operators: Any
    direction: jax.Array | None  # the number, None for one

    NAME = None

    @property
    def rows(self):
        return 2 * self.operators.rows

    @property
    def wavenumber(self):
        return self.operators.wavenumber

    def size(self, order):
        return self.operators.size(order)

    def at(self, wavenumber):
        """The same for another wavenumber."""
        return dataclasses.replace(self, operators=self.operators.at(wavenumber))

    def _both(self, function, *coefficients):
        """(value, derivative) of function(operators, *coefficients), the coefficients with their
        derivatives."""
        halves = [jnp.split(c, 2, axis=1) for c in coefficients]
        dtype = coefficients[0].dtype if coefficients else None
        k = jnp.asarray(self.wavenumber, dtype)
        along = jnp.ones_like(k) if self.direction is None else jnp.asarray(self.direction, k.dtype)
        at = (k, *(value for value, _ in halves)), (along, *(slope for _, slope in halves))
        return jax.jvp(lambda k, *c: function(self.operators.at(k), *c), *at)

    def _joined(self, function, *coefficients):
        return jnp.concatenate(self._both(function, *coefficients), axis=1)

    def p2m(self, u, radius, weights, order):
        return self._joined(lambda waves: waves.p2m(u, radius, weights, order))

    def m2m(self, multipole, shift, r_child, r_parent, order):
        return self._joined(
            lambda waves, c: waves.m2m(c, shift, r_child, r_parent, order), multipole
        )

    def m2l(self, multipole, d, r_s, r_t, order):
        return self._joined(lambda waves, c: waves.m2l(c, d, r_s, r_t, order), multipole)

    def l2l(self, local, shift, r_parent, r_child, order):
        return self._joined(lambda waves, c: waves.l2l(c, shift, r_parent, r_child, order), local)

    def l2p(self, local, u, radius, outputs, order):
        return self._both(lambda waves, c: waves.l2p(c, u, radius, outputs, order), local)[1]
