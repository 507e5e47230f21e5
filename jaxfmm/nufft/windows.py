"""Which window and which spacing of the grid a Gaussian sum by Fourier series needs
(`gaussian.fourier`).

Two errors remain there, and both shrink with the spacing H of the grid: modes beyond the last, pi /
H, are lost, and a mode k takes part of the modes k + 2 pi m / H for itself, in proportion phihat(k
+ 2 pi m / H) / phihat(k). That is large for the last modes only, whose Ghat is all but zero. So
where general transforms double the number of nodes per dimension (Barnett, Magland & af Klinteberg
2019), a fifth more than the modes that matter is enough here with windows as wide. That leaves FFTs
few modes to skip: on the CPU, FFTs dimension by dimension that kept 84% of the modes took twice as
long as whole ones. Windows of prolate functions and of exp and sinh of a semicircle do no better
here."""

import functools
import math

import numpy as np

from jaxfmm.nufft.gridding.grid import MOST_WIDTH, SPACING_UNIT, transform


def window_error(width: int, spacing: float, beta: float | np.ndarray, order: int) -> np.ndarray:
    """The relative L2 error in one dimension of the derivative of `order`, for weights whose
    spectrum is flat:

        e^2 = [ sum_(k < pi/H) 2 g(k) sum_(m != 0) phihat(k + 2 pi m/H)^2 / phihat(k)^2
                + sum_(k > pi/H) g(k) ] / sum g

    with g(k) = k^(2 order) exp(-k^2), and a factor 2 for sources and targets. Random weights and
    single points have such a spectrum; spectra that fall off, as of many weights of one sign, have
    smaller errors."""
    edge, half, beta = math.pi / spacing, width * spacing / 2, np.asarray(beta)[..., None]
    k, beyond = np.arange(0.5, 48) * (edge / 48), edge * (1 + np.arange(0.5, 48) / 48)
    images = (transform(half * (k + 2 * edge * m), beta) for m in (-3, -2, -1, 1, 2, 3))
    aliased = sum(image**2 for image in images) / transform(half * k, beta) ** 2

    def power(k):
        return k ** (2 * order) * np.exp(-k * k)

    return np.sqrt((2 * aliased @ power(k) + power(beyond).sum()) / power(k).sum())


def _error(width: int, spacing: float, beta: float, derivatives: int, dim: int) -> float:
    """The error in `dim` dimensions of the worst derivative up to `derivatives`: all of it along
    one dimension."""
    errors = [window_error(width, spacing, beta, order) for order in range(derivatives + 1)]
    return max(math.hypot(e, math.sqrt(dim - 1) * errors[0]) for e in errors)


def _best_beta(width: int, spacing: float, derivatives: int) -> float:
    """The parameter of the window with the least error: of sixteen, then of sixteen around it."""
    middle, step = 1.9 * width, 0.16 * width
    for _ in range(2):
        betas = middle + step * np.arange(-7.5, 8)
        middle, step = betas[np.argmin(window_error(width, spacing, betas, derivatives))], step / 8
    return round(float(middle), 3)


@functools.cache
def windows(tol: float, derivatives: int, dim: int) -> list[tuple[int, float, float]]:
    """[(width, spacing, beta)]: the largest spacing whose error is at most `tol`, for every width
    until a wider window allows no larger spacing."""

    def window(width, units):
        spacing = units * SPACING_UNIT
        beta = _best_beta(width, spacing, derivatives)
        good = _error(width, spacing, beta, derivatives, dim) <= tol
        return (width, spacing, beta) if good else None

    out: list[tuple[int, float, float]] = []
    low = 0
    for width in range(2, MOST_WIDTH + 1):
        best, high = window(width, low + 1), round(1 / SPACING_UNIT)
        if best is None and out:
            break
        low += best is not None
        while best is not None and high - low > 1:
            middle = (low + high) // 2
            better = window(width, middle)
            best, low, high = (better, middle, high) if better else (best, low, middle)
        if best:
            out.append(best)
    return out
