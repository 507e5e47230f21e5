"""The passes over cells: P2M, M2M, M2L, L2L, L2P, and M2P and its transpose P2L for treecodes.

Each is a loop over chunks of static size. `expansion` holds the operators of a module of `jaxfmm.expansions`; they work
on a batch of cells or of pairs of cells. Cells are arrays: centre (nodes, d), radius (nodes,), expansions (nodes, k,
coefficients).
"""

import jax.numpy as jnp
from jax import lax

from jaxfmm.kernels.base import result_components, weight_tensors
from jaxfmm.ops.chunks import over, over_list


def _clip(array, index):
    return array.at[index].get(mode="clip")


def _in_cell(blocks, center, radius):
    """Positions (C, S, d) relative to the centre in units of the radius of blocks (C, d, S)."""
    return (jnp.swapaxes(blocks, 1, 2) - center[:, None]) / radius[:, None, None]


def p2m(expansion, order, blocks, weights, leaves, n_leaves, center, radius, source_orders, sizes):
    """Multipole expansions of the leaves from their particles; zero elsewhere."""
    nodes, k = radius.shape[0], weights.shape[2]

    def chunk(index, valid, multipoles):
        node = _clip(leaves, index)
        u = _in_cell(_clip(blocks, index), center[node], radius[node])
        tensors = weight_tensors(_clip(weights, index), source_orders, u.shape[-1])
        value = expansion.p2m(u, radius[node], tensors, order)
        return multipoles.at[jnp.where(valid, node, nodes)].set(value, mode="drop")

    empty = jnp.zeros((nodes, k, expansion.size(order)), blocks.dtype)
    return over(n_leaves, leaves.shape[0], max(1, sizes.cells // 8), chunk, empty)


def m2m(expansion, order, multipoles, child, center, radius, levels, sizes):
    """Shifts multipoles from the leaves to the root. `levels(chunk, body, carry)` runs over runs of nodes, upward."""
    nodes = radius.shape[0]
    chunk = min(sizes.cells, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first, stop, multipoles):
        me = jnp.minimum(first + step, nodes - 1)
        inner = (first + step < stop) & (child[me] >= 0)
        total = 0
        for right in range(2):
            c = jnp.where(inner, child[me] + right, 0)
            total = total + expansion.m2m(multipoles[c], center[c] - center[me], radius[c], radius[me], order)
        return multipoles.at[jnp.where(inner, me, nodes)].set(total, mode="drop")

    return levels(chunk, level, multipoles)


def m2l(expansion, order, multipoles, target_center, target_radius, source_center, source_radius, pairs, sizes):
    """Local expansions from all listed (target, source) pairs of cells, sorted by target."""
    nodes = target_radius.shape[0]

    def chunk(t, s, valid, local):
        t = jnp.where(valid, t, nodes)
        offset = _clip(target_center, t) - source_center[s]
        # a slot that is not in use translates between cells one unit apart
        offset = jnp.where(valid[:, None], offset, jnp.ones_like(offset))
        value = expansion.m2l(multipoles[s], offset, source_radius[s], _clip(target_radius, t), order)
        return local.at[t].add(value, mode="drop", indices_are_sorted=True)

    return over_list(pairs, sizes.cells, chunk, jnp.zeros((nodes,) + multipoles.shape[1:], multipoles.dtype))


def l2l(expansion, order, local, parent, center, radius, levels, sizes):
    """Shifts local expansions from the root to the leaves. `levels` runs over runs of nodes, downward."""
    nodes = radius.shape[0]
    chunk = min(sizes.cells, nodes)
    step = lax.iota(jnp.int32, chunk)

    def level(first, stop, local):
        me = jnp.minimum(first + step, nodes - 1)
        p = jnp.maximum(parent[me], 0)
        value = expansion.l2l(local[p], center[me] - center[p], radius[p], radius[me], order)
        return local.at[jnp.where((first + step < stop) & (parent[me] >= 0), me, nodes)].add(value, mode="drop")

    return levels(chunk, level, local)


def l2p(expansion, local, blocks, leaves, n_leaves, center, radius, target_orders, result, sizes):
    """Adds the local expansions of the leaves at their particles to `result` (R, components, k, T)."""

    def chunk(index, valid, result):
        node = _clip(leaves, index)
        u = _in_cell(_clip(blocks, index), center[node], radius[node])
        value = result_components(expansion.l2p(local[node], u, radius[node], target_orders), u.shape[-1])
        return result.at[jnp.where(valid, index, result.shape[0])].add(value, mode="drop")

    return over(n_leaves, leaves.shape[0], max(1, sizes.cells // 8), chunk, result)


def m2p(expansion, multipoles, blocks, source_center, source_radius, pairs, target_orders, result, sizes):
    """Adds the multipoles of the listed (target leaf, source node) pairs at the leaves' particles to `result`."""

    def chunk(t, s, valid, result):
        rows = jnp.where(valid, t, result.shape[0])
        offset = jnp.swapaxes(_clip(blocks, t), 1, 2) - source_center[s][:, None]
        offset = jnp.where(valid[:, None, None], offset, jnp.ones_like(offset))
        tensors = expansion.m2p(multipoles[s], offset, source_radius[s], target_orders)
        value = result_components(tensors, offset.shape[-1])
        return result.at[rows].add(value, mode="drop", indices_are_sorted=True)

    return over_list(pairs, max(1, sizes.cells // 16), chunk, result)


def p2l(expansion, order, sources, weights, target_center, target_radius, pairs, source_orders, sizes):
    """Local expansions of the target cells from the particles of the listed (target node, source leaf) pairs."""
    nodes = target_radius.shape[0]

    def chunk(t, s, valid, local):
        t = jnp.where(valid, t, nodes)
        offset = jnp.swapaxes(_clip(sources, s), 1, 2) - _clip(target_center, t)[:, None]
        tensors = weight_tensors(_clip(weights, s), source_orders, offset.shape[-1])
        value = expansion.p2l(offset, _clip(target_radius, t), tensors, order)
        return local.at[t].add(value, mode="drop", indices_are_sorted=True)

    empty = jnp.zeros((nodes, weights.shape[2], expansion.size(order)), sources.dtype)
    return over_list(pairs, max(1, sizes.cells // 16), chunk, empty)
