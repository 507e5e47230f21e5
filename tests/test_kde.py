"""Kernel density estimation against sums of logarithms in numpy and jax, scipy and scikit-learn."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.scipy.special import logsumexp
from logsums import log_sums_of

import jaxfmm
from jaxfmm.kde import interpolation
from jaxfmm.logsumexp import reference as xla_walks, walks

float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
TOL = 1e-3  # of log densities, the default
N, M = 700, 200


def whitening(bandwidth, dim):
    """W with r = |(x - y) W|."""
    h = jnp.asarray(bandwidth)
    return jnp.linalg.inv(jnp.linalg.cholesky(h)).T if h.ndim == 2 else jnp.eye(dim) / h


@functools.partial(jax.jit, static_argnames="own")
def reference(queries, points, weights, bandwidth, scales=None, own=False):
    """log f by all pairs."""
    (n, dim), h = points.shape, whitening(bandwidth, points.shape[1])
    scales = jnp.ones(n) if scales is None else scales
    r2 = jnp.square((queries[:, None] - points[None]) @ h).sum(2) / jnp.square(scales)[None]
    share = jnp.broadcast_to(weights[None], r2.shape) * (1 - jnp.eye(n) if own else 1.0)
    share = share / share.sum(1, keepdims=True) * (scales[None] ** -dim)
    positive = share > 0
    log_share = jnp.where(positive, jnp.log(jnp.where(positive, share, 1.0)), -jnp.inf)
    return (
        logsumexp(-0.5 * r2 + log_share, axis=1) + jnp.linalg.slogdet(h)[1] - 0.5 * dim * jnp.log(2 * jnp.pi)
    )  # fmt: skip


def data(dim, dtype, seed=0):
    """Points in two clusters and one far from all, weights, and queries of which a tenth are far
    out."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(N, dim))
    points[: N // 3] = 0.2 * points[: N // 3] + 3
    points[0] = 40
    queries = rng.normal(size=(M, dim)) * np.where(np.arange(M) % 10 == 0, 30, 1)[:, None]
    return (jnp.asarray(a, dtype) for a in (points, rng.random(N) + 0.1, queries))


@pytest.mark.parametrize("dim", [1, 3])
@float64
@pytest.mark.slow
def test_agrees_with_scipy(dim, dtype):
    stats = pytest.importorskip("scipy.stats")
    points, weights, queries = data(dim, dtype)
    for rule in ("silverman", "scott"):
        density = jaxfmm.KernelDensity(rule).fit(points, weights)
        theirs = stats.gaussian_kde(np.asarray(points).T, rule, weights=np.asarray(weights))
        covariance = density.bandwidth**2 if dim == 1 else density.bandwidth
        np.testing.assert_allclose(
            np.reshape(covariance, (dim, dim)), theirs.covariance, rtol=1e-10
        )
    np.testing.assert_allclose(
        density.log_density(queries), theirs.logpdf(np.asarray(queries).T), atol=TOL
    )


@float64
def test_agrees_with_scikit_learn(dtype):
    neighbors = pytest.importorskip("sklearn.neighbors")
    points, weights, queries = data(2, dtype)
    theirs = neighbors.KernelDensity(bandwidth=0.3).fit(points, sample_weight=weights)
    density = jaxfmm.KernelDensity(0.3).fit(points, weights)
    ours, right = (
        density.score_samples(queries),
        np.abs(queries).max(1) < 3,
    )  # its trees are wrong farther out
    np.testing.assert_allclose(ours[right], theirs.score_samples(queries)[right], atol=TOL)
    assert density.score(queries) == pytest.approx(float(ours.sum()), rel=1e-12)


@pytest.mark.parametrize(
    ("method", "dtype"),
    [
        ("auto", "float32"),
        ("direct", "float64"),
        pytest.param("truncated", "float64", marks=pytest.mark.slow),
        pytest.param("fourier", "float64", marks=pytest.mark.slow),
    ],  # fmt: skip
    indirect=["dtype"],
)
def test_log_density_is_right_everywhere(method, dtype):
    points, weights, queries = data(2, dtype)
    bandwidth = jnp.asarray([0.2, 0.5], dtype)
    if method == "fourier":  # the far point makes too large a grid
        points, weights = points[1:], weights[1:]
    density = jaxfmm.KernelDensity(bandwidth, method=method).fit(points, weights)
    value = density.log_density(queries)
    assert value.dtype == dtype
    arrays = [
        np.asarray(a, np.float64) for a in (queries, points, weights, np.diag(bandwidth) ** 2)
    ]
    with jax.enable_x64(True):
        expected = np.asarray(reference(*map(jnp.asarray, arrays)))
    assert expected.min() < -5000
    np.testing.assert_allclose(value, expected, atol=TOL, rtol=8 * float(jnp.finfo(dtype).eps))


@float64
@pytest.mark.slow
def test_queries_that_are_all_far_out_or_none(dtype):
    points, weights, queries = data(2, dtype)
    density = jaxfmm.KernelDensity(0.1).fit(points, weights)
    far = queries + 1000
    expected = reference(far, points, weights, 0.1)
    np.testing.assert_allclose(density.log_density(far), expected, atol=TOL)
    np.testing.assert_allclose(
        jax.jit(lambda f, x: f.log_density(x))(density, far), expected, atol=TOL
    )
    assert density.log_density(queries[:0]).shape == (0,)


@pytest.mark.parametrize("kind", [pytest.param("number", marks=pytest.mark.slow), "matrix"])
@float64
def test_derivatives(kind, dtype):
    points, weights, queries = data(2, dtype)
    bandwidth = jnp.asarray(0.3) if kind == "number" else jnp.asarray([[0.1, 0.04], [0.04, 0.2]])
    density = jaxfmm.KernelDensity(bandwidth, tol=1e-6).fit(points, weights)
    v = jnp.cos(jnp.arange(M, dtype=dtype))

    def of_density(density, queries):
        return jnp.vdot(v, jnp.tanh(0.1 * density.log_density(queries)))

    def exact(*arguments):
        return jnp.vdot(v, jnp.tanh(0.1 * reference(*arguments)))

    arguments = (queries, points, weights, density.bandwidth)
    expected = jax.grad(exact, (0, 1, 2, 3))(*arguments)
    by_density, by_queries = jax.jit(jax.grad(of_density, (0, 1)))(density, queries)
    found = (by_queries, by_density.points, by_density.weights, by_density.bandwidth)
    for value, right in zip(found, expected):
        np.testing.assert_allclose(value, right, atol=1e-5 * np.abs(right).max())
    if kind == "number":
        gradient = density.grad_log_density(queries)
        right = jax.grad(lambda x: reference(x, *arguments[1:]).sum())(queries)
        np.testing.assert_allclose(gradient, right, rtol=1e-4, atol=1e-4)


@float64
def test_fit_in_jit(dtype):
    """Where the fast sum has no room for the points, every log density comes from the sums of
    logarithms."""
    points, weights, queries = data(1, dtype)

    def ours(h):
        return jaxfmm.KernelDensity(h, method="fourier").fit(points, weights).score(queries)

    value, slope = jax.jit(jax.value_and_grad(ours))(jnp.asarray(0.01))
    expected = jax.value_and_grad(lambda h: reference(queries, points, weights, h).sum())(
        jnp.asarray(0.01)
    )
    assert value == pytest.approx(float(expected[0]), rel=TOL) and slope == pytest.approx(
        float(expected[1]), rel=TOL
    )


@float64
@pytest.mark.slow
def test_second_derivatives(dtype):
    points, weights, queries = data(2, dtype)
    density = jaxfmm.KernelDensity(0.3, tol=1e-6).fit(points, weights)

    def product(f):
        return jax.jit(lambda x: jax.jvp(jax.grad(f), (x,), (jnp.sin(x),))[1])(queries)

    right = product(lambda x: reference(x, points, weights, 0.3).sum())
    np.testing.assert_allclose(product(density.score), right, atol=1e-4 * np.abs(right).max())


@float64
def test_leave_one_out_of_far_points_by_xla(dtype, monkeypatch):
    """A leaf has copies of its last point in the slots that are left. Over the anchor of a far
    point that is left out, their terms are as large as numbers get."""
    monkeypatch.setattr(walks, "operations", lambda *_: xla_walks)
    far = jnp.asarray([[40.0, 40.0], [-40.0, 40.0], [40.0, -40.0], [-40.0, -40.0]])
    points = jnp.concatenate(
        [far[:2], jnp.asarray(np.random.default_rng(0).normal(size=(26, 2))), far[2:]]
    )
    density = jaxfmm.KernelDensity(0.2).fit(points)
    slope = jax.grad(lambda h: density.with_bandwidth(h).loo_log_likelihood())(jnp.asarray(0.2))
    exact = jax.grad(lambda h: reference(points, points, jnp.ones(30), h, own=True).sum())(
        jnp.asarray(0.2)
    )
    assert slope == pytest.approx(float(exact), rel=TOL)


@float64
def test_leave_one_out(dtype):
    points, weights, _ = data(2, dtype)
    weights = weights.at[5].set(0)
    density = jaxfmm.KernelDensity(0.2, span=(0.5, 2.0)).fit(points, weights)
    right = reference(points, points, weights, 0.2, own=True)
    assert right[0] < -1000  # the point far from all
    np.testing.assert_allclose(density.loo_log_density(), right, atol=TOL)

    def exact(h):
        return jnp.sum(weights / weights.mean() * reference(points, points, weights, h, own=True))

    likelihood = jax.jit(
        jax.value_and_grad(lambda h: density.with_bandwidth(h).loo_log_likelihood())
    )
    for h in (0.12, 0.35):
        value, slope = likelihood(jnp.asarray(h))
        expected, expected_slope = jax.value_and_grad(exact)(jnp.asarray(h))
        assert value == pytest.approx(float(expected), rel=TOL)
        assert slope == pytest.approx(float(expected_slope), rel=TOL)
    many = jax.vmap(lambda h: density.with_bandwidth(h).loo_log_likelihood())(
        jnp.asarray([0.12, 0.35])
    )
    np.testing.assert_allclose(many, [exact(0.12), exact(0.35)], rtol=TOL)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_leaving_out_nearly_all_the_weight(dtype):
    """What is left is not the difference of two numbers that are nearly the same."""
    points, weights = (
        jnp.asarray([[0.0], [1.0], [2.5]], dtype),
        jnp.asarray([1.0, 1e-14, 3e-12], dtype),
    )
    value = jaxfmm.KernelDensity(1.0).fit(points, weights).loo_log_density()
    w, x = np.asarray(weights, float), np.asarray(points, float)[:, 0]
    terms = w * np.exp(-0.5 * np.square(x[:, None] - x)) * (1 - np.eye(3))
    exact = np.log(terms.sum(1) / (w.sum() - w) / np.sqrt(2 * np.pi))
    np.testing.assert_allclose(value, exact, atol=1e-3)
    with jax.enable_x64(True):
        wide = jaxfmm.KernelDensity("scott").fit(jnp.asarray(x[:, None]), jnp.asarray(w)).bandwidth
    found = jaxfmm.KernelDensity("scott").fit(points, weights).bandwidth
    np.testing.assert_allclose(found, wide, rtol=1e-4)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_the_scale_of_weights_does_not_matter(dtype):
    """Of numbers of Python and NumPy, from those that float32 does not have to those that it does
    not have either."""
    points, queries = [[0.0], [1.0]], [[0.0]]
    right = np.log(0.25 * (1 + 3 * np.exp(-0.5)) / np.sqrt(2 * np.pi))
    for scale in (1, 1e-300, 1e-46, 1e-40, 1e-38, 1e19, 3e38, 1e39, 1e300):
        for weights in (scale * np.array([1, 3]), [scale, 3 * scale]):
            density = jaxfmm.KernelDensity(1.0).fit(points, weights)
            np.testing.assert_allclose(density.log_density(queries), right, atol=1e-6)
            np.testing.assert_allclose(
                density.loo_log_likelihood(), -1 * 2 * 0.5 - np.log(2 * np.pi), atol=1e-5
            )
        scott = jaxfmm.KernelDensity("scott").fit(points, scale * np.array([1, 3])).bandwidth
        np.testing.assert_allclose(
            scott, jaxfmm.KernelDensity("scott").fit(points, [1, 3]).bandwidth, rtol=1e-6
        )
    for small in (
        np.float32([1e-40, 3e-40]),
        np.float32([1e38, 3e38]),
    ):  # of which the sum is zero or infinite to XLA
        for weights in (small, jnp.asarray(small)):
            value = jaxfmm.KernelDensity(1.0).fit(points, weights).log_density(queries)
            np.testing.assert_allclose(value, right, atol=1e-5)
    traced = jax.jit(lambda w: jaxfmm.KernelDensity("scott").fit(points, w).log_density(queries))
    for scale in (1e-30, 1.0, 1e37):
        np.testing.assert_allclose(
            traced(scale * jnp.asarray([1.0, 3.0])), traced(jnp.asarray([1.0, 3.0])), rtol=1e-5
        )
    for wrong, match in (
        ([1.0, -1e-40], "not negative"),
        ([1.0, np.inf], "finite"),
        ([0.0, 0.0], "all zero"),
        ([1e-300, np.nan], "NaN"),
        ([1e-300 + 0j, 1.0], "real"),
    ):
        with pytest.raises(ValueError, match=match):
            jaxfmm.KernelDensity(1.0).fit(points, np.array(wrong))


@pytest.mark.slow
@float64
def test_log_sums_of_many_blocks(dtype):
    rng = np.random.default_rng(1)
    points, queries = (
        jnp.asarray(20 * rng.normal(size=(2500, 2))),
        jnp.asarray(60 * rng.normal(size=(600, 2, 2))),
    )
    weights, scales = (
        jnp.asarray(rng.random(2500)).at[3].set(0),
        jnp.asarray(rng.random(2500) + 0.5),
    )
    chosen, own = jnp.asarray(rng.random(600) < 0.6), jnp.arange(600, dtype=jnp.int32)
    unit = jnp.asarray([0.5, 2.0])

    def exact(x, y, w, h, s):
        r2 = (
            jnp.square((x[:, :, None] - y[None, None]) / h[None, None, None]).sum(3)
            / jnp.square(s)[None, None]
        )
        there = (w[None] > 0) & (own[:, None] != jnp.arange(2500, dtype=jnp.int32)[None])
        height = jnp.log(jnp.where(w > 0, w, 1)) - 2 * jnp.log(s)
        terms = jnp.where(there[:, None], -0.5 * r2 + height[None, None], -jnp.inf)
        return jnp.where(chosen, logsumexp(terms.reshape(600, -1), axis=1), 0)

    def ours(x, y, w, h, s):
        return log_sums_of(chosen, x, y, w, h, s, own, tol=1e-10)

    arguments = (queries, points, weights, unit, scales)
    np.testing.assert_allclose(jax.jit(ours)(*arguments), exact(*arguments), rtol=1e-13, atol=1e-10)
    v = jnp.asarray(rng.normal(size=600))
    found, right = (
        jax.jit(jax.grad(lambda *a, f=f: jnp.vdot(v, f(*a)), (0, 1, 3, 4)))(*arguments) for f in (ours, exact)
    )  # fmt: skip
    for a, b in zip(found, right):
        np.testing.assert_allclose(a, b, atol=1e-9 * np.abs(b).max())


def test_isj():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(4000, 1))
    normal = float(jaxfmm.KernelDensity("isj").fit(jnp.asarray(x, jnp.float32)).bandwidth[0])
    assert normal == pytest.approx(1.06 * 4000**-0.2, rel=0.15)  # the best one for a normal density
    far = np.concatenate([x, x + 100])  # two of them, as wide, twice as many points
    apart = float(jaxfmm.KernelDensity("isj").fit(jnp.asarray(far, jnp.float32)).bandwidth[0])
    assert apart == pytest.approx(normal, rel=0.15)


