"""Densities of every kernel against sums over all pairs in numpy, and scikit-learn."""

import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kde.density_kernels import KERNELS

pytestmark = pytest.mark.usefixtures("no_compiler")
float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
slow = functools.partial(pytest.param, marks=pytest.mark.slow)
N, M = 300, 80
SHAPES = {
    "gaussian": lambda u: np.exp(-u * u / 2),
    "tophat": lambda u: np.where(u < 1, 1.0, 0.0),
    "epanechnikov": lambda u: np.where(u < 1, 1 - u * u, 0),
    "exponential": lambda u: np.exp(-u),
    "linear": lambda u: np.where(u < 1, 1 - u, 0),
    "cosine": lambda u: np.where(u < 1, np.cos(np.pi / 2 * u), 0),
}
OTHERS = [name for name in SHAPES if name != "gaussian"]


def log_mass(name, dim):
    """log of the integral of the kernel over the space, by quadrature in u = tan(pi t / 4) or u =
    t."""
    t, weights = np.polynomial.legendre.leggauss(400)
    t, weights = 0.5 + 0.5 * t, 0.5 * weights
    end = 1.0 if KERNELS[name].compact else 60.0
    volume = np.pi ** (dim / 2) / math.gamma(dim / 2 + 1)
    return np.log(
        dim * volume * (weights * end * (end * t) ** (dim - 1) * SHAPES[name](end * t)).sum()
    )


def reference(name, queries, points, weights, bandwidth, scales=None, own=False):
    """log f in numpy; queries (m, d), or (m, I, d) with mirror images."""
    x, y, w, h = (np.asarray(a, np.float64) for a in (queries, points, weights, bandwidth))
    dim, x = y.shape[1], x.reshape(len(x), -1, y.shape[1])
    lower = np.linalg.cholesky(h) if h.ndim == 2 else np.diag(np.broadcast_to(h, dim))
    s = np.ones(len(y)) if scales is None else np.asarray(scales, np.float64)
    u = (
        np.linalg.norm(
            np.linalg.solve(lower, (x[:, :, None] - y[None, None])[..., None])[..., 0], axis=-1
        )
        / s
    )
    w = w[None, None] * (1 - np.eye(len(y))[:, None] if own else 1.0) + 0 * u
    terms = w / w.sum(2, keepdims=True) * SHAPES[name](u) * s**-dim
    with np.errstate(divide="ignore"):
        return np.log(terms.sum((1, 2))) - log_mass(name, dim) - np.log(np.linalg.det(lower))


def data(dim, dtype, seed=0):
    rng = np.random.default_rng(seed)
    points, queries = rng.normal(size=(N, dim)), 1.3 * rng.normal(size=(M, dim))
    return (jnp.asarray(a, dtype) for a in (points, rng.random(N) + 0.1, queries))


@float64
@pytest.mark.parametrize("name", SHAPES)
def test_mass(name, dtype):
    for dim in (1, 2, 3, 8):
        assert KERNELS[name].log_mass(dim) == pytest.approx(log_mass(name, dim), abs=1e-6)


@float64
@pytest.mark.parametrize(
    ("name", "dim"),
    [
        ("tophat", 1),
        slow("tophat", 2),
        slow("epanechnikov", 6),
        slow("epanechnikov", 1),
        ("exponential", 2),
        slow("exponential", 6),
        slow("linear", 3),
        slow("linear", 1),
        ("cosine", 3),
        slow("cosine", 1),
    ],
)
def test_agrees_with_scikit_learn(name, dim, dtype):
    """In even dimensions its normalisation of the cosine is another one, which is not that of a
    density."""
    neighbors = pytest.importorskip("sklearn.neighbors")
    points, weights, queries = data(dim, dtype)
    h = 0.4 * dim**0.5
    # in one leaf, since its sums over several are not right where there are few points
    theirs = neighbors.KernelDensity(bandwidth=h, kernel=name, leaf_size=N).fit(
        points, sample_weight=weights
    )
    with np.errstate(divide="ignore"):
        expected = theirs.score_samples(queries)
    density = jaxfmm.KernelDensity(h, kernel=name).fit(points, weights)
    np.testing.assert_allclose(density.score_samples(queries), expected, rtol=1e-9, atol=1e-9)


@float64
@pytest.mark.parametrize(
    "name", ["epanechnikov", slow("linear"), slow("exponential"), slow("cosine"), slow("tophat")]
)
def test_settings(name, dtype):
    """A matrix bandwidth, bounds, leaving one out, adaptive bandwidths."""
    points, weights, queries = data(2, dtype)
    matrix = jnp.asarray([[0.3, 0.1], [0.1, 0.2]])
    density = jaxfmm.KernelDensity(matrix, kernel=name).fit(points, weights)
    found = reference(name, points, points, weights, matrix, own=True)
    assert KERNELS[name].compact == (found == -np.inf).any()
    np.testing.assert_allclose(density.loo_log_density(), found, atol=1e-5)

    points = jnp.abs(points)
    density = jaxfmm.KernelDensity(0.3, kernel=name, bounds=[(0, None), (0, 9)], adaptive=0.5).fit(
        points, weights
    )
    at = jnp.concatenate([jnp.abs(queries), -jnp.ones((1, 2))])
    signs = itertools.product([(1, 0), (-1, 0)], [(1, 0), (-1, 0), (-1, 18)])
    images = jnp.stack(
        [
            at * jnp.asarray([[a, b]], dtype) + jnp.asarray([[c, e]], dtype)
            for (a, c), (b, e) in signs
        ],
        1,
    )
    found = reference(name, images, points, weights, 0.3, density.scales)
    np.testing.assert_allclose(density.log_density(at)[:-1], found[:-1], atol=1e-5)
    assert density.log_density(at)[-1] == -jnp.inf
    drawn = density.sample(jax.random.key(0), 500)
    assert (
        drawn.shape == (500, 2)
        and (drawn >= 0).all()
        and jnp.isfinite(density.log_density(drawn)).all()
    )


