"""Densities on circles, cylinders and tori, against sums over copies."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
SPACES = {  # dimension, periods, bandwidth in periods
    "circle": (1, 360.0, 0.05),
    "all around": (1, (1.0,), 0.5),
    "cylinder": (2, (2 * np.pi, None), 0.1),
    "torus": (2, (1.0, 3.0), 0.2),
}


def problem(name, n=300, m=40):
    dim, periods, width = SPACES[name]
    lengths = np.array(
        [length or np.inf for length in np.atleast_1d(np.array(periods, object))], float
    )
    rng, scale = np.random.default_rng(0), np.where(np.isinf(lengths), 1.0, lengths)
    return (
        rng.normal(size=(n, dim)) * scale * 0.4,
        rng.normal(size=(m, dim)) * scale,
        periods,
        lengths,
        width * scale,
    )


def by_copies(x, y, h, lengths):
    """log f (m,)."""
    closed = np.isfinite(lengths)
    whole = np.where(closed, lengths, 0.0)
    shifts = np.stack(
        np.meshgrid(*[np.arange(-4, 5) * w if w else [0.0] for w in whole], indexing="ij"), -1
    )
    for length, axis in zip(lengths[closed], np.flatnonzero(closed)):
        x, y = (
            np.concatenate([p[:, :axis], p[:, axis : axis + 1] % length, p[:, axis + 1 :]], 1)
            for p in (x, y)
        )
    offset = (y[:, None, None] + shifts.reshape(-1, len(h))[None, :, None] - x[None, None]) / h
    density = (
        np.exp(-0.5 * (offset**2).sum(-1)).sum((1, 2)) / len(x) / np.prod(h * np.sqrt(2 * np.pi))
    )
    return np.log(density)


@pytest.mark.parametrize("method", [pytest.param("auto", marks=SLOW), "fourier"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("all around", marks=SLOW),
        "circle",
        pytest.param("cylinder", marks=SLOW),
        "torus",
    ],
)
@FLOAT64
def test_against_copies(name, method, dtype):
    x, y, periods, lengths, h = problem(name)
    density = jaxfmm.KernelDensity(h, periods=periods, tol=1e-4, method=method).fit(x)
    np.testing.assert_allclose(density.log_density(y), by_copies(x, y, h, lengths), atol=1e-4)
    some = density.with_bandwidth(1.5 * h)
    np.testing.assert_allclose(some.log_density(y), by_copies(x, y, 1.5 * h, lengths), atol=1e-4)


@FLOAT64
def test_derivatives_grids_and_draws(dtype):
    x, y, periods, lengths, h = problem("torus")
    y = jnp.asarray(y)

    @jax.jit
    def score(y, h):
        return jaxfmm.KernelDensity(h, periods=periods, tol=1e-6).fit(x).score(y)

    slope, step = jax.grad(score, (0, 1))(y, h), 1e-5
    for argument in (0, 1):
        moved = [np.asarray(h) if argument else np.asarray(y)] * 2
        moved = [
            a + sign * step * np.eye(1, a.size).reshape(a.shape) for a, sign in zip(moved, (1, -1))
        ]
        ends = [
            by_copies(x, y, a, lengths) if argument else by_copies(x, a, h, lengths) for a in moved
        ]
        by_difference = (ends[0].sum() - ends[1].sum()) / (2 * step)
        assert abs(slope[argument].ravel()[0] - by_difference) <= 1e-3 * abs(slope[argument]).max()
    assert jnp.isnan(score(y, 3 * h))
    density = jaxfmm.KernelDensity("scott", periods=periods).fit(x)
    *axes, logs = density.grid(shape=41)
    assert abs(jnp.exp(logs[:-1, :-1]).mean() * np.prod(lengths) - 1) <= 1e-3
    drawn = density.sample(jax.random.key(0), 100)
    assert ((drawn >= 0) & (drawn <= lengths[None])).all()
    assert "periods 1, 3" in str(density)


def angles(n=400):
    """Points on a torus and weights, the last of which count nothing: around one place, around two,
    everywhere."""
    rng = np.random.default_rng(3)
    around = np.concatenate([rng.normal(0, 0.03, n // 2), rng.normal(0.5, 0.05, n - n // 2)])
    points = np.stack(
        [rng.normal(0, 0.03, n), around, rng.random(n), rng.normal(0, 0.03, n)], axis=1
    )
    return points, np.where(np.arange(n) < n - 9, rng.random(n), 0)


@pytest.mark.filterwarnings("ignore:bandwidth='isj' looks at each axis alone")
@pytest.mark.parametrize("lengths", [(360.0, 360.0, 360.0, None), (2 * np.pi, 24.0, 1.0, None)])
@pytest.mark.parametrize("rule", ["scott", "silverman", "isj"])
def test_rules_do_not_know_where_a_period_begins(rule, lengths):
    points, weights = angles()
    size = np.array([length or 1.0 for length in lengths])

    def moved(shift):
        around = (points + shift) % 1 * size
        return np.stack([*around.T[:3], points[:, 3]], axis=1).astype(np.float32)

    def bandwidth(shift):
        kde = jaxfmm.KernelDensity(rule, periods=lengths)
        return np.asarray(kde.fit(moved(shift), weights).bandwidth) / size

    first = bandwidth(0.5)  # whose first coordinates do not meet the seam
    for shift in (0.0, 0.123, 0.77):
        np.testing.assert_allclose(bandwidth(shift), first, rtol=2e-3)
    line = jaxfmm.KernelDensity(rule).fit(points.astype(np.float32), weights).bandwidth
    line = np.sqrt(np.diag(line)) if line.ndim == 2 else np.asarray(line)
    np.testing.assert_allclose(first[[0, 3]], line[[0, 3]], rtol=2e-3)
    if rule != "isj":
        traced = jax.jit(
            lambda x: jaxfmm.KernelDensity(rule, periods=lengths).fit(x, weights).bandwidth
        )
        np.testing.assert_allclose(traced(moved(0.0)), first * size, rtol=1e-4)


def test_rounded_hours_and_uniform_angles():
    hours = np.random.default_rng(0).normal(0, 2, 3000).round() % 24
    with pytest.warns(UserWarning, match="spacing 1"):
        near = float(jaxfmm.KernelDensity("isj", periods=24).fit(hours[:, None]).bandwidth[0])
    with pytest.warns(UserWarning, match="spacing 1"):
        far = float(jaxfmm.KernelDensity("isj").fit((hours[:, None] + 12) % 24).bandwidth[0])
    assert near == pytest.approx(far, rel=1e-3)
    uniform = np.random.default_rng(1).random((2000, 1)).astype(np.float32)
    density = jaxfmm.KernelDensity("isj", periods=1.0).fit(uniform)
    np.testing.assert_allclose(density.log_density(uniform[:50]), 0, atol=0.2)


def test_what_is_not_known():
    x, _, periods, _, _ = problem("torus")
    x = x.astype(np.float32)
    for settings, message in (
        ({"periods": 1.0}, "periods must be 2"),
        ({"periods": (1.0, -1.0)}, "periods must be 2"),
        ({"periods": periods, "kernel": "exponential"}, "gaussian"),
        ({"periods": periods, "adaptive": 0.5}, "adaptive"),
        ({"periods": periods, "bandwidth": "cv"}, "cv"),
        ({"periods": periods, "bandwidth": np.eye(2)}, "covariance"),
        ({"periods": periods, "bandwidth": 30.0}, "uniform"),
        ({"periods": periods, "bounds": ((-9, 9), None)}, "bounds and a period"),
    ):
        with pytest.raises(ValueError, match=message):
            jaxfmm.KernelDensity(**settings).fit(x)
    with pytest.raises(ValueError, match="circle"):
        jaxfmm.KernelDensity(0.1, periods=1.0).fit(x[:, :1]).integrate(0.0, 0.5)
