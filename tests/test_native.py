"""The native runtime: CPU kernels are compiled and run; CUDA kernels are compiled, and launched on
a fake driver."""

import ctypes
import hashlib
import itertools
import os
import platform
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import processes
import pytest

from jaxfmm import cores
from jaxfmm.native import cache, host, launch, library, nvrtc
from jaxfmm.tree import cuda as cuda_trees
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal

needs_library = pytest.mark.skipif(bool(library.reason()), reason=str(library.reason()))
needs_compiler = pytest.mark.skipif(
    bool(launch.compiler_reason()), reason=str(launch.compiler_reason())
)
needs_nvrtc = pytest.mark.skipif(bool(nvrtc.reason()), reason=str(nvrtc.reason()))

# y = a x + b over many units, then its sum by one unit, then y minus its mean over many units
# again.
CENTRED = """
#include "kernel.h"
JAXFMM_KERNEL(centred) {
  const int64_t n = scalars[0];
  const double a = as_double(scalars[1]);
  const auto* x = (const TYPE*)buffers[0];
  const auto* b = (const int32_t*)buffers[1];
  auto* y = (TYPE*)buffers[2];
  auto* sum = (double*)buffers[3];
  if (begin < 0) return phase == 1 ? 1 : phase < 3 ? n : -1;
  if (phase == 1) {
    *sum = 0;
    for (int64_t i = 0; i < n; ++i) *sum += y[i];
    return 0;
  }
  for (int64_t i = begin; i < end; ++i) {
    if (phase == 0) y[i] = a * x[i] + *b;
    else y[i] -= *sum / n;
  }
  return 0;
}
"""

INCREMENT = """
#include "kernel.h"
JAXFMM_KERNEL(increment) {
  auto* y = (float*)buffers[1];
  if (begin < 0) return phase == 0 ? scalars[0] : -1;
  for (int64_t i = begin; i < end; ++i) y[i] += 1;  // y is x: the call aliases them
  return 0;
}
"""


@pytest.fixture(autouse=True)
def on_the_cpu():
    with jax.default_device(jax.devices("cpu")[0]):
        yield


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_memory", {})
    return tmp_path / "cache"


def centred(x, b):
    source = CENTRED.replace("TYPE", {"float32": "float", "float64": "double"}[str(x.dtype)])
    results = [jax.ShapeDtypeStruct(x.shape, x.dtype), jax.ShapeDtypeStruct((), np.float64)]
    return launch.cpu(source, "centred", [x, b], results, scalars=(x.size, 0.5))[0]


def increment(x, source=INCREMENT):
    result = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return launch.cpu(source, "increment", [x], [result], scalars=x.shape, aliases={0: 0})[0]


@needs_compiler
@pytest.mark.parametrize("n", [1, 7, 100_000])
def test_cpu_kernel_runs_its_phases_in_order(dtype, n):
    x = np.random.default_rng(0).random(n).astype(dtype)
    y = jax.jit(centred)(x, np.int32(3))
    np.testing.assert_allclose(
        y, 0.5 * x - np.mean(0.5 * x), atol=1e-5 if dtype == np.float32 else 1e-12
    )


WHERE = """
#include <pthread.h>
#include <unistd.h>
#include "kernel.h"
JAXFMM_KERNEL(where) {
  auto* y = (int64_t*)buffers[0];
  if (begin < 0) return phase == 0 ? scalars[0] : -1;
  for (int64_t i = begin; i < end; ++i) y[i] = (int64_t)pthread_self();
  usleep(1000);  // so that every thread finds work
  return 0;
}
"""


@needs_compiler
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_kernels_take_no_more_threads_than_asked(dtype):
    """Where a container has a quota, XLA has more threads than that."""
    results = [jax.ShapeDtypeStruct((400,), np.int64)]
    run = jax.jit(lambda: launch.cpu(WHERE, "where", [], results, scalars=(400,))[0])
    try:
        for most in (1, 2, 1000):
            library.load().jaxfmm_use_threads(most)
            found = len(np.unique(run()))
            assert found <= most and (found == min(most, 2) or len(os.sched_getaffinity(0)) == 1)
    finally:
        library.load().jaxfmm_use_threads(cores.usable())


