"""Every compiled backend against XLA's reference: one suite, on all sums, methods and transforms."""

import dataclasses
import functools
import importlib.util
import pathlib
import re

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.kernels import Kernel, Laplace
from jaxfmm.native import launch
from jaxfmm.ops import backends
from jaxfmm.plan import plan as make_plan
from jaxfmm.sum import weighted_sum

N, M = 700, 300


@pytest.fixture(params=["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def backend(request):
    """The name of a compiled backend that can run here."""
    if request.param == "cpu" and jax.default_backend() != "cpu":
        pytest.skip("the CPU's operations run where JAX's default is the CPU")
    state = jaxfmm.backends()[request.param]
    if state != "available":
        pytest.skip(f"backend {request.param}: {state}")
    return request.param


@functools.cache
def problem(separate):
    rng = np.random.default_rng(0)
    sources = cases.plummer(rng, N)
    targets = sources[:M] + 0.3 * rng.normal(size=(M, 3)) if separate else None
    return sources, targets, rng


def plans(backend, dtype, method, separate, **options):
    """The problem, and its plan with `backend` and with XLA's."""
    sources, targets, _ = problem(separate)
    sources, targets = jnp.asarray(sources, dtype), None if targets is None else jnp.asarray(targets, dtype)
    options = {"order": 6, "theta": 0.7, "leaf_size": 20} | options
    return sources, targets, [make_plan(sources, targets, method=method, backend=b, **options) for b in (backend, "xla")]


def close(value, reference, dtype):
    scale = np.abs(np.asarray(reference)).max()
    tolerance = 3e-5 if dtype == jnp.float32 else 1e-12
    np.testing.assert_allclose(np.asarray(value) / scale, np.asarray(reference) / scale, atol=tolerance)


SUMS = {
    "potential": ((0,), (0,)),
    "gradient": ((0,), (0, 1)),
    "Hessian": ((0,), (0, 1, 2)),
    "dipoles": ((0, 1), (0, 1)),
    "quadrupoles": ((2,), (0,)),
    "third": ((1,), (2,)),
}


@pytest.mark.parametrize("method", ["fmm", "treecode"])
@pytest.mark.parametrize("name", SUMS)
def test_sums(backend, dtype, name, method):
    orders, wanted = SUMS[name]
    rng = np.random.default_rng(1)
    sources, targets, both = plans(backend, dtype, method, True)
    weights = {a: jnp.asarray(rng.normal(size=(N, 1) + (3,) * a), dtype) for a in orders}
    kernel = Laplace(None)
    run = jax.jit(lambda plan: weighted_sum(kernel, plan, targets, sources, weights, wanted))
    # both on the same tree and lists
    value, reference = run(both[0]), run(with_backend(both[0], "xla"))
    for b in wanted:
        close(value[b], reference[b], dtype)
    # the transposed treecode is the P2L that nothing else reaches
    if method == "treecode":
        back = {b: jnp.asarray(rng.normal(size=(M, 1) + (3,) * b), dtype) for b in wanted}
        run = jax.jit(lambda plan: weighted_sum(kernel, plan.transposed(), sources, targets, back, orders))
        value, reference = run(both[0]), run(with_backend(both[0], "xla"))
        for a in orders:
            close(value[a], reference[a], dtype)


def with_backend(plan, backend):
    return dataclasses.replace(plan, options=dataclasses.replace(plan.options, backend=backend))


@pytest.mark.parametrize("order", [0, 1, 3, 9, 14, 17])
def test_orders(backend, dtype, order):
    sources, _, (plan, _) = plans(backend, dtype, "fmm", False, order=order)
    q = jnp.asarray(np.random.default_rng(2).normal(size=N), dtype)
    value = jaxfmm.potential_and_gradient(sources, q, plan=plan)
    reference = jaxfmm.potential_and_gradient(sources, q, plan=with_backend(plan, "xla"))
    for a, b in zip(value, reference):
        close(a, b, dtype)


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_right_hand_sides(backend, dtype, k):
    sources, targets, (plan, _) = plans(backend, dtype, "fmm", True)
    q = jnp.asarray(np.random.default_rng(3).normal(size=(N, k)), dtype)
    value = jaxfmm.potential_and_gradient(sources, q, targets, plan=plan)
    reference = jaxfmm.potential_and_gradient(sources, q, targets, plan=with_backend(plan, "xla"))
    for a, b in zip(value, reference):
        close(a, b, dtype)


def transforms(sources, q, plan):
    def potential(x, q):
        return jaxfmm.potential(x, q, plan=plan)

    def energy(x, q):
        return jaxfmm.energy(x, q, plan=plan)

    x, direction = sources, jnp.cos(7 * sources)
    return {
        "grad": lambda: jax.grad(lambda x, q: jnp.sum(jnp.sin(potential(x, q))), (0, 1))(x, q),
        "grad of energy": lambda: jax.grad(energy, (0, 1))(x, q),
        "jvp": lambda: jax.jvp(potential, (x, q), (direction, q))[1],
        "hvp": lambda: jax.jvp(jax.grad(energy), (x, q), (direction, q))[1],
        "vmap over charges": lambda: jax.vmap(lambda s: potential(x, s * q))(jnp.arange(1, 4, dtype=x.dtype)),
        "vmap of grad": lambda: jax.vmap(lambda s: jax.grad(energy)(x * s, q))(jnp.asarray([1, 1.001], x.dtype)),
        "linear_transpose": lambda: jax.linear_transpose(lambda q: potential(x, q), q)(q)[0],
    }


@pytest.mark.parametrize(
    "name", ["grad", "grad of energy", "jvp", "hvp", "vmap over charges", "vmap of grad", "linear_transpose"]
)
def test_transforms(backend, dtype, name):
    sources, _, (plan, _) = plans(backend, dtype, "fmm", False, order=8)
    q = jnp.asarray(np.random.default_rng(4).normal(size=N), dtype)
    value = jax.jit(transforms(sources, q, plan)[name])()
    reference = jax.jit(transforms(sources, q, with_backend(plan, "xla"))[name])()
    for a, b in zip(jax.tree.leaves(value), jax.tree.leaves(reference)):
        close(a, b, dtype)


# How many custom calls each passes of sums makes: one that falls back to XLA makes none.
PASSES = {"cpu": ("jaxfmm_run", 4), "cuda": ("jaxfmm_launch", 6)}
SUMS_OF = {
    "grad": 2, "grad of energy": 1, "jvp": 2, "hvp": 2, "vmap over charges": 1, "vmap of grad": 1, "linear_transpose": 1
}  # fmt: skip


@pytest.mark.parametrize("platform", PASSES)
@pytest.mark.parametrize("name", SUMS_OF)
def test_every_rule_stays_compiled(platform, name, monkeypatch):
    state = jaxfmm.backends()[platform]
    if state != "available":
        pytest.skip(f"backend {platform}: {state}")
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")  # lowers for a GPU that need not be here
    sources, _, (plan, _) = plans(None, jnp.float32, "fmm", False, order=3)
    q = jnp.ones(N, jnp.float32)
    traced = jax.jit(transforms(sources, q, plan)[name]).trace()
    text = traced.lower(lowering_platforms=(platform,)).as_text()
    target, passes = PASSES[platform]
    more = name == "vmap over charges"  # three right-hand sides are a P2P of two and one of one
    assert len(re.findall(rf"custom_call @{target}\(", text)) == passes * SUMS_OF[name] + more


def test_bitwise_reproducible(backend):
    sources, _, (plan, _) = plans(backend, jnp.float32, "fmm", False)
    q = jnp.asarray(np.random.default_rng(5).normal(size=N), jnp.float32)
    run = jax.jit(lambda: jaxfmm.potential_and_gradient(sources, q, plan=plan))
    first, second = run(), run()
    assert all(np.array_equal(a, b) for a, b in zip(first, second))


def test_softening_is_a_run_time_value(backend):
    sources, _, _ = problem(False)
    x, q = jnp.asarray(sources, jnp.float32), jnp.ones(N, jnp.float32)
    plan = make_plan(x, kernel=Laplace(0.2), method="fmm", backend=backend)
    run = jax.jit(lambda e: jaxfmm.potential(x, q, kernel=Laplace(e), plan=plan))
    for softening in (0.1, 0.2):
        reference = cases.direct(sources, q, softening=softening)[0]
        assert cases.error(run(softening), reference) < 1e-4
    assert run._cache_size() == 1


def test_overflow_is_safe(backend):
    """Trees and lists that are cut off give NaN and a status, and nothing is read out of bounds on the way."""
    x = jnp.asarray(problem(False)[0], jnp.float32)
    plan = make_plan(x, method="fmm", leaf_size=32, backend=backend)
    crowded = x.at[::2].multiply(1e-3)  # needs more nodes, pairs or both

    @jax.jit
    def run(points):
        new = plan.update(points)
        return jaxfmm.potential(points, jnp.ones(N, jnp.float32), plan=new), new.status

    small = dataclasses.replace(plan.options, source_leaves=8, target_leaves=8, far=32, near=32)
    plan = dataclasses.replace(plan, options=small)
    phi, status = run(crowded)
    assert int(status) != 0 and bool(jnp.isnan(phi).all())


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Loop(Kernel):
    """A kernel without a translation: its function is a loop."""

    name, singular, dimensions, degree = "loop", False, (3,), 0

    def radial(self, r2, order):
        return [jax.lax.while_loop(lambda v: v.sum() < 0, lambda v: v + 1, r2)] * (order + 1)

    def in_unit(self, unit):
        return self


def test_untranslatable_kernels_say_so():
    arguments = ("cpu", Loop(), (0,), (0,), 1, 3, jnp.float32)
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    name, reason = backends.choose(None, *arguments)
    assert name == "xla" and "while" in reason
    with pytest.raises(ValueError, match="while"):
        backends.choose("cpu", *arguments)


def test_compiler_is_needed_only_for_new_bodies(monkeypatch):
    """Without a compiler the sums in the library still run, and others say what is missing."""
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    monkeypatch.setattr(launch, "compiler_reason", lambda: "there is no compiler")
    assert backends.choose(None, "cpu", Laplace(), (0,), (0, 1), 1, 3, jnp.float32) == ("cpu", None)
    assert backends.choose(None, "cpu", Laplace(), (3,), (0,), 1, 3, jnp.float32) == ("xla", "there is no compiler")


def test_library_holds_the_usual_bodies():
    """custom_ops/cpu/p2p.cpp is what custom_ops/generate.py writes now."""
    path = pathlib.Path(__file__).parents[1] / "custom_ops" / "generate.py"
    spec = importlib.util.spec_from_file_location("generate", path)
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert generate.FILE.read_text() == generate.text(), "run python custom_ops/generate.py"
