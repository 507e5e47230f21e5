"""Kernels that are made of another one, and the derivative of a kernel in a parameter."""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points


class Derived(Kernel):
    """A kernel that is made of another one, whose facts it has."""

    kernel: Kernel

    singular = property(lambda self: self.kernel.singular)
    dimensions = property(lambda self: self.kernel.dimensions)
    degree = property(lambda self: self.kernel.degree)
    traits = property(lambda self: self.kernel.traits)
    is_radial = property(lambda self: self.kernel.is_radial)
    own_numbers = property(lambda self: self.kernel.own_numbers)
    by_point = property(lambda self: self.kernel.by_point)
    plan_serves = property(lambda self: self.kernel.plan_serves)

    def nearness(self, x: Points, y: Points) -> jax.Array:
        return self.kernel.nearness(x, y)


@functools.partial(pytrees.register, data_fields=["kernel", "direction"], meta_fields=["index"])
@dataclasses.dataclass(frozen=True)
class ParameterDerivative(Derived):
    """dK / dp for the parameter leaf number `index` of `kernel`. It is radial if the kernel is, so
    that it can be repeated.

    direction: a factor, None for 1; for a parameter that is an array, the array along which the
      derivative is taken."""

    kernel: Kernel
    index: int
    direction: jax.Array | None = None

    @property
    def name(self) -> str:
        return f"d {self.kernel.name} / d parameter {self.index}"

    @property
    def traits(self) -> Traits:
        of = self.kernel.traits
        return Traits(
            smooth_apart=of.smooth_apart,
            nearly_harmonic=of.nearly_harmonic,
            interpolated=of.interpolated,
            errors_known=of.errors_known,
            compact=of.slopes_end,
            slopes_end=of.slopes_end,
            branches=of.slopes_end and of.branches,
        )

    def _slope(self, function: Callable[[Kernel], Any]) -> Any:
        """The derivative of function(kernel) in the parameter."""
        leaves, treedef = jax.tree.flatten(self.kernel)

        def of_parameter(p):
            return function(
                jax.tree.unflatten(treedef, leaves[: self.index] + [p] + leaves[self.index + 1 :])
            )

        p = jnp.asarray(leaves[self.index])
        along = jnp.ones_like(p)
        if self.direction is not None:  # one for all where the parameter has one for each point
            along = jnp.broadcast_to(jnp.asarray(self.direction, p.dtype), p.shape)
        return jax.jvp(of_parameter, (p,), (along,))[1]

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return self._slope(lambda kernel: kernel.radial(r2, order))

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        if not self.is_radial:
            return self._slope(lambda kernel: kernel.pair_sums(x, y, weights, targets))
        return super().pair_sums(x, y, weights, targets)

    def transposed(self) -> "ParameterDerivative":
        return dataclasses.replace(self, kernel=self.kernel.transposed())

    def in_unit(self, unit: jax.Array) -> "ParameterDerivative":
        # the parameter in this unit depends on the parameter alone: a length is p / unit, its
        # inverse p unit
        direction = self._slope(lambda kernel: jax.tree.leaves(kernel.in_unit(unit))[self.index])
        return dataclasses.replace(self, kernel=self.kernel.in_unit(unit), direction=direction)


def with_slopes(slopes: Callable[..., list[jax.Array]]) -> Any:
    """A decorator that gives a function f(order, r2, p) -> [f_0, ..., f_order] its derivatives: d
    f_n / d r^2 is f_(n+1) / 2, and the list d f_n / dp is slopes(order, r2, p, f). For functions
    whose derivative in p is, term by term, a difference of larger numbers."""

    def decorate(function):
        family = jax.custom_jvp(function, nondiff_argnums=(0,))

        @functools.partial(family.defjvp, symbolic_zeros=True)
        def _(order, primals, tangents):
            (r2, p), (d_r2, d_p) = primals, tangents
            in_r2, in_p = (type(t) is not jax.custom_derivatives.SymbolicZero for t in tangents)
            out = family(order + in_r2, r2, p)
            d_out = (
                [d_p * s for s in slopes(order, r2, p, out)]
                if in_p
                else [jnp.zeros_like(f) for f in out[: order + 1]]
            )
            if in_r2:
                d_out = [d + 0.5 * f * d_r2 for d, f in zip(d_out, out[1:])]
            return out[: order + 1], d_out

        return family

    return decorate
