"""The FMM for any kernel that is smooth at a distance, by interpolation
(`expansions.chebyshev.operators`).

Far cells interact by sums of their nodes over each other's, which is P2P with the list of far
pairs: the one loop over pairs that every backend has compiled for every kernel. The other passes
are in XLA."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.backends import xla
from jaxfmm.backends.blocks import from_blocks, position_blocks, weight_blocks
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.kernels.base import Kernel
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import Lists, PairList

CHUNK = 2**17  # coefficients that passes take at a time, for each thousand cells of `Sizes`
# units in the last place of a cell's distance from the origin, by which its nodes are apart at
# least
APART = 8
RESOLVED = 32 * APART  # the same, by which cells are
MOST_DECAY = 2.0  # lengths of an exponential decay, between far cells that are the closest
THINNEST = 0.5  # the width of a cell over its longest one, that it counts with at least


@dataclasses.dataclass(frozen=True)
class Interpolated:
    """A `passes.Expansion`, with a row for each component and right-hand side."""

    kernel: Kernel
    dim: int

    family = "interpolated"
    at_particles = False
    by_nodes = True

    def size(self, order: int) -> Any:
        return (order + 1) ** self.dim

    def cells(self, order: int, tree: Tree, points: jax.Array) -> "_Cells":
        return _Cells.of(tree, order)

    def moved(self, cells, tree, move):
        return _Cells(tree, move(cells.at), move(cells.places))

    def _chunks(self, given: Any) -> tuple[int, int]:
        """How many cells, and how many leaves, at a time."""
        cells = max(1, CHUNK * given.ops.plain.sizes.cells // 1024 // self.size(given.order))
        return cells, max(1, cells // 32)

    def upward(self, given: Sum) -> jax.Array:
        side, tree, places = given.sources, given.sources.tree, given.sources.cells.places
        points, weights = position_blocks(tree, side.points), weight_blocks(tree, given.weights)
        weights = weights.reshape(weights.shape[0], -1, weights.shape[3])
        cells, leaves = self._chunks(given)

        def multipole(node: jax.Array, offset: jax.Array, weights: jax.Array) -> jax.Array:
            return chebyshev.p2m(offset, places[node], weights)

        empty = jnp.zeros((tree.capacity, weights.shape[1], self.size(given.order)), points.dtype)
        multipoles = xla.p2m(tree, points, weights, multipole, empty, leaves)
        return xla.m2m(chebyshev, given.order, multipoles, tree, places, cells)

    def m2l(self, given: Any, multipoles: jax.Array, pairs: PairList) -> jax.Array:
        x, y = given.targets, given.sources
        (target, places), (source, at) = (_nodes(side.cells) for side in (x, y))
        n = multipoles.shape[2]
        w = jnp.swapaxes(multipoles, 1, 2).reshape(len(at), len(y.components), -1)
        nothing = jnp.zeros((len(places), len(x.components), w.shape[2]), places.dtype)
        targets = Particles(target, places, x.components)
        sources = Particles(source, at, y.components)
        out = given.ops.p2p(self.kernel, targets, sources, w, pairs, nothing)
        return jnp.swapaxes(out.reshape(-1, n, len(x.components) * w.shape[2]), 1, 2)

    def downward(self, given: Sum, local: Any) -> jax.Array:
        side, tree, places = given.targets, given.targets.tree, given.targets.cells.places
        points, (cells, leaves) = position_blocks(tree, side.points), self._chunks(given)
        local = xla.l2l(chebyshev, given.order, local, tree, places, cells)

        def values(node: jax.Array, offset: jax.Array) -> jax.Array:
            return chebyshev.l2p(local[node], offset, places[node])

        empty = jnp.zeros((points.shape[0], local.shape[1], points.shape[2]), points.dtype)
        result = xla.l2p(tree, points, values, empty, leaves)
        return from_blocks(
            tree, result.reshape(len(result), len(side.components), -1, points.shape[2])
        )


@dataclasses.dataclass(frozen=True)
class _Cells:
    """A tree whose nodes are boxes. at (nodes, d, order + 1): the Chebyshev nodes of each on each
    axis, rounded to numbers that P2P sees; places: the same relative to the centres."""

    tree: object
    at: jax.Array
    places: jax.Array

    @classmethod
    def of(cls, tree: Any, order: int) -> "_Cells":
        # flat boxes get the width that keeps nodes apart; boxes that do not exist, the unit
        apart = APART * jnp.finfo(tree.half.dtype).eps / chebyshev.gap(order)
        half = jnp.maximum(
            tree.half, jnp.maximum(1e-3 * tree.radius[:, None], apart * jnp.abs(tree.center))
        )
        half = jnp.where(half > 0, half, 1)[:, :, None]
        t = np.asarray(chebyshev.nodes(order), half.dtype)[None, None]
        # made once: rounded otherwise a second time, they would not be the nodes of the
        # interpolants
        at = lax.optimization_barrier(tree.center[:, :, None] + half * t)
        return cls(tree, at, at - tree.center[:, :, None])


def rounded(tree: Tree) -> Tree:
    """The tree with the radii by which far pairs are found.

    The sphere around a box of a cube's tree, two to one to one at the longest, is wider than the
    box on each axis. That around points on a line or a curve is not: on its axis the nodes are
    farther apart, and a pair of cells is wrong by many times as much. So such radii grow as if each
    width were at least THINNEST of the longest."""
    if tree.half.shape[1] == 1:
        return tree
    longest = tree.half.max(1, keepdims=True)
    widths = jnp.where(longest > 0, tree.half / jnp.where(longest > 0, longest, 1), 1)
    grown = jnp.linalg.norm(jnp.maximum(widths, THINNEST), axis=1) / jnp.linalg.norm(widths, axis=1)
    return dataclasses.replace(tree, radius=grown * tree.radius)


def resolved(low: jax.Array, high: jax.Array) -> jax.Array:
    """The distance below which pairs of cells must be summed directly, for points in a box: among
    numbers of this precision their nodes cannot be placed finely enough."""
    size = jnp.maximum(jnp.abs(low), jnp.abs(high)).max(initial=0)
    return RESOLVED * jnp.finfo(size.dtype).eps * size


def closest(distances: jax.Array) -> jax.Array:
    """The least distance between the centres of two far cells, zero where cells of the near list
    are closer; of `distances`.

    A kernel that decays exponentially varies by orders of magnitude within cells that are many of
    its lengths wide. That does no harm where closer pairs are summed directly, beside which the far
    ones do not matter."""
    far, far_apart, near_apart = distances
    return jnp.where(near_apart <= far_apart, 0, far)


def distances(target_tree: Tree, source_tree: Tree, lists: Lists) -> jax.Array:
    """The least distance between the centres of two far cells, between their spheres, and between
    those of near ones: (3,), infinite where there are none."""

    def least(pairs, target, source):
        """Of a list with these cells: the distance of the centres, and that of the spheres."""
        offset = target_tree.center.at[target].get(mode="clip") - source_tree.center.at[source].get(
            mode="clip"
        )
        offset = offset - pairs.shift(pairs.source)
        radii = target_tree.radius.at[target].get(mode="clip") + source_tree.radius.at[source].get(
            mode="clip"
        )
        distance, used = (
            jnp.linalg.norm(offset, axis=1),
            lax.iota(jnp.int32, pairs.capacity) < pairs.count,
        )
        return [
            jnp.min(jnp.where(used, d, jnp.inf), initial=jnp.inf)
            for d in (distance, distance - radii)
        ]

    far, near = lists.far, lists.near
    leaves = (
        target_tree.leaves.at[near.target].get(mode="clip"),
        source_tree.leaves.at[near.number].get(mode="clip"),
    )
    return jnp.stack([*least(far, far.target, far.number), least(near, *leaves)[1]])


@dataclasses.dataclass(frozen=True)
class _Leaves:
    """The nodes of all cells, to P2P what the points of leaves are."""

    order: jax.Array
    start: jax.Array
    count: jax.Array
    center: jax.Array
    leaves: jax.Array
    n_leaves: jax.Array
    leaf_of_point: jax.Array
    leaf_size: int


def _nodes(cells: _Cells) -> tuple[Any, jax.Array]:
    """The nodes of all cells as the leaves of a tree, and where they are, (all nodes, d)."""
    at, tree = chebyshev.grid(cells.at), cells.tree
    capacity, n, dim = at.shape
    cell, point = lax.iota(jnp.int32, capacity), lax.iota(jnp.int32, capacity * n)
    used = jnp.minimum(tree.n_nodes, capacity)
    leaves = _Leaves(
        point, cell * n, jnp.full_like(cell, n), tree.center, cell, used, point // n, n
    )
    return leaves, at.reshape(-1, dim)
