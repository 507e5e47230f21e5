"""Log-sum-exp sums and optimal transport, against all pairs in float64."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import sinkhorn_loop, transport

N, M = 60, 40
BANDWIDTHS = {1: [0.2], 2: [0.2, [0.1, 0.3], [[0.04, 0.02], [0.02, 0.06]]], 3: [0.05], 70: [3.0]}
CASES = [(dim, h) for dim, every in BANDWIDTHS.items() for h in every]


def problem(dim, dtype, seed=0):
    """Sources, logarithms of weights that differ by hundreds, and targets near and far."""
    rng = np.random.default_rng(seed)
    y, x = rng.random((N, dim)), rng.random((M, dim)) * 3 - 1
    x[-3:] += 100
    return (jnp.asarray(a, dtype) for a in (y, 100 * rng.normal(size=N), x))


def over_pairs(y, w, x, h):
    h = jnp.asarray(h, y.dtype)
    offset = x[:, None] - y[None]
    if h.ndim == 2:
        r2 = jnp.einsum("mnc,cd,mnd->mn", offset, jnp.linalg.inv(h), offset)
    else:
        r2 = jnp.square(offset / jnp.broadcast_to(h, y.shape[1:])[None, None]).sum(2)
    return jax.nn.logsumexp(w[None] - 0.5 * r2, axis=1)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(("dim", "h"), [(2, 0.02), (3, 0.1)])
def test_neighbours_share_walks(dim, h, dtype):
    """So many targets that few of them walk alone on a GPU; some far from all others, and log
    weights that change fast."""
    rng = np.random.default_rng(0)
    x = rng.random((2**15 + 5, dim))
    x[::500] *= 30
    y = rng.random((3000, dim))
    y, w, x = (jnp.asarray(a, dtype) for a in (y, 100 * np.sin(7 * y.sum(1)), x))
    found = jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=1e-5)
    some = np.r_[:40, 500:32000:500, 2**15 : 2**15 + 5]
    np.testing.assert_allclose(found[some], over_pairs(y, w, x[some], h), rtol=1e-13, atol=1e-5)


@pytest.mark.parametrize(("dim", "h"), CASES)
def test_against_all_pairs(dim, h, dtype):
    y, w, x = problem(dim, dtype)
    with jax.enable_x64(True):
        wide = [jnp.asarray(np.asarray(a, np.float64)) for a in (y, w, x)]
        expected = np.asarray(over_pairs(*wide, h))
    found = jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=1e-5)
    rounding = 8 * float(jnp.finfo(dtype).eps)
    np.testing.assert_allclose(found, expected, rtol=rounding, atol=1e-5)
    inside = jax.jit(lambda y, w, x: jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=1e-5))
    np.testing.assert_allclose(inside(y, w, x), expected, rtol=rounding, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_derivatives(dim, dtype):
    """Of first and second order, in all arguments, with a source that is left out."""
    y, w, x = problem(dim, dtype)
    w, weights = 0.1 * w, jnp.arange(1.0, M + 1)

    def loss(sum_of):
        return lambda y, w, x, h: (sum_of(y, w, x, h) * weights)[: M - 3].sum()

    found = loss(lambda y, w, x, h: jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=1e-9))
    expected = loss(over_pairs)
    every, given = (0, 1, 2, 3), (y, w, x, jnp.asarray(0.2))
    for a, b in zip(*(jax.grad(f, every)(*given) for f in (found, expected))):
        assert cases.error(a, b) <= 1e-7
    along = (y, jnp.ones_like(w), x, jnp.ones(()))
    curved = (jax.jvp(jax.grad(f, every), given, along)[1] for f in (found, expected))
    for a, b in zip(*curved):
        assert cases.error(a, b) <= 1e-7
    without = jax.grad(found, every)(y, w.at[5].set(-jnp.inf), x, given[3])
    assert all(jnp.isfinite(slope).all() for slope in without)
    assert not without[0][5].any() and without[1][5] == 0


def test_columns_batches_and_nothing():
    y, w, x = problem(2, jnp.float32)
    both = jnp.stack([w, 0 * w], axis=1)

    def total(w):
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=0.3)

    assert cases.error(total(both)[:, 1], total(0 * w)) <= 1e-6
    assert cases.error(jax.vmap(total)(both.T), total(both).T) <= 1e-6
    assert (total(jnp.full(N, -jnp.inf)) == -jnp.inf).all()
    own = jaxfmm.log_sum_exp(y, w, bandwidth=0.3)
    assert cases.error(own, over_pairs(y, w, y, 0.3)) <= 1e-5
    assert jaxfmm.log_sum_exp(y, w, y[:0], bandwidth=0.3).shape == (0,)


NOT_NUMBERS = {
    "sources": (0, jnp.nan, "sources hold NaN or infinite coordinates in 1 of 60 rows, .* row 3"),
    "infinite sources": (0, jnp.inf, "sources hold NaN or infinite coordinates"),
    "log_weights": (1, jnp.nan, r"log_weights hold NaN or \+inf in 1 of 60 rows, first in row 3"),
    "infinite log_weights": (1, jnp.inf, r"log_weights hold NaN or \+inf"),
}


@pytest.mark.parametrize("by_segments", [False, True])
@pytest.mark.parametrize("what", NOT_NUMBERS)
def test_no_term_is_left_out_because_it_is_no_number(what, by_segments):
    """Errors outside of `jit`, and NaN inside; not for padding."""
    place, value, message = NOT_NUMBERS[what]
    given = list(problem(2, jnp.float32))
    given[place] = given[place].at[3].set(value)

    def total(y, w, x, numbers):
        of = {"segments": numbers, "num_segments": 2, "target_segments": numbers[:M]}
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=0.3, **(of if by_segments else {}))

    numbers = jnp.arange(N) % 2
    with pytest.raises(ValueError, match=message):
        total(*given, numbers)
    assert jnp.isnan(jax.jit(total)(*given, numbers)).all()
    if by_segments:
        for sum_of in (total, jax.jit(total)):
            assert jnp.isfinite(sum_of(*given, numbers.at[3].set(-1))).all()


def test_a_target_that_is_no_number():
    y, w, x = problem(2, jnp.float32)
    found = jaxfmm.log_sum_exp(y, w, x.at[3].set(jnp.nan), bandwidth=0.3)
    assert jnp.isnan(found[3]) and jnp.isnan(found).sum() == 1


@pytest.mark.parametrize("spread", [0.5, 50.0])
def test_a_plan_gives_sums_that_have_digits(spread):
    """And walks give the others."""
    rng = np.random.default_rng(0)
    y, x = (jnp.asarray(rng.random((3000, 2)), jnp.float32) for _ in range(2))
    w = jnp.asarray(spread * rng.normal(size=3000), jnp.float32)
    plan = jaxfmm.plan(y, x, kernel=jaxfmm.Gaussian(0.2), tol=1e-5)
    found = jax.jit(lambda w, plan: jaxfmm.log_sum_exp(y, w, x, bandwidth=0.2, tol=1e-3, plan=plan))
    np.testing.assert_allclose(found(w, plan), over_pairs(y, w, x, 0.2), atol=1e-3)


@pytest.mark.parametrize(
    ("dim", "h", "tol", "weights"),
    [
        (2, 0.2, 1e-3, "smooth"),
        (1, 0.1, 1e-3, "smooth"),
        (2, 0.2, 1e-5, "smooth"),
        (2, 0.2, 1e-3, "rough"),
        (2, 0.2, 1e-3, "alike"),
        (2, 0.2, 1e-3, "two"),
        (3, 0.5, 1e-3, "smooth"),
    ],
)
def test_many_targets_in_a_bandwidth(dim, h, tol, weights, dtype):
    """Where one walk is for all targets in a box; a few targets are far away, one is NaN."""
    rng = np.random.default_rng(0)
    y, x = rng.random((600, dim)), rng.random((4000, dim))
    x[:5] += 300.0
    w = {
        "smooth": 40 * np.sin(5 * y[:, 0]),
        "rough": 100 * rng.normal(size=600),
        "alike": np.zeros(600),
        "two": np.where(np.arange(600) < 2, 30.0, -1000.0),
    }[weights]
    x[7] = np.nan
    given = [np.asarray(a, dtype) for a in (y, w, x)]
    y, w, x = (a.astype(np.float64) for a in given)
    exponents = w[None] - np.square(x[:, None] - y[None]).sum(2) / (2 * h * h)
    top = exponents.max(1)
    terms = np.exp(exponents - top[:, None])
    expected = top + np.log(terms.sum(1))
    rounding = 8 * float(jnp.finfo(dtype).eps)

    def total(x):
        return jaxfmm.log_sum_exp(*map(jnp.asarray, given[:2]), x, bandwidth=h, tol=tol)

    found, slope = jax.jit(lambda x: (total(x), jax.grad(lambda x: total(x).sum())(x)))(given[2])
    assert not np.isfinite(found[7])
    good = np.arange(len(x)) != 7
    np.testing.assert_allclose(found[good], expected[good], rtol=rounding, atol=tol)
    mean = (terms @ y / terms.sum(1)[:, None] - x) / h**2
    near = good & (np.arange(len(x)) >= 5)
    assert np.abs(np.asarray(slope) - mean)[near].max() <= 3 * tol / h + 100 * rounding / h**2


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("dim", [1, 2, 70])
def test_log_weights_of_densities(dim, dtype):
    """Weights that differ by thousands; queries, and points without themselves; gradients."""
    rng = np.random.default_rng(0)
    y = jnp.asarray(rng.random((N, dim)), dtype)
    w = jnp.asarray(1000 * rng.normal(size=N), dtype).at[3].set(-jnp.inf)
    x = jnp.asarray(rng.random((M, dim)) * 50 - 25, dtype)
    h = 0.3

    def found(y, w):
        return jaxfmm.KernelDensity(h, tol=1e-9).fit(y, log_weights=w)

    def expected(y, w, x):
        norm = jax.nn.logsumexp(w) + dim * jnp.log(h * jnp.sqrt(2 * jnp.pi))
        return over_pairs(y, w, x, h) - norm

    np.testing.assert_allclose(found(y, w).log_density(x), expected(y, w, x), rtol=1e-9)
    others = np.stack(
        [expected(*(jnp.delete(a, i, axis=0) for a in (y, w)), y[i : i + 1])[0] for i in range(N)]
    )
    np.testing.assert_allclose(found(y, w).loo_log_density(), others, rtol=1e-9)
    w, along = 0.01 * w.at[3].set(5.0), jnp.sin(jnp.arange(1.0, M + 1))
    slopes = jax.grad(lambda y, w: found(y, w).log_density(x) @ along, (0, 1))(y, w)
    right = jax.grad(lambda y, w: expected(y, w, x) @ along, (0, 1))(y, w)
    for one, other in zip(slopes, right):
        assert cases.error(one, other) <= 1e-7


def test_bad_log_weights_of_densities():
    y, w = jnp.ones((3, 2)), jnp.zeros(3)
    for message, options, weights in (
        ("weights and log_weights are both given", {}, {"weights": w + 1, "log_weights": w}),
        ("log_weights need kernel='gaussian'", {"kernel": "epanechnikov"}, {"log_weights": w}),
        ("are all -inf", {}, {"log_weights": w - jnp.inf}),
        ("must be finite or -inf", {}, {"log_weights": w + jnp.inf}),
        ("log_weights are NaN", {}, {"log_weights": w * jnp.nan}),
        ("must be real, with shape", {}, {"log_weights": w[:, None]}),
    ):
        with pytest.raises(ValueError, match=message):
            jaxfmm.KernelDensity(0.1, **options).fit(y, **weights)


def test_bad_arguments():
    y, w = jnp.ones((3, 2)), jnp.zeros(3)
    for message, given in {
        "log_weights must have one row": (y, w[:2], {}),
        "tol must lie between": (y, w, {"tol": 2.0}),
        "log_weights must be real": (y, jnp.asarray(w, jnp.complex64), {}),
        "sources must be at least one point": (y[:0], w[:0], {}),
    }.items():
        with pytest.raises(ValueError, match=message):
            jaxfmm.log_sum_exp(*given[:2], bandwidth=1.0, **given[2])


# Transport


def clouds(dtype=jnp.float64, sizes=(30, 40)):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(sizes[0], 2)), 0.5 * rng.normal(size=(sizes[1], 2)) + 1
    a, b = (rng.random(size) + 0.5 for size in sizes)
    return tuple(jnp.asarray(v, dtype) for v in (x, y, a / a.sum(), b / b.sum()))


def sinkhorn_over_pairs(x, y, a, b, epsilon, iterations=3000):
    """The cost by the plain loop."""
    cost = 0.5 * jnp.square(x[:, None] - y[None]).sum(2)

    def iterate(both, _):
        f, g = both
        f = -epsilon * jax.nn.logsumexp(jnp.log(b)[None] + (g[None] - cost) / epsilon, axis=1)
        g = -epsilon * jax.nn.logsumexp(jnp.log(a)[:, None] + (f[:, None] - cost) / epsilon, axis=0)
        return (f, g), None

    start = jnp.zeros_like(a), jnp.zeros_like(b)
    (f, g), _ = jax.lax.scan(iterate, start, length=iterations)
    return a @ f + b @ g


SHARP = {"tol": 1e-8, "max_iterations": 100_000}


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("epsilon", [1.0, 0.1, 0.02])
def test_costs(epsilon, dtype):
    x, y, a, b = clouds()
    found = transport.sinkhorn(x, y, a, b, epsilon=epsilon, **SHARP).check()
    expected = sinkhorn_over_pairs(x, y, a, b, epsilon)
    np.testing.assert_allclose(found.cost, expected, rtol=1e-7)
    coupling = jnp.log(a)[:, None] + jnp.log(b)[None] + (found.f[:, None] + found.g[None]) / epsilon
    coupling = jnp.exp(coupling - 0.5 * jnp.square(x[:, None] - y[None]).sum(2) / epsilon)
    assert abs(coupling.sum(1) - a).sum() <= 1e-6 and abs(coupling.sum(0) - b).sum() <= 1e-6
    means = coupling @ y / coupling.sum(1)[:, None]
    np.testing.assert_allclose(found.barycenters(), means, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("share", [1.0, 1e-2, 1e-3, 1e-4, 1e-5])
def test_small_epsilon(share, dtype):
    """Potentials of converged problems, by their marginals; and the sums of such potentials in
    float32."""
    rng = np.random.default_rng(0)
    x, y = rng.random((60, 2)), np.abs(rng.random((60, 2)) - 0.5) + 0.3
    epsilon = share * 2.0
    found = transport.sinkhorn(
        jnp.asarray(x), jnp.asarray(y), epsilon=epsilon, max_iterations=200_000
    ).check()
    exponents = (found.f[:, None] + found.g[None]) / epsilon
    exponents -= np.square(x[:, None] - y[None]).sum(2) / (2 * epsilon)
    coupling = np.exp(exponents) / 60**2
    for axis in (0, 1):
        assert np.abs(coupling.sum(axis) - 1 / 60).sum() <= 2e-3
    narrow = [np.asarray(a, np.float32) for a in (y, found.g / epsilon, x)]
    sharp = jaxfmm.log_sum_exp(*map(jnp.asarray, narrow), bandwidth=epsilon**0.5)
    y, w, x = (a.astype(np.float64) for a in narrow)
    h = float(np.float32(epsilon**0.5))
    exponents = w[None] - np.square(x[:, None] - y[None]).sum(2) / (2 * h * h)
    top = exponents.max(1)
    expected = top + np.log(np.exp(exponents - top[:, None]).sum(1))
    largest = np.abs(exponents.max(1)).max() + np.abs(w).max()
    np.testing.assert_allclose(sharp, expected, atol=1e-4 + 1e-6 * largest)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(
    ("epsilon", "reach", "expected"),
    [
        (1.0, None, 1.8651301422386681),
        (0.1, None, 1.4243091235645344),
        (0.01, None, 1.2501173911132153),
        (0.1, 1.0, 1.1606944188760764),
        (0.1, 0.1, 0.37601738592501677),
    ],
)
def test_costs_of_pot(epsilon, reach, expected, dtype):
    """POT 0.9.7: `sinkhorn_log` and `sinkhorn_unbalanced`, until they changed by 1e-13."""
    x, y, a, b = clouds()
    b = b if reach is None else 2 * b
    found = transport.sinkhorn(x, y, a, b, epsilon=epsilon, reach=reach, **SHARP).check()
    np.testing.assert_allclose(found.cost, expected, rtol=1e-7)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives_of_costs(dtype):
    x, y, a, b = clouds()

    def found(x, y, a, b, epsilon):
        return transport.sinkhorn(x, y, a, b, epsilon=epsilon, **SHARP).cost

    def expected(*given):
        return sinkhorn_over_pairs(*given, iterations=300)

    given, every = (x, y, a, b, jnp.asarray(0.5)), (0, 1, 2, 3, 4)
    for one, other in zip(*(jax.grad(f, every)(*given) for f in (found, expected))):
        if one.ndim == 1:  # a constant goes from one potential to the other
            one, other = one - one.mean(), other - other.mean()
        assert cases.error(one, other) <= 1e-6
    along = jnp.sin(jnp.arange(float(x.size))).reshape(x.shape)

    def slope(f):
        return jax.grad(lambda x: f(x, *given[1:]))

    other = jax.jvp(slope(expected), (x,), (along,))[1]
    assert cases.error(jax.jvp(slope(found), (x,), (along,))[1], other) <= 1e-5
    assert cases.error(jax.grad(lambda x: (slope(found)(x) * along).sum())(x), other) <= 1e-5


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_divergences(dtype):
    x, y, a, b = clouds()
    options = {"epsilon": 0.1, **SHARP}
    shift = jnp.array([1.0, -2.0])
    assert abs(transport.sinkhorn_divergence(x, x, a, a, **options)) <= 1e-8
    moved = transport.sinkhorn_divergence(x, x + shift[None], a, a, **options)
    np.testing.assert_allclose(moved, 0.5 * shift @ shift, rtol=1e-6)
    slope = jax.grad(lambda t: transport.sinkhorn_divergence(x, x + t[None], a, a, **options))(
        shift
    )
    np.testing.assert_allclose(slope, shift, rtol=1e-5)
    p = sinkhorn_over_pairs
    expected = p(x, y, a, b, 0.1) - 0.5 * p(x, x, a, a, 0.1) - 0.5 * p(y, y, b, b, 0.1)
    np.testing.assert_allclose(
        jax.jit(lambda x: transport.sinkhorn_divergence(x, y, a, b, **options))(x),
        expected,
        rtol=1e-6,
    )


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_gaussians_have_the_closed_form(dtype):
    """Of Janati, Muzellec, Peyre & Cuturi (NeurIPS 2020), theorem 1, in one dimension with sigma^2
    = epsilon / 2 there; points at quantiles of the Gaussians."""
    n, epsilon = 800, 0.5
    levels = (np.arange(n) + 0.5) / n
    quantiles = jax.scipy.stats.norm.ppf(jnp.asarray(levels))[:, None]
    s, t, shift = 1.0, 0.6, 0.8
    found = transport.sinkhorn_divergence(s * quantiles, t * quantiles + shift, epsilon=epsilon)

    def cost(s, t):  # for |x - y|^2 / 2
        root = np.sqrt(4 * s**2 * t**2 + epsilon**2)
        return (
            0.5 * (s**2 + t**2)
            - 0.5 * root
            + 0.5 * epsilon * np.log((root + epsilon) / (2 * epsilon))
        )

    expected = 0.5 * shift**2 + cost(s, t) - 0.5 * cost(s, s) - 0.5 * cost(t, t)
    np.testing.assert_allclose(found, expected, rtol=0.01)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_gaussians_in_the_plane_have_the_closed_form(dtype):
    """The same theorem for covariances that do not commute; points at products of quantiles, with
    the covariances that these have."""
    n, epsilon = 40, 0.4
    levels = jax.scipy.stats.norm.ppf(jnp.asarray((np.arange(n) + 0.5) / n))
    points = np.stack(np.meshgrid(levels, levels), axis=-1).reshape(-1, 2)
    x, y = points @ [[1.0, 0.4], [0.0, 0.5]], points @ [[0.6, 0.0], [-0.5, 0.9]] + [0.5, -0.3]

    def power(matrix, exponent):
        values, vectors = np.linalg.eigh(matrix)
        return vectors * values**exponent @ vectors.T

    def cost(a, b):  # for |x - y|^2 / 2, without the mean's, up to a constant
        root = power(a, 0.5)
        d = power(4 * root @ b @ root + epsilon**2 * np.eye(2), 0.5)
        half = np.trace(a + b - d) + epsilon * np.log(np.linalg.det(d + epsilon * np.eye(2)))
        return 0.5 * half

    a, b = (np.cov(points, rowvar=False, bias=True) for points in (x, y))
    found = transport.sinkhorn_divergence(jnp.asarray(x), jnp.asarray(y), epsilon=epsilon)
    shift = 0.5 * np.square(x.mean(0) - y.mean(0)).sum()
    expected = shift + cost(a, b) - 0.5 * cost(a, a) - 0.5 * cost(b, b)
    np.testing.assert_allclose(found, expected, rtol=0.01)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_unbalanced(dtype):
    """A large reach is the balanced problem; other reaches are optimal over the primal."""
    x, y, a, b = clouds()
    balanced = transport.sinkhorn(x, y, a, b, epsilon=0.1, **SHARP).cost
    far = transport.sinkhorn(x, y, a, b, epsilon=0.1, reach=1e6, **SHARP).check().cost
    np.testing.assert_allclose(far, balanced, rtol=1e-5)
    found = transport.sinkhorn(x, y, a, 2 * b, epsilon=0.1, reach=1.0, **SHARP).check()
    cost = 0.5 * jnp.square(x[:, None] - y[None]).sum(2)
    prior = a[:, None] * (2 * b)[None]
    coupling = prior * jnp.exp((found.f[:, None] + found.g[None] - cost) / 0.1)

    def relative_entropy(p, q):
        return (p * jnp.log(p / q) - p + q).sum()

    value = (coupling * cost).sum() + 0.1 * relative_entropy(coupling, prior)
    value += relative_entropy(coupling.sum(1), a) + relative_entropy(coupling.sum(0), 2 * b)
    np.testing.assert_allclose(found.cost, value, rtol=1e-6)


def test_a_loop_that_does_not_converge_says_so():
    x, y, a, b = clouds(jnp.float32)
    found = transport.sinkhorn(x, y, a, b, epsilon=1e-3, max_iterations=3)
    assert int(found.status) == 1 and jnp.isnan(found.cost) and float(found.error) > 1e-3
    with pytest.raises(ValueError, match="did not converge: the marginals have an error"):
        found.check()
    assert jnp.isnan(transport.sinkhorn_divergence(x, y, a, b, epsilon=1e-3, max_iterations=3))


@pytest.mark.parametrize("value", [jnp.nan, jnp.inf, 1e30])  # the last: its square is infinite
def test_points_that_are_not_finite_end_the_loop(value):
    x = jnp.linspace(0.0, 1.0, 20)[:, None]
    found = transport.sinkhorn(x.at[3].set(value), x + 1, epsilon=0.1)
    assert int(found.status) == 2 and jnp.isnan(found.cost)
    with pytest.raises(ValueError, match="points, masses or epsilon hold NaN or infinite numbers"):
        found.check()


def test_more_points_than_clusters(monkeypatch):
    monkeypatch.setattr(sinkhorn_loop, "CLUSTERS", 64)
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((700, 2)) + c, jnp.float32) for c in (0, 1))
    found = transport.sinkhorn(x, y, epsilon=0.02).check()
    mass = jnp.full(700, 1 / 700)
    expected = sinkhorn_over_pairs(x, y, mass, mass, 0.02, iterations=300)
    np.testing.assert_allclose(found.cost, expected, rtol=1e-3)


def test_bad_problems():
    x = jnp.ones((3, 2))
    for message, given, options in (
        ("differ in dimension", (x, x[:, :1]), {}),
        ("at least one point", (x, x[:0]), {}),
        ("the same sum", (x, x, jnp.ones(3), 2 * jnp.ones(3)), {}),
        ("positive masses", (x, x, jnp.zeros(3), jnp.ones(3)), {}),
        ("epsilon must be one positive", (x, x), {"epsilon": 0.0}),
        ("reach must be one positive", (x, x), {"reach": -1.0}),
        ("tol must lie", (x, x), {"tol": 0.0}),
    ):
        with pytest.raises(ValueError, match=message):
            transport.sinkhorn(*given, **({"epsilon": 1.0} | options))
