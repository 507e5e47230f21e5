"""Meshes of spheres, for all examples."""

import itertools

import numpy as np


def icosahedron() -> tuple[np.ndarray, np.ndarray]:
    """(vertices, triangles) of the icosahedron of radius 1, the triangles outward."""
    t = (1 + 5**0.5) / 2
    vertices = [np.roll([0, a, b * t], turn) for turn in range(3) for a in (-1, 1) for b in (-1, 1)]
    vertices = np.array(vertices) / np.sqrt(1 + t * t)
    side = np.linalg.norm(vertices[:, None] - vertices, axis=2)
    near = side < 1.01 * side[side > 0].min()
    cells = [c for c in itertools.combinations(range(12), 3) if near[np.ix_(c, c)].all()]
    outward = [np.linalg.det(vertices[list(c)]) > 0 for c in cells]
    return vertices, np.array([c if out else c[::-1] for c, out in zip(cells, outward)])


def sphere(level: int) -> tuple[np.ndarray, np.ndarray]:
    """A sphere of radius 1: each triangle of the icosahedron is cut into four `level` times."""
    vertices, cells = icosahedron()
    for _ in range(level):
        sides = np.sort(np.concatenate([cells[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1)
        edges, numbers = np.unique(sides, axis=0, return_inverse=True)
        a, b, c = len(vertices) + numbers.reshape(3, -1)
        middle = vertices[edges].mean(1)
        vertices = np.concatenate([vertices, middle / np.linalg.norm(middle, axis=1)[:, None]])
        v0, v1, v2 = cells.T
        parts = [[v0, a, c], [a, v1, b], [c, b, v2], [a, b, c]]
        cells = np.concatenate([np.stack(part, axis=1) for part in parts])
    return vertices, cells
