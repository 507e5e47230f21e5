r"""Expansions of cos(k r) / r and sin(k r) / r, the parts of exp(i k r) / r, in real spherical
waves.

With the surface harmonics C_lm and the numbering of `laplace3d`, the spherical Bessel functions j_l
and y_l, and A_l(z) of `bessel`, z = k r for a cell of radius r,

    regular    R_lm(u) = j_l(k |u|) C_lm(u / |u|) / A_l(z)
    irregular  I_lm(u) = (2l + 1) A_l(z) f_l(k |u|) C_lm(u / |u|)

with f_l = -k y_l, or k j_l for the imaginary part,

for l <= p, |m| <= l. Sources of a cell (centre c_s) give at a far x, and far sources give in a cell
(centre c_t) at x,

    phi(x) = sum_lm M_lm I_lm(x - c_s)    with   M_lm = sum_j q_j R_lm(y_j - c_s)
    phi(x) = sum_lm L_lm R_lm(x - c_t)

Both tend to the expansions of `laplace3d` for k -> 0, and multipoles are the same for both parts.
Derivatives take coefficients of one degree to the next above and
below. Translations turn the shift to the z axis, where only equal m mix, by numbers w_ln that
follow from those of n = 0 and, for m > 0, from those of n = m - 1,

    c_(n+1) w_l(n+1) = c_n p_(n+1) p_n / ((2n+1) (2n-1)) w_l(n-1)
                       - p_(n+1) (c_(l+1) U_l w_(l+1)n - c_l V_l w_(l-1)n)

with c_n^2 = n^2 - m^2, p_n = min(2n + 1, z) of one cell and U, V of the other. All terms but the
largest are damped by these scales, so that the recurrence is stable for small and large k.

Reference: Gumerov & Duraiswami, SIAM J. Sci. Comput. 25 (2003) 1344, eq. 3.6 to 3.8 and section 5,
without scales."""

import dataclasses
from collections.abc import Callable
from typing import Self

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.expansions.derivatives import derivative
from jaxfmm.expansions.helmholtz import bessel
from jaxfmm.expansions.helmholtz.base import WaveSeries
from jaxfmm.expansions.helmholtz.translations3d import (
    Recurrence,
    along_axis,
    from_rows,
    solid_harmonics,
    to_rows,
)
from jaxfmm.expansions.laplace3d.operators import HARMONICS, size
from jaxfmm.expansions.laplace3d.tables import swap_tables
from jaxfmm.full_precision import einsum


def lengths(wavenumber: Array, radius: Array, order: int) -> Array:
    """min((2l + 1) / k, r) for l = 0, ..., order: (order + 1, C)."""
    odd = np.asarray(2 * np.arange(order + 1) + 1, radius.dtype)[:, None]
    safe = jnp.where(wavenumber > 0, wavenumber, 1)
    return jnp.where(wavenumber > 0, jnp.minimum(odd / safe, radius[None]), radius[None])


