"""What methods over a mesh share."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import jax

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import Method
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.describe import memory
from jaxfmm.passes.far_images import Lattice
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.sharding.layout import Layout


@dataclasses.dataclass(frozen=True)
class OverMesh(Method):
    """The method `inner` over the devices of a layout."""

    in_lengths = False
    images = True

    inner: Method
    layout: Layout

    @property
    def name(self):  # type: ignore[override]
        return self.inner.name

    @property
    def exact(self):  # type: ignore[override]
        return self.inner.exact

    def applies(self, kernel: Any) -> bool:
        return self.inner.applies(kernel)

    def fits(self, kernel: Any, dim: int) -> bool:
        return self.inner.fits(kernel, dim)

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        choice, cost = self.inner.propose(request, given)
        return dataclasses.replace(choice, method=self), cost / self.layout.size

    def kept(self, plan: Plan, kernel: Kernel) -> jax.Array:
        return self.inner.kept(plan, kernel)

    @property
    def expands(self):  # type: ignore[override]
        return self.inner.expands

    def paired(self, choice: Choice, kernel: Any, lattice: Lattice | None) -> Any:
        return self.inner.paired(choice, kernel, lattice)

    def rest(
        self,
        choice: Choice,
        lattice: Lattice | None,
        targets: jax.Array,
        sources: jax.Array,
        weights: dict[int, jax.Array],
        orders: Iterable,
    ) -> dict[int, jax.Array]:
        return self.inner.rest(choice, lattice, targets, sources, weights, orders)

    def where(self, plan):
        """Lines of `print(plan)`: the mesh, and what each device has."""
        layout, request = self.layout, plan.request
        axes = ", ".join(f"{axis!r} of {layout.mesh.shape[axis]}" for axis in layout.axes)
        kind = layout.mesh.devices.flat[0].device_kind
        points = f"{layout.length(request.n)} sources" + (
            "" if request.symmetric else f" and {layout.length(request.m)} targets"
        )
        mebibytes = memory(plan.prepared) / layout.size / 2**20
        return [
            f"  over {layout.size} devices ({kind}), axes {axes}: {points} and {mebibytes:.1f} MiB of the plan each"
        ]
