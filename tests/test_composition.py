"""Compiled operations in all that JAX does with functions: export, caches, several devices,
loops, other machines.

What needs another environment runs in a process of its own.
"""

import dataclasses
import functools
import os
import re
from pathlib import Path

import cases
import jax
import jax.numpy as jnp
import numpy as np
import processes
import pytest

import jaxfmm
from jaxfmm import nbody
from jaxfmm.native import nvrtc
from jaxfmm.planning.make import plan as make_plan

state = jaxfmm.backends()["cpu"]
needs_cpu = pytest.mark.skipif(state != "available", reason=f"backend cpu: {state}")
needs_nvrtc = pytest.mark.skipif(
    jaxfmm.backends()["cuda"] != "available", reason=f"backend cuda: {jaxfmm.backends()['cuda']}"
)

N = 300
# The CUDA kernels are those that test_cuda_sources.py compiles too.
METHOD = {"method": "fmm", "order": 3, "theta": 0.6, "leaf_size": 16}
LAUNCHES = 10  # of CUDA kernels: keys, tree, lists, close points, P2M, M2M, M2L, L2L, L2P, P2P
TESTS = Path(__file__).resolve().parent


@pytest.fixture(autouse=True)
def on_the_cpu():
    with jax.default_device(jax.devices("cpu")[0]):
        yield


def problem(seed=0):
    """Points and charges in float32."""
    rng = np.random.default_rng(seed)
    return cases.plummer(rng, N).astype(np.float32), rng.normal(size=N).astype(np.float32)


def both(points, charges, **options):
    """Potential and gradient by a plan that is made here, so inside whatever transforms this."""
    plan = make_plan(points, **METHOD, **options)
    return jaxfmm.potential_and_gradient(points, charges, plan=plan)


def check(value, points, charges):
    for a, b in zip(value, cases.direct(points, charges)):
        assert cases.error(a, b) < 1e-2


def calls(lowered, target="jaxfmm_run"):
    """How many custom calls of compiled kernels there are: a sum that fell back to XLA has none."""
    return len(re.findall(rf"custom_call @{target}\(", lowered.as_text()))


def python(script, **environment):
    """What a script prints in a process of its own."""
    flags = f"{os.environ.get('XLA_FLAGS', '')} {environment.pop('XLA_FLAGS', '')}".strip()
    done = processes.run(script, XLA_FLAGS=flags, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_cpu
def test_no_backend_is_the_best_backend():
    points, charges = problem()
    plans = [make_plan(points, backend=backend, **METHOD) for backend in (None, "cpu")]
    values = [jax.jit(jaxfmm.potential_and_gradient)(points, charges, plan=plan) for plan in plans]
    for a, b in zip(*values):
        np.testing.assert_array_equal(a, b)
    assert all(np.array_equal(a, b) for a, b in zip(*map(jax.tree.leaves, plans)))
    check(values[0], points, charges)


@needs_cpu
def test_printed_plans_name_what_runs():
    points, charges = problem()
    plan = make_plan(points, **METHOD)
    for backend in (None, "cpu", "xla"):
        plan = dataclasses.replace(plan, choice=plan.choice.with_request(backend=backend))
        run = jax.jit(functools.partial(jaxfmm.potential_and_gradient, plan=plan))
        compiled = calls(run.lower(points, charges)) > 0
        assert (f"backend {'cpu' if compiled else 'xla'}" in str(plan)) and compiled == (
            backend != "xla"
        )


@needs_cpu
def test_checkpoint():
    points, charges = problem()

    def loss(points, charges):
        return jnp.sum(jnp.sin(both(points, charges)[0]))

    run = [jax.jit(jax.value_and_grad(f, (0, 1))) for f in (loss, jax.checkpoint(loss))]
    assert (
        0 < calls(run[0].lower(points, charges)) < calls(run[1].lower(points, charges))
    )  # forward twice
    for a, b in zip(*(jax.tree.leaves(f(points, charges)) for f in run)):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6)


@needs_cpu
def test_scan_with_updates():
    points, charges = problem()
    plan, steps = make_plan(points, headroom=2, **METHOD), 3

    def step(carry, _):
        points, plan = carry
        plan = plan.update(points)
        grad = jaxfmm.potential_and_gradient(points, charges, plan=plan)[1]
        return (points + 1e-3 * grad, plan), (points, plan.status)

    run = jax.jit(lambda points: jax.lax.scan(step, (points, plan), length=steps))
    assert calls(run.lower(points)) >= 6
    (last, _), (track, status) = run(points)
    assert not status.any()
    for i in range(steps):
        after = track[i + 1] if i + 1 < steps else last
        assert cases.error((after - track[i]) / 1e-3, cases.direct(track[i], charges)[1]) < 2e-2


