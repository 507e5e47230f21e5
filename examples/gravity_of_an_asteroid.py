"""Orbits around a bumpy, elongated asteroid that turns, by the gravity of a polyhedron.

    python examples/gravity_of_an_asteroid.py
    python examples/gravity_of_an_asteroid.py --spin 0

The asteroid is a closed surface of triangles with a constant density inside. By Gauss's theorem its
volume integrals are integrals over the surface with the outward normal n,

    U(x) = int 1/r dV = 1/2 int n . (y - x) / r dA ,    grad U(x) = -int n / r dA ,

and n and n . y are constant on each triangle. So one sum over `jaxfmm.Elements` with four charges
per area, n . y and n, gives the potential and the acceleration, near the surface and on it too.
Both are compared with the closed form of Werner & Scheeres (Celest. Mech. Dyn. Astron. 65 (1997)
313), written out below. Eight particles move by leapfrog steps in one `lax.scan`: four against the
spin of the asteroid, and four with it, one of which is thrown out. For each one E - spin L_z, the
constant of Jacobi, is conserved; without a spin it is the energy. Units: the gravitational constant
and the density are 1. With matplotlib installed it draws the slope of the ground relative to
gravity with the centrifugal force, and the orbits. It takes 20 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pictures
import spheres

import jaxfmm

AXES = (1.0, 0.55, 0.45)
BUMPS = 80
SPIN = 0.7  # about that of 433 Eros in these units
TOL = 1e-5


def asteroid(level: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and outward triangles of an ellipsoid with bumps and dents. The centre of mass is
    the origin and the largest moment of inertia is about z."""
    rng = np.random.default_rng(1)
    directions, cells = spheres.sphere(level)
    centers = rng.normal(size=(BUMPS, 3))
    centers /= np.linalg.norm(centers, axis=1, keepdims=True)
    widths = rng.uniform(0.1, 0.4, BUMPS)
    heights = 0.4 * widths * rng.uniform(-1, 1, BUMPS)
    away = np.square(directions[:, None] - centers).sum(2)
    radius = 1 + (heights * np.exp(-away / (2 * widths**2))).sum(1)
    vertices = AXES * radius[:, None] * directions
    corners = vertices[cells]
    volumes = np.linalg.det(corners) / 6  # of tetrahedra to the origin
    total = corners.sum(1)
    center = volumes @ total / 4 / volumes.sum()
    products = np.einsum("nci,ncj->nij", corners, corners) + total[:, :, None] * total[:, None]
    second = np.einsum("n,nij->ij", volumes, products) / 20
    second -= volumes.sum() * np.outer(center, center)
    axes = np.linalg.eigh(second)[1][:, ::-1]  # the longest extent first
    axes *= np.sign(np.linalg.det(axes))
    return (vertices - center) @ axes, cells


def charges(surface: jaxfmm.Elements) -> jax.Array:
    """The densities n . y, n_x, n_y and n_z of the triangles, (n, 4)."""
    normals = surface.normals
    return jnp.concatenate([(normals * surface.centers).sum(1, keepdims=True), normals], axis=1)


