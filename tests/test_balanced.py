"""The balanced tree splits every node at its median, and its shapes depend on the number of points
alone."""

import dataclasses
import functools
import shutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from emulated_cuda import emulated
from test_traverse import MILD, lists
from test_tree import check
from test_tree_native import INTEGERS

from jaxfmm.native import launch
from jaxfmm.tree import cpu, cuda
from jaxfmm.tree.balanced import build_balanced, leaf_count, levels
from jaxfmm.tree.structure import Nodes

N = 600

KERNELS = {"cpu": cpu, "gpu": cuda}[jax.default_backend()]
NATIVE = pytest.param(
    True,
    marks=pytest.mark.skipif(
        not KERNELS.usable("float32", 3), reason="no native balanced trees here"
    ),
)


def signed_zeros(rng, n):
    """Ties between -0 and 0."""
    return rng.choice([-0.0, 0.0, 1.0], size=(n, 3))


POINTS = {**MILD, "signed_zeros": signed_zeros}


def points(name, dim, dtype=jnp.float32, n=N, seed=0):
    return jnp.asarray(POINTS[name](np.random.default_rng(seed), n)[:n, :dim], dtype)


@functools.partial(jax.jit, static_argnames=("leaf_size", "native"))
def grow(x, leaf_size=8, native=False):
    return build_balanced(x, leaf_size=leaf_size, extent=jnp.ptp(x), native=native)


def leaf_sets(tree):
    """The points of each leaf, from left to right."""
    order, leaves = np.asarray(tree.order), np.asarray(tree.leaves)
    first = np.asarray(tree.start)[leaves]
    return [
        frozenset(order[a : a + c].tolist()) for a, c in zip(first, np.asarray(tree.count)[leaves])
    ]


def median_splits(x, depth):
    """The leaves of the definition, by numpy."""

    def split(index, depth):
        if depth == 0:
            return [frozenset(index.tolist())]
        inside = x[index]
        axis = np.argmax(inside.max(0) - inside.min(0))
        ordered = index[np.lexsort((index, inside[:, axis]))]
        half = (len(index) + 1) // 2
        return split(ordered[:half], depth - 1) + split(ordered[half:], depth - 1)

    return split(np.arange(len(x)), depth)


@pytest.mark.parametrize(
    "n, leaf_size, expected", [(1, 2, 0), (8, 8, 0), (9, 8, 1), (45 << 14, 45, 14), (17, 2, 4)]
)
def test_sizes(n, leaf_size, expected):
    assert levels(n, leaf_size) == expected and leaf_count(n, leaf_size) == 2**expected


def test_leaves_of_one_point_are_refused():
    with pytest.raises(ValueError, match="leaf_size must be at least 2 in a balanced tree.*got 1"):
        levels(10, 1)


