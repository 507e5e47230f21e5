"""Bandwidths from the data alone.

"scott" and "silverman": the covariance matrix H = f^2 S, where S is the weighted sample covariance
and, with the effective number of points n_e = (sum w)^2 / sum w^2,

    f = n_e^(-1/(d+4))   (Scott 1992),        f = (n_e (d + 2) / 4)^(-1/(d+4))   (Silverman 1986),

best for normal data and too wide for data in clusters. "isj": for each dimension alone, the
improved Sheather-Jones bandwidth (Botev, Grotowski & Kroese 2010), which assumes no shape, from a
histogram. All three are as in their usual implementations: one dimension gives a number. The
histogram of rounded coordinates has a cell for each value.

A coordinate with a period is cut where that leaves the smallest variance, the variance about its
Frechet mean on the circle. So no bandwidth depends on where the period begins. If the points leave
no margin on the circle, "isj" takes the Fourier series of the whole period instead of a cosine
series.
"""

import functools
import math
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.full_precision import matmul

CELLS = 4096  # of the histogram of "isj"
MARGIN = 0.1  # of the range of the data, on both sides of the histogram
STAGES = 7

Lengths = tuple[float | None, ...]  # the periods of all axes, None for an axis without one


def shares(weights: Any) -> Any:
    """Weights (n,) of NumPy or JAX over their sum, which may overflow."""
    share = weights / _still(weights.max())
    return share / share.sum()


def _still(x: Any) -> Any:
    """`lax.stop_gradient`, which would turn a NumPy array into a JAX array."""
    return lax.stop_gradient(x) if isinstance(x, Array) else x


def sums_of_others(numbers: Array) -> Array:
    """For each of these numbers >= 0 the sum of all others, without cancellation."""
    zero = jnp.zeros(1, numbers.dtype)
    before, after = jnp.cumsum(numbers[:-1]), jnp.cumsum(numbers[:0:-1])[::-1]
    return jnp.concatenate([zero, before]) + jnp.concatenate([after, zero])


def of_spread(rule: str, points: np.ndarray, weights: np.ndarray) -> Any:
    """The bandwidth of "scott" or "silverman": a number in 1D, else a covariance matrix (d, d), in
    float64."""
    return _of_spread(rule, points, shares(weights), np)


def _of_spread(rule: str, points: Any, share: Any, xp: ModuleType) -> Any:
    """`of_spread` with xp, numpy or jax.numpy."""
    dim = points.shape[1]
    number = 1 / xp.square(share).sum()
    factor = (number if rule == "scott" else number * ((dim + 2) / 4)) ** (-1 / (dim + 4))
    first = share.argmax()
    others = xp.where(xp.arange(len(share)) == first, 0, share)
    total = others.sum()
    # 1 - sum share^2 without cancellation
    rest = share[first] * total + (others * (share[first] - others + total)).sum()
    share = share[:, None]
    offset = points - (share * points).sum(0, keepdims=True)
    product = (np.matmul if xp is np else matmul)((share * offset).T, offset)
    covariance = product / rest
    return factor * xp.sqrt(covariance[0, 0]) if dim == 1 else xp.square(factor) * covariance


@functools.partial(jax.jit, static_argnums=(0, 3))
def by_spread(rule: str, points: Array, weights: Array, lengths: Lengths) -> Array:
    """`of_spread`, traceable, of points that may have periods."""
    share = shares(weights)
    return _of_spread(rule, on_line(points, share, lengths, jnp), share, jnp)


def on_line(points: Any, share: Any, lengths: Lengths, xp: ModuleType) -> Any:
    """Points (n, d) whose axes with a period are cut where the variance, with the shares (n,), is
    smallest."""
    columns = [
        x if length is None else _cut(x, share, length, xp)
        for x, length in zip(points.T, lengths, strict=True)
    ]
    return xp.stack(columns, axis=1)


def _cut(x: Any, share: Any, length: float, xp: ModuleType) -> Any:
    """x (n,) plus whole periods, so that the weighted variance is as small as it can be."""
    still = _still(x)
    turn = 2 * math.pi / length * still
    direction = xp.arctan2((share * xp.sin(turn)).sum(), (share * xp.cos(turn)).sum())
    middle = length / (2 * math.pi) * direction
    # Offsets from the mean direction, in periods: if the data fill a small part of the circle, no
    # digits cancel.
    u = (still - middle) / length
    u = u - xp.round(u)
    order = u.argsort()
    part, place = share[order], u[order]
    # Each point may be the first that is not moved up by a period: sum over the points before it.
    mass, moment = xp.cumsum(part) - part, xp.cumsum(part * place) - part * place
    mean, square = (part * place).sum() + mass, (part * place**2).sum() + 2 * moment + mass
    first = place[(square - mean**2).argmin()]
    return x + length * xp.round(xp.where(u < first, u + 1, u) - (still - middle) / length)


