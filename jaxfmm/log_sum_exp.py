"""Logarithms of weighted sums of Gaussians, for weights that differ by any factor.

A walk down a tree (`logsumexp`) finds for each target the sources with the largest terms, by the
largest log weight of each node. If a plan is given, a fast sum is taken at the targets where it has
enough digits. The walk treats log weights as constants, and each term has a factor: the derivative
in w_j is the derivative in this factor.

Segments become one more coordinate, in which they are so far apart that terms of other segments
vanish.

Over a mesh each device walks for its part of the targets. The operations before and after the walk
are elementwise, and XLA divides them among the devices."""

import dataclasses
import functools
import math
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, few_sizes, inputs, pytrees
from jaxfmm.kernels.gaussian import Gaussian, apply
from jaxfmm.kernels.given_segments import by_segments
from jaxfmm.kernels.segmented import Segmented
from jaxfmm.logsumexp import digits, groups, logs as logs_of, sums, wide
from jaxfmm.on_host import numpy_of
from jaxfmm.plan import Plan
from jaxfmm.run_once import run_once
from jaxfmm.sharding.layout import Layout
from jaxfmm.sharding.split_targets import over_mesh, place, split
from jaxfmm.sum import potential_to_replace
from jaxfmm.switches import library_code
from jaxfmm.tree.points import middle
from jaxfmm.user_points import check_points

SPARE = 5.0  # The terms of other segments are at most exp(-SPARE) times the tolerance.


@library_code
def log_sum_exp(
    sources: ArrayLike,
    log_weights: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    bandwidth: ArrayLike,
    tol: float = 1e-4,
    plan: Plan | None = None,
    segments: ArrayLike | None = None,
    num_segments: int | None = None,
    target_segments: ArrayLike | None = None,
) -> Array:
    """The logarithm of a weighted sum of Gaussians.

        L_i = log sum_j exp(w_j - |x_i - y_j|^2 / (2 h^2))

    It is right at every target, however far the target is from all sources and however much the
    weights differ: nothing underflows. As h -> 0 it becomes a soft nearest neighbour, with weights
    the power distance. **tol is the absolute error of L**, as for `KernelDensity.log_density`;
    elsewhere in the library it is relative. Large |L| are also rounded, to about 1e-7 |L| in
    float32.

    Differentiable any number of times in sources, log_weights, targets and bandwidth, in both
    modes. The derivative in log_weights is the softmax of the terms.

    If sources, log_weights or targets are split along their first axis over the devices of a mesh,
    each device has **all sources**, which must fit into its memory, and sums at its part of the
    targets. The result is split like the first array that is split, of targets, sources and
    log_weights; it agrees with the result of one device to `tol`. Inside `jit` JAX does not say how
    arrays are split over automatic axes; there targets are split over all axes of the mesh.

    Args:
      sources: (n, d) positions y_j. Trees are used in up to three dimensions; in many dimensions
        the sum is over all pairs.
      log_weights: (n,) or (n, k) for k sets of weights, real; -inf leaves a source out. Zeros for
        equal weights.
      targets: (m, d) positions x_i; None for the sources.
      bandwidth: h, a scalar; or (d,), one for each axis; or a covariance matrix (d, d), as for
        `Gaussian`. It can be traced.
      tol: the absolute error of L.
      plan: from `jaxfmm.plan(sources, targets, kernel=jaxfmm.Gaussian(bandwidth), tol=...)`, or
        None. A fast sum by this plan then gives L where it has enough digits, which is faster where
        h is large and weights are alike. A plan for a hundredth of `tol`, or the smallest that the
        precision allows, is a good choice. With a plan whose status is not 0, the walk computes L
        at all targets.
      segments, num_segments, target_segments: as of `potential`: targets see sources of their own
        segment alone. The bandwidth is then a number or has one for each segment,
        (num_segments,), and there is no plan.

    Returns:
      (m,) or (m, k); -inf where no source has a weight, zero for padding, and NaN at targets that
      are NaN. Inside `jit` all are NaN if a source is not finite, or a log weight is NaN or +inf.

    Raises:
      ValueError: for bad arguments, for such sources and log weights on one device outside of
        `jit`, and for arrays that are split over devices along another axis than the first one.

    Reference: Feydy et al., AISTATS (2019), the softmin of Sinkhorn's loop.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> y, w = jnp.array([[0.0], [1.0]]), jnp.array([-3000.0, 0.0])
      >>> x = jnp.array([[-100.0]])
      >>> jaxfmm.log_sum_exp(y, w, x, bandwidth=1.0).tolist()
      [-5100.5]
    """
    within = None
    if segments is not None or num_segments is not None or target_segments is not None:
        within = _checked_segments(sources, targets, segments, num_segments, target_segments)
        checked_widths(bandwidth, within.count)
        if plan is not None:
            raise ValueError("plan must be None with segments, whose sums are made by walks alone")
    kernel = Gaussian(1.0 if within is not None else bandwidth)  # type: ignore[arg-type]
    sources, targets = check_points(kernel, sources, targets)
    weights = inputs.charges("log_weights", log_weights, len(sources), sources.dtype)
    if jnp.issubdtype(weights.dtype, jnp.complexfloating):
        raise ValueError("log_weights must be real, got complex numbers; use their real parts")
    if len(sources) == 0:
        raise ValueError(f"sources must be at least one point, got shape {sources.shape}")
    _check_numbers(*pytrees.constant((sources, weights, within)))
    tol = inputs.number("tol", tol, 0, 1, "it is the absolute error of a logarithm, such as 1e-4")
    if within is None and plan is None and few_sizes.are_known(sources, weights, targets):
        return _at_few_sizes(kernel, sources, weights, targets, tol)
    points = {"targets": targets, "sources": sources, "log_weights": weights}
    widths = None if within is None else jnp.asarray(bandwidth, sources.dtype)
    arguments = kernel, within, widths, sources, weights, targets
    layout = None if plan is None else plan.request.layout
    rows = len(sources if targets is None else targets)
    return over_mesh(functools.partial(_sums, tol, plan), points, arguments, rows, layout)


