"""Charged segments, triangles and tetrahedra: closed forms, sums, tolerances and derivatives."""

import itertools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from gravity_of_an_asteroid import Gravity, asteroid, werner_scheeres
from spheres import icosahedron, sphere

import jaxfmm
from jaxfmm.cost_model.times import Surroundings
from jaxfmm.elements import RADIUS_OF_TWO, rule
from jaxfmm.kernels.element_integrals import FIELDS
from jaxfmm.native import launch

both_dtypes = pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
only_float64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
corners = pytest.mark.parametrize("corners", [2, 3, 4])
# of the closed forms over the largest value, within two radii of well-shaped elements
ROUNDED = {"float32": 1e-5, "float64": 1e-12}
SHAPES = np.array([[0, 0, 0], [1, 0, 0], [0.4, 0.9, 0], [0.5, 0.3, 0.8]])


def quadrature(vertices, c, x, degree=39):
    """(potential, gradient) of linear densities by a rule, for targets apart from the element."""
    places, weights = rule(len(vertices), degree)
    measure = np.asarray(jaxfmm.Elements(vertices, [range(len(vertices))]).measures, np.float64)
    d = x - places @ vertices
    r, q = np.linalg.norm(d, axis=1), weights * measure * (places @ c)
    return (q / r).sum(), -(q / r**3) @ d


def closed(vertices, c, x, dtype):
    dtype = np.dtype(dtype).type
    r = [list((vertex - x).astype(dtype)) for vertex in vertices]
    field = FIELDS[len(vertices)](r, list(c.astype(dtype)), dtype(8 * np.finfo(dtype).eps))
    return float(field.value), np.array(field.slope, np.float64)


@corners
@pytest.mark.parametrize("degree", [2, 3, 5, 11])
def test_rules_are_exact(corners, degree):
    places, weights = rule(corners, degree)
    factorial = np.vectorize(lambda n: float(np.prod(range(1, n + 1))))
    for powers in itertools.product(range(degree + 1), repeat=corners):
        if sum(powers) <= degree:
            value = weights @ np.prod(places ** np.array(powers), axis=1)
            exact = factorial(powers).prod() * factorial(corners - 1)
            assert abs(value - exact / factorial(sum(powers) + corners - 1)) < 1e-14


@corners
@both_dtypes
def test_closed_forms_match_quadrature(corners, dtype, rng=np.random.default_rng(0)):
    vertices = SHAPES[:corners]
    center = vertices.mean(0)
    radius = np.linalg.norm(vertices - center, axis=1).max()
    rounded = ROUNDED[np.dtype(dtype).name]
    for _ in range(10):
        away, c = rng.normal(size=3), rng.normal(size=corners)
        x = center + 1.9 * radius * away / np.linalg.norm(away)
        value, slope = quadrature(vertices, c, x)
        size = quadrature(vertices, np.abs(c), x)[0]
        field = closed(vertices, c, x, dtype)
        assert abs(field[0] - value) < rounded * size
        assert np.abs(field[1] - slope).max() < 4 * rounded * size / radius


@corners
@both_dtypes
def test_results_are_finite_everywhere_on_elements(corners, dtype):
    vertices = jnp.asarray(SHAPES[:corners], dtype)
    elements = jaxfmm.Elements(vertices, [list(range(corners))])
    middles = [(vertices[a] + vertices[b]) / 2 for a in range(corners) for b in range(a)]
    outside = 2 * vertices[1] - vertices[0]  # on the line of an edge
    targets = jnp.concatenate([vertices, jnp.stack([*middles, outside]), elements.centers])
    for weights in ({"charges": jnp.ones(1, dtype)}, {"charges": None, "dipoles": vertices[:1]}):
        charges = weights.pop("charges")
        for value in jaxfmm.potential_and_gradient(elements, charges, targets, **weights):
            assert np.isfinite(value).all()


