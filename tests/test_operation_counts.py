"""Times that plans expect of kernels other than 1/r, by the operations of their pairs, and how long
a plan may take in the making."""

import dataclasses
import re

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.cost_model import rates
from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.cost_model.model import Model
from jaxfmm.kernels.laplace import Logarithm
from jaxfmm.methods import operation_counts, speed
from jaxfmm.methods.by_expansions import ExpansionMethod
from jaxfmm.methods.costs import Problem, direct_time, rates_of, summed_choice
from jaxfmm.methods.operation_counts import PairSum, relative_cost
from jaxfmm.planning import choose


def power(r2, exponent):
    apart = r2 > 0
    return jnp.where(apart, jnp.where(apart, r2, 1) ** exponent, 0)


# measured on two cores and on an H100, in float32 and float64: times of direct sums over those of
# 1/r
MEASURED = {
    "Yukawa": (jaxfmm.Yukawa(3.0), (2.1, 2.8, 1.3, 2.4)),
    "Matern": (jaxfmm.Matern(0.3, 1.5), (2.1, 2.4, 1.4, 2.3)),
    "InverseMultiquadric": (jaxfmm.InverseMultiquadric(0.3), (1.2, 1.5, 1.0, 1.1)),
    "Gaussian": (jaxfmm.Gaussian(0.3), (1.5, 1.7, 1.0, 1.8)),
    "spline": (jaxfmm.Laplace(0.05, profile="spline"), (1.8, 1.5, 2.1, 2.3)),
    "Wendland": (jaxfmm.Wendland(0.4), (1.5, 1.6, 1.4, 1.9)),
}


@pytest.mark.parametrize("name", MEASURED)
def test_counted_costs_are_about_those_that_were_measured(name):
    kernel, measured = MEASURED[name]
    where = [(gpu, dtype) for gpu in (False, True) for dtype in ("float32", "float64")]
    for (gpu, dtype), times in zip(where, measured, strict=True):
        found = relative_cost(PairSum(kernel.simplified(3), 3), dtype, gpu=gpu)
        assert 1 / 1.5 < found / times < 1.5, (gpu, dtype, found)


# the same on an H200, 500,000 points, float32
ON_A_GPU = {
    "Matern on a line": (jaxfmm.Matern(0.5, 2.5), 1, 1.05),
    "Matern in the plane": (jaxfmm.Matern(0.5, 1.5), 2, 1.07),
    "Gaussian on a line": (jaxfmm.Gaussian(0.1), 1, 0.57),
    "Gaussian in the plane": (jaxfmm.Gaussian(0.1), 2, 0.74),
    "Matern 1/2": (jaxfmm.Matern(0.5, 0.5), 3, 1.23),
    "Multiquadric": (jaxfmm.Multiquadric(0.3), 3, 1.09),
    "InverseMultiquadric": (jaxfmm.InverseMultiquadric(0.3), 3, 0.98),
}


@pytest.mark.parametrize("name", ON_A_GPU)
def test_numbers_of_the_parameters_do_not_count(name):
    """Compilers compute them before the loop over pairs."""
    kernel, dim, measured = ON_A_GPU[name]
    found = relative_cost(PairSum(kernel.simplified(dim), dim), "float32", gpu=True)
    assert 1 / 1.5 < found / measured < 1.5, found


def test_costs_are_relative_to_the_kernels_of_the_table():
    one = jaxfmm.Laplace().simplified(3)
    assert relative_cost(PairSum(one, 3), "float32", gpu=False) == 1
    plane = Logarithm(None, None)
    assert relative_cost(PairSum(plane, 2), "float64", gpu=True, table=2) == 1
    of_four = relative_cost(PairSum(one, 3, rhs=4), "float32", gpu=False)
    assert 1.5 < of_four < 4  # right-hand sides share the distance


def test_right_hand_sides_are_counted_without_writing_all():
    one, costs = jaxfmm.Laplace().simplified(3), tuple(operation_counts.CPU.items())
    alone, eight = (
        operation_counts._counted(operation_counts._text(PairSum(one, 3, rhs=k), "float32"), costs)
        for k in (1, 8)
    )
    found = relative_cost(PairSum(one, 3, rhs=8), "float32", gpu=False)
    assert found == pytest.approx(eight / alone, rel=0.02)


def test_expected_times_of_kernels():
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 300), jnp.float32)

    def expected(kernel):
        plan = jaxfmm.plan(x, kernel=kernel, method="direct")
        return direct_time(plan.request, plan.kernel, x.dtype)

    one = expected(jaxfmm.Laplace())
    custom = jaxfmm.Custom(power, jnp.float32(-0.7), radial=True)
    assert expected(custom) > 4 * one  # powers are slow
    assert expected(jaxfmm.Helmholtz(3.0)) > 4 * one  # two sums with sines and cosines
    for kernel in (jaxfmm.Stokeslet(), jaxfmm.BiotSavart(), jaxfmm.RotnePrager(0.01)):
        plan = jaxfmm.plan(x, kernel=kernel, method="direct")
        here, harmonic = (
            rates_of(plan.request, k, x.dtype) for k in (plan.kernel, jaxfmm.Laplace())
        )
        assert here.direct > 2.5 * harmonic.direct
        assert here.translation_at(5) > 2 * harmonic.translation_at(5)


