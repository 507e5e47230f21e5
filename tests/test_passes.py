"""The passes of the FMM by themselves: what comes in between them, and what is added through their
tables alone."""

import dataclasses
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.kernels import Kernel, Laplace, Logarithm, Yukawa
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import (
    HARMONICS,
    Between,
    Scheme,
    TreePair,
    expansions_of,
    tree_sum,
)
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

N = 300
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
SLOW = pytest.mark.slow
MOSTLY_CPU = pytest.mark.parametrize(
    "backend", [pytest.param("xla", marks=SLOW), "cpu"], indirect=True
)
KERNELS = {  # the kernel, the dimension and an order
    "Laplace": (lambda: Laplace(None), 3, 5),
    "Logarithm": (lambda: Logarithm(None, jnp.asarray(0.3)), 2, 6),
    "Yukawa": (lambda: Yukawa(1.0), 3, 6),
}


def problem(name, dtype, by="m2l"):
    """Kernel, order, points, charges, tree and lists."""
    make, dim, order = KERNELS[name]
    rng = np.random.default_rng(0)
    x, q = jnp.asarray(rng.random((N, dim)), dtype), jnp.asarray(rng.normal(size=(N, 1, 2)), dtype)
    tree = build(x, leaf_size=10, leaf_capacity=N // 4, extent=jnp.ptp(x))
    traversal = Traversal(
        tree,
        tree,
        rate=0.5,
        near_length=0.0,
        leaf_targets=by != "m2l",
        far_capacity=1 << 12,
        near_capacity=1 << 12,
    )
    lists = traverse(traversal)
    assert (
        0 < int(lists.far.count) <= lists.far.capacity
        and 0 < int(lists.near.count) <= lists.near.capacity
    )
    if by == "p2l":
        lists = lists._replace(
            far=lists.far.transposed(tree.capacity), near=lists.near.transposed(len(tree.leaves))
        )
    return make(), order, x, q, tree, lists


def close(value, exact, error):
    np.testing.assert_allclose(value, exact, atol=error * np.abs(exact).max(), rtol=0)


@pytest.mark.parametrize("name", KERNELS)
@MOSTLY_CPU
@FLOAT64
def test_multipoles_from_elsewhere(backend, dtype, name):
    """Those of every other source come from another sum, as from another device."""
    kernel, order, x, q, tree, lists = problem(name, dtype)
    here = jnp.asarray(np.arange(N) % 2 == 0)[:, None, None]

    @jax.jit
    def total(x, q, tree, lists):
        def part(q, by="m2l", **hooks):
            scheme = Scheme(by=by, order=order, backend=backend, platform="cpu")
            summands = Summands(x, x, q, (0,), (0, 1))
            return tree_sum(kernel, scheme, TreePair(tree, tree, lists), summands, Between(**hooks))

        ours, theirs, multipoles = jnp.where(here, q, 0), jnp.where(here, 0, q), []
        part(theirs, combine=lambda m: multipoles.append(m) or m)
        combined = part(ours, combine=lambda m: m + multipoles[0]) + part(theirs, by=None)
        return combined, part(q)

    value, whole = total(x, q, tree, lists)
    close(value, whole, 1e-13)
    exact = direct(kernel, x, x, q, (0,), (0, 1), backend="xla", platform="cpu")
    close(value, exact, 1e-2)


def outside(kernel, order, x, y, q, tree):
    """The local expansion of the root by sources y far outside, (rows, coefficients)."""
    expansion = next(iter(expansions_of(kernel, x.shape[1]).values()))
    if expansion.at_particles:
        return expansion.operators.p2l(
            (y - tree.center[:1])[None], tree.radius[:1], {0: q.swapaxes(0, 1)}, order
        )[0]
    nodes = chebyshev.grid(expansion.cells(order, tree, x[tree.order]).at[:1])[0]
    return (
        direct(kernel, nodes, y, q, (0,), (0, 1), backend="xla", platform="cpu")
        .reshape(len(nodes), -1)
        .T
    )


@pytest.mark.parametrize(
    ("name", "by", "backend"),
    [
        pytest.param(
            name,
            by,
            backend,
            marks=[SLOW] * (backend == "xla" and (name, by) != ("Logarithm", "m2l")),
        )
        for name, by in (
            *((name, "m2l") for name in KERNELS),
            ("Laplace", "m2p"),
            ("Logarithm", "p2l"),
        )
        for backend in ("xla", "cpu")
    ],
    indirect=["backend"],
)
@FLOAT64
def test_what_acts_on_the_root(backend, dtype, name, by):
    """Sources far outside of the tree, whose field enters through the root's local expansion alone;
    none inside."""
    kernel, order, x, q, tree, lists = problem(name, dtype, by)
    shapes, (shift, error) = [], (4, 3e-3) if kernel.traits.smooth_apart else (20, 1e-6)
    y = x + shift

    @jax.jit
    def total(x, q, tree, lists):
        def at_root(multipole):
            shapes.append(multipole.shape)
            return outside(kernel, order, x, y, q, tree)

        scheme = Scheme(by=by, order=order, backend=backend, platform="cpu")
        summands = Summands(x, x, jnp.zeros_like(q), (0,), (0, 1))
        between = Between(at_root=at_root)
        return tree_sum(kernel, scheme, TreePair(tree, tree, lists), summands, between)

    value = total(x, q, tree, lists)
    exact = direct(kernel, x, y, q, (0,), (0, 1), backend="xla", platform="cpu")
    for part in (slice(0, 1), slice(1, None)):
        close(value[:, part], exact[:, part], error)
    assert shapes == [(2, next(iter(expansions_of(kernel, x.shape[1]).values())).size(order))]


@SLOW
@FLOAT64
def test_the_root_s_own_multipole(dtype):
    """The image of all sources a long way off, by M2L from root to root."""
    kernel, order, x, q, tree, lists = problem("Laplace", dtype)
    shift = jnp.asarray([[30.0, 0.0, 0.0]], dtype)

    def image(multipole):
        return SolidHarmonics().m2l(
            multipole[None], -shift, tree.radius[:1], tree.radius[:1], order
        )[0]

    scheme = Scheme(by="m2l", order=order, backend="xla", platform="cpu")

    @jax.jit
    def sums(x, q, tree, lists):
        trees, summands = TreePair(tree, tree, lists), Summands(x, x, q, (0,), (0,))
        return [
            tree_sum(kernel, scheme, trees, summands, Between(at_root=hook))
            for hook in (image, None)
        ]

    with_it, without = sums(x, q, tree, lists)
    close(
        with_it - without,
        direct(kernel, x, x + shift, q, (0,), (0,), backend="xla", platform="cpu"),
        1e-6,
    )


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Twice(Kernel):
    """2 / r, by Laplace's expansions with twice the multipoles."""

    name, singular, dimensions, degree = "Twice", True, (3,), -1

    def radial(self, r2, order):
        return [2 * f for f in Laplace(None).radial(r2, order)]

    def far_length(self, tol):
        return 0.0


OPERATORS = {
    name: getattr(SolidHarmonics(), name) for name in ("size", "m2m", "m2l", "l2l", "l2p", "m2p")
}
OPERATORS |= {
    name: lambda *a, of=getattr(SolidHarmonics(), name): 2 * of(*a) for name in ("p2m", "p2l")
}


@MOSTLY_CPU
@FLOAT64
def test_expansions_that_nothing_is_compiled_of(monkeypatch, backend, dtype):
    """Their passes are XLA's, whatever the backend; P2P is the backend's."""
    assert not expansions_of(Twice(), 3)
    monkeypatch.setitem(
        HARMONICS, (Twice, 3), lambda kernel: SimpleNamespace(NAME=None, kernel=None, **OPERATORS)
    )
    x = jnp.asarray(np.random.default_rng(0).random((N, 3)), dtype)
    given = {"backend": backend, "method": "fmm", "order": 5, "theta": 0.6, "leaf_size": 10}
    plans = [jaxfmm.plan(x, kernel=kernel, **given) for kernel in (Twice(), Laplace())]
    q = jnp.sin(jnp.arange(N, dtype=dtype))
    twice, once = (
        jaxfmm.potential_and_gradient(x, q, plan=plan, kernel=plan.kernel) for plan in plans
    )
    for a, b in zip(twice, once):
        close(a, 2 * b, 1e-12)
