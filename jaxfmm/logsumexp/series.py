"""Series of whole nodes: with offsets v of a source and w of the target from the middle of a node,
in bandwidths,

    exp(D_j) = exp(D_middle - v^2 / 2) exp(v . w) ,

where exp(v . w) is expanded in powers of w. The error is small relative to each term, not only to
the largest one, while v . w is small (as in the improved fast Gauss transform of Yang, Duraiswami &
Gumerov 2003): nodes of close sources need not be opened."""

import math
from typing import Any, NamedTuple

import numpy as np
from jax import Array

from jaxfmm.logsumexp.reference import Groups
from jaxfmm.native.signature import fields

DEGREE = {1: 12, 2: 8, 3: 5}  # by dimension
LOW_DEGREE = {1: 6, 2: 4, 3: 3}  # of the part of a series that is enough for close sources
MOST_LEVELS = 3  # Nodes of at most this many levels have a series.
SHARE = 10.0  # The error of a series, relative to what walks leave out.
DEGREE_OF_BOXES = {1: 12, 2: 10, 3: 6}  # of the series for the targets in a box
CELLS = 4  # A bandwidth has so many of the smallest boxes.
LARGEST_CELL = 3  # The largest is larger by two to this power.


class Limits(NamedTuple):
    """If the bound on a node is exp(t) times the largest sum that a walk may leave out, t >= 0, its
    series is used up to v . w = max(wave, widest - rise t). Below `wave` the error is small
    relative to the node, below the other limit relative to what walks leave out."""

    wave: float
    widest: float
    rise: float

    def arguments(self, prefix: str = "") -> dict[str, float]:
        """The arguments of walks that use the series."""
        return {prefix + name: value for name, value in self._asdict().items()}


class Plan(NamedTuple):
    """levels: how many levels have series.  nodes: how many nodes these have.  shape: of all
    series.

    limits: of whole series.  low: of their terms up to LOW_DEGREE alone."""

    levels: int
    nodes: int
    shape: tuple[int, ...]
    limits: Limits
    low: Limits

    def arguments(self, groups: Groups, values: Array, inverse: Array) -> dict[str, Any]:
        """The arguments of the kernels that make the series."""
        return fields(groups, "points logs boxes top first") | {
            "weighted": int(groups.logs.size > 0),
            "inverse": inverse,
            "values": values,
            "leaves": len(values),
            "series": self.shape,
            "expanded": self.levels,
        }


def make_plan(groups: Groups, dim: int, slack: float) -> Plan:
    """The series for sources in `dim` dimensions, where walks leave out exp(-slack)."""
    leaves, variables, _ = groups.points.shape
    if variables > dim or dim not in DEGREE:
        return Plan(0, 0, (), *[Limits(0.0, 0.0, 0.0)] * 2)
    degree = DEGREE[dim]
    levels = min(MOST_LEVELS, len(groups.first))
    nodes = [-(-leaves // 32**level) for level in range(levels)]
    shape = (sum(-(-count // 32) for count in nodes), math.comb(degree + dim, dim), 32)
    limits = (_limits(of, slack) for of in (degree, LOW_DEGREE[dim]))
    return Plan(levels, sum(nodes), shape, *limits)


def _limits(degree: int, slack: float) -> Limits:
    """The limits of series of this degree."""
    wave = largest_wave(degree, remainder(slack))
    # The logarithm of the remainder lies below its tangent between `wave` and the z of a remainder
    # of one.
    middle = 0.5 * (wave + largest_wave(degree, 1.0))
    slope = (degree + 1) / middle + 2
    return Limits(wave, middle - log_remainder(degree, middle) / slope, 1 / slope)


def remainder(slack: float) -> float:
    """The error of series, relative to a sum, where walks leave out exp(-slack)."""
    return SHARE * math.exp(-slack)


def largest_cell(dim: int, slack: float) -> int:
    """The k for which boxes of 2^k / CELLS bandwidths have a series that is accurate for sources
    with the usual spread about the targets, of one bandwidth; -1 if none has."""
    if dim not in DEGREE_OF_BOXES:
        return -1
    degree = DEGREE_OF_BOXES[dim]
    x = np.linspace(0, 12, 400)
    density = np.exp(-0.5 * np.square(x)) / np.exp(-0.5 * np.square(x)).sum()
    for k in range(LARGEST_CELL, -1, -1):
        z = x * 0.5 * 2**k / CELLS * dim**0.5
        error = (density * z ** (degree + 1) * np.exp(z)).sum() / math.factorial(degree + 1)
        if error <= remainder(slack):
            return k
    return -1


def log_remainder(degree: int, z: float) -> float:
    """The logarithm of the remainder z^(p + 1) / (p + 1)! exp(2 z)."""
    return (degree + 1) * math.log(z) - math.lgamma(degree + 2) + 2 * z


def largest_wave(degree: int, error: float) -> float:
    """The z for which the remainder equals the error."""
    low, high = 0.0, 8.0
    for _ in range(60):
        z = 0.5 * (low + high)
        low, high = (z, high) if log_remainder(degree, z) < math.log(error) else (low, z)
    return low
