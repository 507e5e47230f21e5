"""Simulations up to a time: what users ask for, and why a simulation stopped. The loop is in
`until_loop`."""

import dataclasses
import inspect
import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from jaxfmm import errors, foreign, inputs
from jaxfmm.errors import CAPACITY, Status
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods.table import DIRECT as DIRECT_METHOD
from jaxfmm.nbody import forces, until_loop
from jaxfmm.nbody.block_steps import Limits
from jaxfmm.nbody.due_forces import DueForces, by_direct_sums, by_own_force, by_plans
from jaxfmm.nbody.forces import Gravity, OwnForce
from jaxfmm.nbody.history import History
from jaxfmm.nbody.schemes import SCHEMES
from jaxfmm.nbody.state import State
from jaxfmm.nbody.until_loop import Pace
from jaxfmm.sharding.layout import layout_of

TIMESTEPS = ("constant", "adaptive", "block")
# Hermite sums directly up to so many bodies: errors of expansions would hide its order.
MOST_DIRECT = 2**17


def number_of_steps(state: State, until: ArrayLike, dt: Any) -> tuple[int, Array]:
    """How many constant steps of at most |dt| lead to the time `until`, and how long they are."""
    if errors.is_traced(until, dt, state.time) or np.ndim(until):
        raise ValueError(
            f"until must be a known number with timestep='constant', got {until!r}: the number of "
            "steps is the length of a loop; pass steps= and dt=, or timestep='adaptive' or 'block'"
        )
    span = float(foreign.numbers("until", until)[0]) - float(state.time)
    dt = abs(inputs.number("dt", dt, -math.inf, math.inf, "it is a time"))
    if not dt or not math.isfinite(span):
        raise ValueError(f"until must be finite and dt not zero, got until={until} and dt={dt}")
    steps = max(1, math.ceil(abs(span) / dt * (1 - 1e-6)))
    return steps, jnp.asarray(span / steps, state.positions.dtype)


def times_of(state: State, until: ArrayLike) -> Array:
    """The times (s,) of a simulation. Raises ValueError unless they follow each other."""
    numbers, _ = foreign.numbers("until", until)
    if np.ndim(numbers) > 1 or not np.size(numbers):
        raise ValueError(
            f"until must be a time, or several in an array (s,), got shape {np.shape(numbers)}"
        )
    times = jnp.atleast_1d(jnp.asarray(numbers)).astype(state.positions.dtype)
    if not errors.is_traced(times, state.time):
        changes = np.diff(np.concatenate([[float(state.time)], np.asarray(times)]))
        if not np.isfinite(changes).all() or not ((changes >= 0).all() or (changes <= 0).all()):
            raise ValueError(
                "until must hold finite times that increase from the time of the state, "
                f"{float(state.time):g}, or decrease from it, got {np.asarray(times)}"
            )
    return times


def limits_of(
    state: State,
    eta: ArrayLike,
    dt_max: ArrayLike | None,
    dt_min: ArrayLike | None,
    softening: ArrayLike,
) -> Limits:
    """The checked `Limits`."""
    dtype = state.positions.dtype
    values = {
        "eta": forces.scalar("eta", eta, dtype),
        "dt_max": forces.scalar(
            "dt_max", math.inf if dt_max is None else dt_max, dtype, finite=False
        ),
        "dt_min": forces.scalar("dt_min", 0.0 if dt_min is None else dt_min, dtype),
    }
    for name, value in values.items():
        least = "0 or more" if name == "dt_min" else "positive"
        if errors.is_traced(value):
            continue
        known = np.asarray(value)
        if not (known > 0 or (name == "dt_min" and known == 0)):
            raise ValueError(f"{name} must be {least}, got {value}")
    return Limits(
        eta=values["eta"],
        longest=values["dt_max"],
        shortest=values["dt_min"],
        softening=jnp.asarray(softening, dtype),
    )


