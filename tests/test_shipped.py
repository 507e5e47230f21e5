"""Kernels that a wheel ships compiled, and the command that makes them."""

import importlib.machinery
import importlib.util
from pathlib import Path

import asked_kernels
import pytest

import jaxfmm
from jaxfmm.native import cache, nvrtc, shipped
from jaxfmm.native.at_once import AtOnce

SOURCE = 'extern "C" __global__ void entry(float* x) { x[0] = 1; }'
CODE = bytes(range(256)) * 20


def key(architecture="sm_90", options=(), headers=None):
    flags = nvrtc.flags_of(architecture, options)
    return cache.hash_of_parts(nvrtc.parts_of(SOURCE, headers or {}, flags))


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Where the file of the wheel is; no kernel is compiled, or found in the user's cache."""
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(shipped, "FILE", tmp_path / "kernels.xz")
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "reason", lambda: None)
    monkeypatch.setattr(nvrtc, "_version", lambda: (12, 9))
    monkeypatch.setattr(nvrtc, "_compile", lambda *_: b"compiled")
    clear()
    yield tmp_path / "kernels.xz"
    clear()


def clear():
    shipped._index.cache_clear()
    shipped._read.cache_clear()


def test_shipped_kernels_need_no_compiler(file):
    shipped.write(file, {key(): CODE, key("sm_80"): CODE[::-1]})
    assert nvrtc.cubin(SOURCE, {}, "sm_90") == CODE
    assert nvrtc.cubin(SOURCE, {}, "sm_80") == CODE[::-1]
    assert not cache.directory().exists()  # nothing is written twice
    assert file.stat().st_size < len(CODE)


@pytest.mark.parametrize("changed", ["architecture", "options", "headers", "no file"])
def test_other_kernels_are_compiled(file, changed):
    if changed != "no file":
        shipped.write(file, {key(): CODE})
    architecture = "sm_120" if changed == "architecture" else "sm_90"
    options = ("-DN=1",) if changed == "options" else ()
    headers = {"a.h": "// another"} if changed == "headers" else {}
    assert nvrtc.cubin(SOURCE, headers, architecture, options) == b"compiled"


@pytest.mark.parametrize("stop", [3, 20, -30])
def test_a_damaged_file_only_costs_time(file, stop):
    shipped.write(file, {key(): CODE})
    file.write_bytes(file.read_bytes()[:stop])
    assert nvrtc.cubin(SOURCE, {}, "sm_90") == b"compiled"


def test_shipped_kernels_do_not_hide_that_others_are_missing(file, monkeypatch):
    """Kernels that are missing are compiled at the same time, ahead of the sums."""
    shipped.write(file, {key(): CODE})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    assert nvrtc.cubin(SOURCE, {}, "sm_90") == CODE

    def trace():
        assert nvrtc.cubin(SOURCE, {}, "sm_90") == CODE
        assert nvrtc.cubin(SOURCE, {}, "sm_80") == b""

    nvrtc.KERNELS.begin(trace)
    assert len(nvrtc.KERNELS.begun) == 1
    assert nvrtc.cubin(SOURCE, {}, "sm_80") == b"compiled"


@pytest.mark.skipif(nvrtc.reason() is not None, reason=str(nvrtc.reason()))
def test_the_command_asks_for_the_kernels_of_plans(monkeypatch):
    """The kernels of a plan of a GPU, by its orders; for an architecture each."""
    path = Path(__file__).resolve().parents[1] / ".ci" / "kernels"
    loader = importlib.machinery.SourceFileLoader("kernels", str(path))
    command = importlib.util.module_from_spec(importlib.util.spec_from_loader("kernels", loader))
    loader.exec_module(command)
    monkeypatch.setattr(command, "SIZES", (20_000,))
    with command.on_gpu():
        found = command.choices(jaxfmm.Laplace(), 2, 1)
    orders = {choice.order for choice in found}
    assert len(orders) > 3 and {choice.method.name for choice in found} == {"fmm"}
    calls = command.calls(jaxfmm.Laplace(), 2, found[0])
    kernels = asked_kernels.kernels_of("-log r", "sm_90", calls)
    headers = {kernel.header for kernel in kernels}
    assert len(kernels) > 5 and any("tree" in name or "traverse" in name for name in headers)
