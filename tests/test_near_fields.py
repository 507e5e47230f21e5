"""Plans of elements that keep the fields of near ones."""

import dataclasses
import sys
from pathlib import Path

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from spheres import icosahedron, sphere

import jaxfmm
from jaxfmm.elements import rule
from jaxfmm.native import launch
from jaxfmm.near_fields.matched import match
from jaxfmm.near_fields.matrix import NearMatrix, lines_of
from jaxfmm.near_fields.points import charges_of, geometry, measures_of, point_rule, points_of
from jaxfmm.near_fields.stand_ins import neighbours_for
from jaxfmm.near_fields.stencils import most_neighbours, stencils_of
from jaxfmm.planning import keep
from jaxfmm.sum import gradient

sys.path.append(
    str(Path(__file__).resolve().parents[1])
)  # last, so that jaxfmm is the installed one
from tests.benchmarks import bench_elements  # noqa: E402

only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
kinds = pytest.mark.parametrize("corners", [2, 3, 4])
by_both = pytest.mark.parametrize("by", ["cell", "vertex"])


def mesh(corners):
    """A sphere of edges, of triangles, or of tetrahedra to its centre."""
    vertices, cells = sphere(1)
    if corners == 4:
        to_center = np.full((len(cells), 1), len(vertices))
        return np.concatenate([vertices, np.zeros((1, 3))]), np.append(cells, to_center, axis=1)
    return vertices, cells[:, :corners]


def without(plan):
    return dataclasses.replace(plan, near_fields=None)


def made(corners, by, dtype, targets=None, **options):
    vertices, cells = mesh(corners)
    elements = jaxfmm.Elements(jnp.asarray(vertices, dtype), cells, densities=by)
    at = elements.vertices if targets is None else jnp.asarray(targets, dtype)
    plan = jaxfmm.plan(elements, at, keep_near=True, **options)
    rows = len(vertices) if by == "vertex" else len(cells)
    density = jnp.asarray(np.random.default_rng(0).normal(size=(rows, 2)), dtype)
    return elements, at, plan, density


@kinds
@by_both
@only_float64
def test_sums_are_those_by_closed_forms(corners, by, dtype):
    """Exactly for densities by cell. For those by vertex the closed form holds for all elements
    around a vertex, also for those that are not near."""
    rng = np.random.default_rng(0)
    targets = np.concatenate([mesh(corners)[0], rng.normal(size=(50, 3))])
    tol, close = (1e-4, 1e-10) if by == "cell" else (1e-7, 2e-7)
    elements, x, plan, q = made(corners, by, dtype, targets, tol=tol, method="direct")
    for density in (q[:, 0], q, jax.lax.complex(q[:, 0], q[:, 1])):
        found = jaxfmm.potential_and_gradient(elements, density, x, plan=plan)
        right = jaxfmm.potential_and_gradient(elements, density, x, plan=without(plan))
        for value, exact in zip(found, right, strict=True):
            assert value.shape == exact.shape
            np.testing.assert_allclose(value, exact, rtol=close, atol=close * np.abs(exact).max())
    slope = gradient(elements, q, x, plan=plan)
    both = jaxfmm.potential_and_gradient(elements, q, x, plan=plan)[1]
    np.testing.assert_allclose(slope, both, rtol=1e-13, atol=1e-15)  # GPUs add in another order


@pytest.mark.parametrize("tol", [1e-3, 1e-4])
@by_both
def test_sums_keep_their_tolerance(tol, by, dtype):
    """Also at targets that are points of the rule, or nearly so."""
    vertices, cells = sphere(3)
    elements = jaxfmm.Elements(jnp.asarray(vertices, dtype), cells, by)
    points = np.einsum("qk,nkd->nqd", rule(3, 2).places, vertices[cells])
    near_points = jnp.asarray((1 + 1e-4) * points[::9, 0], dtype)
    x = jnp.concatenate([elements.vertices, near_points, elements.centers[::9]])
    rows = len(cells) if by == "cell" else len(vertices)
    q = jnp.asarray(np.random.default_rng(0).normal(size=(rows, 2)) + [0, 2], dtype)
    plan = jaxfmm.plan(elements, x, tol=tol, method="fmm", leaf_size=32, keep_near=True)
    exact = jaxfmm.plan(elements, x, tol=1e-6, method="direct")
    for value, right in zip(
        jaxfmm.potential_and_gradient(elements, q, x, plan=plan),
        jaxfmm.potential_and_gradient(elements, q, x, plan=exact),
        strict=True,
    ):
        for k in range(2):
            assert cases.error(value[..., k], right[..., k]) < tol
    text = str(plan)
    near = "elements" if by == "cell" else "vertices"
    assert f"near {near} a target kept, for densities by {by}; charges then take about" in text
    assert "error of their far field" in text


