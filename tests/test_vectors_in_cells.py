"""Kernels of vectors in periodic cells, against plain Ewald sums and known constants."""

import functools

import cases
import ewald
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from reference import rotne_prager

import jaxfmm
from jaxfmm import BiotSavart, KernelMatrix, Periodic, Rotlet, RotnePrager, Stokeslet, Stresslet

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
SLOW = pytest.mark.slow
OBLIQUE = np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])
KERNELS = {"forces": Stokeslet(), "curl": BiotSavart(), "torques": Rotlet()}
SUMS = {"forces": "forces", "curl": "curl", "torques": "curl"}  # in `ewald.vectors`
HASIMOTO = 2.837297479480620  # of a simple cubic array


def problem(dtype, n=200, m=40, cell=OBLIQUE):
    """Points, vectors with a net sum, and targets, some beyond the cell."""
    rng = np.random.default_rng(0)
    x, y = (rng.random((count, 3)) @ cell for count in (n, m))
    y[: m // 2] += cell[0] - 2 * cell[2]
    arrays = x, 0.3 + rng.normal(size=(n, 3)), y
    return tuple(jnp.asarray(a, dtype) for a in arrays)


def exact(kind, x, f, y, cell=OBLIQUE):
    """The sum and its gradient, by `ewald.vectors`. Positions must be near each other."""
    wide = [jnp.asarray(np.asarray(a), jnp.float64) for a in (x, f, y, cell)]
    x, f, y, cell = wide
    y = jaxfmm.minimum_image(y - x[:1], cell) + x[:1]
    sums = functools.partial(ewald.vectors, SUMS[kind], y=x, f=f, cell=cell)
    slope = jax.vmap(jax.jacfwd(lambda y: sums(y[None])[0]))(y)
    return sums(y), slope


@BOTH
@pytest.mark.parametrize(
    ("kind", "tol"),
    [
        ("forces", 1e-4),
        ("curl", 1e-4),
        pytest.param("forces", 1e-8, marks=SLOW),
        pytest.param("curl", 1e-8, marks=SLOW),
        pytest.param("torques", 1e-3, marks=SLOW),
        pytest.param("forces", 1e-3, marks=SLOW),
    ],
)
def test_sums_and_gradients(kind, tol, dtype):
    """In an oblique cell, with a net vector, at the sources and at other targets."""
    tol = max(tol, 1e-5) if dtype == "float32" else tol
    x, f, y = problem(dtype)
    kernel = Periodic(KERNELS[kind], OBLIQUE)
    with jax.enable_x64(True):
        sums, slopes = (np.asarray(a) for a in exact(kind, x, f, y))
        own = np.asarray(exact(kind, x, f, x)[0])
    plan = jaxfmm.plan(x, y, kernel=kernel, tol=tol)
    assert plan.method == "ewald" and "promised" in str(plan)
    found, slope = jaxfmm.potential_and_gradient(x, f, y, plan=plan)
    assert found.dtype == slope.dtype == x.dtype and slope.shape == (len(y), 3, 3)
    assert cases.error(found, sums) <= tol
    assert cases.error(slope, slopes) <= tol
    assert cases.error(jaxfmm.potential(x, f, kernel=kernel, tol=tol), own) <= tol


@FLOAT64
@pytest.mark.parametrize("edge", [1.0, 2.5])
def test_the_constant_of_hasimoto(edge, dtype):
    """A point force, and a sphere with the next term of its mobility, move themselves."""
    x, f, tol = jnp.ones((1, 3)), jnp.array([[0.0, 2.0, 1.0]]), 1e-9
    kernel = Periodic(Stokeslet(), edge)
    found = jaxfmm.potential(x, f, kernel=kernel, tol=tol)
    # 1 / (6 pi a) (1 - 2.837 a / L) is 1 / (8 pi) times 4 / (3 a) - 4/3 2.837 / L
    np.testing.assert_allclose(found, -4 / 3 * HASIMOTO / edge * f, rtol=1e-8, atol=1e-12)
    share = 0.1
    radius = share * edge
    kernel = Periodic(RotnePrager(radius), edge)
    mobility = 4 / (3 * radius) * (1 - HASIMOTO * share + 4 * np.pi / 3 * share**3)
    found = jaxfmm.potential(x, f, plan=jaxfmm.plan(x, kernel=kernel, tol=tol))
    np.testing.assert_allclose(found, mobility * f, rtol=1e-8, atol=1e-12)


@FLOAT64
def test_spheres(dtype):
    """Also where they overlap: the sum of forces, its Laplacian, and pairs that overlap."""
    x, f, y = problem(dtype, 100)
    radius, tol = 0.06, 1e-6
    y = jaxfmm.minimum_image(y - x[:1], OBLIQUE) + x[:1]

    def forces(y):
        return ewald.vectors("forces", y[None], x, f, jnp.asarray(OBLIQUE))[0]

    def far(d, f):
        r2 = jnp.vdot(d, d)
        r, along = jnp.sqrt(r2), d * jnp.vdot(d, f)
        share = radius**2 / r2
        return (1 + 2 / 3 * share) * f / r + (1 - 2 * share) * along / r**3

    def overlapping(y):
        d = jax.vmap(jaxfmm.minimum_image, (0, None))(y[None] - x, jnp.asarray(OBLIQUE))
        pairs = jax.vmap(lambda d, f: rotne_prager(d, f, radius, None) - far(d, f))(d, f)
        return pairs.sum(0)

    laplacian = jax.vmap(lambda y: jnp.trace(jax.hessian(forces)(y), axis1=1, axis2=2))(y)
    sums = jax.vmap(forces)(y) + radius**2 / 3 * laplacian + jax.vmap(overlapping)(y)
    kernel = Periodic(RotnePrager(radius), OBLIQUE)
    found = jaxfmm.potential(x, f, y, plan=jaxfmm.plan(x, y, kernel=kernel, tol=tol))
    assert cases.error(found, sums) <= tol


@FLOAT64
def test_the_mobility_is_symmetric_and_positive_definite(dtype):
    x, f, _ = problem(dtype, 60)
    kernel = Periodic(RotnePrager(0.1), OBLIQUE)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-8, gradient=False)
    matrix = KernelMatrix(x, kernel=kernel, plan=plan)
    forces, _ = jax.scipy.sparse.linalg.cg(matrix, f, tol=1e-8)
    assert cases.error(matrix @ forces, f) <= 1e-7
    dense = jax.vmap(lambda column: (matrix @ column.reshape(60, 3)).ravel())(jnp.eye(180))
    assert jnp.abs(dense - dense.T).max() <= 1e-7 * jnp.abs(dense).max()
    assert jnp.linalg.eigvalsh(0.5 * (dense + dense.T)).min() > 0


