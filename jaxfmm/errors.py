"""What can be wrong with the input of a sum, and how it is said."""

import enum
import math
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType
from jax.typing import DTypeLike

from jaxfmm import foreign


class Status(enum.IntFlag):
    """Bits of `plan.status`; zero when all is well. Results are NaN for all other bits than those
    of `HARMLESS`."""

    OK = 0
    NODES = 1
    FAR = 2
    NEAR = 4
    NOT_FINITE = 8
    STALE = 16
    PARAMETER = 32
    EXTENT = 64
    EXCHANGED = 128
    CLOSE = 256
    RANGE = 512
    SHARP = 1024
    CELL = 2048
    CHARGE = 4096
    EXCHANGE = 8192
    MISSING = 16384
    WAVES = 32768
    DOMINATED = 65536
    OPEN = 131072


MESSAGES = {
    Status.NODES: "the tree needs {nodes} nodes and has a capacity of {nodes_capacity}",
    Status.FAR: "the far list needs {far} pairs and has a capacity of {far_capacity}",
    Status.NEAR: "the near list needs {near} pairs and has a capacity of {near_capacity}",
    Status.EXCHANGED: (
        "the lists of pairs with exchanged roles need {exchanged} pairs and have a capacity of "
        "{exchanged_capacity}"
    ),
    Status.EXCHANGE: (
        "a device sends another one up to {sent_nodes} nodes, {sent_multipoles} multipoles and "
        "{sent_points} points of its tree (capacities {sent_nodes_capacity}, "
        "{sent_multipoles_capacity} and {sent_points_capacity}), and {routed} points to be sorted "
        "(capacity {routed_capacity})"
    ),
    Status.MISSING: (
        "a device did not get a part of another's tree that it needs, which should never happen; "
        "please report it, with the points"
    ),
    Status.NOT_FINITE: "points hold NaN or infinite coordinates; remove or repair them",
    Status.STALE: (
        "points have left the cells of the plan's tree by more than a tenth of the cell's radius "
        "(with method='ewald' a fiftieth), or changed their order in 1D; call plan.update(sources, "
        "targets) with the new points"
    ),
    Status.PARAMETER: (
        "the plan was not made for this kernel's parameters; {plan_serves}, so make a new plan "
        "with this kernel"
    ),
    Status.CLOSE: (
        "two points are so close, relative to the extent of all points, that their squared "
        "distance is zero in this precision; use float64, or merge such points"
    ),
    Status.SHARP: (
        "the kernel decays too fast relative to the distance between sources and targets: within "
        "one cell it falls by orders of magnitude, which expansions cannot follow to tol; make a "
        "plan for this kernel outside of jit, with method='auto' or 'direct'"
    ),
    Status.CELL: (
        "the cell is not the plan's: it has changed too much for the image lists of the plan; call "
        "plan.update(points, kernel=Periodic(kernel, cell)) with the new cell, or, where its shape "
        "has changed, make a new plan outside of jit"
    ),
    Status.OPEN: (
        "points are {away} of the longest periodic edges away from their middle across the "
        "periodic axes, and sums over images hold up to {most_away:g}; call plan.update(sources, "
        "targets) if all points have moved, or take a cell of several copies: periodic edges k "
        "times as long, with k copies of points and charges along each"
    ),
    Status.CHARGE: (
        "the charges do not add up to zero, and with open axes a net charge has no finite "
        "potential; subtract their mean, add charges that neutralise them, or make all three axes "
        "periodic, where a uniform background does it"
    ),
    Status.WAVES: (
        "cells span more wavelengths, or are more numerous, than the plan allows for: the "
        "wavenumber or the extent of the points has grown; make a new plan with this kernel and "
        "these points outside of jit"
    ),
    Status.DOMINATED: (
        "a few charges outweigh all others, so that errors, most of all of the gradient, may be "
        "several times tol: the plan was measured for charges whose participation number (sum "
        "|q|)^2 / sum q^2 is at least {carried:.2g}; give it the charges, jaxfmm.plan(..., "
        "charges=charges), or sum without a plan"
    ),
    Status.EXTENT: (
        "the points extend over more bandwidths than the plan allows for; make a new plan of these "
        "points outside of jit, with a span that holds the smallest bandwidth"
    ),
    Status.RANGE: (
        "the bandwidth is so small or so large relative to the extent of the points that squared "
        "distances in bandwidths overflow or underflow (in float32 below 1e-15 of the extent); use "
        "another bandwidth, or float64 points"
    ),
}
HARMLESS = Status.DOMINATED  # sums with such a plan are not NaN
CAPACITY = Status.NODES | Status.FAR | Status.NEAR | Status.EXCHANGED | Status.EXCHANGE


