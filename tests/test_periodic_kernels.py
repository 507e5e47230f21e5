"""Sums over images of kernels that vanish far away, and of softened gravity."""

import cases
import ewald
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Gaussian, Laplace, Matern, Periodic, Wendland, Yukawa

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
OBLIQUE = np.array([[1, 0, 0], [0.2, 0.9, 0], [-0.1, 0.25, 1.2]])
VANISHING = {  # kernel, cell, axes, method, how many cells away images are summed
    "Yukawa": (lambda: Yukawa(6.0), OBLIQUE, None, "fmm", 5),
    "Yukawa, all pairs": (lambda: Yukawa(6.0), OBLIQUE, None, "direct", 6),
    "slab": (lambda: Yukawa(6.0), OBLIQUE, (0, 1), "fmm", 5),
    "wire in the plane": (lambda: Matern(0.2), np.diag([1, 2.0]), (1,), "fmm", 5),
    "Gaussian": (lambda: Gaussian(0.3), np.array([[1, 0.2], [0, 1.1]]), None, "truncated", 5),
    "Gaussian, stretched": (
        lambda: Gaussian(np.array([0.1, 0.3])),
        np.diag([1, 2.0]),
        None,
        "truncated",
        5,
    ),
    "Gaussian on a circle": (lambda: Gaussian(0.5), 2 * np.pi, None, "direct", 3),
    "Wendland": (lambda: Wendland(0.7), OBLIQUE, None, "truncated", 3),
}


QUICK = ("Wendland",)


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in VANISHING]
)
@FLOAT64
def test_kernels_that_vanish(name, dtype):
    """Values and derivatives in points, charges and the cell, by sums over copies."""
    make, cell, axes, method, most = VANISHING[name]
    kernel, rng = make(), np.random.default_rng(0)
    rows = np.atleast_2d(cell)
    dim = len(rows)
    periodic = list(range(dim) if axes is None else axes)
    x, y = (jnp.asarray(rng.random((n, dim)) @ rows) for n in (60, 20))
    q, cell = jnp.asarray(rng.normal(size=60)), jnp.asarray(cell, float)
    tol = 1e-6
    plan = jaxfmm.plan(
        x, y, kernel=Periodic(kernel, cell, axes), method=method, tol=tol, leaf_size=8
    )
    far_away = np.zeros((60, dim))
    far_away[:, periodic] = rng.integers(-3, 4, (60, len(periodic)))
    moved = plan.update(x + far_away @ rows, y)
    numbers = np.stack(
        np.meshgrid(
            *[np.arange(-most, most + 1) * (i in periodic) for i in range(dim)], indexing="ij"
        ),
        -1,
    )
    numbers = np.unique(numbers.reshape(-1, dim), axis=0).astype(float)

    def mine(x, q, cell, plan=plan):
        return jaxfmm.potential_and_gradient(
            x, q, y, plan=plan, kernel=Periodic(kernel, cell, axes)
        )

    def by_copies(x, q, cell):
        shifts = numbers @ jnp.broadcast_to(cell, (dim, dim))
        every = (x[None] + shifts[:, None]).reshape(-1, dim)
        return jaxfmm.potential_and_gradient(
            every, jnp.tile(q, len(shifts)), y, kernel=kernel, plan=direct
        )

    direct = jaxfmm.plan(np.zeros((len(numbers) * 60, dim)), y, kernel=kernel, method="direct")
    w = [jnp.asarray(rng.normal(size=s)) for s in ((20,), (20, dim))]

    def slopes(sums):
        return jax.jit(
            jax.grad(lambda *a: sum(jnp.vdot(u, v) for u, v in zip(w, sums(*a))), (0, 1, 2))
        )(x, q, cell)

    found, exact = mine(x, q, cell), by_copies(x, q, cell)
    for a, b in zip((*found, *slopes(mine)), (*exact, *slopes(by_copies))):
        assert cases.error(a, b) <= 5 * tol
    for a, b in zip(mine(x + far_away @ rows, q, cell, moved), exact):
        assert cases.error(a, b) <= 5 * tol


