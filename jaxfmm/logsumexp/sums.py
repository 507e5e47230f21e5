"""Logarithms of sums of Gaussians, each relative to one of its terms: right however far targets are
from all sources.

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d exp(-sum_c (x_iIc - y_jc)^2 / (2 h_c^2 s_j^2))

for those targets i that are chosen; a target may stand for several points x_iI (its mirror images).
Each sum is that of `reference`: the term of an anchor, a source with a large term, times the sum of
all terms relative to that one. `walks` has the sums and their derivatives."""

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.logsumexp import groups as tree, reference, walks
from jaxfmm.logsumexp.logs import LOWEST, log, log_sum
from jaxfmm.logsumexp.monomials import places
from jaxfmm.logsumexp.reference import Groups, Targets
from jaxfmm.logsumexp.slopes import Slopes, moves
from jaxfmm.logsumexp.walks import Walk, moments

SAFETY = 0.05  # What is left out, relative to the tolerance of a log density.
GAIN = 1.0  # A bound that is higher by this exponent justifies the search for another anchor.


class Tree(NamedTuple):
    """Sources in leaves: their points and values, the groups that the search for anchors visits
    (`searched`) and those that sums of any values visit (`counted`), and the slot (n,) of each
    source."""

    points: Array
    values: Array
    searched: Groups
    counted: Groups
    slot: Array


def make_tree(
    sources: Array,
    weights: Array,
    scales: Array | None = None,
    logs: Array | None = None,
    *,
    order: Array,
) -> Tree:
    """The tree, for any bandwidths, of sources (n, d) with weights (n,) >= 0 times exp(logs (n,)),
    None for logs of 0, and scales (n,), None for 1. The logs are finite, and have no derivative.

    order: (n,) int32, the sources along a curve (`groups.order`); it affects the speed alone."""
    dim, layout = sources.shape[1], tree.layout(len(order))
    columns, heights = sources, weights
    if scales is not None:
        columns = jnp.concatenate([sources, 1 / jnp.square(scales)[:, None]], axis=1)
        heights = weights * scales**-dim
    points = tree.in_slots(columns, order)
    # XLA would compute `counted`, a function of this array alone, while it compiles: in seconds.
    there = lax.optimization_barrier(jnp.asarray(layout.there))
    values = jnp.where(there[:, None], tree.in_slots(heights[:, None], order), 0)
    slot = jnp.zeros(len(order), jnp.int32).at[order].set(layout.slot, unique_indices=True)
    if logs is None:
        logs = jnp.zeros((0, tree.SIZE), points.dtype)
    else:
        logs = tree.in_slots(logs[:, None], order)[:, 0]
    searched, counted = _groups(*lax.stop_gradient((points, values[:, 0], logs)), there, dim)
    return Tree(points, values, searched, counted, slot)


def make_finite(sources: Tree) -> Tree:
    """Replaces heights of -inf by LOWEST: `jax_debug_infs` raises an error for infinite results of
    compiled functions."""
    return sources._replace(
        searched=_replace_heights(sources.searched, -jnp.inf, LOWEST),
        counted=_replace_heights(sources.counted, -jnp.inf, LOWEST),
    )


def _replace_heights(groups: Groups, old: float, new: float) -> Groups:
    changed = {
        name: jnp.where(getattr(groups, name) <= old, new, getattr(groups, name))
        for name in ("height", "mass", "top")
    }
    return groups._replace(**changed)


def _groups(
    points: Array, values: Array, logs: Array, there: Array, dim: int
) -> tuple[Groups, Groups]:
    """The `searched` and `counted` groups of a tree; sources without a weight are counted too.

    With W the sum of all weights, W_n the sum of a node and K leaves, the height of the node is the
    smaller of log W and log K W_n: where bounds are below log(tol N), all that is left out is at
    most 2 tol N."""
    boxes = tree.boxes(points[:, :dim], points[:, dim] if points.shape[1] > dim else None)
    first = jnp.asarray(tree.first_groups(len(points)))
    leaves = math.log(len(points))
    shift = logs if logs.size else jnp.zeros_like(values)
    known = jnp.where(values > 0, shift + log(values), -jnp.inf)
    total = jax.nn.logsumexp(known)

    def shares(logs: Array) -> Array:
        return tree.log_masses(logs) - jax.nn.logsumexp(logs)

    def height(share: Array) -> Array:
        return jnp.where(share > -jnp.inf, total + jnp.minimum(share + leaves, 0), -jnp.inf)

    share = shares(known)
    weighted, mass = height(share), jnp.where(share > -jnp.inf, total + share, -jnp.inf)
    counted = jnp.maximum(weighted, height(shares(jnp.where(there, shift, -jnp.inf))))
    top = tree.largest(jnp.where(values > 0, shift, -jnp.inf))
    searched = Groups(points, logs, boxes, weighted, mass, top, first)
    return searched, searched._replace(height=counted)


