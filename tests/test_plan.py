"""Plans: capacities, status, update inside jit, what they print, and what bad input is told."""

import copy
import pickle

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.errors import Status


def cube(n, seed=0, dtype=jnp.float32):
    return jnp.asarray(np.random.default_rng(seed).random((n, 3)), dtype)


def ones(n):
    return jnp.ones(n, jnp.float32)


def test_update_inside_jit_does_not_compile_again():
    traces = []

    @jax.jit
    def step(x, plan):
        traces.append(1)
        plan = plan.update(x)
        return jaxfmm.potential(x, ones(2000), plan=plan), plan

    plan = jaxfmm.plan(cube(2000), method="fmm", tol=1e-3)
    for seed in range(3):
        x = cube(2000, seed)
        phi, plan = step(x, plan)
        assert cases.error(phi, cases.direct(x, np.ones(2000))[0]) < 1e-3
    assert len(traces) == 1


def test_plans_of_equal_options_have_equal_shapes():
    a, b = (jaxfmm.plan(cube(3000, seed), method="fmm") for seed in (0, 1))
    assert jax.tree.structure(a) == jax.tree.structure(b)
    assert [leaf.shape for leaf in jax.tree.leaves(a)] == [
        leaf.shape for leaf in jax.tree.leaves(b)
    ]


@pytest.mark.parametrize("known", ["points", "charges", "both", "neither"])
@pytest.mark.parametrize("kernel", [jaxfmm.Laplace(), jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)])
def test_plans_inside_jit_take_charges(kernel, known, n=20_000):
    """Their errors cannot be measured there, whether or not points and charges are known: they only
    tell how many columns there are."""
    points = cube(n)
    charges = jnp.stack([ones(n), -ones(n)], axis=1)
    plans = []

    def run(x, q):
        x, q = (
            points if known in ("points", "both") else x,
            charges if known in ("charges", "both") else q,
        )
        plans.append(jaxfmm.plan(x, kernel=kernel, charges=q))
        return jaxfmm.potential(x, q, plan=plans[-1])

    assert jax.eval_shape(run, points, charges).shape == (n, 2)
    assert plans[0].request.columns == 2
    assert "plans tried" not in plans[0].making


def test_charges_of_vmap_are_those_of_every_kind():
    points, charges = cube(500), jnp.stack([ones(500), -ones(500)])

    def run(q):
        return jaxfmm.potential(points, q, plan=jaxfmm.plan(points, charges=q))

    np.testing.assert_allclose(jax.vmap(run)(charges), [run(q) for q in charges], rtol=1e-4)


def test_update_inside_scan():
    x = cube(1500)
    plan = jaxfmm.plan(x, method="fmm", tol=1e-3)

    def step(carry, _):
        x, plan = carry
        force = -jax.grad(jaxfmm.energy)(x, ones(1500), plan=plan)
        x = x + 1e-7 * force
        return (x, plan.update(x)), plan.status

    (_, plan), status = jax.lax.scan(step, (x, plan), length=3)
    assert (np.asarray(status) == 0).all() and int(plan.status) == 0


def overflowing(x, **options):
    """A plan made inside jit, where room follows from the shapes alone."""
    return jax.jit(lambda x: jaxfmm.plan(x, method="fmm", leaf_size=8, theta=0.75, **options))(x)


def crowded(n):
    """Points that need far more room than a cube's: all in one place."""
    return jnp.full((n, 3), 0.5, jnp.float32).at[0].set(0.0)


def test_overflow_is_nan_and_a_status():
    x = crowded(4000)
    plan = overflowing(x)
    assert Status(int(plan.status)) & Status.NEAR
    phi = jax.jit(lambda x, p: jaxfmm.potential(x, ones(4000), plan=p))(x, plan)
    assert np.isnan(phi).all()
    with pytest.raises(ValueError, match="near list needs .* has a capacity of"):
        plan.check()
    with pytest.raises(ValueError, match="near list needs"):
        jaxfmm.potential(x, ones(4000), plan=plan)


