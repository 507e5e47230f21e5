"""On an NVIDIA GPU: the sums at real sizes, against float64 on sampled targets. Run with `pytest -m gpu`."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", ["cube", "plummer"])
@pytest.mark.parametrize("n", [100_000, 1_000_000])
def test_tolerance_at_real_sizes(name, n):
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.DISTRIBUTIONS[name](rng, n), jnp.float32)
    q = jnp.asarray(cases.one_sign(rng, x), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-4, method="fmm")
    phi, grad = jaxfmm.potential_and_gradient(x, q, plan=plan)
    sample = rng.choice(n, 200, replace=False)
    reference = cases.direct(x, q, np.asarray(x)[sample], block=20)
    assert cases.error(np.asarray(phi)[sample], reference[0]) < 1e-4
    assert cases.error(np.asarray(grad)[sample], reference[1]) < 1e-4


@pytest.mark.parametrize("method", ["fmm", "treecode", "direct"])
def test_gradient_of_the_energy(method, dtype):
    rng = np.random.default_rng(1)
    x = jnp.asarray(cases.cube(rng, 20_000), dtype)
    q = jnp.asarray(rng.normal(size=20_000), dtype)
    tol = 1e-4 if dtype == jnp.float32 else 1e-8
    plan = jaxfmm.plan(x, tol=tol, method=method)
    force = jax.jit(jax.grad(jaxfmm.energy))(x, q, plan=plan)
    reference = np.asarray(q)[:500, None] * cases.direct(x, q, np.asarray(x)[:500])[1]
    assert cases.error(np.asarray(force)[:500], reference) < tol


def test_update_inside_jit():
    x = jnp.asarray(cases.plummer(np.random.default_rng(2), 50_000), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm")
    phi = jax.jit(lambda x, p: jaxfmm.potential(x, jnp.ones(50_000, jnp.float32), plan=p.update(x)))(0.5 * x, plan)
    reference = cases.direct(0.5 * x, np.ones(50_000), 0.5 * np.asarray(x)[:200])[0]
    assert cases.error(np.asarray(phi)[:200], reference) < 1e-3
