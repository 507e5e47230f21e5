"""The passes of the fast Gauss transform as CUDA kernels (custom_ops/cuda/hermite.cuh), with the
functions and arguments of `reference`."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.backends.compiled import highest
from jaxfmm.backends.protocol import Components
from jaxfmm.gaussian import hermite_series
from jaxfmm.gaussian.boxes import Boxes, PairRun
from jaxfmm.gaussian.hermite import reference
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

_THREADS = 128
_MOST_PARTS = 1024  # Where boxes are few, at most this many blocks share their points.
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
    call: str, signature: Signature, components: Components, dtype: np.dtype, threads: int
) -> str:
    """The source of the kernel `entry`, which is `call` for these derivatives."""
    rows = ", ".join("{" + ", ".join(map(str, a)) + "}" for a in components)
    struct = (
        "struct C {\n"
        f"  static constexpr int COUNT = {len(components)}, HIGHEST = {highest(components)};\n"
        "  __device__ static constexpr int order(int c, int axis) {\n"
        f"    constexpr int list[][{len(components[0])}] = {{{rows}}};\n"
        "    return list[c][axis];\n  }\n};\n"
    )
    headers = ["functions.h", "hermite.cuh"]
    return kernel_source(headers, call, signature, dtype, threads, struct=struct)


def _rows_in_registers(budget: int, p: int, dtype: np.dtype) -> int:
    """How many rows of p numbers fit into this many 32-bit registers of a thread."""
    return max(1, min(8, budget * 4 // (p * dtype.itemsize)))


def _pair_arguments(pairs: PairRun | None, boxes: Boxes) -> dict[str, Any]:
    """The arrays of the pairs, or any integers where there are none."""
    return fields(pairs, _PAIRS) if pairs else dict.fromkeys(_PAIRS.split(), boxes.full)


def collect(
    p: int,
    owners: Boxes,
    sources: Boxes,
    weights: Array,
    pairs: PairRun | None,
    components: Components,
) -> Array:
    points, k, series = sources.points, weights.shape[2], owners.full.shape[0]
    dim, dtype, far = points.shape[1], points.dtype, "false" if pairs is None else "true"
    parts = min(256, max(1, _MOST_PARTS // series)) if pairs is None else 1
    window = max(4, 32 * 4 // (dtype.itemsize * (highest(components) + 1)))
    held = _rows_in_registers(64, p, dtype)
    call = f"gather<C, REAL, {dim}, {p}, {far}, {_THREADS}, {held}, {window}>"
    source = _source(call, _GATHER, components, dtype, _THREADS)
    arguments = fields(sources, "start count") | fields(owners, "full n_full center")
    arguments |= _pair_arguments(pairs, owners) | {"points": points, "weights": weights}
    arguments |= {"series": (series, parts, k, p**dim), "rhs": k}
    grid = (series, parts, k)
    result = _GATHER.cuda(source, dtype, arguments, grid=grid, block=_THREADS)["series"]
    return jnp.sum(result, axis=1) if parts > 1 else result[:, 0]


def m2l(
    p: int, side: float, reach: int, targets: Boxes, sources: Boxes, series: Array, pairs: PairRun
) -> Array:
    (_, k, size), dim, dtype = series.shape, targets.cell.shape[1], series.dtype
    shared = (p * (-(-p // 4) * 4) + p ** (dim - 1) * (p | 1)) * dtype.itemsize
    if shared > launch.most_shared():  # high orders in three dimensions
        return reference.m2l(p, side, reach, targets, sources, series, pairs)
    threads = {1: 32, 2: 128, 3: 512}[dim]
    source = _source(f"m2l<REAL, {dim}, {p}, {threads}>", _M2L, ((0,) * dim,), dtype, threads)
    arguments = fields(targets, "full n_full") | fields(sources, "slot") | fields(pairs, _PAIRS)
    grid = (targets.full.shape[0], k, 1)
    arguments |= {
        "series": series,
        "table": jnp.asarray(hermite_series.translations(side, reach, p), dtype),
        "target_cell": targets.cell,
        "source_cell": sources.cell,
        "rhs": k,
        "reach": reach,
        "local": (targets.full.shape[0], k, size),
    }
    return _M2L.cuda(source, dtype, arguments, grid=grid, block=threads, shared=shared)["local"]


def evaluate(
    p: int,
    targets: Boxes,
    owners: Boxes,
    series: Array,
    pairs: PairRun | None,
    components: Components,
    result: Array,
) -> Array:
    points, k = targets.points, series.shape[1]
    (n, dim), dtype, far = points.shape, points.dtype, "false" if pairs is None else "true"
    held = _rows_in_registers(96, p, dtype)
    plane = p ** max(0, dim - 2) * (-(-p // 4) * 4) * dtype.itemsize
    planes = max(1, min(p if dim > 1 else 1, 32 * 1024 // plane))
    call = f"evaluate<C, REAL, {dim}, {p}, {far}, {_THREADS}, {held}, {planes}>"
    source = _source(call, _EVALUATE, components, dtype, _THREADS)
    arguments = fields(targets, "start count full") | fields(owners, "center slot")
    arguments |= _pair_arguments(pairs, targets) | {"points": points, "series": series, "rhs": k}
    arguments |= {"far": result, "n_boxes": targets.n_leaves if pairs else targets.n_full}
    boxes = targets.capacity if pairs else targets.full.shape[0]
    grid = (boxes, min(256, max(1, n // (_THREADS * held))), k)
    return _EVALUATE.cuda(source, dtype, arguments, grid=grid, block=_THREADS)["far"]
