"""A Gaussian sum by a Fourier series as a function of the target: the series is made once, then
targets are cheap.

    u(x) = sum_j w_j exp(-|x - y_j|^2 / 2)    in bandwidths

for x in a box about the sources. It is differentiable in x any number of times, and in nothing
else."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Components
from jaxfmm.gaussian import fourier
from jaxfmm.gaussian.fourier import FourierParameters, FourierSeries
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.native.platforms import by_platform

PLACES = 256  # Errors are measured at this many places.
SMALL = 1e-3  # Sums below this share of the largest one are small.
SAFETY = 4.0  # The assumed error, relative to the largest one measured.


class FourierSum(NamedTuple):
    """box: (2, d), its ends.  largest: u at the sources.  error: of u where it is small."""

    series: FourierSeries
    box: Array
    largest: Array
    error: Array


def make_sum(
    parameters: FourierParameters, sources: Array, weights: Array, box: Array, error: float
) -> FourierSum:
    """u of sources (n, d) with weights (n,), for targets in a box (2, d) about the sources.

    error: of u where it is small, relative to the largest u."""
    series, zero = (
        _series(box[0], sources, weights, parameters=parameters),
        jnp.zeros((), box.dtype),
    )
    u = FourierSum(series, box, zero, zero)
    largest = evaluate(parameters, u, sources).max()
    return u._replace(largest=largest, error=error * largest)


def measure_error(parameters: FourierParameters, u: FourierSum, exact: Callable) -> FourierSum:
    """Reduces the error to what places all over the box show. exact: u at places (PLACES, d).

    Only for rounding errors, which are about equal wherever u is small."""
    (low, high), dim = u.box, u.box.shape[1]
    x = low[None] + jnp.asarray(_even_places(dim), u.box.dtype) * (high - low)[None]
    values = evaluate(parameters, u, x)
    smallest = jnp.argsort(values > SMALL * u.largest, stable=True)[:PLACES]
    x, values = x[smallest], values[smallest]
    rounding = 0.25 * jnp.finfo(values.dtype).eps * u.largest
    error = jnp.maximum(SAFETY * jnp.abs(values - exact(x)).max(), rounding)
    not_small = values.max() > SMALL * u.largest
    return u._replace(error=jnp.where(not_small, u.error, jnp.minimum(error, u.error)))


def _even_places(dim: int) -> np.ndarray:
    """Places spread evenly in the unit cube: multiples of the powers of a root of x^(d+1) = x + 1
    (Roberts 2018)."""
    root = 1.5
    for _ in range(50):
        root = (1 + root) ** (1 / (dim + 1))
    return (np.arange(1, 8 * PLACES + 1)[:, None] * root ** -np.arange(1.0, dim + 1)[None]) % 1


def evaluate(
    parameters: FourierParameters, u: FourierSum, x: Array, chosen: Array | bool = True
) -> Array:
    """u at the chosen (m,) of the targets x (m, d) -> (m,), 0 outside of the box."""
    low, high = u.box[:1], u.box[1:]
    inside = ((x >= low) & (x <= high)).all(1) & chosen
    x = jnp.where(inside[:, None], x, lax.stop_gradient(jnp.clip(x, low, high)))
    value = ((0,) * x.shape[1],)
    return jnp.where(inside, _derivatives(parameters, value, u.series, inside.any(), x)[:, 0], 0)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _derivatives(
    parameters: FourierParameters, which: Components, series: FourierSeries, needed: Array, x: Array
) -> Array:
    """These derivatives (m, which), each with an order for every axis. needed: whether any is."""
    return _evaluate(series, needed, x, parameters=parameters, which=which)


@_derivatives.defjvp
def _(
    parameters: FourierParameters,
    which: Components,
    primals: tuple[Any, ...],
    tangents: tuple[Any, ...],
) -> tuple[Array, Array]:
    """The slope along an axis is the derivative of one order more along it."""
    series, needed, x = primals
    axes = range(x.shape[1])
    higher = [
        [tuple(order + (c == axis) for c, order in enumerate(one)) for one in which]
        for axis in axes
    ]
    distinct = tuple(dict.fromkeys([*which, *(one for row in higher for one in row)]))
    values = _derivatives(parameters, distinct, series, needed, x)
    slopes = (values[:, np.array([distinct.index(one) for one in row])] for row in higher)
    tangent = sum(slope * tangents[2][:, axis, None] for axis, slope in zip(axes, slopes))
    return values[:, : len(which)], jnp.asarray(tangent)


def _backend(platform: str, x: Array) -> str:
    return backends.choose(None, platform, Gaussian(1.0), (0,), (0,), 1, x.shape[1], x.dtype)[0]


@by_platform
def _series(
    low: Array, sources: Array, weights: Array, *, parameters: FourierParameters, platform: str
) -> FourierSeries:
    backend = _backend(platform, sources)
    return fourier.make_series(parameters, low, sources, weights, backend=backend)


@by_platform
def _evaluate(
    series: FourierSeries,
    needed: Array,
    x: Array,
    *,
    parameters: FourierParameters,
    which: Components,
    platform: str,
) -> Array:
    def values(x):
        return fourier.evaluate_series(parameters, series, x, which, backend=_backend(platform, x))

    if platform != "cpu":  # elsewhere a branch waits for its condition
        return values(x)
    return lax.cond(needed, values, lambda x: jnp.zeros((len(x), len(which)), x.dtype), x)
