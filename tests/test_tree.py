"""The tree holds every point once, in spheres that contain it, at any scale and degree of
clustering."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.tree.build import MAX_LEVELS, build
from jaxfmm.tree.keys import first_difference, sort_by_key
from jaxfmm.tree.partial import build_of_some


def deep_cluster(rng, n):
    """Nine points in ten within a millionth of the box, half of those within a millionth of
    that."""
    x = rng.random((n, 3))
    x[n // 10 :] = 0.3 + 1e-6 * rng.random((n - n // 10, 3))
    x[n // 2 :] = 0.3 + 1e-12 * rng.random((n - n // 2, 3))
    return x


def coincident(rng, n):
    """A few hundred places, each taken many times."""
    return rng.random((1 + n // 300, 3))[rng.integers(0, 1 + n // 300, n)]


def line(rng, n):
    return np.linspace(0, 1, n)[:, None] * np.array([[1.0, 0.0, 0.0]])


def powers_of_two(rng, n):
    """Points at 2^-1, 2^-2, ...: every split takes one point off."""
    return 0.5 ** (1 + np.arange(n) % 100)[:, None] * np.array(
        [[1.0, 1.0, 1.0]]
    ) + 1e-9 * rng.random((n, 3))


def few_ulps(rng, n):
    """Far from the origin, on the few floating point numbers that there are."""
    return np.round((2**20 + 40 * rng.random((n, 3))).astype(np.float32) * 8) / 8


POINTS = {
    **cases.DISTRIBUTIONS,
    **{f.__name__: f for f in (deep_cluster, coincident, line, powers_of_two, few_ulps)},
}


def grow(x, leaf_size=16, leaf_capacity=None):
    fn = functools.partial(build, leaf_size=leaf_size, leaf_capacity=leaf_capacity or len(x))
    return jax.jit(fn)(x, extent=jnp.ptp(x))


def check(tree, x, leaf_size, *, sparse=False):
    """sparse: whether there may be nodes that are split because they lie beside a crowd
    (test_sparse.py)."""
    n, used = len(x), int(tree.n_nodes)
    start, count, child, parent = (
        np.asarray(a)[:used] for a in (tree.start, tree.count, tree.child, tree.parent)
    )
    assert sorted(np.asarray(tree.order).tolist()) == list(range(n))
    assert (start[0], count[0], parent[0]) == (0, n, -1)
    inner, leaf = np.flatnonzero(child >= 0), np.flatnonzero(child < 0)
    left, right = child[inner], child[inner] + 1
    assert (start[left] == start[inner]).all()
    assert (start[right] == start[left] + count[left]).all()
    assert (count[left] + count[right] == count[inner]).all()
    assert (parent[left] == inner).all() and (parent[right] == inner).all()
    assert count.min() >= 1 and count[leaf].max() <= leaf_size
    assert sparse or (count[inner] > leaf_size).all()
    # levels are consecutive runs of nodes
    level = np.zeros(used, int)
    for node in range(1, used):
        level[node] = level[parent[node]] + 1
    assert (np.diff(level) >= 0).all()
    np.testing.assert_array_equal(
        np.asarray(tree.level_start), np.searchsorted(level, np.arange(MAX_LEVELS + 1))
    )
    # leaves from left to right
    leaves = np.asarray(tree.leaves)[: int(tree.n_leaves)]
    assert sorted(leaves.tolist()) == leaf.tolist()
    np.testing.assert_array_equal(
        start[leaves], np.concatenate([[0], np.cumsum(count[leaves])[:-1]])
    )
    np.testing.assert_array_equal(
        np.repeat(np.arange(len(leaves)), count[leaves]),
        np.asarray(tree.leaf_of_point)[np.asarray(tree.order)],
    )
    # spheres
    points = np.asarray(x, np.float64)[np.asarray(tree.order)]
    center, half, radius = (
        np.asarray(a, np.float64) for a in (tree.center, tree.half, tree.radius)
    )
    assert (radius[:used] > 0).all()
    rounding = 2 * float(jnp.finfo(x.dtype).eps) * np.abs(points).max()
    for node in range(used):  # to the last bit: radii are rounded up
        inside = points[start[node] : start[node] + count[node]]
        assert np.linalg.norm(inside - center[node], axis=1).max() <= radius[node]
        np.testing.assert_allclose(half[node], np.abs(inside - center[node]).max(0), atol=rounding)


@pytest.mark.parametrize("name", POINTS)
def test_tree_is_consistent(name, dtype):
    x = jnp.asarray(POINTS[name](np.random.default_rng(0), 1500), dtype)[:1500]
    check(grow(x), x, 16)


@pytest.mark.parametrize(
    "scale", [1e-28, *(pytest.param(s, marks=pytest.mark.slow) for s in (1e-6, 1e28))]
)
def test_tree_does_not_depend_on_the_unit(scale):
    # powers of two scale without rounding; the tree must then be the same
    x = np.random.default_rng(1).random((2000, 3)).astype(np.float32)
    unit = np.float32(2.0 ** np.round(np.log2(scale)))
    a, b = grow(jnp.asarray(x)), grow(jnp.asarray(x * unit))
    np.testing.assert_array_equal(a.order, b.order)
    np.testing.assert_array_equal(a.child, b.child)


@pytest.mark.parametrize("n", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3)), 17])
def test_few_points(n, dtype):
    x = jnp.asarray(np.random.default_rng(2).random((n, 3)), dtype)
    check(grow(x, leaf_size=4), x, 4)


def test_all_points_equal(dtype):
    x = jnp.full((1000, 3), 0.7, dtype)
    tree = grow(x)
    check(tree, x, 16)
    assert int(tree.n_leaves) == 64  # halves of halves: 1000 / 64 <= 16


def test_a_cluster_within_a_millionth_of_the_box_is_resolved():
    """1e5 points within 1e-6 of the box get a tree as deep as they need, not halves in the order
    given."""
    rng = np.random.default_rng(3)
    x = np.concatenate([rng.random((1000, 3)), 0.4 + 1e-6 * rng.random((100_000, 3))])
    with jax.enable_x64(True):
        tree = grow(jnp.asarray(x), leaf_size=32, leaf_capacity=1 << 14)
    leaves = np.asarray(tree.leaves)[: int(tree.n_leaves)]
    assert int(tree.n_nodes) <= tree.capacity
    in_cluster = np.linalg.norm(np.asarray(tree.center)[leaves] - 0.4, axis=1) < 1e-5
    assert np.median(np.asarray(tree.radius)[leaves][in_cluster]) < 1e-7


def test_overflow_is_counted_not_written():
    x = jnp.asarray(np.random.default_rng(4).random((1000, 3)), jnp.float32)
    tree = grow(x, leaf_capacity=10)
    assert int(tree.n_nodes) > tree.capacity == 19
    small = grow(
        x[:100], leaf_capacity=5
    )  # a root whose radius is measured, and no unused node at the end
    assert int(small.n_nodes) > small.capacity == 9


def test_keys_sort_along_the_curve():
    x = jnp.asarray(np.random.default_rng(5).random((500, 3)), jnp.float32)
    order, keys = sort_by_key(x, 16)
    words = [tuple(k) for k in np.asarray(keys).tolist()]
    assert words == sorted(words)
    place = np.asarray(first_difference(keys[:-1], keys[1:]))
    assert (place < 128).all()


def test_words_are_made_where_points_are_crowded():
    """A word more of every key where more than a leaf's points share the words before it."""
    rng = np.random.default_rng(5)
    spread = rng.random((500, 3))
    for shrunk, words in (
        (1, 1),
        (2.0**-12, 2),
        (2.0**-25, 4),
    ):  # 32 bits are 10 2/3 an axis, 63 are 21
        x = np.concatenate([spread * shrunk, [[0.7, 0.8, 0.9], [1, 1, 1]]])
        _, keys = sort_by_key(jnp.asarray(x, jnp.float32), 16)
        assert np.asarray(keys != 0).any(axis=0).tolist() == [word < words for word in range(4)]


