"""Sums in two dimensions: -log r, the Cauchy kernel, vortices; trees, methods, transforms, compiled
operations."""

import dataclasses
import re

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kernels import Logarithm
from jaxfmm.methods.costs import Problem
from jaxfmm.weighted_sum import weighted_sum

TREES = ("adaptive", "balanced")
SLOW = pytest.mark.slow
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
FLOAT32 = pytest.mark.parametrize("dtype", ["float32"], indirect=True)
ASKED = [
    ("float32", 1e-3),
    ("float32", 1e-4),
    ("float64", 1e-6),
    ("float64", 1e-9),
    ("float64", 1e-12),
]


def cauchy(sources, charges, targets=None):
    """sum Gamma / (z_j - z) and its derivative in z, by numpy."""
    z = sources @ np.array([1, 1j])
    w = z if targets is None else np.asarray(targets, float) @ np.array([1, 1j])
    d = z[None] - w[:, None]
    inverse = np.divide(1, d, where=d != 0, out=np.zeros_like(d))
    return inverse @ charges, (inverse * inverse) @ charges


def problem(dtype, n=600, m=None, name="normal"):
    """Points, complex charges and targets of their own, in numpy and in JAX."""
    rng = np.random.default_rng(5)
    x = cases.DISTRIBUTIONS_2D[name](rng, n).astype(dtype)
    q = rng.normal(size=n) + 1j * rng.normal(size=n)
    y = None if m is None else cases.DISTRIBUTIONS_2D[name](rng, m).astype(dtype)
    complex_dtype = jnp.complex64 if dtype == jnp.float32 else jnp.complex128
    return (
        x,
        q,
        y,
        jnp.asarray(x),
        jnp.asarray(q, complex_dtype),
        None if y is None else jnp.asarray(y),
    )