def core_by_waves(x, y, f, core, cell, most):
    """The sum with the core of Rosenhead and Moore, by the transform of 1 / sqrt(r^2 + core^2)."""
    import scipy.special

    k = np.stack(np.meshgrid(*[np.arange(-most, most + 1)] * 3, indexing="ij"), -1).reshape(-1, 3)
    k = 2 * np.pi * k[(k != 0).any(1)] @ np.linalg.inv(cell).T
    size = np.linalg.norm(k, axis=1)
    of_potential = 4 * np.pi * core * scipy.special.k1(core * size) / size
    charges = np.exp(-1j * (k @ y.T)) @ f
    modes = 1j * np.cross(k, charges) * of_potential[:, None] / abs(np.linalg.det(cell))
    return (np.exp(1j * (x @ k.T)) @ modes).real


@FLOAT64
def test_vortices_with_cores(dtype):
    x, f, y = problem(dtype, 40)
    kernel = Periodic(BiotSavart(0.2), OBLIQUE)
    found = jaxfmm.potential(x, f, y, plan=jaxfmm.plan(x, y, kernel=kernel, tol=1e-6))
    sums = core_by_waves(*(np.asarray(a) for a in (y, x, f)), 0.2, OBLIQUE, 18)
    assert cases.error(found, sums) <= 1e-6


