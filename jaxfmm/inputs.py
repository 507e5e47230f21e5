"""Reads and checks what users give: points, charges, weights, vectors and numbers.

Functions raise ValueError with the name of the argument, what came, and the fix.
"""

import math
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.sharding import AxisType
from jax.typing import DTypeLike

from jaxfmm import foreign
from jaxfmm.errors import X64, is_traced, warn

T = TypeVar("T")

# float32 keeps enough digits of points that lie up to this many extents from the origin.
MOST_OFFSET = 1e4


def points(
    name: str, value: Any, dimensions: tuple[int, ...] | None, dtype: DTypeLike | None = None
) -> Array:
    """`value` as a float array (n, d), d in `dimensions`, None for any d > 0. Numbers without a
    precision of their own (lists, integers) get `dtype`, None for JAX's default."""
    numbers, bare = foreign.numbers(name, value)
    array = floats(name, numbers, dtype, bare=bare)
    if array.ndim != 2:
        fix = "for coordinate arrays write jnp.stack([x, y, z], axis=1)"
        if array.ndim == 1:
            n = len(array)
            column = f"{name}.to_frame()" if hasattr(value, "to_frame") else f"{name}[:, None]"
            fix = f"for {n} points in one dimension write {column}"
            if dimensions is None or n in dimensions:
                fix += f", for one point in {n} dimensions write {name}[None]"
        raise ValueError(
            f"{name} must have shape (n, d), one row per point, got shape {array.shape}; {fix}"
        )
    if not array.shape[1]:
        raise ValueError(f"{name} must have at least one coordinate, got shape {array.shape}")
    if dimensions is not None and array.shape[1] not in dimensions:
        one, (n, dim) = " or ".join(map(str, dimensions)), array.shape
        fix = f"; for one column per point write {name}.T" if n in dimensions and n < dim else ""
        raise ValueError(
            f"{name} must be points in {one} dimensions for this kernel, got shape {array.shape} "
            f"(the last axis is the dimension){fix}"
        )
    no_float64 = jax.dtypes.canonicalize_dtype(np.float64) == np.float32
    lossy = numbers.dtype == np.float64 and array.dtype == np.float32
    if no_float64 and lossy and not isinstance(value, jax.Array) and len(numbers):
        _warn_of_lost_digits(name, numbers)
    return array


def split_axes(array: Array) -> list[str]:
    """The explicit axes of a mesh that an array is split over."""
    sharding = jax.typeof(array).sharding
    parts = [part if isinstance(part, tuple) else (part,) for part in sharding.spec]
    names = [name for part in parts for name in part if isinstance(name, str)]
    return [name for name in names if sharding.mesh.shape[name] > 1]


def warn_of_unknown_sharding(points: Array, what: str, fix: str) -> None:
    """Warns of points within `jit` that are on several devices, while the plan or the density
    (`what`) is on one. Within `jit` it is not known whether the points are split, and each device
    computes everything."""
    mesh = jax.typeof(points).sharding.mesh
    automatic = [
        axis for axis, kind in zip(mesh.axis_names, mesh.axis_types) if kind == AxisType.Auto
    ]
    devices = math.prod(mesh.shape[axis] for axis in automatic)
    if devices > 1 and is_traced(jax.lax.stop_gradient(points)):
        warn(
            f"points are on the {mesh.size} devices of a mesh, and inside jit it is not known how "
            f"they are split: each device computes the whole {what}; {fix}"
        )


def _warn_of_lost_digits(name: str, points: Any) -> None:
    with np.errstate(all="ignore"):
        offset, extent = np.abs(points).max(0), np.ptp(points, axis=0)
        lost = extent.max() > 0 and (offset > MOST_OFFSET * extent.max()).any()
    if lost:
        warn(
            f"{name} are float64 and become float32, because jax_enable_x64 is off; they lie up to "
            f"{offset.max():.3g} from the origin and extend over {extent.max():.3g}, so that "
            f"digits are lost: subtract their mean before, or switch x64 on: {X64}"
        )


def charges(name: str, value: Any, n: int, dtype: DTypeLike, of: str = "sources") -> Array:
    """`value` as an array (n,) or (n, k) of the dtype, which is the dtype of `of`, or of complex
    numbers of that precision. Numbers without a precision of their own (lists, integers) get that
    precision."""
    array = _amounts(name, value, dtype, of)
    if array.ndim not in (1, 2):
        fix = f"; for equal {name} write jnp.full({n}, value)" if not array.ndim else ""
        raise ValueError(f"{name} must have shape (n,) or (n, k), got shape {array.shape}{fix}")
    if array.shape[0] != n:
        raise ValueError(
            f"{name} must have one row for each of the {n} {of}, got shape {array.shape}"
        )
    return array


def _amounts(name: str, value: Any, dtype: DTypeLike, of: str = "sources") -> Array:
    """`value` as an array of the dtype or of complex numbers of that precision."""
    numbers, bare = foreign.numbers(name, value)
    if numbers.dtype.kind != "c":
        array = floats(name, numbers, dtype, bare=bare)
        same_dtype(name, array, of, dtype)
        return array
    array = jnp.asarray(numbers)
    if bare:
        array = array.astype(jnp.complex64 if dtype == jnp.float32 else jnp.complex128)
    if jnp.finfo(array.dtype).dtype != dtype:
        raise ValueError(
            f"{name} are {array.dtype} and {of} are {dtype}; convert one to the other's precision"
        )
    return array


