"""Softening by the cubic spline: the kernel, its sums by expansions, its derivatives, and gravity
with it."""

import importlib

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference

import jaxfmm
from jaxfmm import nbody
from jaxfmm.kernels import Spline

EPS = 0.3
H = 2.8 * EPS
FORMULA = reference.FORMULAS["Laplace spline"]
both_dtypes = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def density(r):
    """The spline of Monaghan & Lattanzio, of unit mass."""
    u = r / H
    return (
        8
        / (np.pi * H**3)
        * np.where(u < 0.5, 1 - 6 * u**2 + 6 * u**3, 2 * np.maximum(1 - u, 0) ** 3)
    )


def integral(function, low, high):
    """Of piecewise polynomials, exact."""
    nodes, weights = np.polynomial.legendre.leggauss(12)
    edges = [low, *(e for e in (H / 2, H) if low < e < high), high]
    return sum(
        (b - a) / 2 * weights @ function((b - a) / 2 * nodes + (a + b) / 2)
        for a, b in zip(edges, edges[1:])
    )


@both_dtypes
def test_the_kernel_is_the_potential_of_a_spline(dtype):
    r = np.concatenate([np.linspace(1e-3, 1.2, 50), [0.5, 1.0, 5.0]]) * H
    mass = np.array([integral(lambda s: 4 * np.pi * s**2 * density(s), 0, min(x, H)) for x in r])
    beyond = np.array([integral(lambda s: 4 * np.pi * s * density(s), x, max(x, H)) for x in r])
    value, slope = Spline(jnp.asarray(EPS, dtype)).radial(jnp.asarray(r**2, dtype), 1)
    rounding = 10 * float(jnp.finfo(dtype).eps)
    np.testing.assert_allclose(value, mass / r + beyond, rtol=rounding)
    np.testing.assert_allclose(slope, -mass / r**3, rtol=rounding)
    near = Spline(EPS).radial(jnp.asarray([1e-12, 0.0], dtype), 3)
    np.testing.assert_allclose(near[0], [1 / EPS, 0.0], rtol=1e-5)
    assert all(
        (f[1] == 0) & np.isfinite(f).all() for f in near
    )  # pairs at distance zero are left out


@only_float64
def test_derivatives_of_every_order(dtype):
    """In r^2 / 2, against those of the formula, where it has them; continuous up to the third, at h
    / 2 and at h."""
    r = jnp.asarray(
        np.concatenate([np.linspace(0.05, 0.49, 9), np.linspace(0.51, 0.99, 9), [1.01, 3.0]]) * H
    )
    found = Spline(EPS).radial(r * r, 7)
    for n in (0, 1, 2, 3, 4, 5, 7):

        def exact(s, n=n):
            return jnp.asarray(FORMULA.value(jnp, 2 * s, {"softening": EPS}))

        for _ in range(n):
            exact = jax.grad(exact)
        # derivatives of the formula cancel where those of 1 / r do not
        np.testing.assert_allclose(
            found[n], jax.jit(jax.vmap(exact))(r * r / 2), rtol=1e-5, atol=1e-13 * H ** -(2 * n + 1)
        )
    for edge in (H / 2, H):
        below, above = (
            Spline(EPS).radial(jnp.square(edge * jnp.asarray([1 + t])), 3) for t in (-1e-9, 1e-9)
        )
        np.testing.assert_allclose(below, above, rtol=1e-6)


@both_dtypes
def test_derivatives_in_single_precision_keep_their_digits(dtype):
    r = jnp.asarray(np.geomspace(1e-3, 2, 400) * H)
    exact = Spline(EPS).radial(jnp.square(jnp.asarray(r, dtype)).astype(float), 4)
    found = Spline(EPS).radial(jnp.square(jnp.asarray(r, dtype)), 4)
    for n, (a, b) in enumerate(zip(found, exact)):
        np.testing.assert_allclose(
            a, b, rtol=(1 + n) * 4 * float(jnp.finfo(dtype).eps) * (10 if n == 4 else 1)
        )


@both_dtypes
@pytest.mark.parametrize(
    "spacings", [1.0, *(pytest.param(s, marks=pytest.mark.slow) for s in (0.01, 0.1, 0.3, 3.0))]
)
@pytest.mark.parametrize("points", [pytest.param("cube", marks=pytest.mark.slow), "plummer"])
def test_sums_keep_their_tolerance(points, spacings, dtype, n=3000):
    rng = np.random.default_rng(0)
    x = cases.DISTRIBUTIONS[points](rng, n)
    softening = spacings * n ** (-1 / 3)
    x = jnp.asarray(x, dtype)
    q = jnp.asarray(np.stack([make(rng, x) for make in cases.CHARGES.values()], axis=1), dtype)
    exact = reference.sums(FORMULA, {"softening": softening}, x, x, q)
    for tol in (1e-3, 1e-4, 1e-5 if dtype == np.float32 else 1e-6):
        kernel = jaxfmm.Laplace(softening, profile="spline")
        plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm", leaf_size=16)
        phi, grad = jaxfmm.potential_and_gradient(x, q, plan=plan)
        for i in range(2):
            assert cases.error(phi[:, i], exact.potential[:, i]) < tol
            assert cases.error(grad[:, :, i], exact.gradient[:, :, i]) < tol


