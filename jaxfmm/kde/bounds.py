"""Densities that end somewhere, or that come round: `bounds` has (low, high) for each axis, None
for an open end; None for all open. `periods` has a `Period` for each axis, None for an axis that
does not come round; None for none.

A density that ends is reflected there. Between two ends it is reflected without end, so that a
query has a mirror image in each cell of a lattice; the images that the kernel does not reach are
left out. In units of the width, a query at the distance t <= 1/2 from its nearest end has its
images, by their distances from the domain, at

    t, -t, 2 - t, 2 + t, -2 + t, -2 - t, 4 - t, 4 + t, ...        from that end.

With the first 2 r of them, those left out are r - t from the domain or more, and the query is 1 - t
from all of it or less."""

import dataclasses
import itertools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import errors
from jaxfmm.kde.density_kernels import KERNELS

COUNTS = (
    1,
    2,
    3,
    4,
    6,
    8,
    12,
    16,
    24,
    32,
    48,
    64,
)  # of copies or reflections: few, so that programs are used again
USUAL, MOST_COPIES, MOST_IMAGES = (
    3,
    8,
    4096,
)  # for a bandwidth that is not known; of a period; of a query
SPARE = 1.2  # times the bandwidth may be larger before copies are too few
BELOW = 0.01  # of the tolerance: what copies that are left out may add

Ends = tuple[float | None, float | None]  # low and high, None for an open end


class Period(NamedTuple):
    """Of an axis: its length, and how many copies to each side are summed."""

    length: float
    copies: int


def checked_periods(
    periods: Any, bounds: tuple[Ends, ...] | None, dim: int
) -> tuple[Period | None, ...] | None:
    """A tuple of d `Period` or None, or None where no axis comes round."""
    if periods is None:
        return None
    given = [periods] if np.ndim(periods) == 0 and dim == 1 else periods
    try:
        lengths = [None if length is None else float(length) for length in given]
    except (TypeError, ValueError):
        lengths = []
    if len(lengths) != dim or not all(
        length is None or 0 < length < math.inf for length in lengths
    ):
        raise ValueError(
            f"periods must be {dim} positive numbers, one for each axis, None for an axis that does not come round, "
            f"got {periods!r}"
        )
    for axis, length in enumerate(lengths):
        if length is not None and bounds is not None and bounds[axis] != (None, None):
            raise ValueError(f"axis {axis} has bounds and a period; leave one of them out")
    found = tuple(None if length is None else Period(length, USUAL) for length in lengths)
    return None if all(length is None for length in lengths) else found


