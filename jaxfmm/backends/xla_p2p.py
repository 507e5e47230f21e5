"""Blocks of targets against blocks of sources, summed directly: the inner loop of P2P and of the
direct sum.

Both sides are packed: weights hold one value per multi-index a of the source orders, results one
per multi-index b of the target orders (`kernels.base.components`), and

    result_b(x) = sum_y sum_a w_a(y) d_y^a d_x^b K(x, y) .
"""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kernels.pairs import components


def _one_source(
    kernel: Any,
    x: list[jax.Array],
    y: list[jax.Array],
    weights: list[jax.Array],
    source_components: tuple[tuple[int, ...], ...],
    target_components: tuple[tuple[int, ...], ...],
) -> list[jax.Array]:
    """Contributions of sources to every target component; `x`, `y` and `weights` are lists of
    broadcastable arrays."""
    sums = kernel.pair_sums(x, y, dict(zip(source_components, weights)), target_components)
    return [sums[b] for b in target_components]


def accumulate(
    kernel: Any,
    x: jax.Array,
    y: jax.Array,
    weights: jax.Array,
    count: jax.Array | int,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    sizes: Any,
) -> tuple[jax.Array, ...]:
    """Sums over the sources of blocks.

    Args:
      x: (C, d, T) targets.  y: (C or 1, d, S) sources. Both with numbers of their own behind the
        coordinates.
      weights: (C or 1, A, k, S), zero in unused slots; S must be a multiple of `sizes.sources`.
      count: scalar, how many slots of the sources to visit.

    Returns:
      A tuple of (C, k, T) arrays, one for each target component.
    """
    width = x.shape[1]
    dim = width - kernel.own_numbers
    source_components, target_components = (
        components(source_orders, dim),
        components(target_orders, dim),
    )
    # one at a time those of kernels that are not radial, whose derivatives take longer to compile
    step = sizes.sources if kernel.is_radial or sizes.tile else 1
    zero = jnp.zeros((x.shape[0], weights.shape[2], x.shape[2]), x.dtype)

    def visit(i, total):
        ys = lax.dynamic_slice_in_dim(y, i * step, step, axis=2)
        ws = lax.dynamic_slice_in_dim(weights, i * step, step, axis=3)
        if sizes.tile:
            there = [x[:, None, c, :, None] for c in range(width)]
            here = [ys[:, None, c, None, :] for c in range(width)]
            w = [ws[:, a, :, None, :] for a in range(len(source_components))]
            parts = [_one_source(kernel, there, here, w, source_components, target_components)]
            parts = [[p.sum(-1) for p in parts[0]]]
        else:
            parts, there = [], [x[:, None, c] for c in range(width)]
            for j in range(step):
                here = [ys[:, None, c, j : j + 1] for c in range(width)]
                w = [ws[:, a, :, j : j + 1] for a in range(len(source_components))]
                parts.append(
                    _one_source(kernel, there, here, w, source_components, target_components)
                )
        for part in parts:
            total = tuple(t + p for t, p in zip(total, part))
        return total

    return lax.fori_loop(0, (count + step - 1) // step, visit, (zero,) * len(target_components))
