"""`jax.vmap` over the points of trees as one forest, which GPUs have."""

import dataclasses

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.errors import Status
from jaxfmm.plan import build as build_plan
from jaxfmm.tree import clouds
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

CLOUDS, N, M = 4, 300, 170
FIELDS = "order start count child parent level_start n_nodes leaves n_leaves leaf_of_point"


@pytest.fixture(autouse=True)
def together(monkeypatch):
    """As where JAX's default is a GPU."""
    monkeypatch.setattr(clouds, "pays", lambda points: True)
    jax.clear_caches()
    yield
    jax.clear_caches()


def batch(n=N, seed=0, powers=2.0):
    """Clouds of different scales and places."""
    rng, shape = np.random.default_rng(seed), (CLOUDS, 1, 1)
    scale, place = 10 ** rng.uniform(-powers, powers, size=shape), rng.normal(size=(CLOUDS, 1, 3))
    return jnp.asarray(scale * (place + rng.normal(size=(CLOUDS, n, 3))), jnp.float32)


def at(tree, member):
    return jax.tree.map(lambda array: array[member], tree)


def pairs(found):
    count = int(found.count)
    return sorted(zip(np.asarray(found.target)[:count], np.asarray(found.source)[:count]))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("leaf_targets", [False, True])
def test_trees_and_lists_are_those_of_each_cloud(native, leaf_targets):
    x, y = batch(), batch(n=M, seed=1)

    def tree(points):
        return build(points, leaf_size=16, leaf_capacity=64, extent=1.0, native=native)

    def lists(targets, sources):
        return traverse(
            Traversal(
                targets,
                sources,
                rate=0.6,
                near_length=0.01,
                far_capacity=4000,
                near_capacity=4000,
                leaf_targets=leaf_targets,
            ),
            native=native,
        )

    trees = [jax.jit(jax.vmap(tree))(points) for points in (x, y)]
    found = jax.jit(jax.vmap(lists))(*trees)
    for member in range(CLOUDS):
        for points, made in zip((x, y), trees):
            alone = tree(points[member])
            for name in FIELDS.split():
                np.testing.assert_array_equal(
                    getattr(made, name)[member], getattr(alone, name), err_msg=name
                )
            for name in ("center", "half", "radius"):
                np.testing.assert_allclose(
                    getattr(made, name)[member], getattr(alone, name), rtol=1e-5
                )
        alone = lists(*(at(made, member) for made in trees))
        for name in ("far", "near"):
            here, expected = at(getattr(found, name), member), getattr(alone, name)
            assert pairs(here) == pairs(expected)
            np.testing.assert_array_equal(here.start, expected.start)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_a_forest_is_numbered_as_one_tree(count):
    """Kernels find the children of a node from its place among those that have children."""
    x = jnp.concatenate([batch(), batch(seed=3)])[:count]
    trees = jax.vmap(lambda x: build(x, leaf_size=16, leaf_capacity=64, extent=1.0))(x)
    forest, numbers = clouds.forest_of(trees)
    used = int(forest.n_nodes)
    assert used == int(trees.n_nodes.sum()) + count - 1
    child, parent = np.asarray(forest.child)[:used], np.asarray(forest.parent)[:used]
    inner = np.flatnonzero(child >= 0)
    np.testing.assert_array_equal(child[inner], 1 + 2 * np.arange(len(inner)))
    np.testing.assert_array_equal(parent[1:], np.repeat(inner, 2))
    assert parent[0] == -1 and len(inner) == (used - 1) // 2
    start, size = np.asarray(forest.start), np.asarray(forest.count)
    np.testing.assert_array_equal(start[child[inner]], start[inner])
    np.testing.assert_array_equal(size[child[inner]] + size[child[inner] + 1], size[inner])
    np.testing.assert_array_equal(size[np.asarray(forest.roots)], N)
    level = np.searchsorted(np.asarray(forest.level_start), np.arange(used), side="right")
    np.testing.assert_array_equal(level[1:], level[parent[1:]] + 1)
    leaves = np.asarray(forest.leaves)[: int(forest.n_leaves)]
    assert (child[leaves] == -1).all() and (np.diff(start[leaves]) > 0).all()


def close(found, expected, tol):
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        for member in range(CLOUDS):
            assert cases.error(a[member], b[member]) <= tol


@pytest.mark.parametrize(
    ("method", "kernel"),
    [
        ("fmm", jaxfmm.Laplace()),
        ("fmm", jaxfmm.Laplace(0.3)),
        ("fmm", jaxfmm.Yukawa(0.5)),
        ("treecode", jaxfmm.Laplace()),
        ("truncated", jaxfmm.LennardJones(0.3, 1.0, 0.9)),
    ],
    ids=["1/r", "softened", "Yukawa", "treecode", "truncated"],
)
def test_sums(method, kernel):
    """With separate targets, and slopes of a loss in all arguments: the transposed sums too."""
    powers = 0.0 if method == "truncated" else 2.0  # the cutoff is a length
    x, t = batch(powers=powers), batch(n=M, seed=1, powers=powers)
    rng = np.random.default_rng(2)
    q = jnp.asarray(rng.normal(size=(CLOUDS, N)), x.dtype)
    weight = jnp.asarray(rng.normal(size=(CLOUDS, M)), x.dtype)

    def loss(x, q, t, weight, **options):
        plan = jaxfmm.plan(x, t, kernel=kernel, **options)
        field, slope = jaxfmm.potential_and_gradient(x, q, t, kernel=kernel, plan=plan)
        return weight @ field, (field, slope, plan.status)

    def both(**options):
        return jax.jit(
            jax.vmap(
                lambda *a: jax.value_and_grad(
                    lambda *b: loss(*b, **options), (0, 1, 2), has_aux=True
                )(*a)
            )
        )

    options = {"leaf_size": 16}
    if method != "truncated":
        options |= {"order": 10, "theta": 0.5}
    (_, (*fields, status)), slopes = both(method=method, **options)(x, q, t, weight)
    (_, (*exact, _)), exact_slopes = both(method="direct")(x, q, t, weight)
    assert not status.any()
    close(fields, exact, 2e-4)
    close(slopes, exact_slopes, 2e-3)


