"""Borders by work: how many points each device gets, so that all take equally long.

Equal numbers of points are not equal work: the leaves of a cluster may be fuller than those of
another one, or the points of a device may have more near pairs. So a plan counts the pairs of each
device, and gives fewer points to those that take longer than the mean.
"""

import numpy as np

# Borders are moved if the slowest device takes more than UNEVEN times the mean, until it takes at
# most EVEN times the mean, at most so many times.
UNEVEN, EVEN, ROUNDS = 1.1, 1.05, 5
# With fewer points on each device a sum takes as long as its calls.
LEAST_EVENED = 4096
# A device has capacity for this many times the most points that a device gets.
SLACK = 1.08
# A device gets at most, and at least, so many times the mean number of points.
MOST, LEAST = 1.5, 0.5


def unevenness(times: np.ndarray) -> float:
    """The time of the slowest device, over the mean."""
    mean = float(np.mean(times))
    return float(np.max(times)) / mean if mean > 0 else 1.0


def counts_by_work(counts: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The numbers of points with which devices are expected to take equally long, where they took
    these times with these counts. Their sum stays."""
    total, mean = int(counts.sum()), counts.mean()
    wanted = counts * np.mean(times) / times
    wanted = np.clip(wanted * (total / wanted.sum()), LEAST * mean, MOST * mean)
    ends = np.floor(np.cumsum(wanted) * (total / wanted.sum()) + 0.5).astype(np.int64)
    ends[-1] = total
    return np.diff(ends, prepend=0)
