"""The order of points and the recurrences as C++ kernels on XLA's threads
(custom_ops/cpu/{order,recurrences}.cpp)."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

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


def usable(dtype: Any) -> bool:
    """Whether this installation has the kernels for points of this dtype."""
    return launch.built_in(launch.typed("order", dtype))


def order(points: Any) -> Any:
    """points (n,) -> the permutation (n,) int32 that sorts them."""
    (n,) = points.shape
    return ORDER.cpu(points.dtype, {"points": points, "order": (n,), **sort.scratch(n), "n": n})[
        "order"
    ]


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
) -> Any:
    """As `reference.sums`."""
    (m,), (n, components, rhs), dtype = targets.shape, weights.shape, targets.dtype
    _, outputs, _, length = rows.shape
    lanes, chunk, gathered = SIZES.values()
    chunks, state = -(-(m + n) // chunk), 2 * components * rhs * length
    given = {
        "targets": targets,
        "sources": sources,
        "weights": weights,
        "scale": scale,
        "target_order": target_order,
        "source_order": source_order,
        "frequencies": frequencies,
        "rows": rows,
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
        "count": len(frequencies),
        "rate": decay,
    }
    return SUMS.cpu(dtype, given, wide=double and dtype == jnp.float32)["result"]
