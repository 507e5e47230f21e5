"""The walks down the tree of sources, by platform, with derivatives of any order.

With exponents D_j relative to the anchor and offsets b_j from it, every derivative of sum_j v_j
b_j^m exp(D_j) is a combination of such sums of higher degree, whose coefficients belong to the
target or to the source (`slopes`). The transpose of `moments` in v is `spread`. Anchors have no
derivative: the logarithm does not depend on them."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array
from jax.interpreters import ad, batching

from jaxfmm.logsumexp import operations, reference
from jaxfmm.logsumexp.monomials import monomials, places
from jaxfmm.logsumexp.reference import Frames, Groups, Targets
from jaxfmm.logsumexp.slopes import Slopes, combine, combine_transposed, degree_of, moves
from jaxfmm.native.platforms import by_platform, one_by_one, primitive


class Walk(NamedTuple):
    """What decides which sources are visited, and has no derivative: fields of `Frames`, `Groups`
    and `Targets`."""

    anchor: Array
    level: Array
    least: Array
    logs: Array
    boxes: Array
    height: Array
    first: Array
    chosen: Array
    own: Array


@by_platform
def find(
    groups: Groups, values: Array, targets: Targets, *, slack: float, gain: float, platform: str
) -> tuple[Array, Array]:
    """The anchors and sums of `reference.find`, up to the degree of the slope of D in x."""
    variables = groups.points.shape[1]
    degree = 2 if variables > targets.x.shape[1] else 1
    run = operations(platform, targets.x.dtype, variables, degree)
    if run is not reference:
        return run.find(groups, values, targets, slack, gain, degree)
    order, targets = _along_curve(groups, targets)
    anchor, sums = run.find(groups, values, targets, slack, gain, degree)
    return _back(anchor, order), _back(sums, order)


def _along_curve(groups: Groups, targets: Targets) -> tuple[Array, Targets]:
    """The order (m,) of targets along a curve, the chosen ones first, and the targets in that
    order."""
    order = reference.along_curve(groups, targets)
    x, chosen, own = (a[order] for a in targets[:3])
    return order, Targets(x, chosen, own, targets.inverse)


def _back(array: Array, order: Array) -> Array:
    return jnp.zeros_like(array).at[order].set(array, unique_indices=True)


def moments(
    values: Array, x: Array, points: Array, inverse: Array, walk: Walk, degree: int
) -> Array:
    """N (m, monomials, k) of values (leaves, k, 32), as `reference.moments`."""
    return moments_p.bind(values, x, points, inverse, *walk, degree=degree)[0]


def spread(
    values: Array, x: Array, points: Array, inverse: Array, walk: Walk, degree: int
) -> Array:
    """v (leaves, k, 32) of values (m, monomials, k), as `reference.spread`."""
    return spread_p.bind(values, x, points, inverse, *walk, degree=degree)[0]


def _run(
    values: Array,
    x: Array,
    points: Array,
    inverse: Array,
    *arrays: Array,
    name: str,
    degree: int,
    platform: str,
) -> list[Array]:
    """The operation of this name; XLA's takes targets along a curve, the chosen ones first."""
    walk = Walk(*arrays)
    height = walk.height
    groups = Groups(points, walk.logs, walk.boxes, height, height, height, walk.first)
    targets = Targets(x, walk.chosen, walk.own, inverse)
    frames = Frames(walk.anchor, walk.level, walk.least)
    run = operations(platform, x.dtype, points.shape[1], degree)
    if run is not reference:
        return [getattr(run, name)(groups, values, targets, frames, degree)]
    order, targets = _along_curve(groups, targets)
    frames = jax.tree.map(lambda a: a[order], frames)
    if name == "spread":
        return [reference.spread(groups, values[order], targets, frames, degree)]
    return [_back(reference.moments(groups, values, targets, frames, degree), order)]


moments_p = primitive("jaxfmm_log_sum_exp_moments", functools.partial(_run, name="moments"))
spread_p = primitive("jaxfmm_log_sum_exp_spread", functools.partial(_run, name="spread"))


@moments_p.def_abstract_eval
def _(values: Any, x: Any, points: Any, inverse: Any, *walk: Any, degree: int) -> list[Any]:
    count = len(monomials(points.shape[1], degree))
    return [jax.core.ShapedArray((x.shape[0], count, values.shape[1]), x.dtype)]


