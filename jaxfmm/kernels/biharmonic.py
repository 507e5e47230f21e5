"""Radial functions g whose derivatives are the fields of forces in a viscous fluid, and what fast
sums of them take.

The velocity by a force f is (f Laplacian - grad (f . grad)) g, with g = r for a point force
(Pozrikidis 1992, section 2.2). Pairs that are near are summed by that; those that are far by
harmonic functions (`vectors`). So near sums leave out the pairs of the far list, and far sums those
of the near one."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.derived import Derived
from jaxfmm.kernels.laplace import Laplace, Logarithm


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Distance(Kernel):
    """sqrt(r^2 + core^2) in three dimensions, of near pairs; core None for r. Without core, pairs
    at distance zero are left out."""

    core: float | jax.Array | None = None

    name = "Distance"
    dimensions = (3,)
    degree = 1
    lengths = ("core",)
    traits = Traits(compact=True)

    @property
    def singular(self) -> bool:
        return self.core is None

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        square = r2 if self.core is None else r2 + jnp.square(jnp.asarray(self.core, r2.dtype))
        apart = square > 0
        inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, square, jnp.ones_like(r2))), 0)
        out = [square * inverse, inverse]
        for n in range(order - 1):  # f_n = -(-1)^n (2n - 3)!! / sqrt(r^2 + core^2)^(2n - 1)
            out.append(-(2 * n + 1) * inverse * inverse * out[-1])
        return out[: order + 1]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class SphereDistance(Kernel):
    """What r is for spheres of a radius a that push each other, also where they overlap; of near
    pairs.

    r + 2/3 a^2 / r for r > 2 a, otherwise r^2 / (3 a) - r^3 / (24 a^2) + 4/3 a. Twice
    differentiable."""

    radius: float | jax.Array

    name = "SphereDistance"
    singular = False
    dimensions = (3,)
    degree = 1
    lengths = ("radius",)
    traits = Traits(compact=True, slopes_end=True)  # far sums have slopes of their own

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        a = jnp.asarray(self.radius, r2.dtype)
        apart = r2 > 0
        inverse = jnp.where(apart, lax.rsqrt(jnp.where(apart, r2, jnp.ones_like(r2))), 0)
        square, r = inverse * inverse, r2 * inverse
        far = [r, inverse]
        by_radius = [2 / 3 * a * a * inverse]
        near = [r2 / (3 * a) - r * r2 / (24 * a * a) + 4 / 3 * a, 2 / (3 * a) - r / (8 * a * a)]
        near.append(-inverse / (8 * a * a))
        for n in range(max(order, 1)):
            far.append(-(2 * n + 1) * square * far[-1])
            by_radius.append(-(2 * n + 1) * square * by_radius[-1])
            near.append(-(2 * n + 1) * square * near[-1])
        beyond = r2 > 4 * a * a
        return [jnp.where(beyond, f + g, h) for f, g, h in zip(far, by_radius, near)][: order + 1]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class PlaneDistance(Kernel):
    """r^2 (3/4 - 1/2 log r) in two dimensions, of near pairs: what r is in three. offset: as of
    `Logarithm`."""

    offset: jax.Array | None = None

    name = "PlaneDistance"
    singular = True
    dimensions = (2,)
    degree = 2
    logarithms = ("offset",)
    traits = Traits(compact=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        apart = r2 > 0
        safe = jnp.where(apart, r2, jnp.ones_like(r2))
        log = 0.5 * jnp.log(safe)
        if self.offset is not None:
            log = log + jnp.asarray(self.offset, r2.dtype)
        out, inverse = (
            [r2 * (0.75 - 0.5 * log), jnp.where(apart, 1 - log, 0)],
            jnp.where(apart, 1 / safe, 0),
        )
        for n in range(order - 1):  # f_2 = -1 / r^2, f_(n+1) = -2 (n - 1) f_n / r^2
            out.append(-2 * n * inverse * out[-1] if n else -inverse)
        return out[: order + 1]


@functools.partial(pytrees.register, data_fields=["kernel"], meta_fields=["dim"])
@dataclasses.dataclass(frozen=True)
class Laplacian(Derived):
    """The Laplacian of a radial kernel in `dim` dimensions."""

    kernel: Kernel
    dim: int

    name = property(lambda self: f"Laplacian of {self.kernel.name}")
    degree = property(lambda self: self.kernel.degree - 2)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        f = self.kernel.radial(r2, order + 2)
        return [(self.dim + 2 * n) * f[n + 1] + r2 * f[n + 2] for n in range(order + 1)]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class NearLaplace(Laplace):
    """1 / r of near pairs."""

    softening: None = None

    name = "NearLaplace"
    traits = Traits(compact=True, errors_known=True, newtonian=True)


@functools.partial(pytrees.register, data_fields=["length"], meta_fields=["power"])
@dataclasses.dataclass(frozen=True)
class FarLaplace(Kernel):
    """1 / r of far pairs, which are `length` over tol^power apart; None for any distance."""

    length: float | jax.Array | None = None
    power: float = 0.0

    name = "FarLaplace"
    singular = True
    dimensions = (3,)
    degree = -1
    lengths = ("length",)
    traits = Traits(distant=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return Laplace(None).radial(r2, order)

    def far_length(self, tol: float) -> tuple[jax.Array, jax.Array] | jax.Array | float:
        return 0.0 if self.length is None else self.length * float(tol) ** -self.power


@pytrees.register
@dataclasses.dataclass(frozen=True)
class FarLogarithm(Kernel):
    """-log r of far pairs in two dimensions. offset: as of `Logarithm`."""

    offset: jax.Array | None = None

    name = "FarLogarithm"
    singular = True
    dimensions = (2,)
    degree = 0
    logarithms = ("offset",)
    traits = Traits(distant=True)

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return Logarithm(None, self.offset).radial(r2, order)


def levi_civita(dtype: DTypeLike) -> np.ndarray:
    """The permutation symbol, (3, 3, 3)."""
    symbol = np.zeros((3, 3, 3), dtype)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        symbol[i, j, k], symbol[i, k, j] = 1, -1
    return symbol
