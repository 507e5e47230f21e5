"""Occupied boxes and their near pairs, against numpy."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.gaussian import boxes


def points_of(kind, dim, n=400):
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 9, (n, dim))
    if kind == "outliers":
        x[:3] = rng.uniform(-1, 1, (3, dim)) * 1e5
    return x


def built(x, y, side, dtype):
    extent = np.max([x.max(0), y.max(0)], axis=0) - np.min([x.min(0), y.min(0)], axis=0)
    grid = boxes.BoxGrid.over(tuple(extent), side)

    @jax.jit
    def build(x, y):
        origin = grid.origin(x, y)
        return origin, *(boxes.build(grid, origin, points, len(points)) for points in (x, y))

    return grid, *build(jnp.asarray(x, dtype), jnp.asarray(y, dtype))


@pytest.mark.parametrize("kind", ["uniform", "outliers"])
@pytest.mark.parametrize("dim", [1, pytest.param(2, marks=pytest.mark.slow), 3])
def test_boxes(dtype, dim, kind):
    x = points_of(kind, dim)
    grid, origin, b, _ = built(x, x[:5], 2.0, dtype)
    assert bool(grid.holds(origin, jnp.asarray(x, dtype)))
    cells = (np.floor(x.astype(dtype) / 2.0) - np.asarray(origin)).astype(int)
    unique, counts = np.unique(cells, axis=0, return_counts=True)
    n = int(b.n_boxes)
    assert n == len(unique)  # empty space costs nothing
    np.testing.assert_array_equal(b.cell[:n], unique)
    np.testing.assert_array_equal(b.count[:n], counts)
    assert (np.asarray(b.count[n:]) == 0).all()
    np.testing.assert_array_equal(np.repeat(unique, counts, axis=0), cells[np.asarray(b.order)])
    inside = (
        np.repeat(np.asarray(b.center)[:n], counts, axis=0) - x.astype(dtype)[np.asarray(b.order)]
    )
    assert np.abs(inside).max() <= 1.0
    full = np.flatnonzero(counts >= 3)
    b = b.with_full(b.count >= 3, 100)
    assert int(b.n_full) == len(full)
    np.testing.assert_array_equal(b.full[: len(full)], full)
    np.testing.assert_array_equal(np.asarray(b.slot)[full], np.arange(len(full)))
    assert (np.asarray(b.slot) >= 0).sum() == len(full)


@pytest.mark.parametrize("kind", ["uniform", "outliers"])
@pytest.mark.parametrize("dim", [1, pytest.param(2, marks=pytest.mark.slow), 3])
def test_near_pairs(dtype, dim, kind):
    x, y, side, cutoff = points_of(kind, dim), points_of(kind, dim, 300)[::-1] + 0.7, 1.5, 4.0
    grid, _, t, s = built(x, y, side, dtype)
    capacity = 300 * 400
    pairs = jax.jit(lambda t, s: boxes.near_pairs(grid, t, s, cutoff, capacity))(t, s)
    a, b = (
        np.asarray(t.cell)[: int(t.n_boxes)].astype(int),
        np.asarray(s.cell)[: int(s.n_boxes)].astype(int),
    )
    gap = np.maximum(np.abs(a[:, None] - b[None]) - 1, 0) * side
    expected = np.argwhere((gap**2).sum(-1) <= cutoff**2)
    count = int(pairs.count)
    assert count == len(expected)
    np.testing.assert_array_equal(
        np.stack([pairs.target[:count], pairs.source[:count]], axis=1), expected
    )
    np.testing.assert_array_equal(
        np.diff(pairs.start)[: len(a)], np.bincount(expected[:, 0], minlength=len(a))
    )
    small = jax.jit(lambda t, s: boxes.near_pairs(grid, t, s, cutoff, 10))(t, s)
    assert int(small.count) == count and int(small.start.max()) == 10


def test_neighbours_are_counted():
    assert [boxes.neighbours(dim, 1.0, 1.0) for dim in (1, 2, 3)] == [5, 21, 81]


def test_huge_lattices(dtype):
    """Cells that need a word for each axis; and an axis with more boxes than a word can tell
    apart."""
    assert boxes.BoxGrid.over((1e9,) * 3, 1.0).words == [[0], [1], [2]]
    assert boxes.BoxGrid.over((1e4, 1e4, 1e9), 1.0).words == [[0, 1], [2]]
    assert boxes.BoxGrid.over((10.0, 1e12), 1.0) is None


def test_room_and_bad_points(dtype):
    x = jnp.asarray(points_of("uniform", 2), dtype)
    grid = boxes.BoxGrid.over((3.0, 3.0), 1.0)
    assert not bool(grid.holds(grid.origin(x), x))
    b = boxes.build(grid, grid.origin(x), x, 5)
    assert int(b.n_boxes) > 5 and b.start.shape == (5,)
    nan = x.at[3].set(jnp.nan)
    assert not bool(grid.holds(grid.origin(nan), nan))
    assert int(boxes.build(grid, jnp.zeros(2, dtype), nan, 400).n_boxes) > 0
