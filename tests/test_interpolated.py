"""Kernels without expansions of their own: FMM by interpolation; kernels with compact support:
truncated sums."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.passes.interpolated import rounded
from jaxfmm.tree.build import build

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def yukawa(r, k):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(r > 0, np.exp(-k * r) / r, 0)


def matern(r, length, smoothness):
    a = np.sqrt(2 * smoothness) * r / length
    return {0.5: 1, 1.5: 1 + a, 2.5: 1 + a + a * a / 3}[smoothness] * np.exp(-a)


def lennard_jones(r, sigma, epsilon, cutoff):
    with np.errstate(divide="ignore", invalid="ignore"):
        six = (sigma / r) ** 6
        return np.where((r > 0) & (r < cutoff), 4 * epsilon * (six * six - six), 0)


def wendland(r, radius):
    q = np.minimum(r / radius, 1)
    return (1 - q) ** 4 * (1 + 4 * q)


KERNELS = {  # the kernel, its function in numpy
    "Yukawa": (jaxfmm.Yukawa(3.0), lambda r: yukawa(r, 3.0)),
    "multiquadric": (jaxfmm.InverseMultiquadric(0.1), lambda r: 1 / np.sqrt(1 + (r / 0.1) ** 2)),
    "Matern 1/2": (jaxfmm.Matern(0.3, 0.5), lambda r: matern(r, 0.3, 0.5)),
    "Matern 3/2": (jaxfmm.Matern(0.3, 1.5), lambda r: matern(r, 0.3, 1.5)),
    "Matern 5/2": (jaxfmm.Matern(0.3, 2.5), lambda r: matern(r, 0.3, 2.5)),
    "Lennard-Jones": (
        jaxfmm.LennardJones(0.02, 0.7, 0.2),
        lambda r: lennard_jones(r, 0.02, 0.7, 0.2),
    ),
    "Wendland": (jaxfmm.Wendland(0.2), lambda r: wendland(r, 0.2)),
}


def problem(dtype, n, dim=3, m=None):
    rng = np.random.default_rng(0)
    x = rng.random((n, dim))
    q = np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1)
    y = None if m is None else jnp.asarray(rng.random((m, dim)), dtype)
    return jnp.asarray(x, dtype), jnp.asarray(q, dtype), y


def dense(function, x, q, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    return function(np.linalg.norm(y[:, None] - x[None], axis=2)) @ np.asarray(q, float)


@pytest.mark.parametrize(
    ("name", "dim", "dtype", "tol"),
    [
        ("Yukawa", 3, "float64", 1e-5),
        pytest.param("multiquadric", 2, "float32", 1e-4, marks=pytest.mark.slow),
        pytest.param("Matern 5/2", 1, "float64", 1e-8, marks=pytest.mark.slow),
        pytest.param("Yukawa", 3, "float32", 1e-3, marks=pytest.mark.slow),
        pytest.param("Matern 1/2", 2, "float64", 1e-6, marks=pytest.mark.slow),
        pytest.param("Yukawa", 3, "float64", 1e-8, marks=pytest.mark.slow),
        pytest.param("Matern 3/2", 3, "float64", 1e-6, marks=pytest.mark.slow),
    ],
    indirect=["dtype"],
)  # fmt: skip
def test_tol_is_kept(name, dim, dtype, tol):
    kernel, function = KERNELS[name]
    x, q, _ = problem(dtype, 6000, dim)
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    assert plan.request.promised
    phi, grad = jaxfmm.potential_and_gradient(x, q, plan=plan)
    y = x[:200]
    direct = jaxfmm.plan(x, y, kernel=kernel, method="direct")
    for i in range(2):
        assert cases.error(phi[:200, i], dense(function, x, q[:, i], y)) <= tol
        exact = jaxfmm.potential_and_gradient(x, q[:, i], y, plan=direct)[1]
        assert cases.error(grad[:200, :, i], exact) <= tol


def test_more_digits_than_the_tables_have_are_refused():
    """In 3D the errors of orders above 10 are not measured."""
    with jax.enable_x64(True):
        x, _, _ = problem(np.dtype("float64"), 6000, 3)
        with pytest.raises(
            ValueError, match=r"cannot sum Yukawa to tol=1e-09; use 'direct' or 'auto'"
        ):
            jaxfmm.plan(x, kernel=KERNELS["Yukawa"][0], tol=1e-9, method="fmm")
        assert jaxfmm.plan(x, kernel=KERNELS["Yukawa"][0], tol=1e-9).method == "direct"


def exact(kernel, x, q, y):
    """Potential (m, k) and gradient (m, d, k) in float64."""
    with jax.enable_x64(True):
        x, q, y = (np.asarray(a, float) for a in (x, q, y))
        u = y[:, None] - x[None]
        f = [np.asarray(value) for value in kernel.radial(jnp.asarray(np.sum(u * u, axis=2)), 1)]
        return f[0] @ q, np.einsum("mn,mnd,nk->mdk", f[1], u, q)


def worst(out, expected):
    """The largest relative L2 error over potential, gradient and kinds of charges."""
    return max(
        cases.error(a[..., i], b[..., i]) for a, b in zip(out, expected) for i in range(b.shape[-1])
    )


PLACED = (
    "uniform",
    "tight",
    "far from the origin",
    "flat",
    "thin",
    "line",
    "onto a plane",
    "onto a line",
)


def placed(name, dim, n=3000):
    """Sources, and targets or None."""
    rng = np.random.default_rng(1)
    x, y = rng.random((n, dim)), rng.random((n // 2, dim))
    if name == "tight":  # half of the points within some hundred units in the last place of float32
        x[n // 2 :] = 0.7 + 3e-5 * x[n // 2 :]
    if name in ("flat", "thin"):
        x[:, -1] = 0.3 + (name == "thin") * 1e-5 * x[:, -1]
    if name == "line":
        x[:, 1:] = 0.3
    if name == "far from the origin":
        x += 100
    if name in ("onto a plane", "onto a line"):
        y[:, 2 if name == "onto a plane" else 1 :] = 0.4
        return x, y
    return x, None


def fast(name, kernels, dim, dtype, tol, n=3000, **options):
    """The largest errors of the FMM, of one plan for all kernels, and the plan."""
    x, y = (None if a is None else jnp.asarray(a, dtype) for a in placed(name, dim, n))
    rng = np.random.default_rng(2)
    q = jnp.asarray(np.stack([charge(rng, x) for charge in cases.CHARGES.values()], axis=1), dtype)
    some = np.arange(0, len(x if y is None else y), 10)
    plan = jaxfmm.plan(x, y, kernel=kernels[0], tol=tol, method="fmm", leaf_size=24, **options)
    assert plan.request.promised and int(plan.far.count) > 0
    run = jax.jit(lambda kernel: jaxfmm.potential_and_gradient(x, q, y, kernel=kernel, plan=plan))
    errors = []
    for kernel in kernels:
        out = [np.asarray(a)[some] for a in run(kernel)]
        errors.append(worst(out, exact(kernel, x, q, (x if y is None else y)[some])))
    return max(errors), plan


LENGTHS = (1.0, 1e-3, 0.1, 10.0, 1e4)  # of which a plan is made for the first and serves all


def of_lengths(cls, *more):
    return [cls(jnp.asarray(length), *more) for length in LENGTHS]


@pytest.mark.parametrize(
    ("name", "kernel", "dim", "dtype", "tol"),
    [
        ("tight", "Yukawa", 3, "float32", 1e-3),
        pytest.param("uniform", "Matern 3/2", 1, "float64", 1e-6, marks=pytest.mark.slow),
        pytest.param("flat", "Matern 3/2", 2, "float32", 1e-4, marks=pytest.mark.slow),
        *(
            pytest.param(name, kernel, dim, dtype, tol, marks=pytest.mark.slow)
            for name in PLACED
            for dim in ((1, 2, 3) if name in PLACED[:3] else (3,))
            for kernel in ("Matern "
                           "1/2", "Matern 5/2", "multiquadric", *(["Yukawa"] if dim == 3 else []))
            for dtype, tol in (("float32", 1e-3), ("float32", 1e-5), ("float64", 1e-7))
        ),
    ],
    indirect=["dtype"],
)  # fmt: skip
def test_gradients_keep_tol_at_every_length(name, kernel, dim, dtype, tol):
    """One plan serves every length, down to the rounding of the numbers, in boxes of every
    shape."""
    family = {
        "Matern "
        "1/2": (jaxfmm.Matern, 0.5), "Matern "
                                     "3/2": (jaxfmm.Matern, 1.5), "Matern "
                                                                  "5/2": (jaxfmm.Matern, 2.5),
        "multiquadric": (jaxfmm.InverseMultiquadric,),
    }  # fmt: skip
    if kernel == "Yukawa":
        kernels = [jaxfmm.Yukawa(jnp.asarray(k, dtype)) for k in (3.0, 0.0, 0.1, 30.0, 1e3)]
    else:
        kernels = of_lengths(*family[kernel])
    if name.startswith("onto") and kernel != "multiquadric":
        kernels = kernels[:1] + kernels[2:]  # the shortest is 0 but for a few targets
    assert fast(name, kernels, dim, dtype, tol)[0] <= tol


def test_long_cells_count_as_wider(dtype):
    """The far cells of points on a line are farther apart, those of points in a cube are not."""

    def grown(name, dim):
        x = jnp.asarray(placed(name, dim)[0], dtype)
        options = {"leaf_size": 64, "leaf_capacity": len(x), "extent": jnp.ones((), dtype)}
        tree = jax.jit(lambda x: build(x, **options))(x)
        seen = rounded(tree)
        return np.asarray(seen.radius / tree.radius)[: int(tree.n_nodes)]

    for dim, name, expected in (
        (1, "uniform", 1),
        (2, "flat", np.sqrt(5 / 4)),
        (3, "line", np.sqrt(6 / 4)),
    ):
        np.testing.assert_allclose(grown(name, dim), expected, rtol=1e-3)
    of_cube = grown("uniform", 3)
    assert of_cube.min() == 1 and of_cube.max() < 1.1 and of_cube.mean() < 1.02


@pytest.mark.slow
@FLOAT64
@pytest.mark.parametrize("tol", [1e-2, 1e-4, 1e-5])
def test_lengths_of_leaves_on_a_line(dtype, tol):
    """Where errors of lines are the largest beside those of cubes."""
    x = jnp.asarray(placed("line", 3, 1200)[0])
    q = jnp.asarray(
        np.stack([charge(np.random.default_rng(2), x) for charge in cases.CHARGES.values()], axis=1)
    )
    plan = jaxfmm.plan(x, kernel=jaxfmm.Matern(1.0, 2.5), tol=tol, method="fmm", leaf_size=32)
    run = jax.jit(lambda kernel: jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=plan))
    for length in (0.01, 0.03):
        kernel = jaxfmm.Matern(jnp.asarray(length), 2.5)
        assert worst(run(kernel), exact(kernel, x, q, x)) <= tol


@FLOAT64
@pytest.mark.parametrize("tol", [1e-2, pytest.param(1e-4, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "kernel",
    [jaxfmm.Yukawa(0.0), pytest.param(jaxfmm.InverseMultiquadric(0.3), marks=pytest.mark.slow)],
    ids=lambda k: k.name,
)
def test_a_point_amid_many(dtype, kernel, tol):
    """Far pairs are of a cell and a point, and their errors of one sign."""
    x = jnp.asarray(np.random.default_rng(0).random((4000, 3)))
    y, q = jnp.ones((8, 3), dtype), jnp.ones((8, 1), dtype)
    plan = jaxfmm.plan(y, x, kernel=kernel, tol=tol, method="fmm", leaf_size=64)
    assert worst(jaxfmm.potential_and_gradient(y, q, x, plan=plan), exact(kernel, y, q, x)) <= tol


@pytest.mark.parametrize("backend", ["cpu", "xla"])
@pytest.mark.slow
def test_backends_keep_tol(backend, tol=1e-3):
    if jaxfmm.backends()[backend] != "available":
        pytest.skip(jaxfmm.backends()[backend])
    assert (
        fast("thin", [jaxfmm.Matern(30.0, 1.5)], 2, jnp.float32, tol, 1500, backend=backend)[0]
        <= tol
    )


@pytest.mark.slow
def test_plans_in_jit_and_vmap(tol=1e-3):
    """Of charges and of lengths."""
    x = jnp.asarray(placed("uniform", 1)[0], jnp.float32)
    q = jnp.stack([jnp.ones(len(x)), 1 + x[:, 0]])
    lengths = jnp.asarray([0.2, 50.0])

    @jax.jit
    def run(x, q, lengths):
        plan = jaxfmm.plan(x, kernel=jaxfmm.Matern(lengths[0], 2.5), tol=tol, method="fmm")

        def one(q, length):
            return jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Matern(length, 2.5), plan=plan)

        return jax.vmap(one, (0, None))(q, lengths[1]), jax.vmap(one, (None, 0))(q[1], lengths)

    by_charge, by_length = run(x, q, lengths)
    for i in range(2):
        of_charge = exact(jaxfmm.Matern(50.0, 2.5), x, q[i][:, None], x[:200])
        of_length = exact(jaxfmm.Matern(lengths[i], 2.5), x, q[1][:, None], x[:200])
        for out, expected in ((by_charge, of_charge), (by_length, of_length)):
            assert worst([np.asarray(a[i, :200])[..., None] for a in out], expected) <= tol


@pytest.mark.parametrize(
    ("dtype", "tol"),
    [("float32", 1e-4), pytest.param("float64", 1e-7, marks=pytest.mark.slow)],
    indirect=["dtype"],
)
@pytest.mark.parametrize("length", [300.0, pytest.param(0.3, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_derivatives_keep_tol(dtype, tol, length):
    """Of a function of the potential in charges, positions (the transposed sum, of dipoles) and the
    length, and second derivatives, against the direct sum."""
    x, q = (
        jnp.asarray(placed("uniform", 2, 2000)[0], dtype),
        jnp.asarray(np.random.default_rng(3).random(2000), dtype),
    )

    def loss(x, q, length, plan):
        kernel = jaxfmm.InverseMultiquadric(length)
        return jnp.mean(jnp.square(jaxfmm.potential(x, q, kernel=kernel, plan=plan) / len(x)))

    @functools.partial(jax.jit, static_argnums=3)
    def run(x, q, length, method):
        plan = jaxfmm.plan(
            x, kernel=jaxfmm.InverseMultiquadric(1.0), tol=tol, method=method, backend="xla"
        )
        slope = jax.grad(loss, (0, 1, 2))
        first, second = jax.jvp(lambda x: slope(x, q, length, plan), (x,), (jnp.cos(9 * x),))
        return *first, second[0]

    length = jnp.asarray(length, dtype)
    with jax.enable_x64(True):
        expected = run(*(jnp.asarray(a, jnp.float64) for a in (x, q, length)), "direct")
    for value, reference in zip(run(x, q, length, "fmm"), expected, strict=True):
        assert cases.error(value, reference) <= 2 * tol  # products of two sums


def test_too_sharp_between_separate_points():
    """Where the nearest sources are many lengths away, sums are of values that cells cannot
    interpolate."""
    x = jnp.asarray(placed("uniform", 1)[0], jnp.float32)
    y, q = x[:1000] + 1.5, jnp.ones(len(x))
    plan = jaxfmm.plan(x, y, kernel=jaxfmm.Matern(10.0, 0.5), tol=1e-3, method="fmm")
    with pytest.raises(ValueError, match="decays too fast"):
        jaxfmm.potential(x, q, y, kernel=jaxfmm.Matern(0.02, 0.5), plan=plan)
    assert np.isnan(
        jax.jit(lambda k: jaxfmm.potential(x, q, y, kernel=k, plan=plan))(jaxfmm.Matern(0.02, 0.5))
    ).all()
    with pytest.raises(ValueError, match="decays too fast"):
        jaxfmm.plan(x, y, kernel=jaxfmm.Matern(0.02, 0.5), tol=1e-3, method="fmm")
    assert jaxfmm.plan(x, y, kernel=jaxfmm.Matern(0.02, 0.5), tol=1e-3).method == "direct"
    assert int(jaxfmm.plan(x, kernel=jaxfmm.Matern(0.02, 0.5), tol=1e-3, method="fmm").status) == 0


@pytest.mark.slow  # test_custom.py has the same for a kernel that needs more
@FLOAT64
def test_compiled_as_by_xla(dtype):
    """Charges and dipoles, by gradients in the sources; several right-hand sides."""
    kernel = KERNELS["Yukawa"][0]
    x, q, y = problem(dtype, 800, m=500)

    def run(backend):
        plan = jaxfmm.plan(
            x, y, kernel=kernel, method="fmm", order=3, theta=0.6, leaf_size=30, backend=backend
        )
        assert int(plan.far.count) > 0

        def loss(x):
            return jnp.sum(jnp.sin(jaxfmm.potential(x, q, y, plan=plan)))

        return jax.jit(jax.value_and_grad(loss))(x)

    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    for a, b in zip(run("cpu"), run("xla")):
        assert cases.error(a, b) < 1e-12


@FLOAT64
def test_parameters_have_fast_derivatives(dtype):
    """The derivative in the screening is a kernel of the same kind: it is summed by the FMM too."""
    x, q, _ = problem(dtype, 2000)
    q = q[:, 0]
    fast, direct = (
        jaxfmm.plan(x, kernel=jaxfmm.Yukawa(2.0), method=method, tol=1e-5)
        for method in ("fmm", "direct")
    )

    def slope(plan):
        return jax.jit(jax.grad(lambda k: jaxfmm.energy(x, q, kernel=jaxfmm.Yukawa(k), plan=plan)))

    assert abs(slope(fast)(2.0) / slope(direct)(2.0) - 1) < 1e-5
    shapes = str(jax.make_jaxpr(slope(fast))(2.0))
    assert "exact=True" not in shapes


@pytest.mark.parametrize(
    "name", [pytest.param("Lennard-Jones", marks=pytest.mark.slow), "Wendland"]
)
@pytest.mark.parametrize("dim", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_truncated_sums(dtype, name, dim):
    """Exact but for rounding: the tree finds all pairs within the support; separate targets,
    gradient, update."""
    kernel, function = KERNELS[name]
    x, q, y = problem(dtype, 3000, dim, m=700)
    plan = jaxfmm.plan(x, y, kernel=kernel, method="truncated", tol=1e-3)
    tolerance = 2e-5 if dtype == jnp.float32 else 1e-11
    assert cases.error(jaxfmm.potential(x, q, y, plan=plan), dense(function, x, q, y)) < tolerance
    moved = jaxfmm.plan(x, y, kernel=kernel, method="truncated").update(1 - x, y)
    assert (
        cases.error(jaxfmm.potential(1 - x, q, y, plan=moved), dense(function, 1 - x, q, y))
        < tolerance
    )


def test_auto():
    """Small problems are summed directly, large ones are not."""
    x, _, _ = problem(jnp.float32, 60_000, 2)
    for kernel, method in ((jaxfmm.Matern(0.1, 1.5), "fmm"), (jaxfmm.Wendland(0.02), "truncated")):
        assert jaxfmm.plan(x, kernel=kernel, tol=1e-3).method == method
        assert jaxfmm.plan(x[:100], kernel=kernel, tol=1e-3).method == "direct"


@pytest.mark.parametrize("dim", [*(pytest.param(dim, marks=pytest.mark.slow) for dim in (1, 2)), 3])
def test_interpolation(dtype, dim, order=5):
    """Exact for polynomials of that degree on each axis, through M2M and L2L too, wherever the
    nodes are exactly."""
    rng = np.random.default_rng(0)
    half = jnp.asarray([[0.5, 0.2, 0.7][:dim]], dtype)
    u = jnp.asarray((2 * rng.random((1, 9, dim)) - 1) * np.asarray(half), dtype)

    def f(x):
        return jnp.prod(1 + x + 0.3 * x**order)

    t = chebyshev.nodes(order) + 0.02 * rng.normal(size=(1, dim, order + 1))
    places = half[..., None] * jnp.asarray(t, dtype)
    grid = chebyshev.grid(places)
    values = jax.vmap(f)(grid[0])[None, None]
    tolerance = 1e-5 if dtype == jnp.float32 else 1e-12
    assert cases.error(chebyshev.l2p(values, u, places)[0, 0], jax.vmap(f)(u[0])) < tolerance
    shift = 0.3 * half
    moved = chebyshev.l2l(values, shift, places, 0.4 * places, order)
    assert cases.error(moved[0, 0], jax.vmap(f)(shift[0][None] + 0.4 * grid[0])) < tolerance
    weights = jnp.asarray(rng.normal(size=moved.shape), dtype)  # M2M is the transpose
    back = chebyshev.m2m(weights, shift, 0.4 * places, places, order)
    np.testing.assert_allclose(jnp.sum(back * values), jnp.sum(weights * moved), rtol=tolerance)
    charges = jnp.asarray(rng.normal(size=(1, 1, 9)), dtype)
    expected = jnp.sum(charges[0, 0] * jax.vmap(f)(u[0]))
    np.testing.assert_allclose(
        jnp.sum(chebyshev.p2m(u, places, charges) * values), expected, rtol=10 * tolerance
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Yukawa(-1.0)),
            "screening must be a number that is positive or zero",
        ),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Matern(0.1, 1.0)),
            "smoothness must be 0.5, 1.5 or 2.5",
        ),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.0)),
            "radius must be a positive number|length",
        ),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.1), method="fmm"),
            "method must be one of 'auto', 'trunc",
        ),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Wendland(0.1), theta=0.5),
            "theta is an option of expansions",
        ),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(jnp.dot), method="treecode"),
            "has no expansions for",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call(jnp.zeros((10, 3)))
