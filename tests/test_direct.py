"""Sums over all pairs, by every backend: sizes, parts of the sources, rounding, and potential,
gradient and its rate in one pass."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kernels import Laplace
from jaxfmm.nbody.jerk import jerk_sum
from jaxfmm.passes import all_pairs

SIZES = [(1, 5), (2, 129), (31, 1), (129, 1000), (1000, 31), (4097, 300)]  # sources, targets
SLOW = pytest.mark.slow
ROUNDING = {"float32": 1e-6, "float64": 1e-14}


BACKENDS = pytest.mark.parametrize(
    "backend", ["cpu", "xla", pytest.param("cuda", marks=pytest.mark.gpu)], indirect=True
)


def moving(n, m, dtype, dim=3):
    """Targets and their velocities, sources and theirs, masses, numbers of the dtype in numpy;
    every third target lies on a source."""
    rng = np.random.default_rng(n + m)
    y, vy = rng.normal(size=(2, n, dim))
    x, vx = rng.normal(size=(2, m, dim))
    x[::3] = y[rng.integers(n, size=len(x[::3]))]
    return [a.astype(dtype) for a in (x, vx, y, vy, rng.random(n) + 0.5)]


def exact(x, vx, y, vy, masses, softening=0.0):
    """u, g, h of `jerk_sum` in float64."""
    x, vx, y, vy, masses = (np.asarray(a, np.float64) for a in (x, vx, y, vy, masses))
    d, w = x[:, None] - y, vx[:, None] - vy
    r2 = np.sum(d * d, axis=2)
    inverse = np.divide(1, r2 + softening**2, where=r2 > 0, out=np.zeros_like(r2))
    if x.shape[1] == 3:
        value, slope, power = np.sqrt(inverse), inverse**1.5, 3
    else:
        value, slope, power = 0.5 * np.log(inverse, where=r2 > 0, out=np.zeros_like(r2)), inverse, 2
    along = power * np.sum(d * w, axis=2) * inverse
    rate = (slope * masses)[..., None] * (w - along[..., None] * d)
    return value @ masses, -np.einsum("mnd,mn->md", d, slope * masses), -rate.sum(axis=1)


@functools.partial(jax.jit, static_argnames=("backend", "parts"))
def summed(backend, x, y, weights, softening=None, parts=None):
    platform = "cpu" if jax.default_backend() == "cpu" else "cuda"
    kernel, weights = (
        Laplace(softening),
        weights[:, None, None] if weights.ndim == 1 else weights[:, None],
    )
    return all_pairs.direct(
        kernel, x, y, weights, (0,), (0, 1), backend=backend, platform=platform, parts=parts
    )


jerks = jax.jit(jerk_sum, static_argnames="backend")


@BACKENDS
@pytest.mark.parametrize(("n", "m"), SIZES)
def test_sizes(backend, dtype, n, m):
    if backend == "xla" and n not in (31, 1000):
        pytest.skip("XLA is compiled for each size, which takes time")
    x, vx, y, vy, masses = moving(n, m, dtype)
    out = np.asarray(summed(backend, x, y, masses))[..., 0]
    for value, reference in zip((out[:, 0], out[:, 1:]), exact(x, vx, y, vy, masses)):
        assert cases.error(value, reference) < ROUNDING[dtype.name]
    for value, reference in zip(
        jerks(x, vx, y, vy, masses, None, backend=backend), exact(x, vx, y, vy, masses)
    ):
        assert cases.error(value, reference) < ROUNDING[dtype.name]


@BACKENDS
@pytest.mark.parametrize("parts", [1, 2, 3, 7, 32])
def test_parts(backend, dtype, parts, n=1000, m=300):
    """The same to rounding, and bitwise from call to call, in however many parts the sources are
    added."""
    if backend == "xla":
        pytest.skip("XLA's sums have no parts")
    x, vx, y, vy, masses = moving(n, m, dtype)
    out = summed(backend, x, y, masses, parts=parts)
    u, g, _ = exact(x, vx, y, vy, masses)
    assert cases.error(out[..., 0], np.concatenate([u[:, None], g], axis=1)) < ROUNDING[dtype.name]
    assert np.array_equal(out, summed(backend, x, y, masses, parts=parts))


def test_parts_of_the_fastest_sum():
    for workers in (64, 132):
        assert all_pairs._parts(1, 1, workers) == 1
        assert (
            all_pairs._parts(4_000_000, 1_000_000, workers) == 1
        )  # the second step would cost memory
        assert all_pairs._parts(1, 1_000_000, workers) == all_pairs.MOST_PARTS
        assert (
            4 * workers <= -(-4096 // all_pairs.TILE) * all_pairs._parts(4096, 4096, workers) * 1.1
        )


@BACKENDS
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_right_hand_sides(backend, dtype):
    """Seven, which compiled backends take in runs of 4, 2 and 1."""
    x, _, y, _, _ = moving(1000, 77, dtype)
    weights = np.random.default_rng(0).normal(size=(1000, 7))
    out = np.asarray(summed(backend, x, y, weights))
    for value, reference in zip((out[:, 0], out[:, 1:]), cases.direct(y, weights, x)):
        assert cases.error(value, reference) < ROUNDING["float64"]


@BACKENDS
@pytest.mark.parametrize(
    ("dim", "softening"),
    [
        (3, None),
        (3, 0.3),
        (2, 0.3),
        *(pytest.param(*given, marks=SLOW) for given in ((3, 0.0), (2, None), (2, 0.0))),
    ],
)
def test_rates(backend, dtype, dim, softening):
    arrays = moving(300, 150, dtype, dim)
    out = jerks(*arrays, softening, backend=backend)
    for value, reference in zip(out, exact(*arrays, softening or 0.0), strict=True):
        assert value.dtype == dtype and cases.error(value, reference) < ROUNDING[dtype.name]
    again = jerks(*arrays, softening, backend=backend)
    assert all(np.array_equal(a, b) for a, b in zip(out, again))


def plain(x, vx, y, vy, masses, softening):
    """`jerk_sum` of points apart, as one would write it."""
    d, w = x[:, None] - y[None], vx[:, None] - vy[None]
    inverse = 1 / jnp.sqrt(jnp.sum(d * d, axis=2) + softening**2)
    slope = masses[None] * inverse**3
    rate = slope[..., None] * w - (3 * slope * inverse**2 * jnp.sum(d * w, axis=2))[..., None] * d
    return (
        jnp.sum(masses[None] * inverse, axis=1),
        -jnp.sum(slope[..., None] * d, axis=1),
        -jnp.sum(rate, axis=1),
    )


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives_of_rates(dtype):
    """Forward and reverse mode in all arguments, and vmap."""
    arrays = [jnp.asarray(a) for a in moving(6, 5, dtype)]
    arrays[0] += 0.1  # no target on a source

    def gradients(sums):
        def loss(*args):
            return sum(jnp.sum(jnp.sin(a)) for a in sums(*args))

        return jax.jit(jax.grad(loss, range(6)))(*arrays, jnp.asarray(0.3))

    for value, reference in zip(gradients(jerk_sum), gradients(plain), strict=True):
        assert cases.error(value, reference) < 1e-12
    x, *rest = arrays
    forward = jax.jvp(lambda x: jerk_sum(x, *rest, None), (x,), (jnp.cos(x),))[1]
    for value, reference in zip(
        forward, jax.jvp(lambda x: plain(x, *rest, 0.0), (x,), (jnp.cos(x),))[1]
    ):
        assert cases.error(value, reference) < 1e-12
    several = jax.vmap(lambda s: jerk_sum(s * x, *rest, None))(jnp.arange(1.0, 3.0))
    for a, b in zip(several, jerk_sum(2 * x, *rest, None)):
        np.testing.assert_array_equal(a[1], b)


@pytest.mark.slow
def test_memory_of_derivatives(n=8192):
    """Reverse mode keeps nothing for every pair."""

    def loss(x, v, masses):
        return sum(jnp.sum(a * a) for a in jerk_sum(x, v, x, v, masses, 0.1))

    points, masses = (
        jax.ShapeDtypeStruct((n, 3), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.float32),
    )
    compiled = jax.jit(jax.grad(loss)).lower(points, points, masses).compile()
    assert compiled.memory_analysis().temp_size_in_bytes < 4 * n * n


@BACKENDS
def test_no_points(backend):
    nothing, some = jnp.zeros((0, 3)), jnp.ones((4, 3))
    u, g, h = jerk_sum(some, some, nothing, nothing, jnp.zeros(0), None, backend=backend)
    assert u.shape == (4,) and not (u.any() or g.any() or h.any())
    u, g, h = jerk_sum(nothing, nothing, some, some, jnp.ones(4), None, backend=backend)
    assert (u.shape, g.shape, h.shape) == ((0,), (0, 3), (0, 3))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({0: jnp.ones((4, 4))}, "targets must be points in 2 or 3 dimensions"),
        ({1: jnp.ones((3, 3))}, "target_velocities must have the shape of targets"),
        ({2: jnp.ones((5, 2))}, "sources must be points in 3 dimensions"),
        ({3: jnp.ones((4, 3))}, "source_velocities must have the shape of sources"),
        ({4: jnp.ones(4)}, "masses must have one row for each of the 5 sources"),
        ({4: jnp.ones((5, 2))}, "masses must be real, of shape"),
        ({0: np.ones((4, 3), np.complex64)}, "targets must be real"),
    ],
)
def test_bad_input_says_so(change, message):
    arguments = [
        jnp.ones((4, 3)),
        jnp.ones((4, 3)),
        jnp.ones((5, 3)),
        jnp.ones((5, 3)),
        jnp.ones(5),
    ]
    arguments = [change.get(i, a) for i, a in enumerate(arguments)]
    with pytest.raises(ValueError, match=message):
        jerk_sum(*arguments, None)


# Hamada & Iitaka 2007, table 2, the Chamomile column: N, largest relative error of the force. Their
# program has a softening of 0.1, in units in which the Plummer sphere's scale is 3 pi / 16.
LARGEST = {
    2048: 5.4e-7, 4096: 3.3e-7, 8192: 5.0e-7, 16384: 4.3e-7, 32768: 6.8e-7, 65536: 1.0e-6, 131072: 1.5e-6
}  # fmt: skip


@pytest.mark.parametrize("n", [pytest.param(n, marks=SLOW if n > 4096 else ()) for n in LARGEST])
@pytest.mark.parametrize("sums", ["direct", "jerk"])
def test_largest_error_of_the_force(n, sums):
    """In float32 against the float64 sum, which the tests above compare with numpy's. The largest
    error is that of the particle whose force happens to be least, so this is the median of three
    spheres."""
    backend = "cpu" if jax.default_backend() == "cpu" else "cuda"
    if jaxfmm.backends()[backend] != "available":
        pytest.skip("sums of this size are for compiled backends")

    def force(x, v, masses, softening):
        if sums == "direct":
            return summed(backend, x, x, masses, softening)[:, 1:, 0]
        return jerks(x, v, x, v, masses, softening, backend=backend)[1]

    def largest(seed):
        rng = np.random.default_rng(seed)
        x, v, masses = (
            3 * np.pi / 16 * cases.plummer(rng, n),
            rng.normal(size=(n, 3)),
            np.full(n, 1 / n),
        )
        single = [a.astype(np.float32) for a in (x, v, masses, np.asarray(0.1))]
        value = np.asarray(force(*single), np.float64)
        with jax.enable_x64(True):
            reference = np.asarray(force(*(a.astype(np.float64) for a in single)))
        return np.max(np.linalg.norm(value - reference, axis=1) / np.linalg.norm(reference, axis=1))

    assert np.median([largest(seed) for seed in range(3)]) <= LARGEST[n]


def test_lowers_for_gpus_that_are_not_here(monkeypatch):
    """Everything in one launch, and the kernels compile."""
    if jaxfmm.backends()["cuda"] != "available":
        pytest.skip(jaxfmm.backends()["cuda"])
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")

    def calls(function, *arguments):
        text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
        return text.count("custom_call @jaxfmm_launch(")

    x, vx, y, vy, masses = moving(1000, 300, np.float32)
    plan = jaxfmm.plan(y, x, method="direct")
    assert calls(lambda *a: jaxfmm.potential_and_gradient(*a, plan=plan), y, masses, x) == 1
    for softening in (None, 0.1):
        assert calls(lambda *a, e=softening: jerk_sum(*a, e), x, vx, y, vy, masses) == 1