@pytest.mark.parametrize("native", [False, NATIVE])
@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", POINTS)
def test_tree_is_that_of_median_splits(name, dim, native, dtype):
    x = points(name, dim, dtype)
    tree = grow(x, native=native)
    check(tree, x, tree.leaf_size)
    assert int(tree.n_nodes) == tree.capacity == 2 * leaf_count(N, 8) - 1 and tree.leaf_size <= 8
    count = np.asarray(tree.count)[np.asarray(tree.leaves)]
    assert set(count.tolist()) <= {N // len(count), -(-N // len(count))}
    assert leaf_sets(tree) == median_splits(np.asarray(x), levels(N, 8))


@pytest.mark.parametrize("native", [False, NATIVE])
@pytest.mark.parametrize("n, dim, leaf_size", [(1, 2, 4), (3, 2, 4), (5, 2, 2), (77, 1, 3)])
def test_few_points_and_one_dimension(n, dim, leaf_size, native, dtype):
    x = jnp.asarray(np.random.default_rng(1).random((n, dim)), dtype)
    tree = grow(x, leaf_size=leaf_size, native=native)
    assert leaf_sets(tree) == median_splits(np.asarray(x), levels(n, leaf_size))
    assert (np.asarray(tree.radius) > 0).all() and np.isfinite(np.asarray(tree.center)).all()


def test_any_dimension():
    x = jnp.asarray(np.random.default_rng(2).random((200, 5)), jnp.float32)
    assert leaf_sets(grow(x)) == median_splits(np.asarray(x), levels(200, 8))


@pytest.mark.parametrize("native", [NATIVE])
def test_native_tree_is_that_of_xla(native, dtype):
    """Nodes of every kind: those with histograms of one and of many rounds, and those sorted at
    once."""
    rng = np.random.default_rng(3)
    many = rng.normal(size=(20_000, 2)) * np.exp(rng.normal(size=(20_000, 1)) * 8)
    many[::3] = np.round(many[::3])
    x = jnp.asarray(many, dtype)
    expected, tree = grow(x, leaf_size=45), grow(x, leaf_size=45, native=native)
    for name in INTEGERS:
        np.testing.assert_array_equal(getattr(tree, name), getattr(expected, name), err_msg=name)
    assert leaf_sets(tree) == leaf_sets(expected)
    eps = 8 * jnp.finfo(x.dtype).eps
    np.testing.assert_allclose(tree.center, expected.center, rtol=eps, atol=eps * jnp.abs(x).max())
    np.testing.assert_allclose(tree.radius, expected.radius, rtol=1e-3, atol=eps * jnp.abs(x).max())


@pytest.mark.parametrize("native", [False, NATIVE])
def test_shapes_depend_on_the_number_of_points_alone(native):
    calls = []

    @jax.jit
    def both(x):
        calls.append(x)
        tree = build_balanced(x, leaf_size=8, extent=jnp.ptp(x), native=native)
        return tree, lists(tree, tree, rate=0.5, exchange=5000, native=native)

    a, b = both(points("cube", 2)), both(points("coincident", 2))
    assert len(calls) == 1
    assert jax.tree.structure(a) == jax.tree.structure(b)
    assert jax.tree.map(jnp.shape, a) == jax.tree.map(jnp.shape, b)
    for name in INTEGERS:
        np.testing.assert_array_equal(getattr(a[0], name), getattr(b[0], name))


@pytest.mark.parametrize("native", [pytest.param(False, marks=pytest.mark.slow), NATIVE])
def test_vmap_builds_many_trees(native):
    x = jnp.stack([points("cube", 2, n=200, seed=s) for s in range(3)])

    def both(x):
        tree = build_balanced(x, leaf_size=8, extent=jnp.float32(1), native=native)
        return tree.order, tree.radius, lists(tree, tree, rate=0.5, exchange=5000, native=native)

    many = jax.jit(jax.vmap(both))(x)
    each = jax.tree.map(lambda *a: jnp.stack(a), *map(jax.jit(both), x))
    jax.tree.map(np.testing.assert_array_equal, many, each)


@pytest.mark.skipif(bool(launch.cpu_reason()), reason=str(launch.cpu_reason()))
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
@pytest.mark.parametrize(("dim", "n", "leaf_size"), [(1, 5000, 16), (2, 9001, 45), (3, 5003, 16)])
def test_cuda_kernel_on_cpus(dim, n, leaf_size, dtype, monkeypatch):
    """Levels by the grid and levels by a block; ties too."""
    monkeypatch.setattr(cuda, "_MOST_BLOCKS", 1)  # emulated blocks cannot wait for each other
    rng = np.random.default_rng(4)
    for x in (rng.standard_cauchy((n, dim)), np.round(rng.normal(size=(n, dim)) * 4) / 4):
        x = jnp.asarray(x, dtype)
        expected = grow(x, leaf_size=leaf_size)
        nodes = Nodes(*(getattr(expected, field.name) for field in dataclasses.fields(Nodes)))
        with emulated():
            tree = cuda.balanced(
                x,
                jnp.asarray(jnp.ptp(x), dtype),
                nodes,
                leaf_size=expected.leaf_size,
                levels=levels(n, leaf_size),
                top=levels(n, cuda.POINTS_OF_BLOCK[dim]),
            )
            tree = {name: np.asarray(array) for name, array in tree.items()}
        for name in ("order", "leaf_of_point"):
            np.testing.assert_array_equal(tree[name], getattr(expected, name), err_msg=name)
        for name in ("center", "half", "radius"):
            eps = 8 * jnp.finfo(dtype).eps
            np.testing.assert_allclose(tree[name], getattr(expected, name), rtol=1e-3, atol=eps)
