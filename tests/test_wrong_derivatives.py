"""Derivatives of results that are NaN because of a status are NaN too: an optimiser that sees
gradients alone must not take them for zero."""

import jax
import jax.numpy as jnp
import pytest

import jaxfmm
from jaxfmm import errors

POINTS = jax.random.uniform(jax.random.key(0), (120, 3), "float32")
CHARGES = jnp.ones(120, "float32")
LINE = jax.random.uniform(jax.random.key(1), (60, 1), "float32")


def stale():
    plan = jaxfmm.plan(POINTS, method="fmm", order=3, theta=0.7)
    return lambda charges: jaxfmm.potential(POINTS + 5, charges, plan=plan), CHARGES


def stale_gradients():
    plan = jaxfmm.plan(POINTS, method="fmm", order=3, theta=0.7)
    return lambda x: jaxfmm.potential_and_gradient(x + 5, CHARGES, plan=plan)[1], POINTS


def stale_energy():
    plan = jaxfmm.plan(POINTS, method="fmm", order=3, theta=0.7)
    return lambda x: jaxfmm.energy(x + 5, CHARGES, plan=plan), POINTS


def stale_pairs():
    pairs = jaxfmm.pairs(POINTS, 0.5)  # each point has neighbours
    return lambda x: pairs.distances(0.3 * x), POINTS


def too_few_images():
    density = jaxfmm.KernelDensity(0.3, bounds=[(-1, 2)], span=(0.5, 2.0)).fit(LINE)
    return lambda h: density.with_bandwidth(h).log_density(LINE[:5]), jnp.float32(50)


def mass_of_too_few_images():
    density = jaxfmm.KernelDensity(0.3, bounds=[(-1, 2)], span=(0.5, 2.0)).fit(LINE)
    return lambda h: density.with_bandwidth(h).cdf(0.5), jnp.float32(50)


def no_transport():
    def cost(x):
        return jaxfmm.transport.sinkhorn(x, POINTS[60:], epsilon=1e-4, max_iterations=1).cost

    return cost, POINTS[:60]


@pytest.mark.parametrize(
    "case",
    [
        stale,
        stale_gradients,
        stale_energy,
        stale_pairs,
        too_few_images,
        mass_of_too_few_images,
        no_transport,
    ],
)
def test_derivatives_are_nan(case):
    function, argument = case()
    value, by_forward = jax.jit(lambda a: jax.jvp(function, (a,), (jnp.ones_like(a),)))(argument)
    by_reverse = jax.jit(jax.grad(lambda a: function(a).sum()))(argument)
    for result in (value, by_forward, by_reverse):
        assert jnp.isnan(result).all()


def test_what_is_right_does_not_change():
    for value in (jnp.array([jnp.inf, -0.0]), jnp.array([complex("inf"), 1 - 2j])):
        assert errors.if_right(jnp.bool_(True), value).tobytes() == value.tobytes()
