"""The images of a cell that lists of a periodic sum see: whole numbers, known before any compiled
sum runs."""

import dataclasses
import functools
import itertools
import math
import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.kernels.reduction import reduction

MARGIN = 1.05  # more images than needed, so that a cell may change a little
MOST_IMAGES = 20_000
SHORTER = (
    0.8  # diagonals of a cell with other edges, over its own, from which on these are worth taking
)
USUAL = 4.0  # radii up to which images are near in sums of usual accuracy
DIGITS = 3  # of the shape of a cell: cells of nearly the same shape share compiled code


FORWARD, BACKWARD = np.array([1, 2, 0], np.int32), np.array([2, 0, 1], np.int32)


def cross(a: jax.Array, b: jax.Array) -> jax.Array:
    """The vector product of two vectors (3,), traced or not."""
    return a[FORWARD] * b[BACKWARD] - a[BACKWARD] * b[FORWARD]


def combined(numbers: Any, rows: jax.Array) -> jax.Array:
    """numbers (..., p) times rows (p, d), traced or not, term after term: XLA computes that
    together with what is around it. A product of matrices, one of them so small, is a pass of its
    own over all points, and a slow one."""
    rows = rows.reshape(len(rows), *[1] * (numbers.ndim - 1), -1)
    return functools.reduce(
        operator.add, [numbers[..., k, None] * row for k, row in enumerate(rows)]
    )


def radius_of(rows: np.ndarray) -> float:
    """Half the longest diagonal of the cell with these rows (p, d): no point of it is farther from
    its middle."""
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=len(rows))))
    return 0.5 * float(np.linalg.norm(signs @ rows, axis=1).max())


def cell_radius(rows: jax.Array) -> jax.Array:
    """`radius_of`, traceable."""
    signs = np.stack(np.meshgrid(*[[-1.0, 1.0]] * len(rows), indexing="ij"), -1).reshape(
        -1, len(rows)
    )
    return 0.5 * jnp.linalg.norm(combined(np.asarray(signs, rows.dtype), rows), axis=1).max()


def heights(rows: np.ndarray) -> np.ndarray:
    """The distances between opposite faces of the cell, (p,)."""
    return 1 / np.linalg.norm(np.linalg.pinv(rows), axis=0)


class TooManyImages(ValueError):
    """A cell has more images that count than lists may have. count: about how many."""

    def __init__(self, count: int, reason: str = "{}") -> None:
        super().__init__(
            reason.format(
                f"about {count:,} images of the cell would count, and at most {MOST_IMAGES:,} may"
            )
        )
        self.count = count


def numbers_within(rows: np.ndarray, distance: float) -> np.ndarray:
    """The whole numbers n (count, p) with |n rows| < distance: zeros first, then each with its
    negative."""
    most = [math.ceil(distance / h) for h in heights(rows)]
    every = math.prod(2 * m + 1 for m in most)
    if every > 50 * MOST_IMAGES:
        raise TooManyImages(every)
    grid = np.array(list(itertools.product(*(range(-m, m + 1) for m in most))), int).reshape(
        -1, len(most)
    )
    half = grid[len(grid) // 2 + 1 :]  # of n and -n the one
    length = np.linalg.norm(half @ rows, axis=1)
    half = half[length < distance][np.argsort(length[length < distance], kind="stable")]
    if 2 * len(half) >= MOST_IMAGES:
        raise TooManyImages(2 * len(half))
    return np.concatenate(
        [np.zeros((1, len(most)), int), np.stack([half, -half], 1).reshape(-1, len(most))]
    )


@dataclasses.dataclass(frozen=True)
class Arrangement:
    """Which images are near. rows: of the cell, (p, d), over a radius of all points about its
    middle.

    needed: images farther than this, in the same unit, may be left to `at_root`; those up to
      `margin` times as far are near, so that the cell may change a little. tol: of the sum. reach:
      of a kernel that vanishes, in the same unit, 0 for others.
    """

    rows: tuple[tuple[float, ...], ...]
    needed: float
    tol: float
    margin: float
    reach: float = 0.0

    @classmethod
    def of(
        cls,
        rows: np.ndarray,
        needed: float,
        tol: float,
        radius: float,
        margin: float,
        reach: float = 0.0,
    ) -> "Arrangement":
        shape = np.round(rows / radius, DIGITS) + 0.0
        return cls(
            tuple(map(tuple, shape.tolist())),
            round(needed, DIGITS),
            tol,
            margin,
            round(reach / radius, DIGITS),
        )

    @property
    def farthest(self) -> float:
        """The distance of near images, over the radius of the cell."""
        return self.margin * self.needed

    @functools.cached_property
    def near(self) -> np.ndarray:
        """Numbers (k, p) of the near images: zeros first, then each with its negative."""
        return self._within(np.array(self.rows), self.farthest)

    @functools.cached_property
    def next(self) -> np.ndarray:
        """Numbers of the images beyond that may come near when the cell changes, one of n and
        -n."""
        return self.between(self.farthest, 1.5 * self.farthest)

    def between(self, low: float, high: float) -> np.ndarray:
        """Numbers of the images from the distance `low` up to `high`, one of n and -n."""
        rows = np.array(self.rows)
        half = self._within(rows, high)[1::2]
        return half[np.linalg.norm(half @ rows, axis=1) >= low]

    def waves(self, longest: float) -> np.ndarray:
        """Numbers m of the vectors k = 2 pi m (rows^-1)^T of the reciprocal lattice shorter than
        `longest`, one of k and -k."""
        return self._within(2 * math.pi * np.linalg.pinv(np.array(self.rows)).T, longest)[1::2]

    def _within(self, rows: np.ndarray, distance: float) -> np.ndarray:
        try:
            return numbers_within(rows, distance)
        except TooManyImages as error:
            raise TooManyImages(error.count, self._reason(error.count)) from None

    def _reason(self, count: int) -> str:
        """Why so many images count, and what to do."""
        rows, too_many = np.array(self.rows), count / MOST_IMAGES
        with jax.ensure_compile_time_eval():
            numbers = np.asarray(reduction(jnp.asarray(rows)), int)
        if radius_of(numbers @ rows) < SHORTER * radius_of(rows):
            return (
                f"the cell is so oblique that {{}}; take shorter edges of the same lattice: cell = "
                f"np.array({numbers.tolist()}) @ cell"
            )
        if self.reach > 2:
            edges = self.reach / np.linalg.norm(rows, axis=1).min()
            k = math.ceil(too_many ** (1 / len(rows))) + 1
            return (
                f"the kernel reaches {edges:.3g} of the shortest edges of the cell to tol={self.tol:g}, so that {{}}; "
                f"take a larger tol, or a cell of several copies: edges {k} times as long, with {k} copies of points "
                "and charges along each"
            )
        theta = ", or use a larger theta" if self.needed > USUAL else ""
        k = math.ceil(too_many ** (1 / max(1, len(rows) - 1))) + 1
        return (
            f"the cell is {2 * radius_of(rows) / heights(rows).min():.3g} times as long as wide, so that {{}}; repeat "
            f"cell, points and charges along its short edges, about {k} times{theta}"
        )