@both_dtypes
@pytest.mark.parametrize("method", ["fmm", pytest.param("treecode", marks=pytest.mark.slow)])
def test_derivatives_in_the_softening_are_sums_of_near_pairs(method, dtype, monkeypatch, n=1000):
    rng = np.random.default_rng(0)
    x, q = (
        jnp.asarray(cases.cube(rng, n), dtype),
        jnp.asarray(cases.one_sign(rng, np.zeros(n)), dtype),
    )
    softening, tol = jnp.asarray(0.05, dtype), 1e-4
    kernel = jaxfmm.Laplace(softening, profile="spline")
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method=method, leaf_size=16)
    monkeypatch.setattr(
        importlib.import_module("jaxfmm.weighted_sum"), "DIRECT", None
    )  # no sum of all pairs

    def energy(eps):
        return jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(eps, profile="spline"), plan=plan)

    def gradient(eps):
        return jaxfmm.potential_and_gradient(
            x, q, kernel=jaxfmm.Laplace(eps, profile="spline"), plan=plan
        )[1]

    def exact(eps, power):
        """The energy and its derivatives, by all pairs in float64."""
        y, w = np.asarray(x, np.float64), np.asarray(q, np.float64)
        r2 = np.square(y[:, None] - y).sum(2)

        def value(e):
            return FORMULA.value(jnp, jnp.where(r2 > 0, r2, 1e30), {"softening": e})

        with jax.enable_x64(True), jax.numpy_dtype_promotion("standard"):
            for _ in range(power):
                value = jax.jacfwd(value)
            return 0.5 * w @ np.asarray(value(float(eps))) @ w

    slope, curvature = jax.grad(energy)(softening), jax.grad(jax.grad(energy))(softening)
    np.testing.assert_allclose(slope, exact(softening, 1), rtol=1e-5)
    np.testing.assert_allclose(curvature, exact(softening, 2), rtol=1e-4)
    step = softening * 1e-2
    rate = jax.jvp(gradient, (softening,), (jnp.ones_like(softening),))[1]
    wider = jaxfmm.plan(
        x, kernel=jaxfmm.Laplace(softening + step, profile="spline"), tol=1e-5, method=method
    )
    ends = [
        jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Laplace(e, profile="spline"), plan=wider)[
            1
        ]
        for e in (softening - step, softening + step)
    ]
    assert cases.error(rate, (ends[1] - ends[0]) / (2 * step)) < 2e-2


def test_the_softening_is_traced_and_may_be_zero(n=1500):
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(cases.cube(rng, n), jnp.float32), jnp.ones(n, jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.05, profile="spline"), method="fmm", leaf_size=16)
    traces = []

    @jax.jit
    def energy(eps):
        traces.append(1)
        return jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(eps, profile="spline"), plan=plan)

    value, slope = jax.jit(jax.value_and_grad(energy))(jnp.float32(0))
    hard = jaxfmm.energy(x, q)
    np.testing.assert_allclose([value, energy(jnp.float32(0))], hard, rtol=1e-5)
    assert slope == 0
    for none in (None, 0, 0.0):
        np.testing.assert_allclose(
            jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(none, profile="spline")), hard, rtol=1e-5
        )
        phi = jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(none, profile="spline"), plan=plan)
        np.testing.assert_allclose(phi, hard, rtol=1e-5)
    before = len(traces)
    assert (
        float(energy(jnp.float32(0.04))) < float(energy(jnp.float32(0.02))) < float(hard)
        and len(traces) == before
    )
    with pytest.raises(ValueError, match="works for softenings and cores up to its own"):
        jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(0.06, profile="spline"), plan=plan)
    with pytest.raises(ValueError, match="make a plan for this kernel"):
        jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(0.01), plan=plan)


@pytest.mark.parametrize("call", [
    lambda x, **how: jaxfmm.plan(x, kernel=jaxfmm.Laplace(**how)),
    lambda x, **how: jaxfmm.potential(x, jnp.ones(5), kernel=jaxfmm.Laplace(**how)),
    lambda x, **how: jaxfmm.potential(x, jnp.ones(5), kernel=jaxfmm.Laplace(**how), plan=jaxfmm.plan(x)),
])  # fmt: skip
def test_wrong_profiles(call):
    x = jnp.asarray(np.random.default_rng(0).random((5, 3)), jnp.float32)
    with pytest.raises(ValueError, match="profile must be one of 'plummer', 'spline', got 'cubic'"):
        call(x, softening=0.1, profile="cubic")
    with pytest.raises(
        ValueError, match=r"profile must be 'plummer' for points \(n, 2\), got 'spline'"
    ):
        call(x[:, :2], softening=0.1, profile="spline")
    for wrong in (-1.0, np.nan):
        with pytest.raises(ValueError, match="softening must be"):
            call(x, softening=wrong, profile="spline")


