"""What all methods over a mesh share."""

import dataclasses
from typing import Any

from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.base import MeasuredMethod, Method
from jaxfmm.methods.by_expansions import ExpansionMethod
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.describe import memory
from jaxfmm.methods.images import ImageSplit
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.sharding.layout import Layout


@dataclasses.dataclass(frozen=True)
class OverMesh(Method):
    """The method `inner` over the devices of a layout."""

    in_lengths = False

    inner: Method
    layout: Layout

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.inner.name

    @property
    def exact(self) -> bool:  # type: ignore[override]
        return self.inner.exact

    @property
    def settled(self) -> bool:  # type: ignore[override]
        return self.inner.settled

    @property
    def making(self) -> float:  # type: ignore[override]
        return self.inner.making

    @property
    def images(self) -> ImageSplit:  # type: ignore[override]
        return self.inner.images

    def applies(self, kernel: Kernel) -> bool:
        return self.inner.applies(kernel)

    def fits(self, kernel: Kernel, dim: int) -> bool:
        return self.inner.fits(kernel, dim)

    def propose(self, request: Request, problem: Problem) -> tuple[Choice, float]:
        choice, cost = self.inner.propose(request, problem)
        return dataclasses.replace(choice, method=self), cost / self.layout.size

    def scaling_plan(self, plan: Plan) -> Plan | None:
        return self.inner.scaling_plan(plan)

    def to_measure(self, request: Request, kernel: Kernel) -> MeasuredMethod | None:
        return self.inner.to_measure(request, kernel)

    def to_fit(self, request: Request, kernel: Kernel) -> ExpansionMethod | None:
        return self.inner.to_fit(request, kernel)

    def measurement_holds(self, plan: Plan, kernel: Kernel) -> Any:
        return self.inner.measurement_holds(plan, kernel)

    def where(self, plan: Plan) -> list[str]:
        """Lines of `print(plan)`: the mesh, and what each device has."""
        layout, request = self.layout, plan.request
        axes = ", ".join(f"{axis!r} of {layout.mesh.shape[axis]}" for axis in layout.axes)
        kind = layout.mesh.devices.flat[0].device_kind
        points = f"{layout.length(request.n)} sources"
        if not request.symmetric:
            points += f" and {layout.length(request.m)} targets"
        mebibytes = memory(plan.prepared) / layout.size / 2**20
        return [
            f"  over {layout.size} devices ({kind}), axes {axes}: {points} each, and of the plan "
            f"{mebibytes:.1f} MiB"
        ]
