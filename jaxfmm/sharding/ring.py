"""Sums over all pairs, on the devices of a mesh: sources go round from device to device."""

import dataclasses
from typing import Any

import jax
from jax import lax
from jax.typing import DTypeLike

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.overmesh import OverMesh


@dataclasses.dataclass(frozen=True)
class Ring(OverMesh):
    """The direct sum over a mesh. Each device has its targets; the sources of all pass by."""

    def everywhere(self, direct: Method) -> Method:
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
        self,
        plan: Plan,
        kernel: Any,
        targets: jax.Array,
        sources: jax.Array,
        weights: jax.Array,
        source_orders: tuple[int, ...],
        target_orders: tuple[int, ...],
        *,
        backend: str,
        platform: str,
    ) -> jax.Array:
        layout, m = self.layout, targets.shape[0]
        orders, how = (source_orders, target_orders), {"backend": backend, "platform": platform}
        bare = dataclasses.replace(plan, prepared=(None, None), homes=(None, None), marks=())
        onward = [(i, (i + 1) % layout.size) for i in range(layout.size)]

        def local(given, x, y, w):
            plan, kernel = given

            def step(_, state):
                total, y, w = state
                total = total + self.inner.compute(plan, kernel, x, y, w, *orders, **how)
                return total, *(lax.ppermute(rows, layout.axes, onward) for rows in (y, w))

            total = self.inner.compute(plan, kernel, x, y, w, *orders, **how)
            y, w = (lax.ppermute(rows, layout.axes, onward) for rows in (y, w))
            return lax.fori_loop(1, layout.size, step, (total, y, w))[0]

        rows = layout.split(targets), layout.split(sources), layout.split(weights, with_zeros=True)
        return layout.over(local, out=layout.rows, replicated=1)((bare, kernel), *rows)[:m]

    def time(self, plan: Plan) -> float | None:
        time = self.inner.time(plan)
        return None if time is None else time / self.layout.size

    def how(self, plan: Plan, known: bool) -> list[str]:
        return [*self.inner.how(plan, known), *self.where(plan)]
