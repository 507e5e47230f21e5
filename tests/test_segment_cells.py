"""Periodic cells by segment, against a sum for each cell."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.errors import Status
from jaxfmm.methods import ewald_segments

SLOW = pytest.mark.slow
SIZES, PADDING = (30, 2, 0, 60), 3
SEGMENTS = len(SIZES)
SCALES = (1.0, 3.0, 1.0, 1000.0)
# kernels in units of a cell
KERNELS = {
    "1/r": lambda unit: jaxfmm.Laplace(),
    "spline": lambda unit: jaxfmm.Laplace(softening=0.02 * unit, profile="spline"),
    "Yukawa": lambda unit: jaxfmm.Yukawa(14.0 / unit),
    "Gaussian": lambda unit: jaxfmm.Gaussian(0.1 * unit),
    "stretched": lambda unit: jaxfmm.Gaussian(unit * np.array([0.1, 0.15, 0.08])),
    "Wendland": lambda unit: jaxfmm.Wendland(0.7 * unit),
    "LennardJones": lambda unit: jaxfmm.LennardJones(0.1 * unit, 1.0, 0.4 * unit),
}


@pytest.fixture(params=["waves", "grids"])
def rest(request, monkeypatch):
    """Sums whose smooth rest is by waves alone, or by grids alone."""
    other = {"waves": "grids_of", "grids": "waves_of"}[request.param]
    monkeypatch.setattr(ewald_segments, other, lambda *_: iter(()))


def problem(dtype, scales=SCALES, sizes=SIZES):
    """(points, charges, segments in any order and with padding, cells of any shape)"""
    rng = np.random.default_rng(0)
    cells = np.diag([1.0, 1.2, 1.4]) + rng.uniform(-0.2, 0.2, size=(len(sizes), 3, 3))
    cells = cells * np.array(scales)[:, None, None]
    ids = np.concatenate([np.repeat(np.arange(len(sizes)), sizes), np.full(PADDING, -1)])
    ids = rng.permutation(ids)
    fractions = rng.uniform(-1, 2, size=(len(ids), 3))
    points = np.einsum("np,npd->nd", fractions, cells[ids])
    charges = rng.normal(size=len(ids))
    return (*(jnp.asarray(x, dtype) for x in (points, charges)), jnp.asarray(ids), cells)


def loop(x, q, ids, cells, inner, targets=None):
    """Potential and gradient by a direct sum for each cell, zero for padding."""
    at, of = (x, ids) if targets is None else targets
    out = [np.zeros(len(at)), np.zeros(at.shape)]
    for segment, cell in enumerate(cells):
        here, there = np.asarray(ids) == segment, np.asarray(of) == segment
        if not here.any() or not there.any():
            continue
        kernel = jaxfmm.Periodic(inner, cell)
        points = x[here], None if targets is None else at[there]
        plan = jaxfmm.plan(*points, kernel=kernel, method="direct")
        results = jaxfmm.potential_and_gradient(points[0], q[here], points[1], plan=plan)
        for whole, part in zip(out, results):
            whole[there] = part
    return out


def test_the_slope_in_a_softening_that_all_cells_share():
    x, q, ids, cells = problem(jnp.float32, (1.0,) * SEGMENTS, (8, 2, 0, 10))

    def energies(softening):
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(softening, profile="spline"), cells)
        return jaxfmm.energy(x, q, kernel=kernel, segments=ids, num_segments=SEGMENTS)

    (low, high), slopes = (energies(s) for s in (0.099, 0.101)), jax.jacrev(energies)(0.1)
    np.testing.assert_allclose(slopes, (high - low) / 0.002, rtol=2e-2, atol=2e-2)
    assert abs(slopes).max() > 1
    np.testing.assert_allclose(jax.jacfwd(energies)(0.1), slopes, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name):
    dtype, tol = jnp.float32, 1e-4
    scales = SCALES if name == "1/r" else (1.0, 1.1, 1.0, 0.9)
    x, q, ids, cells = problem(dtype, scales)
    inner = KERNELS[name](1.0)
    kernel = jaxfmm.Periodic(inner, cells)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, segments=ids, num_segments=SEGMENTS)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for a, b in zip(found, loop(x, q, ids, cells, inner)):
        assert cases.worst(a, b, ids) <= tol


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("tol", [1e-3, 1e-6, 1e-9])
def test_each_cell_keeps_tol(tol, dtype, rest):
    """Cells of sizes that differ by a factor of 1000, one of them with two ions."""
    x, q, ids, cells = problem(dtype)
    q = q * jnp.where(ids == 1, 1e-6, 1.0)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, segments=ids, num_segments=SEGMENTS)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for a, b in zip(found, loop(x, q, ids, cells, jaxfmm.Laplace())):
        assert cases.worst(a, b, ids) <= tol


@pytest.mark.parametrize("tol", [1e-3, 1e-4])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_salts_keep_tol_beside_other_cells(dtype, tol, rest):
    """Their fields are the weakest for which it is promised: ions off their places by a twentieth
    of the distance of neighbours. Beside them are clustered ions and a pair."""
    rng = np.random.default_rng(0)
    places = np.stack(np.meshgrid(*[np.arange(4)] * 3, indexing="ij"), -1).reshape(-1, 3)
    salt = (places + 0.05 / np.sqrt(3) * rng.normal(size=places.shape)) / 4
    fractions = np.concatenate([salt, 0.05 * rng.normal(size=(60, 3)), rng.uniform(size=(2, 3))])
    q = jnp.asarray(np.concatenate([(-1.0) ** places.sum(1), np.ones(60), [1, -1]]), dtype)
    ids = np.repeat(np.arange(3), (64, 60, 2))
    cells = np.array([[1.0, 0, 0], [0.4, 1, 0], [-0.3, 0.35, 1.2]])[None] * np.array(
        [1e-3, 1.0, 1e3]
    ).reshape(3, 1, 1)
    x = jnp.asarray(np.einsum("np,npd->nd", fractions, cells[ids]), dtype)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, segments=jnp.asarray(ids), num_segments=3)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    expected = loop(x, q, ids, cells, jaxfmm.Laplace())
    for segment in range(3):
        mask = ids == segment
        for a, b in zip(found, expected):
            assert cases.error(np.asarray(a)[mask], b[mask]) <= tol


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_targets_dipoles_and_one_cell_for_all(dtype, rest):
    x, q, ids, cells = problem(dtype, scales=(1.0,) * SEGMENTS)
    rng = np.random.default_rng(1)
    t, of_targets = jnp.asarray(rng.uniform(size=(50, 3)), dtype), rng.integers(-1, 5, size=50)
    cell = jnp.asarray(cells[0], dtype)
    options = {"segments": ids, "num_segments": SEGMENTS, "target_segments": of_targets}
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cell)
    found = jaxfmm.potential(x, q, t, kernel=kernel, tol=1e-6, **options)
    same = np.broadcast_to(cells[0], cells.shape)
    expected = loop(x, q, ids, same, jaxfmm.Laplace(), (t, of_targets))[0]
    assert cases.error(found, expected) <= 1e-6
    # a dipole is two charges
    p, step = jnp.asarray(rng.normal(size=x.shape), dtype), 1e-4
    plan = jaxfmm.plan(x, t, kernel=kernel, tol=1e-8, **options)
    dipoles = jaxfmm.potential(x, None, t, dipoles=p, plan=plan)
    plus, minus = (
        sum(
            sign
            * jaxfmm.potential(
                x + sign * step * e, p[:, i], t, plan=plan.update(x + sign * step * e, t)
            )
            for i, e in enumerate(jnp.eye(3)[:, None])
        )
        for sign in (1.0, -1.0)
    )
    assert cases.error(dipoles, (plus + minus) / (2 * step)) <= 1e-4


@pytest.mark.parametrize("name", ["1/r", "Wendland"])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives_in_points_charges_and_cells(name, dtype, rest):
    """Of energies and potentials, in a random direction, against differences of plans' sums; and
    second derivatives against differences of first ones."""
    sizes = (20, 12)
    x, q, ids, cells = problem(dtype, (1.0, 1.2), sizes)
    inner, weights = KERNELS[name](1.0), jnp.array([1.0, 2.0])
    start = x, q, jnp.asarray(cells, dtype)
    along = jnp.cos(x), jnp.sin(q), 0.1 * jnp.cos(start[2])
    plan = jaxfmm.plan(
        x, kernel=jaxfmm.Periodic(inner, cells), tol=1e-7, segments=ids, num_segments=2
    )

    def energy(x, q, cells, plan=plan):
        kernel = jaxfmm.Periodic(inner, cells)
        return jaxfmm.energy(x, q, kernel=kernel, plan=plan) @ weights

    def at(step):
        moved = tuple(a + step * b for a, b in zip(start, along))
        return moved, plan.update(moved[0], kernel=jaxfmm.Periodic(inner, moved[2]))

    def gradients(step):
        moved, there = at(step)
        return jax.grad(lambda *a: energy(*a, plan=there), (0, 1, 2))(*moved)

    step = 1e-4
    first, second = jax.jit(
        lambda a: jax.jvp(lambda *a: jax.grad(energy, (0, 1, 2))(*a), a, along)
    )(start)
    slope = sum((a * b).sum() for a, b in zip(first, along))
    plus, minus = (energy(*at(s)[0], plan=at(s)[1]) for s in (step, -step))
    np.testing.assert_allclose(slope, (plus - minus) / (2 * step), rtol=1e-4)
    for a, b, c in zip(second, gradients(step), gradients(-step)):
        assert cases.error(a, (b - c) / (2 * step)) <= 1e-4


@pytest.mark.parametrize(
    ("name", "method"),
    [("1/r", "ewald"), ("Wendland", "truncated"), pytest.param("1/r", "fmm", marks=SLOW)],
)
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_batches_of_cells_by_vmap(name, method, dtype):
    """Energies and their slopes in points, charges and cells against a loop; a cell that is too
    thin for the plan spoils no other."""
    rng, inner = np.random.default_rng(0), KERNELS[name](1.0)
    cells = np.diag([1.0, 1.1, 1.2]) + rng.uniform(-0.01, 0.01, size=(3, 3, 3))
    cells[2, 0] *= 0.4
    cells = jnp.asarray(cells, dtype)
    x = jnp.einsum("bnp,bpd->bnd", jnp.asarray(rng.random((3, 40, 3)), dtype), cells)
    q = jnp.asarray(rng.normal(size=(3, 40)), dtype)
    kernel = jaxfmm.Periodic(inner, cells[0])
    plan = jaxfmm.plan(x[0], kernel=kernel, tol=1e-5, method=method)

    @jax.jit
    def both(x, q, cell):
        kernel = jaxfmm.Periodic(inner, cell)
        updated = plan.update(x, kernel=kernel)

        def energy(x, q, cell):
            return jaxfmm.energy(x, q, kernel=jaxfmm.Periodic(inner, cell), plan=updated)

        return jax.value_and_grad(energy, (0, 1, 2))(x, q, cell), updated.status

    def check(found, member, *given):
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(both(*given)[0]), strict=True):
            assert cases.error(a[member], b) <= 1e-10

    found, status = jax.vmap(both)(x, q, cells)
    of_cells, _ = jax.vmap(both, (None, None, 0))(x[0], q[0], cells)
    np.testing.assert_array_equal(np.asarray(status), [0, 0, Status.CELL])
    for member in range(2):
        check(found, member, x[member], q[member], cells[member])
        check(of_cells, member, x[0], q[0], cells[member])
    assert all(np.isnan(a[2]).all() for a in jax.tree.leaves((found, of_cells)))


def test_one_program_for_all_cells_and_ids(rest):
    x, q, ids, cells = problem(jnp.float32)
    plan = jaxfmm.plan(
        x,
        kernel=jaxfmm.Periodic(jaxfmm.Laplace(), cells),
        tol=1e-3,
        segments=ids,
        num_segments=SEGMENTS,
    )
    compiled = []

    @jax.jit
    def at(x, ids, cells, plan):
        compiled.append(0)
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
        plan = plan.update(x, kernel=kernel, segments=ids)
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    for seed in range(2):
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(x))
        changed = cells * rng.uniform(0.95, 1.05, size=(SEGMENTS, 3, 3))
        others = ids[order]
        moved = x[order]
        found = at(moved, others, jnp.asarray(changed, jnp.float32), plan)
        for a, b in zip(found, loop(moved, q, others, changed, jaxfmm.Laplace())):
            assert cases.worst(a, b, others) <= 1e-3
    assert len(compiled) == 1
    thin = jnp.asarray(cells).at[0].multiply(jnp.array([0.2, 1.0, 1.0])[:, None])
    assert np.isnan(at(x, ids, thin.astype(jnp.float32), plan)[0]).all()


def test_unusual_segments(rest):
    """No points, padding alone, one ion, and all ions in one place."""
    x, q, ids, cells = problem(jnp.float32)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)

    def potential(x, q, ids):
        options = {"segments": ids, "num_segments": SEGMENTS, "tol": 1e-5}
        return jaxfmm.potential(x, q, kernel=kernel, **options)

    assert potential(x[:0], q[:0], ids[:0]).shape == (0,)
    assert not np.asarray(potential(x, q, ids * 0 - 1)).any()
    alone = potential(x[:1], q[:1], jnp.zeros(1, jnp.int32))
    one = jaxfmm.Periodic(jaxfmm.Laplace(), cells[0])
    np.testing.assert_allclose(alone, jaxfmm.potential(x[:1], q[:1], kernel=one), rtol=1e-4)
    place = jnp.full((4, 3), 0.3, x.dtype)
    found = potential(place, jnp.ones(4), jnp.zeros(4, jnp.int32))
    np.testing.assert_allclose(found, np.full(4, 4 * alone[0] / q[0]), rtol=1e-4)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("axes", [(0, 1, 2), pytest.param((0, 1), marks=SLOW)], ids=str)
def test_clustered_points_in_cells_of_unequal_numbers(axes, dtype):
    """Plummer spheres in the middle of cells, one of which holds nearly all points."""
    rng, sizes, scales = np.random.default_rng(0), (600, 2, 30), (1.0, 100.0, 0.01)
    ids = np.repeat(np.arange(3), sizes)
    cells = np.diag([1.0, 1.2, 1.4]) + rng.uniform(-0.2, 0.2, size=(3, 3, 3))
    cells = (cells * np.array(scales)[:, None, None])[:, : len(axes)]
    clusters = [0.01 * s * cases.plummer(rng, n) for n, s in zip(sizes, scales)]
    x, q = jnp.asarray(np.concatenate(clusters), dtype), rng.normal(size=len(ids))
    q = jnp.asarray(q - (np.bincount(ids, q) / np.array(sizes))[ids], dtype)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells, axes)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, segments=ids, num_segments=3)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for segment in range(3):
        here = ids == segment
        alone = jaxfmm.Periodic(jaxfmm.Laplace(), cells[segment], axes)
        exact = jaxfmm.plan(x[here], kernel=alone, method="direct")
        for a, b in zip(found, jaxfmm.potential_and_gradient(x[here], q[here], plan=exact)):
            assert cases.error(a[here], b) <= 1e-4


@pytest.mark.parametrize(
    ("name", "dim", "axes"),
    [("Yukawa", 3, (0, 1)), ("Wendland", 3, (2,)), ("Gaussian", 2, (1,)), ("stretched", 3, (0, 1))],
)
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_slabs_and_wires(name, dim, axes, dtype):
    """Energies and their slopes in points, charges and cells, by rows of the periodic edges alone
    or of all edges, against a loop; other cells inside of `jit`."""
    x, q, ids, cells = problem(dtype, scales=(1.0, 1.1, 1.0, 0.9))
    x, cells, inner = x[:, :dim], jnp.asarray(cells[:, :dim, :dim], dtype), KERNELS[name](1.0)
    options = {"segments": ids, "num_segments": SEGMENTS}

    def energies(x, q, cells, **options):
        return jaxfmm.energy(x, q, kernel=jaxfmm.Periodic(inner, cells, axes), **options)

    def of_one(x, q, cell):
        kernel = jaxfmm.Periodic(inner, cell, axes)
        plan = jaxfmm.plan(x, kernel=kernel, method="direct")
        return jaxfmm.energy(x, q, kernel=kernel, plan=plan)

    edges = cells[:, list(axes)]
    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(inner, edges, axes), tol=1e-6, **options)

    @jax.jit
    def both(x, q, cells):
        updated = plan.update(x, kernel=jaxfmm.Periodic(inner, cells, axes))
        return energies(x, q, cells, plan=updated), jax.grad(
            lambda *of: energies(*of, plan=updated).sum(), (0, 1, 2)
        )(x, q, cells)

    moved, shifted = edges * 1.01, x + 0.1
    found, slopes = both(shifted, q, moved)
    full = cells.at[:, np.array(axes)].multiply(1.01)
    again = energies(shifted, q, full, tol=1e-6, **options)
    np.testing.assert_allclose(found, again, rtol=1e-6, atol=1e-6)
    for segment in (0, 3):
        here = np.asarray(ids) == segment
        of = shifted[here], q[here], moved[segment]
        exact, expected = jax.value_and_grad(of_one, (0, 1, 2))(*of)
        assert cases.error(found[segment], exact) <= 1e-5
        own = slopes[0][here], slopes[1][here], slopes[2][segment]
        for a, b in zip(own, expected, strict=True):
            assert cases.error(a, b) <= 1e-5


def test_bad_cells():
    x, q, ids, cells = problem(jnp.float32)
    options = {"segments": ids, "num_segments": SEGMENTS}

    def potential(kernel, **options):
        return jaxfmm.potential(x, q, kernel=kernel, **options)

    for message, kernel in {
        "cell must have shape": jaxfmm.Periodic(jaxfmm.Laplace(), cells[:2]),
        "span a volume": jaxfmm.Periodic(jaxfmm.Laplace(), np.ones_like(cells)),
        "must have shape": jaxfmm.Periodic(jaxfmm.Wendland(0.7), cells[:, :1], axes=(0, 1)),
        "make a plan for each cell": jaxfmm.Periodic(jaxfmm.Laplace(softening=0.1), cells),
    }.items():
        with pytest.raises(ValueError, match=message):
            potential(kernel, **options)
    with pytest.raises(ValueError, match="needs segments"):
        potential(jaxfmm.Periodic(jaxfmm.Laplace(), cells))
    softened = jaxfmm.Periodic(jaxfmm.Laplace(0.1), cells[:, :2, :2])
    with pytest.raises(ValueError, match="no sum over images along the axes"):
        jaxfmm.potential(x[:, :2], q, kernel=softened, **options)
    with pytest.raises(ValueError, match="outside of jit"):
        jax.jit(lambda c: potential(jaxfmm.Periodic(jaxfmm.Laplace(), c), **options))(cells)
    with pytest.raises(ValueError, match="outside of jit"):  # how far it reaches is unknown
        jax.jit(lambda h: potential(jaxfmm.Periodic(jaxfmm.Gaussian(h), cells), **options))(0.1)
