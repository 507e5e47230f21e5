"""Kernels that users write: values, derivatives against sums over all pairs in JAX, backends,
measured tolerances."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends import cuda_p2p
from jaxfmm.codegen.bodies import pair_body
from jaxfmm.cost_model.families import convergence
from jaxfmm.kernels.pairs import components
from jaxfmm.native import launch
from jaxfmm.planning import measured_errors, predicted_errors
from jaxfmm.planning.probe_charges import random_charges

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def inverse(x, y):
    return 1 / jnp.linalg.norm(x - y)


def lens(x, y, a, metric):
    """Neither symmetric nor a function of x - y, and other in every direction."""
    u = metric @ (x - y)
    return jnp.exp(-a * jnp.sum(u * u)) * (1 + x[0] * y[-1] ** 2)


def stokeslet(x, y, force):
    u = x - y
    r = jnp.linalg.norm(u)
    return force / r + u * jnp.dot(u, force) / r**3


def stretched(x, y, length):
    u = (x - y) / length
    return jax.lax.rsqrt(1 + u[0] ** 2 + 2 * u[1] ** 2 - 0.5 * u[0] * u[1]) * (
        1 + 0.3 * jnp.sin(x[0] / length)
    )


def waves(x, y, k):
    return jnp.cos(k * jnp.linalg.norm(x - y + 1e-3))


METRIC = np.array([[1.0, 0.3, 0.0], [0.0, 0.8, -0.4], [0.2, 0.0, 1.5]])
KERNELS = {  # the function, its parameters, whether it is singular
    "inverse": (inverse, (), True),
    "lens": (lens, (0.7, METRIC), False),
    "stokeslet": (stokeslet, (np.array([1.0, -0.5, 2.0]),), True),
}


def kernel_of(name, dtype):
    fn, params, singular = KERNELS[name]
    return jaxfmm.Custom(fn, *(jnp.asarray(p, dtype) for p in params), singular=singular)


def problem(dtype, n=60, m=40, dim=3):
    """Sources, charges, and targets of which some lie on a source."""
    rng = np.random.default_rng(0)
    x, y, q = rng.random((n, dim)), rng.random((m, dim)), rng.normal(size=n)
    y[::5] = x[: len(y[::5])]
    return [jnp.asarray(a, dtype) for a in (x, q, y)]


def dense(name, x, q, y, *params):
    """The sum over all pairs in JAX."""
    fn, _, singular = KERNELS[name]

    def pair(target, source):
        apart = jnp.any(target != source) if singular else jnp.asarray(True)
        return jnp.where(apart, fn(jnp.where(apart, target, source + 1), source, *params), 0)

    return jnp.tensordot(
        jax.vmap(jax.vmap(pair, (None, 0)), (0, None))(y, x), q, ((1,), (0,)), precision="highest"
    )


def summed(name, x, q, y, *params, plan):
    fn, _, singular = KERNELS[name]
    return jaxfmm.potential(
        x, q, y, kernel=jaxfmm.Custom(fn, *params, singular=singular), plan=plan
    )


@pytest.mark.parametrize(
    "name",
    ["lens", *(pytest.param(name, marks=pytest.mark.slow) for name in ("inverse", "stokeslet"))],
)
@pytest.mark.usefixtures("no_compiler")
def test_values_and_gradients(dtype, name):
    """Of one and of two sets of charges; a vector result goes before the charges."""
    x, q, y = problem(dtype)
    kernel = kernel_of(name, dtype)
    charges = jnp.stack([q, jnp.cos(q)], axis=1)
    tolerance = 1e-5 if dtype == jnp.float32 else 1e-12
    phi, grad = jaxfmm.potential_and_gradient(x, charges, y, kernel=kernel)
    one, slope = jaxfmm.potential_and_gradient(x, q, y, kernel=kernel)
    expected = [dense(name, x, c, y, *kernel.params) for c in charges.T]
    jacobian = jax.jacfwd(lambda y: dense(name, x, q, y, *kernel.params).sum(0))(y)  # (..., m, d)
    assert phi.shape == (*expected[0].shape, 2) and grad.shape == (*expected[0].shape, 3, 2)
    assert cases.error(phi, jnp.stack(expected, axis=-1)) < tolerance
    assert (
        cases.error(one, expected[0]) < tolerance and cases.error(slope, grad[..., 0]) < tolerance
    )
    assert (
        cases.error(slope, jnp.moveaxis(jacobian, 0, 1) if one.ndim == 2 else jacobian) < tolerance
    )


@pytest.mark.slow  # table.py has a smaller one
@pytest.mark.parametrize("name", ["lens", "stokeslet"])
@FLOAT64
@pytest.mark.usefixtures("no_compiler")
def test_gradients_of_everything(dtype, name):
    """In sources, charges, targets, and every entry of the parameters; reverse mode transposes the
    kernel."""
    x, q, y = problem(dtype)
    kernel = kernel_of(name, dtype)
    plan = jaxfmm.plan(x, y, kernel=kernel)
    functions = functools.partial(summed, name, plan=plan), functools.partial(dense, name)
    arguments = (x, q, y, *kernel.params)

    def loss(function):
        return lambda *a: jnp.sum(jnp.sin(function(*a)))

    got, expected = (
        jax.jit(jax.grad(loss(f), range(len(arguments))))(*arguments) for f in functions
    )
    for a, b in zip(got, expected, strict=True):
        assert cases.error(a, b) < 1e-11


@pytest.mark.slow
@FLOAT64
@pytest.mark.usefixtures("no_compiler")
def test_second_derivatives(dtype):
    """A Hessian-vector product of the energy, in positions and parameters at once."""
    x, q, _ = problem(dtype, n=30)
    kernel = kernel_of("lens", dtype)
    plan = jaxfmm.plan(x, kernel=kernel)

    def energy(x, a):
        return jaxfmm.energy(x, q, kernel=jaxfmm.Custom(lens, a, kernel.params[1]), plan=plan)

    def expected(x, a):
        pairs = jax.vmap(
            jax.vmap(lambda s, t: lens(s, t, a, kernel.params[1]), (None, 0)), (0, None)
        )(x, x)
        return 0.5 * jnp.sum(q[:, None] * jnp.where(jnp.eye(len(x)) > 0, 0, pairs) * q[None])

    def product(f):
        grad = jax.grad(f, (0, 1))
        return jax.jit(
            lambda x, a: (f(x, a), *jax.jvp(grad, (x, a), (jnp.cos(5 * x), jnp.ones_like(a))))
        )(x, 0.7)

    x = x.at[3].set(x[4])
    for a, b in zip(
        jax.tree.leaves(product(energy)), jax.tree.leaves(product(expected)), strict=True
    ):
        assert cases.error(a, b) < 1e-11


@pytest.mark.parametrize("method", ["direct", pytest.param("fmm", marks=pytest.mark.slow)])
@FLOAT64
def test_compiled_as_by_xla(backend, dtype, method):
    """A kernel that needs to know where its pairs are: charges and dipoles, potential and gradient,
    transposed too."""
    x, q, y = problem(dtype, n=500, m=300, dim=2)
    kernel = jaxfmm.Custom(stretched, 0.3)
    how = {"order": 3, "theta": 0.6, "leaf_size": 30} if method == "fmm" else {}
    plan = jaxfmm.plan(x, y, kernel=kernel, method=method, backend=backend, **how)

    def run(plan, x, q):
        def loss(x, q):
            if method == "fmm":  # two sums are enough to compile
                return jnp.sum(jnp.sin(jaxfmm.potential(x, q, y, kernel=kernel, plan=plan)))
            phi, grad = jaxfmm.potential_and_gradient(x, q, y, kernel=kernel, plan=plan)
            return jnp.sum(jnp.sin(phi)) + jnp.sum(jnp.cos(grad))

        return jax.value_and_grad(loss, (0, 1))(x, q)

    cases.same_by_xla(backend, dtype, run, plan, x, q)


def test_bodies_are_as_small_as_those_of_built_in_kernels():
    """A user's 1/r: its guards become the one function that Laplace's do, and operations are at
    most a third more. Positions travel only where they matter."""
    sides = components((0,), 3), components((0, 1), 3)
    own, ours = (
        pair_body(k.simplified(3), *sides, 1, jnp.float32)
        for k in (kernel_of("inverse", jnp.float32), jaxfmm.Laplace())
    )
    assert own.text.count("rsqrt_apart_") == 1 and not any(
        word in own.text for word in ("/", "select", "mask")
    )
    assert 3 * own.text.count(";") <= 4 * ours.text.count(";")
    assert "w[-" not in own.text
    lens = pair_body(kernel_of("lens", jnp.float32).simplified(3), *sides, 1, jnp.float32)
    assert all((f"w[{place}]" in lens.text) == (place != -2) for place in (-3, -2, -1))


def test_cuda_kernels_compile(monkeypatch):
    if state := launch.cuda_reason():
        pytest.skip(state)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    x, q, y = problem(jnp.float32, n=2000, m=500)
    kernel = kernel_of("lens", jnp.float32)
    for method, launches in (("direct", 1), ("fmm", 2)):
        how = {"order": 3, "theta": 0.6} if method == "fmm" else {}
        plan = jaxfmm.plan(x, y, kernel=kernel, method=method, **how)

        def run(x, q, y, plan=plan):
            return jaxfmm.potential_and_gradient(x, q, y, kernel=kernel, plan=plan)

        text = jax.jit(run).trace(x, q, y).lower(lowering_platforms=("cuda",)).as_text()
        assert text.count("custom_call @jaxfmm_launch(") == launches
    body = pair_body(kernel.simplified(3), components((0,), 3), components((0,), 3), 1, jnp.float32)
    assert cuda_p2p.p2p_source(body, jnp.dtype("float32"))


def cusp(r2, rate):
    return jnp.exp(-rate * jnp.sqrt(r2))


def cusp_of_pair(x, y, rate):
    return cusp(jnp.sum((x - y) ** 2), rate)


def guarded(r2, rate):
    apart = r2 > 0
    return jnp.where(apart, cusp(jnp.where(apart, r2, 1), rate), 1)


@pytest.mark.parametrize(("fn", "radial"), [(cusp, True), (cusp_of_pair, False)])
def test_no_gradient_at_distance_zero(fn, radial):
    """It is asked for where a plan is made, since all sums would be NaN."""
    x, q = jnp.asarray(np.random.default_rng(0).random((50, 3)), jnp.float32), jnp.ones(50)
    kernel = jaxfmm.Custom(fn, 0.3, radial=radial)
    for call in (jaxfmm.plan, lambda x, kernel: jaxfmm.potential_and_gradient(x, q, kernel=kernel)):
        with pytest.raises(
            ValueError, match="gradient .* is nan .* pass singular=True .* or guard"
        ):
            call(x, kernel=kernel)
    exact = jaxfmm.potential(x, q, kernel=jaxfmm.Custom(guarded, 0.3, radial=True))
    np.testing.assert_allclose(jaxfmm.potential(x, q, kernel=kernel), exact, rtol=1e-5)
    for fits in (
        jaxfmm.Custom(guarded, 0.3, radial=True),
        jaxfmm.Custom(fn, 0.3, radial=radial, singular=True),
    ):
        gradient = jax.grad(lambda x: jaxfmm.energy(x, q, kernel=fits))(x)  # noqa: B023
        assert np.isfinite(gradient).all()


GRADIENTS = {
    "gradient": lambda x, q, **how: jaxfmm.potential_and_gradient(x, q, **how),
    "hessian": lambda x, q, **how: jaxfmm.hessian(x, q, **how),
    "dipoles": lambda x, q, **how: jaxfmm.potential(x, None, dipoles=x, **how),
}
DERIVATIVES = {
    "grad": lambda f, x: jax.grad(f)(x),
    "jvp": lambda f, x: jax.jvp(f, (x,), (x,))[1],
    "grad of jit": lambda f, x: jax.grad(jax.jit(f))(x),
    "grad of checkpoint": lambda f, x: jax.grad(jax.checkpoint(f))(x),
    "grad of vmap": lambda f, x: jax.grad(lambda x: jax.vmap(f)(x[None]).sum())(x),
}
CUSPS = pytest.mark.parametrize(
    ("fn", "radial"), [(cusp, True), (cusp_of_pair, False)], ids=["radial", "pair"]
)
NO_GRADIENT = "the gradient of fn .* is nan .* pass singular=True .* or guard"


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("jitted", [False, True], ids=["eager", "jit"])
@pytest.mark.parametrize("name", GRADIENTS)
@CUSPS
def test_gradients_that_are_nan_are_refused(name, jitted, fn, radial):
    x, q = jnp.asarray(np.random.default_rng(0).random((10, 3)), jnp.float32), jnp.ones(10)
    kernel = jaxfmm.Custom(fn, 0.3, radial=radial)
    for how in ({"kernel": kernel}, {"plan": jaxfmm.plan(x, kernel=kernel, gradient=False)}):

        def call(x, how=how):
            return GRADIENTS[name](x, q, **how)

        with pytest.raises(ValueError, match=NO_GRADIENT):
            (jax.jit(call) if jitted else call)(x)


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize("jitted", [False, True], ids=["eager", "jit"])
@pytest.mark.parametrize("name", DERIVATIVES)
@CUSPS
def test_derivatives_that_are_nan_warn(name, jitted, fn, radial):
    """They may be dropped later, and are no error."""
    x, q = jnp.asarray(np.random.default_rng(0).random((10, 3)), jnp.float32), jnp.ones(10)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Custom(fn, 0.3, radial=radial), gradient=False)

    def derivative(x):
        return DERIVATIVES[name](lambda x: jaxfmm.energy(x, q, plan=plan), x)

    with pytest.warns(UserWarning, match=f"derivatives in the points will be NaN: {NO_GRADIENT}"):
        assert jnp.isnan((jax.jit(derivative) if jitted else derivative)(x)).all()


@pytest.mark.usefixtures("no_compiler")
def test_what_needs_no_gradient_is_not_refused():
    x, q = jnp.asarray(np.random.default_rng(0).random((10, 3)), jnp.float32), jnp.ones(10)
    kernel = jaxfmm.Custom(cusp, 0.3, radial=True)
    plan = jaxfmm.plan(x, kernel=kernel, gradient=False)
    for run in (lambda f: f, jax.jit):
        assert jnp.isfinite(run(lambda x: jaxfmm.energy(x, q, plan=plan))(x))
        assert jnp.isfinite(run(jax.grad(lambda q: jaxfmm.energy(x, q, plan=plan)))(q)).all()
        assert jnp.isfinite(
            run(jax.grad(lambda y: jaxfmm.potential(x, q, y, kernel=kernel).sum()))(x + 5)
        ).all()


@pytest.mark.parametrize("fn", [jnp.arctan, jax.lax.lgamma])
def test_functions_without_taylor_arithmetic(fn):
    """Those that JAX's Taylor arithmetic does not know, each by another error."""
    r2 = jnp.asarray([0.5, 1.5], jnp.float32)
    got = jaxfmm.Custom(fn, radial=True).radial(r2, 2)

    def of_half_square(s):
        return fn(2 * s)

    slope = jax.grad(of_half_square)
    for values, exact in zip(got, (of_half_square, slope, jax.grad(slope)), strict=True):
        np.testing.assert_allclose(values, jnp.stack([exact(s) for s in r2 / 2]), rtol=1e-5)