def checked_bounds(bounds: Any, points: jax.Array) -> tuple[Ends, ...] | None:
    """A tuple of d pairs of floats or None, or None where all are open."""
    if bounds is None:
        return None
    dim = points.shape[1]
    wrong = ValueError(
        f"bounds must be {dim} pairs (low, high), one for each axis, None for an open end or an open axis, such as "
        f"{[(0, 1), None, (0, None)][:dim] + [None] * (dim - 3)}, got {bounds!r}"
    )
    try:
        pairs = [(None, None) if pair is None else pair for pair in bounds]
        if dim == 1 and len(pairs) == 2:  # of the only axis
            pairs = [bounds]
        ends = [
            [
                default if end is None else float(end)
                for end, default in zip(pair, (-math.inf, math.inf), strict=True)
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
    found = tuple(
        (None if math.isinf(low) else low, None if math.isinf(high) else high) for low, high in ends
    )
    if all(end is None for pair in found for end in pair):
        return None
    points = lax.stop_gradient(points)
    if not errors.is_traced(points):
        x, (low, high) = jax.device_get(points), np.array(ends).T
        if not ((x >= low) & (x <= high)).all():
            raise ValueError("points must lie within the bounds; leave the others out")
    return found


def usual(bounds: tuple[Ends, ...] | None) -> tuple[int, ...] | None:
    """The reflections for a bandwidth that is not known: of each axis how many pairs of images a
    query has."""
    return None if bounds is None else tuple(USUAL if None not in pair else 1 for pair in bounds)


def fitting(d: Any, most: float = 1.0) -> dict[str, Any]:
    """The periods and reflections that the bandwidth of a `Density`, and one `most` times as large,
    ask for. Those that it has where its bandwidth is not known."""
    if (d.periods is None and d.bounds is None) or errors.is_traced(
        lax.stop_gradient((d.bandwidth, d.scales))
    ):
        return {"periods": d.periods, "reflections": d.reflections}
    widths = np.broadcast_to(jax.device_get(_widths(d)), d.points.shape[1:]).astype(float)
    periods, reflections = [], []
    for axis, (h, (low, high), period) in enumerate(zip(widths, *_along_axes(d), strict=True)):
        if period is not None:
            copies = _count(d, most * h / period.length, 0.0)
            if copies > MOST_COPIES:
                raise ValueError(
                    f"bandwidth {h:g} of axis {axis} is so large relative to its period {period.length:g} that the "
                    "density is all but uniform there; use a smaller bandwidth, or leave the axis out"
                )
            period = Period(period.length, copies)
        periods.append(period)
        reflections.append(
            1 if low is None or high is None else _count(d, most * h / (high - low), 0.5)
        )
    found = {
        "periods": None if d.periods is None else tuple(periods),
        "reflections": None if d.bounds is None else tuple(reflections),
    }
    if number(dataclasses.replace(d, **found)) > MOST_IMAGES:
        raise ValueError(
            f"bandwidth is so large relative to the width of the bounds ({', '.join(f'{h:g}' for h in widths)} along "
            f"the axes) that a query has more than {MOST_IMAGES} mirror images; use a smaller bandwidth, or leave the "
            "axes out along which the density is uniform"
        )
    return found


def number(d: Any) -> int:
    """How many images a query has, itself among them."""
    found = 1
    for (low, high), period, count in zip(*_along_axes(d), _reflections(d), strict=True):
        both = low is not None and high is not None
        found *= (
            2 * period.copies + 1
            if period
            else 2 * count
            if both
            else 1 + (low is not None or high is not None)
        )
    return found


def _along_axes(d: Any) -> tuple[Any, Any]:
    """The ends and the periods of a `Density`, for each axis."""
    dim = d.points.shape[1]
    return d.bounds or ((None, None),) * dim, d.periods or (None,) * dim


def _reflections(d: Any) -> tuple[int, ...]:
    return d.reflections or (1,) * d.points.shape[1]


@jax.jit
def _widths(d: Any) -> jax.Array:
    """The largest bandwidth of any point along each axis, (d,) or a number."""
    h = jnp.sqrt(jnp.diagonal(d.bandwidth)) if d.bandwidth.ndim == 2 else d.bandwidth
    return h if d.scales is None else h * d.scales.max()


def _count(d: Any, width: float, begin: float) -> int:
    """The least of COUNTS that is enough for a bandwidth, in lengths, and one SPARE times as
    large."""
    counts = (n for n in COUNTS if _enough(d, SPARE * width, n - begin))
    return next(counts, MOST_IMAGES)


def _enough(d: Any, width: Any, apart: float) -> Any:
    """Whether copies that are so many lengths away, or farther, may be left out: each source has
    another copy within half a length. width: the bandwidth in lengths, which may be traced."""
    return KERNELS[d.kernel].far_enough(apart / width, 0.5 / width, BELOW * d.tol)


def serve(d: Any) -> jax.Array:
    """Whether the copies and reflections are enough for the bandwidth; traceable."""
    widths, right = jnp.broadcast_to(_widths(d), d.points.shape[1:]), jnp.asarray(True)
    for h, (low, high), period, count in zip(widths, *_along_axes(d), _reflections(d), strict=True):
        if period is not None:
            right = right & _enough(d, h / period.length, period.copies)
        if low is not None and high is not None:
            right = right & _enough(d, h / (high - low), count - 0.5)
    return right


def home(x: jax.Array, length: float) -> jax.Array:
    """x moved by whole periods into [0, length)."""
    return x - length * jnp.floor(x / length)


def at_home(points: jax.Array, periods: tuple[Period | None, ...] | None) -> jax.Array:
    """Points (n, d), each in the first period."""
    if periods is None:
        return points
    columns = [
        x if p is None else home(x, p.length) for x, p in zip(points.T, periods, strict=True)
    ]
    return jnp.stack(columns, axis=1)


def images(d: Any, queries: jax.Array) -> jax.Array:
    """(m, I, d): the queries and their mirror images in the bounds, and their copies by periods, in
    every combination. The sum of a density over them has all its mass inside."""
    if d.bounds is None and d.periods is None:
        return queries[:, None]
    columns = []
    for c, ((low, high), period, count) in enumerate(
        zip(*_along_axes(d), _reflections(d), strict=True)
    ):
        x = queries[:, c]
        if period is not None:
            steps = sorted(range(-period.copies, period.copies + 1), key=abs)
            columns.append([home(x, period.length) + n * period.length for n in steps])
        elif low is not None and high is not None:
            columns.append(_mirrored(x, low, high, count))
        else:
            columns.append([x] + [2 * end - x for end in (low, high) if end is not None])
    return jnp.stack([jnp.stack(image, axis=1) for image in itertools.product(*columns)], axis=1)


def _mirrored(x, low, high, count):
    """The first 2 `count` images (m,) of x in [low, high]."""
    first_half = x < 0.5 * (low + high)
    near, step = jnp.where(first_half, low, high), jnp.where(first_half, 1, -1) * (2 * (high - low))

    def apart(image):
        """From the domain, for t = 1/4."""
        sign, moved = image
        place = 0.25 * sign + 2 * moved
        return max(place - 1, -place, 0)

    every = sorted(itertools.product((1, -1), range(-count, count + 1)), key=apart)
    return [(x if sign > 0 else 2 * near - x) + moved * step for sign, moved in every[: 2 * count]]


def images_of_intervals(d: Any, low: jax.Array, high: jax.Array) -> tuple[jax.Array, jax.Array]:
    """(m, I) each: the ends of intervals of the first axis and of their mirror images."""
    first, last = _along_axes(d)[0][0]
    if first is None or last is None:
        steps, ends = [0.0], [end for end in (first, last) if end is not None]
    else:
        half = -(-d.reflections[0] // 2)
        steps, ends = (
            [2 * (last - first) * n for n in sorted(range(-half, half + 1), key=abs)],
            [first],
        )

    def every(x, other):
        return jnp.stack(
            [y + step for step in steps for y in (x, *(2 * end - other for end in ends))], axis=1
        )

    return every(low, high), every(high, low)


def within(queries, bounds):
    """(m,): which queries lie in the bounds."""
    inside = jnp.ones(len(queries), bool)
    for c, (low, high) in enumerate(bounds):
        x = queries[:, c]
        inside = (
            inside
            & (x >= (-math.inf if low is None else low))
            & (x <= (math.inf if high is None else high))
        )
    return inside


def folded(x, low, high):
    """x reflected into [low, high]."""
    if low is not None and high is not None:
        width = high - low
        return jnp.clip(high - jnp.abs(width - jnp.mod(x - low, 2 * width)), low, high)
    if low is not None:
        return low + jnp.abs(x - low)
    return x if high is None else high - jnp.abs(high - x)
