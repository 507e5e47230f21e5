"""Simulations: what users ask for, and why a simulation stopped. The steps are in `loop`."""

import contextlib
import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm import errors, inputs, progress as terminal
from jaxfmm.errors import CAPACITY, Status
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.table import method_for_clusters
from jaxfmm.nbody import forces, loop
from jaxfmm.nbody.forces import Gravity, OwnForce
from jaxfmm.nbody.history import History
from jaxfmm.nbody.loop import Course
from jaxfmm.nbody.schemes import SCHEMES
from jaxfmm.nbody.state import State, checked
from jaxfmm.nbody.until import TIMESTEPS, check_steps, limits_of, number_of_steps, run_until
from jaxfmm.nbody.until_loop import Pace
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.planning.search_by_tables import LEAST_POINTS
from jaxfmm.sharding.distribute import collect, distribute
from jaxfmm.sharding.explicit import explicit_mesh
from jaxfmm.sharding.layout import Layout, layout_of
from jaxfmm.switches import library_code

LINES = 20  # progress=True prints about this many lines
_SET_HERE = {"sources", "targets", "kernel", "tol"}
PLAN_OPTIONS = inspect.signature(make_plan).parameters.keys() - _SET_HERE


@library_code
def simulate(
    state: State,
    steps: int | None = None,
    dt: ArrayLike | None = None,
    *,
    until: ArrayLike | None = None,
    timestep: str = "constant",
    eta: ArrayLike = 0.02,
    dt_max: ArrayLike | None = None,
    dt_min: ArrayLike | None = None,
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
    """Moves bodies under their own gravity, or any other force: for a number of equal steps, or up
    to a time by steps that follow the bodies.

        dx_i/dt = v_i ,    dv_i/dt = -G sum_j m_j (x_i - x_j) / (r_ij^2 + softening^2)^(3/2)

    A plan follows the bodies: its tree and lists are made anew from the positions (`Plan.update`).
    Few bodies are summed directly, without a tree. Simulations work under `jit`, `vmap` and `grad`.
    Reverse mode keeps the bodies of about 2 sqrt(steps) steps, what sums gave for half of these,
    and what `rebuild_every` steps with one tree need. It makes each tree three times and each sum
    twice. Adaptive and block steps have forward derivatives alone, those of the orbits: step
    lengths count as constants. Bodies without mass attract nothing, and with such steps cost no
    sources where masses are known.

    Args:
      state: a `State`; acceleration and jerk in it are not used. Bodies that are split over devices
        are moved to the device of their domain under gravity; results are in the order given.
      steps: their number, a Python integer.  dt: the time step, a number or a traced scalar;
        negative to go back.
      until: in place of `steps`, the time at which the simulation ends, also one before that of the
        state; with adaptive and block steps also a traced one, or several times in an array (s,).
        All bodies are at the same time then at each of them, the history has a row for each, and
        positions are recorded.
      timestep: "constant": `steps` steps of `dt`, or steps of at most `dt` to `until`. "adaptive":
        all bodies take the step of the body that needs the shortest. "block": each body has a step
        of its own, `dt_max` over a power of two, and only the forces on bodies that are due are
        computed.
      eta: the accuracy of adaptive and block steps. By Hermite they are `sqrt(eta (|a| |s| + |j|^2)
        / (|j| |c| + |s|^2))` with the acceleration a and its derivatives j, s and c (Aarseth 1985);
        by leapfrog, which needs a softening, `sqrt(eta softening / |a|)`, adaptive ones symmetric
        in time. The error goes with eta^2 or, by leapfrog, with eta.
      dt_max: the longest step; None for the time between two times of `until`.
      dt_min: the shortest step that bodies may need; None for 2^-30 of the longest, so that very
        close encounters may need a smaller `dt_max`. If they need shorter ones, results are NaN,
        the status has the bit STEP, and `history.bodies` names them.
      scheme: "leapfrog" (second order, one sum a step) or "hermite" (fourth order, with the jerk:
        two sums, or one pass over all pairs where sums are direct). With adaptive and block steps,
        Hermite sums directly up to 131,072 bodies unless `method` says otherwise.
      gravity: G.  softening: a length. Both may be traced and differentiated.
      profile: the kind of softening: "plummer", as above, or in 3D "spline" (see `jaxfmm.Laplace`),
        which is exactly Newton's law from 2.8 softenings on, and faster. With "spline", softening
        may be an array (n,), a length for each body.
      cell: in 3D a periodic cell, as of `jaxfmm.Periodic`, of which every image attracts: an edge,
        lengths (3,) or rows (3, 3). The mean density attracts nothing. For bodies that cluster take
        profile="spline": in a cell, sums with Plummer's softening are by method "ewald", for bodies
        that stay evenly distributed. Positions are not moved back into the cell. None for open
        space.
      acceleration: another force: a function from (positions, plan) to accelerations (n, d), or to
        a pair of accelerations and the potential energy. Without the pair `history.potential` and
        the energies are NaN. For arrays that are differentiated, or that change from call to call
        without compiling again, pass `jax.tree_util.Partial(function, arrays)` with
        function(arrays, positions, plan). With block steps it is a function of (positions, plan,
        bodies): bodies are the numbers (m,) of the bodies that are due, the plan is one for the
        targets positions[bodies], and the result is (m, d); or None for all bodies, as above.
      kernel: the kernel of the plan that `acceleration` gets; None for no plan.
      tol: relative L2 error of potential and acceleration, as for `jaxfmm.plan`. With 20,000 bodies
        and more the error is measured for the masses.
      rebuild_every: for how many steps a plan is kept. It must divide steps and record_every.
        Bodies may move by a tenth of the radius of their leaf in that time; if they move farther,
        results are NaN and the status says so.
      record_every: after how many steps positions are recorded; None for never. It must divide
        steps.
      progress: True prints some lines with step, energy error and seconds, an integer prints one
        after so many steps. Under `grad` lines are printed again when steps are computed again.
        None shows one line that is written over, only on a terminal and outside of `jit` and
        `grad`; False shows nothing.
        With adaptive and block steps, True prints a line at each time of `until`.
      **options: for `jaxfmm.plan`: method, order, theta, leaf_size, tree, backend, headroom,
        charges, uses (by default the steps).

    Returns:
      The `State` after the last step and the `History`.

    Raises:
      ValueError: for bad arguments; outside `jit` also when the bodies exceed the capacities of the
        plan, move out of its cells, or are no longer finite. Inside `jit`, results are NaN then and
        history.status says why.

    Reference: Nyland, Harris & Prins, GPU Gems 3 (2007), chapter 31; Griewank, Optim. Methods
    Softw. 1 (1992) 35, for the checkpoints; Makino & Aarseth, PASJ 44 (1992) 141, and Makino, PASJ
    43 (1991) 859, for block steps.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> start = nbody.plummer(jax.random.key(0), 500)
      >>> end, history = nbody.simulate(start, 20, 0.01, softening=0.05)
      >>> bool(abs(history.energy_error).max() < 1e-3)
      True
      >>> by_blocks = {"timestep": "block", "scheme": "hermite"}
      >>> end, history = nbody.simulate(start, until=0.2, softening=0.05, **by_blocks)
      >>> bool(abs(history.energy_error).max() < 1e-5)
      True
    """
    state = checked(state)
    _check_mesh(state.positions)
    _check_options(options)
    force: Gravity | OwnForce
    if acceleration is None:
        if kernel is not None:
            raise ValueError(
                "kernel belongs to a force of your own; pass acceleration=, or softening= for "
                "gravity"
            )
        force = forces.gravity_of(gravity, softening, profile, state.positions, cell=cell)
        options = _for_clusters(force.kernel, state.masses) | options
    else:
        if cell is not None:
            raise ValueError(
                "cell belongs to gravity; with acceleration= pass kernel=Periodic(kernel, cell)"
            )
        force = _own_force(acceleration, kernel, gravity, softening, profile)
    given = state, until, steps, dt, eta, dt_max, dt_min, gravity, softening, acceleration
    live = not (errors.is_tracing() or errors.is_traced(given)) and terminal.shown()
    how: dict[str, Any] = {
        "scheme": scheme,
        "rebuild_every": rebuild_every,
        "record_every": record_every,
    }
    end: Any = until  # known to be given where it is needed
    if _follows_bodies(timestep, steps, dt, until, dt_max, dt_min):
        pace = _pace(timestep, **how, several=np.ndim(end) > 0, progress=progress, live=live)
        check_steps(scheme, timestep, softening, acceleration)
        limits = limits_of(state, eta, dt_max, dt_min, softening)
        with _waiting(pace.live):
            return run_until(state, end, force, kernel, limits, dt_min, pace, tol, options)
    if until is not None:
        steps, dt = number_of_steps(state, end, dt)
    course = _course(steps, **how, progress=progress, live=live)
    dt = forces.scalar("dt", dt, state.positions.dtype)
    return _constant(state, dt, force, kernel, course, tol, options)


def _constant(
    state: State,
    dt: Array,
    force: Gravity | OwnForce,
    kernel: Kernel | None,
    course: Course,
    tol: float,
    options: dict[str, Any],
) -> tuple[State, History]:
    """A simulation with constant steps. kernel: of the plan of a force of the user."""
    layout = layout_of("positions", state.positions)
    numbers = None
    if isinstance(force, Gravity):
        kernel = force.kernel
        if not kernel.summed().own_numbers:  # softenings of bodies stay with them
            state, numbers, options = _distributed(state, options)
    plan = None
    if kernel is not None:
        points = lax.stop_gradient(state.positions)
        options = {"uses": max(course.steps, 1)} | options
        plan = make_plan(points, kernel=kernel, tol=tol, **options)
    with _waiting(course.live):
        run = loop.run(state, dt, force, plan, numbers, course=course)
        wrong = not errors.is_traced(run.history.status) and int(run.history.status)
    if wrong:
        _raise_status(run.stopped, run.history, dt, plan, course)
    return _in_order(run, layout)


def _waiting(live: bool) -> contextlib.AbstractContextManager:
    return terminal.waiting("simulate: compiling") if live else contextlib.nullcontext()


def _follows_bodies(
    timestep: str, steps: Any, dt: Any, until: Any, dt_max: Any, dt_min: Any
) -> bool:
    """Whether steps follow the bodies. Raises ValueError for arguments that do not belong
    together."""
    inputs.choice("timestep", timestep, TIMESTEPS)
    if timestep == "constant":
        if (steps is None) == (until is None) or dt is None:
            raise ValueError(
                "simulate takes steps and dt, or until and dt, or until and timestep='adaptive' or "
                f"'block'; got steps={steps!r}, dt={dt!r} and until={until!r}"
            )
        if dt_max is not None or dt_min is not None:
            raise ValueError(
                "dt_max and dt_min limit steps that follow the bodies; pass timestep='adaptive' or "
                "'block', or leave them out"
            )
        return False
    if steps is not None or dt is not None or until is None:
        raise ValueError(
            f"timestep={timestep!r} takes until, the time of the end, and finds its steps itself; "
            "pass until= in place of steps and dt, and dt_max= for the longest step"
        )
    return True


def _pace(
    timestep: str,
    scheme: str,
    rebuild_every: int,
    record_every: int | None,
    several: bool,
    progress: bool | int | None,
    live: bool,
) -> Pace:
    """The checked `Pace`. several: whether there are several times."""
    if rebuild_every != 1 or record_every is not None:
        raise ValueError(
            "rebuild_every and record_every count constant steps; leave them out, and pass the "
            "times at which positions are recorded: until=jnp.linspace(...)"
        )
    if progress is not None and not isinstance(progress, bool):
        raise ValueError(
            f"progress must be True or False with timestep={timestep!r}, whose steps are not "
            f"counted, got {progress!r}"
        )
    live = live and progress is None
    return Pace(timestep, scheme, several, bool(progress) or live, live)


def _distributed(
    state: State, options: dict[str, Any]
) -> tuple[State, Array | None, dict[str, Any]]:
    """The state of bodies that are split over devices, each on the device of its domain, the number
    of each body, and the options with the charges in the same order; as they are for bodies on one
    device."""
    if layout_of("positions", state.positions) is None:
        return state, None, options
    charges = [jnp.asarray(options["charges"])] if options.get("charges") is not None else []
    positions, velocities, masses, *charges, numbers = distribute(
        state.positions, state.velocities, state.masses, *charges
    )
    state = dataclasses.replace(state, positions=positions, velocities=velocities, masses=masses)
    return state, numbers, options | ({"charges": charges[0]} if charges else {})


def _in_order(run: loop.Run, layout: Layout | None) -> tuple[State, History]:
    """The last state and the history, with the bodies in the order that they came in. layout: of
    the bodies."""
    if run.numbers is None or layout is None:
        return run.end, run.history
    rows, tree = jax.tree.flatten(run.end)
    moved = iter(collect(layout.put(run.numbers), [row for row in rows if row.ndim]))
    end = jax.tree.unflatten(tree, [next(moved) if row.ndim else row for row in rows])
    history = run.history
    if run.orders is not None and history.positions is not None:
        frames = [
            collect(layout.put(numbers), history.positions[i])
            for i, numbers in enumerate(run.orders)
        ]
        history = dataclasses.replace(history, positions=jnp.stack(frames))
    return end, history


def _check_mesh(positions: Array) -> None:
    if explicit_mesh(positions) is not None:
        raise ValueError(
            "positions are split over a mesh with explicit axes, and simulations take meshes with "
            "automatic axes; make the mesh with jax.make_mesh(shape, names, "
            "axis_types=(jax.sharding.AxisType.Auto,))"
        )


def _course(
    steps: Any,
    scheme: str,
    rebuild_every: int,
    record_every: int | None,
    progress: bool | int | None,
    live: bool,
) -> Course:
    """The checked `Course`. live: whether progress=None shows a line."""
    inputs.choice("scheme", scheme, tuple(SCHEMES))
    steps = inputs.integer("steps", steps, 1, 2**30, "it is the length of a loop")
    rebuild_every = _divisor("rebuild_every", rebuild_every, "steps", steps)
    if record_every is not None:
        record_every = _divisor("record_every", record_every, "steps", steps)
        _divisor("rebuild_every", rebuild_every, "record_every", record_every)
    live = live and progress is None
    if progress is None or isinstance(progress, bool):
        progress = max(1, steps // LINES) if progress or live else 0
    fix = "it is True, False or a number of steps"
    progress = inputs.integer("progress", progress, 0, 2**30, fix)
    return Course(scheme, steps, rebuild_every, record_every, progress, live)


def _divisor(name: str, value: int, whole_name: str, whole: int) -> int:
    value = inputs.integer(name, value, 1, whole, f"it counts steps and must divide {whole_name}")
    if whole % value:
        raise ValueError(
            f"{name} must divide {whole_name}, got {name}={value} and {whole_name}={whole}"
        )
    return value


def _check_options(options: dict[str, Any]) -> None:
    if unknown := sorted(options.keys() - PLAN_OPTIONS):
        raise ValueError(
            f"{unknown[0]} is not an option of simulate, nor of the plan that it makes; bodies are "
            "softened by softening= and profile=, and options of the plan are "
            f"{', '.join(sorted(PLAN_OPTIONS))}"
        )


def _for_clusters(kernel: Kernel, masses: Array) -> dict[str, Any]:
    """Options of a plan for bodies that attract each other, and so do not stay evenly
    distributed."""
    options: dict[str, Any] = {"method": method_for_clusters(kernel)}
    if len(masses) >= LEAST_POINTS:  # so many that a plan for their masses pays
        options["charges"] = lax.stop_gradient(masses)
    return options


def _own_force(
    acceleration: Callable, kernel: Any, gravity: Any, softening: Any, profile: str
) -> OwnForce:
    if not callable(acceleration):
        raise ValueError(
            f"acceleration must be a function of (positions, plan), got {acceleration!r}"
        )
    defaults = {
        "gravity": (gravity, 1.0),
        "softening": (softening, 0.0),
        "profile": (profile, "plummer"),
    }
    for name, (value, default) in defaults.items():
        if errors.is_traced(value) or np.ndim(value) or value != default:
            raise ValueError(
                f"{name} belongs to gravity and not to a force of your own; leave it out"
            )
    if kernel is not None and not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel such as jaxfmm.Laplace(), got {kernel!r}")
    if not isinstance(acceleration, jax.tree_util.Partial):
        acceleration = jax.tree_util.Partial(acceleration)
    return OwnForce(acceleration)


def _raise_status(
    stopped: State, history: History, dt: Array, plan: Plan | None, course: Course
) -> None:
    """Raises the ValueError of a simulation that stopped. stopped: its last state that was
    right."""
    status, done = Status(int(history.status)), int(np.isfinite(history.kinetic).sum()) - 1
    if done < 0:
        raise ValueError(
            "positions, velocities or masses of the state hold NaN or infinite numbers; repair them"
        )
    where = (
        f"the simulation stopped after {done} of {course.steps} steps, at time "
        f"{float(stopped.time):.6g}"
    )
    if plan is not None and status & CAPACITY:
        try:  # the plan of the next step tells what it needs
            plan.update(SCHEMES[course.scheme].predict(stopped, dt)[0])
        except ValueError as error:
            raise ValueError(
                f"{where}: {error}; headroom={plan.request.headroom:g} was given to simulate"
            ) from None
    if status & Status.STALE:
        raise ValueError(
            f"{where}: bodies left the cells of their plan; use a smaller rebuild_every than "
            f"{course.rebuild_every} or a smaller dt"
        )
    raise ValueError(
        f"{where}: positions or velocities are NaN or infinite; use a smaller dt or a larger "
        "softening"
    )
