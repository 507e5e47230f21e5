"""On an NVIDIA GPU: the sums at real sizes, against float64 on sampled targets. Run with `pytest -m
gpu`."""

import os
import pathlib
import shutil
import subprocess
import sys

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.expansions.laplace3d import compiled as compiled3d

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", ["cube", "plummer"])
@pytest.mark.parametrize("n", [100_000, 1_000_000])
def test_tolerance_at_real_sizes(name, n):
    rng = np.random.default_rng(0)
    x = jnp.asarray(cases.DISTRIBUTIONS[name](rng, n), jnp.float32)
    q = jnp.asarray(cases.one_sign(rng, x), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-4, method="fmm")
    phi, grad = jaxfmm.potential_and_gradient(x, q, plan=plan)
    sample = rng.choice(n, 200, replace=False)
    reference = cases.direct(x, q, np.asarray(x)[sample], block=20)
    assert cases.error(np.asarray(phi)[sample], reference[0]) < 1e-4
    assert cases.error(np.asarray(grad)[sample], reference[1]) < 1e-4


@pytest.mark.parametrize("method", ["fmm", "treecode", "direct"])
def test_gradient_of_the_energy(method, dtype):
    rng = np.random.default_rng(1)
    x = jnp.asarray(cases.cube(rng, 20_000), dtype)
    q = jnp.asarray(rng.normal(size=20_000), dtype)
    tol = 1e-4 if dtype == jnp.float32 else 1e-8
    plan = jaxfmm.plan(x, tol=tol, method=method)
    force = jax.jit(jax.grad(jaxfmm.energy))(x, q, plan=plan)
    reference = np.asarray(q)[:500, None] * cases.direct(x, q, np.asarray(x)[:500])[1]
    assert cases.error(np.asarray(force)[:500], reference) < tol


@pytest.mark.parametrize("columns", [2, 3, 4, 5, 8, 16, 19])
@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Laplace(0.05), jaxfmm.Yukawa(2.0)], ids=repr
)
def test_several_right_hand_sides(kernel, columns, dtype):
    """Each is as if alone, and so are derivatives."""
    rng, n = np.random.default_rng(5), 20_000
    x = jnp.asarray(cases.cube(rng, n), dtype)
    q = jnp.asarray(rng.normal(size=(n, columns)), dtype)
    plan = jaxfmm.plan(x, kernel=kernel, method="fmm", tol=1e-4)

    def sums(q):
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    def loss(x, q):
        return jnp.sum(jaxfmm.potential(x, q, plan=plan) ** 2)

    phi, grad = sums(q)
    mapped = jax.vmap(sums, in_axes=1, out_axes=-1)(q)
    slope = jax.grad(loss)(x, q)
    for r in (0, columns - 1):
        one, one_grad = sums(q[:, r])
        limit = 4e-6 if dtype == jnp.float32 else 1e-14
        for found, alone in ((phi, one), (grad, one_grad), (mapped[0], one)):
            assert cases.error(found[..., r], np.asarray(alone)) < limit
    alone = sum(jax.grad(loss)(x, q[:, r]) for r in range(columns))
    assert cases.error(slope, np.asarray(alone)) < (1e-5 if dtype == jnp.float32 else 1e-13)


@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Yukawa(2.0)], ids=lambda kernel: kernel.name
)
def test_no_far_pairs(kernel, dtype):
    """A list without a pair is not read."""
    rng, n = np.random.default_rng(4), 30
    x, q = jnp.asarray(cases.cube(rng, n), dtype), jnp.asarray(rng.normal(size=n), dtype)
    plan = jaxfmm.plan(x, kernel=kernel, method="fmm", order=3, theta=0.3, leaf_size=64)
    direct = jaxfmm.plan(x, kernel=kernel, method="direct")
    assert int(plan.far.count) == 0
    found, exact = (jaxfmm.potential(x, q, plan=one) for one in (plan, direct))
    assert cases.error(found, np.asarray(exact)) < 1e-3


