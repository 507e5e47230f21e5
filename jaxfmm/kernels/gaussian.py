"""The Gaussian kernel: density estimation, kernel methods, diffusion."""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.frame import Frame

WIDEST = 2.0**-20  # the unit of length of a sum is at least so many bandwidths


@functools.partial(pytrees.register, data_fields=["bandwidth"], meta_fields=["span"])
@dataclasses.dataclass(frozen=True)
class Gaussian(Kernel):
    """The Gaussian of standard deviation h, in any dimension d.

        K(x, y) = exp(-|x - y|^2 / (2 h^2))

    Not normalised: K = 1 at distance zero; divide by `(2 pi)^(d/2) h^d` for a density. Pairs at
    distance zero count, so a sum over targets = sources has the self-term q_i.

    Args:
      bandwidth: h > 0, in the unit of the coordinates: a scalar; or (d,), an array or a list, one
        for each axis, `K = exp(-sum_c (x_c - y_c)^2 / (2 h_c^2))`; or a covariance matrix H (d, d),
        symmetric and positive definite, `K = exp(-(x - y)^T H^-1 (x - y) / 2)`. It can be traced
        and differentiated.
      span: (low, high), low <= 1 <= high. A plan for this kernel also works for Gaussians whose
        bandwidths are between low and high times this one, in every direction. Wide spans make the
        fast methods slower.

    Raises:
      ValueError: for other shapes, numbers that are not positive, a span that does not hold 1. When
        a sum is planned, also for a bandwidth so small relative to the extent of the points (1e-15
        in float32) that squares of distances overflow; inside `jit` results are NaN then.

    Reference: Greengard & Strain, SIAM J. Sci. Stat. Comput. 12 (1991) 79.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [1.0]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Gaussian(1.0))
      >>> [round(float(u), 4) for u in phi]
      [1.6065, 1.6065]
    """

    bandwidth: float | jax.Array
    span: tuple[float, float] = (1.0, 1.0)

    name = "Gaussian"
    singular = False
    dimensions = None
    degree = 0
    traits = Traits(compact=True)
    plan_serves = (
        "a plan works for the bandwidths of its span, which begins and ends at its own bandwidth "
        "unless Gaussian(bandwidth, span=(low, high)) says otherwise"
    )

    by_cloud = property(lambda self: jnp.ndim(self.bandwidth) == 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "span", _span(self.span))
        super().__post_init__()

    def check(self, dim: int) -> None:
        h = self.bandwidth
        kind = getattr(h, "dtype", type(h))
        if kind not in (int, float) and not (isinstance(kind, np.dtype) and _is_real(kind)):
            raise ValueError(
                f"bandwidth must be a positive number, {dim} of them or a covariance matrix "
                f"({dim}, {dim}), got {h!r}"
            )
        if (shape := np.shape(h)) not in ((), (dim,), (dim, dim)):
            raise ValueError(
                f"bandwidth has shape {shape}; for points in {dim} dimensions it must be a "
                f"number, ({dim},) or a covariance matrix ({dim}, {dim})"
            )
        if isinstance(h, jax.core.Tracer):
            return
        h = np.asarray(h, np.float64)
        if h.ndim == 2:
            if not _positive_definite(h, np.finfo(np.float64).eps):
                raise ValueError(
                    "bandwidth must be a symmetric positive definite covariance matrix, got "
                    f"{h.tolist()}"
                )
        elif not (np.isfinite(h) & (h > 0)).all():
            raise ValueError(f"bandwidth must be positive and finite, got {h.tolist()}")

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        if isinstance(self.bandwidth, jax.core.Tracer):
            return
        h, limits = np.asarray(self.bandwidth, np.float64), np.finfo(points.dtype)
        least, most = float(limits.tiny), 1e-4 * float(limits.max)
        if h.ndim == 2 and not _positive_definite(h, float(limits.eps)):
            raise ValueError(
                "bandwidth is a covariance matrix that is singular to the precision of "
                f"{points.dtype}, got {h.tolist()}; use float64 points or add to its diagonal"
            )
        if not ((least <= np.abs(h[h != 0])) & (np.abs(h) <= most)[h != 0]).all():
            raise ValueError(
                f"bandwidth must lie between {least:.0e} and {most:.0e} for {points.dtype}, got "
                f"{h.tolist()}; measure lengths in another unit"
            )

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """For a scalar bandwidth."""
        inverse = 1 / jnp.square(jnp.asarray(self.bandwidth, r2.dtype))
        out = [jnp.exp(r2 * (-0.5 * inverse))]
        for _ in range(order):  # f_n = (-1 / h^2)^n exp(-r^2 / (2 h^2))
            out.append(-inverse * out[-1])
        return out

    def in_unit(self, unit: jax.Array) -> Any:
        least = _least(unit.dtype)  # beyond it sums have a status, and parts that are finite
        return dataclasses.replace(
            self, bandwidth=jnp.clip(self.frame.derivative_length(unit), least, 1 / least)
        )

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        least, h = _least(unit.dtype), self.frame.derivative_length(unit)
        return (h >= least) & (h <= 1 / least)

    def serves(self, asked: Any, tol: float, dtype: DTypeLike) -> jax.Array:
        low, high = self.span
        if jnp.ndim(self.bandwidth) == jnp.ndim(asked.bandwidth) == 2:
            dim = jnp.shape(self.bandwidth)[0]
            lower = jnp.linalg.cholesky(jnp.asarray(asked.bandwidth, dtype))
            ratio = jnp.linalg.svd(
                apply(self.frame.whitening(dim, dtype), lower.T), compute_uv=False
            )
        else:
            ratio = jnp.asarray(asked.bandwidth, dtype) / jnp.asarray(self.bandwidth, dtype)
        return ((ratio >= low * (1 - 1e-5)) & (ratio <= high * (1 + 1e-5))).all()

    def summed(self) -> Kernel:
        scalar = jnp.ndim(self.bandwidth) == 0
        return jax.tree.map(lax.stop_gradient, self) if scalar else Gaussian(1.0, self.span)

    def reach(self, tol: float, derivatives: int, dim: int) -> Any:
        """For a scalar bandwidth."""
        return self.span[1] * cutoff(tol, derivatives, dim) * self.bandwidth

    @property
    def frame(self) -> "Whitened":
        return Whitened(self.bandwidth)


