"""Programs that are compiled at the same time before they are called."""

import logging

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import ahead
from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.costs import Problem
from jaxfmm.planning import arrangement, measured_errors, periodic_reference, warm_up
from jaxfmm.planning.capacity import with_parameters
from jaxfmm.planning.probe_charges import probes_of
from jaxfmm.tree.pair_work import pair_work


@jax.jit
def doubled(x, more):
    return {"twice": 2 * x, "more": more}


@pytest.fixture
def log(caplog):
    """Of all threads, whose own settings `jax.log_compiles` does not reach."""
    before = jax.config.jax_log_compiles
    jax.config.update("jax_log_compiles", True)
    with caplog.at_level(logging.WARNING):
        yield caplog
    jax.config.update("jax_log_compiles", before)


def compiled(caplog, name):
    return sum(
        f"Finished XLA compilation of jit({name})" in record.getMessage()
        for record in caplog.records
    )


def test_calls_find_what_was_compiled(dtype, log):
    """In both precisions, which threads do not inherit."""
    x, programs = jnp.arange(3, dtype=dtype), ahead.Programs()
    shapes = programs(doubled, x, None)
    assert shapes["twice"].shape == (3,) and shapes["twice"].dtype == dtype
    programs(doubled, x, shapes["twice"])  # of what is not computed yet
    programs.compile()
    assert compiled(log, "doubled") == 2
    found = ahead.call(doubled, x, ahead.call(doubled, x, None)["twice"])
    np.testing.assert_array_equal(found["more"], [0, 2, 4])
    again = ahead.Programs()
    again(doubled, x, again(doubled, x, None)["twice"])
    again.compile()
    assert compiled(log, "doubled") == 2


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_sums_that_measure_plans_in_cells_find_what_was_compiled(dtype, log):
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((300, 3)), dtype), jnp.asarray(rng.normal(size=(300, 2)), dtype)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1.0), tol=1e-3, method="fmm")
    setup = periodic_reference.setup_of(plan.request, Problem(plan.kernel, x, None))
    cell = periodic_reference.in_cell(plan, setup, *plan.both_inside(x, None))
    cell.begin({(300, 2, 5)})
    assert compiled(log, "_waves") == compiled(log, "_smooth") == 1
    assert np.isfinite(cell.of(q)(np.arange(5))).all()
    assert compiled(log, "_waves") == compiled(log, "_smooth") == 1


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_a_first_log_density_compiles_nothing_twice(dtype, log):
    y = np.random.default_rng(0).normal(size=(20_000, 2))
    density = jaxfmm.KernelDensity(0.2).fit(jnp.asarray(y, dtype))
    found = density.log_density(density.points[:300])
    for name in ("valid", "_prepare", "_fourier_sum", "log_density"):
        assert compiled(log, name) == 1, name
    offset = y[:300, None] - y[None]
    exact = np.log(np.exp(-12.5 * np.square(offset).sum(2)).sum(1) / (2 * np.pi * 0.04 * len(y)))
    assert cases.error(found, exact) < 1e-5


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_other_data_and_bandwidths_compile_little(dtype, log):
    """Ten data sets of one shape, ten bandwidths within a factor of four: few grids, and so few
    programs."""
    rng = np.random.default_rng(0)
    jaxfmm.KernelDensity(0.3).fit(jnp.asarray(rng.normal(size=(4000, 2)), dtype)).log_density(
        jnp.zeros((200, 2))
    )
    names = ("assemble", "valid", "_prepare", "_fourier_sum", "log_density")

    def compile_count(data, bandwidths):
        before = {name: compiled(log, name) for name in names}
        for y, h in zip(data, bandwidths):
            jaxfmm.KernelDensity(h).fit(jnp.asarray(y, dtype)).log_density(
                jnp.zeros((200, 2), dtype)
            )
        return [compiled(log, name) - before[name] for name in names]

    assert max(compile_count(rng.normal(size=(10, 4000, 2)), [0.3] * 10)) <= 1
    assert max(compile_count([rng.normal(size=(4000, 2))] * 10, np.geomspace(0.15, 0.6, 10))) <= 3


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_a_first_plan_compiles_nothing_twice(dtype, log):
    """Each program once for a choice whose errors are measured: calls find what `begin` has
    compiled."""
    x = jnp.asarray(np.random.default_rng(0).random((20_011, 3)), dtype)
    before = len(warm_up._begun)
    jaxfmm.plan(x, tol=1e-3, method="fmm")
    choices = len(warm_up._begun) - before
    assert choices > 0
    for name in ("assemble", "pair_work", "_sums_of_plan", "direct_sums", "_both_inside"):
        each = 2 if name == "direct_sums" else 1  # for many charges, and for few
        assert compiled(log, name) <= each * choices, name
    assert 1 <= compiled(log, "assemble") <= choices
    assert 1 <= compiled(log, "_sums_of_plan") <= choices
    # on CPUs by NumPy
    assert compiled(log, "_nearest") == (jax.default_backend() != "cpu")


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_first_forces_of_a_crystal_compile_nothing_twice(dtype, log):
    """The sums that measure its plan are compiled with the plan, its images not at all."""
    sites = np.stack(np.meshgrid(*[np.arange(28)] * 3, indexing="ij"), -1).reshape(-1, 3)
    moved = sites + 0.05 * np.random.default_rng(0).normal(size=sites.shape)
    x, q = jnp.asarray(moved, dtype), jnp.asarray((-1.0) ** sites.sum(1), dtype)
    kernel, before = jaxfmm.Periodic(jaxfmm.Laplace(), 28.0), len(warm_up._begun)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm")
    choices = len(warm_up._begun) - before
    assert plan.measured is not None and choices > 0
    assert np.isfinite(jax.grad(jaxfmm.energy)(x, q, plan=plan)).all()
    for name in ("assemble", "_sums_of_plan", "_both_inside"):
        assert 1 <= compiled(log, name) <= choices, name
    assert compiled(log, "_waves") == compiled(log, "_smooth") == 1
    assert compiled(log, "_radial") <= 1  # other tests may have compiled it
    assert compiled(log, "_lattice_of") == compiled(log, "_distances_on_device") == 0


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_tries_of_one_order_share_their_programs(dtype, log, monkeypatch):
    """Another opening parameter compiles nothing where the lists fit, and neither do threads."""
    x = jnp.asarray(np.random.default_rng(0).random((20_017, 3)), dtype)
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm")
    problem, made = Problem(plan.kernel, x, None), plan.choice
    names = "assemble", "pair_work", "_sums_of_plan", "_both_inside", "direct_sums"
    before = [compiled(log, name) for name in names]
    wider = Parameters(made.order, made.theta + 0.0125, made.leaf_size)
    other = with_parameters(plan, problem, wider)
    probes = probes_of(other, problem, arrangement.Arrangement())
    error, at_target = measured_errors.largest_error(other, problem, probes)
    monkeypatch.setattr(measured_errors, "AT_ONCE", {"cpu": 3, "cuda": 3})
    assert measured_errors.largest_error(other, problem, probes) == (error, at_target)
    assert [compiled(log, name) for name in names] == before
    assert 0 < int(other.far.count) < int(plan.far.count)
    assert other.choice.theta == wider.theta and 0 < error < 1e-2
    again = jaxfmm.plan(
        x, tol=1e-3, method="fmm", order=made.order, theta=wider.theta, leaf_size=made.leaf_size
    )
    assert int(again.far.count) == int(other.far.count)
    assert int(again.near.count) == int(other.near.count)


