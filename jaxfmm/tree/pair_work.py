"""The work of near lists: how many pairs of points they hold."""

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.entries import number_of
from jaxfmm.on_host import numpy_of
from jaxfmm.run_once import run_once
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import PairList

BLOCK = 1024  # Numbers are added in blocks of this many, so that float32 keeps their digits.


def arrays_of_pairs(target: Tree, source: Tree, near: PairList) -> tuple[jax.Array, ...]:
    """The arrays that `known_pair_work` reads."""
    of_trees = target.count, target.leaves, source.count, source.leaves
    return *of_trees, near.target, near.source, near.count


def known_pair_work(target: Tree, source: Tree, near: PairList) -> float:
    """`pair_work` of concrete arrays, by NumPy where the host can read them."""
    here = numpy_of(*arrays_of_pairs(target, source, near))
    if here is None:
        return float(pair_work(target, source, near))
    *of_trees, targets, entries, used = here
    sides = targets[:used], number_of(entries[:used], near.bits)
    points = (
        count[np.minimum(nodes, len(count) - 1)][leaves].astype(np.float64)
        for count, nodes, leaves in zip(of_trees[::2], of_trees[1::2], sides)
    )
    return float(np.dot(*points))


@run_once
def pair_work(target: Tree, source: Tree, near: PairList) -> jax.Array:
    """The number of pairs of points in a near list, in float32."""

    def points(tree, leaves):  # the number of points in each leaf
        counts = tree.count.at[tree.leaves].get(mode="fill", fill_value=0)
        return counts.at[leaves].get(mode="fill", fill_value=0).astype(jnp.float32)

    pairs = jnp.where(near.used, points(target, near.target) * points(source, near.number), 0)
    return jnp.pad(pairs, (0, -near.capacity % BLOCK)).reshape(-1, BLOCK).sum(1).sum()
