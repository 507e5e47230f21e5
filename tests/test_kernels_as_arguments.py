"""Kernels as arguments of transformations: what a kernel is does not depend on the types of its
leaves.

Each row of the table is a kernel as a user writes it, with Python numbers. Each route takes it to a
sum as an argument; the result is that of the kernel that the function closes over."""

import dataclasses
import functools
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import jaxfmm
from jaxfmm import Laplace, Periodic
from jaxfmm.kernels.base import Kernel, similar
from jaxfmm.kernels.derived import ParameterDerivative

N = 10
OBLIQUE = np.array([[1.5, 0.0, 0.0], [0.2, 1.4, 0.0], [-0.1, 0.25, 1.6]], np.float32)
COVARIANCE = np.array([[0.1, 0.03, 0.0], [0.03, 0.07, 0.01], [0.0, 0.01, 0.09]], np.float32)


def uneven(x, y, rate):
    return jnp.exp(-rate * jnp.sum(jnp.square(x - y))) * (1 + 0.5 * x[0] * y[-1])


def cored(r2, core):
    return 1 / (r2 + core**2)


@dataclasses.dataclass(frozen=True)
class Row:
    """A kernel made of its parameters, for points in so many dimensions."""

    make: Callable[..., Any]
    parameters: tuple[Any, ...] = ()
    dim: int = 3


def cell(
    make: Callable[..., Any], *parameters: Any, dim: int = 3, axes: tuple[int, ...] | None = None
) -> Row:
    """The last parameter is the cell."""
    return Row(lambda *p: Periodic(make(*p[:-1]), p[-1], axes), parameters, dim)


def spline(softening):
    return Laplace(softening, "spline")