@needs_cpu
def test_vmap_over_points():
    """Plans are made inside: a tree and lists for each of the sets."""
    points, charges = (np.stack(a) for a in zip(*map(problem, range(3))))
    run = jax.jit(jax.vmap(both))
    assert calls(run.lower(points, charges)) >= 6
    many = run(points, charges)
    for i in range(3):
        one = jax.jit(both)(points[i], charges[i])
        for a, b in zip(many, one):
            np.testing.assert_allclose(a[i], b, rtol=1e-5, atol=1e-4)
        check([a[i] for a in many], points[i], charges[i])


@needs_cpu
def test_donated_arguments():
    points, charges = problem()
    expected = jax.jit(both)(points, charges)

    def step(points, charges):
        potential, gradient = both(points, charges)
        return gradient, potential  # of the shapes of what is donated

    given = jnp.array(points), jnp.array(charges)
    gradient, potential = jax.jit(step, donate_argnums=(0, 1))(*given)
    assert given[0].is_deleted() and given[1].is_deleted()
    np.testing.assert_array_equal(potential, expected[0])
    np.testing.assert_array_equal(gradient, expected[1])


def export(function, *arguments, platform, target):
    """`function` for a platform. JAX does not know whether its custom calls will stay the same,
    hence `allowed`."""
    allowed = jax.export.DisabledSafetyCheck.custom_call(target)
    return jax.export.export(jax.jit(function), platforms=[platform], disabled_checks=[allowed])(
        *arguments
    )


@needs_cpu
def test_export(tmp_path):
    pytest.importorskip("flatbuffers", reason="jax.export serializes with flatbuffers")
    points, charges = problem()
    exported = export(both, points, charges, platform="cpu", target="jaxfmm_run")
    (tmp_path / "exported").write_bytes(exported.serialize())
    np.savez(
        tmp_path / "arrays.npz", *jax.jit(both)(points, charges), points=points, charges=charges
    )
    python(f"""
        import jax, numpy as np
        import jaxfmm
        arrays = np.load({str(tmp_path / "arrays.npz")!r})
        call = jax.export.deserialize(bytearray(open({str(tmp_path / "exported")!r}, "rb").read())).call
        potential, gradient = jax.jit(call)(arrays["points"], arrays["charges"])
        np.testing.assert_array_equal(potential, arrays["arr_0"])
        np.testing.assert_array_equal(gradient, arrays["arr_1"])
    """)


@pytest.mark.slow  # all tests use it
@needs_cpu
def test_persistent_compilation_cache(tmp_path):
    script = """
        import jax, numpy as np
        import test_composition as t
        hits = []
        jax.monitoring.register_event_listener(lambda name, **_: hits.append(name.split("/")[-1]))
        points, charges = t.problem()
        run = jax.jit(t.both)
        assert t.calls(run.lower(points, charges)) > 0
        hits.clear()
        value = run(points, charges)
        print(hits.count("cache_hits"), hits.count("cache_misses"))
        t.check(value, points, charges)
        print(*(np.asarray(a).tobytes().hex() for a in value))
    """
    settings = {
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path), "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }  # fmt: skip
    first, second = (python(script, **settings).split() for _ in range(2))
    assert first[:2] == ["0", "1"] and second[:2] == ["1", "0"]
    assert first[2:] == second[2:]


@needs_cpu
def test_several_devices():
    """Under shard_map each device sums all sources at targets of its own; any device can be alone.

    Loops of XLA's trees begin with constants, which the types that `check_vma` checks do not allow.
    """
    python(
        """
        import jax, jax.numpy as jnp, numpy as np
        from jax.sharding import PartitionSpec as P
        import jaxfmm
        import test_composition as t

        points, charges = t.problem()
        devices = jax.devices()
        assert len(devices) == 4

        def at_targets(targets, sources, charges):
            plan = t.make_plan(sources, targets, **t.METHOD)
            return jaxfmm.potential_and_gradient(sources, charges, targets, plan=plan)

        mesh = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
        sharded = jax.shard_map(
            at_targets, mesh=mesh, in_specs=(P("x"), P(), P()), out_specs=P("x"), check_vma=False
        )
        run = jax.jit(sharded)
        assert t.calls(run.lower(points, points, charges)) >= 6
        value = run(points, points, charges)
        assert len(value[0].sharding.device_set) == 4
        t.check(value, points, charges)

        def loss(potential):
            return jnp.sum(jnp.sin(potential[0]))

        every = jax.jit(jax.grad(lambda *a: loss(sharded(*a)), (0, 1, 2)))(points, points, charges)
        one = jax.jit(jax.grad(lambda *a: loss(at_targets(*a)), (0, 1, 2)))(points, jnp.array(points), charges)
        for a, b in zip(every, one):
            assert np.abs(a - b).max() < 1e-2 * np.abs(b).max()

        there = jax.device_put((points, charges), devices[3])
        value = jax.jit(t.both)(*there)
        assert value[0].devices() == {devices[3]}
        t.check(value, points, charges)
        plan = t.make_plan(there[0], **t.METHOD)
        assert jaxfmm.potential(*there, plan=plan).devices() == {devices[3]}
        """,
        XLA_FLAGS="--xla_force_host_platform_device_count=4",
    )


