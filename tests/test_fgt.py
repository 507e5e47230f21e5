"""The fast Gauss transform: sums of all kinds against direct ones in float64."""

import dataclasses
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from cases import error

from jaxfmm.cost_model.rates import BACKENDS
from jaxfmm.gaussian import boxes, fgt
from jaxfmm.kernels.pairs import components
from jaxfmm.native import launch, library

COMPILED = library.reason() is None and launch.built_in("hermite_p2m_f64")
BACKEND = "cpu" if COMPILED else "xla"
SLOW = pytest.mark.slow
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def points_of(kind, dim, n, h, dtype, seed=0):
    """In a box of size 1 / h, but for outliers; in float64, of numbers that `dtype` holds."""
    rng = np.random.default_rng(seed)
    x = rng.random((n, dim))
    if kind == "clustered":
        x = (x[: n // 20] + 0.01 * rng.normal(size=(20, n // 20, dim))).reshape(-1, dim)
    elif kind == "outliers":
        x[:5] = 30 * rng.normal(size=(5, dim))
    return (x / h).astype(dtype).astype(np.float64)


def direct(targets, sources, weights, source_components, target_components):
    """weights (n, components, k) -> (m, components, k) by numpy."""
    highest = max(map(sum, source_components)) + max(map(sum, target_components))
    out = np.zeros((len(targets), len(target_components), weights.shape[2]))
    for first in range(0, len(targets), 200):
        u = targets[first : first + 200, None] - sources
        powers = [np.polynomial.hermite_e.hermeval(u, row) for row in np.eye(highest + 1)]
        g = np.exp(-0.5 * np.sum(u * u, axis=-1))
        for i, b in enumerate(target_components):
            for j, a in enumerate(source_components):
                value = (-1.0) ** sum(b) * g
                for axis in range(u.shape[2]):
                    value = value * powers[a[axis] + b[axis]][..., axis]
                out[first : first + 200, i] += value @ weights[:, j]
    return out


def setup_for(x, y, tol, dtype, **options):
    every = np.concatenate([x, y])
    return fgt.choose_parameters(
        tuple(float(e) for e in np.ptp(every, axis=0)), tol, 1, dtype.name, points=len(x), **options
    )


def total(setup, x, y, w, dtype, source_orders=(0,), target_orders=(0, 1), backend=BACKEND):
    """Sums in float64."""

    @jax.jit
    def run(x, y, w):
        return fgt.fgt_sum(setup, x, y, w, source_orders, target_orders, backend=backend)

    result = run(*(jnp.asarray(a, dtype) for a in (x, y, w)))
    assert result.dtype == dtype
    return np.asarray(result, np.float64)


def counted(setup, x, y, dtype):
    """Numbers of boxes of targets and of sources, {way: number of pairs that go it}, whether all
    fits."""
    t, s, runs, fit = jax.jit(fgt.make_lists, static_argnums=0)(
        setup, jnp.asarray(x, dtype), jnp.asarray(y, dtype)
    )
    return (
        int(t.n_boxes),
        int(s.n_boxes),
        {way: int(jnp.sum(r.end - r.begin)) for way, r in runs.items()},
        bool(fit),
    )


@pytest.mark.parametrize(
    ("dtype", "dim", "tol", "kind", "h", "signs"),
    [
        pytest.param("float64", 1, 1e-3, "clustered", 0.01, "both", marks=SLOW),
        pytest.param("float64", 1, 1e-12, "uniform", 0.001, "one", marks=SLOW),
        ("float64", 2, 1e-6, "outliers", 0.2, "one"),
        pytest.param("float64", 2, 1e-9, "uniform", 0.05, "both", marks=SLOW),
        pytest.param("float64", 2, 1e-12, "clustered", 0.2, "one", marks=SLOW),
        pytest.param("float64", 3, 1e-3, "uniform", 3.0, "one", marks=SLOW),
        pytest.param("float64", 3, 1e-6, "clustered", 0.1, "both", marks=SLOW),
        pytest.param("float64", 3, 1e-9, "outliers", 0.3, "one", marks=SLOW),
        pytest.param("float32", 1, 5e-5, "uniform", 0.03, "one", marks=SLOW),
        ("float32", 2, 5e-5, "outliers", 0.1, "both"),
        pytest.param("float32", 3, 1e-3, "clustered", 0.03, "both", marks=SLOW),
        pytest.param("float32", 3, 5e-5, "uniform", 0.5, "one", marks=SLOW),
    ],
    indirect=["dtype"],
)
def test_tolerance(dtype, dim, tol, kind, h, signs):
    x, y = (points_of(kind, dim, 2000, h, dtype, seed) for seed in (0, 1))
    rng = np.random.default_rng(2)
    w = (rng.random(2000) if signs == "one" else rng.normal(size=2000))[:, None, None]
    value = total(setup_for(x, y, tol, dtype), x, y, w, dtype)
    exact = direct(x, y, w, components((0,), dim), components((0, 1), dim))
    assert error(value[:, 0], exact[:, 0]) <= tol
    assert error(value[:, 1:], exact[:, 1:]) <= tol


@pytest.mark.parametrize(
    ("dim", "way"),
    [
        pytest.param(1, "m2p", marks=SLOW),
        (2, "p2l"),
        pytest.param(2, "direct", marks=SLOW),
        pytest.param(3, "m2l", marks=SLOW),
    ],
)
@FLOAT64
@pytest.mark.slow
def test_each_way_in_plain_xla(dtype, dim, way):
    x, y = (points_of("uniform", dim, 150, 0.25, dtype, seed) for seed in (0, 1))
    w = np.random.default_rng(2).normal(size=(150, 1, 1))
    setup = dataclasses.replace(setup_for(x, y, 1e-4, dtype), ways=(way,), least=1)
    value = total(setup, x, y, w, dtype, target_orders=(0,), backend="xla")
    counts = counted(setup, x, y, dtype)[2]
    assert counts[way] == sum(counts.values()) > 0
    assert error(value, direct(x, y, w, components((0,), dim), components((0,), dim))) <= 1e-4


def four_ways(dim, dtype, n=2000):
    """Targets and sources in boxes with many of them and in boxes with few: sums that need all
    ways."""
    rng = np.random.default_rng(0)

    def some(many, few):
        points = np.concatenate(
            [3 * rng.random((n, dim)) + many, 4 * rng.random((3**dim, dim)) + few]
        )
        return points.astype(dtype).astype(np.float64)

    return some(0.0, 3.0), some(1.5, -2.0)


@pytest.mark.parametrize("dim", [pytest.param(1, marks=SLOW), 2, pytest.param(3, marks=SLOW)])
@FLOAT64
def test_all_four_ways_are_taken(dtype, dim):
    x, y = four_ways(dim, dtype)
    w = np.random.default_rng(1).normal(size=(len(y), 1, 1))
    setup = setup_for(x, y, 1e-3, dtype, sides=(1.5,))
    counts, fit = counted(setup, x, y, dtype)[2:]
    assert fit and all(counts.values()), counts
    value = total(setup, x, y, w, dtype)
    assert error(value, direct(x, y, w, components((0,), dim), components((0, 1), dim))) <= 1e-3


@pytest.mark.parametrize(
    ("dtype", "dim"),
    [
        pytest.param("float64", 1, marks=SLOW),
        ("float32", 2),
        pytest.param("float64", 3, marks=SLOW),
    ],
    indirect=["dtype"],
)
@pytest.mark.skipif(not COMPILED, reason="the native library is absent or has no such kernels")
def test_compiled_equals_reference(dtype, dim):
    """All four ways, with dipoles at sources and two right-hand sides."""
    x, y = four_ways(dim, dtype)
    w = np.random.default_rng(1).normal(size=(len(y), dim, 2))
    setup = setup_for(x, y, 1e-3, dtype, sides=(1.5,))
    value, reference = (
        total(setup, x, y, w, dtype, (1,), (0, 1), backend) for backend in ("cpu", "xla")
    )
    assert error(value, reference) <= (2e-5 if dtype == jnp.float32 else 1e-12)


@pytest.mark.parametrize(("dim", "tol"), [(2, 1e-8), pytest.param(3, 1e-4, marks=SLOW)])
@FLOAT64
def test_higher_derivatives_lose_a_digit_each(dtype, dim, tol):
    x, y = (points_of("uniform", dim, 1500, 0.3, dtype, seed) for seed in (0, 1))
    w = np.random.default_rng(2).normal(size=(1500, dim, 1))
    setup = dataclasses.replace(setup_for(x, y, tol, dtype), ways=("m2l",), least=1)
    value = total(setup, x, y, w, dtype, (1,), (0, 1, 2))
    exact = direct(x, y, w, components((1,), dim), components((0, 1, 2), dim))
    for order, (first, last) in enumerate([(0, 1), (1, 1 + dim), (1 + dim, None)]):
        assert error(value[:, first:last], exact[:, first:last]) <= tol * 10**order


@FLOAT64
@pytest.mark.slow
def test_empty_space_costs_nothing(dtype):
    """Two clusters a million boxes apart have the boxes that each alone has."""
    x = 5 * np.random.default_rng(0).random((1000, 3))
    near = setup_for(x, x, 1e-6, dtype)
    side = near.grid.side
    far = np.concatenate([x, x + 2.0**20 * side])
    apart = dataclasses.replace(
        near, grid=boxes.BoxGrid.over(tuple(np.ptp(far, axis=0).tolist()), side)
    )
    assert math.prod(apart.grid.shape) > 1e18
    one, _, pairs, _ = counted(near, x, x, dtype)
    two, _, more, fit = counted(apart, far, far, dtype)
    assert fit and two == 2 * one == 2 * math.ceil(5 / side) ** 3
    assert more == {way: 2 * count for way, count in pairs.items()}


def test_points_that_do_not_fit(dtype):
    x = points_of("uniform", 2, 500, 0.05, dtype)
    setup = setup_for(x, x, 1e-3, dtype)
    fits = jax.jit(fgt.fits, static_argnums=0)
    x = jnp.asarray(x, dtype)
    assert fits(setup, x, x)
    assert not fits(setup, 2 * x, x)
    assert not fits(setup, x, x.at[3, 1].set(jnp.nan))
    assert not fits(setup, x + 1e17, x)


def test_what_no_setup_can_do():
    assert fgt.choose_parameters((1.0,) * 4, 1e-3, 1, "float64") is None
    assert fgt.choose_parameters((1e11, 1.0), 1e-3, 1, "float64") is None
    assert fgt.choose_parameters((1.0, 1.0), 1e-60, 1, "float64") is None


def test_costs_grow_with_work():
    setup = fgt.choose_parameters((20.0,) * 3, 1e-6, 1, "float64")
    for backend in BACKENDS:
        costs = [fgt.nanoseconds(setup, n, n, backend) for n in (10**3, 10**4, 10**5, 10**6)]
        assert costs == sorted(costs) and costs[-1] < math.inf


@SLOW  # test_cuda_sources compiles one of them
@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.skipif(launch.cuda_reason() is not None, reason="there is no NVRTC")
@FLOAT64
def test_cuda_sources_compile(dtype, dim, monkeypatch):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    setup = fgt.choose_parameters((10.0,) * dim, 1e-3, 1, dtype.name)
    x, w = (
        jax.ShapeDtypeStruct((1000, dim), jnp.float32),
        jax.ShapeDtypeStruct((1000, 1, 1), jnp.float32),
    )

    def run(x, w):
        return fgt.fgt_sum(setup, x, x, w, (0,), (0, 1), backend="cuda")

    assert "jaxfmm_launch" in jax.jit(run).trace(x, w).lower(lowering_platforms=("cuda",)).as_text()


@pytest.mark.gpu
@pytest.mark.parametrize("dim", [pytest.param(1, marks=SLOW), 2, pytest.param(3, marks=SLOW)])
def test_cuda_equals_cpu(dtype, dim):
    x, y = four_ways(dim, dtype, 20_000)
    w = np.random.default_rng(1).normal(size=(len(y), 1 + dim, 2))
    setup = setup_for(x, y, 1e-3, dtype, sides=(1.5,))
    assert all(counted(setup, x, y, dtype)[2].values())
    value = total(setup, x, y, w, dtype, (0, 1), (0, 1, 2), "cuda")
    with jax.default_device(jax.devices("cpu")[0]):
        reference = total(setup, x, y, w, dtype, (0, 1), (0, 1, 2), BACKEND)
    assert error(value, reference) <= (2e-5 if dtype == jnp.float32 else 1e-12)
    again = total(setup, x, y, w, dtype, (0, 1), (0, 1, 2), "cuda")
    np.testing.assert_array_equal(value, again)