def test_an_eager_plan_makes_room():
    x = crowded(4000)
    plan = jaxfmm.plan(x, method="fmm", leaf_size=8)
    assert int(plan.status) == 0
    assert (
        cases.error(jaxfmm.potential(x, ones(4000), plan=plan), cases.direct(x, np.ones(4000))[0])
        < 1e-4
    )


def test_eager_update_without_room_raises():
    plan = jaxfmm.plan(cube(4000), method="fmm", leaf_size=8, theta=0.75)
    with pytest.raises(ValueError, match="near list needs"):
        plan.update(crowded(4000))


def test_node_overflow():
    # a chain, where every split takes one point off: as many leaves as points
    x = jnp.asarray(0.5 ** np.arange(1, 61)[:, None] * np.ones((1, 3)), jnp.float32)
    x = jnp.concatenate([x, jnp.full((440, 3), 2.0**-61, jnp.float32)])
    plan = jaxfmm.plan(cube(500), method="fmm", leaf_size=100)
    with pytest.raises(ValueError, match="the tree needs .* nodes and has a capacity of"):
        plan.update(x)
    plan = jaxfmm.plan(x, method="fmm", leaf_size=100)
    assert (
        cases.error(jaxfmm.potential(x, ones(500), plan=plan), cases.direct(x, np.ones(500))[0])
        < 1e-4
    )


def test_points_that_left_their_cells():
    x = cube(3000)
    plan = jaxfmm.plan(x, method="fmm")
    near = x + 1e-4
    assert np.isfinite(jaxfmm.potential(near, ones(3000), plan=plan)).all()
    far = x.at[7].add(0.5)
    with pytest.raises(ValueError, match="plan.update"):
        jaxfmm.potential(far, ones(3000), plan=plan)
    assert np.isnan(jax.jit(lambda x: jaxfmm.potential(x, ones(3000), plan=plan))(far)).all()


def test_larger_softening_than_planned():
    x = cube(3000)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.001), method="fmm")
    with pytest.raises(ValueError, match="softening"):
        jaxfmm.potential(x, ones(3000), kernel=jaxfmm.Laplace(0.1), plan=plan)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("method", ["fmm", "direct"])
def test_coordinates_that_are_not_finite(bad, method):
    x = cube(2000).at[3, 1].set(bad)
    with pytest.raises(ValueError, match="NaN or infinite"):
        jaxfmm.plan(x, method=method)

    def inside(x):
        plan = jaxfmm.plan(x, method=method)
        return jaxfmm.potential(x, ones(2000), plan=plan), plan.status

    phi, status = jax.jit(inside)(x)
    assert Status(int(status)) & Status.NOT_FINITE and np.isnan(phi).all()


def test_no_points():
    none, some = jnp.zeros((0, 3), jnp.float32), cube(5)
    assert jaxfmm.potential(none, jnp.zeros(0, jnp.float32)).shape == (0,)
    phi, grad = jaxfmm.potential_and_gradient(none, jnp.zeros(0, jnp.float32), some)
    assert not phi.any() and not grad.any() and grad.shape == (5, 3)
    phi, grad = jaxfmm.potential_and_gradient(some, ones(5), none)
    assert phi.shape == (0,) and grad.shape == (0, 3)
    assert jaxfmm.energy(none, jnp.zeros(0, jnp.float32)) == 0
    assert jaxfmm.energy(none, jnp.zeros(0, jnp.float32), exclude=[[-1, -1], [0, 1]]) == 0


@pytest.mark.parametrize(
    "method",
    ["auto", "fmm", *(pytest.param(m, marks=pytest.mark.slow) for m in ("direct", "treecode"))],
)
def test_one_point(method):
    x = cube(1)
    plan = jaxfmm.plan(x, method=method)
    phi, grad = jaxfmm.potential_and_gradient(x, ones(1), plan=plan)
    assert phi.tolist() == [0.0] and grad.tolist() == [[0.0, 0.0, 0.0]]
    plan = jaxfmm.plan(x, x + 1, method=method)
    phi = jaxfmm.potential(x, ones(1), x + 1, plan=plan)
    np.testing.assert_allclose(phi, 3**-0.5, rtol=1e-6)


