"""Every compiled backend against XLA's reference: one suite, on all sums, methods and
transforms."""

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
from jaxfmm.backends import registry as backends
from jaxfmm.kernels import Kernel, Laplace
from jaxfmm.native import launch
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.weighted_sum import weighted_sum

N, M = 700, 300
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


@functools.cache
def problem():
    """Sources, and targets of their own, in numpy."""
    rng = np.random.default_rng(0)
    sources = cases.plummer(rng, N)
    return sources, sources[:M] + 0.3 * rng.normal(size=(M, 3))


def planned(backend, dtype, method="fmm", separate=False, **options):
    """Sources, targets or None, and a plan."""
    sources, targets = (jnp.asarray(points, dtype) for points in problem())
    targets = targets if separate else None
    options = {"order": 4, "theta": 0.7, "leaf_size": 20} | options
    return sources, targets, make_plan(sources, targets, method=method, backend=backend, **options)


SUMS = {
    "potential": ((0,), (0,)),
    "gradient": ((0,), (0, 1)),
    "Hessian": ((0,), (0, 1, 2)),
    "dipoles": ((0, 1), (0, 1)),
    "quadrupoles": ((2,), (0,)),
    "third": ((1,), (2,)),
}


def random_weights(orders, points, dtype):
    rng = np.random.default_rng(1)
    return {a: jnp.asarray(rng.normal(size=(points, 1) + (3,) * a), dtype) for a in orders}


@pytest.mark.parametrize(
    ("name", "method"),
    [pytest.param(name, "fmm", marks=pytest.mark.slow) for name in SUMS]
    + [("gradient", "treecode")]
    + [
        pytest.param(name, "treecode", marks=pytest.mark.slow)
        for name in SUMS
        if name != "gradient"
    ],
)
@FLOAT64
def test_sums(backend, dtype, name, method):
    orders, wanted = SUMS[name]
    sources, targets, plan = planned(backend, dtype, method, separate=True)

    def run(plan, sources, targets, weights, back):
        out = [weighted_sum(Laplace(None), plan, targets, sources, weights, wanted)]
        if method == "treecode":  # its transpose is the P2L that nothing else reaches
            out.append(
                weighted_sum(Laplace(None), plan.transposed(), sources, targets, back, orders)
            )
        return out

    weights, back = random_weights(orders, N, dtype), random_weights(wanted, M, dtype)
    cases.same_by_xla(backend, dtype, run, plan, sources, targets, weights, back)


def both(plan, x, q):
    return jaxfmm.potential_and_gradient(x, q, plan=plan)


@pytest.mark.parametrize(
    "order", [0, *(pytest.param(p, marks=pytest.mark.slow) for p in (1, 3, 9, 14, 17))]
)
@FLOAT64
def test_orders(backend, dtype, order):
    sources, _, plan = planned(backend, dtype, order=order)
    cases.same_by_xla(backend, dtype, both, plan, sources, jnp.sin(jnp.arange(N, dtype=dtype)))


@pytest.mark.slow
@pytest.mark.parametrize("order", [4, 15])
@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_orders_in_float32(backend, dtype, order):
    sources, _, plan = planned(backend, dtype, order=order)
    cases.same_by_xla(backend, dtype, both, plan, sources, jnp.sin(jnp.arange(N, dtype=dtype)))


@FLOAT64
def test_right_hand_sides(backend, dtype):
    """Seven: P2P takes them in runs of 4, 2 and 1."""
    sources, targets, plan = planned(backend, dtype, separate=True)

    def run(plan, sources, targets, q):
        return jaxfmm.potential_and_gradient(sources, q, targets, plan=plan)

    q = jnp.asarray(np.random.default_rng(3).normal(size=(N, 7)), dtype)
    cases.same_by_xla(backend, dtype, run, plan, sources, targets, q)


