"""The passes of the fast Gauss transform in plain XLA: the reference, and what runs where nothing
is compiled.

`expansion` is the module jaxfmm.gaussian.hermite_series. `targets` and `sources` are points in
boxes (`gaussian.boxes.Boxes` says what their arrays are); points (n, d), weights (n, components, k)
and results (m, components, k) are in their order, box by box. Series are (full boxes, k, p^d), one
for each full box. `pairs` is a run of a list of pairs of boxes: target and source (capacity,), of
which those from begin[t] to end[t] are meant for target t. Every pass is a loop over pieces of at
most PIECE points of a box."""

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.backends.chunks import over
from jaxfmm.gaussian.boxes import Boxes
from jaxfmm.kernels.base import pair_sums

PIECE = 32
_CAPACITY = 2**20  # numbers in the largest array of a step of a loop, about


def _over_pieces(counts: jax.Array, step: int, body: Callable, carry: jax.Array) -> Any:
    """carry = body(item, piece, valid, carry) over the pieces 0, 1, ..., counts[item] - 1 of all
    items."""
    first = jnp.cumsum(counts, dtype=jnp.int32) - counts
    total = first[-1] + counts[-1]

    def run(index, valid, carry):
        item = jnp.searchsorted(first, index, side="right").astype(jnp.int32) - 1
        return body(item, index - first[item], valid, carry)

    return over(total, 2**31 - 1, step, run, carry)


def _pieces(count):
    return (count + (PIECE - 1)) // PIECE


def _listed(pairs: Any) -> jax.Array:
    """Which places of a list belong to its run."""
    place, boxes = lax.iota(jnp.int32, pairs.target.shape[0]), pairs.begin.shape[0]
    target = jnp.minimum(pairs.target, boxes - 1)
    return (pairs.target < boxes) & (place >= pairs.begin[target]) & (place < pairs.end[target])


def _points(cells, box, piece, valid):
    """Places (C, PIECE) of the points of pieces, and which of them there are."""
    within = piece[:, None] * PIECE + lax.iota(jnp.int32, PIECE)[None]
    used = valid[:, None] & (within < cells.count[box][:, None])
    return jnp.where(used, cells.start[box][:, None] + within, 0), used


