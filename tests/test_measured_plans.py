"""Plans whose order, opening parameter and leaf size follow from measured errors."""

import itertools

import cases
import ewald
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import ahead
from jaxfmm.cost_model.families import Parameters
from jaxfmm.methods.costs import Problem
from jaxfmm.native import cache
from jaxfmm.passes import far_images as images
from jaxfmm.planning import (
    capacity,
    known_searches,
    make,
    measured_errors as measured,
    periodic_reference,
    sampled_sums,
    search_by_tables as search,
    warm_up,
)
from jaxfmm.planning.arrangement import arrangement
from jaxfmm.planning.probe_charges import SPARE, alternating, sparse_charges
from jaxfmm.planning.search import parameters_of

FEWER = 4000  # points, for which tests have plans fitted


@pytest.fixture
def small(monkeypatch):
    """Searches for so few points; GPUs sum them before a search pays."""
    monkeypatch.setattr(search, "LEAST_POINTS", FEWER)
    monkeypatch.setattr(make, "pays", lambda *_: True)


def lattice(count, dim=3):
    """Points of a cubic lattice and the charges of rock salt."""
    sites = np.stack(np.meshgrid(*[np.arange(count)] * dim, indexing="ij"), axis=-1).reshape(
        -1, dim
    )
    return jnp.asarray(sites, jnp.float32), jnp.asarray((-1.0) ** sites.sum(1), jnp.float32)


def worst(x, charges, plan, kernel=None):
    """The largest error of potential and gradient at some of the points, of charges (n, k)."""
    some = np.random.default_rng(5).choice(len(x), 300, replace=False)
    out = jaxfmm.potential_and_gradient(
        x, charges, plan=plan, **({} if kernel is None else {"kernel": kernel})
    )
    if kernel is None:
        exact = cases.direct(x, charges, np.asarray(x)[some])
    else:
        direct = jaxfmm.plan(x, x[some], kernel=kernel, method="direct")
        exact = jaxfmm.potential_and_gradient(x, charges, x[some], plan=direct)
    return max(
        cases.error(np.asarray(a)[some][..., i], np.asarray(b)[..., i])
        for a, b in zip(out, exact)
        for i in range(charges.shape[1])
    )


def charges_of(x):
    rng, n = np.random.default_rng(3), len(x)
    return jnp.asarray(
        np.stack([np.ones(n), rng.lognormal(0, 2, n), rng.choice([-1.0, 1.0], n)], axis=1), x.dtype
    )


@pytest.mark.parametrize("name", ["cube", "plummer", "filament"])
def test_other_charges_keep_the_tolerance_at_less_cost(name, small, tol=1e-3):
    x = jnp.asarray(cases.DISTRIBUTIONS[name](np.random.default_rng(0), 6000), jnp.float32)
    plan = jaxfmm.plan(x, tol=tol, method="fmm")
    inside = jax.jit(lambda x: jaxfmm.plan(x, tol=tol, method="fmm").unit * 0 + 1)
    assert float(inside(x)) == 1  # nothing is measured inside jit, and nothing fails
    assert plan.measured is not None and float(plan.measured) <= tol / 2
    assert f"measured when the plan was made: {float(plan.measured):.0e}" in str(plan)
    assert worst(x, charges_of(x), plan) <= tol


def test_the_measured_plan_is_cheaper(small):
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 8000), jnp.float32)
    q = jnp.ones(8000)
    table = jaxfmm.plan(
        x[: FEWER - 1], tol=1e-3, method="fmm"
    ).choice  # too few points to be measured
    measured, given = (jaxfmm.plan(x, tol=1e-3, method="fmm", charges=c) for c in (None, q))
    assert given.choice.method.time(given) <= 1.1 * measured.choice.method.time(measured)
    for plan in (measured, given):
        assert (plan.choice.order, -plan.choice.theta) < (table.order, -table.theta)


