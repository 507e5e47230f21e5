"""Bandwidths found from the data, values that repeat, and rows that are not numbers."""

import dataclasses
import math
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kde import bandwidths, cross_validation, frame, ties


def clusters(n, dim=2, seed=0):
    """Points in clusters of widths from 0.02 to 0.5, float32."""
    rng = np.random.default_rng(seed)
    which = rng.integers(0, 12, n)
    width = np.geomspace(0.02, 0.5, 12)[which]
    return (rng.normal(size=(12, dim))[which] + width[:, None] * rng.normal(size=(n, dim))).astype(
        np.float32
    )


def best_multiple(points, weights, covariance, bounds=None):
    """The f for which f^2 times this covariance has the largest leave-one-out likelihood, by all
    pairs in float64."""
    y, w = np.asarray(points, np.float64), np.asarray(weights, np.float64)
    images = [y] if bounds is None else [y, np.stack([2 * bounds - y[:, 0], *y.T[1:]], axis=1)]
    inverse = np.linalg.inv(np.atleast_2d(np.asarray(covariance, np.float64)))
    r2 = [
        np.einsum("ijc,cd,ijd->ij", u, inverse, u) for u in (x[:, None] - y[None] for x in images)
    ]
    others = w[None] * (1 - np.eye(len(y)))
    scales, values = np.linspace(-2.5, 1.5, 401), []
    nearest = np.min([np.where(others > 0, r, np.inf).min(1) for r in r2], axis=0)
    exponents = [np.where(others > 0, r - nearest[:, None], np.inf) for r in r2]
    for t in scales:
        total = sum((others * np.exp(-0.5 * math.exp(-2 * t) * e)).sum(1) for e in exponents)
        log_f = np.log(total) - 0.5 * math.exp(-2 * t) * nearest - y.shape[1] * t
        values.append((w * log_f).sum())
    return math.exp(scales[np.argmax(values)])


def factor(density, scott):
    return float(np.sqrt(density.bandwidth[0, 0] / scott.bandwidth[0, 0]))


@pytest.mark.parametrize("bounded", [pytest.param(False, marks=pytest.mark.slow), True])
def test_cv_is_the_largest_likelihood(bounded):
    points, rng = clusters(400), np.random.default_rng(1)
    weights = rng.random(400).astype(np.float32)
    weights[3] = 0
    settings, end = {}, None
    if bounded:
        points, end = np.abs(points), 0.0
        settings = {"bounds": [(end, None), None]}
    scott = jaxfmm.KernelDensity("scott", **settings).fit(points, weights)
    density = jaxfmm.KernelDensity("cv", **settings).fit(points, weights)
    right = best_multiple(points[weights > 0], weights[weights > 0], scott.bandwidth, end)
    assert factor(density, scott) == pytest.approx(right, rel=0.015)
    assert density.searched is None and "likelihood" not in str(density)


@pytest.mark.slow
@pytest.mark.parametrize("equal", [True, False])
def test_cv_of_a_sample_among_all_points(equal, monkeypatch, capsys):
    monkeypatch.setattr(cross_validation, "FEW", 256)
    monkeypatch.setattr(cross_validation, "QUERIES", 2048)
    points = clusters(3000)
    weights = np.ones(3000) if equal else np.random.default_rng(2).exponential(size=3000)
    scott = jaxfmm.KernelDensity("scott").fit(points, weights.astype(np.float32))
    density = jaxfmm.KernelDensity("cv", verbose=True).fit(points, weights.astype(np.float32))
    right = best_multiple(points, weights, scott.bandwidth)
    assert factor(density, scott) == pytest.approx(right, rel=0.1)
    assert density.searched == 2048 if equal else 1000 < density.searched < 2048
    assert f"likelihood at {density.searched} of the points" in str(density)
    printed = capsys.readouterr().out
    assert f"likelihood of {density.searched} points among all 3000" in printed
    assert (
        cross_validation.GRID + 4
        < printed.count("mean log likelihood")
        < cross_validation.GRID + 20
    )


def test_fewer_points_where_walks_are_not_compiled(monkeypatch):
    monkeypatch.setattr(cross_validation, "operations", lambda *_: cross_validation.reference)
    found = [cross_validation._most(n, "float32") for n in (10_000, 100_000, 10**6)]
    assert found == [
        (cross_validation.FEW, cross_validation.QUERIES),
        (671, 5368),
        cross_validation.LEAST,
    ]


