"""N-body forces: accelerations, and their rates of change along the motion."""

import dataclasses
import functools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike, DTypeLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.periodic import Periodic
from jaxfmm.nbody.jerk import jerk_sum
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan_once
from jaxfmm.sum import potential_and_gradient
from jaxfmm.switches import library_code

Moving = tuple[Array, Array]  # positions and velocities, (n, d) each


class Field(NamedTuple):
    """The effect of a force on all bodies: their acceleration (n, d), its rate of change, the jerk
    (n, d), or None if it was not asked for, and their potential energy, a scalar."""

    acceleration: Array
    jerk: Array | None
    energy: Array


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Gravity:
    """Newton's law with the softening of Plummer, or of the spline of `Laplace`. With Plummer's
    softening eps

        a_i = -G sum_j m_j (x_i - x_j) / (r_ij^2 + eps^2)^(3/2) ,
        U = -G/2 sum_{i != j} m_i m_j / sqrt(r_ij^2 + eps^2)

    in 3D; in 2D with the potential G log sqrt(r^2 + eps^2) of two dimensions.

    constant: G.  kernel: `Laplace(softening, profile)` simplified, or that kernel in a periodic
    cell. Its sum times -G is the potential."""

    constant: Array
    kernel: Kernel

    @property
    def one_pass(self) -> bool:
        """Whether `with_jerk` and `at` work for this kernel."""
        return not self.kernel.own_numbers and self.kernel.in_open_space

    def __call__(self, positions: Array, masses: Array, **how: Any) -> tuple[Array, Array]:
        """Acceleration (n, d) and potential energy."""
        potential, gradient = potential_and_gradient(positions, masses, kernel=self.kernel, **how)
        return self._times_constant(masses, potential, gradient)

    def with_jerk(
        self, positions: Array, velocities: Array, masses: Array, backend: str | None
    ) -> Field:
        """The field by one pass over all pairs."""
        moving = positions, velocities
        potential, gradient, rate = self._all_pairs(moving, moving, masses, backend)
        acceleration, energy = self._times_constant(masses, potential, gradient)
        return Field(acceleration, self.constant * rate, energy)

    def at(
        self, targets: Moving, sources: Moving, masses: Array, backend: str | None
    ) -> tuple[Array, Array]:
        """Acceleration and jerk at moving targets (m, d), by one pass over all pairs."""
        _, gradient, rate = self._all_pairs(targets, sources, masses, backend)
        return self.constant * gradient, self.constant * rate

    def _all_pairs(
        self, targets: Moving, sources: Moving, masses: Array, backend: str | None
    ) -> tuple[Array, Array, Array]:
        kernel: Any = self.kernel  # of one softening
        how = {"profile": kernel.profile, "backend": backend}
        return jerk_sum(*targets, *sources, masses, kernel.softening, **how)

    def energy_at(
        self, sources: Array, masses: Array, bodies: Array, body_masses: Array, plan: Plan
    ) -> Array:
        """The potential energy of some bodies in the field of all bodies, the sources. plan: of a
        sum from the sources to these bodies."""
        how: dict[str, Any] = {"kernel": self.kernel, "plan": plan}
        phi, _ = potential_and_gradient(sources, masses, bodies, **how)
        return -0.5 * self.constant * jnp.sum(body_masses * phi)

    def _times_constant(
        self, masses: Array, potential: Array, gradient: Array
    ) -> tuple[Array, Array]:
        return self.constant * gradient, -0.5 * self.constant * jnp.sum(masses * potential)


@pytrees.register
@dataclasses.dataclass(frozen=True)
class OwnForce:
    """A force that the user writes: function(positions, plan) -> acceleration (n, d), or a pair of
    the acceleration and the potential energy. Without the pair the energy is NaN. With `at_bodies`
    the function has a third argument, the numbers (m,) of the bodies at which the acceleration
    (m, d) is wanted, or None for all."""

    function: jax.tree_util.Partial
    at_bodies: bool = dataclasses.field(default=False, metadata={"static": True})

    def __call__(self, positions: Array, masses: Array, plan: Plan | None) -> tuple[Array, Array]:
        return self._value(positions, plan, None)

    def at(
        self, bodies: Array, moving: Moving, *, jerk: bool, plan: Plan | None
    ) -> tuple[Array, Array | None]:
        """Acceleration and jerk (m, d) of these bodies, by a force with `at_bodies`. plan: of a sum
        from all bodies to them."""

        def acceleration(positions: Array) -> Array:
            return self._value(positions, plan, bodies)[0]

        if not jerk:
            return acceleration(moving[0]), None
        return jax.jvp(acceleration, moving[:1], moving[1:])

    def _value(
        self, positions: Array, plan: Plan | None, bodies: Array | None
    ) -> tuple[Array, Array]:
        value = self.function(positions, plan, *((bodies,) if self.at_bodies else ()))
        acceleration, energy = value if isinstance(value, tuple) else (value, math.nan)
        acceleration = jnp.asarray(acceleration)
        shape = positions.shape if bodies is None else (len(bodies), positions.shape[1])
        if acceleration.shape != shape or acceleration.dtype != positions.dtype:
            raise ValueError(
                f"acceleration must return one vector for each body, {positions.dtype} "
                f"{shape}, got {acceleration.dtype} {acceleration.shape}"
            )
        return acceleration, scalar("potential energy", energy, positions.dtype, finite=False)


