"""Points that act on points of their own segment alone, and batches of clouds by `jax.vmap`."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import table

import jaxfmm
from jaxfmm.tree.build import build

SIZES = (40, 7, 0, 300, 1, 120)
SEGMENTS = len(SIZES)
PADDING = 9
KERNELS = {
    "1/r": jaxfmm.Laplace(),
    "softened": jaxfmm.Laplace(softening=0.1),
    "spline": jaxfmm.Laplace(softening=0.1, profile="spline"),
    "Yukawa": jaxfmm.Yukawa(2.0),
    "Gaussian": jaxfmm.Gaussian(0.5),
    "LennardJones": jaxfmm.LennardJones(0.3, 1.0, 0.9),
    "Custom": jaxfmm.Custom(lambda r2: jnp.exp(-r2), radial=True),
    "Helmholtz": jaxfmm.Helmholtz(3.0),
    "Stokeslet": jaxfmm.Stokeslet(),
}


def numbers(rng, sizes=SIZES, padding=PADDING):
    """Segments of these sizes in any order, with padding of every kind."""
    ids = np.concatenate([np.repeat(np.arange(len(sizes)), sizes), np.full(padding, len(sizes))])
    ids[len(ids) - padding // 2 :] = -3
    return jnp.asarray(rng.permutation(ids), jnp.int32)


def problem(dtype=jnp.float32, sizes=SIZES, dim=3, padding=PADDING):
    rng = np.random.default_rng(0)
    ids = numbers(rng, sizes, padding)
    return jnp.asarray(rng.normal(size=(len(ids), dim)), dtype), ids, rng


def loop(function, ids, *others):
    """The results of function(mask, *masks) for each segment, put where its targets are."""
    out = None
    for segment in range(SEGMENTS):
        masks = [np.asarray(x) == segment for x in (ids, *others)]
        if not all(mask.any() for mask in masks):
            continue
        results = jax.tree.map(np.asarray, function(*masks))
        if out is None:
            size = len(masks[-1])
            out = [np.zeros((size, *result.shape[1:]), result.dtype) for result in results]
        for whole, part in zip(out, results):
            whole[masks[-1]] = part
    return out


def direct(x, q, t=None, kernel=KERNELS["1/r"]):
    plan = jaxfmm.plan(x, t, kernel=kernel, method="direct")
    return jaxfmm.potential_and_gradient(x, q, t, kernel=kernel, plan=plan)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name):
    x, ids, rng = problem()
    kernel = KERNELS[name]
    shape = (len(x), 3) if kernel.traits.vector else (len(x),)
    q = jnp.asarray(rng.normal(size=shape), x.dtype)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3, segments=ids, num_segments=SEGMENTS)
    found = jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan)
    expected = loop(lambda mask: direct(x[mask], q[mask], kernel=kernel), ids)
    for a, b in zip(found, expected):
        assert cases.error(a, b) <= 1e-5
        assert not np.asarray(a)[(ids < 0) | (ids >= SEGMENTS)].any()


NONE, OPEN = "has no sum by segments", "kernels of open space"
REFUSED = {  # rows of the table
    **dict.fromkeys([("Helmholtz", "fmm"), ("Helmholtz 2D", "fmm"), ("Custom", "fmm")], NONE),
    **{(f"Gaussian {d}D", method): NONE for d in (1, 2, 3) for method in ("fourier", "fgt")},
    ("Gaussian 1D", "exponentials"): NONE,
    # whose errors are measured
    **{(k, m): NONE for k in ("Multiquadric", "ThinPlate") for m in ("fmm", "treecode")},
    **{("Mirror", method): OPEN for method in ("fmm", "treecode", "direct")},
}


def test_which_rows_of_the_table_have_no_segments():
    """Those, and with an error that names the method or the kernel, and the fix."""
    refused = {}
    for name, method in dict.fromkeys(case[:2] for case in table.CASES):
        row = table.KERNELS[name]
        kernel = row.make(*row.parameters.values())
        options = {"kernel": kernel, "method": method, "segments": np.zeros(0, int)}
        try:
            jaxfmm.plan(np.zeros((0, row.dim), np.float32), num_segments=3, **options)
        except ValueError as reason:
            refused[name, method] = text = str(reason)
            assert REFUSED[name, method] in text and "in a loop or with jax.vmap" in text
            assert kernel.name in text and (name == "Mirror" or f"method={method!r}" in text)
    assert refused.keys() == REFUSED.keys()


def pairs_of(case):
    """Every method meets every kernel and dtype."""
    return {(case.kernel, case.method), (case.method, case.dtype)}


@pytest.mark.parametrize(
    ("kernel", "method", "backend", "dtype"),
    table.params([case for case in table.CASES if case[:2] not in REFUSED], pairs_of, table.cost),
    indirect=["backend", "dtype"],
)
def test_rows_of_the_table(kernel, method, backend, dtype):
    """Against a sum for each segment with the same options. One segment has one point, some have
    none, one is smaller: by a factor of 1000, where the kernel has no length."""
    case = table.Case(kernel, method, backend, dtype.name)
    row, tol = table.KERNELS[kernel], table.TOL[dtype.name]
    _, ids, rng = problem(dtype, (150, 60, 1, 0, 0, 0), row.dim)
    scale = np.where(ids == 1, 0.5 if row.parameters else 1e-3, 1.0)
    x = jnp.asarray(rng.random((len(ids), row.dim)) * scale[:, None], dtype)
    q = jnp.asarray(rng.normal(size=len(ids)), dtype)
    function = row.make(*(jnp.asarray(value, dtype) for value in row.parameters.values()))

    def sums(x, q, **segments):
        options = {"tol": tol, "method": method, "backend": backend, **table.options(case)}
        plan = jaxfmm.plan(x, kernel=function, **options, **segments)
        assert plan.method == method
        return plan, jaxfmm.potential_and_gradient(x, q, plan=plan)

    plan, found = sums(x, q, segments=ids, num_segments=SEGMENTS)
    assert method not in table.OPTIONS or int(plan.far.count) > 0
    for a, b in zip(found, loop(lambda mask: sums(x[mask], q[mask])[1], ids)):
        assert a.dtype == b.dtype and cases.worst(a, b, ids) <= tol


@pytest.mark.parametrize("method", ["direct", "fmm", "treecode"])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_separate_targets(method, dtype, backend):
    x, ids, rng = problem(dtype)
    t, of_targets = jnp.asarray(rng.normal(size=(200, 3)), dtype), rng.integers(-1, 8, size=200)
    q = jnp.asarray(rng.normal(size=len(x)), dtype)
    plan = jaxfmm.plan(
        *(x, t),
        tol=1e-4,
        method=method,
        leaf_size=8,
        segments=ids,
        num_segments=SEGMENTS,
        target_segments=of_targets,
    )
    found = jaxfmm.potential_and_gradient(x, q, t, plan=plan)
    expected = loop(lambda y, mask: direct(x[y], q[y], t[mask]), ids, of_targets)
    for a, b in zip(found, expected):
        assert cases.error(a, b) <= 1e-4

    def loss(x, q, t):
        return (jaxfmm.potential(x, q, t, plan=plan) ** 2).sum()

    def expected_loss(x, q, t):
        total = 0.0
        for segment in range(SEGMENTS):
            y, mask = (np.asarray(n) == segment for n in (ids, of_targets))
            if y.any() and mask.any():
                near = jaxfmm.plan(x[y], t[mask], method="direct")
                total += (jaxfmm.potential(x[y], q[y], t[mask], plan=near) ** 2).sum()
        return total

    slopes = jax.grad(loss, (0, 1, 2))(x, q, t)
    for a, b in zip(slopes, jax.grad(expected_loss, (0, 1, 2))(x, q, t)):
        assert cases.error(a, b) <= 1e-3


def energies(x, q, ids, **options):
    """By a loop over segments."""
    each = []
    for segment in range(SEGMENTS):
        mask = np.asarray(ids) == segment
        if not mask.any():
            each.append(jnp.zeros((), x.dtype))
            continue
        plan = jaxfmm.plan(x[mask], method="direct", **options)
        each.append(jaxfmm.energy(x[mask], q[mask], plan=plan, **options))
    return jnp.stack(each)


@pytest.mark.parametrize("method", ["direct", "fmm"])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_energies_and_their_derivatives(method, dtype):
    x, ids, rng = problem(dtype)
    q, v = (jnp.asarray(rng.normal(size=s), dtype) for s in (len(x), x.shape))
    weights = jnp.arange(1.0, SEGMENTS + 1)
    plan = jaxfmm.plan(
        x, tol=1e-5, method=method, leaf_size=16, segments=ids, num_segments=SEGMENTS
    )

    def total(x, q):
        return jaxfmm.energy(x, q, plan=plan) @ weights

    def expected(x, q):
        return energies(x, q, ids) @ weights

    np.testing.assert_allclose(
        jaxfmm.energy(x, q, plan=plan), energies(x, q, ids), rtol=1e-5, atol=1e-8
    )
    both = jnp.stack([q, 2 * q], axis=1)
    np.testing.assert_allclose(
        jaxfmm.energy(x, both, plan=plan),
        jaxfmm.energy(x, q, plan=plan)[:, None] * jnp.array([[1.0, 4]]),
    )
    for a, b in zip(jax.grad(total, (0, 1))(x, q), jax.grad(expected, (0, 1))(x, q)):
        assert cases.error(a, b) <= 1e-4
    curved, other = (jax.jvp(jax.grad(f), (x, q), (v, q))[1] for f in (total, expected))
    assert cases.error(curved, other) <= 1e-3


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_parameters_are_differentiated(dtype):
    x, ids, rng = problem(dtype)
    q = jnp.asarray(rng.normal(size=len(x)), dtype)

    def total(softening):
        kernel = jaxfmm.Laplace(softening=softening)
        return jaxfmm.energy(x, q, kernel=kernel, segments=ids, num_segments=SEGMENTS).sum()

    def expected(softening):
        return energies(x, q, ids, kernel=jaxfmm.Laplace(softening=softening)).sum()

    np.testing.assert_allclose(jax.grad(total)(0.1), jax.grad(expected)(0.1), rtol=1e-6)


def test_a_plan_is_updated_inside_jit_for_other_segments():
    x, ids, rng = problem()
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)
    plan = jaxfmm.plan(x, tol=1e-3, segments=ids, num_segments=SEGMENTS)
    compiled = []

    @jax.jit
    def at(x, ids, plan):
        compiled.append(0)
        plan = plan.update(x, segments=ids)
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    for seed in range(3):
        others = jnp.asarray(np.random.default_rng(seed).permutation(ids))
        expected = loop(lambda mask: direct(x[mask], q[mask]), others)
        for a, b in zip(at(x, others, plan), expected):
            assert cases.error(a, b) <= 1e-5
    assert len(compiled) == 1
    other = jnp.roll(ids, 1)
    with pytest.raises(ValueError, match="the segments are not the plan's; call plan.update"):
        jaxfmm.potential(x, q, plan=plan, segments=other)
    inside = jax.jit(lambda ids: jaxfmm.potential(x, q, plan=plan, segments=ids))(other)
    assert np.isnan(inside).all()


def test_a_plan_made_inside_jit():
    x, ids, rng = problem(sizes=(50,) * SEGMENTS)
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)

    @jax.jit
    def at(x, q, ids):
        return jaxfmm.potential(x, q, segments=ids, num_segments=SEGMENTS, tol=1e-3)

    expected = loop(lambda mask: direct(x[mask], q[mask]), ids)[0]
    assert cases.error(at(x, q, ids), expected) <= 1e-5


@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_tol_holds_for_each_segment_whatever_its_scale(method):
    """A small cloud of weak charges beside a large one of strong charges."""
    rng = np.random.default_rng(0)
    sizes = (3000, 3000, 3000)
    ids = jnp.asarray(rng.permutation(np.repeat(np.arange(3), sizes)), jnp.int32)
    scale, strength = np.array([1e-3, 1.0, 1e3]), np.array([1e-4, 1.0, 1e4])
    x = jnp.asarray(rng.normal(size=(9000, 3)) * scale[ids][:, None], jnp.float32)
    q = jnp.asarray(rng.normal(size=9000) * strength[ids], jnp.float32)
    options = {"segments": ids, "num_segments": 3}
    plan = jaxfmm.plan(x, tol=1e-3, method=method, leaf_size=32, **options)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for segment in range(3):
        mask = np.asarray(ids) == segment
        for a, b in zip(found, direct(x[mask], q[mask])):
            assert cases.error(np.asarray(a)[mask], b) <= 1e-3
    if method == "fmm":
        assert int(plan.far.count)


@pytest.mark.parametrize(
    "sizes",
    [(1,), (300,), (0, 0, 5), (64,) * 40, (2,) * 500],
    ids=["one", "one segment", "empty", "equal", "many"],
)
def test_unusual_segments(sizes):
    x, ids, rng = problem(sizes=sizes, padding=0)
    plan = jaxfmm.plan(x, segments=ids, num_segments=len(sizes))
    own = np.asarray(ids)[:, None] == np.asarray(ids)[None]
    distance = np.linalg.norm(np.asarray(x, float)[:, None] - np.asarray(x, float)[None], axis=-1)
    with np.errstate(divide="ignore"):
        expected = np.where(own & (distance > 0), 1 / distance, 0).sum(1)
    np.testing.assert_allclose(
        jaxfmm.potential(x, jnp.ones(len(x)), plan=plan), expected, rtol=1e-4
    )


def test_balanced_trees_keep_segments_apart():
    x, ids, rng = problem()
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)
    plan = jaxfmm.plan(x, tree="balanced", segments=ids, num_segments=SEGMENTS)
    expected = loop(lambda mask: direct(x[mask], q[mask]), ids)
    assert cases.error(jaxfmm.potential(x, q, plan=plan), expected[0]) <= 1e-5


def test_points_in_one_place():
    x, ids = jnp.ones((300, 3)), jnp.arange(300, dtype=jnp.int32) % 3
    out = jaxfmm.potential(
        x, jnp.ones(300), kernel=jaxfmm.Gaussian(1.0), segments=ids, num_segments=3
    )
    np.testing.assert_allclose(out, 100.0, rtol=1e-5)


@pytest.mark.parametrize("method", ["direct", "fmm", "treecode"])
def test_one_place_beside_other_segments(method):
    """Pairs at distance zero are left out, and others know nothing of them."""
    x, ids, rng = problem(sizes=(60, 60), padding=0)
    x = jnp.where((ids == 0)[:, None], 1.0, x)
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)
    plan = jaxfmm.plan(x, method=method, leaf_size=8, segments=ids, num_segments=2)
    mask = np.asarray(ids) == 1
    for a, b in zip(jaxfmm.potential_and_gradient(x, q, plan=plan), direct(x[mask], q[mask])):
        assert not np.asarray(a)[~mask].any()
        assert cases.error(np.asarray(a)[mask], b) <= 1e-4


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_other_ids_compile_nothing(method, planned, compiled):
    """Neither with the plan that is updated nor with one that is made anew."""
    x, ids, rng = problem(sizes=(50,) * SEGMENTS)
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)
    options = {"method": method, "leaf_size": 16, "num_segments": SEGMENTS}
    plan = jaxfmm.plan(x, segments=ids, **options)
    for seed in range(3):
        others = jnp.asarray(np.random.default_rng(seed).permutation(ids))
        compiled()
        if planned:
            by = plan.update(x, segments=others)
        else:
            by = jaxfmm.plan(x, segments=others, **options)
        found = jax.block_until_ready(jaxfmm.potential_and_gradient(x, q, plan=by))
        names = compiled()
        for a, b in zip(found, loop(lambda mask: direct(x[mask], q[mask]), others), strict=True):
            assert cases.error(a, b) <= 1e-4
    assert not names


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_native_forests_have_the_leaves_of_plain_ones(dim, dtype, backend):
    """And the same roots; points with equal keys may stand in another order."""
    x, ids, _ = problem(dtype, sizes=(400, 3, 0, 90, 1), dim=dim, padding=5)
    ids = jnp.where((ids >= 0) & (ids < 5), ids, 5)
    trees = [
        build(
            x, numbers=ids, segments=5, leaf_size=16, leaf_capacity=128, extent=8.0, native=native
        )
        for native in (False, True)
    ]
    for name in ("start", "count", "child", "parent", "level_start", "roots", "n_leaves"):
        np.testing.assert_array_equal(*(getattr(tree, name) for tree in trees), err_msg=name)
    (plain, native), nodes = trees, int(trees[0].n_nodes)
    np.testing.assert_allclose(plain.center[:nodes], native.center[:nodes], rtol=1e-6)
    np.testing.assert_array_equal(plain.leaf_of_point, native.leaf_of_point)
    sizes = np.bincount(np.asarray(ids), minlength=6)[:5]
    counts = np.where(plain.roots >= 0, np.asarray(plain.count)[np.asarray(plain.roots)], 0)
    np.testing.assert_array_equal(counts, sizes)


def test_bad_segments():
    x, q, ids = jnp.eye(3), jnp.ones(3), jnp.zeros(3, jnp.int32)
    plan = jaxfmm.plan(x, segments=ids, num_segments=1)
    for message, options in {
        "num_segments must be given": {"segments": ids},
        "num_segments needs segments": {"num_segments": 3},
        "segments must be integers": {"segments": q, "num_segments": 1},
        "segments must have shape": {"segments": ids[:2], "num_segments": 1},
        "target_segments must be given where": {
            "segments": ids,
            "num_segments": 1,
            "target_segments": ids,
        },
        "num_segments must lie in 1": {"segments": ids, "num_segments": 0},
        "kernels of open space": {
            "segments": ids,
            "num_segments": 1,
            "kernel": jaxfmm.Mirror(jaxfmm.Laplace(), axis=2, at=-9.0),
        },
    }.items():
        with pytest.raises(ValueError, match=message):
            jaxfmm.potential(x, q, **options)
    with pytest.raises(ValueError, match="the plan was made without"):
        jaxfmm.potential(x, q, plan=jaxfmm.plan(x), segments=ids, num_segments=1)
    with pytest.raises(ValueError, match="the plan was made without"):
        jaxfmm.plan(x).update(x, segments=ids)
    assert jaxfmm.potential(x, q, plan=plan, segments=ids).shape == (3,)


FUNCTIONS = {
    "potential": lambda x, q: jaxfmm.potential(x, q),
    "gradient": lambda x, q: jaxfmm.potential_and_gradient(x, q)[1],
    "hessian": lambda x, q: jaxfmm.hessian(x, q),
    "energy": lambda x, q: jaxfmm.energy(x, q),
    "forces": lambda x, q: jax.grad(jaxfmm.energy)(x, q),
    "curvature": lambda x, q: jax.jvp(jax.grad(jaxfmm.energy), (x, q), (x * x, q))[1],
    "targets": lambda x, q: jaxfmm.potential(x, q, x[:7] + 0.5),
    "slopes": lambda x, q: jax.grad(lambda y: jaxfmm.potential(y, q, x[:7] + 0.5).sum())(x),
    "softened": lambda x, q: jaxfmm.potential(x, q, kernel=jaxfmm.Laplace(softening=0.1)),
    "Gaussian": lambda x, q: jaxfmm.potential(x, q, kernel=jaxfmm.Gaussian(0.5)),
    "Stokeslet": lambda x, q: jaxfmm.potential(x, jnp.sin(x), kernel=jaxfmm.Stokeslet()),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_batch_of_small_clouds_is_one_sum(name):
    """For every function, without a loop over the clouds."""
    rng, function = np.random.default_rng(0), FUNCTIONS[name]
    x, q = (jnp.asarray(rng.normal(size=s), jnp.float32) for s in ((5, 30, 3), (5, 30)))
    out = jax.vmap(function)(x, q)
    for one, points, charges in zip(out, x, q):
        assert cases.error(one, function(points, charges)) <= 1e-5
    program = str(jax.make_jaxpr(jax.vmap(function))(x, q))
    assert "jaxfmm_sum" in program and "scan[" not in program and "while[" not in program


def test_batches_of_batches_and_of_what_is_shared():
    rng = np.random.default_rng(0)
    x, t = (jnp.asarray(rng.normal(size=(4, 5, n, 3)), jnp.float32) for n in (30, 40))
    q = jnp.asarray(rng.normal(size=30), jnp.float32)

    def potential(x, t):
        return jaxfmm.potential(x, q, t)

    both = jax.vmap(jax.vmap(potential))(x, t)
    outer = jax.vmap(jax.vmap(potential, in_axes=(None, 0)), in_axes=(0, None))(x[:, 0], t[0])
    for i, j in ((0, 0), (2, 3), (3, 4)):
        assert cases.error(both[i, j], potential(x[i, j], t[i, j])) <= 1e-5
        assert cases.error(outer[i, j], potential(x[i, 0], t[0, j])) <= 1e-5

    def total(x):
        return jax.vmap(lambda x: jaxfmm.energy(x, q))(x).sum()

    np.testing.assert_allclose(
        jax.grad(total)(x[0]), jax.vmap(jax.grad(lambda x: jaxfmm.energy(x, q)))(x[0]), rtol=1e-5
    )


def test_a_batch_of_parameters_and_of_scales():
    rng = np.random.default_rng(0)
    x = (
        jnp.asarray(rng.normal(size=(3, 30, 3)), jnp.float32)
        * jnp.array([1e-3, 1, 1e3])[:, None, None]
    )
    q, lengths = jnp.ones(30), jnp.array([1e-4, 0.1, 10.0])

    def potential(x, length):
        return jaxfmm.potential(x, q, kernel=jaxfmm.Laplace(softening=length))

    for one, *given in zip(jax.vmap(potential)(x, lengths), x, lengths):
        assert cases.error(one, potential(*given)) <= 1e-5
    for one, points in zip(jax.vmap(lambda x: jaxfmm.hessian(x, q))(x), x):
        assert cases.error(one, jaxfmm.hessian(points, q)) <= 1e-5


@pytest.mark.parametrize("name", ["softened", "Yukawa", "LennardJones", "Gaussian"])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_a_batch_of_parameters_is_one_sum(name, dtype):
    """With its derivatives of two orders in points and parameters, where targets are fewer."""
    rng = np.random.default_rng(0)
    x, q, t = (jnp.asarray(rng.normal(size=s), dtype) for s in ((4, 30, 3), (4, 30), (4, 7, 3)))
    p = jnp.asarray([0.2, 0.5, 1.0, 2.0], dtype)

    def loss(x, q, t, p):
        kernel = BY_CLOUD[name](p)
        return jnp.square(jaxfmm.potential(x, q, t, kernel=kernel)).sum() + jaxfmm.energy(
            x, q, kernel=kernel
        )

    def second(x, q, t, p):
        slope = jax.grad(loss, (0, 2, 3))
        return jax.jvp(slope, (x, q, t, p), (x, q, t, p))

    found = jax.vmap(second)(x, q, t, p)
    for member in range(4):
        expected = second(x[member], q[member], t[member], p[member])
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
            assert cases.error(a[member], b) <= 1e-9
    program = str(jax.make_jaxpr(jax.vmap(second))(x, q, t, p))
    assert "jaxfmm_sum" in program and "scan[" not in program


def test_a_batch_of_batches_of_parameters_is_one_sum():
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.normal(size=(2, 3, 20, 3)), jnp.float32)
    q, p = jnp.ones(20), jnp.array([[0.2, 0.5, 1.0], [0.3, 2.0, 0.7]])

    def forces(x, p):
        return jax.grad(lambda x: jaxfmm.energy(x, q, kernel=jaxfmm.Yukawa(p)))(x)

    every = jax.vmap(jax.vmap(forces))
    program = str(jax.make_jaxpr(every)(x, p))
    assert "jaxfmm_sum" in program and "scan[" not in program
    found = every(x, p)
    for place in np.ndindex(p.shape):
        assert cases.error(found[place], forces(x[place], p[place])) <= 1e-5


BY_SEGMENT = {
    "softened": lambda p: jaxfmm.Laplace(softening=p),
    "Yukawa": jaxfmm.Yukawa,
    "Matern": lambda p: jaxfmm.Matern(p, 2.5),
    "InverseMultiquadric": jaxfmm.InverseMultiquadric,
    "LennardJones": lambda p: jaxfmm.LennardJones(0.5 * p, p * p, 2.5),
    "Wendland": lambda p: jaxfmm.Wendland(2 * p),
}
BY_CLOUD = BY_SEGMENT | {"Gaussian": jaxfmm.Gaussian}


@pytest.mark.parametrize("name", BY_SEGMENT)
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_parameters_by_segment(name, dtype):
    """Energies and derivatives in points, charges and parameters, and second derivatives, against a
    loop."""
    x, ids, rng = problem(dtype, (20, 7, 0, 30, 1, 12), padding=4)
    q, kernel = jnp.asarray(rng.normal(size=len(x)), dtype), BY_SEGMENT[name]
    p = jnp.asarray(rng.uniform(0.2, 0.7, size=SEGMENTS), dtype)
    weights = jnp.arange(1.0, SEGMENTS + 1)

    def total(x, q, p):
        options = {"kernel": kernel(p), "segments": ids, "num_segments": SEGMENTS}
        field = jaxfmm.potential(x, q, **options)
        return jaxfmm.energy(x, q, **options) @ weights + (field**2 * weights[ids % 2]).sum()

    def expected(x, q, p):
        out = jnp.zeros((), dtype)
        for segment in range(SEGMENTS):
            mask = np.asarray(ids) == segment
            if mask.any():
                plan = jaxfmm.plan(x[mask], kernel=kernel(p[segment]), method="direct")
                options = {"kernel": kernel(p[segment]), "plan": plan}
                field = jaxfmm.potential(x[mask], q[mask], **options)
                out += weights[segment] * jaxfmm.energy(x[mask], q[mask], **options)
                out += weights[segment % 2] * (field**2).sum()
        return out

    start, along = (x, q, p), (jnp.cos(x), jnp.sin(q), 0.1 * jnp.cos(p))
    found = jax.value_and_grad(total, (0, 1, 2))(*start)
    others = jax.value_and_grad(expected, (0, 1, 2))(*start)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(others)):
        assert cases.error(a, b) <= 1e-10
    if name == "Yukawa":
        curved, other = (
            jax.jvp(jax.grad(f, (0, 1, 2)), start, along)[1] for f in (total, expected)
        )
        for a, b in zip(curved, other):
            assert cases.error(a, b) <= 1e-9


def test_plans_for_parameters_by_segment():
    """New parameters with the same plan and with an updated one, in one program."""
    x, ids, rng = problem()
    q = jnp.asarray(rng.normal(size=len(x)), x.dtype)
    p = jnp.asarray(rng.uniform(0.2, 0.7, size=SEGMENTS), x.dtype)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Yukawa(p), segments=ids, num_segments=SEGMENTS)
    compiled = []

    @jax.jit
    def at(p, plan):
        compiled.append(0)
        same = jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Yukawa(p), plan=plan)
        updated = plan.update(x, kernel=jaxfmm.Yukawa(p))
        return same, jaxfmm.potential_and_gradient(x, q, plan=updated)

    for parameters in (p, 5 * p):
        expected = [np.zeros(len(x)), np.zeros(x.shape)]
        for segment in range(SEGMENTS):
            mask = np.asarray(ids) == segment
            if mask.any():
                parts = direct(x[mask], q[mask], kernel=jaxfmm.Yukawa(parameters[segment]))
                for whole, part in zip(expected, parts):
                    whole[mask] = part
        for found in at(parameters, plan):
            for a, b in zip(found, expected):
                assert cases.error(a, b) <= 1e-5
    assert len(compiled) == 1
    again = jaxfmm.potential(x, q, plan=plan, segments=ids)
    np.testing.assert_array_equal(again, jaxfmm.potential(x, q, plan=plan))
    for message, kernel in {
        "positive or zero": jaxfmm.Yukawa(-p),
        "must be the same for all segments": jaxfmm.Helmholtz(p),
        "bandwidth has shape": jaxfmm.Gaussian(p),
        "must be a number": jaxfmm.Yukawa(p[:2]),
    }.items():
        with pytest.raises(ValueError, match=message):
            jaxfmm.potential(x, q, kernel=kernel, segments=ids, num_segments=SEGMENTS)


@pytest.mark.slow
def test_very_many_segments():
    """100,000 of 20 points each, in one sum; some of them against all pairs."""
    count, size = 100_000, 20
    rng = np.random.default_rng(0)
    clouds = rng.normal(size=(count, size, 3)).astype(np.float32)
    ids = np.repeat(np.arange(count), size)
    order = rng.permutation(len(ids))
    x, segments = jnp.asarray(clouds.reshape(-1, 3)[order]), jnp.asarray(ids[order])
    found = jaxfmm.potential(x, jnp.ones(len(x)), segments=segments, num_segments=count)
    back = np.zeros(len(ids), np.float32)
    back[order] = found
    some = rng.choice(count, 500)
    distance = np.linalg.norm(clouds[some][:, :, None] - clouds[some][:, None], axis=-1)
    with np.errstate(divide="ignore"):
        expected = np.where(distance > 0, 1 / distance, 0).sum(2)
    np.testing.assert_allclose(back.reshape(count, size)[some], expected, rtol=1e-4)
