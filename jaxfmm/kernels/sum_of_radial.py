"""The sum of radial kernels as one radial kernel, so that one plan sums all of them at once."""

import dataclasses
import functools
import operator
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import pytrees
from jaxfmm.errors import is_traced
from jaxfmm.kernels.base import PARAMETERS, Kernel, Traits
from jaxfmm.kernels.frame import Frame

Term = tuple[Any, Kernel]  # a factor, None for 1, and a kernel


@pytrees.register
@dataclasses.dataclass(frozen=True)
class SumOfRadial(Kernel):
    """K = sum_i factor_i K_i of kernels that `joins` holds for. A factor of None is 1.

    unit: the unit of length of the kernels, None for the user's. Those of different degrees have
      different powers of it as factors, so that K itself has degree 0. It is the last leaf, since
      derivatives in parameters count leaves, and not every instance has it."""

    kernels: tuple[Kernel, ...]
    factors: tuple[Any, ...]
    unit: Any = None

    name = property(lambda self: name_of(zip(self.factors, self.kernels, strict=True)))
    dimensions = None  # `algebra.Sum` has checked the points
    degree = 0
    plan_serves = PARAMETERS

    def __post_init__(self) -> None:
        """Factors and kernels have been checked where they were made."""

    def __repr__(self) -> str:
        return self.name

    @property
    def singular(self) -> bool:
        # where one counts pairs at distance zero, the others are zero there
        return all(kernel.singular for kernel in self.kernels)

    @property
    def traits(self) -> Traits:
        # Tables of relative errors hold for a sum of positive kernels, whose parts cannot cancel.
        positive = all(factor is None for factor in self.factors)
        known = all(k.traits.errors_known and not k.logarithms for k in self.kernels)
        return Traits(
            smooth_apart=True,
            interpolated=all(kernel.traits.interpolated for kernel in self.kernels),
            errors_known=positive and known,
            decays=all(kernel.traits.decays for kernel in self.kernels),
        )

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        every = []
        for factor, kernel in zip(self.factors, self.kernels, strict=True):
            values, times = kernel.radial(r2, order), self._factor(factor, kernel, r2.dtype)
            every.append(values if times is None else [times * value for value in values])
        return [functools.reduce(operator.add, values) for values in zip(*every, strict=True)]

    def alike(self, other: Any) -> bool:
        if type(other) is not SumOfRadial or len(other.kernels) != len(self.kernels):
            return False
        same = [a is None for a in self.factors] == [b is None for b in other.factors]
        pairs = zip(self.kernels, other.kernels, strict=True)
        return same and all(a.alike(b) for a, b in pairs)

    def in_unit(self, unit: jax.Array) -> "SumOfRadial":
        kernels = tuple(kernel.in_unit(unit) for kernel in self.kernels)
        whole = unit if self.unit is None else unit * self.unit
        return SumOfRadial(kernels, self.factors, whole)

    def _factor(self, factor: Any, kernel: Kernel, dtype: DTypeLike) -> jax.Array | None:
        """What the kernel, in the unit, is multiplied by; None for 1."""
        factor = None if factor is None else jnp.asarray(factor, dtype)
        if self.unit is None or not kernel.degree:
            return factor
        power = jnp.asarray(self.unit, dtype) ** kernel.degree
        return power if factor is None else power * factor

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        held = (jnp.asarray(kernel.measurable(unit)) for kernel in self.kernels)
        return functools.reduce(jnp.logical_and, held)

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        for kernel in self.kernels:
            kernel.check_at(points, derivatives)

    def decay(self) -> ArrayLike:
        rates = (jnp.asarray(kernel.decay()) for kernel in self.kernels)
        return functools.reduce(jnp.maximum, rates)

    def serves(self, asked: Any, tol: float, dtype: DTypeLike) -> jax.Array:
        pairs = zip(self.kernels, asked.kernels, strict=True)
        return jnp.stack([a.serves(b, tol, dtype) for a, b in pairs]).all()


def joins(kernel: Kernel) -> bool:
    """Whether a kernel, `simplified`, can be part of a `SumOfRadial`: a function of |x - y| in the
    user's coordinates, without images, whose Taylor expansions converge."""
    traits = kernel.traits
    harmonic = traits.newtonian and all(getattr(kernel, name) is None for name in kernel.lengths)
    plain = kernel.summed() is kernel and kernel.in_open_space and kernel.segments is None
    radial = kernel.is_radial and not kernel.own_numbers and type(kernel.frame) is Frame
    return (
        plain
        and radial
        and not (traits.compact or traits.vector or traits.scales or kernel.extra_derivatives)
        and kernel.entries() is None
        and (traits.smooth_apart or harmonic)
    )


def name_of(terms: Iterable[Term]) -> str:
    """The formula of a sum in words, such as "Laplace - 2 Yukawa"."""

    def name(factor: Any, kernel: Kernel) -> tuple[str, str]:
        """(sign, name)"""
        if factor is None:
            return "+", kernel.name
        known = isinstance(factor, float | np.ndarray | jax.Array) and not is_traced(factor)
        if not known or np.ndim(factor):  # of a batch
            return "+", f"factor {kernel.name}"
        sign, size = "-" if float(factor) < 0 else "+", abs(float(factor))
        return sign, kernel.name if size == 1 else f"{size:g} {kernel.name}"

    (sign, first), *rest = (name(*term) for term in terms)
    begin = first if sign == "+" else f"-{first}"
    return " ".join([begin, *(f"{sign} {one}" for sign, one in rest)])
