"""Periodic kernels by segments: each segment has a cell of its own, in one sum."""

import dataclasses
import functools
import itertools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors, pytrees
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import MOST_IMAGES, TooManyImages, UnknownImages
from jaxfmm.kernels.periodic import Periodic, inverse
from jaxfmm.kernels.segmented import Segmented

# Added to R over the height of a cell, so that the lists hold while this ratio grows.
SLACK = 0.15
LEFT = 0.02  # The part of the slack for points that leave their cell before an update.
MOST_UNKNOWN = 4096  # points of a cell that is not known when a plan is made; see `EXAMPLES`
# A cell that is not known when a plan is made may have edges whose lengths differ by this factor.
SPREAD = 2.5
# Boxes whose edges are 1 or SPREAD, the usual cell first. A plan for all of them is valid for cells
# between them, and for oblique ones whose heights have such ratios (tests/test_unknown_cells.py).
EXAMPLES = np.stack(
    [np.diag(np.where(np.array(longer), SPREAD, 1.0)) for longer in np.ndindex(2, 2, 2)]
)[:-1]


@dataclasses.dataclass(frozen=True)
class ImagesOfSegments:
    """Which images of the cells of all segments are near.

    most: images have numbers up to these along each edge.
    waves: for sums with waves, the greatest numbers (3,) of waves along each edge. A grid has at
      least twice as many nodes, rounded up; these numbers are not, and the distance follows from
      them. () without waves.
    shortest: the phase 2 pi m R / a of the last wave along an edge; see `distances`.
    across: how many waves there are along open axes; see `heights`.
    tol: the tolerance of the sum.
    dim: the number of coordinates of a point."""

    most: tuple[int, ...]
    tol: float
    dim: int
    waves: tuple[float, ...] = ()
    shortest: float = 0.0
    across: float = 0.0

    @functools.cached_property
    def near(self) -> np.ndarray:
        """Numbers (k, d) of the images: zeros first, then each with its negative."""
        every = np.array(list(itertools.product(*(range(-m, m + 1) for m in self.most))), int)
        half = every[len(every) // 2 + 1 :]
        zeros = np.zeros((1, len(self.most)), int)
        return np.concatenate([zeros, np.stack([half, -half], 1).reshape(-1, len(self.most))])

    @property
    def next(self) -> np.ndarray:
        """No others may come near: `SegmentedCells.keeps` says when."""
        return self.near[:0]

    def distances(self, rows: Array) -> Array:
        """The distance R up to which pairs are summed in each cell with rows (count, p, d), the
        least for which the waves suffice: (count,)."""
        return lax.stop_gradient(wave_distances(self.waves, self.shortest, rows))

    def heights(self, distances: Any) -> Any:
        """The periods (count,) along open axes for which the waves suffice with these distances
        R; zero without open axes."""
        return distances * (2 * math.pi * self.across / self.shortest)

    def room(self, distances: Any) -> Any:
        """How far points may be apart across the periodic axes, (count,); zero without open
        axes."""
        return 0.5 * self.heights(distances) - distances if self.across else 0 * distances


def wave_distances(waves: tuple[float, ...], shortest: float, rows: Any, xp: Any = jnp) -> Any:
    """`ImagesOfSegments.distances` by JAX, or by numpy."""
    edges = xp.linalg.norm(rows, axis=2) / xp.asarray(np.array(waves, float), rows.dtype)[None]
    return shortest / (2 * math.pi) * xp.max(edges, axis=1)


@functools.partial(
    pytrees.register,
    data_fields=["kernel", "of_sources", "of_targets", "parameters"],
    meta_fields=["count", "differing", "alone"],
)
@dataclasses.dataclass(frozen=True)
class SegmentedCells(Segmented):
    """A periodic kernel whose points act only on points of their own segment and on the images of
    these in the cell of their segment.

    The cell of `kernel` is one for all segments, or it has the shape (count, p, d). Image number i
    of segment s is number s k + i of all, with k images of each.

    alone: whether the user gave no segments, and all points are in one cell that is not known when
      a plan is made. Energies then are those of the cell, without an axis of segments."""

    kernel: Periodic  # type: ignore[assignment]
    alone: bool = False

    shifted = True

    only_waves = property(lambda self: self.kernel.only_waves)
    vanish = property(lambda self: self.kernel.vanish)

    @classmethod
    def of_unknown_cell(cls, kernel: Kernel, n: int, m: int | None) -> "SegmentedCells | None":
        """The kernel as one segment of n sources and m targets, None for the sources; None unless
        its cell is traced and Ewald sums of cells by segments know the kernel."""
        if not isinstance(kernel, Periodic):
            return None
        if not errors.is_traced(pytrees.constant(kernel.cell)):
            return None
        softened = kernel.only_waves or jax.tree.leaves(kernel.kernel)
        if not kernel.has_waves or softened or not 0 < max(n, m or 0) <= MOST_UNKNOWN:
            return None

        def zeros(count: int) -> Any:  # known inside of jit too
            return np.zeros(count, np.int32)

        return cls(kernel, zeros(n), None if m is None else zeros(m), 1, alone=True)

    @property
    def name(self) -> str:
        return self.kernel.name if self.alone else super().name

    @property
    def has_waves(self) -> bool:
        """Also with open axes and in the plane, for kernels that are 1 / r or -log r from some
        distance on."""
        inner = self.kernel.kernel
        return inner.traits.newtonian and not inner.by_point and not inner.own_numbers

    @property
    def neutral(self) -> bool:
        return self.kernel.neutral

    def of_some(
        self, segments: Array, of_sources: Array, of_targets: Array | None
    ) -> "SegmentedCells":
        cell = self.kernel.cell
        if jnp.ndim(cell) == 3:
            cell = jnp.asarray(cell)[segments]
        kernel = dataclasses.replace(self.kernel, cell=cell)
        return SegmentedCells(kernel, of_sources, of_targets, len(segments), alone=self.alone)

    def with_points(self, of_points: Kernel) -> "SegmentedCells":
        return dataclasses.replace(self, kernel=dataclasses.replace(self.kernel, kernel=of_points))

    def check(self, dim: int) -> None:
        self.kernel.check_for_segments(dim, self.count)
        if not self.vanish and not self.has_waves:
            raise ValueError(
                f"kernel {self.kernel!r} has no sum by segments in {dim} dimensions; there are "
                "sums of Laplace(), in three dimensions also with profile='spline' and one "
                "softening for all, and of kernels that decay exponentially or end at a distance; "
                "make a plan for each cell, without segments"
            )

    def simplified(self, dim: int) -> "SegmentedCells":
        self.check(dim)
        axes = tuple(range(dim)) if self.kernel.axes is None else self.kernel.axes
        kernel = Periodic(self.kernel.kernel.simplified(dim), self.kernel.cell, axes)
        return dataclasses.replace(self, kernel=kernel)

    def rows(self, dim: int, dtype: DTypeLike) -> Array:
        """The periodic edges of the cell of each segment, (count, p, d), in the coordinates of the
        kernel."""
        cell = jnp.asarray(self.kernel.cell)
        rows = cell.astype(dtype)
        if cell.ndim < 2:
            rows = jnp.eye(dim, dtype=dtype) * jnp.broadcast_to(rows, (dim,))[:, None]
        axes = tuple(range(dim)) if self.kernel.axes is None else self.kernel.axes
        if len(axes) < rows.shape[-2]:  # rows of all edges came
            rows = rows[..., np.array(axes), :]
        flat = jnp.broadcast_to(rows, (self.count, len(axes), dim)).reshape(-1, dim)
        inside = self.frame.coordinates(flat, jnp.zeros(dim, dtype))
        return inside.reshape(self.count, len(axes), dim)

    def known_rows(self, dim: int) -> np.ndarray | None:
        """The edges in numpy, None if they are traced."""
        if errors.is_traced(self.kernel):  # a bandwidth too: rows are in coordinates of the kernel
            return None
        with errors.known_results():
            return np.asarray(self.rows(dim, jnp.result_type(float)), float)

    def planned_rows(self, dim: int) -> np.ndarray | None:
        """The edges (cells, d, d) of the cells that a plan is made for: the known ones, or examples
        of an unknown one. None where there are neither."""
        return EXAMPLES if self.alone and dim == 3 else self.known_rows(dim)

    def arranged(self, dim: int, apart: float | None, tol: float) -> Any:
        """The images within the reach of a kernel that vanishes."""
        rows = self.known_rows(dim)
        if rows is None:
            raise UnknownImages(f"the cells and the parameters of {self.name}")
        with errors.known_results():
            reach = float(self.reach_of_images(dim, tol))
        return images_within(rows, np.full(len(rows), reach), tol)

    def distances(self, arranged: ImagesOfSegments, rows: Array) -> Array:
        """The distance up to which pairs are summed in each segment, (count,)."""
        if arranged.waves:
            return arranged.distances(rows)
        reach = self.reach_of_images(rows.shape[2], arranged.tol)
        return jnp.broadcast_to(jnp.asarray(reach, rows.dtype), (len(rows),))

    def reach_of_images(self, dim: int, tol: float) -> Any:
        """The distance beyond which a kernel that vanishes does not matter."""
        return self.kernel.reach_of_images(dim, tol)

    def shifts(self, dim: int, dtype: DTypeLike, arranged: Any) -> Array:
        if arranged is None:  # of a sum without points
            return super().shifts(dim, dtype, None)
        return image_shifts(arranged, self.rows(dim, dtype))

    def count_shifts(self, dim: int, dtype: DTypeLike, arranged: Any) -> int:
        return len(jax.eval_shape(lambda: self.shifts(dim, dtype, arranged)))

    def keeps(self, arranged: Any, dtype: DTypeLike) -> Array | bool:
        if arranged is None:
            return jnp.bool_(True)
        rows = self.rows(arranged.dim, dtype)
        heights = 1 / jnp.linalg.norm(jax.vmap(inverse)(rows), axis=1)
        most = jnp.asarray(np.array(arranged.most) - LEFT, dtype)
        distances = self.distances(arranged, rows)
        kept = (distances[:, None] <= most[None] * heights).all()
        if not arranged.waves:
            return kept
        softened = jnp.asarray(self.kernel.near_length(arranged.tol), dtype)
        return kept & (softened <= distances).all()

    def home(self, points: Array, center: Array, side: str) -> Any:
        """(whole numbers (n, p), segments (n,)): a point without these numbers times the edges of
        its cell is in the cell about the origin. The centre of all points is not used: far from the
        origin, the coordinates in a small cell would lose digits."""
        segment = self.numbered(self.of_sources if side == "sources" else self.at_targets)
        rows = self.rows(points.shape[1], points.dtype)
        back = jax.vmap(inverse)(rows).at[segment].get(mode="clip")
        return jnp.round(by_rows(points, back)), segment

    def at_home(self, points: Array, numbers: Any) -> Array:
        whole, segment = numbers
        rows = self.rows(points.shape[1], points.dtype).at[segment].get(mode="clip")
        return points - by_rows(whole, rows)


def by_rows(values: Array, rows: Array) -> Array:
    """values (n, ..., p) times rows (n, p, d) of each."""
    return einsum("n...p,npd->n...d", values, rows)


def image_shifts(arranged: ImagesOfSegments, rows: Array) -> Array:
    """The shifts of all images of cells with rows (count, p, d): (count k, d)."""
    near = jnp.asarray(arranged.near, rows.dtype)
    return einsum("kp,spd->skd", near, rows).reshape(-1, rows.shape[2])


def images_within(
    rows: np.ndarray,
    distances: np.ndarray,
    tol: float,
    setup: tuple[float, tuple[float, ...], float] = (0.0, (), 0.0),
) -> ImagesOfSegments:
    """Images that contain, for every cell with rows (count, p, d), all those within its distance
    (count,), with some slack. setup: `shortest`, `waves` and `across`."""
    heights = 1 / np.linalg.norm(np.linalg.pinv(rows), axis=1)
    most = np.ceil((distances[:, None] / heights).max(axis=0, initial=0) + SLACK)
    images = np.prod(2 * most + 1)
    if images > MOST_IMAGES:
        raise TooManyImages(
            int(images),
            "the cell of a segment is so thin or so oblique, or the kernel reaches so far, that "
            "{}; take shorter edges of the same lattices, or a cell of several copies",
        )
    numbers = tuple(int(m) for m in most)
    shortest, waves, across = setup
    return ImagesOfSegments(numbers, tol, rows.shape[2], waves, shortest, across)
