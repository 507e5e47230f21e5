"""Kernels with a number of each point's own, such as a softening for each body."""

import jax

from jaxfmm.kernels.base import Kernel


class ByPoint(Kernel):
    """A kernel whose parameters are arrays with an entry for each source or target. Every point has
    `own_numbers` of them, which `pair_sums` gets behind the coordinates."""

    def with_numbers(self, targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Points (m, d) and (n, d) with their own numbers behind: (m, d + own), (n, d + own)."""
        raise NotImplementedError

    def own_slopes(self, index: int) -> list[tuple[str, Kernel]] | None:
        """The derivative in the parameter leaf `index`, as the sum of the sums of these kernels,
        with results ("targets") or weights ("sources") times the point's tangent. None for a
        parameter that all points share."""
        raise NotImplementedError

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


def own_slopes(kernel: Kernel, index: int) -> list[tuple[str, Kernel]] | None:
    """`ByPoint.own_slopes`; None for other kernels."""
    return kernel.own_slopes(index) if isinstance(kernel, ByPoint) else None
