"""Kernels whose points act only on points of their own segment."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.by_segment import BySegment, filled
from jaxfmm.kernels.over_images import SumOverImages


@functools.partial(
    pytrees.register,
    data_fields=["kernel", "of_sources", "of_targets", "parameters"],
    meta_fields=["count", "differing"],
)
@dataclasses.dataclass(frozen=True)
class Segmented(SumOverImages):
    """K(x, y) where the segments of x and y are equal, and zero elsewhere.

    of_sources (n,), of_targets (m,): int32, the segment of each point, from 0 to `count` - 1. Other
    numbers are padding: such points neither act nor feel. of_targets is None where the targets are
    the sources.
    parameters: if one of the kernel's lengths or numbers differs between segments, all of them,
      (count,) each; otherwise ().
    differing: the places of these parameters, see `by_segment.BySegment`."""

    kernel: Kernel
    of_sources: Array
    of_targets: Array | None
    count: int
    parameters: tuple[Array, ...] = ()
    differing: tuple[str, ...] = ()

    alone = False  # whether all points are in one segment, which the user gave no number

    def __post_init__(self) -> None:
        """The segments stay integers."""

    @property
    def name(self) -> str:
        return f"{self.kernel.name} by segments"

    @property
    def segments(self) -> "Segmented":
        return self

    @property
    def own_numbers(self) -> int:
        return len(self.differing) or self.kernel.own_numbers

    @property
    def traits(self) -> Traits:
        return self.summed().traits if self.differing else self.kernel.traits

    def summed(self) -> Kernel:
        inner = self.kernel.summed()
        if not self.differing:
            return inner
        numbers = map(self.numbered, (self.at_targets, self.of_sources))
        return BySegment.of(
            filled(inner, self.differing, self.parameters), self.differing, *numbers
        )

    @property
    def at_targets(self) -> Array:
        """The segment of each target."""
        return self.of_sources if self.of_targets is None else self.of_targets

    def of_some(self, segments: Array, of_sources: Array, of_targets: Array | None) -> "Segmented":
        """The kernel of these segments alone, in which points have these numbers. segments (k,):
        their numbers here."""
        parameters = tuple(jnp.asarray(x)[segments] for x in self.parameters)
        return dataclasses.replace(
            self,
            of_sources=of_sources,
            of_targets=of_targets,
            count=len(segments),
            parameters=parameters,
        )

    def with_points(self, of_points: Kernel) -> "Segmented":
        """With another kernel between points, in open space."""
        return dataclasses.replace(self, kernel=of_points)

    def parts(self, exact: bool) -> Any:
        """The parts of a kernel of vectors."""
        return self.kernel.parts(exact)  # type: ignore[attr-defined]

    def check(self, dim: int) -> None:
        self.kernel.check(dim)
        if not self.kernel.in_open_space:
            raise ValueError(
                "segments are summed with kernels of open space and with jaxfmm.Periodic, got "
                f"{self.kernel.name}; make a plan for this kernel, or sum each segment by itself, "
                "in a loop or with jax.vmap"
            )

    def simplified(self, dim: int) -> "Segmented":
        self.check(dim)
        return dataclasses.replace(self, kernel=self.kernel.simplified(dim))

    def alike(self, other: Any) -> bool:
        return super().alike(other) and (self.count, self.differing) == (
            other.count,
            other.differing,
        )

    def summed_by(self, values: Array) -> Array:
        """The sums of values (n, ...) of the sources over each segment, (count, ...)."""
        numbers = self.numbered(self.of_sources)
        return jax.ops.segment_sum(values, numbers, self.count + 1)[: self.count]

    def numbered(self, numbers: Array) -> Array:
        """Segments with `count` for padding."""
        inside = (numbers >= 0) & (numbers < self.count)
        return jnp.where(inside, numbers, self.count)

    def known_counts(self, numbers: Array) -> np.ndarray:
        """How many points each segment has, (count,) floats, of known segments."""
        with jax.ensure_compile_time_eval():
            inside = np.asarray(self.numbered(numbers))
        return np.bincount(inside, minlength=self.count + 1)[: self.count].astype(float)

    def same_as(self, other: "Segmented") -> Array:
        """Whether both have the same segments, of sources and targets. Scalar, traceable."""
        pairs = zip(jax.tree.leaves(self._numbers()), jax.tree.leaves(other._numbers()))
        equal = [(self.numbered(a) == self.numbered(b)).all() for a, b in pairs]
        return functools.reduce(jnp.logical_and, equal)

    def _numbers(self) -> tuple[Array, Array | None]:
        return self.of_sources, self.of_targets
