"""The passes of the fast Gauss transform as CUDA kernels (custom_ops/cuda/hermite.cuh).

The same functions as in `reference`, with the same arguments.
"""

from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.backends.compiled import highest
from jaxfmm.gaussian.boxes import Boxes
from jaxfmm.gaussian.hermite import reference
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

_THREADS = 128
_MOST_PARTS = 1024  # blocks among which the points of a box are shared out, where boxes are few
_PAIRS = "begin end source"

_GATHER = Signature(
    "gather",
    operands=f"r points weights center,i start count full n_full {_PAIRS}",
    results="r series",
    numbers="i rhs",
)
_M2L = Signature(
    "m2l",
    operands=f"r series table,i full n_full target_cell source_cell slot {_PAIRS}",
    results="r local",
    numbers="i rhs reach",
)
_EVALUATE = Signature(
    "evaluate",
    operands=f"r points series center far,i start count full n_boxes slot {_PAIRS}",
    results="r far",
    numbers="i rhs",
)


def _source(
    call: str,
    signature: Signature,
    components: Any,
    dtype: DTypeLike,
    threads: int,
) -> str:
    """The source of the kernel `entry`: `call` for the derivatives `components`."""
    rows = ", ".join("{" + ", ".join(map(str, a)) + "}" for a in components)
    struct = (
        "struct C {\n"
        f"  static constexpr int COUNT = {len(components)}, HIGHEST = {highest(components)};\n"
        "  __device__ static constexpr int order(int c, int axis) {\n"
        f"    constexpr int list[][{len(components[0])}] = {{{rows}}};\n"
        "    return list[c][axis];\n  }\n};\n"
    )
    return kernel_source(
        ["functions.h", "hermite.cuh"], call, signature, dtype, threads, struct=struct
    )


def _held(budget: int, p: int, dtype: DTypeLike) -> int:
    """How many rows of p numbers fit a thread's registers."""
    return max(1, min(8, budget * 4 // (p * dtype.itemsize)))


def _pairs(pairs: Any, far: bool, boxes: Boxes) -> dict[str, jax.Array]:
    """The arguments that say what the list is, any integers where there is none."""
    return fields(pairs, _PAIRS) if far else dict.fromkeys(_PAIRS.split(), boxes.full)


def _gather(
    far: bool,
    p: int,
    sources: Boxes,
    targets: Boxes,
    points: Any,
    weights: Any,
    pairs: Any,
    components: tuple[tuple[int, int, int], ...],
) -> jax.Array:
    (_, _, k), dim, dtype, capacity = (
        weights.shape,
        points.shape[1],
        points.dtype,
        targets.full.shape[0],
    )
    parts = 1 if far else min(256, max(1, _MOST_PARTS // capacity))
    window = max(4, 32 * 4 // (dtype.itemsize * (highest(components) + 1)))
    call = f"gather<C, REAL, {dim}, {p}, {str(far).lower()}, {_THREADS}, {_held(64, p, dtype)}, {window}>"
    source = _source(call, _GATHER, components, dtype, _THREADS)
    given = (
        fields(sources, "start count")
        | fields(targets, "full n_full center")
        | _pairs(pairs, far, targets)
    )
    given |= {
        "points": points,
        "weights": weights,
        "series": (capacity, parts, k, p**dim),
        "rhs": k,
    }
    series = _GATHER.cuda(source, dtype, given, grid=(capacity, parts, k), block=_THREADS)["series"]
    return jnp.sum(series, axis=1) if parts > 1 else series[:, 0]


def p2m(
    expansion: Any,
    p: int,
    sources: Boxes,
    points: jax.Array,
    weights: jax.Array,
    components: tuple[tuple[int, int, int], ...],
) -> jax.Array:
    return _gather(False, p, sources, sources, points, weights, None, components)


def p2l(
    expansion: Any,
    p: int,
    targets: Boxes,
    sources: Boxes,
    points: jax.Array,
    weights: jax.Array,
    pairs: Any,
    components: tuple[tuple[int, int, int], ...],
) -> jax.Array:
    return _gather(True, p, sources, targets, points, weights, pairs, components)


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
    (_, k, size), dim, dtype, capacity = (
        series.shape,
        targets.cell.shape[1],
        series.dtype,
        targets.full.shape[0],
    )
    shared = (p * (-(-p // 4) * 4) + p ** (dim - 1) * (p | 1)) * dtype.itemsize
    if shared > launch.most_shared():  # high orders in three dimensions
        return reference.m2l(expansion, p, side, reach, targets, sources, series, pairs)
    threads = {1: 32, 2: 128, 3: 512}[dim]
    source = _source(f"m2l<REAL, {dim}, {p}, {threads}>", _M2L, ((0,) * dim,), dtype, threads)
    given = fields(targets, "full n_full") | fields(sources, "slot") | fields(pairs, _PAIRS)
    given |= {
        "series": series,
        "table": jnp.asarray(expansion.translations(side, reach, p), dtype),
        "rhs": k,
        "target_cell": targets.cell,
        "source_cell": sources.cell,
        "local": (capacity, k, size),
        "reach": reach,
    }
    return _M2L.cuda(source, dtype, given, grid=(capacity, k, 1), block=threads, shared=shared)[
        "local"
    ]


def _evaluate(
    far: bool,
    p: int,
    targets: Boxes,
    sources: Boxes,
    points: Any,
    series: Any,
    pairs: Any,
    components: tuple[tuple[int, int, int], ...],
    result: Any,
) -> jax.Array:
    dim, k, dtype = points.shape[1], series.shape[1], points.dtype
    per = _held(96, p, dtype)
    plane = p ** max(0, dim - 2) * (-(-p // 4) * 4) * dtype.itemsize
    planes = max(1, min(p if dim > 1 else 1, 32 * 1024 // plane))
    call = f"evaluate<C, REAL, {dim}, {p}, {str(far).lower()}, {_THREADS}, {per}, {planes}>"
    source = _source(call, _EVALUATE, components, dtype, _THREADS)
    given = (
        fields(targets, "start count full")
        | fields(sources, "center slot")
        | _pairs(pairs, far, targets)
    )
    given |= {"points": points, "series": series, "far": result, "rhs": k}
    given["n_boxes"] = targets.n_leaves if far else targets.n_full
    boxes = targets.count.shape[0] if far else targets.full.shape[0]
    tiles = min(256, max(1, points.shape[0] // (_THREADS * per)))
    return _EVALUATE.cuda(source, dtype, given, grid=(boxes, tiles, k), block=_THREADS)["far"]


def m2p(
    expansion: Any,
    p: int,
    targets: Boxes,
    sources: Boxes,
    points: jax.Array,
    series: jax.Array,
    pairs: Any,
    components: tuple[tuple[int, int, int], ...],
    result: jax.Array,
) -> jax.Array:
    return _evaluate(True, p, targets, sources, points, series, pairs, components, result)


def l2p(
    expansion: Any,
    p: int,
    targets: Boxes,
    points: jax.Array,
    series: jax.Array,
    components: tuple[tuple[int, int, int], ...],
    result: jax.Array,
) -> jax.Array:
    return _evaluate(False, p, targets, targets, points, series, None, components, result)
