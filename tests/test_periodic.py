"""Sums over the images of a cell: crystals, charged cells and random ones against plain Ewald
sums."""

import functools

import cases
import ewald
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Laplace, Periodic
from jaxfmm.cost_model.families import Parameters
from jaxfmm.errors import Status
from jaxfmm.expansions.laplace3d import operators as laplace3d
from jaxfmm.expansions.lattice import sums2d as lattice2d, sums3d as lattice3d
from jaxfmm.kernels.near_images import numbers_within
from jaxfmm.kernels.periodic import inverse
from jaxfmm.methods.costs import Problem
from jaxfmm.methods.images import half
from jaxfmm.passes import far_images, lattice_sums
from jaxfmm.planning.capacity import with_parameters

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
METHODS = pytest.mark.parametrize("method", [pytest.param("direct", marks=SLOW), "fmm", "ewald"])


def some_slow(names, quick):
    return [name if name in quick else pytest.param(name, marks=SLOW) for name in names]


FCC = [[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]]
EIGHTHS = [[x, y, z] for x in (0.25, 0.75) for y in (0.25, 0.75) for z in (0.25, 0.75)]
ROCK_SALT = [[i / 2, j / 2, k / 2] for i in range(2) for j in range(2) for k in range(2)]
# positions and charges in a unit cube, formula units in it, and minus the energy of one (Madelung)
CRYSTALS = {
    "caesium chloride": ([[0, 0, 0], [0.5, 0.5, 0.5]], [1, -1], 1, 2.035361509452598),
    "rock salt": (
        ROCK_SALT,
        [(-1) ** round(2 * sum(p)) for p in ROCK_SALT],
        4,
        2 * 1.747564594633182,
    ),
    "zincblende": (
        FCC + [[a + 0.25 for a in p] for p in FCC],
        [1] * 4 + [-1] * 4,
        4,
        4 / 3**0.5 * 1.638055053388789,
    ),
    "fluorite": (FCC + EIGHTHS, [2] * 4 + [-1] * 8, 4, 11.636575227076827),
    "cuprite": (
        [[0, 0, 0], [0.5, 0.5, 0.5], *EIGHTHS[:1], *(EIGHTHS[i] for i in (3, 5, 6))],
        [-2, -2] + [1] * 4,
        2,
        10.259457033075,
    ),
}
WIGNER = {
    "simple": ([[0, 0, 0]], 1.760118884),
    "body": ([[0, 0, 0], [0.5, 0.5, 0.5]], 1.791858511),
    "face": (FCC, 1.791747230),
}


def plan_of(points, cell, method, tol=1e-12, **options):
    return jaxfmm.plan(
        jnp.asarray(points), kernel=Periodic(Laplace(), cell), method=method, tol=tol, **options
    )


@METHODS
@pytest.mark.parametrize("name", some_slow(CRYSTALS, ["rock salt"]))
@FLOAT64
def test_madelung_constants(name, method, dtype):
    points, q, units, constant = CRYSTALS[name]
    q = jnp.asarray(q, float)
    found = jaxfmm.energy(
        jnp.asarray(points, float), q, plan=plan_of(np.array(points, float), 1.0, method)
    )
    assert abs(-found / units / constant - 1) <= 1e-12


@METHODS
@pytest.mark.parametrize("name", some_slow(WIGNER, ["body"]))
@FLOAT64
def test_wigner_crystals(name, method, dtype):
    """Charges of one sign in a uniform background, at a Wigner-Seitz radius of 1."""
    points, constant = WIGNER[name]
    edge = (4 * np.pi / 3 * len(points)) ** (1 / 3)
    points = edge * np.array(points, float)
    found = jaxfmm.energy(
        jnp.asarray(points), jnp.ones(len(points)), plan=plan_of(points, edge, method)
    )
    assert abs(-2 * found / len(points) - constant) <= 1e-9
    exact = (
        0.5
        * ewald.potential(
            *[jnp.asarray(points)] * 2, jnp.ones(len(points)), edge * jnp.eye(3), waves=10
        ).sum()
    )
    assert abs(found / exact - 1) <= 1e-12


CELLS = {
    "cube": 1.5 * np.eye(3),
    "oblique": np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]]),
    "turned": np.array([[0, 0, 1.0], [-1.1, 0, 0], [0.3, 1, 0]]),
}


