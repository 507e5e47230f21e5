"""Slow flow past a sphere: GMRES finds the forces on it, its drag, and the flow around it.

    python examples/stokes_sphere.py
    python examples/stokes_sphere.py --points 1000

A sphere of radius 1 rests in a viscous fluid that flows past at the speed 1. Point forces just
below its surface, Stokeslets, stop the fluid on the surface (the method of fundamental solutions).
They solve a linear system with as many vectors as points; its matrix, from the forces to the
velocities on the surface, is never stored. GMRES takes one sum a step. The drag is the sum of the
forces. Stokes (1851) found the drag, 6 pi mu a U, which is 3/4 in the units of `jaxfmm.Stokeslet`,
and the velocity and the pressure everywhere. With matplotlib installed it also draws the flow. It
takes 20 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

DEPTH = 2.0  # of the forces below the surface, in distances between them
HALF_WIDTH = 2.5  # of the picture


def sphere(count: int) -> np.ndarray:
    """Points (n, 3) spread evenly over the unit sphere, on Fibonacci's spiral."""
    turn = np.pi * (1 + 5**0.5) * np.arange(count)
    z = 1 - (2 * np.arange(count) + 1) / count
    ring = np.sqrt(1 - z**2)
    return np.stack([ring * np.cos(turn), ring * np.sin(turn), z], axis=1)


def stokes(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Velocity and pressure over viscosity outside the unit sphere at rest.

    The velocity far away is (0, 0, 1).
    """
    r = np.linalg.norm(x, axis=1, keepdims=True)
    along = x[:, 2:] * x / r**2
    flow = np.array([[0.0, 0.0, 1.0]])
    velocity = flow - 0.75 / r * (flow + along) - 0.25 / r**3 * (flow - 3 * along)
    return velocity, -1.5 * x[:, 2] / r[:, 0] ** 3


def solve(inside: jax.Array, surface: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Forces (n, 3) at the points inside that stop the flow on the surface, and the residual."""
    plan = jaxfmm.plan(inside, surface, kernel=jaxfmm.Stokeslet(), tol=1e-7, gradient=False)
    print(plan)
    A = jaxfmm.KernelMatrix(inside, surface, kernel=jaxfmm.Stokeslet(), plan=plan)
    against = jnp.broadcast_to(jnp.asarray([0.0, 0.0, -1.0], inside.dtype), inside.shape)

    @jax.jit
    def gmres(A, b):
        return jax.scipy.sparse.linalg.gmres(A, b, tol=1e-6, restart=30, maxiter=5)[0]

    forces = gmres(A, against)
    return forces, jnp.linalg.norm(A @ forces - against) / jnp.linalg.norm(against)


def draw(
    path: Path, places: np.ndarray, velocity: np.ndarray, pressure: np.ndarray, error: np.ndarray
) -> None:
    """Saves the flow at places (rows, columns, 3) of a plane, if matplotlib is there."""
    if (figure := pictures.figure(10, 4.2)) is None:
        return
    left, right = figure.subplots(1, 2)
    z, y = places[0, :, 2], places[:, 0, 1]
    look = {"shading": "nearest", "rasterized": True}
    image = left.pcolormesh(z, y, pressure, cmap="RdBu_r", vmin=-1.5, vmax=1.5, **look)
    lines = {"color": "k", "linewidth": 0.6, "arrowsize": 0.7, "density": 1.3}
    left.streamplot(z, y, velocity[..., 2], velocity[..., 1], **lines)
    figure.colorbar(image, ax=left, label="pressure over viscosity")
    image = right.pcolormesh(z, y, np.log10(error), cmap="viridis", **look)
    figure.colorbar(image, ax=right, label="log10 of the error of the velocity")
    titles = ("flow past a sphere", "error relative to the formula of Stokes")
    for axes, title in zip((left, right), titles):
        axes.add_patch(circle())
        axes.set(aspect="equal", title=title, xlabel="along the flow", ylabel="across")
    pictures.save(figure, path)


def circle() -> Any:
    """The sphere as a patch of matplotlib."""
    from matplotlib.patches import Circle

    return Circle((0, 0), 1, color="0.6", zorder=3)


def main(argv: Sequence[str] | None = None) -> tuple[float, float, float]:
    """Returns the drag over the drag of Stokes, and the errors of velocity and pressure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=12_000, help="forces (%(default)s)")
    pictures.add_argument(parser, "stokes_sphere")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        surface = jnp.asarray(sphere(options.points))
        inside = (1 - DEPTH * np.sqrt(4 * np.pi / options.points)) * surface
        begin = time.perf_counter()
        forces, residual = jax.block_until_ready(solve(inside, surface))
        seconds = time.perf_counter() - begin
        drag = float(-forces.sum(0)[2] / 0.75)
        equations = f"{3 * len(inside):,} equations"
        print(f"{equations}, residual {residual:.0e}, {seconds:.1f} s with compilation")
        print(f"drag over 6 pi mu a U: {drag:.6f}")

        side = np.linspace(-HALF_WIDTH, HALF_WIDTH, 100)
        places = np.stack(np.meshgrid([0.0], side, side, indexing="ij"), axis=-1)[0]
        outside = np.linalg.norm(places, axis=-1) > 1.02
        there = jnp.asarray(places[outside])
        velocity = np.array([0.0, 0.0, 1.0]) + jaxfmm.potential(
            inside, forces, there, kernel=jaxfmm.Stokeslet(), tol=1e-6
        )
        pressure = 2 * jaxfmm.potential(inside, None, there, dipoles=forces, tol=1e-6)
        exact_velocity, exact_pressure = stokes(places[outside])
        velocity_error = np.linalg.norm(velocity - exact_velocity, axis=1)
        pressure_error = np.abs(pressure - exact_pressure)
        print(f"largest error of the velocity {velocity_error.max():.1e}")
        print(f"largest error of the pressure {pressure_error.max():.1e}")

        def spread(values):
            field = np.full(outside.shape + values.shape[1:], np.nan)
            field[outside] = values
            return field

        fields = (velocity, pressure, velocity_error)
        draw(options.picture, places, *(spread(np.asarray(values)) for values in fields))
    return drag, float(velocity_error.max()), float(pressure_error.max())


if __name__ == "__main__":
    main()
