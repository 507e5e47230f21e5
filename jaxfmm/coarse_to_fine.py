"""Points in an order from coarse to fine, and the nearest points that come before each.

Host code: the results are numbers of points, which have no derivatives."""

import numpy as np

FINEST = 30  # Grids are halved so many times at most.
# Neighbours are searched for groups of points, each this much larger than all points before it.
GROWTH = 1.3


def order(points: np.ndarray) -> np.ndarray:
    """The numbers (n,) of points (n, d) in an order in which the first points are spread evenly,
    whatever their number: of each cell of finer and finer grids the point next to its middle."""
    n, dim = points.shape
    rng = np.random.default_rng(0)
    low = points.min(0)
    size = (points - low).max() * (1 + 1e-9)
    # Cells are told apart by a hash, since numbers of cells overflow; a collision does no harm.
    hashes = rng.integers(1, 2**62, dim) | 1
    rest, first, levels = rng.permutation(n), np.zeros(n, bool), []
    for level in range(FINEST if size > 0 else 0):
        within = (points - low) * (2**level / size)
        cells = np.floor(within).astype(np.int64)
        keys = cells @ hashes
        new = rest[~np.isin(keys[rest], keys[first])]
        away = np.square(within[new] - cells[new] - 0.5).sum(1)
        new = new[np.lexsort((away, keys[new]))]
        new = rng.permutation(new[np.unique(keys[new], return_index=True)[1]])
        first[new] = True
        levels.append(new)
        rest = rest[~first[rest]]
        if not len(rest):
            break
    return np.concatenate([*levels, rest]).astype(np.int64)


def predecessors(points: np.ndarray, count: int) -> np.ndarray:
    """(n, count): the numbers of the nearest points among those before each point, the nearest
    first; -1 where there are fewer."""
    from scipy import spatial  # which JAX requires itself

    n = len(points)
    found = np.full((n, count), -1)
    begin = 0
    while begin < n:
        end = min(n, max(int(begin * GROWTH), begin + count))
        wanted = min(end, int(1.15 * GROWTH * count) + 8, n)
        # of a group the later points come too, which are left out then
        tree = spatial.cKDTree(points[:end])
        near = tree.query(points[begin:end], np.arange(1, wanted + 1), workers=-1)[1]
        before = near < np.arange(begin, end)[:, None]
        ahead = np.argsort(~before, axis=1, kind="stable")[:, :count]
        near, before = (np.take_along_axis(array, ahead, 1) for array in (near, before))
        found[begin:end, : near.shape[1]] = np.where(before, near, -1)
        begin = end
    return found


def leading(functions: np.ndarray) -> np.ndarray:
    """The numbers (m,) of rows of `functions` (n, m) that determine all its columns; among the
    first rows, if these do. Fewer than m where the columns depend on each other at all rows."""
    from scipy import linalg  # which JAX requires itself

    m = functions.shape[1]
    for rows in (min(len(functions), 16 * m), len(functions)):
        _, triangle, chosen = linalg.qr(functions[:rows].T, mode="economic", pivoting=True)
        sizes = np.abs(np.diag(triangle))
        rank = int((sizes > 1e-10 * sizes.max(initial=0)).sum())
        if rank == m:
            break
    return chosen[:rank]
