"""`plan(accumulate="float64")`: sums of float32 points with smaller errors of rounding."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

N = 3000
LAPLACE = {"order": 12, "theta": 0.5, "leaf_size": 32}
KERNELS = {
    "3D": (jaxfmm.Laplace(), 3, LAPLACE),
    "2D": (jaxfmm.Laplace(), 2, {"order": 24, "theta": 0.5, "leaf_size": 32}),
    "softened": (jaxfmm.Laplace(0.02), 3, LAPLACE | {"order": 10}),
    "Yukawa": (jaxfmm.Yukawa(2.0), 3, LAPLACE | {"order": 10}),
}
ON_CPU = jax.default_backend() == "cpu"
BACKENDS = pytest.mark.parametrize(
    "backend", ["cpu", "xla", pytest.param("cuda", marks=pytest.mark.gpu)], indirect=True
)


@pytest.fixture
def x64():
    """To compare with sums of float64."""
    with jax.enable_x64(True):
        yield


def points(dim, n=N):
    rng = np.random.default_rng(dim)
    return jnp.asarray(rng.random((n, dim)), "float32"), rng


def charges(kind, rng, n=N):
    q = np.ones(n) if kind == "masses" else rng.normal(size=n)
    return jnp.asarray(q, "float32")


def errors(x, q, kernel, **options):
    """Relative L2 errors of potential and gradient of float32 points."""
    wide = x.astype(jnp.float64)
    exact = jaxfmm.plan(wide, kernel=kernel, method="direct")
    exact = jaxfmm.potential_and_gradient(wide, q.astype(jnp.float64), kernel=kernel, plan=exact)
    plan = jaxfmm.plan(x, kernel=kernel, **options)
    sums = jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan)
    assert all(s.dtype == jnp.float32 for s in sums)
    sums, exact = ([np.asarray(s, np.float64) for s in both] for both in (sums, exact))
    return np.array([np.linalg.norm(s - e) / np.linalg.norm(e) for s, e in zip(sums, exact)])


@BACKENDS
@pytest.mark.parametrize("kind", ["masses", "both signs"])
@pytest.mark.parametrize("method", ["direct", "fmm", "treecode"])
@pytest.mark.usefixtures("x64")
def test_errors_are_smaller(method, kind, backend):
    """By direct sums and by trees, where errors of rounding are all that there is."""
    x, rng = points(3)
    q = charges(kind, rng)
    options = {"method": method, "backend": backend} | (LAPLACE if method != "direct" else {})
    usual, accurate = (
        errors(x, q, jaxfmm.Laplace(), accumulate=how, **options) for how in (None, "float64")
    )
    assert (accurate < 2.5e-7).all()
    # of masses, direct potentials have the error of the result's own rounding
    assert (accurate < 1.05 * usual).all()
    # on GPUs most of the error is of the pairs, whose roots and divisions are fast ones
    assert accurate[1] < (0.75 if ON_CPU else 0.99) * usual[1]


@pytest.mark.parametrize("case", KERNELS)
@pytest.mark.usefixtures("x64")
def test_expansions_of_every_kind(case):
    kernel, dim, options = KERNELS[case]
    x, rng = points(dim)
    q = charges("masses", rng)
    usual, accurate = (
        errors(x, q, kernel, method="fmm", accumulate=how, **options) for how in (None, "float64")
    )
    assert accurate[0] < 0.8 * usual[0] and accurate[1] < usual[1]


@pytest.mark.parametrize("method", ["direct", "fmm"])
@pytest.mark.skipif(not ON_CPU, reason="without x64, expansions on GPUs are in float32")
def test_without_float64(method):
    """The precision of JAX is float32, and the results are those with float64 switched on."""
    options = LAPLACE if method == "fmm" else {}
    sums = []
    for x64 in (True, False):
        with jax.enable_x64(x64):
            x, rng = points(3)
            q = charges("both signs", rng)
            plan = jaxfmm.plan(x, method=method, accumulate="float64", **options)
            sums.append(np.asarray(jaxfmm.potential(x, q, plan=plan)))
    assert np.array_equal(*sums)


def test_derivatives_and_right_hand_sides():
    x, rng = points(3, 500)
    q = jnp.stack([charges("masses", rng, 500), charges("both signs", rng, 500)], axis=1)
    plan = jaxfmm.plan(x, method="fmm", accumulate="float64", **LAPLACE)
    direct = jaxfmm.plan(x, method="direct", accumulate="float64")

    def loss(x, plan):
        return jnp.sum(jnp.sin(jaxfmm.potential(x, q, plan=plan) / 500))

    by_plan, by_pairs = jax.grad(loss)(x, plan), jax.grad(loss)(x, direct)
    np.testing.assert_allclose(by_plan, by_pairs, rtol=1e-4, atol=1e-5 * np.abs(by_pairs).max())
    products = [jax.jvp(lambda x, p=p: jax.grad(loss)(x, p), (x,), (x,))[1] for p in (plan, direct)]
    np.testing.assert_allclose(*products, rtol=1e-3, atol=1e-4 * np.abs(products[1]).max())


@pytest.mark.usefixtures("x64")
def test_float64_is_as_it_was():
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((500, 3))), jnp.asarray(rng.normal(size=500))
    plans = [
        jaxfmm.plan(x, method="fmm", order=6, theta=0.7, leaf_size=32, accumulate=how)
        for how in (None, "float64")
    ]
    assert np.array_equal(*(jaxfmm.potential(x, q, plan=plan) for plan in plans))


def test_segments_and_updates():
    x, rng = points(3, 600)
    segments, q = jnp.arange(600) % 3, charges("both signs", rng, 600)
    plan = jaxfmm.plan(x, segments=segments, num_segments=3, accumulate="float64")
    plan = jax.jit(lambda plan, x: plan.update(x))(plan, x)
    assert plan.request.accumulate == "float64"
    sums = jaxfmm.potential(x, q, plan=plan, segments=segments, num_segments=3)
    own = segments[:, None] == segments[None]
    distance = np.linalg.norm(np.asarray(x, np.float64)[:, None] - np.asarray(x)[None], axis=2)
    inverse = np.divide(1, distance, where=distance > 0, out=np.zeros_like(distance))
    np.testing.assert_allclose(sums, np.where(own, inverse, 0) @ q, rtol=1e-3, atol=1e-3)


def test_plans_say_so():
    x, _ = points(3, 500)
    assert "accumulated as in float64" in str(jaxfmm.plan(x, accumulate="float64"))
    assert "accumulated" not in str(jaxfmm.plan(x))


@pytest.mark.skipif(not ON_CPU, reason="on GPUs so few points are summed by pairs")
def test_automatic_methods_can_do_it():
    """The fastest method for this Gaussian is a Fourier sum, which cannot."""
    x, _ = points(2)
    usual, accurate = (
        jaxfmm.plan(x, kernel=jaxfmm.Gaussian(0.5), accumulate=how) for how in (None, "float64")
    )
    assert usual.method == "fourier" and accurate.method in ("direct", "truncated")


def test_what_cannot_be_done_raises():
    x, _ = points(2, 200)
    with pytest.raises(ValueError, match="accumulate must be one of None, 'float64', got 'double'"):
        jaxfmm.plan(x, accumulate="double")
    with pytest.raises(ValueError, match=r"accumulate='float64' has no sums by method='fourier'"):
        jaxfmm.plan(x, kernel=jaxfmm.Gaussian(0.5), method="fourier", accumulate="float64")