def problem(cell, n, *, neutral, seed=0, dtype=float, move=2):
    rng = np.random.default_rng(seed)
    x = (rng.random((n, 3)) + rng.integers(0, move, (n, 3))) @ cell
    q = rng.normal(size=n)
    return jnp.asarray(x, dtype), jnp.asarray(q - neutral * q.mean(), dtype)


@METHODS
@pytest.mark.parametrize("neutral", [True, False])
@pytest.mark.parametrize("name", some_slow(CELLS, ["oblique"]))
@FLOAT64
def test_random_cells(name, neutral, method, dtype):
    cell = CELLS[name]
    x, q = problem(cell, 40, neutral=neutral)
    y = problem(cell, 17, neutral=True, seed=1)[0]
    plan = jaxfmm.plan(
        x, y, kernel=Periodic(Laplace(), cell), method=method, tol=1e-11, leaf_size=8
    )
    phi, grad = jaxfmm.potential_and_gradient(x, q, y, plan=plan)
    exact, back = jax.vjp(lambda y: ewald.potential(y, x, q, cell), y)
    assert cases.error(phi, exact) <= 1e-11
    assert cases.error(grad, back(jnp.ones(len(y)))[0]) <= 1e-11


@SLOW
@pytest.mark.parametrize(
    "cell", [np.diag([1, 1, 10.0]), np.diag([10, 1, 10.0])], ids=["long", "flat"]
)
@FLOAT64
def test_long_cells(cell, dtype):
    """Against the same points repeated to something like a cube."""
    x, q = problem(cell, 30, neutral=True, move=1)
    found = jaxfmm.potential(x, q, plan=plan_of(x, cell, "fmm", 1e-8, leaf_size=8))
    times = (10 / np.diag(cell)).astype(int)
    shifts = np.stack(np.meshgrid(*map(np.arange, times), indexing="ij"), -1).reshape(-1, 3) @ cell
    many = (shifts[:, None] + np.asarray(x)[None]).reshape(-1, 3)
    plan = jaxfmm.plan(many, x, kernel=Periodic(Laplace(), 10.0), method="fmm", tol=1e-9)
    assert (
        cases.error(found, jaxfmm.potential(many, jnp.tile(q, len(shifts)), x, plan=plan)) <= 1e-8
    )


@pytest.mark.parametrize("backend", [pytest.param("xla", marks=SLOW), "cpu"], indirect=True)
def test_float32(backend):
    cell = CELLS["oblique"]
    x, q = problem(cell, 500, neutral=True, dtype=jnp.float32)
    plan = jaxfmm.plan(
        x, kernel=Periodic(Laplace(), cell), method="fmm", tol=1e-5, leaf_size=16, backend=backend
    )
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    direct = jaxfmm.plan(x, kernel=Periodic(Laplace(), cell), method="direct")
    for a, b in zip(found, jaxfmm.potential_and_gradient(x, q, plan=direct)):
        assert cases.error(a, np.asarray(b, float)) <= 2e-5


def slopes(sums, *arguments):
    """The derivatives of w . sin(sums) in all arguments, and theirs along a direction in all
    arguments."""
    rng = np.random.default_rng(7)
    w = jnp.asarray(rng.normal(size=jax.eval_shape(sums, *arguments).shape))
    along = tuple(jnp.asarray(0.1 * rng.normal(size=a.shape)) for a in arguments)

    def gradient(*arguments):
        return jax.grad(lambda *a: jnp.sum(w * jnp.sin(sums(*a))), tuple(range(len(arguments))))(
            *arguments
        )

    return jax.jit(lambda *a: jax.jvp(gradient, a, along))(*arguments)


@SLOW
@pytest.mark.parametrize("method", ["direct", "fmm", "ewald"])
@FLOAT64
def test_derivatives(method, dtype):
    """First and second ones in positions, charges, targets and the cell, of potentials at other
    targets."""
    cell = jnp.asarray(CELLS["oblique"])
    (x, q), y = (
        problem(cell, 30, neutral=False, move=1),
        problem(cell, 8, neutral=True, seed=1, move=1)[0],
    )
    plan = jaxfmm.plan(
        x, y, kernel=Periodic(Laplace(), cell), method=method, **OPTIONS.get(method, {})
    )

    def mine(x, q, y, cell):
        return jaxfmm.potential(x, q, y, plan=plan, kernel=Periodic(Laplace(), cell))

    found = slopes(mine, x, q, y, cell)
    exact = slopes(lambda x, q, y, cell: ewald.potential(y, x, q, cell, images=3), x, q, y, cell)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(exact)):
        assert cases.error(a, b) <= 1e-5


