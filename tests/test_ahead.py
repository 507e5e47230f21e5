"""Programs that are compiled at the same time before they are called."""

import logging

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import ahead
from jaxfmm.planning import periodic_reference, warm_up


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
    cell = periodic_reference.in_cell(plan, *plan.both_inside(x, None))
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
    for name in (
        "assemble",
        "pair_work",
        "_sums_of_plan",
        "direct_sums",
        "both_inside",
        "_nearest",
    ):
        each = 2 if name == "direct_sums" else 1  # for many charges, and for few
        assert compiled(log, name) <= each * choices, name
    assert compiled(log, "assemble") == compiled(log, "_sums_of_plan") == choices
    assert compiled(log, "_nearest") == 1


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
def test_a_short_simulation_is_not_measured(dtype, log):
    state = jaxfmm.nbody.plummer(jax.random.key(0), 20_003, dtype=dtype)
    jaxfmm.nbody.simulate(state, 2, 1e-3, softening=0.02)
    assert compiled(log, "_sums_of_plan") == compiled(log, "_nearest") == 0
    assert compiled(log, "assemble") <= 2
