"""Calls with other numbers of points: they find the programs of the first call."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import few_sizes


def points(n, dim, dtype, seed=0):
    return jnp.asarray(np.random.default_rng(seed).random((n, dim)), dtype)


def charges(n, dtype):
    return jnp.asarray(np.random.default_rng(1).normal(size=n), dtype)


def test_sizes():
    """Few for each power of two, and at most an eighth more than the points."""
    every = [few_sizes.round_up(n) for n in range(1, 2**14)]
    assert every == sorted(every)
    for n, size in enumerate(every, 1):
        assert n <= size == few_sizes.round_up(size) < 2 * n and (n <= 64 or size <= 1.125 * n)
        assert n <= few_sizes.FEW or size <= 1.0625 * n
    assert len({size for size in every if 512 < size <= 1024}) == 8
    assert len({size for size in every if 4096 < size <= 8192}) == 16


@pytest.mark.parametrize("n", [1, 3, 9, 100, 1001])
def test_fillers_are_spread_and_weigh_nothing(n, dtype):
    x, q = points(n, 2, dtype), charges(n, dtype)
    size = few_sizes.round_up(n)
    (filled,), (weights, none) = few_sizes.fill((x,), (q, None), size=size)
    assert none is None and filled.shape == (size, 2)
    np.testing.assert_array_equal(filled[:n], x)
    np.testing.assert_array_equal(weights[:n], q)
    assert not weights[n:].any()
    places = [np.flatnonzero((np.asarray(x) == row).all(1))[0] for row in np.asarray(filled[n:])]
    assert len(set(places)) == len(places) and (len(places) < 2 or max(places) > 0.4 * n)


# Of sources y with charges p and of points x, charges q and vectors v, which are as many as come.
SUMS = {
    "potential": lambda y, p, x, q, v: jaxfmm.potential(x, q),
    "potential_and_gradient": lambda y, p, x, q, v: jaxfmm.potential_and_gradient(x, q),
    "hessian": lambda y, p, x, q, v: jaxfmm.hessian(x, q),
    "energy": lambda y, p, x, q, v: jaxfmm.energy(x, q),
    "forces": lambda y, p, x, q, v: jax.grad(jaxfmm.energy)(x, q),
    "dipoles": lambda y, p, x, q, v: jaxfmm.potential(x, None, dipoles=v),
    "targets": lambda y, p, x, q, v: jaxfmm.potential(y, p, x),
    "Gaussian": lambda y, p, x, q, v: jaxfmm.potential(x, q, kernel=jaxfmm.Gaussian(0.3)),
    "vectors": lambda y, p, x, q, v: jaxfmm.potential(x, v, kernel=jaxfmm.Stokeslet()),
    "cell": lambda y, p, x, q, v: jaxfmm.potential(
        x, q, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
    ),
    "log_sum_exp": lambda y, p, x, q, v: jaxfmm.log_sum_exp(x, q, bandwidth=0.2),
    "log_sum_exp at targets": lambda y, p, x, q, v: jaxfmm.log_sum_exp(y, p, x, bandwidth=0.2),
}


def arguments(n, dtype):
    q, v = (np.random.default_rng(2).normal(size=shape) for shape in ((n,), (n, 3)))
    few = points(90, 3, dtype, 3), charges(90, dtype)
    return *few, points(n, 3, dtype), jnp.asarray(q - q.mean(), dtype), jnp.asarray(v, dtype)


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_another_number_of_points_compiles_copies_alone(name, dtype, compiled):
    """Sums without a plan of 1,000, 1,001 and 1,020 points: copies of sources, of targets and of
    results, or of tangents, are programs of their own."""

    SUMS[name](*arguments(1000, dtype))
    for n in (1001, 1020):
        given = arguments(n, dtype)
        compiled()
        result = SUMS[name](*given)
        names = compiled()
        assert set(names) <= {"fill", "cut"} and len(names) <= 3, names
        for value in jax.tree.leaves(result):
            assert np.isfinite(value).all()
            assert name == "energy" or len(value) == n


@pytest.mark.parametrize("name", SUMS)
def test_filled_sums_are_those_of_the_points(name, dtype, monkeypatch):
    """Whether or not points are filled up."""
    given = arguments(197, dtype)
    filled = SUMS[name](*given)
    monkeypatch.setattr(few_sizes, "round_up", lambda n: n)
    alone = SUMS[name](*given)
    for a, b in zip(jax.tree.leaves(filled), jax.tree.leaves(alone)):
        assert a.shape == b.shape and a.dtype == b.dtype
        assert cases.error(a, b) < (1e-5 if dtype == "float32" else 1e-12)


@pytest.mark.parametrize("name", ["potential", "potential_and_gradient", "energy", "forces"])
@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_another_number_of_points_in_trees_compiles_copies_alone(name, dtype, compiled):
    """Sums without a plan of 20,101 and 20,203 points: one tree, one program."""
    for n in (20_101, 20_203):
        given = arguments(n, dtype)
        compiled()
        assert all(np.isfinite(a).all() for a in jax.tree.leaves(SUMS[name](*given)))
        names = compiled()
    assert set(names) <= {"fill", "cut"} and len(names) <= 3, names


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_another_bandwidth_compiles_nothing(dtype, compiled):
    x, at = points(5000, 2, dtype), points(300, 2, dtype, 1)
    for h in (0.1, 0.1003, 0.13, 0.19):
        compiled()
        found = jaxfmm.KernelDensity(h).fit(x).log_density(at)
        assert np.isfinite(found).all() and (h == 0.1 or compiled() == [])


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_another_grid_compiles_its_own_programs(dtype, compiled):
    """A density of a bandwidth that needs a larger grid: the series and the queries."""
    x, at = points(5000, 2, dtype), points(300, 2, dtype, 1)
    for h in (0.1, 0.04):
        compiled()
        assert np.isfinite(jaxfmm.KernelDensity(h).fit(x).log_density(at)).all()
    assert set(compiled()) <= {"_fourier_sum", "log_density"}


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_sums_of_another_bandwidth_compile_nothing(dtype, compiled):
    """Grids of few nodes have few sizes: bandwidths of a factor of three share one."""
    x, q = points(5000, 2, dtype), charges(5000, dtype)
    for h in (0.08, 0.1, 0.13, 0.19, 0.25):
        compiled()
        assert np.isfinite(jaxfmm.potential(x, q, kernel=jaxfmm.Gaussian(h))).all()
        assert h == 0.08 or compiled() == []


def test_filled_trees(dtype, monkeypatch):
    """An FMM of 30,001 points, without a plan."""
    x, q = points(30_001, 3, dtype), charges(30_001, dtype)
    some = x[::100]
    exact = jaxfmm.potential(x, q, some, plan=jaxfmm.plan(x, some, method="direct"))
    assert cases.error(jaxfmm.potential(x, q, tol=1e-3)[::100], exact) < 1e-3


DENSITIES = {
    "number": {},
    "Scott": {"bandwidth": "scott"},
    "adaptive": {"adaptive": 0.5},
    "bounds": {"bounds": [(0.0, None), (None, None)]},
    "Epanechnikov": {"kernel": "epanechnikov"},
}


@pytest.mark.parametrize(
    ("name", "dtype"),
    [*((name, "float32") for name in DENSITIES), ("adaptive", "float64")],
    indirect=["dtype"],
)
def test_filled_densities_are_those_of_the_points(name, dtype, monkeypatch):
    """Fits, log densities, those without the own point, and slopes; of weights and of their
    logarithms."""
    x, at, w = points(301, 2, dtype), points(40, 2, dtype, 1), jnp.square(charges(301, dtype)) + 0.1
    options = {"bandwidth": 0.2} | DENSITIES[name]

    def results():
        density = jaxfmm.KernelDensity(**options).fit(x, w)
        assert density.points.shape == (301, 2) and density.weights.shape == (301,)
        assert density.order is None or sorted(np.asarray(density.order)) == list(range(301))
        logs = density
        if density.kernel == "gaussian":
            logs = jaxfmm.KernelDensity(**options).fit(x, log_weights=jnp.log(w))
        in_jit = jax.jit(lambda density: density.log_density(at))(density)
        slopes = density.grad_log_density(at)
        return (
            density.log_density(at),
            density.loo_log_density(),
            logs.log_density(at),
            logs.loo_log_density(),
            in_jit,
            slopes,
            jax.grad(lambda x: density.with_bandwidth(0.3).score(x))(at),
        )

    filled = results()
    monkeypatch.setattr(few_sizes, "round_up", lambda n: n)
    for a, b in zip(filled, results()):
        np.testing.assert_allclose(a, b, atol=3e-4, rtol=1e-3)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
@pytest.mark.parametrize("size", [1000, 5000])
def test_a_fit_of_another_number_of_points_compiles_copies_alone(size, dtype, compiled):
    """A fit and its first log densities: by pairs, and by a fast sum."""
    at = points(50, 2, dtype, 1)

    def run(n):
        x = points(n, 2, dtype)
        compiled()
        value = jaxfmm.KernelDensity(0.1).fit(x).log_density(at)
        return value, compiled()

    run(size)
    for n in (size + 1, size + 9):
        value, names = run(n)
        assert np.isfinite(value).all()
        assert set(names) <= {"fill", "stage", "broadcast_in_dim"} and len(names) <= 3, names


def test_wrong_arguments_are_told_as_they_came(dtype):
    x = points(11, 3, dtype)
    with pytest.raises(ValueError, match="each of the 11"):
        jaxfmm.potential(x, jnp.ones(12, dtype))
    with pytest.raises(ValueError, match="dimension"):
        jaxfmm.potential(x, jnp.ones(11, dtype), x[:, :2])
    with pytest.raises(ValueError, match="finite"):
        jaxfmm.potential(x.at[3, 1].set(jnp.nan), jnp.ones(11, dtype))


def test_numbers_of_each_point_are_not_filled(dtype):
    """Kernels with an entry for each point, segments and excluded pairs keep their numbers."""
    x, q = points(11, 3, dtype), jnp.ones(11, dtype)
    for n in (3, 11):  # 3 of them are no vector
        soft = jaxfmm.Laplace(softening=jnp.full(n, 0.1, dtype), profile="spline")
        assert np.isfinite(jaxfmm.potential(x[:n], q[:n], kernel=soft)).all()
    by_segments = jaxfmm.potential(x, q, segments=jnp.zeros(11, jnp.int32), num_segments=1)
    without = jaxfmm.potential(x, q, exclude=jnp.array([[0, 1], [11, 11]]))
    every = jaxfmm.potential(x, q)
    assert cases.error(by_segments, every) < 1e-5
    np.testing.assert_allclose(without[2:], every[2:], rtol=1e-5)
    assert without[0] < every[0]


def test_a_softening_of_as_many_bodies_as_points_are_filled_to():
    x = jax.random.normal(jax.random.key(0), (9, 3))
    kernel = jaxfmm.Laplace(jnp.full(few_sizes.round_up(9), 0.1), profile="spline")
    with pytest.raises(ValueError, match="softening of shape .* came for 9 points"):
        jaxfmm.energy(x, jnp.ones(9), kernel=kernel)
