"""Logarithms of sums of Gaussians,

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d exp(-|x_iI - y_j|^2 / (2 s_j^2))    in bandwidths,

where a target may stand for several points x_iI (its mirror images): those of the fast sums where
these have the digits, else those of `logsum`. Where each source has its own scale s_j, fast sums
are at several scales."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import ahead, errors
from jaxfmm.ahead import Programs
from jaxfmm.gaussian import fourier
from jaxfmm.gaussian.fourier import FourierParameters
from jaxfmm.kde import fast_sums, fourier_sum, interpolation
from jaxfmm.kde.bandwidths import shares
from jaxfmm.kde.bounds import images
from jaxfmm.kde.fourier_sum import FourierSum
from jaxfmm.kde.frame import bandwidth_in_frame, framed, middle_of
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.logsumexp import groups, sums as logsum, wide
from jaxfmm.logsumexp.sums import Tree
from jaxfmm.methods.costs import Problem
from jaxfmm.plan import build, checked_points
from jaxfmm.planning.make import make_plan
from jaxfmm.request import Choice, Request
from jaxfmm.sum import potential

MOST_FAST = 3  # dimensions; in more of them walks for single queries are faster than sums for all
# What rounding over the bandwidth changes in log f, over eps and the extent: coordinates about the
# middle are at most half the extent and rounded by eps / 2, those of target and source; and beyond
# 5 bandwidths little is added.
ROUNDED = 2.5
MOST_SCALE = 32.0  # of the scales of single points, and one over the least
MOST_NODES = 2**26  # of a grid whose waves a density keeps
# (steps, nodes): the sides of a box have so many sizes for each power of two if a usual grid then
# has at most so many nodes. Compiling takes longer than sums on small grids.
COARSE = ((1, 2.0**17), (2, 2.0**22), (4, 2.0**24))
USUAL_GRID = 2.8, 35.0  # nodes for each bandwidth, and about the points
APART = 0.5 * math.log(
    2
)  # of the logarithms of scales between which others are interpolated: few, as above
WIDEST = 4.0  # ratio of scales that share a plan


def planned(
    d: Any, queries: None, span: tuple[float, float]
) -> tuple[tuple[tuple[float, ...], Choice], ...]:
    """What `Density.sums` holds: pairs of the scales to sum at and the choice of a plan for queries
    (m, d), or all that come where that is None, and for bandwidths of this span times that of the
    density."""
    still, dim, tol = lax.stop_gradient(d), d.points.shape[1], fast_sums.tol(d)
    if d.method == "auto" and dim > MOST_FAST:
        return ()
    points, targets, extent = _to_plan(still, queries, span[1])
    sums = []
    for scales in _groups(still.scales, tol):
        middle = 0.5 * (scales[0] + scales[-1])
        wide = tuple(end * math.exp(t - middle) for end, t in zip(span, (scales[0], scales[-1])))
        kernel = Gaussian(bandwidth_in_frame(still) * math.exp(middle), wide)
        request = Request(
            n=len(points),
            m=len(targets),
            dim=dim,
            symmetric=False,
            method=d.method,
            tol=tol,
            derivatives=1,
            rounded=_may_round(still, extent, math.exp(scales[0]) * span[0]),
        )
        plan = make_plan(
            request, Problem(kernel.simplified(dim), *checked_points(kernel, points, targets))
        )
        sums.append(
            (scales, _finest(plan.choice, targets.dtype) if d.scales is None else plan.choice)
        )
    return tuple(sums)


@jax.jit
def _to_plan(d: Any, queries: None, widest: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The points in the frame of the sums; the targets of a plan for queries (m, d), or the points
    and the ends of what is in reach, for a bandwidth `widest` times that of the density; and the
    largest side of the box of the points, in bandwidths."""
    x, y, unit = framed(d, d.points[:1, None] if queries is None else images(d, queries))
    extent = ((y.max(0) - y.min(0)) / unit).max()
    if queries is not None:
        return y, fast_sums.targets(x, y, _reach_of_sums(d))[0], extent
    low, high = fast_sums.box(y, _reach(d, _beyond(d)) * widest)
    more = 0.5 * (_coarse((high - low) / unit) * unit - (high - low))
    return y, jnp.concatenate([y, jnp.stack([low - more, high + more])]), extent


def _coarse(sides: jax.Array) -> jax.Array:
    """The sides (d,) of a box, in bandwidths, made larger to one of few shapes, so that other
    points and bandwidths find compiled programs: the largest side is a power of 2^(1 / k), the
    others are it over such a power."""
    largest, found = sides.max(), sides
    for steps, nodes in reversed(COARSE):
        size = 2 ** (jnp.ceil(steps * jnp.log2(largest)) / steps)
        less = jnp.maximum(
            jnp.floor(steps * jnp.log2(largest / sides)), 0
        )  # not -1 where rounding makes it so
        shape = size * 2 ** (-less / steps)
        found = jnp.where((USUAL_GRID[0] * shape + USUAL_GRID[1]).prod() <= nodes, shape, found)
    return found


