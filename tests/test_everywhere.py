"""Fast sums of fitted densities, found once: their errors where sums are small, and that they are
of that density."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.gaussian import fourier
from jaxfmm.kde import evaluate

DTYPES = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
float32 = pytest.mark.parametrize("dtype", ["float32"], indirect=True)


def crowds(rng, n, dim):
    """Six clusters of sizes from a thousandth of a bandwidth of 0.3 to ten, their weights down to a
    millionth."""
    middle, size = 8 * rng.random((6, dim)), 3.0 * np.array([1e-4, 0.01, 0.1, 0.3, 1, 1])
    which = rng.integers(6, size=n)
    points = middle[which] + size[which, None] * rng.normal(size=(n, dim))
    return points, 10.0 ** -np.array([0, 3, 1, 0, 2, 6])[which]


def heavy(rng, n, dim):
    """Even points, one of which has a third of the weight."""
    return 12 * rng.random((n, dim)), np.where(np.arange(n) == n // 2, n / 2, 1.0)


def spots(rng, n, dim):
    """All points in two places 40 bandwidths apart, one with a thousandth of the weight."""
    which = np.arange(n) % 2
    return which[:, None] * 12.0 + 1e-3 * rng.normal(size=(n, dim)), np.where(which, 1e-3, 1)


def around(rng, points, m):
    """At points, within seven bandwidths of them, and all over."""
    at = points[rng.integers(len(points), size=m)]
    step = rng.normal(size=at.shape)
    near = at + 0.3 * rng.uniform(0, 7, size=(m, 1)) * step / np.linalg.norm(step, axis=1)[:, None]
    low, high = points.min(0) - 1, points.max(0) + 1
    return np.concatenate([at[: m // 4], near, low + (high - low) * rng.random(at.shape)])


def right(queries, points, weights, bounds=None):
    """log f in float64 for a bandwidth of 0.3."""
    queries, points, weights = (np.asarray(a, np.float64) for a in (queries, points, weights))
    images = [queries]
    for axis, (low, high) in enumerate(bounds or ()):
        for end in (low, high):
            if end is not None:
                mirrored = [
                    x.copy() for x in images if np.array_equal(x[:, axis], queries[:, axis])
                ]
                for x in mirrored:
                    x[:, axis] = 2 * end - x[:, axis]
                images += mirrored
    with np.errstate(divide="ignore"):
        log_share = np.log(weights / weights.sum())
    terms = np.concatenate(
        [
            log_share[None] - 0.5 * np.square((x[:, None] - points[None]) / 0.3).sum(2)
            for x in images
        ],
        axis=1,
    )
    most = terms.max(1)
    dim = points.shape[1]
    return (
        most + np.log(np.exp(terms - most[:, None]).sum(1)) - dim * np.log(0.3 * np.sqrt(2 * np.pi))
    )


def fitted(points, weights, dtype, tol, **options):
    points, weights = jnp.asarray(points, dtype), jnp.asarray(weights, dtype)
    return jaxfmm.KernelDensity(0.3, tol=tol, method="fourier", **options).fit(points, weights)


@pytest.mark.parametrize("data", [crowds, heavy, spots])
@pytest.mark.parametrize(
    "dim", [pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(3, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "dtype", ["float32", pytest.param("float64", marks=pytest.mark.slow)], indirect=True
)
def test_log_densities_are_right_for_hard_data(data, dim, dtype):
    rng = np.random.default_rng(dim)
    points, weights = data(rng, 3000, dim)
    for tol in (1e-3, 1e-4):
        density = fitted(points, weights, dtype, tol)
        queries = jnp.asarray(around(rng, np.asarray(density.points), 400), dtype)
        assert density._known.sums.sum is not None
        expected = right(queries, density.points, density.weights)
        eps = float(jnp.finfo(dtype).eps)
        for found in (
            density.log_density(queries),
            jax.jit(lambda d, x: d.log_density(x))(density, queries),
        ):
            np.testing.assert_allclose(found, expected, atol=tol, rtol=16 * eps)


@float32
def test_images_out_of_reach_of_all_points(dtype):
    """Queries at an end of the domain, at the end of the reach of a cluster: their images are
    beyond it."""
    rng = np.random.default_rng(0)
    points, weights = 0.05 * rng.normal(size=(2000, 2)), np.ones(2000)
    for end in (0.6, 1.2, 1.35, 1.5):
        bounds = ((None, end), (-end, None))
        density = fitted(points, weights, dtype, 1e-3, bounds=bounds)
        queries = (
            end - 0.3 * rng.uniform(0, 2, size=(200, 2)) * np.array([1, 0]) - np.array([0, end])
        )
        queries = jnp.asarray(queries, dtype)
        expected = right(queries, density.points, density.weights, bounds)
        np.testing.assert_allclose(density.log_density(queries), expected, atol=1e-3)


@pytest.mark.parametrize("kind", ["number", "matrix"])
@DTYPES
def test_derivatives_are_those_of_the_traced_density(kind, dtype):
    rng = np.random.default_rng(0)
    points, weights = crowds(rng, 2000, 2)
    density = fitted(points, weights, dtype, 1e-4)
    if kind == "matrix":
        density = density.with_bandwidth(jnp.asarray([[0.12, 0.03], [0.03, 0.09]], dtype)).planned()
    queries = jnp.asarray(around(rng, np.asarray(density.points), 100), dtype)

    def gradient(density, x):
        return jax.grad(density.score)(x)

    def along(density, x):
        return jax.jvp(lambda x: gradient(density, x), (x,), (jnp.cos(x),))[1]

    assert density._known.sums.sum is not None
    for function in (gradient, along):
        found, expected = function(density, queries), jax.jit(function)(density, queries)
        np.testing.assert_allclose(
            found, expected, rtol=2e-3, atol=1e-3 * float(jnp.abs(expected).max())
        )
        np.testing.assert_allclose(
            jax.jit(lambda x, f=function: f(density, x))(queries), found, rtol=1e-3, atol=1e-3
        )


@float32
def test_first_call_in_a_trace(dtype):
    """What is found once is no tracer of the program that asked first."""
    rng = np.random.default_rng(0)
    density = fitted(*crowds(rng, 2000, 2), dtype, 1e-3)
    queries = jnp.asarray(around(rng, np.asarray(density.points), 100), dtype)
    first = jax.jit(jax.vmap(density.log_density))(queries.reshape(3, -1, 2))
    np.testing.assert_allclose(
        first.reshape(-1), density.log_density(queries), atol=1e-3, rtol=1e-6
    )
    assert not any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(density._known))


@float32
def test_nothing_is_known_of_another_density(dtype):
    """Neither of one with other arrays nor of a traced one; and beyond the room of the grid walks
    take over."""
    rng = np.random.default_rng(0)
    density = fitted(*crowds(rng, 2000, 2), dtype, 1e-3)
    queries = jnp.asarray(around(rng, np.asarray(density.points), 100), dtype)
    density.log_density(queries)
    moved = jax.tree.map(lambda a: a, density)
    assert "_known" in vars(density._full) and not {"_full", "_known"} & set(vars(moved))
    moved = dataclasses.replace(density, points=density.points + jnp.asarray([[100.0, 0.0]], dtype))
    shift = jnp.asarray([[100.0, 0.0]], dtype)
    np.testing.assert_allclose(
        moved.log_density(queries + shift), density.log_density(queries), atol=1e-2, rtol=1e-3
    )
    sharp = density.with_bandwidth(0.03)
    assert sharp._known.sums.sum is None
    scaled = right(queries * 10, density.points * 10, density.weights) + 2 * np.log(10)
    np.testing.assert_allclose(sharp.log_density(queries), scaled, atol=1e-3, rtol=1e-4)
    assert jax.jit(lambda d: evaluate.known(d) is None)(density)


@float32
def test_queries_do_not_depend_on_each_other(dtype):
    rng = np.random.default_rng(0)
    density = fitted(*crowds(rng, 2000, 2), dtype, 1e-3)
    queries = jnp.asarray(around(rng, np.asarray(density.points), 200), dtype)
    some = density.log_density(queries[::7])
    np.testing.assert_allclose(some, density.log_density(queries)[::7], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dim", [1, 2, 3])
@float32
def test_errors_of_the_finest_grid(dim, dtype):
    """Where sums are small their error over the largest is below what `FINEST_ERROR` says."""
    rng, extent = np.random.default_rng(0), (60.0, 60.0, 24.0)[dim - 1]
    setup = fourier.finest(fourier.choose_parameters((extent,) * dim, 5e-6, 1, dtype), dtype)
    assert setup.finest

    def sums(*arguments):
        return fourier.fourier_sum(setup, *arguments, (0,), (0,), backend="xla")

    lattice = np.stack(
        np.meshgrid(*[np.arange(4.0, extent - 4, 5)] * dim, indexing="ij"), -1
    ).reshape(-1, dim)
    for sources in (np.full((1, dim), 17.3), lattice, rng.uniform(5, extent - 5, size=(3000, dim))):
        targets = np.clip(
            np.concatenate([around(rng, sources / 0.3, 1000) * 0.3, sources]), 0, extent
        )
        targets[0], targets[1] = 0, extent
        x, y = jnp.asarray(targets, dtype), jnp.asarray(sources, dtype)
        arguments = x, y, jnp.ones((len(y), 1, 1), dtype)
        found = jax.jit(sums)(*arguments)[:, 0, 0]
        r2 = np.square(np.asarray(x, np.float64)[:, None] - np.asarray(y, np.float64)[None]).sum(2)
        exact = np.exp(-0.5 * r2).sum(1)
        error = np.abs(np.asarray(found, np.float64) - exact)[exact < 0.05 * exact.max()]
        assert error.max() <= fourier.FINEST_ERROR * exact.max()
