"""Kernels that are zero beyond a distance, such as a Wendland function."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.kernels.parameters import positive


class Compact(Kernel):
    """A kernel that is zero beyond `support()`. Trees find the pairs within this distance."""

    traits = Traits(compact=True, slopes_end=True)

    def support(self) -> float | jax.Array:
        """The distance at which it ends."""
        raise NotImplementedError

    def reach(self, tol: float, derivatives: int, dim: int) -> ArrayLike:
        return self.support()

    def far_length(self, tol: float) -> ArrayLike:
        return self.support()


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Wendland(Compact):
    """Wendland's function psi_{3,1}, a kernel of smoothed particle hydrodynamics.

        K(x, y) = (1 - q)^4 (1 + 4 q) for q = |x - y| / radius < 1, else 0

    Positive definite in up to three dimensions and twice differentiable.

    Not normalised: K = 1 at distance zero; times `21 / (2 pi radius^3)` in 3D or `7 / (pi
    radius^2)` in 2D it has integral one. Pairs at distance zero count. Derivatives from order 3 on,
    which do not exist there, leave them out.

    Args:
      radius: > 0, where it ends, in the unit of the coordinates; it can be traced and
        differentiated. With `segments` it may be an array (num_segments,).

    Reference: Wendland, Adv. Comput. Math. 4 (1995) 389; Dehnen & Aly, MNRAS 425 (2012) 1068, table
    1.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [0.5]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Wendland(1.0))
      >>> [round(float(u), 4) for u in phi]
      [1.1875, 1.1875]
    """

    radius: float | jax.Array

    name = "Wendland"
    singular = False
    dimensions = (1, 2, 3)
    degree = 0
    lengths = ("radius",)
    by_segment = True

    def check(self, dim: int) -> None:
        positive("radius", self.radius, "it is a length")

    def support(self) -> float | jax.Array:
        return self.radius

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        h = jnp.asarray(self.radius, r2.dtype)
        inverse = inverse_distance(r2)
        inside = r2 < h * h
        rest = jnp.where(inside, 1 - r2 * inverse / h, 0)
        # with s = r^2 / 2: f_0, f_1 = -20 (1 - q)^3 / h^2, f_2 = 60 (1 - q)^2 / (h^3 r), then by
        # 1/r d/dr of 60 / h^3 (1/r - 2/h + r/h^2) term by term: each is c r^m, whose derivative is
        # c m r^(m - 2)
        out = [rest**4 * (5 - 4 * rest), -20 / (h * h) * rest**3, 60 / h**3 * rest**2 * inverse][
            : order + 1
        ]
        terms = {-1: 60 / h**3, 0: -120 / h**4, 1: 60 / h**5}
        for _ in range(order - 2):
            terms = {m - 2: c * m for m, c in terms.items() if m}
            value = sum(
                c * inverse**-m if m < 0 else c * (r2 * inverse) ** m for m, c in terms.items()
            )
            out.append(jnp.where(inside, value, 0))
        return out
