"""An approximate inverse of kernel matrices by kriging from few points (Vecchia's approximation).

Points are put in an order from coarse to fine. The value at each point is predicted from its
nearest predecessors and, so that polynomials are predicted exactly, from a few leading points:

    r_i = f_i - sum_j w_ij f_j ,    v_i = the variance of this error, if K is the covariance of f

These errors are nearly independent, so that for charges whose moments vanish

    K^-1 is about B^T V^-1 B ,      B f = r .

Coarse points hold what is smooth, fine ones the rest, so that the quality hardly depends on the
number of points. The approximation is symmetric and definite.

References: Vecchia, J. R. Stat. Soc. B 50 (1988) 297; Schaefer, Katzfuss & Owhadi, SIAM J. Sci.
Comput. 43 (2021) A2019, for the order and the neighbours; Matheron, Adv. Appl. Probab. 5 (1973)
439, for polynomials."""

import dataclasses

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import coarse_to_fine, pytrees
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel

ROWS = 512  # Local systems are solved so many at a time.
LEAST = 4.0  # Variances are at least so many roundings of the numbers that they are made of.
DETERMINED = 1e-6  # The smallest eigenvalue of near monomials, over the largest.


def neighbors(dim: int) -> int:
    """From how many neighbours a value is predicted."""
    return {1: 10, 2: 32}.get(dim, 64)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Vecchia:
    """B^T V^-1 B, as a function of values (n,) or of columns (n, k).

    others: (n, s) the points from which each one is predicted, itself in place of missing ones.
    weights: (n, s) of these predictions.  inverse: (n,) 1 / v, zero for the leading points."""

    others: Array
    weights: Array
    inverse: Array

    def __matmul__(self, values: Array) -> Array:
        columns = values.reshape(len(values), -1)
        error = columns - einsum("ns,nsk->nk", self.weights, columns[self.others])
        error = self.inverse[:, None] * error
        charges = error.at[self.others].add(-self.weights[..., None] * error[:, None])
        return charges.reshape(values.shape)


def monomials(points: Array, degree: int) -> Array:
    """All monomials up to `degree` at points (n, d): (n, m); none for degree -1."""
    one = jnp.ones(len(points), points.dtype)
    columns, last = [one], [(one, 0)]
    for _ in range(degree):
        last = [
            (column * points[:, axis], axis)
            for column, first in last
            for axis in range(first, points.shape[1])
        ]
        columns += [column for column, _ in last]
    return jnp.stack(columns, 1)[:, : None if degree >= 0 else 0]


def between(kernel: Kernel, x: Array, y: Array) -> Array:
    """K(x, y) of a radial kernel, for arrays (..., d) that broadcast."""
    return kernel.simplified(x.shape[-1]).radial(jnp.square(x - y).sum(-1), 0)[0]


def predicted_from(points: np.ndarray, functions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The points (n, k + m) from which each of `points` (n, d) is predicted, -1 for none: its k
    nearest predecessors, and those of the leading points that are not among them. And the leading
    points (m,), from which the `functions` (n, m) are predicted exactly.

    There are fewer leading points if the functions depend on each other at these points."""
    n, dim = points.shape
    order = coarse_to_fine.order(points)
    lead = coarse_to_fine.leading(functions[order])
    order = np.concatenate([order[lead], np.delete(order, lead)])
    near = coarse_to_fine.predecessors(points[order], neighbors(dim))
    leads = np.broadcast_to(np.arange(len(lead)), (n, len(lead)))
    known = (leads >= np.arange(n)[:, None]) | (near[:, :, None] == leads[:, None]).any(1)
    others = np.concatenate([near, np.where(known, -1, leads)], 1)
    result = np.empty_like(others)
    result[order] = np.where(others < 0, -1, order[others])
    return result.astype(np.int32), order[: len(lead)].astype(np.int32)


def approximate_inverse(
    kernel: Kernel, points: Array, added: Array, others: Array, lead: Array, *, degree: int
) -> Vecchia:
    """Of K + diag(added) for charges whose moments up to `degree` vanish.

    Args:
      kernel: radial, and definite on such charges.
      points: (n, d).  added: (n,), of the sign of the kernel.
      others, lead: from `predicted_from`.
    """
    sign, _ = kernel.definite
    eps, tiny = jnp.finfo(points.dtype).eps, jnp.finfo(points.dtype).tiny

    def predicted(i: Array, some: Array) -> tuple[Array, Array]:
        """The weights (s,) and the variance of one point."""
        y = jnp.where((some >= 0)[:, None], points[some] - points[i][None], 0)
        count = neighbors(y.shape[1])
        extent = jnp.abs(y[:count]).max(initial=tiny)
        columns = jnp.where((some >= 0)[:, None], monomials(y / extent, degree), 0)
        # Leading points are far away: next to their values, differences of near ones drown. They
        # are taken where near points do not determine polynomials, as on a line.
        near = columns[:count]
        spread = jnp.linalg.eigvalsh(near.T @ near) if columns.shape[1] else jnp.ones(1, y.dtype)
        alone = spread[0] > DETERMINED * spread[-1]
        there = (some >= 0) & ((jnp.arange(len(y)) < count) | ~alone)
        columns = jnp.where(there[:, None], columns, 0)
        both = there[:, None] & there[None]
        own = jnp.where(there, added[some], 0)
        matrix = jnp.where(both, between(kernel, y[:, None], y[None]), 0) + jnp.diag(own)
        values = jnp.where(there, between(kernel, jnp.zeros_like(y), y), 0)
        itself = between(kernel, jnp.zeros_like(y[0]), jnp.zeros_like(y[0])) + added[i]
        # in units of the kernel, so that all parts have one size
        largest = jnp.maximum(jnp.abs(matrix).max(initial=tiny), jnp.abs(values).max(initial=tiny))
        corner = jnp.zeros((columns.shape[1],) * 2, y.dtype)
        scaled = jnp.where(both, matrix / largest, jnp.eye(len(y), dtype=y.dtype))
        system = jnp.block([[scaled, columns], [columns.T, corner]])
        exact = monomials(jnp.zeros_like(y[:1]), degree)[0]
        solved = jnp.linalg.solve(system, jnp.concatenate([values / largest, exact]))
        weights = jnp.where(there, solved[: len(y)], 0)
        variance = itself - 2 * weights @ values + weights @ matrix @ weights
        sizes = jnp.abs(weights)
        rounding = jnp.abs(itself) + sizes @ jnp.abs(matrix) @ sizes
        return weights, sign * jnp.maximum(sign * variance, LEAST * eps * rounding)

    n = len(points)
    numbers = jnp.arange(n, dtype=others.dtype)
    weights, variances = lax.map(lambda row: predicted(*row), (numbers, others), batch_size=ROWS)
    inverse = (1 / variances).at[lead].set(0)
    weights = weights.at[lead].set(0)
    return Vecchia(jnp.where(others < 0, numbers[:, None], others), weights, inverse)
