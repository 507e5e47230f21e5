"""The base class of kernels: the mathematics of one pair of points, and facts by which sums choose
their methods."""

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels import pairs
from jaxfmm.kernels.frame import Frame
from jaxfmm.kernels.images import Images
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points
from jaxfmm.kernels.parameters import parameter
from jaxfmm.run_once import run_once

ROUNDED = 1.001  # A limit times this factor tolerates rounding.
# A plan with measured errors works for lengths that differ from its own by at most this factor.
MOST_TIMES = 64.0
# An error that was measured for a parameter holds for changes by at most this share: errors that
# grow like the seventh power of the parameter then double.
MOST_CHANGE = 0.1
SOFTENINGS = (
    "a plan works for softenings and cores up to its own, because its expansions hold only beyond "
    "a distance that is proportional to them; a plan with Taylor expansions works for "
    f"{MOST_TIMES:g} times longer or shorter ones"
)
PARAMETERS = "a plan works for parameters within a tenth of those for which its error was measured"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Traits:
    """Facts about a kernel. Expansions and methods choose by them, never by the kernel's class.

    smooth_apart: it is radial and, at a distance, smooth on the scale of the distance, so that
      Taylor expansions converge.
    nearly_harmonic: it has `smooth_apart`, and it is 1/r in three dimensions except below a length
      where it is smooth, so that polyharmonic expansions have the errors of harmonics.
    interpolated: its far field may be interpolated: at a distance it is smooth on the scale of the
      distance, radial or not.
    errors_known: `cost_model.error_tables` holds for its expansions. Plans of other kernels measure
      errors.
    compact: it is zero, or negligible, beyond the distance `reach`.
    one_reach: it is compact, and `reach` is the same for all pairs, though points have numbers of
      their own.
    decays: it falls like exp(-a |x - y|) with the rate a of `decay`, not like a power.
    newtonian: 1 / r in three dimensions, -log r in two, or a derivative of these, from `far_length`
      on.
    plummer: 1 / sqrt(r^2 + softening^2) in three dimensions, with a field `softening`.
    slopes_end: derivatives in its parameters vanish beyond `far_length`, so that sums over near
      pairs give them.
    scales: it has one parameter, an inverse length p, and K(x; p) = unit^degree K(x / unit; p
      unit). Methods may find the derivative in p from that.
    branches: most pairs have a simpler formula: `simple_sums`, where `nearness` is not positive.
      Compiled code takes it where that holds for all pairs that it computes at once.
    few_near: it has branches, and the few pairs with a positive `nearness` take many times as long;
      their formula is `near_sums`.
    distant: pairs of the P2P list are left out, since another sum has them.
    steep: the value of a very close pair is so large that rounding loses all other pairs.
    vector: charges and results have d components (`vectors.VectorKernel`).
    usual_errors: plans whose error is measured start from the errors of typical points and charges.
    draws: plans whose error is measured draw so many random charges of both signs, besides those of
      one sign.
    """

    smooth_apart: bool = False
    nearly_harmonic: bool = False
    interpolated: bool = False
    errors_known: bool = False
    compact: bool = False
    one_reach: bool = False
    decays: bool = False
    newtonian: bool = False
    plummer: bool = False
    slopes_end: bool = False
    scales: bool = False
    branches: bool = False
    few_near: bool = False
    distant: bool = False
    steep: bool = False
    vector: bool = False
    usual_errors: bool = False
    draws: int = 7


