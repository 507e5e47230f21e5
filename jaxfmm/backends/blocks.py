"""Particles in blocks of one leaf each, the form in which XLA's loops read and write them.

Points, weights and results outside of blocks are in the order of their tree."""

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends.protocol import Cells


def _slots(tree: Cells, multiple: int) -> tuple[Array, Array]:
    """The places of the slots (leaf capacity, width) among the points, and which slots hold a
    point. The width is the leaf size, rounded up to a multiple."""
    node = tree.leaves
    slot = lax.iota(jnp.int32, -(-tree.leaf_size // multiple) * multiple)[None]
    return tree.start[node][:, None] + slot, slot < leaf_counts(tree)[:, None]


def position_blocks(tree: Cells, points: Array, multiple: int = 1) -> Array:
    """points (n, d) -> (leaf capacity, d, width). Unused slots hold the centre of the leaf, and
    zeros for numbers that follow the coordinates."""
    place, used = _slots(tree, multiple)
    center = tree.center[tree.leaves]
    center = jnp.pad(center, ((0, 0), (0, points.shape[1] - center.shape[1])))
    blocks = jnp.where(used[..., None], points.at[place].get(mode="clip"), center[:, None])
    return jnp.swapaxes(blocks, 1, 2)


def weight_blocks(tree: Cells, weights: Array, multiple: int = 1) -> Array:
    """weights (n, components, k) -> (leaf capacity, components, k, width), zero in unused slots."""
    place, used = _slots(tree, multiple)
    blocks = jnp.where(used[..., None, None], weights.at[place].get(mode="clip"), 0)
    return jnp.transpose(blocks, (0, 2, 3, 1))


def leaf_counts(tree: Cells) -> Array:
    """How many slots of each block hold a point."""
    used = lax.iota(jnp.int32, tree.leaves.shape[0]) < tree.n_leaves
    return jnp.where(used, tree.count[tree.leaves], 0)


def from_blocks(tree: Cells, blocks: Array) -> Array:
    """(leaf capacity, components, k, width) -> (n, components, k)."""
    leaf = tree.leaf_of_point[tree.order]
    slot = lax.iota(jnp.int32, leaf.shape[0]) - tree.start[tree.leaves.at[leaf].get(mode="clip")]
    return blocks.at[leaf, :, :, slot].get(mode="clip")
