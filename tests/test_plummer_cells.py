"""Plummer's softening in cells, against sums over waves."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import scipy.special

import jaxfmm
from jaxfmm import Laplace, Periodic

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
OBLIQUE = np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])


def by_waves(x, y, q, eps, most):
    """sum_j q_j K(x_i, y_j) and its gradient, with the sources' own."""
    numbers = np.stack(np.meshgrid(*[np.arange(-most, most + 1)] * 3, indexing="ij"), -1).reshape(
        -1, 3
    )
    k = 2 * np.pi * numbers[(numbers != 0).any(1)] @ np.linalg.inv(OBLIQUE).T
    length = np.linalg.norm(k, axis=1)
    size = 4 * np.pi * eps * scipy.special.k1(eps * length) / length / abs(np.linalg.det(OBLIQUE))
    waves = np.exp(1j * (x @ k.T)) * (size * (np.exp(-1j * (k @ y.T)) @ q))
    return waves.sum(1).real, (1j * waves).real @ k


def problem(n, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random((n, 3)) @ OBLIQUE, rng.normal(size=n)


def plan_of(x, y=None, eps=0.25, cell=OBLIQUE, **options):
    return jaxfmm.plan(x, y, kernel=Periodic(Laplace(eps), cell), **options)


@pytest.mark.parametrize(
    ("eps", "most", "tol"),
    [(0.25, 20, 1e-11), pytest.param(0.08, 65, 1e-11, marks=SLOW), (0.25, 20, 1e-4)],
)
@FLOAT64
def test_potentials_and_gradients(eps, most, tol, dtype):
    """With a net charge, the sources themselves and other targets."""
    (x, q), y = problem(30), problem(7, 1)[0]
    own = jaxfmm.potential(jnp.asarray(x), q, plan=plan_of(x, eps=eps, tol=tol))
    found = jaxfmm.potential_and_gradient(
        jnp.asarray(x), q, y, plan=plan_of(x, y, eps=eps, tol=tol)
    )
    assert cases.error(own, by_waves(x, x, q, eps, most)[0] - q / eps) <= tol
    for a, b in zip(found, by_waves(y, x, q, eps, most)):
        assert cases.error(a, b) <= tol


@SLOW
@FLOAT64
def test_derivatives(dtype):
    """Of the energy, in fractions, charges, the cell and the softening, against differences; and
    products with the second derivative."""
    x, q = problem(20)
    at = tuple(map(jnp.asarray, (x @ np.linalg.inv(OBLIQUE), q, OBLIQUE, 0.25)))
    rng, plan = np.random.default_rng(2), plan_of(x, tol=1e-11)
    along = tuple(jnp.asarray(rng.normal(size=a.shape)) for a in at)

    @jax.jit
    def energy(fractions, q, cell, eps):
        x = jnp.matmul(fractions, cell, precision="highest")
        kernel = Periodic(Laplace(eps), cell)
        return jaxfmm.energy(x, q, kernel=kernel, plan=plan.update(x, kernel=kernel))

    slopes, seconds = jax.jvp(jax.jit(jax.grad(energy, (0, 1, 2, 3))), at, along)
    for i, (slope, second) in enumerate(zip(slopes, seconds)):
        # softer kernels alone are served by the plan's lists
        step = [(-1e-4 if i == 3 else 1e-4) * (a if j == i else 0 * a) for j, a in enumerate(along)]
        values = [energy(*(a + t * s for a, s in zip(at, step))) for t in range(5)]
        difference = sum(c * v for c, v in zip((-25 / 12, 4, -3, 4 / 3, -1 / 4), values))
        assert abs(difference / jnp.sum(slope * step[i]) - 1) <= 1e-6
        assert jnp.isfinite(second).all()
    both = [
        jax.grad(energy, (0, 1, 2))(*(a + t * 1e-5 * d for a, d in zip(at[:3], along)), at[3])
        for t in (-1, 1)
    ]
    rule = jax.jvp(lambda *a: jax.grad(energy, (0, 1, 2))(*a, at[3]), at[:3], along[:3])[1]
    for low, high, tangent in zip(*both, rule):
        assert cases.error((high - low) / 2e-5, tangent) <= 1e-6


@FLOAT64
def test_short_softenings(dtype):
    """Tend to none, like their square."""
    x, q = (jnp.asarray(a) for a in problem(30))
    plain = jaxfmm.potential(
        x, q, plan=jaxfmm.plan(x, kernel=Periodic(Laplace(), OBLIQUE), method="ewald", tol=1e-11)
    )
    found = [
        jaxfmm.potential(x, q, plan=plan_of(x, eps=eps, tol=1e-11)) - plain for eps in (1e-4, 1e-5)
    ]
    ratio = jnp.linalg.norm(found[0]) / jnp.linalg.norm(found[1])
    assert 80 <= ratio <= 101


def test_float32_and_long_softenings():
    """Also of many spacings."""
    x, q = problem(600)
    x, q = x.astype(np.float32), (q - q.mean()).astype(np.float32)
    for eps in (0.01, 0.6):
        plan = plan_of(x, eps=eps, tol=1e-4)
        assert plan.method == "ewald" and "direct" not in str(plan)
        found = jaxfmm.potential(jnp.asarray(x), q, plan=plan)
        with jax.enable_x64(True):
            fine = plan_of(x.astype(float), eps=eps, tol=1e-9)
            exact = jaxfmm.potential(jnp.asarray(x, float), q.astype(float), plan=fine)
        assert cases.error(found, exact) <= 1e-4


def test_what_it_refuses():
    x = problem(50)[0].astype(np.float32)
    for method in ("fmm", "direct", "treecode"):
        with pytest.raises(ValueError, match="method must be"):
            plan_of(x, method=method)
    with pytest.raises(ValueError, match="no sum over images"):
        jaxfmm.plan(x, kernel=Periodic(Laplace(0.1), 1.0, axes=(0, 1)))
    with pytest.raises(ValueError, match="profile='spline'"):
        plan_of(x, eps=20.0)
    plan = plan_of(x, eps=0.1)
    with pytest.raises(ValueError, match="softening"):
        jaxfmm.potential(
            jnp.asarray(x), jnp.ones(50), plan=plan, kernel=Periodic(Laplace(0.2), OBLIQUE)
        )