class Kernel:
    """A kernel. Subclasses are frozen dataclasses and pytrees, whose leaves are the parameters.

    How a kernel is summed depends on its class, its static fields, and on which fields are None,
    never on the value or the type of a leaf: under `jit`, `grad` and `vmap` each leaf is a traced
    array.

    A subclass gives these, as class attributes, fields or properties (mypy allows all three only
    for `Any`):
      name: what users call it.
      singular: pairs at distance zero are left out (True) or counted (False).
      dimensions: the spatial dimensions it is defined in, or None for every one.
      degree: K(x; p) = unit^degree K(x / unit; p'), where p' are the parameters of `in_unit(unit)`.
      traits: the facts by which expansions and methods choose.
      lengths, inverse_lengths: the fields that are lengths, and those that are inverse lengths.
      numbers: the fields that are other numbers.
      by_segment: whether lengths and numbers may have an entry for each segment.
      by_cloud: whether they may differ between the clouds of a batch.
      by_point: whether an array as a parameter has an entry for each point, see `simplified`.
      logarithms: the fields that hold the logarithm of the unit, which is subtracted from -log r,
        since log r is not a power of r; None in the user's unit.
      is_radial: K is a function of |x - y|, given by `radial`. Otherwise K is any function of x and
        y, neither symmetric nor invariant, with `pair_sums` of its own. Its coordinates are the
        user's, without a unit.
      own_numbers: how many parameters each point has of its own (`by_point.ByPoint`).
      extra_derivatives: a sum of this kernel is a derivative of this order of a sum of `summed()`.
      images: the images from which each source acts (`images.Images`).
      is_combination: whether the kernel is a sum or a multiple of other kernels, its `addends`.
      segments: the kernel as a `segmented.Segmented`, whose points act only on points of their own
        segment; None where all points act on all points.
      frame: how sums follow from those of the radial kernel `summed()`.
      definite: (sign, degree): sign * K is positive definite on charges whose moments up to this
        degree vanish; -1 for all charges. Only interpolation reads it, and trusts the default.
      plan_serves: the part of an error message that says for which parameters a plan works.
    """

    name: Any
    singular: Any
    dimensions: Any
    degree: Any
    traits: Any = Traits()
    lengths: ClassVar[tuple[str, ...]] = ()
    inverse_lengths: ClassVar[tuple[str, ...]] = ()
    numbers: ClassVar[tuple[str, ...]] = ()
    by_segment: Any = False
    by_cloud: Any = property(lambda self: self.by_segment)
    by_point: Any = False
    logarithms: ClassVar[tuple[str, ...]] = ()
    is_radial: Any = True
    own_numbers: Any = 0
    extra_derivatives: Any = 0
    images: Any = Images()
    is_combination: Any = False
    segments: Any = None
    frame: Any = Frame()
    definite: Any = (1, -1)
    plan_serves: Any = (
        f"a plan works for lengths up to {MOST_TIMES:g} times longer or shorter than its own"
    )

    def __post_init__(self) -> None:
        """Converts the parameters that users give by `parameter`."""
        for name in pytrees.data_fields(type(self)):
            object.__setattr__(self, name, parameter(name, getattr(self, name)))

    @property
    def isotropic(self) -> bool:
        """Whether K depends on |x - y| and the points' own numbers alone."""
        return self.is_radial or self.own_numbers > 0

    @property
    def has_images(self) -> bool:
        """Whether sources act from shifted places, which lists and methods must know."""
        return self.images.shifted

    @property
    def in_open_space(self) -> bool:
        """Whether every source acts from its own place alone."""
        return not self.images.shifted and self.images.copies == 1

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """The list [f_0, ..., f_order] of derivatives of K in r^2 / 2, at squared distances `r2`;
        zero at r2 = 0 for a singular kernel."""
        raise NotImplementedError

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        """The contribution of sources to targets, {b: value}, see the function `pairs.pair_sums`.

        Args:
          x, y: lists of the components of target and source, scalars or arrays that broadcast,
            followed by the numbers of their own.
        """
        return pairs.pair_sums(self, [a - b for a, b in zip(x, y, strict=True)], weights, targets)

    def nearness(self, x: Points, y: Points) -> jax.Array:
        """A number for a pair, whose components are as in `pair_sums`; see `Traits.branches`."""
        raise NotImplementedError

    def near_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        """`pair_sums` where `nearness` is positive; see `Traits.few_near`."""
        raise NotImplementedError

    def simple_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        """`pair_sums` where `nearness` is not positive, zeros by default; see `Traits.branches`."""
        return {b: jnp.zeros_like(x[0]) for b in targets}

    def check_numbers(self, n: int, m: int | None) -> None:
        """Raises ValueError unless parameters by point are for n sources and m targets, None where
        the targets are the sources."""

    def transposed(self) -> "Kernel":
        """The kernel K(y, x)."""
        return self

    def entries(self) -> "list[Kernel] | None":
        """The kernels whose sums are real numbers, for a result that is a vector or complex; None
        for a real result."""
        return None

    def joined(self, sums: list[jax.Array]) -> jax.Array:
        """The sum of this kernel, (m, r, ...) or (m, ...), from the sums of its `entries`, (m, ...)
        each."""
        return jnp.stack(sums, axis=1)

    def addends(self, dim: int) -> "list[tuple[Any, Kernel]] | None":
        """The terms (factor, kernel) of a combination of kernels in `dim` dimensions, with the
        factor None for 1; None for a kernel that is not a combination."""
        return None

    def __add__(self, other: "Kernel") -> "Kernel":
        return _algebra().Sum((self, other))

    def __radd__(self, other: Any) -> "Kernel":
        """So that `sum(kernels)`, which begins at 0, is their sum."""
        return self if isinstance(other, int) and other == 0 else _algebra().Sum((other, self))

    def __sub__(self, other: "Kernel") -> "Kernel":
        return _algebra().Sum((self, _algebra().Scaled(other, -1.0)))

    def __mul__(self, factor: ArrayLike) -> "Kernel":
        return _algebra().Scaled(self, factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: ArrayLike) -> "Kernel":
        return _algebra().Scaled(self, 1 / _algebra().divisor(divisor))

    def __neg__(self) -> "Kernel":
        return _algebra().Scaled(self, -1.0)

    # so that arrays leave products with kernels to `__rmul__`
    __array_ufunc__ = None

    def alike(self, other: "Kernel") -> bool:
        """Whether `other` differs from this kernel in its parameters alone."""
        return type(other) is type(self)

    @np.errstate(all="ignore")  # as XLA does
    def in_unit(self, unit: jax.Array) -> Self:
        """The same kernel with lengths measured in `unit`."""
        changed: dict[str, Any] = {}
        for name in pytrees.data_fields(type(self)):
            if isinstance(value := getattr(self, name), Kernel):
                changed[name] = value.in_unit(unit)
        for name in self.lengths:
            if (value := getattr(self, name)) is not None:
                changed[name] = _in_dtype(value, unit) / unit
        for name in self.inverse_lengths:
            changed[name] = _in_dtype(getattr(self, name), unit) * unit
        for name in self.logarithms:
            log, value = jnp.log(unit), getattr(self, name)
            changed[name] = log if value is None else log + jnp.asarray(value, unit.dtype)
        return dataclasses.replace(self, **changed) if changed else self  # type: ignore[type-var]

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        """Whether squares of the kernel's lengths, in `unit`, neither over- nor underflow. Scalar,
        traceable."""
        return True

    def summed(self) -> "Kernel":
        """The kernel whose sums a method computes, for a kernel that is made from another one: in
        other coordinates (`frame`), as its derivative (`extra_derivatives`), or as its sum over
        images."""
        return self

    def simplified(self, dim: int) -> "Kernel":
        """The kernel that is summed in `dim` dimensions."""
        return self

    def for_targets(self, rows: jax.Array) -> "Kernel":
        """The kernel for a sum whose targets are some of the sources, those with these row
        numbers."""
        return self

    def check(self, dim: int) -> None:
        """Raises ValueError for parameters, as far as they are known, that make no sense in `dim`
        dimensions."""

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        """Raises ValueError if pairs at distance zero count and have no value at points (n, d),
        with `derivatives` no gradient either, as far as is known."""

    def far_length(self, tol: float) -> ArrayLike | tuple[jax.Array, jax.Array]:
        """The distance beyond which the kernel is, to a relative error of `tol` in potential and
        gradient, the kernel of its expansions. Closer pairs are summed directly. With `own_numbers`
        a pair of arrays, for the targets and for the sources: the larger number of a pair
        counts."""
        return 0.0

    def decay(self) -> ArrayLike:
        """The rate a of a kernel with the trait `decays`, zero for others."""
        return 0.0

    def reach(self, tol: float, derivatives: int, dim: int) -> ArrayLike:
        """The distance beyond which sums of a compact kernel leave pairs out."""
        raise NotImplementedError

    def serves(self, asked: "Kernel", tol: float, dtype: DTypeLike) -> jax.Array:
        """Whether a plan made for this kernel keeps its tolerance for `asked`, a kernel of the same
        class. Scalar, traceable.

        Plans of interpolated kernels do so for all parameters, since their tables hold the largest
        errors over all lengths. Their limits depend on the points (`Plan.evaluation_status`)."""
        planned, now = (
            [jnp.asarray(x, dtype) for x in jax.tree.leaves(k.far_length(tol))]
            for k in (self, asked)
        )
        return jnp.stack(
            [(b <= a * (1 + 1e-5)).all() for a, b in zip(planned, now, strict=True)]
        ).all()

    def close_to(self, asked: "Kernel", dtype: DTypeLike) -> jax.Array:
        """Whether the parameters of `asked`, a kernel of the same class, differ by at most
        MOST_CHANGE, so that errors measured for this kernel hold for it. Scalar, traceable."""
        near = [jnp.ones((), bool)]
        for planned, now in zip(_numbers_of(self, dtype), _numbers_of(asked, dtype), strict=True):
            change = jnp.max(jnp.abs(now - planned), initial=0)
            near.append(change <= MOST_CHANGE * jnp.max(jnp.abs(planned), initial=0))
        return jnp.stack(near).all()


