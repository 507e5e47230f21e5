"""Sums over all pairs in plain XLA for points of many coordinates, whose axes are array axes.

`direct.by_blocks` writes out every component of a derivative, and compiles for minutes where there
are hundreds. With u = x - y, f_n = d^n K / d(r^2 / 2)^n, charges q and dipoles p, what a source
gives to a target is

    value    q f_0 - (u . p) f_1
    slope    u (q f_1 - (u . p) f_2) - p f_1
    Hessian  u u^T (q f_2 - (u . p) f_3) + 1 (q f_1 - (u . p) f_2) - (u p^T + p u^T) f_2
"""

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import components, result_components, weight_tensors

MOST_WRITTEN = 64  # coordinates or components that are written out
SOURCES = 256  # in a block
NUMBERS = 2**16  # in the offsets of a block, for each row of targets that is done at a time


def is_wide(
    kernel: Kernel, dim: int, source_orders: tuple[int, ...], target_orders: tuple[int, ...]
) -> bool:
    """Whether `wide_sum` is the way to sum: there are many components, and derivatives that it
    has."""
    known = kernel.is_radial and max(source_orders) <= 1 and max(target_orders) <= 2
    return known and max(dim, len(components(target_orders, dim))) > MOST_WRITTEN


def wide_sum(
    kernel: Kernel,
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    rows: int,
) -> jax.Array:
    """targets (m, d), sources (n, d), weights (n, A, k) -> (m, components, k), as
    `direct.by_blocks`; rows: how many rows of targets are done at a time (`backends.Sizes`)."""
    (m, dim), n = targets.shape, len(sources)
    size = max(1, min(m, NUMBERS * rows // (SOURCES * dim)))
    x = jnp.pad(targets, ((0, -m % size), (0, 0)), mode="edge").reshape(-1, size, dim)
    y = jnp.pad(sources, ((0, -n % SOURCES), (0, 0)), mode="edge").reshape(-1, SOURCES, dim)
    w = jnp.pad(weights, ((0, -n % SOURCES), (0, 0), (0, 0))).reshape(
        -1, SOURCES, *weights.shape[1:]
    )
    tensors = weight_tensors(
        jnp.moveaxis(w, 1, -1), source_orders, dim
    )  # {a: (blocks, S, k) + (d,) * a}

    def of_block(x):
        def add(carry, block):
            total, lost = carry
            part = [value - e for value, e in zip(_block(kernel, x, *block, target_orders), lost)]
            sums = [t + p for t, p in zip(total, part)]
            return (sums, [(s - t) - p for s, t, p in zip(sums, total, part)]), None

        zeros = [jnp.zeros((size, weights.shape[2]) + (dim,) * b, x.dtype) for b in target_orders]
        (total, _), _ = lax.scan(add, (zeros, zeros), (y, tensors))
        return result_components({b: t[None] for b, t in zip(target_orders, total)}, dim)[
            0
        ]  # (components, k, T)

    out = lax.map(of_block, x)
    return jnp.moveaxis(out, -1, 1).reshape(-1, *out.shape[1:3])[:m]


def _block(
    kernel: Kernel,
    x: jax.Array,
    y: jax.Array,
    weights: dict[int, jax.Array],
    orders: tuple[int, ...],
) -> list[jax.Array]:
    """The derivatives at targets (T, d) of what sources (S, d) with weights {a: (S, k) + (d,) * a}
    give, of each order b (T, k) + (d,) * b."""
    u = x[:, None] - y[None]
    f = [
        values[..., None]
        for values in kernel.radial(jnp.sum(u * u, axis=2), max(orders) + max(weights))
    ]
    dipoles = weights.get(1)
    along = 0 if dipoles is None else einsum("tsd,skd->tsk", u, dipoles)

    def level(n):
        """What multiplies the products of n offsets."""
        value = 0 if dipoles is None else -along * f[n + 1]
        return value + weights[0][None] * f[n] if 0 in weights else value

    found = []
    for b in orders:
        if b == 0:
            value = level(0).sum(1)
        elif b == 1:
            value = einsum("tsd,tsk->tkd", u, level(1))
            if dipoles is not None:
                value = value - einsum("ts,skd->tkd", f[1][..., 0], dipoles)
        else:
            value = einsum("tsd,tse,tsk->tkde", u, u, level(2))
            value = (
                value
                + level(1).sum(1)[..., None, None] * jnp.eye(u.shape[2], dtype=u.dtype)[None, None]
            )
            if dipoles is not None:
                crossed = einsum("tsd,ske,ts->tkde", u, dipoles, f[2][..., 0])
                value = value - crossed - jnp.swapaxes(crossed, 2, 3)
        found.append(value)
    return found
