"""Logarithms of sums of Gaussians,

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d exp(-|x_iI - y_j|^2 / (2 s_j^2))    in bandwidths,

where a target may stand for several points x_iI (its mirror images). The fast sums give those with
enough digits, `logsumexp` gives the others. Where each source has its own scale s_j, there are fast
sums at several scales."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import ahead, errors
from jaxfmm.ahead import Programs
from jaxfmm.gaussian import fourier
from jaxfmm.gaussian.fourier import FourierParameters
from jaxfmm.kde import fast_sums, fourier_sum, interpolation
from jaxfmm.kde.bandwidths import shares
from jaxfmm.kde.bounds import images
from jaxfmm.kde.fitted import FittedDensity, Sums, without_sums
from jaxfmm.kde.fourier_sum import FourierSum
from jaxfmm.kde.frame import bandwidth_in_frame, middle_of, to_frame
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.logsumexp import digits, groups, sums as logsumexp, wide
from jaxfmm.logsumexp.logs import split
from jaxfmm.logsumexp.sums import Tree
from jaxfmm.methods.costs import Problem
from jaxfmm.planning.choose import choose
from jaxfmm.planning.make import make_plan
from jaxfmm.request import Choice, Request
from jaxfmm.run_once import run_once
from jaxfmm.user_points import check_points

MOST_FAST = 3  # In more dimensions, a walk for each query is faster than sums for all.
# Rounding coordinates changes log f by this times eps times the extent in bandwidths: coordinates
# about the middle are at most half the extent and are rounded by eps / 2, those of target and
# source; and sources beyond 5 bandwidths add little.
ROUNDED = 2.5
MOST_SCALE = 32.0  # The largest scale of a point; its inverse is the least.
MOST_NODES = 2**26  # of a grid whose Fourier series a density keeps
# (steps, nodes): the sides of a box have so many sizes for each power of two, if a usual grid then
# has at most so many nodes. Compiling takes longer than sums on small grids.
COARSE = ((1, 2.0**17), (2, 2.0**22), (4, 2.0**24))
USUAL_GRID = 2.8, 35.0  # A usual grid has nodes for each bandwidth, and about the points.
# Scales are rounded to powers of exp(APART) before nodes are placed between them, so that few
# programs are compiled.
APART = 0.5 * math.log(2)
WIDEST = 4.0  # The largest ratio of scales that share a plan.


def plan_sums(density: FittedDensity, queries: Array | None, span: tuple[float, float]) -> Sums:
    """What `Density.sums` holds: pairs of the logarithms of scales to sum at and the choice of a
    plan for queries (m, d), or for any if that is None, and for bandwidths of this span times the
    bandwidth of the density."""
    still, dim, tol = lax.stop_gradient(density), density.dim, fast_sums.tolerance(density)
    if density.method == "auto" and dim > MOST_FAST:
        return ()
    points, targets, extent = _points_to_plan(still, queries, span[1])
    sums = []
    for scales in _scales_by_plan(still.scales, tol):
        low, high = scales[0], scales[-1]
        middle = 0.5 * (low + high)
        of_kernel = span[0] * math.exp(low - middle), span[1] * math.exp(high - middle)
        bandwidth = bandwidth_in_frame(still)
        kernel = Gaussian(bandwidth * math.exp(middle) if middle else bandwidth, of_kernel)
        request = Request(
            n=len(points),
            m=len(targets),
            dim=dim,
            symmetric=False,
            method=density.method,
            tol=tol,
            derivatives=1,
            rounded=_may_round(still, extent, math.exp(low) * span[0]),
        )
        points_of_plan = check_points(kernel, points, targets)
        choice = _choose(request, Problem(kernel.simplified(dim), *points_of_plan))
        if density.scales is None:
            choice = _with_finest_grid(choice, targets.dtype)
        sums.append((scales, choice))
    return tuple(sums)


def _choose(request: Request, problem: Problem) -> Choice:
    """The choice of a plan. That of a grid follows from the box of known points, so no plan is
    made."""
    if not errors.is_traced(*problem.arrays):
        choice = choose(request, problem)
        if isinstance(choice.setup, FourierParameters):
            return choice
    return make_plan(request, problem).choice


@run_once
def _points_to_plan(
    density: FittedDensity, queries: Array | None, widest: Array
) -> tuple[Array, Array, Array]:
    """The points in the frame of the sums; the targets of a plan for queries (m, d), or the points
    and the ends of what is in reach, for a bandwidth `widest` times that of the density; and the
    largest side of the box of the points, in bandwidths."""
    x, y, unit = to_frame(
        density, density.points[:1, None] if queries is None else images(density, queries)
    )
    extent = ((y.max(0) - y.min(0)) / unit).max()
    if queries is not None:
        return y, fast_sums.targets(x, y, _reach_of_sums(density))[0], extent
    low, high = fast_sums.box(y, _reach(density, _beyond(density)) * widest)
    margin = 0.5 * (_round_up_sides((high - low) / unit) * unit - (high - low))
    return y, jnp.concatenate([y, jnp.stack([low - margin, high + margin])]), extent


def _round_up_sides(sides: Array) -> Array:
    """The sides (d,) of a box, in bandwidths, rounded up to one of few shapes, so that other points
    and bandwidths find compiled programs: the largest side is a power of 2^(1 / k), the others are
    smaller by such a power."""
    largest, rounded = sides.max(), sides
    for steps, nodes in reversed(COARSE):
        size = 2 ** (jnp.ceil(steps * jnp.log2(largest)) / steps)
        # Rounding errors must not make the power negative.
        smaller = jnp.maximum(jnp.floor(steps * jnp.log2(largest / sides)), 0)
        shape = size * 2 ** (-smaller / steps)
        few = (USUAL_GRID[0] * shape + USUAL_GRID[1]).prod() <= nodes
        rounded = jnp.where(few, shape, rounded)
    return rounded


def _with_finest_grid(choice: Choice, dtype: DTypeLike) -> Choice:
    if not isinstance(choice.setup, FourierParameters):
        return choice
    return dataclasses.replace(choice, setup=fourier.finest(choice.setup, dtype))


def order(density: FittedDensity) -> Array | None:
    """What `Density.order` holds."""
    dtype = density.points.dtype
    if len(density.points) > 1 / float(jnp.finfo(dtype).eps):
        return None
    return _rounded_order(lax.stop_gradient(density))


@run_once
def _rounded_order(density: FittedDensity) -> Array:
    """`along_curve` in the dtype of the points, as `Density.order` is."""
    return along_curve(density).astype(density.points.dtype)


@run_once
def along_curve(density: FittedDensity) -> Array:
    """The order (n,) of the points along a curve that keeps neighbours together."""
    _, y, unit = to_frame(density, density.points[:1, None])
    return groups.order(y / unit[None])


class Known(NamedTuple):
    """What all sums of a density whose arrays are known share: the middle of its points, their tree
    for walks, and its fast sum (None where that is not by a Fourier series)."""

    middle: Array
    tree: Tree
    sum: FourierSum | None


def known(density: FittedDensity, call: Programs | Callable = ahead.call) -> Known:
    """The `Known` of a density whose arrays are known."""
    parameters = _kept_parameters(density)
    capacity = None if parameters is None else np.array(parameters.capacity)
    middle, tree, fits, *frame = call(_prepare, without_sums(density), capacity)
    # Both groups share one copy of the points, boxes and levels.
    searched = tree.searched._replace(points=tree.points)
    tree = tree._replace(searched=searched, counted=searched._replace(height=tree.counted.height))
    # While programs are compiled ahead, `fits` is a shape: the sum may be needed.
    if parameters is None or isinstance(fits, Array) and not bool(fits):
        return Known(middle, tree, None)
    total = call(_fourier_sum, density, middle, tree, *frame, parameters=parameters)
    return Known(middle, tree, total)


def _kept_parameters(density: FittedDensity) -> FourierParameters | None:
    """The parameters of the Fourier series that a density keeps, None without one."""
    if density.scales is not None:
        return None
    for _, choice in density.sums:
        parameters = choice.setup
        if isinstance(parameters, FourierParameters):
            if math.prod(parameters.grid.shape) <= MOST_NODES:
                return parameters
    return None


@run_once(static_argnames="parameters")
def _fourier_sum(
    density: FittedDensity,
    middle: Array,
    tree: Tree,
    scaled: Array,
    share: Array,
    ends: Array,
    *,
    parameters: FourierParameters,
) -> FourierSum:
    """The fast sum; if all its errors are rounding errors, walks measure them."""
    u = fourier_sum.make_sum(parameters, scaled, share, ends, _error(density))
    if not parameters.finest:
        return u
    is_matrix, h = density.bandwidth.ndim == 2, density.bandwidth
    unit = jnp.ones_like(middle) if is_matrix else jnp.broadcast_to(h, middle.shape)

    def exact(x):
        x = x * unit[None] + (0 if is_matrix else middle[None])
        everywhere, tol = jnp.ones(len(x), bool), fast_sums.tolerance(density)
        return jnp.exp(logsumexp.log_sums(tree, everywhere, x[:, None], unit, tol=tol))

    return fourier_sum.measure_error(parameters, u, exact)


@run_once
def _prepare(density: FittedDensity, capacity: Array | None) -> tuple[Any, ...]:
    """The middle, the tree, and whether a fast sum of this capacity (d,) is kept; and what that
    needs: points over bandwidths, shares, and the ends (2, d) of their reach."""
    share, middle = shares(density.weights), middle_of(density.points)
    _, y, unit = to_frame(density, density.points[:1, None], middle)
    scaled = _scale(density, y, unit, middle)
    ends = jnp.stack(fast_sums.box(scaled, _radius(_beyond(density))))
    fits = capacity is not None and fourier.fits_within(capacity, ends, scaled)
    tree = logsumexp.make_finite(_make_tree(density, y, share, unit))
    return middle, tree, fits, scaled, share, ends


def _make_tree(density: FittedDensity, y: Array, share: Array, unit: Array) -> Tree:
    if density.order is None:
        order = groups.order(lax.stop_gradient(y / unit[None]))
    else:
        order = lax.stop_gradient(density.order)
    factors, logs = _split(density, share)
    return logsumexp.make_tree(y, factors, density.scales, logs, order=order.astype(jnp.int32))


def _split(density: FittedDensity, share: Array) -> tuple[Array, Array | None]:
    """(factors, logs) of which the shares are the products factors exp(logs), also where they
    underflow; None for logs of 0."""
    if density.log_weights is None:
        return share, None
    return split(density.log_weights - jax.nn.logsumexp(density.log_weights))


def _scale(density: FittedDensity, x: Array, unit: Array, middle: Array) -> Array:
    """x (m, d), in the frame of walks, over the bandwidth and about the middle of the points. The
    frame of a matrix is about that middle already."""
    if density.bandwidth.ndim < 2:
        x = x - middle[None]
    return x / unit[None]


def log_sums(
    density: FittedDensity,
    queries: Array,
    chosen: Array,
    share: Array,
    own: Array | None,
    known: Known | None = None,
) -> Array:
    """The L_i of a density with weights share (n,), at the chosen (m,) of the queries (m, d). own:
    (m,) int32 or None. Differentiable; with `known`, in the queries alone."""
    dim, scales = queries.shape[1], density.scales
    smallest = 1 if scales is None else lax.stop_gradient(scales.min())
    weights = share if scales is None else share * (smallest / scales) ** dim
    middle = middle_of(density.points) if known is None else known.middle
    x, y, unit = to_frame(density, images(density, queries), middle)
    values, least = _fast_values(density, x, y, unit, middle, chosen, weights, known)
    if own is not None:
        own_scales = 1 if scales is None else scales[own, None]
        r2 = jnp.square((x - y[own][:, None]) / unit[None, None]).sum(2) / jnp.square(own_scales)
        values = values - weights[own] * jnp.exp(-0.5 * r2).sum(1)
    enough = values >= least  # False where they are NaN.
    left = chosen & ~enough
    if wide.is_wide(dim, scales is not None):
        factors, logs_of_weights = _split(density, share)
        logs = wide.log_sums(left, x, y, factors, unit, scales, own, logs_of_weights)
    else:
        tree = _make_tree(density, y, share, unit) if known is None else known.tree
        logs = logsumexp.log_sums(tree, left, x, unit, own, tol=density.tol)
    log_values = jnp.log(jnp.where(enough, values, 1)) - dim * jnp.log(smallest)
    return jnp.where(enough, log_values, logs)


def _fast_values(
    density: FittedDensity,
    x: Array,
    y: Array,
    unit: Array,
    middle: Array,
    chosen: Array,
    weights: Array,
    known: Known | None,
) -> tuple[Array, Array]:
    """The fast sums (m,) at x (m, I, d), and the least one whose logarithm is right to the
    tolerance."""
    m, images, dim = x.shape
    if known is not None and known.sum is not None:
        ((_, choice),) = density.sums
        scaled = _scale(density, x.reshape(-1, dim), unit, middle)
        values = fourier_sum.evaluate(choice.setup, known.sum, scaled, jnp.repeat(chosen, images))
        least = digits.least(density.tol, known.sum.error * math.sqrt(images))
        return values.reshape(m, images).sum(1), least
    if not density.sums:
        return jnp.zeros(m, x.dtype), jnp.asarray(jnp.inf, x.dtype)
    return fast_sums.sums(
        density,
        x,
        y,
        _reach_of_sums(density),
        functools.partial(_sum_scales, density, y, weights),
        error=_error(density),
        to_rounding=density.scales is None and is_direct(density),
    )


def _error(density: FittedDensity) -> float:
    """The error of the fast sums where they are small, relative to the largest."""
    finest = all(getattr(choice.setup, "finest", False) for _, choice in density.sums)
    return fourier.FINEST_ERROR if finest else fast_sums.tolerance(density)


def _sum_scales(density: FittedDensity, points: Array, weights: Array, targets: Array) -> Array:
    """sum_j weights_j exp(-r_ij^2 / (2 s_j^2)) of points (n, d) at targets (M, d) in the frame, r
    in bandwidths."""

    def sum_at(scale, weights, choice):
        kernel = Gaussian(bandwidth_in_frame(density) * jnp.exp(scale))
        return fast_sums.planned_sum(choice, kernel, points, weights, targets)

    if density.scales is None:
        ((_, choice),) = density.sums
        return sum_at(jnp.zeros((), targets.dtype), weights, choice)
    nodes = tuple(scale for scales, _ in density.sums for scale in scales)
    parts = interpolation.weights(nodes, jnp.log(density.scales)).T * weights[None]
    total, first = jnp.zeros(len(targets), targets.dtype), 0
    for scales, choice in density.sums:
        columns = (jnp.array(scales, targets.dtype), parts[first : first + len(scales)])
        sums = lax.map(lambda c, choice=choice: sum_at(c[0], c[1], choice), columns)
        total, first = total + sums.sum(0), first + len(scales)
    return total


def is_direct(density: FittedDensity) -> bool:
    """Whether every sum is over all pairs, and so right to rounding wherever it does not
    underflow."""
    return all(choice.method.exact for _, choice in density.sums)


def _reach_of_sums(density: FittedDensity) -> Array:
    direct = is_direct(density)
    return _reach(density, digits.smallest(density.points.dtype) if direct else _beyond(density))


def _beyond(density: FittedDensity) -> float:
    """The largest sum that is taken for zero, as sums out of reach are."""
    return min(fast_sums.tolerance(density), 0.3 * fourier.FINEST_ERROR)


def _reach(density: FittedDensity, least: float) -> Array:
    """(d,) the distance from all points, in the frame, beyond which a sum is below `least`."""
    largest = 1 if density.scales is None else density.scales.max()
    reach = _radius(least) * largest * bandwidth_in_frame(density)
    return jnp.broadcast_to(reach, density.points.shape[1:])


def _radius(least: float) -> float:
    """The distance, in bandwidths, at which a Gaussian is `least`."""
    return math.sqrt(-2 * math.log(least))


def _scales_by_plan(scales: Array | None, tol: float) -> tuple[tuple[float, ...], ...]:
    """The logarithms of the scales to sum at, in runs that share a plan."""
    if scales is None:
        return ((0.0,),)
    if errors.is_traced(scales):
        low, high = -math.log(MOST_SCALE), math.log(MOST_SCALE)
    else:
        smallest, largest = (float(end(jax.device_get(scales))) for end in (np.min, np.max))
        low = math.floor(math.log(smallest) / APART) * APART
        high = math.ceil(math.log(largest) / APART) * APART
    nodes = interpolation.nodes(low, high, tol)
    runs = max(1, math.ceil((nodes[-1] - nodes[0]) / math.log(WIDEST)))
    size = -(-len(nodes) // runs)
    return tuple(nodes[first : first + size] for first in range(0, len(nodes), size))


def _may_round(density: FittedDensity, extent: Array, smallest: float) -> bool:
    """Whether points of this extent in bandwidths may be rounded in units of `smallest` bandwidths:
    whether that changes log densities by less than their tolerance."""
    if errors.is_traced(density):
        return False
    rounding = ROUNDED * float(jnp.finfo(extent.dtype).eps)
    return rounding * float(extent) / smallest <= density.tol
