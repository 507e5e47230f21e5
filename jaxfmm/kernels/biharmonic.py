"""The radial functions by which fast sums of vector kernels are made.

The velocity by a force f in a viscous fluid is (f Laplacian - grad (f . grad)) g, with g = r for a
point force (Pozrikidis 1992, section 2.2). Near pairs are summed by this formula, far pairs by
harmonic functions (`vectors`). So kernels for near pairs are `compact` and give nothing to the M2L
list, and kernels for far pairs are `distant` and give nothing to the P2P list."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.derived import Derived
from jaxfmm.kernels.laplace import Laplace, Logarithm
from jaxfmm.kernels.pairs import inverse_distance, plus_square


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Distance(Kernel):
    """sqrt(r^2 + core^2) in three dimensions, for near pairs; r if core is None, where pairs at
    distance zero are left out."""

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
        square = plus_square(r2, self.core)
        inverse = inverse_distance(square)
        out = [square * inverse, inverse]
        for n in range(order - 1):  # f_n = -(-1)^n (2n - 3)!! / sqrt(r^2 + core^2)^(2n - 1)
            out.append(-(2 * n + 1) * inverse * inverse * out[-1])
        return out[: order + 1]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class SphereDistance(Kernel):
    """The counterpart of r for spheres of a radius a, which may overlap; for near pairs.

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
        inverse = inverse_distance(r2)
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
    """r^2 (3/4 - 1/2 log r), the counterpart of r in two dimensions, for near pairs. offset: see
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
    """1 / r for near pairs."""

    softening: None = None

    name = "NearLaplace"
    traits = Traits(compact=True, errors_known=True, newtonian=True)


@functools.partial(pytrees.register, data_fields=["length"], meta_fields=["power"])
@dataclasses.dataclass(frozen=True)
class FarLaplace(Kernel):
    """1 / r for far pairs, at distances from length / tol^power on; None for any distance."""

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

    def far_length(self, tol: float) -> ArrayLike:
        return 0.0 if self.length is None else self.length * float(tol) ** -self.power


@pytrees.register
@dataclasses.dataclass(frozen=True)
class FarLogarithm(Kernel):
    """-log r for far pairs in two dimensions. offset: see `Logarithm`."""

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
