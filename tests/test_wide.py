"""Points of many coordinates: images, words, features."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends.registry import SIZES
from jaxfmm.kernels.pairs import components
from jaxfmm.logsumexp import wide as wide_logs
from jaxfmm.passes.all_pairs import by_blocks
from jaxfmm.passes.wide import is_wide, wide_sum

pytestmark = pytest.mark.usefixtures("no_compiler")

RANDOM = np.random.default_rng(0)


def points(n, dim):
    return RANDOM.normal(size=(n, dim)).astype(np.float32)


@pytest.mark.parametrize("kernel", [jaxfmm.Gaussian(2.0), jaxfmm.Laplace()], ids=lambda k: k.name)
@pytest.mark.parametrize("source_orders", [(0,), (1,), (0, 1)])
def test_arrays_of_axes_give_the_sums_that_are_written_out(kernel, source_orders):
    kernel, orders = kernel.simplified(3).in_unit(jnp.float32(1)), (0, 1, 2)
    x, y = points(70, 3), points(300, 3)
    x[:5] = y[:5]
    w = RANDOM.normal(size=(300, len(components(source_orders, 3)), 2)).astype(np.float32)
    expected = jax.jit(lambda: by_blocks(kernel, x, y, w, source_orders, orders, SIZES["cpu"]))()
    found = jax.jit(lambda: wide_sum(kernel, x, y, w, source_orders, orders, 1))()
    assert jnp.allclose(found, expected, rtol=1e-4, atol=1e-5 * float(jnp.abs(expected).max()))


def gaussians(x, h):
    """exp(-r^2 / (2 h^2)) and x_i - x_j in float64."""
    offset = x[:, None].astype(float) - x[None].astype(float)
    return np.exp(-np.square(offset).sum(-1) / (2 * h * h)), offset


@pytest.mark.parametrize("dim", [64, 300])
def test_sums_and_their_derivatives(dim):
    x, q, h = points(100, dim), RANDOM.uniform(1, 2, 100).astype(np.float32), float(np.sqrt(dim))
    kernel = jaxfmm.Gaussian(h)
    value, offset = gaussians(x, h)
    slope = -np.einsum("ij,ijc->ic", value * q, offset) / h**2
    phi, gradient = jaxfmm.potential_and_gradient(x, q, kernel=kernel)
    assert np.allclose(phi, value @ q, rtol=1e-5)
    assert np.allclose(gradient, slope, atol=1e-5 * np.abs(slope).max())
    found = jax.jit(jax.grad(lambda x: jaxfmm.energy(x, q, kernel=kernel)))(x)
    assert np.allclose(found, q[:, None] * slope, atol=1e-5 * np.abs(slope).max())


def test_second_derivatives_in_many_dimensions():
    x, q, h = points(30, 70), RANDOM.uniform(1, 2, 30).astype(np.float32), 8.0
    value, offset = gaussians(x, h)
    expected = np.einsum("ij,ijc,ije->ice", value * q, offset, offset) / h**4
    expected -= (value @ q)[:, None, None] * np.eye(70) / h**2
    assert is_wide(jaxfmm.Gaussian(h), 70, (0,), (2,))
    found = jaxfmm.hessian(x, q, kernel=jaxfmm.Gaussian(h))
    assert np.allclose(found, expected, atol=1e-5 * np.abs(expected).max())


def test_trees_of_many_dimensions():
    x, h = points(400, 70), 0.5
    x[:, :65] *= 0.01  # the widest axes are the last ones
    plan = jaxfmm.plan(x, kernel=jaxfmm.Gaussian(h), method="truncated", gradient=False)
    phi = jaxfmm.potential(x, np.ones(400, np.float32), plan=plan)
    assert np.allclose(phi, gaussians(x, h)[0].sum(1), rtol=1e-3)
    assert int(plan.sources_tree.n_leaves) > 1


def log_density(x, y, h, own=None):
    """In float64; h: one for each of the points y."""
    r2 = np.square(x[:, None].astype(float) - y[None].astype(float)).sum(-1)
    e = -r2 / (2 * h**2) - y.shape[1] * np.log(h) - y.shape[1] / 2 * np.log(2 * np.pi)
    if own is not None:
        e[np.arange(len(x)), own] = -np.inf
    return np.logaddexp.reduce(e, axis=1) - np.log(len(y) - (own is not None))


def test_densities_of_images():
    y, x = points(300, 64), np.concatenate([points(4, 64), 30 + points(1, 64)])
    density = jaxfmm.KernelDensity(3.0).fit(y)
    assert np.allclose(density.log_density(x), log_density(x, y, 3.0), rtol=2e-7, atol=1e-4)
    assert np.allclose(density.loo_log_density(), log_density(y, y, 3.0, np.arange(300)), atol=1e-4)

    share = np.exp(-np.square(x[:, None] - y[None]).sum(-1).astype(float) / 18)
    share /= share.sum(1, keepdims=True) + 1e-300
    slope = np.einsum("ij,ijc->ic", share, y[None] - x[:, None].astype(float)) / 9
    assert np.allclose(density.grad_log_density(x)[:4], slope[:4], atol=1e-4)

    def in_bandwidth(h):
        return jaxfmm.KernelDensity(h).fit(y).log_density(x[:4]).sum()

    step = 1e-3
    ends = [log_density(x[:4], y, 3.0 + s).sum() for s in (step, -step)]
    assert jax.jit(jax.grad(in_bandwidth))(3.0) == pytest.approx(
        (ends[0] - ends[1]) / (2 * step), rel=1e-4
    )


@pytest.mark.parametrize("dim", [14, 64])
def test_adaptive_densities(dim):
    """From 14 dimensions on the compiled sums have no arrays for all monomials: they overran
    them."""
    y = points(200, dim)
    density = jaxfmm.KernelDensity(2.0, adaptive=0.5).fit(y)
    h = 2 * np.asarray(density.scales, float)
    assert wide_logs.is_wide(dim, True)
    assert np.allclose(
        density.log_density(3 * y[:4]), log_density(3 * y[:4], y, h), rtol=1e-6, atol=1e-4
    )


def test_other_kernels_of_densities():
    y = points(100, 66)
    found = jaxfmm.KernelDensity(16.0, kernel="epanechnikov").fit(y).log_density(y[:3])
    r2 = np.square(y[:3, None] - y[None]).sum(-1).astype(float) / 256
    log_volume = 33 * np.log(np.pi) - float(jax.scipy.special.gammaln(34.0)) + 66 * np.log(16.0)
    expected = np.log(np.maximum(1 - r2, 0).mean(1)) + np.log(1 + 66 / 2) - log_volume
    assert np.allclose(found, expected, rtol=1e-5)
