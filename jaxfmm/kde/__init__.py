"""Kernel density estimation."""

from jaxfmm.kde.density import Density as Density
from jaxfmm.kde.estimator import KernelDensity as KernelDensity

__all__ = ["Density", "KernelDensity"]
