"""Kernels with parameters that differ from segment to segment."""

import dataclasses
import functools
from collections.abc import Iterable, Sequence
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.tree_util import keystr, tree_flatten_with_path

from jaxfmm import pytrees
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.by_point import ByPoint
from jaxfmm.kernels.derived import Derived, ParameterDerivative
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points


@functools.partial(
    pytrees.register, data_fields=["kernel", "of_targets", "of_sources"], meta_fields=["places"]
)
@dataclasses.dataclass(frozen=True)
class BySegment(Derived, ByPoint):
    """A kernel that has other parameters in other segments.

        K(x, y; p) with the parameters p of the segment of x, which is the segment of y

    kernel: the kernel; its own values of these parameters have no meaning.
    places: where the parameters are among the leaves of the kernel, as `keystr` writes it.
    of_targets, of_sources: each parameter at every target, (m,), and at every source, (n,). Pairs
      have equal parameters on both sides, so one side alone carries derivatives: the targets, or
      after `transposed` the sources.
    """

    kernel: Kernel
    of_targets: tuple[Array, ...]
    of_sources: tuple[Array, ...]
    places: tuple[str, ...]

    is_radial = False

    def __post_init__(self) -> None:
        """The parameters stay tuples of arrays."""

    @classmethod
    def of(cls, kernel: Kernel, places: tuple[str, ...], targets: Array, sources: Array) -> Self:
        """The kernel whose leaves at these places have an entry for each segment. targets (m,),
        sources (n,): the segment of each point; other numbers are padding."""
        values = read(kernel, places)
        of_targets = tuple(jnp.asarray(x).at[targets].get(mode="clip") for x in values)
        fixed = (lax.stop_gradient(jnp.asarray(x)) for x in values)
        of_sources = tuple(x.at[sources].get(mode="clip") for x in fixed)
        plain = filled(kernel, places, [1.0] * len(places))
        return cls(plain, of_targets, of_sources, places)

    @property
    def name(self) -> str:
        return self.kernel.name

    @property
    def own_numbers(self) -> int:
        return len(self.places)

    @property
    def traits(self) -> Traits:
        """Without the facts that hold for equal parameters only, as expansions need them."""
        of = self.kernel.traits
        return Traits(
            compact=of.compact, slopes_end=of.slopes_end, branches=of.branches, decays=of.decays
        )

    def shared(self) -> "BySegment":
        none = (None,) * len(self.places)
        return BySegment(self.kernel, none, none, self.places)  # type: ignore[arg-type]

    def with_numbers(self, targets: Array, sources: Array) -> tuple[Array, Array]:
        def numbered(points: Array, own: tuple[Array, ...]) -> Array:
            columns = (jnp.asarray(x, points.dtype)[:, None] for x in own)
            return jnp.concatenate([points, *columns], axis=1)

        return numbered(targets, self.of_targets), numbered(sources, self.of_sources)

    def of_numbers(self, targets: Array, sources: Array) -> "BySegment":
        return BySegment(self.kernel, tuple(targets.T), tuple(sources.T), self.places)

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        return self._at(x).pair_sums(self._bare(x), self._bare(y), weights, targets)

    def nearness(self, x: Points, y: Points) -> Array:
        return self._at(x).nearness(self._bare(x), self._bare(y))

    def simple_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        return self._at(x).simple_sums(self._bare(x), self._bare(y), weights, targets)

    def _at(self, x: Points) -> Kernel:
        """The kernel with the parameters of a target."""
        return filled(self.kernel, self.places, x[-self.own_numbers :])

    def _bare(self, point: Points) -> Points:
        """The coordinates of a point without its own numbers."""
        return point[: -self.own_numbers]

    def in_unit(self, unit: Array) -> Self:
        of_targets, of_sources = (
            tuple(read(filled(self.kernel, self.places, own).in_unit(unit), self.places))
            for own in (self.of_targets, self.of_sources)
        )
        kernel = self.kernel.in_unit(unit)
        return dataclasses.replace(
            self, kernel=kernel, of_targets=of_targets, of_sources=of_sources
        )

    def transposed(self) -> "BySegment":
        return BySegment(self.kernel.transposed(), self.of_sources, self.of_targets, self.places)

    def own_slopes(self, index: int) -> list[tuple[str, Kernel]] | None:
        index -= len(jax.tree.leaves(self.kernel))
        if index < 0:  # a parameter that all segments share
            return None
        side = "targets" if index < len(self.places) else "sources"
        leaves = [keystr(path) for path, _ in tree_flatten_with_path(self.kernel)[0]]
        leaf = leaves.index(self.places[index % len(self.places)])
        return [(side, self.shared_slope(leaf))]

    def shared_slope(self, index: int, direction: Array | None = None) -> Kernel:
        return dataclasses.replace(
            self,
            kernel=ParameterDerivative(self.kernel, index, direction),
            places=tuple(f".kernel{place}" for place in self.places),
        )

    def far_length(self, tol: float) -> tuple[Array, Array]:
        def of(own: tuple[Array, ...]) -> Array:
            length: Any = filled(self.kernel, self.places, own).far_length(tol)
            return jnp.broadcast_to(length, own[0].shape)

        return of(self.of_targets), of(self.of_sources)

    def alike(self, other: Any) -> bool:
        return (
            super().alike(other) and self.places == other.places and self.kernel.alike(other.kernel)
        )


