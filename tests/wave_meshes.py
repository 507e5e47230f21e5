"""Checks of Helmholtz sums by the FMM over the devices of a mesh, as in `meshes`; test_wave_mesh.py
runs them with forced devices of the CPU."""

import functools

import jax
import jax.numpy as jnp
import meshes
import numpy as np

import jaxfmm
from jaxfmm.errors import Status

WAVENUMBER = 9.0
FMM = {"method": "fmm", "order": 10, "theta": 0.5, "leaf_size": 8}


def square(plan, x, q, y=None, k=None):
    """A real number that depends on all arguments."""
    kernel = plan.kernel if k is None else jaxfmm.Helmholtz(k)
    return jnp.sum(jnp.square(jnp.abs(jaxfmm.potential(x, q, y, kernel=kernel, plan=plan))))


SUMS = {
    "both": lambda plan, x, q: jaxfmm.potential_and_gradient(x, q, plan=plan),
    "grad": lambda plan, x, q: jax.grad(square, (1, 2))(plan, x, q),
    "update": lambda plan, x, q: jaxfmm.potential(0.9 * x, q, plan=plan.update(0.9 * x)),
    "in wavenumber": lambda plan, x, q: jax.jvp(
        lambda k: jaxfmm.potential(x, q, kernel=jaxfmm.Helmholtz(k), plan=plan),
        (jnp.float32(WAVENUMBER),),
        (jnp.float32(1.0),),
    )[1],
}


def problem(dim, n=meshes.N):
    x, q, y, _ = meshes.problem(n, dim=dim)
    return x, np.complex64(q + 1j * q[::-1]), y


def same(name, dim):
    x, q, _ = problem(dim)
    return meshes.both(SUMS[name], FMM, (x, q), jaxfmm.Helmholtz(WAVENUMBER))


def with_targets(dim):
    """Separate targets, with derivatives in all points, in charges and in the wavenumber."""

    def slopes(plan, x, q, y):
        return jax.grad(square, (1, 2, 3, 4))(plan, x, q, y, jnp.float32(WAVENUMBER))

    kernel = jaxfmm.Helmholtz(WAVENUMBER)
    return meshes.both(slopes, FMM, problem(dim), kernel, 1e-5, targets=True)


def small_cells(dim):
    """Where the derivative in the wavenumber is a sum of its own."""
    k = 0.05

    def slope(plan, x, q):
        kernel = jaxfmm.Helmholtz
        return jax.grad(lambda k: jaxfmm.potential(x, q, kernel=kernel(k), plan=plan).imag.sum())(k)

    x, q, _ = problem(dim)
    return meshes.both(slope, FMM, (x, q), jaxfmm.Helmholtz(k), 1e-5)


def clusters():
    """Domains of unequal sizes, whose cells of a level are not alike."""
    x = meshes.two_clusters(2000)
    q = problem(3, len(x))[1]
    return meshes.both(SUMS["both"], FMM, (x, q), jaxfmm.Helmholtz(0.3))


def by_tol(dim):
    """A plan that measures its error."""
    x, q, _ = problem(dim, 4000)
    kernel, tol = jaxfmm.Helmholtz(WAVENUMBER), 1e-3
    plan = jaxfmm.plan(*meshes.split(x), kernel=kernel, method="fmm", tol=tol)
    assert "measured when the plan was made" in str(plan)
    value = jaxfmm.potential_and_gradient(*meshes.split(x, q), plan=plan)
    direct = jaxfmm.plan(x, kernel=kernel, method="direct")
    exact = jaxfmm.potential_and_gradient(x, q, plan=direct)
    return [max(map(meshes.error, value, exact)), tol]


def at_once():
    """Where other sums go in rounds, multipoles by class go to all devices at once."""

    def check():
        plan = jaxfmm.plan(*meshes.split(problem(2)[0]), kernel=jaxfmm.Helmholtz(WAVENUMBER), **FMM)
        assert not plan.choice.capacity.rounds
        return same("both", 2)

    return meshes.in_rounds(check)


def too_short():
    """Waves that are too short for the degrees of a plan are an error, and NaN inside `jit`."""
    x, q, _ = problem(2)
    x, q = meshes.split(x, q)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Helmholtz(WAVENUMBER), **FMM)
    inside = jax.jit(lambda x: plan.update(x).status)
    assert int(inside(1.01 * x)) == 0 and int(inside(3 * x)) & Status.WAVES
    far = jax.jit(lambda k: jaxfmm.potential(x, q, kernel=jaxfmm.Helmholtz(k), plan=plan))(30.0)
    assert np.isnan(far).all()
    too_large = jaxfmm.Helmholtz(2e4)
    return meshes.errors_of(
        {
            "wavelengths": lambda: plan.update(3 * x),
            "wavelengths, too": lambda: jaxfmm.potential(
                x, q, kernel=jaxfmm.Helmholtz(30.0), plan=plan
            ),
            "wavelengths need more than": lambda: jaxfmm.plan(x, kernel=too_large, **FMM),
        }
    )


# in the plane, where programs are compiled in a third of the time, and a few in space
CHECKS = {f"{name} 2D": functools.partial(same, name, 2) for name in SUMS}
CHECKS |= {f"{f.__name__} 2D": functools.partial(f, 2) for f in (with_targets, small_cells, by_tol)}
CHECKS |= {"both 3D": functools.partial(same, "both", 3), "by_tol 3D": lambda: by_tol(3)}
CHECKS |= {"clusters": clusters, "too_short": too_short, "at_once": at_once}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
