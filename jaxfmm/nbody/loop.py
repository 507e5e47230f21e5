"""The loop of a simulation: one compiled `lax.scan` over all steps, with a plan that follows the
bodies."""

import dataclasses
import math
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm import progress as terminal
from jaxfmm.errors import Status, bits, if_right
from jaxfmm.methods.costs import backend_of
from jaxfmm.nbody import forces
from jaxfmm.nbody.forces import Gravity, OwnForce
from jaxfmm.nbody.history import History, relative, row
from jaxfmm.nbody.schemes import SCHEMES, Scheme, with_derivatives
from jaxfmm.nbody.state import State
from jaxfmm.plan import Plan
from jaxfmm.run_once import run_once
from jaxfmm.user_points import marks_of
from jaxfmm.weighted_sum import sum_p

FEW_STEPS = 100  # Up to this many steps take less time than their compilation.
# Blocks have less than this many times the usual units, if such a number divides all units.
LONGER = 2

# the state, the status, and for bodies that move from device to device the number of each
Carry = tuple[State, Array, Array | None]
Record = dict[str, Array]  # `history.row` of one state, or of several


class Course(NamedTuple):
    """The static options of a simulation.

    rebuild_every: the number of steps with one plan.
    record_every: positions are recorded after every so many steps, None for never.
    progress: a line is printed after every so many steps, 0 for never.
    live: whether each line overwrites the one before in the terminal."""

    scheme: str
    steps: int
    rebuild_every: int
    record_every: int | None
    progress: int
    live: bool

    @property
    def blocks(self) -> tuple[int, int]:
        """(blocks, units in a block). A unit is `rebuild_every` steps with one plan. Blocks end
        where positions are recorded, or there are about as many blocks as units in a block. The
        last block is only partly used where no such size divides the units."""
        size = -(-self.units // math.isqrt(self.units))
        if self.record_every:
            size = self.record_every // self.rebuild_every
        elif divisors := [s for s in range(size, LONGER * size) if self.units % s == 0]:
            size = divisors[0]
        return -(-self.units // size), size

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.steps // self.rebuild_every


def _runs_long(
    state: State, dt: Array, force: Any, plan: Plan | None, numbers: Any, *, course: Course
) -> bool:
    """Whether a simulation takes longer than its compilation, or XLA runs its loops over pairs: it
    must not be compiled fast then."""
    if not isinstance(force, Gravity) or plan is None or course.steps > FEW_STEPS:
        return True
    return backend_of(plan.request, plan.kernel, state.positions.dtype).endswith("xla")


@run_once(static_argnames="course", unless=_runs_long)
def run(
    state: State,
    dt: Array,
    force: Gravity | OwnForce,
    plan: Plan | None,
    numbers: Array | None,
    *,
    course: Course,
) -> "Run":
    """The simulation. numbers: (n,) the number of each body, if bodies may be moved between
    devices; None if they stay."""
    scheme, masses = SCHEMES[course.scheme], state.masses
    field = forces.field(
        force, state.positions, state.velocities, masses, jerk=scheme.jerk, plan=plan
    )
    state = with_derivatives(state, field.acceleration, field.jerk)
    start = row(state, field.energy)
    # computed outside of the scan: inside, CPUs ran the callback of step 0 last
    energy = start["kinetic"] + start["potential"]
    loop = _Loop(course, scheme, dt, force, plan, masses, start, energy)

    blocks, size = course.blocks
    indices = size * course.rebuild_every * jnp.arange(blocks, dtype=jnp.int32)
    carry = state, status_of(plan, state.positions, state), numbers
    loop.report(jnp.zeros((), jnp.int32), start)
    block = jax.checkpoint(loop.block, prevent_cse=False)
    (stopped, status, last), (records, frames) = lax.scan(block, carry, indices)

    def with_start(first: Array, rest: Array) -> Array:
        return jnp.concatenate([first[None], rest.reshape((-1,) + first.shape)[: course.steps]])

    positions, orders = frames
    if positions is not None:
        positions = if_right(status == 0, jnp.concatenate([state.positions[None], positions]))
    if orders is not None and numbers is not None:
        orders = jnp.concatenate([numbers[None], orders])
    rows = jax.tree.map(with_start, start, records)
    history = History(**rows, mass=masses.sum(), positions=positions, status=status)
    return Run(if_right(status == 0, stopped), history, stopped, last, orders)


class Run(NamedTuple):
    """The results of a simulation.

    end: the state after the last step, NaN if a step went wrong.
    stopped: the last state whose step went well.
    numbers, orders: the numbers of the bodies in these states, and in each recorded frame; None if
      bodies stayed in their order."""

    end: State
    history: History
    stopped: State
    numbers: Array | None
    orders: Array | None


def _is_sum(primitive: Any, *_: Any, **__: Any) -> bool:
    """Whether a primitive is a sum, the policy of `jax.checkpoint`. Reverse mode computes each
    block and each unit once more; keeping the results of sums avoids most of that time."""
    return primitive is sum_p


@dataclasses.dataclass(frozen=True, eq=False)
class _Loop:
    """The steps of a simulation. plan: the first plan, None for forces without one. start: the
    record of the first state."""

    course: Course
    scheme: Scheme
    dt: Array
    force: Gravity | OwnForce
    plan: Plan | None
    masses: Array
    start: Record
    start_energy: Array

    def block(self, carry: Carry, index: Array) -> tuple[Carry, tuple[Record, Any]]:
        size = self.course.blocks[1]
        indices = index + self.course.rebuild_every * jnp.arange(size, dtype=jnp.int32)
        unit = jax.checkpoint(self._unit_if_used, prevent_cse=False, policy=_is_sum)
        carry, records = lax.scan(unit, carry, indices)
        state, _, numbers = carry
        frame = (state.positions, numbers) if self.course.record_every else (None, None)
        return carry, (records, frame)

    def _unit_if_used(self, carry: Carry, index: Array) -> tuple[Carry, Record]:
        """A unit, unless it lies beyond the last step. GPUs wait for the host at a condition."""
        if math.prod(self.course.blocks) == self.course.units:
            return self._unit(carry, index)
        every = self.course.rebuild_every
        blank = jax.tree.map(
            lambda value: jnp.full((every,) + value.shape, jnp.nan, value.dtype), self.start
        )
        return lax.cond(
            index < self.course.steps,
            self._unit,
            lambda carry, index: (carry, blank),
            carry,
            index,
        )

    def _unit(self, carry: Carry, index: Array) -> tuple[Carry, Record]:
        """The steps of one plan: its first, then the rest."""
        positions, velocities = self.scheme.predict(carry[0], self.dt)
        plan = None if self.plan is None else self.plan.update(positions)
        if plan is not None and carry[2] is not None:
            plan, carry, positions, velocities = _bring_home(plan, carry, positions, velocities)
        carry, record = self._step(carry, index, plan, positions, velocities)
        records = jax.tree.map(lambda value: value[None], record)
        if self.course.rebuild_every > 1:

            def step(carry: Carry, index: Array) -> tuple[Carry, Record]:
                return self._step(carry, index, plan, *self.scheme.predict(carry[0], self.dt))

            rest = index + jnp.arange(1, self.course.rebuild_every, dtype=jnp.int32)
            carry, later = lax.scan(step, carry, rest)
            records = jax.tree.map(lambda *parts: jnp.concatenate(parts), records, later)
        return carry, records

    def _step(
        self, carry: Carry, index: Array, plan: Plan | None, positions: Array, velocities: Array
    ) -> tuple[Carry, Record]:
        """One step from its prediction. If its status is not 0, the state stays as it was."""
        state, status, numbers = carry
        masses = self.masses if numbers is None else state.masses
        field = forces.field(
            self.force, positions, velocities, masses, jerk=self.scheme.jerk, plan=plan
        )
        new = self.scheme.correct(
            state, positions, velocities, field.acceleration, field.jerk, self.dt
        )
        shift = new.positions - positions  # of a corrector: the energy follows it by its gradient
        energy = field.energy - jnp.sum(masses[:, None] * field.acceleration * shift)
        status = status | status_of(plan, positions, new)
        right = status == 0
        record = if_right(right, row(new, energy))
        new = jax.tree.map(lambda now, before: jnp.where(right, now, before), new, state)
        self.report(index + 1, record)
        return (new, status, numbers), record

    def report(self, step: Array, record: Record) -> None:
        """Prints a line if one is due after so many steps."""
        course = self.course

        def line() -> None:
            change = record["kinetic"] + record["potential"] - self.start_energy
            error = relative(change, jnp.abs(self.start_energy))
            jax.debug.callback(print_step, step, course.steps, course.live, record["time"], error)

        if course.progress:
            lax.cond((step % course.progress == 0) | (step == course.steps), line, lambda: None)


def _bring_home(
    plan: Plan, carry: Carry, positions: Array, velocities: Array
) -> tuple[Plan, Carry, Array, Array]:
    """The arguments, with each body moved to the device where the plan has it. If more bodies move
    than the plan has capacity for, all stay, and the plan's status says so."""
    state, status, numbers = carry
    before = state, numbers, positions, velocities
    plan, moved = plan.choice.method.bring_home(plan, before)
    fits = (plan.status & int(Status.EXCHANGE)) == 0
    state, numbers, positions, velocities = jax.tree.map(
        lambda here, there: jnp.where(fits, there, here), before, moved
    )
    plan = dataclasses.replace(plan, marks=marks_of(positions, None))
    return plan, (state, status, numbers), positions, velocities


def status_of(plan: Plan | None, positions: Array, state: State) -> Array:
    """The status of a step: the status of the sums at `positions`; if that is 0, whether the state
    is finite. Scalar, traceable."""
    finite = jnp.isfinite(state.positions).all() & jnp.isfinite(state.velocities).all()
    of_state = bits([(~finite, Status.NOT_FINITE)])
    if plan is None:
        return of_state
    is_own = plan.is_of(positions, None)
    of_sums = plan.evaluation_status(plan.kernel, positions, positions, own=is_own)
    return jnp.where(of_sums == 0, of_state, of_sums)


class _LinePrinter:
    """Prints lines with the seconds since step 0, or sends them to the terminal's line. what: is
    counted."""

    began = 0.0

    def __init__(self, what: str) -> None:
        self.what = what

    def __call__(self, step: Any, steps: Any, live: Any, time_now: Any, error: Any) -> None:
        if live:
            return terminal.tell(
                f"simulate: {self.what} {int(step):,} of {int(steps):,}, "
                f"energy error {float(error):+.1e}"
            )
        now = time.perf_counter()
        self.began = self.began if step else now
        print(
            f"{self.what} {int(step):,} of {int(steps):,}, time {float(time_now):.6g}, "
            f"energy error {float(error):+.1e}, {now - self.began:.1f} s",
            flush=True,
        )


print_step, print_output = _LinePrinter("step"), _LinePrinter("output")