def every_program(caplog):
    """How many programs XLA has compiled."""
    return sum("Finished XLA compilation" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_first_results_compile_few_programs(dtype, log):
    """At most so many as were counted when planning took its small arrays by NumPy."""
    rng = np.random.default_rng(0)

    def count(n, calls):
        x = jnp.asarray(rng.random((n, 3)), dtype)
        q = jnp.asarray(np.where(np.arange(n) % 2, 1.0, -1.0), dtype)
        jax.block_until_ready((x, q))
        before = every_program(log)
        jax.block_until_ready(calls(x, q))
        return every_program(log) - before

    def ions(x, q):
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
        plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4)
        return jax.grad(jaxfmm.energy)(x, q, plan=plan)

    def stress(x, q):
        cell = jnp.asarray(np.eye(3), dtype)
        plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell), tol=1e-4)

        def energy(cell):
            return jaxfmm.energy(x, q, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell), plan=plan)

        return jax.grad(energy)(cell)

    def density(x, _):
        found = jaxfmm.KernelDensity(0.1).fit(x[:, :2])
        return found.log_density(x[:500, :2]), found.grid([(0, 1), (0, 1)], (50, 50))

    for calls, n, most in ((ions, 514, 14), (stress, 518, 20), (density, 19_990, 26)):
        assert count(n, calls) <= most, calls.__name__


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
@pytest.mark.parametrize("kernel", [jaxfmm.Laplace(), jaxfmm.Yukawa(5.0)])
def test_updates_compile_nothing(kernel, dtype, log):
    """The first update of a plan has the program that made its trees."""
    x, moved = np.random.default_rng(0).random((2, 20_029, 3)).astype(dtype)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm")
    before = compiled(log, "assemble"), every_program(log)
    assert int(plan.update(moved).status) == 0
    of_kernel = len(jax.tree.leaves(kernel))  # whether the measurement holds for its parameters
    assert compiled(log, "assemble") == before[0]
    assert every_program(log) - before[1] <= of_kernel


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_a_short_simulation_is_not_measured(dtype, log):
    state = jaxfmm.nbody.plummer(jax.random.key(0), 20_003, dtype=dtype)
    jaxfmm.nbody.simulate(state, 2, 1e-3, softening=0.02)
    assert compiled(log, "_sums_of_plan") == compiled(log, "_nearest") == 0
    assert compiled(log, "assemble") <= 2


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
@pytest.mark.parametrize("kind", ["cube", "pairs", "crystal", "line", "twins"])
def test_numpy_finds_the_same_neighbours(dtype, kind):
    """On CPUs NumPy takes the place of the program for GPUs."""
    x = np.random.default_rng(0).random((3000, 3))
    points = {
        "cube": x,
        "pairs": np.concatenate([x, x + 1e-4]),
        "crystal": np.stack(np.meshgrid(*[np.arange(14) / 14] * 3), axis=-1).reshape(-1, 3),
        "line": x[:, :1],
        "twins": np.concatenate([x, x[:1500]]),
    }[kind].astype(dtype)
    some = np.random.default_rng(1).choice(len(points), 64, replace=False)
    expected = arrangement._nearest(jnp.asarray(points), some)
    for a, b in zip(arrangement._nearest_by_numpy(points, some), expected):
        np.testing.assert_allclose(a, b, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_numpy_counts_the_same_pairs(dtype):
    x = jnp.asarray(np.random.default_rng(0).random((3000, 3)), dtype)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
    plan = jaxfmm.plan(x, x[:500], kernel=kernel, tol=1e-3, method="fmm")
    assert plan.pair_work() == float(pair_work(*plan.trees, plan.near)) > 0
