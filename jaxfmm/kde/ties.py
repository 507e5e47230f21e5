"""Repeated points and rounded coordinates, which mislead a search for a bandwidth.

The leave-one-out likelihood grows without end for bandwidths far below the spacing of values that
repeat. There are two causes, with different cures:

- Coordinates are rounded, to integers or decimals: they lie on a lattice. With a standard deviation
  of at least half its spacing s, a Gaussian summed over the lattice is constant to 2 exp(-2 pi^2
  h^2 / s^2) = 1.4 %. So the densities at the points of the lattice, times the volume of a cell, are
  probabilities that add up to one, and their likelihood is an honest score; with smaller bandwidths
  they add up to more. Bandwidths below half the spacing are not allowed.
- Points repeat that are on no lattice, such as those of a bootstrap or of several records of one
  place: each is taken once, with the sum of the weights, and left out as a whole.
"""

import dataclasses

import numpy as np
from jax import Array

from jaxfmm import errors

LEAST = 0.5  # The least standard deviation of a kernel on a lattice, in spacings.
# There is a lattice if more than this share of the points has repeated coordinates, and more than
# this share of the gaps between them is equal.
LATTICE = 0.5
NOTICED = 0.05  # A larger share of repeated points is worth a warning.


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ties:
    """share: of the points that are equal to another one.  spacing: (d,) of the lattice of each
    coordinate, 0 without one.  first: (k,) the numbers of different points.  group: (n,) to which
    of these each point is equal."""

    share: float
    spacing: np.ndarray
    first: np.ndarray
    group: np.ndarray

    @property
    def on_lattice(self) -> bool:
        return bool((self.spacing > 0).all())

    def merged(self, points: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points and weights without repeated points that are on no lattice."""
        if self.on_lattice or not self.share:
            return points, weights
        return points[self.first], np.bincount(self.group, weights).astype(weights.dtype)

    def least_scale(self, bandwidth: Array) -> float:
        """The factor by which the bandwidth, a number or a covariance matrix, becomes the least
        that does not show the lattice; 0 without one."""
        on = np.flatnonzero(self.spacing)
        if not len(on):
            return 0.0
        h = np.asarray(bandwidth, np.float64)
        covariance = h if h.ndim == 2 else np.eye(len(self.spacing)) * np.square(h)
        in_spacings = covariance[np.ix_(on, on)] / np.outer(self.spacing[on], self.spacing[on])
        return LEAST / np.sqrt(np.linalg.eigvalsh(in_spacings)[0])

    def warn(self, rule: str, *, at_least: bool) -> None:
        """Warns of repeated values. at_least: whether the bandwidth is the least allowed one."""
        if not at_least and self.share < NOTICED:
            return
        reasons = [f"{self.share:.0%} of the points repeat others"]
        if self.spacing.any():
            size = ", ".join(f"{s:.3g}" if s else "none" for s in self.spacing)
            reasons.append(
                f"coordinates are rounded, with the spacing {size}; bandwidths below half of it "
                "are not taken"
            )
        if self.share and not self.on_lattice:
            reasons.append(
                "repeated points are taken once, with the sum of their weights, to find the "
                "bandwidth"
            )
        if at_least:
            reasons.append(
                "the bandwidth is the least that is allowed: the data are too coarse to say more"
            )
        errors.warn(f"bandwidth={rule!r}: " + "; ".join(reasons))


def find(points: np.ndarray) -> Ties:
    """The `Ties` of points (n, d)."""
    order = np.lexsort(points.T)
    ordered = points[order]
    is_new = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(1)])
    group = np.empty(len(points), np.int64)
    group[order] = np.cumsum(is_new) - 1
    count = np.bincount(group)
    return Ties(
        share=float(count[count > 1].sum() / len(points)),
        spacing=np.array([_spacing(x) for x in points.T]),
        first=order[is_new],
        group=group,
    )


def _spacing(x: np.ndarray) -> float:
    """The gap between neighbouring values, if most values repeat and most are at this distance from
    their nearest one; otherwise 0."""
    values, count = np.unique(np.asarray(x, np.float64), return_counts=True)
    if len(values) < 2 or count[count > 1].sum() < LATTICE * len(x):
        return 0.0
    gaps = np.diff(values)
    nearest = np.minimum(np.append(gaps, np.inf), np.append(np.inf, gaps))
    order = np.argsort(nearest)
    median = np.searchsorted(np.cumsum(count[order]), 0.5 * len(x))  # over the points
    spacing = nearest[order][median]
    regular = np.abs(nearest - spacing) < 0.01 * spacing
    return float(spacing) if count[regular].sum() > LATTICE * len(x) else 0.0