OPTIONS = {
    "fmm": {"leaf_size": 8, "order": 10, "theta": 0.5},
    "ewald": {"leaf_size": 8, "tol": 1e-7},
}


@pytest.mark.parametrize("method", OPTIONS)
@FLOAT64
def test_energy_and_its_derivatives(method, dtype):
    """Forces and the stress at fixed fractional coordinates, in a charged cell, by one compiled
    function of the cell, with a plan that is updated in it."""
    cell = jnp.asarray(CELLS["turned"])
    x, q = problem(cell, 30, neutral=False)
    s = x @ jnp.linalg.inv(cell)
    plan = plan_of(x, cell, method, **{"tol": 1e-4} | OPTIONS[method])

    def mine(s, q, cell):
        kernel = Periodic(Laplace(), cell)
        points = s @ cell
        return jaxfmm.energy(points, q, kernel=kernel, plan=plan.update(points, kernel=kernel))

    def exact(s, q, cell):
        points = s @ cell
        return 0.5 * q @ ewald.potential(points, points, q, cell)

    slope = jax.jit(jax.value_and_grad(mine, (0, 1, 2)))
    both = [slope, jax.value_and_grad(exact, (0, 1, 2))]
    for strain in (0.0, 0.02):
        changed = cell @ (
            jnp.eye(3) + strain * jnp.asarray([[1, 0.5, 0], [0, -1, 0.2], [0, 0, 0.3]])
        )
        for a, b in zip(*(jax.tree.leaves(f(s, q, changed)) for f in both)):
            assert cases.error(a, b) <= 1e-5
    assert slope._cache_size() == 1
    pressure = jnp.trace(cell.T @ slope(s, q, cell)[1][2])
    assert abs(pressure / slope(s, q, cell)[0] + 1) <= 1e-4  # of a power of the length


@SLOW
@FLOAT64
def test_stress_against_strain_differences(dtype):
    cell = jnp.asarray(CELLS["oblique"])
    x, q = problem(cell, 200, neutral=True, move=1)
    s = x @ jnp.linalg.inv(cell)
    plan = plan_of(x, cell, "fmm", 1e-10, leaf_size=16)

    @jax.jit
    def energy(strain):
        strained = cell @ (jnp.eye(3) + strain)
        points, kernel = s @ strained, Periodic(Laplace(), strained)
        return jaxfmm.energy(points, q, kernel=kernel, plan=plan.update(points, kernel=kernel))

    stress, h = jax.jit(jax.grad(energy))(jnp.zeros((3, 3))), 1e-4
    for i, j in ((0, 0), (0, 1), (2, 1)):
        step = jnp.zeros((3, 3)).at[i, j].set(h)
        by_strain = (8 * (energy(step) - energy(-step)) - energy(2 * step) + energy(-2 * step)) / (
            12 * h
        )
        assert abs(by_strain - stress[i, j]) <= 1e-6 * abs(stress).max()


def test_sums_of_the_lattice_without_x64():
    """They are in float64 where JAX's own x64 is off: every transform has to keep them so."""
    cell = jnp.asarray(CELLS["turned"], jnp.float32)
    x, _ = problem(cell, 8, neutral=True, dtype=jnp.float32)
    arranged = plan_of(x, cell, "direct", 1e-4).choice.arranged

    @jax.jit
    def slope(cell):
        return jax.grad(lambda cell: (lattice_sums.far_sums(cell, arranged, 6) ** 2).sum())(cell)

    step = 1e-3 * jnp.eye(3)
    low, high = jax.vmap(slope)(jnp.stack([cell - step, cell + step]))
    along = jax.jvp(slope, (cell,), (step,))[1]
    assert along.dtype == jnp.float32
    assert cases.error(2 * along, high - low) <= 1e-3


