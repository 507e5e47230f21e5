"""Ewald's split, beside `test_periodic`: its two transforms, its tolerance, transforms of JAX, and
what it refuses. The FMM and plain Ewald sums are the references."""

import dataclasses

import cases
import ewald
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Laplace, Periodic
from jaxfmm.methods.costs import Problem
from jaxfmm.nufft.gridding.grid import degree_for
from jaxfmm.nufft.periodic import PeriodicGrid, field, spectrum
from jaxfmm.planning import periodic_reference as few

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
OBLIQUE = np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])


def salt(m, noise, seed=0):
    """(2 m)^3 ions at distances of one, off their places."""
    x = np.stack(np.meshgrid(*[np.arange(2.0 * m)] * 3, indexing="ij"), -1).reshape(-1, 3)
    return x + noise * np.random.default_rng(seed).normal(size=x.shape), (-1.0) ** x.sum(1), 2.0 * m


def plan_of(x, y=None, *, cell=OBLIQUE, kernel=Laplace(), **options):
    return jaxfmm.plan(x, y, kernel=Periodic(kernel, cell), method="ewald", **options)


def problem(n, seed=0, dtype=float):
    rng = np.random.default_rng(seed)
    x = (rng.random((n, 3)) + rng.integers(-1, 2, (n, 3))) @ OBLIQUE
    return jnp.asarray(x, dtype), jnp.asarray(rng.normal(size=n), dtype)


@FLOAT64
def test_the_two_transforms(dtype):
    """Against their sums, and as transposes of each other."""
    grid = PeriodicGrid((16, 18, 20), 12, 30.0, degree_for(12, 30.0, 1e-13), "xla")
    rng, orders = np.random.default_rng(0), (0, 1)
    x = jnp.asarray(rng.normal(size=(7, 3)))
    weights = {a: jnp.asarray(rng.normal(size=(7, 2) + (3,) * a)) for a in orders}
    few = jnp.asarray(
        1.0 * np.prod(np.meshgrid(*[abs(m) < 4 for m in grid.numbers], indexing="ij"), axis=0)
    )
    kernel = np.stack(np.meshgrid(*[np.arange(-3, 4.0)] * 3, indexing="ij"), -1).reshape(-1, 3)

    def found(x, weights):
        return field(grid, x, few[None, None] * spectrum(grid, x, weights), orders)

    def exact(x, weights):
        offset = 2 * np.pi * (x[:, None] - x[None])
        phases = jnp.einsum("ijd,kd->ijk", offset, kernel)
        value = jnp.einsum("ijk,jc->ic", jnp.cos(phases), weights[0])
        return value - jnp.einsum(
            "ijk,kd,jcd->ic", -jnp.sin(phases), 2 * np.pi * kernel, weights[1]
        )

    np.testing.assert_allclose(found(x, weights)[0], exact(x, weights), atol=1e-8)
    slope = jax.jacfwd(exact, 0)(x, weights)
    through = jax.jacrev(lambda x: found(x, weights)[0])(x)
    np.testing.assert_allclose(through, slope, atol=1e-6)
    waves = few[None, None] * rng.normal(size=spectrum(grid, x, weights).shape)
    one = jnp.vdot(spectrum(grid, x, weights), waves)
    other = sum(jnp.vdot(weights[a], value) for a, value in field(grid, x, waves, orders).items())
    assert abs(one / other - 1) <= 1e-12


INPUTS = {  # positions in the unit cube and charges
    "random": lambda rng: (rng.random((400, 3)), rng.normal(size=400)),
    "one sign": lambda rng: (rng.random((400, 3)), rng.random(400)),
    "cluster": lambda rng: (0.5 + 0.02 * rng.normal(size=(400, 3)), rng.normal(size=400)),
    "few heavy": lambda rng: (
        rng.random((400, 3)),
        np.where(np.arange(400) < 3, 100.0, 1.0) * rng.normal(size=400),
    ),
    "two": lambda rng: (rng.random((2, 3)), np.array([1.0, -1.0])),
    "salt": lambda rng: (salt(4, 0.05)[0] / 8, salt(4, 0.05)[1]),
}


