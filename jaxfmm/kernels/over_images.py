"""Kernels that are sums of another kernel over images of every source."""

import dataclasses
from typing import Any

import jax
from jax.typing import ArrayLike, DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.derived import Derived
from jaxfmm.kernels.images import Images


class SumOverImages(Derived, Images):
    """A sum of the kernel `kernel` over images.

    A subclass sets `shifted` or `copies` and overrides methods of `Images`. What is not about
    images is delegated to the kernel."""

    extra_derivatives = property(lambda self: self.kernel.extra_derivatives)
    frame = property(lambda self: self.kernel.frame)
    images = property(lambda self: self)

    @property
    def name(self) -> str:
        return f"{type(self).__name__.lower()} {self.kernel.name}"

    def summed(self) -> Kernel:
        return self.kernel.summed()

    def alike(self, other: Any) -> bool:
        return super().alike(other) and self.kernel.alike(other.kernel)

    def serves(self, asked: Any, tol: float, dtype: DTypeLike) -> jax.Array:
        return self.kernel.serves(asked.kernel, tol, dtype)

    def close_to(self, asked: Any, dtype: DTypeLike) -> jax.Array:
        return self.kernel.close_to(asked.kernel, dtype)

    def far_length(self, tol: float) -> Any:
        return self.kernel.far_length(tol)

    def reach(self, tol: float, derivatives: int, dim: int) -> Any:
        return self.kernel.reach(tol, derivatives, dim)

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        return self.kernel.measurable(unit)

    def decay(self) -> ArrayLike:
        return self.kernel.decay()

    def for_targets(self, rows: jax.Array) -> Kernel:
        of_images: Any = self  # a dataclass, as all kernels are
        return dataclasses.replace(of_images, kernel=self.kernel.for_targets(rows))

    def check_numbers(self, n: int, m: int | None) -> None:
        self.kernel.check_numbers(n, m)

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        self.kernel.check_at(points, derivatives)