@pytest.mark.parametrize(
    "method", ["fmm", pytest.param("treecode", marks=pytest.mark.slow), "direct"]
)
def test_all_points_equal(method):
    x = jnp.full((300, 3), 0.25, jnp.float32)
    plan = jaxfmm.plan(x, method=method, leaf_size=16)
    assert not np.asarray(jaxfmm.potential(x, ones(300), plan=plan)).any()
    y = cube(40) + 2
    plan = jaxfmm.plan(x, y, method=method, leaf_size=16, tol=1e-5)
    value = jaxfmm.potential_and_gradient(x, ones(300), y, plan=plan)
    for a, b in zip(value, cases.direct(x, np.ones(300), y)):
        assert cases.error(a, b) < 1e-5


@pytest.mark.parametrize("scale", [1e-28, 1e28])
@pytest.mark.parametrize(
    "method", ["fmm", pytest.param("treecode", marks=pytest.mark.slow), "direct"]
)
def test_any_scale_in_float32(method, scale):
    x = cube(2000) * jnp.float32(scale)
    q = jnp.asarray(np.random.default_rng(1).normal(size=2000), jnp.float32)
    plan = jaxfmm.plan(x, method=method, leaf_size=32)
    phi = jaxfmm.potential(x, q, plan=plan)
    assert cases.error(phi, cases.direct(x, q)[0]) < 1e-4
    if scale < 1:
        q = q * jnp.float32(1e-24)  # else the gradient itself leaves float32
    else:
        q = q * jnp.float32(1e28)
    grad = jaxfmm.potential_and_gradient(x, q, plan=plan)[1]
    assert cases.error(grad, cases.direct(x, q)[1]) < 1e-4


def test_auto_takes_the_direct_sum_for_few_points():
    assert jaxfmm.plan(cube(100)).method == "direct"
    assert jaxfmm.plan(cube(50_000)).method == "fmm"


def test_print():
    text = str(jaxfmm.plan(cube(3000), method="fmm", tol=1e-3))
    for part in (
        "method fmm",
        "order",
        "theta",
        "M2L",
        "P2P",
        "memory",
        "promised",
        "status 0 (ok)",
    ):
        assert part in text
    assert "not promised" in str(jaxfmm.plan(cube(3000), method="fmm", order=3))
    assert "pairs" in str(jaxfmm.plan(cube(10)))
    assert len(text.splitlines()) < 20


def test_backends():
    assert jaxfmm.backends()["xla"] == "available"
    with pytest.raises(ValueError, match="backend='nonsense' is not available"):
        jaxfmm.plan(cube(10), backend="nonsense")


