"""The recipes of CONTRIBUTING.md: what is added through the tables alone runs through
everything."""

import ast
import dataclasses
import json
import math
from pathlib import Path

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import pytrees
from jaxfmm.backends import registry as backends
from jaxfmm.backends.registry import sizes
from jaxfmm.backends.xla_p2p import accumulate
from jaxfmm.cost_model import rates
from jaxfmm.cost_model.families import FAMILIES, Parameters
from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.kernels import Gaussian, Yukawa
from jaxfmm.kernels.base import Kernel, Traits
from jaxfmm.kernels.over_images import SumOverImages
from jaxfmm.methods import table
from jaxfmm.methods.base import Candidate, MeasuredMethod, Method
from jaxfmm.methods.costs import rates_of
from jaxfmm.methods.describe import accuracy
from jaxfmm.passes.all_pairs import direct
from jaxfmm.request import Choice
from jaxfmm.tune import __main__ as command

PACKAGE = Path(jaxfmm.__file__).parent


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Rational(Kernel):
    """1 / (1 + (r / length)^2)^2 in any dimension, of unknown errors."""

    length: float | jax.Array

    name, singular, dimensions, degree = "Rational", False, None, 0
    lengths = ("length",)
    traits = Traits(interpolated=True)

    def radial(self, r2, order):
        rate = 1 / jnp.square(jnp.asarray(self.length, r2.dtype))
        inverse = 1 / (1 + r2 * rate)
        factors = (math.factorial(n + 1) * (-2 * rate * inverse) ** n for n in range(order + 1))
        return [inverse * inverse * factor for factor in factors]


def exact(x, q, length):
    r2 = jnp.sum(jnp.square(x[:, None] - x[None]), axis=2)
    return jnp.square(1 / (1 + r2 / length**2)) @ q


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(
    "dim", [*(pytest.param(dim, marks=pytest.mark.slow) for dim in (1, 2, 5)), 3]
)
def test_a_kernel(dim):
    """Every transform of direct sums, on small problems."""
    rng = np.random.default_rng(dim)
    x, q = (
        jnp.asarray(rng.random((60, dim)), jnp.float32),
        jnp.asarray(rng.normal(size=60), jnp.float32),
    )

    def found(x, q, length):
        return jaxfmm.potential(x, q, kernel=Rational(length))

    arguments = (x, q, jnp.float32(0.4))
    along = (jnp.cos(x), jnp.sin(q), jnp.float32(0.1))

    def size(f):
        return lambda *a: jnp.sum(jnp.square(f(*a)))

    for transform in (
        lambda f: f(*arguments),
        lambda f: jax.jit(jax.jacrev(f, (0, 1, 2)))(*arguments),
        lambda f: jax.jvp(f, arguments, along)[1],
        lambda f: jax.jvp(jax.grad(size(f), (0, 1, 2)), arguments, along)[1],
        lambda f: jax.vmap(lambda q, length: f(x, q, length))(
            jnp.stack([q, jnp.sin(q)]), jnp.float32([0.4, 0.5])
        ),
    ):
        for a, b in zip(*(jax.tree.leaves(transform(f)) for f in (found, jax.jit(exact)))):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-4 * (1 + np.abs(b).max()))
    assert jaxfmm.plan(x, kernel=Rational(0.4)).is_direct


@pytest.mark.slow
def test_an_interpolated_kernel_of_unknown_errors_is_measured():
    """No table of other kernels is taken for it."""
    rng = np.random.default_rng(0)
    x, q = rng.random((6000, 2)), rng.normal(size=6000)
    x, q = jnp.asarray(100 + x, jnp.float32), jnp.asarray(q, jnp.float32)
    plan = jaxfmm.plan(x, kernel=Rational(0.5), tol=1e-3, method="fmm")
    assert plan.measured is not None and "measured when the plan was made" in str(plan)
    phi = jaxfmm.potential(x, q, plan=plan)
    assert cases.error(phi, exact(np.asarray(x, float), np.asarray(q, float), 0.5)) <= 1e-3
    near = jaxfmm.potential(x, q, kernel=Rational(0.53), plan=plan)
    assert cases.error(near, exact(np.asarray(x, float), np.asarray(q, float), 0.53)) <= 1e-3
    with pytest.raises(ValueError, match="parameter"):
        jaxfmm.potential(x, q, kernel=Rational(0.2), plan=plan)
    with pytest.raises(ValueError, match="cannot promise"):
        jax.jit(lambda x: jaxfmm.plan(x, kernel=Rational(0.5), method="fmm"))(x)
    sharp = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, kernel=Rational(0.003), tol=1e-3))
    assert cases.error(sharp, exact(np.asarray(x, float), np.asarray(q, float), 0.003)) <= 1e-3