@both_dtypes
def test_limits_on_a_square_plate(dtype):
    square = jnp.asarray([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype)
    plate = jaxfmm.Elements(square, [[0, 1, 2], [0, 2, 3]])
    at = jnp.asarray([[0.5, 0.5, 0], [0, 0, 0], [0.5, 0.5, 1e-4], [0.5, 0.5, -1e-4]], dtype)
    value, slope = jaxfmm.potential_and_gradient(plate, jnp.ones(2, dtype), at, tol=1e-5)
    log = np.log(1 + 2**0.5)
    np.testing.assert_allclose(value[:2], [4 * log, 2 * log], rtol=3e-6)
    # the mean of both sides, and the jump by 4 pi
    np.testing.assert_allclose(slope[:, 2], [0, 0, -2 * np.pi, 2 * np.pi], atol=2e-3)
    double = jaxfmm.potential(plate, None, at, dipoles=jnp.ones(2, dtype), tol=1e-5)
    np.testing.assert_allclose(double, [0, 0, 2 * np.pi, -2 * np.pi], atol=2e-3)


@both_dtypes
def test_double_layer_is_the_solid_angle_of_a_closed_surface(dtype):
    vertices, cells = icosahedron()
    elements = jaxfmm.Elements(jnp.asarray(vertices, dtype), cells)
    targets = jnp.asarray([[0.1, 0.2, 0.3], [0.7, 0, 0], [2, 1, 0], [30, 40, 0]], dtype)
    ones = jnp.ones(len(cells), dtype)
    found = jaxfmm.potential(elements, None, targets, dipoles=ones, tol=1e-5)
    np.testing.assert_allclose(found, [-4 * np.pi, -4 * np.pi, 0, 0], atol=1e-4)


@only_float64
def test_gravity_of_a_polyhedron_by_its_surface_and_by_tetrahedra(dtype):
    vertices, cells = asteroid(1)
    surface = jaxfmm.Elements(jnp.asarray(vertices), cells)
    to_center = np.concatenate([cells, np.full((len(cells), 1), len(vertices))], axis=1)
    solid = jaxfmm.Elements(jnp.asarray(np.concatenate([vertices, np.zeros((1, 3))])), to_center)
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.normal(size=(20, 3)), surface.centers[:5], 20 * np.eye(3)])
    exact = werner_scheeres(vertices, cells, x)
    plan = jaxfmm.plan(surface, x, tol=1e-10, method="direct")
    ones = jnp.ones(len(cells))
    for found in (
        Gravity(surface, plan)(jnp.asarray(x)),
        jaxfmm.potential_and_gradient(solid, ones, x, tol=1e-10),
    ):
        np.testing.assert_allclose(found[0], exact[0], rtol=1e-10)
        np.testing.assert_allclose(found[1], exact[1], rtol=1e-8, atol=1e-10)


@both_dtypes
@pytest.mark.parametrize("tol", [1e-2, 1e-3, 1e-4])
@pytest.mark.parametrize("by", ["cell", "vertex"])
def test_sums_keep_their_tolerance(by, tol, dtype):
    rng, (vertices, cells) = np.random.default_rng(0), sphere(3)
    elements = jaxfmm.Elements(jnp.asarray(vertices, dtype), cells)
    x = elements.vertices
    size = len(cells) if by == "cell" else len(vertices)
    density = jnp.asarray(rng.normal(size=(size, 2)) + [0, 3], dtype)
    some = x[::7]
    plan = jaxfmm.plan(elements, some, tol=1e-6, method="direct")
    exact = jaxfmm.potential_and_gradient(elements, density, some, plan=plan)
    for method in ("fmm", "treecode"):
        plan = jaxfmm.plan(elements, x, tol=tol, method=method, leaf_size=32)
        found = jaxfmm.potential_and_gradient(elements, density, x, plan=plan)
        for value, right in zip(found, exact):
            for k in range(2):
                assert cases.error(value[::7][..., k], right[..., k]) < tol