def errors(name, n, tol, dtype, separate=False, kernel=None, **options):
    """Relative L2 errors of potential and gradient for charges of one sign and of both."""
    rng = np.random.default_rng(11)
    x = jnp.asarray(cases.DISTRIBUTIONS_2D[name](rng, n), dtype)
    q = jnp.asarray(np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1), dtype)
    y = jnp.asarray(cases.DISTRIBUTIONS_2D[name](rng, n // 2), dtype) if separate else None
    plan = jaxfmm.plan(x, y, tol=tol, kernel=kernel or jaxfmm.Laplace(), **options)
    assert plan.request.promised and plan.method == options.get("method", plan.method)
    phi, grad = jaxfmm.potential_and_gradient(x, q, y, plan=plan)
    targets = np.asarray(x if y is None else y)
    sample = rng.choice(len(targets), 300, replace=False)
    if kernel is None:
        reference = cases.direct(x, q, targets[sample])
    else:
        value, slope = cauchy(np.asarray(x, float), np.asarray(q), targets[sample])
        reference = value, np.stack([slope, 1j * slope], axis=1)
    pairs = [(phi, reference[0]), (grad, reference[1])]
    return [
        cases.error(np.asarray(a)[sample][..., i], b[..., i]) for a, b in pairs for i in range(2)
    ]


@pytest.mark.parametrize(
    "dtype, tol",
    [
        pytest.param(*asked, marks=[pytest.mark.slow] * (asked not in (ASKED[1], ASKED[4])))
        for asked in ASKED
    ],
    indirect=["dtype"],
)
@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("name", cases.DISTRIBUTIONS_2D)
def test_tol_is_kept(name, tree, dtype, tol):
    assert max(errors(name, 8_000, tol, dtype, method="fmm", tree=tree)) <= tol


@pytest.mark.slow
@pytest.mark.parametrize("dtype, tol", ASKED, indirect=["dtype"])
@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("name", cases.DISTRIBUTIONS_2D)
def test_tol_is_kept_at_real_sizes(name, tree, dtype, tol):
    assert max(errors(name, 200_000, tol, dtype, method="fmm", tree=tree)) <= tol


@pytest.mark.parametrize("dtype, tol", [("float32", 1e-4), ("float64", 1e-9)], indirect=["dtype"])
@pytest.mark.parametrize("name", ["square", "pair"])
def test_tol_is_kept_by_the_cauchy_kernel(name, dtype, tol):
    """The gradient too, which is a second derivative of -log r."""
    assert max(errors(name, 8_000, tol, dtype, kernel=jaxfmm.Cauchy(), method="fmm")) <= tol


@pytest.mark.parametrize("dtype, tol", [("float64", 1e-7)], indirect=["dtype"])
@pytest.mark.parametrize("method", ["fmm", pytest.param("treecode", marks=SLOW)])
@pytest.mark.slow
def test_targets_that_are_not_the_sources(method, dtype, tol):
    for tree in TREES:
        assert (
            max(
                errors(
                    "layer",
                    5_000,
                    tol,
                    dtype,
                    separate=True,
                    method=method,
                    tree=tree,
                    leaf_size=32,
                )
            )
            <= tol
        )


@pytest.mark.parametrize("dtype, tol", [("float64", 1e-6)], indirect=["dtype"])
def test_balanced_trees_in_3d(dtype, tol):
    for name in ("cube", "filament"):
        rng = np.random.default_rng(0)
        x = jnp.asarray(cases.DISTRIBUTIONS[name](rng, 5000), dtype)
        q = jnp.asarray(cases.both_signs(rng, x), dtype)
        plan = jaxfmm.plan(x, tol=tol, method="fmm", tree="balanced")
        out = jaxfmm.potential_and_gradient(x, q, plan=plan)
        for a, b in zip(out, cases.direct(x, q, x[:200])):
            assert cases.error(a[:200], b) <= tol


@FLOAT64
@pytest.mark.parametrize(
    "scale", [1e-28, *(pytest.param(scale, marks=SLOW) for scale in (1.0, 1e28))]
)
@pytest.mark.parametrize("method", ["direct", "fmm", pytest.param("treecode", marks=SLOW)])
def test_the_unit_of_length(dtype, method, scale):
    """log r is no power of r: what the unit of the plan takes away comes back, pair by pair."""
    x, q, _, points, charges, _ = problem(dtype)
    options = {} if method == "direct" else {"order": 20, "theta": 0.6, "leaf_size": 16}
    plan = jaxfmm.plan(points * scale, method=method, **options)
    phi = jaxfmm.potential(points * scale, charges, plan=plan)
    assert cases.error(phi, cases.direct(x * scale, q)[0]) < 1e-9


@pytest.mark.parametrize("method", ["direct", "fmm"])
@pytest.mark.parametrize("scale", [1e-18, 1e18])
@pytest.mark.slow
def test_the_unit_of_length_in_float32(method, scale, dtype=np.float32):
    x, q, _, points, charges, _ = problem(dtype)
    options = {} if method == "direct" else {"order": 14, "theta": 0.6, "leaf_size": 16}
    out = jaxfmm.potential_and_gradient(
        points * scale, charges, plan=jaxfmm.plan(points * scale, method=method, **options)
    )
    for a, b in zip(out, cases.direct(np.asarray(points * scale), q)):
        assert cases.error(a, b) < 2e-5


@pytest.mark.parametrize("tree", ["adaptive", pytest.param("balanced", marks=SLOW)])
def test_odd_points(tree):
    """Coincident points, lines, one point, clusters of 1e-6: right, and no NaN."""
    rng = np.random.default_rng(0)
    line = np.stack([rng.random(300), np.zeros(300)], axis=1)
    for x in (
        np.zeros((50, 2)),
        line,
        rng.random((1, 2)),
        np.concatenate([1e-6 * rng.random((300, 2)), rng.random((9, 2))]),
    ):
        x = jnp.asarray(x, jnp.float32)
        q = jnp.ones(len(x))
        plan = jaxfmm.plan(x, tree=tree, order=12, theta=0.5, leaf_size=8, method="fmm")
        for a, b in zip(
            jaxfmm.potential_and_gradient(x, q, plan=plan), cases.direct(x, np.ones(len(x)))
        ):
            np.testing.assert_allclose(a, b, atol=2e-5 * max(1e-30, np.abs(b).max()))


@FLOAT64
@pytest.mark.slow
def test_cauchy(dtype):
    """Values and derivatives, complex and real strengths, several right-hand sides, by all
    methods."""
    x, q, y, points, charges, targets = problem(dtype, m=200)
    value, slope = cauchy(x, q, y)
    real = cauchy(x, q.real, y)[0]
    for method in ("direct", "fmm", "treecode"):
        options = {} if method == "direct" else {"order": 40, "theta": 0.5, "leaf_size": 16}
        plan = jaxfmm.plan(points, targets, kernel=jaxfmm.Cauchy(), method=method, **options)
        phi, grad = jaxfmm.potential_and_gradient(points, charges, targets, plan=plan)
        assert (
            cases.error(phi, value) < 1e-11
            and cases.error(grad, np.stack([slope, 1j * slope], 1)) < 1e-11
        )
        both = jnp.stack([charges, 2 * charges], axis=1)
        assert (
            cases.error(
                jaxfmm.potential(points, both, targets, plan=plan), np.stack([value, 2 * value], 1)
            )
            < 1e-11
        )
        assert cases.error(jaxfmm.potential(points, charges.real, targets, plan=plan), real) < 1e-11


@FLOAT64
def test_complex_charges(dtype):
    """In 3D and for Gaussians too: the sums of both parts."""
    x, q, _, points, charges, _ = problem(dtype)
    assert cases.error(jaxfmm.potential(points, charges), cases.direct(x, q)[0]) < 1e-4
    for kernel, places in (
        (jaxfmm.Laplace(), jnp.pad(points, ((0, 0), (0, 1)))),
        (jaxfmm.Gaussian(0.1), points),
    ):
        phi = jaxfmm.potential(places, charges, kernel=kernel)
        parts = jaxfmm.potential(
            places, jnp.stack([charges.real, charges.imag], axis=1), kernel=kernel
        )
        np.testing.assert_allclose(phi, np.asarray(parts) @ [1, 1j], rtol=1e-12)


@FLOAT64
@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(0.02), jaxfmm.VortexBlob(0.03)], ids=lambda k: k.name
)
@pytest.mark.slow
def test_cores(dtype, kernel):
    """Softened charges and blobs: the far field keeps away where the core is to be seen;
    derivatives in the core."""
    _, _, _, points, charges, _ = problem(dtype, n=3000)
    fast = jaxfmm.plan(points, kernel=kernel, method="fmm", tol=1e-9)
    direct = jaxfmm.plan(points, kernel=kernel, method="direct")
    value, reference = (
        jaxfmm.potential_and_gradient(points, charges, plan=p) for p in (fast, direct)
    )
    for a, b in zip(value, reference):
        assert cases.error(a, b) < 1e-9

    def energy(length, plan):
        new = dataclasses.replace(kernel, **{dataclasses.fields(kernel)[0].name: length})
        return jaxfmm.energy(points, charges.real, kernel=new, plan=plan)

    length = jax.tree.leaves(kernel)[0]
    slope = jax.grad(energy)(length, fast)
    step = 1e-4 * length
    difference = (energy(length + step, direct) - energy(length - step, direct)) / (2 * step)
    assert abs(slope / difference - 1) < 1e-5


