"""The order of points and the recurrences as C++ kernels on XLA's threads (custom_ops/cpu/{order,recurrences}.cpp)."""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature

ORDER = Signature("order", operands="r points", results="i order", scratch=sort.SCRATCH, numbers="i n")
_LANES, _CHUNK, _GATHERED = 32, 2048, 4096  # as in recurrences.cpp


def usable(dtype):
    """Whether this installation has the kernels for points of this dtype."""
    return launch.built_in(launch.typed("order", dtype))


def _shapes(dtype, *shapes):
    return [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]


def order(points):
    """points (n,) -> the permutation (n,) int32 that sorts them."""
    (n,) = points.shape
    return ORDER.cpu(points.dtype, {"points": points, "order": (n,), **sort.scratch(n), "n": n})["order"]


def sums(targets, sources, weights, target_order, source_order, scale, decay, frequencies, rows, *, double):
    """As `reference.sums`."""
    (m,), (n, components, rhs), dtype = targets.shape, weights.shape, targets.dtype
    _, outputs, _, length = rows.shape
    chunks, state = -(-(m + n) // _CHUNK), 2 * components * rhs * length
    double = double and dtype == jnp.float32
    totals = _doubles(chunks, state, _LANES) if double else jax.ShapeDtypeStruct((chunks, state, _LANES), dtype)
    results = [
        *_shapes(dtype, (m, outputs, rhs), (m,), (n,), weights.shape, (chunks, 2)),
        *(totals, _doubles(chunks, state)),
        *_shapes(jnp.int32, (chunks + 1,), (-(-(m + n) // _GATHERED),)),
    ]
    scalars = (m, n, outputs, components, rhs, len(frequencies), decay, *frequencies, *rows.ravel())
    operands = [targets, sources, weights, target_order, source_order, scale]
    kernel = launch.typed("recurrences", dtype) + ("_in_f64" if double else "")
    return launch.cpu(None, kernel, operands, results, scalars=scalars)[0]


def _doubles(*shape):
    """Scratch of a type that JAX may have switched off."""
    return jax.ShapeDtypeStruct((*shape, 2), jnp.uint32)