@only_float64
def test_sizes_that_differ_needles_and_coincident_elements(dtype):
    rng = np.random.default_rng(0)
    n = 600
    size = 10.0 ** -rng.uniform(0, 4, n)
    shape = rng.normal(size=(n, 3, 3)) * size[:, None, None]
    shape[:200, 2] = shape[:200, 0] + 0.01 * shape[:200, 2]  # needles
    shape[300:400] = shape[200:300]  # each twice
    vertices = (rng.random((n, 1, 3)) + shape).reshape(-1, 3)
    vertices[900:1200] = vertices[600:900]
    elements = jaxfmm.Elements(jnp.asarray(vertices), np.arange(3 * n).reshape(n, 3))
    targets = jnp.concatenate([elements.centers, jnp.asarray(rng.random((400, 3)))])
    density = jnp.asarray(rng.normal(size=n))
    exact_plan = jaxfmm.plan(elements, targets, tol=1e-10, method="direct")
    exact = jaxfmm.potential_and_gradient(elements, density, targets, plan=exact_plan)
    plan = jaxfmm.plan(elements, targets, tol=1e-4, method="fmm")
    for value, right in zip(
        jaxfmm.potential_and_gradient(elements, density, targets, plan=plan), exact
    ):
        assert cases.error(value, right) < 1e-4


def slope_by_differences(f, x, direction, step=1e-5):
    return (f(x + step * direction) - f(x - step * direction)) / (2 * step)


@only_float64
@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_derivatives(method, dtype):
    rng, (vertices, cells) = np.random.default_rng(0), icosahedron()
    vertices, x = jnp.asarray(vertices), jnp.asarray(1.2 * rng.normal(size=(9, 3)))
    q, weights = jnp.asarray(rng.normal(size=len(cells))), jnp.asarray(rng.normal(size=9))
    elements = jaxfmm.Elements(vertices, cells)
    options = {} if method == "direct" else {"leaf_size": 16}
    plan = jaxfmm.plan(elements, x, tol=1e-9, method=method, **options)

    def of(vertices, q, x):
        moved = jaxfmm.Elements(vertices, cells)
        return weights @ jaxfmm.potential(moved, q, x, plan=plan.update(moved, x))

    arguments, names = (vertices, q, x), ("vertices", "densities", "targets")
    for i, name in enumerate(names):
        direction = jnp.asarray(rng.normal(size=arguments[i].shape))

        def f(value, i=i):
            return of(*arguments[:i], value, *arguments[i + 1 :])

        right = slope_by_differences(f, arguments[i], direction)
        backward = jnp.vdot(jax.grad(f)(arguments[i]), direction)
        forward = jax.jvp(f, (arguments[i],), (direction,))[1]
        np.testing.assert_allclose([forward, backward], right, rtol=1e-5, err_msg=name)
        if name == "targets":

            def slope(x, f=f, direction=direction):
                return jnp.vdot(jax.grad(f)(x), direction)

            right = slope_by_differences(slope, x, direction)
            np.testing.assert_allclose(
                jax.jvp(slope, (x,), (direction,))[1], right, rtol=1e-5, err_msg=name
            )


@only_float64
def test_vmap_over_densities_and_jit(dtype):
    vertices, cells = sphere(1)
    elements = jaxfmm.Elements(jnp.asarray(vertices), cells)
    q = jnp.asarray(np.random.default_rng(0).normal(size=(3, len(vertices))))
    x = elements.centers
    plan = jaxfmm.plan(elements, x)
    one_by_one = jnp.stack([jaxfmm.potential(elements, row, x, plan=plan) for row in q])

    @jax.jit
    def every(elements, q, plan):
        return jax.vmap(lambda row: jaxfmm.potential(elements, row, x, plan=plan))(q)

    np.testing.assert_allclose(every(elements, q, plan), one_by_one, rtol=1e-12)


@only_float64
def test_matrix_of_collocation(dtype):
    vertices, cells = sphere(1)
    elements = jaxfmm.Elements(jnp.asarray(vertices), cells)
    plan = jaxfmm.plan(elements, elements.centers, tol=1e-3)  # larger than that of a matrix
    x, kernel = elements.centers, jaxfmm.Laplace()
    matrix = jaxfmm.KernelMatrix(elements, x, kernel=kernel, plan=plan)
    assert matrix.shape == (80, 80) and matrix.plan.request.tol == 1e-3
    matrix = jaxfmm.KernelMatrix(elements, x, kernel=kernel)
    assert matrix.shape == (80, 80) and matrix.plan.request.tol == 1e-6
    density, _ = jax.scipy.sparse.linalg.gmres(matrix, jnp.ones(80), tol=1e-8)
    capacitance = float(density @ elements.measures)
    assert abs(capacitance - 0.95) < 0.02  # of the ball: 1


