"""The coordinates in which a plan sums: unit of length, shift of the origin, images, and the bits
of `Status` that follow from where the points are."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import errors
from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import ROUNDED, Kernel
from jaxfmm.tree.closeness import close_if_suspected
from jaxfmm.tree.points import Box, box_of, middle, suspected


class Coordinates(NamedTuple):
    """What `jaxfmm.plan.assemble` needs to know of the points.

    box: the `Box` of the points.
    sources, targets: in the coordinates of the kernel and inside of its cell, not yet shifted and
      measured in the unit. Targets are None where they are the sources.
    unit, center, shift, images, homes, status: as in `Plan`."""

    box: Box
    sources: jax.Array
    targets: jax.Array | None
    unit: jax.Array
    center: jax.Array
    shift: jax.Array
    images: jax.Array | None
    homes: tuple[Any, Any]
    status: jax.Array


def coordinates_of(
    kernel: Kernel,
    sources: jax.Array,
    targets: jax.Array | None,
    *,
    arranged: Any,
    shifts: bool,
) -> Coordinates:
    """The `Coordinates` of the user's points; traceable. arranged: of `Choice`. shifts: whether the
    method takes points relative to their middle."""
    center = middle(sources, targets)
    y, home_y = _at_home(kernel, sources, center, "sources")
    x, home_x = (y, None) if targets is None else _at_home(kernel, targets, center, "targets")
    box = box_of(y, x)
    box = box._replace(extent=kernel.summed().frame.unit(box.extent))
    unit = jnp.ones((), y.dtype)
    if kernel.isotropic:
        unit = jnp.ldexp(unit, jnp.frexp(box.extent)[1])
    conditions = [
        (~box.finite, Status.NOT_FINITE),
        (jnp.logical_not(kernel.images.keeps(arranged, y.dtype)), Status.CELL),
    ]
    if kernel.singular and kernel.isotropic:
        # apart: XLA for GPUs makes one slow pass of this and of what the tree does with the points
        alone = lax.optimization_barrier((y,) if targets is None else (y, x))
        conditions += [(suspected(points / unit), Status.CLOSE) for points in alone]
    images = None
    if kernel.has_images:
        images = kernel.images.shifts(y.shape[1], y.dtype, arranged) / unit
    return Coordinates(
        box=box,
        sources=y,
        targets=None if targets is None else x,
        unit=unit,
        center=center,
        shift=_exact_shift(box) if shifts and kernel.isotropic else jnp.zeros_like(center),
        images=images,
        homes=(home_x, home_y),
        status=bits(conditions) | range_status(kernel, unit) | open_status(kernel, center, x, y),
    )


def _at_home(
    kernel: Kernel, points: jax.Array, center: jax.Array, side: str
) -> tuple[jax.Array, Any]:
    """Points in the coordinates of the kernel, moved into its cell if it is periodic, and their
    `Images.home`."""
    points = kernel.frame.coordinates(points, center)
    home = kernel.images.home(points, center, side)
    return (points, None) if home is None else (kernel.images.at_home(points, home), home)


def _exact_shift(box: Box) -> jax.Array:
    """The middle of the box along the axes where its subtraction is exact, else 0: points there are
    at least half and at most twice as large as the middle."""
    middle_of_box = 0.5 * box.low + 0.5 * box.high
    is_far = jnp.abs(middle_of_box) > box.high - box.low
    return jnp.where(box.finite & is_far, middle_of_box, 0)


def open_status(kernel: Kernel, center: jax.Array, *points: jax.Array) -> jax.Array:
    """`Status.OPEN` where points are too far apart across periodic axes, else 0."""
    most = ROUNDED * kernel.images.most_away
    return bits([(kernel.images.away(center, *points) > most, Status.OPEN)])


def away_message(
    kernel: Kernel, center: jax.Array, sources: jax.Array | None, targets: jax.Array | None
) -> str:
    """The message of `Status.OPEN`. sources, targets: None where they are not known."""
    images = kernel.images
    if kernel.segments is not None:
        return (
            "points of a segment are farther apart across the periodic axes of its cell than "
            "the plan allows for; make a new plan of these points outside of jit"
        )
    points, away = [x for x in (sources, targets) if x is not None], ""
    if points:
        away = f"{float(images.away(center, *points)):.3g}"
    return (
        f"points are {away or f'more than {images.most_away:g}'} of the longest periodic "
        "edges away from their middle across the periodic axes, and sums over images hold up "
        f"to {images.most_away:g}; call plan.update(sources, targets) if all points have "
        "moved, or take a cell of several copies: periodic edges k times as long, with k "
        "copies of points and charges along each"
    )


def range_status(kernel: Kernel, unit: jax.Array) -> jax.Array:
    """`Status.RANGE` where squared lengths of the kernel over- or underflow in this unit, else
    0."""
    return bits([(jnp.logical_not(kernel.summed().measurable(unit)), Status.RANGE)])


def settle_closeness(
    status: jax.Array,
    kernel: Kernel,
    center: jax.Array,
    unit: jax.Array,
    sources: jax.Array,
    targets: jax.Array | None,
    *,
    native: bool,
) -> jax.Array:
    """The status of a plan without the bit CLOSE unless some of the user's points are too close:
    `coordinates_of` sets it wherever they may be, by a cheap test. native: whether to use the
    native kernel where there is one."""
    by_distance = kernel.singular and kernel.isotropic
    if not by_distance or not errors.is_traced(status) and not int(status) & Status.CLOSE:
        return status

    may_be = (status & int(Status.CLOSE)) > 0
    y = kernel.frame.coordinates(sources, center)
    x = y[:0] if targets is None else kernel.frame.coordinates(targets, center)
    arguments = lax.stop_gradient((may_be, y, x, unit))
    close = close_if_suspected(*arguments, native=native)
    return jnp.where(close, status, status & ~int(Status.CLOSE))
