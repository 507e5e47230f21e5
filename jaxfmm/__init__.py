"""Differentiable fast summation for JAX: the FMM, treecodes and direct sums."""

from importlib.metadata import PackageNotFoundError as _NotInstalled, version as _version

from jaxfmm import nbody as nbody, transport as transport
from jaxfmm.backends.registry import backends as backends
from jaxfmm.draw import show as show
from jaxfmm.elements import Elements as Elements
from jaxfmm.kde import DensityEstimator as DensityEstimator, KernelDensity as KernelDensity
from jaxfmm.kernels import (
    BiotSavart as BiotSavart,
    Cauchy as Cauchy,
    Custom as Custom,
    Gaussian as Gaussian,
    Helmholtz as Helmholtz,
    InverseMultiquadric as InverseMultiquadric,
    Laplace as Laplace,
    LennardJones as LennardJones,
    Matern as Matern,
    Mirror as Mirror,
    Multiquadric as Multiquadric,
    Periodic as Periodic,
    Rotlet as Rotlet,
    RotnePrager as RotnePrager,
    Scaled as Scaled,
    Stokeslet as Stokeslet,
    Stresslet as Stresslet,
    Sum as Sum,
    ThinPlate as ThinPlate,
    VortexBlob as VortexBlob,
    Wendland as Wendland,
    Yukawa as Yukawa,
    minimum_image as minimum_image,
)
from jaxfmm.log_sum_exp import log_sum_exp as log_sum_exp
from jaxfmm.matrix import KernelMatrix as KernelMatrix
from jaxfmm.neighbours import Pairs as Pairs, pairs as pairs
from jaxfmm.plan import Plan as Plan
from jaxfmm.planning.make import plan as plan
from jaxfmm.radial_interpolation import RBFInterpolator as RBFInterpolator
from jaxfmm.sharding.distribute import collect as collect, distribute as distribute
from jaxfmm.sum import (
    energy as energy,
    hessian as hessian,
    potential as potential,
    potential_and_gradient as potential_and_gradient,
)
from jaxfmm.vortex import vortex_velocity as vortex_velocity

try:
    __version__ = _version("jaxfmm-fastsum")
except _NotInstalled:  # run from a source tree
    __version__ = "0.0.0"

__all__ = [
    "BiotSavart",
    "Cauchy",
    "Custom",
    "DensityEstimator",
    "Elements",
    "Gaussian",
    "Helmholtz",
    "InverseMultiquadric",
    "KernelDensity",
    "KernelMatrix",
    "Laplace",
    "LennardJones",
    "Matern",
    "Mirror",
    "Multiquadric",
    "Pairs",
    "Periodic",
    "Plan",
    "RBFInterpolator",
    "Rotlet",
    "RotnePrager",
    "Scaled",
    "Stokeslet",
    "Stresslet",
    "Sum",
    "ThinPlate",
    "VortexBlob",
    "Wendland",
    "Yukawa",
    "backends",
    "collect",
    "distribute",
    "energy",
    "hessian",
    "log_sum_exp",
    "minimum_image",
    "nbody",
    "pairs",
    "plan",
    "potential",
    "potential_and_gradient",
    "show",
    "transport",
    "vortex_velocity",
]


def __dir__() -> list[str]:
    """The public names alone: modules of the package are attributes of it too, once imported."""
    return [*__all__, "__version__"]


if __doc__:  # help(jaxfmm) begins with what there is; python -OO takes all docstrings away
    __doc__ += "\n\n" + "\n".join(
        f"{name:<24}{globals()[name].__doc__.splitlines()[0]}" for name in __all__
    )
