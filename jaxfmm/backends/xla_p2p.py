"""Blocks of targets against blocks of sources, summed directly: the inner loop of P2P and of the
direct sum.

Both sides are packed: weights have one value for each multi-index a of the source orders, results
one for each multi-index b of the target orders (`kernels.pairs.components`), and

    result_b(x) = sum_y sum_a w_a(y) d_y^a d_x^b K(x, y) .
"""

from typing import Any

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends.sizes import Sizes
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import components


def accumulate(
    kernel: Kernel,
    x: Array,
    y: Array,
    weights: Array,
    count: Array | int,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    sizes: Sizes,
    *,
    accurate: bool = False,
) -> tuple[Array, ...]:
    """Sums over the sources of blocks.

    Args:
      x: (C, d, T) targets.  y: (C or 1, d, S) sources. Both with their own numbers behind the
        coordinates.
      weights: (C or 1, A, k, S), zero in unused slots; S must be a multiple of `sizes.sources`.
      count: scalar, how many slots of the sources to visit.
      accurate: add with compensation (Kahan 1965).

    Returns:
      A tuple of (C, k, T) arrays, one for each target component.
    """
    width = x.shape[1]
    dim = width - kernel.own_numbers
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    # The derivatives of kernels that are not radial take longer to compile: one source at a time.
    step = sizes.sources if kernel.is_radial or sizes.tile else 1
    zero = jnp.zeros((x.shape[0], weights.shape[2], x.shape[2]), x.dtype)

    def contributions(there: list[Array], here: list[Array], w: list[Array]) -> list[Array]:
        """To every target component; coordinates and weights are broadcastable arrays."""
        sums = kernel.pair_sums(there, here, dict(zip(at_source, w)), at_target)
        return [sums[b] for b in at_target]

    def visit(i: Array, sums: tuple[Any, ...]) -> tuple[Any, ...]:
        ys = lax.dynamic_slice_in_dim(y, i * step, step, axis=2)
        ws = lax.dynamic_slice_in_dim(weights, i * step, step, axis=3)
        if sizes.tile:
            there = [x[:, None, c, :, None] for c in range(width)]
            here = [ys[:, None, c, None, :] for c in range(width)]
            w = [ws[:, a, :, None, :] for a in range(len(at_source))]
            parts = [[p.sum(-1) for p in contributions(there, here, w)]]
        else:
            parts, there = [], [x[:, None, c] for c in range(width)]
            for j in range(step):
                here = [ys[:, None, c, j : j + 1] for c in range(width)]
                w = [ws[:, a, :, j : j + 1] for a in range(len(at_source))]
                parts.append(contributions(there, here, w))
        for part in parts:
            if accurate:
                sums = tuple(add_compensated(t, lost, p) for (t, lost), p in zip(sums, part))
            else:
                sums = tuple(s + p for s, p in zip(sums, part))
        return sums

    start: tuple[Any, ...] = ((zero, zero) if accurate else zero,) * len(at_target)
    sums = lax.fori_loop(0, (count + step - 1) // step, visit, start)
    return tuple(total for total, _ in sums) if accurate else sums


def add_compensated(total: Array, lost: Array, more: Array) -> tuple[Array, Array]:
    """(total, lost) with `more` added (Kahan 1965); lost: the negative of what rounding has taken
    from the total."""
    value = more - lost
    added = total + value
    return added, (added - total) - value
