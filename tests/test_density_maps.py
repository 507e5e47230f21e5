"""Densities on lattices, their pictures, and their masses in one dimension."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kde import grid_and_plot, integrals as mass
from jaxfmm.kde.density_kernels import KERNELS

pytestmark = pytest.mark.usefixtures("no_compiler")
float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
RNG = np.random.default_rng(0)
PLANE, LINE = RNG.normal(size=(60, 2)), RNG.exponential(size=(3000, 1))


def lattice_of(density, axes):
    every = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    return density.log_density(every.reshape(-1, len(axes))).reshape(every.shape[:-1])


@float64
def test_grid(dtype, monkeypatch):
    density = jaxfmm.KernelDensity(0.3, bounds=[(-9, None), (-2.5, 9)]).fit(PLANE.clip(-2.5))
    x, y, log_f = density.grid(shape=(9, 12))
    assert log_f.shape == (9, 12) and (x[0], y[0]) == (density.points[:, 0].min() - 0.9, -2.5)
    np.testing.assert_allclose(log_f, lattice_of(density, (x, y)), rtol=1e-12)
    x, y, some = jax.jit(lambda d: d.grid([(-1, 2), None], (9, 12)))(density)
    np.testing.assert_allclose(x, np.linspace(-1, 2, 9))
    assert y[0] == -2.5
    monkeypatch.setattr(grid_and_plot, "BLOCK", 54)
    np.testing.assert_allclose(density.grid([(-1, 2), None], (9, 12))[2], some, rtol=1e-12)
    for arguments, match in (
        (([(0, 1)], 5), "bounds must be 2 pairs"),
        ((3, 5), "bounds must be 2 pairs"),
        (([(0, 1, 2), None], 5), "bounds must be 2 pairs"),
        (([(0, np.inf), None], 5), "must be finite"),
        ((None, 0), "shape must lie in"),
        ((None, (5, 5, 5)), "shape must be an integer or 2"),
    ):
        with pytest.raises(ValueError, match=match):
            density.grid(*arguments)


@float64
def test_plot(dtype):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    density = jaxfmm.KernelDensity(0.3).fit(PLANE)
    figure, axes = pyplot.subplots(1, 2)
    mesh = density.plot(axes[0], shape=(9, 12), cmap="magma")
    x, y, log_f = density.grid(shape=(9, 12))
    np.testing.assert_allclose(np.ravel(mesh.get_array()), np.exp(log_f).T.ravel())
    assert mesh.get_cmap().name == "magma" and figure.colorbar(mesh, ax=axes[0])
    pyplot.sca(axes[1])
    line = (
        jaxfmm.KernelDensity(0.3, kernel="tophat")
        .fit(PLANE[:, :1])
        .plot(bounds=(-1, 2), shape=7, color="red")
    )
    assert line.axes is axes[1] and line.get_color() == "red"
    np.testing.assert_allclose(line.get_xdata(), np.linspace(-1, 2, 7), atol=1e-12)
    figure.canvas.draw()
    pyplot.close(figure)
    with pytest.raises(ValueError, match="1D or 2D, this one is in 3D"):
        jaxfmm.KernelDensity(0.3).fit(np.ones((4, 3))).plot()


@float64
@pytest.mark.parametrize("name", KERNELS)
def test_tails_of_kernels(name, dtype):
    """Their distribution functions, by quadrature of the densities, with the digits of small
    tails."""
    kernel = KERNELS[name]
    nodes, weights = np.polynomial.legendre.leggauss(60)
    for low, high in (
        (-0.7, -0.2),
        (-0.3, 0),
        (0, 0.8),
        (0.999, 1 - 1e-6),
        (-1 + 1e-9, -1 + 1e-5),
        (0.5, 0.50001),
    ):
        u = 0.5 * (high + low) + 0.5 * (high - low) * nodes
        part = 0.5 * (high - low) * (weights * np.exp(kernel.log(u * u) - kernel.log_mass(1))).sum()
        assert float(kernel.between(jnp.asarray(low), jnp.asarray(high))) == pytest.approx(
            part, rel=1e-8
        )
    parts = kernel.between(jnp.asarray([-800.0, 0.0, -800.0]), jnp.asarray([0.0, 800.0, 800.0]))
    np.testing.assert_allclose(parts, [0.5, 0.5, 1.0], rtol=1e-12)


def density_of(density, x):
    """f of a density in one dimension, in numpy."""
    kernel, (low, high) = KERNELS[density.kernel], (density.bounds or [(None, None)])[0]
    y, w, h = (
        np.asarray(a, float) for a in (density.points[:, 0], density.weights, density.bandwidth)
    )
    h = np.broadcast_to(h * (1 if density.scales is None else np.asarray(density.scales)), y.shape)
    total = 0
    for image in [x] + [2 * end - x for end in (low, high) if end is not None]:
        u = (image[:, None] - y) / h
        k = {"gaussian": np.exp(-u * u / 2), "linear": np.clip(1 - np.abs(u), 0, None)}[
            density.kernel
        ]
        total = total + (w / w.sum() / h * k).sum(1) * np.exp(-kernel.log_mass(1))
    inside = (x >= (-np.inf if low is None else low)) & (x <= (np.inf if high is None else high))
    return np.where(inside, total, 0)


@pytest.mark.parametrize(
    ("settings", "dtype"),
    [
        ({"bounds": (0, 9)}, "float32"),
        pytest.param({}, "float64", marks=pytest.mark.slow),
        pytest.param({"bounds": (0, None), "adaptive": 0.5}, "float64", marks=pytest.mark.slow),
        pytest.param({"kernel": "linear", "bounds": (None, 9)}, "float64", marks=pytest.mark.slow),
    ],
    indirect=["dtype"],
)
def test_cdf(settings, dtype, monkeypatch):
    monkeypatch.setattr(mass, "SOURCES", 256)  # so that some blocks are held and some are missed
    monkeypatch.setattr(mass, "TARGETS", 32)
    points = jnp.asarray(LINE.clip(max=8), dtype)
    weights = jnp.asarray(RNG.random(3000), dtype)
    density = jaxfmm.KernelDensity(0.05, **settings).fit(points, weights)
    x = jnp.linspace(-1, 10, 201, dtype=dtype)
    part = density.cdf(x)
    assert part.dtype == dtype and (jnp.diff(part) >= -1e-6).all()
    assert float(part[-1]) == pytest.approx(1, abs=1e-5)
    fine = np.linspace(-1, 10, 4001)
    f = density_of(density, fine)
    expected = np.concatenate([[0], np.cumsum(0.5 * (f[1:] + f[:-1]) * np.diff(fine))])
    np.testing.assert_allclose(part, expected[::20], atol=2e-3)
    np.testing.assert_allclose(density.integrate(x[:-1], x[1:]), np.diff(expected[::20]), atol=2e-3)
    slope = jax.jit(jax.grad(lambda x: density.cdf(x).sum()))(x)
    within = np.abs(x - 9) > 1e-3  # not at the bound
    np.testing.assert_allclose(slope[within], f[::20][within], rtol=1e-3, atol=1e-4)


WIDE = [
    ("gaussian", 1.0, (0, 1)),
    ("epanechnikov", 2.0, (0, 1)),
    *(
        pytest.param(*row, marks=pytest.mark.slow)
        for row in (
            *(("gaussian", h, (0, 1)) for h in (0.05, 0.5, 2.0, 5.0)),
            ("epanechnikov", 0.3, (0, 1)),
            *(("exponential", h, (0, 1)) for h in (0.5, 2.0)),
            ("gaussian", 1.0, (0, None)),
        )
    ),
]


@float64
@pytest.mark.parametrize(("kernel", "h", "ends"), WIDE)
def test_reflections_keep_the_mass(kernel, h, ends, dtype):
    points = jnp.asarray(np.random.default_rng(1).random((40, 1)) ** 2)
    last = ends[1] or 20.0
    x = jnp.linspace(0, last, 4001)[:, None]
    density = jaxfmm.KernelDensity(h, kernel=kernel, bounds=ends, tol=1e-4).fit(points)
    f = density.density(x)
    assert float(jnp.trapezoid(f, x[:, 0])) == pytest.approx(1, abs=1e-4)
    assert float(density.integrate(0.0, last)) == pytest.approx(1, abs=1e-4)
    part = np.concatenate([[0], np.cumsum(0.5 * (f[1:] + f[:-1]) * np.diff(x[:, 0]))])
    np.testing.assert_allclose(density.cdf(x[::80, 0]), part[::80], atol=1e-4)
    if ends[1]:
        y, k = np.asarray(points)[:, 0], KERNELS[kernel]
        moved = np.concatenate(
            [y + 2 * n for n in range(-40, 41)] + [2 * n - y for n in range(-40, 41)]
        )
        u2 = np.square((np.asarray(x[::40]) - moved) / h)
        right = np.exp(np.asarray(k.log(jnp.asarray(u2)))).sum(1) / 40 / h * np.exp(-k.log_mass(1))
        np.testing.assert_allclose(jnp.log(f[::40]), np.log(right), atol=1e-4)


@float64
def test_reflections_in_several_dimensions(dtype):
    """Both ends, one end, none; correlated, and with derivatives."""
    rng = np.random.default_rng(2)
    points = jnp.asarray(np.abs(rng.normal(size=(30, 2))) % 1)
    for bandwidth, bounds, ends in (
        (0.7, [(0, 1), (0, 1)], [(0, 1), (0, 1)]),
        ([[0.5, 0.2], [0.2, 0.3]], [(0, 1), None], [(0, 1), (-3, 4)]),
    ):
        density = jaxfmm.KernelDensity(bandwidth, bounds=bounds).fit(points)
        *axes, logs = density.grid(ends, (41, 81))
        mass = np.trapezoid(np.trapezoid(np.exp(logs), axes[1]), axes[0])
        assert float(mass) == pytest.approx(1, abs=1e-3)
    x, step = jnp.asarray([[0.2, 0.1], [0.9, 1.5]]), 1e-5
    density = jaxfmm.KernelDensity([0.6, 0.3], bounds=[(0, 1), (0, None)], tol=1e-6).fit(points)
    for axis in (0, 1):
        moved = step * jnp.eye(2)[axis][None]
        slope = (density.log_density(x + moved) - density.log_density(x - moved)) / (2 * step)
        np.testing.assert_allclose(density.grad_log_density(x)[:, axis], slope, atol=1e-4)
    traced = jax.jit(
        lambda h: jaxfmm.KernelDensity(h, bounds=[(0, 1), (0, None)]).fit(points).log_density(x)
    )
    np.testing.assert_allclose(
        traced(jnp.asarray([0.45, 0.3])),
        density.with_bandwidth([0.45, 0.3]).log_density(x),
        atol=1e-3,
    )
    assert jnp.isnan(traced(jnp.asarray([3.0, 0.3]))).all()
    with pytest.raises(ValueError, match="mirror images"):
        jaxfmm.KernelDensity(9.0, bounds=[(0, 1), (0, 1)]).fit(points)


@pytest.mark.slow
@float64
def test_cv_between_two_ends(dtype):
    """The largest likelihood among bandwidths that need more and more mirror images."""
    points = jnp.asarray(np.random.default_rng(5).beta(1.4, 1.2, (200, 1)))
    density = jaxfmm.KernelDensity("cv", bounds=(0, 1)).fit(points)
    best = density.loo_log_likelihood()
    for factor in (0.7, 0.9, 1.1, 1.4, 2.0):
        assert (
            density.with_bandwidth(factor * density.bandwidth).loo_log_likelihood() <= best + 1e-2
        )


@float64
def test_masses(dtype):
    stats = pytest.importorskip("scipy.stats")
    points = jnp.asarray([[0.0], [1.0]])
    density = jaxfmm.KernelDensity(0.5).fit(points)
    assert float(density.integrate(15, np.inf)) == pytest.approx(
        0.5 * stats.norm.sf(28), rel=1e-6
    )  # 1e-172
    assert float(density.cdf(-20.0)) == pytest.approx(
        0.5 * stats.norm.cdf(-40), rel=1e-2, abs=1e-320
    )
    assert density.integrate(-np.inf, np.inf) == 1 and density.integrate(2.0, 2.0) == 0
    assert density.cdf(jnp.zeros((2, 3))).shape == (2, 3) and density.cdf(jnp.zeros(0)).shape == (
        0,
    )
    assert jnp.isnan(density.cdf(np.nan))
    by_bandwidth = jax.grad(lambda h: density.with_bandwidth(h).cdf(0.2))(jnp.asarray(0.5))
    u = (0.2 - np.array([0, 1])) / 0.5
    assert float(by_bandwidth) == pytest.approx(np.mean(-u / 0.5 * stats.norm.pdf(u)), rel=1e-9)
    assert (
        jax.grad(lambda h: density.with_bandwidth(h).integrate(-np.inf, np.inf))(jnp.asarray(0.5))
        == 0
    )
    for wrong, match in (
        (lambda: density.integrate(2.0, 1.0), "low must not be greater"),
        (lambda: jaxfmm.KernelDensity(0.5).fit(PLANE).cdf(0.0), "one dimension"),
    ):
        with pytest.raises(ValueError, match=match):
            wrong()
