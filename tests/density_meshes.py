"""Checks of densities over the devices of a mesh, as in `meshes`; test_density_mesh.py runs them
with forced devices of the CPU."""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType
from meshes import SAME, TOL, error, errors_of, mesh_of, problem, split

import jaxfmm


def refused():
    x, *_ = problem()
    (spread,), (explicit,) = split(x), split(x, mesh=mesh_of(AxisType.Explicit))
    over = jaxfmm.KernelDensity(0.4).fit(explicit)
    assert error(over.log_density(explicit), jaxfmm.KernelDensity(0.4).fit(x).log_density(x)) < SAME
    return errors_of(
        {
            "queries are split over a mesh with explicit axes": lambda: jax.grad(over.score)(
                explicit
            ),
            "points are split over a mesh with explicit axes": lambda: jax.jit(
                lambda x: jaxfmm.KernelDensity(0.4).fit(x)
            )(explicit),
            "is on one": lambda: jax.grad(lambda h: jaxfmm.KernelDensity(h).fit(x).score(spread))(
                0.4
            ),
        }
    )


def density_sums(density, y):
    return density.score(y) + density.loo_log_likelihood()


def of_densities(options, n=300, m=80):
    """Log densities and their derivatives in queries, points, weights and bandwidth, beside a
    density on one device."""
    rng = np.random.default_rng(0)
    x, y, w = (
        np.float32(a) for a in (rng.random((n, 2)), 1.2 * rng.random((m, 2)), 1 + rng.random(n))
    )
    h, worst = jnp.float32(0.5), []
    one = jaxfmm.KernelDensity(h, **options).fit(x, w)
    over = jaxfmm.KernelDensity(h, **options).fit(*split(x, w))
    assert f"split over {len(jax.devices())} devices" in str(over)
    inside = jax.jit(lambda density, y: density.log_density(y))
    (queries,) = split(y)
    for value in (over.log_density(queries), one.log_density(queries), inside(over, queries)):
        assert any(value.sharding.spec)
        worst.append(error(value, one.log_density(y)))
    slopes = jax.jit(jax.grad(density_sums, (0, 1), allow_int=True))
    a, b = slopes(over, queries), slopes(one, y)
    worst += [
        error(getattr(a[0], name), getattr(b[0], name))
        for name in ("points", "weights", "bandwidth")
    ]
    by_fit = [
        jax.grad(
            lambda h, w, at=at, y=y: jaxfmm.KernelDensity(h, **options).fit(at, w).score(y), (0, 1)
        )(h, weights)
        for at, weights, y in ((*split(x, w), queries), (x, jnp.asarray(w), y))
    ]
    worst += [error(a[1], b[1]), *(error(*pair) for pair in zip(*by_fit))]
    assert all(math.isfinite(one) for one in worst)
    return [max(worst), TOL]


def more_of_densities():
    """What else a density has: bandwidths by rules and by the data, slopes, grids, integrals,
    parts, samples and more."""
    rng = np.random.default_rng(0)
    x, y, w = (
        np.float32(a) for a in (rng.random((300, 2)), rng.random((80, 2)), 1 + rng.random(300))
    )
    kind, ids = jaxfmm.KernelDensity, np.arange(300) % 3
    fit = kind(0.3).fit
    cases = {
        rule: lambda x, w, y, rule=rule: kind(rule).fit(x, w).bandwidth
        for rule in ("scott", "silverman", "isj", "cv")
    }
    cases |= {
        "slopes": lambda x, w, y: fit(x, w).grad_log_density(y),
        "grid": lambda x, w, y: fit(x, w).grid(shape=16)[-1],
        "cdf": lambda x, w, y: fit(x[:, :1], w).cdf(y[:, 0]),
        "integral": lambda x, w, y: fit(x[:, :1], w).integrate(0.2, 0.7),
        "part": lambda x, w, y: fit(x, w).marginal([0]).log_density(y[:, :1]),
        "conditional": lambda x, w, y: fit(x, w).log_conditional(y, [0]),
        "samples": lambda x, w, y: fit(x, w).sample(jax.random.key(0), 50),
        "narrower": lambda x, w, y: fit(x, w).with_bandwidth(0.2).log_density(y),
        "log weights": lambda x, w, y: fit(x, log_weights=jnp.log(w)).log_density(y),
        "bounds": lambda x, w, y: kind(0.3, bounds=((0, 1), (0, 1))).fit(x, w).log_density(y),
        "periods": lambda x, w, y: kind(0.1, periods=(1.0, 1.0)).fit(x, w).log_density(y),
        "segments": lambda x, w, y: fit(x, w, segments=ids, num_segments=3).log_density(
            y, target_segments=ids[:80]
        ),
    }
    found = {
        name: error(run(*split(x, w, y)), run(*map(jnp.asarray, (x, w, y))))
        for name, run in cases.items()
    }
    wrong = {name: value for name, value in found.items() if not value <= SAME}
    assert not wrong, wrong
    return [max(found.values()), SAME]


CHECKS = {
    "refused": refused,
    "more_of_densities": more_of_densities,
    "direct": lambda: of_densities({"method": "direct"}),
    "by FFT": lambda: of_densities({"method": "fourier"}),
    "with an end": lambda: of_densities({"kernel": "epanechnikov"}),
    "by scales": lambda: of_densities({"adaptive": 0.5}),
}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
