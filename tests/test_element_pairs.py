"""Fields of single charged elements at random targets, against quadrature on pieces of them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.elements import rule

PAIRS = {2: 334, 3: 333, 4: 333}  # by the number of vertices
ASPECT, NEAREST, FARTHEST = 100.0, 1e-3, 100.0  # distances in diameters
# Of errors, relative to the integrals of absolute values: long and flat elements lose digits.
TOLERANCE = {2: 1e-11, 3: 1e-11, 4: 1e-10}


def size(vertices):
    """The length, area or volume; one for a point."""
    sides = vertices[1:] - vertices[0]
    return np.sqrt(np.linalg.det(sides @ sides.T)) / (1, 1, 2, 6)[len(sides)]


def diameter(vertices):
    return np.linalg.norm(vertices[:, None] - vertices, axis=2).max()


def aspect(vertices):
    """The diameter over the least height."""
    corners = len(vertices)
    base = max(size(np.delete(vertices, i, axis=0)) for i in range(corners))
    return diameter(vertices) * base / ((corners - 1) * size(vertices))


def random_element(rng, corners):
    """Vertices, squeezed along one axis or two."""
    while True:
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        squeezed = np.where(np.arange(3) < rng.integers(1, 3), ASPECT ** -rng.random(), 1)
        vertices = rng.normal(size=(corners, 3)) @ (axes * squeezed) @ axes.T
        if aspect(vertices) < ASPECT:
            return vertices


def random_target(rng, vertices):
    """A target at a random distance from a random point, outside."""
    exponent = rng.uniform(np.log10(NEAREST), np.log10(FARTHEST))
    share, away = rng.dirichlet(np.ones(len(vertices))), rng.normal(size=3)
    if len(vertices) == 4:  # from the face across the first vertex
        share = np.insert(rng.dirichlet(np.ones(3)), 0, 0.0)
        out = np.cross(vertices[2] - vertices[1], vertices[3] - vertices[1])
        out *= np.sign(out @ (vertices[1] - vertices[0]))
        away = away / np.linalg.norm(away) + 1.1 * out / np.linalg.norm(out)
    distance = diameter(vertices) * 10**exponent
    return share @ vertices + distance * away / np.linalg.norm(away)


def pieces_for(vertices, target):
    """Barycentric coordinates (k, corners, corners) of the corners of pieces whose diameters are at
    most 0.7 of their distances from a target: the longest edges are halved."""
    corners = len(vertices)
    todo, done = np.eye(corners)[None], []
    while len(todo):
        at = todo @ vertices
        lengths = np.linalg.norm(at[:, :, None] - at[:, None], axis=3).reshape(len(at), -1)
        far = lengths.max(1) < 0.7 * np.linalg.norm(at.mean(1) - target, axis=1)
        done.append(todo[far])
        todo, (a, b) = todo[~far], np.divmod(lengths[~far].argmax(1), corners)
        rows = np.arange(len(todo))
        middle = (todo[rows, a] + todo[rows, b]) / 2
        halves = np.stack([todo, todo])
        halves[0, rows, a] = middle
        halves[1, rows, b] = middle
        todo = halves.reshape(-1, corners, corners)
    return np.concatenate(done)


def quadrature(vertices, densities, target):
    """Potentials (2,) and gradients (3, 2) of linear densities (corners, 2), and the integrals of
    |c| / r and |c| / r^2, (2,)."""
    places, weights = rule(len(vertices), 15)
    pieces = pieces_for(vertices, target)
    shares = np.abs(np.linalg.det(pieces))  # of pieces in the element
    at = np.einsum("qc,kcd->kqd", places, pieces).reshape(-1, len(vertices))
    d = target - at @ vertices
    r = np.linalg.norm(d, axis=1, keepdims=True)
    q = (shares[:, None] * weights).reshape(-1, 1) * size(vertices) * (at @ densities)
    return (q / r).sum(0), -d.T @ (q / r**3), (abs(q) / r).sum(0), (abs(q) / r**2).sum(0)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("corners", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_random_pairs(corners, dtype):
    """With a constant and a linear density."""
    rng = np.random.default_rng(corners)
    vertices = np.stack([random_element(rng, corners) for _ in range(PAIRS[corners])])
    targets = np.stack([random_target(rng, element) for element in vertices])
    densities = rng.normal(size=(len(vertices), corners, 2))
    densities[..., 0] = densities[:, :1, 0]
    cells = np.arange(corners)[None]

    def elements(vertices):
        return jaxfmm.Elements(vertices, cells, densities="vertex")

    plan = jaxfmm.plan(elements(vertices[0]), targets[:1], tol=1e-12, method="direct")

    @jax.jit
    def fields(vertices, densities, targets, plan):
        def field(vertices, densities, target):
            return jaxfmm.potential_and_gradient(
                elements(vertices), densities, target[None], plan=plan
            )

        return jax.vmap(field)(vertices, densities, targets)

    values, slopes = fields(*(jnp.asarray(x) for x in (vertices, densities, targets)), plan)
    exact = [quadrature(*pair) for pair in zip(vertices, densities, targets)]
    value, slope, of_value, of_slope = (np.stack(part) for part in zip(*exact))
    errors = np.abs(values[:, 0] - value) / of_value
    of_slopes = np.linalg.norm(slopes[:, 0] - slope, axis=1) / of_slope
    assert max(errors.max(), of_slopes.max()) < TOLERANCE[corners]
