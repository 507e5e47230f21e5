"""Logarithms of sums of Gaussians relative to one of their terms (`logsumexp.sums`), by every
backend."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.scipy.special import logsumexp
from logsums import log_sums_of

from jaxfmm.logsumexp import cpu, groups, monomials, reference, series, sums, walks

BACKENDS = [
    "xla",
    pytest.param(
        "compiled", marks=pytest.mark.skipif(not cpu.usable("float32"), reason="no library")
    ),
]
TOL = {"float32": 1e-4, "float64": 1e-6}


def wide(tree):
    return jax.tree.map(lambda a: np.asarray(a, np.float64), tree)


def in_float64(function, *arguments):
    """Of arrays of any precision, in one program."""
    with jax.enable_x64(True):
        return jax.tree.map(np.asarray, jax.jit(function)(*wide(arguments)))


def exact(own, x, y, w, h, s=None):
    """As `log_sums_of`, of all targets."""
    s = jnp.ones_like(w) if s is None else s
    r2 = (
        jnp.square((x[:, :, None] - y[None, None]) / h[None, None, None]).sum(3)
        / jnp.square(s)[None, None]
    )
    there = (w > 0)[None] & (own[:, None] != jnp.arange(len(y), dtype=jnp.int32)[None])
    height = jnp.log(jnp.where(w > 0, w, 1)) - y.shape[1] * jnp.log(s)
    terms = jnp.where(there[:, None], -0.5 * r2 + height[None, None], -jnp.inf)
    return logsumexp(terms.reshape(len(x), -1), axis=1)


def problem(dtype, dim, scaled, n=700, m=150, images=2):
    """targets, sources, weights, unit (, scales): clusters, of which one is a point, and targets up
    to 100 bandwidths away from all."""
    rng = np.random.default_rng(dim)
    y = rng.normal(size=(n, dim)) * np.array([0.1, 10.0])[rng.integers(2, size=n), None]
    y[: n // 8] = y[0]
    x = rng.normal(size=(m, images, dim)) * np.exp(rng.uniform(-2, 4, size=(m, 1, 1)))
    w = rng.random(n)
    w[n // 2] = 0
    arrays = [x, y, w, 1 + rng.random(dim)] + [0.5 + rng.random(n)] * scaled
    own = jnp.asarray(rng.integers(n, size=m), jnp.int32)
    return own, tuple(jnp.asarray(a, dtype) for a in arrays)


@pytest.fixture(params=BACKENDS)
def backend(request, monkeypatch):
    if request.param == "xla":
        monkeypatch.setattr(walks, "operations", lambda *_: reference)
    return request.param


def check_values_and_derivatives(dtype, dim, scaled, second):
    own, arrays = problem(dtype, dim, scaled)
    chosen, tol = jnp.ones(len(own), bool), TOL[dtype]
    rng = np.random.default_rng(0)
    v = jnp.asarray(rng.normal(size=len(own)), dtype)
    places = tuple(range(len(arrays)))

    def ours(*arrays):
        return log_sums_of(chosen, *arrays, own=own, tol=tol)

    def right(*arrays):
        return exact(own, *arrays)

    def gradient(f, v):
        return jax.grad(lambda *arrays: jnp.vdot(v, f(*arrays)), places)

    def along(f, v, arrays, moves):
        return jax.jvp(gradient(f, v), arrays, moves)[1]

    rounding = 30 * float(jnp.finfo(dtype).eps)
    value, target = jax.jit(ours)(*arrays), in_float64(right, *arrays)
    assert np.all(np.abs(value - target) <= tol + rounding * np.abs(target))
    found, target = (
        jax.jit(gradient(ours, v))(*arrays),
        in_float64(lambda v, *arrays: gradient(right, v)(*arrays), v, *arrays),
    )
    names = ["targets", "sources", "weights", "unit", "scales"]
    weightless = np.asarray(arrays[2]) == 0
    for name, a, b in zip(names, found, target):
        b = np.where(weightless, np.asarray(a, np.float64), b) if name == "weights" else b
        assert np.abs(a - b).max() <= (tol + 1e2 * rounding) * np.abs(b).max(), name
    if second:
        moves = [jnp.asarray(rng.normal(size=a.shape), dtype) * 0.1 for a in arrays]
        moves[2] = moves[2] * arrays[2]
        found = jax.jit(lambda *a: along(ours, v, *a))(arrays, tuple(moves))
        target = in_float64(lambda *a: along(right, *a), v, arrays, tuple(moves))
        for name, a, b in zip(names, found, target):
            b = np.where(weightless, np.asarray(a, np.float64), b) if name == "weights" else b
            assert np.abs(a - b).max() <= 10 * (tol + 1e2 * rounding) * np.abs(b).max(), name


def some_values():
    """(backend, dtype, dim, scaled): all with compiled walks, which take seconds to compile in
    XLA."""
    for backend in BACKENDS:
        for dim in (1, 2, 3, 5):
            for dtype in ("float32", "float64"):
                for scaled in (False, True):
                    one = dim in (2, 5) and (
                        backend != "xla" or (dtype, scaled) == ("float64", dim == 5)
                    )
                    yield pytest.param(
                        backend, dtype, dim, scaled, marks=[] if one else pytest.mark.slow
                    )


@pytest.mark.parametrize(
    ("backend", "dtype", "dim", "scaled"), [*some_values()], indirect=["backend", "dtype"]
)
def test_values_and_derivatives(dtype, dim, scaled, backend):
    check_values_and_derivatives(dtype.name, dim, scaled, second=dim == 2)


@pytest.mark.gpu
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("dim", [1, 2, 3, 5])
@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
def test_values_and_derivatives_on_gpus(dtype, dim, scaled):
    check_values_and_derivatives(dtype.name, dim, scaled, second=dim == 2)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_a_target_does_not_depend_on_others(dtype, backend):
    own, (x, *arrays) = problem(dtype.name, 2, False, images=1)

    def ours(chosen, x):
        return jax.jit(lambda chosen, x: log_sums_of(chosen, x, *arrays, own=own))(chosen, x)

    every = np.ones(len(own), bool)
    alone = every & (np.arange(len(own)) % 3 == 1)
    together = ours(every, x)
    moved = jnp.where(alone[:, None, None], x, 1e3 * x)
    np.testing.assert_allclose(ours(alone, moved), np.where(alone, together, 0), rtol=1e-3)
    assert np.isfinite(ours(every, 1e30 * x)[alone]).sum() == alone.sum()


@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
@pytest.mark.parametrize(
    "dim", [pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(3, marks=pytest.mark.slow)]
)
def test_far_targets(dim, dtype):
    """Targets that are far from all sources walk together where they are close to each other."""
    rng = np.random.default_rng(dim)
    y = rng.normal(size=(3000, dim)) * np.array([0.1, 10.0])[rng.integers(2, size=3000), None]
    w, unit = rng.random(3000), 1 + rng.random(dim)
    away = np.array([0.0, 90.0, 1e3, 1e4, 1e8, 1e18])[np.arange(12) % 6, None] * rng.choice(
        [-1, 1], size=(12, dim)
    )
    x = away[np.arange(600) % 12] + 2 * rng.normal(size=(600, dim))
    own = jnp.asarray(rng.integers(3000, size=600), jnp.int32)
    x, y, w, unit = (jnp.asarray(a, dtype) for a in (x[:, None], y, w, unit))
    tol, rounding = TOL[dtype.name], 30 * float(jnp.finfo(dtype).eps)

    def check(chosen):
        ours = jax.jit(lambda *arrays: log_sums_of(chosen, *arrays, own=own, tol=tol))
        value = np.asarray(ours(x, y, w, unit), np.float64)
        target = in_float64(lambda *a: exact(own, *a), x, y, w, unit)
        assert np.all(
            np.abs(value - np.where(chosen, target, 0)) <= tol + rounding * np.abs(target)
        )
        slope = jax.grad(lambda x: ours(x, y, w, unit).sum())(x)
        right = in_float64(
            jax.grad(lambda x, *rest: jnp.where(chosen, exact(own, x, *rest), 0).sum()),
            x,
            y,
            w,
            unit,
        )
        size = np.abs(right).max(axis=(1, 2), keepdims=True)
        assert np.all(np.abs(slope - right) <= (tol + 10 * rounding) * size + tol)

    for every in (np.ones(600, bool), np.arange(600) % 5 == 0, np.zeros(600, bool)):
        check(every)


def test_far_targets_of_sources_that_nearly_coincide(backend):
    """From 1e8 bandwidths the term of a source is up to exp(100) times its neighbour's in float32,
    which may hide it in the search for the nearest one."""
    log_sums = jax.jit(lambda *arrays: log_sums_of(jnp.ones(64, bool), *arrays, tol=1e-4))
    for seed in (9, 21, 30, 118):
        rng = np.random.default_rng(seed)
        top = np.float32(rng.uniform(5, 15))
        close = top + rng.integers(0, 60, 40).astype(np.float32) * np.spacing(top)
        y = np.concatenate([rng.uniform(-10, 9, 960).astype(np.float32) * np.float32(0.3), close])
        x = np.float32(10 ** rng.uniform(6.5, 8.4)) + np.arange(64, dtype=np.float32) * 2
        value = log_sums(
            jnp.asarray(x)[:, None, None], jnp.asarray(y)[:, None], jnp.ones(1000), jnp.ones(1)
        )
        np.testing.assert_allclose(
            value, -0.5 * np.square(x - y.max(), dtype=np.float64), rtol=1e-6
        )


def test_far_targets_of_sources_that_coincide(backend):
    """Series of nodes have powers of the distance that overflow in float32, and moments of zero."""
    y, x = jnp.zeros((8, 1)), jnp.asarray([-5241.0, 25.5, 9000.0, 1.0])
    log_sums = jax.jit(lambda *arrays: log_sums_of(jnp.ones(4, bool), *arrays))
    value = log_sums(x[:, None, None], y, jnp.full(8, 1 / 8), jnp.ones(1))
    np.testing.assert_allclose(value, -0.5 * np.square(np.asarray(x, np.float64)), rtol=1e-6)


@pytest.mark.parametrize(
    "dtype", [pytest.param("float32", marks=pytest.mark.slow), "float64"], indirect=True
)
def test_close_sources_by_series(dtype):
    """Series of nodes are as accurate as what walks leave out, at every distance."""
    rng = np.random.default_rng(0)
    centers = rng.uniform(0, 30, size=(40, 2))
    y = centers[rng.integers(40, size=20000)] + 0.2 * rng.normal(size=(20000, 2))
    x = rng.uniform(-5, 35, size=(500, 2))
    w, unit = np.full(20000, 1 / 20000), np.ones(2)
    x, y, w, unit = (jnp.asarray(a, dtype) for a in (x, y, w, unit))
    tol = TOL[dtype.name]
    value = log_sums_of(jnp.ones(500, bool), x[:, None], y, w, unit, tol=tol)
    target = in_float64(lambda *a: exact(jnp.full(500, -1, jnp.int32), *a), x[:, None], y, w, unit)
    assert np.all(np.abs(value - target) <= tol + 30 * jnp.finfo(dtype).eps * np.abs(target))


def test_series_are_used_where_their_remainder_is_small():
    for degree in series.DEGREE.values():
        for error in (1e-3, 1e-8):
            z = series.largest_wave(degree, error)
            v = np.linspace(0, z, 50)
            partial = sum(v**k / np.prod(np.arange(1.0, k + 1)) for k in range(degree + 1))
            assert np.all(np.exp(v) - partial <= error * np.exp(-v) * (1 + 1e-9))
            assert z > 0.05


@pytest.mark.parametrize(("variables", "degree"), [(1, 3), (2, 2), (3, 4)])
def test_monomials(variables, degree):
    indices = monomials.monomials(variables, degree)
    b = np.random.default_rng(0).normal(size=variables)
    values = [1.0]
    for parent, variable in monomials.program(variables, degree)[1:]:
        values.append(values[parent] * b[variable])
    np.testing.assert_allclose(values, [np.prod(b**index) for index in np.array(indices)])
    assert [sum(index) for index in indices] == sorted(sum(index) for index in indices)
    assert len(set(indices)) == len(indices) and sum(indices[-1]) == degree


@pytest.mark.parametrize("n", [1, 2, 31, 33, 5000])
def test_groups_hold_every_point_once(n):
    points = jnp.asarray(np.random.default_rng(n).normal(size=(n, 3)), jnp.float32)
    order = groups.order(points)
    layout = groups.layout(n)
    numbers = np.asarray(order)[layout.place][layout.there]
    assert sorted(numbers) == list(range(n))
    np.testing.assert_array_equal(numbers, np.asarray(order)[layout.place.reshape(-1)[layout.slot]])
    slots = groups.in_slots(points, order)
    boxes = np.asarray(groups.boxes(slots))
    masses = np.exp(groups.log_masses(jnp.log(jnp.asarray(layout.there, jnp.float32))))
    first = groups.first_groups(len(slots))
    assert len(boxes) == len(masses) == first[-1] + 1
    for level, begin in enumerate(first):  # each node holds the points of its leaves
        for node in range(-(-len(slots) // groups.SIZE**level)):
            leaves = slice(node * groups.SIZE**level, (node + 1) * groups.SIZE**level)
            group, lane = begin + node // groups.SIZE, node % groups.SIZE
            inside = np.asarray(slots)[leaves]
            np.testing.assert_array_equal(boxes[group, ::2, lane], inside.min((0, 2)))
            np.testing.assert_array_equal(boxes[group, 1::2, lane], inside.max((0, 2)))
            np.testing.assert_allclose(masses[group, lane], layout.there[leaves].sum(), rtol=1e-5)


def test_compilers_compute_no_part_of_a_tree():
    """A part that depends on the number of points alone took XLA 4 s for a million points."""
    y, w, order = jnp.zeros((2000, 2)), jnp.ones(2000), jnp.arange(2000, dtype=jnp.int32)
    make = jax.jit(lambda y, w, order: sums.make_tree(y, w, order=order))
    constants = re.findall(
        r"= f32\[([\d,]+)\]\S* constant", make.lower(y, w, order).compile().as_text()
    )
    sizes = [np.prod([int(n) for n in shape.split(",")]) for shape in constants]
    assert max(sizes, default=0) <= 32
