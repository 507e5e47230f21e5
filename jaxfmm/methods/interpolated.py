"""The FMM for any kernel that is smooth at a distance, by interpolation (`expansions.chebyshev`).

Far cells interact by sums of their nodes over each other's, which is P2P with the list of far pairs: the one loop over
pairs that every backend has compiled for every kernel. The other passes are in XLA.
"""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.expansions import chebyshev
from jaxfmm.kernels.base import components
from jaxfmm.methods import blocks
from jaxfmm.ops import backends, cells as passes
from jaxfmm.ops.chunks import over
from jaxfmm.ops.p2p import p2p
from jaxfmm.tree.build import level_chunks

CHUNK = 2**17  # coefficients that passes take at a time, for each thousand cells of `Sizes`
APART = 8  # units in the last place of a cell's distance from the origin, by which its nodes are apart at least
RESOLVED = 32 * APART  # the same, by which cells are
MOST_DECAY = 2.0  # lengths of an exponential decay, between far cells that are the closest


def interpolated_sum(
    kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders,
    *, backend, platform,
):  # fmt: skip
    """As `fmm.tree_sum`."""
    sizes, dim, rhs = backends.sizes(platform), targets.shape[1], weights.shape[2]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    x = blocks.position_blocks(target_tree, targets)
    y = blocks.position_blocks(source_tree, sources, sizes.sources)
    w = blocks.weight_blocks(source_tree, weights, sizes.sources)
    target_cells = _Cells.of(target_tree, x, order)
    source_cells = target_cells if target_tree is source_tree else _Cells.of(source_tree, y, order)
    multipoles = _upward(source_cells, order, y, w, sizes)
    shape = (x.shape[0], len(at_target), rhs, x.shape[2])
    if backend == "xla":
        local = _m2l(
            kernel, target_cells, source_cells, multipoles, lists.far, source_orders, target_orders, sizes
        )  # fmt: skip
        result = _downward(target_cells, order, local, x, sizes).reshape(shape)
        counts = blocks.leaf_counts(source_tree)
        return blocks.from_blocks(
            target_tree, p2p(kernel, x, y, w, counts, lists.near.triple, result, source_orders, target_orders, sizes)
        )
    ops = backends.operations(backend)
    local = _m2l_compiled(ops, kernel, target_cells, source_cells, multipoles, lists.far, at_source, at_target)
    far = blocks.from_blocks(target_tree, _downward(target_cells, order, local, x, sizes).reshape(shape))
    order_t, order_s = target_tree.order, source_tree.order
    return ops.p2p(
        kernel, target_tree, source_tree, targets[order_t], sources[order_s], weights[order_s], lists.near,
        far[order_t], at_source, at_target,
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class _Cells:
    """A tree whose nodes are boxes. at (nodes, d, order + 1): the Chebyshev nodes of each on each axis, rounded to
    numbers that P2P sees; places: the same relative to the centres."""

    tree: object
    at: jax.Array
    places: jax.Array

    @classmethod
    def of(cls, tree, points, order):
        """points (leaves, d, S): blocks of a leaf each, whose unused slots hold the leaf's centre."""
        capacity, dim = tree.center.shape
        empty = jnp.full((capacity, dim), jnp.inf, points.dtype)
        used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
        node = jnp.where(used, tree.leaves, capacity)
        low = empty.at[node].min(points.min(2), mode="drop")
        high = (-empty).at[node].max(points.max(2), mode="drop")
        chunk = min(capacity, 4096)
        step = lax.iota(jnp.int32, chunk)

        def unite(first, last, boxes):
            me = first + step
            left = tree.child.at[me].get(mode="clip")
            inner = jnp.where((me < last) & (left >= 0), me, capacity)
            low, high = boxes
            low = low.at[inner].set(jnp.minimum(low[left], low[left + 1]), mode="drop")
            high = high.at[inner].set(jnp.maximum(high[left], high[left + 1]), mode="drop")
            return low, high

        low, high = _walk(tree, upward=True)(chunk, unite, (low, high))
        half = jnp.maximum(high - tree.center, tree.center - low)
        # flat boxes get the width that keeps nodes apart; boxes that do not exist, the unit
        apart = APART * jnp.finfo(half.dtype).eps / chebyshev.gap(order)
        half = jnp.maximum(half, jnp.maximum(1e-3 * tree.radius[:, None], apart * jnp.abs(tree.center)))
        half = jnp.where(jnp.isfinite(half), half, 1)[:, :, None]
        t = np.asarray(chebyshev.nodes(order), half.dtype)[None, None]
        # made once: rounded otherwise a second time, they would not be the nodes of the interpolants
        at = lax.optimization_barrier(tree.center[:, :, None] + half * t)
        return cls(tree, at, at - tree.center[:, :, None])

    @property
    def nodes(self):
        """(nodes, n, d)"""
        return chebyshev.grid(self.at)


def resolved(low, high):
    """The distance below which pairs of cells must be summed directly, for points in a box: among numbers of this
    precision their nodes cannot be placed finely enough."""
    size = jnp.maximum(jnp.abs(low), jnp.abs(high)).max(initial=0)
    return RESOLVED * jnp.finfo(size.dtype).eps * size


def closest(target_tree, source_tree, lists):
    """The least distance between the centres of two far cells, zero where cells of the near list are closer.

    A kernel that decays exponentially varies by orders of magnitude within cells that are many of its lengths wide.
    That does no harm where closer pairs are summed directly, beside which the far ones do not matter."""

    def least(pairs, target, source):
        """Of a list with these cells: the distance of the centres, and that of the spheres."""
        offset = target_tree.center.at[target].get(mode="clip") - source_tree.center.at[source].get(mode="clip")
        radii = target_tree.radius.at[target].get(mode="clip") + source_tree.radius.at[source].get(mode="clip")
        distance, used = jnp.linalg.norm(offset, axis=1), lax.iota(jnp.int32, pairs.capacity) < pairs.count
        return [jnp.min(jnp.where(used, d, jnp.inf), initial=jnp.inf) for d in (distance, distance - radii)]

    far, near = lists.far, lists.near
    leaves = target_tree.leaves.at[near.target].get(mode="clip"), source_tree.leaves.at[near.source].get(mode="clip")
    distance, apart = least(far, far.target, far.source)
    return jnp.where(least(near, *leaves)[1] <= apart, 0, distance)


def _used(tree):
    return jnp.minimum(tree.n_nodes, tree.capacity)


def _walk(tree, *, upward):
    return functools.partial(level_chunks, tree.level_start, _used(tree), upward=upward)


def _chunk(order, dim, sizes):
    return max(1, CHUNK * sizes.cells // 1024 // (order + 1) ** dim)


def _upward(cells, order, points, weights, sizes):
    """Coefficients (nodes, components * k, n) of all nodes."""
    tree, places = cells.tree, cells.places
    (nodes, dim), chunk = tree.center.shape, _chunk(order, tree.center.shape[1], sizes)
    weights = weights.reshape(weights.shape[0], -1, weights.shape[3])

    def leaf(index, valid, multipoles):
        node = tree.leaves.at[index].get(mode="clip")
        u = jnp.swapaxes(points.at[index].get(mode="clip"), 1, 2) - tree.center[node][:, None]
        value = chebyshev.p2m(u, places[node], weights.at[index].get(mode="clip"))
        return multipoles.at[jnp.where(valid, node, nodes)].set(value, mode="drop")

    multipoles = jnp.zeros((nodes, weights.shape[1], (order + 1) ** dim), points.dtype)
    multipoles = over(tree.n_leaves, tree.leaves.shape[0], max(1, chunk // 32), leaf, multipoles)
    walk, sizes = _walk(tree, upward=True), dataclasses.replace(sizes, cells=chunk)
    return passes.m2m(chebyshev, order, multipoles, tree.child, tree.center, places, walk, sizes)


def _m2l(kernel, target_cells, source_cells, multipoles, far, source_orders, target_orders, sizes):
    """In XLA: blocks of nodes against blocks of nodes."""
    x, y = (jnp.swapaxes(cells.nodes, 1, 2) for cells in (target_cells, source_cells))
    cells, dim, n = y.shape
    pad = [(0, 0), (0, 0), (0, -n % sizes.sources)]
    y, w = jnp.pad(y, pad, mode="edge"), jnp.pad(multipoles, pad)
    w = w.reshape(cells, len(components(source_orders, dim)), -1, w.shape[2])
    counts = jnp.full(cells, n, jnp.int32)
    nothing = jnp.zeros((x.shape[0], len(components(target_orders, dim)), w.shape[2], n), x.dtype)
    smaller = dataclasses.replace(sizes, pairs=max(1, sizes.pairs * 64 // n))
    local = p2p(kernel, x, y, w, counts, far.triple, nothing, source_orders, target_orders, smaller)
    return local.reshape(x.shape[0], -1, n)


@dataclasses.dataclass(frozen=True)
class _Nodes:
    """The nodes of all cells, to P2P what the points of leaves are."""

    order: jax.Array
    start: jax.Array
    count: jax.Array
    leaves: jax.Array
    n_leaves: jax.Array
    leaf_size: int

    @classmethod
    def of(cls, tree, n):
        cell = lax.iota(jnp.int32, tree.capacity)
        return cls(lax.iota(jnp.int32, tree.capacity * n), cell * n, jnp.full_like(cell, n), cell, _used(tree), n)


def _m2l_compiled(ops, kernel, target_cells, source_cells, multipoles, far, at_source, at_target):
    nodes, n = source_cells.nodes, multipoles.shape[2]
    x, y = (cells.nodes.reshape(-1, nodes.shape[2]) for cells in (target_cells, source_cells))
    w = jnp.swapaxes(multipoles, 1, 2).reshape(len(y), len(at_source), -1)
    target, source = (_Nodes.of(cells.tree, n) for cells in (target_cells, source_cells))
    nothing = jnp.zeros((len(x), len(at_target), w.shape[2]), x.dtype)
    out = ops.p2p(kernel, target, source, x, y, w, far, nothing, at_source, at_target)
    return jnp.swapaxes(out.reshape(target.leaves.shape[0], n, -1), 1, 2)


def _downward(cells, order, local, points, sizes):
    """The fields (leaves, components * k, T) of all nodes at the points."""
    tree, places = cells.tree, cells.places
    chunk = _chunk(order, tree.center.shape[1], sizes)
    walk, sizes = _walk(tree, upward=False), dataclasses.replace(sizes, cells=chunk)
    local = passes.l2l(chebyshev, order, local, tree.parent, tree.center, places, walk, sizes)

    def leaf(index, valid, result):
        node = tree.leaves.at[index].get(mode="clip")
        u = jnp.swapaxes(points.at[index].get(mode="clip"), 1, 2) - tree.center[node][:, None]
        value = chebyshev.l2p(local[node], u, places[node])
        return result.at[jnp.where(valid, index, result.shape[0])].set(value, mode="drop")

    result = jnp.zeros((points.shape[0], local.shape[1], points.shape[2]), points.dtype)
    return over(tree.n_leaves, tree.leaves.shape[0], max(1, chunk // 32), leaf, result)
