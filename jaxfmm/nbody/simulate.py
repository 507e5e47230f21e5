"""Simulations: many steps of a scheme in one `lax.scan`, with a plan that follows the bodies."""

import contextlib
import functools
import inspect
import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors, progress as terminal
from jaxfmm.errors import CAPACITY, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.table import method_for_clusters
from jaxfmm.nbody import forces
from jaxfmm.nbody.forces import Gravity, OwnForce
from jaxfmm.nbody.history import History, relative, row
from jaxfmm.nbody.schemes import SCHEMES, with_derivatives
from jaxfmm.nbody.state import State, checked
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.planning.search_by_tables import LEAST_POINTS
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.switches import library_code

LINES = 20  # of progress
PLAN_OPTIONS = inspect.signature(make_plan).parameters.keys() - {
    "sources",
    "targets",
    "kernel",
    "tol",
}


@library_code
def simulate(
    state: State,
    steps: int,
    dt: ArrayLike,
    *,
    scheme: str = "leapfrog",
    gravity: ArrayLike = 1.0,
    softening: ArrayLike = 0.0,
    profile: str = "plummer",
    cell: ArrayLike | None = None,
    acceleration: Callable | None = None,
    kernel: Kernel | None = None,
    tol: float = 1e-4,
    rebuild_every: int = 1,
    record_every: int | None = None,
    progress: bool | int | None = None,
    **options: Any,
) -> tuple[State, History]:
    """Moves bodies under their own gravity, or any other force, for a number of equal steps.

        dx_i/dt = v_i ,    dv_i/dt = -G sum_j m_j (x_i - x_j) / (r_ij^2 + softening^2)^(3/2)

    A plan follows the bodies: its tree and lists are made anew from the positions (`Plan.update`).
    Few bodies are summed directly, without a tree. It works under `jit`, `vmap` and `grad`. Reverse
    mode keeps the bodies of about 2 sqrt(steps) steps, and what `rebuild_every` steps with one tree
    need; it computes each step three times.

    Args:
      state: a `State`; acceleration and jerk in it are not used.
      steps: their number, a Python integer.  dt: the time step, a number or a traced scalar;
        negative to go back.
      scheme: "leapfrog" (second order, one sum a step) or "hermite" (fourth order, with the jerk:
        two).
      gravity: G.  softening: a length; both may be traced and differentiated.
      profile: the kind of softening: "plummer", as above, or in 3D "spline" (see `jaxfmm.Laplace`),
        which is exactly Newton's law from 2.8 softenings on, and faster. With "spline", softening
        may be an array (n,), a length for each body.
      cell: in 3D a periodic cell, as of `jaxfmm.Periodic`, of which every image attracts: an edge,
        lengths (3,) or rows (3, 3); the mean density attracts nothing. Bodies that cluster take
        profile="spline": sums with Plummer's softening are by "ewald" there, for bodies that stay
        about even. Positions are not moved back into the cell. None for open space.
      acceleration: another force: a function from (positions, plan) to accelerations (n, d), or to
        a pair of accelerations and the potential energy. To pass arrays that are differentiated or
        that change from call to call without compiling again, make it a
        `jax.tree_util.Partial(function, arrays)` of function(arrays, positions, plan).
      kernel: the kernel of the plan that `acceleration` gets; None for no plan.
      tol: relative L2 error of potential and acceleration, as for `jaxfmm.plan`. With 20,000 bodies
        and more the error is measured for the masses.
      rebuild_every: for how many steps a plan is kept. It must divide steps and record_every.
        Bodies may move by a tenth of the radius of their leaf in that time; if they move farther,
        results are NaN and the status says so.
      record_every: after how many steps positions are recorded; None for never. It must divide
        steps.
      progress: True to print some lines with step, energy error and seconds, or an integer to print
        one after so many steps. Under `grad` lines are printed again when steps are computed again.
        None shows one line that is written over, on a terminal and outside of `jit` and `grad`
        alone; False shows nothing.
      **options: for `jaxfmm.plan`: method, order, theta, leaf_size, tree, backend, headroom,
        charges.

    Returns:
      The `State` after the last step and the `History`.

    Raises:
      ValueError: for bad arguments; outside `jit` also when the bodies need more room than the plan
        has, move out of its cells, or are no longer finite. Inside `jit`, results are NaN then and
        history.status says why.

    Reference: Nyland, Harris & Prins, GPU Gems 3 (2007), chapter 31; Griewank, Optim. Methods
    Softw. 1 (1992) 35, for the checkpoints.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> start = nbody.plummer(jax.random.key(0), 500)
      >>> end, history = nbody.simulate(start, 20, 0.01, softening=0.05)
      >>> bool(abs(history.energy_error).max() < 1e-3)
      True
    """
    state = checked(state)
    if explicit_mesh(state.positions) is not None:
        raise ValueError(
            "positions are split over a mesh of explicit axes, and simulations take those of automatic ones; make the "
            "mesh with jax.make_mesh(shape, names, axis_types=(jax.sharding.AxisType.Auto,))"
        )
    dtype = state.positions.dtype
    errors.choice("scheme", scheme, tuple(SCHEMES))
    steps = errors.integer("steps", steps, 1, 2**30, "it is the length of a loop")
    rebuild_every = _divisor("rebuild_every", rebuild_every, "steps", steps)
    if record_every is not None:
        record_every = _divisor("record_every", record_every, "steps", steps)
        _divisor("rebuild_every", rebuild_every, "record_every", record_every)
    live = (
        progress is None
        and terminal.shown()
        and not errors.is_traced(state, dt, gravity, softening, acceleration)
    )
    if progress is None or isinstance(progress, bool):
        progress = max(1, steps // LINES) if progress or live else 0
    progress = errors.integer(
        "progress", progress, 0, 2**30, "it is True, False or a number of steps"
    )
    if unknown := sorted(options.keys() - PLAN_OPTIONS):
        raise ValueError(
            f"{unknown[0]} is no option of simulate, nor of the plan that it makes; bodies are softened by softening= "
            f"and profile=, and options of the plan are {', '.join(sorted(PLAN_OPTIONS))}"
        )
    dt = forces.scalar("dt", dt, dtype)
    if acceleration is None:
        if kernel is not None:
            raise ValueError(
                "kernel belongs to a force of your own; pass acceleration=, or softening= for gravity"
            )
        force = forces.gravity_of(gravity, softening, profile, state.positions, cell)
        kernel = force.kernel
        if len(state.masses) >= LEAST_POINTS:  # so many that a plan for their masses pays
            options = {"charges": lax.stop_gradient(state.masses), **options}
        # bodies that attract will not stay even
        options = {"method": method_for_clusters(kernel), **options}
    else:
        if cell is not None:
            raise ValueError(
                "cell belongs to gravity; with acceleration= pass kernel=Periodic(kernel, cell)"
            )
        force = _custom(acceleration, kernel, gravity, softening, profile)
    plan = (
        None
        if kernel is None
        else make_plan(lax.stop_gradient(state.positions), kernel=kernel, tol=tol, **options)
    )
    course = _Course(scheme, steps, rebuild_every, record_every, progress, live)
    with terminal.waiting("simulate: compiling") if live else contextlib.nullcontext():
        end, history, stopped = _run(state, dt, force, plan, course=course)
        wrong = not errors.is_traced(history.status) and int(history.status)
    if wrong:
        _explain(stopped, history, dt, plan, course)
    return end, history


class _Course(NamedTuple):
    """The static choices of a simulation."""

    scheme: str
    steps: int
    rebuild_every: int
    record_every: int | None
    progress: int
    live: bool

    @property
    def blocks(self) -> tuple[int, int]:
        """(blocks, units in a block): units of `rebuild_every` steps with one plan, in blocks that
        end where positions are recorded, or about as many blocks as there are units in one. The
        last may be only partly used."""
        units = self.steps // self.rebuild_every
        size = (
            self.record_every // self.rebuild_every
            if self.record_every
            else -(-units // math.isqrt(units))
        )
        return -(-units // size), size


@functools.partial(jax.jit, static_argnames="course")
def _run(
    state: State, dt: jax.Array, force: Gravity | OwnForce, plan: Any, *, course: _Course
) -> Any:
    """(the state after the last step, the history, the last state that was right)."""
    scheme, masses = SCHEMES[course.scheme], state.masses

    def evaluate(positions, velocities, plan):
        return forces.field(force, positions, velocities, masses, jerk=scheme.jerk, plan=plan)

    field = evaluate(state.positions, state.velocities, plan)
    state = with_derivatives(state, field.acceleration, field.jerk)
    start = row(state, field.energy)
    start_energy = start["kinetic"] + start["potential"]

    def step(carry, index, current=None):
        """One step, by a plan or, if that is None, by a new one: ((state, status), row), plan. A
        state that is not right is not taken."""
        state, status = carry
        positions, velocities = scheme.predict(state, dt)
        if current is None and plan is not None:
            current = plan.update(positions)
        field = evaluate(positions, velocities, current)
        new = scheme.correct(state, positions, velocities, field.acceleration, field.jerk, dt)
        shift = new.positions - positions  # of a corrector: the energy follows it by its gradient
        energy = field.energy - jnp.sum(masses[:, None] * field.acceleration * shift)
        status = status | _status(current, positions, new)
        right = status == 0
        record = _if_right(right, row(new, energy))
        new = jax.tree.map(lambda now, before: jnp.where(right, now, before), new, state)
        _report(index + 1, record, start_energy, course)
        return ((new, status), record), current

    def unit(carry, index):
        """The steps of one plan: its first, then the rest."""
        (carry, record), current = step(carry, index)
        records = jax.tree.map(lambda value: value[None], record)
        if course.rebuild_every > 1:
            rest = index + jnp.arange(1, course.rebuild_every, dtype=jnp.int32)
            carry, later = lax.scan(
                lambda carry, index: step(carry, index, current)[0], carry, rest
            )
            records = jax.tree.map(lambda *parts: jnp.concatenate(parts), records, later)
        return carry, records

    def used(carry, index):
        """A unit, unless it lies beyond the last step."""
        blank = jax.tree.map(
            lambda value: jnp.full((course.rebuild_every,) + value.shape, jnp.nan, value.dtype),
            start,
        )
        return lax.cond(
            index < course.steps, unit, lambda carry, index: (carry, blank), carry, index
        )

    def block(carry, index):
        indices = index + course.rebuild_every * jnp.arange(size, dtype=jnp.int32)
        carry, records = lax.scan(jax.checkpoint(used, prevent_cse=False), carry, indices)
        return carry, (records, carry[0].positions if course.record_every else None)

    blocks, size = course.blocks
    indices = size * course.rebuild_every * jnp.arange(blocks, dtype=jnp.int32)
    status = _status(plan, state.positions, state)
    _report(jnp.zeros((), jnp.int32), start, start_energy, course)
    carry, (records, frames) = lax.scan(
        jax.checkpoint(block, prevent_cse=False), (state, status), indices
    )
    stopped, status = carry

    def whole(first, rest):
        """The value at the start and those of all steps."""
        return jnp.concatenate([first[None], rest.reshape((-1,) + first.shape)[: course.steps]])

    if frames is not None:
        frames = _if_right(status == 0, jnp.concatenate([state.positions[None], frames]))
    history = History(
        **jax.tree.map(whole, start, records), mass=masses.sum(), positions=frames, status=status
    )
    return _if_right(status == 0, stopped), history, stopped


def _if_right(right: jax.Array, tree: Any) -> State | dict[str, jax.Array]:
    """The tree if all is right, else NaN; so are its derivatives, which a `where` would make
    zero."""
    return jax.tree.map(
        lambda value: value * jnp.where(right, 1, jnp.nan).astype(value.dtype), tree
    )


def _status(plan: Plan | None, positions: jax.Array, state: State) -> jax.Array:
    """The status of a step: that of the sums at `positions`, or whether the state is finite.
    Scalar, traceable."""
    finite = jnp.isfinite(state.positions).all() & jnp.isfinite(state.velocities).all()
    of_state = bits([(~finite, Status.NOT_FINITE)])
    if plan is None:
        return of_state
    of_sums = plan.evaluation_status(
        plan.kernel, positions, positions, own=plan.is_of(positions, None)
    )
    return jnp.where(of_sums == 0, of_state, of_sums)


def _explain(stopped: State, history: History, dt: jax.Array, plan: Any, course: _Course) -> None:
    """Raises the ValueError that belongs to a simulation that stopped."""
    status, done = Status(int(history.status)), int(jnp.isfinite(history.kinetic).sum()) - 1
    if done < 0:
        raise ValueError(
            "positions, velocities or masses of the state hold NaN or infinite numbers; repair them"
        )
    where = f"the simulation stopped after {done} of {course.steps} steps, at time {float(stopped.time):.6g}"
    if status & CAPACITY:
        try:  # the plan of the next step says what it needs
            plan.update(SCHEMES[course.scheme].predict(stopped, dt)[0])
        except ValueError as error:
            raise ValueError(
                f"{where}: {error}; headroom={plan.request.headroom:g} was given to simulate"
            ) from None
    if status & Status.STALE:
        raise ValueError(
            f"{where}: bodies left the cells of their plan; use a smaller rebuild_every than {course.rebuild_every} or "
            "a smaller dt"
        )
    raise ValueError(
        f"{where}: positions or velocities are NaN or infinite; use a smaller dt or a larger softening"
    )


class _Progress:
    """Prints lines with the seconds since step 0, or tells them to the terminal's line."""

    began = 0.0

    def __call__(
        self,
        step: jax.Array,
        steps: jax.Array,
        live: jax.Array,
        time_now: jax.Array,
        error: jax.Array,
    ) -> None:
        if live:
            return terminal.tell(
                f"simulate: step {int(step):,} of {int(steps):,}, energy error {float(error):+.1e}"
            )
        now = time.perf_counter()
        self.began = self.began if step else now
        print(
            f"step {int(step):,} of {int(steps):,}, time {float(time_now):.6g}, "
            f"energy error {float(error):+.1e}, {now - self.began:.1f} s",
            flush=True,
        )


_progress = _Progress()


def _report(
    step: jax.Array, record: dict[str, jax.Array], start_energy: jax.Array, course: _Course
) -> None:
    """Prints a line if the number of steps is due."""

    def line():
        error = relative(
            record["kinetic"] + record["potential"] - start_energy, jnp.abs(start_energy)
        )
        jax.debug.callback(_progress, step, course.steps, course.live, record["time"], error)

    if course.progress:
        lax.cond((step % course.progress == 0) | (step == course.steps), line, lambda: None)


def _divisor(name: str, value: int, whole_name: str, whole: int) -> int:
    value = errors.integer(name, value, 1, whole, f"it counts steps and must divide {whole_name}")
    if whole % value:
        raise ValueError(
            f"{name} must divide {whole_name}, got {name}={value} and {whole_name}={whole}"
        )
    return value


def _custom(
    acceleration: Callable | float,
    kernel: Any,
    gravity: Any,
    softening: Any,
    profile: str,
) -> OwnForce:
    if not callable(acceleration):
        raise ValueError(
            f"acceleration must be a function of (positions, plan), got {acceleration!r}"
        )
    for name, value, default in (
        ("gravity", gravity, 1.0),
        ("softening", softening, 0.0),
        ("profile", profile, "plummer"),
    ):
        if errors.is_traced(value) or np.ndim(value) or value != default:
            raise ValueError(
                f"{name} belongs to gravity and not to a force of your own; leave it out"
            )
    if kernel is not None and not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel such as jaxfmm.Laplace(), got {kernel!r}")
    if not isinstance(acceleration, jax.tree_util.Partial):
        acceleration = jax.tree_util.Partial(acceleration)
    return forces.OwnForce(acceleration)
