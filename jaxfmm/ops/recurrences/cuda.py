"""The recurrences as CUDA kernels, compiled by NVRTC for what is asked (custom_ops/cuda/recurrences.cuh)."""

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.native import launch
from jaxfmm.native.source import TYPE
from jaxfmm.ops.recurrences.reference import by_frequency, order as order, rises

_ITEMS = {"float": 16, "double": 8}  # events of a thread
_WARPS = 4  # in a block, of a walk
_THREADS = 512  # in a block, of the scan


def sums(targets, sources, weights, target_order, source_order, scale, decay, frequencies, rows, *, double):
    """As `reference.sums`."""
    (m,), (n, components, rhs), dtype = targets.shape, weights.shape, targets.dtype
    outputs, count = rows.shape[1], len(frequencies)
    point, real = TYPE[dtype.name], "double" if double else TYPE[dtype.name]
    items = _ITEMS[real]
    chunks = -(-(m + n) // (32 * items))
    x, y, w = targets[target_order], sources[source_order], weights[source_order]
    constants = "".join(
        f"__constant__ {real} {name}{''.join(f'[{size}]' for size in np.shape(values))} = {_initializer(values)};\n"
        for name, values in {
            "DECAY": decay, "FREQUENCIES": np.divide(frequencies, 2 * np.pi), "ROWS": by_frequency(rows)
        }.items()
    )  # fmt: skip

    def run(parameters, call, operands, results, **options):
        text = (
            f'{constants}#include "recurrences.cuh"\n'
            f'extern "C" __global__ void __launch_bounds__({options["block"]})\n'
            f"entry({parameters}, long long m, long long n, long long rhs, long long chunks) {{\n  {call};\n}}\n"
        )
        source = text.replace("POINT", point).replace("REAL", real)
        return launch.cuda(source, "entry", operands, results, scalars=(m, n, rhs, chunks), **options)

    def walk(results, parameters, arguments, operands, shapes):
        return run(
            f"const POINT* x, const POINT* y, const POINT* w, const POINT* scale, {parameters}",
            f"walk<REAL, POINT, {items}, {_WARPS}, {count}, {components}, {outputs}, {results}>"
            f"(x, y, w, scale, {arguments}, m, n, (int)rhs)",
            [x, y, w, scale, *operands], shapes,
            grid=(-(-chunks // _WARPS), rhs, 1), block=32 * _WARPS,
        )  # fmt: skip

    def numbers(*shape):  # of type `real`, which JAX may have switched off
        wide = real != point
        return jax.ShapeDtypeStruct((*shape, 2) if wide else shape, jnp.uint32 if wide else dtype)

    shapes = [numbers(2, components, rhs, count, chunks, 4), numbers(chunks, 2)]
    totals, ends = walk("false", "REAL* states, REAL* ends", "nullptr, states, ends, nullptr", [], shapes)
    states = run(
        "const REAL* ends, const POINT* scale, const REAL* in, REAL* states",
        f"scan<REAL, POINT, {_THREADS}, {count}>(ends, scale, states, chunks)",
        [ends, scale, totals], shapes[:1], grid=2 * components * rhs * count, block=_THREADS, aliases={2: 0},
    )[0]  # fmt: skip
    out = jax.ShapeDtypeStruct((m, outputs, rhs), dtype)
    parameters, arguments = "const int* order, REAL* states, POINT* out", "order, states, nullptr, out"
    result = walk("true", parameters, arguments, [target_order, states], [out])[0]
    return jnp.where(rises(x) & rises(y), result, jnp.nan)


def _initializer(values):
    """A number or an array in C."""
    values = np.asarray(values)
    return repr(float(values)) if values.ndim == 0 else "{" + ", ".join(map(_initializer, values)) + "}"
