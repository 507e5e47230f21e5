"""The lists are complete and disjoint: with K = 1 every target gets exactly the number of
sources."""

import dataclasses
import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_tree import POINTS, coincident, grow, line

from jaxfmm.tree import keys
from jaxfmm.tree.balanced import build_balanced
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

CAPACITY = 1 << 17


@functools.partial(jax.jit, static_argnames=("leaf_targets", "far", "near", "exchange", "native"))
def lists(
    target, source, *, rate=0.6, near_length=0.0, start=True, leaf_targets=False, far=CAPACITY,
    near=CAPACITY, exchange=0, native=False, images=None,
):  # fmt: skip
    traversal = Traversal(
        target, source, rate=rate, near_length=near_length, far_capacity=far, near_capacity=near,
        exchange_capacity=exchange, leaf_targets=leaf_targets, start=start, images=images,
    )  # fmt: skip
    return traverse(traversal, native=native)


def times_seen(target, source, far, near, outward=None, inward=None, *, leaf_targets=False):
    """How often each (target, source) pair of points is covered: (m, n) integers."""
    seen = np.zeros((len(target.order), len(source.order)), int)

    def add(a, b):
        rows = slice(int(target.start[a]), int(target.start[a] + target.count[a]))
        seen[rows, int(source.start[b]) : int(source.start[b] + source.count[b])] += 1

    target, source, *every = jax.tree.map(np.asarray, (target, source, far, near, outward, inward))
    of_leaves = (leaf_targets, False), (True, True), (True, False), (False, True)
    for pairs, (target_is_leaf, source_is_leaf) in zip(every, of_leaves):
        if pairs is not None:
            assert pairs.count <= pairs.capacity
            for a, b in zip(pairs.target[: pairs.count], pairs.source[: pairs.count]):
                add(
                    target.leaves[a] if target_is_leaf else a,
                    source.leaves[b] if source_is_leaf else b,
                )
    return seen


def check_rows(pairs):
    """`start` says which pairs belong to which target."""
    start, used = np.asarray(pairs.start), int(pairs.count)
    assert (start[0], start[-1]) == (0, used)
    np.testing.assert_array_equal(
        np.repeat(np.arange(len(start) - 1), np.diff(start)), pairs.target[:used]
    )