@float64
@pytest.mark.slow
def test_cv_finds_the_largest_likelihood(dtype):
    points, weights, _ = data(1, dtype)
    points, weights = points[1:], weights[1:]  # not the point far from all
    best = jaxfmm.KernelDensity("cv").fit(points, weights).bandwidth
    factors = best * jnp.exp(jnp.linspace(-0.5, 0.5, 101))

    def likelihood(h):
        return jnp.sum(weights * reference(points, points, weights, h, own=True))

    values = jax.lax.map(likelihood, factors)
    assert abs(float(jnp.log(factors[jnp.argmax(values)] / best))) < 0.02


@float64
def test_adaptive(dtype):
    points, weights, queries = data(2, dtype)
    density = jaxfmm.KernelDensity(0.4, adaptive=0.5).fit(points, weights)
    pilot = reference(points, points, weights, 0.4)
    scales = jnp.exp(-0.5 * (pilot - (weights * pilot).sum() / weights.sum()))
    np.testing.assert_allclose(density.scales, scales, rtol=TOL)
    right = reference(queries, points, weights, 0.4, scales=density.scales)
    np.testing.assert_allclose(density.log_density(queries), right, atol=TOL)


@float64
def test_interpolation_of_scales_keeps_its_tolerance(dtype):
    for low, high, tol in ((0.0, 1e-9, 1e-6), (-1.0, 2.0, 1e-4), (-2.0, 2.0, 1e-9)):
        nodes = interpolation.nodes(low, high, tol)
        t, r2 = jnp.linspace(low, high, 50), jnp.geomspace(1e-3, 1e4, 60)
        parts = interpolation.weights(nodes, t)
        at_nodes = jnp.exp(-0.5 * r2[None] * jnp.exp(-2 * jnp.asarray(nodes))[:, None])
        exact = jnp.exp(-0.5 * r2[None] * jnp.exp(-2 * t)[:, None])
        assert jnp.abs(parts @ at_nodes - exact).max() < tol