def _check_numbers(sources: Array, log_weights: Array, of: Segmented | None) -> None:
    """Raises ValueError if a source is not finite, or a log weight is NaN or +inf, where they are
    known and on one device. Padding may hold anything."""
    if not few_sizes.are_known(sources, log_weights, None if of is None else of.of_sources):
        return
    here = numpy_of(sources, log_weights)
    if here is None:
        if not _any_wrong(sources, log_weights):
            return
        here = [np.asarray(sources), np.asarray(log_weights)]
    for name, wrong, what in (
        ("sources", ~np.isfinite(here[0]), "NaN or infinite coordinates"),
        ("log_weights", _is_no_logarithm(here[1]), "NaN or +inf"),
    ):
        rows = np.flatnonzero(wrong.reshape(len(sources), -1).any(1))
        if len(rows) and of is not None:
            rows = rows[np.asarray(of.numbered(of.of_sources))[rows] < of.count]
        if len(rows):
            raise ValueError(
                f"{name} hold {what} in {len(rows)} of {len(sources)} rows, first in row "
                f"{rows[0]}; remove or repair them"
            )


@run_once
def _any_wrong(sources: Array, log_weights: Array) -> Array:
    """Whether a source is not finite, or a log weight no logarithm."""
    return ~jnp.isfinite(sources).all() | _is_no_logarithm(log_weights).any()


def _is_no_logarithm(log_weights: Any) -> Any:
    """Which numbers of JAX or of NumPy are NaN or +inf."""
    return ~(log_weights < math.inf)


def order_of_leaves(points: Array) -> Array:
    """The order (n,) of points (n, d) along the leaves of their tree, which `along_leaves` needs.
    Leaves have at most two points, so that clusters of any size are ranges of this order."""
    return groups.order(points, leaf_size=2)


def along_leaves(
    sources: Array, log_weights: Array, targets: Array, *, bandwidth: Array, tol: float
) -> Array:
    """`log_sum_exp` of traced sources and targets, both in the order along the leaves of their
    trees (`order_of_leaves`): nothing is sorted."""
    points: dict[str, Array | None] = {"targets": targets, "sources": sources}
    points["log_weights"] = log_weights
    arguments = Gaussian(bandwidth), None, None, sources, log_weights, targets
    run = functools.partial(_sums, tol, None, sorted_points=True)
    return over_mesh(run, points, arguments, len(targets))


