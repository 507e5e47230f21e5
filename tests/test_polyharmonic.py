"""Polyharmonic expansions of 1/r with a softening: operators on two boxes, generated translations,
whole sums."""

import json

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from lanes import Lane

import jaxfmm
from jaxfmm.codegen.bodies import parameters, radial_function
from jaxfmm.cost_model import rates
from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.expansions import derivatives
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.expansions.polyharmonic import (
    compiled as compiled_polyharmonic,
    operators as polyharmonic,
)
from jaxfmm.expansions.taylor import operators as taylor
from jaxfmm.kernels import Laplace
from jaxfmm.native import host, launch

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
ORDERS = (0, 2, 5, 8)
APART = (0.5, 1, 2, 4, 10)  # distances of two boxes over the softening


def boxes(theta=0.7, count=24, size=20):
    """Sources and targets of equal boxes in units of their radius, 1, the shift between the boxes,
    and charges."""
    rng = np.random.default_rng(0)
    y, x = rng.uniform(-1, 1, (2, count, size, 3)) / np.sqrt(3)
    d = rng.normal(size=(count, 3))
    d *= 2 / theta / np.linalg.norm(d, axis=1, keepdims=True)
    return (
        *map(jnp.asarray, (y, x, d)),
        jnp.ones(count),
        jnp.asarray(rng.normal(size=(count, size, 1))),
    )


def forces(softening, y, x, d, q):
    offset = d[:, None, None] + x[:, :, None] - y[:, None]
    return -jnp.sum(
        offset * q[:, None] / ((offset**2).sum(-1, keepdims=True) + softening**2) ** 1.5, axis=2
    )


def translated(e, order, y, x, d, one, q):
    local = e.m2l(e.p2m(y, one, {0: q}, order), d, one, one, order)
    return e.l2p(local, x, one, (1,))[1][:, :, 0]


@FLOAT64
@pytest.mark.parametrize("order", [5, 7, 8])
def test_errors_are_at_most_about_those_of_harmonics(order, dtype):
    y, x, d, one, q = boxes()
    wrong = np.linalg.norm(
        translated(SolidHarmonics(), order, y, x, d, one, q) - forces(0.0, y, x, d, q)
    )
    for apart in APART:
        softening = float(jnp.linalg.norm(d[0])) / apart
        found = translated(polyharmonic.Polyharmonic(Laplace(softening)), order, y, x, d, one, q)
        assert np.linalg.norm(found - forces(softening, y, x, d, q)) < 1.4 * wrong, apart


@FLOAT64
def test_m2l_of_all_polynomials_is_taylors(dtype, monkeypatch):
    """With l + 2k <= p, M2L sums over all powers of up to p of sources and of targets, whatever the
    softening."""
    order = 4
    monkeypatch.setattr(polyharmonic, "SHORTER", (0, 2, 4))
    monkeypatch.setattr(polyharmonic, "keeps", lambda *given: True)
    kept = [
        polyharmonic.places,
        polyharmonic.derivative_matrices,
        polyharmonic.products,
        polyharmonic.slopes,
    ]
    kept += [polyharmonic._matrices, derivatives.sparse_rows]
    for function in kept:
        function.cache_clear()
    try:
        y, x, d, one, q = boxes()
        e, kernel = polyharmonic.Polyharmonic(Laplace(1.3)), taylor.Taylor(Laplace(1.3), 3)
        local = e.m2l(e.p2m(y, one, {0: q}, order), d, one, one, order)
        found = e.l2p(local, x, one, (0,))[0][..., 0]
        distance, tensor = kernel.derivatives(d, 2 * order)
        tensor = tensor / distance[None] ** taylor.degrees(2 * order, 3)[:, None].astype(float)
        place = taylor.places(2 * order, 3)
        every = taylor.indices(order, 3)
        numbers = np.array(
            [[place[tuple(i + j for i, j in zip(a, b))] for b in every] for a in every]
        )
        left, right = taylor.regular(x, order), taylor.regular(-y, order)
        exact = jnp.einsum("acs,abc,bct,ctk->cs", left, tensor[numbers], right, q)
        assert cases.error(found, exact) < 1e-13
    finally:
        for function in kept:
            function.cache_clear()


@FLOAT64
@pytest.mark.parametrize("order", ORDERS)
def test_shifts_are_exact(order, dtype):
    y, x, _, one, q = boxes()
    e, t = polyharmonic.Polyharmonic(Laplace(0.3)), jnp.full((len(y), 3), 0.2)
    wide = 1.7 * one
    there = (y + t[:, None]) / wide[:, None, None]
    np.testing.assert_allclose(
        e.m2m(e.p2m(y, one, {0: q}, order), t, one, wide, order),
        e.p2m(there, wide, {0: q}, order),
        atol=1e-12,
    )
    local = jnp.asarray(np.random.default_rng(1).normal(size=(len(y), 1, e.size(order))))
    before = e.l2p(local, (x + t[:, None]) / wide[:, None, None], wide, (0, 1, 2))
    after = e.l2p(e.l2l(local, t, wide, one, order), x, one, (0, 1, 2))
    for b in (0, 1, 2):
        np.testing.assert_allclose(after[b], before[b], atol=1e-11)


