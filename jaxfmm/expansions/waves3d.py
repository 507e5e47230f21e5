"""Translations of spherical waves: the turn of a shift to the z axis, and sums along it for each m.

Coefficients are turned as those of `laplace3d`, in slots (l, m >= 0) of two halves. Along the axis the pairs of cells are
last, so that loops are over them.
"""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.expansions import laplace3d
from jaxfmm.expansions.derivatives import matmul

BLOCK = 64  # slots of a product with a constant matrix, about


class Frame(NamedTuple):
    """The length (C,) of shifts, and the phases that turn them to the z axis."""

    length: jax.Array
    azimuth: tuple
    polar: tuple


def frame(shift, order):
    return Frame(*laplace3d._frame(shift, order))


@functools.cache
def _exchange(order):
    """The exchange of y and z on both halves, in blocks of degrees: (slots, (2, slots, slots)) of each."""
    indices, l = laplace3d._indices(order), laplace3d._slots(order)[0]
    m = laplace3d._slots(order)[1]
    blocks = []
    for slots in laplace3d._groups(order, 0):
        matrices = np.zeros((2, len(slots), len(slots)))
        for degree in np.unique(l[slots]):
            place = np.flatnonzero(l[slots] == degree)
            whole = _exchange_of_degree(int(degree))
            for half in range(2):
                at = indices[half, slots[place]] - degree * degree
                part = whole[np.ix_(at, at)].copy()
                if half:
                    empty = m[slots[place]] == 0
                    part[empty] = part[:, empty] = 0
                matrices[half][np.ix_(place, place)] = part
        blocks.append((slots, matrices))
    return blocks


@functools.cache
def _exchange_of_degree(degree):
    """The orthogonal matrix (2l + 1, 2l + 1) of the exchange of y and z, as in `laplace3d.rotation_matrix`."""
    if degree == 0:
        return np.ones((1, 1))
    d = _lowering(degree)
    turned = np.stack([d[0], d[2], d[1]]) @ _exchange_of_degree(degree - 1)
    return (turned @ d.transpose(0, 2, 1)).sum(0) / (degree * (2 * degree - 1))


@functools.cache
def _lowering(degree):
    """The derivatives of the harmonics of a degree in those of the next lower: (3, 2l + 1, 2l - 1), as in
    `laplace3d.derivative_matrices`."""
    m, below = np.arange(-degree, degree + 1), np.arange(1 - degree, degree)

    def lower(square, step):
        matrix = np.zeros((len(m), len(below)), complex)
        for row in np.flatnonzero(square):
            matrix[row, np.flatnonzero(below == m[row] + step)[0]] = np.sqrt(square[row])
        return matrix

    minus = lower((degree + m) * (degree + m - 1), -1)
    plus = -lower((degree - m) * (degree - m - 1), 1)
    along = lower(degree * degree - m * m, 0)
    d = np.stack([(plus + minus) / 2, (plus - minus) / 2j, along])
    return np.ascontiguousarray((_unitary(m).conj().T @ d @ _unitary(below)).real)


def _unitary(m):
    """From real harmonics of a degree to complex ones, as in `laplace3d.derivative_matrices`."""
    sign, i = np.where(m < 0, (-1.0) ** m, 1), np.arange(len(m))
    unitary = np.zeros((len(m), len(m)), complex)
    unitary[i, i[::-1]] = np.where(m < 0, sign, 1j) / np.sqrt(2)
    unitary[i, i] = np.where(m == 0, 1, np.where(m < 0, -1j * sign, 1) / np.sqrt(2))
    return unitary


def _swap(order, slots):
    """The exchange of y and z: (2, C, k, N) to two arrays (C, k, N)."""
    blocks = _exchange(order)
    back = np.argsort(np.concatenate([group for group, _ in blocks])).astype(np.int32)
    halves = []
    for half in range(2):
        parts = [matmul(slots[half][..., group], matrices[half]) for group, matrices in blocks]
        halves.append(jnp.concatenate(parts, axis=-1)[..., back])
    return tuple(halves)


@functools.cache
def _grid(order):
    """The slot of every (l, m), N where there is none: (order + 1, order + 1); and of every slot its place in that."""
    l, m = laplace3d._slots(order)
    grid = np.full((order + 1, order + 1), len(l), np.int32)
    grid[l, m] = np.arange(len(l))
    return grid, (l * (order + 1) + m).astype(np.int32)


