"""Sums over the images of a cell by Ewald's split: pairs within a distance R, and a smooth rest as
a Fourier series.

With A the rows of the cell, V its volume and c the transform of the charge that is spread over a
ball of radius R (`ewald.parameters`),

    K_cell(x, y) = sum_n K_R(x - y - n A) + 1/V sum_{k != 0} 4 pi / k^2 c(k R) exp(i k . (x - y)) -
    2 pi R^2 t / V ,

where K_R is a `Screened` kernel, zero beyond R, and t the mean of (r / R)^2 along a line of the
spread charge: so the mean over the cell is zero (Ewald 1921; Essmann et al. 1995 for the grid). The
pairs are the one sum's, over the near images of a cell by lists; the series is plain JAX between
two transforms (`nufft.periodic`). R changes nothing but errors, and has no derivative. Plummer's
kernel has other waves and another mean (`ewald.softened`)."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.ewald.parameters import Setup
from jaxfmm.ewald.softened import softened_mean, softened_wave
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.near_images import combined
from jaxfmm.kernels.periodic import inverse
from jaxfmm.kernels.screened import (
    Screened,
    ScreenedPlummer,
    window_series,
    window_square,
    window_wave,
)
from jaxfmm.nufft.periodic import field, spectrum


def waves(setup, lattice, sources, weights):
    """The waves (2, k, *waves) of the rest, of weights {0: charges (n, k), 1: dipoles (n, k,
    d)}."""
    return factors(setup, lattice)[None, None] * spread(setup, lattice, sources, weights)


def at(setup, lattice, targets, waves, orders):
    """The rest, {b: (m, k) + (d,) * b}, by its waves."""
    back, found = (
        inverse(lattice.rows),
        field(setup.torus, _fractions(lattice, targets), waves, orders),
    )
    for b in orders:  # from derivatives in fractional coordinates, an axis after the other
        for axis in range(2, 2 + b):
            found[b] = jnp.moveaxis(combined(jnp.moveaxis(found[b], axis, -1), back.T), -1, axis)
    return found


def screened(setup: Setup, kernel: Kernel, radius: jax.Array) -> Any:
    """The `Screened` kernel of pairs, for a kernel `summed()` and a radius of the cell in the same
    unit."""
    radius = lax.stop_gradient(radius)
    series = jnp.asarray(window_series(setup.shape, setup.terms), radius.dtype)
    inner = Screened(
        Laplace(None) if kernel.traits.plummer else kernel, setup.reach * radius, series
    )
    return ScreenedPlummer(inner, kernel.softening) if kernel.traits.plummer else inner


def _fractions(lattice: Any, points: jax.Array) -> jax.Array:
    offset = points - lattice.center[None]
    return combined(offset, inverse(lattice.rows))


def spread(
    setup: Setup, lattice: Any, sources: jax.Array, weights: dict[int, jax.Array]
) -> jax.Array:
    """The spectrum (2, k, *waves) of weights {0: charges (n, k), 1: dipoles (n, k, d)}."""
    weights = dict(weights)
    if 1 in weights:  # derivatives in fractional coordinates
        weights[1] = combined(weights[1], inverse(lattice.rows))
    return spectrum(setup.torus, _fractions(lattice, sources), weights)


def factors(setup: Setup, lattice: Any) -> jax.Array:
    """4 pi / (V k^2) c(k R) of the waves, and at zero what makes the mean over the cell zero.

    Waves of which the window has less than of the shortest one along an axis are left out. Far from
    the axes grids have them, and these would be rounding alone: it grows when they are divided by
    so little."""
    dtype, back = lattice.rows.dtype, inverse(lattice.rows)
    metric = (2 * np.pi) ** 2 * combined(back.T, back)

    def on_axes(values):
        return [
            np.expand_dims(v, [j for j in range(3) if j != i]).astype(dtype)
            for i, v in enumerate(values)
        ]

    along = on_axes(setup.torus.numbers)
    k2 = functools.reduce(
        jnp.add, [along[i] * along[j] * metric[i, j] for i in range(3) for j in range(3)]
    )
    length = setup.reach * lax.stop_gradient(lattice.radius)
    zero = functools.reduce(np.logical_and, [m == 0 for m in along])
    safe = jnp.where(zero, 1, k2)
    if lattice.softening is None:
        mean, wave = (
            -0.5 * window_square(setup.shape) * length**2,
            window_wave(safe * length**2, setup.shape),
        )
    else:
        ratio = lattice.softening / length
        mean = -softened_mean(setup.shape, setup.terms, ratio) / (4 * np.pi) * length**2
        wave = softened_wave(safe * length**2, setup.shape, ratio)
    shares, least = setup.torus.shares
    there = functools.reduce(jnp.multiply, on_axes(shares)) >= least
    factor = jnp.where(zero, mean, jnp.where(there, wave / safe, 0))
    return factor * (4 * np.pi / jnp.abs(jnp.linalg.det(lattice.rows)))
