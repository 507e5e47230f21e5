"""The time that a plan expects, for every backend, precision, dimension and family of expansions:
measured, or estimated by a rule that `print(plan)` names."""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.cost_model.rates import BACKENDS, rates
from jaxfmm.methods import costs
from jaxfmm.methods.table import DIRECT, METHODS
from jaxfmm.passes.tree_sum import expansions_of

KERNELS = {
    "harmonic": (jaxfmm.Laplace(), (2, 3)),
    "radial": (jaxfmm.InverseMultiquadric(0.3), (1, 2, 3)),
    "polyharmonic": (jaxfmm.Laplace(0.3), (3,)),
    "interpolated": (jaxfmm.Matern(0.3, 1.5), (1, 2, 3)),
    "waves": (jaxfmm.Helmholtz(2.0), (2, 3)),
}
CASES = [(family, dim) for family, (_, dims) in KERNELS.items() for dim in dims]


def test_the_cases_are_all_there_are():
    found = {
        (family, dim)
        for kernel, _ in KERNELS.values()
        for dim in kernel.dimensions or (1, 2, 3)
        for family in expansions_of(kernel.simplified(dim).summed(), dim)
    }
    assert found == set(CASES) and set(KERNELS) == set(FAMILIES)


@functools.cache
def base(dim):
    """Points, and a plan with a tree and lists of them, which say how much there is to do for any
    kernel."""
    with jax.enable_x64(False):
        x = jnp.asarray(np.random.default_rng(0).random((200, dim)), jnp.float32)
        kernel = jaxfmm.InverseMultiquadric(0.3)
        return x, jaxfmm.plan(x, kernel=kernel, method="fmm", order=3, theta=0.7, leaf_size=16)


@pytest.mark.parametrize("family, dim", CASES)
def test_every_plan_is_chosen_and_printed(family, dim, dtype, monkeypatch):
    """With the rates of every backend, also for GPUs and where nothing was measured for these
    expansions."""
    x, plan = base(dim)
    kernel, x = KERNELS[family][0].simplified(dim), x.astype(dtype)
    [method] = [
        one for one in METHODS if one.name == "fmm" and getattr(one, "family", None) == family
    ]
    plan = dataclasses.replace(plan, kernel=kernel, unit=plan.unit.astype(dtype))
    direct = dataclasses.replace(plan, choice=dataclasses.replace(plan.choice, method=DIRECT))
    request = dataclasses.replace(plan.request, order=None, theta=None, leaf_size=None, tol=1e-2)
    for backend in BACKENDS:
        monkeypatch.setattr(costs, "backend_of", lambda *of, name=backend: name)
        choice, time = method.propose(request, costs.Problem(kernel, x, None))
        assert 0 < time < math.inf and choice.order > 0
        fmm = dataclasses.replace(plan, choice=dataclasses.replace(plan.choice, method=method))
        measured = FAMILIES[family].measured(rates(backend, dim, dtype), dim)
        assert (f"(an estimate: {family} expansions were not timed here" in str(fmm)) == (
            not measured
        )
        assert "an FMM would take about" in str(direct)
