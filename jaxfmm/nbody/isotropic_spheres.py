"""Spheres in equilibrium with isotropic velocities: Hernquist's and King's models.

Speeds are drawn from the distribution function f of the model. At a place of depth psi (minus the
potential energy of a unit mass), the density of the speed v is v^2 f(psi - v^2 / 2), up to the
escape speed. It is tabulated in float64 on the host."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm import inputs
from jaxfmm.nbody.initial import centred, checked, directions
from jaxfmm.nbody.state import State
from jaxfmm.switches import library_code

ROWS, COLUMNS = 257, 129


@library_code
def hernquist(
    key: jax.Array,
    n: int,
    *,
    mass: float = 1.0,
    scale: float = 1.0,
    edge: float = 100.0,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """Hernquist's sphere in equilibrium: an elliptical galaxy, or a dark halo.

        density  M a / (2 pi r (r + a)^3) ,    mass within r  M r^2 / (r + a)^2 ,
        potential  -G M / (r + a) ,    potential energy  -G M^2 / (6 a)

    Half of the mass lies within 2.414 a. The densest place is the origin; the centre of mass, which
    far bodies move, is at rest near it.

    Args:
      key: of `jax.random`.  n: the number of bodies.
      mass: M, the mass of the infinite sphere.  scale: a.  gravity: G.
      edge: in units of a, beyond which there are no bodies; they have 98% of M in all.
      dtype: float32 or float64; None for JAX's default.

    Returns:
      A `State` at time 0.

    Reference: Hernquist, ApJ 356 (1990) 359, eq. 2, 17.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> nbody.hernquist(jax.random.key(0), 1000).positions.shape
      (1000, 3)
    """
    n, dtype, (mass, scale, edge, gravity) = checked(
        n, dtype, mass=mass, scale=scale, edge=edge, gravity=gravity
    )
    where, outward, motion = jax.random.split(key, 3)
    within = (edge / (1 + edge)) ** 2
    # s = r / (r + a) = sqrt(M(r) / M), and psi = G M / a (1 - s)
    s = jnp.sqrt(jax.random.uniform(where, (n,), dtype, maxval=within))
    positions = (scale * s / (1 - s))[:, None] * directions(outward, n, 3, dtype)
    share = _speeds(motion, jnp.sqrt(s), _hernquist_speeds())
    escape = jnp.sqrt(2 * gravity * mass / scale * (1 - s))
    velocities = (escape * share)[:, None] * directions(jax.random.fold_in(motion, 1), n, 3, dtype)
    start = centred(positions, velocities, jnp.full(n, within * mass / n, dtype))
    return dataclasses.replace(start, positions=positions)


@library_code
def king(
    key: jax.Array,
    n: int,
    *,
    depth: float = 6.0,
    mass: float = 1.0,
    scale: float = 1.0,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """King's sphere in equilibrium: a star cluster that ends at a tidal radius.

    With `W = psi / sigma^2`, psi being the depth below the potential at the edge, the distribution
    function is proportional to `exp(W - v^2 / (2 sigma^2)) - 1`, and the density to

        exp(W) erf(sqrt(W)) - sqrt(4 W / pi) (1 + 2 W / 3) .

    Args:
      key: of `jax.random`.  n: the number of bodies.
      depth: W in the centre, 0.1 to 12: the larger, the more concentrated. At 6 the tidal radius is
        18 King radii.
      mass: M, the total mass.
      scale: King's radius, 3 sigma / sqrt(4 pi G density in the centre).  gravity: G.
      dtype: float32 or float64; None for JAX's default.

    Returns:
      A `State` at time 0.

    Reference: King, AJ 71 (1966) 64; Binney & Tremaine, Galactic Dynamics (2008), section 4.3.3.

    Example:
      >>> import jax
      >>> from jaxfmm import nbody
      >>> nbody.king(jax.random.key(0), 1000, depth=7.0).positions.shape
      (1000, 3)
    """
    n, dtype, (mass, scale, gravity) = checked(n, dtype, mass=mass, scale=scale, gravity=gravity)
    depth = inputs.number("depth", depth, 0.0999, 12.0001, "it is King's W in the centre")
    where, outward, motion = jax.random.split(key, 3)
    radii, depths, masses = _king_profile(depth)
    share = jax.random.uniform(where, (n,), dtype)
    columns = (jnp.asarray(column, dtype) for column in (masses / masses[-1], radii, depths))
    within, radii_there, depths_there = columns
    radius = jnp.interp(jnp.cbrt(share), jnp.cbrt(within), radii_there)
    at = jnp.interp(radius, radii_there, depths_there)
    positions = scale * radius[:, None] * directions(outward, n, 3, dtype)
    sigma = math.sqrt(gravity * mass / (9 * scale * masses[-1]))
    speeds = _speeds(motion, at / depth, _king_speeds(depth)) * jnp.sqrt(2 * at) * sigma
    velocities = speeds[:, None] * directions(jax.random.fold_in(motion, 1), n, 3, dtype)
    return centred(positions, velocities, jnp.full(n, mass / n, dtype))


def _speeds(key: jax.Array, row: jax.Array, table: np.ndarray) -> jax.Array:
    """Speeds over the escape speed, drawn at places (n,) whose rows of the table are at `row`, 0 to
    1."""
    share = jnp.cbrt(jax.random.uniform(key, row.shape, row.dtype))
    quantiles = jnp.asarray(table, row.dtype)
    y, x = row * (ROWS - 1), share * (COLUMNS - 1)
    i = jnp.clip(y.astype(jnp.int32), 0, ROWS - 2)
    k = jnp.clip(x.astype(jnp.int32), 0, COLUMNS - 2)
    y, x = y - i.astype(y.dtype), x - k.astype(x.dtype)
    low, high = (quantiles[i + d, k] * (1 - x) + quantiles[i + d, k + 1] * x for d in (0, 1))
    return low * (1 - y) + high * y


def _quantiles(density: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """Speeds over the escape speed at the cubes of equally spaced shares, (ROWS, COLUMNS).
    density: function(row (ROWS, 1) from 0 to 1, x (1, k)) -> the density of speeds."""
    x = np.linspace(0, 1, 2001)
    values = density(np.linspace(0, 1, ROWS)[:, None], x[None])
    below = np.cumsum(values[:, 1:] + values[:, :-1], axis=1)
    below = np.concatenate([np.zeros((ROWS, 1)), below / below[:, -1:]], axis=1)
    shares = np.linspace(0, 1, COLUMNS)
    return np.stack([np.interp(shares, np.cbrt(row), x) for row in below])


@functools.cache
def _hernquist_speeds() -> np.ndarray:
    """Rows by sqrt(s), s = r / (r + a), which resolves the centre."""

    def density(row: np.ndarray, x: np.ndarray) -> np.ndarray:
        depth = 1 - np.clip(row, 0.02, 0.999) ** 2
        q = np.sqrt(depth * (1 - x * x))
        rest = 1 - q * q
        series = q * np.sqrt(rest) * (1 - 2 * q**2) * (8 * q**4 - 8 * q**2 - 3)
        # for a small q the formula cancels: f = 64/5 q^5 + ...
        value = np.where(q < 0.03, 12.8 * q**5, 3 * np.arcsin(q) + series)
        return x * x * value / rest**2.5

    return _quantiles(density)


def _king_speeds(depth: float) -> np.ndarray:
    """Rows by W over W in the centre."""

    def density(row: np.ndarray, x: np.ndarray) -> np.ndarray:
        return x * x * np.expm1(np.maximum(row, 1e-3) * depth * (1 - x * x))

    return _quantiles(density)


def _king_profile(depth: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Radii over King's radius, W, and the mass within, over 4 pi times the central density and
    King's radius cubed: by Runge and Kutta's fourth-order steps of W from the centre to 0."""

    def density(w: float) -> float:
        if w <= 0:
            return 0.0
        if w < 0.05:  # where the terms cancel: 8/15 w^(5/2) / sqrt(pi) (1 + 2/7 w + ...)
            return 8 / 15 * w**2.5 / math.sqrt(math.pi) * (1 + 2 / 7 * w)
        return math.exp(w) * math.erf(math.sqrt(w)) - math.sqrt(4 * w / math.pi) * (1 + 2 * w / 3)

    centre = density(depth)

    def slope(w: float, y: np.ndarray) -> np.ndarray:
        """d(r^2, mass) / dW, which is regular in the centre: dW / d(r^2) = -9 m / (2 r^3)."""
        r2, m = y
        r = math.sqrt(r2)
        by_w = -2 * r2 * r / (9 * m) if m > 0 else -2 / 3
        return np.array([by_w, density(w) / centre * r / 2 * by_w])

    # W falls as W_0 - 3/2 r^2, and the mass grows as r^3 / 3, near the centre
    first = 1e-6 * depth
    r2 = first / 1.5
    y, w = np.array([r2, r2**1.5 / 3]), depth - first
    rows = [(0.0, depth, 0.0), (math.sqrt(y[0]), w, y[1])]
    # finer steps towards the centre and the edge
    t = np.linspace(0, math.pi, 801)
    for there in depth * (0.5 + 0.5 * np.cos(t[1:])):
        if there >= w:
            continue
        h = there - w
        a = slope(w, y)
        b = slope(w + h / 2, y + h / 2 * a)
        c = slope(w + h / 2, y + h / 2 * b)
        d = slope(w + h, y + h * c)
        y, w = y + h / 6 * (a + 2 * b + 2 * c + d), there
        rows.append((math.sqrt(y[0]), w, y[1]))
    radii, depths, masses = np.array(rows).T
    return radii, depths, masses
