"""Densities with ends, or with periodic axes: `bounds` has (low, high) for each axis, None for an
open end; it is None if all are open. `periods` has a `Period` for each axis, None for an axis
without one; it is None if no axis has one.

A density is reflected at its ends. Between two ends it is reflected infinitely often, so that a
query has a mirror image in each cell of a lattice; images that the kernel does not reach are left
out. In units of the width, a query at the distance t <= 1/2 from its nearest end has its images,
sorted by their distances from the domain, at

    t, -t, 2 - t, 2 + t, -2 + t, -2 - t, 4 - t, 4 + t, ...        from that end.

With the first 2 r of them, the images left out are at least r - t from the domain, and the query is
at most 1 - t from all of it."""

import dataclasses
import itertools
import math
from collections.abc import Iterator
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import errors
from jaxfmm.kde.density_kernels import KERNELS
from jaxfmm.kde.fitted import Ends, FittedDensity, Period
from jaxfmm.run_once import run_once

D = TypeVar("D", bound=FittedDensity)
# Copies or reflections take only these numbers, so that few programs are compiled.
COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
USUAL = 3  # The number for a bandwidth that is not known.
MOST_COPIES = 8  # of a period, to each side
MOST_IMAGES = 4096  # of a query
SPARE = 1.2  # The bandwidth may be this many times larger before copies are too few.
BELOW = 0.01  # Copies that are left out add at most this share of the tolerance.


def checked_periods(
    periods: Any, bounds: tuple[Ends, ...] | None, dim: int
) -> tuple[Period | None, ...] | None:
    """A `Period` or None for each axis; None where no axis has a period."""
    if periods is None:
        return None
    entries = [periods] if np.ndim(periods) == 0 and dim == 1 else periods
    try:
        lengths = [None if length is None else float(length) for length in entries]
    except (TypeError, ValueError):
        lengths = []
    right = all(length is None or 0 < length < math.inf for length in lengths)
    if len(lengths) != dim or not right:
        raise ValueError(
            f"periods must be {dim} positive numbers, one for each axis, None for an axis that "
            f"does not come round, got {periods!r}"
        )
    for axis, length in enumerate(lengths):
        if length is not None and bounds is not None and bounds[axis] != (None, None):
            raise ValueError(f"axis {axis} has bounds and a period; leave one of them out")
    if all(length is None for length in lengths):
        return None
    return tuple(None if length is None else Period(length, USUAL) for length in lengths)


def checked_bounds(bounds: Any, points: Array) -> tuple[Ends, ...] | None:
    """The ends of each axis; None where all are open."""
    if bounds is None:
        return None
    dim = points.shape[1]
    example = [(0, 1), None, (0, None)][:dim] + [None] * (dim - 3)
    wrong = ValueError(
        f"bounds must be {dim} pairs (low, high), one for each axis, None for an open end or an "
        f"open axis, such as {example}, got {bounds!r}"
    )
    infinite = (-math.inf, math.inf)
    try:
        pairs = [(None, None) if pair is None else pair for pair in bounds]
        if dim == 1 and len(pairs) == 2:  # of the only axis
            pairs = [bounds]
        ends = [
            [
                open_ if end is None else float(end)
                for end, open_ in zip(pair, infinite, strict=True)
            ]
            for pair in pairs
        ]
    except (TypeError, ValueError):
        raise wrong from None
    if len(ends) != dim or np.isnan(ends).any():
        raise wrong
    for axis, (low, high) in enumerate(ends):
        if not low < high:
            raise ValueError(f"bounds of axis {axis} must have low < high, got ({low}, {high})")
    if np.isinf(ends).all():
        return None
    points = lax.stop_gradient(points)
    if not errors.is_traced(points):
        x, (lows, highs) = jax.device_get(points), np.array(ends).T
        if not ((x >= lows) & (x <= highs)).all():
            raise ValueError("points must lie within the bounds; leave the others out")
    return tuple(
        (None if math.isinf(low) else low, None if math.isinf(high) else high) for low, high in ends
    )


def usual_reflections(bounds: tuple[Ends, ...] | None) -> tuple[int, ...] | None:
    """How many pairs of images a query has along each axis, for a bandwidth that is not known."""
    return None if bounds is None else tuple(USUAL if None not in pair else 1 for pair in bounds)


def with_enough_images(density: D, largest: float = 1.0) -> D:
    """The density with the `periods` and `reflections` that its bandwidth needs, and one `largest`
    times as large; unchanged where its bandwidth is not known."""
    still = lax.stop_gradient(density)
    known = not errors.is_traced(still.bandwidth, still.scales)
    if (density.periods is None and density.bounds is None) or not known:
        return density
    widths = np.broadcast_to(jax.device_get(_widths(still)), density.dim).astype(float)
    periods: list[Period | None] = []
    reflections = []
    for axis, (h, (low, high), period) in enumerate(zip(widths, *density.along_axes, strict=True)):
        if period is not None:
            copies = _count(density, largest * h / period.length, 0.0)
            if copies > MOST_COPIES:
                raise ValueError(
                    f"bandwidth {h:g} of axis {axis} is so large relative to its period "
                    f"{period.length:g} that the density is all but uniform there; use a smaller "
                    "bandwidth, or leave the axis out"
                )
            period = Period(period.length, copies)
        periods.append(period)
        if low is None or high is None:
            reflections.append(1)
        else:
            reflections.append(_count(density, largest * h / (high - low), 0.5))
    changed = dataclasses.replace(
        density,
        periods=None if density.periods is None else tuple(periods),
        reflections=None if density.bounds is None else tuple(reflections),
    )
    if number_of_images(changed) > MOST_IMAGES:
        raise ValueError(
            "bandwidth is so large relative to the width of the bounds "
            f"({', '.join(f'{h:g}' for h in widths)} along the axes) that a query has more than "
            f"{MOST_IMAGES} mirror images; use a smaller bandwidth, or leave the axes out along "
            "which the density is uniform"
        )
    return changed


