"""Clouds of points as fewer clusters: nodes of the balanced tree."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.tree import balanced


def clusters(points: Array, mass: Array, most: int) -> tuple[Array, Array, Array]:
    """(centres (k, d), masses (k,), mean square of the distances to the centres in one direction)
    of k <= `most` clusters of points (n, d) with masses (n,) > 0: the points themselves if there
    are at most so many.

    Points are along the leaves of their balanced tree, and so are the centres."""
    n, dim = points.shape
    if n <= most:
        return points, mass, jnp.zeros((), points.dtype)
    leaf_size = -(-n // (1 << most.bit_length() - 1))
    count = balanced.skeleton(n, leaf_size)[1][-balanced.leaf_count(n, leaf_size) :]
    leaf = np.repeat(np.arange(len(count), dtype=np.int32), count)

    def total(values: Array) -> Array:
        return jax.ops.segment_sum(values, leaf, len(count), indices_are_sorted=True)

    masses = total(mass)
    centres = total(mass[:, None] * points) / masses[:, None]
    squares = jnp.square(points - centres[leaf]).sum(1)
    return centres, masses, (mass * squares).sum() / mass.sum() / dim
