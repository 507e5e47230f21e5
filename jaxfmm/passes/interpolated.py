"""The FMM for any kernel that is smooth at a distance, by interpolation
(`expansions.chebyshev.operators`).

Far cells interact by sums of their nodes over the nodes of the other cell. That is P2P with the
list of far pairs, the one loop over pairs that every backend has compiled for every kernel. The
other passes are in XLA."""

import dataclasses
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.backends import xla
from jaxfmm.backends.blocks import from_blocks, position_blocks, weight_blocks
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.kernels.base import Kernel
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import Lists, PairList

# Passes take this many coefficients at a time for every 1024 cells of `Sizes`.
CHUNK = 2**17
# Nodes of a cell are at least this many units in the last place of its coordinates apart.
APART = 8
RESOLVED = 32 * APART  # Far cells are at least as many apart.
MOST_DECAY = 2.0  # Closest far cells are at most as many lengths of an exponential decay apart.
THINNEST = 0.5  # A side counts as at least this share of the longest side of its cell.


@dataclasses.dataclass(frozen=True)
class Interpolated:
    """A `passes.protocol.Expansion` with a row of coefficients for each component and right-hand
    side."""

    kernel: Kernel
    dim: int

    family = "interpolated"
    at_particles = False
    by_nodes = True

    def size(self, order: int) -> int:
        return (order + 1) ** self.dim

    def cells(self, order: int, tree: Tree, points: Array) -> "_Cells":
        return _Cells.of(tree, order)

    def moved(self, cells: "_Cells", tree: Tree, move: Callable[[Array], Array]) -> "_Cells":
        return _Cells(tree, move(cells.at), move(cells.places))

    def _chunks(self, total: Sum) -> tuple[int, int]:
        """How many cells, and how many leaves, at a time."""
        cells = max(1, CHUNK * total.ops.plain.sizes.cells // 1024 // self.size(total.order))
        return cells, max(1, cells // 32)

    def upward(self, total: Sum) -> Array:
        side, tree, places = total.sources, total.sources.tree, total.sources.cells.places
        points, weights = position_blocks(tree, side.points), weight_blocks(tree, total.weights)
        weights = weights.reshape(weights.shape[0], -1, weights.shape[3])
        cells, leaves = self._chunks(total)

        def multipole(node: Array, offset: Array, weights: Array) -> Array:
            return chebyshev.p2m(offset, places[node], weights)

        empty = jnp.zeros((tree.capacity, weights.shape[1], self.size(total.order)), points.dtype)
        multipoles = xla.p2m(tree, points, weights, multipole, empty, leaves)
        return xla.m2m(chebyshev, total.order, multipoles, tree, places, cells)

    def m2l(self, total: Sum, multipoles: Array, pairs: PairList) -> Array:
        x, y = total.targets, total.sources
        (target, places), (source, at) = (_nodes(side.cells) for side in (x, y))
        n = multipoles.shape[2]
        w = jnp.swapaxes(multipoles, 1, 2).reshape(len(at), len(y.components), -1)
        nothing = jnp.zeros((len(places), len(x.components), w.shape[2]), places.dtype)
        targets = Particles(target, places, x.components)
        sources = Particles(source, at, y.components)
        out = total.ops.p2p(self.kernel, targets, sources, w, pairs, nothing)
        return jnp.swapaxes(out.reshape(-1, n, len(x.components) * w.shape[2]), 1, 2)

    def downward(self, total: Sum, local: Array) -> Array:
        side, tree, places = total.targets, total.targets.tree, total.targets.cells.places
        points, (cells, leaves) = position_blocks(tree, side.points), self._chunks(total)
        local = xla.l2l(chebyshev, total.order, local, tree, places, cells)

        def values(node: Array, offset: Array) -> Array:
            return chebyshev.l2p(local[node], offset, places[node])

        empty = jnp.zeros((points.shape[0], local.shape[1], points.shape[2]), points.dtype)
        result = xla.l2p(tree, points, values, empty, leaves)
        return from_blocks(
            tree, result.reshape(len(result), len(side.components), -1, points.shape[2])
        )


@dataclasses.dataclass(frozen=True)
class _Cells:
    """A tree whose nodes are boxes. at (nodes, d, order + 1): the Chebyshev nodes of each box on
    each axis, rounded to numbers that P2P sees; places: the same relative to the centres."""

    tree: Tree
    at: Array
    places: Array

    @classmethod
    def of(cls, tree: Tree, order: int) -> "_Cells":
        # flat boxes get the width that keeps nodes apart; boxes that do not exist, the unit
        apart = APART * jnp.finfo(tree.half.dtype).eps / chebyshev.gap(order)
        half = jnp.maximum(
            tree.half, jnp.maximum(1e-3 * tree.radius[:, None], apart * jnp.abs(tree.center))
        )
        half = jnp.where(half > 0, half, 1)[:, :, None]
        t = np.asarray(chebyshev.nodes(order), half.dtype)[None, None]
        # computed once: rounded differently a second time, they would not be the nodes of the
        # interpolants
        at = lax.optimization_barrier(tree.center[:, :, None] + half * t)
        return cls(tree, at, at - tree.center[:, :, None])


def rounded(tree: Tree) -> Tree:
    """The tree with the radii by which far pairs are found.

    The sphere around a box of a cube's tree, whose sides are at most two to one, is wider than the
    box on each axis. The sphere around points on a line or a curve is not: its nodes are farther
    apart, and a pair of cells has a many times larger error. So radii grow as if each side were at
    least THINNEST of the longest."""
    if tree.half.shape[1] == 1:
        return tree
    longest = tree.half.max(1, keepdims=True)
    widths = jnp.where(longest > 0, tree.half / jnp.where(longest > 0, longest, 1), 1)
    grown = jnp.linalg.norm(jnp.maximum(widths, THINNEST), axis=1) / jnp.linalg.norm(widths, axis=1)
    return dataclasses.replace(tree, radius=grown * tree.radius)


def resolved(low: Array, high: Array) -> Array:
    """The distance below which pairs of cells must be summed directly, for points in a box: closer
    nodes cannot be told apart in this precision."""
    size = jnp.maximum(jnp.abs(low), jnp.abs(high)).max(initial=0)
    return RESOLVED * jnp.finfo(size.dtype).eps * size


def closest(distances: Array) -> Array:
    """The least distance between the centres of two far cells, zero where cells of the near list
    are closer; of `distances`.

    A kernel that decays exponentially varies by orders of magnitude within cells that are many of
    its lengths wide. That does no harm where closer pairs are summed directly: relative to them,
    the far pairs do not matter."""
    far, far_apart, near_apart = distances
    return jnp.where(near_apart <= far_apart, 0, far)


def distances(target_tree: Tree, source_tree: Tree, lists: Lists) -> Array:
    """The least distance between the centres of two far cells, between their spheres, and between
    the spheres of two near cells: (3,), infinite where there are none."""

    def least(pairs: PairList, target: Array, source: Array) -> list[Array]:
        """The least distances of the centres, and of the spheres, of these cells of a list."""
        x, y = target_tree.center, source_tree.center
        offset = x.at[target].get(mode="clip") - y.at[source].get(mode="clip")
        distance = jnp.linalg.norm(offset - pairs.shift(pairs.source), axis=1)
        x, y = target_tree.radius, source_tree.radius
        radii = x.at[target].get(mode="clip") + y.at[source].get(mode="clip")
        used = lax.iota(jnp.int32, pairs.capacity) < pairs.count
        return [
            jnp.min(jnp.where(used, d, jnp.inf), initial=jnp.inf)
            for d in (distance, distance - radii)
        ]

    nothing = [jnp.asarray(jnp.inf, target_tree.center.dtype)] * 2
    far, near = lists.far, lists.near
    far_least = nothing if far is None else least(far, far.target, far.number)
    near_least = nothing
    if near is not None:
        target = target_tree.leaves.at[near.target].get(mode="clip")
        source = source_tree.leaves.at[near.number].get(mode="clip")
        near_least = least(near, target, source)
    return jnp.stack([*far_least, near_least[1]])


@dataclasses.dataclass(frozen=True)
class _Leaves:
    """The nodes of all cells, which P2P takes for the points of leaves."""

    order: Array
    start: Array
    count: Array
    center: Array
    leaves: Array
    n_leaves: Array
    leaf_of_point: Array
    leaf_size: int


def _nodes(cells: _Cells) -> tuple[Any, Array]:
    """The nodes of all cells as the leaves of a tree, and where they are, (all nodes, d)."""
    at, tree = chebyshev.grid(cells.at), cells.tree
    capacity, n, dim = at.shape
    cell, point = lax.iota(jnp.int32, capacity), lax.iota(jnp.int32, capacity * n)
    used = jnp.minimum(tree.n_nodes, capacity)
    leaves = _Leaves(
        point, cell * n, jnp.full_like(cell, n), tree.center, cell, used, point // n, n
    )
    return leaves, at.reshape(-1, dim)
