"""Kernels of vectors: every one against its formula over all pairs in float64, by every method and
transform."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from reference import plane_stokeslet, rotne_prager, stokeslet, stresslet, vortex

import jaxfmm
from jaxfmm import BiotSavart, KernelMatrix, Periodic, Rotlet, RotnePrager, Stokeslet, Stresslet
from jaxfmm.kernels.vectors import VectorKernel

N, M = 400, 60
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


@dataclasses.dataclass(frozen=True)
class Row:
    """make: of a parameter and normals; formula: of the offset, a charge, the parameter and a
    normal; itself: whether pairs at distance zero count."""

    make: Callable[..., Any]
    formula: Callable[..., jax.Array]
    parameter: float = 0.0
    dim: int = 3
    itself: bool = False


ROWS = {
    "Stokeslet": Row(lambda p, n: Stokeslet(), stokeslet),
    "Stokeslet in the plane": Row(lambda p, n: Stokeslet(), plane_stokeslet, dim=2),
    "Stokeslet with a core": Row(lambda p, n: Stokeslet(p), stokeslet, 0.004, itself=True),
    "RotnePrager": Row(lambda p, n: RotnePrager(p), rotne_prager, 0.03, itself=True),
    "Stresslet": Row(lambda p, n: Stresslet(n), stresslet),
    "Rotlet": Row(lambda p, n: Rotlet(), vortex),
    "BiotSavart": Row(lambda p, n: BiotSavart(), vortex),
    "BiotSavart with a core": Row(lambda p, n: BiotSavart(p), vortex, 1e-4),
}


class Problem:
    """Points away from the origin, forces, normals and a parameter of a row."""

    def __init__(self, name, dtype, n=N):
        self.row, rng = ROWS[name], np.random.default_rng(0)
        dim = self.row.dim
        x, y = 5 + rng.random((n, dim)), 5 + rng.random((M, dim))
        more = (rng.normal(size=(n, dim)) for _ in range(4))
        self.x, self.y, self.f, self.n, self.df, self.dx = (
            jnp.asarray(a, dtype) for a in (x, y, *more)
        )
        self.p = jnp.asarray(self.row.parameter, dtype)

    def plan(self, method, tol, targets=True):
        options = {"leaf_size": 8} if method == "fmm" else {}
        kernel, y = self.row.make(self.p, self.n), self.y if targets else None
        return jaxfmm.plan(self.x, y, kernel=kernel, tol=tol, method=method, **options)

    def fast(self, plan, x, f, y, p, n):
        return jaxfmm.potential(x, f, y, kernel=self.row.make(p, n), plan=plan)

    def dense(self, x, f, y, p, n):
        """Of a row, in JAX."""

        def pair(y, x, f, n):
            d = y - x
            there = (jnp.vdot(d, d) > 0) | self.row.itself
            return jnp.where(there, self.row.formula(jnp.where(there, d, 1), f, p, n), 0)

        rows = jax.vmap(pair, (None, 0, 0, 0))
        return jax.vmap(rows, (0, None, None, None))(x if y is None else y, x, f, n).sum(1)


def test_every_vector_kernel_has_a_row():
    kinds = {
        value
        for value in vars(jaxfmm).values()
        if isinstance(value, type) and issubclass(value, VectorKernel)
    }
    assert kinds == {type(row.make(row.parameter, None)) for row in ROWS.values()}


@FLOAT64
@pytest.mark.parametrize(
    ("name", "method"),
    [
        pytest.param(name, method, marks=[pytest.mark.slow] * (i % 3 != (method == "fmm")))
        for i, name in enumerate(ROWS)
        for method in ("direct", "fmm")
    ],
)
def test_velocity_and_its_gradient(name, method, dtype):
    c = Problem(name, dtype)
    plan = c.plan(method, 1e-6)
    assert plan.is_direct or int(plan.far.count) > 0
    kernel = c.row.make(c.p, c.n)
    u, slope = jax.jit(
        lambda plan: jaxfmm.potential_and_gradient(c.x, c.f, c.y, kernel=kernel, plan=plan)
    )(plan)
    assert u.shape == (M, c.row.dim) and slope.shape == (M, c.row.dim, c.row.dim)
    exact = jax.jit(c.dense)
    assert cases.error(u, exact(c.x, c.f, c.y, c.p, c.n)) <= 1e-6
    at = jax.jit(jax.vmap(jax.jacfwd(lambda y: c.dense(c.x, c.f, y[None], c.p, c.n)[0])))
    assert cases.error(slope, at(c.y)) <= 1e-6
    own = jaxfmm.potential(c.x, c.f, kernel=kernel, plan=c.plan(method, 1e-6, targets=False))
    assert cases.error(own, exact(c.x, c.f, None, c.p, c.n)) <= 1e-6
    some = jnp.stack([jax.lax.complex(c.f, 0 * c.f), jax.lax.complex(c.f, 2 * c.f)], 2)
    two = np.asarray(jaxfmm.potential(c.x, some, c.y, kernel=kernel, plan=plan))
    assert cases.error(two, np.stack([np.asarray(u), (1 + 2j) * np.asarray(u)], 2)) <= 1e-7


@FLOAT64
@pytest.mark.parametrize(
    ("name", "method"),
    [
        pytest.param(
            name, method, marks=[pytest.mark.slow] * ((name, method) != ("Stokeslet", "fmm"))
        )
        for name in ROWS
        for method in ("direct", "fmm")
    ],
)
def test_transforms(name, method, dtype):
    """Derivatives in the points, the charges, the targets, the parameter and the normals; vmap;
    second ones."""
    c = Problem(name, dtype)
    plan = c.plan(method, 1e-7)
    arguments, tangents = (c.x, c.f, c.y, c.p, c.n), (c.dx, c.df, c.y - 5, 0.1 + 0 * c.p, c.f)
    fast, slow = functools.partial(c.fast, plan), c.dense
    weights = jnp.sin(9 * c.y)
    for f in (
        lambda g: jax.jvp(g, arguments, tangents)[1],
        lambda g: jax.vjp(g, *arguments)[1](weights),
        lambda g: jax.vmap(lambda q: g(c.x, q, c.y, c.p, c.n))(jnp.stack([c.f, c.df, c.n])),
    ):
        values = (jax.tree.leaves(jax.jit(functools.partial(f, g))()) for g in (fast, slow))
        for value, exact in zip(*values, strict=True):
            assert value.shape == exact.shape and np.linalg.norm(
                value - exact
            ) <= 2e-6 * np.linalg.norm(exact)

    def square(g, x):
        return jnp.sum(jnp.square(g(x, c.f, None, c.p, c.n)))

    if name == "Stokeslet" and method == "direct":
        same = functools.partial(c.fast, c.plan(method, 1e-7, targets=False))
        hvp = (
            jax.jit(
                lambda g=g: jax.jvp(jax.grad(functools.partial(square, g)), (c.x,), (c.dx,))[1]
            )()
            for g in (same, slow)
        )
        assert cases.error(*hvp) <= 1e-9


def test_in_single_precision_and_inside_jit():
    c = Problem("Stokeslet", "float32")
    exact = c.dense(c.x, c.f, c.y, c.p, c.n)
    assert cases.error(jaxfmm.potential(c.x, c.f, c.y, kernel=Stokeslet()), exact) <= 1e-4
    inside = jax.jit(lambda x: jaxfmm.potential(x, c.f, c.y, kernel=Stokeslet()))
    assert cases.error(inside(c.x), exact) <= 1e-4
    plan = c.plan("fmm", 1e-3)
    moved = jax.jit(lambda x, plan: jaxfmm.potential(x, c.f, c.y, plan=plan.update(x, c.y)))(
        c.x + 0.3, plan
    )
    assert cases.error(moved, c.dense(c.x + 0.3, c.f, c.y, c.p, c.n)) <= 1e-3
    assert "measured when the plan was made" in str(plan)


@FLOAT64
def test_close_pairs_keep_their_digits(dtype):
    """The terms of harmonic potentials would cancel there."""
    x = np.random.default_rng(0).random((N, 3))
    x[1::2] = x[::2] + 1e-9 * np.random.default_rng(1).normal(size=(N // 2, 3))
    c = Problem("Stokeslet", dtype)
    sizes = {"order": 12, "theta": 0.5, "leaf_size": 8}  # far pairs are right to 1e-14
    plan = jaxfmm.plan(jnp.asarray(x), kernel=Stokeslet(), method="fmm", **sizes)
    found = jaxfmm.potential(jnp.asarray(x), c.f, plan=plan)
    assert cases.error(found, c.dense(jnp.asarray(x), c.f, None, c.p, c.n)) <= 1e-12


@FLOAT64
def test_matrices(dtype):
    """Of Rotne and Prager: positive definite, solved by conjugate gradients."""
    c = Problem("RotnePrager", dtype, 60)
    A = KernelMatrix(c.x, kernel=RotnePrager(0.05))
    forces, _ = jax.scipy.sparse.linalg.cg(A, c.f, tol=1e-10)
    assert A.shape == (180, 180) and cases.error(A @ forces, c.f) <= 1e-9
    B = KernelMatrix(c.x, c.y, kernel=Stokeslet())
    assert abs(jnp.vdot(c.y, B @ c.f) - jnp.vdot(c.f, B.T @ c.y)) <= 1e-9 * jnp.linalg.norm(c.y)
    assert (
        cases.error(
            (A @ c.f) + 0.5 * c.f, KernelMatrix(c.x, kernel=RotnePrager(0.05), diagonal=0.5) @ c.f
        )
        <= 1e-12
    )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "Stresslet")) for name in ROWS]
)
def test_without_sources(name):
    row = ROWS[name]
    x, y = jnp.zeros((0, row.dim), jnp.float32), jnp.ones((3, row.dim), jnp.float32)
    kernel = row.make(row.parameter, x)
    u, slope = jaxfmm.potential_and_gradient(
        x, x, y, kernel=kernel, plan=jaxfmm.plan(x, y, kernel=kernel)
    )
    assert (
        u.shape == y.shape
        and slope.shape == (3, row.dim, row.dim)
        and not u.any()
        and not slope.any()
    )


def test_the_radius_may_grow_with_an_update_alone():
    c = Problem("RotnePrager", "float32", 1000)
    plan = jaxfmm.plan(c.x, kernel=RotnePrager(0.05), tol=1e-3, method="fmm", leaf_size=8)
    with pytest.raises(ValueError, match="parameters"):
        jaxfmm.potential(c.x, c.f, kernel=RotnePrager(0.053), plan=plan)
    found = jaxfmm.potential(
        c.x, c.f, kernel=RotnePrager(0.053), plan=plan.update(c.x, kernel=RotnePrager(0.053))
    )
    assert cases.error(found, c.dense(c.x, c.f, None, jnp.float32(0.053), c.n)) <= 1e-3


def test_errors():
    x = np.random.default_rng(0).random((30, 3)).astype(np.float32)
    f, plane = np.ones_like(x), x[:, :2]
    for make, say in [
        (
            lambda: jaxfmm.potential(x, f[:, 0], kernel=Stokeslet()),
            r"charges must have shape \(30, 3\)",
        ),
        (lambda: jaxfmm.potential(x, None, kernel=Stokeslet()), "charges must be an array"),
        (lambda: jaxfmm.potential(x, f, dipoles=f, kernel=Stokeslet()), "dipoles must be None"),
        (lambda: jaxfmm.energy(x, f, kernel=Stokeslet()), "no energy"),
        (
            lambda: jaxfmm.potential(x, f, kernel=Stokeslet(-1.0)),
            "core must be a number that is positive or zero",
        ),
        (lambda: jaxfmm.potential(plane, f[:, :2], kernel=Stokeslet(0.1)), "core must be None"),
        (
            lambda: jaxfmm.potential(x, f, kernel=RotnePrager(0.0)),
            "radius must be a positive number",
        ),
        (
            lambda: jaxfmm.potential(x, f, kernel=Stresslet(f[:3])),
            r"normals must have shape \(30, 3\)",
        ),
        (lambda: jaxfmm.potential(plane, f[:, :2], kernel=Rotlet()), "points in 3 dimensions"),
        (
            lambda: jaxfmm.potential(x, f, kernel=Periodic(Stresslet(f), 1.0)),
            "has no sum over images",
        ),
        (lambda: jaxfmm.plan(x, kernel=Stokeslet(), charges=f), "charges must be None"),
        (lambda: KernelMatrix(x, kernel=Stresslet(f)).T, "no transposed"),
        (lambda: KernelMatrix(x, kernel=Stokeslet()).diagonal(), "vectors"),
        (
            lambda: KernelMatrix(x, kernel=RotnePrager(0.1), diagonal=1.0).preconditioner(3),
            "vectors",
        ),
    ]:
        with pytest.raises(ValueError, match=say):
            make()
