"""Draws from a density of Gaussian kernels whose values along some axes are known.

Given x_g = v, the others are a mixture of Gaussians: kernel j counts w_j N(v; y_jg, s_j^2 H_gg),
and its draws are moved by the regression H_rg H_gg^-1 (v - y_jg). With the known axes first, the
frame's matrix W is lower triangular, so a step in the frame does both: its known part is the step
to v, its other part is random."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs
from jaxfmm.kde import evaluate
from jaxfmm.kde.bounds import images, into_periods, reflect_into, within
from jaxfmm.kde.fitted import FittedDensity
from jaxfmm.kde.frame import from_frame, to_frame

PAIRS = 2**22  # of known values and points at a time


def sample(
    density: FittedDensity, known: FittedDensity, key: Array, n: int, values: ArrayLike
) -> Array:
    """n draws (n, d) where the first axes have the values (g,), or (m, n, d) for values (m, g).
    known: the density of these axes alone."""
    n = inputs.integer("n", n, 0, 2**31 - 1, "it is the number of draws")
    numbers, _ = foreign.numbers("values", values)
    rows = inputs.points("values", jnp.atleast_2d(numbers), (known.dim,))
    inputs.same_dtype("values", rows, "points", density.points.dtype)
    drawn = _draw(density, known, key, n, rows)
    return drawn if np.ndim(numbers) > 1 else drawn[0]


@functools.partial(jax.jit, static_argnames="n")
def _draw(density: FittedDensity, known: FittedDensity, key: Array, n: int, values: Array) -> Array:
    """(m, n, d) for values (m, g)."""
    count = known.dim
    places, points, unit = to_frame(known, images(known, values))
    places, points = places / unit[None, None], points / unit[None]

    def of_row(row: tuple[Array, Array]) -> Array:
        key, place = row  # (images, g)
        where, noise = jax.random.split(key)
        logits = _log_shares(known, place, points)
        chosen = jax.random.choice(where, logits.size, (n,), p=jax.nn.softmax(logits.ravel()))
        image, point = jnp.divmod(chosen, len(points))
        free = jax.random.normal(noise, (n, density.dim - count), points.dtype)
        if density.scales is not None:
            free = free * density.scales[point, None]
        step = from_frame(density, jnp.concatenate([place[image] - points[point], free], axis=1))
        return density.points[point] + step

    rows = max(1, PAIRS // (places.shape[1] * len(points)))
    drawn = lax.map(of_row, (jax.random.split(key, len(values)), places), batch_size=rows)
    drawn = into_periods(drawn.reshape(-1, density.dim), density.periods)
    columns = [reflect_into(x, *ends) for x, ends in zip(drawn.T, density.along_axes[0])]
    free = jnp.stack(columns[count:], axis=1).reshape(len(values), n, density.dim - count)
    whole = jnp.concatenate(
        [jnp.broadcast_to(values[:, None], (len(values), n, count)), free], axis=2
    )
    possible = jnp.isfinite(values).all(1) & within(values, known.along_axes[0])
    whole = jnp.where(possible[:, None, None], whole, jnp.nan)
    return errors.if_right(evaluate.valid(known), whole)


def _log_shares(known: FittedDensity, place: Array, points: Array) -> Array:
    """log w_j - g log s_j - |z_i - z_j|^2 / (2 s_j^2) up to a constant, (images, n), for images z_i
    (images, g) of a place and points z_j (n, g) in the frame.

    Far from the points the squares are so large that their rounding errors would decide. So these
    are differences from one pair c, by a^2 - b^2 = (a - b) (a + b), where a - b does not cancel."""
    logs = jnp.log(known.weights) if known.log_weights is None else known.log_weights
    scales = jnp.ones_like(logs) if known.scales is None else known.scales
    logs = logs - known.dim * jnp.log(scales)
    away = place[:, None] - points[None]
    least = jnp.asarray(jnp.finfo(points.dtype).min / 4, points.dtype)
    rough = jnp.maximum(-0.5 * jnp.square(away / scales[None, :, None]).sum(2), least)
    i, j = jnp.divmod((logs[None] + rough).argmax(), len(points))
    center, scale = away[i, j][None, None], scales[j]
    apart = (place - place[i][None])[:, None] - (points - points[j][None])[None]
    inverse = (1 / scales)[None, :, None]
    difference = center * (inverse - 1 / scale) + apart * inverse
    both = away * inverse + center / scale
    return (logs - logs[j])[None] - 0.5 * (difference * both).sum(2)
