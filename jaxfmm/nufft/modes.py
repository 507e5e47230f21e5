"""Derivatives of Fourier sums, as factors of the modes: what grids of all derivatives share.

A derivative a is a number for each dimension. The modes of a dimension are (wave numbers k,
factors), numpy arrays; the last dimension has the modes of a real transform."""

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

TOGETHER = 2**22  # grids of all derivatives are made at a time up to this many nodes
Modes = list[tuple[np.ndarray, np.ndarray]]
Multipliers = tuple[Array, list[Array]]


def multipliers(
    modes: Modes, derivatives: tuple[tuple[int, ...], ...], sign: int, dtype: DTypeLike
) -> Multipliers:
    """(sign i k)^a for all derivatives a, times the factors of the modes: the power of i as a
    rotation (derivatives, 2), and the rest as a product of (derivatives, modes) over the
    dimensions."""
    turns = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[[sum(a) % 4 for a in derivatives]]
    rows = [
        np.stack([(sign * k) ** a[axis] * factor for a in derivatives])
        for axis, (k, factor) in enumerate(modes)
    ]
    return jax.tree.map(lambda x: jnp.asarray(x, dtype), (turns, rows))


def times(spectra: Array, multipliers: Multipliers) -> Array:
    """spectra (derivatives or 1, k, *modes) -> (derivatives, k, *modes)."""
    turns, rows = multipliers

    def along(x, axis):  # (derivatives, size of the axis)
        return lax.expand_dims(x, [i for i in range(1, spectra.ndim) if i != axis])

    factor = functools.reduce(jnp.multiply, [along(row, 2 + axis) for axis, row in enumerate(rows)])
    cosine, sine = along(turns[:, :1], 1) * factor, along(turns[:, 1:], 1) * factor
    real, imaginary = spectra.real, spectra.imag
    return lax.complex(real * cosine - imaginary * sine, real * sine + imaginary * cosine)


def forward(
    spectra: Callable,
    modes: Modes,
    weights: Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> Array:
    """The spectrum (k, *modes) of weights (n, derivatives, k), with the grids of all derivatives
    `together` or one after another. spectra: from weights (n, c, k) to (c, k, *modes)."""
    factors = multipliers(modes, derivatives, -1, weights.dtype)
    if together:
        return jnp.sum(times(spectra(weights), factors), axis=0)

    def add(total, item):
        one, factor = item
        terms = times(spectra(one[:, None]), jax.tree.map(lambda x: x[None], factor))
        return total + terms[0], None

    shape = jax.eval_shape(spectra, weights[:, :1])
    total = jnp.zeros(shape.shape[1:], shape.dtype)
    return lax.scan(add, total, (jnp.moveaxis(weights, 1, 0), factors))[0]


def backward(
    values: Callable,
    modes: Modes,
    spectrum: Array,
    derivatives: tuple[tuple[int, ...], ...],
    together: bool,
) -> Array:
    """The derivatives (m, derivatives, k) at points of a spectrum (k, *modes), with the grids of
    all derivatives `together` or one after another. values: from spectra (c, *modes) to (m, c)."""

    def at_points(factors):
        spectra = times(spectrum[None], factors)
        return values(spectra.reshape(-1, *spectra.shape[2:]))

    factors = multipliers(modes, derivatives, 1, spectrum.real.dtype)
    if together:
        out = at_points(factors)
        return out.reshape(out.shape[0], len(derivatives), -1)
    out = lax.map(lambda factor: at_points(jax.tree.map(lambda x: x[None], factor)), factors)
    return jnp.moveaxis(out, 0, 1)