def test_a_search_goes_on_beyond_its_last_bandwidth():
    t = jnp.asarray([0.0, 0.1, -0.1, jnp.nan])
    for mean, following in (((0, 1, -1), 0.3), ((0, -1, 1), -0.3), ((0, -1, -1), 0.0)):
        mean = jnp.asarray([*mean, -jnp.inf], t.dtype)
        assert float(cross_validation._next_trial(t, mean)) == pytest.approx(following, abs=1e-6)


def test_a_systematic_sample_has_the_weights():
    weights = np.r_[np.zeros(5), 1000.0, np.ones(3000)]
    order = np.random.default_rng(3).permutation(3006)
    numbers, share = cross_validation._draw(weights, 400, order)
    assert share.sum() == pytest.approx(1) and len(numbers) < 400 and numbers.min() == 5
    assert share[numbers == 5] == pytest.approx(0.25, abs=1 / 400)
    everything, share = cross_validation._draw(weights, 3001, order)
    np.testing.assert_array_equal(everything, order[order >= 5])
    np.testing.assert_allclose(share, weights[everything] / 4000)


def test_lattices_are_told_from_repeats():
    rng = np.random.default_rng(3)
    normal = rng.normal(size=(4000, 2))
    for points, spacing in (
        (normal, (0, 0)),
        (normal.astype(np.float32), (0, 0)),
        (np.round(5 * normal), (1, 1)),
        (np.round(normal, 1).astype(np.float32) + np.float32(7), (0.1, 0.1)),
        (np.stack([normal[:, 0], np.round(normal[:, 1], 2)], axis=1), (0, 0.01)),
        (normal[rng.integers(0, 4000, 4000)], (0, 0)),
        (np.repeat(normal, 3, axis=0), (0, 0)),
    ):
        np.testing.assert_allclose(ties.find(points).spacing, spacing, rtol=1e-3)
    found = ties.find(np.array([[1.0, 2], [3, 4], [1, 2], [1, 5]]))
    assert found.share == 0.5
    points, weights = found.merged(
        np.array([[1.0, 2], [3, 4], [1, 2], [1, 5]]), np.array([1.0, 2, 4, 8])
    )
    assert {(*p, w) for p, w in zip(points.tolist(), weights)} == {(1, 2, 5), (3, 4, 2), (1, 5, 8)}


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_points_that_lie_nearly_on_a_line(dtype):
    """Their covariance matrix has no digits in float32 that tell how wide they are; the points
    have."""
    y = np.random.default_rng(0).normal(size=(300, 3))
    weights = np.random.default_rng(1).random(300).astype(np.float32)
    for s, dim in ((1.0, 2), (1e-2, 2), (7e-4, 2), (3e-4, 3)):
        z = np.stack([y[:, 0], 2 * y[:, 0] + s * y[:, 1], y[:, 2]], axis=1)[:, :dim].astype(
            np.float32
        )
        covariance = np.cov(z.T.astype(float), aweights=weights.astype(float))
        number = weights.astype(float).sum() ** 2 / (weights.astype(float) ** 2).sum()
        covariance *= number ** (-2 / (z.shape[1] + 4))
        inverse = np.linalg.inv(np.linalg.cholesky(covariance))
        u = (z.astype(float) - z.mean(0)) @ inverse.T
        terms = np.exp(-0.5 * np.square(u[:, None] - u[None]).sum(2)) @ (
            weights / weights.sum(dtype=float)
        )
        right = (
            np.log(terms) + np.log(np.diag(inverse)).sum() - 0.5 * z.shape[1] * np.log(2 * np.pi)
        )
        density = jaxfmm.KernelDensity("scott").fit(z, weights)
        assert (density.whitening is None) == (s == 1)
        np.testing.assert_allclose(density.log_density(z), right, atol=1e-3)
        drawn = np.asarray(density.sample(jax.random.key(0), 20_000), float)
        spread = np.asarray(drawn - drawn.mean(0)) @ inverse.T
        np.testing.assert_allclose(
            np.cov(spread.T), np.cov(u.T, aweights=weights) + np.eye(z.shape[1]), atol=0.25
        )
    again = density.marginal([1, 2, 0])
    np.testing.assert_allclose(again.log_density(z[:, [1, 2, 0]]), right, atol=1e-3)
    with pytest.raises(ValueError, match="line, a plane or the like, to the precision of float32"):
        jaxfmm.KernelDensity("scott").fit(
            np.stack([y[:, 0], 2 * y[:, 0] + 1e-6 * y[:, 1]], axis=1).astype(np.float32)
        )


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_whitening_has_the_derivatives_of_the_covariance_matrix(dtype, monkeypatch):
    """Values and first and second derivatives with it are those without it, where both have the
    digits."""
    points = jnp.asarray(clusters(60), dtype)
    plain = jaxfmm.KernelDensity("scott").fit(points)
    monkeypatch.setattr(frame, "WELL_CONDITIONED", 1e16)
    whitened = jaxfmm.KernelDensity("scott").fit(points)
    assert plain.whitening is None and whitened.whitening is not None

    def slope(density):
        def total(h, x):
            return dataclasses.replace(density, bandwidth=h).log_density(x).sum()

        way = jnp.asarray([[0.1, 0.02], [0.02, -0.05]])
        return jax.jvp(
            jax.grad(total, (0, 1)), (density.bandwidth, points[:9]), (way, jnp.cos(points[:9]))
        )

    for found, right in zip(jax.tree.leaves(slope(whitened)), jax.tree.leaves(slope(plain))):
        found, right = (a + a.T if a.shape == (2, 2) else a for a in (found, right))
        np.testing.assert_allclose(found, right, rtol=1e-6, atol=1e-6 * np.abs(right).max())