def test_errors_at_the_edge_of_leaves_are_not_missed():
    """Local expansions are most wrong there: at a high order few targets have most of the error.
    What is measured may then be several times too much, of other points 6 times, but not too
    little."""
    with jax.enable_x64(True):
        rng, n = np.random.default_rng(11), 20_000
        x, q = (
            jnp.asarray(cases.DISTRIBUTIONS["shell"](rng, n)),
            jnp.asarray(rng.normal(size=(n, 1))),
        )
        plan = jaxfmm.plan(x, method="fmm", order=13, theta=0.75, leaf_size=96)
        y = plan.inside(x, plan.homes[1])
        found = measured.measured_errors(plan, y, y, q).relative[0]
        sums = jaxfmm.potential_and_gradient(x, q[:, 0], plan=plan)
        exact = jaxfmm.potential_and_gradient(x, q[:, 0], plan=jaxfmm.plan(x, method="direct"))
        true = [cases.error(one, np.asarray(other)) for one, other in zip(sums, exact)]
    assert all(0.6 < a / b < 4 for a, b in zip(found, true)), (found, true)


def test_largest_error_at_a_target(n=20_000):
    """For charges of one sign, at the targets that were measured: no more than at all targets."""
    x = jnp.asarray(cases.cube(np.random.default_rng(1), n), "float32")
    q = jnp.ones(n, "float32")
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm", charges=q)
    assert "largest relative error measured at a target" in str(plan)
    sums = jaxfmm.potential_and_gradient(x, q, plan=plan)
    exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, method="direct"))
    for found, one, other in zip(plan.at_target, sums, exact):
        wrong, size = (np.linalg.norm(a.reshape(n, -1), axis=1) for a in (one - other, other))
        true = np.sort(wrong / size)
        assert true[-n // 50] < found < 1.1 * true[-1]
    assert jax.jit(lambda plan: plan)(plan).at_target == ()


@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)], ids=["open", "cell"]
)
def test_errors_of_few_charges(kernel, n=20_000, dtype="float32"):
    """They are seen at many targets, though few have most of them, and are no smaller for the luck
    of a near target."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), n), dtype)
    charges, at = sparse_charges(n, dtype)
    plan = jaxfmm.plan(x, kernel=kernel, method="fmm", order=5, theta=0.8, leaf_size=32)
    y = plan.inside(x, plan.homes[1])
    cell = None
    if kernel.has_images:
        setup = periodic_reference.setup_of(plan.request, Problem(plan.kernel, x, None))
        cell = periodic_reference.in_cell(plan, setup, y, y)
        cell = cell, cell.of(charges, at)
    found = measured.measured_errors(plan, y, y, charges, cell=cell, few_at=at).relative[0, 1]
    gradient = np.asarray(jaxfmm.potential_and_gradient(x, charges[:, 0], plan=plan)[1], float)
    with jax.enable_x64(True):
        wide = jnp.asarray(np.asarray(x, float))
        some = jaxfmm.plan(
            wide[at],
            wide,
            kernel=kernel,
            method="ewald" if kernel.has_images else "direct",
            tol=1e-8,
        )
        exact = jaxfmm.potential_and_gradient(
            wide[at], charges[at, 0].astype(float), wide, plan=some
        )[1]
    wrong, size = (np.square(a).sum(1) for a in (gradient - np.asarray(exact), np.asarray(exact)))
    true = np.sqrt(wrong.sum() / size.sum())
    close = int(min(measured.LARGEST * n, measured.CLOSE_TO_FEW * len(at)))
    usual = np.sqrt(wrong.sum() / np.minimum(size, np.sort(size)[-close]).sum())
    assert found == pytest.approx(usual, rel=0.1) and found > true > 0.3 * found


def test_a_plan_stays_measured_when_it_is_updated(small, tol=1e-3):
    rng = np.random.default_rng(0)
    x, moved = (jnp.asarray(cases.plummer(rng, 5000), jnp.float32) for _ in range(2))
    plan = jaxfmm.plan(x, tol=tol, method="fmm").update(moved)
    assert plan.measured is not None
    assert worst(moved, charges_of(moved), plan) <= tol


def test_which_points_are_even_or_paired():
    """Crystals are even; random points and the atoms of a protein, whose bonds are about as long,
    are neither."""
    for points in (lattice(10)[0], lattice(40, dim=2)[0], _faces(6)):
        assert arrangement(points / 10) == (True, False)
    for draw in (cases.cube, cases.actin, cases.plummer, cases.square):
        assert arrangement(jnp.asarray(draw(np.random.default_rng(0), 3000), jnp.float32)) == (
            False,
            False,
        )
    for seed in range(8):
        points, apart = np.random.default_rng(seed).random((2, 50_000, 1)) * [[[1.0]], [[1e-6]]]
        pairs = np.concatenate([points, points + apart])
        for among, paired in ((points, False), (pairs, True)):
            assert arrangement(jnp.asarray(among, jnp.float32)) == (False, paired)
    for apart in (1e-3, 0.3):
        points = cases.close_dipoles(np.random.default_rng(0), 3000, cases.plummer, apart)
        assert arrangement(jnp.asarray(points, jnp.float32)) == (False, True)


@pytest.mark.parametrize(
    "apart, n, seed",
    [
        (1e-2, 4000, 0),
        pytest.param(1e-3, 6000, 2, marks=pytest.mark.slow),
        pytest.param(0.1, 8000, 1, marks=pytest.mark.slow),
    ],
)
def test_close_dipoles(apart, n, seed, small, tol=1e-3):
    """Charges that cancel in pairs, some of which a plane between two leaves parts."""
    rng = np.random.default_rng(seed)
    points = cases.close_dipoles(rng, n, cases.plummer, apart), cases.plummer(rng, 2000)
    (x, y), q = (
        (jnp.asarray(x, jnp.float32) for x in points),
        jnp.asarray(np.resize([1.0, -1.0], n), jnp.float32),
    )
    out = jaxfmm.potential_and_gradient(x, q, y, plan=jaxfmm.plan(x, y, tol=tol, method="fmm"))
    assert max(map(cases.error, out, cases.direct(x, q, y))) <= tol


@pytest.mark.slow
@pytest.mark.parametrize("softening", [0.01, 0.3])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_close_dipoles_softened(softening, dtype, small, tol=1e-3):
    """Without targets too: the field of a charge at the other of its pair is no larger than
    elsewhere."""
    rng, n = np.random.default_rng(0), 6000
    x, kernel = (
        jnp.asarray(cases.close_dipoles(rng, n, cases.cube, 0.03), dtype),
        jaxfmm.Laplace(softening),
    )
    plan, q = (
        jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm"),
        jnp.asarray(np.resize([1.0, -1.0], n), dtype),
    )
    out = jaxfmm.potential_and_gradient(x, q, plan=plan)
    assert max(map(cases.error, out, cases.direct(x, q, softening=softening))) <= tol


def test_crystals(tol=1e-3):
    """Gradients of rock salt cancel but for its surface: errors beside them are large."""
    x, q = lattice(15)
    assert (alternating(x)[:, 0] * np.asarray(q) == float(q[0])).all()
    plan = jaxfmm.plan(x, tol=tol, method="fmm")
    assert plan.measured is not None
    assert worst(x, q[:, None], plan) <= tol
    phi, gradient = jaxfmm.potential_and_gradient(x, q, tol=tol)  # without a plan
    exact = cases.direct(x, q)
    assert max(cases.error(phi, exact[0]), cases.error(gradient, exact[1])) <= tol


def worst_in_cell(x, charges, plan, kernel):
    """As `worst`, in a cell; of net charges the gradient alone, whose rounding is not beside a
    background."""
    out = jaxfmm.potential_and_gradient(x, charges, plan=plan)
    exact = jaxfmm.potential_and_gradient(
        x, charges, kernel=kernel, plan=jaxfmm.plan(x, kernel=kernel, tol=1e-5, method="ewald")
    )
    neutral = np.abs(np.asarray(charges).sum(0)) < 0.1 * np.abs(np.asarray(charges)).sum(0)
    columns = [
        (a, b, i)
        for a, b, which in zip(out, exact, (neutral, neutral | True))
        for i in np.flatnonzero(which)
    ]
    return max(cases.error(a[..., i], b[..., i]) for a, b, i in columns)


CELLS = {"cube": np.eye(3), "oblique": np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])}


@pytest.mark.parametrize("name", [pytest.param("cube", marks=pytest.mark.slow), "oblique"])
@pytest.mark.parametrize("kind", ["random", "salt"])
def test_cells(name, kind, small, tol=1e-3):
    """At less cost than by the tables: random points, and rock salt with its ions off their
    places."""
    rng = np.random.default_rng(0)
    x, q = lattice(16)
    x = (x + 0.05 * rng.normal(size=x.shape)) / 16 if kind == "salt" else rng.random((4096, 3))
    x, kernel = (
        jnp.asarray(x @ CELLS[name], jnp.float32),
        jaxfmm.Periodic(jaxfmm.Laplace(), CELLS[name]),
    )
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    assert plan.measured is not None and float(plan.measured) <= tol
    table = jaxfmm.plan(x[: FEWER - 1], kernel=kernel, tol=tol, method="fmm").choice
    if kind == "random":
        assert plan.choice.order < table.order
    assert (
        worst_in_cell(x, jnp.concatenate([q[:, None], charges_of(x)], axis=1), plan, kernel) <= tol
    )


def test_perfect_crystals_in_cells(tol=1e-4):
    """Forces are zero by symmetry; a plan is made, and potentials are right."""
    x, q = lattice(8)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 8.0)
    for charges in (None, q, jnp.ones(512)):
        plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm", charges=charges)
        np.testing.assert_allclose(jaxfmm.potential(x, q, plan=plan), -1.74756459 * q, rtol=tol)


def moved_ions(edge):
    x, _ = lattice(edge)
    moved = x + 0.05 * np.random.default_rng(0).normal(size=x.shape)
    return jnp.asarray(moved, jnp.float32), jaxfmm.Periodic(jaxfmm.Laplace(), float(edge))


def test_rounding_of_the_background_does_not_count(tol=1e-4):
    """Equal ions near the places of a crystal have forces that are far smaller than the field of
    the background."""
    x, kernel = moved_ions(24)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    assert float(plan.measured) <= tol / SPARE
    assert tries_of(plan) == 1


def test_a_method_without_lists_in_place_of_tries_that_miss(monkeypatch, small, tol=1e-4):
    x, kernel = moved_ions(16)
    ewald_plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="ewald")
    monkeypatch.setattr(measured, "largest_error", lambda *_: measured.Measured(1.0, ()))
    made = make.make_plan
    plans = itertools.chain([made], itertools.repeat(lambda *_: ewald_plan))
    monkeypatch.setattr(make, "make_plan", lambda *args: next(plans)(*args))
    assert jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm").method == "ewald"


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_the_reference_of_cells(dtype):
    """`few.in_cell` against a plain Ewald sum, with fewer targets than sources."""
    rng, cell = np.random.default_rng(0), CELLS["oblique"]
    x, y, q = rng.random((300, 3)) @ cell, rng.random((20, 3)) @ cell, rng.normal(size=(300, 2))
    x, y, q = map(jnp.asarray, (x, y, q))
    plan = jaxfmm.plan(x, y, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cell), tol=1e-6, method="fmm")
    here, there = (plan.inside(points, home) for points, home in zip((x, y), plan.homes[::-1]))
    setup = periodic_reference.setup_of(plan.request, Problem(plan.kernel, x, y))
    found = periodic_reference.in_cell(plan, setup, here, there).of(q)(np.arange(5))
    phi, back = jax.vjp(lambda y: ewald.potential(y, x, q[:, 1], cell), y[:5])
    unit = float(plan.unit)
    np.testing.assert_allclose(found[1, :, 0, 0] / unit, phi, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(
        found[1, :, 0, 1:] / unit**2, back(jnp.ones(5))[0], rtol=1e-6, atol=1e-5
    )


@pytest.mark.slow
@pytest.mark.parametrize("tol", [1e-3, 1e-4])
def test_large_crystals(tol):
    """Rock salt, and two crystals whose nearest neighbours are not along the axes."""
    x, q = lattice(27)
    assert worst(x, q[:, None], jaxfmm.plan(x, tol=tol)) <= tol
    cells, _ = lattice(20)
    caesium = jnp.concatenate([cells, cells + 0.5])
    signs = jnp.repeat(jnp.array([1.0, -1.0]), len(cells))[:, None]
    assert worst(caesium, signs, jaxfmm.plan(caesium, tol=tol)) <= tol
    face = _faces(12)
    blende = jnp.concatenate([face, face + 0.25])
    signs = jnp.repeat(jnp.array([1.0, -1.0]), len(face))[:, None]
    assert worst(blende, signs, jaxfmm.plan(blende, tol=tol)) <= tol


def _faces(count):
    corners = jnp.array([[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]])
    return (lattice(count)[0][:, None] + corners[None]).reshape(-1, 3)


def test_lengths_near_those_of_the_plan(small, tol=1e-2):
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 5000), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.InverseMultiquadric(0.1), tol=tol, method="fmm")
    assert plan.choice.method.family == "polyharmonic" and plan.measured is not None
    for core in (0.01, 0.1, 3.0):
        assert worst(x, charges_of(x), plan, jaxfmm.InverseMultiquadric(core)) <= tol
    with pytest.raises(ValueError, match="64 times"):
        jaxfmm.potential(x, jnp.ones(5000), kernel=jaxfmm.InverseMultiquadric(0.001), plan=plan)
    near = plan.update(x, kernel=jaxfmm.InverseMultiquadric(0.01))
    with pytest.raises(ValueError, match="64 times"):  # in two steps as in one
        near.update(x, kernel=jaxfmm.InverseMultiquadric(0.001))


def test_measured_taylor_expansions_take_fewer_pairs(small, tol=1e-2):
    """Cells of very different sizes interact by the sum of their radii."""
    x = jnp.asarray(cases.plummer(np.random.default_rng(0), 6000), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Matern(0.1, 2.5), tol=tol, method="fmm")
    o = plan.choice
    assert o.method.family == "radial" and o.by_sum
    options = {"method": "fmm", "order": o.order, "theta": o.theta, "leaf_size": o.leaf_size}
    by_hand = jaxfmm.plan(x, kernel=jaxfmm.Matern(0.1, 2.5), **options)
    assert not by_hand.choice.by_sum and plan.pair_work() < 0.85 * by_hand.pair_work()
    for length in (0.003, 5.0):
        assert worst(x, charges_of(x), plan, jaxfmm.Matern(length, 2.5)) <= tol


@pytest.mark.slow
@pytest.mark.parametrize("softening", [1e-4, 0.01, 0.3])
def test_measured_taylor_expansions_of_a_tiny_cluster(softening, small, tol=1e-4):
    """Amid many targets: nearly all far pairs are of a cell and a point, whatever its side."""
    rng, kernel = np.random.default_rng(0), jaxfmm.Laplace(softening)
    x, y = rng.random((6000, 3)), 0.5 + 1e-3 * (rng.random((1500, 3)) - 0.5)
    for sources, targets in ((x, y), (y, x)):
        sources, targets = (jnp.asarray(points, jnp.float32) for points in (sources, targets))
        plan = jaxfmm.plan(sources, targets, kernel=kernel, tol=tol, method="fmm")
        q = charges_of(sources)
        direct = jaxfmm.plan(sources, targets, kernel=kernel, method="direct")
        every = [
            jaxfmm.potential_and_gradient(sources, q, targets, plan=each) for each in (plan, direct)
        ]
        for value, exact in zip(*every):
            for i in range(q.shape[1]):
                assert cases.error(value[..., i], exact[..., i]) <= tol


@pytest.mark.parametrize("seed", [0, 3])
def test_charges_beside_a_tiny_cluster_without_any(seed, small, tol=1e-3):
    """Half of the points are in a cluster a thousandth as wide, and have no charge: its fields hide
    no errors."""
    rng = np.random.default_rng(seed)
    x = rng.random((8000, 3))
    x[:4000] = 0.5 + 1e-3 * (x[:4000] - 0.5)
    q = rng.choice([-1.0, 1.0], (8000, 1)) * (np.arange(8000) >= 4000)[:, None]
    x, q = (jnp.asarray(a, jnp.float32) for a in (x, q))
    assert worst(x, q, jaxfmm.plan(x, tol=tol, method="fmm")) <= tol


def test_tries_that_just_miss_are_followed_by_safer_ones(monkeypatch, small, tol=1e-3):
    """Not by the tables, which are several times as careful."""
    x, wrong = jnp.asarray(cases.cube(np.random.default_rng(0), 6000), jnp.float32), []

    def error_of(plan, given, draws):
        o, model = plan.choice, plan.choice.method.capacity_model(plan.choice, plan.kernel, x.dtype)
        usual = model.usual_error(o.order, o.theta, 1)
        wrong.append(
            max(2.0 * usual, 1.02 * tol / SPARE if len(wrong) < search.MOST_TRIES else 0.0)
        )
        return measured.Measured(wrong[-1], ())

    monkeypatch.setattr(measured, "largest_error", error_of)
    plan = jaxfmm.plan(x, tol=tol, method="fmm")
    assert search.MOST_TRIES < len(wrong) <= search.MOST_TRIES + search.MORE_TRIES
    assert wrong[-1] <= tol / SPARE and float(plan.measured) == pytest.approx(wrong[-1])


@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)], ids=["open", "cell"]
)
def test_what_is_compiled_ahead_is_what_a_try_calls(kernel, monkeypatch, small):
    """The tree and lists with the room that they will have, and the sums."""
    begun, compiled = [], []
    begin, build, programs = warm_up.begin, capacity.build, ahead.Programs.__call__

    def noted(self, function, *args, **static):
        compiled.append(function)
        return programs(self, function, *args, **static)

    def made(choice, *args, **given):
        begun.append(("built", choice))
        return build(choice, *args, **given)

    monkeypatch.setattr(
        warm_up, "begin", lambda *a, tree=True: (begun.append((tree, a[0])), begin(*a, tree=tree))
    )
    for module in (capacity, make):
        monkeypatch.setattr(module, "build", made)
    monkeypatch.setattr(ahead.Programs, "__call__", noted)
    monkeypatch.setattr(warm_up, "_begun", set())
    for name in ("UNKNOWN_NEWTONIAN", "UNKNOWN_IN_CELL"):  # the first try misses
        monkeypatch.setattr(search, name, 0.2)
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 6000), jnp.float32)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm", uses=10**6)
    assert plan.measured is not None and len({choice for _, choice in begun}) > 1
    for (what, choice), after in zip(begun, begun[1:]):
        assert what is not True or after == ("built", choice)
    assert sampled_sums._compiled_sums in compiled
    assert images._lattice_of not in compiled  # known images are not compiled


def test_plans_of_a_crystal_in_a_cell_begin_as_those_of_crystals(small, monkeypatch):
    """Their first plan is the one that is tried, and its program of sums the one that measures it
    and its faint fields."""
    shapes, built, build = set(), [], capacity.build
    sums = sampled_sums.sums_of_plan

    def noted(plan, kernel, *args, **given):
        unread = sampled_sums.without_unread(plan, kernel)
        leaves, tree = jax.tree.flatten((unread, kernel, args[:3]))
        shapes.add((tree, *((leaf.shape, leaf.dtype) for leaf in leaves)))
        return sums(plan, kernel, *args, **given)

    monkeypatch.setattr(sampled_sums, "sums_of_plan", noted)
    for module in (capacity, make):
        monkeypatch.setattr(
            module, "build", lambda *args, **kw: built.append(1) or build(*args, **kw)
        )
    x, _ = lattice(16)
    moved = x + 0.05 * jax.random.normal(jax.random.key(0), x.shape)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), 16.0)
    plan = jaxfmm.plan(moved, kernel=kernel, tol=1e-4, method="fmm")
    assert plan.measured is not None and "tried: 1" in plan.making
    assert len(built) == len(shapes) == 1


@pytest.mark.parametrize("uses, careful", [(100, True), (10**7, False)])
def test_after_a_miss_the_aim_depends_on_what_another_try_costs(small, monkeypatch, uses, careful):
    """A try of a second is more than a hundred sums take, and less than 10^7."""
    monkeypatch.setattr(search, "UNKNOWN_NEWTONIAN", 0.2)  # the first try misses
    aims, propose = [], search.TableSearch.propose_next

    def noted(self):
        proposal = propose(self)
        aims.append(proposal and proposal[1])
        return proposal

    monkeypatch.setattr(search.TableSearch, "propose_next", noted)
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 6000), jnp.float32)
    tol = 1e-4
    jaxfmm.plan(x, tol=tol, method="fmm", uses=uses)
    assert (aims[1] == tol / SPARE * search.LEAST_AIM) == careful


def test_the_pairs_of_the_points_count(small, tol=1e-6, dtype="float64"):
    """Points on a curve have a fifth of the pairs of those in a cube, so that smaller opening
    parameters pay."""
    with jax.enable_x64(True):
        rng = np.random.default_rng(0)
        plans = [
            jaxfmm.plan(jnp.asarray(make(rng, 12000), dtype), tol=tol, method="fmm")
            for make in (cases.cube, cases.filament)
        ]
    cube, curve = (plan.choice for plan in plans)
    assert curve.theta <= cube.theta - 0.05


def test_a_leaf_size_that_is_given(small, tol=1e-3):
    """Order and opening parameter are the best for it: small leaves have many translations, which
    low orders make cheaper, and large ones many pairs, which a large opening parameter saves."""
    x = jnp.asarray(cases.plummer(np.random.default_rng(0), 8000), jnp.float32)
    little, large = (jaxfmm.plan(x, tol=tol, method="fmm", leaf_size=size) for size in (8, 256))
    assert None not in (little.measured, large.measured)
    assert little.choice.theta < 0.75 and large.choice.theta > 0.85
    for plan in (little, large):
        assert worst(x, charges_of(x), plan) <= tol


def test_treecodes(small, tol=1e-3):
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 5000), jnp.float32)
    plan = jaxfmm.plan(x, tol=tol, method="treecode")
    assert plan.measured is not None and worst(x, charges_of(x), plan) <= tol


def test_in_the_plane(small, dtype="float32", tol=1e-4):
    x = jnp.asarray(cases.spiral(np.random.default_rng(0), 6000), dtype)
    plan = jaxfmm.plan(x, tol=tol, method="fmm")
    assert plan.measured is not None and worst(x, charges_of(x), plan) <= tol


@pytest.mark.parametrize("least", [0.0, 8e-5, 2e-4])
def test_tries_in_cells(least, monkeypatch, small, tol=1e-4):
    """Orders are even; where errors fall by the root of what is expected the next plan aims at much
    less; and where they stay, as those of rounding do, no others are tried: the plan keeps `tol` or
    says nothing."""
    x, tried = jnp.asarray(cases.cube(np.random.default_rng(0), 6000), jnp.float32), []

    def error_of(plan, given, draws):
        o, model = plan.choice, plan.choice.method.capacity_model(plan.choice, plan.kernel, x.dtype)
        wrong = max(10 * tol * (model.usual_error(o.order, o.theta, 1) / tol) ** 0.5, least)
        tried.append((o.order, wrong))
        return measured.Measured(wrong, ())

    monkeypatch.setattr(measured, "largest_error", error_of)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), 1.0), tol=tol, method="fmm")
    assert len(tried) <= search.MOST_TRIES + (1 if least > tol else search.MORE_TRIES)
    kept = [wrong for _, wrong in tried if wrong <= tol]
    assert bool(kept) == (least <= tol) == (plan.measured is not None)
    if kept:
        assert float(plan.measured) == pytest.approx(min(kept))
    assert all(
        order % 2 == 0 for order, _ in tried[: len(tried) - (not kept)]
    )  # the last of all is by the tables


def test_charges_that_are_zero():
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 3000), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm", charges=jnp.zeros(3000))
    assert plan.measured is None
    assert (jaxfmm.potential(x, jnp.zeros(3000), plan=plan) == 0).all()


def test_rounding_may_be_the_least_error(monkeypatch):
    """The plan says which error can be had."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 3000), jnp.float32)
    monkeypatch.setattr(measured, "largest_error", lambda *_: measured.Measured(2e-4, ()))
    with pytest.raises(
        ValueError, match="the least error measured for these points is 2e-04; use a larger tol"
    ):
        jaxfmm.plan(x, tol=1e-4, method="fmm", charges=jnp.ones(3000))


