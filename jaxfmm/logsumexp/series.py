"""Series of whole nodes: with offsets v of a source and w of the target from the middle of a node,
in bandwidths,

    exp(D_j) = exp(D_middle - v^2 / 2) exp(v . w) ,

where exp(v . w) is expanded in powers of w. The error is small relative to each term, not only to
the largest one, while v . w is small (as in the improved fast Gauss transform of Yang, Duraiswami &
Gumerov 2003): nodes of close sources need not be opened."""

import math
from typing import Any, NamedTuple

from jax import Array

from jaxfmm.logsumexp.reference import Groups
from jaxfmm.native.signature import fields

DEGREE = {1: 12, 2: 8, 3: 5}  # by dimension
MOST_LEVELS = 3  # Nodes of at most this many levels have a series.
SHARE = 10.0  # The error of a series, relative to what walks leave out.


class Plan(NamedTuple):
    """levels: how many levels have series.  nodes: how many nodes these have.  shape: of all
    series.  wave: the largest v . w for which they are used."""

    levels: int
    nodes: int
    shape: tuple[int, ...]
    wave: float

    def arguments(self, groups: Groups, values: Array, inverse: Array) -> dict[str, Any]:
        """The arguments of the kernels that make the series."""
        return fields(groups, "points boxes first") | {
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
        return Plan(0, 0, (), 0.0)
    degree = DEGREE[dim]
    levels = min(MOST_LEVELS, len(groups.first))
    nodes = [-(-leaves // 32**level) for level in range(levels)]
    shape = (sum(-(-count // 32) for count in nodes), math.comb(degree + dim, dim), 32)
    return Plan(levels, sum(nodes), shape, largest_wave(degree, SHARE * math.exp(-slack)))


def largest_wave(degree: int, error: float) -> float:
    """The z for which the remainder z^(p + 1) / (p + 1)! exp(2 z) equals the error."""
    low, high = 0.0, 8.0
    for _ in range(60):
        z = 0.5 * (low + high)
        remainder = (degree + 1) * math.log(z) - math.lgamma(degree + 2) + 2 * z
        low, high = (z, high) if remainder < math.log(error) else (low, z)
    return low