def field(
    force: Gravity | OwnForce,
    positions: Array,
    velocities: Array,
    masses: Array,
    *,
    jerk: bool,
    plan: Plan | None,
    **how: Any,
) -> Field:
    """The `Field` of a force, with or without the jerk. how: `tol=` where the plan is None.

    The jerk is the derivative of the acceleration along the velocities, da/dt = (v . d/dx) a. With
    a direct plan it takes one pass over all pairs, otherwise, by the derivative rule of the sum,
    two sums instead of one."""
    force_at = functools.partial(force, masses=masses, plan=plan, **how)
    if not jerk:
        acceleration, energy = force_at(positions)
        return Field(acceleration, None, energy)
    if plan is not None and plan.is_direct and plan.request.layout is None:
        if isinstance(force, Gravity) and force.one_pass:
            return force.with_jerk(positions, velocities, masses, plan.request.backend)
    (acceleration, energy), (rate, _) = jax.jvp(force_at, (positions,), (velocities,))
    return Field(acceleration, rate, energy)


def at_targets(
    force: Gravity,
    targets: Moving,
    sources: Moving,
    masses: Array,
    *,
    jerk: bool,
    plan: Plan | None,
    **how: Any,
) -> tuple[Array, Array | None]:
    """Acceleration and jerk (m, d) of moving targets among moving sources; the jerk is None if it
    is not asked for. plan: for these sources and targets. how: as for `field`."""

    def pull(places: tuple[Array, Array]) -> Array:
        x, y = places
        _, gradient = potential_and_gradient(y, masses, x, kernel=force.kernel, plan=plan, **how)
        return force.constant * gradient

    where = targets[0], sources[0]
    if not jerk:
        return pull(where), None
    if plan is not None and plan.is_direct and force.one_pass and plan.request.layout is None:
        return force.at(targets, sources, masses, plan.request.backend)
    return jax.jvp(pull, (where,), ((targets[1], sources[1]),))


