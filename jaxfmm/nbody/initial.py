"""Initial conditions: a Plummer sphere, a uniform sphere, a disk. Bodies have equal masses, and
their centre of mass rests at the origin."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm import errors, inputs
from jaxfmm.nbody.state import State
from jaxfmm.switches import library_code


@library_code
def plummer(
    key: jax.Array,
    n: int,
    *,
    mass: float = 1.0,
    scale: float = 1.0,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """A Plummer sphere in virial equilibrium, of infinite extent.

        density  3 M / (4 pi a^3) (1 + r^2/a^2)^(-5/2) ,    potential  -G M / sqrt(r^2 + a^2) ,
        potential energy  -3 pi G M^2 / (32 a)

    Velocities are isotropic, from the distribution function (-E)^(7/2). Half of the mass lies
    within 1.305 a.

    Args:
      key: of `jax.random`.  n: the number of bodies.
      mass: M, the total mass.  scale: a.  gravity: G.
      dtype: float32 or float64; None for JAX's default.

    Returns:
      A `State` at time 0.

    Reference: Plummer, MNRAS 71 (1911) 460; Aarseth, Henon & Wielen, A&A 37 (1974) 183, appendix.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> nbody.plummer(jax.random.key(0), 1000).positions.shape
      (1000, 3)
    """
    n, dtype, (mass, scale, gravity) = checked(n, dtype, mass=mass, scale=scale, gravity=gravity)
    where, outward, motion = jax.random.split(key, 3)
    # the share of the mass within a radius is M(r) / M = r^3 / (1 + r^2)^(3/2), which gives r
    share = jax.random.uniform(where, (n,), dtype, minval=float(jnp.finfo(dtype).tiny))
    radius = jax.lax.rsqrt(jnp.expm1(-2 / 3 * jnp.log(share)))
    positions = scale * radius[:, None] * directions(outward, n, 3, dtype)
    # With q the speed over the escape speed, q^2 has the density s^(1/2) (1 - s)^(7/2). The squared
    # length of three coordinates of a random direction in twelve dimensions has it, too.
    escape = math.sqrt(2 * gravity * mass / scale) * (1 + jnp.square(radius)) ** -0.25
    velocities = escape[:, None] * directions(motion, n, 12, dtype)[:, :3]
    return centred(positions, velocities, jnp.full(n, mass / n, dtype))


@library_code
def uniform_sphere(
    key: jax.Array,
    n: int,
    *,
    radius: float = 1.0,
    mass: float = 1.0,
    virial_ratio: float = 0.0,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """A sphere of uniform density, cold or with isotropic normal velocities.

        U = -3/5 G M^2 / R ,      free-fall time  sqrt(3 pi / (32 G rho)) = pi/2 sqrt(R^3 / (2 G M))

    Args:
      key: of `jax.random`.  n: the number of bodies.
      radius: R.  mass: M, the total mass.  gravity: G.
      dtype: float32 or float64; None for JAX's default.
      virial_ratio: 2 K / |U| with the kinetic energy K: 0 is cold and collapses, 1 is in virial
        balance.

    Returns:
      A `State` at time 0.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> bool((nbody.uniform_sphere(jax.random.key(0), 1000).velocities == 0).all())
      True
    """
    n, dtype, (radius, mass, gravity) = checked(n, dtype, radius=radius, mass=mass, gravity=gravity)
    virial_ratio = _not_negative("virial_ratio", virial_ratio, "0 (cold)")
    where, outward, motion = jax.random.split(key, 3)
    distance = radius * jnp.cbrt(jax.random.uniform(where, (n,), dtype))
    positions = distance[:, None] * directions(outward, n, 3, dtype)
    deviation = math.sqrt(virial_ratio * gravity * mass / (5 * radius))  # 3/2 M deviation^2 = K
    velocities = deviation * jax.random.normal(motion, (n, 3), dtype)
    return centred(positions, velocities, jnp.full(n, mass / n, dtype))


@library_code
def disk(
    key: jax.Array,
    n: int,
    *,
    mass: float = 1.0,
    scale: float = 1.0,
    central_mass: float = 0.0,
    thickness: float = 0.0,
    toomre: float = 0.0,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """A disk of exponential surface density that turns about the z axis, on circular orbits or with
    random velocities.

        surface density  M / (2 pi h^2) exp(-R/h) ,
        v^2 = G M / h 2 y^2 (I0(y) K0(y) - I1(y) K1(y)) + G C / R ,     y = R / (2 h)

    v is the speed of circular orbits in the field of an infinitely thin smooth disk and of a
    central mass C. A cold disk, toomre=0, is not stable: it breaks into clumps unless most of the
    mass is in the centre. With `toomre` velocities have the radial deviation

        sigma_R = 3.36 Q G Sigma / kappa ,

    that in the direction of rotation is smaller by kappa / (2 Omega), and the disk turns slower by
    the asymmetric drift; the vertical deviation balances the thickness.

    Args:
      key: of `jax.random`.
      n: the number of bodies; a central mass is the first of them.
      mass: M, the mass of the disk without the central mass.  scale: h.
      central_mass: C, 0 for none.  gravity: G.
      thickness: standard deviation of the normal distribution of z.
      toomre: Q, from 1.5 on stable; 0 for circular orbits.
      dtype: float32 or float64; None for JAX's default.

    Returns:
      A `State` at time 0.

    Reference: Freeman, ApJ 160 (1970) 811, eq. 10; Toomre, ApJ 139 (1964) 1217; Binney & Tremaine,
    Galactic Dynamics (2008), eq. 4.228, for the drift.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> state = nbody.disk(jax.random.key(0), 1000, mass=0.1, central_mass=1.0)
      >>> float(state.masses[0])
      1.0
    """
    n, dtype, (mass, scale, gravity) = checked(n, dtype, mass=mass, scale=scale, gravity=gravity)
    central_mass = _not_negative("central_mass", central_mass)
    thickness, toomre = _not_negative("thickness", thickness), _not_negative("toomre", toomre)
    central = int(central_mass > 0)
    if n <= central:
        raise ValueError(
            f"n must be at least {central + 1}, got {n}: the central mass is one of the bodies"
        )
    count = n - central
    where, around, upward = jax.random.split(key, 3)
    random = jax.random.normal(jax.random.fold_in(key, 1), (3, count), dtype)
    # R/h has the density (R/h) exp(-R/h)
    radius = jax.random.exponential(where, (2, count), dtype).sum(0)
    angle = jax.random.uniform(around, (count,), dtype, maxval=2 * math.pi)
    x, y = jnp.cos(angle), jnp.sin(angle)
    z = thickness * jax.random.normal(upward, (count,), dtype)
    positions = jnp.stack([scale * radius * x, scale * radius * y, z], axis=1)
    curves = (jnp.asarray(column, dtype) for column in _disk_curves(mass, central_mass, toomre))
    at, *curves_there = curves
    own, *motions = (jnp.interp(radius, at, curve) for curve in curves_there)
    safe = jnp.maximum(radius, float(jnp.finfo(dtype).tiny))
    circular = mass * own + central_mass / safe  # its square, in units of G / h
    drift, out, turning, vertical = motions
    unit = math.sqrt(gravity / scale)
    turn = unit * (jnp.sqrt(jnp.maximum(circular + drift, 0)) + turning * random[0])
    away, up = unit * out * random[1], jnp.zeros_like(x)
    if toomre:
        height = thickness / scale
        centre = central_mass * height**2 * (radius**2 + height**2) ** -1.5
        up = unit * jnp.sqrt(vertical * height + centre) * random[2]
    velocities = jnp.stack([away * x - turn * y, away * y + turn * x, up], axis=1)
    masses = jnp.full(count, mass / count, dtype)
    if central:
        origin = jnp.zeros((1, 3), dtype)
        positions = jnp.concatenate([origin, positions])
        velocities = jnp.concatenate([origin, velocities])
        masses = jnp.concatenate([jnp.full(1, central_mass, dtype), masses])
    return centred(positions, velocities, masses)


def _disk_curves(mass: float, central_mass: float, toomre: float) -> tuple[np.ndarray, ...]:
    """R/h, the curve of `_freeman`, and in units of G / h or its root: what the square of the
    rotation changes by random motion, their deviations along R and around, and the square of the
    vertical one over thickness / h."""
    radius, own = _freeman()
    nothing = np.zeros_like(radius)
    if not toomre:
        return radius, own, nothing, nothing, nothing, nothing
    r = radius[1:]
    circular = mass * own[1:] + central_mass / r
    omega2 = circular / r**2
    kappa2 = 4 * omega2 + r * np.gradient(omega2, r)
    kappa2 = np.clip(kappa2, omega2, 4 * omega2)  # between Kepler's and a rigid rotation
    surface = mass / (2 * math.pi) * np.exp(-r)
    deviation = np.minimum(3.36 * toomre * surface / np.sqrt(kappa2), 0.7 * np.sqrt(circular))
    slope = np.gradient(np.log(surface * deviation**2), np.log(r))
    drift = deviation**2 * (1 - kappa2 / (4 * omega2) + slope)
    around = deviation * np.sqrt(kappa2 / (4 * omega2))
    columns = drift, deviation, around, math.pi * surface
    return radius, own, *(np.concatenate([column[:1], column]) for column in columns)


def _freeman() -> tuple[np.ndarray, np.ndarray]:
    """R/h and h v^2 / (G M) of a thin exponential disk, two columns in float64."""
    radius = np.concatenate([[0.0], np.geomspace(1e-4, 100, 1000)])
    y = 0.5 * radius[1:, None]
    # by the trapezoidal rule:
    # I_k(y) = 1/pi int_0^pi exp(y cos t) cos(k t) dt
    # K_k(y) = int_0^inf exp(-y cosh t) cosh(k t) dt
    t, dt = np.linspace(0, math.pi, 129, retstep=True)
    around = (
        np.exp(y * (np.cos(t) - 1)) * np.where((t == 0) | (t == math.pi), 0.5, 1.0) * dt / math.pi
    )
    i0, i1 = around.sum(1), around @ np.cos(t)
    t, dt = np.linspace(0, 15, 301, retstep=True)
    outward = np.exp(-y * (np.cosh(t) - 1)) * np.where(t == 0, 0.5, 1.0) * dt
    k0, k1 = outward.sum(1), outward @ np.cosh(t)
    return radius, np.concatenate([[0.0], 2 * y[:, 0] ** 2 * (i0 * k0 - i1 * k1)])


def checked(
    n: int, dtype: DTypeLike | None, **numbers: Any
) -> tuple[int, DTypeLike, tuple[float, ...]]:
    """n, dtype and the numbers as floats. Raises ValueError unless the numbers, which are lengths,
    masses and constants, are positive."""
    n = inputs.integer("n", n, 1, 2**31 - 1, "it is the number of bodies")
    floats = tuple(
        inputs.number(name, value, 0, math.inf, "it must be positive")
        for name, value in numbers.items()
    )
    dtype = jnp.zeros(0).dtype if dtype is None else jnp.dtype(dtype)
    if dtype not in (jnp.float32, jnp.float64) or jnp.asarray(np.empty(0, dtype)).dtype != dtype:
        raise ValueError(f"dtype must be float32, or float64 with jax_enable_x64, got {dtype}")
    return n, dtype, floats


def _not_negative(name: str, value: Any, least: str = "0") -> float:
    if errors.is_traced(value) or not 0 <= float(value) < math.inf:
        raise ValueError(f"{name} must be a number, {least} or more, got {value!r}")
    return float(value)


def directions(key: jax.Array, n: int, dim: int, dtype: DTypeLike) -> jax.Array:
    """Unit vectors (n, dim), uniformly distributed."""
    vectors = jax.random.normal(key, (n, dim), dtype)
    return vectors / jnp.linalg.norm(vectors, axis=1, keepdims=True)


def centred(positions: jax.Array, velocities: jax.Array, masses: jax.Array) -> State:
    """The state with its centre of mass at rest at the origin."""
    share = (masses / masses.sum())[:, None]
    positions, velocities = (
        value - (share * value).sum(0, keepdims=True) for value in (positions, velocities)
    )
    return State(
        positions=positions, velocities=velocities, masses=masses, time=jnp.zeros((), masses.dtype)
    )