def test_a_function_that_taylor_arithmetic_breaks():
    kernel = jaxfmm.Custom(lambda r2: jax.scipy.special.exp1(r2), radial=True, singular=True)
    with pytest.raises(ValueError, match="fn must be a function that JAX can expand .*exp1"):
        kernel.radial(jnp.float32(1.0), 2)


def test_singular_functions_of_the_squared_distance():
    kernel = jaxfmm.Custom(jax.lax.rsqrt, radial=True)
    with pytest.raises(
        ValueError, match="is inf for a target that lies on its source; pass singular=True"
    ):
        jaxfmm.potential(jnp.eye(3), jnp.ones(3), kernel=kernel)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dtype", "tol"), [("float32", 1e-3), ("float64", 1e-6), ("float64", 1e-9)], indirect=["dtype"]
)
def test_tol_is_kept(dtype, tol):
    """Where no unit would do: the function knows lengths, and the box is not small."""
    x, q, _ = problem(dtype, n=8000, m=1, dim=2)
    x, kernel = 700 * x, jaxfmm.Custom(stretched, jnp.asarray(200, dtype))
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    assert plan.method == "fmm" and int(plan.far.count) > 100
    assert 2 * float(
        plan.measured
    ) <= tol and f"measured when the plan was made: {plan.measured:.0e}" in str(plan)
    y = x[:200]
    direct = jaxfmm.plan(x, y, kernel=kernel, method="direct")
    for charges in (q, q * q):
        got = jaxfmm.potential_and_gradient(x, charges, plan=plan, kernel=kernel)
        for a, b in zip(
            got, jaxfmm.potential_and_gradient(x, charges, y, kernel=kernel, plan=direct)
        ):
            assert cases.error(a[:200], b) <= tol


