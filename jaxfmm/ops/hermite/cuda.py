"""The passes of the fast Gauss transform as CUDA kernels (custom_ops/cuda/hermite.cuh).

The same functions as in `reference`, with the same arguments.
"""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch
from jaxfmm.native.source import kernel_source, signature
from jaxfmm.ops.compiled import highest

_THREADS = 128
_MOST_PARTS = 1024  # blocks among which the points of a box are shared out, where boxes are few


def _source(call, names, components, dtype, threads):
    """The source of the kernel `entry`: `call` for the derivatives `components`."""
    rows = ", ".join("{" + ", ".join(map(str, a)) + "}" for a in components)
    struct = (
        "struct C {\n"
        f"  static constexpr int COUNT = {len(components)}, HIGHEST = {highest(components)};\n"
        "  __device__ static constexpr int order(int c, int axis) {\n"
        f"    constexpr int list[][{len(components[0])}] = {{{rows}}};\n"
        "    return list[c][axis];\n  }\n};\n"
    )
    return kernel_source(["functions.h", "hermite.cuh"], call, signature(names), dtype, threads, struct=struct)


def _held(budget, p, dtype):
    """How many rows of p numbers fit a thread's registers."""
    return max(1, min(8, budget * 4 // (p * dtype.itemsize)))


def _launch(source, operands, shape, dtype, *, scalars, grid, threads=_THREADS, shared=0, aliases=None):
    result = jax.ShapeDtypeStruct(shape, dtype)
    return launch.cuda(
        source, "entry", operands, [result], scalars=scalars, grid=grid, block=threads, shared=shared, aliases=aliases
    )[0]  # fmt: skip


def _gather(far, p, sources, targets, points, weights, pairs, components):
    (_, _, k), dim, dtype, room = weights.shape, points.shape[1], points.dtype, targets.full.shape[0]
    parts = 1 if far else min(256, max(1, _MOST_PARTS // room))
    window = max(4, 32 * 4 // (dtype.itemsize * (highest(components) + 1)))
    call = f"gather<C, REAL, {dim}, {p}, {str(far).lower()}, {_THREADS}, {_held(64, p, dtype)}, {window}>"
    names = "r points,r weights,i start,i count,i full,i n_full,r center,i begin,i end,i list,R series,n rhs"
    operands = [
        points, weights, sources.start, sources.count, targets.full, targets.n_full, targets.center,
        *((pairs.begin, pairs.end, pairs.source) if far else (targets.full,) * 3),
    ]  # fmt: skip
    source = _source(call, names, components, dtype, _THREADS)
    shape = (room, parts, k, p**dim)
    series = _launch(source, operands, shape, dtype, scalars=(k,), grid=(room, parts, k))
    return jnp.sum(series, axis=1) if parts > 1 else series[:, 0]


def p2m(expansion, p, sources, points, weights, components):
    return _gather(False, p, sources, sources, points, weights, None, components)


def p2l(expansion, p, targets, sources, points, weights, pairs, components):
    return _gather(True, p, sources, targets, points, weights, pairs, components)


def m2l(expansion, p, side, reach, targets, sources, series, pairs):
    (_, k, size), dim, dtype, room = series.shape, targets.cell.shape[1], series.dtype, targets.full.shape[0]
    threads = {1: 32, 2: 128, 3: 512}[dim]
    names = (
        "r series,r table,i full,i n_full,i target_cell,i source_cell,i slots,i begin,i end,i list,R local,n rhs,"
        "n reach"
    )  # fmt: skip
    source = _source(f"m2l<REAL, {dim}, {p}, {threads}>", names, ((0,) * dim,), dtype, threads)
    operands = [
        series, jnp.asarray(expansion.translations(side, reach, p), dtype), targets.full, targets.n_full, targets.cell,
        sources.cell, sources.slot, pairs.begin, pairs.end, pairs.source,
    ]  # fmt: skip
    shared = (p * (-(-p // 4) * 4) + p ** (dim - 1) * (p | 1)) * dtype.itemsize
    return _launch(
        source, operands, (room, k, size), dtype, scalars=(k, reach), grid=(room, k, 1), threads=threads, shared=shared
    )


def _evaluate(far, p, targets, sources, points, series, pairs, components, result):
    dim, k, dtype = points.shape[1], series.shape[1], points.dtype
    per = _held(96, p, dtype)
    plane = p ** max(0, dim - 2) * (-(-p // 4) * 4) * dtype.itemsize
    planes = max(1, min(p if dim > 1 else 1, 32 * 1024 // plane))
    call = f"evaluate<C, REAL, {dim}, {p}, {str(far).lower()}, {_THREADS}, {per}, {planes}>"
    names = (
        "r points,r series,i start,i count,i full,i n_boxes,r center,i slots,i begin,i end,i list,r far_in,R out,n rhs"
    )
    boxes = targets.count.shape[0] if far else targets.full.shape[0]
    operands = [
        points, series, targets.start, targets.count, targets.full, targets.n_leaves if far else targets.n_full,
        sources.center, sources.slot, *((pairs.begin, pairs.end, pairs.source) if far else (targets.full,) * 3), result,
    ]  # fmt: skip
    tiles = min(256, max(1, points.shape[0] // (_THREADS * per)))
    source = _source(call, names, components, dtype, _THREADS)
    return _launch(
        source, operands, result.shape, dtype, scalars=(k,), grid=(boxes, tiles, k), aliases={len(operands) - 1: 0}
    )  # fmt: skip


def m2p(expansion, p, targets, sources, points, series, pairs, components, result):
    return _evaluate(True, p, targets, sources, points, series, pairs, components, result)


def l2p(expansion, p, targets, points, series, components, result):
    return _evaluate(False, p, targets, targets, points, series, None, components, result)
