"""One-dimensional Gaussian sums by exponentials, against direct sums in float64."""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.gaussian import exponential_sums as method, exponential_tables
from jaxfmm.gaussian.recurrences import cpu
from jaxfmm.native import launch

TOLS = {"float32": (1e-3, 1e-4, 1e-5), "float64": (1e-3, 1e-6, 1e-9, 1e-12)}
SMALLEST_TOL = {0: 1e-12, 1: 1e-12, 2: 2e-12}  # by the highest derivative
BANDWIDTHS = (3e-4, 3e-3, 0.03, 0.3, 3.0)
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
N, M = 500, 300


def uniform(rng, n):
    return rng.random(n)


def clusters(rng, n):
    """Nine tenths of the points within 1e-4 of the rest's range, others repeated."""
    x = rng.random(n)
    x[: 9 * n // 10] = 0.3 + 1e-4 * rng.normal(size=9 * n // 10)
    x[: n // 10] = x[n // 2 : n // 2 + n // 10]
    return x


def far(rng, n):
    """Two clouds a million times their size apart."""
    x = rng.normal(size=n)
    x[: n // 2] += 1e6
    return x


DISTRIBUTIONS = {f.__name__: f for f in (uniform, clusters, far)}


@pytest.fixture(params=["cpu", "xla"])
def backend(request):
    if request.param == "cpu" and (jax.default_backend() != "cpu" or not cpu.usable("float32")):
        pytest.skip(launch.cpu_reason() or "old library, or not on a CPU")
    return request.param


@functools.cache
def compiled(setup, source_orders, target_orders, backend):
    def run(targets, sources, weights, scale, prepared=(None, None)):
        x, y = zip((targets, sources), prepared)
        return method.exponentials_sum(
            setup, x, y, weights, source_orders, target_orders, scale=scale, backend=backend
        )

    return jax.jit(run)


def direct(targets, sources, weights, scale, source_orders, target_orders):
    """The sum in float64 by numpy, with derivatives from Hermite's polynomials."""
    x, y, w = (np.asarray(a, np.float64) for a in (targets[:, 0], sources[:, 0], weights))
    u = float(scale) * (x[:, None] - y)
    out = np.zeros((len(x), len(target_orders), w.shape[2]))
    for i, b in enumerate(target_orders):
        for j, a in enumerate(source_orders):
            hermite = np.polynomial.hermite_e.hermeval(u, np.eye(a + b + 1)[-1])
            out[:, i] += (-1) ** b * (hermite * np.exp(-0.5 * u * u)) @ w[:, j]
    return out


def problem(dtype, distribution=uniform, n=N, m=M, components=1, rhs=2, seed=0):
    """Sources, some of which are targets, and weights: those of the first right-hand side have one
    sign."""
    rng = np.random.default_rng(seed)
    y = distribution(rng, n)
    x = np.concatenate([y[: m // 2], distribution(rng, m - min(m // 2, n))])
    w = rng.normal(size=(n, components, rhs))
    w[:, :, 0] = np.abs(w[:, :, 0])
    return (jnp.asarray(a, dtype) for a in (x[:, None], y[:, None], w))


def errors(value, expected):
    """Relative L2 error over the targets (outputs, right-hand sides)."""
    return np.linalg.norm(np.asarray(value, np.float64) - expected, axis=0) / np.linalg.norm(
        expected, axis=0
    )


# The largest error over the largest value, of G, G', G'', by the number of rotations.
SUP_ERRORS = {
    2: (6e-4, 8e-4, 8e-4), 3: (1.2e-5, 1.8e-5, 1.9e-5), 4: (2.3e-7, 3.4e-7, 3.9e-7), 5: (4.4e-9, 6.4e-9, 7.5e-9),
    6: (8e-11, 1.2e-10, 1.4e-10), 7: (1.4e-12, 2e-12, 2.5e-12), 8: (2e-13, 5e-13, 3e-12),
}  # fmt: skip


@pytest.mark.parametrize("count", SUP_ERRORS)
def test_errors_of_the_approximation(count):
    approximation = exponential_tables.exponentials(count)
    x = np.linspace(0, 15, 4001)
    for order, bound in enumerate(SUP_ERRORS[count]):
        hermite = np.polynomial.hermite_e.hermeval(x, np.eye(order + 1)[-1])
        exact = (-1) ** order * hermite * np.exp(-0.5 * x * x)
        np.testing.assert_allclose(exponential_tables.gaussian(x, order), exact, atol=1e-14)
        error = np.abs(approximation.derivative(x, order) - exact).max() / np.abs(exact).max()
        assert error < bound and abs(approximation.error(order) - error) < 0.1 * bound
    assert (
        abs(approximation.powers(1).sum().real) < 1e-12 * np.abs(approximation.powers(1)).sum()
    )  # no kink at 0


def test_setup():
    made = [
        method.choose_parameters((1.0,), tol, 1, "float64")
        for tol in (1e-2, 1e-4, 1e-6, 1e-8, 1e-12)
    ]
    counts = [s.rotations for s in made]
    assert counts == sorted(set(counts)) and len({*made, *made}) == len(made)
    assert (
        method.choose_parameters((1.0,), 1e-6, 2, "float64").rotations
        >= method.choose_parameters((1.0,), 1e-6, 0, "float64").rotations
    )
    assert method.choose_parameters((1.0,), 1e-6, 1, "float32") is None
    assert method.choose_parameters((1.0, 1.0), 1e-3, 1, "float64") is None
    assert all(
        method.choose_parameters((1.0,), tol, d, "float64") for d, tol in SMALLEST_TOL.items()
    )
    assert all(
        method.choose_parameters((1.0,), 0.1 * tol, d, "float64") is None
        for d, tol in SMALLEST_TOL.items()
    )
    assert (
        method.nanoseconds(made[-1], 1000, 1000, "cpu")
        > method.nanoseconds(made[0], 1000, 1000, "cpu")
        > 0
    )


@functools.cache
def expected(dtype, distribution, h):
    """The sum and its first two derivatives for `problem(dtype, distribution)`."""
    return direct(*problem(dtype, distribution), jnp.asarray(1 / h, dtype), (0,), (0, 1, 2))


def check_tolerance(dtype, derivatives, backend, tol):
    setup = method.choose_parameters((1.0,), tol, derivatives, dtype)
    run = compiled(setup, (0,), tuple(range(derivatives + 1)), backend)
    for distribution in DISTRIBUTIONS.values():
        x, y, w = problem(dtype, distribution)
        assert bool(method.fits(setup, x, y))
        for h in BANDWIDTHS:
            out = run(x, y, w, jnp.asarray(1 / h, dtype))
            error = errors(out, expected(dtype, distribution, h)[:, : derivatives + 1])
            assert error.max() < tol, (distribution.__name__, h, error)


@pytest.mark.parametrize("derivatives", [0, 1, 2])
def test_tolerance(dtype, derivatives):
    """In every derivative that was asked for, for every bandwidth and distribution, weights of one
    sign and of both."""
    if not cpu.usable(dtype):
        pytest.skip(launch.cpu_reason() or "old library")
    for tol in TOLS[dtype.name]:
        check_tolerance(dtype, derivatives, "cpu", max(tol, SMALLEST_TOL[derivatives]))


def test_tolerance_of_the_reference(dtype):
    check_tolerance(dtype, 1, "xla", TOLS[dtype.name][-1])


USUAL_TOL = {"float32": 1e-5, "float64": 1e-9}


def usual(dtype, orders, backend, source_orders=(0,)):
    """The sum of the tests below: one setup and few shapes, so that little is compiled."""
    return compiled(
        method.choose_parameters((1.0,), USUAL_TOL[dtype.name], 1, dtype),
        source_orders,
        orders,
        backend,
    )


SUMS = {
    "dipoles": ((0, 1), (0, 1), 2),
    "quadrupoles": ((2,), (1,), 1),
    "many right-hand sides": ((0,), (0, 1), 7),
    "many derivatives": ((0,), (0, 1, 2, 3), 2),
}


@pytest.mark.parametrize("name", SUMS)
def test_derivatives(dtype, name, backend):
    """The second is as good as the first, for which the setup was made; the third loses a digit."""
    at_source, at_target, rhs = SUMS[name]
    x, y, w = problem(dtype, components=len(at_source), rhs=rhs)
    scale = jnp.asarray(20.0, dtype)
    out = usual(dtype, at_target, backend, at_source)(x, y, w, scale)
    error = errors(out, direct(x, y, w, scale, at_source, at_target)).max(axis=1)
    allowed = [USUAL_TOL[dtype.name] * (1, 1, 1, 10)[max(at_source) + b] for b in at_target]
    assert (error < allowed).all(), (error, allowed)


@pytest.mark.parametrize("n, m", [(1, 1), (1, 5), (2, 3), (128, 128), (1024, 1024), (2049, 1)])
@FLOAT64
def test_numbers_of_points(dtype, n, m, backend):
    """Those around runs and chunks among them. Single pairs are right where the Gaussian is not
    small."""
    if backend == "xla" and n + m > 300:
        pytest.skip("has no chunks")
    x, y, w = problem(dtype, n=n, m=m)
    out = usual(dtype, (0, 1), backend)(x, y, w, jnp.asarray(1.0, dtype))
    assert errors(out, direct(x, y, w, 1.0, (0,), (0, 1))).max() < 1e-9


def test_points_at_one_place(dtype, backend):
    """They count with the exact derivatives of G at 0, the odd ones of which are 0."""
    x, y = (jnp.full((n, 1), 0.7, dtype) for n in (M, N))
    w = jnp.asarray(np.random.default_rng(0).integers(-9, 9, (N, 1, 2)), dtype)
    out = usual(dtype, (0, 1, 2, 3), backend)(x, y, w, jnp.asarray(5.0, dtype))
    total, zero = np.asarray(w.sum((0, 1))), np.zeros(2)
    np.testing.assert_array_equal(out, np.broadcast_to([total, zero, -total, zero], (M, 4, 2)))


def test_places_shared_by_many_points(dtype, backend):
    places = np.random.default_rng(1).random(7)
    x, y = (
        jnp.asarray(places[np.random.default_rng(n).integers(0, 7, n)][:, None], dtype)
        for n in (M, N)
    )
    *_, w = problem(dtype)
    for h in (1e-4, 0.1):
        scale = jnp.asarray(1 / h, dtype)
        out = np.asarray(usual(dtype, (0, 1), backend)(x, y, w, scale))
        exact = direct(x, y, w, scale, (0,), (0, 1))
        if h == 1e-4:  # the places do not see each other
            assert not out[:, 1].any()
            out, exact = out[:, :1], exact[:, :1]
        assert errors(out, exact).max() < USUAL_TOL[dtype.name]


def moments(x, y, w, order):
    """sum_j w_j G^(order)(x_i - y_j) for |x - y| <= 1e-3, where the series of G ends with the
    fourth power."""
    middle = y.mean()
    x, y = x - middle, y - middle
    powers = [np.sum(w * (-y) ** p) for p in range(5)]

    def series(k):  # sum_j w_j (x - y_j)^k
        return sum(math.comb(k, p) * x ** (k - p) * powers[p] for p in range(k + 1))

    return (
        series(0) - 0.5 * series(2) + 0.125 * series(4)
        if order == 0
        else 0.5 * series(3) - series(1)
    )


def test_a_million_points_in_a_thousandth_of_the_bandwidth(dtype):
    """Plain sums of all weights, and first moments: rounding must not add up."""
    if not cpu.usable(dtype):
        pytest.skip(launch.cpu_reason() or "old library")
    n, tol = 1_000_000, TOLS[dtype.name][-1]
    rng = np.random.default_rng(2)
    x = jnp.asarray(rng.random((n, 1)), dtype)
    w = jnp.asarray(rng.random((n, 1, 1)), dtype)
    scale = jnp.asarray(1e-3, dtype)
    out = compiled(method.choose_parameters((1e-3,), tol, 1, dtype), (0,), (0, 1), "cpu")(
        x, x, w, scale
    )
    place, weight = (
        np.asarray(x, np.float64)[:, 0] * float(scale),
        np.asarray(w, np.float64)[:, 0, 0],
    )
    exact = np.stack([moments(place, place, weight, order) for order in (0, 1)], axis=1)[..., None]
    assert errors(out, exact).max() < tol


@pytest.mark.parametrize("native", [True, False])
def test_order(dtype, native):
    rng = np.random.default_rng(3)
    x = np.concatenate(
        [
            rng.normal(size=40_000),
            -rng.random(30) * 1e-30,
            [0.0, -0.0, 1e30, -1e30],
            np.full(9000, 0.5),
        ]
    )
    order = np.asarray(
        jax.jit(lambda x: method.prepare(None, x, native=native))(jnp.asarray(x[:, None], dtype))
    )
    assert order.dtype == np.int32 and (np.sort(order) == np.arange(len(x))).all()
    assert (np.diff(x.astype(dtype)[order]) >= 0).all()


def test_orders_in_a_batch(dtype):
    x = jnp.asarray(np.random.default_rng(5).random((3, 50, 1)), dtype)
    orders = jax.jit(jax.vmap(lambda x: method.prepare(None, x)))(x)
    np.testing.assert_array_equal(orders, np.argsort(x[..., 0], axis=1))


def test_order_at_hand(dtype, backend):
    """It is that of any multiple of the points, and gives the same bits, now and again."""
    x, y, w = problem(dtype)
    prepared = tuple(method.prepare(None, 3 * points, native=backend == "cpu") for points in (x, y))
    run, scale = usual(dtype, (0, 1), backend), jnp.asarray(20.0, dtype)
    first, second, third = (
        run(x, y, w, scale),
        run(x, y, w, scale, prepared),
        run(x, y, w, scale, prepared),
    )
    assert np.array_equal(first, second) and np.array_equal(second, third)


def test_points_out_of_order_give_nan(dtype, backend):
    """Those that are not finite among them, and nothing is read or written out of bounds."""
    run = usual(dtype, (0, 1), backend)
    x, y, w = problem(dtype)
    sorted_x, sorted_y = (method.prepare(None, points) for points in (x, y))
    for prepared in (
        (sorted_x[::-1], sorted_y),
        (sorted_x, jnp.roll(sorted_y, 1)),
        (sorted_x, sorted_y),
    ):
        for spoiled in (0.5, np.nan):
            a, b = x.at[::7].set(spoiled), y.at[::5].set(spoiled)
            assert not bool(method.fits(None, a, b, prepared))
            assert jnp.isnan(run(a, b, w, jnp.asarray(20.0, dtype), prepared)).all()
    assert bool(method.fits(None, x, y, (sorted_x, sorted_y)))


@pytest.mark.parametrize("double", [False, True])
def test_cuda_kernels_compile(dtype, double, monkeypatch):
    if reason := launch.cuda_reason():
        pytest.skip(reason)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    run = compiled(method.ExponentialSumParameters(4, double), (0, 1), (0, 1), "cuda")
    x, y, w = problem(dtype, components=2)
    text = run.trace(x, y, w, jnp.ones((), dtype)).lower(lowering_platforms=("cuda",)).as_text()
    assert text.count("custom_call @jaxfmm_launch(") == 3


@pytest.mark.gpu
@pytest.mark.parametrize("n", [1, 300, 200_000])
def test_cuda_is_as_the_cpu(dtype, n):
    tol = TOLS[dtype.name][-1]
    setup = method.choose_parameters((1.0,), tol, 1, dtype)
    on_cpu = jax.devices("cpu")[0]
    for distribution in DISTRIBUTIONS.values():
        x, y, w = problem(dtype, distribution, n=n, m=n + 3, components=2, rhs=3)
        for h in (3e-4, 0.03, 3.0):
            scale = jnp.asarray(1 / h, dtype)
            run = compiled(setup, (0, 1), (0, 1), "cuda")
            out = run(x, y, w, scale)
            np.testing.assert_array_equal(out, run(x, y, w, scale))
            there = jax.device_put((x, y, w, scale), on_cpu)
            by_cpu = np.asarray(compiled(setup, (0, 1), (0, 1), "cpu")(*there), np.float64)
            assert errors(out, by_cpu).max() < (1e-6 if dtype == jnp.float32 else 1e-12)