LENGTHS = np.linspace(0.1, 0.3, N, dtype=np.float32)
NORMALS = np.random.default_rng(1).normal(size=(N, 3)).astype(np.float32)
KERNELS = {
    "Laplace": Row(Laplace),
    "Laplace in the plane": Row(Laplace, dim=2),
    "Laplace of softening 0": Row(lambda: Laplace(0)),
    "softened Laplace": Row(Laplace, (0.2,)),
    "softened Laplace in the plane": Row(Laplace, (0.2,), 2),
    "spline": Row(spline, (0.2,)),
    "spline of softening 0": Row(lambda: spline(0.0)),
    "spline by body": Row(spline, (LENGTHS,)),
    "Cauchy": Row(jaxfmm.Cauchy, dim=2),
    "VortexBlob": Row(jaxfmm.VortexBlob, (0.2,), 2),
    "Yukawa": Row(jaxfmm.Yukawa, (3,)),
    "Yukawa of screening 0": Row(jaxfmm.Yukawa, (0.0,)),
    "Helmholtz": Row(jaxfmm.Helmholtz, (2,)),
    "Helmholtz in the plane": Row(jaxfmm.Helmholtz, (2.0,), 2),
    "Sum": Row(lambda a, b: jaxfmm.Sum((jaxfmm.Yukawa(a), jaxfmm.Matern(b))), (3.0, 0.4)),
    "Scaled": Row(lambda a, c: c * jaxfmm.Yukawa(a), (3.0, 2.0)),
    "InverseMultiquadric": Row(jaxfmm.InverseMultiquadric, (0.4,), 2),
    "Multiquadric": Row(jaxfmm.Multiquadric, (0.4,), 2),
    "ThinPlate": Row(jaxfmm.ThinPlate, dim=2),
    "Matern": Row(lambda length: jaxfmm.Matern(length, 2.5), (1,), 1),
    "LennardJones": Row(jaxfmm.LennardJones, (0.2, 1, 0.5)),
    "Wendland": Row(jaxfmm.Wendland, (1,)),
    "Gaussian": Row(jaxfmm.Gaussian, (1,)),
    "Gaussian by axis": Row(jaxfmm.Gaussian, ([0.4, 1, 0.3],)),
    "Gaussian of a covariance": Row(jaxfmm.Gaussian, (COVARIANCE,)),
    "Custom": Row(functools.partial(jaxfmm.Custom, uneven), (2,), 2),
    "radial Custom": Row(functools.partial(jaxfmm.Custom, cored, radial=True), (1,)),
    "Stokeslet": Row(jaxfmm.Stokeslet),
    "Stokeslet in the plane": Row(lambda: jaxfmm.Stokeslet(0.0), dim=2),
    "Stokeslet with a core": Row(jaxfmm.Stokeslet, (0.1,)),
    "RotnePrager": Row(jaxfmm.RotnePrager, (0.1,)),
    "Stresslet": Row(jaxfmm.Stresslet, (NORMALS,)),
    "BiotSavart": Row(jaxfmm.BiotSavart),
    "BiotSavart with a core": Row(jaxfmm.BiotSavart, (0.1,)),
    "Rotlet": Row(jaxfmm.Rotlet),
}
CELLS = {
    "Laplace at a mirror": Row(lambda at: jaxfmm.Mirror(Laplace(), axis=0, at=at, sign=-1), (-1,)),
    "Laplace in a cell": cell(Laplace, 2),
    "Laplace in an oblique cell": cell(Laplace, OBLIQUE),
    "softened Laplace in a cell": cell(Laplace, 0.2, 2.0),
    "spline in a cell": cell(spline, 0.2, [2.0, 1, 2]),
    "Laplace in a slab": cell(Laplace, 2, axes=(0, 1)),
    "Laplace in a wire": cell(Laplace, 2.0, axes=(2,)),
    "Laplace in a plane cell": cell(Laplace, 2, dim=2),
    "Laplace in a row": cell(Laplace, 2, dim=2, axes=(0,)),
    "VortexBlob in a row": cell(jaxfmm.VortexBlob, 0.2, 2.0, dim=2, axes=(0,)),
    "Cauchy in a plane cell": cell(jaxfmm.Cauchy, [2.0, 1.5], dim=2),
    "Yukawa in a cell": cell(jaxfmm.Yukawa, 4, 2),
    "Matern in a row": cell(jaxfmm.Matern, 0.2, 2.0, dim=2, axes=(0,)),
    "LennardJones in a cell": cell(jaxfmm.LennardJones, 0.2, 1.0, 0.5, 2.0),
    "Wendland in a slab": cell(jaxfmm.Wendland, 0.5, 2.0, axes=(0, 1)),
    "Gaussian in a plane cell": cell(jaxfmm.Gaussian, 0.2, 2.0, dim=2),
    "Stokeslet in a cell": cell(jaxfmm.Stokeslet, [2.0, 1, 2]),
    "RotnePrager in a cell": cell(jaxfmm.RotnePrager, 0.1, 2.0),
    "BiotSavart in an oblique cell": cell(jaxfmm.BiotSavart, OBLIQUE),
    "BiotSavart with a core in a cell": cell(jaxfmm.BiotSavart, 0.1, 2.0),
}
TABLE = KERNELS | CELLS


class Problem(NamedTuple):
    kernel: Any
    points: jax.Array
    charges: jax.Array
    plan: jaxfmm.Plan
    expected: np.ndarray


@functools.cache
def problem(name: str) -> Problem:
    row, rng = TABLE[name], np.random.default_rng(0)
    kernel = row.make(*row.parameters)
    points = jnp.asarray(rng.random((N, row.dim)), jnp.float32)
    charges = rng.normal(size=(N, row.dim) if kernel.traits.vector else (N,))
    charges = jnp.asarray(
        charges - charges.mean(0), jnp.float32
    )  # slabs and wires need neutral charges
    softened = isinstance(kernel, Periodic) and kernel.images.only_waves
    plan = jaxfmm.plan(points, kernel=kernel, method="ewald" if softened else "direct")
    expected = jax.jit(lambda q: jaxfmm.potential(points, q, kernel=kernel, plan=plan))(charges)
    return Problem(kernel, points, charges, plan, np.asarray(expected))


def potential(p: Problem, kernel: Any) -> jax.Array:
    return jaxfmm.potential(p.points, p.charges, kernel=kernel, plan=p.plan)


