"""Sums and multiples of kernels."""

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.parameters import number
from jaxfmm.kernels.sum_of_radial import SumOfRadial, Term, joins, name_of


class Combination(Kernel):
    """A linear combination of kernels. Functions of kernels sum its `addends` one by one, by
    `jaxfmm.terms`."""

    degree = 0
    is_combination = True

    def flat(self) -> Iterator[Term]:
        """The factors and kernels of the combination, none of them a combination."""
        raise NotImplementedError

    @property
    def kernels(self) -> list[Kernel]:
        return [kernel for _, kernel in self.flat()]

    name = property(lambda self: name_of(self.flat()))
    singular = property(lambda self: all(kernel.singular for kernel in self.kernels))
    is_radial = property(lambda self: all(kernel.isotropic for kernel in self.kernels))
    traits = property(lambda self: Traits(vector=self.kernels[0].traits.vector))

    @property
    def dimensions(self) -> tuple[int, ...] | None:
        every = [set(k.dimensions) for k in self.kernels if k.dimensions is not None]
        return tuple(sorted(set.intersection(*every))) if every else None

    def check(self, dim: int) -> None:
        for factor, kernel in self.flat():
            if factor is not None:
                number("factor", factor, "a kernel is multiplied by one number")
            if kernel.dimensions is not None and dim not in kernel.dimensions:
                raise ValueError(
                    f"{kernel.name} is a kernel for points (n, d) with d in {kernel.dimensions}, "
                    f"got points (n, {dim}) for {self.name}"
                )
            kernel.check(dim)

    def addends(self, dim: int) -> list[Term]:
        self.check(dim)
        every = list(self.flat())
        plain = [(factor, kernel.simplified(dim)) for factor, kernel in every]
        joined = [term for term in plain if joins(term[1])]
        if len(joined) < 2:
            return every
        factors, kernels = zip(*joined, strict=True)
        rest = [term for term, simple in zip(every, plain, strict=True) if not joins(simple[1])]
        return [(None, SumOfRadial(kernels, factors)), *rest]

    def simplified(self, dim: int) -> Kernel:
        (factor, kernel), *rest = self.addends(dim)
        if factor is None and not rest:
            return kernel.simplified(dim)
        raise ValueError(
            f"{self.name} has parts that are summed by plans of their own, which "
            "jaxfmm.potential, potential_and_gradient, hessian, energy, plan and KernelMatrix do; "
            "here give one kernel, or add the results"
        )

    def alike(self, other: Any) -> bool:
        mine, others = list(self.flat()), list(_flat(other))
        return len(mine) == len(others) and all(
            (a is None) == (b is None) and k.alike(other_k)
            for (a, k), (b, other_k) in zip(mine, others, strict=True)
        )


def _flat(kernel: Kernel) -> Iterator[Term]:
    """The terms of a kernel that may be a combination."""
    if isinstance(kernel, Combination):
        yield from kernel.flat()
    else:
        yield None, kernel


