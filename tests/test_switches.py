"""Switches of JAX over what users call: each call gives what it gives without the switch, and
raises nothing."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody

N = 40
SWITCHES = {
    "disable_jit": jax.disable_jit,
    "transfer_guard": lambda: jax.transfer_guard("disallow"),
    "debug_infs": lambda: jax.debug_infs(True),
    "debug_nans": lambda: jax.debug_nans(True),
    "checking_leaks": jax.checking_leaks,
    "rank_promotion": lambda: jax.numpy_rank_promotion("raise"),
    "dtype_promotion": lambda: jax.numpy_dtype_promotion("strict"),
    "matmul_precision": lambda: jax.default_matmul_precision("bfloat16"),
}


def arrays():
    rng = np.random.default_rng(0)
    x, q = rng.random((N, 3)).astype(np.float32), rng.normal(size=N).astype(np.float32)
    return jnp.asarray(x), jnp.asarray(q - q.mean()), jnp.asarray(np.abs(q))


def fmm(x, q, m):
    plan = jaxfmm.plan(x, method="fmm", tol=1e-3)
    return (
        *jaxfmm.potential_and_gradient(x, q, plan=plan),
        str(dataclasses.replace(plan, making=None)),
        plan.update(x).check().needs()["near"],
    )


CUBE = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
CALLS = {
    "sum": lambda x, q, m: jaxfmm.potential(x, q, kernel=jaxfmm.Yukawa(2.0)),
    "fmm": fmm,
    "derivative": lambda x, q, m: jax.jvp(jaxfmm.energy, (x, q), (x, q)),
    "vjp": lambda x, q, m: jax.vjp(jaxfmm.potential, x, q)[1](q),
    "vmap": lambda x, q, m: jax.vmap(jaxfmm.energy, (0, None))(jax.lax.expand_dims(x, (0,)), q),
    "cell": lambda x, q, m: jaxfmm.energy(
        x, q, kernel=CUBE, plan=jaxfmm.plan(x, kernel=CUBE, method="ewald")
    ),
    "gaussian": lambda x, q, m: jaxfmm.potential(x, q, kernel=jaxfmm.Gaussian(0.2)),
    "matrix": lambda x, q, m: (
        jaxfmm.KernelMatrix(x, kernel=jaxfmm.Matern(0.2, 1.5), diagonal=0.1) @ q
    ),
    "bodies": lambda x, q, m: nbody.acceleration(x, q, softening=0.1),
    "simulation": lambda x, q, m: nbody.simulate(
        nbody.State(positions=x, velocities=x, masses=m), steps=1, dt=0.1
    ),
    "image": lambda x, q, m: jaxfmm.minimum_image(x, 1.0),
}


def check(switch, run):
    given = arrays()
    expected = run(*given)
    with SWITCHES[switch]():
        found = jax.block_until_ready(run(*given))
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        if isinstance(a, jax.Array) and jnp.issubdtype(a.dtype, jnp.inexact):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4 * float(jnp.abs(b).max()))
        else:
            assert str(a) == str(b)


@pytest.mark.parametrize("switch", ["disable_jit", "transfer_guard", "debug_infs"])
def test_a_sum(switch):
    check(switch, fmm)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch(switch, call):
    check(switch, CALLS[call])
