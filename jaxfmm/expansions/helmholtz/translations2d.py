"""Translations of circular waves: the turn of a shift to the first axis, and sums along it.

Coefficients of degrees m >= 0 are complex, (m, 2, k, C) with their real and their imaginary parts;
coefficients of -m are (-1)^m times the conjugates, since fields are real. The pairs of cells are
last, so that loops are over them."""

from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.expansions.arrays import powers
from jaxfmm.expansions.helmholtz.cylindrical import inverse_scales, regular, scales


def to_degrees(coefficients: Array, order: int) -> Array:
    """(order + 1, 2, k, C) of coefficients (C, k, n) up to any degree."""
    lacking = 2 * order + 1 - coefficients.shape[-1]
    padded = jnp.pad(coefficients, ((0, 0), (0, 0), (0, max(0, lacking))))[..., : 2 * order + 1]
    padded = jnp.concatenate(
        [padded[..., :1], jnp.zeros_like(padded[..., :1]), padded[..., 1:]], axis=-1
    )
    return jnp.moveaxis(padded.reshape(*padded.shape[:2], order + 1, 2), (0, 1), (3, 2))


def from_degrees(degrees: Array) -> Array:
    """The inverse of `to_degrees`; of degree 0 the real part."""
    rows = jnp.moveaxis(degrees, (3, 2), (0, 1)).reshape(degrees.shape[3], degrees.shape[2], -1)
    return jnp.concatenate([rows[..., :1], rows[..., 2:]], axis=-1)


def _signs(count: int, like: Array) -> np.ndarray:
    """1, -1, 1, ... (count, 1, 1, 1)."""
    return np.asarray((-1.0) ** np.arange(count)[:, None, None, None], like.dtype)


def _conjugate(degrees: Array) -> Array:
    return degrees * np.asarray([1, -1], degrees.dtype)[None, :, None, None]


def _opposite(degrees: Array) -> Array:
    """Coefficients of 0, -1, -2, ... from those of 0, 1, 2, ..., or the other way round."""
    return _conjugate(degrees) * _signs(len(degrees), degrees)


def _phases(shift: Array, order: int) -> Array:
    """exp(i m phi) for the angle of shifts (C, 2), (order + 1, 2, 1, C); of no shift 1."""
    length = jnp.linalg.norm(shift, axis=1)
    moved = (length > 0)[:, None]
    unit = jnp.where(
        moved, shift / jnp.where(moved, length[:, None], 1), np.eye(1, 2, dtype=shift.dtype)
    )
    phases = powers(lax.complex(unit[:, 0], unit[:, 1]), order)
    return jnp.stack([phases.real, phases.imag], axis=1)[:, :, None]


def _times(a: Array, b: Array) -> Array:
    """The product of complex numbers (m, 2, ...)."""
    real, imaginary = a[:, 0] * b[:, 0] - a[:, 1] * b[:, 1], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0]
    return jnp.stack([real, imaginary], axis=1)


def _turned(function: Callable, coefficients: Array, shift: Array, order: int) -> Array:
    """function(degrees) of coefficients (C, k, n) that are turned until the shift is along the
    first axis, turned back."""
    phases = _phases(shift, order)
    out = function(_times(phases, to_degrees(coefficients, order)))
    return from_degrees(_times(_conjugate(phases), out))


def far(
    multipole: Array, shift: Array, values: Array, z_s: Array, z_t: Array, x: Array, order: int
) -> Array:
    """Local coefficients (C, k, n) from multipole coefficients.

        L_l = sum_m A_l(z_t) A_m(z_s) F_(m-l)(x) M_m

    summed over m >= 0 and m < 0 by themselves. The factor of F_n(x) A_n(x), n = |m - l|, is at most
    about one, and follows from the factor for l - 1.

    Args:
      shift: (C, 2), from source to target.  values: F_n(x) A_n(x) for n = 0, ..., 2 order, (2 order
        + 1, C).
      z_s, z_t, x: radii and distances times the wavenumber, (C,).
    """
    p, count = order, order + 1
    a = jnp.concatenate([jnp.ones_like(x)[None], scales(x, 2 * p + 1)])
    inverse = inverse_scales(x, 2 * p + 1)
    start = jnp.cumprod(scales(z_s, p) * inverse[:p], axis=0)  # A_m(z_s) / A_m(x)
    start = jnp.concatenate([jnp.ones_like(x)[None], start])
    # by j = m - l from -p to p
    signs = np.asarray((-1.0) ** np.arange(p, 0, -1)[:, None], x.dtype)
    both = jnp.concatenate([signs * values[p:0:-1], values[:count]])
    step_to = jnp.concatenate([inverse[: p + 1][::-1], a[1:count]])
    next_of = jnp.concatenate([scales(z_t, p), jnp.zeros_like(x)[None]])  # a_(l+1)(z_t)

    def along(degrees):
        def step(carry, s):
            same, opposed = carry  # (m, C), of m and of -m
            l, scale, sign = s
            positive = same * lax.dynamic_slice_in_dim(both, p - l, count)
            negative = sign * opposed * lax.dynamic_slice_in_dim(values, l, count)
            negative = negative.at[0].set(0)
            weights = jnp.stack([positive + negative, positive - negative], axis=1)[:, :, None]
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
    coefficients: Array,
    shift: Array,
    z_child: Array,
    z_parent: Array,
    x: Array,
    order: int,
    *,
    local: bool,
) -> Array:
    """Coefficients (C, k, n) about another centre: of a parent's multipole from its child's,

        M_l = sum_m A_m(z_child) / A_l(z_parent) J_(l-m)(x) M_m

    or, `local`, of a child's local expansion from its parent's, whose matrix is the transpose but
    for signs.

    Coefficients move one degree further with every n = l - m >= 0; movements downward are their
    mirror images.

    Args:
      shift: (C, 2), from the parent to the child.
      z_child, z_parent, x: radii and distances times the wavenumber, (C,).
    """
    p, width = order, 2 * order + 1
    # A_m(z_child) / A_m(z_parent)
    inner = jnp.cumprod(scales(z_child, p) * inverse_scales(z_parent, p), axis=0)
    inner = jnp.concatenate([jnp.ones_like(x)[None], inner])[:, None, None]
    toward_zero, away = scales(z_parent, p), inverse_scales(z_parent, p)
    if local:
        toward_zero, away = away, toward_zero
    # into the degrees -p + 1, ..., p from the one before
    factors = jnp.concatenate([toward_zero[::-1], away])[:, None, None]
    values = regular(x, 2 * p)
    values = values.at[0].multiply(0.5)
    if local:
        values = values * _signs(width, values)[:, 0, 0]
    next_of = scales(x, width)  # a_(n+1)(x)

    def along(degrees):
        degrees = degrees if local else inner * degrees
        moving = jnp.concatenate([_opposite(degrees)[:0:-1], degrees])

        def step(carry, s):
            moving, total = carry
            value, scale = s
            total = total + value[None, None, None] * moving
            moved = moving[:-1] * factors * scale[None, None, None]
            return (jnp.concatenate([jnp.zeros_like(moving[:1]), moved]), total), None

        (_, total), _ = lax.scan(step, (moving, jnp.zeros_like(moving)), (values, next_of))
        out = total[p:] + _opposite(total[p::-1])
        return inner * out if local else out

    return _turned(along, coefficients, shift, order)
