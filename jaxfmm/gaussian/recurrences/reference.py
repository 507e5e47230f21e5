"""Sums of exponentials by a scan, in plain XLA: what `sums` of every backend computes.

Sources y_j with weights w_j and targets x_i on a line are walked through by position, once from
each side. At a point the state of a walk describes the sources behind it (the recurrences of Jiang
& Greengard 2022, section 4, for their sums): with distances u_j > 0 in units of 1 / scale and t_k =
decay + i frequency_k,

    L = sum_j w_j exp(-decay u_j) ,   T = sum of the w_j with u_j = 0 ,
    D_k = sum_j w_j (exp(-t_k u_j) - exp(-decay u_j)) .

A result is a linear combination, by `rows`, of the two states that meet at a target. Over a
distance d > 0, with e = exp(-decay d) and v = exp(-i frequency d) - 1,

    L <- e (L + T) ,   D <- e (D + v (D + L + T)) ,   T <- 0 ,

and then the states of neighbouring pieces of the line add up. The D_k are small where points are
close, so little is lost when a result combines them with coefficients of both signs. A step uses e
- 1 and v, which are accurate where e is close to 1: rounding errors hardly grow with the number of
points, and do not depend on how close they are."""

from collections.abc import Callable
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

RUN = 64  # pieces that are joined one after the other


class Sorted(NamedTuple):
    """Points (n,), and the order (n,) that sorts them."""

    points: Array
    order: Array

    @property
    def in_order(self) -> Array:
        return self.points[self.order]


class Recurrence(NamedTuple):
    """decay; frequencies (K,); rows (2, B, A, 2 K + 2). A row multiplies L, T, Re D_1 ..., Im D_1
    ...; rows[0] is for the state from below, rows[1] for the state from above. Sources at a target
    are in the T of both."""

    decay: float
    frequencies: np.ndarray
    rows: np.ndarray

    @property
    def outputs(self) -> int:
        return self.rows.shape[1]

    def rows_by_frequency(self) -> np.ndarray:
        """(2, B, A, K, 4), which multiply L, T, Re D_k, Im D_k; L and T only for the first k."""
        rows, count = self.rows, len(self.frequencies)
        table = np.zeros((*rows.shape[:-1], count, 4))
        table[..., 0, :2] = rows[..., :2]
        table[..., 2], table[..., 3] = rows[..., 2 : 2 + count], rows[..., 2 + count :]
        return table


def order(points: Array) -> Array:
    """The permutation (n,) int32 that sorts points (n,)."""
    unsigned = jnp.dtype(f"uint{8 * points.dtype.itemsize}")
    bits = lax.bitcast_convert_type(points, unsigned)
    top = jnp.asarray(1 << (8 * points.dtype.itemsize - 1), unsigned)
    # XLA sorts integers in the order of the numbers faster than the numbers.
    keys = jnp.where(bits < top, bits | top, ~bits)
    return lax.sort((keys, lax.iota(jnp.int32, len(points))), num_keys=1, is_stable=False)[1]


def rises(points: Array) -> Array:
    """Whether no point is less than the one before."""
    return (points[1:] >= points[:-1]).all()


