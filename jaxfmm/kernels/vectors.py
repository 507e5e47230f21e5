"""Kernels whose charges and results are vectors: viscous flow, and the velocity of vortices in
space."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels import parts
from jaxfmm.kernels.base import SOFTENINGS, Kernel, Traits
from jaxfmm.kernels.biharmonic import (
    Distance,
    FarLaplace,
    FarLogarithm,
    Laplacian,
    NearLaplace,
    PlaneDistance,
    SphereDistance,
)
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.parameters import none_if_zero, positive

_NO_CORE = "leave it out for none"


class VectorKernel(Kernel):
    """A kernel whose charges and results have d components in d dimensions. Its sum is the sum of
    its `parts`."""

    traits = Traits(vector=True, usual_errors=True)
    extra_derivatives = 1  # far sums take derivatives of harmonic potentials
    singular: Any = True
    degree = -1
    reciprocal = False  # whether K(y, x) is the transposed matrix of K(x, y), and equal to it

    def transposed(self) -> Kernel:
        if not self.reciprocal:
            raise ValueError(
                f"{self.name} has no transposed kernel of its own; use jax.linear_transpose of "
                "the product"
            )
        return self

    def parts(self, exact: bool) -> list[parts.Part]:
        """The sums of scalar kernels that make it up: over all pairs, or where not `exact` over the
        near and the far ones of a plan."""
        raise NotImplementedError

    def far_length(self, tol: float) -> Any:
        return self.summed().far_length(tol)


def _near(distance: Kernel, dim: int) -> list[parts.Part]:
    """The parts of the velocity by forces, from the counterpart of r."""
    return [parts.NearGradient(distance), parts.NearPotentials(Laplacian(distance, dim))]


class _WithCore(VectorKernel):
    """A kernel with a core, None for none."""

    core: float | jax.Array | None

    lengths = ("core",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "core", none_if_zero(self.core))


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Stokeslet(_WithCore):
    """The velocity of a viscous fluid that point forces drive.

    Charges are forces (n, d), results velocities (m, d).

        u(x) = sum_j f_j / r + d (d . f_j) / r^3          for points (n, 3), d = x - y_j, r = |d|
        u(x) = sum_j -f_j log r + d (d . f_j) / r^2       for points (n, 2)

    and with a core, in three dimensions, the regularised Stokeslet of Cortez, a force that is
    spread by `15 core^4 / (8 pi (r^2 + core^2)^(7/2))`:

        u(x) = sum_j ((r^2 + 2 core^2) f_j + d (d . f_j)) / (r^2 + core^2)^(3/2)

    No 8 pi mu and no 4 pi mu: the velocity in a fluid of viscosity mu is `1 / (8 pi mu)` times the
    sum in three dimensions and `1 / (4 pi mu)` times it in two. Without a core, pairs at distance
    zero are left out; with one they count, with `2 f / core`. `potential_and_gradient` gives the
    velocity gradient too, (m, d, d) with the derivative last. The pressure is `sum_j 2 d . f_j /
    r^d`, in the same units: `2 * jaxfmm.potential(y, None, x, dipoles=f)`.

    Plans made outside of `jit` measure the error of their FMM; inside `jit`, sums without such a
    plan are direct. The derivative in the core is a direct sum. Far away velocities are made of
    harmonic potentials whose terms cancel where points lie in small clusters; in float32 such plans
    may fall back to direct sums, which `print(plan)` says.

    Args:
      core: a length, >= 0; None and the number 0 for point forces.

    Raises:
      ValueError: for a core that is negative, not finite or not a number, or in two dimensions.

    Reference: Pozrikidis, Boundary Integral and Singularity Methods (1992), eq. 2.2.8 and 2.6.18;
    Cortez, Fauci & Medovikov, Phys. Fluids 17 (2005) 031504, eq. 6; Tornberg & Greengard, J.
    Comput. Phys. 227 (2008) 1613.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> y, f = jnp.zeros((1, 3)), jnp.array([[1.0, 0.0, 0.0]])
      >>> x = jnp.array([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
      >>> jaxfmm.potential(y, f, x, kernel=jaxfmm.Stokeslet()).round(3).tolist()
      [[1.0, 0.0, 0.0], [0.5, 0.0, 0.0]]
    """

    core: float | jax.Array | None = None

    name = "Stokeslet"
    plan_serves = SOFTENINGS
    reciprocal = True
    dimensions = (2, 3)

    @property
    def singular(self) -> bool:
        return self.core is None

    def check(self, dim: int) -> None:
        positive("core", self.core, _NO_CORE, zero=True)
        if dim == 2 and self.core is not None:
            raise ValueError(
                f"core must be None for points (n, 2), got {self.core!r}; there is one in three "
                "dimensions"
            )

    def simplified(self, dim: int) -> Kernel:
        self.check(dim)
        return PlaneStokeslet() if dim == 2 else self

    def summed(self) -> Kernel:
        # sqrt(r^2 + e^2) = r + e^2 / 2r - e^4 / 8r^3 + ..., whose first two terms far sums have
        return (
            FarLaplace()
            if self.core is None
            else FarLaplace(2 * lax.stop_gradient(self.core), 0.25)
        )

    def parts(self, exact: bool) -> list[parts.Part]:
        near = _near(Distance(self.core), 3)
        if exact:
            return near
        # the derivative in the core is the derivative of the near kernel, over all pairs
        sphere = (
            None
            if self.core is None
            else 0.5 * jnp.square(lax.stop_gradient(jnp.asarray(self.core)))
        )
        return [*near, parts.FarVelocity(self.summed(), sphere=sphere)]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class PlaneStokeslet(VectorKernel):
    """`Stokeslet` in two dimensions. offset: see `Logarithm`."""

    offset: jax.Array | None = None

    name = "Stokeslet"
    reciprocal = True
    dimensions = (2,)
    degree = 0
    logarithms = ("offset",)

    def alike(self, other: Any) -> bool:
        return isinstance(other, PlaneStokeslet | Stokeslet)

    def summed(self) -> Kernel:
        return FarLogarithm(self.offset)

    def parts(self, exact: bool) -> list[parts.Part]:
        near = _near(PlaneDistance(self.offset), 2)
        return near if exact else [*near, parts.FarVelocity(self.summed())]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class RotnePrager(VectorKernel):
    """The velocities of spheres in a viscous fluid, by Rotne, Prager and Yamakawa.

    The spheres are equal, and forces drive them.

        u(x) = sum_j alpha f_j + beta d (d . f_j) ,    d = x - y_j, r = |d|
        alpha = (1 + 2 a^2 / (3 r^2)) / r ,         beta = (1 - 2 a^2 / r^2) / r^3    for r > 2 a
        alpha = 4 / (3 a) (1 - 9 r / (32 a)) ,      beta = 1 / (8 a^2 r)              for r <= 2 a

    No 8 pi mu: velocities in a fluid of viscosity mu are `1 / (8 pi
    mu)` times the sum. A sphere moves itself by `4 / (3 a) f`, that is by f / (6 pi mu a): pairs at
    distance zero count. The matrix is symmetric and positive definite wherever the spheres are, so
    that it can be solved by conjugate gradients and its square root drives Brownian motion.

    Args:
      radius: a, of all spheres, > 0; can be traced and differentiated.

    Raises:
      ValueError: for a radius that is not a positive number.

    Reference: Rotne & Prager, J. Chem. Phys. 50 (1969) 4831; Yamakawa, J. Chem. Phys. 53 (1970)
    436; for overlapping spheres Wajnryb, Mizerski, Zuk & Szymczak, J. Fluid Mech. 731 (2013) R3.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x, f = jnp.zeros((1, 3)), jnp.array([[0.0, 0.0, 3.0]])
      >>> jaxfmm.potential(x, f, kernel=jaxfmm.RotnePrager(0.5)).round(4).tolist()
      [[0.0, 0.0, 8.0]]
    """

    radius: float | jax.Array

    name = "RotnePrager"
    plan_serves = SOFTENINGS
    reciprocal = True
    dimensions = (3,)
    singular = False
    lengths = ("radius",)

    def check(self, dim: int) -> None:
        positive(
            "radius", self.radius, "it is the radius of the spheres; for points use Stokeslet()"
        )

    def summed(self) -> Kernel:
        return FarLaplace(2 * lax.stop_gradient(self.radius))

    def parts(self, exact: bool) -> list[parts.Part]:
        near = _near(SphereDistance(self.radius), 3)
        if exact:
            return near
        sphere = 2 / 3 * jnp.square(jnp.asarray(self.radius))
        return [*near, parts.FarVelocity(self.summed(), sphere=sphere)]


@functools.partial(pytrees.register, data_fields=["normals"])
@dataclasses.dataclass(frozen=True)
class Stresslet(VectorKernel):
    """The velocity by the double layer of a viscous fluid in 3D.

    Charges are vectors f_j on surfaces with normals n_j.

        u(x) = sum_j -6 d (d . f_j) (d . n_j) / r^5 ,     d = x - y_j, r = |d|

    No 8 pi: this is `T_ijk f_j n_k`, with T the stress of the flow of `Stokeslet()`, as in
    Pozrikidis' double layer `1 / (8 pi)` times the integral. Pairs at distance zero are left out.

    Args:
      normals: (n, 3), one for each source, of any length; can be traced and differentiated. Plans
        do not depend on them.

    Raises:
      ValueError: for normals of another shape.

    Reference: Pozrikidis, Boundary Integral and Singularity Methods (1992), eq. 2.2.11 and 2.3.11;
    Tornberg & Greengard, J. Comput. Phys. 227 (2008) 1613, eq. 3.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> y, n = jnp.zeros((1, 3)), jnp.array([[0.0, 0.0, 1.0]])
      >>> x = jnp.array([[1.0, 0.0, 1.0]])
      >>> u = jaxfmm.potential(y, n, x, kernel=jaxfmm.Stresslet(n))
      >>> [round(float(component), 4) for component in u[0, ::2]]
      [-1.0607, -1.0607]
    """

    normals: jax.Array

    name = "Stresslet"
    dimensions = (3,)
    degree = -2
    extra_derivatives = 2

    def check_numbers(self, n: int, m: int | None) -> None:
        shape = jnp.shape(self.normals)
        if shape != (n, 3):
            raise ValueError(
                f"normals must have shape ({n}, 3), one for each source, got shape {shape}"
            )

    def close_to(self, asked: Kernel, dtype: DTypeLike) -> jax.Array:
        return jnp.ones((), bool)

    def serves(self, asked: Any, tol: float, dtype: DTypeLike) -> jax.Array:
        return jnp.ones((), bool)

    def summed(self) -> Kernel:
        return FarLaplace()

    def parts(self, exact: bool) -> list[parts.Part]:
        # T_ijk S_jk = -2 (S_jk d/dy_k G_ij - tr S d/dx_i (1 / r)) with the flow G of `Stokeslet`
        distance, normals = Distance(), jnp.asarray(self.normals)
        near: list[parts.Part] = [
            parts.NearGradient(distance, -2.0, normals),
            parts.NearPotentials(Laplacian(distance, 3), -2.0, normals),
            parts.NearTrace(NearLaplace(), normals, 2.0),
        ]
        return near if exact else [*near, parts.FarVelocity(self.summed(), -2.0, normals=normals)]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class BiotSavart(_WithCore):
    """The velocity by vortex elements, or the magnetic field by elements of current, in 3D.

        u(x) = sum_j alpha_j x d / (r^2 + core^2)^(3/2) ,     d = x - y_j, r = |d|

    No 4 pi: the velocity is `1 / (4 pi)` times the sum for vortex elements alpha = vorticity times
    volume, and `mu0 / (4 pi)` times it is the magnetic field of elements of current. An element
    does not move itself. It is the curl of the sum with `Laplace(softening=core)`, whose expansions
    it has. `potential_and_gradient` gives the velocity gradient too, (m, 3, 3) with the derivative
    last, for the stretching of vortices.

    Args:
      core: the core of Rosenhead and Moore, >= 0; None and the number 0 for none. It can be traced
        and differentiated.

    Raises:
      ValueError: for a core that is negative, not finite or not a number.

    Reference: Rosenhead, Proc. R. Soc. A 127 (1930) 590; Winckelmans & Leonard, J. Comput. Phys.
    109 (1993) 247.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> y, alpha = jnp.zeros((1, 3)), jnp.array([[0.0, 0.0, 4.0]])
      >>> x = jnp.array([[2.0, 0.0, 0.0]])
      >>> jaxfmm.potential(y, alpha, x, kernel=jaxfmm.BiotSavart()).round(3).tolist()
      [[0.0, 1.0, 0.0]]
    """

    core: float | jax.Array | None = None

    name = "BiotSavart"
    plan_serves = SOFTENINGS
    dimensions = (3,)
    degree = -2

    def check(self, dim: int) -> None:
        positive("core", self.core, _NO_CORE, zero=True)

    def summed(self) -> Kernel:
        return Laplace(self.core)

    def parts(self, exact: bool) -> list[parts.Part]:
        return [parts.Curl(self.summed())]


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Rotlet(VectorKernel):
    """The velocity of a viscous fluid that a point torque drives, in three dimensions.

        u(x) = sum_j t_j x d / r^3 ,     d = x - y_j, r = |d|

    No 8 pi mu: the velocity in a fluid of viscosity mu is `1 / (8 pi mu)` times the sum. Pairs at
    distance zero are left out. The sum is that of `BiotSavart()`.

    Reference: Chwang & Wu, J. Fluid Mech. 67 (1975) 787, eq. 12; Pozrikidis, Boundary Integral and
    Singularity Methods (1992), section 7.2.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> y, torque = jnp.zeros((1, 3)), jnp.array([[0.0, 0.0, 1.0]])
      >>> x = jnp.array([[1.0, 0.0, 0.0]])
      >>> jaxfmm.potential(y, torque, x, kernel=jaxfmm.Rotlet()).round(3).tolist()
      [[0.0, 1.0, 0.0]]
    """

    name = "Rotlet"
    dimensions = (3,)
    degree = -2

    def summed(self) -> Kernel:
        return Laplace(None)

    def parts(self, exact: bool) -> list[parts.Part]:
        return [parts.Curl(self.summed())]
