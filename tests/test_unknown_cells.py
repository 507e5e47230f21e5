"""Periodic sums whose cell is not known when their plan is made, as under `jit` and `jax.vmap`,
against a sum for each known cell."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.errors import Status
from jaxfmm.kernels import segmented_cells
from jaxfmm.tree import clouds

TOL = 1e-5
HEX = np.array([[1.0, 0.0, 0.0], [-0.5, np.sqrt(0.75), 0.0], [0.0, 0.0, 1.6]])
CELLS = {
    "cube": 3.0 * np.eye(3),
    "hexagonal": HEX,
    "triclinic": 1e3 * np.array([[1.0, 0.1, -0.2], [0.2, 1.1, 0.1], [-0.1, 0.2, 0.9]]),
    "long": np.diag([1.0, 2.4, 1.0]),
    "flat": np.diag([2.4, 2.4, 1.0]),
}


def in_cell(cell):
    return jaxfmm.Periodic(jaxfmm.Laplace(), cell)


def energy(x, q, cell, **options):
    return jaxfmm.energy(x, q, kernel=in_cell(cell), tol=TOL, **options)


def problem(dtype, n=40, seed=0):
    """(points, charges, cells) of all shapes."""
    rng, cells = np.random.default_rng(seed), np.stack(list(CELLS.values()))
    fractions = rng.uniform(-1, 2, size=(len(cells), n, 3))
    x = np.einsum("bnp,bpd->bnd", fractions, cells)
    return tuple(jnp.asarray(a, dtype) for a in (x, rng.normal(size=(len(cells), n)), cells))


def direct(x, cell, targets=None):
    return jaxfmm.plan(x, targets, kernel=in_cell(np.asarray(cell)), method="direct")


def at(tree, member):
    return jax.tree.map(lambda array: array[member], tree)


def close(found, expected, tol=TOL):
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert np.shape(a) == np.shape(b)
        assert cases.error(a, b) <= tol


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("how", ["vmap of grad", "grad of vmap", "vmap of jit", "eager"])
def test_energies_and_slopes_by_vmap(how, dtype):
    x, q, cells = problem(dtype)
    slopes = (0, 1, 2)
    both = {
        "vmap of grad": jax.jit(jax.vmap(jax.value_and_grad(energy, slopes))),
        "grad of vmap": jax.jit(
            lambda *a: (
                jax.vmap(energy)(*a),
                jax.grad(lambda *b: jax.vmap(energy)(*b).sum(), slopes)(*a),
            )
        ),
        "vmap of jit": jax.vmap(jax.jit(jax.value_and_grad(energy, slopes))),
        "eager": jax.vmap(jax.value_and_grad(energy, slopes)),
    }[how]
    found = both(x, q, cells)
    for member in range(len(cells)):
        plan = direct(x[member], cells[member])
        expected = jax.value_and_grad(energy, slopes)(
            x[member], q[member], cells[member], plan=plan
        )
        close(at(found, member), expected, 2 * TOL)


@pytest.mark.parametrize("n", [2, 300, 700])
@pytest.mark.parametrize("spread", [1.0, 0.02], ids=["even", "cluster"])
@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_numbers_of_points(n, spread, dtype):
    """By waves and by grids; the lists hold the pairs of points in a cluster."""
    tol, rng = 1e-4, np.random.default_rng(1)
    _, _, cells = problem(dtype)
    fractions = jnp.asarray(spread * rng.random((n, 3)), dtype)
    x = jnp.einsum("np,bpd->bnd", fractions, cells)
    q = jnp.asarray(rng.normal(size=n), dtype)

    def both(x, cell):
        return jaxfmm.potential_and_gradient(x, q, kernel=in_cell(cell), tol=tol)

    found = jax.jit(jax.vmap(both))(x, cells)
    for member in range(len(cells)):
        plan = direct(x[member], cells[member])
        expected = jaxfmm.potential_and_gradient(x[member], q, plan=plan)
        close(at(found, member), expected, tol)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_targets_dipoles_columns_and_a_shared_cell(dtype):
    x, q, cells = problem(dtype)
    rng, cell = np.random.default_rng(2), cells[0]
    targets = jnp.asarray(3.0 * rng.random((len(x), 7, 3)), dtype)
    moments = jnp.asarray(rng.normal(size=(40, 3, 2)), dtype)
    charges = jnp.stack([q[0], q[1]], axis=1)

    def fields(x, targets, cell, plan=None):
        options = {"dipoles": moments, "kernel": in_cell(cell), "tol": TOL, "plan": plan}
        return jaxfmm.potential_and_gradient(x, charges, targets, **options)

    def loss(*arguments):
        return jnp.sum(fields(*arguments)[1] ** 2)

    points = x[:1] + jnp.zeros_like(x)
    found = jax.jit(jax.vmap(fields, (0, 0, None)))(points, targets, cell)
    slopes = jax.jit(jax.vmap(jax.grad(loss, 1), (0, 0, None)))(points, targets, cell)
    for member in range(len(x)):
        plan = direct(points[member], cell, targets[member])
        of = points[member], targets[member]
        close(at(found, member), fields(*of, np.asarray(cell), plan))
        exact = jax.grad(loss, 1)(*of, np.asarray(cell), plan)
        close(slopes[member], exact, 1e-4)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("method", ["auto", "ewald"])
def test_a_plan_inside_jit(method, dtype):
    """It is updated inside, leaves `jit` and takes known cells outside."""
    x, q, cells = problem(dtype)

    @jax.jit
    @jax.vmap
    def planned(x, moved, q, cell):
        plan = jaxfmm.plan(x, kernel=in_cell(cell), tol=TOL, method=method)
        plan = plan.update(moved, kernel=in_cell(cell))
        return jaxfmm.energy(moved, q, plan=plan), plan

    energies, plans = planned(x, x + 0.3, q, cells)
    np.testing.assert_array_equal(np.asarray(plans.status), 0)
    for member in range(2):
        plan = at(plans, member)
        assert plan.method == "ewald" and "periodic Laplace in 3D" in str(plan)
        of = x[member] + 0.3, q[member]
        exact = energy(*of, cells[member], plan=direct(of[0], cells[member]))
        close((energies[member], energy(*of, cells[member], plan=plan)), (exact, exact))
        close(jaxfmm.energy(*of, plan=plan.update(of[0])), exact)


def test_a_thin_cell_spoils_no_other():
    x, q, cells = problem(jnp.float32)
    cells = cells.at[1, 0].multiply(0.1)

    def both(x, q, cell):
        plan = jaxfmm.plan(x, kernel=in_cell(cell), tol=1e-4)
        return jaxfmm.energy(x, q, plan=plan), plan.status

    energies, status = jax.jit(jax.vmap(both))(x, q, cells)
    np.testing.assert_array_equal(np.asarray(status), [0, Status.CELL, 0, 0, 0])
    np.testing.assert_array_equal(np.isnan(energies), np.asarray(status) > 0)


def test_which_sums_there_are():
    """Many points, softened charges and slabs are summed as before."""
    points = jnp.zeros((segmented_cells.MOST_UNKNOWN + 1, 3))

    def method(points, kernel, **options):
        def plan(cell):
            return jaxfmm.plan(points, kernel=kernel(cell), **options)

        return jax.eval_shape(plan, 1.0).method

    assert method(points[1:], in_cell) == "ewald"
    assert method(points, in_cell) == "fmm"
    assert method(points[:9], in_cell, order=4) != "ewald"
    softened = jaxfmm.Laplace(0.01, profile="spline")
    assert method(points[:9], lambda cell: jaxfmm.Periodic(softened, cell)) != "ewald"
    slab = (0, 1)
    assert method(points[:9], lambda cell: jaxfmm.Periodic(jaxfmm.Laplace(), cell, slab)) != "ewald"


def test_such_a_plan_has_no_segments():
    x, q, cells = problem(jnp.float32)
    plan = jax.jit(lambda x, cell: jaxfmm.plan(x, kernel=in_cell(cell)))(x[0], cells[0])
    with pytest.raises(ValueError, match="segments were given and the plan was made without"):
        jaxfmm.potential(x[0], q[0], plan=plan, segments=np.zeros(40, np.int32), num_segments=1)
    with pytest.raises(ValueError, match="segments were given and the plan was made without"):
        plan.update(x[0], segments=np.zeros(40, np.int32))


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_pairs_that_are_left_out(dtype):
    x, q, cells = problem(dtype)
    pairs = np.array([[0, 1], [2, 3], [5, 9]])
    found = jax.jit(jax.vmap(lambda *a: energy(*a, exclude=pairs, scale=0.3)))(x, q, cells)
    for member in range(len(cells)):
        plan = direct(x[member], cells[member])
        options = {"plan": plan, "exclude": pairs, "scale": 0.3}
        close(found[member], energy(x[member], q[member], cells[member], **options))


@pytest.fixture
def together(monkeypatch):
    """As where JAX's default is a GPU, whose batches are one sum over a forest."""
    monkeypatch.setattr(clouds, "pays", lambda points: True)
    jax.clear_caches()
    yield
    jax.clear_caches()