def test_long_lists(backend):
    """Leaves whose lists are so long that several blocks take them on GPUs."""
    sources, _, plan = planned(backend, "float32", theta=0.02, leaf_size=1)
    assert int(jnp.diff(plan.near.start).max()) > 600
    q = jnp.asarray(np.random.default_rng(3).normal(size=N), jnp.float32)
    made, exact = (
        jax.jit(jaxfmm.potential_and_gradient)(sources, q, plan=p)
        for p in (plan, make_plan(sources, method="direct", backend="xla"))
    )
    for a, b in zip(made, exact):
        assert cases.error(np.asarray(a), np.asarray(b)) < 1e-5


@pytest.mark.parametrize(
    "dtype", [pytest.param("float32", marks=pytest.mark.slow), "float64"], indirect=True
)
def test_direct_sums(backend, dtype):
    sources, targets, _ = planned(backend, dtype, separate=True)
    plan = make_plan(sources, targets, method="direct", backend=backend)

    def run(plan, sources, targets, q):
        return jaxfmm.potential_and_gradient(sources, q, targets, plan=plan)

    cases.same_by_xla(
        backend, dtype, run, plan, sources, targets, jnp.sin(jnp.arange(N, dtype=dtype))
    )


def transforms(plan, x, q):
    def potential(x, q):
        return jaxfmm.potential(x, q, plan=plan)

    def energy(x, q):
        return jaxfmm.energy(x, q, plan=plan)

    direction = jnp.cos(7 * x)
    return {
        "grad": lambda: jax.grad(lambda x, q: jnp.sum(jnp.sin(potential(x, q))), (0, 1))(x, q),
        "grad of energy": lambda: jax.grad(energy, (0, 1))(x, q),
        "jvp": lambda: jax.jvp(potential, (x, q), (direction, q))[1],
        "hvp": lambda: jax.jvp(jax.grad(energy), (x, q), (direction, q))[1],
        "vmap over charges": lambda: jax.vmap(lambda s: potential(x, s * q))(
            jnp.arange(1, 4, dtype=x.dtype)
        ),
        "vmap of grad": lambda: jax.vmap(lambda s: jax.grad(energy)(x * s, q))(
            jnp.asarray([1, 1.001], x.dtype)
        ),
        "linear_transpose": lambda: jax.linear_transpose(lambda q: potential(x, q), q)(q)[0],
    }


@pytest.mark.parametrize(
    "name",
    ["vmap of grad", "grad", "hvp", "vmap over charges"],
)
@FLOAT64
@pytest.mark.slow
def test_transforms(backend, dtype, name):
    sources, _, plan = planned(backend, dtype)
    q = jnp.sin(jnp.arange(N, dtype=dtype))
    cases.same_by_xla(
        backend, dtype, lambda plan, x, q: transforms(plan, x, q)[name](), plan, sources, q
    )


# How many custom calls each passes of sums makes: one that falls back to XLA makes none.
PASSES = {"cpu": ("jaxfmm_run", 4), "cuda": ("jaxfmm_launch", 6)}
SUMS_OF = {
    "grad": 2, "grad of "
               "energy": 1, "jvp": 2, "hvp": 2, "vmap over "
                                                "charges": 1, "vmap of "
                                                              "grad": 1, "linear_transpose": 1
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "platform"),
    [
        pytest.param(
            name,
            platform,
            marks=[pytest.mark.slow] * (platform == "cuda" and name not in ("grad", "hvp")),
        )
        for name in SUMS_OF
        for platform in PASSES
    ],
)
def test_every_rule_stays_compiled(platform, name, monkeypatch):
    state = jaxfmm.backends()[platform]
    if state != "available":
        pytest.skip(f"backend {platform}: {state}")
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")  # lowers for a GPU that need not be here
    sources, _, plan = planned(None, jnp.float32, order=3)
    q = jnp.ones(N, jnp.float32)
    traced = jax.jit(transforms(plan, sources, q)[name]).trace()
    text = traced.lower(lowering_platforms=(platform,)).as_text()
    target, passes = PASSES[platform]
    # on GPUs three right-hand sides are a P2P of two and one of one
    more = name == "vmap over charges" and platform == "cuda"
    assert len(re.findall(rf"custom_call @{target}\(", text)) == passes * SUMS_OF[name] + more


