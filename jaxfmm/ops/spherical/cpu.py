"""Translations of spherical waves as a C++ kernel on XLA's threads (custom_ops/cpu/spherical.cpp)."""

import jax.numpy as jnp

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature

TRANSLATE = Signature(
    "spherical",
    operands="r coefficients shift start p up down square entries,i tiles",
    results="r translated",
    numbers="i order pairs rhs count transposed",
)


def usable(dtype):
    """Whether this installation has the kernel for numbers of this dtype."""
    return launch.built_in(launch.typed("spherical", dtype))


def translate(coefficients, shift, start, p, up, down, square, tables, order, *, transposed):
    """As `expansions.waves3d.along_axis`. tables: the tiles and entries that exchange y and z."""
    tiles, entries = tables
    dtype = coefficients.dtype
    given = {
        "coefficients": coefficients,
        "shift": shift,
        "start": start,
        "p": p,
        "up": up,
        "down": down,
        "square": jnp.reshape(square, (1,)).astype(dtype),
        "entries": jnp.asarray(entries, dtype),
        "tiles": jnp.asarray(tiles, jnp.int32),
        "translated": coefficients.shape,
        "order": order,
        "pairs": len(shift),
        "rhs": coefficients.shape[1],
        "count": len(tiles),
        "transposed": int(transposed),
    }
    return TRANSLATE.cpu(dtype, given)["translated"]