X, Q, C = np.zeros((10, 3), np.float32), np.ones(10, np.float32), cube(3000)
BAD = {
    "rank": (
        lambda: jaxfmm.potential(X[0], Q),
        r"sources must have shape \(n, d\).*got shape \(3,\).*sources\[None\]",
    ),
    "1D sample": (
        lambda: jaxfmm.plan(Q, kernel=jaxfmm.Gaussian(1.0)),
        r"got shape \(10,\).*write sources\[:, None\]",
    ),
    "0D": (
        lambda: jaxfmm.plan(np.zeros((2, 0)), kernel=jaxfmm.Gaussian(1.0)),
        "at least one coordinate, got shape",
    ),
    "ragged": (
        lambda: jaxfmm.plan([[1.0, 2.0], [3.0]]),
        "sources must be an array of numbers, got list",
    ),
    "words": (lambda: jaxfmm.plan([["a", "b", "c"]]), "sources must be numbers, got <U1"),
    "objects": (
        lambda: jaxfmm.plan(np.full((2, 3), "a", object)),
        "sources must be an array of numbers, got ndarray of obj",
    ),
    "truth values": (lambda: jaxfmm.potential(X, Q > 0), "charges must be numbers, got bool"),
    "no tol": (
        lambda: jaxfmm.plan(X, tol=None),
        "tol must be a number, got None; it is a relative error",
    ),
    "text": (lambda: jaxfmm.plan(X, tol="1e-3"), "tol must be a number, got '1e-3'"),
    "no headroom": (
        lambda: jaxfmm.plan(X, headroom=None),
        "headroom must be a number, got None; it multiplies",
    ),
    "tol of no plan": (
        lambda: jaxfmm.potential(
            C, Q[:1].repeat(3000), tol=1e-5, plan=jaxfmm.plan(C, tol=1e-3, method="fmm")
        ),
        "tol=1e-05 was asked for and the plan was made for tol=0.001; leave tol out, or make a "
        "plan",
    ),
    "NaN with a plan": (
        lambda: jaxfmm.potential(
            C.at[5].set(jnp.nan), ones(3000), plan=jaxfmm.plan(C, method="fmm")
        ),
        "^sources hold NaN or infinite coordinates; remove or repair them$",
    ),
    "NaN with a direct plan": (
        lambda: jaxfmm.potential(X * np.nan, Q, plan=jaxfmm.plan(X)),
        "^sources hold NaN or infinite coordinates",
    ),
    "NaN among targets": (
        lambda: jaxfmm.potential(X, Q, X * np.nan),
        "^targets hold NaN or infinite coordinates",
    ),
    "NaN among charges of a plan": (
        lambda: jaxfmm.plan(X, charges=Q * np.nan),
        "^charges hold NaN or infinite numbers, .* or leave charges out",
    ),
    "points of another dimension than the plan's": (
        lambda: jaxfmm.plan(X).update(X[:, :2]),
        "^sources have 2 dimensions and the plan was made for 3; make a new plan",
    ),
    "segments without points": (
        lambda: jaxfmm.energy(None, Q, segments=np.zeros(10, int), num_segments=1),
        "^sources must be an array of numbers, got None",
    ),
    "dimension": (
        lambda: jaxfmm.potential(np.zeros((10, 5), np.float32), Q),
        r"sources must be points in 2 or 3 .* got shape \(10, 5\)",
    ),
    "lengths": (
        lambda: jaxfmm.potential(X, Q[:4]),
        r"charges must have one row for each of the 10 sources.*\(4,\)",
    ),
    "charge rank": (
        lambda: jaxfmm.potential(X, Q[:, None, None]),
        r"charges must have shape \(n,\) or \(n, k\)",
    ),
    "complex points": (
        lambda: jaxfmm.potential(X.astype(np.complex64), Q),
        "sources must be real, got complex64",
    ),
    "complex energy": (
        lambda: jaxfmm.energy(X, Q.astype(np.complex64)),
        "charges must be real for an energy",
    ),
    "no energy": (
        lambda: jaxfmm.energy(X[:, :2], Q, kernel=jaxfmm.Cauchy()),
        "Cauchy is antisymmetric",
    ),
    "core": (
        lambda: jaxfmm.potential(X[:, :2], Q, kernel=jaxfmm.VortexBlob(0.0)),
        "core must be a positive number",
    ),
    "profile": (
        lambda: jaxfmm.vortex_velocity(X[:, :2], Q, core=1.0, profile="top hat"),
        "profile must be one of",
    ),
    "order in 3D": (lambda: jaxfmm.plan(X, order=40), "order must lie in 0 ... 30"),
    "half": (
        lambda: jaxfmm.potential(X.astype(np.float16), Q),
        "sources must be float32 or float64, got float16",
    ),
    "targets": (lambda: jaxfmm.potential(X, Q, X[:, :2]), "differ in dimension"),
    "tol": (lambda: jaxfmm.potential(X, Q, tol=1.5), "tol must lie between 0 and 1, got 1.5"),
    "tol zero": (lambda: jaxfmm.plan(X, tol=0.0), "tol must lie between 0 and 1, got 0.0"),
    "tol too small": (
        lambda: jaxfmm.plan(X, tol=1e-12),
        "tol=1e-12 is below what float32 can reach",
    ),
    "order": (lambda: jaxfmm.plan(X, order=77), r"order must lie in 0 \.\.\. 30, got 77"),
    "order type": (lambda: jaxfmm.plan(X, order=3.5), "order must be an integer, got 3.5"),
    "theta": (lambda: jaxfmm.plan(X, theta=1.0), "theta must lie between 0 and 1, got 1.0"),
    "leaf_size": (lambda: jaxfmm.plan(X, leaf_size=0), "leaf_size must lie in 1"),
    "method": (
        lambda: jaxfmm.plan(X, method="magic"),
        "method must be one of 'auto', 'fmm', 'treecode', 'direct', got",
    ),
    "tree": (lambda: jaxfmm.plan(X, tree="quad"), "tree must be one of"),
    "kernel": (
        lambda: jaxfmm.plan(X, kernel="laplace"),
        "kernel must be a kernel such as jaxfmm.Laplace",
    ),
    "headroom": (lambda: jaxfmm.plan(X, headroom=0.5), "headroom must lie between"),
    "plan": (lambda: jaxfmm.potential(X, Q, plan=3), "plan must be made by jaxfmm.plan"),
    "other n": (
        lambda: jaxfmm.potential(X[:5], Q[:5], plan=jaxfmm.plan(X)),
        "sources have 5 points and the plan",
    ),
    "no targets": (
        lambda: jaxfmm.potential(X, Q, plan=jaxfmm.plan(X, X)),
        "made for separate targets and none came",
    ),
    "targets too": (
        lambda: jaxfmm.potential(X, Q, X, plan=jaxfmm.plan(X)),
        "made for targets = sources and targets came",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(what):
    call, message = BAD[what]
    with pytest.raises(ValueError, match=message):
        call()


def test_numbers_without_a_precision_of_their_own_are_taken():
    """Lists and integers, those of pandas too, which come as objects where some may be missing."""
    points, charges = [[0, 0, 0], [2, 0, 0]], [1, 3]
    for x in (
        points,
        np.array(points),
        np.array(points, object),
        jnp.array(points),
        [[float(c) for c in p] for p in points],
    ):
        for q in (charges, np.array(charges), [1.0, 3.0]):
            assert jaxfmm.potential(x, q).tolist() == [1.5, 0.5]
            assert jaxfmm.potential(x, q, [[0, 0, 1]]).shape == (1,)
    with jax.enable_x64(True):
        single = jnp.asarray(points, jnp.float32)
        assert jaxfmm.potential(single, charges, [[0.0, 0.0, 1.0]]).dtype == jnp.float32
        assert jaxfmm.potential(single, [1j, 2 + 1j]).dtype == jnp.complex64
        assert jaxfmm.potential(points, charges).dtype == jnp.float64


def test_digits_lost_without_x64_are_said():
    x = 1e6 + np.random.default_rng(0).random((50, 3))
    with pytest.warns(
        UserWarning, match="sources are float64 and become float32.* subtract their mean"
    ):
        jaxfmm.plan(x)
    jaxfmm.plan(x - x.mean(0))
    with jax.enable_x64(True):
        jaxfmm.plan(x)


@pytest.mark.parametrize("kernel", [jaxfmm.Laplace(), jaxfmm.Laplace() + jaxfmm.Gaussian(0.1)])
def test_lost_digits_are_said_once(kernel):
    x = 1e6 + np.random.default_rng(0).random((50, 3))
    with pytest.warns(UserWarning) as warned:
        jaxfmm.potential(x, np.ones(50), kernel=kernel)
    assert len(warned) == 1


def test_a_larger_tol_than_the_plans_is_said():
    plan = jaxfmm.plan(C, tol=1e-3, method="fmm")
    with pytest.warns(
        UserWarning, match="tol=0.01 was asked for and the plan was made for tol=0.001, which holds"
    ):
        jaxfmm.potential(C, ones(3000), tol=1e-2, plan=plan)
    jaxfmm.potential(C, ones(3000), tol=1e-3, plan=plan)


def test_direct_sums_need_no_tolerance():
    x = cube(50)
    phi = jaxfmm.potential(x, ones(50), plan=jaxfmm.plan(x, tol=1e-9, method="direct"))
    assert cases.error(phi, cases.direct(x, np.ones(50))[0]) < 1e-6
    for kernel in (
        jaxfmm.Yukawa(1.0),
        jaxfmm.Matern(1.0, 2.5),
        jaxfmm.Custom(lambda x, y: jnp.exp(-jnp.sum((x - y) ** 2))),
    ):
        assert jaxfmm.plan(x, kernel=kernel, tol=1e-9, method="direct").method == "direct"


@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Yukawa(1.0), jaxfmm.Gaussian(0.1)], ids=lambda k: k.name
)
@pytest.mark.parametrize("tree", ["adaptive", "balanced"])
def test_nothing_to_sum(kernel, tree):
    x, none = cube(30), cube(0)
    for method in ("auto", "fmm" if kernel.name == "Laplace" else "auto"):
        plan = jaxfmm.plan(none, x, kernel=kernel, tree=tree, method=method)
        assert jaxfmm.potential(none, ones(0), x, plan=plan).tolist() == [0.0] * 30
        assert jaxfmm.potential(x, ones(30), none, kernel=kernel).shape == (0,)
        many = jax.vmap(lambda q, plan=plan: jaxfmm.potential(none, q, x, plan=plan))(
            jnp.ones((2, 0))
        )
        assert many.tolist() == [[0.0] * 30] * 2
        assert jaxfmm.plan(none, kernel=kernel, tree=tree, method=method).check() and str(plan)
    plan = jaxfmm.plan(none)
    alone = jax.vmap(lambda q: jaxfmm.potential_and_gradient(none, q, plan=plan)[1])(
        jnp.ones((2, 0))
    )
    assert alone.shape == (2, 0, 3)


