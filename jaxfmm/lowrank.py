"""Low-rank factors of kernel matrices, and the preconditioner made of them."""

import dataclasses
import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import pytrees
from jaxfmm.full_precision import matmul
from jaxfmm.kernels.base import Kernel, times_unit
from jaxfmm.sum import potential


def _pairs(kernel: Kernel, x: Array, y: Array) -> Array:
    """K(x_i, y_i) or, for one y (1, d), K(x_i, y): (n,). Points are in the user's coordinates."""
    center, unit = y[0], jnp.ones((), x.dtype)
    x, y = kernel.frame.coordinates(x, center), kernel.frame.coordinates(y, center)
    inner, none = kernel.summed().in_unit(unit), (0,) * x.shape[1]
    sums = inner.pair_sums(list(x.T), list(y.T), {none: jnp.ones(len(x), x.dtype)}, [none])
    return times_unit(sums[none], kernel, unit)


def _combined(kernel: Kernel, points: Array, of_part: Callable[[Kernel], Array]) -> Array:
    """The linear combination of what the parts of a kernel give, (n,)."""
    total = jnp.zeros(len(points), points.dtype)
    for factor, part in kernel.addends(points.shape[1]) or [(None, kernel)]:
        own = of_part(part)
        factor = 1.0 if factor is None else jnp.asarray(factor, own.dtype)
        total = total.astype(jnp.result_type(total, own)) + factor * own
    return total


def at_themselves(kernel: Kernel, points: Array) -> Array:
    """K(x, x) at points (n, d), zero for singular kernels, with the images of a kernel that has
    any."""
    return _combined(kernel, points, functools.partial(_own_values, points=points))


def _own_values(kernel: Kernel, points: Array) -> Array:
    kernel = kernel.simplified(points.shape[1])
    if kernel.has_images:
        one = potential(points[:1], jnp.ones(1, points.dtype), kernel=kernel)
        return jnp.broadcast_to(one, points.shape[:1])
    if kernel.singular and kernel.images.copies == 1:
        return jnp.zeros(len(points), points.dtype)
    (n, dim), copies = points.shape, kernel.images.copies
    strengths = kernel.images.strengths({0: jnp.ones((n, 1), points.dtype)})[0].reshape(copies, n)
    places = kernel.images.places(points).reshape(copies, n, dim)
    return sum(s * _pairs(kernel, points, y) for s, y in zip(strengths, places))


def check_factor(kernel: Kernel, dim: int) -> None:
    """Raises ValueError for kernels that `pivoted_cholesky` is not for: those that are singular or
    have images, or have parts that are."""
    for _, part in kernel.addends(dim) or [(None, kernel)]:
        part = part.simplified(dim)
        if part.singular or not part.in_open_space or not part.isotropic:
            raise ValueError(
                "kernel must be smooth, symmetric and of open space for a preconditioner, got "
                f"{part.name}; logarithms of determinants need none with rank=0"
            )


def pivoted_cholesky(points: Array, *, kernel: Kernel, rank: int) -> Array:
    """L (n, rank) such that L L^T approximates K, for a symmetric positive kernel. Each step takes
    the point with the largest variance left. Columns beyond the numerical rank are zero.

    Raises ValueError for kernels that are singular or have images."""
    check_factor(kernel, points.shape[1])
    rest = at_themselves(kernel, points)
    least = 10 * jnp.finfo(points.dtype).eps * rest.max()

    def with_point(part: Kernel, point: Array) -> Array:
        return _pairs(part.simplified(points.shape[1]), points, point)

    def step(i: Array, state: tuple[Array, Array]) -> tuple[Array, Array]:
        rows, rest = state
        pivot = jnp.argmax(rest)
        size = jnp.maximum(rest[pivot], least)
        exact = _combined(kernel, points, lambda part: with_point(part, points[pivot][None]))
        column = exact - matmul(rows[:, pivot], rows)
        column = jnp.where(rest[pivot] > least, column / jnp.sqrt(size), 0)
        return rows.at[i].set(column), jnp.maximum(rest - column * column, 0)

    start = jnp.zeros((rank, len(points)), points.dtype), rest
    return lax.fori_loop(0, rank, step, start)[0].T


@pytrees.register
@dataclasses.dataclass(frozen=True)
class LowRank:
    """The inverse of L L^T + D by the formula of Woodbury, as a function of a vector (n,) or of
    columns (n, k).

    factor: L over sqrt(D), (n, r).  inner: the Cholesky factor of 1 + L^T D^-1 L, (r, r).  root:
      sqrt(D), (n,)."""

    factor: Array
    inner: Array
    root: Array

    @classmethod
    def inverse(cls, factor: Array, diagonal: Array) -> "LowRank":
        """The inverse of factor factor^T + diagonal, a number or (n,)."""
        root = jnp.sqrt(jnp.broadcast_to(diagonal, factor.shape[:1]))
        factor = factor / root[:, None]
        inner = jnp.eye(factor.shape[1], dtype=factor.dtype) + matmul(factor.T, factor)
        return cls(factor, jnp.linalg.cholesky(inner), root)

    def __matmul__(self, vector: Array) -> Array:
        root = self.root[:, None] if vector.ndim == 2 else self.root
        whitened = vector / root
        inside = jax.scipy.linalg.cho_solve((self.inner, True), matmul(self.factor.T, whitened))
        return (whitened - matmul(self.factor, inside)) / root

    def __call__(self, vector: Array) -> Array:
        return self @ vector

    def colored(self, signs: Array) -> Array:
        """L e + D^1/2 f for the columns (r + n, k) of numbers e above f. Their mean of z z^T is
        L L^T + D if all numbers are independent, with mean 0 and variance 1."""
        above, below = signs[: self.factor.shape[1]], signs[self.factor.shape[1] :]
        return self.root[:, None] * (matmul(self.factor, above) + below)

    def log_det(self) -> Array:
        """log det (L L^T + D)."""
        return 2 * (jnp.log(jnp.diag(self.inner)).sum() + jnp.log(self.root).sum())

    def diagonal(self) -> Array:
        """The diagonal (n,) of the inverse."""
        inside = jax.scipy.linalg.solve_triangular(self.inner, self.factor.T, lower=True)
        return (1 - jnp.square(inside).sum(0)) / jnp.square(self.root)