def test_this_machine_beside_the_table(monkeypatch):
    """`print(plan)` has the times of this machine, of which the choice does not depend."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 5000), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Yukawa(1.0), method="direct")
    backend = "cpu" if jax.default_backend() == "cpu" else "cuda"
    monkeypatch.setitem(speed.POINTS, "cpu", 8192)  # as users have it
    speed.slowness.cache_clear()
    assert 0.02 < speed.slowness(backend, "float32") < 50
    assert speed.slowness("cuda" if backend == "cpu" else "cpu", "float32") == 1
    monkeypatch.setattr("jaxfmm.methods.describe.slowness", lambda *_: 1e6)
    assert "about 5" in str(plan) or " s for potential" in str(plan)


def test_methods_that_compile_for_long_are_for_many_sums():
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 20_000), jnp.float32)
    for uses in (1, 100):
        plan = jaxfmm.plan(x, kernel=jaxfmm.Helmholtz(10.0), uses=uses)
        assert plan.is_direct and plan.request.uses == 100
    with pytest.raises(ValueError, match="uses must lie in 1"):
        jaxfmm.plan(x, uses=0)


def test_plans_say_from_how_many_sums_on_another_method_is_faster():
    x = jnp.asarray(np.random.default_rng(0).uniform(size=(5000, 2)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Helmholtz(9.0))
    assert plan.is_direct
    (uses,) = re.findall(r"which it saves from uses=(\d+) on", str(plan))
    problem = Problem(plan.kernel, x, None)
    for times, exact in ((0.5, True), (1, False)):
        request = dataclasses.replace(plan.request, uses=int(times * int(uses)))
        assert choose.propose(request, problem)[0].choice.method.exact == exact
    fewer = jaxfmm.plan(x[:100], kernel=jaxfmm.Helmholtz(9.0))  # no number of sums saves anything
    assert fewer.is_direct and "uses=" not in str(fewer)
    assert "uses=" not in str(jaxfmm.plan(x[:100]))


def test_cauchy_sums_have_no_logarithm():
    """Measured on two cores: 0.43 to 0.55 of the time of logarithms and their gradients."""
    x = jnp.asarray(np.random.default_rng(0).uniform(size=(300, 2)), jnp.float32)
    plans = [jaxfmm.plan(x, kernel=kernel) for kernel in (jaxfmm.Cauchy(), jaxfmm.Laplace())]
    pole, log = (direct_time(plan.request, plan.kernel, x.dtype) for plan in plans)
    here = jax.default_backend() == "cpu"
    assert pole < log and (not here or 0.35 < pole / log < 0.7)


def test_taylor_series_at_a_point_take_longer_with_slow_kernels():
    harmonic = rates.rates("cpu", 3, "float64")
    slow = harmonic.times(7.0, 1.0)  # of a power and an exponential

    def evaluation(family, costs, order):
        return Model(3, "adaptive", family, False, costs).evaluation(order)

    for order, times in ((4, 3.2), (7, 2.2), (10, 1.9)):  # as measured on two cores
        found = evaluation("radial", slow, order) / (
            harmonic.multipole * FAMILIES["radial"].coefficients(order, 3)
        )
        assert 1 / 1.2 < found / times < 1.2
    assert evaluation("harmonic", slow, 6) == evaluation("harmonic", harmonic, 6)


@pytest.mark.parametrize(
    "kernel, more",
    [
        (jaxfmm.Stokeslet(), 0),
        (jaxfmm.Stokeslet(0.01), 2),
        (jaxfmm.RotnePrager(0.01), 2),
        (jaxfmm.BiotSavart(0.01), 0),
    ],
)
def test_times_count_the_order_at_which_vectors_are_summed(kernel, more, monkeypatch):
    """Far sums of spheres and of Stokeslets with a core have dipoles, which take two orders more
    than plans have."""
    x = jnp.asarray(np.random.default_rng(0).random((500, 3)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=kernel, method="treecode", order=6, theta=0.6, leaf_size=16)
    assert summed_choice(plan).order == 6 + more
    orders, acting = [], ExpansionMethod.acting_order

    def spy(*arguments):
        orders.append(acting(*arguments))
        return orders[-1]

    monkeypatch.setattr(ExpansionMethod, "acting_order", spy)
    jaxfmm.potential_and_gradient(x, x, plan=plan)
    assert max(orders) == 6 + more
