"""Logarithms of sums of Gaussians, each relative to one of its terms: right however far targets are
from all sources.

    L_i = log sum_I sum_{j != own_i} w_j s_j^-d exp(-sum_c (x_iIc - y_jc)^2 / (2 h_c^2 s_j^2))

for those targets i that are chosen; a target may stand for several points x_iI (its mirror images).
Each sum is that of `logsumexp`: an anchor, which is a source with a large term, and what all terms
are over the anchor's own.

Derivatives of any order close: with exponents D_j over the anchor and offsets b_j from it, every
derivative of sum_j v_j b_j^m exp(D_j) is a combination of such sums of higher degree, whose
coefficients belong to the target or to the source. The transpose in v is `spread`. Anchors carry no
derivative: the logarithm does not depend on them."""

import functools
import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
from jax.custom_derivatives import SymbolicZero
from jax.interpreters import ad, batching

from jaxfmm.logsumexp import groups as tree, operations, reference
from jaxfmm.logsumexp.monomials import lowered, monomials, raised
from jaxfmm.logsumexp.reference import Frames, Groups, Targets
from jaxfmm.native.platforms import by_platform, one_by_one, primitive
from jaxfmm.tree.keys import sort_by_key

SAFETY = 0.05  # what is left out, over the tolerance of a log density
LOWEST = -1e30  # the height of a node without sources, where it must be finite
GAIN = 1.0  # of an exponent, what makes it worth to look for another anchor


def log_sums(
    chosen: jax.Array,
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    unit: jax.Array,
    scales: None = None,
    own: jax.Array | None = None,
    *,
    order: None = None,
    tol: float = 1e-3,
) -> jax.Array:
    """The L_i of the chosen targets, 0 for the others. Differentiable any number of times, in both
    modes.

    Args:
      chosen: (m,) bool.  targets: (m, I, d).  sources: (n, d).  weights: (n,), none negative.
        unit: (d,) the h_c.
      scales: (n,) the s_j; None for 1.  own: (m,) int32, for each target a source to leave out;
        None for none.
      order: (n,) int32, the sources along a curve (`logsumexp.groups.order`), which decides the
        speed alone; None to sort.
      tol: relative error of the sums.

    Returns:
      (m,); -inf where no source is left.
    """
    if order is None:
        order = tree.order(lax.stop_gradient(sources / unit[None]))
    return log_sums_in(
        in_tree(sources, weights, scales, order=order), chosen, targets, unit, own, tol=tol
    )


class Tree(NamedTuple):
    """Sources for `log_sums_in`: points and values in leaves; as the search sees them and as sums
    of any values do; the slot (n,) of each."""

    points: jax.Array
    values: jax.Array
    searched: Groups
    counted: Groups
    slot: jax.Array


def in_tree(
    sources: jax.Array, weights: jax.Array, scales: None = None, *, order: jax.Array
) -> Tree:
    """The `Tree` of the sources of `log_sums`, which serves every unit."""
    dim, layout = sources.shape[1], tree.layout(len(order))
    columns, heights = sources, weights
    if scales is not None:
        columns = jnp.concatenate([sources, 1 / jnp.square(scales)[:, None]], axis=1)
        heights = weights * scales**-dim
    points, there = tree.in_slots(columns, order), jnp.asarray(layout.there)
    values = jnp.where(there[:, None], tree.in_slots(heights[:, None], order), 0)
    slot = jnp.zeros(len(order), jnp.int32).at[order].set(layout.slot, unique_indices=True)
    return Tree(
        points, values, *_groups(*lax.stop_gradient((points, values[:, 0])), there, dim), slot
    )


def finite(tree: Tree) -> Tree:
    """The same with LOWEST for heights that are -inf, as what a compiled function returns:
    `jax_debug_infs` raises an error for infinite results."""
    return tree._replace(
        **{
            name: _heights(getattr(tree, name), -jnp.inf, LOWEST)
            for name in ("searched", "counted")
        }
    )


