"""P2P: the near field, leaf by leaf over a list of leaf pairs."""

import jax.numpy as jnp

from jaxfmm.ops.chunks import over_list
from jaxfmm.ops.pairs import accumulate


def p2p(kernel, targets, sources, weights, source_count, pairs, result, source_orders, target_orders, sizes):
    """Adds the sums over all listed leaf pairs to `result`.

    Args:
      targets (R, d, T), sources (B, d, S), weights (B, A, k, S): points in blocks of a leaf each.
      source_count (B,): occupied slots of each source block.
      pairs: a list (target, source, count) of block numbers, sorted by target.
      result (R, components, k, T): what to add to.
    """

    def chunk(t, s, valid, result):
        longest = jnp.max(jnp.where(valid, source_count.at[s].get(mode="clip"), 0))
        parts = accumulate(
            kernel, targets.at[t].get(mode="clip"), sources.at[s].get(mode="clip"), weights.at[s].get(mode="clip"),
            longest, source_orders, target_orders, sizes,
        )  # fmt: skip
        rows = jnp.where(valid, t, result.shape[0])
        return result.at[rows].add(jnp.stack(parts, axis=1), mode="drop", indices_are_sorted=True)

    return over_list(pairs, sizes.pairs, chunk, result)