def log_sums(
    sources: Tree,
    chosen: Array,
    targets: Array,
    unit: Array,
    own: Array | None = None,
    *,
    tol: float = 1e-3,
    along_curve: bool = False,
) -> Array:
    """The L_i of the chosen targets, 0 for the others. Differentiable any number of times, in both
    modes.

    Args:
      sources: made by `make_tree`, and maybe `make_finite`.
      chosen: (m,) bool.  targets: (m, I, d).  unit: (d,) the h_c.
      own: (m,) int32, for each target a source to leave out; None for none.
      tol: relative error of the sums.
      along_curve: whether targets are in an order in which neighbours are close.

    Returns:
      (m,); -inf where no source is left.
    """
    m, images, dim = targets.shape
    points, values = sources.points, sources.values
    if m == 0:
        return jnp.zeros(0, points.dtype)
    searched, counted = (
        _replace_heights(groups, LOWEST, -jnp.inf) for groups in (sources.searched, sources.counted)
    )
    nowhere = lax.stop_gradient(points[:1, None, :dim, 0])
    x = jnp.where(chosen[:, None, None], targets, nowhere).reshape(-1, dim)
    own = jnp.full(m, -1, jnp.int32) if own is None else sources.slot[own]
    chosen, own = (jnp.repeat(a.astype(jnp.int32), images) for a in (chosen, own))

    number = jnp.arange(len(x), dtype=jnp.int32) if along_curve else None
    y, heights, at, inverse = lax.stop_gradient((points, values[:, 0], x, 1 / unit))
    slack = math.log(1 / (SAFETY * tol))
    places_of_anchors, sums = walks.find(
        searched, heights, Targets(at, chosen, own, inverse, number), slack=slack, gain=GAIN
    )
    some = sums[:, 0] > 0
    total = jnp.where(some, sums[:, 0], 1)
    level = jnp.log(total)
    anchor = y[places_of_anchors // tree.SIZE, :, places_of_anchors % tree.SIZE]
    base = counted.logs.reshape(-1)[places_of_anchors] if counted.logs.size else 0
    walk = Walk(
        anchor,
        base + level,
        base + level - slack,
        counted.logs,
        counted.boxes,
        counted.height,
        counted.first,
        jnp.where(some, chosen, 0),
        own,
    )

    offset = (x - anchor[:, :dim]) / unit[None]
    top = -0.5 * reference.row_sum(jnp.square(offset))
    if points.shape[1] > dim:
        top = top * anchor[:, dim]
    rest = _log_of_sum(level, sums / total[:, None], values, x, points, 1 / unit, walk)
    value = jnp.where(some, base + top + rest, -jnp.inf).reshape(m, images)
    value = value[:, 0] if images == 1 else log_sum(value)
    return jnp.where(chosen.reshape(m, images)[:, 0] > 0, value, 0)


def _jvp(function: Callable, inputs: Sequence[Any], tangents: Sequence[Any]) -> tuple[Array, Array]:
    """`jax.jvp` of function(*inputs) in the inputs whose tangents are not zero."""
    moving = [place for place, tangent in enumerate(tangents) if moves(tangent)]

    def of_moving(*values):
        full = list(inputs)
        for place, value in zip(moving, values):
            full[place] = value
        return function(*full)

    moving_inputs, moving_tangents = (tuple(a[i] for i in moving) for a in (inputs, tangents))
    return jax.jvp(of_moving, moving_inputs, moving_tangents)


@jax.custom_jvp
def _log_of_sum(
    level: Array, ratios: Array, values: Array, x: Array, points: Array, inverse: Array, walk: Walk
) -> Array:
    """log N_0, whose value `level` the search has found, with its derivatives. ratios (m,
    monomials): the N_m / N_0 that the slopes in targets need."""
    return level


@functools.partial(_log_of_sum.defjvp, symbolic_zeros=True)
def _(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    """d log N_0 = dN_0 / N_0; its part in x consists of ratios N_m / N_0, which are known."""
    level, ratios, *inputs, walk = primals
    _, x, points, inverse = inputs
    d_values, dx, d_points, d_inverse = tangents[2:6]
    tangent = jnp.zeros_like(level)
    if moves(dx):
        variables, dim = points.shape[1], x.shape[1]
        slopes = Slopes(x, inverse, walk.anchor)
        known = _ratios(ratios, *inputs, walk)
        place_of = places(variables, 1 + variables - dim)
        for c in range(dim):
            for power, value in slopes.in_target(c).items():
                tangent = tangent + dx[:, c] * value * known[:, place_of[power]]
    others = d_values, None, d_points, d_inverse
    if any(map(moves, others)):

        def total(values, x, points, inverse):
            return moments(values, x, points, inverse, walk, 0)[:, 0, 0]

        sums, slope = _jvp(total, inputs, others)
        tangent = tangent + slope / jnp.where(sums > 0, sums, 1)
    return _log_of_sum(*primals), tangent


@jax.custom_jvp
def _ratios(
    known: Array, values: Array, x: Array, points: Array, inverse: Array, walk: Walk
) -> Array:
    """N_m / N_0, whose values are `known` (m, monomials), with their derivatives."""
    return known


@functools.partial(_ratios.defjvp, symbolic_zeros=True)
def _(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    known, *inputs, walk = primals
    degree = 1 + inputs[2].shape[1] - inputs[1].shape[1]
    if not any(map(moves, tangents[1:5])):
        return _ratios(*primals), jnp.zeros_like(known)

    def ratios(values, x, points, inverse):
        sums = moments(values, x, points, inverse, walk, degree)[:, :, 0]
        return sums / jnp.where(sums[:, :1] > 0, sums[:, :1], 1)

    return _ratios(*primals), _jvp(ratios, inputs, tangents[1:5])[1]
