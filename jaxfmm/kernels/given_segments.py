"""The segments that users give: which points act on each other."""

import dataclasses
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import foreign, inputs
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_segment import split
from jaxfmm.kernels.periodic import Periodic
from jaxfmm.kernels.segmented import Segmented
from jaxfmm.kernels.segmented_cells import SegmentedCells

MOST = 2**31 - 2  # segments


def by_segments(
    kernel: Kernel,
    sources: Any,
    targets: Any,
    segments: Any,
    num_segments: int | None,
    target_segments: Any,
) -> Kernel:
    """The kernel within the segments of these arguments; the kernel itself if they are None.

    Raises ValueError for arguments that do not belong together."""
    if segments is None:
        for name, value in (("num_segments", num_segments), ("target_segments", target_segments)):
            if value is not None:
                raise ValueError(
                    f"{name} needs segments, the segment of each source, got {value!r} and "
                    "segments=None"
                )
        return kernel
    if not isinstance(kernel, Kernel):
        return kernel  # which has an error of its own
    if num_segments is None:
        raise ValueError(
            "num_segments must be given with segments, since it fixes a shape; for segments "
            "numbered from 0 write num_segments=int(segments.max()) + 1"
        )
    count = inputs.integer("num_segments", num_segments, 1, MOST, "it is how many there are")
    if (targets is None) != (target_segments is None):
        raise ValueError(
            "target_segments must be given where targets are, and only there, got "
            f"{'no ' if targets is None else ''}targets and "
            f"{'no ' if target_segments is None else ''}target_segments"
        )
    of_sources = _numbers("segments", segments, sources, "sources")
    of_targets = None
    if target_segments is not None:
        of_targets = _numbers("target_segments", target_segments, targets, "targets")
    if isinstance(kernel, Segmented):  # of a plan
        return dataclasses.replace(
            kernel, of_sources=of_sources, of_targets=of_targets, count=count
        )
    return within(kernel, of_sources, of_targets, count)


def in_unknown_cell(kernel: Kernel, sources: Any, targets: Any) -> Kernel:
    """The kernel of a plan that is made for these points. A periodic kernel whose cell is traced
    becomes one segment where it can: such sums need not know their cell, and `jax.vmap` over cells
    batches them."""
    m = None if targets is None else len(targets)
    return SegmentedCells.of_unknown_cell(kernel, len(sources), m) or kernel


def within(kernel: Kernel, of_sources: Array, of_targets: Array | None, count: int) -> Segmented:
    """The kernel within segments. Its parameters may have an entry for each."""
    if isinstance(kernel, Periodic):
        return SegmentedCells(kernel, of_sources, of_targets, count)
    plain, places, parameters = split(kernel, count)
    return Segmented(plain, of_sources, of_targets, count, parameters, places)


def replaced(segments: Segmented, kernel: Kernel) -> Segmented:
    """Another kernel within the same segments."""
    if segments.alone and isinstance(kernel, Periodic):
        return dataclasses.replace(segments, kernel=kernel)
    return within(kernel, segments.of_sources, segments.of_targets, segments.count)


def planned_segments(kernel: Kernel) -> Segmented:
    """The segments of the kernel of a plan. Raises ValueError if the plan was made without."""
    if kernel.segments is None or kernel.segments.alone:
        raise ValueError(
            "segments were given and the plan was made without; make one with "
            "jaxfmm.plan(sources, segments=segments, num_segments=num_segments)"
        )
    return kernel.segments


def _numbers(name: str, value: Any, points: Any, of: str) -> Array:
    """Segments as an int32 array (n,)."""
    numbers, _ = foreign.numbers(name, value)
    array = jnp.asarray(numbers)
    if not jnp.issubdtype(array.dtype, jnp.integer):
        raise ValueError(
            f"{name} must be integers, the number of the segment of each point, got {array.dtype}"
        )
    # points of another shape have an error of their own
    if np.ndim(points) == 2 and array.shape != (n := np.shape(points)[:1]):
        raise ValueError(
            f"{name} must have shape {n}, a number for each of the {of}, got shape {array.shape}"
        )
    if array.dtype.itemsize > 4:  # numbers beyond 32 bits are padding
        array = jnp.clip(array, -1, MOST + 1)
    return array.astype(jnp.int32)
