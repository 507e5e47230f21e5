"""Kernels summed over the sources and their images behind a mirror."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.over_images import SumOverImages
from jaxfmm.kernels.parameters import number


@functools.partial(pytrees.register, data_fields=["kernel", "at"], meta_fields=["axis", "sign"])
@dataclasses.dataclass(frozen=True)
class Mirror(SumOverImages):
    """A kernel with a plane mirror: every source acts from its place and from its mirror image.

        K_mirror(x, y) = K(x, y) + sign K(x, R y) ,     R y = y with 2 at - y_axis for y_axis

    This solves the boundary value problem of a half space by image charges, for a kernel that is
    a function of |x - y|. With sign=-1 the sum is zero on the plane x_axis = at: a grounded
    conductor (Dirichlet). With sign=+1 its slope across the plane is zero: an insulating wall
    (Neumann). Dipoles are reflected too: the image of the moment p has the moment sign R p.

    The own image of a point acts on it, so that a charge feels the wall. Singular kernels leave out
    pairs at distance zero as always: a point on the plane is without its own image. The energy is
    `1/2 sum_i q_i u_i` without the pairs of a point and itself, so that for `Laplace()` it is the
    energy of the charges and of the wall in the half space.

    Sources and targets may lie on both sides of the plane; physical results need them on one. A sum
    costs as much as one with twice the sources, and the plan is for these: it has 2 n sources and,
    without targets of their own, the n points as targets. `tol` is relative to the sum. Where
    charges and images nearly cancel, in a thin layer at a mirror of sign -1, give `charges` to
    `jaxfmm.plan`, which then measures the errors for them and their images.

    Args:
      kernel: the kernel of open space; also another mirror at a right angle, for an edge or a
        corner.
      axis: the axis that the plane is perpendicular to: 0, 1, ...
      at: the coordinate of the plane along the axis: a number or a traced scalar. It can be
        differentiated, and changed without compiling again.
      sign: +1 or -1, of the images.

    Raises:
      ValueError: for an axis that the points do not have, another sign, a plane that is not one
        finite number, and for kernels of vectors, periodic kernels and kernels with a parameter for
        each point.

    Reference: Jackson, Classical Electrodynamics (1999), section 2.1.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 1.0]])
      >>> wall = jaxfmm.Mirror(jaxfmm.Laplace(), axis=2, at=0.0, sign=-1)
      >>> jaxfmm.potential(x, jnp.ones(1), kernel=wall).tolist()
      [-0.5]
    """

    kernel: Kernel
    axis: int = dataclasses.field(kw_only=True)
    at: float | jax.Array = dataclasses.field(default=0.0, kw_only=True)
    sign: int = dataclasses.field(default=1, kw_only=True)

    lengths = ("at",)

    @property
    def copies(self) -> int:
        return 2 * self.kernel.images.copies

    def check(self, dim: int) -> None:
        if not isinstance(self.kernel, Kernel) or self.kernel.has_images:
            raise ValueError(
                "kernel must be a kernel of open space such as jaxfmm.Laplace(), or another "
                f"Mirror, got {self.kernel!r}"
            )
        self.kernel.check(dim)
        if self.kernel.traits.vector or self.kernel.simplified(dim).own_numbers:
            raise ValueError(
                f"kernel {self.kernel!r} has no mirror images: their vectors or parameters by "
                "point would have to change too; sum over the images by hand, as more sources"
            )
        if isinstance(self.axis, bool) or self.axis not in range(dim):
            raise ValueError(
                f"axis must be 0 to {dim - 1} for points (n, {dim}), got {self.axis!r}"
            )
        if isinstance(self.sign, bool) or self.sign not in (1, -1):
            raise ValueError(f"sign must be 1 or -1, got {self.sign!r}")
        number("at", self.at, "it is the coordinate of the plane")

    def simplified(self, dim: int) -> "Mirror":
        self.check(dim)
        return dataclasses.replace(self, kernel=self.kernel.simplified(dim))

    def alike(self, other: Any) -> bool:
        return super().alike(other) and (self.axis, self.sign) == (other.axis, other.sign)

    def places(self, sources: jax.Array) -> jax.Array:
        across = 2 * jnp.asarray(self.at, sources.dtype) - sources[:, self.axis]
        image = sources.at[:, self.axis].set(across)
        return self.kernel.images.places(jnp.concatenate([sources, image]))

    def strengths(self, weights: dict[int, jax.Array]) -> dict[int, jax.Array]:
        both = {}
        for order, weight in weights.items():
            image = self.sign * weight
            for axis in range(weight.ndim - order, weight.ndim):  # R along each axis of the tensor
                image = image.at[(slice(None),) * axis + (self.axis,)].multiply(-1)
            both[order] = jnp.concatenate([weight, image])
        return self.kernel.images.strengths(both)
