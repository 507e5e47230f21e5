"""What a plan keeps for charges that were not known when it was made: where a few outweigh the
others, and where fields cancel. It says what it does not keep."""

import warnings

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import carriers as carriers_module
from jaxfmm.carriers import carriers
from jaxfmm.errors import Status
from jaxfmm.planning import arrangement, search_by_tables

FEWER = 4000  # points, from which tests have errors measured


@pytest.fixture
def measured(monkeypatch):
    """Points and the plan for them."""
    monkeypatch.setattr(search_by_tables, "LEAST_POINTS", FEWER)
    x = jnp.asarray(cases.plummer_uncut(np.random.default_rng(0), 6000), jnp.float32)
    return x, jaxfmm.plan(x, tol=1e-3, method="fmm")


@pytest.fixture
def lone():
    """Charges one of which outweighs the others."""
    return jnp.full(6000, 1e-6, jnp.float32).at[17].set(1)


def gradient_errors(x, q, plan):
    """Of each column of charges."""
    direct = jaxfmm.plan(x, method="direct")
    found, exact = (
        np.asarray(jaxfmm.potential_and_gradient(x, q, plan=p)[1], float) for p in (plan, direct)
    )
    return np.sqrt(np.square(found - exact).sum((0, 1)) / np.square(exact).sum((0, 1)))


def test_how_many_charges_carry_a_sum():
    equal, one = np.ones((50, 1)), np.eye(50)[:, :1]
    for scale in (1e-30, 1.0, 1e30):  # float32 numbers whose squares vanish or overflow
        for charges, count in (
            (equal, 50),
            (-equal, 50),
            (one, 1),
            (np.hstack([equal, one, 0 * one]), 1),
        ):
            assert float(carriers(jnp.asarray(scale * charges, jnp.float32))) == pytest.approx(
                count, rel=1e-5
            )
    assert float(carriers(jnp.asarray(1j * equal, jnp.complex64))) == pytest.approx(50)
    vectors = jnp.asarray(np.stack([equal, 0 * equal, 0 * equal], axis=2), jnp.float32)
    assert float(carriers(vectors)) == pytest.approx(50)
    assert jnp.isinf(carriers(jnp.zeros((50, 2)))) and jnp.isinf(carriers(jnp.zeros((0, 1))))


@pytest.mark.parametrize("slope", [1.35, 0.9], ids=["stars", "haloes"])
def test_masses_by_a_power_law(slope, measured, tol=1e-3):
    """Plans measured for charges without heavy tails were up to 1.7 times as wrong as `tol`."""
    x, plan = measured
    rng = np.random.default_rng(5)
    q = jnp.asarray(
        np.stack([rng.pareto(slope, len(x)) + 1 for _ in range(32)], axis=1), jnp.float32
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the draws that a few masses dominate
        assert gradient_errors(x, q, plan).max() <= tol


def test_a_few_charges_that_outweigh_the_others(measured, lone):
    """An eager sum warns, with the fix, which helps; sums of usual charges do not."""
    x, plan = measured
    assert 4 < float(plan.carried) < 6 and "of at least 4.8" in str(plan), str(plan)
    for usual in (jnp.ones(6000), jax.random.normal(jax.random.key(0), (6000, 2)), jnp.zeros(6000)):
        jaxfmm.potential(x, usual, plan=plan)
    with pytest.warns(
        UserWarning, match=r"a few charges outweigh all others.* at least 4.8; give it the charges"
    ) as at:
        phi = jaxfmm.potential(x, lone, plan=plan)
    assert jnp.isfinite(phi).all() and at[0].filename == __file__
    with pytest.warns(UserWarning, match="a few charges"):
        jaxfmm.energy(x, jnp.stack([jnp.ones(6000), lone], axis=1), plan=plan)
    given = jaxfmm.plan(x, tol=1e-3, method="fmm", charges=lone)
    assert gradient_errors(x, lone[:, None], given).max() <= 1e-3
    jaxfmm.potential(x, lone, tol=1e-3)  # without a plan


def test_the_same_charges_are_looked_at_once(measured, lone, monkeypatch):
    """Looking at charges copies them from a GPU, which takes longer than a sum."""
    x, plan = measured
    looked, carriers = [], carriers_module.carriers
    monkeypatch.setattr(
        carriers_module, "carriers", lambda q: (looked.append(q.shape), carriers(q))[1]
    )
    usual = jnp.ones(6000) * 2
    for _ in range(3):
        jaxfmm.potential(x, usual, plan=plan)
        jax.grad(lambda q: jaxfmm.energy(x, q, plan=plan))(usual)
    assert looked == [(6000, 1)]
    for _ in range(2):
        with pytest.warns(UserWarning, match="a few charges"):
            jaxfmm.potential(x, lone, plan=plan)
    jaxfmm.potential(x, usual + 1, plan=plan)
    assert len(looked) == 3
    carriers_module.carriers_of(usual, jnp.ones((6000, 1, 3)))  # as weights of another kernel
    assert len(looked) == 4


def test_a_few_charges_inside_jit(measured, lone):
    """The status says it, and spoils nothing."""
    x, plan = measured

    @jax.jit
    def step(x, q, plan):
        plan = plan.update(x, charges=q)
        return jaxfmm.potential(x, q, plan=plan), plan

    phi, plan = step(x, jnp.ones(6000), plan)
    assert not int(plan.status)
    phi, plan = step(x, lone, plan)
    assert (
        jnp.isfinite(phi).all()
        and int(plan.status) == Status.DOMINATED
        and "DOMINATED" in str(plan)
    )
    with pytest.raises(ValueError, match="a few charges outweigh"):
        plan.check()
    jaxfmm.potential(x, jnp.ones(6000), plan=plan)
    assert not int(plan.update(x).check().status)
    with pytest.warns(UserWarning, match="a few charges") as at:
        assert int(plan.update(x, charges=lone).status) == Status.DOMINATED
    assert at[0].filename == __file__


def test_plans_for_given_charges_hold_for_charges_like_these(lone):
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 6000), jnp.float32)
    rng = np.random.default_rng(1)
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm", charges=jnp.ones(6000))
    jaxfmm.potential(x, jnp.asarray(rng.random(6000), jnp.float32), plan=plan)
    with pytest.warns(UserWarning, match="a few charges"):
        jaxfmm.potential(x, lone, plan=plan)


