"""Kernels with a number of each point's own, such as a softening for each body."""

from typing import Any

import jax

from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.derived import ParameterDerivative


class ByPoint(Kernel):
    """A kernel whose parameters are arrays with an entry for each source or target. Every point has
    `own_numbers` of them, which `pair_sums` gets behind the coordinates."""

    def with_numbers(self, targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Points (m, d) and (n, d) with their own numbers behind: (m, d + own), (n, d + own)."""
        raise NotImplementedError

    def of_numbers(self, targets: jax.Array, sources: jax.Array) -> Any:
        """The kernel of points with these numbers (m, own) and (n, own), the columns that
        `with_numbers` adds. Of the kernel itself only what all points share is read."""
        raise NotImplementedError

    def own_slopes(self, index: int) -> list[tuple[str, Kernel]] | None:
        """The derivative in the parameter leaf `index`, as the sum of the sums of these kernels,
        with results ("targets") or weights ("sources") times the point's tangent. None for a
        parameter that all points share."""
        raise NotImplementedError

    def shared_slope(self, index: int, direction: jax.Array | None = None) -> Kernel:
        """The derivative in the parameter leaf `index`, which all points share."""
        return ParameterDerivative(self, index, direction)

    def shared(self) -> Kernel:
        """The kernel without the parameters of points, None in their place."""
        return jax.tree.map(lambda leaf: None, self)


def with_numbers(
    kernel: Kernel, targets: jax.Array, sources: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """`ByPoint.with_numbers`; points of other kernels stay as they are."""
    if isinstance(kernel, ByPoint):
        return kernel.with_numbers(targets, sources)
    return targets, sources


def shared(kernel: Kernel) -> Kernel:
    """`ByPoint.shared`; other kernels as they are."""
    return kernel.shared() if isinstance(kernel, ByPoint) else kernel


def of_numbers(
    kernel: Kernel, targets: jax.Array, sources: jax.Array
) -> tuple[Kernel, jax.Array, jax.Array]:
    """The kernel and the points (m, d) and (n, d) of points with their own numbers behind: the
    inverse of `with_numbers`."""
    if not isinstance(kernel, ByPoint):
        return kernel, targets, sources
    dim = targets.shape[1] - kernel.own_numbers
    kernel = kernel.of_numbers(targets[:, dim:], sources[:, dim:])
    return kernel, targets[:, :dim], sources[:, :dim]


def own_slopes(kernel: Kernel, index: int) -> list[tuple[str, Kernel]] | None:
    """`ByPoint.own_slopes`; None for other kernels."""
    return kernel.own_slopes(index) if isinstance(kernel, ByPoint) else None


def shared_slope(kernel: Kernel, index: int, direction: jax.Array | None = None) -> Kernel:
    """dK/dp for a parameter that all points share, as of `ParameterDerivative`."""
    if isinstance(kernel, ByPoint):
        return kernel.shared_slope(index, direction)
    return ParameterDerivative(kernel, index, direction)