class Gravity(NamedTuple):
    """The sums that give the gravity at places."""

    surface: jaxfmm.Elements
    plan: jaxfmm.Plan

    def __call__(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        """U (m,) and its gradient (m, 3) at places x (m, 3)."""
        sums = jaxfmm.potential(self.surface, charges(self.surface), x, plan=self.plan)
        return (sums[:, 0] - (x * sums[:, 1:]).sum(1)) / 2, -sums[:, 1:]


def werner_scheeres(
    vertices: np.ndarray, cells: np.ndarray, x: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """U (m,) and its gradient (m, 3) at places x (m, 3): a closed form with a logarithm for each
    edge and a solid angle for each face."""
    corners = vertices[cells]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    potential, gradient = np.zeros(len(x)), np.zeros_like(x)
    for i, at in enumerate(x):
        r = corners - at  # (n, 3 corners, 3)
        size = np.linalg.norm(r, axis=2)
        a, b, c = r[:, 0], r[:, 1], r[:, 2]
        over = np.einsum("ni,ni->n", a, np.cross(b, c))
        under = size.prod(1)
        for k in range(3):
            under += size[:, k] * (r[:, k - 2] * r[:, k - 1]).sum(1)
        solid_angle = 2 * np.arctan2(over, under)
        height = (normals * a).sum(1)  # r . F r = height^2, F r = n height
        potential[i] = -(height**2 * solid_angle).sum() / 2
        gradient[i] = (normals * (height * solid_angle)[:, None]).sum(0)
        for k in range(3):  # each edge once for each of its two faces
            start, end = r[:, k - 1], r[:, k]
            along = end - start
            length = np.linalg.norm(along, axis=1)
            outward = np.cross(along, normals) / length[:, None]
            total = size[:, k - 1] + size[:, k]
            log = np.log((total + length) / (total - length))
            distance = (outward * start).sum(1)
            potential[i] += (height * distance * log).sum() / 2
            gradient[i] -= (normals * (distance * log)[:, None]).sum(0)
    return potential, gradient


class Orbits(NamedTuple):
    """Positions (steps, m, 3) in the frame of the asteroid, and constants of Jacobi (steps, m)."""

    positions: np.ndarray
    jacobi: np.ndarray


def turn(x: jax.Array, angle: jax.Array | float) -> jax.Array:
    """Vectors (m, 3), turned about z."""
    c, s = jnp.cos(angle), jnp.sin(angle)
    return jnp.stack([c * x[:, 0] - s * x[:, 1], s * x[:, 0] + c * x[:, 1], x[:, 2]], axis=1)


@jax.jit
def fly(
    gravity: Gravity, x: jax.Array, v: jax.Array, spin: float, times: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """The `Orbits` of particles at positions x with velocities v, both (m, 3) in a frame that does
    not turn, at equally spaced times after zero."""
    step = times[0]

    def pull(x: jax.Array, time: jax.Array | float) -> tuple[jax.Array, jax.Array]:
        potential, slope = gravity(turn(x, -spin * time))
        return potential, turn(slope, spin * time)

    def leap(state, time):
        x, v, slope = state
        middle = v + step / 2 * slope
        x = x + step * middle
        potential, slope = pull(x, time)
        v = middle + step / 2 * slope
        energy = jnp.square(v).sum(1) / 2 - potential
        momentum = x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]
        return (x, v, slope), (turn(x, -spin * time), energy - spin * momentum)

    return jax.lax.scan(leap, (x, v, pull(x, 0.0)[1]), times)[1]


def start(mass: float) -> tuple[jax.Array, jax.Array]:
    """Positions and velocities (8, 3) of orbits that would be circles around a point: four against
    the spin, then four with it, each inclined by some degrees."""
    radii = np.array([1.5, 1.7, 1.9, 2.2, 1.7, 2.0, 2.3, 2.6])
    angles = 2.4 * np.arange(8)
    inclinations = np.radians([180, 160, 170, 150, 0, 20, 10, 30])
    outward = np.stack([np.cos(angles), np.sin(angles), np.zeros(8)], 1)
    across = np.stack([-np.sin(angles), np.cos(angles), np.zeros(8)], 1)
    forward = np.cos(inclinations)[:, None] * across
    forward += np.sin(inclinations)[:, None] * np.array([0.0, 0.0, 1.0])
    speeds = np.sqrt(mass / radii)
    return jnp.asarray(radii[:, None] * outward), jnp.asarray(speeds[:, None] * forward)


def slopes(surface: jaxfmm.Elements, spin: float) -> np.ndarray:
    """The angles (n,) in degrees between the triangles and what a level shows as horizontal."""
    x = surface.centers
    plan = jaxfmm.plan(surface, x, tol=1e-4, gradient=False)
    _, slope = Gravity(surface, plan)(x)
    down = slope + spin**2 * x * jnp.array([1.0, 1.0, 0.0])
    cosine = -(down * surface.normals).sum(1) / jnp.linalg.norm(down, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def draw(path: Path, surface: jaxfmm.Elements, spin: float, orbits: Orbits, step: float) -> None:
    """Saves the slopes and the orbits, if matplotlib is there."""
    figure = pictures.figure(13, 4.2)
    if figure is None:
        return
    parts = figure.add_gridspec(1, 3, width_ratios=(1.3, 1, 1))
    body = figure.add_subplot(parts[0], projection="3d")
    angles = slopes(surface, spin)
    pictures.triangles(body, np.asarray(surface.corners), angles, (0, 30), "degrees")
    body.set_title("slope of the ground")
    body.view_init(25, -70)
    plane, error = (figure.add_subplot(part) for part in (parts[1], parts[2]))
    vertices = np.asarray(surface.vertices)
    plane.tripcolor(*vertices[:, :2].T, np.asarray(surface.cells), vertices[:, 0], cmap="gray")
    for k in range(orbits.positions.shape[1]):
        colour = pictures.COLOURS[0 if k < 4 else 5]
        plane.plot(*orbits.positions[:, k, :2].T, color=colour, linewidth=0.5)
        change = np.abs(orbits.jacobi[:, k] / orbits.jacobi[0, k] - 1)
        times = step * np.arange(1, len(change) + 1)
        label = {0: "against the spin", 4: "with the spin"}.get(k)
        error.semilogy(times[1:], change[1:], color=colour, linewidth=0.5, label=label)
    plane.set(aspect="equal", xlim=(-4, 4), ylim=(-4, 4), title="orbits in the frame of the body")
    error.set(title="relative change of Jacobi's constant", xlabel="time", ylim=(1e-8, 1e-2))
    error.legend(loc="lower right")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[float, float, Orbits]:
    """Returns the largest relative error of accelerations, the largest relative change of Jacobi's
    constant, and the orbits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=int, default=4, help="20 x 4^level triangles (%(default)s)")
    parser.add_argument("--steps", type=int, default=2500, help="%(default)s")
    parser.add_argument("--step", type=float, default=0.02, help="time of a step (%(default)s)")
    parser.add_argument("--spin", type=float, default=SPIN, help="radians per time (%(default)s)")
    pictures.add_argument(parser, "gravity_of_an_asteroid")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        vertices, cells = asteroid(options.level)
        surface = jaxfmm.Elements(jnp.asarray(vertices), cells)
        mass = float(charges(surface)[:, 0] @ surface.measures) / 3
        print(f"{len(cells):,} triangles, volume {mass:.4f}")

        rng = np.random.default_rng(0)
        some = rng.integers(0, len(cells), 30)
        heights = np.concatenate([np.repeat([-0.1, 0.0, 1e-3, 0.1], 6), rng.uniform(1, 10, 6)])
        x = np.asarray(surface.centers[some] + heights[:, None] * surface.normals[some])
        gravity = Gravity(surface, jaxfmm.plan(surface, x, tol=TOL, method="direct"))
        found, exact = gravity(jnp.asarray(x)), werner_scheeres(vertices, cells, x)
        of_potential = np.abs(found[0] / exact[0] - 1).max()
        misses = np.linalg.norm(found[1] - exact[1], axis=1)
        of_acceleration = float((misses / np.linalg.norm(exact[1], axis=1)).max())
        print("inside, on the surface and outside, relative to Werner & Scheeres:")
        print(f"  potential to {of_potential:.1e}, acceleration to {of_acceleration:.1e}")

        x, v = start(mass)
        gravity = Gravity(surface, jaxfmm.plan(surface, x, tol=TOL, method="direct"))
        times = options.step * jnp.arange(1, options.steps + 1, dtype=x.dtype)
        began = time.perf_counter()
        orbits = Orbits(*map(np.asarray, fly(gravity, x, v, options.spin, times)))
        seconds = time.perf_counter() - began
        print(f"{options.steps} steps of {len(x)} particles in {seconds:.1f} s with compilation")
        jacobi = orbits.jacobi[-1]
        print(f"constants of Jacobi: {', '.join(f'{value:.5f}' for value in jacobi)}")
        drift = float(np.abs(orbits.jacobi / orbits.jacobi[0] - 1).max())
        print(f"largest relative change {drift:.1e}")
        print(
            f"closest distance to the centre {np.linalg.norm(orbits.positions, axis=2).min():.2f}"
        )
        draw(options.picture, surface, options.spin, orbits, options.step)
    return of_acceleration, drift, orbits


if __name__ == "__main__":
    main()
