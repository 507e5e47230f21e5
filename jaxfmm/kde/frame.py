"""The coordinates in which a density is summed, its frame: those of the points, or, where the
bandwidth is a covariance matrix H,

    x' = W (x - c) ,    H^-1 = W^T W ,

with W lower triangular and c the middle of the points, in which the bandwidth is 1 along every
axis.

If points lie nearly on a line, the rounded entries of their covariance matrix do not tell how far
they spread across that line. `Density.whitening` then holds W itself, computed in float64, as two
numbers whose sum has twice the digits. The products of W and x - c, which cancel, are then added up
with their rounding errors."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors
from jaxfmm.full_precision import matmul
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.kernels.gaussian import Gaussian

# Rounding the covariance changes log densities by less than their usual tolerance if the least
# eigenvalue of the matrix of correlations is above this many eps.
WELL_CONDITIONED = 4e3
# An integer type of the size of the dtype, and a mask of the upper half of its bits.
HALF = {"float32": (jnp.int32, -(2**12)), "float64": (jnp.int64, -(2**27))}


def precise_whitening(covariance: np.ndarray, dtype: DTypeLike) -> np.ndarray | None:
    """What `Density.whitening` holds for a covariance matrix (d, d) in float64: (2, d, d), or None
    where the matrix in the precision of the points suffices."""
    deviation = np.sqrt(np.diag(covariance))
    correlation = covariance / deviation[:, None] / deviation[None]
    if np.linalg.eigvalsh(correlation)[0] > WELL_CONDITIONED * float(jnp.finfo(dtype).eps):
        return None
    whole = np.linalg.inv(np.linalg.cholesky(correlation)) / deviation[None]
    upper = whole.astype(dtype)
    return np.stack([upper, (whole - upper).astype(dtype)])


def whitening_of_axes(whitening: Array | None, axes: np.ndarray) -> Array | None:
    """What `Density.whitening` holds for some of the axes."""
    if whitening is None or errors.is_traced(whitening := lax.stop_gradient(whitening)):
        return None
    upper, rest = (np.asarray(part, np.float64) for part in jax.device_get(whitening))
    root = np.linalg.inv(upper + rest)
    part = precise_whitening((root @ root.T)[np.ix_(axes, axes)], whitening.dtype)
    return None if part is None else jnp.asarray(part)


def middle_of(points: Array) -> Array:
    return lax.stop_gradient(0.5 * points.min(0) + 0.5 * points.max(0))


def to_frame(
    density: FittedDensity, queries: Array, middle: Array | None = None
) -> tuple[Array, Array, Array]:
    """Queries (m, I, d) and the points (n, d) in the frame, whose axes have the bandwidths unit
    (d,). middle: of the points, if it is known."""
    dim = density.dim
    if density.bandwidth.ndim < 2:
        return queries, density.points, jnp.broadcast_to(density.bandwidth, (dim,))
    middle = middle_of(density.points) if middle is None else middle
    x = _coordinates(density, queries.reshape(-1, dim), middle).reshape(queries.shape)
    return x, _coordinates(density, density.points, middle), jnp.ones(dim, density.points.dtype)


def bandwidth_in_frame(density: FittedDensity) -> Array:
    """The bandwidth in the frame, a number or (d,)."""
    h = density.bandwidth
    return jnp.ones((), density.points.dtype) if h.ndim == 2 else h


def log_volume(density: FittedDensity) -> Array:
    """log sqrt(det H)."""
    h = density.bandwidth
    if h.ndim < 2:
        return jnp.log(jnp.broadcast_to(h, density.points.shape[1:])).sum()
    if density.whitening is None:
        return jnp.log(jnp.diagonal(jnp.linalg.cholesky(h))).sum()
    return -jnp.log(jnp.diagonal(_whitening(h, density.whitening[0]))).sum()


def from_frame(density: FittedDensity, steps: Array) -> Array:
    """Steps (n, d) of unit bandwidth, as steps in the coordinates of the points."""
    h = density.bandwidth
    if h.ndim < 2:
        return steps * jnp.broadcast_to(h, steps.shape[1:])[None]
    if density.whitening is None:
        return matmul(steps, jnp.linalg.cholesky(h).T)
    whitening = _whitening(h, density.whitening[0])
    return lax.linalg.triangular_solve(
        whitening, steps, left_side=False, lower=True, transpose_a=True
    )


def _coordinates(density: FittedDensity, points: Array, middle: Array) -> Array:
    if density.whitening is None:
        return Gaussian(density.bandwidth).frame.coordinates(points, middle)
    whitening = _whitening(density.bandwidth, density.whitening[0])
    rest = lax.stop_gradient(density.whitening[1])
    return _product(whitening, rest, points, jnp.broadcast_to(middle, points.shape))


@jax.custom_jvp
def _whitening(bandwidth: Array, whitening: Array) -> Array:
    """W, which is known, with its derivatives in H: dW = -P(W dH W^T) W, where P takes the lower
    triangle and half of the diagonal."""
    return lax.stop_gradient(whitening)


@_whitening.defjvp
def _(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    whitening = _whitening(*primals)
    inner = matmul(matmul(whitening, tangents[0]), whitening.T)
    lower = jnp.tril(inner) - 0.5 * jnp.diag(jnp.diagonal(inner))
    return whitening, -matmul(lower, whitening)


@jax.custom_jvp
def _product(whitening: Array, rest: Array, points: Array, middle: Array) -> Array:
    """(W + rest) (x - c) for points (m, d), as if in twice the precision."""
    offset, lost = _sum(points, -middle)
    total = error = jnp.zeros_like(points)
    for c in range(points.shape[1]):
        column, x = whitening[None, :, c], offset[:, c, None]
        for a in _halves(column):
            for b in _halves(x):
                total, rounding = _sum(total, a * b)
                error = error + rounding
        error = error + rest[None, :, c] * x + column * lost[:, c, None]
    return total + error


@_product.defjvp
def _(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    whitening, _, points, middle = primals
    d_whitening, _, d_points, d_middle = tangents
    by_points = matmul(d_points - d_middle, whitening.T)
    by_whitening = matmul(points - middle, d_whitening.T)
    return _product(*primals), by_points + by_whitening


def _sum(a: Array, b: Array) -> tuple[Array, Array]:
    """The sum and its rounding error (Knuth 1969)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _halves(x: Array) -> tuple[Array, Array]:
    """Two numbers with half the bits each, whose products have no rounding error."""
    integer, mask = HALF[x.dtype.name]
    bits = lax.bitcast_convert_type(x, integer) & jnp.asarray(mask, integer)
    upper = lax.bitcast_convert_type(bits, x.dtype)
    return upper, x - upper