def check_steps(scheme: str, timestep: str, softening: Any, acceleration: Callable | None) -> None:
    """Raises ValueError for steps that this force does not have."""
    inputs.choice("scheme", scheme, tuple(SCHEMES))
    own = acceleration is not None
    if acceleration is not None and timestep == "block":
        try:
            inspect.signature(acceleration).bind(None, None, None)
        except TypeError:
            raise ValueError(
                "timestep='block' calls acceleration(positions, plan, bodies), where bodies are "
                "the numbers (m,) of the bodies that are due, or None for all; give the function "
                "a third argument and let it return (m, d), or use timestep='adaptive'"
            ) from None
    if scheme != "leapfrog":
        return
    if own or (not errors.is_traced(softening) and not np.min(np.asarray(softening)) > 0):
        raise ValueError(
            f"timestep={timestep!r} with scheme='leapfrog' takes steps of sqrt(eta softening / "
            "|a|) and needs the softening of gravity; pass softening=, or scheme='hermite', whose "
            "steps follow from the derivatives of the acceleration"
        )


def check_whole(state: State) -> None:
    """Raises ValueError for bodies that are split over devices."""
    if layout_of("positions", state.positions) is not None:
        raise ValueError(
            "timestep='adaptive' and 'block' run on one device and positions are split over "
            "several; use timestep='constant', or put the bodies on one device: "
            "jax.device_put(positions, jax.devices()[0])"
        )


def due_forces(
    state: State,
    force: Gravity | OwnForce,
    kernel: Kernel | None,
    pace: Pace,
    tol: float,
    options: dict[str, Any],
) -> DueForces:
    """The force as it is evaluated. kernel: of the plan of a force of the user."""
    jerk, due = pace.scheme == "hermite", pace.timestep == "block"
    how: dict[str, Any] = {"jerk": jerk, "due": due}
    if not isinstance(force, Gravity):
        force = dataclasses.replace(force, at_bodies=due)
        if kernel is None:
            return by_own_force(force, state.masses, **how)
        every = {"tol": tol} | options | how
        return by_plans(force, kernel, state.positions, state.masses, None, **every)
    massive = None
    if not force.kernel.own_numbers and not errors.is_traced(state.masses):
        rows = np.flatnonzero(np.asarray(state.masses))
        if len(rows) < len(state.masses):
            massive = jnp.asarray(rows if len(rows) else [0], jnp.int32)
    method = options.get("method", "auto")
    direct = method == DIRECT_METHOD.name or (
        method == "auto" and jerk and len(state.masses) <= MOST_DIRECT
    )
    if direct and force.one_pass:
        backend = options.get("backend")
        return by_direct_sums(force, state.masses, massive, backend=backend, **how)
    if direct and force.kernel.in_open_space:
        options = options | {"method": DIRECT_METHOD.name}
    every = {"tol": tol} | options | how
    return by_plans(force, force.kernel, state.positions, state.masses, massive, **every)


def raise_failure(history: History, due: DueForces, dt_min: ArrayLike | None) -> None:
    """Raises the ValueError of a simulation that stopped."""
    status = Status(int(history.status))
    done = int(np.isfinite(history.kinetic).sum()) - 1
    if done < 0:
        raise ValueError(
            "positions, velocities or masses of the state hold NaN or infinite numbers; repair them"
        )
    where = f"the simulation stopped after time {float(history.time[done]):.6g}"
    if status & Status.STEP and history.bodies is not None:
        names = [str(body) for body in np.asarray(history.bodies) if body >= 0]
        limit = f"dt_min={dt_min:g}" if dt_min else "2^-30 of dt_max"
        raise ValueError(
            f"{where}: bodies {', '.join(names)} need steps shorter than {limit}; use a smaller "
            "dt_min or dt_max, a larger eta, or a softening, so that bodies that meet turn slower"
        )
    if status & CAPACITY:
        raise ValueError(
            f"{where}: a plan has outgrown its capacities ({status & CAPACITY!r}); pass a larger "
            "headroom, or method='direct'"
        )
    raise ValueError(
        f"{where}: positions or velocities are NaN or infinite; use a smaller eta or a larger "
        "softening"
    )


__all__ = ["run_until"]


def run_until(
    state: State,
    until: ArrayLike,
    force: Gravity | OwnForce,
    kernel: Kernel | None,
    limits: Limits,
    dt_min: ArrayLike | None,
    pace: Pace,
    tol: float,
    options: dict[str, Any],
) -> tuple[State, History]:
    """The simulation, outside of `jit` with its errors."""
    check_whole(state)
    due = due_forces(state, force, kernel, pace, tol, options)
    end, history = until_loop.run(state, times_of(state, until), due, limits, pace=pace)
    if not errors.is_traced(history.status) and int(history.status):
        raise_failure(history, due, dt_min)
    return end, history
