"""Gaussian sums by Fourier series, and the gridding operations below them, against float64 sums in
numpy."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import processes
import pytest

import jaxfmm
from jaxfmm.gaussian import fourier
from jaxfmm.kernels.pairs import components
from jaxfmm.nufft import gridding
from jaxfmm.nufft.gridding import cpu as cpu_operations, grid as grids
from jaxfmm.nufft.windows import window_error, windows

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
FLOAT32 = pytest.mark.parametrize("dtype", ["float32"], indirect=True)
DIMENSIONS = pytest.mark.parametrize("dim", [1, 2, 3])
BACKENDS = pytest.mark.parametrize("backend", ["xla", "cpu"], indirect=True)


@pytest.fixture
def fastest():
    return "cpu" if jaxfmm.backends()["cpu"] == "available" else "xla"


def cube(rng, n, dim):
    return rng.random((n, dim))


def clusters(rng, n, dim):
    """A quarter of the points in the cube, the others within a hundredth of its side."""
    x = rng.random((n, dim))
    x[n // 4 :] = 0.4 + 0.01 * rng.normal(size=(n - n // 4, dim))
    return x


def outlier(rng, n, dim):
    """A plane, but for one point in the far corner."""
    x = rng.random((n, dim)) * np.array([0.2, 0.2, 0.001][-dim:])
    x[0] = 1
    return x


def derivative(order, u):
    """d^order exp(-u^2 / 2) / du^order."""
    return (
        (-1) ** order * np.polynomial.hermite_e.hermeval(u, [0] * order + [1]) * np.exp(-u * u / 2)
    )


def direct(targets, sources, weights, source_orders=(0,), target_orders=(0,)):
    """weights (n, components, k) -> (m, components, k) in float64."""
    x, y, w = (np.asarray(a, np.float64) for a in (targets, sources, weights))
    u, dim = x[:, None] - y[None], x.shape[1]
    out = []
    for b in components(target_orders, dim):
        total = 0
        for i, a in enumerate(components(source_orders, dim)):
            pairs = np.prod([derivative(a[c] + b[c], u[..., c]) for c in range(dim)], axis=0)
            total = total + (-1) ** sum(a) * pairs @ w[:, i]
        out.append(total)
    return np.stack(out, axis=1)


def extent(*points):
    return tuple(
        float(size)
        for size in np.ptp(np.concatenate([np.asarray(p, np.float64) for p in points]), axis=0)
    )


def summed(setup, targets, sources, weights, source_orders=(0,), target_orders=(0,), backend="cpu"):
    def run(targets, sources, weights):
        same = sources if targets is None else targets
        return fourier.fourier_sum(
            setup,
            same,
            sources,
            weights,
            source_orders,
            target_orders,
            backend=backend,
        )

    return jax.jit(run)(targets, sources, weights)


def problem(distribution, dim, h, dtype, n=700, m=400, seed=0):
    """Targets, half of them sources, sources, and weights of one sign, random and +-1, all over the
    bandwidth."""
    rng = np.random.default_rng(seed)
    y = distribution(rng, n, dim) / h
    x = np.concatenate([y[: m // 2], distribution(rng, m - m // 2, dim) / h])
    w = np.stack([rng.random(n) + 0.5, rng.normal(size=n), rng.choice([-1.0, 1.0], n)], axis=1)[
        :, None
    ]
    return (jnp.asarray(a, dtype) for a in (x, y, w))


def check(setup, x, y, w, tol, target_orders, backend):
    """Every order within `tol`, for each of the right-hand sides."""
    out = np.asarray(summed(setup, x, y, w, (0,), target_orders, backend), np.float64)
    reference = direct(x, y, w, (0,), target_orders)
    assert bool(fourier.fits(setup, x, y))
    first = 0
    for order in target_orders:
        last = first + len(components((order,), x.shape[1]))
        for k in range(w.shape[2]):
            assert cases.error(out[:, first:last, k], reference[:, first:last, k]) < tol, (order, k)
        first = last


# The window


@pytest.mark.parametrize("width", [2, 5, 8, 11, 16])
def test_window(width):
    """Polynomials are the window, its transform is the integral, and lanes beyond the width are
    zero."""
    beta = 2.1 * width
    grid = grids.Grid(
        shape=(64,),
        spacing=0.5,
        width=width,
        beta=beta,
        degree=grids.degree_for(width, beta, 1e-13),
    )
    table = grids.table(grid)
    u, weight = np.polynomial.legendre.leggauss(40)
    phi = np.polynomial.polynomial.polyval(u, table)  # (lanes, places)
    t = ((u + 1) / 2 + np.arange(width)[:, None]) * (2 / width) - 1
    np.testing.assert_allclose(
        phi[:width], np.i0(beta * np.sqrt(1 - t * t)) / np.i0(beta), atol=2e-13
    )
    assert not phi[width:].any()
    x = np.array([0.0, 1.0, beta, beta + 2, 3 * beta])
    integral = np.sum(
        phi[:width, :, None] * np.cos(t[..., None] * x) * weight[:, None] / width, axis=(0, 1)
    )
    np.testing.assert_allclose(grids.transform(x, beta), integral, atol=1e-12)


@pytest.mark.parametrize("derivatives", [0, 1, 2])
@pytest.mark.parametrize("tol", [1e-3, 1e-7, 1e-12])
def test_choice_of_windows(tol, derivatives):
    """Wider windows allow larger spacings, and each keeps the error that was asked for."""
    found = windows(tol, derivatives, 3)
    assert [w for w, *_ in found] == list(range(found[0][0], found[-1][0] + 1))
    assert all(a[1] < b[1] for a, b in zip(found, found[1:]))
    for width, spacing, beta in found:
        assert (
            max(window_error(width, spacing, beta, order) for order in range(derivatives + 1))
            <= tol
        )
        assert (spacing / grids.SPACING_UNIT).is_integer()


@DIMENSIONS
def test_setup(dim):
    size = (3.0, 40.0, 17.0)[:dim]
    made = fourier.choose_parameters(size, 1e-6, 1, "float64")
    assert hash(made) == hash(fourier.choose_parameters(size, 1e-6, 1, jnp.float64))
    assert all(capacity >= e for capacity, e in zip(made.capacity, size))
    assert all(n % 2 == 0 and 210**20 % n == 0 for n in made.grid.shape)
    finer = fourier.choose_parameters(size, 1e-9, 1, "float64")
    assert finer.grid.width > made.grid.width and finer.grid.spacing < made.grid.spacing
    assert fourier.prepare(made, None) is None
    few, many = (fourier.nanoseconds(made, n, n, "cpu") for n in (1e3, 1e6))
    assert 0 < few < many


@pytest.mark.parametrize(
    ("size", "tol", "dtype"),
    [
        ((1.0,) * 4, 1e-3, "float64"),
        ((1.0,), 1e-14, "float64"),
        ((1.0,), 1e-6, "float32"),
        ((1e6,) * 3, 1e-3, "float32"),
    ],
)
def test_what_it_cannot_do(size, tol, dtype):
    assert fourier.choose_parameters(size, tol, 1, dtype) is None


# The operations


def dense(grid, origin, points):
    """phi (n, *shape) of every point and node, by the definition of the window."""
    points, out = np.asarray(points, np.float64) - np.asarray(origin, np.float64), 1.0
    for axis, size in enumerate(grid.shape):
        # node 0 is half a window before the origin
        distance = grid.spacing * (np.arange(size) - grid.width / 2) - points[:, axis, None]
        t = distance / (grid.spacing * grid.width / 2)
        value = np.where(
            np.abs(t) <= 1,
            np.i0(grid.beta * np.sqrt(np.maximum(1 - t * t, 0))) / np.i0(grid.beta),
            0,
        )
        out = np.asarray(out)[..., None] * value.reshape(len(points), *(1,) * axis, size)
    return out


@BACKENDS
@pytest.mark.parametrize("distribution", [cube, clusters])
@DIMENSIONS
def test_operations(backend, distribution, dim, dtype, monkeypatch):
    """Spreading and interpolation by their definition; many chunks of points, also within a
    tile."""
    monkeypatch.setattr(cpu_operations, "_CHUNK", 20)
    rng = np.random.default_rng(1)
    made = fourier.choose_parameters(
        (5.0, 4.0, 3.0)[:dim], 1e-4 if dtype == jnp.float32 else 1e-9, 0, dtype
    )
    grid, ops = made.grid, gridding.operations(backend)
    points = jnp.asarray(distribution(rng, 300, dim) * np.array(made.capacity), dtype)
    origin = fourier.origin_of(grid, points, points)
    weights = jnp.asarray(rng.normal(size=(300, 2)), dtype)
    values = jnp.asarray(rng.normal(size=(3, *grid.shape)), dtype)

    @jax.jit
    def run(origin, points, weights, values):
        placed = ops.sort(grid, origin, points)
        return ops.spread(grid, origin, placed, weights), ops.interpolate(
            grid, origin, placed, values
        )

    spread, interpolated = run(origin, points, weights, values)
    phi = dense(grid, origin, points)
    tolerance = 3e-6 if dtype == jnp.float32 else 1e-9  # of the polynomials
    np.testing.assert_allclose(spread, np.tensordot(weights, phi, (0, 0)), atol=20 * tolerance)
    expected = phi.reshape(300, -1) @ np.asarray(values).reshape(3, -1).T
    np.testing.assert_allclose(interpolated, expected, atol=20 * tolerance)


# Whole sums


@pytest.mark.parametrize(
    ("dim", "h"), [(1, 3e-4), (1, 3.0), (2, 0.005), (2, 1.0), (3, 0.04), (3, 0.3), (3, 3.0)]
)
@pytest.mark.parametrize(
    "tol", [*(pytest.param(tol, marks=pytest.mark.slow) for tol in (1e-3, 1e-9, 1e-12)), 1e-6]
)
@FLOAT64
def test_tolerance(fastest, dim, h, tol, dtype):
    x, y, w = problem(clusters if dim == 2 else cube, dim, h, dtype)
    check(fourier.choose_parameters(extent(x, y), tol, 1, dtype), x, y, w, tol, (0, 1), fastest)


@pytest.mark.parametrize(("dim", "h"), [(1, 1e-3), (2, 0.02), (2, 3.0), (3, 0.05), (3, 0.3)])
@pytest.mark.parametrize("tol", [pytest.param(1e-3, marks=pytest.mark.slow), 1e-5])
@FLOAT32
def test_tolerance_in_float32(fastest, dim, h, tol, dtype):
    x, y, w = problem(clusters if dim == 2 else cube, dim, h, dtype)
    check(fourier.choose_parameters(extent(x, y), tol, 1, dtype), x, y, w, tol, (0, 1), fastest)


@pytest.mark.parametrize("distribution", [clusters, outlier])
@DIMENSIONS
@FLOAT64
def test_potential_alone(fastest, distribution, dim, dtype):
    x, y, w = problem(distribution, dim, 0.1, dtype, n=300, m=200)
    check(fourier.choose_parameters(extent(x, y), 1e-7, 0, dtype), x, y, w, 1e-7, (0,), fastest)


@pytest.mark.parametrize(
    ("source_orders", "target_orders", "total"),
    [((0,), (2,), 2), ((1,), (0,), 1), ((0, 1), (0, 1), 2), ((2,), (1,), 3), ((1,), (2,), 3)],
)
@DIMENSIONS
@FLOAT64
def test_derivatives(fastest, dim, source_orders, target_orders, total, dtype):
    """On both sides; orders beyond those of the setup lose less than a digit each."""
    rng = np.random.default_rng(2)
    x, y, _ = problem(cube, dim, 0.15, dtype)
    w = jnp.asarray(rng.normal(size=(len(y), len(components(source_orders, dim)), 1)))
    setup = fourier.choose_parameters(extent(x, y), 1e-8, 1, dtype)
    out = summed(setup, x, y, w, source_orders, target_orders, fastest)
    assert cases.error(out, direct(x, y, w, source_orders, target_orders)) < 1e-8 * 10 ** max(
        0, total - 1
    )


@DIMENSIONS
@FLOAT64
def test_one_at_a_time(fastest, dim, dtype, monkeypatch):
    """Grids that are made one after the other give the same."""
    x, y, w = problem(cube, dim, 0.2, dtype, n=100, m=50)
    w = jnp.concatenate([w] * (dim + 1), axis=1)
    setup = fourier.choose_parameters(extent(x, y), 1e-5, 1, dtype)
    together = summed(setup, x, y, w, (0, 1), (0, 1), fastest)
    monkeypatch.setattr(fourier, "TOGETHER", 1)
    np.testing.assert_allclose(
        summed(setup, x, y, w, (0, 1), (0, 1), fastest), together, atol=1e-10
    )


@BACKENDS
@DIMENSIONS
def test_one_source(backend, dim, dtype):
    x, y, w = problem(cube, dim, 0.5, dtype, n=1, m=20)
    tol = 1e-4 if dtype == jnp.float32 else 1e-9
    check(
        fourier.choose_parameters(extent(x, y), tol, 0, dtype), x, y, w[..., :1], tol, (0,), backend
    )


@DIMENSIONS
def test_all_points_equal(fastest, dim, dtype):
    x = jnp.full((50, dim), 0.7, dtype)
    setup = fourier.choose_parameters((0.0,) * dim, 1e-4, 1, dtype)
    out = summed(setup, None, x, jnp.ones((50, 1, 1), dtype), (0,), (0, 1), fastest)
    np.testing.assert_allclose(out[:, 0], 50.0, rtol=1e-4)
    np.testing.assert_allclose(out[:, 1:], 0.0, atol=50 * 1e-4)


@FLOAT32
def test_crowds_in_float32(dtype):
    """A million points at one place: sums of so many equal terms would lose three digits one by
    one."""
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    rng = np.random.default_rng(3)
    y = np.concatenate([np.full((999_000, 2), 0.3), rng.random((1000, 2)) * 20])
    x = jnp.asarray(y[-1500:], dtype)
    setup = fourier.choose_parameters(extent(y), 1e-5, 0, dtype)
    out = summed(setup, x, jnp.asarray(y, dtype), jnp.ones((len(y), 1, 1), dtype))
    few = np.asarray(jnp.asarray(y[-1001:], dtype))
    reference = direct(x, few, np.r_[999_000.0, np.ones(1000)][:, None, None])
    assert cases.error(out, reference) < 1e-5


@FLOAT32
def test_far_from_the_origin(fastest, dtype):
    """Coordinates are as exact as float32 has them, wherever the points lie."""
    x, y, w = (np.asarray(a) for a in problem(cube, 3, 0.05, dtype))
    x, y = (jnp.asarray(a + np.float32([200, -90, 1000]), dtype) for a in (x, y))
    check(
        fourier.choose_parameters(extent(x, y), 1e-5, 1, dtype),
        x,
        y,
        jnp.asarray(w),
        1e-5,
        (0, 1),
        fastest,
    )


@DIMENSIONS
@FLOAT64
def test_smaller_boxes_fit(fastest, dim, dtype):
    """A setup serves all bandwidths above its own; for less it has no room, and says so."""
    x, y, w = problem(cube, dim, 0.1, dtype, n=300, m=200)
    setup = fourier.choose_parameters(extent(x, y), 1e-6, 0, dtype)
    for factor in (1.0, 0.3):
        check(setup, factor * x, factor * y, w, 1e-6, (0,), fastest)
    larger = 1.01 * max(room / size for room, size in zip(setup.capacity, extent(x, y)))
    assert not bool(fourier.fits(setup, larger * x, larger * y))
    out = summed(
        setup, 2 * x, 2 * y, w, backend=fastest
    )  # means nothing, but touches nothing outside the grid
    assert out.shape == (200, 1, 3)
    assert not bool(fourier.fits(setup, x.at[3].set(jnp.nan), y))
    assert bool(jnp.isnan(summed(setup, x, y.at[3].set(jnp.nan), w, backend=fastest)).all())


@pytest.mark.slow
def test_bitwise_on_any_number_of_threads():
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    script = """
        import os, sys
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1]) if len(sys.argv) > 1 else CORES])
        import hashlib, jax, numpy as np
        from jaxfmm.gaussian import fourier
        from jaxfmm.nufft import gridding
        rng = np.random.default_rng(0)
        for dim in (1, 2, 3):
            x = jax.numpy.asarray(rng.random((30_000, dim)) ** 3 * 8, "float32")
            w = jax.numpy.asarray(rng.normal(size=(30_000, 1)), "float32")
            grid, ops = fourier.choose_parameters((8.0,) * dim, 1e-4, 0, "float32").grid, gridding.operations("cpu")
            origin = fourier.origin_of(grid, x, x)
            placed = ops.sort(grid, origin, x)
            spread = ops.spread(grid, origin, placed, w)
            for out in (spread, ops.interpolate(grid, origin, placed, spread)):
                print(hashlib.sha256(np.asarray(out).tobytes()).hexdigest())
    """
    results = [processes.run(script.replace("CORES", str(cores))) for cores in (1, 2)]
    assert all(result.returncode == 0 for result in results), results[0].stderr + results[1].stderr
    assert results[0].stdout == results[1].stdout and len(results[0].stdout.split()) == 6


# CUDA


@pytest.mark.parametrize("separate", [False, True])
def test_cuda_lowers(separate, monkeypatch):
    """Every kernel compiles for a GPU that need not be here; equal sources and targets are sorted
    once."""
    if jaxfmm.backends()["cuda"] != "available":
        pytest.skip(jaxfmm.backends()["cuda"])
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    x, w = (
        jax.ShapeDtypeStruct((500, 3), jnp.float32),
        jax.ShapeDtypeStruct((500, 1, 1), jnp.float32),
    )
    setup = fourier.choose_parameters((10.0,) * 3, 1e-4, 1, "float32")

    def run(x, y, w):
        y = y if separate else x
        return fourier.fourier_sum(setup, x, y, w, (0,), (0, 1), backend="cuda")

    text = jax.jit(run).trace(x, x, w).lower(lowering_platforms=("cuda",)).as_text()
    assert (
        text.count("custom_call @jaxfmm_launch(") == 4
        and text.count('"stablehlo.sort"') == 1 + separate
    )


@pytest.mark.gpu
@pytest.mark.parametrize("distribution", [cube, clusters])
@DIMENSIONS
def test_cuda(distribution, dim, dtype):
    """CUDA's operations against the CPU's, tiles that many points reach among them, and from run to
    run."""
    tol = 1e-5 if dtype == jnp.float32 else 1e-9
    x, y, w = problem(distribution, dim, 0.05, dtype, n=200_000, m=50_000)
    w = jnp.concatenate([w, w[:, ::-1]], axis=2)  # five right-hand sides or so
    w = jnp.broadcast_to(w, (len(y), dim + 1, w.shape[2]))
    setup = fourier.choose_parameters(extent(x, y), tol, 1, dtype)

    def run(backend):
        def total(x, y, w):
            return fourier.fourier_sum(setup, x, y, w, (0, 1), (0, 1), backend=backend)

        return jax.jit(total)

    value, again = (np.asarray(run("cuda")(x, y, w)) for _ in range(2))
    there = jax.device_put((x, y, w), jax.devices("cpu")[0])
    reference = np.asarray(run("cpu")(*there))
    assert np.array_equal(value, again)
    scale = np.abs(reference).max(axis=0)
    np.testing.assert_allclose(
        value / scale, reference / scale, atol=2e-5 if dtype == jnp.float32 else 1e-11
    )
