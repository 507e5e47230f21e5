"""A Gaussian sum by a Fourier series as one function of the place: its waves are found once, then
targets cost little.

    u(x) = sum_j w_j exp(-|x - y_j|^2 / 2)    in bandwidths

for x in a box about the sources. It is differentiable in x any number of times, and in nothing
else."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.backends import registry as backends
from jaxfmm.gaussian import fourier
from jaxfmm.gaussian.fourier import Setup, Waves
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.native.platforms import by_platform

PLACES = 256  # at which errors are measured
SMALL = 1e-3  # of the largest sum: at most that much there
SAFETY = 4.0  # the error over the largest one measured


class Everywhere(NamedTuple):
    """waves: of `fourier.waves`.  box: (2, d), its ends.  largest: u at the sources.  error: of u
    where it is small."""

    waves: fourier.Waves
    box: jax.Array
    largest: jax.Array
    error: jax.Array


def summed(
    setup: Setup, sources: jax.Array, weights: jax.Array, box: jax.Array, error: float
) -> Any:
    """u as `Everywhere` of sources (n, d) with weights (n,), for targets in a box (2, d) about the
    sources. error: of u where it is small, over the largest u."""
    found = Everywhere(
        _waves(box[0], sources, weights, setup=setup), box, *(jnp.zeros((), box.dtype),) * 2
    )
    largest = values(setup, found, sources).max()
    return found._replace(largest=largest, error=error * largest)


def measured(setup: Setup, of: Everywhere, exact: Callable) -> Everywhere:
    """The same with a smaller error, if that is what places all over the box show. exact: u at
    places (PLACES, d).

    Only for errors by rounding, which are much the same wherever u is small.
    """
    x = (
        of.box[0][None]
        + jnp.asarray(_lattice(of.box.shape[1]), of.box.dtype) * (of.box[1] - of.box[0])[None]
    )
    u = values(setup, of, x)
    place = jnp.argsort(u > SMALL * of.largest, stable=True)[:PLACES]
    x, u = x[place], u[place]
    wrong = jnp.maximum(
        SAFETY * jnp.abs(u - exact(x)).max(), 0.25 * jnp.finfo(u.dtype).eps * of.largest
    )
    return of._replace(
        error=jnp.where(u.max() > SMALL * of.largest, of.error, jnp.minimum(wrong, of.error))
    )


def _lattice(dim: int) -> np.ndarray:
    """Places in the unit cube, spread evenly: multiples of the powers of a root of x^(d+1) = x + 1
    (Roberts 2018)."""
    root = 1.5
    for _ in range(50):
        root = (1 + root) ** (1 / (dim + 1))
    return (np.arange(1, 8 * PLACES + 1)[:, None] * root ** -np.arange(1.0, dim + 1)[None]) % 1


def values(
    setup: Setup, of: Everywhere, x: jax.Array, chosen: jax.Array | bool = True
) -> jax.Array:
    """u at the chosen (m,) of the targets x (m, d) -> (m,), 0 outside of the box."""
    low, high = of.box[:1], of.box[1:]
    inside = ((x >= low) & (x <= high)).all(1) & chosen
    x = jnp.where(inside[:, None], x, lax.stop_gradient(jnp.clip(x, low, high)))
    none = ((0,) * x.shape[1],)
    return jnp.where(inside, _derivatives(setup, none, of.waves, inside.any(), x)[:, 0], 0)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _derivatives(
    setup: Setup, which: tuple[tuple[int, int], ...], waves: Waves, wanted: jax.Array, x: jax.Array
) -> jax.Array:
    """(m, derivatives), of which each has an order for every axis."""
    return _at(waves, wanted, x, setup=setup, which=which)


@_derivatives.defjvp
def _(setup, which, primals, tangents):
    waves, wanted, x = primals
    axes = range(x.shape[1])
    higher = [
        [tuple(order + (c == axis) for c, order in enumerate(one)) for one in which]
        for axis in axes
    ]
    every = tuple(dict.fromkeys([*which, *(one for row in higher for one in row)]))
    found = _derivatives(setup, every, waves, wanted, x)
    slopes = (found[:, np.array([every.index(one) for one in row])] for row in higher)
    tangent = sum(slope * tangents[2][:, axis, None] for axis, slope in zip(axes, slopes))
    return found[:, : len(which)], tangent


def _backend(platform: str, x: jax.Array) -> str:
    return backends.choose(None, platform, Gaussian(1.0), (0,), (0,), 1, x.shape[1], x.dtype)[0]


@by_platform
def _waves(
    low: jax.Array, sources: jax.Array, weights: jax.Array, *, setup: Setup, platform: str
) -> Waves:
    return fourier.waves(setup, low, sources, weights, backend=_backend(platform, sources))


@by_platform
def _at(
    waves: Any,
    wanted: jax.Array,
    x: jax.Array,
    *,
    setup: Setup,
    which: tuple[tuple[int, int], ...],
    platform: str,
) -> jax.Array:
    def found(x):
        return fourier.at(setup, waves, x, which, backend=_backend(platform, x))

    if platform != "cpu":  # where a branch waits for its condition
        return found(x)
    return lax.cond(wanted, found, lambda x: jnp.zeros((len(x), len(which)), x.dtype), x)
