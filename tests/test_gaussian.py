"""Gaussian sums: every method, bandwidth and transform against sums written out in float64."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Gaussian
from jaxfmm.kernels.gaussian import tail
from jaxfmm.methods.table import methods_of

DIMENSIONS = {
    "exponentials": (1,),
    "fourier": (3, 2, 1),
    "fgt": (2, 1, 3),
    "truncated": (3, 1, 2),
    "direct": (2, 1, 3),
}
N, M = 600, 250
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def rows(dims=(1, 2, 3), without=(), slow=()):
    """Every method in its dimensions among `dims`; all but the first for each are slow, and those
    of `slow`."""
    table = []
    for method, dimensions in DIMENSIONS.items():
        if method in without:
            continue
        for i, dim in enumerate([d for d in dimensions if d in dims]):
            table.append(
                pytest.param(method, dim, marks=[pytest.mark.slow] if i or method in slow else [])
            )
    return table


@functools.cache
def problem(dim, clustered=False):
    rng = np.random.default_rng(dim)
    points = rng.normal(size=(N, dim)) * (rng.random((N, 1)) ** 4 if clustered else 1) / 4
    return points, points[:M] + 0.1 * rng.normal(size=(M, dim)), rng.normal(size=N)


def bandwidth_matrix(h, dim):
    """H with K = exp(-u^T H^-1 u / 2), of a bandwidth in any of its forms."""
    h = np.asarray(h, np.float64)
    return h if h.ndim == 2 else np.diag(np.broadcast_to(h, dim) ** 2)


def reference(sources, charges, targets, h):
    """Potential and gradient in float64."""
    sources, charges, targets = (np.asarray(a, np.float64) for a in (sources, charges, targets))
    u = targets[:, None] - sources[None]
    v = u @ np.linalg.inv(bandwidth_matrix(h, u.shape[2]))
    k = np.exp(-0.5 * np.einsum("ijd,ijd->ij", u, v))
    return k @ charges, -np.einsum("ij,ijd,j->id", k, v, charges)


def test_every_method_has_rows():
    assert {"auto", *DIMENSIONS} == {"auto", *methods_of(jaxfmm.Gaussian(1.0))}


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "h", [pytest.param(3e-3, marks=SLOW), 0.05, *(pytest.param(h, marks=SLOW) for h in (1.0, 10.0))]
)
@pytest.mark.parametrize(("method", "dim"), rows(slow=("fgt",)))
def test_tolerance(method, dim, h, dtype):
    tol = (5e-5 if method == "fgt" else 1e-5) if dtype == jnp.float32 else 1e-9
    if method == "fgt" and dim == 3 and h < 0.01:
        pytest.skip("thousands of boxes a point: what the truncated sum is for")
    if method == "fourier" and h**-dim > 1e6:
        pytest.skip("a grid of 1e9 nodes")
    if method in ("fourier", "fgt") and h < 0.01 and dtype == jnp.float32:
        # rounding of points over the bandwidth is too coarse
        with pytest.raises(ValueError, match="bandwidths"):
            jaxfmm.plan(jnp.eye(2, dim, dtype=dtype), kernel=Gaussian(h), method=method, tol=tol)
        return
    for clustered in (False, True):
        sources, targets, charges = (jnp.asarray(a, dtype) for a in problem(dim, clustered))
        plan = jaxfmm.plan(sources, targets, kernel=Gaussian(h), method=method, tol=tol)
        assert plan.method == method
        for q in (charges, jnp.abs(charges)):
            values = jaxfmm.potential_and_gradient(sources, q, targets, plan=plan)
            for value, exact in zip(values, reference(sources, q, targets, h)):
                assert cases.error(value, exact) <= tol


@pytest.mark.parametrize(
    ("method", "dim"),
    [("direct", 2), ("auto", 2)]
    + [
        pytest.param(*row, marks=SLOW)
        for row in (
            ("truncated", 5),
            ("truncated", 2),
            ("auto", 5),
            ("truncated", 10),
            ("auto", 10),
        )
    ],
)
@FLOAT64
def test_forms_of_the_bandwidth(method, dim, dtype):
    rng = np.random.default_rng(0)
    root = 0.1 * rng.normal(size=(dim, dim))
    sources, targets, charges = (jnp.asarray(a, dtype) for a in problem(dim))
    for h in (0.3, jnp.linspace(0.1, 0.4, dim), jnp.asarray(root @ root.T + 0.05 * np.eye(dim))):
        plan = jaxfmm.plan(sources, targets, kernel=Gaussian(h), method=method, tol=1e-8)
        values = jaxfmm.potential_and_gradient(
            sources, charges, targets, kernel=Gaussian(h), plan=plan
        )
        for value, exact in zip(values, reference(sources, charges, targets, h)):
            assert cases.error(value, exact) <= 1e-8


@pytest.mark.parametrize(("method", "dim"), rows(dims=(1, 2), slow=("fgt", "truncated", "direct")))
@FLOAT64
def test_one_plan_for_a_span_of_bandwidths(method, dim, dtype):
    """jit without compiling anew, right-hand sides, vmap over charges and over bandwidths."""
    tol = 1e-4 if dtype == jnp.float32 else 1e-8
    sources, targets, charges = (jnp.asarray(a, dtype) for a in problem(dim))
    plan = jaxfmm.plan(
        sources, targets, kernel=Gaussian(0.2, span=(0.5, 2.0)), method=method, tol=tol
    )
    run = jax.jit(lambda x, q, t, h, plan: jaxfmm.potential(x, q, t, kernel=Gaussian(h), plan=plan))
    bandwidths = jnp.asarray([0.11, 0.2, 0.39], dtype)
    for h in bandwidths:
        exact = reference(sources, charges, targets, h)[0]
        assert cases.error(run(sources, charges, targets, h, plan), exact) < tol
    assert run._cache_size() == 1
    several = jax.vmap(lambda h: run(sources, charges, targets, h, plan))(bandwidths)
    assert cases.error(several[2], exact) < tol
    columns = jnp.stack([charges, 2 * charges], axis=1)
    exact = reference(sources, charges, targets, 0.2)[0]
    both = jaxfmm.potential(sources, columns, targets, plan=plan)
    assert cases.error(both[:, 1], 2 * exact) < tol
    assert (
        cases.error(
            jax.vmap(lambda q: run(sources, q, targets, bandwidths[1], plan), 1, 1)(columns), both
        )
        < tol
    )


@pytest.mark.parametrize(("method", "dim"), rows(without=("direct",), slow=("fgt",)))
@FLOAT64
def test_what_the_plan_has_no_room_for(method, dim, dtype):
    """A bandwidth outside of the span raises, and so do points that are too far apart; under jit
    they make NaN."""
    sources, _, charges = (jnp.asarray(a, dtype) for a in problem(dim))
    plan = jaxfmm.plan(sources, kernel=Gaussian(0.2), method=method, tol=1e-4)
    for h in (0.1, 0.3):
        with pytest.raises(ValueError, match="span"):
            jaxfmm.potential(sources, charges, kernel=Gaussian(h), plan=plan)
        assert jnp.isnan(
            jax.jit(lambda h: jaxfmm.potential(sources, charges, kernel=Gaussian(h), plan=plan))(h)
        ).all()
    if method == "fourier":
        with pytest.raises(ValueError, match="more bandwidths than"):
            plan.update(100 * sources)
    if method in ("fourier", "fgt"):  # as the error says
        wide = jaxfmm.plan(sources, kernel=Gaussian(0.2, span=(0.5, 1.0)), method=method, tol=1e-4)
        assert int(wide.update(1.9 * sources).status) == 0
    if method == "exponentials":
        with pytest.raises(ValueError, match="changed their order in 1D"):
            jaxfmm.potential(-sources, charges, plan=plan)


@FLOAT64
def test_auto_covers_all_bandwidths(dtype):
    """From far below the spacing of the points to far above the domain, traced too."""
    tol = 1e-4
    run = jax.jit(lambda x, q, h: jaxfmm.potential(x, q, kernel=Gaussian(h), tol=tol))
    for dim in (1, 2, 3):
        sources, _, charges = (jnp.asarray(a, dtype) for a in problem(dim))
        for h in (1e-4, 1e-2, 0.3, 30.0):
            phi = jaxfmm.potential(sources, charges, kernel=Gaussian(h), tol=tol)
            exact = reference(sources, charges, sources, h)[0]
            assert cases.error(phi, exact) <= tol
            assert cases.error(run(sources, charges, h), exact) <= tol


@pytest.mark.slow
@pytest.mark.parametrize("h", [3e-4, 3e-3, 0.03, 0.3, 3.0])
@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("clustered", [False, True])
def test_auto_keeps_every_tolerance(dim, h, clustered, dtype):
    """At 20,000 points that "auto" cannot sum directly for nothing, for weights of one sign and of
    both.

    Not 1e-12 for gradients of points that all lie within much less than the bandwidth: they lose a
    digit."""
    rng = np.random.default_rng(0)
    n = 20_000
    points = (
        rng.random((n, dim))
        if not clustered
        else 0.5 + 0.1 * rng.normal(size=(n, dim)) * rng.random((n, 1)) ** 4
    )
    x = jnp.asarray(points, dtype)
    columns = jnp.asarray(np.stack([rng.random(n), rng.normal(size=n)], axis=1), dtype)
    sample = rng.choice(n, 200, replace=False)
    tols = (1e-3, 1e-5) if dtype == jnp.float32 else (1e-3, 1e-6, 1e-9) + (1e-12,) * (h < 1)
    for tol in tols:
        phi, grad = jaxfmm.potential_and_gradient(x, columns, kernel=Gaussian(h), tol=tol)
        for k in range(2):
            exact = reference(x, columns[:, k], x[sample], h)
            assert cases.error(phi[sample, k], exact[0]) <= tol
            if np.abs(exact[1]).max() > 1e-30:  # points far from each other have none to speak of
                assert cases.error(grad[sample, :, k], exact[1]) <= tol


def test_bad_bandwidths():
    x, q = jnp.zeros((4, 2)), jnp.ones(4)
    with pytest.raises(ValueError, match=r"bandwidth has shape \(3,\); for points in 2 dimensions"):
        jaxfmm.potential(x, q, kernel=Gaussian(jnp.ones(3)))
    for bad in (
        0.0,
        -1.0,
        float("nan"),
        jnp.array([1.0, 0.0]),
        jnp.array([[1.0, 2.0], [2.0, 1.0]]),
    ):
        with pytest.raises(ValueError, match="bandwidth"):
            jaxfmm.potential(x, q, kernel=Gaussian(bad))
    with pytest.raises(ValueError, match="span must be"):
        Gaussian(1.0, span=(2.0, 3.0))
    with pytest.raises(ValueError, match="order is an option of expansions"):
        jaxfmm.plan(x, kernel=Gaussian(1.0), order=3)
    with pytest.raises(ValueError, match="method must be one of"):
        jaxfmm.plan(x, kernel=Gaussian(1.0), method="fmm")


@pytest.mark.parametrize("dim", range(1, 11))
def test_tail(dim):
    special = pytest.importorskip("scipy.special")
    for radius in (0.5, 2.0, 6.0):
        assert tail(dim, radius) == pytest.approx(
            special.gammaincc(dim / 2, radius**2 / 2), rel=1e-10
        )


@FLOAT64
@pytest.mark.slow
def test_kinds_of_numbers(dtype):
    """Of bandwidths, of another precision than the points too."""
    sources, _, charges = (jnp.asarray(a, jnp.float32) for a in problem(2))
    for method in ("direct", "fourier"):
        for h in (
            2,
            np.int32(2),
            np.float64(2),
            jnp.asarray(2.0),
            [2, 2],
            (2.0, 2.0),
            np.diag([4, 4]),
            [[4, 0], [0, 4]],
        ):
            plan = jaxfmm.plan(sources, kernel=Gaussian(h, (0.5, 2.0)), method=method, tol=1e-4)
            phi = jaxfmm.potential(sources, charges, plan=plan)
            assert phi.dtype == jnp.float32
            assert cases.error(phi, reference(sources, charges, sources, 2.0)[0]) < 1e-4


def test_known_matrix_inside_jit_and_scan():
    sources, _, charges = (jnp.asarray(a, jnp.float32) for a in problem(2))
    matrix = jnp.asarray([[0.2, 0.1], [0.1, 0.3]])

    def step(carry, _):
        return carry, jaxfmm.potential(sources, carry, kernel=Gaussian(matrix))

    exact = reference(sources, charges, sources, matrix)[0]
    assert cases.error(jax.lax.scan(step, charges, None, length=2)[1][1], exact) < 1e-5
    wrong = -matrix
    with pytest.raises(ValueError, match="positive definite"):
        jax.jit(lambda q: jaxfmm.potential(sources, q, kernel=Gaussian(wrong)))(charges)


@pytest.mark.parametrize("bad", [None, "x", True, 1j, float("nan"), [None, 1.0], [1.0, [2.0]], {}])
def test_bandwidths_that_are_no_numbers(bad):
    with pytest.raises(ValueError, match="bandwidth must be"):
        jaxfmm.potential(jnp.zeros((4, 2)), jnp.ones(4), kernel=Gaussian(bad))


@pytest.mark.parametrize(
    "span", [2.0, None, (1.0,), "ab", (float("nan"), 2.0), (0.5, float("inf"))]
)
def test_bad_spans(span):
    for made in (lambda: Gaussian(1.0, span=span), lambda: jaxfmm.KernelDensity(1.0, span=span)):
        with pytest.raises(ValueError, match="span must be"):
            made()


def test_matrix_that_is_singular_in_float32():
    matrix = np.array([[1.0, 1.0], [1.0, 1.0 + 1e-9]])
    with pytest.raises(ValueError, match="singular to the precision of float32"):
        jaxfmm.potential(jnp.zeros((4, 2)), jnp.ones(4), kernel=Gaussian(matrix))


@pytest.mark.parametrize(("method", "dim"), rows(dims=(1, 2), slow=("fgt",)))
def test_bandwidths_far_from_the_extent(method, dim):
    """Potential and gradient in float32 are right, or a ValueError says what is wrong."""
    sources, _, charges = (jnp.asarray(a, jnp.float32) for a in problem(dim))
    for h in (1e-37, 1e-19, 1e-12, 1e1, 1e3, 1e6, 1e12, 1e17):
        try:
            plan = jaxfmm.plan(sources, kernel=Gaussian(h), method=method, tol=1e-4)
            values = jaxfmm.potential_and_gradient(sources, jnp.abs(charges), plan=plan)
        except ValueError as error:
            assert "bandwidth" in str(error)
            assert h < 1e-12 or method in ("fourier", "fgt")
            continue
        for value, exact in zip(values, reference(sources, jnp.abs(charges), sources, h)):
            size = np.abs(exact).max()
            if size:
                assert cases.error(np.asarray(value, np.float64) / size, exact / size) <= 1e-4
            else:
                assert not value.any()
