"""Kernel density estimation with Gaussians: fast, differentiable, right in the tails.

    f(x) = sum_j w_j N(x; y_j, s_j^2 H) / sum_j w_j

where N is the normal density and H the square of the bandwidth, or its covariance matrix. The
logarithm of f comes from the fast sum where that is well above its own error and from sums of
logarithms elsewhere."""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, pytrees
from jaxfmm.kde import evaluate, frame, gaussiansum, grid_and_plot, sharded as devices
from jaxfmm.kde.bounds import Period, at_home, fitting, folded, number
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.describe import describe
from jaxfmm.kde.evaluate import Known
from jaxfmm.kde.integrals import mass
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.request import Choice
from jaxfmm.sharding.layout import Layout
from jaxfmm.switches import library_code

BLOCK = 2**20  # the most queries at once
USUAL_IMAGES = 16  # with more images of a query there are fewer queries


@functools.partial(
    pytrees.register,
    data_fields=["points", "weights", "bandwidth", "whitening", "scales", "order"],
    meta_fields=[
        "kernel",
        "tol",
        "bounds",
        "reflections",
        "periods",
        "method",
        "span",
        "sums",
        "searched",
        "layout",
    ],
)
@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Density:
    """A fitted density, made by `KernelDensity.fit`: a pytree that passes through `jit`, `grad` and
    `vmap`.

    There are derivatives in points, weights, bandwidth and scales. `print(density)` shows one
    screen.

    Attributes:
      points: (n, d).
      weights: (n,), over the largest one where they would leave the range of the dtype.
      bandwidth: a number, (d,) or a covariance matrix (d, d).
      scales: (n,) what the bandwidth is multiplied by at each point, or None.
      kernel: as given to `KernelDensity`; so are tol, bounds, method and span.
      searched: how many of the points, if not all, chose the bandwidth.

    Internal attributes:
      whitening: (2, d, d) the inverse of the Cholesky factor of a covariance matrix that its own
        entries do not tell to the precision of the points (`frame.kept`), or None.
      order: (n,) the numbers of the points along a curve that keeps neighbours together, for sums
        in tails; as floats, since derivatives are taken of whole densities. None where each sum
        sorts anew.
      reflections: of each axis with two bounds, how many pairs of mirror images a query has, 1 for
        others; None for no bounds.
      periods: of each axis its `bounds.Period`, None for an axis that does not come round; None for
        none.
      sums: the fast sums: pairs of the scales to sum at and the `Choice` of a plan for them.
      layout: how queries are split over the devices of a mesh, all of which have all arrays; None
        for one device.
    """

    points: jax.Array
    weights: jax.Array
    bandwidth: jax.Array
    whitening: jax.Array | None = None
    scales: jax.Array | None = None
    order: jax.Array | None = None
    kernel: str = "gaussian"
    tol: float
    bounds: tuple[tuple[float | None, float | None], ...] | None
    reflections: tuple[int, ...] | None = None
    periods: tuple[Period | None, ...] | None = None
    method: str
    span: tuple[float, float]
    sums: tuple[tuple[tuple[float, ...], Choice], ...] = ()
    searched: int | None = None
    layout: Layout | None = None

    @library_code
    def __repr__(self) -> str:
        return describe(self)

    @library_code
    def log_density(self, queries: ArrayLike) -> jax.Array:
        """log f at queries (m, d) -> (m,), each to an absolute error of about `tol` or of rounding.

        Outside of the bounds and for queries with an infinite coordinate it is -inf, with the
        gradient zero; for queries with a coordinate that is NaN value and gradient are NaN. No
        query depends on the others."""
        queries = self._queries(queries)
        return self._in_blocks(queries, None) if len(queries) else queries.sum(1)

    def _in_blocks(self, queries: jax.Array, own: jax.Array | None) -> jax.Array:
        """log f at queries (m, d), by blocks that fit the memory. What is not traced is filled up
        to one of few sizes, so that other numbers of queries need no other programs. Where devices
        have their parts of the queries, each does so with its part."""
        if (layout := devices.layout_for(self, queries)) is not None:
            some = self._over(layout)
            here = dataclasses.replace(some._measured(queries), layout=None)
            return devices.split(layout, _on_device, (here, some._known), queries, own)
        if not (errors.is_traced(self, queries, jnp.zeros(())) or "_known" in self.__dict__):
            shapes = jax.eval_shape(
                functools.partial(_filled, size=_block(len(queries), self._most)), queries, own
            )[0]
            evaluate.compile_ahead(self._measured(queries), *shapes)
        return self._on_one(queries, own, self._known)

    def _on_one(self, queries: jax.Array, own: jax.Array | None, known: Known | None) -> jax.Array:
        m, traced = len(queries), errors.is_traced(self, queries)
        if traced and m <= self._most:
            return evaluate.log_density(self._measured(queries), queries, own, known=known)
        blocks = _filled(queries, own, size=_block(m, self._most))
        if traced:
            one = jax.checkpoint(lambda block: evaluate.log_density(self, *block, known))
            return lax.map(one, _stacked(blocks)).reshape(-1)[:m]
        return _joined(
            [evaluate.log_density(self._measured(block[0]), *block, known) for block in blocks], m=m
        )

    score_samples = log_density

    @library_code
    def density(self, queries: ArrayLike) -> jax.Array:
        """f at queries (m, d) -> (m,)."""
        return jnp.exp(self.log_density(queries))

    @library_code
    def score(self, queries: ArrayLike) -> jax.Array:
        """The log likelihood of queries (m, d): the sum of their log densities."""
        return jnp.sum(self.log_density(queries))

    @library_code
    def grad_log_density(self, queries: ArrayLike) -> jax.Array:
        """The gradient of log f (the score function) at queries (m, d) -> (m, d)."""
        return jax.grad(self.score)(self._queries(queries))

    @library_code
    def loo_log_density(self) -> jax.Array:
        """log f at every point, without that point's own term -> (n,):

        log( sum_(j != i) w_j N(y_i; y_j, s_j^2 H) / sum_(j != i) w_j )
        """
        if len(self.points) < 2:
            raise ValueError("leaving one out needs at least two points, got one")
        return self._in_blocks(self.points, jnp.arange(len(self.points), dtype=jnp.int32))

    @library_code
    def loo_log_likelihood(self) -> jax.Array:
        """The sum over the points of their log densities when left out, each times its weight over
        the mean weight. The bandwidth that makes it largest is a good one (Habbema, Hermans & van
        den Broek 1974; Duin 1976)."""
        values = self.loo_log_density()
        share = self.weights / self.weights.mean()
        return jnp.sum(jnp.where(share > 0, share * jnp.where(share > 0, values, 0), 0))

    @library_code
    def log_conditional(self, queries: ArrayLike, given: int | Sequence[int]) -> jax.Array:
        """log f(rest | given) at queries (m, d) -> (m,), NaN where f(given) is zero, as outside of
        the bounds.

        given: the axes that are known, such as [0] or 0 for p(y | x); at least one axis must be
        left."""
        queries, given = self._queries(queries), self._axes("given", given)
        if len(given) == queries.shape[1]:
            raise ValueError(
                f"given must leave at least one of the {len(given)} axes, got {given}; use log_density(...)"
            )
        if not given:
            return self.log_density(queries)
        return self.log_density(queries) - self.marginal(given).log_density(
            queries[:, np.array(given)]
        )

    @library_code
    def marginal(self, axes: int | Sequence[int]) -> "Density":
        """The density of some of the coordinates, in the order of `axes` (one number or several): a
        `Density` in len(axes) dimensions."""
        axes = self._axes("axes", axes)
        if not axes:
            raise ValueError("axes must be at least one column of the points, got none")
        if self.kernel != "gaussian":
            raise ValueError(
                f"marginal densities are known for kernel='gaussian', got {self.kernel!r}; fit the columns alone"
            )
        some = np.array(axes)
        h = self.bandwidth
        h = h if h.ndim == 0 else h[some] if h.ndim == 1 else h[some][:, some]
        static: dict[str, Any] = {
            name: None if rows is None else tuple(rows[axis] for axis in axes)
            for name, rows in (
                ("bounds", self.bounds),
                ("reflections", self.reflections),
                ("periods", self.periods),
            )
        }
        whitening = frame.of_axes(self.whitening, some)
        return dataclasses.replace(
            self, points=self.points[:, some], bandwidth=h, whitening=whitening, **static
        ).planned()

    @library_code
    def with_bandwidth(self, bandwidth: ArrayLike) -> "Density":
        """The same with another bandwidth, traced or not: fast as long as it is within `span` times
        the fitted one, and right beyond. With periods, or two bounds of an axis, a bandwidth that
        is traced may be 1.2 times the largest one of the span before values are NaN."""
        h = checked_bandwidth(bandwidth, self.points)
        changed = dataclasses.replace(self, bandwidth=h, whitening=None)
        return dataclasses.replace(changed, **fitting(changed))

    @library_code
    def sample(self, key: jax.Array, n: int) -> jax.Array:
        """n >= 0 draws from f -> (n, d). key: of `jax.random`."""
        n = errors.integer("n", n, 0, 2**31 - 1, "it is the number of draws")
        where, noise = jax.random.split(key)
        dim, dtype = self.points.shape[1], self.points.dtype
        chosen = jax.random.choice(
            where, len(self.points), (n,), p=self.weights / self.weights.max()
        )
        step = KERNELS[self.kernel].steps(noise, n, dim, dtype)
        step = frame.stretched(self, step)
        if self.scales is not None:
            step = step * self.scales[chosen, None]
        drawn = at_home(self.points[chosen] + step, self.periods)
        if self.bounds is None:
            return drawn
        return jnp.stack([folded(drawn[:, c], *pair) for c, pair in enumerate(self.bounds)], axis=1)

    @library_code
    def integrate(self, low: ArrayLike, high: ArrayLike) -> jax.Array:
        """The mass between low and high in one dimension: the integral of f over [low, high].

        low, high: numbers or arrays that broadcast, of which the result has the shape; infinite for
        an open end. Each point's part is the difference of two tails of its kernel, so that small
        masses far out have their digits.

        Raises:
          ValueError: for a density in more dimensions or on a circle; as far as is known, for low >
            high.
        """
        if self.periods is not None:
            raise ValueError(
                "integrals are not known on a circle; sum the densities of a grid over the period"
            )
        if self.points.shape[1] != 1:
            raise ValueError(
                f"integrals are known in one dimension, this density is in {self.points.shape[1]}D; use marginal(axis)"
            )
        most = float(jnp.finfo(self.points.dtype).max)
        ends = (foreign.numbers(name, x)[0] for name, x in (("low", low), ("high", high)))
        ends = (
            jnp.clip(x, -most, most) if isinstance(x, jax.Array) else np.clip(x, -most, most)
            for x in ends
        )
        low, high = jnp.broadcast_arrays(*(jnp.asarray(x, self.points.dtype) for x in ends))
        if not errors.is_traced(low, high) and bool((low > high).any()):
            raise ValueError("low must not be greater than high")
        part = mass(self, low.reshape(-1), high.reshape(-1)) if low.size else low
        part = jnp.where(jnp.isnan(low) | jnp.isnan(high), jnp.nan, part.reshape(low.shape))
        return jnp.where(evaluate.valid(self), part, jnp.nan)

    @library_code
    def cdf(self, x: ArrayLike) -> jax.Array:
        """The mass below x in one dimension, of the shape of x. Above x it is `integrate(x,
        jnp.inf)`."""
        return self.integrate(-jnp.inf, x)

    @library_code
    def grid(
        self, bounds: Sequence[Any] | None = None, shape: int | Sequence[int] = 100
    ) -> tuple[jax.Array, ...]:
        """log f on a lattice, for pictures and integrals.

        Args:
          bounds: (low, high) for each axis, the first and last of its places. None, for an axis or
            for all: that of the points and three bandwidths about them (one, where the kernel ends
            there), within the bounds of the density.
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
        axes = grid_and_plot.lattice(self, bounds, shape)
        return *axes, grid_and_plot.values(self, axes)

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
        return grid_and_plot.draw(self, ax, bounds, shape, options)

    @library_code
    def planned(self) -> "Density":
        """The same with its fast sums chosen anew for its points, bandwidth and span. Inside `jit`,
        where points are not known, that is for a usual extent; where they exceed it, the right but
        slower sums of logarithms take over."""
        fitted = dataclasses.replace(self, **fitting(self, self.span[1]))
        order = gaussiansum.order(fitted) if self.kernel == "gaussian" else None
        sums = evaluate.sums_of(self.kernel).planned(fitted, None, self.span)
        return dataclasses.replace(fitted, order=order, sums=sums)

    def _axes(self, name: str, axes: Any) -> tuple[int, ...]:
        """Different columns of the points as a tuple of ints."""
        fix = "an axis is a column of the points"
        if np.ndim(axes) > 1 or errors.is_traced(axes) or isinstance(axes, str):
            raise ValueError(
                f"{name} must be a column of the points or a list of such, got {axes!r}"
            )
        dim, axes = self.points.shape[1], [axes] if np.ndim(axes) == 0 else axes
        found = tuple(errors.integer(name, _plain(axis), 0, dim - 1, fix) for axis in axes)
        if len(set(found)) < len(found):
            raise ValueError(f"{name} must be different columns of the points, got {found}")
        return found

    def _queries(self, queries: Any) -> jax.Array:
        queries = errors.points("queries", queries, (self.points.shape[1],))
        errors.same_dtype("queries", queries, "points", self.points.dtype)
        return devices.automatic("queries", queries)

    def _measured(self, queries: jax.Array) -> "Density":
        """The same with room for these queries, if they are known, in plans without which there is
        no other sum."""
        still, queries = lax.stop_gradient((self, queries))
        if self.kernel == "gaussian" or errors.is_traced(still, queries):
            return self
        if not any(choice.capacity.near for _, choice in self.sums):
            return self
        queries = queries if self.layout is None else devices.everywhere(self.layout, queries)
        return self.planned_for(queries, (1.0, 1.0))

    @functools.cached_property
    def _known(self) -> Any:
        """What all sums share, found once: of this very density, so that it is no part of the
        pytree."""
        return evaluate.known(self)

    @property
    def _most(self) -> int:
        """The most queries at once."""
        return max(1, BLOCK * USUAL_IMAGES // max(USUAL_IMAGES, number(self)))

    def _over(self, layout):
        """The same with its arrays on all devices of a layout."""
        if self.layout is not None:
            return self
        if layout not in self._copies:
            self._copies[layout] = dataclasses.replace(
                devices.everywhere(layout, self), layout=layout
            )
        return self._copies[layout]

    @functools.cached_property
    def _copies(self):
        return {}

    def planned_for(self, queries, span):
        """The same with its fast sums chosen anew for these queries, known ones, and such a
        span."""
        queries = jnp.where(jnp.isfinite(queries).all(1)[:, None], queries, self.points[:1])
        return dataclasses.replace(
            self, sums=evaluate.sums_of(self.kernel).planned(self, queries, span)
        )


def _on_device(given, queries, own=None):
    """log f at a device's part of the queries. given: the `Density` and its `Known`."""
    density, known = given
    return density._on_one(queries, own, known)