@pytest.mark.slow
@FLOAT64
def test_vectors_by_the_fmm(dtype):
    """Stokeslets: every entry is summed with the same tree."""
    x, q, _ = problem(dtype, n=4000, m=1)
    kernel = kernel_of("stokeslet", dtype)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm", leaf_size=64)
    assert int(plan.far.count) > 0
    direct = jaxfmm.plan(x, kernel=kernel, method="direct")
    got, expected = (
        jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=p) for p in (plan, direct)
    )
    for a, b in zip(got, expected):
        assert cases.error(a, b) < 1e-4


def test_rough_kernels_are_summed_directly(monkeypatch):
    """Waves that are shorter than cells: seen without any full sum, and said."""
    monkeypatch.setattr(measured_errors, "measured_errors", None)
    x, q, _ = problem(jnp.float32, n=20_000, m=1, dim=1)
    kernel = jaxfmm.Custom(waves, 3e4)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3)
    assert plan.method == "direct"
    assert "the best FMM of those that cost less than the direct sum has an error of" in str(plan)
    assert plan.why in str(plan.update(x)) and jax.jit(lambda plan: plan)(plan).why is None
    with pytest.raises(ValueError, match="at most half of that: the best FMM of all has an error"):
        jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm")


def test_auto(monkeypatch):
    """Small sums are direct, without any measurement, and so are those planned inside jit."""
    monkeypatch.setattr(measured_errors, "measured_errors", None)
    monkeypatch.setattr(predicted_errors, "predict_errors", None)
    x, q, _ = problem(jnp.float32, n=1000, dim=2)
    kernel = jaxfmm.Custom(stretched, 0.3)
    plan = jaxfmm.plan(x, kernel=kernel)
    assert plan.method == "direct" and "an FMM would take about" in str(plan)
    many = jnp.zeros((100_000, 2))
    assert jax.eval_shape(lambda x: jaxfmm.plan(x, kernel=kernel), many).method == "direct"
    assert jax.eval_shape(lambda: jaxfmm.plan(many, kernel=kernel)).method == "direct"
    plan = jaxfmm.plan(x, kernel=kernel, order=4, theta=0.6, method="fmm")
    assert not plan.request.promised and plan.measured is None and "not promised" in str(plan)


