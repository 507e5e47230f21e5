"""The kernels that densities are made of, with scikit-learn's names.

In d dimensions and with the bandwidth h the density of one point at zero is

    k(|x| / h) / (c_d h^d) ,    c_d = S_d int_0^inf u^(d-1) k(u) du ,

with S_d = 2 pi^(d/2) / Gamma(d/2) and

    gaussian       k = exp(-u^2 / 2)
    tophat         k = 1                 for u < 1, else 0
    epanechnikov   k = 1 - u^2           for u < 1, else 0
    exponential    k = exp(-u)
    linear         k = 1 - u             for u < 1, else 0
    cosine         k = cos(pi u / 2)     for u < 1, else 0

`KERNELS` holds all that densities need to know of each.
"""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.compact import Compact
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.kernels.rbf import Matern
from jaxfmm.logsumexp.logs import log

COSINE_TERMS = 13  # The next term of its series is (pi / 2)^26 / 26! = 3e-22.


@functools.partial(pytrees.register, data_fields=["radius"], meta_fields=["terms"])
@dataclasses.dataclass(frozen=True)
class PowerSum(Compact):
    """K(x, y) = sum_(p, c) c u^p for u = |x - y| / radius < 1, else 0, over the pairs (p, c) of
    `terms`, p >= 0.

    Pairs at distance zero count. Derivatives that do not exist there, or at u = 1, leave such pairs
    out."""

    radius: float | Array
    terms: tuple[tuple[int, float], ...]

    name = "PowerSum"
    singular = False
    dimensions = None
    degree = 0
    lengths = ("radius",)

    def support(self) -> float | Array:
        return self.radius

    def measurable(self, unit: Array) -> Array | bool:
        return jnp.square(jnp.asarray(self.radius, unit.dtype) / unit) >= jnp.finfo(unit.dtype).tiny

    def radial(self, r2: Array, order: int) -> list[Array]:
        h2 = jnp.square(jnp.asarray(self.radius, r2.dtype))
        u2, apart, inside = r2 / h2, r2 > 0, r2 < h2
        inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, u2, jnp.ones_like(u2))), 0)
        out, terms, factor = [], dict(self.terms), jnp.ones_like(h2)
        for _ in range(order + 1):
            value = jnp.zeros_like(r2)
            largest_even = max((p for p in terms if p % 2 == 0), default=0)
            for p in range(largest_even, -1, -2):  # Horner's scheme
                value = value * u2 + terms.get(p, 0.0)
            for p in (p for p in terms if p % 2):
                power = u2 ** ((p + 1) // 2) * inverse if p > 0 else inverse**-p
                value = value + terms[p] * power
            out.append(jnp.where(inside, factor * value, 0))
            # d/ds of u^p with s = r^2 / 2 is p u^(p - 2) / h^2
            terms, factor = {p - 2: c * p for p, c in terms.items() if p}, factor / h2
        return out


class DensityKernel:
    """Lengths are in bandwidths. compact: whether the kernel is zero from u = 1 on."""

    name: str
    compact = False

    def kernel(self, bandwidth: float | Array) -> Kernel:
        """k(|x - y| / bandwidth) as sums take it."""
        raise NotImplementedError

    def log(self, u2: Array) -> Array:
        """log k(u) at squares of u."""
        raise NotImplementedError

    def log_mass(self, dim: int) -> float:
        """log c_dim."""
        raise NotImplementedError

    def reach(self, least: Array | float) -> Array | float:
        """The u beyond which k, and the mass on that side in one dimension, are below `least`."""
        raise NotImplementedError

    def far_enough(self, far: Any, near: Any, least: float) -> Any:
        """Whether k(far) is below `least` times k(near); of numbers and of arrays."""
        raise NotImplementedError

    def below(self, u: Array) -> Array:
        """The part of the mass below u in one dimension, right to rounding for u <= 0."""
        raise NotImplementedError

    def radii(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        """n draws of the distance from zero, (n,)."""
        raise NotImplementedError

    def steps(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        """n draws, (n, dim)."""
        direction, length = jax.random.split(key)
        step = jax.random.normal(direction, (n, dim), dtype)
        radius = self.radii(length, n, dim, dtype)
        return step * (radius / jnp.linalg.norm(step, axis=1))[:, None]

    def between(self, low: Array, high: Array) -> Array:
        """The part of the mass in [low, high] in one dimension, from the smaller tails."""
        above = low > 0
        return self.below(jnp.where(above, -low, high)) - self.below(jnp.where(above, -high, low))


class _Gaussian(DensityKernel):
    name = "gaussian"

    def kernel(self, bandwidth: float | Array) -> Kernel:
        return Gaussian(bandwidth)

    def log(self, u2: Array) -> Array:
        return -0.5 * u2

    def log_mass(self, dim: int) -> float:
        return 0.5 * dim * math.log(2 * math.pi)

    def reach(self, least: Array | float) -> Array:
        return jnp.sqrt(-2 * jnp.log(least))

    def far_enough(self, far: Any, near: Any, least: float) -> Any:
        return far * far - near * near >= -2 * math.log(least)

    def below(self, u: Array) -> Array:
        return 0.5 * lax.erfc(-math.sqrt(0.5) * u)

    def steps(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        return jax.random.normal(key, (n, dim), dtype)


class _Exponential(DensityKernel):
    name = "exponential"

    def kernel(self, bandwidth: float | Array) -> Kernel:
        return Matern(bandwidth, 0.5)

    def log(self, u2: Array) -> Array:
        apart = u2 > 0
        return jnp.where(apart, -jnp.sqrt(jnp.where(apart, u2, 1)), 0)

    def log_mass(self, dim: int) -> float:
        return _log_sphere(dim) + math.lgamma(dim)

    def reach(self, least: Array | float) -> Array:
        return -jnp.log(least)

    def far_enough(self, far: Any, near: Any, least: float) -> Any:
        return far - near >= -math.log(least)

    def below(self, u: Array) -> Array:
        half = 0.5 * jnp.exp(-jnp.abs(u))
        return jnp.where(u < 0, half, 1 - half)

    def radii(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        return -jnp.log(_uniform(key, (dim, n), dtype)).sum(0)


@dataclasses.dataclass(frozen=True)
class _Compact(DensityKernel):
    """terms: of `PowerSum`.  tail: the mass below u = t - 1 <= 0, as a function of t.  beta: added
    to d, the powers of `_beta` that draw radii."""

    name: str
    terms: tuple[tuple[int, float], ...]
    tail: Callable[[Array], Array]
    beta: tuple[int, ...]
    compact = True

    def kernel(self, bandwidth: float | Array) -> Kernel:
        return PowerSum(bandwidth, self.terms)

    def log(self, u2: Array) -> Array:
        (value,) = self.kernel(1.0).radial(u2, 0)
        return log(value)

    def log_mass(self, dim: int) -> float:
        return _log_sphere(dim) + math.log(math.fsum(c / (dim + p) for p, c in self.terms))

    def reach(self, least: Array | float) -> float:
        return 1.0

    def far_enough(self, far: Any, near: Any, least: float) -> Any:
        return far >= 1

    def below(self, u: Array) -> Array:
        u = jnp.clip(u, -1, 1)
        left = self.tail(1 - jnp.abs(u))
        return jnp.where(u < 0, left, 1 - left)

    def radii(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        return _beta(key, n, tuple(dim + power for power in self.beta), dtype)


class _Cosine(_Compact):
    def radii(self, key: Array, n: int, dim: int, dtype: DTypeLike) -> Array:
        """Rejection from 1 - u^2: cos(pi u / 2) / (1 - u^2), between pi / 4 and 1, is the
        probability that a draw is accepted."""

        def redraw(state):
            key, radius, done = state
            key, proposing, accepting = jax.random.split(key, 3)
            new = super(_Cosine, self).radii(proposing, n, dim, dtype)
            share = jnp.cos(0.5 * math.pi * new)
            accepted = jax.random.uniform(accepting, (n,), dtype) * (1 - new * new) < share
            return key, jnp.where(done, radius, new), done | accepted

        start = (key, jnp.zeros(n, dtype), jnp.zeros(n, bool))
        return lax.while_loop(lambda state: ~state[2].all(), redraw, start)[1]


def _log_sphere(dim: int) -> float:
    """log S_dim."""
    return math.log(2) + 0.5 * dim * math.log(math.pi) - math.lgamma(0.5 * dim)


def _uniform(key: Array, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """In (0, 1]."""
    return 1 - jax.random.uniform(key, shape, dtype)


def _beta(key: Array, n: int, powers: tuple[int, ...], dtype: DTypeLike) -> Array:
    """n products of U^(1 / power): with powers (a,) of density u^(a-1), with (a, b) of u^(a-1) -
    u^(b-1)."""
    exponents = jnp.asarray(powers, dtype)
    uniform = _uniform(key, (len(powers), n), dtype)
    return jnp.exp((jnp.log(uniform) / exponents[:, None]).sum(0))


_COSINE = tuple(
    (2 * k, float((-1) ** k * (math.pi / 2) ** (2 * k) / math.factorial(2 * k)))
    for k in range(COSINE_TERMS)
)
KERNELS: dict[str, DensityKernel] = {
    kernel.name: kernel
    for kernel in (
        _Gaussian(),
        _Compact("tophat", ((0, 1.0),), lambda t: 0.5 * t, (0,)),
        _Compact("epanechnikov", ((0, 1.0), (2, -1.0)), lambda t: 0.25 * t * t * (3 - t), (0, 2)),
        _Exponential(),
        _Compact("linear", ((0, 1.0), (1, -1.0)), lambda t: 0.5 * t * t, (0, 1)),
        _Cosine("cosine", _COSINE, lambda t: jnp.square(jnp.sin(0.25 * math.pi * t)), (0, 2)),
    )
}
