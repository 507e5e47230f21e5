"""Kernel density estimation."""

from jaxfmm.kde.density import Density as Density
from jaxfmm.kde.estimator import KernelDensity as KernelDensity
from jaxfmm.kde.scikit_learn import DensityEstimator as DensityEstimator
from jaxfmm.kde.segments import SegmentDensity as SegmentDensity

__all__ = ["Density", "DensityEstimator", "KernelDensity", "SegmentDensity"]
