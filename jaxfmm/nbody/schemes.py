"""Integration schemes as pure functions: one step of leapfrog, one step of Hermite.

A step is a prediction, one evaluation of the force at the predicted positions, and a correction. So
a simulation can make its plan between prediction and correction."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from jaxfmm.nbody.state import State


class Scheme(NamedTuple):
    """predict(state, dt) -> (positions, velocities), where the force is evaluated.
    correct(state, positions, velocities, acceleration, jerk, dt) -> the state after the step.
    jerk: whether the scheme needs the rate of change of the acceleration."""

    predict: Callable
    correct: Callable
    jerk: bool


def leapfrog(state: State, dt: ArrayLike, acceleration: Callable) -> State:
    """One step of leapfrog (Verlet) in the form kick, drift, kick: second order, time-reversible,
    symplectic.

        v' = v + dt/2 a(x) ,    x1 = x + dt v' ,    v1 = v' + dt/2 a(x1)

    Args:
      state: a `State`; its acceleration is used if it is there and computed otherwise.
      dt: the time step, negative to go back.
      acceleration: a function from positions (n, d) to accelerations (n, d).

    Returns:
      The `State` at time + dt, with its acceleration: one evaluation a step.

    Reference: Verlet, Phys. Rev. 159 (1967) 98; for its use here Nyland, Harris & Prins, GPU Gems 3
      (2007), chapter 31.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> one = jnp.array([[1.0, 0.0]])
      >>> still = jnp.zeros((1, 2))
      >>> state = nbody.State(positions=one, velocities=still, masses=jnp.ones(1))
      >>> nbody.leapfrog(state, 0.5, lambda x: -x).positions.tolist()
      [[0.875, 0.0]]
    """
    return _step(LEAPFROG, state, dt, lambda positions, velocities: (acceleration(positions), None))


def hermite(state: State, dt: ArrayLike, acceleration_and_jerk: Callable) -> State:
    """One step of the Hermite scheme: fourth order, from the acceleration a and the jerk j = da/dt.

        x_p = x + dt v + dt^2/2 a + dt^3/6 j ,    v_p = v + dt a + dt^2/2 j
        a1, j1 = a, j at (x_p, v_p)
        v1 = v + dt/2 (a + a1) + dt^2/12 (j - j1)
        x1 = x + dt/2 (v + v1) + dt^2/12 (a - a1)

    Args:
      state: a `State`; its acceleration and jerk are used if they are there and computed otherwise.
      dt: the time step, negative to go back.
      acceleration_and_jerk: a function from positions and velocities (n, d) to accelerations and
        jerks (n, d).

    Returns:
      The `State` at time + dt, with acceleration and jerk as evaluated, at (xp, vp): one evaluation
      a step.

    Reference: Makino & Aarseth, PASJ 44 (1992) 141; the corrector in the form of Hut, Makino &
    McMillan, ApJ 443 (1995) L93, which differs from theirs in x1 by terms of the fifth order of dt.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> one = jnp.array([[1.0, 0.0]])
      >>> still = jnp.zeros((1, 2))
      >>> state = nbody.State(positions=one, velocities=still, masses=jnp.ones(1))
      >>> state = nbody.hermite(state, 0.5, lambda x, v: (-x, -v))
      >>> abs(float(state.positions[0, 0]) - float(jnp.cos(0.5))) < 1e-3
      True
    """
    return _step(HERMITE, state, dt, acceleration_and_jerk)


def with_derivatives(state: State, acceleration: Array, jerk: Array | None) -> State:
    """The state with the derivatives that a scheme keeps from step to step."""
    return dataclasses.replace(state, acceleration=acceleration, jerk=jerk)


def _step(scheme: Scheme, state: State, dt: ArrayLike, derivatives: Callable) -> State:
    dt = jnp.asarray(dt, state.positions.dtype)
    if state.acceleration is None or (scheme.jerk and state.jerk is None):
        state = with_derivatives(state, *derivatives(state.positions, state.velocities))
    positions, velocities = scheme.predict(state, dt)
    return scheme.correct(state, positions, velocities, *derivatives(positions, velocities), dt)


def _derivatives(state: State) -> tuple[Any, Any]:
    """Acceleration and jerk, which are there within a step if the scheme needs them."""
    return state.acceleration, state.jerk


def _kick_drift(state: State, dt: Array) -> tuple[Array, Array]:
    velocities = state.velocities + 0.5 * dt * _derivatives(state)[0]
    return state.positions + dt * velocities, velocities


def _kick(
    state: State,
    positions: Array,
    velocities: Array,
    acceleration: Array,
    jerk: Array | None,
    dt: Array,
) -> State:
    velocities = velocities + 0.5 * dt * acceleration
    return _moved(state, positions, velocities, acceleration, jerk, dt)


def series(x: Array, v: Array, a: Array, j: Array, dt: Array) -> tuple[Array, Array]:
    """Positions and velocities by the Taylor series to the jerk, the prediction of Hermite."""
    return x + dt * (v + dt * (a / 2 + dt / 6 * j)), v + dt * (a + dt / 2 * j)


def corrected(
    x: Array, v: Array, a: Array, j: Array, a1: Array, j1: Array, dt: Array
) -> tuple[Array, Array]:
    """Positions and velocities after a step of Hermite, from acceleration and jerk at its ends."""
    v1 = v + dt * (0.5 * (a + a1) + dt / 12 * (j - j1))
    return x + dt * (0.5 * (v + v1) + dt / 12 * (a - a1)), v1


def higher_derivatives(a: Array, j: Array, a1: Array, j1: Array, dt: Array) -> tuple[Array, Array]:
    """Second and third derivative of the acceleration at the end of a step of Hermite, from the
    cubic with these accelerations and jerks at its ends (Makino & Aarseth 1992)."""
    change = a - a1
    third = (12 * change + 6 * dt * (j + j1)) / dt**3
    return (-6 * change - dt * (4 * j + 2 * j1)) / dt**2 + dt * third, third


def _predicted(state: State, dt: Array) -> tuple[Array, Array]:
    return series(state.positions, state.velocities, *_derivatives(state), dt)


def _hermite_correction(
    state: State,
    positions: Array,
    velocities: Array,
    acceleration: Array,
    jerk: Array,
    dt: Array,
) -> State:
    now = state.positions, state.velocities, *_derivatives(state)
    x1, v1 = corrected(*now, acceleration, jerk, dt)
    return _moved(state, x1, v1, acceleration, jerk, dt)


def _moved(
    state: State,
    positions: Array,
    velocities: Array,
    acceleration: Array,
    jerk: Array | None,
    dt: Array,
) -> State:
    time = jnp.asarray(state.time, dt.dtype) + dt
    return dataclasses.replace(
        state,
        positions=positions,
        velocities=velocities,
        time=time,
        acceleration=acceleration,
        jerk=jerk,
    )


LEAPFROG = Scheme(_kick_drift, _kick, jerk=False)
HERMITE = Scheme(_predicted, _hermite_correction, jerk=True)
SCHEMES = {"leapfrog": LEAPFROG, "hermite": HERMITE}
