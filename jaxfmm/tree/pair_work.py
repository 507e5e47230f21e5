"""The work of near lists: how many pairs of points they hold."""

import jax
import jax.numpy as jnp

from jaxfmm.run_once import run_once
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import PairList

BLOCK = 1024  # Numbers are added in blocks of this many, so that float32 keeps their digits.


@run_once
def pair_work(target: Tree, source: Tree, near: PairList) -> jax.Array:
    """The number of pairs of points in a near list, in float32."""

    def points(tree, leaves):  # the number of points in each leaf
        counts = tree.count.at[tree.leaves].get(mode="fill", fill_value=0)
        return counts.at[leaves].get(mode="fill", fill_value=0).astype(jnp.float32)

    pairs = jnp.where(near.used, points(target, near.target) * points(source, near.number), 0)
    return jnp.pad(pairs, (0, -near.capacity % BLOCK)).reshape(-1, BLOCK).sum(1).sum()
