"""The images of a source: the places that it acts from."""

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.kernels.near_images import Arrangement, cell_radius, combined


class Images:
    """The images that every source acts from; here only the source itself.

    A kernel with images is a subclass of `over_images.SumOverImages`, the sum of another kernel k =
    `summed()` over two kinds of images.

    Shifts of the source, K(x, y) = sum_i k(x, y + shift_i): trees and lists see the sources in all
    their `shifts`, and images that are far from everything may act on the root of a tree, by
    `at_root`.

    Images that are further sources, as behind a mirror: `places` and `strengths` add them to the
    sources before anything is planned or summed.

    Class attributes:
      shifted: whether sources act from shifted places.
      copies: how many sources there are for each one of the user's, by `places`.
      neutral: whether charges must add up to zero.
      has_waves: whether there is an Ewald sum: K is a sum over waves k but zero of 4 pi / k^2, by
        segments also with open axes and in the plane, except for pairs within `far_length`.
      only_waves: whether no other sum is known, since K is 1 / r softened at every distance.
      vanish: whether far images contribute nothing.
      most_away: the largest number that `away` may be.
    """

    shifted: Any = False
    copies: Any = 1
    neutral: Any = False
    has_waves: Any = False
    only_waves: Any = False
    vanish: Any = False
    most_away = math.inf

    def arranged(self, dim: int, apart: float | None, tol: float) -> Arrangement | None:
        """Which images are near, where that follows from a cell that is an argument: whole numbers,
        which must be known before a sum to `tol` is compiled. None where `shifts` needs nothing.
        Cells are far from each other if they are at least `apart` times the sum of their radii
        apart; None for sums over all pairs.

        A class that returns an `Arrangement` gives `rows`, too, and has `shifts` of them. Sums are
        then differentiated in `rows`, and kernels that are Newtonian far away get the field of the
        infinite lattice by expansions."""
        return None

    def rows(self, dim: int, dtype: DTypeLike) -> jax.Array:
        """The edges of the cell of an `Arrangement`, (p, d), in the coordinates of the kernel."""
        raise NotImplementedError

    def reach_of_images(self, dim: int, tol: float) -> Any:
        """The distance beyond which images do not matter, where far images `vanish`."""
        raise NotImplementedError

    def radius(self, rows: Any) -> Any:
        """The unit of length of an `Arrangement`, by default half the longest diagonal. Of rows of
        NumPy by NumPy."""
        return cell_radius(rows)

    def shifts(self, dim: int, dtype: DTypeLike, arranged: Any) -> jax.Array:
        """What is added to the sources in their images, (k, d): zeros first, and with every shift
        its negative. arranged: what `arranged` returned."""
        if arranged is None:
            return jnp.zeros((1, dim), dtype)
        return combined(jnp.asarray(arranged.near, dtype), self.rows(dim, dtype))

    def count_shifts(self, dim: int, dtype: DTypeLike, arranged: Any) -> int:
        """How many `shifts` there are, without computing them."""
        return 1 if arranged is None else len(arranged.near)

    def keeps(self, arranged: Any, dtype: DTypeLike) -> jax.Array | bool:
        """Whether `arranged` still holds for these parameters. Scalar, traceable."""
        return True

    def away(self, center: jax.Array, *points: jax.Array) -> jax.Array | float:
        """How far the farthest of the points is from the centre across the periodic axes, in
        longest edges; 0 where any distance will do. Scalar, traceable."""
        return 0.0

    def home(self, points: jax.Array, center: jax.Array, side: str) -> Any:
        """Which image of each point is in the cell about the centre, as `at_home` takes it; None
        where points stay where they are. side: "sources" or "targets"."""
        return None

    def at_home(self, points: jax.Array, numbers: Any) -> jax.Array:
        """The images of the points with these numbers."""
        return points

    def at_root(self, expansion: Any, order: int, targets: Any, sources: Any, unit: Any) -> Any:
        """How images act that are not among `shifts`: None, or a function from the multipole of the
        root of the tree of sources, (rows, coefficients), to what is added to the local expansion
        of the root of the tree of targets. The trees are in `unit`."""
        return None

    def places(self, sources: jax.Array) -> jax.Array:
        """The places of sources (n, d) and, behind them, of their images, (copies n, d), in the
        user's coordinates."""
        return sources

    def strengths(self, weights: dict[int, jax.Array]) -> dict[int, jax.Array]:
        """Charges {0: (n, k)}, dipoles {1: (n, k, d)} and so on, of the sources at `places`."""
        return weights

    def unfold(
        self, sources: jax.Array, targets: jax.Array | None
    ) -> tuple[jax.Array, jax.Array | None]:
        """(sources, targets) of the sum of k; targets None where they are the sources."""
        if self.copies == 1:
            return sources, targets
        return self.places(sources), sources if targets is None else targets