def _heights(groups: Groups, old: float, new: float) -> Groups:
    return groups._replace(height=jnp.where(groups.height <= old, new, groups.height))


def log_sums_in(
    sources: Tree,
    chosen: jax.Array,
    targets: jax.Array,
    unit: jax.Array,
    own: jax.Array | None = None,
    *,
    tol: float = 1e-3,
) -> jax.Array:
    """`log_sums` of sources in a `Tree`, which may be `finite`."""
    m, images, dim = targets.shape
    points, values, slot = sources.points, sources.values, sources.slot
    searched, counted = (
        _heights(groups, LOWEST, -jnp.inf) for groups in (sources.searched, sources.counted)
    )
    x = jnp.where(
        chosen[:, None, None], targets, lax.stop_gradient(points[:1, None, :dim, 0])
    ).reshape(-1, dim)
    own = jnp.full(m, -1, jnp.int32) if own is None else slot[own]
    chosen, own = (jnp.repeat(a.astype(jnp.int32), images) for a in (chosen, own))

    still = lax.stop_gradient((points, values[:, 0], x, 1 / unit))
    slack = math.log(1 / (SAFETY * tol))
    anchor, sums = _find(
        searched, still[1], Targets(still[2], chosen, own, still[3]), slack=slack, gain=GAIN
    )
    some = sums[:, 0] > 0
    total = jnp.where(some, sums[:, 0], 1)
    level = jnp.log(total)
    at = still[0][anchor // tree.SIZE, :, anchor % tree.SIZE]
    walk = (
        Frames(at, level, level - slack),
        counted.boxes,
        counted.height,
        counted.first,
        jnp.where(some, chosen, 0),
        own,
    )

    offset = (x - at[:, :dim]) / unit[None]
    top = -0.5 * reference.row_sum(jnp.square(offset))
    if points.shape[1] > dim:
        top = top * at[:, dim]
    rest = _log_of_sum(level, sums / total[:, None], values, x, points, 1 / unit, walk)
    value = jnp.where(some, top + rest, -jnp.inf).reshape(m, images)
    value = value[:, 0] if images == 1 else log_sum(value)
    return jnp.where(chosen.reshape(m, images)[:, 0] > 0, value, 0)


def log_sum(values):
    """log sum_I exp(values (m, I)), -inf where all are, without a derivative there."""
    most = lax.stop_gradient(values.max(1, keepdims=True))
    most = jnp.where(most > -jnp.inf, most, 0)
    total = jnp.where(
        values > -jnp.inf, jnp.exp(jnp.where(values > -jnp.inf, values - most, 0)), 0
    ).sum(1)
    return jnp.where(total > 0, jnp.log(jnp.where(total > 0, total, 1)) + most[:, 0], -jnp.inf)


def _groups(points: jax.Array, values: jax.Array, there: jax.Array, dim: int) -> Any:
    """The sources as the search for anchors and levels sees them, and as sums of any values do: in
    the latter sources without a weight count too. With W the sum of all weights, W_n that of a node
    and K leaves, its height is the smaller of log W and log K W_n: where bounds are below log(tol
    N), all that is left out is at most 2 tol N."""
    boxes = tree.boxes(points[:, :dim], points[:, dim] if points.shape[1] > dim else None)
    first = jnp.asarray(tree.first_groups(len(points)))
    leaves = math.log(len(points))

    total = jnp.log(values.sum())

    def height(mass):
        share = tree.masses(mass / mass.sum())
        log_share = jnp.log(jnp.where(share > 0, share, 1))
        return jnp.where(share > 0, total + jnp.minimum(log_share + leaves, 0), -jnp.inf)

    weighted = height(values)
    number = there.astype(values.dtype)
    counted = jnp.maximum(weighted, height(number))
    return tuple(Groups(points, boxes, h, first) for h in (weighted, counted))


@by_platform
def _find(
    groups: Groups, values: jax.Array, targets: Targets, *, slack: float, gain: float, platform: str
) -> Any:
    variables = groups.points.shape[1]
    degree = 2 if variables > targets.x.shape[1] else 1  # of the slope of D in x
    run = operations(platform, targets.x.dtype, variables, degree)
    if run is not reference:
        return run.find(groups, values, targets, slack, gain, degree)
    order, targets = _along_curve(targets)
    return tuple(_back(a, order) for a in run.find(groups, values, targets, slack, gain, degree))


def _along_curve(targets: Any) -> tuple[jax.Array, Targets]:
    """The order (m,) of targets along a curve, the chosen ones first, and the targets in that
    order."""
    order = sort_by_key(targets.x, reference.TARGETS)[0]
    order = order[jnp.argsort(targets.chosen[order], descending=True, stable=True)]
    return order, Targets(*(a[order] for a in targets[:3]), targets.inverse)


def _back(array: jax.Array, order: jax.Array) -> jax.Array:
    return jnp.zeros_like(array).at[order].set(array, unique_indices=True)


# --- the differentiable sums ---


def _moments(
    values: jax.Array,
    x: jax.Array,
    points: jax.Array,
    inverse: jax.Array,
    walk: list[jax.Array],
    degree: int,
) -> jax.Array:
    """N (m, monomials, k) of values (leaves, k, 32)."""
    return moments_p.bind(values, x, points, inverse, *jax.tree.leaves(walk), degree=degree)[0]


def _spread(given, x, points, inverse, walk, degree):
    """v (leaves, k, 32) of given (m, monomials, k)."""
    return spread_p.bind(given, x, points, inverse, *jax.tree.leaves(walk), degree=degree)[0]


def _open(
    x: jax.Array, points: jax.Array, inverse: jax.Array, walk: tuple[jax.Array, ...]
) -> tuple[Groups, Targets, Frames]:
    anchor, level, least, boxes, height, first, chosen, own = walk
    return (
        Groups(points, boxes, height, first),
        Targets(x, chosen, own, inverse),
        Frames(anchor, level, least),
    )


def _in_order(
    values: jax.Array,
    x: jax.Array,
    points: jax.Array,
    inverse: jax.Array,
    *walk,
    name: str,
    degree: int,
    platform: str,
) -> list[jax.Array]:
    """The pass of this name, of XLA's with targets along a curve and the chosen ones first."""
    groups, targets, frames = _open(x, points, inverse, walk)
    run = operations(platform, x.dtype, points.shape[1], degree)
    if run is not reference:
        return [getattr(run, name)(groups, values, targets, frames, degree)]
    order, targets = _along_curve(targets)
    frames = jax.tree.map(lambda a: a[order], frames)
    if name == "spread":
        return [reference.spread(groups, values[order], targets, frames, degree)]
    return [_back(reference.moments(groups, values, targets, frames, degree), order)]


moments_p = primitive("jaxfmm_tail_moments", functools.partial(_in_order, name="moments"))
spread_p = primitive("jaxfmm_tail_spread", functools.partial(_in_order, name="spread"))


@moments_p.def_abstract_eval
def _(values: Any, x: Any, points: Any, inverse: Any, *walk, degree: int) -> Iterable:
    count = len(monomials(points.shape[1], degree))
    return [jax.core.ShapedArray((x.shape[0], count, values.shape[1]), x.dtype)]


@spread_p.def_abstract_eval
def _(given, x: Any, points: Any, inverse: Any, *walk, degree: int) -> Iterable:
    return [jax.core.ShapedArray((points.shape[0], given.shape[2], 32), x.dtype)]


class _Slopes:
    """The derivatives of D as polynomials {multi-index: coefficient}, the coefficients numbers or
    (m,)."""

    def __init__(self, x: jax.Array, inverse: jax.Array, anchor: jax.Array) -> None:
        self.dim, self.variables = x.shape[1], anchor.shape[1]
        self.inverse, self.u = inverse, (x - anchor[:, : self.dim]) * inverse[None]
        self.one = (0,) * self.variables
        self.scaled = self.variables > self.dim
        self.sharpness = anchor[:, self.dim] if self.scaled else 1

    def _times_sharpness(
        self, polynomial: dict[tuple[int, ...], jax.Array]
    ) -> dict[tuple[int, ...], jax.Array]:
        """The polynomial times t_j = t_a + (t_j - t_a)."""
        if not self.scaled:
            return polynomial
        out = {index: self.sharpness * value for index, value in polynomial.items()}
        for index, value in polynomial.items():
            index = raised(index, self.dim)
            out[index] = out.get(index, 0) + value
        return out

    def _power(self, *variables) -> tuple[int, ...]:
        return functools.reduce(raised, variables, self.one)

    def in_target(self, c):
        slope = self._times_sharpness({self._power(c): 1})
        if self.scaled:
            slope[self._power(self.dim)] = -self.u[:, c]
        return {index: value * self.inverse[c] for index, value in slope.items()}

    def in_inverse(self, c: int) -> dict[tuple[int, ...], jax.Array]:
        slope = self._times_sharpness({self._power(c): 2 * self.u[:, c], self._power(c, c): -1})
        if self.scaled:
            slope[self._power(self.dim)] = -jnp.square(self.u[:, c])
        return {index: value / self.inverse[c] for index, value in slope.items()}

    def in_row(self, row):
        """In a coordinate of the sources, or in their sharpness."""
        if row < self.dim:
            slope = self._times_sharpness({self.one: self.u[:, row], self._power(row): -1})
            return {index: value * self.inverse[row] for index, value in slope.items()}
        slope = {self.one: -0.5 * jnp.square(self.u).sum(1)}
        for c in range(self.dim):
            slope |= {self._power(c): self.u[:, c], self._power(c, c): -0.5}
        return slope

    def of_monomial(self, index, row):
        """(lower index, factor) of the derivative of b^index in a row of the sources."""
        return lowered(index, row), index[row] * (self.inverse[row] if row < self.dim else 1)


def _degree(polynomials: Any) -> int:
    return max((sum(index) for polynomial in polynomials for index in polynomial), default=0)


def _sum_index(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i + j for i, j in zip(a, b))


def _moved(t: Any) -> bool:
    return type(t) not in (ad.Zero, SymbolicZero)


def _along_target(
    slopes: _Slopes, dx: Any, d_inverse: jax.Array, indices: Any
) -> dict[tuple[int, ...], dict[tuple[int, ...], jax.Array]]:
    """{index: polynomial}: the tangents of b^index exp(D) of each of the indices, but for those of
    the sources."""
    total = {index: {} for index in indices}

    def add(index, polynomial, factor):
        for power, value in polynomial.items():
            power = _sum_index(index, power)
            total[index][power] = total[index].get(power, 0) + value * factor

    for c in range(slopes.dim):
        for index in indices:
            if _moved(dx):
                add(index, slopes.in_target(c), dx[:, c])
            if _moved(d_inverse):
                add(index, slopes.in_inverse(c), d_inverse[c])
                if index[c]:
                    add(index, {slopes.one: index[c] / slopes.inverse[c]}, d_inverse[c])
    return total


def _along_row(slopes, row, indices):
    """{index: polynomial}: the derivatives of b^index exp(D) in a row of the sources."""
    total = {}
    for index in indices:
        polynomial = {
            _sum_index(index, power): value for power, value in slopes.in_row(row).items()
        }
        if index[row]:
            lower, factor = slopes.of_monomial(index, row)
            polynomial[lower] = polynomial.get(lower, 0) + factor
        total[index] = polynomial
    return total


def _combined(
    polynomials: dict[tuple[int, ...], dict[tuple[int, ...], jax.Array]],
    sums: jax.Array,
    places: dict[tuple[int, ...], int],
) -> jax.Array:
    """(m, monomials, k): the polynomials of the sums (m, more monomials, k)."""

    def one(polynomial):
        parts = [
            jnp.reshape(jnp.asarray(v, sums.dtype), (-1, 1)) * sums[:, places[p]]
            for p, v in polynomial.items()
        ]
        return sum(parts[1:], parts[0]) if parts else jnp.zeros_like(sums[:, 0])

    return jnp.stack([one(polynomial) for polynomial in polynomials.values()], axis=1)


def _spread_out(polynomials, given, places):
    """The transpose: what given (m, monomials, k) makes of the coefficients (m, more monomials,
    k)."""
    total = [jnp.zeros_like(given[:, 0])] * len(places)
    for number, polynomial in enumerate(polynomials.values()):
        for power, value in polynomial.items():
            total[places[power]] += (
                jnp.reshape(jnp.asarray(value, given.dtype), (-1, 1)) * given[:, number]
            )
    return jnp.stack(total, axis=1)


def _places(variables: int, degree: Any) -> dict[tuple[int, ...], int]:
    return {index: place for place, index in enumerate(monomials(variables, degree))}


def _moments_jvp(
    primals: tuple[jax.Array, ...], tangents: tuple[Any, ...], *, degree: int
) -> tuple[list[jax.Array], list[jax.Array]]:
    values, x, points, inverse, *walk = primals
    d_values, dx, d_points, d_inverse, *_ = tangents
    variables = points.shape[1]
    slopes, indices = _Slopes(x, inverse, walk[0]), monomials(variables, degree)
    along = _along_target(slopes, dx, d_inverse, indices)
    highest = max(degree, _degree(along.values()))
    sums = _moments(values, x, points, inverse, walk, highest)
    out, parts = sums[:, : len(indices)], []
    if _moved(dx) or _moved(d_inverse):
        parts.append(_combined(along, sums, _places(variables, highest)))
    linear = [d_values] if _moved(d_values) else []
    rows = range(variables) if _moved(d_points) else ()
    by_row = [_along_row(slopes, row, indices) for row in rows]
    linear += [values * d_points[:, row, None] for row in rows]
    if linear:
        highest = max([degree] + [_degree(along.values()) for along in by_row])
        places, k = _places(variables, highest), values.shape[1]
        sums = _moments(jnp.concatenate(linear, axis=1), x, points, inverse, walk, highest)
        sums = [sums[:, :, first : first + k] for first in range(0, k * len(linear), k)]
        if _moved(d_values):
            parts.append(sums.pop(0)[:, : len(indices)])
        parts += [_combined(along, part, places) for along, part in zip(by_row, sums)]
    return [out], [sum(parts, jnp.zeros_like(out))]


def _spread_jvp(primals, tangents, *, degree):
    given, x, points, inverse, *walk = primals
    d_given, dx, d_points, d_inverse, *_ = tangents
    variables = points.shape[1]
    slopes, indices = _Slopes(x, inverse, walk[0]), monomials(variables, degree)
    out = _spread(given, x, points, inverse, walk, degree)
    parts = []
    if _moved(dx) or _moved(d_inverse):
        along = _along_target(slopes, dx, d_inverse, indices)
        highest = max(degree, _degree(along.values()))
        moved = _spread_out(along, given, _places(variables, highest))
        if _moved(d_given):
            moved = moved.at[:, : len(indices)].add(d_given)
        parts.append(_spread(moved, x, points, inverse, walk, highest))
    elif _moved(d_given):
        parts.append(_spread(d_given, x, points, inverse, walk, degree))
    if _moved(d_points):
        by_row = [_along_row(slopes, row, indices) for row in range(variables)]
        highest = max([degree] + [_degree(along.values()) for along in by_row])
        columns = [_spread_out(along, given, _places(variables, highest)) for along in by_row]
        k = given.shape[2]
        slope = _spread(jnp.concatenate(columns, axis=2), x, points, inverse, walk, highest)
        slope = slope.reshape(len(slope), variables, k, 32)
        parts.append((slope * d_points[:, :, None]).sum(1))
    return [out], [sum(parts, jnp.zeros_like(out))]


def _transposed_by(other):
    def transpose(cotangents, given, x, points, inverse, *walk, degree):
        (ct,) = cotangents
        back = (
            ad.Zero(given.aval)
            if type(ct) is ad.Zero
            else other(ct, x, points, inverse, walk, degree)
        )
        return back, *(None,) * (3 + len(walk))

    return transpose


for _made, _jvp, _other in ((moments_p, _moments_jvp, _spread), (spread_p, _spread_jvp, _moments)):
    ad.primitive_jvps[_made] = _jvp
    ad.primitive_transposes[_made] = _transposed_by(_other)
    batching.primitive_batchers[_made] = one_by_one(_made)


# --- the logarithm, whose value the search has found ---


@jax.custom_jvp
def _log_of_sum(
    level: jax.Array,
    ratios: jax.Array,
    values: jax.Array,
    x: jax.Array,
    points: jax.Array,
    inverse: jax.Array,
    walk: tuple[Frames | jax.Array, ...],
) -> jax.Array:
    """log N_0, which is `level`, with its derivatives. ratios (m, monomials): the N_m over N_0 that
    the slopes in targets need."""
    return level


@functools.partial(_log_of_sum.defjvp, symbolic_zeros=True)
def _(primals: tuple[jax.Array, ...], tangents: tuple[Any, ...]) -> Iterable:
    level, ratios, *inputs, walk = primals
    values, x, points, inverse = inputs
    d_values, dx, d_points, d_inverse = tangents[2:6]
    tangent = jnp.zeros_like(level)
    if _moved(dx):
        variables, dim = points.shape[1], x.shape[1]
        slopes = _Slopes(x, inverse, walk[0].anchor)
        known = _ratios(ratios, *inputs, walk)
        places = _places(variables, 1 + variables - dim)
        for c in range(dim):
            for power, value in slopes.in_target(c).items():
                tangent = tangent + dx[:, c] * value * known[:, places[power]]
    moving = {0: d_values, 2: d_points, 3: d_inverse}
    moving = {place: t for place, t in moving.items() if _moved(t)}
    if moving:

        def total(*some):
            full = list(inputs)
            for place, value in zip(moving, some):
                full[place] = value
            return _moments(*full, jax.tree.leaves(walk), 0)[:, 0, 0]

        sums, slope = jax.jvp(
            total, tuple(inputs[place] for place in moving), tuple(moving.values())
        )
        tangent = tangent + slope / jnp.where(sums > 0, sums, 1)
    return _log_of_sum(*primals), tangent


@jax.custom_jvp
def _ratios(known, values, x, points, inverse, walk):
    """N_m / N_0, which are `known` (m, monomials), with their derivatives."""
    return known


@functools.partial(_ratios.defjvp, symbolic_zeros=True)
def _(primals: tuple[jax.Array, ...], tangents: tuple[Any, ...]) -> Iterable:
    known, *inputs, walk = primals
    degree = 1 + inputs[2].shape[1] - inputs[1].shape[1]
    moving = {place: t for place, t in enumerate(tangents[1:5]) if _moved(t)}
    if not moving:
        return _ratios(*primals), jnp.zeros_like(known)

    def ratios(*some):
        full = list(inputs)
        for place, value in zip(moving, some):
            full[place] = value
        sums = _moments(*full, jax.tree.leaves(walk), degree)[:, :, 0]
        return sums / jnp.where(sums[:, :1] > 0, sums[:, :1], 1)

    slope = jax.jvp(ratios, tuple(inputs[place] for place in moving), tuple(moving.values()))[1]
    return _ratios(*primals), slope
