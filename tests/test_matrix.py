"""Kernel sums as linear operators: products, solvers, derivatives, the preconditioner."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import KernelMatrix
from jaxfmm.lowrank import pivoted_cholesky

N, M = 200, 60
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
KERNELS = {
    "Laplace": (jaxfmm.Laplace(), 3, None),
    "Matern": (jaxfmm.Matern(0.3, 1.5), 2, 1.0),
    "Gaussian": (jaxfmm.Gaussian([0.2, 0.4]), 2, 1.0),
}


def uneven(x, y):
    return jnp.exp(-jnp.sum(jnp.square(x - y))) * (1 + 0.5 * x[0] * y[-1])


def points(dim, dtype, n=N, seed=0):
    return jnp.asarray(np.random.default_rng(seed).random((n, dim)), dtype)


def written(A):
    """The matrix of an operator."""
    return A @ jnp.eye(A.shape[1], dtype=A.dtype)


@FLOAT64
@pytest.mark.parametrize("name", KERNELS)
def test_products_and_diagonals(name, dtype):
    kernel, dim, own = KERNELS[name]
    x, y, v = (
        points(dim, dtype),
        points(dim, dtype, M, 1),
        jnp.asarray(np.random.default_rng(2).normal(size=N), dtype),
    )
    noise = 0.1 + 0.1 * x[:, 0]
    A, B = KernelMatrix(x, kernel=kernel, diagonal=noise), KernelMatrix(x, y, kernel=kernel)
    assert A.shape == (N, N) and B.shape == (M, N) and B.T.shape == (N, M) and A.dtype == dtype
    assert cases.error(A @ v, jaxfmm.potential(x, v, kernel=kernel, tol=1e-6) + noise * v) <= 1e-6
    assert cases.error(jnp.diag(written(A)), A.diagonal()) <= 1e-12
    assert (
        cases.error(A.diagonal() - noise, jnp.full(N, own)) <= 1e-12
        if own
        else (A.diagonal() == noise).all()
    )
    assert (
        cases.error(written(B.T), written(B).T) <= 1e-12
        and cases.error(written(A.T), written(A)) <= 1e-12
    )
    copy = jax.jit(lambda A: A)(A)
    assert (
        isinstance(copy, KernelMatrix)
        and cases.error(jax.jit(lambda A, v: A @ v)(copy, v), A @ v) <= 1e-12
    )
    assert cases.error(A @ jnp.stack([v, 2 * v], 1), jnp.stack([A @ v, 2 * (A @ v)], 1)) <= 1e-12


@FLOAT64
def test_matrices_of_other_kernels(dtype):
    x = points(2, dtype)
    A = KernelMatrix(x, kernel=jaxfmm.Custom(uneven))
    assert (
        cases.error(written(A.T), written(A).T) <= 1e-12
        and cases.error(written(A), written(A).T) > 0.01
    )
    assert cases.error(A.diagonal(), jnp.diag(written(A))) <= 1e-12


@FLOAT64
def test_the_transposed_matrix_of_an_odd_kernel(dtype):
    x, y = points(2, dtype, 20), points(2, dtype, 9, 1)
    for A in (
        KernelMatrix(x, kernel=jaxfmm.Cauchy(), diagonal=0.5),
        KernelMatrix(x, y, kernel=jaxfmm.Cauchy()),
    ):
        assert cases.error(written(A.T), written(A).T) <= 1e-12
        assert cases.error(written(jax.jit(lambda A: A.T)(A).T), written(A)) <= 1e-12


@pytest.mark.slow
@FLOAT64
def test_the_diagonal_of_a_periodic_matrix(dtype):
    cell = KernelMatrix(points(3, dtype, 20), kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1.0))
    assert cases.error(cell.diagonal(), jnp.diag(written(cell))) <= 1e-10


@FLOAT64
@pytest.mark.parametrize("made", ["inside", "outside"])
def test_solvers_and_derivatives(made, dtype):
    """Of the solution in the points, the length, the noise and the right-hand side, against dense
    matrices."""
    x, b = points(2, dtype), jnp.sin(6 * points(2, dtype)[:, 0])
    plan = jaxfmm.plan(x, kernel=jaxfmm.Matern(0.3, 1.5), tol=1e-9) if made == "outside" else None

    def fast(solve, x, length, noise, b):
        A = KernelMatrix(x, kernel=jaxfmm.Matern(length, 1.5), diagonal=noise, plan=plan)
        return jnp.vdot(b, solve(A, b, tol=1e-11, maxiter=300)[0])

    def slow(x, length, noise, b):
        d2 = jnp.sum(jnp.square(x[:, None] - x[None]), axis=2)
        apart = d2 > 0
        r = jnp.where(apart, jnp.sqrt(3 * jnp.where(apart, d2, 1)), 0) / length
        return jnp.vdot(
            b, jnp.linalg.solve((1 + r) * jnp.exp(-r) + noise * jnp.eye(N, dtype=x.dtype), b)
        )

    arguments = x, jnp.asarray(0.3, dtype), jnp.asarray(0.1, dtype), b
    solvers = (
        jax.scipy.sparse.linalg.cg,
        *([jax.scipy.sparse.linalg.gmres] if made == "outside" else []),
    )
    known = jax.value_and_grad(slow, (0, 1, 2, 3))(*arguments)
    for solve in solvers:
        if solve is jax.scipy.sparse.linalg.gmres:
            A = KernelMatrix(x, kernel=jaxfmm.Matern(0.3, 1.5), diagonal=0.1, plan=plan)
            assert cases.error(jnp.vdot(b, solve(A, b, tol=1e-11, restart=60)[0]), known[0]) <= 1e-9
            continue
        found = jax.jit(jax.value_and_grad(functools.partial(fast, solve), (0, 1, 2, 3)))(
            *arguments
        )
        for value, exact in zip(jax.tree.leaves(found), jax.tree.leaves(known)):
            assert cases.error(value, exact) <= 1e-7


@FLOAT64
def test_the_preconditioner(dtype):
    x, b = points(2, dtype, 400), jnp.cos(5 * points(2, dtype, 400)[:, 1])
    A = KernelMatrix(x, kernel=jaxfmm.Matern(0.5, 2.5), diagonal=1e-4)
    L = pivoted_cholesky(x, kernel=A.kernel, rank=80)
    K = written(A) - 1e-4 * jnp.eye(400, dtype=dtype)
    rest = jnp.linalg.norm(K - L @ L.T)
    best = jnp.linalg.norm(jnp.linalg.svd(K, compute_uv=False)[80:])
    assert best <= rest <= 20 * best  # near the best of this rank
    M = A.preconditioner(80)
    assert cases.error(M @ (L @ (L.T @ b) + 1e-4 * b), b) <= 1e-6
    assert cases.error(M @ jnp.stack([b, b], 1), jnp.stack([M @ b, M @ b], 1)) <= 1e-10

    def residual(M, steps):
        w = jax.scipy.sparse.linalg.cg(A, b, M=M, tol=0, maxiter=steps)[0]
        return jnp.linalg.norm(A @ w - b) / jnp.linalg.norm(b)

    assert residual(M, 12) < 1e-4 < 1e-3 < residual(None, 12)
    everything = pivoted_cholesky(x[:5], kernel=A.kernel, rank=5)
    assert cases.error(everything @ everything.T, K[:5, :5]) <= 1e-12
    same = pivoted_cholesky(jnp.zeros((5, 2), dtype), kernel=A.kernel, rank=3)  # of rank 1
    assert np.isfinite(same).all() and (same[:, 1:] == 0).all()


def test_lineax():
    lineax = pytest.importorskip("lineax")
    x = points(2, "float32")
    A = KernelMatrix(x, kernel=jaxfmm.Matern(0.3, 1.5), diagonal=0.1)
    with jax.numpy_dtype_promotion("standard"):
        operator = A.as_lineax(lineax.positive_semidefinite_tag)
        w = lineax.linear_solve(operator, x[:, 0], lineax.CG(rtol=1e-4, atol=1e-4)).value
    assert cases.error(A @ w, x[:, 0]) <= 1e-2 and lineax.is_symmetric(operator)


def test_errors():
    x, kernel = points(2, "float32", 30), jaxfmm.Matern(0.3, 1.5)
    for make, say in [
        (lambda: KernelMatrix(x, kernel=jaxfmm.Matern), "kernel must be a kernel"),
        (lambda: KernelMatrix(x, x, kernel=kernel, diagonal=0.1), "diagonal must be 0"),
        (
            lambda: KernelMatrix(x, kernel=kernel, diagonal=jnp.ones(3)),
            r"diagonal must be a number or have shape \(30,\)",
        ),
        (lambda: KernelMatrix(x, kernel=kernel, plan=3), "plan must be made by"),
        (
            lambda: KernelMatrix(x, kernel=kernel, plan=jaxfmm.plan(x)),
            "the plan was made for Laplace",
        ),
        (
            lambda: KernelMatrix(x[:5], kernel=kernel, plan=jaxfmm.plan(x, kernel=kernel)),
            "made for 30",
        ),
        (lambda: KernelMatrix(x, kernel=jaxfmm.Custom(lambda x, y: x - y)), "must give one number"),
        (lambda: KernelMatrix(x, kernel=kernel) @ jnp.ones(4), "one row for each of the 30"),
        (lambda: KernelMatrix(x, x, kernel=kernel).diagonal(), "no diagonal"),
        (lambda: KernelMatrix(x, kernel=kernel).preconditioner(5), "diagonal must be positive"),
        (
            lambda: KernelMatrix(x, kernel=kernel, diagonal=1.0).preconditioner(31),
            "rank must lie in",
        ),
        (
            lambda: KernelMatrix(x, kernel=jaxfmm.Laplace(), diagonal=1.0).preconditioner(3),
            "kernel must be smooth",
        ),
    ]:
        with pytest.raises(ValueError, match=say):
            make()


def test_a_cell_that_is_traced():
    """A plan that is made inside jit does not know it."""
    rng = np.random.default_rng(0)
    x, v = (jnp.asarray(rng.random(shape), jnp.float32) for shape in ((40, 3), 40))
    v = v - v.mean()
    cell = jnp.eye(3) + jnp.asarray(0.1 * rng.random((3, 3)), jnp.float32)

    def product(cell):
        return jaxfmm.KernelMatrix(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell)) @ v

    expected = product(cell)
    error = jnp.linalg.norm(jax.jit(product)(cell) - expected) / jnp.linalg.norm(expected)
    assert error < 1e-4


@pytest.mark.parametrize("method", ["fmm", "ewald"])
def test_transposes_in_a_cell(method):
    """The lists of the transposed matrix have the images on the other side."""
    cell = np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((n, 3)) @ cell, jnp.float32) for n in (900, 600))
    q, w = (jnp.asarray(rng.normal(size=n), jnp.float32) for n in (900, 600))
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cell)
    plan = jaxfmm.plan(x, y, kernel=kernel, tol=1e-4, method=method, leaf_size=16)
    back = KernelMatrix(x, y, kernel=kernel, plan=plan).T
    own = jaxfmm.plan(y, x, kernel=kernel, tol=1e-4, method=method, leaf_size=16)
    expected = jaxfmm.potential(y, w, x, plan=own)
    assert cases.error(back @ w, expected) <= 2e-4
    moved = jax.jit(lambda y, x: jaxfmm.potential(y, w, x, plan=back.plan.update(y, x)))
    assert cases.error(moved(y + 0.1, x + 0.1), expected) <= 2e-4
    assert cases.error(back.T @ q, jaxfmm.potential(x, q, y, plan=plan)) <= 1e-5