@pytest.mark.parametrize("dim", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_lower_dimensions(dim, dtype):
    x = jnp.asarray(np.random.default_rng(6).random((2000, dim)), dtype)
    check(grow(x), x, 16)


def test_vmap_builds_many_trees():
    x = jnp.asarray(np.random.default_rng(7).random((3, 400, 3)), jnp.float32)
    fn = functools.partial(build, leaf_size=16, leaf_capacity=400, extent=jnp.float32(1))
    many = jax.jit(jax.vmap(fn))(x)
    for i in range(3):
        one = grow(x[i])
        np.testing.assert_array_equal(many.order[i], one.order)
        np.testing.assert_array_equal(many.child[i], one.child)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("n", "some"), [(400, 250), (400, 400), (40, 3)])
def test_tree_of_some_points(n, some, native):
    """It is the tree of these points alone; the others are in no node."""
    rng = np.random.default_rng(0)
    x, chosen = jnp.asarray(rng.random((n, 3)), jnp.float32), np.sort(rng.permutation(n)[:some])
    used = np.isin(np.arange(n), chosen)
    how = {"leaf_size": 8, "leaf_capacity": n, "extent": 1.0, "native": native}
    tree, alone = build_of_some(x, jnp.asarray(used), **how), build(x[chosen], **how)
    nodes, leaves = int(alone.n_nodes), int(alone.n_leaves)
    assert int(tree.n_nodes) == nodes and int(tree.n_leaves) == leaves and tree.roots is None
    for name in ("start", "count", "child", "parent", "center", "half", "radius"):
        same = np.asarray(getattr(tree, name))[:nodes], np.asarray(getattr(alone, name))[:nodes]
        np.testing.assert_allclose(*same, rtol=1e-5, err_msg=name)
    assert (tree.level_start == alone.level_start).all()
    assert (tree.leaves[:leaves] == alone.leaves[:leaves]).all()
    assert (np.asarray(tree.leaf_of_point)[chosen] == alone.leaf_of_point).all()
    assert set(np.asarray(tree.order)[:some]) == set(chosen)
