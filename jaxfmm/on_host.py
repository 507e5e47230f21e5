"""Arrays that NumPy can read at once: what it computes is not compiled, which takes longer than to
compute it where it happens once."""

import functools
import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from jaxfmm.run_once import run_once

MOST = 2**20  # So many numbers are copied from a GPU in a millisecond; a program takes 0.1 s.


def numpy_of(*arrays: Any) -> list[np.ndarray] | None:
    """The arrays as those of NumPy, where all are known and on one CPU, which takes no copies, or
    few numbers of another device; otherwise None."""
    if not all(map(_is_alone, arrays)):
        return None
    platforms = {_platform(array) for array in arrays}
    if not all(reads(platform, *arrays) for platform in platforms):
        return None
    return [np.asarray(array) for array in arrays]


def predicate(function: Callable[..., Any]) -> Callable[..., bool]:
    """A predicate of known arrays that is written for those of NumPy and of JAX alike: computed by
    NumPy where it reads them, else compiled."""
    compiled = run_once(function)

    @functools.wraps(function)
    @np.errstate(all="ignore")  # as XLA does
    def run(*arrays: Any) -> bool:
        here = numpy_of(*arrays)
        return bool(compiled(*arrays) if here is None else function(*here))

    return run


def numbers_of(tree: Any) -> Any:
    """A tree with those arrays as NumPy's that `numpy_of` reads."""

    def one(leaf: Any) -> Any:
        here = numpy_of(leaf)
        return leaf if here is None else here[0]

    return jax.tree.map(one, tree)


def reads(platform: str, *arrays: Any) -> bool:
    """Whether `numpy_of` reads arrays of these shapes of one device of this platform."""
    return platform == "cpu" or sum(math.prod(array.shape) for array in arrays) <= MOST


def _is_alone(array: Any) -> bool:
    """Whether an array is known and on one device of this process."""
    if not isinstance(array, jax.Array) or isinstance(array, jax.core.Tracer):
        return isinstance(array, np.ndarray)
    return array.is_fully_addressable and len(array.devices()) == 1


def _platform(array: Any) -> str:
    return "cpu" if isinstance(array, np.ndarray) else next(iter(array.devices())).platform
