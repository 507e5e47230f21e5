"""N-body simulations, with derivatives: schemes, initial conditions, snapshots."""

from jaxfmm.nbody.binary import binary as binary
from jaxfmm.nbody.forces import (
    acceleration as acceleration,
    acceleration_and_jerk as acceleration_and_jerk,
)
from jaxfmm.nbody.history import History as History
from jaxfmm.nbody.initial import disk as disk, plummer as plummer, uniform_sphere as uniform_sphere
from jaxfmm.nbody.isotropic_spheres import hernquist as hernquist, king as king
from jaxfmm.nbody.schemes import hermite as hermite, leapfrog as leapfrog
from jaxfmm.nbody.simulate import simulate as simulate
from jaxfmm.nbody.state import State as State, load as load, save as save

__all__ = [
    "History",
    "State",
    "acceleration",
    "acceleration_and_jerk",
    "binary",
    "disk",
    "hermite",
    "hernquist",
    "king",
    "leapfrog",
    "load",
    "plummer",
    "save",
    "simulate",
    "uniform_sphere",
]