def _block(m: int, most: int) -> int:
    """How many of m queries a program takes at a time, at most so many."""
    return most if m > most else rounded_up(m)


# Each is one program, where JAX would compile and start their operations one by one.


@functools.partial(jax.jit, static_argnames="size")
def _filled(
    queries: jax.Array, own: jax.Array | None, *, size: int
) -> list[tuple[jax.Array, jax.Array | None, jax.Array]]:
    """[(queries (size, d), own, there)] of all queries (m, d); the last ones are filled up with
    some that do not count. there: (size,) which ones do."""
    m, rest = len(queries), -len(queries) % size
    queries = jnp.pad(queries, ((0, rest), (0, 0)), mode="edge")
    own = None if own is None else jnp.pad(own, (0, rest))
    there = lax.iota(jnp.int32, m + rest) < m
    starts = range(0, m, size)
    return [jax.tree.map(lambda a, i=i: a[i : i + size], (queries, own, there)) for i in starts]


@functools.partial(jax.jit, static_argnames="m")
def _joined(parts: list[jax.Array], *, m: int) -> jax.Array:
    return jnp.concatenate(parts)[:m]


def _stacked(blocks):
    return jax.tree.map(lambda *parts: jnp.stack(parts), *blocks)


def rounded_up(m: int) -> int:
    """The next size among four for each power of two."""
    step = 2 ** max(0, (m - 1).bit_length() - 3)
    return -(-m // step) * step


def _plain(axis: Any) -> int:
    """An entry of an array as a number."""
    return axis.item() if isinstance(axis, np.ndarray | jax.Array) else axis


def checked_bandwidth(bandwidth: Any, points: jax.Array) -> jax.Array:
    """A bandwidth, traced or not, as an array of the dtype of the points."""
    kernel = Gaussian(foreign.leaves(bandwidth))
    kernel.check(points.shape[1])
    kernel.check_at(points)
    return jnp.asarray(kernel.bandwidth, points.dtype)
