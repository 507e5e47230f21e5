"""Sums by trees over a mesh whose points travel to the device that has them in its tree, and whose
results travel back."""

import abc
import dataclasses
from typing import Any, Protocol

import jax.numpy as jnp
from jax import Array
from jax.sharding import PartitionSpec

from jaxfmm.errors import HARMLESS, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import of_numbers, shared, with_numbers
from jaxfmm.methods.by_trees import Checks, TreeMethod
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import NO_BORDERS, Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.describe import times_of
from jaxfmm.sharding.overmesh import OverMesh
from jaxfmm.sharding.routes import Route
from jaxfmm.sharding.share import every_bit, unstacked
from jaxfmm.tree.structure import Tree

REPLICATED = PartitionSpec()


class RoutedShare(Protocol):
    """What a device has of a plan; `prepared[0]` of the plan, where the arrays of all devices are
    stacked."""

    @property
    def routes(self) -> tuple[Route, Route]:
        """The routes of targets and of sources to their devices."""
        ...

    def brought(self, side: int, points: Array, *others: Array) -> list[Array]:
        """The rows that the route of targets, 0, or of sources, 1, brings to this device, for its
        tree."""
        ...

    @property
    def trees(self) -> tuple[Tree, Tree]:
        """The trees of the targets and of the sources that the routes bring to this device."""
        ...


@dataclasses.dataclass(frozen=True)
class RoutedMethod(OverMesh):
    """A method by trees over a mesh whose plans have a `RoutedShare`.

    A subclass says by `_local` what each device decides and by `_on_device` what it sums over."""

    shifts = True

    inner: TreeMethod

    @abc.abstractmethod
    def _local(self, choice: Choice) -> Choice:
        """The choice of a device."""

    @abc.abstractmethod
    def _on_device(
        self, bare: Plan, share: Any, sources: Array, weights: Array
    ) -> tuple[Plan, Array, Array]:
        """Within `shard_map`: the plan of this device, and the sources that its targets see, with
        their weights.

        bare: of `_plan_of_device`. share: of this device. sources, weights: the rows that the
        routes have brought to it."""

    @abc.abstractmethod
    def _plan_of_device(self, plan: Plan) -> Plan:
        """The plan of a device, without what depends on its points, see `plan_of_device`."""

    def _strayed(self, plan: Plan, sources: Array, targets: Array) -> Array:
        """The bits of `Status` of the user's points, by whether they are still in the cells of the
        trees to which the routes bring them."""
        points = [plan.inside(sources, plan.homes[1])]
        if not plan.request.symmetric:
            points.append(plan.inside(targets, plan.homes[0]))

        def on_device(stacked: RoutedShare, *points: Array) -> Array:
            share = unstacked(stacked)
            checks: Checks = []
            for side, moved in zip((1, 0), points):
                finite = jnp.isfinite(moved)
                (here,) = share.brought(side, jnp.where(finite, moved, 0))
                checks += [(~finite.all(), Status.NOT_FINITE)]
                checks += self.inner.strayed(share.trees[side], here)
            return every_bit(bits(checks), self.layout.axes)

        check = self.layout.over(on_device, out=REPLICATED)
        return check(plan.prepared[0], *map(self.layout.split, points))

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        layout, weights = self.layout, summands.weights
        # own numbers travel behind the coordinates
        targets, sources = with_numbers(kernel, summands.targets, summands.sources)
        rows = [layout.split(sources), layout.split(weights, with_zeros=True)]
        if kernel.own_numbers or not plan.request.symmetric:
            rows.append(layout.split(targets))
        kernel = shared(kernel)

        def on_device(
            of_all: tuple[Plan, Kernel],
            stacked: RoutedShare,
            y: Array,
            w: Array,
            x: Array | None = None,
        ) -> Array:
            (bare, kernel), share = of_all, unstacked(stacked)
            y, w = share.brought(1, y, w)
            (x,) = [y] if x is None else share.brought(0, x)
            plan, seen, weights = self._on_device(bare, share, y, w)
            kernel, x, seen = of_numbers(kernel, x, seen)
            here = summands._replace(targets=x, sources=seen, weights=weights)
            out = self.inner.compute(plan, kernel, here, backend=backend, platform=platform)
            out = jnp.where((plan.status & ~int(HARMLESS)) == 0, out, jnp.nan)
            return share.routes[0].backward(out)

        run = layout.over(on_device, out=layout.rows, replicated=1)
        return run((self._plan_of_device(plan), kernel), plan.prepared[0], *rows)[: len(targets)]

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return self.inner.sums_slopes(slope, self._local(choice))

    def times(self, plan: Plan) -> list[float]:
        """`describe.times_of` a concrete plan."""
        return times_of(plan, self._plan_of_device(plan))


def plan_of_device(plan: Plan, choice: Choice, kernel: Kernel) -> Plan:
    """The plan over a mesh as the plan of one device with this choice and kernel, without what
    depends on points."""
    return dataclasses.replace(
        plan,
        kernel=kernel,
        choice=choice,
        prepared=(None, None),
        homes=(None, None),
        borders=NO_BORDERS,
        marks=(),
        why=None,
    )