@pytest.mark.parametrize("edges", [1, 2, 3])
def test_slopes_of_lattice_sums(edges):
    with jax.enable_x64(True):
        cell = jnp.asarray(CELLS["oblique"][:edges], jnp.float64)
        images = numbers_within(np.asarray(cell), 4.0)[1::2]
        waves = numbers_within(2 * np.pi * np.linalg.pinv(cell).T, 20.0)[1::2]
        numbers = images[:8], images[8:], waves
        sums = functools.partial(lattice3d.lattice_sums, near=numbers[0], far=numbers[1])
        expected = jax.jacfwd(functools.partial(sums, waves=waves, order=6))(cell)
        slopes = lattice3d.lattice_slopes(cell, *numbers, 6)
        assert cases.error(slopes, expected) <= 1e-13


@FLOAT64
def test_batches_of_charges(dtype):
    cell = CELLS["oblique"]
    x, q = problem(cell, 30, neutral=False)
    many = jnp.stack([q, q**2, q - q.mean()])
    plan = plan_of(x, cell, "fmm", 1e-4, leaf_size=8, order=4, theta=0.7)
    sums = functools.partial(jaxfmm.potential, x, plan=plan)
    one_by_one = jnp.stack([sums(row) for row in many])
    np.testing.assert_allclose(jax.vmap(sums)(many), one_by_one, rtol=1e-9)
    np.testing.assert_allclose(sums(many.T).T, one_by_one, rtol=1e-9)
    np.testing.assert_allclose(
        sums(jax.lax.complex(q, 2 * q)), np.asarray(one_by_one[0]) * (1 + 2j), rtol=1e-9
    )
    np.testing.assert_allclose(
        jaxfmm.energy(x, many.T, plan=plan), 0.5 * (many * one_by_one).sum(1), rtol=1e-9
    )


@pytest.mark.parametrize("expansions", [lattice2d, lattice3d])
def test_float32_after_float64(expansions):
    """Arrays of NumPy that are kept must not carry 64 bits into traces after float64 is switched
    off."""
    order = 2
    size, sums = {
        lattice2d: ((2 * order + 1,), (2 * order + 1, 2)),
        lattice3d: (((order + 1) ** 2,), (25,)),
    }[expansions]
    kept = []
    for x64 in (True, False):
        with jax.enable_x64(x64):
            given = jnp.ones((1, *size)), jnp.ones(sums)
            kept.append(jax.make_jaxpr(lambda *given: expansions.convert(*given, order))(*given))
            assert kept[-1].out_avals[0].dtype == (jnp.float64 if x64 else jnp.float32)


def test_sums_of_the_lattice_are_kept():
    """A plan keeps those of its cell, by NumPy, and sums in it do not compute them in float64
    again; other cells get their own, and slopes in the cell are those of a plan made for it."""
    x, q = (
        jnp.asarray(np.random.default_rng(0).random((40, 3)), jnp.float32),
        jnp.tile(jnp.array([1.0, -1.0]), 20),
    )
    plan = plan_of(x, 1.0, "fmm", tol=1e-4)
    assert "f64" not in str(
        jax.make_jaxpr(lambda x, q, plan: jaxfmm.potential(x, q, plan=plan.update(x)))(x, q, plan)
    )

    @jax.jit
    @jax.value_and_grad
    def energy(cell, plan):
        return jaxfmm.energy(x, q, kernel=Periodic(Laplace(), cell), plan=plan)

    found, expected = (
        energy(jnp.asarray(1.01), made) for made in (plan, plan_of(x, 1.01, "fmm", tol=1e-4))
    )
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert abs(energy(jnp.asarray(1.0), plan)[0] / found[0] - 1) > 1e-3


def test_sums_of_the_lattice_are_of_the_order():
    """Of a plan that takes another order with the same tree and lists too, as measured plans do."""
    x = jnp.asarray(np.random.default_rng(0).random((40, 3)), jnp.float32)
    plan, high = (
        plan_of(x, 1.0, "fmm", tol=1e-4, order=order, theta=0.6, leaf_size=16) for order in (3, 12)
    )
    found = with_parameters(plan, Problem(plan.kernel, x, None), Parameters(12, 0.6, 16))
    np.testing.assert_array_equal(found.cell.sums, high.cell.sums)


