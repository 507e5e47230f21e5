"""The passes of the fast Gauss transform as C++ kernels on XLA's threads
(custom_ops/cpu/hermite.cpp).

The same functions as in `reference`, with the same arguments.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.backends.compiled import highest
from jaxfmm.gaussian.boxes import Boxes
from jaxfmm.native.signature import Signature, fields

_MOST_PARTS = 64  # of the points of a box, where boxes are few
_BOXES, _PAIRS = "start count full n_full center", "begin end source"
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


def _parts(boxes: int) -> int:
    return max(1, _MOST_PARTS // boxes)


def _derived(
    p: int, points: Any, rhs: int, components: Any, parts: int = 1
) -> dict[str, jax.Array]:
    """The arguments of all that takes derivatives."""
    return {
        "points": points,
        "components": jnp.asarray(np.array(components, np.int32)),
        "dim": points.shape[1],
        "p": p,
        "rhs": rhs,
        "n_components": len(components),
        "highest": highest(components),
        "parts": parts,
    }


def p2m(
    expansion: Any,
    p: int,
    sources: Boxes,
    points: Any,
    weights: Any,
    components: tuple[tuple[int, ...], ...],
) -> Any:
    (_, _, k), capacity = weights.shape, sources.full.shape[0]
    parts = _parts(capacity)
    given = _derived(p, points, k, components, parts) | fields(sources, _BOXES)
    given |= {"weights": weights, "series": (capacity, parts, k, p ** points.shape[1])}
    series = P2M.cpu(points.dtype, given)["series"]
    return jnp.sum(series, axis=1) if parts > 1 else series[:, 0]


def p2l(
    expansion: Any,
    p: int,
    targets: Any,
    sources: Boxes,
    points: Any,
    weights: Any,
    pairs: Any,
    components: tuple[tuple[int, ...], ...],
) -> Any:
    k = weights.shape[2]
    given = (
        _derived(p, points, k, components) | fields(sources, "start count") | fields(pairs, _PAIRS)
    )
    given |= fields(targets, "full n_full center")
    given |= {"weights": weights, "series": (targets.full.shape[0], k, p ** points.shape[1])}
    return P2L.cpu(points.dtype, given)["series"]


def m2l(
    expansion: Any,
    p: int,
    side: float,
    reach: int,
    targets: Boxes,
    sources: Boxes,
    series: jax.Array,
    pairs: Any,
) -> Any:
    (_, k, size), dim = series.shape, targets.cell.shape[1]
    given = (
        {
            "series": series,
            "table": jnp.asarray(expansion.translations(side, reach, p), series.dtype),
            "dim": dim,
            "p": p,
            "rhs": k,
            "reach": reach,
            "local": (targets.full.shape[0], k, size),
        }
        | fields(targets, "full n_full")
        | fields(sources, "slot")
        | fields(pairs, _PAIRS)
    )
    given |= {"target_cell": targets.cell, "source_cell": sources.cell}
    return M2L.cpu(series.dtype, given)["local"]


def m2p(
    expansion: Any,
    p: int,
    targets: Boxes,
    sources: Boxes,
    points: jax.Array,
    series: jax.Array,
    pairs: Any,
    components: tuple[tuple[int, ...], ...],
    result: jax.Array,
) -> Any:
    given = _derived(p, points, series.shape[1], components) | {"series": series, "far": result}
    given |= (
        fields(targets, "start count n_leaves")
        | fields(sources, "center slot")
        | fields(pairs, _PAIRS)
    )
    return M2P.cpu(points.dtype, given)["far"]


def l2p(
    expansion: Any,
    p: int,
    targets: Boxes,
    points: jax.Array,
    series: jax.Array,
    components: tuple[tuple[int, ...], ...],
    result: jax.Array,
) -> Any:
    given = _derived(p, points, series.shape[1], components, _parts(series.shape[0])) | fields(
        targets, _BOXES
    )
    return L2P.cpu(points.dtype, given | {"series": series, "far": result})["far"]