@pytest.mark.parametrize(("tol", "by"), [(1e-4, "cell"), (1e-3, "cell"), (1e-3, "vertex")])
@only_float64
def test_sizes_that_differ(tol, by, dtype):
    rng, n = np.random.default_rng(0), 300
    shape = rng.normal(size=(n, 3, 3)) * 10.0 ** -rng.uniform(0, 4, (n, 1, 1))
    shape[:100, 2] = shape[:100, 0] + 0.01 * shape[:100, 2]  # needles
    vertices = jnp.asarray((rng.random((n, 1, 3)) + shape).reshape(-1, 3))
    elements = jaxfmm.Elements(vertices, np.arange(3 * n).reshape(n, 3), densities=by)
    x = jnp.concatenate([elements.centers, vertices[::5]])
    q = jnp.asarray(rng.normal(size=n if by == "cell" else 3 * n))
    check_against_closed_forms(elements, q, x, tol, method="fmm")


@only_float64
@by_both
def test_meshes_with_bad_vertices(by, dtype):
    """One vertex of many cells, two vertices at one place, vertices without a cell, flat cells, and
    cells that grow by 10^3."""
    rng, rim = np.random.default_rng(0), 60
    angle = np.linspace(0, 2 * np.pi, rim, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle), 0.2 * np.cos(3 * angle)], axis=1)
    rings = [
        np.zeros((1, 3)),
        circle[:1],
        *(scale * circle for scale in 1e-3 * 2.0 ** np.arange(11)),
    ]
    vertices = np.concatenate([*rings, [[0.3, 0.2, 0.5]]])
    k, after = np.arange(rim), (np.arange(rim) + 1) % rim
    fan = np.stack([0 * k, 2 + k, 2 + after], axis=1)
    cells = [fan, [[1, 1, 5]]]
    for ring in range(len(rings) - 3):
        low, high = 2 + ring * rim, 2 + (ring + 1) * rim
        cells += [np.stack([low + k, high + k, high + after], axis=1)]
        cells += [np.stack([low + k, high + after, low + after], axis=1)]
    elements = jaxfmm.Elements(jnp.asarray(vertices), np.concatenate(cells), densities=by)
    q = jnp.asarray(rng.normal(size=len(elements) if by == "cell" else len(vertices)))
    x = jnp.concatenate([elements.centers[::3], jnp.asarray(1.5 * rng.normal(size=(50, 3)))])
    check_against_closed_forms(elements, q, x, 1e-3)


def check_against_closed_forms(elements, q, x, tol, **options):
    plan = jaxfmm.plan(elements, x, tol=tol, keep_near=True, **options)
    exact = jaxfmm.plan(elements, x, tol=1e-8, method="direct")
    for value, right in zip(
        jaxfmm.potential_and_gradient(elements, q, x, plan=plan),
        jaxfmm.potential_and_gradient(elements, q, x, plan=exact),
        strict=True,
    ):
        assert cases.error(value, right) < tol


@pytest.mark.parametrize(("corners", "by"), [(3, "cell"), (3, "vertex"), (4, "vertex")])
@only_float64
def test_shared_points_have_the_moments_of_their_elements(corners, by, dtype):
    """Of degree two: of degree one and a density that is linear."""
    assert point_rule(corners, 2, by).is_shared
    vertices, cells = mesh(corners)
    elements = jaxfmm.Elements(jnp.asarray(vertices), cells, densities=by)
    q = np.random.default_rng(0).normal(size=(len(cells if by == "cell" else vertices), 2))
    points, _ = points_of(elements, geometry(elements, 2, by), 2, by)
    assert len(points) == len(vertices) + len(cells)
    found = charges_of(measures_of(elements), elements.cells, jnp.asarray(q), 2, by)
    of_rule, right = elements.points(5)[0], elements.amounts("charges", q, 5)
    ones = [jnp.concatenate([y, jnp.ones((len(y), 1))], axis=1) for y in (points, of_rule)]
    moments = [
        jnp.einsum("pi,pj,pk->ijk", y, y if by == "cell" else y[:, 3:], c)
        for y, c in zip(ones, (found, right), strict=True)
    ]
    np.testing.assert_allclose(*moments, atol=1e-12)


