"""Which window and which spacing of the grid a Gaussian sum by Fourier series needs (`fourier`).

Two errors remain there, and both shrink with the spacing H of the grid: waves beyond its last, pi / H, are lost, and a wave
k takes part of the waves k + 2 pi m / H for itself, in proportion phihat(k + 2 pi m / H) / phihat(k). The second is large for
the last waves only, whose Ghat is all but zero. So where general transforms double the number of nodes (Barnett, Magland &
af Klinteberg 2019), here a tenth more than the waves that matter do, and the FFTs have hardly a wave to leave out.
"""

import functools
import math

import numpy as np

from jaxfmm.ops.gridding.grid import MOST_WIDTH, SPACING_UNIT, transform


def window_error(width, spacing, beta, order):
    """The relative L2 error in one dimension of the derivative of `order`, for weights whose spectrum is flat:

        e^2 = [ sum_(k < pi/H) g(k) 2 sum_(m != 0) phihat(k + 2 pi m / H)^2 / phihat(k)^2 + sum_(k > pi/H) g(k) ] / sum g(k)

    with g(k) = k^(2 order) exp(-k^2). The factor 2 stands for sources and targets. Random weights have such a spectrum,
    and so has one point; spectra that fall off, as those of many weights of one sign, have smaller errors.
    """
    edge, half = math.pi / spacing, width * spacing / 2
    k, beyond = np.arange(0.5, 64) * (edge / 64), edge * (1 + np.arange(0.5, 64) / 64)
    images = transform(half * (k[:, None] + 2 * edge * np.array([-4, -3, -2, -1, 1, 2, 3, 4])), beta)
    aliased = np.sum(images**2, axis=1) / transform(half * k, beta) ** 2

    def power(k):
        return k ** (2 * order) * np.exp(-k * k)

    return math.sqrt((2 * power(k) @ aliased + power(beyond).sum()) / power(k).sum())


def _error(width, spacing, beta, derivatives, dim):
    """In `dim` dimensions, of the worst derivative up to `derivatives`: all of it along one dimension."""
    errors = [window_error(width, spacing, beta, order) for order in range(derivatives + 1)]
    return max(math.hypot(e, math.sqrt(dim - 1) * errors[0]) for e in errors)


def _best_beta(width, spacing, derivatives):
    """The parameter of the window with the least error, by golden section."""
    golden = (math.sqrt(5) - 1) / 2
    low, high = 0.5 * width, math.pi * width
    for _ in range(14):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if window_error(width, spacing, a, derivatives) < window_error(width, spacing, b, derivatives):
            high = b
        else:
            low = a
    return round((low + high) / 2, 3)


@functools.cache
def windows(tol, derivatives, dim):
    """[(width, spacing, beta)]: for every width that is worth it the largest spacing whose error is below `tol`."""
    out = []
    for width in range(2, MOST_WIDTH + 1):
        low, high = 0, round(1 / SPACING_UNIT)
        while high - low > 1:
            middle = (low + high) // 2
            spacing = middle * SPACING_UNIT
            fine = _error(width, spacing, _best_beta(width, spacing, derivatives), derivatives, dim) <= tol
            low, high = (middle, high) if fine else (low, middle)
        spacing = low * SPACING_UNIT
        if out and spacing <= out[-1][1]:
            break
        if low:
            out.append((width, spacing, _best_beta(width, spacing, derivatives)))
    return out