def bits(conditions: Iterable) -> jax.Array:
    """The int32 status of pairs (condition, `Status`): the bits whose conditions hold."""
    status = jnp.int32(0)
    for whether, bit in conditions:
        status = status | jnp.where(whether, int(bit), 0).astype(jnp.int32)
    return status


def raise_status(plan: Any, status: int, sources: Any = None, targets: Any = None) -> None:
    """Raises the ValueError that belongs to a concrete status; does nothing for 0. sources,
    targets: as far as they are known."""
    status = Status(status)
    if status:
        known = plan.needs() | {"plan_serves": plan.kernel.plan_serves, "carried": plan.carried}
        known |= {"most_away": plan.kernel.images.most_away, "away": plan.away(sources, targets)}
        reasons = [text.format_map(known) for bit, text in MESSAGES.items() if bit & status]
        if status & CAPACITY:
            reasons.append(
                "make a new plan with jaxfmm.plan(...), which measures its capacities, or with a "
                "larger headroom"
            )
        raise ValueError("; ".join(reasons))


def heed(plan: Any, status: int, sources: Any, targets: Any) -> None:
    """`raise_status`, but for bits that are harmless, for which there is a warning."""
    raise_status(plan, status & ~int(HARMLESS), sources, targets)
    for bit in HARMLESS & Status(status):
        warn(MESSAGES[bit].format(carried=plan.carried))


