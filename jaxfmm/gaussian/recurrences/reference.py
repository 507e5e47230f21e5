"""Sums of exponentials by a scan, in plain XLA: what `sums` of every backend computes.

Sources y_j with weights w_j and targets x_i on a line are walked through by position, once from
either side. At a point the state of a walk is what the sources behind it give there (the
recurrences of Jiang & Greengard 2022, section 4, are those of their sums): with distances u_j > 0
in units of 1 / scale and t_k = decay + i frequency_k,

    L = sum_j w_j exp(-decay u_j) ,   T = sum of the w_j with u_j = 0 ,
    D_k = sum_j w_j (exp(-t_k u_j) - exp(-decay u_j)) ,

and a result is a linear combination of the two states that meet at a target, given by `rows`. Over
a distance d > 0, with e = exp(-decay d) and v = exp(-i frequency d) - 1,

    L <- e (L + T) ,   D <- e (D + v (D + L + T)) ,   T <- 0 ,

and then states of neighbouring pieces of the line add up. The D_k are small where points are close,
so little is lost when a result combines them with coefficients of both signs, and a step is taken
by e - 1 and v, which are accurate where e is close to 1: rounding hardly grows with the number of
points, nor does it matter how close they are."""

from collections.abc import Callable, Iterable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

RUN = 64  # pieces that are joined one after the other


def order(points: jax.Array) -> jax.Array:
    """points (n,) -> the permutation (n,) int32 that sorts them."""
    unsigned = jnp.dtype(f"uint{8 * points.dtype.itemsize}")
    bits = lax.bitcast_convert_type(points, unsigned)
    top = jnp.asarray(1 << (8 * points.dtype.itemsize - 1), unsigned)
    keys = jnp.where(
        bits < top, bits | top, ~bits
    )  # integers in the order of the numbers sort faster
    return lax.sort((keys, lax.iota(jnp.int32, len(points))), num_keys=1, is_stable=False)[1]


def rises(points: jax.Array) -> jax.Array:
    """Whether no point is less than the one before."""
    return (points[1:] >= points[:-1]).all()


def sums(
    targets: jax.Array,
    sources: jax.Array,
    weights: jax.Array,
    target_order: jax.Array,
    source_order: jax.Array,
    scale: jax.Array,
    decay: float,
    frequencies: np.ndarray,
    rows: np.ndarray,
    *,
    double: bool,
) -> jax.Array:
    """What all sources give to all targets.

    Args:
      targets (m,), sources (n,), weights (n, A, k). target_order (m,), source_order (n,):
      permutations that sort them. scale: scalar by which distances are multiplied. decay,
      frequencies (K,), rows (2, B, A, 2 K + 2): numbers. A row multiplies L, T, Re D_1 ..., Im D_1
      ...; the
        first is for the state from below, the second for that from above; sources at a target are
        in either T.
      double: whether to compute in double also where points are float32. Not here: XLA may have no
        double.

    Returns:
      (m, B, k); NaN if the points do not rise in the orders given.
    """
    (m,), (n, components, rhs), dtype = targets.shape, weights.shape, targets.dtype
    x, y = targets[target_order], sources[source_order]
    place_x = lax.iota(jnp.int32, m) + jnp.searchsorted(y, x, side="right").astype(jnp.int32)
    place_y = lax.iota(jnp.int32, n) + jnp.searchsorted(x, y, side="left").astype(jnp.int32)
    position = jnp.zeros(m + n, dtype).at[place_x].set(x).at[place_y].set(y)
    weight = (
        jnp.zeros((m + n, components * rhs), dtype)
        .at[place_y]
        .set(weights[source_order].reshape(n, -1))
    )
    # (events, direction, streams): the way up, and the way down
    position = jnp.stack([position, -position[::-1]], axis=1)[:, :, None]
    weight = jnp.stack([weight, weight[::-1]], axis=1)
    nothing = jnp.zeros_like(weight)
    far = (2.0 - np.log(jnp.finfo(dtype).eps)) / decay  # where e is nothing beside 1

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

        _, *scanned = scan(join, (position, nothing, weight, nothing, nothing))
        at_targets = [jnp.stack([s[place_x, 0], s[m + n - 1 - place_x, 1]]) for s in scanned]
        return jnp.stack(at_targets).reshape(4, 2, m, components, rhs)

    def add(result, step):
        frequency, coefficients = step
        part = jnp.einsum(
            "dbae,edmak->mbk", coefficients, states(frequency), precision=lax.Precision.HIGHEST
        )
        return result + part, None

    steps = (
        jnp.asarray(frequencies, dtype),
        jnp.asarray(np.moveaxis(by_frequency(rows), 3, 0), dtype),
    )
    result, _ = lax.scan(add, jnp.zeros((m, rows.shape[1], rhs), dtype), steps)
    result = jnp.where(rises(x) & rises(y), result, jnp.nan)
    return jnp.zeros_like(result).at[target_order].set(result, unique_indices=True)


def by_frequency(rows: np.ndarray) -> np.ndarray:
    """rows (2, B, A, 2 K + 2) -> (2, B, A, K, 4), which multiply L, T, Re D_k, Im D_k, L and T only
    for the first k."""
    count = rows.shape[-1] // 2 - 1
    table = np.zeros((*rows.shape[:-1], count, 4))
    table[..., 0, :2] = rows[..., :2]
    table[..., 2], table[..., 3] = rows[..., 2 : 2 + count], rows[..., 2 + count :]
    return table


def scan(join: Callable, pieces: tuple[jax.Array, ...]) -> Iterable:
    """All states join(join(p_0, p_1), p_2), ...: of runs of pieces first, then of those runs, then
    inside them."""

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
    pieces = [jnp.concatenate([p, q]) for p, q in zip(pieces, last)]
    runs = tuple(jnp.swapaxes(p.reshape(-1, RUN, *p.shape[1:]), 0, 1) for p in pieces)
    first = empty([r[0] for r in runs])
    ends = scan(join, lax.scan(lambda before, piece: (join(before, piece), None), first, runs)[0])
    before = tuple(jnp.concatenate([f[:1], e[:-1]]) for f, e in zip(first, ends))
    inside = lax.scan(step, before, runs)[1]
    return [jnp.swapaxes(s, 0, 1).reshape(-1, *s.shape[2:])[:count] for s in inside]