def _checked(kernel: Any) -> Kernel:
    if isinstance(kernel, Kernel):
        return kernel
    raise ValueError(f"kernels are added to kernels such as jaxfmm.Laplace(), got {kernel!r}")


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Sum(Combination):
    """The sum of kernels: `K1 + K2`, `K1 - K2`, `jaxfmm.Sum((K1, K2, ...))`.

        K(x, y) = K_1(x, y) + K_2(x, y) + ...

    Each part has its own convention: pairs at distance zero count in the parts where they count.

    Parts that are smooth functions of |x - y| at a distance (`Laplace` with and without Plummer
    softening, `Yukawa`, `Matern`, `InverseMultiquadric`, radial `Custom` kernels) are one kernel
    with one plan, one tree and Taylor expansions of the sum; two of them cost little more than the
    more expensive one. Its error is measured, relative to the sum. All other parts (`Gaussian`,
    `LennardJones`, `Periodic` kernels, vectors and so on) have plans of their own, each by the best
    method for it, and the results are added. Each of k such parts is summed to `tol` / k, relative
    to its own size, so the sum has an error of at most `tol` unless parts are larger than the sum,
    since they cancel; sums outside of `jit` warn then.

    `jaxfmm.plan`, `potential`, `potential_and_gradient`, `hessian`, `energy` and `KernelMatrix`
    take sums, with segments, `exclude` and every transformation that the parts can have. Parameters
    and factors can be differentiated. `print(plan)` shows the parts. Sums of cells are sums of
    periodic kernels: `Periodic(K1, cell) + Periodic(K2, cell)`.

    Args:
      kernels: at least one kernel, also sums and multiples of kernels.

    Raises:
      ValueError: for something else than kernels, for points that a part is not for, and for
        kernels of vectors together with others. Functions that need one plan, such as
        preconditioners, raise it for sums with several, `Periodic` and `Mirror` for every sum.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> kernel = jaxfmm.Laplace() - 0.5 * jaxfmm.Yukawa(1.0)
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=kernel)
      >>> [round(float(u), 4) for u in phi]
      [0.4662, 0.4662]
    """

    parts: tuple[Kernel, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.parts, list | tuple) or not self.parts:
            raise ValueError(
                f"Sum takes a tuple of at least one kernel, got {self.parts!r}; write "
                "jaxfmm.Sum((kernel, other))"
            )
        object.__setattr__(self, "parts", tuple(map(_checked, self.parts)))
        if len({kernel.traits.vector for kernel in self.kernels}) > 1:
            raise ValueError(
                f"kernels of vectors are added to kernels of vectors alone, got {self.name}"
            )

    def flat(self) -> Iterator[Term]:
        for part in self.parts:
            yield from _flat(part)

    def transposed(self) -> "Sum":
        return Sum(tuple(part.transposed() for part in self.parts))

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts))


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Scaled(Combination):
    """A multiple of a kernel: `2.0 * K`, `-K`, `K / 2`, `jaxfmm.Scaled(K, 2.0)`.

        K_scaled(x, y) = factor K(x, y)

    It is summed by the plan of the kernel, and results are multiplied.

    Args:
      kernel: the kernel, also a sum.
      factor: a number or a traced scalar; it can be differentiated.

    Raises:
      ValueError: for something else than a kernel and a number; as `jaxfmm.Sum`.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> jaxfmm.potential(x, jnp.ones(2), kernel=-4.0 * jaxfmm.Laplace()).tolist()
      [-2.0, -2.0]
    """

    kernel: Kernel
    factor: float | jax.Array

    def __post_init__(self) -> None:
        super().__post_init__()
        _checked(self.kernel)
        number("factor", self.factor, "a kernel is multiplied by one number")

    def flat(self) -> Iterator[Term]:
        for factor, kernel in _flat(self.kernel):
            yield self.factor if factor is None else _product(self.factor, factor), kernel

    def transposed(self) -> "Scaled":
        return Scaled(self.kernel.transposed(), self.factor)

    def __repr__(self) -> str:
        inner = repr(self.kernel)
        inner = f"({inner})" if isinstance(self.kernel, Sum) else inner
        return f"{self.factor} * {inner}"


def _product(a: Any, b: Any) -> Any:
    known = isinstance(a, float) and isinstance(b, float)
    if known:
        return a * b
    dtypes = [x.dtype for x in (a, b) if hasattr(x, "dtype")]
    dtype = functools.reduce(np.promote_types, dtypes, np.dtype(np.float32))
    return jnp.asarray(a, dtype) * jnp.asarray(b, dtype)


def divisor(value: Any) -> Any:
    """The number that a kernel is divided by. Raises ValueError for what is none, and for zero."""
    known = number("divisor", value, "a kernel is divided by one number")
    if isinstance(known, np.ndarray) and known == 0:
        raise ValueError("divisor must not be zero, got 0; a kernel is divided by one number")
    return value