@pytest.mark.slow
def test_print_of_a_batch():
    x = jnp.stack([cube(300), cube(300, 1)])
    text = str(jax.vmap(lambda x: jaxfmm.plan(x, method="fmm"))(x))
    assert "a batch of (2,)" in text and "status 0 in all (ok)" in text


def test_print_says_why():
    assert "where a direct sum takes" in str(jaxfmm.plan(C, method="fmm"))
    assert "an FMM would take about" in str(jaxfmm.plan(cube(100)))
    for method in ("treecode", "direct"):
        assert str(jaxfmm.plan(C, method=method))
    seen = []
    jax.eval_shape(lambda x: seen.append(str(jaxfmm.plan(x, method="fmm"))), C)
    assert "method fmm" in seen[0] and "status" not in seen[0]


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="plans for GPUs take other parameters")
def test_print_says_why_pairs_are_near():
    softened = jaxfmm.plan(C, kernel=jaxfmm.Laplace(0.02), tol=1e-3, method="fmm", leaf_size=16)
    assert "so many because of the softening" in str(softened)
    assert "so many" not in str(jaxfmm.plan(C, tol=1e-3, method="fmm", leaf_size=16))


@pytest.mark.parametrize(
    "method, tree", [("treecode", "adaptive"), ("fmm", "adaptive"), ("fmm", "balanced")]
)
def test_print_counts_what_is_done_for_a_target(method, tree):
    """By a walk over the lists, one pair after the other; a multipole is evaluated at each point of
    a leaf."""
    x, y = cube(1000) ** 3, cube(600, 1)
    plan = jaxfmm.plan(x, y, method=method, tree=tree, order=1, theta=0.8, leaf_size=32)

    def held(tree, leaf):
        return int(tree.count[tree.leaves[leaf]])

    def pairs(found):
        return (
            []
            if found is None
            else list(zip(*np.asarray([found.target, found.number])[:, : int(found.count)]))
        )

    for one in (plan, plan.transposed()):
        target, source = jax.tree.map(np.asarray, one.trees)
        far, near, outward, inward = map(pairs, one.lists)
        by = one.choice.method.by
        at_points, from_points = far if by == "m2p" else outward, far if by == "p2l" else inward
        counts = {
            "M2L": len(far) if by == "m2l" else 0,
            "M2P": sum(held(target, t) for t, _ in at_points),
            "P2L": sum(held(source, s) for _, s in from_points),
        }
        work = sum(held(target, t) * held(source, s) for t, s in near)
        [line] = [line for line in str(one).splitlines() if "per target" in line]
        for name, count in counts.items():
            assert (f" {count / one.request.m:.2f} {name} (" in line) if count else name not in line
        assert f" {work / one.request.m:.0f} P2P (" in line and counts[by.upper()] > 0
        assert tree == "adaptive" or min(counts.values()) > 0  # roles are exchanged