@pytest.mark.parametrize("profile", [None, "gaussian", "algebraic"])
def test_vortex_velocity(dtype, profile, core=0.1):
    x, q, y, points, charges, targets = problem(dtype, n=3000, m=100)
    d = y.astype(float)[:, None] - x.astype(float)[None]
    r2 = (d * d).sum(2)
    factor = {
        None: np.ones_like(r2), "gaussian": -np.expm1(-r2 / (2 * core**2)), "algebraic": r2 / (r2 + core**2)
    }[profile] / (2 * np.pi * r2)  # fmt: skip
    expected = np.stack([-(factor * d[..., 1]) @ q.real, (factor * d[..., 0]) @ q.real], axis=1)
    options = {} if profile is None else {"core": core, "profile": profile}
    assert (
        cases.error(
            jaxfmm.vortex_velocity(points, charges.real, targets, tol=1e-5, **options), expected
        )
        < 1e-5
    )


def test_shapes_of_balanced_plans_depend_on_the_number_of_points_alone():
    first, second = (
        jaxfmm.plan(
            jnp.asarray(cases.DISTRIBUTIONS_2D[name](np.random.default_rng(0), 4000), jnp.float32),
            tree="balanced",
            method="fmm",
        )
        for name in ("square", "layer")
    )
    assert [a.shape for a in jax.tree.leaves(first.trees)] == [
        a.shape for a in jax.tree.leaves(second.trees)
    ]
    counts = np.asarray(second.trees[0].count)[np.asarray(second.trees[0].leaves)]
    assert counts.max() - counts.min() <= 1
    assert [
        np.array_equal(getattr(first.trees[0], f), getattr(second.trees[0], f))
        for f in ("start", "count", "child", "leaves")
    ]