@only_float64
def test_derivatives(dtype):
    """In densities by the matrix; in vertices and targets, and mixed ones, by closed forms."""
    rng, (vertices, cells) = np.random.default_rng(0), icosahedron()
    x, q = jnp.asarray(1.2 * rng.normal(size=(9, 3))), jnp.asarray(rng.normal(size=len(cells)))
    vertices, weights = jnp.asarray(vertices), jnp.asarray(rng.normal(size=9))
    elements = jaxfmm.Elements(vertices, cells)
    plan = jaxfmm.plan(elements, x, tol=1e-9, method="direct", keep_near=True)
    arguments = vertices, q, x
    ways = tuple(jnp.asarray(rng.normal(size=a.shape)) for a in arguments)

    def of(vertices, q, x, plan):
        moved = jaxfmm.Elements(vertices, cells)
        value, slope = jaxfmm.potential_and_gradient(moved, q, x, plan=plan)
        return weights @ value + jnp.square(slope).sum()

    @jax.jit
    def slopes(plan):
        every = jax.grad(of, (0, 1, 2))(*arguments, plan)
        forward = jax.jvp(lambda *a: of(*a, plan), arguments, ways)[1]

        def slope(q, x):
            return jax.grad(of, 1)(vertices, q, x, plan)

        mixed = jax.jvp(slope, arguments[1:], ways[1:])[1]
        return *every, forward, mixed

    for found, right in zip(slopes(plan), slopes(without(plan)), strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-8, atol=1e-8 * np.abs(right).max())


@only_float64
def test_vmap_and_matrices(dtype):
    elements, x, plan, q = made(3, "cell", dtype)
    expected = jaxfmm.potential(elements, q, x, plan=plan)
    many = jax.vmap(lambda row: jaxfmm.potential(elements, row, x, plan=plan))(q.T)
    np.testing.assert_allclose(many.T, expected, rtol=1e-12)
    matrix = jaxfmm.KernelMatrix(elements, x, kernel=jaxfmm.Laplace(), plan=plan)
    np.testing.assert_allclose(matrix @ q, expected, rtol=1e-12)
    double = jaxfmm.plan(elements, x, kernel=2.0 * jaxfmm.Laplace(), keep_near=True)
    np.testing.assert_allclose(jaxfmm.potential(elements, q, x, plan=double), 2 * expected, 1e-4)


@only_float64
def test_updates_compute_new_fields(dtype):
    elements, x, plan, q = made(3, "vertex", dtype)
    moved = dataclasses.replace(elements, vertices=elements.vertices * jnp.asarray([[1, 1.1, 0.9]]))

    @jax.jit
    def run(plan, elements, x):
        plan = plan.update(elements, x)
        return plan, jaxfmm.potential(elements, q, x, plan=plan)

    new, found = run(plan, moved, moved.vertices)
    fresh = jaxfmm.plan(moved, moved.vertices, tol=1e-8, method="direct")
    right = jaxfmm.potential(moved, q, moved.vertices, plan=fresh)
    assert int(new.check().status) == 0 and cases.error(found, right) < 1e-4
    outside = plan.update(moved, moved.vertices)
    found = jaxfmm.potential(moved, q, moved.vertices, plan=outside)
    assert cases.error(found, right) < 1e-4

    def at_start(vertices):
        of = dataclasses.replace(elements, vertices=vertices)
        return jaxfmm.potential(of, q, x, plan=plan.update(of, x)).sum()

    def by_closed_forms(vertices):
        of = dataclasses.replace(elements, vertices=vertices)
        return jaxfmm.potential(of, q, x, plan=without(plan)).sum()

    slopes = (jax.grad(f)(elements.vertices) for f in (at_start, by_closed_forms))
    np.testing.assert_allclose(*slopes, rtol=1e-8)
    # triangles across the sphere are near all targets
    across = dataclasses.replace(elements, vertices=jax.random.permutation(jax.random.key(0), x))
    with pytest.raises(ValueError, match="more pairs of targets and near elements .* headroom"):
        plan.update(across, x)


