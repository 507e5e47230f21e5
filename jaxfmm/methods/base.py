"""What a method is: a way to compute a sum, with all that a plan must know of it.

`methods.table` holds one object of each. Nothing else asks for a method by its name.
"""

import dataclasses
from collections.abc import Iterable

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.errors import Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods import describe
from jaxfmm.methods.costs import Problem
from jaxfmm.passes.far_images import Cell, Lattice, background, cell_of
from jaxfmm.plan import Plan
from jaxfmm.request import Choice, Request
from jaxfmm.tree.points import Box


def half(weights: dict[int, jax.Array], fields: dict[int, jax.Array]) -> jax.Array:
    """1/2 sum_i w_a(i) . f_a(i) over the a of both, (k,)."""
    both = weights.keys() & fields.keys()
    terms = [
        0.5 * jnp.sum(weights[a] * fields[a], axis=(0, *range(2, 2 + a))) for a in sorted(both)
    ]
    return sum(
        terms, jnp.zeros(next(iter(weights.values())).shape[1], next(iter(weights.values())).dtype)
    )


class Unfit(ValueError):
    """A method cannot do what was asked for. With method="auto" it is left out."""


@dataclasses.dataclass(frozen=True)
class Method:
    """A method. Points are in the coordinates of the kernel; `targets` is None where they are the
    sources.

    Class attributes:
      name: what users call it.
      exact: whether it sums all pairs.
      automatic: whether method="auto" may take it.
      shifts: whether its points are shifted by the centre of their box (`Plan.shift`).
      counted: whether `time` counts the lists of a concrete plan.
      in_lengths: whether `compute` takes and gives derivatives per length of the kernel; otherwise
        it has them per unit and the sum multiplies them by `Kernel.derivative_length`.
      images: whether it sums kernels that have images.
      by_waves: whether it sums kernels that are known by their waves alone (`Kernel.only_waves`).
      expands: whether far images of Newtonian kernels act on the root by `Lattice.sums`.
    """

    name = ""
    exact = False
    automatic = True
    shifts = False
    counted = False
    in_lengths = True
    images = False
    expands = True
    by_waves = False

    def applies(self, kernel: Kernel) -> bool:
        """Whether it is a method for kernels of this kind."""
        raise NotImplementedError

    def fits(self, kernel: Kernel, dim: int) -> bool:
        """Whether it can sum this kernel, `summed()` and of its kind, in so many dimensions."""
        return True

    def propose(self, request: Request, given: Problem) -> tuple[Choice, float]:
        """The best choice for a request, without room, and the nanoseconds that potential and
        gradient are expected to take.

        Raises `Unfit` if it cannot keep the tolerance."""
        raise NotImplementedError

    def measures(self, request: Request, kernel: Kernel) -> bool:
        """Whether the error of its plan is to be measured (`planning/certify.py`)."""
        return False

    def fitted(self, request: Request, kernel: Kernel) -> bool:
        """Whether its plan may be fitted to measured errors (`planning/fit.py`)."""
        return False

    def with_capacity(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Choice:
        """The choice with the capacities that are to be expected."""
        return choice

    def settled(self, plan: Plan) -> Plan:
        """A concrete plan, whose trees have enough room, with what is static and follows from
        them."""
        return plan

    def larger_capacity(self, plan: Plan, status: Status) -> dict[str, int]:
        """Capacities of `Room` that are larger than those of a concrete plan, whose status has bits
        of `CAPACITY`."""
        raise NotImplementedError

    def smaller_capacity(self, plan: Plan) -> dict[str, int]:
        """Capacities of `Room` that are much smaller than those of a concrete plan, and are
        enough."""
        return {}

    def needs(self, plan: Plan) -> dict[str, int]:
        """`Plan.needs` of a plan whose trees and lists are the method's own affair."""
        return {}

    def everywhere(self, direct: "Method") -> "Method":
        """The method that sums all pairs of a plan of this method, where `direct` does on one
        device."""
        return direct

    def prepare(self, plan: Plan, box: Box, sources: jax.Array, targets: jax.Array | None) -> Plan:
        """The plan with its trees and lists, or what else it needs; traceable."""
        return plan

    def status(
        self, plan: Plan, kernel: Kernel, sources: jax.Array, targets: jax.Array, *, own: bool
    ) -> jax.Array:
        """The bits of `Status` of a sum over the user's points with this kernel, see
        `Plan.evaluation_status`."""
        return (
            jnp.int32(0)
            if own
            else bits((~jnp.isfinite(x).all(), Status.NOT_FINITE) for x in (sources, targets))
        )

    def kept(self, plan: Plan, kernel: Kernel) -> jax.Array:
        """Whether what was measured for a plan holds for this kernel, of other parameters perhaps;
        traceable."""
        return jnp.ones((), bool)

    def compute(
        self,
        plan: Plan,
        kernel: Kernel,
        targets: jax.Array,
        sources: jax.Array,
        weights: jax.Array,
        source_orders: tuple[int, ...],
        target_orders: tuple[int, ...],
        *,
        backend: str,
        platform: str,
    ) -> jax.Array:
        """The sum (m, components, k) of weights (n, components, k), of kernel and points in the
        plan's unit."""
        raise NotImplementedError

    def cell(self, choice: Choice, kernel: Kernel, dtype: DTypeLike) -> Cell | None:
        """What a plan keeps of the cell of its kernel, None for nothing."""
        return cell_of(kernel, choice, dtype)

    def paired(self, choice: Choice, kernel: Kernel, lattice: Lattice | None) -> Kernel:
        """The kernel that `compute` gets, in the user's unit."""
        return kernel.summed()

    def rest(
        self,
        choice: Choice,
        lattice: Lattice | None,
        targets: jax.Array,
        sources: jax.Array,
        weights: dict[int, jax.Array],
        orders: Iterable,
    ) -> dict[int, jax.Array]:
        """What is to be added to the sums of weights {a: (n, k) + (d,) * a} over the images of a
        cell, {b: (m, k) + (d,) * b} for some of these orders, or all; in plain JAX, or with
        derivatives of its own."""
        if lattice is None or lattice.sums is None:
            return {}
        return background(lattice, targets, sources, weights, orders)

    def rest_energy(
        self,
        choice: Choice,
        lattice: Lattice | None,
        points: jax.Array,
        weights: dict[int, jax.Array],
    ) -> jax.Array | None:
        """What is to be added to the energies (k,), None for nothing."""
        rest = self.rest(choice, lattice, points, points, weights, sorted(weights))
        return half(weights, rest) if rest else None

    def crowded(self, plan: Plan) -> bool:
        """Whether the points of a concrete plan leave so little room between cells that another
        method is better."""
        return False

    def sums_slopes(self, slope: Kernel, choice: Choice) -> bool:
        """Whether it can sum the derivative of its kernel in a parameter, with a plan of this
        choice."""
        return False

    def scaled(self, plan: Plan, kernel: Kernel) -> Plan | None:
        """The plan for sums from which the derivative in the parameter of a kernel that `scales`
        follows, None if it is to be a sum of its own."""
        return None

    def transposed(self, plan: Plan) -> Plan:
        """The plan with sources and targets exchanged, of different ones."""
        return plan

    def time(self, plan: Plan) -> float | None:
        """The nanoseconds that potential and gradient are expected to take with a plan, None where
        that is unknown."""
        return None

    def stages(self, plan: Plan) -> dict[str, float]:
        """{stage: nanoseconds}, whose sum is `time`; empty where that is unknown."""
        time = self.time(plan)
        return {} if time is None else {"sum": time}

    def how(self, plan: Plan, known: bool) -> list[str]:
        """Lines of `print(plan)`: how the sum is computed. `known`: whether the numbers of the plan
        are."""
        raise NotImplementedError

    def screen(self, plan: Plan) -> str:
        """What `print(plan)` shows."""
        return describe.screen(plan)


def served(plan: Plan, kernel: Kernel) -> jax.Array:
    """Whether the plan is good for this kernel, of other parameters perhaps."""
    serves = plan.kernel.serves(kernel, plan.request.tol, plan.unit.dtype)
    if plan.measured_for is not None:
        return serves & plan.measured_for.close_to(kernel, plan.unit.dtype)
    return serves
