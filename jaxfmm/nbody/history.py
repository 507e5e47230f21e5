"""What a simulation records on its way, and the errors in what should be conserved."""

import dataclasses

import jax
import jax.numpy as jnp

from jaxfmm import pytrees
from jaxfmm.nbody.state import State
from jaxfmm.switches import library_code


@pytrees.register
@dataclasses.dataclass(frozen=True, kw_only=True)
class History:
    """The record of a simulation: one row for the start and one for the end of each of s steps, or,
    with adaptive and block steps, for each of s times of `until`. A pytree.

    Attributes:
      time: (s + 1,).
      kinetic: (s + 1,), the kinetic energy.
      potential: (s + 1,), the potential energy. NaN with a force of one's own that returns
        accelerations alone: `acceleration` may return the pair (accelerations, potential energy).
      momentum: (s + 1, d).
      angular_momentum: (s + 1, 3) about the origin; in two dimensions (s + 1,).
      inertia: (s + 1,), sum_i m_i |x_i|^2.
      mass: the total mass, a scalar.
      positions: (1 + s / record_every, n, d), or (1 + s, n, d) for several times of `until`, or
        None.
      status: int32 scalar, 0 if all went well, else a combination of `jaxfmm.errors.Status` bits;
        then all is NaN.
      steps: (s + 1, 31) uint32, of block steps: how many steps of single bodies ended since the
        row before, by level k; a step of level k lasts 2^-k times as long as the longest. (s + 1,
        1) of adaptive steps, which all bodies take at once. None for constant steps.
      bodies: (4,) int32, the bodies whose steps fell under `dt_min`, the shortest first, -1 for
        none; None for constant steps.
    """

    time: jax.Array
    kinetic: jax.Array
    potential: jax.Array
    momentum: jax.Array
    angular_momentum: jax.Array
    inertia: jax.Array
    mass: jax.Array
    positions: jax.Array | None
    status: jax.Array
    steps: jax.Array | None = None
    bodies: jax.Array | None = None

    @property
    @library_code
    def energy(self) -> jax.Array:
        """(s + 1,) the total energy E = K + U."""
        return self.kinetic + self.potential

    @property
    @library_code
    def energy_error(self) -> jax.Array:
        """(s + 1,) (E - E_0) / |E_0| with the energy E_0 at the start; 0 where the energy is E_0,
        which may be 0."""
        return relative(self.energy - self.energy[0], jnp.abs(self.energy[0]))

    @property
    @library_code
    def momentum_error(self) -> jax.Array:
        """(s + 1,) |P - P_0| over the largest sqrt(2 M K), which bounds |P|."""
        change = jnp.linalg.norm(self.momentum - self.momentum[:1], axis=1)
        return relative(change, jnp.sqrt(2 * self.mass * self.kinetic).max())

    @property
    @library_code
    def angular_momentum_error(self) -> jax.Array:
        """(s + 1,) |L - L_0| over the largest sqrt(2 I K), which bounds |L|, with the moment I of
        inertia."""
        change = self.angular_momentum - self.angular_momentum[:1]
        size = jnp.linalg.norm(change.reshape(len(change), -1), axis=1)
        return relative(size, jnp.sqrt(2 * self.inertia * self.kinetic).max())


def relative(change: jax.Array, size: jax.Array) -> jax.Array:
    """change / size, and 0 where change is 0, as for bodies without mass."""
    return jnp.where(change == 0, 0, change / jnp.where(change == 0, 1, size))


def row(state: State, energy: jax.Array) -> dict[str, jax.Array]:
    """The entries of a history for one state. energy: the potential energy."""
    x, v, masses = state.positions, state.velocities, state.masses[:, None]
    turning = jnp.cross(x, v) if x.shape[1] == 3 else x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]
    return {
        "time": jnp.asarray(state.time),
        "kinetic": 0.5 * jnp.sum(masses * jnp.square(v)),
        "potential": energy,
        "momentum": jnp.sum(masses * v, axis=0),
        "angular_momentum": jnp.sum(
            (masses if turning.ndim == 2 else masses[:, 0]) * turning, axis=0
        ),
        "inertia": jnp.sum(masses * jnp.square(x)),
    }
