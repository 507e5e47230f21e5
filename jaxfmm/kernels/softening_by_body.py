"""The Laplace kernel softened by splines, with a softening for each body."""

import dataclasses
import functools
from collections.abc import Iterable

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import errors, pytrees
from jaxfmm.kernels.base import SOFTENINGS, Kernel, Traits
from jaxfmm.kernels.by_point import ByPoint
from jaxfmm.kernels.derived import ParameterDerivative
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points, pair_sums
from jaxfmm.kernels.softening_spline import SUPPORT, Spline

ONE_EACH = (
    "give (n,) numbers for targets = sources, or a pair of arrays, (n,) of the sources and (m,) of "
    "the targets"
)


@functools.partial(
    pytrees.register, data_fields=["of_sources", "of_targets"], meta_fields=["derivatives"]
)
@dataclasses.dataclass(frozen=True)
class Splines(ByPoint):
    """`Spline` with the larger softening of the two bodies of a pair.

    of_sources: (n,).  of_targets: (m,), None for targets = sources.
    derivatives: the orders of derivatives in the softenings of the target and of the source. Where
      two softenings are equal, each body has half of the derivative.
    """

    of_sources: ArrayLike
    of_targets: ArrayLike | None = None
    derivatives: tuple[int, int] = (0, 0)

    name = Spline.name + " by body"
    singular = True
    dimensions = (3,)
    lengths = ("of_sources", "of_targets")
    plan_serves = SOFTENINGS
    is_radial = False
    own_numbers = 1

    @property
    def degree(self) -> int:
        return -1 - sum(self.derivatives)

    @property
    def traits(self) -> Traits:
        compact = self.derivatives != (0, 0)
        return dataclasses.replace(Spline.traits, compact=compact)

    def check(self, dim: int) -> None:
        for value in (self.of_sources, self.of_targets):
            if value is None or errors.is_traced(value):
                continue
            known = np.asarray(value)
            if known.dtype.kind not in "iuf" or not (np.isfinite(known) & (known >= 0)).all():
                raise ValueError(
                    f"softening must be numbers that are positive or zero, got {value!r}; it is a "
                    "length"
                )

    def check_numbers(self, n: int, m: int | None) -> None:
        shapes = [jnp.shape(x) for x in (self.of_sources, self.of_targets) if x is not None]
        if shapes != [(n,)] + ([] if m is None else [(m,)]):
            points = f"{n} points" if m is None else f"{n} sources and {m} targets"
            raise ValueError(
                f"softening of shape {' and '.join(map(str, shapes))} came for {points}; {ONE_EACH}"
            )

    def for_targets(self, rows: jax.Array) -> Kernel:
        of_sources = jnp.asarray(self.of_sources)
        return dataclasses.replace(self, of_sources=of_sources, of_targets=of_sources[rows])

    def with_numbers(self, targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
        def numbered(points: jax.Array, own: ArrayLike) -> jax.Array:
            return jnp.concatenate([points, jnp.asarray(own, points.dtype)[:, None]], axis=1)

        of_targets = self.of_sources if self.of_targets is None else self.of_targets
        return numbered(targets, of_targets), numbered(sources, self.of_sources)

    def of_numbers(self, targets: jax.Array, sources: jax.Array) -> "Splines":
        return Splines(sources[:, 0], targets[:, 0], self.derivatives)

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        (*x, of_target), (*y, of_source) = x, y
        wider, kernel = of_target - of_source, _wider(of_target, of_source)
        for _ in range(sum(self.derivatives)):
            kernel = ParameterDerivative(kernel, 0)
        sums = pair_sums(kernel, [a - b for a, b in zip(x, y, strict=True)], weights, targets)
        share = 0.5 * ((wider > 0).astype(wider.dtype) + (wider >= 0).astype(wider.dtype))
        factors = [share] * self.derivatives[0] + [1 - share] * self.derivatives[1]
        return {b: functools.reduce(jnp.multiply, factors, value) for b, value in sums.items()}

    def nearness(self, x: Points, y: Points) -> jax.Array:
        return _wider(x[-1], y[-1]).nearness(x[:-1], y[:-1])

    def simple_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        if self.traits.compact:
            return super().simple_sums(x, y, weights, targets)
        return Spline(None).simple_sums(x[:-1], y[:-1], weights, targets)

    def transposed(self) -> Kernel:
        derivatives = self.derivatives[::-1]
        if self.of_targets is None:
            return Splines(self.of_sources, None, derivatives)
        return Splines(self.of_targets, self.of_sources, derivatives)

    def own_slopes(self, index: int) -> list[tuple[str, Kernel]]:
        of_target, of_source = self.derivatives
        by_target = ("targets", dataclasses.replace(self, derivatives=(of_target + 1, of_source)))
        by_source = ("sources", dataclasses.replace(self, derivatives=(of_target, of_source + 1)))
        if index == 1:
            return [by_target]
        return [by_source] if self.of_targets is not None else [by_target, by_source]

    def far_length(self, tol: float) -> tuple[jax.Array, jax.Array]:
        of_targets = self.of_sources if self.of_targets is None else self.of_targets
        return SUPPORT * jnp.asarray(of_targets), SUPPORT * jnp.asarray(self.of_sources)


def _wider(of_target: jax.Array, of_source: jax.Array) -> Kernel:
    """The spline of the larger softening, by the difference, which compiled code has at hand."""
    wider = of_target - of_source
    return Spline(of_source + jnp.where(wider > 0, wider, 0))
