"""Kernels of vectors over the images of a periodic cell, by Ewald's split.

The kernels are derivatives of 1/r or of r. Near pairs are summed with 1/r minus the potential P of
a charge that is spread over a ball of radius R, which ends at R. P and the counterpart E of r, with
E' = r P, are so smooth that few Fourier modes represent them. In a cell of the volume V,

    P = 1 / V sum_k 4 pi c(k R) / k^2 exp(i k . x) ,
    E = -1 / V sum_k 8 pi h(k R) / k^4 exp(i k . x) ,    h(y) = c(y) - y c'(y) / 2 ,

where c is the transform of the spread charge. For Gaussian charges h is the factor (1 + k^2 / 4
xi^2) exp(-k^2 / 4 xi^2) of Hasimoto (J. Fluid Mech. 5 (1959) 317) and of Lindbo & Tornberg (J.
Comput. Phys. 229 (2010) 8994). Here the charge is the window of `kernels.screened`. Since h = 1 +
O(k^4), r - E ends at R too. The mode k = 0 is left out: the mean over the cell is zero."""

import abc
import dataclasses
from typing import Any, ClassVar, NamedTuple

import jax
import jax.numpy as jnp

from jaxfmm.kernels import parts
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.biharmonic import Laplacian
from jaxfmm.kernels.screened import ScreenedDistance


class SmoothModes(NamedTuple):
    """The Fourier modes of a cell, and the transforms of the smooth functions over V, zero for k =
    0 and for modes that a grid leaves out.

    k: the components of the wave vectors, three arrays (1, 1, *modes).
    potential: of P, (1, 1, *modes).
    distance: of E, (1, 1, *modes); None where charges are softened."""

    k: list[jax.Array]
    potential: jax.Array
    distance: Any


class InCell(abc.ABC):
    """How a kernel of vectors is summed over the images of a cell.

    distance: whether the kernel is made of r, otherwise of 1/r.
    order: the result has so many derivatives of 1/r, or of the velocity."""

    distance: ClassVar[bool]
    order: ClassVar[int]

    @abc.abstractmethod
    def near(self, screened: Any) -> list[parts.Part]:
        """The sums over near pairs; screened: the kernel 1/r minus P, a `Screened` one or
        `ScreenedPlummer`."""

    @abc.abstractmethod
    def smooth(self, modes: SmoothModes, charges: jax.Array) -> jax.Array:
        """The modes of the smooth rest over i^order, (3, 2, k, *modes), from the modes of charges
        of this shape: their real and their imaginary parts, of k right-hand sides."""


class CurlInCell(InCell):
    """The curl of the potentials of vectors: u(k) = i k x alpha(k) P(k)."""

    distance = False
    order = 1

    def near(self, screened: Any) -> list[parts.Part]:
        return [parts.Curl(screened)]

    def smooth(self, modes: SmoothModes, charges: jax.Array) -> jax.Array:
        k, (x, y, z) = modes.k, charges
        curl = [k[1] * z - k[2] * y, k[2] * x - k[0] * z, k[0] * y - k[1] * x]
        return jnp.stack([modes.potential * one for one in curl])


@dataclasses.dataclass(frozen=True)
class VelocityInCell(InCell):
    """The velocity by forces in a viscous fluid, (f Laplacian - grad (f . grad)) g: with the modes
    of the smooth part of g, u(k) = (k (k . f(k)) - k^2 f(k)) g(k).

    kernel: g near the source; from a distance below R on it is r + sphere / r."""

    kernel: Kernel
    sphere: jax.Array | None = None

    distance = True
    order = 0

    def near(self, screened: Any) -> list[parts.Part]:
        rest = ScreenedDistance(self.kernel, screened, self.sphere)
        return [parts.NearGradient(rest), parts.NearPotentials(Laplacian(rest, 3))]

    def smooth(self, modes: SmoothModes, charges: jax.Array) -> jax.Array:
        k, transform = modes.k, modes.distance
        if self.sphere is not None:
            transform = transform + self.sphere * modes.potential
        square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2]
        along = k[0] * charges[0] + k[1] * charges[1] + k[2] * charges[2]
        return jnp.stack([transform * (k[i] * along - square * charges[i]) for i in range(3)])