def test_a_kernel_by_expansions():
    """The FMM of a small problem, its derivatives too, by errors that are measured for it."""
    rng = np.random.default_rng(0)
    x, q = (
        jnp.asarray(rng.random((500, 1)), jnp.float32),
        jnp.asarray(rng.normal(size=500), jnp.float32),
    )
    plan = jaxfmm.plan(x, kernel=Rational(0.5), tol=1e-3, method="fmm")
    assert plan.method == "fmm" and plan.measured is not None

    def fast(x, q, length):
        return jaxfmm.potential(x, q, kernel=Rational(length), plan=plan)

    def values(f):
        slopes = jax.grad(lambda *a: jnp.sum(jnp.sin(f(*a))), (0, 1, 2))
        return f(x, q, jnp.float32(0.5)), *slopes(x, q, jnp.float32(0.5))

    for a, b in zip(values(fast), values(jax.jit(exact))):
        assert cases.error(a, np.asarray(b, float)) <= 3e-3


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Inversion(SumOverImages):
    """A boundary condition: every source acts from its place, and `share` of it from there through
    a point."""

    kernel: Kernel
    point: jax.Array
    share: float = 1.0

    copies = 2

    def places(self, sources):
        return jnp.concatenate([sources, 2 * jnp.asarray(self.point)[None] - sources])

    def strengths(self, weights):
        return {a: jnp.concatenate([w, self.share * (-1) ** a * w]) for a, w in weights.items()}


@pytest.mark.parametrize("method", ["direct", "fmm"])
def test_a_boundary_condition(method):
    """Charges and dipoles, and derivatives in the parameters of the boundary condition."""
    rng = np.random.default_rng(0)
    x, p = (jnp.asarray(rng.random((200, 3)), jnp.float32) for _ in range(2))
    q, place = jnp.asarray(rng.normal(size=200), jnp.float32), jnp.float32([-0.1, 0.4, 0.5])

    def by_images(x, q, place, share):
        kernel = Inversion(jaxfmm.Laplace(), place, share)
        still = jax.tree.map(jax.lax.stop_gradient, kernel)
        plan = jaxfmm.plan(jax.lax.stop_gradient(x), kernel=still, method=method, leaf_size=16)
        return jaxfmm.potential(x, q, dipoles=0.1 * p, kernel=kernel, plan=plan)

    def by_copies(x, q, place, share):
        y = jnp.concatenate([x, 2 * place[None] - x])
        dipoles = 0.1 * jnp.concatenate([p, -share * p])
        return jaxfmm.potential(y, jnp.concatenate([q, share * q]), x, dipoles=dipoles)

    def values(f):
        arguments = x, q, place, jnp.float32(-0.7)
        slopes = jax.grad(lambda *a: jnp.sum(jnp.tanh(f(*a) / 100)), (0, 1, 2, 3))
        return f(*arguments), *slopes(*arguments)

    for a, b in zip(values(by_images), values(by_copies)):
        assert cases.error(a, np.asarray(b, float)) <= 1e-3


@dataclasses.dataclass(frozen=True)
class InOneGo(Method):
    """A direct sum of all pairs at once."""

    name = "in one go"
    exact = True
    automatic = False
    in_lengths = False

    def applies(self, kernel):
        return not kernel.traits.compact

    def propose(self, request, problem):
        return Choice(request=request, method=self), request.pairs

    def compute(self, plan, kernel, summands, *, backend, platform):
        targets, sources, weights, *orders = summands
        ws, one = (
            jnp.moveaxis(weights, 0, -1)[None],
            dataclasses.replace(sizes(platform), sources=1),
        )
        parts = accumulate(kernel, targets.T[None], sources.T[None], ws, len(sources), *orders, one)
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


