"""Sources and targets with derivatives, for expansions in harmonic functions of any dimension, and
in powers.

All derivatives act on the few coefficients of a cell, so a particle costs one evaluation of the
harmonics whatever is asked for. In `d` dimensions a harmonic function has fewer different
derivatives of an order than there are multi-indices, since the last second derivative is minus the
sum of the others."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.kernels.pairs import multi_indices


def matmul(a: jax.Array, matrix: np.ndarray) -> jax.Array:
    """`a @ matrix` for a constant matrix; always in full precision, since TF32 would leave three
    digits."""
    return jnp.matmul(a, np.asarray(matrix, a.dtype), precision=jax.lax.Precision.HIGHEST)


@functools.cache
def neighbours(
    harmonics: "Harmonics", order: int, axis: int, raising: bool
) -> tuple[np.ndarray, np.ndarray]:
    """The matrix of the derivative along an axis, transposed unless `raising`, as at most `terms`
    columns and values per row."""
    if harmonics.lowering is None:
        return _largest(harmonics.matrices(order)[axis], raising, harmonics.terms)
    blocks = [harmonics.lowering(degree)[axis] for degree in range(1, order + 1)]
    first = np.cumsum(
        [0, *(block.shape[1] for block in blocks)]
    )  # of each degree, at which the columns begin
    empty = np.zeros((harmonics.terms, 1 if raising else 2 * order + 1))
    parts = [_largest(block, raising, harmonics.terms) for block in blocks]
    columns = [part + at for (part, _), at in zip(parts, first if raising else first[1:])]
    values = [value for _, value in parts]
    columns, values = (
        [empty.astype(kind), *part] if raising else [*part, empty.astype(kind)]
        for part, kind in ((columns, np.int64), (values, np.float64))
    )
    return np.concatenate(columns, axis=1), np.concatenate(values, axis=1)


def _largest(matrix: np.ndarray, raising: bool, terms: int) -> tuple[np.ndarray, np.ndarray]:
    """The columns of the largest entries in each row, transposed unless `raising`, and the
    entries."""
    matrix = matrix if raising else matrix.T
    columns = np.argsort(-np.abs(matrix), axis=1, kind="stable")[:, :terms]
    values = np.take_along_axis(matrix, columns, axis=1)
    missing = [(0, 0), (0, terms - columns.shape[1])]
    return np.pad(columns, missing).T, np.pad(values, missing).T


def parent(powers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """One derivative less than `powers` of the axes, and the axis of the one taken off."""
    axis = max(axis for axis, power in enumerate(powers) if power)
    return powers[:axis] + (powers[axis] - 1,) + powers[axis + 1 :], axis


@functools.cache
def harmonic_tensors(order: int, dim: int) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """The different derivatives of a harmonic function, 2 order + 1 in three dimensions and 2 in
    two: at most one along the last axis.

    Returns: their powers, and the matrix (dim**order, number of them) that writes all d_i d_j .. in
    them."""
    powers = [
        first + (last,)
        for last in (0, 1)
        if last <= order
        for first in _powers(order - last, dim - 1)
    ]
    matrix = np.zeros((dim**order, len(powers)))
    for row, index in enumerate(itertools.product(range(dim), repeat=order)):
        *first, last = (index.count(axis) for axis in range(dim))
        for more in _powers(last // 2, dim - 1):  # (-d_1^2 - d_2^2 ..)^(last // 2)
            column = powers.index((*(f + 2 * m for f, m in zip(first, more)), last % 2))
            ways = math.factorial(last // 2) // math.prod(map(math.factorial, more))
            matrix[row, column] += (-1) ** (last // 2) * ways
    return powers, matrix


def _powers(order: int, dim: int) -> list[tuple[int, ...]]:
    """All multi-indices of an order in one or two dimensions."""
    return [(order,)] if dim == 1 else [(order - y, y) for y in range(order + 1)]


@functools.cache
def full_tensors(order: int, dim: int) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """The same for functions that are not harmonic, all of whose derivatives differ."""
    powers, places = multi_indices(order, dim)
    matrix = np.zeros((dim**order, len(powers)))
    for column, rows in enumerate(places):
        matrix[list(rows), column] = 1
    return list(powers), matrix


@dataclasses.dataclass(frozen=True)
class Harmonics:
    """What is to be known about a family of harmonics R_i (regular) and I_i (irregular).

    dim: of space.  order: from the number of coefficients to the order.
    matrices: from the order to D (dim, n, n) with d_k R_i(u) = sum_j D[k, i, j] R_j(u), which
      lowers the degree; by duality d_k I_j(u) = -sum_i D[k, i, j] I_i(u), which raises it. Rows and
      columns have at most `terms` entries.
    lowering: from a degree to its block of these matrices, (dim, size of the degree, size of the
      one below), where they are large.
    tensors: the different derivatives of an order, see `harmonic_tensors`.
    """

    dim: int
    order: Callable[[int], int]
    matrices: Callable[[int], np.ndarray]
    tensors: Callable[[int, int], tuple[list, np.ndarray]] = harmonic_tensors
    lowering: Callable[[int], np.ndarray] | None = None
    terms: int = 2


def derivative(
    harmonics: Harmonics, coefficients: jax.Array, axis: int, raising: bool
) -> jax.Array:
    """Coefficients, `(C, k, n)`, of the derivative along an axis: `D`, raising the degree, or
    `D^T`, lowering it."""
    columns, values = neighbours(harmonics, harmonics.order(coefficients), axis, raising)
    values = np.asarray(values[:, None, None], coefficients.dtype)
    return sum(
        coefficients[..., column] * value for column, value in zip(columns, values, strict=True)
    )


def moments(
    harmonics: Harmonics,
    basis: jax.Array,
    weights: dict[int, jax.Array],
    radius: jax.Array,
    raising: bool,
) -> jax.Array:
    """Coefficients `(C, k, n)` of sources: harmonics `(n, C, S)` summed with each component of the
    weights, then derived. `radius`: of the cells, negative for irregular harmonics, whose
    derivatives have the other sign."""
    dim, components = harmonics.dim, []
    for order, weight in weights.items():
        matrix = harmonics.tensors(order, dim)[1]
        weight = (
            matmul(weight.reshape(weight.shape[:3] + (-1,)), matrix) if order else weight[..., None]
        )
        components.append(weight / radius[:, None, None, None] ** order)
    sums = jnp.einsum(
        "ncs,cska->ackn",
        basis,
        jnp.concatenate(components, axis=-1),
        precision=jax.lax.Precision.HIGHEST,
    )
    powers = [p for order in weights for p in harmonics.tensors(order, dim)[0]]
    sums = dict(zip(powers, sums, strict=True))
    # Horner's rule: the highest derivatives first, each added to the component with one derivative
    # less.
    for order in range(max(weights), 0, -1):
        for powers in harmonics.tensors(order, dim)[0]:
            if powers in sums:
                above, axis = parent(powers)
                sums[above] = sums.get(above, 0) + derivative(
                    harmonics, sums.pop(powers), axis, raising
                )
    return sums[(0,) * dim]


def evaluate(
    harmonics: Harmonics,
    basis: jax.Array,
    coefficients: jax.Array,
    radius: jax.Array,
    outputs: tuple[int, ...],
    raising: bool,
) -> dict[int, jax.Array]:
    """Fields and derivatives at the targets, from harmonics `(n, C, T)` and coefficients `(C, k,
    n)`; `radius` as in `moments`."""
    dim = harmonics.dim
    derivatives = {(0,) * dim: coefficients}
    for order in range(1, max(outputs) + 1):
        for powers in harmonics.tensors(order, dim)[0]:
            above, axis = parent(powers)
            derivatives[powers] = derivative(harmonics, derivatives[above], axis, raising)
    fields = {}
    for order in outputs:
        powers, matrix = harmonics.tensors(order, dim)
        stacked = jnp.stack([derivatives[p] for p in powers])
        field = jnp.einsum("nct,ackn->ctka", basis, stacked, precision=jax.lax.Precision.HIGHEST)
        field = (matmul(field, matrix.T) if order else field) / radius[:, None, None, None] ** order
        fields[order] = field.reshape(field.shape[:3] + (dim,) * order)
    return fields
