"""Arrays of other libraries as arrays that JAX takes: NumPy of any byte order, FITS files, pandas,
polars."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.export import is_symbolic_dim

T = TypeVar("T")
Checked = TypeVar("Checked", jax.Array, np.ndarray)

# Messages show so many fields of a structured array, and so many characters of an entry.
FIELDS_SHOWN, TEXT_SHOWN = 6, 40


def numbers(name: str, value: Any) -> tuple[jax.Array | np.ndarray, bool]:
    """`value` as an array of real or complex numbers, and whether its numbers have no precision of
    their own, as in lists and in columns of Python objects.

    Raises ValueError, with the fix, if `value` is not such an array, or if a mask or a missing
    value would be lost."""
    if isinstance(value, jax.Array):
        return _checked(name, value), False
    bare = isinstance(value, list | tuple)
    if bare and any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(value)):
        return _checked(name, jnp.asarray(value)), True
    if value is None:
        raise ValueError(f"{name} must be an array of numbers, got None")
    _check_nothing_missing(name, value)
    try:
        array = np.asarray(value)
    except ValueError as error:  # of rows of different lengths
        raise ValueError(
            f"{name} must be an array of numbers, got {type(value).__name__} ({error}); give each "
            "row the same number of entries"
        ) from None
    if array.dtype == object:  # such as columns of pandas that may have missing values
        array, bare = _of_objects(name, value, array), True
    return native(_checked(name, array)), bare


def native(array: np.ndarray) -> np.ndarray:
    """An array of numbers in a dtype of JAX: with the byte order of this machine, and in double for
    long double."""
    if array.dtype.char in "gG":
        return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def parameter(name: str, value: Any) -> Any:
    """A parameter of a kernel, as an array if it is a list or an array of another library."""
    is_array = isinstance(value, list | tuple) or _is_foreign(value)
    return numbers(name, value)[0] if is_array else value


def leaves(tree: T) -> T:
    """A pytree such as a kernel, with arrays of other libraries as arrays that JAX takes."""
    known = not any(map(_is_foreign, jax.tree.leaves(tree)))
    return tree if known else jax.tree.map(lambda leaf: parameter("parameters", leaf), tree)


def _is_foreign(leaf: Any) -> bool:
    if isinstance(leaf, np.ndarray | np.generic):
        return (
            leaf.dtype.char in "gG"
            or not leaf.dtype.isnative
            or isinstance(leaf, np.ma.MaskedArray)
        )
    return not isinstance(leaf, jax.Array) and hasattr(leaf, "__array__")


def _check_nothing_missing(name: str, value: Any) -> None:
    """Raises ValueError for masked entries and for nulls, which NumPy would make numbers."""
    rows = value if isinstance(value, list | tuple) else (value,)
    if any(isinstance(row, np.ma.MaskedArray) and np.ma.is_masked(row) for row in rows):
        raise ValueError(
            f"{name} have masked entries, whose mask would be lost; leave the masked rows out, "
            f"here and in arrays that belong to {name}: keep = ~np.ma.getmaskarray({name})"
            f".reshape(len({name}), -1).any(axis=1), {name}.data[keep]; or fill them: "
            f"{name}.filled(value)"
        )
    count = getattr(value, "null_count", 0)  # of polars and Arrow
    if np.asarray(count() if callable(count) else count).sum() > 0:
        raise ValueError(
            f"{name} have missing values; leave such rows out, here and in arrays that belong to "
            f"{name} (drop_nulls()), or fill them (fill_null(value))"
        )


def _of_objects(name: str, value: Any, array: np.ndarray) -> np.ndarray:
    """An array of Python objects as floats."""
    kind = type(value).__name__
    if array.ndim == 0:
        raise ValueError(
            f"{name} must be an array of numbers, got {kind}; {_fix_of_whole(name, value)}"
        )
    try:
        if not any(isinstance(entry, str) for entry in array.flat):
            return array.astype(float)
    except (TypeError, ValueError):
        pass
    place, entry = next(
        (place, entry) for place, entry in np.ndenumerate(array) if not _is_number(entry)
    )
    at = f"at place {place[0] if len(place) == 1 else place}"
    if type(entry).__name__ in ("NAType", "NaTType"):  # of pandas
        raise ValueError(
            f"{name} have missing values, the first one {at}; leave such rows out, here and in "
            f"arrays that belong to {name} (dropna()), or fill them (fillna(value))"
        )
    text = repr(entry)
    text = text if len(text) <= TEXT_SHOWN else f"a {type(entry).__name__}"
    fix = (
        "stack the rows: np.stack(list(...))"
        if np.ndim(entry)
        else "leave such entries out, or convert them"
    )
    raise ValueError(
        f"{name} must be an array of numbers, got {kind} of objects with {text} {at}; {fix}"
    )


def _is_number(entry: Any) -> bool:
    try:
        return not isinstance(entry, str) and float(entry) is not None
    except (TypeError, ValueError):
        return False


def _fix_of_whole(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return f"for columns by name write np.stack(list({name}.values()), axis=1)"
    if isinstance(value, Iterable):
        return f"convert: np.asarray(list({name}), float)"
    return f"convert: np.asarray({name}, float), or pass it by its own name (plan=, kernel=)"


def _checked(name: str, array: Checked) -> Checked:
    """The array. Raises ValueError if its entries are not numbers, or its sizes are unknown."""
    if any(map(is_symbolic_dim, array.shape)):
        raise ValueError(
            f"{name} must have known sizes, got shape {array.shape} with symbolic ones: trees, "
            "lists and programs have capacities that follow from the sizes; export a function for "
            "each size, or fill points up to one size, with charges of zero"
        )
    if array.dtype.names is not None:
        fields = array.dtype.names
        shown = ", ".join(map(repr, fields[:FIELDS_SHOWN])) + ", ..." * (len(fields) > FIELDS_SHOWN)
        raise ValueError(
            f"{name} must be numbers, got a structured array with the fields {shown}; take one, "
            f"{name}[{fields[0]!r}], or several as columns: "
            f"np.stack([{name}[field] for field in ({shown})], axis=1)"
        )
    if not jnp.issubdtype(array.dtype, jnp.number):
        raise ValueError(
            f"{name} must be numbers, got {array.dtype}; convert: np.asarray({name}, float)"
        )
    return array
