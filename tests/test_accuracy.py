"""`tol` is kept: for the potential and the gradient, on every distribution, for charges of one sign
and of both."""

import dataclasses

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.cost_model import rates
from jaxfmm.cost_model.error_tables import tables
from jaxfmm.cost_model.families import FAMILIES
from jaxfmm.cost_model.model import Model
from jaxfmm.cost_model.times import Surroundings

ASKED = [
    ("float32", 1e-3),
    ("float32", 1e-4),
    ("float32", 1e-5),
    ("float64", 1e-6),
    ("float64", 1e-9),
]


def errors(name, n, tol, method, gradient=True, dtype=jnp.float32, separate=False, **options):
    """Relative L2 errors at sampled targets, {kind of charges: (potential, gradient or None)}."""
    rng = np.random.default_rng(11)
    draw = (cases.DISTRIBUTIONS | cases.HEAVY_TAILS)[name]
    x = jnp.asarray(draw(rng, n), dtype)
    q = jnp.asarray(np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1), dtype)
    y = jnp.asarray(draw(rng, n // 2), dtype) if separate else None
    plan = jaxfmm.plan(x, y, tol=tol, method=method, gradient=gradient, **options)
    assert plan.method == method and plan.request.promised
    out = (
        jaxfmm.potential_and_gradient(x, q, y, plan=plan)
        if gradient
        else (jaxfmm.potential(x, q, y, plan=plan),)
    )
    targets = np.asarray(x if y is None else y)
    sample = rng.choice(len(targets), min(300, len(targets)), replace=False)
    phi, grad = cases.direct(x, q, targets[sample], block=max(1, int(2e6 / n)))
    reference = (phi, grad)
    return {
        kind: [
            cases.error(np.asarray(a)[sample][..., i], b[..., i]) for a, b in zip(out, reference)
        ]
        for i, kind in enumerate(cases.CHARGES)
    }


@pytest.mark.parametrize(
    "dtype, tol",
    [
        pytest.param(*asked, marks=[pytest.mark.slow] * (asked not in (ASKED[1], ASKED[4])))
        for asked in ASKED
    ],
    indirect=["dtype"],
)
@pytest.mark.parametrize("name", cases.DISTRIBUTIONS)
def test_fmm(name, dtype, tol):
    for kind, achieved in errors(name, 10_000, tol, "fmm", dtype=dtype).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize(
    "dtype, tol",
    [("float32", 1e-4), pytest.param("float64", 1e-7, marks=pytest.mark.slow)],
    indirect=["dtype"],
)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name != "plummer_uncut"))
        for name in cases.HEAVY_TAILS
    ],
)
def test_heavy_tails(name, dtype, tol):
    """With leaves so small that outliers beside the crowd are split apart (tree/sparse.py)."""
    for kind, achieved in errors(name, 10_000, tol, "fmm", dtype=dtype, leaf_size=12).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize(
    "dtype, tol",
    [("float32", 1e-4), pytest.param("float64", 1e-7, marks=pytest.mark.slow)],
    indirect=["dtype"],
)
@pytest.mark.parametrize("name", ["plummer", "filament"])
def test_treecode(name, dtype, tol):
    for kind, achieved in errors(name, 5_000, tol, "treecode", dtype=dtype, leaf_size=32).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize("name", ["cube", "plummer"])
def test_potential_alone(name, tol=1e-4):
    for kind, achieved in errors(name, 10_000, tol, "fmm", gradient=False).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize("name", ["plummer", "clusters"])
