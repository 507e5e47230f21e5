"""Times that plans expect of kernels other than 1/r, by the operations of their pairs, and how long
a plan may take in the making."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kernels.laplace import Logarithm
from jaxfmm.methods import speed
from jaxfmm.methods.costs import direct_time, rates_of
from jaxfmm.methods.operation_counts import PairSum, relative_cost


def power(r2, exponent):
    apart = r2 > 0
    return jnp.where(apart, jnp.where(apart, r2, 1) ** exponent, 0)


# measured on two cores and on an H100, in float32 and float64: times of direct sums over those of
# 1/r
MEASURED = {
    "Yukawa": (jaxfmm.Yukawa(3.0), (2.1, 2.8, 1.3, 2.4)),
    "Matern": (jaxfmm.Matern(0.3, 1.5), (2.1, 2.4, 1.4, 2.3)),
    "InverseMultiquadric": (jaxfmm.InverseMultiquadric(0.3), (1.9, 1.4, 1.0, 1.1)),
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
        assert 1 / 1.8 < found / times < 1.8, (gpu, dtype, found)


def test_costs_are_relative_to_the_kernels_of_the_table():
    one = jaxfmm.Laplace().simplified(3)
    assert relative_cost(PairSum(one, 3), "float32", gpu=False) == 1
    plane = Logarithm(None, None)
    assert relative_cost(PairSum(plane, 2), "float64", gpu=True, table=2) == 1
    of_four = relative_cost(PairSum(one, 3, rhs=4), "float32", gpu=False)
    assert 1.5 < of_four < 4  # right-hand sides share the distance


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