@FLOAT64
def test_derivatives_are_coefficients(dtype):
    order, u = 7, jnp.asarray([0.3, -0.5, 0.4])
    exact = jax.jacfwd(lambda u: polyharmonic.regular(u[None, None], order)[:, 0, 0])(u)
    found = (
        polyharmonic.derivative_matrices(order)
        @ polyharmonic.regular(u[None, None], order)[:, 0, 0]
    )
    np.testing.assert_allclose(found.T, exact, atol=1e-13)


def test_counts_and_orders_are_those_of_the_cost_model():
    kind = FAMILIES["polyharmonic"]
    assert kind.most_order(3) == polyharmonic.MOST_ORDER
    assert [kind.coefficients(p, 3) for p in range(11)] == [polyharmonic.size(p) for p in range(11)]


@pytest.mark.skipif(bool(host.reason()), reason=str(host.reason()))
@FLOAT64
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("real", ["float", "double"])
def test_generated_translations(order, real, dtype, tmp_path):
    check_translations(order, real, False, tmp_path)


@pytest.mark.skipif(bool(host.reason()), reason=str(host.reason()))
@FLOAT64
@pytest.mark.parametrize("order, real", [(1, "double"), (5, "float"), (10, "double")])
def test_generated_translations_in_columns(order, real, dtype, tmp_path):
    check_translations(order, real, True, tmp_path)


def check_translations(order, real, columns, tmp_path):
    kernel, single = Laplace(jnp.float64(0.7)), real == "float"
    array = np.float32 if single else np.float64
    e, function = compiled_polyharmonic.Compiled(kernel), radial_function(kernel, 2 * order, array)
    given = np.random.default_rng(order).normal(size=e.size(order))
    text = function.text + e.definitions(function) + (e.columns if columns else e.lane)(order)
    lane = Lane(
        text, "polyharmonic", 3, e.size(order), array, tmp_path, parameters(kernel, array),
        in_place=columns,
    )  # fmt: skip

    def by_operator(operator, d, *scalars):
        radii = [jnp.asarray([s]) for s in scalars]
        return np.asarray(
            operator(jnp.asarray(given)[None, None], jnp.asarray([d]), *radii, order)
        )[0, 0]

    far, near, rounding = [1.3, -0.7, 2.1], [0.1, 0.2, -0.15], 3e-6 if single else 1e-13
    assert (
        cases.error(lane("m2l", given, far, 0.6, 0.4), by_operator(e.m2l, far, 0.6, 0.4)) < rounding
    )
    assert (
        cases.error(lane("m2m", given, near, 0.8, 0.5, 1.0), by_operator(e.m2m, near, 0.4, 0.8))
        < rounding
    )
    assert (
        cases.error(lane("l2l", given, near, 0.8, 1.0, 0.5), by_operator(e.l2l, near, 0.8, 0.4))
        < rounding
    )


# Whole sums, where a table says that these expansions cost next to nothing.


@pytest.fixture
def cheap(tmp_path, monkeypatch):
    table = json.loads(rates.TABLE.read_text())
    for device in table.values():
        for rows in device["rates"].values():
            for row in rows.values():
                row["polyharmonic"] = {"4": 1e-6, "10": 2e-6}
    path = tmp_path / "rates.json"
    path.write_text(json.dumps(table))
    monkeypatch.setenv("JAXFMM_RATES", str(path))


def plan_of(x, softening, order=6, theta=0.6, **options):
    plan = jaxfmm.plan(
        x, kernel=jaxfmm.Laplace(softening), order=order, theta=theta, leaf_size=16, **options
    )
    assert plan.choice.method.family == "polyharmonic"
    return plan


def points(n=1200, separate=False):
    rng = np.random.default_rng(3)
    x, q = jnp.asarray(rng.normal(size=(n, 3))), jnp.asarray(rng.normal(size=n))
    return (x, q, jnp.asarray(rng.normal(size=(300, 3)))) if separate else (x, q)