@dataclasses.dataclass(frozen=True)
class Whitened(Frame):
    """Coordinates in which a Gaussian of this bandwidth has the bandwidth 1."""

    bandwidth: float | jax.Array

    def coordinates(self, points: jax.Array, center: jax.Array) -> jax.Array:
        h, center = (
            jnp.asarray(self.bandwidth, points.dtype),
            jnp.broadcast_to(center, points.shape),
        )
        if h.ndim == 0:
            return _scaled(points, h, center)
        if h.ndim == 1:
            return _over(points - center, jnp.broadcast_to(h, points.shape))
        return apply(self.whitening(points.shape[1], points.dtype), points - center)

    def moment(self, moment: jax.Array) -> jax.Array:
        return apply(self.whitening(moment.shape[-1], moment.dtype), moment)

    def gradient(self, gradient: jax.Array) -> jax.Array:
        return apply(self.whitening(gradient.shape[-1], gradient.dtype).T, gradient)

    def derivative_length(self, unit: jax.Array) -> jax.Array:
        return jnp.asarray(self.bandwidth, unit.dtype) / unit

    def unit(self, extent: jax.Array) -> jax.Array:
        # points much closer than a bandwidth are measured by it, or derivatives would be too small
        # for the dtype
        return jnp.maximum(extent, WIDEST * jnp.asarray(self.bandwidth, extent.dtype))

    def whitening(self, dim: int, dtype: DTypeLike) -> jax.Array:
        """W, a scalar, (d,) or (d, d), for `apply`: the bandwidth is 1 in x' = x W."""
        h = jnp.asarray(self.bandwidth, dtype)
        if h.ndim < 2:
            return 1 / h
        # x' = L^-1 x where H = L L^T; points are rows
        identity = jnp.eye(dim, dtype=dtype)
        return lax.linalg.triangular_solve(
            jnp.linalg.cholesky(h), identity, left_side=True, lower=True
        ).T


