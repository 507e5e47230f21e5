"""The state of a simulation, and its snapshots in `.npz` files."""

import dataclasses
from os import PathLike
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import errors, foreign, inputs, pytrees

_SAVED = ("positions", "velocities", "masses", "time")


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class State:
    """Bodies at one time; a pytree.

    Attributes:
      positions: (n, d), d = 2 or 3, float32 or float64.
      velocities: (n, d).
      masses: (n,).
      time: a scalar.
      acceleration: (n, d) at `time`, which the schemes keep from step to step; None if unknown.
      jerk: (n, d) at `time`, the rate of change of the acceleration; None if unknown.
    """

    positions: jax.Array
    velocities: jax.Array
    masses: jax.Array
    time: jax.Array | float = 0.0
    acceleration: jax.Array | None = None
    jerk: jax.Array | None = None


def checked(state: Any) -> State:
    """The state as arrays of one dtype, without acceleration and jerk.

    Raises ValueError for anything else."""
    if not isinstance(state, State):
        raise ValueError(f"state must be a jaxfmm.nbody.State, got {type(state).__name__}")
    positions = inputs.points("positions", state.positions, (2, 3))
    velocities = inputs.points("velocities", state.velocities, positions.shape[1:], positions.dtype)
    if velocities.shape != positions.shape:
        raise ValueError(
            f"velocities {velocities.shape} and positions {positions.shape} must have the same "
            "shape"
        )
    if np.ndim(state.masses) != 1 or len(state.masses) != len(positions):
        raise ValueError(
            f"masses must have shape ({len(positions)},), one for each body, got "
            f"{np.shape(state.masses)}"
        )
    masses = inputs.charges("masses", state.masses, len(positions), positions.dtype)
    if jnp.issubdtype(masses.dtype, jnp.complexfloating):
        raise ValueError(f"masses must be real, got {masses.dtype}")
    for name, array in (("velocities", velocities), ("masses", masses)):
        inputs.same_dtype(name, array, "positions", positions.dtype)
    if np.ndim(state.time) != 0:
        raise ValueError(f"time must be a scalar, got shape {np.shape(state.time)}")
    with errors.known_results(state.time):
        time = jnp.asarray(foreign.numbers("time", state.time)[0], positions.dtype)
    return State(positions=positions, velocities=velocities, masses=masses, time=time)


def save(path: str | PathLike, state: State) -> None:
    """Writes positions, velocities, masses and time to an `.npz` file, which numpy.load reads too.

    Example:
      >>> import jax, pathlib, tempfile
      >>> from jaxfmm import nbody
      >>> state = nbody.plummer(jax.random.key(0), 100)
      >>> path = pathlib.Path(tempfile.mkdtemp()) / "plummer.npz"
      >>> nbody.save(path, state)
      >>> bool((nbody.load(path).positions == state.positions).all())
      True
    """
    state = checked(state)
    arrays: dict[str, Any] = {name: np.asarray(getattr(state, name)) for name in _SAVED}
    np.savez(path, **arrays)


def load(path: str | PathLike) -> State:
    """The state in an `.npz` file that `save` wrote; float64 arrays become float32 where JAX's x64
    is off.

    Raises:
      ValueError: arrays are missing or do not belong together.
    """
    with np.load(path) as file:
        missing = [name for name in _SAVED if name not in file]
        if missing:
            raise ValueError(
                f"{path} has no {' and no '.join(missing)}; nbody.save writes {', '.join(_SAVED)}"
            )
        return checked(State(**{name: file[name] for name in _SAVED}))