@dataclasses.dataclass(frozen=True)
class OneBox(MeasuredMethod):
    """Sources act from the Chebyshev nodes of their box; the error is measured."""

    name = "one box"
    in_lengths = False

    def applies(self, kernel):
        known = kernel.traits.errors_known
        return kernel.traits.interpolated and not kernel.singular and not known

    def propose(self, request, problem):
        every = self.candidates(request, problem.kernel, problem.sources.dtype)
        known = [one for one in every if one.parameters.order == request.order]
        best = (known or [one for one in every if one.error <= request.tol] or every[-1:])[0]
        choice = Choice(request=request, method=self, order=best.parameters.order)
        return choice, best.nanoseconds

    def measures(self, request, kernel):
        return request.promised

    def candidates(self, request, kernel, dtype):
        found, times = [], rates_of(request, kernel, dtype)
        for order in range(2, 21):
            nodes = (order + 1) ** request.dim
            cost = nodes * (times.direct * request.m + times.multipole * request.n)
            found.append(Candidate(Parameters(order, 0.7, 1), cost, 0.55**order))
        return found

    def compute(self, plan, kernel, summands, *, backend, platform):
        _, y, weights, *_ = summands
        middle = 0.5 * (y.min(0) + y.max(0))[None]
        nodes = jnp.asarray(chebyshev.nodes(plan.choice.order), y.dtype)
        places = (y.max(0) - middle[0])[None, :, None] * nodes[None, None]
        rows = jnp.moveaxis(weights, 0, -1).reshape(1, -1, len(y))
        shares = chebyshev.p2m((y - middle)[None], places, rows).reshape(*weights.shape[1:], -1)
        moved = summands._replace(
            sources=middle + chebyshev.grid(places)[0], weights=jnp.moveaxis(shares, -1, 0)
        )
        return direct(kernel, *moved, backend=backend, platform=platform)

    def how(self, plan, known):
        return [f"  from {(plan.choice.order + 1) ** plan.request.dim} nodes", *accuracy(plan)]


@pytest.fixture
def one_box(monkeypatch):
    monkeypatch.setattr(table, "METHODS", [*table.METHODS, OneBox()])
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((n, 2)), jnp.float32) for n in (400, 300))
    return x, y, jnp.asarray(rng.normal(size=400), jnp.float32)


def test_a_method_that_measures_its_errors(one_box):
    x, y, q = one_box
    plan = jaxfmm.plan(x, y, kernel=Rational(0.5), tol=1e-3, method="one box")
    assert 0 < plan.measured <= 5e-4 and "measured when the plan was made" in str(plan)
    assert (
        plan.choice.order < jaxfmm.plan(x, y, kernel=Rational(0.5), method="one box").choice.order
    )

    def energy(plan, x, q, length):
        phi, slope = jaxfmm.potential_and_gradient(x, q, y, plan=plan, kernel=Rational(length))
        return jnp.square(phi).sum() + jnp.square(slope).sum()

    exact = jaxfmm.plan(x, y, kernel=Rational(0.5), method="direct")
    every = jax.jit(jax.value_and_grad(energy, (1, 2, 3)))
    for a, b in zip(*(jax.tree.leaves(every(p, x, q, jnp.float32(0.5))) for p in (plan, exact))):
        assert cases.error(a, b) <= 1e-2
    moved = jnp.stack([x, 0.9 * x])
    several = jax.vmap(lambda x, q: jaxfmm.potential(x, q, y, plan=plan.update(x, y)))
    for points, phi in zip(moved, several(moved, jnp.stack(2 * [q]))):
        exact = jaxfmm.potential(points, q, y, kernel=Rational(0.5), tol=1e-5)
        assert cases.error(phi, exact) <= 1e-3
    with pytest.raises(ValueError, match="parameter"):
        jaxfmm.potential(x, q, y, kernel=Rational(0.2), plan=plan)
    with pytest.raises(ValueError, match="measured error of at most half"):
        jaxfmm.plan(x, y, kernel=Rational(0.003), tol=1e-4, method="one box")


