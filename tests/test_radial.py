"""Taylor expansions of radial kernels: every operator on two or three boxes, and whole sums."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.expansions.taylor import operators as taylor
from jaxfmm.kernels import Laplace, Logarithm
from jaxfmm.native import launch
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Scheme, TreePair, tree_sum
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

KERNELS = {
    "softened": (Laplace(0.3), (3,)),
    "softened in the plane": (Logarithm(0.2, 0.1), (2,)),
    "Yukawa": (jaxfmm.Yukawa(1.0), (3,)),
    "Matern": (jaxfmm.Matern(1.0, 2.5), (1, 2, 3)),
    "multiquadric": (jaxfmm.InverseMultiquadric(0.5), (1, 2, 3)),
}
ROWS = [(name, dim) for name, (_, dims) in KERNELS.items() for dim in dims]
DEFAULT = {("softened", 3), ("softened in the plane", 2), ("Yukawa", 3), ("multiquadric", 1)}
OF_ROWS = pytest.mark.parametrize(
    "name, dim",
    [pytest.param(*row, marks=[] if row in DEFAULT else pytest.mark.slow) for row in ROWS],
)
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
PATHS = [
    pytest.param(*row, path, marks=[] if row in DEFAULT else pytest.mark.slow)
    for row in ROWS
    for path in ("m2l", "m2p", "p2l", "m2m", "l2l")
    if path == "m2l" or row in ROWS[1:3]
]


def error(value, reference):
    return float(np.linalg.norm(value - reference) / np.linalg.norm(reference))


def boxes(dim):
    """Sources and targets relative to their boxes, the shift between these, their radii, charges
    and dipoles."""
    rng = np.random.default_rng(dim)
    y, x = rng.uniform(-0.4, 0.4, (2, 2, 7, dim)) / np.sqrt(dim)
    d = rng.normal(size=(2, dim))
    d *= 2.5 / np.linalg.norm(d, axis=1, keepdims=True)
    radius = jnp.asarray([0.4, 0.5])
    return (
        *map(jnp.asarray, (y, x, d)),
        radius,
        {0: rng.normal(size=(2, 7, 1)), 1: rng.normal(size=(2, 7, 1, dim))},
    )


@FLOAT64
@pytest.mark.parametrize("name, dim, path", PATHS)
def test_operators_converge(name, dim, path, dtype):
    """Potential, gradient and second derivatives of charges and dipoles, the faster the higher the
    order."""
    kernel = KERNELS[name][0]
    y, x, d, radius, weights = boxes(dim)
    weights = {a: jnp.asarray(w) for a, w in weights.items()}

    def pair(x, y):
        return kernel.radial(jnp.sum((x - y) ** 2), 0)[0]

    def field(x, y, q, v):
        values = jax.vmap(lambda y, q, v: q * pair(x, y) + v @ jax.grad(pair, 1)(x, y))(y, q, v)
        return values.sum()

    derivatives = [field, jax.grad(field), jax.hessian(field)]
    exact = [
        jax.jit(jax.vmap(jax.vmap(f, (0, None, None, None))))(
            d[:, None] + x, y, weights[0][..., 0], weights[1][..., 0, :]
        )
        for f in derivatives
    ]

    def run(order):
        e = taylor.Taylor(kernel, dim)
        wide, shift = 1.5 * radius, jnp.full_like(d, 0.1)
        multipole = e.p2m(y / radius[:, None, None], radius, weights, order)
        at = (x / radius[:, None, None], radius, (0, 1, 2))
        if path == "m2p":
            return e.m2p(multipole, d[:, None] + x, radius, (0, 1, 2))
        if path == "m2m":
            multipole = e.m2m(multipole, shift, radius, wide, order)
            return e.m2p(multipole, d[:, None] + x + shift[:, None], wide, (0, 1, 2))
        if path == "p2l":
            return e.l2p(e.p2l(y - d[:, None], radius, weights, order), *at)
        if path == "l2l":
            local = e.p2l(y - d[:, None] + shift[:, None], wide, weights, order)
            return e.l2p(e.l2l(local, shift, wide, radius, order), *at)
        return e.l2p(e.m2l(multipole, d, radius, radius, order), *at)

    errors = [
        [error(out[b][:, :, 0], exact[b]) for b in range(3)]
        for out in map(jax.jit(run, static_argnums=0), (4, 8))
    ]
    for low, high in zip(*errors):
        assert high < 0.12 * low and high < 0.2


def test_sizes():
    assert [taylor.size(4, dim) for dim in (1, 2, 3)] == [5, 15, 35]
    assert taylor.harmonics(3).order(np.zeros((1, 1, 84))) == 6
    with pytest.raises(ValueError, match=r"84 for order 6; got shape \(1, 1, 83\)"):
        taylor.harmonics(3).order(np.zeros((1, 1, 83)))


@FLOAT64
@OF_ROWS
@pytest.mark.parametrize("by", ["m2l", "m2p", "p2l"])
def test_compiled_passes_are_those_of_xla(backend, name, dim, by, dtype):
    """Of charges and dipoles, potential and gradient."""
    rng, kernel = np.random.default_rng(0), KERNELS[name][0]
    x, y = (jnp.asarray(rng.random((n, dim))) for n in (90, 110))
    weights = jnp.asarray(rng.normal(size=(len(y), 1 + dim, 1)))
    trees = [build(z, leaf_capacity=64, leaf_size=8, extent=jnp.ones(())) for z in (x, y)]
    rule = {"rate": 0.5, "near_length": 0.0, "far_capacity": 3000, "near_capacity": 3000}
    lists = traverse(Traversal(*trees, **rule, leaf_targets=by == "m2p"))
    if by == "p2l":
        lists = traverse(Traversal(*trees[::-1], **rule, leaf_targets=True))
        far, near = (pairs.transposed(127) for pairs in lists[:2])
        lists = lists._replace(far=far, near=near)
    assert int(lists.far.count) > 20

    @functools.partial(jax.jit, static_argnames="chosen")
    def out(kernel, chosen):
        scheme = Scheme(by=by, family="radial", order=2, backend=chosen, platform=backend)
        summands = Summands(x, y, weights, (0, 1), (0, 1))
        return tree_sum(kernel, scheme, TreePair(*trees, lists), summands)

    compiled, plain = out(kernel, backend), out(kernel, "xla")
    np.testing.assert_allclose(compiled, plain, rtol=1e-9, atol=1e-9 * float(jnp.abs(plain).max()))


def test_orders_that_gpus_have_no_passes_of(monkeypatch):
    """Second derivatives of a plan of the highest order take XLA's operations, whose rows are
    shorter."""
    if reason := launch.cuda_reason():
        pytest.skip(reason)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    x, q = jnp.asarray(np.random.default_rng(0).random((100, 3)), jnp.float32), jnp.ones(100)
    plan = jaxfmm.plan(
        x, kernel=jaxfmm.Yukawa(2.0), method="fmm", order=taylor.MOST_ORDER, theta=0.6, leaf_size=8
    )
    assert plan.choice.method.family == "radial"
    slope = jax.jit(jax.grad(lambda x: jaxfmm.potential_and_gradient(x, q, plan=plan)[1].sum()))
    text = slope.trace(x).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text  # the near pairs


def points(name, n, dim, dtype):
    every = cases.DISTRIBUTIONS if dim == 3 else cases.DISTRIBUTIONS_2D
    x = every[name](np.random.default_rng(5), n)
    return jnp.asarray(x / np.ptp(x, axis=0).max(), dtype)


def checked(kernel, x, tol):
    """The plan of an FMM, whose errors for charges of one sign and of both are at most tol."""
    plan = jaxfmm.plan(x, kernel=kernel, tol=tol, method="fmm")
    rng = np.random.default_rng(1)
    q = jnp.asarray(np.stack([np.ones(len(x)), rng.normal(size=len(x))], axis=1), x.dtype)
    out = jaxfmm.potential_and_gradient(x, q, plan=plan)
    exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, kernel=kernel, method="direct"))
    for value, reference in zip(out, exact):
        for i in range(2):
            assert error(value[..., i], reference[..., i]) <= tol
    return plan


@pytest.mark.parametrize("spacings", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("name", ["cube", "plummer"])
def test_softened_sums_keep_their_promise(name, spacings, dtype):
    n = 4000
    checked(jaxfmm.Laplace(spacings * n ** (-1 / 3)), points(name, n, 3, dtype), 1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("spacings", [0.1, 0.3, 1.0, 3.0, 10.0, 100.0])
@pytest.mark.parametrize("name", list(cases.DISTRIBUTIONS))
@pytest.mark.parametrize("tol", [1e-2, 1e-4, 1e-5])
@FLOAT64
def test_softened_sums_keep_their_promise_everywhere(name, spacings, tol, dtype):
    n = 8000
    checked(jaxfmm.Laplace(spacings * n ** (-1 / 3)), points(name, n, 3, dtype), tol)


def test_large_softening_takes_expansions():
    """Where pairs that harmonics cannot serve are many, an FMM has expansions of the softened
    kernel."""
    x = points("cube", 20000, 3, "float32")
    plans = [
        jaxfmm.plan(x, kernel=jaxfmm.Laplace(eps), tol=1e-3, method="fmm")
        for eps in (0.0, 1e-5, 0.03)
    ]
    assert [plan.choice.method.family for plan in plans] == ["harmonic", "harmonic", "polyharmonic"]
    assert "polyharmonic expansions of order" in str(plans[2])


@FLOAT64
def test_softening_changes_without_compiling(dtype):
    x = points("cube", 20000, 3, dtype)
    q = jnp.ones(len(x))
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.3), tol=1e-4, method="fmm")
    assert plan.choice.method.family == "polyharmonic"
    compiled = []

    @jax.jit
    def total(eps):
        compiled.append(eps)
        return jaxfmm.potential(x, q, plan=plan, kernel=jaxfmm.Laplace(eps)).sum()

    for eps in (0.2, 0.01, 1.0):
        exact = jaxfmm.potential(
            x, q, plan=jaxfmm.plan(x, kernel=jaxfmm.Laplace(eps), method="direct")
        ).sum()
        assert abs(total(eps) - exact) <= 1e-4 * exact
    assert len(compiled) == 1


@FLOAT64
def test_derivative_in_the_softening_is_a_fast_sum(monkeypatch, dtype):
    x = points("plummer", 20000, 3, dtype)
    q = jnp.ones(len(x))
    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.02), tol=1e-4, method="fmm")
    everything = jaxfmm.plan(x, kernel=jaxfmm.Laplace(0.02), method="direct")

    def energy(eps, plan):
        return jaxfmm.energy(x, q, plan=plan, kernel=jaxfmm.Laplace(eps))

    exact = jax.grad(energy)(0.02, everything)
    monkeypatch.setattr("jaxfmm.methods.direct.direct", None)  # no sum over all pairs
    value = jax.grad(energy)(0.02, plan)
    assert abs(value - exact) <= 1e-3 * abs(exact)


@FLOAT64
@pytest.mark.parametrize(
    "kernel", [jaxfmm.Yukawa(3.0), jaxfmm.Matern(0.2, 1.5), jaxfmm.InverseMultiquadric(0.1)]
)
def test_derivatives_of_other_kernels(kernel, dtype):
    """Gradients in points and in the parameter, and their derivatives, against sums over all
    pairs."""
    x = points("cube", 1500, 3, dtype)
    q = jnp.sin(jnp.arange(len(x), dtype=dtype))
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm")
    every = jaxfmm.plan(x, kernel=kernel, method="direct")
    leaf, tree = jax.tree.flatten(kernel)

    def energy(plan):
        return lambda x, p: jaxfmm.energy(x, q, plan=plan, kernel=jax.tree.unflatten(tree, [p]))

    p = jnp.asarray(leaf[0], x.dtype)
    for value, exact in zip(*(jax.grad(energy(plan), (0, 1))(x, p) for plan in (plan, every))):
        assert error(value, exact) <= 1e-3
    moved = jnp.cos(x)
    value, exact = (
        jax.jvp(jax.grad(energy(plan)), (x, p), (moved, jnp.ones_like(p)))[1]
        for plan in (plan, every)
    )
    assert error(value, exact) <= 1e-3


@FLOAT64
@pytest.mark.parametrize("softening", [0.0, 0.05])
@pytest.mark.parametrize("name", ["cube", "plummer"])
def test_plans_for_charges(name, softening, dtype):
    """What is measured for masses lets a plan be cheaper, and it keeps tol for them."""
    x = points(name, 20000, 3, dtype)
    q = jnp.asarray(np.random.default_rng(0).random(len(x)), dtype)
    kernel = jaxfmm.Laplace(softening)
    every = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm")
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method="fmm", charges=q)
    assert 0 < float(plan.measured) <= 5e-5 and "measured when the plan was made" in str(plan)
    assert plan.choice.order < every.choice.order or plan.choice.theta > every.choice.theta
    exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, kernel=kernel, method="direct"))
    for value, right in zip(jaxfmm.potential_and_gradient(x, q, plan=plan), exact):
        assert error(value, right) <= 1e-4


def test_charges_that_plans_cannot_take():
    x = points("cube", 100, 3, "float32")
    with pytest.raises(ValueError, match="charges"):
        jaxfmm.plan(x, charges=jnp.ones(99))


def softened(r2, length):
    return 1 / jnp.sqrt(r2 + length**2)


def screened(r2):
    r = jnp.sqrt(r2)
    return jnp.exp(-3 * r) / r


@FLOAT64
@pytest.mark.parametrize(
    "kernel, known", [(jaxfmm.Custom(softened, 0.1, radial=True), jaxfmm.Laplace(0.1)),
                      (jaxfmm.Custom(screened, singular=True, radial=True), jaxfmm.Yukawa(3.0))]
)  # fmt: skip
def test_functions_of_users(kernel, known, dtype):
    """A function of the squared distance has Taylor expansions, whose error is measured, and
    derivatives."""
    x = points("cube", 4000, 3, dtype)
    q = jnp.cos(jnp.arange(len(x), dtype=dtype))
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-3, method="fmm")
    assert plan.choice.method.family == "radial" and float(plan.measured) <= 5e-4
    exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, kernel=known, method="direct"))
    if not kernel.singular:  # which counts pairs at distance zero
        exact = exact[0] + 10 * q, exact[1]
    for value, right in zip(jaxfmm.potential_and_gradient(x, q, plan=plan), exact):
        assert error(value, right) <= 1e-3
    f = kernel.in_unit(jnp.asarray(2.0, dtype)).radial(jnp.asarray(0.3, dtype), 5)
    right = known.in_unit(jnp.asarray(2.0, dtype)).radial(jnp.asarray(0.3, dtype), 5)
    np.testing.assert_allclose(f, [value / 2 for value in right], rtol=1e-9)


def test_bad_functions():
    with pytest.raises(ValueError, match="must return a real number for one squared distance"):
        jaxfmm.Custom(lambda r2: jnp.stack([r2, r2]), radial=True)
    with pytest.raises(ValueError, match="radial must be True or False, got 1"):
        jaxfmm.Custom(softened, 0.1, radial=1)
    with pytest.raises(ValueError, match="function of the squared distance"):
        jaxfmm.Custom(3, radial=True)
