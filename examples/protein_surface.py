"""The surface of a protein as the zero of one smooth function, through 60,000 points.

    python examples/protein_surface.py
    python examples/protein_surface.py --points 5000

Each atom of an actin dimer is a sphere of its radius plus 1.4 Angstrom, that of a water molecule.
The places of these spheres that lie in no other one are the surface that water sees. A function
that is 0 there, and 0.7 and -0.7 at points that far outside and inside along the normals, is
interpolated by the biharmonic spline r (Carr et al., SIGGRAPH 2001, 67): zero is then a smooth
surface, and the function is about the distance from it. It is evaluated where it was not given:
at other points of the surface, and on a plane for the picture. It takes some 30 s of processor
time.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures
from scipy import spatial

import jaxfmm

WATER = 1.4  # the radius of a water molecule, in Angstrom
AWAY = 0.7  # from the surface to the points inside and outside


def surface(
    atoms: np.ndarray, radii: np.ndarray, dots: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) on the spheres of the atoms that are in no other sphere, and their normals."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(len(atoms), dots, 3))
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    points = atoms[:, None] + radii[:, None, None] * normals
    points, normals = points.reshape(-1, 3), normals.reshape(-1, 3)
    tree = spatial.cKDTree(atoms)
    distance, near = tree.query(points, 16)
    inside = distance < radii[near] - 1e-6
    free = ~inside.any(1)
    return points[free], normals[free]


def draw(axes: np.ndarray, values: np.ndarray, cut: np.ndarray, path: Path) -> None:
    drawn = pictures.figure(7.5, 5)
    if drawn is None:
        return
    plot = drawn.subplots()
    shown = plot.contourf(*axes, values, np.linspace(-12, 12, 25), cmap="RdBu", extend="both")
    plot.contour(*axes, values, [0.0], colors="black", linewidths=1.5)
    plot.scatter(*cut.T, s=4, color=pictures.COLOURS[2], label="atoms within 1 Å of the plane")
    plot.set(aspect="equal", xlabel="x (Å)", ylabel="y (Å)", title="The surface that water sees")
    plot.legend(loc="lower right")
    drawn.colorbar(shown, label="interpolated distance from the surface (Å)")
    pictures.save(drawn, path)


def interpolate(count: int, picture: Path) -> tuple[int, float]:
    """The number of iterations, and the root mean square of the function at other points of the
    surface, in Angstrom."""
    table = np.loadtxt(pictures.DATA / "actin_dimer.csv.gz", delimiter=",", skiprows=1)
    atoms, radii = table[:, :3] - table[:, :3].mean(0), table[:, 4] + WATER

    points, normals = surface(atoms, radii, 100, seed=0)
    some = np.random.default_rng(0).permutation(len(points))[: count // 3]
    points, normals = points[some], normals[some]
    # a point off the surface counts if no other part of the surface is nearer to it
    tree, places, values = spatial.cKDTree(points), [points], [np.zeros(len(points))]
    for away in (AWAY, -AWAY):
        moved = points + away * normals
        free = tree.query(moved)[0] > 0.9 * AWAY
        places.append(moved[free])
        values.append(np.full(free.sum(), away))
    given, at = np.concatenate(values), jnp.asarray(np.concatenate(places))
    print(f"{len(at)} points, {len(points)} of them on the surface of {len(atoms)} atoms")

    function = jaxfmm.RBFInterpolator(at, given, kernel="linear", tol=1e-4).check()
    iterations = int(function.iterations)
    print(f"{iterations} iterations, residual {float(function.residual):.1e}")
    others = surface(atoms, radii, 4, seed=1)[0]
    error = float(jnp.sqrt(jnp.mean(function(jnp.asarray(others)) ** 2)))
    print(f"At {len(others)} other points of the surface: {error:.3f} A, root mean square")

    low, high = atoms.min(0) - 12, atoms.max(0) + 12
    axes = np.meshgrid(np.linspace(low[0], high[0], 240), np.linspace(low[1], high[1], 160))
    plane = np.stack([*axes, np.zeros_like(axes[0])], -1).reshape(-1, 3)
    on_plane = np.asarray(function(jnp.asarray(plane))).reshape(axes[0].shape)
    draw(axes, on_plane, atoms[np.abs(atoms[:, 2]) < 1, :2], picture)
    return iterations, error


def main(arguments: Sequence[str] | None = None) -> tuple[int, float]:
    """What `interpolate` finds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=60_000, help="about so many (%(default)s)")
    pictures.add_argument(parser, "protein_surface")
    options = parser.parse_args(arguments)
    with jax.enable_x64(True):  # charges of neighbouring points nearly cancel
        return interpolate(options.points, options.picture)


if __name__ == "__main__":
    main()
