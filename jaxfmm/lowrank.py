"""Low-rank factors of kernel matrices, and the preconditioner made of them."""

import dataclasses

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


def at_themselves(kernel: Kernel, points: Array) -> Array:
    """K(x, x) at points (n, d), zero for singular kernels, with the images of a kernel that has
    any."""
    if (terms := kernel.addends(points.shape[1])) is not None:
        diagonal = jnp.zeros(len(points), points.dtype)
        for factor, part in terms:
            own = at_themselves(part, points)
            factor = 1.0 if factor is None else jnp.asarray(factor, own.dtype)
            diagonal = diagonal.astype(jnp.result_type(diagonal, own)) + factor * own
        return diagonal
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


def pivoted_cholesky(points: Array, *, kernel: Kernel, rank: int) -> Array:
    """L (n, rank) such that L L^T approximates K, for a symmetric positive kernel. Each step takes
    the point with the largest variance left. Columns beyond the numerical rank are zero.

    Raises ValueError for kernels that are singular or have images."""
    kernel = kernel.simplified(points.shape[1])
    if kernel.singular or not kernel.in_open_space or not kernel.isotropic:
        raise ValueError(
            "kernel must be smooth, symmetric and of open space for a preconditioner, got "
            f"{kernel.name}"
        )
    rest = at_themselves(kernel, points)
    least = 10 * jnp.finfo(points.dtype).eps * rest.max()

    def step(i: Array, state: tuple[Array, Array]) -> tuple[Array, Array]:
        rows, rest = state
        pivot = jnp.argmax(rest)
        size = jnp.maximum(rest[pivot], least)
        column = _pairs(kernel, points, points[pivot][None]) - matmul(rows[:, pivot], rows)
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
