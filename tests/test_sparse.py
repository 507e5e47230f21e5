"""Nodes of few points are split where they lie beside a crowd, and nowhere else; no leaf is then
near a crowd."""

import functools
import itertools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_tree import check
from walks import visits

from jaxfmm.native import launch
from jaxfmm.tree import cpu as native, cuda
from jaxfmm.tree.build import build
from jaxfmm.tree.keys import BITS, sort_by_key
from jaxfmm.tree.limits import CROWD
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

COMPILED = {"cpu": native, "gpu": cuda}[jax.default_backend()].usable("float32", 3)
NATIVE = [
    False,
    pytest.param(
        True,
        marks=pytest.mark.skipif(not COMPILED, reason=f"no native trees: {launch.cpu_reason()}"),
    ),
]
N, LEAF = 6000, 4


@functools.partial(jax.jit, static_argnames=("leaf_size", "native"))
def grow(x, *, leaf_size=LEAF, native=False):
    return build(x, leaf_size=leaf_size, leaf_capacity=len(x), extent=jnp.ptp(x), native=native)


def core(rng, n, dim):
    """Most points in a small ball on a plane of the grid, some amid the box, one of them alone in
    its half."""
    x = 1e-3 * rng.normal(size=(n, dim)) + np.array([0.5, 0.3, 0.25])[:dim]
    x[: n // 50] = 0.5 * rng.random((n // 50, dim))
    x[0], x[1] = 1.0, 0.0
    return x


def tail(rng, n, dim):
    return rng.standard_t(1.5, size=(n, dim))


def deep(rng, n, dim):
    """Nine points in ten in a single cell of the grid, others beside it."""
    x = 0.4 + 1e-9 * rng.random((n, dim))
    x[: n // 10] = 0.4 + 1e-5 * rng.normal(size=(n // 10, dim))
    x[0], x[1] = 0.0, 1.0
    return x


def cells_of(keys, dim):
    """The cell (n, dim) of each key, as Python's integers."""
    found = []
    for high, low in keys[:, :2].tolist():
        bits = f"{high << 32 | low:064b}"[: dim * BITS[dim]]
        found.append([int(bits[axis::dim], 2) for axis in range(dim)])
    return found


def is_sparse(first, last, samples, dim):
    """Whether the node between two different cells is sparse, by counting samples in cubes."""
    wide = max(
        (a ^ b).bit_length() for a, b in zip(first, last)
    )  # its cube has 2^wide cells along an axis
    own = [a >> wide for a in first]
    inside = [tuple(a >> wide for a in sample) for sample in samples]
    cubes = itertools.product(*([c - 1, c, c + 1] for c in own))
    return any(inside.count(cube) > 1 for cube in cubes)


@pytest.mark.parametrize("native", NATIVE)
@pytest.mark.parametrize(
    "make, dim, dtype",
    [
        (core, 3, "float32"),
        (core, 2, "float64"),
        (tail, 3, "float32"),
        (core, 1, "float32"),
        (deep, 3, "float64"),
    ],
    indirect=["dtype"],
)
def test_the_definition(make, dim, native, dtype):
    x = jnp.asarray(make(np.random.default_rng(0), N, dim), dtype)
    tree = grow(x, native=native)
    check(tree, x, LEAF, sparse=True)
    _, keys = jax.jit(sort_by_key, static_argnums=1)(x, LEAF)
    keys = np.asarray(keys)
    samples = cells_of(keys[:: CROWD // 2 * LEAF][: N // (CROWD // 2 * LEAF)], dim)
    used = int(tree.n_nodes)
    start, count, child = (np.asarray(a)[:used] for a in (tree.start, tree.count, tree.child))
    few = np.flatnonzero((count > 1) & (count <= LEAF))
    ends = [
        np.array(cells_of(keys[at], dim), dtype=object)
        for at in (start[few], start[few] + count[few] - 1)
    ]
    expected = [(a != b).any() and is_sparse(a, b, samples, dim) for a, b in zip(*ends)]
    np.testing.assert_array_equal(child[few] >= 0, expected)
    assert 0 < sum(expected) < len(few)


@pytest.mark.parametrize("name", ["cube", "actin"])
def test_no_node_of_an_even_distribution_is_sparse(name):
    x = jnp.asarray(cases.DISTRIBUTIONS[name](np.random.default_rng(1), N), jnp.float32)
    tree = grow(x)
    check(tree, x, LEAF)


@functools.partial(jax.jit, static_argnames="native")
def lists(tree, *, native):
    capacities = {"far_capacity": 1 << 20, "near_capacity": 1 << 20}
    return traverse(Traversal(tree, tree, rate=0.6, near_length=0.0, **capacities), native=native)


@pytest.mark.skipif(not COMPILED, reason="no native trees, and XLA's take long")
@pytest.mark.parametrize("name", cases.HEAVY_TAILS)
def test_outliers_cost_little(name):
    """Near pairs are at most 1.15 times what they are without the outliers, and no walk is long."""
    n, leaf_size = 40_000, 8
    found = []
    x = cases.HEAVY_TAILS[name](np.random.default_rng(2), n)
    for points in (x, cases.without_outliers(x)):
        tree = grow(jnp.asarray(points, jnp.float32), leaf_size=leaf_size, native=True)
        _, near, *_ = lists(tree, native=True)
        used = int(near.count)
        assert used <= near.capacity
        count = np.asarray(tree.count)[np.asarray(tree.leaves)].astype(np.int64)
        pairs = (
            count[np.asarray(near.target[:used])] * count[np.asarray(near.source[:used])]
        ).sum()
        found.append(pairs / len(points))
    assert found[0] <= 1.15 * found[1]
    tree = grow(jnp.asarray(x, jnp.float32), leaf_size=leaf_size, native=True)
    assert visits(tree, 0.6).max() < 4 * CROWD