def test_update_inside_scan():
    """A balanced plan is rebuilt inside a scan, without compiling anew."""
    x = jnp.asarray(cases.normal(np.random.default_rng(0), 2000), jnp.float32)
    q = jnp.ones(2000)
    plan = jaxfmm.plan(x, tree="balanced", method="fmm", tol=1e-3)

    def step(x, _):
        here = plan.update(x)
        velocity = jaxfmm.vortex_velocity(x, q, plan=here)
        return x + 1e-5 * velocity, here.status

    moved, status = jax.jit(lambda x: jax.lax.scan(step, x, None, length=3))(x)
    assert (status == 0).all() and bool(jnp.isfinite(moved).all())


# Compiled operations against XLA's.


def both(plan, x, q):
    return jaxfmm.potential_and_gradient(x, q, plan=plan)


SUMS = {"gradient": ((0,), (0, 1)), "dipoles": ((0, 1), (0, 1)), "third": ((2,), (1,))}


@pytest.mark.parametrize(
    ("name", "method", "tree"),
    [
        ("gradient", "fmm", "balanced"), pytest.param("dipoles", "treecode", "adaptive", marks=SLOW),
        *(pytest.param(name, "fmm", "adaptive", marks=SLOW) for name in ("dipoles", "third")),
    ],
)  # fmt: skip
@FLOAT64
def test_compiled_sums(backend, dtype, name, method, tree):
    orders, wanted = SUMS[name]
    _, _, _, points, _, targets = problem(dtype, n=700, m=300, name="spiral")
    plan = jaxfmm.plan(
        points, targets, method=method, tree=tree, order=5, theta=0.6, leaf_size=32, backend=backend
    )
    if tree == "balanced":
        assert int(plan.lists.outward.count) > 0 and int(plan.lists.inward.count) > 0

    def run(plan, sources, targets, weights, back):
        out = [weighted_sum(Logarithm(), plan, targets, sources, weights, wanted)]
        return out + [weighted_sum(Logarithm(), plan.transposed(), sources, targets, back, orders)]

    rng = np.random.default_rng(1)
    weights, back = (
        {a: jnp.asarray(rng.normal(size=(count, 1) + (2,) * a), dtype) for a in kinds}
        for count, kinds in ((700, orders), (300, wanted))
    )
    cases.same_by_xla(backend, dtype, run, plan, points, targets, weights, back)


@pytest.mark.parametrize(
    ("dtype", "order"),
    [
        pytest.param("float64", 0, marks=SLOW),
        ("float32", 18),
        pytest.param("float64", 60, marks=SLOW),
    ],
    indirect=["dtype"],
)
def test_compiled_orders(backend, dtype, order):
    _, _, _, points, charges, _ = problem(dtype, n=700)
    plan = jaxfmm.plan(points, method="fmm", order=order, theta=0.5, leaf_size=16, backend=backend)
    cases.same_by_xla(backend, dtype, both, plan, points, charges)