def test_the_columns_of_a_matrix():
    """Its vectors have one length, which densities decides; cells by default."""
    vertices, cells = icosahedron()
    kernel, n, v = jaxfmm.Laplace(), len(cells), len(vertices)
    vertices = jnp.asarray(vertices, jnp.float32)
    for densities, columns, others in ((None, n, v), ("cell", n, v), ("vertex", v, n)):
        elements = jaxfmm.Elements(vertices, cells, densities=densities)
        matrix = jaxfmm.KernelMatrix(elements, elements.centers, kernel=kernel)
        assert matrix.shape == (n, columns) and (matrix @ jnp.ones((columns, 2))).shape == (n, 2)
        with pytest.raises(ValueError, match=f"vector must have {columns} rows, .* densities="):
            matrix @ jnp.ones(others)
    ring = jaxfmm.Elements(vertices[:3], [[0, 1], [1, 2], [2, 0]])
    with pytest.raises(ValueError, match="as many vertices; say which ones the columns"):
        jaxfmm.KernelMatrix(ring, vertices, kernel=kernel)


def test_the_matrix_of_a_multiple():
    vertices, cells = icosahedron()
    elements = jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells)
    x, v = elements.centers, jnp.arange(1.0, 21.0)
    plain = jaxfmm.KernelMatrix(elements, x, kernel=jaxfmm.Laplace()) @ v

    @jax.jit
    def product(factor, plan):
        return jaxfmm.KernelMatrix(elements, x, kernel=factor * jaxfmm.Laplace(), plan=plan) @ v

    double = 2.0 * jaxfmm.Laplace()
    matrix = jaxfmm.KernelMatrix(elements, x, kernel=double)
    plan = jaxfmm.plan(elements, x, kernel=double, tol=1e-5)
    for found in (matrix @ v, product(2.0, plan), jax.jacfwd(product)(3.0, plan) * 2):
        np.testing.assert_allclose(found, 2 * plain, rtol=1e-5)
    assert matrix.shape == (20, 20)
    with pytest.raises(ValueError, match=r"kernel must be jaxfmm.Laplace\(\), or a multiple"):
        jaxfmm.KernelMatrix(elements, x, kernel=jaxfmm.Laplace() + jaxfmm.Yukawa(1.0))


def test_times_count_near_pairs():
    """The plan knows how many targets are within the radii of elements, and adds their time."""
    vertices, cells = sphere(2)
    elements = jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells)
    plan = jaxfmm.plan(elements, elements.vertices, method="fmm", tol=1e-3)
    corners = vertices[cells]
    center = corners.mean(1)
    radius = RADIUS_OF_TWO * np.linalg.norm(corners - center[:, None], axis=2).max(1)
    inside = np.linalg.norm(vertices[:, None] - center, axis=2) < radius
    assert plan.near_pairs == 3 * inside.sum()
    stages = plan.choice.method.stages(plan)
    assert 0 < stages["near pairs"] < sum(stages.values()) == plan.choice.method.time(plan)
    assert "for potential and gradient" in str(plan)
    assert "for potential and gradient" in str(plan.update(elements, elements.vertices))


def test_pairs_are_expected_where_targets_are_few():
    """The vertices of a mesh of tetrahedra are few, and the points of its elements many."""
    n = 8
    grid = np.stack(np.meshgrid(*[np.arange(n + 1)] * 3, indexing="ij"), -1).reshape(-1, 3)
    paths = [
        np.cumsum(np.eye(4, 3, k=-1, dtype=int)[:, list(p)], 0)
        for p in itertools.permutations(range(3))
    ]
    first = grid[(grid < n).all(1)]
    at = np.concatenate([first[:, None] + path for path in paths])
    cells = at @ np.array([(n + 1) ** 2, n + 1, 1])
    elements = jaxfmm.Elements(jnp.asarray(grid / n, jnp.float32), cells)
    plan = jaxfmm.plan(elements, elements.vertices, method="fmm", tol=1e-3)
    request, choice, method = plan.request, plan.choice, plan.choice.method
    model = method.capacity_model(choice, plan.kernel, jnp.float32)
    apart = float(jnp.mean(plan.kernel.far_length(1e-3)[1]))
    around = Surroundings(apart, uneven=request.n / request.m, smaller=choice.smaller)
    near, _ = model.counts(choice.theta, choice.leaf_size, request.n, around)
    assert 0.6 < plan.pair_work() / (near * request.n) < 1.7


