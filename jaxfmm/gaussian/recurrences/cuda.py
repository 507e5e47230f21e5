"""The recurrences as CUDA kernels, compiled by NVRTC for each use
(custom_ops/cuda/recurrences.cuh)."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.gaussian.recurrences.reference import Recurrence, Sorted, order as order, rises
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import TYPE, kernel_source

_ITEMS = {"float": 16, "double": 8}  # events of a thread
_WARPS = 4  # in a block of a walk
_THREADS = 512  # in a block of the scan
_TOTALS = Signature(
    "walk", operands="p x y w scale", results="r states ends", numbers="l m n,i rhs"
)
_SCAN = Signature("scan", operands="r ends states,p scale", results="r states", numbers="l chunks")
_RESULTS = Signature(
    "walk", operands="p x y w scale,r states,i order", results="p out", numbers="l m n,i rhs"
)


def sums(
    targets: Sorted,
    sources: Sorted,
    weights: Array,
    scale: Array,
    recurrence: Recurrence,
    *,
    double: bool,
) -> Array:
    """As `reference.sums`."""
    (m,), (n, components, rhs) = targets.points.shape, weights.shape
    dtype, count, outputs = targets.points.dtype, len(recurrence.frequencies), recurrence.outputs
    real = "double" if double else TYPE[dtype.name]
    items, wide = _ITEMS[real], real != TYPE[dtype.name]
    chunks = -(-(m + n) // (32 * items))
    x, y, w = targets.in_order, sources.in_order, weights[sources.order]
    constants = _constants(recurrence, real)

    def run(signature, call, arguments, grid, block):
        source = kernel_source(
            ["recurrences.cuh"], call, signature, dtype, block, struct=constants, wide=wide
        )
        return signature.cuda(source, dtype, arguments, grid=grid, block=block, wide=wide)

    def walk(signature, results, **arguments: Any):
        call = f"walk<REAL, POINT, {items}, {_WARPS}, {count}, {components}, {outputs}, {results}>"
        arguments |= {"x": x, "y": y, "w": w, "scale": scale, "m": m, "n": n, "rhs": rhs}
        return run(signature, call, arguments, (-(-chunks // _WARPS), rhs, 1), 32 * _WARPS)

    totals = walk(_TOTALS, "false", states=(2, components, rhs, count, chunks, 4), ends=(chunks, 2))
    call, arguments = f"scan<REAL, {_THREADS}, {count}>", {**totals, "scale": scale}
    arguments["chunks"] = chunks
    begins = run(_SCAN, call, arguments, 2 * components * rhs * count, _THREADS)
    result = walk(_RESULTS, "true", **begins, order=targets.order, out=(m, outputs, rhs))["out"]
    return jnp.where(rises(x) & rises(y), result, jnp.nan)


def _constants(recurrence: Recurrence, real: str) -> str:
    """The numbers of the recurrence as constants in CUDA."""
    values = {
        "DECAY": recurrence.decay,
        "FREQUENCIES": np.divide(recurrence.frequencies, 2 * np.pi),
        "ROWS": recurrence.rows_by_frequency(),
    }
    return "".join(
        f"__constant__ {real} {name}{''.join(f'[{size}]' for size in np.shape(array))}"
        f" = {_initializer(array)};\n"
        for name, array in values.items()
    )


def _initializer(values: np.ndarray | float) -> str:
    """A number or an array in C."""
    if np.ndim(values) == 0:
        return repr(float(values))
    return "{" + ", ".join(map(_initializer, np.asarray(values))) + "}"
