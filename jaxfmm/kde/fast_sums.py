"""Fast sums of positive terms as parts of a logarithm: the places to sum at, and where the result
has enough digits."""

import math
from collections.abc import Callable

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.cost_model.errors import smallest_tol
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.kernels.base import Kernel
from jaxfmm.logsumexp import digits
from jaxfmm.plan import build
from jaxfmm.request import Choice
from jaxfmm.sum import potential_to_replace

FINER = 1e-3  # The tolerance of the fast sums, relative to the tolerance of the log densities.
SAMPLE = 256  # At least this many of the points show how large sums are where there are points.


def tolerance(density: FittedDensity) -> float:
    """The tolerance of the fast sums."""
    return max(FINER * density.tol, smallest_tol(density.points.dtype))


def box(points: Array, reach: Array | float) -> tuple[Array, Array]:
    """The lowest and highest coordinates within `reach` of the box of the points."""
    return points.min(0) - reach, points.max(0) + reach


def targets(x: Array, points: Array, reach: Array) -> tuple[Array, Array]:
    """The places to sum at, (M, d), and a mask (M,) of those within reach: x (m, I, d), where
    places out of reach of the box of the points are moved to its end; and a sample of the
    points."""
    x, (points, reach) = x.reshape(-1, x.shape[-1]), lax.stop_gradient((points, reach))
    low, high = (end[None] for end in box(points, reach))
    inside = ((x >= low) & (x <= high)).all(1)
    x = jnp.where(inside[:, None], x, lax.stop_gradient(jnp.clip(x, low, high)))
    sample = points[:: -(-len(points) // SAMPLE)]
    return jnp.concatenate([x, sample]), jnp.concatenate([inside, jnp.ones(len(sample), bool)])


def planned_sum(
    choice: Choice, kernel: Kernel, points: Array, weights: Array, targets: Array
) -> Array:
    """The sum at targets (M, d) by the plan of a choice."""
    plan = build(choice.for_targets(len(targets)), kernel, points, targets)
    return potential_to_replace(points, weights, targets, kernel=kernel, plan=plan)


def sums(
    density: FittedDensity,
    x: Array,
    points: Array,
    reach: Array,
    sum_at: Callable[[Array], Array],
    *,
    error: float,
    to_rounding: bool,
) -> tuple[Array, Array]:
    """The sums (m,) over I of sum_at(x (m, I, d)), and the least sum whose logarithm is right to
    the tolerance.

    error: of small sums, relative to the largest one.  to_rounding: whether sums of every size have
    all their digits."""
    places, inside = targets(x, points, reach)
    all_values = jnp.where(inside, sum_at(places), 0)
    values = all_values[: x.shape[0] * x.shape[1]].reshape(x.shape[:2]).sum(1)
    if to_rounding:
        return values, digits.least_of_all_pairs(density.tol, values)
    largest = jnp.maximum(values.max(), all_values.max())
    return values, digits.least(density.tol, error * math.sqrt(x.shape[1]) * largest)
