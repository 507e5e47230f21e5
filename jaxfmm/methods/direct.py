"""The direct sum: every target against every source, in blocks.

Memory is O(n + m). Sources are summed in blocks and the blocks with a compensated sum (Kahan 1965), so that the
rounding error does not grow with n (the aim of Hamada & Iitaka 2007, table 2).
"""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kernels.base import components
from jaxfmm.ops import backends
from jaxfmm.ops.pairs import accumulate

SOURCE_BLOCK, TARGET_BLOCK = 256, 128


def direct(kernel, targets, sources, weights, source_orders, target_orders, *, backend, platform):
    """targets (m, d), sources (n, d), weights (n, A, k) -> (m, components, k)."""
    if backend == "xla" or 0 in (targets.shape[0], sources.shape[0], weights.shape[2]):
        return _by_blocks(
            kernel, targets, sources, weights, source_orders, target_orders, backends.sizes(platform)
        )  # fmt: skip
    dim, rhs = targets.shape[1], weights.shape[2]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    nothing = jnp.zeros((targets.shape[0], len(at_target), rhs), targets.dtype)
    x, y = _Blocks.of(targets.shape[0], TARGET_BLOCK), _Blocks.of(sources.shape[0], SOURCE_BLOCK)
    every = _EveryPair.of(x, y)
    return backends.operations(backend).p2p(
        kernel, x, y, targets, sources, weights, every, nothing, at_source, at_target, compensated=True
    )


@dataclasses.dataclass(frozen=True)
class _Blocks:
    """Points as they come, in blocks that are to P2P what leaves are."""

    order: jax.Array
    start: jax.Array
    count: jax.Array
    leaves: jax.Array
    n_leaves: jax.Array

    @classmethod
    def of(cls, points, size):
        number = lax.iota(jnp.int32, -(-points // size))
        count = jnp.minimum(points - number * size, size)
        return cls(lax.iota(jnp.int32, points), number * size, count, number, jnp.int32(len(number)))


@dataclasses.dataclass(frozen=True)
class _EveryPair:
    """The list of all pairs of blocks, which is the same for every target."""

    begin: jax.Array
    end: jax.Array
    source: jax.Array

    @classmethod
    def of(cls, targets, sources):
        zero = jnp.zeros_like(targets.leaves)
        return cls(zero, zero + len(sources.leaves), sources.leaves)


def _by_blocks(kernel, targets, sources, weights, source_orders, target_orders, sizes):
    """The sum in plain XLA."""
    (m, dim), n, rhs = targets.shape, sources.shape[0], weights.shape[2]
    size = len(components(target_orders, dim))
    if 0 in (m, n, rhs):
        return jnp.zeros((m, size, rhs), targets.dtype)
    y = jnp.pad(sources, ((0, -n % SOURCE_BLOCK), (0, 0)), mode="edge").T[None]
    w = jnp.moveaxis(jnp.pad(weights, ((0, -n % SOURCE_BLOCK), (0, 0), (0, 0))), 0, -1)[None]
    block = min(sizes.block, max(8, m))
    rows = max(1, min(sizes.rows, -(-m // block)))
    x = jnp.pad(targets, ((0, -m % (rows * block)), (0, 0)), mode="edge")
    x = jnp.swapaxes(x.reshape(-1, rows, block, dim), 2, 3)

    def rows_of_targets(x):
        def visit(i, carry):
            total, lost = carry
            ys = lax.dynamic_slice_in_dim(y, i * SOURCE_BLOCK, SOURCE_BLOCK, axis=2)
            ws = lax.dynamic_slice_in_dim(w, i * SOURCE_BLOCK, SOURCE_BLOCK, axis=3)
            parts = accumulate(kernel, x, ys, ws, SOURCE_BLOCK, source_orders, target_orders, sizes)
            parts = [p - e for p, e in zip(parts, lost)]
            sums = [t + p for t, p in zip(total, parts)]
            lost = [(s - t) - p for s, t, p in zip(sums, total, parts)]
            return tuple(sums), tuple(lost)

        zero = (jnp.zeros((rows, rhs, block), x.dtype),) * size
        total, _ = lax.fori_loop(0, y.shape[2] // SOURCE_BLOCK, visit, (zero, zero))
        return jnp.stack(total)

    result = lax.map(rows_of_targets, x)  # (chunks, components, rows, k, block)
    return jnp.transpose(result, (0, 2, 4, 1, 3)).reshape(-1, size, rhs)[:m]
