"""Sums over all pairs, on the devices of a mesh: sources go round from device to device."""

import dataclasses

from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.by_point import of_numbers, shared, with_numbers
from jaxfmm.methods.base import Method
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.overmesh import OverMesh


@dataclasses.dataclass(frozen=True)
class Ring(OverMesh):
    """The direct sum over a mesh. Each device keeps its targets; the sources of all devices pass
    by."""

    def all_pairs(self, direct: Method) -> Method:
        return self

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        local = dataclasses.replace(choice, method=self.inner)
        choice = self.inner.with_capacity(local, kernel, dtype)
        return dataclasses.replace(choice, method=self)

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        return self.inner.status(plan, kernel, sources, targets, own=own)

    def transposed(self, plan: Plan) -> Plan:
        return self.inner.transposed(plan)

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        return True

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        layout, m = self.layout, summands.targets.shape[0]
        # own numbers go round behind the coordinates
        targets, sources = with_numbers(kernel, summands.targets, summands.sources)
        bare = dataclasses.replace(plan, prepared=(None, None), homes=(None, None), marks=())
        onward = [(i, (i + 1) % layout.size) for i in range(layout.size)]

        def move_on(y: Array, w: Array) -> tuple[Array, Array]:
            return lax.ppermute(y, layout.axes, onward), lax.ppermute(w, layout.axes, onward)

        def on_device(of_all: tuple[Plan, Kernel], x: Array, y: Array, w: Array) -> Array:
            plan, kernel = of_all

            def total(y: Array, w: Array) -> Array:
                own, at, seen = of_numbers(kernel, x, y)
                here = summands._replace(targets=at, sources=seen, weights=w)
                return self.inner.compute(plan, own, here, backend=backend, platform=platform)

            def step(_: Array, state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
                sum_so_far, y, w = state
                return sum_so_far + total(y, w), *move_on(y, w)

            return lax.fori_loop(1, layout.size, step, (total(y, w), *move_on(y, w)))[0]

        x, y = layout.split(targets), layout.split(sources)
        rows = x, y, layout.split(summands.weights, with_zeros=True)
        run = layout.over(on_device, out=layout.rows, replicated=1)
        return run((bare, shared(kernel)), *rows)[:m]

    def stages(self, plan: Plan) -> dict[str, float]:
        stages = self.inner.stages(plan)
        return {name: time / self.layout.size for name, time in stages.items()}

    def how(self, plan: Plan, known: bool) -> list[str]:
        return [*self.inner.how(plan, known), *self.where(plan)]
