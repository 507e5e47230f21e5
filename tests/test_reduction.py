"""The shortest edges of oblique cells, and the shortest images that follow from them."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kernels.reduction import reduction


def oblique(rng, dim, count):
    """Cells (count, d, d) of lattices with edges that are not oblique, (count, d, d) too."""
    edges, cells = [], []
    while len(cells) < count:
        edge = rng.normal(size=(dim, dim))
        if abs(np.linalg.det(edge)) < 0.3 * np.prod(np.linalg.norm(edge, axis=1)):
            continue
        numbers = np.eye(dim, dtype=int)
        for _ in range(rng.integers(1, 4) if dim > 1 else 0):
            i, j = rng.choice(dim, 2, replace=False)
            numbers[i] += rng.integers(-6, 7) * numbers[j]
        edges.append(edge)
        cells.append(numbers @ edge)
    return np.stack(edges), np.stack(cells)


def shortest(offset, edges):
    """By trying all images near (count, n, d), in float64: (count, n)."""
    numbers = np.array(list(itertools.product(range(-4, 5), repeat=edges.shape[1])))
    first = np.round(offset @ np.linalg.inv(edges))
    images = offset[:, :, None] - np.einsum("cnkd,cde->cnke", first[:, :, None] + numbers, edges)
    return np.linalg.norm(images, axis=-1).min(-1)


@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_shortest_images_in_oblique_cells(dim, dtype):
    rng = np.random.default_rng(dim)
    edges, cells = oblique(rng, dim, 100)
    offset = np.einsum("cnd,cde->cne", 6 * rng.random((100, 10, dim)) - 3, edges)
    found = jax.jit(jax.vmap(jaxfmm.minimum_image))(offset.astype(dtype), cells.astype(dtype))
    size = np.abs(cells).max() * float(jnp.finfo(dtype).eps)
    assert found.dtype == dtype
    assert np.abs(np.linalg.norm(found, axis=2) - shortest(offset, edges)).max() <= 100 * size


def test_a_tilt_of_three():
    cell = np.array([[1.0, 0.0], [3.0, 1.0]], np.float32)
    found = jaxfmm.minimum_image(np.array([0.45, 0.55], np.float32), cell)
    assert jnp.allclose(found, jnp.array([0.45, -0.45]), atol=1e-6)


def test_whole_numbers_of_a_reduction():
    rows = jnp.array([[1.0, 0.0, 0.0], [30.3, 1.0, 0.0], [-7.2, 12.7, 1.0]])
    numbers = reduction(rows)
    assert jnp.array_equal(numbers, jnp.round(numbers))
    assert abs(jnp.linalg.det(numbers)) == pytest.approx(1, abs=1e-3)
    assert (jnp.linalg.norm(jnp.matmul(numbers, rows), axis=1) < 1.1).all()


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives_have_constant_numbers(dtype):
    cell, offset = jnp.array([[1.0, 0.0], [3.3, 1.0]]), jnp.array([2.2, -1.7])
    found, slope = (
        jaxfmm.minimum_image(offset, cell),
        jax.jit(jax.jacrev(jaxfmm.minimum_image, (0, 1)))(offset, cell),
    )
    whole = jnp.round(jnp.matmul(offset - found, jnp.linalg.inv(cell)))
    assert jnp.array_equal(slope[0], jnp.eye(2))
    assert jnp.allclose(slope[1], -jnp.einsum("k,ij->ikj", whole, jnp.eye(2)))
    along = jax.jvp(lambda c: jaxfmm.minimum_image(offset, c), (cell,), (jnp.ones((2, 2)),))[1]
    assert jnp.allclose(along, -whole.sum())


X = np.random.default_rng(0).random((60, 3)).astype(np.float32)
OBLIQUE = np.array([[1.0, 0.0, 0.0], [8.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
TOO_MANY = {  # kernel, cell, method: what the message says, and what the cell is by its advice
    "reach": (
        jaxfmm.Yukawa(1.0),
        1.0,
        "auto",
        r"reaches 15\.\d of .* edges 3 times as long, with 3 copies",
        3.0,
    ),
    "oblique": (
        jaxfmm.Laplace(),
        OBLIQUE,
        "auto",
        r"so oblique .*: cell = np\.array\(\[\[1.*\]\]\) @ cell",
        np.eye(3),
    ),
    "long": (
        jaxfmm.Laplace(),
        [1, 1, 100],
        "ewald",
        "100 times as long as wide, .* short edges, about 5",
        [5, 5, 100],
    ),
    "and softened": (
        jaxfmm.Laplace(0.1),
        [1, 1, 100],
        "auto",
        "short edges, about 5 times",
        [5, 5, 100],
    ),
}


@pytest.mark.parametrize("cause", TOO_MANY)
def test_too_many_images_have_a_cause_and_a_cure(cause):
    kernel, cell, method, message, other = TOO_MANY[cause]
    with pytest.raises(ValueError, match=message):
        jaxfmm.plan(X, kernel=jaxfmm.Periodic(kernel, cell), method=method)
    periodic = jaxfmm.Periodic(kernel, np.asarray(other, float)).simplified(3)
    assert len(periodic.arranged(3, 1.43, 1e-4).next) < 10_000


def test_a_long_cell_has_a_method():
    """Not by expansions, which see more images."""
    with pytest.raises(ValueError, match="20 times as long as wide"):
        jaxfmm.plan(X, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), [1, 1, 20]), method="fmm")
    assert jaxfmm.plan(X, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), [1, 1, 20])).method == "ewald"