def stacked(tree: Any) -> Any:
    return jax.tree.map(
        lambda *leaves: jnp.stack([jnp.asarray(leaf) for leaf in leaves]), tree, tree
    )


def by_jit(p):
    return jax.jit(lambda kernel: potential(p, kernel))(p.kernel)


def by_arrays(p):
    return potential(p, jax.tree.map(jnp.asarray, p.kernel))


def by_pickle(p):
    return potential(p, pickle.loads(pickle.dumps(p.kernel)))


def by_vmap(p):
    return jax.vmap(lambda kernel, _: potential(p, kernel))(stacked(p.kernel), jnp.arange(2.0))[1]


def by_scan(p):
    def step(kernel, charges):
        return kernel, jaxfmm.potential(p.points, charges, kernel=kernel, plan=p.plan)

    return lax.scan(step, p.kernel, p.charges[None])[1][0]


def by_update(p):
    def moved(kernel):
        plan = p.plan.update(p.points, kernel=kernel)
        return jaxfmm.potential(p.points, p.charges, plan=plan)

    return jax.jit(moved)(p.kernel)


def by_matrix(p):
    matrix = jaxfmm.KernelMatrix(p.points, kernel=p.kernel, plan=p.plan)
    return jax.jit(lambda matrix: matrix @ p.charges)(matrix)


ROUTES = {
    f.__name__: f for f in (by_jit, by_arrays, by_pickle, by_vmap, by_scan, by_update, by_matrix)
}


# By default these kernels take one route each, and fewer show their derivatives.
SOME = [
    name
    for name in KERNELS
    if name.split()[0] not in ("Stokeslet", "Stresslet", "RotnePrager", "Helmholtz")
]
SOME += [f"Laplace in a {of}" for of in ("cell", "slab", "wire", "row")] + ["Yukawa in a cell"]
SUMS = [
    pytest.param(
        name, route, marks=[pytest.mark.longer] * (name not in SOME or (i - j) % len(ROUTES) > 0)
    )
    for i, name in enumerate(TABLE)
    for j, route in enumerate(ROUTES)
]
QUICK = ("softened Laplace", "Gaussian by axis")
MINUTES = ("RotnePrager in a cell", "BiotSavart in an oblique cell", "softened Laplace in a cell")
SLOPES = [
    pytest.param(
        name,
        marks=[pytest.mark.longer] * (name not in QUICK) + [pytest.mark.slow] * (name in MINUTES),
    )
    for name, row in TABLE.items()
    if row.parameters
]


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(("name", "route"), SUMS)
def test_sums(name, route):
    p = problem(name)
    assert cases.error(ROUTES[route](p), p.expected) <= 2e-6


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name):
    """Those in a kernel are those in the parameters that it is made of."""
    p, row = problem(name), TABLE[name]
    values = [jnp.asarray(x, jnp.float32) for x in row.parameters]

    def size(kernel):
        return jnp.sum(jnp.square(jnp.abs(potential(p, kernel))))

    value, slope = jax.jit(jax.value_and_grad(size))(p.kernel)
    same, slopes = jax.jit(jax.value_and_grad(lambda values: size(row.make(*values))))(values)
    assert jax.tree.structure(slope) == jax.tree.structure(p.kernel)
    np.testing.assert_allclose(value, same, rtol=1e-6)
    assert len(jax.tree.leaves(slope)) == len(slopes)
    for a, b in zip(jax.tree.leaves(slope), slopes):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_the_table_has_every_kernel():
    public = {
        value
        for value in vars(jaxfmm).values()
        if isinstance(value, type) and issubclass(value, Kernel)
    }
    made = [row.make(*row.parameters) for row in TABLE.values()]
    assert public <= {type(kernel) for kernel in made} | {
        Kernel,
        ParameterDerivative,
        jaxfmm.Custom,
    }