def ripples(x, y, scale):
    return scale[0] * jnp.cos(60 * jnp.sqrt(jnp.sum(jnp.square(scale[1] * (x - y))) + 1e-4))


def errors_of(kernel, x, order=3, y=None):
    """Measured and foreseen, of an FMM of an order."""
    plan = jaxfmm.plan(x, y, kernel=kernel, order=order, theta=0.65, leaf_size=64, method="fmm")
    inner, rate = (
        plan.kernel.in_unit(plan.unit),
        convergence(0.65, "adaptive", "interpolated"),
    )
    at, x = (plan.inside(points) for points in (x if y is None else y, x))
    expected = predicted_errors.predict_errors(inner, plan.trees, at, x, 1, {0.65: (rate, [order])})
    charges = random_charges(len(x), x.dtype)
    return float(measured_errors.measured_errors(plan, at, x, charges).relative.max()), expected[
        0.65, order
    ]


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
@pytest.mark.slow
def test_errors_do_not_depend_on_units(dtype):
    """Of values, and of lengths, by which gradients become large or small beside potentials."""
    x, _, _ = problem(dtype, n=3000, m=1, dim=2)

    def errors(value, length):
        return errors_of(
            jaxfmm.Custom(ripples, jnp.asarray([value, 1 / length], dtype)), length * x
        )

    expected = errors(1.0, 1.0)
    assert min(expected) > 0.1
    for value, length in ((1e-25, 1.0), (1e25, 1.0), (1.0, 1e12), (1e-15, 1e-15)):
        np.testing.assert_allclose(errors(value, length), expected, rtol=1e-2)
    with pytest.raises(ValueError, match="the best FMM of all has an error"):
        jaxfmm.plan(
            x,
            kernel=jaxfmm.Custom(ripples, jnp.asarray([1e-25, 10.0], dtype)),
            tol=1e-4,
            method="fmm",
        )


