"""The orders of expansions for derivatives, and the errors of second derivatives by plans for the
gradient and by plans for second derivatives."""

import dataclasses

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.cost_model.families import FAMILIES, further_orders
from jaxfmm.methods.by_expansions import FMM
from jaxfmm.planning import search_by_tables
from jaxfmm.weighted_sum import weighted_sum

N, SOME, TOL = 6000, 200, 1e-3
SPACING = N ** (-1 / 3)
# {name: (kernel, distribution, most errors of second derivatives by plans for the gradient over
# tol)}
CASES = {
    "1/r": (jaxfmm.Laplace(), cases.clusters, 1.0),
    "softened": (jaxfmm.Laplace(0.5 * SPACING), cases.filament, 2.0),
    "softened by much": (jaxfmm.Laplace(3 * SPACING), cases.cube, 2.0),
    "Yukawa": (jaxfmm.Yukawa(5.0), cases.plummer, 1.0),
    "Matern": (jaxfmm.Matern(0.3, 1.5), cases.cube, 2.0),
}
sums = jax.jit(weighted_sum, static_argnames="target_orders")


def test_further_orders():
    def orders(planned, source, target):
        return further_orders(planned, source, target)

    assert orders(1, 0, 1) == orders(0, 0, 0) == orders(1, 0, 0) == 0
    assert orders(1, 0, 2) == orders(1, 1, 0) == orders(1, 1, 1) == orders(0, 0, 1) == 2
    assert orders(1, 1, 2) == orders(1, 2, 1) == orders(1, 0, 3) == 4
    # a plan for second derivatives serves dipoles and their gradients
    assert orders(2, 0, 2) == orders(2, 1, 1) == orders(2, 1, 0) == 0
    assert orders(2, 1, 2) == orders(2, 0, 3) == 2
    assert further_orders(1, 0, 2, "radial") == further_orders(1, 1, 1, "polyharmonic") == 1
    # dipoles of a kernel that is a derivative itself
    assert further_orders(2, 0, 2, anywhere=1) == further_orders(2, 1, 1, anywhere=1) == 0
    assert further_orders(2, 1, 2, anywhere=1) == 2


@pytest.mark.parametrize("derivatives", [None, 2])
@pytest.mark.parametrize("name", CASES)
def test_errors_of_second_derivatives(name, derivatives, monkeypatch):
    """Of plans that have measured the errors of gradients: Hessians of potentials, and gradients of
    dipoles, of which Hessian-vector products are made."""
    monkeypatch.setattr(search_by_tables, "LEAST_POINTS", N)
    kernel, draw, most = CASES[name]
    with jax.enable_x64(True):
        rng = np.random.default_rng(0)
        x = draw(rng, N)
        x, kernel = jnp.asarray(x / np.ptp(x, axis=0).max()), jax.tree.map(jnp.asarray, kernel)
        some = rng.choice(N, SOME, replace=False)
        plan = jaxfmm.plan(x, kernel=kernel, tol=TOL, method="fmm", derivatives=derivatives)
        direct = jaxfmm.plan(x, x[some], kernel=kernel, method="direct")
        assert plan.measured is not None
        q = jnp.asarray(np.stack([np.ones(N), rng.normal(size=N)], axis=1))
        dipoles = q[..., None] * rng.normal(size=(N, 1, 3))
        for weights, order in (({0: q}, 2), ({1: dipoles}, 1)):
            out = sums(kernel, plan, x, x, weights, target_orders=(order,))[order]
            exact = sums(kernel, direct, x[some], x, weights, target_orders=(order,))[order]
            for column in range(2):
                error = cases.error(out[some][:, column], exact[:, column])
                assert error <= TOL * (most if derivatives is None else 1.0)


def test_plans_have_no_order_without_compiled_passes():
    """Second derivatives of a kernel whose plan has the highest order, and what the plan says."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 500), jnp.float32)
    kernel = jaxfmm.Laplace(0.05)
    most = FAMILIES["polyharmonic"].most_order(3)
    plan = jaxfmm.plan(x, kernel=kernel, method="fmm", order=most, theta=0.5)
    method = FMM("polyharmonic")
    plan = dataclasses.replace(plan, choice=dataclasses.replace(plan.choice, method=method))
    for derivatives in ((0, 2), (1, 1), (1, 2)):
        assert method.acting_order(plan, method.family, derivatives) == most
    promised = plan.choice.with_request(order=None, theta=None)

    assert "second derivatives too by order 10" in str(dataclasses.replace(plan, choice=promised))
    assert "second derivatives" not in str(plan)


def test_no_search_tries_an_order_without_compiled_passes():
    """Orders above the highest run in plain XLA, a hundred times as long."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 500), jnp.float32)
    kernel = jaxfmm.BiotSavart(0.02)
    request = jaxfmm.plan(x, kernel=kernel, method="direct").request
    for family in ("polyharmonic", "radial", "harmonic"):
        tried = FMM(family).candidates(request, kernel, x.dtype)
        assert max(one.parameters.order for one in tried) <= FAMILIES[family].most_order(3)


def test_plans_for_second_derivatives():
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 3000), jnp.float32)
    for kernel in (jaxfmm.Laplace(), jaxfmm.Laplace(0.05)):
        plan, twice = (
            jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm", derivatives=derivatives)
            for derivatives in (None, 2)
        )
        assert (
            twice.choice.order > plan.choice.order or twice.choice.theta < plan.choice.theta - 0.05
        )
        assert "and of derivatives up to order 2" in str(twice)
        direct = jaxfmm.hessian(
            x, jnp.ones(3000), plan=jaxfmm.plan(x, kernel=kernel, method="direct")
        )
        assert cases.error(jaxfmm.hessian(x, jnp.ones(3000), plan=twice), direct) <= 1e-3
    with pytest.raises(ValueError, match=r"derivatives must lie in 0 ... 4, got 5"):
        jaxfmm.plan(x, derivatives=5)
    assert jaxfmm.plan(x, gradient=False).choice.request.derivatives == 0
    assert jaxfmm.plan(x, gradient=False, derivatives=1).choice.request.derivatives == 1