@FLOAT64
@pytest.mark.parametrize("kind", ["forces", pytest.param("curl", marks=SLOW)])
def test_derivatives(kind, dtype):
    """In points, vectors, targets and the cell, forward and backward, by an updated plan in a
    compiled function; products with the second derivative; batches."""
    x, f, y = problem(dtype, 80, 20)
    plan = jaxfmm.plan(x, y, kernel=Periodic(KERNELS[kind], OBLIQUE), tol=1e-9)
    at, rng = (x, f, y, jnp.asarray(OBLIQUE)), np.random.default_rng(1)
    along = tuple(jnp.asarray(rng.normal(size=a.shape)) for a in at)
    weights = jnp.asarray(rng.normal(size=y.shape))

    def fast(x, f, y, cell):
        kernel = Periodic(KERNELS[kind], cell)
        new = plan.update(x, y, kernel=kernel)
        return jnp.vdot(weights, jaxfmm.potential(x, f, y, kernel=kernel, plan=new))

    near = jaxfmm.minimum_image(y - x[:1], OBLIQUE) - y + x[:1]

    def plain(x, f, y, cell):  # images of targets move with the cell
        numbers = jnp.round(near @ jnp.linalg.inv(OBLIQUE))
        return jnp.vdot(weights, ewald.vectors(SUMS[kind], y + numbers @ cell, x, f, cell))

    with jax.numpy_rank_promotion("allow"):
        expected = jax.jit(jax.grad(plain, (0, 1, 2, 3)))(*at)
        curved = jax.jit(lambda *a: jax.jvp(jax.grad(plain, (0, 1, 2)), a, along)[1])(*at)
    found = jax.jit(jax.grad(fast, (0, 1, 2, 3)))(*at)
    for a, b in zip(found, expected):
        assert cases.error(a, b) <= 1e-7
    tangent = jax.jit(lambda *a: jax.jvp(fast, a, along)[1])(*at)
    total = sum(jnp.vdot(a, b) for a, b in zip(expected, along))
    assert abs(tangent / total - 1) <= 1e-7
    second = jax.jit(lambda *a: jax.jvp(jax.grad(fast, (0, 1, 2)), a, along)[1])(*at)
    for a, b in zip(second, curved):
        assert cases.error(a, b) <= 1e-6


@FLOAT64
@pytest.mark.parametrize("name", ["radius", "core"])
def test_derivatives_in_parameters(name, dtype):
    x, f, y = problem(dtype, 60, 20)
    make = {"radius": RotnePrager, "core": BiotSavart}[name]
    plan = jaxfmm.plan(x, y, kernel=Periodic(make(0.1), OBLIQUE), tol=1e-9)

    def total(value):
        kernel = Periodic(make(value), OBLIQUE)
        new = plan.update(x, y, kernel=kernel)
        return jnp.sum(jnp.sin(0.1 * jaxfmm.potential(x, f, y, kernel=kernel, plan=new)))

    slope = jax.jit(jax.grad(total))(0.09)
    values = [total(0.09 + step * 1e-4) for step in (-2, -1, 1, 2)]
    difference = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / 12e-4
    assert abs(slope / difference - 1) <= 1e-5


@FLOAT64
def test_batches(dtype):
    """Of vectors, also complex ones, and of points."""
    x, f, y = problem(dtype, 60, 20)
    kernel = Periodic(Stokeslet(), OBLIQUE)
    plan = jaxfmm.plan(x, y, kernel=kernel, tol=1e-6)
    one = jaxfmm.potential(x, f, y, plan=plan)
    columns = jaxfmm.potential(x, jnp.stack([f, 2 * f, -f], 2), y, plan=plan)
    many = jax.vmap(lambda f: jaxfmm.potential(x, f, y, plan=plan))(jnp.stack([f, 2 * f]))
    assert cases.error(columns, jnp.stack([one, 2 * one, -one], 2)) <= 1e-12
    assert cases.error(many, jnp.stack([one, 2 * one])) <= 1e-12
    found = jaxfmm.potential(x, jax.lax.complex(f, 2 * f), y, plan=plan)
    assert cases.error(found, np.complex128(1 + 2j) * np.asarray(one)) <= 1e-12

    def moved(shift):
        new = plan.update(x + shift, y)
        return jaxfmm.potential(x + shift, f, y, plan=new)

    shifts = jnp.array([[0.0, 0.0, 0.0], [0.1, 0.2, 0.3]])[:, None]
    for found, shift in zip(jax.jit(jax.vmap(moved))(shifts), shifts, strict=True):
        assert cases.error(found, moved(shift)) <= 1e-9


@FLOAT64
def test_matrices_and_their_transposes(dtype):
    x, f, y = problem(dtype, 60, 20)
    kernel = Periodic(Stokeslet(), OBLIQUE)
    plan = jaxfmm.plan(x, y, kernel=kernel, tol=1e-8, gradient=False)
    matrix = KernelMatrix(x, y, kernel=kernel, plan=plan)
    assert abs(jnp.vdot(y, matrix @ f) - jnp.vdot(f, matrix.T @ y)) <= 1e-8 * jnp.linalg.norm(y)
    plan = jaxfmm.plan(x, y, kernel=Periodic(BiotSavart(), OBLIQUE), tol=1e-8)

    def velocity(f):
        return jaxfmm.potential(x, f, y, plan=plan)

    (back,) = jax.linear_transpose(velocity, f)(y)
    assert abs(jnp.vdot(y, velocity(f)) - jnp.vdot(f, back)) <= 1e-8 * jnp.linalg.norm(back)


