"""Switches of JAX over densities: each call gives what it gives without the switch, and raises
nothing."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

pytestmark = pytest.mark.usefixtures("no_compiler")
SWITCHES = {
    "transfer_guard": lambda: jax.transfer_guard("disallow"),
    "debug_infs": lambda: jax.debug_infs(True),
    "debug_nans": lambda: jax.debug_nans(True),
    "checking_leaks": jax.checking_leaks,
}
SLOW = pytest.mark.slow
CALLS = {  # of points, queries, one of which is far from all points, a key and a bandwidth
    "grid": lambda y, x, key, h: jaxfmm.KernelDensity(0.1).fit(y).grid(shape=(5, 4)),
    "scott": lambda y, x, key, h: jaxfmm.KernelDensity().fit(y).log_density(x),
    "fourier": lambda y, x, key, h: (
        jaxfmm.KernelDensity(0.1, method="fourier").fit(y).log_density(x)
    ),
    "bounds": lambda y, x, key, h: (
        jaxfmm.KernelDensity("isj", bounds=[(0, 40), (0, None)]).fit(y).grad_log_density(x)
    ),
    "periods": lambda y, x, key, h: (
        jaxfmm.KernelDensity("silverman", periods=(50.0, None)).fit(y).log_density(x)
    ),
    "adaptive": lambda y, x, key, h: jaxfmm.KernelDensity(0.1, adaptive=0.5).fit(y).log_density(x),
    "left out": lambda y, x, key, h: jaxfmm.KernelDensity(0.1).fit(y).loo_log_likelihood(),
    "sample": lambda y, x, key, h: jaxfmm.KernelDensity(0.1).fit(y).sample(key, 5),
    "search": lambda y, x, key, h: jaxfmm.KernelDensity("cv").fit(y).bandwidth,
    "cdf": lambda y, x, key, h: jaxfmm.KernelDensity(0.1).fit(y).marginal(0).cdf(0.5),
    "linear": lambda y, x, key, h: (
        jaxfmm.KernelDensity(60.0, kernel="linear").fit(y).log_density(x)
    ),
    "likelihood": lambda y, x, key, h: jax.jit(
        jax.grad(lambda h: jaxfmm.KernelDensity(h).fit(y).score(x))
    )(h),
}
USUAL = {
    ("transfer_guard", "grid"),
    ("debug_infs", "fourier"),
    ("debug_infs", "cdf"),
    ("debug_infs", "left out"),
}


@pytest.mark.parametrize(
    ("switch", "call"),
    [
        pytest.param(switch, call, marks=() if (switch, call) in USUAL else SLOW)
        for switch in SWITCHES
        for call in CALLS
    ],
)
def test_a_switch(switch, call):
    rng = np.random.default_rng(0)
    y, x = (jnp.asarray(a.astype(np.float32)) for a in (rng.random((60, 2)), rng.random((9, 2))))
    given = y, x.at[3].set(30.0), jax.random.key(0), jnp.asarray(0.2)
    expected = CALLS[call](*given)
    with SWITCHES[switch]():
        found = jax.block_until_ready(CALLS[call](*given))
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4)
