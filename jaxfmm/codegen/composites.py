"""Primitives that consist of others, written in JAX for the translation.

Each function takes the primitive's parameters and operands. Matrices are small, so their loops are
written out."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.codegen.graph import Untranslatable

Params = dict[str, Any]
COMPOSITES: dict[str, Callable[..., Any]] = {
    "gt": lambda p, x, y: lax.lt(y, x),
    "ge": lambda p, x, y: lax.le(y, x),
    "square": lambda p, x: x * x,
    "logistic": lambda p, x: 1 / (1 + lax.exp(-x)),
    "sign": lambda p, x: jnp.where(x > 0, 1, jnp.where(x < 0, -1, x)),
    "is_finite": lambda p, x: abs(x) < np.inf,
    "clamp": lambda p, low, x, high: lax.min(lax.max(low, x), high),
}
OF_MASKS: dict[str, Callable[..., Any]] = {
    "eq": lambda p, a, b: a & b | ~a & ~b,
    "ne": lambda p, a, b: a & ~b | ~a & b,
}
OF_MASKS["xor"] = OF_MASKS["ne"]


def _polynomial(p: Params, x: Array, *coefficients: Array) -> Array:
    out = jnp.full_like(x, 0)
    for c in reversed(coefficients):
        out = out * x + c
    return out


def _arg(better: Callable[[Array, Array], Array]) -> Callable[[Params, Array], Array]:
    """The index of the best entry along an axis, the first of equal ones; or of the first NaN."""

    def function(p, x):
        (axis,) = p["axes"]
        best, *rows = jnp.unstack(x, axis=axis)
        index = jnp.zeros(best.shape, p["index_dtype"])
        for k, row in enumerate(rows, 1):
            replaces = better(row, best) | (row != row) & (best == best)
            best, index = jnp.where(replaces, row, best), jnp.where(replaces, k, index)
        return index

    return function


def _sort(p: Params, *operands: Array) -> list[Array]:
    """Exchanges neighbours that are out of order. Equal ones keep their order; NaN goes last."""
    if p["num_keys"] != 1:
        raise Untranslatable(
            f"sort: by {p['num_keys']} keys; only sorts by one have a translation."
        )
    rows = list(zip(*(jnp.unstack(x, axis=p["dimension"]) for x in operands)))
    for last in range(len(rows) - 1, 0, -1):
        for i in range(last):
            (a, *_), (b, *_) = rows[i : i + 2]
            wrong = (b < a) | (a != a) & (b == b)
            pairs = list(zip(rows[i], rows[i + 1]))
            rows[i] = tuple(jnp.where(wrong, y, x) for x, y in pairs)
            rows[i + 1] = tuple(jnp.where(wrong, x, y) for x, y in pairs)
    columns = [jnp.stack(column, axis=p["dimension"]) for column in zip(*rows)]
    return columns or list(operands)


def _batched(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of matrices, for matrices along leading axes."""

    def batched(p, *operands):
        one = functools.partial(function, p)
        for _ in range(operands[0].ndim - 2):
            one = jax.vmap(one)
        return one(*operands)

    return batched


def _lu(p: Params, a: Array) -> list[Array]:
    """With partial pivoting: L and U in one matrix, the row exchanged in each step, the order of
    the rows."""
    rows, order, pivots = list(a), list(jnp.arange(len(a), dtype=jnp.int32)), []
    for k in range(min(a.shape)):
        pivots.append(
            k + jnp.argmax(abs(jnp.stack([row[k] for row in rows[k:]]))).astype(jnp.int32)
        )
        row, place = rows[k], order[k]
        for i in range(k + 1, len(rows)):
            here = pivots[k] == i
            rows[k], rows[i] = jnp.where(here, rows[i], rows[k]), jnp.where(here, row, rows[i])
            order[k], order[i] = (
                jnp.where(here, order[i], order[k]),
                jnp.where(here, place, order[i]),
            )
        for i in range(k + 1, len(rows)):
            pivot = rows[k][k]
            factor = jnp.where(pivot == 0, rows[i][k], rows[i][k] / pivot)
            rows[i] = jnp.concatenate(
                [rows[i][:k], factor[None], rows[i][k + 1 :] - factor * rows[k][k + 1 :]]
            )
    return [jnp.stack(rows), jnp.stack(pivots), jnp.stack(order)]


def _cholesky(p: Params, a: Array) -> Array:
    rows: list[list[Array]] = []
    for i in range(len(a)):
        row: list[Array] = []
        for j in range(i):
            row.append((a[i, j] - sum(x * y for x, y in zip(row, rows[j]))) / rows[j][j])
        row.append(jnp.sqrt(a[i, i] - sum(x * x for x in row)))
        rows.append(row)
    zero = jnp.zeros((), a.dtype)
    return jnp.stack([jnp.stack(row + [zero] * (len(a) - len(row))) for row in rows])


def _triangular_solve(p: Params, a: Array, b: Array) -> Array:
    lower, left = p["lower"], p["left_side"]
    if p["transpose_a"]:
        a, lower = a.T, not lower
    if not left:
        a, b, lower = a.T, b.T, not lower
    rows: dict[int, Array] = {}
    for i in range(len(a)) if lower else range(len(a) - 1, -1, -1):
        rest = b[i] - sum((a[i, j] * row for j, row in rows.items()), jnp.zeros_like(b[i]))
        rows[i] = rest if p["unit_diagonal"] else rest / a[i, i]
    x = jnp.stack([rows[i] for i in range(len(a))])
    return x if left else x.T


COMPOSITES |= {
    "polynomial": _polynomial,
    "argmax": _arg(lambda x, best: x & ~best if x.dtype == bool else x > best),
    "argmin": _arg(lambda x, best: ~x & best if x.dtype == bool else x < best),
    "sort": _sort,
    "lu": _batched(_lu),
    "cholesky": _batched(_cholesky),
    "triangular_solve": _batched(_triangular_solve),
}
