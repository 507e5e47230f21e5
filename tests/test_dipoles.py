"""Dipoles beside charges, and Hessians of potentials, against sums over all pairs in float64."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference
import table

import jaxfmm
from jaxfmm import Periodic
from jaxfmm.planning import search_by_tables

N, M = 300, 40
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
ROWS = {
    "Laplace 3D": "fmm",
    "Laplace 2D": "fmm",
    "Gaussian 3D": "direct",
    "Gaussian 2D": "fourier",
    "Custom": "direct",
}
ROWS |= {"Laplace softened": "treecode", "Yukawa": "direct"}
FEW_AXES = ("Laplace 3D", "Gaussian 3D", "Custom")  # rows whose derivatives are compared too
TENSORS = (jaxfmm.potential_and_gradient, jaxfmm.hessian)


def problem(name, dtype):
    row, rng = table.KERNELS[name], np.random.default_rng(0)
    x, y, p = rng.random((N, row.dim)), rng.random((M, row.dim)), rng.normal(size=(N, row.dim))
    x, y, q, p = (jnp.asarray(a, dtype) for a in (x, y, rng.normal(size=N), p))
    return row, row.make(*row.parameters.values()), x, q, p, y


def dense(row, x, q, p, y):
    """The potential of charges and dipoles, by a derivative of that of charges in the places of
    unit charges."""
    f = functools.partial(reference.dense, row.formula, row.parameters, y)
    ones = jnp.ones((len(x), 1), x.dtype)
    of_charges, of_dipoles = (
        f(x, q[:, None])[..., 0],
        jax.jvp(lambda x: f(x, ones)[..., 0], (x,), (p,))[1],
    )
    return of_charges.astype(of_dipoles.dtype) + of_dipoles


def dense_energy(row, x, q, p):
    """1/2 sum_{i != j} (q_i + p_i . grad_x) (q_j + p_j . grad_y) K, pair by pair."""

    def kernel(x, y):
        return reference.dense_pairs(row.formula, row.parameters, x[None], y[None])[0, 0]

    def of_pair(x, y, qx, qy, px, py):
        def f(x, y):
            return qy * kernel(x, y) + jax.jvp(lambda y: kernel(x, y), (y,), (py,))[1]

        return qx * f(x, y) + jax.jvp(lambda x: f(x, y), (x,), (px,))[1]

    i, j = np.nonzero(1 - np.eye(len(x)))
    return 0.5 * jnp.sum(jax.vmap(of_pair)(x[i], x[j], q[i], q[j], p[i], p[j]))


@FLOAT64
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (i > 2)) for i, n in enumerate(ROWS)]
)
def test_potential_gradient_and_hessian(name, dtype):
    row, kernel, x, q, p, y = problem(name, dtype)
    plan = jaxfmm.plan(
        x, y, kernel=kernel, tol=1e-6, method=ROWS[name], **table.OPTIONS.get(ROWS[name], {})
    )
    sums = functools.partial(jaxfmm.potential, kernel=kernel, plan=plan)
    exact = dense(row, x, q, p, y)
    assert cases.error(sums(x, q, y, dipoles=p), exact) <= 1e-6
    assert cases.error(sums(x, None, y, dipoles=p), dense(row, x, 0 * q, p, y)) <= 1e-6
    two = sums(x, jnp.stack([q, -q], 1), y, dipoles=jnp.stack([p, -p], 2))
    assert cases.error(two, jnp.stack([exact, -exact], 1)) <= 1e-6
    if name in FEW_AXES:
        slope, hessian = (f(x, q, y, dipoles=p, kernel=kernel, plan=plan) for f in TENSORS)
        at = lambda t: dense(row, x, q, p, t[None])[0]  # noqa: E731
        assert cases.error(slope[1], jax.jit(jax.vmap(jax.jacfwd(at)))(y)) <= 1e-6
        assert cases.error(hessian, jax.jit(jax.vmap(jax.jacfwd(jax.jacfwd(at))))(y)) <= 2e-6


@FLOAT64
def test_a_lone_dipole(dtype, monkeypatch, n=12_000, tol=1e-6):
    """On a sphere and normal to it, so that it has no near field."""
    monkeypatch.setattr(search_by_tables, "LEAST_POINTS", n)
    x = np.random.default_rng(0).normal(size=(n, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    found = jaxfmm.potential(
        x, None, dipoles=np.eye(1, n, 1).T * x, plan=jaxfmm.plan(x, tol=tol, method="fmm")
    )
    exact = jaxfmm.potential(
        x[1:2], None, x, dipoles=x[1:2], plan=jaxfmm.plan(x[1:2], x, method="direct")
    )
    assert cases.error(found, exact) <= tol


@FLOAT64
@pytest.mark.parametrize("name", ["Laplace 3D", "Gaussian 2D", "Custom"])
def test_energy(name, dtype):
    row, kernel, x, q, p, _ = problem(name, dtype)
    a, da = (x[:40], q[:40], p[:40]), (p[:40], q[40:80], x[:40])
    found = lambda x, q, p: jaxfmm.energy(x, q, dipoles=p, kernel=kernel)  # noqa: E731
    exact = functools.partial(dense_energy, row)
    both = [jax.jit(jax.value_and_grad(f, (0, 1, 2))) for f in (found, exact)]
    for value, known in zip(*(jax.tree.leaves(f(*a)) for f in both)):
        assert cases.error(value, known) <= 1e-9
    if name == "Laplace 3D":
        for value, known in zip(
            *(jax.tree.leaves(jax.jit(lambda f=f: jax.jvp(f, a, da)[1])()) for f in both)
        ):
            assert cases.error(value, known) <= 1e-9


@FLOAT64
def test_transforms(dtype):
    row, _, x, q, p, y = problem("Laplace 3D", dtype)
    plan = jaxfmm.plan(x, y, tol=1e-6, method="fmm", leaf_size=8)
    fast = lambda x, q, p, y: jaxfmm.potential(x, q, y, dipoles=p, plan=plan)  # noqa: E731
    slow = functools.partial(dense, row)
    a, da = (x, q, p, y), (p, q, x, y)
    for f in (lambda g: jax.jvp(g, a, da)[1], lambda g: jax.vjp(g, *a)[1](jnp.sin(y[:, 0]))):
        for value, known in zip(
            *(jax.tree.leaves(jax.jit(functools.partial(f, g))()) for g in (fast, slow))
        ):
            assert cases.error(value, known) <= 2e-6
    ps = jnp.stack([p, 2 * p, p - 1])
    many = jax.vmap(lambda p: fast(x, q, p, y))(ps)
    assert cases.error(many, jnp.stack([slow(x, q, p, y) for p in ps])) <= 1e-6
    text = str(jax.make_jaxpr(jax.vmap(lambda p: fast(x, q, p, y)))(ps))
    assert text.count("jaxfmm_sum[") == 1


def test_complex_dipoles():
    row, kernel, x, q, p, y = problem("Cauchy", jnp.float32)
    moments = jax.lax.complex(p, 2 * p)
    found = jaxfmm.potential(x, q, y, dipoles=moments, kernel=kernel)
    parts = (
        jaxfmm.potential(x, q, y, dipoles=p, kernel=kernel),
        jaxfmm.potential(x, None, y, dipoles=p, kernel=kernel),
    )
    assert cases.error(found, parts[0] + 2j * np.asarray(parts[1])) <= 1e-5


@FLOAT64
@pytest.mark.parametrize("method", [pytest.param("direct", marks=pytest.mark.slow), "fmm"])
def test_periodic(method, dtype):
    """A dipole is the limit of two charges; with the background of charges that do not cancel."""
    rng, h = np.random.default_rng(1), 1e-4
    x, p, q = (
        jnp.asarray(a, dtype)
        for a in (rng.random((60, 3)), rng.normal(size=(60, 3)), rng.random(60))
    )
    kernel = Periodic(jaxfmm.Laplace(), 1.0)
    y = jnp.asarray(rng.random((30, 3)), dtype)
    plan = jaxfmm.plan(
        x, y, kernel=kernel, tol=1e-6, method=method, **table.OPTIONS.get(method, {})
    )
    fast = functools.partial(jaxfmm.potential, kernel=kernel)
    found = fast(x, q, y, dipoles=p, plan=plan)
    both = jnp.concatenate([x, x + h * p, x - h * p])
    charges = jnp.concatenate([q, jnp.full(60, 0.5 / h), jnp.full(60, -0.5 / h)])
    exact = fast(
        both, charges, y, plan=jaxfmm.plan(both, y, kernel=kernel, method="direct", tol=1e-12)
    )
    assert cases.error(found, exact) <= 1e-5


@pytest.mark.slow
@FLOAT64
def test_periodic_energy(dtype):
    """Its derivative in the dipoles is the field at them, the background's among it."""
    rng = np.random.default_rng(1)
    x, p, q = (
        jnp.asarray(a, dtype)
        for a in (rng.random((40, 3)), rng.normal(size=(40, 3)), rng.random(40))
    )
    kernel = Periodic(jaxfmm.Laplace(), 1.0)
    how = {"kernel": kernel, "plan": jaxfmm.plan(x, kernel=kernel, method="direct")}
    slope = jax.grad(lambda p: jaxfmm.energy(x, q, dipoles=p, **how))(p)
    assert cases.error(slope, jaxfmm.potential_and_gradient(x, q, dipoles=p, **how)[1]) <= 1e-9


@pytest.mark.parametrize(
    ("charges", "dipoles", "say"),
    [
        (None, None, "pass charges or dipoles="),
        (np.ones(5), np.ones(5), r"dipoles must have shape \(5, 3\)"),
        (np.ones(5), np.ones((4, 3)), r"dipoles must have shape \(5, 3\)"),
        (np.ones(5), np.ones((5, 3, 2)), "same right-hand sides"),
        (np.ones((5, 2)), np.ones((5, 3)), "same right-hand sides"),
        (None, [["a"] * 3] * 5, "dipoles must be"),
    ],
)
def test_bad_dipoles(charges, dipoles, say):
    with pytest.raises(ValueError, match=say):
        jaxfmm.potential(np.eye(5, 3, dtype=np.float32), charges, dipoles=dipoles)