def test_without_the_library():
    """Everything still works, by XLA, and says what is missing."""
    python(
        """
        import jax, pytest
        import jaxfmm
        import test_composition as t
        from jaxfmm.methods import speed

        speed.POINTS["cpu"] = 1024  # what printed plans time, as in conftest
        states = jaxfmm.backends()
        assert states["xla"] == "available"
        assert all("/nonexistent" in states[name] and "not built" in states[name] for name in ("cpu", "cuda"))
        points, charges = t.problem()
        plan = t.make_plan(points, **t.METHOD)
        run = jax.jit(jaxfmm.potential)
        assert t.calls(run.lower(points, charges, plan=plan)) == 0
        t.check(run(points, charges, plan=plan)[None], points, charges)
        assert "backend xla" in str(plan) and "/nonexistent" in str(plan)
        for name in ("cpu", "cuda"):
            with pytest.raises(ValueError, match="not available: the native library is not built"):
                t.make_plan(points, backend=name, **t.METHOD)
        """,
        JAXFMM_NATIVE="/nonexistent",
    )


def test_import_starts_no_backend():
    """A program may still choose its platform, or start jax.distributed, after the import."""
    python(
        """
        import jax, pytest
        import jaxfmm
        jaxfmm.backends()
        with pytest.raises(RuntimeError, match="nonexistent"):
            jax.devices()
        """,
        JAX_PLATFORMS="nonexistent",
    )


@pytest.fixture
def for_cuda(monkeypatch):
    """Lowering for a GPU that need not be here."""
    if state := nvrtc.reason():
        pytest.skip(state)
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")


def lowered_for_cuda(function, *arguments):
    return jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",))


@needs_nvrtc
@pytest.mark.parametrize(
    ("dim", "kernel"),
    [
        (2, jaxfmm.Laplace()),
        (3, jaxfmm.Laplace()),
        (3, jaxfmm.Laplace(softening=0.1)),
        (3, jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)),
    ],
    ids=["2D", "3D", "softened", "cell"],
)
def test_updates_and_sums_on_gpus_have_no_conditions(dim, kernel, dtype, for_cuda):
    """The host waits for the card at each of them."""
    points = jnp.asarray(np.random.default_rng(0).random((N, dim)), dtype)
    plan = make_plan(points, kernel=kernel, **METHOD)

    def run(points, charges, plan):
        plan = plan.update(points)
        return jaxfmm.potential_and_gradient(points, charges, plan=plan), plan.status

    text = lowered_for_cuda(run, points, jnp.ones(N, dtype), plan).as_text()
    assert "custom_call @jaxfmm_launch(" in text
    assert not re.search(r"stablehlo\.(case|if|while)\b", text)


@needs_nvrtc
@pytest.mark.parametrize(("steps", "conditions"), [(6, 0), (10, 0), (11, 1)])
def test_steps_of_simulations_on_gpus_have_no_conditions(steps, conditions, for_cuda):
    """Unless their number has no divisor near its root."""
    points, _ = problem()
    state = nbody.State(
        positions=points, velocities=np.zeros_like(points), masses=np.ones(N, np.float32)
    )

    def run(state):
        return nbody.simulate(state, steps, 0.01, progress=0, **METHOD)

    found = re.findall(r"stablehlo\.(?:case|if)\b", lowered_for_cuda(run, state).as_text())
    assert len(found) == conditions


@needs_nvrtc
def test_cuda_under_vmap(for_cuda):
    points, charges = (np.stack(a) for a in zip(*map(problem, range(2))))
    # a batch is tested for close points by XLA
    assert calls(lowered_for_cuda(jax.vmap(both), points, charges), "jaxfmm_launch") == LAUNCHES - 1


@needs_nvrtc
def test_cuda_under_shard_map(for_cuda):
    points, charges = problem()
    mesh = jax.make_mesh(
        (1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,), devices=jax.devices("cpu")[:1]
    )
    spec = jax.sharding.PartitionSpec
    run = jax.shard_map(both, mesh=mesh, in_specs=(spec(), spec()), out_specs=spec())
    assert calls(lowered_for_cuda(run, points, charges), "jaxfmm_launch") == LAUNCHES


@needs_nvrtc
def test_cuda_export(for_cuda):
    points, charges = problem()
    exported = export(both, points, charges, platform="cuda", target="jaxfmm_launch")
    assert exported.platforms == ("cuda",)
    assert len(re.findall(r"custom_call @jaxfmm_launch\(", exported.mlir_module())) == LAUNCHES
