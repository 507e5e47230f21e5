"""Derivatives of b^index exp(D), the terms of the sums, as polynomials in the variables b.

`reference` defines the exponent D of a source relative to the anchor of a target and the variables
b. A polynomial is {multi-index: coefficient}, with coefficients that are numbers or (m,), one for
each target."""

import functools
from collections.abc import Iterable
from typing import TypeGuard

import jax.numpy as jnp
from jax import Array
from jax.custom_derivatives import SymbolicZero
from jax.interpreters import ad

from jaxfmm.logsumexp.monomials import Index, lowered, raised

Polynomial = dict[Index, Array | float]
Tangent = Array | ad.Zero | SymbolicZero


def moves(tangent: Tangent | None) -> TypeGuard[Array]:
    """Whether a tangent is not a symbolic zero."""
    return tangent is not None and type(tangent) not in (ad.Zero, SymbolicZero)


def degree_of(polynomials: Iterable[Polynomial]) -> int:
    return max((sum(index) for polynomial in polynomials for index in polynomial), default=0)


def _product(a: Index, b: Index) -> Index:
    return tuple(i + j for i, j in zip(a, b))


class Slopes:
    """The derivatives for targets x (m, d) with anchors (m, d [+ 1]), `inverse` (d,) bandwidths."""

    def __init__(self, x: Array, inverse: Array, anchor: Array) -> None:
        self.dim, self.variables = x.shape[1], anchor.shape[1]
        self.inverse, self.u = inverse, (x - anchor[:, : self.dim]) * inverse[None]
        self.one = (0,) * self.variables
        self.scaled = self.variables > self.dim
        self.sharpness = anchor[:, self.dim] if self.scaled else 1

    def _times_sharpness(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial times t_j = t_a + (t_j - t_a)."""
        if not self.scaled:
            return polynomial
        product = {index: self.sharpness * value for index, value in polynomial.items()}
        for index, value in polynomial.items():
            index = raised(index, self.dim)
            product[index] = product.get(index, 0) + value
        return product

    def _power(self, *variables: int) -> Index:
        return functools.reduce(raised, variables, self.one)

    def in_target(self, c: int) -> Polynomial:
        """dD / dx_c."""
        slope = self._times_sharpness({self._power(c): 1})
        if self.scaled:
            slope[self._power(self.dim)] = -self.u[:, c]
        return {index: value * self.inverse[c] for index, value in slope.items()}

    def _in_inverse(self, c: int) -> Polynomial:
        """dD / d(1 / h_c)."""
        slope = self._times_sharpness({self._power(c): 2 * self.u[:, c], self._power(c, c): -1})
        if self.scaled:
            slope[self._power(self.dim)] = -jnp.square(self.u[:, c])
        return {index: value / self.inverse[c] for index, value in slope.items()}

    def _in_row(self, row: int) -> Polynomial:
        """The derivative of D in a coordinate of the source, or in its sharpness."""
        slope: Polynomial
        if row < self.dim:
            slope = self._times_sharpness({self.one: self.u[:, row], self._power(row): -1})
            return {index: value * self.inverse[row] for index, value in slope.items()}
        slope = {self.one: -0.5 * jnp.square(self.u).sum(1)}
        for c in range(self.dim):
            slope |= {self._power(c): self.u[:, c], self._power(c, c): -0.5}
        return slope

    def along_target(
        self, dx: Tangent, d_inverse: Tangent, indices: tuple[Index, ...]
    ) -> dict[Index, Polynomial]:
        """{index: polynomial}: the tangents of b^index exp(D) for tangents of x and `inverse`."""
        total: dict[Index, Polynomial] = {index: {} for index in indices}

        def add(index, polynomial, factor):
            for power, value in polynomial.items():
                power = _product(index, power)
                total[index][power] = total[index].get(power, 0) + value * factor

        for c in range(self.dim):
            for index in indices:
                if moves(dx):
                    add(index, self.in_target(c), dx[:, c])
                if moves(d_inverse):
                    add(index, self._in_inverse(c), d_inverse[c])
                    if index[c]:
                        add(index, {self.one: index[c] / self.inverse[c]}, d_inverse[c])
        return total

    def along_row(self, row: int, indices: tuple[Index, ...]) -> dict[Index, Polynomial]:
        """{index: polynomial}: the derivatives of b^index exp(D) in a row of the sources."""
        total = {}
        for index in indices:
            slope = {_product(index, power): value for power, value in self._in_row(row).items()}
            if index[row]:
                lower, unit = lowered(index, row), self.inverse[row] if row < self.dim else 1
                slope[lower] = slope.get(lower, 0) + index[row] * unit
            total[index] = slope
        return total


def _column(value: Array | float, like: Array) -> Array:
    return jnp.reshape(jnp.asarray(value, like.dtype), (-1, 1))


def combine(polynomials: dict[Index, Polynomial], sums: Array, places: dict[Index, int]) -> Array:
    """The polynomials of the sums (m, more monomials, k) -> (m, monomials, k)."""

    def one(polynomial):
        parts = [_column(v, sums) * sums[:, places[p]] for p, v in polynomial.items()]
        return sum(parts[1:], parts[0]) if parts else jnp.zeros_like(sums[:, 0])

    return jnp.stack([one(polynomial) for polynomial in polynomials.values()], axis=1)


def combine_transposed(
    polynomials: dict[Index, Polynomial], values: Array, places: dict[Index, int]
) -> Array:
    """The transpose of `combine`: values (m, monomials, k) -> (m, more monomials, k)."""
    total = [jnp.zeros_like(values[:, 0])] * len(places)
    for number, polynomial in enumerate(polynomials.values()):
        for power, value in polynomial.items():
            total[places[power]] += _column(value, values) * values[:, number]
    return jnp.stack(total, axis=1)