def _algebra() -> Any:
    """The module `algebra`, whose kernels are subclasses of `Kernel`: it cannot be imported
    above."""
    from jaxfmm.kernels import algebra

    return algebra


def _in_dtype(value: Any, unit: Any) -> Any:
    """A parameter in the precision of a unit; by NumPy if both are its numbers."""
    xp = jnp if isinstance(value, jax.Array) or isinstance(unit, jax.Array) else np
    return xp.asarray(value, unit.dtype)


@run_once(static_argnums=2)
def similar(planned_for: Kernel, asked: Kernel, dtype: DTypeLike) -> jax.Array:
    """Whether the parameters of two kernels of a class differ by less than a factor of MOST_TIMES.
    Scalar, traceable."""
    near = [jnp.ones((), bool)]
    for planned, now in zip(
        _numbers_of(planned_for, dtype), _numbers_of(asked, dtype), strict=True
    ):
        most = ROUNDED * MOST_TIMES
        same = jnp.where(
            planned == 0, now == 0, (now * planned >= 0) & (abs(now) <= most * abs(planned))
        )
        near.append(jnp.all(same & (abs(planned) <= most * abs(now))))
    return jnp.stack(near).all()


def _numbers_of(kernel: Kernel, dtype: DTypeLike) -> list[jax.Array]:
    """The parameters, with zero for None: a plan for a kernel without a length works for a kernel
    whose length is zero."""
    leaves = jax.tree.leaves(kernel, is_leaf=lambda leaf: leaf is None)
    return [jnp.asarray(0 if leaf is None else leaf, dtype) for leaf in leaves]


def times_unit(
    value: jax.Array,
    kernel: Kernel,
    unit: jax.Array,
    factors: list[jax.Array] | tuple[jax.Array, ...] = (),
) -> jax.Array:
    """A sum in the user's lengths, from its value in `unit`: value * unit^degree * factors. Factor
    by factor, since a power of the unit may overflow."""
    of_degree = [1 / unit if kernel.degree < 0 else unit] * abs(kernel.degree)
    return functools.reduce(jnp.multiply, [*of_degree, *factors], value)
