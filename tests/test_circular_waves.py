"""Waves in the plane, against sums over all pairs with SciPy's Hankel functions in float64."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference

import jaxfmm
from jaxfmm import Helmholtz
from jaxfmm.expansions.helmholtz import cylindrical
from jaxfmm.expansions.helmholtz.operators2d import CircularWaves
from jaxfmm.kernels import bessel
from jaxfmm.kernels.circular import CircularWave
from jaxfmm.passes.levels import degree_of

special = pytest.importorskip("scipy.special")
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
FORMULA = reference.FORMULAS["Helmholtz 2D"]


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def hankel(n, x):
    """i pi / 2 H_n; SciPy's own H_n loses J_n beside Y_n."""
    return np.pi / 2 * (1j * special.jv(n, x) - special.yv(n, x))


def dense(x, q, y, k):
    """(potential, gradient) of sources x at y, in numpy."""
    d = y[:, None] - x[None]
    r = np.linalg.norm(d, axis=-1)
    apart = r > 0
    r = np.where(apart, r, 1)
    potential = np.where(apart, hankel(0, k * r), 0) @ q
    return potential, np.einsum("mn,mnd,n->md", np.where(apart, -k * hankel(1, k * r) / r, 0), d, q)


@BOTH
@pytest.mark.parametrize("degree", [0, 1])
def test_bessel_functions(degree, rng, dtype):
    """To a few roundings of the length of the wave; below 1 those of J and Y themselves."""
    x = np.concatenate(
        [np.exp(rng.uniform(-20, 2, 500)), rng.uniform(0, 30, 2000), [7.999, 8, 8.001, 1e3]]
    )
    x = x.astype(dtype)
    exact = special.jv(degree, np.float64(x)), special.yv(degree, np.float64(x))
    length = np.hypot(*exact)
    sizes = np.where(x < 1, np.abs(exact[0]), length), length
    for function, value, size in zip((bessel.j, bessel.y), exact, sizes):
        for rolled in (False, True):
            found = jax.jit(function, static_argnums=(1, 2))(jnp.asarray(x), degree + 1, rolled)[
                degree
            ]
            assert np.max(np.abs(np.float64(found) - value) / size) <= 16 * np.finfo(dtype).eps


@BOTH
def test_the_kernel_and_its_derivatives(rng, dtype):
    """f_n = (-k / r)^n pi/2 Z_n(k r), also where their recurrence cancels, and d f_n / dk."""
    r2 = np.concatenate([np.exp(rng.uniform(-14, 6, 300)), [0]]).astype(dtype)
    k, order = np.asarray(1.5, dtype), 4
    r = np.sqrt(np.float64(r2[:-1]))
    n = np.arange(order + 1)[:, None]
    tolerance = 16 * np.finfo(dtype).eps * np.maximum(1, k * r)  # that of k r is a part of it
    for imaginary in (False, True):
        part = np.imag if imaginary else np.real

        def values(k, imaginary=imaginary):
            return jnp.stack(CircularWave(k, imaginary).radial(jnp.asarray(r2), order))

        found, slopes = jax.jit(lambda k, f=values: jax.jvp(f, (k,), (jnp.ones_like(k),)))(
            jnp.asarray(k)
        )
        assert not np.any(found[:, -1]) and not np.any(slopes[:, -1])
        wave = (-k / r) ** n * hankel(n, k * r)
        slope = np.concatenate([-r * hankel(1, k * r)[None], -k * wave[:-1]])
        for one, exact in ((found, wave), (slopes, slope)):
            size = np.where(imaginary & (k * r < 1 + n), np.abs(exact.imag), np.abs(exact))
            assert np.all(np.abs(np.float64(one[:, :-1]) - part(exact)) <= tolerance * size)


