"""Kernels of radial basis functions and Gaussian processes: multiquadrics, Matern."""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.parameters import positive
from jaxfmm.kernels.yukawa import screened


class _Smooth(Kernel):
    """A function of |x - y| / length that counts pairs at distance zero, in any dimension."""

    singular = False
    dimensions = None
    degree = 0
    length: float | jax.Array
    lengths = ("length",)
    by_segment = True
    traits = Traits(smooth_apart=True, interpolated=True, errors_known=True)

    def check(self, dim: int) -> None:
        positive("length", self.length, "it is a length")


@pytrees.register
@dataclasses.dataclass(frozen=True)
class InverseMultiquadric(_Smooth):
    """The inverse multiquadric of Hardy.

        K(x, y) = 1 / sqrt(1 + |x - y|^2 / length^2)

    Pairs at distance zero count: a sum over targets = sources has the self-term q_i.

    Args:
      length: > 0, in the unit of the coordinates; it can be traced and differentiated. With
        `segments` it may be an array (num_segments,).

    Reference: Hardy, J. Geophys. Res. 76 (1971) 1905.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [1.0]])
      >>> kernel = jaxfmm.InverseMultiquadric(1.0)
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=kernel)
      >>> [round(float(u), 4) for u in phi]
      [1.7071, 1.7071]
    """

    length: float | jax.Array

    name = "InverseMultiquadric"
    # softened gravity but for a factor
    traits = dataclasses.replace(_Smooth.traits, nearly_harmonic=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        rate = 1 / jnp.square(jnp.asarray(self.length, r2.dtype))
        inverse = lax.rsqrt(1 + r2 * rate)
        out = [inverse]
        for n in range(order):
            out.append(-(2 * n + 1) * rate * inverse * inverse * out[-1])
        return out


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Multiquadric(_Smooth):
    """The multiquadric of Hardy.

        K(x, y) = sqrt(1 + |x - y|^2 / length^2)

    Pairs at distance zero count: a sum over targets = sources has the self-term q_i. The function
    grows with the distance: charges whose sum vanishes cancel far away, and a sum keeps `tol`
    relative to its own size only if the plan knows the charges (`jaxfmm.plan(...,
    charges=charges)`).

    Args:
      length: > 0, in the unit of the coordinates; it can be traced and differentiated. With
        `segments` it may be an array (num_segments,).

    Reference: Hardy, J. Geophys. Res. 76 (1971) 1905.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [1.0]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Multiquadric(1.0))
      >>> [round(float(u), 4) for u in phi]
      [2.4142, 2.4142]
    """

    length: float | jax.Array

    name = "Multiquadric"
    definite = (-1, 0)
    traits = dataclasses.replace(_Smooth.traits, errors_known=False)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        rate = 1 / jnp.square(jnp.asarray(self.length, r2.dtype))
        square = 1 + r2 * rate
        inverse = lax.rsqrt(square)
        out = [square * inverse]
        for n in range(order):
            out.append((1 - 2 * n) * rate * inverse * inverse * out[-1])
        return out


@functools.partial(pytrees.register, data_fields=["length"], meta_fields=["smoothness"])
@dataclasses.dataclass(frozen=True)
class Matern(_Smooth):
    """The Matern covariance of smoothness 1/2, 3/2 or 5/2.

    With r = |x - y| and a = sqrt(2 smoothness) / length:

        1/2: K = exp(-a r)
        3/2: K = (1 + a r) exp(-a r)
        5/2: K = (1 + a r + (a r)^2 / 3) exp(-a r)

    Pairs at distance zero count: a sum over targets = sources has the self-term q_i. Derivatives
    that do not exist there (from order 1, 3, 5 on) leave such pairs out. In one dimension the
    second derivative of smoothness 1/2 is a difference of terms that grow like 1 / r: it loses a
    factor of length / r in precision.

    Args:
      length: > 0, in the unit of the coordinates; it can be traced and differentiated. With
        `segments` it may be an array (num_segments,).
      smoothness: 0.5, 1.5 or 2.5.

    Raises:
      ValueError: for another smoothness, or a length that is not positive.

    Reference: Rasmussen & Williams, Gaussian Processes for Machine Learning (2006), eq. 4.16 and
    4.17.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0], [1.0]])
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=jaxfmm.Matern(1.0, 1.5))
      >>> [round(float(u), 4) for u in phi]
      [1.4834, 1.4834]
    """

    length: float | jax.Array
    smoothness: float = 1.5

    name = "Matern"
    traits = dataclasses.replace(_Smooth.traits, decays=True)

    def __post_init__(self) -> None:
        if self.smoothness not in (0.5, 1.5, 2.5):
            raise ValueError(f"smoothness must be 0.5, 1.5 or 2.5, got {self.smoothness!r}")
        super().__post_init__()

    def decay(self) -> ArrayLike:
        return math.sqrt(2 * self.smoothness) / self.length

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        apart = r2 > 0
        safe = jnp.where(apart, r2, jnp.ones_like(r2))
        inverse = jnp.where(apart, lax.rsqrt(safe), 0)
        a = jnp.asarray(self.decay(), r2.dtype)
        ar = a * r2 * inverse
        decay = jnp.exp(-ar)
        # derivatives in r^2 / 2 take each of these to a multiple of the next: 5/2, 3/2, 1/2, then
        # Yukawa's
        chain = [(1 + ar + ar * ar / 3) * decay, (1 + ar) * decay, decay][
            round(2.5 - self.smoothness) :
        ]
        factors = [-a * a / 3, -a * a][round(2.5 - self.smoothness) :]
        out = [chain[0]]
        factor = jnp.ones_like(a)
        for n in range(1, min(order, len(factors)) + 1):
            factor = factor * factors[n - 1]
            out.append(factor * chain[n])
        return out + [-a * factor * f for f in screened(inverse, a, decay, order - len(factors))]