def lattice(off, dtype="float32", count=8):
    """(points of a cubic lattice off their places by so many spacings, the lattice) in a cell of
    edge one."""
    sites = np.stack(np.meshgrid(*[np.arange(count)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    moved = sites + off * np.random.default_rng(0).normal(size=sites.shape)
    return jnp.asarray(moved / count, dtype), jnp.asarray(sites / count, dtype)


KERNEL = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)


@pytest.mark.filterwarnings("ignore:the fields of")
@pytest.mark.parametrize("method", ["fmm", "ewald"])
def test_fields_of_a_lattice_cancel(method, tol=1e-3):
    """Errors are not larger than is said."""
    x, _ = lattice(1e-3)
    with pytest.warns(
        UserWarning, match="fields of equal charges nearly cancel .* use tol=7e-05, or, with"
    ) as at:
        plan = jaxfmm.plan(x, kernel=KERNEL, tol=tol, method=method)
    assert at[0].filename == __file__
    said = tol / plan.faint
    assert f"nearly cancel at these points: gradients have errors of about {said:.2g}" in str(plan)
    q = jnp.ones(len(x))
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)[1]
    with jax.enable_x64(True):
        wide = x.astype("float64")
        exact = jaxfmm.plan(wide, kernel=KERNEL, tol=1e-8, method="ewald")
        exact = jaxfmm.potential_and_gradient(wide, q.astype("float64"), plan=exact)[1]
    assert cases.error(found, exact) < 1.5 * said


def test_points_evenly_along_one_periodic_axis():
    """Their least fields are not known: no warning, and no error."""
    x = jnp.stack([jnp.arange(256) / 256, 0.01 * jnp.sin(jnp.arange(256.0))], axis=1)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0, axes=(0,))
    assert jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm").faint is None


def test_which_fields_cancel(monkeypatch):
    """Not those of random points, of a perfect crystal, where forces vanish, or of a salt a little
    off its places."""
    for x in (
        lattice(0.1)[0],
        lattice(0)[0],
        jnp.asarray(np.random.default_rng(0).random((1000, 3)), jnp.float32),
    ):
        assert jaxfmm.plan(x, kernel=KERNEL, tol=1e-3, method="ewald").faint is None
    x, _ = lattice(1e-2)
    with pytest.warns(UserWarning, match="these charges nearly cancel") as at:
        jaxfmm.potential_and_gradient(
            x, jnp.ones(len(x)), kernel=KERNEL, tol=1e-3
        )  # without a plan
    assert at[0].filename == __file__
    random = jax.random.normal(jax.random.key(0), (len(x),))
    assert jaxfmm.plan(x, kernel=KERNEL, tol=1e-3, method="ewald", charges=random).faint is None
    inside = jax.jit(lambda x: jaxfmm.plan(x, kernel=KERNEL, tol=1e-3, method="ewald").status)
    assert int(inside(x)) == 0
    assert np.std(arrangement.nearest_of(lattice(0)[0])[0]) < 8 * jnp.finfo("float32").eps


@pytest.mark.filterwarnings("ignore:the fields of")
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_subtracting_the_lattice(dtype, tol=1e-3):
    """The gradient of the lattice is zero but for errors, which are those of the points near it."""
    x, sites = lattice(1e-4, dtype)
    plan, q = jaxfmm.plan(x, kernel=KERNEL, tol=tol, method="fmm"), jnp.ones(len(x), dtype)
    plain, errors = (
        jaxfmm.potential_and_gradient(points, q, plan=plan)[1] for points in (x, sites)
    )
    exact = jaxfmm.potential_and_gradient(
        x, q, plan=jaxfmm.plan(x, kernel=KERNEL, tol=1e-10, method="ewald")
    )[1]
    assert cases.error(plain, exact) > 10 * tol and cases.error(plain - errors, exact) < tol