def test_costs_of_a_method_follow_the_rates_of_a_device(one_box, tmp_path, monkeypatch):
    """`tune` writes them; "auto" takes the cheaper one of the toy and the direct sum."""
    x, y, _ = one_box
    numbers = dataclasses.asdict(rates.rates("cpu", 3, "float32"))
    monkeypatch.setenv("JAXFMM_RATES", str(tmp_path / "rates.json"))
    for times, method in ((1e-3, "direct"), (1e6, "one box")):
        row = {name: value for name, value in numbers.items() if value}
        row |= {"direct": times, "call": 1e9 * times}
        row = {"rates": {"cpu": {"3D float32": row}}}
        (tmp_path / "rates.json").write_text(json.dumps({"cpu": row}))
        rates._entry.cache_clear()
        plan = jaxfmm.plan(x, y, kernel=Rational(0.5), tol=1e-3, backend="cpu")
        assert plan.method == method
    rates._entry.cache_clear()


@dataclasses.dataclass
class DensePairs:
    """A backend with P2P alone: all pairs of points whose leaves are in the list."""

    PLATFORM: str
    calls: int = 0

    def p2p(self, kernel, targets, sources, weights, near, far):
        self.calls += 1
        leaves = len(targets.tree.leaves)
        used = jnp.arange(near.target.shape[0]) < near.count
        listed = jnp.zeros((leaves, len(sources.tree.leaves)), bool)
        listed = listed.at[jnp.where(used, near.target, leaves), near.source].set(True, mode="drop")
        leaf = [side.tree.leaf_of_point[side.tree.order] for side in (targets, sources)]
        pairs = listed[leaf[0][:, None], leaf[1]][..., None]
        x = [a[:, None, None] for a in targets.points.T]
        y = [a[None, :, None] for a in sources.points.T]
        w = {a: weights[None, :, i] for i, a in enumerate(sources.components)}
        sums = kernel.pair_sums(x, y, w, targets.components)
        values = [jnp.where(pairs, sums[b], 0).sum(1) for b in targets.components]
        total = far + jnp.stack(values, axis=1)
        return jnp.zeros_like(total).at[targets.tree.order].set(total)


def close(values, expected):
    for value, reference in zip(jax.tree.leaves(values), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(value, reference, atol=1e-5 * np.abs(reference).max(), rtol=0)


@pytest.fixture
def points():
    x = jnp.asarray(np.random.default_rng(0).random((300, 3)), jnp.float32)
    return x, jnp.sin(jnp.arange(300, dtype=x.dtype))


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="this backend runs on CPUs")
@pytest.mark.parametrize(
    ("kernel", "method"),
    [
        (jaxfmm.Laplace(), "fmm"),
        (jaxfmm.Laplace(), "direct"),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in (
                (jaxfmm.Laplace(), "treecode"),
                (Gaussian(0.5), "fgt"),
                (Yukawa(1.0), "fmm"),
            )
        ),
    ],
    ids=str,
)
def test_a_backend_with_p2p_alone(monkeypatch, kernel, method, points):
    """All other loops of its sums are XLA's."""
    toy = DensePairs("cpu")
    monkeypatch.setitem(backends.COMPILED, "toy", toy)
    assert jaxfmm.backends()["toy"] == "available"
    by_trees = method in ("fmm", "treecode")

    def by(name):
        options = {"order": 4, "theta": 0.6, "leaf_size": 10} if by_trees else {}
        plan = jaxfmm.plan(points[0], kernel=kernel, backend=name, method=method, **options)
        sums = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
        return str(plan), sums(*points, plan)

    (text, values), (_, reference) = by("toy"), by("xla")
    assert "backend toy" in text and bool(toy.calls) == by_trees
    close(values, reference)


