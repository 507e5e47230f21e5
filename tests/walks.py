"""The work of walks down two trees, counted."""

import numpy as np


def visits(tree, rate):
    """How many pairs of nodes the walk of each target node visits, (nodes,): the rule of
    custom_ops/include/lists.h."""
    center, radius, child = (np.asarray(x) for x in (tree.center, tree.radius, tree.child))
    rate, count = radius.dtype.type(rate), np.zeros(tree.capacity, np.int64)
    a = b = np.zeros(1, np.int64)
    while len(a):
        left = []
        for part in range(0, len(a), 1 << 20):
            i, j = a[part : part + (1 << 20)], b[part : part + (1 << 20)]
            count += np.bincount(i, minlength=tree.capacity)
            larger, smaller = np.maximum(radius[i], radius[j]), np.minimum(radius[i], radius[j])
            reach = rate * np.linalg.norm(center[i] - center[j], axis=1)
            leaf_i, leaf_j = child[i] < 0, child[j] < 0
            split = (larger + rate * smaller > reach) & ~(leaf_i & leaf_j)
            of_target = split & ~leaf_i & (leaf_j | (radius[i] >= radius[j]))
            of_source = split & ~of_target
            for side in range(2):
                left.append((child[i[of_target]] + side, j[of_target]))
                left.append((i[of_source], child[j[of_source]] + side))
        a, b = (np.concatenate(x) for x in zip(*left))
    return count
