"""The Yukawa (screened Coulomb, modified Helmholtz) kernel."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.derived import with_slopes
from jaxfmm.kernels.pairs import inverse_distance
from jaxfmm.kernels.parameters import number, positive


def screened(inverse: jax.Array, screening: jax.Array, decay: jax.Array, count: int) -> Any:
    """exp(-screening r) / r and its derivatives in r^2 / 2, `count` numbers in all, from 1 / r and
    exp(-screening r)."""
    # (-1)^n f_n = g_n with r^2 g_{n+1} = (2n + 1) g_n + screening^2 g_{n-1}, screening^2 g_{-1} =
    # screening decay
    below, here, out = screening * decay, decay * inverse, []
    for n in range(count):
        out.append(-here if n % 2 else here)
        below, here = (
            screening * screening * here,
            ((2 * n + 1) * here + below) * (inverse * inverse),
        )
    return out


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Yukawa(Kernel):
    """The screened potential of a point charge in three dimensions.

        K(x, y) = exp(-screening |x - y|) / |x - y|

    No 4 pi. Pairs at distance zero are left out, so a sum over targets = sources has no self-term.
    With screening zero it is `Laplace()`, whose expansions are cheaper.

    Args:
      screening: the inverse screening length, >= 0, in the inverse unit of the coordinates; it can
        be traced and differentiated. With `segments` it may be an array (num_segments,).

    Raises:
      ValueError: for a screening that is negative or not finite.

    Reference: Yukawa, Proc. Phys.-Math. Soc. Japan 17 (1935) 48; Debye & Hueckel, Phys. Z. 24
    (1923) 185; for interpolation Fong & Darve, J. Comput. Phys. 228 (2009) 8712.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Yukawa(0.5))
      >>> [round(float(u), 4) for u in phi]
      [0.1839, 0.1839]
    """

    screening: float | jax.Array

    name = "Yukawa"
    singular = True
    dimensions = (3,)
    degree = -1
    inverse_lengths = ("screening",)
    by_segment = True
    traits = Traits(smooth_apart=True, interpolated=True, errors_known=True, decays=True)

    def check(self, dim: int) -> None:
        fix = "it is an inverse length"
        positive("screening", number("screening", self.screening, fix), fix, zero=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return _radial(order, r2, jnp.asarray(self.screening, r2.dtype))

    def decay(self) -> ArrayLike:
        return self.screening


def _in_screening(
    order: int, r2: jax.Array, screening: jax.Array, f: list[jax.Array]
) -> list[jax.Array]:
    """d f_0 / d screening = -exp(-screening r) and d f_n / d screening = screening f_(n-1)."""
    apart = r2 > 0
    decay = jnp.where(
        apart, jnp.exp(-screening * jnp.sqrt(jnp.where(apart, r2, jnp.ones_like(r2)))), 0
    )
    return [-decay, *(screening * below for below in f[:order])]


@with_slopes(_in_screening)
def _radial(order: int, r2: jax.Array, screening: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order, zero at r2 = 0."""
    inverse = inverse_distance(r2)
    return screened(inverse, screening, jnp.exp(-screening * r2 * inverse), order + 1)