def quota(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        ("0::/\n", {"": {"cpu__max": "max 100000\n"}}, None),
        ("0::/\n", {"": {"cpu__max": "150000 100000\n"}}, 2),
        ("0::/\n", {"": {"cpu__max": "10000 100000\n"}}, 1),
        ("0::/a/b\n", {"a": {"cpu__max": "300000 100000\n"}, "a/b": {"cpu__max": "max 100000"}}, 3),
        (
            "3:cpuset:/\n2:cpu,cpuacct:/a\n",
            {"cpu,cpuacct/a": {"cpu__cfs_quota_us": "400000\n", "cpu__cfs_period_us": "100000\n"}},
            4,
        ),
        ("1:cpu:/a\n", {"cpu/a": {"cpu__cfs_quota_us": "-1", "cpu__cfs_period_us": "1"}}, None),
        ("1:cpu:/a\n", {"cpu/a": {"cpu__cfs_quota_us": "100000"}}, None),
        (None, {}, None),
    ],
)
def test_cores_that_may_be_used(groups, files, expected, monkeypatch, tmp_path):
    """The quota of a container counts, rounded up, besides the cores that the process may use."""
    for folder, texts in files.items():
        quota(tmp_path / folder, **texts)
    if groups is not None:
        (tmp_path / "groups").write_text(groups)
    monkeypatch.setattr(cores, "ROOT", tmp_path)
    monkeypatch.setattr(cores, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert cores.usable.__wrapped__() == (expected or 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {5})
    assert cores.usable.__wrapped__() == 1


@needs_compiler
def test_cpu_kernel_in_loops_and_in_place():
    x = jnp.arange(1000, dtype=jnp.float32)
    loop = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda i, x: increment(x), x))
    scan = jax.jit(lambda x: jax.lax.scan(lambda x, _: (increment(x), x[0]), x, length=50))
    np.testing.assert_array_equal(loop(x), np.arange(1000) + 50)
    np.testing.assert_array_equal(scan(x)[1], np.arange(50))
    np.testing.assert_array_equal(increment(x), np.arange(1000) + 1)
    np.testing.assert_array_equal(x, np.arange(1000))  # XLA copies an operand that is still needed


@needs_compiler
def test_two_compiled_libraries_do_not_mix():
    """Both hold a kernel of the same name."""
    two = INCREMENT.replace("+= 1", "+= 2")
    run = jax.jit(lambda x: [increment(x), increment(x, two)])
    np.testing.assert_array_equal(run(jnp.zeros(3, jnp.float32)), [[1, 1, 1], [2, 2, 2]])


@needs_compiler
def test_errors_of_cpu_kernels():
    x = jnp.zeros(3, jnp.float32)
    with pytest.raises(RuntimeError, match="(?s)C.. compiler failed.*nonsense"):
        launch.cpu("nonsense;", "f", [x], [])
    with pytest.raises(RuntimeError, match="no kernel 'nonsense'.*rebuild"):
        launch.cpu(None, "nonsense", [x], [])
    with pytest.raises(
        jax.errors.JaxRuntimeError, match="no kernel other; declare it by JAXFMM_KERNEL"
    ):
        launch.cpu(INCREMENT, "other", [x], [jax.ShapeDtypeStruct(x.shape, x.dtype)])


COMPILER = """#!/bin/sh
case "$*" in
  *-dM*) echo "#define {macro} 1" ;;
  *) for last; do :; done; echo "$*" > "$last" ;;
esac
"""


@pytest.mark.parametrize("macro", ["__clang__", "__GNUC__"])
def test_options_of_compilers_and_processors(macro, empty_cache, tmp_path, monkeypatch):
    """Clang needs a frame pointer to align what it spills; on ARM it takes no -march=native."""
    script = tmp_path / "compiler"
    script.write_text(COMPILER.format(macro=macro))
    script.chmod(0o755)
    monkeypatch.setenv("CXX", str(script))
    monkeypatch.delenv("JAXFMM_MARCH", raising=False)
    for processor, option in (("x86_64", "-march=native"), ("arm64", "-mcpu=native")):
        monkeypatch.setattr(platform, "machine", lambda processor=processor: processor)
        options = host.shared_object(f"// for {processor}").decode().split()
        assert option in options
        assert ("-fno-omit-frame-pointer" in options) == (macro == "__clang__")
        assert "-O2" in options
    assert "-O3" in host.shared_object(host.UNROLLED).decode().split()
    monkeypatch.setenv("JAXFMM_MARCH", "armv8-a")
    assert "-march=armv8-a" in host.shared_object("// for another").decode().split()


