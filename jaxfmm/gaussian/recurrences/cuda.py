"""The recurrences as CUDA kernels, compiled by NVRTC for what is asked
(custom_ops/cuda/recurrences.cuh)."""

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.gaussian.recurrences.reference import by_frequency, order as order, rises
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import TYPE, kernel_source

_ITEMS = {"float": 16, "double": 8}  # events of a thread
_WARPS = 4  # in a block, of a walk
_THREADS = 512  # in a block, of the scan
_TOTALS = Signature(
    "walk", operands="p x y w scale", results="r states ends", numbers="l m n,i rhs"
)
_SCAN = Signature("scan", operands="r ends states,p scale", results="r states", numbers="l chunks")
_RESULTS = Signature(
    "walk", operands="p x y w scale,r states,i order", results="p out", numbers="l m n,i rhs"
)


def sums(
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    target_order: jax.Array,
    source_order: jax.Array,
    scale: jax.Array,
    decay: float,
    frequencies: np.ndarray,
    rows: np.ndarray,
    *,
    double: bool,
) -> jax.Array:
    """As `reference.sums`."""
    (m,), (n, components, rhs), dtype = targets.shape, weights.shape, targets.dtype
    outputs, count = rows.shape[1], len(frequencies)
    real = "double" if double else TYPE[dtype.name]
    items, wide = _ITEMS[real], real != TYPE[dtype.name]
    chunks = -(-(m + n) // (32 * items))
    x, y, w = targets[target_order], sources[source_order], weights[source_order]
    constants = "".join(
        f"__constant__ {real} {name}{''.join(f'[{size}]' for size in np.shape(values))} = {_initializer(values)};\n"
        for name, values in {
            "DECAY": decay,
            "FREQUENCIES": np.divide(frequencies, 2 * np.pi),
            "ROWS": by_frequency(rows),
        }.items()
    )

    def run(signature, call, given, grid, block):
        source = kernel_source(
            ["recurrences.cuh"], call, signature, dtype, block, struct=constants, wide=wide
        )
        return signature.cuda(source, dtype, given, grid=grid, block=block, wide=wide)

    def walk(signature, results, **given):
        call = f"walk<REAL, POINT, {items}, {_WARPS}, {count}, {components}, {outputs}, {results}>"
        given |= {"x": x, "y": y, "w": w, "scale": scale, "m": m, "n": n, "rhs": rhs}
        return run(signature, call, given, (-(-chunks // _WARPS), rhs, 1), 32 * _WARPS)

    totals = walk(_TOTALS, "false", states=(2, components, rhs, count, chunks, 4), ends=(chunks, 2))
    call, given = f"scan<REAL, {_THREADS}, {count}>", {**totals, "scale": scale, "chunks": chunks}
    begins = run(_SCAN, call, given, 2 * components * rhs * count, _THREADS)
    result = walk(_RESULTS, "true", **begins, order=target_order, out=(m, outputs, rhs))["out"]
    return jnp.where(rises(x) & rises(y), result, jnp.nan)


def _initializer(values: np.ndarray) -> str:
    """A number or an array in C."""
    values = np.asarray(values)
    return (
        repr(float(values))
        if values.ndim == 0
        else "{" + ", ".join(map(_initializer, values)) + "}"
    )
