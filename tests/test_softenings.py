"""A softening for each body: sums, lists, derivatives, plans for other softenings, and gravity with
them."""

import functools
import importlib

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference

import jaxfmm
from jaxfmm import nbody

FORMULA = reference.FORMULAS["Laplace spline"]
both_dtypes = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def spread(rng, n, largest):
    """Over a factor of 100; large ones are rare, and some have the same."""
    softening = largest * 10.0 ** -(0.7 + 1.3 * rng.random(n))
    softening[rng.random(n) < 0.3] = 0.05 * largest
    softening[rng.random(n) < 0.01] = largest
    return softening


def kernel(sources, targets=None):
    return jaxfmm.Laplace(sources if targets is None else (sources, targets), profile="spline")


def exact(x, softening, q, y=None, of_targets=None):
    """Potential (m, k) and gradient (m, 3, k) in float64."""
    x, softening, q = (np.asarray(a, np.float64) for a in (x, softening, q))
    y, of_targets = (
        (x, softening) if y is None else (np.asarray(a, np.float64) for a in (y, of_targets))
    )
    potential, gradient = [], []
    for i in range(0, len(y), 256):
        d = y[i : i + 256, None] - x
        r2 = np.square(d).sum(2)
        p = {"softening": np.maximum(of_targets[i : i + 256, None], softening)}
        value, slope = (
            np.where(r2 > 0, f(np, np.where(r2 > 0, r2, 1), p), 0)
            for f in (FORMULA.value, FORMULA.slope)
        )
        potential.append(value @ q)
        gradient.append(np.stack([(slope * d[..., c]) @ q for c in range(3)], axis=1))
    return np.concatenate(potential), np.concatenate(gradient)


@both_dtypes
@pytest.mark.parametrize("separate", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("points, backend", [
    ("cube", None), *(pytest.param(*row, marks=pytest.mark.slow) for row in (("plummer", None), ("plummer", "xla")))
])  # fmt: skip
def test_sums_keep_their_tolerance(points, backend, separate, dtype, n=3000, m=1000):
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(cases.DISTRIBUTIONS[points](rng, k), dtype) for k in (n, m))
    softening, of_targets = (jnp.asarray(spread(rng, k, 3 * n ** (-1 / 3)), dtype) for k in (n, m))
    q = jnp.asarray(np.stack([make(rng, x) for make in cases.CHARGES.values()], axis=1), dtype)
    y, of_targets = (y, of_targets) if separate else (None, None)
    expected = exact(x, softening, q, y, of_targets)
    for method in ("fmm", "treecode", "direct"):
        for tol in (1e-3, 1e-5 if dtype == np.float32 else 1e-6):
            options = {} if method == "direct" else {"leaf_size": 16}
            made = {
                "kernel": kernel(softening, of_targets),
                "tol": tol,
                "method": method,
                "backend": backend,
            }
            plan = jaxfmm.plan(x, y, **made, **options)
            for value, right in zip(jaxfmm.potential_and_gradient(x, q, y, plan=plan), expected):
                for i in range(2):
                    assert cases.error(value[..., i], right[..., i]) < tol


def test_plans_print_and_equal_softenings_are_one(n=2000):
    rng = np.random.default_rng(0)
    x, q = (
        jnp.asarray(cases.cube(rng, n), jnp.float32),
        jnp.asarray(cases.one_sign(rng, np.zeros(n)), jnp.float32),
    )
    # by hand, since their pairs do not cost the same
    options = {"method": "fmm", "leaf_size": 16, "order": 8, "theta": 0.6}
    each = jaxfmm.plan(x, kernel=kernel(np.full(n, 0.05)), **options)
    one = jaxfmm.plan(x, kernel=kernel(0.05), **options)
    assert "Laplace softened by splines by body" in str(each)
    assert each.needs() == one.needs()
    for a, b in zip(*(jaxfmm.potential_and_gradient(x, q, plan=plan) for plan in (each, one))):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-5 * np.abs(b).max())
    wide = np.zeros(n)
    wide[0] = 0.3
    alone = jaxfmm.plan(x, kernel=kernel(wide), method="fmm", theta=0.7, leaf_size=16)
    every = jaxfmm.plan(x, kernel=kernel(0.3), method="fmm", theta=0.7, leaf_size=16)
    assert alone.pair_work() < 0.3 * every.pair_work()