def of_all(kernel: Kernel, every: Kernel, dims: Any) -> Kernel | None:
    """The kernel whose points are those of a batch of kernels, one behind the other; None for
    kernels that have no numbers of segments, and for batches that differ in more than these.
    kernel: one of them; every: all, whose arrays have a first axis of members; dims: the axes of
    this batch, -1 for an array that all members share."""
    if not isinstance(kernel, BySegment) or not isinstance(every, BySegment):
        return None
    if any(dim != -1 for dim in jax.tree.leaves(dims.kernel)):
        return None
    of_targets, of_sources = (
        tuple(x.reshape(-1) for x in side) for side in (every.of_targets, every.of_sources)
    )
    return BySegment(kernel.kernel, of_targets, of_sources, kernel.places)


def may_differ(kernel: Kernel) -> bool:
    """Whether parameters of a kernel, or of the kernel whose derivative it is, may differ between
    the clouds of a batch."""
    while isinstance(kernel, ParameterDerivative):
        kernel = kernel.kernel
    return bool(kernel.by_cloud)


def filled(kernel: Kernel, places: tuple[str, ...], values: Sequence[Any]) -> Kernel:
    """The kernel with other values at these places."""
    leaves, treedef = tree_flatten_with_path(kernel)
    named = dict(zip(places, values, strict=True))
    return jax.tree.unflatten(treedef, [named.get(keystr(path), leaf) for path, leaf in leaves])


def read(kernel: Kernel, places: tuple[str, ...]) -> list[Any]:
    """The values of a kernel at these places."""
    named = {keystr(path): leaf for path, leaf in tree_flatten_with_path(kernel)[0]}
    return [named[place] for place in places]


def split(kernel: Kernel, count: int) -> tuple[Kernel, tuple[str, ...], tuple[Any, ...]]:
    """(kernel, places, entries) of a kernel whose parameters may have an entry for each of `count`
    segments: the kernel with the largest entries, where all its lengths and numbers are, and their
    values, (count,) each. places and entries are () if no parameter differs. Raises ValueError for
    kernels whose parameters cannot differ."""
    if kernel.by_point:
        return kernel, (), ()
    names = [*kernel.lengths, *kernel.inverse_lengths, *kernel.numbers]
    values = {name: getattr(kernel, name) for name in names}
    values = {name: value for name, value in values.items() if value is not None}
    if not any(_is_by_segment(value, count) for value in values.values()):
        return kernel, (), ()
    if not kernel.by_segment:
        raise ValueError(
            f"parameters of {kernel.name} must be the same for all segments, got shape "
            f"{(count,)}; sum segments with different ones one after the other"
        )
    least, largest = (
        dataclasses.replace(  # type: ignore[type-var]
            kernel, **{name: _end(value, end) for name, value in values.items()}
        )
        for end in (0, 1)
    )
    least.check((kernel.dimensions or (3,))[0])
    every = tuple(jnp.broadcast_to(jnp.asarray(value), (count,)) for value in values.values())
    return largest, tuple(f".{name}" for name in values), every


def _is_by_segment(value: Any, count: int) -> bool:
    return not isinstance(value, tuple) and np.shape(value) == (count,)


def _end(value: Any, largest: int) -> Any:
    """The least or the largest entry of a parameter, in numpy if it is known."""
    if isinstance(value, jax.core.Tracer | jax.ShapeDtypeStruct):
        return lax.stop_gradient((jnp.min, jnp.max)[largest](jnp.asarray(value)))
    return (np.min, np.max)[largest](np.asarray(value))
