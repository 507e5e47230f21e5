"""The passes of the fast Gauss transform as C++ kernels on XLA's threads (custom_ops/cpu/hermite.cpp).

The same functions as in `reference`, with the same arguments.
"""

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.native import launch
from jaxfmm.ops.compiled import highest

_MOST_PARTS = 64  # of the points of a box, where boxes are few


def _call(name, dtype, operands, shape, scalars, aliases=None):
    kernel = launch.typed(f"hermite_{name}", dtype)
    result = jax.ShapeDtypeStruct(shape, dtype)
    return launch.cpu(None, kernel, operands, [result], scalars=scalars, aliases=aliases)[0]


def _parts(boxes):
    return max(1, _MOST_PARTS // boxes)


def _components(components):
    return jnp.asarray(np.array(components, np.int32))


def p2m(expansion, p, sources, points, weights, components):
    (_, _, k), dim, room = weights.shape, points.shape[1], sources.full.shape[0]
    parts = _parts(room)
    operands = [
        points, weights, _components(components), sources.start, sources.count, sources.full, sources.n_full,
        sources.center,
    ]  # fmt: skip
    scalars = (dim, p, k, len(components), highest(components), parts)
    series = _call("p2m", points.dtype, operands, (room, parts, k, p**dim), scalars)
    return jnp.sum(series, axis=1) if parts > 1 else series[:, 0]


def p2l(expansion, p, targets, sources, points, weights, pairs, components):
    (_, _, k), dim = weights.shape, points.shape[1]
    operands = [
        points, weights, _components(components), sources.start, sources.count, targets.full, targets.n_full,
        targets.center, pairs.begin, pairs.end, pairs.source,
    ]  # fmt: skip
    scalars = (dim, p, k, len(components), highest(components), 1)
    return _call("p2l", points.dtype, operands, (targets.full.shape[0], k, p**dim), scalars)


def m2l(expansion, p, side, reach, targets, sources, series, pairs):
    (_, k, size), dim = series.shape, targets.cell.shape[1]
    operands = [
        series, jnp.asarray(expansion.translations(side, reach, p), series.dtype), targets.full, targets.n_full,
        targets.cell, sources.cell, sources.slot, pairs.begin, pairs.end, pairs.source,
    ]  # fmt: skip
    return _call("m2l", series.dtype, operands, (targets.full.shape[0], k, size), (dim, p, k, reach))


def m2p(expansion, p, targets, sources, points, series, pairs, components, result):
    operands = [
        points, series, _components(components), targets.start, targets.count, targets.n_leaves, sources.center,
        sources.slot, pairs.begin, pairs.end, pairs.source, result,
    ]  # fmt: skip
    scalars = (points.shape[1], p, series.shape[1], len(components), highest(components), 1)
    return _call("m2p", points.dtype, operands, result.shape, scalars, {len(operands) - 1: 0})


def l2p(expansion, p, targets, points, series, components, result):
    operands = [
        points, series, _components(components), targets.start, targets.count, targets.full, targets.n_full,
        targets.center, result,
    ]  # fmt: skip
    parts = _parts(series.shape[0])
    scalars = (points.shape[1], p, series.shape[1], len(components), highest(components), parts)
    return _call("l2p", points.dtype, operands, result.shape, scalars, {len(operands) - 1: 0})