@FLOAT64
@pytest.mark.parametrize("x", [0.0, 1e-9, 0.3, 12.0, 21.5, 300.0])
def test_bessel_functions_of_many_degrees(x, dtype):
    order, m = 20, np.arange(21)
    scale = np.append(1, np.cumprod(np.minimum(1, x / (2 * m[1:]))))
    exact = special.jv(m, x)
    found = np.asarray(cylindrical.regular(jnp.full(1, x), order))[:, 0]
    assert np.abs(found * scale - exact).max() <= 3e-14 * np.abs(exact).max()
    if x < 1:
        np.testing.assert_allclose(found[0], special.j0(x), rtol=1e-15)
        assert 0.9 < found[-1] <= 1 + 1e-15
    if x > 0:
        found = np.asarray(cylindrical.singular(jnp.full(1, x), order))[:, 0]
        wave = special.hankel1(m, x) * scale
        assert np.all(np.abs(found - wave.imag) <= 3e-14 * np.abs(wave))


def test_degrees():
    z, x, m = 3.0, 7.0, np.arange(30)
    exact = (
        np.pi
        * np.abs(special.jv(m, z) * special.hankel1(m, x))
        / (np.pi / 2 * np.abs(special.hankel1(0, x)))
    )
    np.testing.assert_allclose(cylindrical.terms(z, x, 30)[1:], exact[1:], rtol=1e-6)
    degrees = [
        degree_of(cylindrical.terms, 8, 0.4, size) for size in (0.0, 0.1, 1.0, 5.0, 20.0, 50.0)
    ]
    assert degrees == sorted(degrees) and degrees[0] == 8 and 50 < degrees[-1] < 80


class Cells:
    """Three pairs of cells, sources in the one and targets in the other."""

    def __init__(self, rng, dtype):
        def ball(radius):
            u = rng.normal(size=(3, 6, 2))
            return (
                radius[:, None, None]
                * rng.random((3, 6, 1))
                * u
                / np.linalg.norm(u, axis=2, keepdims=True)
            )

        self.r_s, self.r_t = np.array([0.5, 0.45, 0.3]), np.array([0.4, 0.5, 0.5])
        self.d = np.array([[1.5, 0.7], [-0.2, 1.9], [-1.8, 0.0]])
        self.y, self.x, self.q = ball(self.r_s), ball(self.r_t), rng.normal(size=(3, 6, 2))
        for name, value in vars(self).items():
            setattr(self, name, jnp.asarray(value, dtype))

    def exact(self, k):
        r = np.linalg.norm(
            np.float64(self.x[:, :, None] + self.d[:, None, None] - self.y[:, None]), axis=-1
        )
        return np.einsum("cts,csk->ctk", hankel(0, k * r), np.float64(self.q))


@pytest.mark.parametrize(
    ("k", "imaginary", "dtype"),
    [
        (11.0, False, "float64"),
        *(
            pytest.param(k, imaginary, dtype, marks=pytest.mark.slow)
            for k in (1e-6, 0.7, 11.0, 40.0)
            for imaginary in (False, True)
            for dtype in ("float32", "float64")
            if (k, imaginary, dtype) != (11.0, False, "float64")
        ),
    ],
    indirect=["dtype"],
)
def test_translations(k, imaginary, rng, dtype):
    c, order = Cells(rng, dtype), 60 if k > 20 else 32
    waves, eps = (
        CircularWaves(CircularWave(jnp.asarray(k, dtype), imaginary)),
        float(jnp.finfo(dtype).eps),
    )
    axis = c.d / jnp.linalg.norm(c.d, axis=1, keepdims=True)
    shift, small, large = 0.3 * axis * c.r_t[:, None], 0.6 * c.r_t, c.r_s + 0.3 * c.r_t

    def values(local, u, radius):
        return waves.l2p(local, u, radius, (0,), order)[0]

    @jax.jit
    def run():
        u, y = c.x / c.r_t[:, None, None], c.y / c.r_s[:, None, None]
        multipole = waves.p2m(y, c.r_s, {0: c.q}, order)
        local = waves.m2l(multipole, c.d, c.r_s, c.r_t, order)
        inside = waves.l2l(local, shift, c.r_t, small, order)
        place = (u * small[:, None, None] + shift[:, None]) / c.r_t[:, None, None]
        moved = waves.m2m(multipole, shift, c.r_s, large, order)
        direct = waves.p2m((c.y + shift[:, None]) / large[:, None, None], large, {0: c.q}, order)
        return (
            values(local, u, c.r_t),
            (values(inside, u, small), values(local, place, c.r_t)),
            (moved, direct),
        )

    found, inside, moved = run()
    assert cases.error(found, (np.imag if imaginary else np.real)(c.exact(k))) <= 64 * eps
    assert cases.error(*inside) <= 32 * eps
    few = 2 * order // 3  # degrees at which nothing is lost
    assert cases.error(*(one[..., :few] for one in moved)) <= 32 * eps


