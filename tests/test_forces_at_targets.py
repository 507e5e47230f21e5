"""The gravity of bodies at targets: accelerations and jerks, by pairs and by trees."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody

GRAVITY, SOFTENING = 2.0, 0.1


def bodies(dtype, n=300, m=40, dim=3):
    """Positions, velocities, masses of sources, and positions and velocities of targets, of which
    one has the place and the velocity of a source."""
    keys = jax.random.split(jax.random.key(4), 5)
    x, v = (jax.random.normal(key, (n, dim), dtype) for key in keys[:2])
    masses = jax.random.uniform(keys[2], (n,), dtype)
    targets, speeds = (jax.random.normal(key, (m, dim), dtype) for key in keys[3:])
    return x, v, masses, targets.at[0].set(x[0]), speeds.at[0].set(v[0])


def plummer_field(x, v, masses, targets, speeds, softening=SOFTENING, gravity=GRAVITY):
    """Accelerations and jerks by the formulas, over all pairs; no pair acts at distance zero."""
    d, w = targets[:, None] - x[None], speeds[:, None] - v[None]
    power = 3 if x.shape[1] == 3 else 2
    r2 = jnp.sum(d**2, -1) + softening**2
    weight = (masses[None] * r2 ** (-power / 2))[..., None]
    rate = power * jnp.sum(d * w, -1, keepdims=True) / r2[..., None]
    return -gravity * jnp.sum(weight * d, 1), -gravity * jnp.sum(weight * (w - rate * d), 1)


def check(values, expected, tol):
    for value, right in zip(values, expected):
        assert value.shape == right.shape and value.dtype == right.dtype
        assert float(jnp.linalg.norm(value - right) / jnp.linalg.norm(right)) < tol


@pytest.mark.parametrize("dim", [2, 3])
def test_without_a_plan(dim, dtype):
    x, v, masses, targets, speeds = given = bodies(dtype, dim=dim)
    expected = plummer_field(*given)
    how = {"gravity": GRAVITY, "softening": SOFTENING}
    moving = {"targets": targets, "target_velocities": speeds}
    check(nbody.acceleration_and_jerk(x, v, masses, **moving, **how), expected, 1e-4)
    check([nbody.acceleration(x, masses, targets=targets, **how)], expected[:1], 1e-4)
    compiled = jax.jit(lambda x, moving: nbody.acceleration_and_jerk(x, v, masses, **moving, **how))
    check(compiled(x, moving), expected, 1e-4)


@pytest.mark.parametrize("method", ["direct", "treecode", "fmm"])
@pytest.mark.parametrize("profile", ["plummer", "spline"])
def test_by_plans(method, profile, dtype):
    x, v, masses, targets, speeds = bodies(dtype, 600)
    kernel = jaxfmm.Laplace(SOFTENING, profile)
    size = {} if method == "direct" else {"leaf_size": 16}
    plan = jaxfmm.plan(x, targets, kernel=kernel, method=method, tol=1e-5, **size)
    how = {"gravity": GRAVITY, "softening": SOFTENING, "profile": profile, "plan": plan}
    moving = {"targets": targets, "target_velocities": speeds}

    def pull(targets, x):
        phi, slope = jaxfmm.potential_and_gradient(x, masses, targets, kernel=kernel, plan=direct)
        return GRAVITY * slope

    direct = jaxfmm.plan(x, targets, kernel=kernel, method="direct")
    expected = jax.jvp(pull, (targets, x), (speeds, v))
    tol = 2e-5 if dtype == "float64" else 1e-4
    check(nbody.acceleration_and_jerk(x, v, masses, **moving, **how), expected, 5 * tol)
    check([nbody.acceleration(x, masses, targets=targets, **how)], expected[:1], tol)


def test_a_softening_for_each_body_and_each_target():
    x, v, masses, targets, speeds = bodies(jnp.float32)
    lengths = jnp.full(len(x), SOFTENING), jnp.full(len(targets), SOFTENING / 2)
    moving = {"targets": targets, "target_velocities": speeds, "profile": "spline"}
    expected = nbody.acceleration_and_jerk(x, v, masses, softening=SOFTENING, **moving)
    values = nbody.acceleration_and_jerk(x, v, masses, softening=lengths, **moving)
    check(values, expected, 1e-4)  # a pair takes the larger length
    with pytest.raises(ValueError, match="came for 300 sources and 40 targets"):
        nbody.acceleration(x, masses, targets=targets, softening=lengths[0], profile="spline")


def test_bodies_without_mass_do_not_act():
    x, v, masses, targets, speeds = bodies(jnp.float32)
    some = jnp.arange(len(x)) < 100
    moving = {"targets": targets, "target_velocities": speeds, "softening": SOFTENING}
    values = nbody.acceleration_and_jerk(x, v, jnp.where(some, masses, 0), **moving)
    expected = nbody.acceleration_and_jerk(x[some], v[some], masses[some], **moving)
    check(values, expected, 1e-5)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_derivatives(method, dtype):
    x, v, masses, targets, speeds = bodies(dtype, 60, 7)
    numbers = jnp.asarray(SOFTENING, dtype), jnp.asarray(GRAVITY, dtype)
    given = x, v, masses, targets[1:], speeds[1:], *numbers  # no source is at a target
    size = {} if method == "direct" else {"leaf_size": 8}
    kernel = jaxfmm.Laplace(SOFTENING)
    plan = jaxfmm.plan(x, targets[1:], kernel=kernel, method=method, tol=1e-8, **size)

    def loss(field):
        return lambda *given: sum(jnp.sum(jnp.sin(value)) for value in field(*given))

    def ours(x, v, masses, targets, speeds, softening, gravity):
        moving = {"targets": targets, "target_velocities": speeds}
        how = {"softening": softening, "gravity": gravity, "plan": plan}
        return nbody.acceleration_and_jerk(x, v, masses, **moving, **how)

    places = tuple(range(len(given)))
    slopes = jax.grad(loss(ours), places)(*given)
    for slope, right in zip(slopes, jax.grad(loss(plummer_field), places)(*given)):
        np.testing.assert_allclose(slope, right, atol=1e-5 * float(jnp.abs(right).max()))


def test_arguments():
    x, v, masses, targets, speeds = bodies(jnp.float32)
    with pytest.raises(ValueError, match="target_velocities .* must have the same shape"):
        nbody.acceleration_and_jerk(x, v, masses, targets=targets, target_velocities=speeds[:-1])
    with pytest.raises(ValueError, match="targets"):
        nbody.acceleration(x, masses, targets=targets[:, :2])


def test_direct_sums_without_a_plan_take_one_pass():
    x, v, masses, targets, speeds = bodies(jnp.float32)
    moving = {"targets": targets, "target_velocities": speeds}
    compute = jax.make_jaxpr(lambda x: nbody.acceleration_and_jerk(x, v, masses, **moving))
    assert "jaxfmm_jerk" in str(compute(x))