def _finest(choice: Choice, dtype: DTypeLike) -> Choice:
    """The same with the finest grid, if there is a grid."""
    if not isinstance(choice.setup, FourierParameters):
        return choice
    return dataclasses.replace(choice, setup=fourier.finest(choice.setup, dtype))


def order(d: Any) -> Any:
    """What `Density.order` holds."""
    if len(d.points) > 1 / float(jnp.finfo(d.points.dtype).eps):
        return None
    return along_curve(lax.stop_gradient(d)).astype(d.points.dtype)


@jax.jit
def along_curve(d: Any) -> jax.Array:
    """The order (n,) of the points of a `Density` along a curve that keeps neighbours together."""
    _, y, unit = framed(d, d.points[:1, None])
    return groups.order(y / unit[None])


class Known(NamedTuple):
    """What is found once of a density whose arrays are known. middle: of its points; tree: these
    for walks; sum: its fast sum, None where that is not by a Fourier series."""

    middle: jax.Array
    tree: logsum.Tree
    sum: FourierSum | None


def known(d: Any, call: Programs | Callable = ahead.call) -> Known:
    """The `Known` of a `Density`, with arrays that are."""
    setup = _kept(d)
    middle, tree, fits, *frame = call(_prepared, d)
    searched = tree.searched._replace(points=tree.points)  # one copy of what is the same
    tree = tree._replace(searched=searched, counted=searched._replace(height=tree.counted.height))
    keeps = setup is not None and (not isinstance(fits, jax.Array) or bool(fits))  # a shape: it may
    return Known(
        middle, tree, call(_everywhere, d, middle, tree, *frame, setup=setup) if keeps else None
    )


def _kept(d: Any) -> Any:
    """The `FourierParameters` whose waves a density keeps, None without one."""
    setups = [
        choice.setup
        for _, choice in d.sums
        if d.scales is None and isinstance(choice.setup, FourierParameters)
    ]
    return next((setup for setup in setups if math.prod(setup.grid.shape) <= MOST_NODES), None)


@functools.partial(jax.jit, static_argnames="setup")
def _everywhere(
    d: Any,
    middle: jax.Array,
    tree: Tree,
    over: jax.Array,
    share: jax.Array,
    ends: jax.Array,
    *,
    setup: FourierParameters,
) -> FourierSum:
    """The fast sum, with its error by walks to rounding where that is the only one."""
    found = fourier_sum.make_sum(setup, over, share, ends, _error(d))
    if not setup.finest:
        return found
    unit = (
        jnp.ones_like(middle)
        if d.bandwidth.ndim == 2
        else jnp.broadcast_to(d.bandwidth, middle.shape)
    )

    def exact(x):
        x = x * unit[None] + (0 if d.bandwidth.ndim == 2 else middle[None])
        return jnp.exp(
            logsum.log_sums(tree, jnp.ones(len(x), bool), x[:, None], unit, tol=fast_sums.tol(d))
        )

    return fourier_sum.measure_error(setup, found, exact)


@jax.jit
def _prepared(d: Any) -> Any:
    """The middle, the tree, whether a fast sum is kept; and what that needs: points over
    bandwidths, shares, and the ends (2, d) of their reach."""
    share, middle = shares(d.weights), middle_of(d.points)
    _, y, unit = framed(d, d.points[:1, None], middle)
    over = _over(d, y, unit, middle)
    ends, setup = jnp.stack(fast_sums.box(over, _radius(_beyond(d)))), _kept(d)
    fits = setup is not None and fourier.fits(setup, ends, over)
    return middle, logsum.make_finite(_in_tree(d, y, share, unit)), fits, over, share, ends


def _in_tree(d: Any, y: jax.Array, share: jax.Array, unit: jax.Array) -> Tree:
    order = (
        groups.order(lax.stop_gradient(y / unit[None]))
        if d.order is None
        else lax.stop_gradient(d.order)
    )
    return logsum.make_tree(y, share, d.scales, order=order.astype(jnp.int32))


def _over(d: Any, x: jax.Array, unit: jax.Array, middle: jax.Array) -> jax.Array:
    """x (m, d), in the frame of walks, over the bandwidth: about the middle of the points, as that
    frame is where the bandwidth is a matrix."""
    if d.bandwidth.ndim < 2:
        x = x - middle[None]
    return x / unit[None]