def of_two_sizes(x, y, sizes):
    """A smooth entry and one that no low order describes."""
    r = jnp.sum(jnp.square(x - y))
    return sizes * jnp.stack([jnp.exp(-r), jnp.cos(60 * jnp.sqrt(r + 1e-4))])


def of_few_targets(x, y):
    """Large and rough at the targets in a corner, small and smooth at all others."""
    rough = jnp.cos(60 * jnp.sqrt(jnp.sum(jnp.square(x - y)) + 1e-4))
    return jnp.where(x[0] > 1, 1e4 * rough, jnp.exp(-jnp.sum(jnp.square(x - y))))


@pytest.mark.slow
@FLOAT64
def test_errors_of_each_quantity(dtype):
    """The entries of a vector, and targets, may differ by any factor; what is large must not hide
    what is wrong."""
    x, _, _ = problem(dtype, n=2000, m=1, dim=2)
    for sizes in ([1.0, 1e-200], [1e-200, 1.0], [1e200, 1e-200]):
        kernel = jaxfmm.Custom(of_two_sizes, jnp.asarray(sizes, dtype))
        assert min(errors_of(kernel, x)) > 0.1
    y = jnp.concatenate([x, 1.01 + 0.1 * x[:3]])
    error, _ = errors_of(jaxfmm.Custom(of_few_targets), x, y=y)
    assert error > 0.1