def _of_degree(values: Array, order: int) -> Array:
    """values (order + 1, C) by degree as factors (C, 1, n) of coefficients."""
    return jnp.repeat(
        values[: order + 1], 2 * np.arange(order + 1) + 1, axis=0, total_repeat_length=size(order)
    ).T[:, None]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class SphericalWaves(WaveSeries):
    """The operators for a `kernels.helmholtz.Wave`; radii in the unit of the wavenumber.

    compiled: the translations of a backend (`backends.spherical`), None for the translations
    here."""

    compiled: Callable[..., Array] | None = dataclasses.field(
        default=None, metadata={"static": True}
    )

    NAME = "spherical"
    size = staticmethod(size)
    terms = staticmethod(bessel.terms)

    def by(self, translate: Callable[..., Array]) -> Self:
        """The operators with the translations of a backend."""
        return dataclasses.replace(self, compiled=translate)

    def _pack(self, coefficients: Array, order: int) -> Array:
        return coefficients[..., : size(order)]

    def _unpack(self, coefficients: Array, order: int) -> Array:
        return jnp.pad(coefficients, ((0, 0), (0, 0), (0, size(order) - coefficients.shape[-1])))

    def _sum(self, basis: Array, weights: Array) -> Array:
        return from_rows(einsum("lmcs,csk->cklm", basis, weights), len(basis) - 1)

    def _evaluate(self, basis: Array, coefficients: list[Array]) -> Array:
        rows = jnp.stack([to_rows(c, len(basis) - 1) for c in coefficients])
        return einsum("lmct,acklm->ctka", basis, rows)

    def _regular(self, u: Array, radius: Array, order: int) -> Array:
        """R_lm (l, order + m, C, S), zero where there is none."""
        z = self.wavenumber * radius[:, None]
        x = z * jnp.sqrt(jnp.sum(u * u, axis=-1))
        odd = np.asarray(2 * np.arange(1, order + 1) + 1, u.dtype)[:, None, None]
        # A_l(x) / A_l(z) over (x / z)^l, which the solid harmonics have
        ratio = jnp.maximum(1, z[None] / odd) / jnp.maximum(1, x[None] / odd)
        ratio = jnp.concatenate([jnp.ones_like(x)[None], jnp.cumprod(ratio, axis=0)])
        return solid_harmonics(u, order) * (bessel.spherical(x, order) * ratio)[:, None]

    def _derived(self, coefficients: Array, axis: int, radius: Array, at_sources: bool) -> Array:
        order = HARMONICS.order(coefficients)
        scale = lengths(self.wavenumber, radius, order + 1)
        l = np.arange(order + 1)[:, None]
        factor = np.asarray((2 * l + 1) * (2 * l + 3), radius.dtype)
        near, far = 1 / scale, jnp.square(self.wavenumber) * scale[1:] / factor
        near, far = _of_degree(near, order), _of_degree(far, order)

        def step(coefficients, raising):
            return derivative(HARMONICS, coefficients, axis, raising)

        if at_sources:
            return near * step(coefficients, True) - far * step(coefficients, False)
        return step(near * coefficients, False) - step(far * coefficients, True)

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole of a far source cell."""
        if self.compiled is not None:
            kind = "m2l imaginary" if self.kernel.imaginary else "m2l"
            swap = swap_tables(order)
            return self.compiled(kind, multipole, d, r_s, r_t, self.wavenumber, swap, order)
        k, top, l = self.wavenumber, 2 * order + 2, np.arange(2 * order + 2)[:, None]
        distance, square, p, q, odd = self._along(d, r_s, r_t, order)
        if self.kernel.imaginary:
            x = k * distance
            both = bessel.scales(x, top - 1) * (k * q[:top] / odd)
            start = k * bessel.spherical(x, top - 1) * jnp.cumprod(both.at[0].set(1), axis=0)
        else:
            start = bessel.outgoing(k, distance, q, top - 1)
        start = start * odd * np.asarray((-1.0) ** l, d.dtype)
        up = 1 / q[1 : top + 1]
        down = square * q[:top] / np.asarray(np.where(l > 0, (2 * l + 1) * (2 * l - 1), 1), d.dtype)
        recurrence = Recurrence(start, p, up, down, square)
        return along_axis(multipole, d, recurrence, order, transposed=False)

    def _along(
        self, shift: Array, first: Array, second: Array, order: int
    ) -> tuple[Array, Array, Array, Array, np.ndarray]:
        """The distance, k^2, the `lengths` of both cells and 2l + 1, for a translation along an
        axis."""
        k, top = self.wavenumber, 2 * order + 2
        odd = np.asarray(2 * np.arange(top)[:, None] + 1, shift.dtype)
        distance = jnp.linalg.norm(shift, axis=1)
        return distance, jnp.square(k), lengths(k, first, order + 1), lengths(k, second, top), odd

    def _shift(
        self,
        coefficients: Array,
        shift: Array,
        r_child: Array,
        r_parent: Array,
        order: int,
        transposed: bool,
    ) -> Array:
        """M2M, or its transpose L2L."""
        if self.compiled is not None:
            kind, cells = "l2l" if transposed else "m2m", (coefficients, shift, r_child, r_parent)
            return self.compiled(kind, *cells, self.wavenumber, swap_tables(order), order)
        k, top, l = self.wavenumber, 2 * order + 2, np.arange(2 * order + 2)[:, None]
        distance, square, p, q, odd = self._along(shift, r_child, r_parent, order)
        x, z = k * distance, k * r_parent
        # A_l(k t) / A_l(z)
        ratio = (distance / r_parent)[None] * jnp.maximum(1, z[None] / odd)
        ratio = ratio / jnp.maximum(1, x[None] / odd)
        start = bessel.spherical(x, top - 1) * jnp.cumprod(ratio.at[0].set(1), axis=0)
        up = square * q[1 : top + 1] / np.asarray((2 * l + 1) * (2 * l + 3), shift.dtype)
        recurrence = Recurrence(start, p, up, 1 / q[:top], square)
        return along_axis(coefficients, shift, recurrence, order, transposed=transposed)

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole that comes from its child."""
        return self._shift(multipole, shift, r_child, r_parent, order, False)

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent."""
        return self._shift(local, shift, r_child, r_parent, order, True)
