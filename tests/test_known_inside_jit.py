"""Calls inside of `jit` with arrays that are known outside of it. What is computed from these is
traced there, so that no check may turn it into a bool or a number."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody

N = 12
X = jax.random.uniform(jax.random.key(0), (N, 3))
SIGNS = jnp.where(jnp.arange(N) % 2, 1.0, -1.0)
ZERO, SMALL, ONE, TWO, TEN = (jnp.float32(x) for x in (0.0, 0.01, 1.0, 2.0, 10.0))
TARGETS, CELL = X[:5], jnp.eye(3)
SEGMENTS = np.arange(N) // 6
BODIES = nbody.State(positions=X, velocities=0 * X, masses=jnp.full(N, 1 / N))
DENSITY = jaxfmm.KernelDensity(0.1).fit(X)


def positions(**options):
    return nbody.simulate(BODIES, progress=False, **options)[0].positions


def interpolated():
    return jaxfmm.RBFInterpolator(X, SIGNS, smoothing=ONE)(X)


def by_matrix():
    matrix = jaxfmm.KernelMatrix(X, TARGETS, kernel=jaxfmm.Laplace(0.1), diagonal=ZERO)
    return matrix @ SIGNS


def by_segments():
    kernel = jaxfmm.Periodic(jaxfmm.Yukawa(TEN), CELL)
    return jaxfmm.energy(X, SIGNS, kernel=kernel, segments=SEGMENTS, num_segments=2)


def by_ewald():
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(SMALL), ONE)
    return jaxfmm.energy(X, SIGNS, plan=jaxfmm.plan(X, kernel=kernel, method="ewald"))


def by_ewald_of_segments():
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(SMALL, profile="spline"), ONE)
    return jaxfmm.energy(X, SIGNS, kernel=kernel, segments=0 * SEGMENTS, num_segments=1)


def quotient():
    return jaxfmm.potential(X, SIGNS, kernel=jaxfmm.Laplace() / TWO)


@pytest.mark.parametrize(
    "call",
    [interpolated, by_matrix, by_segments, by_ewald, by_ewald_of_segments, quotient],
    ids=lambda call: call.__name__,
)
def test_sums(call):
    # what is known may be summed by another method outside
    np.testing.assert_allclose(jax.jit(call)(), call(), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    "options",
    [
        {"steps": 1, "dt": SMALL, "softening": SMALL},
        {"until": 2 * SMALL, "dt": SMALL, "softening": SMALL, "profile": "spline"},
        {"until": SMALL, "timestep": "adaptive", "softening": SMALL, "dt_max": SMALL},
        {"until": SMALL, "timestep": "block", "scheme": "hermite", "eta": SMALL},
    ],
    ids=["softening", "until", "adaptive", "block"],
)
def test_simulations(options):
    assert jax.eval_shape(lambda: positions(**options)).shape == (N, 3)


@pytest.mark.parametrize(
    "make, options",
    [
        (nbody.plummer, {}),
        (nbody.hernquist, {"edge": TWO}),
        (nbody.king, {"depth": TWO}),
        (nbody.uniform_sphere, {"virial_ratio": ONE}),
        (nbody.disk, {"central_mass": ONE, "thickness": SMALL, "toomre": TWO}),
    ],
)
def test_initial_states(make, options):
    def made():
        return make(jax.random.key(0), 5, mass=TWO, gravity=ONE, **options)

    for inside, outside in zip(jax.tree.leaves(jax.jit(made)()), jax.tree.leaves(made())):
        np.testing.assert_allclose(inside, outside, rtol=1e-5, atol=1e-6)


def test_a_binary():
    def made(gravity=TWO):
        return nbody.binary(axis=TWO, gravity=gravity, eccentricity=SMALL, anomaly=ONE)

    assert jax.eval_shape(made).positions.shape == (2, 3)
    with pytest.raises(ValueError, match="gravity must be a Python number"):
        jax.eval_shape(made, ONE)


def test_what_is_counted_is_made_outside():
    plate = jaxfmm.Elements(X[:3], np.array([[0, 1, 2]]))
    with pytest.raises(ValueError, match="call jaxfmm.pairs outside of jit"):
        jax.eval_shape(lambda: jaxfmm.pairs(X, 0.5).receivers)
    with pytest.raises(ValueError, match="keep_near=True needs .*; make the plan outside of jit"):
        jax.eval_shape(lambda: jaxfmm.plan(plate, X, keep_near=True))


def inside_jit(plan):
    """What `print(plan)` shows of a plan whose arrays are traced."""
    seen = []
    jax.eval_shape(lambda plan: seen.append(str(plan)), plan)
    return seen[0]


def screens():
    reach = jaxfmm.Periodic(jaxfmm.Yukawa(TEN), ONE)
    yield jaxfmm.plan(X, kernel=reach)
    yield jaxfmm.plan(X, kernel=reach, segments=SEGMENTS, num_segments=2)
    yield jaxfmm.plan(X, kernel=reach, method="fmm", order=3, theta=0.5)
    yield jaxfmm.plan(X, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), ONE))
    yield jaxfmm.plan(X, kernel=jaxfmm.Stokeslet(SMALL))
    yield jaxfmm.plan(X, kernel=TWO * jaxfmm.Laplace() + jaxfmm.Yukawa(ONE))


def test_plans_with_traced_or_many_parameters_are_printed():
    for plan in screens():
        batch = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf]), plan)
        assert "method" in inside_jit(plan) and "method" in str(batch)


def test_densities_are_printed():
    seen = []
    jax.eval_shape(lambda: seen.append(str(DENSITY)))
    assert seen == [str(DENSITY)]


def test_few_points_whose_direct_sum_has_too_many_images():
    plan = jaxfmm.plan(X, kernel=jaxfmm.Periodic(jaxfmm.Yukawa(2.0), 1.0))
    assert plan.method == "fmm" and int(plan.status) == 0


def test_sums_of_unknown_cells_are_accumulated():
    def energy(edge):
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), edge)
        plan = jaxfmm.plan(X, kernel=kernel, accumulate="float64", method="auto")
        return jaxfmm.energy(X, SIGNS, plan=plan)

    np.testing.assert_allclose(jax.jit(energy)(ONE), energy(ONE), rtol=1e-4)
