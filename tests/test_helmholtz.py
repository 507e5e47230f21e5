"""Waves: expansions whose degree follows the size of cells in wavelengths, against sums over all
pairs in float64."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Helmholtz
from jaxfmm.backends import cpu
from jaxfmm.errors import Status
from jaxfmm.expansions.helmholtz import bessel
from jaxfmm.expansions.helmholtz.operators3d import SphericalWaves
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.kernels.helmholtz import Wave
from jaxfmm.passes.levels import TooLarge, degree_of

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def dense(x, q, y, k, itself=True):
    d = y[:, None] - x[None]
    r2 = jnp.sum(d * d, axis=-1)
    apart = r2 > 0
    r = jnp.sqrt(jnp.where(apart, r2, 1))
    K = jnp.where(apart, jax.lax.complex(jnp.cos(k * r) / r, jnp.sin(k * r) / r), 0)
    return jnp.matmul(K, q.astype(K.dtype), precision="highest")


def dense_gradient(x, q, y, k):
    """(m, 3)."""
    return jax.vmap(jax.jacfwd(lambda y: dense(x, q, y[None], k)[0]))(y)


def points(kind, n, rng):
    x = rng.random((n, 3))
    if kind == "clusters":
        x[: n // 2] = 0.2 + 1e-3 * rng.normal(size=(n // 2, 3))
    if kind == "line":
        x[:, 1:] *= 1e-3
    return x + 5


@FLOAT64
@pytest.mark.parametrize("x", [0.0, 1e-9, 0.3, 12.0, 21.5, 300.0])
def test_bessel_functions(x, dtype):
    special = pytest.importorskip("scipy.special")
    order = 20
    found = np.asarray(bessel.spherical(jnp.full(1, x), order))[:, 0]
    scale = np.append(1, np.cumprod(np.minimum(1, x / (2 * np.arange(1, order + 1) + 1))))
    exact = special.spherical_jn(np.arange(order + 1), x)
    assert np.abs(found * scale - exact).max() <= 3e-14 * np.abs(exact).max()
    if x < 1:
        np.testing.assert_allclose(found[0], np.sinc(x / np.pi), rtol=1e-15)
        assert 0.9 < found[-1] <= 1


def test_degrees():
    rate = 0.4
    assert degree_of(bessel.terms, 8, rate, 0.0) == 8
    degrees = [degree_of(bessel.terms, 8, rate, size) for size in (0.1, 1.0, 5.0, 20.0, 50.0)]
    assert degrees == sorted(degrees) and degrees[0] == 8 and 50 < degrees[-1] < 80
    with pytest.raises(TooLarge, match="wavelengths"):
        degree_of(bessel.terms, 8, rate, 200.0)


class Cells:
    """Three pairs of cells, sources in the one and targets in the other."""

    def __init__(self, rng, dtype):
        def ball(radius):
            u = rng.normal(size=(3, 6, 3))
            return (
                radius[:, None, None]
                * rng.random((3, 6, 1))
                * u
                / np.linalg.norm(u, axis=2, keepdims=True)
            )

        self.r_s, self.r_t = np.array([0.5, 0.45, 0.3]), np.array([0.4, 0.5, 0.5])
        self.d = np.array([[1.5, 0.7, -1.0], [-0.2, 1.9, 0.1], [0.0, 0.0, -1.8]])
        self.y, self.x, self.q = ball(self.r_s), ball(self.r_t), rng.normal(size=(3, 6, 2))
        for name, value in vars(self).items():
            setattr(self, name, jnp.asarray(value, dtype))

    def multipole(self, waves, order):
        return jax.jit(waves.p2m, static_argnums=3)(
            self.y / self.r_s[:, None, None], self.r_s, {0: self.q}, order
        )

    def values(self, waves, local, order):
        return jax.jit(waves.l2p, static_argnums=(3, 4))(
            local, self.x / self.r_t[:, None, None], self.r_t, (0,), order
        )[0]

    def exact(self, k, imaginary):
        r = np.linalg.norm(
            np.float64(self.x[:, :, None] + self.d[:, None, None] - self.y[:, None]), axis=-1
        )
        return np.einsum(
            "cts,csk->ctk", (np.sin if imaginary else np.cos)(k * r) / r, np.float64(self.q)
        )


@FLOAT64
@pytest.mark.parametrize("imaginary", [False, True])
@pytest.mark.parametrize("k", [1e-6, 0.7, 11.0])
def test_translations(k, imaginary, rng, dtype):
    c, waves = Cells(rng, dtype), SphericalWaves(Wave(k, imaginary))
    errors = []
    for order in (6, 12, 24):
        local = jax.jit(waves.m2l, static_argnums=4)(
            c.multipole(waves, order), c.d, c.r_s, c.r_t, order
        )
        errors.append(cases.error(c.values(waves, local, order), c.exact(k, imaginary)))
    assert errors[2] <= 1e-12 and (errors[1] <= 1e-3 * errors[0] or errors[1] <= 1e-13 or k > 10)
    # local coefficients of a cell inside give the same field
    shift, small = (
        0.3 * c.d / jnp.linalg.norm(c.d, axis=1, keepdims=True) * c.r_t[:, None],
        0.6 * c.r_t,
    )
    inside = jax.jit(waves.l2l, static_argnums=4)(local, shift, c.r_t, small, order)
    there = waves.l2p(inside, (c.x / c.r_t[:, None, None]), small, (0,), order)[0]
    place = (c.x / c.r_t[:, None, None] * small[:, None, None] + shift[:, None]) / c.r_t[
        :, None, None
    ]
    assert cases.error(there, waves.l2p(local, place, c.r_t, (0,), order)[0]) <= 1e-12
    # a multipole about another centre, to a degree at which nothing is lost
    large = c.r_s + jnp.linalg.norm(shift, axis=1)
    moved = jax.jit(waves.m2m, static_argnums=4)(
        c.multipole(waves, order), shift, c.r_s, large, order
    )
    direct = waves.p2m((c.y + shift[:, None]) / large[:, None, None], large, {0: c.q}, order)
    assert cases.error(moved[..., :81], direct[..., :81]) <= 1e-10


@FLOAT64
def test_without_waves_they_are_those_of_laplace(rng, dtype):
    c, waves = Cells(rng, dtype), SphericalWaves(Wave(0.0))
    multipole = c.multipole(waves, 8)
    assert (
        cases.error(multipole, SolidHarmonics().p2m(c.y / c.r_s[:, None, None], c.r_s, {0: c.q}, 8))
        <= 1e-14
    )
    local = SolidHarmonics().m2l(multipole, c.d, c.r_s, c.r_t, 8)
    assert cases.error(waves.m2l(multipole, c.d, c.r_s, c.r_t, 8), local) <= 1e-14


@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
def test_compiled_translations(rng, dtype):
    translate = cpu.spherical(dtype)
    if translate is None:
        pytest.skip("no native library")
    eps = float(jnp.finfo(dtype).eps)
    for order in (0, 1, 7):
        waves, c = SphericalWaves(Wave(jnp.asarray(2.0, dtype), True)), Cells(rng, dtype)
        arguments = c.multipole(waves, order), c.d, c.r_s, c.r_t, order
        for name in ("m2l", "m2m", "l2l"):
            both = (
                jax.jit(getattr(one, name), static_argnums=4)
                for one in (waves.by(translate), waves)
            )
            found, expected = (operator(*arguments) for operator in both)
            assert cases.error(found, expected) <= 50 * eps


TOL = [
    (1.0, "clusters", "float64", 1e-3),
    pytest.param(2.0, "clusters", "float64", 1e-6, marks=pytest.mark.slow),
    pytest.param(1e-4, "cube", "float64", 1e-6, marks=pytest.mark.slow),
    pytest.param(3.0, "cube", "float32", 1e-4, marks=pytest.mark.slow),
    pytest.param(30.0, "cube", "float64", 1e-5, marks=pytest.mark.slow),
    pytest.param(30.0, "line", "float32", 1e-4, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("wavelengths", "kind", "dtype", "tol"), TOL, indirect=["dtype"])
def test_tol(wavelengths, kind, tol, rng, dtype):
    n, k = 2000, 2 * np.pi * wavelengths
    x = jnp.asarray(points(kind, n, rng), dtype)
    q = jax.lax.complex(*(jnp.asarray(rng.normal(size=n), dtype) for _ in range(2)))
    plan = jaxfmm.plan(x, kernel=Helmholtz(k), tol=tol, method="fmm", leaf_size=32)
    assert int(plan.far.count) > 0 and "measured" in str(plan)
    u, slope = jax.jit(lambda q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))(q, plan)
    some = slice(0, n, 10)
    with jax.enable_x64(True):
        x, q = np.asarray(x, np.float64), np.asarray(q, np.complex128)
        assert cases.error(u[some], dense(x, q, x[some], k)) <= tol
        assert cases.error(slope[some], dense_gradient(x, q, x[some], k)) <= tol


@FLOAT64
@pytest.mark.parametrize("mode", ["forward", pytest.param("reverse", marks=pytest.mark.slow)])
def test_derivatives(mode, rng, dtype):
    """In positions, charges and the wavenumber, at targets of their own, by the FMM."""
    n, m, k = 300, 60, 12.0
    x, y = jnp.asarray(rng.random((n, 3))), jnp.asarray(rng.random((m, 3)))
    q, d = (jnp.asarray(rng.normal(size=(n, 2)) @ [1, 1j]) for _ in range(2))
    dx, dy = (jnp.asarray(rng.normal(size=a.shape)) for a in (x, y))
    plan = jaxfmm.plan(x, y, kernel=Helmholtz(k), method="fmm", order=16, theta=0.7, leaf_size=8)
    assert int(plan.far.count) > 0

    def fast(x, q, y, k):
        return jaxfmm.potential(x, q, y, kernel=Helmholtz(k), plan=plan)

    arguments, tangents = (x, q, y, jnp.asarray(k)), (dx, d, dy, jnp.asarray(0.3))

    def rates(f):
        return (jax.jvp(f, arguments, tangents)[1],)

    def slopes(f):
        return jax.grad(lambda *a: jnp.sum(jnp.square(jnp.abs(f(*a)))), argnums=(0, 1, 3))(
            *arguments
        )

    of = {"forward": rates, "reverse": slopes}[mode]
    found, exact = (jax.jit(lambda f=f: of(f))() for f in (fast, dense))
    for one, other in zip(found, exact, strict=True):
        assert cases.error(one, other) <= 1e-6


@FLOAT64
def test_waves_that_are_too_short_for_a_plan(rng, dtype):
    x, q = jnp.asarray(rng.random((600, 3))), jnp.ones(600)
    plan = jaxfmm.plan(
        x, kernel=Helmholtz(9.0), tol=1e-3, method="fmm", order=6, theta=0.7, leaf_size=16
    )
    for wrong in (
        lambda: jaxfmm.potential(x, q, kernel=Helmholtz(30.0), plan=plan),
        lambda: plan.update(3 * x),
    ):
        with pytest.raises(ValueError, match="wavelengths"):
            wrong()
    inside = jax.jit(lambda x: plan.update(x).status)
    assert int(inside(1.01 * x)) == 0 and int(inside(3 * x)) & Status.WAVES
    assert np.isnan(
        jax.jit(lambda k: jaxfmm.potential(x, q, kernel=Helmholtz(k), plan=plan))(30.0)
    ).all()


def test_waves_too_short_for_expansions_are_summed_directly(rng):
    x = jnp.asarray(rng.random((40_000, 3)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=Helmholtz(2e3), tol=1e-2)
    assert plan.is_direct and "wavelengths" in str(plan)


@FLOAT64
def test_errors(rng, dtype):
    x, q = jnp.asarray(rng.random((30, 3))), jnp.ones(30)
    for make, say in [
        (
            lambda: jaxfmm.potential(x, q, kernel=Helmholtz(-1.0)),
            "wavenumber must be a number that is positive or zero",
        ),
        (lambda: jaxfmm.potential(x, q, kernel=Helmholtz(1j)), "wavenumber must be a number"),
        (lambda: jaxfmm.energy(x, q, kernel=Helmholtz(1.0)), "no energy"),
        (lambda: jaxfmm.plan(x, kernel=Helmholtz(1.0), method="treecode"), "no expansions"),
        (
            lambda: jax.jit(lambda x: jaxfmm.plan(x, kernel=Helmholtz(1.0), method="fmm"))(x),
            "inside jit",
        ),
        (
            lambda: jaxfmm.plan(
                x, kernel=Helmholtz(2e3), method="fmm", order=4, theta=0.6, leaf_size=4
            ),
            "wavelengths",
        ),
    ]:
        with pytest.raises(ValueError, match=say):
            make()
    inside = jax.jit(lambda x: jaxfmm.potential(x, q, kernel=Helmholtz(3.0)))(x)
    assert cases.error(inside, dense(x, q, x, 3.0)) <= 1e-12


@FLOAT64
@pytest.mark.slow
@pytest.mark.parametrize(("wavelengths", "order"), [(2.0, 22), (0.3, 20), (0.02, 16)])
def test_slope_in_the_wavenumber(wavelengths, order, rng, dtype):
    """By the FMM, from potentials and gradients, or for small boxes by expansions of the slope."""
    n, k = 400, jnp.asarray(2 * np.pi * wavelengths)
    x, q = jnp.asarray(rng.random((n, 3))), jnp.asarray(rng.normal(size=n))
    plan = jaxfmm.plan(x, kernel=Helmholtz(k), method="fmm", order=order, theta=0.6, leaf_size=8)
    assert int(plan.far.count) > 0

    def slope(potential):
        return jax.jit(lambda k: jax.jvp(potential, (k,), (jnp.ones_like(k),))[1])(k)

    found = slope(lambda k: jaxfmm.potential(x, q, kernel=Helmholtz(k), plan=plan))
    assert cases.error(found, slope(lambda k: dense(x, q, x, k))) <= 1e-6
