"""Parameters of kernels: derivatives in each of them whatever the unit of length, and what is
refused."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

pytestmark = pytest.mark.usefixtures("no_compiler")
COVARIANCE = np.array([[1.0, 0.3, 0.1], [0.3, 0.7, -0.2], [0.1, -0.2, 0.9]])


def screened(x, y, rate, amplitude):
    r = jnp.linalg.norm(x - y)
    return amplitude["a"] * jnp.exp(-rate * r) / r


# name: (dimension, the kernel from its parameters, the parameters for an extent of 1, the powers of
# the length in them)
PARAMETERS = {
    "Laplace3D": (3, jaxfmm.Laplace, (0.2,), (1,)),
    "LaplaceSpline": (3, lambda eps: jaxfmm.Laplace(eps, "spline"), (0.2,), (1,)),
    "Laplace2D": (2, jaxfmm.Laplace, (0.2,), (1,)),
    "Yukawa": (3, jaxfmm.Yukawa, (0.7,), (-1,)),
    "VortexBlob": (2, jaxfmm.VortexBlob, (0.2,), (1,)),
    "InverseMultiquadric": (2, jaxfmm.InverseMultiquadric, (0.4,), (1,)),
    "Matern1/2": (3, lambda h: jaxfmm.Matern(h, 0.5), (0.5,), (1,)),
    "Matern3/2": (2, lambda h: jaxfmm.Matern(h, 1.5), (0.5,), (1,)),
    "Matern5/2": (1, lambda h: jaxfmm.Matern(h, 2.5), (0.5,), (1,)),
    "LennardJones": (3, jaxfmm.LennardJones, (0.05, 1.3, 0.6), (1, 0, 1)),
    "Wendland": (3, jaxfmm.Wendland, (0.8,), (1,)),
    "Gaussian": (3, jaxfmm.Gaussian, (0.4,), (1,)),
    "GaussianByAxis": (3, jaxfmm.Gaussian, (np.array([0.4, 0.5, 0.3]),), (1,)),
    "GaussianCovariance": (3, jaxfmm.Gaussian, (0.2 * COVARIANCE,), (2,)),
    "Custom": (
        3,
        lambda r, a: jaxfmm.Custom(screened, r, {"a": a}, singular=True),
        (0.7, 1.2),
        (-1, 0),
    ),
}


# By default some; table.py has derivatives in the parameters of every kernel.
SOME = [
    pytest.param(name, marks=[pytest.mark.slow] * (name not in ("Yukawa", "GaussianCovariance")))
    for name in PARAMETERS
]


def problem(name, extent, n=30):
    """The kernel of parameters, their values, points and charges."""
    dim, make, values, powers = PARAMETERS[name]
    rng = np.random.default_rng(0)
    values = [jnp.asarray(v * extent**power, float) for v, power in zip(values, powers)]
    return (
        make,
        values,
        jnp.asarray(extent * rng.random((n, dim))),
        jnp.asarray(rng.random(n) + 0.5),
    )


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("mode", [jax.jacrev, pytest.param(jax.jacfwd, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SOME)
def test_derivatives_in_parameters_are_those_of_differences(name, mode, dtype):
    make = PARAMETERS[name][1]

    @jax.jit
    def sums(values, x, q, extent):
        """Functions of the potential and the gradient, and the energy."""
        kernel = make(*values)
        plan = jaxfmm.plan(x, kernel=kernel, method="direct")
        phi, slope = jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan)
        energy = jaxfmm.energy(x, q, kernel=kernel, plan=plan)
        return jnp.stack([q @ phi, extent * jnp.sum(slope * jnp.cos(x / extent)), energy])

    jacobian_of = jax.jit(mode(sums))
    for extent in (1e-3, 1.0, 30.0):  # in which the programs are the same
        _, values, x, q = problem(name, extent)
        jacobian = jacobian_of(values, x, q, extent)
        for i, value in enumerate(values):
            direction = np.random.default_rng(1).normal(size=value.shape)
            direction = jnp.asarray(direction + direction.T if value.ndim == 2 else direction)
            step = 1e-5 * jnp.abs(value).max() * direction

            def at(t, i=i, value=value, step=step, values=values, rest=(x, q, extent)):
                return sums([*values[:i], value + t * step, *values[i + 1 :]], *rest)

            differences = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / 12
            along = jnp.tensordot(jacobian[i], step, value.ndim)
            np.testing.assert_allclose(
                along, differences, rtol=2e-7, atol=1e-10 * np.abs(differences).max()
            )


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.slow
def test_derivatives_in_parameters_by_the_fmm(dtype):
    make, (value,), x, q = problem("InverseMultiquadric", 30.0, n=1000)

    def slope(**how):
        plan = jaxfmm.plan(x, kernel=make(value), tol=1e-3, **how)
        return jax.jvp(
            lambda p: jaxfmm.potential(x, q, kernel=make(p), plan=plan), (value,), (jnp.ones(()),)
        )[1]

    exact = slope(method="direct")
    assert np.linalg.norm(slope(method="fmm", leaf_size=32) - exact) <= 1e-3 * np.linalg.norm(exact)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.slow
def test_derivatives_in_a_core_that_is_far_away(dtype):
    """dK / dcore = -exp(-t) / core and its slope are tiny there, and no difference of larger
    numbers."""
    y, x, core = jnp.zeros((1, 2)), jnp.array([[3.0, 4.0], [6.0, 1.0], [0.1, 0.2]]), 0.8
    t = np.sum(np.square(x), axis=1) / (2 * core**2)

    def sums(core):
        return jaxfmm.potential_and_gradient(y, jnp.ones(1), x, kernel=jaxfmm.VortexBlob(core))

    potential, gradient = jax.jacfwd(sums)(core)
    np.testing.assert_allclose(potential, -np.exp(-t) / core, rtol=1e-12)
    np.testing.assert_allclose(gradient, (np.exp(-t) / core**3)[:, None] * x, rtol=1e-12)
    second = jax.jacfwd(jax.jacrev(lambda core: sums(core)[0]))(core)
    np.testing.assert_allclose(second, np.exp(-t) * (1 - 2 * t) / core**2, rtol=1e-12)


@pytest.mark.parametrize("scale", [1e-25, 1e25])
@pytest.mark.parametrize("name", [
    "Gaussian", *(pytest.param(name, marks=pytest.mark.slow) for name in (
        "VortexBlob", "InverseMultiquadric", "Matern3/2", "Wendland"))
])  # fmt: skip
def test_energies_of_smooth_kernels_whose_squared_lengths_leave_float32(name, scale):
    """The terms i = i, which are taken off, are of the same unit as the others."""
    dim, make, (value,), _ = PARAMETERS[name]
    x = np.random.default_rng(0).random((40, dim))
    unit = 2.0 ** np.round(np.log2(scale))

    def energies(unit):
        length = jnp.float32(value * unit)
        return jax.value_and_grad(
            lambda h: jaxfmm.energy(jnp.float32(x * unit), jnp.ones(40), kernel=make(h))
        )(length)

    (here, slope), (there, steep) = energies(1.0), energies(unit)
    moved = 40 * 39 / 2 * np.log(unit) if name == "VortexBlob" else 0.0  # -log r
    np.testing.assert_allclose(there + moved, here, rtol=1e-5, atol=1e-5 * abs(moved))
    np.testing.assert_allclose(float(steep) * unit, slope, rtol=1e-4)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (i > 0)) for i, name in enumerate(
        ("Yukawa", "Custom", "LennardJones", "Laplace3D", "Gaussian"))],
)  # fmt: skip
def test_parameters_may_be_python_numbers(name):
    dim, make, values, _ = PARAMETERS[name]
    x = jnp.asarray(np.random.default_rng(0).random((20, dim)), jnp.float32)

    def energy(*values):
        return jaxfmm.energy(x, jnp.ones(20), kernel=make(*values))

    def total(*values):
        return jaxfmm.potential(x, jnp.ones(20), kernel=make(*values)).sum()

    for function in (energy, total):
        forward = jax.jvp(function, values, (1.0,) + (0.0,) * (len(values) - 1))[1]
        np.testing.assert_allclose(forward, jax.grad(function)(*values), rtol=1e-5)


@pytest.mark.parametrize(
    "make, argument",
    [(make, argument) for make, argument in (
        (jaxfmm.Laplace, "softening"), (jaxfmm.Yukawa, "screening"), (jaxfmm.VortexBlob, "core"),
        (jaxfmm.InverseMultiquadric, "length"), (jaxfmm.Matern, "length"), (jaxfmm.Wendland, "radius"),
        (lambda p: jaxfmm.LennardJones(p, 1.0, 2.0), "sigma"), (lambda p: jaxfmm.LennardJones(1.0, p, 2.0), "epsilon"),
        (lambda p: jaxfmm.LennardJones(1.0, 1.0, p), "cutoff"),
    )],
)  # fmt: skip
def test_parameters_that_make_no_sense(make, argument):
    dim = 2 if argument == "core" else 3
    x = jnp.asarray(np.random.default_rng(0).random((5, dim)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=make(0.5), method="direct")
    wrong = [np.nan, np.inf, np.ones(5, np.float32), "wide", 1j, True]
    wrong += [-1.0] * (argument != "epsilon") + [None] * (
        argument != "softening"
    )  # which mean something
    for value in wrong:
        with pytest.raises(ValueError, match=f"^{argument} must be"):
            jaxfmm.plan(x, kernel=make(value))
        with pytest.raises(ValueError, match=f"^{argument} must be"):
            jaxfmm.potential(x, jnp.ones(5), kernel=make(value), plan=plan)


def test_one_parameter_for_each_particle_is_refused_when_traced_too():
    x = jnp.asarray(np.random.default_rng(0).random((5, 3)), jnp.float32)
    with pytest.raises(ValueError, match="softening must be a number, got shape \\(5,\\)"):
        jax.jit(lambda eps: jaxfmm.potential(x, jnp.ones(5), kernel=jaxfmm.Laplace(eps)))(
            jnp.ones(5)
        )


@pytest.mark.parametrize("name", SOME)
def test_parameters_that_are_arrays_known_inside_jit(name):
    """They are numbers there too, though what is computed with them is traced."""
    make, values, x, q = problem(name, 1.0)
    inside = jax.jit(lambda x: jaxfmm.potential(x, q, kernel=make(*values)))(x)
    np.testing.assert_allclose(inside, jaxfmm.potential(x, q, kernel=make(*values)), rtol=1e-5)
    if name != "Custom":
        wrong = make(*[-v for v in values])
        with pytest.raises(ValueError, match="must be"):
            jax.jit(lambda x: jaxfmm.potential(x, q, kernel=wrong))(x)


@pytest.mark.parametrize("screening", [0.0, 1e-4, 1.0])
def test_screening_near_zero(screening):
    """Derivatives in it keep their digits where it is small beside the inverse distances."""
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((30, 3)), jnp.float32), jnp.asarray(rng.random(30), jnp.float32)
    given = jnp.float32(screening)

    def field(a):
        return jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Yukawa(a))[1]

    offset = np.asarray(x, float)[:, None] - np.asarray(x, float)[None]
    r = np.linalg.norm(offset, axis=2) + np.eye(30)
    weight = np.asarray(q, float) * np.exp(-screening * r)
    first = screening * np.einsum("ij,ijd->id", weight / r, offset)  # of the gradient of -exp(-a r)
    second = np.einsum("ij,ijd->id", (1 / r - screening) * weight, offset)
    found = [jax.jvp(field, (given,), (jnp.float32(1),))[1]]
    found.append(
        jax.jvp(lambda a: jax.jvp(field, (a,), (jnp.float32(1),))[1], (given,), (jnp.float32(1),))[
            1
        ]
    )
    for value, exact in zip(found, (first, second)):
        np.testing.assert_allclose(value, exact, rtol=1e-4, atol=1e-6 * np.abs(exact).max())


@pytest.mark.parametrize("index", range(3))
def test_derivatives_in_one_of_several_parameters(index, dtype):
    """The others are constants, whose tangents are known to be zero."""
    rng = np.random.default_rng(0)
    x, q = (jnp.asarray(rng.normal(size=s), dtype) for s in ((30, 3), (30,)))
    values = (0.3, 1.3, 1.5)

    def total(*values):
        return (jaxfmm.potential(x, q, kernel=jaxfmm.LennardJones(*values)) ** 2).sum()

    every = jax.grad(total, (0, 1, 2))(*values)
    one = jax.grad(total, index)(*values)
    np.testing.assert_allclose(one, every[index], rtol=1e-5)
