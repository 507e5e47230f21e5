"""The stream function of a vortex with a Gaussian core."""

import dataclasses
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import SOFTENINGS, Kernel, Traits
from jaxfmm.kernels.derived import with_slopes
from jaxfmm.kernels.parameters import positive


@pytrees.register
@dataclasses.dataclass(frozen=True)
class VortexBlob(Kernel):
    """The logarithm in 2D of a Gaussian blob of vorticity or charge.

    The blob has unit strength and the width `core`.

        K(x, y) = -log r - E_1(t) / 2 ,     grad_x K = -(x - y) (1 - exp(-t)) / r^2

    with r = |x - y|, `t = r^2 / (2 core^2)` and the exponential integral `E_1`: -log r spread by a
    normalised Gaussian of standard deviation `core`. No 2 pi. Smooth: pairs at distance zero count,
    with `K = (gamma - log(2 core^2)) / 2`, gamma being Euler's constant, and no gradient.

    Args:
      core: the standard deviation of the blob, > 0, in the unit of the coordinates; can be traced
        and differentiated.

    Reference: Cottet & Koumoutsakos, Vortex Methods: Theory and Practice (2000), chapter 2.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0], [100.0, 0.0]])
      >>> kernel, one = jaxfmm.VortexBlob(0.1), jnp.ones(1)
      >>> phi, grad = jaxfmm.potential_and_gradient(x[:1], one, x[1:], kernel=kernel)
      >>> print(phi.round(4), grad.round(4))
      [-4.6052] [[-0.01  0.  ]]
    """

    core: float | jax.Array
    offset: jax.Array | None = dataclasses.field(default=None, repr=False)  # see `Logarithm`

    name = "VortexBlob"
    singular = False
    dimensions = (2,)
    degree = 0
    plan_serves = SOFTENINGS
    lengths = ("core",)
    logarithms = ("offset",)
    traits = Traits(errors_known=True, newtonian=True)

    def check(self, dim: int) -> None:
        positive("core", self.core, "for point vortices use Laplace()")

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        potential, *out = _blob(order, r2, 0.5 / jnp.square(jnp.asarray(self.core, r2.dtype)))
        if self.offset is not None:
            potential = potential - jnp.asarray(self.offset, r2.dtype)
        return [potential, *out]

    def far_length(self, tol: float) -> ArrayLike:
        # the gradient is 1 - exp(-t) times the gradient of -log r
        return self.core * math.sqrt(2 * math.log(3 / tol))


def _in_rate(order: int, r2: jax.Array, rate: jax.Array, f: list[jax.Array]) -> list[jax.Array]:
    """d f_0 / d rate = exp(-t) / (2 rate) and d f_n / d rate = -(-2 rate)^(n-1) exp(-t)."""
    decay = jnp.exp(-r2 * rate)
    slopes = [0.5 * decay / rate, -decay]
    for _ in range(order - 1):
        slopes.append(-2 * rate * slopes[-1])
    return slopes[: order + 1]


@with_slopes(_in_rate)
def _blob(order: int, r2: jax.Array, rate: jax.Array) -> list[jax.Array]:
    """f_0, ..., f_order for t = rate r^2: with M_n = int_0^1 u^n exp(-t u) du

    f_0 = -(E_1(t) + log(t) + gamma) / 2 + (gamma + log(rate)) / 2
    f_n = -(-2)^(n-1) rate^n M_(n-1)
    """
    t = r2 * rate
    out, factor = (
        [-0.5 * (entire_integral(t) - np.asarray(np.euler_gamma, r2.dtype) - jnp.log(rate))],
        -rate,
    )
    for moment in _moments(t, order):
        out.append(factor * moment)
        factor = -2 * rate * factor
    return out


def _moments(t: jax.Array, count: int) -> list[jax.Array]:
    """int_0^1 u^n exp(-t u) du for n = 0, ..., count - 1: by recurrence upwards, below t = 1 by
    Kummer's series."""
    apart, small = t > 0, t < 1
    decay = jnp.exp(-t)
    away = jnp.where(apart, t, jnp.ones_like(t))
    near = jnp.where(small, t, jnp.ones_like(t))
    above = jnp.where(apart, -jnp.expm1(-away) / away, 1)
    terms = 18 if t.dtype == jnp.float64 else 10
    out = [above][:count]
    for n in range(1, count):
        above = (n * above - decay) / away
        series = jnp.zeros_like(t)
        for m in reversed(range(terms)):  # exp(-t) sum_m t^m n! / (n + 1 + m)!
            series = series * near + math.factorial(n) / math.factorial(n + 1 + m)
        out.append(jnp.where(small, decay * series, above))
    return out


def entire_integral(t: jax.Array) -> jax.Array:
    """int_0^1 (1 - exp(-t u)) / u du = E_1(t) + log(t) + Euler's gamma.

    Up to t = 4 by exp(-t) sum_k H_k t^k / k!, whose terms are positive, above by the continued
    fraction E_1(t) = exp(-t) / (t + 1 - 1 / (t + 3 - 4 / (t + 5 - ...)))."""
    double = t.dtype == jnp.float64
    small, four = t < 4, jnp.full_like(t, 4)
    near, away = jnp.where(small, t, four), jnp.where(small, four, t)
    decay = jnp.exp(-t)
    terms = 40 if double else 22
    harmonic = np.cumsum(1 / np.arange(1, terms + 1))
    series = jnp.zeros_like(t)
    for k in reversed(range(1, terms + 1)):
        series = (series + float(harmonic[k - 1]) / math.factorial(k)) * near
    # numerators and denominators of the fraction by their recurrence; beyond 80 it does not matter
    place = jnp.minimum(away, jnp.full_like(t, 80))
    above, top, below, bottom = jnp.zeros_like(t), jnp.ones_like(t), jnp.ones_like(t), place + 1
    for k in range(1, 25 if double else 8):
        step = place + (2 * k + 1)
        above, top = top, step * top - k**2 * above
        below, bottom = bottom, step * bottom - k**2 * below
    outside = decay * top / bottom + jnp.log(away) + np.asarray(np.euler_gamma, t.dtype)
    return jnp.where(small, decay * series, outside)