def warn(message: str) -> None:
    """Warns at the line of the caller's code: the first frame outside of this package and JAX."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename.startswith(_LIBRARIES):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)


_LIBRARIES = tuple(str(Path(file).parent) for file in (__file__, jax.__file__))


class Default(float):
    """A number that stands where the user gave none."""


DEFAULT_TOL = Default(1e-4)


def is_traced(*trees: Any) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(trees))


# Messages say with these words how float64 is switched on.
X64 = "jax.config.update('jax_enable_x64', True) before the first array is made"
# float32 keeps the digits that matter of points that lie up to this many extents from the origin.
MOST_OFFSET = 1e4


def points(
    name: str,
    value: Any,
    dimensions: tuple[int, ...] | None,
    dtype: Any = None,
) -> jax.Array:
    """`value` as a float array (n, d), d in `dimensions`, None for any d > 0. Numbers without a
    precision of their own (lists, integers) get `dtype`, None for JAX's default."""
    single = not isinstance(value, jax.Array) and not jax.config.jax_enable_x64  # type: ignore[attr-defined]
    numbers, bare = foreign.numbers(name, value)
    array = floats(name, numbers, dtype, bare=bare)
    if array.ndim == 1:
        column = f"{name}.to_frame()" if hasattr(value, "to_frame") else f"{name}[:, None]"
        row = (
            f", for one point in {len(array)} dimensions write {name}[None]"
            if dimensions is None or len(array) in dimensions
            else ""
        )
        raise ValueError(
            f"{name} must have shape (n, d), one row per point, got shape {array.shape}; for "
            f"{len(array)} points in one dimension write {column}{row}"
        )
    if array.ndim != 2:
        raise ValueError(
            f"{name} must have shape (n, d), one row per point, got shape {array.shape}; for "
            "coordinate arrays write jnp.stack([x, y, z], axis=1)"
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
    if single and numbers.dtype == np.float64 and array.dtype == np.float32 and len(numbers):
        _warn_of_lost_digits(name, numbers)
    return array


def split_axes(array: jax.Array) -> list:
    """The explicit axes of a mesh that an array is split over."""
    sharding = jax.typeof(array).sharding
    names = [
        name for part in sharding.spec for name in (part if isinstance(part, tuple) else [part])
    ]
    return [name for name in names if isinstance(name, str) and sharding.mesh.shape[name] > 1]


def warn_of_unknown_sharding(points: jax.Array, what: str, fix: str) -> None:
    """Warns of points within `jit` that are on several devices, while the plan or the density
    (`what`) is not: nobody knows there whether the points are split, and each device computes
    everything in any case."""
    mesh = jax.typeof(points).sharding.mesh
    automatic = [
        axis for axis, kind in zip(mesh.axis_names, mesh.axis_types) if kind == AxisType.Auto
    ]
    if (
        is_traced(jax.lax.stop_gradient(points))
        and math.prod(mesh.shape[axis] for axis in automatic) > 1
    ):
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


def charges(
    name: str,
    value: Any,
    n: int,
    dtype: DTypeLike,
    of: str = "sources",
) -> jax.Array:
    """`value` as an array (n,) or (n, k) of the dtype or of complex numbers of the same precision.
    Numbers without a precision of their own (lists, integers) get that one. of: what `dtype` is
    of."""
    array = _amounts(name, value, dtype, of)
    if array.ndim not in (1, 2):
        fix = f"; for equal {name} write jnp.full({n}, value)" if not array.ndim else ""
        raise ValueError(f"{name} must have shape (n,) or (n, k), got shape {array.shape}{fix}")
    if array.shape[0] != n:
        raise ValueError(
            f"{name} must have one row for each of the {n} {of}, got shape {array.shape}"
        )
    return array


def _amounts(
    name: str,
    value: Any,
    dtype: DTypeLike,
    of: str = "sources",
) -> jax.Array:
    """`value` as an array of the dtype or of complex numbers of the same precision."""
    numbers, bare = foreign.numbers(name, value)
    if numbers.dtype.kind == "c":
        array = jnp.asarray(numbers)
        if bare:
            array = array.astype(jnp.complex64 if dtype == jnp.float32 else jnp.complex128)
        if jnp.finfo(array.dtype).dtype != dtype:
            raise ValueError(
                f"{name} are {array.dtype} and {of} are {dtype}; convert one to the other's "
                "precision"
            )
    else:
        array = floats(name, numbers, dtype, bare=bare)
        same_dtype(name, array, of, dtype)
    return array


@jax.jit
def column(array: jax.Array) -> jax.Array:
    """(n, ...) as (n, 1, ...). Compiled, which takes a tenth of the time that an index takes
    outside of `jit`."""
    return array[:, None]


def weights(
    amounts: Any, dipoles: Any, n: int, dim: int, dtype: DTypeLike
) -> tuple[dict[int, jax.Array], bool]:
    """Charges and dipoles, one of which may be None, as weights of a sum, {0: (n, k), 1: (n, k, d)}
    of one dtype, and whether they came with several right-hand sides."""
    if amounts is None and dipoles is None:
        raise ValueError(
            "charges must be an array where there are no dipoles, got None; pass charges or "
            "dipoles="
        )
    out, columns = {}, []
    if amounts is not None:
        array = charges("charges", amounts, n, dtype)
        columns.append(array.shape[1:])
        out[0] = array if array.ndim == 2 else column(array)
    if dipoles is not None:
        array = _amounts("dipoles", dipoles, dtype)
        if array.ndim not in (2, 3) or array.shape[:2] != (n, dim):
            raise ValueError(
                f"dipoles must have shape ({n}, {dim}) or ({n}, {dim}, k), one moment for each "
                f"source, got shape {array.shape}"
            )
        columns.append(array.shape[2:])
        out[1] = jnp.moveaxis(array, 2, 1) if array.ndim == 3 else column(array)
    if len(set(columns)) > 1:
        raise ValueError(
            f"charges and dipoles must have the same right-hand sides, got {out[0].shape[0]} x "
            f"{columns[0]} charges and dipoles with {columns[1]}; add an axis, or repeat one of "
            "them"
        )
    common = np.result_type(*(array.dtype for array in out.values()))  # of one precision
    return {a: array.astype(common) for a, array in out.items()}, columns[0] != ()


def vectors(
    amounts: Any, dipoles: Any, n: int, dim: int, dtype: DTypeLike
) -> tuple[dict[int, jax.Array], bool]:
    """Charges that are vectors as weights {0: (n, k, d)}, and whether they came with several
    right-hand sides."""
    if dipoles is not None:
        raise ValueError(
            "dipoles must be None for this kernel, whose charges are vectors; pass charges alone"
        )
    if amounts is None:
        raise ValueError("charges must be an array for this kernel, got None")
    array = _amounts("charges", amounts, dtype)
    if array.ndim not in (2, 3) or array.shape[:2] != (n, dim):
        raise ValueError(
            f"charges must have shape ({n}, {dim}) or ({n}, {dim}, k) for this kernel, a vector "
            f"for each source, got shape {array.shape}"
        )
    return {0: jnp.moveaxis(array, 2, 1) if array.ndim == 3 else column(array)}, array.ndim == 3


def same_dtype(name: str, array: jax.Array, other: str, dtype: DTypeLike) -> None:
    if array.dtype != dtype:
        raise ValueError(
            f"{name} are {array.dtype} and {other} are {dtype}; convert one: "
            f"{name}.astype('{dtype}')"
        )


def floats(name: str, array: Any, dtype: DTypeLike | None, *, bare: bool) -> jax.Array:
    """An array of numbers as a float array: integers, and what is `bare` of a precision of its own,
    in `dtype`, None for JAX's default."""
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(f"{name} must be real, got {array.dtype}")
    if jnp.issubdtype(array.dtype, jnp.integer) or bare:
        array = jnp.asarray(array, dtype or jnp.result_type(float))
    array = jnp.asarray(array)
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


def integer(name: str, value: float, low: int, high: int, fix: str) -> int:
    """`value` as an int in [low, high]."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must lie in {low} ... {high}, got {value}; {fix}")
    return int(value)


def choice(name: str, value: bool | str, allowed: tuple[bool | str, ...]) -> bool | str:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
    return value