@pytest.mark.parametrize(("edges", "dim"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (4, 4)])
def test_inverse_of_a_cell(edges, dim):
    rows = np.random.default_rng(0).normal(size=(edges, dim))
    found = inverse(jnp.asarray(1e20 * rows, jnp.float32))
    np.testing.assert_allclose(1e20 * np.asarray(found), np.linalg.pinv(rows), rtol=1e-4, atol=1e-5)


def test_plans_say_when_they_do_not_serve():
    cell = np.eye(3)
    x, q = problem(cell, 200, neutral=True, dtype=jnp.float32)
    for method in ("fmm", "direct"):
        plan = plan_of(x, cell, method, 1e-4)
        moved = np.round(np.random.default_rng(0).normal(size=x.shape))
        far_away = plan.update(x + moved)
        assert (
            cases.error(
                jaxfmm.potential(x + moved, q, plan=far_away), jaxfmm.potential(x, q, plan=plan)
            )
            <= 1e-4
        )
        with pytest.raises(ValueError, match="cell"):
            jaxfmm.potential(x, q, plan=plan, kernel=Periodic(Laplace(), np.diag([1, 1, 1.8])))
        with pytest.raises(ValueError, match="cell"):
            plan.update(x, kernel=Periodic(Laplace(), np.diag([0.3, 1, 1.8])))
    with pytest.raises(ValueError, match="left the cells"):
        jaxfmm.potential(x + moved, q, plan=plan_of(x, cell, "fmm", 1e-4))


def test_plans_inside_jit():
    x, q = problem(np.eye(3), 300, neutral=True, dtype=jnp.float32)

    @jax.jit
    def inside(x, cell):
        return jaxfmm.potential(x, q, kernel=Periodic(Laplace(), cell), tol=1e-3)

    exact = jaxfmm.potential(x, q, kernel=Periodic(Laplace(), 1.0))
    assert cases.error(inside(x, jnp.float32(1)), exact) <= 1e-3
    assert jnp.isnan(inside(x, jnp.array([1, 1, 9.0]))).all()  # a shape that nothing was known of


@pytest.mark.parametrize(
    ("kernel", "dim", "message"),
    [
        (Periodic(Laplace(), 1.0, axes=(0, 3)), 3, "axes"),
        (Periodic(Laplace(), 1.0, axes=[0, 1, 2]), 3, "axes"),
        (Periodic(Laplace(), -1.0), 3, "positive"),
        (Periodic(Laplace(), np.nan), 3, "finite"),
        (Periodic(Laplace(), np.ones(2)), 3, "shape"),
        (Periodic(Laplace(), np.ones((3, 3))), 3, "volume"),
        (Periodic(Periodic(Laplace(), 1.0), 1.0), 3, "open space"),
        (Periodic(Laplace(), np.diag([1, 1, 2000.0])), 3, "images"),
    ],
)
def test_bad_cells(kernel, dim, message):
    with pytest.raises(ValueError, match=message):
        jaxfmm.plan(np.random.default_rng(0).random((10, dim)), kernel=kernel)


@FLOAT64
def test_minimum_image_and_bonded_pairs(dtype):
    """Of all images near, and what the guide says about pairs that are left out."""
    cell, rng = jnp.asarray(CELLS["oblique"]), np.random.default_rng(0)
    offset = jnp.asarray(rng.normal(size=(50, 3)) * 3)
    found = jaxfmm.minimum_image(offset, cell)
    numbers = np.stack(np.meshgrid(*[np.arange(-12.0, 13)] * 3, indexing="ij"), -1).reshape(-1, 3)
    shortest = np.linalg.norm(np.asarray(offset)[:, None] - (numbers @ cell)[None], axis=-1).min(1)
    np.testing.assert_allclose(jnp.linalg.norm(found, axis=1), shortest, rtol=1e-10)
    whole = (offset - found) @ jnp.linalg.inv(cell)
    np.testing.assert_allclose(whole, jnp.round(whole), atol=1e-9)
    slope = jax.jacfwd(jaxfmm.minimum_image, 1)(offset[0], cell)
    np.testing.assert_allclose(slope[1, :, 1], -jnp.round(whole[0]), atol=1e-12)
    with pytest.raises(ValueError, match="cell"):
        jaxfmm.minimum_image(offset, np.ones((3, 3)))