def _step(p, dim):
    return max(1, _CAPACITY // (PIECE * p ** max(1, dim - 1)))


def _rows(basis, u, p, components):
    """{(axis, order): the basis functions (C, PIECE, p) of one axis} for all derivatives in
    `components`."""
    wanted = {(axis, order) for b in components for axis, order in enumerate(b)}
    return {
        (axis, order): jnp.stack(basis(u[..., axis], p, order), axis=-1)
        for axis, order in sorted(wanted)
    }


def _gather(rows, weights, components, p):
    """sum over points and components of weights (C, PIECE, components, k) times basis functions ->
    (C, k, p^d)."""
    dim, total = len(components[0]), 0
    names = "abc"[:dim]
    terms = ",".join(f"Cs{name}" for name in names)
    for i, derivative in enumerate(components):
        factors = [rows[axis, order] for axis, order in enumerate(derivative)]
        total = total + jnp.einsum(
            f"Csk,{terms}->Ck{names}", weights[:, :, i], *factors, precision="highest"
        )
    return total.reshape(*total.shape[:2], p**dim)


def _evaluate(rows, series, components, p):
    """Series (C, k, p^d) at points -> (C, PIECE, components, k)."""
    dim = len(components[0])
    names = "abc"[:dim]
    terms = ",".join(f"Cs{name}" for name in names)
    series = series.reshape(*series.shape[:2], *(p,) * dim)
    values = []
    for derivative in components:
        factors = [rows[axis, order] for axis, order in enumerate(derivative)]
        values.append(jnp.einsum(f"Ck{names},{terms}->Csk", series, *factors, precision="highest"))
    return jnp.stack(values, axis=2)


def p2m(expansion, p, sources, points, weights, components):
    """The Hermite series of all full boxes of sources."""
    k, dim, capacity = weights.shape[2], points.shape[1], sources.full.shape[0]
    used = lax.iota(jnp.int32, capacity) < sources.n_full

    def body(slot, piece, valid, series):
        box = sources.full[slot]
        place, there = _points(sources, box, piece, valid)
        rows = _rows(
            expansion.monomials, points[place] - sources.center[box][:, None], p, components
        )
        w = jnp.where(there[..., None, None], weights[place], 0)
        return series.at[jnp.where(valid, slot, capacity)].add(
            _gather(rows, w, components, p), mode="drop"
        )

    counts = jnp.where(used, _pieces(sources.count[sources.full]), 0)
    return _over_pieces(counts, _step(p, dim), body, jnp.zeros((capacity, k, p**dim), points.dtype))


def p2l(expansion, p, targets, sources, points, weights, pairs, components):
    """The Taylor series of the full boxes of targets, made from the sources of the listed boxes."""
    k, dim, capacity = weights.shape[2], points.shape[1], targets.full.shape[0]

    def body(i, piece, valid, series):
        t, s = pairs.target[i], pairs.source[i]
        place, there = _points(sources, s, piece, valid)
        rows = _rows(
            expansion.hermite_functions, points[place] - targets.center[t][:, None], p, components
        )
        w = jnp.where(there[..., None, None], weights[place], 0)
        return series.at[jnp.where(valid, targets.slot[t], capacity)].add(
            _gather(rows, w, components, p), mode="drop"
        )

    counts = jnp.where(_listed(pairs), _pieces(sources.count[pairs.source]), 0)
    return _over_pieces(counts, _step(p, dim), body, jnp.zeros((capacity, k, p**dim), points.dtype))


def m2l(
    expansion: Any,
    p: int,
    side: float,
    reach: int,
    targets: Boxes,
    sources: Boxes,
    series: jax.Array,
    pairs: Any,
) -> jax.Array:
    """The Taylor series of the full boxes of targets from the Hermite series of the listed boxes,
    which are at most `reach` boxes of this `side` away along each axis."""
    capacity, (_, k, size) = targets.full.shape[0], series.shape
    table = jnp.asarray(expansion.translations(side, reach, p), series.dtype)

    def body(i, _, valid, local):
        t, s = pairs.target[i], pairs.source[i]
        offset = targets.cell[t] - sources.cell[s] + reach
        matrices = [
            table.at[offset[:, axis]].get(mode="clip")[:, None] for axis in range(offset.shape[1])
        ]
        moved = expansion.translate(series.at[sources.slot[s]].get(mode="clip"), matrices)
        return local.at[jnp.where(valid, targets.slot[t], capacity)].add(moved, mode="drop")

    counts = _listed(pairs).astype(jnp.int32)
    step = max(1, _CAPACITY // (4 * k * size))
    return _over_pieces(counts, step, body, jnp.zeros((capacity, k, size), series.dtype))


def m2p(expansion, p, targets, sources, points, series, pairs, components, result):
    """Adds to `result` what the Hermite series of the listed boxes give at the points of the boxes
    of targets."""
    dim = points.shape[1]

    def body(i, piece, valid, result):
        t, s = pairs.target[i], pairs.source[i]
        place, there = _points(targets, t, piece, valid)
        rows = _rows(
            expansion.hermite_functions, points[place] - sources.center[s][:, None], p, components
        )
        value = _evaluate(rows, series.at[sources.slot[s]].get(mode="clip"), components, p)
        return result.at[jnp.where(there, place, points.shape[0])].add(value, mode="drop")

    counts = jnp.where(
        _listed(pairs),
        _pieces(targets.count[jnp.minimum(pairs.target, targets.count.shape[0] - 1)]),
        0,
    )
    return _over_pieces(counts, _step(p, dim), body, result)


def l2p(expansion, p, targets, points, series, components, result):
    """Adds to `result` what their Taylor series give at the points of the full boxes of targets."""
    dim, capacity = points.shape[1], targets.full.shape[0]
    used = lax.iota(jnp.int32, capacity) < targets.n_full

    def body(slot, piece, valid, result):
        box = targets.full[slot]
        place, there = _points(targets, box, piece, valid)
        rows = _rows(
            expansion.monomials, points[place] - targets.center[box][:, None], p, components
        )
        value = _evaluate(rows, series[slot], components, p)
        return result.at[jnp.where(there, place, points.shape[0])].add(value, mode="drop")

    counts = jnp.where(used, _pieces(targets.count[targets.full]), 0)
    return _over_pieces(counts, _step(p, dim), body, result)


def p2p(
    kernel,
    targets,
    sources,
    points,
    source_points,
    weights,
    pairs,
    result,
    source_components,
    target_components,
):
    """Adds the sums over the points of the listed pairs of boxes to `result`, which is in the order
    of the boxes of targets; what comes back is in the order of the points as given."""
    dim, m = points.shape[1], points.shape[0]

    def body(i, piece, valid, result):
        t, s = pairs.target[i], pairs.source[i]
        across = _pieces(sources.count[s])
        target, there = _points(targets, t, piece // jnp.maximum(across, 1), valid)
        source, given = _points(sources, s, piece % jnp.maximum(across, 1), valid)
        x, y = points[target], source_points[source]
        offset = [x[:, :, None, c] - y[:, None, :, c] for c in range(dim)]
        w = jnp.where(given[..., None, None], weights[source], 0)
        parts = []
        for r in range(weights.shape[2]):
            values = {a: w[:, None, :, i, r] for i, a in enumerate(source_components)}
            sums = pair_sums(kernel, offset, values, target_components)
            parts.append(jnp.stack([sums[b].sum(-1) for b in target_components], axis=-1))
        value = jnp.stack(parts, axis=-1)
        return result.at[jnp.where(there, target, m)].add(value, mode="drop")

    t = jnp.minimum(pairs.target, targets.count.shape[0] - 1)
    counts = jnp.where(
        _listed(pairs), _pieces(targets.count[t]) * _pieces(sources.count[pairs.source]), 0
    )
    step = max(1, _CAPACITY // (PIECE * PIECE * math.prod(result.shape[1:])))
    result = _over_pieces(counts, step, body, result)
    return jnp.zeros_like(result).at[targets.order].set(result, unique_indices=True)
