"""Checked points, weights and bandwidths of densities, and the errors for those that make none."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs
from jaxfmm.kernels.gaussian import Gaussian

ROWS_SHOWN = 5  # in messages
# Points that spread over less than this many times the spacing of numbers of the dtype have lost
# the digits that tell them apart.
STEPS = 8


def weighted_sum(values: Array, weights: Array) -> Array:
    """The sum of weights times values, where values without a weight may be infinite or NaN."""
    some = weights != 0
    return jnp.where(some, weights * jnp.where(some, values, 0), 0).sum()


def checked_bandwidth(bandwidth: Any, points: Array) -> Array:
    """A bandwidth, traced or not, as an array of the dtype of the points."""
    kernel = Gaussian(foreign.leaves(bandwidth))
    kernel.check(points.shape[1])
    kernel.check_at(points)
    h = kernel.bandwidth
    if isinstance(h, Array) or errors.is_traced(h):
        return jnp.asarray(h, points.dtype)
    return jax.device_put(np.asarray(h, points.dtype))  # which compiles nothing


def checked_weights(weights: ArrayLike | None, n: int, dtype: np.dtype) -> Array:
    """Weights (n,) in the dtype of the points. Where their sum or the least of them would leave the
    range of the dtype, they are divided by the largest one: the density depends on their ratios
    alone."""
    if weights is None:
        return jax.device_put(np.ones(n, dtype))
    if not errors.is_traced(weights):
        numbers, bare = foreign.numbers("weights", weights)
        weights = _in_range(numbers, dtype)
        weights = weights.astype(dtype) if bare and weights.dtype.kind in "iuf" else weights
    array = inputs.charges("weights", weights, n, dtype, of="points")
    if array.ndim != 1:
        raise ValueError(
            f"weights must have shape ({n},), one for each point, got shape {array.shape}"
        )
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(f"weights must be real, got {array.dtype}")
    return array


def _in_range(weights: Array | np.ndarray, dtype: np.dtype) -> Array | np.ndarray:
    """Known weights: unchanged where the dtype has their range, else over the largest one."""
    if weights.dtype.kind not in "iufO":
        return weights
    try:
        numbers = np.asarray(jax.device_get(weights)).astype(np.float64)
    except (TypeError, ValueError):
        return weights
    some, limits = numbers[np.isfinite(numbers) & (numbers > 0)], jnp.finfo(dtype)
    if not some.size:
        return weights
    if some.min() >= float(limits.tiny) and some.max() <= float(limits.max) / numbers.size:
        return weights
    with np.errstate(over="ignore"):
        numbers = numbers / some.max()
    if isinstance(weights, Array):
        return jax.device_put(numbers.astype(weights.dtype), weights.sharding)
    return numbers.astype(weights.dtype if weights.dtype.kind == "f" else dtype)


def checked_log_weights(log_weights: ArrayLike, n: int, dtype: np.dtype) -> Array:
    """Logarithms of weights (n,) in the dtype of the points."""
    array = inputs.charges("log_weights", log_weights, n, dtype, of="points")
    if array.ndim != 1 or jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(
            f"log_weights must be real, with shape ({n},), one for each point, got {array.dtype} "
            f"{array.shape}"
        )
    return array


def without_nan(
    points: Array, weights: Array, nan: str, name: str = "weights"
) -> tuple[Array, Array]:
    """Points and weights (or log weights, by their name), with nan="drop" without the rows that
    hold NaN; "raise" raises ValueError for these."""
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
        check_rows(name, weights, np.isnan, "are NaN", fix)
        return points, weights
    x, w = jax.device_get(still)
    keep = np.flatnonzero(~(np.isnan(x).any(1) | np.isnan(w)))
    if not len(keep):
        raise ValueError(
            f"points or {name} hold NaN in each of the {len(points)} rows; a density needs one "
            "without"
        )
    if len(keep) == len(points):
        return points, weights
    rows = jax.device_put(keep)
    return points[rows], weights[rows]


def check(name: str, array: Array, test: Callable[[Any], Any], wrong: str) -> None:
    """Raises ValueError if the test of an array fails, as far as the array is known."""
    array = lax.stop_gradient(array)
    if not errors.is_traced(array) and not bool(test(jax.device_get(array)).all()):
        raise ValueError(f"{name} {wrong}")


def check_rows(name: str, array: Array, test: Callable[[Any], Any], wrong: str, fix: str) -> None:
    """Raises ValueError, with the wrong rows, if the test of an array is true in a row, as far as
    the array is known."""
    array = lax.stop_gradient(array)
    if errors.is_traced(array):
        return
    rows = np.flatnonzero(test(jax.device_get(array)).reshape(len(array), -1).any(1))
    if len(rows):
        shown = ", ".join(map(str, rows[:ROWS_SHOWN])) + ", ..." * (len(rows) > ROWS_SHOWN)
        raise ValueError(
            f"{name} {wrong} in {len(rows)} of {len(array)} rows, with the numbers {shown}; {fix}"
        )


def check_spread(points: np.ndarray, rule: str, dtype: np.dtype) -> None:
    """Raises ValueError for too few points (n, d), and for a coordinate that does not change. The
    points are in float64 and came in this dtype."""
    if rule != "isj" and len(points) <= points.shape[1]:
        raise ValueError(
            f"bandwidth={rule!r} needs more points than coordinates, got shape {points.shape}; for "
            "one column per point write points.T, or give a number"
        )
    size = np.ptp(points, axis=0)
    step = np.spacing(np.abs(points).max(0).astype(dtype)).astype(np.float64)
    if not (size > 0).all():
        raise ValueError(
            f"bandwidth={rule!r} needs points that differ in every coordinate; leave constant "
            f"coordinates out, or give a number{_blame(dtype, int(np.argmin(size)), step)}"
        )
    if (few := size <= 2 * STEPS * step).any():
        axis = int(np.argmax(few))
        raise ValueError(
            f"bandwidth={rule!r} needs points that differ in every coordinate by more than {dtype} "
            f"rounds them{_blame(dtype, axis, step)}; they extend over {size[axis]:.3g}. Subtract "
            f"their mean before they become {dtype}{_or_wide(dtype)}"
        )


def warn_of_steps(points: np.ndarray, bandwidth: np.ndarray) -> None:
    """Warns of a bandwidth, (d,) or a number, below the distance between numbers of the dtype of
    the points (n, d)."""
    step = np.spacing(np.abs(points).max(0))
    if (few := bandwidth < step).any():
        axis = int(np.argmax(few))
        errors.warn(
            f"bandwidth {np.broadcast_to(bandwidth, step.shape)[axis]:g} of axis {axis} is less "
            f"than the distance of neighbouring {points.dtype} numbers as large as the points "
            f"there, {step[axis]:.3g}: subtract the mean of the points before they become "
            f"{points.dtype}{_or_wide(points.dtype)}"
        )


def check_across(points: np.ndarray, covariance: np.ndarray, rule: str, dtype: np.dtype) -> None:
    """Raises ValueError if the covariance matrix of points (n, d) is singular: they lie on a line
    or a plane, up to rounding. The points are in float64 and came in this dtype."""
    deviation = np.sqrt(np.diag(covariance))
    correlation = covariance / deviation[:, None] / deviation[None]
    across = np.sqrt(np.maximum(np.linalg.eigvalsh(correlation)[0], 0))
    step = float(jnp.finfo(dtype).eps) * (np.abs(points).max(0) / points.std(0)).max()
    if across <= STEPS * step:
        raise ValueError(
            f"bandwidth={rule!r} needs points whose covariance matrix is not singular; these lie "
            f"on a line, a plane or the like, to the precision of {dtype}: use fewer coordinates, "
            f"'isj', or a number{_or_wide(dtype)}"
        )


def _blame(dtype: np.dtype, axis: int, step: np.ndarray) -> str:
    return f"; in coordinate {axis} neighbouring {dtype} numbers are {step[axis]:.3g} apart"


def _or_wide(dtype: np.dtype) -> str:
    return f", or use float64 points: {errors.X64}" if dtype == jnp.float32 else ""