@pytest.mark.parametrize("options", [{"bounds": ((0, 1), (0, None))}, {"periods": (1, None)}])
def test_slopes_in_a_bandwidth_outside_of_jit(options):
    points = jax.random.uniform(jax.random.key(0), (10, 2))

    def total(h):
        return jaxfmm.KernelDensity(h, **options).fit(points).log_density(points[:4]).sum()

    slope = jax.grad(total)(0.1)
    np.testing.assert_allclose(slope, (total(0.101) - total(0.099)) / 0.002, rtol=2e-3)
    np.testing.assert_allclose(slope, jax.jit(jax.grad(total))(0.1), rtol=1e-4)


@float64
def test_bounds(dtype):
    rng = np.random.default_rng(2)
    points = jnp.asarray(np.stack([rng.exponential(size=N), rng.random(N)], axis=1))
    h = jnp.asarray([0.2, 0.1])
    density = jaxfmm.KernelDensity(h, bounds=((0, None), (0.0, 1.0))).fit(points)
    x, y = np.linspace(0, 12, 121), np.linspace(0, 1, 21)
    grid = jnp.asarray(np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2))
    value = density.log_density(grid)
    assert np.trapezoid(np.trapezoid(np.exp(value).reshape(121, 21), y), x) == pytest.approx(
        1, abs=2e-3
    )
    signs = np.array([[a, b, c] for a in (1, -1) for b, c in ((1, 0), (-1, 0), (-1, 2))])
    mirrored = jnp.concatenate(
        [points * jnp.asarray([[a, b]]) + jnp.asarray([[0, c]]) for a, b, c in signs * 1.0]
    )
    right = reference(grid[::7], mirrored, jnp.ones(len(mirrored)), jnp.diag(h**2)) + np.log(
        len(signs)
    )
    np.testing.assert_allclose(value[::7], right, atol=TOL)
    assert (density.log_density(grid - 0.1).reshape(121, 21)[:1] == -jnp.inf).all()
    drawn = density.sample(jax.random.key(0), 5000)
    assert drawn.min() >= 0 and drawn[:, 1].max() <= 1
    assert abs(float(drawn[:, 0].mean()) - 1) < 0.15