@float64
@pytest.mark.parametrize(
    "name", ["linear", slow("epanechnikov"), slow("exponential"), slow("cosine"), slow("tophat")]
)
def test_derivatives(name, dtype):
    """In queries, points, weights and bandwidth, by sums and by differences."""
    points, weights, queries = data(2, dtype)
    queries = queries[np.isfinite(reference(name, queries, points, weights, 0.5))]
    density = jaxfmm.KernelDensity(0.5, kernel=name).fit(points, weights)
    v = jnp.cos(jnp.arange(len(queries), dtype=dtype))

    def moved(t):
        """Of the density and the queries, a step t away."""
        changed = (
            points + t * jnp.sin(points),
            weights * (1 + 0.5 * t),
            jnp.asarray(0.5) * (1 + 0.3 * t),
        )
        return changed, queries + t * jnp.cos(queries)

    def of_step(t):
        (y, w, h), x = moved(t)
        d = density.with_bandwidth(h)
        d = type(d)(**{**vars(d), "points": y, "weights": w * jnp.exp(t * jnp.cos(y[:, 0]))})
        return jnp.vdot(v, d.log_density(x))

    def exact(t):
        (y, w, h), x = moved(jnp.asarray(t))
        w = w * jnp.exp(t * jnp.cos(y[:, 0]))
        return np.vdot(v, reference(name, x, y, w, h))

    step = 1e-6
    expected = (exact(step) - exact(-step)) / (2 * step)
    slope = jax.jit(jax.grad(of_step))(jnp.asarray(0.0))
    assert slope == pytest.approx(expected, rel=1e-6, abs=1e-6)
    if name == "exponential":
        forward = jax.jvp(of_step, (jnp.asarray(0.0),), (jnp.asarray(1.0),))[1]
        assert forward == pytest.approx(float(slope), rel=1e-9)


@float64
@pytest.mark.parametrize(
    ("name", "method"),
    [("epanechnikov", "truncated"), slow("exponential", "fmm"), slow("cosine", "truncated")],
)
def test_methods(name, method, dtype):
    """Fast sums, with queries far from all and room that is known or, in jit, guessed."""
    rng = np.random.default_rng(1)
    points, queries = (
        jnp.asarray(rng.random((1500, 2))),
        jnp.asarray(2 * rng.random((200, 2)) - 0.5),
    )
    density = jaxfmm.KernelDensity(0.05, kernel=name, method=method).fit(points)
    assert [choice.method.name for _, choice in density.sums] == [method]
    found = reference(name, queries, points, np.ones(1500), 0.05)
    assert np.isfinite(found).all() != KERNELS[name].compact
    np.testing.assert_allclose(density.log_density(queries), found, atol=1e-3)
    assert jnp.isfinite(jax.jit(lambda d, x: d.grad_log_density(x))(density, queries)).all()


def test_far_tail():
    """Where the sum itself is no number: the exponential kernel in float32."""
    points = np.random.default_rng(2).normal(size=(50, 2)).astype(np.float32)
    density = jaxfmm.KernelDensity(0.01, kernel="exponential").fit(points)
    far = np.float32([[100, 0], [3, -70]])
    u = np.linalg.norm(far[:, None].astype(float) - points, axis=2) / 0.01
    expected = np.logaddexp.reduce(-u, axis=1) - np.log(50) - np.log(2 * np.pi * 0.01**2)
    assert expected.max() < -5000
    np.testing.assert_allclose(density.log_density(far), expected, rtol=1e-6)
    assert np.linalg.norm(density.grad_log_density(far), axis=1) == pytest.approx(100, rel=1e-3)


@float64
@pytest.mark.parametrize("name", ["cosine", *map(slow, sorted(SHAPES.keys() - {"cosine"}))])
def test_samples(name, dtype):
    """Draws in one dimension by their distribution function, in three by their distances."""
    kernel, n = KERNELS[name], 20_000
    u = kernel.steps(jax.random.key(1), n, 1, dtype)[:, 0]
    part = np.sort(np.asarray(kernel.between(jnp.full(n, -60.0), u)))
    assert np.abs(part - (np.arange(n) + 0.5) / n).max() < 1.95 / np.sqrt(
        n
    )  # Kolmogorov's bound for 0.001
    u2 = jnp.square(kernel.steps(jax.random.key(2), n, 3, dtype)).sum(1)
    mean = (
        np.exp(log_mass(name, 5) - log_mass(name, 3)) * 3 / (2 * np.pi)
    )  # u^2 gives two dimensions more
    assert float(u2.mean()) == pytest.approx(mean, abs=5 * float(u2.std()) / np.sqrt(n))


@float64
def test_errors(dtype):
    points, weights, _ = data(2, dtype)
    for settings, match in (
        ({"kernel": "box"}, "kernel must be one of 'gaussian', 'tophat'"),
        (
            {"kernel": "tophat", "method": "fourier"},
            "method must be one of 'auto', 'truncated', 'direct'",
        ),
        ({"kernel": "tophat", "bandwidth": "cv"}, "'cv' is for kernel='gaussian'"),
    ):
        with pytest.raises(ValueError, match=match):
            jaxfmm.KernelDensity(**settings)
    density = jaxfmm.KernelDensity(0.5, kernel="linear").fit(points, weights)
    assert "linear kernel" in str(density)
    with pytest.raises(ValueError, match="known for kernel='gaussian'"):
        density.marginal(0)