def test_the_room_that_is_printed_is_of_the_tree_that_needs_most():
    x, y = cube(5000), cube(40, 1)
    plan = jaxfmm.plan(x, y, method="fmm", leaf_size=16)
    needs = plan.needs()
    assert (
        needs["nodes"] == int(plan.sources_tree.n_nodes)
        and needs["nodes_capacity"] == plan.sources_tree.capacity
    )
    assert needs["nodes"] <= needs["nodes_capacity"]


@pytest.mark.parametrize(
    "offset, method, dim",
    [
        (1e5, "fmm", 3),
        *(
            pytest.param(1e7, *rest, marks=pytest.mark.slow)
            for rest in (("fmm", 2), ("treecode", 3))
        ),
    ],
)
def test_points_far_from_the_origin(offset, method, dim):
    """Their differences are what they are in float32: no digit more is lost, on few floating point
    numbers too."""
    extent = 1 if offset == 1e5 else 40
    x = jnp.asarray(offset + extent * np.random.default_rng(0).random((4000, dim)), jnp.float32)
    q = jnp.asarray(np.random.default_rng(1).normal(size=4000), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-3, method=method)
    for a, b in zip(
        jaxfmm.potential_and_gradient(x, q, plan=plan), cases.direct(x, q), strict=True
    ):
        assert cases.error(a, b) < 1e-3
    moved = x + offset / 4
    assert (
        cases.error(jaxfmm.potential(moved, q, plan=plan.update(moved)), cases.direct(moved, q)[0])
        < 1e-3
    )


