"""The Cauchy kernel: the harmonic potential of Goude & Engblom, and the complex velocity of
vortices in the plane."""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.frame import Frame
from jaxfmm.kernels.laplace import Logarithm


class ComplexDerivative(Frame):
    """The derivative d/dx - i d/dy."""

    def result(self, derivative: jax.Array) -> jax.Array:
        along_x, along_y = derivative[..., 0], derivative[..., 1]
        if jnp.issubdtype(derivative.dtype, jnp.complexfloating):
            return along_x - lax.complex(-along_y.imag, along_y.real)
        return lax.complex(along_x, -along_y)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Cauchy(Kernel):
    """The field of a pole in the complex plane, in which a point (x, y) is z = x + iy.

        K(z, z_j) = 1 / (z_j - z)

    No 2 pi and no i: the complex velocity u - iv of vortices of circulation Gamma_j is `i / (2 pi)`
    times the sum. Charges are complex or real, results complex. Pairs at distance zero are left
    out, so a sum over targets = sources has no self-term. It is the derivative (d/dx - i d/dy) of
    `-log |z - z_j|`, and holomorphic in z: the gradient's components are (K', i K') with `K' = 1 /
    (z_j - z)^2`.

    Reference: Goude & Engblom, J. Supercomput. 63 (2013) 897, eq. 5.1.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> z = jnp.array([[0.0, 0.0], [0.0, 2.0]])
      >>> jaxfmm.potential(z, jnp.array([1.0, 1.0]), kernel=jaxfmm.Cauchy()).tolist()
      [-0.5j, 0.5j]
    """

    name = "Cauchy"
    singular = True
    dimensions = (2,)
    traits = Traits(errors_known=True, newtonian=True)
    extra_derivatives = 1
    frame = ComplexDerivative()

    def summed(self) -> Logarithm:
        return Logarithm()
