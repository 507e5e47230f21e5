"""Kernels: the mathematics of one pair."""

from jaxfmm.kernels.algebra import Scaled as Scaled, Sum as Sum
from jaxfmm.kernels.base import Kernel as Kernel
from jaxfmm.kernels.cauchy import Cauchy as Cauchy
from jaxfmm.kernels.compact import Wendland as Wendland
from jaxfmm.kernels.custom import Custom as Custom
from jaxfmm.kernels.derived import ParameterDerivative as ParameterDerivative
from jaxfmm.kernels.gaussian import Gaussian as Gaussian
from jaxfmm.kernels.helmholtz import Helmholtz as Helmholtz
from jaxfmm.kernels.laplace import Laplace as Laplace, Logarithm as Logarithm
from jaxfmm.kernels.lennard_jones import LennardJones as LennardJones
from jaxfmm.kernels.mirror import Mirror as Mirror
from jaxfmm.kernels.periodic import Periodic as Periodic, minimum_image as minimum_image
from jaxfmm.kernels.rbf import (
    InverseMultiquadric as InverseMultiquadric,
    Matern as Matern,
    Multiquadric as Multiquadric,
)
from jaxfmm.kernels.softening_by_body import Splines as Splines
from jaxfmm.kernels.softening_spline import Spline as Spline
from jaxfmm.kernels.splines import ThinPlate as ThinPlate
from jaxfmm.kernels.vectors import (
    BiotSavart as BiotSavart,
    Rotlet as Rotlet,
    RotnePrager as RotnePrager,
    Stokeslet as Stokeslet,
    Stresslet as Stresslet,
)
from jaxfmm.kernels.vortex import VortexBlob as VortexBlob
from jaxfmm.kernels.yukawa import Yukawa as Yukawa