def losses(x, q, targets, cells):
    """Of fields at targets and of energies, with derivatives in all arguments, for each cell."""

    def loss(x, q, targets, cell):
        options = {"kernel": in_cell(cell), "tol": 1e-4}
        field = jaxfmm.potential(x, q, targets, **options)
        return jnp.sum(field**2) + jaxfmm.energy(x, q, **options)

    return jax.jit(jax.vmap(jax.value_and_grad(loss, (0, 1, 2, 3))))(x, q, targets, cells)


@pytest.fixture
def one_by_one():
    x, q, cells = problem(jnp.float32)
    return losses(x, q, 0.7 * x[:, :9], cells)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_one_sum_over_a_forest(dtype, one_by_one, together):
    """Transposed sums and images with factors too; members are cells of other sizes."""
    x, q, cells = problem(dtype)
    arguments = x, q, 0.7 * x[:, :9], cells
    close(losses(*arguments), one_by_one, 1e-5)
    program = str(jax.make_jaxpr(jax.vmap(energy))(x, q, cells))
    assert program.count("jaxfmm_traverse") == program.count("jaxfmm_sum") == 1

    def nested(x, q, cells):
        return jax.vmap(jax.vmap(lambda x, q, cell: energy(x, q, cell)))(x, q, cells)

    twice = [jnp.stack([array, array[::-1]]) for array in (x, q, cells)]
    once = jax.vmap(energy)(x, q, cells)
    close(jax.jit(nested)(*twice), jnp.stack([once, once[::-1]]), 1e-5)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_a_plan_from_before_for_cells_of_a_batch(dtype, together):
    """One program for all cells, where the plan did not see the cell it was made for."""
    x, q, cells = problem(dtype)
    plan = jax.jit(lambda x, cell: jaxfmm.plan(x, kernel=in_cell(cell), tol=TOL))(x[0], cells[0])

    def energies(x, q, cell):
        return jaxfmm.energy(x, q, plan=plan.update(x, kernel=in_cell(cell)))

    program = str(jax.make_jaxpr(jax.vmap(energies))(x, q, cells))
    assert program.count("jaxfmm_traverse") == program.count("jaxfmm_sum") == 1
    found = jax.jit(jax.vmap(energies))(x, q, cells)
    for member in range(len(cells)):
        of = x[member], q[member], cells[member]
        close(found[member], energy(*of, plan=direct(of[0], of[2])))
