"""Accelerations, and their rates along the motion: the one place where N-body forces are
computed."""

import dataclasses
import functools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import errors, foreign, pytrees
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.periodic import Periodic
from jaxfmm.nbody.jerk import jerk_sum
from jaxfmm.plan import Plan
from jaxfmm.sum import potential_and_gradient
from jaxfmm.switches import library_code


class Field(NamedTuple):
    """What a force gives at all bodies: acceleration (n, d), its rate of change jerk (n, d) or None
    where nobody asked, and the potential energy of the whole, a scalar."""

    acceleration: jax.Array
    jerk: jax.Array | None
    energy: jax.Array


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Gravity:
    """Newton's law with softening, Plummer's with the length eps or the spline's of `Laplace`.
    Plummer's is

        a_i = -G sum_j m_j (x_i - x_j) / (r_ij^2 + eps^2)^(3/2) ,
        U = -G/2 sum_{i != j} m_i m_j / sqrt(r_ij^2 + eps^2)

    in 3D; in 2D with the potential G log sqrt(r^2 + eps^2) of two dimensions.

    constant: G.  kernel: `Laplace(softening, profile)` simplified, whose sum times -G is the
    potential, or that kernel in a periodic cell."""

    constant: jax.Array
    kernel: Kernel

    @property
    def one_pass(self) -> bool:
        """Whether there is `with_jerk`."""
        return not self.kernel.own_numbers and self.kernel.in_open_space

    def __call__(
        self, positions: jax.Array, masses: jax.Array, **how
    ) -> tuple[jax.Array, jax.Array]:
        """Acceleration (n, d) and potential energy."""
        potential, gradient = potential_and_gradient(positions, masses, kernel=self.kernel, **how)
        return self._scaled(masses, potential, gradient)

    def with_jerk(self, positions, velocities, masses, backend):
        """Acceleration, jerk and potential energy by one pass over all pairs."""
        how = {"profile": self.kernel.profile, "backend": backend}
        moving = (positions, velocities)
        potential, gradient, rate = jerk_sum(*moving, *moving, masses, self.kernel.softening, **how)
        acceleration, energy = self._scaled(masses, potential, gradient)
        return acceleration, self.constant * rate, energy

    def _scaled(
        self, masses: jax.Array, potential: jax.Array, gradient: jax.Array
    ) -> tuple[jax.Array, jax.Array]:
        return self.constant * gradient, -0.5 * self.constant * jnp.sum(masses * potential)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class OwnForce:
    """A force that the user writes: function(positions, plan) -> acceleration (n, d), or a pair of
    that and the potential energy, which is NaN otherwise."""

    function: jax.tree_util.Partial

    def __call__(
        self, positions: jax.Array, masses: jax.Array, plan: None
    ) -> tuple[jax.Array, jax.Array]:
        value = self.function(positions, plan)
        acceleration, energy = value if isinstance(value, tuple) else (value, math.nan)
        acceleration = jnp.asarray(acceleration)
        if acceleration.shape != positions.shape or acceleration.dtype != positions.dtype:
            raise ValueError(
                f"acceleration must return one vector for each body, {positions.dtype} {positions.shape}, "
                f"got {acceleration.dtype} {acceleration.shape}"
            )
        return acceleration, scalar("potential energy", energy, positions.dtype, finite=False)


def field(
    force: Gravity | OwnForce,
    positions: jax.Array,
    velocities: Any,
    masses: jax.Array,
    *,
    jerk: bool,
    **how,
) -> Field:
    """The `Field` of a force, with or without the jerk. `how`: the plan, or the tolerance of one to
    be made.

    The jerk is the derivative of the acceleration along the velocities, da/dt = (v . d/dx) a: by
    one pass over all pairs where the plan says "direct", otherwise by the sum's own rule, in two
    sums instead of one."""
    along = functools.partial(force, masses=masses, **how)
    if not jerk:
        acceleration, energy = along(positions)
        return Field(acceleration, None, energy)
    plan = how.get("plan")
    here = plan is not None and plan.is_direct and plan.request.layout is None
    if isinstance(force, Gravity) and force.one_pass and here:
        acceleration, rate, energy = force.with_jerk(
            positions, velocities, masses, plan.request.backend
        )
        return Field(acceleration, rate, energy)
    (acceleration, energy), (rate, _) = jax.jvp(along, (positions,), (velocities,))
    return Field(acceleration, rate, energy)