@only_float64
def test_what_fields_are_not_for(dtype):
    elements, x, plan, q = made(3, "cell", dtype)
    moved = dataclasses.replace(elements, vertices=1.001 * elements.vertices)
    for of, at in ((moved, x), (elements, x + 1e-6)):
        with pytest.raises(ValueError, match=r"others came; call plan.update\(elements, targets\)"):
            jaxfmm.potential(of, q, at, plan=plan)
        inside = jax.jit(lambda of, at: jaxfmm.potential(of, q, at, plan=plan))(of, at)
        assert np.isnan(inside).all()
    by_vertex = dataclasses.replace(elements, densities="vertex")
    with pytest.raises(ValueError, match="charges have a row for each vertex, and the plan keeps"):
        jaxfmm.potential(by_vertex, x[:, 0], x, plan=plan)
    with pytest.raises(ValueError, match="made for 80 cells with 42 vertices and 42 targets, got"):
        jaxfmm.potential(elements, q, x[1:], plan=plan)
    with pytest.raises(ValueError, match="targets must be given"):
        jaxfmm.potential(elements, q, plan=plan)
    with pytest.raises(ValueError, match="keep_near must be False for points"):
        jaxfmm.plan(x, keep_near=True)
    with pytest.raises(ValueError, match="keep_near=True needs known elements"):
        jax.jit(lambda x: jaxfmm.plan(elements, x, keep_near=True))(x)
    # others are sums by closed forms
    double = jaxfmm.potential(elements, None, x, dipoles=q[:, 0], plan=plan)
    np.testing.assert_array_equal(
        double, jaxfmm.potential(elements, None, x, dipoles=q[:, 0], plan=without(plan))
    )
    hessian = jaxfmm.hessian(elements, q, x, plan=plan)
    np.testing.assert_array_equal(hessian, jaxfmm.hessian(elements, q, x, plan=without(plan)))


def test_cuda_kernels_compile(monkeypatch):
    if state := launch.cuda_reason():
        pytest.skip(state)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    vertices = jax.random.uniform(jax.random.key(0), (900, 3))
    elements = jaxfmm.Elements(vertices, jnp.arange(900).reshape(300, 3), densities="cell")
    options = {"method": "fmm", "order": 3, "theta": 0.6}
    plan = jaxfmm.plan(elements, vertices[:200] + 0.1, keep_near=True, **options)

    def run(q):
        return jaxfmm.potential_and_gradient(elements, q, vertices[:200] + 0.1, plan=plan)

    def slope(q):
        return jax.grad(lambda q: sum(jnp.square(value).sum() for value in run(q)))(q)

    for function, launches in ((run, 7), (slope, 13)):
        lowered = jax.jit(function).trace(jnp.ones(300)).lower(lowering_platforms=("cuda",))
        assert lowered.as_text().count("custom_call @jaxfmm_launch(") == launches


def test_lines_hold_pairs_of_one_target(dtype):
    receivers = jnp.asarray([0, 0, 0, 2, 3, 3, 3, 3, 5, 5, 5], jnp.int32)  # 5 is no target
    lines = lines_of(receivers, 5, 2, 8)
    assert int(lines.needed) == 5
    np.testing.assert_array_equal(lines.target, [0, 0, 2, 3, 3, 5, 5, 5])
    np.testing.assert_array_equal(lines.pair[:, :5], [[0, 2, 3, 4, 6], [1, 11, 11, 5, 7]])
    values = jnp.repeat((lines.pair < 8)[:, :, None], 4, axis=2).astype(dtype)
    matrix = NearMatrix(column=lines.pair % 11, values=values, target=lines.target)
    product = matrix.product(jnp.arange(11.0, dtype=dtype)[:, None], 5)
    np.testing.assert_array_equal(product[:, 0, 0], [3, 0, 3, 22, 0])


def cube(cells_a_side, jitter):
    """A cube of tetrahedra, six in each cell of a grid, whose inner vertices are moved."""
    vertices, cells = bench_elements.tetrahedra(6 * cells_a_side**3)
    inner = ((vertices > 0) & (vertices < 1)).astype(float)
    moves = np.random.default_rng(1).uniform(-jitter, jitter, vertices.shape)
    return vertices + inner * moves / cells_a_side, cells


@only_float64
def test_charges_at_vertices_have_the_moments_of_a_linear_density(dtype):
    """The charge exactly, moments of degree one and two nearly where a vertex is inside."""
    vertices, cells = cube(4, 0.15)
    elements = jaxfmm.Elements(jnp.asarray(vertices), cells, densities="vertex")
    width = neighbours_for(elements, 2, "vertex")
    assert width == 14
    matched, radius = match(elements, width)
    q = np.random.default_rng(0).normal(size=(len(vertices), 1))
    points, charges = elements.points(5)[0], elements.amounts("charges", q, 5)
    found = matched.charges(jnp.asarray(q))
    np.testing.assert_allclose(found.sum(), charges.sum(), rtol=1e-12)
    inside = q * ((vertices > 0) & (vertices < 1)).all(axis=1)[:, None]
    charges, found = elements.amounts("charges", inside, 5), matched.charges(jnp.asarray(inside))
    for moment in (
        lambda x: x[:, 0],
        lambda x: x[:, 1] * x[:, 2],
        lambda x: x[:, 0] ** 2 - x[:, 1] ** 2,
    ):
        right = moment(points) @ charges
        size = np.linalg.norm(moment(elements.vertices) * found[:, 0])
        np.testing.assert_allclose(moment(elements.vertices) @ found, right, atol=2e-3 * size)
    # thin stencils have larger radii, and no vertex needs an endless one
    assert 1.6 * 3**0.5 / 4 * 0.8 < float(radius.min()) and float(radius.max()) < 2


