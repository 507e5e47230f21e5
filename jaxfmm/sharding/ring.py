"""Sums over all pairs, on the devices of a mesh: sources go round from device to device."""

import dataclasses
from typing import Any

import jax
from jax import lax
from jax.typing import DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.overmesh import OverMesh


@dataclasses.dataclass(frozen=True)
class Ring(OverMesh):
    """The direct sum over a mesh. Each device has its targets; the sources of all pass by."""

    def all_pairs(self, direct: Method) -> Method:
        return self

    def with_capacity(self, choice: Choice, kernel: Any, dtype: DTypeLike) -> Choice:
        made = self.inner.with_capacity(
            dataclasses.replace(choice, method=self.inner), kernel, dtype
        )
        return dataclasses.replace(made, method=self)

    def status(
        self, plan: Plan, kernel: Any, sources: jax.Array, targets: jax.Array, *, own: bool
    ) -> jax.Array:
        return self.inner.status(plan, kernel, sources, targets, own=own)

    def transposed(self, plan: Plan) -> Plan:
        return self.inner.transposed(plan)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return True

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> jax.Array:
        layout, m = self.layout, summands.targets.shape[0]
        bare = dataclasses.replace(plan, prepared=(None, None), homes=(None, None), marks=())
        onward = [(i, (i + 1) % layout.size) for i in range(layout.size)]

        def local(given, x, y, w):
            plan, kernel = given

            def total(y, w):
                some = summands._replace(targets=x, sources=y, weights=w)
                return self.inner.compute(plan, kernel, some, backend=backend, platform=platform)

            def step(_, state):
                sum_so_far, y, w = state
                sum_so_far = sum_so_far + total(y, w)
                return sum_so_far, *(lax.ppermute(rows, layout.axes, onward) for rows in (y, w))

            first = total(y, w)
            y, w = (lax.ppermute(rows, layout.axes, onward) for rows in (y, w))
            return lax.fori_loop(1, layout.size, step, (first, y, w))[0]

        x, y = layout.split(summands.targets), layout.split(summands.sources)
        rows = x, y, layout.split(summands.weights, with_zeros=True)
        return layout.over(local, out=layout.rows, replicated=1)((bare, kernel), *rows)[:m]

    def stages(self, plan: Plan) -> dict[str, float]:
        stages = self.inner.stages(plan)
        return {name: time / self.layout.size for name, time in stages.items()}

    def how(self, plan: Plan, known: bool) -> list[str]:
        return [*self.inner.how(plan, known), *self.where(plan)]
