"""Translations of spherical waves: the turn of a shift to the z axis, and sums along it for each m.

Coefficients are turned in slots (l, m >= 0) of two halves (`laplace3d.slots`). Along the axis the
pairs of cells are last, so that loops are over them."""

import functools
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.expansions.laplace3d.harmonics_by_degree import scan_degrees
from jaxfmm.expansions.laplace3d.slots import degrees, frame, from_axis, slots, to_axis


def solid_harmonics(u: Array, order: int) -> Array:
    """The regular harmonics of `laplace3d` at places u (C, S, 3) in rows of m: (order + 1, 2 order
    + 1, C, S)."""
    x, y, z = jnp.moveaxis(u, -1, 0)
    return scan_degrees(x, y, z, order)


@functools.cache
def _in_rows(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The place of every coefficient in rows of m, and the coefficient of every place, `size` where
    there is none."""
    l, m = degrees(order)
    place = (l * (2 * order + 1) + order + m).astype(np.int32)
    back = np.full((order + 1) * (2 * order + 1), len(l), np.int32)
    back[place] = np.arange(len(l))
    return place, back.reshape(order + 1, 2 * order + 1)


def from_rows(rows: Array, order: int) -> Array:
    """Coefficients (C, k, n) of rows (C, k, l, m)."""
    return rows.reshape(*rows.shape[:2], -1)[..., _in_rows(order)[0]]


def to_rows(coefficients: Array, order: int) -> Array:
    """Rows (C, k, l, m), zero where a harmonic is absent, of coefficients (C, k, n)."""
    return jnp.pad(coefficients, ((0, 0), (0, 0), (0, 1)))[..., _in_rows(order)[1]]


@functools.cache
def _grid(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The slot of every (l, m), N where there is none: (order + 1, order + 1); and the place of
    every slot in that array."""
    l, m = slots(order)
    grid = np.full((order + 1, order + 1), len(l), np.int32)
    grid[l, m] = np.arange(len(l))
    return grid, (l * (order + 1) + m).astype(np.int32)


class Recurrence(NamedTuple):
    """The numbers w_ln of the recurrence in `operators3d`.

    start: w_l0 of m = 0, (2 order + 2, C).  p: p / k, (order + 2, C).  up, down: U k and V k, (2
    order + 2, C).  square: k^2."""

    start: Array
    p: Array
    up: Array
    down: Array
    square: Array


def along_axis(
    coefficients: Array, shift: Array, recurrence: Recurrence, order: int, *, transposed: bool
) -> Array:
    """Coefficients (C, k, n) translated by shifts (C, 3): turned until the shift is along z, summed
    with the numbers w_ln over n or, `transposed`, over l, turned back."""
    to_z = frame(shift, order)
    grid, place = _grid(order)
    halves = jnp.stack(to_axis(coefficients, to_z, order))
    halves = jnp.pad(halves, ((0, 0), (0, 0), (0, 0), (0, 1)))[..., grid]  # (2, C, k, l, m)
    sums = _sums(jnp.transpose(halves, (3, 0, 2, 4, 1)), recurrence, order, transposed)
    sums = jnp.transpose(sums, (1, 4, 2, 0, 3))
    return from_axis(sums.reshape(*sums.shape[:3], -1)[..., place], to_z, order)


def _roots(number: np.ndarray, dtype: DTypeLike) -> np.ndarray:
    return np.asarray(np.sqrt(np.maximum(number, 0)), dtype)


@functools.cache
def _constants(
    order: int, count: int, dtype: str
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """The constants of the recurrence: c_(l+1) and c_l, (m, l, 1), and arrays whose first axis is
    n."""
    l, m, n = np.arange(count), np.arange(order + 2)[:, None], np.arange(order + 1)[:, None]
    above = _roots(np.where(l + 1 >= m, (l + 1) ** 2 - m**2, 0), dtype)[..., None]
    below = _roots(np.where(l >= m, l**2 - m**2, 0), dtype)[..., None]
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


def _neighbours(w: Array, axis: int) -> tuple[Array, Array]:
    """w of l + 1 and of l - 1, zero beyond the ends."""
    count, after, before = w.shape[axis], [(0, 0)] * w.ndim, [(0, 0)] * w.ndim
    after[axis], before[axis] = (0, 1), (1, 0)
    return (
        lax.slice_in_dim(jnp.pad(w, after), 1, count + 1, axis=axis),
        lax.slice_in_dim(jnp.pad(w, before), 0, count, axis=axis),
    )


def _sums(a: Array, recurrence: Recurrence, order: int, transposed: bool) -> Array:
    """sum_n w_ln a_n for a (n, 2, k, m, C): (l, 2, k, m, C); transposed: sum_l w_ln a_l for a (l,
    2, k, m, C)."""
    start, p, up, down, square = recurrence
    above, below, by_n = _constants(order, len(start), a.dtype.name)
    rise, fall = above * up[None], below * down[None]
    steps = by_n | {"p": p[: order + 1], "next": p[1 : order + 2]}
    by_m = jnp.transpose(a, (1, 2, 3, 0, 4))  # (2, k, m, l, C)

    def step(carry, s):
        w, lower, total = carry  # of n and of n - 1, (m, l, C)
        used, sums = w[None, None, : order + 1, : order + 1], ()
        if transposed:
            sums = jnp.sum(used * by_m, axis=3)
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
        return (value, w, total), sums

    w = jnp.zeros((order + 2, *start.shape), a.dtype).at[0].set(start)
    total = jnp.zeros(() if transposed else by_m.shape, a.dtype)
    if not transposed:
        steps["a"] = a
    (_, _, total), sums = lax.scan(step, (w, jnp.zeros_like(w), total), steps)
    return sums if transposed else jnp.transpose(total, (3, 0, 1, 2, 4))