def test_times_in_float32_blame_float32():
    seconds = 1.7e9 + 50 * np.random.default_rng(0).normal(size=(300, 1))
    for rule in ("scott", "isj"):
        with pytest.raises(
            ValueError, match=r"more than float32 rounds them.*128 apart.*[Ss]ubtract their mean"
        ):
            jaxfmm.KernelDensity(rule).fit(seconds.astype(np.float32))
    with pytest.raises(ValueError, match=r"constant coordinates.*float32 numbers are 128 apart"):
        jaxfmm.KernelDensity().fit(np.full((9, 1), 1.7e9, np.float32))
    with pytest.warns(UserWarning, match="bandwidth 20 of axis 0 is less than .*128"):
        jaxfmm.KernelDensity(20.0).fit(seconds.astype(np.float32))


SLOW_CV = pytest.mark.parametrize("rule", [pytest.param("cv", marks=pytest.mark.slow), "isj"])


@SLOW_CV
def test_rounded_values_find_the_bandwidth_before_rounding(rule):
    rng = np.random.default_rng(4)
    exact = np.concatenate([rng.normal(40, 6, 1200), rng.normal(80, 9, 800)])[:, None]
    smooth = float(jaxfmm.KernelDensity(rule).fit(exact.astype(np.float32)).bandwidth.sum())
    with pytest.warns(
        UserWarning,
        match="100% of the points repeat others; coordinates are rounded, with the spacing 1",
    ):
        rounded = float(jaxfmm.KernelDensity(rule).fit(np.round(exact).astype(int)).bandwidth.sum())
    assert rounded == pytest.approx(smooth, rel=0.1)


@SLOW_CV
def test_a_bandwidth_is_not_far_below_the_spacing_of_ties(rule):
    points = np.random.default_rng(5).poisson(4, (20_000, 1))
    with pytest.warns(UserWarning, match="spacing 1"):
        h = float(jaxfmm.KernelDensity(rule).fit(points.tolist()).bandwidth.sum())
    assert 0.499 < h < 1.2


