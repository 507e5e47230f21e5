"""The passes of the fast Gauss transform in plain XLA: the reference, and the fallback where
nothing is compiled.

Points (n, d), weights (n, components, k) and results (m, components, k) are ordered box by box.
Series are (full boxes, k, p^d), one for each full box of their owners. Every pass is a loop over
pieces of at most PIECE points of a box."""

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends.chunks import over
from jaxfmm.backends.protocol import Components
from jaxfmm.gaussian import hermite_series
from jaxfmm.gaussian.boxes import Boxes, PairRun
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import pair_sums

PIECE = 32
_MOST_NUMBERS = 2**20  # The largest array of a step of a loop has about this many numbers.
_Rows = dict[tuple[int, int], Array]


def _over_pieces(used: Array, pieces: Array, step: int, body: Callable, carry: Array) -> Array:
    """carry = body(item, piece, valid, carry) over pieces 0, 1, ..., pieces[item] - 1 of all used
    items."""
    counts = jnp.where(used, pieces, 0)
    first = jnp.cumsum(counts, dtype=jnp.int32) - counts
    total = first[-1] + counts[-1]

    def run(index, valid, carry):
        item = jnp.searchsorted(first, index, side="right").astype(jnp.int32) - 1
        return body(item, index - first[item], valid, carry)

    return over(total, 2**31 - 1, step, run, carry)


def _pieces(count: Array) -> Array:
    return (count + (PIECE - 1)) // PIECE


def _listed(pairs: PairRun) -> Array:
    """Which places of a list belong to its run."""
    place, boxes = lax.iota(jnp.int32, pairs.target.shape[0]), pairs.begin.shape[0]
    target = jnp.minimum(pairs.target, boxes - 1)
    return (pairs.target < boxes) & (place >= pairs.begin[target]) & (place < pairs.end[target])


def _full(boxes: Boxes) -> Array:
    """Which places of the list of full boxes are used."""
    return lax.iota(jnp.int32, boxes.full.shape[0]) < boxes.n_full


def _points(boxes: Boxes, box: Array, piece: Array, valid: Array) -> tuple[Array, Array]:
    """Places (C, PIECE) of the points of pieces, and which of them exist."""
    within = piece[:, None] * PIECE + lax.iota(jnp.int32, PIECE)[None]
    exists = valid[:, None] & (within < boxes.count[box][:, None])
    return jnp.where(exists, boxes.start[box][:, None] + within, 0), exists