@float64
def test_conditional_and_samples(dtype):
    points, weights, _ = data(2, dtype)
    covariance = jnp.asarray([[0.2, 0.1], [0.1, 0.3]])
    density = jaxfmm.KernelDensity(covariance).fit(points, weights)
    y = jnp.linspace(-6, 8, 200)
    line = jnp.stack([jnp.full(200, 0.4), y], axis=1)
    conditional = jnp.exp(density.log_conditional(line, given=[0]))
    assert np.trapezoid(conditional, y) == pytest.approx(1, abs=2e-3)
    drawn = density.sample(jax.random.key(1), 40_000)
    mean = (weights[:, None] * points).sum(0) / weights.sum()
    spread = jnp.cov(points.T, aweights=weights, ddof=0) + covariance
    np.testing.assert_allclose(drawn.mean(0), mean, atol=0.05)
    np.testing.assert_allclose(np.cov(drawn.T), spread, rtol=0.1)


POINTS = np.random.default_rng(3).normal(size=(20, 2)).astype(np.float32)
LINE = np.stack([POINTS[:, 0], 2 * POINTS[:, 0]], axis=1)
WRONG = [
    ({"bandwidth": "scot"}, POINTS, None, "bandwidth must be one of 'scott'"),
    ({"bandwidth": 0.0}, POINTS, None, "bandwidth must be positive"),
    ({"bandwidth": np.ones(3, np.float32)}, POINTS, None, r"bandwidth has shape \(3,\)"),
    ({"bandwidth": np.array([[1.0, 2], [2, 1]], np.float32)}, POINTS, None, "positive definite"),
    ({"bandwidth": np.array([[1.0, 0.2], [0, 1]], np.float32)}, POINTS, None, "symmetric"),
    ({"tol": 2.0}, POINTS, None, "tol must lie between"),
    ({"adaptive": 3.0}, POINTS, None, "adaptive must lie between"),
    ({"span": (2.0, 3.0)}, POINTS, None, "span must be"),
    ({"method": "fmm"}, POINTS, None, "method must be one of"),
    ({}, POINTS[0], None, "points must have shape"),
    ({}, POINTS[:0], None, "points are empty"),
    ({}, POINTS[:1], None, "at least two points"),
    ({}, np.where(POINTS > 1, np.nan, POINTS), None, "NaN"),
    ({}, np.ones((5, 2), np.float32), None, "differ in every coordinate"),
    ({"bandwidth": "isj"}, np.ones((5, 2), np.float32), None, "differ in every coordinate"),
    (
        {"bandwidth": "isj"},
        np.array([[0.0, 0], [1, 2], [1, 1], [2, 0], [0, 1], [2, 2]]),
        None,
        "no solution",
    ),
    ({}, LINE, None, "singular"),
    ({"bandwidth": "cv"}, np.repeat(POINTS, 2, axis=0), None, "repeat"),
    ({}, POINTS, np.ones(3, np.float32), "weights must have one row|one for each"),
    ({}, POINTS, -np.ones(20, np.float32), "not negative"),
    ({}, POINTS, np.zeros(20, np.float32), "all zero"),
    ({"bounds": ((0, 1),)}, POINTS, None, "bounds must be 2 pairs"),
    ({"bounds": ((0, None), (None, None))}, POINTS, None, "within the bounds"),
    ({"bounds": ((1, 0), (None, None))}, POINTS, None, "low < high"),
]


