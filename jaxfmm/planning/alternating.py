"""Charges that alternate between neighbours, as in a crystal."""

import jax.numpy as jnp
import numpy as np

NEIGHBOURS = 12  # of a point at most that are looked at
NEAR = 1.1  # times the median distance of the nearest, within which points are neighbours


def alternating(points, dtype):
    """Charges (n, 1) of points, one and minus one: by how many steps between neighbours lead from one of them, even or
    odd. It is one of the largest part; points that no steps lead to have the charge one."""
    from scipy import sparse, spatial  # which JAX requires itself

    x = np.asarray(points, np.float64)
    distance, index = spatial.cKDTree(x).query(x, k=min(NEIGHBOURS, len(x) - 1) + 1)
    near = distance <= NEAR * np.median(distance[:, 1])
    rows = np.repeat(np.arange(len(x)), near.sum(1))
    graph = sparse.csr_array((np.ones(len(rows)), (rows, index[near])), shape=(len(x), len(x)))
    part = sparse.csgraph.connected_components(graph, directed=False)[1]
    start = np.argmax(np.bincount(part)[part])
    steps = sparse.csgraph.dijkstra(graph, directed=False, unweighted=True, indices=start)
    sign = np.where(np.where(np.isfinite(steps), steps, 0) % 2 == 1, -1.0, 1.0)
    return jnp.asarray(sign[:, None], dtype)