@jax.jit
def column(array: Array) -> Array:
    """(n, ...) as (n, 1, ...). Compiled: outside of `jit` an index takes ten times as long."""
    return array[:, None]


def weights(
    amounts: Any, dipoles: Any, n: int, dim: int, dtype: DTypeLike
) -> tuple[dict[int, Array], bool]:
    """(weights, columns) of a sum from charges and dipoles, one of which may be None. weights:
    {0: (n, k), 1: (n, k, d)} of one dtype; columns: whether they came with several right-hand
    sides."""
    if amounts is None and dipoles is None:
        raise ValueError(
            "charges must be an array where there are no dipoles, got None; pass charges or "
            "dipoles="
        )
    out: dict[int, Array] = {}
    columns: list[tuple[int, ...]] = []
    if amounts is not None:
        array = charges("charges", amounts, n, dtype)
        columns.append(array.shape[1:])
        out[0] = array if array.ndim == 2 else column(array)
    if dipoles is not None:
        what = ", one moment for each source"
        out[1], sides = _vectors("dipoles", dipoles, n, dim, dtype, what)
        columns.append(sides)
    if len(set(columns)) > 1:
        raise ValueError(
            f"charges and dipoles must have the same right-hand sides, got {out[0].shape[0]} x "
            f"{columns[0]} charges and dipoles with {columns[1]}; add an axis, or repeat one of "
            "them"
        )
    common = np.result_type(*(array.dtype for array in out.values()))  # of one precision
    same = {a: x if x.dtype == common else x.astype(common) for a, x in out.items()}
    return same, columns[0] != ()


def vectors(
    amounts: Any, dipoles: Any, n: int, dim: int, dtype: DTypeLike
) -> tuple[dict[int, Array], bool]:
    """(weights, columns) as of `weights` from charges that are vectors: {0: (n, k, d)}."""
    if dipoles is not None:
        raise ValueError(
            "dipoles must be None for this kernel, whose charges are vectors; pass charges alone"
        )
    if amounts is None:
        raise ValueError("charges must be an array for this kernel, got None")
    what = " for this kernel, a vector for each source"
    array, sides = _vectors("charges", amounts, n, dim, dtype, what)
    return {0: array}, sides != ()


def _vectors(
    name: str, value: Any, n: int, dim: int, dtype: DTypeLike, what: str
) -> tuple[Array, tuple[int, ...]]:
    """(vectors (n, k, d), the shape (k,) or () of the right-hand sides)."""
    array = _amounts(name, value, dtype)
    if array.ndim not in (2, 3) or array.shape[:2] != (n, dim):
        raise ValueError(
            f"{name} must have shape ({n}, {dim}) or ({n}, {dim}, k){what}, got shape {array.shape}"
        )
    return jnp.moveaxis(array, 2, 1) if array.ndim == 3 else column(array), array.shape[2:]


def same_dtype(name: str, array: Array, other: str, dtype: DTypeLike) -> None:
    """Raises ValueError unless the array has the dtype of `other`."""
    if array.dtype != dtype:
        raise ValueError(
            f"{name} are {array.dtype} and {other} are {dtype}; convert one: "
            f"{name}.astype('{dtype}')"
        )


def floats(name: str, array: Any, dtype: DTypeLike | None, *, bare: bool) -> Array:
    """An array of numbers as a float array. Integers, and numbers that are `bare` of a precision of
    their own, get `dtype`, None for JAX's default."""
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(f"{name} must be real, got {array.dtype}")
    if jnp.issubdtype(array.dtype, jnp.integer) or bare:
        array = jnp.asarray(array, dtype or jnp.result_type(float))
    array = array if isinstance(array, Array) else jnp.asarray(array)
    if array.dtype not in (jnp.float32, jnp.float64):
        raise ValueError(
            f"{name} must be float32 or float64, got {array.dtype}; convert: "
            f"{name}.astype('float32')"
        )
    return array


def number(name: str, value: Any, low: float, high: float, fix: str) -> float:
    """`value` as a float strictly between `low` and `high`."""
    if is_traced(value):
        raise ValueError(
            f"{name} must be a Python number (it fixes shapes), got a traced value, {value!r}"
        )
    if np.ndim(value) != 0 or np.asarray(value).dtype.kind not in "iuf":
        raise ValueError(f"{name} must be a number, got {value!r}; {fix}")
    if not low < float(value) < high:
        raise ValueError(f"{name} must lie between {low} and {high}, got {value}; {fix}")
    return float(value)


def integer(name: str, value: Any, low: int, high: int, fix: str) -> int:
    """`value` as an int in [low, high]."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must lie in {low} ... {high}, got {value}; {fix}")
    return int(value)


def key(value: Any) -> Array:
    """`value`, one key of `jax.random` of the new or the old type."""
    dtype, shape = getattr(value, "dtype", None), np.shape(value)
    is_new = dtype is not None and jnp.issubdtype(dtype, jax.dtypes.prng_key)
    if shape == (() if is_new else (2,)) and (is_new or dtype == np.uint32):
        return jnp.asarray(value)
    raise ValueError(
        f"key must be one key of jax.random, such as jax.random.key(0), got {value!r}; map several "
        "keys by jax.vmap"
    )


def choice(name: str, value: T, allowed: tuple[T, ...]) -> T:
    """`value` if it is one of those that are allowed."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
    return value