def _axes(density: FittedDensity) -> Iterator[tuple[Ends, Period | None, int]]:
    """(ends, period, reflections) of each axis."""
    reflections = density.reflections or (1,) * density.dim
    return zip(*density.along_axes, reflections, strict=True)


def number_of_images(density: FittedDensity) -> int:
    """How many images a query has, itself included."""
    number = 1
    for (low, high), period, reflections in _axes(density):
        if period:
            number *= 2 * period.copies + 1
        elif low is not None and high is not None:
            number *= 2 * reflections
        else:
            number *= 1 + (low is not None or high is not None)
    return number


@run_once
def _widths(density: FittedDensity) -> Array:
    """The largest bandwidth of any point along each axis, (d,) or a number."""
    h = density.standard_deviations
    return h if density.scales is None else h * density.scales.max()


def _count(density: FittedDensity, width: float, begin: float) -> int:
    """The least of COUNTS that is enough for a bandwidth `width`, in lengths, and one SPARE times
    as large."""
    counts = (n for n in COUNTS if _enough(density, SPARE * width, n - begin))
    return next(counts, MOST_IMAGES)


def _enough(density: FittedDensity, width: Any, apart: float) -> Any:
    """Whether copies that are so many lengths away, or farther, may be left out: each source has
    another copy within half a length. width: the bandwidth in lengths, which may be traced."""
    kernel = KERNELS[density.kernel]
    return kernel.far_enough(apart / width, 0.5 / width, BELOW * density.tol)


def enough_images(density: FittedDensity) -> Array:
    """Whether the copies and reflections are enough for the bandwidth; traceable."""
    widths, right = jnp.broadcast_to(_widths(density), density.dim), jnp.asarray(True)
    for h, ((low, high), period, reflections) in zip(widths, _axes(density), strict=True):
        if period is not None:
            right = right & _enough(density, h / period.length, period.copies)
        if low is not None and high is not None:
            right = right & _enough(density, h / (high - low), reflections - 0.5)
    return right


def _into_period(x: Array, length: float) -> Array:
    """x moved by whole periods into [0, length)."""
    return x - length * jnp.floor(x / length)


def into_periods(points: Array, periods: tuple[Period | None, ...] | None) -> Array:
    """Points (n, d), each moved into the first period."""
    if periods is None:
        return points
    columns = [
        x if period is None else _into_period(x, period.length)
        for x, period in zip(points.T, periods, strict=True)
    ]
    return jnp.stack(columns, axis=1)


def images(density: FittedDensity, queries: Array) -> Array:
    """(m, I, d): the queries and their mirror images in the bounds, and their copies by periods, in
    every combination. The sum of a density over them has all its mass inside."""
    if density.bounds is None and density.periods is None:
        return queries[:, None]
    columns = []
    for x, ((low, high), period, reflections) in zip(queries.T, _axes(density), strict=True):
        if period is not None:
            steps = sorted(range(-period.copies, period.copies + 1), key=abs)
            columns.append([_into_period(x, period.length) + n * period.length for n in steps])
        elif low is not None and high is not None:
            columns.append(_mirror_images(x, low, high, reflections))
        else:
            columns.append([x] + [2 * end - x for end in (low, high) if end is not None])
    return jnp.stack([jnp.stack(image, axis=1) for image in itertools.product(*columns)], axis=1)


def _mirror_images(x: Array, low: float, high: float, count: int) -> list[Array]:
    """The first 2 `count` images (m,) of x in [low, high]."""
    first_half = x < 0.5 * (low + high)
    near, step = jnp.where(first_half, low, high), jnp.where(first_half, 1, -1) * (2 * (high - low))

    def distance(image):
        """From the domain, for t = 1/4."""
        sign, periods = image
        place = 0.25 * sign + 2 * periods
        return max(place - 1, -place, 0)

    closest = sorted(itertools.product((1, -1), range(-count, count + 1)), key=distance)
    return [
        (x if sign > 0 else 2 * near - x) + periods * step for sign, periods in closest[: 2 * count]
    ]


def images_of_intervals(density: FittedDensity, low: Array, high: Array) -> tuple[Array, Array]:
    """(m, I) each: the ends of intervals of the first axis and of their mirror images."""
    (first, last), _, reflections = next(_axes(density))
    if first is None or last is None:
        steps, ends = [0.0], [end for end in (first, last) if end is not None]
    else:
        half = -(-reflections // 2)
        steps = [2 * (last - first) * n for n in sorted(range(-half, half + 1), key=abs)]
        ends = [first]

    def all_images(x, other):
        images = [y + step for step in steps for y in (x, *(2 * end - other for end in ends))]
        return jnp.stack(images, axis=1)

    return all_images(low, high), all_images(high, low)


def within(queries: Array, bounds: tuple[Ends, ...]) -> Array:
    """(m,): which queries lie in the bounds."""
    inside = jnp.ones(len(queries), bool)
    for c, (low, high) in enumerate(bounds):
        x = queries[:, c]
        inside = inside & (x >= (-math.inf if low is None else low))
        inside = inside & (x <= (math.inf if high is None else high))
    return inside


def reflect_into(x: Array, low: float | None, high: float | None) -> Array:
    """x reflected into [low, high]."""
    if low is not None and high is not None:
        width = high - low
        return jnp.clip(high - jnp.abs(width - jnp.mod(x - low, 2 * width)), low, high)
    if low is not None:
        return low + jnp.abs(x - low)
    return x if high is None else high - jnp.abs(high - x)
