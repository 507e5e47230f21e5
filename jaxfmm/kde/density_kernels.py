"""The kernels that densities are made of, with scikit-learn's names.

In d dimensions and with the bandwidth h the density of one point at zero is

    k(|x| / h) / (c_d h^d) ,    c_d = S_d int_0^inf u^(d-1) k(u) du ,    S_d = 2 pi^(d/2) / Gamma(d/2) ,

    gaussian       k = exp(-u^2 / 2)
    tophat         k = 1                 for u < 1, else 0
    epanechnikov   k = 1 - u^2           for u < 1, else 0
    exponential    k = exp(-u)
    linear         k = 1 - u             for u < 1, else 0
    cosine         k = cos(pi u / 2)     for u < 1, else 0

A row of `KERNELS` says all that densities need to know of one.
"""

import dataclasses
import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.compact import Compact
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.kernels.rbf import Matern

COSINE_TERMS = 13  # of its series: (pi / 2)^26 / 26! is 3e-22


@functools.partial(pytrees.register, data_fields=["radius"], meta_fields=["terms"])
@dataclasses.dataclass(frozen=True)
class PowerSum(Compact):
    """K(x, y) = sum_(p, c) c u^p for u = |x - y| / radius < 1, else 0, over the pairs (p, c) of
    `terms`, p >= 0.

    Pairs at distance zero count. Derivatives that do not exist there, or at u = 1, leave such pairs
    out."""

    radius: float | jax.Array
    terms: tuple[tuple[int, float], ...]

    name = "PowerSum"
    singular = False
    dimensions = None
    degree = 0
    lengths = ("radius",)

    def support(self) -> Any:
        return self.radius

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        return jnp.square(jnp.asarray(self.radius, unit.dtype) / unit) >= jnp.finfo(unit.dtype).tiny

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        h2 = jnp.square(jnp.asarray(self.radius, r2.dtype))
        u2, apart, inside = r2 / h2, r2 > 0, r2 < h2
        inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, u2, jnp.ones_like(u2))), 0)
        out, terms, factor = [], dict(self.terms), jnp.ones_like(h2)
        for _ in range(order + 1):
            value = jnp.zeros_like(r2)
            for p in range(
                max((p for p in terms if p % 2 == 0), default=0), -1, -2
            ):  # Horner's scheme
                value = value * u2 + terms.get(p, 0.0)
            for p in (p for p in terms if p % 2):
                value = value + terms[p] * (
                    u2 ** ((p + 1) // 2) * inverse if p > 0 else inverse**-p
                )
            out.append(jnp.where(inside, factor * value, 0))
            # d/ds of u^p with s = r^2 / 2 is p u^(p - 2) / h^2
            terms, factor = {p - 2: c * p for p, c in terms.items() if p}, factor / h2
        return out


@dataclasses.dataclass(frozen=True)
class DensityKernel:
    """One of them. Lengths are in bandwidths.

    compact: whether it is zero from u = 1 on.
    """

    name = ""
    compact = False

    def kernel(self, bandwidth: Any) -> Kernel:
        """k(|x - y| / bandwidth) as sums take it."""
        raise NotImplementedError

    def log(self, u2: jax.Array) -> jax.Array:
        """log k(u) at squares of u."""
        raise NotImplementedError

    def log_mass(self, dim: int) -> float:
        """log c_dim."""
        raise NotImplementedError

    def reach(self, least: ArrayLike) -> ArrayLike:
        """The u beyond which k, and what of the mass is on that side in one dimension, are below
        `least`."""
        raise NotImplementedError

    def far_enough(self, far: Any, near: Any, least: float) -> Any:
        """Whether k(far) is below `least` times k(near); of numbers and of arrays."""
        raise NotImplementedError

    def below(self, u: jax.Array) -> jax.Array:
        """The part of the mass below u in one dimension, right to rounding for u <= 0."""
        raise NotImplementedError

    def radii(self, key: jax.Array, n: int, dim: int, dtype) -> jax.Array:
        """n draws of the distance from zero, (n,)."""
        raise NotImplementedError

    def steps(self, key: jax.Array, n: int, dim: int, dtype: DTypeLike) -> jax.Array:
        """n draws, (n, dim)."""
        way, length = jax.random.split(key)
        step = jax.random.normal(way, (n, dim), dtype)
        radius = self.radii(length, n, dim, dtype)
        return step * (radius / jnp.linalg.norm(step, axis=1))[:, None]

    def between(self, low: jax.Array, high: jax.Array) -> jax.Array:
        """The part of the mass in [low, high] in one dimension: differences of the smaller tail."""
        above = low > 0
        return self.below(jnp.where(above, -low, high)) - self.below(jnp.where(above, -high, low))


class _Gaussian(DensityKernel):
    name = "gaussian"

    def kernel(self, bandwidth: Any) -> Kernel:
        return Gaussian(bandwidth)

    def log(self, u2: np.ndarray) -> np.ndarray:
        return -0.5 * u2

    def log_mass(self, dim: int) -> float:
        return 0.5 * dim * math.log(2 * math.pi)

    def reach(self, least):
        return jnp.sqrt(-2 * jnp.log(least))

    def far_enough(self, far: float, near: float, least: float) -> bool:
        return far * far - near * near >= -2 * math.log(least)

    def below(self, u: jax.Array) -> jax.Array:
        return 0.5 * lax.erfc(-math.sqrt(0.5) * u)

    def steps(self, key: jax.Array, n: int, dim: int, dtype: DTypeLike) -> jax.Array:
        return jax.random.normal(key, (n, dim), dtype)


class _Exponential(DensityKernel):
    name = "exponential"

    def kernel(self, bandwidth):
        return Matern(bandwidth, 0.5)

    def log(self, u2: np.ndarray) -> jax.Array:
        apart = u2 > 0
        return jnp.where(apart, -jnp.sqrt(jnp.where(apart, u2, 1)), 0)

    def log_mass(self, dim: int) -> float:
        return _log_sphere(dim) + math.lgamma(dim)

    def reach(self, least):
        return -jnp.log(least)

    def far_enough(self, far, near, least):
        return far - near >= -math.log(least)

    def below(self, u: jax.Array) -> jax.Array:
        half = 0.5 * jnp.exp(-jnp.abs(u))
        return jnp.where(u < 0, half, 1 - half)

    def radii(self, key, n, dim, dtype):
        return -jnp.log(_uniform(key, (dim, n), dtype)).sum(0)


@dataclasses.dataclass(frozen=True)
class _Compact(DensityKernel):
    """terms: of `PowerSum`."""

    terms: tuple[tuple[int, float], ...]
    compact = True

    def kernel(self, bandwidth: Any) -> Kernel:
        return PowerSum(bandwidth, self.terms)

    def log(self, u2: jax.Array) -> jax.Array:
        (value,) = self.kernel(1.0).radial(u2, 0)
        inside = value > 0
        return jnp.where(inside, jnp.log(jnp.where(inside, value, 1)), -jnp.inf)

    def log_mass(self, dim: int) -> float:
        return _log_sphere(dim) + math.log(math.fsum(c / (dim + p) for p, c in self.terms))

    def reach(self, least: float) -> float:
        return 1.0

    def far_enough(self, far, near, least):
        return far >= 1

    def below(self, u: jax.Array) -> jax.Array:
        """Of t = 1 + u, the distance from where it begins."""
        u = jnp.clip(u, -1, 1)
        left = self._of_tail(1 - jnp.abs(u))
        return jnp.where(u < 0, left, 1 - left)

    def _of_tail(self, t: jax.Array) -> jax.Array:
        """The mass below u = t - 1 <= 0."""
        raise NotImplementedError


class _Tophat(_Compact):
    name = "tophat"

    def _of_tail(self, t):
        return 0.5 * t

    def radii(self, key, n, dim, dtype):
        return _beta(key, n, (dim,), dtype)


class _Epanechnikov(_Compact):
    name = "epanechnikov"

    def _of_tail(self, t):
        return 0.25 * t * t * (3 - t)

    def radii(self, key, n, dim, dtype):
        return _beta(key, n, (dim, dim + 2), dtype)


class _Linear(_Compact):
    name = "linear"

    def _of_tail(self, t: jax.Array) -> jax.Array:
        return 0.5 * t * t

    def radii(self, key, n, dim, dtype):
        return _beta(key, n, (dim, dim + 1), dtype)


class _Cosine(_Compact):
    name = "cosine"

    def _of_tail(self, t: jax.Array) -> jax.Array:
        return jnp.square(jnp.sin(0.25 * math.pi * t))

    def radii(self, key, n, dim, dtype):
        """Those of (1 - u^2), of which cos(pi u / 2) / (1 - u^2) are accepted, between pi / 4 and
        1."""

        def redrawn(state):
            key, radius, done = state
            key, proposing, accepting = jax.random.split(key, 3)
            new = _beta(proposing, n, (dim, dim + 2), dtype)
            share = jnp.cos(0.5 * math.pi * new)
            accepted = jax.random.uniform(accepting, (n,), dtype) * (1 - new * new) < share
            return key, jnp.where(done, radius, new), done | accepted

        start = (key, jnp.zeros(n, dtype), jnp.zeros(n, bool))
        return lax.while_loop(lambda state: ~state[2].all(), redrawn, start)[1]


def _log_sphere(dim: int) -> float:
    """log S_dim."""
    return math.log(2) + 0.5 * dim * math.log(math.pi) - math.lgamma(0.5 * dim)


def _uniform(key, shape, dtype):
    """In (0, 1]."""
    return 1 - jax.random.uniform(key, shape, dtype)


def _beta(key, n, powers, dtype):
    """Products of U^(1 / power): with powers (a,) of density u^(a-1), with (a, b) of u^(a-1) -
    u^(b-1)."""
    powers = jnp.asarray(powers, dtype)
    return jnp.exp((jnp.log(_uniform(key, (len(powers), n), dtype)) / powers[:, None]).sum(0))


_EVEN = [
    (2 * k, float((-1) ** k * (math.pi / 2) ** (2 * k) / math.factorial(2 * k)))
    for k in range(COSINE_TERMS)
]
KERNELS: dict[str, DensityKernel] = {
    kernel.name: kernel
    for kernel in (
        _Gaussian(),
        _Tophat(((0, 1.0),)),
        _Epanechnikov(((0, 1.0), (2, -1.0))),
        _Exponential(),
        _Linear(((0, 1.0), (1, -1.0))),
        _Cosine(tuple(_EVEN)),
    )
}
