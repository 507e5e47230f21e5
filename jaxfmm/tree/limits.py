"""Sizes that all implementations of trees and lists share."""

import numpy as np

from jaxfmm.tree.keys import WORDS

Shapes = dict[str, tuple[int, ...]]  # of arrays by name
MAX_LEVELS = 32 * WORDS + 32  # One for every bit of a key, then halves of up to 2^32 equal keys.
# Nodes of at most this many leaf sizes get the smallest radius around their centre, larger nodes
# half the diagonal of their box.
EXACT_RADIUS = 8
MOST_DIMENSIONS = 3  # Compiled trees have at most this many dimensions.
# This many leaf sizes of points make a crowd (`tree.sparse`). It is at least 8, so that key words
# that were not computed do no harm.
CROWD = 256
# `outward` is the W list (M2P) and `inward` the X list (P2L).
LISTS = ("far", "near", "outward", "inward")


def node_words(dtype: np.dtype) -> int:
    """How many numbers of this dtype a node of custom_ops/include/lists.h takes: a sphere, and 16
    bytes for the length and two integers."""
    return 4 + 16 // dtype.itemsize


def shapes_of_tree(n: int, dim: int, leaf_capacity: int) -> Shapes:
    """The shapes of the fields of a `Tree` of n points by name, without `order`."""
    nodes = 2 * leaf_capacity - 1
    shapes: Shapes = {"n_nodes": (), "n_leaves": (), "leaf_of_point": (n,)}
    shapes |= dict.fromkeys(("start", "count", "child", "parent", "radius"), (nodes,))
    shapes |= dict.fromkeys(("center", "half"), (nodes, dim))
    return shapes | {"level_start": (MAX_LEVELS + 1,), "leaves": (leaf_capacity,)}
