"""A density for each of many segments of points."""

import dataclasses
import math
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import inputs, pytrees
from jaxfmm.kde.data import check, check_rows, checked_weights
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.kernels.given_segments import by_segments
from jaxfmm.log_sum_exp import checked_widths, log_sum_exp
from jaxfmm.switches import library_code


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class SegmentDensity:
    """A density for each segment of points, made by `KernelDensity.fit` with `segments`.

        f_s(x) = sum_(j in s) w_j N(x; y_j, h_s^2) / sum_(j in s) w_j

    N is the normal density in d dimensions with the standard deviation h_s of segment s. A density
    of a segment without weight is zero. Log densities are those of `log_sum_exp`: they have an
    absolute error of about `tol`, however far a query is from the data, and are differentiated in
    queries, points, weights and bandwidth as often as you like. It is a pytree.

    Attributes:
      points: (n, d).
      weights: (n,).
      bandwidth: h, a number, or one for each segment (num_segments,).
      segments: (n,) int32, the segment of each point; numbers outside are padding.
      num_segments: how many there are.
      tol: as given to `KernelDensity`.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x, ids = jnp.array([[0.0], [5.0]]), jnp.array([0, 1])
      >>> estimator = jaxfmm.KernelDensity(jnp.array([1.0, 2.0]))
      >>> density = estimator.fit(x, segments=ids, num_segments=2)
      >>> [round(float(p), 4) for p in density.density(x, ids)]
      [0.3989, 0.1995]
    """

    points: Array
    weights: Array
    bandwidth: Array
    segments: Array
    num_segments: int = dataclasses.field(metadata={"static": True})
    tol: float = dataclasses.field(metadata={"static": True})

    @library_code
    def log_density(self, queries: ArrayLike, target_segments: ArrayLike) -> Array:
        """log f at queries (m, d), each by the density of its segment: (m,).

        Args:
          queries: (m, d).  target_segments: (m,) integers, the segment of each query; results of
            numbers outside are zero.

        Raises:
          ValueError: for bad arguments.
        """
        x = inputs.points("queries", queries, (self.points.shape[1],), self.points.dtype)
        inputs.same_dtype("queries", x, "points", self.points.dtype)
        of: Any = by_segments(
            Gaussian(1.0), self.points, x, self.segments, self.num_segments, target_segments
        )
        logs = log_sum_exp(
            self.points,
            jnp.log(self.weights),
            x,
            bandwidth=self.bandwidth,
            tol=self.tol,
            segments=self.segments,
            num_segments=self.num_segments,
            target_segments=target_segments,
        )
        share = of.summed_by(self.weights)
        widths = jnp.broadcast_to(self.bandwidth, share.shape)
        none = share <= 0
        norm = jnp.log(jnp.where(none, 1, share)) + self.points.shape[1] * (
            jnp.log(widths) + 0.5 * math.log(2 * math.pi)
        )
        own = of.numbered(of.at_targets)
        return jnp.where(own < self.num_segments, logs - norm.at[own].get(mode="clip"), 0)

    @library_code
    def density(self, queries: ArrayLike, target_segments: ArrayLike) -> Array:
        """f at queries (m, d), each by the density of its segment: (m,)."""
        own = jnp.asarray(target_segments)
        values = jnp.exp(self.log_density(queries, own))
        return jnp.where((own >= 0) & (own < self.num_segments), values, 0)


def fit_segments(
    points: Any, weights: Any, bandwidth: Any, tol: float, segments: Any, num_segments: Any
) -> SegmentDensity:
    """The densities of segments of points. Raises ValueError for bad arguments."""
    x = inputs.points("points", points, None)
    w = checked_weights(weights, len(x), x.dtype)
    of: Any = by_segments(Gaussian(1.0), x, None, segments, num_segments, None)
    checked_widths(bandwidth, of.count)
    inside = of.numbered(of.of_sources) < of.count  # padding may hold anything
    check_rows(
        "points",
        jnp.where(inside[:, None], x, 0),
        lambda x: ~np.isfinite(x),
        "hold NaN or infinite coordinates",
        "remove or repair them",
    )
    wrong = "must be finite and not negative"
    check("weights", jnp.where(inside, w, 0), lambda w: np.isfinite(w) & (w >= 0), wrong)
    return SegmentDensity(
        points=x,
        weights=w,
        bandwidth=jnp.asarray(bandwidth, x.dtype),
        segments=of.of_sources,
        num_segments=of.count,
        tol=tol,
    )