@pytest.mark.parametrize("order", [8, 9, 11, 12, 14, 15, 16, 18, 24])
def test_forms_of_translations_agree(order, dtype, monkeypatch):
    """Registers, columns and tensor cores, with blocks, which serve every order."""
    rng, n = np.random.default_rng(order), 20_000
    x, q = jnp.asarray(cases.plummer(rng, n), dtype), jnp.asarray(rng.normal(size=n), dtype)
    plan = jaxfmm.plan(x, method="fmm", order=order, theta=0.75, leaf_size=24)
    found = jax.device_get(jaxfmm.potential_and_gradient(x, q, plan=plan))
    none = {"float32": -1, "float64": -1}
    for name, value in (
        ("REGISTER_ORDER", none),
        ("REGISTER_SHIFT_ORDER", none),
        ("COLUMN_ORDER", -1),
    ):
        monkeypatch.setattr(compiled3d.Compiled, name, value)
    for name in ("TENSOR_ORDERS", "TENSOR_SHIFT_ORDERS"):
        monkeypatch.setattr(compiled3d.Compiled, name, {"float32": (), "float64": ()})
    jax.clear_caches()
    by_blocks = jax.device_get(jaxfmm.potential_and_gradient(x, q, plan=plan))
    jax.clear_caches()
    for value, right in zip(found, by_blocks):
        assert cases.error(value, right) < (3e-6 if dtype == jnp.float32 else 1e-14)


def test_update_inside_jit():
    x = jnp.asarray(cases.plummer(np.random.default_rng(2), 50_000), jnp.float32)
    plan = jaxfmm.plan(x, tol=1e-3, method="fmm")
    phi = jax.jit(
        lambda x, p: jaxfmm.potential(x, jnp.ones(50_000, jnp.float32), plan=p.update(x))
    )(0.5 * x, plan)
    reference = cases.direct(0.5 * x, np.ones(50_000), 0.5 * np.asarray(x)[:200])[0]
    assert cases.error(np.asarray(phi)[:200], reference) < 1e-3


def test_every_gpu_and_shard_map(dtype):
    """Each GPU of a host can do a sum alone, and all of them one together: each at targets of its
    own."""
    devices = jax.devices("gpu")
    if len(devices) < 2:
        pytest.skip("needs several GPUs")
    rng = np.random.default_rng(3)
    n = 4096 * len(devices)
    x = np.asarray(cases.plummer(rng, n), dtype)
    q = np.asarray(rng.normal(size=n), dtype)

    def at_targets(targets, sources, charges):
        plan = jaxfmm.plan(sources, targets, order=8, theta=0.6, leaf_size=48, method="fmm")
        return jaxfmm.potential_and_gradient(sources, charges, targets, plan=plan)

    on_each = [jax.jit(at_targets)(*jax.device_put((x, x, q), device)) for device in devices]
    for device, results in zip(devices, on_each):
        assert results[0].devices() == {device}
        assert all(np.array_equal(a, b) for a, b in zip(results, on_each[0]))

    mesh = jax.make_mesh((len(devices),), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec
    sharded = jax.shard_map(
        at_targets,
        mesh=mesh,
        in_specs=(spec("x"), spec(), spec()),
        out_specs=spec("x"),
        check_vma=False,
    )
    together = jax.jit(sharded)(x, x, q)
    assert len(together[0].sharding.device_set) == len(devices)
    for a, b in zip(together, on_each[0]):
        assert cases.error(np.asarray(a), np.asarray(b)) < 1e-4


PARTS = 6  # processes, each with a share of the kernels


@pytest.mark.parametrize("tool", ["memcheck", "racecheck"])
def test_compute_sanitizer(tool):
    """No CUDA kernel of ours reads or writes out of bounds (memcheck) or races in shared memory
    (racecheck)."""
    pytest.importorskip("cupy")
    program = shutil.which("compute-sanitizer")
    if program is None:
        pytest.skip("compute-sanitizer is not installed")
    tests = pathlib.Path(__file__).resolve().parent
    command = [
        program,
        "--tool",
        tool,
        "--error-exitcode",
        "9",
        sys.executable,
        str(tests / "every_cuda_kernel.py"),
    ]
    commands = [[*command, str(part), str(PARTS)] for part in range(PARTS)]
    architecture = jax.devices("gpu")[0].compute_capability.replace(".", "")
    path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
    environment = {**os.environ, "JAXFMM_CUDA_ARCH": f"sm_{architecture}", "PYTHONPATH": path}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen(command, env=environment, **pipes) for command in commands]
    printed = [process.communicate(timeout=500) for process in running]
    for process, (stdout, stderr) in zip(running, printed):
        if "not supported" in stdout:
            pytest.skip("compute-sanitizer cannot watch this GPU: " + stdout[-300:])
        assert process.returncode == 0, stdout[-3000:] + stderr[-3000:]
        assert ("0 errors" in stdout) or ("0 hazards" in stdout), stdout[-3000:]
