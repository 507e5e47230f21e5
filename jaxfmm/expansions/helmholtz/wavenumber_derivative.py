"""Expansions of the derivative of a wave in its wavenumber.

By the product rule, a sum of coefficients times functions has the derivatives of both. So every
coefficient comes with its derivative, in further rows, and every operator gives both."""

import dataclasses
from collections.abc import Callable
from typing import Any, Self

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm import pytrees


@pytrees.register
@dataclasses.dataclass(frozen=True)
class WavenumberDerivative:
    """The operators for d/dk times a number, from the operators of waves. Coefficients have the
    rows of the waves, and behind them as many with the derivatives."""

    operators: Any  # a WaveSeries, or another WavenumberDerivative
    direction: Array | None  # the number, None for one

    NAME = None

    @property
    def rows(self) -> int:
        return 2 * self.operators.rows

    @property
    def wavenumber(self) -> Array:
        return self.operators.wavenumber

    def size(self, order: int) -> int:
        return self.operators.size(order)

    def at(self, wavenumber: Array) -> Self:
        """The operators for another wavenumber."""
        return dataclasses.replace(self, operators=self.operators.at(wavenumber))

    def _both(self, function: Callable, *coefficients: Array) -> tuple[Any, Any]:
        """(value, derivative) of function(operators, *coefficients), the coefficients with their
        derivatives."""
        halves = [jnp.split(c, 2, axis=1) for c in coefficients]
        dtype = coefficients[0].dtype if coefficients else None
        k = jnp.asarray(self.wavenumber, dtype)
        along = jnp.ones_like(k) if self.direction is None else jnp.asarray(self.direction, k.dtype)
        at = (k, *(value for value, _ in halves)), (along, *(slope for _, slope in halves))
        return jax.jvp(lambda k, *c: function(self.operators.at(k), *c), *at)

    def _joined(self, function: Callable, *coefficients: Array) -> Array:
        return jnp.concatenate(self._both(function, *coefficients), axis=1)

    def p2m(self, u: Array, radius: Array, weights: dict[int, Array], order: int) -> Array:
        return self._joined(lambda waves: waves.p2m(u, radius, weights, order))

    def m2m(self, multipole: Array, *cells: Any) -> Array:
        return self._joined(lambda waves, c: waves.m2m(c, *cells), multipole)

    def m2l(self, multipole: Array, *cells: Any) -> Array:
        return self._joined(lambda waves, c: waves.m2l(c, *cells), multipole)

    def l2l(self, local: Array, *cells: Any) -> Array:
        return self._joined(lambda waves, c: waves.l2l(c, *cells), local)

    def l2p(
        self, local: Array, u: Array, radius: Array, outputs: tuple[int, ...], order: int
    ) -> dict[int, Array]:
        return self._both(lambda waves, c: waves.l2p(c, u, radius, outputs, order), local)[1]