def test_targets_that_are_not_the_sources(name, tol=1e-4):
    for kind, achieved in errors(name, 10_000, tol, "fmm", separate=True).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize(
    "dim, tree, dtype, tol",
    [
        (3, "adaptive", "float32", 1e-3),
        *(
            pytest.param(*given, marks=pytest.mark.slow)
            for given in (
                (2, "adaptive", "float64", 1e-6), (3, "balanced", "float32", 1e-3), (3, "adaptive", "float64", 1e-6),
                (2, "adaptive", "float32", 1e-3), (3, "balanced", "float64", 1e-6),
            )
        ),
    ],
    indirect=["dtype"],
)  # fmt: skip
def test_a_point_amid_many(dim, tree, dtype, tol):
    """One small cluster, or one heavy particle: far pairs are of a cell and a point, and their
    errors of one sign."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((6000, dim)), dtype)
    for place, size in ((0.5, 1e-3), (0.81, 1e-3), (1.0, 0.0), (0.3, 1e-2)):
        y = jnp.asarray(place + size * (rng.random((500, dim)) - 0.5), dtype)
        q = jnp.asarray(cases.one_sign(rng, y), dtype)
        plan = jaxfmm.plan(y, x, tol=tol, method="fmm", tree=tree)
        out = jaxfmm.potential_and_gradient(y, q, x, plan=plan)
        assert max(map(cases.error, out, cases.direct(y, q, x))) <= tol, (place, size)
    heavy = jnp.zeros(6000, dtype).at[17].set(1)
    plan = jaxfmm.plan(x, tol=tol, method="fmm", tree=tree)
    out = jaxfmm.potential_and_gradient(x, heavy, plan=plan)
    assert max(map(cases.error, out, cases.direct(x[17:18], heavy[17:18], x))) <= tol


def test_a_plan_made_inside_jit():
    """Room for tree and lists follows from the shapes alone, and is enough."""
    rng = np.random.default_rng(0)

    @jax.jit
    def inside(x, q):
        plan = jaxfmm.plan(x, tol=1e-3)
        return jaxfmm.potential(x, q, plan=plan), plan.status

    for name in ("cube", "plummer", "shell", "filament", "clusters"):
        x = jnp.asarray(cases.DISTRIBUTIONS[name](rng, 20_000), jnp.float32)
        q = jnp.asarray(cases.one_sign(rng, x), jnp.float32)
        phi, status = inside(x, q)
        assert int(status) == 0
        assert cases.error(phi[:200], cases.direct(x, q, np.asarray(x)[:200])[0]) < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("dtype, tol", ASKED, indirect=["dtype"])
@pytest.mark.parametrize("name", cases.DISTRIBUTIONS)
@pytest.mark.parametrize("n", [100_000, 1_000_000])
def test_fmm_at_real_sizes(name, dtype, tol, n):
    for kind, achieved in errors(name, n, tol, "fmm", dtype=dtype).items():
        assert max(achieved) <= tol, (kind, achieved)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_down_to_the_last_digits(dtype):
    for kind, achieved in errors("cube", 5_000, 1e-12, "fmm", dtype=dtype).items():
        assert max(achieved) <= 1e-12, (kind, achieved)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_error_falls_with_the_order(dtype):
    """By about a factor theta per order, and below what the model expects."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.cube(rng, 5000))
    q = jnp.asarray(cases.one_sign(rng, x))
    reference = cases.direct(x, q)
    achieved = []
    for order in (2, 5, 8, 11, 14):
        plan = jaxfmm.plan(x, method="fmm", order=order, theta=0.5, leaf_size=32)
        achieved.append(
            [
                cases.error(a, b)
                for a, b in zip(jaxfmm.potential_and_gradient(x, q, plan=plan), reference)
            ]
        )
        assert achieved[-1][1] <= Model(3, "adaptive").expected_error(order, 0.5, 1)
    ratio = np.array(achieved[1:]) / np.array(achieved[:-1])
    assert (ratio < 0.5**3).all(), ratio


@pytest.mark.parametrize("n", [2048, pytest.param(16384, marks=pytest.mark.slow)])
def test_rounding_of_the_direct_sum_does_not_grow(n):
    """Relative force errors in float32 stay at a few units in the last place (Hamada & Iitaka 2007,
    table 2)."""
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.plummer(rng, n), jnp.float32)
    q = jnp.ones(n, jnp.float32) / n
    y = x[:500]
    out = jaxfmm.potential_and_gradient(x, q, y, plan=jaxfmm.plan(x, y, method="direct"))
    for a, b in zip(out, cases.direct(x, q, y)):
        assert cases.error(a, b) < 3e-7


def test_memory_of_the_direct_sum_is_linear():
    x = jax.ShapeDtypeStruct((200_000, 3), jnp.float32)
    q = jax.ShapeDtypeStruct((200_000,), jnp.float32)
    plan = jaxfmm.plan(jnp.zeros((200_000, 3), jnp.float32), method="direct")
    lowered = jax.jit(lambda x, q: jaxfmm.potential_and_gradient(x, q, plan=plan)).lower(x, q)
    assert lowered.compile().memory_analysis().temp_size_in_bytes < 100 * 200_000


@pytest.mark.parametrize(
    "backend",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != "cpu")) for name in rates.BACKENDS],
)
@pytest.mark.parametrize(
    "dim, kind",
    [pytest.param(*key, marks=[pytest.mark.slow] * (key[0] == 2)) for key in tables("largest")],
)
def test_the_choice_is_monotonic(dim, kind, backend):
    """A smaller tol never costs less."""
    of_many = kind in FAMILIES
    given = ("adaptive", kind) if of_many else (kind, "harmonic")
    least = {"interpolated": [1e-8], "radial": []}.get(kind, [1e-9, 1e-12])
    model, costs = (
        Model(dim, *given, rates=rates.rates(backend, 3 if of_many else dim, "float64")),
        [],
    )
    for tol in (1e-2, 1e-3, 1e-4, 1e-5 if kind == "radial" else 1e-6, *least):
        c = model.choose(tol, 1, 100_000)
        assert model.expected_error(c.order, c.theta, 1) < tol
        costs.append(model.cost(c.order, c.theta, c.leaf_size, 100_000))
    assert costs == sorted(costs)
    assert model.choose(1e-16, 1, 100_000) is None


