"""How a sum with a kernel follows from the sum with a simpler one."""

import jax


class Frame:
    """How a sum with a kernel follows from the sum with its radial kernel `summed()`; here both are
    the same.

    A kernel that measures different directions differently has coordinates of its own, in which it
    is radial (`kernels.gaussian.Whitened`). A kernel that is a derivative of a radial one makes its
    result of derivatives (`cauchy.ComplexDerivative`).
    """

    def coordinates(self, points: jax.Array, center: jax.Array) -> jax.Array:
        """The points as sums take them. center: any point, the same for sources and targets."""
        return points

    def moment(self, moment: jax.Array) -> jax.Array:
        """A dipole moment (..., d) in the user's coordinates as one in these."""
        return moment

    def gradient(self, gradient: jax.Array) -> jax.Array:
        """A gradient (..., d) in these coordinates as one in the user's."""
        return gradient

    def derivative_length(self, unit: jax.Array) -> jax.Array:
        """The length, in `unit`, by which derivatives in these coordinates are multiplied."""
        return 1 / unit

    def unit(self, extent: jax.Array) -> jax.Array:
        """The length to measure in, for points of an extent > 0; traceable."""
        return extent

    def result(self, derivative: jax.Array) -> jax.Array:
        """A derivative of this kernel's sum, (...), from the derivative of the sum of `summed()`
        whose order is higher by `extra_derivatives`, (..., d) if that is 1."""
        return derivative
