"""Densities and log-sum-exp sums by segment, against one for each segment."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

SEGMENTS = 5  # the third is empty


def problem(dtype, dim, seed=0):
    rng = np.random.default_rng(seed)
    ids = rng.choice([-1, 0, 1, 3, 4, 7], size=200)
    own = rng.choice([-1, 0, 1, 2, 3, 4], size=150)
    places = rng.uniform(-50, 50, size=(8, dim))
    scale = np.array([1.0, 10.0, 1.0, 0.1, 1.0, 1.0, 1.0, 1.0])
    x, t = (
        rng.normal(size=(len(i), dim)) * spread * scale[i][:, None] + places[i]
        for i, spread in ((ids, 1.0), (own, 20.0))
    )
    w = rng.uniform(0, 1, size=len(ids))
    h = 0.3 * scale[:SEGMENTS]
    return *(jnp.asarray(a, dtype) for a in (x, w, t, h)), jnp.asarray(ids), jnp.asarray(own)


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_densities(dim, dtype):
    """Also in the tail, 60 spreads away."""
    x, w, t, h, ids, own = problem(dtype, dim)
    estimator = jaxfmm.KernelDensity(h, tol=1e-5)
    density = estimator.fit(x, w, segments=ids, num_segments=SEGMENTS)
    found = jax.jit(lambda density, t: density.log_density(t, own))(density, t)
    for segment in range(SEGMENTS):
        here, there = np.asarray(ids) == segment, np.asarray(own) == segment
        if not here.any():
            assert (np.asarray(found)[there] == -np.inf).all()
            continue
        square = ((t[there][:, None] - x[here][None]) ** 2).sum(-1) / h[segment] ** 2
        logs = jax.nn.logsumexp(-0.5 * square, b=w[here][None], axis=1)
        logs -= jnp.log(w[here].sum()) + dim * jnp.log(h[segment] * (2 * np.pi) ** 0.5)
        np.testing.assert_allclose(found[there], logs, atol=1e-5, rtol=1e-7)
    assert not np.asarray(found)[np.asarray(own) < 0].any()
    np.testing.assert_array_equal(
        density.density(t, own), jnp.where(own < 0, 0, jnp.exp(density.log_density(t, own)))
    )


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives(dtype):
    x, w, t, h, ids, own = problem(dtype, 2)
    own = jnp.where(own == 2, 3, own)

    def total(x, w, t, h):
        density = jaxfmm.KernelDensity(h, tol=1e-8).fit(x, w, segments=ids, num_segments=SEGMENTS)
        return density.log_density(t, own).sum()

    def expected(x, w, t, h):
        square = ((t[:, None] - x[None]) ** 2).sum(-1) / h[own][:, None] ** 2
        logs = jax.nn.logsumexp(
            -0.5 * square, b=jnp.where(own[:, None] == ids[None], w[None], 0), axis=1
        )
        share = jax.ops.segment_sum(jnp.where(ids >= 0, w, 0), ids, SEGMENTS)
        logs -= jnp.log(jnp.where(share > 0, share, 1))[own] + 2 * jnp.log(h[own])
        return jnp.where(own >= 0, logs, 0).sum()

    slopes = jax.grad(total, (0, 1, 2, 3))(x, w, t, h)
    for a, b in zip(slopes, jax.grad(expected, (0, 1, 2, 3))(x, w, t, h)):
        assert cases.error(a, b) <= 1e-6


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_log_sum_exp_of_very_different_weights(dtype):
    x, _, t, _, ids, own = problem(dtype, 3)
    rng = np.random.default_rng(1)
    logs = jnp.asarray(rng.normal(size=(len(x), 2)) * np.array([1.0, 1000.0]), dtype)
    found = jaxfmm.log_sum_exp(
        x,
        logs,
        t,
        bandwidth=0.5,
        tol=1e-5,
        segments=ids,
        num_segments=SEGMENTS,
        target_segments=own,
    )
    square = ((t[:, None] - x[None]) ** 2).sum(-1) / 0.25
    same = (own[:, None] == ids[None]) & (own[:, None] >= 0)
    terms = jnp.where(same, -0.5 * square, -jnp.inf)[..., None] + logs[None]
    expected = jnp.where(own[:, None] >= 0, jax.nn.logsumexp(terms, axis=1), 0)
    np.testing.assert_allclose(found, expected, atol=1e-5, rtol=1e-6)


def test_bad_arguments():
    x, ids = jnp.eye(3), jnp.arange(3)
    for message, options, settings in (
        ("bandwidth must be a number or one", {}, ()),
        ("bandwidth must be a positive number or one", {}, (jnp.ones(2),)),
        ("bandwidth must be a positive number or one", {}, (-1.0,)),
        ("kernel must be 'gaussian'", {"kernel": "tophat"}, (1.0,)),
        ("adaptive must be None", {"adaptive": 0.5}, (1.0,)),
    ):
        estimator = jaxfmm.KernelDensity(*settings, **options)
        with pytest.raises(ValueError, match=message):
            estimator.fit(x, segments=ids, num_segments=3)
    for message, points, weights in (
        ("points hold NaN", x.at[1, 0].set(jnp.nan), None),
        ("weights must be finite and not negative", x, jnp.array([1.0, -1.0, 1.0])),
    ):
        with pytest.raises(ValueError, match=message):
            jaxfmm.KernelDensity(1.0).fit(points, weights, segments=ids, num_segments=3)
        # padding may hold anything
        padded = ids.at[1].set(-1)
        jaxfmm.KernelDensity(1.0).fit(points, weights, segments=padded, num_segments=3)
    with pytest.raises(ValueError, match="num_segments must be given"):
        jaxfmm.KernelDensity(1.0).fit(x, segments=ids)
    with pytest.raises(ValueError, match="plan must be None"):
        jaxfmm.log_sum_exp(
            x, jnp.zeros(3), bandwidth=1.0, plan=jaxfmm.plan(x), segments=ids, num_segments=3
        )
