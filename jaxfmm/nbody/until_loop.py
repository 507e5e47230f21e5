"""Simulations up to a time, with steps that follow the bodies: shared adaptive steps and block time
steps. The steps are in `adaptive_steps` and `block_steps`."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.backends.registry import default_platform
from jaxfmm.errors import if_right
from jaxfmm.nbody import adaptive_steps, block_steps, step_criteria
from jaxfmm.nbody.block_steps import BLOCK_SCHEMES, BLOCKS_A_TURN, LEVELS, Bodies, Limits
from jaxfmm.nbody.due_forces import DueForces
from jaxfmm.nbody.forward_only import forward_only
from jaxfmm.nbody.history import History, relative, row
from jaxfmm.nbody.loop import Record, print_output
from jaxfmm.nbody.state import State


class Pace(NamedTuple):
    """The static choices. timestep: "adaptive" or "block".  frames: whether positions are recorded
    at each time.  progress: whether a line is printed at each time; live: whether it goes to the
    one line of the terminal that is written over."""

    timestep: str
    scheme: str
    frames: bool
    progress: bool
    live: bool


class _Carry(NamedTuple):
    bodies: Bodies
    time: Array
    before: Array  # the last adaptive step
    status: Array
    short: Array  # bodies whose steps are too short


@functools.partial(jax.jit, static_argnames="pace")
def run(
    state: State, times: Array, forces: DueForces, limits: Limits, *, pace: Pace
) -> tuple[State, History]:
    """The state at the last of `times` (s,) and the history, with a row for each of them."""
    limits = jax.tree.map(lax.stop_gradient, limits)
    bodies, status = _start(pace, state, forces, limits)
    start = row(state, forces.energy(bodies[:2]))
    energy = start["kinetic"] + start["potential"]
    steps = jnp.zeros((LEVELS if pace.timestep == "block" else 1,), jnp.uint32)
    _report(pace, jnp.int32(0), len(times), start, energy)

    def to_output(carry: _Carry, output: tuple[Array, Array]) -> tuple[_Carry, tuple]:
        index, time = output
        span = time - carry.time
        advance = _blocks if pace.timestep == "block" else _adaptive
        bodies, before, status, counts = advance(pace, carry, span, forces, limits)
        status = block_steps.settled(bodies, status)
        shortest = block_steps.shortest_step(span, limits)
        names = block_steps.too_short(bodies.wanted, shortest, status)
        short = jnp.where(carry.status == 0, names, carry.short)
        record = row(_state(bodies, state.masses, time), forces.energy(bodies[:2]))
        record = if_right(status == 0, record)
        _report(pace, index + 1, len(times), record, energy)
        frame = bodies.positions if pace.frames else None
        return _Carry(bodies, time, before, status, short), (record, counts, frame)

    none = jnp.full((block_steps.NAMED,), -1, jnp.int32)
    zero = jnp.zeros((), times.dtype)
    carry = _Carry(bodies, jnp.asarray(state.time), zero, status, none)
    outputs = jnp.arange(len(times), dtype=jnp.int32), times
    carry, (records, counts, frames) = lax.scan(to_output, carry, outputs)

    def with_start(first: Array, rest: Array) -> Array:
        return jnp.concatenate([first[None], rest])

    right = carry.status == 0
    if frames is not None:
        frames = if_right(right, with_start(state.positions, frames))
    end = if_right(right, _state(carry.bodies, state.masses, times[-1]))
    history = History(
        **forward_only(jax.tree.map(with_start, start, records)),
        mass=state.masses.sum(),
        positions=None if frames is None else forward_only(frames),
        status=carry.status,
        steps=with_start(steps, counts),
        bodies=carry.short,
    )
    return forward_only(end), history


def _start(pace: Pace, state: State, forces: DueForces, limits: Limits) -> tuple[Bodies, Array]:
    """The bodies with the derivatives and the steps to begin with, and a status."""
    moving = state.positions, state.velocities
    jerk: Any
    acceleration, jerk, status = forces.at_all(moving)
    if pace.scheme == "leapfrog":
        wanted = step_criteria.softened(acceleration, limits.softening, limits.eta)
    else:  # the snap is the derivative of the jerk along the motion
        along = state.velocities, acceleration
        moving, along = lax.stop_gradient((moving, along))
        _, snap = jax.jvp(lambda moving: forces.at_all(moving)[1], (moving,), (along,))
        wanted = step_criteria.first_aarseth(acceleration, jerk, snap, limits.eta)
    wanted = jnp.minimum(wanted, limits.longest)
    return Bodies(state.positions, state.velocities, acceleration, jerk, wanted), status


def _blocks(
    pace: Pace, carry: _Carry, span: Array, forces: DueForces, limits: Limits
) -> tuple[Bodies, Array, Array, Array]:
    # Other forces have a branch for each number of due bodies, which take long to compile.
    blocks = BLOCKS_A_TURN[default_platform()] if forces.by_due_sum else 1
    before = BLOCK_SCHEMES[pace.scheme], carry.bodies, carry.status
    bodies, status, counts = block_steps.advance(*before, span, limits, forces, blocks)
    return bodies, carry.before, status, counts


def _adaptive(
    pace: Pace, carry: _Carry, span: Array, forces: DueForces, limits: Limits
) -> tuple[Bodies, Array, Array, Array]:
    bodies, before, status, count = adaptive_steps.advance(
        pace.scheme,
        carry.bodies,
        carry.before,
        carry.status,
        span,
        limits,
        lambda *moving: forces.at_all(moving),
    )
    return bodies, before, status, count[None]


def _state(bodies: Bodies, masses: Array, time: Array) -> State:
    return State(
        positions=bodies.positions,
        velocities=bodies.velocities,
        masses=masses,
        time=time,
        acceleration=bodies.acceleration,
        jerk=bodies.jerk,
    )


def _report(pace: Pace, output: Array, outputs: int, record: Record, energy: Array) -> None:
    """Prints a line, if lines are asked for."""
    if pace.progress:
        error = relative(record["kinetic"] + record["potential"] - energy, jnp.abs(energy))
        jax.debug.callback(print_output, output, outputs, pace.live, record["time"], error)
