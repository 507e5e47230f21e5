"""The order of points along the Hilbert curve, by the transposed integers of J. Skilling,
"Programming the Hilbert curve" (AIP Conference Proceedings 707, 2004). The curve never jumps:
a few consecutive points fill a smaller box than along the Morton curve."""

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.tree.keys import BITS, cells_of, interleaved
from jaxfmm.tree.sorts import order_of


def order(points: Array) -> Array:
    """The order (n,) int32 of points (n, d), d <= keys.MOST_AXES, in the cube of their box."""
    dim = points.shape[1]
    low = points.min(0, keepdims=True)
    side = (points - low).max()
    return order_of(*interleaved(_along_curve(cells_of(points, low, side)), dim))


def _along_curve(cells: Array) -> Array:
    """Integers (n, d) uint32 whose interleaved bits are the places along the curve of the cells
    with these coordinates."""
    dim = cells.shape[1]
    x = [cells[:, axis] for axis in range(dim)]
    for bit in range(BITS[dim] - 1, 0, -1):
        below = np.uint32(2**bit - 1)
        for axis in range(dim):
            is_set = (x[axis] >> np.uint32(bit)) & np.uint32(1) > 0
            change = jnp.where(is_set, np.uint32(0), (x[0] ^ x[axis]) & below)
            x[axis] = x[axis] ^ change
            x[0] = jnp.where(is_set, x[0] ^ below, x[0] ^ change if axis else x[0])
    for axis in range(1, dim):
        x[axis] = x[axis] ^ x[axis - 1]
    # Bit k is the parity of the bits above it.
    parity = x[-1] >> np.uint32(1)
    for by in (1, 2, 4, 8, 16):
        parity = parity ^ (parity >> np.uint32(by))
    return jnp.stack([each ^ parity for each in x], axis=1)
