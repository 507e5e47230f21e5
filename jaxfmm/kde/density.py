"""Kernel density estimation: a fitted density and what it answers."""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, pytrees
from jaxfmm.kde import conditional, evaluate, gaussiansum, grid_and_plot, integrals, sharded
from jaxfmm.kde.bounds import into_periods, reflect_into, with_enough_images
from jaxfmm.kde.data import checked_bandwidth, weighted_sum
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.describe import describe
from jaxfmm.kde.evaluated import EvaluatedDensity, of_points
from jaxfmm.kde.frame import from_frame, whitening_of_axes
from jaxfmm.kde.quantiles import quantile
from jaxfmm.switches import library_code


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Density(EvaluatedDensity):
    """A fitted density, made by `KernelDensity.fit`.

        f(x) = sum_j w_j N(x; y_j, s_j^2 H) / sum_j w_j

    N is the normal density or another kernel, H the square of the bandwidth or its covariance
    matrix. The logarithm of f comes from a fast sum where that is well above its own error, and
    from sums of logarithms elsewhere.

    It is a pytree that passes through `jit`, `grad` and `vmap`, with derivatives in points,
    weights, bandwidth and scales. `print(density)` shows one screen.

    Attributes:
      points: (n, d).
      weights: (n,), divided by the largest one where they would leave the range of the dtype.
      log_weights: (n,) their logarithms, if these were given, otherwise None. Log densities follow
        from them.
      bandwidth: a number, (d,) or a covariance matrix (d, d).
      scales: (n,) by which the bandwidth is multiplied at each point, or None.
      kernel, tol, bounds, method, span: as given to `KernelDensity`.
      searched: how many of the points, if not all, chose the bandwidth.

    Internal attributes:
      whitening: (2, d, d) the inverse of the Cholesky factor of the covariance matrix, if rounding
        its entries to the precision of the points would change the density; otherwise None.
      order: (n,) the numbers of the points along a curve that keeps neighbours together, for sums
        of logarithms; floats, since derivatives are taken of whole densities. None: each sum sorts.
      reflections: for each axis with two bounds, how many pairs of mirror images a query has, 1 for
        others; None without bounds.
      periods: for each axis its period and the number of copies to each side, None for an axis
        without a period; None without periods.
      sums: the fast sums: pairs of the logarithms of scales and the choice of a plan for them.
      layout: how queries are split over the devices of a mesh, all of which have all arrays; None
        for one device.
    """

    @library_code
    def __repr__(self) -> str:
        return describe(self)

    @library_code
    def log_density(self, queries: ArrayLike) -> Array:
        """log f at queries (m, d) -> (m,), each to an absolute error of about `tol` or of rounding.

        Outside of the bounds and for queries with an infinite coordinate it is -inf, with the
        gradient zero; for queries with a coordinate that is NaN value and gradient are NaN. No
        query depends on the others."""
        x = self._checked_queries(queries)
        return self._log_density_by_blocks(x, None) if len(x) else x.sum(1)

    score_samples = log_density

    @library_code
    def density(self, queries: ArrayLike) -> Array:
        """f at queries (m, d) -> (m,)."""
        return jnp.exp(self.log_density(queries))

    @library_code
    def score(self, queries: ArrayLike) -> Array:
        """The log likelihood of queries (m, d): the sum of their log densities."""
        return jnp.sum(self.log_density(queries))

    @library_code
    def grad_log_density(self, queries: ArrayLike) -> Array:
        """The gradient of log f (the score function) at queries (m, d) -> (m, d)."""
        return jax.grad(self.score)(self._checked_queries(queries))

    @library_code
    def loo_log_density(self) -> Array:
        """log f at every point, without that point's own term -> (n,).

            L_i = log((sum_(j != i) w_j N(y_i; y_j, s_j^2 H)) / (sum_(j != i) w_j))

        with the kernel N of this density.
        """
        if len(self.points) < 2:
            raise ValueError(
                "points must be at least two to leave one out, got one; fit more points"
            )
        return self._log_density_by_blocks(
            self.points, jnp.arange(len(self.points), dtype=jnp.int32)
        )

    @library_code
    def loo_log_likelihood(self) -> Array:
        """The sum over the points of their leave-one-out log densities, each times its weight over
        the mean weight. The bandwidth that makes it largest is a good one (Habbema, Hermans & van
        den Broek 1974; Duin 1976)."""
        return weighted_sum(self.loo_log_density(), self.weights / self.weights.mean())

    @library_code
    def log_conditional(self, queries: ArrayLike, given: int | Sequence[int]) -> Array:
        """log f(rest | given) at queries (m, d) -> (m,), NaN where f(given) is zero, as outside of
        the bounds.

        given: the axes that are known, such as [0] or 0 for p(y | x); at least one axis must be
        left."""
        x, axes = self._checked_queries(queries), self._checked_axes("given", given)
        if len(axes) == x.shape[1]:
            raise ValueError(
                f"given must leave at least one of the {len(axes)} axes, got {axes}; "
                "use log_density(...)"
            )
        if not axes:
            return self.log_density(x)
        return self.log_density(x) - self.marginal(axes).log_density(x[:, np.array(axes)])

    @library_code
    def marginal(self, axes: int | Sequence[int]) -> "Density":
        """The density of some of the coordinates, in the order of `axes` (one number or several): a
        `Density` in len(axes) dimensions."""
        axes = self._checked_axes("axes", axes)
        if not axes:
            raise ValueError(
                "axes must be at least one column of the points, got none; give a number or a list"
            )
        return self._of_axes(axes).planned()

    def _of_axes(self, axes: tuple[int, ...]) -> "Density":
        """The density of some of the coordinates, whose fast sums are not chosen yet."""
        if self.kernel != "gaussian":
            raise ValueError(
                f"marginal densities are known for kernel='gaussian', got {self.kernel!r}; "
                "fit the columns alone"
            )
        columns, h = np.array(axes), self.bandwidth
        h = h if h.ndim == 0 else h[columns] if h.ndim == 1 else h[columns][:, columns]

        def of_axes(rows):
            return None if rows is None else tuple(rows[axis] for axis in axes)

        return dataclasses.replace(
            self,
            points=self.points[:, columns],
            bandwidth=h,
            whitening=whitening_of_axes(self.whitening, columns),
            bounds=of_axes(self.bounds),
            reflections=of_axes(self.reflections),
            periods=of_axes(self.periods),
            order=None,
            sums=(),
        )

    @library_code
    def with_bandwidth(self, bandwidth: ArrayLike) -> "Density":
        """This density with another bandwidth, traced or not: fast as long as it is within `span`
        times the fitted one, and slower but correct beyond. With periods, or two bounds of an axis,
        a bandwidth that is traced may be 1.2 times the largest one of the span before values are
        NaN."""
        h = checked_bandwidth(bandwidth, self.points)
        return with_enough_images(dataclasses.replace(self, bandwidth=h, whitening=None))

    @library_code
    def sample(self, key: Array, n: int) -> Array:
        """n >= 0 draws from f -> (n, d). key: of `jax.random`."""
        n = inputs.integer("n", n, 0, 2**31 - 1, "it is the number of draws")
        where, noise = jax.random.split(key)
        p = self.weights / self.weights.max()
        chosen = jax.random.choice(where, len(self.points), (n,), p=p)
        step = KERNELS[self.kernel].steps(noise, n, self.dim, self.points.dtype)
        step = from_frame(self, step)
        if self.scales is not None:
            step = step * self.scales[chosen, None]
        drawn = into_periods(self.points[chosen] + step, self.periods)
        if self.bounds is None:
            return drawn
        columns = [reflect_into(x, *ends) for x, ends in zip(drawn.T, self.bounds)]
        return jnp.stack(columns, axis=1)

    @library_code
    def sample_conditional(
        self, key: Array, n: int, values: ArrayLike, given: int | Sequence[int]
    ) -> Array:
        """n >= 0 draws from f(rest | given), for Gaussian kernels: whole points (n, d) with the
        known values in their columns, NaN where f(given) is zero, as outside of the bounds.

        key: of `jax.random`. values: the known coordinates in the order of `given`, (g,) or a
        number for one axis; for (m, g) the result is (m, n, d). They may be far from all points.
        given: the axes that are known, as in `log_conditional`.

        Example:
          >>> import jax, jax.numpy as jnp, jaxfmm
          >>> x = jax.random.normal(jax.random.key(0), (1000, 1))
          >>> density = jaxfmm.KernelDensity(0.1).fit(jnp.concatenate([x, 2 * x], axis=1))
          >>> drawn = density.sample_conditional(jax.random.key(1), 500, 1.0, given=0)
          >>> print(drawn.shape, drawn[:, 1].mean().round(1))
          (500, 2) 2.0
        """
        axes = self._checked_axes("given", given)
        if not 0 < len(axes) < self.dim:
            raise ValueError(
                f"given must be at least one of the {self.dim} axes, and not all of them, got "
                f"{axes}; use sample(key, n) where none is known"
            )
        order = axes + tuple(axis for axis in range(self.dim) if axis not in axes)
        drawn = conditional.sample(self._of_axes(order), self._of_axes(axes), key, n, values)
        return drawn[..., np.argsort(order)]

    @library_code
    def integrate(self, low: ArrayLike, high: ArrayLike) -> Array:
        """The mass between low and high in one dimension: the integral of f over [low, high].

        low, high: numbers or arrays that broadcast to the shape of the result; infinite for an open
        end. Each point's part is the difference of two tails of its kernel, so that small masses
        far out have their digits.

        Raises:
          ValueError: for a density in more dimensions or on a circle; as far as is known, for low >
            high.
        """
        a, b = integrals.checked_interval(self, low, high)
        mass = integrals.mass(self, a.reshape(-1), b.reshape(-1)).reshape(a.shape) if a.size else a
        mass = jnp.where(jnp.isnan(a) | jnp.isnan(b), jnp.nan, mass)
        return errors.if_right(evaluate.valid(self), mass)

    @library_code
    def cdf(self, x: ArrayLike) -> Array:
        """The mass below x in one dimension, of the shape of x. Above x it is `integrate(x,
        jnp.inf)`."""
        return self.integrate(-jnp.inf, x)

    @library_code
    def ppf(self, p: ArrayLike) -> Array:
        """The quantiles in one dimension: the x below which the mass is p, the inverse of `cdf`.

        p: probabilities, of the shape of the result. At 0 and 1 these are the ends of the axis:
        infinite, or the bounds. Where the density has a gap, x may be anywhere in the gap.
        Differentiable in p, points, weights and bandwidth: dx/dp = 1 / f(x).

        Raises:
          ValueError: for a density in more dimensions or on a circle; as far as is known, for p
            outside of [0, 1], which gives NaN inside `jit`.

        Example:
          >>> import jax.numpy as jnp
          >>> from jaxfmm import KernelDensity
          >>> density = KernelDensity(0.5).fit(jnp.zeros((1, 1)))
          >>> print(density.ppf(jnp.array([0.5, 0.841344746])).round(3))
          [0.  0.5]
        """
        share, _ = integrals.checked_interval(self, p, jnp.inf, "p")
        if not errors.is_traced(share) and not bool(((share >= 0) & (share <= 1)).all()):
            raise ValueError(
                f"p must be between 0 and 1, got {share.min()} to {share.max()}; quantiles are for "
                "probabilities"
            )
        x = quantile(self, share.reshape(-1)).reshape(share.shape) if share.size else share
        return errors.if_right(evaluate.valid(self), x)

    @library_code
    def interval(self, confidence: ArrayLike) -> tuple[Array, Array]:
        """(low, high) in one dimension: the central interval with this mass, with equal masses on
        both sides, as `interval` of the distributions of scipy."""
        share = jnp.asarray(confidence, self.points.dtype)
        return self.ppf(0.5 - 0.5 * share), self.ppf(0.5 + 0.5 * share)

    @library_code
    def grid(
        self, bounds: Sequence[Any] | None = None, shape: int | Sequence[int] = 100
    ) -> tuple[Array, ...]:
        """log f on a regular grid, for plots and integrals.

        Args:
          bounds: (low, high) for each axis, the first and last of its places. None, for an axis or
            for all: the extent of the points and three bandwidths about them (one, where the kernel
            ends there), within the bounds of the density.
          shape: how many places along each axis, or along all.

        Returns:
          The axes, (shape[c],) each, and last log f, (*shape).

        Example:
          >>> import jax, jax.numpy as jnp, jaxfmm
          >>> points = jax.random.normal(jax.random.key(0), (1000, 2))
          >>> x, y, log_f = jaxfmm.KernelDensity().fit(points).grid(shape=(60, 50))
          >>> log_f.shape
          (60, 50)
          >>> round(float(jnp.trapezoid(jnp.trapezoid(jnp.exp(log_f), y), x)), 2)
          1.0
        """
        axes = grid_and_plot.grid_axes(self, bounds, shape)
        return *axes, grid_and_plot.grid_values(self.log_density, axes)

    @library_code
    def plot(
        self,
        ax: Any = None,
        bounds: Sequence[Any] | None = None,
        shape: int | Sequence[int] | None = None,
        **options: Any,
    ) -> Any:
        """Draws f with matplotlib: a line in 1D, a map in 2D.

        Args:
          ax: the axes of matplotlib; None for the current ones.
          bounds, shape: as in `grid`; by default 512 places in 1D and 256 x 256 in 2D.
          options: for `ax.plot` in 1D and `ax.pcolormesh` in 2D.

        Returns:
          What was drawn, for a colour bar or a legend: a `Line2D` or a `QuadMesh`.

        Raises:
          ValueError: in more than two dimensions.  ImportError: without matplotlib.
        """
        grid = functools.partial(self.grid, bounds)
        return grid_and_plot.plot(self.dim, grid, ax, shape, options)

    @library_code
    def planned(self) -> "Density":
        """This density with its fast sums chosen anew for its points, bandwidth and span. Inside
        `jit`, where points are not known, they are chosen for a usual extent; points beyond it get
        correct but slower sums of logarithms."""
        fitted = with_enough_images(self, self.span[1])
        full = fitted._with_fillers()
        order = gaussiansum.order(full) if self.kernel == "gaussian" else None
        sums = evaluate.sums_of(self.kernel).plan_sums(full, None, self.span)
        full = dataclasses.replace(full, order=order, sums=sums)
        if (n := len(self.points)) == len(full.points):
            return full
        if order is not None:
            known = np.asarray(order)
            order = jax.device_put(known[known < n])
        density = dataclasses.replace(fitted, order=order, sums=of_points(sums, n))
        vars(density)["_full"] = full
        return density

    def _checked_axes(self, name: str, axes: Any) -> tuple[int, ...]:
        """Different columns of the points as a tuple of ints."""
        if np.ndim(axes) > 1 or errors.is_traced(axes) or isinstance(axes, str):
            raise ValueError(
                f"{name} must be a column of the points or a list of such, got {axes!r}"
            )
        fix = "an axis is a column of the points"
        entries = [axes] if np.ndim(axes) == 0 else axes
        plain = (a.item() if isinstance(a, np.ndarray | Array) else a for a in entries)
        columns = tuple(inputs.integer(name, axis, 0, self.dim - 1, fix) for axis in plain)
        if len(set(columns)) < len(columns):
            raise ValueError(f"{name} must be different columns of the points, got {columns}")
        return columns

    def _checked_queries(self, queries: ArrayLike) -> Array:
        x = inputs.points("queries", queries, (self.dim,))
        inputs.same_dtype("queries", x, "points", self.points.dtype)
        return sharded.to_automatic_axes("queries", x)
