"""The passes of the fast Gauss transform as C++ kernels on XLA's threads
(custom_ops/cpu/hermite.cpp), with the functions and arguments of `reference`."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.backends.compiled import highest
from jaxfmm.backends.protocol import Components
from jaxfmm.gaussian import hermite_series
from jaxfmm.gaussian.boxes import Boxes, PairRun
from jaxfmm.native.signature import Signature, fields

_MOST_PARTS = 64  # Where boxes are few, the points of each are split into at most this many parts.
_PAIRS = "begin end source"
_NUMBERS = "i dim p rhs n_components highest parts"

P2M = Signature(
    "hermite_p2m",
    operands="r points weights center,i components start count full n_full",
    results="r series",
    numbers=_NUMBERS,
)
P2L = Signature(
    "hermite_p2l",
    operands=f"r points weights center,i components start count full n_full {_PAIRS}",
    results="r series",
    numbers=_NUMBERS,
)
M2L = Signature(
    "hermite_m2l",
    operands=f"r series table,i full n_full target_cell source_cell slot {_PAIRS}",
    results="r local",
    numbers="i dim p rhs reach",
)
M2P = Signature(
    "hermite_m2p",
    operands=f"r points series center far,i components start count n_leaves slot {_PAIRS}",
    results="r far",
    numbers=_NUMBERS,
)
L2P = Signature(
    "hermite_l2p",
    operands="r points series center far,i components start count full n_full",
    results="r far",
    numbers=_NUMBERS,
)


def _arguments(
    p: int, points: Array, components: Components, rhs: int, pairs: PairRun | None, boxes: int
) -> dict[str, Any]:
    """What all passes that take derivatives have in common."""
    parts = max(1, _MOST_PARTS // boxes) if pairs is None else 1
    return ({} if pairs is None else fields(pairs, _PAIRS)) | {
        "points": points,
        "components": jnp.asarray(np.array(components, np.int32)),
        "dim": points.shape[1],
        "p": p,
        "rhs": rhs,
        "n_components": len(components),
        "highest": highest(components),
        "parts": parts,
    }


def collect(
    p: int,
    owners: Boxes,
    sources: Boxes,
    weights: Array,
    pairs: PairRun | None,
    components: Components,
) -> Array:
    points, k, series = sources.points, weights.shape[2], owners.full.shape[0]
    size = p ** points.shape[1]
    arguments = _arguments(p, points, components, k, pairs, series) | {"weights": weights}
    arguments |= fields(sources, "start count") | fields(owners, "full n_full center")
    if pairs is not None:
        return P2L.cpu(points.dtype, arguments | {"series": (series, k, size)})["series"]
    parts = arguments["parts"]
    result = P2M.cpu(points.dtype, arguments | {"series": (series, parts, k, size)})["series"]
    return jnp.sum(result, axis=1) if parts > 1 else result[:, 0]


def m2l(
    p: int, side: float, reach: int, targets: Boxes, sources: Boxes, series: Array, pairs: PairRun
) -> Array:
    _, k, size = series.shape
    arguments = fields(targets, "full n_full") | fields(sources, "slot") | fields(pairs, _PAIRS)
    arguments |= {
        "series": series,
        "table": jnp.asarray(hermite_series.translations(side, reach, p), series.dtype),
        "target_cell": targets.cell,
        "source_cell": sources.cell,
        "dim": targets.cell.shape[1],
        "p": p,
        "rhs": k,
        "reach": reach,
        "local": (targets.full.shape[0], k, size),
    }
    return M2L.cpu(series.dtype, arguments)["local"]


def evaluate(
    p: int,
    targets: Boxes,
    owners: Boxes,
    series: Array,
    pairs: PairRun | None,
    components: Components,
    result: Array,
) -> Array:
    points, (boxes, k, _) = targets.points, series.shape
    arguments = _arguments(p, points, components, k, pairs, boxes)
    arguments |= fields(targets, "start count") | {"series": series, "far": result}
    if pairs is None:
        arguments |= fields(targets, "center full n_full")
        return L2P.cpu(points.dtype, arguments)["far"]
    arguments |= fields(targets, "n_leaves") | fields(owners, "center slot")
    return M2P.cpu(points.dtype, arguments)["far"]
