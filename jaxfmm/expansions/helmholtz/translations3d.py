"""Translations of spherical waves: the turn of a shift to the z axis, and sums along it for each m.

Coefficients are turned in slots (l, m >= 0) of two halves (`slots3d`). Along the axis the pairs of
cells are last, so that loops are over them."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.expansions.derivatives import matmul
from jaxfmm.expansions.laplace3d import axis_swap as exchange, slots as slots3d


@functools.cache
def _steps(order: int) -> list[np.ndarray]:
    """The factors of the recurrence of `laplace3d.regular`, (order, 2 order + 1, 1, 1), and where m
    = l + 1 and -l - 1 are."""
    l, m = np.arange(order)[:, None], np.abs(np.arange(-order, order + 1))
    inside = m <= l
    scale = np.where(inside, 1 / np.sqrt(np.maximum((l + 1) ** 2 - m**2, 1)), 0)
    fall = scale * np.sqrt(np.where(inside, l**2 - m**2, 0))
    top = np.sqrt((2 * l + 1) / (2 * l + 2))
    top[:1] = 1
    cosine, sine = (np.eye(2 * order + 1)[order + sign * (l[:, 0] + 1)] for sign in (1, -1))
    wide = [array[:, :, None, None] for array in ((2 * l + 1) * scale, fall, cosine, sine)]
    return [*wide, top[:, 0]]


def solid_harmonics(u: jax.Array, order: int) -> jax.Array:
    """The regular harmonics of `laplace3d` at places u (C, S, 3) in rows of m: (order + 1, 2 order
    + 1, C, S)."""
    x, y, z = jnp.moveaxis(u, -1, 0)
    r2 = x * x + y * y + z * z
    first = jnp.zeros((2 * order + 1, *x.shape), u.dtype).at[order].set(1)

    def step(carry, s):
        below, here, cosine, sine = carry
        rise, fall, at_cosine, at_sine, top = s
        cosine, sine = top * (x * cosine - y * sine), top * (x * sine + y * cosine)
        above = (
            rise * (z[None] * here)
            - fall * (r2[None] * below)
            + at_cosine * cosine[None]
            + at_sine * sine[None]
        )
        return (here, above, cosine, sine), above

    start = jnp.zeros_like(first), first, jnp.ones_like(x), jnp.zeros_like(x)
    _, rest = lax.scan(step, start, [np.asarray(array, u.dtype) for array in _steps(order)])
    return jnp.concatenate([first[None], rest])


@functools.cache
def _in_rows(order: int) -> tuple[np.ndarray, np.ndarray]:
    """The place of every coefficient in rows of m, and the coefficient of every place, `size` where
    there is none."""
    l, m = slots3d.degrees(order)
    place = (l * (2 * order + 1) + order + m).astype(np.int32)
    back = np.full((order + 1) * (2 * order + 1), len(l), np.int32)
    back[place] = np.arange(len(l))
    return place, back.reshape(order + 1, 2 * order + 1)


def from_rows(rows: jax.Array, order: int) -> jax.Array:
    """Coefficients (C, k, n) of rows (C, k, l, m)."""
    return rows.reshape(*rows.shape[:2], -1)[..., _in_rows(order)[0]]


def to_rows(coefficients: jax.Array, order: int) -> jax.Array:
    """Rows (C, k, l, m), zero where there is no harmonic, of coefficients (C, k, n)."""
    return jnp.pad(coefficients, ((0, 0), (0, 0), (0, 1)))[..., _in_rows(order)[1]]


@functools.cache
def _exchanges(order):
    """The exchange of y and z on both halves, in blocks of degrees: (slots, (2, slots, slots)) of
    each."""
    indices, l = slots3d.indices(order), slots3d.slots(order)[0]
    m = slots3d.slots(order)[1]
    blocks = []
    for slots in slots3d.groups(order, 0):
        matrices = np.zeros((2, len(slots), len(slots)))
        for degree in np.unique(l[slots]):
            place = np.flatnonzero(l[slots] == degree)
            whole = exchange.of_degree(int(degree))
            for half in range(2):
                at = indices[half, slots[place]] - degree * degree
                part = whole[np.ix_(at, at)].copy()
                if half:
                    empty = m[slots[place]] == 0
                    part[empty] = part[:, empty] = 0
                matrices[half][np.ix_(place, place)] = part
        blocks.append((slots, matrices))
    return blocks


def _swap(order, slots):
    """The exchange of y and z: (2, C, k, N) to two arrays (C, k, N)."""
    blocks = _exchanges(order)
    back = np.argsort(np.concatenate([group for group, _ in blocks])).astype(np.int32)
    halves = []
    for half in range(2):
        parts = [matmul(slots[half][..., group], matrices[half]) for group, matrices in blocks]
        halves.append(jnp.concatenate(parts, axis=-1)[..., back])
    return tuple(halves)


@functools.cache
def _grid(order):
    """The slot of every (l, m), N where there is none: (order + 1, order + 1); and of every slot
    its place in that."""
    l, m = slots3d.slots(order)
    grid = np.full((order + 1, order + 1), len(l), np.int32)
    grid[l, m] = np.arange(len(l))
    return grid, (l * (order + 1) + m).astype(np.int32)


def along_axis(coefficients, shift, start, p, up, down, square, order, *, transposed):
    """Coefficients (C, k, n) translated: turned until the shift is along z, summed with the numbers
    w_ln, turned back.

    Args:
      shift: (C, 3).
      start: w_l0 of m = 0, (2 order + 2, C). p (order + 2, C), up and down (2 order + 2, C),
      square: p / k, U k, V k and k^2 of the recurrence
        in `helmholtz3d`.
      transposed: whether it is w_ln that sums over l.
    """
    _, azimuth, polar = slots3d.frame(shift, order)
    turned = slots3d.turn(azimuth, slots3d.split(coefficients))
    turned = slots3d.turn(polar, _swap(order, turned))
    slots = jnp.stack(_swap(order, turned))
    grid, place = _grid(order)
    slots = jnp.pad(slots, ((0, 0), (0, 0), (0, 0), (0, 1)))[..., grid]  # (2, C, k, l, m)
    slots = jnp.transpose(slots, (3, 0, 2, 4, 1))  # (l, 2, k, m, C)
    slots = _sums(slots, start, p, up, down, square, order, transposed)
    slots = jnp.transpose(slots, (1, 4, 2, 0, 3))
    slots = slots.reshape(*slots.shape[:3], -1)[..., place]
    turned = slots3d.turn(slots3d.conjugate(polar), _swap(order, slots))
    turned = slots3d.turn(slots3d.conjugate(azimuth), _swap(order, turned))
    return slots3d.merge(turned, order)


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
    """sum_n w_ln a_n for a (n, 2, k, m, C): (l, 2, k, m, C); transposed: sum_l w_ln a_l for a (l,
    2, k, m, C)."""
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
