"""Translations of circular waves: the turn of a shift to the first axis, and sums along it.

Coefficients of degrees m >= 0 are complex, (m, 2, k, C) with their real and their imaginary parts;
those of -m are (-1)^m times the conjugates, since fields are real. The pairs of cells are last, so
that loops are over them."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.expansions.helmholtz import cylindrical
from jaxfmm.expansions.laplace2d import operators as laplace2d


def to_degrees(coefficients: jax.Array, order: int) -> jax.Array:
    """(order + 1, 2, k, C) of coefficients (C, k, n) up to any degree."""
    lacking = 2 * order + 1 - coefficients.shape[-1]
    padded = jnp.pad(coefficients, ((0, 0), (0, 0), (0, max(0, lacking))))[..., : 2 * order + 1]
    padded = jnp.concatenate(
        [padded[..., :1], jnp.zeros_like(padded[..., :1]), padded[..., 1:]], axis=-1
    )
    return jnp.moveaxis(padded.reshape(*padded.shape[:2], order + 1, 2), (0, 1), (3, 2))


def from_degrees(degrees: jax.Array) -> jax.Array:
    """The inverse of `to_degrees`; of degree 0 the real part."""
    rows = jnp.moveaxis(degrees, (3, 2), (0, 1)).reshape(degrees.shape[3], degrees.shape[2], -1)
    return jnp.concatenate([rows[..., :1], rows[..., 2:]], axis=-1)


def _signs(count: int, like: jax.Array) -> np.ndarray:
    """1, -1, 1, ... (count, 1, 1, 1)."""
    return np.asarray((-1.0) ** np.arange(count)[:, None, None, None], like.dtype)


def _conjugate(degrees: jax.Array) -> jax.Array:
    return degrees * np.asarray([1, -1], degrees.dtype)[None, :, None, None]


def _opposite(degrees: jax.Array) -> Any:
    """Those of 0, -1, -2, ... from those of 0, 1, 2, ..., or the other way round."""
    return _signs(len(degrees), degrees) * _conjugate(degrees)


def _phases(shift: jax.Array, order: int) -> jax.Array:
    """exp(i m phi) for the angle of shifts (C, 2), (order + 1, 2, 1, C); of no shift 1."""
    length = jnp.linalg.norm(shift, axis=1)
    moved = (length > 0)[:, None]
    unit = jnp.where(
        moved, shift / jnp.where(moved, length[:, None], 1), np.eye(1, 2, dtype=shift.dtype)
    )
    powers = laplace2d.powers(lax.complex(unit[:, 0], unit[:, 1]), order)
    powers = jnp.concatenate([jnp.ones_like(powers[:1]), powers])
    return jnp.stack([powers.real, powers.imag], axis=1)[:, :, None]


def _times(a: jax.Array, b: jax.Array) -> jax.Array:
    """The product of complex numbers (m, 2, ...)."""
    real, imaginary = a[:, 0] * b[:, 0] - a[:, 1] * b[:, 1], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0]
    return jnp.stack([real, imaginary], axis=1)


def _turned(function: Callable, coefficients: jax.Array, shift: jax.Array, order: int) -> jax.Array:
    """function(degrees) of coefficients (C, k, n) turned until the shift is along the first axis,
    turned back."""
    phases = _phases(shift, order)
    out = function(_times(phases, to_degrees(coefficients, order)))
    return from_degrees(_times(_conjugate(phases), out))


def far(
    multipole: jax.Array,
    shift: jax.Array,
    values: jax.Array,
    z_s: jax.Array,
    z_t: jax.Array,
    x: jax.Array,
    order: int,
) -> jax.Array:
    """Local coefficients (C, k, n) from those of multipoles.

        L_l = sum_m A_l(z_t) A_m(z_s) F_(m-l)(x) M_m

    summed over m >= 0 and m < 0 by themselves; what stands before F / A is at most about one, and
    follows from that of l - 1.

    Args:
      shift: (C, 2), from source to target.  values: F_n(x) A_n(x) for n = 0, ..., 2 order, (2 order
        + 1, C).
      z_s, z_t, x: radii and distances times the wavenumber, (C,).
    """
    p, count = order, order + 1
    a = jnp.concatenate([jnp.ones_like(x)[None], cylindrical.scales(x, 2 * p + 1)])
    inverse = cylindrical.inverse_scales(x, 2 * p + 1)
    start = jnp.cumprod(cylindrical.scales(z_s, p) * inverse[:p], axis=0)  # A_m(z_s) / A_m(x)
    start = jnp.concatenate([jnp.ones_like(x)[None], start])
    # by j = m - l from -p to p
    signs = np.asarray((-1.0) ** np.arange(p, 0, -1)[:, None], x.dtype)
    both = jnp.concatenate([signs * values[p:0:-1], values[:count]])
    step_to = jnp.concatenate([inverse[: p + 1][::-1], a[1:count]])
    next_of = jnp.concatenate([cylindrical.scales(z_t, p), jnp.zeros_like(x)[None]])  # a_(l+1)(z_t)

    def along(degrees):
        def step(carry, s):
            same, opposed = carry  # (m, C)
            l, scale, sign = s
            one = same * lax.dynamic_slice_in_dim(both, p - l, count)
            other = sign * opposed * lax.dynamic_slice_in_dim(values, l, count)
            other = other.at[0].set(0)
            weights = jnp.stack([one + other, one - other], axis=1)[:, :, None]
            same = same * scale[None] * lax.dynamic_slice_in_dim(step_to, p - l, count)
            opposed = opposed * scale[None] * lax.dynamic_slice_in_dim(inverse, l, count)
            return (same, opposed), jnp.sum(weights * degrees, axis=0)

        steps = (
            np.arange(count, dtype=np.int32),
            next_of,
            np.asarray((-1.0) ** np.arange(count), x.dtype),
        )
        return lax.scan(step, (start, start), steps)[1]

    return _turned(along, multipole, shift, order)


def shifted(
    coefficients: jax.Array,
    shift: jax.Array,
    z_child: jax.Array,
    z_parent: jax.Array,
    x: jax.Array,
    order: int,
    *,
    local: bool,
) -> jax.Array:
    """Coefficients (C, k, n) about another centre: of a parent's multipole from its child's,

        M_l = sum_m A_m(z_child) / A_l(z_parent) J_(l-m)(x) M_m

    or, `local`, of a child's local expansion from its parent's, whose matrix is the transpose but
    for signs.

    Waves move from degree to degree, one with every n = l - m >= 0; those that move downward are
    their mirror images.

    Args:
      shift: (C, 2), from the parent to the child.
      z_child, z_parent, x: radii and distances times the wavenumber, (C,).
    """
    p, width = order, 2 * order + 1
    inner = jnp.cumprod(
        cylindrical.scales(z_child, p) * cylindrical.inverse_scales(z_parent, p), axis=0
    )
    inner = jnp.concatenate([jnp.ones_like(x)[None], inner])[
        :, None, None
    ]  # A_m(z_child) / A_m(z_parent)
    shrunk, grown = cylindrical.scales(z_parent, p), cylindrical.inverse_scales(z_parent, p)
    if local:
        shrunk, grown = grown, shrunk
    # into the degrees -p + 1, ..., p from the one before
    factors = jnp.concatenate([shrunk[::-1], grown])[:, None, None]
    values = cylindrical.regular(x, 2 * p)
    values = values.at[0].multiply(0.5)
    if local:
        values = values * _signs(width, values)[:, 0, 0]
    next_of = cylindrical.scales(x, width)  # a_(n+1)(x)

    def along(degrees):
        degrees = degrees if local else inner * degrees
        waves = jnp.concatenate([_opposite(degrees)[:0:-1], degrees])

        def step(carry, s):
            waves, total = carry
            value, scale = s
            total = total + value[None, None, None] * waves
            moved = waves[:-1] * factors * scale[None, None, None]
            return (jnp.concatenate([jnp.zeros_like(waves[:1]), moved]), total), None

        (_, total), _ = lax.scan(step, (waves, jnp.zeros_like(waves)), (values, next_of))
        out = total[p:] + _opposite(total[p::-1])
        return inner * out if local else out

    return _turned(along, coefficients, shift, order)
