"""Derivative tensors of one pair, and weights and results packed by multi-index.

The derivatives of a radial kernel follow from f_n = d^n f / ds^n with s = |x - y|^2 / 2, because
d/dx_i f_n = (x - y)_i f_{n+1}. The derivative tensors of a pair come from them by the recursion of
McMurchie & Davidson (1978): with T^n_0 = f_n and u = x - y,

    T^n_{a + e_i} = a_i T^{n+1}_{a - e_i} + u_i T^{n+1}_a ,        d^a K / dx^a = T^0_a ,

for every multi-index a, in any dimension; `pair_sums` contracts them with weights on the way.
"""

import functools
import itertools
import operator
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

MultiIndex = tuple[int, ...]
ByIndex = dict[MultiIndex, jax.Array]
Points = list[jax.Array]  # components, scalars or arrays that broadcast


def squared_distance(x: Points, y: Points) -> jax.Array:
    squares = (jnp.square(a - b) for a, b in zip(x, y, strict=True))
    return functools.reduce(operator.add, squares)


def inverse_distance(r2: jax.Array, softened: jax.Array | None = None) -> jax.Array:
    """1 / r, or one over the root of the `softened` square; zero at r = 0."""
    apart, square = r2 > 0, r2 if softened is None else softened
    return jnp.where(apart, lax.rsqrt(jnp.where(apart, square, jnp.ones_like(r2))), 0)


def plus_square(r2: jax.Array, length: Any) -> jax.Array:
    """r^2 + length^2; None for no length."""
    return r2 if length is None else r2 + jnp.square(jnp.asarray(length, r2.dtype))


@functools.cache
def exponents(order: int, dim: int) -> tuple[MultiIndex, ...]:
    """All multi-indices of total degree `order` in `dim` dimensions."""
    if dim == 1:
        return ((order,),)
    return tuple(
        (first, *rest)
        for first in range(order, -1, -1)
        for rest in exponents(order - first, dim - 1)
    )


@functools.cache
def multi_indices(
    order: int, dim: int
) -> tuple[tuple[MultiIndex, ...], tuple[tuple[int, ...], ...]]:
    """`exponents`, and for each the flat positions of the entries of a full (dim,)*order tensor
    that it stands for. There are dim^order entries: this is for low orders."""
    places: dict[MultiIndex, list[int]] = {}
    for flat, entry in enumerate(itertools.product(range(dim), repeat=order)):
        key = tuple(entry.count(i) for i in range(dim))
        places.setdefault(key, []).append(flat)
    keys = exponents(order, dim)
    return keys, tuple(tuple(places[key]) for key in keys)


def pack(tensor: jax.Array, order: int, dim: int) -> list[jax.Array]:
    """Full tensors (..., dim, ..., dim) of `order` -> list of the sums of the entries that share a
    multi-index."""
    flat = tensor.reshape(tensor.shape[: tensor.ndim - order] + (dim**order,))
    return [
        functools.reduce(operator.add, [flat[..., p] for p in places])
        for places in multi_indices(order, dim)[1]
    ]


@functools.cache
def unpack_positions(order: int, dim: int) -> np.ndarray:
    """For each entry of a full flat tensor the number of its multi-index in `multi_indices`."""
    out = np.zeros(dim**order, np.int32)
    for number, places in enumerate(multi_indices(order, dim)[1]):
        out[list(places)] = number
    return out


