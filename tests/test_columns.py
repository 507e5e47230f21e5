"""Several right-hand sides: each column is the sum of its own weights, by every method, whatever
their number."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

KERNELS = {
    "harmonic in 3D": (jaxfmm.Laplace(), 3),
    "harmonic in 2D": (jaxfmm.Laplace(), 2),
    "softened": (jaxfmm.Laplace(softening=0.05, profile="spline"), 3),
    "Taylor series": (jaxfmm.Yukawa(1.0), 3),
    "polyharmonic": (jaxfmm.Laplace(softening=0.05), 3),
}


def _sum(name, method, columns, dtype, n=600):
    """A sum of potential and gradient, by a method, and charges (n, columns)."""
    kernel, dim = KERNELS[name]
    rng = np.random.default_rng(0)
    points = jnp.asarray(rng.random((n, dim)), dtype)
    options = {} if method == "direct" else {"order": 4, "theta": 0.8, "leaf_size": 32}
    plan = jaxfmm.plan(points, kernel=kernel, method=method, **options)
    charges = jnp.asarray(rng.standard_normal((n, columns)), dtype)
    return lambda q: jaxfmm.potential_and_gradient(points, q, kernel=kernel, plan=plan), charges


def _check(results, of_one):
    """Compares results (..., columns) with those of each column."""
    for one, separate in zip(results, zip(*of_one, strict=True), strict=True):
        together = jnp.stack(separate, axis=-1)
        tolerance = 3e-6 if together.dtype == jnp.float32 else 1e-13
        assert jnp.linalg.norm(one - together) <= tolerance * jnp.linalg.norm(together)


@pytest.mark.parametrize("method", ["fmm", "treecode", "direct"])
@pytest.mark.parametrize("name", KERNELS)
def test_columns_are_sums_of_their_own(name, method):
    if name == "polyharmonic" and method == "treecode":
        pytest.skip("polyharmonic expansions have no M2P")
    compute, charges = _sum(name, method, 7, jnp.float32)
    _check(compute(charges), [compute(q) for q in charges.T])


@pytest.mark.parametrize("columns", [2, 3, 4, 20])
def test_any_number_of_columns(columns):
    with jax.enable_x64(True):
        compute, charges = _sum("harmonic in 3D", "fmm", columns, jnp.float64)
        _check(compute(charges), [compute(q) for q in charges.T])


def test_vmap_over_charges_is_a_sum_of_columns():
    compute, charges = _sum("harmonic in 3D", "fmm", 3, jnp.float32)
    potential, gradient = jax.jit(jax.vmap(compute, in_axes=1, out_axes=-1))(charges)
    _check((potential, gradient), [compute(q) for q in charges.T])


def test_dipoles_in_columns():
    rng = np.random.default_rng(1)
    shapes = (500, 3), (500, 3, 5), (500, 5)
    points, dipoles, charges = (jnp.asarray(rng.standard_normal(s), jnp.float32) for s in shapes)
    plan = jaxfmm.plan(points, order=4, theta=0.8, leaf_size=32, method="fmm")

    def potential(q, p):
        return (jaxfmm.potential(points, q, dipoles=p, plan=plan),)

    of_one = [potential(charges[:, i], dipoles[..., i]) for i in range(5)]
    _check(potential(charges, dipoles), of_one)


def test_a_plan_knows_the_columns_of_its_charges(n=3000):
    """Eight columns take less than eight times as long as one: pairs of points share the kernel.
    The plan is fast for them, and right for other numbers of columns."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((n, 3)), jnp.float32)
    charges = jnp.asarray(rng.standard_normal((n, 8)), jnp.float32)
    one, eight = (
        jaxfmm.plan(x, tol=1e-3, method="fmm", charges=q) for q in (charges[:, 0], charges)
    )
    assert (one.request.columns, eight.request.columns) == (1, 8)
    assert "gradient of 8 columns of charges, where" in str(eight)
    times = [plan.choice.method.time(plan) for plan in (one, eight)]
    # On GPUs the call of a sum takes longest.
    least = 2 if jax.default_backend() == "cpu" else 1
    assert least * times[0] < times[1] < 7 * times[0]
    direct = jaxfmm.plan(x, method="direct")
    for plan, q in ((eight, charges), (eight, charges[:, 0]), (one, charges)):
        exact = jaxfmm.potential(x, q, plan=direct)
        error = jaxfmm.potential(x, q, plan=plan) - exact
        assert jnp.linalg.norm(error) <= 1e-3 * jnp.linalg.norm(exact)


@pytest.mark.parametrize("method", ["fourier", "fgt", "direct", "truncated"])
def test_times_of_columns_of_gaussians(method, n=2000):
    x = jnp.asarray(np.random.default_rng(0).random((n, 2)), jnp.float32)
    kernel = jaxfmm.Gaussian(0.05)
    plans = [jaxfmm.plan(x, kernel=kernel, method=method, charges=jnp.ones((n, k))) for k in (1, 8)]
    one, eight = (plan.choice.method.time(plan) for plan in plans)
    assert one < eight <= 8 * one