def test_the_least_bandwidth_on_a_lattice_is_said():
    points = np.random.default_rng(6).integers(0, 4, (400, 2))
    with pytest.warns(UserWarning, match="the least that is allowed"):
        h = jaxfmm.KernelDensity("cv").fit(points).bandwidth
    deviations = np.sqrt(np.linalg.eigvalsh(np.asarray(h, float)))
    assert deviations[0] == pytest.approx(0.5, rel=0.01)
    with pytest.raises(ValueError, match="spacing"):
        jaxfmm.KernelDensity("cv").fit(np.random.default_rng(7).integers(0, 2, (100_000, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["cv", "isj"])
def test_repeats_without_a_lattice_are_taken_once(rule):
    points = clusters(500)
    again = points[np.random.default_rng(8).integers(0, 500, 900)]
    different, count = np.unique(again, axis=0, return_counts=True)
    with pytest.warns(UserWarning, match="taken once"):
        h = jaxfmm.KernelDensity(rule).fit(again).bandwidth
    merged = jaxfmm.KernelDensity(rule).fit(different, count).bandwidth
    if rule == "cv":  # Scott's own factor counts points
        h, merged = h / h[0, 0], merged / merged[0, 0]
    np.testing.assert_allclose(h, merged, rtol=0.01)


def test_isj_warns_above_two_dimensions():
    points = np.random.default_rng(0).normal(size=(300, 3)).astype(np.float32)
    with pytest.warns(UserWarning, match="'isj' looks at each axis alone: in 3D it is too narrow"):
        jaxfmm.KernelDensity("isj").fit(points)


def test_isj_agrees_with_an_independent_solution():
    """Of the fixed point, by scipy's cosine transform and root finder."""
    fft, optimize = pytest.importorskip("scipy.fft"), pytest.importorskip("scipy.optimize")
    x = clusters(3000, dim=1)[:, 0].astype(np.float64)
    low, high = x.min() - 0.1 * np.ptp(x), x.max() + 0.1 * np.ptp(x)
    a2 = (fft.dct(np.histogram(x, 4096, (low, high))[0] / len(x))[1:] / 2) ** 2
    k2 = np.arange(1.0, 4096) ** 2

    def excess(t):
        f = 2 * np.pi**14 * np.sum(k2**7 * a2 * np.exp(-k2 * np.pi**2 * t))
        for s in range(6, 1, -1):
            k0 = np.prod(np.arange(1.0, 2 * s, 2)) / np.sqrt(2 * np.pi)
            time = (2 * (1 + 0.5 ** (s + 0.5)) / 3 * k0 / (len(x) * f)) ** (2 / (3 + 2 * s))
            f = 2 * np.pi ** (2 * s) * np.sum(k2**s * a2 * np.exp(-k2 * np.pi**2 * time))
        return t - (2 * len(x) * np.sqrt(np.pi) * f) ** (-2 / 5)

    right = np.sqrt(optimize.brentq(excess, 1e-8, 0.01)) * (high - low)
    np.testing.assert_allclose(bandwidths.isj(x[:, None], np.ones(len(x)), [0.0]), right, rtol=1e-6)


def test_rows_with_nan():
    points, weights = clusters(50), np.ones(50, np.float32)
    holed, unknown = points.copy(), weights.copy()
    holed[[4, 9, 11, 20, 30, 41], 1], unknown[5] = np.nan, np.nan
    kde = jaxfmm.KernelDensity(0.3, nan="drop")
    with pytest.raises(
        ValueError,
        match=r"points hold NaN in 6 of 50 rows, with the numbers 4, 9, 11, 20, 30, \.\.\.;",
    ):
        jaxfmm.KernelDensity(0.3).fit(holed)
    with pytest.raises(
        ValueError, match="weights are NaN in 1 of 50 rows, with the numbers 5; .*nan='drop'"
    ):
        jaxfmm.KernelDensity(0.3).fit(points, unknown)
    keep = np.setdiff1d(np.arange(50), [4, 5, 9, 11, 20, 30, 41])
    density = kde.fit(holed, unknown)
    np.testing.assert_array_equal(density.points, points[keep])
    np.testing.assert_array_equal(density.weights, weights[keep])
    assert kde.fit(points).points.shape == (50, 2)
    holed[2, 0] = np.inf
    with pytest.raises(
        ValueError, match="infinite coordinates in 1 of 43 rows, with the numbers 2"
    ):
        kde.fit(holed, unknown)
    with pytest.raises(ValueError, match="NaN in each of the 3 rows"):
        kde.fit(np.full((3, 2), np.nan, np.float32))
    with pytest.raises(ValueError, match="traced"):
        jax.jit(lambda x: kde.fit(x).points)(points)
    with pytest.raises(ValueError, match="nan must be one of"):
        jaxfmm.KernelDensity(0.3, nan="omit")


def test_integers_are_taken():
    points = np.random.default_rng(9).integers(0, 50, (60, 2))
    right = jaxfmm.KernelDensity(2.0).fit(points.astype(np.float32))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for given in (
            points,
            points.tolist(),
            jnp.asarray(points),
            points.astype(np.int8),
            points.astype(object),
        ):
            density = jaxfmm.KernelDensity(2).fit(given, np.ones(60, int))
            assert density.points.dtype == density.weights.dtype == jnp.float32
            np.testing.assert_array_equal(density.points, right.points)