def test_points_whose_squared_distance_underflows():
    x = cube(60).at[:2].set(jnp.array([[1e-20, 0.0, 0.0], [2e-20, 0.0, 0.0]]))
    for method in ("fmm", "direct"):
        with pytest.raises(
            ValueError, match="squared distance is zero in this precision; use float64"
        ):
            jaxfmm.plan(x, method=method)
    plan, phi = jax.jit(lambda x: (p := jaxfmm.plan(x), jaxfmm.potential(x, ones(60), plan=p)))(x)
    assert int(plan.status) == Status.CLOSE and np.isnan(phi).all()
    with jax.enable_x64(True):
        double = jnp.asarray(x, jnp.float64)
        assert (
            cases.error(
                jaxfmm.potential(double, jnp.ones(60)), cases.direct(double, np.ones(60))[0]
            )
            < 1e-12
        )
    flat = cube(60).at[:, 2].multiply(1e-20)  # far apart but for one coordinate
    assert cases.error(jaxfmm.potential(flat, ones(60)), cases.direct(flat, np.ones(60))[0]) < 1e-6
    assert int(jax.jit(jaxfmm.plan)(flat).status) == 0
    jaxfmm.plan(x, kernel=jaxfmm.Gaussian(0.1)).check()  # smooth: such points are as good as one


