"""1/r with two and one periodic axes, against direct lattice sums that are extrapolated to all
images."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Laplace, Periodic
from jaxfmm.errors import Status

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
CELLS = {  # axes, rows, images to each side whose sums are extrapolated, powers of the error
    "slab": (
        (0, 1),
        np.array([[1.0, 0.1, 0.0], [0.3, 0.9, 0.2]]),
        (8, 12, 17, 24, 34, 48),
        (1, 3, 5, 7, 9),
    ),
    "wire": ((2,), np.array([[0.1, 0.2, 1.0]]), (20, 40, 80, 160), (2, 4, 6)),
}


def lattice_sum(x, q, y, rows, most, powers):
    """The potential (m,) of neutral charges at other places."""
    far, way = max(most), len(rows)
    n = np.stack(np.meshgrid(*[np.arange(-far, far + 1.0)] * way, indexing="ij"), -1).reshape(
        -1, way
    )
    order = np.argsort(np.abs(n).max(1), kind="stable")
    n, sizes = n[order], np.sort(np.abs(n).max(1))

    @jax.checkpoint
    def of_image(shift):
        return jnp.linalg.norm(y[:, None] - x[None] - shift[None, None], axis=-1) ** -1 @ q

    each = jax.lax.map(of_image, jnp.asarray(n) @ rows, batch_size=500)
    sums = jnp.stack([each[: np.searchsorted(sizes, far, side="right")].sum(0) for far in most])
    errors = np.array([[1.0] + [(far + 0.5) ** -p for p in powers] for far in most])
    return jnp.asarray(np.linalg.inv(errors)[0]) @ sums


def problem(dtype=float):
    rng = np.random.default_rng(0)
    q = rng.normal(size=20)
    return *(
        jnp.asarray(a, dtype) for a in (0.9 * rng.random((20, 3)), q - q.mean(), rng.random((7, 3)))
    ), rng


@pytest.mark.parametrize("derivatives", [False, pytest.param(True, marks=SLOW)])
@pytest.mark.parametrize("method", [pytest.param("direct", marks=SLOW), "fmm"])
@pytest.mark.parametrize("name", CELLS)
@FLOAT64
def test_against_lattice_sums(name, method, derivatives, dtype):
    """Values, and derivatives in points, charges and the cell."""
    axes, rows, most, powers = CELLS[name]
    x, q, y, rng = problem()
    rows = jnp.asarray(rows)
    plan = jaxfmm.plan(
        x, y, kernel=Periodic(Laplace(), rows, axes), method=method, tol=1e-11, leaf_size=8
    )

    def mine(x, q, rows):
        return jaxfmm.potential(
            x, q - q.mean(), y, plan=plan, kernel=Periodic(Laplace(), rows, axes)
        )

    def exact(x, q, rows):
        return lattice_sum(x, q - q.mean(), y, rows, most, powers)

    w = jnp.asarray(rng.normal(size=len(y)))
    if not derivatives:
        assert cases.error(mine(x, q, rows), jax.jit(exact)(x, q, rows)) <= 1e-10
        return
    slopes = [
        jax.jit(jax.grad(lambda *a, f=f: w @ f(*a), (0, 1, 2)))(x, q, rows) for f in (mine, exact)
    ]
    for a, b in zip(*slopes):
        assert cases.error(a, b) <= 1e-9


@pytest.mark.parametrize("name", ["slab", pytest.param("wire", marks=SLOW)])
@pytest.mark.parametrize("backend", [pytest.param("xla", marks=SLOW), "cpu"], indirect=True)
def test_float32(name, backend):
    axes, rows, *_ = CELLS[name]
    rng = np.random.default_rng(1)
    x = jnp.asarray(rng.random((500, 3)) * [1, 1, 0.5], jnp.float32)
    q = jnp.asarray(np.resize([1.0, -1.0], 500), jnp.float32)
    kernel = Periodic(Laplace(), rows, axes)
    plans = [
        jaxfmm.plan(x, kernel=kernel, method=m, tol=1e-4, leaf_size=16, backend=backend)
        for m in ("fmm", "direct")
    ]
    found, exact = (jaxfmm.potential_and_gradient(x, q, plan=plan)[1] for plan in plans)
    assert cases.error(found, exact) <= 1e-4


def test_a_net_charge_has_no_finite_potential():
    x, q, _, _ = problem(jnp.float32)
    plan = jaxfmm.plan(x, kernel=Periodic(Laplace(), 1.0, (0, 1)))
    with pytest.raises(ValueError, match="add up to zero"):
        jaxfmm.potential(x, q + 1, plan=plan)
    with pytest.raises(ValueError, match="add up to zero"):
        jaxfmm.energy(x, jnp.stack([q, q + 1], axis=1), plan=plan)
    inside = jax.jit(lambda q: jaxfmm.potential(x, q, plan=plan))
    assert jnp.isnan(inside(q + 1)).all()
    assert jnp.isfinite(inside(q)).all()
    above = np.asarray(x) + np.array([0, 0, 100], np.float32)
    assert jnp.isfinite(jaxfmm.potential(above, q, plan=plan.update(above))).all()
    with pytest.raises(
        ValueError, match="cell"
    ):  # farther across than the sums of the far images serve
        plan.update(np.asarray(x) * np.array([1, 1, 10], np.float32))


def copies(x, q, k):
    """k x k copies of points and charges of the unit square."""
    shifts = np.stack(np.meshgrid(*[np.arange(k)] * 2, [0.0]), -1).reshape(-1, 3).astype(x.dtype)
    return (x[None] + shifts[:, None]).reshape(-1, 3), jnp.tile(q, len(shifts))


def test_points_too_far_apart_across_the_periodic_axes():
    """The limit, what came and the fix are named; inside of jit by the status. A cell of several
    copies gives the same energy for each copy."""
    x, q, *_ = problem(np.float32)
    slab, tall, low = (
        Periodic(Laplace(), 1.0, (0, 1)),
        x * jnp.array([[1, 1, 8.0]]),
        x * jnp.array([[1, 1, 4.0]]),
    )
    plan = jaxfmm.plan(low, kernel=slab)
    message = r"points are [2-5]\.\d+ of the longest .* up to 2\.5; .* plan\.update.* "
    message += "several copies: .* k times as"
    for call in (
        lambda: jaxfmm.energy(tall, q, kernel=slab),
        lambda: jaxfmm.potential(low, q, tall, kernel=slab),
        lambda: plan.update(tall),
        lambda: jaxfmm.energy(tall, q, plan=plan),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    moved = jax.jit(plan.update)(tall)
    assert int(moved.status) == Status.OPEN
    assert jnp.isnan(jax.jit(jaxfmm.energy)(tall, q, plan=moved))
    with pytest.raises(ValueError, match="points are more than 2.5 of the longest"):
        moved.check()

    of_copies = jaxfmm.energy(*copies(low, q, 2), kernel=Periodic(Laplace(), 2.0, (0, 1)))
    assert of_copies / 4 == pytest.approx(float(jaxfmm.energy(low, q, plan=plan)), rel=1e-4)