@pytest.mark.parametrize(
    "fn",
    [
        lambda x, y: jnp.where(x[0] > 0.999, jnp.nan, 1.0) * jnp.exp(-jnp.sum(jnp.square(x - y))),
        *(
            pytest.param(fn, marks=pytest.mark.slow)
            for fn in (
                lambda x, y: (
                    jnp.where(x[0] < 0.5, jnp.inf, 1.0) * jnp.exp(-jnp.sum(jnp.square(x - y)))
                ),
                lambda x, y: 0 * jnp.exp(-jnp.sum(jnp.square(x - y))),
            )
        ),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_compared_is_not_certified(fn):
    x, _, _ = problem(jnp.float32, n=3000, m=1, dim=2)
    with pytest.raises(ValueError, match="zero or not finite"):
        jaxfmm.plan(x, kernel=jaxfmm.Custom(fn), tol=1e-3, method="fmm")


def test_a_field_is_foreseen():
    """The order for waves that are resolved well is found at once."""
    x, _, _ = problem(jnp.float32, n=3000, m=1, dim=2)
    kernel = jaxfmm.Custom(ripples, jnp.asarray([1.0, 0.5]))
    for order in (4, 8):
        error, foreseen = errors_of(kernel, x, order)
        assert foreseen / 3 < error < 3 * foreseen


@pytest.mark.slow
@FLOAT64
def test_plans_serve_parameters_nearby(dtype):
    """A plan is for the function, and for parameters near those of its measurement, under jit with
    new points too."""
    x, q, _ = problem(dtype, n=600, dim=2)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Custom(stretched, 0.3), method="fmm", tol=1e-3)

    @jax.jit
    def run(x, length, plan):
        plan = plan.update(x)
        return jaxfmm.potential(x, q, kernel=jaxfmm.Custom(stretched, length), plan=plan), plan

    phi, new = run(1 - x, 0.32, plan)
    assert jax.tree.structure(new) == jax.tree.structure(plan)
    pairs = jax.vmap(jax.vmap(stretched, (None, 0, None)), (0, None, None))(1 - x, 1 - x, 0.32)
    assert cases.error(phi, pairs @ q) < 1e-3
    assert np.isnan(run(x, 0.34, plan)[0]).all() and np.isnan(run(x, jnp.nan, plan)[0]).all()
    with pytest.raises(ValueError, match="more than a tenth from those for which it was measured"):
        jaxfmm.potential(x, q, kernel=jaxfmm.Custom(stretched, 0.26), plan=plan)
    with pytest.raises(ValueError, match="make a plan for this kernel"):
        jaxfmm.potential(x, q, kernel=jaxfmm.Custom(waves, 0.3), plan=plan)
    with pytest.raises(ValueError, match="make a plan for this kernel"):
        jaxfmm.potential(x, q, kernel=jaxfmm.Custom(stretched, jnp.full(2, 0.3)), plan=plan)
    for how in ({"method": "direct"}, {"method": "fmm", "order": 4, "theta": 0.6}):
        plan = jaxfmm.plan(x, kernel=jaxfmm.Custom(stretched, 0.3), **how)
        assert np.isfinite(
            jaxfmm.potential(x, q, kernel=jaxfmm.Custom(stretched, 3.0), plan=plan)
        ).all()


def test_parameters_nearby():
    """Each array is compared with the largest of its own entries, and what is zero with zero."""

    def near(planned, now):
        return bool(
            jaxfmm.Custom(inverse, planned).close_to(jaxfmm.Custom(inverse, now), jnp.float32)
        )

    one = np.array([1.0, 0.0])
    assert near(one, one + 0.09) and not near(one, one + 0.11) and not near(one, -one)
    assert near({"a": 1e-30, "b": 1.0}, {"a": 1.05e-30, "b": 1.0}) and not near([1e-30], [1.2e-30])
    assert near(0.0, 0.0) and not near(0.0, 1e-6)


def outgoing(x, y, k):
    """A spherical wave, complex."""
    r = jnp.linalg.norm(x - y)
    return jax.lax.complex(jnp.cos(k * r) / r, jnp.sin(k * r) / r)


def outgoing_pair(x, y, k):
    wave = outgoing(x, y, k)
    return jnp.stack([wave, wave * (x[0] - 2 * y[1]).astype(wave.dtype)])


@pytest.mark.parametrize("fn", [outgoing, pytest.param(outgoing_pair, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("no_compiler")
def test_complex_kernels(dtype, fn):
    """Sums of real and of complex charges, gradients, and all transforms."""
    x, q, y = problem(dtype)
    wave, tolerance = jnp.asarray(3, dtype), 1e-5 if dtype == jnp.float32 else 1e-12
    plan = jaxfmm.plan(x, y, kernel=jaxfmm.Custom(fn, wave, singular=True))
    both = jax.lax.complex(q, jnp.cos(q))

    def ours(x, q, y, k, sums=jaxfmm.potential):
        return sums(x, q, y, kernel=jaxfmm.Custom(fn, k, singular=True), plan=plan)

    def expected(x, q, y, k):
        def pair(target, source):
            apart = jnp.any(target != source)
            return jnp.where(apart, fn(jnp.where(apart, target, source + 1), source, k), 0)

        pairs = jax.vmap(jax.vmap(pair, (None, 0)), (0, None))(y, x)
        return jnp.tensordot(pairs, q.astype(both.dtype), ((1,), (0,)), precision="highest")

    for charges in (q, both, jnp.stack([both, both * both], axis=1)):
        phi, grad = jax.jit(functools.partial(ours, sums=jaxfmm.potential_and_gradient))(
            x, charges, y, wave
        )
        slope = jax.jacfwd(lambda y, charges=charges: expected(x, charges, y, wave).sum(0))(
            y
        )  # (..., m, d)
        slope = slope.reshape(-1, charges[0].size, *y.shape).transpose(2, 0, 3, 1)
        assert phi.dtype == grad.dtype == both.dtype and grad.size == 3 * phi.size
        assert phi.shape[1:] == (2,) * (fn is outgoing_pair) + charges.shape[1:]
        assert cases.error(phi, expected(x, charges, y, wave)) < tolerance
        assert cases.error(grad.reshape(slope.shape), slope) < tolerance

    def loss(f):
        return lambda *a: jnp.sum(jnp.sin(jnp.abs(f(*a)) / 40))

    arguments = x, q, y, wave
    got, wanted = (jax.jit(jax.grad(loss(f), range(4)))(*arguments) for f in (ours, expected))
    for a, b in zip(got, wanted):
        assert cases.error(a, b) < 10 * tolerance
    got, wanted = (
        jax.jvp(f, (x, both, y, wave), (y[:1] - x, 1j * both, y, wave))[1] for f in (ours, expected)
    )
    assert cases.error(got, wanted) < 10 * tolerance
    many = x, jnp.stack([both, -both]), y, jnp.asarray([2, 3], dtype)
    got, wanted = (jax.vmap(f, (None, 0, None, 0))(*many) for f in (ours, expected))
    assert cases.error(got, wanted) < tolerance
    with pytest.raises(ValueError, match="is complex or a vector and has no energy"):
        jaxfmm.energy(x, q, kernel=jaxfmm.Custom(fn, wave, singular=True))


@pytest.mark.slow
@FLOAT64
def test_complex_kernels_by_the_fmm(dtype):
    x, q, _ = problem(dtype, n=3000, m=1, dim=2)
    kernel = jaxfmm.Custom(outgoing, 3.0, singular=True)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm", leaf_size=32)
    direct = jaxfmm.plan(x, kernel=kernel, method="direct")
    got, expected = (
        jaxfmm.potential_and_gradient(x, q, kernel=kernel, plan=p) for p in (plan, direct)
    )
    for a, b in zip(got, expected):
        assert jnp.iscomplexobj(a) and cases.error(a, b) < 1e-4


@FLOAT64
@pytest.mark.usefixtures("no_compiler")
def test_counts_are_numbers(dtype):
    """Of neighbours, as truth values or integers, whose derivatives are zero."""
    x, q, y = problem(dtype, n=200)
    near = np.linalg.norm(y[:, None] - x[None], axis=2) < 0.3

    def is_near(x, y):
        return jnp.sum(jnp.square(x - y)) < 0.09

    for fn in (is_near, lambda x, y: jnp.where(is_near(x, y), 1, 0)):
        phi, grad = jaxfmm.potential_and_gradient(x, q, y, kernel=jaxfmm.Custom(fn))
        assert (
            phi.dtype == dtype
            and cases.error(phi, near.astype(dtype) @ q) < 1e-12
            and not grad.any()
        )


def scaled(x, y, p):
    return jnp.exp(-p["rates"][0] * jnp.sum(jnp.square(x - y))) * p["size"]


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.slow
def test_forms_of_parameters():
    """Lists of numbers are arrays, integers floats; pytrees stay what they are."""
    x, q, y = problem(jnp.float32)
    expected = jaxfmm.potential(
        x, q, y, kernel=jaxfmm.Custom(scaled, {"rates": np.array([2.0, 3.0]), "size": 3.0})
    )
    for rates, size in (
        ([2, 3], 3),
        ([2.0, jnp.float32(3)], np.int32(3)),
        (np.array([2, 3]), jnp.asarray(3)),
        ((2.0, 1), 3),
    ):
        kernel = jaxfmm.Custom(scaled, {"rates": rates, "size": size})
        assert all(
            jnp.issubdtype(jnp.result_type(leaf), jnp.floating) for leaf in jax.tree.leaves(kernel)
        )
        assert cases.error(jaxfmm.potential(x, q, y, kernel=kernel), expected) < 1e-6
    rate = jax.grad(
        lambda a: jnp.sum(
            jaxfmm.potential(
                x, q, y, kernel=jaxfmm.Custom(scaled, {"rates": [a, 3.0], "size": 3.0})
            )
        )
    )(2.0)
    assert np.isfinite(rate) and rate != 0


@FLOAT64
def test_loops_have_derivatives_in_forward_mode(dtype):
    """A function that JAX cannot transpose, nor anybody translate."""
    x, q, y = problem(dtype)

    def series(x, y):
        def more(state):
            value, term, k = state
            return value + term, -term * jnp.sum(jnp.square(x - y)) / (k + 1), k + 1

        one = jnp.ones((), dtype)
        return jax.lax.while_loop(
            lambda state: jnp.abs(state[1]) > 1e-16, more, (0 * one, one, 0 * one)
        )[0]

    kernel = jaxfmm.Custom(series)
    plan = jaxfmm.plan(x, y, kernel=kernel)
    assert (launch.cpu_reason() or "while") in str(plan)
    phi, grad = jaxfmm.potential_and_gradient(x, q, y, kernel=kernel, plan=plan)
    expected = jaxfmm.potential_and_gradient(x, q, y, kernel=jaxfmm.Gaussian(2**-0.5))
    assert cases.error(phi, expected[0]) < 1e-12 and cases.error(grad, expected[1]) < 1e-12


@pytest.mark.usefixtures("no_compiler")
def test_pairs_at_distance_zero():
    """They count unless singular; where the derivative does not exist it is NaN, as JAX's, if
    parameters are traced."""
    x, q = jnp.zeros((2, 3)).at[1, 0].set(1), jnp.ones(2)

    def decay(x, y, rate=1.0):
        return jnp.exp(-rate * jnp.linalg.norm(x - y))

    phi, grad = jax.jit(
        lambda x, rate: jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Custom(decay, rate))
    )(x, 1.0)
    np.testing.assert_allclose(phi, 1 + np.exp(-1), rtol=1e-6)
    assert np.isnan(grad).all()
    phi, grad = jaxfmm.potential_and_gradient(x, q, kernel=jaxfmm.Custom(decay, singular=True))
    np.testing.assert_allclose(phi, np.exp(-1), rtol=1e-6)
    np.testing.assert_allclose(grad[:, 0], [np.exp(-1), -np.exp(-1)], rtol=1e-6)


def matrix(x, y):
    return x[:, None] * y[None]


class Unhashable:
    __hash__ = None

    def __call__(self, x, y):
        return x[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: jaxfmm.Custom(3.0), "fn must be a function"),
        (lambda x: jaxfmm.Custom(Unhashable()), "fn must be hashable"),
        (lambda x: jaxfmm.Custom(inverse, "a"), "params must be numbers or arrays"),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(cusp, 0.3)),
            r"fn\(x, y, \*params\) .* needs radial=True",
        ),
        (
            lambda x: jaxfmm.Custom(cusp_of_pair, 0.3, radial=True),
            r"fn\(r2, \*params\) .* has no radial=True",
        ),
        (lambda x: jaxfmm.Custom(inverse, None), "params must be numbers or arrays"),
        (lambda x: jaxfmm.Custom(inverse, {"a": ["b"]}), "params must be numbers or arrays"),
        (lambda x: jaxfmm.Custom(inverse, [[1, 2], [3]]), "params must be numbers or arrays"),
        (lambda x: jaxfmm.Custom(inverse, True), "params must be numbers or arrays"),
        (lambda x: jaxfmm.Custom(inverse, 1j), "params must be real"),
        (lambda x: jaxfmm.Custom(inverse, [1.0, 2j]), "params must be real"),
        (lambda x: jaxfmm.Custom(inverse, singular=1), "singular must be True or False"),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(matrix)),
            "fn must return a scalar or a vector",
        ),
        (lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(inverse)), "pass singular=True"),
        (
            lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(stretched, 1.0), method="fgt"),
            "method must be one of",
        ),
        (
            lambda x: jaxfmm.energy(x, x[:, 0], kernel=kernel_of("stokeslet", x.dtype)),
            "a vector and has no energy",
        ),
        (
            lambda x: jax.jit(
                lambda x: jaxfmm.plan(x, kernel=jaxfmm.Custom(stretched, 1.0), method="fmm")
            )(x),
            "make the plan outside",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call(jnp.ones((10, 3)))
