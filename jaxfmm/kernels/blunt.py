"""The Laplace kernel that stops growing near each source."""

import dataclasses
import functools
from collections.abc import Iterable

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.by_point import ByPoint
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points, inverse_distance, pair_sums


@functools.partial(pytrees.register, data_fields=["size"], meta_fields=["turned"])
@dataclasses.dataclass(frozen=True)
class Blunt(ByPoint):
    """1 / max(r, size), with a size for each source, and -(x - y) / max(r, size)^3 as its gradient.

    Both are continuous, so that roundings of r do not matter. Within the size the second is not the
    derivative of the first: sums of this kernel are only for callers that correct near pairs.

    size: (n,).
    turned: whether the sizes belong to the targets, in transposed sums."""

    size: Array
    turned: bool = False

    name = "blunt Laplace"
    singular = False
    dimensions = (3,)
    degree = -1
    lengths = ("size",)
    is_radial = False
    own_numbers = 1
    traits = Traits(errors_known=True, slopes_end=True, newtonian=True)

    def with_numbers(self, targets: Array, sources: Array) -> tuple[Array, Array]:
        def numbered(points: Array, sized: bool) -> Array:
            own = jnp.zeros(len(points), points.dtype)
            if sized:
                own = jnp.asarray(self.size, points.dtype)
            return jnp.concatenate([points, own[:, None]], axis=1)

        return numbered(targets, self.turned), numbered(sources, not self.turned)

    def of_numbers(self, targets: Array, sources: Array) -> "Blunt":
        return Blunt((targets if self.turned else sources)[:, 0], self.turned)

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        offset = [a - b for a, b in zip(x[:3], y[:3], strict=True)]
        return pair_sums(_OfSize(x[3] if self.turned else y[3]), offset, weights, targets)

    def transposed(self) -> Kernel:
        return dataclasses.replace(self, turned=not self.turned)

    def far_length(self, tol: float) -> tuple[Array, Array]:
        size, none = jnp.asarray(self.size), jnp.zeros(1, jnp.asarray(self.size).dtype)
        return (size, none) if self.turned else (none, size)


@dataclasses.dataclass(frozen=True)
class _OfSize:
    size: Array

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        inverse = inverse_distance(jnp.maximum(r2, self.size * self.size))
        out = [inverse]
        for n in range(order):
            out.append(-(2 * n + 1) * inverse * inverse * out[-1])
        return out
