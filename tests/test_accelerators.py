"""Sums on accelerators for which nothing is compiled, such as AMD GPUs and TPUs: they run in plain
XLA, and say so.

Programs are lowered for such a platform and run on the CPU. They ask for nothing that a CPU
lacks."""

import re

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.methods import speed

pytestmark = pytest.mark.skipif(jax.default_backend() != "cpu", reason="programs run on the CPU")
N = 600


class Unknown:
    """A device that is in no table of rates."""

    device_kind = "an accelerator"


@pytest.fixture(params=["rocm"])
def platform(request, monkeypatch):
    """A platform that JAX seems to run on."""
    name = {"rocm": "gpu"}.get(request.param, request.param)
    monkeypatch.setattr(jax, "default_backend", lambda: name)
    monkeypatch.setattr(jax, "devices", lambda *_: [Unknown()])
    monkeypatch.setattr(jax.export, "default_export_platform", lambda: request.param)
    monkeypatch.setitem(speed.POINTS, "gpu", 1024)  # what is timed there takes long here
    for kept in (backends._warn_of_platform, speed.slowness):
        kept.cache_clear()
    yield request.param
    for kept in (backends._warn_of_platform, speed.slowness):
        kept.cache_clear()


def run(function, platform, *arguments):
    """The results of a function as that platform computes it, without the library."""
    unchecked = [jax.export.DisabledSafetyCheck.platform()]
    lower = jax.export.export(jax.jit(function), platforms=[platform], disabled_checks=unchecked)
    exported = lower(*arguments)
    assert not re.findall(r"custom_call @jaxfmm\w*", exported.mlir_module())
    return exported.call(*arguments)


def problem(dim):
    rng = np.random.default_rng(0)
    return jnp.asarray(rng.random((N, dim)), jnp.float32), jnp.asarray(
        rng.normal(size=N), jnp.float32
    )


def both(x, q, plan):
    return jaxfmm.potential_and_gradient(x, q, plan=plan)


def near(got, exact, tol=1e-4):
    for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(exact), strict=True):
        assert jnp.linalg.norm(a - b) <= tol * jnp.linalg.norm(b)


SMALL = {"leaf_size": 16}


@pytest.mark.parametrize(
    ("kernel", "dim", "method", "how"),
    [
        (jaxfmm.Laplace(), 3, "fmm", SMALL),
        (jaxfmm.Laplace(), 2, "treecode", SMALL),
        (jaxfmm.Laplace(0.05), 3, "fmm", SMALL),
        (jaxfmm.Helmholtz(2.0), 3, "fmm", SMALL),
        (jaxfmm.Stokeslet(), 3, "fmm", SMALL),
        (jaxfmm.Custom(lambda x, y: jnp.exp(-jnp.square(x - y).sum())), 2, "fmm", SMALL),
        (jaxfmm.Matern(0.3, 1.5), 2, "auto", {}),
        (jaxfmm.Gaussian(0.1), 3, "fgt", {}),
        (jaxfmm.Gaussian(0.1), 2, "fourier", {}),
        (jaxfmm.Gaussian(0.02), 1, "truncated", {}),
        (jaxfmm.Wendland(0.2), 3, "auto", {}),
    ],
    ids=lambda of: getattr(of, "name", None) or (of if isinstance(of, str) else ""),
)
def test_sums(kernel, dim, method, how, platform):
    """Beside direct sums by the library."""
    x, q = problem(dim)
    charges = jnp.stack([q, 1 - q, q], axis=1) if kernel.name == "Stokeslet" else q
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-4, method=method, **how)
    exact = both(x, charges, jaxfmm.plan(x, kernel=kernel, method="direct"))
    near(run(both, platform, x, charges, plan), exact)


@pytest.mark.parametrize("platform", ["rocm", "tpu"], indirect=True)
def test_it_says_so(platform):
    x, q = problem(3)
    with pytest.warns(RuntimeWarning, match=f"plain XLA.* 'cuda' and 'cpu', not for '{platform}'"):
        plan = jaxfmm.plan(x, method="fmm", tol=1e-3)
    shown = str(plan)
    assert "backend xla (not faster: sums are compiled for" in shown and platform in shown
    assert "times are those of NVIDIA" in shown
    with pytest.raises(ValueError, match=rf"'cuda' cannot compute .* platform '{platform}'"):
        named = jaxfmm.plan(x, method="fmm", tol=1e-3, backend="cuda")
        run(both, platform, x, q, named)


def test_times_are_measured(platform):
    """A direct sum there takes the place of the speed of a card that the table knows."""
    assert 1 < speed.slowness("gpu xla", "float32") < 1e6


PROGRAMS = {
    "derivatives": lambda x, q, plan: jax.grad(
        lambda x: jnp.square(jaxfmm.potential(x, q, plan=plan)).sum()
    )(x),
    "curvature": lambda x, q, plan: jax.jvp(
        jax.grad(lambda x: jaxfmm.energy(x, q, plan=plan)), (x,), (x,)
    )[1],
    "batch": lambda x, q, plan: jax.vmap(lambda x: jaxfmm.potential(x, q, tol=1e-4))(
        jnp.stack([x, 2 * x])
    ),
    "segments": lambda x, q, plan: jaxfmm.energy(
        x, q, segments=jnp.arange(N, dtype=jnp.int32) % 7, num_segments=7
    ),
    "update": lambda x, q, plan: jaxfmm.potential(0.9 * x, q, plan=plan.update(0.9 * x)),
    "log of sums": lambda x, q, plan: jaxfmm.log_sum_exp(x, q, bandwidth=0.02),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name, platform):
    x, q = problem(3)
    plan = jaxfmm.plan(x, method="fmm", tol=1e-5, **SMALL)
    program = PROGRAMS[name]
    near(run(program, platform, x, q, plan), jax.jit(program)(x, q, plan))


def test_crystals(platform):
    x, q = problem(3)
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), jnp.eye(3, dtype=jnp.float32))
    q = q - q.mean()
    plan, direct = (jaxfmm.plan(x, kernel=kernel, method=m, tol=1e-4) for m in ("ewald", "fmm"))
    near(run(both, platform, x, q, plan), both(x, q, direct), tol=2e-4)