def pair_sums(
    kernel: Any,
    offset: list[jax.Array],
    weights: dict[tuple[int, ...], jax.Array],
    targets: Iterable,
) -> dict[tuple[int, ...], jax.Array]:
    """What one source, or many in arrays that broadcast, gives to a target: for every multi-index b
    in `targets`

        sum_a w_a d_y^a d_x^b K(x - y) = sum_a (-1)^|a| w_a (d^(a+b) K)(x - y) .

    The weights are contracted before anything is multiplied out, level by level of the recursion
    above, so that a charge or a dipole costs a few operations and not a tensor.

    Args:
      offset: list of the components of x - y.  weights: {multi-index a: w_a}.  targets:
        multi-indices b.
    """
    dim = len(offset)
    order = max(map(sum, weights)) + max(map(sum, targets))
    f = kernel.radial(sum(u * u for u in offset), order)
    signed = {a: -w if sum(a) % 2 else w for a, w in weights.items()}

    def lower(a, i, by=1):
        return a[:i] + (a[i] - by,) + a[i + 1 :]

    def first(a):
        return next(i for i in range(dim) if a[i])

    @functools.cache
    def lowered(c):
        """Weights w_{a + c} (a + c)! / a!: the part of d^b that acts on the polynomial in front."""
        if not any(c):
            return signed
        i = first(c)
        return {lower(a, i): a[i] * w for a, w in lowered(lower(c, i)).items() if a[i]}

    @functools.cache
    def total(n, c):
        """sum_a w_a T^n_a with the weights lowered by c."""
        value, level = None, lowered(c)
        while level:
            below = {}
            for a, w in level.items():
                if not any(a):
                    value = w * f[n] if value is None else value + w * f[n]
                    continue
                i = first(a)
                steps = [(lower(a, i), offset[i] * w)] + (
                    [(lower(a, i, 2), (a[i] - 1) * w)] if a[i] > 1 else []
                )
                for key, term in steps:
                    below[key] = below[key] + term if key in below else term
            level, n = below, n + 1
        return value

    @functools.cache
    def result(n, b, c):
        """sum_a w_a T^n_{a + b} with the weights lowered by c."""
        if not any(b):
            return total(n, c)
        i = first(b)
        below = lower(b, i)
        value = offset[i] * result(n + 1, below, c)
        if below[i]:
            value = value + below[i] * result(n + 1, lower(below, i), c)
        up = c[:i] + (c[i] + 1,) + c[i + 1 :]
        return value + result(n + 1, below, up) if lowered(up) else value

    return {b: result(0, b, (0,) * dim) for b in targets}


def components(orders: Iterable, dim: int) -> tuple[tuple[int, ...], ...]:
    """The multi-indices of all derivative orders in `orders`, one after the other: what a weight or
    result holds."""
    return tuple(a for order in orders for a in exponents(order, dim))


def pack_weights(weights: dict[int, jax.Array], dim: int) -> jax.Array:
    """{a: (n, k) + (dim,) * a} -> (n, components, k)."""
    return jnp.stack([c for a in sorted(weights) for c in pack(weights[a], a, dim)], axis=1)


def unpack_results(packed: jax.Array, orders: Iterable, dim: int) -> dict[int, jax.Array]:
    """(m, components, k) -> {b: (m, k) + (dim,) * b}."""
    out, first = {}, 0
    for order in orders:
        size = len(exponents(order, dim))
        part = jnp.moveaxis(packed[:, first : first + size], 1, -1)[
            ..., unpack_positions(order, dim)
        ]
        out[order] = part.reshape(part.shape[:2] + (dim,) * order)
        first += size
    return out


@functools.cache
def _first_positions(order: int, dim: int) -> np.ndarray:
    return np.array([places[0] for places in multi_indices(order, dim)[1]], np.int32)


def weight_tensors(blocks: jax.Array, orders: tuple[int, ...], dim: int) -> dict[int, jax.Array]:
    """Packed weights (C, components, k, S) -> {a: (C, S, k) + (dim,) * a}, tensors that
    give the same contraction with a symmetric tensor as packed weights do. Each component stands in
    one of the entries that share its multi-index."""
    out, first = {}, 0
    for order in orders:
        places = _first_positions(order, dim)
        part = jnp.transpose(blocks[:, first : first + len(places)], (0, 3, 2, 1))
        full = jnp.zeros(part.shape[:3] + (dim**order,), blocks.dtype).at[..., places].set(part)
        out[order] = full.reshape(part.shape[:3] + (dim,) * order)
        first += len(places)
    return out


def result_components(tensors: dict[int, jax.Array], dim: int) -> jax.Array:
    """{b: (C, T, k) + (dim,) * b}, symmetric -> (C, components, k, T)."""
    parts = []
    for order in sorted(tensors):
        t = tensors[order]
        parts.append(t.reshape(t.shape[:3] + (dim**order,))[..., _first_positions(order, dim)])
    return jnp.transpose(jnp.concatenate(parts, axis=-1), (0, 3, 2, 1))
