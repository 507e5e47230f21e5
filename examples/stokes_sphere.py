"""Slow flow past a sphere: forces on it by GMRES, its drag, and the flow around it.

    python examples/stokes_sphere.py
    python examples/stokes_sphere.py --points 1000

A sphere of radius 1 rests in a viscous fluid that flows by at the speed 1. Point forces just below
its surface, Stokeslets, stop the fluid on the surface (the method of fundamental solutions): a
linear system with as many vectors as points, whose matrix, from the forces to the velocities on the
surface, is never written out. GMRES takes one sum a step. The drag is the sum of the forces; Stokes
(1851) found 6 pi mu a U, which in the units of `jaxfmm.Stokeslet` is 3/4, and the velocity and the
pressure everywhere. With matplotlib installed it also draws the flow. It takes 20 s on two CPU
cores."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

DEPTH = 2.0  # of the forces below the surface, in distances between them
WIDTH = 2.5  # of the picture, to each side


def sphere(count):
    """Points (n, 3) spread evenly over the unit sphere, a spiral of Fibonacci's."""
    turn = np.pi * (1 + 5**0.5) * np.arange(count)
    z = 1 - (2 * np.arange(count) + 1) / count
    return np.stack([np.sqrt(1 - z**2) * np.cos(turn), np.sqrt(1 - z**2) * np.sin(turn), z], axis=1)


def stokes(x):
    """The velocity past the unit sphere at rest, far away (0, 0, 1), and its pressure over the
    viscosity, outside."""
    r = np.linalg.norm(x, axis=1, keepdims=True)
    along = x[:, 2:] * x / r**2
    flow = np.array([[0.0, 0.0, 1.0]])
    velocity = flow - 0.75 / r * (flow + along) - 0.25 / r**3 * (flow - 3 * along)
    return velocity, -1.5 * x[:, 2] / r[:, 0] ** 3


def solve(inside, surface):
    """Forces (n, 3) at the points inside that stop the flow on the surface."""
    plan = jaxfmm.plan(inside, surface, kernel=jaxfmm.Stokeslet(), tol=1e-7, gradient=False)
    print(plan)
    A = jaxfmm.KernelMatrix(inside, surface, kernel=jaxfmm.Stokeslet(), plan=plan)
    against = jnp.broadcast_to(jnp.asarray([0.0, 0.0, -1.0], inside.dtype), inside.shape)
    gmres = jax.jit(
        lambda A, b: jax.scipy.sparse.linalg.gmres(A, b, tol=1e-6, restart=30, maxiter=5)[0]
    )
    forces = gmres(A, against)
    return forces, jnp.linalg.norm(A @ forces - against) / jnp.linalg.norm(against)


def draw(path, places, velocity, pressure, error):
    """Saves the flow in a plane, if matplotlib is there. places (rows, columns, 3)."""
    if (figure := pictures.figure(10, 4.2)) is None:
        return
    left, right = figure.subplots(1, 2)
    z, y = places[0, :, 2], places[:, 0, 1]
    image = left.pcolormesh(
        z, y, pressure, cmap="RdBu_r", vmin=-1.5, vmax=1.5, shading="nearest", rasterized=True
    )
    left.streamplot(
        z,
        y,
        velocity[..., 2],
        velocity[..., 1],
        color="k",
        linewidth=0.6,
        arrowsize=0.7,
        density=1.3,
    )
    figure.colorbar(image, ax=left, label="pressure over viscosity")
    image = right.pcolormesh(
        z, y, np.log10(error), cmap="viridis", shading="nearest", rasterized=True
    )
    figure.colorbar(image, ax=right, label="log10 of the error of the velocity")
    for axes, title in ((left, "flow past a sphere"), (right, "beside the formula of Stokes")):
        axes.add_patch(_circle())
        axes.set(aspect="equal", title=title, xlabel="along the flow", ylabel="across")
    pictures.save(figure, path)


def _circle():
    from matplotlib.patches import Circle

    return Circle((0, 0), 1, color="0.6", zorder=3)


def main(argv=None):
    """Returns the drag over the formula of Stokes, and the errors of velocity and pressure around
    the sphere."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=12_000, help="forces (default %(default)s)")
    pictures.add_argument(parser, "stokes_sphere")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        surface = jnp.asarray(sphere(options.points))
        inside = (1 - DEPTH * np.sqrt(4 * np.pi / options.points)) * surface
        begin = time.perf_counter()
        forces, residual = jax.block_until_ready(solve(inside, surface))
        seconds = time.perf_counter() - begin
        drag = float(-forces.sum(0)[2] / 0.75)
        print(
            f"{3 * len(inside):,} equations, residual {residual:.0e}, {seconds:.1f} s with compilation"
        )
        print(f"drag over 6 pi mu a U: {drag:.6f}")

        side = np.linspace(-WIDTH, WIDTH, 100)
        places = np.stack(np.meshgrid([0.0], side, side, indexing="ij"), axis=-1)[0]
        outside = np.linalg.norm(places, axis=-1) > 1.02
        there = jnp.asarray(places[outside])
        velocity = np.array([0.0, 0.0, 1.0]) + jaxfmm.potential(
            inside, forces, there, kernel=jaxfmm.Stokeslet(), tol=1e-6
        )
        pressure = 2 * jaxfmm.potential(inside, None, there, dipoles=forces, tol=1e-6)
        exact_velocity, exact_pressure = stokes(places[outside])
        errors = (
            np.linalg.norm(velocity - exact_velocity, axis=1),
            np.abs(pressure - exact_pressure),
        )
        print(
            f"largest error of the velocity {errors[0].max():.1e}, of the pressure {errors[1].max():.1e}"
        )

        def spread(values):
            found = np.full(outside.shape + values.shape[1:], np.nan)
            found[outside] = values
            return found

        fields = (spread(np.asarray(values)) for values in (velocity, pressure, errors[0]))
        draw(options.picture, places, *fields)
    return drag, float(errors[0].max()), float(errors[1].max())


if __name__ == "__main__":
    main()