def along_axis(coefficients, frame, start, p, up, down, square, order, *, transposed):
    """Coefficients (C, k, n) translated: turned to the z axis, summed with the numbers w_ln, turned back.

    Args:
      start: w_l0 of m = 0, (2 order + 2, C).  p (order + 2, C), up and down (2 order + 2, C), square k^2: p / k, U k and
        V k of the recurrence in `helmholtz3d`.
      transposed: whether it is w_ln that sums over l.
    """
    turned = laplace3d._turn(frame.azimuth, laplace3d._split(coefficients))
    turned = laplace3d._turn(frame.polar, _swap(order, turned))
    slots = jnp.stack(_swap(order, turned))
    grid, place = _grid(order)
    slots = jnp.pad(slots, ((0, 0), (0, 0), (0, 0), (0, 1)))[..., grid]  # (2, C, k, l, m)
    slots = jnp.transpose(slots, (3, 0, 2, 4, 1))  # (l, 2, k, m, C)
    slots = _sums(slots, start, p, up, down, square, order, transposed)
    slots = jnp.transpose(slots, (1, 4, 2, 0, 3))
    slots = slots.reshape(*slots.shape[:3], -1)[..., place]
    turned = laplace3d._turn(laplace3d._conjugate(frame.polar), _swap(order, slots))
    turned = laplace3d._turn(laplace3d._conjugate(frame.azimuth), _swap(order, turned))
    return laplace3d._merge(turned, order)


def _roots(number, dtype):
    return np.asarray(np.sqrt(np.maximum(number, 0)), dtype)


@functools.cache
def _constants(order, count, dtype):
    """What the recurrence asks of l and m, (m, l, 1), and of n: arrays whose first axis is n."""
    l, m, n = np.arange(count), np.arange(order + 2)[:, None], np.arange(order + 1)[:, None]
    above = _roots(np.where(l + 1 >= m, (l + 1) ** 2 - m**2, 0), dtype)[..., None]  # c_(l+1)
    below = _roots(np.where(l >= m, l**2 - m**2, 0), dtype)[..., None]  # c_l
    by_n = {
        "n": n[:, 0].astype(np.int32),
        "above": _roots((n + 1) ** 2 - m.T**2, dtype)[..., None],
        "below": _roots(n**2 - m.T**2, dtype)[..., None],
        "both": np.asarray(1 / ((2 * n + 1) * np.maximum(2 * n - 1, 1)), dtype),
        "first": _roots((2 * n + 1) / (2 * n + 2), dtype) / np.asarray(2 * n + 1, dtype),
        "rise": _roots(np.where(l >= n, (l + 1 - n) * (l - n), 0), dtype)[..., None],
        "fall": _roots(np.where(l > n, (l + n + 1) * (l + n), 0), dtype)[..., None],
    }
    return above, below, by_n


def _neighbours(w, axis):
    """w of l + 1 and of l - 1, zero beyond the ends."""
    count, after, before = w.shape[axis], [(0, 0)] * w.ndim, [(0, 0)] * w.ndim
    after[axis], before[axis] = (0, 1), (1, 0)
    return (
        lax.slice_in_dim(jnp.pad(w, after), 1, count + 1, axis=axis),
        lax.slice_in_dim(jnp.pad(w, before), 0, count, axis=axis),
    )


def _sums(a, start, p, up, down, square, order, transposed):
    """sum_n w_ln a_n for a (n, 2, k, m, C): (l, 2, k, m, C); transposed: sum_l w_ln a_l for a (l, 2, k, m, C)."""
    above, below, by_n = _constants(order, len(start), a.dtype.name)
    rise, fall = above * up[None], below * down[None]
    steps = by_n | {"p": p[: order + 1], "next": p[1 : order + 2]}
    by_m = jnp.transpose(a, (1, 2, 3, 0, 4))  # (2, k, m, l, C)

    def step(carry, s):
        w, lower, total = carry  # of n and of n - 1, (m, l, C)
        used, out = w[None, None, : order + 1, : order + 1], ()
        if transposed:
            out = jnp.sum(used * by_m, axis=3)
        else:
            total = total + used * s["a"][:, :, :, None]
        right, left = _neighbours(w, 1)
        back = (square * s["both"] * s["next"] * s["p"])[None, None] * s["below"][:, None] * lower
        value = back - s["next"][None, None] * (rise * right - fall * left)
        apart = s["above"][:, None] > 0
        value = jnp.where(apart, value / jnp.where(apart, s["above"][:, None], 1), 0)
        row = lax.dynamic_index_in_dim(w, s["n"], 0, keepdims=False)
        right, left = _neighbours(row, 0)
        row = (s["first"] * s["next"])[None] * (s["rise"] * up * right + s["fall"] * down * left)
        value = lax.dynamic_update_index_in_dim(value, row, s["n"] + 1, 0)
        return (value, w, total), out

    w = jnp.zeros((order + 2, *start.shape), a.dtype).at[0].set(start)
    total = jnp.zeros(() if transposed else by_m.shape, a.dtype)
    if not transposed:
        steps["a"] = a
    (_, _, total), outs = lax.scan(step, (w, jnp.zeros_like(w), total), steps)
    return outs if transposed else jnp.transpose(total, (3, 0, 1, 2, 4))
