"""Points and weights as densities take them, and what is said of those that make none."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign

ROWS_SHOWN = 5  # in messages
# of the spacing of numbers of the dtype: points that spread over less have lost what tells them
# apart
STEPS = 8


def checked_weights(weights: ArrayLike | None, n: int, dtype: Any) -> jax.Array:
    """Weights (n,) in the dtype of the points. Where their sum or the least of them would be beyond
    the range of the dtype, they are divided by the largest one: the density depends on their ratios
    alone."""
    if weights is None:
        return jnp.ones(n, dtype)
    if not errors.is_traced(weights):
        given, bare = foreign.numbers("weights", weights)
        weights = _in_range(given, dtype)
        weights = weights.astype(dtype) if bare and weights.dtype.kind in "iuf" else weights
    array = errors.charges("weights", weights, n, dtype, of="points")
    if array.ndim != 1:
        raise ValueError(
            f"weights must have shape ({n},), one for each point, got shape {array.shape}"
        )
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(f"weights must be real, got {array.dtype}")
    return array


def _in_range(weights: ArrayLike, dtype: Any) -> Any:
    """Weights that are known: as they are where the dtype has their range, else over the largest
    one."""
    given = np.asarray(jax.device_get(weights))
    if given.dtype.kind not in "iufO":
        return weights  # which are none
    try:
        numbers = given.astype(np.float64)
    except (TypeError, ValueError):
        return weights
    some, limits = numbers[np.isfinite(numbers) & (numbers > 0)], jnp.finfo(dtype)
    if (
        not some.size
        or some.min() >= float(limits.tiny)
        and some.max() <= float(limits.max) / numbers.size
    ):
        return weights
    with np.errstate(over="ignore"):
        numbers = numbers / some.max()
    if isinstance(weights, jax.Array):
        return jax.device_put(numbers.astype(weights.dtype), weights.sharding)
    kind = getattr(weights, "dtype", np.dtype(dtype))
    return numbers.astype(kind if kind.kind == "f" else dtype)


def without_nan(points: jax.Array, weights: jax.Array, nan: str) -> tuple[jax.Array, jax.Array]:
    """Points and weights, if these may be dropped without the rows that hold NaN. nan: "raise" or
    "drop"."""
    still = lax.stop_gradient((points, weights))
    if errors.is_traced(still):
        if nan == "drop":
            raise ValueError(
                "nan='drop' needs points and weights that are not traced; fit outside of jit"
            )
        return points, weights
    if nan == "raise":
        fix = "remove or repair them, or leave them out by KernelDensity(nan='drop')"
        check_rows("points", points, np.isnan, "hold NaN", fix)
        check_rows("weights", weights, np.isnan, "are NaN", fix)
        return points, weights
    x, w = jax.device_get(still)
    keep = np.flatnonzero(~(np.isnan(x).any(1) | np.isnan(w)))
    if not len(keep):
        raise ValueError(
            f"points or weights hold NaN in each of the {len(points)} rows; a density needs one without"
        )
    if len(keep) == len(points):
        return points, weights
    keep = jax.device_put(keep)
    return points[keep], weights[keep]


def check(name: str, array: jax.Array, test: Callable[[Any], Any], wrong: str) -> None:
    """Raises ValueError if a test of an array that is known fails."""
    array = lax.stop_gradient(array)
    if not errors.is_traced(array) and not bool(test(jax.device_get(array)).all()):
        raise ValueError(f"{name} {wrong}")


def check_rows(
    name: str, array: jax.Array, test: Callable[[Any], Any], wrong: str, fix: str
) -> None:
    """Raises ValueError that says which rows are wrong, of an array that is known."""
    array = lax.stop_gradient(array)
    if errors.is_traced(array):
        return
    rows = np.flatnonzero(test(jax.device_get(array)).reshape(len(array), -1).any(1))
    if len(rows):
        shown = ", ".join(map(str, rows[:ROWS_SHOWN])) + ", ..." * (len(rows) > ROWS_SHOWN)
        raise ValueError(
            f"{name} {wrong} in {len(rows)} of {len(array)} rows, with the numbers {shown}; {fix}"
        )


def check_spread(points: np.ndarray, rule: str, dtype: Any) -> None:
    """Raises ValueError for points (n, d) in float64, from the dtype, of which a coordinate does
    not change, and for too few of them."""
    if rule != "isj" and len(points) <= points.shape[1]:
        raise ValueError(
            f"bandwidth={rule!r} needs more points than coordinates, got shape {points.shape}; for one column per "
            "point write points.T, or give a number"
        )
    size, step = (
        np.ptp(points, axis=0),
        np.spacing(np.abs(points).max(0).astype(dtype)).astype(np.float64),
    )
    if not (size > 0).all():
        raise ValueError(
            f"bandwidth={rule!r} needs points that differ in every coordinate; leave constant coordinates out, or give "
            f"a number{_blame(dtype, int(np.argmin(size)), step)}"
        )
    if (few := size <= 2 * STEPS * step).any():
        axis = int(np.argmax(few))
        raise ValueError(
            f"bandwidth={rule!r} needs points that differ in every coordinate by more than {dtype} rounds them"
            f"{_blame(dtype, axis, step)}; they extend over {size[axis]:.3g}. Subtract their mean before they become "
            f"{dtype}{_or_wide(dtype)}"
        )


def warn_of_steps(points: np.ndarray, bandwidth: np.ndarray) -> None:
    """Warns of a bandwidth, (d,) or a number, below the distance between numbers of the dtype of
    the points (n, d)."""
    step = np.spacing(np.abs(points).max(0))
    if (few := bandwidth < step).any():
        axis = int(np.argmax(few))
        errors.warn(
            f"bandwidth {np.broadcast_to(bandwidth, step.shape)[axis]:g} of axis {axis} is less than the distance of "
            f"neighbouring {points.dtype} numbers as large as the points there, {step[axis]:.3g}: subtract the mean of "
            f"the points before they become {points.dtype}{_or_wide(points.dtype)}",
        )


def check_across(points: np.ndarray, covariance: np.ndarray, rule: str, dtype: Any) -> None:
    """Raises ValueError for points (n, d) in float64, from the dtype, whose covariance matrix is
    singular to it: they lie on a line or a plane but for rounding."""
    deviation = np.sqrt(np.diag(covariance))
    across = np.sqrt(
        np.maximum(np.linalg.eigvalsh(covariance / deviation[:, None] / deviation[None])[0], 0)
    )
    step = float(jnp.finfo(dtype).eps) * (np.abs(points).max(0) / points.std(0)).max()
    if across <= STEPS * step:
        raise ValueError(
            f"bandwidth={rule!r} needs points whose covariance matrix is not singular; these lie on a line, a plane or "
            f"the like, to the precision of {dtype}: use fewer coordinates, 'isj', or a number{_or_wide(dtype)}"
        )


def _blame(dtype: Any, axis: int, step: np.ndarray) -> str:
    return f"; in coordinate {axis} neighbouring {dtype} numbers are {step[axis]:.3g} apart"


def _or_wide(dtype: Any) -> str:
    return f", or use float64 points: {errors.X64}" if dtype == jnp.float32 else ""