@pytest.mark.parametrize(
    ("dtype", "kernel"),
    [("float64", jaxfmm.Cauchy()), pytest.param("float32", jaxfmm.Laplace(0.01), marks=SLOW)],
    indirect=["dtype"],
)
@pytest.mark.slow
def test_compiled_kernels(backend, dtype, kernel):
    for method in ("fmm", "direct"):
        _, _, _, points, charges, _ = problem(dtype, n=700)
        options = {"order": 12, "theta": 0.5, "leaf_size": 16} if method == "fmm" else {}
        plan = jaxfmm.plan(points, kernel=kernel, method=method, backend=backend, **options)
        cases.same_by_xla(backend, dtype, both, plan, points, charges)


@pytest.mark.parametrize(
    "platform, target, passes", [("cpu", "jaxfmm_run", 6), ("cuda", "jaxfmm_launch", 9)]
)
def test_stays_compiled(platform, target, passes, monkeypatch):
    """A balanced FMM of velocities of blobs makes the custom calls that it should: P2P of the blob
    included."""
    if (state := jaxfmm.backends()[platform]) != "available":
        pytest.skip(state)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    points, charges = problem(np.float32)[3:5]
    plan = jaxfmm.plan(
        points,
        kernel=jaxfmm.VortexBlob(0.01),
        tree="balanced",
        method="fmm",
        order=5,
        theta=0.5,
        leaf_size=64,
    )
    assert plan.choice.capacity.exchanged
    run = jax.jit(lambda x, q: jaxfmm.vortex_velocity(x, q, core=0.01, plan=plan))
    text = run.trace(points, charges.real).lower(lowering_platforms=(platform,)).as_text()
    assert len(re.findall(rf"custom_call @{target}\(", text)) == passes


@pytest.mark.parametrize("overlap", [0.5, 1.4, 2.0])
def test_a_plan_made_inside_jit_has_lists_for_the_usual_cores(overlap, n=3000):
    """Cores are about as long as the distance of neighbours, which is not known inside `jit`."""
    points = jnp.asarray(np.random.default_rng(0).random((n, 2)), jnp.float32)
    strengths, core = jnp.ones(n, jnp.float32), overlap / n**0.5
    velocity = jax.jit(lambda x: jaxfmm.vortex_velocity(x, strengths, core=core))(points)
    plan = jaxfmm.plan(points, kernel=jaxfmm.VortexBlob(core), method="direct")
    expected = jaxfmm.vortex_velocity(points, strengths, core=core, plan=plan)
    assert jnp.linalg.norm(velocity - expected) <= 1e-4 * jnp.linalg.norm(expected)


def test_leaves_of_a_sheet_with_cores_hold_many_points(n=6000):
    """All within some cores are near whatever the leaves are: few large ones cost little more, and
    updates much less. Points that fill the plane have fewer in this distance."""
    along = np.linspace(0, 1, n)
    sheet = np.stack([along, 0.02 * np.sin(2 * np.pi * along)], axis=1)
    plane = np.random.default_rng(0).random((n, 2))
    kernel = jaxfmm.VortexBlob(0.02)
    sizes = []
    for points in (sheet, plane):
        plan = jaxfmm.plan(jnp.asarray(points, jnp.float32), kernel=kernel, method="fmm", tol=1e-3)
        model = plan.choice.method.capacity_model(plan.choice, kernel, jnp.float32)
        around = plan.choice.method.surroundings(plan.request, Problem(kernel, points, None))
        near, _ = model.counts(plan.choice.theta, plan.choice.leaf_size, n, around)
        assert 0.7 < plan.pair_work() / (near * n) < 1.4
        sizes.append(plan.choice.leaf_size)
    assert sizes[0] >= 48


def test_vortices_are_in_the_plane():
    with pytest.raises(ValueError, match="sources must be points in 2 dimensions"):
        jaxfmm.vortex_velocity(jnp.ones((4, 3)), jnp.ones(4))
