"""The images of the cells of segments, as arguments of the one differentiable sum."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.segmented_cells import ImagesOfSegments, image_shifts
from jaxfmm.passes.far_images import CellImages
from jaxfmm.request import Choice


@functools.partial(
    pytrees.register,
    data_fields=[
        "rows",
        "sums",
        "radius",
        "center",
        "softening",
        "of_sources",
        "of_targets",
    ],
    meta_fields=["arranged", "order", "moment", "turned"],
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class SegmentImages(CellImages):
    """`CellImages` of a cell for each segment.

    rows (count, p, d): the periodic edges of each cell.
    radius (count,): the distance up to which pairs are summed in each cell, a constant.
    of_sources (n,), of_targets (m,): the segment of each point, `count` for padding."""

    arranged: ImagesOfSegments  # type: ignore[assignment]
    of_sources: Array
    of_targets: Array

    @property
    def edges(self) -> int:
        return self.rows.shape[1]

    def shifts(self) -> Array:
        return image_shifts(self.arranged, -self.rows if self.turned else self.rows)

    @property
    def factors(self) -> np.ndarray | None:
        of_one = super().factors
        return None if of_one is None else np.tile(of_one, len(self.rows))

    def of_some(self, segments: Array) -> "SegmentImages":
        """The cells of these segments alone. The numbers of points stay those of all."""
        return dataclasses.replace(self, rows=self.rows[segments], radius=self.radius[segments])

    def at_targets(self, tangent: Array, row: int) -> Array:
        return tangent[:, row].at[self.of_targets].get(mode="clip")

    def transposed(self, symmetric: bool) -> tuple[CellImages, float]:
        swapped = dataclasses.replace(self, of_sources=self.of_targets, of_targets=self.of_sources)
        return super(SegmentImages, swapped).transposed(symmetric)


def joined_images(images: Any, every: Any) -> SegmentImages:
    """The images of all members of a batch, whose points stand one behind the other; without
    padding. images: of one member; every: of all, whose arrays have a first axis of members."""
    members, count = every.radius.shape
    before = count * lax.iota(jnp.int32, members)[:, None]
    return dataclasses.replace(
        images,
        rows=every.rows.reshape(-1, *every.rows.shape[2:]),
        radius=every.radius.reshape(-1),
        center=jnp.zeros_like(images.center),
        of_sources=(every.of_sources + before).reshape(-1),
        of_targets=(every.of_targets + before).reshape(-1),
    )


@functools.partial(jax.jit, static_argnames=("choice", "dtype"))
def segment_images(kernel: Any, choice: Choice, center: Array, dtype: DTypeLike) -> SegmentImages:
    """The images of a `kernels.segmented_cells.SegmentedCells`."""
    rows = kernel.rows(choice.request.dim, dtype)
    return SegmentImages(
        rows=rows,
        sums=None,
        radius=lax.stop_gradient(kernel.distances(choice.arranged, rows)),
        center=center,
        arranged=choice.arranged,
        order=0,
        moment=(0,) * rows.shape[1],
        of_sources=kernel.numbered(kernel.of_sources),
        of_targets=kernel.numbered(kernel.at_targets),
    )
