"""Settings of every test: no silent promotion of dtypes or ranks, and float32 unless a test asks for float64."""

import os
import pathlib

import jax
import jax.numpy as jnp
import pytest

jax.config.update("jax_enable_x64", False)
jax.config.update("jax_numpy_dtype_promotion", "strict")
jax.config.update("jax_numpy_rank_promotion", "raise")


def pytest_configure(config):
    # Nearly all the time of the CPU tests is compilation: with LLVM's optimiser off it is half as long. Not on GPUs,
    # where the flag would slow the tests at real sizes down.
    if "not gpu" in config.option.markexpr:
        os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")


@pytest.fixture(autouse=True)
def free_executables():
    """Every compiled function holds memory mappings, of which Linux allows a process 65,530: XLA aborts beyond them."""
    yield
    maps = pathlib.Path("/proc/self/maps")
    if maps.exists() and maps.read_bytes().count(b"\n") > 20_000:
        jax.clear_caches()


@pytest.fixture(params=["float32", "float64"])
def dtype(request):
    """float32 with x64 off, then float64 with x64 on, switched for this test alone.

    A test that wants one of them: `@pytest.mark.parametrize("dtype", ["float64"], indirect=True)`. Tables that tests
    share hold numpy arrays, or functions that make arrays: a jax array made outside the test is float32.
    """
    with jax.enable_x64(request.param == "float64"):
        yield jnp.dtype(request.param)


# Where tests are mostly compilation, those of both dtypes leave float32 to the slow runs.
FLOAT32_IS_SLOW = {
    f"test_{name}.py"
    for name in (
        "balanced", "compiled2d", "derivatives", "expansions3d", "exponentials", "fourier", "gaussian", "hermite",
        "interpolated", "kde", "nbody",
    )
}  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        asked = any("dtype" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))
        of_both = not asked and getattr(item, "callspec", None) and item.callspec.params.get("dtype") == "float32"
        if of_both and item.path.name in FLOAT32_IS_SLOW:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_setup(item):
    if item.get_closest_marker("gpu") and jax.default_backend() != "gpu":
        pytest.skip(f"needs an NVIDIA GPU; jax sees {jax.devices()}")
