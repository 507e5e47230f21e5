"""How a density is fitted: checks of the data, the bandwidth, a bandwidth for each point."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors, progress
from jaxfmm.kde import bandwidths, cross_validation, frame, sharded as devices, ties
from jaxfmm.kde.bounds import at_home, checked_bounds, checked_periods, usual
from jaxfmm.kde.data import (
    check,
    check_across,
    check_rows,
    check_spread,
    checked_weights,
    warn_of_steps,
    without_nan,
)
from jaxfmm.kde.density import Density, checked_bandwidth
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.gaussiansum import MOST_SCALE
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.methods.table import methods_of
from jaxfmm.switches import library_code

RULES = ("scott", "silverman", "isj", "cv")


@dataclasses.dataclass(eq=False)
class KernelDensity:
    """Kernel density estimation, with Gaussians or other kernels.

        f(x) = sum_j w_j N(x; y_j, s_j^2 H) / sum_j w_j

    N(.; y, H) is the normal density with mean y and covariance H, or another `kernel` of that
    width. s_j = 1 unless `adaptive` is given. Log densities have an absolute error of about `tol`,
    however far a query is from the data, and can be differentiated in queries, points, weights and
    bandwidth.

    `fit` returns the `Density`. Outside of `jit` the estimator keeps it too, as `density_`, so that
    it works in pipelines and searches of scikit-learn. They pass their `y` as weights: give them
    none.

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
        them as it does the Gaussian. The rules for the bandwidth are those for the Gaussian. Where
        all kernels are zero the log density is -inf and its gradient zero. With `adaptive`, kernels
        other than the Gaussian are summed over all pairs.
      tol: the absolute error of log densities.
      adaptive: a sensitivity alpha in (0, 1], usually 0.5; None for one bandwidth. Point j has the
        bandwidth s_j times the common one, s_j = (f0(y_j) / g)^-alpha, between 1/32 and 32. f0 is
        the density with one bandwidth, g its geometric mean over the points (Abramson 1982;
        Silverman 1986, section 5.3). Coordinates are rounded in units of the common bandwidth, so
        float32 loses digits where s_j is small.
      bounds: (low, high) for each axis, where the density ends; it is reflected there, between two
        ends without end, so that its mass inside is 1. None for an open end or an open axis, as in
        [(0, 180), None], or for all axes.
      periods: the period of each axis that comes round, as angles do, None for one that does not,
        as in (360, None); a number for one dimension. Each Gaussian is then the sum of its copies
        by whole periods, so that the density is one on a circle, a cylinder or a torus; points may
        be anywhere. For kernel="gaussian" and bandwidths along the axes, of a rule those of its
        covariance, which does not depend on where the period begins; not with "cv", `adaptive`, or
        bounds of the same axis.
      span: (low, high). `Density.with_bandwidth` is fast for bandwidths between low and high times
        the fitted one.
      method: of the sums, as in `jaxfmm.plan`.
      nan: "raise" an error for points or weights that are NaN, or "drop" their rows (outside of
        `jit`).
      verbose: whether to print every bandwidth that "cv" tries.

    References: Silverman, Density Estimation for Statistics and Data Analysis (1986); Abramson,
      Ann. Stat. 10 (1982) 1217; Botev, Grotowski & Kroese, Ann. Stat. 38 (2010) 2916.

    Example:
      >>> import jax, jaxfmm
      >>> x = jax.random.normal(jax.random.key(0), (1000, 2))
      >>> density = jaxfmm.KernelDensity("silverman").fit(x)
      >>> density.log_density(x[:3]).shape
      (3,)
    """

    bandwidth: Any = "scott"
    kernel: str = dataclasses.field(default="gaussian", kw_only=True)
    tol: float = dataclasses.field(default=1e-3, kw_only=True)
    adaptive: float | None = dataclasses.field(default=None, kw_only=True)
    bounds: Any = dataclasses.field(default=None, kw_only=True)
    periods: Any = dataclasses.field(default=None, kw_only=True)
    span: tuple[float, float] = dataclasses.field(default=(1.0, 1.0), kw_only=True)
    method: str = dataclasses.field(default="auto", kw_only=True)
    nan: str = dataclasses.field(default="raise", kw_only=True)
    verbose: bool = dataclasses.field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        """Raises ValueError for settings that make no sense. It changes none, as scikit-learn wants
        it."""
        errors.choice("kernel", self.kernel, tuple(KERNELS))
        if isinstance(self.bandwidth, str):
            errors.choice("bandwidth", self.bandwidth, RULES)
            if self.bandwidth == "cv" and self.kernel != "gaussian":
                raise ValueError(
                    f"bandwidth='cv' is for kernel='gaussian', got {self.kernel!r}; use a rule, or GridSearchCV of "
                    "scikit-learn with several numbers"
                )
        errors.number("tol", self.tol, 0, 1, "it is the error of log densities, such as 1e-3")
        if self.adaptive is not None:
            errors.number(
                "adaptive", self.adaptive, 0, 1 + 1e-9, "0.5 is usual, None for one bandwidth"
            )
        if self.periods is not None and (self.kernel, self.adaptive) != ("gaussian", None):
            raise ValueError(
                "periods are for kernel='gaussian' without adaptive; leave them out, or one of these"
            )
        if self.periods is not None and isinstance(self.bandwidth, str) and self.bandwidth == "cv":
            raise ValueError(
                "bandwidth='cv' is not known with periods; use 'isj', another rule or a number"
            )
        errors.choice(
            "method", self.method, ("auto", *methods_of(KERNELS[self.kernel].kernel(1.0)))
        )
        errors.choice("nan", self.nan, ("raise", "drop"))
        errors.choice("verbose", self.verbose, (False, True))
        Gaussian(1.0, self.span)  # which checks the span

    @library_code
    def fit(
        self,
        points: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        sample_weight: ArrayLike | None = None,
    ) -> Density:
        """The `Density` of points (n, d) with weights (n,), equal ones if None. Integers and lists
        are taken as floats of JAX's default precision. sample_weight: another name of weights.

        Points or weights that are split over the devices of a mesh give a density that splits its
        queries so, and its log densities are split like them. Each device gets all points.

        Raises:
          ValueError: for points or weights that make no density, or too few or too equal ones for
            the bandwidth's rule.

        Warns:
          UserWarning: where many values repeat, for "isj" and "cv".
        """
        if sample_weight is not None:
            if weights is not None:
                raise ValueError("weights and sample_weight are the same; give one of them")
            weights = sample_weight
        self.__post_init__()  # settings may have been assigned
        vars(self).pop("density_", None)
        density = self._fitted(points, weights)
        if not errors.is_traced(density):
            self.density_ = density
        return density

    def _fitted(self, points: Any, weights: Any) -> Density:
        points = errors.points("points", points, None)
        if not len(points):
            raise ValueError("points are empty; a density needs at least one")
        weights = checked_weights(weights, len(points), points.dtype)
        points, weights = devices.automatic("points", points), devices.automatic("weights", weights)
        if (layout := devices.layout_of_fit(points, weights)) is not None:
            points, weights = devices.everywhere(layout, (points, weights))
        points, weights = without_nan(points, weights, self.nan)
        check_rows("points", points, np.isinf, "hold infinite coordinates", "remove or repair them")
        check(
            "weights",
            weights,
            lambda w: np.isfinite(w) & (w >= 0),
            "must be finite and not negative",
        )
        check("weights", weights, lambda w: w.any(), "are all zero; at least one must be positive")
        bounds = checked_bounds(self.bounds, points)
        periods = checked_periods(self.periods, bounds, points.shape[1])
        points = at_home(points, periods)
        bandwidth, whitening = self._bandwidth(points, weights, periods)
        density = Density(
            points=points,
            weights=weights,
            bandwidth=bandwidth,
            whitening=whitening,
            periods=periods,
            kernel=self.kernel,
            tol=self.tol,
            bounds=bounds,
            reflections=usual(bounds),
            method=self.method,
            span=(float(self.span[0]), float(self.span[1])),
            layout=layout,
        )
        if isinstance(self.bandwidth, str) and self.bandwidth == "cv":
            density = self._by_likelihood(density)
        if self.adaptive is None:
            return density.planned()
        pilot = dataclasses.replace(density, span=(1.0, 1.0)).planned().log_density(points)
        mean = (bandwidths.shares(weights) * pilot).sum()
        most = math.log(MOST_SCALE)
        scales = jnp.exp(jnp.clip(-self.adaptive * (pilot - mean), -most, most))
        return dataclasses.replace(density, scales=scales).planned()

    def log_density(self, queries: ArrayLike) -> jax.Array:
        """`Density.log_density` of what was fitted last; `score_samples` is an alias."""
        return self._last().log_density(queries)

    score_samples = log_density

    @library_code
    def score(
        self, queries: ArrayLike, y: None = None, sample_weight: ArrayLike | None = None
    ) -> jax.Array:
        """The log likelihood of queries (m, d) by what was fitted last: the sum of their log
        densities, each times its sample_weight (m,) if that is given. y: not used."""
        values = self.log_density(queries)
        if sample_weight is None:
            return values.sum()
        weights = errors.charges(
            "sample_weight", sample_weight, len(values), values.dtype, of="queries"
        )
        return jnp.where(weights != 0, weights * jnp.where(weights != 0, values, 0), 0).sum()

    def sample(self, key: jax.Array, n: int = 1) -> jax.Array:
        """`Density.sample` of what was fitted last."""
        return self._last().sample(key, n)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name. deep: not used, none of them is an estimator."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def set_params(self, **params: Any) -> "KernelDensity":
        """Changes settings and returns the estimator; it has to be fitted again.

        Raises:
          ValueError: for names that are none of a setting, or for settings that make no sense;
            nothing is changed then.
        """
        if unknown := sorted(params.keys() - self.get_params().keys()):
            raise ValueError(
                f"{', '.join(unknown)} is no setting; there are {', '.join(self.get_params())}"
            )
        vars(self).update(vars(dataclasses.replace(self, **params)))
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type="density_estimator", target_tags=TargetTags(required=False))

    def _last(self) -> Density:
        if "density_" not in vars(self):
            raise ValueError(
                "this KernelDensity has no density: call fit(points) before; inside jit, where it keeps none, use the "
                "Density that fit returns"
            )
        return self.density_

    def _bandwidth(self, points: jax.Array, weights: jax.Array, periods: Any) -> Any:
        """The bandwidth, of "cv" the one to start from, and what `Density.whitening` holds."""
        n, dtype = len(points), points.dtype
        if not isinstance(self.bandwidth, str):
            h = checked_bandwidth(self.bandwidth, points)
            if periods is not None and h.ndim == 2:
                raise ValueError(
                    "bandwidth must be a number or one for each axis with periods, got a covariance matrix of shape "
                    f"{h.shape}; give its standard deviations"
                )
            if not errors.is_traced(still := lax.stop_gradient((points, h))):
                x, width = jax.device_get(still)
                warn_of_steps(x, np.sqrt(np.diag(width)) if width.ndim == 2 else width)
            return h, None
        if n < 2:
            raise ValueError(
                f"bandwidth={self.bandwidth!r} needs at least two points, got one; give a number"
            )
        lengths = tuple(period and period.length for period in periods or (None,) * points.shape[1])
        still = lax.stop_gradient((points, weights))
        known, rule = (
            not errors.is_traced(still),
            "silverman" if self.bandwidth == "silverman" else "scott",
        )
        if self.bandwidth in ("isj", "cv") and not known:
            raise ValueError(
                f"bandwidth={self.bandwidth!r} needs points and weights that are not traced; fit outside of jit, or "
                "use 'silverman' or a number"
            )
        if not known:
            return _along_axes(bandwidths.by_spread(rule, points, weights, lengths), periods), None
        given = jax.device_get(still)
        x, w = (a[given[1] > 0].astype(np.float64) for a in given)
        x = bandwidths.on_line(x, bandwidths.shares(w), lengths, np)
        check_spread(x, self.bandwidth, dtype)
        if self.bandwidth == "isj":
            found = ties.find(given[0])
            best, least = (
                bandwidths.isj(*found.merged(*given), found.spacing, lengths),
                ties.LEAST * found.spacing,
            )
            found.warn("isj", at_least=bool((best < least).any()))
            return jnp.asarray(np.maximum(best, least).astype(dtype)), None
        exact = bandwidths.of_spread(rule, x, w)
        whitening = None
        if exact.ndim == 2 and periods is None:
            check_across(x, exact, self.bandwidth, dtype)
            whitening = frame.kept(exact, dtype)
            whitening = None if whitening is None else jnp.asarray(whitening)
        h = jnp.asarray(exact.astype(dtype))
        if errors.is_traced(points, weights):  # the derivatives are those of the traceable formula
            found = bandwidths.by_spread(rule, points, weights, lengths)
            h = found + lax.stop_gradient(h - found)
        return _along_axes(h, periods), whitening

    def _by_likelihood(self, density: Density) -> Any:
        """`density` with the multiple of its bandwidth that has the largest leave-one-out
        likelihood."""
        given = [np.asarray(a) for a in lax.stop_gradient((density.points, density.weights))]
        found = ties.find(given[0])
        least = found.least_scale(lax.stop_gradient(density.bandwidth))
        if found.share == 1 and not found.on_lattice or least >= cross_validation.RANGE[1]:
            raise ValueError(
                "bandwidth='cv' needs points that do not all repeat, and values with a spacing that is small beside "
                "their spread: their leave-one-out likelihood grows without end as the bandwidth shrinks; merge "
                "repeated points (weights), or use 'isj' or a number"
            )
        merged, some = found.merged(*given), density
        if merged[0] is not given[0]:
            points, weights = map(jnp.asarray, merged)
            some = dataclasses.replace(density, points=points, weights=weights)
        with progress.waiting(f"bandwidth='cv' of {len(merged[0]):,} points"):
            best = cross_validation.by_likelihood(some, least, self.verbose)
        if best is None:
            raise ValueError(
                f"bandwidth='cv' finds no largest leave-one-out likelihood between {cross_validation.RANGE[0]:g} and "
                f"{cross_validation.RANGE[1]:g} times Scott's bandwidth; merge repeated points (weights), or use 'isj' or a "
                "number"
            )
        log_scale, searched = best
        found.warn("cv", at_least=math.exp(log_scale) <= least * (1 + cross_validation.TOLERANCE))
        return dataclasses.replace(cross_validation.times(density, log_scale), searched=searched)


def _along_axes(bandwidth: jax.Array, periods: Any) -> jax.Array:
    """The bandwidth of a rule as periods have it: its standard deviations along the axes."""
    return bandwidth if periods is None or bandwidth.ndim < 2 else jnp.sqrt(jnp.diagonal(bandwidth))
