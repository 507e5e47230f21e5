"""Differentiable fast summation for JAX: the FMM, treecodes and direct sums."""

from importlib.metadata import PackageNotFoundError as _NotInstalled, version as _version

from jaxfmm.kde import KernelDensity as KernelDensity
from jaxfmm.kernels import Gaussian as Gaussian, Laplace as Laplace
from jaxfmm.ops.backends import backends as backends
from jaxfmm.plan import Plan as Plan, plan as plan
from jaxfmm.sum import energy as energy, potential as potential, potential_and_gradient as potential_and_gradient

try:
    __version__ = _version("jaxfmm-fastsum")
except _NotInstalled:  # run from a source tree
    __version__ = "0.0.0"

__all__ = [
    "Gaussian",
    "KernelDensity",
    "Laplace",
    "Plan",
    "backends",
    "energy",
    "plan",
    "potential",
    "potential_and_gradient",
]