def _at_few_sizes(
    kernel: Gaussian, sources: Array, weights: Array, targets: Array | None, tol: float
) -> Array:
    """The sums of arrays that are known and on one device, by a program for several numbers of
    points."""
    m, size = len(sources if targets is None else targets), few_sizes.round_up(len(sources))
    if size > len(sources):
        sources, weights = few_sizes.fill(sources, weights, size=size, nothing=-math.inf)
    if targets is not None and (size := few_sizes.round_up(m)) > m:
        targets, _ = few_sizes.fill(targets, None, size=size)
    out = _sums_at_once(tol, None, None, kernel, None, None, sources, weights, targets)
    return out if len(out) == m else few_sizes.cut(out, n=m)


def _sums(
    tol: float,
    plan: Plan | None,
    layout: Layout | None,
    kernel: Gaussian,
    within: Segmented | None,
    widths: Array | None,
    sources: Array,
    weights: Array,
    targets: Array | None,
    *,
    sorted_points: bool = False,
) -> Array:
    """The sums for all columns of log weights. within: the segments, None for none. widths: their
    bandwidths. sorted_points: whether points are in the order of `along_leaves`."""
    if layout is not None:
        shared = kernel, within, widths, sources, weights
        (kernel, within, widths, sources, weights), targets = place(layout, shared, targets)
    columns, walk = weights.reshape(len(weights), -1).T, _Walk(tol, sorted_points)
    if within is None or widths is None:
        arrays = kernel, sources, targets
        out = [_of_column(*arrays, column, walk, plan, layout) for column in columns]
    else:
        points = sources, sources if targets is None else targets
        out = [_of_segments(within, widths, *points, column, walk, layout) for column in columns]
    return out[0] if weights.ndim == 1 else jnp.stack(out, axis=1)


_sums_at_once = jax.jit(_sums, static_argnums=(0, 2))


def _checked_segments(
    sources: Any, targets: Any, segments: Any, num_segments: Any, target_segments: Any
) -> Segmented:
    kernel = by_segments(Gaussian(1.0), sources, targets, segments, num_segments, target_segments)
    return cast(Segmented, kernel)


def checked_widths(bandwidth: Any, count: int) -> None:
    """Raises ValueError unless a bandwidth is a positive number, or has one for each segment."""
    known = np.zeros(jnp.shape(bandwidth)) + 1 if errors.is_traced(bandwidth) else bandwidth
    widths = np.asarray(known)
    if widths.shape not in ((), (count,)) or not (np.isfinite(widths) & (widths > 0)).all():
        raise ValueError(
            f"bandwidth must be a positive number or one for each segment, ({count},), got "
            f"{bandwidth!r}; for a covariance matrix, transform the points"
        )


def _of_segments(
    segmented: Segmented,
    widths: Array,
    sources: Array,
    targets: Array,
    weights: Array,
    walk: "_Walk",
    layout: Layout | None,
) -> Array:
    """The sums for one column of log weights, by segments. A further coordinate puts segments so
    far apart that the terms of other segments vanish relative to the largest term of a target's own
    segment."""
    own_y = segmented.numbered(segmented.of_sources)
    own_x = segmented.numbered(segmented.at_targets)
    here, there = own_y < segmented.count, own_x < segmented.count
    widths = jnp.broadcast_to(widths, (segmented.count,))
    known, points = lax.stop_gradient(weights), lax.stop_gradient(sources)
    counts = jnp.maximum(segmented.summed_by(jnp.ones_like(points[:, :1])), 1)
    means = segmented.summed_by(points) / counts

    def scaled(points: Array, own: Array) -> Array:
        offset = points - means.at[own].get(mode="clip")
        return offset / widths.at[own].get(mode="clip")[:, None]

    y, x = scaled(sources, own_y), scaled(targets, own_x)
    y, x = jnp.where(here[:, None], y, 0), jnp.where(there[:, None], x, 0)
    counted, weighted = here & jnp.isfinite(known), here & (known != -jnp.inf)
    top = jnp.max(known, where=counted, initial=-jnp.inf)
    low = jnp.min(known, where=counted, initial=jnp.inf)
    radius = sum(jnp.max(jnp.where(jnp.isfinite(r), r, 0)) for r in map(_lengths, (y, x)))
    needed = radius**2 + 2 * (jnp.maximum(top - low, 0) + math.log(len(sources) / walk.tol) + SPARE)
    apart = jnp.exp2(jnp.ceil(jnp.log2(jnp.sqrt(needed))))

    def placed(points: Array, own: Array) -> Array:
        return jnp.concatenate([points, (apart * own.astype(points.dtype))[:, None]], axis=1)

    placed_points = placed(y, own_y), placed(x, own_x)
    column = jnp.where(here, weights, -jnp.inf)
    out = _of_column(Gaussian(1.0), *placed_points, column, walk, None, layout)
    sources_of_own = segmented.summed_by(weighted.astype(y.dtype)).at[own_x].get(mode="clip")
    return jnp.where(there, jnp.where(sources_of_own > 0, out, -jnp.inf), 0)