@pytest.mark.parametrize("jitter", [0, 0.15])
def test_tetrahedra_by_vertex_keep_their_tolerance(jitter, dtype):
    vertices, cells = cube(8, jitter)
    elements = jaxfmm.Elements(jnp.asarray(vertices, dtype), cells, densities="vertex")
    q = jnp.asarray(np.random.default_rng(0).normal(size=(len(vertices), 2)) + [0, 2], dtype)
    plan = jaxfmm.plan(elements, elements.vertices, tol=1e-3, keep_near=True)
    assert len(plan.near_fields.places) == len(vertices)
    some = elements.vertices[::7]
    exact = jaxfmm.plan(elements, some, tol=1e-6, method="direct")
    for value, right in zip(
        jaxfmm.potential_and_gradient(elements, q, elements.vertices, plan=plan),
        jaxfmm.potential_and_gradient(elements, q, some, plan=exact),
        strict=True,
    ):
        for k in range(2):
            assert cases.error(value[::7, ..., k], right[..., k]) < 1e-3


def test_stencils():
    """Each slot of a neighbour leads back, also where a vertex has more neighbours than slots."""
    rim = np.arange(1, 13)
    fan = np.stack([0 * rim, rim, np.roll(rim, -1)], axis=1)
    cells, count = jnp.asarray(np.append(fan, [[1, 1, 7]], axis=0), jnp.int32), 14
    assert int(most_neighbours(cells, count)) == 12
    for width in (12, 5):
        table, back = (np.asarray(a) for a in stencils_of(cells, count, width))
        used = back < width
        own = np.broadcast_to(np.arange(count), table.shape)
        np.testing.assert_array_equal(table[~used], own[~used])
        np.testing.assert_array_equal(table[back[used], table[used]], own[used])
        assert not used[:, 13].any() and used[:, 0].sum() == min(width, 12)


@only_float64
def test_charges_at_vertices_compose(dtype):
    """Updates, batches, and the transpose of sums over tetrahedra with densities by vertex."""
    vertices, cells = cube(3, 0.1)
    elements = jaxfmm.Elements(jnp.asarray(vertices), cells, densities="vertex")
    x, rng = elements.vertices, np.random.default_rng(0)
    q, weights = (jnp.asarray(rng.normal(size=(3, len(vertices)))) for _ in range(2))
    plan = jaxfmm.plan(elements, x, tol=1e-3, method="direct", keep_near=True)
    assert plan.near_fields.amounts.matched is not None

    @jax.jit
    def run(plan, vertices):
        moved = dataclasses.replace(elements, vertices=vertices)
        plan = plan.update(moved, vertices)

        def sums(q):
            return jaxfmm.potential(moved, q, vertices, plan=plan)

        values, back = jax.vjp(jax.vmap(sums), q)
        return values, back(weights)[0], sums(q.T)

    moved = x * jnp.asarray([[1, 1.1, 0.9]])
    values, back, columns = run(plan, moved)
    np.testing.assert_allclose(values.T, columns, rtol=1e-12)
    np.testing.assert_allclose((back * q).sum(), (weights * values).sum(), rtol=1e-9)
    closed = jaxfmm.plan(dataclasses.replace(elements, vertices=moved), moved, method="direct")
    right = jaxfmm.potential(dataclasses.replace(elements, vertices=moved), q.T, moved, plan=closed)
    assert cases.error(columns, right) < 1e-3


@only_float64
def test_lists_of_elements_are_shortened(dtype, monkeypatch):
    options = {"tol": 1e-3, "method": "fmm", "leaf_size": 16}
    elements, x, plan, q = made(3, "cell", dtype, **options)
    monkeypatch.setattr(keep, "SPARE_PAIRS", 0)
    short = made(3, "cell", dtype, **options)[2]
    assert int(short.near.count) <= short.near.capacity < plan.near.capacity
    assert int(short.far.count) <= short.far.capacity < plan.far.capacity
    found, right = (jaxfmm.potential(elements, q, x, plan=p) for p in (short, plan))
    np.testing.assert_allclose(found, right, rtol=1e-12)
    assert int(short.update(elements, x).status) == 0