def log_sums(
    d: Any,
    queries: jax.Array,
    chosen: jax.Array,
    share: jax.Array,
    own: jax.Array | None,
    known: Known | None = None,
) -> jax.Array:
    """The L_i of a `Density`, with weights share (n,), at the chosen (m,) of the queries (m, d).
    own: (m,) int32 or None. Differentiable; where the `Known` is given, in the queries alone."""
    dim, dtype = queries.shape[1], queries.dtype
    smallest = 1 if d.scales is None else lax.stop_gradient(d.scales.min())
    weights = share if d.scales is None else share * (smallest / d.scales) ** dim
    middle = middle_of(d.points) if known is None else known.middle
    x, y, unit = framed(d, images(d, queries), middle)
    values, least = jnp.zeros(len(x), dtype), jnp.asarray(jnp.inf, dtype)
    if known is not None and known.sum is not None:
        ((_, choice),) = d.sums
        every = jnp.repeat(chosen, x.shape[1])
        values = fourier_sum.evaluate(
            choice.setup, known.sum, _over(d, x.reshape(-1, dim), unit, middle), every
        )
        values, least = (
            values.reshape(x.shape[:2]).sum(1),
            fast_sums.least(d, known.sum.error * math.sqrt(x.shape[1])),
        )
    elif d.sums:
        exact = d.scales is None and direct(d)
        values, least = fast_sums.sums(
            d,
            x,
            y,
            _reach_of_sums(d),
            lambda at: _fast_sums(d, y, weights, at),
            error=_error(d),
            to_rounding=exact,
        )
    if own is not None:
        scales = 1 if d.scales is None else d.scales[own, None]
        r2 = jnp.square((x - y[own][:, None]) / unit[None, None]).sum(2) / jnp.square(scales)
        values = values - weights[own] * jnp.exp(-0.5 * r2).sum(1)
    enough = values >= least  # not where they are NaN
    left = chosen & ~enough
    if wide.is_wide(dim, d.scales is not None):
        logs = wide.log_sums(left, x, y, share, unit, d.scales, own)
    else:
        tree = _in_tree(d, y, share, unit) if known is None else known.tree
        logs = logsum.log_sums(tree, left, x, unit, own, tol=d.tol)
    return jnp.where(enough, jnp.log(jnp.where(enough, values, 1)) - dim * jnp.log(smallest), logs)


def _error(d: Any) -> float:
    """Of the fast sums where they are small, over the largest."""
    finest = all(getattr(choice.setup, "finest", False) for _, choice in d.sums)
    return fourier.FINEST_ERROR if finest else fast_sums.tol(d)


def _fast_sums(d: Any, points: jax.Array, weights: jax.Array, targets: jax.Array) -> Any:
    """sum_j weights_j exp(-r_ij^2 / (2 s_j^2)) of points (n, d) at targets (M, d) in the frame, r
    in bandwidths."""

    def sum_at(scale, weights, choice):
        kernel = Gaussian(bandwidth_in_frame(d) * jnp.exp(scale))
        plan = build(choice.for_targets(len(targets)), kernel, points, targets)
        return potential(points, weights, targets, kernel=kernel, plan=plan)

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


def direct(d: Any) -> bool:
    """Whether every sum is over all pairs, and so right to rounding wherever it does not
    underflow."""
    return all(choice.method.exact for _, choice in d.sums)


def _reach_of_sums(d: Any) -> jax.Array:
    return _reach(d, fast_sums.smallest(d.points.dtype) if direct(d) else _beyond(d))


def _beyond(d: Any) -> float:
    """The largest sum that is taken for zero, as sums out of reach are."""
    return min(fast_sums.tol(d), 0.3 * fourier.FINEST_ERROR)


def _reach(d: Any, least: float) -> jax.Array:
    """(d,) how far from all points, in the frame, a sum is below `least`."""
    largest = 1 if d.scales is None else d.scales.max()
    return jnp.broadcast_to(_radius(least) * largest * bandwidth_in_frame(d), d.points.shape[1:])


def _radius(least: float) -> float:
    """In bandwidths."""
    return math.sqrt(-2 * math.log(least))


def _groups(scales: None, tol: float) -> tuple[tuple[float, ...], ...]:
    """The logarithms of the scales to sum at, in runs that share a plan."""
    if scales is None:
        return ((0.0,),)
    if errors.is_traced(scales):
        low, high = -math.log(MOST_SCALE), math.log(MOST_SCALE)
    else:
        low, high = (
            math.log(float(end(jax.device_get(scales)))) / APART for end in (np.min, np.max)
        )
        low, high = math.floor(low) * APART, math.ceil(high) * APART
    nodes = interpolation.nodes(low, high, tol)
    runs = max(1, math.ceil((nodes[-1] - nodes[0]) / math.log(WIDEST)))
    size = -(-len(nodes) // runs)
    return tuple(nodes[first : first + size] for first in range(0, len(nodes), size))


def _may_round(d: Any, extent: jax.Array, smallest: float) -> bool:
    """Whether points of this extent in bandwidths may be rounded in units of `smallest` bandwidths:
    what that changes in a log density is below its tolerance."""
    if errors.is_traced(d):
        return False
    return ROUNDED * float(jnp.finfo(extent.dtype).eps) * float(extent) / smallest <= d.tol