def test_bitwise_reproducible(backend):
    sources, _, plan = planned(backend, jnp.float32)
    q = jnp.sin(jnp.arange(N, dtype=jnp.float32))
    first, second = (jax.jit(both)(plan, sources, q) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, second))


def test_softening_is_a_run_time_value(backend):
    sources, _ = problem()
    x, q = jnp.asarray(sources, jnp.float32), jnp.ones(N, jnp.float32)
    plan = make_plan(x, kernel=Laplace(0.2), method="fmm", backend=backend)
    run = jax.jit(lambda e: jaxfmm.potential(x, q, kernel=Laplace(e), plan=plan))
    for softening in (0.1, 0.2):
        reference = cases.direct(sources, q, softening=softening)[0]
        assert cases.error(run(softening), reference) < 1e-4
    assert run._cache_size() == 1


def test_overflow_is_safe(backend):
    """Trees and lists that are cut off give NaN and a status, and nothing is read out of bounds on
    the way."""
    x = jnp.asarray(problem()[0], jnp.float32)
    plan = make_plan(x, method="fmm", leaf_size=32, backend=backend)
    crowded = x.at[::2].multiply(1e-3)  # needs more nodes, pairs or both

    @jax.jit
    def run(points):
        new = plan.update(points)
        return jaxfmm.potential(points, jnp.ones(N, jnp.float32), plan=new), new.status

    small = plan.choice.with_capacity(source_leaves=8, target_leaves=8, far=32, near=32)
    plan = dataclasses.replace(plan, choice=small)
    phi, status = run(crowded)
    assert int(status) != 0 and bool(jnp.isnan(phi).all())


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Loop(Kernel):
    """A kernel without a translation: its function is a loop."""

    name, singular, dimensions, degree = "loop", False, (3,), 0

    def radial(self, r2, order):
        return [jax.lax.while_loop(lambda v: v.sum() < 0, lambda v: v + 1, r2)] * (order + 1)


def test_untranslatable_kernels_say_so():
    arguments = ("cpu", Loop(), (0,), (0,), 1, 3, jnp.float32)
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    name, reason = backends.choose(None, *arguments)
    assert name == "xla" and "while" in reason
    with pytest.raises(ValueError, match="while"):
        backends.choose("cpu", *arguments)


def test_too_high_derivatives_say_so():
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    with pytest.raises(ValueError, match="more than 256 components"):
        backends.choose("cpu", "cpu", Laplace(None), (0,), (10,), 1, 3, jnp.float32)


def test_compiler_is_needed_only_for_new_bodies(monkeypatch):
    """Without a compiler the sums in the library still run, and others say what is missing."""
    if jaxfmm.backends()["cpu"] != "available":
        pytest.skip(jaxfmm.backends()["cpu"])
    monkeypatch.setattr(launch, "compiler_reason", lambda: "there is no compiler")
    assert backends.choose(None, "cpu", Laplace(), (0,), (0, 1), 1, 3, jnp.float32) == ("cpu", None)
    assert backends.choose(None, "cpu", Laplace(), (3,), (0,), 1, 3, jnp.float32) == (
        "xla",
        "there is no compiler",
    )


def test_library_holds_the_usual_bodies():
    """custom_ops/generated and custom_ops/include/generated are what custom_ops/generate.py writes
    now."""
    path = pathlib.Path(__file__).parents[1] / "custom_ops" / "generate.py"
    spec = importlib.util.spec_from_file_location("generate", path)
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    for file, text in generate.texts().items():
        assert file.read_text() == text, "run python custom_ops/generate.py"
