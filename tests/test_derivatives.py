"""Transforms of Laplace sums beyond those of test_transforms.py, against those of a dense sum
written in plain JAX."""

import functools

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import jaxfmm

N, M = 700, 400
METHODS = {"direct": {}, "fmm": {"leaf_size": 16}, "treecode": {"leaf_size": 16}}
TOL = {"float32": 1e-4, "float64": 1e-6}


@jax.jit
def dense(sources, charges, targets=None, softening=0.0):
    """The potential, differentiable to any order by JAX itself."""
    targets = sources if targets is None else targets
    d = targets[:, None] - sources[None]
    r2 = jnp.sum(d * d, axis=-1)
    apart = r2 > 0
    k = jnp.where(
        apart, lax.rsqrt(jnp.where(apart, r2 + jnp.asarray(softening, r2.dtype) ** 2, 1)), 0
    )
    return k @ charges


@jax.jit
def dense_energy(points, charges, softening=0.0):
    return 0.5 * jnp.sum(charges * dense(points, charges, softening=softening), axis=0)


class Case:
    """Points, charges, tangents and a plan for one method and dtype."""

    def __init__(self, method, dtype, separate=False, softening=0.0):
        rng = np.random.default_rng(0)
        self.x = jnp.asarray(cases.cube(rng, N), dtype)
        self.q = jnp.asarray(rng.normal(size=N), dtype)
        self.y = jnp.asarray(cases.cube(rng, M), dtype) if separate else None
        self.dx, self.dq = (
            jnp.asarray(rng.normal(size=(N, 3)), dtype),
            jnp.asarray(rng.normal(size=N), dtype),
        )
        self.dy = jnp.asarray(rng.normal(size=(M, 3)), dtype)
        self.ct = jnp.asarray(rng.normal(size=M if separate else N), dtype)
        self.tol = TOL[dtype.name]
        self.kernel = jaxfmm.Laplace(softening)
        self.plan = jaxfmm.plan(
            self.x, self.y, kernel=self.kernel, tol=self.tol, method=method, **METHODS[method]
        )

    def near(self, value, reference, factor=1.0):
        """Relative L2 error of a pytree's leaves below tol."""
        for a, b in zip(jax.tree.leaves(value), jax.tree.leaves(reference), strict=True):
            assert a.shape == b.shape and a.dtype == b.dtype
            assert cases.error(a, b) <= factor * self.tol, cases.error(a, b)


# table.py has the transforms that all others are made of.
ALL = [("fmm", "float64"), ("fmm", "float32"), ("direct", "float64"), ("treecode", "float32"), ("treecode", "float64"),
       ("direct", "float32")]  # fmt: skip


@pytest.fixture(
    params=[
        pytest.param(r, id="-".join(r), marks=[pytest.mark.slow] * (i > 0))
        for i, r in enumerate(ALL)
    ]
)
def row(request):
    method, dtype = request.param
    with jax.enable_x64(dtype == "float64"):
        yield method, jnp.dtype(dtype)


def test_right_hand_sides(row):
    c = Case(*row, separate=True)
    q = jnp.stack([c.q, c.dq, c.q * c.dq], axis=1)
    phi, grad = jaxfmm.potential_and_gradient(c.x, q, c.y, plan=c.plan)
    assert phi.shape == (M, 3) and grad.shape == (M, 3, 3)
    for i in range(3):
        one = jaxfmm.potential_and_gradient(c.x, q[:, i], c.y, plan=c.plan)
        c.near((phi[:, i], grad[:, :, i]), one, 1e-1)


def test_first_derivatives_when_targets_are_sources(row):
    c = Case(*row)
    fast = functools.partial(jaxfmm.potential, plan=c.plan)
    c.near(jax.jvp(fast, (c.x, c.q), (c.dx, c.dq)), jax.jvp(dense, (c.x, c.q), (c.dx, c.dq)))
    c.near(jax.vjp(fast, c.x, c.q)[1](c.ct), jax.vjp(dense, c.x, c.q)[1](c.ct))


def test_derivatives_of_the_gradient(row):
    c = Case(*row, separate=True)
    fast = lambda x, q, y: jaxfmm.potential_and_gradient(x, q, y, plan=c.plan)[1]  # noqa: E731
    slow = lambda x, q, y: jax.vmap(jax.grad(lambda t: dense(x, q, t[None])[0]))(y)  # noqa: E731
    primals, tangents = (c.x, c.q, c.y), (c.dx, c.dq, c.dy)
    c.near(jax.jvp(fast, primals, tangents), jax.jvp(slow, primals, tangents))
    ct = c.dy
    c.near(jax.vjp(fast, *primals)[1](ct), jax.vjp(slow, *primals)[1](ct))