@pytest.mark.parametrize("leaf_targets", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", POINTS)
def test_every_pair_exactly_once(name, leaf_targets):
    x = jnp.asarray(POINTS[name](np.random.default_rng(0), 700), jnp.float32)[:700]
    tree = grow(x)
    far, near, *_ = lists(tree, tree, leaf_targets=leaf_targets)
    assert (times_seen(tree, tree, far, near, leaf_targets=leaf_targets) == 1).all()
    check_rows(far)
    check_rows(near)


@pytest.mark.parametrize("leaf_targets", [False, True])
def test_every_pair_exactly_once_between_two_sets(leaf_targets):
    rng = np.random.default_rng(1)
    x, y = (jnp.asarray(a, jnp.float32) for a in (cases.shell(rng, 400), cases.cube(rng, 700)))
    target, source = grow(x), grow(y)
    far, near, *_ = lists(target, source, leaf_targets=leaf_targets)
    assert (times_seen(target, source, far, near, leaf_targets=leaf_targets) == 1).all()
    if not leaf_targets:
        back = far.transposed(source.capacity), near.transposed(source.leaves.shape[0])
        assert (times_seen(source, target, *back) == 1).all()
        for pairs in back:
            check_rows(pairs)


def gaps(target, source, a, b):
    """Between pairs of nodes: between their spheres, or between their boxes if that is more."""
    target, source = jax.tree.map(np.asarray, (target, source))
    offset = target.center[a] - source.center[b]
    sides = np.maximum(np.abs(offset) - target.half[a] - source.half[b], 0)
    spheres = np.linalg.norm(offset, axis=1) - target.radius[a] - source.radius[b]
    return np.maximum(spheres, np.linalg.norm(sides, axis=1))


def test_far_pairs_keep_the_criterion():
    x = jnp.asarray(cases.plummer(np.random.default_rng(2), 3000), jnp.float32)
    tree = grow(x)
    far, near, *_ = lists(
        tree, tree, rate=0.5, near_length=0.3, far=3 * CAPACITY, near=3 * CAPACITY
    )
    n = int(far.count)
    a, b = np.asarray(far.target)[:n], np.asarray(far.source)[:n]
    center, radius = np.asarray(tree.center), np.asarray(tree.radius)
    distance = np.linalg.norm(center[a] - center[b], axis=1)
    larger, smaller = np.maximum(radius[a], radius[b]), np.minimum(radius[a], radius[b])
    assert (larger + 0.5 * smaller <= 0.5 * distance * (1 + 1e-5)).all()
    assert (gaps(tree, tree, a, b) >= 0.3 - 1e-5).all()
    points, order, start, count = map(np.asarray, (x, tree.order, tree.start, tree.count))
    for i, j in zip(a[:: n // 300], b[:: n // 300]):
        of_a, of_b = (points[order[start[k] : start[k] + count[k]]] for k in (i, j))
        assert np.linalg.norm(of_a[:, None] - of_b, axis=2).min() >= 0.3 - 1e-5
    assert (np.diff(a) >= 0).all() and (
        np.diff(np.asarray(near.target)[: int(near.count)]) >= 0
    ).all()
    assert (np.asarray(far.target)[n:] == 2**31 - 1).all()


@pytest.mark.parametrize("native", [False, True])
def test_boxes_may_be_apart_where_spheres_are_not(native):
    """Of leaves as in a grid, two places apart: three widths of a box are between them, and less
    between spheres."""
    x = jnp.asarray(
        np.stack(np.meshgrid(*[(np.arange(16) + 0.5) / 16] * 3), axis=-1).reshape(-1, 3),
        jnp.float32,
    )
    tree = grow(x, leaf_size=12, leaf_capacity=1024)  # with eight points each
    touching, along_an_axis, and_one_aside = 27, 6, 24
    for length, near in (
        (2.9 / 16, touching),
        (3.25 / 16, touching + along_an_axis + and_one_aside),
    ):
        made = lists(tree, tree, rate=1e30, near_length=length, native=native)
        assert np.bincount(np.asarray(made.near.target)[: int(made.near.count)]).max() == near
        assert (times_seen(tree, tree, *made[:2]) == 1).all()


def normal(rng, n):
    return 0.5 + 0.1 * rng.normal(size=(n, 3))


def layer(rng, n):
    return np.stack([rng.random(n), 0.1 * rng.normal(size=n), rng.random(n)], axis=1)


MILD = {f.__name__: f for f in (cases.cube, normal, layer, cases.clusters, coincident, line)}


def balanced(x):
    return build_balanced(x, leaf_size=8, extent=jnp.ptp(x))


def adaptive(x):
    return build(x, leaf_size=8, leaf_capacity=len(x), extent=jnp.ptp(x))


TREES = {f.__name__: jax.jit(f) for f in (balanced, adaptive)}


def check_criteria(target, source, made, *, rate, near_length=0.0):
    """Every pair is in the list whose condition it satisfies, but for rounding."""
    target, source, made = jax.tree.map(np.asarray, (target, source, made))

    def of(pairs, target_is_leaf, source_is_leaf):
        a, b = pairs.target[: pairs.count], pairs.source[: pairs.count]
        a, b = target.leaves[a] if target_is_leaf else a, source.leaves[b] if source_is_leaf else b
        d = np.linalg.norm(target.center[a] - source.center[b], axis=1)
        return a, b, target.radius[a], source.radius[b], d

    def holds(larger, smaller, d, a, b, slack):
        apart = gaps(target, source, a, b) >= near_length - slack
        return (larger + rate * smaller <= rate * d * (1 + slack)) & apart

    a, b, ra, rb, d = of(made.far, False, False)
    assert holds(np.maximum(ra, rb), np.minimum(ra, rb), d, a, b, 1e-5).all()
    a, b, ra, rb, d = of(made.near, True, True)
    larger, smaller = np.maximum(ra, rb), np.minimum(ra, rb)
    assert not holds(larger, smaller, d, a, b, -1e-5).any()
    assert not (holds(smaller, larger, d, a, b, -1e-5) & (larger > smaller)).any()
    for pairs, outward in ((made.outward, True), (made.inward, False)):
        a, b, ra, rb, d = of(pairs, outward, not outward)
        assert (target.child[a] == -1).all() and (source.child[b] == -1).all()
        larger, smaller = (ra, rb) if outward else (rb, ra)
        assert (smaller < larger).all()
        assert (
            holds(smaller, larger, d, a, b, 1e-5).all()
            and not holds(larger, smaller, d, a, b, -1e-5).any()
        )


@pytest.mark.parametrize("kind", ["balanced", pytest.param("adaptive", marks=pytest.mark.slow)])
@pytest.mark.parametrize("dim", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", MILD)
def test_exchanged_roles_miss_no_pair(name, dim, kind):
    tree = TREES[kind](
        jnp.asarray(MILD[name](np.random.default_rng(0), 500)[:500, :dim], jnp.float32)
    )
    made = lists(tree, tree, rate=0.5, exchange=CAPACITY)
    assert (times_seen(tree, tree, *made) == 1).all()
    check_criteria(tree, tree, made, rate=0.5)
    for pairs in made:
        check_rows(pairs)


@pytest.mark.parametrize("kind", ["balanced", pytest.param("adaptive", marks=pytest.mark.slow)])
def test_exchanged_pairs_leave_the_near_list(kind):
    tree = TREES[kind](jnp.asarray(normal(np.random.default_rng(0), 500)[:, :2], jnp.float32))
    plain, made = (lists(tree, tree, rate=0.5, exchange=capacity) for capacity in (0, CAPACITY))
    assert plain.outward is plain.inward is None
    assert int(plain.far.count) == int(made.far.count)
    assert (
        int(plain.near.count) == sum(int(pairs.count) for pairs in made[1:]) > int(made.near.count)
    )


@pytest.mark.parametrize("kind", TREES)
def test_one_point(kind):
    tree = TREES[kind](jnp.full((1, 2), 0.3, jnp.float32))
    made = lists(tree, tree, rate=0.5, exchange=10)
    assert [int(pairs.count) for pairs in made] == [0, 1, 0, 0]


@pytest.mark.parametrize("kind", ["balanced", pytest.param("adaptive", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_exchanged_roles_between_two_sets(kind):
    rng = np.random.default_rng(4)
    x, y = (jnp.asarray(a, jnp.float32) for a in (normal(rng, 400), layer(rng, 700)))
    target, source = TREES[kind](x), TREES[kind](y)
    options = {"rate": 0.6, "near_length": 0.02}
    made = lists(target, source, exchange=CAPACITY, **options)
    assert (times_seen(target, source, *made) == 1).all()
    check_criteria(target, source, made, **options)
    assert int(made.outward.count) > 0 and int(made.inward.count) > 0


def test_exchanged_pairs_are_mirror_images():
    """In a sum of points onto themselves M2P and P2L have the same pairs, and the transposed sum
    swaps them."""
    tree = TREES["balanced"](jnp.asarray(normal(np.random.default_rng(5), 900), jnp.float32))
    made = lists(tree, tree, rate=0.5, exchange=CAPACITY)
    back = made.outward.transposed(tree.capacity)
    used = int(made.inward.count)
    assert int(back.count) == used > 0
    pairs = [np.stack([p.target, p.source])[:, :used] for p in (back, made.inward)]
    a, b = (p[:, np.lexsort(p[::-1])] for p in pairs)
    np.testing.assert_array_equal(a, b)


def test_too_little_room_for_exchanged_pairs_is_counted():
    tree = TREES["balanced"](jnp.asarray(normal(np.random.default_rng(6), 900), jnp.float32))
    made, short = (lists(tree, tree, rate=0.5, exchange=capacity) for capacity in (CAPACITY, 3))
    assert int(made.outward.count) > 3
    assert [int(pairs.count) for pairs in short] == [int(pairs.count) for pairs in made]


def test_a_treecode_has_no_exchanged_roles():
    tree = TREES["balanced"](jnp.zeros((1, 2)))
    with pytest.raises(ValueError, match="exchange_capacity must be 0 with leaf_targets.*got 5"):
        lists(tree, tree, leaf_targets=True, exchange=5)


def test_overflow_is_counted_exactly():
    x = jnp.asarray(cases.cube(np.random.default_rng(3), 2000), jnp.float32)
    tree = grow(x)
    far, near, *_ = lists(tree, tree)
    short_far, short_near, *_ = lists(tree, tree, far=100, near=50)
    assert (int(short_far.count), int(short_near.count)) == (int(far.count), int(near.count))


@pytest.mark.parametrize("name, m2l, p2p", [("cube", 1.6, 740), ("plummer", 1.5, 1090)])
@pytest.mark.slow
def test_work_per_particle(name, m2l, p2p):
    """Within 15% of the midpoint tree with exact spheres (131,072 points, theta 0.8, leaves of
    48)."""
    n = 131072
    x = jnp.asarray(cases.DISTRIBUTIONS[name](np.random.default_rng(0), n), jnp.float32)
    tree = grow(x, leaf_size=48, leaf_capacity=n // 16)
    far, near, *_ = lists(tree, tree, rate=0.8, far=4 * n, near=2 * n)
    count = np.asarray(tree.count)[np.asarray(tree.leaves)].astype(float)
    used = int(near.count)
    pairs = (count[np.asarray(near.target)[:used]] * count[np.asarray(near.source)[:used]]).sum()
    assert int(far.count) / n <= 1.15 * m2l
    assert pairs / n <= 1.15 * p2p


@pytest.mark.parametrize("kind", ["adaptive", pytest.param("balanced", marks=pytest.mark.slow)])
@pytest.mark.parametrize("leaf_targets", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_lengths_of_nodes(kind, leaf_targets):
    """The larger of two counts, for all pairs of points; compiled lists are the same."""
    rng = np.random.default_rng(7)
    x, y = (jnp.asarray(a, jnp.float32) for a in (normal(rng, 600), layer(rng, 500)))
    lengths = [jnp.where(jnp.asarray(rng.random(len(a)) < 0.02), 0.2, 0.01) for a in (x, y)]
    target, source = TREES[kind](x), TREES[kind](y)
    of_nodes = tuple(tree.largest(values) for tree, values in zip((target, source), lengths))
    for tree, values, largest in zip((target, source), lengths, of_nodes):
        order, start, count, values, largest = map(
            np.asarray, (tree.order, tree.start, tree.count, values, largest)
        )
        for node in range(int(tree.n_nodes)):
            assert largest[node] == values[order[start[node] : start[node] + count[node]]].max()
    made = lists(target, source, near_length=of_nodes, leaf_targets=leaf_targets)
    assert (times_seen(target, source, *made[:2], leaf_targets=leaf_targets) == 1).all()
    d = np.linalg.norm(
        np.asarray(x)[np.asarray(target.order), None] - np.asarray(y)[np.asarray(source.order)],
        axis=2,
    )
    e, f = (
        np.asarray(values)[np.asarray(tree.order)]
        for tree, values in zip((target, source), lengths)
    )
    nothing = dataclasses.replace(made.near, count=jnp.int32(0))
    far = times_seen(target, source, made.far, nothing, leaf_targets=leaf_targets) == 1
    assert far.any() and (d >= np.maximum(e[:, None], f) * (1 - 1e-5))[far].all()
    wide = np.maximum(e[:, None], f) < 0.1
    assert (far & (d < 0.2) & wide).any()  # and no other node is kept from its far pairs
    native = lists(target, source, near_length=of_nodes, leaf_targets=leaf_targets, native=True)
    for a, b in zip(made[:2], native[:2]):
        used = int(a.count)
        pairs = [np.stack([p.target, p.source])[:, :used] for p in (a, b)]
        np.testing.assert_array_equal(*(p[:, np.lexsort(p[::-1])] for p in pairs))


def near_pairs(x):
    """How many pairs of points the near lists hold."""
    extent = jnp.ptp(x, axis=0).max()
    tree = build(x, leaf_size=32, leaf_capacity=len(x) // 4, extent=extent)
    near = lists(tree, tree, far=1 << 19, near=1 << 19).near
    count = np.asarray(tree.count)[np.asarray(tree.leaves)].astype(np.int64)
    used = int(near.count)
    assert used <= near.capacity and int(tree.n_leaves) <= len(x) // 4
    return (count[np.asarray(near.target[:used])] * count[np.asarray(near.source[:used])]).sum()


def even(n, box):
    points = np.random.default_rng(0).random((n, 3)) * np.array(box)
    return jnp.asarray(points, jnp.float32)


def test_leaves_of_even_points_are_cubes(monkeypatch):
    """Cells as they come, which are up to twice as long as wide, have many more near pairs."""
    sizes = 16_000, 32_000
    cubes = [near_pairs(even(n, (1, 1, 1))) for n in sizes]
    monkeypatch.setattr(keys, "stretch", lambda *_: 1.0)
    jax.clear_caches()
    found = [near_pairs(even(n, (1, 1, 1))) for n in sizes]
    jax.clear_caches()
    assert cubes[0] < 0.87 * found[0] and cubes[1] < 0.77 * found[1]


@pytest.mark.parametrize(("box", "share"), [((1, 1, 0.5), 0.85), ((1, 1, 0), 0.8)])
def test_leaves_are_cubes_in_boxes_of_other_shapes(box, share, monkeypatch):
    """Cells that are cubes where the points fill the cube around their box have more near pairs."""
    sizes, stretch = (16_000, 24_000), keys.stretch
    found = sum(near_pairs(even(n, box)) for n in sizes)

    def of_cube(sizes, widths, leaf_size):
        return stretch(sizes, jnp.full_like(widths, widths.max()), leaf_size)

    monkeypatch.setattr(keys, "stretch", of_cube)
    jax.clear_caches()
    before = sum(near_pairs(even(n, box)) for n in sizes)
    jax.clear_caches()
    assert found < share * before


def test_the_outermost_layer_of_a_crystal_lies_in_the_last_leaves(monkeypatch):
    """Without a margin its points had leaves of their own: a seventh more near pairs."""
    points = jnp.asarray(np.stack(np.indices((24,) * 3), axis=-1).reshape(-1, 3), jnp.float32)
    found = near_pairs(points)
    monkeypatch.setattr(keys, "MARGIN", 0.0)
    jax.clear_caches()
    without = near_pairs(points)
    jax.clear_caches()
    assert found < 0.9 * without
