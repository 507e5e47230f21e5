"""How a density is fitted: checks of the data, the bandwidth, a bandwidth for each point."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, progress
from jaxfmm.kde import bandwidths, cross_validation, sharded, ties
from jaxfmm.kde.bounds import checked_bounds, checked_periods, into_periods, usual_reflections
from jaxfmm.kde.data import (
    check,
    check_across,
    check_rows,
    check_spread,
    checked_bandwidth,
    checked_log_weights,
    checked_weights,
    warn_of_steps,
    weighted_sum,
    without_nan,
)
from jaxfmm.kde.density import Density
from jaxfmm.kde.fitted import Period
from jaxfmm.kde.frame import precise_whitening
from jaxfmm.kde.gaussiansum import MOST_SCALE
from jaxfmm.kde.segments import SegmentDensity, fit_segments
from jaxfmm.kde.settings import Settings
from jaxfmm.sharding import split_targets
from jaxfmm.sharding.layout import Layout
from jaxfmm.switches import library_code

Periods = tuple[Period | None, ...] | None


@dataclasses.dataclass(eq=False)
class KernelDensity(Settings):
    """Kernel density estimation, with Gaussians or other kernels.

        f(x) = sum_j w_j N(x; y_j, s_j^2 H) / sum_j w_j

    N(.; y, H) is the normal density with mean y and covariance H, or another `kernel` of that
    width. s_j = 1 unless `adaptive` is given. Log densities have an absolute error of about `tol`,
    however far a query is from the data, and can be differentiated in queries, points, weights and
    bandwidth.

    `fit` returns the `Density`. Outside of `jit` the estimator keeps it too, as `density_`, so that
    it works in pipelines and searches of scikit-learn. They pass their `y` as weights: give them
    none, or take `jaxfmm.DensityEstimator`, whose `fit` returns the estimator.

    Args:
      bandwidth: a standard deviation, one for each axis (d,), or the covariance matrix H (d, d);
        traced or not. Or a rule: "scott" or "silverman", the covariance of the data times the
        square of a factor, as in scipy's `gaussian_kde`; "isj", the improved Sheather-Jones
        bandwidth of each axis; "cv", the multiple of Scott's bandwidth with the largest
        leave-one-out likelihood. "isj" and "cv" need points outside of `jit`. With more than 32,768
        points, "cv" takes the mean likelihood of 32,768 of them, evenly spread, each among all
        points (fewer, at least 2,048, where sums run in plain XLA); `print(density)` says so. Both
        rules notice repeated values, which would draw the bandwidth to zero: where coordinates are
        rounded, no standard deviation is below half the spacing; other points that repeat are taken
        once, with the sum of their weights.
      kernel: "gaussian"; "tophat", "epanechnikov", "linear" or "cosine", which are zero from one
        bandwidth on; or "exponential". They are normalised as in scikit-learn. A matrix H stretches
        them as it does the Gaussian. The rules choose a bandwidth for the Gaussian. Where all
        kernels are zero the log density is -inf and its gradient zero. With `adaptive`, kernels
        other than the Gaussian are summed over all pairs.
      tol: the absolute error of log densities.
      adaptive: a sensitivity alpha in (0, 1], usually 0.5; None for one bandwidth. Point j has the
        bandwidth s_j times the common one, s_j = (f0(y_j) / g)^-alpha, between 1/32 and 32. f0 is
        the density with one bandwidth, g its geometric mean over the points (Abramson 1982;
        Silverman 1986, section 5.3). Coordinates are rounded in units of the common bandwidth, so
        float32 loses digits where s_j is small.
      bounds: (low, high) for each axis, where the density ends. It is reflected there, infinitely
        often between two ends, so that its mass inside is 1. None for an open end or an open axis,
        as in [(0, 180), None], or for all axes.
      periods: the period of each periodic axis, such as an angle, and None for other axes, as in
        (360, None); a number for one dimension. Each Gaussian is then the sum of its copies by
        whole periods, so that the density is one on a circle, a cylinder or a torus; points may be
        anywhere. Only for kernel="gaussian" and bandwidths along the axes; rules give the standard
        deviations of their covariance, which does not depend on where the period begins. Not with
        "cv", `adaptive`, or bounds of the same axis.
      span: (low, high). `Density.with_bandwidth` is fast for bandwidths between low and high times
        the fitted one.
      method: of the sums, as in `jaxfmm.plan`.
      nan: "raise" an error for points or weights that are NaN, or "drop" their rows (outside of
        `jit`).
      verbose: whether to print every bandwidth that "cv" tries.

    Raises:
      ValueError: for settings that are not allowed, or not together.

    References: Silverman, Density Estimation for Statistics and Data Analysis (1986); Abramson,
      Ann. Stat. 10 (1982) 1217; Botev, Grotowski & Kroese, Ann. Stat. 38 (2010) 2916.

    Example:
      >>> import jax, jaxfmm
      >>> x = jax.random.normal(jax.random.key(0), (1000, 2))
      >>> density = jaxfmm.KernelDensity("silverman").fit(x)
      >>> density.log_density(x[:3]).shape
      (3,)
    """

    @library_code
    def fit(
        self,
        points: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        log_weights: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        segments: ArrayLike | None = None,
        num_segments: int | None = None,
    ) -> Density | SegmentDensity:
        """The `Density` of points (n, d) with weights (n,), equal ones if None. Integers and lists
        are taken as floats of JAX's default precision. sample_weight: another name of weights.

        log_weights (n,) are logarithms of weights instead, for Gaussian kernels: they may differ by
        thousands, and log densities see weights that would underflow. -inf leaves a point out.

        segments: (n,) integers, the segment of each point; num_segments: how many there are. The
        result is then a `SegmentDensity`, a density for each segment, which the estimator does not
        keep. The bandwidth must be a number or one for each segment, (num_segments,), the kernel
        Gaussian, `method` "auto" and `nan` "raise"; `adaptive`, `bounds`, `periods` and log_weights
        cannot be combined with segments.

        Points or weights that are split over the devices of a mesh give a density that splits its
        queries so, and its log densities are split like them. Each device gets all points.

        Raises:
          ValueError: for points or weights that make no density, or too few or too equal ones for
            the bandwidth's rule; for both weights and log_weights; for settings that segments or
            log_weights do not allow.

        Warns:
          UserWarning: where many values repeat, for "isj" and "cv"; for "isj" in more than two
            dimensions.
        """
        if sample_weight is not None:
            if weights is not None:
                raise ValueError("weights and sample_weight are the same; give one of them")
            weights = sample_weight
        if log_weights is not None:
            if weights is not None:
                raise ValueError("weights and log_weights are both given; give one of them")
            if self.kernel != "gaussian":
                raise ValueError(
                    f"log_weights need kernel='gaussian', got {self.kernel!r}; give weights"
                )
        self.__post_init__()  # settings may have been assigned
        vars(self).pop("density_", None)
        if segments is not None or num_segments is not None:
            if log_weights is not None:
                raise ValueError(
                    "log_weights are given with segments; give weights, or take "
                    "jaxfmm.log_sum_exp, which has both"
                )
            return self._fit_segments(points, weights, segments, num_segments)
        density = self._fit(points, weights, log_weights)
        if not errors.is_traced(density):
            self.density_ = density
        return density

    def _fit(
        self, points: ArrayLike, weights: ArrayLike | None, log_weights: ArrayLike | None
    ) -> Density:
        x, w, layout = self._checked_data(points, weights, log_weights)
        logs = None if log_weights is None else w
        w = w if logs is None else jnp.exp(logs - lax.stop_gradient(logs.max()))
        bounds = checked_bounds(self.bounds, x)
        periods = checked_periods(self.periods, bounds, x.shape[1])
        x = into_periods(x, periods)
        if isinstance(self.bandwidth, str):
            bandwidth, whitening = self._apply_rule(self.bandwidth, x, w, periods)
        else:
            bandwidth, whitening = _checked_number(self.bandwidth, x, periods), None
        density = Density(
            points=x,
            weights=w,
            log_weights=logs,
            bandwidth=bandwidth,
            whitening=whitening,
            periods=periods,
            kernel=self.kernel,
            tol=self.tol,
            bounds=bounds,
            reflections=usual_reflections(bounds),
            method=self.method,
            span=(float(self.span[0]), float(self.span[1])),
            layout=layout,
        )
        if isinstance(self.bandwidth, str) and self.bandwidth == "cv":
            density = self._maximise_likelihood(density)
        if self.adaptive is None:
            return density.planned()
        pilot = dataclasses.replace(density, span=(1.0, 1.0)).planned().log_density(x)
        mean = (bandwidths.shares(w) * pilot).sum()
        most = math.log(MOST_SCALE)
        scales = jnp.exp(jnp.clip(-self.adaptive * (pilot - mean), -most, most))
        return dataclasses.replace(density, scales=scales).planned()

    def _fit_segments(
        self, points: Any, weights: Any, segments: Any, num_segments: Any
    ) -> SegmentDensity:
        usual = {"kernel": "gaussian", "adaptive": None, "bounds": None, "periods": None}
        usual |= {"method": "auto", "nan": "raise"}
        for name, value in usual.items():
            if (given := getattr(self, name)) is not value and given != value:
                raise ValueError(
                    f"{name} must be {value!r} with segments, got {given!r}; fit a density for "
                    "each segment by itself"
                )
        if isinstance(self.bandwidth, str):
            raise ValueError(
                "bandwidth must be a number or one for each segment, (num_segments,), with "
                f"segments, got the rule {self.bandwidth!r}; fit a density for each segment by "
                "itself, or give numbers"
            )
        return fit_segments(points, weights, self.bandwidth, self.tol, segments, num_segments)

    def _checked_data(
        self, points: ArrayLike, weights: ArrayLike | None, log_weights: ArrayLike | None
    ) -> tuple[Array, Array, Layout | None]:
        """Points, weights or log weights, and the layout of queries."""
        x = inputs.points("points", points, None)
        if not len(x):
            raise ValueError("points are empty; a density needs at least one")
        if log_weights is None:
            name, w = "weights", checked_weights(weights, len(x), x.dtype)
        else:
            name, w = "log_weights", checked_log_weights(log_weights, len(x), x.dtype)
        x, w = sharded.to_automatic_axes("points", x), sharded.to_automatic_axes(name, w)
        if (layout := sharded.layout_of_fit(x, w)) is not None:
            x, w = split_targets.replicate(layout, (x, w))
        x, w = without_nan(x, w, self.nan, name)
        check_rows("points", x, np.isinf, "hold infinite coordinates", "remove or repair them")
        if log_weights is not None:
            check(name, w, lambda w: w < np.inf, "must be finite or -inf")
            wrong = "are all -inf; at least one must be finite"
            check(name, w, lambda w: (w > -np.inf).any(), wrong)
            return x, w, layout
        wrong = "must be finite and not negative"
        check("weights", w, lambda w: np.isfinite(w) & (w >= 0), wrong)
        check("weights", w, lambda w: w.any(), "are all zero; at least one must be positive")
        return x, w, layout

    def log_density(self, queries: ArrayLike) -> Array:
        """`Density.log_density` of the last fit; `score_samples` is an alias."""
        return self._last().log_density(queries)

    score_samples = log_density

    @library_code
    def score(
        self, queries: ArrayLike, y: None = None, sample_weight: ArrayLike | None = None
    ) -> Array:
        """The log likelihood of queries (m, d) by the last fit: the sum of their log densities,
        each times its sample_weight (m,) if that is given. y: not used."""
        values = self.log_density(queries)
        if sample_weight is None:
            return values.sum()
        weights = inputs.charges(
            "sample_weight", sample_weight, len(values), values.dtype, of="queries"
        )
        return weighted_sum(values, weights)

    def sample(self, key: Array, n: int = 1) -> Array:
        """`Density.sample` of the last fit."""
        return self._last().sample(key, n)

    def _last(self) -> Density:
        if "density_" not in vars(self):
            raise ValueError(
                "this KernelDensity has no density: call fit(points) before; inside jit, where it "
                "keeps none, use the Density that fit returns"
            )
        return self.density_

    def _apply_rule(
        self, rule: str, points: Array, weights: Array, periods: Periods
    ) -> tuple[Array, Array | None]:
        """The bandwidth, for "cv" the one to start from, and `Density.whitening`. Known values are
        taken in float64; they may still be differentiated."""
        if len(points) < 2:
            raise ValueError(
                f"bandwidth={rule!r} needs at least two points, got one; give a number"
            )
        lengths = tuple(period and period.length for period in periods or (None,) * points.shape[1])
        spread_rule = "silverman" if rule == "silverman" else "scott"
        still = lax.stop_gradient((points, weights))
        if errors.is_traced(still):
            if rule in ("isj", "cv"):
                raise ValueError(
                    f"bandwidth={rule!r} needs points and weights that are not traced; fit outside "
                    "of jit, or use 'silverman' or a number"
                )
            h = bandwidths.by_spread(spread_rule, points, weights, lengths)
            return _along_axes(h, periods), None
        dtype, (known_points, known_weights) = points.dtype, jax.device_get(still)
        some = known_weights > 0
        x, w = known_points[some].astype(np.float64), known_weights[some].astype(np.float64)
        x = bandwidths.on_line(x, bandwidths.shares(w), lengths, np)
        check_spread(x, rule, dtype)
        if rule == "isj":
            if points.shape[1] > 2:
                errors.warn(
                    f"bandwidth='isj' looks at each axis alone: in {points.shape[1]}D it is too "
                    "narrow, and other points are unlikely by it; take 'scott' or 'cv'"
                )
            repeats = ties.find(known_points)
            merged = repeats.merged(known_points, known_weights)
            best = bandwidths.isj(*merged, repeats.spacing, lengths)
            least = ties.LEAST * repeats.spacing
            repeats.warn("isj", at_least=bool((best < least).any()))
            return jnp.asarray(np.maximum(best, least).astype(dtype)), None
        exact = bandwidths.of_spread(spread_rule, x, w)
        whitening = None
        if exact.ndim == 2 and periods is None:
            check_across(x, exact, rule, dtype)
            whitening = precise_whitening(exact, dtype)
            whitening = None if whitening is None else jnp.asarray(whitening)
        h = jnp.asarray(exact.astype(dtype))
        if errors.is_traced(points, weights):  # its derivatives are those of the traceable formula
            formula = bandwidths.by_spread(spread_rule, points, weights, lengths)
            h = formula + lax.stop_gradient(h - formula)
        return _along_axes(h, periods), whitening

    def _maximise_likelihood(self, density: Density) -> Density:
        """The density with the multiple of its bandwidth that has the largest leave-one-out
        likelihood."""
        points, weights = map(np.asarray, lax.stop_gradient((density.points, density.weights)))
        repeats = ties.find(points)
        least = repeats.least_scale(lax.stop_gradient(density.bandwidth))
        all_repeat = repeats.share == 1 and not repeats.on_lattice
        if all_repeat or least >= cross_validation.RANGE[1]:
            raise ValueError(
                "bandwidth='cv' needs points that do not all repeat, and values with a spacing "
                "that is small relative to their spread: their leave-one-out likelihood grows "
                "without end as the bandwidth shrinks; merge repeated points (weights), or use "
                "'isj' or a number"
            )
        merged, of_merged = repeats.merged(points, weights), density
        if merged[0] is not points:
            x, w = map(jnp.asarray, merged)
            of_merged = dataclasses.replace(density, points=x, weights=w, log_weights=None)
        with progress.waiting(f"bandwidth='cv' of {len(merged[0]):,} points"):
            best = cross_validation.maximise_likelihood(of_merged, least, self.verbose)
        if best is None:
            low, high = cross_validation.RANGE
            raise ValueError(
                f"bandwidth='cv' finds no largest leave-one-out likelihood between {low:g} and "
                f"{high:g} times Scott's bandwidth; merge repeated points (weights), or use 'isj' "
                "or a number"
            )
        log_scale, searched = best
        at_least = math.exp(log_scale) <= least * (1 + cross_validation.TOLERANCE)
        repeats.warn("cv", at_least=at_least)
        scaled = cross_validation.scale_bandwidth(density, log_scale)
        return dataclasses.replace(scaled, searched=searched)


def _checked_number(bandwidth: Any, points: Array, periods: Periods) -> Array:
    """A bandwidth that is not a rule."""
    h = checked_bandwidth(bandwidth, points)
    if periods is not None and h.ndim == 2:
        raise ValueError(
            "bandwidth must be a number or one for each axis with periods, got a covariance matrix "
            f"of shape {h.shape}; give its standard deviations"
        )
    if not errors.is_traced(still := lax.stop_gradient((points, h))):
        x, width = jax.device_get(still)
        warn_of_steps(x, np.sqrt(np.diag(width)) if width.ndim == 2 else width)
    return h


def _along_axes(bandwidth: Array, periods: Periods) -> Array:
    """The bandwidth of a rule; with periods, its standard deviations along the axes."""
    return bandwidth if periods is None or bandwidth.ndim < 2 else jnp.sqrt(jnp.diagonal(bandwidth))