def test_lists_beyond_all_room_say_so():
    x = jax.ShapeDtypeStruct((1_000_000, 3), jnp.float32)
    with pytest.raises(ValueError, match="theta=0.01 with leaf_size=16 needs lists"):
        jax.eval_shape(lambda x: jaxfmm.plan(x, method="fmm", theta=0.01, leaf_size=16), x)


def test_leaves_grow_where_lists_would_be_too_long():
    x = jax.ShapeDtypeStruct((1_000_000_000, 3), jnp.float32)
    options = {"method": "fmm", "order": 5, "theta": 0.8}
    with pytest.raises(ValueError, match="with leaf_size=32 needs lists"):
        jax.eval_shape(lambda x: jaxfmm.plan(x, leaf_size=32, **options), x)
    plan = jax.eval_shape(lambda x: jaxfmm.plan(x, **options), x)
    capacity, usual = (
        plan.choice.capacity,
        jax.eval_shape(lambda x: jaxfmm.plan(x[:1000], **options), x).choice.leaf_size,
    )
    assert plan.choice.leaf_size > usual and 2**29 < max(capacity.near, capacity.far) <= 2**30


def test_mixed_dtypes():
    with (
        jax.enable_x64(True),
        pytest.raises(ValueError, match="charges are float64 and sources are float32"),
    ):
        jaxfmm.potential(jnp.asarray(X), jnp.asarray(Q, jnp.float64))


def test_peculiar_shapes_of_points(dtype):
    """Clusters in clusters, coincident points, lines: right answers, and an end."""
    rng = np.random.default_rng(0)
    cluster = rng.random((3000, 3))
    cluster[300:] = 0.3 + 1e-6 * rng.random((2700, 3))
    pairs = np.repeat(rng.random((1500, 3)), 2, axis=0)
    line = np.linspace(0, 1, 3000)[:, None] * np.ones((1, 3))
    for x in (cluster, pairs, line):
        x = jnp.asarray(x, dtype)
        q = jnp.asarray(rng.normal(size=3000), dtype)
        plan = jaxfmm.plan(x, method="fmm", tol=1e-4, leaf_size=32)
        value = jaxfmm.potential_and_gradient(x, q, plan=plan)
        for a, b in zip(value, cases.direct(x, q)):
            assert cases.error(a, b) < 1e-4


def test_plans_can_be_copied_and_kept():
    x = cube(500)
    plan = jaxfmm.plan(x, method="fmm")
    for other in (copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):
        assert other.choice == plan.choice and not other.is_of(x, None)
        np.testing.assert_array_equal(
            *(jaxfmm.potential(x, ones(500), plan=p) for p in (plan, other))
        )


def test_a_plan_knows_its_own_points():
    """So that sums over them need not check whether they are. Only arrays that cannot change count,
    and only as long as they are the same object, also where a derivative is taken of them."""
    x, y = jax.random.uniform(jax.random.key(0), (2, 300, 3))
    made = jaxfmm.plan(x, y, method="fmm")
    assert made.is_of(x, y) and made.transposed().is_of(y, x)
    assert not made.is_of(y, x) and not made.is_of(x, None) and not made.is_of(x + 0, y)
    assert made.update(y, x).is_of(y, x)
    on_host = np.asarray(x)
    assert not jaxfmm.plan(on_host).is_of(on_host, None)

    def inside(made, x, y):
        return made.is_of(x, y), made.update(x, y).is_of(x, y)

    seen = []
    jax.jit(lambda *arguments: seen.append(inside(*arguments)))(made, x, y)
    jax.grad(lambda x: seen.append(inside(made, x, y)) or x.sum())(x)
    assert seen == [(False, True), (True, True)]