def _span(span: tuple[float, float]) -> tuple[float, float]:
    """A checked span as a tuple of floats."""
    wrong = ValueError(
        f"span must be (low, high) with 0 < low <= 1 <= high, such as (0.5, 2.0), got {span!r}"
    )
    try:
        low, high = map(float, span)
    except (TypeError, ValueError):
        raise wrong from None
    if not 0 < low <= 1 <= high < math.inf:
        raise wrong
    return low, high


def _is_real(dtype: DTypeLike) -> bool:
    return any(jnp.issubdtype(dtype, kind) for kind in (jnp.floating, jnp.integer))


def _positive_definite(matrix: np.ndarray, eps: float) -> bool:
    """Whether a matrix is symmetric, and positive definite beyond rounding: the spectrum of its
    correlations is."""
    size = np.abs(matrix).max()
    if (
        not np.isfinite(size)
        or not (np.diag(matrix) > 0).all()
        or (np.abs(matrix - matrix.T) > 1e-5 * size).any()
    ):
        return False
    deviation = np.sqrt(np.diag(matrix))
    return np.linalg.eigvalsh(matrix / deviation[:, None] / deviation[None])[0] > len(matrix) * eps


def _least(dtype: DTypeLike) -> float:
    """The least bandwidth in the unit of a sum. Its square, and squares of smaller distances, are
    normal numbers."""
    limits = jnp.finfo(dtype)
    return math.sqrt(float(limits.tiny) / float(limits.eps))


def apply(whitening: jax.Array, points: jax.Array) -> jax.Array:
    """points (..., d) times a scalar, (d,) or (d, d)."""
    if whitening.ndim == 2:
        return jnp.matmul(points, whitening, precision=lax.Precision.HIGHEST)
    return points * (
        whitening if whitening.ndim == 0 else jnp.broadcast_to(whitening, points.shape)
    )


@jax.custom_jvp
def _over(offset: jax.Array, h: jax.Array) -> jax.Array:
    """offset / h, differentiated without 1 / h^2, which may overflow."""
    return offset / h


@_over.defjvp
def _(
    primals: tuple[jax.Array, ...], tangents: tuple[jax.Array, ...]
) -> tuple[jax.Array, jax.Array]:
    (offset, h), (d_offset, d_h) = primals, tangents
    ratio = _over(offset, h)
    return ratio, d_offset / h - ratio * (d_h / h)


@jax.custom_jvp
def _scaled(points: jax.Array, h: jax.Array, center: jax.Array) -> jax.Array:
    """x' = (x - c) / h, represented by x itself and differentiated as x'. So differences of float32
    coordinates that are large relative to h stay exact. Sums take h from the kernel."""
    return points


@_scaled.defjvp
def _(
    primals: tuple[jax.Array, ...], tangents: tuple[jax.Array, ...]
) -> tuple[jax.Array, jax.Array]:
    points, h, center = primals
    d_points, d_h, _ = tangents
    return _scaled(*primals), d_points / h - (points - center) / h * (d_h / h)


def tail(dim: int, radius: float) -> float:
    """The mass of the unit Gaussian in `dim` dimensions beyond `radius`."""
    # Gamma(d/2, r^2/2) / Gamma(d/2), from d = 1 or 2 up by parts
    x = radius**2 / 2
    value = math.erfc(math.sqrt(x)) if dim % 2 else math.exp(-x)
    for twice in range(1 if dim % 2 else 2, dim, 2):
        value += math.exp(-x + twice / 2 * math.log(x) - math.lgamma(twice / 2 + 1)) if x else 0.0
    return value


def cutoff(tol: float, derivatives: int, dim: int) -> float:
    """The distance at which Gaussians may be cut off.

    A derivative of order b is about r^b times the Gaussian, so that its tail is about the tail in
    dim + 2 b dimensions."""
    low, high = 0.5, max(60.0, math.sqrt(dim + 2 * derivatives) + 30)
    while high - low > 1e-3:
        middle = 0.5 * (low + high)
        low, high = (
            (middle, high) if tail(dim + 2 * derivatives, middle) > 0.3 * tol else (low, middle)
        )
    return high