@spread_p.def_abstract_eval
def _(values: Any, x: Any, points: Any, inverse: Any, *walk: Any, degree: int) -> list[Any]:
    return [jax.core.ShapedArray((points.shape[0], values.shape[2], 32), x.dtype)]


def _moments_jvp(
    primals: tuple[Any, ...], tangents: tuple[Any, ...], *, degree: int
) -> tuple[list[Array], list[Array]]:
    """dN = the sums of dv, plus polynomials (`slopes`) of the sums of v for x and `inverse`, and of
    the sums of v dy for the rows y of the sources."""
    values, x, points, inverse, *walk = primals
    d_values, dx, d_points, d_inverse, *_ = tangents
    variables = points.shape[1]
    slopes, indices = Slopes(x, inverse, walk[0]), monomials(variables, degree)
    along = slopes.along_target(dx, d_inverse, indices)
    highest = max(degree, degree_of(along.values()))
    sums = moments(values, x, points, inverse, Walk(*walk), highest)
    result, parts = sums[:, : len(indices)], []
    if moves(dx) or moves(d_inverse):
        parts.append(combine(along, sums, places(variables, highest)))
    linear = [d_values] if moves(d_values) else []
    rows = range(variables) if moves(d_points) else ()
    by_row = [slopes.along_row(row, indices) for row in rows]
    linear += [values * d_points[:, row, None] for row in rows]
    if linear:
        highest, k = _highest(by_row, degree), values.shape[1]
        columns = jnp.concatenate(linear, axis=1)
        sums = moments(columns, x, points, inverse, Walk(*walk), highest)
        by_column = [sums[:, :, first : first + k] for first in range(0, k * len(linear), k)]
        if moves(d_values):
            parts.append(by_column.pop(0)[:, : len(indices)])
        place_of = places(variables, highest)
        parts += [combine(along, part, place_of) for along, part in zip(by_row, by_column)]
    return [result], [sum(parts, jnp.zeros_like(result))]


def _spread_jvp(
    primals: tuple[Any, ...], tangents: tuple[Any, ...], *, degree: int
) -> tuple[list[Array], list[Array]]:
    """dv = the spread of dg and of transposed polynomials of g for x and `inverse`, plus
    dy times the spread of transposed polynomials of g for the rows y of the sources."""
    values, x, points, inverse, *walk = primals
    d_values, dx, d_points, d_inverse, *_ = tangents
    variables = points.shape[1]
    slopes, indices = Slopes(x, inverse, walk[0]), monomials(variables, degree)

    def run(values, degree):
        return spread(values, x, points, inverse, Walk(*walk), degree)

    result, parts = run(values, degree), []
    if moves(dx) or moves(d_inverse):
        along = slopes.along_target(dx, d_inverse, indices)
        highest = max(degree, degree_of(along.values()))
        moved = combine_transposed(along, values, places(variables, highest))
        if moves(d_values):
            moved = moved.at[:, : len(indices)].add(d_values)
        parts.append(run(moved, highest))
    elif moves(d_values):
        parts.append(run(d_values, degree))
    if moves(d_points):
        by_row = [slopes.along_row(row, indices) for row in range(variables)]
        highest, k = _highest(by_row, degree), values.shape[2]
        place_of = places(variables, highest)
        columns = [combine_transposed(along, values, place_of) for along in by_row]
        slope = run(jnp.concatenate(columns, axis=2), highest)
        slope = slope.reshape(len(slope), variables, k, 32)
        parts.append((slope * d_points[:, :, None]).sum(1))
    return [result], [sum(parts, jnp.zeros_like(result))]


def _highest(by_row: list[dict], degree: int) -> int:
    return max([degree] + [degree_of(along.values()) for along in by_row])


def _transposed_by(other: Callable) -> Callable:
    def transpose(cotangents, values, x, points, inverse, *walk, degree):
        (ct,) = cotangents
        zero = type(ct) is ad.Zero
        back = ad.Zero(values.aval) if zero else other(ct, x, points, inverse, Walk(*walk), degree)
        return back, *(None,) * (3 + len(walk))

    return transpose


for _primitive, _jvp, _other in (
    (moments_p, _moments_jvp, spread),
    (spread_p, _spread_jvp, moments),
):
    ad.primitive_jvps[_primitive] = _jvp
    ad.primitive_transposes[_primitive] = _transposed_by(_other)
    batching.primitive_batchers[_primitive] = one_by_one(_primitive)
