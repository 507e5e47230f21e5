"""The coordinates in which a density is summed: those of the points, or, where the bandwidth is a
covariance matrix H,

    x' = W (x - c) ,    H^-1 = W^T W ,

with W lower triangular and c the middle of the points, in which the bandwidth is 1 along every
axis.

Points that lie nearly on a line have a covariance matrix whose entries, once rounded, do not tell
how far the points spread across that line. `Density.whitening` then holds W itself, found in
float64, as two numbers whose sum has twice the digits. The products of W and x - c, which cancel,
are then added up with their rounding errors."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import errors
from jaxfmm.kernels.gaussian import Gaussian

# The least eigenvalue of the matrix of correlations, over eps, from which rounding the covariance
# changes log densities by less than their usual tolerance.
WELL_CONDITIONED = 4e3
_matmul = functools.partial(jnp.matmul, precision=lax.Precision.HIGHEST)
HALF = {
    "float32": (jnp.int32, -(2**12)),
    "float64": (jnp.int64, -(2**27)),
}  # which bits the upper half of a number has


def kept(covariance: np.ndarray, dtype: Any) -> np.ndarray | None:
    """What `Density.whitening` holds for a covariance matrix (d, d) in float64: (2, d, d), None
    where the matrix in the precision of the points is enough."""
    deviation = np.sqrt(np.diag(covariance))
    correlation = covariance / deviation[:, None] / deviation[None]
    if np.linalg.eigvalsh(correlation)[0] > WELL_CONDITIONED * float(jnp.finfo(dtype).eps):
        return None
    whole = np.linalg.inv(np.linalg.cholesky(correlation)) / deviation[None]
    upper = whole.astype(dtype)
    return np.stack([upper, (whole - upper).astype(dtype)])


def of_axes(whitening: jax.Array | None, axes: np.ndarray) -> jax.Array | None:
    """What `Density.whitening` holds for some of the axes."""
    if whitening is None or errors.is_traced(whitening := lax.stop_gradient(whitening)):
        return None
    upper, rest = (np.asarray(part, np.float64) for part in jax.device_get(whitening))
    root = np.linalg.inv(upper + rest)
    found = kept((root @ root.T)[np.ix_(axes, axes)], whitening.dtype)
    return None if found is None else jnp.asarray(found)


def middle_of(points: jax.Array) -> jax.Array:
    return lax.stop_gradient(0.5 * points.min(0) + 0.5 * points.max(0))


def framed(
    d: Any, queries: jax.Array, middle: jax.Array | None = None
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """queries (m, I, d) and the points (n, d) of a `Density` in coordinates whose axes have the
    bandwidths unit (d,). middle: of the points, if it is known."""
    dim = d.points.shape[1]
    if d.bandwidth.ndim < 2:
        return queries, d.points, jnp.broadcast_to(d.bandwidth, (dim,))
    middle = middle_of(d.points) if middle is None else middle
    x = _coordinates(d, queries.reshape(-1, dim), middle).reshape(queries.shape)
    return x, _coordinates(d, d.points, middle), jnp.ones(dim, d.points.dtype)


def bandwidth_in_frame(d: Any) -> jax.Array:
    """The bandwidth in the coordinates of `framed`, a number or (d,)."""
    return jnp.ones((), d.points.dtype) if d.bandwidth.ndim == 2 else d.bandwidth


def log_volume(d: Any) -> jax.Array:
    """log sqrt(det H)."""
    if d.bandwidth.ndim < 2:
        return jnp.log(jnp.broadcast_to(d.bandwidth, d.points.shape[1:])).sum()
    if d.whitening is None:
        return jnp.log(jnp.diagonal(jnp.linalg.cholesky(d.bandwidth))).sum()
    return -jnp.log(jnp.diagonal(_whitening(d.bandwidth, d.whitening[0]))).sum()


def stretched(d: Any, steps: jax.Array) -> jax.Array:
    """Steps (n, d) of unit bandwidth in the coordinates of the points."""
    if d.bandwidth.ndim < 2:
        return steps * jnp.broadcast_to(d.bandwidth, steps.shape[1:])[None]
    if d.whitening is None:
        return _matmul(steps, jnp.linalg.cholesky(d.bandwidth).T)
    whitening = _whitening(d.bandwidth, d.whitening[0])
    return lax.linalg.triangular_solve(
        whitening, steps, left_side=False, lower=True, transpose_a=True
    )


def _coordinates(d: Any, points: jax.Array, middle: jax.Array) -> jax.Array:
    if d.whitening is None:
        return Gaussian(d.bandwidth).frame.coordinates(points, middle)
    whitening, rest = _whitening(d.bandwidth, d.whitening[0]), lax.stop_gradient(d.whitening[1])
    return _product(whitening, rest, points, jnp.broadcast_to(middle, points.shape))


@jax.custom_jvp
def _whitening(bandwidth: jax.Array, whitening: jax.Array) -> jax.Array:
    """W, which is known, with its derivatives in H: dW = -P(W dH W^T) W, where P takes the lower
    triangle and half of the diagonal."""
    return lax.stop_gradient(whitening)


@_whitening.defjvp
def _(primals, tangents):
    whitening = _whitening(*primals)
    inner = _matmul(_matmul(whitening, tangents[0]), whitening.T)
    lower = jnp.tril(inner) - 0.5 * jnp.diag(jnp.diagonal(inner))
    return whitening, -_matmul(lower, whitening)


@jax.custom_jvp
def _product(whitening, rest, points, middle):
    """(W + rest) (x - c) for points (m, d), as if in twice the precision."""
    offset, lost = _sum(points, -middle)
    total = error = jnp.zeros_like(points)
    for c in range(points.shape[1]):
        column, x = whitening[None, :, c], offset[:, c, None]
        for a in _halves(column):
            for b in _halves(x):
                total, more = _sum(total, a * b)
                error = error + more
        error = error + rest[None, :, c] * x + column * lost[:, c, None]
    return total + error


@_product.defjvp
def _(primals, tangents):
    whitening, rest, points, middle = primals
    d_whitening, _, d_points, d_middle = tangents
    by_points = _matmul(d_points - d_middle, whitening.T)
    by_whitening = _matmul(points - middle, d_whitening.T)
    return _product(*primals), by_points + by_whitening


def _sum(a, b):
    """The sum and its rounding error (Knuth 1969)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _halves(x):
    """Two numbers with half the bits each, whose products have no rounding error."""
    kind, mask = HALF[x.dtype.name]
    upper = lax.bitcast_convert_type(
        lax.bitcast_convert_type(x, kind) & jnp.asarray(mask, kind), x.dtype
    )
    return upper, x - upper