@pytest.mark.parametrize(
    "tol", [1e-3, pytest.param(1e-5, marks=SLOW), pytest.param(1e-8, marks=SLOW)]
)
@pytest.mark.parametrize(
    "name", [n if n in ("salt", "one sign") else pytest.param(n, marks=SLOW) for n in INPUTS]
)
@FLOAT64
def test_the_tolerance_is_kept(name, tol, dtype):
    x, q = (jnp.asarray(a) for a in INPUTS[name](np.random.default_rng(0)))
    found = jaxfmm.potential_and_gradient(x, q, plan=plan_of(x, cell=1.0, tol=tol))
    exact = jaxfmm.potential_and_gradient(x, q, plan=plan_of(x, cell=1.0, tol=1e-12))
    for a, b in zip(found, exact):
        assert cases.error(a, b) <= tol


@FLOAT64
def test_windows_that_are_wide_on_coarse_grids(dtype):
    """What the sums of FMMs in cells are measured by: with such windows rounding in waves far from
    the axes grew."""
    x, q = (
        jnp.asarray(np.random.default_rng(0).random((10_000, 3))),
        np.random.default_rng(1).normal(size=(10_000, 1)),
    )
    made, found = (
        jaxfmm.plan(x, kernel=Periodic(Laplace(), 1.0), method="fmm", order=3, theta=0.7),
        [],
    )
    for tol in (1e-9, 1e-7):
        request = dataclasses.replace(made.request, tol=tol)
        plan = dataclasses.replace(made, choice=dataclasses.replace(made.choice, request=request))
        y = plan.inside(x, plan.homes[0])
        setup = few.setup_of(request, Problem(plan.kernel, x, None))
        sums = few.in_cell(plan, setup, y, y)
        found.append(sums.of(q - q.mean())(np.arange(0, len(x), 200))[0, :, 0])
    assert (sums.setup.grid.width, sums.setup.grid.shape) == (16, (32, 32, 32))
    for exact, value in zip(found[0].T, found[1].T):
        assert cases.error(value, exact) < 1e-7 / few.FINER


@SLOW
@FLOAT64
def test_forces_on_8000_ions(dtype):
    """By both methods, against a plain Ewald sum."""
    x, q, edge = salt(10, 0.1)
    exact = ewald.forces_in_a_box(x, q, edge)
    for method in ("ewald", "fmm"):
        for tol in (1e-3, 1e-5, 1e-7, 1e-9):
            plan = jaxfmm.plan(x, kernel=Periodic(Laplace(), edge), method=method, tol=tol)
            forces = -jax.grad(jaxfmm.energy)(jnp.asarray(x), jnp.asarray(q), plan=plan)
            assert cases.error(forces, exact) <= tol


@pytest.mark.parametrize("backend", ["xla", "cpu"], indirect=True)
@pytest.mark.parametrize("dtype", ["float32", pytest.param("float64", marks=SLOW)], indirect=True)
def test_backends_and_dtypes(backend, dtype):
    x, q = problem(300, dtype=dtype)
    y, tol = problem(50, 1, dtype)[0], 1e-4
    found = jaxfmm.potential_and_gradient(x, q, y, plan=plan_of(x, y, tol=tol, backend=backend))
    direct = jaxfmm.plan(x, y, kernel=Periodic(Laplace(), OBLIQUE), method="direct")
    for a, b in zip(found, jaxfmm.potential_and_gradient(x, q, y, plan=direct)):
        assert a.dtype == dtype
        assert cases.error(a, b) <= tol


@FLOAT64
def test_float32_while_float64_is_on(dtype):
    x, q = problem(100, dtype=jnp.float32)
    found = jaxfmm.potential(x, q, plan=plan_of(x, tol=1e-4))
    assert found.dtype == jnp.float32
    assert (
        cases.error(found, jaxfmm.potential(*problem(100), plan=plan_of(problem(100)[0], tol=1e-9)))
        <= 1e-4
    )


@FLOAT64
def test_transforms(dtype):
    """Right-hand sides, batches, complex charges, products with the second derivative, against the
    direct sum."""
    x, q = problem(40)
    many, tol = jnp.stack([q, q**2, q - q.mean()], axis=1), 1e-6
    plan, direct = (
        jaxfmm.plan(x, kernel=Periodic(Laplace(), OBLIQUE), method=m, tol=tol)
        for m in ("ewald", "direct")
    )

    @jax.jit
    def each(plan):
        def one(q):
            return jaxfmm.potential(x, q, plan=plan)

        slope = jax.grad(jaxfmm.energy)
        along = jax.jvp(lambda x: slope(x, q, plan=plan), (x,), (jnp.cos(x),))[1]
        both = jaxfmm.potential_and_gradient(x, many, plan=plan)
        energies = jaxfmm.energy(x, many, plan=plan)
        return *both, jax.vmap(one, 1)(many), one(jax.lax.complex(q, 2 * q)), energies, along

    for a, b in zip(each(plan), each(direct), strict=True):
        assert cases.error(a, b) <= 5 * tol


