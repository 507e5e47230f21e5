"""The stray field of a magnetised ball and of a cube, against closed forms.

    python examples/stray_field.py
    python examples/stray_field.py --level 5

A uniform magnetisation M along z has the charge M . n on the surface, in units without 4 pi: the
field is H = -grad u / (4 pi) with u the potential of triangles that carry it. Inside a ball H is
-M / 3. In the centre of a cube it is -M / 3 too; above its upper face, at the height h over the
centre of a cube of side 2, it is the difference of the solid angles of the two faces over 4 pi. It
takes 7 s on two CPU cores.
"""

import argparse
import itertools
from collections.abc import Sequence

import jax.numpy as jnp
import numpy as np
import spheres

import jaxfmm

CUBE = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))


def cube() -> jaxfmm.Elements:
    """A cube of side 2: each face is two triangles, outward."""
    cells = []
    for axis, side in itertools.product(range(3), (-1.0, 1.0)):
        face = np.flatnonzero(CUBE[:, axis] == side)[[0, 1, 3, 2]]
        a, b, c, d = face
        normal = np.cross(CUBE[b] - CUBE[a], CUBE[c] - CUBE[a])[axis]
        a, b, c, d = (a, b, c, d) if normal * side > 0 else (a, d, c, b)
        cells += [[a, b, c], [a, c, d]]
    return jaxfmm.Elements(jnp.asarray(CUBE, jnp.float32), cells)


def ball(level: int) -> jaxfmm.Elements:
    """A ball of radius 1, of 20 x 4^level triangles."""
    vertices, cells = spheres.sphere(level)
    return jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells)


def field(magnet: jaxfmm.Elements, at: np.ndarray) -> np.ndarray:
    """H at places (m, 3), for a unit magnetisation along z."""
    charge = magnet.normals[:, 2]
    _, slope = jaxfmm.potential_and_gradient(magnet, charge, jnp.asarray(at, jnp.float32))
    return -np.asarray(slope) / (4 * np.pi)


def of_face(height: float) -> float:
    """The solid angle of a square of side 2 from this height over its centre."""
    return 4 * np.arctan(1 / (height * np.sqrt(2 + height**2)))


def main(argv: Sequence[str] | None = None) -> float:
    """Returns the largest error of the fields."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=int, default=4, help="how often triangles are cut")
    args = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    inside = rng.normal(size=(1000, 3))
    inside *= 0.9 * rng.random((1000, 1)) / np.linalg.norm(inside, axis=1, keepdims=True)
    magnet = ball(args.level)
    of_ball = np.abs(field(magnet, inside) - [0, 0, -1 / 3]).max()
    print(f"ball of {len(magnet)} triangles: H inside is -M / 3 to {of_ball:.1e}")

    heights = np.array([0.0, 1.5, 2.0, 4.0, 20.0])
    found = field(cube(), heights[:, None] * np.array([0.0, 0.0, 1.0]))[:, 2]
    exact = [-1 / 3]
    exact += [(of_face(h - 1) - of_face(h + 1)) / (4 * np.pi) for h in heights[1:]]
    of_cube = np.abs(found - exact).max()
    print(f"cube: H on the axis, at heights {heights.tolist()}, to {of_cube:.1e}")
    return float(max(of_ball, of_cube))


if __name__ == "__main__":
    main()
