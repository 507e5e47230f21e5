"""The native trees and lists are those of XLA: the same integers, spheres to rounding."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_traverse import TREES, check_criteria, check_rows, lists, times_seen
from test_tree import POINTS, check

from jaxfmm.native import launch
from jaxfmm.tree import cpu as native, cuda
from jaxfmm.tree.build import build
from jaxfmm.tree.keys import sort_by_key

KERNELS = {"cpu": native, "gpu": cuda}[jax.default_backend()]
pytestmark = pytest.mark.skipif(
    not KERNELS.usable("float32", 3),
    reason=f"no native trees: {launch.cpu_reason() or 'old library'}",
)

N = 1500
INTEGERS = ("start", "count", "child", "parent", "level_start", "n_nodes", "leaves", "n_leaves")


@functools.partial(jax.jit, static_argnames=("native", "leaf_size", "leaf_capacity"))
def grow(x, *, native, leaf_size=16, leaf_capacity=None):
    return build(
        x,
        leaf_size=leaf_size,
        leaf_capacity=leaf_capacity or len(x),
        extent=jnp.ptp(x),
        native=native,
    )


keys = jax.jit(sort_by_key, static_argnums=1)


def same_trees(x, leaf_size=16, *, sparse=False):
    expected, tree = (grow(x, native=native, leaf_size=leaf_size) for native in (False, True))
    check(tree, x, leaf_size, sparse=sparse)
    for name in INTEGERS:
        np.testing.assert_array_equal(getattr(tree, name), getattr(expected, name), err_msg=name)
    np.testing.assert_array_equal(
        tree.leaf_of_point[tree.order], expected.leaf_of_point[expected.order]
    )
    order, words = (np.asarray(a) for a in keys(x, leaf_size))
    of_point = np.empty_like(words)
    of_point[order] = words
    np.testing.assert_array_equal(of_point[tree.order], words)
    if np.array_equal(
        tree.leaf_of_point, expected.leaf_of_point
    ):  # else points of equal keys lie in other leaves
        eps = 8 * jnp.finfo(x.dtype).eps
        np.testing.assert_allclose(
            tree.center, expected.center, rtol=eps, atol=eps * jnp.abs(x).max()
        )
        np.testing.assert_allclose(
            tree.radius, expected.radius, rtol=1e-3, atol=eps * jnp.abs(x).max()
        )
    return expected


def same_pairs(expected, pairs):
    """`pairs` are those expected; on CPUs the sources of a target ascend."""
    used = int(expected.count)
    assert int(pairs.count) == used <= pairs.capacity

    def in_order(pairs):
        target, source = (np.asarray(a)[:used] for a in (pairs.target, pairs.source))
        order = np.lexsort((source, target))
        return target[order], source[order]

    np.testing.assert_array_equal(pairs.target[:used], in_order(expected)[0])
    given = np.asarray(pairs.source)[:used] if KERNELS is native else in_order(pairs)[1]
    np.testing.assert_array_equal(given, in_order(expected)[1])
    np.testing.assert_array_equal(pairs.target[used:], expected.target[used:])
    np.testing.assert_array_equal(pairs.start, expected.start)
    check_rows(pairs)


def same_lists(target, source, **options):
    expected, made = (lists(target, source, native=native, **options) for native in (False, True))
    for a, b in zip(expected, made, strict=True):
        assert (a is None) == (b is None)
        if a is not None:
            same_pairs(a, b)
    return made


@pytest.mark.parametrize("name", POINTS)
def test_same_tree_and_lists(name, dtype):
    tree = same_trees(jnp.asarray(POINTS[name](np.random.default_rng(0), N)[:N], dtype))
    for leaf_targets in (False, True):
        same_lists(tree, tree, leaf_targets=leaf_targets)
        same_lists(tree, tree, leaf_targets=leaf_targets, rate=0.9, near_length=0.2)


@pytest.mark.parametrize("leaf_size", [1, pytest.param(64, marks=pytest.mark.slow)])
def test_leaf_sizes(leaf_size):
    same_trees(jnp.asarray(cases.plummer(np.random.default_rng(1), N), jnp.float32), leaf_size)


@pytest.mark.parametrize("n, dim", [(1, 3), (2, 3), (17, 3), (700, 1), (700, 2)])
def test_few_points_and_lower_dimensions(n, dim):
    x = jnp.asarray(np.random.default_rng(2).random((n, dim)), jnp.float32)
    tree = grow(x, native=True, leaf_size=4)
    check(tree, x, 4)
    far, near, *_ = lists(tree, tree, native=True)
    assert (times_seen(tree, tree, far, near) == 1).all()


def test_all_points_equal(dtype):
    for value in (0.0, 0.7):
        tree = same_trees(jnp.full((N, 3), value, dtype))
    same_lists(tree, tree)


@pytest.mark.slow
def test_many_buckets_and_tasks():
    """Enough points for every step of the sample sort, most of them in one cell."""
    x = jnp.asarray(POINTS["deep_cluster"](np.random.default_rng(4), 100_000), jnp.float32)
    same_trees(x, 64, sparse=True)


def test_points_that_are_not_finite_do_no_harm():
    x = np.random.default_rng(5).random((N, 3)).astype(np.float32)
    x[::7], x[1], x[2] = np.nan, np.inf, -np.inf
    for points in (x, np.full_like(x, np.nan)):
        tree = grow(jnp.asarray(points), native=True)
        assert sorted(np.asarray(tree.order).tolist()) == list(range(N))


@pytest.mark.parametrize("leaf_targets", [False, True])
def test_two_sets(leaf_targets):
    rng = np.random.default_rng(6)
    x, y = (jnp.asarray(a, jnp.float32) for a in (cases.shell(rng, 400), cases.cube(rng, 700)))
    target, source = grow(x, native=True), grow(y, native=True)
    far, near, *_ = same_lists(target, source, leaf_targets=leaf_targets)
    assert (times_seen(target, source, far, near, leaf_targets=leaf_targets) == 1).all()
    transposed = jax.jit(type(far).transposed, static_argnames=("rows", "native"))
    for pairs, rows in ((far, source.capacity), (near, source.leaves.shape[0])):
        same_pairs(transposed(pairs, rows=rows), transposed(pairs, rows=rows, native=True))


@pytest.mark.parametrize("kind, dim", [("balanced", 2), ("adaptive", 3)])
@pytest.mark.parametrize(
    "name",
    [
        "cube",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("plummer", "coincident", "line")),
    ],
)
def test_same_lists_with_exchanged_roles(name, kind, dim, dtype):
    tree = TREES[kind](jnp.asarray(POINTS[name](np.random.default_rng(10), 900)[:900, :dim], dtype))
    for near_length in (0.0, 0.02):
        options = {"rate": 0.5, "near_length": near_length}
        made = same_lists(tree, tree, exchange=1 << 16, **options)
        check_criteria(tree, tree, made, **options)


def test_overflow_is_counted_not_written():
    x = jnp.asarray(cases.cube(np.random.default_rng(7), N), jnp.float32)
    short = grow(x, native=True, leaf_capacity=10)
    assert int(short.n_nodes) > short.capacity == 19
    tree = grow(x, native=True)
    options = {"rate": 0.5, "native": True}
    made = lists(tree, tree, exchange=1 << 16, **options)
    short = lists(tree, tree, far=100, near=50, exchange=3, **options)
    if KERNELS is native:
        assert [int(pairs.count) for pairs in short] == [int(pairs.count) for pairs in made]
    else:  # what is left to children needs room as well
        assert all(int(pairs.count) > capacity for pairs, capacity in zip(short[:2], (100, 50)))
    short_far = short.far
    assert (
        int(short_far.transposed(tree.capacity, native=True).start[-1])
        == int(short_far.start[-1])
        == 0
    )


def test_no_traversal_no_pairs():
    tree = grow(jnp.asarray(cases.cube(np.random.default_rng(8), N), jnp.float32), native=True)
    for pairs in lists(tree, tree, native=True, start=False)[:2]:
        assert int(pairs.count) == 0 and not pairs.start.any() and (pairs.target == 2**31 - 1).all()


def test_vmap_and_scan():
    x = jnp.asarray(np.random.default_rng(9).random((3, 400, 3)), jnp.float32)

    def counts(x):
        tree = grow(x, native=True)
        far, near, *_ = lists(tree, tree, native=True)
        return tree.child, far.start, near.transposed(tree.leaves.shape[0], native=True).source

    expected = jax.tree.map(lambda *a: jnp.stack(a), *(counts(a) for a in x))
    for many in (
        jax.jit(jax.vmap(counts))(x),
        jax.lax.scan(lambda c, a: (c, counts(a)), None, x)[1],
    ):
        jax.tree.map(np.testing.assert_array_equal, many, expected)
