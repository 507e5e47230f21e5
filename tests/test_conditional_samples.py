"""Draws from densities with known coordinates, against closed forms of the mixture."""

import jax
import numpy as np
import pytest

import jaxfmm

float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
KEY = jax.random.key(0)
RNG = np.random.default_rng(0)
POINTS, WEIGHTS = RNG.normal(size=(40, 3)), RNG.random(40)
COVARIANCE = np.array([[0.5, 0.2, 0.1], [0.2, 0.4, -0.1], [0.1, -0.1, 0.3]])


def mixture(points, weights, scales, covariance, values, given):
    """The mean and the covariance of the other coordinates, in float64."""
    rest = [c for c in range(points.shape[1]) if c not in given]
    gg, rg = covariance[np.ix_(given, given)], covariance[np.ix_(rest, given)]
    away = values - points[:, given]
    square = (away @ np.linalg.inv(gg) * away).sum(1) / scales**2
    logs = np.log(weights) - len(given) * np.log(scales) - square / 2
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    regression = rg @ np.linalg.inv(gg)
    means = points[:, rest] + away @ regression.T
    mean = shares @ means
    within = (shares @ scales**2) * (covariance[np.ix_(rest, rest)] - regression @ rg.T)
    return mean, within + (means - mean).T @ (shares[:, None] * (means - mean))


@float64
@pytest.mark.parametrize("given", [[1], [2, 0]])
@pytest.mark.parametrize("adaptive", [None, 0.5])
def test_mean_and_covariance_are_those_of_the_mixture(given, adaptive, dtype):
    density = jaxfmm.KernelDensity(COVARIANCE, adaptive=adaptive).fit(POINTS, WEIGHTS)
    values = np.array([[0.3, -0.5], [1.0, 1.5], [30.0, -40.0]])[:, : len(given)]
    drawn = jax.jit(lambda density: density.sample_conditional(KEY, 40_000, values, given))(density)
    assert drawn.shape == (3, 40_000, 3)
    scales = np.ones(40) if adaptive is None else np.asarray(density.scales)
    rest = [c for c in range(3) if c not in given]
    for row, value in zip(np.asarray(drawn), values):
        np.testing.assert_array_equal(row[:, given], np.broadcast_to(value, row[:, given].shape))
        mean, covariance = mixture(POINTS, WEIGHTS, scales, COVARIANCE, value, given)
        got = np.cov(row[:, rest].T).reshape(covariance.shape)
        deviation = np.sqrt(np.diag(covariance))
        np.testing.assert_allclose(row[:, rest].mean(0), mean, atol=0.03 * deviation.max())
        np.testing.assert_allclose(got, covariance, atol=0.03 * deviation.max() ** 2)


@pytest.mark.parametrize("far", [1e3, 1e7, 1e20])
def test_far_away_values_in_float32(far):
    """The nearest of two points draws all; rounded squares of distances could not tell."""
    points = np.array([[0.0, 0.0], [0.01, 5.0]], np.float32)
    density = jaxfmm.KernelDensity(0.1).fit(points)
    drawn = density.sample_conditional(KEY, 200, far, 0)
    shares = 1 / (1 + np.exp(-min(0.01 * far / 0.1**2, 700.0)))
    assert abs(np.mean(np.asarray(drawn[:, 1]) > 2.5) - shares) < 0.02
    assert np.isfinite(drawn).all()


@float64
def test_bounds_and_periods(dtype):
    """The mean of draws agrees with the mean of log_conditional on a grid."""
    points = np.stack([RNG.random(30), 360 * RNG.random(30), RNG.random(30)], axis=1)
    kde = jaxfmm.KernelDensity(
        np.array([0.3, 40.0, 0.2]), bounds=[(0, 1), None, (0, None)], periods=(None, 360, None)
    )
    density = kde.fit(points)
    for given, values in ([0, 1], [0.05, 10.0]), ([2, 0], [0.1, 0.9]):
        (rest,) = set(range(3)) - set(given)
        drawn = np.asarray(density.sample_conditional(KEY, 20_000, values, given))
        ends = [(0, 1), (0, 360), (0, 4)][rest]
        grid = np.linspace(*ends, 801)
        queries = np.zeros((801, 3))
        queries[:, given], queries[:, rest] = values, grid
        f = np.exp(density.log_conditional(queries, given))
        for power in (1, 2):
            mean = np.trapezoid(f * grid**power, grid)
            assert np.mean(drawn[:, rest] ** power) == pytest.approx(mean, rel=0.02)
    assert np.isnan(density.sample_conditional(KEY, 3, [1.5], [0])).all()


def test_what_is_refused():
    points = POINTS.astype(np.float32)
    density = jaxfmm.KernelDensity(0.3).fit(points)
    for given in ([], [0, 1, 2]):
        with pytest.raises(
            ValueError, match="given must be at least one of the 3 axes, and not all"
        ):
            density.sample_conditional(KEY, 3, np.zeros(len(given), np.float32), given)
    with pytest.raises(ValueError, match="values"):
        density.sample_conditional(KEY, 3, np.zeros((2, 2), np.float32), [0])
    with pytest.raises(ValueError, match="kernel='gaussian'"):
        jaxfmm.KernelDensity(0.3, kernel="tophat").fit(points).sample_conditional(KEY, 3, 0.0, 0)
    assert density.sample_conditional(KEY, 0, 0.0, 0).shape == (0, 3)
    nothing = np.zeros((0, 2), np.float32)
    assert density.sample_conditional(KEY, 4, nothing, [0, 2]).shape == (0, 4, 3)
    assert np.isnan(density.sample_conditional(KEY, 2, np.nan, 0)).all()
