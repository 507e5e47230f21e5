"""The Laplace (Coulomb, Newton) kernel with Plummer softening."""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm.kernels.base import Kernel


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Laplace(Kernel):
    """The free-space potential of a point charge, `1 / r` in three dimensions.

        K(x, y) = 1 / sqrt(|x - y|^2 + softening^2)

    No 4 pi and no sign: gravity is `-G` times the sum, electrostatics in vacuum `1 / (4 pi eps0)` times it. Pairs at
    distance zero are left out, with and without softening, so a sum over targets = sources has no self-term.

    Args:
      softening: Plummer's length, >= 0, in the unit of the coordinates. A number or a traced scalar; it can be
        differentiated and changed without compiling anew. None, which the number 0 becomes, is no softening at all.

    Reference: Plummer, MNRAS 71 (1911) 460; Dehnen, Comput. Astrophys. Cosmol. 1 (2014) 1, for the expansions.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Laplace()).tolist()
      [0.5, 0.5]
    """

    softening: float | jax.Array | None = 0.0

    name = "Laplace"
    singular = True
    dimensions = (3,)
    degree = -1

    def radial(self, r2, order):
        apart = r2 > 0
        softened = r2 if self.softening is None else r2 + jnp.square(jnp.asarray(self.softening, r2.dtype))
        inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, softened, jnp.ones_like(r2))), 0)
        square = inverse * inverse
        out = [inverse]
        for n in range(order):  # f_n = (-1)^n (2n - 1)!! / (r^2 + softening^2)^(n + 1/2)
            out.append(-(2 * n + 1) * square * out[-1])
        return out

    def in_unit(self, unit):
        return self if self.softening is None else Laplace(jnp.asarray(self.softening, unit.dtype) / unit)

    def simplified(self):
        none = isinstance(self.softening, int | float) and self.softening == 0
        return Laplace(None) if none else self

    def far_length(self, tol):
        # 1/sqrt(r^2 + e^2) = 1/r (1 - e^2/(2 r^2) + ...), its gradient -x/r^3 (1 - 3 e^2/(2 r^2) + ...)
        return 0.0 if self.softening is None else self.softening * (1.5 / tol) ** 0.5
