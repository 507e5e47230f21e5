r"""Expansions of -pi/2 Y_0(k r) and pi/2 J_0(k r), the parts of i pi/2 H_0(k r), in circular waves.

With polar coordinates r, t of a point u, and A_m(z) of `cylindrical`, z = k r for a cell of radius
r, the coefficients M_m and L_m of degrees m = 0, ..., p are complex; the coefficients of -m are
(-1)^m times their conjugates. They stand in real rows: degree 0, then the real and the imaginary
part of each degree, hence n = 2p + 1. Sources of a cell (centre c_s) give at a far x, and far
sources give in a cell (centre c_t) at x,

    phi(x) = sum_m M_m A_m(z) F_m(k r) exp(i m t) of x - c_s   with   M_m = sum_j q_j R_m(y_j - c_s)
    phi(x) = sum_m L_m conj R_m(x - c_t)         R_m(u) = J_m(k r) exp(-i m t) / A_m(z)

for -p <= m <= p and F = -pi/2 Y, or pi/2 J for the imaginary part (Graf's addition theorem).
Multipoles are the same for both parts. Derivatives take coefficients of one degree to the next
above and below.

Reference: Rokhlin, J. Comput. Phys. 86 (1990) 414; Abramowitz & Stegun, Handbook of Mathematical
Functions (1964), eq. 9.1.75 to 9.1.79."""

import dataclasses
import math

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.helmholtz import cylindrical
from jaxfmm.expansions.helmholtz.base import WaveSeries
from jaxfmm.expansions.helmholtz.translations2d import far, from_degrees, shifted, to_degrees
from jaxfmm.expansions.laplace2d.operators import size
from jaxfmm.full_precision import einsum


@pytrees.register
@dataclasses.dataclass(frozen=True)
class CircularWaves(WaveSeries):
    """The operators for a `kernels.circular.CircularWave`; radii in the unit of the wavenumber.
    Between P2M and L2P, coefficients are (m, 2, k, C)."""

    size = staticmethod(size)
    terms = staticmethod(cylindrical.terms)
    _unpack = staticmethod(to_degrees)

    def _pack(self, coefficients: Array, order: int) -> Array:
        return from_degrees(coefficients[: order + 1])

    def _sum(self, basis: Array, weights: Array) -> Array:
        return einsum("mhcs,csk->mhkc", basis, weights)

    def _evaluate(self, basis: Array, coefficients: list[Array]) -> Array:
        basis = basis.at[1:].multiply(2)  # -m gives as much as m
        return einsum("mhct,amhkc->ctka", basis, jnp.stack(coefficients))

    def _regular(self, u: Array, radius: Array, order: int) -> Array:
        """The real and the imaginary parts of R_m, (m, 2, C, S)."""
        z, distance = self.wavenumber * radius[:, None], jnp.linalg.norm(u, axis=-1)
        x = z * distance
        two = np.asarray(2 * np.arange(1, order + 1), u.dtype)[:, None, None]
        # A_m(x) / A_m(z) over (x / z)^m, which the powers of u have
        ratio = jnp.cumprod(jnp.maximum(1, z[None] / two) / jnp.maximum(1, x[None] / two), axis=0)
        phases = powers(lax.complex(u[..., 0], -u[..., 1]), order)[1:]
        parts = jnp.stack([phases.real, phases.imag], axis=1) * ratio[:, None]
        first = jnp.stack([jnp.ones_like(x), jnp.zeros_like(x)])[None]
        return jnp.concatenate([first, parts]) * cylindrical.regular(x, order)[:, None]

    def _derived(self, coefficients: Array, axis: int, radius: Array, at_sources: bool) -> Array:
        half = self.wavenumber / 2
        m = np.asarray(np.arange(1, len(coefficients))[:, None], radius.dtype)
        near = jnp.maximum(half, m / radius[None])[:, None, None]  # k / 2 over a_m
        far = half * jnp.minimum(1, half * radius[None] / m)[:, None, None]  # times a_m
        rising, falling = (near, far) if at_sources else (far, near)
        end = ((0, 0),) * 3
        below = jnp.pad(rising * coefficients[:-1], ((1, 0), *end))  # of m - 1, and zero for m = 0
        above = jnp.pad(falling * coefficients[1:], ((0, 1), *end))
        above = above.at[0].multiply(2)  # and -1 gives the conjugate
        slope = above + below if axis else above - below
        if axis:
            slope = jnp.stack([-slope[:, 1], slope[:, 0]], axis=1)
        slope = slope.at[0, 1].set(0)
        return -slope if at_sources else slope

    def _along(self, shift: Array, first: Array, second: Array) -> tuple[Array, Array, Array]:
        """Two radii and the length of the shift, times the wavenumber."""
        k = self.wavenumber
        return k * first, k * second, k * jnp.linalg.norm(shift, axis=1)

    def m2l(self, multipole: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array:
        """Local coefficients of a target cell from the multipole of a far source cell."""
        z_s, z_t, x = self._along(d, r_s, r_t)
        if self.kernel.imaginary:
            scales = jnp.concatenate([jnp.ones_like(x)[None], cylindrical.scales(x, 2 * order)])
            square = jnp.square(jnp.cumprod(scales, axis=0))
            values = math.pi / 2 * square * cylindrical.regular(x, 2 * order)
        else:
            values = -math.pi / 2 * cylindrical.singular(x, 2 * order)
        return far(multipole, d, values, z_s, z_t, x, order)

    def m2m(
        self, multipole: Array, shift: Array, r_child: Array, r_parent: Array, order: int
    ) -> Array:
        """The part of a parent's multipole that comes from its child."""
        along = self._along(shift, r_child, r_parent)
        return shifted(multipole, shift, *along, order, local=False)

    def l2l(self, local: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array:
        """The part of a child's local coefficients that comes from its parent."""
        return shifted(local, shift, *self._along(shift, r_child, r_parent), order, local=True)
