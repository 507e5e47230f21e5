"""Arrays that NumPy can read at once: what it computes is not compiled, which takes longer than to
compute it where it happens once."""

from typing import Any

import jax
import numpy as np


def numpy_of(*arrays: Any) -> list[np.ndarray] | None:
    """The arrays as those of NumPy, without copies, where all are known and on one CPU; None
    elsewhere."""
    return [np.asarray(array) for array in arrays] if all(map(_is_here, arrays)) else None


def _is_here(array: Any) -> bool:
    if isinstance(array, jax.core.Tracer) or not isinstance(array, jax.Array):
        return isinstance(array, np.ndarray)
    alone = array.is_fully_addressable and len(array.devices()) == 1
    return alone and next(iter(array.devices())).platform == "cpu"