def test_what_is_not_measured():
    """Few points, orders by hand, plans inside jit: none of them is."""
    x = jnp.asarray(cases.cube(np.random.default_rng(0), 3000), jnp.float32)
    for options in ({"tol": 1e-3}, {"order": 4}, {"theta": 0.6}):
        assert jaxfmm.plan(x, method="fmm", **options).measured is None


def tries_of(plan):
    return int(plan.making.rsplit(": ", 1)[1])


def test_a_search_begins_with_what_the_last_one_found(small, found_before, monkeypatch):
    """Another process, or other points of the same kind, confirms by one measurement what was
    found; other kinds of points, and what is no longer good, are searched for anew."""
    monkeypatch.setattr(search, "UNKNOWN_NEWTONIAN", 1.0)  # the first try misses
    rng = np.random.default_rng(1)
    x, y = (jnp.asarray(cases.plummer(rng, FEWER), jnp.float32) for _ in range(2))
    first = jaxfmm.plan(x, tol=1e-3, method="fmm", uses=10**9)
    assert tries_of(first) > 1
    again = jaxfmm.plan(y, tol=1e-3, method="fmm", uses=10**9)
    assert tries_of(again) == 1 and parameters_of(again) == parameters_of(first)
    assert again.measured <= 0.5e-3
    monkeypatch.setattr(cache, "_memory", {})
    third = jaxfmm.plan(x, tol=1e-3, method="fmm", uses=10**9)
    assert tries_of(third) == 1 and parameters_of(third) == parameters_of(first)
    even = jaxfmm.plan(jax.random.uniform(jax.random.key(0), (FEWER, 3)), tol=1e-3, method="fmm")
    assert even.measured <= 0.5e-3
    assert known_searches.pairs_of(even)[0] < 0.6 * known_searches.pairs_of(again)[0]


def test_what_was_found_is_measured_again(small, found_before, monkeypatch):
    monkeypatch.setattr(known_searches, "recall", lambda key: Parameters(2, 0.8, 16))
    x = jax.random.uniform(jax.random.key(0), (FEWER, 3))
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm")
    assert tries_of(plan) > 1 and plan.choice.order > 2 and plan.measured <= 0.5e-3
