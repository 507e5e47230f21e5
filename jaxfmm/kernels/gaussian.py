"""The Gaussian kernel: density estimation, kernel methods, diffusion."""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.kernels.base import Kernel


@functools.partial(jax.tree_util.register_dataclass, data_fields=["bandwidth"], meta_fields=["span"])
@dataclasses.dataclass(frozen=True)
class Gaussian(Kernel):
    """The Gaussian of standard deviation h, in any dimension d.

        K(x, y) = exp(-|x - y|^2 / (2 h^2))

    Not normalised: K = 1 at distance zero; divide by (2 pi)^(d/2) h^d for a density. Pairs at distance zero count, so a
    sum over targets = sources has the self-term q_i.

    Args:
      bandwidth: h > 0, in the unit of the coordinates: a scalar; or (d,), one for each axis,
        K = exp(-sum_c (x_c - y_c)^2 / (2 h_c^2)); or a covariance matrix H (d, d), symmetric and positive definite,
        K = exp(-(x - y)^T H^-1 (x - y) / 2). It can be traced and differentiated.
      span: (low, high), low <= 1 <= high: a plan made for this kernel also serves kernels whose bandwidths (as lengths,
        in every direction) are between low and high times this one's. Wide spans make the fast methods slower.

    Raises:
      ValueError: for shapes that are none of these, numbers that are not positive, a span that does not hold 1.

    Reference: Greengard & Strain, SIAM J. Sci. Stat. Comput. 12 (1991) 79.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [1.0]])
      >>> jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Gaussian(1.0)).round(4).tolist()
      [1.6065, 1.6065]
    """

    bandwidth: float | jax.Array
    span: tuple[float, float] = (1.0, 1.0)

    name = "Gaussian"
    singular = False
    dimensions = None
    degree = 0
    compact = True

    def __post_init__(self):
        if not (len(self.span) == 2 and 0 < self.span[0] <= 1 <= self.span[1]):
            raise ValueError(f"span must be (low, high) with 0 < low <= 1 <= high, got {self.span!r}")

    def check(self, dim):
        shape = jnp.shape(self.bandwidth)
        if shape not in ((), (dim,), (dim, dim)):
            raise ValueError(
                f"bandwidth has shape {shape}; for points in {dim} dimensions it must be a number, ({dim},) or a "
                f"covariance matrix ({dim}, {dim})"
            )
        if isinstance(self.bandwidth, jax.core.Tracer):
            return
        h = np.asarray(self.bandwidth)
        if h.ndim == 2:
            symmetric = (np.abs(h - h.T) <= 1e-5 * np.abs(h).max()).all()
            if not (symmetric and jnp.isfinite(jnp.linalg.cholesky(jnp.asarray(h, float))).all()):
                raise ValueError(f"bandwidth must be a symmetric positive definite covariance matrix, got {h.tolist()}")
        elif not (np.isfinite(h) & (h > 0)).all():
            raise ValueError(f"bandwidth must be positive and finite, got {h.tolist()}")

    def radial(self, r2, order):
        """Of a scalar bandwidth."""
        inverse = 1 / jnp.square(jnp.asarray(self.bandwidth, r2.dtype))
        out = [jnp.exp(r2 * (-0.5 * inverse))]
        for _ in range(order):  # f_n = (-1 / h^2)^n exp(-r^2 / (2 h^2))
            out.append(-inverse * out[-1])
        return out

    def in_unit(self, unit):
        return dataclasses.replace(self, bandwidth=self.step(unit))

    def serves(self, asked, tol, dtype):
        low, high = self.span
        if jnp.ndim(self.bandwidth) == jnp.ndim(asked.bandwidth) == 2:
            dim = jnp.shape(self.bandwidth)[0]
            lower = jnp.linalg.cholesky(jnp.asarray(asked.bandwidth, dtype))
            ratio = jnp.linalg.svd(apply(self._whitening(dim, dtype), lower.T), compute_uv=False)
        else:
            ratio = jnp.asarray(asked.bandwidth, dtype) / jnp.asarray(self.bandwidth, dtype)
        return ((ratio >= low * (1 - 1e-5)) & (ratio <= high * (1 + 1e-5))).all()

    def coordinates(self, points, center):
        whitening = self._whitening(points.shape[1], points.dtype)
        center = jnp.broadcast_to(center, points.shape)
        if whitening.ndim == 0:
            return _scaled(points, whitening, center)
        return apply(whitening, points - center)

    def framed(self):
        scalar = jnp.ndim(self.bandwidth) == 0
        return jax.tree.map(lax.stop_gradient, self) if scalar else Gaussian(1.0, self.span)

    def reach(self, tol, derivatives, dim):
        """Of a scalar bandwidth."""
        return self.span[1] * cutoff(tol, derivatives, dim) * self.bandwidth

    def step(self, unit):
        return jnp.asarray(self.bandwidth, unit.dtype) / unit

    def gradient(self, gradient):
        return apply(self._whitening(gradient.shape[-1], gradient.dtype).T, gradient)

    def _whitening(self, dim, dtype):
        """W with x' = x W in which the bandwidth is 1: a scalar, (d,) or (d, d), to be applied by `apply`."""
        h = jnp.asarray(self.bandwidth, dtype)
        if h.ndim < 2:
            return 1 / h
        # x' = L^-1 x where H = L L^T; points are rows
        identity = jnp.eye(dim, dtype=dtype)
        return lax.linalg.triangular_solve(jnp.linalg.cholesky(h), identity, left_side=True, lower=True).T


def apply(whitening, points):
    """points (..., d) times a scalar, (d,) or (d, d)."""
    if whitening.ndim == 2:
        return jnp.matmul(points, whitening, precision=lax.Precision.HIGHEST)
    return points * (whitening if whitening.ndim == 0 else jnp.broadcast_to(whitening, points.shape))


@jax.custom_jvp
def _scaled(points, inverse, center):
    """x' = (x - c) / h, differentiated as that and represented by x itself: the differences of float32 coordinates that
    are large against h then stay exact. Sums know h, by the kernel."""
    return points


@_scaled.defjvp
def _(primals, tangents):
    points, inverse, center = primals
    d_points, d_inverse, _ = tangents
    return _scaled(*primals), inverse * d_points + d_inverse * (points - center)


def tail(dim, radius):
    """The part of the mass of the unit Gaussian in `dim` dimensions farther than `radius` from its centre."""
    # Gamma(d/2, r^2/2) / Gamma(d/2), from d = 1 or 2 up by parts
    x = radius**2 / 2
    value = math.erfc(math.sqrt(x)) if dim % 2 else math.exp(-x)
    for twice in range(1 if dim % 2 else 2, dim, 2):
        value += math.exp(-x + twice / 2 * math.log(x) - math.lgamma(twice / 2 + 1)) if x else 0.0
    return value


def cutoff(tol, derivatives, dim):
    """The distance at which Gaussians may be cut off.

    A derivative of order b grows like r^b beside the Gaussian, so its tail is about that in dim + 2 b dimensions.
    """
    low, high = 0.5, 60.0
    while high - low > 1e-3:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if tail(dim + 2 * derivatives, middle) > 0.3 * tol else (low, middle)
    return high
