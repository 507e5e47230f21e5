"""Kernels without expansions of their own: FMM by interpolation; kernels with compact support: truncated sums."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.expansions import chebyshev

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def yukawa(r, k):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(r > 0, np.exp(-k * r) / r, 0)


def matern(r, length, smoothness):
    a = np.sqrt(2 * smoothness) * r / length
    return {0.5: 1, 1.5: 1 + a, 2.5: 1 + a + a * a / 3}[smoothness] * np.exp(-a)


def lennard_jones(r, sigma, epsilon, cutoff):
    with np.errstate(divide="ignore", invalid="ignore"):
        six = (sigma / r) ** 6
        return np.where((r > 0) & (r < cutoff), 4 * epsilon * (six * six - six), 0)


def wendland(r, radius):
    q = np.minimum(r / radius, 1)
    return (1 - q) ** 4 * (1 + 4 * q)


KERNELS = {  # the kernel, its function in numpy
    "Yukawa": (jaxfmm.Yukawa(3.0), lambda r: yukawa(r, 3.0)),
    "multiquadric": (jaxfmm.InverseMultiquadric(0.1), lambda r: 1 / np.sqrt(1 + (r / 0.1) ** 2)),
    "Matern 1/2": (jaxfmm.Matern(0.3, 0.5), lambda r: matern(r, 0.3, 0.5)),
    "Matern 3/2": (jaxfmm.Matern(0.3, 1.5), lambda r: matern(r, 0.3, 1.5)),
    "Matern 5/2": (jaxfmm.Matern(0.3, 2.5), lambda r: matern(r, 0.3, 2.5)),
    "Lennard-Jones": (jaxfmm.LennardJones(0.02, 0.7, 0.2), lambda r: lennard_jones(r, 0.02, 0.7, 0.2)),
    "Wendland": (jaxfmm.Wendland(0.2), lambda r: wendland(r, 0.2)),
}
FAR = ("Yukawa", "multiquadric", "Matern 1/2", "Matern 3/2", "Matern 5/2")
NEAR = ("Lennard-Jones", "Wendland")


def problem(dtype, n, dim=3, m=None):
    rng = np.random.default_rng(0)
    x = rng.random((n, dim))
    q = np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1)
    y = None if m is None else jnp.asarray(rng.random((m, dim)), dtype)
    return jnp.asarray(x, dtype), jnp.asarray(q, dtype), y


def dense(function, x, q, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    return function(np.linalg.norm(y[:, None] - x[None], axis=2)) @ np.asarray(q, float)


@pytest.mark.parametrize("name", KERNELS)
def test_values(dtype, name):
    """Of the direct sum: the formula of the docstring, at distance zero too."""
    kernel, function = KERNELS[name]
    x, q, _ = problem(dtype, 300)
    phi = jaxfmm.potential(x, q, kernel=kernel, plan=jaxfmm.plan(x, kernel=kernel, method="direct"))
    assert cases.error(phi, dense(function, x, q, x)) < (2e-6 if dtype == jnp.float32 else 1e-13)


@FLOAT64
@pytest.mark.parametrize(
    "name",
    [pytest.param(k, marks=[pytest.mark.slow] * (k not in ("Yukawa", "Matern 3/2", "Wendland"))) for k in KERNELS],
)
def test_derivatives(dtype, name):
    """Gradients and second derivatives are those that JAX takes of the function."""
    kernel = KERNELS[name][0]
    x, q, y = problem(dtype, 40, m=20)

    def sums(y):
        r2 = jnp.sum((y[None] - x) ** 2, axis=1)
        return jnp.sum(kernel.radial(r2, 0)[0] * q[:, 0])

    plan = jaxfmm.plan(x, y, kernel=kernel, method="direct")

    def potential(y):
        return jaxfmm.potential(x, q[:, 0], y, plan=plan)

    grad = jaxfmm.potential_and_gradient(x, q[:, 0], y, plan=plan)[1]
    assert cases.error(grad, jax.vmap(jax.grad(sums))(y)) < 1e-12
    d = jnp.cos(5 * y)
    second = jax.jvp(lambda y: jax.grad(lambda y: jnp.sum(potential(y)))(y), (y,), (d,))[1]
    assert cases.error(second, jax.vmap(lambda y, d: jax.jvp(jax.grad(sums), (y,), (d,))[1])(y, d)) < 1e-11


@pytest.mark.parametrize(
    ("name", "dim", "dtype", "tol"),
    [
        ("Yukawa", 3, "float64", 1e-5), ("multiquadric", 2, "float32", 1e-4), ("Matern 5/2", 1, "float64", 1e-8),
        pytest.param("Yukawa", 3, "float32", 1e-3, marks=pytest.mark.slow),
        pytest.param("Matern 1/2", 2, "float64", 1e-6, marks=pytest.mark.slow),
        pytest.param("Yukawa", 3, "float64", 1e-9, marks=pytest.mark.slow),
        pytest.param("Matern 3/2", 3, "float64", 1e-6, marks=pytest.mark.slow),
    ],
    indirect=["dtype"],
)  # fmt: skip
def test_tol_is_kept(name, dim, dtype, tol):
    kernel, function = KERNELS[name]
    x, q, _ = problem(dtype, 6000, dim)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    assert plan.options.promised
    phi, grad = jaxfmm.potential_and_gradient(x, q, plan=plan)
    y = x[:200]
    direct = jaxfmm.plan(x, y, kernel=kernel, method="direct")
    for i in range(2):
        assert cases.error(phi[:200, i], dense(function, x, q[:, i], y)) <= tol
        exact = jaxfmm.potential_and_gradient(x, q[:, i], y, plan=direct)[1]
        assert cases.error(grad[:200, :, i], exact) <= tol


@pytest.mark.slow  # test_custom.py has the same for a kernel that needs more
@FLOAT64
def test_compiled_as_by_xla(dtype):
    """Charges and dipoles, by gradients in the sources; several right-hand sides."""
    kernel = KERNELS["Yukawa"][0]
    x, q, y = problem(dtype, 800, m=500)

    def run(backend):
        plan = jaxfmm.plan(x, y, kernel=kernel, method="fmm", order=3, theta=0.6, leaf_size=30, backend=backend)
        assert int(plan.far.count) > 0

        def loss(x):
            return jnp.sum(jnp.sin(jaxfmm.potential(x, q, y, plan=plan)))

        return jax.jit(jax.value_and_grad(loss))(x)

    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    for a, b in zip(run("cpu"), run("xla")):
        assert cases.error(a, b) < 1e-12


@FLOAT64
def test_parameters_have_fast_derivatives(dtype):
    """The derivative in the screening is a kernel of the same kind: it is summed by the FMM too."""
    x, q, _ = problem(dtype, 2000)
    q = q[:, 0]
    fast, direct = (jaxfmm.plan(x, kernel=jaxfmm.Yukawa(2.0), method=method, tol=1e-5) for method in ("fmm", "direct"))

    def slope(plan):
        return jax.jit(jax.grad(lambda k: jaxfmm.energy(x, q, kernel=jaxfmm.Yukawa(k), plan=plan)))

    assert abs(slope(fast)(2.0) / slope(direct)(2.0) - 1) < 1e-5
    shapes = str(jax.make_jaxpr(slope(fast))(2.0))
    assert "exact=True" not in shapes


@pytest.mark.parametrize("name", NEAR)
@pytest.mark.parametrize("dim", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_truncated_sums(dtype, name, dim):
    """Exact but for rounding: the tree finds all pairs within the support; separate targets, gradient, update."""
    kernel, function = KERNELS[name]
    x, q, y = problem(dtype, 3000, dim, m=700)
    plan = jaxfmm.plan(x, y, kernel=kernel, method="truncated", tol=1e-3)
    tolerance = 2e-5 if dtype == jnp.float32 else 1e-11
    assert cases.error(jaxfmm.potential(x, q, y, plan=plan), dense(function, x, q, y)) < tolerance
    moved = jaxfmm.plan(x, y, kernel=kernel, method="truncated").update(1 - x, y)
    assert cases.error(jaxfmm.potential(1 - x, q, y, plan=moved), dense(function, 1 - x, q, y)) < tolerance


def test_auto():
    """Small problems are summed directly, large ones are not."""
    x, _, _ = problem(jnp.float32, 60_000, 2)
    for kernel, method in ((jaxfmm.Matern(0.1, 1.5), "fmm"), (jaxfmm.Wendland(0.02), "truncated")):
        assert jaxfmm.plan(x, kernel=kernel, tol=1e-3).options.method == method
        assert jaxfmm.plan(x[:100], kernel=kernel, tol=1e-3).options.method == "direct"


@pytest.mark.parametrize("dim", [pytest.param(1, marks=pytest.mark.slow), 2, 3])
def test_interpolation(dtype, dim, order=5):
    """Exact for polynomials of that degree on each axis, with their derivatives, through M2M and L2L too."""
    rng = np.random.default_rng(0)
    half = jnp.asarray([[0.5, 0.2, 0.7][:dim]], dtype)
    u = jnp.asarray((2 * rng.random((1, 9, dim)) - 1) * np.asarray(half), dtype)

    def f(x):
        return jnp.prod(1 + x + 0.3 * x**order)

    grid = jnp.asarray(chebyshev.grid(order, dim), dtype)[None] * half[:, None]
    values = jax.vmap(f)(grid[0])[None, None]
    out = chebyshev.l2p(values, u, half, (0, 1), order)
    tolerance = 1e-5 if dtype == jnp.float32 else 1e-12
    assert cases.error(out[0][0, :, 0], jax.vmap(f)(u[0])) < tolerance
    assert cases.error(out[1][0, :, 0], jax.vmap(jax.grad(f))(u[0])) < tolerance
    inner, shift = 0.4 * half, 0.3 * half
    moved = chebyshev.l2l(values, shift, half, inner, order)
    assert cases.error(moved[0, 0], jax.vmap(f)(shift[0][None] + 0.4 * grid[0])) < tolerance
    weights = jnp.asarray(rng.normal(size=moved.shape), dtype)  # M2M is the transpose
    back = chebyshev.m2m(weights, shift, inner, half, order)
    np.testing.assert_allclose(jnp.sum(back * values), jnp.sum(weights * moved), rtol=tolerance)
    charges = {1: jnp.asarray(rng.normal(size=(1, 9, 1, dim)), dtype)}
    expected = jnp.sum(charges[1][0, :, 0] * jax.vmap(jax.grad(f))(u[0]))
    np.testing.assert_allclose(jnp.sum(chebyshev.p2m(u, half, charges, order) * values), expected, rtol=10 * tolerance)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Yukawa(-1.0)), "screening must be a number that is positive or zero"),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Matern(0.1, 1.0)), "smoothness must be 0.5, 1.5 or 2.5"),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.0)), "radius must be a positive number|length"),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.1), method="fmm"), "method must be one of 'auto', 'trunc"),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.1), theta=0.5), "theta belongs to expansions"),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Yukawa(1.0), method="treecode"), "has no expansions for Yukawa"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call(jnp.zeros((10, 3)))