@needs_compiler
def test_exported_cpu_kernel_runs_in_another_process(tmp_path):
    pytest.importorskip("flatbuffers", reason="jax.export serializes with flatbuffers")
    check = jax.export.DisabledSafetyCheck.custom_call("jaxfmm_run")
    export = jax.export.export(jax.jit(increment), platforms=["cpu"], disabled_checks=[check])
    exported = export(jax.ShapeDtypeStruct((5,), np.float32))
    (tmp_path / "exported").write_bytes(exported.serialize())
    script = f"""
        import jax, numpy as np
        import jaxfmm
        call = jax.export.deserialize(bytearray(open({str(tmp_path / "exported")!r}, "rb").read())).call
        assert (call(np.zeros(5, np.float32)) == 1).all()
    """
    done = processes.run(script, CXX="/bin/false", PATH="")
    assert done.returncode == 0, done.stderr


def test_import_starts_no_backend_and_needs_no_library():
    done = processes.run(
        "import jaxfmm", JAX_PLATFORMS="nonsense", JAXFMM_NATIVE="/nonsense/_native.so", PATH=""
    )
    assert done.returncode == 0, done.stderr
    done = processes.run("import jaxfmm", JAX_PLATFORMS="nonsense", PATH="")
    assert done.returncode == 0, done.stderr


