"""Densities that end somewhere, or that come round: `bounds` has (low, high) for each axis, None for an open end; None
for all open. `periods` has a `Period` for each axis, None for an axis that does not come round; None for none."""

import itertools
import math
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

MOST_COPIES, USUAL_COPIES = 8, 3  # to each side; for a bandwidth that is not known
SPARE = 1.2  # times the bandwidth may be larger before copies are too few
BELOW = 0.01  # of the tolerance: what copies that are left out may add


class Period(NamedTuple):
    """Of an axis: its length, and how many copies to each side are summed."""

    length: float
    copies: int


def fitting(periods, bandwidth, tol):
    """The periods with as many copies as a bandwidth asks for, (d,) or a number that is known, and some to spare."""
    if periods is None:
        return None
    h, found = np.broadcast_to(np.asarray(bandwidth, float), (len(periods),)), []
    for axis, period in enumerate(periods):
        if period is not None:
            period = Period(period.length, math.ceil(_copies(SPARE * h[axis] / period.length, tol)))
            if period.copies > MOST_COPIES:
                raise ValueError(
                    f"bandwidth {h[axis]:g} of axis {axis} is so large beside its period {period.length:g} that the "
                    "density is all but uniform there; use a smaller bandwidth, or leave the axis out"
                )
        found.append(period)
    return tuple(found)


def _copies(bandwidth, tol):
    """How many copies to each side make log densities of Gaussians right to `tol`, for a bandwidth in periods: those
    left out are farther than so many periods, and one that is not is within half a period."""
    return (0.25 + 2 * math.log(1 / (BELOW * tol)) * bandwidth**2) ** 0.5


def serve(periods, bandwidth, tol):
    """Whether the copies are enough for a bandwidth, (d,) or a number; traceable."""
    h = jnp.broadcast_to(bandwidth, (len(periods),))
    enough = [_copies(h[c] / p.length, tol) <= p.copies for c, p in enumerate(periods) if p is not None]
    return jnp.stack(enough).all()


def home(x, length):
    """x moved by whole periods into [0, length)."""
    return x - length * jnp.floor(x / length)


def at_home(points, periods):
    """Points (n, d), each in the first period."""
    if periods is None:
        return points
    columns = [x if p is None else home(x, p.length) for x, p in zip(points.T, periods, strict=True)]
    return jnp.stack(columns, axis=1)


def images(queries, bounds, periods=None):
    """(m, I, d): the queries and their mirror images in the bounds, and their copies by periods, in every combination.
    The sum of a density over them has all its mass inside, but for what lies more than the width of the domain outside.
    """
    if bounds is None and periods is None:
        return queries[:, None]
    ends = ((None, None),) * queries.shape[1] if bounds is None else bounds
    columns = []
    for c, (low, high) in enumerate(ends):
        x, period = queries[:, c], periods and periods[c]
        if period is not None:
            steps = sorted(range(-period.copies, period.copies + 1), key=abs)
            columns.append([home(x, period.length) + n * period.length for n in steps])
            continue
        columns.append([x] + [2 * end - x for end in (low, high) if end is not None])
    return jnp.stack([jnp.stack(image, axis=1) for image in itertools.product(*columns)], axis=1)


def within(queries, bounds):
    """(m,): which queries lie in the bounds."""
    inside = jnp.ones(len(queries), bool)
    for c, (low, high) in enumerate(bounds):
        x = queries[:, c]
        inside = inside & (x >= (-math.inf if low is None else low)) & (x <= (math.inf if high is None else high))
    return inside


def folded(x, low, high):
    """x reflected into [low, high]."""
    if low is not None and high is not None:
        width = high - low
        return jnp.clip(high - jnp.abs(width - jnp.mod(x - low, 2 * width)), low, high)
    if low is not None:
        return low + jnp.abs(x - low)
    return x if high is None else high - jnp.abs(high - x)