@pytest.mark.parametrize("scale", [1e-25, 1e25])
def test_lengths_in_any_unit(scale, n=1500):
    rng = np.random.default_rng(0)
    x, softening, q = cases.cube(rng, n), spread(rng, n, 0.2), np.ones(n, np.float32)
    here = exact(x, softening, q[:, None])[0][:, 0]
    plan = jaxfmm.plan(
        np.float32(scale * x),
        kernel=kernel(np.float32(scale * softening)),
        method="fmm",
        leaf_size=16,
    )
    phi = jaxfmm.potential(np.float32(scale * x), q, plan=plan)
    assert cases.error(np.asarray(phi, np.float64) * scale, here) < 1e-4


class Problem:
    """Arguments, tangents and sums, with softenings of which several are equal."""

    def __init__(self, separate, n=500, m=200):
        rng = np.random.default_rng(0)
        self.separate = separate
        self.a = {"x": rng.random((n, 3)), "q": rng.normal(size=n), "e": spread(rng, n, 0.2)}
        self.a["e"][: n // 2] = 0.05
        if separate:
            self.a |= {"y": rng.random((m, 3)), "f": spread(rng, m, 0.2)}
            self.a["f"][: m // 2] = 0.05
        self.a = jax.tree.map(jnp.asarray, self.a)
        self.d = jax.tree.map(
            lambda v: jnp.asarray(rng.normal(size=v.shape)) * jnp.abs(v).mean(), self.a
        )
        self.ct = jnp.asarray(rng.normal(size=m if separate else n))

    def plan(self, method):
        made = kernel(2 * self.a["e"], 2 * self.a["f"] if self.separate else None)
        options = {"leaf_size": 8} if method == "fmm" else {}
        return jaxfmm.plan(
            self.a["x"], self.a.get("y"), kernel=made, tol=1e-6, method=method, **options
        )

    def fast(self, plan, a):
        made = kernel(a["e"], a.get("f"))
        phi, slope = jaxfmm.potential_and_gradient(
            a["x"], a["q"], a.get("y"), kernel=made, plan=plan
        )
        value = jnp.vdot(self.ct, phi) + jnp.square(slope).sum() * 1e-4
        return (
            value
            if self.separate
            else value + jaxfmm.energy(a["x"], a["q"], kernel=made, plan=plan)
        )

    def dense(self, a):
        y, f = a.get("y", a["x"]), a.get("f", a["e"])

        def potential(y, f):
            r2 = jnp.square(y[None] - a["x"]).sum(1)
            apart = r2 > 0
            p = {"softening": jnp.maximum(f, a["e"])}
            return jnp.where(apart, FORMULA.value(jnp, jnp.where(apart, r2, 1), p), 0) @ a["q"]

        phi, slope = jax.vmap(jax.value_and_grad(potential))(y, f)
        value = jnp.vdot(self.ct, phi) + jnp.square(slope).sum() * 1e-4
        return value if self.separate else value + 0.5 * jnp.vdot(a["q"], phi)


@only_float64
@pytest.mark.parametrize("separate, method", [
    (True, "fmm"), *(pytest.param(*row, marks=pytest.mark.slow) for row in (
        (False, "fmm"), (False, "direct"), (True, "direct")))
])  # fmt: skip
def test_derivatives(separate, method, dtype, monkeypatch):
    """In all arguments at once; those in the softenings by near pairs."""
    problem = Problem(separate)
    plan = problem.plan(method)
    if method != "direct":
        monkeypatch.setattr(
            importlib.import_module("jaxfmm.weighted_sum"), "DIRECT", None
        )  # no sum of all pairs
    fast, dense = functools.partial(problem.fast, plan), problem.dense
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        value, right = jax.jit(jax.value_and_grad(dense))(problem.a)
        curvature = jax.jit(lambda a, d: jax.jvp(jax.grad(dense), (a,), (d,))[1])(
            problem.a, problem.d
        )
    found, slopes = jax.jit(jax.value_and_grad(fast))(problem.a)
    np.testing.assert_allclose(found, value, rtol=1e-6)
    for name in problem.a:
        assert cases.error(slopes[name], right[name]) < 2e-6, name
    along = jax.jit(lambda a, d: jax.jvp(fast, (a,), (d,))[1])(problem.a, problem.d)
    expected = sum(jnp.vdot(right[name], problem.d[name]) for name in problem.a)
    np.testing.assert_allclose(along, expected, rtol=1e-5)
    twice = jax.jit(lambda a, d: jax.jvp(jax.grad(fast), (a,), (d,))[1])(problem.a, problem.d)
    for name in problem.a:
        assert cases.error(twice[name], curvature[name]) < 1e-5, name


@only_float64
def test_differences(dtype, n=300):
    """Of the energy in the softening of each body, where none are equal."""
    rng = np.random.default_rng(1)
    x, q, e = (
        jnp.asarray(a) for a in (rng.random((n, 3)), rng.normal(size=n), 0.1 * rng.random(n))
    )
    plan = jaxfmm.plan(x, kernel=kernel(2 * e), tol=1e-8, method="fmm", leaf_size=8)
    energy = jax.jit(lambda e: jaxfmm.energy(x, q, kernel=kernel(e), plan=plan))
    value, slopes = jax.value_and_grad(energy)(e)
    for i in (0, 17, 200):
        step = 1e-6 * jnp.zeros(n).at[i].set(1)
        rounding = 100 * np.finfo(float).eps * abs(value) / 1e-6
        np.testing.assert_allclose(
            slopes[i], (energy(e + step) - energy(e - step)) / 2e-6, rtol=1e-5, atol=rounding
        )


def test_softenings_are_traced_and_plans_updated(n=1000):
    rng = np.random.default_rng(0)
    x, q = (
        jnp.asarray(cases.cube(rng, n), jnp.float32),
        jnp.asarray(rng.normal(size=n), jnp.float32),
    )
    e = jnp.asarray(spread(rng, n, 0.2), jnp.float32)
    plan = jaxfmm.plan(x, kernel=kernel(e), method="fmm", leaf_size=16, headroom=4)
    traces = []

    @jax.jit
    def sums(plan, e):
        traces.append(1)
        return jaxfmm.potential(x, q, kernel=kernel(e), plan=plan)

    @jax.jit
    def updated(plan, e):
        plan = plan.update(x, kernel=kernel(e))
        return jaxfmm.potential(x, q, kernel=kernel(e), plan=plan), plan.status

    for factor in (1.0, 0.5):
        assert cases.error(sums(plan, factor * e), exact(x, factor * e, q[:, None])[0][:, 0]) < 1e-4
    assert cases.error(sums(plan, 0 * e), cases.direct(x, q)[0]) < 1e-4
    other = e[::-1]
    phi, status = updated(plan, other)
    assert status == 0 and cases.error(phi, exact(x, other, q[:, None])[0][:, 0]) < 1e-4
    assert plan.update(x, kernel=kernel(other)).status == 0
    assert np.isnan(sums(plan, other)).all() and len(traces) == 1
    with pytest.raises(ValueError, match="works for softenings and cores up to its own"):
        jaxfmm.potential(x, q, kernel=kernel(other), plan=plan)
    many = jax.vmap(lambda t: sums(plan, t * e))(jnp.asarray([1.0, 0.3], jnp.float32))
    for t, row in zip((1.0, 0.3), many):
        assert cases.error(row, exact(x, t * e, q[:, None])[0][:, 0]) < 1e-4
    with pytest.raises(ValueError, match="make a plan for this kernel"):
        plan.update(x, kernel=kernel(0.1))


@pytest.mark.parametrize("softening, message", [
    (np.ones(5), r"softening of shape \(5,\) came for 4 points"),
    (np.ones((4, 1)), r"softening of shape \(4, 1\) came for 4 points"),
    ((np.ones(4), np.ones(4)), r"softening of shape \(4,\) and \(4,\) came for 4 points"),
    ((np.ones(4),) * 3, "softening must be two arrays, got a tuple of 3"),
    (-np.ones(4), "softening must be numbers that are positive or zero"),
    (np.array([1, np.nan, 1, 1]), "softening must be numbers that are positive or zero"),
    (np.array(["a"] * 4), "softening must be numbers that are positive or zero"),
])  # fmt: skip
def test_wrong_softenings(softening, message):
    x = jnp.asarray(np.random.default_rng(0).random((4, 3)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=kernel(jnp.ones(4)))
    calls = [
        lambda: jaxfmm.plan(x, kernel=kernel(softening)),
        lambda: jaxfmm.potential(x, jnp.ones(4), kernel=kernel(softening)),
        lambda: jaxfmm.potential(x, jnp.ones(4), kernel=kernel(softening), plan=plan),
        lambda: plan.update(x, kernel=kernel(softening)),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()


def test_what_softenings_must_be():
    x = jnp.asarray(np.random.default_rng(0).random((4, 3)), jnp.float32)
    with pytest.raises(
        ValueError,
        match="softening must be a number, .*only profile='spline' takes a softening for each",
    ):
        jaxfmm.plan(x, kernel=jaxfmm.Laplace(jnp.ones(4)))
    with pytest.raises(
        ValueError, match=r"came for 4 sources and 3 targets; give .* a pair of arrays"
    ):
        jaxfmm.plan(x, x[:3], kernel=kernel(jnp.ones(4)))
    with pytest.raises(ValueError, match=r"came for 4 sources and 3 targets"):
        jaxfmm.plan(x, x[:3], kernel=kernel(jnp.ones(3), jnp.ones(4)))
    with pytest.raises(ValueError, match=r"came for 4 points"):
        jax.jit(lambda e: jaxfmm.potential(x, jnp.ones(4), kernel=kernel(e)))(jnp.ones(3))
    with pytest.raises(ValueError, match="profile must be 'plummer' for points"):
        jaxfmm.plan(x[:, :2], kernel=kernel(jnp.ones(4)))
    start = nbody.plummer(jax.random.key(0), 4)
    with pytest.raises(ValueError, match="softening must be a number"):
        nbody.simulate(start, 1, 0.1, softening=jnp.ones(4))
    with pytest.raises(ValueError, match="softening of shape .* came for 4 points"):
        nbody.simulate(start, 1, 0.1, softening=jnp.ones(3), profile="spline")


@pytest.mark.parametrize("scheme", ["leapfrog", pytest.param("hermite", marks=pytest.mark.slow)])
def test_a_simulation_conserves_energy_and_momentum(scheme, n=400):
    start = nbody.plummer(jax.random.key(0), n)
    softening = np.full(n, 0.05, np.float32)
    softening[:4] = 0.5
    for method in ("direct", "fmm"):
        how = {
            "scheme": scheme,
            "softening": softening,
            "profile": "spline",
            "method": method,
            "headroom": 3,
        }
        end, history = nbody.simulate(start, 20, 0.01, **how)
        assert abs(history.energy_error).max() < 1e-4
        assert history.momentum_error.max() < 1e-4
        if scheme == "leapfrog":
            gradient = exact(end.positions, softening, end.masses[:, None])[1][:, :, 0]
            assert cases.error(end.acceleration, gradient) < 1e-4
    x, v = start.positions, start.velocities
    how = {"softening": softening, "profile": "spline"}
    _, jerk = nbody.acceleration_and_jerk(x, v, start.masses, **how)
    rate = jax.jvp(lambda x: nbody.acceleration(x, start.masses, **how), (x,), (v,))[1]
    assert cases.error(jerk, rate) < 1e-4


@only_float64
@pytest.mark.slow
def test_a_simulation_is_differentiable_in_the_softenings(dtype, n=40):
    start = nbody.plummer(jax.random.key(0), n, dtype=dtype)
    e = jnp.asarray(0.2 + 0.3 * np.random.default_rng(0).random(n))

    def spreads(e, scheme):
        end, _ = nbody.simulate(start, 4, 0.05, scheme=scheme, softening=e, profile="spline")
        return jnp.square(end.positions).sum()

    for scheme in ("leapfrog", "hermite"):
        slopes, step = jax.grad(spreads)(e, scheme), 1e-5
        for i in (3, 20):
            one = step * jnp.zeros(n).at[i].set(1)
            difference = (spreads(e + one, scheme) - spreads(e - one, scheme)) / (2 * step)
            np.testing.assert_allclose(slopes[i], difference, rtol=1e-4, atol=1e-8)
