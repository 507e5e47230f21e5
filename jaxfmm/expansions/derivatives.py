"""Sources and targets with derivatives, as matrices that act on coefficients.

All derivatives act on the few coefficients of a cell, so a particle costs one evaluation of the
functions of an expansion, however many derivatives are asked for. In `d` dimensions a harmonic
function has fewer different derivatives of an order than there are multi-indices, since the last
second derivative is minus the sum of the others.

A derivative of many axes is named by its `powers`, a multi-index."""

import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.full_precision import einsum, matmul
from jaxfmm.kernels.pairs import exponents, multi_indices

Powers = tuple[int, ...]


@functools.cache
def harmonic_tensors(order: int, dim: int) -> tuple[list[Powers], np.ndarray]:
    """The different derivatives of a harmonic function, 2 order + 1 in three dimensions and 2 in
    two: at most one along the last axis.

    Returns: their powers, and the matrix (dim**order, number of them) that writes all d_i d_j .. in
    them."""
    powers = [
        (*first, last)
        for last in range(min(order, 1) + 1)
        for first in exponents(order - last, dim - 1)
    ]
    matrix = np.zeros((dim**order, len(powers)))
    for row, index in enumerate(itertools.product(range(dim), repeat=order)):
        *first, last = (index.count(axis) for axis in range(dim))
        # the last axis has the derivative (-d_1^2 - d_2^2 ..)^(last // 2) d^(last % 2)
        for squares in exponents(last // 2, dim - 1):
            column = powers.index((*(f + 2 * s for f, s in zip(first, squares)), last % 2))
            ways = math.factorial(last // 2) // math.prod(map(math.factorial, squares))
            matrix[row, column] += (-1) ** (last // 2) * ways
    return powers, matrix


@functools.cache
def full_tensors(order: int, dim: int) -> tuple[list[Powers], np.ndarray]:
    """As `harmonic_tensors`, for functions that are not harmonic, all of whose derivatives
    differ."""
    powers, places = multi_indices(order, dim)
    matrix = np.zeros((dim**order, len(powers)))
    for column, rows in enumerate(places):
        matrix[list(rows), column] = 1
    return list(powers), matrix


@dataclasses.dataclass(frozen=True)
class Harmonics:
    """The derivatives of regular functions R_i and irregular functions I_i of a family.

    dim: of space.  size: from the order to the number n of coefficients.
    matrices: from the order to D (dim, n, n) with d_k R_i(u) = sum_j D[k, i, j] R_j(u), which
      lowers the degree; by duality d_k I_j(u) = -sum_i D[k, i, j] I_i(u), which raises it. Rows and
      columns have at most `terms` entries.
    tensors: the different derivatives of an order, see `harmonic_tensors`.
    lowering: from a degree to its block of these matrices, (dim, size of the degree, size of the
      one below), where whole matrices would be large.
    """

    dim: int
    size: Callable[[int], int]
    matrices: Callable[[int], np.ndarray]
    tensors: Callable[[int, int], tuple[list[Powers], np.ndarray]] = harmonic_tensors
    lowering: Callable[[int], np.ndarray] | None = None
    terms: int = 2

    def order(self, coefficients: Array) -> int:
        """The order of coefficients (..., n)."""
        count = coefficients.shape[-1]
        order = next(p for p in range(count + 1) if self.size(p) >= count)
        if self.size(order) != count:
            raise ValueError(
                f"the last axis of the coefficients must have the size of an order, as "
                f"{self.size(order)} for order {order}; got shape {coefficients.shape}"
            )
        return order


@functools.cache
def sparse_rows(
    harmonics: Harmonics, order: int, axis: int, raising: bool
) -> tuple[np.ndarray, np.ndarray]:
    """The matrix D of the derivative along an axis, transposed unless `raising`: the columns and
    the values of the entries of its rows, each (terms, n)."""
    if harmonics.lowering is None:
        return _largest(harmonics.matrices(order)[axis], raising, harmonics.terms)
    blocks = [harmonics.lowering(degree)[axis] for degree in range(1, order + 1)]
    starts = np.cumsum([0, *(block.shape[1] for block in blocks)])  # where degrees begin
    zero = np.zeros((harmonics.terms, 1 if raising else 2 * order + 1))
    parts = [(zero.astype(np.int64), zero)]  # of the lowest or of the highest degree
    for block, start in zip(blocks, starts if raising else starts[1:]):
        columns, values = _largest(block, raising, harmonics.terms)
        parts.insert(len(parts) if raising else -1, (columns + start, values))
    columns, values = (np.concatenate(part, axis=1) for part in zip(*parts))
    return columns, values


def _largest(matrix: np.ndarray, raising: bool, terms: int) -> tuple[np.ndarray, np.ndarray]:
    """The columns of the largest entries in each row, transposed unless `raising`, and the
    entries."""
    matrix = matrix if raising else matrix.T
    columns = np.argsort(-np.abs(matrix), axis=1, kind="stable")[:, :terms]
    values = np.take_along_axis(matrix, columns, axis=1)
    missing = [(0, 0), (0, terms - columns.shape[1])]
    return np.pad(columns, missing).T, np.pad(values, missing).T


def derivative(harmonics: Harmonics, coefficients: Any, axis: int, raising: bool) -> Any:
    """Coefficients, `(C, k, n)`, of JAX or of NumPy, of the derivative along an axis: `D`, raising
    the degree, or `D^T`, lowering it."""
    columns, values = sparse_rows(harmonics, harmonics.order(coefficients), axis, raising)
    values = np.asarray(values[:, None, None], coefficients.dtype)
    terms = [coefficients[..., column] * value for column, value in zip(columns, values)]
    return functools.reduce(operator.add, terms)


def parent(powers: Powers) -> tuple[Powers, int]:
    """The derivative with one power less, and the axis of that power."""
    axis = max(axis for axis, power in enumerate(powers) if power)
    return (*powers[:axis], powers[axis] - 1, *powers[axis + 1 :]), axis


def sum_derivatives(parts: dict[Powers, Array], derive: Callable[[Array, int], Array]) -> Array:
    """sum_a d^a parts[a], by Horner's rule: the highest derivatives first, each added to the part
    with one power less. derive: from coefficients and an axis to the coefficients of the
    derivative."""
    sums = dict(parts)
    for order in range(max(map(sum, sums)), 0, -1):
        for powers in [powers for powers in sums if sum(powers) == order]:
            above, axis = parent(powers)
            slope = derive(sums.pop(powers), axis)
            sums[above] = sums[above] + slope if above in sums else slope
    (total,) = sums.values()
    return total


def all_derivatives(
    coefficients: Array, powers: list[list[Powers]], derive: Callable[[Array, int], Array]
) -> dict[Powers, Array]:
    """The coefficients of all derivatives. powers: of each order from 0."""
    derivatives = {powers[0][0]: coefficients}
    for of_order in powers[1:]:
        for one in of_order:
            above, axis = parent(one)
            derivatives[one] = derive(derivatives[above], axis)
    return derivatives


def moments(
    harmonics: Harmonics, basis: Array, weights: dict[int, Array], radius: Array, raising: bool
) -> Array:
    """Coefficients `(C, k, n)` of sources: harmonics `(n, C, S)` summed with each component of the
    weights, then derived. radius: of the cells, negative for irregular harmonics, whose derivatives
    have the other sign."""
    powers, components = [], []
    for order, weight in weights.items():
        of_order, matrix = harmonics.tensors(order, harmonics.dim)
        flat = weight.reshape(*weight.shape[:3], -1)
        flat = matmul(flat, matrix) if order else flat
        powers += of_order
        components.append(flat / radius[:, None, None, None] ** order)
    sums = einsum("ncs,cska->ackn", basis, jnp.concatenate(components, axis=-1))
    return sum_derivatives(
        dict(zip(powers, sums, strict=True)),
        lambda coefficients, axis: derivative(harmonics, coefficients, axis, raising),
    )


def evaluate(
    harmonics: Harmonics,
    basis: Array,
    coefficients: Array,
    radius: Array,
    outputs: tuple[int, ...],
    raising: bool,
) -> dict[int, Array]:
    """Fields and derivatives at the targets, from harmonics `(n, C, T)` and coefficients `(C, k,
    n)`; `radius` as in `moments`."""
    tensors = [harmonics.tensors(order, harmonics.dim) for order in range(max(outputs) + 1)]
    derivatives = all_derivatives(
        coefficients,
        [powers for powers, _ in tensors],
        lambda coefficients, axis: derivative(harmonics, coefficients, axis, raising),
    )
    fields = {}
    for order in outputs:
        powers, matrix = tensors[order]
        field = einsum("nct,ackn->ctka", basis, jnp.stack([derivatives[p] for p in powers]))
        field = (matmul(field, matrix.T) if order else field) / radius[:, None, None, None] ** order
        fields[order] = field.reshape(field.shape[:3] + (harmonics.dim,) * order)
    return fields
