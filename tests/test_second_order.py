"""Second derivatives as programs use them, against the same programs over dense sums: the gradient
of a simulation, Newton's method, a Gaussian process, the Hessian of a few parameters."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.scipy.sparse.linalg import cg

import jaxfmm

N, SOFTENING, TOL = 1500, 0.05, 1e-4


@pytest.fixture
def bodies(backend):
    """(positions, charges) in float32, and the options of their plans."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.plummer(rng, N), jnp.float32)
    q = jnp.asarray(rng.uniform(0.5, 1.5, N) / N, jnp.float32)
    return x, q, {"tol": TOL, "method": "fmm", "leaf_size": 32, "backend": backend}


def softened_energy(x, q, softening=SOFTENING):
    """The energy over all pairs, differentiable by JAX itself."""
    square = jnp.sum(jnp.square(x[:, None] - x[None]), axis=-1) + softening**2
    pairs = (1 - jnp.eye(len(x), dtype=x.dtype)) / jnp.sqrt(square)
    return 0.5 * q @ pairs @ q


def near(found, exact, factor=3.0):
    """Relative L2 errors, of derivatives that are made of several sums."""
    error = cases.error(found, exact)
    assert error < factor * TOL, error


def test_gradient_of_a_simulation(bodies):
    """Reverse mode through steps that each update a plan."""
    x, m, options = bodies
    steps, dt = 4, 1e-3

    def fast(x, softening):
        start = jaxfmm.nbody.State(positions=x, velocities=jnp.zeros_like(x), masses=m)
        last, _ = jaxfmm.nbody.simulate(start, steps, dt, softening=softening, **options)
        return jnp.sum(jnp.square(last.velocities))

    def slow(x, softening):
        def acceleration(x):
            return jax.grad(softened_energy)(x, m, softening) / m[:, None]

        v, a = jnp.zeros_like(x), acceleration(x)
        for _ in range(steps):
            half = v + 0.5 * dt * a
            x = x + dt * half
            a = acceleration(x)
            v = half + 0.5 * dt * a
        return jnp.sum(jnp.square(v))

    for found, exact in zip(*(jax.grad(f, (0, 1))(x, SOFTENING) for f in (fast, slow))):
        near(found, exact)


def test_newtons_method(bodies):
    """Charges of one sign in a harmonic trap: the step of Newton's method by conjugate gradients on
    Hessian-vector products, with a plan that follows the points."""
    x, q, options = bodies
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(SOFTENING), derivatives=2, **options)

    def fast(x):
        energy = jaxfmm.energy(x, q, kernel=jaxfmm.Laplace(SOFTENING), plan=plan.update(x))
        return energy + 0.5 * q @ jnp.sum(jnp.square(x), axis=1)

    def slow(x):
        return softened_energy(x, q) + 0.5 * q @ jnp.sum(jnp.square(x), axis=1)

    @functools.partial(jax.jit, static_argnums=0)
    def step(energy, x):
        slope, product = jax.linearize(jax.grad(energy), x)
        step, _ = cg(lambda v: product(v) + 1e-3 * v, -slope, maxiter=10)
        return step

    near(step(fast, x), step(slow, x), 30)  # the solver amplifies errors by its condition


@pytest.mark.parametrize("kernel", [jaxfmm.Matern, jaxfmm.InverseMultiquadric])
def test_second_derivatives_in_kernel_parameters(kernel, backend):
    """Of a Gaussian process' quadratic form in amplitude and length, forward over reverse."""
    rng = np.random.default_rng(1)
    x = jnp.asarray(rng.random((N, 3)), jnp.float32)
    v = jnp.asarray(rng.normal(size=N), jnp.float32)
    of = (lambda length: kernel(length, 1.5)) if kernel is jaxfmm.Matern else kernel
    options = {"leaf_size": 32, "backend": backend, "tol": TOL}
    made = [
        jaxfmm.plan(x, kernel=of(jnp.float32(0.5)), method=method, **options)
        for method in ("fmm", "direct")
    ]

    def form(p, plan):
        return p[0] * (v @ jaxfmm.potential(x, v, kernel=of(p[1]), plan=plan))

    fast, slow = (jax.jit(jax.hessian(form))(jnp.array([1.3, 0.5]), plan) for plan in made)
    near(fast, slow)


def test_hessian_of_ten_parameters(bodies):
    """Displacements of the points along ten fields."""
    x, q, options = bodies
    waves = np.random.default_rng(2).normal(size=(10, 1, 3))
    fields = jnp.asarray(np.sin(waves * np.asarray(x)) * waves[..., ::-1], jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(SOFTENING), derivatives=2, **options)

    def fast(p):
        return jaxfmm.energy(x + jnp.tensordot(p, fields, 1), q, plan=plan)

    def slow(p):
        return softened_energy(x + jnp.tensordot(p, fields, 1), q)

    found, exact = (jax.jit(jax.hessian(f))(jnp.zeros(10)) for f in (fast, slow))
    near(found, exact)
    near(found, found.T)