@library_code
def acceleration(
    positions: ArrayLike,
    masses: ArrayLike,
    *,
    gravity: ArrayLike = 1.0,
    softening: ArrayLike = 0.0,
    profile: str = "plummer",
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The acceleration of bodies by their gravity.

        a_i = -G sum_j m_j (x_i - x_j) / (r_ij^2 + softening^2)^(3/2)

    Args:
      positions: (n, 3), or (n, 2) for the gravity of two dimensions, -G m_j (x_i - x_j) / (r_ij^2 +
        softening^2).
      masses: (n,).  gravity: G.  softening: a length; Plummer's, as above, or another one by
        `profile`, "plummer" or "spline", with which it may be an array (n,), see `jaxfmm.Laplace`.
      tol: relative L2 error, used only when no plan is given.
      plan: from `jaxfmm.plan(positions, kernel=jaxfmm.Laplace(softening, profile))`.

    Returns:
      (n, d).

    Raises:
      ValueError: for bad arguments, as `jaxfmm.potential`.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> nbody.acceleration(jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), jnp.array([1.0,
      3.0])).tolist() [[0.75, 0.0, 0.0], [-0.25, 0.0, 0.0]]
    """
    positions = errors.points("positions", positions, (2, 3))
    masses = errors.charges("masses", masses, len(positions), positions.dtype)
    force = gravity_of(gravity, softening, profile, positions)
    return field(force, positions, None, masses, jerk=False, tol=tol, plan=plan).acceleration


@library_code
def acceleration_and_jerk(
    positions: ArrayLike,
    velocities: ArrayLike,
    masses: ArrayLike,
    *,
    gravity: ArrayLike = 1.0,
    softening: ArrayLike = 0.0,
    profile: str = "plummer",
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> tuple[jax.Array, jax.Array]:
    """The acceleration of bodies by their gravity, and its rate of change while they move.

        a_i = -G sum_j m_j d / R^3 ,    j_i = da_i/dt = -G sum_j m_j (w / R^3 - 3 (d . w) d / R^5)

    with d = x_i - x_j, w = v_i - v_j, R^2 = |d|^2 + softening^2. Arguments and errors as
    `acceleration`; velocities:
    (n, d).

    Returns:
      (n, d) and (n, d).

    Reference: Makino & Aarseth, PASJ 44 (1992) 141, eq. 1 and 2.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> x, v = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), jnp.array([[0.0, 0.0, 0.0], [0.0,
      1.0, 0.0]])
      >>> nbody.acceleration_and_jerk(x, v, jnp.ones(2))[1].tolist()
      [[0.0, 0.125, 0.0], [0.0, -0.125, 0.0]]
    """
    positions = errors.points("positions", positions, (2, 3))
    velocities = errors.points("velocities", velocities, positions.shape[1:], positions.dtype)
    if velocities.shape != positions.shape or velocities.dtype != positions.dtype:
        raise ValueError(
            f"velocities {velocities.dtype} {velocities.shape} and positions {positions.dtype} {positions.shape} must "
            "have the same shape and dtype"
        )
    masses = errors.charges("masses", masses, len(positions), positions.dtype)
    force = gravity_of(gravity, softening, profile, positions)
    return field(force, positions, velocities, masses, jerk=True, tol=tol, plan=plan)[:2]


def gravity_of(
    constant: Any,
    softening: Any,
    profile: str,
    positions: jax.Array,
    cell: Any = None,
) -> Gravity:
    """`Gravity` from what users give."""
    dtype = positions.dtype
    if np.ndim(softening) == 0:
        length = scalar("softening", softening, dtype)
        if not errors.is_traced(length) and length < 0:
            raise ValueError(f"softening must be a length, 0 or more, got {softening}")
    kernel: Kernel = Laplace(softening, profile)
    if cell is not None:
        kernel = Periodic(kernel, cell)
    kernel = foreign.leaves(kernel).simplified(positions.shape[1])
    kernel.check_numbers(len(positions), None)
    return Gravity(scalar("gravity", constant, dtype), kernel)


def scalar(name: str, value: Any, dtype: DTypeLike, *, finite: bool = True) -> jax.Array:
    """A real number or a scalar array as an array of the dtype."""
    if (
        jnp.shape(value) != ()
        or not jnp.issubdtype(jnp.result_type(value), jnp.number)
        or jnp.iscomplexobj(value)
    ):
        raise ValueError(f"{name} must be a real number or a scalar, got {value!r}")
    if finite and not errors.is_traced(value) and not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {value}")
    return jnp.asarray(value).astype(dtype)