def test_shapes_of_cells_that_are_not_known_when_a_plan_is_made():
    """Inside `jit` without a plan: the images of the plan are enough for lengths that differ by a
    factor of two."""
    points = jnp.asarray(np.random.default_rng(0).random((200, 3)), jnp.float32)

    @jax.jit
    def status(cell):
        rows = cell if cell.ndim == 2 else jnp.diag(cell)
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cell)
        return jaxfmm.plan(points @ rows, kernel=kernel, method="fmm", tol=1e-3, headroom=4).status

    hexagonal = [[1.0, 0.0, 0.0], [0.5, 0.75**0.5, 0.0], [0.0, 0.0, 1.2]]
    for cell in ([1.0, 1.0, 2.0], [2.0, 1.0, 2.0], hexagonal):
        assert status(jnp.asarray(cell)) == 0
    assert int(status(jnp.asarray([1.0, 1.0, 4.0]))) & Status.CELL


@FLOAT64
@pytest.mark.parametrize("order", [1, 9])
def test_harmonics_of_far_images(dtype, order):
    """As products with a constant matrix and degree by degree, against the recurrence."""
    rng = np.random.default_rng(0)
    points = jnp.asarray(rng.uniform(-0.6, 0.6, (5, 3)))
    expected = laplace3d.regular(*points.T, order).T
    np.testing.assert_allclose(lattice3d._harmonics_at(points, order), expected, atol=1e-13)
    weights = {0: jnp.asarray(rng.normal(size=(5, 2))), 1: jnp.asarray(rng.normal(size=(5, 2, 3)))}
    found = lattice3d.multipole(points, weights, order)
    tensors = jax.tree.map(lambda array: array[None], weights)
    expected = laplace3d.SolidHarmonics().p2m(points[None], jnp.ones(1), tensors, order)[0]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_moments_of_many_points_in_order():
    """Points that follow each other in space: partial sums are far larger than the sum."""
    x = np.stack(np.meshgrid(*[np.arange(64)] * 3, indexing="ij"), -1).reshape(-1, 3)
    x = (x + 0.05 * np.random.default_rng(0).normal(size=x.shape)).astype(np.float32)
    few = jnp.asarray(x[:8])
    plan = jaxfmm.plan(few, kernel=Periodic(Laplace(), 64.0), tol=1e-4, method="fmm")
    lattice = far_images.lattice_of(plan.kernel, plan.choice, few[0] + 32, few.dtype)
    points, ones = jnp.asarray(x), {0: jnp.ones((len(x), 1), jnp.float32)}
    dipole = jax.jit(lambda *a: far_images._moments(lattice, *a)[1])(points, ones)
    right = ((x - np.asarray(lattice.center, float)) / float(lattice.radius)).sum(0)
    np.testing.assert_allclose(dipole[0], right, atol=0.05)  # the sum of sizes is 120,000


@FLOAT64
@pytest.mark.parametrize("dim", [2, 3])
def test_energies_of_the_background_and_of_far_images(dtype, dim):
    """Against half the sum of charges and dipoles times the fields at their places."""
    rng = np.random.default_rng(1)
    points = jnp.asarray(rng.random((6, dim)))
    weights = {0: jnp.asarray(rng.normal(size=(6, 2)))}
    weights[1] = jnp.asarray(rng.normal(size=(6, 2, dim)))
    kernel = Periodic(Laplace(), 1.1)
    plan = jaxfmm.plan(points, kernel=kernel, tol=1e-6, method="fmm")
    lattice = far_images.lattice_of(plan.kernel, plan.choice, plan.center, points.dtype, plan.cell)
    fields = far_images.background(lattice, points, points, weights, (0, 1))
    energy = far_images.background_energy(lattice, points, weights)
    np.testing.assert_allclose(energy, half(weights, fields), rtol=1e-11)
    order = lattice.order + 1
    fields = far_images.far_sum(lattice, lattice.sums, order, points, points, weights, (0, 1))
    energy = far_images.far_energy(lattice, lattice.sums, order, points, weights)
    np.testing.assert_allclose(energy, half(weights, fields), rtol=1e-9)
