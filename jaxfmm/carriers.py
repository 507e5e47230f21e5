"""How many charges carry a sum: the participation number (sum |q|)^2 / sum q^2, which is n for n
equal charges.

The errors of many charges average over their places in the cells of a tree. Where few charges carry
the sum, its error depends on the places of these few, and may be many times the usual one."""

import collections
import weakref
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.on_host import numpy_of
from jaxfmm.run_once import run_once

# Up to this many numbers NumPy is faster than the launch of a GPU and the copy of its answer.
FEW = 2**14
KEPT = 16  # The numbers of so many arrays are kept, by address and by the shape of their weights.
_kept: "collections.OrderedDict[Any, tuple[weakref.ref, float]]" = collections.OrderedDict()
_came: set[tuple[tuple[int, ...], Any]] = set()  # shapes and dtypes of charges on GPUs


def carriers_of(array: Any, charges: jax.Array) -> float:
    """The participation number of known charges, as `carriers`. array: of the user, which became
    these charges. Arrays of JAX never change, so that the numbers of the last ones are kept: sums
    of the same charges then wait for nothing."""
    key = id(array), charges.shape
    kept = _kept.get(key)
    if kept is not None and kept[0]() is array:
        return kept[1]
    number = float(carriers(charges))
    if isinstance(array, jax.Array) and array.is_fully_addressable:
        _kept.pop(key, None)  # of another array, which had this address
        _kept[key] = weakref.ref(array), number
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    return number


@np.errstate(all="ignore")  # as XLA does
def carriers(charges: jax.Array) -> Any:
    """The participation number of charges (n, k), real or complex, or of vectors (n, k, d): the
    least of all k columns. Columns of zeros do not count; if all are zero, it is infinite."""
    here = None if _come_again(charges) else numpy_of(charges)
    return _compiled(charges) if here is None else _carriers(here[0], np)


def _come_again(charges: Any) -> bool:
    """Whether many charges of this shape came before on GPUs, which pays for a compiled program.
    Notes that they came."""
    if isinstance(charges, jax.core.Tracer) or charges.size <= FEW:
        return False
    if jax.default_backend() == "cpu":
        return False
    key = charges.shape, charges.dtype
    again = key in _came
    _came.add(key)
    return again


def _carriers(charges: Any, xp: Any) -> Any:
    sizes = xp.abs(charges) if charges.ndim == 2 else xp.sqrt(xp.square(xp.abs(charges)).sum(2))
    largest = sizes.max(0, keepdims=True, initial=0)
    sizes = sizes / xp.where(largest > 0, largest, 1)  # whose squares neither overflow nor vanish
    total, squares = sizes.sum(0), xp.square(sizes).sum(0)
    return xp.where(squares > 0, xp.square(total) / xp.where(squares > 0, squares, 1), xp.inf).min(
        initial=xp.inf
    )


@run_once
def _compiled(charges: jax.Array) -> jax.Array:
    return _carriers(charges, jnp)