@pytest.mark.parametrize(("settings", "points", "weights", "message"), WRONG)
def test_bad_input(settings, points, weights, message):
    with pytest.raises(ValueError, match=message):
        jaxfmm.KernelDensity(**settings).fit(points, weights)


def test_bad_queries():
    density = jaxfmm.KernelDensity(0.5).fit(POINTS)
    with pytest.raises(ValueError, match="queries must be points in 2 dimensions"):
        density.log_density(POINTS[:, :1])
    with pytest.raises(ValueError, match="axes must"):
        density.marginal([2])
    with pytest.raises(ValueError, match="traced"):
        jax.jit(functools.partial(jaxfmm.KernelDensity("cv").fit))(POINTS)


def sum_of_logs(queries, points, bandwidth, weights=None, scales=None):
    """log f, its gradient and the shares of the points, in numpy's float64."""
    x, y, h = (np.asarray(a, np.float64) for a in (queries, points, bandwidth))
    weights = np.ones(len(y)) if weights is None else np.asarray(weights, np.float64)
    scales = np.ones(len(y)) if scales is None else np.asarray(scales, np.float64)
    dim = y.shape[1]
    covariance = h if h.ndim == 2 else np.diag(np.broadcast_to(h, dim) ** 2)
    u = x[:, None] - y
    v = u @ np.linalg.inv(covariance) / scales[:, None] ** 2
    with np.errstate(divide="ignore"):
        terms = np.log(weights) - dim * np.log(scales) - 0.5 * (u * v).sum(2)
    largest = terms.max(1)
    shares = np.exp(terms - largest[:, None])
    total = shares.sum(1)
    shares = shares / total[:, None]
    constant = (
        np.log(weights.sum())
        + 0.5 * dim * np.log(2 * np.pi)
        + 0.5 * np.linalg.slogdet(covariance)[1]
    )
    return largest + np.log(total) - constant, -np.einsum("mn,mnd->md", shares, v), shares


