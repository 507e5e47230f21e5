"""Sums and multiples of kernels: one plan where all parts have Taylor expansions, else one each."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.terms import PlanOfTerms

LAPLACE, YUKAWA, GAUSSIAN = jaxfmm.Laplace(), jaxfmm.Yukawa(2.0), jaxfmm.Gaussian(0.2)
CELL = 1.0
ATOMS = jaxfmm.Periodic(jaxfmm.LennardJones(0.1, 1.0, 0.3), CELL)
IONS = jaxfmm.Periodic(LAPLACE, CELL)

SUMS = {
    "one plan": (LAPLACE + YUKAWA, [(1.0, LAPLACE), (1.0, YUKAWA)], 1),
    "difference": (LAPLACE - YUKAWA / 2.0, [(1.0, LAPLACE), (-0.5, YUKAWA)], 1),
    "two plans": (2.0 * LAPLACE + GAUSSIAN, [(2.0, LAPLACE), (1.0, GAUSSIAN)], 2),
    "nested": (
        -(LAPLACE + GAUSSIAN) * 3.0 - YUKAWA,
        [(-3.0, LAPLACE), (-3.0, GAUSSIAN), (-1.0, YUKAWA)],
        2,
    ),
    "in a cell": (IONS + 0.1 * ATOMS, [(1.0, IONS), (0.1, ATOMS)], 2),
}
FUNCTIONS = [jaxfmm.potential, jaxfmm.potential_and_gradient, jaxfmm.hessian, jaxfmm.energy]


@pytest.fixture
def problem():
    with jax.enable_x64(True):
        yield points_and_charges()


def points_and_charges():
    keys = jax.random.split(jax.random.key(0), 2)
    x, q = jax.random.uniform(keys[0], (60, 3)), jax.random.uniform(keys[1], (60,))
    return x, q - q.mean()


def added(function, terms, *args):
    parts = [(c, function(*args, kernel=kernel)) for c, kernel in terms]
    scaled = [jax.tree.map(lambda u, c=c: c * u, part) for c, part in parts]
    return jax.tree.map(lambda *every: sum(every[1:], every[0]), *scaled)


@pytest.mark.filterwarnings("ignore:the parts of")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", SUMS)
def test_is_the_sum_of_its_parts(name, function, problem):
    kernel, terms, count = SUMS[name]
    want = added(function, terms, *problem)
    plan = jaxfmm.plan(problem[0], kernel=kernel)
    assert len(getattr(plan, "plans", [plan])) == count
    for got in (function(*problem, kernel=kernel), function(*problem, plan=plan)):
        for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True):
            assert jnp.linalg.norm(a - b) < 1e-6 * jnp.linalg.norm(b)


@pytest.mark.parametrize("other", [jaxfmm.Yukawa, jaxfmm.Gaussian])
def test_parameters_and_factors_have_derivatives(other, problem):
    def energy(p, c):
        kernel = jaxfmm.Laplace(0.1) + c * other(p)
        return jaxfmm.energy(*problem, kernel=kernel)

    slopes, step = jax.jit(jax.grad(energy, (0, 1)))(0.5, 0.3), 1e-5
    by_p = (energy(0.5 + step, 0.3) - energy(0.5 - step, 0.3)) / (2 * step)
    by_c = (energy(0.5, 0.3 + step) - energy(0.5, 0.3 - step)) / (2 * step)
    np.testing.assert_allclose(slopes, [by_p, by_c], rtol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [LAPLACE + YUKAWA, LAPLACE - 0.7 * YUKAWA])
def test_one_fmm_keeps_tol(kernel):
    x = jax.random.uniform(jax.random.key(0), (20_000, 3))
    q, some = jnp.ones(len(x)), x[:200]
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm")
    direct = jaxfmm.plan(x, some, kernel=kernel, method="direct")
    assert plan.method == "fmm" and "Laplace + " in str(plan)
    got = jaxfmm.potential_and_gradient(x, q, plan=plan)
    want = jaxfmm.potential_and_gradient(x, q, some, plan=direct)
    for a, b in zip(got, want, strict=True):
        assert jnp.linalg.norm(a[:200] - b) < 1e-3 * jnp.linalg.norm(b)


def test_names():
    yukawa = jaxfmm.Yukawa(1.0)
    for kernel, name in [
        (LAPLACE - 0.5 * yukawa, "Laplace - 0.5 Yukawa"),
        (LAPLACE - yukawa, "Laplace - Yukawa"),
        (-2.0 * LAPLACE + 3 * yukawa, "-2 Laplace + 3 Yukawa"),
        (-LAPLACE, "-Laplace"),
    ]:
        assert kernel.name == name


def test_plan_of_several_plans(problem):
    x, q = problem
    kernel = LAPLACE + GAUSSIAN
    plan = jaxfmm.plan(x, kernel=kernel)
    assert isinstance(plan, PlanOfTerms) and not int(plan.check().status) and plan.is_direct
    assert "Laplace + Gaussian, by 2 plans" in str(plan) and plan.method == "direct + direct"
    other = jaxfmm.Laplace() + jaxfmm.Gaussian(0.3)

    @jax.jit
    def moved(x, plan):
        return jaxfmm.potential(x, q, plan=plan.update(x, kernel=other))

    want = jaxfmm.potential(x + 1, q, kernel=other)
    np.testing.assert_allclose(moved(x + 1, plan), want, rtol=1e-12)
    np.testing.assert_allclose(jaxfmm.potential(x, q, kernel=other, plan=plan), want, rtol=1e-9)
    with pytest.raises(ValueError, match="the plan was made for Laplace.*make a plan for this"):
        jaxfmm.potential(x, q, kernel=LAPLACE - GAUSSIAN, plan=plan)


@pytest.mark.parametrize("kernel", [LAPLACE + YUKAWA, LAPLACE + GAUSSIAN])
def test_segments_and_batches(kernel, problem):
    x, q = problem
    segments = jnp.arange(len(x)) // 20
    by_segment = jaxfmm.energy(x, q, kernel=kernel, segments=segments, num_segments=3)
    energies = jax.vmap(lambda x, q: jaxfmm.energy(x, q, kernel=kernel))
    np.testing.assert_allclose(
        by_segment, energies(x.reshape(3, 20, 3), q.reshape(3, 20)), rtol=1e-9
    )


def test_matrix(problem):
    x, v = problem
    kernel = 2.0 * GAUSSIAN + jaxfmm.Matern(0.3)
    matrix = jaxfmm.KernelMatrix(x, x[:20] + 0.1, kernel=kernel)
    w = v[:20]
    np.testing.assert_allclose(w @ (matrix @ v), v @ (matrix.T @ w), rtol=1e-9)
    square = jaxfmm.KernelMatrix(x, kernel=kernel, diagonal=0.5)
    np.testing.assert_allclose(square.diagonal(), 3.5, rtol=1e-12)
    np.testing.assert_allclose(
        square @ v, jaxfmm.potential(x, v, kernel=kernel) + 0.5 * v, rtol=1e-9
    )


def test_warns_where_parts_cancel(problem):
    x, _ = problem
    q = jnp.ones(len(x))
    kernel = LAPLACE - jaxfmm.Mirror(LAPLACE, axis=0, at=100.0)
    with pytest.warns(UserWarning, match="cancel: they are .* times as large as their sum"):
        jaxfmm.potential(x, q, kernel=kernel)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda x, q: LAPLACE + 1, "kernels are added to kernels"),
        (lambda x, q: jaxfmm.Sum(()), "at least one kernel"),
        (lambda x, q: jaxfmm.Sum(LAPLACE), "a tuple of at least one kernel"),
        (lambda x, q: LAPLACE * "a", "factor must be a number"),
        (lambda x, q: LAPLACE + jaxfmm.Stokeslet(), "kernels of vectors alone"),
        (
            lambda x, q: jaxfmm.potential(x, q, kernel=LAPLACE + jaxfmm.VortexBlob(0.1)),
            r"VortexBlob is a kernel for points",
        ),
        (
            lambda x, q: jaxfmm.plan(x, kernel=jaxfmm.Periodic(LAPLACE + GAUSSIAN, 1.0)),
            "parts have images of their own",
        ),
        (
            lambda x, q: jaxfmm.plan(x, kernel=jaxfmm.Mirror(LAPLACE + GAUSSIAN, axis=0)),
            "parts that are summed by plans of their own",
        ),
        (
            lambda x, q: jaxfmm.potential(x, q, kernel=LAPLACE + GAUSSIAN, plan=jaxfmm.plan(x)),
            "parts that are summed by plans of their own",
        ),
        (
            lambda x, q: jaxfmm.KernelMatrix(
                x, kernel=LAPLACE + jaxfmm.Mirror(LAPLACE, axis=0)
            ),
            "transposed part by part",
        ),
        (
            lambda x, q: jaxfmm.KernelMatrix(
                x, kernel=GAUSSIAN + ATOMS, diagonal=1.0
            ).preconditioner(5),
            "smooth, symmetric and of open space for a preconditioner, got periodic LennardJones",
        ),
    ],
)  # fmt: skip
def test_errors(make, message, problem):
    with pytest.raises(ValueError, match=message):
        make(*problem)


def test_arrays_times_kernels():
    x, q = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), jnp.ones(2)
    for factor in (np.float64(2), jnp.float32(2), np.asarray(2)):
        assert jaxfmm.potential(x, q, kernel=factor * LAPLACE).tolist() == [1.0, 1.0]


def test_sum_of_a_list_and_numbers_of_low_precision():
    points = np.random.default_rng(0).random((30, 3)).astype(np.float32)
    charges, kernels = np.ones(30, np.float32), [jaxfmm.Laplace(), jaxfmm.Yukawa(2.0)]
    expected = sum(jaxfmm.potential(points, charges, kernel=kernel) for kernel in kernels)
    got = jaxfmm.potential(points, charges, kernel=sum(kernels))
    np.testing.assert_allclose(got, expected, rtol=1e-5)
    tenth = jaxfmm.potential(points, charges, kernel=np.float16(2) * (0.1 * kernels[0]))
    alone = jaxfmm.potential(points, charges, kernel=kernels[0])
    np.testing.assert_allclose(tenth, 0.2 * alone, rtol=1e-6)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda kernel: 2 - kernel, None),
        (lambda kernel: kernel - "a", "kernels are added to kernels|got 'a'"),
        (lambda kernel: kernel / 0, "divisor must not be zero"),
        (lambda kernel: kernel / kernel, "divisor must be"),
        (lambda kernel: jaxfmm.Sum(None), "Sum takes a tuple"),
    ],
)
def test_what_is_no_kernel(make, message):
    with pytest.raises(TypeError if message is None else ValueError, match=message):
        make(jaxfmm.Laplace())