@FLOAT64
def test_pairs_that_do_not_act_on_each_other(dtype):
    x, f, _ = problem(dtype, 50)
    kernel, pairs = Periodic(Stokeslet(), OBLIQUE), jnp.array([[0, 1], [3, 7]])
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-7)
    found = jaxfmm.potential(x, f, plan=plan) - jaxfmm.potential(x, f, plan=plan, exclude=pairs)
    for i, j in pairs.tolist():
        d = jaxfmm.minimum_image(x[i] - x[j], OBLIQUE)
        alone = jaxfmm.potential(jnp.zeros((1, 3)), f[j][None], d[None], kernel=Stokeslet())[0]
        assert cases.error(found[i], alone) <= 1e-6


@FLOAT64
def test_the_pressure_is_a_sum_of_dipoles(dtype):
    """The flow of a Stokeslet has no divergence, and its Laplacian is the gradient of the pressure
    but for the mean force."""
    x, f, y = problem(dtype, 30, 10)

    def velocity(y):
        return jaxfmm.potential(
            x, f, y, kernel=Periodic(Stokeslet(), OBLIQUE), tol=1e-9, plan=plans[0]
        )

    def pressure(y):
        return 2 * jaxfmm.potential(x, None, y, dipoles=f, plan=plans[1])

    kernels = [Periodic(kernel, OBLIQUE) for kernel in (Stokeslet(), jaxfmm.Laplace())]
    plans = [jaxfmm.plan(x, y, kernel=kernel, tol=1e-9) for kernel in kernels]
    eye = jnp.eye(3)

    def second(i):
        along = jnp.broadcast_to(eye[i], y.shape)
        first = lambda y: jax.jvp(velocity, (y,), (along,))[1]  # noqa: E731
        return jax.jvp(first, (y,), (along,))[1]

    laplacian = second(0) + second(1) + second(2)
    slope = jax.grad(lambda y: jnp.sum(pressure(y)))(y)
    mean = 8 * np.pi * f.sum(0) / abs(np.linalg.det(OBLIQUE))
    assert cases.error(laplacian, slope + mean[None]) <= 1e-5
    gradient = jaxfmm.potential_and_gradient(x, f, y, plan=plans[0])[1]
    divergence = jnp.trace(gradient, axis1=1, axis2=2)
    assert jnp.linalg.norm(divergence) <= 1e-8 * jnp.linalg.norm(gradient)


def test_what_it_refuses():
    x, f, _ = problem("float32", 50)
    for kernel, say in [
        (Periodic(Stokeslet(0.1), 1.0), "no sum over images"),
        (Periodic(Stresslet(f), 1.0), "no sum over images"),
        (Periodic(Stokeslet(), 1.0, axes=(0, 1)), "no sum over images"),
        (Periodic(BiotSavart(), 1.0, axes=(0,)), "no sum over images"),
    ]:
        with pytest.raises(ValueError, match=say):
            jaxfmm.potential(x, f, kernel=kernel)
    plane = Periodic(Stokeslet(), 1.0)
    with pytest.raises(ValueError, match="no sum over images"):
        jaxfmm.potential(x[:, :2], f[:, :2], kernel=plane)
    with pytest.raises(ValueError, match="method must be"):
        jaxfmm.plan(x, kernel=plane, method="fmm")
    with pytest.raises(ValueError, match="outside of jit"):
        jax.jit(lambda x: jaxfmm.potential(x, f, kernel=plane))(x)
    with pytest.raises(ValueError, match="no energy"):
        jaxfmm.energy(x, f, kernel=plane)
    with pytest.raises(ValueError, match="has no sum by segments"):
        jaxfmm.potential(x, f, kernel=plane, segments=jnp.zeros(50, int), num_segments=1)
    with pytest.raises(ValueError, match="no transposed"):
        KernelMatrix(x, kernel=Periodic(BiotSavart(), 1.0)).T  # noqa: B018
    with pytest.raises(ValueError, match="parameters|radius"):
        plan = jaxfmm.plan(x, kernel=Periodic(RotnePrager(0.1), 1.0))
        jaxfmm.potential(x, f, plan=plan, kernel=Periodic(RotnePrager(0.2), 1.0))
