"""Bandwidths from the data alone.

"scott" and "silverman": the covariance matrix H = f^2 S, where S is the weighted sample covariance and, with the
effective number of points n_e = (sum w)^2 / sum w^2,

    f = n_e^(-1/(d+4))   (Scott 1992),        f = (n_e (d + 2) / 4)^(-1/(d+4))   (Silverman 1986),

best for normal data and too wide for data in clusters. "isj": for every dimension by itself the improved Sheather-Jones
bandwidth (Botev, Grotowski & Kroese 2010), which assumes no shape, from a histogram. All three as in their usual
implementations: one dimension gives a number. The histogram of rounded coordinates has a cell for each value.
"""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

CELLS = 4096  # of the histogram of "isj"
MARGIN = 0.1  # of the range of the data, on both sides of that histogram
STAGES = 7


def effective_number(weights):
    return jnp.square(weights.sum()) / jnp.square(weights).sum()


def sums_of_others(numbers):
    """For each of these numbers >= 0 the sum of all others, without a difference."""
    zero = jnp.zeros(1, numbers.dtype)
    before, after = jnp.cumsum(numbers[:-1]), jnp.cumsum(numbers[:0:-1])[::-1]
    return jnp.concatenate([zero, before]) + jnp.concatenate([after, zero])


@functools.partial(jax.jit, static_argnums=0)
def by_spread(rule, points, weights):
    """The bandwidth of "scott" or "silverman": a number in 1D, else a covariance matrix (d, d). Traceable."""
    dim = points.shape[1]
    number = effective_number(weights)
    factor = (number if rule == "scott" else number * ((dim + 2) / 4)) ** (-1 / (dim + 4))
    share = weights / weights.sum()
    first = share.argmax()
    others = jnp.where(jnp.arange(len(share)) == first, 0, share)
    total = others.sum()
    # 1 - sum share^2 without a difference of what may be about the same
    rest = share[first] * total + (others * (share[first] - others + total)).sum()
    share = share[:, None]
    offset = points - (share * points).sum(0, keepdims=True)
    product = jnp.matmul((share * offset).T, offset, precision=jax.lax.Precision.HIGHEST)
    covariance = product / rest
    return factor * jnp.sqrt(covariance[0, 0]) if dim == 1 else jnp.square(factor) * covariance


def isj(points, weights, spacing):
    """The bandwidths (d,) of "isj", of concrete arrays. spacing: (d,) of values that are rounded, else 0."""
    points, weights = np.asarray(points, np.float64), np.asarray(weights, np.float64)
    number = float(effective_number(weights))
    found = [_isj(x, weights / weights.sum(), number, s) for x, s in zip(points.T, spacing)]
    return np.array(found)


def _isj(x, weights, number, spacing):
    """The square root of the diffusion time t that solves t = xi gamma^[l](t) of the paper, l = STAGES."""
    low, high, cells = x.min(), x.max(), CELLS
    margin = MARGIN * (high - low)
    if (high - low + 2 * margin) / CELLS < spacing:
        margin = (math.ceil(margin / spacing) + 0.5) * spacing
        cells = round((high - low + 2 * margin) / spacing)
    low, high = low - margin, high + margin
    histogram, _ = np.histogram(x, cells, (low, high), weights=weights)
    # the squares of the coefficients of a cosine series on [0, 1]
    squares = _cosine_transform(histogram)[1:] ** 2
    waves = np.arange(1, cells, dtype=np.float64) ** 2

    def energy(order, time):
        """The squared norm of the derivative of this order of the data smoothed for this time."""
        return 2 * math.pi ** (2 * order) * float(np.sum(waves**order * squares * np.exp(-waves * math.pi**2 * time)))

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
        if crossing is None:
            raise ValueError(
                "bandwidth='isj' finds no solution for these points (too few, or too many equal ones); use 'silverman' "
                "or a number"
            )
        below, above = times[crossing - 1 : crossing + 1]
        for _ in range(60):
            middle = math.sqrt(below * above)
            below, above = (middle, above) if excess(middle) < 0 else (below, middle)
    return math.sqrt(above) * (high - low)


def _cosine_transform(values):
    """sum_i v_i cos(pi k (i + 1/2) / N) for k = 0 ... N - 1, by a fast Fourier transform of twice the length."""
    n = len(values)
    k = np.arange(n)
    return np.real(np.exp(-0.5j * math.pi * k / n) * np.fft.fft(values, 2 * n)[:n])
