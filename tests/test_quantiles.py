"""Quantiles of densities in one dimension."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SETTINGS = {
    "plain": {},
    "bounds": {"bounds": [(0, None)]},
    "compact": {"kernel": "epanechnikov"},
    "adaptive": {"adaptive": 0.5},
}


def fitted(name, dtype, n=400):
    rng = np.random.default_rng(0)
    y = np.abs(np.concatenate([rng.normal(size=n), 5 + 0.1 * rng.normal(size=n)]))[:, None]
    return jaxfmm.KernelDensity(0.3, **SETTINGS[name]).fit(jnp.asarray(y, dtype))


@pytest.mark.parametrize("name", SETTINGS)
def test_the_inverse_of_cdf(name, dtype):
    density = fitted(name, dtype)
    p = jnp.asarray([1e-12, 1e-3, 0.25, 0.5, 0.6, 0.99], dtype)
    x = density.ppf(p)
    assert x.dtype == dtype and (jnp.diff(x) > 0).all()
    eps = float(jnp.finfo(dtype).eps)
    # A rounded x changes the mass by f(x) eps x, and tails have their digits.
    allowed = 40 * eps * (p + jnp.abs(x) * density.density(x[:, None]))
    if name == "bounds":  # a mass from a bound on is a difference
        allowed = allowed + eps
    assert (jnp.abs(density.cdf(x) - p) <= allowed).all()


@float64
def test_one_normal(dtype):
    stats = pytest.importorskip("scipy.stats")
    density = jaxfmm.KernelDensity(2.0).fit(jnp.full((3, 1), 1.0))
    p = np.array([[1e-300, 1e-9], [0.3, 1 - 1e-9]])
    found = density.ppf(p)
    np.testing.assert_allclose(found, stats.norm.ppf(p, 1.0, 2.0), rtol=1e-7)
    np.testing.assert_allclose(
        density.interval(0.9), stats.norm.interval(0.9, 1.0, 2.0), rtol=1e-12
    )
    assert density.ppf(0.0) == -np.inf and density.ppf(1.0) == np.inf
    assert density.ppf(jnp.zeros((0, 2))).shape == (0, 2)


def test_ends_and_wrong_probabilities(dtype):
    density = fitted("bounds", dtype)
    assert density.ppf(0.0) == 0 and density.ppf(1.0) == np.inf
    inside = jax.jit(lambda p: density.ppf(p))(jnp.asarray([-0.1, 0.5, 1.1, np.nan], dtype))
    np.testing.assert_array_equal(jnp.isnan(inside), [True, False, True, True])
    with pytest.raises(ValueError, match="p must be between 0 and 1, got .*1.5"):
        density.ppf(1.5)
    with pytest.raises(ValueError, match="one dimension"):
        jaxfmm.KernelDensity(0.5).fit(jnp.zeros((3, 2), dtype)).ppf(0.5)


@float64
def test_derivatives(dtype):
    y = fitted("plain", dtype, 30).points

    def quantile(h, p, y):
        return jaxfmm.KernelDensity(h).fit(y).ppf(p)

    at = jnp.asarray(0.3), jnp.asarray(0.4)
    density = jaxfmm.KernelDensity(0.3).fit(y)
    slope = jax.grad(quantile, 1)(*at, y)
    np.testing.assert_allclose(slope, 1 / density.density(quantile(*at, y)[None, None])[0], 1e-4)
    step = 1e-4
    for of in (quantile, jax.grad(quantile)):
        by_h = (of(at[0] + step, at[1], y) - of(at[0] - step, at[1], y)) / (2 * step)
        np.testing.assert_allclose(jax.grad(of)(*at, y), by_h, rtol=1e-4)
        forward = jax.jvp(functools.partial(of, p=at[1], y=y), at[:1], (1.0,))[1]
        np.testing.assert_allclose(forward, by_h, rtol=1e-4)
    moved = jax.grad(quantile, 2)(*at, y)
    np.testing.assert_allclose(moved.sum(), 1, rtol=1e-9)  # a shift of all points


def test_under_vmap(dtype):
    density = fitted("plain", dtype)
    p = jnp.linspace(0.1, 0.9, 5, dtype=dtype)
    np.testing.assert_allclose(jax.vmap(density.ppf)(p), density.ppf(p), rtol=1e-5)
