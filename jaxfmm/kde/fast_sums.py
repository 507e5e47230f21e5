"""Fast sums of positive terms as parts of a logarithm: what is summed at, and where the result has
enough digits."""

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from jaxfmm.cost_model import accuracy

FINER = 1e-3  # the tolerance of the fast sums over that of the log densities
SAMPLE = 256  # how many of the points, at least, show how large sums are where there are points
RELATIVE = 16  # the error of a large sum, in units of the last place
ROUNDING = 100  # of a sum of all terms that matter, in units of the last place
# Sums below that power of the smallest number are not trusted: their derivatives divide by powers
# of them.
SMALLEST = 0.25


def tol(d: Any) -> float:
    """The tolerance of the fast sums of a `Density`."""
    return max(FINER * d.tol, accuracy.smallest_tol(d.points.dtype))


def smallest(dtype: DTypeLike) -> float:
    return float(jnp.finfo(dtype).tiny) ** SMALLEST


def box(points: jax.Array, reach: Any) -> tuple[jax.Array, jax.Array]:
    """The lowest and highest coordinates within `reach` of the box of the points."""
    return points.min(0) - reach, points.max(0) + reach


def targets(x: jax.Array, points: jax.Array, reach: jax.Array) -> tuple[jax.Array, jax.Array]:
    """What to sum at, (M, d), and which sums count, (M,): x (m, I, d), those out of reach of the
    box of the points moved to its end; and a sample of the points."""
    x, (points, reach) = x.reshape(-1, x.shape[-1]), lax.stop_gradient((points, reach))
    low, high = (end[None] for end in box(points, reach))
    inside = ((x >= low) & (x <= high)).all(1)
    x = jnp.where(inside[:, None], x, lax.stop_gradient(jnp.clip(x, low, high)))
    sample = points[:: -(-len(points) // SAMPLE)]
    return jnp.concatenate([x, sample]), jnp.concatenate([inside, jnp.ones(len(sample), bool)])


def sums(
    d: Any,
    x: jax.Array,
    points: jax.Array,
    reach: jax.Array,
    sum_at: Callable,
    *,
    error: float,
    to_rounding: bool,
) -> tuple[jax.Array, jax.Array]:
    """The sums (m,) over I of sum_at(targets), and the least at which their logarithms are right to
    the tolerance.

    error: of sums that are small, over the largest.  to_rounding: whether sums have all their
    digits, at every size."""
    places, inside = targets(x, points, reach)
    found = jnp.where(inside, sum_at(places), 0)
    values = found[: x.shape[0] * x.shape[1]].reshape(x.shape[:2]).sum(1)
    if to_rounding:
        bound = ROUNDING * float(jnp.finfo(x.dtype).eps) * values / d.tol + smallest(x.dtype)
        return values, lax.stop_gradient(bound)
    return values, least(d, error * math.sqrt(x.shape[1]) * jnp.maximum(values.max(), found.max()))


def least(d: Any, error: jax.Array) -> Any:
    """Where logarithms of sums are right to the tolerance, with this error of small sums."""
    left = d.tol - RELATIVE * float(jnp.finfo(error.dtype).eps)
    return (
        lax.stop_gradient(error / left) + smallest(error.dtype) if left > 0.5 * d.tol else jnp.inf
    )