def _lengths(points: Array) -> Array:
    """The lengths |x| of points, without derivatives."""
    return jnp.linalg.norm(lax.stop_gradient(points), axis=1)


def _of_column(
    kernel: Gaussian,
    sources: Array,
    targets: Array | None,
    weights: Array,
    walk: "_Walk",
    plan: Plan | None,
    layout: Layout | None,
) -> Array:
    """The sums for one column of log weights, by the plan where it has enough digits and by the
    walk elsewhere."""
    at = sources if targets is None else targets
    known = lax.stop_gradient(weights)
    top = jnp.max(known)
    top = jnp.where(jnp.isfinite(top), top, 0)
    left, logs = jnp.ones(len(at), bool), jnp.zeros(len(at), at.dtype)
    if plan is not None:
        values, least = _fast(kernel, sources, weights - top, targets, walk.tol, plan)
        enough = values >= least  # False where they are NaN
        logs, left = jnp.log(jnp.where(enough, values, 1)), ~enough
    y, x = _in_bandwidths(kernel, sources, at)
    shared = y, *logs_of.split(weights - top)
    walked = walk(shared, x, left) if layout is None else split(layout, walk, shared, x, left)
    return jnp.where(left, top + walked, top + logs) * _one_or_nan(y, known, x)


def _one_or_nan(sources: Array, log_weights: Array, targets: Array) -> Array:
    """1 at each target, and NaN where it, a source or a log weight is not a number: the walk would
    leave such terms out. A factor makes the derivatives of other terms NaN too."""
    wrong = _any_wrong(sources, log_weights)
    return jnp.where(wrong | jnp.isnan(targets).any(1), jnp.nan, jnp.ones_like(targets[:, 0]))


def _fast(
    kernel: Gaussian, sources: Array, weights: Array, targets: Array | None, tol: float, plan: Plan
) -> tuple[Array, Array]:
    """(the sums by a plan, the least sum whose logarithm keeps the tolerance). weights: log
    weights, at most 0."""
    charges = jnp.exp(weights)
    values = potential_to_replace(sources, charges, targets, kernel=kernel, plan=plan)
    if plan.is_direct:
        return values, digits.least_of_all_pairs(tol, values)
    return values, digits.least(tol, plan.request.tol * values.max())


def _in_bandwidths(kernel: Gaussian, sources: Array, targets: Array) -> tuple[Array, Array]:
    """The points about the middle of the sources, in bandwidths: the covariance becomes the
    identity."""
    whitening = kernel.frame.whitening(sources.shape[1], sources.dtype)
    center = middle(sources, None)[None]
    return apply(whitening, sources - center), apply(whitening, targets - center)


@dataclasses.dataclass(frozen=True)
class _Walk:
    """The walk: log sum_j factor_j exp(logs_j - |x_i - y_j|^2 / 2) at the chosen targets, with
    sources (y, factor, logs). Over a mesh each device walks for its targets.

    sorted_points: whether points are in the order of `along_leaves`."""

    tol: float
    sorted_points: bool

    def __call__(self, sources: tuple[Array, Array, Array], targets: Array, chosen: Array) -> Array:
        y, factor, logs = sources
        unit = jnp.ones_like(y[0])
        if wide.is_wide(y.shape[1], False):
            return wide.log_sums(chosen, targets[:, None], y, factor, unit, logs=logs)
        order = jnp.arange(len(y), dtype=jnp.int32)
        if not self.sorted_points:
            order = groups.order(lax.stop_gradient(y))
        tree = sums.make_tree(y, factor, logs=logs, order=order)
        at = targets[:, None]
        return sums.log_sums(tree, chosen, at, unit, tol=self.tol, along_curve=self.sorted_points)