def _step(p: int, dim: int) -> int:
    return max(1, _MOST_NUMBERS // (PIECE * p ** max(1, dim - 1)))


def _rows(basis: Callable, u: Array, p: int, components: Components) -> _Rows:
    """{(axis, order): the derivatives of this order of the basis functions of one axis, (C, PIECE,
    p)} for all derivatives in `components`."""
    needed = {(axis, order) for b in components for axis, order in enumerate(b)}
    return {
        (axis, order): jnp.stack(basis(u[..., axis], p, order), axis=-1)
        for axis, order in sorted(needed)
    }


def _names(components: Components) -> tuple[str, str]:
    """Subscripts for einsum: of the axes, and of a row for each axis."""
    names = "abc"[: len(components[0])]
    return names, ",".join(f"Cs{name}" for name in names)


def _sum_points(rows: _Rows, weights: Array, components: Components, p: int) -> Array:
    """The sum over points and components of weights (C, PIECE, components, k) times basis functions
    -> (C, k, p^d)."""
    names, terms = _names(components)
    total: Any = 0
    for i, derivative in enumerate(components):
        factors = [rows[axis, order] for axis, order in enumerate(derivative)]
        total = total + jnp.einsum(
            f"Csk,{terms}->Ck{names}", weights[:, :, i], *factors, precision="highest"
        )
    return total.reshape(*total.shape[:2], p ** len(names))


def _evaluate(rows: _Rows, series: Array, components: Components, p: int) -> Array:
    """Series (C, k, p^d) at points -> (C, PIECE, components, k)."""
    names, terms = _names(components)
    series = series.reshape(*series.shape[:2], *(p,) * len(names))
    values = []
    for derivative in components:
        factors = [rows[axis, order] for axis, order in enumerate(derivative)]
        values.append(jnp.einsum(f"Ck{names},{terms}->Csk", series, *factors, precision="highest"))
    return jnp.stack(values, axis=2)


def collect(
    p: int,
    owners: Boxes,
    sources: Boxes,
    weights: Array,
    pairs: PairRun | None,
    components: Components,
) -> Array:
    """P2M, the Hermite series of the points of all full boxes; or P2L, the Taylor series of all
    full boxes for the sources of the listed pairs."""
    points, k, series = sources.points, weights.shape[2], owners.full.shape[0]
    dim = points.shape[1]
    basis = hermite_series.monomials if pairs is None else hermite_series.hermite_functions

    def body(item, piece, valid, total):
        if pairs is None:
            box = source = owners.full[item]
            slot = item
        else:
            box, source = pairs.target[item], pairs.source[item]
            slot = owners.slot[box]
        place, exists = _points(sources, source, piece, valid)
        rows = _rows(basis, points[place] - owners.center[box][:, None], p, components)
        w = jnp.where(exists[..., None, None], weights[place], 0)
        part = _sum_points(rows, w, components, p)
        return total.at[jnp.where(valid, slot, series)].add(part, mode="drop")

    used, boxes = (_full(owners), owners.full) if pairs is None else (_listed(pairs), pairs.source)
    zeros = jnp.zeros((series, k, p**dim), points.dtype)
    return _over_pieces(used, _pieces(sources.count[boxes]), _step(p, dim), body, zeros)


def m2l(
    p: int, side: float, reach: int, targets: Boxes, sources: Boxes, series: Array, pairs: PairRun
) -> Array:
    """The Taylor series of the full boxes of targets, from the Hermite series of the listed boxes.
    These are at most `reach` boxes of this `side` away along each axis."""
    boxes, (_, k, size) = targets.full.shape[0], series.shape
    table = jnp.asarray(hermite_series.translations(side, reach, p), series.dtype)

    def body(i, _, valid, local):
        t, s = pairs.target[i], pairs.source[i]
        offset = targets.cell[t] - sources.cell[s] + reach
        matrices = [
            table.at[offset[:, axis]].get(mode="clip")[:, None] for axis in range(offset.shape[1])
        ]
        part = hermite_series.translate(series.at[sources.slot[s]].get(mode="clip"), matrices)
        return local.at[jnp.where(valid, targets.slot[t], boxes)].add(part, mode="drop")

    step = max(1, _MOST_NUMBERS // (4 * k * size))
    zeros = jnp.zeros((boxes, k, size), series.dtype)
    return _over_pieces(_listed(pairs), jnp.int32(1), step, body, zeros)


def evaluate(
    p: int,
    targets: Boxes,
    owners: Boxes,
    series: Array,
    pairs: PairRun | None,
    components: Components,
    result: Array,
) -> Array:
    """Adds series at points to `result`: L2P, the Taylor series of the full boxes at their own
    points; or M2P, the Hermite series of the owners at the targets of the listed pairs."""
    points = targets.points
    n, dim = points.shape
    basis = hermite_series.monomials if pairs is None else hermite_series.hermite_functions

    def body(item, piece, valid, result):
        if pairs is None:
            box = target = owners.full[item]
            coefficients = series[item]
        else:
            target, box = pairs.target[item], pairs.source[item]
            coefficients = series.at[owners.slot[box]].get(mode="clip")
        place, exists = _points(targets, target, piece, valid)
        rows = _rows(basis, points[place] - owners.center[box][:, None], p, components)
        value = _evaluate(rows, coefficients, components, p)
        return result.at[jnp.where(exists, place, n)].add(value, mode="drop")

    used, boxes = (_full(owners), owners.full) if pairs is None else (_listed(pairs), pairs.target)
    count = targets.count[jnp.minimum(boxes, targets.capacity - 1)]
    return _over_pieces(used, _pieces(count), _step(p, dim), body, result)


def p2p(
    kernel: Kernel,
    targets: Boxes,
    sources: Boxes,
    weights: Array,
    pairs: PairRun,
    result: Array,
    source_components: Components,
    target_components: Components,
) -> Array:
    """Adds the sums over the points of the listed pairs of boxes to `result`, and returns it in the
    caller's order of the points."""
    m, dim = targets.points.shape

    def body(i, piece, valid, result):
        t, s = pairs.target[i], pairs.source[i]
        across = jnp.maximum(_pieces(sources.count[s]), 1)
        target, exists = _points(targets, t, piece // across, valid)
        source, counts = _points(sources, s, piece % across, valid)
        x, y = targets.points[target], sources.points[source]
        offset = [x[:, :, None, c] - y[:, None, :, c] for c in range(dim)]
        w = jnp.where(counts[..., None, None], weights[source], 0)
        columns = []
        for column in range(weights.shape[2]):
            values = {a: w[:, None, :, i, column] for i, a in enumerate(source_components)}
            sums = pair_sums(kernel, offset, values, target_components)
            columns.append(jnp.stack([sums[b].sum(-1) for b in target_components], axis=-1))
        value = jnp.stack(columns, axis=-1)
        return result.at[jnp.where(exists, target, m)].add(value, mode="drop")

    target = jnp.minimum(pairs.target, targets.capacity - 1)
    pieces = _pieces(targets.count[target]) * _pieces(sources.count[pairs.source])
    step = max(1, _MOST_NUMBERS // (PIECE * PIECE * math.prod(result.shape[1:])))
    result = _over_pieces(_listed(pairs), pieces, step, body, result)
    return jnp.zeros_like(result).at[targets.order].set(result, unique_indices=True)