@library_code
def acceleration(
    positions: ArrayLike,
    masses: ArrayLike,
    *,
    targets: ArrayLike | None = None,
    gravity: ArrayLike = 1.0,
    softening: ArrayLike = 0.0,
    profile: str = "plummer",
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> Array:
    """The acceleration of bodies, or of targets, by the gravity of bodies.

        a_i = -G sum_j m_j (x_i - x_j) / (r_ij^2 + softening^2)^(3/2)

    Args:
      positions: (n, 3), or (n, 2) for the gravity of two dimensions, `-G m_j (x_i - x_j) / (r_ij^2
        + softening^2)`.
      masses: (n,).
      targets: (m, d), where the acceleration is wanted, or None for the bodies themselves. A body
        at the place of a target does not act on it.
      gravity: G.  softening: a length.
      profile: "plummer", as above, or "spline", with which softening may be an array (n,), or for
        targets a pair of arrays (n,) and (m,), see `jaxfmm.Laplace`.
      tol: relative L2 error, used only when no plan is given.
      plan: from `jaxfmm.plan(positions, targets, kernel=jaxfmm.Laplace(softening, profile))`.

    Returns:
      (n, d), or (m, d) for targets.

    Raises:
      ValueError: for bad arguments, as `jaxfmm.potential`.

    With `targets` this is the call `force(xj, mj, xi, eps2, a, ni, nj)` of Hamada & Iitaka:
    `acceleration(xj, mj, targets=xi, softening=eps2**0.5)` is their a.

    Reference: Hamada & Iitaka, arXiv astro-ph/0703100 (2007), section 3.1.

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> nbody.acceleration(x, jnp.array([1.0, 3.0])).tolist()
      [[0.75, 0.0, 0.0], [-0.25, 0.0, 0.0]]
      >>> nbody.acceleration(x, jnp.ones(2), targets=jnp.zeros((1, 3))).tolist()
      [[0.25, 0.0, 0.0]]
    """
    positions = inputs.points("positions", positions, (2, 3))
    masses = inputs.charges("masses", masses, len(positions), positions.dtype)
    if targets is None:
        force = gravity_of(gravity, softening, profile, positions)
        return force(positions, masses, tol=tol, plan=plan)[0]
    targets = _targets(targets, positions)
    force = gravity_of(gravity, softening, profile, positions, targets=targets)
    moving = (targets, targets), (positions, positions)  # the velocities are not used
    return at_targets(force, *moving, masses, jerk=False, tol=tol, plan=plan)[0]


@library_code
def acceleration_and_jerk(
    positions: ArrayLike,
    velocities: ArrayLike,
    masses: ArrayLike,
    *,
    targets: ArrayLike | None = None,
    target_velocities: ArrayLike | None = None,
    gravity: ArrayLike = 1.0,
    softening: ArrayLike = 0.0,
    profile: str = "plummer",
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> tuple[Array, Array]:
    """The acceleration of bodies, or of targets, by the gravity of bodies, and its rate of change
    while they move.

        a_i = -G sum_j m_j d / R^3 ,    j_i = da_i/dt = -G sum_j m_j (w / R^3 - 3 (d . w) d / R^5)

    with d = x_i - x_j, w = v_i - v_j, `R^2 = |d|^2 + softening^2`. With `targets` and
    `target_velocities` this is the sum of block time steps: from all bodies to the few that are
    due. With a direct plan it is one pass over all pairs; by trees, or with a softening for each
    body, it is two sums.

    Args:
      velocities: (n, d).
      target_velocities: (m, d), with `targets`.
      Others are those of `acceleration`, and so are errors.

    Returns:
      (n, d) and (n, d), or (m, d) and (m, d) for targets.

    Reference: Makino & Aarseth, PASJ 44 (1992) 141, eq. 1 and 2; Hamada & Iitaka, arXiv
      astro-ph/0703100 (2007).

    Example:
      >>> import jax.numpy as jnp
      >>> from jaxfmm import nbody
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> v = jnp.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
      >>> nbody.acceleration_and_jerk(x, v, jnp.ones(2))[1].tolist()
      [[0.0, 0.125, 0.0], [0.0, -0.125, 0.0]]
    """
    positions = inputs.points("positions", positions, (2, 3))
    velocities = _velocities("velocities", velocities, "positions", positions)
    masses = inputs.charges("masses", masses, len(positions), positions.dtype)
    if (targets is None) != (target_velocities is None):
        raise ValueError(
            "targets and target_velocities belong together, one velocity for each target; pass "
            "both or neither"
        )
    if targets is not None:
        targets = _targets(targets, positions)
        target_velocities = _velocities("target_velocities", target_velocities, "targets", targets)
    force = gravity_of(gravity, softening, profile, positions, targets=targets)
    if plan is None:
        how: Any = {"kernel": force.kernel, "tol": tol, "gradient": True}
        plan = plan_once(positions, masses, targets, **how)
    if targets is not None:
        to: Any = targets, target_velocities
        of = positions, velocities
        pair: Any = at_targets(force, to, of, masses, jerk=True, tol=tol, plan=plan)
        return pair
    both = field(force, positions, velocities, masses, jerk=True, tol=tol, plan=plan)
    return both.acceleration, both.jerk  # type: ignore[return-value]


def _targets(targets: ArrayLike, positions: Array) -> Array:
    array = inputs.points("targets", targets, positions.shape[1:], positions.dtype)
    inputs.same_dtype("targets", array, "positions", positions.dtype)
    return array


def _velocities(name: str, value: Any, of: str, points: Array) -> Array:
    velocities = inputs.points(name, value, points.shape[1:], points.dtype)
    if velocities.shape != points.shape or velocities.dtype != points.dtype:
        raise ValueError(
            f"{name} {velocities.dtype} {velocities.shape} and {of} {points.dtype} "
            f"{points.shape} must have the same shape and dtype"
        )
    return velocities


def gravity_of(
    constant: Any,
    softening: Any,
    profile: str,
    positions: Array,
    *,
    cell: Any = None,
    targets: Array | None = None,
) -> Gravity:
    """`Gravity` from the arguments of users, checked."""
    dtype = positions.dtype
    if not isinstance(softening, tuple) and np.ndim(softening) == 0:
        length = scalar("softening", softening, dtype)
        if not errors.is_traced(length) and np.asarray(length) < 0:
            raise ValueError(f"softening must be a length, 0 or more, got {softening}")
    kernel: Kernel = Laplace(softening, profile)
    if cell is not None:
        kernel = Periodic(kernel, cell)
    kernel = foreign.leaves(kernel).simplified(positions.shape[1])
    kernel.check_numbers(len(positions), None if targets is None else len(targets))
    return Gravity(scalar("gravity", constant, dtype), kernel)


def scalar(name: str, value: Any, dtype: DTypeLike, *, finite: bool = True) -> Array:
    """A real number or a scalar array as an array of the dtype."""
    listed = isinstance(value, list | tuple)  # perhaps of traced numbers, which NumPy cannot read
    array = value if listed or isinstance(value, jax.Array) else np.asarray(value)
    if (
        listed
        or array.shape != ()
        or not jnp.issubdtype(array.dtype, jnp.number)
        or jnp.issubdtype(array.dtype, jnp.complexfloating)
    ):
        raise ValueError(f"{name} must be a real number or a scalar, got {value!r}")
    if finite and not errors.is_traced(value) and not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {value}")
    with errors.known_results(value):
        return jnp.asarray(value).astype(dtype)
