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
from jaxfmm.kernels.base import components, result_components, weight_tensors
from jaxfmm.methods import blocks
from jaxfmm.ops import backends, cells as passes
from jaxfmm.ops.chunks import over
from jaxfmm.ops.p2p import p2p
from jaxfmm.tree.build import level_chunks

CHUNK = 2**17  # coefficients that passes take at a time, for each thousand cells of `Sizes`


def interpolated_sum(
    kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders,
    *, backend, platform,
):  # fmt: skip
    """As `fmm.tree_sum`."""
    sizes, dim, rhs = backends.sizes(platform), targets.shape[1], weights.shape[2]
    at_target = components(target_orders, dim)
    x = blocks.position_blocks(target_tree, targets)
    y = blocks.position_blocks(source_tree, sources, sizes.sources)
    w = blocks.weight_blocks(source_tree, weights, sizes.sources)
    target_cells = _Cells.of(target_tree, x)
    source_cells = target_cells if target_tree is source_tree else _Cells.of(source_tree, y)
    multipoles = _upward(source_cells, order, y, w, source_orders, sizes)
    result = jnp.zeros((x.shape[0], len(at_target), rhs, x.shape[2]), x.dtype)
    if backend == "xla":
        local = _m2l(kernel, order, target_cells, source_cells, multipoles, lists.far, sizes)
        result = _downward(target_cells, order, local, x, target_orders, result, sizes)
        counts = blocks.leaf_counts(source_tree)
        return blocks.from_blocks(
            target_tree, p2p(kernel, x, y, w, counts, lists.near.triple, result, source_orders, target_orders, sizes)
        )
    ops = backends.operations(backend)
    local = _m2l_compiled(ops, kernel, order, target_cells, source_cells, multipoles, lists.far)
    far = blocks.from_blocks(target_tree, _downward(target_cells, order, local, x, target_orders, result, sizes))
    order_t, order_s = target_tree.order, source_tree.order
    return ops.p2p(
        kernel, target_tree, source_tree, targets[order_t], sources[order_s], weights[order_s], lists.near,
        far[order_t], components(source_orders, dim), at_target,
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class _Cells:
    """A tree whose nodes are boxes: half (nodes, d), the half widths around the centres."""

    tree: object
    half: jax.Array

    @classmethod
    def of(cls, tree, points):
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
        # flat boxes get some width; nodes that do not exist, the unit
        half = jnp.maximum(half * (1 + 4 * jnp.finfo(half.dtype).eps), 1e-3 * tree.radius[:, None])
        return cls(tree, jnp.where(jnp.isfinite(half), half, 1))

    def nodes(self, order):
        """(nodes, n, d)"""
        t = np.asarray(chebyshev.grid(order, self.half.shape[1]), self.half.dtype)[None]
        return self.tree.center[:, None] + self.half[:, None] * t


def _used(tree):
    return jnp.minimum(tree.n_nodes, tree.capacity)


def _walk(tree, *, upward):
    return functools.partial(level_chunks, tree.level_start, _used(tree), upward=upward)


def _chunk(order, dim, sizes):
    return max(1, CHUNK * sizes.cells // 1024 // (order + 1) ** dim)


def _upward(cells, order, points, weights, source_orders, sizes):
    """Coefficients (nodes, k, n) of all nodes."""
    tree, half = cells.tree, cells.half
    (nodes, dim), k, chunk = half.shape, weights.shape[2], _chunk(order, half.shape[1], sizes)

    def leaf(index, valid, multipoles):
        node = tree.leaves.at[index].get(mode="clip")
        u = jnp.swapaxes(points.at[index].get(mode="clip"), 1, 2) - tree.center[node][:, None]
        tensors = weight_tensors(weights.at[index].get(mode="clip"), source_orders, dim)
        value = chebyshev.p2m(u, half[node], tensors, order)
        return multipoles.at[jnp.where(valid, node, nodes)].set(value, mode="drop")

    multipoles = jnp.zeros((nodes, k, (order + 1) ** dim), points.dtype)
    multipoles = over(tree.n_leaves, tree.leaves.shape[0], max(1, chunk // 32), leaf, multipoles)
    walk, sizes = _walk(tree, upward=True), dataclasses.replace(sizes, cells=chunk)
    return passes.m2m(chebyshev, order, multipoles, tree.child, tree.center, half, walk, sizes)


def _m2l(kernel, order, target_cells, source_cells, multipoles, far, sizes):
    """In XLA: blocks of nodes against blocks of nodes."""
    x, y = (jnp.swapaxes(cells.nodes(order), 1, 2) for cells in (target_cells, source_cells))
    n = y.shape[2]
    pad = [(0, 0), (0, 0), (0, -n % sizes.sources)]
    y, w = jnp.pad(y, pad, mode="edge"), jnp.pad(multipoles, pad)[:, None]
    counts = jnp.full(y.shape[0], n, jnp.int32)
    nothing = jnp.zeros((x.shape[0], 1, multipoles.shape[1], n), x.dtype)
    smaller = dataclasses.replace(sizes, pairs=max(1, sizes.pairs * 64 // n))
    return p2p(kernel, x, y, w, counts, far.triple, nothing, (0,), (0,), smaller)[:, 0]


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


def _m2l_compiled(ops, kernel, order, target_cells, source_cells, multipoles, far):
    dim = target_cells.half.shape[1]
    n, k = (order + 1) ** dim, multipoles.shape[1]
    x, y = (cells.nodes(order).reshape(-1, dim) for cells in (target_cells, source_cells))
    w = jnp.swapaxes(multipoles, 1, 2).reshape(-1, 1, k)
    target, source = (_Nodes.of(cells.tree, n) for cells in (target_cells, source_cells))
    alone = components((0,), dim)
    out = ops.p2p(kernel, target, source, x, y, w, far, jnp.zeros((x.shape[0], 1, k), x.dtype), alone, alone)
    return jnp.swapaxes(out.reshape(-1, n, k), 1, 2)


def _downward(cells, order, local, points, target_orders, result, sizes):
    """Adds the fields of all nodes to `result` (leaves, components, k, T)."""
    tree, half = cells.tree, cells.half
    dim, chunk = half.shape[1], _chunk(order, half.shape[1], sizes)
    walk, sizes = _walk(tree, upward=False), dataclasses.replace(sizes, cells=chunk)
    local = passes.l2l(chebyshev, order, local, tree.parent, tree.center, half, walk, sizes)

    def leaf(index, valid, result):
        node = tree.leaves.at[index].get(mode="clip")
        u = jnp.swapaxes(points.at[index].get(mode="clip"), 1, 2) - tree.center[node][:, None]
        value = chebyshev.l2p(local[node], u, half[node], target_orders, order)
        value = result_components(value, dim)
        return result.at[jnp.where(valid, index, result.shape[0])].add(value, mode="drop")

    return over(tree.n_leaves, tree.leaves.shape[0], max(1, chunk // 32), leaf, result)