@pytest.mark.parametrize("kernel", [jaxfmm.Laplace, jaxfmm.Yukawa, jaxfmm.Gaussian])
def test_parameters_that_differ_between_clouds(kernel):
    """One walk, or pairs without trees; each cloud keeps its tolerance, with slopes in parameters
    too."""
    x = batch(powers=0.0)
    q = jnp.asarray(np.random.default_rng(2).normal(size=(CLOUDS, N)), x.dtype)
    lengths = jnp.array([0.05, 0.1, 0.5, 2.0])
    method = "truncated" if kernel is jaxfmm.Gaussian else "fmm"

    def energy(x, q, length, **options):
        plan = jaxfmm.plan(x, kernel=kernel(length), leaf_size=16, **options)
        return jaxfmm.energy(x, q, kernel=kernel(length), plan=plan), plan.status

    def both(**options):
        one = jax.value_and_grad(lambda *a: energy(*a, **options), (0, 1, 2), has_aux=True)
        return jax.jit(jax.vmap(one))(x, q, lengths)

    found = both(method=method, tol=1e-3)
    expected = both(method="direct")
    assert not found[0][1].any()
    close(found[1][:2], expected[1][:2], 1e-3)
    np.testing.assert_allclose(found[0][0], expected[0][0], rtol=1e-3)
    np.testing.assert_allclose(found[1][2], expected[1][2], rtol=1e-2)
    if method == "fmm":
        walk = jax.vmap(lambda x, p: jaxfmm.plan(x, kernel=kernel(p), method="fmm").status)
        assert "scan[" not in str(jax.make_jaxpr(walk)(x, lengths))


def test_a_batch_of_trees_takes_one_walk():
    x = batch()
    program = str(jax.make_jaxpr(jax.vmap(lambda x: jaxfmm.plan(x, method="fmm").status))(x))
    assert "jaxfmm_traverse" in program and "scan[" not in program


def test_many_large_clouds():
    """Their trees have no images, which would need bits of the entries of lists: nothing is
    computed here."""
    x = jax.ShapeDtypeStruct((4096, 2000, 3), jnp.float32)

    def field(x):
        plan = jaxfmm.plan(x, method="fmm", order=3, theta=0.7, leaf_size=16)
        return jaxfmm.potential(x, jnp.ones(len(x), x.dtype), plan=plan)

    assert jax.eval_shape(jax.vmap(field), x).shape == x.shape[:2]


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("what", ["near", "source_leaves"])
def test_a_cloud_that_does_not_fit_spoils_no_other(what, native):
    x = batch()
    backend = None if native else "xla"
    plan = jaxfmm.plan(x[0], method="fmm", leaf_size=16, backend=backend)
    each = [plan.update(points) for points in x]
    needed = [int(p.near.count if what == "near" else p.sources_tree.n_leaves) for p in each]
    capacity = {what: sorted(needed)[-1] - 1}
    if what == "source_leaves":
        capacity["target_leaves"] = capacity[what]
    capacity = dataclasses.replace(plan.choice.capacity, **capacity)
    choice = dataclasses.replace(plan.choice, capacity=capacity)
    small = jax.jit(lambda x: build_plan(choice, plan.kernel, x, None))(x[0])

    @jax.jit
    @jax.vmap
    def sums(x):
        plan = small.update(x)
        return jaxfmm.potential(x, jnp.ones(N), plan=plan), plan.status

    potential, status = sums(x)
    bit = Status.NEAR if what == "near" else Status.NODES
    for member in range(CLOUDS):
        fits = needed[member] <= capacity.near if what == "near" else needed[member] < max(needed)
        assert int(status[member]) == (0 if fits else int(bit))
        expected = each[member] if fits else None
        if expected is None:
            assert jnp.isnan(potential[member]).all()
        else:
            exact = jaxfmm.potential(x[member], jnp.ones(N), plan=expected)
            assert cases.error(potential[member], exact) <= 1e-5
    assert 0 < np.count_nonzero(status) < CLOUDS


def test_points_that_are_not_finite_spoil_no_other_cloud():
    x = batch().at[2, 5, 0].set(jnp.nan)
    potential = jax.jit(
        jax.vmap(lambda x: jaxfmm.potential(x, jnp.ones(N), plan=jaxfmm.plan(x, method="fmm")))
    )(x)
    assert jnp.isnan(potential).all(axis=1).tolist() == [False, False, True, False]