@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
@pytest.mark.parametrize("softening", [0.02, 0.3, 5.0])
def test_sums(softening, dtype, cheap):
    x, q, targets = points(separate=True)
    exact = jaxfmm.plan(x, targets, kernel=jaxfmm.Laplace(softening), method="direct")
    plan = plan_of(x, softening, targets=targets, method="fmm")
    for got, right in zip(
        jaxfmm.potential_and_gradient(x, q, targets, plan=plan),
        jaxfmm.potential_and_gradient(x, q, targets, plan=exact),
    ):
        assert cases.error(got, right) < 1e-3


@FLOAT64
@pytest.mark.parametrize(
    "name, softening", [("filament", 3.0), ("filament", 0.3), ("clusters", 0.03)]
)
def test_tables_keep_what_they_promise(name, softening, dtype, cheap):
    x = jnp.asarray(cases.DISTRIBUTIONS[name](np.random.default_rng(0), 6000))
    q = jnp.asarray(np.random.default_rng(1).normal(size=len(x)))
    kernel = jaxfmm.Laplace(softening * float(jnp.max(jnp.std(x, axis=0))))
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-2, theta=0.4, leaf_size=16, method="fmm")
    assert plan.choice.method.family == "polyharmonic"
    exact = jaxfmm.plan(x, kernel=kernel, method="direct")
    for got, right in zip(
        jaxfmm.potential_and_gradient(x, q, plan=plan),
        jaxfmm.potential_and_gradient(x, q, plan=exact),
    ):
        assert cases.error(got, right) < 1e-2


@FLOAT64
def test_transforms(dtype, cheap):
    x, q = points()
    plan = plan_of(x, 0.3, method="fmm")
    exact = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.3), method="direct")

    def energy(x, q, softening, plan):
        return jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(softening), plan=plan)

    slopes = jax.jit(jax.grad(energy, (0, 1, 2)))
    for got, right in zip(slopes(x, q, 0.3, plan), slopes(x, q, 0.3, exact)):
        assert cases.error(got, right) < 1e-3
    both = jnp.stack([q, q[::-1]])
    got, right = (
        jax.vmap(lambda q, p=p: jaxfmm.potential(x, q, plan=p))(both) for p in (plan, exact)
    )  # noqa: B023
    assert cases.error(got, right) < 1e-3
    along = jnp.sin(x)
    got, right = (
        jax.jvp(jax.grad(lambda x, p=p: energy(x, q, 0.3, p)), (x,), (along,))[1]
        for p in (plan, exact)
    )
    assert cases.error(got, right) < 5e-3


@FLOAT64
def test_other_softenings_need_no_new_plan(dtype, cheap):
    x, q = points()
    plan = plan_of(x, 0.3, method="fmm")
    for softening in (0.01, 3.0):
        kernel = jaxfmm.Laplace(softening)
        exact = jaxfmm.potential(
            x, q, plan=jaxfmm.plan(x, kernel=kernel, method="direct"), kernel=kernel
        )
        assert cases.error(jaxfmm.potential(x, q, plan=plan, kernel=kernel), exact) < 1e-3


@pytest.mark.skipif(bool(launch.cpu_reason()), reason=str(launch.cpu_reason()))
@pytest.mark.parametrize("order", [1, 4, 9])
def test_cpus_give_the_sums_of_xla(order, dtype, cheap):
    x, q = points(2000)
    one, other = (
        plan_of(x, 0.2, order, method="fmm", backend=backend) for backend in ("cpu", "xla")
    )
    for outputs in (jaxfmm.potential_and_gradient, jaxfmm.hessian):
        got, right = (outputs(x, q, plan=plan) for plan in (one, other))
        for value, exact in zip(jax.tree.leaves(got), jax.tree.leaves(right)):
            assert cases.error(value, exact) < (3e-6 if dtype == jnp.float32 else 1e-14)


def test_plans_without_costs_leave_it_out():
    x, _ = points()
    plan = jaxfmm.plan(
        x, kernel=jaxfmm.Laplace(0.3), order=5, theta=0.6, method="fmm", backend="xla"
    )
    assert plan.choice.method.family != "polyharmonic"


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
@pytest.mark.parametrize("order", [4, 7, 8, 9])
@pytest.mark.parametrize("softening", [0.003, 0.1, 2.0])
def test_on_gpus(order, softening, dtype, cheap):
    if reason := launch.cuda_reason():
        pytest.skip(reason)
    x, q = points(20_000)
    kernel = jaxfmm.Laplace(softening)
    plan, exact = (
        plan_of(x, softening, order, method="fmm"),
        jaxfmm.plan(x, kernel=kernel, method="direct"),
    )
    for got, right in zip(
        jaxfmm.potential_and_gradient(x, q, plan=plan),
        jaxfmm.potential_and_gradient(x, q, plan=exact),
    ):
        assert cases.error(got, right) < {4: 2e-2, 7: 1e-3, 8: 5e-4, 9: 2e-4}[order]