@pytest.mark.parametrize("scheme", ["leapfrog", pytest.param("hermite", marks=pytest.mark.slow)])
def test_a_simulation_conserves_energy(scheme, n=400):
    start = nbody.plummer(jax.random.key(0), n)
    for method in ("direct", "fmm"):
        how = {
            "scheme": scheme,
            "softening": 0.05,
            "profile": "spline",
            "method": method,
            "headroom": 2,
        }
        end, history = nbody.simulate(start, 20, 0.01, **how)
        exact = reference.sums(
            FORMULA, {"softening": 0.05}, end.positions, end.positions, end.masses[:, None]
        )
        assert abs(history.energy_error).max() < 1e-4
        np.testing.assert_allclose(
            history.potential[-1],
            -0.5 * np.asarray(end.masses, float) @ exact.potential[:, 0],
            rtol=1e-4,
        )
        if scheme == "leapfrog":
            assert cases.error(end.acceleration, exact.gradient[:, :, 0]) < 1e-4


@only_float64
def test_jerks(dtype, n=150):
    """By one pass over all pairs, by the sum's own rule, and by differences."""
    start = nbody.plummer(jax.random.key(0), n, dtype=dtype)
    x, v, how = start.positions, start.velocities, {"softening": 0.2, "profile": "spline"}
    plans = [
        jaxfmm.plan(x, kernel=jaxfmm.Laplace(**how), method=method, tol=1e-8)
        for method in ("direct", "fmm")
    ]
    found = [nbody.acceleration_and_jerk(x, v, start.masses, plan=plan, **how) for plan in plans]
    step = 1e-6
    ends = [nbody.acceleration(x + sign * step * v, start.masses, **how) for sign in (1, -1)]
    for acceleration, jerk in found:
        np.testing.assert_allclose(jerk, (ends[0] - ends[1]) / (2 * step), rtol=1e-5, atol=1e-7)
        np.testing.assert_allclose(
            acceleration, nbody.acceleration(x, start.masses, **how), rtol=1e-6, atol=1e-9
        )


@only_float64
@pytest.mark.slow
def test_a_simulation_is_differentiable_in_the_softening(dtype, n=40):
    start = nbody.plummer(jax.random.key(0), n, dtype=dtype)

    def spread(eps, scheme):
        end, _ = nbody.simulate(start, 6, 0.05, scheme=scheme, softening=eps, profile="spline")
        return jnp.square(end.positions).sum()

    for scheme in ("leapfrog", "hermite"):
        slope, step = jax.grad(spread)(0.3, scheme), 1e-5
        difference = (spread(0.3 + step, scheme) - spread(0.3 - step, scheme)) / (2 * step)
        np.testing.assert_allclose(slope, difference, rtol=1e-4)


@pytest.mark.parametrize("each", [False, True])
def test_compiled_pairs_that_are_not_near_are_those_of_newton(each, n=64):
    """Lanes that are all apart take the shorter way, at the same result; softenings of zero and
    between the two."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(np.concatenate([rng.random((n, 3)), 10 + rng.random((n, 3))]), jnp.float32)
    q = jnp.ones(2 * n, jnp.float32)
    hard = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, method="direct"))
    for softening in (0.0, 1e-3, 0.1, 5.0):
        given = jnp.full(2 * n, softening, jnp.float32) if each else jnp.float32(softening)
        plans = [
            jaxfmm.plan(
                x, kernel=jaxfmm.Laplace(given, profile="spline"), method="direct", backend=backend
            )
            for backend in (None, "xla")
        ]
        ours, plain = (jaxfmm.potential_and_gradient(x, q, plan=plan) for plan in plans)
        for a, b, c in zip(ours, plain, hard):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5 * np.abs(b).max())
            if softening < 0.01:
                np.testing.assert_allclose(a, c, rtol=1e-5, atol=1e-5 * np.abs(c).max())


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_the_derivative_in_the_softening_by_a_treecode(dtype, n=300):
    """The polyharmonic expansions that it has for the FMM have no M2P."""
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(cases.cube(rng, n)), jnp.asarray(rng.normal(size=n))
    slopes = [
        jax.grad(lambda eps, plan=plan: jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(eps), plan=plan))(
            jnp.asarray(0.05)
        )
        for plan in (
            jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.05), method=method, leaf_size=16, tol=1e-6)
            for method in ("treecode", "direct")
        )
    ]
    assert float(slopes[0]) == pytest.approx(float(slopes[1]), rel=1e-5)
