"""Translations of spherical waves as a C++ kernel on XLA's threads
(custom_ops/cpu/spherical.cpp)."""

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature

TRANSLATE = Signature(
    "spherical",
    operands="r coefficients shift first second wavenumber entries,i tiles",
    results="r translated",
    numbers="i order pairs rhs count kind",
)
KINDS = {"m2l": 0, "m2l imaginary": 1, "m2m": 2, "l2l": 3}
SIZES = {
    "WAVES_OUTGOING": KINDS["m2l"],
    "WAVES_SHIFT": KINDS["m2m"],
    "WAVES_SHIFT_TRANSPOSED": KINDS["l2l"],
}


def usable(dtype: DTypeLike) -> bool:
    """Whether this installation has the kernel for numbers of this dtype."""
    return launch.built_in(launch.typed("spherical", dtype))


def translate(
    kind: str,
    coefficients: Array,
    shift: Array,
    first: Array,
    second: Array,
    wavenumber: Array,
    tables: tuple[np.ndarray, np.ndarray],
    order: int,
) -> Array:
    """An operator of `expansions.helmholtz.operators3d` on coefficients (C, k, n). kind: one of
    KINDS; first, second: the radii (C,) of the source and the target cell, for shifts of the child
    and the parent; tables: the tiles and entries that exchange y and z."""
    tiles, entries = tables
    dtype = coefficients.dtype
    arguments = {
        "coefficients": coefficients,
        "shift": shift,
        "first": first,
        "second": second,
        "wavenumber": jnp.asarray(wavenumber, dtype).reshape(1),
        "entries": jnp.asarray(entries, dtype),
        "tiles": jnp.asarray(tiles, jnp.int32),
        "translated": coefficients.shape,
        "order": order,
        "pairs": len(shift),
        "rhs": coefficients.shape[1],
        "count": len(tiles),
        "kind": KINDS[kind],
    }
    return TRANSLATE.cpu(dtype, arguments)["translated"]
