"""The near images of a periodic cell, which are in the lists of a sum: whole numbers that are known
before a sum is compiled."""

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

MARGIN = 1.05  # images are near up to this multiple of what is needed: a cell may change a little
MOST_IMAGES = 20_000
# Other edges of a lattice are recommended if their cell's diagonal is shorter by this factor.
SHORTER = 0.8
USUAL = 4.0  # in sums of usual accuracy, images are near up to this many radii
DIGITS = 3  # the shape of a cell is rounded to so many digits, so that similar cells share code

FORWARD, BACKWARD = np.array([1, 2, 0], np.int32), np.array([2, 0, 1], np.int32)


def cross(a: jax.Array, b: jax.Array) -> jax.Array:
    """The vector product of two vectors (3,), traced or not."""
    return a[FORWARD] * b[BACKWARD] - a[BACKWARD] * b[FORWARD]


def combined(numbers: Any, rows: jax.Array) -> jax.Array:
    """numbers (..., p) times rows (p, d), traced or not.

    It is computed term by term, which XLA fuses with the operations around it. A product with so
    small a matrix would be a slow pass of its own over all points."""
    rows = rows.reshape(len(rows), *[1] * (numbers.ndim - 1), -1)
    return functools.reduce(
        operator.add, [numbers[..., k, None] * row for k, row in enumerate(rows)]
    )


def longest(vectors: jax.Array) -> jax.Array:
    """The greatest length of vectors (n, d), 0 if there are none, in one pass. By `norm` XLA for
    CPUs starts its threads for the short sum of each vector."""
    squares = functools.reduce(operator.add, [jnp.square(column) for column in vectors.T])
    return jnp.sqrt(squares.max(initial=0))


def _corners(axes: int) -> np.ndarray:
    """The corners of a cube of edge 2 about zero, (2^axes, axes)."""
    return np.array(list(itertools.product((-1.0, 1.0), repeat=axes)))


def radius_of(rows: np.ndarray) -> float:
    """Half the longest diagonal of the cell with these rows (p, d): the greatest distance of its
    points from its middle."""
    return 0.5 * float(np.linalg.norm(_corners(len(rows)) @ rows, axis=1).max())


def cell_radius(rows: Any, beyond: float = 0.0) -> Any:
    """`radius_of`, traceable, and of an array of NumPy by NumPy; of points that are up to `beyond`
    of the longest edges away from the cell at right angles to it."""
    corners, library = np.asarray(_corners(len(rows)), rows.dtype), library_of(rows)
    radius = 0.5 * library.linalg.norm(combined(corners, rows), axis=1).max()
    if not beyond:
        return radius
    return library.hypot(radius, beyond * library.linalg.norm(rows, axis=1).max())


def library_of(array: Any) -> Any:
    """NumPy for its own arrays, else `jax.numpy`."""
    return np if isinstance(array, np.ndarray) else jnp


def heights(rows: np.ndarray) -> np.ndarray:
    """The distances between opposite faces of the cell, (p,)."""
    return 1 / np.linalg.norm(np.linalg.pinv(rows), axis=0)


class TooManyImages(ValueError):
    """More images of a cell matter than lists may hold. count: how many, about."""

    def __init__(self, count: int, reason: str = "{}") -> None:
        super().__init__(
            reason.format(
                f"about {count:,} images of the cell would count, and at most {MOST_IMAGES:,} may"
            )
        )
        self.count = count


class UnknownImages(ValueError):
    """The number of images that matter follows from traced numbers. whose: whose numbers these
    are, in words."""

    def __init__(self, whose: str) -> None:
        super().__init__(
            f"{whose} must be known when a plan is made, since they say how many images count; "
            "make the plan outside of jit and update it inside"
        )


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
    """Which images of a cell are near. The unit of length is the radius of all points about the
    middle of the cell (`Images.radius`).

    rows: the edges of the cell, (p, d).
    needed: images at a larger distance may act by expansions. Images up to `margin` times this
      distance are near, so that the cell may change a little.
    tol: the tolerance of the sum.
    reach: the distance at which the kernel vanishes, 0 for kernels that do not vanish.
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
        """The largest distance of near images."""
        return self.margin * self.needed

    @functools.cached_property
    def near(self) -> np.ndarray:
        """Numbers (k, p) of the near images: zeros first, then each with its negative."""
        return self._within(np.array(self.rows), self.farthest)

    @functools.cached_property
    def next(self) -> np.ndarray:
        """Numbers of the images beyond the near ones that may come near when the cell changes, one
        of n and -n."""
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
        """Why so many images matter, and what to do."""
        rows, too_many = np.array(self.rows), count / MOST_IMAGES
        with jax.ensure_compile_time_eval():
            numbers = np.asarray(reduction(jnp.asarray(rows)), int)
        if radius_of(numbers @ rows) < SHORTER * radius_of(rows):
            return (
                "the cell is so oblique that {}; take shorter edges of the same lattice: cell = "
                f"np.array({numbers.tolist()}) @ cell"
            )
        if self.reach > 2:
            edges = self.reach / np.linalg.norm(rows, axis=1).min()
            k = math.ceil(too_many ** (1 / len(rows))) + 1
            return (
                f"the kernel reaches {edges:.3g} of the shortest edges of the cell to "
                f"tol={self.tol:g}, so that {{}}; take a larger tol, or a cell of several copies: "
                f"edges {k} times as long, with {k} copies of points and charges along each"
            )
        theta = ", or use a larger theta" if self.needed > USUAL else ""
        k = math.ceil(too_many ** (1 / max(1, len(rows) - 1))) + 1
        return (
            f"the cell is {2 * radius_of(rows) / heights(rows).min():.3g} times as long as wide, "
            f"so that {{}}; repeat cell, points and charges along its short edges, about {k} "
            f"times{theta}"
        )
