"""Sums over all pairs in plain XLA for points of many coordinates, whose axes are array axes.

`all_pairs.by_blocks` writes out every component of a derivative, and compiles for minutes where
there are hundreds. With u = x - y, f_n = d^n K / d(r^2 / 2)^n, charges q and dipoles p, a source
adds to a target

    value    q f_0 - (u . p) f_1
    slope    u (q f_1 - (u . p) f_2) - p f_1
    Hessian  u u^T (q f_2 - (u . p) f_3) + 1 (q f_1 - (u . p) f_2) - (u p^T + p u^T) f_2
"""

from typing import Any

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import components, result_components, weight_tensors

MOST_WRITTEN = 64  # At most this many coordinates or components are written out.
SOURCES = 256  # sources in a block
NUMBERS = 2**16  # numbers in the offsets of a block, for each of the `rows` of `wide_sum`


def is_wide(
    kernel: Kernel, dim: int, source_orders: tuple[int, ...], target_orders: tuple[int, ...]
) -> bool:
    """Whether there are many components, and only derivatives that `wide_sum` has."""
    known = kernel.is_radial and max(source_orders) <= 1 and max(target_orders) <= 2
    return known and max(dim, len(components(target_orders, dim))) > MOST_WRITTEN


def wide_sum(
    kernel: Kernel,
    targets: Array,
    sources: Array,
    weights: Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    rows: int,
) -> Array:
    """targets (m, d), sources (n, d), weights (n, A, k) -> (m, components, k), as
    `all_pairs.by_blocks`. rows: rows of targets at a time (`backends.sizes.Sizes`)."""
    (m, dim), n = targets.shape, len(sources)
    size = max(1, min(m, NUMBERS * rows // (SOURCES * dim)))
    x = jnp.pad(targets, ((0, -m % size), (0, 0)), mode="edge").reshape(-1, size, dim)
    y = jnp.pad(sources, ((0, -n % SOURCES), (0, 0)), mode="edge").reshape(-1, SOURCES, dim)
    w = jnp.pad(weights, ((0, -n % SOURCES), (0, 0), (0, 0)))
    w = jnp.moveaxis(w.reshape(-1, SOURCES, *weights.shape[1:]), 1, -1)
    tensors = weight_tensors(w, source_orders, dim)  # {a: (blocks, S, k) + (d,) * a}

    def of_block(x: Array) -> Array:
        def add(carry: Any, block: Any) -> Any:
            total, lost = carry
            y, weights = block
            values = _block(kernel, x, y, weights, target_orders)
            part = [value - e for value, e in zip(values, lost)]
            sums = [t + p for t, p in zip(total, part)]
            return (sums, [(s - t) - p for s, t, p in zip(sums, total, part)]), None

        zeros = [jnp.zeros((size, weights.shape[2]) + (dim,) * b, x.dtype) for b in target_orders]
        (total, _), _ = lax.scan(add, (zeros, zeros), (y, tensors))
        out = result_components({b: t[None] for b, t in zip(target_orders, total)}, dim)
        return out[0]  # (components, k, T)

    out = lax.map(of_block, x)
    return jnp.moveaxis(out, -1, 1).reshape(-1, *out.shape[1:3])[:m]


def _block(
    kernel: Kernel, x: Array, y: Array, weights: dict[int, Array], orders: tuple[int, ...]
) -> list[Array]:
    """The sums at targets (T, d) over sources (S, d) with weights {a: (S, k) + (d,) * a}, for each
    order b (T, k) + (d,) * b."""
    u = x[:, None] - y[None]
    radial = kernel.radial(jnp.sum(u * u, axis=2), max(orders) + max(weights))
    f = [values[..., None] for values in radial]
    dipoles = weights.get(1)
    along = 0 if dipoles is None else einsum("tsd,skd->tsk", u, dipoles)

    def factor(n: int) -> Any:
        """The factor of the products of n offsets."""
        value = 0 if dipoles is None else -along * f[n + 1]
        return value + weights[0][None] * f[n] if 0 in weights else value

    sums = []
    for b in orders:
        if b == 0:
            value = factor(0).sum(1)
        elif b == 1:
            value = einsum("tsd,tsk->tkd", u, factor(1))
            if dipoles is not None:
                value = value - einsum("ts,skd->tkd", f[1][..., 0], dipoles)
        else:
            value = einsum("tsd,tse,tsk->tkde", u, u, factor(2))
            identity = jnp.eye(u.shape[2], dtype=u.dtype)[None, None]
            value = value + factor(1).sum(1)[..., None, None] * identity
            if dipoles is not None:
                crossed = einsum("tsd,ske,ts->tkde", u, dipoles, f[2][..., 0])
                value = value - crossed - jnp.swapaxes(crossed, 2, 3)
        sums.append(value)
    return sums
