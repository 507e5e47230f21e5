"""The recipes of CONTRIBUTING.md: what is added through the tables alone runs through
everything."""

import ast
import dataclasses
from pathlib import Path

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import pytrees
from jaxfmm.backends.registry import sizes
from jaxfmm.backends.xla_p2p import accumulate
from jaxfmm.cost_model.accuracy import FAMILIES
from jaxfmm.kernels import Gaussian, Yukawa
from jaxfmm.kernels.base import Kernel
from jaxfmm.methods import table
from jaxfmm.methods.base import Method
from jaxfmm.request import Choice

PACKAGE = Path(jaxfmm.__file__).parent


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Rational(Kernel):
    """1 / (1 + (r / length)^2)^2 in any dimension, summed directly."""

    length: float | jax.Array

    name = "Rational"
    singular = False
    dimensions = None
    degree = 0

    def radial(self, r2, order):
        rate = 1 / jnp.square(jnp.asarray(self.length, r2.dtype))
        inverse, out = 1 / (1 + r2 * rate), []
        for n in range(order + 1):
            out.append(out[-1] * (-2 * (n + 1) * rate * inverse) if n else inverse * inverse)
        return out

    def in_unit(self, unit):
        return dataclasses.replace(self, length=jnp.asarray(self.length, unit.dtype) / unit)


class Smooth(Rational):
    """The same, interpolated far away; of unknown errors."""

    name = "Smooth"
    interpolated = True


Smooth = jax.tree_util.register_dataclass(dataclasses.dataclass(frozen=True)(Smooth))


def exact(x, q, length):
    r2 = jnp.sum(jnp.square(x[:, None] - x[None]), axis=2)
    return jnp.square(1 / (1 + r2 / length**2)) @ q


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(
    "dim", [*(pytest.param(dim, marks=pytest.mark.slow) for dim in (1, 2, 5)), 3]
)
def test_a_kernel_without_expansions(dim):
    rng = np.random.default_rng(dim)
    x, q = (
        jnp.asarray(rng.random((60, dim)), jnp.float32),
        jnp.asarray(rng.normal(size=60), jnp.float32),
    )

    def found(x, q, length):
        return jaxfmm.potential(x, q, kernel=Rational(length))

    arguments, length = (x, q, jnp.float32(0.4)), 0.4
    np.testing.assert_allclose(found(*arguments), exact(x, q, length), rtol=1e-4, atol=1e-5)
    slopes = (jax.jit(jax.jacrev(f, (0, 1, 2)))(*arguments) for f in (found, exact))
    for a, b in zip(*slopes):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-4)
    assert jaxfmm.plan(x, kernel=Rational(0.4)).is_direct


@pytest.mark.slow
def test_an_interpolated_kernel_of_unknown_errors_is_measured():
    """No table of other kernels is taken for it."""
    rng = np.random.default_rng(0)
    x, q = rng.random((6000, 2)), rng.normal(size=6000)
    x, q = jnp.asarray(100 + x, jnp.float32), jnp.asarray(q, jnp.float32)
    plan = jaxfmm.plan(x, kernel=Smooth(0.5), tol=1e-3, method="fmm")
    assert plan.measured is not None and "measured when the plan was made" in str(plan)
    phi = jaxfmm.potential(x, q, plan=plan)
    assert cases.error(phi, exact(np.asarray(x, float), np.asarray(q, float), 0.5)) <= 1e-3
    near = jaxfmm.potential(x, q, kernel=Smooth(0.53), plan=plan)
    assert cases.error(near, exact(np.asarray(x, float), np.asarray(q, float), 0.53)) <= 1e-3
    with pytest.raises(ValueError, match="parameter"):
        jaxfmm.potential(x, q, kernel=Smooth(0.2), plan=plan)
    with pytest.raises(ValueError, match="cannot promise"):
        jax.jit(lambda x: jaxfmm.plan(x, kernel=Smooth(0.5), method="fmm"))(x)
    sharp = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, kernel=Smooth(0.003), tol=1e-3))
    assert cases.error(sharp, exact(np.asarray(x, float), np.asarray(q, float), 0.003)) <= 1e-3


@dataclasses.dataclass(frozen=True)
class InOneGo(Method):
    """A direct sum of all pairs at once."""

    name = "in one go"
    exact = True
    in_lengths = False

    def applies(self, kernel):
        return not kernel.compact

    def propose(self, request, given):
        return Choice(request=request, method=self), float("inf")

    def compute(
        self,
        plan,
        kernel,
        targets,
        sources,
        weights,
        source_orders,
        target_orders,
        *,
        backend,
        platform,
    ):
        ws = jnp.moveaxis(weights, 0, -1)[None]
        parts = accumulate(
            kernel, targets.T[None], sources.T[None], ws, len(sources), source_orders, target_orders,
            dataclasses.replace(sizes(platform), sources=1),
        )  # fmt: skip
        return jnp.moveaxis(jnp.stack(parts)[:, 0], 2, 0)

    def how(self, plan, known):
        return [f"  {plan.request.n * plan.request.m} pairs in one go"]


@pytest.mark.parametrize(
    "kernel",
    [
        jaxfmm.Laplace(),
        *(pytest.param(k, marks=pytest.mark.slow) for k in (Yukawa(1.0), Rational(0.3))),
    ],
    ids=lambda k: k.name,
)
def test_a_method(kernel, monkeypatch):
    monkeypatch.setattr(table, "METHODS", [*table.METHODS, InOneGo()])
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((n, 3)), jnp.float32) for n in (30, 20))
    q = jnp.asarray(rng.normal(size=30), jnp.float32)

    def energy(method, x, q):
        plan = jaxfmm.plan(x, y, kernel=kernel, method=method)
        phi, slope = jaxfmm.potential_and_gradient(x, q, y, plan=plan)
        return jnp.vdot(phi, jnp.cos(phi)) + jnp.square(slope).sum()

    plan = jaxfmm.plan(x, y, kernel=kernel, method="in one go")
    assert "600 pairs in one go" in str(plan) and plan.method == "in one go"
    for f in (energy, jax.grad(energy, (1, 2)), jax.jit(energy, static_argnums=0)):
        for a, b in zip(*(jax.tree.leaves(f(method, x, q)) for method in ("in one go", "direct"))):
            np.testing.assert_allclose(a, b, rtol=2e-4, atol=1e-4)
    with pytest.raises(ValueError, match="method"):
        jaxfmm.plan(x, kernel=Gaussian(0.1), method=InOneGo.name + "!")


def names(node):
    """The names in an expression."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]
    return {part.id if isinstance(part, ast.Name) else part.attr for part in parts}


def strings(node):
    """The strings in an expression."""
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: p.relative_to(PACKAGE).as_posix()
)
def test_nothing_asks_for_a_name(path):
    """No comparison with the name of a method or of a family of expansions, and no isinstance of a
    kernel or a method, but in the tables."""
    methods = {method.name for method in table.METHODS}
    kinds = {kind.__name__ for kind in _subclasses(Kernel) | _subclasses(Method)}
    capacity = path.relative_to(PACKAGE).parts[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            assert "method" not in ast.unparse(node) or not methods & strings(node), (
                f"{path}:{node.lineno}"
            )
            assert not FAMILIES.keys() & strings(node), f"{path}:{node.lineno}"
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "isinstance"
            and capacity not in ("kernels", "methods")
        ):
            assert not kinds & names(node.args[1]), f"{path}:{node.lineno}"


def _subclasses(kind):
    return {one for below in kind.__subclasses__() for one in (below, *_subclasses(below))}
