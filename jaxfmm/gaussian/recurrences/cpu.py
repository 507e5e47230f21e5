"""The order of points and the recurrences as C++ kernels on XLA's threads
(custom_ops/cpu/{order,recurrences}.cpp)."""

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.gaussian.recurrences.reference import Recurrence, Sorted
from jaxfmm.native import launch, sort
from jaxfmm.native.signature import Signature

ORDER = Signature(
    "order", operands="r points", results="i order", scratch=sort.SCRATCH, numbers="i n"
)
SUMS = Signature(
    "recurrences",
    operands="p targets sources weights scale,i target_order source_order,d frequencies rows",
    results="p result",
    scratch="p x y w ends,r totals,d carries,i border disorder",
    numbers="i m n outputs components rhs count,d rate",
)
SIZES = {"RECURRENCE_LANES": 32, "RECURRENCE_CHUNK": 2048, "RECURRENCE_GATHERED": 4096}


def usable(dtype: DTypeLike) -> bool:
    """Whether this installation has the kernels for points of this dtype."""
    return launch.built_in(launch.typed("order", dtype))


def order(points: Array) -> Array:
    """The permutation (n,) int32 that sorts points (n,)."""
    n = len(points)
    arguments = {"points": points, "order": (n,), **sort.scratch(n), "n": n}
    return ORDER.cpu(points.dtype, arguments)["order"]


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
    dtype, (_, outputs, _, length) = targets.points.dtype, recurrence.rows.shape
    lanes, chunk, gathered = SIZES.values()
    chunks, state = -(-(m + n) // chunk), 2 * components * rhs * length
    arguments = {
        "targets": targets.points,
        "sources": sources.points,
        "weights": weights,
        "scale": scale,
        "target_order": targets.order,
        "source_order": sources.order,
        "frequencies": recurrence.frequencies,
        "rows": recurrence.rows,
        "result": (m, outputs, rhs),
        "x": (m,),
        "y": (n,),
        "w": weights.shape,
        "ends": (chunks, 2),
        "totals": (chunks, state, lanes),
        "carries": (chunks, state),
        "border": (chunks + 1,),
        "disorder": (-(-(m + n) // gathered),),
        "m": m,
        "n": n,
        "outputs": outputs,
        "components": components,
        "rhs": rhs,
        "count": len(recurrence.frequencies),
        "rate": recurrence.decay,
    }
    return SUMS.cpu(dtype, arguments, wide=double and dtype == jnp.float32)["result"]
