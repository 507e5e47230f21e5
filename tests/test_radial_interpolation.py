"""`RBFInterpolator` beside scipy's, by a factorisation and by conjugate gradients, and the
approximate inverse that these use."""

import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy import interpolate, spatial

import jaxfmm
from jaxfmm import coarse_to_fine, radial_interpolation
from jaxfmm.vecchia import approximate_inverse, between, monomials, predicted_from

SHAPES = {
    "linear": None,
    "thin_plate_spline": None,
    "cubic": None,
    "quintic": None,
    "multiquadric": 12.0,
    "inverse_multiquadric": 12.0,
    "inverse_quadratic": 12.0,
    "gaussian": 15.0,
}


def problem(n, dim, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    points = rng.random((n, dim)).astype(dtype)
    values = np.sin(5 * points[:, 0]) + points[:, -1] ** 2
    return points, values, rng.random((60, dim)).astype(dtype)


def largest_difference(got, expected):
    return np.abs(np.asarray(got) - expected).max() / np.abs(expected).max()


@pytest.fixture(autouse=True)
def precision(request):
    with jax.enable_x64("float32" not in request.node.name):
        yield


@pytest.fixture
def iterating(monkeypatch):
    """Conjugate gradients from few points on."""
    monkeypatch.setattr(radial_interpolation, "DENSE", 100)


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("kernel", SHAPES)
def test_a_factorisation_gives_what_scipy_gives(kernel, dim):
    points, values, x = problem(120, dim)
    options = {
        "kernel": kernel,
        "epsilon": 12.0 ** (dim == 1) * SHAPES[kernel] if SHAPES[kernel] else None,
    }
    for more in ({}, {"smoothing": 0.02}, {"smoothing": np.linspace(0.1, 1, 120), "degree": 3}):
        ours = jaxfmm.RBFInterpolator(points, values, **options, **more).check()
        expected = interpolate.RBFInterpolator(points, values, **options, **more)(x)
        assert largest_difference(ours(x), expected) < 1e-7
        assert int(ours.iterations) == 0


@pytest.mark.parametrize("smoothing", [0.0, 0.02])
@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("kernel", SHAPES)
def test_iterations_give_what_scipy_gives(kernel, dim, smoothing, iterating):
    points, values, x = problem(500, dim)
    options = {"kernel": kernel, "epsilon": SHAPES[kernel], "smoothing": smoothing}
    ours = jaxfmm.RBFInterpolator(points, values, tol=1e-9, **options).check()
    expected = interpolate.RBFInterpolator(points, values, **options)(x)
    assert largest_difference(ours(x), expected) < 1e-6
    assert 0 < int(ours.iterations) < 60


def test_one_dimension(iterating):
    points, values, x = problem(400, 1)
    points, x = 1e3 * points, 1e3 * x
    for kernel in ("linear", "thin_plate_spline", "cubic"):
        ours = jaxfmm.RBFInterpolator(points, values, kernel=kernel).check()
        expected = interpolate.RBFInterpolator(points, values, kernel=kernel)(x)
        assert largest_difference(ours(x), expected) < 1e-5


def test_kernels_of_the_package(iterating):
    points, values, x = problem(400, 2)
    kernel = jaxfmm.Matern(0.2, 1.5)
    ours = jaxfmm.RBFInterpolator(points, values, kernel=kernel, degree=-1, smoothing=0.1).check()
    matrix = np.asarray(between(kernel, jnp.asarray(points)[:, None], jnp.asarray(points)[None]))
    charges = np.linalg.solve(matrix + 0.1 * np.eye(400), values)
    expected = (
        np.asarray(between(kernel, jnp.asarray(x)[:, None], jnp.asarray(points)[None])) @ charges
    )
    assert ours.coefficients.shape == (0,)
    assert largest_difference(ours(x), expected) < 1e-6


@pytest.mark.parametrize("n", [60, 400])
def test_several_and_complex_values(n, iterating):
    points, values, x = problem(n, 2)
    several = np.stack([values, values**2, 3 - values, 0 * values], 1).reshape(n, 2, 2)
    for f in (several, several + 1j * values[:, None, None] ** 3):
        ours = jaxfmm.RBFInterpolator(points, f).check()
        expected = interpolate.RBFInterpolator(points, f)(x)
        assert ours(x).shape == (60, 2, 2) and ours(x).dtype == f.dtype
        assert largest_difference(ours(x), expected) < 1e-6


@pytest.mark.parametrize("n", [60, 300])
def test_float32(n, iterating):
    points, values, x = problem(n, 3, dtype=np.float32)
    for kernel in ("linear", "thin_plate_spline"):
        ours = jaxfmm.RBFInterpolator(points, values, kernel=kernel).check()
        expected = interpolate.RBFInterpolator(points, values, kernel=kernel)(x)
        assert ours(x).dtype == jnp.float32
        assert largest_difference(ours(x), expected) < 3e-4


def fit(points, values, smoothing, epsilon, x):
    interpolator = jaxfmm.RBFInterpolator(
        points, values, kernel="multiquadric", smoothing=smoothing, epsilon=epsilon, tol=1e-10
    )
    return jnp.square(interpolator(x)).sum()


@pytest.mark.parametrize("argument", range(5))
def test_derivatives_in_all_arguments(argument, iterating, monkeypatch):
    points, values, x = problem(150, 2)
    arguments = [jnp.asarray(a) for a in (points, values, 0.1, 9.0, x)]
    gradient = jax.grad(fit, argument)(*arguments)
    forward = jax.jvp(
        lambda a: fit(*arguments[:argument], a, *arguments[argument + 1 :]),
        (arguments[argument],),
        (jnp.ones_like(arguments[argument]),),
    )[1]
    monkeypatch.setattr(radial_interpolation, "DENSE", 1000)
    dense = jax.grad(fit, argument)(*arguments)
    assert largest_difference(gradient, np.asarray(dense)) < 1e-6
    np.testing.assert_allclose(forward, dense.sum(), rtol=1e-6)


def test_second_derivatives_of_a_call(iterating):
    points, values, x = problem(200, 3)
    ours = jaxfmm.RBFInterpolator(points, values, kernel="cubic").check()
    hessian = jax.hessian(lambda x: ours(x[None])[0])(jnp.asarray(x[0]))
    step = 1e-4 * np.eye(3)
    gradient = jax.jit(jax.vmap(jax.grad(lambda x: ours(x[None])[0])))
    expected = (gradient(x[0] + step) - gradient(x[0] - step)) / 2e-4
    assert largest_difference(hessian, np.asarray(expected)) < 1e-5


def test_second_derivatives_in_values_and_shape():
    points, values, x = problem(60, 2)

    def loss(epsilon):
        return fit(points, values, 0.1, epsilon, x)

    second = jax.grad(jax.grad(loss))(9.0)
    expected = (jax.grad(loss)(9.001) - jax.grad(loss)(8.999)) / 0.002
    np.testing.assert_allclose(second, expected, rtol=1e-4)


def test_inside_jit_and_vmap(iterating):
    points, values, x = problem(150, 2)

    def run(points, values, x):
        return jaxfmm.RBFInterpolator(points, values, kernel="linear")(x)

    expected = run(points, values, x)
    assert largest_difference(jax.jit(run)(points, values, x), np.asarray(expected)) < 1e-6
    many = jax.jit(jax.vmap(lambda f: run(points, f, x)))(jnp.stack([values, 1 - values]))
    assert largest_difference(many[0], np.asarray(expected)) < 1e-6
    assert largest_difference(many[1], 1 - np.asarray(expected)) < 1e-6
    clouds = jax.vmap(run)(
        jnp.stack([points, 2 * points]), jnp.stack([values] * 2), jnp.stack([x, 2 * x])
    )
    assert largest_difference(clouds[1], np.asarray(expected)) < 1e-6


def test_an_interpolator_is_a_pytree():
    points, values, x = problem(50, 2)
    ours = jaxfmm.RBFInterpolator(points, values)
    expected = ours(x)
    again = pickle.loads(pickle.dumps(ours))
    np.testing.assert_array_equal(again(x), expected)
    np.testing.assert_allclose(jax.jit(lambda s, x: s(x))(ours, x), expected, rtol=1e-12)
    assert repr(ours) == "RBFInterpolator(50 points, kernel=ThinPlate(power=2))"


def test_points_on_lines(iterating):
    """As measured along boreholes: the nearest points lie on one line and do not determine a linear
    polynomial."""
    rng = np.random.default_rng(0)
    feet, depths = rng.random((6, 2)), np.linspace(0, 1, 70)
    points = np.concatenate([[[*foot, depth] for depth in depths] for foot in feet])
    values = np.sin(5 * points[:, 0]) + points[:, 2] ** 2
    x = rng.random((40, 3))
    ours = jaxfmm.RBFInterpolator(points, values, kernel="linear", degree=1).check()
    expected = interpolate.RBFInterpolator(points, values, kernel="linear", degree=1)(x)
    assert largest_difference(ours(x), expected) < 1e-6


def test_points_that_coincide_with_smoothing(iterating):
    points, values, x = problem(150, 2)
    points, values = np.concatenate([points, points]), np.concatenate([values, values + 0.1])
    ours = jaxfmm.RBFInterpolator(points, values, smoothing=0.01).check()
    expected = interpolate.RBFInterpolator(points, values, smoothing=0.01)(x)
    assert largest_difference(ours(x), expected) < 1e-6


def test_values_of_zero(iterating):
    points, values, x = problem(150, 2)
    np.testing.assert_array_equal(jaxfmm.RBFInterpolator(points, 0 * values).check()(x), 0)


def test_fast_sums(iterating, monkeypatch):
    monkeypatch.setattr(radial_interpolation, "ALL_PAIRS", 1000)
    points, values, x = problem(3000, 3)
    ours = jaxfmm.RBFInterpolator(points, values, kernel="cubic", tol=1e-6).check()
    expected = interpolate.RBFInterpolator(points, values, kernel="cubic")(x)
    assert ours.plan.method == "fmm"
    assert largest_difference(ours(x), expected) < 3e-6
    assert int(ours.iterations) < 30


@pytest.mark.parametrize("kernel", [jaxfmm.Gaussian(0.05), jaxfmm.Wendland(0.2)])
def test_fast_sums_of_kernels_without_an_fmm(iterating, monkeypatch, kernel):
    monkeypatch.setattr(radial_interpolation, "ALL_PAIRS", 300)
    points, values, x = problem(600, 2)
    options = {"kernel": kernel, "smoothing": 1e-2, "tol": 1e-6}
    ours = jaxfmm.RBFInterpolator(points, values, **options).check()
    monkeypatch.setattr(radial_interpolation, "DENSE", 1000)
    exact = jaxfmm.RBFInterpolator(points, values, **options).check()
    assert largest_difference(ours(x), np.asarray(exact(x))) < 1e-5


def test_what_does_not_converge_says_so(iterating):
    points, values, x = problem(300, 2)
    ours = jaxfmm.RBFInterpolator(points, values, kernel="cubic", max_iterations=2)
    assert int(ours.status) == 1 and np.isnan(ours(x)).all()
    assert np.isnan(jax.grad(lambda x: ours(x).sum())(x)).all()
    with pytest.raises(ValueError, match="did not converge.*after 2 iterations"):
        ours.check()
    values[3] = np.nan
    with pytest.raises(ValueError, match="NaN or infinite"):
        jaxfmm.RBFInterpolator(points, values).check()


@pytest.mark.parametrize(
    "change, message",
    [
        ({"kernel": "cubics"}, "kernel must be one of"),
        ({"kernel": 3}, "kernel must be a kernel or one of"),
        ({"kernel": jaxfmm.Laplace()}, "kernel must be a finite function of the distance"),
        ({"kernel": "gaussian"}, "epsilon must be given"),
        ({"kernel": "gaussian", "epsilon": -1.0}, "epsilon must be a positive number"),
        ({"kernel": jaxfmm.Matern(1.0), "epsilon": 1.0}, "epsilon must be None"),
        ({"degree": 0}, "degree must be at least 1"),
        ({"degree": 5}, "points must be at least 21"),
        ({"smoothing": -1.0}, "smoothing must not be negative"),
        ({"smoothing": np.ones(3)}, "smoothing must be a number or have shape"),
        ({"values": np.ones(7)}, "values must have one row for each of the 20 points"),
        ({"points": np.ones((20, 2))}, "points must determine the polynomial"),
        ({"points": np.ones((20, 2)), "kernel": "linear"}, "points must differ where smoothing"),
        ({"points": np.ones((0, 2)), "values": np.ones(0)}, "points must be at least one"),
        ({"max_iterations": 0}, "max_iterations must lie in"),
        ({"tol": 2.0}, "tol must lie between"),
    ],
)
def test_bad_arguments(change, message):
    points, values, _ = problem(20, 2)
    with pytest.raises(ValueError, match=message):
        jaxfmm.RBFInterpolator(**{"points": points, "values": values} | change)


def test_orders_and_predecessors():
    points = np.random.default_rng(0).random((700, 2))
    order = coarse_to_fine.order(points)
    np.testing.assert_array_equal(np.sort(order), np.arange(700))
    # the first points are about as far from each other as so many points can be
    apart = spatial.distance.pdist(points[order[:64]]).min()
    assert apart > 0.3 / 8
    points = points[order]
    found = coarse_to_fine.predecessors(points, 12)
    for i in (1, 5, 100, 699):
        nearest = np.argsort(np.linalg.norm(points[:i] - points[i], axis=1))[:12]
        np.testing.assert_array_equal(found[i, : len(nearest)], nearest)
        assert (found[i, len(nearest) :] == -1).all()
    np.testing.assert_array_equal(coarse_to_fine.order(np.ones((4, 2))).sum(), 6)


@pytest.mark.parametrize("power", [1, 2, 3, 4, 5])
def test_the_approximate_inverse(power):
    """On charges without moments, eigenvalues of the inverse times the matrix are near one, and the
    sign is the kernel's."""
    points, kernel = np.random.default_rng(0).random((300, 2)), jaxfmm.ThinPlate(power)
    degree, n = power // 2, len(points)
    functions = np.asarray(monomials(jnp.asarray(2 * points - 1), degree))
    found = map(jnp.asarray, predicted_from(points, functions))
    x, none = jnp.asarray(points), jnp.zeros(n)
    inverse = approximate_inverse(kernel, x, none, *found, degree=degree)
    charges = np.asarray(inverse @ jnp.eye(n))
    assert np.abs(functions.T @ charges).max() < 1e-7 * np.abs(charges).max()
    eigenvalues = np.linalg.eigvals(charges @ np.asarray(between(kernel, x[:, None], x[None]))).real
    eigenvalues = np.sort(eigenvalues)[functions.shape[1] :]
    assert 0.2 < eigenvalues.min() and eigenvalues.max() < 4
    assert np.trace(charges) * kernel.definite[0] > 0


@pytest.mark.parametrize(
    "kernel", [jaxfmm.ThinPlate(p) for p in range(1, 10)] + [jaxfmm.Multiquadric(0.3)]
)
def test_radial_derivatives(kernel):
    r2 = jnp.linspace(0.1, 2, 7)
    function = lambda half: kernel.radial(2 * half, 0)[0]  # noqa: E731
    for value in kernel.radial(r2, 4):
        np.testing.assert_allclose(value, jax.vmap(function)(r2 / 2), rtol=1e-10)
        function = jax.grad(function)
    assert np.isfinite(np.asarray(kernel.radial(jnp.zeros(1), 4))).all()


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_sums_in_other_units(power):
    points, charges = problem(300, 3)[:2]
    kernel = jaxfmm.ThinPlate(power)
    for unit in (1e-3, 1e3):
        got = jaxfmm.potential(unit * points, charges, kernel=kernel)
        x = jnp.asarray(unit * points)
        expected = np.asarray(between(kernel, x[:, None], x[None])) @ charges
        assert largest_difference(got, expected) < 1e-6
    with pytest.raises(ValueError, match="power must lie in 1 ... 9"):
        jaxfmm.ThinPlate(0)