@pytest.mark.parametrize("family", ["radial", "interpolated"])
def test_orders_below_those_of_the_tables_are_not_taken(family):
    for dim in (1, 2, 3):
        model = Model(dim, "adaptive", family)
        least = model.errors.orders[0]
        assert (
            model.order_for(0.9, min(model.errors.gradient), 0)
            == model.order_for(0.9, 0.5, 0, usual=True)
            == least
        )


def test_errors_that_were_measured_count_for_their_leaf_size():
    """There a larger error takes another choice, as everywhere; a smaller one says nothing of other
    leaf sizes."""
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))
    plain = {size: model.choose(5e-5, 1, 10**6, usual=True, leaf_size=size) for size in (48, 64)}

    def chosen(leaf_size, times):
        ratios = (((plain[48].theta, 48, plain[48].order), times),)
        return model.choose(5e-5, 1, 10**6, usual=True, leaf_size=leaf_size, ratios=ratios)

    assert chosen(64, 0.5) == plain[64] and chosen(48, 0.5) != plain[48] != chosen(48, 4.0)
    assert chosen(48, 4.0).theta < plain[48].theta or chosen(48, 4.0).order > plain[48].order
    assert chosen(64, 4.0) != plain[64]


def test_errors_that_were_measured_count_for_their_order():
    """Orders between are as bad as those beside them, even ones by the root of what is known of odd
    ones alone."""
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))

    def order(tol, *ratios):
        return model.order_for(tol, 0.8, 1, usual=True, ratios=ratios)

    usual = {p: 1.001 * model.usual_error(p, 0.8, 1) for p in range(5, 12)}
    assert order(usual[7]) == 7 and order(usual[7], (6, 1.5), (7, 1.5)) == 8 == order(
        usual[8], (7, 9.0), (8, 1.0)
    )
    assert order(6 * usual[8], (7, 36.0)) == 8 and order(6 * usual[8], (7, 36.0), (9, 36.0)) > 8
    assert order(usual[8], (7, 0.5)) < 8  # a smaller error is one for all


def test_no_plan_is_tried_twice():
    """What a higher order shows does not make a lower one good again that was measured to be
    bad."""
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))
    bad = ((0.8, 48, 7), 8.0), ((0.8, 48, 8), 1.0)
    found = {
        one.theta: one.order
        for one in model.sufficient(5e-4, 1, usual=True, ratios=bad, leaf_size=48)
    }
    plain = {one.theta: one.order for one in model.sufficient(5e-4, 1, usual=True, leaf_size=48)}
    assert plain[0.8] == 7 and found[0.8] == 8


def test_measured_plans_in_cells_have_even_orders():
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))
    inside, outside = (
        {
            one.order
            for tol in (1e-3, 1e-5)
            for one in model.sufficient(tol, 1, usual=True, even=even)
        }
        for even in (True, False)
    )
    assert not any(order % 2 for order in inside) and any(order % 2 for order in outside)
    assert all(
        model.choose(tol, 1, 10**6, usual=True, around=Surroundings(images=True)).order % 2 == 0
        for tol in (1e-2, 1e-3, 1e-4, 1e-5)
    )


def test_opening_parameters_between_those_of_the_tables():
    """Only where errors are measured."""
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))
    tables, tried = (
        {one.theta for one in model.sufficient(1e-3, 1, usual=usual, leaf_size=32)}
        for usual in (False, True)
    )
    assert tables <= set(model.errors.gradient) and len(tried) > 2 * len(tables)


def test_lists_cost_updates():
    """Where a table says what they cost, plans have fewer pairs of cells."""
    slow = rates.rates("cuda", 3, "float32")
    free = dataclasses.replace(slow, listed=0.0)
    counts = []
    for numbers in (slow, free):
        model = Model(3, "adaptive", "radial", rates=numbers)
        one = model.choose(5e-4, 1, 10**6, usual=True)
        near, far = model.counts(one.theta, one.leaf_size, 10**6)
        counts.append(far + near / model.in_leaf(one.leaf_size, 10**6) ** 2)
    assert counts[0] < counts[1]


def test_charges_of_one_sign_begin_at_larger_opening_parameters():
    """Their fields are large beside errors, and larger of many points; only where that was
    measured."""
    model = Model(3, "adaptive", rates=rates.rates("cuda", 3, "float32"))
    few, many = map(model.of_one_sign, (100_000, 10_000_000))
    assert all(1 >= few[theta] > many[theta] for theta in many)
    known = tuple(((theta, None, None), times) for theta, times in many.items())
    begun = [model.choose(5e-4, 1, 10_000_000, usual=True, ratios=ratios) for ratios in ((), known)]
    assert begun[0].theta <= 0.8 < begun[1].theta and begun[1].order <= begun[0].order
    assert (
        Model(3, "adaptive", "radial").of_one_sign(1000)
        == Model(2, "adaptive").of_one_sign(1000)
        == {}
    )
