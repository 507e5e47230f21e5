"""Sums for which each device of a mesh has all sources, and its part of the targets: the fast Gauss
transform and sums of exponentials."""

import dataclasses
import functools
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array, lax
from jax.sharding import PartitionSpec

from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import suits
from jaxfmm.methods.gaussian import GaussianMethod
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.gaussian import GaussianOverMesh
from jaxfmm.tree.points import Box


class _Sides(NamedTuple):
    """What the method prepares for the targets of each device, and for all sources."""

    targets: Any
    sources: Any


@dataclasses.dataclass(frozen=True)
class AllSources(GaussianOverMesh):
    """A method of Gaussians over a mesh. `Plan.prepared` has its `_Sides`, and those of the
    transposed sum."""

    inner: GaussianMethod

    def _time(self, choice: Choice, backend: str) -> float:
        """Nanoseconds: targets are divided, and every device has all sources."""
        n, m = choice.request.n, self.layout.length(choice.request.m)
        return self.inner.nanoseconds(choice, n, m, backend)

    # the plan

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        y = plan.in_unit(sources)
        x = y if targets is None else plan.in_unit(targets)
        there = self._prepared(plan, x, y)
        back = there if targets is None else self._prepared(plan, y, x)
        plan = dataclasses.replace(plan, prepared=(there, back))
        outside = box.finite & ~self._inside(plan, plan.kernel, x, y)
        return dataclasses.replace(plan, status=plan.status | bits([(outside, Status.EXTENT)]))

    def _prepared(self, plan: Plan, targets: Array, sources: Array) -> _Sides:
        prepare = functools.partial(self.inner.module.prepare, plan.choice.setup)
        divided = self.layout.over(prepare, out=self.layout.rows)
        return _Sides(divided(self.layout.split(targets)), prepare(sources))

    def _inside(self, plan: Plan, kernel: Kernel, targets: Array, sources: Array) -> Array:
        """Whether the points lie within the extent of the parameters, for each device."""
        there: _Sides = plan.prepared[0]

        def on_device(of_all: Any, here: Any, x: Array) -> Array:
            bare, kernel, y, all_sources = of_all
            fits = self.inner.inside(bare, kernel, x, y, (here, all_sources))
            return lax.pmin(fits.astype(jnp.int32), self.layout.axes)

        run = self.layout.over(on_device, out=PartitionSpec(), replicated=1)
        of_all = self._bare(plan), kernel, sources, there.sources
        return run(of_all, there.targets, self.layout.split(targets)) > 0

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        y = plan.in_unit(kernel.frame.coordinates(sources, plan.center))
        x = y
        if targets is not sources:
            x = plan.in_unit(kernel.frame.coordinates(targets, plan.center))
        wrong = [
            (~suits(plan, kernel), Status.PARAMETER),
            (~self._inside(plan, kernel, x, y), self.inner.wrong),
        ]
        return super().status(plan, kernel, sources, targets, own=own) | bits(wrong)

    def transposed(self, plan: Plan) -> Plan:
        return dataclasses.replace(plan, prepared=plan.prepared[::-1])

    def _bare(self, plan: Plan) -> Plan:
        """The plan of a device, without what is prepared for its points."""
        choice = dataclasses.replace(plan.choice, method=self.inner).with_request(layout=None)
        return dataclasses.replace(
            plan, choice=choice, prepared=(None, None), homes=(None, None), marks=(), why=None
        )

    # the sum

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        layout, (targets, sources, weights, *_) = self.layout, summands
        there: _Sides = plan.prepared[0]

        def on_device(of_all: Any, here: Any, x: Array) -> Array:
            bare, kernel, y, w, all_sources = of_all
            bare = dataclasses.replace(bare, prepared=(here, all_sources))
            some = summands._replace(targets=x, sources=y, weights=w)
            return self.inner.compute(bare, kernel, some, backend=backend, platform=platform)

        run = layout.over(on_device, out=layout.rows, replicated=1)
        of_all = self._bare(plan), kernel, sources, weights, there.sources
        return run(of_all, there.targets, layout.split(targets))[: len(targets)]

    # what `print(plan)` shows

    def how(self, plan: Plan, known: bool) -> list[str]:
        request, itemsize = plan.request, jnp.dtype(plan.unit.dtype).itemsize
        sent = (request.dim + 1) * request.n * itemsize * (1 - 1 / self.layout.size) / 2**20
        return [
            *self.inner.how(plan, known),
            *self.where(plan),
            f"  each device has all sources, gets {sent:.1f} MiB of them in a sum, and sums at its "
            "own targets",
        ]
