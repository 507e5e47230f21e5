"""Sizes that all implementations of trees share."""

from typing import Any

from jax.typing import DTypeLike

from jaxfmm.tree.keys import WORDS

MAX_LEVELS = 32 * WORDS + 32  # every key bit, then halves of up to 2^32 equal keys
# nodes of at most this many leaf sizes measure their points, larger ones the diagonal of their box
EXACT_RADIUS = 8
MOST_DIMENSIONS = 3  # of compiled trees
# leaf sizes of points that make a crowd (`tree.sparse`); at least 8, so that unmade words do no
# harm
CROWD = 256
LISTS = ("far", "near", "outward", "inward")


def node_words(dtype: DTypeLike) -> int:
    """Numbers of this dtype in a node of custom_ops/include/lists.h: a sphere; length and integers
    in 16 bytes."""
    return 4 + 16 // dtype.itemsize


def shapes_of_tree(n: int, dim: int, leaf_capacity: int) -> Any:
    """The shapes of the fields of a `Tree` of n points by name, but of `order`."""
    nodes = 2 * leaf_capacity - 1
    names = ("start", "count", "child", "parent", "radius")
    shapes = dict.fromkeys(names, (nodes,)) | dict.fromkeys(("center", "half"), (nodes, dim))
    shapes |= {"n_nodes": (), "n_leaves": ()}
    return shapes | {
        "level_start": (MAX_LEVELS + 1,),
        "leaves": (leaf_capacity,),
        "leaf_of_point": (n,),
    }
