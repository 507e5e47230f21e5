"""Logarithms of determinants, traces and diagonals of inverses of kernel matrices, by random
vectors, against dense matrices."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_matrix import FLOAT64, points, written

import jaxfmm
from jaxfmm import KernelMatrix
from jaxfmm.lanczos import Options, solve
from jaxfmm.lowrank import LowRank, pivoted_cholesky

N = 200
LENGTH, NOISE = 0.3, 0.1


def key():
    return jax.random.key(7)


def covariance(x, length=LENGTH, noise=NOISE, amplitude=2.0):
    return KernelMatrix(x, kernel=amplitude * jaxfmm.Matern(length, 1.5), diagonal=noise)


def dense(x, length=LENGTH, noise=NOISE, amplitude=2.0):
    d2 = jnp.sum(jnp.square(x[:, None] - x[None]), axis=2)
    apart = d2 > 0
    r = jnp.where(apart, jnp.sqrt(3 * jnp.where(apart, d2, 1)), 0) / length
    return amplitude * (1 + r) * jnp.exp(-r) + jnp.diag(jnp.broadcast_to(noise, len(x)))


def log_density(y, K):
    n = len(y)
    return -0.5 * (y @ jnp.linalg.solve(K, y) + jnp.linalg.slogdet(K)[1] + n * np.log(2 * np.pi))


def within(found, exact, error, times=3.0):
    assert (jnp.abs(found - exact) <= times * error).all(), (found, exact, error)


@pytest.mark.parametrize("rank", [50, 0])
def test_values(rank, dtype):
    """Within three standard errors of the exact values, which are small where P is near A."""
    x = points(2, dtype, N)
    noise = NOISE * (1 + x[:, 0])
    A, K = covariance(x, noise=noise), np.asarray(dense(x, noise=noise), np.float64)
    inverse, y = np.linalg.inv(K), jnp.sin(6 * x)
    found = A.slogdet(key(), rank=rank)
    sign, value = found
    within(value, np.linalg.slogdet(K)[1], found.standard_error)
    assert sign == 1 and value.dtype == dtype and found.loop.check().residual < 0.02
    assert found.standard_error < (3 if rank else 20)
    trace = A.inverse_trace(key(), rank=rank)
    within(trace.value, np.trace(inverse), trace.standard_error)
    diagonal = A.inverse_diagonal(key(), rank=rank, probes=100)
    within(diagonal.value, np.diag(inverse), diagonal.standard_error, 4.0)
    likelihood = A.log_marginal_likelihood(y, key(), rank=rank)
    exact = [log_density(np.asarray(column, np.float64), K) for column in y.T]
    within(likelihood.value, jnp.asarray(exact, dtype), likelihood.standard_error)
    assert cases.error(A @ likelihood.weights, y) < 0.02
    assert cases.error(A.trace(), np.trace(K)) < 1e-6


@FLOAT64
def test_all_unit_vectors_give_exact_results(dtype):
    """Their sum is the logarithm of the determinant, with exact derivatives, whatever P is."""
    x, n, rank = points(2, dtype, 40), 40, 5

    def by_columns(x, length, noise):
        A = covariance(x, length, noise)
        P = A.preconditioner(rank)
        unit = P.colored(jnp.eye(rank + n, dtype=dtype))
        found = solve(A, P, unit, Options(1e-12, 500))
        return P.log_det() + found.logs.sum()

    def exact(x, length, noise):
        return jnp.linalg.slogdet(dense(x, length, noise))[1]

    at = x, jnp.asarray(LENGTH, dtype), NOISE * (1 + x[:, 0])
    value, slope = jax.jit(jax.value_and_grad(by_columns, (0, 1, 2)))(*at)
    assert cases.error(value, exact(*at)) < 1e-8
    for one, known in zip(slope, jax.grad(exact, (0, 1, 2))(*at)):
        assert cases.error(one, known) < 1e-5


@pytest.mark.parametrize("condition", [1e0, 1e4])
def test_the_logarithm_without_eigenvalues(condition, dtype):
    """Of matrices by their products alone, with eigenvalues far apart."""
    eigenvalues = np.geomspace(1 / condition, 1.0, 8)
    basis = np.linalg.qr(np.random.default_rng(0).normal(size=(8, 8)))[0]
    A = jnp.asarray((basis * eigenvalues) @ basis.T, dtype)
    columns = jnp.asarray(np.random.default_rng(1).normal(size=(8, 3)), dtype)
    found = solve(A, jnp.eye(8, dtype=dtype), columns, Options(1e-6, 100))
    exact = np.log(eigenvalues) @ np.square(basis.T @ np.asarray(columns))
    scale = np.square(np.asarray(columns)).sum(0)
    assert np.abs(found.logs - exact).max() / scale.max() < (1e-4 if dtype == jnp.float32 else 1e-9)


@FLOAT64
def test_derivatives(dtype):
    """The mean over keys is the exact gradient, in both modes, and the exact Hessian."""
    x, y = points(2, dtype, N), jnp.sin(6 * points(2, dtype, N)[:, 0])

    def estimate(key, length, noise, y):
        A = covariance(x, length, noise)
        return A.log_marginal_likelihood(y, key, rank=20, tol=1e-6).value

    def exact(length, noise, y):
        return log_density(y, dense(x, length, noise))

    at = jnp.asarray(LENGTH, dtype), jnp.asarray(NOISE, dtype), y
    keys = jax.random.split(key(), 20)
    slopes = jax.jit(jax.vmap(jax.grad(estimate, (1, 2, 3)), (0, None, None, None)))(keys, *at)
    for one, known in zip(slopes, jax.grad(exact, (0, 1, 2))(*at)):
        error = one.std(0, ddof=1) / np.sqrt(len(keys))
        within(one.mean(0), known, error + 1e-5 * jnp.abs(known).max())
    assert cases.error(slopes[2][0], jax.grad(exact, 2)(*at)) < 1e-5  # without random vectors
    along = jnp.ones((), dtype)
    forward = jax.jvp(lambda length: estimate(keys[0], length, *at[1:]), at[:1], (along,))[1]
    assert cases.error(forward, slopes[0][0]) < 1e-6


@FLOAT64
def test_second_derivatives(dtype):
    x = points(2, dtype, 100)

    def estimate(key, length):
        return covariance(x, length).slogdet(key, rank=20, tol=1e-6).logabsdet

    def exact(length):
        return jnp.linalg.slogdet(dense(x, length))[1]

    length, keys = jnp.asarray(LENGTH, dtype), jax.random.split(key(), 20)
    second = jax.jit(jax.vmap(jax.grad(jax.grad(estimate, 1), 1), (0, None)))(keys, length)
    error = second.std(ddof=1) / np.sqrt(len(keys))
    within(second.mean(), jax.grad(jax.grad(exact))(length), error)


@FLOAT64
def test_inverse_diagonals_have_derivatives(dtype):
    x = points(2, dtype, 60)

    def estimate(noise):
        return covariance(x, noise=noise).inverse_diagonal(key(), rank=60, tol=1e-8).value

    def exact(noise):
        return jnp.diag(jnp.linalg.inv(dense(x, noise=noise)))

    noise = jnp.asarray(NOISE, dtype)
    assert cases.error(estimate(noise), exact(noise)) < 1e-8  # P is A
    found, known = jax.jacfwd(estimate)(noise), jax.jacfwd(exact)(noise)
    assert cases.error(found.sum(), known.sum()) < 0.1


def test_matrices_inside_jit():
    x = points(2, "float32", N)
    A = covariance(x)
    alone = A.slogdet(key())
    inside = jax.jit(lambda A, key: A.slogdet(key))(A, key())
    assert cases.error(inside.logabsdet, alone.logabsdet) < 1e-6
    keys = jax.random.split(key(), 3)
    mapped = jax.vmap(A.slogdet)(keys)
    assert cases.error(mapped.logabsdet[1], A.slogdet(keys[1]).logabsdet) < 1e-6
    old = A.slogdet(jax.random.PRNGKey(0))  # keys of the old type
    assert cases.error(old.logabsdet, A.slogdet(jax.random.key(0)).logabsdet) < 1e-6
    y = jnp.stack([x[:, 0], x[:, 1]])
    many = jax.vmap(lambda y: A.log_marginal_likelihood(y, key()).value)(y)
    assert cases.error(many[1], A.log_marginal_likelihood(y[1], key()).value) < 1e-5


def test_more_vectors_and_ranks_have_smaller_errors():
    A = covariance(points(2, "float32", N))
    errors = [
        float(A.slogdet(key(), probes=probes, rank=rank).standard_error)
        for probes, rank in ((10, 10), (1000, 10), (10, 150))
    ]
    assert errors[1] < 0.2 * errors[0] and errors[2] < 0.1 * errors[0]


def test_a_fast_sum():
    """The value, and the gradient within three standard deviations, which are known for vectors of
    normal numbers and larger than those for random signs:

        Var (P^-1 z)^T dA A^-1 z = tr(B B) + tr(B^T B) ,        B = F^-1 dA A^-1 F ,    P = F F^T"""
    n, probes = 1000, 8
    x = points(2, "float32", n)
    y = jnp.sin(6 * x[:, 0]) + 0.3 * points(1, "float32", n, 1)[:, 0]
    kernel = jaxfmm.Matern(LENGTH, 1.5)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, gradient=False, method="fmm")

    def estimate(length, noise, plan):
        kernel = jaxfmm.Matern(length, 1.5)
        A = KernelMatrix(x, kernel=kernel, diagonal=noise, plan=plan.update(x, kernel=kernel))
        found = A.log_marginal_likelihood(y, key(), rank=100, probes=probes)
        return found.value, found.standard_error

    at = jnp.float32(LENGTH), jnp.float32(NOISE)
    run = jax.jit(jax.value_and_grad(estimate, (0, 1), has_aux=True))
    (value, error), slopes = run(*at, plan)
    P = KernelMatrix(x, kernel=kernel, diagonal=NOISE).preconditioner(100)
    with jax.enable_x64(True):
        x, y, P, *at = (jax.tree.map(lambda a: a.astype("float64"), a) for a in (x, y, P, *at))
        covariance = functools.partial(dense, x, amplitude=1.0)
        K = covariance(*at)
        within(float(value), log_density(y, K), float(error))
        exact = jax.grad(lambda *at: log_density(y, covariance(*at)), (0, 1))(*at)
        F = jnp.linalg.cholesky(jnp.linalg.inv(P @ jnp.eye(n)))
        for i, (slope, known) in enumerate(zip(slopes, exact)):
            dK = jax.jacfwd(covariance, i)(*at)
            B = jnp.linalg.solve(F, dK @ jnp.linalg.solve(K, F))
            deviation = jnp.sqrt((jnp.sum(B * B.T) + jnp.sum(B * B)) / probes)
            within(float(slope), known, 0.5 * deviation)


def test_factors_of_sums_of_kernels():
    x = points(2, "float32", 60)
    for kernel in (
        3.0 * jaxfmm.Matern(0.5, 2.5),
        jaxfmm.Gaussian(0.5) + 2.0 * jaxfmm.Matern(0.5, 2.5),
    ):
        A = KernelMatrix(x, kernel=kernel, diagonal=0.1)
        L = pivoted_cholesky(x, kernel=kernel, rank=40)
        assert cases.error(L @ L.T, written(A) - 0.1 * jnp.eye(60)) < 1e-2
        P = A.preconditioner(40)
        K = L @ L.T + 0.1 * jnp.eye(60)
        assert cases.error(P.log_det(), jnp.linalg.slogdet(K)[1]) < 1e-4
        assert cases.error(P.diagonal(), jnp.diag(jnp.linalg.inv(K))) < 1e-3


def test_matrices_that_are_not_positive():
    x = points(3, "float32", 50)
    A = KernelMatrix(x, kernel=jaxfmm.Laplace(), diagonal=1.0)
    found = A.slogdet(key(), rank=0)
    assert np.isnan(found.sign) and np.isnan(found.logabsdet) and found.loop.status == 2
    with pytest.raises(ValueError, match="must be positive definite"):
        found.loop.check()
    assert np.isnan(A.inverse_trace(key(), rank=0).value)


def test_loops_that_do_not_converge():
    A = KernelMatrix(points(2, "float32", N), kernel=jaxfmm.Matern(LENGTH, 1.5), diagonal=1e-3)
    found = A.slogdet(key(), rank=5, max_steps=3)
    assert np.isnan(found.logabsdet) and found.loop.status == 1 and found.loop.steps == 4
    with pytest.raises(ValueError, match="max_steps must suffice"):
        found.loop.check()


def test_errors():
    x, kernel = points(2, "float32", 30), jaxfmm.Matern(LENGTH, 1.5)
    A, y = KernelMatrix(x, kernel=kernel, diagonal=0.1), jnp.ones(30)
    other = functools.partial(KernelMatrix, x, diagonal=0.1)
    for make, say in [
        (lambda: A.slogdet(0), "key must be one key of jax.random"),
        (lambda: A.slogdet(jax.random.split(key())), "map several keys by jax.vmap"),
        (lambda: A.slogdet(key(), probes=1), "probes must lie in 2"),
        (lambda: A.slogdet(key(), rank=31), "rank must lie in 0 ... 30"),
        (lambda: A.slogdet(key(), tol=0.0), "tol must lie between"),
        (lambda: A.slogdet(key(), max_steps=0), "max_steps must lie in"),
        (lambda: A.log_marginal_likelihood(y[:4], key()), "values must have one row for each of"),
        (lambda: A.log_marginal_likelihood(y.astype("complex64"), key()), "values must be real"),
        (lambda: KernelMatrix(x, x, kernel=kernel).slogdet(key()), "has no determinant"),
        (lambda: KernelMatrix(x, x, kernel=kernel).trace(), "has no diagonal"),
        (lambda: KernelMatrix(x, kernel=kernel).slogdet(key()), "diagonal must be positive"),
        (lambda: other(kernel=jaxfmm.Laplace()).slogdet(key()), "kernel must be smooth.*rank=0"),
        (lambda: other(kernel=jaxfmm.Cauchy()).slogdet(key()), "must be real and symmetric"),
        (lambda: other(kernel=jaxfmm.Helmholtz(1.0)).slogdet(key()), "must be real and symmetric"),
        (
            lambda: KernelMatrix(points(3, "float32"), kernel=jaxfmm.Stokeslet()).slogdet(key()),
            "a kernel of vectors, has no determinant",
        ),
    ]:
        with pytest.raises(ValueError, match=say):
            make()


def test_points_over_explicit_axes(monkeypatch):
    A = KernelMatrix(points(2, "float32", 30), kernel=jaxfmm.Matern(LENGTH, 1.5), diagonal=0.1)
    monkeypatch.setattr(jaxfmm.inputs, "split_axes", lambda array: ["i"])
    with pytest.raises(ValueError, match="points must not be split over explicit axes"):
        A.slogdet(key())


def test_the_inverse_of_a_diagonal():
    P = LowRank.inverse(jnp.zeros((3, 0)), jnp.asarray([1.0, 4.0, 9.0]))
    assert cases.error(P @ jnp.ones(3), 1 / jnp.asarray([1.0, 4.0, 9.0])) < 1e-6
    assert cases.error(P.log_det(), jnp.log(36.0)) < 1e-6


def test_periodic_cells():
    """They have the diagonal alone as preconditioner, inside jit too."""
    kernel = jaxfmm.Periodic(jaxfmm.Gaussian(0.1), 1.0)
    A = KernelMatrix(points(2, "float32", 50), kernel=kernel, diagonal=NOISE)
    K = np.asarray(written(A), np.float64)
    found = jax.jit(lambda A: A.slogdet(key(), rank=0))(A)
    within(found.logabsdet, np.linalg.slogdet(K)[1], found.standard_error)


def test_the_trace_has_derivatives():
    x = points(2, "float32", 20)

    def trace(x, variance, noise):
        kernel = variance * jaxfmm.Matern(LENGTH, 1.5)
        return KernelMatrix(x, kernel=kernel, diagonal=noise).trace()

    slope = jax.grad(trace, (0, 1, 2))(x, jnp.float32(2.0), jnp.float32(0.1))
    assert (slope[0] == 0).all() and slope[1] == 20 and slope[2] == 20
