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
INSIDE, ROUND = 111, 3.0  # targets in tetrahedra of at most this aspect
# Of the root mean square; the largest error is at most WORST times as large.
TOLERANCE_INSIDE, WORST = {"float64": 1e-12, "float32": 1e-6}, 5


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


def random_element(rng, corners, most=ASPECT):
    """Vertices, squeezed along one axis or two."""
    while True:
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        squeezed = np.where(np.arange(3) < rng.integers(1, 3), most ** -rng.random(), 1)
        vertices = rng.normal(size=(corners, 3)) @ (axes * squeezed) @ axes.T
        if aspect(vertices) < most:
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


def quadrature_inside(vertices, densities, target):
    """As `quadrature`, for a target x in a tetrahedron. The cone over a face has the points y = x +
    t s, with x + s on the face, 0 < t < 1 and dy = h t^2 dt ds, where h is the height of x: the
    integrals over t are regular."""
    places, weights = rule(2, 15)
    t, sums = places[:, 1], [0.0] * 4
    to_shares = np.linalg.inv(np.vstack([vertices.T, np.ones(4)]))
    for i in range(4):
        face = np.delete(vertices, i, axis=0)
        height = 3 * size(np.vstack([face, target])) / size(face)
        at, share = rule(3, 15)
        pieces = pieces_for(face, target)
        area = np.abs(np.linalg.det(pieces))[:, None] * share * size(face)
        s = np.einsum("qc,kcd->kqd", at, pieces).reshape(-1, 3) @ face - target
        r = np.linalg.norm(s, axis=1, keepdims=True)
        y = target + np.multiply.outer(t, s)
        c = np.insert(y, 3, 1.0, axis=2) @ to_shares.T @ densities  # (t, s, 2)
        q = height * area.reshape(-1, 1) / r
        by_r, by_square = t[:, None, None] * c, c
        parts = [by_r, by_square, abs(by_r), abs(by_square)]
        along = [np.tensordot(weights, part, 1) for part in parts]
        sums[0] = sums[0] + (q * along[0]).sum(0)
        sums[1] = sums[1] + (s / r).T @ (q / r * along[1])
        sums[2] = sums[2] + (q * along[2]).sum(0)
        sums[3] = sums[3] + (q / r * along[3]).sum(0)
    return tuple(sums)


def errors_of(vertices, targets, rng, quadrature):
    """The errors (2, n, 2) of potentials and of gradients of single elements (n, corners, 3) at one
    target each, with a constant and a linear density, relative to the integrals of absolute
    values."""
    n, corners = vertices.shape[:2]
    densities = jnp.asarray(rng.normal(size=(n, corners, 2)), vertices.dtype)
    densities = densities.at[..., 0].set(densities[:, :1, 0])
    cells = np.arange(corners)[None]

    def elements(vertices):
        return jaxfmm.Elements(vertices, cells, densities="vertex")

    tol = 1e-12 if vertices.dtype == jnp.float64 else 1e-6
    plan = jaxfmm.plan(elements(vertices[0]), targets[:1], tol=tol, method="direct")

    @jax.jit
    def fields(vertices, densities, targets, plan):
        def field(vertices, densities, target):
            return jaxfmm.potential_and_gradient(
                elements(vertices), densities, target[None], plan=plan
            )

        return jax.vmap(field)(vertices, densities, targets)

    values, slopes = fields(vertices, densities, targets, plan)
    double = (np.asarray(x, np.float64) for x in (vertices, densities, targets))
    exact = [quadrature(*pair) for pair in zip(*double, strict=True)]
    value, slope, of_value, of_slope = (np.stack(part) for part in zip(*exact, strict=True))
    errors = np.abs(values[:, 0] - value) / of_value
    of_slopes = np.linalg.norm(slopes[:, 0] - slope, axis=1) / of_slope
    return np.stack([errors, of_slopes])


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("corners", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_random_pairs(corners, dtype):
    rng = np.random.default_rng(corners)
    vertices = np.stack([random_element(rng, corners) for _ in range(PAIRS[corners])])
    targets = np.stack([random_target(rng, element) for element in vertices])
    pairs = (jnp.asarray(x, dtype) for x in (vertices, targets))
    assert errors_of(*pairs, rng, quadrature).max() < TOLERANCE[corners]


def test_targets_inside_tetrahedra(dtype):
    rng = np.random.default_rng(0)
    vertices = np.stack([random_element(rng, 4, ROUND) for _ in range(INSIDE)])
    targets = np.einsum("nc,ncd->nd", rng.dirichlet(np.ones(4), INSIDE), vertices)
    pairs = (jnp.asarray(x, dtype) for x in (vertices, targets))
    errors, tolerance = errors_of(*pairs, rng, quadrature_inside), TOLERANCE_INSIDE[dtype.name]
    assert np.sqrt(np.mean(errors**2, axis=1)).max() < tolerance
    assert errors.max() < WORST * tolerance