@corners
def test_cuda_kernels_compile(corners, monkeypatch):
    """With closed forms for near pairs alone, and coordinates ahead of the weights."""
    if state := launch.cuda_reason():
        pytest.skip(state)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    cells = jnp.arange(300 * corners).reshape(300, corners)
    vertices = jax.random.uniform(jax.random.key(0), (300 * corners, 3))
    elements, targets = jaxfmm.Elements(vertices, cells), vertices[:200] + 0.1
    for method, launches, accumulate in (
        ("direct", 1, None), ("fmm", 6, None), ("fmm", 6, "float64")
    ):  # fmt: skip
        how: dict = {"accumulate": accumulate}
        how |= {"order": 3, "theta": 0.6} if method == "fmm" else {}
        plan = jaxfmm.plan(elements, targets, method=method, **how)

        def run(q, plan=plan):
            return jaxfmm.potential_and_gradient(elements, q, targets, plan=plan)

        lowered = jax.jit(run).trace(jnp.ones(300)).lower(lowering_platforms=("cuda",))
        assert lowered.as_text().count("custom_call @jaxfmm_launch(") == launches


def test_elements_made_inside_jit():
    vertices, cells = icosahedron()
    elements = jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells)

    @jax.jit
    def larger(factor):
        return jaxfmm.Elements(factor * elements.vertices, elements.cells).measures.sum()

    np.testing.assert_allclose(larger(2.0), 4 * elements.measures.sum(), rtol=1e-6)


def test_what_is_refused():
    vertices, cells = icosahedron()
    elements = jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells)
    x, q = elements.centers, jnp.ones(20)
    with pytest.raises(ValueError, match="targets must be given"):
        jaxfmm.potential(elements, q)
    with pytest.raises(ValueError, match=r"kernel must be jaxfmm.Laplace\(\)"):
        jaxfmm.potential(elements, q, x, kernel=jaxfmm.Yukawa(1.0))
    with pytest.raises(ValueError, match="charges must have one row for each of the 20 cells"):
        jaxfmm.potential(elements, jnp.ones(7), x)
    with pytest.raises(ValueError, match="cells must be numbers of the 12 vertices"):
        jaxfmm.Elements(vertices, [[0, 1, 12]])
    with pytest.raises(ValueError, match="cells must have shape"):
        jaxfmm.Elements(vertices, [[0]])
    with pytest.raises(ValueError, match="as many cells as vertices"):
        jaxfmm.potential(jaxfmm.Elements(vertices[:3], [[0, 1], [1, 2], [2, 0]]), jnp.ones(3), x)
    with pytest.raises(ValueError, match="only triangles have normals"):
        jaxfmm.potential(jaxfmm.Elements(vertices, [[0, 1]]), None, x, dipoles=jnp.ones(1))
    with pytest.raises(ValueError, match="points must be an array for an energy"):
        jaxfmm.energy(elements, q)
    plan = jaxfmm.plan(jnp.zeros((4, 3)), x)
    with pytest.raises(ValueError, match="the plan was made for points"):
        jaxfmm.potential(elements, q, x, plan=plan)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_a_plate_of_regular_triangles(dtype):
    """Vertices of a regular mesh are not where roundings decide what is near."""
    turn, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))
    grid = np.linspace(0, 1, 5)
    vertices = np.array([[a, b, 0] for a in grid for b in grid]) @ turn
    i = np.arange(25).reshape(5, 5)[:4, :4].ravel()
    cells = np.concatenate([np.stack([i, i + 5, i + 6], 1), np.stack([i, i + 6, i + 1], 1)])
    plate = jaxfmm.Elements(vertices, cells, densities="cell")
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]) @ turn
    whole = jaxfmm.Elements(corners, [[0, 1, 2], [0, 2, 3]])
    for tol, most in ((1e-5, 1e-5), (1e-10, 1e-9)):
        got = jaxfmm.potential(plate, np.ones(32), vertices, tol=tol)
        exact = jaxfmm.potential(whole, np.ones(2), vertices, tol=1e-10)
        np.testing.assert_allclose(got, exact, rtol=most)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_slopes_in_the_plane_of_a_triangle(dtype):
    """Those of the double layer are the same from both sides; values are the mean."""
    triangle = jaxfmm.Elements(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), [[0, 1, 2]])
    there = np.array([[0.8, 0.8, 0.0], [0.2, 0.3, 0.0]])
    above = there + [0, 0, 1e-6]
    one = np.ones(1)
    for at in (there, above):
        hessian = jaxfmm.hessian(triangle, one, at, tol=1e-10)
        np.testing.assert_allclose(np.trace(hessian, axis1=1, axis2=2), 0, atol=1e-4)
        np.testing.assert_allclose(hessian[:, 2, 2], [-1.668, 18.985], rtol=1e-3)
        slope = jaxfmm.potential_and_gradient(triangle, None, at, dipoles=one, tol=1e-10)[1]
        np.testing.assert_allclose(slope[:, 2], [1.668, -18.985], rtol=1e-3)
    np.testing.assert_array_equal(
        jaxfmm.potential(triangle, None, there, dipoles=one, tol=1e-10), 0
    )


