"""Kernel density estimation with Gaussians: fast, differentiable, right in the tails.

    f(x) = sum_j w_j N(x; y_j, s_j^2 H) / sum_j w_j

where N is the normal density and H the square of the bandwidth, or its covariance matrix. The logarithm of f comes from
the fast sum where that is well above its own error and from `logsum` elsewhere.
"""

import dataclasses
import functools
import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import accuracy, errors
from jaxfmm.kde import interpolation, kernelsum, picture
from jaxfmm.kde.bandwidths import sums_of_others
from jaxfmm.kde.bounds import folded, images as _images, within
from jaxfmm.kde.describe import describe
from jaxfmm.kde.kernels import KERNELS
from jaxfmm.kde.logsum import log_sums
from jaxfmm.kde.mass import mass
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.plan import build, checked_points
from jaxfmm.planning.make import made
from jaxfmm.request import Choice, Request
from jaxfmm.sum import potential
from jaxfmm.tree import groups

BLOCK = 2**20  # the most queries at once
MOST_FAST = 3  # dimensions; in more of them walks for single queries are faster than sums for all
FINER = 1e-3  # the tolerance of the fast sums over that of the log densities
SAMPLE = 256  # how many of the points, at least, show how large sums are where there are points
# What rounding over the bandwidth changes in log f, over eps and the extent: coordinates about the middle are at most
# half the extent and rounded by eps / 2, those of target and source; and beyond 5 bandwidths little is added.
ROUNDED = 2.5
ROUNDING = 100  # of a direct sum, in units of the last place
# Sums below that power of the smallest number are not trusted: their derivatives divide by powers of them.
SMALLEST = 0.25
MOST_SCALE = 32.0  # of the scales of single points, and one over the least
WIDEST = 4.0  # ratio of scales that share a plan


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=["points", "weights", "bandwidth", "scales", "order"],
    meta_fields=["kernel", "tol", "bounds", "method", "span", "sums", "searched"],
)
@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Density:
    """A fitted density, made by `KernelDensity.fit`: a pytree that passes through `jit`, `grad` and `vmap`.

    points: (n, d).  weights: (n,).  bandwidth: a number, (d,) or a covariance matrix (d, d).  scales: (n,) what the
    bandwidth is multiplied by at each point, or None. Of these four there are derivatives.
    order: (n,) the numbers of the points along a curve that keeps neighbours together, for sums in tails; as floats,
    since derivatives are taken of whole densities. None where each sum sorts anew.
    kernel, tol, bounds, method, span: as given to `KernelDensity`.  sums: the fast sums: pairs of the scales to sum at
    and the `Choice` of a plan for them.  searched: how many of the points, if not all, chose the bandwidth.
    """

    points: jax.Array
    weights: jax.Array
    bandwidth: jax.Array
    scales: jax.Array | None = None
    order: jax.Array | None = None
    kernel: str = "gaussian"
    tol: float
    bounds: tuple[tuple[float | None, float | None], ...] | None
    method: str
    span: tuple[float, float]
    sums: tuple[tuple[tuple[float, ...], Choice], ...] = ()
    searched: int | None = None

    def __repr__(self):
        return describe(self)

    def log_density(self, queries: ArrayLike) -> jax.Array:
        """log f at queries (m, d) -> (m,), each to an absolute error of about `tol` or of rounding.

        Outside of the bounds and for queries with an infinite coordinate it is -inf, with the gradient zero; for
        queries with a coordinate that is NaN value and gradient are NaN. No query depends on the others.
        """
        queries = self._queries(queries)
        if not len(queries):
            return queries.sum(1)
        finite = jnp.isfinite(queries).all(1)
        near = jnp.where(finite[:, None], queries, lax.stop_gradient(self.points[:1]))
        value = jnp.where(finite, self._in_blocks(near, None), -jnp.inf)
        unknown = jnp.isnan(queries).any(1)
        # the square has the derivative NaN where it is NaN
        return jnp.where(unknown, jnp.square(jnp.where(unknown[:, None], queries, 0).sum(1)), value)

    def _in_blocks(self, queries, own):
        """log f at finite queries (m, d), by blocks that fit the memory. What is not traced is filled up to one of few
        sizes, so that other numbers of queries need no other programs."""
        gaussian = self.kernel == "gaussian"
        log_density = _log_density if gaussian else _log_density_by_kernel
        m, traced = len(queries), errors.is_traced(self, queries)
        size = BLOCK if m > BLOCK else m if traced else rounded_up(m)
        if rest := -m % size:
            # a Gaussian sum passes over what is infinite
            filler = jnp.full_like(self.points[:1], jnp.inf) if gaussian and not traced else self.points[:1]
            filler = jnp.broadcast_to(lax.stop_gradient(filler), (rest, queries.shape[1]))
            queries = jnp.concatenate([queries, filler])
            own = None if own is None else jnp.concatenate([own, jnp.zeros(rest, own.dtype)])
        blocks = jax.tree.map(lambda a: a.reshape(-1, size, *a.shape[1:]), (queries, own))
        if len(queries) > size and traced:
            return lax.map(jax.checkpoint(lambda block: log_density(self, *block)), blocks).reshape(-1)[:m]
        parts = []
        for number in range(len(queries) // size):
            block, own = jax.tree.map(lambda a, number=number: a[number], blocks)
            parts.append(log_density(self._measured(block), block, own))
        return jnp.concatenate(parts)[:m]

    score_samples = log_density

    def density(self, queries: ArrayLike) -> jax.Array:
        """f at queries (m, d) -> (m,)."""
        return jnp.exp(self.log_density(queries))

    def score(self, queries: ArrayLike) -> jax.Array:
        """The log likelihood of queries (m, d): the sum of their log densities."""
        return jnp.sum(self.log_density(queries))

    def grad_log_density(self, queries: ArrayLike) -> jax.Array:
        """The gradient of log f (the score function) at queries (m, d) -> (m, d)."""
        return jax.grad(self.score)(self._queries(queries))

    def loo_log_density(self) -> jax.Array:
        """log f at every point, without that point's own term -> (n,):

        log( sum_(j != i) w_j N(y_i; y_j, s_j^2 H) / sum_(j != i) w_j )
        """
        if len(self.points) < 2:
            raise ValueError("leaving one out needs at least two points, got one")
        return self._in_blocks(self.points, jnp.arange(len(self.points), dtype=jnp.int32))

    def loo_log_likelihood(self) -> jax.Array:
        """The sum over the points of their log densities when left out, each times its weight over the mean weight. The
        bandwidth that makes it largest is a good one (Habbema, Hermans & van den Broek 1974; Duin 1976)."""
        values = self.loo_log_density()
        share = self.weights / self.weights.mean()
        return jnp.sum(jnp.where(share > 0, share * jnp.where(share > 0, values, 0), 0))

    def log_conditional(self, queries: ArrayLike, given: int | Sequence[int]) -> jax.Array:
        """log f(rest | given) at queries (m, d) -> (m,), NaN where f(given) is zero, as outside of the bounds.

        given: the axes that are known, such as [0] or 0 for p(y | x); at least one axis must be left.
        """
        queries, given = self._queries(queries), self._axes("given", given)
        if len(given) == queries.shape[1]:
            raise ValueError(
                f"given must leave at least one of the {len(given)} axes, got {given}; use log_density(...)"
            )
        if not given:
            return self.log_density(queries)
        return self.log_density(queries) - self.marginal(given).log_density(queries[:, np.array(given)])

    def marginal(self, axes: int | Sequence[int]) -> "Density":
        """The density of some of the coordinates, in the order of `axes` (one number or several): a `Density` in
        len(axes) dimensions."""
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
        bounds = None if self.bounds is None else tuple(self.bounds[axis] for axis in axes)
        return dataclasses.replace(self, points=self.points[:, some], bandwidth=h, bounds=bounds).planned()

    def with_bandwidth(self, bandwidth: ArrayLike) -> "Density":
        """The same with another bandwidth, traced or not: fast as long as it is within `span` times the fitted one, and
        right beyond."""
        return dataclasses.replace(self, bandwidth=checked_bandwidth(bandwidth, self.points))

    def sample(self, key: jax.Array, n: int) -> jax.Array:
        """n >= 0 draws from f -> (n, d). key: of `jax.random`."""
        n = errors.integer("n", n, 0, 2**31 - 1, "it is the number of draws")
        where, noise = jax.random.split(key)
        dim, dtype = self.points.shape[1], self.points.dtype
        chosen = jax.random.choice(where, len(self.points), (n,), p=self.weights / self.weights.max())
        step = KERNELS[self.kernel].steps(noise, n, dim, dtype)
        if self.bandwidth.ndim == 2:
            step = jnp.matmul(step, jnp.linalg.cholesky(self.bandwidth).T, precision=lax.Precision.HIGHEST)
        else:
            step = step * jnp.broadcast_to(self.bandwidth, (dim,))[None]
        if self.scales is not None:
            step = step * self.scales[chosen, None]
        drawn = self.points[chosen] + step
        if self.bounds is None:
            return drawn
        return jnp.stack([folded(drawn[:, c], *pair) for c, pair in enumerate(self.bounds)], axis=1)

    def integrate(self, low: ArrayLike, high: ArrayLike) -> jax.Array:
        """The mass between low and high in one dimension: the integral of f over [low, high].

        low, high: numbers or arrays that broadcast, of which the result has the shape; infinite for an open end. Each
        point's part is the difference of two tails of its kernel, so that small masses far out have their digits.

        Raises:
          ValueError: for a density in more dimensions; as far as is known, for low > high.
        """
        if self.points.shape[1] != 1:
            raise ValueError(
                f"integrals are known in one dimension, this density is in {self.points.shape[1]}D; use marginal(axis)"
            )
        low, high = jnp.broadcast_arrays(*(jnp.asarray(x, self.points.dtype) for x in (low, high)))
        if not errors.is_traced(low, high) and bool((low > high).any()):
            raise ValueError("low must not be greater than high")
        part = mass(self, low.reshape(-1), high.reshape(-1)) if low.size else low
        part = jnp.where(jnp.isnan(low) | jnp.isnan(high), jnp.nan, part.reshape(low.shape))
        return jnp.where(_valid(self), part, jnp.nan)

    def cdf(self, x: ArrayLike) -> jax.Array:
        """The mass below x in one dimension, of the shape of x. Above x it is `integrate(x, jnp.inf)`."""
        return self.integrate(-jnp.inf, x)

    def grid(self, bounds: Sequence[Any] | None = None, shape: int | Sequence[int] = 100) -> tuple[jax.Array, ...]:
        """log f on a lattice, for pictures and integrals.

        Args:
          bounds: (low, high) for each axis, the first and last of its places. None, for an axis or for all: that of the
            points and three bandwidths about them (one, where the kernel ends there), within the bounds of the density.
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
        axes = picture.lattice(self, bounds, shape)
        return *axes, picture.values(self, axes)

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
        return picture.draw(self, ax, bounds, shape, options)

    def planned(self) -> "Density":
        """The same with its fast sums chosen anew for its points, bandwidth and span. Inside `jit`, where points are
        not known, that is for a usual extent; where they exceed it, the right but slower sums of logarithms take over.
        """
        if self.kernel != "gaussian":
            return dataclasses.replace(self, sums=kernelsum.planned(self, None, self.span))
        still = lax.stop_gradient(self)
        least = _sum_tol(self.tol, self.points.dtype)
        corners = jnp.stack(_box(still.points, _reach(still, least) * self.span[1]))
        ordered = dataclasses.replace(self, order=_order(still.bandwidth, still.points) if _countable(self) else None)
        return ordered._with_plans(jnp.concatenate([still.points, corners]), self.span)

    def _with_plans(self, targets, span):
        still, dim = lax.stop_gradient(self), self.points.shape[1]
        if self.method == "auto" and dim > MOST_FAST:
            return dataclasses.replace(self, sums=())
        tol = _sum_tol(self.tol, self.points.dtype)
        sums = []
        for scales in _groups(still.scales, tol):
            middle = 0.5 * (scales[0] + scales[-1])
            wide = tuple(end * math.exp(t - middle) for end, t in zip(span, (scales[0], scales[-1])))
            factor = jnp.asarray(math.exp(middle), targets.dtype)
            kernel = Gaussian(scaled(still.bandwidth, factor), wide)
            request = Request(
                n=len(still.points),
                m=len(targets),
                dim=dim,
                symmetric=False,
                method=self.method,
                tol=tol,
                derivatives=1,
                rounded=_may_round(still, math.exp(scales[0]) * span[0]),
            )
            sums.append(
                (scales, made(request, kernel.simplified(dim), *checked_points(kernel, still.points, targets)).choice)
            )
        return dataclasses.replace(self, sums=tuple(sums))

    def _axes(self, name, axes):
        """Different columns of the points as a tuple of ints."""
        fix = "an axis is a column of the points"
        if np.ndim(axes) > 1 or errors.is_traced(axes) or isinstance(axes, str):
            raise ValueError(f"{name} must be a column of the points or a list of such, got {axes!r}")
        dim, axes = self.points.shape[1], [axes] if np.ndim(axes) == 0 else axes
        found = tuple(errors.integer(name, _plain(axis), 0, dim - 1, fix) for axis in axes)
        if len(set(found)) < len(found):
            raise ValueError(f"{name} must be different columns of the points, got {found}")
        return found

    def _queries(self, queries):
        queries = errors.points("queries", queries, (self.points.shape[1],))
        errors.same_dtype("queries", queries, "points", self.points.dtype)
        return queries

    def _measured(self, queries):
        """The same with room for these queries, if they are known, in plans without which there is no other sum."""
        still, queries = lax.stop_gradient((self, queries))
        if self.kernel == "gaussian" or errors.is_traced(still, queries):
            return self
        if not any(choice.room.near for _, choice in self.sums):
            return self
        return self.planned_for(queries, (1.0, 1.0))

    def planned_for(self, queries, span):
        """The same with its fast sums chosen anew for these queries, known ones, and such a span."""
        if self.kernel != "gaussian":
            return dataclasses.replace(self, sums=kernelsum.planned(self, queries, span))
        targets, _ = _targets(lax.stop_gradient(self), _images(queries, self.bounds).reshape(-1, queries.shape[1]))
        return self._with_plans(targets, span)


@jax.jit
def _log_density(density, queries, own):
    """log f at queries (m, d), each without the source own_i if own (m,) is not None."""
    d = density
    (m, dim), dtype = queries.shape, queries.dtype
    share = d.weights / lax.stop_gradient(d.weights.max())  # whose sum is no overflow
    share = share / share.sum()
    smallest = 1 if d.scales is None else lax.stop_gradient(d.scales.min())
    weights = share if d.scales is None else share * (smallest / d.scales) ** dim
    images = _images(queries, d.bounds)

    values, error = _values(d, weights, images) if d.sums else (jnp.zeros(m, dtype), 0.0)
    x, y, unit = _framed(d.bandwidth, images, d.points)
    if own is not None:
        scales = 1 if d.scales is None else d.scales[own, None]
        r2 = jnp.square((x - y[own][:, None]) / unit[None, None]).sum(2) / jnp.square(scales)
        values = values - weights[own] * jnp.exp(-0.5 * r2).sum(1)
    allowed = jnp.isfinite(queries).all(1)
    allowed = allowed if d.bounds is None else allowed & within(queries, d.bounds)
    # the fast sum will do where it is well above its error; not where it is NaN
    enough = values >= lax.stop_gradient(jnp.asarray(error / d.tol, dtype)) + _smallest(dtype)
    by_logs = log_sums(allowed & ~enough, x, y, share, unit, d.scales, own, order=_numbers(d.order), tol=d.tol)
    log_sum = jnp.where(enough, jnp.log(jnp.where(enough, values, 1)) - dim * jnp.log(smallest), by_logs)
    rest = 0 if own is None else jnp.log(sums_of_others(share)[own])
    log_density = log_sum - rest - 0.5 * dim * math.log(2 * math.pi) - _log_volume(d.bandwidth, dim)
    log_density = jnp.where(allowed, log_density, -jnp.inf)
    return jnp.where(_valid(d), log_density, jnp.nan)


def _values(d, weights, images):
    """The fast sums (m,) over the images (m, I, d) of queries, and their error."""
    m, _, dim = images.shape
    targets, inside = _targets(d, images.reshape(-1, dim))
    sums = jnp.where(inside, _fast_sums(d, weights, targets), 0)
    values = sums[: m * images.shape[1]].reshape(m, -1).sum(1)
    if d.scales is None and _direct(d):
        return values, ROUNDING * float(jnp.finfo(sums.dtype).eps) * values
    return values, _sum_tol(d.tol, sums.dtype) * jnp.maximum(values.max(), sums.max())


@jax.jit
def _log_density_by_kernel(d, queries, own):
    """The same of a kernel that is not the Gaussian."""
    dim = queries.shape[1]
    share = d.weights / lax.stop_gradient(d.weights.max())
    share = share / share.sum()
    rest = 0 if own is None else jnp.log(sums_of_others(share)[own])
    log_volume = KERNELS[d.kernel].log_mass(dim) + _log_volume(d.bandwidth, dim)
    log_density = kernelsum.log_sums(d, queries, share, own) - rest - log_volume
    if d.bounds is not None:
        log_density = jnp.where(within(queries, d.bounds), log_density, -jnp.inf)
    return jnp.where(_valid(d), log_density, jnp.nan)


def _numbers(order):
    return None if order is None else lax.stop_gradient(order).astype(jnp.int32)


def _valid(d):
    """Whether points, weights and bandwidth, which may be traced, make a density."""
    d = lax.stop_gradient(d)
    if d.order is not None:
        found = jnp.zeros(len(d.points), bool).at[_numbers(d.order)].set(True, mode="drop")
        d = dataclasses.replace(d, weights=jnp.where(found.all(), d.weights, jnp.nan))
    right = jnp.isfinite(d.points).all() & jnp.isfinite(d.bandwidth).all()
    return right & (jnp.isfinite(d.weights) & (d.weights >= 0)).all() & (d.weights > 0).any()


def _fast_sums(d, weights, targets):
    """sum_j weights_j exp(-r_ij^2 / (2 s_j^2)) at targets (M, d), r in bandwidths."""

    def sum_at(scale, weights, choice):
        kernel = Gaussian(scaled(d.bandwidth, jnp.exp(scale)))
        plan = build(choice.for_targets(len(targets)), kernel, d.points, targets)
        return potential(d.points, weights, targets, kernel=kernel, plan=plan)

    if d.scales is None:
        ((_, choice),) = d.sums
        return sum_at(jnp.zeros((), targets.dtype), weights, choice)
    every = tuple(scale for scales, _ in d.sums for scale in scales)
    parts = interpolation.weights(every, jnp.log(d.scales)).T * weights[None]
    total, first = 0, 0
    for scales, choice in d.sums:
        columns = (jnp.array(scales, targets.dtype), parts[first : first + len(scales)])
        sums = lax.map(lambda column, choice=choice: sum_at(*column, choice), columns)
        total, first = total + sums.sum(0), first + len(scales)
    return total


def rounded_up(m):
    """The next size among four for each power of two."""
    step = 2 ** max(0, (m - 1).bit_length() - 3)
    return -(-m // step) * step


def _plain(axis):
    """An entry of an array as a number."""
    return axis.item() if isinstance(axis, np.ndarray | jax.Array) else axis


def checked_bandwidth(bandwidth, points):
    """A bandwidth, traced or not, as an array of the dtype of the points."""
    kernel = Gaussian(bandwidth)
    kernel.check(points.shape[1])
    kernel.check_at(points)
    return jnp.asarray(kernel.bandwidth, points.dtype)


def _targets(d, queries):
    """What to sum at, (M, d), and which sums count, (M,): queries, those too far away moved into the box of the points
    and their reach; and a sample of the points."""
    d = lax.stop_gradient(d)
    least = _smallest(d.points.dtype) if _direct(d) else _sum_tol(d.tol, d.points.dtype)
    low, high = (end[None] for end in _box(d.points, _reach(d, least)))
    inside = ((queries >= low) & (queries <= high)).all(1)
    queries = jnp.where(inside[:, None], queries, lax.stop_gradient(jnp.clip(queries, low, high)))
    sample = d.points[:: -(-len(d.points) // SAMPLE)]
    return jnp.concatenate([queries, sample]), jnp.concatenate([inside, jnp.ones(len(sample), bool)])


def _direct(d):
    """Whether every sum is over all pairs, and so right to rounding wherever it does not underflow."""
    return all(choice.method.exact for _, choice in d.sums)


def _smallest(dtype):
    return float(jnp.finfo(dtype).tiny) ** SMALLEST


def _reach(d, least):
    """(d,) how far from all points a sum is below `least`."""
    h = d.bandwidth
    deviation = jnp.sqrt(jnp.diagonal(h)) if h.ndim == 2 else h
    radius = math.sqrt(-2 * math.log(least))
    largest = 1 if d.scales is None else d.scales.max()
    return jnp.broadcast_to(radius * largest * deviation, d.points.shape[1:])


def _box(points, reach):
    return points.min(0) - reach, points.max(0) + reach


def _groups(scales, tol):
    """The logarithms of the scales to sum at, in runs that share a plan."""
    if scales is None:
        return ((0.0,),)
    if errors.is_traced(scales):
        low, high = -math.log(MOST_SCALE), math.log(MOST_SCALE)
    else:
        low, high = (math.log(float(end(scales))) for end in (np.min, np.max))
    nodes = interpolation.nodes(low, high, tol)
    runs = max(1, math.ceil((nodes[-1] - nodes[0]) / math.log(WIDEST)))
    size = -(-len(nodes) // runs)
    return tuple(nodes[first : first + size] for first in range(0, len(nodes), size))


def _sum_tol(tol, dtype):
    return max(FINER * tol, accuracy.smallest_tol(dtype))


def scaled(bandwidth, factor):
    """The bandwidth, or its covariance matrix, for lengths that are `factor` times as large."""
    return bandwidth * (jnp.square(factor) if bandwidth.ndim == 2 else factor)


def _log_volume(bandwidth, dim):
    """log sqrt(det H)."""
    if bandwidth.ndim == 2:
        return jnp.log(jnp.diagonal(jnp.linalg.cholesky(bandwidth))).sum()
    return jnp.log(jnp.broadcast_to(bandwidth, (dim,))).sum()


def _framed(bandwidth, queries, points):
    """queries (m, I, d) and points (n, d) in coordinates whose axes have the bandwidths unit (d,)."""
    dim = points.shape[1]
    if bandwidth.ndim < 2:
        return queries, points, jnp.broadcast_to(bandwidth, (dim,))
    kernel, center = Gaussian(bandwidth), lax.stop_gradient(0.5 * points.min(0) + 0.5 * points.max(0))
    x = kernel.coordinates(queries.reshape(-1, dim), center).reshape(queries.shape)
    return x, kernel.coordinates(points, center), jnp.ones(dim, points.dtype)


def _may_round(d, smallest):
    """Whether points may be rounded in units of `smallest` bandwidths: what that changes in a log density is below its
    tolerance."""
    if errors.is_traced(d):
        return False
    _, y, unit = _framed(d.bandwidth, d.points[:1, None], d.points)
    extent = ((y.max(0) - y.min(0)) / unit).max() / smallest
    return ROUNDED * float(jnp.finfo(y.dtype).eps) * float(extent) <= d.tol


def _countable(d):
    return len(d.points) <= 1 / float(jnp.finfo(d.points.dtype).eps)


@jax.jit
def _order(bandwidth, points):
    _, y, unit = _framed(bandwidth, points[:1, None], points)
    return groups.order(y / unit[None]).astype(points.dtype)