def test_an_empty_name_hides_the_library():
    """As in an installation without a C++ compiler; nothing warns of what was asked for."""
    done = processes.run(
        "from jaxfmm.native import library; print(library.reason()); assert "
        "library.slow_without_need() is None",
        JAXFMM_NATIVE="",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "the native library is hidden: JAXFMM_NATIVE is empty\n"


@pytest.fixture
def checkout(tmp_path):
    """A function that runs a script with the package of a checkout that has no library of its own,
    while a distribution is installed whose library was built from sources of the given hash."""
    if absent := host.reason():
        pytest.skip(absent)
    root, installed = tmp_path / "checkout", tmp_path / "site"
    for folder in ("jaxfmm", "custom_ops"):
        shutil.copytree(
            ROOT / folder, root / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    (installed / "jaxfmm_fastsum-0.0.dist-info").mkdir(parents=True)
    (installed / "jaxfmm_fastsum-0.0.dist-info" / "METADATA").write_text(
        "Name: jaxfmm-fastsum\nVersion: 0.0\n"
    )
    (installed / "jaxfmm" / "native").mkdir(parents=True)

    def run(script, sources=None, **environment):
        if sources is not None:
            text = f'const char* jaxfmm_sources() {{ return "{sources}"; }}\n' if sources else ""
            text += f'const char* jaxfmm_arguments() {{ return "{library.arguments()}"; }}\n'
            text += 'const char* jaxfmm_isa() { return "base"; } '
            text += 'const char* jaxfmm_sets() { return "base"; }\n'
            text += "int jaxfmm_has_kernel(const char* name) { return 0; }\n"
            text += "void jaxfmm_use_threads(long long count) {}\n"
            text += "".join(f"void {name}() {{}}\n" for name in HANDLERS)
            result = installed / "jaxfmm" / "native" / "_native.so"
            command = [*host._compiler(), "-x", "c", "-shared", "-fPIC", "-o", result, "-"]
            subprocess.run(command, input=text, text=True, check=True)
        script = (
            f"import sys\nsys.path[:0] = [{str(root)!r}, {str(installed)!r}]\n"
            + textwrap.dedent(script)
        )
        done = processes.run(script, JAXFMM_NATIVE=None, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


ROOT = Path(__file__).resolve().parents[1]
HANDLERS = "jaxfmm_run", "jaxfmm_launch", "jaxfmm_launch_initialize"


@pytest.mark.parametrize(
    "theirs", ["same", *(pytest.param(k, marks=pytest.mark.slow) for k in ("other", "unknown"))]
)
def test_a_checkout_uses_the_installed_library_that_fits(checkout, theirs):
    """In the root of a checkout Python imports the checkout's package. Older libraries do not know
    their sources."""
    sources = {"same": library.sources(ROOT / "custom_ops"), "other": "0" * 64, "unknown": ""}[
        theirs
    ]
    said = checkout("from jaxfmm.native import library; print(library.reason())", sources)
    assert said == "None\n" if theirs == "same" else "was built from other sources" in said


def test_a_library_of_another_version_is_refused(monkeypatch):
    """Its kernels would read other arguments than they are given."""
    if absent := library.reason():
        pytest.skip(absent)
    library._open.cache_clear()
    monkeypatch.setattr(library, "arguments", lambda: "0" * 64)
    try:
        assert "another version of this package" in library.reason()
    finally:
        library._open.cache_clear()


def test_the_library_knows_its_sources():
    if os.environ.get("JAXFMM_NATIVE") or library.reason():
        pytest.skip(library.reason() or "JAXFMM_NATIVE may be of any sources")
    assert library._text(library.load(), "jaxfmm_sources") == library.sources(ROOT / "custom_ops")


@pytest.mark.slow
def test_a_checkout_without_library_says_once_that_it_is_slow(checkout):
    script = """
        import warnings
        import jax, jax.numpy as jnp, jaxfmm
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            points = jnp.arange(12.0).reshape(4, 3)
            for charges in jnp.ones(4), jnp.ones((4, 2)):
                jaxfmm.potential(points, charges)
        print(*(w.message for w in said), sep="\\n")
    """
    said = checkout(script).splitlines()
    assert len(said) == 1 and "plain XLA" in said[0] and "not built" in said[0]
    assert checkout(script, JAXFMM_PURE="1").strip() == ""


@needs_library
@pytest.mark.parametrize("most", ["base", "avx2", "sse"])
def test_instruction_set_is_capped_by_the_environment(most):
    """A library has the sets of the machine that built it or all; it never runs more than
    JAXFMM_ISA allows."""
    script = """
from jaxfmm.native import library
print(library.reason() or library.load().jaxfmm_isa().decode())
"""
    done = processes.run(script, JAXFMM_ISA=most)
    if most not in library.ISAS:
        assert "ValueError: JAXFMM_ISA must be one of base, avx2, avx512, got 'sse'" in done.stderr
        return
    allowed = library.ISAS[: library.ISAS.index(most) + 1]
    if any(name in library.load().jaxfmm_sets().decode().split() for name in allowed):
        assert done.stdout.strip() in allowed
    else:
        assert (
            f"JAXFMM_ISA={most} allows less" in done.stdout and "JAXFMM_ALL_SETS=ON" in done.stdout
        )


def test_cache_makes_once_and_survives_damage(empty_cache, monkeypatch):
    made = []

    def make():
        made.append(1)
        return b"content"

    def forget():
        monkeypatch.setattr(cache, "_memory", {})

    assert (
        cache.cached("kind", ["a", b"b"], make)
        == cache.cached("kind", ["a", b"b"], make)
        == b"content"
    )
    forget()
    assert cache.cached("kind", ["a", b"b"], make) == b"content" and len(made) == 1
    cache.cached("kind", ["ab", b""], make)
    cache.cached("other", ["a", b"b"], make)
    assert len(made) == 3
    files = sorted(path for path in empty_cache.rglob("*") if path.is_file())
    assert len(files) == 3
    for damage in (b"", b"short", files[0].read_bytes()[:-1], files[0].read_bytes() + b"x"):
        for path in files:
            path.write_bytes(damage)
        forget()
        made.clear()
        assert cache.cached("kind", ["a", b"b"], make) == b"content" and len(made) == 1


def test_cache_that_cannot_be_used_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert cache.cached("kind", ["a"], lambda: b"content") == b"content"


def test_cache_with_processes_that_start_together(tmp_path):
    script = f"""
import runpy
cached = runpy.run_path({cache.__file__!r})["cached"]
for i in range(50):
    content = bytes([i]) * 100_000
    assert cached("kind", [str(i)], lambda: content) == content
"""
    environment = {**os.environ, "JAXFMM_CACHE_DIR": str(tmp_path)}
    started = [subprocess.Popen([sys.executable, "-c", script], env=environment) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    files = sorted((tmp_path / "kind").iterdir())
    assert len(files) == 50  # and no temporary file
    assert all(
        hashlib.sha256(path.read_bytes()[32:]).digest() == path.read_bytes()[:32] for path in files
    )


SCALE = """
#include "sizes.h"
extern "C" __global__ void scale(const float* x, float* y, long long n, double factor) {
  for (long long i = threadIdx.x; i < n; i += BLOCK) y[i] = factor * x[i];
}
"""


@needs_nvrtc
def test_nvrtc_makes_machine_code_once(monkeypatch):
    sizes = {"sizes.h": "#define BLOCK 128\n"}
    code = nvrtc.cubin(SCALE, sizes, "sm_90")
    assert code.startswith(b"\x7fELF") and b"scale" in code
    monkeypatch.setattr(nvrtc, "_compile", None)
    assert nvrtc.cubin(SCALE, sizes, "sm_90") == code


@needs_nvrtc
@pytest.mark.parametrize(
    "source, architecture, message",
    [
        ("nonsense;", "sm_90", "(?s)cannot compile.*kernel.cu"),
        (SCALE, "sm_90", "sizes.h"),
        ("", "sm_1", "sm_1"),
    ],
)
def test_nvrtc_errors_carry_the_log(source, architecture, message):
    with pytest.raises(RuntimeError, match=message):
        nvrtc.cubin(source, {}, architecture)


@needs_library
@needs_nvrtc
def test_lowering_for_cuda_needs_no_gpu(monkeypatch):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    source = SCALE.replace('#include "sizes.h"', "#define BLOCK 64")

    def scale(x):
        return launch.cuda(source, "scale", [x], [x], launch.Launch(grid=1), scalars=(x.size, 2.0))

    lowered = (
        jax.jit(scale)
        .trace(jax.ShapeDtypeStruct((5,), np.float32))
        .lower(lowering_platforms=("cuda",))
    )
    assert "@jaxfmm_launch" in lowered.as_text()


class Driver:
    """The launcher over the fake driver, in the place of XLA's CUDA platform."""

    def __init__(self, monkeypatch, folder):
        fake = folder / "libcuda.so"
        subprocess.run(
            [*host._compiler(), "-x", "c", "-shared", "-fPIC", "-o", fake, FAKE], check=True
        )
        self.library = ctypes.CDLL(str(fake))
        self.library.fake_log.restype = ctypes.c_char_p
        monkeypatch.setenv("JAXFMM_LIBCUDA", str(fake))
        monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
        monkeypatch.setattr(nvrtc, "reason", lambda: None)
        monkeypatch.setattr(nvrtc, "cubin", lambda source, *_: source.encode())
        # The launcher opens its driver once: a copy of the library has not yet opened one.
        copy = shutil.copy(library.load()._name, folder / "_native.so")
        self.native = ctypes.CDLL(str(copy))
        self.target = f"fake_launch_{next(NUMBERS)}"  # a name is registered once in a process
        stages = {
            "initialize": jax.ffi.pycapsule(self.native.jaxfmm_launch_initialize),
            "execute": jax.ffi.pycapsule(self.native.jaxfmm_launch_without_stream),
        }
        jax.ffi.register_ffi_target(self.target, stages, platform="cpu")
        call = launch._call
        monkeypatch.setattr(launch, "_call", lambda target, *a, **k: call(self.target, *a, **k))

    def log(self):
        lines = self.library.fake_log().decode().splitlines()
        self.library.fake_clear()
        return lines


FAKE = Path(__file__).with_name("fake_libcuda.c")
NUMBERS = itertools.count()


@pytest.fixture
def driver(monkeypatch, tmp_path):
    if absent := launch.compiler_reason():
        pytest.skip(absent)
    monkeypatch.delenv("FAKE_CUDA_FAIL", raising=False)
    monkeypatch.delenv("FAKE_CUDA_DEVICE", raising=False)
    return Driver(monkeypatch, tmp_path)


def scale(x, source="code", **dims):
    result = [jax.ShapeDtypeStruct(x.shape, x.dtype)]
    config = launch.Launch(**dims)
    return launch.cuda(source, "scale", [x], result, config, scalars=(x.size, 2.5))[0]


def test_launch_passes_grid_and_arguments(driver, monkeypatch):
    monkeypatch.setenv("FAKE_CUDA_DEVICE", "0")
    x = jnp.arange(5, dtype=jnp.float32)
    y = jax.jit(lambda x: scale(scale(x, grid=(3, 2, 1), block=64, shared=1024), grid=7))(x)
    np.testing.assert_array_equal(y, 6.25 * np.arange(5))
    assert driver.log() == [
        "load code",
        "prepare scale",
        "launch scale grid 3 2 1 block 64 1 1 shared 1024 n 5 factor 2.5",
        "launch scale grid 7 1 1 block 128 1 1 shared 0 n 5 factor 2.5",
    ]


def test_blocks_of_a_cooperative_launch_are_as_many_as_fit(driver, monkeypatch):
    """On the fake GPU 1024 threads on each of three multiprocessors, and never more than asked
    for."""
    monkeypatch.setenv("FAKE_CUDA_DEVICE", "0")
    x = jnp.ones(2, jnp.float32)
    np.testing.assert_array_equal(scale(x, grid=2000, block=256, at_once=True), [2.5, 2.5])
    scale(x, grid=7, block=256, at_once=True)
    launches = [line for line in driver.log() if "launch" in line]
    assert [line.split(" grid ")[1].split()[0] for line in launches] == ["12", "7"]
    assert all(line.startswith("at once: ") for line in launches)
    for call in ("cuLaunchCooperativeKernel", "cuOccupancyMaxActiveBlocksPerMultiprocessor"):
        monkeypatch.setenv("FAKE_CUDA_FAIL", call)
        with pytest.raises(jax.errors.JaxRuntimeError, match="kernel scale.*: fake failure"):
            scale(x, source=call, grid=7, block=256, at_once=True)


def test_large_shared_memory_is_allowed_once_per_device(driver, monkeypatch):
    x = jnp.ones(5, jnp.float32)
    lines = []
    for device in "0", "1", "1", "0":
        monkeypatch.setenv("FAKE_CUDA_DEVICE", device)
        scale(x, grid=1, shared=100_000)
        lines += driver.log()
    assert [line for line in lines if "attribute" in line] == [
        "attribute 8 = 100000 on device 0",
        "attribute 8 = 100000 on device 1",
    ]
    assert (
        sum("launch" in line for line in lines) == 4 and sum("load" in line for line in lines) == 1
    )


# Of cards: multiprocessors, bytes of shared memory of a block and of a multiprocessor, threads and
# blocks of a multiprocessor.
CARDS = {
    "GTX 1650, half of it": (7, 65536, 65536, 1024, 16),
    "T500": (16, 65536, 65536, 1024, 16),
    "A100": (108, 166912, 167936, 2048, 32),
    "RTX 3060": (28, 101376, 102400, 1536, 16),
    "RTX 4090": (128, 101376, 102400, 1536, 24),
    "H100": (132, 232448, 233472, 2048, 32),
    "B200": (148, 232448, 233472, 2048, 32),
    "RTX PRO 6000": (188, 101376, 102400, 1536, 24),
}


@pytest.fixture(params=CARDS)
def card(request, driver, monkeypatch):
    """The multiprocessors of a card, and a function that makes the fake driver such a card. kernel:
    registers of a thread and static shared memory."""
    monkeypatch.setenv("FAKE_CUDA_DEVICE", "0")

    def become(*kernel):
        monkeypatch.setenv("FAKE_CUDA_CARD", ",".join(map(str, (*CARDS[request.param], *kernel))))

    become(32, 0)
    return CARDS[request.param], become


def grids(lines):
    """Blocks of the cooperative launches in a log."""
    return [int(line.split(" grid ")[1].split()[0]) for line in lines if "at once" in line]


def test_no_card_gets_more_waiting_blocks_than_it_holds(card, driver):
    """Of one kernel with several blocks, too: each has its own number that fits."""
    (processors, *_, threads, blocks), _ = card
    x = jnp.ones(2, jnp.float32)
    sizes = 64, 512, 128, 1024
    for block in sizes:
        scale(x, grid=10_000, block=block, at_once=True)
    fit = [min(threads // block, blocks, 2048 // block) * processors for block in sizes]
    assert grids(driver.log()) == fit


def test_trees_and_lists_wait_on_every_card(card, driver):
    """With the most registers that the bounds of their kernels allow, and the static shared memory
    of `lists`."""
    (processors, _, shared, threads, blocks), become = card
    x = jax.ShapeDtypeStruct((64, 3), jnp.float32)
    shapes = jax.eval_shape(lambda x: build(x, leaf_size=8, leaf_capacity=64, extent=1.0), x)
    tree = jax.tree.map(lambda shape: np.zeros(shape.shape, shape.dtype), shapes)
    become(80, 21_000)
    traversal = Traversal(
        tree, tree, rate=jnp.float32(0.6), near_length=jnp.float32(0.0), start=jnp.asarray(True),
        far_capacity=4096, near_capacity=4096, exchange_capacity=0,
    )  # fmt: skip
    cuda_trees.lists(traversal)
    each = min(threads // 128, blocks, 6, shared // (21_000 + 1024))
    assert grids(driver.log()) == [min(each * processors, 2048)]


def test_static_and_dynamic_shared_memory_share_the_48_kib(card, driver):
    """That a kernel has without asking. Each alone is less here."""
    _, become = card
    become(32, 8704)
    x = jnp.ones(2, jnp.float32)
    np.testing.assert_array_equal(scale(x, grid=1, shared=40_000), [2.5, 2.5])
    assert not [line for line in driver.log() if "attribute" in line]
    np.testing.assert_array_equal(scale(x, grid=1, shared=48_000), [2.5, 2.5])
    assert "attribute 8 = 48000 on device 0" in driver.log()


def test_launch_without_a_current_context(driver):
    """The driver then takes the context from the stream."""
    np.testing.assert_array_equal(scale(jnp.ones(2, jnp.float32), grid=1), [2.5, 2.5])
    assert [line.split()[0] for line in driver.log()] == ["load", "launch"]


def test_empty_grid_launches_nothing(driver):
    scale(jnp.ones(2, jnp.float32), grid=0)
    scale(jnp.ones(2, jnp.float32), grid=(4, 0, 1))
    assert driver.log() == []


@pytest.mark.parametrize(
    "call",
    [
        "cuLibraryLoadData",
        "cuLibraryGetKernel",
        "cuKernelGetFunction",
        "cuKernelSetAttribute",
        "cuLaunchKernel",
    ],
)
def test_driver_errors_name_the_kernel(driver, monkeypatch, call):
    monkeypatch.setenv("FAKE_CUDA_DEVICE", "0")
    monkeypatch.setenv("FAKE_CUDA_FAIL", call)
    with pytest.raises(jax.errors.JaxRuntimeError, match="kernel scale.*: fake failure"):
        scale(jnp.ones(2, jnp.float32), grid=1, shared=100_000)
    monkeypatch.delenv("FAKE_CUDA_FAIL")
    np.testing.assert_array_equal(
        scale(jnp.ones(2, jnp.float32), grid=1, shared=100_000), [2.5, 2.5]
    )


def test_driver_that_cannot_be_opened(driver, monkeypatch):
    monkeypatch.setenv("JAXFMM_LIBCUDA", "/nonsense/libcuda.so")
    with pytest.raises(
        jax.errors.JaxRuntimeError, match="NVIDIA driver cannot be opened.*/nonsense"
    ):
        scale(jnp.ones(2, jnp.float32), grid=1)


@pytest.mark.parametrize(
    "dims", [{"grid": -1}, {"grid": (1, 70_000, 1)}, {"grid": 1, "block": 2048}]
)
def test_dims_outside_the_limits(driver, dims):
    with pytest.raises(ValueError, match="of CUDA kernel 'scale' must lie in"):
        scale(jnp.ones(2, jnp.float32), **dims)


def test_architecture_from_the_environment(monkeypatch):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "90")
    with pytest.raises(ValueError, match="must look like sm_90, got '90'"):
        launch.cuda_architecture()


REVERSE = """
extern "C" __global__ void reverse(const float* x, float* y, long long n, double factor) {
  extern __shared__ float block[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) block[i] = x[blockIdx.x * n + i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[blockIdx.x * n + i] = factor * block[n - 1 - i];
}
"""


@pytest.mark.gpu
@needs_library
@needs_nvrtc
@pytest.mark.parametrize(
    "n", [1000, 20_000]
)  # in shared memory: without and with leave for more than 48 KiB
def test_launch_on_every_gpu(n):
    def reverse(x):
        result = jax.ShapeDtypeStruct(x.shape, x.dtype)
        dims = dict(grid=x.shape[0], block=256, shared=4 * n)
        config = launch.Launch(**dims)
        return launch.cuda(REVERSE, "reverse", [x], [result], config, scalars=(n, 2.0))[0]

    x = np.random.default_rng(0).random((50, n)).astype(np.float32)
    loop = jax.jit(lambda x: jax.lax.fori_loop(0, 11, lambda i, x: reverse(x) / 2, x))
    chain = jax.jit(lambda x: sum(reverse(x + i) for i in range(20)))
    for device in jax.local_devices(backend="gpu"):
        on_device = jax.device_put(x, device)
        np.testing.assert_array_equal(jax.jit(reverse)(on_device), 2 * x[:, ::-1])
        np.testing.assert_array_equal(loop(on_device), x[:, ::-1])
        np.testing.assert_allclose(chain(on_device), 40 * x[:, ::-1] + 380, rtol=1e-5)