@pytest.mark.parametrize("name", TABLE)
def test_structures(name):
    """Leaves are floats, so that JAX can differentiate in them; and any objects may stand in their
    places."""
    row = TABLE[name]
    kernel = row.make(*row.parameters)
    leaves, treedef = jax.tree.flatten(kernel)
    assert len(leaves) == len(row.parameters)
    assert all(jnp.issubdtype(jnp.result_type(leaf), jnp.floating) for leaf in leaves)
    assert jax.tree.structure(jax.tree.map(jnp.asarray, kernel)) == treedef
    for place in (object(), 0, 0.0, jax.ShapeDtypeStruct((), float)):
        filled = jax.tree.map(lambda leaf, place=place: place, kernel)
        assert jax.tree.structure(filled) == treedef
        assert all(leaf is place for leaf in jax.tree.leaves(filled))
    axes = jax.tree.map(lambda _: 0, kernel)
    if leaves:
        out = jax.vmap(lambda kernel: kernel, in_axes=(axes,))(stacked(kernel))
        assert jax.tree.structure(out) == treedef
    empty = jax.tree.map(lambda _: None, kernel)
    assert not jax.tree.leaves(empty)


IONS, SIGNS = np.array([[0, 0, 0], [0.5, 0.5, 0.5]], np.float32), np.array([1, -1], np.float32)
CUBE = -2.0353615094526  # the energy of caesium chloride in a cube of edge one


@pytest.mark.parametrize(
    "method", ["direct", pytest.param("fmm", marks=pytest.mark.longer), "ewald"]
)
def test_caesium_chloride(method):
    box = Periodic(Laplace(), 1.0)
    plan = jaxfmm.plan(IONS, kernel=box, method=method, tol=1e-5)

    def energy(kernel):
        return jaxfmm.energy(IONS, SIGNS, kernel=kernel, plan=plan)

    value, slope = jax.jit(jax.value_and_grad(energy))(box)
    np.testing.assert_allclose(value, CUBE, rtol=1e-5)
    np.testing.assert_allclose(
        slope.cell, -CUBE, rtol=3e-5
    )  # of 1 / edge, at fixed positions as well by symmetry
    assert slope.kernel == Laplace() and slope.axes is None


def test_softening_by_an_array_is_a_softening():
    """Also of zero: in it there is a derivative, and plans for the kernel without it say that they
    are not for it."""
    assert Laplace().softening is None and Laplace(0.0) == Laplace(np.float32(0)) == Laplace()
    assert Laplace(jnp.zeros(())).softening is not None
    x, q = problem("Laplace").points, problem("Laplace").charges
    value, slope = jax.value_and_grad(lambda eps: jaxfmm.energy(x, q, kernel=Laplace(eps)))(0.0)
    np.testing.assert_allclose(value, jaxfmm.energy(x, q), rtol=1e-6)
    assert slope == 0
    plan = jaxfmm.plan(x, kernel=Periodic(Laplace(), 2.0))
    with pytest.raises(
        ValueError, match="softening=Array.*the plan was made for .*softening=None.*make a plan for"
    ):
        jaxfmm.energy(x, q, kernel=Periodic(Laplace(jnp.zeros(())), 2.0), plan=plan)


def test_softening_of_zero_in_a_cell():
    x, q = problem("Laplace").points, problem("Laplace").charges
    plan = jaxfmm.plan(x, kernel=Periodic(Laplace(0.1), 2.0))
    energy = jax.jit(lambda eps: jaxfmm.energy(x, q, kernel=Periodic(Laplace(eps), 2.0), plan=plan))
    value, slope = jax.value_and_grad(energy)(0.0)
    expected = jaxfmm.energy(x, q, kernel=Periodic(Laplace(), 2.0))
    np.testing.assert_allclose(value, expected, rtol=1e-4)
    assert abs(slope) < 1e-4


def test_cores_of_zero_with_a_measured_plan():
    """None is zero where the parameters of a kernel are compared with those of a plan."""
    with_core, none = jaxfmm.Stokeslet(jnp.zeros(())), jaxfmm.Stokeslet()
    assert none.close_to(with_core, jnp.float32) and similar(none, with_core, jnp.float32)
    assert not none.close_to(jaxfmm.Stokeslet(0.1), jnp.float32)
    assert not similar(jaxfmm.Stokeslet(0.1), none, jnp.float32)
