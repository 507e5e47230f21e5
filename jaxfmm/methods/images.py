"""How methods sum over the images of a kernel: the pairs that they compute, and the rest."""

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.parts import Part
from jaxfmm.kernels.segmented import Segmented
from jaxfmm.passes.far_images import CellImages, background, background_energy, lattice_of
from jaxfmm.passes.lattice_sums import Cell, cell_of
from jaxfmm.passes.segment_images import segment_images
from jaxfmm.request import Choice


class ImageSplit:
    """The split of a sum over images into the pairs that `Method.compute` sums, and the rest. This
    class is for methods that cannot sum over images; others have a subclass.

    expands: whether far images of Newtonian kernels act on the root of the targets' tree, by
      `CellImages.sums`."""

    expands = False

    def sums(self, kernel: Kernel) -> bool:
        """Whether the method can sum the images of this kernel."""
        return not kernel.has_images

    def cell(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Cell | None:
        """The data about the kernel's cell that a plan keeps, None for none."""
        return cell_of(kernel, choice, dtype)

    def paired(self, choice: Choice, kernel: Kernel, lattice: CellImages | None) -> Kernel:
        """The kernel whose pairs `Method.compute` sums, in the user's unit."""
        return kernel.summed()

    def rest(
        self,
        choice: Choice,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        weights: dict[int, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        """The rest of the sums of weights {a: (n, k) + (d,) * a}: {b: (m, k) + (d,) * b} for all or
        some of these orders; in plain JAX, or with derivatives of its own."""
        return {}

    def vector_parts(self, choice: Choice, kernel: Any, paired: Kernel) -> list[Part]:
        """The parts of the sum over pairs of a kernel of vectors. paired: of `paired`."""
        return kernel.parts(choice.method.exact)

    def vector_rest(
        self,
        choice: Choice,
        kernel: Kernel,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        charges: Array,
        orders: Iterable[int],
    ) -> dict[int, Array]:
        """The rest of the sum of a kernel of vectors, {b: (m, d, k) + (d,) * b}, from charges (n,
        d, k)."""
        return {}

    def rest_energy(
        self, choice: Choice, lattice: CellImages | None, points: Array, weights: dict[int, Array]
    ) -> Array | None:
        """The rest of the energies (k,), None for zero."""
        rest = self.rest(choice, lattice, points, points, weights, sorted(weights))
        return half(weights, rest) if rest else None


class ListsAndRoot(ImageSplit):
    """Near images are in the interaction lists, far images act on the root by expansions, and a
    uniform background makes the cell neutral."""

    expands = True

    def sums(self, kernel: Kernel) -> bool:
        return not kernel.images.only_waves and not (kernel.segments and kernel.has_images)

    def rest(
        self,
        choice: Choice,
        lattice: CellImages | None,
        targets: Array,
        sources: Array,
        weights: dict[int, Array],
        orders: Iterable[int],
    ) -> dict[int, Array]:
        if lattice is None or lattice.sums is None:
            return {}
        return background(lattice, targets, sources, weights, orders)

    def rest_energy(
        self, choice: Choice, lattice: CellImages | None, points: Array, weights: dict[int, Array]
    ) -> Array | None:
        if lattice is None or lattice.sums is None:
            return None
        return background_energy(lattice, points, weights)


class ListsOfSegments(ImageSplit):
    """All images that contribute are in the interaction lists, in the cell of each segment."""

    def sums(self, kernel: Kernel) -> bool:
        return not kernel.has_images or kernel.images.vanish


def images_of(
    kernel: Kernel,
    choice: Choice,
    center: Array,
    dtype: DTypeLike,
    known: Cell | None = None,
    *,
    same: bool = False,
) -> CellImages | None:
    """The images of a kernel as arguments of the sum, as `passes.far_images.lattice_of`."""
    if choice.arranged is not None and kernel.segments is not None:
        return segment_images(kernel, choice, center, dtype)
    return lattice_of(kernel, choice, center, dtype, known, same=same)


def half(
    weights: dict[int, Array], fields: dict[int, Array], segments: Segmented | None = None
) -> Array:
    """1/2 sum_i w_a(i) . f_a(i) over the a of both, (k,); with segments (segments, k)."""
    first = next(iter(weights.values()))
    terms = [
        0.5 * jnp.sum(weights[a] * fields[a], axis=tuple(range(2, 2 + a)))
        for a in sorted(weights.keys() & fields.keys())
    ]
    return over_points(sum(terms, jnp.zeros(first.shape[:2], first.dtype)), segments)


def over_points(values: Array, segments: Segmented | None) -> Array:
    """The sum of values (n, k) over points: (k,), or (segments, k) of each segment."""
    return values.sum(0) if segments is None else segments.summed_by(values)