def sums(
    targets: Sorted,
    sources: Sorted,
    weights: Array,
    scale: Array,
    recurrence: Recurrence,
    *,
    double: bool,
) -> Array:
    """The sums over all sources at all targets.

    Args:
      targets (m,), sources (n,), weights (n, A, k).
      scale: scalar by which distances are multiplied.
      double: whether to compute in double even where points are float32; ignored here, since XLA
        may have no double.

    Returns:
      (m, B, k); NaN if the orders do not sort the points.
    """
    (m,), (n, components, rhs), dtype = targets.points.shape, weights.shape, targets.points.dtype
    decay, frequencies, rows = (
        recurrence.decay,
        recurrence.frequencies,
        recurrence.rows_by_frequency(),
    )
    x, y = targets.in_order, sources.in_order
    place_x = lax.iota(jnp.int32, m) + jnp.searchsorted(y, x, side="right").astype(jnp.int32)
    place_y = lax.iota(jnp.int32, n) + jnp.searchsorted(x, y, side="left").astype(jnp.int32)
    position = jnp.zeros(m + n, dtype).at[place_x].set(x).at[place_y].set(y)
    columns = weights[sources.order].reshape(n, -1)
    weight = jnp.zeros((m + n, components * rhs), dtype).at[place_y].set(columns)
    # (events, direction, streams): the way up and the way down
    position = jnp.stack([position, -position[::-1]], axis=1)[:, :, None]
    weight = jnp.stack([weight, weight[::-1]], axis=1)
    zeros = jnp.zeros_like(weight)
    far = (2.0 - np.log(jnp.finfo(dtype).eps)) / decay  # where e is negligible relative to 1

    def states(frequency):
        def join(before, piece):
            (x, l, t, re, im), (end, *own) = before, piece
            d = jnp.clip((end - x) * scale, 0.0, far)
            loss, half = jnp.expm1(-decay * d), (0.5 * frequency) * d
            turn = -2.0 * (loss + 1.0) * jnp.sin(half)
            real, imaginary = turn * jnp.sin(half), turn * jnp.cos(half)
            passed = l + jnp.where(d > 0, t, 0.0)
            moved = (
                passed + loss * passed,
                jnp.where(d > 0, 0.0, t),
                re + (loss * re + real * (re + passed) - imaginary * im),
                im + (loss * im + real * im + imaginary * (re + passed)),
            )
            return end, *(p + q for p, q in zip(moved, own))

        _, *scanned = scan(join, (position, zeros, weight, zeros, zeros))
        at_targets = [jnp.stack([s[place_x, 0], s[m + n - 1 - place_x, 1]]) for s in scanned]
        return jnp.stack(at_targets).reshape(4, 2, m, components, rhs)

    def add(result, step):
        frequency, coefficients = step
        part = jnp.einsum(
            "dbae,edmak->mbk", coefficients, states(frequency), precision=lax.Precision.HIGHEST
        )
        return result + part, None

    steps = jnp.asarray(frequencies, dtype), jnp.asarray(np.moveaxis(rows, 3, 0), dtype)
    result, _ = lax.scan(add, jnp.zeros((m, recurrence.outputs, rhs), dtype), steps)
    result = jnp.where(rises(x) & rises(y), result, jnp.nan)
    return jnp.zeros_like(result).at[targets.order].set(result, unique_indices=True)


def scan(join: Callable, pieces: tuple[Array, ...]) -> list[Array]:
    """All states join(join(p_0, p_1), p_2), ...: first of runs of pieces, then of the sequence of
    runs, then inside the runs."""

    def step(before, piece):
        state = join(before, piece)
        return state, state

    def empty(piece):
        position, *state = piece
        return position, *map(jnp.zeros_like, state)

    count = len(pieces[0])
    if count <= RUN:
        return lax.scan(step, empty([p[0] for p in pieces]), pieces)[1]
    last = empty([jnp.broadcast_to(p[-1:], (-count % RUN, *p.shape[1:])) for p in pieces])
    padded = [jnp.concatenate([p, q]) for p, q in zip(pieces, last)]
    runs = tuple(jnp.swapaxes(p.reshape(-1, RUN, *p.shape[1:]), 0, 1) for p in padded)
    first = empty([r[0] for r in runs])
    ends = scan(join, lax.scan(lambda before, piece: (join(before, piece), None), first, runs)[0])
    before = tuple(jnp.concatenate([f[:1], e[:-1]]) for f, e in zip(first, ends))
    inside = lax.scan(step, before, runs)[1]
    return [jnp.swapaxes(s, 0, 1).reshape(-1, *s.shape[2:])[:count] for s in inside]
