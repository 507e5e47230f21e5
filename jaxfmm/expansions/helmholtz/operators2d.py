r"""Expansions of -pi/2 Y_0(k r) and pi/2 J_0(k r), the parts of i pi/2 H_0(k r), in circular waves.

With polar coordinates r, t of a point u, and A_m(z) of `cylindrical`, z = k r for a cell of radius
r, the coefficients M_m and L_m of degrees m = 0, ..., p are complex, those of -m (-1)^m times their
conjugates. They stand in real rows: that of degree 0, then the real and the imaginary part of each
degree, hence n = 2p + 1. Sources of a cell (centre c_s) give at a far x, and far sources give in a
cell (centre c_t) at x,

    phi(x) = sum_m M_m A_m(z) F_m(k r) exp(i m t) of x - c_s     with   M_m = sum_j q_j R_m(y_j - c_s) ,
    phi(x) = sum_m L_m conj R_m(x - c_t)                                R_m(u) = J_m(k r) exp(-i m t) / A_m(z) ,

for -p <= m <= p and F = -pi/2 Y, or pi/2 J for the imaginary part (Graf's addition theorem).
Multipoles are the same for both parts. `base` says what shapes are. Derivatives take coefficients
of one degree to the next above and below.

Reference: Rokhlin, J. Comput. Phys. 86 (1990) 414; Abramowitz & Stegun, Handbook of Mathematical
Functions (1964), eq. 9.1.75 to 9.1.79."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import pytrees
from jaxfmm.expansions.derivatives import full_tensors, parent
from jaxfmm.expansions.helmholtz import cylindrical, translations2d as waves2d
from jaxfmm.expansions.helmholtz.wavenumber_derivative import OfWave
from jaxfmm.expansions.laplace2d import operators as laplace2d
from jaxfmm.expansions.laplace2d.operators import size
from jaxfmm.kernels.base import Kernel


@pytrees.register
@dataclasses.dataclass(frozen=True)
class CircularWaves(OfWave):
    """The operators for a `kernels.circular.CircularWave`, of the shapes of `base`; radii in the
    unit of the wavenumber."""

    kernel: Kernel

    NAME = None
    rows = 1
    size = staticmethod(size)
    terms = staticmethod(cylindrical.terms)

    def _regular(self, u: jax.Array, radius: jax.Array, order: int) -> jax.Array:
        """The real and the imaginary parts of R_m, (m, 2, C, S), of places (C, S, 2) in units of
        the radius."""
        z, distance = self.wavenumber * radius[:, None], jnp.linalg.norm(u, axis=-1)
        x = z * distance
        two = np.asarray(2 * np.arange(1, order + 1), u.dtype)[:, None, None]
        # A_m(x) / A_m(z) over (x / z)^m, which the powers have
        grown = jnp.cumprod(jnp.maximum(1, z[None] / two) / jnp.maximum(1, x[None] / two), axis=0)
        powers = laplace2d.powers(lax.complex(u[..., 0], -u[..., 1]), order)
        parts = jnp.stack([powers.real, powers.imag], axis=1) * grown[:, None]
        first = jnp.stack([jnp.ones_like(x), jnp.zeros_like(x)])[None]
        return jnp.concatenate([first, parts]) * cylindrical.regular(x, order)[:, None]

    def _derived(
        self, degrees: jax.Array, axis: int, radius: jax.Array, at_sources: bool
    ) -> jax.Array:
        """The coefficients (m, 2, k, C) of the derivative along an axis, of multipoles at their
        sources or of local ones."""
        half, m = self.wavenumber / 2, np.asarray(np.arange(1, len(degrees))[:, None], radius.dtype)
        near = jnp.maximum(half, m / radius[None])[:, None, None]  # k / 2 over a_m
        far = half * jnp.minimum(1, half * radius[None] / m)[:, None, None]  # times a_m
        rising, falling = (near, far) if at_sources else (far, near)
        end = ((0, 0),) * 3
        below = jnp.pad(rising * degrees[:-1], ((1, 0), *end))  # of m - 1, and zero for m = 0
        above = jnp.pad(falling * degrees[1:], ((0, 1), *end))
        above = above.at[0].multiply(2)  # and -1 gives the conjugate
        found = above + below if axis else above - below
        if axis:
            found = jnp.stack([-found[:, 1], found[:, 0]], axis=1)
        found = found.at[0, 1].set(0)
        return -found if at_sources else found

    def p2m(
        self, u: jax.Array, radius: jax.Array, weights: dict[int, jax.Array], order: int
    ) -> jax.Array:
        """Multipole coefficients of sources, `(C, k, n)`; as `laplace3d.p2m`."""
        highest = order + max(weights)
        basis, sums = self._regular(u, radius, highest), {}
        for a, weight in weights.items():
            powers, matrix = full_tensors(a, 2)
            flat = weight.reshape(*weight.shape[:3], -1)
            for place, power in enumerate(powers):
                w = jnp.sum(flat * np.asarray(matrix[:, place], u.dtype)[None, None, None], axis=-1)
                sums[power] = jnp.einsum(
                    "mhcs,csk->mhkc", basis, w, precision=lax.Precision.HIGHEST
                )
        for a in range(max(weights), 0, -1):
            for power in [power for power in sums if sum(power) == a]:
                above, axis = parent(power)
                sums[above] = sums.get(above, 0) + self._derived(
                    sums.pop(power), axis, radius, True
                )
        return waves2d.from_degrees(sums[0, 0][: order + 1])

    def l2p(
        self,
        local: jax.Array,
        u: jax.Array,
        radius: Any,
        outputs: tuple[int, int],
        order: int,
    ) -> dict[int, jax.Array]:
        """Fields of local coefficients and their derivatives, `{b: (C, T, k) + (2,) * b}`; as
        `laplace3d.l2p`."""
        highest = order + max(outputs)
        basis = self._regular(u, radius, highest)
        basis = basis.at[1:].multiply(2)  # those of -m give the same
        found, fields = {(0, 0): waves2d.to_degrees(local, highest)}, {}
        for b in range(max(outputs) + 1):
            powers, matrix = full_tensors(b, 2)
            for power in powers if b else ():
                above, axis = parent(power)
                found[power] = self._derived(found[above], axis, radius, False)
            if b in outputs:
                stacked = jnp.stack([found[power] for power in powers])
                field = jnp.einsum(
                    "mhct,amhkc->ctka", basis, stacked, precision=lax.Precision.HIGHEST
                )
                field = jnp.einsum(
                    "ctka,ba->ctkb",
                    field,
                    np.asarray(matrix, u.dtype),
                    precision=lax.Precision.HIGHEST,
                )
                fields[b] = field.reshape(*field.shape[:3], *(2,) * b)
        return fields

    def _along(
        self, shift: jax.Array, first: jax.Array, second: jax.Array
    ) -> tuple[jax.Array, jax.Array, jax.Array]:
        """The lengths times the wavenumber: two radii and the shift."""
        k = self.wavenumber
        return k * first, k * second, k * jnp.linalg.norm(shift, axis=1)

    def m2l(
        self, multipole: jax.Array, d: jax.Array, r_s: jax.Array, r_t: jax.Array, order: int
    ) -> jax.Array:
        """Local coefficients of a target cell from the multipole of a far source cell; as
        `laplace3d.m2l`."""
        z_s, z_t, x = self._along(d, r_s, r_t)
        if self.kernel.imaginary:
            scales = jnp.concatenate([jnp.ones_like(x)[None], cylindrical.scales(x, 2 * order)])
            values = (
                math.pi
                / 2
                * jnp.square(jnp.cumprod(scales, axis=0))
                * cylindrical.regular(x, 2 * order)
            )
        else:
            values = -math.pi / 2 * cylindrical.singular(x, 2 * order)
        return waves2d.far(multipole, d, values, z_s, z_t, x, order)

    def m2m(
        self,
        multipole: jax.Array,
        shift: jax.Array,
        r_child: Any,
        r_parent: jax.Array,
        order: int,
    ) -> Any:
        """What the multipole of a child adds to that of its parent; as `laplace3d.m2m`."""
        return waves2d.shifted(
            multipole, shift, *self._along(shift, r_child, r_parent), order, local=False
        )

    def l2l(
        self,
        local: jax.Array,
        shift: jax.Array,
        r_parent: jax.Array,
        r_child: jax.Array,
        order: int,
    ) -> Any:
        """What the local coefficients of a parent add to those of its child; as `laplace3d.l2l`."""
        return waves2d.shifted(
            local, shift, *self._along(shift, r_child, r_parent), order, local=True
        )