SUMS = {
    "potential and gradient": lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan),
    "derivative": lambda x, q, plan: jax.grad(
        lambda x, q: jnp.square(jaxfmm.potential(x, q, plan=plan)).sum(), (0, 1)
    )(x, q),
    "batch": lambda x, q, plan: jax.vmap(lambda q: jaxfmm.potential_and_gradient(x, q, plan=plan))(
        jnp.stack([q, 1 - q])
    ),
}


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="programs of others run on CPUs")
@pytest.mark.parametrize("name", SUMS)
def test_a_backend_of_another_platform(monkeypatch, name, points):
    """Sums that are lowered for ROCm choose it. It has no code for ROCm's compiler alone, so the
    programs run on the CPU as well."""
    toy = DensePairs("rocm")
    monkeypatch.setitem(backends.COMPILED, "toy", toy)
    plan = jaxfmm.plan(points[0], method="fmm", order=4, theta=0.6, leaf_size=10)
    function = jax.jit(SUMS[name])
    reference = function(*points, plan)
    assert not toy.calls
    unchecked = [jax.export.DisabledSafetyCheck.platform()]
    exported = jax.export.export(function, platforms=["rocm"], disabled_checks=unchecked)
    values = exported(*points, plan).call(*points, plan)
    assert toy.calls
    close(values, reference)


def test_a_plan_for_a_backend_of_another_platform(monkeypatch, points):
    monkeypatch.setitem(backends.COMPILED, "toy", DensePairs("rocm"))
    with monkeypatch.context() as patch:
        patch.setattr(jax.export, "default_export_platform", lambda: "rocm")
        plan = jaxfmm.plan(points[0], tol=1e-3)
        assert "backend toy" in str(plan) and "XLA on" in str(plan)
        named = jaxfmm.plan(points[0], tol=1e-3, backend="toy")
    with pytest.raises(ValueError, match="'toy' cannot compute .* run on platform 'rocm'"):
        jaxfmm.potential(*points, plan=named)


def test_tune_measures_a_backend_on_devices_of_its_platform(monkeypatch):
    platform = jax.export.default_export_platform()
    toys = {"toy": DensePairs(platform), "other": DensePairs("rocm")}
    monkeypatch.setattr(backends, "COMPILED", toys)
    assert command._here() == ["toy", "xla"]


@pytest.mark.slow
def test_plans_use_the_measured_rates_of_a_backend(monkeypatch, tmp_path):
    platform = jax.export.default_export_platform()
    monkeypatch.setattr(backends, "COMPILED", {"toy": DensePairs(platform)})
    command.main(["--quick", "--output", str(tmp_path / "rates.json")])
    monkeypatch.setenv("JAXFMM_RATES", str(tmp_path / "rates.json"))
    assert rates.stand_in("toy", 3, "float32") is None
    assert rates.rates("toy", 3, "float32") != rates.rates("xla", 3, "float32")


def names(node):
    """The names in an expression."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]
    return {part.id if isinstance(part, ast.Name) else part.attr for part in parts}


def strings(node):
    """The strings in an expression."""
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}


def names_asked_for(path, methods, kinds):
    """Places in a file that ask for the name of a method or of a family of expansions, or for the
    class of a kernel or a method."""
    in_tables = path.relative_to(PACKAGE).parts[0] in ("kernels", "methods")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            asked = FAMILIES.keys() & strings(node)
            if "method" in ast.unparse(node):
                asked |= methods & strings(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            asked = set() if in_tables else kinds & names(node.args[1])
        else:
            continue
        if asked:
            yield f"{path}:{node.lineno} asks for {', '.join(sorted(asked))}"


def test_nothing_asks_for_a_name():
    """No comparison with the name of a method or of a family of expansions, and no isinstance of a
    kernel or a method, but in the tables."""
    methods = {method.name for method in table.METHODS}
    kinds = {kind.__name__ for kind in _subclasses(Kernel) | _subclasses(Method)}
    found = [
        line
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in names_asked_for(path, methods, kinds)
    ]
    assert not found, "\n".join(found)


def _subclasses(kind):
    return {one for below in kind.__subclasses__() for one in (below, *_subclasses(below))}
