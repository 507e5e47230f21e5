"""The lists are complete and disjoint: with K = 1 every target gets exactly the number of sources."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_tree import POINTS, grow

from jaxfmm.tree.traverse import traverse


def lists(target, source, theta=0.6, leaf_targets=False, far=400_000, near=400_000, near_length=0.0):
    fn = functools.partial(traverse, far_capacity=far, near_capacity=near, leaf_targets=leaf_targets)
    return jax.jit(fn)(target, source, theta=theta, near_length=near_length)


def times_seen(target, source, far, near, leaf_targets):
    """How often each (target, source) pair of points is covered: (m, n) integers."""
    seen = np.zeros((len(target.order), len(source.order)), int)

    def add(a, b):
        rows = slice(int(target.start[a]), int(target.start[a] + target.count[a]))
        seen[rows, int(source.start[b]) : int(source.start[b] + source.count[b])] += 1

    target, source, far, near = jax.tree.map(np.asarray, (target, source, far, near))
    for a, b in zip(far.target[: far.count], far.source[: far.count]):
        add(target.leaves[a] if leaf_targets else a, b)
    for a, b in zip(near.target[: near.count], near.source[: near.count]):
        add(target.leaves[a], source.leaves[b])
    return seen


def check_rows(pairs):
    """`start` says which pairs belong to which target."""
    start, used = np.asarray(pairs.start), int(pairs.count)
    assert (start[0], start[-1]) == (0, used)
    np.testing.assert_array_equal(np.repeat(np.arange(len(start) - 1), np.diff(start)), pairs.target[:used])


@pytest.mark.parametrize("leaf_targets", [False, True])
@pytest.mark.parametrize("name", POINTS)
def test_every_pair_exactly_once(name, leaf_targets):
    x = jnp.asarray(POINTS[name](np.random.default_rng(0), 700), jnp.float32)[:700]
    tree = grow(x)
    far, near = lists(tree, tree, leaf_targets=leaf_targets)
    assert (times_seen(tree, tree, far, near, leaf_targets) == 1).all()
    check_rows(far)
    check_rows(near)


@pytest.mark.parametrize("leaf_targets", [False, True])
def test_every_pair_exactly_once_between_two_sets(leaf_targets):
    rng = np.random.default_rng(1)
    x, y = (jnp.asarray(a, jnp.float32) for a in (cases.shell(rng, 400), cases.cube(rng, 700)))
    target, source = grow(x), grow(y)
    far, near = lists(target, source, leaf_targets=leaf_targets)
    assert (times_seen(target, source, far, near, leaf_targets) == 1).all()
    if not leaf_targets:
        back = far.transposed(source.capacity), near.transposed(source.leaves.shape[0])
        assert (times_seen(source, target, *back, False) == 1).all()
        for pairs in back:
            check_rows(pairs)


def test_far_pairs_keep_the_criterion():
    x = jnp.asarray(cases.plummer(np.random.default_rng(2), 3000), jnp.float32)
    tree = grow(x)
    far, near = lists(tree, tree, theta=0.5, near_length=0.3)
    n = int(far.count)
    a, b = np.asarray(far.target)[:n], np.asarray(far.source)[:n]
    center, radius = np.asarray(tree.center), np.asarray(tree.radius)
    distance = np.linalg.norm(center[a] - center[b], axis=1)
    assert (radius[a] + radius[b] <= 0.5 * distance * (1 + 1e-5)).all()
    assert (distance - radius[a] - radius[b] >= 0.3 - 1e-5).all()
    assert (np.diff(a) >= 0).all() and (np.diff(np.asarray(near.target)[: int(near.count)]) >= 0).all()
    assert (np.asarray(far.target)[n:] == 2**31 - 1).all()


def test_overflow_is_counted_exactly():
    x = jnp.asarray(cases.cube(np.random.default_rng(3), 2000), jnp.float32)
    tree = grow(x)
    far, near = lists(tree, tree)
    short_far, short_near = lists(tree, tree, far=100, near=50)
    assert (int(short_far.count), int(short_near.count)) == (int(far.count), int(near.count))


@pytest.mark.parametrize("name, m2l, p2p", [("cube", 1.6, 740), ("plummer", 1.5, 1090)])
def test_work_per_particle(name, m2l, p2p):
    """Within 15% of the midpoint tree with exact spheres (131,072 points, theta 0.8, leaves of 48)."""
    n = 131072
    x = jnp.asarray(cases.DISTRIBUTIONS[name](np.random.default_rng(0), n), jnp.float32)
    tree = grow(x, leaf_size=48, leaf_capacity=n // 16)
    far, near = lists(tree, tree, theta=0.8, far=4 * n, near=2 * n)
    count = np.asarray(tree.count)[np.asarray(tree.leaves)].astype(float)
    used = int(near.count)
    pairs = (count[np.asarray(near.target)[:used]] * count[np.asarray(near.source)[:used]]).sum()
    assert int(far.count) / n <= 1.15 * m2l
    assert pairs / n <= 1.15 * p2p
