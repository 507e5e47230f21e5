"""Particles in blocks of one leaf each, the form in which the hot loops read and write them."""

import jax.numpy as jnp
from jax import lax


def _slots(tree, width):
    """Sorted positions of the slots (leaf capacity, width) and which of them hold a particle."""
    node = tree.leaves
    slot = lax.iota(jnp.int32, width)[None]
    used = lax.iota(jnp.int32, node.shape[0])[:, None] < tree.n_leaves
    return tree.start[node][:, None] + slot, used & (slot < tree.count[node][:, None])


def width(tree, multiple=1):
    """Slots per block."""
    return -(-tree.leaf_size // multiple) * multiple


def position_blocks(tree, points, multiple=1):
    """points (n, d), in the order given -> (leaf capacity, d, width). Unused slots hold the leaf's centre."""
    place, used = _slots(tree, width(tree, multiple))
    rows = tree.order.at[place].get(mode="clip")
    center = tree.center[tree.leaves]
    return jnp.swapaxes(jnp.where(used[..., None], points[rows], center[:, None]), 1, 2)


def weight_blocks(tree, weights, multiple=1):
    """weights (n, components, k) -> (leaf capacity, components, k, width), zero in unused slots."""
    place, used = _slots(tree, width(tree, multiple))
    rows = tree.order.at[place].get(mode="clip")
    blocks = jnp.where(used[..., None, None], weights[rows], 0)
    return jnp.transpose(blocks, (0, 2, 3, 1))


def leaf_counts(tree):
    """Occupied slots of each block."""
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    return jnp.where(used, tree.count[tree.leaves], 0)


def from_blocks(tree, blocks):
    """(leaf capacity, components, k, width) -> (n, components, k) in the order of the points as given."""
    n = tree.order.shape[0]
    leaf = tree.leaf_of_point[tree.order]
    slot = lax.iota(jnp.int32, n) - tree.start[tree.leaves.at[leaf].get(mode="clip")]
    values = blocks.at[leaf, :, :, slot].get(mode="clip")
    return jnp.zeros_like(values).at[tree.order].set(values, unique_indices=True)
