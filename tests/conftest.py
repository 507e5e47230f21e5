"""Settings of every test: no silent promotion of dtypes or ranks, and float32 unless a test asks
for float64."""

import gc
import itertools
import logging
import os
import pathlib
import re
import tempfile

import jax
import jax.numpy as jnp
import longer
import pytest

import jaxfmm
from jaxfmm.methods import speed
from jaxfmm.native import cache, launch
from jaxfmm.planning import known_searches

jax.config.update("jax_enable_x64", False)
jax.config.update("jax_numpy_dtype_promotion", "strict")
jax.config.update("jax_numpy_rank_promotion", "raise")


def pytest_configure(config):
    """Nearly all the time of the CPU tests is compilation and tracing of small programs: both are
    made cheap.

    LLVM's optimiser is off, and loops are emitted without the passes of MLIR, which take half the
    time of a small program; not on GPUs, where the first flag would slow the tests at real sizes
    down. A program that comes again, from another test or for another precision, is read from a
    folder of this run (JAX_COMPILATION_CACHE_DIR keeps it for the next one, which then takes half
    as long). Python looks for cycles among the many objects of a trace every 50,000 of them, not
    every 700. Plans choose by the rates of the package, not by the user's."""
    if path := os.environ.get("JAXFMM_TEST_TIMES"):
        config.pluginmanager.register(longer.Clock(path))
    os.environ.setdefault("JAXFMM_RATES", str(jaxfmm.cost_model.rates.TABLE))
    if "not gpu" not in config.option.markexpr:
        return
    os.environ.setdefault(
        "XLA_FLAGS",
        "--xla_backend_optimization_level=0 "
        "--xla_backend_extra_options=xla_cpu_disable_new_fusion_emitters",
    )
    if not jax.config.jax_compilation_cache_dir:
        folder = tempfile.TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        jax.config.update("jax_compilation_cache_dir", folder.name)
        os.environ["JAX_COMPILATION_CACHE_DIR"] = (
            folder.name
        )  # which the workers of pytest-xdist share
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    gc.set_threshold(50_000)
    speed.POINTS["cpu"] = 1024


tests_run = itertools.count(1)


@pytest.fixture(autouse=True)
def free_executables():
    """Every compiled function holds memory mappings, of which Linux allows a process 65,530: XLA
    aborts beyond them. The tests that compile most add 5,000 each."""
    yield
    maps = pathlib.Path("/proc/self/maps")  # takes up to 50 ms to read
    if next(tests_run) % 4 == 0 and maps.exists() and maps.read_bytes().count(b"\n") > 40_000:
        jax.clear_caches()


@pytest.fixture(autouse=True)
def nothing_found_before(monkeypatch, request):
    """Searches for plans begin anew in every test, unless it has the fixture `found_before`."""
    if "found_before" not in request.fixturenames:
        monkeypatch.setattr(known_searches, "recall", lambda key: None)
        monkeypatch.setattr(known_searches, "keep", lambda key, found: None)


@pytest.fixture
def found_before(monkeypatch, tmp_path):
    """An empty cache of what searches for plans have found."""
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})


@pytest.fixture(params=["float32", "float64"])
def dtype(request):
    """float32 with x64 off, then float64 with x64 on, switched for this test alone.

    A test that wants one of them: `@pytest.mark.parametrize("dtype", ["float64"], indirect=True)`.
    Tables that tests share hold numpy arrays, or functions that make arrays: a jax array made
    outside the test is float32."""
    with jax.enable_x64(request.param == "float64"):
        yield jnp.dtype(request.param)


@pytest.fixture(params=["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def backend(request):
    """The name of a compiled backend, or of those that a test parametrizes this with, that can run
    here."""
    if request.param == "cpu" and jax.default_backend() != "cpu":
        pytest.skip("the CPU's operations run where JAX's default is the CPU")
    if (state := jaxfmm.backends()[request.param]) != "available":
        pytest.skip(f"backend {request.param}: {state}")
    return request.param


@pytest.fixture
def compiled(caplog):
    """A function: the names of the programs that were compiled since its last call."""
    before = jax.config.jax_log_compiles
    jax.config.update("jax_log_compiles", True)

    def names():
        lines = [record.getMessage() for record in caplog.records]
        caplog.clear()
        found = (re.match(r"Finished XLA compilation of jit\((\w+)\)", line) for line in lines)
        return [match[1] for match in found if match]

    with caplog.at_level(logging.WARNING):
        yield names
    jax.config.update("jax_log_compiles", before)


@pytest.fixture
def no_compiler(monkeypatch):
    """Sums that are not built into the library run in XLA, which compiles small ones in less time
    than a C++ compiler.

    For tests of what does not depend on the backend.
    """
    monkeypatch.setattr(launch, "compiler_reason", lambda: "these tests use no C++ compiler")


# Where tests are mostly compilation, those of both dtypes leave one to the slow runs.
SLOW_DTYPES = {
    ("float32", f"test_{name}.py")
    for name in (
        "balanced", "boxes", "compiled2d", "custom", "direct", "expansions3d", "exponentials", "fourier",
        "gaussian", "hermite", "interpolated", "kde", "nbody", "plan", "tree_native",
    )
} | {("float64", "test_tree.py")}  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    longer.mark(items, whole=not any("::" in argument for argument in config.args))
    for item in items:
        asked = any("dtype" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))
        dtype = (
            None if asked or not hasattr(item, "callspec") else item.callspec.params.get("dtype")
        )
        if (dtype, item.path.name) in SLOW_DTYPES:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_setup(item):
    if item.get_closest_marker("gpu") and jax.default_backend() != "gpu":
        pytest.skip(f"needs an NVIDIA GPU; jax sees {jax.devices()}")