MATRIX = np.array([[0.02, 0.012], [0.012, 0.01]], np.float32)


@pytest.mark.parametrize(
    ("bandwidth", "offset", "settings"),
    [
        (0.1, 0.0, {}),
        (0.1, 1e5, {}),
        (MATRIX, 0.0, {}),
        (0.1, 0.0, {"adaptive": 0.5}),
    ],
)
@pytest.mark.slow
def test_float32_tails(bandwidth, offset, settings):
    """Value, gradient and second derivative as far out as 1e4 bandwidths, among queries of all
    distances."""
    rng = np.random.default_rng(5)
    points = (rng.normal(size=(N, 2)) + offset).astype(np.float32)
    queries = (rng.normal(size=(40, 2)) * np.logspace(0, 3, 40)[:, None] + offset).astype(
        np.float32
    )
    density = jaxfmm.KernelDensity(bandwidth, **settings).fit(points)
    right, gradient, shares = sum_of_logs(queries, points, density.bandwidth, scales=density.scales)
    np.testing.assert_allclose(density.log_density(queries), right, rtol=2e-6, atol=TOL)
    error = np.linalg.norm(density.grad_log_density(queries) - gradient, axis=1)
    assert (error < 2e-5 * (1 + np.linalg.norm(gradient, axis=1))).all()
    alone = jnp.concatenate([density.grad_log_density(queries[i : i + 1]) for i in (0, 20, 39)])
    error = np.linalg.norm(alone - gradient[[0, 20, 39]], axis=1)
    assert (error < 2e-5 * np.linalg.norm(gradient[[0, 20, 39]], axis=1)).all()
    if bandwidth is MATRIX or settings:
        return
    u = (queries[:, None].astype(float) - points.astype(float)) / 0.1**2
    slope = u.sum(2) - np.einsum("mn,mn->m", shares, u.sum(2))[:, None]  # along (1, 1)
    curvature = np.einsum("mn,mnd,mn->md", shares, u, slope) - 1 / 0.1**2
    score = jax.jit(lambda d, x: jax.jvp(d.grad_log_density, (x,), (jnp.ones_like(x),))[1])
    np.testing.assert_allclose(score(density, queries), curvature, rtol=1e-3, atol=0.1)


