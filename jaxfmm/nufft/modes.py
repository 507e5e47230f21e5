"""Derivatives of sums over waves, as factors of the waves: what grids of all derivatives share.

A derivative a is a number for each dimension. Waves of a dimension are (wave numbers k, factors),
numpy arrays; the last dimension has those of a real transform."""

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

TOGETHER = 2**22  # nodes of all grids that are made at a time; the rest one after the other


def multipliers(
    waves: list[tuple[np.ndarray, np.ndarray]],
    derivatives: tuple[tuple[int, ...], ...],
    sign: int,
    dtype: DTypeLike,
) -> tuple[jax.Array, list[jax.Array]]:
    """(sign i k)^a for all derivatives a, times the factors of the waves: the power of i as a
    rotation (derivatives, 2), and the rest as a product of (derivatives, waves) over the
    dimensions."""
    turns = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[[sum(a) % 4 for a in derivatives]]
    rows = [
        np.stack([(sign * k) ** a[axis] * factor for a in derivatives])
        for axis, (k, factor) in enumerate(waves)
    ]
    return jax.tree.map(lambda x: jnp.asarray(x, dtype), (turns, rows))


def times(spectra: jax.Array, multipliers: tuple[jax.Array, list[jax.Array]]) -> jax.Array:
    """spectra (derivatives or 1, k, *waves) -> (derivatives, k, *waves)."""
    turns, rows = multipliers

    def along(x, axis):  # (derivatives, size of the axis)
        return lax.expand_dims(x, [i for i in range(1, spectra.ndim) if i != axis])

    factor = functools.reduce(jnp.multiply, [along(row, 2 + axis) for axis, row in enumerate(rows)])
    cosine, sine = along(turns[:, :1], 1) * factor, along(turns[:, 1:], 1) * factor
    real, imaginary = spectra.real, spectra.imag
    return lax.complex(real * cosine - imaginary * sine, real * sine + imaginary * cosine)


def forward(
    spectra: Callable,
    waves: list[tuple[np.ndarray, np.ndarray]],
    weights: jax.Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> jax.Array:
    """The spectrum (k, *waves) of weights (n, derivatives, k), with the grids of all derivatives
    `together` or one after another. spectra: from weights (n, c, k) to (c, k, *waves)."""
    factors = multipliers(waves, derivatives, -1, weights.dtype)
    if together:
        return jnp.sum(times(spectra(weights), factors), axis=0)

    def add(total, item):
        one, factor = item
        return total + times(spectra(one[:, None]), jax.tree.map(lambda x: x[None], factor))[
            0
        ], None

    shape = jax.eval_shape(spectra, weights[:, :1])
    total = jnp.zeros(shape.shape[1:], shape.dtype)
    return lax.scan(add, total, (jnp.moveaxis(weights, 1, 0), factors))[0]


def backward(
    values: Callable,
    waves: list[tuple[np.ndarray, np.ndarray]],
    spectrum: jax.Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> jax.Array:
    """The derivatives (m, derivatives, k) at points of a spectrum (k, *waves), with the grids of
    all derivatives `together` or one after another. values: from spectra (c, *waves) to (m, c)."""

    def of(factors):
        found = times(spectrum[None], factors)
        return values(found.reshape(-1, *found.shape[2:]))

    factors = multipliers(waves, derivatives, 1, spectrum.real.dtype)
    if together:
        out = of(factors)
        return out.reshape(out.shape[0], len(derivatives), -1)
    return jnp.moveaxis(lax.map(lambda x: of(jax.tree.map(lambda y: y[None], x)), factors), 0, 1)
