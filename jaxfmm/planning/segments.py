"""How large segments are, as far as is known when a plan is made."""

import math

from jaxfmm import errors
from jaxfmm.kernels.segmented import Segmented
from jaxfmm.request import SegmentSizes

STEPS = 4  # Numbers of pairs are rounded up to so many steps for each factor of two.
UNEQUAL = 2.0  # Segments that are not known are taken to have so many times the pairs of equal ones


def sizes_of(segments: Segmented | None, n: int) -> SegmentSizes | None:
    """The sizes of the segments of n sources, in few different numbers: plans of similar segments
    share compiled code."""
    if segments is None:
        return None
    count = max(1, segments.count)
    if errors.is_traced(segments.of_sources, segments.of_targets):
        equal = -(-n // count)
        pairs = UNEQUAL * equal * len(segments.at_targets)
        return SegmentSizes(segments.count, float(pairs), _power_of_two(equal))
    sources, targets = map(segments.known_counts, (segments.of_sources, segments.at_targets))
    return SegmentSizes(
        segments.count,
        _rounded(float(sources @ targets)),
        _power_of_two(int(max(sources.max(), targets.max()))),
    )


def _rounded(number: float) -> float:
    return 2.0 ** (math.ceil(STEPS * math.log2(number)) / STEPS) if number > 0 else 1.0


def _power_of_two(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()