@pytest.mark.slow
def test_float32_tails_in_points_weights_and_bandwidth():
    rng = np.random.default_rng(6)
    points = rng.normal(size=(N, 2)).astype(np.float32)
    weights = (10.0 ** rng.uniform(-15, 15, N)).astype(np.float32)
    weights[7] = 0
    queries = (rng.normal(size=(30, 2)) * np.logspace(0, 3, 30)[:, None]).astype(np.float32)
    queries[0] = points[7] + 0.01
    density = jaxfmm.KernelDensity(0.1).fit(points, weights)
    right, _, shares = sum_of_logs(queries, points, 0.1, weights)
    np.testing.assert_allclose(density.log_density(queries), right, rtol=2e-6, atol=TOL)
    slopes = jax.grad(lambda d, x: d.score(x))(density, queries)
    assert all(jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(slopes))
    u = queries[:, None].astype(float) - points.astype(float)
    by_points = np.einsum("mn,mnd->nd", shares, u) / 0.01
    np.testing.assert_allclose(slopes.points, by_points, atol=1e-4 * np.abs(by_points).max())
    by_bandwidth = (np.einsum("mn,mn->m", shares, (u**2).sum(2)) / 1e-3 - 2 / 0.1).sum()
    assert float(slopes.bandwidth) == pytest.approx(by_bandwidth, rel=1e-5)
    # of the one without weight, to which the first query is near
    log_term = (
        -(u[0, 7] ** 2).sum() / 0.02
        - np.log(2 * np.pi * 0.01)
        - np.log(weights.astype(float).sum())
    )
    expected = np.exp(log_term - right[0]) - 1 / weights.astype(float).sum()
    by_weight = jax.grad(lambda d: d.score(queries[:1]))(density).weights[7]
    assert float(by_weight) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("bounds", [None, [(-8, None), None]])
@pytest.mark.slow
def test_queries_that_are_not_finite(bounds):
    """Each makes its own result NaN or -inf and leaves the others alone."""
    rng = np.random.default_rng(7)
    points = rng.normal(size=(100, 2)).astype(np.float32)
    queries = rng.normal(size=(5, 2)).astype(np.float32)
    density = jaxfmm.KernelDensity(0.3, bounds=bounds).fit(points)
    odd = queries.copy()
    odd[1, 0], odd[2, 1], odd[3, 1] = np.nan, np.inf, 1e30
    for log_density in (density.log_density, jax.jit(density.log_density)):
        value = log_density(odd)
        assert np.isnan(value[1]) and value[2] == -np.inf and value[3] == -np.inf
        np.testing.assert_allclose(value[::4], density.log_density(queries)[::4], rtol=1e-5)
    gradient = density.grad_log_density(odd)
    assert (
        np.isnan(gradient[1]).all() and (gradient[2] == 0).all() and np.isfinite(gradient[3]).all()
    )
    np.testing.assert_allclose(
        gradient[::4], density.grad_log_density(queries)[::4], rtol=1e-5, atol=1e-5
    )
    broken = jnp.asarray(points).at[0].set(jnp.nan)
    assert np.isnan(
        jax.jit(lambda x: jaxfmm.KernelDensity(0.3).fit(x).loo_log_density())(broken)
    ).all()


@pytest.mark.parametrize("settings", [{}, {"adaptive": 0.5, "bounds": [(-9, None), None]}])
@pytest.mark.slow
def test_float32_points_with_x64(settings):
    with jax.enable_x64(True):
        density = jaxfmm.KernelDensity(np.float64(0.3), **settings).fit(POINTS)
        found = [
            density.grad_log_density(POINTS),
            density.loo_log_density(),
            density.log_conditional(POINTS, 0),
            density.with_bandwidth(0.4).log_density(POINTS),
            density.sample(jax.random.key(0), 3),
        ]
        assert all(value.dtype == jnp.float32 and jnp.isfinite(value).all() for value in found)