def test_plans_of_elements_refuse_what_they_were_not_made_for():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    triangle, one = jaxfmm.Elements(vertices, [[0, 1, 2]]), np.ones(1, np.float32)
    targets = np.ones((4, 3), np.float32)
    plan = jaxfmm.plan(triangle, targets, tol=1e-3)
    with pytest.raises(ValueError, match="tol must be at least that of the plan, .* tol=1e-05"):
        jaxfmm.potential(triangle, one, targets, plan=plan, tol=1e-5)
    for call in (
        lambda: jaxfmm.potential(vertices, np.ones(3, np.float32), targets, plan=plan),
        lambda: plan.update(vertices, targets),
    ):
        with pytest.raises(ValueError, match="sources must be jaxfmm.Elements"):
            call()
    for name, value in (("num_segments", 2), ("target_segments", np.zeros(4, int))):
        with pytest.raises(ValueError, match=f"{name} must be None where sources"):
            jaxfmm.potential(triangle, one, targets, **{name: value})
    for kernel in (2.0 * jaxfmm.Yukawa(1.0), jaxfmm.Laplace() + jaxfmm.Yukawa(1.0)):
        with pytest.raises(ValueError, match=r"kernel must be jaxfmm.Laplace\(\)"):
            jaxfmm.potential(triangle, one, targets, kernel=kernel)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_plans_of_elements_far_from_the_origin_serve_other_programs(dtype):
    """Roundings of the sizes of elements, which differ from program to program, are no growth."""
    vertices, cells = sphere(1)
    elements = jaxfmm.Elements(jnp.asarray(vertices + 100, dtype), cells)
    plan = jaxfmm.plan(elements, elements.vertices, method="fmm")
    densities = jnp.ones(len(cells), dtype)
    for own in (elements, None):  # constants of the program, and arguments

        @jax.jit
        def run(given, own=own):
            one = given if own is None else own
            return jaxfmm.potential(one, densities, one.vertices, plan=plan)

        assert np.isfinite(run(elements)).all()


def test_multiples_of_the_kernel():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    triangle, one = jaxfmm.Elements(vertices, [[0, 1, 2]]), np.ones(1, np.float32)
    targets = np.random.default_rng(0).random((4, 3)).astype(np.float32)
    kernel = -0.5 * jaxfmm.Laplace()
    plan = jaxfmm.plan(triangle, targets, kernel=kernel)
    expected = -0.5 * jaxfmm.potential(triangle, one, targets)
    for found in (
        jaxfmm.potential(triangle, one, targets, kernel=kernel),
        jaxfmm.potential(triangle, one, targets, plan=plan),
        jaxfmm.potential(triangle, one, targets, plan=plan.update(triangle, targets)),
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-6)