def isj(
    points: np.ndarray, weights: np.ndarray, spacing: np.ndarray, lengths: Lengths | None = None
) -> np.ndarray:
    """The bandwidths (d,) of "isj". spacing: (d,) of rounded values, else 0."""
    lengths = lengths or (None,) * points.shape[1]
    points, weights = (a[weights > 0].astype(np.float64) for a in (points, weights))
    share = shares(weights)
    points, number = on_line(points, share, lengths, np), float(1 / np.square(share).sum())
    axes = zip(points.T, spacing, lengths, strict=True)
    return np.array([_isj(x, share, number, s, length) for x, s, length in axes])


def _isj(
    x: np.ndarray, share: np.ndarray, number: float, spacing: float, length: float | None
) -> float:
    """The square root of the diffusion time t that solves t = xi gamma^[l](t) of the paper, l =
    STAGES."""
    period = math.inf if length is None else length
    around = (1 + 2 * MARGIN) * np.ptp(x) > period
    series = _circle_series(x, share, spacing, period) if around else None
    extent, squares, k2 = series or _interval_series(x, share, spacing)

    def energy(order, time):
        """The squared norm of the derivative of this order of the data smoothed for this time."""
        total = float(np.sum(k2**order * squares * np.exp(-k2 * math.pi**2 * time)))
        return 2 * math.pi ** (2 * order) * total

    def excess(time):
        norm = energy(STAGES, time)
        for order in range(STAGES - 1, 1, -1):
            if norm == 0:  # everything is smoothed away
                return math.nan
            odd = math.prod(range(1, 2 * order, 2)) / math.sqrt(2 * math.pi)
            constant = (1 + 0.5 ** (order + 0.5)) / 3
            norm = energy(order, (2 * constant * odd / (number * norm)) ** (2 / (3 + 2 * order)))
        return time - (2 * number * math.sqrt(math.pi) * norm) ** -0.4 if norm > 0 else math.nan

    times = np.geomspace(1e-12, 0.1, 64)
    with np.errstate(all="ignore"):
        signs = [excess(time) for time in times]
        crossing = next((i for i in range(1, 64) if signs[i - 1] < 0 <= signs[i]), None)
        if around and not any(sign >= 0 for sign in signs):  # no mode is above the noise
            return math.sqrt(times[-1]) * extent
        if crossing is None:
            raise ValueError(
                "bandwidth='isj' finds no solution for these points (too few, or too many equal "
                "ones); use 'silverman' or a number"
            )
        below, above = times[crossing - 1 : crossing + 1]
        for _ in range(60):
            middle = math.sqrt(below * above)
            below, above = (middle, above) if excess(middle) < 0 else (below, middle)
    return math.sqrt(above) * extent


Series = tuple[float, np.ndarray, np.ndarray]
# The length of a window, the squares of the coefficients of a series on it, and the squares of
# their wavenumbers over pi, for a window of length 1.


def _interval_series(x: np.ndarray, share: np.ndarray, spacing: float) -> Series:
    """A cosine series, with a margin on both sides of the data."""
    low, high, cells = x.min(), x.max(), CELLS
    margin = MARGIN * (high - low)
    if (high - low + 2 * margin) / CELLS < spacing:
        margin = (math.ceil(margin / spacing) + 0.5) * spacing
        cells = round((high - low + 2 * margin) / spacing)
    low, high = low - margin, high + margin
    histogram, _ = np.histogram(x, cells, (low, high), weights=share)
    squares = _cosine_transform(histogram)[1:] ** 2
    return high - low, squares, np.arange(1, cells, dtype=np.float64) ** 2


def _circle_series(x: np.ndarray, share: np.ndarray, spacing: float, length: float) -> Series:
    """A Fourier series over a whole period."""
    cells = CELLS if length / CELLS >= spacing else max(4, round(length / spacing))
    cell = np.floor((x - x.min()) / length * cells + 0.5).astype(int) % cells
    coefficients = np.fft.rfft(np.bincount(cell, share, cells))[1:]
    return length, np.abs(coefficients) ** 2, (2.0 * np.arange(1, len(coefficients) + 1)) ** 2


def _cosine_transform(values: np.ndarray) -> np.ndarray:
    """sum_i v_i cos(pi k (i + 1/2) / N) for k = 0 ... N - 1, by a fast Fourier transform of twice
    the length."""
    n = len(values)
    k = np.arange(n)
    return np.real(np.exp(-0.5j * math.pi * k / n) * np.fft.fft(values, 2 * n)[:n])