def test_plans_for_kernels_that_end_at_any_distance(dtype):
    """Whatever the rounding of this distance and of the cell."""
    rng = np.random.default_rng(0)
    for _ in range(6):
        length, cell = rng.uniform(0.1, 1.0), OBLIQUE * rng.uniform(0.5, 2)
        atoms = jaxfmm.LennardJones(0.2, 1.0, length)
        for kernel in (Wendland(length), atoms, Gaussian(0.2 * length)):
            periodic = Periodic(kernel, cell)
            arranged = periodic.arranged(3, None, 1e-4)
            assert periodic.keeps(arranged, dtype), (kernel, cell)
    x = jnp.asarray(rng.random((40, 3)), dtype)
    jaxfmm.plan(x, kernel=Periodic(Wendland(0.7), 1.0), tol=1e-4)  # is not refused


@pytest.mark.parametrize("method", [pytest.param("fmm", marks=pytest.mark.slow), "direct"])
@pytest.mark.parametrize("each", [
    pytest.param(False, marks=pytest.mark.slow, id="one "
                                                   "length"), pytest.param(True, id="a length for "
                                                                                    "each body")
])  # fmt: skip
@FLOAT64
def test_softened_by_splines(each, method, dtype):
    """Against plain Ewald sums with what softening changes within its reach."""
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((80, 3)) @ OBLIQUE), jnp.asarray(rng.random(80))
    eps = jnp.asarray(rng.random(80) * 0.06) if each else 0.05
    softened = Laplace(eps, profile="spline")
    plan = jaxfmm.plan(x, kernel=Periodic(softened, OBLIQUE), method=method, tol=1e-8, leaf_size=8)
    found = jaxfmm.potential(x, q, plan=plan)
    numbers = np.stack(np.meshgrid(*[np.arange(-1, 2.0)] * 3, indexing="ij"), -1).reshape(-1, 3)
    every = (x[None] + (numbers @ OBLIQUE)[:, None]).reshape(-1, 3)
    many = jnp.tile(q, 27)
    wide = Laplace((jnp.tile(eps, 27), eps), profile="spline") if each else softened
    near = [jaxfmm.potential(every, many, x, kernel=kernel) for kernel in (wide, Laplace())]
    exact = ewald.potential(x, x, q, jnp.asarray(OBLIQUE)) + near[0] - near[1]
    assert cases.error(found, exact) <= 1e-8
    if not each:
        slope = jax.grad(
            lambda e: jaxfmm.energy(x, q, plan=plan, kernel=Periodic(Laplace(e, "spline"), OBLIQUE))
        )(eps)
        of_copies = jax.grad(
            lambda e: q @ jaxfmm.potential(every, many, x, kernel=Laplace(e, "spline")) / 2
        )(eps)
        assert abs(slope / of_copies - 1) <= 1e-7


@pytest.mark.parametrize(
    ("kernel", "dim"),
    [
        (Periodic(Laplace(0.1), 1.0, axes=(0, 1)), 3),
        (Periodic(Laplace(0.1), 1.0), 2),
        (Periodic(jaxfmm.InverseMultiquadric(1.0), 1.0), 3),
        (Periodic(Yukawa(0.0), 1.0), 3),
    ],
)
def test_what_has_no_sum_says_so(kernel, dim):
    with pytest.raises(ValueError, match="no sum over images"):
        jaxfmm.plan(np.random.default_rng(0).random((10, dim)), kernel=kernel)


def test_softening_beyond_the_near_images():
    x = np.random.default_rng(0).random((50, 3)).astype(np.float32)
    with pytest.raises(ValueError, match="cell"):
        jaxfmm.plan(x, kernel=Periodic(Laplace(2.0, profile="spline"), 1.0))
