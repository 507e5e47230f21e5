"""Fourier sums over the devices of a mesh: each spreads its own sources to the grid, the grids are
added, and each interpolates at its own targets. No points are sent."""

import dataclasses
import functools
import math

import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.gaussian import fourier
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.gaussian import Fourier
from jaxfmm.passes.protocol import Summands
from jaxfmm.plan import Plan
from jaxfmm.request import Choice
from jaxfmm.sharding.gaussian import GaussianOverMesh
from jaxfmm.tree.points import Box


@dataclasses.dataclass(frozen=True)
class OnGrid(GaussianOverMesh):
    """`Fourier` over a mesh."""

    inner: Fourier

    def _time(self, choice: Choice, backend: str) -> float:
        """Nanoseconds: points are divided, and every device transforms the whole grid."""
        n, m = (self.layout.length(count) for count in (choice.request.n, choice.request.m))
        return self.inner.nanoseconds(choice, n, m, backend)

    def prepare(self, plan: Plan, box: Box, sources: Array, targets: Array | None) -> Plan:
        return self.inner.prepare(plan, box, sources, targets)

    def status(
        self, plan: Plan, kernel: Kernel, sources: Array, targets: Array, *, own: bool
    ) -> Array:
        return self.inner.status(plan, kernel, sources, targets, own=own)

    def transposed(self, plan: Plan) -> Plan:
        return self.inner.transposed(plan)

    def compute(
        self, plan: Plan, kernel: Kernel, summands: Summands, *, backend: str, platform: str
    ) -> Array:
        layout, m, setup = self.layout, len(summands.targets), plan.choice.setup
        x, y = self.inner.in_bandwidths(kernel, summands.targets, summands.sources)
        origin = fourier.origin_of(setup.grid, x, y)
        rows = [layout.split(y), layout.split(summands.weights, with_zeros=True)]
        if not plan.request.symmetric:
            rows.append(layout.split(x))
        total = functools.partial(lax.psum, axis_name=layout.axes)
        orders = summands.source_orders, summands.target_orders

        def on_device(origin: Array, y: Array, w: Array, x: Array | None = None) -> Array:
            x = y if x is None else x
            return fourier.sum_on_grid(
                setup, origin, x, y, w, *orders, backend=backend, total=total
            )

        return layout.over(on_device, out=layout.rows, replicated=1)(origin, *rows)[:m]

    # what `print(plan)` shows

    def how(self, plan: Plan, known: bool) -> list[str]:
        grid, itemsize = plan.choice.setup.grid, jnp.dtype(plan.unit.dtype).itemsize
        sent = 2 * (1 - 1 / self.layout.size) * math.prod(grid.shape) * itemsize / 2**20
        return [
            *self.inner.how(plan, known),
            *self.where(plan),
            f"  each sends {sent:.1f} MiB in a sum, of its grid, and no points",
        ]
