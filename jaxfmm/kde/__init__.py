"""Kernel density estimation."""

from jaxfmm.kde.density import Density as Density
from jaxfmm.kde.estimator import KernelDensity as KernelDensity
from jaxfmm.kde.segments import SegmentDensity as SegmentDensity

__all__ = ["Density", "KernelDensity", "SegmentDensity"]