@pytest.mark.slow
def test_odd_arguments():
    density = jaxfmm.KernelDensity([0.3, 0.4]).fit(POINTS)
    assert density.sample(jax.random.key(0), 0).shape == (0, 2)
    assert density.sample(jax.random.key(0), np.int64(100)).shape == (100, 2)
    for axis in (1, [1], np.array([1]), np.int64(1), jnp.array(1)):
        np.testing.assert_array_equal(density.marginal(axis).points, POINTS[:, 1:])
    np.testing.assert_array_equal(density.marginal([1, 0]).points, POINTS[:, ::-1])
    joint = density.log_density(POINTS)
    np.testing.assert_array_equal(density.log_conditional(POINTS, []), joint)
    known = density.marginal(0).log_density(POINTS[:, :1])
    np.testing.assert_allclose(density.log_conditional(POINTS, np.array([0])), joint - known)
    empty = POINTS[:0]
    assert density.grad_log_density(empty).shape == (0, 2) and density.log_conditional(
        empty, 0
    ).shape == (0,)
    for wrong, match in (
        (lambda: density.log_conditional(POINTS, [0, 1]), "given must leave at least one"),
        (lambda: density.log_conditional(POINTS, "x"), "given must be a column"),
        (lambda: density.marginal([]), "axes must be at least one"),
        (lambda: density.marginal([0, 0]), "axes must be different"),
        (lambda: density.sample(jax.random.key(0), -1), "n must lie in"),
        (lambda: density.with_bandwidth(-1.0), "bandwidth must be positive"),
        (lambda: jaxfmm.KernelDensity(0.3).fit(POINTS[:, 0]), r"points\[:, None\]"),
    ):
        with pytest.raises(ValueError, match=match):
            wrong()


@pytest.mark.slow
def test_forms_of_bounds():
    right = (
        jaxfmm.KernelDensity(0.3, bounds=((-5.0, 5.0), (None, None)))
        .fit(POINTS)
        .log_density(POINTS)
    )
    for bounds in (
        [(-5, 5), None],
        np.array([[-5, 5], [-np.inf, np.inf]]),
        [[np.float32(-5), 5], (None, None)],
    ):
        np.testing.assert_array_equal(
            jaxfmm.KernelDensity(0.3, bounds=bounds).fit(POINTS).log_density(POINTS), right
        )
    line = POINTS[:, :1]
    for bounds in ((-5, None), [(-5, None)], np.array([[-5, np.inf]])):
        assert jaxfmm.KernelDensity(0.3, bounds=bounds).fit(line).bounds == ((-5.0, None),)
    for bounds in (3, "ab", (-5, 5), [(-5, np.nan), None], [(-5, 5, 6), None]):
        with pytest.raises(ValueError, match="bounds must be 2 pairs"):
            jaxfmm.KernelDensity(0.3, bounds=bounds).fit(POINTS)
    with pytest.raises(ValueError, match="low < high"):
        jaxfmm.KernelDensity(0.3, bounds=[(np.inf, None), None]).fit(POINTS)


@pytest.mark.slow
def test_points_that_are_equal_or_alone():
    for points in (np.ones((9, 2), np.float32), np.zeros((9, 2), np.float32), POINTS[:1]):
        for adaptive in (None, 0.5):
            density = jaxfmm.KernelDensity(0.3, adaptive=adaptive).fit(points)
            right, gradient, _ = sum_of_logs(POINTS, points, 0.3)
            np.testing.assert_allclose(density.log_density(POINTS), right, atol=TOL)
            np.testing.assert_allclose(
                density.grad_log_density(POINTS), gradient, rtol=TOL, atol=TOL
            )


@pytest.mark.slow
def test_bandwidths_at_the_ends_of_the_dtype():
    """Refused outside of jit; inside, where they are not known, right."""
    for h in (1e-19, 1e-37):
        with pytest.raises(ValueError, match="bandwidth"):
            jaxfmm.KernelDensity(h).fit(POINTS)
        value = jax.jit(lambda h: jaxfmm.KernelDensity(h).fit(POINTS).log_density(POINTS))(h)
        np.testing.assert_allclose(
            value, -np.log(20) - np.log(2 * np.pi) - 2 * np.log(h), rtol=1e-5
        )
    density = jaxfmm.KernelDensity(1e15).fit(POINTS)
    np.testing.assert_allclose(
        density.log_density(POINTS), -np.log(2 * np.pi) - 2 * np.log(1e15), rtol=1e-6
    )


def test_print():
    density = jaxfmm.KernelDensity(0.3, adaptive=0.5, bounds=[(-9, None), None], tol=1e-2).fit(
        POINTS
    )
    text = str(density)
    for part in (
        "20 points in 2D, float32",
        "to 0.01",
        "bandwidth 0.3",
        "weights all 1",
        "scales",
        "-9 to open",
        "direct",
    ):
        assert part in text
    assert len(text.splitlines()) < 12 and repr(density) == text
    assert "covariance matrix (2, 2)" in str(jaxfmm.KernelDensity().fit(POINTS))
    seen = []
    jax.jit(lambda d: seen.append(str(d)))(density)
    jax.vmap(lambda d: seen.append(str(d)))(jax.tree.map(lambda x: jnp.stack([x, x]), density))
    assert all("bandwidth traced" in text and "20 points" in text for text in seen)
    assert "2 of 20 points" in str(jax.tree.map(lambda x: jnp.stack([x, x]), density))
