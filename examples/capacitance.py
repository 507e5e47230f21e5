"""The capacitances of a cube and of a torus, by boundary elements and GMRES.

    python examples/capacitance.py
    python examples/capacitance.py --cube 12 --torus 16

A conductor at the potential 1 has a charge density c on its surface with

    int c(y) / |x - y| dA = 1 for all x on the surface,

and its capacitance, in units of 4 pi eps0, is the total charge. The density is taken as constant on
triangles, and the equation holds at their centroids: a `KernelMatrix` of `jaxfmm.Elements`. At the
edges of a cube the density is infinite, so triangles get smaller toward the edges, by a power of
the distance. Two meshes and the order of the error then give a better value (Richardson). A cube of
side 1 has the capacitance 0.66067815 (Helsing & Perfekt, Appl. Comput. Harmon. Anal. 34 (2013)
445). The capacitance of a torus is a series of Legendre functions of half-integer order (Snow,
Hypergeometric and Legendre Functions (1952)). With matplotlib installed it draws the densities. It
takes 30 s on two CPU cores.
"""

import argparse
import itertools
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

CUBE = 0.66067815  # of side 1
RADII = (2.0, 1.0)  # of the torus: of the circle in its middle, and of the tube
# 2 a / pi (Q_-1/2(2) / P_-1/2(2) + 2 sum_n Q_n-1/2(2) / P_n-1/2(2)), a = sqrt(3); 2 = 2.0 / 1.0
TORUS = 2.431670412453465
GRADING = 3  # the power by which squares get smaller toward the edges of the cube
# Orders of the error in the size of triangles: of a graded mesh with this power, measured, and of
# flat triangles in place of a curved surface.
ORDER_OF_CUBE, ORDER_OF_TORUS = 3, 2


def pairs_of_triangles(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Triangles (2 n, 3) of n squares, whose vertices are given in order."""
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def cube(n: int) -> jaxfmm.Elements:
    """A cube of side 1: 2 n^2 triangles on each face, smaller toward the edges."""
    s = np.linspace(-1, 1, n + 1)
    grid = np.sign(s) * (1 - (1 - abs(s)) ** GRADING) / 2
    u, v = np.meshgrid(grid, grid, indexing="ij")
    square = np.stack([u.ravel(), v.ravel()], axis=1)
    first = np.arange(n * (n + 1)).reshape(n, n + 1)[:, :-1].ravel()
    vertices, cells = [], []
    for axis, side in itertools.product(range(3), (-0.5, 0.5)):
        i = first + len(vertices) * len(square)
        vertices.append(np.insert(square, axis, side, axis=1))
        cells.append(pairs_of_triangles(i, i + n + 1, i + n + 2, i + 1))
    return jaxfmm.Elements(jnp.asarray(np.concatenate(vertices)), np.concatenate(cells))


def torus(n: int) -> jaxfmm.Elements:
    """A torus: 2 n triangles around the tube, 2 n times."""
    around, along = np.arange(n), np.arange(2 * n)
    i, j = (index.ravel() for index in np.meshgrid(along, around, indexing="ij"))
    a, b = np.pi * i / n, 2 * np.pi * j / n
    radius = RADII[0] + RADII[1] * np.cos(b)
    vertices = np.stack([radius * np.cos(a), radius * np.sin(a), RADII[1] * np.sin(b)], axis=1)
    after, beside = (i + 1) % (2 * n), (j + 1) % n
    cells = pairs_of_triangles(i * n + j, after * n + j, after * n + beside, i * n + beside)
    return jaxfmm.Elements(jnp.asarray(vertices), cells, densities="cell")


def density(conductor: jaxfmm.Elements) -> jax.Array:
    """The charge per area of each triangle (n,) at the potential 1."""
    x = conductor.centers
    plan = jaxfmm.plan(conductor, x, tol=1e-4, gradient=False)
    A = jaxfmm.KernelMatrix(conductor, x, kernel=jaxfmm.Laplace(), plan=plan)
    # the diagonal, up to a factor that depends on the shape of a triangle
    sizes = jnp.sqrt(conductor.measures)
    ones = jnp.ones(len(conductor))
    charge, _ = jax.scipy.sparse.linalg.gmres(
        A, ones, tol=1e-5, restart=20, maxiter=1, M=lambda residual: residual / sizes
    )
    residual = float(jnp.linalg.norm(A @ charge - ones) / jnp.linalg.norm(ones))
    print(f"  {len(conductor):,} triangles, {plan.method}: potential 1 to {residual:.0e}", end="")
    return charge


def capacitance(
    name: str, mesh: Callable[[int], jaxfmm.Elements], n: int, order: int, exact: float
) -> tuple[float, jaxfmm.Elements, jax.Array]:
    """The relative error of the value from meshes of n / 2 and n, the fine mesh, its densities."""
    print(f"{name}, {exact:.8f}:")
    began, values = time.perf_counter(), []
    for size in (n // 2, n):
        conductor = mesh(size)
        charge = density(conductor)
        values.append(float(charge @ conductor.measures))
        print(f", capacitance {values[-1]:.6f}, error {values[-1] / exact - 1:+.1e}")
    better = values[1] + (values[1] - values[0]) / (2**order - 1)
    error = better / exact - 1
    seconds = time.perf_counter() - began
    print(f"  from both {better:.6f}, error {error:+.1e}; {seconds:.1f} s")
    return error, conductor, charge


def draw(path: Path, solved: Sequence[tuple[jaxfmm.Elements, jax.Array]]) -> None:
    """Saves the charge densities, if matplotlib is there."""
    if (figure := pictures.figure(10, 4)) is None:
        return
    for column, (conductor, charge) in enumerate(solved):
        axes = figure.add_subplot(1, 2, column + 1, projection="3d")
        values = np.asarray(charge / charge.min())
        areas = np.asarray(conductor.measures)
        limits = (1.0, 1.5 * float(values @ areas / areas.sum()))
        label = "charge per area, over the lowest"
        pictures.triangles(axes, np.asarray(conductor.corners), values, limits, label)
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[float, float]:
    """Returns the relative errors of the capacitances of the cube and of the torus."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cube", type=int, default=16, help="squares along a side (%(default)s)")
    parser.add_argument(
        "--torus", type=int, default=20, help="squares around the tube (%(default)s)"
    )
    pictures.add_argument(parser, "capacitance")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        of_cube = capacitance("cube", cube, options.cube, ORDER_OF_CUBE, CUBE)
        of_torus = capacitance("torus", torus, options.torus, ORDER_OF_TORUS, TORUS)
        draw(options.picture, (of_cube[1:], of_torus[1:]))
    return of_cube[0], of_torus[0]


if __name__ == "__main__":
    main()