def test_energy_and_its_gradient(row):
    c = Case(*row)
    fast = functools.partial(jaxfmm.energy, plan=c.plan)
    value, (gx, gq) = jax.value_and_grad(fast, (0, 1))(c.x, c.q)
    _, (rx, rq) = jax.value_and_grad(dense_energy, (0, 1))(c.x, c.q)
    c.near((gx, gq), (rx, rq))
    # the energy is a sum of terms that cancel: its error is measured against theirs
    scale = jnp.linalg.norm(c.q) * jnp.linalg.norm(dense(c.x, c.q))
    assert abs(float(value) - float(dense_energy(c.x, c.q))) < c.tol * float(scale)
    q2 = jnp.stack([c.q, c.dq], axis=1)
    assert fast(c.x, q2).shape == (2,)
    c.near(
        jax.grad(lambda x: fast(x, q2).sum())(c.x),
        jax.grad(lambda x: dense_energy(x, q2).sum())(c.x),
    )


@pytest.mark.slow
@pytest.mark.parametrize("argument", [0, 1])
def test_second_derivatives_of_the_energy(row, argument):
    c = Case(*row)
    fast, slow = functools.partial(jaxfmm.energy, plan=c.plan), dense_energy
    primals, tangent = (c.x, c.q), (c.dx, c.dq)[argument]

    def forward_over_reverse(f):
        g = lambda a: jax.grad(f, argument)(  # noqa: E731
            *(a if i == argument else p for i, p in enumerate(primals))
        )
        return jax.jvp(g, (primals[argument],), (tangent,))[1]

    def reverse_over_reverse(f):
        g = lambda a: jax.grad(f, argument)(  # noqa: E731
            *(a if i == argument else p for i, p in enumerate(primals))
        )
        return jax.grad(lambda a: jnp.vdot(g(a), tangent))(primals[argument])

    for transform in (forward_over_reverse, reverse_over_reverse):
        c.near(jax.jit(lambda t=transform: t(fast))(), jax.jit(lambda t=transform: t(slow))())


@pytest.mark.slow
def test_second_derivatives_of_the_potential(row):
    c = Case(*row, separate=True)
    loss = lambda f: lambda x, q, y: jnp.sum(jnp.sin(f(x, q, y)) * c.ct)  # noqa: E731
    fast, slow = loss(functools.partial(jaxfmm.potential, plan=c.plan)), loss(dense)
    primals, tangents = (c.x, 0.01 * c.q, c.y), (c.dx, c.dq, c.dy)
    hvp = lambda f: jax.jvp(jax.grad(f, (0, 1, 2)), primals, tangents)[1]  # noqa: E731
    c.near(
        jax.jit(lambda: hvp(fast))(), jax.jit(lambda: hvp(slow))(), 3
    )  # sin and its derivatives amplify the error of the potential


@pytest.mark.slow
def test_softening(row):
    dtype = row[1]
    c = Case(*row, softening=0.02)

    def fast(eps):
        return jaxfmm.energy(c.x, c.q, kernel=jaxfmm.Laplace(eps), plan=c.plan)

    def slow(eps):
        return dense_energy(c.x, c.q, eps)

    eps = jnp.asarray(0.02, dtype)
    phi = jaxfmm.potential(c.x, c.q, kernel=jaxfmm.Laplace(eps), plan=c.plan)
    c.near(phi, dense(c.x, c.q, softening=eps))
    c.near(jax.grad(fast)(eps), jax.grad(slow)(eps))
    c.near(jax.jvp(fast, (eps,), (eps,))[1], jax.jvp(slow, (eps,), (eps,))[1])
    c.near(jax.grad(jax.grad(fast))(eps), jax.grad(jax.grad(slow))(eps))
    ct = c.ct
    of_potential = lambda f: jax.grad(lambda e: jnp.vdot(ct, f(e)))(eps)  # noqa: E731

    def potential(e):
        return jaxfmm.potential(c.x, c.q, kernel=jaxfmm.Laplace(e), plan=c.plan)

    c.near(of_potential(potential), of_potential(lambda e: dense(c.x, c.q, softening=e)), 3)
    # mixed derivative: of the forces in the softening
    force = lambda e: jax.grad(  # noqa: E731
        lambda x: jaxfmm.energy(x, c.q, kernel=jaxfmm.Laplace(e), plan=c.plan)
    )(c.x)
    force_dense = lambda e: jax.grad(lambda x: dense_energy(x, c.q, e))(c.x)  # noqa: E731
    c.near(jax.jvp(force, (eps,), (eps,))[1], jax.jvp(force_dense, (eps,), (eps,))[1])