@SLOW
@FLOAT64
def test_dipoles(dtype):
    """Beside charges: potential, gradient and energy as by the FMM, and the energy's
    derivatives."""
    x, q = problem(300)
    p = jnp.asarray(np.random.default_rng(1).normal(size=(300, 3)))
    plans = [
        jaxfmm.plan(x, kernel=Periodic(Laplace(), OBLIQUE), method=m, tol=1e-6)
        for m in ("ewald", "fmm")
    ]

    def everything(plan):
        def energy(x, p):
            return jaxfmm.energy(x, q, dipoles=p, plan=plan)

        fields = jaxfmm.potential_and_gradient(x, q, dipoles=p, plan=plan)
        return *fields, *jax.tree.leaves(jax.value_and_grad(energy, (0, 1))(x, p))

    for ours, other in zip(*map(everything, plans)):
        assert cases.error(ours, other) <= 2e-6


@SLOW
@FLOAT64
def test_softened_by_a_spline(dtype):
    """With the derivative in the softening, against the FMM."""
    x, q = problem(300)
    plans = [
        jaxfmm.plan(x, kernel=Periodic(Laplace(0.05, "spline"), OBLIQUE), method=m, tol=1e-7)
        for m in ("ewald", "fmm")
    ]

    def energy(eps, plan):
        return jaxfmm.energy(x, q, plan=plan, kernel=Periodic(Laplace(eps, "spline"), OBLIQUE))

    (a, d_a), (b, d_b) = (jax.value_and_grad(energy)(0.05, plan) for plan in plans)
    assert abs(a / b - 1) <= 1e-7
    assert abs(d_a / d_b - 1) <= 1e-6
    with pytest.raises(ValueError, match="softening"):  # of a plan for a shorter one
        energy(0.3, plans[0])


@FLOAT64
@pytest.mark.skipif(
    jax.default_backend() != "cpu", reason="on GPUs the FMM is cheaper for so few ions"
)
def test_plans_choose_it_where_it_is_cheaper(dtype):
    x, _, edge = salt(8, 0.1)
    even = jaxfmm.plan(x, kernel=Periodic(Laplace(), edge), tol=1e-12)
    assert even.method == "ewald"
    assert "grid of" in str(even)
    clustered = edge * (0.5 + 0.01 * np.random.default_rng(0).normal(size=x.shape))
    assert jaxfmm.plan(clustered, kernel=Periodic(Laplace(), edge), tol=1e-4).method == "fmm"


def test_plans_inside_jit():
    """With a cell that is known; a new plan there has room for even charges."""
    x, q, edge = salt(5, 0.1)
    x, q = jnp.asarray(x, jnp.float32), jnp.asarray(q, jnp.float32)

    @jax.jit
    def inside(x):
        plan = plan_of(x, cell=edge, tol=1e-4)
        return plan.status, jaxfmm.potential(x, q, plan=plan)

    status, found = inside(x)
    assert status == 0
    outside = plan_of(x, cell=edge, tol=1e-4)
    assert cases.error(found, jaxfmm.potential(x, q, plan=outside)) <= 1e-4
    with pytest.raises(ValueError, match="left the cells"):
        jaxfmm.potential(x + 0.3 * jnp.sin(37 * x), q, plan=outside)


def test_what_it_refuses():
    x, q = problem(50, dtype=jnp.float32)
    with pytest.raises(ValueError, match="method must be"):
        jaxfmm.plan(x, method="ewald")
    with pytest.raises(ValueError, match="order and theta"):
        plan_of(x, order=4)
    with pytest.raises(ValueError, match="softened"):
        plan_of(x, kernel=Laplace(30.0, "spline"))
    with pytest.raises(ValueError, match="outside of jit"):
        spline = Laplace(0.01, "spline")  # without it see tests/test_unknown_cells.py
        jax.jit(lambda cell: plan_of(x, cell=cell, kernel=spline).status)(jnp.float32(1))
    plan = plan_of(x)
    with pytest.raises(ValueError, match="cell"):
        jaxfmm.potential(x, q, plan=plan, kernel=Periodic(Laplace(), 1.3 * OBLIQUE))
