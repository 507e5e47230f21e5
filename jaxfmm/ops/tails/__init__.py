"""Sums of Gaussians relative to one of their terms, however small all terms are: `reference` says what they are, the
others do it faster."""

from jaxfmm.native import launch
from jaxfmm.ops.tails import cpu, cuda, reference


def operations(platform, dtype):
    """The module with `find`, `moments` and `spread` for a lowering platform and points of this dtype."""
    if platform == "cpu" and cpu.usable(dtype):
        return cpu
    return cuda if platform == "cuda" and launch.cuda_reason() is None else reference