def test_changing_the_softening_does_not_compile_again():
    c = Case("fmm", jnp.dtype("float32"), softening=0.02)
    traces = []

    @jax.jit
    def f(eps):
        traces.append(1)
        return jaxfmm.energy(c.x, c.q, kernel=jaxfmm.Laplace(eps), plan=c.plan)

    values = [float(f(jnp.float32(e))) for e in (0.0, 0.01, 0.02)]
    assert len(traces) == 1 and len(set(values)) == 3


def test_vmap_over_charges_is_one_sum(row):
    c = Case(*row)
    q = jnp.stack([c.q, c.dq])
    many = jax.vmap(lambda q: jaxfmm.potential_and_gradient(c.x, q, plan=c.plan))
    phi, grad = many(q)
    for i in range(2):
        c.near((phi[i], grad[i]), jaxfmm.potential_and_gradient(c.x, q[i], plan=c.plan), 1e-1)
    text = str(jax.make_jaxpr(many)(q))
    assert text.count("jaxfmm_sum[") == 1 and f"[{N},2]" in text.replace(" ", "")
    g = jax.vmap(jax.grad(functools.partial(jaxfmm.energy, plan=c.plan), (0, 1)), (None, 0))(c.x, q)
    r = jax.vmap(jax.grad(dense_energy, (0, 1)), (None, 0))(c.x, q)
    c.near(g, r)


@pytest.mark.parametrize("planned", [pytest.param(False, marks=pytest.mark.slow), True])
def test_vmap_over_points(row, planned):
    c = Case(*row)
    x = jnp.stack([c.x, 0.5 * c.x[::-1]])

    def force(x):
        plan = (
            c.plan.update(x)
            if planned
            else jaxfmm.plan(x, tol=c.tol, method=row[0], **METHODS[row[0]])
        )
        return jax.grad(jaxfmm.energy)(x, c.q, plan=plan)

    c.near(jax.jit(jax.vmap(force))(x), jax.vmap(jax.grad(dense_energy), (0, None))(x, c.q))


def test_linear_transpose_and_checkpoint(row):
    c = Case(*row, separate=True)
    fast = lambda q: jaxfmm.potential(c.x, q, c.y, plan=c.plan)  # noqa: E731
    c.near(
        jax.linear_transpose(fast, c.q)(c.ct)[0],
        jax.linear_transpose(lambda q: dense(c.x, q, c.y), c.q)(c.ct)[0],
    )
    loss = lambda f: lambda x: jnp.sum(f(x, c.q, c.y) ** 2)  # noqa: E731
    kept = jax.checkpoint(loss(functools.partial(jaxfmm.potential, plan=c.plan)))
    c.near(jax.grad(kept)(c.x), jax.grad(loss(dense))(c.x), 3)


def test_gradient_of_the_energy_is_one_pass():
    """One sum, with potential and gradient together: no second one for the motion of the
    sources."""
    c = Case("fmm", jnp.dtype("float32"))
    text = str(jax.make_jaxpr(jax.grad(functools.partial(jaxfmm.energy, plan=c.plan)))(c.x, c.q))
    assert text.count("jaxfmm_sum[") == 1


@pytest.mark.slow
def test_third_derivatives():
    """The primitive closes at every order."""
    dtype = jnp.dtype("float32")
    c = Case("fmm", dtype)
    line = lambda f: lambda t: f(c.x + t * 1e-2 * c.dx, c.q)  # noqa: E731

    def third(f):
        second = lambda t: jax.jvp(jax.grad(f), (t,), (jnp.ones_like(t),))[1]  # noqa: E731
        return jax.grad(second)(jnp.zeros((), dtype))

    c.near(
        third(line(functools.partial(jaxfmm.energy, plan=c.plan))), third(line(dense_energy)), 10
    )


def test_plan_inside_jit_without_a_plan(dtype):
    """No plan given: one is made in the graph."""
    c = Case("direct", dtype)
    f = jax.jit(lambda x, q: jaxfmm.potential(x, q, tol=c.tol))
    c.near(f(c.x, c.q), dense(c.x, c.q))
    c.near(
        jax.jit(jax.grad(lambda x: jaxfmm.energy(x, c.q, tol=c.tol)))(c.x),
        jax.grad(dense_energy)(c.x, c.q),
    )