def points(kind, n, rng):
    x = rng.random((n, 2))
    if kind == "clusters":
        x[: n // 2] = 0.2 + 1e-3 * rng.normal(size=(n // 2, 2))
    if kind == "line":
        x[:, 1:] *= 1e-3
    return x + 5


TOL = [
    *(
        pytest.param(*row, marks=pytest.mark.slow)
        for row in (
            (1.0, "clusters", "float64", 1e-3),
            (0.1, "cube", "float64", 1e-6),
            (0.1, "clusters", "float32", 1e-4),
            (3.0, "clusters", "float64", 1e-7),
            (3.0, "line", "float32", 1e-4),
            (10.0, "cube", "float64", 1e-5),
            (10.0, "clusters", "float32", 1e-3),
            (30.0, "cube", "float64", 1e-6),
            (30.0, "line", "float32", 1e-4),
        )
    ),
]


@pytest.mark.parametrize(("wavelengths", "kind", "dtype", "tol"), TOL, indirect=["dtype"])
def test_tol(wavelengths, kind, tol, rng, dtype):
    n, k = 2000 if wavelengths < 20 else 6000, 2 * np.pi * wavelengths
    x = jnp.asarray(points(kind, n, rng), dtype)
    q = jax.lax.complex(*(jnp.asarray(rng.normal(size=n), dtype) for _ in range(2)))
    plan = jaxfmm.plan(x, kernel=Helmholtz(k), tol=tol, method="fmm", leaf_size=32)
    assert int(plan.far.count) > 0 and "measured" in str(plan)
    u, slope = jax.jit(lambda q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))(q, plan)
    x, q, some = np.asarray(x, np.float64), np.asarray(q, np.complex128), slice(0, n, 10)
    for found, exact in zip((u, slope), dense(x, q, x[some], k)):
        assert cases.error(found[some], exact) <= tol


@FLOAT64
@pytest.mark.parametrize(
    ("wavelengths", "order"),
    [pytest.param(2.0, 20, marks=pytest.mark.slow), pytest.param(0.02, 16, marks=pytest.mark.slow)],
)
def test_slope_in_the_wavenumber(wavelengths, order, rng, dtype):
    """By the FMM: from potentials and gradients, or for small boxes by expansions of the slope."""
    n, k = 400, 2 * np.pi * wavelengths
    x, q = rng.random((n, 2)), rng.normal(size=n)
    plan = jaxfmm.plan(
        jnp.asarray(x), kernel=Helmholtz(k), method="fmm", order=order, theta=0.6, leaf_size=8
    )
    assert int(plan.far.count) > 0

    @jax.jit
    def slope(k):
        def potential(k):
            return jaxfmm.potential(jnp.asarray(x), jnp.asarray(q), kernel=Helmholtz(k), plan=plan)

        return jax.jvp(potential, (k,), (jnp.ones_like(k),))[1]

    step = 1e-4 * k
    sums = [dense(x, q, x, k + s * step)[0] for s in (-2, -1, 1, 2)]
    differences = (sums[0] - 8 * sums[1] + 8 * sums[2] - sums[3]) / (12 * step)
    assert cases.error(slope(jnp.asarray(k)), differences) <= 1e-7


def test_auto_takes_the_cheaper(rng):
    few, many = (jnp.asarray(rng.random((n, 2)), jnp.float32) for n in (300, 40_000))
    assert jaxfmm.plan(few, kernel=Helmholtz(10.0)).is_direct
    assert jaxfmm.plan(many, kernel=Helmholtz(2e4), tol=1e-2).is_direct  # too short waves


def test_errors(rng):
    x = jnp.asarray(rng.random((30, 2)), jnp.float32)
    with pytest.raises(ValueError, match="wavenumber must be a positive number"):
        jaxfmm.potential(x, jnp.ones(30), kernel=Helmholtz(0.0))
    with pytest.raises(ValueError, match="no energy"):
        jaxfmm.energy(x, jnp.ones(30), kernel=Helmholtz(1.0))
