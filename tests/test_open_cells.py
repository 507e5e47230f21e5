"""Slabs, wires and cells in the plane by segment, for 1 / r and -log r, against a sum for each."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.errors import Status
from jaxfmm.ewald import whole_cells
from jaxfmm.methods import ewald_segments

SLOW = pytest.mark.slow
AXES = {  # (dimensions, periodic axes)
    "slab": (3, (0, 1)),
    "slab along others": (3, (0, 2)),
    "wire": (3, (2,)),
    "plane": (2, (0, 1)),
    "row": (2, (0,)),
}
SIZES, PADDING = (12, 0, 12), 2
SEGMENTS = len(SIZES)
OPTIONS = {"num_segments": SEGMENTS}


def problem(name, dtype, scales=(1.0, 1.0, 1000.0), extents=(1.0, 1.0, 0.0)):
    """(points, charges that add up to zero in each segment, segments, periodic edges)"""
    dim, axes = AXES[name]
    rng = np.random.default_rng(0)
    cells = np.diag([1.0, 1.2, 1.4])[:dim, :dim] + rng.uniform(-0.2, 0.2, (SEGMENTS, dim, dim))
    cells = cells * np.array(scales)[:, None, None]
    ids = np.concatenate([np.repeat(np.arange(SEGMENTS), SIZES), np.full(PADDING, -1)])
    ids = rng.permutation(ids)
    fractions = rng.uniform(-1, 2, size=(len(ids), dim))
    for axis in set(range(dim)) - set(axes):
        fractions[:, axis] = rng.uniform(0, 1, len(ids)) * np.array(extents)[ids]
    points = np.einsum("np,npd->nd", fractions, cells[ids])
    charges = rng.normal(size=len(ids))
    for segment in range(SEGMENTS):
        here = ids == segment
        charges[here] -= charges[here].mean() if here.any() else 0
    edges = cells[:, list(axes)]
    return *(jnp.asarray(x, dtype) for x in (points, charges)), jnp.asarray(ids), edges


def in_cell(name, edges, kernel=None):
    return jaxfmm.Periodic(kernel or jaxfmm.Laplace(), edges, AXES[name][1])


def loop(name, x, q, ids, edges, kernel=None):
    """Potential and gradient by a direct sum for each cell, zero for padding."""
    out = None
    for segment in range(SEGMENTS):
        here = np.asarray(ids) == segment
        if not here.any():
            continue
        plan = jaxfmm.plan(x[here], kernel=in_cell(name, edges[segment], kernel), method="direct")
        results = jaxfmm.potential_and_gradient(x[here], q[here], plan=plan)
        out = out or [np.zeros((len(x), *part.shape[1:]), part.dtype) for part in results]
        for whole, part in zip(out, results, strict=True):
            whole[here] = part
    return out


@pytest.fixture
def grids(monkeypatch):
    """Sums whose smooth rest is by grids alone."""
    monkeypatch.setattr(ewald_segments, "waves_of", lambda *_: iter(()))


def check(name, tol, dtype, kernel=None):
    x, q, ids, edges = problem(name, dtype)
    plan = jaxfmm.plan(x, kernel=in_cell(name, edges, kernel), tol=tol, segments=ids, **OPTIONS)
    assert plan.method == "ewald"
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for a, b in zip(found, loop(name, x, q, ids, edges, kernel), strict=True):
        assert cases.worst(a, b, ids) <= tol
    return plan


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(
    ("name", "tol"),
    [("slab", 1e-3), ("wire", 1e-6), ("plane", 1e-6), ("row", 1e-6)]
    + [pytest.param(name, tol, marks=SLOW) for name in AXES for tol in (1e-4, 1e-9)],
)
def test_each_cell_keeps_tol(name, tol, dtype):
    """Cells whose sizes differ by a factor of 1000; the points of the larger one are one layer."""
    check(name, tol, dtype)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("name", ["slab", pytest.param("wire", marks=SLOW)])
def test_grids(name, dtype, grids):
    assert "grid" in str(check(name, 1e-5, dtype).choice.setup)


@SLOW
@pytest.mark.parametrize("name", ["slab", "row"])
def test_single_precision(name):
    check(name, 1e-4, jnp.float32)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("plane", jaxfmm.Cauchy()),
        pytest.param("row", jaxfmm.VortexBlob(0.05), marks=SLOW),
        pytest.param("slab", jaxfmm.Laplace(softening=0.02, profile="spline"), marks=SLOW),
    ],
    ids=["Cauchy", "blob", "spline"],
)
def test_other_kernels(name, kernel, dtype):
    x, q, ids, edges = problem(name, dtype, scales=(1.0, 1.1, 0.9))
    plan = jaxfmm.plan(x, kernel=in_cell(name, edges, kernel), tol=1e-5, segments=ids, **OPTIONS)
    found = jaxfmm.potential_and_gradient(x, q, plan=plan)
    for a, b in zip(found, loop(name, x, q, ids, edges, kernel), strict=True):
        assert cases.worst(a, b, ids) <= 1e-5


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(
    "name",
    ["plane", *(pytest.param(name, marks=SLOW) for name in ("slab", "wire", "row"))],
)
def test_derivatives_in_points_charges_and_cells(name, dtype):
    """First ones against those of a single cell, second ones against differences of first ones, in
    a plan that is updated inside `jit`."""
    x, q, ids, edges = problem(name, dtype)
    edges = jnp.asarray(edges)
    plan = jaxfmm.plan(x, kernel=in_cell(name, edges), tol=1e-9, segments=ids, **OPTIONS)
    weights = jnp.array([1.0, 2.0, 100.0])

    @jax.jit
    def gradients(x, q, edges):
        def energy(x, q, edges):
            kernel = in_cell(name, edges)
            energies = jaxfmm.energy(x, q, kernel=kernel, plan=plan.update(x, kernel=kernel))
            return energies @ weights

        return jax.grad(energy, (0, 1, 2))(x, q, edges)

    scale = jnp.max(jnp.abs(edges), axis=(1, 2))
    along = scale[ids][:, None] * jnp.cos(x), 0.0 * q, 0.1 * scale[:, None, None] * jnp.cos(edges)
    first, second = jax.jvp(gradients, (x, q, edges), along)
    step = 1e-4
    plus, minus = (
        gradients(*(a + sign * step * b for a, b in zip((x, q, edges), along)))
        for sign in (1.0, -1.0)
    )
    for a, b, c in zip(second, plus, minus, strict=True):
        assert cases.error(a, (b - c) / (2 * step)) <= 1e-4
    for segment in (0, 2):
        here = np.asarray(ids) == segment

        def one(x, q, cell):
            kernel = in_cell(name, cell)
            alone = jaxfmm.plan(x, kernel=kernel, method="direct")
            return jaxfmm.energy(x, q, kernel=kernel, plan=alone)

        expected = jax.grad(one, (0, 1, 2))(x[here], q[here], edges[segment])
        found = first[0][here], first[1][here], first[2][segment]
        for a, b in zip(found, expected, strict=True):
            assert cases.error(a / weights[segment], b) <= 1e-5


def test_room_across_the_axes():
    """Points that leave it give NaN inside of `jit` and an error outside."""
    x, q, ids, edges = problem("slab", jnp.float32)
    plan = jaxfmm.plan(x, kernel=in_cell("slab", edges), segments=ids, **OPTIONS)
    assert "Laplace by segments" in str(plan)
    apart = x * jnp.array([[1.0, 1.0, 3.0]])

    @jax.jit
    def potential(x):
        updated = plan.update(x)
        return jaxfmm.potential(x, q, plan=updated), updated.status

    assert np.isfinite(potential(x)[0]).all()
    found, status = potential(apart)
    assert np.isnan(found).all() and int(status) == Status.OPEN
    with pytest.raises(ValueError, match="segment are farther apart across"):
        plan.update(apart)


def test_a_plan_that_does_not_see_points():
    x, q, ids, edges = problem("slab", jnp.float32, extents=(0.5, 0.0, 0.2))

    @jax.jit
    def potential(x, q):
        kernel = in_cell("slab", edges)
        return jaxfmm.potential(x, q, kernel=kernel, segments=ids, tol=1e-3, **OPTIONS)

    expected = loop("slab", x, q, ids, edges)[0]
    assert cases.worst(potential(x, q), expected, ids) <= 1e-3


def test_charges_of_each_segment_add_up_to_zero():
    x, q, ids, edges = problem("slab", jnp.float32)
    kernel = in_cell("slab", edges)
    plan = jaxfmm.plan(x, kernel=kernel, segments=ids, **OPTIONS)
    first, second = (int(np.flatnonzero(ids == s)[0]) for s in (0, 2))
    moved = q.at[first].add(1.0).at[second].add(-1.0)
    with pytest.raises(ValueError, match="with segments in each"):
        jaxfmm.potential(x, moved, plan=plan)
    assert np.isnan(jax.jit(lambda q: jaxfmm.potential(x, q, plan=plan))(moved)).all()
    # in the plane any charges will do
    x, q, ids, edges = problem("row", jnp.float32)
    charged = jaxfmm.potential(
        x, jnp.ones_like(q), kernel=in_cell("row", edges), segments=ids, **OPTIONS
    )
    assert np.isfinite(charged).all()


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_modified_bessel_functions(dtype):
    special = pytest.importorskip("scipy.special")
    x = np.geomspace(0.1, 100, 50)
    for found, exact in zip(
        whole_cells._modified_bessel(jnp.asarray(x)), (special.k0(x), special.k1(x)), strict=True
    ):
        np.testing.assert_allclose(found, exact, rtol=1e-12, atol=1e-15)
    squares = np.arange(200)
    z = np.pi * np.sqrt(squares[1:])
    zeros, ones = whole_cells._bessel_of_waves(squares)
    np.testing.assert_allclose(zeros[1:], special.j0(z), atol=1e-14)
    np.testing.assert_allclose(ones[1:], special.j1(z) / z, atol=1e-14)
